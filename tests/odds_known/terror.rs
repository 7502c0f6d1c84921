//! The game of terror: as many dice with six sides as a characteristic has.

use tirada::internals::engine::Answer;

use super::asking::{Known, Table};
use super::counting::{choose, count, counted, die, highest, power};
use num_bigint::BigUint;

/// T-06.
const LADDER: [(&str, u64); 4] = [("Fácil", 3), ("Media", 5), ("Difícil", 7), ("Muy difícil", 9)];

/// T-03, T-04: `k` dice show the highest face `h` in choose(n, k) (h - 1)^(n - k) of 6^n throws, and
/// that comes to h + k - 1.
fn totals(dice: u64) -> Vec<BigUint> {
    let mut ways = vec![BigUint::ZERO; 6 + usize::try_from(dice).unwrap()];
    for face in 1..=6_u64 {
        for shown in 1..=dice {
            ways[usize::try_from(face + shown - 1).unwrap()] += choose(dice, shown) * power(face - 1, dice - shown);
        }
    }
    ways
}

fn success(dice: u64, bonus: u64, difficulty: u64) -> BigUint {
    let reached = totals(dice).into_iter().enumerate().filter(|(total, _)| *total as u64 + bonus >= difficulty);
    reached.map(|(_, ways)| ways).sum()
}

/// T-02 to T-07: each step, with a trait of 0 to 15, for characteristics from 1 to 6.
#[test]
fn ladder() {
    let mut known = Known::new("the ladder of terror");
    let mut table = Table::of("terror");
    for dice in 1..=6_u64 {
        for (step, difficulty) in LADDER {
            for bonus in 0..=15 {
                let (success, all) = (success(dice, bonus, difficulty), power(6, dice));
                let ways = [("éxito", success.clone()), ("fallo", &all - success)];
                let text = format!("reto({dice}, rasgo = {bonus}) vs {step}");
                known.outcomes(&text, &table.odds(&text), ways, all);
            }
        }
    }
    known.done();
}

/// Pools of 1 to 12 dice: totals, with objects that add dice (T-21).
#[test]
fn pools() {
    let mut known = Known::new("pools of terror");
    let mut table = Table::of("terror");
    for dice in 1..=12_u64 {
        let text = format!("reto({dice}) vs Difícil");
        let odds = table.odds(&text);
        let ways = totals(dice).into_iter().enumerate().map(|(total, ways)| (total as i64, ways));
        known.values(&text, &odds, ways, power(6, dice));
        let (success, all) = (success(dice, 0, 7), power(6, dice));
        known.outcomes(&text, &odds, [("éxito", success.clone()), ("fallo", &all - success)], all);
    }
    for (object, more) in [("Cuchillo", 1), ("Pistola", 2), ("Motosierra", 3)] {
        let text = format!("reto(3, {object}) vs Difícil");
        let (success, all) = (success(3 + more, 0, 7), power(6, 3 + more));
        known.outcomes(&text, &table.odds(&text), [("éxito", success.clone()), ("fallo", &all - success)], all);
    }
    known.done();
}

/// The same throw by throw, up to six dice, going every way of them.
#[test]
fn throw_by_throw() {
    let mut known = Known::new("pools of terror, throw by throw");
    let mut table = Table::of("terror").plainly();
    for dice in 1..=6_usize {
        let text = format!("reto({dice}) vs Media");
        let odds = table.odds(&text);
        let ways = counted(dice, &die(6), |throw| highest(throw) + count(throw, highest(throw)) - 1);
        known.values(&text, &odds, ways, power(6, dice as u64));
        let ends = counted(dice, &die(6), |throw| highest(throw) + count(throw, highest(throw)) > 5);
        let of = |reached| ends.get(&reached).copied().unwrap_or(0);
        known.outcomes(&text, &odds, [("éxito", of(true)), ("fallo", of(false))], power(6, dice as u64));
    }
    known.done();
}

/// T-13: there is neither critical nor fumble; each one is a presage, of n dice k in
/// choose(n, k) 5^(n - k).
#[test]
fn presages() {
    let mut known = Known::new("presages of terror");
    let mut table = Table::of("terror");
    for dice in 1..=12_u64 {
        let odds = table.odds(&format!("reto({dice}) vs Media"));
        let (_, found) = odds.shown.iter().find(|(label, _)| label == "presagios").unwrap();
        let ways = (0..=dice).map(|k| (Answer::Number(k as i64), choose(dice, k) * power(5, dice - k)));
        known.all(&format!("presages of {dice} dice"), found, ways, power(6, dice));
    }
    known.done();
}
