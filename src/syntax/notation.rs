//! Notations of other dice rollers that a ruleset can enable: `10d10>=8` counts dice, `d66` reads digits, and `d20adv`,
//! `1d6[fire]`, `/r 2d6`.

use std::ops::Range;

use super::error_recovery::begins_with_dice;
use super::{TokenKind, our_word, parse, parse_expr, tokens, translated};
use crate::dice::Suffix;
use crate::sort::Sort as _;

/// What a ruleset understands besides the language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Notation {
    /// A comparison right behind dice counts those that meet it; otherwise it compares their sum.
    pub counts: bool,
    /// `d66` is two dice of six sides, read as digits; otherwise one die of 66 sides.
    pub digits: bool,
    /// `d20adv`, `1d6[fire]`, `6x 4d6`, `/r 2d6`.
    pub foreign: bool,
}

/// Dice as written, with the modifiers that follow them.
struct DiceToken<'t> {
    at: Range<usize>,
    count: Option<u32>,
    /// There may be several of them.
    several: bool,
    sides: &'t str,
    /// Modifiers of letters and numbers stand behind them: `kh3`, `r1`.
    modified: bool,
    /// A comparison, its sign in the language and what is behind it.
    compared: Option<(Range<usize>, &'static str, &'t str)>,
}

/// Something that means less here than elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suspect {
    /// `10d10>=8`: where it is, and how successes are counted.
    Compared(Range<usize>, String),
    /// `10d10 >= 8`, which any sum is: where it is, and how successes are counted.
    Constant(Range<usize>, String),
    /// `d66`: where it is, and how its digits are read.
    Digits(Range<usize>, String),
    /// `2d6>=7`: where it is; no die has such a face.
    Beyond(Range<usize>),
    /// `2d66kh1`, where `d66` reads digits: where it is. The digits of such dice cannot be read.
    Unread(Range<usize>),
}

/// A range of a text, and its replacement.
type NotationEdit = (Range<usize>, String);

/// Texts that are longer are left as they are.
const LONGEST: usize = 1_000;
/// As often as this at most one text is rolled.
const MOST_ROLLS: usize = 100;
/// Dice of `5d66` that are written out.
pub const WRITTEN_OUT: u32 = 10;

impl Notation {
    /// A text in the language, if it is written otherwise and this understands it.
    #[must_use]
    pub fn rewritten(self, text: &str, known: &dyn Fn(&str) -> bool) -> Option<String> {
        if self == Self::default() || text.len() > LONGEST || self.repeated(text).is_some() {
            return None;
        }
        if let Some((left, right)) = sides(text) {
            let side = |text: &str| self.rewritten(text, known).unwrap_or_else(|| text.to_owned());
            let (left, right) = (side(left), side(right));
            let (left, told) = left.split_once('#').map_or((left.as_str(), ""), |(left, told)| (left, told.trim()));
            let remark = if told.is_empty() { String::new() } else { format!(" # {told}") };
            let new = format!("{} vs {}{remark}", left.trim_end(), right.trim_start());
            return (new != text).then_some(new);
        }
        let mut new = text.to_owned();
        if self.foreign {
            new = apart(&without_labels(&new));
            if parse_expr(&new).1.iter().any(|problem| problem.is_error())
                && let Some(found) = translated(&new, known).filter(|found| !found.doubtful)
            {
                new.replace_range(found.span.range(), &found.replacement);
            }
        }
        let read = |suspect: &Suspect| match suspect {
            Suspect::Compared(..) => self.counts,
            Suspect::Digits(..) => self.digits,
            Suspect::Constant(..) | Suspect::Beyond(_) | Suspect::Unread(_) => false,
        };
        let edits = self.found(&new).into_iter().filter(|(suspect, _)| read(suspect)).flat_map(|(_, edits)| edits);
        let mut edits: Vec<NotationEdit> = edits.collect();
        // From the last to the first, so that places before stay what they are.
        edits.order_by(|one, other| other.0.start.cmp(&one.0.start));
        for (at, ours) in edits {
            new.replace_range(at, &ours);
        }
        (new != text).then_some(new)
    }

