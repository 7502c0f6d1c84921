//! Recognises the other kinds of file, and reads characters.

use super::{Fields, Reader, keys};
use crate::diagnostic::{Code, Diagnostic, Near, nearest};
use crate::ruleset::model::Word;
use crate::source::{Placement, Span, fold, whole};
use crate::syntax::our_word;
use crate::yaml::{Entry, Node, NodeKind};

/// What a file is, by the key that carries its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// `tirada: 1`
    Ruleset,
    /// `tirada cases: 1`
    Cases,
    /// `tirada character: 1`
    Character,
    /// `tirada pack: 1`
    Pack,
    /// `tirada translation: 1`
    Translation,
    /// `tirada` and a word that is none of these.
    Unknown,
}

/// What files begin with.
const HEADINGS: [&str; 5] =
    [keys::RULESET_VERSION, "tirada character", "tirada cases", keys::PACK_VERSION, keys::TRANSLATION_VERSION];

/// The key of files that are of a ruleset: of which.
const OF_A_RULESET: &str = "ruleset";

/// What a tree is the tree of.
#[must_use]
pub fn file_kind(node: &Node) -> FileKind {
    let entries = node.as_map().unwrap_or_default();
    let kind = kind_named(entries.iter().map(|entry| (&*entry.key.text, entry.value.as_text().unwrap_or(""))));
    if kind == FileKind::Ruleset && seems_another(node).is_some() { FileKind::Unknown } else { kind }
}

/// The heading that is due in a file which does not say what it is, or says that it is a game: only cases have `cases`.
fn seems_another(node: &Node) -> Option<&'static str> {
    if node.get("cases").is_some_and(|cases| cases.as_map().is_some()) && node.get("id").is_none() {
        return Some(keys::CASES[0].name);
    }
    seems_a_character(node).then_some(keys::CHARACTER[0].name)
}

/// Whether a file that does not say what it is has only what a character has: of rules, traits are no plain values.
fn seems_a_character(node: &Node) -> bool {
    let entries = node.as_map().unwrap_or_default();
    let of_a_character = |name: &str| keys::CHARACTER.iter().skip(1).any(|key| key.name == name);
    let own = |entry: &Entry| matches!(&*entry.key.text, "traits" | "points" | "marks" | "tags");
    let value = |entry: &Entry| {
        let things = entry.value.as_map().unwrap_or_default();
        !things.is_empty() && things.iter().all(|one| one.value.as_text().is_some())
    };
    // What calls itself a game is one, unless it has no id or belongs to another.
    let game = |name: &str| name == keys::RULESET_VERSION;
    node.get("name").is_some()
        && entries.iter().all(|entry| of_a_character(&entry.key.text) || game(&entry.key.text))
        && entries.iter().any(|entry| own(entry) && value(entry))
}

/// What a file is that has these names with their values at its outermost: the first that says it does. A name that
/// only seems to be meant for a heading says it where there is none; and what is of a ruleset is none itself.
pub fn kind_named<'n>(names: impl IntoIterator<Item = (&'n str, &'n str)>) -> FileKind {
    let mut other = None;
    let (mut own, mut of_another) = (false, false);
    for (name, value) in names {
        match heading(name) {
            Some(FileKind::Ruleset) if heading_in_value(name, value).is_some() => return FileKind::Unknown,
            Some(FileKind::Unknown) => other = other.or(Some(FileKind::Unknown)),
            Some(FileKind::Ruleset) => other = Some(FileKind::Ruleset),
            Some(kind) => return kind,
            None => {
                own |= name == "id";
                of_another |= name == OF_A_RULESET;
            }
        }
    }
    other.unwrap_or(if of_another && !own { FileKind::Unknown } else { FileKind::Ruleset })
}

/// The intended heading if its second word follows the colon: `tirada: character`.
fn heading_in_value(name: &str, value: &str) -> Option<&'static str> {
    let word = value.split_whitespace().next().filter(|_| name == keys::RULESET_VERSION)?;
    let written = format!("{name} {word}");
    HEADINGS.into_iter().find(|one| *one == written).or_else(|| meant(&written)?.1)
}

