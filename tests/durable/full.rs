//! A disk that is full, or becomes full in the middle: a limit on the size of files, which everybody may set,
//! and a small disk in memory, where the system lets its users mount one. `TIRADA_FULL_DISK=tmpfs` insists on
//! the second.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{names, place, sheet};
use crate::common::{Run, finish};

/// A game of some length.
const LONG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/harbour");

/// Commands that write.
const COMMANDS: [&[&str]; 8] = [
    &["doc", LONG, "-o", "long.md", "--force"],
    &["schema", LONG, "--write", "tally", "--force"],
    &["schema", "--write", "bare"],
    &["man", "--dir", "pages"],
    &["man", "--dir", "bare/more/pages"],
    &["lock", "tally"],
    &["new", "kites", "--dice", "2d6"],
    &["do", "reap", "--as", "ann.yml", "--write"],
];

/// Runs with files that can grow to so many bytes and no further.
const SHORT_FILES: &str = r#"
trap '' XFSZ # Whoever ignores the signal is told by the system that the file is too large.
cd "$1"
ulimit -f $(($2 / 512))
shift 2
exec "$@"
"#;

/// Runs in a copy of a folder on a disk that has so many bytes left, and copies what is there afterwards.
const SMALL_DISK: &str = r#"
set -e
home=$1 left=$2
shift 2
mkdir "$home.disk" "$home.after"
mount -t tmpfs -o size=2m tirada-full "$home.disk"
cp -a "$home/." "$home.disk"
mount --bind "$home.disk" "$home"
cd "$home"
dd if=/dev/zero of=filler bs=4096 2>/dev/null || true
truncate -s "-$left" filler
code=0
"$@" || code=$?
rm filler
cp -a . "$home.after"
exit $code
"#;

/// How a disk becomes full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disk {
    /// A limit on the size of files.
    ShortFiles,
    /// A disk in memory.
    Small,
}

impl Disk {
    /// What a command says that has so much room, and what there is afterwards.
    fn run(self, home: &Path, left: usize, args: &[&str]) -> (Run, Tree) {
        let beside = |end: &str| PathBuf::from(format!("{}{end}", home.display()));
        let mut shell = match self {
            Self::ShortFiles => Command::new("sh"),
            Self::Small => {
                for end in [".disk", ".after"] {
                    let _ = std::fs::remove_dir_all(beside(end));
                }
                let mut unshare = Command::new("unshare");
                unshare.args(["-rm", "sh"]);
                unshare
            }
        };
        let script = if self == Self::Small { SMALL_DISK } else { SHORT_FILES };
        shell.args(["-c", script, "sh"]).arg(home).arg(left.to_string()).arg(crate::common::program()).args(args);
        shell.env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin").env("HOME", home);
        shell.env("LANG", "en").env("TIRADA_PATH", home);
        let run = finish(shell, "");
        (run, tree(&if self == Self::Small { beside(".after") } else { home.to_path_buf() }))
    }

    /// Gives a command ever more room until it has enough: before, all is as it was, and then it is all done.
    fn fills(self, args: &[&str]) {
        let home = place(if self == Self::Small { "full-disk" } else { "full-files" });
        prepare(&home);
        let before = tree(&home);
        let run = super::run(&home, args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.stderr);
        let after = tree(&home);
        assert_ne!(before, after);
        std::fs::remove_dir_all(&home).unwrap();
        place(home.file_name().unwrap().to_str().unwrap().trim_start_matches("durable-"));
        prepare(&home);
        for left in [0, 1, 2, 4, 8, 16, 32, 64, 128, 256].map(|pages| 4096 * pages) {
            let (run, now) = self.run(&home, left, args);
            if run.code == 0 {
                assert!(left > 0, "{args:?} needs no room");
                assert_eq!(now, after, "{args:?} with {left}");
                return;
            }
            assert_eq!(run.code, 3, "{args:?} with {left}\n{}{}", run.stdout, run.stderr);
            assert!(run.stderr.contains("error[file-not-written]"), "{args:?} with {left}: {}", run.stderr);
            assert_eq!(now, before, "{args:?} with {left}");
        }
        panic!("{args:?}: no room is enough");
    }
}

/// What lies in a folder and below it; nothing is held by a folder.
type Tree = Vec<(PathBuf, Option<Vec<u8>>)>;

fn tree(folder: &Path) -> Tree {
    let mut found = Vec::new();
    for name in names(folder) {
        let path = folder.join(&name);
        found.push((PathBuf::from(&name), std::fs::read(&path).ok()));
        if path.is_dir() {
            found.extend(tree(&path).into_iter().map(|(below, text)| (Path::new(&name).join(below), text)));
        }
    }
    found
}

fn prepare(home: &Path) {
    for folder in ["tally/.tirada", "pages", "bare"] {
        std::fs::create_dir_all(home.join(folder)).unwrap();
    }
    std::fs::write(home.join("tally/ruleset.yml"), super::TALLY).unwrap();
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1, 1)).unwrap();
    std::fs::write(home.join("long.md"), "by hand\n").unwrap();
    let schema = "{\"$id\": \"urn:tirada:schema:ruleset\"}";
    std::fs::write(home.join("tally/.tirada/ruleset.schema.json"), schema).unwrap();
    std::fs::write(home.join("tirada.lock"), "tirada lock: 1\nprogram: 0.0.1\nrulesets: {}\n").unwrap();
    std::fs::write(home.join("pages/tirada.1"), "\n").unwrap();
}

#[test]
fn files_that_break_off_leave_all_as_it_was() {
    COMMANDS.iter().for_each(|args| Disk::ShortFiles.fills(args));
}

/// Whether a disk in memory can be mounted, where only the commands of this test see it.
fn can_mount() -> bool {
    let mut unshare = Command::new("unshare");
    unshare.args(["-rm", "mount", "-t", "tmpfs", "tirada-full", env!("CARGO_TARGET_TMPDIR")]);
    super::quiet(unshare).status().is_ok_and(|status| status.success())
}

#[test]
fn so_does_a_small_disk() {
    let must = std::env::var_os("TIRADA_FULL_DISK").is_some_and(|which| which == "tmpfs");
    // Elsewhere files that break off are all that can be had; `.ci/run full` says which it was.
    let disk = if must || can_mount() { Disk::Small } else { Disk::ShortFiles };
    eprintln!("a full disk: {disk:?}");
    COMMANDS.iter().for_each(|args| disk.fills(args));
}