    /// What this reads as the language does, although others would not.
    #[must_use]
    pub fn suspects(self, text: &str) -> Vec<Suspect> {
        let found = if text.len() > LONGEST { Vec::new() } else { self.found(text) };
        let mut found: Vec<Suspect> = found.into_iter().map(|(suspect, _)| suspect).collect();
        found.retain(|one| match one {
            Suspect::Compared(..) => !self.counts,
            Suspect::Digits(..) => !self.digits,
            Suspect::Beyond(_) => self.counts,
            Suspect::Constant(..) | Suspect::Unread(_) => true,
        });
        found
    }

    /// What others read otherwise, with the edits that make it mean the same in the language. Edits do not overlap,
    /// those of dice that say how many others there are included.
    fn found(self, text: &str) -> Vec<(Suspect, Vec<NotationEdit>)> {
        let mut found = Vec::new();
        for dice in dice(text) {
            let bare = text.get(dice.at.clone()).unwrap_or("");
            let compared = dice.compared.as_ref().filter(|_| dice.several).and_then(|(place, sign, number)| {
                // How large a name is shows when it is rolled; only where dice are counted does it not matter.
                let fits = match number.parse::<u64>() {
                    Ok(number) => number <= dice.sides.parse::<u64>().ok()?,
                    Err(_) => self.counts.then_some(true)?,
                };
                Some((dice.at.start..place.end, sign, number, fits))
            });
            let ones = if dice.digits() { dice.written_out() } else { None };
            if self.digits && dice.digits() && ones.is_none() {
                found.push((Suspect::Unread(dice.at.clone()), Vec::new()));
                continue;
            }
            let mut counted = None;
            if let Some(ones) = &ones {
                let all = ones.join(" + ");
                let all = if ones.len() > 1 { format!("({all})") } else { all };
                match &compared {
                    // Sums of digits are no pool that `count` takes.
                    Some((at, sign, number, true)) if self.digits && self.counts => {
                        let each = ones.iter().map(|one| format!("(if {one} {sign} {number} then 1 else 0)"));
                        let ours = format!("({})", each.collect::<Vec<_>>().join(" + "));
                        counted = Some((ours.clone(), vec![(at.clone(), ours)]));
                    }
                    _ => {
                        let edit = (dice.at.clone(), all.clone());
                        found.push((Suspect::Digits(dice.at.clone(), all), vec![edit]));
                    }
                }
            }
            match compared {
                Some((at, sign, number, true)) => {
                    let (ours, edits) = counted.unwrap_or_else(|| {
                        let begins = (at.start..at.start, "count(".to_owned());
                        let ends = (dice.at.end..at.end, format!(", {sign}{number})"));
                        (format!("count({bare}, {sign}{number})"), vec![begins, ends])
                    });
                    found.push((Suspect::Compared(at, ours), edits));
                }
                Some((at, ..)) => found.push((Suspect::Beyond(at), Vec::new())),
                None => found.extend(constant(text, &dice).map(|suspect| (suspect, Vec::new()))),
            }
        }
        found
    }

