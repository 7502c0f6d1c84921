//! Writes a character back into its file with its comments, order and layout: only changed values are written.

mod merge;
mod tags;

use std::collections::{BTreeMap, HashSet, VecDeque};

use super::Answer;
use super::character::{FileOwner, read_person};
use super::people::{HeldTag, Person};
use crate::check::program::{AnswerKind, CheckedGame, Kind, Named, PointsId, TrackId, TraitSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::read_character;
use crate::sort::Gather as _;
use crate::source::{SourceId, Sources};
use crate::yaml::edit::{DesiredValue, rewrite, scalar};
use crate::yaml::{Entry, Node, YamlLimits, parse};

/// The new text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    pub text: String,
    /// Another program has changed the file since it was read; the text holds both.
    pub merged: bool,
}

/// Keys of a mapping and their new values.
type MapEdits = Vec<(String, DesiredValue)>;

/// The text of a character's file in which `old`, as it was read from it, has become `new`.
/// What another program has changed in the file since then stays.
/// Names of characters are left alone.
///
/// # Errors
///
/// The same value was changed by another program, the file can no longer be read or is another character's by now, or
/// it is written in a way that cannot be changed in place.
pub fn write_person(
    sources: &Sources,
    id: SourceId,
    game: &CheckedGame,
    owner: FileOwner,
    old: &Person,
    new: &Person,
) -> Result<Rewritten, Diagnostic> {
    let (tree, read) = person_of(sources, id, game, owner)?;
    // A file that was made for this has no character's name yet.
    if owner == FileOwner::Character && !old.name.is_empty() && !read.name.is_empty() && read.name != old.name {
        let error = Diagnostic::error(Code::FileNotAsRead, tree.get("name").map_or(tree.span, |name| name.span));
        return Err(error.help_with("help-of-another", "name", read.name));
    }
    let (there, merged);
    let (old, new) = match in_order_of(&read, old).filter(|_| same(&read, old)) {
        // What was undone may stand elsewhere in the file than it stood at the table.
        Some(tags) => {
            (there, merged) = (Person { tags, ..old.clone() }, false);
            (&there, new)
        }
        None => {
            let both = merge::merged(game, old, new, &read).map_err(|names| {
                Diagnostic::error(Code::FileNotAsRead, tree.span).help_with("help-changed-by-both", "names", names)
            })?;
            (there, merged) = (both.there, true);
            (&there, &{ both.new })
        }
    };
    let writer = CharacterWriter { game, old, new };
    let text = rewrite(sources, id, writer.all(&tree)?)?;
    // Whatever was overlooked: a file that says something else is never written.
    let mut again = Sources::new();
    let written = again.add("", text.as_str());
    match person_of(&again, written, game, owner) {
        Ok((_, read)) if same(&read, new) => Ok(Rewritten { text, merged }),
        // Each change by itself was possible, both together are not.
        _ if merged => Err(Diagnostic::error(Code::FileNotAsRead, tree.span)),
        _ => Err(Diagnostic::error(Code::CannotRewrite, tree.span).help("help-rewrite")),
    }
}

/// The text of a file that says what is true of a character, or of the table.
///
/// # Errors
///
/// If something of it cannot be written.
pub fn whole_person(game: &CheckedGame, owner: FileOwner, person: &Person) -> Result<String, Diagnostic> {
    let name = match owner {
        FileOwner::Character => format!("name: {}\n", scalar(&person.name)),
        FileOwner::Table => "table: yes\n".to_owned(),
    };
    let mut sources = Sources::new();
    let id = sources.add("", format!("tirada character: 1\n{name}ruleset: {}\n", scalar(&game.id)));
    // Only what characters and the table themselves have is in a file.
    write_person(&sources, id, game, owner, &Person::default(), person).map(|written| written.text)
}

/// The tree of a file and whom it tells of, if nothing is wrong with it.
fn person_of(
    sources: &Sources,
    id: SourceId,
    game: &CheckedGame,
    owner: FileOwner,
) -> Result<(Node, Person), Diagnostic> {
    let (tree, mut errors) = parse(sources, id, &YamlLimits::default());
    let (file, found) = read_character(&tree, sources);
    errors.extend(found);
    let (person, found) = read_person(&file, game, owner, None);
    errors.extend(found);
    match errors.into_iter().find(Diagnostic::is_error) {
        Some(error) => Err(error),
        None => Ok((tree, person)),
    }
}

