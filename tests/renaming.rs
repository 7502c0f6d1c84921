//! The main proof that no game lives in the program: every name of every shipped game
//! becomes a code that means nothing, in its rules and its cases alike, and the cases
//! come out the same with the same dice.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod shipped;

use std::collections::{BTreeMap, BTreeSet};

use tirada::check::program::{Game, Kind};
use tirada::render::{Catalogue, Language, diagnostics};
use tirada::ruleset::yaml::{Node, NodeKind, YamlLimits, parse};
use tirada::ruleset::{File, Shelf};
use tirada::session::{Builtin, Session, run_cases};
use tirada::source::Sources;
use tirada::syntax::{self, Arg, Body, Count, Expr, ExprKind, Name};

/// Words of the format that a game may use for its own things as well; `total` is
/// what a test computes wherever it stands in a formula.
const OF_THE_FORMAT: [&str; 2] = ["total", "margin"];

/// The codes of all names.
struct Codes {
    names: BTreeMap<String, String>,
    dice: Vec<(String, String)>,
}

impl Codes {
    /// Dice get two letters each, of which none begins another; all else longer codes
    /// that no dice spell.
    fn new(games: &BTreeMap<String, Game>, free: &BTreeSet<String>) -> Self {
        let mut dice: BTreeSet<String> = BTreeSet::new();
        let mut all: BTreeSet<String> = free.clone();
        for game in games.values() {
            dice.extend(game.die_names.iter().map(|die| die.name.to_string()));
            all.extend(shipped::names(game).into_iter().filter(|name| *name != game.name));
        }
        let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap());
        assert!(dice.len() <= 26);
        let dice: Vec<(String, String)> =
            dice.into_iter().enumerate().map(|(index, name)| (name, format!("X{}", letter(index)))).collect();
        let mut names: BTreeMap<String, String> = dice.iter().cloned().collect();
        for name in all {
            let number = name.parse::<i64>().is_ok();
            if !number && !OF_THE_FORMAT.contains(&name.as_str()) && !names.contains_key(&name) {
                let index = names.len();
                let code = format!("q{}{}{}z", letter(index / 676), letter(index / 26 % 26), letter(index % 26));
                assert!(syntax::is_plain_name(&code) && !syntax::is_dice_word(&code) && !syntax::is_keyword(&code));
                names.insert(name, code);
            }
        }
        Self { names, dice }
    }

    fn of(&self, name: &str) -> String {
        self.names.get(name.trim()).cloned().unwrap_or_else(|| name.to_owned())
    }

    /// A word of a formula: a name, or dice side by side.
    fn word(&self, name: &mut Name) {
        if let Some(code) = self.names.get(&name.text) {
            name.text.clone_from(code);
        } else if !name.quoted
            && let Some(codes) = self.side_by_side(&name.text)
        {
            name.text = codes;
        }
    }

    fn side_by_side(&self, word: &str) -> Option<String> {
        if word.is_empty() {
            return Some(String::new());
        }
        self.dice.iter().find_map(|(name, code)| {
            let rest = self.side_by_side(word.strip_prefix(name.as_str())?)?;
            Some(format!("{code}{rest}"))
        })
    }

    fn expr(&self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Name(name) => self.word(name),
            ExprKind::Multiple { word, .. } => self.word(word),
            ExprKind::Pool(pool) => {
                if let Count::Computed(count) = &mut pool.count {
                    self.expr(count);
                }
            }
            ExprKind::Negate(inner) | ExprKind::Not(inner) => self.expr(inner),
            ExprKind::Binary { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::If { condition, then, otherwise } => {
                self.expr(condition);
                self.expr(then);
                self.expr(otherwise);
            }
            ExprKind::Let { name, value, body } => {
                self.word(name);
                self.expr(value);
                self.expr(body);
            }
            ExprKind::Call { name, args } => {
                self.word(name);
                self.args(args);
            }
            ExprKind::Cell { table, keys } => {
                self.word(table);
                self.args(keys);
            }
            ExprKind::Member { of, what } => {
                self.word(of);
                self.expr(what);
            }
            ExprKind::Number(_) | ExprKind::Flag(_) | ExprKind::Missing => {}
        }
    }

    fn args(&self, args: &mut [Arg]) {
        for arg in args {
            match arg {
                Arg::Named { name, value } => {
                    self.word(name);
                    self.expr(value);
                }
                Arg::Value(value) | Arg::Condition { value, .. } => self.expr(value),
            }
        }
    }

    fn formula(&self, text: &str) -> String {
        // A whole text that is a name needs no quotes where a name is asked for.
        if let Some(code) = self.names.get(text.trim()) {
            return code.clone();
        }
        let (mut expr, problems) = syntax::parse_expr(text);
        assert!(problems.is_empty(), "{text}: {problems:?}");
        self.expr(&mut expr);
        expr.to_string()
    }

    fn typed(&self, text: &str) -> String {
        let mut parsed = syntax::parse(text);
        assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
        match &mut parsed.input.body {
            Body::Value(expr) => self.expr(expr),
            Body::Versus { left, right } => {
                self.expr(left);
                self.expr(right);
            }
        }
        parsed.input.to_string()
    }

    /// A text with formulas in braces.
    fn template(&self, text: &str) -> String {
        if let Some(code) = self.names.get(text.trim()) {
            return code.clone();
        }
        let mut out = String::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            out += &rest[..open];
            rest = &rest[open + 1..];
            if let Some(more) = rest.strip_prefix('{') {
                out += "{{";
                rest = more;
                continue;
            }
            let mut depth = 0;
            let close = rest
                .char_indices()
                .find(|(_, letter)| {
                    depth += i32::from(*letter == '{') - i32::from(*letter == '}');
                    depth < 0
                })
                .unwrap()
                .0;
            out += &format!("{{{}}}", self.formula(&rest[..close]));
            rest = &rest[close + 1..];
        }
        out + rest
    }
}

