//! Merges several files of a ruleset, for `extends` and for `like`.
//!
//! Added entries must be new; changed or removed ones must exist. Nothing is overridden by accident, and nothing
//! overrides what does not exist.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::read::{KeyPlace, is_section_of_game, keys_of};
use crate::diagnostic::{Code, Diagnostic, Note, nearest};
use crate::limits::{Budget, Exhausted};
use crate::sort::Sort as _;
use crate::source::{Placement, Sources, Span, nfc};
use crate::syntax::our_words;

use crate::yaml::{Entry, Key, Node, NodeKind, in_quotes};

/// Keys that say who a ruleset is; an extension has its own.
pub const OWN: [&str; 7] = ["tirada", "id", "name", "language", "doc", "accent", "extends"];

/// Sections in which something may be `like` another.
pub const LIKE: [&str; 8] = ["tables", "tests", "points", "tracks", "tags", "actions", "interventions", "templates"];

/// Ordered collections: `after` or `before` next to the key gives the position of new entries.
const ORDERED: [&str; 4] = ["rows", "steps", "ask", "outcomes"];

const PLACES: [&str; 2] = ["after", "before"];

/// New names times inherited ones: with more of both, slips are not looked for.
const MOST_PAIRS: usize = 1_000_000;

const ALREADY_THERE: Code = Code::AlreadyThere;

pub(super) fn entries(node: &Node) -> &[Entry] {
    node.as_map().unwrap_or_default()
}

fn position(node: &Node, key: &str) -> Option<usize> {
    entries(node).iter().position(|entry| &*entry.key.text == key)
}

fn child_entry<'n>(node: &'n Node, key: &str) -> Option<&'n Entry> {
    entries(node).iter().find(|entry| &*entry.key.text == key)
}

/// The value under a key of a map.
#[must_use]
pub fn child<'n>(node: &'n Node, key: &str) -> Option<&'n Node> {
    child_entry(node, key).map(|entry| &entry.value)
}

pub(super) fn take(node: &mut Node, key: &str) -> Option<Entry> {
    let at = position(node, key)?;
    match &mut node.kind {
        NodeKind::Map(entries) => Some(entries.remove(at)),
        _ => None,
    }
}

/// The key with which a game begins.
const BEGINS: &str = "tirada";

/// Puts the files of one ruleset together.
#[must_use]
pub fn join(files: Vec<Node>, errors: &mut Vec<Diagnostic>) -> Option<Node> {
    let mut files = files.into_iter().filter(|file| !matches!(file.kind, NodeKind::Empty));
    let mut whole = files.next()?;
    for file in files {
        if let Some(error) = file_twice(&whole, &file) {
            errors.push(error);
            continue;
        }
        add(&mut whole, file, "", errors, Code::DefinedTwice, "help-one-place");
    }
    Some(whole)
}

/// The error for a file that begins the game again, or of which most is there already: another game, or a
/// copy, which may be older. Of a single thing its name says more.
fn file_twice(whole: &Node, file: &Node) -> Option<Diagnostic> {
    let begins = |node| child_entry(node, BEGINS).is_some();
    let game = begins(whole) && begins(file);
    let (things, again) = repeated(whole, file);
    let copy = again.len() > 1 && again.len() == things || again.len() > 2 && again.len() * 2 > things;
    if !game && !copy {
        return None;
    }
    let begin = child_entry(file, BEGINS).zip(child_entry(whole, BEGINS)).filter(|_| game);
    let (second, first) = begin.or_else(|| again.first().copied())?;
    let what = match again.len() {
        _ if game => "game",
        count if count < things => "older",
        _ => "copy",
    };
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let error = Diagnostic::error(Code::FileTwice, second.key.span).arg("what", what);
    let error = error.arg("count", count(again.len())).arg("things", count(things));
    Some(error.label(first.key.span, "label-first-here").help_with("help-file-twice", "what", what))
}

