//! *Hitos* and its variant *La Mirada del Centinela*: three dice with ten sides.

use std::collections::BTreeMap;

use tirada::internals::engine::Answer;

use super::asking::{Known, Table};
use super::counting::{count, counted, die, sorted};

/// H-T1.
const LADDER: [(&str, i64); 5] =
    [("Fácil", 10), ("Media", 15), ("Difícil", 20), ("Muy Difícil", 25), ("Extremadamente Difícil", 30)];

/// How a test ends: H-03, H-09, H-10; and what counts, H-04.
pub fn ends(throw: &[i64], used: i64, bonus: i64, difficulty: i64) -> &'static str {
    if count(throw, 1) >= 2 {
        "pifia"
    } else if count(throw, 10) >= 2 {
        "crítico"
    } else if used + bonus >= difficulty {
        "éxito"
    } else {
        "fallo"
    }
}

pub fn all_four(ways: BTreeMap<&'static str, u128>) -> [(&'static str, u128); 4] {
    ["pifia", "crítico", "éxito", "fallo"].map(|name| (name, ways.get(name).copied().unwrap_or(0)))
}

/// A fumble takes two ones: 3 * 9 throws with two and one with three, 28 of 1000; then the middle
/// die is a one, and only then. A critical likewise, with tens. Of what is left the middle die is
/// at least x in as many ways as stand in the table of order statistics from x up to 9.
#[test]
fn ladder_by_hand() {
    let mut known = Known::new("the ladder of hitos and mirada");
    let middle = [28_u32, 76, 112, 136, 148, 148, 136, 112, 76, 28];
    for id in ["hitos", "mirada"] {
        let mut table = Table::of(id);
        for (step, difficulty) in LADDER {
            for bonus in 0..=15_i64 {
                let success: u32 = (2..=9).filter(|x| x + bonus >= difficulty).map(|x| middle[x as usize - 1]).sum();
                let ways = [("pifia", 28), ("crítico", 28), ("éxito", success), ("fallo", 944 - success)];
                let text = format!("C + {bonus} vs {step}");
                known.outcomes(&format!("{text}, {id}"), &table.odds(&text), ways, 1000_u32);
            }
        }
    }
    known.done();
}

/// The same throw by throw, asked of the test by its name and going every way of the dice; and
/// how much is lacking or to spare.
#[test]
fn ladder_throw_by_throw() {
    let mut known = Known::new("the ladder of hitos, throw by throw");
    let mut table = Table::of("hitos").plainly();
    for (step, difficulty) in LADDER {
        for bonus in [0, 7, 15_i64] {
            let ways = counted(3, &die(10), |throw| ends(throw, sorted(throw)[1], bonus, difficulty));
            let odds = table.odds(&format!("prueba({bonus}) vs {step}"));
            known.outcomes(&format!("prueba({bonus}) vs {step}"), &odds, all_four(ways), 1000_u32);
            let margins = counted(3, &die(10), |throw| sorted(throw)[1] + bonus - difficulty);
            known.all(&format!("margins of {bonus} vs {step}"), odds.margin.as_ref().unwrap(), margins, 1000_u32);
        }
    }
    known.done();
}

/// Two and three tens (H-50: they last for a scene or a session), and ones: 3 * 9 throws and one.
#[test]
fn criticals_and_fumbles() {
    let mut known = Known::new("criticals and fumbles of hitos and mirada");
    for id in ["hitos", "mirada"] {
        let mut table = Table::of(id);
        for face in [1, 10] {
            let text = format!("count({face})");
            known.values(&text, &table.odds(&text), [(0, 729_u32), (1, 243), (2, 27), (3, 1)], 1000_u32);
            let text = format!("count({face}) >= 2");
            known.holds(&text, &table.odds(&text), 28_u32, 1000_u32);
        }
        for text in ["C + 0 vs 32", "C + 30 vs Fácil", "M + 3 vs Media", "m + 3 vs Media"] {
            let odds = table.odds(text);
            for name in ["pifia", "crítico"] {
                let found = odds.outcomes.iter().find(|one| one.name.as_deref() == Some(name)).unwrap();
                known.chance(&format!("{name} of {text}"), &found.chance, 28_u32, 1000_u32);
            }
        }
        // H-11: there is no throw that is both.
        let both = table.odds("count(1) >= 2 and count(10) >= 2");
        known.holds("both", &both, 0_u32, 1000_u32);
    }
    known.done();
}

/// The worth of three dice: the lowest and the highest, and what counts, once an aspect was
/// activated in favour (H-28, H-29: equal dice add up, if that is more than the highest, and the
/// highest counts) or against (H-35, H-36: equal dice are as much below nothing as one of them
/// shows, and the lowest counts). `summed`: how many equal dice add up at most (M-14).
pub fn aspect(throw: &[i64], favour: bool, summed: i64) -> i64 {
    let throw = sorted(throw);
    let equal = throw.iter().copied().find(|face| count(&throw, *face) > 1);
    match (favour, equal) {
        (true, Some(face)) => throw[2].max(face * count(&throw, face).min(summed)),
        (true, None) => throw[2],
        (false, Some(face)) => -face,
        (false, None) => throw[0],
    }
}

