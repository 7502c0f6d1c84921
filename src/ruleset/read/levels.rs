//! Suggests corrections for keys that are indented one level too little or too much.

use super::keys;
use super::takes::FormatKey;
use super::{Entry, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::merge::LIKE;
use crate::ruleset::steps;
use crate::source::Span;
use crate::yaml::{Key, Node, NodeKind};

/// The keys of each thing in a section.
fn keys_in(section: &str) -> &'static [FormatKey] {
    match section {
        "tables" => &keys::TABLE,
        "tests" => &keys::TEST,
        "points" => &keys::POINTS,
        "tracks" => &keys::TRACK,
        "tags" => &keys::TAG,
        "actions" => &keys::ACTION,
        "interventions" => &keys::INTERVENTION,
        "outcomes" => &keys::OUTCOME,
        "templates" => &keys::TEMPLATE,
        "kinds" => &keys::CHARACTER_KIND,
        _ => &[],
    }
}

/// Whether a key belongs to the things in a section, or to the one that it would follow.
fn belongs(section: &str, name: &str, owner: &Entry) -> bool {
    let question = || has(&keys::KINDS, name) || has(&keys::QUESTION, name);
    match section {
        "traits" => question() || has(&keys::GIVEN, name) || has(&keys::DERIVED, name),
        "options" | "ask" | "values" => question(),
        "states" => has(&keys::STATE, name),
        "steps" => {
            let verb = |entry: &Entry| steps::verbs().find(|(verb, _)| verb.name == &*entry.key.text);
            let own = owner.value.as_map().unwrap_or_default();
            own.iter().filter_map(verb).any(|(_, beside)| name == keys::WHEN.name || has(beside, name))
        }
        _ => has(keys_in(section), name),
    }
}

/// Whether something is, by its keys, what is in a section, whatever it is called.
fn is_one_of(section: &str, node: &Node) -> bool {
    let own = node.as_map().unwrap_or_default().iter().map(|entry| &*entry.key.text);
    match section {
        "ask" => own.into_iter().any(|name| has(&keys::KINDS, name) || has(&keys::QUESTION, name)),
        "steps" => own.into_iter().any(steps::is_verb),
        _ => false,
    }
}

/// Whether a key belongs to what holds a section, or to what holds the thing of which it is said to be a part.
fn belongs_further_out(section: &str, name: &str) -> bool {
    let outer: &[&[FormatKey]] = match section {
        "ask" | "question" => &[&keys::ACTION, &keys::INTERVENTION, &keys::TEST],
        "steps" => &[&keys::ACTION, &keys::INTERVENTION],
        "outcomes" | "outcome" => &[&keys::TEST],
        "states" | "state" => &[&keys::TRACK, &keys::POINTS],
        _ => &[],
    };
    outer.iter().any(|keys| has(keys, name))
}

/// Keys of a step, and of what holds all steps, that no step is called: of a value that is under such a name it is
/// clear what was meant.
const NO_LABELS: [&str; 9] = ["by", "for", "from", "keep", "of", "on", "to", "until", "with"];
const NO_LABELS_OF_ALL: [&str; 2] = ["doc", "must"];

fn has(keys: &[FormatKey], name: &str) -> bool {
    keys.iter().any(|key| key.name == name)
}