/// How many things a file defines, and those of which something is there already, each with the first of them.
fn repeated<'n>(whole: &'n Node, file: &'n Node) -> (usize, Vec<(&'n Entry, &'n Entry)>) {
    let (mut things, mut again) = (0_usize, Vec::new());
    for section in entries(file) {
        let old = child_entry(whole, &section.key.text);
        // A section may be in many files: what is in it is only in one.
        let (list, there) = match (&section.value.kind, old) {
            (NodeKind::Map(inside), Some(old)) => (inside.as_slice(), Some(&old.value)),
            (NodeKind::Map(inside), None) => (inside.as_slice(), None),
            _ => (std::slice::from_ref(section), Some(whole)),
        };
        things = things.saturating_add(list.len());
        let known: HashMap<&str, &Entry> =
            there.map(entries).unwrap_or_default().iter().rev().map(|entry| (&*entry.key.text, entry)).collect();
        let known = |thing: &'n Entry| Some((thing, *known.get(&*thing.key.text)?));
        again.extend(list.iter().filter_map(known).filter(|(thing, old)| clash(&old.value, &thing.value)));
    }
    (things, again)
}

/// Whether something cannot be added to something of the same name: what is empty adds nothing.
fn clash(base: &Node, more: &Node) -> bool {
    match (&base.kind, &more.kind) {
        (NodeKind::Map(_), NodeKind::Map(inside)) => {
            inside.iter().any(|entry| child(base, &entry.key.text).is_some_and(|old| clash(old, &entry.value)))
        }
        (NodeKind::Empty, _) => false,
        _ => true,
    }
}

/// Whether all that would be added is there already: what is empty adds nothing.
fn repeats(base: &Node, more: &Node) -> bool {
    entries(more).iter().all(|entry| {
        child(base, &entry.key.text).is_some_and(|old| match (&old.kind, &entry.value.kind) {
            (NodeKind::Map(_), NodeKind::Map(_)) => repeats(old, &entry.value),
            (NodeKind::Empty, new) => matches!(new, NodeKind::Empty),
            _ => true,
        })
    })
}

/// Adds what is new below a path; what is there already is an error.
fn add(base: &mut Node, more: Node, path: &str, errors: &mut Vec<Diagnostic>, code: Code, help: &'static str) {
    // Where what is there has an `after` of its own, it means something else.
    let own = PLACES.iter().any(|key| position(base, key).is_some());
    let ordered: Vec<&str> =
        ORDERED.into_iter().filter(|key| position(base, key).and(position(&more, key)).is_some()).collect();
    let NodeKind::Map(mut new) = more.kind else { return };
    // Each place belongs to the list that has what it names.
    let mut places: Vec<(&str, bool, Entry)> = Vec::new();
    for key in PLACES.into_iter().filter(|_| !own) {
        let said = new.iter().enumerate().find(|(_, entry)| &*entry.key.text == key);
        let Some((at, entry)) = said.map(|(at, entry)| (at, entry.clone())) else { continue };
        let anchors = match entry.value.kind {
            NodeKind::List(items) if !items.is_empty() => items,
            _ => vec![entry.value],
        };
        if ordered.is_empty() {
            continue;
        }
        for anchor in anchors {
            if !matches!(anchor.kind, NodeKind::Scalar(_) | NodeKind::Bad) {
                errors.push(Diagnostic::error(Code::NotAText, anchor.span));
                continue;
            }
            let free = |list: &&str| !places.iter().any(|(placed, ..)| placed == list);
            let name = anchor.as_text().map(|text| nfc(text.trim()));
            let named = |list: &&str| {
                let there = child(base, list).zip(name.as_deref());
                there.is_some_and(|(list, name)| position(list, name).is_some())
            };
            // The first place of each list, then more of them.
            let lists = || ordered.iter().copied();
            let named = lists().filter(free).find(named).or_else(|| lists().find(named));
            if let Some(list) = named.or_else(|| lists().find(free)).or_else(|| lists().next()) {
                places.push((list, key == "after", Entry { key: entry.key.clone(), value: anchor }));
            }
        }
        new.remove(at);
    }
    let NodeKind::Map(_) = &base.kind else { return };
    let inherited: Vec<Arc<str>> = entries(base).iter().map(|entry| Arc::clone(&entry.key.text)).collect();
    let mut places_of: HashMap<Arc<str>, usize> = HashMap::with_capacity(inherited.len());
    for (at, name) in inherited.iter().enumerate() {
        places_of.entry(Arc::clone(name)).or_insert(at);
    }
    let looks = new.len().saturating_mul(inherited.len()) <= MOST_PAIRS;
    for entry in new {
        let Some(at) = places_of.get(&entry.key.text).copied() else {
            if code == ALREADY_THERE && is_section_of_game(path) && looks {
                errors.extend(near_inherited(&entry, &inherited));
            }
            if let NodeKind::Map(entries) = &mut base.kind {
                places_of.insert(Arc::clone(&entry.key.text), entries.len());
                entries.push(entry);
            }
            continue;
        };
        let NodeKind::Map(entries) = &mut base.kind else { return };
        let Some(old) = entries.get_mut(at) else { return };
        if matches!((&old.value.kind, &entry.value.kind), (NodeKind::Map(_), NodeKind::Map(_))) {
            let path = below(path, &entry.key.text);
            let here = places.iter().filter(|(key, ..)| **key == *entry.key.text);
            let here: Vec<(bool, &Node)> = here.map(|(_, after, anchor)| (*after, &anchor.value)).collect();
            match here.as_slice() {
                [_, ..] => insert(&mut old.value, entry.value, &here, &path, errors, code, help),
                // A whole thing that is there already is one mistake.
                _ if path.contains('.')
                    && self::entries(&entry.value).len() > 1
                    && repeats(&old.value, &entry.value) =>
                {
                    errors.push(there_already(code, entry.key.span, path, old.key.span, help));
                }
                _ => add(&mut old.value, entry.value, &path, errors, code, help),
            }
        } else if matches!(old.value.kind, NodeKind::Empty) {
            old.value = entry.value;
        } else if path.is_empty()
            && let Some(error) = list_beside_map(&entry.key.text, &old.value, &entry.value)
        {
            errors.push(error);
            if matches!(old.value.kind, NodeKind::List(_)) {
                old.value = entry.value;
            }
        } else {
            let path = below(path, &entry.key.text);
            errors.push(there_already(code, entry.key.span, path, old.key.span, help));
        }
    }
}

