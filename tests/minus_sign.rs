//! One minus sign in all that people are shown: no hyphen stands before a digit, but in what they typed.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::Empty;
use tirada::internals::engine::TypedDice;
use tirada::internals::report::document::Document;
use tirada::internals::report::document::text::{TextStyle, render};
use tirada::internals::report::roll::{explanation, report};
use tirada::internals::report::show::Shower;
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::{File, Shelf as _};
use tirada::internals::session::{Builtin, LoadedGame, RollRequest, Session, read_case_file};

/// A game most of whose numbers are below zero.
const HEX: &str = "\
tirada: 1
id: hex
name: Hex
rounding: down
dice: {roll: '4d{-1,0,1}', names: {S: sum}}
traits:
  Skill: {number: -4..4}
  Hurt: {number: -9..0, default: -2, doc: Down from -1}
points: {Luck: {start: '-1', min: '-3'}}
tables:
  Ladder: {rows: {Poor: -1, Awful: -2, Fine: 3}}
vs: act
tests:
  act:
    ask: {bonus: {number: any, default: 0}, goal: {cell: Ladder}}
    against: goal
    roll: '4d{-1,0,1}'
    show: [low]
    values: {low: S - 4}
    total: S + bonus
    outcomes:
      done: {when: total >= goal, is: success}
      fail: {is: failure}
    opposed: {compare: [total], tie: nobody}
";

fn drawn(document: &Document) -> String {
    render(document, &TextStyle { colour: false, width: 0, plain: false })
}

/// Lines with a hyphen before a digit where a number begins. The bounds of a range stay as they are typed,
/// and so do the faces of dice.
fn hyphens(text: &str) -> Vec<String> {
    let bad = |line: &str| {
        let line = &line.replace("d{-1,0,1}", "d");
        line.match_indices('-').any(|(at, _)| {
            let digits = line[at + 1..].trim_start_matches(|letter: char| letter.is_ascii_digit());
            let number = digits.len() < line.len() - at - 1 && !digits.starts_with("..");
            let before = line[..at].chars().next_back().unwrap_or(' ');
            number && !before.is_alphanumeric() && !"-._/".contains(before)
        })
    };
    text.lines().filter(|line| bad(line)).map(str::to_owned).collect()
}

/// Tables, traits and points of a game as `show` has them.
fn shown(game: &LoadedGame, language: Language) -> Vec<String> {
    let catalogue = Catalogue::new(language);
    let shower = Shower { game: &game.game, catalogue: &catalogue, worded: false };
    let mut names: Vec<String> = game.game.tables.iter().map(|one| one.name.to_string()).collect();
    names.extend(game.game.traits.iter().map(|one| one.name.to_string()));
    names.extend(game.game.points.iter().map(|one| one.name.to_string()));
    let documents = names.iter().filter_map(|name| shower.one(name));
    let text: String = documents.chain([shower.overview(true)]).map(|document| drawn(&document) + "\n").collect();
    hyphens(&text)
}

#[test]
fn what_is_rolled_and_shown_has_one_minus_sign() {
    let mut session = Session::new(&Empty);
    let game = session.load_files(vec![File { name: "hex.yml".to_owned(), text: HEX.to_owned() }]);
    assert!(game.is_sound(), "{:?}", game.findings);
    let mut bad = Vec::new();
    for language in [Language::English, Language::Spanish] {
        let catalogue = Catalogue::new(language);
        bad.extend(shown(&game, language));
        for (text, dice) in [
            ("S - 3 vs Awful", vec![-1, -1, 0, -1]),
            ("act(-2) vs -5", vec![-1, 0, 0, -1]),
            ("act(-2) - 4 vs Poor", vec![1, 1, 1, -1]),
            ("S * -2", vec![-1, 0, 0, -1]),
            ("Ladder[Awful] - 2", Vec::new()),
            ("S - 5 vs S + 3", vec![-1, 0, 0, -1, 1, 1, -1, 0]),
            ("let x = S - 9 in min(x, -3) + x", vec![-1, 0, 0, -1]),
        ] {
            let request = RollRequest { text: text.to_owned(), source: "typed".to_owned(), ..RollRequest::default() };
            let ready = session.prepare(&game.game, &request).unwrap_or_else(|found| panic!("{text}: {found:?}"));
            let mut typed = TypedDice::new(&dice);
            let found = session.evaluate(&game.game, &ready, &mut typed, &["low"]).unwrap();
            bad.extend(hyphens(&drawn(&report(&game.game, &found, None, &catalogue))));
            bad.extend(hyphens(&drawn(&explanation(&game.game, &found, &catalogue))));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn shipped_games_are_shown_with_one_minus_sign() {
    let mut rolled = 0;
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let game = session.load(&id).unwrap_or_else(|_| panic!("{id}"));
        let mut bad = shown(&game, Language::Spanish);
        for file in Builtin::cases(&id) {
            let read = read_case_file(&mut session, file, &mut Vec::new());
            for case in &read.cases {
                let Some(roll) = &case.roll else { continue };
                let pairs = |list: &[tirada::internals::ruleset::TextEntry]| {
                    list.iter().map(|entry| (entry.name.text.clone(), entry.text.clone())).collect()
                };
                let (names, settings) = (pairs(&case.with), pairs(&case.set));
                let request = RollRequest { text: roll.text.clone(), names, settings, ..RollRequest::default() };
                let Ok(ready) = session.prepare(&game.game, &request) else { continue };
                let mut dice = TypedDice::new(&case.dice);
                let Ok(found) = session.evaluate(&game.game, &ready, &mut dice, &[]) else { continue };
                rolled += 1;
                let catalogue = Catalogue::new(Language::Spanish);
                bad.extend(hyphens(&drawn(&report(&game.game, &found, None, &catalogue))));
            }
        }
        assert!(bad.is_empty(), "{id}: {}", bad.join("\n"));
    }
    assert!(rolled > 50, "only {rolled} cases");
}