/// Whether the same is true of two: the numbers of tags do not count, nor their order, nor
/// whether no mark is said to be none.
fn same(one: &Person, other: &Person) -> bool {
    let marks = |person: &Person| -> BTreeMap<(TrackId, usize), i64> {
        let all = person
            .marks
            .iter()
            .flat_map(|(track, counts)| counts.iter().enumerate().map(move |(mark, count)| ((*track, mark), *count)));
        all.filter(|(_, count)| *count != 0).to_map()
    };
    one.traits == other.traits
        && one.open == other.open
        && one.points == other.points
        && marks(one) == marks(other)
        && one.tags.len() == other.tags.len()
        && in_order_of(other, one).is_some()
}

/// The tags of one in the order that those of another have, if they are the same.
fn in_order_of(order: &Person, person: &Person) -> Option<Vec<HeldTag>> {
    // Most stand as they stood.
    let mut left: VecDeque<&HeldTag> = person.tags.iter().collect();
    let alike = |one: &HeldTag, other: &HeldTag| {
        (one.kind, &one.name, &one.values, one.lasts) == (other.kind, &other.name, &other.values, other.lasts)
    };
    order
        .tags
        .iter()
        .map(|tag| {
            let at = left.iter().position(|one| alike(tag, one))?;
            Some(left.remove(at)?.clone())
        })
        .collect()
}

/// Computes the changes of a character's file.
struct CharacterWriter<'a> {
    game: &'a CheckedGame,
    old: &'a Person,
    new: &'a Person,
}