/// A section that is a list in one file and names in another: the list is wrong in itself.
fn list_beside_map(section: &str, old: &Node, new: &Node) -> Option<Diagnostic> {
    let list = match (&old.kind, &new.kind) {
        (NodeKind::List(_), NodeKind::Map(_)) => old.span,
        (NodeKind::Map(_), NodeKind::List(_)) => new.span,
        _ => return None,
    };
    let what = match section {
        "tags" => "tag-kinds",
        "points" => "points-kinds",
        _ => "names",
    };
    Some(Diagnostic::error(Code::NotAMap, list).arg("what", what))
}

pub(super) fn there_already(code: Code, at: Span, path: String, first: Span, help: &'static str) -> Diagnostic {
    Diagnostic::error(code, at).arg("name", path).label(first, "label-first-here").help(help)
}

/// A new name that is nearly an inherited one was perhaps meant to change that.
fn near_inherited(entry: &Entry, inherited: &[Arc<str>]) -> Option<Diagnostic> {
    let name = &*entry.key.text;
    let near = nearest(name, inherited.iter().map(|name| &**name))?;
    let letters = |text: &str| text.chars().filter(|letter| !letter.is_numeric()).collect::<String>().trim().to_owned();
    // `Boat 2` beside `Boat 1` is no slip.
    let counted = letters(name) == letters(near);
    let warning = Diagnostic::warning(Code::NearInherited, entry.key.span).arg("name", name).arg("near", near);
    (!counted).then(|| warning.help_with("help-change-or-not", "near", near))
}

/// New rows or steps, after or before one that is there: all of them, or each by a place of its own.
fn insert(
    base: &mut Node,
    more: Node,
    places: &[(bool, &Node)],
    path: &str,
    errors: &mut Vec<Diagnostic>,
    code: Code,
    help: &'static str,
) {
    let NodeKind::Map(new) = more.kind else { return };
    if let ([_, (_, second), ..], true) = (places, places.len() != new.len()) {
        let error = Diagnostic::error(Code::PlacesOfEntries, second.span).arg("places", places.len());
        errors.push(error.arg("entries", new.len()));
        return;
    }
    let each = new.len().div_ceil(places.len().max(1)).max(1);
    let mut new = new.into_iter();
    for (after, anchor) in places {
        let wanted = nfc(anchor.as_text().unwrap_or("").trim());
        let Some(mut at) = position(base, &wanted) else {
            let nothing = match path.rsplit('.').next() {
                Some("steps") => Code::NoSuchStep,
                Some("ask") => Code::NoSuchQuestion,
                Some("outcomes") => Code::NoSuchOutcome,
                _ => Code::NoSuchRow,
            };
            errors.push(missing(nothing, anchor.span, &wanted, entries(base), errors.len()));
            return;
        };
        at += usize::from(*after);
        for entry in new.by_ref().take(each) {
            if let Some(old) = position(base, &entry.key.text).and_then(|at| entries(base).get(at)) {
                let first = old.key.span;
                errors.push(there_already(code, entry.key.span, below(path, &entry.key.text), first, help));
            } else if let NodeKind::Map(entries) = &mut base.kind {
                entries.insert(at.min(entries.len()), entry);
                at += 1;
            }
        }
    }
}

