//! Transitions between states: each is computed once for all states that are equivalent for it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::Turn;
use super::differences::Differences;
use super::state_distribution::StateDistribution;
use super::state_space::{
    BlindChange, BlindChanges, Depth, Kept, MarkProjection, MarkReads, StateDelta, StateSpace, View, place,
};
use super::tag_kinds::FollowedKinds;
use super::walk_results::{Model, TurnTarget, model};
use crate::check::program::{PointsId, TagId};
use crate::engine::{CharacterFact, Done, Failure, Never, Stage, follow, nowhere, states_of};
use crate::limits::Budget;
use crate::odds::OddsLimits;
use crate::odds::actions::{is_over, own_trait};
use crate::odds::card_classes::CardUsage;
use crate::odds::chance::Chance;
use crate::odds::conservation::lost;
use crate::odds::error::OddsError;
use crate::odds::model::TurnOdds;
use crate::odds::walk::{Heap, MOST_HANDS, Walked, Walker};
use crate::sort::Gather as _;
use crate::world::{Event, HeldTag};

/// About how many bytes a way from state to state takes, and a digit of a number, of which there are those of
/// this turn and of the next.
const WAY_BYTES: u64 = 12;
const DIGIT: u64 = 40;
/// And a value of what is found of a turn, besides its digits and what it says. A report copies it.
const VALUE: u64 = 100;
const COPIES: u64 = 2;
/// Runs of all walks together,
/// and how many states are looked at before the number of runs is estimated.
pub(super) const MOST_RUNS: u64 = 2_000_000;
const FIRST_STATES: u64 = 200;

/// Work of a way from state to state, besides that of its digits; of finding it; and, after each turn, of a
/// state and of each of its people, and of a value that is found.
const WAY: u64 = 30;
const LED: u64 = 150;
const STATE: u64 = 100;
const PERSON: u64 = 100;
/// New states after which it is seen again whether there is room for them.
const STATES_AT_ONCE: usize = 4_096;
const CHANGE: u64 = 500;

/// Work of which tags that nothing reads may take their part, where all walks together take less.
const IDLE_WORK: u64 = 400_000_000;

/// Why all has to begin anew.
pub(super) enum Restart {
    /// These kinds of tag matter after all: something reads them.
    With(BTreeSet<TagId>),
    /// What follows from something makes it impossible: they cannot be taken apart.
    AsOne,
    /// More is known of which cards are alike.
    Cards,
}

/// How one thing that happens goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Continuation {
    /// It is done, but nothing follows from it yet.
    Alone,
    /// What follows from it.
    Follows,
    /// Both at once.
    Whole,
}

/// What something leads to from one state.
#[derive(Debug, Clone)]
enum Transition {
    /// It was not found out yet.
    Unknown,
    /// To nothing else.
    Stays,
    /// A model, and what each of its ways is here.
    Goes(usize, Rc<[u32]>),
}

/// States that are alike for something that reads certain marks.
#[derive(Debug)]
struct StateClass {
    reader: MarkProjection,
    found: FxHashMap<Rc<View>, usize>,
}

/// What was found out about one part of what happens each turn.
#[derive(Debug)]
struct ContinuationFacts {
    turn: usize,
    part: Continuation,
    /// By the number of the state.
    nexts: Vec<Transition>,
    alike: Vec<StateClass>,
}

impl ContinuationFacts {
    /// Keeps what happens from a state.
    fn keep(&mut self, state: usize, next: Transition) -> Result<(), OddsError> {
        *place(&mut self.nexts, state, Transition::Unknown)? = next;
        Ok(())
    }
}

