//! Reads the tree of a file: keys, kinds of value, formulas.
//!
//! Errors do not stop the reader: each is recorded, and reading continues with the rest.

mod action;
mod cases;
mod choices;
mod duration;
mod files;
mod keys;
mod levels;
mod pack;
mod play;
mod question;
mod step;
mod table;
mod takes;
mod test;
mod translation;
mod value;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::OnceLock;

use question::QuestionContext;

use super::model::{CharacterKind, DiceDecl, Formula, Reading, Ruleset, TraitDecl, TraitKind, TurnRead, Word};
use crate::diagnostic::{Code, Diagnostic, Label, Near, Note, SuggestedFix, is_few, nearest_of, words};
use crate::limits::Limits;
use crate::ruleset::steps::is_verb;
use crate::source::{Sources, Span};
use crate::syntax::{Expr, Notation, TextSpan, our_word, our_words, parse_expr};
use crate::yaml::{Entry, Node, NodeKind, in_quotes};

pub use cases::{CaseFile, CaseTurns, RawCase, RawIntervention, RawStep, RawStepKind, read_cases};
pub(crate) use choices::ROLE_WORDS;
pub(in crate::ruleset) use choices::{ANY_WORDS, KEEP_WORDS};
pub use files::{
    CharacterFile, FileKind, RawMarks, RawTag, Stray, TextEntry, file_kind, kind_named, read_change, read_character,
    unknown_heading,
};
pub(in crate::ruleset) use keys::{
    ACTION_NAME, ANSWERS, ASKS, BRANCHES, DURATION, FORMULAS, LOST, NEAR, NEARS, OF_WHOM, PATCH, PLAYED, RULES, SEEN,
    STEPS, TO_WHOM, WITH,
};
pub(crate) use keys::{COVERAGE, ENDS, PACK_VERSION, TRANSLATION_VERSION, keys_that_hold};
pub use keys::{KeyPlace, keys, keys_of, one_of, verbs};
pub use pack::{Need, PACK_FILE, Pack, is_device, is_pack_id, read_pack};
pub(in crate::ruleset) use step::FromKey;
pub(crate) use step::stands_beside_a_verb;
pub use takes::{FormatKey, Of, Takes};
pub(in crate::ruleset) use takes::{due, key};
pub use translation::{TRANSLATIONS, Translated, TranslatedThing, Translation, read_translation};
pub(crate) use value::{Bounds, holes};

/// The version of the format that this program reads.
pub const FORMAT_VERSION: i64 = 1;

/// Reads trees; collects what is wrong with them.
pub(crate) struct Reader<'a> {
    pub(crate) sources: &'a Sources,
    pub(crate) errors: Vec<Diagnostic>,
    /// Bytes of formulas read so far.
    pub(crate) formulas: usize,
    /// Those in which nothing was wrong: rows of a table often have the same.
    read: HashMap<String, Expr>,
    /// How much may be read.
    pub(crate) limits: Limits,
    /// Cells filled in so far.
    pub(crate) blanks: usize,
    /// Names of the units of time, which end durations.
    pub(crate) times: Vec<String>,
    /// Names in formulas that cannot be read.
    pub(crate) lost: Vec<Word>,
    /// Where formulas could not be read.
    pub(crate) slips: Vec<Span>,
    /// Things of which a key is at another level, so that they seem to lack it.
    torn: Vec<Span>,
    /// Unknown keys that got advice.
    advised: usize,
}

/// A map whose keys were checked against those that its place knows.
#[derive(Default)]
pub(crate) struct Fields<'n> {
    entries: BTreeMap<&'static str, &'n Entry>,
    /// Something here could not be read, or is called what nothing here is called: what
    /// seems to be missing may be that.
    unclear: bool,
}

/// Unknown keys with advice: more advice is of no use, and in a file of the largest size it would fill the memory.
const MOST_ADVISED: usize = 1000;

/// The assumed sides of a die whose sides cannot be read, so that no other errors follow.
const USUAL_SIDES: i64 = 6;

/// Whether a map is one of a sheet or of answers: of names with values and nothing else.
fn of_a_sheet(what: &str) -> bool {
    matches!(what, "traits" | "points" | "track-marks" | "marks-of-track" | "names")
}

fn ends_with_a_number(text: &str) -> bool {
    text.rsplit_once(' ').is_some_and(|(_, value)| value.parse::<i64>().is_ok())
}

/// Whether something is a name without a value, and none of these keys.
fn is_bare(entry: &Entry, known: &[FormatKey]) -> bool {
    entry.value.is_empty() && known.iter().all(|key| key.name != &*entry.key.text)
}

/// The value before an entry without quotes, and the names without values from there on: parts of a text or list that YAML
/// cuts at its commas.
fn parts_cut(around: &Node, before: &Entry, entry: &Entry, known: &[FormatKey]) -> Option<Vec<Span>> {
    before.value.as_scalar().filter(|scalar| !scalar.is_quoted() && entry.value.is_empty())?;
    let rest = around.as_map()?.iter().skip_while(|one| one.key.span != entry.key.span);
    let rest = rest.take_while(|one| is_bare(one, known)).map(|one| one.key.span);
    Some(std::iter::once(before.value.span).chain(rest).collect()).filter(|parts: &Vec<Span>| parts.len() > 1)
}

/// A text without quotes that YAML cuts at a comma.
pub(crate) fn cut_at_comma(written: &str, whole: Span, comma: usize) -> Diagnostic {
    let quoted = in_quotes(written);
    let error = Diagnostic::error(Code::YamlCutAtComma, Span { start: comma, end: comma + 1, ..whole });
    error.arg("text", written).help_with("help-yaml-quotes", "text", &*quoted).fix(whole, quoted)
}

impl<'n> Fields<'n> {
    pub(crate) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.get(key).map(|entry| &entry.value)
    }

    /// Whether something that is not here may only be misspelt or unread.
    pub(crate) fn unclear(&self) -> bool {
        self.unclear
    }

    pub(crate) fn entry(&self, key: &str) -> Option<&'n Entry> {
        self.entries.get(key).copied()
    }
}