fn missing(code: Code, at: Span, name: &str, known: &[Entry], found: usize) -> Diagnostic {
    let known = known.iter().map(|entry| &*entry.key.text);
    Diagnostic::error(code, at).arg("name", name).suggest(found, name, at, known)
}

/// `tables` and `Cargo` are `tables.Cargo`, as it is written under `remove`.
fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// Lays a ruleset over the one that it extends.
#[must_use]
pub fn extend(mut base: Node, mut over: Node, sources: &Sources, errors: &mut Vec<Diagnostic>) -> Node {
    for key in OWN {
        let own = take(&mut over, key);
        let inherited = take(&mut base, key);
        let kept = if matches!(key, "language" | "accent") { own.or(inherited) } else { own };
        if let (Some(entry), NodeKind::Map(entries)) = (kept, &mut base.kind) {
            entries.push(entry);
        }
    }
    base.span = over.span;
    overlay(&mut base, over, "", sources, errors);
    base
}

/// `remove`, then `change`, then all the rest is added.
pub(super) fn overlay(base: &mut Node, mut over: Node, path: &str, sources: &Sources, errors: &mut Vec<Diagnostic>) {
    if path.is_empty() {
        errors.extend(removed_inside(&mut over));
    }
    let before = errors.len();
    let mut gone: Vec<String> = Vec::new();
    if let Some(list) = take(&mut over, "remove") {
        let (mut removals, mut wrong) = (Vec::new(), Vec::new());
        removals_in(&list.value, &mut Vec::new(), &mut removals, &mut wrong);
        errors.extend(wrong.into_iter().map(|(code, node)| match node.as_scalar() {
            // Names with commas and no brackets.
            Some(_) => Diagnostic::error(code, node.span).fix(node.span, format!("[{}]", sources.slice(node.span))),
            None => Diagnostic::error(code, node.span),
        }));
        for removal in removals {
            gone.extend(removal.path().rsplit('.').next().map(|name| nfc(name.trim())));
            remove(base, &removal, sources, errors);
        }
    }
    if let Some(mut patch) = take(&mut over, "change") {
        if let (true, NodeKind::Map(entries)) = (path.is_empty(), &mut patch.value.kind) {
            // Who it is, each ruleset says itself.
            for own in entries.extract_if(.., |entry| OWN.contains(&&*entry.key.text)) {
                let error = Diagnostic::error(Code::OwnKeyChanged, own.key.span).arg("name", &*own.key.text);
                errors.push(error.help_with("help-outside-of-change", "name", &*own.key.text));
            }
        }
        change(base, patch.value, (patch.key.span, &[]), sources, errors);
    }
    add(base, over, path, errors, ALREADY_THERE, "help-use-change");
    let beside = [Code::NoSuchStep, Code::NoSuchQuestion, Code::NoSuchOutcome, Code::NoSuchRow];
    for error in errors.iter_mut().skip(before).filter(|error| beside.contains(&error.code)) {
        if let Some(name) = error.text("name").filter(|name| gone.iter().any(|one| one == name)).map(str::to_owned) {
            error.helps.push(Note { id: "help-removed-here", args: vec![("name", name.into())] });
        }
    }
}

/// `traits: {remove: [Wits]}`: what is in a section instead of beside it.
fn removed_inside(over: &mut Node) -> Vec<Diagnostic> {
    let NodeKind::Map(sections) = &mut over.kind else { return Vec::new() };
    let mut errors = Vec::new();
    for section in sections.iter_mut().filter(|section| is_section_of_game(&section.key.text)) {
        let listed = child(&section.value, "remove").is_some_and(|list| matches!(list.kind, NodeKind::List(_)));
        let Some(list) = Some(&mut section.value).filter(|_| listed).and_then(|things| take(things, "remove")) else {
            continue;
        };
        let names: Vec<&str> = list.value.as_list().unwrap_or_default().iter().filter_map(Node::as_text).collect();
        let example = format!("remove: {{{}: [{}]}}", section.key.text, names.join(", "));
        let error = Diagnostic::error(Code::TooFarRight, list.key.span).arg("key", "remove").arg("of", "game");
        errors.push(error.help_with("help-write", "example", example));
    }
    errors
}

