//! Notations that people bring along: of spreadsheets, other programs, another language.
//!
//! Their words are data, in `words.txt`. What is rewritten has to be readable; whether it means
//! anything in a game is for others to say.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::grammar::offset;
use super::parse::read;
use super::pool::between;
use super::{TextSpan, TokenKind, is_plain_name, tokens};
use crate::source::fold;

const WORDS: &str = include_str!("words.txt");

/// Texts that are longer are not looked at.
const LONGEST: usize = 1000;
/// How often one rule is applied.
const MOST: usize = 20;

/// Our word for somebody else's, in a section of `words.txt`, without case and accents: the first, if there are several.
#[must_use]
pub fn our_word(section: &str, theirs: &str) -> Option<&'static str> {
    our_words(section, theirs).first().copied()
}

/// All our words for somebody else's, in the order of `words.txt`: which of them fits is for its place to say.
#[must_use]
pub fn our_words(section: &str, theirs: &str) -> &'static [&'static str] {
    table().get(section).and_then(|words| words.get(&fold(theirs))).map_or(&[], Vec::as_slice)
}

/// Whether a word is one of ours, in a section of `words.txt`.
#[must_use]
pub fn is_our_word(section: &str, word: &str) -> bool {
    table().get(section).is_some_and(|words| words.values().any(|ours| ours.contains(&word)))
}

/// Our words by what others write, without case and accents.
type Words = HashMap<String, Vec<&'static str>>;

/// Our words by section and by what others write.
fn table() -> &'static HashMap<&'static str, Words> {
    static TABLE: OnceLock<HashMap<&'static str, Words>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: HashMap<&str, Words> = HashMap::new();
        let mut section = "";
        for line in WORDS.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name;
            } else if let Some((ours, theirs)) = line.split_once(": ") {
                for word in theirs.split(", ") {
                    let meant = table.entry(section).or_default().entry(fold(word)).or_default();
                    if !meant.contains(&ours) {
                        meant.push(ours);
                    }
                }
            }
        }
        table
    })
}

/// A part of a text, and how it is written here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// The part that is written otherwise.
    pub span: TextSpan,
    /// How it is written.
    pub replacement: String,
    /// Nothing else can be meant.
    pub sure: bool,
    /// It may be meant otherwise so often that it has to be shown.
    pub doubtful: bool,
    /// Others mean something else by it, which no formula can say: nobody is told to write this.
    pub ambiguous: bool,
}

/// A change of what is written as others write it.
type Rewrite = fn(&Pieces<'_>, &dyn Fn(&str) -> bool) -> Change;

/// How certain it is that a change is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// Nothing else can be meant.
    Sure,
    /// Others mean it so.
    Usual,
    /// It may well be meant otherwise.
    Doubtful,
    /// Others mean something else by it, which no formula can say.
    Ambiguous,
}

use Certainty::{Ambiguous, Doubtful, Sure, Usual};

/// One that takes what another would spoil comes before it.
const RULES: [(Rewrite, Certainty); 43] = [
    (wide, Sure),
    (command, Sure),
    (equals, Sure),
    (wrapped, Sure),
    (quoted, Sure),
    (floored, Usual),
    (remark, Usual),
    (sheet, Sure),
    (against, Sure),
    (dice, Sure),
    (failures, Usual),
    (kept, Sure),
    (operator, Sure),
    (divided, Usual),
    (option, Sure),
    (grouped, Sure),
    (pools, Sure),
    (percent, Sure),
    (chance, Doubtful),
    (power, Sure),
    (lookup, Doubtful),
    (rounded, Doubtful),
    (counted, Sure),
    (faces, Usual),
    (joined, Sure),
    (conditional, Sure),
    (half_conditional, Usual),
    (ternary, Sure),
    (colon, Sure),
    (turned, Sure),
    (bars, Sure),
    (absolute, Sure),
    (function, Sure),
    (either, Sure),
    (times, Sure),
    (times_dice, Ambiguous),
    (extreme, Doubtful),
    (advantage, Sure),
    (thrown_with, Doubtful),
    (word, Sure),
    (one_sided, Sure),
    (separators, Sure),
    (advantage_of_several, Usual),
];

/// What is written as others write it, in the notation of this language; `known` says whether a word is
/// a name and so stays what it is. Nothing if the text cannot be read then either.
#[must_use]
pub fn translated(text: &str, known: &dyn Fn(&str) -> bool) -> Option<Translated> {
    if text.len() > LONGEST {
        return None;
    }
    let mut new = text.to_owned();
    // Each after the others, as often as it applies; the pieces are looked for again when something has changed.
    let (mut at, mut applied) = (0, 0);
    let (mut sure, mut doubtful, mut ambiguous) = (true, false, false);
    loop {
        let pieces = Pieces::of(&new);
        let applies = |(at, (rule, _)): (usize, &(Rewrite, Certainty))| Some((at, rule(&pieces, known)?));
        let Some((found, (span, replacement))) = RULES.iter().enumerate().skip(at).find_map(applies) else { break };
        applied = if found == at { applied + 1 } else { 1 };
        (at, applied) = if applied == MOST { (found + 1, 0) } else { (found, applied) };
        let certainty = RULES.get(found).map_or(Doubtful, |(_, certainty)| *certainty);
        sure &= certainty == Sure;
        doubtful |= matches!(certainty, Doubtful | Ambiguous);
        ambiguous |= certainty == Ambiguous;
        new.replace_range(span, &replacement);
    }
    if new == text || !read(&new).problems.is_empty() {
        return None;
    }
    let (span, replacement) = difference(text, &new);
    Some(Translated { span, replacement, sure, doubtful, ambiguous })
}

/// The pieces that differ, whole.
fn difference(old: &str, new: &str) -> (TextSpan, String) {
    let bounds = |text: &str| {
        let pieces = tokens(text);
        pieces.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]).collect::<Vec<_>>()
    };
    let (ours, theirs) = (bounds(old), bounds(new));
    let same = |at: usize| old.get(..at).is_some_and(|before| new.starts_with(before));
    let mut starts: Vec<usize> = ours.iter().copied().filter(|&at| same(at) && theirs.contains(&at)).collect();
    starts.sort_unstable();
    starts.dedup();
    // What is called is told with its parentheses.
    let with_name = |start: usize| {
        let before = tokens(old).into_iter().rfind(|(span, _)| span.range().end <= start);
        let called = before.filter(|(_, kind)| *kind == TokenKind::Name).map(|(span, _)| span.range().start);
        let opens = |text: &str| text.get(start..).is_some_and(|rest| rest.starts_with('('));
        called.filter(|_| opens(new)).unwrap_or(start)
    };
    let end_from = |start: usize| {
        let behind = |at: usize| {
            let rest = old.get(at..)?;
            let begin = new.len().checked_sub(rest.len())?;
            (at >= start && begin >= start && new.ends_with(rest) && theirs.contains(&begin)).then_some((at, begin))
        };
        let whole = |&(end, last): &(usize, usize)| {
            // And what begins with a condition ends with its last value.
            let complete = |text: &str| is_balanced(text) && !text.trim_end().ends_with("else");
            old.get(start..end).is_some_and(is_balanced) && new.get(start..last).is_some_and(complete)
        };
        ours.iter().copied().filter_map(behind).filter(whole).min()
    };
    let last = starts.last().copied().unwrap_or(0);
    let found = starts.into_iter().rev().map(with_name).find_map(|start| Some((start, end_from(start)?)));
    let (start, (end, last)) = found.unwrap_or((with_name(last), (old.len(), new.len())));
    let replaced = old.get(start..end).unwrap_or("");
    let blanks = replaced.len() - replaced.trim_start().len();
    let gap = new.get(start..last).unwrap_or("");
    let replacement = gap.get(gap.len() - gap.trim_start().len()..).unwrap_or("");
    let kept = if blanks > 0 && replacement.len() < gap.len() { blanks } else { 0 };
    let replacement = if kept > 0 { replacement } else { gap };
    (between(offset(start + kept), offset(end)), replacement.to_owned())
}

