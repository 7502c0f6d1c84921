//! Turn after turn: how likely everybody is how, carried on from turn to turn. Nothing depends on
//! how somebody came to be as they are, so each state is walked once, however many ways lead to
//! it.

mod crowd;
mod differences;
mod kinds;
mod walked;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use super::Bounds;
use super::chance::Chance;
use super::mass::Mass;
use super::model::TurnOdds;
use super::trouble::Trouble;
use super::walk::Walker;
use crate::eval::{Deed, Done, Effects, Fact, Failure, Passing, Stage, act, act_alone, follow, pass, states};
use crate::state::World;
use crowd::{Crowd, Marks, Reader, View};
use differences::Differences;
use kinds::{acts, passing, renumbered};
use walked::{Model, Walked, came};

/// One thing that happens each turn.
#[derive(Debug, Clone)]
pub enum Turn {
    /// Somebody does something.
    Act(Deed),
    /// Time passes.
    Pass(Passing),
}

impl Turn {
    /// It happens, as everybody is then.
    pub(super) fn happens<E: Effects>(&self, stage: &Stage<'_>, effects: &mut E) -> Result<Done, Failure> {
        match self {
            Self::Act(deed) => act(stage, deed, effects, &[]),
            Self::Pass(passing) => pass(stage, passing, effects, &[]),
        }
    }

    /// The unit of time that passes.
    fn time(&self) -> Option<usize> {
        match self {
            Self::Act(_) => None,
            Self::Pass(passing) => Some(passing.time),
        }
    }
}

/// States of everybody that are held at once, those that all walks together may lead to, and ways
/// from state to state: some 200 MB.
const MOST_STATES: usize = 20_000;
const MOST_KEPT: usize = 60_000;
const MOST_WAYS: usize = 10_000_000;
/// Runs of all walks together, and how many states are looked at before anybody asks how many runs
/// there will be.
const MOST_RUNS: u64 = 2_000_000;
const FIRST_STATES: u64 = 200;

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
        match Carrying::new(stage, turns, bounds, kinds.clone()).all(times)? {
            Ok(found) => return Ok(found),
            Err(more) => kinds.extend(more),
        }
    }
    Err(Trouble::NeverEnds)
}

/// Kinds of tag that matter after all.
type Missing = BTreeSet<usize>;

/// What something leads to from one state: a model, and what each of its ways is here.
#[derive(Debug, Clone)]
struct Next {
    model: usize,
    to: Rc<[usize]>,
}

/// States that are alike for something that reads certain marks, and what it leads to from one of
/// them.
#[derive(Debug)]
struct Alike {
    reader: Reader,
    found: HashMap<View, (usize, Rc<[usize]>)>,
}

/// What was found out about one thing that happens each turn.
#[derive(Debug, Default)]
struct Known {
    nexts: HashMap<usize, Next>,
    alike: Vec<Alike>,
}

/// What follows when something has been done, from everybody as they are then and the states
/// that they had before.
#[derive(Debug)]
struct Followed {
    to: Vec<(Option<usize>, Mass)>,
    left: Mass,
    facts: BTreeSet<Fact>,
}

struct Carrying<'s> {
    stage: Stage<'s>,
    turns: &'s [Turn],
    walker: Walker,
    /// Kinds of tag that are followed.
    kinds: BTreeSet<usize>,
    crowd: Crowd,
    /// By what happens each turn.
    known: Vec<Known>,
    models: Vec<Model>,
    /// Everybody when something was done and nothing has followed from it yet.
    halfway: Crowd,
    /// By what was done, everybody as they are then, and the states from before.
    followed: HashMap<(usize, usize, usize), Followed>,
    /// Points that somebody had before they changed for the first time.
    had: BTreeMap<(usize, usize), i64>,
    /// How many states walks led to.
    kept: usize,
    /// How many ways there are from state to state.
    ways: usize,
}

/// How likely each state is, out of `below`.
struct Now {
    states: Vec<(usize, BigUint)>,
    /// Of each state, by number, those ways in which something could not be done in this turn.
    unable: Vec<BigUint>,
    left: BigUint,
    below: BigUint,
}