/// What `remove` names: the keys under which a name is, and the name, each with its place.
pub struct Removal<'n> {
    above: Vec<(&'n str, Placement)>,
    own: (&'n str, Placement),
}

impl Removal<'_> {
    /// `tables.Cargo`
    #[must_use]
    pub fn path(&self) -> String {
        self.texts().map(|(text, _)| text.trim()).collect::<Vec<_>>().join(".")
    }

    /// Where the name is.
    #[must_use]
    pub fn span(&self) -> Span {
        self.own.1.span
    }

    fn texts(&self) -> impl Iterator<Item = &(&str, Placement)> {
        self.above.iter().chain([&self.own])
    }
}

/// What `[tables.Find, tables.Tool]` or `{tables: [Find, Tool]}` names, and whatever in it names nothing.
pub fn removals_in<'n>(
    node: &'n Node,
    above: &mut Vec<(&'n str, Placement)>,
    found: &mut Vec<Removal<'n>>,
    wrong: &mut Vec<(Code, &'n Node)>,
) {
    match &node.kind {
        NodeKind::Map(entries) if entries.is_empty() => wrong.push((Code::NotAList, node)),
        NodeKind::Map(entries) => {
            for entry in entries {
                above.push((&*entry.key.text, entry.key.placement()));
                removals_in(&entry.value, above, found, wrong);
                above.pop();
            }
        }
        NodeKind::List(items) => items.iter().for_each(|item| match item.kind {
            NodeKind::Map(_) | NodeKind::Scalar(_) => named_in(item, above, found, wrong),
            NodeKind::Bad => {}
            _ => wrong.push((Code::NotAText, item)),
        }),
        NodeKind::Scalar(scalar) if scalar.text.contains(',') && !scalar.is_quoted() => {
            wrong.push((Code::NotAList, node));
        }
        NodeKind::Scalar(_) => named_in(node, above, found, wrong),
        NodeKind::Bad => {}
        NodeKind::Empty => wrong.push((Code::NotAList, node)),
    }
}

fn named_in<'n>(
    item: &'n Node,
    above: &mut Vec<(&'n str, Placement)>,
    found: &mut Vec<Removal<'n>>,
    wrong: &mut Vec<(Code, &'n Node)>,
) {
    match (item.as_text(), item.placement()) {
        (Some(text), Some(placement)) => {
            found.push(Removal { above: above.clone(), own: (text, placement) });
        }
        _ => removals_in(item, above, found, wrong),
    }
}

/// The names in a map behind which something of this name is.
fn held_by<'n>(node: &'n Node, name: &str) -> Vec<&'n str> {
    let holds = |entry: &&Entry| child(&entry.value, name).is_some();
    entries(node).iter().filter(holds).map(|entry| &*entry.key.text).collect()
}

/// The group of one of several entries: its own, or that of the one that it is like.
fn group_of<'n>(all: &'n [Entry], mut entry: &'n Entry) -> Option<&'n str> {
    let changed = |entry: &'n Entry| child(&entry.value, "change").and_then(|change| child(change, "group"));
    for _ in all {
        if let Some(group) = child(&entry.value, "group").or_else(|| changed(entry)) {
            return group.as_text();
        }
        let like = nfc(child(&entry.value, "like")?.as_text()?.trim());
        entry = all.iter().find(|other| *other.key.text == *like)?;
    }
    None
}

/// The entries of a map that are in a group.
pub fn members<'n>(node: &'n Node, group: &str) -> Vec<&'n Entry> {
    let all = entries(node);
    let named = |entry: &&Entry| group_of(all, entry).is_some_and(|name| nfc(name.trim()) == group);
    all.iter().filter(named).collect()
}

