//! Whatever stands in files and is typed: nothing of it commands a terminal, calls people in a
//! chat, becomes a link or runs in a spreadsheet.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::borrow::Cow;
use std::path::Path;

use crate::common::{Run, command, finish, folder};
use tirada::internals::report::document::chat::calm;
use tirada::internals::report::odds::csv::quoted;
use tirada::internals::report::visible::{drawn, json_line, shortened, visible, visible_drawn, visible_lines, width};
use tirada::internals::source::{Around, unseen};

/// Free text of an author: everything that a terminal, a chat or a page could obey.
const TEXT: &str = "\u{1b}]0;OWNED\u{7}\u{1b}[8m\u{9b}2J\u{202e}\u{200b}adm\u{200d}in\u{ad}\u{1bca0} @everyone http://evil.example evil.gg/abc me/mine#3 GH-12 [url=x] <b>";
/// The same as far as names may hold it.
const NAME: &str = "@all www.evil.example [url]y[/url] <b>";

/// A sound game whose every name and text is hostile. `n` stands for a name, `t` for a text.
const GAME: &str = r#"
tirada: 1
id: evil
name: t(Game)
doc: t(game)
language: en
dice: {d: 6, roll: 2d, names: {a: lowest, Z: highest}}
options:
  n(opt): {yes no: no, doc: t(option)}
traits:
  n(Trait): {number: 0..10, default: 0, doc: t(trait)}
points:
  n(Luck): {start: 1, max: 3, doc: t(points)}
tags:
  n(Hurt): {doc: t(tag)}
tables:
  n(Wind):
    doc: t(table)
    columns: [n(usual)]
    rows:
      n(Calm): [5]
      n(Gale): [11]
vs: n(flight)
tests:
  n(flight):
    doc: t(test)
    ask:
      n(bonus): {number: any, default: 0, doc: t(question)}
      n(wind): {cell: n(Wind)}
    against: n(wind)
    roll: 2d
    values:
      n(sixes): count(6)
    show: [n(sixes)]
    total: f(Z + «bonus»)
    outcomes:
      n(up): {when: total >= 9, is: success}
      n(down): {is: failure}
actions:
  n(fly):
    doc: t(action)
    roles: [n(who)]
    ask:
      n(far): {yes no: no, doc: t(asked)}
    steps:
      n(go): {say: f({«who»} flies. TEXT)}
      n(luck): {gain: {n(Luck): 1}}
      n(hurt): {gain: n(Hurt)}
      n(flying): {roll: n(flight), with: {n(wind): 4}}
"#;

const CASES: &str = r#"
tirada cases: 1
cases:
  t(passes): {source: t(Book), roll: f(«Wind»[«Calm»]), expect: {value: 5}}
  t(fails): {source: t(Book), roll: f(«Wind»[«Gale»] + 2d), dice: [1, 2], expect: {value: 20}}
"#;

const PACK: &str = "\
tirada pack: 1
id: evil
version: 1.0.0
name: t(Pack)
authors: [t(Me)]
licence: t(MIT)
language: en
doc: t(pack)
";

const PERSON: &str = "\
tirada character: 1
ruleset: evil
name: t(Ada)
traits: {n(Trait): 2}
";

/// A hostile name; what is named before an equals sign on the command line can begin with none
/// and hold no brackets.
fn name(word: &str) -> String {
    match word {
        "who" | "far" => format!("@{word} @all <b>"),
        _ => format!("={word} {NAME}"),
    }
}

/// Fills in what `n(…)`, `t(…)` and `f(…)` stand for, as YAML strings.
fn hostile(template: &str) -> String {
    let quoted = |text: String| {
        let escaped =
            |letter: char| if letter.is_ascii() { letter.to_string() } else { format!("\\u{:04x}", u32::from(letter)) };
        serde_json::to_string(&text).unwrap().chars().map(escaped).collect::<String>()
    };
    let mut out = String::new();
    for line in template.lines() {
        let mut rest = line;
        while let Some((at, kind)) =
            ["n(", "t(", "f("].iter().filter_map(|kind| rest.find(kind).map(|at| (at, *kind))).min()
        {
            // `count(6)` is no placeholder.
            let before = rest[..at].chars().next_back();
            let close = rest[at..].find(')').unwrap() + at;
            let (inner, after) = (&rest[at + 2..close], &rest[close + 1..]);
            out.push_str(&rest[..at]);
            if before.is_some_and(char::is_alphanumeric) {
                out.push_str(&rest[at..=close]);
            } else {
                out.push_str(&match kind {
                    "n(" => quoted(name(inner)),
                    "t(" => quoted(format!("{inner} {TEXT}")),
                    _ => {
                        let names = inner.split('«').enumerate().map(|(at, part)| match part.split_once('»') {
                            Some((word, more)) if at > 0 => format!("«{}»{more}", name(word)),
                            _ => part.to_owned(),
                        });
                        quoted(names.collect::<String>().replace("TEXT", TEXT))
                    }
                });
            }
            rest = after;
        }
        out.push_str(rest);
        out.push('\n');
    }
    out
}

