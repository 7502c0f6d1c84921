//! Packs: made, imported, updated, removed; and everything that a pack may not do, after which
//! the data folder is what it was.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod fetching;
mod hostile;
mod locked;
mod needs;
mod place;
mod web;
mod zips;

use place::{CASE, KELP, Place, REEF, manifest, tree};

#[test]
fn a_pack_is_made_imported_played_and_removed() {
    let place = Place::new("round");
    place.kelp("1.2.0");
    place.write("kelp/people/ann.yml", "tirada character: 1\nname: Ann\nruleset: kelp\n");
    place.write("kelp/LICENSE", "MIT\n");
    assert!(place.fine(&["pack", "kelp"]).ends_with(": kelp-1.2.0.zip\n"));
    let shown = place.fine(&["import", "kelp-1.2.0.zip", "--yes"]);
    for line in ["kelp 1.2.0", "- By Ann Quay", "- Licence: MIT", "- Characters: people/ann.yml", "1 passed, 0 failed"]
    {
        assert!(shown.contains(line), "{line}\n{shown}");
    }
    assert_eq!(place.fine(&["roll", "-r", "kelp", "flood", "--dice", "3,8"]), "2d8: 3 8  → ebb 3, flood 8\n= 8\n");
    assert_eq!(place.fine(&["test", "kelp"]), "1 passed, 0 failed\n");
    let list: serde_json::Value = serde_json::from_str(&place.fine(&["list", "--format", "json"])).unwrap();
    let entry = |id: &str| list["rulesets"].as_array().unwrap().iter().find(|one| one["id"] == id).unwrap().clone();
    let pack = &entry("kelp");
    assert_eq!((pack["origin"].as_str(), pack["pack"]["version"].as_str()), (Some("pack"), Some("1.2.0")));
    assert!(std::path::Path::new(pack["pack"]["source"].as_str().unwrap()).ends_with("work/kelp-1.2.0.zip"), "{pack}");
    assert!(list["rulesets"].as_array().unwrap().iter().any(|one| one["origin"] == "shipped" && one["pack"].is_null()));
    assert!(place.fine(&["list"]).contains("pack kelp 1.2.0"));
    let again = place.fine(&["import", "kelp-1.2.0.zip", "--yes"]);
    assert_eq!(again, "kelp 1.2.0 is installed already, exactly like this.\n");
    assert!(place.fine(&["remove", "kelp", "--yes"]).ends_with("Removed: kelp 1.2.0\n"));
    assert_eq!(tree(&place.shelf()).len(), 0);
    place.fails(&["remove", "kelp", "--yes"], 1, "pack-unknown");
}

