//! `--with` on `roll`, `odds` and `diff`: a character's file counts whole, as it does at the prompt.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::Run;
use serde_json::Value;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{Answer, Generator, TypedDice};
use tirada::internals::ruleset::read_character;
use tirada::internals::session::{Builtin, RollRequest, Session};
use tirada::internals::world::{FileOwner, TABLE, World, read_person};
use tirada::internals::yaml::{YamlLimits, parse};

/// Sheets for the games of which none is shipped: hurt, tagged, with points spent.
const SHEETS: [(&str, &str); 4] = [
    (
        "herida",
        "tirada character: 1\nname: Herida\nruleset: mirada\ntraits: {papel: PJ, Fortaleza: 5, Reflejos: 4, Voluntad: 4, \
         Intelecto: 4, Drama: 2, habilidad: {Pelea: 2, Oído agudo: 3}}\nmarks: {Resistencia: {herida: 11}}\npoints: {PD: 1}\n",
    ),
    (
        "cazada",
        "tirada character: 1\nname: Cazada\nruleset: cdb\ntraits: {Voluntad: 3, Vigor: 4, Atención: 2, Agilidad: 5, \
         habilidad: {Sigilo: 4}}\npoints: {Daño: 12, Fatiga: 3, Humanidad: 41, Estrés: 7}\n",
    ),
    (
        "Mark",
        "tirada character: 1\nname: Mark\nruleset: terror\ntraits: {papel: Principal, Acción: 3, Interacción: 2, Cognición: 4}\n\
         points: {Acción actual: 1, Cognición actual: -2, Superación: 3}\n",
    ),
    ("mesa", "tirada character: 1\nruleset: terror\ntable: yes\npoints: {Amenaza: 7}\n"),
];

/// A folder with all of them, and an invented game with its people.
fn folder(test: &str) -> PathBuf {
    let folder = crate::common::folder(&format!("given-{test}"));
    for (name, text) in SHEETS {
        std::fs::write(folder.join(format!("{name}.yml")), text).unwrap();
    }
    let mini = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/mini");
    for name in ["people/ann.yml", "people/bob.yml", "people/room.yml", "ruleset.yml"] {
        std::fs::copy(mini.join(name), folder.join(Path::new(name).file_name().unwrap())).unwrap();
    }
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/characters");
    for name in ["eva", "mike", "pandillero", "director"] {
        std::fs::copy(shipped.join(format!("{name}.yml")), folder.join(format!("{name}.yml"))).unwrap();
    }
    folder
}

fn run_in(folder: &Path, args: &[&str], stdin: &str) -> Run {
    let mut command = crate::common::command(folder);
    command.current_dir(folder).args(args);
    crate::common::finish(command, stdin)
}

fn run(folder: &Path, args: &[&str]) -> Run {
    run_in(folder, args, "")
}

fn fine(folder: &Path, args: &[&str]) -> String {
    let run = run(folder, args);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{args:?}");
    run.stdout.trim_end().to_owned()
}

/// The error of a run that has exactly one.
fn error(folder: &Path, args: &[&str]) -> String {
    let run = run(folder, args);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{args:?}");
    assert_eq!(run.stderr.matches("error[").count(), 1, "{}", run.stderr);
    run.stderr
}

/// A game, and a table with whoever some files tell of; the last of them rolls.
fn seated(session: &mut Session<'_>, folder: &Path, rules: &str, files: &[&str]) -> (CheckedGame, World, usize) {
    let game = match rules.strip_suffix(".yml") {
        Some(_) => {
            let text = std::fs::read_to_string(folder.join(rules)).unwrap();
            session.load_files(vec![tirada::internals::ruleset::File { name: rules.to_owned(), text }]).game
        }
        None => session.load(rules).unwrap().game,
    };
    let (mut world, mut who) = (World::new(), TABLE);
    for name in files {
        let id = session.sources.add(*name, std::fs::read_to_string(folder.join(name)).unwrap());
        let (tree, _) = parse(&session.sources, id, &YamlLimits::default());
        let (sheet, errors) = read_character(&tree, &session.sources);
        assert!(errors.is_empty(), "{errors:?}");
        let whose = FileOwner::of(&sheet, &game);
        let (person, errors) = read_person(&sheet, &game, whose, None);
        assert!(errors.is_empty(), "{errors:?}");
        let at = world.join(person);
        if whose == FileOwner::Table {
            let table = world.people.remove(at);
            world.people[TABLE].points = table.points;
            world.people[TABLE].tags = table.tags;
        } else {
            who = at;
        }
    }
    (game, world, who)
}