/// What a terminal may get: text, line breaks and tabs; and colours where they were asked for.
fn assert_inert(what: &str, text: &str, colours: bool) {
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        if letter == '\u{1b}' && colours {
            let style =
                rest.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
            // The author's own sequence hides text; nothing of ours does.
            assert!(style.is_some_and(|rest| rest.starts_with('m')) && !rest.starts_with("[8m"), "{what}: {text:?}");
            continue;
        }
        let hidden = letter.is_control() && !matches!(letter, '\n' | '\t')
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{1bca0}'..='\u{1bca3}');
        assert!(!hidden, "{what}: {letter:?} in {text:?}");
    }
}

/// What a chat or a forum may get: nobody is called, nothing becomes a link. Code is left alone by both.
fn assert_calm(what: &str, text: &str) {
    for bad in ["@everyone", "@all", "://evil", "www.evil", "evil.gg/abc", "mine#3", "GH-12"] {
        for (at, _) in text.match_indices(bad) {
            let line = text[..at].rsplit('\n').next().unwrap();
            assert!(line.matches('`').count() % 2 == 1, "{what}: {bad} in {text}");
        }
    }
    for (at, _) in text.match_indices("[url") {
        assert!(text[..at].ends_with('\\') || text[..at].matches('`').count() % 2 == 1, "{what}: {text}");
    }
}

fn assert_not_run(what: &str, text: &str) {
    for line in text.lines() {
        let cells = line.split(',').map(|cell| cell.trim_start_matches('"'));
        for cell in cells {
            assert!(!cell.starts_with(['=', '@']), "{what}: {line}");
        }
    }
}

fn run(home: &Path, args: &[&str], stdin: &str) -> Run {
    let mut run = command(home);
    run.current_dir(home).args(args);
    finish(run, stdin)
}

fn n(word: &str) -> String {
    format!("«{}»", name(word))
}

