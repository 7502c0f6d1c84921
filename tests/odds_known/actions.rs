//! Whole actions, with the rules told once more in loops: an attack with everything that comes of
//! it, a dangerous challenge, a roll for stress.

use std::collections::BTreeMap;

use tirada::internals::engine::Answer;
use tirada::internals::odds::{ActionOdds, Changing, Distribution};

use super::asking::{Known, Table};
use super::counting::{count, counted, die, highest, power, sorted, sum};
use super::hitos::{all_four, aspect, ends};

/// Ways of whatever it is, by what is told of it.
type Ways<K> = BTreeMap<K, u128>;

/// How something of somebody changes.
fn change<'o>(odds: &'o ActionOdds, who: &str, called: &str, what: fn(&Changing) -> bool) -> &'o Distribution<Answer> {
    let found = odds.changes.iter().find(|one| one.name == who && one.called == called && what(&one.what));
    &found.unwrap_or_else(|| panic!("{called} of {who} does not change")).to
}

fn numbers(ways: Ways<i64>) -> impl Iterator<Item = (Answer, u128)> {
    ways.into_iter().map(|(number, ways)| (Answer::Number(number), ways))
}

/// How a test of Aguante ends, and the lowest die where it is a critical: H-15, H-09, H-10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Endured {
    No,
    Yes,
    Critical(i64),
}

/// All throws of a test of Aguante, out of 1000.
fn endured(aguante: i64, difficulty: i64) -> Ways<Endured> {
    counted(3, &die(10), |throw| {
        let sorted = sorted(throw);
        if count(throw, 1) >= 2 {
            Endured::No
        } else if count(throw, 10) >= 2 {
            Endured::Critical(sorted[0])
        } else if sorted[1] + aguante >= difficulty {
            Endured::Yes
        } else {
            Endured::No
        }
    })
}

/// An attack with a pistol, and everything that the victim goes through (H-62, H-63, H-67 to H-69,
/// H-74, H-78, H-79, H-81, H-112 to H-128): what it comes to by marks on the track, the state, and
/// whether the victim dies, out of 1000^3.
fn shot(bonus: i64, defence: i64, more: i64, armour: i64, aguante: i64) -> Ways<(i64, &'static str, bool)> {
    let boxes = 3 * aguante;
    let state = |lost: i64| match lost {
        _ if lost < aguante => "Sano",
        _ if lost < 2 * aguante => "Herido",
        _ if lost < boxes => "Incapacitado",
        _ => "Moribundo",
    };
    let damage = counted(3, &die(10), |throw| {
        let dice = sorted(throw);
        let (ones, tens) = (count(throw, 1), count(throw, 10));
        if ones >= 2 || tens < 2 && dice[1] + bonus < defence {
            return 0;
        }
        let base = (dice[0] + dice[2] + more).max(1);
        (base * if tens >= 2 { tens } else { 1 } - armour).max(0)
    });
    let (massive, death) = (endured(aguante, 12), endured(aguante, 15));
    let mut all = BTreeMap::new();
    for (damage, ways) in damage {
        // What is not asked for leaves all 1000 throws as they are.
        let unasked = BTreeMap::from([(Endured::Yes, 1000)]);
        let asked = if damage > 0 && damage >= aguante { &massive } else { &unasked };
        for (stands, more) in asked {
            // Whoever fails loses all that is left; what does not fit turns slashes into crosses.
            let lost = if *stands == Endured::No { damage.max(boxes) } else { damage };
            let crosses = (lost - boxes).clamp(0, boxes);
            let marks = lost.min(boxes);
            let dying = if marks == boxes { &death } else { &unasked };
            for (lives, most) in dying {
                let slashes = boxes - crosses;
                let end = match lives {
                    _ if marks < boxes => (marks, state(marks), false),
                    Endured::No => (marks, "Moribundo", true),
                    Endured::Yes => (marks, "Moribundo", false),
                    // Stabilised: slashes are wiped off, or one cross if there is nothing else.
                    Endured::Critical(_) if slashes == 0 => (marks - 1, "Incapacitado", false),
                    Endured::Critical(lowest) => (marks - slashes.min(*lowest), "Incapacitado", false),
                };
                *all.entry(end).or_insert(0) += ways * more * most;
            }
        }
    }
    all
}

