//! Turn after turn: how likely everybody is how, carried on from turn to turn. Nothing depends on
//! how somebody came to be as they are, so each state is walked once, however many ways lead to
//! it.

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;

use super::Bounds;
use super::chance::Chance;
use super::deeds::{Changes, DeedLeaf, REFUSED, all_changes, and_then};
use super::mass::{Mass, together};
use super::model::{Changing, TurnOdds};
use super::trouble::Trouble;
use super::walk::Walker;
use crate::check::program::{At, Game, Kind, TagKind};
use crate::eval::{Deed, Done, Effects as _, Fact, Failure, Passing, Stage, States, act_alone, follow, pass, states};
use crate::state::World;

/// One thing that happens each turn.
#[derive(Debug, Clone)]
pub enum Turn {
    /// Somebody does something.
    Act(Deed),
    /// Time passes.
    Pass(Passing),
}

impl Turn {
    /// The unit of time that passes.
    fn time(&self) -> Option<usize> {
        match self {
            Self::Act(_) => None,
            Self::Pass(passing) => Some(passing.time),
        }
    }
}

/// Everybody as they are, and what is other than at first.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Now {
    world: World,
    changes: Changes,
}

/// What something leads to from one state.
#[derive(Debug, Clone)]
struct Next {
    to: Vec<(Changes, World, Mass)>,
    left: Mass,
    refused: Mass,
}

/// States of everybody that are held at once, and those that all walks together may lead to: some
/// 200 MB.
const MOST_STATES: usize = 20_000;
const MOST_KEPT: usize = 60_000;

/// How likely everybody is how after each of so many turns. What cannot be done in a state is
/// not done. Tags that nothing reads are not followed.
///
/// # Errors
///
/// What stopped it, or that it would take too long.
pub fn of_turns(stage: &Stage<'_>, turns: &[Turn], times: u32, bounds: &Bounds) -> Result<Vec<TurnOdds>, Trouble> {
    let stage = stage.quiet();
    let passing = passing(stage.game, turns);
    let tags = stage.game.tags.iter().enumerate();
    let mut kinds: BTreeSet<usize> = tags.filter(|(_, kind)| acts(kind, &passing)).map(|(index, _)| index).collect();
    // Which tags matter is known when they have been read; then all begins anew, with them.
    for _ in 0..=stage.game.tags.len() {
        let mut carrying = Carrying {
            stage,
            turns,
            walker: Walker::new(bounds, bounds.going).not_counting().incurious(),
            kinds: kinds.clone(),
            known: turns.iter().map(|_| Vec::new()).collect(),
            kept: 0,
        };
        match carrying.all(times)? {
            Ok(found) => return Ok(found),
            Err(more) => kinds.extend(more),
        }
    }
    Err(Trouble::NeverEnds)
}

/// The units of time that pass each turn, and those that these consist of.
fn passing(game: &Game, turns: &[Turn]) -> BTreeSet<usize> {
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
fn acts(kind: &TagKind, passing: &BTreeSet<usize>) -> bool {
    let due = kind.every.iter().any(|(time, _)| passing.contains(time));
    !kind.gives.is_empty() || due || (kind.ends.is_some() && !passing.is_empty())
}

/// What is the same in two states of everybody if something leads to the same from both: all but
/// marks that nothing read, and the states that these lead to.
type View = (World, States);

/// What was found out about one thing that happens each turn: by the marks that it read, what it
/// leads to.
type Known = Vec<(BTreeSet<(usize, usize)>, HashMap<View, Next>)>;

/// Kinds of tag that matter after all.
type Missing = BTreeSet<usize>;

struct Carrying<'s> {
    stage: Stage<'s>,
    turns: &'s [Turn],
    walker: Walker,
    /// Kinds of tag that are followed.
    kinds: BTreeSet<usize>,
    known: Vec<Known>,
    /// How many states walks led to.
    kept: usize,
}