/// What is wrong with the first number of a formula that has digits behind a comma.
fn decimal_in(whole: Span, written: &str) -> Option<Diagnostic> {
    let problem = parse_expr(written).1.into_iter().find(|one| one.code == Code::NotAWholeNumber)?;
    let place = |span: TextSpan| Span {
        start: whole.start + span.start as usize,
        end: whole.start + span.end as usize,
        ..whole
    };
    Some(problem.into_diagnostic(place))
}

/// A list of names as lines with values have to be written, what they are aside.
fn shape_of_map(node: &Node, what: &str) -> Option<String> {
    const MOST: usize = 4;
    let alone = || node.as_text().filter(|_| matches!(what, "renew" | "with")).map(|_| std::slice::from_ref(node));
    let list = node.as_list().or_else(alone)?;
    let names = list.iter().take(MOST).map(|one| Some(format!("{}: …", one.as_text()?.trim())));
    let names = names.collect::<Option<Vec<String>>>().filter(|names| !names.is_empty())?;
    let more = if list.len() > MOST { ", …" } else { "" };
    Some(format!("{{{}{more}}}", names.join(", ")))
}

impl<'a> Reader<'a> {
    pub(crate) fn new(sources: &'a Sources) -> Self {
        Self {
            sources,
            errors: Vec::new(),
            formulas: 0,
            read: HashMap::default(),
            limits: Limits::default(),
            blanks: 0,
            times: Vec::new(),
            lost: Vec::new(),
            slips: Vec::new(),
            torn: Vec::new(),
            advised: 0,
        }
    }

    pub(crate) fn report(&mut self, error: Diagnostic) {
        let hash = error.at.filter(|_| error.code == Code::EmptyValue).and_then(|at| self.hash_behind(at));
        self.errors.push(match hash {
            Some(text) => error.help_with("help-yaml-quotes", "text", in_quotes(&text)),
            None => error,
        });
    }

    /// `doc: #tag`: what YAML takes for a comment where a value should be, unless it is set apart as one.
    fn hash_behind(&self, at: Span) -> Option<String> {
        let file = self.sources.get(at.source)?;
        let line = file.text().get(at.end..)?.lines().next()?.trim();
        let word = line.strip_prefix('#')?.starts_with(char::is_alphanumeric);
        word.then(|| line.to_owned())
    }

    /// The entries of a map; anything else is an error. Nothing at all is an
    /// empty map.
    pub(crate) fn map<'n>(&mut self, node: &'n Node, what: &'static str) -> &'n [Entry] {
        match &node.kind {
            NodeKind::Map(entries) => {
                match (self.without_colons(node, entries, what), self.cut_number(node, entries)) {
                    (Some(error), _) => {
                        self.report(error);
                        &[]
                    }
                    // As far as the number that was cut, which is read without its end.
                    (None, Some((error, end))) => {
                        self.report(error);
                        self.torn.push(node.span);
                        entries.get(..end).unwrap_or_default()
                    }
                    (None, None) => entries,
                }
            }
            NodeKind::Empty | NodeKind::Bad => &[],
            _ => {
                if let Some(error) = self.cut_name(node) {
                    self.report(error);
                    return &[];
                }
                let error = Diagnostic::error(Code::NotAMap, node.span).arg("what", what);
                if let (Some((verb, mended)), "steps") = (self.labelled_items(node), what) {
                    self.report(error.help_with("help-step-label", "verb", verb).may_fix(node.span, mended));
                    return &[];
                }
                let mended = self.without_dashes(node);
                if let Some(error) = self.lines_without_colons(node, what) {
                    self.report(error);
                    return &[];
                }
                self.report(match (mended, self.as_map_in_braces(node, what)) {
                    (Some(mended), _) => error.help("help-no-dashes").fix(node.span, mended),
                    (None, Some(mended)) => {
                        error.help_with("help-write", "example", &*mended).may_fix(node.span, mended)
                    }
                    (None, None) => match shape_of_map(node, what) {
                        Some(shape) => error.help_with("help-write", "example", shape),
                        None => error,
                    },
                });
                &[]
            }
        }
    }

    /// `{a = 1, b = 2}`; on a sheet, `{a 1, b 2}`
    fn without_colons(&self, node: &Node, entries: &[Entry], what: &str) -> Option<Diagnostic> {
        let numbered = of_a_sheet(what) && entries.iter().any(|entry| ends_with_a_number(&entry.key.text));
        let pair = |entry: &Entry| {
            // Entries next to it may be correct.
            if matches!(what, "expect" | "names" | "with") && entry.value.as_scalar().is_some() {
                return Some(self.sources.slice(entry.key.span.to(entry.value.span)).to_owned());
            }
            // In quotes, or with a colon behind it, it is a name.
            let key = self.sources.slice(entry.key.span);
            let whole = self.sources.slice(Span { end: entry.value.span.end, ..entry.key.span });
            if key.starts_with(['"', '\'']) || whole.get(key.len()..).is_some_and(|rest| rest.contains(':')) {
                return None;
            }
            let apart = || entry.key.text.rsplit_once(' ').filter(|_| numbered);
            let (name, value) = entry.key.text.split_once('=').or_else(apart).filter(|_| entry.value.is_empty())?;
            let (name, value) = (name.trim(), value.trim());
            let compares = name.ends_with(['<', '>', '!']) || value.starts_with('=');
            (!compares && !name.is_empty() && !value.is_empty()).then(|| format!("{name}: {value}"))
        };
        let pairs = entries.iter().map(pair).collect::<Option<Vec<String>>>().filter(|pairs| !pairs.is_empty())?;
        let first = entries.iter().find(|entry| entry.value.is_empty())?;
        let error = Diagnostic::error(Code::YamlMissingColon, first.key.span).arg("text", &*first.key.text);
        let flow = self.sources.slice(node.span).starts_with('{');
        let error = error.help("help-yaml-name-value");
        Some(if flow { error.fix(node.span, format!("{{{}}}", pairs.join(", "))) } else { error })
    }

