//! Edits a file and keeps comments, order and layout: only what changes is touched.
//!
//! Each change is one small step on a newly parsed tree, so that no step depends on how earlier ones moved places.

mod lines;
mod words;

use std::collections::{HashMap, HashSet};

use super::{Entry, Key, Node, NodeKind, YamlLimits, parse};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};

use lines::{Edit, apply, is_flow, place};
pub use words::scalar;

/// Steps that are made at most.
const MOST_STEPS: usize = 5_000;

/// The requested new value of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DesiredValue {
    Keep,
    Text(String),
    /// Names with values, these and no others. What is new comes last; a map that is new
    /// is written in braces.
    Map(Vec<(String, DesiredValue)>),
    /// The same, but a map that is new has a line for each name.
    Lines(Vec<(String, DesiredValue)>),
    /// Items of a list, or of what has to become one.
    List(Vec<Item>),
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// One that is there, by its place; in ascending order. What is no list yet is the
    /// first item of one.
    Old(usize, DesiredValue),
    /// One more; after all that are there.
    New(DesiredValue),
}

/// The place of a value that cannot be edited in place.
pub(super) struct UneditableSpan(pub Span);

/// The text of a source, changed so that it says what is wanted.
///
/// # Errors
///
/// That it is written in a way that cannot be changed in place, such as a copy of
/// something else.
pub fn rewrite(sources: &Sources, id: SourceId, wanted: DesiredValue) -> Result<String, Diagnostic> {
    let original = sources.get(id).map(|source| source.text().to_string()).unwrap_or_default();
    let refused = |at: Option<Span>| Diagnostic::error(Code::CannotRewrite, at).help("help-rewrite");
    // Every line ends with a line break, so that there is always a next one.
    let lacks_end = !original.ends_with('\n');
    // A mark of the encoding in front is no part of the first line.
    let mark = if original.starts_with('\u{FEFF}') { "\u{FEFF}" } else { "" };
    let mut text = original.trim_start_matches('\u{FEFF}').to_owned();
    let line_break = if text.contains("\r\n") { "\r\n" } else { "\n" };
    if lacks_end {
        text.push_str(line_break);
    }
    let mut wanted = wanted;
    for _ in 0..MOST_STEPS {
        let mut work = Sources::new();
        let now = work.add("", text.as_str());
        let (tree, wrong) = parse(&work, now, &YamlLimits::default());
        if let Some(error) = wrong.iter().find(|one| one.is_error()) {
            return Err(refused(error.at.and_then(|at| same_line(&text, at, &original, id))));
        }
        let step = EditStep { text: &text, line_break };
        match step.towards(Spot { node: &tree, key: None, flow: false, indent: 0 }, &mut wanted) {
            Err(UneditableSpan(at)) => return Err(refused(same_line(&text, at, &original, id))),
            Ok(Some(edits)) => text = apply(&text, edits),
            Ok(None) => {
                if lacks_end {
                    text.truncate(text.len().saturating_sub(line_break.len()));
                }
                return Ok(format!("{mark}{text}"));
            }
        }
    }
    Err(refused(None))
}

/// The same line in the text as it was before the first step.
fn same_line(text: &str, at: Span, original: &str, id: SourceId) -> Option<Span> {
    let line = text.get(lines::line_start(text, at.start)..)?.lines().next()?;
    let start = original.find(line)? + (line.len() - line.trim_start().len());
    Some(Span { source: id, start, end: start + line.trim().len() })
}

/// A value and where it is.
#[derive(Clone, Copy)]
pub(super) struct Spot<'n> {
    pub node: &'n Node,
    /// The name in front of it.
    pub key: Option<&'n Key>,
    /// It is inside of brackets.
    pub flow: bool,
    /// How far the lines under it have to be moved in.
    pub indent: usize,
}

/// One edit of a text.
pub(super) struct EditStep<'t> {
    pub text: &'t str,
    pub line_break: &'static str,
}