/// Everything that can be read of whoever rolls, in one sum.
fn everything(session: &mut Session<'_>, game: &CheckedGame, world: &World, who: usize) -> String {
    let quoted = |name: &str| format!("«{name}»");
    let mut parts: Vec<String> = game.traits.iter().map(|one| quoted(&one.name)).collect();
    parts.extend(world.people[who].open.keys().map(|name| quoted(name)));
    parts.extend(game.points.iter().map(|one| quoted(&one.name)));
    parts.extend(game.tracks.iter().flat_map(|one| ["lost", "left"].map(|what| format!("«{}».{what}", one.name))));
    parts.extend(game.modifiers.iter().map(|name| format!("sum({})", quoted(name))));
    parts.extend(game.tags.iter().map(|one| format!("count({})", quoted(&one.name))));
    parts.retain(|part| {
        let person = Some((world.clone(), who));
        let request = RollRequest { text: format!("{part} + 0"), person, ..RollRequest::default() };
        let ready = session.prepare(game, &request);
        ready.is_ok_and(|ready| session.evaluate(game, &ready, &mut Generator::new(1), &[]).is_ok())
    });
    assert!(parts.len() > 5, "{parts:?}");
    // Each with a weight of its own: two that are missing do not make up for each other.
    let weighted = parts.iter().enumerate().map(|(at, part)| format!("{} * {part}", 2 * at + 1));
    weighted.collect::<Vec<_>>().join(" + ")
}

#[test]
fn rolls_with_a_file_equal_those_at_the_prompt() {
    let folder = folder("law");
    for (rules, files, name, roll, dice) in [
        ("hitos", vec!["eva.yml"], "Eva", "C", "3,8,5"),
        ("hitos", vec!["mike.yml"], "Mike", "C", "3,8,5"),
        ("hitos", vec!["pandillero.yml"], "Pandillero", "C", "3,8,5"),
        ("hitos", vec!["director.yml"], "Director", "C", "3,8,5"),
        ("mirada", vec!["herida.yml"], "Herida", "C", "3,8,5"),
        ("cdb", vec!["cazada.yml"], "Cazada", "2d6", "3,6"),
        ("terror", vec!["Mark.yml", "mesa.yml"], "Mark", "3d6", "2,6,1"),
        ("ruleset.yml", vec!["room.yml", "bob.yml", "ann.yml"], "Ann", "B", "3,8,5"),
        ("ruleset.yml", vec!["bob.yml"], "bob", "B", "3,8,5"),
    ] {
        let mut session = Session::new(&Builtin);
        let (game, world, who) = seated(&mut session, &folder, rules, &files);
        let everything = everything(&mut session, &game, &world, who);
        let text = format!("{roll} + {everything}");
        // Whoever rolls comes first; of those who are only there, the table may come before.
        let mut args = vec!["roll", &*text, "-r", rules, "--dice", dice, "--explain"];
        let mut first: Vec<&str> = files.clone();
        first.sort_by_key(|file| *file != *files.last().unwrap() && *file != "room.yml" && *file != "Mark.yml");
        for file in &first {
            args.extend(["--with", file]);
        }
        let rolled = fine(&folder, &args);
        let lines = format!("load {}\nas {name}\ndice {dice}\n{text}\nlast\n", files.join(" "));
        let said = run_in(&folder, &["-r", rules], &lines);
        assert_eq!((said.stderr.as_str(), said.code), ("", 0), "{rules} {name}");
        let result = rolled.split("\n- ").next().unwrap();
        assert!(said.stdout.contains(&format!("{result}\n")), "{rules} {name}\n{rolled}\n{}", said.stdout);
        // And every value comes from where it comes from there.
        for step in rolled.lines().filter(|line| line.starts_with("- ")) {
            assert!(said.stdout.lines().any(|line| line == step), "{rules} {name}: {step}\n{}", said.stdout);
        }
    }
}

