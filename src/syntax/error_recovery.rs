//! Error recovery: reports the token where parsing stops and blanks it out, so that the rest can be parsed.

use super::grammar::{Pair, Rule, is_blank, offset};
use super::mistakes::{OPERAND, decimal, piece, still_open};
use super::pool::between;
use super::{FormulaProblem, TextSpan, dots};
use crate::diagnostic::{Arg, Code};

/// What to do about the place where reading stopped.
pub(super) struct Mend {
    /// What is wrong there.
    pub(super) problem: FormulaProblem,
    /// What to blank out.
    pub(super) blank: TextSpan,
    /// What to put there instead, of one byte.
    pub(super) instead: Option<&'static str>,
}

/// Judges the place where reading stopped; `pairs` are all that were read.
pub(super) fn judge<'i>(text: &str, stop: usize, pairs: impl Iterator<Item = Pair<'i>> + Clone) -> Option<Mend> {
    let rest = text.get(stop..)?;
    let letter = rest.chars().next()?;
    let here = piece(text, stop);
    let found = text.get(here.range()).unwrap_or("");
    let blank = |problem, blank| Some(Mend { problem, blank, instead: None });
    if let ('.', Some(mend)) = (letter, dots::judge(text, stop)) {
        return Some(mend);
    }
    let open = still_open(pairs.clone(), stop);
    match letter {
        ')' | ']' => match (letter, open) {
            (')', Some(Rule::no_close_bracket)) => Some(wrong_close(here, found, "]")),
            (']', Some(Rule::no_close_paren)) => Some(wrong_close(here, found, ")")),
            (close, _) => {
                let more = rest.len().saturating_sub(rest.trim_start_matches(close).len());
                let all = between(here.start, here.start.saturating_add(offset(more)));
                let found = text.get(all.range()).unwrap_or("");
                let problem = FormulaProblem::new(Code::StrayClose, all).arg("found", found);
                // `force)d6`
                let before = text.get(..stop).unwrap_or("");
                let word = before.trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_').len();
                let dice = rest.strip_prefix(')').is_some_and(begins_with_dice) && word < stop;
                let problem = if dice {
                    let end = all.end;
                    let word = between(offset(word), end);
                    problem.may_fix(word, format!("({}", text.get(word.range()).unwrap_or("")))
                } else {
                    problem
                };
                blank(problem.may_fix(all, ""), all)
            }
        },
        '}' | '»' | '”' => {
            blank(FormulaProblem::new(Code::StrayClose, here).arg("found", found).may_fix(here, ""), here)
        }
        ',' | ';' => {
            let before = text.get(..stop).unwrap_or("");
            let whole = before.len().saturating_sub(before.trim_end_matches(|c: char| c.is_ascii_digit()).len());
            let after = rest.get(1..).unwrap_or("");
            let parts = after.len().saturating_sub(after.trim_start_matches(|c: char| c.is_ascii_digit()).len());
            // `1d8,3d6`: those digits belong to dice.
            let die = before.get(..before.len().saturating_sub(whole)).and_then(|one| one.strip_suffix(['d', 'D']));
            let dice = whole > 0 && die.is_some_and(|one| !one.ends_with(char::is_alphabetic));
            if letter == ',' && whole > 0 && parts > 0 && !dice {
                let end = here.end.saturating_add(offset(parts));
                let number = between(here.start.saturating_sub(offset(whole)), end);
                let written = text.get(number.range()).unwrap_or("");
                return blank(decimal(number, written), between(here.start, end));
            }
            let problem = FormulaProblem::new(Code::StraySeparator, here).arg("found", found);
            if open.is_none() && dice {
                let example = format!("{} + {}", before.trim(), after.trim());
                // One at a time, or together: what follows is not read with it.
                return blank(
                    problem.help_with("help-one-roll", "example", example),
                    between(here.start, offset(text.len())),
                );
            }
            blank(problem, here)
        }
        '[' => {
            let end = matching(rest).map_or(here.end, |length| here.start.saturating_add(offset(length)));
            let span = between(here.start, end);
            blank(FormulaProblem::new(Code::KeysWithoutTable, span).help("help-keys"), span)
        }
        '{' => {
            let length = rest.find('}').map_or(1, |at| at.saturating_add(1));
            let span = between(here.start, here.start.saturating_add(offset(length)));
            blank(FormulaProblem::new(Code::BracesWithoutDie, span).help("help-faces"), span)
        }
        '!' => {
            let length = rest.len().saturating_sub(rest.trim_start_matches('!').len());
            // `!p` is one sign elsewhere.
            let after = rest.get(length..).unwrap_or("");
            let letters = after.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(after.len());
            let length = if letters == 1 { length.saturating_add(1) } else { length };
            let span = between(here.start, here.start.saturating_add(offset(length)));
            blank(FormulaProblem::new(Code::StrayExplode, span).help("help-explode-touches"), span)
        }
        _ if matches!(found, "then" | "else" | "in") => {
            let help = if found == "in" { "help-let" } else { "help-if" };
            blank(FormulaProblem::new(Code::StrayWord, here).arg("found", found).help(help), here)
        }
        _ if letter.is_alphanumeric() && letter.is_ascii() || "+-*/%<>=&|.#\"(«“_".contains(letter) => {
            let wanted = if after_operand(text, stop) { expected(open) } else { OPERAND.to_vec() };
            let problem =
                FormulaProblem::new(Code::Syntax, here).arg("found", found).arg("expected", Arg::AnyOf(wanted));
            blank(problem, here)
        }
        _ => {
            let known = |c: char| c.is_alphanumeric() || is_blank(c) || "_()[]{},;#\"«»“”+-*/%<>=!&|.".contains(c);
            let length = rest.char_indices().skip(1).find(|&(_, c)| known(c)).map_or(rest.len(), |(at, _)| at);
            let span = between(here.start, here.start.saturating_add(offset(length)));
            let problem =
                FormulaProblem::new(Code::UnknownCharacter, span).arg("found", text.get(span.range()).unwrap_or(""));
            let problem = match letter {
                '^' => problem.help("help-power"),
                '·' | '⋅' | '•' | '∗' => problem.help("help-times"),
                _ => problem,
            };
            blank(problem, span)
        }
    }
}

