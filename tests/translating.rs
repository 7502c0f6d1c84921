//! Rulesets in another language: what translations say, what they lack, and what is wrong with them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::{command, finish, folder, tirada};
use tirada::internals::check::Spoken;
use tirada::internals::report::reference::to_fill_in;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf, TRANSLATIONS};
use tirada::internals::session::{Builtin, LoadedGame, Session};
use tirada::internals::syntax::parse_expr;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The YAML files of a folder.
fn yaml(folder: PathBuf) -> Vec<File> {
    let Ok(list) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    let read = |path: PathBuf| File { text: std::fs::read_to_string(&path).unwrap(), name: path.display().to_string() };
    paths.into_iter().map(read).collect()
}

/// The invented games.
struct Games;

impl Shelf for Games {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let files = yaml(root().join("tests/games").join(id));
        (!files.is_empty()).then_some(files)
    }

    fn translations(&self, id: &str) -> Vec<File> {
        yaml(root().join("tests/games").join(id).join(TRANSLATIONS))
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

const GAME: &str = "\
tirada: 1
id: mill
name: The Mill
language: en
doc: Wind and flour
dice: {d: 6, roll: 2d, names: {lo: lowest, hi: highest}}
options:
  gusty: {yes no: no, doc: Whether the wind turns}
traits:
  Grip: {number: 0..5, doc: how hard one holds}
  Weight: {is: 2 * Grip}
tables:
  Sails:
    ordered: yes
    columns: [speed]
    find: speed..
    rows: {Slow: 4, Very fast: 9}
    also: {Lazy: Slow}
tests:
  turn:
    ask: {push: {number: any, default: 0}, sail: {cell: Sails}}
    against: sail
    roll: 2d
    total: hi + push + Grip
    outcomes: {turns: {when: total >= sail, is: success}, stands: {is: failure}}
actions:
  grind:
    doc: Grind a sack
    roles: [miller]
    ask: {how: {one of: [fine, coarse], default: fine}}
    need: {The miller is too weak: Weight > 1}
    steps:
      try: {roll: turn, with: {push: 1, sail: 'Sails[Very fast]'}}
      told: {say: '{miller} grinds, {try.total} sacks.', when: how = fine}
";

fn mill(session: &mut Session<'_>) -> LoadedGame {
    let loaded = session.load_files(vec![File { name: "mill/ruleset.yml".to_owned(), text: GAME.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    loaded
}

/// The mill with one translation: what comes of it, and all that is wrong, drawn.
fn told(translation: &str) -> (Option<Spoken>, String) {
    let mut session = Session::new(&Builtin);
    let loaded = mill(&mut session);
    let file = File { name: "mill/translations/eo.yml".to_owned(), text: translation.to_owned() };
    let translations = session.translations(&loaded, vec![file]);
    let mut findings = translations.findings.clone();
    findings.extend(translations.lacks(&loaded.game));
    let drawn = diagnostics::plain::render(&findings, &session.sources, &Catalogue::new(Language::English));
    (translations.spoken(&loaded.game, "eo"), drawn)
}

const WRONG: &str = "\
tirada translation: 1
ruleset: miln
language: eo
name: La muelejo
gusts: nenio
dice: {lo: eta, hii: granda}
traits:
  Grip: {name: Teno, dok: kiel firme oni tenas}
  Weigt: Pezo
  Grip: Preno
tables:
  Sails:
    name: Veloj
    rows: {Slow: Malrapida, Fastest: Plej rapida}
    states: {Slow: Malrapida}
  Wheels: Radoj
tests:
  turn: [turni]
actions:
  grind:
    name: mueli
    rows: {nothing: nenio}
words:
  miller: muelisto
  milller: muelisto
texts:
  '{miller} grinds, {try.total} sacks.': '{muelisto} muelas {try.total} sakojn.'
  Nobody ever said this: Neniu iam diris tion
";

#[test]
fn all_errors_are_reported_in_place() {
    let (_, drawn) = told(WRONG);
    insta::assert_snapshot!("wrong", drawn);
}

#[test]
fn an_empty_or_broken_translation_is_reported() {
    let drawn = ["", "language: eo\n", "tirada translation: 9\nruleset: mill\nlanguage: en\n", "[1, 2"]
        .map(|text| told(text).1);
    insta::assert_snapshot!("broken", drawn.join("\n---\n\n"));
}

const HALF: &str = "\
tirada translation: 1
ruleset: mill
language: eo
name: La muelejo
tables:
  Sails:
    name: Veloj
    rows:
      Slow: Malrapida
      Very fast: Tre rapida
traits:
  Grip: Teno
  Weight:
words:
  push: puŝo
  fine: fajne
texts:
  '{miller} grinds, {try.total} sacks.': 'Muelas {miller}: {try.total}.'
";

#[test]
fn missing_translations_are_listed_as_a_file() {
    let (spoken, drawn) = told(HALF);
    let spoken = spoken.unwrap();
    insta::assert_snapshot!("half_warning", drawn);
    let file = to_fill_in(&spoken.game, "eo", &spoken.missing);
    insta::assert_snapshot!("half_missing", file);
    // The list is a translation itself, in which nothing is wrong and everything still missing.
    let (again, drawn) = told(&file);
    assert!(!drawn.contains("error"), "{drawn}");
    assert!(spoken.missing.iter().all(|one| again.as_ref().unwrap().missing.contains(one)));
}

#[test]
fn a_list_that_is_filled_in_lacks_nothing() {
    let mut session = Session::new(&Builtin);
    let loaded = mill(&mut session);
    let all = tirada::internals::check::translated(&loaded.game, &[], 0);
    assert_eq!(all.missing.len(), all.total);
    let empty = to_fill_in(&loaded.game, "eo", &all.missing);
    let filled: Vec<String> = empty
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let is_text = line.contains("sacks.");
            match line.split("  #").next().unwrap().trim_end() {
                // What is a name has nothing below it.
                bare if at > 2 && bare.ends_with(':') && !is_parent(&empty, at) => {
                    format!("{bare} {}", if is_text { "ho" } else { "«ŝ» ho" })
                }
                bare => bare.to_owned(),
            }
        })
        .collect();
    let (spoken, drawn) = told(&filled.join("\n"));
    assert_eq!(drawn, "", "{}", filled.join("\n"));
    let spoken = spoken.unwrap();
    assert_eq!((spoken.missing.len(), spoken.total), (0, all.total));
}

/// Whether the next line is set in deeper.
fn is_parent(text: &str, at: usize) -> bool {
    let indent = |at: usize| text.lines().nth(at).map_or(0, |line| line.len() - line.trim_start().len());
    indent(at + 1) > indent(at)
}

#[test]
fn names_are_called_otherwise_in_formulas_and_texts_as_well() {
    let (spoken, _) = told(HALF);
    let game = spoken.unwrap().game;
    assert_eq!((game.name.as_str(), game.language.as_deref()), ("La muelejo", Some("eo")));
    let formula =
        |ir: &tirada::internals::check::program::Ir| game.origins[ir.at.origin as usize].words(ir.at.span).to_owned();
    assert_eq!(formula(&game.tests.iter().next().unwrap().total), "hi + puŝo + Teno");
    assert_eq!(game.tables.iter().next().unwrap().rows[1].label.as_ref(), "Tre rapida");
    let run = tirada(&["doc", "tests/games/harbour", "--language", "es"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for line in [
        "| En calma / Como un plato | 8 | 0 | 9 |",
        "Se lee en la tirada: b (el dado menor), c (el dado central), a (el dado mayor), s (el número 2 empezando por el menor), T (todos los dados sumados)  ",
        "| Gancho y bichero | b + a |",
        "| 1..5 | Asiente a la bruma *bruma* |",
        "- no Al agua de quien golpea · Quien está en el agua no golpea a nadie",
        "- golpe: **tira** tirón, **lo tira** quien golpea, **con** bono: destreza, destreza: 0, meta: 6 + Quilla de golpeado ÷ 2",
        "- mal: el mayor de 1, (Golpe según arma, a = 5) de golpe + (bono de aquí si resultado de golpe = grande; si no, 0)",
        "- Seco: casillas perdidas \\< Quilla",
    ] {
        assert!(run.stdout.lines().any(|told| told == line), "{line}");
    }
}

/// All games with translations: shipped and invented, by their folders.
fn translated_games() -> Vec<PathBuf> {
    let folders = ["rulesets", "tests/games"].map(|folder| std::fs::read_dir(root().join(folder)).unwrap());
    let games = folders.into_iter().flatten().flatten().map(|entry| entry.path());
    let mut games: Vec<PathBuf> = games.filter(|path| path.join(TRANSLATIONS).is_dir()).collect();
    games.sort();
    games
}

#[test]
fn translations_that_come_with_the_program_are_whole() {
    assert!(translated_games().len() >= 2);
    for game in translated_games() {
        let mut session = Session::new(&Builtin);
        let loaded = session.load_files(yaml(game.clone()));
        assert!(loaded.is_sound());
        let translations = session.translations(&loaded, yaml(game.join(TRANSLATIONS)));
        let drawn =
            diagnostics::plain::render(&translations.findings, &session.sources, &Catalogue::new(Language::English));
        assert_eq!(drawn, "", "{}", game.display());
        for language in translations.languages() {
            let spoken = translations.spoken(&loaded.game, &language).unwrap();
            // What is shipped is whole; of an invented game some words may be too new.
            let shipped = game.starts_with(root().join("rulesets"));
            assert!(spoken.missing.is_empty() || !shipped, "{}: {:?}", game.display(), spoken.missing);
            // What formulas read as afterwards is still a formula.
            for origin in &spoken.game.origins[loaded.game.origins.len()..] {
                let (_, problems) = parse_expr(&origin.text);
                let was_none = loaded.game.origins.iter().any(|old| old.text == origin.text);
                assert!(problems.is_empty() || was_none, "{}", origin.text);
            }
        }
    }
}

#[test]
fn a_variant_speaks_the_languages_of_what_it_extends() {
    let mut session = Session::new(&Games);
    let loaded = session.load("outer").unwrap();
    let translations = session.translations(&loaded, Vec::new());
    assert_eq!(translations.languages(), ["es"]);
    // What it took away is nobody's fault, and what it added is missing.
    assert_eq!(translations.findings, Vec::new());
    assert_eq!(translations.lacks(&loaded.game), Vec::new());
    let spoken = translations.spoken(&loaded.game, "es").unwrap();
    let missing: Vec<String> = spoken.missing.iter().map(|one| one.path.join(".")).collect();
    assert!(missing.contains(&"tags.Flare".to_owned()) && missing.contains(&"tables.Blow.rows.Harpoon".to_owned()));
    assert!(spoken.game.tables.iter().any(|table| &*table.name == "Golpe"));
    // Its own translation comes first, and may say anew what is said below.
    let own = "tirada translation: 1\nruleset: outer\nlanguage: es\ntags: {Flare: Bengala}\ntables: {Blow: Trompazo}\n";
    let own = File { name: "own.yml".to_owned(), text: own.to_owned() };
    let translations = session.translations(&loaded, vec![own]);
    assert_eq!(translations.findings, Vec::new());
    let spoken = translations.spoken(&loaded.game, "es").unwrap();
    assert!(spoken.game.tags.iter().any(|tag| &*tag.name == "Bengala"));
    assert!(spoken.game.tables.iter().any(|table| &*table.name == "Trompazo"));
}

#[test]
fn people_ask_for_a_language() {
    let shown = tirada(&["show", "tests/games/harbour", "Mar", "--language", "es"]);
    assert_eq!(shown.code, 0, "{}", shown.stderr);
    assert!(shown.stdout.contains("Como un plato") && shown.stdout.contains("fila"), "{}", shown.stdout);
    // The original names are understood as well.
    assert_eq!(tirada(&["show", "tests/games/harbour", "Sea", "--language", "es"]).stdout, shown.stdout);
    // Its own language is no translation.
    assert_eq!(tirada(&["show", "tests/games/harbour", "Sea", "--language", "en"]).code, 0);
    let none = tirada(&["doc", "tests/games/harbour", "--language", "fr"]);
    assert_eq!((none.code, none.stdout.as_str()), (1, ""));
    insta::assert_snapshot!("no_such_language", none.stderr);
    let shipped = translated_games().into_iter().find(|game| game.starts_with(root().join("rulesets"))).unwrap();
    let file = std::fs::read_dir(shipped.join(TRANSLATIONS)).unwrap().next().unwrap().unwrap().path();
    let language = file.file_stem().unwrap().to_str().unwrap();
    let whole = tirada(&["--lang", "en", "doc", shipped.to_str().unwrap(), "--language", language, "--missing"]);
    assert_eq!((whole.code, whole.stdout.as_str()), (0, ""));
    assert!(whole.stderr.contains("Nothing lacks a translation"), "{}", whole.stderr);
    let begun = tirada(&["doc", "tests/games/harbour", "--language", "fr", "--missing"]);
    assert!(begun.code == 0 && begun.stdout.starts_with("tirada translation: 1\nruleset: harbour\nlanguage: fr\n"));
    assert_eq!(tirada(&["doc", "tests/games/harbour", "--missing"]).code, 2);
}

#[test]
fn check_reads_translations_with_their_game() {
    let home = folder("translating");
    let game = home.join("mill");
    std::fs::create_dir_all(game.join(TRANSLATIONS)).unwrap();
    std::fs::write(game.join("ruleset.yml"), GAME).unwrap();
    let check = |path: &str| {
        let mut run = command(&home);
        run.current_dir(&home).args(["check", path]);
        finish(run, "")
    };
    std::fs::write(game.join(TRANSLATIONS).join("eo.yml"), HALF).unwrap();
    for path in ["mill", "mill/translations/eo.yml"] {
        let run = check(path);
        assert_eq!(run.code, 0, "{path}: {}", run.stderr);
        assert_eq!(run.stderr.matches("translation-lacks").count(), 1, "{path}: {}", run.stderr);
    }
    std::fs::write(game.join(TRANSLATIONS).join("eo.yml"), WRONG).unwrap();
    let run = check("mill");
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr.matches("error[translation-hole]").count(), 1, "{}", run.stderr);
    // By itself it does not even know which game it belongs to.
    let run = check("mill/translations/eo.yml");
    assert!(run.code == 1 && run.stderr.contains("error[unknown-ruleset]"), "{}", run.stderr);
    let run = {
        let mut run = command(&home);
        run.current_dir(&home).args(["doc", "mill", "--language", "eo"]);
        finish(run, "")
    };
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
}

#[test]
fn packs_carry_and_check_translations() {
    let home = folder("translating-packs");
    let run = |args: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home).args(args);
        finish(run, "")
    };
    let game = home.join("mill");
    std::fs::create_dir_all(game.join(TRANSLATIONS)).unwrap();
    std::fs::write(game.join("ruleset.yml"), GAME).unwrap();
    let manifest = "tirada pack: 1\nid: mill\nversion: 1.0.0\nauthors: [Ann]\nlicence: MIT\nlanguage: en\n";
    std::fs::write(game.join("pack.yml"), manifest).unwrap();
    std::fs::write(game.join(TRANSLATIONS).join("eo.yml"), WRONG).unwrap();
    let refused = run(&["pack", "mill"]);
    assert!(refused.code == 1 && refused.stderr.contains("translation-of-nothing"), "{}", refused.stderr);
    std::fs::write(game.join(TRANSLATIONS).join("eo.yml"), HALF).unwrap();
    let made = run(&["pack", "mill"]);
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    std::fs::remove_dir_all(game).unwrap();
    let brought = run(&["import", "mill-1.0.0.zip", "--yes"]);
    assert_eq!(brought.code, 0, "{}", brought.stderr);
    let shown = run(&["show", "mill", "Veloj", "--language", "eo"]);
    assert!(shown.stdout.contains("Tre rapida"), "{}{}", shown.stdout, shown.stderr);
}

#[test]
fn kinds_of_characters_are_called_otherwise() {
    let mut session = Session::new(&Builtin);
    let game = "\
tirada: 1
id: quay
traits: {Nature: {one of: [hand, tug], default: hand}, Arms: {number: 1..6}}
kinds: {hand: {has: [Arms], require: {Strong: Arms > 2}}}
actions: {pull: {roles: {who: hand}, steps: {far: Arms}}}
";
    let file = |name: &str, text: &str| File { name: name.to_owned(), text: text.to_owned() };
    let loaded = session.load_files(vec![file("quay/ruleset.yml", game)]);
    let text = "\
tirada translation: 1
ruleset: quay
language: eo
traits: {Nature: {name: Speco, words: {hand: maristo, tug: trenilo}}, Arms: Brakoj}
actions: {pull: {name: tiri}}
words: {who: kiu, far: foren, Strong: Forta}
";
    let translations = session.translations(&loaded, vec![file("quay/translations/eo.yml", text)]);
    let spoken = translations.spoken(&loaded.game, "eo").unwrap();
    let kinds = spoken.game.kinds.as_ref().unwrap();
    assert_eq!(kinds.names.join(" "), "maristo trenilo");
    let requirement = &spoken.game.requirements[0];
    assert_eq!((&*requirement.name, requirement.kind), ("Forta", Some(0)));
}

#[test]
fn several_answers_are_called_like_their_question() {
    let mut session = Session::new(&Builtin);
    let game = "\
tirada: 1
id: stall
tags: {herb: {free names: yes, values: {taste: {one of: [sweet, sour]}}}}
actions:
  brew:
    roles: [cook]
    ask: {mix: {tag: herb, up to: 2, one of each: taste}}
    steps: {some: count(mix), told: {say: '{mix}.'}}
";
    let file = |name: &str, text: &str| File { name: name.to_owned(), text: text.to_owned() };
    let loaded = session.load_files(vec![file("stall/ruleset.yml", game)]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    let all = tirada::internals::check::translated(&loaded.game, &[], 0);
    let words: Vec<&str> = all.missing.iter().filter_map(|one| one.path.last()).map(String::as_str).collect();
    assert!(words.contains(&"mix") && !words.contains(&"mix 1"), "{words:?}");
    let text = "tirada translation: 1\nruleset: stall\nlanguage: eo\nwords: {mix: miksaĵo, cook: kuiristo}\n";
    let translations = session.translations(&loaded, vec![file("stall/translations/eo.yml", text)]);
    assert!(translations.findings.is_empty(), "{:?}", translations.findings);
    let spoken = translations.spoken(&loaded.game, "eo").unwrap();
    let action = &spoken.game.actions[0];
    let slots: Vec<&str> = action.slots.iter().map(|slot| &*slot.name).take(3).collect();
    assert_eq!(slots, ["kuiristo", "miksaĵo 1", "miksaĵo 2"]);
    assert_eq!(&*action.ask[1].part.as_ref().unwrap().of, "miksaĵo");
}
