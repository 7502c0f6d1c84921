//! Best play: a walk in which some choices are decisions.
//!
//! During the walk a decision node is an ordinary branch. When all its subtrees are done, the alternative with the
//! greatest expected value is kept (backward induction), and the weights of the others are set to zero.
//! The decider sees all dice, so each node is one observation.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_bigint::{BigInt, BigUint};
use rustc_hash::FxHashMap;

use super::choices::TakenBranch;
use super::dice::refuse;
use super::ties::TieState;
use super::{Heap, RunProgram, Since, TestMass, Walked, Walker};
use crate::engine::{Answer, Failure, Possible, Refusal, Stop, ValueCache};
use crate::limits::Budget;
use crate::odds::card_classes::CardUsage;
use crate::odds::chance::Ratio;
use crate::odds::conservation;
use crate::odds::error::OddsError;
use crate::odds::mass::Mass;
use crate::sort::Sort as _;

/// What is decided: whether an intervention is done or, with a question, what is answered to it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(in crate::odds) struct DecisionKey {
    /// The intervention and which of its places it is; none for a question of an action.
    pub(in crate::odds) at: Option<(usize, usize)>,
    pub(in crate::odds) label: String,
    /// Answers to questions of the intervention that were given.
    pub(in crate::odds) answers: Vec<(String, String)>,
    pub(in crate::odds) question: Option<String>,
    /// Whether it asks for dice.
    pub(in crate::odds) dice: bool,
    /// What a question of an action sees besides dice: the labels before it, as they are written.
    pub(in crate::odds) labels: Vec<String>,
}

/// A situation in which something is decided, and what is best there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::odds) struct BestDecision {
    pub(in crate::odds) key: Rc<DecisionKey>,
    /// What is seen, in the order of [`crate::engine::Policy::sights`].
    pub(in crate::odds) seen: Vec<Option<Answer>>,
    /// The faces that lie there.
    pub(in crate::odds) faces: Vec<i64>,
    /// The faces of dice that may be picked, ascending: of each as many as one answer can have.
    pub(in crate::odds) among: Vec<i64>,
    /// The best answer, as it is given; `None`: the intervention is not done.
    pub(in crate::odds) take: Option<String>,
    /// Other answers that are worth as much, if they are few.
    pub(in crate::odds) equal: Vec<Option<String>>,
}

/// What best play comes to.
#[derive(Debug)]
pub(in crate::odds) struct Best {
    pub(in crate::odds) worth: Ratio,
    /// Every situation in which something is decided, and how likely it is.
    pub(in crate::odds) advice: BTreeMap<BestDecision, Mass>,
}

/// What the decider knows: the decision, and the visible values. Equal ones are decided alike.
#[derive(Debug, Clone, Default)]
pub(super) struct InformationSet {
    key: Rc<DecisionKey>,
    seen: Vec<Option<Answer>>,
    faces: Vec<i64>,
    among: Vec<i64>,
}

/// A decision of a run.
#[derive(Debug)]
struct DecisionNode {
    /// How many choices came before.
    choices: usize,
    situation: Rc<InformationSet>,
    /// What can be answered; the first is not to do it, if that is one.
    options: Vec<Option<String>>,
}

/// The decisions of a run, and what it is worth.
#[derive(Debug)]
pub(super) struct Deciding {
    /// What runs are worth is 0 or 1.
    flag: bool,
    /// Only how a test ends is seen, and not its dice.
    ends: bool,
    /// Decisions that earlier runs made in the same way.
    known: Vec<Rc<InformationSet>>,
    made: usize,
    new: Vec<DecisionNode>,
    /// What was seen where the last intervention was decided.
    last: Rc<InformationSet>,
    worth: i64,
    /// To look at what is seen throws dice somewhere: then it is looked at in each run.
    throws: bool,
    /// How many choices came before it was looked at.
    looked: usize,
    /// Whether an intervention is tried that is not possible.
    vain: bool,
}

/// What follows one alternative.
struct Branch {
    since: Since,
    bytes: u64,
    /// What all runs are worth: for, and against.
    worth: [Mass; 2],
    /// How many interventions are done, on average.
    done: Mass,
    advice: BTreeMap<BestDecision, Mass>,
}

impl Branch {
    fn new() -> Self {
        Self {
            since: Since::new(0),
            bytes: 0,
            worth: Default::default(),
            done: Mass::default(),
            advice: BTreeMap::new(),
        }
    }

    fn worth(&self) -> Ratio {
        difference(&self.worth)
    }

