//! Compares two rulesets rule by rule: their trees, after everything that they extend was merged, by name. File, order
//! and the spacing of formulas do not matter.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::merge::{by_column_name, child, columns_of, entries};
use crate::limits::{Budget, Exhausted};
use crate::source::Span;
use crate::syntax::parse_expr;
use crate::yaml::{Entry, Node, NodeKind};

/// The kind of a difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Only the second has it.
    Added,
    /// Both have it, and it says something else.
    Changed,
    /// Only the first has it.
    Removed,
    /// Both have the same in another order.
    Moved,
}

/// A text with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocatedText {
    /// The value, on one line.
    pub text: String,
    pub at: Span,
}

/// One thing that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The section: `tables`, `tests` …; of what belongs to none its own key.
    pub section: String,
    /// The name of the thing in its section; empty for what belongs to no section.
    pub name: String,
    /// Where in the thing; empty: all of it.
    pub path: Vec<String>,
    pub change: Change,
    /// What the first says.
    pub old: Option<LocatedText>,
    /// What the second says.
    pub new: Option<LocatedText>,
}

/// A value of a ruleset, with its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesetValue {
    /// Where it is, from the section on.
    pub path: Vec<String>,
    /// What it says, and where that was written.
    pub said: LocatedText,
}

/// Keys whose entries are in an order that means something.
const ORDERED: [&str; 5] = ["rows", "steps", "outcomes", "states", "marks"];

/// Keys that say who a ruleset is, and not what it does.
const WHO: [&str; 5] = ["tirada", "id", "name", "extends", "doc"];

/// Every value of a ruleset with its place; the cells of a row by the names of their columns.
#[must_use]
pub fn leaves(tree: &Node) -> Vec<RulesetValue> {
    let mut found = Vec::new();
    for entry in entries(tree) {
        let section = &*entry.key.text;
        if !is_section(entry) {
            collect(&entry.value, &mut vec![section.to_owned()], &mut found);
            continue;
        }
        for thing in entries(&entry.value) {
            let mut path = vec![section.to_owned(), thing.key.text.to_string()];
            collect(&with_columns(section, &thing.value), &mut path, &mut found);
        }
    }
    found
}

fn collect(node: &Node, path: &mut Vec<String>, found: &mut Vec<RulesetValue>) {
    match &node.kind {
        NodeKind::Map(entries) if !entries.is_empty() => {
            for entry in entries {
                path.push(entry.key.text.to_string());
                collect(&entry.value, path, found);
                path.pop();
            }
        }
        _ => found.push(RulesetValue { path: path.clone(), said: said(node) }),
    }
}

/// Everything in which two rulesets differ, in the order of the second, then what only the first
/// has.
#[must_use]
pub fn differences(old: &Node, new: &Node) -> Vec<Difference> {
    let mut found = Vec::new();
    for key in names(old, new) {
        if WHO.contains(&key) {
            continue;
        }
        let both = (child(old, key), child(new, key));
        let sections =
            [old, new].map(|tree| entries(tree).iter().any(|entry| *entry.key.text == *key && is_section(entry)));
        if sections == [false, false] {
            let mut at = Comparing { section: key, name: "", path: Vec::new(), found: &mut found };
            at.compare(both.0, both.1);
            continue;
        }
        let empty = Node { kind: NodeKind::Map(Vec::new()), span: new.span, alias: None };
        let (old, new) = (both.0.unwrap_or(&empty), both.1.unwrap_or(&empty));
        let (one, other) = (by_name(old), by_name(new));
        for name in names(old, new) {
            let thing = |tree: &HashMap<&str, &Node>| tree.get(name).map(|node| with_columns(key, node));
            let (one, other) = (thing(&one), thing(&other));
            let mut at = Comparing { section: key, name, path: Vec::new(), found: &mut found };
            at.compare(one.as_ref(), other.as_ref());
        }
    }
    found
}