#[test]
fn odds_with_a_file_equal_counted_rolls() {
    let folder = folder("odds");
    let mut session = Session::new(&Builtin);
    let (game, world, who) = seated(&mut session, &folder, "mirada", &["herida.yml"]);
    for text in ["C + Fortaleza + Penalización", "m + Resistencia.lost * «Oído agudo» - PD"] {
        let request =
            RollRequest { text: text.to_owned(), person: Some((world.clone(), who)), ..RollRequest::default() };
        let ready = session.prepare(&game, &request).unwrap();
        let mut counted: std::collections::BTreeMap<i64, u64> = std::collections::BTreeMap::new();
        for faces in 0..1000_i64 {
            let faces = [faces / 100 + 1, faces / 10 % 10 + 1, faces % 10 + 1];
            let found = session.evaluate(&game, &ready, &mut TypedDice::new(&faces), &[]).unwrap();
            let Answer::Number(value) = found.value else { panic!("{found:?}") };
            *counted.entry(value).or_default() += 1;
        }
        let odds = fine(&folder, &["odds", text, "--with", "herida.yml", "--json"]);
        let odds: Value = serde_json::from_str(&odds).unwrap();
        let values = odds["values"].as_array().unwrap();
        assert_eq!(values.len(), counted.len(), "{text}");
        for (value, (number, times)) in values.iter().zip(&counted) {
            let (ways, all) = value["probability"].as_str().unwrap().split_once('/').unwrap();
            let (ways, all): (u64, u64) = (ways.parse().unwrap(), all.parse().unwrap());
            assert_eq!((value["value"].as_i64(), ways * 1000), (Some(*number), times * all), "{text}");
        }
    }
}

#[test]
fn given_values_override_only_the_rollers_file() {
    let folder = folder("values");
    let mut args = vec!["roll", "Brawn + 10 * Luck + 100 * bob.Brawn + 1000 * Knife", "-r", "ruleset.yml"];
    args.extend(["--with", "ann.yml", "--with", "bob.yml"]);
    assert!(fine(&folder, &args).ends_with("= 3324"));
    args.extend(["--with", "Brawn=9", "--with", "Luck=5", "--with", "Knife=1"]);
    assert!(fine(&folder, &args).ends_with("= 1359"));
    // Points of whoever rolls also where nobody is said to; those of the table are the table's.
    assert_eq!(fine(&folder, &["roll", "Luck", "-r", "ruleset.yml", "--with", "Luck=5"]), "= 5");
    assert_eq!(fine(&folder, &["roll", "Dread", "-r", "ruleset.yml", "--with", "room.yml"]), "= 3");
    let dread = ["roll", "Dread", "-r", "ruleset.yml", "--with", "room.yml", "--with", "ann.yml", "--with", "Dread=2"];
    assert_eq!(fine(&folder, &dread), "= 2");
    assert!(error(&folder, &["roll", "Luck", "-r", "ruleset.yml", "--with", "Luck=lots"]).contains("Luck"));
    let over = fine(
        &folder,
        &["odds", "B + Brawn", "-r", "ruleset.yml", "--with", "ann.yml", "--over", "Brawn=1..3", "--json"],
    );
    let over: Value = serde_json::from_str(&over).unwrap();
    let least: Vec<i64> =
        over.as_array().unwrap().iter().map(|one| one["values"][0]["value"].as_i64().unwrap()).collect();
    assert_eq!(least, [2, 3, 4], "{over}");
}

#[test]
fn others_are_read_by_their_names() {
    let folder = folder("others");
    let both = ["-r", "ruleset.yml", "--with", "ann.yml", "--with", "bob.yml"];
    let with = |text: &'static str| [&["roll", text], &both[..]].concat();
    assert_eq!(fine(&folder, &with("bob.Wits + bob.Flesh.left + count(bob.Shield)")).lines().last(), Some("= 20"));
    assert_eq!(fine(&folder, &with("Ann.Knife - bob.Load")).lines().last(), Some("= 1"));
    let odds = fine(&folder, &[&["odds", "trial(bob.Brawn) vs 9"], &both[..]].concat());
    assert!(odds.contains("triumph"), "{odds}");
    // A name of somebody's own belongs to them, and not to whoever rolls.
    let other = ["roll", "Knife", "-r", "ruleset.yml", "--with", "bob.yml", "--with", "ann.yml"];
    assert!(error(&folder, &other).contains("Ann.Knife"));
}

