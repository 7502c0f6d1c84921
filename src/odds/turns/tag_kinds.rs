//! Tags and time: kinds of tag with effects of their own, and equivalent characters.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Turn;
use crate::check::program::{CheckedGame, TagId, TagKind};
use crate::engine::Failure;
use crate::odds::card_classes::CardUsage;
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;
use crate::sort::{Gather as _, Sort as _};
use crate::world::{HeldTag, Lasts, People, Person, World};

/// The units of time that pass each turn, and those that these consist of.
pub(super) fn passing(game: &CheckedGame, turns: &[Turn]) -> Result<BTreeSet<usize>, OddsError> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<usize> = turns.iter().filter_map(Turn::time).collect();
    while let Some(time) = waiting.pop() {
        if found.insert(time) {
            waiting.extend(game.turns_within(time));
            let time = game.times.get(time).ok_or_else(|| lost())?;
            waiting.extend(time.passes.iter().map(|(_, unit)| *unit));
        }
    }
    Ok(found)
}

/// The units whose tags become shorter, or end, while such time passes.
pub(super) fn due(game: &CheckedGame, passing: &BTreeSet<usize>) -> BTreeSet<usize> {
    let ended = passing.iter().filter_map(|time| game.times.get(*time)).flat_map(|time| &time.ends);
    passing.iter().chain(ended).copied().to_set()
}

/// Whether tags of a kind do something by themselves while such time passes.
pub(super) fn acts(kind: &TagKind, passing: &BTreeSet<usize>) -> bool {
    let due = kind.every.iter().any(|(time, _)| passing.contains(time));
    !kind.gives.is_empty() || due || kind.ends.is_some()
}

/// The first number of a tag of the character at this index.
fn first_number(who: usize) -> i64 {
    const EACH: i64 = 1 << 32;
    EACH.saturating_mul(who as i64 + 1)
}

/// These people at a table without turns.
fn numbered(people: People) -> World {
    World { next_tag: first_number(people.len()), people, turns: None }
}

/// The kinds of tag whose tags are part of a state.
#[derive(Debug, Clone)]
pub(super) struct FollowedKinds {
    /// Those that something reads, or that do something by themselves.
    pub(super) needed: BTreeSet<TagId>,
    /// Idle kinds, which nothing reads, whose tags are followed all the same. Of other idle kinds no tag is part of a
    /// state.
    pub(super) idle: BTreeSet<TagId>,
    /// Units of time whose tags become shorter, or end, while the turns pass.
    pub(super) due: BTreeSet<usize>,
}

impl FollowedKinds {
    fn has(&self, kind: TagId) -> bool {
        self.needed.contains(&kind) || self.idle.contains(&kind)
    }

    /// Whether a tag makes no difference to anything that happens: not even time changes it.
    pub(super) fn is_inert(&self, tag: &HeldTag) -> bool {
        let stays = match tag.lasts {
            Lasts::Permanent => true,
            Lasts::Times(_, unit) => !self.due.contains(&unit),
            Lasts::Until(_) => false,
        };
        stays && !self.needed.contains(&tag.kind)
    }

    /// All characters with only the tags that are followed: equal states get equal representations.
    pub(super) fn at_first(
        &self,
        game: &CheckedGame,
        cards: &mut CardUsage,
        mut world: World,
    ) -> Result<World, Failure> {
        cards.lay(game, &mut world, &BTreeSet::new())?;
        let people = world.people.iter().enumerate().map(|(who, person)| {
            let mut person = person.clone();
            person.tags.retain(|tag| self.has(tag.kind));
            self.order(game, (who, person))
        });
        Ok(numbered(people.map(Arc::new).collect()))
    }

    /// The same after a run, without inert tags; `before` were so already.
    pub(super) fn after_run(
        &self,
        game: &CheckedGame,
        cards: &mut CardUsage,
        (mut world, before): (World, &World),
    ) -> Result<World, Failure> {
        cards.lay(game, &mut world, &BTreeSet::new())?;
        let mut before = before.people.shared();
        let people = world.people.shared().enumerate().map(|(who, person)| match before.next() {
            Some(known) if Arc::ptr_eq(known, person) => Arc::clone(person),
            _ => Arc::new(self.without_inert(game, who, person)),
        });
        Ok(numbered(people.collect()))
    }

    fn without_inert(&self, game: &CheckedGame, who: usize, person: &Person) -> Person {
        let mut person = person.clone();
        person.tags.retain(|tag| !self.is_inert(tag));
        self.order(game, (who, person))
    }

    /// Gives a character inert tags: those of `other`, and then `gained` ones. Only what is followed stays.
    pub(super) fn gain<'t>(
        &self,
        game: &CheckedGame,
        (who, mut person): (usize, Person),
        other: &Person,
        gained: impl Iterator<Item = &'t HeldTag>,
    ) -> Person {
        person.tags.retain(|tag| !self.is_inert(tag) && self.has(tag.kind));
        person.tags.extend(other.tags.iter().filter(|tag| self.is_inert(tag)).cloned());
        for tag in gained.filter(|tag| self.idle.contains(&tag.kind)) {
            // The same again takes the place of the old.
            let several = game.tags[tag.kind].several;
            let stays = |old: &HeldTag| {
                old.kind != tag.kind || !self.is_inert(old) || several && (tag.name.is_none() || old.name != tag.name)
            };
            person.tags.retain(stays);
            person.tags.extend(self.is_inert(tag).then(|| tag.clone()));
        }
        self.order(game, (who, person))
    }

    /// A character without inert tags; `None`: there are none.
    pub(super) fn bare(&self, game: &CheckedGame, who: usize, person: &Person) -> Option<Person> {
        person.tags.iter().any(|tag| self.is_inert(tag)).then(|| self.without_inert(game, who, person))
    }

    /// Puts the tags in order, with numbers of their own: nothing reads in which order those of idle kinds came, nor
    /// cards of a hand, unless something goes through it. Nothing persistent refers to a tag by its number; only
    /// questions of actions can be about one.
    fn order(&self, game: &CheckedGame, (who, mut person): (usize, Person)) -> Person {
        let in_any_order = |tag: &HeldTag| game.tags[tag.kind].cards.as_ref().is_some_and(|deck| !deck.ordered);
        let kept = |tag: &HeldTag| self.needed.contains(&tag.kind) && !in_any_order(tag);
        if !person.tags.iter().all(kept) {
            let (mut tags, others): (Vec<HeldTag>, Vec<HeldTag>) = person.tags.into_iter().partition(kept);
            let (mut cards, mut idle): (Vec<HeldTag>, Vec<HeldTag>) = others.into_iter().partition(in_any_order);
            cards.order_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
            idle.iter_mut().for_each(|tag| tag.number = 0);
            idle.order();
            tags.append(&mut cards);
            tags.append(&mut idle);
            person.tags = tags;
        }
        for (number, tag) in (first_number(who)..).zip(&mut person.tags) {
            tag.number = number;
        }
        person
    }
}