/// Whether parentheses that open in a text close in it, and no others do.
fn is_balanced(text: &str) -> bool {
    let mut depth = 0_usize;
    text.chars().all(|letter| match letter {
        '(' => {
            depth += 1;
            true
        }
        ')' => depth.checked_sub(1).map(|less| depth = less).is_some(),
        _ => true,
    }) && depth == 0
}

type Change = Option<(std::ops::Range<usize>, String)>;

/// A text with its pieces.
struct Pieces<'t> {
    text: &'t str,
    list: Vec<(TextSpan, TokenKind)>,
}

impl<'t> Pieces<'t> {
    fn of(text: &'t str) -> Self {
        let list = tokens(text).into_iter().filter(|(_, kind)| *kind != TokenKind::Comment).collect();
        Self { text, list }
    }

    fn word(&self, at: usize) -> &'t str {
        self.list.get(at).and_then(|(span, _)| self.text.get(span.range())).unwrap_or("")
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.list.get(at).map(|(_, kind)| *kind)
    }

    fn start(&self, at: usize) -> usize {
        self.list.get(at).map_or(self.text.len(), |(span, _)| span.start as usize)
    }

    fn end(&self, at: usize) -> usize {
        self.list.get(at).map_or(self.text.len(), |(span, _)| span.end as usize)
    }

    fn slice(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or("")
    }

    /// Our word in the language, for a word that is no name.
    fn ours(&self, at: usize, known: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        let word = self.word(at);
        let is_word = matches!(self.kind(at), Some(TokenKind::Name | TokenKind::Keyword));
        if !is_word || known(word) { None } else { our_word("language", word) }
    }

    fn indices(&self) -> std::ops::Range<usize> {
        0..self.list.len()
    }

    /// Whether a value can end with a piece, or begin with it.
    fn is_value(&self, at: usize, bracket: &str) -> bool {
        match self.kind(at) {
            Some(TokenKind::Number | TokenKind::Dice | TokenKind::Name | TokenKind::QuotedName) => true,
            Some(TokenKind::Bracket) => self.word(at) == bracket,
            _ => false,
        }
    }

    /// The nearest piece before (`-1`) or after (`1`) another that ends what it is a part of: a bracket, a comma, one
    /// of these words.
    fn beside(&self, at: usize, step: isize, words: &[&str]) -> Option<usize> {
        let mut depth = 0_usize;
        let mut next = at;
        loop {
            next = next.checked_add_signed(step).filter(|&next| next < self.list.len())?;
            let (opens, closes) = if step < 0 { ([")", "]"], ["(", "["]) } else { (["(", "["], [")", "]"]) };
            let word = self.word(next);
            match word {
                _ if opens.contains(&word) => depth += 1,
                _ if closes.contains(&word) && depth > 0 => depth -= 1,
                _ if depth > 0 => {}
                "," | ";" => return Some(next),
                _ if closes.contains(&word) || words.contains(&word) => return Some(next),
                _ => {}
            }
        }
    }

    /// `if` with its three parts, in place of all these pieces.
    fn condition(&self, parts: [std::ops::Range<usize>; 3], whole: std::ops::Range<usize>) -> Change {
        if parts.iter().any(std::ops::Range::is_empty) {
            return None;
        }
        let [condition, then, other] = parts.map(|part| self.slice(self.start(part.start), self.end(part.end - 1)));
        let all = whole == (0..self.list.len());
        let enclosed =
            whole.start.checked_sub(1).is_some_and(|before| self.word(before) == "(") && self.word(whole.end) == ")";
        let new = format!("if {condition} then {then} else {other}");
        let new = if all || enclosed { new } else { format!("({new})") };
        Some((self.start(whole.start)..self.end(whole.end - 1), new))
    }

    /// Whether a piece is a comparison.
    fn compares(&self, at: usize) -> bool {
        matches!(self.word(at), "<" | ">" | "<=" | ">=" | "=" | "==" | "!=" | "≥" | "≤" | "≠" | "<>" | "=>" | "=<")
    }

    /// The piece that opens the parentheses which one closes, or the name that touches it.
    fn opening(&self, close: usize) -> Option<usize> {
        let mut depth = 0_usize;
        let open = (0..=close).rev().find(|&at| {
            match self.word(at) {
                ")" | "]" => depth += 1,
                "(" | "[" => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        let called = |&name: &usize| self.kind(name) == Some(TokenKind::Name) && self.end(name) == self.start(open);
        Some(open.checked_sub(1).filter(called).unwrap_or(open))
    }

    /// What stands in the brackets that a piece opens, cut at its commas; and the piece that closes them.
    fn inside(&self, open: usize) -> Option<(Vec<&'t str>, usize)> {
        if !matches!(self.word(open), "(" | "{") {
            return None;
        }
        let mut depth = 0_usize;
        let mut from = self.end(open);
        let mut parts = Vec::new();
        for at in open..self.list.len() {
            match self.word(at) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.checked_sub(1)?,
                "," | ";" if depth == 1 => {
                    parts.push(self.slice(from, self.start(at)).trim());
                    from = self.end(at);
                }
                _ => {}
            }
            if depth == 0 {
                parts.push(self.slice(from, self.start(at)).trim());
                return Some((parts, at));
            }
        }
        None
    }
}

/// Full-width digits and signs, as they are typed in East Asia.
fn wide(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let narrow = |letter: char| match u32::from(letter) {
        code @ 0xFF01..=0xFF5E => char::from_u32(code - 0xFEE0).unwrap_or(letter),
        _ => letter,
    };
    let new: String = pieces.text.chars().map(narrow).collect();
    (new != pieces.text).then_some((0..pieces.text.len(), new))
}

/// `=a + b`, as spreadsheets have it.
fn equals(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    (pieces.word(0) == "=" && pieces.list.len() > 1).then(|| (pieces.start(0)..pieces.start(1), String::new()))
}

/// `[[2d6]]`, `` `2d6` ``
fn wrapped(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let last = pieces.list.len().checked_sub(1)?;
    let ends = (pieces.word(0), pieces.word(1), pieces.word(last.checked_sub(1)?), pieces.word(last));
    let (from, to) = match ends {
        ("[", "[", "]", "]") => (2, last - 1),
        ("`", _, _, "`") => (1, last),
        _ => return None,
    };
    let inside = pieces.slice(pieces.start(from), pieces.start(to)).trim_end();
    (from < to).then(|| (pieces.start(0)..pieces.end(last), inside.to_owned()))
}

/// `'two words'`
fn quoted(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let is_quote = |at: &usize| matches!(pieces.word(*at), "'" | "‘" | "’");
    let open = pieces.indices().find(is_quote)?;
    let close = (open + 1..pieces.list.len()).find(is_quote)?;
    let inside = pieces.slice(pieces.end(open), pieces.start(close)).trim();
    (!inside.is_empty()).then(|| (pieces.start(open)..pieces.end(close), format!("«{inside}»")))
}

/// Where two slashes stand behind something.
fn slashes(pieces: &Pieces<'_>) -> Option<usize> {
    let touch =
        |&at: &usize| pieces.word(at) == "/" && pieces.word(at + 1) == "/" && pieces.end(at) == pieces.start(at + 1);
    pieces.indices().find(touch).filter(|&at| at > 0)
}

/// `a // 2`, a division that rounds down, if a formula of known names goes on behind it.
fn floored(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = slashes(pieces)?;
    let rest = pieces.text.get(pieces.end(at + 1)..)?;
    let others = Pieces::of(rest);
    let means = |one: usize| {
        let called = others.word(one + 1) == "(" && our_word("functions", others.word(one)).is_some();
        others.kind(one) != Some(TokenKind::Name) || known(others.word(one)) || called
    };
    // It may still be inside of brackets, which close behind it.
    let goes_on = others.is_value(0, "(") && others.indices().all(means);
    let whole = || format!("{}{rest}", pieces.slice(0, pieces.start(at)).to_owned() + "/");
    let divides = goes_on && pieces.is_value(at - 1, ")") && read(&whole()).problems.is_empty();
    divides.then(|| {
        let from = pieces.end(at - 1);
        let to = pieces.start(at + 2);
        (from..to, " div down ".to_owned())
    })
}

/// `// what for`
fn remark(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = slashes(pieces)?;
    Some((pieces.start(at)..pieces.end(at + 1), "#".to_owned()))
}

/// `@{name}`, `@name`
fn sheet(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.word(at) == "@")?;
    let rest = pieces.text.get(pieces.end(at)..)?;
    let (name, end) = match rest.strip_prefix('{') {
        Some(inside) => (inside.split('}').next()?, 2),
        None => (pieces.word(at + 1), 0),
    };
    let plain = is_plain_name(name);
    let name_end = pieces.end(at) + name.len() + end;
    pieces.text.get(..name_end)?;
    let new = if plain { name.to_owned() } else { format!("«{name}»") };
    (!name.is_empty() && !name.contains('«')).then(|| (pieces.start(at)..name_end, new))
}

