//! The walk: runs a program once for each path through its choices.
//!
//! At a new choice, a run takes the first alternative. The next run repeats the same choices up to the last one that
//! has another alternative, and takes that (depth-first search by replay). The cost is the number of paths times the
//! length of a run. The program is the one that rolls at the table; only the faces come from here.
//!
//! There are two strategies with the same results. The *plain* one is the definition: it enumerates the sorted faces of
//! each throw with their multinomial weights. The other *hides* dice: it enumerates only the statistics that the
//! program reads of them, which have far fewer values.

mod choices;
mod decisions;
mod dice;
mod extremes;
mod heap_size;
mod independent_parts;
mod pool_sums;
mod run_probability;
mod tables;
mod test_interner;
mod ties;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, hash_map};
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::{One as _, Zero as _};
use rustc_hash::FxHashMap;

use super::actions::TestKey;
use super::card_classes::CardUsage;
use super::error::OddsError;
use super::face_classes::FaceClasses;
use super::mass::Mass;
use super::{MOST_PATHS, OddsLimits, conservation};
use crate::check::program::{At, Die};
use crate::diagnostic::Code;
use crate::dice::Face;
use crate::engine::{CharacterFact, Failure, Marking, Refusal, Stop, ValueCache, nowhere};
use crate::limits::{Budget, Exhausted};
use crate::sort::Sort as _;
use choices::{Choices, TakenBranch};
use decisions::Deciding;
pub(super) use decisions::{BestDecision, DecisionKey, faces_of};
use dice::{FaceCounts, refuse};
use extremes::Extremes;
pub(super) use heap_size::{Heap, shown_heap};
use independent_parts::MANY;
pub(super) use independent_parts::{IndependentParts, PendingPart};
use run_probability::RunFactors;
use tables::Tables;
pub(super) use test_interner::{ReachedOutcome, TestIdentity, TestInterner, TestRecord};
use ties::{AllParked, Begun, Parked, TieState};
pub(super) use ties::{CountedEnds, RunTests, TestMass, and_then, keys};

/// How dice are gone through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WalkStrategy {
    /// Face by face: the definition.
    Enumerate,
    /// By what is asked of them.
    Deferred,
    /// The same, but that everything that can be walked by itself is, however few ways there are.
    Separate,
}

/// Dice whose faces a run branched over, or hidden dice, by the table of their statistics.
#[derive(Debug)]
enum Followed {
    Open(Die, u32),
    Covered(usize),
}

/// A statistic of hidden dice that a run did not choose: all its values are counted at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpenStatistic {
    table: usize,
    /// The nodes of its values.
    from: usize,
    until: usize,
}

/// The most dice that are reported as what makes a walk large.
const MOST_TOLD: usize = 3;

