//! JSON Schemas of the files that users write, for editors: generated from the reader's list of keys and, if there is a
//! game, its names.
//!
//! A schema knows less than the program: no formulas, and no names of other files. The program refuses everything that
//! a schema refuses; the converse does not hold.

mod cases;
mod names;
mod places;
mod shapes;
mod sheets;

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::Catalogue;
use crate::check::program::CheckedGame;
use crate::ruleset::{FileKind, KeyPlace, Of, Takes};

/// The folder for schemas, beside what they describe.
pub const FOLDER: &str = ".tirada";

/// With this the id of every schema begins.
pub const ID: &str = "urn:tirada:schema:";

/// The kind of file that a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum SchemaKind {
    /// A file of rules.
    Ruleset,
    /// A file of cases.
    Cases,
    Character,
    /// `pack.yml`
    Pack,
    Translation,
}

impl SchemaKind {
    pub const ALL: [Self; 5] = [Self::Ruleset, Self::Cases, Self::Character, Self::Pack, Self::Translation];

    /// Its name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ruleset => "ruleset",
            Self::Cases => "cases",
            Self::Character => "character",
            Self::Pack => "pack",
            Self::Translation => "translation",
        }
    }

    /// What a file is called that holds this schema.
    #[must_use]
    pub fn file_name(self) -> String {
        format!("{}.schema.json", self.name())
    }

    /// The line by which editors find the schema of a file, with its line break. It is for a
    /// file from which the way to the folder that holds [`FOLDER`] is `way`: nothing, `..`.
    #[must_use]
    pub fn header(self, way: &str) -> String {
        let way = way.trim_end_matches('/');
        let slash = if way.is_empty() { "" } else { "/" };
        format!("# yaml-language-server: $schema={way}{slash}{FOLDER}/{}\n", self.file_name())
    }

    /// The message that says what it describes.
    fn title(self) -> &'static str {
        match self {
            Self::Ruleset => "schema-of-ruleset",
            Self::Cases => "schema-of-cases",
            Self::Character => "schema-of-character",
            Self::Pack => "schema-of-pack",
            Self::Translation => "schema-of-translation",
        }
    }

    fn place(self) -> KeyPlace {
        match self {
            Self::Ruleset => KeyPlace::Ruleset,
            Self::Cases => KeyPlace::Cases,
            Self::Character => KeyPlace::Character,
            Self::Pack => KeyPlace::Pack,
            Self::Translation => KeyPlace::Translation,
        }
    }
}

impl From<FileKind> for SchemaKind {
    fn from(kind: FileKind) -> Self {
        match kind {
            FileKind::Ruleset | FileKind::Unknown => Self::Ruleset,
            FileKind::Cases => Self::Cases,
            FileKind::Character => Self::Character,
            FileKind::Pack => Self::Pack,
            FileKind::Translation => Self::Translation,
        }
    }
}

/// A game whose names a schema allows.
#[derive(Debug, Clone, Copy)]
pub struct SchemaNames<'a> {
    pub game: &'a CheckedGame,
    /// Its ruleset extends another, and may say only what is different.
    pub extends: bool,
}

/// Indentation per level.
const INDENT: &str = "  ";

/// The text of the JSON Schema (draft 7) of files of a sort, in lines; with a game, of those that belong to it. A
/// comment is for people who open the file.
#[must_use]
pub fn schema(
    sort: SchemaKind,
    known: Option<SchemaNames<'_>>,
    catalogue: &Catalogue,
    comment: Option<&str>,
) -> String {
    let game = known.map(|known| known.game);
    let extends = known.is_some_and(|known| known.extends);
    let mut maker = SchemaWriter {
        sort,
        game,
        extends,
        catalogue,
        definitions: BTreeMap::new(),
        alike: BTreeMap::new(),
        maps: Vec::new(),
    };
    let whole = match sort {
        SchemaKind::Ruleset => maker.ruleset(),
        _ => maker.place(sort.place(), Mode::Whole),
    };
    let mut root = match whole {
        Value::Object(root) => root,
        other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
    };
    let title = maker.say(sort.title());
    let of = game.map(|game| format!(" · {}", game.name)).unwrap_or_default();
    root.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
    root.insert("$id".to_owned(), json!(format!("{ID}{}", sort.name())));
    root.insert("title".to_owned(), json!(format!("{title}{of}")));
    root.extend(comment.map(|comment| ("$comment".to_owned(), json!(comment))));
    let mut keys: BTreeMap<String, String> = root.into_iter().map(|(key, value)| (key, in_lines(&value, 1))).collect();
    let mut definitions = maker.definitions;
    definitions.extend(maker.alike.into_iter().map(|(shape, name)| (name, shape)));
    keys.insert("definitions".to_owned(), object(definitions, 1));
    object(keys, 0)
}

/// A value as it is at a depth. No text in JSON has a line break.
fn in_lines(value: &Value, depth: usize) -> String {
    format!("{value:#}").replace('\n', &format!("\n{}", INDENT.repeat(depth)))
}

/// An object at a depth, of keys with their values in lines.
fn object(keys: BTreeMap<String, String>, depth: usize) -> String {
    let indent = INDENT.repeat(depth);
    let around = indent.len() + INDENT.len() + "\"\": ,\n".len();
    let mut text = String::with_capacity(keys.iter().map(|(key, value)| key.len() + value.len() + around).sum());
    text.push('{');
    for (key, value) in keys {
        let mark = if text.len() == 1 { "" } else { "," };
        text.extend([mark, "\n", &indent, INDENT, &json!(key).to_string(), ": ", &value]);
    }
    if text.len() > 1 {
        text.extend(["\n", &indent]);
    }
    text + "}"
}

/// Whether required keys may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// A complete value.
    Whole,
    /// It says what is different about something else.
    Part,
}

fn refer(definition: &str) -> Value {
    json!({"$ref": format!("#/definitions/{definition}")})
}

/// Builds a schema and its definitions.
struct SchemaWriter<'a> {
    sort: SchemaKind,
    game: Option<&'a CheckedGame>,
    /// The game's ruleset extends another.
    extends: bool,
    catalogue: &'a Catalogue,
    /// As they stand in the file: a game of thousands of names has as many, and as text they take a twentieth of what
    /// they take as values.
    definitions: BTreeMap<String, String>,
    /// Definitions by what is in them, for what may be the same at thousands of names.
    alike: BTreeMap<String, String>,
    /// Maps from names of the game, and what each is.
    maps: Vec<((Of, Takes, Mode), Value)>,
}

impl SchemaWriter<'_> {
    fn say(&self, id: &str) -> String {
        self.catalogue.say(id)
    }

    /// A reference to a definition, which is made when it is first asked for.
    fn defined(&mut self, name: &str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        if !self.definitions.contains_key(name) {
            // Something is there already, so that what is inside itself ends.
            self.definitions.insert(name.to_owned(), String::new());
            let made = in_lines(&make(self), 2);
            self.definitions.insert(name.to_owned(), made);
        }
        refer(name)
    }

    /// A reference to a definition of this shape, which is written once for all that have it.
    fn alike(&mut self, kind: &str, shape: &Value) -> Value {
        let count = self.alike.len();
        refer(self.alike.entry(in_lines(shape, 2)).or_insert_with(|| format!("{kind}-{count}")))
    }
}
