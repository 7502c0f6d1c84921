//! Tags and time: which kinds of tag do something by themselves, and who is like whom.

use std::collections::BTreeSet;

use super::Turn;
use crate::check::program::{Game, Kind, TagKind};
use crate::state::World;

/// The units of time that pass each turn, and those that these consist of.
pub(super) fn passing(game: &Game, turns: &[Turn]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<usize> = turns.iter().filter_map(Turn::time).collect();
    while let Some(time) = waiting.pop() {
        if found.insert(time) {
            let passes = game.times.get(time).map(|time| time.passes.as_slice()).unwrap_or_default();
            waiting.extend(passes.iter().map(|(_, unit)| *unit));
        }
    }
    found
}

/// Whether tags of a kind do something by themselves while such time passes.
pub(super) fn acts(kind: &TagKind, passing: &BTreeSet<usize>) -> bool {
    let due = kind.every.iter().any(|(time, _)| passing.contains(time));
    !kind.gives.is_empty() || due || (kind.ends.is_some() && !passing.is_empty())
}

/// The same people with their tags numbered anew, so that those who are alike are the same
/// whatever came and went before. Where values speak of tags by number they stay as they are.
pub(super) fn renumbered(game: &Game, mut world: World) -> World {
    let speaks = |kind: &Kind| matches!(kind, Kind::Tag(_));
    if game.tags.iter().any(|tag| tag.values.iter().any(|(_, question)| speaks(&question.value_kind()))) {
        return world;
    }
    let mut numbers: Vec<i64> =
        world.people.iter().flat_map(|person| person.tags.iter().map(|tag| tag.number)).collect();
    numbers.sort_unstable();
    for tag in world.people.iter_mut().flat_map(|person| &mut person.tags) {
        let place = numbers.binary_search(&tag.number).unwrap_or(0);
        tag.number = i64::try_from(place).unwrap_or(0).saturating_add(1);
    }
    world.next_tag = i64::try_from(numbers.len()).unwrap_or(0).saturating_add(1);
    world
}