fn wrong_close(here: TextSpan, found: &str, close: &'static str) -> Mend {
    let open = if close == ")" { "(" } else { "[" };
    let problem = FormulaProblem::new(Code::WrongClose, here).arg("found", found).arg("open", open).arg("close", close);
    Mend { problem: problem.fix(here, close), blank: here, instead: Some(close) }
}

/// What may follow a value.
fn expected(open: Option<Rule>) -> Vec<&'static str> {
    let end = match open {
        Some(Rule::no_close_paren) => "expected-close-paren",
        Some(Rule::no_close_bracket) => "expected-close-bracket",
        Some(Rule::no_then) => "expected-then",
        Some(Rule::no_else) => "expected-else",
        Some(Rule::no_in) => "expected-in",
        _ => "expected-end",
    };
    vec!["expected-operator", end]
}

/// Whether what is before a place can end a value.
fn after_operand(text: &str, stop: usize) -> bool {
    let before = text.get(..stop).unwrap_or("").trim_end_matches(is_blank);
    before.ends_with(|letter: char| letter.is_alphanumeric() || ")]}»\"”_%!".contains(letter))
}

/// Whether a text goes on with `d6` or the like.
pub(super) fn begins_with_dice(text: &str) -> bool {
    text.strip_prefix(['d', 'D']).is_some_and(|sides| sides.starts_with(|letter: char| letter.is_ascii_digit()))
}

/// How long the brackets at the beginning of a text are.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth = depth.saturating_add(1),
            ']' if depth == 1 => return Some(at.saturating_add(1)),
            ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}
