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

/// Our word for somebody else's, in a section of `words.txt`, without case and accents.
#[must_use]
pub fn our_word(section: &str, theirs: &str) -> Option<&'static str> {
    table().get(&(section, fold(theirs))).copied()
}

/// Whether a word is one of ours, in a section of `words.txt`.
#[must_use]
pub fn is_our_word(section: &str, word: &str) -> bool {
    table().iter().any(|((within, _), ours)| *within == section && *ours == word)
}

/// Our words by section and by what others write.
fn table() -> &'static HashMap<(&'static str, String), &'static str> {
    static TABLE: OnceLock<HashMap<(&str, String), &'static str>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        let mut section = "";
        for line in WORDS.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name;
            } else if let Some((ours, theirs)) = line.split_once(": ") {
                for word in theirs.split(", ") {
                    table.entry((section, fold(word))).or_insert(ours);
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
}

/// A change of what is written as others write it.
type Rewrite = fn(&Pieces<'_>, &dyn Fn(&str) -> bool) -> Change;

/// What is written as others write it, in the notation of this language; `known` says whether a word is
/// a name and so stays what it is. Nothing if the text cannot be read then either.
#[must_use]
pub fn translated(text: &str, known: &dyn Fn(&str) -> bool) -> Option<Translated> {
    if text.len() > LONGEST {
        return None;
    }
    let rules: [Rewrite; 27] = [
        wide,
        command,
        equals,
        wrapped,
        quoted,
        remark,
        sheet,
        against,
        dice,
        operator,
        option,
        grouped,
        conditional,
        ternary,
        colon,
        turned,
        bars,
        absolute,
        function,
        either,
        times,
        kept,
        advantage,
        word,
        one_sided,
        separators,
        advantage_of_several,
    ];
    let mut new = text.to_owned();
    // Each after the others, as often as it applies; the pieces are looked for again when something has changed.
    let (mut at, mut applied) = (0, 0);
    let mut sure = true;
    loop {
        let pieces = Pieces::of(&new);
        let applies = |(at, rule): (usize, &Rewrite)| Some((at, rule(&pieces, known)?));
        let Some((found, (span, replacement))) = rules.iter().enumerate().skip(at).find_map(applies) else { break };
        applied = if found == at { applied + 1 } else { 1 };
        (at, applied) = if applied == MOST { (found + 1, 0) } else { (found, applied) };
        sure &= found + 1 < rules.len();
        new.replace_range(span, &replacement);
    }
    if new == text || !read(&new).problems.is_empty() {
        return None;
    }
    let (span, replacement) = difference(text, &new);
    Some(Translated { span, replacement, sure })
}

/// The pieces that differ, whole.
fn difference(old: &str, new: &str) -> (TextSpan, String) {
    let bounds = |text: &str| {
        let pieces = tokens(text);
        pieces.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]).collect::<Vec<_>>()
    };
    let (ours, theirs) = (bounds(old), bounds(new));
    let same = |at: usize| old.get(..at).is_some_and(|before| new.starts_with(before));
    let start = ours.iter().copied().filter(|&at| same(at) && theirs.contains(&at)).max().unwrap_or(0);
    let behind = |at: usize| {
        let rest = old.get(at..)?;
        let begin = new.len().checked_sub(rest.len())?;
        (at >= start && begin >= start && new.ends_with(rest) && theirs.contains(&begin)).then_some((at, begin))
    };
    // Brackets that open in it close in it.
    let balanced = |text: &str| text.matches('(').count() == text.matches(')').count();
    let whole = |&(end, last): &(usize, usize)| {
        // And what begins with a condition ends with its last value.
        let complete = |text: &str| balanced(text) && !text.trim_end().ends_with("else");
        old.get(start..end).is_some_and(balanced) && new.get(start..last).is_some_and(complete)
    };
    let ends = ours.iter().copied().filter_map(behind).filter(whole).min();
    let (end, last) = ends.unwrap_or((old.len(), new.len()));
    let replaced = old.get(start..end).unwrap_or("");
    let blanks = replaced.len() - replaced.trim_start().len();
    let gap = new.get(start..last).unwrap_or("");
    let replacement = gap.get(gap.len() - gap.trim_start().len()..).unwrap_or("");
    let kept = if blanks > 0 && replacement.len() < gap.len() { blanks } else { 0 };
    let replacement = if kept > 0 { replacement } else { gap };
    (between(offset(start + kept), offset(end)), replacement.to_owned())
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

    /// What stands in the brackets that a piece opens, cut at its commas; and the piece that closes them.
    fn inside(&self, open: usize) -> Option<(Vec<&'t str>, usize)> {
        if self.word(open) != "(" {
            return None;
        }
        let mut depth = 0_usize;
        let mut from = self.end(open);
        let mut parts = Vec::new();
        for at in open..self.list.len() {
            match self.word(at) {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.checked_sub(1)?,
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

/// `// what for`
fn remark(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let slashes =
        |&at: &usize| pieces.word(at) == "/" && pieces.word(at + 1) == "/" && pieces.end(at) == pieces.start(at + 1);
    let at = pieces.indices().find(slashes)?;
    (at > 0).then(|| (pieces.start(at)..pieces.end(at + 1), "#".to_owned()))
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
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        let ours = our_word("operators", word).filter(|_| pieces.kind(at) == Some(TokenKind::Name) && !known(word))?;
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
    pieces.indices().find_map(|at| {
        let left = at.checked_sub(1)?;
        if pieces.kind(at) != Some(TokenKind::Name) || !pieces.is_value(left, ")") || known(pieces.word(at)) {
            return None;
        }
        let word = pieces.word(at);
        if pieces.ours(at, known) == Some("times") && pieces.is_value(at + 1, "(") {
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

/// `a > 3 and < 8`; an `and` at the beginning.
fn one_sided(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Change {
    let is_join = |at: usize| matches!(pieces.word(at), "and" | "or");
    let compares = |at: usize| {
        matches!(pieces.word(at), "<" | ">" | "<=" | ">=" | "=" | "==" | "!=" | "≥" | "≤" | "≠" | "<>" | "=>" | "=<")
    };
    if is_join(0) {
        return Some((0..pieces.start(1), String::new()));
    }
    let at = pieces.indices().find(|&at| is_join(at) && compares(at + 1))?;
    let operator = (0..at).rev().find(|&one| compares(one))?;
    let begins = (0..operator)
        .rev()
        .find(|&one| is_join(one) || matches!(pieces.word(one), "(" | "[" | "," | ";" | "if" | "not" | "in"));
    let from = begins.map_or(0, |one| pieces.start(one + 1));
    let left = pieces.slice(from, pieces.end(operator.checked_sub(1)?));
    let place = pieces.start(at + 1);
    (!left.is_empty()).then(|| (place..place, format!("{left} ")))
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
        ] {
            assert_eq!(ours(text), None, "{text}");
        }
    }
}
