//! Patterns of foreign notations: read from `patterns.txt`, which says how they are written, and matched with a text.

use std::ops::Range;

use super::pieces::{Pieces, Replacement};
use super::{our_words, their_word};
use crate::syntax::{TokenKind, is_dice_word, is_plain_name, tokens};

/// A row of pieces, and what is written instead.
#[derive(Debug)]
pub(super) struct Pattern {
    items: Vec<PatternItem>,
    template: &'static str,
    /// The line of `patterns.txt`.
    pub(super) line: &'static str,
}

#[derive(Debug)]
enum PatternItem {
    /// The beginning or the end of what is replaced; with the blanks there.
    Edge { end: bool, blanks: bool },
    /// The beginning of the text, its end, or two pieces that touch.
    Place(char),
    /// Whether a text is a name.
    Known { known: bool, template: String },
    /// What is not anywhere in the text.
    Without(&'static str),
    /// What is or is not at a place, or before it.
    Beside { before: bool, is: bool, one: Vec<One> },
    /// What is taken, how often, and the names under which it is captured.
    Taken { one: Vec<One>, times: char, names: Vec<&'static str> },
}

/// One of several alternatives.
#[derive(Debug)]
enum One {
    Letters(&'static str),
    Kind(&'static str),
    Word {
        section: String,
        ours: Vec<String>,
        foreign: bool,
        name_too: bool,
        behind: Option<char>,
    },
    /// Dice of a kind with an ending, and whether a number is behind it.
    Dice {
        kind: &'static str,
        ending: &'static str,
        number: bool,
    },
    /// What is in a bracket: so many parts, or more than one.
    Parts {
        open: &'static str,
        count: Option<usize>,
    },
}

/// The most words that mean one.
const MOST_WORDS: usize = 5;

impl Pattern {
    pub(super) fn read(line: &'static str, written: &'static str) -> Self {
        let (pattern, template) = written.split_once("=>").unwrap_or((written, ""));
        let mut items = Vec::new();
        let edge = |end| PatternItem::Edge { end, blanks: false };
        for mut word in pattern.split_whitespace() {
            if let Some(rest) = word.strip_prefix('[') {
                items.push(edge(false));
                word = rest;
            }
            let inner = word.strip_suffix(']').filter(|inner| !inner.ends_with('\''));
            match inner.unwrap_or(word) {
                "" => {}
                "_" => {
                    if let Some(PatternItem::Edge { blanks, .. }) = items.last_mut() {
                        *blanks = true;
                    }
                }
                one => items.push(PatternItem::read(one)),
            }
            if inner.is_some() {
                // `_]`, and `[_]`
                let blanks = word.starts_with('_');
                items.push(PatternItem::Edge { end: true, blanks });
            }
        }
        if !items.iter().any(|item| matches!(item, PatternItem::Edge { .. })) {
            items.insert(0, edge(false));
            items.push(edge(true));
        }
        Self { items, template: template.trim(), line }
    }

    /// What it changes in a text, where it matches at a piece.
    pub(super) fn apply(&self, pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool, at: usize) -> Replacement {
        let text = KnownText { pieces, known };
        let mut found = Matcher { text, captures: Vec::new(), range: (0, 0), from: 0 };
        if !found.goes_on(&self.items, at) {
            return None;
        }
        let (range, new) = (found.range.0..found.range.1, found.render(self.template));
        (pieces.slice(range.start, range.end) != new).then_some((range, new))
    }
}

impl PatternItem {
    fn read(word: &'static str) -> Self {
        if matches!(word, "^" | "$" | "~" | "!~") {
            return Self::Place(word.chars().next().unwrap_or_default());
        }
        if let Some((is, template)) = word.split_once('&').filter(|(before, _)| matches!(*before, "" | "!")) {
            return Self::Known { known: is.is_empty(), template: template.replace('_', " ") };
        }
        if let Some(what) = word.strip_prefix("NO").filter(|_| matches!(word, "NOLET" | "NOASK")) {
            return Self::Without(what);
        }
        let several = |one: &'static str| one.split('|').map(One::read).collect::<Vec<_>>();
        for (sign, before, is) in [("<!", true, false), ("<", true, true), ("!", false, false)] {
            if let Some(one) = word.strip_prefix(sign) {
                return Self::Beside { before, is, one: several(one) };
            }
        }
        if word.starts_with(['(', '{']) && word.len() > 1 {
            let (open, inside) = word.split_at(1);
            let inside = inside.trim_end_matches([')', '}']);
            let names: Vec<&str> = inside.trim_end_matches('+').split(',').collect();
            let count = (!inside.ends_with('+')).then_some(names.len());
            return Self::Taken { one: vec![One::Parts { open, count }], times: '1', names };
        }
        let captured = word.rsplit_once('@').filter(|(one, _)| !one.is_empty() && !one.ends_with('\''));
        let (one, names) = captured.map_or((word, Vec::new()), |(one, names)| (one, names.split(',').collect()));
        let times = one.chars().last().filter(|times| one.len() > 2 && matches!(times, '?' | '*' | '+'));
        let one = if times.is_some() { one.get(..one.len() - 1).unwrap_or(one) } else { one };
        Self::Taken { one: several(one), times: times.unwrap_or('1'), names }
    }
}

impl One {
    fn read(word: &'static str) -> Self {
        if let Some((kind, ending)) = word.split_once('-').filter(|(kind, _)| matches!(*kind, "DICE" | "BARE")) {
            let number = ending.ends_with('#');
            return Self::Dice { kind, ending: ending.trim_end_matches('#'), number };
        }
        if word == ".." || word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Self::Kind(word);
        }
        let bare = word.trim_start_matches(['%', '=']);
        if !bare.starts_with(char::is_alphabetic) {
            return Self::Letters(word.strip_prefix('\'').filter(|rest| !rest.is_empty()).unwrap_or(word));
        }
        let behind = bare.chars().last().filter(|sign| matches!(sign, '#' | '&'));
        let (section, ours) = bare.trim_end_matches(['#', '&']).split_once(':').unwrap_or(("language", bare));
        let ours = ours.trim_end_matches(['#', '&']);
        Self::Word {
            section: section.replace('_', " "),
            ours: ours.split('/').filter(|ours| !ours.is_empty()).map(|ours| ours.replace('_', " ")).collect(),
            foreign: word.starts_with('%'),
            name_too: word.starts_with('='),
            behind,
        }
    }
}

/// What was captured.
#[derive(Clone)]
enum Capture<'t> {
    Text(&'t str),
    Parts(Vec<&'t str>),
}

/// Takes a way to go on: the next piece, and what was captured before it. Whether that is the way.
type Visit<'v, 't> = &'v mut dyn FnMut(usize, &[Capture<'t>]) -> bool;

struct Matcher<'p, 't> {
    text: KnownText<'p, 't>,
    captures: Vec<(&'static str, Capture<'t>)>,
    /// What is replaced, in bytes, and the piece with which it begins.
    range: (usize, usize),
    from: usize,
}

impl<'t> Matcher<'_, 't> {
    /// Whether the rest of a pattern matches from a piece on: the first way in which it does.
    fn goes_on(&mut self, items: &[PatternItem], at: usize) -> bool {
        let Some((item, rest)) = items.split_first() else { return true };
        let text = self.text;
        let (pieces, known) = (text.pieces, text.known);
        let before = at.checked_sub(1);
        let end_before = before.map_or(0, |before| pieces.end(before));
        let touches = before.is_some() && end_before == pieces.start(at);
        let holds = match item {
            PatternItem::Edge { end: false, blanks } => {
                (self.range.0, self.from) = (if *blanks { end_before } else { pieces.start(at) }, at);
                true
            }
            PatternItem::Edge { end: true, blanks } => {
                self.range.1 = if *blanks || at == self.from { pieces.start(at) } else { end_before };
                true
            }
            PatternItem::Place('^') => at == 0,
            PatternItem::Place('$') => at == pieces.list.len(),
            PatternItem::Place(sign) => touches == (*sign == '~'),
            PatternItem::Known { known: wanted, template } => known(&self.render(template)) == *wanted,
            PatternItem::Without("LET") => !pieces.indices().any(|at| pieces.word(at) == "let"),
            PatternItem::Without(_) => {
                !pieces.indices().any(|at| pieces.compares(at) || matches!(pieces.word(at), "if" | "not"))
            }
            PatternItem::Beside { before: true, is, one } => {
                let stands = |one: &One| match (one, before) {
                    (One::Kind("OPENS"), None) => true,
                    (_, before) => before.is_some_and(|before| text.ways(one, before, &mut |to, _| to == at)),
                };
                one.iter().any(stands) == *is
            }
            PatternItem::Beside { is, one, .. } => one.iter().any(|one| text.ways(one, at, &mut |_, _| true)) == *is,
            PatternItem::Taken { one, times, names } => return self.takes(one, *times, names, rest, at),
        };
        holds && self.goes_on(rest, at)
    }

    fn takes(&mut self, one: &[One], times: char, names: &[&'static str], rest: &[PatternItem], at: usize) -> bool {
        let text = self.text;
        let mut go = |next: usize, found: &[Capture<'t>]| {
            // What is captured is something.
            if times == '1' && next == at && !names.is_empty() {
                return false;
            }
            let before = self.captures.len();
            self.captures.extend(names.iter().copied().zip(found.iter().cloned()));
            let goes_on = self.goes_on(rest, next);
            if !goes_on {
                self.captures.truncate(before);
            }
            goes_on
        };
        match times {
            '1' => one.iter().any(|one| text.ways(one, at, &mut go)),
            '?' => one.iter().any(|one| text.ways(one, at, &mut go)) || go(at, &[]),
            _ => {
                // The longest row first.
                let mut end = at;
                let next = |at: usize| {
                    let mut to = None;
                    one.iter().any(|one| text.ways(one, at, &mut |next, _| to.replace(next).is_none()));
                    to
                };
                while let Some(further) = next(end) {
                    end = further;
                }
                let least = at + usize::from(times == '+');
                (least..=end).rev().any(|to| go(to, &[Capture::Text(text.between(at..to))]))
            }
        }
    }

    /// A text with what was captured.
    fn render(&self, template: &str) -> String {
        let mut new = String::new();
        let mut rest = template;
        while let Some((before, (name, behind))) =
            rest.split_once('{').and_then(|(before, inside)| Some((before, inside.split_once('}')?)))
        {
            new += before;
            let (name, form) = name.split_once('|').unwrap_or((name, ""));
            let captured = self.captures.iter().find(|(one, _)| *one == name.trim_start_matches('#'));
            match captured.map(|(_, captured)| captured) {
                Some(Capture::Parts(parts)) if name.starts_with('#') => new += &parts.len().to_string(),
                Some(Capture::Parts(parts)) => new += &parts.join(form),
                Some(Capture::Text(text)) => new += &formed(text, form),
                None => new += " ",
            }
            rest = behind;
        }
        new + rest
    }
}

/// A text with its names.
#[derive(Clone, Copy)]
struct KnownText<'p, 't> {
    pieces: &'p Pieces<'t>,
    known: &'p dyn Fn(&str) -> bool,
}

impl<'t> KnownText<'_, 't> {
    /// The text of some pieces.
    fn between(self, range: Range<usize>) -> &'t str {
        let last = range.end.checked_sub(1).filter(|last| *last >= range.start);
        last.map_or("", |last| self.pieces.slice(self.pieces.start(range.start), self.pieces.end(last)))
    }

