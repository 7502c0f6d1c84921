//! The state key of an action between two steps: runs with equal keys have equal futures, so they are merged.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use super::action_state::{
    Facts, HeldThings, Intervener, Play, RequestedIntervention, RunningAction, Saved, Unfinished, Unplaced,
};
use super::answered_trait::AnsweredValue;
use super::dice_selection::{ChosenDice, Local};
use super::failure::{Failure, There as _};
use super::machine::{Machine, TestFrame, Value};
use super::roll::DiceRoll;
use super::truncated_bounds::TruncatedBounds;
use crate::check::program::{At, FrameRead, PointsId, TagId, TrackId};
use crate::dice::CompareOp;
use crate::sort::Gather as _;
use crate::world::{Event, HeldTag, World};

/// Steps as which it counts that what runs is copied and compared.
const COPIED: usize = 20;

/// Everything that comes next may depend on, but for what is the same in every run of the same step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateKey {
    world: World,
    who: usize,
    acts: Vec<ActNow>,
    events: BTreeMap<PastEvent, i64>,
    said: BTreeSet<String>,
    wanted: Vec<Vec<RequestedIntervention>>,
    passed: usize,
    interveners: Vec<Intervener>,
    local: Vec<(BTreeMap<String, String>, Option<String>)>,
    used: BTreeSet<String>,
    tags: [Vec<HeldTag>; 2],
    open: Option<(usize, usize, usize)>,
    frame: Option<FrameNow>,
    asked: BTreeMap<String, i64>,
    locals: Vec<Local>,
    numbers: (Vec<i64>, Vec<(usize, i64)>, usize),
    unending: (BTreeMap<usize, TruncatedBounds>, BTreeMap<usize, usize>),
    /// What is left to do of what is being done.
    pending: Vec<Unfinished>,
    /// The step of several that is over.
    step: Option<At>,
    /// While interventions follow one another: in which rolls those could have been done that did not say in which.
    unplaced: Option<Vec<(RequestedIntervention, Vec<usize>)>>,
    /// Whether nothing is read of dice that lay there before and of which not everything is known: then it does not
    /// matter how they fell.
    whole: bool,
    /// Dice of which not only this is known lie covered, were thrown since, and are kept: nothing is equal to that.
    alone: bool,
}

impl Hash for StateKey {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // What differs most often; the rest is compared.
        self.world.hash(state);
        self.events.hash(state);
        self.said.hash(state);
        self.acts.hash(state);
        self.frame.hash(state);
        self.pending.hash(state);
    }
}

impl StateKey {
    /// Whether it can be equal to another.
    #[must_use]
    pub fn is_comparable(&self) -> bool {
        !self.alone
    }

