//! Methods for the odds of an expression that are shorter than the full walk, chosen by its reads.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Zero as _;
use rustc_hash::FxHashMap;

use super::chance::Chance;
use super::convolution::{SumContext, bytes_of_ways, sum};
use super::distribution::Distribution;
use super::error::OddsError;
use super::expression::{ExpressionLeaf, ends, from_leaves};
use super::mass::together;
use super::model::{Odds, OutcomeOdds};
use super::walk::Walker;
use super::weight::Weight;
use super::{OddsLimits, conservation};
use crate::check::program::{Arithmetic, CheckedGame, Ir, Kind, Op, Opposed, Test};
use crate::check::{Prepared, Program, Side};
use crate::dice::Face;
use crate::engine::{
    Answer, Failure, Observer as _, SideAlone, Verdict, observe_side, observe_total, seat_of, settled,
};
use crate::limits::Budget;
use crate::ruleset::model::{OptionalDecl, Tie};
use crate::world::{Env, World};

/// The most pairs of results of two sides.
const MOST_PAIRS: usize = 20_000_000;

/// Work of computing the outcome of one total.
const TOTAL: u64 = 2_000;

/// The odds of an expression, if there is a shorter way than the walk.
pub(super) fn of(
    game: &CheckedGame,
    prepared: &Prepared,
    env: &Env,
    seat: Option<(&World, usize)>,
    (bounds, budget): (&OddsLimits, &Rc<Budget>),
) -> Result<Option<Odds>, OddsError> {
    let place = SumContext { game, prepared, side: None, env, seat, bounds, budget };
    match &prepared.program {
        Program::Value { ir, kind: Kind::Number, .. } => {
            let Some((values, all)) = sum(place, ir)? else { return Ok(None) };
            // What is missing was cut: the passes over the dice have counted all the same.
            let values = values.into_iter().map(|(value, ways)| (Answer::Number(value), ways)).collect();
            Ok(Some(Odds::of_values(Distribution::new(values, all))))
        }
        Program::Value { ir, kind: Kind::Flag, .. } => compared(place, ir),
        Program::Value { .. } => Ok(None),
        Program::Test(side) => one_side(SumContext { side: Some(side), ..place }, side),
        Program::Opposed(left, right) => two_sides(place, left, right),
    }
}

/// A comparison: what both sides differ by is one sum.
fn compared(place: SumContext<'_>, ir: &Ir) -> Result<Option<Odds>, OddsError> {
    let Op::Compare(how, left, right) = &ir.op else { return Ok(None) };
    let difference = Ir { op: Op::Arithmetic(Arithmetic::Subtract, left.clone(), right.clone()), at: ir.at };
    let Some((values, all)) = sum(place, &difference)? else { return Ok(None) };
    let (mut holds, mut fails) = (BigUint::default(), BigUint::default());
    for (value, ways) in values {
        *(if how.holds(value, 0) { &mut holds } else { &mut fails }) += ways;
    }
    if &holds + &fails != all {
        // Explosions were cut: the walk finds out what is certain all the same.
        return Ok(None);
    }
    let values = [(false, fails), (true, holds)].into_iter().filter(|(_, ways)| *ways != BigUint::default());
    let values = values.map(|(held, ways)| (Answer::Flag(held), ways)).collect();
    Ok(Some(Odds::of_values(Distribution::new(values, all))))
}

/// A test that reads only its total: each total has one outcome.
fn one_side(place: SumContext<'_>, side: &Side) -> Result<Option<Odds>, OddsError> {
    let SumContext { game, prepared, env, seat, .. } = place;
    let test = &game.tests[side.test];
    if !reads_only_total(test) {
        return Ok(None);
    }
    let Some((values, all)) = sum(place, &side.total)? else { return Ok(None) };
    if values.iter().map(|(_, ways)| ways).sum::<BigUint>() != all {
        // Explosions were cut: the walk finds out what is certain all the same.
        return Ok(None);
    }
    place.budget.room((400 + bytes_of_ways(&all)).saturating_mul(values.len() as u64))?;
    let mut leaves = Vec::with_capacity(values.len());
    for (total, ways) in values {
        place.budget.spend(TOTAL)?;
        let mut walker = Walker::new(place.bounds, place.budget);
        let ended = match observe_total(game, prepared, side, env, seat, total, &mut walker) {
            // The walk finds out how much cannot be answered.
            Err(failure) if failure.is_unanswerable() => return Ok(None),
            ended => ended?,
        };
        leaves.push((ExpressionLeaf::of(ended, false)?, ways));
    }
    from_leaves(&ends(game, &prepared.program)?, leaves, (&all, &all)).map(Some)
}

/// Whether outcomes and values of a test depend on the dice only by its total.
fn reads_only_total(test: &Test) -> bool {
    let outcomes = test.outcome_formulas();
    let said = test.margin.formula().into_iter().chain(test.shown_against.formula());
    let mut formulas = said.chain(test.values.iter().map(|value| &value.ir)).chain(outcomes);
    let known = |op: &Op| op.is_settled() || matches!(op, Op::Value(_) | Op::Total | Op::Margin);
    formulas.all(|ir| ir.parts().all(|part| known(&part.op)))
}

