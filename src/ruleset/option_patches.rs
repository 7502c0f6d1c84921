//! Options that carry a patch: the changes of an extending ruleset that hold while the option has its value.
//!
//! The patch is merged like any other, and the original is woven in again: a changed formula becomes a conditional on
//! the option, an added entry gets the option as its condition, and a removed one the negation. So there is one program
//! for all values of the options.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::compare::{Difference, differences};
use super::merge::{
    Removal, by_column_name, child, columns_of, entries, members, overlay, removals_in, take, too_much,
};
use super::read::{FormatKey, KeyPlace, PATCH, RULES, Takes, is_section_of_game, keys_of};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Budget;
use crate::source::{ScalarStyle, SourcePiece, Sources, Span, nfc};
use crate::syntax::{FormulaProblem, SyntaxLimits, is_plain_name, parse_expr};
use crate::yaml::{Entry, Key, Node, NodeKind, Scalar};

/// What an option changes in the rules.
#[derive(Debug, Clone)]
pub struct OptionChanges {
    /// The name of the option.
    pub option: Arc<str>,
    /// The word that it has then; without one, it is yes.
    pub word: Option<Arc<str>>,
    /// What differs from the rules without it.
    pub differences: Vec<Difference>,
}

/// Weaves what options change into the rules, and takes it out of the options. Returns what each of them changes.
pub fn weave_options(
    whole: &mut Node,
    sources: &mut Sources,
    budget: &Budget,
    errors: &mut Vec<Diagnostic>,
) -> Vec<OptionChanges> {
    let mut found = Vec::new();
    let patches = patches(whole, errors);
    if patches.is_empty() {
        return found;
    }
    let rules = whole.clone();
    for option in patches {
        // It is laid over the rules twice.
        let size = option.patch.value.size().saturating_mul(2);
        if let Err(spent) = budget.spend(size) {
            errors.push(too_much(option.patch.key.span, spent));
            break;
        }
        match lay((&mut *whole, &rules), &option, sources, budget, errors) {
            Some(differences) => {
                found.push(OptionChanges { option: option.option, word: option.word, differences });
            }
            None => break,
        }
    }
    found
}

/// What an option changes while it has one of its values.
struct Patched {
    option: Arc<str>,
    word: Option<Arc<str>>,
    /// The condition that it has it, and that it has it not.
    holds: String,
    fails: String,
    /// What is said of what is not there then.
    sentence: Arc<str>,
    /// Where that is said, and what.
    patch: Entry,
}

/// Takes the patches out of all options, in their order.
fn patches(whole: &mut Node, errors: &mut Vec<Diagnostic>) -> Vec<Patched> {
    let mut found = Vec::new();
    let NodeKind::Map(sections) = &mut whole.kind else { return found };
    let Some(options) = sections.iter_mut().find(|entry| &*entry.key.text == "options") else { return found };
    let NodeKind::Map(options) = &mut options.value.kind else { return found };
    for option in options {
        let doc = child(&option.value, "doc").and_then(Node::as_text);
        let doc: Option<Arc<str>> = doc.map(|doc| nfc(doc.trim()).into());
        let name = quoted(&option.key.text);
        let own: Vec<Entry> = PATCH.iter().filter_map(|key| take(&mut option.value, key.name)).collect();
        if let Some(first) = own.first().map(|entry| entry.key.clone()) {
            if child(&option.value, "yes no").is_some() {
                let value = Node { kind: NodeKind::Map(own), span: first.span, alias: None };
                let Some(patch) = laid_over(Entry { key: first, value }, errors) else { continue };
                let (holds, fails) = (name.clone(), format!("not {name}"));
                let option = Arc::clone(&option.key.text);
                let sentence = doc.clone().unwrap_or_else(|| Arc::clone(&option));
                found.push(Patched { option, word: None, holds, fails, sentence, patch });
            } else {
                errors.push(Diagnostic::error(Code::OptionPatchPlace, first.span).arg("name", &*option.key.text));
            }
        }
        let Some(rules) = take(&mut option.value, RULES.name) else { continue };
        let NodeKind::Map(rules) = rules.value.kind else {
            if !rules.value.is_bad() {
                errors.push(Diagnostic::error(Code::NotAMap, rules.value.span).arg("what", "rules"));
            }
            continue;
        };
        let words: Vec<String> = match child(&option.value, "one of").map(|node| &node.kind) {
            Some(NodeKind::List(items)) => items.iter().filter_map(|item| Some(nfc(item.as_text()?.trim()))).collect(),
            _ => Vec::new(),
        };
        for patch in rules {
            let word = &patch.key.text;
            if !words.iter().any(|known| **known == **word) {
                let error = Diagnostic::error(Code::OptionPatchPlace, patch.key.span).arg("name", &*option.key.text);
                errors.push(error.suggest(errors.len(), word, patch.key.span, &words));
                continue;
            }
            let word = Arc::clone(word);
            let Some(patch) = laid_over(patch, errors) else { continue };
            let written = quoted(&word);
            let (holds, fails) = (format!("{name} = {written}"), format!("{name} != {written}"));
            let option = Arc::clone(&option.key.text);
            let sentence = doc.clone().unwrap_or_else(|| format!("{option} = {word}").into());
            found.push(Patched { option, word: Some(word), holds, fails, sentence, patch });
        }
    }
    found
}