/// What a name says at the outermost of a file; `None` where any file may have it.
fn heading(name: &str) -> Option<FileKind> {
    Some(match name {
        keys::RULESET_VERSION | keys::COVERAGE => FileKind::Ruleset,
        "tirada cases" => FileKind::Cases,
        "tirada character" => FileKind::Character,
        keys::PACK_VERSION => FileKind::Pack,
        keys::TRANSLATION_VERSION => FileKind::Translation,
        _ if meant(name).is_some_and(|(two, near)| two || near != Some(keys::RULESET_VERSION)) => FileKind::Unknown,
        _ => return None,
    })
}

/// The heading that a name is meant for, if one is near; `None` where it is meant for none. A name of two words of
/// which the first is that of all headings is meant for one.
fn meant(name: &str) -> Option<(bool, Option<&'static str>)> {
    let two = fold(name).split_whitespace().next() == Some(keys::RULESET_VERSION) && name.contains(' ');
    let others = HEADINGS.into_iter().filter(|one| !two || *one != keys::RULESET_VERSION);
    let near = our_word("headings", name).or_else(|| nearest(name, others));
    (two || near.is_some()).then_some((two, near.and_then(|near| HEADINGS.into_iter().find(|one| *one == near))))
}

/// What is wrong with a file of [`FileKind::Unknown`].
#[must_use]
pub fn unknown_heading(node: &Node) -> Option<Diagnostic> {
    let entries = node.as_map()?;
    for entry in entries {
        if let Some(near) = entry.value.as_text().and_then(|value| heading_in_value(&entry.key.text, value)) {
            let at = entry.key.span.to(entry.value.span);
            let written = format!("{}: {}", entry.key.text, entry.value.as_text().unwrap_or(""));
            let error = Diagnostic::error(Code::UnknownHeading, at).arg("key", written);
            let right = format!("{near}: {}", super::FORMAT_VERSION);
            return Some(error.help_with("help-did-you-mean", "name", &*right).fix(at, right));
        }
    }
    if let Some(entry) = entries.iter().find(|entry| *entry.key.text == *keys::RULESET_VERSION)
        && let Some(right) = seems_another(node)
    {
        let error = Diagnostic::error(Code::UnknownHeading, entry.key.span).arg("key", &*entry.key.text);
        return Some(error.help_with("help-did-you-mean", "name", right).fix(entry.key.span, right));
    }
    let Some(key) = entries.iter().find(|entry| heading(&entry.key.text) == Some(FileKind::Unknown)) else {
        return (file_kind(node) == FileKind::Unknown).then(|| without_heading(node));
    };
    let key = &key.key;
    let error = Diagnostic::error(Code::UnknownHeading, key.span).arg("key", &*key.text);
    Some(match meant(&key.text)?.1 {
        Some(near) if our_word("headings", &key.text).is_some() => {
            error.help_with("help-did-you-mean", "name", near).fix(key.span, near)
        }
        Some(near) => error.instead(key.span, Near::alone(&key.text, near), near),
        None => error,
    })
}

/// The error for a file of a ruleset that does not say what it is, with the heading that fits what is in it.
fn without_heading(node: &Node) -> Diagnostic {
    let at = Span { end: node.span.start, ..node.span };
    let fits = |keys: &[super::FormatKey]| {
        node.as_map().unwrap_or_default().iter().all(|entry| keys.iter().any(|key| *key.name == *entry.key.text))
    };
    let kinds: [&[super::FormatKey]; 3] = [&keys::CHARACTER, &keys::CASES, &keys::TRANSLATION];
    let error = Diagnostic::error(Code::MissingVersion, at);
    match kinds.into_iter().find(|keys| fits(keys)).and_then(|keys| keys.first()) {
        Some(heading) => error.may_fix(at, format!("{}: {}\n", heading.name, super::FORMAT_VERSION)),
        None => error,
    }
}

/// A word and a text, each with its place.
#[derive(Debug, Clone)]
pub struct TextEntry {
    pub name: Word,
    pub text: String,
    /// Where the text is.
    pub span: Span,
    /// How the name is written, for expressions that are names of entries.
    pub name_placement: Option<Placement>,
    /// How the text is written.
    pub placement: Option<Placement>,
}

