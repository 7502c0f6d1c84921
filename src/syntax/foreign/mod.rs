//! Foreign notations: of spreadsheets, other programs, another language.
//!
//! Their words are data, in `words.txt`, and most of what is written with them, in `patterns.txt`. A rewritten text must parse; whether it means anything in a game is checked
//! later.

mod arithmetic;
mod conditions;
mod dice;
mod frame;
mod pattern;
mod pieces;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use super::grammar::offset;
use super::parse::read;
use super::pool::between;
use super::{TextSpan, TokenKind, tokens};
use crate::sort::Sort as _;
use crate::source::fold;
use pattern::Pattern;
use pieces::{Pieces, Replacement, Substitution, is_balanced};

const WORDS: &str = include_str!("words.txt");

/// Texts that are longer are not looked at.
const LONGEST: usize = 1000;
/// How often one rule is applied.
const MOST: usize = 20;

/// Our word for that of another program, from a section of `words.txt`, without case and accents: the first, if there
/// are several.
#[must_use]
pub fn our_word(section: &str, theirs: &str) -> Option<&'static str> {
    our_words(section, theirs).first().copied()
}

/// All our words for that of another program, in the order of `words.txt`. The caller chooses the one that fits.
#[must_use]
pub fn our_words(section: &str, theirs: &str) -> &'static [&'static str] {
    // Most words are folded as they stand.
    let plain = theirs.bytes().all(|byte| byte.is_ascii_lowercase());
    let folded: Cow<'_, str> = if plain { theirs.into() } else { fold(theirs).into() };
    table().get(section).and_then(|words| words.get(&*folded)).map_or(&[], Vec::as_slice)
}

/// What is written first for one of our words, if the section has it.
#[must_use]
pub fn their_word(section: &str, ours: &str) -> Option<&'static str> {
    let lines = WORDS.lines().map(str::trim).skip_while(|line| line.strip_prefix('[') != Some(&*format!("{section}]")));
    let own = lines.skip(1).take_while(|line| !line.starts_with('['));
    let (_, theirs) = own.filter_map(|line| line.split_once(": ")).find(|(word, _)| *word == ours)?;
    theirs.split(", ").next()
}