/// Takes away what a path such as `tables.Cargo.rows.Rum` names. The name of a group is that of all in it.
fn remove(base: &mut Node, removal: &Removal<'_>, sources: &Sources, errors: &mut Vec<Diagnostic>) {
    let mut node = base;
    let written = removal.texts().flat_map(|(text, placement)| {
        let mut start = 0;
        text.split('.').map(move |part| {
            let first = start + (part.len() - part.trim_start().len());
            start += part.len() + 1;
            (part.trim(), *text, *placement, first)
        })
    });
    let mut parts = written.peekable();
    while let Some((written, text, placement, first)) = parts.next() {
        let part = nfc(written);
        let Some(at) = position(node, &part) else {
            let members: HashSet<Arc<str>> =
                members(node, &part).into_iter().map(|entry| Arc::clone(&entry.key.text)).collect();
            if let (NodeKind::Map(entries), None, false) = (&mut node.kind, parts.peek(), members.is_empty()) {
                entries.retain(|entry| !members.contains(&entry.key.text));
                return;
            }
            let place = placement.locate(sources, text, first..first + written.len());
            let all = entries(node);
            let mut groups: Vec<&str> =
                all.iter().filter_map(|entry| child(&entry.value, "group")?.as_text()).map(str::trim).collect();
            groups.order();
            groups.dedup();
            let known = all.iter().map(|entry| &*entry.key.text).chain(groups);
            let error = Diagnostic::error(Code::RemoveOfNothing, place).arg("path", removal.path()).arg("name", &*part);
            errors.push(match held_by(node, &part).as_slice() {
                [holder] => {
                    let whole = format!("{holder}.{part}");
                    error.help_with("help-did-you-mean", "name", &*whole).fix(place, whole)
                }
                _ => error.suggest(errors.len(), &part, place, known),
            });
            return;
        };
        let NodeKind::Map(entries) = &mut node.kind else { return };
        if parts.peek().is_none() {
            entries.remove(at);
            return;
        }
        let Some(entry) = entries.get_mut(at) else { return };
        node = &mut entry.value;
    }
}

/// Replaces what is there; every path has to exist. `path` leads to it.
fn change(
    base: &mut Node,
    patch: Node,
    (key, path): (Span, &[Arc<str>]),
    sources: &Sources,
    errors: &mut Vec<Diagnostic>,
) {
    let NodeKind::Map(patches) = patch.kind else {
        if !matches!(patch.kind, NodeKind::Empty) {
            errors.push(Diagnostic::error(Code::ChangeNotAMap, key));
        }
        return;
    };
    let columns = columns_of(base);
    // Several new rows without their heading are one mistake.
    let rows = ["rows", "from", "ranges"].into_iter().find(|key| child(base, key).is_some());
    let mut headless = false;
    for entry in patches {
        let Some(at) = position(base, &entry.key.text) else {
            if !(headless && rows.is_some()) {
                errors.push(change_of_nothing(base, &entry, (path, rows), sources, errors.len()));
            }
            headless = true;
            continue;
        };
        let NodeKind::Map(entries) = &mut base.kind else { return };
        let Some(old) = entries.get_mut(at) else { return };
        let is_map = matches!(old.value.kind, NodeKind::Map(_));
        if matches!(entry.value.kind, NodeKind::Map(_)) && is_map {
            if let Some(columns) = columns.as_ref().filter(|_| matches!(&*entry.key.text, "rows" | "from" | "ranges")) {
                name_cells(&mut old.value, &entry.value, columns);
            }
            let path = [path, &[Arc::clone(&entry.key.text)]].concat();
            change(&mut old.value, entry.value, (entry.key.span, &path), sources, errors);
        } else if let (["options"], Some(text), true) =
            (path.iter().map(|name| &**name).collect::<Vec<_>>().as_slice(), entry.value.as_text(), is_map)
        {
            // What an option is set to is what it is by default.
            let (at, set) = (entry.value.span, format!("{{default: {text}}}"));
            errors.push(Diagnostic::error(Code::NotAMap, at).arg("what", "question").fix(at, set));
        } else {
            old.key.span = entry.key.span;
            old.value = entry.value;
        }
    }
}