impl EditStep<'_> {
    /// The edits of the next step, unless all is as it is wanted.
    fn towards(&self, spot: Spot<'_>, wanted: &mut DesiredValue) -> Result<Option<Vec<Edit>>, UneditableSpan> {
        let node = spot.node;
        match (&mut *wanted, &node.kind) {
            (DesiredValue::Keep, _) => return Ok(None),
            (DesiredValue::Text(text), NodeKind::Scalar(old)) if *old.text == **text => return Ok(None),
            (DesiredValue::Map(names) | DesiredValue::Lines(names), NodeKind::Empty) if names.is_empty() => {
                return Ok(None);
            }
            _ => {}
        }
        if node.is_bad() || node.alias.is_some() || self.is_anchored(place(node).start) {
            return Err(UneditableSpan(place(node)));
        }
        match (&mut *wanted, &node.kind) {
            (DesiredValue::Map(names) | DesiredValue::Lines(names), NodeKind::Map(entries)) => {
                self.map(spot, entries, names)
            }
            (DesiredValue::List(items), NodeKind::List(nodes)) => self.list(spot, nodes, items),
            (DesiredValue::List(items), NodeKind::Map(_) | NodeKind::Scalar(_)) => {
                items.retain(|item| !matches!(item, Item::Old(at, _) if *at > 0));
                self.listed(spot).map(Some)
            }
            (DesiredValue::Lines(names), NodeKind::Empty) if !spot.flow => self.under(spot, names).map(Some),
            (wanted, _) => {
                let edits = self.replace(spot, &words::flow(wanted))?;
                *wanted = DesiredValue::Keep;
                Ok(Some(edits))
            }
        }
    }

    /// Brings a map nearer to the names that it is to have: changes, additions, removals.
    fn map(
        &self,
        spot: Spot<'_>,
        entries: &[Entry],
        names: &mut [(String, DesiredValue)],
    ) -> Result<Option<Vec<Edit>>, UneditableSpan> {
        let flow = is_flow(self.text, spot.node);
        if spot.flow && !flow {
            return Err(UneditableSpan(place(spot.node)));
        }
        // Of two with one name, the first.
        let mut there: HashMap<&str, &Entry> = HashMap::with_capacity(entries.len());
        entries.iter().for_each(|entry| _ = there.entry(&*entry.key.text).or_insert(entry));
        for (name, wanted) in names.iter_mut().filter(|(_, wanted)| !matches!(wanted, DesiredValue::Keep)) {
            let Some(&entry) = there.get(&**name) else { continue };
            let indent = lines::column(self.text, entry.key.span.start) + 2;
            let inner = Spot { node: &entry.value, key: Some(&entry.key), flow, indent };
            if let Some(edits) = self.towards(inner, wanted)? {
                return Ok(Some(edits));
            }
        }
        for (name, wanted) in names.iter_mut() {
            if !there.contains_key(&**name) {
                let edits = self.add_entry(spot, entries, name, wanted)?;
                *wanted = DesiredValue::Keep;
                return Ok(Some(edits));
            }
        }
        let wanted: HashSet<&str> = names.iter().map(|(name, _)| &**name).collect();
        match entries.iter().position(|entry| !wanted.contains(&*entry.key.text)) {
            Some(index) => self.remove_entry(spot, entries, index).map(Some),
            None => Ok(None),
        }
    }

    /// Brings a list nearer to the items that it is to have.
    fn list(&self, spot: Spot<'_>, nodes: &[Node], items: &mut [Item]) -> Result<Option<Vec<Edit>>, UneditableSpan> {
        let flow = is_flow(self.text, spot.node);
        if spot.flow && !flow {
            return Err(UneditableSpan(place(spot.node)));
        }
        for item in items.iter_mut() {
            let Item::Old(at, wanted) = item else { continue };
            let Some(node) = nodes.get(*at) else { continue };
            let indent = lines::column(self.text, place(node).start);
            if let Some(edits) = self.towards(Spot { node, key: None, flow, indent }, wanted)? {
                return Ok(Some(edits));
            }
        }
        if let Some(item) = items.iter_mut().find(|item| matches!(item, Item::New(_))) {
            let old = std::mem::replace(item, Item::Old(nodes.len(), DesiredValue::Keep));
            let Item::New(wanted) = old else { return Ok(None) };
            return self.add_item(spot, nodes, &wanted).map(Some);
        }
        let is_wanted = |index: usize| items.iter().any(|item| matches!(item, Item::Old(at, _) if *at == index));
        let Some(gone) = (0..nodes.len()).rev().find(|&index| !is_wanted(index)) else { return Ok(None) };
        for item in items.iter_mut() {
            if let Item::Old(at, _) = item
                && *at > gone
            {
                *at -= 1;
            }
        }
        self.remove_item(spot, nodes, gone).map(Some)
    }

    /// Whether something has a name for copies (`&name`) in front of it, or a mark (`!`).
    fn is_anchored(&self, at: usize) -> bool {
        for line in self.text.get(..at).unwrap_or("").lines().rev() {
            let line = line.split(" #").next().unwrap_or("").trim_end();
            if line.is_empty() || line.trim_start().starts_with('#') {
                continue;
            }
            let last = line.rsplit([' ', '\t', '[', '{', ',']).next().unwrap_or("");
            return last.starts_with(['&', '!']) && !last.ends_with(':');
        }
        false
    }
}
