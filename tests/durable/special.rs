//! What is no file: it is said at once, and nobody waits.

use std::io::Read as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tirada::internals::cli::saving::Regular;

use super::{place, quiet, run, sheet, tirada};

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// What a command says that ends at once; whoever opened a FIFO would not.
fn said(home: &Path, args: &[&str]) -> (i32, String) {
    let mut child = quiet(tirada(home, args)).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let since = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if since.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("{args:?} hangs");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn sheets_rules_and_packs_are_regular_files() {
    let home = place("special");
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1, 1)).unwrap();
    std::fs::create_dir(home.join("folder.yml")).unwrap();
    fifo(&home.join("pipe.yml"));
    fifo(&home.join("pipe.zip"));
    let commands: Vec<&[&str]> = vec![
        &["sheet", "pipe.yml"],
        &["sheet", "/dev/zero"],
        &["sheet", "folder.yml"],
        &["do", "reap", "--as", "pipe.yml"],
        &["do", "reap", "--as", "ann.yml", "--with", "/dev/zero"],
        &["do", "reap", "--as", "folder.yml"],
        &["roll", "-r", "tally", "1d6", "--with", "pipe.yml"],
        &["roll", "-r", "pipe.yml", "1d6"],
        &["roll", "-r", "/dev/zero", "1d6"],
        &["show", "./pipe.yml"],
        &["check", "pipe.yml"],
        &["test", "pipe.yml"],
        &["import", "pipe.zip", "--yes"],
        &["doc", "tally", "-o", "pipe.yml"],
    ];
    // The system calls it a regular file, and whoever reads it waits for the next message.
    let waits = Path::new("/proc/kmsg");
    let is_there = std::fs::File::open(waits).is_ok();
    let waiting: [&[&str]; 4] = [
        &["sheet", "/proc/kmsg"],
        &["log", "/proc/kmsg"],
        &["campaign", "show", "/proc/kmsg"],
        &["campaign", "backup", "/proc/kmsg", "copy.tirada"],
    ];
    for args in commands.into_iter().chain(waiting.into_iter().filter(|_| is_there)) {
        let (code, error) = said(&home, args);
        let code_said = if args.iter().any(|arg| arg.contains("folder")) { "file-is-folder" } else { "file-special" };
        assert!(error.contains(&format!("error[{code_said}]")), "{args:?}: {error}");
        assert_eq!(code, 3, "{args:?}: {error}");
        assert!(!error.contains("]: <"), "{error}");
    }
    // At the prompt.
    let typed = "load pipe.yml\nload /dev/zero\nload folder.yml\n1d6 + 1\n";
    let run = crate::common::finish(tirada(&home, &["-r", "tally"]), typed);
    assert_eq!(run.stderr.matches("error[file-special]").count(), 2, "{}", run.stderr);
    assert_eq!(run.stderr.matches("error[file-is-folder]").count(), 1, "{}", run.stderr);
    assert!(run.stdout.contains("= "), "{}", run.stdout);
}