/// `a against b`, `a vs. b`
fn against(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")"));
        if pieces.word(at) == "vs" && pieces.slice(pieces.end(at), pieces.end(at) + 1) == "." {
            return before.then(|| (pieces.end(at)..pieces.end(at) + 1, String::new()));
        }
        let ours = pieces.ours(at, known).filter(|ours| *ours == "vs" && pieces.word(at) != "vs")?;
        (before && pieces.is_value(at + 1, "(")).then(|| (pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `1W6`, `4df`, `2d6cs>=5`
fn dice(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let (word, range) = (pieces.word(at), pieces.start(at)..pieces.end(at));
        if pieces.kind(at) == Some(TokenKind::Dice) {
            let rolled = word.strip_suffix("cs").filter(|_| pieces.kind(at + 1) == Some(TokenKind::Operator))?;
            let counted = (pieces.kind(at + 2) == Some(TokenKind::Number))
                .then(|| pieces.slice(range.end, pieces.end(at + 2)))?;
            return Some((range.start..pieces.end(at + 2), format!("count({rolled}, {})", counted.trim())));
        }
        if pieces.kind(at) != Some(TokenKind::Name) || known(word) {
            return None;
        }
        if matches!(word, "df" | "Df") {
            return Some((range, "dF".to_owned()));
        }
        let sides = word.strip_prefix(['w', 'W'])?;
        (!sides.is_empty() && sides.bytes().all(|it| it.is_ascii_digit())).then(|| (range, format!("d{sides}")))
    })
}

/// `a plus b`, `a mod b`
fn operator(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    operator_of(pieces, known, "operators")
}

/// `a div b`, which leaves the fraction out wherever it is written.
fn divided(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    operator_of(pieces, known, "divisions")
}

fn operator_of(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool, section: &str) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let ours = our_word(section, word).filter(|_| pieces.kind(at) == Some(TokenKind::Name) && !known(word))?;
        let between = pieces.is_value(at.checked_sub(1)?, ")") && pieces.is_value(at + 1, "(");
        between.then(|| (pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `/roll 2d6`, as chats know it; `roll 2d6`.
fn command(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    if pieces.ours(0, known) == Some("roll") && pieces.is_value(1, "") {
        return Some((pieces.start(0)..pieces.start(1), String::new()));
    }
    let rest = pieces.text.trim_start();
    let at = pieces.text.len() - rest.len();
    let word = rest.strip_prefix(['/', '!'])?;
    let letters = word.find(|letter: char| !letter.is_alphabetic()).filter(|&length| length > 0)?;
    let after = word.get(letters..)?;
    let blanks = after.len() - after.trim_start().len();
    (blanks > 0).then(|| (at..at + 1 + letters + blanks, String::new()))
}

/// `4d6 vs 15 --after 5,1`: an option of the command line among what is rolled.
fn option(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&first| {
        let touch = |at: usize| pieces.end(at) == pieces.start(at + 1);
        let name = pieces.word(first + 2);
        (pieces.word(first), pieces.word(first + 1)) == ("-", "-")
            && touch(first)
            && touch(first + 1)
            && name.len() > 1
            && pieces.kind(first + 2) == Some(TokenKind::Name)
            && !known(name)
    })?;
    let start = pieces.text.get(..pieces.start(at))?.trim_end().len();
    (start > 0).then(|| (start..pieces.text.len(), String::new()))
}

/// `1_000`
fn grouped(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let mut pairs = pieces.indices().zip(1..);
    let is_group = |word: &str| word.starts_with('_') && word.bytes().all(|it| it == b'_' || it.is_ascii_digit());
    let (first, second) = pairs.find(|&(first, second)| {
        pieces.kind(first) == Some(TokenKind::Number)
            && pieces.end(first) == pieces.start(second)
            && is_group(pieces.word(second))
    })?;
    let digits: String = [pieces.word(first), pieces.word(second)].concat().replace('_', "");
    Some((pieces.start(first)..pieces.end(second), digits))
}

/// `AND(a; b)`
fn joined(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.ours(at, known).filter(|ours| matches!(*ours, "and" | "or"))?;
        if at.checked_sub(1).is_some_and(|before| pieces.is_value(before, ")")) {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        if parts.len() < 2 || parts.iter().any(|part| part.is_empty()) {
            return None;
        }
        let part = |part: &&str| {
            let several = tokens(part).iter().any(|(span, kind)| {
                let word = part.get(span.range()).unwrap_or("");
                let joins = matches!(our_word("language", word), Some("and" | "or" | "if"));
                *kind == TokenKind::Keyword || joins && *kind == TokenKind::Name && !known(word)
            });
            if several { format!("({part})") } else { (*part).to_owned() }
        };
        let new = parts.iter().map(part).collect::<Vec<_>>().join(&format!(" {word} "));
        Some((pieces.start(at)..pieces.end(close), format!("({new})")))
    })
}

