//! Files that are no rulesets: cases and characters.

use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::Word;
use crate::ruleset::yaml::{Node, NodeKind};
use crate::source::{Placement, Span};

/// What a file is, by the key that carries its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// `tirada: 1`
    Ruleset,
    /// `tirada cases: 1`
    Cases,
    /// `tirada character: 1`
    Character,
}

/// What a tree is the tree of.
#[must_use]
pub fn file_kind(node: &Node) -> FileKind {
    if node.get("tirada cases").is_some() {
        FileKind::Cases
    } else if node.get("tirada character").is_some() {
        FileKind::Character
    } else {
        FileKind::Ruleset
    }
}

/// A word and a text, each with its place.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The word.
    pub name: Word,
    /// The text.
    pub text: String,
    /// Where the text stands.
    pub span: Span,
    /// How the name is written, for expressions that are names of entries.
    pub name_placement: Option<Placement>,
    /// How the text is written.
    pub placement: Option<Placement>,
}

/// A file of cases.
#[derive(Debug, Clone)]
pub struct CaseFile {
    /// The ruleset that they belong to.
    pub ruleset: Option<Word>,
    /// The cases in their order.
    pub cases: Vec<RawCase>,
}

/// A case: a worked example.
#[derive(Debug, Clone)]
pub struct RawCase {
    /// Its name.
    pub name: Word,
    /// Book and line.
    pub source: Option<String>,
    /// Traits.
    pub with: Vec<Entry>,
    /// Inputs and options.
    pub set: Vec<Entry>,
    /// The dice as they fell.
    pub dice: Vec<i64>,
    /// What is rolled.
    pub roll: Option<Entry>,
    /// What is expected of it.
    pub expect: Vec<(Word, Vec<Entry>)>,
    /// Several expressions on the same dice, and their values.
    pub each: Vec<Entry>,
}

/// A character as it is written.
#[derive(Debug, Clone)]
pub struct CharacterFile {
    /// Its name.
    pub name: Option<String>,
    /// Its ruleset.
    pub ruleset: Option<Word>,
    /// Traits, and groups of traits under names of their own.
    pub traits: Vec<(Word, Span, String)>,
    /// Members of open groups: group, name, value.
    pub members: Vec<(Word, Word, String)>,
}

/// Reads a file of cases.
#[must_use]
pub fn read_cases(node: &Node, sources: &crate::source::Sources) -> (CaseFile, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let fields = reader.fields(node, "cases", &["tirada cases", "ruleset", "cases"]);
    reader.version(fields.get("tirada cases"), node.span);
    let ruleset = fields.get("ruleset").and_then(|node| reader.word(node));
    let mut cases = Vec::new();
    if let Some(list) = fields.get("cases") {
        for entry in reader.map(list, "cases") {
            let name = reader.key(entry);
            cases.push(reader.case(name, &entry.value));
        }
    }
    (CaseFile { ruleset, cases }, reader.errors)
}

/// Reads a character.
#[must_use]
pub fn read_character(node: &Node, sources: &crate::source::Sources) -> (CharacterFile, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let fields = reader.fields(node, "character", &["tirada character", "name", "ruleset", "traits"]);
    reader.version(fields.get("tirada character"), node.span);
    let name = fields.get("name").and_then(|node| reader.text(node));
    let ruleset = fields.get("ruleset").and_then(|node| reader.word(node));
    let (mut traits, mut members) = (Vec::new(), Vec::new());
    if let Some(list) = fields.get("traits") {
        for entry in reader.map(list, "traits") {
            let name = reader.key(entry);
            if let NodeKind::Map(inner) = &entry.value.kind {
                for one in inner {
                    let member = reader.key(one);
                    members.extend(reader.text(&one.value).map(|value| (name.clone(), member, value)));
                }
            } else if let Some(value) = reader.text(&entry.value) {
                traits.push((name, entry.value.span, value));
            }
        }
    }
    (CharacterFile { name, ruleset, traits, members }, reader.errors)
}

impl Reader<'_> {
    fn case(&mut self, name: Word, node: &Node) -> RawCase {
        let fields = self.fields(node, "case", &["source", "with", "set", "dice", "roll", "expect", "each"]);
        let source = fields.get("source").and_then(|node| self.text(node));
        let with = fields.get("with").map(|node| self.entries(node)).unwrap_or_default();
        let set = fields.get("set").map(|node| self.entries(node)).unwrap_or_default();
        let mut dice = Vec::new();
        if let Some(node) = fields.get("dice") {
            for item in self.list(node) {
                dice.extend(self.number(item));
            }
        }
        let roll = fields.get("roll").and_then(|node| {
            let text = self.text(node)?;
            let name = Word { text: "roll".to_owned(), span: node.span };
            Some(Entry { name, text, span: node.span, name_placement: None, placement: node.placement() })
        });
        let mut expect = Vec::new();
        if let Some(node) = fields.get("expect") {
            for entry in self.map(node, "expect") {
                let name = self.key(entry);
                let mut values = Vec::new();
                for item in self.list(&entry.value) {
                    values.extend(self.text(item).map(|text| entry_of(name.clone(), text, item)));
                }
                expect.push((name, values));
            }
        }
        let each = fields.get("each").map(|node| self.entries(node)).unwrap_or_default();
        if roll.is_some() != each.is_empty() {
            self.report(Diagnostic::error("case-rolls-nothing", name.span).arg("name", &*name.text));
        }
        if roll.is_some() && expect.is_empty() {
            self.report(Diagnostic::error("case-expects-nothing", name.span).arg("name", &*name.text));
        }
        RawCase { name, source, with, set, dice, roll, expect, each }
    }

    fn entries(&mut self, node: &Node) -> Vec<Entry> {
        let mut list = Vec::new();
        for entry in self.map(node, "names") {
            let name = self.key(entry);
            let name_placement = Some(entry.key.placement());
            list.extend(
                self.text(&entry.value).map(|text| Entry { name_placement, ..entry_of(name, text, &entry.value) }),
            );
        }
        list
    }
}

fn entry_of(name: Word, text: String, node: &Node) -> Entry {
    Entry { name, text, span: node.span, name_placement: None, placement: node.placement() }
}
