//! Reports entries that `remove` deletes although another formula still uses them, at the line of `remove`.

use std::collections::{HashMap, HashSet};

use super::overlay::mark;
use crate::diagnostic::{Arg, Code, Diagnostic};
use crate::ruleset::{Removal, members, removals_in};
use crate::source::{SourceId, Sources, Span, nfc};
use crate::yaml::{Entry, Node, YamlLimits, parse};

/// How deep a path names what uses something: `tests`, its name, its key, a name there.
const DEEP: usize = 4;

/// An item under `remove`.
struct Removed {
    /// The path as written: `tables.Cargo`.
    path: String,
    /// The last part of `path`.
    name: String,
    at: Span,
    /// Names that stand in it.
    names: Vec<String>,
    /// The entries that still use it.
    users: Vec<String>,
}

/// Puts errors in files that are extended, about names that `own` files remove, together in one
/// at the line of each `remove`; whether there are such. Those that `before` holds are there without it; `base` are the
/// texts of what is
/// extended alone.
pub(super) fn blame(
    findings: &mut Vec<Diagnostic>,
    own: &[SourceId],
    sources: &Sources,
    (base, before): (&Sources, &HashSet<u64>),
) -> bool {
    let theirs = |one: &Diagnostic| one.at.filter(|at| one.is_error() && !own.contains(&at.source));
    let mut removed: Vec<Removed> = own.iter().flat_map(|&id| removed_by(&tree(id, sources))).collect();
    let mut trees: HashMap<SourceId, Node> = HashMap::new();
    if removed.is_empty() || !findings.iter().any(|one| theirs(one).is_some()) {
        return false;
    }
    // What is removed may stand in another file than what uses it.
    let theirs_alone: Vec<Node> = base.ids().map(|id| tree(id, base)).collect();
    for item in &mut removed {
        item.names = theirs_alone.iter().flat_map(|tree| names_at(tree, &item.path)).collect();
    }
    findings.retain(|finding| {
        let Some(at) = theirs(finding) else { return true };
        let about = |name: &str| finding.args.iter().any(|(_, arg)| matches!(arg, Arg::Text(text) if text == name));
        let item = removed.iter().position(|item| about(&item.name));
        // What stood in it is gone as well.
        let item = item.or_else(|| removed.iter().position(|item| item.names.iter().any(|name| about(name))));
        // A part of it is gone, and the error names the whole.
        let part_of = |item: &Removed| item.path.split('.').skip(1).any(|part| about(part.trim()));
        let item = item.or_else(|| removed.iter().position(part_of));
        // A whole section may be missed without a name, and what alone is removed without any.
        let new = || !before.contains(&mark(finding, sources));
        let section = || {
            let mut whole =
                removed.iter().enumerate().filter(|(_, item)| !item.path.contains('.') || removed.len() == 1);
            whole.next().filter(|_| whole.next().is_none() && new())
        };
        let item = item.or_else(|| Some(section()?.0));
        let Some(item) = item.and_then(|at| removed.get_mut(at)) else { return true };
        let tree = trees.entry(at.source).or_insert_with(|| tree(at.source, sources));
        let user = path_to(tree, at, DEEP).join(".");
        if !item.users.contains(&user) {
            item.users.push(user);
        }
        false
    });
    let used: Vec<Removed> = removed.into_iter().filter(|item| !item.users.is_empty()).collect();
    let found = !used.is_empty();
    for item in used {
        let error = Diagnostic::error(Code::RemovedButUsed, item.at).arg("path", item.path);
        findings.push(error.arg("users", item.users).help("help-removed-but-used"));
    }
    found
}

pub(super) fn tree(id: SourceId, sources: &Sources) -> Node {
    parse(sources, id, &YamlLimits::default()).0
}

fn removed_by(tree: &Node) -> Vec<Removed> {
    let Some(list) = tree.get("remove") else { return Vec::new() };
    let mut removals = Vec::new();
    removals_in(list, &mut Vec::new(), &mut removals, &mut Vec::new());
    let item = |removal: &Removal<'_>| {
        let path = nfc(&removal.path());
        let name = path.rsplit('.').next().unwrap_or("").trim().to_owned();
        Removed { path, name, at: removal.span(), names: Vec::new(), users: Vec::new() }
    };
    removals.iter().map(item).collect()
}

/// The names in what a path names; of a group, those of its members as well.
fn names_at(tree: &Node, path: &str) -> Vec<String> {
    let at = |path: &str| path.split('.').try_fold(tree, |node, part| node.get(part.trim()));
    if let Some(node) = at(path) {
        return names_below(node);
    }
    let around = path.rsplit_once('.').and_then(|(around, name)| Some((at(around)?, name.trim())));
    let members = around.map(|(around, name)| members(around, name)).unwrap_or_default();
    let names = |entry: &Entry| [vec![entry.key.text.to_string()], names_below(&entry.value)].concat();
    members.into_iter().flat_map(names).collect()
}

/// The names in something and in its parts, or those that it lists.
fn names_below(node: &Node) -> Vec<String> {
    if let Some(list) = node.as_list() {
        return list.iter().filter_map(Node::as_text).map(|name| nfc(name.trim())).collect();
    }
    let entries = node.as_map().unwrap_or_default();
    let parts = |node: &Node| node.as_map().unwrap_or_default().iter().map(|one| one.key.text.to_string()).collect();
    let deeper = entries.iter().flat_map(|entry| -> Vec<String> { parts(&entry.value) });
    deeper.chain(entries.iter().map(|entry| entry.key.text.to_string())).collect()
}

/// The names that lead to a place, so many at most.
pub(super) fn path_to(tree: &Node, at: Span, deep: usize) -> Vec<String> {
    let mut node = tree;
    let mut path: Vec<String> = Vec::new();
    while path.len() < deep {
        let holds = |span: Span| span.start <= at.start && at.end <= span.end;
        let entries = node.as_map().unwrap_or_default();
        let Some(entry) = entries.iter().find(|entry| holds(entry.key.span.to(entry.value.span))) else { break };
        path.push(entry.key.text.to_string());
        node = &entry.value;
    }
    path
}