/// `IF(a; b; c)`
fn conditional(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("if") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let [condition, then, other] = parts.as_slice() else { return None };
        Some((pieces.start(at)..pieces.end(close), format!("(if {condition} then {then} else {other})")))
    })
}

/// `IF(a; b)`, which is 0 where the condition is not met.
fn half_conditional(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("if") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let [condition, then] = parts.as_slice() else { return None };
        let whole = !condition.is_empty() && !then.is_empty();
        whole.then(|| (pieces.start(at)..pieces.end(close), format!("(if {condition} then {then} else 0)")))
    })
}

/// `a ? b : c`; of several, the last first.
fn ternary(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().rfind(|&at| pieces.word(at) == "?")?;
    let colon = pieces.beside(at, 1, &[":"]).filter(|&colon| pieces.word(colon) == ":")?;
    let (from, to) = (pieces.beside(at, -1, &["?", ":"]), pieces.beside(colon, 1, &[":"]));
    let from = from.map_or(0, |before| before + 1);
    let to = to.unwrap_or(pieces.list.len());
    pieces.condition([from..at, at + 1..colon, colon + 1..to], from..to)
}

/// `if a: b else c`
fn colon(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.ours(at, known) == Some("if"))?;
    let colon = pieces.beside(at, 1, &[":", "then"]).filter(|&colon| pieces.word(colon) == ":")?;
    Some((pieces.end(colon - 1)..pieces.end(colon), " then".to_owned()))
}

/// `b if a else c`
fn turned(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let ours = |at: usize, word: &str| pieces.ours(at, known) == Some(word);
    let at = pieces
        .indices()
        .rfind(|&at| at.checked_sub(1).is_some_and(|one| pieces.is_value(one, ")")) && ours(at, "if"))?;
    let other = pieces.beside(at, 1, &["then", "else", "sino"]).filter(|&other| ours(other, "else"))?;
    let from = pieces.beside(at, -1, &["else", "sino"]).map_or(0, |before| before + 1);
    let to = pieces.beside(other, 1, &[]).unwrap_or(pieces.list.len());
    pieces.condition([at + 1..other, from..at, other + 1..to], from..to)
}

/// `|a - b|`
fn bars(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let ends_value =
        |at: usize| at.checked_sub(1).is_some_and(|one| pieces.is_value(one, ")") || pieces.word(one) == "]");
    let open = pieces.indices().find(|&at| pieces.word(at) == "|" && !ends_value(at))?;
    let close = (open + 1..pieces.list.len()).find(|&at| pieces.word(at) == "|" && ends_value(at))?;
    let inside = pieces.slice(pieces.end(open), pieces.start(close));
    Some((pieces.start(open)..pieces.end(close), format!("abs({inside})")))
}

/// `abs(a)`; what may throw dice is thrown once.
fn absolute(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("absolute") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let [inside] = parts.as_slice() else { return None };
        let simple = close == at + 3;
        let new = match simple {
            true => format!("max({inside}, -{inside})"),
            false => format!("(let n = {inside} in max(n, -n))"),
        };
        Some((pieces.start(at)..pieces.end(close), new))
    })
}

/// `MAX(a, b)`
fn function(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let calls = pieces.kind(at) == Some(TokenKind::Name) && pieces.word(at + 1) == "(" && !known(word);
        let ours = our_word("functions", word).filter(|ours| calls && *ours != word)?;
        Some((pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `and/or`
fn either(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| {
        pieces.ours(at, known) == Some("and") && pieces.word(at + 1) == "/" && pieces.ours(at + 2, known) == Some("or")
    })?;
    Some((pieces.start(at)..pieces.end(at + 2), "or".to_owned()))
}

/// `2 x 3`, `2x Name`, `2x3`
fn times(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    times_of(pieces, known, |left, right| left != Some(TokenKind::Number) || right != Some(TokenKind::Dice))
}

/// `6x 4d6`: six throws rather than six times the sum of one.
fn times_dice(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    times_of(pieces, known, |_, _| true)
}

fn times_of(
    pieces: &Pieces<'_>,
    known: &dyn Fn(&str) -> bool,
    meant: impl Fn(Option<TokenKind>, Option<TokenKind>) -> bool,
) -> Change {
    pieces.indices().find_map(|at| {
        let left = at.checked_sub(1)?;
        if pieces.kind(at) != Some(TokenKind::Name) || !pieces.is_value(left, ")") || known(pieces.word(at)) {
            return None;
        }
        let word = pieces.word(at);
        if pieces.ours(at, known) == Some("times") && pieces.is_value(at + 1, "(") {
            if !meant(pieces.kind(left), pieces.kind(at + 1)) {
                return None;
            }
            return Some((pieces.end(left)..pieces.start(at + 1), " * ".to_owned()));
        }
        let mut letters = word.chars();
        let sign = letters.next().map(String::from)?;
        let rest = letters.as_str();
        let factor = !rest.is_empty() && (rest.bytes().all(|digit| digit.is_ascii_digit()) || known(rest));
        let touches = pieces.end(left) == pieces.start(at) && pieces.kind(left) == Some(TokenKind::Number);
        (factor && touches && our_word("language", &sign) == Some("times"))
            .then(|| (pieces.start(at)..pieces.end(at), format!(" * {rest}")))
    })
}

/// `4d6 drop lowest`, `drop lowest 4d6`
fn kept(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let what = pieces.ours(at, known).filter(|what| matches!(*what, "drop" | "keep" | "lowest" | "highest"))?;
        let mut which = None;
        let mut count = None;
        // `the highest of 3d6`
        let alone = !matches!(what, "drop" | "keep");
        let mut next = if alone { at } else { at + 1 };
        if alone && matches!(pieces.word(at + 1), "(" | "[") {
            return None;
        }
        loop {
            match (pieces.ours(next, known), pieces.kind(next)) {
                (Some(word @ ("lowest" | "highest")), _) if which.is_none() => which = Some(word),
                (Some("filler"), _) => {}
                (_, Some(TokenKind::Number)) if count.is_none() => count = Some(pieces.word(next)),
                _ => break,
            }
            next += 1;
        }
        let usual = if what == "drop" { "lowest" } else { "highest" };
        let letters = match (what, which.unwrap_or(usual)) {
            ("drop", "lowest") => "dl",
            ("drop", _) => "dh",
            (_, "lowest") => "kl",
            _ => "kh",
        };
        let suffix = format!("{letters}{}", count.unwrap_or("1"));
        let is_dice = |at: usize| pieces.kind(at) == Some(TokenKind::Dice);
        if let Some(dice) = at.checked_sub(1).filter(|&dice| is_dice(dice)) {
            return Some((pieces.end(dice)..pieces.end(next - 1), suffix));
        }
        let first = at.checked_sub(1).filter(|&one| pieces.ours(one, known) == Some("filler")).unwrap_or(at);
        is_dice(next).then(|| (pieces.start(first)..pieces.end(next), format!("{}{suffix}", pieces.word(next))))
    })
}

/// `d20 adv`, `d20 with advantage`
fn advantage(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    advantage_of(pieces, known, |count| count == 1)
}

/// `2d6 with advantage`: not all games mean the same by it.
fn advantage_of_several(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    advantage_of(pieces, known, |count| count > 1)
}