pub(super) struct Transitions<'s> {
    stage: Stage<'s>,
    turns: &'s [Turn],
    pub(super) walker: Walker,
    /// What was known of cards at first.
    version: u64,
    kinds: FollowedKinds,
    /// Idle kinds of tag that characters have at first, gained or lost.
    held: BTreeSet<TagId>,
    /// Those of them that change: all but tags that are there at first and stay.
    pub(super) changing: BTreeSet<TagId>,
    /// Whether all idle kinds that change are followed, as soon as they do.
    pub(super) together: bool,
    /// Work of all walks.
    walked: u64,
    /// Work of everything else before these idle kinds were followed, and bytes that were kept by then.
    before_idle: (u64, u64),
    /// Work that may be done besides walks for the idle kinds that are followed, and among how many it was shared.
    idle_work: u64,
    shares: u64,
    /// Why something could not be answered, for the first time.
    failed: Option<Failure>,
    space: StateSpace,
    known: Vec<ContinuationFacts>,
    models: Vec<Model>,
    /// What each model's ways lead to from where it was found.
    ends: Vec<Vec<StateDelta>>,
    /// What changed without being read.
    blind: Kept<BlindChanges>,
    /// By what happens, what was wanted and could never be done.
    never: Vec<Never>,
    /// Points that characters had before they changed for the first time.
    had: BTreeMap<(usize, PointsId), i64>,
    /// How many ways there are from state to state.
    ways: usize,
    /// What matters of the state that is looked at.
    view: Vec<u32>,
}

/// A result, or why the computation has to begin anew.
pub(super) type CarryResult<T> = Result<Result<T, Restart>, OddsError>;

impl<'s> Transitions<'s> {
    /// `apart`: what follows from something is carried on by itself.
    pub(super) fn new(
        stage: Stage<'s>,
        turns: &'s [Turn],
        (bounds, budget): (&OddsLimits, &Rc<Budget>),
        kinds: FollowedKinds,
        (apart, cards): (bool, CardUsage),
    ) -> Self {
        let mut known = Vec::new();
        for (turn, what) in turns.iter().enumerate() {
            // Interventions may take hold of what follows as well.
            let cut = apart && what.interventions().is_empty();
            let parts: &[Continuation] =
                if cut { &[Continuation::Alone, Continuation::Follows] } else { &[Continuation::Whole] };
            known.extend(parts.iter().map(|part| ContinuationFacts {
                turn,
                part: *part,
                nexts: Vec::new(),
                alike: Vec::new(),
            }));
        }
        let tags = stage.world.people.iter().flat_map(|person| &person.tags);
        let idle = tags.filter(|tag| !kinds.needed.contains(&tag.kind));
        let held = idle.clone().map(|tag| tag.kind).to_set();
        let changing = idle.filter(|tag| !kinds.is_inert(tag)).map(|tag| tag.kind).to_set();
        Self {
            stage,
            turns,
            version: cards.version(),
            walker: Walker::new(bounds, budget)
                .not_counting()
                .without_unread_values()
                .wherever_possible()
                .with_cards(cards)
                .joining_late(),
            kinds,
            held,
            changing,
            together: false,
            walked: 0,
            before_idle: (0, 0),
            idle_work: u64::MAX,
            shares: 1,
            failed: None,
            space: StateSpace::default(),
            known,
            models: Vec::new(),
            ends: Vec::new(),
            blind: Kept::default(),
            never: vec![Never::default(); turns.len()],
            had: BTreeMap::new(),
            ways: 0,
            view: Vec::new(),
        }
    }

    /// Follows these idle kinds of tag from now on, and no others: the work that is left is shared by so many. What was
    /// walked stays known.
    pub(super) fn follow_idle(&mut self, kinds: BTreeSet<TagId>, shares: u64) -> Result<(), OddsError> {
        self.kinds.idle = kinds;
        self.ways = 0;
        for part in &mut self.known {
            part.nexts.clear();
            part.alike.iter_mut().for_each(|class| class.reader.forget_patched());
        }
        self.before_idle = (self.work_besides(), self.space.kept()?);
        (self.shares, self.idle_work) = (shares, self.walker.budget.left() / shares);
        Ok(())
    }

    /// Whether idle kinds of tag are followed.
    pub(super) fn follows_idle(&self) -> bool {
        !self.kinds.idle.is_empty()
    }

    /// Work of everything besides walks.
    fn work_besides(&self) -> u64 {
        self.walker.budget.done().saturating_sub(self.walked)
    }

    /// What nothing reads may take a part of the work of all walks, and half of the memory: most questions are not
    /// about it. `began` is the work by the time when the first of so many states was looked at: the others take as much
    /// as those did by now.
    fn idle_room(&mut self, began: u64, looked_at: u64, states: u64) -> Result<(), OddsError> {
        if self.kinds.idle.is_empty() {
            return Ok(());
        }
        let (work, bytes) = self.before_idle;
        let each = self.work_besides().saturating_sub(began) / looked_at.max(1);
        let more = if looked_at < FIRST_STATES { 0 } else { each.saturating_mul(states.saturating_sub(looked_at)) };
        let work = self.work_besides().saturating_sub(work).saturating_add(more);
        let bytes = self.space.kept()?.saturating_sub(bytes);
        let most = (self.walked.max(IDLE_WORK) / (2 * self.shares)).min(self.idle_work);
        if work > most || bytes > self.walker.budget.memory() / 2 { Err(OddsError::TooLarge) } else { Ok(()) }
    }

