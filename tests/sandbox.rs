//! `tirada --sandbox`: rolls and odds by what is built in, and nothing else, whatever the command line comes
//! to hold.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::Path;

use crate::common::{Empty, Run, command, finish, folder};
use clap::{Arg, ArgAction};
use tirada::internals::limits::Limits;
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::File;
use tirada::internals::session::{Builtin, RollRequest, Session};

/// What a stranger may give besides what is asked: each with a value that fits.
const OPEN: [(&str, &[(&str, &str)]); 3] = [
    ("", &[("ruleset", "hitos"), ("lang", "en"), ("color", "never"), ("sandbox", "")]),
    (
        "roll",
        &[
            ("expression", "2d6"),
            ("ruleset", "hitos"),
            ("times", "2"),
            ("with", "x=3"),
            ("set", "x=3"),
            ("explain", ""),
            ("format", "text"),
            ("json", ""),
            ("lang", "en"),
            ("color", "never"),
            ("sandbox", ""),
        ],
    ),
    (
        "odds",
        &[
            ("expression", "2d6"),
            ("more", "2d6"),
            ("rulesets", "hitos"),
            ("base", ""),
            ("with", "x=3"),
            ("set", "x=3"),
            ("over", "x=1..2"),
            ("depth", "3"),
            ("at_least", ""),
            ("at_most", ""),
            ("margin", ""),
            ("all", ""),
            ("plain", ""),
            ("format", "text"),
            ("json", ""),
            ("lang", "en"),
            ("color", "never"),
            ("sandbox", ""),
        ],
    ),
];

fn run(home: &Path, args: &[&str], stdin: &str) -> Run {
    let mut run = command(home);
    run.current_dir(home).args(["--sandbox", "--lang", "en"]).args(args);
    finish(run, stdin)
}

/// A folder with whatever the program reads when nobody forbids it.
fn home(name: &str) -> std::path::PathBuf {
    let home = folder(name);
    let rules = "tirada: 1\nid: secret\nname: Secret\ndice: {d: 6}\ntables:\n  T: {rows: {a: 41}}\n";
    let data = home.join(".local/share/tirada/rulesets/secret");
    fs::create_dir_all(&data).unwrap();
    fs::write(data.join("ruleset.yml"), rules).unwrap();
    fs::write(home.join("secret.yml"), rules).unwrap();
    fs::write(home.join("x=3"), "tirada character: 1\nname: Ann\n").unwrap();
    fs::create_dir_all(home.join(".config/tirada")).unwrap();
    fs::write(home.join(".config/tirada/config.yml"), "ruleset: secret\nlanguage: xx\n").unwrap();
    fs::write(home.join("tirada.lock"), "this is no lock\n").unwrap();
    home
}

fn is_closed(run: &Run, what: &str) {
    assert_eq!((run.code, &*run.stdout), (2, ""), "{what}: {}", run.stderr);
    assert!(run.stderr.starts_with(&format!("error[sandbox-closed]: {what} ")), "{what}: {}", run.stderr);
    assert!(run.stderr.contains("tirada --sandbox roll EXPR"), "{what}: {}", run.stderr);
}

/// The words that give an argument, and the value of each positional one before it.
fn given(arg: &Arg, value: &str) -> Vec<String> {
    match (arg.get_long(), arg.get_action()) {
        (None, _) => vec![value.to_owned()],
        (Some(long), ArgAction::SetTrue) => vec![format!("--{long}")],
        (Some(long), _) => vec![format!("--{long}={value}")],
    }
}

/// A value that the argument takes.
fn some_value(arg: &Arg) -> String {
    let known = arg.get_possible_values().first().map(|value| value.get_name().to_owned());
    known.unwrap_or_else(|| "1".to_owned())
}