    /// As if it was certain that it is come to what is this likely.
    fn of_one(self, one: &(BigUint, BigUint)) -> Result<Self, OddsError> {
        let Self { since, bytes, mut worth, mut done, mut advice } = self;
        let (above, below) = one;
        worth.iter_mut().chain([&mut done]).chain(advice.values_mut()).for_each(|mass| mass.scale(below, above));
        Ok(Self { since: since.of_one(one)?, bytes, worth, done, advice })
    }

    /// Adds what follows runs that came to a situation after these tests, as likely as they are. Returns the bytes that
    /// were added.
    fn take_future(
        &mut self,
        tests: &[usize],
        found: &TestMass,
        future: &Self,
        budget: &Budget,
    ) -> Result<u64, OddsError> {
        let bytes = self.since.take_after(tests, found, (&future.since, None), budget)?;
        self.bytes = self.bytes.saturating_add(bytes);
        for (sum, more) in self.worth.iter_mut().zip(&future.worth) {
            sum.join(found.mass.times(more));
        }
        self.done.join(found.mass.times(&future.done));
        for (advised, mass) in &future.advice {
            self.advice.entry(advised.clone()).or_default().join(found.mass.times(mass));
        }
        Ok(bytes)
    }

    /// Whether fewer interventions are done in it than in another.
    fn does_less(&self, other: &Self) -> bool {
        let ((own, own_below), (others, others_below)) = (self.done.ratio(), other.done.ratio());
        own * others_below < others * own_below
    }

    /// What is not known of it.
    fn unknown(&self) -> Mass {
        let mut unknown = self.since.left.clone();
        self.since.failed.iter().for_each(|(_, mass)| unknown.join(mass.clone()));
        unknown
    }

    /// How likely it is, whatever comes of it.
    fn mass(&self) -> Mass {
        let mut all = self.unknown();
        self.since.leaves.values().for_each(|mass| all.join(mass.clone()));
        all
    }

    /// Takes what followed a decision; how many bytes that frees.
    fn take(&mut self, other: Self) -> u64 {
        let each = other.bytes.checked_div(other.since.leaves.len() as u64).unwrap_or(0);
        let again = other.since.leaves.keys().filter(|key| self.since.leaves.contains_key(*key)).count();
        let freed = each.saturating_mul(again as u64);
        self.bytes = self.bytes.saturating_add(other.bytes.saturating_sub(freed));
        self.since.take(other.since);
        for (sum, more) in self.worth.iter_mut().zip(other.worth) {
            sum.join(more);
        }
        self.done.join(other.done);
        for (advised, mass) in other.advice {
            self.advice.entry(advised).or_default().join(mass);
        }
        freed
    }
}

/// The faces that an answer names, ascending; `None`: it says more of dice, or something else.
pub(in crate::odds) fn faces_of(text: &str) -> Option<Vec<i64>> {
    let mut faces: Vec<i64> =
        text.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| part.parse().ok()).collect::<Option<_>>()?;
    faces.order();
    Some(faces)
}

/// What is for, less what is against.
fn difference(worth: &[Mass; 2]) -> Ratio {
    let [gain, loss] = worth.each_ref().map(|mass| {
        let (above, below) = mass.ratio();
        Ratio::new(BigInt::from(above), below)
    });
    gain.less(&loss)
}

/// A decision whose alternatives are gone through.
struct Open {
    node: DecisionNode,
    /// What follows the alternative that is gone through now; which it is.
    now: Branch,
    number: usize,
    best: Option<(usize, Branch, Ratio)>,
    /// Other alternatives that are worth as much, as far as that is known.
    equal: Vec<usize>,
    /// The most that an alternative may be worth that is not the best, as far as that is known.
    most: Option<Ratio>,
    unknown: bool,
}

impl Open {
    fn of(node: DecisionNode) -> Self {
        Self { node, now: Branch::new(), number: 0, best: None, equal: Vec::new(), most: None, unknown: false }
    }

