//! The prompt without a terminal: exact transcripts through the binary.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A home of its own for each test.
fn home(test: &str) -> PathBuf {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("prompt-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&home).unwrap();
    home
}

struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

fn talk_with(test: &str, args: &[&str], input: &[u8]) -> Said {
    let mut child = Command::new(crate::common::program())
        .args(args)
        .env_clear()
        .env("LANG", "C.UTF-8")
        .env("HOME", home(test))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // `quit` may leave before everything was written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Said {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

fn talk(test: &str, input: &str) -> Said {
    talk_with(test, &["--lang", "en", "-r", "hitos", "--seed", "1"], input.as_bytes())
}

#[test]
fn lines_roll_one_after_the_other() {
    let said = talk("rolls", "# only a note\n\ndice 10,5,1\nmM+2 # gun\r\ndice 9 6 2\nC+7 vs Difícil\n2+2");
    assert_eq!(
        said.out,
        "The next roll: 10, 5, 1
3d10: 10 5 1  → m 1, C 5, M 10
m 1 + M 10 + 2
= 13  # gun
The next roll: 9, 6, 2
3d10: 9 6 2  → m 2, C 6, M 9
C 6 + 7 = 13 vs 20 (Difícil)
fallo · margin −7
2 + 2
= 4
"
    );
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
}

#[test]
fn a_mistake_names_its_line_and_later_lines_run() {
    let said = talk("mistakes", "1+1\n\nlet x = 2 + Fortalza\nlet Fortaleza = 4\nFortaleza\n");
    assert_eq!(said.out, "1 + 1\n= 2\nFortaleza = 4\n= 4\n");
    let place = said.err.lines().filter(|line| line.starts_with(" --> ")).collect::<Vec<_>>();
    assert_eq!(place, [" --> <stdin>:3:13"], "{}", said.err);
    assert!(said.err.contains("    let x = 2 + Fortalza\n                ^^^^^^^^ "), "{}", said.err);
    assert!(said.err.contains("Fortaleza"), "{}", said.err);
    assert_eq!(said.code, Some(1));
}

#[test]
fn only_a_successful_use_changes_the_game() {
    let said = talk("use", "use nowhere\nlet Fuerza = 3\nuse cdb\nFuerza + 1\ndice 3,4\ndados\nlist\n");
    assert_eq!(
        said.out,
        "Fuerza = 3
CdB Engine  cdb
Fuerza 3 + 1
= 4
The next roll: 3, 4
2d6: 3 4  → dados 7
= 7
cdb  being played
hitos
mirada
plain
terror
"
    );
    assert!(said.err.contains(" --> <stdin>:1:5\n    use nowhere\n        ^^^^^^^"), "{}", said.err);
    assert_eq!(said.code, Some(1));
}

#[test]
fn dice_wait_until_they_are_used() {
    let said = talk("dice", "dice 10,5\nmM\ndice 10,5,11\nmM\ndice 10,5,1\nmM\nmM\ndice ten\n");
    assert!(said.out.starts_with("The next roll: 10, 5\nThe next roll: 10, 5, 11\nThe next roll: 10, 5, 1\n"));
    assert!(said.out.contains("3d10: 10 5 1  → m 1, C 5, M 10\nm 1 + M 10\n= 11\n"), "{}", said.out);
    assert_eq!(said.err.matches("help: the dice 10, 5").count(), 2, "{}", said.err);
    assert!(said.err.contains(" --> <stdin>:8:6\n    dice ten\n         ^^^"), "{}", said.err);
    assert_eq!(said.code, Some(1));
}

#[test]
fn last_explains_in_full() {
    let rules = table("last").join("ruleset.yml").display().to_string();
    let input = "dice 10,10,1\ntrial(7) vs 20 # oh\nlast\n";
    let said = talk_with("last", &["--lang", "en", "-r", &rules], input.as_bytes());
    let (_, last) = said.out.split_once("# oh\n").unwrap();
    assert_eq!(
        last,
        "trial(7) vs 20 # oh
3d10: 10 10 1  → a 1, B 10, Z 10
used 10 + bonus 7 = 17 vs 20
triumph · margin −3  # oh

- up = 0 (by default)
- 3d10: 10 10 1  → a 1, B 10, Z 10
- used = if up > 0 then Z else B = 10
- Load = 0 (computed: min(0, sum(hurt)) + sum(guard))
- total = used 10 + bonus 7 = 17
- tens = count(10) = 2
- triumph: because tens >= 2

With dice that were given.
"
    );
    assert_eq!(talk("last", "last\n").code, Some(1));
}

#[test]
fn a_seed_repeats_the_dice() {
    let said = talk("seed", "mM\nseed 1\nmM\nlast\n");
    let parts: Vec<&str> = said.out.split("Seed 1\n").collect();
    assert!(parts[1].starts_with(parts[0]), "{}", said.out);
    let seed = said.out.split("With the seed ").nth(1).unwrap().split(':').next().unwrap();
    // What `last` says is true.
    let again = talk_with("seed", &["--lang", "en", "roll", "-r", "hitos", "--seed", seed, "mM"], b"");
    assert_eq!(again.out, parts[0]);
}

#[test]
fn a_missing_answer_is_an_error_without_a_terminal() {
    let said = talk("missing", "Fortaleza\n");
    assert!(said.err.contains("help: give it a value: let Fortaleza = 3"), "{}", said.err);
    assert_eq!(said.code, Some(1));
}

#[test]
fn quit_leaves_with_the_code_so_far() {
    let said = talk("quit", "1+1\nquit\nnonsense\n");
    assert_eq!((said.out.as_str(), said.err.as_str(), said.code), ("1 + 1\n= 2\n", "", Some(0)));
    assert_eq!(talk("quit", "1+\nexit\n").code, Some(1));
}

#[test]
fn lines_without_end_and_without_sense_are_refused() {
    let mut input = b"1+1\n".to_vec();
    input.extend(std::iter::repeat_n(b'7', 10_000_000));
    input.extend(b"\n2+2\n\xc3\xb1\xff + 1\n3+3\n");
    let said = talk_with("long", &["--lang", "en", "--seed", "1"], &input);
    assert_eq!(said.out, "1 + 1\n= 2\n2 + 2\n= 4\n3 + 3\n= 6\n");
    assert!(said.err.contains("error[line-too-long]"), "{}", said.err);
    assert!(said.err.contains(" --> <stdin>:2:65537\n"), "{}", said.err);
    assert!(said.err.contains("error[line-not-text]"), "{}", said.err);
    assert!(said.err.contains(" --> <stdin>:4:2\n"), "{}", said.err);
    assert!(said.err.len() < 2_000, "{}", said.err.len());
    assert_eq!(said.code, Some(1));
}

#[test]
fn hostile_lines_end_at_once() {
    let deep = format!("{}1\n", "(".repeat(9_000));
    let said = talk("hostile", &format!("999999999d999999999\n1d1!\nlet x = 1000000d6\n{deep}2+2\n"));
    assert_eq!(said.out, "2 + 2\n= 4\n");
    assert_eq!(said.code, Some(1));
}

#[test]
fn the_language_follows_the_game_unless_it_is_chosen() {
    let said = talk_with("language", &["-r", "cdb"], b"dice 1 2\nlast\n");
    assert_eq!(said.out, "La próxima tirada: 1, 2\n");
    let said = talk_with("language", &["--lang", "es"], b"help\n");
    assert!(said.out.contains("escribes") && said.out.contains("usar REGLAMENTO"), "{}", said.out);
    assert!(said.out.lines().count() < 42, "help is short");
}

#[test]
fn every_example_of_help_is_true() {
    let input = "help\nlet Fortaleza = 3\nset empate = tablas\ndice 10,5,1\nshow Daño\nlist\nshow\nset\nlet\nhelp use
unlet Fortaleza\n2+2\ndice\ndice none\n2d6 + 3\nlast\nseed 7\n";
    let said = talk("help", input);
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
}

#[test]
fn a_ruleset_that_is_not_there_ends_a_pipe() {
    let said = talk_with("nowhere", &["--lang", "en", "-r", "nowhere"], b"1+1\n");
    assert_eq!((said.out.as_str(), said.code), ("", Some(1)));
}

/// A folder with the files of an invented game and of its characters.
fn table(test: &str) -> PathBuf {
    let folder = home(test).join("mini");
    std::fs::create_dir_all(&folder).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/mini");
    for name in ["ruleset.yml", "people/ann.yml", "people/bob.yml"] {
        let to = folder.join(Path::new(name).file_name().unwrap());
        std::fs::copy(from.join(name), to).unwrap();
    }
    folder
}

#[test]
fn a_fight_from_files_and_back_into_them() {
    let folder = table("fight");
    let path = |name: &str| folder.join(name).display().to_string();
    let (ann, bob, rules) = (path("ann.yml"), path("bob.yml"), path("ruleset.yml"));
    let input = format!(
        "load \"{ann}\" \"{bob}\"
dice 2 7 5
strike attacker=ann target one=bob weapon=Gun skill=Knife
dice 9 9
push 2 7 Lucky
undo
redo
log
pass beat
strike attacker=ann target one=bob
save
"
    );
    let said = talk_with("fight", &["--lang", "en", "-r", &rules, "--seed", "1"], input.as_bytes());
    let out = said.out.replace(&*folder.display().to_string(), "…");
    assert_eq!(
        out,
        "Ann  …/ann.yml
bob  …/bob.yml
The next roll: 2, 7, 5
strike Ann → bob, Gun, Knife 3: [2 7 5] 8 against 8, hit
bob: Flesh +11/, Fine → Bad
The next roll: 9, 9
strike Ann → bob, Gun, Knife 3 + push (Ann): [9 9 5] 12 against 8, hit, flair 4
Ann: Luck 2 → 1 · bob: Flesh +14/, Fine → Bad
Taken back: push · strike attacker Ann, target one bob
Done again: strike attacker Ann, target one bob + push — Ann: Luck 2 → 1 · bob: Flesh +14/, Fine → Bad
1. new at the table: Ann, bob
2. strike attacker Ann, target one bob + push — Ann: Luck 2 → 1 · bob: Flesh +14/, Fine → Bad
beat passes
Ann  …/ann.yml
bob  …/bob.yml
"
    );
    assert!(said.err.contains("error[decision-needed]"), "{}", said.err);
    assert!(said.err.contains(" --> <stdin>:10:1\n"), "{}", said.err);
    assert!(said.err.contains("help: write it after the name: weapon=…"), "{}", said.err);
    assert_eq!(said.code, Some(1));
    let text = std::fs::read_to_string(ann).unwrap();
    assert!(text.starts_with("# Ann") && text.contains("Brawn: 4   # strong") && text.contains("Luck: 1"), "{text}");
    assert!(std::fs::read_to_string(bob).unwrap().contains("scratch: 14"));
}

#[test]
fn a_file_that_cannot_be_written_changes_none() {
    let folder = table("unwritable");
    let path = |name: &str| folder.join(name).display().to_string();
    let (ann, bob, rules) = (path("ann.yml"), path("bob.yml"), path("ruleset.yml"));
    let before = std::fs::read_to_string(&ann).unwrap();
    let input = format!("load \"{ann}\" \"{bob}\"\nhurt them Ann 2\nhurt them bob 2\n");
    // What somebody else wrote meanwhile is not written over.
    let mut child = Command::new(crate::common::program())
        .args(["--lang", "en", "-r", &rules])
        .env_clear()
        .env("LANG", "C.UTF-8")
        .env("HOME", home("unwritable"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = std::io::BufReader::new(child.stdout.take().unwrap());
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let mut heard = String::new();
    while !heard.contains("bob: Flesh") && !heard.contains("Bob: Flesh") {
        assert!(std::io::BufRead::read_line(&mut lines, &mut heard).unwrap() > 0, "{heard}");
    }
    let other = std::fs::read_to_string(&bob).unwrap() + "marks: {Flesh: {scratch: 3}}\n";
    std::fs::write(&bob, other).unwrap();
    stdin.write_all(b"save\n").unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("error[file-not-as-read]"), "{err}");
    assert_eq!(std::fs::read_to_string(&ann).unwrap(), before);
}

#[test]
fn the_end_of_a_pipe_reports_unsaved_changes() {
    let folder = table("unsaved");
    let (rules, bob) = (folder.join("ruleset.yml"), folder.join("bob.yml"));
    let before = std::fs::read_to_string(&bob).unwrap();
    let talk = |lines: &str| {
        let input = format!("load \"{}\"\nhurt them bob 3\n{lines}", bob.display());
        talk_with("unsaved", &["--lang", "en", "-r", &rules.display().to_string()], input.as_bytes())
    };
    let lost = "error[people-not-saved]: What changed is not saved: bob.
  help: what comes through a pipe keeps its changes if it ends with `save`
";
    for lines in ["", "quit\n", "2d6 + Nothing\n"] {
        let said = talk(lines);
        assert!(said.err.ends_with(lost), "{lines}: {}", said.err);
        assert_eq!(said.code, Some(4), "{lines}");
    }
    assert_eq!(std::fs::read_to_string(&bob).unwrap(), before);
    for lines in ["undo\n", "drop bob\n", "save\n"] {
        let said = talk(lines);
        assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{lines}");
    }
    // The same game once more empties nothing.
    let said = talk(&format!("use {}\nFlesh.lost\nsave\n", rules.display()));
    assert_eq!((said.err.as_str(), said.code), ("", Some(0)));
}

#[test]
fn the_end_of_a_pipe_reports_characters_without_files() {
    let home = home("fileless");
    let rules = "tirada: 1\nid: dread\nname: Dread\ndice: {d: 6}\npoints: {Gloom: {start: 0, of: table}, Luck: {start: 1}}\n\
                 templates: {ghoul: {}}\nactions:\n  darken: {steps: {more: {gain: {Gloom: 2}}}}\n";
    std::fs::write(home.join("dread.yml"), rules).unwrap();
    std::fs::write(home.join("other.yml"), rules.replace("dread", "other")).unwrap();
    let talk = |lines: &str| {
        talk_with("fileless", &["--lang", "en", "-r", home.join("dread.yml").to_str().unwrap()], lines.as_bytes())
    };
    let away = format!("use {}\n", home.join("other.yml").display());
    let lost = [
        ("darken\n".to_owned(), "the table"),
        ("npc ghoul\n".to_owned(), "Ghoul"),
        ("darken\nsave\n".to_owned(), "the table"),
        (format!("darken\n{away}"), "table (dread)"),
        (format!("npc ghoul\n{away}npc ghoul\n"), "Ghoul, Ghoul (dread)"),
    ];
    for (lines, names) in lost {
        let said = talk(&lines);
        let error = format!(
            "error[people-not-saved]: What changed is not saved: {names}.\n  help: there is no file of {names}: a campaign keeps everything \
             (`tirada campaign new`); `undo` and `drop NAME` discard it\n"
        );
        assert_eq!((said.err, said.code), (error, Some(4)), "{lines}");
    }
    assert!(talk("darken\nsave\n").out.contains("There is no file of table to save."));
    assert!(talk(&format!("darken\n{away}")).out.contains("No longer there: table"));
    let kept = [
        "darken\nundo\n".to_owned(),
        "npc ghoul\ndrop Ghoul\n".to_owned(),
        format!("darken\n{away}undo 2\n"),
        away.clone(),
    ];
    for lines in kept {
        let said = talk(&lines);
        assert_eq!((said.err.as_str(), said.code), ("", Some(0)), "{lines}");
    }
}

/// A game whose words belong to no language, so that all others are those of the program.
const GLIB: &str = "tirada: 1
id: glib
name: Glib
dice: {d: 6, roll: 2d, names: {B: highest}}
options: {zum vor: {yes no: no}}
points: {Plo: {start: 2, min: -5}}
tracks:
  Krat: {boxes: 4, marks: {zik: x}, overflow: ignore}
traits: {Vem: {number: -5..5, default: 0}}
tests:
  trup:
    ask: {gra: {number: -9..9}, brizo: {yes no: no}}
    total: B + gra + brizo
    outcomes: {plim: {when: total > 3, is: success}, plom: {is: failure}}
actions:
  drin:
    roles: [zed, fru]
    ask: {kol: {number: -9..9}, mip: {character: any, default: none}}
    steps:
      trot: {roll: trup, by: zed, with: {gra: kol, brizo: 'yes'}, on: {success: {nul: {mark: 1, on: Krat, of: fru, as: zik}}, plom: {lak: {pay: {Plo: 1}, from: zed}}}}
      sim: {when: trot.success, gain: {Plo: 1}, to: zed}
      rab: {heal: all, on: Krat, of: zed}
";

#[test]
fn spanish_is_not_mixed_with_the_words_of_the_format() {
    let home = home("glib");
    std::fs::write(home.join("glib.yml"), GLIB).unwrap();
    let person = |name: &str| format!("tirada character: 1\nruleset: glib\nname: {name}\ntraits: {{Vem: 1}}\n");
    std::fs::write(home.join("zul.yml"), person("Zul")).unwrap();
    std::fs::write(home.join("fip.yml"), person("Fip")).unwrap();
    let talk = |language: &str, input: &str| {
        let game = home.join("glib.yml");
        let args = ["--lang", language, "-r", game.to_str().unwrap(), "--seed", "1"];
        let load = format!("load {} {}\n", home.join("zul.yml").display(), home.join("fip.yml").display());
        talk_with("glib", &args, format!("{load}{input}").as_bytes())
    };
    let lines = "set\nset zum vor = yes\nset\nset brizo = sí\nlet Vem = -3\nshow drin\ndice 5,2\ndrin Zul Fip -4\nsheet table\nwho\n";
    let spanish = talk("es", lines);
    for told in [
        "zum vor = no  sí o no",
        "zum vor = sí\n",
        "zum vor = sí  sí o no",
        "brizo = sí",
        "Vem = −3",
        "por defecto nadie",
        "trot: tira trup, lo tira zed, con gra: kol, brizo: sí",
        "si sale éxito",
        "nul: marca 1, en Krat, de fru, como zik",
        "lak: paga Plo: 1, de zed",
        "sim: si trot.success: recibe Plo: 1, para zed",
        "cura todo, en Krat, de zed",
        "kol −4",
        "la mesa  Glib",
    ] {
        assert!(spanish.out.contains(told), "{told}\n{}\n{}", spanish.out, spanish.err);
    }
    for word in ["yes", "none", "nobody", "table", "when", "roll", "with", "mark", "heal", "-4"] {
        let mut words = spanish.out.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
        assert!(!words.any(|one| one == word), "{word}\n{}", spanish.out);
    }
    let english = talk("en", lines);
    assert!(english.out.contains("zum vor = yes  yes or no"), "{}", english.out);
    assert!(english.out.contains("trot: roll trup, by zed, with gra: kol, brizo: yes"), "{}", english.out);
    // What a test asks for is answered apart.
    let apart = talk("es", "brizo = yes\n");
    assert!(apart.err.contains("error[input-alone]") && apart.err.contains("fijar brizo = …"), "{}", apart.err);
}

/// Two sides, of which nobody wins where they come to the same.
const TIE: &str = "\
tirada: 1
id: tie
name: Tie
language: es
rounding: down
dice: {d: 6, roll: 1d}
traits: {Arm: {number: 0..5, default: 0}}
tests:
  t: {roll: 1d, total: sum() + Arm, outcomes: {ok: {is: success}}, opposed: {tie: nobody}}
actions:
  z:
    roles: [l, r]
    tells: ['{l} y {r}: gana {c.winner}', '{l} y {r}: empate a {c.l.total}']
    steps: {c: {oppose: t, sides: {l: {}, r: {}}}, s: {say: 'Gana {c.winner}.'}}
";

#[test]
fn a_tie_is_reported_without_a_winner() {
    let home = home("tie");
    std::fs::write(home.join("tie.yml"), TIE).unwrap();
    for name in ["Ana", "Leo"] {
        let sheet = format!("tirada character: 1\nruleset: tie\nname: {name}\ntraits: {{Arm: 1}}\n");
        std::fs::write(home.join(format!("{name}.yml")), sheet).unwrap();
    }
    let game = home.join("tie.yml");
    let (ana, leo) = (home.join("Ana.yml"), home.join("Leo.yml"));
    let load = format!("load {} {}\n", ana.display(), leo.display());
    let input = format!("{load}dice 4,4\nz Ana Leo\nlast\ndice 4,5\nz Ana Leo\n");
    let said = talk_with("tie", &["--lang", "es", "-r", game.to_str().unwrap()], input.as_bytes());
    for told in ["Ana y Leo: empate a 5", "Gana nadie.", "Ana y Leo: gana Leo"] {
        assert!(said.out.contains(told), "{told}\n{}\n{}", said.out, said.err);
    }
    assert!(!said.out.contains("none"), "{}", said.out);
}

#[test]
fn a_line_is_shown_as_it_was_typed() {
    let home = home("echo");
    std::fs::write(home.join("glib.yml"), GLIB).unwrap();
    let game = home.join("glib.yml");
    let talk = |line: &str| {
        let args = ["--lang", "es", "-r", game.to_str().unwrap()];
        talk_with("echo", &args, format!("{line}\n").as_bytes()).err
    };
    for (line, at, told) in [
        ("usar nada", "1:6", "usar nada"),
        ("terminar", "1:1", "terminar"),
        ("  soy Nemo", "1:7", "  soy Nemo"),
        ("retirar Nadie", "1:9", "retirar Nadie"),
        ("fijar brizo = quizá", "1:15", "fijar brizo = quizá"),
        // The message names the command as well.
        ("último on", "1:8", "«último»"),
    ] {
        let err = talk(line);
        assert!(err.contains(&format!("<stdin>:{at}\n")) && err.contains(told), "{line}\n{err}");
        for english in [" use ", "  end", " as ", "drop", " set ", "last"] {
            assert!(!err.contains(english), "{english}: {line}\n{err}");
        }
    }
}

/// A game and a variant of it in a folder, and somebody who plays.
fn folders(name: &str) -> std::path::PathBuf {
    let home = crate::common::folder(name);
    for (game, rules) in [
        ("mid", "tirada: 1\nid: mid\nname: Mid\ntraits: {Wick: {number: -9..9}}\n"),
        ("midx", "tirada: 1\nid: midx\nname: Midx\nextends: mid\n"),
    ] {
        std::fs::create_dir_all(home.join(game)).unwrap();
        std::fs::write(home.join(game).join("ruleset.yml"), rules).unwrap();
    }
    std::fs::write(home.join("zed.yml"), "tirada character: 1\nname: Zed\nruleset: mid\ntraits: {Wick: 4}\n").unwrap();
    home
}

#[test]
fn a_variant_finds_its_base_in_any_spelling() {
    let home = folders("spelt-variant");
    for name in ["midx", "./midx", "midx/"] {
        let mut command = crate::common::command(&home);
        command.current_dir(&home).args(["roll", "-r", name, "Wick + 1", "--with", "Wick=2"]);
        let run = crate::common::finish(command, "");
        assert!(run.stdout.contains("= 3"), "{name}: {} {}", run.stdout, run.stderr);
    }
}

#[test]
fn the_same_game_is_the_same_however_it_is_spelt() {
    let home = folders("spelt-same");
    for name in ["mid", "./mid/", "mid/ruleset.yml", "../spelt-same/mid"] {
        let mut command = crate::common::command(&home);
        command.current_dir(&home).args(["-r", "./mid"]);
        let run = crate::common::finish(command, format!("load zed.yml\nuse {name}\nZed.Wick\n"));
        assert!(run.stdout.contains("= 4"), "{name}: {} {}", run.stdout, run.stderr);
    }
}

/// Of a folder with very many files the first are looked at, and how many were left out is said.
#[test]
fn files_that_were_not_looked_at_are_counted() {
    let folder = home("crowd").join("people");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for number in 0..1_003 {
        std::fs::write(folder.join(format!("x{number:04}.yml")), "").unwrap();
    }
    let person = |name: &str| format!("tirada character: 1\nname: {name}\nruleset: hitos\n");
    std::fs::write(folder.join("a.yml"), person("Ada")).unwrap();
    std::fs::write(folder.join("z.yml"), person("Zoe")).unwrap();
    let said = talk("crowd", &format!("load \"{}\"\n", folder.display()));
    assert!(said.out.contains("Ada") && !said.out.contains("Zoe"), "{}", said.out);
    assert!(said.out.contains("5 more files were not looked at"), "{}{}", said.out, said.err);
}

/// One word of a command line that is wrong before there is a command is told as everywhere else.
#[test]
fn a_wrong_word_before_the_command_is_an_error() {
    for args in [
        &["--seed", "foo"][..],
        &["--seed", "99999999999999999999"],
        &["--color", "yes"],
        &["--ignore-lock", "--color", "x"],
    ] {
        let said = talk_with("usage", &[&["--lang", "en"], args].concat(), b"");
        assert!(
            said.code == Some(2) && said.err.contains("error[usage-bad-value]"),
            "{args:?}: {:?} {}",
            said.code,
            said.err
        );
    }
}

#[test]
fn dice_are_picked_through_a_pipe() {
    let rules = home("picks").join("picks.yml");
    std::fs::write(
        &rules,
        "tirada: 1\nid: picks\nname: Picks\nlanguage: en\ntests:\n  pick:\n    ask: {best one: {dice: any, exactly: 1}}\n    roll: 3d6\n    total: sum(«best one»)\n",
    )
    .unwrap();
    let said = talk_with("picks", &["-r", rules.to_str().unwrap()], b"dice 4,3,2\npick()\nset best one = 4\npick()\n");
    assert!(said.err.contains("help: give it: set best one = 4"), "{}", said.err);
    assert!(said.out.ends_with("= 4\n") && !said.err.contains("bad-setting"), "{}{}", said.out, said.err);
}