/// Every command and every flag of the command line that there is, or will be: what is not open is refused
/// by its name.
#[test]
fn whatever_is_not_open_is_refused_by_name() {
    let home = home("sandbox-closed");
    let whole = tirada::internals::cli::command_line(&Catalogue::new(Language::English));
    let mut tried = 0;
    for own in std::iter::once(&whole).chain(whole.get_subcommands()) {
        let name = if std::ptr::eq(own, &whole) { "" } else { own.get_name() };
        let needed: Vec<String> = match name {
            "" => Vec::new(),
            "roll" | "odds" => vec![name.to_owned(), "2d6".to_owned()],
            _ => std::iter::once(name.to_owned())
                .chain(own.get_positionals().filter(|arg| arg.is_required_set()).map(some_value))
                .collect(),
        };
        let Some((_, open)) = OPEN.iter().find(|(one, _)| *one == name) else {
            let words: Vec<&str> = needed.iter().map(String::as_str).collect();
            is_closed(&run(&home, &words, ""), name);
            tried += 1;
            continue;
        };
        for arg in own.get_arguments().filter(|arg| !matches!(arg.get_id().as_str(), "help" | "version")) {
            if open.iter().any(|(id, _)| *id == arg.get_id().as_str()) {
                continue;
            }
            // Also where something that goes with it is missing, nothing but the sandbox refuses it.
            let of_deeds = name == "odds"
                && ["acts", "times", "cast", "choose", "turns", "track"].contains(&arg.get_id().as_str());
            let mut words = if of_deeds { vec!["odds".to_owned(), "--do=x".to_owned()] } else { needed.clone() };
            if arg.get_id() != "acts" {
                words.extend(given(arg, &some_value(arg)));
            }
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let found = run(&home, &words, "");
            assert_eq!((found.code, &*found.stdout), (2, ""), "{words:?}: {}", found.stderr);
            assert!(found.stderr.starts_with("error[sandbox-closed]: --"), "{words:?}: {}", found.stderr);
            tried += 1;
        }
    }
    assert!(tried >= 25, "{tried}");
}

#[test]
fn what_is_open_works_and_reads_no_file() {
    let home = home("sandbox-open");
    let rolled = run(&home, &["roll", "-r", "hitos", "mM+2"], "");
    assert_eq!((rolled.code, &*rolled.stderr), (0, ""), "{}", rolled.stdout);
    let odds = run(&home, &["odds", "-r", "hitos", "mM+2", "--at-least"], "");
    assert_eq!((odds.code, &*odds.stderr), (0, ""), "{}", odds.stdout);
    // Names and values are no files, whatever lies there.
    let rolled = run(&home, &["roll", "-r", "hitos", "--with", "x=3", "x+1"], "");
    assert_eq!((rolled.code, &*rolled.stdout, &*rolled.stderr), (0, "x 3 + 1\n= 4\n", ""));
    for words in [
        &["roll", "-r", "secret.yml", "1"] as &[&str],
        &["roll", "-r", "./secret", "1"],
        &["odds", "-r", ".", "1"],
        &["-r", "secret.yml"],
    ] {
        is_closed(
            &run(&home, words, ""),
            &format!("-r {}", words[words.iter().position(|word| *word == "-r").unwrap() + 1]),
        );
    }
    is_closed(&run(&home, &["roll", "1", "--with", "secret.yml"], ""), "--with secret.yml");
    // One of the user's own is none that there is.
    let own = run(&home, &["roll", "-r", "secret", "1"], "");
    assert_eq!(own.code, 1);
    assert!(own.stderr.starts_with("error[unknown-ruleset]"), "{}", own.stderr);
    // Behind `--` it is a text; in front of the command or behind it, it is the flag.
    is_closed(
        &{
            let mut late = command(&home);
            late.current_dir(&home).args(["--lang", "en", "list", "--sandbox"]);
            finish(late, "")
        },
        "list",
    );
}

#[test]
fn the_prompt_takes_rolls_and_odds() {
    let home = home("sandbox-prompt");
    let found = run(&home, &["-r", "hitos"], "3 + 4\nodds 1d2\nhelp\n");
    assert_eq!((found.code, &*found.stderr), (0, ""));
    assert!(found.stdout.starts_with("3 + 4\n= 7\n"), "{}", found.stdout);
    for closed in ["save", "odds last", "odds now", "odds do"] {
        assert!(!found.stdout.contains(closed), "{}", found.stdout);
    }
    let closed: Vec<&str> = tirada::internals::cli::prompt::command::COMMANDS
        .iter()
        .map(|(word, ..)| *word)
        .filter(|word| !matches!(*word, "roll" | "odds" | "help" | "quit" | "exit"))
        .collect();
    let line = |word: &&str| match *word {
        "let" | "set" => format!("{word} x = 1\n"),
        "last" | "list" | "who" | "log" | "next" | "end" | "verbose" => format!("{word}\n"),
        _ => format!("{word} 1\n"),
    };
    let found = run(&home, &["-r", "hitos"], &closed.iter().map(line).collect::<String>());
    assert_eq!((found.code, &*found.stdout), (1, ""), "{}", found.stderr);
    for word in &closed {
        assert!(found.stderr.contains(&format!("error[sandbox-closed]: {word} is not")), "{word}: {}", found.stderr);
    }
    assert_eq!(found.stderr.matches("error[").count(), closed.len(), "{}", found.stderr);
    // No line knows what another did.
    let found = run(&home, &["-r", "hitos"], "2d6\nodds last\n");
    assert!(found.stderr.starts_with("error[sandbox-closed]: odds last "), "{}", found.stderr);
    let found = run(&home, &["-r", "hitos"], "odds do x\n");
    assert!(found.stderr.starts_with("error[sandbox-closed]: odds do "), "{}", found.stderr);
    assert!(!home.join(".local/state").exists());
}