/// What lies among the files of a game and cannot be read is not passed over.
#[test]
fn nothing_in_a_folder_is_passed_over() {
    let home = place("special-folder");
    for folder in ["cases", "translations"] {
        std::fs::create_dir(home.join("tally").join(folder)).unwrap();
    }
    let commands: [(&str, &[&[&str]]); 3] = [
        ("tally/more.yml", &[&["roll", "-r", "tally", "1d6"], &["check", "tally"], &["doc", "tally"]]),
        ("tally/cases/all.yml", &[&["test", "tally"], &["check", "tally"]]),
        ("tally/translations/es.yml", &[&["doc", "tally", "--language", "es"], &["check", "tally"]]),
    ];
    for (name, commands) in commands {
        let path = home.join(name);
        for is_link in [false, true] {
            if is_link {
                std::os::unix::fs::symlink("nowhere.yml", &path).unwrap()
            } else {
                fifo(&path)
            }
            for args in commands {
                let (exit, error) = said(&home, args);
                assert!(exit != 0 && error.contains("error[file-special]"), "{args:?} {name}: {exit} {error}");
                assert!(error.contains(name) && error.matches("error[").count() == 1, "{args:?}: {error}");
            }
            std::fs::remove_file(&path).unwrap();
        }
        std::fs::create_dir(&path).unwrap();
        for args in commands {
            let (exit, error) = said(&home, args);
            assert!(exit == 3 && error.contains("error[file-is-folder]"), "{args:?} {name}: {exit} {error}");
        }
        std::fs::remove_dir(&path).unwrap();
    }
    for (name, commands) in &commands[1..] {
        let folder = home.join(name).parent().unwrap().to_path_buf();
        std::fs::remove_dir(&folder).unwrap();
        for regular in [false, true] {
            if regular {
                std::fs::write(&folder, "").unwrap()
            } else {
                fifo(&folder)
            }
            for args in *commands {
                let (exit, error) = said(&home, args);
                assert!(exit != 0 && error.contains("error[file-no-folder]"), "{args:?} {name}: {exit} {error}");
            }
            std::fs::remove_file(&folder).unwrap();
        }
    }
    // By such links an editor says that somebody is at work.
    std::os::unix::fs::symlink("ann@home.1", home.join("tally/.#ruleset.yml")).unwrap();
    assert_eq!(said(&home, &["roll", "-r", "tally", "1d6"]).0, 0);
}

#[test]
fn nor_does_anybody_wait_for_a_lock_that_is_none() {
    let home = place("special-lock");
    let lock = home.join("tirada.lock");
    fifo(&lock);
    for args in [["roll", "-r", "tally", "1d6"].as_slice(), &["do", "reap"], &["lock", "tally"], &["lock", "--check"]] {
        let (code, error) = said(&home, args);
        assert!(code != 0 && error.contains("error[file-special]"), "{args:?}: {error}");
    }
    assert_eq!(said(&home, &["roll", "-r", "tally", "1d6", "--ignore-lock"]).0, 0);
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let (code, error) = said(&home, &["lock", "tally"]);
    assert!(code == 3 && error.contains("is a folder"), "{error}");
    std::fs::remove_dir(&lock).unwrap();
    // A link to nothing is not as if there were none.
    std::os::unix::fs::symlink("nowhere", &lock).unwrap();
    let (code, error) = said(&home, &["roll", "-r", "tally", "1d6"]);
    assert!(code == 1 && error.contains("tirada.lock is a link"), "{code} {error}");
    std::fs::remove_file(&lock).unwrap();
    // The lock of a folder, and the record of a save.
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1, 1)).unwrap();
    for name in [".tirada-lock", ".tirada-record"] {
        fifo(&home.join(name));
        let (code, error) = said(&home, &["do", "reap", "--as", "ann.yml", "--write"]);
        assert!(code == 3 && error.contains(&format!("{name} is a named pipe")), "{error}");
        std::fs::remove_file(home.join(name)).unwrap();
    }
}

/// Somebody else holds the lock of a folder the whole time: how long that was waited for is said as it is.
#[test]
fn lock_timeouts_are_reported() {
    let home = place("busy");
    std::fs::write(home.join("ann.yml"), sheet("Ann", 1, 1)).unwrap();
    let lock = std::fs::File::create(home.join(".tirada-lock")).unwrap();
    lock.lock().unwrap();
    let timed = |args: &[&str]| {
        let since = Instant::now();
        (said(&home, args), since.elapsed())
    };
    let ((code, error), waited) = timed(&["do", "reap", "--as", "ann.yml", "--write"]);
    let is_busy =
        |error: &str| error.contains("error[file-busy]: Another program") && error.contains("for 10 seconds;");
    assert!(is_busy(&error), "{error}");
    let shown = error.replace(&home.display().to_string(), "~");
    crate::errors::command_said("tirada do reap --as ann.yml --write", &shown);
    assert!(code == 3 && waited > Duration::from_secs(10), "{code} {waited:?}");
    // Whoever reads does not wait, unless files change together: then one of them may be old and another new.
    let ((code, _), waited) = timed(&["sheet", "ann.yml"]);
    assert!(code == 0 && waited < Duration::from_secs(10), "{waited:?}");
    std::fs::write(home.join(".tirada-record"), "{}").unwrap();
    let ((code, error), waited) = timed(&["sheet", "ann.yml"]);
    assert!(is_busy(&error), "{error}");
    assert!(code == 3 && waited > Duration::from_secs(10), "{code} {waited:?}");
    assert_eq!(std::fs::read_to_string(home.join("ann.yml")).unwrap(), sheet("Ann", 1, 1));
}

