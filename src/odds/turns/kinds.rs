//! Tags and time: kinds of tag with effects of their own, and equivalent characters.

use std::collections::BTreeSet;

use super::Turn;
use crate::check::program::{CheckedGame, TagKind};
use crate::odds::conserved::lost;
use crate::odds::trouble::OddsError;
use crate::world::World;

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

/// Whether tags of a kind do something by themselves while such time passes.
pub(super) fn acts(kind: &TagKind, passing: &BTreeSet<usize>) -> bool {
    let due = kind.every.iter().any(|(time, _)| passing.contains(time));
    !kind.gives.is_empty() || due || kind.ends.is_some()
}

/// Numbers of tags that each person has for themselves.
const EACH: i64 = 1 << 32;

/// Renumbers tags per character, so that characters in equal states get equal representations. Nothing persistent
/// refers to a tag by number; only questions of actions can be about one.
pub(super) fn renumbered(mut world: World) -> World {
    let mut first = EACH;
    for person in world.people.iter_mut() {
        for (number, tag) in (first..).zip(&mut person.tags) {
            tag.number = number;
        }
        first = first.saturating_add(EACH);
    }
    world.next_tag = first;
    world
}
