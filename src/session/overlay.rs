//! Attributes an error in an extended ruleset to the line of the extension that causes it. The author of the extension
//! can change that line, and not the files of the extended ruleset.

use std::collections::{HashMap, HashSet};

use super::fixes::{self, stands_alone};
use super::removal::{path_to, tree};
use super::root_causes::SHOWN;
use crate::diagnostic::{Arg, Code, Diagnostic, Label, Note};
use crate::ruleset::{OWN, our_key};
use crate::source::{SourceId, Sources, Span};
use crate::yaml::{Node, NodeKind};

/// The key under which something is changed.
const CHANGE: &str = "change";
const REMOVE: &str = "remove";

/// An entry of an extension that changes or adds something.
struct Overlay {
    path: Vec<String>,
    at: Span,
    /// It contains only values.
    leaf: bool,
}

/// Errors in an extended ruleset that an entry of the extension causes.
struct Broken {
    said: usize,
    places: Vec<String>,
    labels: Vec<Label>,
}

/// Puts errors in files that are extended together in one at each line of `own` files that makes them so. Those that
/// `before` holds, by what they say and where, are there without them. `certain`: only where it is surely that line.
pub(super) fn blame(
    findings: &mut Vec<Diagnostic>,
    own: &[SourceId],
    sources: &Sources,
    before: &HashSet<u64>,
    certain: bool,
) {
    let said: Vec<Overlay> = own.iter().flat_map(|&id| said_in(&tree(id, sources))).collect();
    if said.is_empty() {
        return;
    }
    let mut trees: HashMap<SourceId, Node> = HashMap::new();
    let mut broken: Vec<Broken> = Vec::new();
    findings.retain(|finding| {
        let Some(at) = finding.at.filter(|at| finding.is_error() && !own.contains(&at.source)) else { return true };
        // No change makes what is extended extend more.
        if finding.code == Code::ExtendsTooDeep || before.contains(&mark(finding, sources)) {
            return true;
        }
        let place = path_to(trees.entry(at.source).or_insert_with(|| tree(at.source, sources)), at, usize::MAX);
        let cause = same_thing(&said, &place).or_else(|| named(&said, finding, sources));
        let cause = cause.or_else(|| only(&said).filter(|_| !certain));
        let Some(cause) = cause else { return true };
        let index = broken.iter().position(|one| one.said == cause).unwrap_or(broken.len());
        if index == broken.len() {
            broken.push(Broken { said: cause, places: Vec::new(), labels: Vec::new() });
        }
        if let Some(one) = broken.get_mut(index) {
            let place = place.join(".");
            if !one.places.contains(&place) {
                one.places.push(place);
            }
            if one.labels.len() < SHOWN {
                let note = Note { id: finding.code.as_str(), args: finding.args.clone() };
                one.labels.push(Label { span: at, note });
            }
        }
        false
    });
    for one in broken {
        let Some(said) = said.get(one.said) else { continue };
        let error = Diagnostic::error(Code::ChangeBreaks, said.at).arg("path", shown(&said.path));
        let error = error.arg("places", Arg::names(one.places)).help("help-change-breaks");
        findings.push(Diagnostic { labels: one.labels, ..error });
    }
}

fn shown(path: &[String]) -> String {
    if path.is_empty() { CHANGE.to_owned() } else { path.join(".") }
}

/// What a finding says and where.
pub(super) fn mark(finding: &Diagnostic, sources: &Sources) -> u64 {
    let place = |at: Span| Some((sources.get(at.source)?.name(), (at.start, at.end)));
    fixes::mark(finding, finding.at.and_then(place))
}

/// The last of what is said of the thing that a place is in.
fn same_thing(said: &[Overlay], place: &[String]) -> Option<usize> {
    let holds = |one: &&Overlay| place.starts_with(&one.path);
    let nearest = said.iter().filter(|one| one.path.len() > 1).filter(holds).map(|one| one.path.len()).max();
    // Entries without names are directly under their section.
    let section = || said.iter().filter(holds).map(|one| one.path.len()).max().filter(|depth| *depth > 0);
    let depth = nearest.or_else(section)?;
    let thing = said.iter().position(|one| one.path.len() == depth && place.starts_with(&one.path))?;
    Some(narrowed(said, thing))
}

