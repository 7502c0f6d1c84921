//! Dice that fell are never lost: what is missing after them is asked for, rolled, or told.

use super::{Files, all, say, say_with, state};
use tirada::internals::check::program::{CheckedGame, Die};
use tirada::internals::cli::prompt::state::{Asker, Missing};
use tirada::internals::engine::{Answer, Decision, ValueRequest};
use tirada::internals::report::Catalogue;

/// Somebody who types missing dice and answers, and writes down what was to be seen before.
#[derive(Default)]
struct Sits {
    faces: Vec<Vec<i64>>,
    answer: Option<&'static str>,
    seen: Vec<String>,
}

impl Asker for Sits {
    fn ask(&mut self, _: &CheckedGame, asked: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        self.seen.push(asked.name.to_owned());
        self.answer?.parse().ok()
    }

    fn decide(&mut self, _: &CheckedGame, asked: &Decision<'_>, _: Option<&Answer>, _: &Catalogue) -> Option<String> {
        self.seen.push(asked.name.to_owned());
        self.answer.map(str::to_owned)
    }

    fn fell(&mut self, dice: &[(Die, i64)], _: &Catalogue) {
        let faces: Vec<i64> = dice.iter().map(|(_, face)| *face).collect();
        self.seen.push(format!("{faces:?}"));
    }

    fn more_faces(&mut self, missing: &Missing<'_>, _: &Catalogue) -> Option<Vec<i64>> {
        let whom = missing.whom.map(|whom| format!(" of {whom}")).unwrap_or_default();
        self.seen.push(format!("{}{}{whom}", missing.count, missing.die));
        if self.faces.is_empty() { None } else { Some(self.faces.remove(0)) }
    }

    fn is_there(&self) -> bool {
        true
    }
}

const TWO_ROLLS: &str = "chase hunter=Ann prey=bob";

#[test]
fn dice_missing_after_typed_ones_are_asked_for() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 8 9 4"]);
    let mut sits = Sits { faces: vec![vec![5, 5, 6]], ..Sits::default() };
    let said = say_with(&mut state, TWO_ROLLS, &mut sits);
    assert!(said.contains("8 9 4") && said.contains("5 5 6"), "{said}");
    assert_eq!(sits.seen, ["[8, 9, 4]", "3d10 of bob"]);
    assert!(state.waiting_dice().is_empty());
    // Some of one throw, too.
    all(&mut state, &["dice 8 9 4 1"]);
    let mut sits = Sits { faces: vec![vec![2, 3]], ..Sits::default() };
    assert!(say_with(&mut state, TWO_ROLLS, &mut sits).contains("1 2 3"));
    assert_eq!(sits.seen, ["[8, 9, 4, 1]", "2d10 of bob"]);
    // Whoever says nothing still has their dice.
    all(&mut state, &["dice 8 9 4"]);
    assert!(say_with(&mut state, TWO_ROLLS, &mut Sits::default()).starts_with("too-few-dice at "));
    assert_eq!(state.waiting_dice(), [8, 9, 4]);
    // So do those that were typed in between.
    all(&mut state, &["dice 1 2 3"]);
    let mut sits = Sits { faces: vec![vec![4, 5, 6]], ..Sits::default() };
    assert!(say_with(&mut state, "B + 3d10 + 2d10", &mut sits).starts_with("too-few-dice at "));
    assert_eq!(state.waiting_dice(), [1, 2, 3, 4, 5, 6]);
}

#[test]
fn what_is_missing_is_rolled_where_somebody_set_that() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 8 9 4"]);
    assert!(say(&mut state, TWO_ROLLS).starts_with("too-few-dice at "), "nobody is there to be asked");
    assert_eq!(say(&mut state, "dice roll"), "Dice that are missing after those that were typed are rolled.");
    let said = say(&mut state, TWO_ROLLS);
    assert!(said.contains("3d10: 8 9 4"), "{said}");
    assert_eq!(said.matches("3d10: ").count(), 2, "{said}");
    assert!(state.waiting_dice().is_empty());
    all(&mut state, &["dice 8"]);
    assert!(say(&mut state, "3d10").contains("3d10: 8 "));
    all(&mut state, &["dice ask", "dice 8"]);
    assert!(say(&mut state, "3d10").starts_with("too-few-dice at "));
    assert_eq!(state.waiting_dice(), [8]);
}

#[test]
fn what_is_asked_after_dice_is_asked_with_them_shown() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["dice 1 2 3"]);
    let mut sits = Sits { answer: Some("9"), ..Sits::default() };
    assert_eq!(say_with(&mut state, "B + Brawn", &mut sits).lines().last(), Some("= 11"));
    assert_eq!(sits.seen, ["[1, 2, 3]", "Brawn"]);
}

#[test]
fn dice_that_fell_before_something_was_missing_fall_again() {
    let files = Files::new();
    let mut state = state(&files);
    let reply = state.execute(
        tirada::internals::cli::prompt::state::PromptLine { text: "B + Brawn", source: "<typed>", number: 1 },
        &mut tirada::internals::cli::prompt::state::NoAnswers,
    );
    let told = reply.findings.iter().flat_map(|one| &one.helps).find(|help| help.id == "help-dice-lie").unwrap();
    let faces = told.args.iter().find_map(|(name, arg)| match arg {
        tirada::internals::diagnostic::Arg::Text(faces) if *name == "dice" => Some(faces),
        _ => None,
    });
    let faces = faces.unwrap();
    let faces = faces.replace(", ", " ");
    // What needs fewer of them and stops as well leaves the rest.
    let waiting = say(&mut state, "dice");
    assert!(say(&mut state, "1d10 + Brawn").starts_with("trait-without-value"));
    assert_eq!(say(&mut state, "dice"), waiting);
    let said = say(&mut state, "B");
    assert!(said.starts_with(&format!("3d10: {faces} ")), "{faces}: {said}");
}