    /// An alternative is gone through; how many bytes are free now.
    fn next(&mut self) -> u64 {
        let gone = std::mem::replace(&mut self.now, Branch::new());
        let (number, worth) = (self.number, gone.worth());
        self.number += 1;
        let unknown = gone.unknown();
        self.unknown |= !unknown.is_zero();
        let (above, below) = unknown.ratio();
        let most = Ratio::new(BigInt::from(above), below).plus(&worth);
        let (lost, most) = match self.best.take() {
            // Of two that are worth as much, the one with fewer interventions; of these the first, which does nothing.
            Some((best, branch, other)) if other == worth && !self.unknown && gone.does_less(&branch) => {
                self.equal.push(best);
                self.best = Some((number, gone, worth));
                (Some(branch), Some(most))
            }
            Some((best, branch, other)) if other.cmp(&worth) != Ordering::Less => {
                if other == worth && !self.unknown {
                    self.equal.push(number);
                }
                self.best = Some((best, branch, other));
                (Some(gone), Some(most))
            }
            // What is left behind was worth less, whatever is not known of it.
            Some((_, branch, other)) => {
                let (above, below) = branch.unknown().ratio();
                let most = Ratio::new(BigInt::from(above), below).plus(&other);
                self.best = Some((number, gone, worth));
                self.equal.clear();
                (Some(branch), Some(most))
            }
            None => {
                self.best = Some((number, gone, worth));
                (None, None)
            }
        };
        if most > self.most {
            self.most = most;
        }
        lost.map_or(0, |lost| lost.bytes)
    }

    /// Whether what is worth 0 or 1 is certainly worth 1.
    fn is_certain(&self) -> bool {
        self.best.as_ref().is_some_and(|(_, branch, worth)| {
            let (above, below) = branch.mass().ratio();
            branch.unknown().is_zero() && *worth == Ratio::new(BigInt::from(above), below)
        })
    }

    /// The best alternative, with what is decided here.
    fn best(self, flag: bool) -> Result<Branch, OddsError> {
        let (number, mut branch, worth) = self.best.ok_or_else(|| conservation::lost())?;
        let certain = if flag { self.most.is_none_or(|most| most <= worth) } else { !self.unknown };
        if self.number > 1 && !certain {
            return Err(OddsError::BestUnsure);
        }
        let DecisionNode { situation, options, .. } = self.node;
        let InformationSet { key, seen, faces, among } = (*situation).clone();
        let option = |number: usize| options.get(number).cloned().ok_or_else(|| conservation::lost());
        let few = if self.equal.len() > MOST_EQUAL { &[][..] } else { &self.equal };
        let equal = few.iter().map(|number| option(*number)).collect::<Result<_, _>>()?;
        let take = option(number)?;
        let mass = branch.mass();
        if take.is_some() && key.question.is_none() {
            branch.done.join(mass.clone());
        }
        branch.advice.entry(BestDecision { key, seen, faces, among, take, equal }).or_default().join(mass);
        Ok(branch)
    }
}

/// More answers than these that are worth as much are not kept.
const MOST_EQUAL: usize = 8;
/// How often more work than is left a walk has to be estimated at before it is not begun.
const SURELY: u64 = 2;
/// Work of comparing what alternatives come to, and of each thing that is kept of them.
const COMPARED: u64 = 3_000;
const KEPT: u64 = 500;
/// About how many bytes a situation takes in which something is decided, and each thing that is seen there.
const ADVISED: u64 = 300;
const SEEN: u64 = 32;

impl Walker {
    /// It is decided here what is done; each run is worth 0 or 1, or any number.
    pub(in crate::odds) fn deciding(mut self, flag: bool) -> Self {
        let (known, new, last) = (Vec::new(), Vec::new(), Rc::default());
        self.cards = CardUsage::default();
        self.deciding = Some(Deciding {
            flag,
            ends: false,
            known,
            made: 0,
            new,
            last,
            worth: 0,
            throws: false,
            looked: 0,
            vain: false,
        });
        self
    }

    /// What is decided needs to see no more than how a test ends.
    pub(in crate::odds) fn seeing_ends(mut self) -> Self {
        self.deciding.iter_mut().for_each(|deciding| deciding.ends = true);
        self
    }

    pub(super) fn sees_ends(&self) -> bool {
        self.deciding.as_ref().is_some_and(|deciding| deciding.ends)
    }

    /// What is asked until the next decision is answered in any way: nothing comes of it.
    pub(super) fn decides_nothing(&mut self) {
        if let Some(deciding) = &mut self.deciding {
            deciding.vain = true;
        }
    }

    /// What this run is worth.
    pub(in crate::odds) fn is_worth(&mut self, worth: i64) {
        if let Some(deciding) = &mut self.deciding {
            deciding.worth = worth;
        }
    }