fn advantage_of(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool, meant: impl Fn(u32) -> bool) -> Change {
    let at = pieces.indices().find(|&at| matches!(pieces.ours(at, known), Some("advantage" | "disadvantage")))?;
    let suffix = if pieces.ours(at, known) == Some("advantage") { "kh" } else { "kl" };
    let mut dice = pieces.indices().filter(|&one| pieces.kind(one) == Some(TokenKind::Dice));
    let (Some(one), None) = (dice.next(), dice.next()) else { return None };
    let (count, sides) = pieces.word(one).split_once(['d', 'D'])?;
    if sides.is_empty() || !sides.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // One more is rolled, and as many are kept as there were.
    let count: u32 = if count.is_empty() { 1 } else { count.parse().ok()? };
    if !meant(count) {
        return None;
    }
    let new = format!("{}d{sides}{suffix}{count}", count.checked_add(1)?);
    let joins = |at: usize| pieces.ours(at, known) == Some("joining");
    let from = at.checked_sub(1).filter(|&before| joins(before)).unwrap_or(at);
    let to = if joins(at + 1) { at + 1 } else { at };
    if let Some((parts, close)) = pieces.inside(at + 1) {
        let only = parts.len() == 1 && at + 2 == one && close == one + 1;
        return only.then(|| (pieces.start(at)..pieces.end(close), new));
    }
    let joined = |from: usize, to: usize| pieces.slice(from, to).trim().to_owned();
    if at < one {
        let between = joined(pieces.end(to), pieces.start(one));
        return Some((pieces.start(from)..pieces.end(one), format!("{between}{new}")));
    }
    let between = pieces.slice(pieces.end(one), pieces.start(from)).trim_end();
    let between = between.trim_end_matches('+').trim_end();
    Some((pieces.start(one)..pieces.end(at), format!("{new}{between}")))
}

/// `10d6>5f1`: dice that count, less those that count against it; `10d6 f5`
fn failures(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let face = pieces.word(at).strip_prefix('f')?;
        let (dice, from) = match (pieces.kind(at.checked_sub(1)?), at.checked_sub(3)) {
            (Some(TokenKind::Number), Some(dice)) if pieces.compares(dice + 1) => (dice, dice),
            (Some(TokenKind::Dice), _) => (at - 1, at - 1),
            _ => return None,
        };
        if pieces.kind(dice) != Some(TokenKind::Dice) || known(pieces.word(at)) {
            return None;
        }
        // `f<2` has its number in pieces of its own.
        let close = if face.is_empty() && pieces.compares(at + 1) { at + 2 } else { at };
        let face = if close > at { pieces.slice(pieces.end(at), pieces.end(close)) } else { face };
        if !face.ends_with(|letter: char| letter.is_ascii_digit()) || face.contains(char::is_alphabetic) {
            return None;
        }
        let rolled = pieces.word(dice);
        let new = match pieces.slice(pieces.end(dice), pieces.end(at - 1)).trim() {
            "" => format!("count({rolled}, {face})"),
            // There `>5` is five or more.
            met => {
                let number = met.trim_start_matches(['<', '>', '=']).trim();
                let sign = if met.starts_with('<') { "<=" } else { ">=" };
                format!("count({rolled}, {sign} {number}) - count({face})")
            }
        };
        Some((pieces.start(from)..pieces.end(close), new))
    })
}

/// `{2d6, 1d8}kh1`, `{4d6}`
fn pools(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let open = pieces.indices().find(|&at| {
        let touched = at.checked_sub(1).is_some_and(|left| pieces.end(left) == pieces.start(at));
        pieces.word(at) == "{" && !touched
    })?;
    let (parts, close) = pieces.inside(open)?;
    let touches = pieces.end(close) == pieces.start(close + 1);
    let suffix = if touches && pieces.kind(close + 1) == Some(TokenKind::Name) { pieces.word(close + 1) } else { "" };
    let to = if suffix.is_empty() { close } else { close + 1 };
    if parts.iter().any(|part| part.is_empty()) {
        return None;
    }
    let new = match (parts.as_slice(), suffix) {
        ([one], "") => format!("({one})"),
        ([one], _) => format!("{one}{suffix}"),
        (_, "") => format!("({})", parts.join(" + ")),
        (_, "kh" | "kh1" | "k" | "k1") => format!("max({})", parts.join(", ")),
        (_, "kl" | "kl1") => format!("min({})", parts.join(", ")),
        _ => return None,
    };
    Some((pieces.start(open)..pieces.end(to), new))
}

/// A `%` that is no operator: nothing that it could divide by follows.
fn percentage(pieces: &Pieces<'_>) -> Option<usize> {
    pieces.indices().find(|&at| {
        let number = at.checked_sub(1).is_some_and(|one| pieces.kind(one) == Some(TokenKind::Number));
        number && pieces.word(at) == "%" && !pieces.is_value(at + 1, "(")
    })
}

/// `d100 <= 45%`, `Name * 45%`
fn percent(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = percentage(pieces)?;
    let before = at.checked_sub(2)?;
    let new = match pieces.word(before) {
        "vs" => "",
        "*" | "×" => " / 100",
        _ if pieces.compares(before) => "",
        _ => return None,
    };
    Some((pieces.end(at - 1)..pieces.end(at), new.to_owned()))
}

/// `45%` alone; `45% of Name`
fn chance(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let (at, number) = match percentage(pieces) {
        Some(at) => (at, pieces.word(at - 1)),
        None => {
            let of = |at: &usize| pieces.word(*at) == "%" && pieces.ours(at + 1, known) == Some("filler");
            let at = pieces.indices().find(of)?;
            (at, pieces.word(at.checked_sub(1)?))
        }
    };
    if pieces.list.len() == 2 {
        return Some((pieces.start(0)..pieces.end(at), format!("d100 <= {number}")));
    }
    let of = pieces.ours(at + 1, known) == Some("filler") && pieces.is_value(at + 2, "");
    of.then(|| (pieces.start(at - 1)..pieces.end(at + 2), format!("{} * {number} / 100", pieces.word(at + 2))))
}

/// How many factors a power is written out with.
const MOST_FACTORS: usize = 5;

/// `2^3`, `Name**2`, `pow(Name; 2)`: a product.
fn power(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let product = |base: &str, simple: bool, exponent: &str, whole: bool| {
        let count = exponent.parse().ok().filter(|count| (2..=MOST_FACTORS).contains(count))?;
        let (factor, outer) = if simple { (base, None) } else { ("n", Some(base)) };
        let new = vec![factor; count].join(" * ");
        let new = outer.map_or_else(|| new.clone(), |base| format!("let n = {base} in {new}"));
        Some(if whole { new } else { format!("({new})") })
    };
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) == Some("power") {
            let (parts, close) = pieces.inside(at + 1)?;
            let [base, exponent] = parts.as_slice() else { return None };
            let whole = at == 0 && close + 1 == pieces.list.len();
            let new = product(base, is_plain_name(base) || base.parse::<u32>().is_ok(), exponent, whole)?;
            return Some((pieces.start(at)..pieces.end(close), new));
        }
        let doubled = |at: usize| pieces.word(at) == "*" && pieces.word(at + 1) == "*";
        let (exponent, close) = match pieces.word(at) {
            "²" => ("2", at),
            "³" => ("3", at),
            "^" | "**" => (pieces.word(at + 1), at + 1),
            "*" if doubled(at) => (pieces.word(at + 2), at + 2),
            _ => return None,
        };
        let last = at.checked_sub(1).filter(|&last| pieces.is_value(last, ")"))?;
        let first = if pieces.word(last) == ")" { pieces.opening(last)? } else { last };
        let multiple = first.checked_sub(1).is_some_and(|one| pieces.end(one) == pieces.start(first));
        if multiple && matches!(pieces.kind(first - 1), Some(TokenKind::Number | TokenKind::Name)) {
            return None;
        }
        let simple = matches!(pieces.kind(last), Some(TokenKind::Number | TokenKind::Name | TokenKind::QuotedName));
        let whole = first == 0 && close + 1 == pieces.list.len();
        let base = pieces.slice(pieces.start(first), pieces.end(last));
        Some((pieces.start(first)..pieces.end(close), product(base, simple, exponent, whole)?))
    })
}