/// The names of both, in the order of the second.
fn names<'n>(old: &'n Node, new: &'n Node) -> Vec<&'n str> {
    let mut seen = BTreeSet::new();
    let all = entries(new).iter().chain(entries(old)).map(|entry| &*entry.key.text);
    all.filter(|name| seen.insert(*name)).collect()
}

/// What is under each name; a file may hold very many.
fn by_name(node: &Node) -> HashMap<&str, &Node> {
    // Of a name that occurs twice the first counts.
    entries(node).iter().rev().map(|entry| (&*entry.key.text, &entry.value)).collect()
}

/// Whether the names in it are the author's.
fn is_section(entry: &Entry) -> bool {
    super::read::is_section_of_game(&entry.key.text) && entry.value.as_map().is_some()
}

struct Comparing<'f> {
    section: &'f str,
    name: &'f str,
    path: Vec<String>,
    found: &'f mut Vec<Difference>,
}

impl Comparing<'_> {
    fn differs(&mut self, change: Change, old: Option<LocatedText>, new: Option<LocatedText>) {
        self.found.push(Difference {
            section: self.section.to_owned(),
            name: self.name.to_owned(),
            path: self.path.clone(),
            change,
            old,
            new,
        });
    }

    fn compare(&mut self, old: Option<&Node>, new: Option<&Node>) {
        match (old, new) {
            (None, None) => {}
            (None, Some(new)) => self.differs(Change::Added, None, Some(self.told(new))),
            (Some(old), None) => self.differs(Change::Removed, Some(self.told(old)), None),
            (Some(old), Some(new)) => match (old.as_map(), new.as_map()) {
                (Some(one), Some(other)) => {
                    let key = self.path.last().map_or("", String::as_str);
                    if ORDERED.contains(&key) {
                        self.order(old, new, one, other);
                    }
                    let (was, is) = (by_name(old), by_name(new));
                    for name in names(old, new) {
                        self.path.push(name.to_owned());
                        self.compare(was.get(name).copied(), is.get(name).copied());
                        self.path.pop();
                    }
                }
                _ if same(old, new) => {}
                _ => self.differs(Change::Changed, Some(self.told(old)), Some(self.told(new))),
            },
        }
    }

    /// Whether those that both have come in the same order.
    fn order(&mut self, old: &Node, new: &Node, one: &[Entry], other: &[Entry]) {
        let common = |entries: &[Entry], there: &Node| {
            let there = by_name(there);
            let names = entries.iter().map(|entry| entry.key.text.to_string());
            names.filter(|name| there.contains_key(name.as_str())).collect::<Vec<_>>()
        };
        let (was, is) = (common(one, new), common(other, old));
        if was != is {
            let said = |names: Vec<String>, node: &Node| Some(LocatedText { text: names.join(", "), at: node.span });
            self.differs(Change::Moved, said(was, old), said(is, new));
        }
    }

    /// What is there: of a whole thing what is said about it, of all else the value.
    fn told(&self, node: &Node) -> LocatedText {
        let doc = child(node, "doc").filter(|_| self.path.is_empty()).and_then(Node::as_text);
        match doc {
            Some(doc) => LocatedText { text: doc.trim().to_owned(), at: node.span },
            None => said(node),
        }
    }
}

/// A table with the cells of its rows by the names of their columns.
fn with_columns(section: &str, thing: &Node) -> Node {
    let mut thing = thing.clone();
    if section != "tables" {
        return thing;
    }
    let Some(columns) = columns_of(&thing) else { return thing };
    let NodeKind::Map(parts) = &mut thing.kind else { return thing };
    for part in parts.iter_mut().filter(|part| matches!(&*part.key.text, "rows" | "from" | "ranges")) {
        let NodeKind::Map(rows) = &mut part.value.kind else { continue };
        rows.iter_mut().for_each(|row| by_column_name(row, &columns));
    }
    thing
}