#[test]
fn a_file_belongs_to_a_game() {
    let folder = folder("games");
    // The game of the file is played where none is said.
    assert!(fine(&folder, &["roll", "Peor + Amenaza", "--with", "Mark.yml", "--with", "mesa.yml"]).ends_with("= 5"));
    assert!(fine(&folder, &["odds", "d6 + Peor", "--with", "Mark.yml"]).contains("d6 + Peor"));
    // Whatever else another game does not know of it is not told.
    for args in [
        &["roll", "1", "-r", "hitos", "--with", "Mark.yml"][..],
        &["odds", "1", "-r", "hitos", "--with", "Mark.yml"],
        &["odds", "C vs 12", "-r", "hitos", "--after", "1,2,3", "--with", "Mark.yml"],
        &["diff", "mirada", "--odds", "--with", "Mark.yml"],
    ] {
        let said = error(&folder, args);
        assert!(said.contains("error[character-of-another-game]"), "{said}");
        assert!(said.contains("ruleset: terror"), "{said}");
    }
    // One that extends the game of the file, and games that are compared with each other.
    assert!(fine(&folder, &["roll", "Fortaleza", "-r", "mirada", "--with", "eva.yml"]).ends_with("= 8"));
    fine(&folder, &["odds", "C + Fortaleza", "-r", "mirada", "--base", "--with", "herida.yml", "--plain"]);
}

/// Each game has a trait that the other has not: a character of either is compared without it there.
#[test]
fn characters_of_either_game_that_is_compared() {
    let folder = folder("diff-either");
    let taller = "tirada: 1\nid: taller\nextends: mini\ntraits: {Height: {number: 0..9}}\npoints: {Reach: {start: 1}}\n\
                  change:\n  tests: {trial: {total: used + bonus + Height}}\n";
    std::fs::create_dir(folder.join("mini")).unwrap();
    std::fs::rename(folder.join("ruleset.yml"), folder.join("mini/ruleset.yml")).unwrap();
    std::fs::write(folder.join("taller.yml"), taller).unwrap();
    let ann = std::fs::read_to_string(folder.join("ann.yml")).unwrap();
    let tall = ann.replace("ruleset: mini", "ruleset: taller").replace("traits:\n", "traits:\n  Height: 3\n");
    assert!(tall.contains("Height") && tall.contains("taller"), "{tall}");
    std::fs::write(folder.join("tall.yml"), format!("{tall}\n")).unwrap();
    let args = ["diff", "taller.yml", "--odds", "--set", "target=8", "--with", "tall.yml"];
    assert!(fine(&folder, &args).contains("trial"));
    // What neither of them knows is still wrong.
    std::fs::write(folder.join("tall.yml"), tall.replace("Height", "Heigth")).unwrap();
    assert!(run(&folder, &args).stderr.contains("Heigth"));
}

#[test]
fn changing_tests_are_rolled_by_the_files_character() {
    let folder = folder("diff");
    let harder = "tirada: 1\nid: harder\nextends: mini\nchange:\n  tests: {trial: {total: used + bonus + 2 * Load}}\n";
    std::fs::create_dir(folder.join("mini")).unwrap();
    std::fs::rename(folder.join("ruleset.yml"), folder.join("mini/ruleset.yml")).unwrap();
    std::fs::write(folder.join("harder.yml"), harder).unwrap();
    let diff = |files: &[&str]| {
        let mut args = vec!["diff", "harder.yml", "--odds", "--set", "target=8", "--json"];
        files.iter().for_each(|file| args.extend(["--with", file]));
        let found: Value = serde_json::from_str(&fine(&folder, &args)).unwrap();
        let figures = found["changes"][0]["odds"][0]["figures"].as_array().cloned().unwrap_or_default();
        figures.iter().map(Value::to_string).collect::<Vec<_>>()
    };
    // Whom nothing weighs down rolls as before; Bob's shield counts twice.
    assert_eq!(diff(&["ann.yml"]), Vec::<String>::new());
    assert_ne!(diff(&["bob.yml"]), Vec::<String>::new());
}