impl Carrying<'_> {
    fn all(&mut self, times: u32) -> Result<Result<Vec<TurnOdds>, Missing>, Trouble> {
        let before = states(&self.stage, &mut self.walker)?;
        let first = Now { world: self.alike(self.stage.world.clone()), changes: Changes::new() };
        let mut now: HashMap<Now, Mass> = HashMap::from([(first, Mass::one())]);
        let mut left = Mass::default();
        let mut found = Vec::new();
        for turn in 1..=times {
            let mut unable = Mass::default();
            for which in 0..self.turns.len() {
                let mut next: HashMap<Now, Mass> = HashMap::new();
                for (state, mass) in now {
                    let step = match self.next(which, &state.world)? {
                        Ok(step) => step,
                        Err(missing) => return Ok(Err(missing)),
                    };
                    for (changes, world, chance) in step.to {
                        let mut all = state.changes.clone();
                        and_then(&mut all, &changes);
                        next.entry(Now { world, changes: all }).or_default().join(mass.times(&chance));
                    }
                    left.join(mass.times(&step.left));
                    if !step.refused.is_zero() {
                        let stays = mass.times(&step.refused);
                        unable.join(stays.clone());
                        next.entry(state).or_default().join(stays);
                    }
                }
                if next.len() > MOST_STATES {
                    return Err(Trouble::TooLong(BigUint::from(next.len())));
                }
                now = next;
            }
            found.push(after_turn(&self.stage, &before, turn, &now, &left, &unable));
        }
        Ok(Ok(found))
    }

    /// What something leads to from one state: as it was found out for one that is the same in
    /// all that matters, or now.
    fn next(&mut self, which: usize, world: &World) -> Result<Result<Next, Missing>, Trouble> {
        let states = states(&Stage { world, ..self.stage }, &mut self.walker)?;
        let known = self.known.get(which).map(Vec::as_slice).unwrap_or_default();
        for (read, found) in known {
            if let Some(next) = found.get(&view(world, &states, read)) {
                return Ok(Ok(next.seen_from(world, read)));
            }
        }
        self.walker.facts.clear();
        let next = self.step(which, world, &states)?;
        self.kept += next.to.len();
        if self.kept > MOST_KEPT {
            return Err(Trouble::TooLong(BigUint::from(self.kept)));
        }
        let mut read = BTreeSet::new();
        let mut missing = Missing::new();
        for fact in std::mem::take(&mut self.walker.facts) {
            match fact {
                Fact::Marks(who, track) => {
                    read.insert((who, track));
                }
                Fact::Tags(kind) if !self.kinds.contains(&kind) => {
                    missing.insert(kind);
                }
                Fact::Tags(_) => {}
            }
        }
        if !missing.is_empty() {
            return Ok(Err(missing));
        }
        // A state may follow from more than marks: of whoever changed otherwise all marks matter.
        for who in changed_otherwise(world, &next) {
            read.extend((0..self.stage.game.tracks.len()).map(|track| (who, track)));
        }
        let seen = view(world, &states, &read);
        let kept = next.clone();
        if let Some(known) = self.known.get_mut(which) {
            match known.iter_mut().find(|(one, _)| *one == read) {
                Some((_, found)) => {
                    found.insert(seen, kept);
                }
                None => known.push((read, HashMap::from([(seen, kept)]))),
            }
        }
        Ok(Ok(next))
    }

    /// Everybody without what is not followed: those who are alike are the same.
    fn alike(&self, mut world: World) -> World {
        for person in &mut world.people {
            person.tags.retain(|tag| self.kinds.contains(&tag.kind));
        }
        renumbered(self.stage.game, world)
    }

    fn followed(&self, mut changes: Changes) -> Changes {
        changes.retain(|(_, what), _| !matches!(what, Changing::Tags(kind) if !self.kinds.contains(kind)));
        changes
    }

    /// Everything that one thing leads to from one state.
    fn step(&mut self, which: usize, world: &World, before: &States) -> Result<Next, Trouble> {
        let stage = Stage { world, ..self.stage };
        let mut next = Next { to: Vec::new(), left: Mass::default(), refused: Mass::default() };
        let game = stage.game;
        let leaf = |done: Result<Done, Failure>, from: &World, walker: &Walker| match done {
            _ if walker.open_ended() => Err(Failure::cut(nowhere())),
            Ok(mut done) => {
                let after = std::mem::take(&mut done.world);
                Ok(Some((DeedLeaf::of(game, from, &after, done, Vec::new()).changes, after)))
            }
            Err(failure) if REFUSED.contains(&failure.code()) => Ok(None),
            Err(failure) => Err(failure),
        };
        match self.turns.get(which) {
            Some(Turn::Pass(passing)) => {
                let walked = self.walker.walk(|walker| leaf(pass(&stage, passing, walker, &[]), world, walker))?;
                next.left = walked.left;
                for (came, mass) in walked.leaves {
                    next.add(self.as_followed(came), mass);
                }
            }
            Some(Turn::Act(deed)) => {
                let alone = self
                    .walker
                    .walk(|walker| leaf(act_alone(&stage, deed, walker).map(|(done, _)| done), world, walker))?;
                next.left = alone.left;
                for (came, mass) in alone.leaves {
                    let Some((changes, world)) = came else {
                        next.refused.join(mass);
                        continue;
                    };
                    let after = Stage { world: &world, ..stage };
                    let walked = self
                        .walker
                        .walk(|walker| leaf(follow(&after, before, &deed.answers, walker), &world, walker))?;
                    next.left.join(mass.times(&walked.left));
                    for (came, later) in walked.leaves {
                        let came = came.map(|(then, world)| {
                            let mut all = changes.clone();
                            and_then(&mut all, &then);
                            (all, world)
                        });
                        next.add(self.as_followed(came), mass.times(&later));
                    }
                }
            }
            None => {}
        }
        Ok(next)
    }

    fn as_followed(&self, came: Option<(Changes, World)>) -> Option<(Changes, World)> {
        came.map(|(changes, world)| (self.followed(changes), self.alike(world)))
    }
}