fn same(old: &Node, new: &Node) -> bool {
    match (&old.kind, &new.kind) {
        (NodeKind::Scalar(one), NodeKind::Scalar(other)) => {
            one.text.trim() == other.text.trim() || written_alike(&one.text, &other.text)
        }
        (NodeKind::List(one), NodeKind::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (NodeKind::Map(one), NodeKind::Map(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| one.key.text == other.key.text && same(&one.value, &other.value))
        }
        (NodeKind::Empty, NodeKind::Empty) => true,
        _ => false,
    }
}

/// Whether two texts are the same formula, written with other spaces.
fn written_alike(one: &str, other: &str) -> bool {
    let (one, problems) = parse_expr(one);
    let (other, more) = parse_expr(other);
    problems.is_empty() && more.is_empty() && one.to_string() == other.to_string()
}

fn said(node: &Node) -> LocatedText {
    let mut text = String::new();
    write(node, &mut text, 0);
    LocatedText { text, at: node.span }
}

/// Letters of a value that are shown.
const LONGEST: usize = 400;

/// A value on one line.
fn write(node: &Node, text: &mut String, depth: usize) {
    if text.len() > LONGEST || depth > crate::yaml::YamlLimits::default().depth {
        if !text.ends_with('…') {
            text.push('…');
        }
        return;
    }
    match &node.kind {
        NodeKind::Empty | NodeKind::Bad => text.push('–'),
        NodeKind::Scalar(scalar) => {
            let words: Vec<&str> = scalar.text.split_whitespace().collect();
            text.push_str(&words.join(" "));
        }
        NodeKind::List(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                write(item, text, depth + 1);
            }
            text.push(']');
        }
        NodeKind::Map(entries) => {
            text.push_str(if depth > 0 { "{" } else { "" });
            for (at, entry) in entries.iter().enumerate() {
                text.push_str(if at > 0 { ", " } else { "" });
                text.push_str(&entry.key.text);
                text.push_str(": ");
                write(&entry.value, text, depth + 1);
            }
            text.push_str(if depth > 0 { "}" } else { "" });
        }
    }
}

/// What a change may reach: for each thing (section, name) of a ruleset, the names that stand in
/// it. A thing goes by its name, by its group and by everything that it gives: who adds up what is
/// given does not name the giver. Whether a name is meant there or only looks the same is not known:
/// this may be too much and is never too little.
#[derive(Debug, Default)]
pub struct Mentions {
    /// Each thing: section, name.
    things: Vec<(String, String)>,
    /// The things that each name stands for.
    named: HashMap<String, Vec<usize>>,
    /// For each thing the numbers of what it goes by.
    goes_by: Vec<Vec<usize>>,
    /// For each of these the things that speak of it: many may go by the same.
    speakers: HashMap<usize, Vec<usize>>,
}

impl Mentions {
    #[must_use]
    pub fn of(tree: &Node) -> Self {
        let mut found = Self::default();
        let mut texts = Vec::new();
        let mut names = NameTrie::default();
        for entry in entries(tree).iter().filter(|entry| is_section(entry)) {
            for thing in entries(&entry.value) {
                let mut text = String::new();
                // No test depends on what is done with it.
                if !matches!(&*entry.key.text, "actions" | "interventions" | "templates") {
                    gather(&thing.value, &mut text);
                }
                texts.push(text);
                let at = found.things.len();
                let mut goes_by = vec![names.add(&thing.key.text)];
                also_named(&thing.value, &mut |name| goes_by.push(names.add(name)));
                found.goes_by.push(goes_by);
                let name = thing.key.text.to_string();
                found.named.entry(name.clone()).or_default().push(at);
                found.things.push((entry.key.text.to_string(), name));
            }
        }
        for (speaker, text) in texts.iter().enumerate() {
            for name in names.spoken_in(text) {
                found.speakers.entry(name).or_default().push(speaker);
            }
        }
        found
    }