#[test]
fn aspects() {
    let mut known = Known::new("tests of hitos and mirada with an aspect");
    for (id, triples, summed) in [("hitos", None, 3), ("mirada", None, 3), ("mirada", Some("dos"), 2)] {
        let mut table = Table::of(id);
        if let Some(triples) = triples {
            table = table.with("triples", triples);
        }
        for (input, favour) in [("a favor", true), ("en contra", false)] {
            let text = format!("Lectura[{}, usado]", if favour { "A favor" } else { "En contra" });
            let ways = counted(3, &die(10), |throw| aspect(throw, favour, summed));
            known.values(&format!("{text} in {id}"), &table.odds(&text), ways, 1000_u32);
            for (bonus, difficulty) in [(0, 10), (5, 15), (7, 12), (9, 20), (12, 25)] {
                let text = format!("prueba({bonus}, «{input}» = yes) vs {difficulty}");
                let ways = counted(3, &die(10), |throw| ends(throw, aspect(throw, favour, summed), bonus, difficulty));
                known.outcomes(&format!("{text} in {id}"), &table.odds(&text), all_four(ways), 1000_u32);
            }
        }
    }
    known.done();
}

type Damage = fn(i64, i64, i64) -> i64;

/// H-70 to H-76, H-89, H-100, H-101: the dice of a roll as damage. What goes beyond the three dice
/// is thrown besides.
#[test]
fn damage() {
    let mut known = Known::new("damage of hitos and mirada");
    let rows: [(&str, usize, Damage); 20] = [
        ("Daño[Sin armas]", 0, |m, _, _| m),
        ("Daño[Cuchillo]", 0, |_, c, _| c),
        ("Daño[Cuerpo a cuerpo]", 0, |_, _, x| x),
        ("Daño[Pistola]", 0, |m, _, x| m + x),
        ("Daño[Fusil]", 0, |_, c, x| c + x),
        ("Daño[Granada]", 0, |m, c, x| m + c + x),
        ("Caída[3]", 0, |m, _, _| m),
        ("Caída[8]", 0, |_, c, _| c),
        ("Caída[10]", 0, |_, _, x| x),
        ("Caída[12]", 0, |m, _, x| m + x),
        ("Caída[17]", 0, |_, c, x| c + x),
        ("Caída[40]", 0, |m, c, x| m + c + x),
        ("Explosión[Petardo, total]", 0, |_, c, _| c),
        ("Explosión[Cóctel molotov, total]", 0, |m, c, _| m + c),
        ("Explosión[Granada de mano, parcial]", 0, |_, _, x| x),
        ("Explosión[Coche bomba, parcial]", 0, |_, c, x| c + x),
        ("Explosión[Coche bomba, total]", 1, |m, c, x| m + c + x),
        ("Explosión[Gasolinera, total]", 3, |m, c, x| m + c + x),
        ("Fuego[Media, máximo]", 0, |m, _, x| m + x),
        ("max(0, Daño[Pistola] + 2 - 8)", 0, |m, _, x| (m + x - 6).max(0)),
    ];
    for id in ["hitos", "mirada"] {
        let mut table = Table::of(id);
        for (text, more, damage) in rows {
            let base = counted(3, &die(10), |throw| {
                let throw = sorted(throw);
                damage(throw[0], throw[1], throw[2])
            });
            let besides =
                if more == 0 { BTreeMap::from([(0, 1)]) } else { counted(more, &die(10), |throw| throw.iter().sum()) };
            let mut ways = BTreeMap::new();
            for (one, first) in &base {
                for (other, second) in &besides {
                    *ways.entry(one + other).or_insert(0_u128) += first * second;
                }
            }
            known.values(&format!("{text} in {id}"), &table.odds(text), ways, 10_u32.pow(3 + more as u32));
        }
    }
    known.done();
}

/// H-80: a petrol station in the example of the book, mCM and four dice more: sums of seven dice.
#[test]
fn seven_dice() {
    let mut known = Known::new("seven dice of hitos");
    let ways = counted(7 - 3, &die(10), |throw| throw.iter().sum::<i64>());
    let three = counted(3, &die(10), |throw| throw.iter().sum::<i64>());
    let mut sums = BTreeMap::new();
    for (one, first) in &ways {
        for (other, second) in &three {
            *sums.entry(one + other).or_insert(0_u128) += first * second;
        }
    }
    known.values("mCM + 4d10", &Table::of("hitos").odds("mCM + 4d10"), sums, 10_u32.pow(7));
    known.done();
}

/// What a shown value is, a row by its name: how wide the range of a number on the ladder is does
/// not depend on dice, but dice may be looked up on it. 15 to 17 on 3d10 is «Media» from 13 on.
#[test]
fn names_on_the_ladder() {
    let mut known = Known::new("names on the ladder of hitos");
    let mut table = Table::of("hitos");
    let odds = table.odds("name(Dificultad, C + 10)");
    // C + 10 is 11 or 12, 13 to 17, 18 to 20.
    let middle = [28_u32, 76, 112, 136, 148, 148, 136, 112, 76, 28];
    let ways = [
        (Answer::Text("Fácil".to_owned()), middle[..2].iter().sum::<u32>()),
        (Answer::Text("Media".to_owned()), middle[2..7].iter().sum()),
        (Answer::Text("Difícil".to_owned()), middle[7..].iter().sum()),
    ];
    known.all("name(Dificultad, C + 10)", &odds.values, ways, 1000_u32);
    known.done();
}