#[test]
fn values_given_by_name_are_of_whoever_rolls() {
    let folder = folder("of-others");
    let with = ["--with", "eva.yml", "--with", "mike.yml", "--with"];
    let told = error(
        &folder,
        &[&["--lang", "en", "roll", "-r", "hitos", "Mike.Fortaleza"], &with[..], &["Mike.Fortaleza=9"]].concat(),
    );
    assert!(
        told.starts_with(
            "error[given-to-another]: “Mike.Fortaleza” is neither a trait nor points of the character who rolls"
        ),
        "{told}"
    );
    // That would be a value of whoever rolls.
    assert!(!told.contains("--with Fortaleza=9"), "{told}");
}

/// Where a test asks for a trait whose value is a row, that trait and the row itself count from 1.
#[test]
fn a_row_trait_answers_a_question_for_traits() {
    let folder = crate::common::folder("given-row");
    let game = "tirada: 1\nid: crew\nname: Crew\ndice: {d: 6}\n\
                tables:\n  Post:\n    columns: [pay]\n    rows: {Cook: 1, Mate: 2, Master: 5}\n  \
                Sea:\n    columns: [wave]\n    rows: {Calm: 1, Rough: 3}\n\
                traits:\n  rank: {row: Post, group: work}\n  Brawn: {number: 0..9, group: work}\n\
                tests:\n  order:\n    ask: {with: {trait: work}, sea: {row: Sea, default: Calm}}\n    roll: 1d\n    \
                total: sum() * 0 + with * 10 + Sea[sea]\n    \
                outcomes: {yes it is: {when: total > 20, is: success}, no it is not: {is: failure}}\n";
    std::fs::write(folder.join("crew.yml"), game).unwrap();
    let roll = |typed: &str| {
        let args = ["roll", typed, "-r", "crew.yml", "--with", "rank=Mate", "--with", "Brawn=4", "--json"];
        let found: Value = serde_json::from_str(&fine(&folder, &args)).unwrap();
        found["value"].as_i64().unwrap()
    };
    assert_eq!(roll("order(rank)"), 21);
    assert_eq!(roll("order(Master)"), 31);
    assert_eq!(roll("order(with = Cook, sea = Rough)"), 13);
    assert_eq!(roll("order(Brawn)"), 41);
    // A row of another table answers nothing.
    let wrong = run(&folder, &["roll", "order(Rough)", "-r", "crew.yml"]);
    assert!(wrong.stderr.contains("Rough") && wrong.code != 0, "{}", wrong.stderr);
}

/// A contest, and what the sides of one may read.
const DUEL: &str = "tirada: 1
id: duel
rounding: down
dice: {d: 6, roll: 1d, names: {a: lowest}}
vs: go
points: {Luck: {start: 2}}
traits:
  Grit: {number: 1..9, default: 2}
  Calm: {number: 1..9, default: 1}
  Nerve: {is: Calm + 1}
  knack: {number: 0..9, free names: yes}
tags: {Ill: {gives: {hurt: 0 - Calm}}, Gone: {}}
tests:
  go:
    ask: {hard: {number: any, default: 4}}
    against: hard
    roll: 1d
    total: a + Grit + sum(hurt)
    outcomes: {ok: {when: total >= hard, is: success}, ko: {is: failure}}
    opposed: {compare: [total], tie: nobody, outcomes: {win: ahead, lose: behind, tie: level}}
actions:
  fall: {roles: [who], steps: {attempt: {roll: go, on: {failure: {x: {when: Luck > 9, gain: Gone}, y: {gain: Ill}}}}}}
";