impl Reader<'_> {
    /// Reads everything in a section. What is no thing of its own, but a part of the one before it or
    /// of the whole ruleset, is said to stand at the wrong level.
    pub(super) fn each<T>(
        &mut self,
        node: Option<&Node>,
        what: &'static str,
        read: impl Fn(&mut Self, &Entry) -> T,
    ) -> Vec<T> {
        let Some(node) = node else { return Vec::new() };
        // On a sheet such words have other meanings.
        let entries = self.map(
            node,
            match what {
                "tags" => "tag-kinds",
                "points" => "points-kinds",
                _ => what,
            },
        );
        let torn = |at: usize| -> Option<&Entry> {
            let entry = entries.get(at)?;
            let name = &*entry.key.text;
            // Several may stand at the wrong level, one after the other.
            let earlier = entries.get(..at)?;
            let owner = earlier.first()?;
            let before = earlier.iter().rfind(|one| !belongs(what, &one.key.text, owner)).unwrap_or(owner);
            let lacks = before.value.as_map().is_some_and(|own| own.iter().all(|one| &*one.key.text != name));
            (lacks && belongs(what, name, before)).then_some(before)
        };
        // Keys of a thing, of which some have no value that a thing has.
        let lost_its_name = |at: usize| {
            // A name with nothing under it is that of what is below.
            let named = at.checked_sub(1).and_then(|at| entries.get(at));
            let named = named.is_some_and(|one| matches!(one.value.kind, NodeKind::Empty));
            let mut keys = entries.iter().skip(at).take_while(|entry| belongs(what, &entry.key.text, entry));
            !named && what != "steps" && keys.any(|entry| entry.value.as_map().is_none())
        };
        let mut list = Vec::new();
        let mut nameless = false;
        for (at, entry) in entries.iter().enumerate() {
            let before = self.errors.len();
            // Keys that follow those of a thing without a name are its own.
            nameless &= belongs(what, &entry.key.text, entry);
            if nameless {
                continue;
            }
            // What this lacks may be the next.
            let lacking = torn(at + 1).map(|_| entry.value.span);
            self.torn.extend(lacking);
            let value = read(self, entry);
            let harmless = self.errors.iter().skip(before).all(|error| !error.is_error());
            let misplaced = what == "steps"
                && !is_one_of(what, &entry.value)
                && (NO_LABELS.contains(&&*entry.key.text) && torn(at).is_some()
                    || NO_LABELS_OF_ALL.contains(&&*entry.key.text));
            if harmless && !misplaced {
                if let Some(owner) = torn(at) {
                    // It is a thing of its own, and what the one before it lacks is missing.
                    self.torn.retain(|span| *span != owner.value.span);
                    read(self, owner);
                }
                list.push(value);
                continue;
            }
            let error = match torn(at) {
                Some(owner) => self.too_far_left(entry, owner),
                None if belongs_further_out(what, &entry.key.text) && !is_one_of(what, &entry.value) => {
                    self.further_out(entry, 1)
                }
                None if !keys_in(what).is_empty() && super::is_section_of_game(&entry.key.text) => {
                    self.too_far_right(entry)
                }
                None if lost_its_name(at) => {
                    nameless = true;
                    let error = Diagnostic::error(Code::HeadingMissing, entry.key.span).arg("key", &*entry.key.text);
                    error.arg("what", "unnamed").arg("name", "").arg("of", what)
                }
                None => {
                    list.push(value);
                    continue;
                }
            };
            self.errors.truncate(before);
            self.report(error);
        }
        list
    }

    /// A key that nothing on its level has, but the thing before it.
    pub(super) fn misplaced(&mut self, entry: &Entry, around: &Node) -> Option<Diagnostic> {
        let entries = around.as_map()?;
        let at = entries.iter().position(|one| one.key.span == entry.key.span)?;
        let holds = |one: &&Entry| &*one.key.text == "dice" || !keys_in(&one.key.text).is_empty();
        let section = entries.get(..at)?.iter().rfind(holds)?;
        let name = &*entry.key.text;
        let owner = match &*section.key.text {
            "dice" if has(&keys::DICE, name) => section,
            other if has(keys_in(other), name) => section.value.as_map()?.last()?,
            _ => return None,
        };
        if owner.value.as_map()?.iter().any(|one| &*one.key.text == name) {
            return None;
        }
        self.torn.push(owner.value.span);
        Some(self.too_far_left(entry, owner))
    }

    fn too_far_left(&self, entry: &Entry, owner: &Entry) -> Diagnostic {
        let error = Diagnostic::error(Code::TooFarLeft, entry.key.span).arg("key", &*entry.key.text);
        let error = error.arg("name", &*owner.key.text).label(owner.key.span, "label-belongs-under");
        let column = owner.value.as_map().and_then(<[Entry]>::first).map(|first| self.column(first.key.span));
        self.moved(error, entry, column)
    }

    /// A section inside of another, or in one of its things.
    pub(super) fn too_far_right(&self, entry: &Entry) -> Diagnostic {
        let error = Diagnostic::error(Code::TooFarRight, entry.key.span).arg("key", &*entry.key.text).arg("of", "game");
        self.moved(error, entry, Some(0))
    }

    /// A key of a thing that is no part of it, but of what holds the section that it is in.
    pub(super) fn of_the_holder(&self, entry: &Entry, what: &str) -> Option<Diagnostic> {
        belongs_further_out(what, &entry.key.text).then(|| self.further_out(entry, 2))
    }

    /// A key that belongs so many levels further out.
    pub(super) fn further_out(&self, entry: &Entry, levels: usize) -> Diagnostic {
        let error =
            Diagnostic::error(Code::TooFarRight, entry.key.span).arg("key", &*entry.key.text).arg("of", "outer");
        let text = self.sources.get(entry.key.span.source).map_or("", |source| source.slice(0..entry.key.span.start));
        let indent = |line: &str| line.len() - line.trim_start().len();
        let mut column = Some(self.column(entry.key.span));
        for _ in 0..levels {
            let lines =
                text.lines().rev().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
            column = column.and_then(|column| lines.map(indent).find(|indent| *indent < column));
        }
        self.moved(error, entry, column)
    }

    /// With the change that writes an outermost heading above a line.
    pub(super) fn heading_before(&self, error: Diagnostic, at: Span, name: &str) -> Diagnostic {
        let start = self.line_start(at);
        error.may_fix(Span { start, end: start, ..at }, format!("{name}:\n"))
    }

    /// Of a thing whose unknown keys are all those of things in another section, says that it belongs there.
    pub(crate) fn of_another_section(&mut self, before: usize, thing: &Key) {
        let unknown = |error: &Diagnostic| error.code == Code::UnknownKey;
        let found = self.errors.iter().skip(before).filter(|error| unknown(error));
        let found: Vec<&str> = found.filter_map(|error| error.text("key")).collect();
        let holds = |section: &&&'static str| found.iter().all(|key| has(keys_in(section), key));
        let Some(section) = LIKE.iter().find(holds).filter(|_| found.len() > 1).copied() else { return };
        let mut index = 0;
        self.errors.retain(|error| {
            index += 1;
            index <= before || !unknown(error)
        });
        let error = Diagnostic::error(Code::HeadingMissing, thing.span).arg("key", &*thing.text);
        self.report(error.arg("name", section).arg("of", "").arg("what", "elsewhere"));
    }

    /// Of several keys that are not known, which may all stand under one heading, says that it is missing.
    pub(crate) fn heading_of_many(&mut self, before: usize, name: &'static str, least: usize) {
        let unknown =
            |error: &Diagnostic| error.code == Code::UnknownKey && !error.has_suggestion() && error.fixes.is_empty();
        let mut many = self.errors.iter().skip(before).filter(|error| unknown(error));
        let Some(first) = many.next().filter(|_| many.count() + 1 >= least) else { return };
        let (at, key) = (first.at, first.text("key").unwrap_or_default().to_owned());
        let mut index = 0;
        self.errors.retain(|error| {
            index += 1;
            index <= before || !unknown(error)
        });
        let error = Diagnostic::error(Code::HeadingMissing, at).arg("key", key);
        self.report(error.arg("name", name).arg("of", "").arg("what", "known"));
    }

    fn column(&self, at: Span) -> usize {
        at.start - self.line_start(at)
    }

    /// What is before a place on its line.
    pub(super) fn line_before(&self, at: Span) -> &str {
        self.sources.slice(Span { start: self.line_start(at), end: at.start, ..at })
    }

    fn line_start(&self, at: Span) -> usize {
        let text = self.sources.get(at.source).map_or("", |source| source.slice(0..at.start));
        text.rfind('\n').map_or(0, |line| line + 1)
    }

    /// With the change that moves the lines of a key to another column.
    fn moved(&self, error: Diagnostic, entry: &Entry, column: Option<usize>) -> Diagnostic {
        let key = entry.key.span;
        let start = self.line_start(key);
        let here = key.start - start;
        let lines = Span { start, end: key.to(entry.value.span).end, ..key };
        let written = self.sources.slice(lines);
        let Some(column) = column.filter(|_| written.get(..here).is_some_and(|blanks| blanks.trim().is_empty())) else {
            return error;
        };
        let line = |line: &str| match line.trim_start() {
            "" => line.to_owned(),
            rest => " ".repeat((line.len() - rest.len() + column).saturating_sub(here)) + rest,
        };
        let mended = written.split('\n').map(line).collect::<Vec<_>>().join("\n");
        error.fix(lines, mended)
    }
}