#[test]
fn nothing_reaches_the_terminal_raw() {
    let home = folder("terminal");
    let evil = "evil\u{1b}]0;OWNED\u{7}";
    let dir = home.join(evil);
    std::fs::create_dir_all(dir.join("cases")).unwrap();
    std::fs::write(dir.join("ruleset.yml"), hostile(GAME)).unwrap();
    std::fs::write(dir.join("cases/cases.yml"), hostile(CASES)).unwrap();
    std::fs::write(dir.join("pack.yml"), hostile(PACK)).unwrap();
    let good = "good";
    std::fs::create_dir_all(home.join(good)).unwrap();
    std::fs::copy(dir.join("ruleset.yml"), home.join("good/ruleset.yml")).unwrap();
    std::fs::copy(dir.join("pack.yml"), home.join("good/pack.yml")).unwrap();
    let person = "person\u{1b}[2J.yml".to_owned();
    std::fs::write(home.join(&person), hostile(PERSON)).unwrap();

    let (roll, fly) = (format!("{}(1) vs 9 # {TEXT}", n("flight")), name("fly"));
    let (wind, table) = (format!("{} [{}] + {TEXT}", n("Wind"), n("Calm")), name("Wind"));
    let who = format!("{}={person}", name("who"));
    let far = format!("{}=yes", name("far"));
    let act = ["--as", &who, "--set", &far, "--seed", "3"];
    let doing = |more: &[&'static str]| [&["do", "-r", evil, &fly], &act[..], more].concat();
    let odds = |more: &[&'static str]| [&["odds", "-r", evil, "--do", &fly], &act[..4], more].concat();
    // With the exit codes of the sound game.
    let commands: Vec<(i32, Vec<&str>)> = vec![
        (0, vec!["check", evil]),
        (0, vec!["check", evil, "--format", "json"]),
        (0, vec!["check", evil, "--format", "github"]),
        (1, vec!["test", evil]),
        (1, vec!["test", evil, "--coverage"]),
        (1, vec!["test", evil, "--format", "json"]),
        (1, vec!["test", evil, "--format", "junit"]),
        (0, vec!["roll", "-r", evil, &roll, "--seed", "1", "--explain"]),
        (0, vec!["roll", "-r", evil, &roll, "--seed", "1", "--json"]),
        (0, vec!["roll", "-r", evil, &roll, "--seed", "1", "--format", "markdown"]),
        (0, vec!["roll", "-r", evil, &roll, "--seed", "1", "--format", "bbcode"]),
        (1, vec!["roll", "-r", evil, &wind]),
        (1, vec!["roll", "-r", evil, TEXT, "--with", TEXT, "--set", TEXT]),
        (3, vec!["roll", "-r", TEXT, "2d6"]),
        (0, vec!["odds", "-r", evil, &roll]),
        (0, vec!["odds", "-r", evil, &roll, "--format", "json"]),
        (0, vec!["odds", "-r", evil, &roll, "--format", "csv"]),
        (0, vec!["odds", "-r", evil, &roll, "--format", "svg"]),
        (0, vec!["odds", "-r", evil, &roll, "--format", "markdown"]),
        (0, odds(&[])),
        (0, odds(&["--format", "json"])),
        (0, odds(&["--format", "csv"])),
        (0, odds(&["--turns", "2", "--format", "csv"])),
        (0, doing(&[])),
        (0, doing(&["--json"])),
        (0, doing(&["--format", "markdown"])),
        (0, doing(&["--format", "bbcode"])),
        (0, vec!["sheet", &person, "-r", evil]),
        (0, vec!["sheet", &person, "-r", evil, "--json"]),
        (0, vec!["sheet", &person, "-r", evil, "--format", "markdown"]),
        (0, vec!["show", evil]),
        (0, vec!["show", evil, "--format", "markdown"]),
        (0, vec!["show", evil, &table]),
        (0, vec!["show", evil, "--origin"]),
        (0, vec!["show", evil, "--origin", "--format", "json"]),
        (0, vec!["doc", evil]),
        (0, vec!["doc", evil, "--format", "html"]),
        (0, vec!["diff", evil, good]),
        (0, vec!["diff", evil, good, "--json"]),
        (0, vec!["schema", evil]),
        (1, vec!["import", evil, "--yes"]),
        (0, vec!["import", good, "--yes"]),
        (0, vec!["list"]),
        (0, vec!["list", "--format", "json"]),
        (0, vec!["remove", "evil", "--yes"]),
        (1, vec!["pack", evil]),
        (2, vec![TEXT]),
        (2, vec!["--lang", TEXT, "list"]),
    ];
    for sound in [true, false] {
        if !sound {
            std::fs::write(dir.join("ruleset.yml"), hostile(GAME).replace("total >= 9", "total >>= 9")).unwrap();
        }
        for (code, args) in &commands {
            for colour in [&["--color", "always"][..], &[]].into_iter().skip(usize::from(!sound)) {
                let args = [args, colour].concat();
                let what = format!("{args:?}");
                let run = run(&home, &args, "");
                assert_inert(&what, &run.stdout, !colour.is_empty());
                assert_inert(&what, &run.stderr, !colour.is_empty());
                if args.contains(&"markdown")
                    || args.contains(&"bbcode")
                    || (args[0] == "doc" && !args.contains(&"html"))
                {
                    assert_calm(&what, &run.stdout);
                }
                if ["junit", "html", "svg"].iter().any(|format| args.contains(format)) {
                    // What stands for a letter that is not seen is no tag.
                    assert!(!run.stdout.contains("<U+"), "{what}: {}", run.stdout);
                }
                if args.contains(&"--json") || args.contains(&"json") {
                    // JSON has escapes for all of it: whoever reads it gets what was written.
                    assert!(!run.stdout.contains(['␛', '␇']) && !run.stdout.contains("<U+"), "{what}: {}", run.stdout);
                }
                if args.contains(&"csv") {
                    assert_not_run(&what, &run.stdout);
                }
                // Once installed it is there already, and once removed it is gone.
                if sound && (!colour.is_empty() || !matches!(args[0], "remove" | "import")) {
                    assert_eq!(run.code, *code, "{what}: {run:?}");
                }
            }
        }
    }
}

#[test]
fn the_prompt_shows_only_text() {
    let home = folder("terminal-prompt");
    std::fs::create_dir_all(home.join("evil")).unwrap();
    std::fs::write(home.join("evil/ruleset.yml"), hostile(GAME)).unwrap();
    std::fs::write(home.join("ada.yml"), hostile(PERSON)).unwrap();
    let lines = format!(
        "verbose on\nload ada.yml\nwho\nsheet Ada\n{fly} Ada\n{TEXT}\n{roll}\nodds {roll}\nodds last\nlast\nundo\nhelp {fly}\nshow {fly}\nlist\nshow {wind}\nload {TEXT}\nuse {TEXT}\n",
        fly = n("fly"),
        roll = format!("{}(1) vs 9 # {TEXT}", n("flight")),
        wind = n("Wind")
    );
    for colour in ["always", "never"] {
        let run = run(&home, &["-r", "evil", "--seed", "1", "--color", colour], &lines);
        assert!(run.stdout.contains("flies"), "{run:?}");
        assert_inert("prompt", &run.stdout, colour == "always");
        assert_inert("prompt", &run.stderr, colour == "always");
    }
}

#[test]
fn what_commands_a_terminal_is_shown() {
    assert_eq!(visible("a\u{1b}[31mb\r\n\u{9b}1m\u{202e}"), "a␛[31mb␍␊<U+009B>1m<U+202E>");
    assert_eq!(visible_lines("a\tb\nc\u{7}"), "a\tb\nc␇");
    assert!(matches!(visible("año 犬"), Cow::Borrowed(_)));
    assert_eq!(json_line(&"\u{9b}\u{E0001}ñ"), "\"\\u009b\\udb40\\udc01ñ\"");
}

/// Lines in which nothing can be hidden are not looked through letter by letter.
#[test]
fn a_plain_line_looks_as_beside_a_hidden_letter() {
    for letter in ('\0'..'\u{20000}').chain('\u{E0000}'..'\u{E1000}') {
        for (before, after) in [("a", "b"), ("👩", "👩"), ("ن", "ن"), ("漢", "")] {
            let text = format!("{before}{letter}{after} ");
            let beside = format!("{text}\u{202e}");
            assert_eq!(visible(&beside), format!("{}<U+202E>", visible(&text)), "{letter:?}");
        }
    }
}

/// The whole of `Default_Ignorable_Code_Point` in Unicode 17.
#[test]
fn what_programs_leave_out_is_shown() {
    let ranges = [
        '\u{AD}'..='\u{AD}',
        '\u{34F}'..='\u{34F}',
        '\u{61C}'..='\u{61C}',
        '\u{115F}'..='\u{1160}',
        '\u{17B4}'..='\u{17B5}',
        '\u{180B}'..='\u{180F}',
        '\u{200B}'..='\u{200F}',
        '\u{202A}'..='\u{202E}',
        '\u{2060}'..='\u{206F}',
        '\u{3164}'..='\u{3164}',
        '\u{FE00}'..='\u{FE0F}',
        '\u{FEFF}'..='\u{FEFF}',
        '\u{FFA0}'..='\u{FFA0}',
        '\u{FFF0}'..='\u{FFF8}',
        // No default ignorable, but without a form of its own.
        '\u{13430}'..='\u{1343F}',
        '\u{1BCA0}'..='\u{1BCA3}',
        '\u{1D173}'..='\u{1D17A}',
        '\u{E0000}'..='\u{E0FFF}',
    ];
    for letter in ranges.into_iter().flatten() {
        let text = format!("a{letter}b");
        assert_eq!(visible(&text), format!("a<U+{:04X}>b", u32::from(letter)));
        let problems = tirada::internals::syntax::parse(&text).problems;
        let found: Vec<_> = problems.iter().map(|one| (one.code.as_str(), one.at.range())).collect();
        assert_eq!(found, [("unknown-character", 1..1 + letter.len_utf8())], "{text:?}");
        assert_eq!(unseen(&text), [(1, letter)]);
    }
}

#[test]
fn joiners_stay_only_where_they_join() {
    for kept in [
        "👩\u{200D}🚀",
        "👩🏽\u{200D}🚀",
        "❤\u{FE0F}\u{200D}🔥",
        "1\u{FE0F}\u{20E3}",
        "می\u{200C}خواهم",
        "क्\u{200D}ष",
        "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    ] {
        assert_eq!(visible(kept), kept);
    }
    assert_eq!(visible("ad\u{200D}min"), "ad<U+200D>min");
    assert_eq!(visible("x\u{200C}y\u{FE0F}\u{2800}\u{FE0F}"), "x<U+200C>y<U+FE0F>\u{2800}<U+FE0F>");
    assert_eq!(visible("a\u{AD}b\u{3164}"), "a<U+00AD>b<U+3164>");
    assert_eq!(visible("👩\u{200D}"), "👩<U+200D>");
    // No other text hides in a flag, nor behind one.
    assert_eq!(visible("🏴\u{E0068}\u{E0069}"), "🏴<U+E0068><U+E0069>");
    assert_eq!(visible("🏴\u{E0067}\u{E0062}\u{E007F}"), "🏴<U+E0067><U+E0062><U+E007F>");
    let behind = "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}\u{E0068}";
    assert!(visible(behind).ends_with("<U+E0068>"));
}

#[test]
fn of_what_was_drawn_only_colours_stay() {
    assert_eq!(visible_drawn("\u{1b}[1;31ma\u{1b}[0m\n"), "\u{1b}[1;31ma\u{1b}[0m\n");
    assert_eq!(visible_drawn("\u{1b}]0;x\u{7}\u{1b}[2J\u{9b}"), "␛]0;x␇␛[2J<U+009B>");
}

#[test]
fn texts_are_cut_between_characters() {
    let at = |letter, column| drawn(&Around { before: None, letter, after: None, in_flag: false }, column);
    assert_eq!(shortened("ñandú", 5), "ñandú");
    assert_eq!(shortened("ñandúes", 5), "ñand…");
    assert_eq!(at('\t', 3), " ");
    assert_eq!(at('\t', 4), "    ");
    assert_eq!(width("a犬"), 3);
}

#[test]
fn chats_get_no_mention_and_no_link() {
    assert_eq!(calm("@everyone <@7> a@b.c".into()), "＠everyone <＠7> a＠b.c");
    assert_eq!(calm("HTTPS://a.b WWW.a.b mailto:x".into()), "HTTPS:// a.b WWW. a.b mailto: x");
    assert_eq!(calm("#cold #ñu ##x # y".into()), "＃cold ＃ñu #＃x # y");
    assert_eq!(calm("Evil.com, t.me/ x.y.org. www.evil.com".into()), "Evil. com, t. me/ x. y. org. www. evil. com");
    assert_eq!(calm("see #12, me/mine#3 or GH-12".into()), "see ＃12, me/mine＃3 or GH- 12");
    assert_eq!(calm("Discord.gg/abc a-b.co.uk/x".into()), "Discord. gg/abc a-b. co. uk/x");
    let commit = "0123456789abcdefABCD";
    assert_eq!(calm(format!("of {commit}{commit}.").into()), format!("of {commit} {commit}."));
    assert_eq!(calm(format!("{commit}{commit}0").into()), format!("{commit}{commit}0"));
    assert!(matches!(calm("y/o 3.5/2 etc./so 1/2 GH-A High-5 blast.gusts e.g. this".into()), Cow::Borrowed(_)));
    assert!(matches!(calm("«Fair wind»: 1/2".into()), Cow::Borrowed(_)));
}

/// What is read is what was written.
#[test]
fn markdown_keeps_addresses_as_they_are_read() {
    use tirada::internals::report::document::{Document, Line, markdown};
    let written = |text: &str| markdown::render(&Document::new().line(Line::new().plain(text)));
    assert_eq!(written("see http://a.example/x [b]").trim_end(), r"see http:/\/a\.example/x \[b\]");
    assert_eq!(written("www.a.example, evil.gg/abc, GH-12").trim_end(), r"www\.a.example, evil\.gg/abc, GH\-12");
}

#[test]
fn no_cell_of_csv_runs_and_rolls_stay() {
    for (cell, written) in [
        ("-mM", "-mM"),
        ("-12.5%", "-12.5%"),
        ("+A1", "'+A1"),
        ("-1+1", "'-1+1"),
        ("=SUM(A1)", "'=SUM(A1)"),
        (" =SUM(A1)", "' =SUM(A1)"),
        ("a;=SUM(A1)", "\"a;'=SUM(A1)\""),
        ("a,b", "\"a,b\""),
    ] {
        assert_eq!(quoted(cell), written);
    }
}

/// A session at a terminal: what is typed once the prompt stands, and everything that was written meanwhile.
#[cfg(target_os = "linux")]
fn at_a_terminal(home: &Path, args: &str, typed: &[&str]) -> String {
    // An empty line, and its end.
    let (told, fine) = asked_at_a_terminal(home, args, "plain> ", &[typed, &["\u{5}\u{15}\u{4}\u{4}"]].concat());
    assert!(fine, "{told}");
    told
}

/// The same of what asks something else first, and whether it ended well.
#[cfg(target_os = "linux")]
fn asked_at_a_terminal(home: &Path, args: &str, first: &str, typed: &[&str]) -> (String, bool) {
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};
    use std::sync::mpsc;
    use std::time::Duration;

    let line = format!("{} {args}", crate::common::program());
    let mut command = Command::new("script");
    command.args(["-qec", &line, "/dev/null"]).current_dir(home).env_clear().env("HOME", home);
    command.env("PATH", std::env::var_os("PATH").unwrap()).env("TERM", "xterm").env("LANG", "C.UTF-8");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut keys, mut screen) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (send, written) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            if send.send(bytes[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    let mut all = Vec::new();
    // Before the prompt is there the system itself echoes what is typed.
    while !String::from_utf8_lossy(&all).contains(first) {
        all.extend(written.recv_timeout(Duration::from_secs(60)).expect("a prompt"));
    }
    for typed in typed {
        keys.write_all(typed.as_bytes()).unwrap();
        // It stands there when nothing more comes.
        while let Ok(more) = written.recv_timeout(Duration::from_millis(700)) {
            all.extend(more);
        }
    }
    while let Ok(more) = written.recv_timeout(Duration::from_secs(60)) {
        all.extend(more);
    }
    let fine = child.wait().unwrap().success();
    (String::from_utf8_lossy(&all).into_owned(), fine)
}

/// What was answered by then is shown, and nothing more is asked.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_questions_about_a_character() {
    let home = folder("terminal-character");
    let rules =
        "tirada: 1\nid: kites\nrounding: down\ntraits: {Lift: {number: 2..6}, Tail: {number: 0..9, doc: Its end}}\n";
    std::fs::write(home.join("kites.yml"), rules).unwrap();
    let args = "new-character ana.yml -r ./kites.yml --lang en --color never";
    let (told, fine) = asked_at_a_terminal(&home, args, "Name: ", &["Ana\r", "4\r", "\u{3}"]);
    assert!(!fine && told.contains("character-unfinished") && told.contains("Lift: 4"), "{told}");
    assert!(!home.join("ana.yml").exists());
}

/// Names of files, what is pasted and what is recalled are drawn as they are told, in colour and without.
#[cfg(target_os = "linux")]
#[test]
fn an_edited_line_commands_no_terminal() {
    let home = folder("terminal-edited");
    std::fs::write(home.join("plim.yml"), "x").unwrap();
    for name in ["a\u{1b}]0;OWNED\u{7}", "a\u{202e}b", "a\u{9b}2J", "a\nb"] {
        std::fs::write(home.join(name), "x").unwrap();
    }
    let kept = home.join(".local/state/tirada/history.txt");
    std::fs::create_dir_all(kept.parent().unwrap()).unwrap();
    std::fs::write(&kept, "#V2\n1d6 \u{1b}]0;OWNED\u{7} \u{202e} \u{9b}2J\n").unwrap();
    let pasted = "\u{1b}[200~1d6 \u{9d}0;OWNED\u{9c} \u{202e} \u{200b}\u{1b}[201~";
    for colour in ["always", "never"] {
        let args = format!("-r plain --lang en --color {colour}");
        let told =
            at_a_terminal(&home, &args, &["load \t\t", "\u{15}", pasted, "\u{15}", "\u{1b}[A", "\u{15}2d6\u{202e}"]);
        assert!(told.contains("plim.yml") && told.contains("<U+202E>"), "{told:?}");
        for raw in ["\u{1b}]0", "\u{9b}", "\u{9d}", "\u{202e}", "\u{200b}", "a\nb"] {
            assert!(!told.contains(raw), "{colour}: {raw:?} in {told:?}");
        }
    }
}

/// A long line that comes key by key is not drawn anew with every key.
#[cfg(target_os = "linux")]
#[test]
fn a_long_line_is_drawn_once() {
    let home = folder("terminal-long");
    let line = "1d6 + ".repeat(600);
    let told = at_a_terminal(&home, "-r plain --lang en --color always", &[&line]);
    assert!(told.len() < 600_000, "{} bytes for {} that were typed", told.len(), line.len());
}