/// A patch in the form of an extending ruleset: additions next to `change` and `remove`.
fn laid_over(mut patch: Entry, errors: &mut Vec<Diagnostic>) -> Option<Entry> {
    let NodeKind::Map(parts) = &mut patch.value.kind else {
        if !patch.value.is_bad() {
            errors.push(Diagnostic::error(Code::NotAMap, patch.value.span).arg("what", "change"));
        }
        return None;
    };
    let known = |entry: &Entry| PATCH.iter().any(|key| *key.name == *entry.key.text);
    for wrong in parts.iter().filter(|entry| !known(entry)) {
        let error = Diagnostic::error(Code::UnknownKey, wrong.key.span).arg("key", &*wrong.key.text);
        let error = error.arg("what", "question");
        errors.push(error.suggest(errors.len(), &wrong.key.text, wrong.key.span, PATCH.map(|key| key.name)));
    }
    parts.retain(known);
    if let Some(at) = parts.iter().position(|entry| &*entry.key.text == "add") {
        match parts.remove(at).value.kind {
            NodeKind::Map(added) => parts.extend(added),
            NodeKind::Empty | NodeKind::Bad => {}
            _ => errors.push(Diagnostic::error(Code::NotAMap, patch.key.span).arg("what", "add")),
        }
    }
    Some(patch)
}

/// A name as it has to be written in a formula.
pub(super) fn quoted(name: &str) -> String {
    if is_plain_name(name) { name.to_owned() } else { format!("«{name}»") }
}

/// What a patch speaks of in the rules: its sections, and the things in each; of a key that is no section, nothing.
fn touched(whole: &Node, patch: &Node) -> Vec<(String, HashSet<String>)> {
    let mut found: HashMap<String, HashSet<String>> = HashMap::new();
    let mut order = Vec::new();
    let mut touch = |section: String, things: Vec<String>| {
        if !found.contains_key(&section) {
            order.push(section.clone());
        }
        found.entry(section).or_default().extend(things);
    };
    let names = |node: &Node| entries(node).iter().map(|entry| entry.key.text.to_string()).collect::<Vec<_>>();
    for entry in entries(patch) {
        match &*entry.key.text {
            "remove" => {
                let mut removals = Vec::new();
                removals_in(&entry.value, &mut Vec::new(), &mut removals, &mut Vec::new());
                for path in removals.iter().map(Removal::path) {
                    let (section, below) = path.split_once('.').map_or((&*path, None), |(one, rest)| (one, Some(rest)));
                    let section = nfc(section.trim());
                    let thing = below.map(|below| below.split_once('.').map_or(below, |(thing, _)| thing));
                    let mut things: Vec<String> = thing.map(|thing| nfc(thing.trim())).into_iter().collect();
                    // A name that may be that of a group.
                    if let (Some(there), Some(name)) = (child(whole, &section), things.first()) {
                        let grouped = members(there, name).into_iter().map(|entry| entry.key.text.to_string());
                        things = grouped.chain(things.iter().cloned()).collect();
                    }
                    touch(section, things);
                }
            }
            "change" => {
                entries(&entry.value).iter().for_each(|one| touch(one.key.text.to_string(), names(&one.value)));
            }
            section => touch(section.to_owned(), names(&entry.value)),
        }
    }
    order.into_iter().map(|section| (section.clone(), found.remove(&section).unwrap_or_default())).collect()
}

