//! Reads a translation: the names and texts of a ruleset in another language. It is a file next to the rules and does
//! not change them.

use super::{FormatKey, Reader, Takes, keys};
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::Word;
use crate::source::{Sources, Span};
use crate::yaml::{Entry, Node, NodeKind};

/// The folder beside a ruleset's files where its translations lie.
pub const TRANSLATIONS: &str = "translations";

/// A name or text, and its translation; `None`: there is none yet.
#[derive(Debug, Clone)]
pub struct Translated {
    /// The text of the ruleset.
    pub from: Word,
    /// Its translation; `None`: missing.
    pub to: Option<Word>,
}

/// What is said of one thing.
#[derive(Debug, Clone)]
pub struct TranslatedThing {
    pub name: Translated,
    /// The line about it, and where that is written.
    pub doc: Option<(Span, Option<Word>)>,
    /// What it has, by key: its rows, its states, words that only it uses.
    pub parts: Vec<(&'static str, Vec<Translated>)>,
}

/// A translation as it is written.
#[derive(Debug, Clone, Default)]
pub struct Translation {
    pub ruleset: Option<Word>,
    /// The language tag of the translation.
    pub language: Option<Word>,
    /// What the game is called.
    pub name: Option<Word>,
    /// The line about it.
    pub doc: Option<Word>,
    pub sections: Vec<(&'static str, Vec<TranslatedThing>)>,
    /// Words and names inside of things.
    pub words: Vec<Translated>,
    pub texts: Vec<Translated>,
}

/// Reads a translation, and everything that is wrong with it by itself.
#[must_use]
pub fn read_translation(node: &Node, sources: &Sources) -> (Translation, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let translation = reader.translation(node);
    (translation, reader.errors)
}

impl Reader<'_> {
    fn translation(&mut self, node: &Node) -> Translation {
        let fields = self.fields(node, "translation", &keys::TRANSLATION);
        self.version(fields.get(keys::TRANSLATION_VERSION), node);
        self.due(&fields, &keys::TRANSLATION, super::first_place(node), "translation");
        let mut sections = Vec::new();
        let holds_things = |key: &FormatKey| matches!(key.takes, Takes::Map(_, of) if *of == keys::TRANSLATED_THING);
        for key in keys::TRANSLATION.iter().filter(|key| holds_things(key)).map(|key| key.name) {
            let Some(section) = fields.get(key) else { continue };
            let things = self.map(section, key).iter().map(|entry| self.translated_thing(entry)).collect();
            sections.push((key, things));
        }
        let dictionary = |reader: &mut Self, key| match fields.get(key) {
            Some(node) => reader.dictionary(node, key),
            None => Vec::new(),
        };
        Translation {
            ruleset: fields.get("ruleset").and_then(|node| self.word(node)),
            language: fields.get("language").and_then(|node| self.language(node)),
            name: fields.get("name").and_then(|node| self.label(node)),
            doc: fields.get("doc").and_then(|node| self.label(node)),
            words: dictionary(self, "words"),
            texts: dictionary(self, "texts"),
            sections,
        }
    }

    /// A thing with all that is said of it, or only what it is called.
    fn translated_thing(&mut self, entry: &Entry) -> TranslatedThing {
        let from = self.key(entry);
        if !matches!(entry.value.kind, NodeKind::Map(_)) {
            let to = self.label(&entry.value);
            return TranslatedThing { name: Translated { from, to }, doc: None, parts: Vec::new() };
        }
        let fields = self.fields(&entry.value, "translated", &keys::TRANSLATED);
        let to = fields.get("name").and_then(|node| self.label(node));
        let doc = fields.entry("doc").map(|entry| (entry.key.span, self.label(&entry.value)));
        let parts = keys::TRANSLATED.iter().filter(|key| matches!(key.takes, Takes::Map(..))).map(|key| key.name);
        let parts = parts.filter_map(|key| Some((key, self.dictionary(fields.get(key)?, key))));
        let parts = parts.collect();
        TranslatedThing { name: Translated { from, to }, doc, parts }
    }

    fn dictionary(&mut self, node: &Node, what: &'static str) -> Vec<Translated> {
        let entries = self.map(node, what);
        entries.iter().map(|entry| Translated { from: self.key(entry), to: self.label(&entry.value) }).collect()
    }

    /// A translation; nothing, or an empty text, is none.
    fn label(&mut self, node: &Node) -> Option<Word> {
        if node.is_empty() || node.as_text().is_some_and(|text| text.trim().is_empty()) {
            return None;
        }
        let text = self.prose(node)?;
        Some(Word { text: text.trim().to_owned(), span: node.span })
    }
}