/// A character as it is written.
#[derive(Debug, Clone, Default)]
pub struct CharacterFile {
    pub name: Option<String>,
    /// Where its name is.
    pub named: Option<Span>,
    /// It is the table's own file and no character's.
    pub table: bool,
    pub ruleset: Option<Word>,
    /// The character that it is a copy of, but for what is said; only in cases.
    pub like: Option<Word>,
    /// Traits with their values, and groups of traits with nothing: an empty text.
    pub traits: Vec<(Word, Span, String)>,
    /// Members of open groups: group, name, where the value is, value.
    pub members: Vec<(Word, Word, Span, String)>,
    pub tags: Vec<RawTag>,
    /// Marks, by track.
    pub marks: Vec<RawMarks>,
    /// Current values of points, by name.
    pub points: Vec<TextEntry>,
    /// Entries outside the known sections of a sheet. The game decides what they are.
    pub strays: Vec<Stray>,
}

impl CharacterFile {
    /// What is wrong with names beside the sections, where no game says what they are: above several of them a line may
    /// be missing.
    #[must_use]
    pub fn unread(&self) -> Vec<Diagnostic> {
        let errors = || self.strays.iter().map(|stray| &stray.error);
        let mut unknown = errors().filter(|error| !error.has_suggestion());
        let (Some(first), Some(_)) = (unknown.next(), unknown.next()) else { return errors().cloned().collect() };
        let error = Diagnostic::error(Code::HeadingMissing, first.at);
        let error = error.arg("key", first.text("key").unwrap_or_default()).arg("name", "traits");
        let heading = error.arg("of", "").arg("what", "known");
        errors().filter(|error| error.has_suggestion()).cloned().chain([heading]).collect()
    }
}

/// A name that a sheet does not have, beside its sections.
#[derive(Debug, Clone)]
pub struct Stray {
    pub name: Word,
    /// Where its value is, and the value, if it is one.
    pub value: Option<(Span, String)>,
    /// The names under it.
    pub inside: Vec<String>,
    /// What is wrong with it where no game says what it is.
    pub error: Diagnostic,
}

/// A tag of a character as it is written.
#[derive(Debug, Clone)]
pub struct RawTag {
    pub kind: Word,
    pub name: Option<Word>,
    /// It is not had: `no`.
    pub denied: bool,
    /// It is had: `yes`, and no more is said.
    pub affirmed: bool,
    pub values: Vec<TextEntry>,
    /// How long it lasts (`for`).
    pub lasts: Option<TextEntry>,
    /// Until what is true (`until`).
    pub until: Option<TextEntry>,
    /// At whose turns that is counted (`turn of`).
    pub turn: Option<TextEntry>,
    pub span: Span,
}

/// Marks on a track as they are written.
#[derive(Debug, Clone)]
pub struct RawMarks {
    pub track: Word,
    /// Kinds of mark, and how many: numbers.
    pub marks: Vec<TextEntry>,
    /// The number that is there without a kind of mark.
    pub bare: Option<(i64, Span)>,
}

#[must_use]
pub fn read_character(node: &Node, sources: &crate::source::Sources) -> (CharacterFile, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let error = if file_kind(node) == FileKind::Unknown { unknown_heading(node) } else { None };
    if let Some(error) = error {
        // Whose keys the others are is not known.
        reader.report(error);
        return (reader.sheet(&Fields::default()), reader.errors);
    }
    let before = reader.errors.len();
    let fields = reader.fields(node, "character", &keys::CHARACTER);
    let strays = reader.strays(node, before);
    reader.version(fields.get("tirada character"), node);
    let mut file = CharacterFile { strays, ..reader.sheet(&fields) };
    // Where there is no game, nothing says what they are.
    if file.ruleset.is_none() {
        reader.errors.splice(before..before, file.unread());
        file.strays.clear();
    }
    (file, reader.errors)
}

/// What is to change on a sheet: a part of a character's file.
#[must_use]
pub fn read_change(node: &Node, sources: &crate::source::Sources) -> (CharacterFile, Vec<Diagnostic>) {
    let mut reader = Reader::new(sources);
    let fields = reader.fields(node, "character", &keys::CHANGE_OF_A_SHEET);
    (reader.sheet(&fields), reader.errors)
}