/// Lays one patch over the rules and weaves in what was there. What differs with it from the `rules` without any option;
/// `None` if the budget is used up.
fn lay(
    (whole, rules): (&mut Node, &Node),
    option: &Patched,
    sources: &mut Sources,
    budget: &Budget,
    errors: &mut Vec<Diagnostic>,
) -> Option<Vec<Difference>> {
    let at = option.patch.key.span;
    let mut before = Vec::new();
    let speaks_of = touched(whole, &option.patch.value);
    for (section, things) in &speaks_of {
        let old = child(whole, section);
        let by_thing = is_section_of_game(section) && old.is_none_or(|old| old.as_map().is_some());
        let there = old.map(entries).unwrap_or_default();
        let names: Vec<Arc<str>> = there.iter().map(|entry| Arc::clone(&entry.key.text)).collect();
        let kept = there.iter().filter(|entry| by_thing && things.contains(&*entry.key.text));
        let kept: Vec<Entry> = kept.cloned().collect();
        let nothing = Node { kind: NodeKind::Empty, span: at, alias: None };
        let plain = (!by_thing).then(|| old.cloned().unwrap_or(nothing));
        let size: u64 = kept.iter().map(|entry| entry.value.size()).sum::<u64>() + names.len() as u64;
        if let Err(spent) = budget.spend(size + plain.as_ref().map_or(0, Node::size)) {
            errors.push(too_much(at, spent));
            return None;
        }
        before.push((section.clone(), names, kept, plain));
    }
    let found = errors.len();
    overlay(whole, option.patch.value.clone(), "", sources, errors);
    let failed = errors.len() > found;
    let changes = match failed {
        true => Vec::new(),
        false => changes(rules, &speaks_of, option.patch.value.clone(), sources),
    };
    let mut loom = Loom { option, sources, errors, woven: 0, table: None };
    for (section, names, kept, plain) in before {
        let takes = of_key(&Takes::Keys(KeyPlace::Ruleset), &section);
        let NodeKind::Map(sections) = &mut whole.kind else { continue };
        let at = sections.iter().position(|entry| *entry.key.text == *section);
        match (at, plain) {
            // All of it was removed, or there is nothing of that name.
            (None, _) if failed => {}
            (None, _) => loom.refuse(option.patch.key.span),
            (Some(at), plain) => {
                let Some(entry) = sections.get_mut(at) else { continue };
                let now = std::mem::replace(&mut entry.value.kind, NodeKind::Empty);
                let now = Node { kind: now, ..entry.value.clone() };
                entry.value = match plain {
                    Some(old) => loom.weave(&old, now, takes.as_ref(), &section),
                    None => loom.section(&section, &names, kept, now, takes.as_ref()),
                };
            }
        }
    }
    if loom.woven == 0 && !failed {
        loom.errors.push(Diagnostic::error(Code::OptionChangesNothing, at));
    }
    Some(changes)
}