/// That something is changed that is not there, with the form that is meant. `rows`: where a table has its rows.
fn change_of_nothing(
    base: &Node,
    entry: &Entry,
    (path, rows): (&[Arc<str>], Option<&'static str>),
    sources: &Sources,
    found: usize,
) -> Diagnostic {
    let (name, at) = (&*entry.key.text, entry.key.span);
    let error = Diagnostic::error(Code::ChangeOfNothing, at).arg("name", name);
    // `{a: {b: …}}`
    let within = |path: &[&str], inner: String| {
        path.iter().rev().fold(inner, |inner, name| match inner.contains(": ") && !inner.starts_with(['{', '[']) {
            true => format!("{name}: {{{inner}}}"),
            false => format!("{name}: {inner}"),
        })
    };
    // `a.b: …`
    let parts: Vec<&str> = name.split('.').map(str::trim).collect();
    if parts.len() > 1 && parts.iter().try_fold(base, |node, part| child(node, part)).is_some() {
        let value = sources.slice(entry.value.span);
        if value.contains('\n') {
            return error.help_with("help-write", "example", within(&parts, "…".to_owned()));
        }
        // Between braces a text needs quotes that needs none on a line of its own.
        let plain = entry.value.as_scalar().filter(|scalar| !scalar.is_quoted());
        let torn = plain.filter(|scalar| scalar.text.contains([',', '[', ']', '{', '}', ':', '#']));
        let value = torn.map_or_else(|| value.to_owned(), |scalar| in_quotes(&scalar.text));
        return error.fix(at.to(entry.value.span), within(&parts, value));
    }
    if let [holder] = held_by(base, name).as_slice() {
        // A line is missing between the two.
        return error.help_with("help-write", "example", format!("{holder}: {{{name}: …}}"));
    }
    if let Some(key) = our_words("keys", name).iter().find(|key| child(base, key).is_some()) {
        return error.help_with("help-did-you-mean", "name", *key).fix(at, *key);
    }
    let error = match rows {
        Some(_) => error,
        None => missing(Code::ChangeOfNothing, at, name, entries(base), found),
    };
    // A key of the table is no row of it.
    let rows = rows.filter(|_| !keys_of(KeyPlace::Table).iter().any(|key| key.name == name));
    let mut path: Vec<&str> = path.iter().map(|name| &**name).chain(rows).collect();
    if path.is_empty() || error.has_suggestion() {
        return error.help("help-only-what-is-there");
    }
    let mut new = format!("{name}: …");
    if let Some(first) = entries(base).first().filter(|_| path.last() == Some(&"outcomes")) {
        // The first that holds is the one.
        new = format!("outcomes: {{{new}}}, before: {}", first.key.text);
        path.pop();
    }
    error.help_with("help-new-outside", "example", within(&path, new))
}

/// The column names of a table, as keys.
pub(super) fn columns_of(table: &Node) -> Option<Vec<Key>> {
    let node = child(table, "columns")?;
    match &node.kind {
        NodeKind::Map(entries) => Some(entries.iter().map(|entry| entry.key.clone()).collect()),
        NodeKind::List(items) => items.iter().map(to_key).collect(),
        _ => None,
    }
}

fn to_key(node: &Node) -> Option<Key> {
    let scalar = node.as_scalar()?;
    Some(Key { text: nfc(scalar.text.trim()).into(), span: node.span, style: scalar.style })
}

/// Rows that a patch addresses by column are written by column first.
fn name_cells(rows: &mut Node, patch: &Node, columns: &[Key]) {
    let NodeKind::Map(rows) = &mut rows.kind else { return };
    for row in rows {
        let by_column = child(patch, &row.key.text).is_some_and(|value| matches!(value.kind, NodeKind::Map(_)));
        if !by_column {
            continue;
        }
        by_column_name(row, columns);
    }
}

/// A row whose cells stand side by side, with the name of its column before each.
pub(super) fn by_column_name(row: &mut Entry, columns: &[Key]) {
    if let NodeKind::List(cells) = &mut row.value.kind
        && cells.len() == columns.len()
    {
        let cells = std::mem::take(cells);
        let named = columns.iter().cloned().zip(cells).map(|(key, value)| Entry { key, value }).collect();
        row.value.kind = NodeKind::Map(named);
    }
}

/// Replaces every `like: other` in a section by what it stands for. Tests keep the key
/// besides. What is written out is counted; where it is too much, that is said where it is.
pub fn resolve_like(whole: &mut Node, section: &str, sources: &Sources, budget: &Budget, errors: &mut Vec<Diagnostic>) {
    let Some(at) = position(whole, section) else { return };
    let NodeKind::Map(sections) = &mut whole.kind else { return };
    let Some(list) = sections.get_mut(at).map(|entry| &mut entry.value) else { return };
    let told = section == "tests";
    let kept: Vec<(usize, Entry)> = entries(list)
        .iter()
        .enumerate()
        .filter(|_| told)
        .filter_map(|(at, entry)| Some((at, entries(&entry.value).get(position(&entry.value, "like")?)?.clone())))
        .collect();
    let places = entries(list).iter().enumerate().map(|(at, entry)| (Arc::clone(&entry.key.text), at)).collect();
    let NodeKind::Map(list) = &mut list.kind else { return };
    let mut likes =
        Likes { places, section, sources, budget, trail: Vec::new(), on_trail: HashSet::new(), full: false };
    for at in 0..list.len() {
        likes.resolve(list, at, errors);
    }
    // The reader needs to know which test each one is a variant of.
    for (at, like) in kept {
        if let Some(NodeKind::Map(entries)) = list.get_mut(at).map(|entry| &mut entry.value.kind) {
            entries.push(like);
        }
    }
}

/// A section in which `like` is being resolved.
struct Likes<'a> {
    /// Where each name is.
    places: HashMap<Arc<str>, usize>,
    section: &'a str,
    sources: &'a Sources,
    budget: &'a Budget,
    /// What is being resolved, each of them like the next.
    trail: Vec<Arc<str>>,
    on_trail: HashSet<usize>,
    /// It was said that there is too much.
    full: bool,
}