#[test]
fn a_value_that_nothing_reads_is_an_error() {
    let folder = folder("given-unread");
    std::fs::write(folder.join("duel.yml"), DUEL).unwrap();
    for name in ["Ann", "Ben"] {
        let sheet = format!("tirada character: 1\nname: {name}\nruleset: duel\ntraits: {{Grit: 5}}\n");
        std::fs::write(folder.join(format!("{name}-duel.yml")), sheet).unwrap();
    }
    let both = ["--with", "Ann-duel.yml", "--with", "Ben-duel.yml"];
    for (text, value, people, read) in [
        ("a + Grit vs a + 3", "Grit=7", false, true),
        ("a + 3 vs a + Grit", "Grit=7", false, true),
        ("a + Grit vs a + Ben.Grit", "Grit=7", true, true),
        ("a + Grit vs a + Ben.Grit", "Ann.Grit=7", true, true),
        ("a + Nerve vs a + 3", "Calm=3", false, true),
        ("a + Luck vs 4", "Luck=3", false, true),
        ("go() vs 4", "Calm=3", false, true),
        ("a + Rope vs 4", "Rope=3", false, true),
        ("a + Grit vs a + 3", "Calm=7", false, false),
        ("a + Ben.Grit vs a + 3", "Grit=7", true, false),
        ("a + 3 vs a + Ben.Grit", "Grit=7", true, false),
        ("a + Grit vs a + Ben.Grit", "Luck=7", true, false),
        ("a + 2 vs 4", "Grit=7", false, false),
        ("a + 2", "Rope=7", false, false),
    ] {
        let people = if people { &both[..] } else { &[] };
        let rest = [&["-r", "duel.yml", "--with", value], people].concat();
        for command in ["roll", "odds"] {
            let args = [&[command, text], &rest[..]].concat();
            if read {
                fine(&folder, &args);
            } else {
                let told = error(&folder, &args);
                assert!(told.contains("given-unread"), "{args:?}: {told}");
            }
        }
    }
    // One expression of several is enough.
    fine(&folder, &["odds", "a + 2", "a + Grit", "-r", "duel.yml", "--with", "Grit=3"]);
}

#[test]
fn a_setting_that_nothing_reads_is_an_error() {
    let folder = folder("set-unread");
    let game = DUEL
        .replace("points: ", "options: {mode: {one of: [soft, hard], default: soft}}\npoints: ")
        .replace("total: a + Grit + sum(hurt)", "total: a + Grit + sum(hurt) + edge + (if mode = hard then 1 else 0)");
    let game = game.replace("ask: {hard:", "ask: {edge: {number: any, default: 0}, hard:");
    std::fs::write(folder.join("duel.yml"), &game).unwrap();
    for (text, value, read) in [
        ("go() vs 4", "edge=1", true),
        ("go() vs 4", "mode=hard", true),
        ("go()", "hard=5", true),
        ("a + 3", "mode=hard", false),
        // A total that was typed stands in place of the test's own.
        ("a + 3 vs 4", "edge=1", false),
        ("a + 3 vs 4", "mode=hard", false),
        // Of two sides nothing is compared with that.
        ("go() vs go()", "hard=5", false),
        ("go() vs go()", "edge=1", true),
        ("a + 3 vs a + 2", "edge=1", false),
    ] {
        for command in ["roll", "odds"] {
            let args = [command, text, "-r", "duel.yml", "--with", "Grit=3", "--set", value];
            // What is given besides is read by the test itself only.
            let args = if text.starts_with("go") { &args[..] } else { &[&args[..4], &args[6..]].concat() };
            match read {
                true => drop(fine(&folder, args)),
                false => assert!(error(&folder, args).contains("given-unread"), "{args:?}"),
            }
        }
        let lines = format!("set {}\n{text}\n", value.replace('=', " = "));
        let told = run_in(&folder, &["-r", "duel.yml"], &lines);
        let warned = told.stderr.contains("warning[given-unread]");
        assert_eq!(warned, !read && !value.starts_with("mode"), "{lines}{}{}", told.stdout, told.stderr);
    }
}