    /// What may be meant as [`repeated`](Self::repeated) rolls in other words: `4 times 2d6`, `repeat 3d6`, `repeat(3d6, 6)`.
    #[must_use]
    pub fn often(text: &str, known: &dyn Fn(&str) -> bool) -> Option<(Option<usize>, String)> {
        let text = text.trim();
        let all = Self { foreign: true, ..Self::default() };
        if let Some((count, rest)) = all.repeated(text) {
            return Some((Some(count), rest.to_owned()));
        }
        let count = |word: &str| word.parse::<usize>().ok().filter(|count| (1..=MOST_ROLLS).contains(count));
        let means = |word: &str, ours: &str| !known(word) && our_word("language", word) == Some(ours);
        let end = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
        let (first, rest) = text.split_at(end);
        let rest = rest.trim();
        if means(first, "repeat") {
            let inside = rest.strip_prefix('(').and_then(|inside| inside.strip_suffix(')'));
            if let Some((rolled, times)) = inside.and_then(|inside| inside.rsplit_once([',', ';'])) {
                return Some((Some(count(times.trim())?), rolled.trim().to_owned()));
            }
            let counted = rest.split_once(char::is_whitespace).and_then(|(times, rest)| Some((count(times)?, rest)));
            let (times, rest) = counted.map_or((None, rest), |(times, rest)| (Some(times), rest.trim()));
            return (!rest.is_empty()).then(|| (times, rest.to_owned()));
        }
        // `roll 3 2d6`
        let counted = rest.split_once(char::is_whitespace).filter(|_| means(first, "roll"));
        if let Some((times, rest)) = counted
            && let Some(times) = count(times)
            && is_read(rest)
        {
            return Some((Some(times), rest.trim().to_owned()));
        }
        let (times, rest) = (count(first)?, rest.split_once(char::is_whitespace));
        rest.filter(|(word, _)| means(word, "times")).map(|(_, rest)| (Some(times), rest.trim().to_owned()))
    }

    /// `6x 4d6`, `6x4d6`, `6x(4d6 + 1)`, `6#4d6`, `r6 4d6`: how often, and what is rolled so often. The last is understood
    /// everywhere, as it can be no formula. `2x 3x d6` is six times; nothing is so often that it could not be rolled.
    #[must_use]
    pub fn repeated(self, text: &str) -> Option<(usize, &str)> {
        let (mut times, mut rest) = self.repeated_once(text)?;
        while let Some((more, inner)) = self.repeated_once(rest) {
            times = times.checked_mul(more).filter(|times| *times <= MOST_ROLLS)?;
            rest = inner;
        }
        Some((times, rest))
    }

    fn repeated_once(self, text: &str) -> Option<(usize, &str)> {
        let digit = |letter: char| letter.is_ascii_digit();
        let mut text = text.trim();
        // `/r 6x 4d6`
        if let Some((command, rest)) = text.split_once(char::is_whitespace)
            && let Some(word) = command.strip_prefix(['/', '!'])
            && our_word("language", word) == Some("roll")
        {
            text = rest.trim_start();
        }
        let command = text.strip_prefix(['r', 'R']);
        let counted = command.unwrap_or(text);
        let rest = counted.trim_start_matches(digit);
        let count = counted.strip_suffix(rest)?.parse().ok().filter(|count| (1..=MOST_ROLLS).contains(count))?;
        // `6x(4d6 + 1)` rolls, `6x(2 + 1)` multiplies.
        let rolls = |rest: &str| match rest.starts_with('(') {
            true => {
                !dice(rest.char_indices().nth(LONGEST).and_then(|(end, _)| rest.get(..end)).unwrap_or(rest)).is_empty()
            }
            false => begins_with_dice(rest.trim_start_matches(digit)),
        };
        let apart = |rest: &str| rest.starts_with(char::is_whitespace);
        let rest = match (command, rest.strip_prefix(['x', 'X']), rest.strip_prefix('#')) {
            (Some(_), ..) => {
                let only = |rest: &&str| self.foreign || is_read(rest) && !is_read(text);
                return Some(rest).filter(|rest| apart(rest)).filter(only).map(|rest| (count, rest.trim()));
            }
            (_, Some(rest), _) => Some(rest).filter(|rest| apart(rest) || rolls(rest)),
            // Otherwise it is a comment.
            (.., rest) => rest.filter(|rest| rolls(rest) && parse_expr(rest).1.is_empty()),
        }?;
        self.foreign.then_some((count, rest.trim()))
    }
}

/// The texts before and after `vs`.
fn sides(text: &str) -> Option<(&str, &str)> {
    let vs =
        tokens(text).into_iter().find(|(at, kind)| *kind == TokenKind::Keyword && text.get(at.range()) == Some("vs"));
    let at = vs?.0.range();
    Some((text.get(..at.start)?, text.get(at.end..)?))
}