impl CharacterWriter<'_> {
    fn all(&self, tree: &Node) -> Result<DesiredValue, Diagnostic> {
        let entries = tree.as_map().unwrap_or_default();
        let mut names: MapEdits =
            entries.iter().map(|entry| (entry.key.text.to_string(), DesiredValue::Keep)).collect();
        let sections = [
            ("traits", self.traits(inside(tree.get("traits")))?),
            ("tags", self.tags(inside(tree.get("tags")))?),
            ("marks", self.marks(inside(tree.get("marks")))),
            ("points", self.points(inside(tree.get("points")))),
        ];
        for (section, wanted) in sections {
            let nothing = wanted.is_empty();
            match names.iter_mut().find(|(name, _)| name == section) {
                Some((_, old)) => *old = DesiredValue::Lines(wanted),
                None if nothing => {}
                None => names.push((section.to_owned(), DesiredValue::Lines(wanted))),
            }
        }
        Ok(DesiredValue::Map(names))
    }

    fn traits(&self, entries: &[Entry]) -> Result<MapEdits, Diagnostic> {
        let mut names = MapEdits::new();
        let mut written = HashSet::new();
        for entry in entries {
            let name = entry.key.text.to_string();
            match self.game.names.get(&name) {
                Some(Named::Trait(index)) => {
                    names.extend(self.one_trait(*index).map(|wanted| (name, wanted)));
                }
                Some(Named::Group(index)) => {
                    let members = inside(Some(&entry.value));
                    written.extend(members.iter().map(|member| member.key.text.to_string()));
                    let kept = members.iter().filter_map(|member| {
                        let name = member.key.text.to_string();
                        let wanted = self.member(*index, &name)?;
                        Some((name, wanted))
                    });
                    names.push((name, DesiredValue::Map(kept.collect())));
                }
                _ => names.push((name, DesiredValue::Keep)),
            }
        }
        for index in self.new.traits.keys() {
            let one = self.game.traits.get(*index).ok_or_else(Diagnostic::internal)?;
            if names.iter().all(|(name, _)| **name != *one.name) {
                names.extend(self.one_trait(*index).map(|wanted| (one.name.to_string(), wanted)));
            }
        }
        let group = self.game.traits.iter().position(|one| matches!(one.source, TraitSource::Group(_)));
        let more: MapEdits = self
            .new
            .open
            .keys()
            .filter(|name| !written.contains(*name))
            .filter_map(|name| Some((name.clone(), self.member(group?, name)?)))
            .collect();
        let Some(group) = group.and_then(|group| self.game.traits.get(group)).filter(|_| !more.is_empty()) else {
            return Ok(names);
        };
        match names.iter_mut().find(|(name, _)| **name == *group.name) {
            Some((_, DesiredValue::Map(members))) => members.extend(more),
            _ => names.push((group.name.to_string(), DesiredValue::Map(more))),
        }
        Ok(names)
    }

    /// The value of a trait; nothing where it has none any more.
    fn one_trait(&self, index: usize) -> Option<DesiredValue> {
        let value = *self.new.traits.get(&index)?;
        Some(self.kept_or(self.old.traits.get(&index) == Some(&value), || self.words(index, value)))
    }

    fn member(&self, group: usize, name: &str) -> Option<DesiredValue> {
        let value = *self.new.open.get(name)?;
        Some(self.kept_or(self.old.open.get(name) == Some(&value), || self.words(group, value)))
    }

    fn kept_or(&self, same: bool, text: impl FnOnce() -> String) -> DesiredValue {
        if same { DesiredValue::Keep } else { DesiredValue::Text(text()) }
    }

    /// The value of a trait as its question is answered.
    fn words(&self, index: usize, value: i64) -> String {
        let kind = match self.game.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Given(question) | TraitSource::Group(question)) => question.kind.kind(),
            _ => Kind::Number,
        };
        Answer::of(self.game, &kind, value).written()
    }

    fn points(&self, entries: &[Entry]) -> MapEdits {
        let wanted = |index: &PointsId| {
            let value = self.new.points.get(index)?;
            Some(self.kept_or(self.old.points.get(index) == Some(value), || value.to_string()))
        };
        let mut names = MapEdits::new();
        for entry in entries {
            let name = entry.key.text.to_string();
            if let Some(Named::Points(index)) = self.game.names.get(&name) {
                names.extend(wanted(index).map(|wanted| (name, wanted)));
            }
        }
        for index in self.new.points.keys() {
            let one = &self.game.points[*index];
            if names.iter().all(|(name, _)| **name != *one.name) {
                names.extend(wanted(index).map(|wanted| (one.name.to_string(), wanted)));
            }
        }
        names
    }

    fn marks(&self, entries: &[Entry]) -> MapEdits {
        let mut names = MapEdits::new();
        for entry in entries {
            let name = entry.key.text.to_string();
            if let Some(Named::Track(index)) = self.game.names.get(&name)
                && self.new.marks.contains_key(index)
            {
                names.push((name, DesiredValue::Map(self.marks_of(*index, inside(Some(&entry.value))))));
            }
        }
        for index in self.new.marks.keys() {
            let track = &self.game.tracks[*index];
            if names.iter().all(|(name, _)| **name != *track.name) {
                let marks = self.marks_of(*index, &[]);
                if !marks.is_empty() {
                    names.push((track.name.to_string(), DesiredValue::Map(marks)));
                }
            }
        }
        names
    }

    /// Marks of a track: those that are written, and others as far as there are any.
    fn marks_of(&self, index: TrackId, entries: &[Entry]) -> MapEdits {
        let track = &self.game.tracks[index];
        let count = |person: &Person, mark: usize| {
            person.marks.get(&index).and_then(|counts| counts.get(mark)).copied().unwrap_or(0)
        };
        let wanted = |mark: usize| {
            let value = count(self.new, mark);
            self.kept_or(count(self.old, mark) == value, || value.to_string())
        };
        let mark_of = |name: &str| track.marks.iter().position(|(one, _)| **one == *name);
        let mut names: MapEdits = entries
            .iter()
            .filter_map(|entry| Some((entry.key.text.to_string(), wanted(mark_of(&entry.key.text)?))))
            .collect();
        for (mark, (name, _)) in track.marks.iter().enumerate() {
            let value = count(self.new, mark);
            if value != 0 && names.iter().all(|(one, _)| **one != **name) {
                names.push((name.to_string(), DesiredValue::Text(value.to_string())));
            }
        }
        names
    }

    /// A value that is kept, as an answer.
    fn held(&self, kind: &AnswerKind, held: &super::people::TagValue) -> String {
        Answer::of_held(self.game, kind, held).written()
    }
}

/// The names in a map; none where there is nothing.
fn inside(node: Option<&Node>) -> &[Entry] {
    node.and_then(Node::as_map).unwrap_or_default()
}