impl<'s> Carrying<'s> {
    fn new(stage: Stage<'s>, turns: &'s [Turn], bounds: &Bounds, kinds: BTreeSet<usize>) -> Self {
        Self {
            stage,
            turns,
            walker: Walker::new(bounds, bounds.going).not_counting().incurious(),
            kinds,
            crowd: Crowd::default(),
            known: turns.iter().map(|_| Known::default()).collect(),
            models: Vec::new(),
            halfway: Crowd::default(),
            followed: HashMap::new(),
            had: BTreeMap::new(),
            kept: 0,
            ways: 0,
        }
    }

    fn all(&mut self, times: u32) -> Result<Result<Vec<TurnOdds>, Missing>, Trouble> {
        let first = self.alike(self.stage.world.clone());
        let first = self.crowd.number(first);
        let mut now = Now {
            states: vec![(first, BigUint::one())],
            unable: Vec::new(),
            left: BigUint::zero(),
            below: BigUint::one(),
        };
        let mut differences = Differences::default();
        let mut found = Vec::new();
        for turn in 1..=times {
            now.unable.clear();
            for which in 0..self.turns.len() {
                let (states, before) = (now.states.len() as u64, self.walker.runs);
                for (looked_at, (state, _)) in (0_u64..).zip(&now.states) {
                    self.foresee(before, looked_at, states)?;
                    if let Err(missing) = self.find(which, *state)? {
                        return Ok(Err(missing));
                    }
                }
                now = self.carried(which, now);
                if now.states.len() > MOST_STATES {
                    return Err(Trouble::TooLong(BigUint::from(now.states.len())));
                }
            }
            found.push(self.after_turn(turn, first, &now, &mut differences)?);
        }
        Ok(Ok(found))
    }

    /// How many runs there will be until this has happened in every state, before most of them: if
    /// the others take as many as those that were looked at.
    fn foresee(&self, before: u64, looked_at: u64, states: u64) -> Result<(), Trouble> {
        let since = self.walker.runs.saturating_sub(before);
        let all = since.saturating_mul(states).checked_div(looked_at).unwrap_or(0);
        let runs = before.saturating_add(if looked_at < FIRST_STATES { since } else { all.max(since) });
        if runs > MOST_RUNS { Err(Trouble::TooLong(BigUint::from(runs))) } else { Ok(()) }
    }

    /// Carries everything on by one thing that happens: what it leads to is known from each state.
    fn carried(&self, which: usize, now: Now) -> Now {
        let Some(known) = self.known.get(which) else { return now };
        let model = |state: &usize| {
            let next = known.nexts.get(state)?;
            Some((next, self.models.get(next.model)?))
        };
        let mut all = BigUint::one();
        for (state, _) in &now.states {
            if let Some((_, model)) = model(state)
                && model.below != all
            {
                all = all.lcm(&model.below);
            }
        }
        let mut sums: Vec<BigUint> = vec![BigUint::zero(); self.crowd.len()];
        let mut left = now.left * &all;
        let mut unable: Vec<BigUint> = vec![BigUint::zero(); self.crowd.len()];
        for (state, ways) in &now.states {
            let Some((next, model)) = model(state) else { continue };
            let scale = &all / &model.below;
            if let Some(earlier) = now.unable.get(*state).filter(|earlier| !earlier.is_zero()) {
                let earlier = earlier * &scale;
                for (to, times) in next.to.iter().zip(&model.ways) {
                    if let Some(sum) = unable.get_mut(*to) {
                        *sum += &earlier * times;
                    }
                }
            }
            let ways = ways * scale;
            for (to, times) in next.to.iter().zip(&model.ways) {
                if let Some(sum) = sums.get_mut(*to) {
                    *sum += &ways * times;
                }
            }
            if !model.left.is_zero() {
                left += &ways * &model.left;
            }
            if !model.refused.is_zero() {
                let stays = ways * &model.refused;
                if let Some(sum) = sums.get_mut(*state) {
                    *sum += &stays;
                }
                if let Some(sum) = unable.get_mut(*state) {
                    *sum += stays;
                }
            }
        }
        let states = sums.into_iter().enumerate().filter(|(_, sum)| !sum.is_zero()).collect();
        Now { states, unable, left, below: now.below * all }
    }