    /// Carries everything on.
    pub(super) fn all(&mut self, times: u32) -> CarryResult<Vec<TurnOdds>> {
        let world = self.stage.world.clone();
        let first = self.kinds.at_first(self.stage.game, &mut self.walker.cards, world)?;
        let first = self.space.number(&first, None)?;
        let mut now = StateDistribution::at(first)?;
        let mut differences = Differences::default();
        let mut found = Vec::new();
        for turn in 1..=times {
            now.begins()?;
            for which in 0..self.known.len() {
                let (states, before, began) = (now.states.len() as u64, self.walker.runs, self.work_besides());
                for (looked_at, state) in (0_u64..).zip(&now.states) {
                    self.idle_room(began, looked_at, states)?;
                    self.foresee(before, looked_at, states)?;
                    let found = self.find(which, *state);
                    if self.walker.cards.version() != self.version {
                        return Ok(Err(Restart::Cards));
                    }
                    if let Err(anew) = found? {
                        return Ok(Err(anew));
                    }
                    if self.together && !self.changing.is_subset(&self.kinds.idle) {
                        // Something is left for each by itself.
                        self.follow_idle(self.changing.clone(), 2)?;
                        return self.all(times);
                    }
                }
                now = self.carried(which, now)?;
                if let (true, Some(failure)) = (now.states.is_empty(), &self.failed) {
                    return Err(failure.clone().into());
                }
                self.room(DIGIT.saturating_mul(now.digits() as u64))?;
            }
            found.push(self.after_turn(turn, first, &now, &mut differences)?);
            if let Err(anew) = self.needs_what_was_read() {
                return Ok(Err(anew));
            }
            if self.walker.cards.version() != self.version {
                return Ok(Err(Restart::Cards));
            }
        }
        match self.never.iter().cloned().find_map(Never::why) {
            Some(failure) => Err(failure.into()),
            None => Ok(Ok(found)),
        }
    }

    /// Whether there is room for everything that is kept, and so many bytes more.
    fn room(&mut self, more: u64) -> Result<(), OddsError> {
        let kept = self.space.kept()?;
        let ways = WAY_BYTES.saturating_mul(self.ways as u64);
        Ok(self.walker.budget.room(kept.saturating_add(ways).saturating_add(more))?)
    }

    /// How many runs there will be until this has happened in every state, before most of them: if
    /// the others take as many as those that were looked at.
    fn foresee(&mut self, before: u64, looked_at: u64, states: u64) -> Result<(), OddsError> {
        let since = self.walker.runs.saturating_sub(before);
        let all = since.saturating_mul(states).checked_div(looked_at).unwrap_or(0);
        let runs = before.saturating_add(if looked_at < FIRST_STATES { since } else { all.max(since) });
        if runs > MOST_HANDS && self.walker.counts_cards_from_now() {
            return Ok(());
        }
        if runs > MOST_RUNS { Err(OddsError::TooLong(BigUint::from(runs))) } else { Ok(()) }
    }

    /// Carries everything on by one part: what it leads to is known from each state.
    fn carried(&self, which: usize, now: StateDistribution) -> Result<StateDistribution, OddsError> {
        let nexts = &self.known.get(which).ok_or_else(|| lost())?.nexts;
        let mut leads = Vec::with_capacity(now.states.len());
        let mut work = 0_u64;
        for state in &now.states {
            // From every state it was found out where it leads.
            leads.push(match nexts.get(*state as usize) {
                Some(Transition::Stays) => None,
                Some(Transition::Goes(model, to)) => {
                    work = work.saturating_add(to.len() as u64);
                    Some((self.models.get(*model).ok_or_else(|| lost())?, &**to))
                }
                Some(Transition::Unknown) | None => return Err(lost()),
            });
        }
        self.walker.budget.spend(work.saturating_mul(WAY.saturating_add(4 * now.width())))?;
        now.carried(self.space.len(), &leads)
    }

