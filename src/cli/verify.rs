//! `tirada verify`: checks that the rolls of a table follow from its published secret.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::search_path::read;
use super::serve::verifiable_dice::{SealContents, bytes, hex, seal, seed};
use super::{CommandContext, FILES, FINE, OutputFormat, WRONG, cannot_read};
use crate::check::program::Die;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Effects as _, Generator};
use crate::report::document::{Document, Line};
use crate::syntax::{self, Amount, BinaryOp, Body, ExprKind, parse};

/// Bytes of a file of rolls.
const LONGEST: u64 = 16 << 20;

/// `tirada verify`
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The rolls, as a page saves them; `-` reads standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The secret that the server told when it stopped.
    #[arg(long, value_name = "SECRET")]
    pub secret: Option<String>,
    /// The number that one's own browser added, as its page shows it.
    #[arg(long, value_name = "NONCE")]
    pub nonce: Option<String>,
}

/// The log and the secrets that a page saves.
#[derive(Deserialize)]
struct SavedLog {
    commitment: String,
    /// Published secrets already checked, by hash.
    #[serde(default)]
    secrets: BTreeMap<String, String>,
    log: Vec<VerifiedEntry>,
}

#[derive(Deserialize)]
struct VerifiedEntry {
    /// Who said it; nothing: the GM.
    #[serde(default)]
    by: Option<String>,
    line: String,
    dice: Vec<(String, i64)>,
    typed: usize,
    roll: Option<u64>,
    nonces: Option<String>,
    /// The hash of its secret; nothing: that of the table.
    #[serde(default)]
    commitment: Option<String>,
    /// What vouches for the line; nothing, or an empty text: older programs had none.
    #[serde(default)]
    seal: Option<String>,
}

impl VerifiedEntry {
    fn seal(&self) -> Option<&str> {
        self.seal.as_deref().filter(|seal| !seal.is_empty())
    }
}

/// Published secrets, by hash.
type Secrets = BTreeMap<String, Vec<u8>>;

/// Runs `tirada verify`; returns the exit code.
pub(super) fn run(context: &CommandContext, wanted: &VerifyArgs) -> u8 {
    let saved = match saved(context, &wanted.file) {
        Ok(saved) => saved,
        Err(code) => return code,
    };
    let wrong = |code| Diagnostic::error(code, None);
    let mut secrets = Secrets::new();
    for (hash, text) in &saved.secrets {
        match bytes(text).filter(|secret| hex(&Sha256::digest(secret)) == *hash) {
            Some(secret) => secrets.insert(hash.clone(), secret),
            None => {
                context.complain_alone(&wrong(Code::OtherSecret).arg("hash", hash.as_str()));
                return WRONG;
            }
        };
    }
    if let Some(text) = &wanted.secret {
        let Some(secret) = bytes(text.trim()) else {
            context.complain_alone(&wrong(Code::NotASecret).arg("text", text.as_str()));
            return WRONG;
        };
        let hash = hex(&Sha256::digest(&secret));
        let is_meant = |entry: &VerifiedEntry| entry.commitment.as_ref() == Some(&hash);
        if hash != saved.commitment && !saved.log.iter().any(is_meant) {
            context.complain_alone(&wrong(Code::OtherSecret).arg("hash", saved.commitment.as_str()));
            return WRONG;
        }
        secrets.insert(hash, secret);
    }
    let (document, all_good) = verified(context, &saved, &secrets, wanted.nonce.as_deref());
    context.output.show(&document, OutputFormat::Text);
    if all_good { FINE } else { WRONG }
}

