//! Programs that are killed while they write. The kills are aimed at the save: they wait until its
//! lock or its record is there, and strike a little later each time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use super::{names, place, points, quiet, run, sheet, times, tirada};

/// What a kill waits for, and the longest that it waits after that, in microseconds.
type Aim = (&'static str, u64);
/// Anywhere in a save.
const SAVE: Aim = (".tirada-lock", 4_000);
/// Where one file has its new text and another has not.
const BETWEEN: Aim = (".tirada-record", 120);
/// Where installed games are, below a home.
const SHELF: &str = ".local/share/tirada/rulesets";

/// Starts a program and kills it when a file has appeared in one of some folders; whether it was still
/// running.
fn kill(command: Command, folders: &[PathBuf], (name, spread): Aim, number: usize) -> bool {
    // A prime, so that kills fall everywhere.
    let micros = (u64::try_from(number).unwrap() * 271) % spread;
    let mut child = quiet(command).spawn().unwrap();
    let since = Instant::now();
    while !folders.iter().any(|folder| folder.join(name).exists()) {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "it neither saves nor ends");
        // A lock is there for a while; a record is only seen by whoever looks all the time.
        if name == SAVE.0 {
            std::thread::sleep(Duration::from_micros(50));
        }
    }
    let since = Instant::now();
    while since.elapsed() < Duration::from_micros(micros) {
        std::hint::spin_loop();
    }
    child.kill().unwrap();
    // SIGKILL leaves no exit code.
    child.wait().unwrap().code().is_none()
}

/// Corn that goes from one to another, whose files are in these folders.
fn trade(home: &Path, giver: &str, taker: &str, kills: usize) {
    let (one, other) = (home.join(giver), home.join(taker));
    let folders = [one.parent().unwrap().to_path_buf(), other.parent().unwrap().to_path_buf()];
    let before: Vec<Vec<String>> = folders.iter().map(|folder| names(folder)).collect();
    let (mut struck, mut stirred, mut halves) = (0, 0, 0);
    for number in 0..kills {
        std::fs::write(&one, sheet("Ann", 5, 0)).unwrap();
        std::fs::write(&other, sheet("Bob", 5, 0)).unwrap();
        let roles = [format!("giver={giver}"), format!("taker={taker}")];
        let command = tirada(home, &["do", "trade", "--as", &roles[0], "--as", &roles[1], "--write"]);
        // The folder that decides has its record last, and locks first.
        let aim = if number % 3 == 0 { SAVE } else { BETWEEN };
        struck += usize::from(kill(command, &folders[..1], aim, number));
        stirred += usize::from(folders.iter().any(|folder| folder.join(".tirada-lock").exists()));
        halves += usize::from(points(&one, "Corn") + points(&other, "Corn") != 10);
        // The next start; which file is read first does not matter.
        let mut files = [giver, taker];
        files.rotate_left(number % 2);
        if number % 4 == 3 {
            // It is killed while it finishes what the first began.
            kill(tirada(home, &["sheet", files[0], files[1]]), &folders, BETWEEN, number);
        }
        let next = run(home, &["sheet", files[0], files[1]]);
        assert_eq!(next.code, 0, "kill {number}: {}", next.stderr);
        let now = (points(&one, "Corn"), points(&other, "Corn"));
        assert!(now == (5, 5) || now == (4, 6), "kill {number}: {now:?}");
        for (folder, before) in folders.iter().zip(&before) {
            assert_eq!(names(folder), *before, "kill {number}");
        }
    }
    eprintln!("{struck} of {kills} killed, {stirred} in the middle of a save, {halves} between two files");
    assert!(struck > 0 && stirred > 0, "no kill came in time: {struck} {stirred}");
}

#[test]
fn two_files_are_saved_both_or_neither() {
    let home = place("killed");
    std::fs::create_dir(home.join("sheets")).unwrap();
    for name in ["ann.yml", "bob.yml"] {
        std::fs::write(home.join("sheets").join(name), "").unwrap();
    }
    trade(&home, "sheets/ann.yml", "sheets/bob.yml", times("TIRADA_KILLS", 30));
}

#[test]
fn so_it_is_in_two_folders() {
    let home = place("killed-apart");
    for name in ["east", "west"] {
        std::fs::create_dir(home.join(name)).unwrap();
        std::fs::write(home.join(name).join("sheet.yml"), "").unwrap();
    }
    trade(&home, "east/sheet.yml", "west/sheet.yml", times("TIRADA_KILLS", 30));
}

/// Everything below a folder, with what is in it.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for name in names(folder) {
        let path = folder.join(name);
        if path.is_dir() {
            found.extend(tree(&path));
        } else {
            found.push((path.clone(), std::fs::read(&path).unwrap()));
        }
    }
    found
}