    /// The number of the states of all characters.
    fn states_of(&mut self, table: u32) -> Result<u32, OddsError> {
        if let Some(known) = self.space.states_of(table)? {
            return Ok(known);
        }
        let people = self.space.people(table)?.to_vec();
        let mut conditions = Vec::with_capacity(people.len());
        let mut world = None;
        for (who, person) in people.into_iter().enumerate() {
            if let Some(known) = self.space.condition_alone(who, person) {
                conditions.push(known);
                continue;
            }
            let world = match &mut world {
                Some(world) => world,
                none => none.insert(self.space.world(table)?),
            };
            let stage = Stage { world, ..self.stage };
            let found = states_of(&stage, who, &mut self.walker);
            // No walk asks why it had to stop.
            if let Some(trouble) = self.walker.trouble.take() {
                return Err(trouble);
            }
            let (condition, alone) = found?;
            conditions.push(self.space.keep_condition((who, person), condition, alone)?);
        }
        self.space.keep_states(table, &conditions)
    }

    /// Finds what a part leads to from one state: as it was found out for one that is the same in
    /// all that matters, or now.
    fn find(&mut self, which: usize, table: u32) -> CarryResult<()> {
        let at = table as usize;
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        if !matches!(known.nexts.get(at), None | Some(Transition::Unknown)) {
            return Ok(Ok(()));
        }
        if known.part == Continuation::Follows && self.space.before(table)?.is_none() {
            return Ok(Ok(known.keep(at, Transition::Stays)?));
        }
        let states = self.states_of(table)?;
        if let Err(anew) = self.needs_what_was_read() {
            return Ok(Err(anew));
        }
        let bare = self.space.bare(table, (self.stage.game, &self.kinds))?;
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        let mut found = None;
        for (place, StateClass { reader, found: models }) in known.alike.iter_mut().enumerate() {
            self.space.view((table, &bare), states, reader, &mut self.view)?;
            if let Some(model) = models.get(&*self.view) {
                found = Some((place, *model));
                break;
            }
        }
        let (place, model) = match found {
            Some(found) => found,
            None => match self.walk(which, (table, &bare), states)? {
                Ok(found) => found,
                Err(anew) => return Ok(Err(anew)),
            },
        };
        let ends = self.ends.get(model).ok_or_else(|| lost())?;
        self.ways = self.ways.saturating_add(ends.len());
        self.walker.budget.spend(LED.saturating_mul(1 + ends.len() as u64))?;
        self.room(0)?;
        let ends = self.ends.get(model).ok_or_else(|| lost())?;
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        let StateClass { reader, .. } = known.alike.get_mut(place).ok_or_else(|| lost())?;
        let from = self.space.people(table)?.to_vec();
        let mut to = Vec::with_capacity(ends.len());
        for end in ends {
            to.push(self.space.led((self.stage.game, &self.kinds), end, &from, reader, &self.blind)?);
        }
        if known.part == Continuation::Alone {
            for state in &mut to {
                match self.settled(which + 1, *state)? {
                    Ok(settled) => *state = settled,
                    Err(anew) => return Ok(Err(anew)),
                }
            }
        }
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        Ok(Ok(known.keep(at, Transition::Goes(model, to.into()))?))
    }

    /// What follows from something that was done, where that is certain; else nothing has followed
    /// yet.
    fn settled(&mut self, which: usize, halfway: u32) -> CarryResult<u32> {
        if let Err(anew) = self.find(which, halfway)? {
            return Ok(Err(anew));
        }
        let known = self.known.get(which).ok_or_else(|| lost())?;
        Ok(Ok(match known.nexts.get(halfway as usize) {
            Some(Transition::Goes(model, to)) if self.models.get(*model).ok_or_else(|| lost())?.is_certain() => {
                *to.first().ok_or_else(|| lost())?
            }
            Some(Transition::Goes(..) | Transition::Stays) => halfway,
            Some(Transition::Unknown) | None => return Err(lost()),
        }))
    }