#[test]
fn an_attack() {
    let mut known = Known::new("an attack with everything that comes of it");
    let mut table = Table::of("hitos");
    let world = table.people(
        "
  Ana: {traits: {Fortaleza: 2, Reflejos: 3, Voluntad: 4, Intelecto: 5, habilidad: {Puntería: 4}}}
  Beto: {traits: {Fortaleza: 4, Reflejos: 2, Voluntad: 5, Intelecto: 3, Guardia: 3}}
  Flojo: {traits: {Fortaleza: 1, Reflejos: 1, Voluntad: 2, Intelecto: 1}}
  Blindado:
    traits: {Fortaleza: 3, Reflejos: 4, Voluntad: 2, Intelecto: 1, Guardia: 5}
    tags: {Armadura: {tipo: Chaleco antibalas}}
",
    );
    // Reflejos and skill 3 + 4 = 7; damage bonus 4 / 4 = 1. Defence is 5 + Reflejos + Guardia.
    for (victim, defence, armour, aguante) in [("Beto", 10, 0, 6), ("Flojo", 6, 0, 2), ("Blindado", 14, 8, 4)] {
        let all = shot(7, defence, 1, armour, aguante);
        let out_of = 1_000_000_000_u128;
        assert_eq!(all.values().sum::<u128>(), out_of);
        let odds = table.action(
            &world,
            "atacar",
            &[("atacante", "Ana"), ("objetivo", victim)],
            &[("arma", "Pistola"), ("habilidad", "Puntería")],
        );
        let (mut marks, mut states, mut dead) = (Ways::new(), Ways::new(), 0);
        for ((lost, state, dies), ways) in &all {
            *marks.entry(*lost).or_insert(0) += ways;
            *states.entry(Answer::Text((*state).to_owned())).or_insert(0) += ways;
            dead += if *dies { *ways } else { 0 };
        }
        let found = change(&odds, victim, "Resistencia", |what| matches!(what, Changing::Marks(_)));
        known.all(&format!("marks of {victim}"), found, numbers(marks), out_of);
        let found = change(&odds, victim, "Resistencia", |what| matches!(what, Changing::State(_)));
        known.all(&format!("state of {victim}"), found, states, out_of);
        let found = change(&odds, victim, "Muerto", |what| matches!(what, Changing::Tags(_)));
        let ways = [(Answer::Flag(true), dead), (Answer::Flag(false), out_of - dead)];
        known.all(&format!("death of {victim}"), found, ways, out_of);
    }
    known.done();
}

/// T-02 to T-07, T-14, T-16, T-47, T-51: a challenge that the director pays a point of threat to
/// make dangerous. Whoever fails loses a point and one for each presage; presages of half the
/// threat (and one at least) bring a point of threat, and so does the end of a main character.
#[test]
fn a_dangerous_challenge() {
    let mut known = Known::new("a dangerous challenge");
    for (dice, difficulty, step, threat) in [(3_i64, 5, "Media", 4_i64), (2, 7, "Difícil", 6), (4, 5, "Media", 1)] {
        let mut table =
            Table::of("terror").with("Amenaza inicial", &threat.to_string()).with("Superación inicial", "0");
        let world = table.people(&format!(
            "\n  Mark: {{traits: {{papel: Principal, Acción: {dice}, Interacción: 2, Cognición: 4}}}}\n"
        ));
        let (mut lost, mut threats) = (Ways::new(), Ways::new());
        let all = counted(dice as usize, &die(6), |throw| {
            let presages = count(throw, 1);
            let failed = highest(throw) + count(throw, highest(throw)) - 1 < difficulty;
            let loss = if failed { 1 + presages } else { 0 };
            // One point is paid before the dice fall.
            let left = threat - 1;
            let rises = i64::from(presages >= (left / 2).max(1)) + i64::from(loss > dice);
            (-loss, rises - 1)
        });
        for ((loss, change), ways) in &all {
            *lost.entry(*loss).or_insert(0) += ways;
            *threats.entry(*change).or_insert(0) += ways;
        }
        let answers = [("característica", "Acción actual"), ("dificultad", step), ("peligroso", "yes")];
        let odds = table.action(&world, "afrontar", &[("quien", "Mark")], &answers);
        let out_of = power(6, dice as u64);
        let points = |what: &Changing| matches!(what, Changing::Points(_));
        known.all("Acción", change(&odds, "Mark", "Acción actual", points), numbers(lost), out_of.clone());
        known.all("Amenaza", change(&odds, "table", "Amenaza", points), numbers(threats), out_of);
    }
    known.done();
}

/// C-88 to C-90: whoever fails a roll of Voluntad gains the points of what was seen and the degree
/// of failure.
#[test]
fn stress() {
    let mut known = Known::new("a roll for stress");
    let mut table = Table::of("cdb");
    let world = table.people("\n  Ana: {traits: {Voluntad: 2}}\n");
    for (points, difficulty) in [(1, 9), (4, 11), (7, 7), (10, 15)] {
        let gained = counted(2, &die(6), |throw| match difficulty - (sum(throw) + 2) {
            missing if missing > 0 => points + missing,
            _ => 0,
        });
        let (vivencia, dificultad) = (points.to_string(), difficulty.to_string());
        let answers = [("vivencia", vivencia.as_str()), ("dificultad", dificultad.as_str())];
        let odds = table.action(&world, "tirada de Estrés", &[("quien", "Ana")], &answers);
        let found = change(&odds, "Ana", "Estrés", |what| matches!(what, Changing::Points(_)));
        known.all(&format!("{points} vs {difficulty}"), found, numbers(gained), 36_u32);
    }
    known.done();
}