/// Whether a text can be read as it is typed.
fn is_read(text: &str) -> bool {
    parse(text).problems.is_empty()
}

impl DiceToken<'_> {
    /// Whether other programs read the sides as digits: `d66`, `d888`.
    fn digits(&self) -> bool {
        let first = self.sides.chars().next();
        let same = self.sides.chars().all(|digit| Some(digit) == first);
        same && self.sides.len() > 1 && matches!(first, Some('2'..='9'))
    }

    /// Each of them as its digits: `(10 * d6 + d6)`. Nothing where that is too long, where modifiers choose among them,
    /// and where their number is worked out.
    fn written_out(&self) -> Option<Vec<String>> {
        let face = self.sides.chars().next()?;
        let count = self.count.filter(|count| (1..=WRITTEN_OUT).contains(count) && !self.modified)?;
        let places = (0..self.sides.len()).rev().map(|place| match place {
            0 => format!("d{face}"),
            _ => format!("1{} * d{face}", "0".repeat(place)),
        });
        let one = format!("({})", places.collect::<Vec<_>>().join(" + "));
        (self.sides.len() < 5).then(|| vec![one; count as usize])
    }
}

/// Dice and a comparison apart from them, and nothing else, which holds for every sum or for none, though a die could
/// meet it.
fn constant(text: &str, dice: &DiceToken<'_>) -> Option<Suspect> {
    let whole = text.find('#').map_or(text, |at| text.get(..at).unwrap_or(text)).trim_end();
    let (bare, rest) = (text.get(dice.at.clone())?, whole.get(dice.at.end..)?.trim_start());
    let operator = [">=", "<=", "≥", "≤", ">", "<"].into_iter().find(|one| rest.starts_with(one))?;
    let number: u64 = rest.get(operator.len()..)?.trim_start().parse().ok()?;
    let (count, sides) = (u64::from(dice.count.filter(|_| dice.several)?), dice.sides.parse::<u64>().ok()?);
    let highest = count.checked_mul(sides)?;
    let (low, high) = match operator {
        ">=" | "≥" => (count >= number, highest >= number),
        ">" => (count > number, highest > number),
        "<=" | "≤" => (count <= number, highest <= number),
        _ => (count < number, highest < number),
    };
    let alone = text.get(..dice.at.start)?.trim().is_empty() && !dice.modified;
    let fits = (1..=sides).contains(&number);
    (alone && fits && low == high)
        .then(|| Suspect::Constant(dice.at.start..whole.len(), format!("count({bare}, {operator} {number})")))
}

/// The dice of a text, outside of quotes and comments.
fn dice(text: &str) -> Vec<DiceToken<'_>> {
    let body = text.find('#').map_or(text, |at| text.get(..at).unwrap_or(text));
    let digits = |from: usize| {
        let rest = body.get(from..).unwrap_or("");
        from + rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len())
    };
    let mut found = Vec::new();
    for (at, _) in body.match_indices(['d', 'D']) {
        let before = body.get(..at).unwrap_or("");
        let bracketed = in_brackets(before);
        let number = before.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        let start = bracketed.unwrap_or(number);
        let touches = before.get(..start).and_then(|before| before.chars().next_back());
        if touches.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '«' | '"')) {
            continue;
        }
        let percent = body.get(at + 1..).is_some_and(|rest| rest.starts_with('%'));
        let end = if percent { at + 2 } else { digits(at + 1) };
        let sides = if percent { "100" } else { body.get(at + 1..end).unwrap_or("") };
        let close = modified(body, end);
        let rest = body.get(close..).unwrap_or("");
        // A modifier that takes a comparison of its own, or a name.
        let more = rest.starts_with(|letter: char| letter.is_alphabetic() || letter == '!' || letter == '_');
        if sides.is_empty() {
            continue;
        }
        let signs = COMPARISONS.into_iter().filter(|_| !more);
        let compared = signs.into_iter().find(|(one, _)| rest.starts_with(one)).and_then(|(operator, sign)| {
            let from = close + operator.len();
            let to = from + operand(body.get(from..)?)?;
            Some((close..to, sign, body.get(from..to)?))
        });
        let modified = close > end || more;
        let count = body.get(start..at).and_then(|count| if count.is_empty() { Some(1) } else { count.parse().ok() });
        found.push(DiceToken {
            at: start..close,
            modified,
            count,
            several: bracketed.is_some() || count.is_some_and(|count| count > 1),
            sides,
            compared,
        });
    }
    found
}