/// `VLOOKUP(row; Table; 2)`
fn lookup(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.ours(at, known) != Some("lookup") {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let (row, table, column) = match parts.as_slice() {
            [row, table] | [row, table, "2"] | [row, table, "2", _] => (row, table, None),
            [row, table, column] | [row, table, column, _] => (row, table, Some(column)),
            _ => return None,
        };
        let named = is_plain_name(table) || table.starts_with(['«', '"']);
        let new = column.map_or_else(|| format!("{table}[{row}]"), |column| format!("{table}[{row}, {column}]"));
        (named && !row.is_empty()).then(|| (pieces.start(at)..pieces.end(close), new))
    })
}

/// `ROUND(a / b)`: all numbers are whole, so a division says how it rounds, and nothing else needs to.
fn rounded(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        if pieces.kind(at) != Some(TokenKind::Name) || known(pieces.word(at)) {
            return None;
        }
        // Some of those words have a dot in them.
        let last = if pieces.word(at + 1) == "." { at + 2 } else { at };
        let way = our_word("rounding", pieces.slice(pieces.start(at), pieces.end(last)))?;
        let (parts, close) = pieces.inside(last + 1)?;
        let ([inside] | [inside, "0"]) = parts.as_slice() else { return None };
        let from = last + 2;
        let end = pieces.start(from) + inside.len();
        let new = rounded_sum(pieces, from..close, end, way)?;
        let alone = at == 0 && close + 1 == pieces.list.len() || is_plain_name(&new);
        let new = if alone { new } else { format!("({new})") };
        (!inside.is_empty()).then(|| (pieces.start(at)..pieces.end(close), new))
    })
}

/// A sum of whole numbers and at most one division at the end of one of its parts, which rounds as the whole would:
/// those of these pieces that stand before `end`.
fn rounded_sum(pieces: &Pieces<'_>, range: std::ops::Range<usize>, end: usize, way: &str) -> Option<String> {
    let inside = range.start..range.end.min(pieces.list.partition_point(|(span, _)| (span.start as usize) < end));
    let divides = |at: &usize| matches!(pieces.word(*at), "/" | "÷");
    let mut all = inside.clone().filter(divides);
    let start = pieces.start(inside.start);
    let (Some(division), None) = (all.next(), all.next()) else {
        return (!inside.clone().any(|at| divides(&at))).then(|| pieces.slice(start, end).to_owned());
    };
    let mut depth = 0_usize;
    for at in inside {
        let word = pieces.word(at);
        match word {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.checked_sub(1)?,
            _ if depth > 0 && at == division => return None,
            _ if depth > 0 => {}
            // What is taken from something is rounded the other way; what is multiplied, before it is.
            "-" | "−" | "–" if at < division => return None,
            "*" | "×" | "%" if at > division => return None,
            _ if pieces.compares(at) || pieces.kind(at) == Some(TokenKind::Keyword) => return None,
            _ => {}
        }
    }
    let (left, right) = (pieces.slice(start, pieces.start(division)), pieces.slice(pieces.end(division), end));
    Some(format!("{} div {way} {}", left.trim_end(), right.trim_start()))
}

/// `count 6 in 5d6`, `count 5d6 >= 5`
fn counted(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let called = our_word("functions", word) == Some("count") && !known(word);
        if !called || pieces.word(at + 1) == "(" {
            return None;
        }
        let (mut met, mut dice) = (None, None);
        let mut next = at + 1;
        loop {
            let plural = pieces.word(next) == "s" && pieces.end(next - 1) == pieces.start(next);
            let joins = matches!(pieces.ours(next, known), Some("joining" | "filler")) || pieces.word(next) == "in";
            match pieces.kind(next) {
                Some(TokenKind::Dice) if dice.is_none() => dice = Some(pieces.word(next)),
                Some(TokenKind::Number) if met.is_none() => met = Some(pieces.word(next).to_owned()),
                Some(TokenKind::Operator) if met.is_none() && pieces.compares(next) => {
                    if pieces.kind(next + 1) != Some(TokenKind::Number) {
                        return None;
                    }
                    met = Some(format!("{} {}", pieces.word(next), pieces.word(next + 1)));
                    next += 1;
                }
                _ if plural || joins => {}
                _ => break,
            }
            next += 1;
        }
        let (met, dice) = met.zip(dice)?;
        Some((pieces.start(at)..pieces.end(next - 1), format!("count({dice}, {met})")))
    })
}

/// `count(5 or 6)`, `count(3d6, 5+)`, `count(1..2)`
fn faces(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        if our_word("functions", word) != Some("count") || known(word) {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let (dice, met) = match parts.as_slice() {
            [met] => (None, *met),
            [dice, met] => (Some(*dice), *met),
            _ => return None,
        };
        let call = |met: &str| match dice {
            Some(dice) => format!("count({dice}, {met})"),
            None => format!("count({met})"),
        };
        let new = match Met::of(met)? {
            Met::Bound(bound) => call(&bound),
            Met::Faces(faces) => {
                let thrown = dice.filter(|_| pieces.kind(at + 2) == Some(TokenKind::Dice));
                let sides = thrown.and_then(|dice| dice.split_once(['d', 'D'])?.1.parse::<u32>().ok());
                let (first, last) = (*faces.first()?, *faces.last()?);
                let row = faces.windows(2).all(|two| matches!(two, [one, next] if one + 1 == *next));
                match thrown {
                    Some(_) if row && sides == Some(last) => call(&format!(">= {first}")),
                    Some(_) if row && sides.is_some() && first == 1 => call(&format!("<= {last}")),
                    // Written twice they would be thrown twice.
                    Some(_) => return None,
                    None => {
                        let each = faces.iter().map(|face| call(&face.to_string())).collect::<Vec<_>>().join(" + ");
                        let whole = at == 0 && close + 1 == pieces.list.len();
                        if whole { each } else { format!("({each})") }
                    }
                }
            }
        };
        Some((pieces.start(at)..pieces.end(close), new))
    })
}

/// What dice may show, as others write it.
enum Met {
    /// A comparison.
    Bound(String),
    /// Some faces, sorted.
    Faces(Vec<u32>),
}

impl Met {
    /// How many faces are written out one by one.
    const MOST: usize = 5;