    /// All things of a section.
    pub fn all(&self, section: &str) -> impl Iterator<Item = &str> {
        self.things.iter().filter(move |thing| thing.0 == section).map(|thing| thing.1.as_str())
    }

    /// The things of a section that lead to another, by whatever way. A step is one thing that names another.
    ///
    /// # Errors
    ///
    /// That there are too many steps.
    pub fn reaching(&self, section: &str, name: &str, budget: &Budget) -> Result<Vec<&str>, Exhausted> {
        let mut waiting: Vec<usize> = self.named.get(name).cloned().unwrap_or_default();
        let mut reached: BTreeSet<usize> = BTreeSet::new();
        let mut spoken: BTreeSet<usize> = BTreeSet::new();
        while let Some(at) = waiting.pop() {
            if !reached.insert(at) {
                continue;
            }
            for name in self.goes_by.get(at).into_iter().flatten().filter(|name| spoken.insert(**name)) {
                let speakers = self.speakers.get(name).map(Vec::as_slice).unwrap_or_default();
                budget.spend(1 + speakers.len() as u64)?;
                waiting.extend(speakers);
            }
        }
        let found = reached.into_iter().filter_map(|at| self.things.get(at));
        Ok(found.filter(|thing| thing.0 == section).map(|thing| thing.1.as_str()).collect())
    }
}

/// Names, word by word, so that all of them are looked for in a text at once.
#[derive(Default)]
struct NameTrie<'n> {
    /// Where each word leads, from where.
    next: HashMap<(usize, &'n str), usize>,
    /// Where names end: these are their numbers.
    ends: HashSet<usize>,
}

impl<'n> NameTrie<'n> {
    /// The number of a name.
    fn add(&mut self, name: &'n str) -> usize {
        let mut place = 0;
        for word in words(name) {
            let fresh = self.next.len() + 1;
            place = *self.next.entry((place, word)).or_insert(fresh);
        }
        self.ends.insert(place);
        place
    }

    /// The names that stand in a text as words of their own.
    fn spoken_in(&self, text: &'n str) -> BTreeSet<usize> {
        let words: Vec<&str> = words(text).collect();
        let is_word = |word: &str| word.starts_with(char::is_alphanumeric);
        let mut found = BTreeSet::new();
        for start in 0..words.len() {
            if start.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| is_word(before)) {
                continue;
            }
            let mut place = 0;
            for (at, word) in words.iter().enumerate().skip(start) {
                let Some(next) = self.next.get(&(place, *word)) else { break };
                place = *next;
                let goes_on = words.get(at + 1).is_some_and(|next| is_word(next));
                if !goes_on && self.ends.contains(&place) {
                    found.insert(place);
                }
            }
        }
        found
    }
}

/// What else a thing goes by: its group, and what it or a part of it gives.
fn also_named<'n>(thing: &'n Node, add: &mut impl FnMut(&'n str)) {
    for entry in entries(thing) {
        match &*entry.key.text {
            "gives" => entries(&entry.value).iter().for_each(|given| add(&given.key.text)),
            "group" => entry.value.as_text().into_iter().for_each(&mut *add),
            _ => also_named(&entry.value, add),
        }
    }
}

/// The words of a text, and each sign between them by itself.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first.is_alphanumeric() {
            true => rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at_checked(end)?;
        rest = behind;
        Some(word)
    })
}

fn gather(node: &Node, text: &mut String) {
    match &node.kind {
        NodeKind::Scalar(scalar) => {
            text.push_str(&scalar.text);
            text.push('\n');
        }
        NodeKind::List(items) => items.iter().for_each(|item| gather(item, text)),
        NodeKind::Map(entries) => {
            // What is said about a thing leads nowhere.
            for entry in entries.iter().filter(|entry| &*entry.key.text != "doc") {
                text.push_str(&entry.key.text);
                text.push('\n');
                gather(&entry.value, text);
            }
        }
        NodeKind::Empty | NodeKind::Bad => {}
    }
}
