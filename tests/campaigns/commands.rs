//! The commands, as they are typed.

use super::{begun, typed};
use crate::common::finish;
use crate::durable::{TALLY, names, run, sheet, tirada};

#[test]
fn a_campaign_goes_on_where_it_ended() {
    let (home, path) = begun("goes-on");
    let first = typed(&home, &path, "load ann.yml\nreap Ann\nreap Ann\nas Ann\nundo\n");
    assert_eq!((first.code, first.stderr.as_str()), (0, ""));
    let next = typed(&home, &path, "who\nredo\nundo 2\nwho\nlog\n");
    insta::assert_snapshot!(next.stdout);
    assert_eq!((next.code, next.stderr.as_str()), (0, ""));
    // Files that somebody came from stay as they were.
    assert_eq!(std::fs::read_to_string(home.join("ann.yml")).unwrap(), sheet("Ann", 1, 1));
    assert_eq!(names(&home), ["ann.yml", "c.tirada", "tally"]);
}

#[test]
fn a_campaign_needs_no_ruleset_but_its_own() {
    let (home, path) = begun("alone");
    typed(&home, &path, "load ann.yml\nreap Ann\n");
    std::fs::remove_dir_all(home.join("tally")).unwrap();
    let next = typed(&home, &path, "reap Ann\nwho\n");
    assert_eq!(next.code, 0);
    assert!(
        next.stderr.starts_with("warning[campaign-rules-old]: The rules of tally cannot be found"),
        "{}",
        next.stderr
    );
    assert!(next.stdout.contains("Corn 3"), "{}", next.stdout);
    assert_eq!(run(&home, &["log", "c.tirada"]).code, 0);
}

#[test]
fn changed_rules_are_taken_where_everything_fits() {
    let (home, path) = begun("changed");
    typed(&home, &path, "load ann.yml\nreap Ann\n");
    // Their order changes what numbers stand for.
    let changed = TALLY.replace("  Corn: {start: 0}\n", "  Rye: {start: 7}\n  Corn: {start: 0}\n");
    std::fs::write(home.join("tally/ruleset.yml"), changed.replace("{gain: {Corn: 1}", "{gain: {Corn: 10}")).unwrap();
    let next = typed(&home, &path, "who\nreap Ann\nwho\nundo\nundo\n");
    assert!(next.stderr.starts_with("warning[campaign-rules-new]"), "{}", next.stderr);
    assert!(next.stdout.contains("Corn 2") && next.stdout.contains("Corn 12"), "{}", next.stdout);
    assert!(next.stderr.contains("error[nothing-to-undo]"), "{}", next.stderr);
    let again = typed(&home, &path, "who\n");
    assert_eq!(again.stderr, "");
    let log = run(&home, &["log", "c.tirada"]);
    assert!(log.stdout.contains("load ann.yml") && log.stdout.contains("reap Ann"), "{}", log.stdout);
}

#[test]
fn saved_rolls_that_no_longer_fit_are_reported() {
    let (home, path) = begun("saved-rolls");
    let first = typed(&home, &path, "let glean(n) = (n)d6 + Corn\nlet plain() = 2d6\n");
    assert_eq!(first.stderr, "");
    std::fs::write(home.join("tally/ruleset.yml"), TALLY.replace("Corn", "Rye")).unwrap();
    let next = typed(&home, &path, "let\n");
    let told = "these saved rolls do not fit the new rules; save them again with `let`: glean";
    let all = next.stderr.starts_with("warning[campaign-rules-new]") && next.stderr.contains(told);
    assert!(all && !next.stderr.contains("plain"), "{}", next.stderr);
    assert!(next.stdout.contains("glean(n) = (n)d6 + Corn"), "{}", next.stdout);
}

