//! Files are written whole or not at all.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tirada::internals::cli::saving::{replace_file, replace_files};

fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("saving").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_file_is_replaced_or_made() {
    let here = folder("one");
    let path = here.join("nube.yml");
    replace_file(&path, "one\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "one\n");
    replace_file(&path, "two\n").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
    assert_eq!(names(&here), ["nube.yml"]);
}

#[test]
fn files_that_belong_together_change_together() {
    let here = folder("several");
    let (one, other) = (here.join("a.yml"), here.join("b.yml"));
    fs::write(&one, "a").unwrap();
    fs::write(&other, "b").unwrap();
    replace_files(&[(one.clone(), "A".to_owned()), (other.clone(), "B".to_owned())]).unwrap();
    assert_eq!((fs::read_to_string(&one).unwrap(), fs::read_to_string(&other).unwrap()), ("A".into(), "B".into()));

    // One of them cannot be written: there is no such folder.
    let lost = here.join("nowhere").join("c.yml");
    let failed = replace_files(&[(one.clone(), "x".to_owned()), (lost.clone(), "y".to_owned())]).unwrap_err();
    assert_eq!(failed.path, lost);
    assert_eq!(fs::read_to_string(&one).unwrap(), "A");
    assert_eq!(names(&here), ["a.yml", "b.yml"]);

    // What only shows when files take their places: a folder where a file should be.
    let blocked = here.join("d.yml");
    let files =
        [(one.clone(), "x".to_owned()), (here.join("new.yml"), "n".to_owned()), (blocked.clone(), "y".to_owned())];
    fs::create_dir(&blocked).unwrap();
    let failed = replace_files(&files).unwrap_err();
    assert_eq!(failed.path, blocked);
    assert_eq!(fs::read_to_string(&one).unwrap(), "A");
    assert_eq!(names(&here), ["a.yml", "b.yml", "d.yml"]);
}

#[cfg(unix)]
#[test]
fn who_may_read_it_and_where_it_lies_stays() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let here = folder("links");
    let (path, link) = (here.join("nube.yml"), here.join("link.yml"));
    fs::write(&path, "one").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    replace_file(&link, "two").unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
}

/// Two folders with a save that counts, of which nothing has taken its place: as a killed program leaves them.
fn cut_short(home: &Path) {
    let _ = fs::remove_dir_all(home);
    let after: String = Sha256::digest(b"new").iter().map(|byte| format!("{byte:02x}")).collect();
    let change = |at: usize| serde_json::json!({"folder": at, "name": "sheet.yml", "number": at, "before": null, "after": after});
    for (at, (here, folders)) in [("east", ["", "../west"]), ("west", ["../east", ""])].into_iter().enumerate() {
        fs::create_dir_all(home.join(here)).unwrap();
        fs::write(home.join(here).join(format!(".tirada-new-{at}")), "new").unwrap();
        let changes = [change(0), change(1)];
        let record = serde_json::json!({"tirada record": 1, "id": "one", "folders": folders, "changes": changes});
        fs::write(home.join(here).join(".tirada-record"), record.to_string()).unwrap();
    }
}

#[test]
fn a_save_is_finished_where_its_folders_were_moved_together() {
    let here = folder("moved");
    let (home, moved) = (here.join("home"), here.join("moved"));
    cut_short(&home);
    fs::rename(&home, &moved).unwrap();
    replace_file(&moved.join("west/other.yml"), "other").unwrap();
    assert_eq!(names(&moved.join("east")), ["sheet.yml"]);
    assert_eq!(names(&moved.join("west")), ["other.yml", "sheet.yml"]);
    for name in ["east", "west"] {
        assert_eq!(fs::read_to_string(moved.join(name).join("sheet.yml")).unwrap(), "new");
    }
    // Where one of them is gone, nothing is done, and nothing is lost.
    for (gone, left, staged) in [("east", "west", ".tirada-new-0"), ("west", "east", ".tirada-new-1")] {
        cut_short(&home);
        let elsewhere = here.join("elsewhere");
        let _ = fs::remove_dir_all(&elsewhere);
        fs::rename(home.join(gone), &elsewhere).unwrap();
        let error = replace_file(&home.join(left).join("other.yml"), "other").unwrap_err().error;
        assert!(error.to_string().contains(gone), "{error}");
        assert!(home.join(left).join(".tirada-record").exists() && elsewhere.join(staged).exists());
        assert!(!home.join(left).join("other.yml").exists());
    }
}