    /// Whether runs in equal situations have the same future, however the dice before fell.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.whole && !self.alone
    }

    /// Whether it lies between two interventions in one roll.
    #[must_use]
    pub fn is_link(&self) -> bool {
        self.unplaced.is_some()
    }

    /// Whether it lies between two steps.
    #[must_use]
    pub fn is_step(&self) -> bool {
        self.step.is_some()
    }

    /// The same behind a step.
    #[must_use]
    pub(super) fn behind(self, step: At) -> Self {
        Self { step: Some(step), ..self }
    }

    /// The same in whichever round of the loop at this depth, which has its number in a slot.
    #[must_use]
    pub(super) fn in_any_round(mut self, depth: usize, slot: usize) -> Self {
        self.pending.get_mut(depth.saturating_sub(1)).into_iter().for_each(|pending| pending.left.clear());
        let number = self.acts.last_mut().and_then(|act| act.slots.get_mut(slot));
        number.into_iter().for_each(|number| *number = None);
        self
    }

    /// The same while interventions follow one another.
    #[must_use]
    pub(super) fn placed(self, unplaced: &[Unplaced]) -> Self {
        let unplaced = unplaced.iter().map(|one| (one.chosen.clone(), one.rolls.clone())).collect();
        Self { unplaced: Some(unplaced), ..self }
    }

    /// Numbers of tags that something speaks of, among others.
    fn numbers(&self) -> BTreeSet<i64> {
        let mut all: BTreeSet<i64> = self.tags.iter().flatten().map(|tag| tag.number).to_set();
        all.extend(self.locals.iter().filter_map(|local| match local {
            Local::Value(value) => number_of(value),
            Local::Roll(_) | Local::Dice(_) => None,
        }));
        all.extend(self.pending.iter().flat_map(|pending| &pending.tags));
        all.extend(self.asked.values().chain(&self.numbers.0).chain(self.numbers.1.iter().map(|(_, one)| one)));
        let changed = self.interveners.iter().flat_map(|one| &one.before);
        all.extend(changed.filter_map(|(_, input)| number_of(&input.as_ref()?.value)));
        self.frame.iter().for_each(|frame| frame.numbers(&mut all));
        self.acts.iter().for_each(|act| act.numbers(&mut all));
        all
    }

    /// About how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let people: usize =
            self.world.people.iter().map(|one| 400 + 48 * one.points.len() + 300 * one.tags.len()).sum();
        let acts: usize = self.acts.iter().map(ActNow::bytes).sum();
        (size_of::<Self>() + people + acts + 64 * self.events.len()) as u64
    }
}

/// Something that happened, whenever it was.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum PastEvent {
    Points(usize, PointsId),
    Trait(usize, usize),
    Own(usize, String),
    Marks(usize, TrackId),
    Tag(usize, TagId),
    TagValue(usize, i64),
    State(usize, usize),
}

/// A running action.
#[derive(Debug, Clone, PartialEq, Eq)]
struct ActNow {
    slots: Vec<Option<AnsweredValue>>,
    many: BTreeMap<usize, Vec<usize>>,
    called: BTreeMap<usize, String>,
    dice: BTreeMap<usize, Vec<super::dice_selection::CandidateDie>>,
    showing: BTreeMap<usize, Vec<(CompareOp, i64)>>,
    did: BTreeMap<usize, Self>,
    facts: BTreeMap<usize, Facts>,
    kept: BTreeMap<(usize, usize), BTreeMap<FrameRead, Option<Value>>>,
    rolls: Vec<(usize, usize, usize, Option<FrameNow>)>,
}

impl Hash for ActNow {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.slots.hash(state);
        self.did.hash(state);
        self.facts.hash(state);
        self.kept.hash(state);
        self.rolls.iter().for_each(|(.., frame)| frame.hash(state));
    }
}

impl Hash for FrameNow {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.total.hash(state);
        self.reached.hash(state);
        self.values.hash(state);
        for lying in &self.rolls {
            match lying {
                TestDice::Open(roll) => roll.sorted.hash(state),
                TestDice::Covered(_, known) => known.hash(state),
                TestDice::Unread => {}
                TestDice::Before(number) => number.hash(state),
            }
        }
    }
}

fn number_of(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        Value::Text(_) => None,
    }
}

impl FrameNow {
    fn is_whole(&self) -> bool {
        !self.rolls.iter().any(|lying| matches!(lying, TestDice::Before(_)))
    }

    fn numbers(&self, all: &mut BTreeSet<i64>) {
        all.extend(self.inputs.iter().flatten().filter_map(|input| number_of(&input.value)));
        all.extend(self.values.iter().flatten().filter_map(number_of));
    }
}

impl ActNow {
    /// Whether all dice that it reads are part of it.
    fn is_whole(&self) -> bool {
        let mut tests = self.rolls.iter().filter_map(|(.., frame)| frame.as_ref());
        self.dice.is_empty() && tests.all(FrameNow::is_whole) && self.did.values().all(Self::is_whole)
    }