/// A result of a side: its total, and the value by which sides are compared.
type Side1 = Vec<((i64, Vec<i64>), BigUint)>;

/// Two independent sides: each is walked by itself.
fn two_sides(place: SumContext<'_>, left: &Side, right: &Side) -> Result<Option<Odds>, OddsError> {
    let SumContext { game, .. } = place;
    // The walk finds out what other margins there are.
    let test = Some(&game.tests[left.test]).filter(|test| matches!(test.margin, OptionalDecl::Usual));
    let opposed = test.and_then(|test| test.opposed.as_ref()).filter(|opposed| !opposed.to_target);
    let Some(opposed) = opposed else { return Ok(None) };
    let Some(policy) = policy(place, left, &opposed.tie)? else { return Ok(None) };
    let mut walker = Walker::new(place.bounds, place.budget).without_unread_values().not_counting();
    let Some((first, first_all)) = alone(place, left, &mut walker)? else { return Ok(None) };
    let Some((second, second_all)) = alone(place, right, &mut walker)? else { return Ok(None) };
    if first.len().saturating_mul(second.len()) > MOST_PAIRS {
        return Err(OddsError::TooLarge);
    }
    let bits = first_all.bits() + second_all.bits();
    let each = if bits <= 126 { 8 } else { 200 + bits / 16 };
    place.budget.spend((first.len() as u64).saturating_mul(second.len() as u64).saturating_mul(each))?;
    place.budget.room((first.len() as u64 + second.len() as u64).saturating_mul(300 + bits / 4))?;
    let pairs = if bits <= 126 {
        paired::<u128>(&first, &second, policy, opposed)?
    } else {
        paired::<BigUint>(&first, &second, policy, opposed)?
    };
    // Ties are rolled again: the rest is scaled as if there were none.
    let all = first_all * second_all - pairs.tied;
    if all.is_zero() {
        return Err(OddsError::NeverEnds);
    }
    let name = |one: &Option<std::sync::Arc<str>>| one.as_ref().map(|one| one.to_string());
    conservation::whole(&pairs.ends, &all)?;
    conservation::whole(pairs.totals.iter().map(|(_, ways)| ways), &all)?;
    conservation::whole(pairs.margins.iter().map(|(_, ways)| ways), &all)?;
    let [win, lose, tie] = pairs.ends;
    let end = |name, verdict, success, ways: BigUint| OutcomeOdds {
        name,
        verdict: Some(verdict),
        success,
        classes: Vec::new(),
        chance: Chance::new(ways, all.clone()),
    };
    let mut outcomes = vec![end(name(&opposed.win), Verdict::Win, Some(true), win)];
    if !tie.is_zero() {
        outcomes.push(end(name(&opposed.tied), Verdict::Tie, None, tie));
    }
    outcomes.push(end(name(&opposed.lose), Verdict::Lose, Some(false), lose));
    let values = pairs.totals.into_iter().map(|(total, ways)| (Answer::Number(total), ways)).collect();
    Ok(Some(Odds {
        outcomes,
        margin: Some(Distribution::new(pairs.margins, all.clone())),
        ..Odds::of_values(Distribution::new(values, all))
    }))
}

/// The result of a tie, if it does not depend on the dice.
fn policy(place: SumContext<'_>, left: &Side, rows: &[(Tie, Option<Ir>)]) -> Result<Option<Tie>, OddsError> {
    for (tie, when) in rows {
        let holds = match when {
            None => Some(1),
            Some(ir) => settled(place.game, place.prepared, Some(left), place.env, place.seat, ir)?,
        };
        match holds {
            None => return Ok(None),
            Some(0) => {}
            Some(_) => return Ok(Some(*tie)),
        }
    }
    Ok(Some(Tie::NoWinner))
}

/// The results of all pairs of two sides.
struct OpposedWays {
    /// Ways to win, to lose and to tie.
    ends: [BigUint; 3],
    /// Ways in which both roll again.
    tied: BigUint,
    /// Ways by the left side's total, and by the margin.
    totals: Vec<Face>,
    margins: Vec<Face>,
}

