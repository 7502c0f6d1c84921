//! Sums over several hidden pools: the environment is asked for the sum, not for the contribution of each pool.

use super::comparisons::{Meaning, reads_dice};
use super::dice_reads::{HiddenStatistic, besides};
use super::failure::{Failure, There as _};
use super::machine::{Machine, too_large};
use super::statistic::Statistic;
use crate::check::program::{
    Arithmetic, Ask, At, Choosing, ChosenRead, Default, DiceSelection, Ir, Op, PoolRead, Verb,
};
use crate::check::{all_steps, in_action};
use crate::dice::{CompareOp, Interval};
use crate::ruleset::steps::Fact;
use crate::sort::Sort as _;

/// What is read of several pools: how many times each counts, which roll, and what is read of it; and a number besides.
#[derive(Debug, Clone, Default)]
pub(super) struct PoolSum {
    reads: Vec<(i64, usize, Statistic)>,
    number: i64,
}

impl PoolSum {
    pub(super) fn number(number: i64) -> Self {
        Self { reads: Vec::new(), number }
    }

    fn times(mut self, times: i64) -> Option<Self> {
        self.number = self.number.checked_mul(times)?;
        for (each, ..) in &mut self.reads {
            *each = each.checked_mul(times)?;
        }
        Some(self)
    }

    fn plus(mut self, other: Self) -> Option<Self> {
        self.number = self.number.checked_add(other.number)?;
        for (times, roll, stat) in other.reads {
            match self.reads.iter_mut().find(|(_, one, what)| *one == roll && *what == stat) {
                Some((sum, ..)) => *sum = sum.checked_add(times)?,
                None => self.reads.push((times, roll, stat)),
            }
        }
        self.reads.retain(|(times, ..)| *times != 0);
        Some(self)
    }

    fn is_of_several(&self) -> bool {
        let first = self.reads.first().map(|(_, roll, _)| *roll);
        self.reads.iter().any(|(_, roll, _)| Some(*roll) != first)
    }
}

impl<'a> Machine<'a> {
    /// The value of a sum over several covered pools; `None`: it is added up part by part.
    pub(super) fn sum_together(&mut self, ir: &'a Ir) -> Result<Option<i64>, Failure> {
        // What reads no dice is evaluated as it is, also from here.
        if !self.may_be_together() || !reads_dice(ir) {
            return Ok(None);
        }
        let Some(sum) = self.pools_in(ir)?.filter(PoolSum::is_of_several) else { return Ok(None) };
        let number = sum.number;
        match self.ask_together(sum, None, ir.at)? {
            Some(found) => found.checked_add(number).map(Some).ok_or_else(|| too_large(ir.at)),
            None => Ok(None),
        }
    }

    /// The same of a comparison: only whether it holds is asked.
    pub(super) fn compare_together(
        &mut self,
        op: CompareOp,
        left: &'a Ir,
        right: &'a Ir,
    ) -> Result<Option<bool>, Failure> {
        if !self.may_be_together() {
            return Ok(None);
        }
        match self.pools_in(right)? {
            Some(other) => self.compare_pools(op, left, other),
            None => Ok(None),
        }
    }

    /// The same with a sum that is known.
    pub(super) fn compare_pools(
        &mut self,
        op: CompareOp,
        left: &'a Ir,
        other: PoolSum,
    ) -> Result<Option<bool>, Failure> {
        if !self.may_be_together() {
            return Ok(None);
        }
        let Some(one) = self.pools_in(left)? else { return Ok(None) };
        let sum = other.times(-1).and_then(|other| one.plus(other));
        let Some(sum) = sum.filter(PoolSum::is_of_several) else { return Ok(None) };
        let Some(wanted) = sum.number.checked_neg() else { return Ok(None) };
        Ok(self.ask_together(sum, Some((op, wanted)), left.at)?.map(|holds| holds != 0))
    }

