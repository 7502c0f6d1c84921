//! The public API: what it gives is what the command line gives.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::process::Command;

use serde_json::Value;
use tirada::{Choice, Dice, Expression, Format, Game, Given, Limits, Problems, Roll, RollOdds, Samples, Table};

use crate::common::{finish, folder, program};

fn json_of(result: &impl serde::Serialize) -> Value {
    serde_json::to_value(result).unwrap()
}

/// What the program prints as JSON.
fn printed(args: &[&str]) -> Value {
    let mut command = Command::new(program());
    command
        .env_clear()
        .env("HOME", folder("api"))
        .env("LANG", "en_US.UTF-8")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args);
    let run = finish(command, "");
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", run.stdout, run.stderr))
}

fn game(id: &str) -> Game {
    Game::loader().limits(Limits::FULL).language(tirada::Language::English).id(id).unwrap()
}

#[test]
fn games_and_results_cross_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    fn sent<T: Send>() {}
    shared::<Game>();
    shared::<Expression>();
    shared::<Roll>();
    shared::<RollOdds>();
    shared::<Problems>();
    sent::<Table>();
    sent::<Dice>();
}

#[test]
fn rolls_and_odds_are_those_of_the_program() {
    let expressions = ["C + 7 vs Difícil # saltar", "4d6kh3 + 1", "C + 9 vs C + 3", "2d6!", "Daño[Pistola]"];
    for text in expressions {
        let faces = "3,9,9,4,5,6,1,2";
        for count in 1..8 {
            let dice: Vec<i64> = faces.split(',').take(count).map(|face| face.parse().unwrap()).collect();
            let mut dice = Dice::faces(&dice);
            let Ok(roll) = game("hitos").prepare(text).unwrap().roll(&mut dice) else { continue };
            if dice.left() == 0 {
                let given: Vec<&str> = faces.split(',').take(count).collect();
                assert_eq!(json_of(&roll), printed(&["roll", text, "--dice", &given.join(","), "--json"]), "{text}");
            }
        }
        let odds = game("hitos").prepare(text).unwrap().odds().unwrap();
        assert_eq!(json_of(&odds), printed(&["odds", text, "--json"]), "{text}");
    }
}

#[test]
fn samples_are_those_of_the_program() {
    for text in ["C + 7 vs Difícil", "4d6kh3 + 1", "6d6!"] {
        let expression = game("hitos").prepare(text).unwrap();
        let odds = expression.simulate(&Samples::new(2_500, 7)).unwrap();
        assert_eq!(json_of(&odds), printed(&["odds", text, "--simulate", "2500", "--seed", "7", "--json"]), "{text}");
        assert_eq!(odds.samples(), Some(2_500));
    }
    let roll = game("hitos").prepare("2d6").unwrap();
    assert!(roll.simulate(&Samples::new(0, 7)).unwrap_err().has(tirada::Code::OddsNoSamples));
    assert!(roll.simulate(&Samples::new(u64::MAX, 7)).unwrap_err().has(tirada::Code::OddsTooManySamples));
}

#[test]
fn the_first_key_is_the_version() {
    let lamp = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    let roll = lamp.prepare("2d6").unwrap();
    let rolled = serde_json::to_string(&roll.roll(&mut Dice::seeded(1)).unwrap()).unwrap();
    let odds = serde_json::to_string(&roll.odds().unwrap()).unwrap();
    let problems = serde_json::to_string(&lamp.prepare("3d6 +").unwrap_err()).unwrap();
    let none = serde_json::to_string(lamp.warnings()).unwrap();
    let played = serde_json::to_string(&lamp.play_cases(Vec::new())).unwrap();
    let mut table = lamp.table();
    table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\n").unwrap();
    let character = serde_json::to_string(&table.character("Ada").unwrap()).unwrap();
    for text in [rolled, odds, problems, none, played, character] {
        assert!(text.starts_with("{\"version\":1,"), "{text}");
    }
}

