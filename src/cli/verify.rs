//! `tirada verify`: whether the rolls of a table fell as its secret says.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::serve::fair::{hex, seed};
use super::shelves::read;
use super::{Context, FILES, FINE, Format, WRONG, cannot_read};
use crate::check::program::Die;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Effects as _, Generator};
use crate::report::document::{Document, Line};

/// Bytes of a file of rolls.
const LONGEST: u64 = 16 << 20;

/// `tirada verify`
#[derive(Debug, Args)]
pub struct Verify {
    /// The rolls, as a page saves them; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The secret that the server told when it stopped.
    #[arg(long, value_name = "SECRET")]
    pub secret: String,
}

/// What a page saves.
#[derive(Deserialize)]
struct Saved {
    commitment: String,
    log: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    number: u64,
    line: String,
    dice: Vec<(String, i64)>,
    typed: usize,
    roll: Option<u64>,
    nonces: Option<String>,
}

/// Runs the command.
pub(super) fn run(context: &Context, wanted: &Verify) -> u8 {
    let text = match text_of(&wanted.file) {
        Ok(text) => text,
        Err(error) => {
            context.complain_alone(&cannot_read(&wanted.file, &error));
            return FILES;
        }
    };
    let wrong = |code| Diagnostic::error(code, None);
    let saved: Saved = match serde_json::from_str(&text) {
        Ok(saved) => saved,
        Err(error) => {
            let error = wrong(Code::NotRolls).arg("why", error.to_string());
            context.complain_alone(&error.arg("path", wanted.file.display().to_string()));
            return WRONG;
        }
    };
    let Some(secret) = bytes(wanted.secret.trim()) else {
        context.complain_alone(&wrong(Code::NotASecret).arg("text", wanted.secret.as_str()));
        return WRONG;
    };
    if hex(&Sha256::digest(&secret)) != saved.commitment {
        context.complain_alone(&wrong(Code::OtherSecret).arg("hash", saved.commitment.as_str()));
        return WRONG;
    }
    let (document, bad) = verified(context, &saved, &secret);
    context.output.show(&document, Format::Text);
    if bad == 0 { FINE } else { WRONG }
}

/// A line for each roll, and how many did not fall as the secret says.
fn verified(context: &Context, saved: &Saved, secret: &[u8]) -> (Document, usize) {
    let say = |id: &str| context.output.catalogue.say(id);
    let mut document = Document::new();
    let mut numbers = BTreeSet::new();
    let [mut good, mut bad, mut typed] = [0_usize; 3];
    for entry in saved.log.iter().filter(|entry| !entry.dice.is_empty()) {
        let faces = entry.dice.iter().map(|(_, face)| face.to_string()).collect::<Vec<_>>().join(" ");
        let line =
            Line::new().dim(format!("{}. ", entry.number)).strong(faces).plain("  ").code(&entry.line).plain("  ");
        let (count, line) = match entry.roll {
            None => (&mut typed, line.neutral(say("verify-typed"))),
            // No number is used twice.
            Some(number) if numbers.insert(number) && falls_so(entry, secret, number) => {
                (&mut good, line.success(say("verify-good")))
            }
            Some(_) => (&mut bad, line.failure(say("verify-bad"))),
        };
        *count = count.saturating_add(1);
        document = document.line(line);
    }
    let args = vec![("good", good.into()), ("bad", bad.into()), ("typed", typed.into())];
    (document.line(context.output.catalogue.text("verify-sum", &args)), bad)
}

fn text_of(path: &Path) -> std::io::Result<String> {
    if path != Path::new("-") {
        return read(path).map(|file| file.text);
    }
    let mut text = String::new();
    std::io::stdin().lock().take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// Whether the generator of this roll throws these faces. Those that were typed take the place of what it would have
/// thrown.
fn falls_so(entry: &Entry, secret: &[u8], number: u64) -> bool {
    let mut generator = Generator::new(seed(secret, entry.nonces.as_deref().unwrap_or(""), number));
    let mut faces = Vec::new();
    let mut thrown = entry.dice.iter().map(|(kind, _)| die(kind));
    let all = thrown.all(|die| die.is_some_and(|die| generator.throw(&die, 1, &mut faces).is_ok()));
    let told = entry.dice.iter().map(|(_, face)| *face);
    all && faces.iter().zip(told).skip(entry.typed).all(|(face, told)| *face == told)
}

/// `d10` or `d{0,0,1}`
fn die(kind: &str) -> Option<Die> {
    let rest = kind.strip_prefix('d')?;
    match rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(faces) => {
            let faces: Option<Vec<i64>> = faces.split(',').map(|face| face.trim().parse().ok()).collect();
            Some(Die::Faces(faces?.into()))
        }
        None => rest.parse().ok().map(Die::Sides),
    }
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(text.get(at..at.checked_add(2)?)?, 16).ok();
    if text.len() == 64 { (0..64).step_by(2).map(pair).collect() } else { None }
}