/// The rolls that a page saved, or those of a campaign; the exit code where they cannot be read.
fn saved(context: &CommandContext, path: &Path) -> Result<SavedLog, u8> {
    #[cfg(feature = "store")]
    if path.extension().is_some_and(|ending| ending == super::ENDING) {
        return of_campaign(path).map_err(|error| {
            context.complain_alone(&error.diagnostic(path));
            error.exit()
        });
    }
    #[cfg(not(feature = "store"))]
    if path.extension().is_some_and(|ending| ending == super::ENDING) {
        return Err(context.refused(super::features::Feature::Store.missing(path.display().to_string())));
    }
    let text = text_of(path).map_err(|error| {
        context.complain_alone(&cannot_read(path, &error));
        FILES
    })?;
    serde_json::from_str(&text).map_err(|error| {
        let at = |part: usize| i64::try_from(part).unwrap_or(i64::MAX);
        let error =
            Diagnostic::error(Code::NotRolls, None).arg("line", at(error.line())).arg("column", at(error.column()));
        context.complain_alone(&error.arg("path", path.display().to_string()));
        WRONG
    })
}

/// What a campaign knows of the rolls at its table.
#[cfg(feature = "store")]
fn of_campaign(path: &Path) -> Result<SavedLog, crate::store::StoreError> {
    use crate::store::{Proof, Sqlite, Storage as _};
    let campaign = Sqlite::read(path)?;
    let secrets = match campaign.extra(super::serve::SECRETS)? {
        Some(text) => serde_json::from_str(&text)?,
        None => BTreeMap::new(),
    };
    let entry = |one: crate::store::LogEntry| {
        let Proof { commitment, roll, nonces, kinds, typed, seal } = one.proof?;
        Some(VerifiedEntry {
            by: one.who,
            line: one.line,
            dice: kinds.into_iter().zip(one.dice).collect(),
            typed,
            roll,
            nonces: Some(nonces),
            commitment: Some(commitment),
            seal: Some(seal),
        })
    };
    let log = campaign.log(None, 0)?.into_iter().filter_map(entry).collect();
    Ok(SavedLog { commitment: String::new(), secrets, log })
}