    fn numbers(&self, all: &mut BTreeSet<i64>) {
        all.extend(self.slots.iter().flatten().filter_map(|slot| number_of(&slot.value)));
        all.extend(self.kept.values().flat_map(BTreeMap::values).flatten().filter_map(number_of));
        self.did.values().for_each(|did| did.numbers(all));
        self.rolls.iter().filter_map(|(.., frame)| frame.as_ref()).for_each(|frame| frame.numbers(all));
    }

    fn bytes(&self) -> usize {
        200 + 40 * self.slots.len() + 600 * self.rolls.len() + self.did.values().map(Self::bytes).sum::<usize>()
    }
}

/// A test that was rolled and can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FrameNow {
    test: *const u8,
    inputs: Vec<Option<AnsweredValue>>,
    values: Vec<Option<Value>>,
    total: Option<i64>,
    reached: Option<usize>,
    cut: bool,
    rolls: Vec<TestDice>,
    chosen: BTreeMap<usize, ChosenDice>,
    picked: Vec<(usize, ChosenDice, ChosenDice)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum TestDice {
    Open(DiceRoll),
    /// Covered ones, and what is known of them.
    Covered(DiceRoll, (usize, usize)),
    /// Of which nothing is read any more.
    Unread,
    /// Covered ones by their number: they lay there before.
    Before(usize),
}

impl<'a> Machine<'a> {
    /// What is so now. `before`: how many rolls there were where the step began that is compared.
    pub(super) fn state_key(&mut self, before: usize, at: At) -> Result<StateKey, Failure> {
        // All characters are looked at, and what runs is copied.
        let size = self.playing(at)?.world.size();
        self.look_at(size, at)?;
        self.count_steps(COPIED, at)?;
        let mut alone = false;
        let frame = self.frame.as_ref().map(|frame| self.frame_now(frame, self.shared, before, &mut alone));
        let play = self.play.as_deref().there(at)?;
        // Of what is not named here, memories hold what follows from the rest, and places that were passed and the
        // last outcome are only told.
        let Play {
            world, who, acts, events, local, interveners, used, waiting, refused, done, undone, declined, ..
        } = play;
        let Play { passed, open, own, about, said, pending, .. } = play;
        let wanted =
            |those: &[(RequestedIntervention, Failure)]| those.iter().map(|(chosen, _)| chosen.clone()).collect();
        let mut now = StateKey {
            world: world.clone(),
            who: *who,
            acts: acts.iter().map(|act| self.act_now(act, before, &mut alone)).collect(),
            events: happened(events, self.effects.asks_prices()),
            said: said.iter().cloned().to_set(),
            wanted: vec![
                waiting.iter().cloned().collect(),
                wanted(refused),
                done.clone(),
                wanted(undone),
                declined.clone(),
            ],
            // An intervention that is wanted at a place counts those before it.
            passed: if waiting.iter().any(|chosen| chosen.place.is_some()) { passed.len() } else { 0 },
            interveners: interveners.clone(),
            local: local.clone(),
            used: used.clone(),
            tags: [own.clone(), about.clone()],
            open: *open,
            frame,
            asked: self.asked.clone(),
            locals: self.locals().to_vec(),
            numbers: (self.given.clone(), self.worth.clone(), self.side),
            unending: (
                self.unending
                    .iter()
                    .filter(|(roll, _)| !self.is_unread(**roll))
                    .map(|(roll, one)| (*roll, one.clone()))
                    .collect(),
                self.either.clone(),
            ),
            pending: pending.clone(),
            step: None,
            unplaced: None,
            whole: true,
            alone,
        };
        now.whole = now.acts.iter().all(ActNow::is_whole)
            && now.frame.iter().all(FrameNow::is_whole)
            && now.locals.iter().all(|local| matches!(local, Local::Value(_)));
        if self.game.tags.iter().any(|kind| kind.cards.is_some()) {
            let keeps = now.numbers();
            self.effects.lays_cards(self.game, &mut now.world, &keeps)?;
        }
        Ok(now)
    }