impl Reader<'_> {
    /// What is on a sheet.
    pub(crate) fn sheet(&mut self, fields: &Fields<'_>) -> CharacterFile {
        let name = fields.get("name").and_then(|node| {
            let name = self.prose(node)?;
            // A character without a name cannot be referred to.
            if name.trim().is_empty() {
                self.report(Diagnostic::error(Code::EmptyWord, node.span));
            }
            Some(name)
        });
        let table = fields.get("table").and_then(|node| self.yes_no(node)).unwrap_or(false);
        let ruleset = fields.get("ruleset").and_then(|node| self.word(node));
        let like = fields.get("like").and_then(|node| self.word(node));
        let (mut traits, mut members) = (Vec::new(), Vec::new());
        for entry in fields.get("traits").map(|node| self.map(node, "traits")).unwrap_or_default() {
            let name = self.key(entry);
            if let NodeKind::Map(inner) = &entry.value.kind {
                for one in inner {
                    let member = self.key(one);
                    let value = self.value(&one.value);
                    members.extend(value.map(|value| (name.clone(), member, one.value.span, value)));
                }
                if inner.is_empty() {
                    traits.push((name, entry.value.span, String::new()));
                }
            } else if entry.value.is_empty() {
                // Only the game can say whether it is a group, which may have no names.
                traits.push((name, entry.value.span, String::new()));
            } else if let Some(value) = self.value(&entry.value) {
                traits.push((name, entry.value.span, value));
            }
        }
        let mut tags = Vec::new();
        for entry in fields.get("tags").map(|node| self.map(node, "tags")).unwrap_or_default() {
            let kind = self.key(entry);
            self.tags_of(&kind, &entry.value, &mut tags);
        }
        let mut marks = Vec::new();
        for entry in fields.get("marks").map(|node| self.map(node, "track-marks")).unwrap_or_default() {
            let track = self.key(entry);
            if entry.value.is_empty() {
                self.report(Diagnostic::error(Code::EmptyValue, entry.value.span));
                continue;
            }
            let bare = entry.value.as_text().and_then(whole).map(|count| (count, entry.value.span));
            let list = if bare.is_some() { Vec::new() } else { self.numbers(&entry.value, "marks-of-track") };
            marks.push(RawMarks { track, marks: list, bare });
        }
        let points = fields.get("points").map(|node| self.numbers(node, "points")).unwrap_or_default();
        let named = fields.get("name").map(|node| node.span);
        let strays = Vec::new();
        CharacterFile { name, named, table, ruleset, like, traits, members, tags, marks, points, strays }
    }

    /// Takes out of the errors, from one on, those of names beside the sections of a sheet.
    pub(super) fn strays(&mut self, node: &Node, before: usize) -> Vec<Stray> {
        let entries = node.as_map().unwrap_or_default();
        let unknown = |error: &Diagnostic| {
            let misspelt = error.fixes.iter().any(|fix| fix.sure);
            error.code == Code::UnknownKey && !misspelt && entries.iter().any(|entry| Some(entry.key.span) == error.at)
        };
        let (found, others): (Vec<_>, Vec<_>) = self.errors.split_off(before).into_iter().partition(unknown);
        self.errors.extend(others);
        let stray = |error: Diagnostic| {
            let entry = entries.iter().find(|entry| Some(entry.key.span) == error.at)?;
            let value = entry.value.as_text().map(|text| (entry.value.span, text.trim().to_owned()));
            let inside = entry.value.as_map().into_iter().flatten().map(|one| one.key.text.to_string()).collect();
            Some(Stray { name: self.key(entry), value, inside, error })
        };
        found.into_iter().filter_map(stray).collect()
    }

    /// The tags of one kind: `yes`, a name, values, names with values, or a list of such.
    fn tags_of(&mut self, kind: &Word, node: &Node, tags: &mut Vec<RawTag>) {
        let bare = |name, span| RawTag {
            kind: kind.clone(),
            name,
            denied: false,
            affirmed: false,
            values: Vec::new(),
            lasts: None,
            until: None,
            turn: None,
            span,
        };
        match &node.kind {
            NodeKind::Bad => {}
            NodeKind::Empty => tags.push(bare(None, kind.span)),
            NodeKind::Scalar(scalar) if !scalar.is_quoted() && matches!(scalar.text.trim(), "yes" | "no") => {
                let denied = scalar.text.trim() == "no";
                tags.push(RawTag { denied, affirmed: !denied, ..bare(None, kind.span) });
            }
            NodeKind::Scalar(_) => {
                if let Some(name) = self.word(node) {
                    let span = name.span;
                    tags.push(bare(Some(name), span));
                }
            }
            NodeKind::List(items) => {
                for item in items {
                    self.tags_of(kind, item, tags);
                }
            }
            // Values are texts; names have values of their own, or nothing.
            NodeKind::Map(entries) if entries.iter().any(|entry| entry.value.as_map().is_some()) => {
                for entry in entries {
                    let name = self.key(entry);
                    self.named_tag(kind, name, &entry.value, tags);
                }
            }
            NodeKind::Map(entries) if !entries.is_empty() && entries.iter().all(|entry| entry.value.is_empty()) => {
                for entry in entries {
                    let name = self.key(entry);
                    let span = name.span;
                    tags.push(bare(Some(name), span));
                }
            }
            NodeKind::Map(_) => {
                let tag = self.tag_values(kind, None, node);
                tags.push(tag);
            }
        }
    }

    /// The cards of a deck, each with its values.
    pub(super) fn cards(&mut self, kind: &Word, node: &Node) -> Vec<RawTag> {
        let mut cards = Vec::new();
        for entry in self.map(node, "cards") {
            let name = self.key(entry);
            match &entry.value.kind {
                NodeKind::Map(_) | NodeKind::Empty => cards.push(self.tag_values(kind, Some(name), &entry.value)),
                NodeKind::Bad => {}
                _ => self.report(Diagnostic::error(Code::NotAMap, entry.value.span).arg("what", "tag-values")),
            }
        }
        if node.is_empty() || node.as_map().is_some_and(<[Entry]>::is_empty) {
            self.report(Diagnostic::error(Code::EmptyValue, node.span));
        }
        cards
    }

    fn named_tag(&mut self, kind: &Word, name: Word, node: &Node, tags: &mut Vec<RawTag>) {
        let tag = match &node.kind {
            NodeKind::Scalar(scalar) if matches!(scalar.text.trim(), "yes" | "no") => {
                let denied = scalar.text.trim() == "no";
                let empty = Node { kind: NodeKind::Empty, span: name.span, alias: None };
                RawTag { denied, ..self.tag_values(kind, Some(name), &empty) }
            }
            _ => self.tag_values(kind, Some(name), node),
        };
        tags.push(tag);
    }

    /// The values of a tag, and how long it lasts.
    fn tag_values(&mut self, kind: &Word, name: Option<Word>, node: &Node) -> RawTag {
        let span = name.as_ref().unwrap_or(kind).span;
        let (mut values, mut lasts, mut until, mut turn) = (Vec::new(), None, None, None);
        for entry in self.entries(node, "tag-values") {
            match entry.name.text.as_str() {
                "for" => lasts = Some(entry),
                "until" => until = Some(entry),
                "turn of" => turn = Some(entry),
                _ => values.push(entry),
            }
        }
        RawTag { kind: kind.clone(), name, denied: false, affirmed: false, values, lasts, until, turn, span }
    }

    /// Names and whole numbers.
    fn numbers(&mut self, node: &Node, what: &'static str) -> Vec<TextEntry> {
        let mut list = Vec::new();
        for entry in self.map(node, what) {
            let name = self.key(entry);
            let section = keys::CHARACTER.iter().any(|key| key.name == &*name.text);
            if section && entry.value.as_map().is_some() {
                let error = self.further_out(entry, 1);
                self.report(error);
                continue;
            }
            if self.number(&entry.value).is_some() {
                list.extend(self.entry(entry, name));
            }
        }
        list
    }

    /// The entries of a map of names to texts.
    pub(crate) fn entries(&mut self, node: &Node, what: &'static str) -> Vec<TextEntry> {
        let mut list = Vec::new();
        for entry in self.map(node, what) {
            let name = self.key(entry);
            list.extend(self.entry(entry, name));
        }
        list
    }

    /// A name and a text; a list of texts is one text with commas.
    pub(crate) fn entry(&mut self, entry: &Entry, name: Word) -> Option<TextEntry> {
        let text = match &entry.value.kind {
            NodeKind::List(items) => {
                let texts: Vec<String> = items.iter().filter_map(|item| self.value(item)).collect();
                texts.join(", ")
            }
            _ => self.value(&entry.value)?,
        };
        let name_placement = Some(entry.key.placement());
        Some(TextEntry { name_placement, ..entry_of(name, text, &entry.value) })
    }
}

pub(crate) fn entry_of(name: Word, text: String, node: &Node) -> TextEntry {
    TextEntry { name, text, span: node.span, name_placement: None, placement: node.placement() }
}