/// The outside of a program that is walked.
#[derive(Debug)]
pub(super) struct Walker {
    strategy: WalkStrategy,
    depth: u32,
    curious: bool,
    /// Whether runs are counted by the tests that were rolled in them.
    counts_tests: bool,
    /// Whether that is reported of each leaf, and not only of all together.
    tells_tests: bool,
    counts: bool,
    /// Rerolls with `keep` compare outcomes only; margins are compared if something reads the dice.
    ranks: bool,
    /// What was seen of several throws at once.
    extremes: Extremes,
    whenever: bool,
    /// It is decided here about what is possible.
    deciding: Option<Deciding>,
    choices: Choices,
    /// Ways that this walk may go.
    most_paths: u64,
    /// Parts that are walked by themselves.
    pub(super) parts: IndependentParts,
    tables: Tables,
    /// The faces that nothing distinguishes, and the dice that are thrown so, by their pool.
    merging: Option<FaceClasses>,
    merged: FxHashMap<(At, Die), Option<Die>>,
    /// Dice of which this run followed one way of several, and of how many.
    followed: Vec<(Followed, u64)>,
    /// Cards that nothing distinguishes.
    pub(super) cards: CardUsage,
    /// Dice of this run that lie covered.
    covered: Vec<dice::Covered>,
    /// What the program calls them.
    handles: Vec<pool_sums::Handle>,
    /// Dice of this run that lie open were not followed any further.
    cut: bool,
    /// The same of some that lie covered.
    covered_cut: bool,
    /// What this run left open.
    left_open: Option<OpenStatistic>,
    /// What else this run chose.
    chosen: RunFactors,
    /// Dice that were thrown for all to see.
    kinds: FxHashMap<Die, Rc<FaceCounts>>,
    /// Whether dice lie in the order in which they fall: one is read by its place.
    in_places: bool,
    /// Faces that fell already.
    fallen: std::collections::VecDeque<i64>,
    pinned: Vec<i64>,
    /// How many tests had ended when the last of them fell, and the numbers of the places in the roll that was thrown.
    pub(super) past: usize,
    pub(super) lying: Vec<usize>,
    /// Situations in which runs waited for one another, and all runs that did.
    joined: (u64, u64),
    /// No run waits for others: that took too much memory.
    alone: bool,
    /// What follows a round is kept for other rounds that begin in the same state.
    shares_rounds: bool,
    /// It is not: that took too much memory.
    numbers_rounds: bool,
    /// Runs wait for one another only in walks of many runs.
    joins_late: bool,
    /// So many situations are open from which on it is looked for what is best.
    nested: usize,
    /// How many runs there will be of a walk that decides is estimated.
    seen_ahead: bool,
    /// Whether questions without an answer are wanted rather than their defaults.
    asking: bool,
    /// The first of them.
    asked: Option<UnansweredQuestion>,
    /// Contests that this run began.
    begun: Vec<Begun>,
    /// The contest that this run tied.
    tied: Option<usize>,
    /// Where the runs begin whose loop is over, and whether this run has come past that.
    left_loop: Option<Rc<TieState>>,
    past_loop: bool,
    /// Where this run tied, if something is other than when the contest began.
    parked: Option<TieState>,
    /// How many places were found where runs tied, or as good as.
    places: u64,
    /// How tests end is counted with what runs come to, and not when the tests are rolled: some runs do not come to an end.
    counts_jointly: bool,
    /// The test with which each run ends, if the rest is not needed.
    until: Option<TestKey>,
    /// Tests that ended in this run.
    pub(super) ended: Vec<TestRecord>,
    /// Whether this run was refused.
    refused: bool,
    /// What the runs of a walk found out before anything happened.
    memory: Option<ValueCache>,
    /// Marks that this run made, in order.
    pub(super) made: Vec<Marking>,
    /// What runs read since it was last taken.
    pub(super) facts: BTreeSet<CharacterFact>,
    pub(super) runs: u64,
    runs_of_walk: u64,
    /// Tests that ended in some run, and how, by number.
    pub(super) known: TestInterner,
    /// Bytes that are held for what runs of this walk came to.
    bytes: u64,
    pub(in crate::odds) trouble: Option<OddsError>,
    /// All has to begin anew.
    anew: bool,
    /// Something depends on what dice show of which others were cut.
    undecided: bool,
    /// What it depends on is not distinguished: it did not help.
    together: bool,
    /// The work after which telling it apart takes too long.
    most_work: Option<u64>,
    /// The work that was done when the walk began, however often it began anew; and that of runs that chose blindly.
    began: u64,
    probed: u64,
    /// The work of one of these, on average.
    each: u64,
    /// What all walks of the same question may cost.
    pub(super) budget: Rc<Budget>,
}

/// A question without an answer.
#[derive(Debug)]
pub(super) struct UnansweredQuestion {
    pub(super) name: String,
    /// What there is to choose from.
    pub(super) options: Vec<String>,
    /// Whether that is dice.
    pub(super) dice: bool,
    /// Whether an intervention asks it.
    pub(super) intervening: bool,
}

/// Everything that a walk came to.
#[derive(Debug)]
pub(super) struct Walked<L> {
    /// What each run came to, and how much of everything that is.
    pub(super) leaves: Vec<(L, Mass)>,
    /// Runs by the tests that were rolled in them, and how these ended; of each leaf, if that was asked for.
    pub(super) rolled: Vec<(Rolled, TestMass)>,
    /// How tests ended that are not counted there.
    pub(super) counted: CountedEnds,
    /// What was cut.
    pub(super) left: Mass,
    /// What cannot be answered, by why.
    pub(super) failed: Failed,
    /// Bytes that the budget holds for it.
    pub(super) bytes: u64,
}

/// What cannot be answered, by why, and how much of everything that is.
pub(super) type Failed = Vec<(Failure, Mass)>;

/// Adds what cannot be answered.
pub(super) fn fail(failed: &mut Failed, failure: Failure, mass: Mass) {
    match failed.iter_mut().find(|(one, _)| one.is_like(&failure)) {
        Some((_, sum)) => sum.join(mass),
        None => failed.push((failure, mass)),
    }
}

impl<L> Walked<L> {
    /// The same, unless nothing can be answered at all.
    pub(super) fn answered(self) -> Result<Self, OddsError> {
        match self.failed.first() {
            Some((failure, _)) if self.leaves.is_empty() => Err(failure.clone().into()),
            _ => Ok(self),
        }
    }
}

impl Walked<usize> {
    /// The places of leaves instead of their numbers, ascending.
    fn in_order(mut self, places: &[usize]) -> Result<Self, OddsError> {
        let place = |number: usize| places.get(number).copied().ok_or_else(|| conservation::lost());
        let mut leaves = Vec::with_capacity(self.leaves.len());
        for (number, mass) in std::mem::take(&mut self.leaves) {
            leaves.push((place(number)?, mass));
        }
        leaves.order_by_key(|(place, _)| *place);
        let mut rolled = Vec::with_capacity(self.rolled.len());
        for (Rolled { leaf, tests }, found) in std::mem::take(&mut self.rolled) {
            rolled.push((Rolled { leaf: leaf.map(place).transpose()?, tests }, found));
        }
        rolled.order_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Self { leaves, rolled, ..self })
    }
}