#[test]
fn rules_that_do_not_fit_are_reported_and_drop_nothing() {
    let (home, path) = begun("unfit");
    typed(&home, &path, "load ann.yml\nreap Ann\n");
    let changed = TALLY.replace("  Salt: {start: 0}\n", "").replace("{gain: {Salt: 1}", "{gain: {Corn: 1}");
    std::fs::write(home.join("tally/ruleset.yml"), changed).unwrap();
    let next = typed(&home, &path, "mine Ann\nundo 2\nredo 2\nwho\n");
    insta::assert_snapshot!(next.stderr);
    assert!(next.stdout.contains("Corn 2") && next.stdout.contains("Salt 2"), "{}", next.stdout);
    // Once they fit again they are taken.
    std::fs::write(home.join("tally/ruleset.yml"), TALLY.replace("name: Tally", "name: Tallies")).unwrap();
    let next = typed(&home, &path, "who\n");
    assert!(next.stderr.starts_with("warning[campaign-rules-new]"), "{}", next.stderr);
    assert!(next.stdout.contains("Salt 2"), "{}", next.stdout);
}

#[test]
fn what_is_more_than_new_rules_allow_does_not_fit() {
    let (home, path) = begun("beyond");
    typed(&home, &path, "load ann.yml\nreap Ann\n");
    let bounded = |max: &str| TALLY.replace("Corn: {start: 0}", &format!("Corn: {{start: 0, max: {max}}}"));
    std::fs::write(home.join("tally/ruleset.yml"), bounded("Salt - 1")).unwrap();
    let next = typed(&home, &path, "undo\nredo\nwho\n");
    assert!(next.stderr.starts_with("warning[campaign-rules-old]"), "{}", next.stderr);
    assert!(next.stderr.contains("this does not fit: Ann: ") && next.stderr.contains("Corn"), "{}", next.stderr);
    assert!(next.stdout.contains("Corn 2"), "{}", next.stdout);
    std::fs::write(home.join("tally/ruleset.yml"), bounded("Salt + 1")).unwrap();
    assert!(typed(&home, &path, "who\n").stderr.starts_with("warning[campaign-rules-new]"));
}

#[test]
fn a_copy_goes_into_no_folder_that_is_missing() {
    let (home, _) = begun("nowhere");
    let told = run(&home, &["campaign", "backup", "c.tirada", "nowhere/copy.tirada"]);
    assert!(told.code == 3 && told.stderr.contains("nowhere/copy.tirada"), "{}", told.stderr);
    assert!(!told.stderr.contains("not allowed"), "{}", told.stderr);
    let told = run(&home, &["campaign", "backup", "c.tirada", "tally/ruleset.yml/copy.tirada"]);
    assert!(told.code == 3 && !told.stderr.contains("not allowed"), "{}", told.stderr);
}

#[test]
fn rules_that_are_wrong_now_do_not_stop_a_campaign() {
    let (home, path) = begun("wrong");
    typed(&home, &path, "load ann.yml\n");
    std::fs::write(home.join("tally/ruleset.yml"), "tirada: 1\nid: tally\nname: [\n").unwrap();
    let next = typed(&home, &path, "who\n");
    assert!(
        next.stderr.starts_with("warning[campaign-rules-old]: The rules of tally cannot be used"),
        "{}",
        next.stderr
    );
    assert!(next.stdout.contains("Corn 1"), "{}", next.stdout);
}

#[test]
fn a_second_prompt_is_refused_and_readers_are_not() {
    let (home, path) = begun("second");
    let mut first = crate::durable::tirada(&home, &["c.tirada"]);
    let pipes = first.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut first = pipes.spawn().unwrap();
    let mut said = std::io::BufReader::new(first.stdout.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).unwrap();
    let second = typed(&home, &path, "who\n");
    assert_eq!(second.code, 1);
    assert!(second.stderr.contains("c.tirada is open already: process "), "{}", second.stderr);
    assert!(second.stderr.contains(&format!("process {} on ", first.id())), "{}", second.stderr);
    for args in [&["log", "c.tirada"][..], &["campaign", "show", "c"], &["campaign", "backup", "c", "copy.tirada"]] {
        let read = run(&home, args);
        assert_eq!((read.code, read.stderr.as_str()), (0, ""), "{args:?}");
    }
    drop(first.stdin.take());
    assert!(first.wait().unwrap().success());
    assert_eq!(typed(&home, &path, "who\n").code, 0);
    assert_eq!(typed(&home, &home.join("copy.tirada"), "who\n").code, 0);
}

