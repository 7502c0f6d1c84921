//! `tirada.lock`.

use super::place::{KELP, Place};

#[test]
fn a_lock_file_keeps_a_table_as_it_is() {
    let place = Place::new("lock");
    place.kelp("1.0.0");
    place.fine(&["pack", "kelp"]);
    place.fine(&["import", "kelp-1.0.0.zip", "--yes"]);
    place.reef("1.0.0", "kelp: any");
    place.fine(&["import", "reef", "--yes"]);
    place.write("ann.yml", "tirada character: 1\nname: Ann\nruleset: reef\n");
    // The character's ruleset, and what it extends.
    place.fine(&["lock"]);
    let lock = std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    assert!(lock.contains("  kelp:\n    pack: kelp\n    version: \"1.0.0\"\n    source: kelp-1.0.0.zip\n"), "{lock}");
    assert!(lock.contains("  reef:\n"), "{lock}");
    assert_eq!(place.fine(&["lock", "--check"]), "All 2 rulesets are as tirada.lock says.\n");
    let quiet = place.run(&["roll", "-r", "kelp", "ebb", "--dice", "3,8"]);
    assert_eq!(quiet.stderr, "");
    // So is another version, though its rules are the same.
    let other = lock.replace("version: \"1.0.0\"\n    source: kelp", "version: \"0.9.0\"\n    source: kelp");
    place.write("tirada.lock", &other);
    place.fails(&["lock", "--check"], 1, "lock-ruleset-differs");
    place.write("tirada.lock", &lock);
    // Another state is said to be one.
    place.write("kelp/kelp/ruleset.yml", KELP.replace("highest", "sum"));
    place.write("kelp/pack.yml", super::place::manifest("kelp", "1.1.0", ""));
    std::fs::remove_dir_all(place.work.join("kelp/kelp/cases")).unwrap();
    place.fine(&["import", "kelp", "--yes"]);
    place.fails(&["lock", "--check"], 1, "lock-ruleset-differs");
    let loud = place.run(&["roll", "-r", "kelp", "flood", "--dice", "3,8"]);
    assert_eq!((loud.stdout.lines().last(), loud.code), (Some("= 11"), 0));
    assert!(loud.stderr.contains("warning[lock-ruleset-differs]"), "{}", loud.stderr);
    // Nothing else than what is locked comes by `--locked`.
    place.fails(&["import", "--locked", "kelp", "--yes"], 1, "lock-pack-differs");
    place.fine(&["import", "--locked", "--yes"]);
    assert!(place.fine(&["roll", "-r", "kelp", "flood", "--dice", "3,8"]).ends_with("= 8\n"));
    place.fine(&["lock", "--check"]);
    // All of it, on another machine: what is needed first.
    place.fine(&["remove", "reef", "--yes"]);
    place.fine(&["remove", "kelp", "--yes"]);
    place.fails(&["lock", "--check"], 1, "lock-ruleset-missing");
    assert!(place.fine(&["import", "--locked", "--yes"]).ends_with("All 2 rulesets are as tirada.lock says.\n"));
}

#[test]
fn shipped_and_handmade_rulesets_are_locked_too() {
    let place = Place::new("lock-more");
    std::fs::create_dir_all(place.shelf()).unwrap();
    std::fs::write(place.shelf().join("kelp.yml"), KELP).unwrap();
    place.fine(&["lock"]);
    let usual = std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    assert!(usual.contains("    pack: tirada\n"), "{usual}");
    place.fine(&["lock", "kelp"]);
    place.fine(&["lock", "--check"]);
    std::fs::write(place.shelf().join("kelp.yml"), KELP.replace("d: 8", "d: 10")).unwrap();
    assert!(place.fails(&["lock", "--check"], 1, "lock-ruleset-differs").contains("kept by hand"));
    place.fine(&["lock"]);
    place.fine(&["lock", "--check"]);
    // Another program with the same rules is told, and no error.
    let lock = std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    let older = lock.replace(&format!("program: \"{}\"", env!("CARGO_PKG_VERSION")), "program: \"0.0.1\"");
    assert_ne!(lock, older);
    place.write("tirada.lock", older);
    let run = place.run(&["lock", "--check"]);
    assert!(run.code == 0 && run.stderr.contains("warning[lock-program-differs]"), "{}", run.stderr);
}