    /// Whether nothing but how its test ends is read of a roll.
    fn is_unread(&self, roll: usize) -> bool {
        self.either.get(&roll) == Some(&roll)
    }

    fn act_now(&self, act: &RunningAction<'a>, before: usize, alone: &mut bool) -> ActNow {
        let RunningAction {
            slots,
            held: HeldThings { many, dice, showing, rolls, kept: values, facts, did, called },
            ..
        } = act;
        let mut kept = Vec::new();
        for (slot, sides) in rolls {
            for (side, saved) in sides.iter().enumerate() {
                let Some(Saved { frame, shared, who, .. }) = saved else { continue };
                let frame = frame.as_ref().map(|frame| self.frame_now(frame, *shared, before, alone));
                kept.push((*slot, side, *who, frame));
            }
        }
        ActNow {
            slots: slots.clone(),
            many: many.clone(),
            called: called.clone(),
            dice: dice.clone(),
            showing: showing.clone(),
            did: did.iter().map(|(slot, act)| (*slot, self.act_now(act, before, alone))).collect(),
            facts: facts.clone(),
            kept: values.clone(),
            rolls: kept,
        }
    }

    fn frame_now(&self, frame: &TestFrame<'a>, shared: Option<usize>, before: usize, alone: &mut bool) -> FrameNow {
        let pools = frame.pools.iter().map(|(_, roll)| *roll);
        let rolls = shared.into_iter().chain(frame.hands.iter().copied()).chain(pools);
        let rolls = rolls.map(|number| match (self.rolls.get(number), self.covered.get(&number)) {
            _ if self.is_unread(number) => TestDice::Unread,
            (Some(roll), None) => TestDice::Open(roll.clone()),
            (Some(roll), Some(covered)) if number >= before => match self.effects.known_of(*covered) {
                Some(known) => TestDice::Covered(roll.clone(), known),
                None => {
                    *alone = true;
                    TestDice::Before(number)
                }
            },
            _ => {
                *alone |= number >= before;
                TestDice::Before(number)
            }
        });
        FrameNow {
            rolls: rolls.collect(),
            chosen: frame.chosen.clone(),
            picked: frame.picked.clone(),
            test: std::ptr::from_ref(frame.test).cast(),
            inputs: frame.inputs.clone(),
            values: frame.values.clone(),
            total: frame.total,
            reached: frame.reached,
            cut: frame.cut,
        }
    }
}

/// What happened, without when; of points that were taken how many, if that is `priced`.
fn happened(events: &[Event], priced: bool) -> BTreeMap<PastEvent, i64> {
    let mut all: BTreeMap<PastEvent, i64> = BTreeMap::new();
    for event in events {
        let (what, more) = match event {
            Event::Points { who, points, from, to } => {
                let taken = if priced { from.saturating_sub(*to).max(0) } else { 0 };
                (PastEvent::Points(*who, *points), taken)
            }
            Event::Trait { who, index, .. } => (PastEvent::Trait(*who, *index), 0),
            Event::Own { who, name, .. } => (PastEvent::Own(*who, name.clone()), 0),
            Event::Marks { who, track, .. } => (PastEvent::Marks(*who, *track), 0),
            Event::TagGained { who, tag } | Event::TagLost { who, tag, .. } => (PastEvent::Tag(*who, tag.kind), 0),
            Event::TagValue { who, number, .. } => (PastEvent::TagValue(*who, *number), 0),
            Event::State { who, holder, to, .. } => {
                all.insert(PastEvent::State(*who, *holder), *to as i64);
                continue;
            }
            Event::TagLasts { .. } | Event::Said(_) | Event::Passed(_) | Event::Turn(_) => continue,
        };
        let sum = all.entry(what).or_default();
        *sum = sum.saturating_add(more);
    }
    all
}