    /// The ways in which one alternative may stand at a piece, until one is taken; whether one is.
    fn ways(self, one: &One, at: usize, visit: Visit<'_, 't>) -> bool {
        let Some(kind) = self.pieces.kind(at) else {
            return matches!(one, One::Kind(".." | "CLOSES")) && visit(at, &[]);
        };
        let word = self.pieces.word(at);
        match one {
            One::Letters(letters) => word == *letters && visit(at + 1, &[Capture::Text(word)]),
            One::Kind(name) => match self.is(name, at, kind) {
                Some(is) => is && visit(at + 1, &[Capture::Text(word)]),
                None => self.stretches(name, at, visit),
            },
            One::Word { section, ours, foreign, name_too, behind } => {
                let means = |text: &str| -> Option<&'static str> {
                    let all = our_words(section, text);
                    // Of words of the language the first meaning counts.
                    let mut all = all.iter().take(if section == "language" { 1 } else { all.len() });
                    all.find(|one| ours.is_empty() || ours.iter().any(|ours| ours == *one)).copied()
                };
                let unknown = |at: usize| self.pieces.is_word(at) && (*name_too || !(self.known)(self.pieces.word(at)));
                if let Some(behind) = behind {
                    let rest = self.behind(word, *behind).filter(|_| kind == TokenKind::Name && unknown(at));
                    let rest = rest.filter(|rest| means(word.strip_suffix(rest).unwrap_or(word)).is_some());
                    return rest.is_some_and(|rest| visit(at + 1, &[Capture::Text(rest)]));
                }
                if section == "language" && !*name_too {
                    let meant = self.pieces.ours(at, self.known);
                    let meant = meant.filter(|one| ours.iter().any(|ours| ours == one) && (!foreign || *one != word));
                    return meant.is_some_and(|meant| visit(at + 1, &[Capture::Text(meant)]));
                }
                let run = (at..at + MOST_WORDS).take_while(|at| unknown(*at)).count();
                (at + 1..=at + run).rev().any(|to| {
                    let words = self.between(at..to);
                    let meant = means(words).filter(|meant| !foreign || *meant != words);
                    meant.is_some_and(|meant| visit(to, &[Capture::Text(meant)]))
                })
            }
            One::Dice { kind: dice, ending, number } => {
                let rest = if *number { self.behind(word, '#') } else { Some("") };
                let rolled = rest.filter(|_| kind == TokenKind::Dice).and_then(|rest| {
                    let rolled = word.strip_suffix(rest)?.strip_suffix(ending)?;
                    let digit = rolled.ends_with(|letter: char| letter.is_ascii_digit());
                    let whole = !*number || digit && is_dice_word(rolled);
                    let fits = if *dice == "BARE" { is_bare(rolled) } else { whole };
                    fits.then_some([Capture::Text(rolled), Capture::Text(rest)])
                });
                rolled.is_some_and(|found| visit(at + 1, &found))
            }
            One::Parts { open, count } => {
                let inside = self.pieces.inside(at).filter(|(parts, _)| {
                    let enough = count.map_or(parts.len() > 1, |count| parts.len() == count);
                    word == *open && enough && parts.iter().all(|part| !part.is_empty())
                });
                inside.is_some_and(|(parts, close)| match count {
                    Some(_) => visit(close + 1, &parts.into_iter().map(Capture::Text).collect::<Vec<_>>()),
                    None => visit(close + 1, &[Capture::Parts(parts)]),
                })
            }
        }
    }

    /// The digits at the end of a word, or the name behind its first letter.
    fn behind(self, word: &str, what: char) -> Option<&str> {
        let start = match what {
            '#' => word.trim_end_matches(|letter: char| letter.is_ascii_digit()).len(),
            _ => word.chars().next()?.len_utf8(),
        };
        word.get(start..).filter(|rest| !rest.is_empty() && (what == '#' || (self.known)(rest)))
    }

    /// Whether a piece is of a kind; `None`: no kind of single pieces is called so.
    fn is(self, name: &str, at: usize, kind: TokenKind) -> Option<bool> {
        let (pieces, word) = (self.pieces, self.pieces.word(at));
        let known = |word: &str| (self.known)(word);
        Some(match name {
            "ANY" => true,
            "NUM" => kind == TokenKind::Number,
            "DICE" => kind == TokenKind::Dice,
            // Dice whose number is before them.
            "DIE" => kind == TokenKind::Dice && word.starts_with(['d', 'D']),
            "NAME" => kind == TokenKind::Name,
            "NAMED" => pieces.is_name(at),
            "WORD" => pieces.is_word(at),
            "OPERATOR" => kind == TokenKind::Operator,
            "BAR" => word == "|",
            "CMP" => pieces.compares(at),
            "KNOWN" => pieces.is_name(at) && known(word.trim_matches(['«', '»', '"'])),
            "UNKNOWN" => kind == TokenKind::Name && !known(word),
            "OPTION" => kind == TokenKind::Name && !known(word) && word.len() > 1,
            // A name that means nothing in the language.
            "PLAIN" => pieces.is_name(at) && pieces.ours(at, self.known).is_none(),
            "TOUCHING" => kind == TokenKind::Name && at > 0 && pieces.end(at - 1) == pieces.start(at),
            // A value of one piece; what one begins with, ends with.
            "TERM" => pieces.is_value(at, ""),
            "BEGINS" => pieces.is_value(at, "("),
            "ENDS" => pieces.is_value(at, ")") || word == "]",
            // What may stand before a value, and behind it.
            "OPENS" => matches!(word, "(" | "[" | "," | ";") || kind == TokenKind::Keyword || pieces.compares(at),
            "CLOSES" => matches!(word, "or" | "and" | ")" | "," | "then" | "else"),
            // What goes on behind a word that joins.
            "FOLLOWS" => pieces.is_value(at, "(") || matches!(kind, TokenKind::Keyword | TokenKind::Operator),
            _ => return None,
        })
    }

    /// The ways in which several pieces may stand that are of a kind.
    fn stretches(self, name: &str, at: usize, visit: Visit<'_, 't>) -> bool {
        let pieces = self.pieces;
        let mut to = |end: usize| visit(end, &[Capture::Text(self.between(at..end))]);
        match name {
            ".." => (at..=pieces.list.len()).any(to),
            // A comparison with a number.
            "MET" => pieces.compares(at) && pieces.kind(at + 1) == Some(TokenKind::Number) && to(at + 2),
            "VALUE" => pieces.value_end(at).is_some_and(|last| to(last + 1)),
            // What is called, with the parentheses that touch its name.
            "CALL" => {
                let name = pieces.kind(at) == Some(TokenKind::Name) && pieces.end(at) == pieces.start(at + 1);
                name && pieces.inside(at + 1).is_some_and(|(_, close)| to(close + 1))
            }
            // A name, or that of something behind a dot.
            "PATH" => {
                let dotted = pieces.word(at + 1) == "." && pieces.is_name(at + 2);
                pieces.is_name(at) && (dotted && to(at + 3) || to(at + 1))
            }
            // `3..5`
            "RANGE" => {
                let end = pieces.beside(at, 1, &["and", "or", "then", "else"]).unwrap_or(pieces.list.len());
                let bounds = self.between(at..end).split_once("..");
                let number = |text: &'t str| Some(text.trim()).filter(|text| text.parse::<i64>().is_ok());
                let bounds = bounds.and_then(|(low, high)| Some([number(low)?, number(high)?]));
                bounds.is_some_and(|bounds| visit(end, &bounds.map(Capture::Text)))
            }
            // An operand, and one without dice: written twice, they would be thrown twice.
            "ONCE" => {
                let words = &["and", "or", "if", "then", "else", "not", "in"];
                let dice = (at..pieces.list.len()).find(|one| pieces.kind(*one) == Some(TokenKind::Dice));
                let before = |end: &usize| dice.is_none_or(|dice| *end <= dice);
                self.begins(at, words) && self.balanced(at, words, false).take_while(before).any(to)
            }
            "WHOLE" => self.begins(at, &["then", "else"]) && self.balanced(at, &["then", "else"], false).any(to),
            "EXPR" => self.balanced(at, &["then", "else"], false).any(to),
            "ARGS" => self.balanced(at, &[], true).any(to),
            _ => false,
        }
    }

    /// Whether nothing is left out of an operand that begins at a piece.
    fn begins(self, at: usize, words: &[&str]) -> bool {
        let opens = |word: &str| matches!(word, "(" | "[" | "," | ";") || words.contains(&word);
        at.checked_sub(1).is_none_or(|before| opens(self.pieces.word(before)))
    }

    /// Where pieces from one on may end that are no part of others: before what closes a bracket, one of these words, or,
    /// unless there may be `several`, a comma.
    fn balanced(self, at: usize, words: &'static [&str], several: bool) -> impl Iterator<Item = usize> {
        let mut depth = 0_usize;
        let ends = (at..self.pieces.list.len()).map_while(move |one| {
            let word = self.pieces.word(one);
            let ours = || self.pieces.ours(one, self.known).is_some_and(|ours| words.contains(&ours));
            match word {
                "(" | "[" => depth += 1,
                ")" | "]" => depth = depth.checked_sub(1)?,
                _ if depth > 0 => {}
                "," | ";" if !several => return None,
                _ if words.contains(&word) || ours() => return None,
                _ => {}
            }
            Some((one + 1, depth))
        });
        ends.filter(|(_, depth)| *depth == 0).map(|(end, _)| end)
    }
}

/// What was captured in another form.
fn formed(text: &str, form: &str) -> String {
    match form {
        // A name that needs quotes in them.
        "quoted" if !is_plain_name(text) => format!("«{text}»"),
        "unquoted" => text.trim_matches('"').to_owned(),
        // One value in parentheses needs none, and several pieces do.
        "bare" => match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            Some(inside) if tokens(inside).len() == 1 => inside.trim().to_owned(),
            _ => text.to_owned(),
        },
        "closed" if tokens(text).len() > 1 => format!("({text})"),
        "last" => text.rsplit('.').next().unwrap_or(text).trim().to_owned(),
        // The function of other programs that rounds so.
        "rounding" => their_word("rounding", text).unwrap_or(text).to_owned(),
        _ => text.to_owned(),
    }
}

/// Whether dice are a count and sides, and nothing else.
pub(super) fn is_bare(dice: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    dice.split_once(['d', 'D']).is_some_and(|(count, sides)| digits(count) && digits(sides) && !sides.is_empty())
}