#[test]
fn the_same_files_make_the_same_zip() {
    let (one, other) = (Place::new("same-one"), Place::new("same-other"));
    one.kelp("1.0.0");
    one.write("kelp/README.md", "# Kelp\n");
    // In another order, at another time, with other rights, and with what is left behind.
    other.write("kelp/README.md", "# Kelp\n");
    other.write("kelp/map.png", [0xFF, 0xD8]);
    other.write("kelp/.git/config", "[core]");
    std::thread::sleep(std::time::Duration::from_millis(20));
    other.kelp("1.0.0");
    one.fine(&["pack", "kelp"]);
    let run = other.run(&["pack", "kelp"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("warning[pack-left-behind]") && run.stderr.contains(".git, map.png"), "{}", run.stderr);
    let bytes = |place: &Place| std::fs::read(place.work.join("kelp-1.0.0.zip")).unwrap();
    assert_eq!(bytes(&one), bytes(&other));
    // The same again is no matter; another one under the same name is.
    one.fine(&["pack", "kelp"]);
    one.write("kelp/README.md", "# Kelp, and more\n");
    one.fails(&["pack", "kelp"], 1, "pack-exists");
    assert_eq!(bytes(&one), bytes(&other));
    one.fine(&["pack", "kelp", "--force"]);
    assert_ne!(bytes(&one), bytes(&other));
}

#[test]
fn a_pack_may_be_flat_or_carry_several_rulesets() {
    let place = Place::new("shapes");
    place.write("flat/pack.yml", manifest("kelp", "1.0.0", ""));
    place.write("flat/ruleset.yml", KELP);
    place.write("flat/cases/flood.yml", CASE);
    assert!(place.fine(&["import", "flat", "--yes"]).contains("1 passed"));
    assert!(place.fine(&["roll", "-r", "kelp", "ebb", "--dice", "3,8"]).ends_with("= 3\n"));
    assert!(place.fine(&["list"]).contains("pack kelp 1.0.0"));
    place.fine(&["remove", "kelp", "--yes"]);
    place.write("both/pack.yml", manifest("shore", "1.0.0", ""));
    place.write("both/kelp/ruleset.yml", KELP);
    place.write("both/reef/ruleset.yml", REEF);
    place.fine(&["pack", "both"]);
    place.fine(&["import", "shore-1.0.0.zip", "--yes"]);
    assert!(place.fine(&["roll", "-r", "reef", "ebb", "--dice", "3,6"]).ends_with("= 3\n"));
    let error = place.fails(&["remove", "reef"], 1, "pack-unknown");
    assert!(error.contains("it is a ruleset of the pack “shore”"), "{error}");
}

#[test]
fn a_pack_on_the_path_is_one_as_well() {
    let place = Place::new("path");
    place.kelp("3.1.4");
    let mut run = crate::common::command(&place.home);
    run.args(["list"]).current_dir(&place.work).env("TIRADA_PATH", &place.work);
    assert!(crate::common::finish(run, "").stdout.contains("pack kelp 3.1.4"));
    // It goes before one that is imported, which is said.
    let mut run = crate::common::command(&place.home);
    run.args(["import", "kelp", "--yes"]).current_dir(&place.work).env("TIRADA_PATH", &place.work);
    let run = crate::common::finish(run, "");
    assert!(run.code == 0 && run.stderr.contains("warning[pack-hidden]"), "{}", run.stderr);
}

#[test]
fn import_without_a_terminal_needs_yes() {
    let place = Place::new("nobody");
    place.kelp("1.0.0");
    let before = tree(&place.home);
    let run = place.run(&["import", "kelp"]);
    assert_eq!(run.code, 2);
    assert!(run.stdout.contains("kelp 1.0.0") && run.stderr.contains("--yes"), "{}{}", run.stdout, run.stderr);
    assert_eq!(before, tree(&place.home));
    place.fine(&["import", "kelp", "--yes"]);
    place.fails(&["remove", "kelp"], 2, "pack-nobody-to-ask");
    let spanish = place.run(&["--lang", "es", "remove", "kelp"]);
    assert!(spanish.stderr.contains("No hay ningún terminal en el que preguntar"), "{}", spanish.stderr);
    place.fails(&["import"], 2, "usage-missing");
}

#[test]
fn an_update_comes_from_where_the_pack_came() {
    let place = Place::new("update");
    place.kelp("1.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    assert_eq!(place.fine(&["update"]), "kelp 1.0.0 is up to date.\n");
    // From the folder.
    place.kelp("1.1.0");
    place.fails(&["update"], 2, "pack-nobody-to-ask");
    assert!(place.fine(&["update", "--yes"]).contains("1.0.0 → 1.1.0"));
    assert!(place.fine(&["list"]).contains("pack kelp 1.1.0"));
    // A broken one does not come.
    place.write("kelp/kelp/ruleset.yml", KELP.replace("highest", "highst"));
    place.fails(&["update", "--yes"], 1, "not-one-of");
    assert!(place.fine(&["roll", "-r", "kelp", "flood", "--dice", "3,8"]).ends_with("= 8\n"));
    // From a newer zip beside the one that was imported, numbers compared as numbers.
    for version in ["1.9.0", "1.10.0"] {
        place.kelp(version);
        place.fine(&["pack", "kelp"]);
    }
    place.fine(&["import", "kelp-1.9.0.zip", "--yes"]);
    assert!(place.fine(&["update", "kelp", "--yes"]).contains("1.9.0 → 1.10.0"));
    assert_eq!(place.fine(&["update"]), "kelp 1.10.0 is up to date.\n");
    // What was changed by hand is not lost without a word.
    place.kelp("2.0.0");
    place.fine(&["pack", "kelp"]);
    std::fs::write(place.shelf().join("kelp/README.md"), "mine").unwrap();
    assert!(place.fine(&["update", "--yes"]).contains("The installed files were changed by hand"));
    assert!(!place.shelf().join("kelp/README.md").exists());
    std::fs::remove_file(place.work.join("kelp-2.0.0.zip")).unwrap();
    std::fs::remove_file(place.work.join("kelp-1.10.0.zip")).unwrap();
    std::fs::remove_file(place.work.join("kelp-1.9.0.zip")).unwrap();
    place.fails(&["update"], 3, "file-not-there");
    place.fails(&["update", "weed"], 1, "pack-unknown");
}

#[test]
fn an_older_version_is_reported_as_older() {
    let place = Place::new("older");
    place.kelp("2.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    place.kelp("1.0.0");
    assert_eq!(place.fine(&["update", "--yes"]), "kelp 2.0.0 is up to date.\n");
    // `--yes` alone does not go back.
    let error = place.fails(&["import", "kelp", "--yes"], 2, "pack-is-older");
    assert!(error.contains("--downgrade"), "{error}");
    assert!(place.fine(&["list"]).contains("pack kelp 2.0.0"));
    place.fails(&["import", "kelp", "--downgrade"], 2, "pack-nobody-to-ask");
    assert!(place.fine(&["import", "kelp", "--yes", "--downgrade"]).contains("Replaces the newer version 2.0.0"));
    assert!(place.fine(&["list"]).contains("pack kelp 1.0.0"));
    // The same version and a newer one need no more than before.
    place.write("kelp/README.md", "more");
    place.fine(&["import", "kelp", "--yes"]);
    place.write("kelp/pack.yml", manifest("weed", "1.0.0", ""));
    place.fails(&["update", "--yes"], 1, "pack-another-id");
}

#[test]
fn what_cannot_be_written_changes_nothing() {
    let place = Place::new("unwritable");
    place.kelp("1.0.0");
    std::fs::create_dir_all(place.home.join(".local/share/tirada")).unwrap();
    std::fs::write(place.shelf(), "in the way").unwrap();
    place.fails(&["import", "kelp", "--yes"], 3, "file-no-folder");
}

#[test]
fn errors_in_pack_yml_are_reported_in_place() {
    let place = Place::new("manifest");
    place.kelp("1.0.0");
    let wrong =
        "tirada pack: 1\nid: Kelp Farm!\nversion: 1.0\nauthor: Ann\nauthors: []\nlicence: MIT\nneeds:\n  reef: new\n";
    place.write("kelp/pack.yml", wrong);
    let mut text = String::new();
    for language in ["en", "es"] {
        text += &place.run(&["--lang", language, "import", "kelp"]).stderr;
        text += "\n";
    }
    insta::assert_snapshot!("pack_yml", text);
    // `check` says the same.
    let check = place.run(&["--lang", "en", "check", "kelp"]);
    assert_eq!(check.code, 1);
    for code in ["bad-pack-id", "bad-pack-version", "unknown-key", "empty-value", "bad-version-range"] {
        assert!(check.stderr.contains(&format!("error[{code}]")), "{code}\n{}", check.stderr);
    }
    place.kelp("1.0.0");
    place.fine(&["check", "kelp"]);
    std::fs::remove_file(place.work.join("kelp/pack.yml")).unwrap();
    let error = place.fails(&["import", "kelp"], 1, "pack-without-file");
    assert!(error.contains("    id: kelp\n"), "{error}");
}

#[test]
fn the_help_speaks_of_every_flag() {
    for command in ["pack", "import", "remove", "update", "lock"] {
        for language in ["en", "es"] {
            let run = crate::common::tirada(&["--lang", language, command, "--help"]);
            assert_eq!(run.code, 0);
            assert!(!run.stdout.contains("<cli"), "{}", run.stdout);
        }
    }
}
