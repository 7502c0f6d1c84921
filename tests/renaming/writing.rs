//! Files under other names.

use tirada::internals::check::program::{CheckedGame, Kind};
use tirada::internals::ruleset::File;
use tirada::internals::source::Sources;
use tirada::internals::yaml::{Entry, Node, NodeKind, Scalar, YamlLimits, parse};

use super::codes::Codes;
use super::places::{Place, below};

pub fn tree(file: &File) -> Node {
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*file.text);
    let (tree, errors) = parse(&sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{}: {errors:?}", file.name);
    tree
}

/// Files in which every name is a code.
pub fn renamed(files: &[File], place: Place<'_>, codes: &Codes, game: &CheckedGame) -> Vec<File> {
    let times: Vec<String> = game.times.iter().map(|time| time.name.to_string()).collect();
    let one = |file: &File| {
        let mut renamer = Renamer { codes, game, times: &times, out: String::new() };
        renamer.node(&tree(file), place, 0);
        File { name: file.name.clone(), text: renamer.out.trim_start().to_owned() }
    };
    files.iter().map(one).collect()
}

struct Renamer<'a> {
    codes: &'a Codes,
    game: &'a CheckedGame,
    times: &'a [String],
    out: String,
}

impl Renamer<'_> {
    fn key(&self, place: Place<'_>, key: &str) -> String {
        match place {
            Place::Each | Place::Expected | Place::Answers if !self.codes.names.contains_key(key) => {
                self.codes.typed(key)
            }
            Place::Named(Place::Formula | Place::Worded) if key.contains(['.', '[']) => self.codes.typed(key),
            Place::Formulas => self.codes.formula(key),
            _ => self.codes.of(key),
        }
    }

    fn node(&mut self, node: &Node, place: Place<'_>, indent: usize) {
        match &node.kind {
            NodeKind::Map(entries) if entries.is_empty() => self.out += " {}\n",
            NodeKind::List(items) if items.is_empty() => self.out += " []\n",
            NodeKind::Map(entries) => self.map(entries, place, indent),
            NodeKind::List(items) => {
                self.out += "\n";
                if let Place::Table(Some(table)) = place {
                    self.list_of_rows(table, items, indent);
                    return;
                }
                for (index, item) in items.iter().enumerate() {
                    self.out += &format!("{}-", " ".repeat(indent));
                    let place = match place {
                        Place::Row(table) => self.cell(table, index),
                        Place::Named(_) | Place::Gain => Place::Name,
                        other => other,
                    };
                    self.node(item, place, indent + 2);
                }
            }
            NodeKind::Scalar(scalar) => {
                let text = self.scalar(&scalar.text, place);
                self.out += &format!(" {}\n", written(&text, scalar));
            }
            NodeKind::Empty => self.out += "\n",
            NodeKind::Bad => panic!("a file cannot be read"),
        }
    }

    fn map(&mut self, entries: &[Entry], place: Place<'_>, indent: usize) {
        // Tags that have names of their own, or values.
        let named = entries.iter().any(|entry| entry.value.as_map().is_some())
            || entries.iter().all(|entry| entry.value.is_empty());
        let place = match place {
            Place::Tags if named => Place::Named(&Place::TagValues),
            Place::Tags => Place::TagValues,
            other => other,
        };
        let asks_words = matches!(place, Place::Question) && entries.iter().any(|entry| &*entry.key.text == "text");
        self.out += "\n";
        for entry in entries {
            let key: &str = &entry.key.text;
            let rows = matches!(place, Place::Table(Some(_))) && ["rows", "from", "ranges"].contains(&key);
            let (mut under, is_name) = below(place, key, key);
            if asks_words && key == "default" {
                under = Place::Name;
            }
            let shown = if is_name { self.key(place, key) } else { key.to_owned() };
            self.out += &format!("{}{}:", " ".repeat(indent), quoted(&shown));
            if let (true, Place::Table(Some(table)), NodeKind::Map(rows)) = (rows, place, &entry.value.kind) {
                self.rows(table, key == "rows", rows, indent + 2);
            } else if let (true, Place::Table(Some(_))) = (rows, place) {
                self.node(&entry.value, place, indent + 2);
            } else if let (Place::Row(table), true) = (place, is_name) {
                let table_ref = self.game.tables.iter().find(|one| *one.name == *table).unwrap();
                let index = table_ref.columns.iter().position(|column| column.name.as_deref() == Some(key));
                let place = self.cell(table, index.unwrap_or(0));
                self.node(&entry.value, place, indent + 2);
            } else {
                self.node(&entry.value, under, indent + 2);
            }
        }
    }

    fn rows(&mut self, table: &str, named: bool, rows: &[Entry], indent: usize) {
        self.out += "\n";
        for row in rows {
            let name = if named { self.codes.of(&row.key.text) } else { row.key.text.to_string() };
            self.out += &format!("{}{}:", " ".repeat(indent), quoted(&name));
            self.row(table, &row.value, indent + 2);
        }
    }

    /// Rows that are only counted.
    fn list_of_rows(&mut self, table: &str, rows: &[Node], indent: usize) {
        for row in rows {
            self.out += &format!("{}-", " ".repeat(indent));
            self.row(table, row, indent + 2);
        }
    }

    /// A table without columns has cells, not lists of them.
    fn row(&mut self, table: &str, row: &Node, indent: usize) {
        let place = match &row.kind {
            NodeKind::Map(_) if row.get("pending").is_some() => Place::AsItIs,
            NodeKind::Map(entries) if self.is_one_cell(table, entries) => self.cell(table, 0),
            NodeKind::Map(_) | NodeKind::List(_) => Place::Row(table),
            _ => self.cell(table, 0),
        };
        self.node(row, place, indent);
    }

    /// Whether a map is itself the only cell of a row, and not cells by column.
    fn is_one_cell(&self, table: &str, entries: &[Entry]) -> bool {
        let table = self.game.tables.iter().find(|one| *one.name == *table).unwrap();
        let [column] = table.columns.as_slice() else { return false };
        column.kind == Kind::Effects && entries.iter().all(|entry| Some(&*entry.key.text) != column.name.as_deref())
    }

    /// What a cell of a table holds.
    fn cell(&self, table: &str, column: usize) -> Place<'static> {
        let table = self.game.tables.iter().find(|one| *one.name == *table).unwrap();
        match table.columns.get(column).map(|column| &column.kind) {
            Some(Kind::Text) => Place::Text,
            Some(Kind::Row(_) | Kind::Column(_) | Kind::Time) => Place::Name,
            Some(Kind::Effects) => Place::Effects,
            _ => Place::Formula,
        }
    }

    fn scalar(&self, text: &str, place: Place<'_>) -> String {
        let codes = self.codes;
        match place {
            // A tag by the name that players gave it.
            Place::Named(Place::Formula) if text.ends_with(']') => codes.typed(text),
            Place::Name | Place::Named(_) | Place::Gain | Place::Setting | Place::Tags | Place::Interventions => {
                codes.of(text)
            }
            Place::Formula | Place::Worded | Place::Row(_) | Place::Step => codes.formula(text),
            Place::TableDice if !["d66", "d66 sorted"].contains(&text) => codes.formula(text),
            Place::Duration | Place::Amount => codes.duration(text, self.times),
            Place::Role => match text.split_once(' ') {
                Some((count @ ("one" | "many"), kind)) => format!("{count} {}", codes.of(kind)),
                _ if ["one", "many"].contains(&text) => text.to_owned(),
                _ => codes.of(text),
            },
            Place::Text => codes.template(text),
            // As the ruleset reads what is typed, written in the language.
            Place::Typed => {
                codes.typed(&self.game.notation.rewritten(text, &|_| true).unwrap_or_else(|| text.to_owned()))
            }
            Place::Path => text.split('.').map(|part| codes.of(part)).collect::<Vec<_>>().join("."),
            Place::Ends => {
                let side = |side: &str| match side.trim().starts_with('(') {
                    true => format!("({})", codes.formula(side)),
                    false => side.to_owned(),
                };
                text.split("..").map(side).collect::<Vec<_>>().join("..")
            }
            Place::Find => text.split("..").map(|part| codes.of(part)).collect::<Vec<_>>().join(".."),
            _ => text.to_owned(),
        }
    }
}

/// A text as a value: `yes` and `no` in quotes would be names.
fn written(text: &str, scalar: &Scalar) -> String {
    if !scalar.is_quoted() && ["yes", "no"].contains(&text) { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}
