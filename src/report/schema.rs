//! JSON Schemas of the files that people write, for editors: made of the reader's own list of
//! keys, and of the names of a game where there is one.
//!
//! A schema sees less than the program: no formula, no name that only another file knows. What
//! it refuses, the program refuses as well; what it takes may still be wrong.

mod cases;
mod names;
mod places;
mod shapes;
mod sheets;

use serde_json::{Map, Value, json};

use super::Catalogue;
use crate::check::program::Game;
use crate::ruleset::{FileKind, Of, Place, Takes};

/// The folder for schemas, beside what they describe.
pub const FOLDER: &str = ".tirada";

/// With this the id of every schema begins.
pub const ID: &str = "urn:tirada:schema:";

/// What a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A file of rules.
    Ruleset,
    /// A file of cases.
    Cases,
    Character,
    /// What says that a folder is a pack.
    Pack,
    /// A translation of a ruleset.
    Translation,
}

impl Sort {
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

    fn place(self) -> Place {
        match self {
            Self::Ruleset => Place::Ruleset,
            Self::Cases => Place::Cases,
            Self::Character => Place::Character,
            Self::Pack => Place::Pack,
            Self::Translation => Place::Translation,
        }
    }
}

impl From<FileKind> for Sort {
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

/// A game whose names a schema knows.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    pub game: &'a Game,
    /// Its ruleset extends another, and may say only what is different.
    pub extends: bool,
}

/// The JSON Schema (draft 7) of files of a sort; with a game, of those that belong to it.
#[must_use]
pub fn schema(sort: Sort, known: Option<Known<'_>>, catalogue: &Catalogue) -> Value {
    let game = known.map(|known| known.game);
    let extends = known.is_some_and(|known| known.extends);
    let mut maker = SchemaWriter { sort, game, extends, catalogue, definitions: Map::new(), maps: Vec::new() };
    let mut whole = match sort {
        Sort::Ruleset => maker.ruleset(),
        _ => maker.place(sort.place(), Mode::Whole),
    };
    let title = maker.say(sort.title());
    let of = game.map(|game| format!(" · {}", game.name)).unwrap_or_default();
    let title = format!("{title}{of}");
    if let Value::Object(root) = &mut whole {
        root.insert("$schema".to_owned(), json!("http://json-schema.org/draft-07/schema#"));
        root.insert("$id".to_owned(), json!(format!("{ID}{}", sort.name())));
        root.insert("title".to_owned(), json!(title));
        root.insert("definitions".to_owned(), Value::Object(maker.definitions));
    }
    whole
}

/// Whether something has to be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// It stands for itself.
    Whole,
    /// It says what is different about something else.
    Part,
}

/// Makes a schema: shapes that refer to definitions, and these.
struct SchemaWriter<'a> {
    sort: Sort,
    game: Option<&'a Game>,
    /// The game's ruleset extends another.
    extends: bool,
    catalogue: &'a Catalogue,
    definitions: Map<String, Value>,
    /// Maps from names of the game that have a definition each.
    maps: Vec<(Of, Takes, Mode)>,
}

impl SchemaWriter<'_> {
    fn say(&self, id: &str) -> String {
        self.catalogue.say(id)
    }

    /// A reference to a definition, which is made when it is first asked for.
    fn defined(&mut self, name: &str, make: impl FnOnce(&mut Self) -> Value) -> Value {
        if !self.definitions.contains_key(name) {
            // Something stands there already, so that what is inside itself ends.
            self.definitions.insert(name.to_owned(), Value::Bool(true));
            let made = make(self);
            self.definitions.insert(name.to_owned(), made);
        }
        json!({"$ref": format!("#/definitions/{name}")})
    }
}