#[test]
fn files_that_are_no_campaign_are_reported() {
    let (home, _) = begun("other");
    std::fs::create_dir(home.join("folder.tirada")).unwrap();
    std::fs::write(home.join("text.tirada"), "name: Ann\n").unwrap();
    std::fs::write(home.join("empty.tirada"), "").unwrap();
    assert!(std::process::Command::new("mkfifo").arg(home.join("pipe.tirada")).status().unwrap().success());
    let mut told = String::new();
    for name in ["folder", "text", "empty", "pipe", "none"] {
        for args in [&["campaign", "play"][..], &["log"], &["campaign", "show"]] {
            let file = format!("{name}.tirada");
            let run = run(&home, &[args, &[file.as_str()]].concat());
            assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{file} {args:?}: {}", run.stderr);
            if args.len() == 1 {
                told += &run.stderr;
            }
        }
    }
    told += &run(&home, &["campaign", "new", "c", "-r", "tally"]).stderr;
    told += &run(&home, &["campaign", "new", "nowhere/c", "-r", "tally"]).stderr;
    let unknown = run(&home, &["campaign", "new", "d", "-r", "nothing"]).stderr;
    assert!(unknown.contains("tally"), "{unknown}");
    told.extend(unknown.lines().filter(|line| !line.contains("tally")).map(|line| format!("{line}\n")));
    told += &run(&home, &["log", "c.tirada", "--session", "2"]).stderr;
    told += &run(&home, &["campaign", "backup", "c.tirada", "text.tirada"]).stderr;
    insta::assert_snapshot!(told);
    assert_eq!(std::fs::read_to_string(home.join("text.tirada")).unwrap(), "name: Ann\n");
}

#[test]
fn the_log_of_a_killed_session_stays_its_campaigns() {
    let (home, campaign) = begun("remains");
    let copy = home.join("copy.tirada");
    std::fs::copy(&campaign, &copy).unwrap();
    std::fs::remove_file(&campaign).unwrap();
    for end in ["-wal", "-journal"] {
        let left = home.join(format!("c.tirada{end}"));
        std::fs::write(&left, "what was not merged").unwrap();
        for args in [&["campaign", "new", "c", "-r", "tally"][..], &["campaign", "backup", "copy", "c.tirada"]] {
            let refused = run(&home, args);
            assert_eq!(refused.code, 3, "{args:?}: {}", refused.stderr);
            assert!(refused.stderr.starts_with("error[campaign-remains]"), "{args:?}: {}", refused.stderr);
            assert!(!campaign.exists(), "{args:?}");
        }
        std::fs::remove_file(&left).unwrap();
    }
    assert_eq!(run(&home, &["campaign", "new", "c", "-r", "tally"]).code, 0);
}