    /// Walks a part from one state; where those stand that are alike for it, and its model.
    fn walk(&mut self, which: usize, (table, bare): (u32, &[u32]), states: u32) -> CarryResult<(usize, usize)> {
        let began = self.walker.budget.done();
        let walked = self.step(which, (table, bare), states);
        self.walked = self.walked.saturating_add(self.walker.budget.done().saturating_sub(began));
        let read = self.read();
        let missed = self.needs_what_was_read();
        if !matches!(walked, Err(OddsError::TooLong(_) | OddsError::TooLarge))
            && let Err(anew) = missed
        {
            return Ok(Err(anew));
        }
        let mut walked = walked?;
        if let (None, Some((failure, _))) = (&self.failed, walked.failed.first()) {
            self.failed = Some(failure.clone());
        }
        for (leaf, _) in &mut walked.leaves {
            if let Some((_, blind)) = leaf {
                *blind = self.unread(&read, *blind)?;
            }
        }
        let bytes = walked.bytes;
        let (to, model) = model(walked)?;
        self.walker.budget.release(bytes);
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        if known.part == Continuation::Follows && model.refused != BigUint::default() {
            return Ok(Err(Restart::AsOne));
        }
        self.models.push(model);
        let ends = to.into_iter().map(|to| self.space.end(bare, to, &self.blind));
        self.ends.push(ends.collect::<Result<_, OddsError>>()?);
        let place = known.alike.iter().position(|alike| alike.reader.read == read).unwrap_or_else(|| {
            known.alike.push(StateClass { reader: MarkProjection::of(read), found: FxHashMap::default() });
            known.alike.len() - 1
        });
        let StateClass { reader, found } = known.alike.get_mut(place).ok_or_else(|| lost())?;
        self.space.view((table, bare), states, reader, &mut self.view)?;
        found.insert(Rc::from(self.view.as_slice()), self.models.len() - 1);
        Ok(Ok((place, self.models.len() - 1)))
    }

    /// Kinds of tag that were read are needed. If there was a tag of such a kind before, all has to begin anew.
    fn needs_what_was_read(&mut self) -> Result<(), Restart> {
        let kinds = std::mem::take(&mut self.walker.facts).into_iter().filter_map(|fact| match fact {
            CharacterFact::Tags(kind) => Some(kind),
            CharacterFact::Marks(..) | CharacterFact::Lost(..) => None,
        });
        let read = kinds.filter(|kind| !self.kinds.needed.contains(kind)).to_set();
        if read.is_disjoint(&self.held) {
            self.kinds.needed.extend(read);
            return Ok(());
        }
        Err(Restart::With(read))
    }

    /// Marks that were read.
    fn read(&self) -> MarkReads {
        let mut read = MarkReads::new();
        for fact in &self.walker.facts {
            let (owner, depth) = match fact {
                CharacterFact::Marks(who, track) => ((*who, *track), Depth::Marks),
                CharacterFact::Lost(who, track) => ((*who, *track), Depth::Lost),
                CharacterFact::Tags(_) => continue,
            };
            let held = read.entry(owner).or_insert(depth);
            *held = depth.max(*held);
        }
        read
    }

    /// Of marks that were made, those of tracks whose marks were not read: what became of the
    /// others is known.
    fn unread(&mut self, read: &MarkReads, blind: u32) -> Result<u32, OddsError> {
        let all = self.blind.get(blind).ok_or_else(|| lost())?;
        let unread = |one: &&BlindChange| match one {
            BlindChange::Marking(one) => read.get(&(one.who, one.track)) != Some(&Depth::Marks),
            BlindChange::Tag(..) => true,
        };
        let kept: Vec<_> = all.iter().filter(unread).cloned().collect();
        Ok(self.blind.number(kept.as_slice())?)
    }

