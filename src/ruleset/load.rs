//! A ruleset from its files and from those that it extends.

use super::merge::{child, extend, join, resolve_like};
use super::model::Ruleset;
use super::read::Reader;
use super::yaml::{Node, YamlLimits, parse};
use crate::diagnostic::{Diagnostic, nearest};
use crate::limits::LIMITS;
use crate::source::{SourceId, Sources};

/// A file: the name under which people know it, and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// Where rulesets are found by id. The library reads no files itself.
pub trait Shelf {
    /// The files of a ruleset (without its cases), or nothing.
    fn files(&self, id: &str) -> Option<Vec<File>>;

    /// The ids of all rulesets there are.
    fn ids(&self) -> Vec<String>;
}

/// A ruleset as far as it could be read, and what is wrong with it.
#[derive(Debug)]
pub struct Loaded {
    /// The ruleset; `None` if there was nothing to read.
    pub ruleset: Option<Ruleset>,
    /// What is wrong.
    pub errors: Vec<Diagnostic>,
    /// Ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    /// Its own files.
    pub files: Vec<SourceId>,
}

/// Loads a ruleset from its files; what it extends comes from the shelf.
#[must_use]
pub fn load(files: Vec<File>, shelf: &dyn Shelf, sources: &mut Sources) -> Loaded {
    let mut errors = Vec::new();
    let mut extends = Vec::new();
    let (own, tree) = read_files(files, sources, &mut errors);
    let mut layers: Vec<Node> = Vec::new();
    let mut next = tree;
    let mut seen: Vec<String> = Vec::new();
    while let Some(tree) = next {
        if let Some(id) = child(&tree, "id").and_then(Node::as_text) {
            seen.push(id.trim().to_owned());
        }
        let base = child(&tree, "extends").and_then(|node| Some((node.as_text()?.trim().to_owned(), node.span)));
        layers.push(tree);
        let Some((id, span)) = base else { break };
        if seen.contains(&id) {
            let code = if seen.last() == Some(&id) { "extends-itself" } else { "extends-in-a-circle" };
            let mut path = seen.clone();
            path.push(id);
            errors.push(Diagnostic::error(code, span).arg("path", path.join(" → ")));
            break;
        }
        if layers.len() > LIMITS.extends {
            errors.push(Diagnostic::error("extends-too-deep", span).arg("limit", LIMITS.extends));
            break;
        }
        let Some(files) = shelf.files(&id) else {
            let known = shelf.ids();
            let mut error = Diagnostic::error("extends-nothing", span).arg("name", &*id);
            if let Some(near) = nearest(&id, known.iter().map(String::as_str)) {
                error = error.help_with("help-did-you-mean", "name", near).fix(span, near);
            } else {
                error = error.help_with("help-there-is", "names", known);
            }
            errors.push(error);
            break;
        };
        extends.push(id);
        next = read_files(files, sources, &mut errors).1;
    }
    let whole = layers.into_iter().rev().reduce(|base, over| extend(base, over, &mut errors));
    let mut reader = Reader::new(sources);
    let ruleset = whole.and_then(|mut whole| {
        for section in ["tables", "tests"] {
            resolve_like(&mut whole, section, &mut errors);
        }
        drop_extends(&mut whole);
        reader.ruleset(&whole)
    });
    errors.append(&mut reader.errors);
    Loaded { ruleset, errors, extends, files: own }
}

fn read_files(files: Vec<File>, sources: &mut Sources, errors: &mut Vec<Diagnostic>) -> (Vec<SourceId>, Option<Node>) {
    let mut ids = Vec::new();
    let mut trees = Vec::new();
    for file in files {
        let id = sources.add(file.name, file.text);
        let (tree, mut found) = parse(sources, id, &YamlLimits::default());
        errors.append(&mut found);
        trees.push(tree);
        ids.push(id);
    }
    (ids, join(trees, errors))
}

fn drop_extends(whole: &mut Node) {
    if let super::yaml::NodeKind::Map(entries) = &mut whole.kind {
        entries.retain(|entry| &*entry.key.text != "extends");
    }
}
