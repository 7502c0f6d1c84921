//! A disk that is full. Without rights over disks a limit on the size of files does the same: what
//! is written breaks off. `TIRADA_FULL_DISK` is a folder on a disk that is really small, which this
//! test fills.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{names, place, sheet};
use crate::common::{Run, finish};

/// Commands that write, and what of theirs is there already.
const COMMANDS: [(&[&str], &str); 5] = [
    (&["doc", "hitos", "-o", "hitos.md"], "hitos.md"),
    (&["schema", "hitos", "--write", "tally"], "tally/.tirada/ruleset.schema.json"),
    (&["lock", "tally"], "tirada.lock"),
    (&["new", "kites", "--dice", "2d6"], "kites"),
    (&["do", "reap", "--as", "ann.yml", "--write"], "ann.yml"),
];

/// Runs with files that can grow to so many blocks of 512 bytes.
fn narrow(home: &Path, blocks: u32, args: &[&str]) -> Run {
    let mut shell = Command::new("sh");
    // Whoever ignores the signal is told by the system that the file is too large.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    shell.args(["-c", &script, env!("CARGO_BIN_EXE_tirada")]).args(args);
    shell.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", home).env("LANG", "en").env("TIRADA_PATH", home);
    shell.current_dir(home);
    finish(shell, "")
}

/// What lies in a folder and below it.
fn tree(folder: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    for name in names(folder) {
        let path = folder.join(name);
        found.push((path.clone(), std::fs::read(&path).ok()));
        if path.is_dir() {
            found.extend(tree(&path));
        }
    }
    found
}

fn prepare(home: &Path) {
    std::fs::create_dir_all(home.join("tally/.tirada")).unwrap();
    std::fs::write(home.join("tally/ruleset.yml"), super::TALLY).unwrap();
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1, 1)).unwrap();
    std::fs::write(home.join("hitos.md"), "Made with tirada from the rules of “hitos”.\n").unwrap();
    let schema = "{\"$id\": \"urn:tirada:schema:ruleset\"}";
    std::fs::write(home.join("tally/.tirada/ruleset.schema.json"), schema).unwrap();
    std::fs::write(home.join("tirada.lock"), "tirada lock: 1\nprogram: 0.0.1\nrulesets: {}\n").unwrap();
}

#[test]
fn a_full_disk_leaves_files_as_they_were() {
    let home = place("full");
    prepare(&home);
    let before = tree(&home);
    for (args, name) in COMMANDS {
        // Nothing at all can be written; for long files also that they break off in the middle.
        let long = ["hitos.md", "tally/.tirada/ruleset.schema.json"].contains(&name);
        for blocks in if long { vec![0, 8] } else { vec![0] } {
            let run = narrow(&home, blocks, args);
            assert_eq!(run.code, 3, "{args:?} {blocks}\n{}{}", run.stdout, run.stderr);
            assert!(run.stderr.contains("error[file-not-written]"), "{args:?}: {}", run.stderr);
            assert_eq!(tree(&home), before, "{args:?} {blocks}");
        }
    }
}

#[test]
fn so_does_a_small_one() {
    let Some(disk) = std::env::var_os("TIRADA_FULL_DISK").map(PathBuf::from) else {
        eprintln!("no small disk: TIRADA_FULL_DISK is not set");
        return;
    };
    prepare(&disk);
    // Less is free than any of these needs.
    let mut filler = std::fs::File::create(disk.join("filler")).unwrap();
    for size in [4096, 1] {
        while std::io::Write::write_all(&mut filler, &vec![0; size]).is_ok() {}
    }
    let before = tree(&disk);
    for (args, _) in COMMANDS {
        let run = super::run(&disk, args);
        assert_eq!(run.code, 3, "{args:?}\n{}{}", run.stdout, run.stderr);
        assert_eq!(tree(&disk), before, "{args:?}");
    }
}