    /// `a = 1` or, on a sheet, `a 1` in lines of their own.
    fn lines_without_colons(&self, node: &Node, what: &str) -> Option<Diagnostic> {
        node.as_scalar().filter(|scalar| !scalar.is_quoted())?;
        let written = self.sources.slice(node.span);
        if written.contains([',', '#', ':', '{', '[']) {
            return None;
        }
        let pair = |line: &str| {
            let apart = || line.rsplit_once(' ').filter(|_| of_a_sheet(what));
            let (name, value) = line.split_once('=').or_else(apart)?;
            let (name, value) = (name.trim(), value.trim());
            let word = |word: &str| !word.is_empty() && !word.contains(['<', '>', '!', '=', '(']);
            (word(name) && word(value)).then(|| format!("{name}: {value}"))
        };
        let pairs: Vec<String> = written.lines().map(|line| pair(line.trim())).collect::<Option<_>>()?;
        let file = self.sources.get(node.span.source)?;
        let indent = node.span.start - file.slice(0..node.span.start).rfind('\n').map_or(0, |at| at + 1);
        let alone = file.slice(0..node.span.start).ends_with(&format!("\n{}", " ".repeat(indent)));
        let replacement = match alone {
            true => pairs.join(&format!("\n{}", " ".repeat(indent))),
            false => format!("{{{}}}", pairs.join(", ")),
        };
        let first = Span { end: node.span.start + written.lines().next().map_or(0, str::len), ..node.span };
        let error = Diagnostic::error(Code::YamlMissingColon, first).arg("text", self.sources.slice(first));
        Some(error.help("help-yaml-name-value").may_fix(node.span, replacement))
    }

