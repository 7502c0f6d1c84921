//! Loads a ruleset from its files and those of the rulesets that it extends.

use serde::{Deserialize, Serialize};

use super::merge::{LIKE, child, extend, join, resolve_like};
use super::model::Ruleset;
use super::option_patches::{OptionChanges, weave_options};
use super::read::{
    COVERAGE, FileKind, PACK_VERSION, Reader, TRANSLATION_VERSION, file_kind, read_cases, read_character, read_pack,
    read_translation, unknown_heading,
};
use super::shared_questions::resolve_asks;
use crate::diagnostic::{Code, Diagnostic, Family};
use crate::limits::{Budget, Limits};
use crate::sort::Sort as _;
use crate::source::{SourceId, Sources, Span};
use crate::yaml::{Node, NodeKind, YamlLimits, cut_at_hash, parse_to_the_end};

/// A file: the name under which people know it, and its text.
///
/// ```
/// let file = tirada::File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() };
/// assert_eq!(tirada::Game::from_files(vec![file])?.id(), "lamp");
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    pub name: String,
    pub text: String,
}

/// Where rulesets are found by id. The library reads no files itself.
pub trait Shelf {
    /// The files of a ruleset (without its cases), or nothing.
    fn files(&self, id: &str) -> Option<Vec<File>>;

    /// The translations of a ruleset.
    fn translations(&self, _id: &str) -> Vec<File> {
        Vec::new()
    }

    /// The ids of all rulesets there are.
    fn ids(&self) -> Vec<String>;

    /// What has to be written to play a ruleset: its id, or where it lies if it is found by no id.
    fn written(&self, id: &str) -> String {
        id.to_owned()
    }
}

/// A ruleset as far as it could be read, and what is wrong with it.
#[derive(Debug)]
pub struct Loaded {
    /// The ruleset; `None` if there was nothing to read.
    pub ruleset: Option<Ruleset>,
    /// Errors in the files.
    pub errors: Vec<Diagnostic>,
    /// Ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    pub files: Vec<SourceId>,
    /// Every file could be read to its end; else names that seem to be missing may only
    /// be unread.
    pub whole: bool,
    /// Names and values that were copied, to write out what is `like` another.
    pub copied: u64,
    /// What options change in the rules.
    pub changes: Vec<OptionChanges>,
}

impl Loaded {
    /// Nothing that could be put together.
    fn failed(errors: Vec<Diagnostic>, extends: Vec<String>, files: Vec<SourceId>) -> Self {
        Self { ruleset: None, errors, extends, files, whole: false, copied: 0, changes: Vec::new() }
    }
}

/// Whether something is missing only because its file could not be read to the end.
fn may_be_unread(error: &Diagnostic) -> bool {
    matches!(
        error.code,
        Code::MissingVersion
            | Code::MissingKey
            | Code::TableWithoutRows
            | Code::QuestionWithoutKind
            | Code::MissingCells
            | Code::WrongNumberOfCells
            | Code::NoColumns
            | Code::EmptyValue
            | Code::ChangeOfNothing
            | Code::RemoveOfNothing
            | Code::LikeOfNothing
            | Code::AsksOfNothing
            | Code::NoSuchRow
            | Code::NoSuchStep
            | Code::StepWithoutVerb
            | Code::HookMissing
    )
}

/// Loads a ruleset from its files; what it extends comes from the shelf.
#[must_use]
pub fn load(files: Vec<File>, shelf: &dyn Shelf, sources: &mut Sources, limits: &Limits) -> Loaded {
    let (tree, mut loaded) = put_together(files, shelf, sources, limits);
    let mut reader = Reader::new(sources);
    reader.limits = *limits;
    loaded.ruleset = tree.and_then(|tree| reader.ruleset(&tree));
    if let Some(ruleset) = &mut loaded.ruleset {
        ruleset.slips = std::mem::take(&mut reader.slips);
        ruleset.changes = std::mem::take(&mut loaded.changes);
    }
    loaded.errors.append(&mut reader.errors);
    if !loaded.whole {
        loaded.errors.retain(|error| !may_be_unread(error));
    }
    loaded
}

/// The tree of a ruleset: its files in one, laid over what it extends, with everything that
/// is `like` another written out. `None` if there is nothing to read.
#[must_use]
pub fn merged_tree(files: Vec<File>, shelf: &dyn Shelf, sources: &mut Sources, limits: &Limits) -> Option<Node> {
    put_together(files, shelf, sources, limits).0
}

/// The bytes of some files together.
fn size_of(files: &[File]) -> usize {
    files.iter().fold(0, |sum, file| sum.saturating_add(file.text.len()))
}