/// The result of a run: its number in the walk, and about how many bytes it takes wherever it is kept.
type SizedLeaf = (usize, u64);

/// Runs the program once.
type RunProgram<'a> = dyn FnMut(&mut Walker) -> Result<SizedLeaf, Failure> + 'a;

/// About how many bytes a leaf takes with how likely it is.
fn bytes_of((_, bytes): SizedLeaf) -> u64 {
    bytes + 3 * size_of::<(SizedLeaf, Mass)>() as u64 / 2
}

/// The tests that runs rolled, in order; and what the runs came to, if that is distinguished.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rolled {
    /// Its number; of what was walked, its position.
    pub(super) leaf: Option<usize>,
    /// `None`: the runs were refused, and none of their tests counts.
    pub(super) tests: Option<RunTests>,
}

/// About how many bytes each test of runs takes, and all of them together, without how they ended.
const TEST_BYTES: u64 = size_of::<usize>() as u64;
const ROLLED_BYTES: u64 = 3 * size_of::<(Rolled, TestMass)>() as u64 / 2;

/// What was seen since a contest began.
struct Since {
    /// How many choices came before.
    choices: usize,
    leaves: BTreeMap<SizedLeaf, Mass>,
    /// The same runs by the tests that were rolled.
    rolled: BTreeMap<Rolled, TestMass>,
    /// How tests ended that are not counted there: those before runs waited.
    counted: CountedEnds,
    /// Whether some runs were refused.
    refused: bool,
    left: Mass,
    failed: Failed,
    /// Runs that tied a contest, by its number.
    ties: BTreeMap<usize, Mass>,
    /// Runs that tied where something is other than when the contest began.
    parked: AllParked,
}

impl Since {
    fn new(choices: usize) -> Self {
        Self {
            choices,
            leaves: BTreeMap::new(),
            rolled: BTreeMap::new(),
            counted: CountedEnds::new(),
            refused: false,
            left: Mass::default(),
            failed: Failed::new(),
            ties: BTreeMap::new(),
            parked: AllParked::default(),
        }
    }

    /// All of it, which is everything.
    fn walked(self, bytes: u64) -> Result<Walked<usize>, OddsError> {
        let failed = self.failed.iter().map(|(_, mass)| mass);
        conservation::one(self.leaves.values().chain([&self.left]).chain(failed).chain(self.ties.values()))?;
        let leaves = self.leaves.into_iter().map(|((leaf, _), mass)| (leaf, mass)).collect();
        let rolled = self.rolled.into_iter().collect();
        Ok(Walked { leaves, rolled, counted: self.counted, left: self.left, failed: self.failed, bytes })
    }

    fn take(&mut self, other: Self) {
        for (leaf, mass) in other.leaves {
            self.leaves.entry(leaf).or_default().join(mass);
        }
        for (rolled, found) in other.rolled {
            self.rolled.entry(rolled).or_default().join(found);
        }
        self.refused |= other.refused;
        self.left.join(other.left);
        for (failure, mass) in other.failed {
            fail(&mut self.failed, failure, mass);
        }
        for (contest, mass) in other.ties {
            self.ties.entry(contest).or_default().join(mass);
        }
        for (place, more) in other.parked {
            match self.parked.entry(place) {
                hash_map::Entry::Occupied(kept) => kept.into_mut().join(more),
                hash_map::Entry::Vacant(new) => drop(new.insert(more)),
            }
        }
    }

    /// Where a contest is tied all begins anew: what follows is as likely as it is without
    /// ties.
    fn without_ties(mut self, contest: usize) -> Result<Self, OddsError> {
        let Some(tied) = self.ties.get_mut(&contest).map(std::mem::take).filter(|mass| !mass.is_zero()) else {
            return Ok(self);
        };
        let mut rest = Mass::default();
        let failed = self.failed.iter().map(|(_, mass)| mass);
        let found = self.leaves.values().chain(self.parked.values().flat_map(Parked::all).map(|found| &found.mass));
        let others = found.chain([&self.left]).chain(failed).chain(self.ties.values());
        others.for_each(|mass| rest.join(mass.clone()));
        let mut all = rest.clone();
        all.join(tied);
        let ((rest, below), (all, others)) = (rest.ratio(), all.ratio());
        if rest.is_zero() {
            return Err(OddsError::NeverEnds);
        }
        let (above, below) = (all * below, rest * others);
        let failed = self.failed.iter_mut().map(|(_, mass)| mass);
        let masses = [&mut self.left].into_iter().chain(failed).chain(self.ties.values_mut());
        masses.chain(self.leaves.values_mut()).for_each(|mass| mass.scale(&above, &below));
        let found = self.rolled.values_mut().chain(self.parked.values_mut().flat_map(Parked::all_mut));
        found.for_each(|found| found.scale(&above, &below));
        Ok(self)
    }
}