    /// `{start: 1,5}`, `{is: Name * 1,5}`: what follows the comma in a number, taken for a name.
    fn cut_number(&self, node: &Node, entries: &[Entry]) -> Option<(Diagnostic, usize)> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let cut = |(before, entry): &(&Entry, &Entry)| {
            let plain = before.value.as_scalar().is_some_and(|scalar| !scalar.is_quoted());
            plain
                && entry.value.is_empty()
                && digits(self.sources.slice(entry.key.span))
                && self.sources.slice(before.value.span).ends_with(|one: char| one.is_ascii_digit())
                && self.sources.slice(Span { start: before.value.span.end, end: entry.key.span.start, ..node.span })
                    == ","
        };
        let at = entries.iter().zip(entries.iter().skip(1)).position(|both| cut(&both))?;
        let whole = entries.get(at)?.value.span.to(entries.get(at + 1)?.key.span);
        Some((decimal_in(whole, self.sources.slice(whole))?, at + 1))
    }

    /// `Name # more: value`, the only line below its name: YAML takes what follows the `#` for a comment.
    fn cut_name(&self, node: &Node) -> Option<Diagnostic> {
        node.as_scalar().filter(|scalar| !scalar.is_quoted() && !scalar.text.contains('\n'))?;
        let file = self.sources.get(node.span.source)?;
        let behind = file.slice(node.span.end..file.text().len()).lines().next()?;
        let comment = behind.trim_start().strip_prefix('#').filter(|_| behind.starts_with(' '))?;
        let colon = behind.len() - comment.len() + comment.find(": ")?;
        let hash = node.span.end + (behind.len() - comment.len() - 1);
        let name = Span { end: node.span.end + colon, ..node.span };
        let (written, quoted) = (self.sources.slice(name), in_quotes(self.sources.slice(name)));
        let at = Span { start: hash, ..name };
        let error = Diagnostic::error(Code::YamlCutAtHash, at).arg("text", written);
        Some(error.help_with("help-yaml-quotes", "text", quoted.as_str()).fix(name, quoted))
    }

    /// The map that is meant by `name=value`, by the formula of a trait, and by the tags that a character has.
    fn as_map_in_braces(&self, node: &Node, what: &str) -> Option<String> {
        let scalar = node.as_scalar();
        let text = scalar.map_or("", |scalar| scalar.text.trim());
        let formula = text.trim_start_matches('=').trim_start();
        match what {
            "trait" if !formula.is_empty() && formula.parse::<i64>().is_err() => {
                if let Some((low, high)) = value::bounds_in(formula).or_else(|| value::meant_range(formula)) {
                    return Some(format!("{{number: {}}}", value::range_of(low, high)));
                }
                if let Some(flag) =
                    our_word("flags", formula).or(Some(formula).filter(|one| ["yes", "no"].contains(one)))
                {
                    return Some(format!("{{yes no: {flag}}}"));
                }
                let plain = !formula.contains([',', '[', '{', '#', '\'', '"']) && parse_expr(formula).1.is_empty();
                plain.then(|| format!("{{is: {formula}}}"))
            }
            "tags" | "tag-kinds" | "points-kinds" | "times" => {
                let names: Option<Vec<&str>> = match scalar {
                    Some(_) => Some(vec![text]),
                    None => node.as_list()?.iter().map(Node::as_text).collect(),
                };
                // A character has a tag; a game says of each kind what it does, or nothing.
                let value = if what == "tags" { "yes" } else { "{}" };
                let names: Vec<String> = names?.iter().map(|name| format!("{name}: {value}")).collect();
                Some(format!("{{{}}}", names.join(", ")))
            }
            _ if scalar.is_none() => self.pairs_of_list(node),
            _ => {
                let parts =
                    text.split(',').map(|part| part.split_once('=').map(|(name, value)| (name.trim(), value.trim())));
                let parts: Vec<(&str, &str)> = parts.collect::<Option<_>>()?;
                let word = |word: &str| !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || it == ' ');
                let fits = parts.iter().all(|(name, value)| word(name) && word(value));
                let parts: Vec<String> = parts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
                fits.then(|| format!("{{{}}}", parts.join(", ")))
            }
        }
    }

    /// `[a: 1, b: 2]` as the map that is due.
    pub(crate) fn pairs_of_list(&self, node: &Node) -> Option<String> {
        let pairs = node.as_list()?.iter().map(|item| match item.as_map() {
            Some([pair]) => Some(self.sources.slice(pair.key.span.to(pair.value.span))),
            _ => None,
        });
        let pairs = pairs.collect::<Option<Vec<&str>>>().filter(|pairs| !pairs.is_empty())?;
        Some(format!("{{{}}}", pairs.join(", ")))
    }

    /// The first verb of a list of steps, and all of it with labels that say what each does.
    fn labelled_items(&self, node: &Node) -> Option<(&'static str, String)> {
        let (mut first, mut mended, mut from) = (None, String::new(), node.span.start);
        for (at, item) in node.as_list()?.iter().enumerate() {
            let verb = item.as_map()?.iter().find_map(|entry| step::verb_of(&entry.key.text))?;
            let before = self.sources.slice(Span { start: from, end: item.span.start, ..node.span });
            let inside = self.sources.slice(item.span);
            // If the value after a dash spans several lines, it goes under the label.
            let apart = match inside.starts_with('{') {
                true => " ".to_owned(),
                false => format!("\n{}", " ".repeat(self.line_before(item.span).chars().count())),
            };
            mended += &format!("{}{verb} {}:{apart}{inside}", before.strip_suffix("- ")?, at + 1);
            (first, from) = (first.or(Some(verb)), item.span.end);
        }
        Some((first?, mended))
    }

    /// A list of names with values, written as the map that is due.
    pub(crate) fn without_dashes(&self, node: &Node) -> Option<String> {
        let items = node.as_list()?;
        let written = self.sources.slice(node.span);
        if items.is_empty() || !written.starts_with('-') || items.iter().any(|item| item.as_map().is_none()) {
            return None;
        }
        let before = self.sources.get(node.span.source)?.slice(0..node.span.start);
        let indent = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
        let lines = written.split('\n').map(|line| {
            let blanks = line.len() - line.trim_start().len();
            match line.trim_start().strip_prefix('-') {
                Some(rest) if blanks == indent || std::ptr::eq(line.as_ptr(), written.as_ptr()) => {
                    let (start, _) = line.split_at(blanks);
                    format!("{start}{}", rest.trim_start())
                }
                _ => line.strip_prefix("  ").unwrap_or(line).to_owned(),
            }
        });
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// The fields of a map that knows only these keys.
    pub(crate) fn fields<'n>(&mut self, node: &'n Node, what: &'static str, known: &[FormatKey]) -> Fields<'n> {
        let mut entries: BTreeMap<&'static str, &'n Entry> = BTreeMap::new();
        let (mut misspelt, mut strays) = (Vec::new(), Vec::new());
        let mut unclear = !matches!(node.kind, NodeKind::Map(_) | NodeKind::Empty) || self.torn.contains(&node.span);
        let (mut before, mut told) = (None, None);
        for entry in self.map(node, what) {
            let previous = before.replace(entry);
            match known.iter().find(|key| key.name == &*entry.key.text) {
                Some(key) => {
                    entries.insert(key.name, entry);
                }
                None => {
                    unclear = true;
                    self.lost.extend(
                        entry
                            .value
                            .as_map()
                            .into_iter()
                            .flatten()
                            .map(|entry| Word { text: entry.key.text.to_string(), span: entry.key.span }),
                    );
                    let misplaced = match what {
                        "ruleset" if is_few(self.errors.len()) => self.misplaced(entry, node),
                        "ruleset" => None,
                        _ if means_one_of(&entry.key.text, known) => None,
                        _ if keys::RULESET.iter().any(|key| key.name == &*entry.key.text && is_section(key)) => {
                            Some(self.too_far_right(entry))
                        }
                        _ => self.of_the_holder(entry, what),
                    };
                    if told.is_some_and(|told: Span| is_listed(told, entry)) {
                        continue;
                    }
                    let listed = || self.list_without_brackets(node, previous?, entry, known);
                    match misplaced.or_else(|| self.cut_at_comma(node, previous?, entry, known)).or_else(listed) {
                        Some(error) => {
                            let cut = matches!(error.code, Code::NotAList | Code::YamlCutAtComma);
                            told = error.fixes.first().filter(|_| cut).map(|fix| fix.span).or(told);
                            self.report(error);
                        }
                        None => match self.unknown_key(entry, node, what, known) {
                            Some(near) if misspelt.iter().any(|(known, _)| *known == near) => {
                                // Two keys cannot both be this one: neither is offered.
                                if let Some(error) = self.errors.last_mut() {
                                    error.helps.clear();
                                    error.fixes.clear();
                                }
                            }
                            Some(near) => misspelt.push((near, entry)),
                            None => strays.push((entry, self.errors.len() - 1)),
                        },
                    }
                }
            }
        }
        // Read on as if it were written as it is surely meant, so that nothing else seems
        // to be wrong only because of it.
        for (near, entry) in misspelt {
            entries.entry(near).or_insert(entry);
        }
        self.under_their_heading(node, what, known, &strays);
        Fields { entries, unclear }
    }

    /// Of several keys that are not known, and that may well be names which belong under a key that is missing, leaves
    /// one error, with that.
    fn under_their_heading(&mut self, node: &Node, what: &str, known: &[FormatKey], strays: &[(&Entry, usize)]) {
        let expected =
            |(entry, _): &&(&Entry, usize)| entry.key.text.contains('.') || keys::EXPECTED.contains(&&*entry.key.text);
        let (expected, others): (Vec<_>, Vec<_>) = strays.iter().partition(expected);
        let expects = if what.starts_with("case") { "expect" } else { "" };
        let heading = match what {
            "case" => "with",
            "case-step" => "set",
            "roll" | "oppose" | "do" => "with",
            _ => "",
        };
        let mut gone = Vec::new();
        for (heading, strays) in [(expects, expected), (heading, others)] {
            let is_known = known.iter().any(|key| key.name == heading);
            let value = |entry: &Entry| {
                let written = self.sources.slice(entry.value.span);
                let plain = entry.value.as_scalar().is_some_and(|scalar| !scalar.is_quoted());
                if plain && written.contains([',', '[', ']', '{', '}']) {
                    in_quotes(written)
                } else {
                    written.to_owned()
                }
            };
            let one_line = |(entry, _): &(&Entry, usize)| {
                entry.value.as_map().is_none()
                    && !entry.value.is_empty()
                    && !self.sources.slice(entry.value.span).contains('\n')
            };
            let (Some(&(first, at)), Some((last, _))) = (strays.first(), strays.last()) else { continue };
            if !is_known || node.get(heading).is_some() || !strays.iter().all(one_line) {
                continue;
            }
            let pairs = strays.iter().map(|(one, _)| format!("{}: {}", self.sources.slice(one.key.span), value(one)));
            let written = format!("{heading}: {{{}}}", pairs.collect::<Vec<_>>().join(", "));
            let whole = first.key.span.to(last.value.span);
            let between = node
                .as_map()
                .unwrap_or_default()
                .iter()
                .filter(|one| one.key.span.start >= whole.start && one.key.span.end <= whole.end);
            let together = between.count() == strays.len();
            let Some(error) = self.errors.get_mut(at) else { continue };
            error.helps.extend(Note::advice("help-write", "example", written.as_str().into()));
            if together {
                error.fixes.push(SuggestedFix { span: whole, replacement: written, sure: false, tried: false });
            }
            for (other, index) in strays.into_iter().skip(1) {
                let note = Note { id: "label-here-too", args: Vec::new() };
                error.labels.push(Label { span: other.key.span, note });
                gone.push(index);
            }
        }
        let mut index = 0;
        self.errors.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
    }

    /// `{doc: One thing, another}`: the end of a text, taken for a name.
    pub(crate) fn cut_at_comma(
        &self,
        around: &Node,
        text: &Entry,
        entry: &Entry,
        known: &[FormatKey],
    ) -> Option<Diagnostic> {
        if !matches!(&*text.key.text, "doc" | "say" | "stop" | "fail") {
            return None;
        }
        let whole = text.value.span.to(*parts_cut(around, text, entry, known)?.last()?);
        Some(cut_at_comma(self.sources.slice(whole), whole, text.value.span.end))
    }

    /// `{one of: left, right, doc: text}`: the rest of a list without its brackets, taken for names.
    fn list_without_brackets(
        &self,
        around: &Node,
        before: &Entry,
        entry: &Entry,
        known: &[FormatKey],
    ) -> Option<Diagnostic> {
        let key = known.iter().find(|key| key.name == &*before.key.text)?;
        let parts = parts_cut(around, before, entry, known)?;
        let whole = before.value.span.to(*parts.last()?);
        // `{when: a, is success}`
        let own = &*entry.key.text;
        let torn = known.iter().find_map(|key| Some((key.name, own.strip_prefix(key.name)?.strip_prefix(' ')?.trim())));
        if let Some((name, value)) = torn {
            let error = Diagnostic::error(Code::YamlMissingColon, entry.key.span).arg("text", own);
            return Some(error.help("help-yaml-name-value").may_fix(entry.key.span, format!("{name}: {value}")));
        }
        if key.takes == Takes::Formula {
            let parts: Vec<&str> = parts.into_iter().map(|part| self.sources.slice(part)).collect();
            let comma = Span { start: before.value.span.end, end: before.value.span.end + 1, ..whole };
            let error = Diagnostic::error(Code::YamlCutAtComma, comma).arg("text", self.sources.slice(whole));
            let example = in_quotes(&parts.join(" and "));
            return Some(error.help_with("help-write", "example", &*example).may_fix(whole, example));
        }
        let error = Diagnostic::error(Code::NotAList, whole);
        Some(error.may_fix(whole, format!("[{}]", self.sources.slice(whole))))
    }

    /// Says which keys are missing that have to be there. Of a version more is said.
    pub(crate) fn due(&mut self, fields: &Fields<'_>, keys: &[FormatKey], at: Span, what: &'static str) {
        for key in keys.iter().filter(|key| key.due && key.takes != Takes::Version) {
            if fields.get(key.name).is_none() && !fields.unclear() {
                self.report(Diagnostic::error(Code::MissingKey, at).arg("key", key.name).arg("what", what));
            }
        }
    }

    /// Says that a key is not known; the one that it is nearly is returned.
    fn unknown_key(
        &mut self,
        entry: &Entry,
        around: &Node,
        what: &'static str,
        known: &[FormatKey],
    ) -> Option<&'static str> {
        let mut known: Vec<&'static str> = known.iter().map(|key| key.name).collect();
        for key in beyond(what) {
            if !known.contains(key) {
                known.push(key);
            }
        }
        let mut error =
            Diagnostic::error(Code::UnknownKey, entry.key.span).arg("key", &*entry.key.text).arg("what", what);
        self.advised += 1;
        if self.advised > MOST_ADVISED {
            self.report(error);
            return None;
        }
        if let Some(suffix) = our_word("behind", &entry.key.text).filter(|_| what == "test") {
            // `reroll: 1`
            let number = entry.value.as_text().and_then(crate::source::whole).filter(|_| suffix != "!");
            let number = number.map_or(if suffix == "!" { "" } else { "1" }.to_owned(), |number| number.to_string());
            self.report(error.help_with("help-write", "example", format!("roll: 4d6{suffix}{number}")));
            return None;
        }
        let is_open = |key: &&str| known.contains(key) && around.get(key).is_none();
        let mut same = known.iter().copied().filter(|key| has_letters_of(&entry.key.text, key) && is_open(key));
        let same = same.next().filter(|_| same.next().is_none());
        let theirs = our_words("keys", &entry.key.text).iter().copied().find(is_open);
        // `si` is no slip for `is` first of all.
        let ours = theirs.or(same);
        let plain = theirs.is_none() || same.is_none() || theirs == same;
        // A word of the format in another language that has no place here is not another one that is nearly that.
        let foreign = !our_words("keys", &entry.key.text).is_empty();
        // Lines are no text.
        let fits = |near: &Near<'static>| {
            let opposite = entry.key.text.strip_prefix("un") == Some(near.name);
            !opposite && (near.name != "doc" || entry.value.as_text().is_some())
        };
        let near = nearest_of(&entry.key.text, known.iter().copied()).filter(|near| !foreign && fits(near));
        // A value that begins on the same line, without the colon before it.
        let (head, rest) = entry.key.text.split_at(entry.key.text.find(['{', '[', '=']).unwrap_or(0));
        let head = head.trim_end();
        if known.contains(&head) {
            let end = entry.key.span.start + head.len();
            error = error.help_with("help-did-you-mean", "name", format!("{head}:"));
            let behind = entry.key.span.end - rest.trim_start_matches('=').trim_start().len();
            self.report(match rest.starts_with('=') {
                true => error.fix(Span { start: end, end: behind, ..entry.key.span }, ": "),
                false => error.may_fix(Span { start: end, end, ..entry.key.span }, ":"),
            });
            return None;
        }
        let asks = || entry.key.text.as_ref() == "when" || our_words("keys", &entry.key.text).contains(&"when");
        if let Some(condition) = entry.value.as_text().filter(|_| what == "action" && (ours == Some("need") || asks()))
        {
            // After the message for a condition that does not hold.
            let plain = !condition.contains([',', '[', ']', '{', '}', '#']);
            let condition = if plain { condition.trim().to_owned() } else { in_quotes(condition) };
            error = error.help_with("help-write", "example", format!("need: {{…: {condition}}}"));
            self.report(error);
            return None;
        }
        if ours == Some("steps")
            && let Some(what) = self.done_there(entry)
        {
            let whole = Span { end: entry.value.span.end, ..entry.key.span };
            error = error.help_with("help-write", "example", &*what);
            self.report(error.may_fix(whole, what));
            return None;
        }
        if let Some(ours) = ours {
            error = error.help_with("help-did-you-mean", "name", ours);
            error = if plain { error.fix(entry.key.span, ours) } else { error.may_fix(entry.key.span, ours) };
        } else if let Some(near) = near {
            error = error.instead(entry.key.span, near, near.name);
        } else {
            error = error.help_with("help-known-keys", "keys", words(&known));
        }
        self.report(error);
        ours.or(near.map(|near| near.name))
    }

    /// `then: {lose: …}`: what is done, where that is in braces without a name of a step.
    fn done_there(&self, entry: &Entry) -> Option<String> {
        let first = entry.value.as_map()?.first()?;
        let is_verb = is_verb(&first.key.text);
        let inside = self.sources.slice(entry.value.span).strip_prefix('{')?.strip_suffix('}')?;
        (is_verb && !inside.contains('\n')).then(|| inside.trim().to_owned())
    }

    /// The whole of a ruleset.
    pub(crate) fn ruleset(&mut self, node: &Node) -> Option<Ruleset> {
        if !matches!(node.kind, NodeKind::Map(_)) {
            self.map(node, "ruleset");
            return None;
        }
        let version = node.get("tirada");
        let called = || node.as_map().into_iter().flatten().find(|entry| entry.value.as_text() == Some("1"));
        let is_known = |name: &str| {
            let others = [keys::CHARACTER[0], keys::CASES[0], keys::PACK[0], keys::TRANSLATION[0]];
            keys::RULESET.iter().chain(&others).any(|key| *key.name == *name)
        };
        match called().filter(|entry| version.is_none() && !is_known(&entry.key.text)) {
            // The version under another name.
            Some(entry) => {
                let error = Diagnostic::error(Code::MissingVersion, entry.key.span);
                self.report(error.may_fix(entry.key.span, "tirada"));
            }
            None => self.version(version, node),
        }
        if version.and_then(Node::as_text).and_then(|text| text.trim().parse().ok()) > Some(FORMAT_VERSION) {
            // Its keys mean what only a newer program knows.
            return None;
        }
        let before = self.errors.len();
        let fields = self.fields(node, "ruleset", &keys::RULESET);
        let version = self.errors.iter().find(|error| error.code == Code::MissingVersion).and_then(|error| error.at);
        let said = self.errors.split_off(before);
        self.errors.extend(said.into_iter().filter(|error| version.is_none() || error.at != version));
        let id = match fields.get("id") {
            Some(node) => self.word(node),
            None => {
                let error = Diagnostic::error(Code::MissingKey, first_place(node)).arg("key", "id");
                self.report(error.arg("what", "ruleset").help("help-id"));
                None
            }
        };
        let id = id.unwrap_or_else(|| Word { text: "?".to_owned(), span: node.span });
        let name = fields.get("name").and_then(|node| self.prose(node)).unwrap_or_else(|| id.text.clone());
        let language = fields.get("language").and_then(|node| self.language(node)).map(|word| word.text);
        let doc = fields.get("doc").and_then(|node| self.prose(node));
        let accent = fields.get("accent").and_then(|node| self.accent(node));
        // Where it cannot be read that is said, and nothing else is wrong because of it.
        let usual = choices::ROUNDING[0].1;
        let rounding = fields.get("rounding").map(|node| self.one_of(node, &choices::ROUNDING).unwrap_or(usual));
        let listed = fields.get("times").and_then(Node::as_map).unwrap_or_default();
        self.times = listed.iter().map(|entry| entry.key.text.to_string()).collect();
        let dice = fields.get("dice").map(|node| self.dice(node)).unwrap_or_default();
        let options = self.each(fields.get("options"), "options", |reader, entry| {
            let name = reader.key(entry);
            let patch = [&keys::PATCH[..], &[keys::RULES]].concat();
            let question = reader.question_of(&entry.value, "question", QuestionContext::Before, &patch);
            if question.default.is_none() && !question.is_broken() && !reader.torn.contains(&entry.value.span) {
                reader.report(Diagnostic::error(Code::OptionWithoutDefault, name.span).arg("name", &*name.text));
            }
            (name, question)
        });
        let traits = self.each(fields.get("traits"), "traits", Self::one_trait);
        let mut unread = Vec::new();
        let mut tables = Vec::new();
        for table in self
            .each(fields.get("tables"), "tables", |reader, entry| reader.table(entry).ok_or_else(|| reader.key(entry)))
        {
            match table {
                Ok(table) => tables.push(table),
                Err(name) => unread.push(name),
            }
        }
        let mut formulas = Vec::new();
        for one in self.each(fields.get("formulas"), "formulas", Self::named_formula) {
            match one {
                Ok(one) => formulas.push(one),
                Err(name) => unread.push(name),
            }
        }
        let mut tests = Vec::new();
        for test in
            self.each(fields.get("tests"), "tests", |reader, entry| reader.test(entry).ok_or_else(|| reader.key(entry)))
        {
            match test {
                Ok(test) => tests.push(test),
                Err(name) => unread.push(name),
            }
        }
        let versus = fields.get("vs").and_then(|node| self.word(node));
        Some(Ruleset {
            slips: Vec::new(),
            changes: Vec::new(),
            id,
            name,
            language,
            doc,
            accent,
            rounding,
            dice,
            options,
            traits,
            tables,
            formulas,
            classes: fields.get("classes").map(|node| self.names(node)).unwrap_or_default(),
            tests,
            versus,
            times: self.each(fields.get("times"), "times", Self::time),
            points: self.each(fields.get("points"), "points", Self::one_points),
            tracks: self.each(fields.get("tracks"), "tracks", Self::track),
            tags: self.each(fields.get("tags"), "tags", Self::tag),
            actions: self.each(fields.get("actions"), "actions", Self::action),
            interventions: self.each(fields.get("interventions"), "interventions", Self::intervention),
            turns: fields.get("turns").map(|node| self.turns(node)),
            templates: self.each(fields.get("templates"), "templates", Self::template_of_character),
            kinds: self.each(fields.get("kinds"), "kinds", |reader, entry| {
                let name = reader.key(entry);
                let fields = reader.fields(&entry.value, "kind-of-character", &keys::CHARACTER_KIND);
                let has = fields.get("has").map(|node| reader.names(node)).unwrap_or_default();
                CharacterKind { name, has, require: reader.sentences(&fields) }
            }),
            require: self.sentences(&fields),
            unread: unread.into_iter().chain(std::mem::take(&mut self.lost)).collect(),
        })
    }

    /// Sentences with their conditions.
    fn sentences(&mut self, fields: &Fields<'_>) -> Vec<(Word, Formula)> {
        fields.get("require").map(|node| self.labelled(node, "require")).unwrap_or_default()
    }

    /// `tirada: 1`
    pub(crate) fn version(&mut self, node: Option<&Node>, whole: &Node) {
        let Some(node) = node else {
            if whole.kind == NodeKind::Bad {
                // Of what was not read nothing is missing.
                return;
            }
            let at = Span { end: whole.span.start, ..whole.span };
            self.report(Diagnostic::error(Code::MissingVersion, at));
            return;
        };
        match self.number(node) {
            Some(version) if version > FORMAT_VERSION => self.report(
                Diagnostic::error(Code::NewerVersion, node.span).arg("version", version).arg("ours", FORMAT_VERSION),
            ),
            Some(version) if version < 1 => self.report(Diagnostic::error(Code::BadVersion, node.span)),
            _ => {}
        }
    }

    fn dice(&mut self, node: &Node) -> DiceDecl {
        let fields = self.fields(node, "dice", &keys::DICE);
        let sides = fields.get("d").and_then(|node| {
            let sides = match self.number(node) {
                Some(sides) => sides,
                // As it is surely meant: `d10`.
                None => node.as_text()?.trim().trim_start_matches(['d', 'D']).parse().unwrap_or(USUAL_SIDES),
            };
            if !(1..=crate::syntax::SyntaxLimits::STANDARD.sides).contains(&sides) {
                self.report(
                    Diagnostic::error(Code::DieSides, node.span)
                        .arg("max", crate::syntax::SyntaxLimits::STANDARD.sides),
                );
                return None;
            }
            Some((sides, Some(node.span)))
        });
        let roll = fields.get("roll").map(|node| self.formula(node));
        let mut names = Vec::new();
        if let Some(node) = fields.get("names").filter(|node| !self.names_turned(node, &mut names)) {
            for entry in self.map(node, "names") {
                let name = self.key(entry);
                // That it is wrong was said; what reads it is not wrong for that.
                let reading = self.reading(&entry.value).unwrap_or(Reading::Lowest);
                names.push((name, reading));
            }
        }
        let notation = Notation {
            counts: fields.get("compare").and_then(|node| self.one_of(node, &choices::COMPARE)).unwrap_or(false),
            digits: fields.get("d66").and_then(|node| self.one_of(node, &choices::D66)).unwrap_or(false),
            foreign: self.flag(&fields, "others"),
        };
        DiceDecl { sides, roll, names, notation }
    }

    /// `{lowest: a, highest: Z}`: names of dice behind what they read; whether it is that.
    fn names_turned(&mut self, node: &Node, names: &mut Vec<(Word, Reading)>) -> bool {
        let pair = |entry: &Entry| {
            let name = entry.value.as_text().filter(|name| crate::syntax::is_plain_name(name))?;
            let (_, reading) = READINGS.into_iter().find(|(word, _)| **word == *entry.key.text)?;
            Some((Word { text: name.to_owned(), span: entry.value.span }, reading))
        };
        let Some(turned) = node.as_map().and_then(|entries| entries.iter().map(pair).collect::<Option<Vec<_>>>())
        else {
            return false;
        };
        if turned.is_empty() {
            return false;
        }
        let written = |word: &Word, span: Span| format!("{}: {}", word.text, self.sources.slice(span));
        let pairs = node.as_map().unwrap_or_default().iter().zip(&turned);
        let pairs: Vec<String> = pairs.map(|(entry, (word, _))| written(word, entry.key.span)).collect();
        let right = format!("{{{}}}", pairs.join(", "));
        let first = turned.first().map_or("", |(word, _)| word.text.as_str());
        let error = Diagnostic::error(Code::NotOneOf, node.span).arg("text", first);
        let error =
            error.arg("known", words(READINGS.map(|(word, _)| word))).help_with("help-write", "example", &*right);
        self.report(error.fix(node.span, right));
        names.extend(turned);
        true
    }

    fn reading(&mut self, node: &Node) -> Option<Reading> {
        if let Some(rest) = node.as_text().and_then(|text| text.strip_prefix("nth ")) {
            return match rest.trim().parse::<i64>() {
                Ok(n) if n >= 1 => Some(Reading::Nth(n)),
                _ => {
                    self.report(Diagnostic::error(Code::BadNth, node.span));
                    None
                }
            };
        }
        self.one_of(node, &READINGS)
    }

    fn one_trait(&mut self, entry: &Entry) -> TraitDecl {
        let name = self.key(entry);
        let own = entry.value.as_map().unwrap_or_default();
        if own.iter().any(|one| &*one.key.text == "is" || our_words("keys", &one.key.text).contains(&"is")) {
            let fields = self.fields(&entry.value, "trait", &[&keys::DERIVED[..], &keys::WORDED[1..]].concat());
            let formula = self.formula(fields.get("is").unwrap_or(&entry.value));
            let formula = self.with_words(formula, &fields);
            let doc = fields.get("doc").and_then(|node| self.prose(node));
            let group = fields.get("group").and_then(|node| self.word(node));
            return TraitDecl { name, kind: TraitKind::Derived(formula), group, doc, ends: [None, None] };
        }
        if own.iter().any(|one| &*one.key.text == "turn") {
            let fields = self.fields(&entry.value, "trait", &[&[keys::OF_THE_TURN], &keys::DERIVED[1..]].concat());
            let written = fields.get("turn").unwrap_or(&entry.value);
            let read = self.one_of(written, &choices::TURN).unwrap_or(TurnRead::Own);
            let kind = TraitKind::Turn(read, self.formula(written));
            let doc = fields.get("doc").and_then(|node| self.prose(node));
            let group = fields.get("group").and_then(|node| self.word(node));
            return TraitDecl { name, kind, group, doc, ends: [None, None] };
        }
        let free_names = entry.value.get("free names").and_then(|node| self.yes_no(node)).unwrap_or(false);
        let asked = if free_names { QuestionContext::Before } else { QuestionContext::OnSheet };
        let question = self.question_of(&entry.value, "trait", asked, &keys::GIVEN);
        let ends = entry.value.get("number").filter(|_| !free_names).map(|node| self.ends(node)).unwrap_or_default();
        let group = entry.value.get("group").and_then(|node| self.word(node));
        let doc = question.doc.clone();
        TraitDecl { name, kind: TraitKind::Given { question: Box::new(question), free_names }, group, doc, ends }
    }
}