    /// `5+`, `5 or more`, `5 or 6`, `5..6`
    fn of(text: &str) -> Option<Self> {
        if let Some(number) = text.strip_suffix('+') {
            return number.trim().parse::<u32>().ok().map(|number| Self::Bound(format!(">= {number}")));
        }
        if let Some((from, to)) = text.split_once("..") {
            let (from, to) = (from.trim().parse::<u32>().ok()?, to.trim().parse::<u32>().ok());
            let Some(to) = to else { return Some(Self::Bound(format!(">= {from}"))) };
            let few = from < to && (to - from) as usize <= Self::MOST;
            return few.then(|| Self::Faces((from..=to).collect()));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [number, or, bound] = words.as_slice()
            && our_word("language", or) == Some("or")
            && let Some(sign) = our_word("bounds", bound)
        {
            return number.parse::<u32>().ok().map(|number| Self::Bound(format!("{sign} {number}")));
        }
        let mut faces = Vec::new();
        for (at, word) in words.iter().enumerate() {
            if at % 2 == 0 {
                faces.push(word.parse::<u32>().ok()?);
            } else if our_word("language", word) != Some("or") && !matches!(*word, "|" | "||") {
                return None;
            }
        }
        faces.sort_unstable();
        faces.dedup();
        (words.len() % 2 == 1 && (2..=Self::MOST).contains(&faces.len())).then_some(Self::Faces(faces))
    }
}

/// `max 2d6`: the highest of them, if it is not what they can reach.
fn extreme(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let suffix = match our_word("functions", word).filter(|_| !known(word))? {
            "max" => "kh1",
            "min" => "kl1",
            _ => return None,
        };
        let dice = (pieces.kind(at + 1) == Some(TokenKind::Dice)).then(|| pieces.word(at + 1))?;
        Some((pieces.start(at)..pieces.end(at + 1), format!("{dice}{suffix}")))
    })
}

/// `3d6 and 2d8`: dice that are thrown together.
fn thrown_with(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    let thrown = |at: usize| matches!(pieces.kind(at), Some(TokenKind::Dice));
    let at = pieces.indices().find(|&at| {
        let between = at.checked_sub(1).is_some_and(thrown) && thrown(at + 1);
        between && (pieces.ours(at, known) == Some("and") || pieces.word(at) == "&")
    })?;
    let compared = pieces.indices().any(|at| pieces.compares(at));
    (!compared).then(|| (pieces.start(at)..pieces.end(at), "+".to_owned()))
}

