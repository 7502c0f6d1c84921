//! *CdB Engine*: two dice with six sides.

use tirada::internals::engine::Answer;

use super::asking::{Known, Table};

/// C-04.
const LADDER: [(&str, i64); 10] = [
    ("No Entrenado", 3),
    ("Fácil", 5),
    ("Trivial", 7),
    ("Media", 9),
    ("Desafiante", 11),
    ("Difícil", 13),
    ("Muy Difícil", 15),
    ("Asombrosa", 17),
    ("Legendaria", 19),
    ("Imposible", 21),
];

/// In how many of 36 throws two dice show at least so much: x from 2 to 7 is short by the sum of
/// 1 to x - 2, from 8 to 12 there are the sum of 1 to 13 - x.
fn at_least(x: i64) -> u32 {
    match x {
        ..=2 => 36,
        3..=7 => 36 - ((x - 2) * (x - 1) / 2) as u32,
        8..=12 => ((13 - x) * (14 - x) / 2) as u32,
        _ => 0,
    }
}

/// C-05, C-07: as much as the difficulty is enough. Untrained is 4 less (C-27).
#[test]
fn ladder() {
    let mut known = Known::new("the ladder of cdb");
    let mut table = Table::of("cdb");
    let mut plain = Table::of("cdb").plainly();
    for (step, difficulty) in LADDER {
        for bonus in (0..=15).chain([-4]) {
            let success = at_least(difficulty - bonus);
            let ways = [("éxito", success), ("fallo", 36 - success)];
            let text = format!("acción({bonus}) vs {step}");
            known.outcomes(&text, &table.odds(&text), ways, 36_u32);
            let text = format!("dados + {bonus} vs {step}");
            known.outcomes(&text, &plain.odds(&text), ways, 36_u32);
        }
    }
    known.done();
}

/// C-09, C-11: by how much it is reached or missed.
#[test]
fn degrees() {
    let mut known = Known::new("degrees of cdb");
    let mut table = Table::of("cdb");
    let two = [1_u32, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
    for (bonus, difficulty) in [(0, 9), (3, 9), (5, 13), (-4, 3), (8, 21)] {
        let odds = table.odds(&format!("acción({bonus}) vs {difficulty}"));
        let margins = (2..).map(|sum| sum + bonus - difficulty).zip(two);
        known.all(&format!("{bonus} vs {difficulty}"), odds.margin.as_ref().unwrap(), margins, 36_u32);
    }
    known.done();
}

/// C-14, C-15: what does not come from a skill adds 3 at most and may take away any number.
#[test]
fn modifiers() {
    let mut known = Known::new("modifiers of cdb");
    let mut table = Table::of("cdb");
    for (text, bonus) in [
        ("acción(1, situación = 2, aspectos = 3) vs Media", 4),
        ("acción(1, situación = -2, aspectos = 3) vs Media", 2),
        ("acción(1, situación = -9) vs Media", -8),
        ("acción(0, destino = 2, equipo = 3) vs Media", 3),
    ] {
        let success = at_least(9 - bonus);
        known.outcomes(text, &table.odds(text), [("éxito", success), ("fallo", 36 - success)], 36_u32);
    }
    known.done();
}

/// C-26: there is no critical and no fumble, but two ones (1 of 36), whatever the difficulty; who
/// tells of one fails.
#[test]
fn two_ones() {
    let mut known = Known::new("two ones of cdb");
    let mut table = Table::of("cdb");
    known.values("count(1)", &table.odds("count(1)"), [(0, 25_u32), (1, 10), (2, 1)], 36_u32);
    for text in ["acción(0) vs Media", "acción(9) vs Media", "acción(20) vs Fácil"] {
        let odds = table.odds(text);
        let (_, ones) = odds.shown.iter().find(|(label, _)| label == "dos unos").unwrap();
        // What does not hold is not shown.
        known.all(&format!("two ones in {text}"), ones, [(Answer::Flag(true), 1_u32)], 36_u32);
        known.chance(&format!("no two ones in {text}"), &ones.left(), 35_u32, 36_u32);
    }
    let told = table.odds("acción(20, pifia = yes) vs Fácil");
    known.outcomes("told", &told, [("éxito", 0_u32), ("fallo", 36)], 36_u32);
    known.done();
}

/// C-64, C-65: the table of reactions, by the ways of its sums; beyond its ends the last rows hold
/// (A-C-22).
#[test]
fn reactions() {
    let mut known = Known::new("reactions of cdb");
    let mut table = Table::of("cdb");
    let rows = [
        "Claramente hostil",
        "Posiblemente hostil",
        "Indiferente; no ayuda",
        "Neutral; ayuda si no le cuesta nada",
        "Sociable; ayuda si puede",
        "Amistoso; ayuda si no hay peligro",
        "Devoto; ayuda aunque haya peligro",
    ];
    for (text, ways) in [
        // 2, 3, 4 and 5, 6 to 8, 9 and 10, 11, 12
        ("reacción(0)", [1_u32, 2, 3 + 4, 5 + 6 + 5, 4 + 3, 2, 1]),
        // 3, 4, 5 and 6, …: 2 is no longer reached, 12 and 13 are the last row.
        ("reacción(1)", [0, 1, 2 + 3, 4 + 5 + 6, 5 + 4, 3, 2 + 1]),
        ("reacción(-2, rasgo = 1)", [1 + 2, 3, 4 + 5, 6 + 5 + 4, 3 + 2, 1, 0]),
    ] {
        let odds = table.odds(text);
        let (_, found) = odds.shown.iter().find(|(label, _)| label == "actitud").unwrap();
        let ways: Vec<(Answer, u32)> = rows.iter().map(|row| Answer::Text((*row).to_owned())).zip(ways).collect();
        known.all(text, found, ways, 36_u32);
    }
    known.done();
}