/// A line for each roll, and whether all of them fell as their secrets say.
fn verified(context: &CommandContext, saved: &SavedLog, secrets: &Secrets, nonce: Option<&str>) -> (Document, bool) {
    let say = |id: &str| context.output.catalogue.say(id);
    let mut document = Document::new();
    let mut numbers = BTreeSet::new();
    let [mut good, mut bad, mut typed, mut open, mut unsealed] = [0_usize; 5];
    let hash_of = |entry: &VerifiedEntry| entry.commitment.clone().unwrap_or_else(|| saved.commitment.clone());
    // Where some lines of a session have a seal, all have.
    let has_nonce = |entry: &VerifiedEntry| {
        let mut all = entry.nonces.as_deref().unwrap_or("").split([',', '.']);
        nonce.is_none_or(|nonce| all.any(|one| one.eq_ignore_ascii_case(nonce.trim())))
    };
    // From the first roll with the nonce on, all have it; where none has, none counts.
    let first = saved.log.iter().position(|entry| entry.roll.is_some() && has_nonce(entry)).unwrap_or(0);
    let sealed: BTreeSet<String> = saved.log.iter().filter(|entry| entry.seal().is_some()).map(hash_of).collect();
    let thrown = |(_, entry): &(usize, &VerifiedEntry)| entry.roll.is_some() || !entry.dice.is_empty();
    for (at, entry) in saved.log.iter().enumerate().filter(thrown) {
        let faces = entry.dice.iter().map(|(_, face)| face.to_string()).collect::<Vec<_>>().join(" ");
        // As the pages number them.
        let number = entry.roll.map_or_else(|| "–".to_owned(), |roll| roll.to_string());
        let line = Line::new().dim(format!("№ {number}  ")).strong(faces).plain("  ").code(&entry.line).plain("  ");
        let hash = entry.commitment.as_ref().unwrap_or(&saved.commitment);
        let vouched = match (entry.seal(), secrets.get(hash)) {
            (_, None) => true,
            (None, Some(_)) => !sealed.contains(hash),
            (Some(told), Some(secret)) => {
                let VerifiedEntry { line, roll, dice, typed, .. } = entry;
                told == seal(secret, &SealContents { by: entry.by.as_deref(), line, roll: *roll, dice, typed: *typed })
            }
        };
        if entry.seal().is_none() {
            unsealed = unsealed.saturating_add(1);
        }
        let (count, line) = match (entry.roll, secrets.get(hash)) {
            (Some(_), None) => (&mut open, line.neutral(say("verify-open"))),
            (Some(_), Some(_)) if !throws_so(entry) => (&mut bad, line.failure(say("verify-other-dice"))),
            // No number is used twice.
            (Some(number), Some(secret)) if !numbers.insert((hash, number)) || !falls_so(entry, secret, number) => {
                (&mut bad, line.failure(say("verify-bad")))
            }
            (Some(_), Some(_)) if at >= first && !has_nonce(entry) => {
                (&mut bad, line.failure(say("verify-other-nonce")))
            }
            _ if !vouched => (&mut bad, line.failure(say("verify-other-line"))),
            (None, _) => (&mut typed, line.neutral(say("verify-typed"))),
            (Some(_), Some(_)) => (&mut good, line.success(say("verify-good"))),
        };
        *count = count.saturating_add(1);
        document = document.line(line);
    }
    let args = vec![("good", good.into()), ("bad", bad.into()), ("typed", typed.into())];
    document = document.line(context.output.catalogue.text("verify-sum", &args));
    if unsealed > 0 {
        let args = vec![("count", unsealed.into())];
        document = document.line(context.output.catalogue.text("verify-unsealed", &args));
    }
    if open > 0 {
        document = document.line(context.output.catalogue.text("verify-sum-open", &vec![("open", open.into())]));
    }
    (document, bad == 0 && open == 0)
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
fn falls_so(entry: &VerifiedEntry, secret: &[u8], number: u64) -> bool {
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

/// Whether the dice of an entry are those of its line, as far as the line says them, and some of them were rolled.
fn throws_so(entry: &VerifiedEntry) -> bool {
    if entry.dice.len() <= entry.typed {
        return false;
    }
    let Some((wanted, may_be_more)) = dice_of(&entry.line) else { return true };
    let mut thrown = BTreeMap::<&str, usize>::new();
    for (kind, _) in &entry.dice {
        let count = thrown.entry(kind).or_default();
        *count = count.saturating_add(1);
    }
    let enough = |(kind, count): (&String, &usize)| {
        let thrown = thrown.get(kind.as_str()).copied().unwrap_or(0);
        thrown == *count || may_be_more && thrown > *count
    };
    thrown.len() == wanted.len() && wanted.iter().all(enough)
}

/// How many dice of each kind a line throws, and whether they may bring more; nothing unless it consists of numbers,
/// dice and arithmetic alone: what names mean depends on the game and on its characters.
fn dice_of(line: &str) -> Option<(BTreeMap<String, usize>, bool)> {
    let parsed = parse(line);
    let Body::Value(whole) = &parsed.input.body else { return None };
    if !parsed.problems.is_empty() {
        return None;
    }
    let (mut dice, mut may_be_more) = (BTreeMap::<String, usize>::new(), false);
    let mut parts = vec![whole];
    while let Some(part) = parts.pop() {
        match &part.kind {
            ExprKind::Number(_) => {}
            ExprKind::Negate(part) => parts.push(part),
            ExprKind::Binary { op, left, right } if !matches!(op, BinaryOp::And | BinaryOp::Or) => {
                parts.extend([&**left, &**right]);
            }
            ExprKind::Pool(pool) if pool.formulas().next().is_none() => {
                let Amount::Fixed(count) = &pool.count else { return None };
                let die = match &pool.die {
                    syntax::DieExpr::Sides(Amount::Fixed(sides)) => Die::Sides(u32::try_from(*sides).ok()?),
                    syntax::DieExpr::Fate => Die::Faces([-1, 0, 1].into()),
                    syntax::DieExpr::Faces(faces) => Die::Faces(faces.as_slice().into()),
                    syntax::DieExpr::Own | syntax::DieExpr::Sides(Amount::Computed(_)) => return None,
                };
                let count = usize::try_from(*count).ok().filter(|count| *count > 0)?;
                let all = dice.entry(die.to_string()).or_default();
                *all = all.saturating_add(count);
                may_be_more |= pool.modifiers.iter().any(|one| one.suffix.throwing().is_some());
            }
            _ => return None,
        }
    }
    (!dice.is_empty()).then_some((dice, may_be_more))
}