/// A tenth: what the command line still answers is refused to strangers, who are told the limit.
#[test]
fn strangers_have_a_tenth() {
    let home = folder("sandbox-tenth");
    let open = |args: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en"]).args(args);
        finish(run, "")
    };
    for (args, code) in
        [(["roll", "2000d6", "-n", "1"], "too-many-dice"), (["roll", "1", "-n", "101"], "too-many-times")]
    {
        assert_eq!(open(&args).code, 0, "{args:?}");
        let found = run(&home, &args, "");
        assert_ne!(found.code, 0, "{args:?}");
        assert!(found.stderr.starts_with(&format!("error[{code}]")), "{args:?}: {}", found.stderr);
    }
    // Nobody is told to do what would be refused.
    let found = run(&home, &["odds", "5d6!", "--depth", "1000"], "");
    assert!(found.stderr.starts_with("error[odds-too-much-work]"), "{}", found.stderr);
    assert!(found.stderr.contains("1000000000") && !found.stderr.contains("--simulate"), "{}", found.stderr);
}

/// Limits are those of the session that loaded a game, and every question about it has them.
#[test]
fn limits_come_from_whoever_opens_the_session() {
    let rules = "tirada: 1\nid: deep\nname: Deep\ntables:\n  T0: {rows: {a: 'T1[a] + T1[a]'}}\n  T1: {rows: {a: 'T2[a] + T2[a]'}}\n  \
                 T2: {rows: {a: 1}}\n";
    let value = |limits: Limits, text: &str| {
        let mut session = Session::within(&Empty, limits);
        let loaded = session.load_files(vec![File { name: "deep.yml".to_owned(), text: rules.to_owned() }]);
        let request = RollRequest { text: text.to_owned(), ..RollRequest::default() };
        let ready = session.prepare(&loaded.game, &request).map_err(|errors| errors[0].code.as_str())?;
        let mut generator = tirada::internals::engine::Generator::new(1);
        let rolled = session.value(&loaded.game, &ready, &mut generator).map_err(|error| error.code.as_str())?;
        let bounds = tirada::internals::odds::OddsLimits::within(&session.limits);
        session.odds(&loaded.game, &ready, &bounds).map_err(|error| error.code.as_str())?;
        Ok::<i64, &str>(rolled)
    };
    let full = Limits::FULL;
    assert_eq!(value(full, "T0[a]"), Ok(4));
    assert_eq!(value(Limits { depth: 2, ..full }, "T0[a]"), Err("too-deep-evaluation"));
    assert_eq!(value(Limits { dice: 2, ..full }, "3d6"), Err("too-many-dice"));
    assert_eq!(value(Limits { odds: 10, ..full }, "3d6 * 2d4"), Err("odds-too-much-work"));
    assert_eq!(Limits::default(), Limits::SANDBOX);
    assert_eq!(Session::new(&Builtin).limits, Limits::SANDBOX);
    let mut session = Session::within(&Empty, Limits { formulas: 10, ..full });
    let loaded = session.load_files(vec![File { name: "deep.yml".to_owned(), text: rules.to_owned() }]);
    assert!(loaded.findings.iter().any(|one| one.code.as_str() == "too-many-formulas"));
}

/// What is built in can be loaded by strangers.
#[test]
fn what_is_built_in_fits() {
    use tirada::internals::ruleset::Shelf as _;
    for id in Builtin.ids().into_iter().filter(|id| Builtin.files(id).is_some()) {
        let mut session = Session::new(&Builtin);
        assert!(session.load(&id).unwrap().is_sound(), "{id}");
    }
}

#[test]
fn long_output_of_rolls_is_refused() {
    let home = home("sandbox-output");
    let roll = |often: &str| run(&home, &["roll", "-n", often, "--json", "--", "1000d6"], "");
    assert_eq!(roll("50").code, 0);
    let much = roll("100");
    assert_eq!(much.code, 1);
    assert!(much.stdout.len() < 7_000_000, "{}", much.stdout.len());
    assert!(
        much.stderr.starts_with("error[too-much-output]: The output of these rolls is longer than the 6 MB"),
        "{}",
        much.stderr
    );
}