/// Those whom something changed in anything but marks.
fn changed_otherwise(before: &World, next: &Next) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for (_, after, _) in &next.to {
        for (who, (was, is)) in before.people.iter().zip(&after.people).enumerate() {
            let tags = was.tags.len() == is.tags.len()
                && was.tags.iter().zip(&is.tags).all(|(one, other)| {
                    one.kind == other.kind
                        && one.name == other.name
                        && one.values == other.values
                        && one.lasts == other.lasts
                });
            let same = was.traits == is.traits && was.open == is.open && was.points == is.points && tags;
            if !same {
                found.insert(who);
            }
        }
    }
    found
}

/// What of everybody matters to something that read these marks.
fn view(world: &World, states: &States, read: &BTreeSet<(usize, usize)>) -> View {
    let mut world = world.clone();
    for (who, person) in world.people.iter_mut().enumerate() {
        person.marks.retain(|track, _| read.contains(&(who, *track)));
    }
    (world, states.clone())
}

fn after_turn(
    stage: &Stage<'_>,
    before: &States,
    turn: u32,
    now: &HashMap<Now, Mass>,
    left: &Mass,
    unable: &Mass,
) -> TurnOdds {
    let mut seen: Vec<(Option<&Now>, Mass)> = now.iter().map(|(state, mass)| (Some(state), mass.clone())).collect();
    seen.push((None, left.clone()));
    let (seen, all) = together(seen);
    let happened: Vec<(&Changes, &BigUint)> =
        seen.iter().filter_map(|(state, ways)| state.map(|state| (&state.changes, ways))).collect();
    let cut = seen.iter().filter(|(state, _)| state.is_none()).map(|(_, ways)| ways).sum::<BigUint>();
    let (above, below) = unable.ratio();
    TurnOdds {
        turn,
        changes: all_changes(stage.game, stage.world, before, &happened, &all),
        states: now.len(),
        unable: Chance::new(above, below),
        left: Chance::new(cut, all.clone()),
    }
}

impl Next {
    /// The same from a state that differs only in marks that nothing read: they stay as they are.
    fn seen_from(&self, world: &World, read: &BTreeSet<(usize, usize)>) -> Self {
        let mut next = self.clone();
        for (_, after, _) in &mut next.to {
            for (who, (person, before)) in after.people.iter_mut().zip(&world.people).enumerate() {
                person.marks.retain(|track, _| read.contains(&(who, *track)));
                for (track, marks) in before.marks.iter().filter(|(track, _)| !read.contains(&(who, **track))) {
                    person.marks.insert(*track, marks.clone());
                }
            }
        }
        next
    }

    fn add(&mut self, came: Option<(Changes, World)>, mass: Mass) {
        let Some((changes, world)) = came else {
            self.refused.join(mass);
            return;
        };
        match self.to.iter_mut().find(|(one, other, _)| *other == world && *one == changes) {
            Some((.., sum)) => sum.join(mass),
            None => self.to.push((changes, world, mass)),
        }
    }
}

fn nowhere() -> At {
    At { origin: At::TYPED, span: crate::syntax::TextSpan::default() }
}

/// The same people with their tags numbered anew, so that those who are alike are the same
/// whatever came and went before. Where values speak of tags by number they stay as they are.
fn renumbered(game: &Game, mut world: World) -> World {
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