impl Likes<'_> {
    /// Resolves one of them, after all that it is like in its turn.
    fn resolve(&mut self, list: &mut [Entry], at: usize, errors: &mut Vec<Diagnostic>) {
        let mut next = at;
        // From what was asked for to what is like nothing, and back.
        while let Some((name, wanted, span)) = self.like(list, next) {
            self.trail.push(name);
            self.on_trail.insert(next);
            match self.places.get(&*wanted) {
                Some(place) if self.on_trail.contains(place) => {
                    let path = self.trail.iter().map(|name| &**name).chain([&*wanted]).collect::<Vec<_>>().join(" → ");
                    errors.push(Diagnostic::error(Code::LikeInACircle, span).arg("path", path));
                    spoil(list, next);
                    break;
                }
                Some(place) => next = *place,
                None => break,
            }
        }
        while let Some(name) = self.trail.pop() {
            let Some(at) = self.places.get(&name).copied() else { continue };
            self.on_trail.remove(&at);
            self.lay(list, at, errors);
        }
    }

    /// Its name, what it is like, and where that is written.
    fn like(&self, list: &[Entry], at: usize) -> Option<(Arc<str>, String, Span)> {
        let entry = list.get(at)?;
        let like = child(&entry.value, "like")?;
        Some((Arc::clone(&entry.key.text), nfc(like.as_text().unwrap_or("").trim()), like.span))
    }

    /// Lays one of them over what it is like.
    fn lay(&mut self, list: &mut [Entry], at: usize, errors: &mut Vec<Diagnostic>) {
        let Some((name, wanted, span)) = self.like(list, at) else { return };
        let Some(base) = self.places.get(&*wanted).and_then(|place| list.get(*place)).map(|entry| &entry.value) else {
            let known = list.iter().map(|entry| &*entry.key.text).filter(|key| **key != *name);
            let error = Diagnostic::error(Code::LikeOfNothing, span).arg("name", &*wanted);
            errors.push(error.suggest(errors.len(), &wanted, span, known));
            spoil(list, at);
            return;
        };
        if base.is_bad() {
            spoil(list, at);
            return;
        }
        if let Err(spent) = self.budget.spend(base.size()) {
            if !std::mem::replace(&mut self.full, true) {
                errors.push(too_much(span, spent));
            }
            spoil(list, at);
            return;
        }
        let mut base = base.clone();
        let Some(entry) = list.get_mut(at) else { return };
        let mut over = std::mem::replace(&mut entry.value, Node { kind: NodeKind::Empty, span, alias: None });
        let whole = over.span;
        take(&mut over, "like");
        if let Some(doc) = take(&mut over, "doc") {
            take(&mut base, "doc");
            if let NodeKind::Map(entries) = &mut base.kind {
                entries.push(doc);
            }
        }
        overlay(&mut base, over, &below(self.section, &name), self.sources, errors);
        base.span = whole;
        entry.value = base;
    }
}

/// That what is written out has too many parts.
pub(super) fn too_much(at: Span, spent: Exhausted) -> Diagnostic {
    let limit = i64::try_from(spent.limit).unwrap_or(i64::MAX);
    Diagnostic::error(Code::TooManyEntries, at).arg("limit", limit)
}

/// A thing whose `like` names nothing cannot be read; nothing more is reported about it.
fn spoil(list: &mut [Entry], at: usize) {
    if let Some(entry) = list.get_mut(at) {
        entry.value.kind = NodeKind::Bad;
    }
}
