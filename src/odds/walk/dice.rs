//! How the walk answers when dice are thrown or read.

use num_bigint::BigUint;
use num_integer::multinomial;
use num_traits::One as _;

use super::tables::Next;
use super::{Ended, Going, STEP, Walker};
use crate::check::interval::Interval;
use crate::check::program::{AnswerKind, Die};
use crate::diagnostic::Code;
use crate::engine::{
    Answer, Cause, Decision, Effects, Fact, Glance, Marking, Memory, Observer, Refusal, Stop, Tested, Throwing,
};
use crate::odds::pool::{Dice, beats};
use crate::odds::trouble::Trouble;
use crate::odds::{MOST_PATHS, UNNAMED};
use crate::syntax::CompareOp;

/// Dice that lie covered in a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Covered {
    pub(super) table: usize,
    /// What is known of them.
    pub(super) node: usize,
    /// They were cut: only between what lies what they show is known.
    pub(super) cut: bool,
}

/// Of so many runs one that ties in another way than before is not followed any further.
const SELDOM: u64 = 2000;

/// Work of a die that is thrown for all to see, or of a kind of face.
const FACE: u64 = 60;

fn refuse(cause: impl Into<Cause>) -> Refusal {
    Refusal { cause: cause.into(), args: Vec::new() }
}

impl Walker {
    /// What cannot be done ends the walk.
    fn stop(&mut self, trouble: Trouble) -> Refusal {
        self.trouble = Some(trouble);
        refuse(Stop::Cut)
    }

    /// Chooses one of several by their ways: its value.
    fn choose_weighted<W: Clone + Into<BigUint>>(&mut self, values: &[(i64, W)], all: BigUint) -> Result<i64, Refusal> {
        let at = self.choices.choose(values.len());
        let (value, ways) = values.get(at).ok_or_else(|| Refusal::internal())?;
        self.chosen.push((ways.clone().into(), all));
        Ok(*value)
    }

    /// Dice of this run that lie covered.
    fn covered(&mut self, covered: usize) -> Result<&mut Covered, Refusal> {
        self.covered.get_mut(covered).ok_or_else(|| Refusal::internal())
    }

    /// Dice that fell before anybody walked.
    fn fell(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<u32, Refusal> {
        let mut taken = 0;
        while taken < count {
            let Some(face) = self.fallen.pop_front() else { break };
            if !die.has(face) {
                return Err(Refusal {
                    cause: Code::ImpossibleFace.into(),
                    args: vec![("face", face.into()), ("die", format!("d{}", die.highest()).into())],
                });
            }
            faces.push(face);
            taken += 1;
        }
        if taken > 0 && taken < count {
            let needed = self.pinned.len() + (count - taken) as usize;
            return Err(Refusal {
                cause: Code::TooFewDice.into(),
                args: vec![("given", self.pinned.len().into()), ("needed", needed.into())],
            });
        }
        Ok(count - taken)
    }
}

impl Effects for Walker {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let count = self.fell(die, count, faces)?;
        if count == 0 {
            return Ok(());
        }
        if let (Die::Sides(sides), 1) = (die, count) {
            // What explosions bring, and most of what is thrown again.
            self.budget.spend(FACE).map_err(|spent| self.stop(spent.into()))?;
            faces.push(self.choices.choose(*sides as usize) as i64 + 1);
            self.chosen.push((BigUint::one(), BigUint::from(*sides)));
            return Ok(());
        }
        let kinds = kinds(die);
        let throws = sorted_throws(kinds.len(), count);
        if throws > u128::from(MOST_PATHS) {
            return Err(self.stop(Trouble::TooLong(BigUint::from(throws))));
        }
        let work = u64::from(count).saturating_add(kinds.len() as u64).saturating_mul(FACE);
        self.budget.spend(work).map_err(|spent| self.stop(spent.into()))?;
        let ways_of_one = kinds.iter().map(|(_, ways)| *ways).sum::<u64>();
        let all = u128::from(ways_of_one).checked_pow(count);
        let all = all.map_or_else(|| BigUint::from(ways_of_one).pow(count), BigUint::from);
        if count == 1 {
            faces.push(self.choose_weighted(&kinds, all)?);
            return Ok(());
        }
        // One kind of face after the other: how many of the dice show it.
        let mut left = count;
        let mut shown = Vec::with_capacity(kinds.len());
        for (index, (face, _)) in kinds.iter().enumerate() {
            let last = index + 1 == kinds.len();
            let taken = if last { left } else { self.choices.choose(left as usize + 1) as u32 };
            left -= taken;
            shown.push(taken);
            faces.extend((0..taken).map(|_| *face));
        }
        self.chosen.push((ways_of(&kinds, &shown), all));
        Ok(())
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        // Nothing depends on what something is called that does not exist yet.
        if matches!(asked.kind, AnswerKind::Text) {
            return Ok(Some(UNNAMED.to_owned()));
        }
        if self.asking && self.asked.is_none() && !asked.options.is_empty() {
            self.asked = Some((asked.name.to_owned(), asked.options.to_vec(), false));
        }
        Ok(None)
    }

