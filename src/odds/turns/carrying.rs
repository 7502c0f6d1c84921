//! Transitions between states: each is computed once for all states that are equivalent for it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::Turn;
use super::crowd::{Crowd, Depth, Kept, MarkProjection, MarkReads, Markings, StateDelta, View, place};
use super::differences::Differences;
use super::kinds::renumbered;
use super::now::Now;
use super::walked::{Model, TurnTarget, model};
use crate::check::program::{CheckedGame, PointsId, TagId};
use crate::engine::{CharacterFact, Done, Failure, Never, Stage, follow, nowhere, states_of};
use crate::limits::Budget;
use crate::odds::OddsLimits;
use crate::odds::cards::CardUsage;
use crate::odds::chance::Chance;
use crate::odds::conserved::lost;
use crate::odds::deeds::{is_over, own_trait};
use crate::odds::model::TurnOdds;
use crate::odds::trouble::OddsError;
use crate::odds::walk::{Heap, MOST_HANDS, Walked, Walker};
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::world::{Event, HeldTag, World};

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

/// Why all has to begin anew.
pub(super) enum Anew {
    /// These kinds of tag matter after all: something reads them.
    With(BTreeSet<TagId>),
    /// Characters gained or lost tags of these kinds, which nothing reads.
    Gained(BTreeSet<TagId>),
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

pub(super) struct Carrying<'s> {
    stage: Stage<'s>,
    turns: &'s [Turn],
    pub(super) walker: Walker,
    /// What was known of cards at first.
    version: u64,
    /// Kinds of tag that are followed.
    kinds: BTreeSet<TagId>,
    /// Whether all that characters gain is followed.
    greedy: bool,
    /// Kinds that characters gained or lost and that are not followed.
    pub(super) gained: BTreeSet<TagId>,
    /// Why something could not be answered, for the first time.
    failed: Option<Failure>,
    crowd: Crowd,
    known: Vec<ContinuationFacts>,
    models: Vec<Model>,
    /// What each model's ways lead to from where it was found.
    ends: Vec<Vec<StateDelta>>,
    /// Marks that were made.
    made: Kept<Markings>,
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
type CarryResult<T> = Result<Result<T, Anew>, OddsError>;

impl<'s> Carrying<'s> {
    /// `apart`: what follows from something is carried on by itself; `greedy`: tags that nothing reads
    /// are followed as well.
    pub(super) fn new(
        stage: Stage<'s>,
        turns: &'s [Turn],
        (bounds, budget): (&OddsLimits, &Rc<Budget>),
        kinds: BTreeSet<TagId>,
        (apart, greedy, cards): (bool, bool, CardUsage),
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
        Self {
            stage,
            turns,
            version: cards.version(),
            walker: Walker::new(bounds, budget)
                .not_counting()
                .incurious()
                .wherever_possible()
                .with_cards(cards)
                .joining_late(),
            kinds,
            greedy,
            gained: BTreeSet::new(),
            failed: None,
            crowd: Crowd::default(),
            known,
            models: Vec::new(),
            ends: Vec::new(),
            made: Kept::default(),
            never: vec![Never::default(); turns.len()],
            had: BTreeMap::new(),
            ways: 0,
            view: Vec::new(),
        }
    }

    pub(super) fn all(&mut self, times: u32) -> CarryResult<Vec<TurnOdds>> {
        let first = alike((self.stage.game, &mut self.walker.cards), &self.kinds, self.stage.world.clone())?;
        let first = self.crowd.number(first, None)?;
        let mut now = Now::at(first)?;
        let mut differences = Differences::default();
        let mut found = Vec::new();
        for turn in 1..=times {
            now.begins()?;
            for which in 0..self.known.len() {
                let (states, before) = (now.states.len() as u64, self.walker.runs);
                for (looked_at, state) in (0_u64..).zip(&now.states) {
                    self.foresee(before, looked_at, states)?;
                    let found = self.find(which, *state);
                    if self.walker.cards.version() != self.version {
                        return Ok(Err(Anew::Cards));
                    }
                    if let Err(anew) = found? {
                        return Ok(Err(anew));
                    }
                }
                now = self.carried(which, now)?;
                if let (true, Some(failure)) = (now.states.is_empty(), &self.failed) {
                    return Err(failure.clone().into());
                }
                self.room(DIGIT.saturating_mul(now.digits() as u64))?;
            }
            found.push(self.after_turn(turn, first, &now, &mut differences)?);
            if self.walker.cards.version() != self.version {
                return Ok(Err(Anew::Cards));
            }
        }
        match self.never.drain(..).find_map(Never::why) {
            Some(failure) => Err(failure.into()),
            None => Ok(Ok(found)),
        }
    }

