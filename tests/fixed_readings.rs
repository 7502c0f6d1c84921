//! The readings of the language that are fixed, one test each, under a game that
//! nobody plays.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use tirada::internals::engine::{Answer, Evaluation, TypedDice, typed_faces};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{LoadedGame, RollRequest, Session, unused_dice};

const WORLD: &str = "
tirada: 1
id: farol
rounding: down
dice: {d: 10, roll: 3d, names: {q: lowest, w: middle, W: highest, zz: sum}}
traits:
  Brío: {number: 0..10}
  Calma: {number: 0..10, default: 2}
  oficio: {number: 0..9, free names: yes}
  Temple: {is: Brío + Calma / 2}
options:
  marea: {one of: [alta, baja], default: alta}
tables:
  Cuesta:
    ordered: yes
    columns: [punto, de, a]
    find: de..a
    rows: {Llana: [10, 8, 12], Muy Llana: [5, 3, 7], Empinada: [20, 18, 22]}
    gaps: yes
  Golpe: {ordered: yes, uses: dice, rows: {Soga: q, Remo: w, Arpón: qW, Ancla: W + 1d}}
  Niebla: {cells: text, ranges: {1..3: Clara, 4..6: 'Densa {2 + 1}'}}
vs: faena
tests:
  faena:
    ask: {ayuda: {number: any, default: 0}, cuesta: {cell: Cuesta}}
    against: cuesta
    roll: 3d
    values: {lleno: count(10) >= 2}
    total: w + ayuda
    show: [lleno]
    outcomes:
      vacío: {when: count(1) >= 2, is: failure}
      colmo: {when: lleno, is: success}
      bien: {when: total >= cuesta, is: success}
      mal: {is: failure, values: {falta: cuesta - total}}
    opposed: {compare: [lleno, total], tie: {defender: {when: marea = baja}, reroll: {}}, outcomes: {win: gana, lose: cede}}
  red:
    ask: {hilos: {number: 1..}, nudos: {number: 0.., default: 0}, cuesta: {cell: Cuesta}}
    against: cuesta
    roll: (hilos + nudos)d6
    total: W + count(W) - 1
    outcomes: {bien: {when: total >= cuesta, is: success}, mal: {is: failure}}
";

struct Nowhere;

impl Shelf for Nowhere {
    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

struct World {
    session: Session<'static>,
    game: LoadedGame,
    names: BTreeMap<String, String>,
    settings: BTreeMap<String, String>,
    forgiving: bool,
}

fn world() -> World {
    let mut session = Session::new(&Nowhere);
    let game = session.load_files(vec![File { name: "farol.yml".to_owned(), text: WORLD.to_owned() }]);
    assert!(game.findings.is_empty(), "{:?}", game.findings);
    World { session, game, names: BTreeMap::new(), settings: BTreeMap::new(), forgiving: false }
}

impl World {
    fn with(mut self, name: &str, value: &str) -> Self {
        self.names.insert(name.to_owned(), value.to_owned());
        self
    }

    fn set(mut self, name: &str, value: &str) -> Self {
        self.settings.insert(name.to_owned(), value.to_owned());
        self
    }

    fn forgiving(mut self) -> Self {
        self.forgiving = true;
        self
    }

    fn roll(&mut self, text: &str, dice: &[i64]) -> Result<Evaluation, String> {
        let request = RollRequest {
            text: text.to_owned(),
            source: "typed".to_owned(),
            names: self.names.clone(),
            settings: self.settings.clone(),
            forgiving: self.forgiving,
            ..RollRequest::default()
        };
        let codes = |errors: Vec<tirada::internals::diagnostic::Diagnostic>| {
            errors.iter().map(|error| error.code.as_str()).collect::<Vec<_>>().join(" ")
        };
        let ready = self.session.prepare(&self.game.game, &request).map_err(codes)?;
        let mut typed = TypedDice::new(dice);
        let result =
            self.session.evaluate(&self.game.game, &ready, &mut typed, &[]).map_err(|error| codes(vec![error]))?;
        match unused_dice(&typed) {
            Some(error) => Err(codes(vec![error])),
            None => Ok(result),
        }
    }

    /// The value in words.
    fn value(&mut self, text: &str, dice: &[i64]) -> String {
        match self.roll(text, dice) {
            Ok(evaluation) => match evaluation.value {
                Answer::Number(number) => number.to_string(),
                Answer::Flag(flag) => flag.to_string(),
                Answer::Text(text) => text,
                other => panic!("{other:?}"),
            },
            Err(codes) => codes,
        }
    }

