//! The state key of an action between two steps: runs with equal keys have equal futures, so they are merged.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use super::answered_trait::Answered;
use super::failure::{Failure, There as _};
use super::machine::{Machine, TestFrame, Value};
use super::play::{Act, Chosen, Facts, HeldThings, Intervener, Play, Saved};
use super::roll::Roll;
use super::unending::Unending;
use crate::check::program::{At, PointsId, TagId, TrackId};
use crate::dice::CompareOp;
use crate::sort::Gather as _;
use crate::world::{Event, Tag, World};

/// Steps as which it counts that what runs is copied and compared.
const COPIED: usize = 20;

/// Everything that comes next may depend on, but for what is the same in every run of the same step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Situation {
    world: World,
    who: usize,
    acts: Vec<ActNow>,
    events: BTreeMap<PastEvent, i64>,
    said: BTreeSet<String>,
    wanted: Vec<Vec<Chosen>>,
    passed: usize,
    interveners: Vec<Intervener>,
    local: Vec<(BTreeMap<String, String>, Option<String>)>,
    used: BTreeSet<String>,
    tags: [Vec<Tag>; 2],
    open: Option<(usize, usize, usize)>,
    frame: Option<FrameNow>,
    asked: BTreeMap<String, i64>,
    locals: Vec<Value>,
    numbers: (Vec<i64>, Vec<(usize, i64)>, usize),
    unending: (BTreeMap<usize, Unending>, BTreeMap<usize, usize>),
    /// Who of those who tie are still to roll.
    rest: Vec<usize>,
    /// Dice that lie covered were thrown since, and are kept: nothing is equal to that.
    alone: bool,
}

impl Hash for Situation {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // What differs most often; the rest is compared.
        self.world.hash(state);
        self.events.hash(state);
        self.said.hash(state);
        self.acts.len().hash(state);
    }
}

impl Situation {
    /// Whether it can be equal to another.
    #[must_use]
    pub fn is_comparable(&self) -> bool {
        !self.alone
    }

    /// The same where some of those who tie are still to roll.
    #[must_use]
    pub(super) fn before(self, rest: &[usize]) -> Self {
        Self { rest: rest.to_vec(), ..self }
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

/// Something that happened, whenever it was; of points that were taken, with how many.
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
    slots: Vec<Option<Answered<Value>>>,
    many: BTreeMap<usize, Vec<usize>>,
    called: BTreeMap<usize, String>,
    dice: BTreeMap<usize, Vec<super::choosing::Chosen>>,
    showing: BTreeMap<usize, Vec<(CompareOp, i64)>>,
    did: BTreeMap<usize, Self>,
    facts: BTreeMap<usize, Facts>,
    rolls: Vec<(usize, usize, usize, Option<FrameNow>)>,
}

impl ActNow {
    fn bytes(&self) -> usize {
        200 + 40 * self.slots.len() + 600 * self.rolls.len() + self.did.values().map(Self::bytes).sum::<usize>()
    }
}

/// A test that was rolled and can be read.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FrameNow {
    test: *const u8,
    inputs: Vec<Option<Answered<i64>>>,
    values: Vec<Option<Value>>,
    total: Option<i64>,
    cut: bool,
    /// Covered dice by their number, others by what they show.
    rolls: Vec<Result<usize, Roll>>,
}

impl<'a> Machine<'a> {
    /// What is so now. `before`: how many rolls there were where the step began that is compared.
    pub(super) fn situation(&mut self, before: usize, at: At) -> Result<Situation, Failure> {
        // All characters are looked at, and what runs is copied.
        let size = self.playing(at)?.world.size();
        self.look_at(size, at)?;
        self.count_steps(COPIED, at)?;
        let mut alone = false;
        let frame = self.frame.as_ref().map(|frame| self.frame_now(frame, self.shared, before, &mut alone));
        let play = self.play.as_deref().there(at)?;
        // Of what is not named here, memories hold what follows from the rest, and places that were passed and the
        // last outcome are only told.
        let Play { world, who, acts, events, local, interveners, used, waiting, refused, done, undone, .. } = play;
        let Play { passed, open, own, about, said, .. } = play;
        let wanted = |those: &[(Chosen, Failure)]| those.iter().map(|(chosen, _)| chosen.clone()).collect();
        Ok(Situation {
            world: world.clone(),
            who: *who,
            acts: acts.iter().map(|act| self.act_now(act, before, &mut alone)).collect(),
            events: happened(events),
            said: said.iter().cloned().to_set(),
            wanted: vec![waiting.iter().cloned().collect(), wanted(refused), done.clone(), wanted(undone)],
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
            unending: (self.unending.clone(), self.either.clone()),
            rest: Vec::new(),
            alone,
        })
    }

    fn act_now(&self, act: &Act<'a>, before: usize, alone: &mut bool) -> ActNow {
        let Act { slots, held: HeldThings { many, dice, showing, rolls, facts, did, called }, .. } = act;
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
            rolls: kept,
        }
    }

    fn frame_now(&self, frame: &TestFrame<'a>, shared: Option<usize>, before: usize, alone: &mut bool) -> FrameNow {
        let pools = frame.pools.iter().map(|(_, roll)| *roll);
        let rolls = shared.into_iter().chain(frame.hands.iter().copied()).chain(pools);
        let rolls = rolls.map(|roll| match self.rolls.get(roll) {
            Some(open) if !self.covered.contains_key(&roll) => Err(open.clone()),
            _ => {
                *alone |= roll >= before;
                Ok(roll)
            }
        });
        FrameNow {
            rolls: rolls.collect(),
            test: std::ptr::from_ref(frame.test).cast(),
            inputs: frame.inputs.clone(),
            values: frame.values.clone(),
            total: frame.total,
            cut: frame.cut,
        }
    }
}

/// What happened, without when.
fn happened(events: &[Event]) -> BTreeMap<PastEvent, i64> {
    let mut all: BTreeMap<PastEvent, i64> = BTreeMap::new();
    for event in events {
        let (what, more) = match event {
            Event::Points { who, points, from, to } => {
                (PastEvent::Points(*who, *points), from.saturating_sub(*to).max(0))
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