fn paired<W: Weight>(first: &Side1, second: &Side1, policy: Tie, opposed: &Opposed) -> Result<OpposedWays, OddsError> {
    let mut others: Vec<(i64, &[i64], W)> = Vec::with_capacity(second.len());
    for ((total, compare), ways) in second {
        others.push((*total, compare.as_slice(), W::from_big(ways)?));
    }
    let [mut win, mut lose, mut tie, mut again] = [W::zero(), W::zero(), W::zero(), W::zero()];
    let mut totals: Vec<Face> = Vec::with_capacity(first.len());
    let (ours, theirs) = (first.iter().map(|((total, _), _)| *total), others.iter().map(|(total, ..)| *total));
    let mut margins = if opposed.falls { Margins::<W>::new(theirs, ours) } else { Margins::new(ours, theirs) };
    for ((total, compare), ways) in first {
        let ways = W::from_big(ways)?;
        let mut decided = W::zero();
        for (against, compared, other) in &others {
            let (end, ended) = match (compare.as_slice().cmp(compared), policy) {
                (Ordering::Greater, _) | (Ordering::Equal, Tie::Attacker) => (&mut win, Ordering::Greater),
                (Ordering::Less, _) | (Ordering::Equal, Tie::Defender) => (&mut lose, Ordering::Less),
                (Ordering::Equal, Tie::NoWinner) => (&mut tie, Ordering::Equal),
                (Ordering::Equal, Tie::Reroll) => {
                    again.add_product(&ways, other);
                    continue;
                }
            };
            end.add_product(&ways, other);
            decided.add_product(&ways, other);
            let margin = opposed.margin(ended, *total, *against).ok_or(OddsError::TooLarge)?;
            margins.at(margin).add_product(&ways, other);
        }
        totals.push((*total, decided.into_big()));
    }
    let (ends, tied) = ([win, lose, tie].map(W::into_big), again.into_big());
    Ok(OpposedWays { ends, tied, totals, margins: margins.into_faces() })
}

/// Ways by margin: an array if margins are close together, as they nearly always are.
struct Margins<W> {
    least: i64,
    close: Vec<W>,
    far: FxHashMap<i64, W>,
}

/// The most margins in the array; others are kept in a map.
const CLOSE: i64 = 4096;

impl<W: Weight> Margins<W> {
    fn new(totals: impl Iterator<Item = i64> + Clone, against: impl Iterator<Item = i64> + Clone) -> Self {
        let ends = |all: &mut dyn Iterator<Item = i64>| {
            all.fold((i64::MAX, i64::MIN), |(least, most), one| (least.min(one), most.max(one)))
        };
        let (first, second) = (ends(&mut totals.clone()), ends(&mut against.clone()));
        let least = first.0.saturating_sub(second.1);
        let most = first.1.saturating_sub(second.0);
        let width = most.saturating_sub(least).saturating_add(1).clamp(0, CLOSE);
        Self { least, close: vec![W::zero(); width as usize], far: FxHashMap::default() }
    }

    fn at(&mut self, margin: i64) -> &mut W {
        let place = usize::try_from(margin.saturating_sub(self.least)).ok();
        match place.and_then(|place| self.close.get_mut(place)) {
            Some(ways) => ways,
            None => self.far.entry(margin).or_insert_with(W::zero),
        }
    }

    fn into_faces(self) -> Vec<Face> {
        let least = self.least;
        let margin = |at: usize| least.saturating_add(at as i64);
        let close = self.close.into_iter().enumerate().map(|(at, ways)| (margin(at), ways));
        close.chain(self.far).filter(|(_, ways)| !ways.is_nothing()).map(|(one, ways)| (one, ways.into_big())).collect()
    }
}

/// The results of a side, and the number of all ways; `None` if explosions were cut.
fn alone(place: SumContext<'_>, side: &Side, walker: &mut Walker) -> Result<Option<(Side1, BigUint)>, OddsError> {
    let place = SumContext { seat: place.seat.map(|(world, who)| (world, seat_of(side, who))), ..place };
    let SumContext { game, prepared, env, seat, .. } = place;
    let test = &game.tests[side.test];
    let whole = |ways: &mut dyn Iterator<Item = &BigUint>, all: &BigUint| ways.sum::<BigUint>() == *all;
    let by_total = test.opposed.as_ref().is_some_and(|opposed| opposed.compare.is_empty());
    if by_total && let Some((values, all)) = sum(SumContext { side: Some(side), ..place }, &side.total)? {
        let named: Vec<Face> = values;
        if !whole(&mut named.iter().map(|(_, ways)| ways), &all) {
            return Ok(None);
        }
        return Ok(Some((named.into_iter().map(|(total, ways)| ((total, vec![total]), ways)).collect(), all)));
    }
    let walked = walker.walk(|walker| {
        let SideAlone { total, open, compare } = observe_side(game, prepared, side, env, seat, walker)?;
        if walker.open_ended() {
            return Err(Failure::cut(side.total.at));
        }
        Ok((total, (walker.left_open().filter(|_| open), compare)))
    })?;
    if !walked.left.is_zero() || !walked.failed.is_empty() {
        return Ok(None);
    }
    let (leaves, all) = together(walked.leaves);
    let mut found = Vec::new();
    for ((number, (open, compare)), ways) in leaves {
        let mut add = |total: i64, ways| {
            found.push(((total, compare.iter().map(|value| value.unwrap_or(total)).collect()), ways));
        };
        let Some(open) = open else {
            add(number, ways);
            continue;
        };
        let (values, of) = walker.open_values(open)?;
        for (value, part) in values {
            let Some(total) = value.checked_add(number) else { return Ok(None) };
            add(total, &ways * part / &of);
        }
    }
    Ok(Some((found, all)))
}