    /// Whether there is room for everything that is kept, and so many bytes more.
    fn room(&mut self, more: u64) -> Result<(), OddsError> {
        let kept = self.crowd.kept()?;
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
    fn carried(&self, which: usize, now: Now) -> Result<Now, OddsError> {
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
        now.carried(self.crowd.len(), &leads)
    }

    /// The number of the states of all characters.
    fn states_of(&mut self, table: u32) -> Result<u32, OddsError> {
        if let Some(known) = self.crowd.states_of(table)? {
            return Ok(known);
        }
        let people = self.crowd.people(table)?.to_vec();
        let mut conditions = Vec::with_capacity(people.len());
        let mut world = None;
        for (who, person) in people.into_iter().enumerate() {
            if let Some(known) = self.crowd.condition_alone(who, person) {
                conditions.push(known);
                continue;
            }
            let world = match &mut world {
                Some(world) => world,
                none => none.insert(self.crowd.world(table)?),
            };
            let stage = Stage { world, ..self.stage };
            let (condition, alone) = states_of(&stage, who, &mut self.walker)?;
            conditions.push(self.crowd.keep_condition((who, person), condition, alone)?);
        }
        self.crowd.keep_states(table, &conditions)
    }

    /// Finds what a part leads to from one state: as it was found out for one that is the same in
    /// all that matters, or now.
    fn find(&mut self, which: usize, table: u32) -> CarryResult<()> {
        let at = table as usize;
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        if !matches!(known.nexts.get(at), None | Some(Transition::Unknown)) {
            return Ok(Ok(()));
        }
        if known.part == Continuation::Follows && self.crowd.before(table)?.is_none() {
            return Ok(Ok(known.keep(at, Transition::Stays)?));
        }
        let states = self.states_of(table)?;
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        let mut found = None;
        for (place, StateClass { reader, found: models }) in known.alike.iter_mut().enumerate() {
            self.crowd.view(table, states, reader, &mut self.view)?;
            if let Some(model) = models.get(&*self.view) {
                found = Some((place, *model));
                break;
            }
        }
        let (place, model) = match found {
            Some(found) => found,
            None => match self.walk(which, table, states)? {
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
        let from = self.crowd.people(table)?.to_vec();
        let mut to = Vec::with_capacity(ends.len());
        for end in ends {
            to.push(self.crowd.led(end, &from, reader, &self.made)?);
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
    fn walk(&mut self, which: usize, table: u32, states: u32) -> CarryResult<(usize, usize)> {
        self.walker.facts.clear();
        let walked = self.step(which, table, states);
        // It may have missed a tag that was not followed.
        let missing = self.missing();
        if !missing.is_empty() && !matches!(walked, Err(OddsError::TooLong(_) | OddsError::TooLarge)) {
            return Ok(Err(Anew::With(missing)));
        }
        let mut walked = walked?;
        if self.greedy && !self.gained.is_empty() {
            return Ok(Err(Anew::Gained(std::mem::take(&mut self.gained))));
        }
        if let (None, Some((failure, _))) = (&self.failed, walked.failed.first()) {
            self.failed = Some(failure.clone());
        }
        let read = self.read();
        for (leaf, _) in &mut walked.leaves {
            if let Some((_, made)) = leaf {
                *made = self.unread(&read, *made)?;
            }
        }
        let bytes = walked.bytes;
        let (to, model) = model(walked)?;
        self.walker.budget.release(bytes);
        let known = self.known.get_mut(which).ok_or_else(|| lost())?;
        if known.part == Continuation::Follows && model.refused != BigUint::default() {
            return Ok(Err(Anew::AsOne));
        }
        self.models.push(model);
        let ends = to.into_iter().map(|to| self.crowd.end(table, to, &self.made));
        self.ends.push(ends.collect::<Result<_, OddsError>>()?);
        let place = known.alike.iter().position(|alike| alike.reader.read == read).unwrap_or_else(|| {
            known.alike.push(StateClass { reader: MarkProjection::of(read), found: FxHashMap::default() });
            known.alike.len() - 1
        });
        let StateClass { reader, found } = known.alike.get_mut(place).ok_or_else(|| lost())?;
        self.crowd.view(table, states, reader, &mut self.view)?;
        found.insert(Rc::from(self.view.as_slice()), self.models.len() - 1);
        Ok(Ok((place, self.models.len() - 1)))
    }

    /// Kinds of tag that were read and are not followed.
    fn missing(&self) -> BTreeSet<TagId> {
        let kinds = self.walker.facts.iter().filter_map(|fact| match fact {
            CharacterFact::Tags(kind) => Some(*kind),
            CharacterFact::Marks(..) | CharacterFact::Lost(..) => None,
        });
        kinds.filter(|kind| !self.kinds.contains(kind)).to_set()
    }

    /// Marks that were read.
    fn read(&self) -> MarkReads {
        let mut read = MarkReads::new();
        for fact in &self.walker.facts {
            let (whose, depth) = match fact {
                CharacterFact::Marks(who, track) => ((*who, *track), Depth::Marks),
                CharacterFact::Lost(who, track) => ((*who, *track), Depth::Lost),
                CharacterFact::Tags(_) => continue,
            };
            let held = read.entry(whose).or_insert(depth);
            *held = depth.max(*held);
        }
        read
    }

    /// Of marks that were made, those of tracks whose marks were not read: what became of the
    /// others is known.
    fn unread(&mut self, read: &MarkReads, made: u32) -> Result<u32, OddsError> {
        let all = self.made.get(made).ok_or_else(|| lost())?;
        let unread = |one: &crate::engine::Marking| read.get(&(one.who, one.track)) != Some(&Depth::Marks);
        let kept: Vec<_> = all.iter().filter(|one| unread(one)).cloned().collect();
        Ok(self.made.number(kept.as_slice())?)
    }

    /// Everything that one part leads to from one state.
    fn step(&mut self, which: usize, table: u32, states: u32) -> Result<Walked<TurnTarget>, OddsError> {
        let (at, part) = self.known.get(which).map(|known| (known.turn, known.part)).ok_or_else(|| lost())?;
        let turn = self.turns.get(at).ok_or_else(|| lost())?;
        let world = self.crowd.world(table)?;
        // Where nothing was done yet there are no states from before it, and nothing follows.
        let earlier = match self.crowd.before(table)? {
            Some(before) => self.crowd.states(before)?,
            None => crate::engine::States::new(),
        };
        let stage = Stage { world: &world, ..self.stage };
        let first = self.stage;
        let Self { walker, crowd, had, kinds, made, never, gained, .. } = self;
        let before = (part == Continuation::Alone).then_some(states);
        let mut next = crowd.len() + STATES_AT_ONCE;
        walker.walk(|walker| {
            let done = match part {
                Continuation::Alone => turn.happens_alone(&stage, walker),
                Continuation::Follows => follow(&stage, &earlier, turn.answers(), walker),
                Continuation::Whole => turn.happens(&stage, walker),
            };
            let Some(done) = came(&first, done, had)? else { return Ok(None) };
            let touched = done.events.iter().filter_map(|event| match event {
                Event::TagGained { tag, .. } | Event::TagLost { tag, .. } => Some(tag.kind),
                _ => None,
            });
            gained.extend(touched.filter(|kind| !kinds.contains(kind)));
            never.get_mut(at).ok_or_else(|| Failure::internal(nowhere()))?.narrow(&done);
            let made = made.number(walker.made.as_slice())?;
            let found = crowd.number(alike((stage.game, &mut walker.cards), kinds, done.world)?, before)?;
            // One action may lead to as many states as there is no room for.
            if crowd.len() >= next {
                next = crowd.len() + STATES_AT_ONCE;
                let kept = crowd.kept().map_err(|_| Failure::internal(nowhere()))?;
                let room = walker.budget.room(kept);
                room.map_err(|full| Failure::refused(walker.stop(full.into()), nowhere()))?;
            }
            Ok(Some((found, made)))
        })
    }

    fn after_turn(
        &mut self,
        turn: u32,
        first: u32,
        now: &Now,
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
            differences.odds((&self.stage, &self.walker.cards), &mut self.crowd, (first, before), now, &self.had)?;
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

/// All characters with only what is followed: those who are alike are the same.
fn alike(
    (game, cards): (&CheckedGame, &mut CardUsage),
    kinds: &BTreeSet<TagId>,
    mut world: World,
) -> Result<World, Failure> {
    cards.lay(game, &mut world, &BTreeSet::new())?;
    // In whatever order cards came, the hand is the same, unless something goes through it.
    let in_any_order = |tag: &HeldTag| game.tags[tag.kind].cards.as_ref().is_some_and(|deck| !deck.ordered);
    for person in world.people.iter_mut() {
        person.tags.retain(|tag| kinds.contains(&tag.kind));
        if person.tags.iter().any(in_any_order) {
            let (mut cards, others): (Vec<HeldTag>, Vec<HeldTag>) =
                std::mem::take(&mut person.tags).into_iter().partition(in_any_order);
            cards.order_by(|one, other| (one.kind, &one.name).cmp(&(other.kind, &other.name)));
            person.tags = others;
            person.tags.append(&mut cards);
        }
    }
    Ok(renumbered(world))
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