/// Whether an answer is one of the words for none.
#[must_use]
pub fn is_none(answer: &str) -> bool {
    our_word("answers", answer.trim()) == Some("none")
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
pub struct TranslatedNotation {
    /// The part that is written otherwise.
    pub span: TextSpan,
    /// How it is written.
    pub replacement: String,
    /// Nothing else can be meant.
    pub sure: bool,
    /// It may be meant otherwise so often that it has to be shown.
    pub doubtful: bool,
    /// Whether other programs mean something that no formula can express: then it is not suggested.
    pub ambiguous: bool,
    /// The lines of `patterns.txt` that were applied, in their order.
    pub rules: Vec<&'static str>,
}

/// Rewrites a notation of another program.
type RewriteFn = fn(&Pieces<'_>, &dyn Fn(&str) -> bool) -> Replacement;

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

impl Certainty {
    fn read(word: &str) -> Self {
        match word {
            "sure" => Sure,
            "usual" => Usual,
            "ambiguous" => Ambiguous,
            _ => Doubtful,
        }
    }
}

const PATTERNS: &str = include_str!("patterns.txt");

/// What no pattern can say, by the names in `patterns.txt`.
const FUNCTIONS: [(&str, RewriteFn); 27] = [
    ("wide", frame::wide),
    ("command", frame::command),
    ("asked", frame::asked),
    ("grouped", frame::grouped),
    ("floored", arithmetic::floored),
    ("floor_signs", arithmetic::floor_signs),
    ("versus", arithmetic::versus),
    ("times_inside", arithmetic::times_inside),
    ("power", arithmetic::power),
    ("lookup", arithmetic::lookup),
    ("rounded", arithmetic::rounded),
    ("one_of", conditions::one_of),
    ("listed", conditions::listed),
    ("joined", conditions::joined),
    ("without_else", conditions::without_else),
    ("ternary", conditions::ternary),
    ("turned", conditions::turned),
    ("idle", conditions::idle),
    ("one_sided", conditions::one_sided),
    ("fudge", dice::fudge),
    ("bracketed", dice::bracketed),
    ("suffix", dice::suffix),
    ("random", dice::random),
    ("kept", dice::kept),
    ("faces", dice::faces),
    ("advantage", dice::advantage),
    ("advantage_of_several", dice::advantage_of_several),
];

/// How to find a notation of other programs.
enum RewriteRule {
    Function(&'static str, RewriteFn),
    Patterns(Vec<Pattern>),
}

impl RewriteRule {
    /// What it changes first, and the line that says so.
    fn apply(&self, pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Option<(Substitution, &'static str)> {
        match self {
            Self::Function(line, function) => Some((function(pieces, known)?, *line)),
            Self::Patterns(all) => pieces
                .indices()
                .find_map(|at| all.iter().find_map(|pattern| Some((pattern.apply(pieces, known, at)?, pattern.line)))),
        }
    }
}

/// The rules of `patterns.txt`.
fn rules() -> &'static [(RewriteRule, Certainty)] {
    static RULES: OnceLock<Vec<(RewriteRule, Certainty)>> = OnceLock::new();
    RULES.get_or_init(|| {
        let mut rules = Vec::new();
        for line in PATTERNS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (certainty, rest) = line.split_once(' ').unwrap_or((line, ""));
            let function = rest.strip_prefix("fn ").and_then(|name| FUNCTIONS.iter().find(|(one, _)| *one == name));
            match (rules.last_mut(), function) {
                (_, Some((_, function))) => {
                    rules.push((RewriteRule::Function(line, *function), Certainty::read(certainty)))
                }
                (Some((RewriteRule::Patterns(all), _)), None) if certainty.is_empty() => {
                    all.push(Pattern::read(line, rest))
                }
                (_, None) => {
                    rules.push((RewriteRule::Patterns(vec![Pattern::read(line, rest)]), Certainty::read(certainty)))
                }
            }
        }
        rules
    })
}

/// What is written as others write it, in the notation of this language; `known` says whether a word is
/// a name and so stays what it is, whether `a.b` is something that a role has, and whether `a = b` may be so. Nothing if the text cannot be read then either.
#[must_use]
pub fn translated(text: &str, known: &dyn Fn(&str) -> bool) -> Option<TranslatedNotation> {
    if text.len() > LONGEST {
        return None;
    }
    let mut new = text.to_owned();
    // Each after the others, as often as it applies; the pieces are looked for again when something has changed.
    let (mut at, mut applied) = (0, 0);
    let (mut sure, mut doubtful, mut ambiguous) = (true, false, false);
    let mut applied_lines = Vec::new();
    loop {
        let pieces = Pieces::of(&new);
        let applies = |(at, (rule, certainty)): (usize, &'static (RewriteRule, Certainty))| {
            Some((at, *certainty, rule.apply(&pieces, known)?))
        };
        let found = rules().iter().enumerate().skip(at).find_map(applies);
        let Some((found, certainty, ((span, replacement), line))) = found else { break };
        applied = if found == at { applied + 1 } else { 1 };
        (at, applied) = if applied == MOST { (found + 1, 0) } else { (found, applied) };
        sure &= certainty == Sure;
        doubtful |= matches!(certainty, Doubtful | Ambiguous);
        ambiguous |= certainty == Ambiguous;
        applied_lines.push(line);
        new.replace_range(span, &replacement);
    }
    if new == text || !read(&new).problems.is_empty() {
        return None;
    }
    let (span, replacement) = difference(text, &new);
    Some(TranslatedNotation { span, replacement, sure, doubtful, ambiguous, rules: applied_lines })
}

/// The pieces that differ, whole.
fn difference(old: &str, new: &str) -> (TextSpan, String) {
    let bounds = |text: &str| {
        let pieces = tokens(text);
        pieces.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]).collect::<Vec<_>>()
    };
    let (ours, theirs) = (bounds(old), bounds(new));
    let same = |at: usize| old.get(..at).is_some_and(|before| new.starts_with(before));
    // `**` is one sign.
    let pieces = tokens(old);
    let ends = |at: usize| {
        let sign = |(_, kind): &&(TextSpan, TokenKind)| *kind == TokenKind::Operator;
        let mut signs = pieces.iter().filter(sign).map(|(span, _)| span.range());
        signs.clone().any(|sign| sign.end == at) && signs.any(|sign| sign.start == at)
    };
    let mut starts: Vec<usize> =
        ours.iter().copied().filter(|&at| same(at) && theirs.contains(&at) && !ends(at)).collect();
    starts.order();
    starts.dedup();
    // What is called is reported with its parentheses.
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