/// The only value in something that is said, or itself.
fn narrowed(said: &[Overlay], thing: usize) -> usize {
    let Some(whole) = said.get(thing) else { return thing };
    let mut leaves = said.iter().enumerate().filter(|(_, one)| one.leaf && one.path.starts_with(&whole.path));
    match (leaves.next(), leaves.next()) {
        (Some((leaf, _)), None) => leaf,
        _ => thing,
    }
}

/// The overlay entry whose name the error mentions, or the nearest one on its line.
fn named(said: &[Overlay], finding: &Diagnostic, sources: &Sources) -> Option<usize> {
    let at = finding.at?;
    let mut texts: Vec<&str> = vec![sources.slice(at)];
    for (_, arg) in &finding.args {
        match arg {
            Arg::Text(text) => texts.push(text),
            Arg::List(list) => texts.extend(list.iter().map(String::as_str)),
            _ => {}
        }
    }
    let names =
        |one: &'_ Overlay| one.path.iter().skip(1).filter(|part| !our_key(part)).cloned().collect::<Vec<String>>();
    let told = |name: &String| texts.iter().any(|text| stands_alone(text, name).next().is_some());
    let count = |one: &Overlay| names(one).iter().filter(|name| told(name)).count();
    let best = said.iter().map(count).max().filter(|count| *count > 0);
    if let Some(thing) = best.and_then(|best| said.iter().position(|one| count(one) == best)) {
        return Some(narrowed(said, thing));
    }
    let source = sources.get(at.source)?;
    let line = source.lines_of(&at.range());
    let text = source.slice(line.clone());
    let far = |one: &Overlay| {
        let places = names(one).into_iter().flat_map(|name| {
            stands_alone(text, &name).map(|found| (line.start + found).abs_diff(at.start)).collect::<Vec<_>>()
        });
        places.min()
    };
    let nearest = said.iter().enumerate().filter_map(|(index, one)| Some((far(one)?, index))).min()?;
    Some(narrowed(said, nearest.1))
}

/// The only thing of which anything is said; of several, the key under which they are.
fn only(said: &[Overlay]) -> Option<usize> {
    let mut things = said.iter().enumerate().filter(|(_, one)| one.path.len() == 2);
    match (things.next(), things.next()) {
        (Some((thing, _)), None) => Some(narrowed(said, thing)),
        _ => (!said.is_empty()).then_some(0),
    }
}

/// Everything that is changed, and the things that are added.
fn said_in(tree: &Node) -> Vec<Overlay> {
    let mut found = Vec::new();
    let entries = tree.as_map().unwrap_or_default();
    for entry in entries.iter().filter(|entry| &*entry.key.text == CHANGE) {
        found.push(Overlay { path: Vec::new(), at: entry.key.span, leaf: false });
        below(&entry.value, &mut Vec::new(), &mut found);
    }
    for section in entries {
        let name = &*section.key.text;
        if name == CHANGE || name == REMOVE || OWN.contains(&name) {
            continue;
        }
        for thing in section.value.as_map().unwrap_or_default() {
            let path = vec![name.to_owned(), thing.key.text.to_string()];
            found.push(Overlay { path, at: thing.key.span, leaf: true });
        }
    }
    found
}

fn below(node: &Node, path: &mut Vec<String>, found: &mut Vec<Overlay>) {
    for entry in node.as_map().unwrap_or_default() {
        path.push(entry.key.text.to_string());
        let leaf = !matches!(entry.value.kind, NodeKind::Map(_));
        found.push(Overlay { path: path.clone(), at: entry.key.span, leaf });
        below(&entry.value, path, found);
        path.pop();
    }
}