    /// Whether it has to be known what is seen where something is decided now: earlier runs that decided it knew.
    pub(super) fn needs_sight(&mut self) -> bool {
        let Some(deciding) = &mut self.deciding else { return false };
        deciding.looked = self.choices.made();
        deciding.throws || deciding.made >= deciding.known.len()
    }

    /// An intervention is possible: whether it is done in this run.
    pub(super) fn is_taken(&mut self, possible: Possible<'_>) -> Result<bool, Refusal> {
        let Some(deciding) = &mut self.deciding else { return Ok(true) };
        deciding.vain = false;
        if deciding.looked != self.choices.made() && !std::mem::replace(&mut deciding.throws, true) {
            // Runs that do the same have to choose the same.
            return Err(self.begins_anew());
        }
        let situation = match deciding.known.get(deciding.made) {
            Some(known) => Rc::clone(known),
            None => Rc::new(InformationSet {
                key: Rc::new(DecisionKey {
                    at: Some((possible.intervention, possible.place)),
                    label: possible.label.to_owned(),
                    answers: possible.answers.iter().map(|(name, answer)| (name.clone(), answer.clone())).collect(),
                    question: None,
                    dice: false,
                    labels: Vec::new(),
                }),
                seen: possible.seen,
                faces: possible.faces,
                among: Vec::new(),
            }),
        };
        deciding.last = Rc::clone(&situation);
        Ok(self.chooses(situation, vec![None, Some("yes".to_owned())])? == 1)
    }

    /// A question of an action is about to be asked when these dice lie there and its labels hold this.
    pub(super) fn sees_dice(&mut self, faces: Vec<i64>, labels: Vec<(String, Option<Answer>)>) {
        if let Some(deciding) = &mut self.deciding {
            let (labels, seen) = labels.into_iter().unzip();
            let key = Rc::new(DecisionKey { labels, ..DecisionKey::default() });
            deciding.last = Rc::new(InformationSet { key, seen, faces, ..InformationSet::default() });
            deciding.vain = false;
        }
    }

    /// A question without an answer: what is answered in this run.
    pub(super) fn answers(
        &mut self,
        (name, among): (&str, Option<Vec<i64>>),
        action: &str,
        options: Vec<String>,
    ) -> Result<Option<String>, Refusal> {
        let Some(deciding) = &mut self.deciding else { return Ok(None) };
        if options.is_empty() || deciding.vain {
            return Ok(options.into_iter().next());
        }
        let InformationSet { key, seen, faces, .. } = (*deciding.last).clone();
        let mut key = DecisionKey { question: Some(name.to_owned()), dice: among.is_some(), ..(*key).clone() };
        if key.at.is_none() {
            key.label = action.to_owned();
        }
        let key = Rc::new(key);
        let wrapped = options.iter().cloned().map(Some).collect();
        let number =
            self.chooses(Rc::new(InformationSet { key, seen, faces, among: among.unwrap_or_default() }), wrapped)?;
        Ok(options.into_iter().nth(number))
    }

    fn chooses(&mut self, situation: Rc<InformationSet>, options: Vec<Option<String>>) -> Result<usize, Refusal> {
        let choices = self.choices.made();
        let number = self.choices.choose(options.len());
        let deciding = self.deciding.as_mut().ok_or_else(|| Refusal::internal())?;
        deciding.made += 1;
        if deciding.made > deciding.known.len() {
            deciding.new.push(DecisionNode { choices, situation, options });
        }
        Ok(number)
    }

    /// After a tie all would be rolled, and decided, again.
    pub(super) fn never_ends(&mut self) -> Refusal {
        self.stop(OddsError::BestTies)
    }

    /// As [`Walker::walk`], but that of each decision only the best alternative counts. `run` says what each run is
    /// worth ([`Walker::is_worth`]).
    ///
    /// # Errors
    ///
    /// What stopped a run, that there are too many, or that what is best is not known.
    pub(in crate::odds) fn walk_best<L: Ord + Clone + Heap>(
        &mut self,
        run: impl FnMut(&mut Self) -> Result<L, Failure>,
    ) -> Result<(Walked<L>, Best), OddsError> {
        self.named(run, Self::walk_best_by_number)
    }

    fn walk_best_by_number(&mut self, run: &mut RunProgram<'_>) -> Result<(Walked<usize>, Best), OddsError> {
        (self.began, self.probed) = (self.budget.done(), 0);
        loop {
            self.memory = Some(ValueCache::default());
            self.bytes = 0;
            let found = self.best_ways(run);
            self.memory = None;
            match found {
                Err(trouble) if self.starts_over(&trouble) => {}
                found => return found,
            }
        }
    }

