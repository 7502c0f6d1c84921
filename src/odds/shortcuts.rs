//! Shorter ways to the odds of an expression than walking all of it, chosen by what it reads.

use num_bigint::BigUint;
use num_traits::ToPrimitive as _;

use super::Bounds;
use super::expression::{Leaf, ends_of, from_leaves};
use super::linear::{Place, sum};
use super::mass::together;
use super::model::Odds;
use super::pool::Face;
use super::trouble::Trouble;
use super::walk::{End, Walker};
use crate::check::program::{Game, Kind, Op, Test};
use crate::check::{Prepared, Program, Side, walk};
use crate::eval::{Answer, Effects as _, observe_side, observe_total};
use crate::ruleset::model::Tie;
use crate::state::Env;

/// Pairs of what two sides can come to.
const MOST_PAIRS: usize = 20_000_000;

/// The odds, if there is a shorter way.
pub(super) fn of(game: &Game, prepared: &Prepared, env: &Env, bounds: &Bounds) -> Result<Option<Odds>, Trouble> {
    let place = Place { game, prepared, side: None, env, bounds };
    match &prepared.program {
        Program::Value { ir, kind: Kind::Number, .. } => Ok(sum(place, ir)?.map(|(values, all)| {
            let leaves = values
                .into_iter()
                .map(|(value, ways)| (Leaf { value: Some(Answer::Number(value)), end: None, shown: Vec::new() }, ways));
            from_leaves(&[], leaves.collect(), all)
        })),
        Program::Value { .. } => Ok(None),
        Program::Test(side) => one_side(Place { side: Some(side), ..place }, side),
        Program::Opposed(left, right) => two_sides(place, left, right),
    }
}

/// A test that reads nothing but its total: each total ends in one way.
fn one_side(place: Place<'_>, side: &Side) -> Result<Option<Odds>, Trouble> {
    let Place { game, prepared, env, .. } = place;
    let Some(test) = game.tests.get(side.test) else { return Ok(None) };
    if !reads_only_total(test) {
        return Ok(None);
    }
    let Some((values, all)) = sum(place, &side.total)? else { return Ok(None) };
    if values.iter().map(|(_, ways)| ways).sum::<BigUint>() != all {
        // Dice that were cut: what is certain all the same is for the walk to find out.
        return Ok(None);
    }
    let mut leaves = Vec::with_capacity(values.len());
    for (total, ways) in values {
        let mut nobody = Walker::new(place.bounds, place.bounds.going);
        let ended = observe_total(game, prepared, side, env, total, &mut nobody)?;
        leaves.push((Leaf::of(ended, false), ways));
    }
    Ok(Some(from_leaves(&ends_of(game, &prepared.program), leaves, all)))
}

/// Whether outcomes and values of a test depend on the dice only by its total.
fn reads_only_total(test: &Test) -> bool {
    let mut only = true;
    let mut look = |ir| {
        walk(ir, &mut |ir| {
            only &= matches!(
                ir.op,
                Op::Number(_)
                    | Op::Known(..)
                    | Op::Trait(_)
                    | Op::Option(_)
                    | Op::Input(_)
                    | Op::Value(_)
                    | Op::Total
                    | Op::Margin
                    | Op::Negate(_)
                    | Op::Not(_)
                    | Op::Arithmetic(..)
                    | Op::Compare(..)
                    | Op::And(..)
                    | Op::Or(..)
                    | Op::If(..)
                    | Op::Min(_)
                    | Op::Max(_)
            );
        });
    };
    test.values.iter().for_each(|value| look(&value.ir));
    for outcome in &test.outcomes {
        outcome.when.iter().for_each(&mut look);
        outcome.values.iter().for_each(|value| look(&value.ir));
    }
    only
}

/// What a side can come to: its total and what it is compared by.
type Side1 = Vec<((i64, Vec<i64>), BigUint)>;