    /// The number of the states of everybody.
    fn states_of(&mut self, table: usize) -> Result<usize, Trouble> {
        if let Some(known) = self.crowd.states_of(table) {
            return Ok(known);
        }
        let world = self.crowd.world(table);
        let states = states(&Stage { world: &world, ..self.stage }, &mut self.walker)?;
        Ok(self.crowd.keep_states(table, states))
    }

    /// Finds what something leads to from one state: as it was found out for one that is the same
    /// in all that matters, or now.
    fn find(&mut self, which: usize, table: usize) -> Result<Result<(), Missing>, Trouble> {
        let before = self.states_of(table)?;
        let Some(known) = self.known.get_mut(which) else { return Ok(Ok(())) };
        if known.nexts.contains_key(&table) {
            return Ok(Ok(()));
        }
        for Alike { reader, found } in &mut known.alike {
            let view = self.crowd.view(table, before, reader);
            if let Some((model, to)) = found.get(&view) {
                self.ways += to.len();
                if self.ways > MOST_WAYS {
                    return Err(Trouble::TooLong(BigUint::from(self.ways)));
                }
                let to = to.iter().map(|to| self.crowd.seen_from(*to, table, reader)).collect();
                known.nexts.insert(table, Next { model: *model, to });
                return Ok(Ok(()));
            }
        }
        self.walker.facts.clear();
        let walked = match self.step(which, table, before) {
            Ok(walked) => walked,
            // It may have missed a tag that was not followed.
            Err(Trouble::Stopped(failure)) => {
                let missing = self.missing();
                return if missing.is_empty() { Err(Trouble::Stopped(failure)) } else { Ok(Err(missing)) };
            }
            Err(trouble) => return Err(trouble),
        };
        self.kept += walked.to.len();
        if self.kept > MOST_KEPT {
            return Err(Trouble::TooLong(BigUint::from(self.kept)));
        }
        let missing = self.missing();
        if !missing.is_empty() {
            return Ok(Err(missing));
        }
        let facts = std::mem::take(&mut self.walker.facts).into_iter();
        let mut read: Marks = facts
            .filter_map(|fact| match fact {
                Fact::Marks(who, track) => Some((who, track)),
                Fact::Tags(_) => None,
            })
            .collect();
        // A state may follow from more than marks: of whoever changed otherwise all marks matter.
        let from = self.crowd.world(table);
        for who in self.changed_otherwise(&from, &walked) {
            read.extend((0..self.stage.game.tracks.len()).map(|track| (who, track)));
        }
        let (to, model) = walked.into_model();
        self.models.push(model);
        let (model, to): (usize, Rc<[usize]>) = (self.models.len() - 1, to.into());
        let Some(known) = self.known.get_mut(which) else { return Ok(Ok(())) };
        known.nexts.insert(table, Next { model, to: Rc::clone(&to) });
        let place = known.alike.iter().position(|alike| alike.reader.read == read).unwrap_or_else(|| {
            known.alike.push(Alike { reader: Reader::of(read), found: HashMap::new() });
            known.alike.len() - 1
        });
        if let Some(Alike { reader, found }) = known.alike.get_mut(place) {
            found.insert(self.crowd.view(table, before, reader), (model, to));
        }
        Ok(Ok(()))
    }

    /// Kinds of tag that were read and are not followed.
    fn missing(&self) -> Missing {
        let kinds = self.walker.facts.iter().filter_map(|fact| match fact {
            Fact::Tags(kind) => Some(*kind),
            Fact::Marks(..) => None,
        });
        kinds.filter(|kind| !self.kinds.contains(kind)).collect()
    }