#[test]
fn parts_of_results_are_those_of_the_program() {
    let hitos = game("hitos");
    let text = "C + 7 vs Difícil # saltar";
    let roll = hitos.prepare(text).unwrap().roll(&mut Dice::faces(&[3, 9, 9])).unwrap();
    let shown = printed(&["roll", text, "--dice", "3,9,9", "--json"]);
    assert_eq!(json_of(roll.value()), shown["value"]);
    assert_eq!(json_of(&roll.outcome()), shown["outcome"]);
    let odds = hitos.prepare("2d6").unwrap().odds().unwrap();
    let shown = printed(&["odds", "2d6", "--json"]);
    assert_eq!(odds.values().count(), 11);
    for ((value, chance), row) in odds.values().zip(shown["values"].as_array().unwrap()) {
        assert_eq!(json_of(value), row["value"]);
        let chance = json_of(&chance);
        assert_eq!((&chance["probability"], &chance["decimal"]), (&row["probability"], &row["decimal"]));
    }
    // Of two sides a program can read who won in any language.
    let text = "C + 9 vs C + 3";
    let roll = hitos.prepare(text).unwrap().roll(&mut Dice::faces(&[5, 5, 5, 1, 2, 3])).unwrap();
    let mut outcome = json_of(&roll.outcome());
    let shown = printed(&["roll", text, "--dice", "5,5,5,1,2,3", "--json"]);
    assert_eq!(outcome.as_object_mut().unwrap().remove("verdict"), Some("win".into()));
    assert_eq!(outcome, shown["outcome"]);
}

#[test]
fn problems_are_those_of_the_program() {
    let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\ntraits: {Wick: {number: 0..9}}\nvalues: 3\n";
    let path = folder("api-check").join("lamp.yml");
    std::fs::write(&path, rules).unwrap();
    let name = path.display().to_string();
    let found = Game::loader()
        .limits(Limits::FULL)
        .check(vec![tirada::File { name: name.clone(), text: rules.to_owned() }], Vec::new());
    assert!(found.has_errors());
    assert_eq!(json_of(&found), printed(&["check", &name, "--format", "json"]));
}

#[test]
fn what_is_done_is_what_the_program_does() {
    let hitos = game("hitos");
    let mut table = hitos.table();
    let file = include_str!("../docs/characters/mike.yml");
    assert_eq!(table.sit("mike.yml", file).unwrap(), "Mike");
    assert!(table.sit("mike.yml", file).unwrap_err().has(tirada::Code::AlreadyHere));
    let played = table.act("perder estabilidad Mike 2", &mut Dice::faces(&[])).unwrap();
    let action = ["do", "perder estabilidad", "--as", "docs/characters/mike.yml", "--set", "puntos=2"];
    let printed_deed = printed(&[&action[..], &["--dice", "", "--json"]].concat());
    assert_eq!(json_of(&played), printed_deed);
    assert_eq!(json_of(&table.history().next().unwrap()), printed_deed);
    let changed = table.file("mike").unwrap();
    assert_ne!(changed, file);
    let path = folder("api-do").join("mike.yml");
    std::fs::write(&path, &changed).unwrap();
    assert_eq!(json_of(&table.character("Mike").unwrap()), printed(&["sheet", path.to_str().unwrap(), "--json"]));
    // Taken back, it never happened.
    assert!(table.undo());
    assert_eq!(table.file("Mike").unwrap(), file);
    assert!(table.redo());
    assert_eq!(table.file("Mike").unwrap(), changed);
    assert!(table.undo() && table.undo() && !table.undo());
    assert_eq!(table.names().count(), 0);
}

#[test]
fn what_fails_changes_nothing() {
    let mut table = game("hitos").table();
    table.sit("mike.yml", include_str!("../docs/characters/mike.yml")).unwrap();
    let before = json_of(&table.character("Mike").unwrap());
    for line in ["perder estabilidad Nadie 2", "perder Mike", "perder estabilidad Mike 2 3 4", "xyz"] {
        let problems = table.act(line, &mut Dice::faces(&[])).unwrap_err();
        assert!(problems.has_errors() && !problems.to_string().is_empty(), "{line}");
    }
    assert_eq!(json_of(&table.character("Mike").unwrap()), before);
    assert_eq!(table.history().count(), 0);
}