#[test]
fn what_is_written_is_a_regular_file_as_well() {
    let home = place("special-written");
    for (target, error) in [("/dev/null", "file-special"), ("tally", "file-is-folder")] {
        let run = run(&home, &["doc", "tally", "-o", target, "--force"]);
        assert!(run.code == 3 && run.stderr.contains(&format!("error[{error}]")), "{target}: {}", run.stderr);
    }
    assert!(Path::new("/dev/null").metadata().is_ok_and(|about| !about.is_file()));
}

#[test]
fn a_file_in_place_of_the_rulesets_folder_is_reported() {
    let home = place("special-shelf");
    let shelf = home.join("shelf");
    fifo(&shelf);
    std::fs::write(home.join("file"), "").unwrap();
    for (path, args) in
        [("shelf", ["list"].as_slice()), ("shelf", &["roll", "-r", "tally", "1d6"]), ("file", &["list"])]
    {
        let mut command = tirada(&home, args);
        let output = command.env("TIRADA_PATH", home.join(path)).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("error[file-no-folder]") && error.contains(path), "{args:?}: {error}");
        assert_eq!(output.status.code(), Some(3), "{error}");
    }
    let output = tirada(&home, &["list"]).env("TIRADA_PATH", home.join("missing")).output().unwrap();
    assert!(output.status.success());
}

/// A FIFO with a writer stands for a file whose reading waits.
#[test]
fn a_file_whose_reading_waits_is_a_device() {
    let path = place("special-waits").join("pipe");
    fifo(&path);
    let mut options = std::fs::File::options();
    options.read(true).write(true).custom_flags(libc::O_NONBLOCK);
    let error = Regular(options.open(&path).unwrap()).read(&mut [0; 8]).unwrap_err();
    assert_eq!(error.to_string(), "not a regular file (device)");
}

/// A record that somebody sends may name any folder: one that holds no copy of it is left as it is.
#[test]
fn a_record_that_is_sent_reaches_no_other_folder() {
    let home = place("sent");
    for folder in ["sent", "kept", "kept/.tirada-old-3"] {
        std::fs::create_dir(home.join(folder)).unwrap();
    }
    std::fs::write(home.join("sent/ann.yml"), sheet("Ann", 5, 0)).unwrap();
    let kept = [("keep.txt", "mine"), (".tirada-new-0", "theirs"), (".tirada-old-3/old.txt", "old")];
    for (name, text) in kept {
        std::fs::write(home.join("kept").join(name), text).unwrap();
    }
    let record = r#"{"tirada record": 1, "id": "1-1", "folders": [".", "../kept"], "changes": [{"folder": 1, "name": "keep.txt", "number": 0, "before": null, "after": null}]}"#;
    std::fs::write(home.join("sent/.tirada-record"), record).unwrap();
    let (code, told) = said(&home, &["sheet", "sent/ann.yml"]);
    assert_eq!(code, 3, "{told}");
    assert!(told.contains("kept"), "{told}");
    for (name, text) in kept {
        assert_eq!(std::fs::read_to_string(home.join("kept").join(name)).unwrap(), text, "{name}");
    }
}
