//! Reports dots at places where no path can continue.

use super::error_recovery::Mend;
use super::grammar::{Pair, is_blank, offset, place};
use super::pool::between;
use super::{FormulaProblem, TextSpan, is_dice_word, is_keyword, mistakes};
use crate::diagnostic::Code;

/// Judges a dot at which reading stopped; `None` leaves it to what is said of any
/// sign.
pub(super) fn judge(text: &str, stop: usize) -> Option<Mend> {
    let dot = between(offset(stop), offset(stop.saturating_add(1)));
    let (written, rest) = (text.get(..stop)?, text.get(dot.end as usize..)?);
    if rest.starts_with('.') || written.ends_with('.') {
        return None;
    }
    let (before, after) = (written.trim_end_matches(is_blank), rest.trim_start_matches(is_blank));
    let start = text.len().saturating_sub(after.len());
    let next = mistakes::piece(text, start);
    let touches = after.len() == rest.len();
    let word = text.get(next.range()).unwrap_or("");
    let is_word = after.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    // What would follow the dot goes with it: by itself it means nothing.
    let on = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
    let path = after.len().saturating_sub(after.trim_start_matches(on).len());
    let all = between(dot.start, offset(start.saturating_add(path)));
    let mend = |problem, blank| Some(Mend { problem, blank, instead: None });
    if !ends_in_name(before) {
        if !is_word && !after.starts_with(QUOTES) {
            return None;
        }
        let problem = FormulaProblem::new(Code::NameBeforeDot, dot);
        let factor = last_word(before);
        let name = factor.trim_start_matches(|letter: char| letter.is_ascii_digit());
        if !touches || before.len() < stop || name.is_empty() || is_dice_word(factor) || is_taken(name) {
            return mend(problem.help("help-dot"), all);
        }
        let at = offset(stop.saturating_sub(name.len()));
        let times = factor.strip_suffix(name).unwrap_or("");
        let product = format!("{times} * {name}{}", text.get(all.range()).unwrap_or("."));
        // The number and its name go with it, or they would be a mistake of their own.
        let whole = between(offset(stop.saturating_sub(factor.len())), all.end);
        return mend(problem.help_with("help-sign", "joined", product).may_fix(between(at, at), " * "), whole);
    }
    if touches && after.starts_with(QUOTES) && !mistakes::is_closed(after) {
        let quote = between(next.start, offset(text.len()));
        return mend(mistakes::unclosed(text, quote), between(dot.start, quote.end));
    }
    if after.starts_with(QUOTES) || is_word && !is_taken(word) {
        let gaps = between(offset(before.len()), next.start);
        if gaps.range().len() > 1 {
            return mend(torn(gaps), all);
        }
        // It touches two names, but no path can stand here.
        let new = before.trim_end_matches(last_word(before)).trim_end_matches(is_blank).ends_with("let");
        return if new { mend(FormulaProblem::new(Code::DotInNewName, dot).help("help-let"), all) } else { None };
    }
    mend(FormulaProblem::new(Code::NameAfterDot, dot).help("help-dot"), dot)
}

/// A dot and the blanks that part it from its names.
pub(super) fn torn(span: TextSpan) -> FormulaProblem {
    FormulaProblem::new(Code::DotTouches, span).fix(span, ".")
}

/// A word that touches a dot from behind and is no name. One that means something else
/// is a name in quotes; a number behind a dot that does not touch a name is a decimal.
pub(super) fn no_name(pair: &Pair<'_>, dot: u32, torn: bool) -> FormulaProblem {
    let (word, span) = (pair.as_str(), place(pair));
    let digits = word.len().saturating_sub(word.trim_start_matches(|digit: char| digit.is_ascii_digit()).len());
    if torn && digits > 0 {
        let decimal = between(dot, span.start.saturating_add(offset(digits)));
        return mistakes::decimal(decimal, &format!(".{}", word.get(..digits).unwrap_or("")));
    }
    let problem = FormulaProblem::new(Code::NameAfterDot, span);
    if !is_taken(word) || digits > 0 {
        return problem.help("help-dot");
    }
    let quoted = format!("«{word}»");
    problem.help_with("help-dot-quotes", "quoted", &*quoted).fix(span, quoted.clone())
}

const QUOTES: [char; 3] = ['«', '"', '“'];

fn is_taken(word: &str) -> bool {
    is_dice_word(word) || is_keyword(word)
}

/// The letters and digits that a text ends with.
fn last_word(text: &str) -> &str {
    let rest = text.trim_end_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    text.get(rest.len()..).unwrap_or("")
}

fn ends_in_name(text: &str) -> bool {
    let word = last_word(text);
    let named = word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && !is_taken(word);
    named || text.ends_with(['»', '"', '”'])
}