#[test]
fn a_newer_campaign_names_the_program_that_reads_it() {
    let (home, path) = begun("newer");
    let database = rusqlite::Connection::open(&path).unwrap();
    database
        .execute_batch("PRAGMA user_version = 99; UPDATE campaign SET value = '9.1.0' WHERE key = 'program'")
        .unwrap();
    drop(database);
    let before = std::fs::read(&path).unwrap();
    for args in [&["c.tirada"][..], &["log", "c.tirada"]] {
        let run = run(&home, args);
        assert_eq!(run.code, 3);
        assert!(
            run.stderr.contains("error[campaign-newer]") && run.stderr.contains("use tirada 9.1.0"),
            "{}",
            run.stderr
        );
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn characters_come_from_files_and_go_into_files() {
    let (home, path) = begun("files");
    let import = run(&home, &["campaign", "import", "c", "ann.yml"]);
    assert_eq!((import.code, import.stdout.as_str(), import.stderr.as_str()), (0, "Ann  ann.yml\n", ""));
    let twice = run(&home, &["campaign", "import", "c", "ann.yml"]);
    assert_eq!(twice.code, 1);
    assert!(twice.stderr.contains("error[already-here]"), "{}", twice.stderr);
    typed(&home, &path, "reap Ann\n");
    let export = run(&home, &["campaign", "export", "c", "--dir", "out"]);
    assert_eq!((export.code, export.stdout.as_str(), export.stderr.as_str()), (0, "out/ann.yml\n", ""));
    let text = std::fs::read_to_string(home.join("out/ann.yml")).unwrap();
    assert_eq!(text, "tirada character: 1\nname: Ann\nruleset: tally\npoints:\n  Corn: 2\n  Salt: 1\n");
    assert_eq!(run(&home, &["sheet", "out/ann.yml"]).code, 0);
    typed(&home, &path, "reap Ann\n");
    let there = run(&home, &["campaign", "export", "c", "--dir", "out"]);
    assert_eq!(there.code, 1);
    assert!(there.stderr.contains("error[file-not-ours]"), "{}", there.stderr);
    assert_eq!(run(&home, &["campaign", "export", "c", "--dir", "out", "--force"]).code, 0);
    let nowhere = run(&home, &["campaign", "import", "c", "nobody.yml"]);
    assert_eq!(nowhere.stderr, "error[file-not-there]: There is no file nobody.yml.\n");
    for (file, name) in [("one.yml", "Bob B"), ("two.yml", "Bob-B")] {
        std::fs::write(home.join(file), sheet(name, 1, 1)).unwrap();
        let came = run(&home, &["campaign", "import", "c", file]);
        assert_eq!((came.code, came.stderr.as_str()), (0, ""));
    }
    let twice = run(&home, &["campaign", "export", "c", "--dir", "two"]);
    assert!(twice.stderr.contains("]: Several characters would be written into two/bob-b.yml: "), "{}", twice.stderr);
    assert!(std::fs::read_to_string(home.join("out/ann.yml")).unwrap().contains("Corn: 3"));
}

#[test]
fn the_log_is_written_in_every_format() {
    let (home, path) = begun("log");
    typed(&home, &path, "load ann.yml\nnote <b>They</b> arrive.\ndice 4\n1d6 + 1\nreap Ann\n");
    for format in ["text", "markdown", "bbcode", "html"] {
        let log = run(&home, &["log", "c.tirada", "--format", format]);
        assert_eq!((log.code, log.stderr.as_str()), (0, ""), "{format}");
        assert!(format != "html" || log.stdout.contains("&lt;b&gt;They"), "{}", log.stdout);
        let body = log.stdout.split("</style>").last().unwrap();
        insta::assert_snapshot!(format!("log_{format}"), crate::docs::timeless(body));
    }
    // The last session ends as things are now.
    let [all, last] =
        [&[] as &[&str], &["--session", "1"]].map(|more| run(&home, &[&["log", "c.tirada"], more].concat()).stdout);
    assert_eq!(all, last);
    let json = run(&home, &["log", "c.tirada", "--format", "json", "--session", "1"]);
    let log: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let lines = log["entries"].as_array().unwrap();
    assert_eq!(lines.len(), 4);
    assert_eq!((lines[2]["line"].as_str(), &lines[2]["dice"]), (Some("1d6 + 1"), &serde_json::json!([4])));
}

#[cfg(unix)]
#[test]
fn a_campaign_under_another_name_is_locked_or_refused() {
    let (home, campaign) = begun("names");
    let link = home.join("link.tirada");
    std::os::unix::fs::symlink(&campaign, &link).unwrap();
    let open = tirada::internals::store::Sqlite::open(&campaign).unwrap();
    assert!(matches!(
        tirada::internals::store::Sqlite::open(&link),
        Err(tirada::internals::store::StoreError::Taken(_))
    ));
    drop(open);
    drop(tirada::internals::store::Sqlite::open(&link).unwrap());
    std::fs::hard_link(&campaign, home.join("second.tirada")).unwrap();
    let refused = run(&home, &["second.tirada"]);
    assert_eq!(refused.code, 3, "{}", refused.stderr);
    assert!(refused.stderr.starts_with("error[campaign-linked]"), "{}", refused.stderr);
}

#[test]
fn what_others_wrote_into_a_database_is_not_run() {
    for (name, evil) in [
        (
            "view",
            "DROP TABLE lines; CREATE VIEW lines AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        ),
        ("trigger", "CREATE TRIGGER t AFTER INSERT ON sessions BEGIN INSERT INTO extras VALUES (new.number, 'x'); END"),
        ("table", "CREATE TABLE more (text TEXT)"),
    ] {
        let (home, campaign) = begun(name);
        rusqlite::Connection::open(&campaign).unwrap().execute_batch(evil).unwrap();
        for args in [
            &["c.tirada"][..],
            &["log", "c.tirada"],
            &["campaign", "show", "c.tirada"],
            &["campaign", "backup", "c.tirada", "d"],
        ] {
            let refused = run(&home, args);
            assert_eq!(refused.code, 3, "{name} {args:?}: {}", refused.stderr);
            assert!(refused.stderr.starts_with("error[campaign-damaged]"), "{name} {args:?}: {}", refused.stderr);
        }
    }
    let (home, campaign) = begun("newer-view");
    let evil = "PRAGMA user_version = 99; DROP TABLE campaign; CREATE VIEW campaign AS WITH RECURSIVE n(i) AS \
        (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS key, i AS value FROM n";
    rusqlite::Connection::open(&campaign).unwrap().execute_batch(evil).unwrap();
    assert!(run(&home, &["c.tirada"]).stderr.starts_with("error[campaign-newer]"));
    let (home, campaign) = begun("last");
    let last = "INSERT INTO sessions VALUES (9223372036854775807, 1, 1)";
    rusqlite::Connection::open(&campaign).unwrap().execute_batch(last).unwrap();
    assert!(run(&home, &["c.tirada"]).stderr.starts_with("error[campaign-damaged]"));
    // What the database says is in English, and the output in the reader's language.
    let (home, campaign) = begun("spanish");
    let mut bytes = std::fs::read(&campaign).unwrap();
    bytes[100..].fill(0x7f);
    std::fs::write(&campaign, bytes).unwrap();
    let told = run(&home, &["c.tirada", "--lang", "es"]).stderr;
    assert!(told.starts_with("error[campaign-damaged]: c.tirada está dañada"), "{told}");
    assert!(told.contains("(SQLite 11)") && !told.contains("malformed"), "{told}");
}

/// Who rolled for a character, what only some see, and the words of the reader's language for what pages say.
#[test]
fn the_log_shows_author_and_recipient() {
    let (home, path) = begun("log-who");
    let run_log = |args: &[&str]| {
        let log = run(&home, &[&["log", "c"], args].concat());
        assert_eq!(log.code, 0, "{}", log.stderr);
        log.stdout
    };
    typed(&home, &path, "load ann.yml\nas Ann\n2d6\nas nobody\n2d6 + 5\nnpc\ncreate Bea\nreap Ann\nundo\n");
    let log = run_log(&[]);
    assert!(log.contains("Ann: 2d6\n") && log.contains(" 2d6 + 5\n"), "{log}");
    assert!(log.contains("(hidden) create Bea") && log.contains(" undo\n"), "{log}");
    let log = run_log(&["--lang", "es"]);
    assert!(log.contains("(oculto) crear Bea") && log.contains(" deshacer\n"), "{log}");
    assert!(!run_log(&["--players"]).contains("create Bea"));
}

/// A campaign is called by its name where no file of that very name is there.
#[test]
fn a_campaign_goes_by_its_name() {
    let (home, _) = begun("short");
    let who = finish(tirada(&home, &["c"]), "who\n");
    assert_eq!((who.code, who.stderr.as_str()), (0, ""));
    let copied = run(&home, &["campaign", "backup", "c", "copy"]);
    assert_eq!((copied.code, copied.stdout.trim()), (0, "copy.tirada"));
    assert_eq!(finish(tirada(&home, &["copy"]), "who\n").code, 0);
    std::fs::write(home.join("c"), "").unwrap();
    assert_eq!(finish(tirada(&home, &["c"]), "who\n").code, 2);
}
