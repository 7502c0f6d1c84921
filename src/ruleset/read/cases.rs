//! Reads cases: worked examples next to a ruleset.

use std::sync::Arc;

use super::files::{FileKind, entry_of, file_kind, unknown_heading};
use super::{CharacterFile, FormatKey, Reader, TextEntry, choices, keys};
use crate::diagnostic::{Code, Diagnostic, words};
use crate::ruleset::model::Word;
use crate::source::{Sources, Span};
use crate::syntax::our_words;
use crate::yaml::{Entry, Node, NodeKind};

/// A file of cases.
#[derive(Debug, Clone)]
pub struct CaseFile {
    /// The ruleset that they belong to.
    pub ruleset: Option<Word>,
    /// Characters of all its cases.
    pub characters: Vec<(Word, CharacterFile)>,
    /// The cases in their order.
    pub cases: Vec<RawCase>,
}

/// A case: a worked example. It has either one roll, or several expressions, or steps.
#[derive(Debug, Clone)]
pub struct RawCase {
    pub name: Word,
    /// Where the case comes from: book and page.
    pub source: Option<String>,
    /// Traits of the roller, by name.
    pub with: Vec<TextEntry>,
    /// Inputs and options; of steps, only options.
    pub set: Vec<TextEntry>,
    /// The dice as they fell.
    pub dice: Vec<i64>,
    pub dice_at: Option<Span>,
    pub roll: Option<TextEntry>,
    pub expect: Vec<(Word, Vec<TextEntry>)>,
    /// Several expressions on the same dice, and their values.
    pub each: Vec<TextEntry>,
    pub characters: Vec<(Word, CharacterFile)>,
    /// What is done, one after the other.
    pub steps: Vec<RawStep>,
    pub span: Span,
    /// A part of it could not be read.
    pub unread: bool,
}

/// Something that is done in a case.
#[derive(Debug, Clone)]
pub struct RawStep {
    pub kind: RawStepKind,
    /// Who plays which role; without a name, the only one.
    pub roles: Vec<(Option<Word>, Vec<Word>)>,
    /// Answers: `set` and `choose`.
    pub set: Vec<TextEntry>,
    /// Answers that the case gives to all of its steps.
    pub shared: Arc<[TextEntry]>,
    /// The dice as they fall.
    pub dice: Vec<i64>,
    pub dice_at: Option<Span>,
    /// What is done in the middle, in this order.
    pub interventions: Vec<RawIntervention>,
    /// Formulas (the names, with their places) and what they are when it is over.
    pub expect: Vec<TextEntry>,
    pub span: Span,
}

impl RawStep {
    /// Its own answers, then those that the case gives to all of its steps.
    pub fn answers(&self) -> impl DoubleEndedIterator<Item = &TextEntry> {
        self.set.iter().chain(self.shared.iter())
    }
}

/// What a step of a case does.
#[derive(Debug, Clone)]
pub enum RawStepKind {
    Do(Word),
    Pass(Word),
    /// Characters begin to act in turn, go on, or end it.
    Turns(CaseTurns, Span),
    Roll(TextEntry),
}

/// What is done with the turns of characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseTurns {
    Begin,
    Join,
    Next,
    End,
}

/// An intervention in a case.
#[derive(Debug, Clone)]
pub struct RawIntervention {
    pub name: Word,
    /// At which label, where there are several.
    pub at: Option<Word>,
    /// Its roles and answers.
    pub answers: Vec<TextEntry>,
}

#[must_use]
pub fn read_cases(node: &Node, sources: &Sources) -> (CaseFile, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    if let Some(error) = Some(node).filter(|node| file_kind(node) == FileKind::Unknown).and_then(unknown_heading) {
        return (CaseFile { ruleset: None, characters: Vec::new(), cases: Vec::new() }, vec![error]);
    }
    let fields = reader.fields(node, "cases", &keys::CASES);
    let mut others = node
        .as_map()
        .unwrap_or_default()
        .iter()
        .filter(|one| !keys::CASES.iter().any(|key| key.name == &*one.key.text));
    if others.all(|one| one.value.as_map().is_some() || one.value.is_empty()) {
        reader.heading_of_many(0, if node.get("cases").is_some() { "characters" } else { "cases" }, 2);
    }
    reader.version(fields.get("tirada cases"), node);
    let ruleset = fields.get("ruleset").and_then(|node| reader.word(node));
    let characters = reader.characters(fields.get("characters"));
    let mut cases = Vec::new();
    if let Some(list) = fields.get("cases") {
        for entry in reader.map(list, "cases") {
            let name = reader.key(entry);
            cases.push(reader.case(name, &entry.value));
        }
    }
    (CaseFile { ruleset, characters, cases }, reader.errors)
}