#[test]
fn decisions_are_asked_for_where_the_rules_leave_them() {
    let rules = "
tirada: 1
id: lamp
name: Lamp
points: {Oil: {min: 0, start: 3}}
actions:
  burn:
    roles: [keeper]
    steps:
      much: {ask: {number: 1..3}}
      less: {lose: {Oil: much}, of: keeper}
";
    let lamp = Game::from_files(vec![tirada::File { name: "lamp.yml".into(), text: rules.into() }]).unwrap();
    let mut table = lamp.table();
    table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\n").unwrap();
    let problems = table.act("burn Ada", &mut Dice::seeded(1)).unwrap_err();
    assert!(problems.has(tirada::Code::DecisionNeeded), "{problems}");
    let mut dice = Dice::seeded(1).deciding(|choice: &Choice| {
        let choice = json_of(choice);
        assert_eq!(choice["action"], "burn");
        (choice["name"] == "much").then(|| "2".to_owned())
    });
    let played = table.act("burn Ada", &mut dice).unwrap();
    assert!(played.write(Format::Text).contains("Oil 3 → 1"), "{}", played.write(Format::Text));
}

#[test]
fn somebody_at_a_table_rolls_as_they_are() {
    let hitos = game("hitos");
    let mut table = hitos.table();
    table.sit("mike.yml", include_str!("../docs/characters/mike.yml")).unwrap();
    let given = Given::new().roller(&table, "mike").unwrap();
    let roll = hitos.prepare_with("Fortaleza + 1", &given).unwrap().roll(&mut Dice::seeded(1)).unwrap();
    assert_eq!(roll.total(), Some(5));
    assert!(Given::new().roller(&table, "Nadie").unwrap_err().has(tirada::Code::NobodyOfThatName));
}

#[test]
fn texts_that_were_prepared_leave_nothing_behind() {
    let terror = Game::built_in("terror").unwrap();
    let one = |number: u64| {
        let text = format!("{}d6 + {number}", number % 9 + 1);
        let prepared = terror.prepare(&text).unwrap();
        prepared.roll(&mut Dice::seeded(number)).unwrap();
        assert!(terror.prepare(&format!("{text} + nothing{number}")).is_err());
    };
    (0..3).for_each(one);
    let info = allocation_counter::measure(|| (3..30).for_each(one));
    assert_eq!(info.bytes_current, 0);
}

#[path = "../examples/campaign.rs"]
#[allow(dead_code)]
mod campaign;
#[path = "../examples/chat_bot.rs"]
#[allow(dead_code)]
mod chat_bot;
#[path = "../examples/checker.rs"]
#[allow(dead_code)]
mod checker;

#[test]
fn the_bot_answers_every_line() {
    let game = Game::loader().language(tirada::Language::English).id("terror").unwrap();
    let say = |line: &str| chat_bot::reply(&game, line, 3);
    assert!(say("2d1 + 1").contains("**= 3**"), "{}", say("2d1 + 1"));
    assert!(say("odds 2d1").contains("100%"), "{}", say("odds 2d1"));
    assert!(say("2d6 + wisdom").ends_with("(7)"), "{}", say("2d6 + wisdom"));
    assert!(say("999999d6").contains("dice"), "{}", say("999999d6"));
    assert!(!say("2d1 # @everyone").contains("@everyone"), "{}", say("2d1 # @everyone"));
}

#[test]
fn the_campaign_takes_back_what_was_a_mistake() {
    let (told, file) = campaign::evening().unwrap();
    assert_eq!(told.matches("Ada sees a little further.").count(), 2, "{told}");
    assert_eq!(told.matches("done: burn").count(), 1, "{told}");
    assert!(file.contains("name: Ada # keeps the lamp") && file.contains("Oil: 2"), "{file}");
}

#[test]
fn the_checker_names_places() {
    let text = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d}\n".to_owned();
    let problems = checker::check(vec![tirada::File { name: "lamp.yml".into(), text }]);
    let first = problems.iter().next().unwrap();
    assert_eq!((first.at.file.as_deref(), first.at.line), (Some("lamp.yml"), Some(4)), "{problems}");
}