/// What the name of a die can read.
const READINGS: [(&str, Reading); 5] = [
    ("lowest", Reading::Lowest),
    ("middle", Reading::Middle),
    ("highest", Reading::Highest),
    ("sum", Reading::Sum),
    ("nth 2", Reading::Nth(2)),
];

/// Keys that a place has besides those that are read there: they say what it is made of.
fn beyond(what: &str) -> &'static [&'static str] {
    match what {
        "ruleset" => &["extends", "change", "remove"],
        "table" | "points" | "track" | "tag" | "action" | "intervention" | "template" => &["like", "change", "remove"],
        "test" => &["change", "remove"],
        "trait" => &["is", "turn"],
        _ => &[],
    }
}

/// Whether a key is one that others write for one of these.
fn means_one_of(name: &str, known: &[FormatKey]) -> bool {
    our_words("keys", name).iter().any(|ours| known.iter().any(|key| key.name == *ours))
}

/// Whether the format has a key of that name in some place.
pub(crate) fn our_key(name: &str) -> bool {
    static KEYS: OnceLock<HashSet<&'static str>> = OnceLock::new();
    KEYS.get_or_init(|| keys().into_iter().flat_map(|(_, names)| names).collect()).contains(name)
}

/// Whether that is what a section of a game is called.
pub(crate) fn is_section_of_game(name: &str) -> bool {
    keys::RULESET.iter().any(|key| key.name == name && is_section(key))
}