    /// Everybody without what is not followed: those who are alike are the same.
    fn alike(&self, mut world: World) -> World {
        for person in &mut world.people {
            person.tags.retain(|tag| self.kinds.contains(&tag.kind));
        }
        renumbered(self.stage.game, world)
    }

    /// Everything that one thing leads to from one state.
    fn step(&mut self, which: usize, table: usize, before: usize) -> Result<Walked, Trouble> {
        let world = self.crowd.world(table);
        let stage = Stage { world: &world, ..self.stage };
        let mut walked = Walked::default();
        match self.turns.get(which) {
            Some(Turn::Act(deed)) if deed.interventions.is_empty() => {
                let Self { walker, halfway, had, .. } = self;
                let alone = walker.walk(|walker| came(act_alone(&stage, deed, walker), halfway, had, walker))?;
                walked.left = alone.left;
                for (to, mass) in alone.leaves {
                    let Some(after) = to else {
                        walked.refused.join(mass);
                        continue;
                    };
                    let key = (which, after, before);
                    if !self.followed.contains_key(&key) {
                        let found = self.what_follows(deed, after, before)?;
                        self.followed.insert(key, found);
                    }
                    let Some(followed) = self.followed.get(&key) else { continue };
                    self.walker.facts.extend(followed.facts.iter().copied());
                    walked.left.join(mass.times(&followed.left));
                    for (to, later) in &followed.to {
                        walked.add(*to, &mass.times(later));
                    }
                }
            }
            // Interventions may take hold of what follows as well.
            Some(whole) => {
                let Self { walker, halfway, had, .. } = self;
                let found = walker.walk(|walker| came(whole.happens(&stage, walker), halfway, had, walker))?;
                walked.left = found.left;
                for (to, mass) in found.leaves {
                    walked.add(self.as_followed(to), &mass);
                }
            }
            None => {}
        }
        Ok(walked)
    }

    /// What follows when something has been done.
    fn what_follows(&mut self, deed: &Deed, after: usize, before: usize) -> Result<Followed, Trouble> {
        let earlier = std::mem::take(&mut self.walker.facts);
        let (world, before) = (self.halfway.world(after), self.crowd.states(before));
        let stage = Stage { world: &world, ..self.stage };
        let Self { walker, halfway, had, .. } = self;
        let found = walker.walk(|walker| came(follow(&stage, &before, &deed.answers, walker), halfway, had, walker))?;
        let facts = std::mem::replace(&mut self.walker.facts, earlier);
        let mut walked = Walked::default();
        for (to, mass) in found.leaves {
            walked.add(self.as_followed(to), &mass);
        }
        let mut to: Vec<(Option<usize>, Mass)> = walked.to.into_iter().map(|(to, mass)| (Some(to), mass)).collect();
        if !walked.refused.is_zero() {
            to.push((None, walked.refused));
        }
        Ok(Followed { to, left: found.left, facts })
    }

    /// The number of everybody with only what is followed.
    fn as_followed(&mut self, halfway: Option<usize>) -> Option<usize> {
        let world = self.alike(self.halfway.world(halfway?));
        Some(self.crowd.number(world))
    }

    /// Those whom something changed in anything but marks.
    fn changed_otherwise(&self, before: &World, walked: &Walked) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        for after in walked.to.keys() {
            let after = self.crowd.world(*after);
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

    fn after_turn(
        &mut self,
        turn: u32,
        first: usize,
        now: &Now,
        differences: &mut Differences,
    ) -> Result<TurnOdds, Trouble> {
        let before = self.states_of(first)?;
        for (state, _) in &now.states {
            let after = self.states_of(*state)?;
            differences.find(self.stage.game, &self.crowd, (first, before), (*state, after), &self.had);
        }
        let unable: BigUint = now.unable.iter().sum();
        Ok(TurnOdds {
            turn,
            changes: differences.odds(self.stage.game, self.stage.world, &self.crowd.states(before), now),
            states: Some(now.states.len()),
            unable: Chance::new(unable, now.below.clone()),
            left: Chance::new(now.left.clone(), now.below.clone()),
            samples: None,
        })
    }
}