/// What stands in a place of a file.
#[derive(Clone, Copy)]
enum Place<'a> {
    Ruleset,
    Dice,
    /// Names, each with something below it.
    Named(&'a Place<'a>),
    Question,
    Table(Option<&'a str>),
    /// Words of the format, or what is under no name of the game.
    Keyed(&'a Place<'a>),
    Row(&'a str),
    CellKind,
    Test,
    Outcome,
    Opposed,
    Tie,
    Cases,
    Case,
    Setting,
    Expected,
    Each,
    Path,
    Find,
    Name,
    Formula,
    Text,
    Typed,
    AsItIs,
}

struct Renamer<'a> {
    codes: &'a Codes,
    game: &'a Game,
    out: String,
}

impl Renamer<'_> {
    /// The place below a key.
    fn below<'p>(place: Place<'p>, key: &'p str, written: &'p str) -> (Place<'p>, bool) {
        use Place as P;
        let known = |place| (place, false);
        match (place, key) {
            (P::Ruleset, "id" | "extends" | "vs") => known(P::Name),
            (P::Ruleset | P::Table(_) | P::Test, "remove") => known(P::Path),
            (_, "doc" | "pending") => known(P::AsItIs),
            (P::Ruleset, "change") => known(P::Ruleset),
            (P::Table(name), "change") => known(P::Table(name)),
            (P::Test, "change") => known(P::Test),
            (P::Ruleset, "dice") => known(P::Dice),
            (P::Dice, "roll") => known(P::Formula),
            (P::Dice, "names") => known(P::Named(&P::AsItIs)),
            (P::Ruleset, "options" | "traits") => known(P::Named(&P::Question)),
            (P::Ruleset, "tables") => known(P::Named(&P::Table(None))),
            (P::Ruleset, "tests") => known(P::Named(&P::Test)),
            (P::Question, "default" | "is") => known(P::Formula),
            (P::Question, "one of" | "row" | "cell" | "column") => known(P::Name),
            (P::Table(_), "columns") => known(P::Named(&P::CellKind)),
            (P::Table(_), "cells") => known(P::CellKind),
            (P::CellKind, "row" | "column") => known(P::Name),
            (P::Table(_), "given" | "like" | "after" | "before") => known(P::Name),
            (P::Table(_), "also") => known(P::Named(&P::Name)),
            (P::Table(_), "find") => known(P::Find),
            (P::Test, "ask") => known(P::Named(&P::Question)),
            (P::Test, "against" | "show" | "like") => known(P::Name),
            (P::Test, "roll" | "total") => known(P::Formula),
            (P::Test | P::Outcome, "values") => known(P::Named(&P::Formula)),
            (P::Test, "outcomes") => known(P::Named(&P::Outcome)),
            (P::Test, "opposed") => known(P::Opposed),
            (P::Outcome, "when") => known(P::Formula),
            (P::Opposed, "compare") => known(P::Formula),
            (P::Opposed, "tie") => known(P::Tie),
            (P::Opposed, "outcomes") => known(P::Keyed(&P::Name)),
            (P::Tie, _) => known(P::Outcome),
            (P::Keyed(inner), _) => known(*inner),
            (P::Cases, "ruleset") => known(P::Name),
            (P::Cases, "cases") => known(P::Keyed(&P::Case)),
            (P::Case, "with") => known(P::Named(&P::Setting)),
            (P::Case, "set") => known(P::Each),
            (P::Case, "roll") => known(P::Typed),
            (P::Case, "each") => known(P::Each),
            (P::Case, "expect") => known(P::Expected),
            (P::Each, _) => (P::Setting, true),
            (P::Expected, "error" | "comment" | "faces") => known(P::AsItIs),
            (P::Expected, _) => (P::Setting, true),
            (P::Named(P::Table(None)), _) => (P::Table(Some(written)), true),
            (P::Named(inner), _) => (*inner, true),
            (P::Row(table), _) => (P::Row(table), true),
            _ => known(P::AsItIs),
        }
    }

    fn key(&self, place: Place<'_>, key: &str) -> String {
        match place {
            Place::Each if !self.codes.names.contains_key(key) => self.codes.typed(key),
            _ => self.codes.of(key),
        }
    }

    fn node(&mut self, node: &Node, place: Place<'_>, indent: usize) {
        match &node.kind {
            NodeKind::Map(entries) if entries.is_empty() => self.out += " {}\n",
            NodeKind::List(items) if items.is_empty() => self.out += " []\n",
            NodeKind::Map(entries) => {
                self.out += "\n";
                for entry in entries {
                    let key: &str = &entry.key.text;
                    let rows = matches!(place, Place::Table(Some(_))) && ["rows", "from", "ranges"].contains(&key);
                    let (below, named) = Self::below(place, key, key);
                    let shown = if named { self.key(place, key) } else { key.to_owned() };
                    self.out += &format!("{}{}:", " ".repeat(indent), quoted(&shown));
                    if let (true, Place::Table(Some(table)), NodeKind::Map(rows)) = (rows, place, &entry.value.kind) {
                        self.rows(table, key == "rows", rows, indent + 2);
                    } else {
                        self.node(&entry.value, below, indent + 2);
                    }
                }
            }
            NodeKind::List(items) => {
                self.out += "\n";
                for (index, item) in items.iter().enumerate() {
                    self.out += &format!("{}-", " ".repeat(indent));
                    let place = match place {
                        Place::Row(table) => self.cell(table, index),
                        Place::Named(_) => Place::Name,
                        other => other,
                    };
                    self.node(item, place, indent + 2);
                }
            }
            NodeKind::Scalar(scalar) => self.out += &format!(" {}\n", quoted(&self.scalar(&scalar.text, place))),
            NodeKind::Empty => self.out += "\n",
            NodeKind::Bad => panic!("a shipped file cannot be read"),
        }
    }

    fn rows(&mut self, table: &str, named: bool, rows: &[tirada::ruleset::yaml::Entry], indent: usize) {
        self.out += "\n";
        for row in rows {
            let name = if named { self.codes.of(&row.key.text) } else { row.key.text.to_string() };
            self.out += &format!("{}{}:", " ".repeat(indent), quoted(&name));
            let pending = row.value.get("pending").is_some();
            match &row.value.kind {
                NodeKind::Map(_) if pending => self.node(&row.value, Place::AsItIs, indent + 2),
                NodeKind::Map(_) | NodeKind::List(_) => self.node(&row.value, Place::Row(table), indent + 2),
                _ => {
                    let place = self.cell(table, 0);
                    self.node(&row.value, place, indent + 2);
                }
            }
        }
    }

    /// What a cell of a table holds.
    fn cell(&self, table: &str, column: usize) -> Place<'static> {
        let table = self.game.tables.iter().find(|one| *one.name == *table).unwrap();
        match table.columns.get(column).map(|column| &column.kind) {
            Some(Kind::Text) => Place::Text,
            Some(Kind::Row(_) | Kind::Column(_)) => Place::Name,
            _ => Place::Formula,
        }
    }

    fn scalar(&self, text: &str, place: Place<'_>) -> String {
        match place {
            Place::Name => self.codes.of(text),
            Place::Formula | Place::Row(_) => self.codes.formula(text),
            Place::Text => self.codes.template(text),
            Place::Typed => self.codes.typed(text),
            Place::Setting => {
                if self.codes.names.contains_key(text.trim()) {
                    self.codes.of(text)
                } else {
                    self.codes.template(text)
                }
            }
            Place::Path => text.split('.').map(|part| self.codes.of(part)).collect::<Vec<_>>().join("."),
            Place::Find => text.split("..").map(|part| self.codes.of(part)).collect::<Vec<_>>().join(".."),
            _ => text.to_owned(),
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn tree(file: &File) -> Node {
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*file.text);
    let (tree, errors) = parse(&sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{}: {errors:?}", file.name);
    tree
}

fn renamed(files: &[File], place: Place<'_>, codes: &Codes, game: &Game) -> Vec<File> {
    let one = |file: &File| {
        let mut renamer = Renamer { codes, game, out: String::new() };
        renamer.node(&tree(file), place, 0);
        File { name: file.name.clone(), text: renamer.out.trim_start().to_owned() }
    };
    files.iter().map(one).collect()
}

/// Games under their codes.
struct Coded(BTreeMap<String, Vec<File>>);

impl Shelf for Coded {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Names that characters in the cases made up themselves.
fn free_names(cases: &[File], game: &Game, found: &mut BTreeSet<String>) {
    for file in cases {
        let root = tree(file);
        for case in root.get("cases").and_then(Node::as_map).unwrap_or_default() {
            for entry in case.value.get("with").and_then(Node::as_map).unwrap_or_default() {
                if !game.names.contains_key(&*entry.key.text) {
                    found.insert(entry.key.text.to_string());
                }
            }
        }
    }
}

#[test]
fn games_play_the_same_under_names_that_mean_nothing() {
    let ids = Builtin.ids();
    let mut games = BTreeMap::new();
    let mut free = BTreeSet::new();
    for id in &ids {
        let game = Session::new(&Builtin).load(id).unwrap().game;
        free_names(&Builtin::cases(id), &game, &mut free);
        games.insert(id.clone(), game);
    }
    let codes = Codes::new(&games, &free);
    assert!(codes.names.len() > 300, "only {} names", codes.names.len());
    let shelf = Coded(
        ids.iter()
            .map(|id| (codes.of(id), renamed(&Builtin.files(id).unwrap(), Place::Ruleset, &codes, &games[id])))
            .collect(),
    );
    let english = Catalogue::new(Language::English);
    let mut failures = String::new();
    for id in &ids {
        let mut session = Session::new(&shelf);
        let loaded = session.load(&codes.of(id)).unwrap();
        let wrong: Vec<_> = loaded.findings.into_iter().filter(|one| one.is_error()).collect();
        if !wrong.is_empty() {
            failures += &diagnostics::plain::render(&wrong, &session.sources, &english);
            continue;
        }
        let mut kept = shipped::names(&loaded.game);
        kept.retain(|name| codes.names.contains_key(name) && *name != loaded.game.name);
        assert!(kept.is_empty(), "{id} still knows {kept:?}");

        let cases = renamed(&Builtin::cases(id), Place::Cases, &codes, &games[id]);
        let (reports, errors) = run_cases(&mut session, &loaded.game, cases);
        failures += &diagnostics::plain::render(&errors, &session.sources, &english);
        let mut original = Session::new(&Builtin);
        let (before, _) = run_cases(&mut original, &games[id], Builtin::cases(id));
        assert!(!reports.is_empty());
        assert_eq!(reports.len(), before.len(), "{id}");
        for report in reports {
            for difference in report.differences {
                failures += &format!(
                    "{id}: {}: {}: expected {}, found {}\n",
                    report.name, difference.what, difference.expected, difference.found
                );
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}