/// Two sides know nothing of each other: each is gone through by itself.
fn two_sides(place: Place<'_>, left: &Side, right: &Side) -> Result<Option<Odds>, Trouble> {
    let Place { game, prepared, .. } = place;
    let Some(opposed) = game.tests.get(left.test).and_then(|test| test.opposed.as_ref()) else { return Ok(None) };
    let policy = match opposed.tie.as_slice() {
        [] => Tie::Nobody,
        [(policy, None), ..] => *policy,
        _ => return Ok(None),
    };
    let Some((first, first_all)) = alone(place, left)? else { return Ok(None) };
    let Some((second, second_all)) = alone(place, right)? else { return Ok(None) };
    if first.len().saturating_mul(second.len()) > MOST_PAIRS {
        return Err(Trouble::TooLarge);
    }
    let small = |side: &Side1| -> Option<Vec<u128>> {
        let ways: Option<Vec<u128>> = side.iter().map(|(_, ways)| ways.to_u64().map(u128::from)).collect();
        ways.filter(|ways| ways.iter().sum::<u128>() < 1 << 60)
    };
    let mut tied = BigUint::default();
    let mut leaves: Vec<(Leaf, BigUint)> = Vec::new();
    let name = |one: &Option<std::sync::Arc<str>>| one.as_ref().map(|one| one.to_string());
    let ends = [
        End { name: name(&opposed.win), verdict: Some(0), success: Some(true), margin: None },
        End { name: name(&opposed.lose), verdict: Some(1), success: Some(false), margin: None },
        End { name: name(&opposed.tied), verdict: Some(2), success: None, margin: None },
    ];
    let (small_first, small_second) = (small(&first), small(&second));
    for (at, ((total, compare), ways)) in first.iter().enumerate() {
        for (other, ((against, compared), others)) in second.iter().enumerate() {
            let product = match (&small_first, &small_second) {
                (Some(one), Some(two)) => {
                    let (one, two) = (one.get(at).copied().unwrap_or(0), two.get(other).copied().unwrap_or(0));
                    BigUint::from(one * two)
                }
                _ => ways * others,
            };
            let end = match (compare.cmp(compared), policy) {
                (std::cmp::Ordering::Greater, _) | (std::cmp::Ordering::Equal, Tie::Attacker) => 0,
                (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, Tie::Defender) => 1,
                (std::cmp::Ordering::Equal, Tie::Nobody) => 2,
                (std::cmp::Ordering::Equal, Tie::Reroll) => {
                    tied += product;
                    continue;
                }
            };
            let Some(end) = ends.get(end) else { continue };
            let end = End { margin: total.checked_sub(*against), ..end.clone() };
            let leaf = Leaf { value: Some(Answer::Number(*total)), end: Some(end), shown: Vec::new() };
            leaves.push((leaf, product));
        }
    }
    // Rolled again until there is no tie: what is left is as likely as it is without ties.
    let all = first_all * second_all - tied;
    if leaves.is_empty() {
        return Err(Trouble::NeverEnds);
    }
    Ok(Some(from_leaves(&ends_of(game, &prepared.program), leaves, all)))
}

/// What a side can come to, and all ways; `None` if dice of it were cut.
fn alone(place: Place<'_>, side: &Side) -> Result<Option<(Side1, BigUint)>, Trouble> {
    let Place { game, prepared, env, bounds, .. } = place;
    let Some(test) = game.tests.get(side.test) else { return Ok(None) };
    let whole = |ways: &mut dyn Iterator<Item = &BigUint>, all: &BigUint| ways.sum::<BigUint>() == *all;
    let by_total = test.opposed.as_ref().is_some_and(|opposed| opposed.compare.is_empty());
    if by_total && let Some((values, all)) = sum(Place { side: Some(side), ..place }, &side.total)? {
        let named: Vec<Face> = values;
        if !whole(&mut named.iter().map(|(_, ways)| ways), &all) {
            return Ok(None);
        }
        return Ok(Some((named.into_iter().map(|(total, ways)| ((total, vec![total]), ways)).collect(), all)));
    }
    let mut walker = Walker::new(bounds, bounds.going).incurious();
    let walked = walker.walk(|walker| {
        let found = observe_side(game, prepared, side, env, walker)?;
        if walker.open_ended() {
            return Err(crate::eval::Failure::new("cut", side.total.at));
        }
        Ok(found)
    })?;
    if !walked.left.is_zero() {
        return Ok(None);
    }
    Ok(Some(together(walked.leaves)))
}