/// `AND`, and words of another language, between values.
fn word(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Change {
    pieces.indices().find_map(|at| {
        let ours = pieces.ours(at, known).filter(|ours| *ours != pieces.word(at))?;
        let before = at.checked_sub(1).is_some_and(|left| pieces.is_value(left, ")"));
        let follows = pieces.is_value(at + 1, "(")
            || matches!(pieces.kind(at + 1), Some(TokenKind::Keyword | TokenKind::Operator));
        let fits = match ours {
            "and" | "or" => follows,
            "then" | "else" => before && follows,
            "if" | "not" => !before && follows,
            _ => false,
        };
        fits.then(|| (pieces.start(at)..pieces.end(at), ours.to_owned()))
    })
}

/// `a > 3 and < 8`; an `and` that joins nothing.
fn one_sided(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let is_join = |at: usize| matches!(pieces.word(at), "and" | "or");
    let opens = |at: usize| matches!(pieces.word(at), "(" | "[" | "," | ";" | "if" | "then" | "else" | "not" | "in");
    let idle = |&at: &usize| is_join(at) && at.checked_sub(1).is_none_or(opens);
    if let Some(at) = pieces.indices().find(idle) {
        return Some((pieces.start(at)..pieces.start(at + 1), String::new()));
    }
    let at = pieces.indices().find(|&at| is_join(at) && pieces.compares(at + 1))?;
    let operator = (0..at).rev().find(|&one| pieces.compares(one))?;
    let begins = pieces.beside(operator, -1, &["and", "or", "if", "then", "else", "not", "in"]);
    let first = begins.map_or(0, |one| one + 1);
    let left = pieces.slice(pieces.start(first), pieces.end(operator.checked_sub(1)?));
    if left.is_empty() {
        return None;
    }
    if (first..operator).any(|one| pieces.kind(one) == Some(TokenKind::Dice)) {
        // Written twice it would be thrown twice.
        let to = pieces.beside(at, 1, &["and", "or", "then", "else", "in"]).unwrap_or(pieces.list.len());
        let (one, other) = (pieces.start(operator), pieces.start(at + 1));
        let rest = pieces.slice(other, pieces.end(to - 1));
        let new = format!("let n = {left} in n {}n {rest}", pieces.slice(one, other));
        let whole = first == 0 && to == pieces.list.len();
        let new = if whole { new } else { format!("({new})") };
        return Some((pieces.start(first)..pieces.end(to - 1), new));
    }
    let place = pieces.start(at + 1);
    Some((place..place, format!("{left} ")))
}

/// Semicolons between values.
fn separators(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let at = pieces.indices().find(|&at| pieces.word(at) == ";")?;
    Some((pieces.start(at)..pieces.end(at), ",".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::translated;

    fn ours(text: &str) -> Option<String> {
        let known = |word: &str| matches!(word, "Force" | "Wits" | "total" | "x1");
        let found = translated(text, &known)?;
        let mut new = text.to_owned();
        new.replace_range(found.span.range(), &found.replacement);
        Some(new)
    }

    #[test]
    fn other_notations_are_rewritten() {
        for (theirs, expected) in [
            ("/r 2d6", "2d6"),
            ("!roll 2d6 + 1", "2d6 + 1"),
            ("1_000 + Force", "1000 + Force"),
            ("IF(Force > 1; 2; 3)", "(if Force > 1 then 2 else 3)"),
            ("SI(Force > 1, SI(Wits > 2, 1, 2), 3) + 1", "(if Force > 1 then (if Wits > 2 then 1 else 2) else 3) + 1"),
            ("si Force > 1 entonces 2 sino 3", "if Force > 1 then 2 else 3"),
            ("abs(Force)", "max(Force, -Force)"),
            ("abs(Force - Wits)", "(let n = Force - Wits in max(n, -n))"),
            ("MAX(Force; Wits)", "max(Force, Wits)"),
            ("2 x Force", "2 * Force"),
            ("2x Force", "2 * Force"),
            ("2x3", "2 * 3"),
            ("Force x 2", "Force * 2"),
            ("Force > 1 y Wits > 2", "Force > 1 and Wits > 2"),
            ("Force > 1 y/o Wits > 2", "Force > 1 or Wits > 2"),
            ("Force > 1 AND NOT Wits > 2", "Force > 1 and not Wits > 2"),
            ("Force > 1 AND < 5", "Force > 1 and Force < 5"),
            ("AND Force > 1", "Force > 1"),
            ("4d6 drop lowest", "4d6dl1"),
            ("4d6 keep highest 3 + 1", "4d6kh3 + 1"),
            ("drop lowest 4d6", "4d6dl1"),
            ("d20 adv", "2d20kh1"),
            ("1d20 + Force dis", "2d20kl1 + Force"),
            ("adv(d20) + 2", "2d20kh1 + 2"),
            ("d20 with advantage", "2d20kh1"),
            ("d20 + 2 con desventaja", "2d20kl1 + 2"),
            ("con ventaja d20", "2d20kh1"),
            ("4d6 best 3", "4d6kh3"),
            ("2d6 with disadvantage", "3d6kl2"),
            ("Force + 7 vs. 12", "Force + 7 vs 12"),
            ("Force + 7 versus 12", "Force + 7 vs 12"),
            ("=Force + 1", "Force + 1"),
            ("[[2d6 + 3]]", "2d6 + 3"),
            ("`2d6`", "2d6"),
            ("2d6 + 'two words'", "2d6 + «two words»"),
            ("2d6 // for harm", "2d6 # for harm"),
            ("2d6 + @{Force}", "2d6 + Force"),
            ("1W6 + 2", "1d6 + 2"),
            ("4df", "4dF"),
            ("2d6cs>=5", "count(2d6, >=5)"),
            ("2d6 plus 3", "2d6 + 3"),
            ("2d10 mod 3", "2d10 % 3"),
            ("roll 2d6", "2d6"),
            ("the highest of 3d6", "3d6kh1"),
            ("highest of 3d6", "3d6kh1"),
            ("２d６", "2d6"),
            ("if Force > 1: 3 else 4", "if Force > 1 then 3 else 4"),
            ("Force > 1 ? 2 : 3", "if Force > 1 then 2 else 3"),
            ("Wits + (Force ? 2 : 3)", "Wits + (if Force then 2 else 3)"),
            ("Force > 1 ? 2 : Wits > 1 ? 3 : 4", "if Force > 1 then 2 else (if Wits > 1 then 3 else 4)"),
            ("max(Force > 1 ? 2 : 3, 4)", "max((if Force > 1 then 2 else 3), 4)"),
            ("2 if Force > 1 else 3", "if Force > 1 then 2 else 3"),
            ("|3 - 5|", "(let n = 3 - 5 in max(n, -n))"),
            ("2 * |Force| + 1", "2 * max(Force, -Force) + 1"),
            ("3d6 y 2d8", "3d6 + 2d8"),
            ("3d6 and 2d8", "3d6 + 2d8"),
            ("2^3", "2 * 2 * 2"),
            ("2**3 + 1", "(2 * 2 * 2) + 1"),
            ("Force²", "Force * Force"),
            ("8 / Force^2", "8 / (Force * Force)"),
            ("2d6^2", "let n = 2d6 in n * n"),
            ("max(Force, 1)^2 + 1", "(let n = max(Force, 1) in n * n) + 1"),
            ("POTENCIA(Force; 2)", "Force * Force"),
            ("45%", "d100 <= 45"),
            ("d100 <= 45%", "d100 <= 45"),
            ("Force * 45%", "Force * 45 / 100"),
            ("10% of Force", "Force * 10 / 100"),
            ("10 % de Force", "Force * 10 / 100"),
            ("max 2d6", "2d6kh1"),
            ("min 2d6 + 1", "2d6kl1 + 1"),
            ("10d6 f5", "count(10d6, 5)"),
            ("10d6>5f1", "count(10d6, >= 5) - count(1)"),
            ("10d6>=5f<2", "count(10d6, >= 5) - count(<2)"),
            ("ROUND(Force)", "Force"),
            ("REDONDEAR(Force / 2; 0) + 1", "(Force div nearest 2) + 1"),
            ("floor(Force / 2)", "Force div down 2"),
            ("Wits + ceil(Force / 2)", "Wits + (Force div up 2)"),
            ("CEILING((Force + Wits) / 2)", "(Force + Wits) div up 2"),
            ("trunc(2 * Force / 3 + 1)", "2 * Force div down 3 + 1"),
            ("floor(ceil(Force / 2) / 2)", "(Force div up 2) div down 2"),
            ("Force div 2", "Force div down 2"),
            ("Force // 2", "Force div down 2"),
            ("(Wits + Force // 2) * 2", "(Wits + Force div down 2) * 2"),
            ("Wits + Force // 2 + Force", "Wits + Force div down 2 + Force"),
            ("AND(Force > 1; Wits > 2)", "(Force > 1 and Wits > 2)"),
            ("O(Force > 1; Wits > 2 y Wits < 4)", "(Force > 1 or (Wits > 2 and Wits < 4))"),
            ("SI(Y(Force > 1; Wits > 2); 1; 0)", "(if (Force > 1 and Wits > 2) then 1 else 0)"),
            ("SI(Force > 1; 1)", "(if Force > 1 then 1 else 0)"),
            ("if AND Force > 1 then 2 else 3", "if Force > 1 then 2 else 3"),
            ("2d6 >= 3 AND <= 5", "let n = 2d6 in n >= 3 and n <= 5"),
            ("if 2d6 >= 3 AND <= 5 then 1 else 2", "if (let n = 2d6 in n >= 3 and n <= 5) then 1 else 2"),
            ("Wits + Force >= 1 AND <= 3", "Wits + Force >= 1 and Wits + Force <= 3"),
            ("count(5 or 6)", "count(5) + count(6)"),
            ("1 + count(Wits, 5 o 6)", "1 + (count(Wits, 5) + count(Wits, 6))"),
            ("count(3d6, 5 or 6)", "count(3d6, >= 5)"),
            ("count(3d6, 1..2)", "count(3d6, <= 2)"),
            ("count(3d6, 5+)", "count(3d6, >= 5)"),
            ("count(5..6)", "count(5) + count(6)"),
            ("count(5 or more)", "count(>= 5)"),
            ("count(2 or less)", "count(<= 2)"),
            ("2d6 times 3", "2d6 * 3"),
            ("VLOOKUP(Force; Table; 2)", "Table[Force]"),
            ("1 + BUSCARV(Force; Table; 3; 0)", "1 + Table[Force, 3]"),
            ("{2d6, Force}kh1", "max(2d6, Force)"),
            ("{2d6, 1d8} + 1", "(2d6 + 1d8) + 1"),
            ("{4d6}kh3", "4d6kh3"),
            ("count 6 in 5d6", "count(5d6, 6)"),
            ("count 6s in 5d6", "count(5d6, 6)"),
            ("count 5d6 >= 5", "count(5d6, >= 5)"),
            ("count >= 5 en 5d6 + 1", "count(5d6, >= 5) + 1"),
        ] {
            assert_eq!(ours(theirs).as_deref(), Some(expected), "{theirs}");
        }
    }

    #[test]
    fn what_is_nobodys_notation_stays() {
        for text in [
            "Force Wits",
            "Force ? 2",
            "2 : 3",
            "Force | Wits",
            "2d6 +",
            "foo(1)",
            "x",
            "Force +* 2",
            "",
            "(",
            "adv",
            "; ;",
            "let x1 = ",
            "< and < 5",
            "2 % 3",
            "Force % Wits",
            "d{1,2,3}",
            "Force^Wits",
            "count(5d6, 6)",
            "max",
            "10d6 f",
            "Force and Wits",
            // How such a sum rounds nobody can say with one division.
            "floor(Force / 2 + Wits / 2)",
            "ceil(5 - Force / 2)",
            "ROUND(Force / 2 * 3)",
            "count(3d6, 2 or 6)",
        ] {
            assert_eq!(ours(text), None, "{text}");
        }
    }
}