    /// The greatest or the least of what is read of several covered pools; `None`: each has to be read. `known`: only if
    /// it was read before.
    pub(super) fn extreme_of(
        &mut self,
        (items, greatest): (&'a [Ir], bool),
        known: bool,
    ) -> Result<Option<i64>, Failure> {
        if !self.may_be_together() {
            return Ok(None);
        }
        let Some(first) = items.first() else { return Ok(None) };
        let mut sums = Vec::with_capacity(items.len());
        for item in items {
            let Some(sum) = self.pools_in(item)? else { return Ok(None) };
            sums.push(sum);
        }
        self.extreme_of_sums((&sums, greatest), known, first.at)
    }

    fn extreme_of_sums(
        &mut self,
        (sums, greatest): (&[PoolSum], bool),
        known: bool,
        at: At,
    ) -> Result<Option<i64>, Failure> {
        let mut parts = Vec::with_capacity(sums.len());
        let mut open: Option<i64> = None;
        let extreme = |one: i64, other: i64| if greatest { one.max(other) } else { one.min(other) };
        for sum in sums {
            match sum.reads.as_slice() {
                [] => open = Some(open.map_or(sum.number, |open| extreme(open, sum.number))),
                [(1, roll, stat)] if !self.either.contains_key(roll) && !self.unending.contains_key(roll) => {
                    let lies_open = !self.thrown(*roll, at)?.sorted.is_empty();
                    match self.covered.get(roll).filter(|_| !lies_open) {
                        Some(covered) => parts.push((*covered, stat.clone(), sum.number)),
                        None => return Ok(None),
                    }
                }
                _ => return Ok(None),
            }
        }
        if parts.len() < 2 {
            return Ok(None);
        }
        let found = self.effects.extreme(&parts, greatest, known).map_err(|refusal| Failure::refused(refusal, at))?;
        Ok(found.map(|found| open.map_or(found, |open| extreme(open, found))))
    }

    /// The bounds of formulas that read one covered pool each, without reading it.
    pub(super) fn bounds_of_each(&mut self, items: &'a [Ir]) -> Result<Vec<Interval>, Failure> {
        let mut bounds = vec![Interval::ANY; items.len()];
        if !self.may_be_together() {
            return Ok(bounds);
        }
        for (item, bound) in items.iter().zip(&mut bounds) {
            let Some(sum) = self.pools_in(item)? else { continue };
            let [(1, roll, stat)] = sum.reads.as_slice() else { continue };
            let lies_open = !self.thrown(*roll, item.at)?.sorted.is_empty();
            if let Some(covered) = self.covered.get(roll).filter(|_| !lies_open && !self.either.contains_key(roll)) {
                let bounds = self.effects.bounds(*covered, stat).map_err(|one| Failure::refused(one, item.at))?;
                *bound = bounds + Interval::exactly(sum.number);
            }
        }
        Ok(bounds)
    }

    /// The highest or the lowest die of several covered throws; `None`: they are looked at.
    pub(super) fn extreme_die(&mut self, what: &ChosenRead, of: &'a Ir, at: At) -> Result<Option<i64>, Failure> {
        let Some((sums, greatest)) = self.throws_of_extreme(what, of, at)? else { return Ok(None) };
        if let Some(found) = self.extreme_of_sums((&sums, greatest), false, at)? {
            return Ok(Some(found));
        }
        let mut best: Option<i64> = None;
        for (_, roll, stat) in sums.iter().flat_map(|sum| &sum.reads) {
            let die = self.statistic(*roll, stat, at)?.there(at)?;
            best = Some(best.map_or(die, |best| if greatest { best.max(die) } else { best.min(die) }));
        }
        Ok(best)
    }

    /// The same of a comparison with a number: one of the throws decides it, or all do.
    pub(super) fn extreme_die_holds(
        &mut self,
        (what, of): (&ChosenRead, &'a Ir),
        (op, wanted): (CompareOp, i64),
        at: At,
    ) -> Result<Option<bool>, Failure> {
        let Some((sums, greatest)) = self.throws_of_extreme(what, of, at)? else { return Ok(None) };
        let Some(decides) = op.decided_by_one(greatest) else { return Ok(None) };
        if let Some(found) = self.extreme_of_sums((&sums, greatest), true, at)? {
            return Ok(Some(op.holds(found, wanted)));
        }
        for (_, roll, stat) in sums.iter().flat_map(|sum| &sum.reads) {
            let holds = Statistic::Holds(Box::new(stat.clone()), op, wanted);
            if (self.statistic(*roll, &holds, at)?.there(at)? != 0) == decides {
                return Ok(Some(decides));
            }
        }
        Ok(Some(!decides))
    }

    /// The throws whose highest or lowest die is read, each with a die that counts, and whether it is the highest.
    fn throws_of_extreme(
        &mut self,
        what: &ChosenRead,
        of: &'a Ir,
        at: At,
    ) -> Result<Option<(Vec<PoolSum>, bool)>, Failure> {
        let (stat, greatest) = match what {
            ChosenRead::Any(PoolRead::Highest) => (Statistic::Highest, true),
            ChosenRead::Any(PoolRead::Lowest) => (Statistic::Lowest, false),
            _ => return Ok(None),
        };
        let (Op::Chosen(Choosing::All, throws), true) = (&of.op, self.may_be_together()) else { return Ok(None) };
        let mut sums = Vec::with_capacity(throws.len());
        for throw in throws {
            let (Op::InHand(index, inner), Some(frame)) = (&throw.op, &self.frame) else { return Ok(None) };
            let Some(Op::Hand(_, pool)) = frame.test.values.get(*index).map(|value| &value.ir.op) else {
                return Ok(None);
            };
            if !matches!(inner.op, Op::Roll) || pool.modifiers.iter().any(|one| one.suffix.choice().is_some()) {
                return Ok(None);
            }
            let roll = self.hand(*index, at)?;
            let thrown = self.thrown(roll, at)?;
            // Of no dice there is none; and dice that lie open beside hidden ones are looked at.
            if thrown.count() == 0 || !thrown.sorted.is_empty() || !self.covered.contains_key(&roll) {
                return Ok(None);
            }
            sums.push(PoolSum { reads: vec![(1, roll, stat.clone())], number: 0 });
        }
        Ok(Some((sums, greatest)))
    }

    /// Whether the running test has dice of several names that lie covered.
    fn may_be_together(&self) -> bool {
        self.covered.len() > 1
            && self.worth.is_empty()
            && self.given.is_empty()
            && self.frame.as_ref().is_some_and(|frame| frame.hands.len() > 1)
    }

    fn ask_together(&mut self, sum: PoolSum, holds: Option<(CompareOp, i64)>, at: At) -> Result<Option<i64>, Failure> {
        let mut parts = Vec::with_capacity(sum.reads.len());
        let mut open = 0_i64;
        for (times, roll, stat) in sum.reads {
            if self.either.contains_key(&roll) || self.unending.contains_key(&roll) {
                return Ok(None);
            }
            let lying = &self.thrown(roll, at)?.sorted;
            let seen = match (self.covered.get(&roll), lying.as_slice()) {
                (Some(covered), []) => {
                    parts.push((times, *covered, stat));
                    continue;
                }
                (Some(covered), lying) => match besides(&stat, lying) {
                    Some(HiddenStatistic::Plus(hidden, seen)) => {
                        parts.push((times, *covered, hidden));
                        seen
                    }
                    _ => return Ok(None),
                },
                (None, lying) => match stat.read(lying) {
                    Some(seen) => seen,
                    None => return Ok(None),
                },
            };
            let Some(sum) = times.checked_mul(seen).and_then(|more| open.checked_add(more)) else { return Ok(None) };
            open = sum;
        }
        if parts.is_empty() {
            return Ok(Some(holds.map_or(open, |(op, wanted)| i64::from(op.holds(open, wanted)))));
        }
        let less = holds.map(|(op, wanted)| wanted.checked_sub(open).map(|wanted| (op, wanted)));
        let less = match less {
            Some(None) => return Ok(None),
            less => less.flatten(),
        };
        let found = self.effects.joint_statistic(&parts, less).map_err(|refusal| Failure::refused(refusal, at))?;
        Ok(match (found.flatten(), holds) {
            (Some(holds), Some(_)) => Some(holds),
            (found, _) => found.and_then(|sum| sum.checked_add(open)),
        })
    }

    /// What a formula reads of pools, if it adds that up with the current values.
    fn pools_in(&mut self, ir: &'a Ir) -> Result<Option<PoolSum>, Failure> {
        self.count_step(ir.at)?;
        Ok(match &ir.op {
            Op::InHand(index, inner) => match &inner.op {
                Op::Roll | Op::Read { pool: None, .. } => {
                    let outer = self.take_up(*index, ir.at)?;
                    let (roll, stat) = (self.shared, self.statistic_in(inner));
                    self.shared = outer;
                    let stat = stat?;
                    roll.map(|roll| PoolSum { reads: vec![(1, roll, stat)], number: 0 })
                }
                _ => None,
            },
            Op::Hand(index, _) => {
                let roll = self.hand(*index, ir.at)?;
                Some(PoolSum { reads: vec![(1, roll, Statistic::Sum)], number: 0 })
            }
            Op::Negate(inner) => self.pools_in(inner)?.and_then(|sum| sum.times(-1)),
            Op::Arithmetic(op @ (Arithmetic::Add | Arithmetic::Subtract), left, right) => {
                let Some(left) = self.pools_in(left)? else { return Ok(None) };
                let Some(right) = self.pools_in(right)? else { return Ok(None) };
                let right = if *op == Arithmetic::Add { Some(right) } else { right.times(-1) };
                right.and_then(|right| left.plus(right))
            }
            Op::Arithmetic(Arithmetic::Multiply, left, right) => {
                let Some(left) = self.pools_in(left)? else { return Ok(None) };
                let Some(right) = self.pools_in(right)? else { return Ok(None) };
                match (left.reads.is_empty(), right.reads.is_empty()) {
                    (true, _) => right.times(left.number),
                    (_, true) => left.times(right.number),
                    _ => None,
                }
            }
            Op::Total | Op::OwnTotal | Op::Margin | Op::Value(_) => match self.meaning(ir)? {
                Meaning::Number(number) => Some(PoolSum::number(number)),
                Meaning::Formula(formula, more) => {
                    let sum = self.pools_in(formula)?;
                    sum.and_then(|sum| sum.plus(PoolSum::number(more)))
                }
                Meaning::Open => None,
            },
            _ if !reads_dice(ir) => Some(PoolSum::number(self.number(ir)?)),
            _ => None,
        })
    }

    fn statistic_in(&mut self, ir: &'a Ir) -> Result<Statistic, Failure> {
        match &ir.op {
            Op::Read { what, .. } => self.statistic_of(what, ir.at),
            _ => Ok(Statistic::Sum),
        }
    }

    /// What dice show that a question means, if it is left to its default, which means just those of all dice that show it,
    /// and if nothing but one reroll reads which they are. Then it is not asked which of them do.
    pub(super) fn only_rerolled(&mut self, ask: &'a Ask, at: At) -> Result<Option<Vec<(CompareOp, i64)>>, Failure> {
        let action = self.act(at)?.action;
        let (picks, default) = (ask.question.picks.as_deref(), ask.question.default.as_ref());
        let (Some(picks), Some(Default::Value(default))) = (picks, default) else { return Ok(None) };
        let bounded = picks.exactly.is_some() || picks.most.is_some();
        if !self.effects.covers() || bounded || ask.when.is_some() || ask.late || ask.part.is_some() {
            return Ok(None);
        }
        let waits =
            |fact: &Fact<'_, _>| matches!(fact, Fact::Points(..) | Fact::Takes(..) | Fact::Gives(..) | Fact::Says);
        let mut steps = action.steps.iter().skip_while(|step| step.verb.only_does(waits));
        let means = |verb: &Verb| {
            verb.does(|fact| matches!(fact, Fact::Rerolls(DiceSelection::Answer(slot), ..) if slot.0 == ask.slot))
        };
        let whole = |verb: &Verb| verb.does(|fact| matches!(fact, Fact::Rerolls(_, None, _)));
        if !steps.next().is_some_and(|step| step.when.is_none() && means(&step.verb) && whole(&step.verb)) {
            return Ok(None);
        }
        let mut read = all_steps(&action.steps).iter().filter(|step| means(&step.verb)).count() > 1;
        let reads = |ir: &Ir| ir.any_part(&|part| matches!(part.op, Op::Slot(slot) if slot == ask.slot));
        in_action(action, &mut |ir| read |= reads(ir));
        if read || self.said_by_decider(ask, &action.slots.get(ask.slot).there(at)?.name, at)?.is_some() {
            return Ok(None);
        }
        let Some(showing) = self.all_that_show(default)? else { return Ok(None) };
        match &picks.among {
            Some(among) if self.all_that_show(among)?.as_ref() != Some(&showing) => Ok(None),
            _ => Ok(Some(showing)),
        }
    }

    /// What dice show that a formula means, if it means all of the running test that show it.
    fn all_that_show(&mut self, ir: &'a Ir) -> Result<Option<Vec<(CompareOp, i64)>>, Failure> {
        let Op::Chosen(Choosing::Showing(conditions), of) = &ir.op else { return Ok(None) };
        let mut rolls = Vec::new();
        let mut open: Vec<&'a Ir> = of.iter().collect();
        while let Some(ir) = open.pop() {
            rolls.push(match &ir.op {
                Op::Chosen(Choosing::All, of) => {
                    open.extend(of);
                    continue;
                }
                Op::InHand(index, inner) if matches!(inner.op, Op::Roll) => self.hand(*index, ir.at)?,
                Op::Roll => match self.roll(ir.at)? {
                    Some(roll) => roll,
                    None => return Ok(None),
                },
                _ => return Ok(None),
            });
        }
        rolls.order();
        let mut lying = self.lying();
        lying.order();
        if rolls != lying {
            return Ok(None);
        }
        let mut showing = Vec::with_capacity(conditions.len());
        for (op, ir) in conditions {
            if reads_dice(ir) {
                return Ok(None);
            }
            showing.push((*op, self.number(ir)?));
        }
        Ok(Some(showing))
    }

    /// Whether any of these covered dice shows what is thrown again; `None`: that is not known without seeing them.
    pub(super) fn any_shows(
        &mut self,
        rolls: &[usize],
        showing: &[(CompareOp, i64)],
        at: At,
    ) -> Result<Option<bool>, Failure> {
        let stat = Statistic::CountAny(showing.to_vec());
        if let [roll] = rolls {
            let holds = Statistic::Holds(Box::new(stat), CompareOp::GreaterOrEqual, 1);
            return Ok(self.statistic(*roll, &holds, at)?.map(|any| any != 0));
        }
        let reads = rolls.iter().map(|roll| (1, *roll, stat.clone())).collect();
        let sum = PoolSum { reads, number: 0 };
        Ok(self.ask_together(sum, Some((CompareOp::GreaterOrEqual, 1)), at)?.map(|any| any != 0))
    }
}