    fn best_ways(&mut self, run: &mut RunProgram<'_>) -> Result<(Walked<usize>, Best), OddsError> {
        self.runs_of_walk = 0;
        (self.nested, self.seen_ahead) = (0, false);
        if let Some(deciding) = &mut self.deciding {
            deciding.known.clear();
        }
        let Branch { since, worth, advice, .. } = self.best_from(run, (&[], 0), &mut FxHashMap::default())?;
        let worth = difference(&worth);
        let walked = since.walked(self.bytes)?;
        Ok((walked, Best { worth, advice }))
    }

    /// Goes every way that begins with these choices, in which so many tests end. Where runs come to a situation that
    /// others came to, what is best from there on is known.
    fn best_from(
        &mut self,
        run: &mut RunProgram<'_>,
        (path, tests): (&[TakenBranch], usize),
        known: &mut FxHashMap<Rc<TieState>, Branch>,
    ) -> Result<Branch, OddsError> {
        let (mut root, mut open): (_, Vec<Open>) = (Branch::new(), Vec::new());
        let decided = self.deciding.as_ref().map_or(0, |deciding| deciding.known.len());
        let mut is_first = true;
        self.choices.start(path);
        loop {
            self.begin();
            self.begin_deciding(decided, &open);
            let came = self.run_once(run)?;
            if let Some(trouble) = self.trouble.take() {
                return Err(trouble);
            }
            if let Err(failure) = &came
                && failure.stop() == Some(Stop::Restart)
            {
                return Err(failure.clone().into());
            }
            let deciding = self.deciding.as_mut().ok_or_else(|| conservation::lost())?;
            let worth = deciding.worth;
            let flag = deciding.flag;
            for node in std::mem::take(&mut deciding.new) {
                self.budget
                    .hold(ADVISED + SEEN * node.situation.seen.len() as u64 + 8 * node.situation.faces.len() as u64)?;
                open.push(Open::of(node));
            }
            if let Some(place) = self.parked.take().filter(|_| came.is_err()) {
                let place = Rc::new(place);
                let (above, below) = self.mass()?;
                let mass = (above, below.into_owned());
                let (before, ends) = self.tests_and_ends(tests);
                let mut found = TestMass::default();
                found.add((mass.0.clone(), &mass.1), &ends);
                self.joined.1 += u64::from(!place.is_passage());
                if !known.contains_key(&place) {
                    self.hold_place(&place)?;
                    let future = self.future(run, (decided, &open), known)?.of_one(&mass)?;
                    known.insert(Rc::clone(&place), future);
                }
                let future = known.get(&place).ok_or_else(|| conservation::lost())?;
                let branch = open.last_mut().map_or(&mut root, |open| &mut open.now);
                self.budget.spend(KEPT.saturating_mul(future.advice.len() as u64))?;
                let bytes = branch.take_future(&before, &found, future, &self.budget)?;
                self.bytes += bytes;
            } else {
                let branch = open.last_mut().map_or(&mut root, |open| &mut open.now);
                if came.is_ok() && worth != 0 {
                    let (above, below) = self.mass()?;
                    let [gain, loss] = &mut branch.worth;
                    let side = if worth > 0 { gain } else { loss };
                    side.add(above * worth.unsigned_abs(), &below);
                }
                let held = self.bytes;
                self.count(&mut branch.since, came, tests)?;
                branch.bytes = branch.bytes.saturating_add(self.bytes.saturating_sub(held));
            }
            let work = self.budget.done().saturating_sub(self.began) / self.runs_of_walk.max(1);
            // It is known by now what a run costs.
            // Where runs no longer wait for one another, there may be beyond all measure many.
            if std::mem::take(&mut is_first) {
                self.guess(run)?;
            }
            let mut foreseen = self.seen_ahead;
            let ahead = self.look_ahead(run, &mut foreseen)?;
            self.seen_ahead = foreseen;
            if let Some(runs) = ahead
                && runs.clone() * work > self.budget.left().saturating_mul(SURELY).into()
            {
                return Err(OddsError::TooLong(runs));
            }
            let mut kept = self.choices.advance();
            while let Some(last) = open.last_mut().filter(|open| kept.is_none_or(|kept| kept <= open.node.choices)) {
                self.budget.spend(COMPARED)?;
                let freed = last.next();
                Self::free(&self.budget, &mut self.bytes, freed);
                if kept == Some(last.node.choices) {
                    if !(flag && last.is_certain()) {
                        break;
                    }
                    // No other alternative is better.
                    kept = self.choices.leave(last.node.choices);
                }
                let best = open.pop().ok_or_else(|| conservation::lost())?.best(flag)?;
                if let Some(deciding) = &mut self.deciding {
                    deciding.known.truncate(decided + open.len());
                }
                self.budget.spend(KEPT.saturating_mul((best.since.leaves.len() + best.advice.len()) as u64))?;
                let freed = open.last_mut().map_or(&mut root, |open| &mut open.now).take(best);
                Self::free(&self.budget, &mut self.bytes, freed);
            }
            if kept.is_none() {
                break;
            }
        }
        Ok(root)
    }