#[test]
fn values_that_nothing_compared_reads_are_an_error() {
    let folder = folder("unread-elsewhere");
    std::fs::create_dir(folder.join("duel")).unwrap();
    let shout = "interventions:\n  shout: {after: go, roller: x, roles: [who], when: who.Luck > 0, \
                 steps: {cost: {pay: {Luck: 1}, from: who}, again: {reroll: all}}}\n";
    std::fs::write(folder.join("duel/ruleset.yml"), format!("{DUEL}{shout}")).unwrap();
    let calmer = "tirada: 1\nid: calmer\nextends: duel\nchange: {tests: {go: {total: a + Grit + Calm + sum(hurt)}}}\n";
    std::fs::write(folder.join("calmer.yml"), calmer).unwrap();
    let diff = |flag, value| ["diff", "calmer.yml", "--odds", flag, value];
    fine(&folder, &diff("--with", "Grit=4"));
    fine(&folder, &diff("--with", "Calm=4"));
    fine(&folder, &diff("--set", "hard=6"));
    for (flag, value) in [("--with", "Luck=1"), ("--with", "Nerve=1"), ("--set", "soft=6")] {
        assert!(error(&folder, &diff(flag, value)).contains("given-unread"), "{value}");
    }
    let after = |value| ["odds", "go() vs 4", "-r", "duel", "--after", "2", "--with", value];
    fine(&folder, &after("Grit=4"));
    fine(&folder, &[&after("Grit=4")[..], &["--with", "Luck=2"]].concat());
    assert!(error(&folder, &[&after("Grit=4")[..], &["--set", "soft=2"]].concat()).contains("soft"));
    assert!(error(&folder, &[&after("Grit=4")[..], &["--with", "Rope=2"]].concat()).contains("given-unread"));
}

#[test]
fn what_a_case_gives_in_vain_is_warned_of() {
    let folder = folder("in-vain");
    std::fs::write(folder.join("duel.yml"), DUEL).unwrap();
    let check = |name: &str, cases: &str| {
        let text = format!("tirada cases: 1\nruleset: duel\ncases:\n{cases}");
        std::fs::write(folder.join(name), text).unwrap();
        run(&folder, &["--lang", "en", "check", "duel.yml", name])
    };
    let vain = "  in vain: {with: {Grit: 3, Calm: 4}, roll: a + Grit, dice: [3], expect: {total: 6}}\n  \
                one is enough: {with: {Grit: 3, Calm: 4}, each: {Grit: 3, Calm: 4}}\n  \
                known:\n    with: {Grit: 3, Calm: 4}   # allow given-unread: it does not count here\n    \
                roll: a + Grit\n    dice: [3]\n    expect: {total: 6}\n";
    let told = check("vain.yml", vain);
    assert_eq!((told.code, told.stderr.matches("given-unread").count()), (0, 1), "{}", told.stderr);
    assert!(told.stderr.contains("vain.yml:4:35"), "{}", told.stderr);
    // Nor is anything expected without saying what, or thrown that nobody wrote.
    let wrong = "  empty: {roll: a + 2, dice: [3], expect: {total: }}\n  \
                 bare: {with: {Grit: 3}, roll: go() vs 4, expect: {total: 6}}\n";
    let told = check("wrong.yml", wrong);
    assert!(told.stderr.contains("error[empty-value]") && told.stderr.contains("wrong.yml:4:44"), "{}", told.stderr);
    assert!(told.stderr.contains("error[too-few-dice]") && told.stderr.contains("wrong.yml:5:33"), "{}", told.stderr);
}

/// Where formulas say what is possible, a sheet may say more; but not without a word.
#[test]
fn a_sheet_beyond_what_formulas_allow_is_warned_of() {
    let folder = folder("beyond");
    let game = DUEL.replace(
        "points: {Luck: {start: 2}}",
        "points: {Luck: {start: 2, min: 0 - Calm, max: Grit}}\n\
        tracks: {Hull: {boxes: Grit + 1, marks: {dent: /, leak: X}, overflow: worsen, states: {Sound: {}}}}",
    );
    std::fs::write(folder.join("duel.yml"), game).unwrap();
    for (says, told) in [
        ("points: {Luck: 3}\nmarks: {Hull: {dent: 1, leak: 3}}\n", None),
        ("points: {Luck: -1}\n", None),
        ("points: {Luck: 4}\n", Some("5:16\n")),
        ("points: {Luck: -2}\n", Some("“Luck” is −2 here, and the rules allow `-1..3`")),
        ("marks: {Hull: {dent: 2, leak: 3}}\n", Some("“Hull” is 5 here, and the rules allow `0..4`")),
    ] {
        let sheet = format!("tirada character: 1\nname: Cat\nruleset: duel\ntraits: {{Grit: 3}}\n{says}");
        std::fs::write(folder.join("Cat.yml"), sheet).unwrap();
        for (args, lines) in [
            (&["check", "duel.yml", "Cat.yml"][..], ""),
            (&["sheet", "Cat.yml", "-r", "duel.yml"], ""),
            (&["roll", "a + Grit", "-r", "duel.yml", "--with", "Cat.yml"], ""),
            (&["odds", "a + Grit", "-r", "duel.yml", "--with", "Cat.yml"], ""),
            (&["do", "fall", "-r", "duel.yml", "--as", "Cat.yml", "--seed", "1"], ""),
            (&["odds", "--do", "fall", "-r", "duel.yml", "--as", "Cat.yml"], ""),
            (&["-r", "duel.yml"], "load Cat.yml\n"),
        ] {
            let run = run_in(&folder, &[&["--lang", "en"], args].concat(), lines);
            assert_eq!(run.code, 0, "{args:?} {}", run.stderr);
            match told {
                None => assert!(!run.stderr.contains("beyond-bounds"), "{args:?} {}", run.stderr),
                Some(told) => {
                    assert!(run.stderr.contains(told), "{args:?} {says} {}", run.stderr);
                    assert_eq!(run.stderr.matches("warning[beyond-bounds]").count(), 1, "{}", run.stderr);
                }
            }
        }
    }
}