impl Walker {
    pub(super) fn new(bounds: &OddsLimits, budget: &Rc<Budget>) -> Self {
        Self {
            strategy: bounds.strategy,
            depth: bounds.depth,
            curious: true,
            counts_tests: false,
            tells_tests: false,
            counts: true,
            ranks: false,
            extremes: Extremes::default(),
            whenever: false,
            deciding: None,
            choices: Choices::default(),
            most_paths: MOST_PATHS,
            parts: IndependentParts::default(),
            tables: Tables::default(),
            merging: None,
            merged: FxHashMap::default(),
            followed: Vec::new(),
            cards: CardUsage::within(bounds),
            covered: Vec::new(),
            handles: Vec::new(),
            cut: false,
            covered_cut: false,
            left_open: None,
            chosen: RunFactors::default(),
            kinds: FxHashMap::default(),
            in_places: false,
            fallen: std::collections::VecDeque::new(),
            pinned: Vec::new(),
            past: 0,
            lying: Vec::new(),
            joined: (0, 0),
            alone: false,
            shares_rounds: false,
            numbers_rounds: false,
            joins_late: false,
            nested: 0,
            seen_ahead: false,
            asking: false,
            asked: None,
            begun: Vec::new(),
            tied: None,
            left_loop: None,
            past_loop: false,
            parked: None,
            places: 0,
            counts_jointly: false,
            refused: false,
            until: None,
            ended: Vec::new(),
            memory: None,
            made: Vec::new(),
            facts: BTreeSet::new(),
            runs: 0,
            runs_of_walk: 0,
            known: TestInterner::default(),
            bytes: 0,
            trouble: None,
            anew: false,
            undecided: false,
            together: false,
            most_work: None,
            began: 0,
            probed: 0,
            each: 0,
            budget: Rc::clone(budget),
        }
    }

    /// Values of tests that nothing reads are not needed.
    pub(super) fn without_unread_values(mut self) -> Self {
        self.curious = false;
        self
    }

    /// Limits the number of paths. A walk that is estimated to have more is refused.
    pub(super) fn at_most(mut self, ways: u64) -> Self {
        self.most_paths = ways;
        self
    }

    /// Each run is over where this test has ended.
    pub(super) fn until(mut self, key: &TestKey) -> Self {
        self.until = Some(key.clone());
        self
    }

    /// Nothing distinguishes some faces.
    pub(super) fn merging(mut self, merging: Option<FaceClasses>) -> Self {
        self.merging = merging;
        self
    }

    /// Which faces nothing distinguishes in this walk.
    pub(super) fn merged_faces(&self) -> Option<FaceClasses> {
        self.merging.clone()
    }

    /// Runs are counted by the tests that were rolled in them.
    pub(super) fn counting_tests(mut self) -> Self {
        self.counts_tests = true;
        self
    }

    /// Margins are not needed.
    pub(super) fn not_counting(mut self) -> Self {
        (self.counts, self.ranks) = (false, self.strategy != WalkStrategy::Enumerate);
        self
    }

    /// Interventions are done whenever they can be.
    pub(super) fn wherever_possible(mut self) -> Self {
        self.whenever = true;
        self
    }

    /// These faces have fallen already; the first dice show them.
    pub(super) fn pinned(mut self, faces: &[i64]) -> Self {
        self.pin(faces);
        self
    }

    /// Questions without an answer are wanted.
    pub(super) fn asking(mut self) -> Self {
        self.asking = true;
        self
    }

    /// The question that stopped a walk.
    pub(super) fn asked(&mut self) -> Option<UnansweredQuestion> {
        self.asked.take()
    }

    /// What was read of cards by another walker.
    pub(super) fn with_cards(mut self, cards: CardUsage) -> Self {
        self.cards = cards;
        self
    }

    /// Cards that nothing distinguishes are counted from now on, if that is anything new. Decisions are described by what lies
    /// there.
    pub(super) fn counts_cards_from_now(&mut self) -> bool {
        let begins = self.strategy != WalkStrategy::Enumerate && self.deciding.is_none() && self.cards.begin();
        if begins {
            // Others meet then.
            self.joined = (0, 0);
        }
        begins
    }

    /// Runs wait for one another only where a walk has many: what they lead to is merged anyway.
    pub(super) fn joining_late(mut self) -> Self {
        self.joins_late = true;
        self
    }

    /// Whether the tests of the next walks are reported of each leaf.
    pub(super) fn tell_tests(&mut self, of_each_leaf: bool) {
        self.tells_tests = of_each_leaf;
    }

    /// These faces fell before the next walk.
    pub(super) fn pin(&mut self, faces: &[i64]) -> Vec<i64> {
        std::mem::replace(&mut self.pinned, faces.to_vec())
    }

    /// All dice that fell before the walk were used.
    pub(super) fn nothing_lies_there(&self, at: At) -> Result<(), Failure> {
        if self.fallen.is_empty() {
            return Ok(());
        }
        let used = self.pinned.len() - self.fallen.len();
        Err(Failure::new(Code::DiceLeftOver, at).arg("given", self.pinned.len()).arg("used", used))
    }