#[test]
fn a_lock_file_may_be_wrong() {
    let place = Place::new("lock-wrong");
    place.fails(&["lock", "--check"], 3, "lock-not-there");
    place.fails(&["import", "--locked"], 3, "lock-not-there");
    place.fails(&["lock", "weed"], 1, "unknown-ruleset");
    place.fails(&["lock", "--check", "kelp"], 2, "usage-conflict");
    place.write("tirada.lock", "tirada lock: 1\nprogram: 0.1.0\nsurprise: yes\n");
    place.fails(&["lock", "--check"], 3, "bad-lock");
    place.fails(&["lock"], 3, "bad-lock");
    let run = place.run(&["list"]);
    assert!(run.code == 0 && run.stderr.contains("warning[bad-lock]"), "{}", run.stderr);
    place.write("tirada.lock", "tirada lock: 7\nprogram: 0.1.0\nrulesets: {}\n");
    place.fails(&["lock", "--check"], 1, "newer-version");
    let missing =
        "tirada lock: 1\nprogram: \"0.1.0\"\nrulesets:\n  kelp: {pack: kelp, version: \"1.0.0\", sha256: abc}\n";
    place.write("tirada.lock", missing);
    place.fails(&["lock", "--check"], 1, "lock-ruleset-missing");
    place.fails(&["import", "--locked", "--yes"], 1, "lock-without-source");
    place.reef("1.0.0", "");
    place.write("reef/reef/ruleset.yml", KELP.replace("id: kelp", "id: reef"));
    place.fails(&["import", "--locked", "reef", "--yes"], 1, "lock-without-pack");
}

#[test]
fn a_lock_file_is_no_larger_than_a_table_needs() {
    let place = Place::new("lock-large");
    place.fine(&["lock", "plain"]);
    let lock = std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    let entries = |count: usize| {
        let entry = |at: usize| format!("  r{at}: {{pack: kelp, version: 1.0.0, sha256: {}}}\n", "a".repeat(64));
        lock.clone() + &(0..count).map(entry).collect::<String>()
    };
    place.write("tirada.lock", entries(500));
    let missing = place.fails(&["lock", "--check"], 1, "lock-ruleset-missing");
    assert_eq!(missing.matches("error[lock-ruleset-missing]").count(), 100, "{missing}");
    // Whatever it names: more is not read.
    place.write("tirada.lock", entries(1000));
    place.fails(&["lock", "--check"], 3, "file-too-large");
    place.fails(&["lock"], 3, "file-too-large");
    place.fails(&["roll", "-r", "plain", "d6"], 1, "file-too-large");
    place.fine(&["lock", "plain", "--force"]);
    assert_eq!(std::fs::read_to_string(place.work.join("tirada.lock")).unwrap(), lock);
}

const FLOOD: [&str; 6] = ["roll", "-r", "kelp", "flood", "--dice", "3,8"];