/// Kills a command again and again: what it leaves is what there was, or what it makes.
fn all_or_nothing(name: &str, args: &[&str], stirs: &str, prepare: impl Fn(&Path)) {
    let home = place(name);
    let begin = || {
        std::fs::remove_dir_all(&home).unwrap();
        place(name);
        prepare(&home);
    };
    begin();
    let before = tree(&home);
    assert_eq!(run(&home, args).code, 0, "{args:?}");
    let after = tree(&home);
    assert_ne!(before, after);
    let mut struck = 0;
    // Ten commands share the kills.
    let kills = (times("TIRADA_KILLS", 30) / 10).max(10);
    for number in 0..kills {
        begin();
        struck += usize::from(kill(tirada(&home, args), &[home.join(stirs)], SAVE, number));
        // The next start: of installed games any, of other files one that reads them.
        if stirs == SHELF {
            assert_eq!(run(&home, &["list"]).code, 0);
        }
        let stirred = home.join(stirs);
        if names(&stirred).iter().any(|name| name.starts_with(".tirada-")) {
            std::fs::write(stirred.join("look.yml"), sheet("Ann", 1, 1)).unwrap();
            assert_eq!(run(&home, &["sheet", &format!("{stirs}/look.yml")]).code, 0);
            std::fs::remove_file(stirred.join("look.yml")).unwrap();
        }
        let now = tree(&home);
        let paths = |tree: &[(PathBuf, Vec<u8>)]| tree.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
        assert!(now == before || now == after, "{args:?}, kill {number}: {:?}", paths(&now));
    }
    assert!(struck > 0, "{args:?}: no kill came in time");
}

#[test]
fn other_files_are_written_whole_or_not_at_all() {
    let write = |path: PathBuf, text: &str| {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    all_or_nothing("killed-doc", &["doc", "tally", "-o", "tally.md", "--force"], ".", |home| {
        write(home.join("tally.md"), "old\n");
    });
    all_or_nothing("killed-schema", &["schema", "--write", "tally", "--force"], "tally/.tirada", |home| {
        write(home.join("tally/.tirada/ruleset.schema.json"), "{\"$id\": \"urn:tirada:schema:old\"}");
        write(home.join("tally/.tirada/cases.schema.json"), "{\"$id\": \"urn:tirada:schema:old\"}");
    });
    all_or_nothing("killed-lock", &["lock", "tally"], ".", |home| {
        write(home.join("tirada.lock"), "tirada lock: 1\nprogram: 0.0.1\nrulesets: {}\n");
    });
    all_or_nothing("killed-man", &["man", "--dir", "man"], "man", |home| {
        for page in ["tirada.1", "tirada-roll.1"] {
            write(home.join("man").join(page), "\n");
        }
    });
    all_or_nothing("killed-new", &["new", "games/Kites", "--dice", "2d6"], "games", |home| {
        std::fs::create_dir(home.join("games")).unwrap();
    });
    let manifest = |version: &str| {
        format!("tirada pack: 1\nid: tallies\nversion: {version}\nauthors: [Ann]\nlicence: MIT\nlanguage: en\n")
    };
    all_or_nothing("killed-import", &["import", "tallies", "--yes"], SHELF, |home| {
        let pack = |version: &str| {
            write(home.join("tallies/pack.yml"), &manifest(version));
            write(home.join("tallies/count/ruleset.yml"), &super::TALLY.replace("tally", "count"));
        };
        pack("1.0.0");
        assert_eq!(run(home, &["import", "tallies", "--yes"]).code, 0);
        pack("1.1.0");
    });
    let installed = |home: &Path, news: bool| {
        let pack = |version: &str| {
            write(home.join("tallies/pack.yml"), &manifest(version));
            write(home.join("tallies/count/ruleset.yml"), &super::TALLY.replace("tally", "count"));
        };
        pack("1.0.0");
        assert_eq!(run(home, &["import", "tallies", "--yes"]).code, 0);
        if news {
            pack("1.1.0");
        }
    };
    all_or_nothing("killed-update", &["update", "--yes"], SHELF, |home| installed(home, true));
    all_or_nothing("killed-remove", &["remove", "tallies", "--yes"], SHELF, |home| installed(home, false));
    all_or_nothing("killed-fix", &["check", "--fix", "ann.yml", "bob.yml"], ".", |home| {
        for name in ["Ann", "Bob"] {
            let wrong = sheet(name, 1, 2).replace("tirada character", "tirada charcter");
            write(home.join(format!("{}.yml", name.to_lowercase())), &wrong);
        }
    });
}

/// What people of a campaign are is written for all of them or for none.
#[cfg(feature = "store")]
#[test]
fn a_campaign_is_exported_whole_or_not_at_all() {
    let campaign = place("killed-exported");
    for (name, corn) in [("Ann", 3), ("Bob", 4)] {
        std::fs::write(campaign.join(format!("{name}.yml")), sheet(name, corn, 0)).unwrap();
    }
    assert_eq!(run(&campaign, &["campaign", "new", "c", "-r", "tally"]).code, 0);
    assert_eq!(run(&campaign, &["campaign", "import", "c", "Ann.yml", "Bob.yml"]).code, 0);
    let path = campaign.join("c.tirada");
    let args = ["campaign", "export", path.to_str().unwrap(), "--dir", "out", "--force"];
    all_or_nothing("killed-export", &args, "out", |home| {
        std::fs::create_dir(home.join("out")).unwrap();
        for (name, corn) in [("Ann", 1), ("Bob", 2)] {
            std::fs::write(home.join(format!("out/{}.yml", name.to_lowercase())), sheet(name, corn, 0)).unwrap();
        }
    });
}