/// H-123, H-124: who is dying tests each turn; failing is death, a critical the end of it, and
/// whoever does neither tests again. With the chances f, c and s = 1 - f - c of one turn death has
/// come after n turns with f (1 + s + … + s^(n - 1)), rescue with as much of c.
#[test]
fn dying_turn_after_turn() {
    let mut known = Known::new("dying, turn after turn");
    let mut table = Table::of("hitos");
    let world = table.people(
        "
  Fuerte: {traits: {Fortaleza: 8, Voluntad: 5, Reflejos: 1, Intelecto: 1}, marks: {Resistencia: {herida: 30}}}
  Flojo: {traits: {Fortaleza: 4, Voluntad: 4, Reflejos: 1, Intelecto: 1}, marks: {Resistencia: {herida: 18}}}
",
    );
    // Of 1000 throws 28 are fumbles and 28 criticals; of the rest the middle die is 5 to 9 in
    // 148 + 148 + 136 + 112 + 76 = 620, and 9 in 76.
    for (who, survives) in [("Fuerte", 620_u32), ("Flojo", 76)] {
        let (dies, rescued) = (1000 - 28 - survives, 28_u32);
        for turn in table.turns(&world, "tirada de muerte", &[("moribundo", who)], 6) {
            let (mut sum, all) = (num_bigint::BigUint::ZERO, power(1000, u64::from(turn.turn)));
            for before in 0..turn.turn {
                sum += power(u64::from(survives), u64::from(before)) * power(1000, u64::from(turn.turn - 1 - before));
            }
            for (called, ways) in [("Muerto", &sum * dies), ("Estabilizado", &sum * rescued)] {
                let change = turn.changes.iter().find(|one| one.name == who && one.called == called).unwrap();
                let what = format!("{called} after {} turns of {who}", turn.turn);
                known.chance(&what, &change.to.chance(&Answer::Flag(true)), ways, all.clone());
            }
        }
    }
    known.done();
}

/// H-27 to H-31: whoever activates an aspect in favour throws any of the dice again, pays a point
/// and reads the dice in favour. All throws of the dice that are thrown again, beside those that
/// stay.
#[test]
fn after_the_dice_have_fallen() {
    let mut known = Known::new("after the dice have fallen");
    let mut table = Table::of("hitos");
    let world = table.people("\n  Ana: {traits: {Fortaleza: 1, Reflejos: 1, Voluntad: 1, Intelecto: 1, Drama: 2}}\n");
    for (bonus, difficulty, fallen) in [(7, 15, [7, 4, 1]), (5, 15, [5, 5, 2]), (9, 20, [10, 3, 1]), (3, 10, [1, 1, 6])]
    {
        let text = format!("prueba({bonus}) vs {difficulty}");
        let courses = table.courses(&world, "Ana", &text, &fallen);
        let different: std::collections::BTreeSet<Vec<i64>> = (1..8_usize)
            .map(|set| sorted(&(0..3).filter(|die| set >> die & 1 == 1).map(|die| fallen[die]).collect::<Vec<_>>()))
            .collect();
        let again: Vec<_> = courses.iter().filter(|course| course.intervention.is_some()).collect();
        let found = again.iter().map(|course| sorted(&course.again)).collect();
        assert_eq!(different, found, "{text} after {fallen:?}: each set of dice, once");
        assert_eq!(again.len(), different.len());
        for course in &courses {
            let mut stay = fallen.to_vec();
            for face in &course.again {
                stay.remove(stay.iter().position(|one| one == face).unwrap());
            }
            let favour = course.intervention.is_some();
            let ends = counted(course.again.len(), &die(10), |thrown| {
                let throw: Vec<i64> = stay.iter().chain(thrown).copied().collect();
                let used = if favour { aspect(&throw, true, 3) } else { sorted(&throw)[1] };
                ends(&throw, used, bonus, difficulty)
            });
            let what = format!("{text} after {fallen:?}, {:?} again", course.again);
            known.outcomes(&what, &course.odds, all_four(ends), power(10, course.again.len() as u64));
        }
        // The best comes first.
        let chances: Vec<_> = courses.iter().map(|course| course.odds.success().unwrap()).collect();
        assert!(chances.is_sorted_by(|one, other| one >= other), "{text}: {chances:?}");
    }
    known.done();
}