#[test]
fn what_nobody_can_have_meant_stops_the_dice() {
    let place = Place::new("lock-stops");
    place.kelp("1.0.0");
    place.fine(&["pack", "kelp"]);
    place.fine(&["import", "kelp-1.0.0.zip", "--yes"]);
    place.fine(&["lock", "kelp"]);
    place.fine(&["campaign", "new", "deep", "-r", "kelp"]);
    let good = std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    let stops = |error: &str| {
        for args in [FLOOD.as_slice(), &["do", "-r", "kelp"]] {
            let said = place.fails(args, 1, error);
            assert!(said.contains("--ignore-lock"), "{said}");
            assert_eq!(place.run(args).stdout, "");
            let ignored = place.run(&[args, ["--ignore-lock"].as_slice()].concat());
            assert_eq!(ignored.code, 0, "{}", ignored.stderr);
            assert!(ignored.stderr.contains(&format!("warning[{error}]")), "{}", ignored.stderr);
        }
        // So do a served table and a new campaign.
        for args in [&["serve", "-r", "kelp", "--no-open"][..], &["campaign", "new", "deeper", "-r", "kelp"]] {
            assert!(place.fails(args, 1, error).contains("--ignore-lock"));
        }
        // A campaign goes on where it is told so.
        assert!(place.fails(&["deep.tirada"], 1, error).contains("--ignore-lock"));
        let ignored = place.run(&["deep.tirada", "--ignore-lock"]);
        assert!(ignored.stderr.contains(&format!("warning[{error}]")), "{}", ignored.stderr);
        // So does the prompt, which rolls as well.
        let said = place.fails(&["-r", "kelp"], 1, error);
        assert!(said.contains("--ignore-lock"), "{said}");
        let ignored = place.run(&["-r", "kelp", "--ignore-lock"]);
        assert_eq!(ignored.code, 0, "{}", ignored.stderr);
        assert!(ignored.stderr.contains(&format!("warning[{error}]")), "{}", ignored.stderr);
        // What only looks is told, and goes on.
        let run = place.run(&["show", "kelp"]);
        assert!(run.code == 0 && run.stderr.contains(&format!("warning[{error}]")), "{}", run.stderr);
    };
    // Cut off, cut in pieces by a merge, or of another kind.
    for bad in ["", "tirada lock: 1\nprog", "<<<<<<< ours\n", "tirada lock: 1\nprogram: 1\nrulesets: [kelp]\n"] {
        place.write("tirada.lock", bad);
        stops("bad-lock");
    }
    place.write("tirada.lock", good.replace("tirada lock: 1", "tirada lock: 7"));
    stops("newer-version");
    // The right version with other files than were installed, be they rules or not.
    place.write("tirada.lock", &good);
    place.fine(&FLOOD);
    // So has one whose record cannot be read.
    let rules = KELP.replace("highest", "sum");
    for (name, text) in
        [("kelp/ruleset.yml", rules), ("README.md", "mine".to_owned()), (".installed.json", "{".to_owned())]
    {
        let path = place.shelf().join("kelp").join(name);
        std::fs::write(&path, text).unwrap();
        stops("lock-pack-changed");
        place.fails(&["lock", "--check"], 1, "lock-pack-changed");
        place.fine(&["import", "--locked", "--yes"]);
        place.fine(&FLOOD);
    }
    // So have other rules whose record is gone.
    std::fs::remove_file(place.shelf().join("kelp/.installed.json")).unwrap();
    place.fine(&FLOOD);
    std::fs::write(place.shelf().join("kelp/kelp/ruleset.yml"), KELP.replace("highest", "sum")).unwrap();
    stops("lock-pack-changed");
    place.fine(&["import", "--locked", "--yes"]);
    place.fine(&FLOOD);
    // Another version that is installed as it is was chosen by somebody: a warning.
    place.kelp("1.1.0");
    place.write("kelp/kelp/README.md", "more");
    place.write("kelp/kelp/ruleset.yml", KELP.replace("name: Kelp", "name: Old Kelp"));
    place.fine(&["import", "kelp", "--yes"]);
    let run = place.run(&FLOOD);
    assert!(run.code == 0 && run.stderr.contains("warning[lock-ruleset-differs]"), "{}", run.stderr);
    // And changed by hand, it is not the version that is locked.
    std::fs::write(place.shelf().join("kelp/README.md"), "mine").unwrap();
    assert_eq!(place.run(&FLOOD).code, 0);
}

#[test]
fn comments_of_a_lock_file_stay() {
    let place = Place::new("lock-comments");
    std::fs::create_dir_all(place.shelf()).unwrap();
    for name in ["kelp", "reed"] {
        std::fs::write(place.shelf().join(format!("{name}.yml")), KELP.replace("id: kelp", &format!("id: {name}")))
            .unwrap();
    }
    let lock = || std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    place.fine(&["lock", "kelp", "reed"]);
    let written = lock();
    let commented = written
        .replace("tirada lock: 1", "# Ours, since spring\ntirada lock: 1")
        .replace("  kelp:\n", "  # it's «kelp» #1\n  kelp:  # by hand\n")
        .replace("  reed:\n", "  # for winter\n  reed:\n");
    place.write("tirada.lock", format!("{commented}# the end\n"));
    std::fs::write(place.shelf().join("kelp.yml"), KELP.replace("d: 8", "d: 10")).unwrap();
    place.fine(&["lock"]);
    let kept = lock();
    assert!(kept.contains("compares.\n# Ours, since spring\ntirada lock: 1\n"), "{kept}");
    assert!(kept.contains("  # it's «kelp» #1\n  # by hand\n  kelp:\n"), "{kept}");
    assert!(kept.ends_with("# the end\n"), "{kept}");
    place.fine(&["lock"]);
    assert_eq!(lock(), kept);
    // What is about something that is gone stays as well.
    place.fine(&["lock", "kelp"]);
    assert!(lock().ends_with("# the end\n# for winter\n"), "{}", lock());
    place.fine(&["lock", "--check"]);
}