    /// The outcome and the margin.
    fn outcome(&mut self, text: &str, dice: &[i64]) -> String {
        match self.roll(text, dice) {
            Ok(evaluation) => match evaluation.outcome {
                Some(outcome) => {
                    format!("{} {:?}", outcome.name.unwrap_or_default(), outcome.margin.unwrap_or_default())
                }
                None => "none".to_owned(),
            },
            Err(codes) => codes,
        }
    }
}

#[test]
fn vs_is_the_test_that_the_game_names() {
    let mut world = world();
    assert_eq!(world.outcome("w + 7 vs 12", &[10, 5, 1]), "bien 0");
    assert_eq!(world.outcome("w + 6 vs 12", &[10, 5, 1]), "mal -1");
    assert_eq!(world.outcome("w + 1 vs 20", &[10, 10, 1]), "colmo -9");
    assert_eq!(world.outcome("w + 19 vs 3", &[1, 10, 1]), "vacío 17");
    // Whatever is compared: the total is all that stands on the left.
    assert_eq!(world.outcome("qW vs 11", &[1, 5, 10]), "bien 0");
    // Without dice of its own the left side has no faces to read.
    assert_eq!(world.outcome("7 + 5 vs 9", &[]), "bien 3");
    // The only dice that stand there are the roll.
    assert_eq!(world.outcome("3d10 + 1 vs 30", &[10, 10, 1]), "colmo -8");
    assert_eq!(world.outcome("1d6 + 2d6 vs 9", &[1, 1, 1]), "which-roll");
}

#[test]
fn vs_binds_loosest_once_and_outside() {
    let mut world = world();
    assert_eq!(world.outcome("w + 7 vs 10 + 2", &[10, 5, 1]), "bien 0");
    assert_eq!(world.outcome("if w > 3 then 12 else 1 vs 12", &[10, 5, 1]), "bien 0");
    assert_eq!(world.value("(w vs 3) + 1", &[]), "vs-inside");
    assert_eq!(world.value("w vs 3 vs 4", &[]), "second-vs");
}

#[test]
fn a_called_test_takes_what_is_added_before_its_outcomes() {
    let mut world = world();
    assert_eq!(world.outcome("faena(7) vs 12", &[10, 5, 1]), "bien 0");
    assert_eq!(world.outcome("faena(5) + 2 vs 12", &[10, 5, 1]), "bien 0");
    assert_eq!(world.outcome("faena(ayuda = 7, cuesta = 12)", &[10, 5, 1]), "bien 0");
    assert_eq!(world.outcome("faena(7, 12) vs 12", &[]), "target-twice");
    assert_eq!(world.outcome("faena(7, ayuda = 1) vs 12", &[]), "input-twice");
    // Nothing to compare with: only what needs no comparison is told.
    assert_eq!(world.outcome("faena(7)", &[10, 5, 1]), "none");
    assert_eq!(world.outcome("faena(7)", &[10, 10, 1]), "colmo 0");
    // As many dice as its inputs say.
    assert_eq!(world.outcome("red(2, 1) + 2 vs Llana", &[2, 6, 6]), "mal -1");
}

#[test]
fn a_right_side_with_dice_is_somebody_else() {
    let mut world = world();
    assert_eq!(world.outcome("w + 9 vs w + 3", &[1, 5, 9, 2, 6, 9]), "gana 5");
    assert_eq!(world.outcome("w vs faena(1)", &[1, 5, 9, 2, 6, 9]), "cede -2");
    // Each side reads its own faces; who wins by what they show and not by the total has no margin.
    assert_eq!(world.outcome("w vs w + 20", &[10, 10, 1, 2, 6, 9]), "gana 0");
    // A tie is rolled again, with new dice.
    assert_eq!(world.outcome("w vs w", &[1, 5, 9, 1, 5, 9, 1, 6, 9, 1, 5, 9]), "gana 1");
    assert_eq!(world.outcome("w vs w", &[1, 5, 9, 1, 5, 9]), "too-few-dice");
    assert_eq!(self::world().set("marea", "baja").outcome("w vs w", &[1, 5, 9, 1, 5, 9]), "cede 0");
}

#[test]
fn dice_side_by_side_add_up() {
    let mut world = world();
    for (text, value) in [
        ("qW", "10"),
        ("qwW", "14"),
        ("ww", "8"),
        ("2w", "8"),
        ("2ww", "12"),
        ("-qW", "-10"),
        ("2 * qW", "20"),
        ("3qW + 1", "13"),
        ("zz", "14"),
        ("zzq", "15"),
        ("w w", "side-by-side"),
        ("wX", "unknown-die"),
        ("2Brío", "times-needs-star"),
    ] {
        let mut world = self::world();
        let dice: &[i64] = if value.parse::<i64>().is_ok() { &[1, 4, 9] } else { &[] };
        assert_eq!(world.value(text, dice), value, "{text}");
    }
    // q is never Q; w and W are two dice.
    assert_eq!(world.value("Qw", &[]), "dice-case");
    assert_eq!(world.value("w + W", &[1, 4, 9]), "13");
}

#[test]
fn one_roll_is_shared_and_other_dice_are_their_own() {
    let mut world = world();
    assert_eq!(world.value("w + Golpe[Arpón]", &[1, 4, 9]), "14");
    assert_eq!(world.value("Golpe[Arpón]", &[1, 4, 9]), "10");
    assert_eq!(world.value("qwW + 2d6", &[1, 4, 9, 6, 6]), "26");
    assert_eq!(world.value("w + 1d", &[1, 4, 9, 7]), "11");
    assert_eq!(world.value("Golpe[Ancla] + w", &[1, 4, 9, 7]), "20");
    assert_eq!(world.value("count(6) + 3d6", &[6, 1, 6]), "15");
    assert_eq!(world.value("let x = 2d6 in x + x", &[3, 4]), "14");
    assert_eq!(world.value("2d6 + 2d6", &[1, 1, 6, 6]), "14");
}

#[test]
fn typed_dice_are_used_in_order() {
    let mut world = world();
    // Left first, the whole pool, then rerolls and explosions in its order, then right.
    assert_eq!(world.value("2d6! - 1d6", &[6, 6, 1, 2, 5]), "10");
    assert_eq!(world.value("2d6r1 * 10 + 1d6", &[1, 4, 5, 6]), "96");
    assert_eq!(world.value("1d4 + q", &[3, 7, 8, 9]), "10");
    assert_eq!(world.value("q + 1d4", &[7, 8, 9, 3]), "10");
    assert_eq!(world.value("3d6!!", &[6, 2, 3, 6, 1]), "18");
}

#[test]
fn suffixes_apply_from_left_to_right() {
    let mut world = world();
    for (text, dice, value) in [
        ("4d6kh3", &[1, 4, 5, 6][..], "15"),
        ("4d6kl1", &[2, 4, 5, 6], "2"),
        ("4d6dh1", &[1, 4, 5, 6], "10"),
        ("4d6dl1", &[1, 4, 5, 6], "15"),
        ("3d10km1", &[9, 2, 5], "5"),
        ("5d10km3", &[1, 2, 3, 4, 10], "9"),
        ("2d6kh1!", &[6, 1, 3], "9"),
        ("2d6!kh1", &[6, 1, 3], "6"),
        ("2d6r<=2", &[1, 2, 2, 5, 6], "11"),
        ("2d6ro<=2", &[1, 2, 2, 1], "3"),
        ("2d10!>=9", &[9, 1, 3], "13"),
        ("2d10! >= 9", &[4, 5], "true"),
        ("2d6!=5", &[5, 6, 1], "12"),
        ("2d6 != 5", &[2, 3], "false"),
        ("4dF", &[-1, 0, 1, 1], "1"),
        ("2d{0,0,1,2}", &[2, 0], "2"),
        ("d%", &[100], "100"),
        ("(1 + 1)d6", &[2, 3], "5"),
    ] {
        assert_eq!(world.value(text, dice), value, "{text}");
    }
}

#[test]
fn what_can_be_read_off_dice() {
    let mut world = world();
    for (text, dice, value) in [
        ("count(5d6, >= 5)", &[5, 6, 1, 2, 5][..], "3"),
        ("count(5d6, 5)", &[5, 6, 1, 2, 5], "2"),
        ("count(10)", &[10, 10, 3], "2"),
        ("highest(3d6) - lowest(3d6)", &[1, 2, 5, 2, 3, 6], "3"),
        ("sum(4d6kh3)", &[1, 2, 3, 4], "9"),
        ("nth(4d6, 2)", &[6, 3, 5, 1], "3"),
        ("repeats(5d6) * 10 + repeated(5d6)", &[2, 2, 5, 5, 1, 3, 3, 3, 1, 1], "23"),
        ("5d6 beats 3d6", &[1, 4, 4, 1, 6, 2, 5, 1], "3"),
        ("2d6 beats 2d6", &[3, 4, 4, 3], "0"),
        ("min(3, 1d6) + max(2, 1)", &[5], "5"),
    ] {
        assert_eq!(world.value(text, dice), value, "{text}");
    }
}

#[test]
fn names_with_spaces_and_rows() {
    let mut one = world().with("Buen ojo", "4").with("Brío", "3");
    assert_eq!(one.outcome("w + Brío + «Buen ojo» vs 12", &[10, 5, 1]), "bien 0");
    assert_eq!(one.outcome("w + Brío + \"Buen ojo\" vs 12", &[10, 5, 1]), "bien 0");
    assert_eq!(one.outcome("w vs Muy Llana", &[10, 5, 1]), "bien 0");
    assert_eq!(one.outcome("w vs «Muy Llana» + 1", &[10, 5, 1]), "mal -1");
    assert_eq!(one.value("Cuesta[Muy Llana, a]", &[]), "7");
    assert_eq!(one.value("Cuesta[Muy Llana]", &[]), "5");
    assert_eq!(one.value("Cuesta[19]", &[]), "20");
    assert_eq!(one.value("name(Cuesta, 19)", &[]), "Empinada");
    assert_eq!(one.value("Golpe[Soga + 1]", &[1, 4, 9]), "4");
    assert_eq!(one.value("Golpe[Ancla + 1]", &[1, 2, 3]), "no-row-there");
    assert_eq!(one.value("Niebla[5]", &[]), "Densa 3");
    assert_eq!(one.value("Niebla[7]", &[]), "no-row");
    assert_eq!(one.value("Cuesta[15]", &[]), "no-row");
    assert_eq!(one.value("Brío Calma", &[]), "side-by-side");
}

#[test]
fn names_are_forgiven_only_where_somebody_types() {
    let mut strict = world().with("Brío", "3");
    assert_eq!(strict.value("brio + 1", &[]), "unknown-name");
    let mut kind = world().with("Brío", "3").forgiving();
    assert_eq!(kind.value("brio + 1", &[]), "4");
    assert_eq!(kind.outcome("w vs muy llana", &[10, 5, 1]), "bien 0");
    assert_eq!(kind.value("golpe[arpon]", &[1, 4, 9]), "10");
    assert_eq!(kind.outcome("FAENA(7) vs 12", &[10, 5, 1]), "bien 0");
    // Never for dice.
    assert_eq!(kind.value("ZZ", &[]), "dice-case");
}

#[test]
fn names_are_one_however_accents_are_typed() {
    let mut world = world().with("Bri\u{301}o", "3");
    assert_eq!(world.value("Bri\u{301}o + Brío", &[]), "6");
}

#[test]
fn derived_values_and_rounding() {
    let mut one = world().with("Brío", "3").with("Calma", "5");
    assert_eq!(one.value("Temple", &[]), "5");
    assert_eq!(one.value("-7 / 2", &[]), "-4");
    assert_eq!(one.value("-7 % 3", &[]), "2");
    assert_eq!(one.value("7 / (1 - 1)", &[]), "division-by-zero");
    assert_eq!(world().value("Temple", &[]), "trait-without-value");
    assert_eq!(world().with("Temple", "9").value("Temple", &[]), "9");
    assert_eq!(world().with("Brío", "11").value("Brío", &[]), "trait-out-of-range");
}

#[test]
fn faces_are_typed_with_commas_or_blanks() {
    for text in ["10,5,-1", "10 5 −1", " 10,  5 -1 ", "10, 5,\t-1"] {
        assert_eq!(typed_faces(text), Ok(vec![10, 5, -1]), "{text}");
    }
    assert_eq!(typed_faces(" "), Ok(Vec::new()));
}

#[test]
fn what_is_no_face_is_found_in_its_place() {
    let wrong = |text: &str| -> Vec<(String, usize)> {
        let found = typed_faces(text).unwrap_err();
        found.into_iter().map(|one| (text[one.at].to_owned(), one.place)).collect()
    };
    assert_eq!(wrong("5,,6"), [(",,".to_owned(), 2)]);
    assert_eq!(wrong("5, ,6"), [(", ,".to_owned(), 2)]);
    assert_eq!(wrong(",5"), [(",".to_owned(), 1)]);
    assert_eq!(wrong("5,6,"), [(",".to_owned(), 3)]);
    assert_eq!(wrong("5,\u{a0}x y"), [("x".to_owned(), 0), ("y".to_owned(), 0)]);
}
