//! The numbers of a ruleset that are part of its rules, as they stand in its files.

use std::ops::Range;

use tirada::internals::check::program::{CheckedGame, Kind};
use tirada::internals::ruleset::File;
use tirada::internals::source::Sources;
use tirada::internals::yaml::{Entry, Node, NodeKind, YamlLimits, parse};

/// A number in a file.
#[derive(Debug, Clone)]
pub struct Number {
    /// Its digits, by bytes of the file.
    pub range: Range<usize>,
    /// It bounds the answers to a question.
    pub bound: bool,
    /// The names above it.
    pub path: Vec<String>,
}

/// What a text of a ruleset is.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Text {
    /// A formula, a number, a duration, a range: all its numbers are rules.
    Formula,
    /// Words; numbers only in braces.
    Words,
    /// Nothing of the rules.
    Nothing,
}

/// Keys under which names and comments stand.
const NOTHING: [&str; 16] = [
    "tirada",
    "id",
    "language",
    "extends",
    "doc",
    "pending",
    "like",
    "remove",
    "also",
    "one of",
    "group",
    "vs",
    "columns",
    "templates",
    "tells",
    "accent",
];

/// Keys under which texts stand that are said.
const WORDS: [&str; 4] = ["name", "say", "stop", "fail"];

/// Keys whose entries are rows of a table.
const ROWS: [&str; 3] = ["rows", "from", "ranges"];

/// Every number of the rules in a file, in its order; none in a file of another kind.
pub fn numbers(file: &File, game: &CheckedGame) -> Vec<Number> {
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*file.text);
    let (tree, errors) = parse(&sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{}: {errors:?}", file.name);
    let mut finder = Finder { text: &file.text, game, path: Vec::new(), found: Vec::new() };
    if ["tirada coverage", "tirada pack"].iter().all(|kind| tree.get(kind).is_none()) {
        finder.node(&tree, Text::Formula);
    }
    finder.found.sort_by_key(|number| number.range.start);
    finder.found
}

struct Finder<'a> {
    text: &'a str,
    game: &'a CheckedGame,
    path: Vec<String>,
    found: Vec<Number>,
}