    fn begin(&mut self) {
        self.choices.begin();
        self.followed.clear();
        self.covered.clear();
        self.handles.clear();
        (self.cut, self.covered_cut) = (false, false);
        self.left_open = None;
        self.chosen.begin();
        self.fallen = self.pinned.iter().copied().collect();
        self.past = 0;
        self.lying.clear();
        self.begun.clear();
        self.tied = None;
        self.past_loop = false;
        self.parked = None;
        self.ended.clear();
        self.refused = false;
        self.made.clear();
    }

    /// What this run left open.
    pub(super) fn left_open(&self) -> Option<OpenStatistic> {
        self.left_open
    }

    /// The values of an open statistic with their ways, and the ways of all of them.
    pub(super) fn open_values(&self, open: OpenStatistic) -> Result<(Vec<Face>, BigUint), OddsError> {
        let OpenStatistic { table, from, until } = open;
        let seen = self.tables.each_seen(table, from..until)?;
        let value =
            |(seen, ways): (Option<i64>, &BigUint)| Ok((seen.ok_or_else(|| conservation::lost())?, ways.clone()));
        let values = seen.map(value).collect::<Result<Vec<_>, OddsError>>()?;
        let all = values.iter().map(|(_, ways)| ways).sum();
        Ok((values, all))
    }

    /// How likely this run was: above and below the line.
    fn mass(&self) -> Result<(BigUint, Cow<'_, BigUint>), OddsError> {
        let chosen = self.chosen.product().map(|(above, below)| Ok((above, below)));
        let mut factors = chosen
            .into_iter()
            .chain(self.covered.iter().filter(|covered| !covered.gone).map(|covered| self.tables.ways(covered)));
        // Most runs have one.
        let Some(first) = factors.next() else { return Ok((BigUint::one(), Cow::Owned(BigUint::one()))) };
        let (above, below) = first?;
        let (mut above, mut below) = (above.clone(), Cow::Borrowed(below));
        for factor in factors {
            let (ways, all) = factor?;
            above *= ways;
            *below.to_mut() *= all;
        }
        Ok((above, below))
    }

    /// The dice that contribute most branches, judged by the last run: the dice, the number of their throws, and the
    /// number of branches of each throw. The largest contribution comes first.
    fn followed(&self) -> Vec<(String, u64, u64)> {
        let mut found: BTreeMap<(String, u64), u64> = BTreeMap::new();
        for (what, ways) in &self.followed {
            let text = match what {
                Followed::Open(die, count) => Some(dice::named(*count, die)),
                Followed::Covered(table) => self.tables.named(*table),
            };
            let Some(text) = text else { continue };
            *found.entry((text, *ways)).or_default() += 1;
        }
        found.retain(|(_, ways), _| *ways > 1);
        let mut found: Vec<_> = found.into_iter().map(|((text, ways), times)| (text, times, ways)).collect();
        let bits = |(_, times, ways): &(String, u64, u64)| (*ways as f64).log2() * *times as f64;
        found.order_by(|one, other| bits(other).total_cmp(&bits(one)));
        found.truncate(MOST_TOLD);
        found
    }

    /// Goes every way once. What a run leads to comes from `run`; a failure that is none of the
    /// program's own ends the walk. What is found is in the order of the leaves.
    ///
    /// # Errors
    ///
    /// What stopped a run, or that there are too many.
    pub(super) fn walk<L: Ord + Clone + Heap>(
        &mut self,
        run: impl FnMut(&mut Self) -> Result<L, Failure>,
    ) -> Result<Walked<L>, OddsError> {
        self.named(run, |walker, run| Ok((walker.walk_by_number(run)?, ()))).map(|(walked, ())| walked)
    }

