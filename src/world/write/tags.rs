//! Writes tags: as `yes`, as values, by name, in lists.

use std::collections::BTreeSet;

use super::super::character::{default_of, usual};
use super::super::character_view::until_words;
use super::super::people::{HeldTag, Lasts, TagValue};
use super::{CharacterWriter, MapEdits, inside};
use crate::check::program::{Named, TagId, TagKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::yaml::edit::{DesiredValue, Item};
use crate::yaml::{Entry, Node, NodeKind};

/// A tag in the file and its new state.
type TagChange<'t> = (Option<&'t HeldTag>, Option<&'t HeldTag>);

impl CharacterWriter<'_> {
    pub(super) fn tags(&self, entries: &[Entry]) -> Result<MapEdits, Diagnostic> {
        let mut names = MapEdits::new();
        for entry in entries {
            let name = entry.key.text.to_string();
            let Some(Named::Tag(index)) = self.game.names.get(&name) else { continue };
            let kind = &self.game.tags[*index];
            let tags = self.of_kind(*index, kind)?;
            let wanted = if tags.iter().all(|(old, new)| old.is_some_and(|old| Some(same(old)) == new.map(same))) {
                Some(DesiredValue::Keep)
            } else if kind.free_names {
                Some(self.under_names(kind, &entry.value, &tags))
            } else {
                self.under_kind(kind, &entry.value, &tags)
            };
            names.extend(wanted.map(|wanted| (name, wanted)));
        }
        for (index, kind) in self.game.tags.pairs() {
            if entries.iter().any(|entry| *entry.key.text == *kind.name) {
                continue;
            }
            let tags = self.of_kind(index, kind)?;
            let new: Vec<&HeldTag> = tags.iter().filter_map(|(_, new)| *new).collect();
            let wanted = match new.as_slice() {
                [] => continue,
                all if kind.free_names => DesiredValue::Lines(all.iter().map(|tag| self.named(kind, tag)).collect()),
                [one] => self.bare(kind, one),
                all => DesiredValue::List(all.iter().map(|tag| Item::New(self.bare(kind, tag))).collect()),
            };
            names.push((kind.name.to_string(), wanted));
        }
        Ok(names)
    }

    /// The tags of a kind, before and after: first those there were, in their order.
    fn of_kind(&self, index: TagId, kind: &TagKind) -> Result<Vec<TagChange<'_>>, Diagnostic> {
        let mut new: Vec<&HeldTag> = self.new.tags.iter().filter(|tag| tag.kind == index).collect();
        if kind.free_names {
            let mut seen = BTreeSet::new();
            for tag in &new {
                if !seen.insert(&tag.name) {
                    let name = tag.name.clone().unwrap_or_default();
                    return Err(Diagnostic::error(Code::TagNamedTwice, None)
                        .arg("name", name)
                        .arg("kind", &*kind.name));
                }
            }
        }
        let mut pairs = Vec::new();
        for old in self.old.tags.iter().filter(|tag| tag.kind == index) {
            let is_it = |tag: &&HeldTag| if kind.free_names { tag.name == old.name } else { tag.number == old.number };
            let found = new.iter().position(is_it);
            pairs.push((Some(old), found.map(|at| new.remove(at))));
        }
        pairs.extend(new.into_iter().map(|tag| (None, Some(tag))));
        Ok(pairs)
    }

    /// A kind whose tags people name.
    fn under_names(&self, kind: &TagKind, node: &Node, tags: &[TagChange<'_>]) -> DesiredValue {
        let more = tags.iter().filter(|(old, _)| old.is_none()).filter_map(|(_, new)| *new);
        match &node.kind {
            NodeKind::List(nodes) => {
                let mut items: Vec<Item> = Vec::new();
                for (at, node) in nodes.iter().enumerate() {
                    let wanted = match &node.kind {
                        NodeKind::Map(entries) => {
                            let names = self.names(kind, entries, tags);
                            if names.is_empty() { None } else { Some(DesiredValue::Map(names)) }
                        }
                        NodeKind::Scalar(name) => match find(tags, name.text.trim()) {
                            Some((Some(old), Some(new))) if same(old) == same(new) => Some(DesiredValue::Keep),
                            Some((_, Some(new))) => Some(DesiredValue::Map(vec![self.named(kind, new)])),
                            Some((_, None)) => None,
                            None => Some(DesiredValue::Keep),
                        },
                        _ => Some(DesiredValue::Keep),
                    };
                    items.extend(wanted.map(|wanted| Item::Old(at, wanted)));
                }
                items.extend(more.map(|tag| Item::New(DesiredValue::Map(vec![self.named(kind, tag)]))));
                DesiredValue::List(items)
            }
            NodeKind::Map(entries) => {
                let mut names = self.names(kind, entries, tags);
                let written: Vec<String> = names.iter().map(|(name, _)| name.clone()).collect();
                names.extend(more.map(|tag| self.named(kind, tag)).filter(|(name, _)| !written.contains(name)));
                DesiredValue::Lines(names)
            }
            _ => DesiredValue::Lines(tags.iter().filter_map(|(_, new)| Some(self.named(kind, (*new)?))).collect()),
        }
    }

    /// Names with their values, as far as they are still there.
    fn names(&self, kind: &TagKind, entries: &[Entry], tags: &[TagChange<'_>]) -> MapEdits {
        let mut names = MapEdits::new();
        for entry in entries {
            let wanted = match find(tags, &entry.key.text) {
                Some((Some(old), Some(new))) if same(old) == same(new) => Some(DesiredValue::Keep),
                Some((Some(old), Some(new))) => {
                    Some(DesiredValue::Map(self.values(kind, inside(Some(&entry.value)), old, new)))
                }
                Some((None, Some(new))) => Some(self.named(kind, new).1),
                Some((_, None)) => None,
                // `name: no`
                None => Some(DesiredValue::Keep),
            };
            names.extend(wanted.map(|wanted| (entry.key.text.to_string(), wanted)));
        }
        names
    }

    /// A kind whose tags have no names; nothing where none is left.
    fn under_kind(&self, kind: &TagKind, node: &Node, tags: &[TagChange<'_>]) -> Option<DesiredValue> {
        let left: Vec<&HeldTag> = tags.iter().filter_map(|(_, new)| *new).collect();
        if left.is_empty() {
            return None;
        }
        if let NodeKind::List(nodes) = &node.kind {
            let had = nodes.iter().enumerate().filter(|(_, node)| node.as_text().map(str::trim) != Some("no"));
            let mut items = Vec::new();
            for ((at, node), pair) in had.zip(tags) {
                if let (Some(old), Some(new)) = pair {
                    items.push(Item::Old(at, self.changed(kind, node, old, new)));
                }
            }
            let more = tags.iter().filter(|(old, _)| old.is_none()).filter_map(|(_, new)| *new);
            items.extend(more.map(|tag| Item::New(self.bare(kind, tag))));
            return Some(DesiredValue::List(items));
        }
        let mut left = left.into_iter();
        let first = left.next().map(|new| match tags.first() {
            Some((Some(old), _)) => self.changed(kind, node, old, new),
            _ => self.bare(kind, new),
        })?;
        let mut items: Vec<Item> = left.map(|tag| Item::New(self.bare(kind, tag))).collect();
        if items.is_empty() {
            return Some(first);
        }
        items.insert(0, Item::Old(0, first));
        Some(DesiredValue::List(items))
    }

    /// A tag without a name that is there already.
    fn changed(&self, kind: &TagKind, node: &Node, old: &HeldTag, new: &HeldTag) -> DesiredValue {
        if same(old) == same(new) {
            return DesiredValue::Keep;
        }
        let names = self.values(kind, inside(Some(node)), old, new);
        if names.is_empty() { DesiredValue::Text("yes".to_owned()) } else { DesiredValue::Map(names) }
    }

    /// The values of a tag and how long it lasts, beginning with what is written.
    fn values(&self, kind: &TagKind, entries: &[Entry], old: &HeldTag, new: &HeldTag) -> MapEdits {
        let fresh = self.fresh(kind, new);
        let mut names = MapEdits::new();
        for entry in entries {
            let name = &*entry.key.text;
            let is_time = matches!(name, "for" | "until" | "turn of");
            let index = kind.values.iter().position(|(one, _)| **one == *name);
            let unchanged = match index {
                Some(index) => old.values.get(index) == new.values.get(index),
                None => is_time && (old.lasts, &old.turn) == (new.lasts, &new.turn),
            };
            let wanted = if unchanged {
                Some(DesiredValue::Keep)
            } else if let Some(index) = index {
                self.value(kind, index, new).map(DesiredValue::Text)
            } else {
                fresh.iter().find(|(one, _)| one == name).map(|(_, wanted)| wanted.clone())
            };
            names.extend(wanted.map(|wanted| (name.to_owned(), wanted)));
        }
        for (name, wanted) in fresh {
            if names.iter().all(|(one, _)| *one != name) {
                names.push((name, wanted));
            }
        }
        names
    }

    fn value(&self, kind: &TagKind, index: usize, tag: &HeldTag) -> Option<String> {
        let (_, question) = kind.values.get(index)?;
        Some(self.held(&question.kind, tag.values.get(index)?))
    }

    /// What has to be said of a tag, as it is not the default.
    fn fresh(&self, kind: &TagKind, tag: &HeldTag) -> MapEdits {
        let mut names = MapEdits::new();
        for (index, (name, _)) in kind.values.iter().enumerate() {
            if default_of(kind, tag.name.as_deref(), index).as_ref() != tag.values.get(index) {
                names.extend(self.value(kind, index, tag).map(|text| (name.to_string(), DesiredValue::Text(text))));
            }
        }
        if usual(kind) != Some(tag.lasts) {
            let (key, text) = match tag.lasts {
                Lasts::Permanent => ("for", "permanent".to_owned()),
                Lasts::Times(count, time) => {
                    let name = &*self.game.time(time).name;
                    ("for", format!("{count} {name}"))
                }
                Lasts::Until(index) => ("until", until_words(self.game, index)),
            };
            names.push((key.to_owned(), DesiredValue::Text(text)));
        }
        names.extend(tag.turn.as_ref().map(|who| ("turn of".to_owned(), DesiredValue::Text(who.clone()))));
        names
    }

    fn named(&self, kind: &TagKind, tag: &HeldTag) -> (String, DesiredValue) {
        (tag.name.clone().unwrap_or_default(), DesiredValue::Map(self.fresh(kind, tag)))
    }

    fn bare(&self, kind: &TagKind, tag: &HeldTag) -> DesiredValue {
        let names = self.fresh(kind, tag);
        if names.is_empty() { DesiredValue::Text("yes".to_owned()) } else { DesiredValue::Map(names) }
    }
}

/// All of a tag but its number.
fn same(tag: &HeldTag) -> (TagId, &Option<String>, &[TagValue], Lasts, &Option<String>) {
    (tag.kind, &tag.name, &tag.values, tag.lasts, &tag.turn)
}

fn find<'p, 't>(tags: &'p [TagChange<'t>], name: &str) -> Option<&'p TagChange<'t>> {
    tags.iter().find(|(old, new)| old.or(*new).and_then(|tag| tag.name.as_deref()) == Some(name))
}