#[test]
fn cases_and_references_are_those_of_the_program() {
    for id in Game::ids() {
        let played = game(&id).play_cases(Game::built_in_cases(&id));
        assert_eq!((played.failed(), played.problems().len()), (0, 0), "{id}");
        assert_eq!(json_of(&played), printed(&["test", &id, "--format", "json"]), "{id}");
    }
    let page = folder("api-doc").join("terror.html");
    let mut command = Command::new(program());
    command.env_clear().env("LANG", "en_US.UTF-8").current_dir(env!("CARGO_MANIFEST_DIR"));
    command.args(["doc", "terror", "--format", "html", "--output", page.to_str().unwrap()]);
    assert_eq!(finish(command, "").code, 0);
    let written = std::fs::read_to_string(page).unwrap();
    let terror = game("terror").doc_page();
    assert!(written.starts_with(terror.trim_end()), "{}", &written[..200]);
    assert!(game("terror").doc_markdown().starts_with("# "));
}

#[test]
fn a_failing_case_shows_the_found_value() {
    let lamp = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
    let cases = "tirada cases: 1\nruleset: lamp\ncases:\n  Six: {roll: 1d6, dice: [5], expect: {total: 6}}\n";
    let played = lamp.play_cases(vec![tirada::File { name: "six.yml".into(), text: cases.into() }]);
    assert_eq!((played.passed(), played.failed()), (0, 1));
    let found = json_of(&played);
    assert_eq!(found["version"], 1);
    let difference = &found["rulesets"][0]["cases"][0]["differences"][0];
    assert_eq!((&difference["expected"], &difference["found"]), (&Value::from("6"), &Value::from("5")));
    assert_eq!((&difference["file"], &difference["line"]), (&Value::from("six.yml"), &Value::from(4)));
    let broken = lamp.play_cases(vec![tirada::File { name: "broken.yml".into(), text: "cases: [".into() }]);
    assert!(broken.problems().has_errors());
}

/// The declaration that a line begins, if others can use it: a type or a method.
fn declared(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("const ").filter(|rest| rest.starts_with("fn ")).unwrap_or(rest);
    let name = ["struct ", "enum ", "fn "].iter().find_map(|word| rest.strip_prefix(word))?;
    Some(name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap())
}

/// Types and methods in one file that belong to the public types, and have no example.
fn without_example(text: &str, public: &[&str]) -> Vec<String> {
    let (mut documented, mut inside, mut missing) = (false, String::new(), Vec::new());
    for line in text.lines() {
        let start = line.trim_start();
        if let Some(head) = line.strip_prefix("impl ") {
            inside = head.trim_end_matches(" {").to_owned();
        }
        if start.starts_with("///") {
            documented |= start.contains("```");
            continue;
        }
        if start.starts_with("#[") {
            continue;
        }
        if let Some(name) = declared(line) {
            let owner = if start == line { name } else { inside.as_str() };
            if public.contains(&owner) && !documented {
                missing.push(format!("{owner}: {name}"));
            }
        }
        documented = false;
    }
    missing
}

#[test]
fn every_public_item_has_an_example() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let library = std::fs::read_to_string(root.join("lib.rs")).unwrap();
    let exported = library.replace('\n', " ");
    let public: Vec<&str> = exported
        .split("pub use ")
        .skip(1)
        .filter_map(|part| part.split(';').next())
        .flat_map(|part| part.split(|c: char| !c.is_alphanumeric()).filter(|name| name.starts_with(char::is_uppercase)))
        .collect();
    // Where they are declared.
    let files = [
        "api/cases.rs",
        "api/dice.rs",
        "api/expression.rs",
        "api/game.rs",
        "api/problems.rs",
        "api/table.rs",
        "api/text.rs",
        "diagnostic/mod.rs",
        "diagnostic/code.rs",
        "engine/result.rs",
        "limits.rs",
        "odds/chance.rs",
        "report/messages.rs",
        "report/odds.rs",
        "report/diagnostics/json.rs",
        "ruleset/load.rs",
        "world/answer.rs",
    ];
    let texts = files.map(|file| std::fs::read_to_string(root.join(file)).unwrap());
    for name in &public {
        let lives = texts.iter().flat_map(|text| text.lines()).any(|line| declared(line) == Some(name));
        assert!(lives || *name == "BigUint", "{name}: add the file that declares it");
    }
    // There is another type called so beside what is exported.
    let of = |file: &str| -> &[&str] { if file == "diagnostic/mod.rs" { &["Severity"] } else { &public } };
    let missing: Vec<String> =
        files.iter().zip(&texts).flat_map(|(file, text)| without_example(text, of(file))).collect();
    assert!(missing.is_empty(), "no example: {missing:#?}");
}