fn step_kinds() -> impl Iterator<Item = &'static str> {
    keys::STEP_KINDS.into_iter().map(|key| key.name)
}

impl Reader<'_> {
    fn characters(&mut self, node: Option<&Node>) -> Vec<(Word, CharacterFile)> {
        let mut list = Vec::new();
        let mut headless = false;
        for entry in node.map(|node| self.map(node, "characters")).unwrap_or_default() {
            let name = self.key(entry);
            // What rolls or expects something is a case.
            let is_case = |one: &Entry| matches!(&*one.key.text, "roll" | "expect" | "each" | "steps");
            if entry.value.as_map().unwrap_or_default().iter().any(is_case) {
                if !std::mem::replace(&mut headless, true) {
                    let error = Diagnostic::error(Code::HeadingMissing, name.span).arg("key", &*name.text);
                    let error = error.arg("name", "cases").arg("of", "").arg("what", "known");
                    self.report(self.heading_before(error, entry.key.span, "cases"));
                }
                continue;
            }
            let before = self.errors.len();
            let fields = self.fields(&entry.value, "character", &keys::CHARACTER_OF_A_CASE);
            let strays = self.strays(&entry.value, before);
            let sheet = self.sheet(&fields);
            list.push((name.clone(), CharacterFile { name: Some(name.text), named: Some(name.span), strays, ..sheet }));
        }
        list
    }

    fn case(&mut self, name: Word, node: &Node) -> RawCase {
        let before = self.errors.len();
        let played = node.get("steps").is_some();
        let mut known = if played { keys::PLAYED_CASE.to_vec() } else { keys::CASE.to_vec() };
        let of_a_step: Vec<FormatKey> =
            keys::STEP_KINDS.iter().chain(&keys::CASE_STEP).filter(|key| !known.contains(key)).copied().collect();
        let outside = |entry: &&Entry| of_a_step.iter().any(|key| key.name == &*entry.key.text);
        let outside = node.as_map().unwrap_or_default().iter().find(outside);
        if let Some(entry) = outside {
            let error = Diagnostic::error(Code::UnknownKey, entry.key.span).arg("key", &*entry.key.text);
            self.report(error.arg("what", "case").help_with("help-belongs-under", "section", "steps"));
            known.extend(of_a_step);
        }
        let fields = self.fields(node, "case", &known);
        let source = fields.get("source").and_then(|node| self.prose(node));
        let with = fields.get("with").map(|node| self.texts(node)).unwrap_or_default();
        let set = fields.get("set").map(|node| self.texts(node)).unwrap_or_default();
        let dice = self.faces(fields.get("dice"));
        let dice_at = fields.get("dice").map(|node| node.span);
        let roll = fields.get("roll").and_then(|node| self.rolled(node));
        let mut expect = Vec::new();
        if let Some(node) = fields.get("expect").filter(|node| !self.expected_otherwise(node)) {
            for entry in self.map(node, "expect") {
                let name = self.key(entry);
                let mut values = Vec::new();
                for item in self.list(&entry.value) {
                    values.extend(self.value(item).map(|text| entry_of(name.clone(), text, item)));
                }
                expect.push((name, values));
            }
        }
        let each = fields.get("each").map(|node| self.texts(node)).unwrap_or_default();
        let characters = self.characters(fields.get("characters"));
        let mut steps = Vec::new();
        for item in
            fields.get("steps").filter(|node| !self.undashed(node)).map(|node| self.list(node)).unwrap_or_default()
        {
            steps.extend(self.case_step(item));
        }
        let shared: Arc<[TextEntry]> = set.iter().cloned().collect();
        steps.iter_mut().for_each(|step| step.shared = Arc::clone(&shared));
        let kinds = keys::PLAYED_AS.into_iter().filter(|key| fields.get(key).is_some()).count();
        if kinds != 1 && !(kinds == 0 && (fields.unclear() || outside.is_some())) {
            self.report(Diagnostic::error(Code::CaseRollsNothing, name.span).arg("name", &*name.text));
        }
        let nothing = match (played, fields.get("each")) {
            (true, _) => steps.iter().all(|step| step.expect.is_empty()),
            (false, Some(_)) => each.is_empty(),
            (false, None) => expect.is_empty(),
        };
        // An expectation that could not be read was told.
        let unread = self.errors.iter().skip(before).any(Diagnostic::is_error);
        let is_told = unread && (fields.get("expect").is_some() || roll.is_none() && steps.is_empty());
        if kinds == 1 && nothing && !fields.unclear() && !is_told {
            self.report(Diagnostic::error(Code::CaseExpectsNothing, name.span).arg("name", &*name.text));
        }
        let span = name.span.to(node.span);
        let unread = self.errors.iter().skip(before).any(Diagnostic::is_error);
        RawCase { name, source, with, set, dice, dice_at, roll, expect, each, characters, steps, span, unread }
    }

    fn rolled(&mut self, node: &Node) -> Option<TextEntry> {
        let text = self.text(node)?;
        let name = Word { text: "roll".to_owned(), span: node.span };
        Some(entry_of(name, text, node))
    }

    fn faces(&mut self, node: Option<&Node>) -> Vec<i64> {
        // `4 5 3`: a list without its brackets.
        let text = node.and_then(Node::as_text).unwrap_or("");
        let faces: Vec<&str> = text.split([' ', ',']).filter(|face| !face.is_empty()).collect();
        if let (Some(node), true) = (node, faces.len() > 1 && faces.iter().all(|face| face.parse::<i64>().is_ok())) {
            self.report(Diagnostic::error(Code::NotAList, node.span).fix(node.span, format!("[{}]", faces.join(", "))));
            return Vec::new();
        }
        let items = node.map(|node| self.list(node)).unwrap_or_default();
        items.iter().filter_map(|item| self.number(item)).collect()
    }

    fn texts(&mut self, node: &Node) -> Vec<TextEntry> {
        self.entries(node, "names")
    }

    fn case_step(&mut self, node: &Node) -> Option<RawStep> {
        if node.is_empty() {
            self.report(Diagnostic::error(Code::EmptyValue, node.span));
            return None;
        }
        let fields = self.fields(node, "case-step", &[&keys::STEP_KINDS[..], &keys::CASE_STEP].concat());
        let mut given = step_kinds().filter_map(|key| Some((key, fields.entry(key)?)));
        let (key, given) = match (given.next(), given.next()) {
            (Some(one), None) => one,
            (Some((first, one)), Some((second, other))) => {
                let error = Diagnostic::error(Code::StepWithTwoVerbs, other.key.span).arg("first", first);
                self.report(error.arg("second", second).label(one.key.span, "label-other-verb"));
                return None;
            }
            _ => {
                if !fields.unclear() {
                    let error = Diagnostic::error(Code::CaseStepWithoutDeed, super::first_place(node));
                    self.report(error.arg("verbs", words(step_kinds())));
                }
                return None;
            }
        };
        let kind = match key {
            "do" => RawStepKind::Do(self.word(&given.value)?),
            "pass" => RawStepKind::Pass(self.word(&given.value)?),
            "turns" => RawStepKind::Turns(self.one_of(&given.value, &choices::TURNING)?, given.value.span),
            _ => RawStepKind::Roll(self.rolled(&given.value)?),
        };
        let mut set = fields.get("set").map(|node| self.texts(node)).unwrap_or_default();
        set.extend(fields.get("choose").map(|node| self.texts(node)).unwrap_or_default());
        if let (RawStepKind::Roll(_), Some(entry)) = (&kind, fields.entry("interventions")) {
            self.report(Diagnostic::error(Code::InterventionsOfARoll, entry.key.span).help("help-roll-in-an-action"));
        }
        let mut interventions = Vec::new();
        for item in fields.get("interventions").map(|node| self.list_or_map(node)).unwrap_or_default() {
            interventions.extend(self.case_intervention(item));
        }
        Some(RawStep {
            kind,
            roles: fields.get("as").map(|node| self.cast(node)).unwrap_or_default(),
            set,
            shared: Arc::default(),
            dice: self.faces(fields.get("dice")),
            dice_at: fields.get("dice").map(|node| node.span),
            interventions,
            expect: match fields.get("expect") {
                Some(node) if !self.expected_otherwise(node) => self.entries(node, "expect"),
                _ => Vec::new(),
            },
            span: node.span,
        })
    }

    /// `expect: good`, `expect: passed`, `expect: {blow: {total: 7}}`: says how that is written; whether it is that.
    fn expected_otherwise(&mut self, node: &Node) -> bool {
        let error = match &node.kind {
            NodeKind::Scalar(scalar) if crate::syntax::is_plain_name(scalar.text.trim()) => {
                let word = scalar.text.trim();
                let ours = our_words("values", word).iter().chain([&word]);
                let success = ours.copied().find_map(|ours| match ours {
                    "success" | "yes" => Some("{success: yes}"),
                    "failure" | "no" => Some("{success: no}"),
                    _ => None,
                });
                let outcome = format!("{{outcome: {word}}}");
                let error = Diagnostic::error(Code::NotAMap, node.span).arg("what", "expect");
                let error = error.help_with("help-write", "example", success.unwrap_or(&outcome));
                success
                    .into_iter()
                    .fold(error, |error, success| error.may_fix(node.span, success))
                    .may_fix(node.span, outcome)
            }
            NodeKind::Map(entries) => {
                let Some(first) = entries.iter().find(|entry| entry.value.as_map().is_some()) else { return false };
                let mut flat = Vec::new();
                if !self.flat(node, "", &mut flat) {
                    return false;
                }
                let meant = format!("{{{}}}", flat.join(", "));
                let error = Diagnostic::error(Code::NotAText, first.value.span);
                error.help_with("help-write", "example", format!("expect: {meant}")).may_fix(node.span, meant)
            }
            _ => return false,
        };
        self.report(error);
        true
    }

    /// Values under names in names, each as one line with dots; whether all of them can be written so.
    fn flat(&self, node: &Node, before: &str, into: &mut Vec<String>) -> bool {
        node.as_map().unwrap_or_default().iter().all(|entry| {
            let name = format!("{before}{}", self.sources.slice(entry.key.span));
            match &entry.value.kind {
                NodeKind::Map(_) => self.flat(&entry.value, &format!("{name}."), into),
                NodeKind::Scalar(_) => {
                    into.push(format!("{name}: {}", self.sources.slice(entry.value.span)));
                    true
                }
                _ => false,
            }
        })
    }

    /// The steps of a case as a map: one without its dash, or several with labels as those of actions have; whether it
    /// is that.
    fn undashed(&mut self, node: &Node) -> bool {
        let Some(entries) = node.as_map().filter(|entries| !entries.is_empty()) else { return false };
        let written = self.sources.slice(node.span);
        let mut mended = String::new();
        if entries.iter().any(|entry| step_kinds().any(|call| call == &*entry.key.text)) {
            mended = format!("- {}", written.replace('\n', "\n  "));
        } else if entries.iter().all(|entry| entry.value.as_map().is_some()) && !written.starts_with('{') {
            let mut from = node.span.start;
            for entry in entries {
                mended += self.sources.slice(Span { start: from, end: entry.key.span.start, ..node.span });
                mended += &format!("- {}", self.sources.slice(entry.value.span));
                from = entry.value.span.end;
            }
        } else {
            return false;
        }
        let error = Diagnostic::error(Code::NotAList, node.span).help_with("help-write", "example", "- do: …");
        self.report(error.may_fix(node.span, mended));
        true
    }

    /// A list; a map alone is a list of one.
    fn list_or_map<'n>(&mut self, node: &'n Node) -> &'n [Node] {
        if node.as_map().is_some() { std::slice::from_ref(node) } else { self.list(node) }
    }

    /// Who plays which role.
    fn cast(&mut self, node: &Node) -> Vec<(Option<Word>, Vec<Word>)> {
        let NodeKind::Map(entries) = &node.kind else {
            let who = self.words(node);
            return if who.is_empty() { Vec::new() } else { vec![(None, who)] };
        };
        let mut roles = Vec::new();
        for entry in entries {
            let role = self.key(entry);
            roles.push((Some(role), self.words(&entry.value)));
        }
        roles
    }

    /// `name`, or `name: {…}`.
    fn case_intervention(&mut self, node: &Node) -> Option<RawIntervention> {
        let (name, answers): (Word, &[Entry]) = match &node.kind {
            NodeKind::Bad => return None,
            NodeKind::Scalar(_) => (self.word(node)?, &[]),
            NodeKind::Map(entries) => match entries.as_slice() {
                [entry] => (self.key(entry), self.map(&entry.value, "answers")),
                _ => {
                    self.report(Diagnostic::error(Code::NotOneIntervention, node.span));
                    return None;
                }
            },
            _ => {
                self.report(Diagnostic::error(Code::NotOneIntervention, node.span));
                return None;
            }
        };
        let mut at = None;
        let mut list = Vec::new();
        for entry in answers {
            if &*entry.key.text == keys::CASE_INTERVENTION.name {
                at = self.word(&entry.value);
                continue;
            }
            let word = self.key(entry);
            list.extend(self.entry(entry, word));
        }
        Some(RawIntervention { name, at, answers: list })
    }
}
