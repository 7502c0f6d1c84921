//! Shared questions, declared once under `asks` and used by several actions.

use std::collections::HashSet;
use std::sync::Arc;

use super::merge::{entries, take, there_already, too_much};
use super::read::ASKS;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Budget;
use crate::source::{ScalarStyle, Span, nfc};
use crate::yaml::{Entry, Key, Node, NodeKind};

/// What may ask the questions of a block.
const ASKING: [&str; 3] = ["tests", "actions", "interventions"];

/// Puts the questions of blocks before the own ones of all that names them, or behind them where they are named there,
/// and takes the blocks away.
pub fn resolve_asks(whole: &mut Node, budget: &Budget, errors: &mut Vec<Diagnostic>) {
    let blocks = take(whole, ASKS.name).map_or_else(Vec::new, |section| match section.value.kind {
        NodeKind::Map(blocks) => blocks,
        NodeKind::Empty | NodeKind::Bad => Vec::new(),
        _ => {
            errors.push(Diagnostic::error(Code::NotAMap, section.value.span).arg("what", ASKS.name));
            Vec::new()
        }
    });
    let mut used: HashSet<Arc<str>> = HashSet::new();
    let NodeKind::Map(sections) = &mut whole.kind else { return };
    for section in sections.iter_mut().filter(|entry| ASKING.contains(&&*entry.key.text)) {
        let NodeKind::Map(things) = &mut section.value.kind else { continue };
        for thing in things {
            let Some(mut asks) = take(&mut thing.value, ASKS.name) else { continue };
            let own = own_key(&thing.value);
            if matches!(asks.value.kind, NodeKind::Map(_)) {
                // Questions themselves, under the key for names: they are asked, so that nothing else is wrong.
                let error = Diagnostic::error(Code::NotAText, asks.key.span).help("help-asks-names");
                errors.push(if own.is_none() { error.fix(asks.key.span, ASK) } else { error });
                if let (None, NodeKind::Map(parts)) = (own, &mut thing.value.kind) {
                    asks.key.text = ASK.into();
                    parts.push(asks);
                }
                continue;
            }
            let behind = own.is_some_and(|own| own.source == asks.key.span.source && own.start < asks.key.span.start);
            let mut questions: Vec<Entry> = Vec::new();
            for (name, span) in names(&asks.value, errors) {
                let Some(block) = blocks.iter().find(|block| *block.key.text == *name) else {
                    let error = Diagnostic::error(Code::AsksOfNothing, span).arg("name", &*name);
                    let known = blocks.iter().map(|block| &*block.key.text);
                    errors.push(error.suggest(errors.len(), &name, span, known));
                    continue;
                };
                used.insert(Arc::clone(&block.key.text));
                if let Err(spent) = budget.spend(block.value.size()) {
                    errors.push(too_much(span, spent));
                    return;
                }
                questions.extend(entries(&block.value).iter().cloned());
            }
            ask(thing, questions, behind, (&section.key.text, asks.key.span), errors);
        }
    }
    for block in blocks.iter().filter(|block| !used.contains(&block.key.text)) {
        errors.push(Diagnostic::warning(Code::UnusedAsks, block.key.span).arg("name", &*block.key.text));
    }
}

/// The key of questions that stand where they are asked.
const ASK: &str = "ask";

/// The blocks that something names.
fn names(node: &Node, errors: &mut Vec<Diagnostic>) -> Vec<(String, Span)> {
    let one = std::slice::from_ref(node);
    let mut found = Vec::new();
    for node in node.as_list().unwrap_or(one) {
        match node.as_text() {
            Some(name) => found.push((nfc(name.trim()), node.span)),
            None if node.is_bad() => {}
            None => errors.push(Diagnostic::error(Code::NotAText, node.span)),
        }
    }
    found
}

/// Where the own questions of something begin.
fn own_key(thing: &Node) -> Option<Span> {
    entries(thing).iter().find(|part| &*part.key.text == ASK).map(|part| part.key.span)
}

/// Puts questions before those that something asks itself, or behind them.
fn ask(
    thing: &mut Entry,
    questions: Vec<Entry>,
    behind: bool,
    (section, at): (&str, Span),
    errors: &mut Vec<Diagnostic>,
) {
    let NodeKind::Map(parts) = &mut thing.value.kind else { return };
    let own = parts.iter().position(|part| &*part.key.text == ASK);
    let own = match own {
        Some(own) => own,
        None => {
            let value = Node { kind: NodeKind::Map(Vec::new()), span: at, alias: None };
            parts.push(Entry { key: Key { text: ASK.into(), span: at, style: ScalarStyle::Plain }, value });
            parts.len() - 1
        }
    };
    let Some(own) = parts.get_mut(own) else { return };
    if own.value.is_empty() {
        own.value.kind = NodeKind::Map(Vec::new());
    }
    // What else it may be is reported where it is read.
    let NodeKind::Map(own) = &mut own.value.kind else { return };
    let mut all: Vec<Entry> = Vec::new();
    let (first, then) = match behind {
        true => (std::mem::take(own), questions),
        false => (questions, std::mem::take(own)),
    };
    for question in first.into_iter().chain(then) {
        match all.iter().find(|before| before.key.text == question.key.text) {
            Some(before) => {
                let path = format!("{section}.{}.ask.{}", thing.key.text, question.key.text);
                let (here, first) = (question.key.span, before.key.span);
                errors.push(there_already(Code::AlreadyThere, here, path, first, "help-asked-by-block"));
            }
            None => all.push(question),
        }
    }
    *own = all;
}