/// What a patch changes in the things of which it speaks, as if there were no other.
fn changes(rules: &Node, speaks_of: &[(String, HashSet<String>)], patch: Node, sources: &Sources) -> Vec<Difference> {
    let part = |(section, things): &(String, HashSet<String>)| {
        let mut entry = entries(rules).iter().find(|entry| *entry.key.text == **section)?.clone();
        if let (true, NodeKind::Map(inside)) = (is_section_of_game(section), &mut entry.value.kind) {
            inside.retain(|thing| things.contains(&*thing.key.text));
        }
        Some(entry)
    };
    let kind = NodeKind::Map(speaks_of.iter().filter_map(part).collect());
    let old = Node { kind, span: patch.span, alias: None };
    let mut new = old.clone();
    // What is wrong with it is reported where it is laid over all of the rules.
    overlay(&mut new, patch, "", sources, &mut Vec::new());
    differences(&old, &new)
}

/// The values that a key of the entry takes.
fn of_key(takes: &Takes, key: &str) -> Option<Takes> {
    match takes {
        Takes::Keys(place) => {
            keys_of(*place).into_iter().find(|known: &FormatKey| known.name == key).map(|known| known.takes)
        }
        Takes::Map(_, inner) | Takes::Closed(_, inner) | Takes::Numbered(_, inner) => Some(**inner),
        Takes::Count(_, _, inner) => of_key(inner, key),
        Takes::Either(all) => all.iter().find_map(|one| of_key(one, key)),
        Takes::Cells => Some(Takes::Cells),
        _ => None,
    }
}

/// What one of a list can be.
fn of_item(takes: &Takes) -> Option<Takes> {
    match takes {
        Takes::List(inner) | Takes::Strictly(inner) => Some(**inner),
        Takes::Count(_, _, inner) => of_item(inner),
        Takes::Either(all) => all.iter().find_map(of_item),
        Takes::Cells => Some(Takes::Cells),
        _ => None,
    }
}

/// Whether both texts can be formulas there.
fn is_formula(takes: &Takes, texts: [&str; 2]) -> bool {
    match takes {
        Takes::Formula | Takes::FormulaOrPending | Takes::Keys(KeyPlace::Step) | Takes::Cells | Takes::Amount => true,
        Takes::Either(all) => {
            let word =
                |one: &Takes| matches!(one, Takes::OneOf(words) if texts.iter().any(|text| words.contains(text)));
            !all.iter().any(word) && all.iter().any(|one| is_formula(one, texts))
        }
        _ => false,
    }
}

/// A condition of what the map of such things holds, or the place of these.
enum Gate {
    /// Things that may have a condition (`when`).
    Thing(KeyPlace),
    /// Conditions: what is so where one is not there.
    Condition(bool),
    Action,
}

/// What a thing with that name in that map is, if an option can give or take it.
fn gate(map: Option<&Takes>, around: &str, key: &str) -> Option<Gate> {
    let place = |takes: &Takes| match takes {
        Takes::Keys(
            place @ (KeyPlace::Step | KeyPlace::Outcome | KeyPlace::State | KeyPlace::Intervention | KeyPlace::Tie),
        ) => Some(*place),
        _ => None,
    };
    match (map?, around, key) {
        (Takes::Map(_, inner) | Takes::Closed(_, inner), ..) if place(inner).is_some() => place(inner).map(Gate::Thing),
        (Takes::Either(all), ..) => all.iter().find_map(|one| gate(Some(one), around, key)),
        (Takes::Map(_, Takes::Keys(KeyPlace::Action)), ..) => Some(Gate::Action),
        (Takes::Map(_, Takes::Formula), "need" | "require", _) => Some(Gate::Condition(true)),
        (Takes::Map(_, Takes::Formula), "every", _) => Some(Gate::Condition(false)),
        (Takes::Keys(KeyPlace::QuestionOfTest | KeyPlace::QuestionOfAction), _, "when") => None,
        (Takes::Keys(_), _, "when") => Some(Gate::Condition(true)),
        (Takes::Keys(_), _, "must" | "until" | "endless") => Some(Gate::Condition(false)),
        _ => None,
    }
}

/// Where one patch is woven in.
struct Loom<'a> {
    option: &'a Patched,
    sources: &'a mut Sources,
    errors: &'a mut Vec<Diagnostic>,
    /// How much has changed.
    woven: usize,
    /// The table that is woven.
    table: Option<Node>,
}