    fn offer(&mut self, asked: &Decision<'_>, _: &Answer) -> Result<Option<String>, Refusal> {
        if self.asking && matches!(asked.kind, AnswerKind::Dice) {
            // Of dice that explosions brought nobody said what they show.
            let mut fallen: Vec<String> = self.pinned.iter().map(i64::to_string).collect();
            let mut options = Vec::with_capacity(fallen.len());
            for face in asked.options {
                if let Some(at) = fallen.iter().position(|one| one == face) {
                    options.push(fallen.swap_remove(at));
                }
            }
            self.asked = Some((asked.name.to_owned(), options, true));
            return Err(refuse(Code::DecisionNeeded));
        }
        Ok(None)
    }
}

impl Observer for Walker {
    fn cover(&mut self, throwing: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        if self.going == Going::Plain || !self.fallen.is_empty() {
            return Ok(None);
        }
        let table = self.tables.of(throwing, self.depth, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Some(table) = table else { return Ok(None) };
        self.covered.push(Covered { table, node: 0, cut: false });
        Ok(Some(self.covered.len() - 1))
    }

    fn covers(&self) -> bool {
        self.going == Going::Covered
    }

    fn glance(&mut self, covered: usize, glance: &Glance) -> Result<Option<i64>, Refusal> {
        let Covered { table, node, cut } = *self.covered(covered)?;
        if cut {
            return Err(refuse(Stop::Cut));
        }
        let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
        if let Some(holds) = dice.always(glance) {
            return Ok(Some(i64::from(holds)));
        }
        let next = self.tables.next(table, node, glance, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let (nodes, may_be_cut) = match next {
            Next::Known(value) => return Ok(value),
            Next::Choose(nodes, cut) => (nodes, cut),
        };
        let at = self.choices.choose(nodes.len() + usize::from(may_be_cut));
        let place = self.covered(covered)?;
        if at < nodes.len() {
            place.node = nodes.start + at;
            let node = place.node;
            return self.tables.seen(table, node).map_err(|_| Refusal::internal());
        }
        if !may_be_cut {
            return Err(Refusal::internal());
        }
        place.cut = true;
        Err(refuse(Stop::Cut))
    }

    fn uncover(&mut self, covered: usize) -> Result<Vec<i64>, Refusal> {
        let table = self.covered(covered)?.table;
        let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
        // Seen one after the other, from the lowest, dice are all that they show.
        let window = if dice.is_whole() { dice.window(dice.count as usize) } else { None };
        let Some((from, to)) = window else {
            self.tables.open(table).map_err(|_| Refusal::internal())?;
            return Err(refuse(Stop::Anew));
        };
        let mut faces = Vec::with_capacity(to - from);
        for nth in 1..=(to - from) as i64 {
            faces.push(self.glance(covered, &Glance::Nth(nth))?.ok_or_else(|| Refusal::internal())?);
        }
        Ok(faces)
    }

    fn beats(&mut self, left: &Throwing<'_>, right: &Throwing<'_>) -> Result<Option<i64>, Refusal> {
        if self.going == Going::Plain || !self.fallen.is_empty() {
            return Ok(None);
        }
        let bytes = Dice::bytes(&left.pool.die).saturating_add(Dice::bytes(&right.pool.die));
        self.budget.room(bytes).map_err(|full| self.stop(full.into()))?;
        let both = (Dice::of(left.pool, left.count, self.depth), Dice::of(right.pool, right.count, self.depth));
        let (Some(left), Some(right)) = both else { return Ok(None) };
        let plain = |dice: &Dice| dice.is_whole() && dice.keep.is_empty();
        let work = u64::from(left.count).saturating_mul(u64::from(right.count));
        if !plain(&left) || !plain(&right) {
            return Ok(None);
        }
        if work > 1_000 {
            return Err(self.stop(Trouble::TooLarge));
        }
        let sides = ((&*left.faces, left.count as usize), (&*right.faces, right.count as usize));
        let found = beats(sides.0, sides.1, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let all = left.all.pow(left.count) * right.all.pow(right.count);
        self.choose_weighted(&found, all).map(Some)
    }

    fn explodes(&mut self, times: u32) -> Result<(), Refusal> {
        if times <= self.depth {
            return Ok(());
        }
        Err(refuse(Stop::Lost))
    }

    fn settle(&mut self, die: &Die, op: CompareOp, value: i64) -> Result<Option<i64>, Refusal> {
        self.budget.spend(faces_of(die).saturating_mul(FACE)).map_err(|spent| self.stop(spent.into()))?;
        let mut kinds = kinds(die);
        kinds.retain(|(face, _)| !op.holds(*face, value));
        let all = BigUint::from(kinds.iter().map(|(_, ways)| *ways).sum::<u64>());
        if kinds.is_empty() {
            return Err(self.stop(Trouble::NeverEnds));
        }
        self.choose_weighted(&kinds, all).map(Some)
    }

    fn contest(&mut self) -> usize {
        self.contests += 1;
        self.choices.contest_begins();
        self.contests
    }

    fn again(&mut self, contest: usize) -> Result<(), Refusal> {
        self.tied = Some(contest);
        Err(refuse(Stop::Again))
    }

    fn follows(&mut self) -> Result<bool, Refusal> {
        let small = self.mass().map(|(above, below)| above * SELDOM < *below);
        small.map(|small| !small).map_err(|trouble| self.stop(trouble))
    }

    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.budget.spend(steps.saturating_mul(STEP)).map_err(|spent| self.stop(spent.into()))
    }

    fn tested(&mut self, test: &Tested<'_>) -> Result<(), Refusal> {
        match &self.until {
            Some((label, who, index, place)) => {
                if test.label == label && test.who == who.as_slice() && test.test == *index {
                    self.ended.push(Ended::of(test));
                }
                if self.ended.len() > *place { Err(refuse(Stop::Over)) } else { Ok(()) }
            }
            None => {
                self.ended.extend(self.curious.then(|| Ended::of(test)));
                Ok(())
            }
        }
    }

    fn curious(&self) -> bool {
        self.curious
    }

    fn whenever(&self) -> bool {
        self.whenever
    }

    fn reads(&mut self, fact: Fact) {
        self.facts.insert(fact);
    }

    fn marks(&mut self, marking: &Marking) {
        self.made.push(marking.clone());
    }

    fn memory(&mut self) -> Option<&mut Memory> {
        self.memory.as_mut()
    }

    fn counts(&self) -> bool {
        self.counts
    }

    fn cut(&mut self) {
        self.cut = true;
    }

    fn open_ended(&self) -> bool {
        self.cut || self.covered.iter().any(|covered| covered.cut)
    }

    fn range(&mut self, covered: usize, glance: &Glance) -> Result<Interval, Refusal> {
        let seen = self.glance(covered, glance);
        match (seen, *self.covered(covered)?) {
            (Err(_), Covered { table, cut: true, .. }) => {
                let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
                Ok(dice.range(glance))
            }
            (seen, _) => seen.map(|seen| seen.map_or(Interval::ANY, Interval::exactly)),
        }
    }

    fn cover_again(&mut self, covered: usize) -> Result<Option<usize>, Refusal> {
        let table = self.covered(covered)?.table;
        self.covered.push(Covered { table, node: 0, cut: false });
        Ok(Some(self.covered.len() - 1))
    }
}

/// In how many ways dice show so many of each kind of face.
fn ways_of(kinds: &[(i64, u64)], shown: &[u32]) -> BigUint {
    let both = || kinds.iter().map(|(_, times)| *times).zip(shown.iter().copied());
    // Most throws have few dice, and their ways have room in a machine word.
    let (mut ways, mut placed) = (Some(1_u128), 0_u128);
    for (times, taken) in both() {
        for one in 1..=u128::from(taken) {
            placed += 1;
            // What came before are whole orders, so that it divides without a rest.
            ways = ways.and_then(|ways| ways.checked_mul(placed)).map(|ways| ways / one);
        }
        ways = ways.and_then(|ways| ways.checked_mul(u128::from(times).checked_pow(taken)?));
    }
    ways.map_or_else(
        || {
            let orders = multinomial(&shown.iter().map(|taken| BigUint::from(*taken)).collect::<Vec<_>>());
            both().fold(orders, |ways, (times, taken)| ways * BigUint::from(times).pow(taken))
        },
        BigUint::from,
    )
}

/// How many sorted throws there are of so many dice with so many faces.
fn sorted_throws(faces: usize, count: u32) -> u128 {
    let (count, mut throws) = (u128::from(count), 1_u128);
    for at in 1..faces as u128 {
        throws = throws.saturating_mul(count + at) / at;
        if throws > u128::from(u64::MAX) {
            break;
        }
    }
    throws
}

/// How many faces a die has.
fn faces_of(die: &Die) -> u64 {
    match die {
        Die::Sides(sides) => u64::from(*sides),
        Die::Faces(faces) => faces.len() as u64,
    }
}

/// The faces of a die, ascending, and how many of each there are.
fn kinds(die: &Die) -> Vec<(i64, u64)> {
    let mut faces: Vec<i64> = match die {
        Die::Sides(sides) => (1..=i64::from(*sides)).collect(),
        Die::Faces(faces) => faces.to_vec(),
    };
    faces.sort_unstable();
    let mut kinds: Vec<(i64, u64)> = Vec::new();
    for face in faces {
        match kinds.last_mut() {
            Some((last, ways)) if *last == face => *ways += 1,
            _ => kinds.push((face, 1)),
        }
    }
    kinds
}
