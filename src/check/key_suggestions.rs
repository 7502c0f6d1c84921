//! Suggestions for unknown keys: prefers names of the game, and drops errors that only follow from a guess.

use std::collections::HashSet;

use super::program::{CheckedGame, Named};
use super::root_causes::is_inside;
use crate::diagnostic::{Code, Diagnostic, Note, SuggestedFix};
use crate::ruleset::steps::{boxes_by, is_verb, of_boxes};
use crate::source::{Sources, Span};
use crate::syntax::{is_our_word, our_word};

/// A key that was read as another one.
struct Guess {
    key: Span,
    /// It means something else in other places, or what was meant is said: its value is not judged.
    unjudged: bool,
    /// As a verb that counts boxes.
    counts_boxes: bool,
}

/// Says of keys what they were meant to be, and leaves out what follows from them: errors in their values, that there are no
/// tracks to mark, and that nothing gives what could not be read.
pub(super) fn guessed(game: &CheckedGame, sources: &Sources, errors: &mut Vec<Diagnostic>) {
    let name = |one: &Diagnostic| one.text("name").map(str::to_owned);
    let never_given = errors.iter().filter(|one| one.code == Code::GatheredNeverGiven);
    let mut modifiers: HashSet<String> = never_given.filter_map(name).collect();
    modifiers.extend(game.modifiers.iter().map(|name| (**name).to_owned()));
    let mut guesses: Vec<Guess> = Vec::new();
    let mut given: Vec<String> = Vec::new();
    for one in errors.iter_mut().filter(|one| matches!(one.code, Code::UnknownKey | Code::StepWithoutVerb)) {
        let Some(at) = one.at else { continue };
        let key = one.text("key").map_or_else(|| sources.slice(at).to_owned(), str::to_owned);
        let what = one.text("what");
        let in_step = one.code == Code::StepWithoutVerb || what.is_some_and(is_verb);
        let in_set = what == Some("set") && key == "to";
        let gives = matches!(what, Some("tag" | "state")) && modifiers.contains(&key);
        let meant = value_behind(sources, at).and_then(|(value, end)| {
            let whole = Span { end, ..at };
            if let Some((name, start)) = in_set.then(|| set_before(sources, at)).flatten() {
                return Some((format!("set: {{{name}: {value}}}"), Span { start, ..whole }));
            }
            if gives && value.parse::<i64>().is_ok() {
                given.push(key.clone());
                return Some((format!("gives: {{{key}: {value}}}"), whole));
            }
            Some((as_a_step(game, sources, (&key, at), &value).filter(|_| in_step)?, whole))
        });
        if let Some((meant, span)) = meant {
            one.helps = Note::advice("help-write", "example", meant.as_str().into()).into_iter().collect();
            one.fixes = vec![SuggestedFix { span, replacement: meant, sure: false, tried: false }];
            guesses.push(Guess { key: at, unjudged: true, counts_boxes: false });
        } else if one.has_suggestion() {
            let counts_boxes = one.fixes.iter().any(|fix| of_boxes(&fix.replacement).is_some());
            guesses.push(Guess { key: at, unjudged: is_our_word("keys", &key), counts_boxes });
        }
    }
    leave_followers(sources, errors, &guesses, &given);
}

/// Leaves out what is wrong only because of these guesses, and of modifiers that something was meant to give.
fn leave_followers(sources: &Sources, errors: &mut Vec<Diagnostic>, guesses: &[Guess], given: &[String]) {
    let gives_nothing = errors.iter().any(|one| one.code == Code::NotAMap && one.text("what") == Some("gives"));
    let lacking = errors.iter().filter(|one| one.code == Code::TagValueMissing).filter_map(|one| one.at);
    let lacking: Vec<Span> = lacking.collect();
    errors.retain(|one| {
        let Some(at) = one.at else { return true };
        match one.code {
            Code::CountWithoutTime => !lacking.iter().any(|tag| stand_apart(sources, *tag, at, ":")),
            // `set: Luck, to: 3`
            Code::NotAMap if one.text("what") == Some("set") => {
                !guesses.iter().any(|guess| stand_apart(sources, at, guess.key, ","))
            }
            Code::GatheredNeverGiven => {
                !gives_nothing && one.text("name").is_none_or(|name| !given.iter().any(|given| given == name))
            }
            Code::NoTracks => !guesses.iter().any(|guess| {
                let behind = guess.key.source == at.source && at.end <= guess.key.start;
                guess.counts_boxes && behind && is_inside(sources, at, guess.key)
            }),
            _ => !guesses.iter().any(|guess| guess.unjudged && stand_apart(sources, guess.key, at, ":")),
        }
    });
}

/// Whether of two places the second follows the first, with only this between them.
fn stand_apart(sources: &Sources, first: Span, second: Span, by: &str) -> bool {
    first.source == second.source
        && first.end <= second.start
        && sources.slice(Span { start: first.end, end: second.start, ..first }).trim() == by
}

/// What is meant by a key of a step that is the name of something of the game, or by what a test is compared with.
fn as_a_step(game: &CheckedGame, sources: &Sources, (key, at): (&str, Span), value: &str) -> Option<String> {
    let number = value.parse::<i64>().ok();
    let size = number.map(i64::unsigned_abs);
    Some(match game.names.get(key) {
        Some(Named::Test(test)) => game.tests[*test].as_a_step(&format!("{key}({value})")),
        Some(Named::Action(_)) => format!("do: {key}"),
        Some(Named::Track(_)) => format!("{}: {}, on: {key}", boxes_by(number?), size?),
        Some(Named::Points(_) | Named::Trait(_)) => match (number, size) {
            (Some(..0), Some(size)) => format!("lose: {{{key}: {size}}}"),
            _ => format!("gain: {{{key}: {value}}}"),
        },
        Some(_) => return None,
        None => {
            let is_target = matches!(our_word("language", key), Some("target" | "vs"));
            let before = sources.get(at.source)?.text().get(..at.start).filter(|_| is_target)?;
            let (_, rolled) = before.rsplit_once("roll: ")?;
            let name = rolled.split([',', '}', '\n']).next()?.trim().trim_matches(['\'', '"']);
            let Some(Named::Test(test)) = game.names.get(name) else { return None };
            let test = &game.tests[*test];
            format!("with: {{{}: {value}}}", test.inputs.get(test.against?)?.0)
        }
    })
}

/// `set: NAME, ` before a key: the name, and where that begins.
fn set_before(sources: &Sources, key: Span) -> Option<(String, usize)> {
    let before = sources.get(key.source)?.text().get(..key.start)?;
    let at = before.rfind("set: ")?;
    let name = before.get(at..)?.strip_prefix("set: ")?.trim_end().strip_suffix(',')?;
    (!name.contains([',', ':', '{', '\n'])).then(|| (name.trim().to_owned(), at))
}

/// What is behind a key up to the next comma, the end of the line or of the braces around it; and where that ends.
fn value_behind(sources: &Sources, key: Span) -> Option<(String, usize)> {
    let rest = sources.get(key.source)?.text().get(key.end..)?;
    let mut depth = 0_usize;
    let ends = |letter: char| {
        match letter {
            '{' | '[' | '(' => depth = depth.saturating_add(1),
            '}' | ']' | ')' if depth > 0 => depth = depth.saturating_sub(1),
            '}' | ',' if depth == 0 => return true,
            '\n' => return true,
            _ => {}
        }
        false
    };
    let value = rest.get(..rest.find(ends).unwrap_or(rest.len()))?;
    let bare = value.strip_prefix(':')?.trim();
    (!bare.is_empty()).then(|| (bare.to_owned(), key.end + value.trim_end().len()))
}