impl Loom<'_> {
    fn refuse(&mut self, at: Span) {
        self.woven += 1;
        self.errors.push(Diagnostic::error(Code::OptionCannotChange, at).help("help-option-changes"));
    }

    /// A section: what the patch does not speak of is as it was.
    fn section(
        &mut self,
        section: &str,
        names: &[Arc<str>],
        kept: Vec<Entry>,
        now: Node,
        takes: Option<&Takes>,
    ) -> Node {
        let span = now.span;
        let NodeKind::Map(now) = now.kind else {
            self.refuse(span);
            return now;
        };
        let mut old: HashMap<Arc<str>, Entry> =
            kept.into_iter().map(|entry| (Arc::clone(&entry.key.text), entry)).collect();
        let order: HashSet<Arc<str>> = names.iter().map(Arc::clone).collect();
        let (there, added): (Vec<Entry>, Vec<Entry>) =
            now.into_iter().partition(|entry| order.contains(&entry.key.text));
        let mut there: HashMap<Arc<str>, Entry> =
            there.into_iter().map(|entry| (Arc::clone(&entry.key.text), entry)).collect();
        let mut result = Vec::new();
        for name in names {
            let inner = takes.and_then(|takes| of_key(takes, name));
            match (old.remove(name), there.remove(name)) {
                (Some(old), Some(new)) => {
                    if section == "tables" {
                        self.table = Some(new.value.clone());
                    }
                    let value = self.weave(&old.value, new.value, inner.as_ref(), name);
                    result.push(Entry { key: new.key, value });
                }
                (Some(old), None) => result.extend(self.removed(old, takes, section)),
                (None, Some(untouched)) => result.push(untouched),
                (None, None) => {}
            }
        }
        self.table = None;
        for entry in added {
            result.extend(self.added(entry, takes, section));
        }
        Node { kind: NodeKind::Map(result), span, alias: None }
    }

    /// Both in one; `key` is what they stand under.
    fn weave(&mut self, old: &Node, new: Node, takes: Option<&Takes>, key: &str) -> Node {
        match (&old.kind, &new.kind) {
            (NodeKind::Map(was), NodeKind::Map(_)) => self.map(was, new, takes, key),
            (NodeKind::Empty, NodeKind::Map(_)) => self.map(&[], new, takes, key),
            // A row that the patch speaks of by its columns.
            (NodeKind::List(_), NodeKind::Map(_)) if takes == Some(&Takes::Cells) => {
                let columns = self.table.as_ref().and_then(columns_of).unwrap_or_default();
                let mut row = Entry { key: our_key(key, new.span), value: old.clone() };
                by_column_name(&mut row, &columns);
                match row.value.kind {
                    NodeKind::Map(was) => self.map(&was, new, takes, key),
                    _ => {
                        self.refuse(new.span);
                        new
                    }
                }
            }
            (NodeKind::List(was), NodeKind::List(is)) if was.len() == is.len() => {
                let item = takes.and_then(of_item);
                let NodeKind::List(is) = new.kind else { return new };
                let both = was.iter().zip(is).enumerate();
                let columns = self.table.as_ref().and_then(columns_of);
                let woven = both.map(|(at, (was, is))| {
                    let column = columns.as_ref().and_then(|columns| Some(columns.get(at)?.text.to_string()));
                    self.weave(was, is, item.as_ref(), column.as_deref().unwrap_or(key))
                });
                let list = woven.collect();
                Node { kind: NodeKind::List(list), span: new.span, alias: None }
            }
            (NodeKind::Scalar(was), NodeKind::Scalar(is)) => {
                let texts = [was.text.trim(), is.text.trim()];
                if texts[0] == texts[1] {
                    return old.clone();
                }
                let dice = matches!(key, "roll" | "dice");
                let words = texts.iter().any(|text| matches!(*text, "none" | "all" | "permanent"));
                let cell = matches!(takes, Some(Takes::Cells)) && !self.is_cell_of_formulas(key);
                if dice || words || cell || !takes.is_some_and(|takes| is_formula(takes, texts)) {
                    self.refuse(new.span);
                    return new;
                }
                let (holds, at) = (self.option.holds.clone(), new.span);
                self.text(
                    at,
                    &[
                        TextPart::Glue("if "),
                        TextPart::Glue(&holds),
                        TextPart::Glue(" then "),
                        TextPart::Of(&new),
                        TextPart::Glue(" else "),
                        TextPart::Of(old),
                    ],
                )
            }
            (NodeKind::Empty, NodeKind::Empty) | (NodeKind::Bad, _) | (_, NodeKind::Bad) => new,
            _ if *old == new => new,
            // What the option changes is wrong in itself, which is said where it is.
            (NodeKind::List(_) | NodeKind::Scalar(_), NodeKind::Map(_))
                if matches!(takes, Some(Takes::Map(..) | Takes::Keys(_))) =>
            {
                self.woven += 1;
                old.clone()
            }
            _ => {
                self.refuse(new.span);
                new
            }
        }
    }

    /// Both maps in one, in the order of the new one, what was removed where it was.
    fn map(&mut self, was: &[Entry], new: Node, takes: Option<&Takes>, key: &str) -> Node {
        let span = new.span;
        let NodeKind::Map(is) = new.kind else { return new };
        let there: HashSet<Arc<str>> = is.iter().map(|entry| Arc::clone(&entry.key.text)).collect();
        let places: HashMap<&str, usize> = was.iter().enumerate().map(|(at, entry)| (&*entry.key.text, at)).collect();
        let kept: Vec<Option<usize>> = is.iter().map(|entry| places.get(&*entry.key.text).copied()).collect();
        let mut result = Vec::new();
        let mut next = 0;
        let mut last: Option<&Entry> = None;
        for (index, entry) in is.into_iter().enumerate() {
            let at = kept.get(index).copied().flatten();
            // What is new is directly beside what it names: only there, what was removed comes after it.
            let follows = at.is_none() && last.is_some_and(|last| self.stands_after(&entry, &last.key.text));
            let until = kept.iter().skip(index).flatten().next().copied().unwrap_or(was.len());
            while next < until && !follows {
                if let Some(gone) = was.get(next).filter(|entry| !there.contains(&entry.key.text)) {
                    result.extend(self.removed(gone.clone(), takes, key));
                }
                next += 1;
            }
            let Some(at) = at else {
                result.extend(self.added(entry, takes, key));
                continue;
            };
            last = was.get(at);
            let inner = takes.and_then(|takes| of_key(takes, &entry.key.text));
            let Some(old) = was.get(at) else { continue };
            let value = self.weave(&old.value, entry.value, inner.as_ref(), &entry.key.text);
            result.push(Entry { key: entry.key, value });
        }
        for gone in was.iter().skip(next).filter(|entry| !there.contains(&entry.key.text)) {
            result.extend(self.removed(gone.clone(), takes, key));
        }
        Node { kind: NodeKind::Map(result), span, alias: None }
    }

    /// Whether the patch adds something after what is called so.
    fn stands_after(&self, new: &Entry, name: &str) -> bool {
        let mut around = vec![&self.option.patch.value];
        while let Some(node) = around.pop() {
            let has = |list: &Entry| entries(&list.value).iter().any(|entry| entry.key.span == new.key.span);
            if entries(node).iter().any(has) {
                let named = |anchor: &Node| anchor.as_text().is_some_and(|text| nfc(text.trim()) == name);
                return child(node, "after").is_some_and(|after| match after.as_list() {
                    Some(anchors) => anchors.iter().any(named),
                    None => named(after),
                });
            }
            around.extend(entries(node).iter().map(|entry| &entry.value));
        }
        false
    }

    /// Something new: it holds while the option has its value.
    fn added(&mut self, mut entry: Entry, takes: Option<&Takes>, around: &str) -> Option<Entry> {
        let at = entry.key.span;
        let key = Arc::clone(&entry.key.text);
        let (holds, fails) = (self.option.holds.clone(), self.option.fails.clone());
        match gate(takes, around, &key) {
            Some(Gate::Thing(place)) => {
                let condition = Condition { only: &holds, before: " and (", after: ")" };
                self.gated(&mut entry, place, condition);
            }
            Some(Gate::Condition(usual)) if entry.value.as_scalar().is_some() => {
                let start = if usual { format!("{fails} or (") } else { format!("{holds} and (") };
                entry.value = self.text(at, &[TextPart::Glue(&start), TextPart::Of(&entry.value), TextPart::Glue(")")]);
            }
            // Where there were none before.
            None if matches!(&*key, "need" | "steps" | "seen") || (&*key == "every" && self.is_of_action(takes)) => {
                let inner = takes.and_then(|takes| of_key(takes, &key));
                entry.value = self.map(&[], entry.value, inner.as_ref(), &key);
            }
            _ => self.refuse(at),
        }
        Some(entry)
    }

    fn is_of_action(&self, takes: Option<&Takes>) -> bool {
        matches!(takes, Some(Takes::Keys(KeyPlace::Action)))
    }

    /// Something that is not there while the option has its value.
    fn removed(&mut self, mut entry: Entry, takes: Option<&Takes>, around: &str) -> Option<Entry> {
        let at = entry.key.span;
        let (holds, fails) = (self.option.holds.clone(), self.option.fails.clone());
        match gate(takes, around, &entry.key.text) {
            Some(Gate::Thing(place)) => {
                let last = matches!(place, KeyPlace::Outcome | KeyPlace::State | KeyPlace::Tie);
                if last && child(&entry.value, "when").is_none() {
                    self.refuse(self.option.patch.key.span);
                    return Some(entry);
                }
                self.gated(&mut entry, place, Condition { only: &fails, before: " and (", after: ")" });
            }
            Some(Gate::Condition(usual)) => {
                let start = if usual { format!("{holds} or (") } else { format!("{fails} and (") };
                entry.value = self.text(at, &[TextPart::Glue(&start), TextPart::Of(&entry.value), TextPart::Glue(")")]);
            }
            Some(Gate::Action) => {
                let sentence = Arc::clone(&self.option.sentence);
                let no_more = self.text(at, &[TextPart::Glue(&fails)]);
                if let NodeKind::Empty = entry.value.kind {
                    entry.value.kind = NodeKind::Map(Vec::new());
                }
                let NodeKind::Map(parts) = &mut entry.value.kind else { return Some(entry) };
                // No rule does it by itself, either.
                let every = parts.iter_mut().find(|part| &*part.key.text == "every");
                if let Some(NodeKind::Map(times)) = every.map(|every| &mut every.value.kind) {
                    for time in times.iter_mut() {
                        let parts = [
                            TextPart::Glue(&fails),
                            TextPart::Glue(" and ("),
                            TextPart::Of(&time.value),
                            TextPart::Glue(")"),
                        ];
                        time.value = self.text(time.key.span, &parts);
                    }
                }
                let needs = match parts.iter_mut().find(|part| &*part.key.text == "need") {
                    Some(needs) => needs,
                    None => {
                        let none = Node { kind: NodeKind::Map(Vec::new()), span: at, alias: None };
                        parts.push(Entry { key: our_key("need", at), value: none });
                        parts.last_mut()?
                    }
                };
                let NodeKind::Map(needs) = &mut needs.value.kind else { return Some(entry) };
                match needs.iter_mut().find(|need| need.key.text == sentence) {
                    Some(need) => {
                        need.value = self.text(
                            at,
                            &[
                                TextPart::Glue(&fails),
                                TextPart::Glue(" and ("),
                                TextPart::Of(&need.value),
                                TextPart::Glue(")"),
                            ],
                        );
                    }
                    None => needs.insert(0, Entry { key: our_key(&sentence, at), value: no_more }),
                }
            }
            None => self.refuse(self.option.patch.key.span),
        }
        Some(entry)
    }

    /// Gives something a condition besides the one that it has.
    fn gated(&mut self, entry: &mut Entry, place: KeyPlace, condition: Condition<'_>) {
        let at = entry.key.span;
        if place == KeyPlace::Step && entry.value.as_scalar().is_some() {
            let value = std::mem::replace(&mut entry.value, Node { kind: NodeKind::Empty, span: at, alias: None });
            let span = value.span;
            let value = Entry { key: our_key("value", at), value };
            entry.value = Node { kind: NodeKind::Map(vec![value]), span, alias: None };
        }
        if entry.value.is_empty() {
            entry.value.kind = NodeKind::Map(Vec::new());
        }
        let NodeKind::Map(parts) = &mut entry.value.kind else { return };
        match parts.iter_mut().find(|part| &*part.key.text == "when") {
            Some(when) => {
                let parts = [
                    TextPart::Glue(condition.only),
                    TextPart::Glue(condition.before),
                    TextPart::Of(&when.value),
                    TextPart::Glue(condition.after),
                ];
                when.value = self.text(when.value.span, &parts);
            }
            None => {
                let when = self.text(at, &[TextPart::Glue(condition.only)]);
                parts.insert(0, Entry { key: our_key("when", at), value: when });
            }
        }
    }

    /// A text made of others, of which each is found where it is written. Where one of them alone cannot be read, it
    /// takes the place of all, so that this is reported.
    fn text(&mut self, at: Span, parts: &[TextPart<'_>]) -> Node {
        self.woven += 1;
        let mut text = String::new();
        let mut pieces = Vec::new();
        for part in parts {
            match part {
                TextPart::Glue(glue) => text.push_str(glue),
                TextPart::Of(node) => {
                    let Some((scalar, placement)) = node.as_scalar().zip(node.placement()) else {
                        return (*node).clone();
                    };
                    let wrong = |problem: &FormulaProblem| problem.severity == crate::diagnostic::Severity::Error;
                    let is_read = match scalar.style {
                        // All that it is put together of was read then.
                        ScalarStyle::Woven(_) => scalar.text.len() <= SyntaxLimits::STANDARD.text,
                        _ => !parse_expr(&scalar.text).1.iter().any(wrong),
                    };
                    if !is_read {
                        return (*node).clone();
                    }
                    let start = text.len();
                    text.push_str(scalar.text.trim_end());
                    pieces.push(SourcePiece { within: start..text.len(), text: Arc::clone(&scalar.text), placement });
                }
            }
        }
        let style = self.sources.weave(pieces);
        Node { kind: NodeKind::Scalar(Scalar { text: text.into(), style }), span: at, alias: None }
    }

    /// Whether the cells of a column hold formulas.
    fn is_cell_of_formulas(&self, column: &str) -> bool {
        let Some(table) = &self.table else { return false };
        let formula = |node: &Node| node.as_text().is_some_and(|kind| kind.trim() == "formula");
        let rows = child(table, "rows").is_some_and(|rows| rows.as_map().is_none());
        let rolled = rows || child(table, "dice").is_some();
        let kind =
            child(table, "columns").filter(|columns| columns.as_map().is_some()).and_then(|kinds| child(kinds, column));
        match (kind, child(table, "cells")) {
            (Some(kind), _) | (None, Some(kind)) => formula(kind),
            // A table with kinds for its columns, of which this is none.
            (None, None) => !rolled && child(table, "columns").is_none_or(|columns| columns.as_map().is_none()),
        }
    }
}

/// A condition that something gets.
#[derive(Clone, Copy)]
struct Condition<'a> {
    /// Where it has none.
    only: &'a str,
    before: &'a str,
    after: &'a str,
}

/// A part of a text that is put together.
enum TextPart<'a> {
    Glue(&'a str),
    Of(&'a Node),
}

/// A key that was made, not written.
fn our_key(text: &str, span: Span) -> Key {
    Key { text: text.into(), span, style: ScalarStyle::Plain }
}