impl Finder<'_> {
    fn node(&mut self, node: &Node, what: Text) {
        if node.alias.is_some() {
            return;
        }
        match &node.kind {
            NodeKind::Scalar(_) => self.scalar(node.span.range(), what),
            NodeKind::List(items) => items.iter().for_each(|item| self.node(item, what)),
            NodeKind::Map(entries) => entries.iter().for_each(|entry| self.entry(entry, what)),
            NodeKind::Empty | NodeKind::Bad => {}
        }
    }

    fn entry(&mut self, entry: &Entry, what: Text) {
        let key = &*entry.key.text;
        self.path.push(key.to_owned());
        match self.table() {
            Some(table) => self.row(entry, &table),
            None if NOTHING.contains(&key) => {}
            None if WORDS.contains(&key) => self.node(&entry.value, Text::Words),
            None => self.node(&entry.value, what),
        }
        self.path.pop();
    }

    /// The table whose row the path ends with.
    fn table(&self) -> Option<String> {
        let path: Vec<&str> = self.path.iter().map(String::as_str).filter(|key| *key != "change").collect();
        match path.as_slice() {
            ["tables", table, rows, _] if ROWS.contains(rows) => Some((*table).to_owned()),
            _ => None,
        }
    }

    fn row(&mut self, row: &Entry, table: &str) {
        if row.key.text.trim().chars().all(|letter| letter.is_ascii_digit() || "-.".contains(letter)) {
            self.scalar(row.key.span.range(), Text::Formula);
        }
        let table = self.game.tables.iter().find(|one| *one.name == *table);
        let Some(table) = table else { return };
        let kind = |index: usize| match table.columns.get(index).map(|column| &column.kind) {
            Some(Kind::Text) => Text::Words,
            Some(Kind::Row(_) | Kind::Column(_)) => Text::Nothing,
            _ => Text::Formula,
        };
        match &row.value.kind {
            NodeKind::List(cells) => {
                cells.iter().enumerate().for_each(|(index, cell)| self.node(cell, kind(index)));
            }
            NodeKind::Map(entries) => {
                for entry in entries {
                    let index = table.columns.iter().position(|one| one.name.as_deref() == Some(&*entry.key.text));
                    match index {
                        Some(index) => self.node(&entry.value, kind(index)),
                        None => self.entry(entry, kind(0)),
                    }
                }
            }
            _ => self.node(&row.value, kind(0)),
        }
    }

    /// The numbers of a text as it is written.
    fn scalar(&mut self, range: Range<usize>, what: Text) {
        if what == Text::Nothing {
            return;
        }
        let bound = self.path.last().is_some_and(|key| key == "number");
        let written = &self.text[range.clone()];
        // The quotes of YAML itself are none of the formula's.
        let outer = written.chars().next().filter(|letter| *letter == '"' || *letter == '\'');
        let (mut depth, mut quote) = (0_i32, None);
        let mut word: Option<usize> = None;
        let mut words = Vec::new();
        for (at, letter) in written.char_indices() {
            if what == Text::Words {
                depth += i32::from(letter == '{') - i32::from(letter == '}');
            }
            let readable = what == Text::Formula || depth > 0;
            let quoted = quote.is_some();
            match (quote, letter) {
                (Some(end), letter) if letter == end => quote = None,
                (None, '«') => quote = Some('»'),
                (None, '"' | '\'') if readable && Some(letter) != outer => quote = Some(letter),
                _ => {}
            }
            if readable && !quoted && (letter.is_alphanumeric() || letter == '_') {
                word = word.or(Some(at));
            } else if let Some(start) = word.take() {
                words.push(start..at);
            }
        }
        words.extend(word.map(|start| start..written.len()));
        for word in words {
            for digits in digits(&written[word.clone()]) {
                let start = range.start + word.start;
                let range = start + digits.start..start + digits.end;
                self.found.push(Number { range, bound, path: self.path.clone() });
            }
        }
    }
}

/// The numbers of a word: those that it begins with, and those of dice. Others, as in `T1`,
/// belong to a name.
fn digits(word: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, letter) in word.char_indices().filter(|(_, letter)| letter.is_ascii_digit()) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end = at + letter.len_utf8(),
            _ => runs.push(at..at + letter.len_utf8()),
        }
    }
    let behind = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let suffixes = behind.split(|letter: char| letter.is_ascii_digit()).filter(|part| !part.is_empty());
    let dice = behind.starts_with(['d', 'D'])
        && suffixes.skip(1).all(|part| ["k", "kh", "kl", "km", "dh", "dl", "r", "ro"].contains(&part));
    if !dice {
        runs.retain(|run| run.start == 0);
    }
    runs
}

#[test]
fn only_numbers_of_the_rules_are_found() {
    let text = "\
tirada: 1
id: w2
doc: The 3 of them.
traits:
  Brawn 2: {number: 0..10, default: 4}   # 5
  Grit: {is: 'max(«Brawn 2», 6) / T1 + 2Z + 3d10kh2'}
tables:
  Names:
    cells: text
    rows: {Case 3: '12 people and {7 + 1}', 8: none}
  Falls:
    columns: [near, far]
    ranges: {4..5: [9, far 1], 6..: {near: 10, far: d8}}
actions:
  go:
    steps:
      off: {stop: '4 say {1 + 1}.', when: Brawn > -3}
      held: {gain: {Dazed: 3 beat}, with: {name: 'Row 4'}}
";
    let mut session = tirada::internals::session::Session::new(&tirada::internals::session::Builtin);
    let file = File { name: "w2".to_owned(), text: text.to_owned() };
    let game = session.load_files(vec![file.clone()]).game;
    let found = numbers(&file, &game);
    let digits: Vec<&str> = found.iter().map(|number| &text[number.range.clone()]).collect();
    let expected = "0 10 4 6 2 3 10 2 7 1 8 4 5 9 1 6 10 8 1 1 3 3";
    assert_eq!(digits.join(" "), expected);
    assert_eq!(found.iter().filter(|number| number.bound).count(), 2);
}