    /// Everything that one part leads to from one state.
    fn step(
        &mut self,
        which: usize,
        (table, bare): (u32, &[u32]),
        states: u32,
    ) -> Result<Walked<TurnTarget>, OddsError> {
        let (at, part) = self.known.get(which).map(|known| (known.turn, known.part)).ok_or_else(|| lost())?;
        let turn = self.turns.get(at).ok_or_else(|| lost())?;
        let world = self.space.world_of(table, bare)?;
        // Where nothing was done yet there are no states from before it, and nothing follows.
        let earlier = match self.space.before(table)? {
            Some(before) => self.space.states(before)?,
            None => crate::engine::States::new(),
        };
        let stage = Stage { world: &world, ..self.stage };
        let first = self.stage;
        let Self { walker, space, had, kinds, blind, never, held, changing, .. } = self;
        let before = (part == Continuation::Alone).then_some(states);
        let mut next = space.len() + STATES_AT_ONCE;
        walker.walk(|walker| {
            let done = match part {
                Continuation::Alone => turn.happens_alone(&stage, walker),
                Continuation::Follows => follow(&stage, &earlier, turn.answers(), walker),
                Continuation::Whole => turn.happens(&stage, walker),
            };
            let Some(done) = came(&first, done, had)? else { return Ok(None) };
            let mut unread: Vec<BlindChange> = walker.made.iter().cloned().map(BlindChange::Marking).collect();
            for event in &done.events {
                if let Event::TagGained { tag, .. } | Event::TagLost { tag, .. } = event
                    && !kinds.needed.contains(&tag.kind)
                {
                    held.insert(tag.kind);
                    changing.insert(tag.kind);
                }
                if let Event::TagGained { who, tag } = event
                    && !kinds.needed.contains(&tag.kind)
                {
                    unread.push(BlindChange::Tag(*who, HeldTag { number: 0, ..tag.clone() }));
                }
            }
            never.get_mut(at).ok_or_else(|| Failure::internal(nowhere()))?.narrow(&done);
            let unread = blind.number(unread.as_slice())?;
            let after = kinds.after_run(stage.game, &mut walker.cards, (done.world, &world))?;
            let found = space.number(&after, before)?;
            // One action may lead to as many states as there is no room for.
            if space.len() >= next {
                next = space.len() + STATES_AT_ONCE;
                let kept = space.kept().map_err(|_| Failure::internal(nowhere()))?;
                let room = walker.budget.room(kept);
                room.map_err(|full| Failure::refused(walker.stop(full.into()), nowhere()))?;
            }
            Ok(Some((found, unread)))
        })
    }

    fn after_turn(
        &mut self,
        turn: u32,
        first: u32,
        now: &StateDistribution,
        differences: &mut Differences,
    ) -> Result<TurnOdds, OddsError> {
        let before = self.states_of(first)?;
        for state in &now.states {
            self.states_of(*state)?;
        }
        // Every state is counted for each of its people, and for all together.
        let people = self.stage.world.people.len() as u64;
        let digits = now.width().saturating_mul(4).saturating_mul(people.saturating_add(1));
        let state = STATE.saturating_add(PERSON.saturating_mul(people)).saturating_add(digits);
        self.walker.budget.spend(state.saturating_mul(now.states.len() as u64))?;
        let changes =
            differences.odds((&self.stage, &self.walker.cards), &mut self.space, (first, before), now, &self.had)?;
        let values = changes.iter().flat_map(|change| change.to.ways());
        let (count, bytes) = values.fold((0_u64, 0_u64), |(count, bytes), (answer, ways)| {
            let value = VALUE.saturating_add(answer.heap()).saturating_add(ways.bits() / 8);
            (count.saturating_add(1), bytes.saturating_add(value))
        });
        self.walker.budget.spend(CHANGE.saturating_mul(count))?;
        self.walker.budget.hold(COPIES.saturating_mul(bytes))?;
        let failed = Chance::new(now.failed.clone(), now.below.clone());
        Ok(TurnOdds {
            turn,
            changes,
            states: Some(now.states.len()),
            unable: Chance::new(now.unable()?, now.below.clone()),
            left: Chance::new(now.left.clone(), now.below.clone()),
            unanswered: self
                .failed
                .iter()
                .filter(|_| !failed.is_never())
                .map(|one| (one.clone(), failed.clone()))
                .collect(),
            left_out: Vec::new(),
            counted: self.walker.cards.names(self.stage.game),
            samples: None,
        })
    }
}

/// What one run did; `None`: it cannot be done now.
fn came(
    first: &Stage<'_>,
    done: Result<Done, Failure>,
    had: &mut BTreeMap<(usize, PointsId), i64>,
) -> Result<Option<Done>, Failure> {
    match done {
        Ok(done) => {
            for event in &done.events {
                match event {
                    Event::Points { who, points, from, .. } => {
                        had.entry((*who, *points)).or_insert(*from);
                    }
                    Event::Own { name, .. } => return Err(own_trait(name)),
                    _ => {}
                }
            }
            Ok(Some(done))
        }
        Err(failure) if is_over(first, &failure) => Ok(None),
        Err(failure) => Err(failure),
    }
}