/// The names and values in a tree.
fn named_in(tree: &Node) -> usize {
    match &tree.kind {
        NodeKind::List(items) => items.iter().fold(1, |sum, item| sum + named_in(item)),
        NodeKind::Map(entries) => entries.iter().fold(1, |sum, entry| sum + 1 + named_in(&entry.value)),
        NodeKind::Empty | NodeKind::Scalar(_) | NodeKind::Bad => 1,
    }
}

/// That a game has too many bytes, or names and values.
fn too_large(at: Option<Span>, what: &'static str, (size, limit): (usize, usize)) -> Diagnostic {
    Diagnostic::error(Code::GameTooLarge, at).arg("what", what).arg("size", size).arg("limit", limit)
}

/// The tree of a ruleset, and what is known of it before that is read.
fn put_together(files: Vec<File>, shelf: &dyn Shelf, sources: &mut Sources, limits: &Limits) -> (Option<Node>, Loaded) {
    let mut errors = Vec::new();
    let mut extends = Vec::new();
    let mut cut = Vec::new();
    // A single file has its own limit.
    let mut size = size_of(&files);
    if size > limits.game && files.len() > 1 {
        let errors = vec![too_large(None, "bytes", (size, limits.game))];
        return (
            None,
            Loaded { ruleset: None, errors, extends, files: Vec::new(), whole: false, copied: 0, changes: Vec::new() },
        );
    }
    let (own, tree) = read_files(files, sources, &mut errors, &mut cut);
    let mut layers: Vec<Node> = Vec::new();
    let mut next = tree;
    let mut seen: Vec<String> = Vec::new();
    let mut own_extends = None;
    let mut named = 0_usize;
    while let Some(tree) = next {
        named = named.saturating_add(named_in(&tree));
        if named > limits.named {
            let at = own_extends.unwrap_or(Span { end: tree.span.start, ..tree.span });
            // A file that is cut off for having too many is reported already.
            if errors.iter().all(|error| error.code != Code::YamlTooManyNodes) {
                errors.push(too_large(Some(at), "named", (named, limits.named)));
            }
            return (None, Loaded::failed(errors, extends, own));
        }
        if let Some(id) = child(&tree, "id").and_then(Node::as_text) {
            seen.push(id.trim().to_owned());
        }
        let base = child(&tree, "extends").and_then(|node| Some((node.as_text()?.trim().to_owned(), node.span)));
        layers.push(tree);
        let Some((id, span)) = base else { break };
        let first = *own_extends.get_or_insert(span);
        if seen.contains(&id) {
            let code = if seen.last() == Some(&id) { Code::ExtendsItself } else { Code::ExtendsInACircle };
            let mut path = seen.clone();
            path.push(id);
            // The user has the first of these files open.
            let error = Diagnostic::error(code, first).arg("path", path.join(" → ")).help("help-extends-circle");
            errors.push(if first == span { error } else { error.label(span, "label-closes-circle") });
            break;
        }
        if layers.len() > limits.extends {
            errors.push(Diagnostic::error(Code::ExtendsTooDeep, span).arg("limit", limits.extends));
            break;
        }
        let Some(files) = shelf.files(&id) else {
            let known = shelf.ids();
            let error = Diagnostic::error(Code::ExtendsNothing, span).arg("name", &*id);
            errors.push(error.suggest(errors.len(), &id, span, known));
            break;
        };
        size = size.saturating_add(size_of(&files));
        if size > limits.game {
            errors.push(too_large(Some(span), "bytes", (size, limits.game)));
            return (None, Loaded::failed(errors, extends, own));
        }
        extends.push(id);
        next = read_files(files, sources, &mut errors, &mut cut).1;
    }
    if errors.iter().any(|error| error.code.family() == Some(Family::Extends)) {
        // Without the ruleset below nothing can be said of what is laid over it.
        return (None, Loaded::failed(errors, extends, own));
    }
    let budget = Budget::new(limits.entries);
    let mut tree = layers.into_iter().rev().reduce(|base, over| extend(base, over, sources, &mut errors));
    let mut changes = Vec::new();
    if let Some(tree) = &mut tree {
        changes = weave_options(tree, sources, &budget, &mut errors);
        resolve_asks(tree, &budget, &mut errors);
        for section in LIKE {
            resolve_like(tree, section, sources, &budget, &mut errors);
        }
        drop_extends(tree);
    }
    let (whole, copied) = (cut.is_empty(), budget.done());
    (tree, Loaded { ruleset: None, errors, extends, files: own, whole, copied, changes })
}