    /// Numbers the leaves for a walk, which so is compiled once for all kinds of them.
    fn named<L: Ord + Clone + Heap, T>(
        &mut self,
        mut run: impl FnMut(&mut Self) -> Result<L, Failure>,
        walk: impl FnOnce(&mut Self, &mut RunProgram<'_>) -> Result<(Walked<usize>, T), OddsError>,
    ) -> Result<(Walked<L>, T), OddsError> {
        let mut numbers: BTreeMap<L, SizedLeaf> = BTreeMap::new();
        let found = walk(self, &mut |walker| {
            let leaf = run(walker)?;
            let new = (numbers.len(), 3 * size_of::<L>() as u64 / 2 + leaf.heap());
            Ok(*numbers.entry(leaf).or_insert(new))
        });
        let (walked, found) = match found {
            Err(trouble) => {
                self.budget.follows(self.followed());
                return Err(trouble);
            }
            Ok(found) => found,
        };
        let mut places = vec![0; numbers.len()];
        for (place, (number, _)) in numbers.values().enumerate() {
            *places.get_mut(*number).ok_or_else(|| conservation::lost())? = place;
        }
        let Walked { leaves, rolled, counted, left, failed, bytes } = walked.in_order(&places)?;
        let mut names: Vec<Option<L>> = numbers.into_keys().map(Some).collect();
        let mut named = Vec::with_capacity(leaves.len());
        let mut positions = vec![None; names.len()];
        for (place, mass) in leaves {
            let leaf = names.get_mut(place).and_then(Option::take).ok_or_else(|| conservation::lost())?;
            *positions.get_mut(place).ok_or_else(|| conservation::lost())? = Some(named.len());
            named.push((leaf, mass));
        }
        let position = |place: usize| positions.get(place).copied().flatten().ok_or_else(|| conservation::lost());
        let place =
            |(Rolled { leaf, tests }, found)| Ok((Rolled { leaf: leaf.map(position).transpose()?, tests }, found));
        let rolled = rolled.into_iter().map(place).collect::<Result<_, OddsError>>()?;
        Ok((Walked { leaves: named, rolled, counted, left, failed, bytes }, found))
    }

    fn walk_by_number(&mut self, run: &mut RunProgram<'_>) -> Result<Walked<usize>, OddsError> {
        let began = self.budget.done();
        (self.began, self.probed) = (began, 0);
        let found = self.walk_anew(run)?;
        if !std::mem::take(&mut self.undecided) || !self.tells_apart() {
            return Ok(found);
        }
        // Of dice that were cut something depends on what the others show. Where that takes too long, all of them
        // stay one, and what depends on it stays unknown.
        let now = self.budget.done();
        self.most_work = Some(now.saturating_add((now - began).saturating_mul(TIMES_APART)).saturating_add(WORK_APART));
        let apart = self.walk_anew(run);
        self.most_work = None;
        self.undecided = false;
        match apart {
            Ok(apart) if apart.left.roughly() < found.left.roughly() => {
                self.budget.release(found.bytes);
                Ok(apart)
            }
            Ok(Walked { bytes, .. }) => {
                self.budget.release(bytes);
                self.stay_together();
                Ok(found)
            }
            Err(OddsError::TooLarge | OddsError::TooLong(_) | OddsError::TooFull(_)) => {
                self.budget.release(self.bytes);
                self.stay_together();
                Ok(found)
            }
            Err(trouble) => {
                self.budget.release(found.bytes);
                Err(trouble)
            }
        }
    }

    /// Throws in which dice were cut are distinguished from now on; whether anything is other than before.
    fn tells_apart(&mut self) -> bool {
        !self.together && !self.budget.is_half_used() && self.tables.tell_apart(&self.budget)
    }

    /// Telling throws apart does not help.
    fn stay_together(&mut self) {
        self.together = true;
        self.tables.tell_together();
    }

    fn walk_anew(&mut self, run: &mut RunProgram<'_>) -> Result<Walked<usize>, OddsError> {
        loop {
            self.memory = Some(ValueCache::default());
            self.bytes = 0;
            let found = self.every_way(run);
            self.memory = None;
            match found {
                Err(trouble) if self.starts_over(&trouble) => {
                    if self.parts.is_wanted() && matches!(trouble, OddsError::Stopped(_)) {
                        return Err(trouble);
                    }
                }
                found => return found,
            }
        }
    }

    /// Whether a walk that was stopped so begins anew.
    fn starts_over(&mut self, trouble: &OddsError) -> bool {
        let anew = match trouble {
            OddsError::Stopped(failure) => failure.stop() == Some(Stop::Restart),
            OddsError::TooFull(_) | OddsError::TooLong(_) if self.counts_cards_from_now() => true,
            OddsError::TooFull(_) if std::mem::take(&mut self.shares_rounds) => {
                self.numbers_rounds = true;
                true
            }
            // What waits takes memory as well.
            OddsError::TooFull(_) => self.joined.1 > 0 && !std::mem::replace(&mut self.alone, true),
            _ => false,
        };
        if anew {
            self.budget.release(self.bytes);
        }
        anew
    }

    /// Goes every way that begins with these choices, in which so many tests end.
    fn ways_from(&mut self, run: &mut RunProgram<'_>, path: &[TakenBranch], tests: usize) -> Result<Since, OddsError> {
        let mut stack = vec![Since::new(0)];
        // How many runs there will be is asked of the walk, not of what comes after ties.
        let mut foreseen = !path.is_empty();
        self.choices.start(path);
        loop {
            self.begin();
            let came = self.run_once(run)?;
            if let Some(trouble) = self.trouble.take() {
                return Err(trouble);
            }
            // Contests that began in this run and in none before it.
            while let Some(begun) = self.begun.get(stack.len() - 1) {
                stack.push(Since::new(begun.choices));
            }
            let top = stack.last_mut().ok_or_else(|| conservation::lost())?;
            self.count(top, came, tests)?;
            if self.most_work.is_some_and(|most| self.budget.done() > most) {
                return Err(OddsError::TooLarge);
            }
            if self.runs_of_walk > FEW_RUNS && std::mem::take(&mut self.joins_late) {
                return Err(Failure::refused(refuse(Stop::Restart), nowhere()).into());
            }
            if let Some(runs) = self.look_ahead(run, &mut foreseen)?
                && self.whenever
                && runs.clone() * self.each > self.budget.left().saturating_mul(FAR).into()
            {
                return Err(OddsError::TooLong(runs));
            }
            let kept = self.choices.advance();
            while stack.len() > 1 && stack.last().is_some_and(|since| kept.is_none_or(|kept| kept < since.choices)) {
                let since = stack.pop().ok_or_else(|| conservation::lost())?;
                let since = since.without_ties(stack.len())?;
                stack.last_mut().ok_or_else(|| conservation::lost())?.take(since);
            }
            if kept.is_none() {
                break;
            }
        }
        stack.pop().ok_or_else(|| conservation::lost())
    }

    /// Runs the program; where all has to begin anew, that is what it comes to.
    fn came(&mut self, run: &mut RunProgram<'_>) -> Result<SizedLeaf, Failure> {
        let came = run(self);
        if std::mem::take(&mut self.anew) { Err(Failure::refused(refuse(Stop::Restart), nowhere())) } else { came }
    }

    /// All has to begin anew, also where the run goes on without what it asked for.
    fn begins_anew(&mut self) -> Refusal {
        self.anew = true;
        refuse(Stop::Restart)
    }

    /// Runs the program, and counts the work of decisions: what is asked of dice that lie there is asked before and after
    /// each of them.
    fn run_once(&mut self, run: &mut RunProgram<'_>) -> Result<Result<SizedLeaf, Failure>, Exhausted> {
        let began = self.budget.done();
        let came = self.came(run);
        if self.whenever || self.deciding.is_some() {
            self.budget.spend(self.budget.done().saturating_sub(began).saturating_add(RUN))?;
        }
        self.runs_of_walk += 1;
        self.runs += 1;
        Ok(came)
    }

    /// Counts what a run came to, in which so many tests ended before the walk began.
    fn count(&mut self, top: &mut Since, came: Result<SizedLeaf, Failure>, tests: usize) -> Result<(), OddsError> {
        let (above, below) = self.mass()?;
        let below = below.into_owned();
        let below_bits = below.bits();
        match came {
            Ok(leaf) => {
                let digits = MASS_BYTES + below.bits() / 2;
                let mut bytes = 0;
                if !top.leaves.contains_key(&leaf) {
                    self.budget.spend(LEAF)?;
                    bytes += bytes_of(leaf) + digits;
                }
                if self.counts_tests {
                    let (tests, ends) = self.tests_and_ends(tests);
                    top.refused |= self.refused;
                    let tests = (!self.refused).then_some(tests);
                    let rolled = Rolled { leaf: self.tells_tests.then_some(leaf.0), tests };
                    if !top.rolled.contains_key(&rolled) {
                        bytes += ROLLED_BYTES + digits + (END_BYTES + TEST_BYTES) * ends.len() as u64;
                    }
                    top.rolled.entry(rolled).or_default().add((above.clone(), &below), &ends);
                }
                self.budget.hold(bytes)?;
                self.bytes += bytes;
                top.leaves.entry(leaf).or_default().add(above, &below);
            }
            Err(failure) if matches!(failure.stop(), Some(Stop::Cut | Stop::Lost)) => {
                self.undecided |= self.covered_cut;
                top.left.add(above, &below);
            }
            Err(failure) if failure.stop() == Some(Stop::Again) => match self.parked.take() {
                Some(place) => self.park(&mut top.parked, place, (above, &below), tests)?,
                None => {
                    let tied = self.tied.ok_or_else(|| conservation::lost())?;
                    top.ties.entry(tied).or_default().add(above, &below);
                }
            },
            Err(failure) if failure.is_unanswerable() => {
                let mut mass = Mass::default();
                mass.add(above, &below);
                fail(&mut top.failed, failure, mass);
            }
            Err(failure) => return Err(failure.into()),
        }
        let covered = self.covered.len() as u64;
        let products = covered.saturating_mul(PRODUCT.saturating_add(below_bits / BITS)).saturating_add(below_bits / 8);
        self.budget.spend(RUN.saturating_add(CHOSEN * self.chosen.len() as u64).saturating_add(products))?;
        Ok(())
    }

    /// After some runs of a walk: how many there will be, if that is not estimated yet. After the first only whether
    /// there are beyond all measure many.
    fn look_ahead(&mut self, run: &mut RunProgram<'_>, foreseen: &mut bool) -> Result<Option<BigUint>, OddsError> {
        // How much there is after rounds is not foreseen: of equal ways there are as many as one of them is unlikely.
        let unlikely = |(above, below): (&BigUint, &BigUint)| *below > above * MOST_HANDS;
        let many = self.joined.1 > 0 && self.runs_of_walk > FIRST_RUNS && self.chosen.product().is_some_and(unlikely);
        if (many || self.runs_of_walk > MOST_HANDS) && self.counts_cards_from_now() {
            return Err(Failure::refused(refuse(Stop::Restart), nowhere()).into());
        }
        if *foreseen {
            return Ok(None);
        }
        if self.runs_of_walk == 1 {
            self.guess(run)?;
        }
        let first = self.runs_of_walk == FIRST_RUNS || self.budget.done().saturating_sub(self.began) > FIRST_WORK;
        if !first {
            return Ok(None);
        }
        *foreseen = true;
        self.foresee(run, PROBES).map(Some)
    }

    /// Whether there are beyond all measure many runs, if there are as many as the last one had choices.
    fn guess(&mut self, run: &mut RunProgram<'_>) -> Result<(), OddsError> {
        if self.choices.product().bits() > self.hopeless() {
            self.foresee(run, 1)?;
        }
        Ok(())
    }

    /// Bits of the number of runs of which even a guess says that they are too many.
    fn hopeless(&self) -> u64 {
        u64::from(self.most_paths.ilog2()) + HOPELESS
    }

    /// How many runs there will be, before most of them: of some runs that choose blindly, the
    /// product of how many choices they had each time is right on average (Knuth, *Estimating the
    /// Efficiency of Backtrack Programs*, 1975). A single one is seldom far above the truth (Markov).
    fn foresee(&mut self, run: &mut RunProgram<'_>, most: u64) -> Result<BigUint, OddsError> {
        let kept = std::mem::take(&mut self.choices);
        let decided = self.forget_decisions();
        let mut sum = BigUint::zero();
        let mut probes = 0_u64;
        let mut stopped = None;
        let before = self.budget.done();
        // More of them change nothing of what is too much already.
        let enough = BigUint::from(self.most_paths.max(MANY)) * PROBES;
        while stopped.is_none() && probes < most && sum <= enough && (probes == 0 || self.probed < PROBE_WORK) {
            let began = self.budget.done();
            self.choices = Choices::blind(probes);
            probes += 1;
            self.begin();
            let came = self.came(run);
            self.probed += self.budget.done().saturating_sub(began);
            // Whatever it comes to, it is one way of many.
            stopped = match came {
                Err(failure) if failure.stop() == Some(Stop::Restart) => Some(failure.into()),
                // Dice that are too many to go through are dice that the walk comes to.
                _ => self.trouble.take().filter(|trouble| matches!(trouble, OddsError::TooLong(_))),
            };
            sum += self.choices.product();
            self.budget.spend(RUN)?;
        }
        self.choices = kept;
        self.remember_decisions(decided);
        self.each = self.budget.done().saturating_sub(before) / probes.max(1);
        if let Some(trouble) = stopped {
            return Err(trouble);
        }
        let mean = sum / probes;
        if most < PROBES && mean.bits() <= self.hopeless() {
            return Ok(mean);
        }
        let by_hand = mean > BigUint::from(MOST_HANDS) && self.counts_cards_from_now();
        if by_hand || mean > BigUint::from(MANY) && self.parts.begin() {
            // They are other ways from now on.
            (self.began, self.probed) = (self.budget.done(), 0);
            return Err(Failure::refused(refuse(Stop::Restart), nowhere()).into());
        }
        if mean > BigUint::from(self.most_paths) { Err(OddsError::TooLong(mean)) } else { Ok(mean) }
    }
}

/// Work of a run besides the steps that it makes.
const RUN: u64 = 1_200;
/// Work of keeping a result that no run had before.
const LEAF: u64 = 4_000;
/// Work of each thing that was chosen.
const CHOSEN: u64 = 50;
/// Work of each factor of its probability for dice that lie covered, and how many bits of that are one more.
const PRODUCT: u64 = 50;
const BITS: u64 = 64;
/// Ways beyond which cards are counted instead of named.
pub(super) const MOST_HANDS: u64 = 50_000;
/// About how many bytes a probability takes besides its own and its digits.
const MASS_BYTES: u64 = 176;
/// The same of how a test ended.
const END_BYTES: u64 = 200;
/// Work of a step.
const STEP: u64 = 100;
/// Work of telling throws apart in which dice were cut: so many times that of the first walk, and so much.
const TIMES_APART: u64 = 8;
const WORK_APART: u64 = 100_000_000;
/// Runs after which they wait for one another where that is left for later.
const FEW_RUNS: u64 = 500;
/// Runs before their number is estimated, and their work, if they are long.
const FIRST_RUNS: u64 = 2_000;
const FIRST_WORK: u64 = 300_000_000;
/// Work of runs that choose blindly, if they are long, however often the walk begins anew.
const PROBE_WORK: u64 = 200_000_000;
/// So many times the work that is left are too much, however roughly that is known.
const FAR: u64 = 8;
/// Runs that choose blindly.
const PROBES: u64 = 200;
/// Bits by which one of them is above the truth once in more walks than are ever asked for.
const HOPELESS: u64 = 64;