/// Whether a name is that of a section of a file of cases.
pub(crate) fn is_section_of_cases(name: &str) -> bool {
    keys::CASES.iter().any(|key| key.name == name && is_section(key))
}

/// Whether a key of a file holds things with names.
fn is_section(key: &FormatKey) -> bool {
    matches!(key.takes, Takes::Map(..))
}

/// The first character of a node: where something is missing that belongs into it.
pub(crate) fn first_place(node: &Node) -> Span {
    match &node.kind {
        NodeKind::Map(entries) => entries.first().map_or(node.span, |entry| entry.key.span),
        _ => node.span,
    }
}

/// Whether a name belongs to a list without brackets that was told at a name before it.
pub(crate) fn is_listed(told: Span, entry: &Entry) -> bool {
    let at = entry.key.span;
    entry.value.is_empty() && told.source == at.source && told.start < at.start && at.end <= told.end
}

/// Whether a word has the letters of another, in capitals or with two of them exchanged: `TRACKS`, `di`.
fn has_letters_of(text: &str, key: &str) -> bool {
    let (text, key) = (text.to_lowercase().into_bytes(), key.as_bytes());
    if text.len() != key.len() {
        return false;
    }
    let mut apart = text.iter().zip(key).enumerate().filter(|(_, (one, other))| one != other).map(|(at, _)| at);
    match (apart.next(), apart.next(), apart.next()) {
        (None, ..) => true,
        (Some(one), Some(other), None) => {
            other == one + 1 && text.get(one) == key.get(other) && text.get(other) == key.get(one)
        }
        _ => false,
    }
}