/// Comparisons as they are written, and as the language writes them.
const COMPARISONS: [(&str, &str); 10] = [
    (">=", ">="),
    ("=>", ">="),
    ("<=", "<="),
    ("=<", "<="),
    ("==", "="),
    ("≥", "≥"),
    ("≤", "≤"),
    (">", ">"),
    ("<", "<"),
    ("=", "="),
];

/// How long the number, the name or the brackets are that a text begins with. Nothing where they hold dice: `3d6>=2d6`
/// compares two sums.
fn operand(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, kind) in tokens(text) {
        let at = at.range();
        match (kind, text.get(at.clone())?) {
            (TokenKind::Dice | TokenKind::Comment | TokenKind::Bad, _) => return None,
            (TokenKind::Bracket, "(" | "[") => open += 1,
            (TokenKind::Bracket, _) => open = open.checked_sub(1)?,
            _ => {}
        }
        let goes_on = open > 0 || kind == TokenKind::Operator || text.get(at.end..)?.starts_with(['.', '[', '(']);
        if !goes_on {
            return Some(at.end).filter(|_| !text.starts_with(char::is_whitespace));
        }
    }
    None
}

/// Where the brackets open that a text ends with, if no name is right before them: `(2 + 3)`.
fn in_brackets(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, letter) in text.strip_suffix(')').map(|_| text)?.char_indices().rev() {
        match letter {
            ')' => open += 1,
            '(' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(at);
        }
    }
    None
}

/// Where modifiers of letters and numbers end that stand behind dice: `kh3`, `r1`, `ro1`. What takes a comparison of its
/// own ends there.
fn modified(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or("");
        let letters = rest.len() - rest.trim_start_matches(|letter: char| letter.is_ascii_alphabetic()).len();
        let behind = rest.get(letters..).unwrap_or("");
        let digits = behind.len() - behind.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let known = Suffix::ALL.iter().any(|one| Some(one.word()) == rest.get(..letters));
        if !known || letters == 0 || digits == 0 {
            return at;
        }
        at += letters + digits;
    }
}

/// `d20adv` as `d20 adv`
fn apart(text: &str) -> String {
    let mut new = String::new();
    let mut before = None;
    for (at, letter) in text.char_indices() {
        let digit = before.is_some_and(|before: char| before.is_ascii_digit());
        let word = text.get(at..).is_some_and(|rest| rest.starts_with("adv") || rest.starts_with("dis"));
        if digit && word {
            new.push(' ');
        }
        new.push(letter);
        before = Some(letter);
    }
    new
}

/// `1d6[fire] + 2` as `1d6 + 2 # fire`
fn without_labels(text: &str) -> String {
    let mut labels = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        // `1d6`, `4d6!`, `d20adv`, `3`, `(2d6 + 1)`
        let last = before.trim_end().rsplit([' ', '+', '-', '−', '*', '/', '(', ',']).next().unwrap_or("");
        let number = last.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_dice = last.ends_with(|letter: char| letter.is_ascii_digit() || letter == ')')
            || begins_with_dice(number)
            || matches!(last, "adv" | "dis");
        match after.split_once(']') {
            Some((label, behind)) if is_dice && !label.is_empty() && !label.contains('[') => {
                plain.push_str(before);
                labels.push(label.trim());
                rest = behind;
            }
            _ => break,
        }
    }
    plain.push_str(rest);
    match (labels.is_empty(), plain.contains('#')) {
        (true, _) => text.to_owned(),
        (false, true) => format!("{plain}, {}", labels.join(", ")),
        (false, false) => format!("{} # {}", plain.trim_end(), labels.join(", ")),
    }
}