    /// What is best from the situation on to which the last run came.
    fn future(
        &mut self,
        run: &mut RunProgram<'_>,
        (decided, open): (usize, &[Open]),
        known: &mut FxHashMap<Rc<TieState>, Branch>,
    ) -> Result<Branch, OddsError> {
        let (path, tests) = (self.choices.first(self.choices.made()).to_vec(), self.ended.len());
        let choices = std::mem::take(&mut self.choices);
        self.begin_deciding(decided, open);
        self.nested += 1;
        let future = self.best_from(run, (&path, tests), known);
        self.nested -= 1;
        self.choices = choices;
        self.begin_deciding(decided, open);
        future
    }

    fn free(budget: &Budget, bytes: &mut u64, freed: u64) {
        budget.release(freed);
        *bytes = bytes.saturating_sub(freed);
    }

    /// So many decisions come before those that are open.
    fn begin_deciding(&mut self, decided: usize, open: &[Open]) {
        if let Some(deciding) = &mut self.deciding {
            deciding.new.clear();
            deciding.last = Rc::default();
            deciding.known.truncate(decided + open.len());
            let known = deciding.known.len().saturating_sub(decided);
            deciding.known.extend(open.iter().skip(known).map(|open| Rc::clone(&open.node.situation)));
            (deciding.made, deciding.worth) = (0, 0);
        }
    }

    /// What comes is no way that earlier runs went; what these decided.
    pub(super) fn forget_decisions(&mut self) -> Vec<Rc<InformationSet>> {
        let Some(deciding) = &mut self.deciding else { return Vec::new() };
        (deciding.made, deciding.last) = (0, Rc::default());
        std::mem::take(&mut deciding.known)
    }

    /// What comes goes on from where it was forgotten.
    pub(super) fn remember_decisions(&mut self, known: Vec<Rc<InformationSet>>) {
        if let Some(deciding) = &mut self.deciding {
            deciding.known = known;
        }
    }

    /// Whether it is decided here what is done. What happened before dice fell was decided then.
    pub(super) fn is_deciding(&self) -> bool {
        self.deciding.is_some() && self.fallen.is_empty()
    }

    /// A question about dice: which of them, or none.
    pub(super) fn answers_dice(
        &mut self,
        name: &str,
        action: &str,
        sets: &[String],
    ) -> Result<Option<String>, Refusal> {
        // With no dice it is as if nothing was done.
        let sets: Vec<String> = sets.iter().filter(|set| !crate::syntax::is_none(set)).cloned().collect();
        if sets.len() > crate::odds::after_roll::MOST_COURSES {
            return Err(self.stop(OddsError::TooLong(sets.len().into())));
        }
        if sets.is_empty() {
            return Err(refuse(crate::diagnostic::Code::NothingThrown));
        }
        // Of two answers that are worth as much the first one is taken: few dice, and low ones.
        let mut sets = sets;
        sets.order_by_key(|set| {
            let mut faces = faces_of(set).unwrap_or_else(|| crate::odds::after_roll::faces_in(set));
            faces.order();
            (faces.len(), faces)
        });
        let mut most: BTreeMap<i64, usize> = BTreeMap::new();
        for set in &sets {
            let mut here: BTreeMap<i64, usize> = BTreeMap::new();
            // Dice that are distinguished by more than their faces are not described by a rule.
            let Some(faces) = faces_of(set) else {
                most.clear();
                break;
            };
            faces.into_iter().for_each(|face| *here.entry(face).or_default() += 1);
            for (face, count) in here {
                let known = most.entry(face).or_default();
                *known = count.max(*known);
            }
        }
        let among = most.into_iter().flat_map(|(face, count)| std::iter::repeat_n(face, count)).collect();
        self.answers((name, Some(among)), action, sets)
    }
}