fn read_files(
    files: Vec<File>,
    sources: &mut Sources,
    errors: &mut Vec<Diagnostic>,
    cut: &mut Vec<SourceId>,
) -> (Vec<SourceId>, Option<Node>) {
    let mut ids = Vec::new();
    let mut trees = Vec::new();
    for file in files {
        let id = sources.add(file.name, file.text);
        let (tree, mut found, whole) = parse_to_the_end(sources, id, &YamlLimits::default());
        let other = [COVERAGE, PACK_VERSION, TRANSLATION_VERSION];
        if other.into_iter().any(|key| tree.get(key).is_some()) {
            // What a ruleset covers of its book, the pack that it is in, what it is called elsewhere;
            // nothing that is played.
            continue;
        }
        if let Some(error) = Some(&tree).filter(|tree| file_kind(tree) == FileKind::Unknown).and_then(unknown_heading) {
            // It is not known what this is a part of. What cannot be read may say it.
            let lost = error.code == Code::MissingVersion && found.iter().any(Diagnostic::is_error);
            errors.append(&mut found);
            errors.extend((!lost).then_some(error));
            cut.push(id);
            ids.push(id);
            continue;
        }
        if !whole || found.iter().any(|error| hides(error, &tree)) {
            cut.push(id);
        }
        errors.append(&mut found);
        // What is merged away is read here and nowhere else; tests keep what they are like.
        let parts =
            LIKE.iter().filter(|section| **section != "tests").filter_map(|section| tree.get(section)?.as_map());
        let like = parts.flatten().filter_map(|entry| entry.value.get("like"));
        errors.extend(like.chain(tree.get("extends")).filter_map(|node| cut_at_hash(sources, node, false)));
        trees.push(tree);
        ids.push(id);
    }
    originals_first(&mut trees, sources);
    (ids, join(trees, errors))
}

/// Puts files before their copies, which have longer names: what is there twice is reported of those.
fn originals_first(trees: &mut Vec<Node>, sources: &Sources) {
    let stem = |tree: &Node| {
        let name = sources.get(tree.span.source).map_or("", |source| source.name());
        let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
    };
    let stems: Vec<String> = trees.iter().map(stem).collect();
    if stems.len() <= MOST_NAMES {
        let copies = |tree: &Node| {
            let own = stem(tree);
            stems.iter().filter(|other| **other != own && !other.is_empty() && own.contains(other.as_str())).count()
        };
        trees.order_by_key(copies);
    }
    let heading = if trees.iter().any(|tree| child(tree, "tirada").is_some()) { "tirada" } else { "id" };
    let begins = |tree: &Node| child(tree, heading).is_some();
    let length = |tree: &Node| sources.get(tree.span.source).map_or(0, |source| source.name().len());
    let all = trees.iter().enumerate().filter(|(_, tree)| begins(tree));
    let original = all.clone().min_by_key(|(_, tree)| length(tree)).map(|(at, _)| at);
    if let (Some(at), true) = (original, all.count() > 1 || heading == "id") {
        let tree = trees.remove(at);
        trees.insert(0, tree);
    }
}

/// Of a game in more files the names are not compared.
const MOST_NAMES: usize = 200;

/// Whether an error of YAML takes names away with it: lines that were not read, or were read as
/// something else.
fn hides(error: &Diagnostic, tree: &Node) -> bool {
    match error.code {
        Code::YamlIndentation
        | Code::YamlItemAmongNames
        | Code::YamlNameAmongItems
        | Code::YamlMissingSpace
        | Code::YamlMissingColon
        | Code::YamlMissingDash => true,
        // A section that occurs twice; what is in its second half was not read.
        Code::DuplicateKey => {
            let first = error.labels.first().map(|label| label.span);
            tree.as_map().into_iter().flatten().any(|entry| Some(entry.key.span) == first)
        }
        _ => false,
    }
}

/// The number of errors that reading the text of a file finds, before names are checked. At least `usize::MAX / 2` if
/// it cannot be read to its end.
#[must_use]
pub(crate) fn misread(text: String) -> usize {
    let mut sources = Sources::new();
    let id = sources.add("", text);
    let (mut tree, mut found, whole) = parse_to_the_end(&sources, id, &YamlLimits::default());
    let budget = Budget::new(Limits::SANDBOX.entries / 10);
    LIKE.iter().for_each(|section| resolve_like(&mut tree, section, &sources, &budget, &mut found));
    found.append(&mut match file_kind(&tree) {
        FileKind::Ruleset => {
            let mut reader = Reader::new(&sources);
            reader.ruleset(&tree);
            reader.errors
        }
        FileKind::Cases => read_cases(&tree, &sources).1,
        FileKind::Character => {
            let (file, mut found) = read_character(&tree, &sources);
            found.extend(file.unread());
            found
        }
        FileKind::Pack => read_pack(&tree, &sources).1,
        FileKind::Translation => read_translation(&tree, &sources).1,
        FileKind::Unknown => Vec::new(),
    });
    let errors = found.iter().filter(|one| one.is_error()).count();
    if whole { errors } else { usize::MAX / 2 + errors }
}

fn drop_extends(whole: &mut Node) {
    if let crate::yaml::NodeKind::Map(entries) = &mut whole.kind {
        entries.retain(|entry| &*entry.key.text != "extends");
    }
}