#[test]
fn a_tracked_tag_is_shown_even_if_never_gained() {
    let folder = folder("given-tracked");
    std::fs::write(folder.join("duel.yml"), DUEL).unwrap();
    std::fs::write(folder.join("Cat.yml"), "tirada character: 1\nname: Cat\nruleset: duel\n").unwrap();
    let args = ["odds", "-r", "duel.yml", "--do", "fall", "--as", "Cat.yml", "--turns", "2", "--plain"];
    assert!(!fine(&folder, &args).contains("Gone"));
    let told = fine(&folder, &[&args[..], &["--track", "Gone"]].concat());
    assert!(told.contains("Gone") && told.contains("0%"), "{told}");
    let told = fine(&folder, &[&args[..9], &["--track", "Gone", "--json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&told).unwrap();
    let changes = value["turns"][1]["changes"].as_array().unwrap();
    let gone = changes.iter().find(|one| one["name"] == "Gone").unwrap();
    assert_eq!((&gone["values"][0]["value"], &gone["values"][0]["probability"]), (&false.into(), &"1/1".into()));
}

#[test]
fn a_game_that_lies_beside_is_named_by_its_file() {
    let folder = crate::common::folder("given-beside");
    let game = |id: &str, test: &str| {
        format!("tirada: 1\nid: {id}\nname: {id}\nlanguage: en\ntests: {{{test}: {{roll: 2d6, total: sum()}}}}\n")
    };
    std::fs::write(folder.join("one.yml"), game("one", "hit")).unwrap();
    std::fs::write(folder.join("two.yml"), game("two", "miss")).unwrap();
    let told = error(&folder, &["roll", "-r", "one.yml", "miss()"]);
    assert!(told.contains("help: it is in the game “two”: -r two.yml\n"), "{told}");
    let there = run(&folder, &["roll", "-r", "two.yml", "miss()"]);
    assert_eq!((there.stderr.as_str(), there.code), ("", 0));
}

#[test]
fn an_intervention_is_not_taken_for_points() {
    let folder = crate::common::folder("given-case");
    let game = "tirada: 1\nid: case\nname: Case\nlanguage: en\npoints: {Luck: {start: 3}}\n\
                tests: {t: {roll: 2d6, total: sum()}}\n\
                interventions: {luck: {after: t, steps: {p: {pay: {Luck: 1}}, r: {reroll: all}}}}\n";
    std::fs::write(folder.join("case.yml"), game).unwrap();
    std::fs::write(folder.join("ann.yml"), "tirada character: 1\nruleset: case\nname: Ann\n").unwrap();
    let told = error(&folder, &["roll", "-r", "case.yml", "2d6 + luck", "--with", "ann.yml"]);
    assert!(told.starts_with("error[unknown-name]: “luck” means nothing here."), "{told}");
    // Otherwise case does not matter in what is typed.
    let there = run(&folder, &["roll", "-r", "case.yml", "2d6 + LUCK", "--with", "ann.yml", "--dice", "1,2"]);
    assert!(there.stdout.ends_with("= 6\n"), "{}{}", there.stdout, there.stderr);
}
