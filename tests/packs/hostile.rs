//! What strangers may send.

use std::path::Path;

use proptest::prelude::*;
use tirada::internals::cli::packs::bundle::{Bundle, wrong_with};
use tirada::internals::limits::PACK_LIMITS;

use super::place::{CASE, KELP, Place, manifest, tree};
use super::zips::{Entry, zip_of};

/// A pack that is right, to which something is added.
fn kelp() -> Vec<Entry> {
    vec![
        Entry::new("kelp/pack.yml", manifest("kelp", "1.0.0", "")),
        Entry::new("kelp/kelp/ruleset.yml", KELP),
        Entry::new("kelp/kelp/cases/flood.yml", CASE),
    ]
}

fn with(entry: Entry) -> Vec<u8> {
    let mut entries = kelp();
    entries.push(entry);
    zip_of(&entries)
}

#[test]
fn what_is_added_to_can_be_imported() {
    let place = Place::new("by-hand");
    place.write("kelp.zip", zip_of(&kelp()));
    place.fine(&["import", "kelp.zip", "--yes"]);
    place.fine(&["remove", "kelp", "--yes"]);
    // Without the folder around it, with folders as entries, and with what is not carried.
    let mut bare: Vec<Entry> = kelp();
    for entry in &mut bare {
        entry.name.drain(..5);
    }
    bare.push(Entry { mode: 0o040_755, ..Entry::new("kelp/", "") });
    bare.push(Entry::new("1/2/3/4/5/6/notes.md", "x"));
    bare.push(Entry::new("inner.zip", zip_of(&kelp())));
    bare.push(Entry { mode: 0o100_755, ..Entry::new("run.sh", "rm -rf /") });
    bare.push(Entry::new(".installed.json", "{}"));
    place.write("bare.zip", zip_of(&bare));
    let run = place.run(&["import", "bare.zip", "--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains(": .installed.json, inner.zip, run.sh"), "{}", run.stderr);
    let names: Vec<String> = tree(&place.shelf().join("kelp"))
        .into_iter()
        .filter(|(_, text)| text.is_some())
        .map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert_eq!(names, [".installed.json", "notes.md", "flood.yml", "ruleset.yml", "pack.yml"]);
    let record = std::fs::read_to_string(place.shelf().join("kelp/.installed.json")).unwrap();
    assert!(record.contains("bare.zip"), "{record}");
}

#[test]
fn hostile_zips_leave_nothing_behind() {
    let place = Place::new("hostile");
    let named = |name: &str| with(Entry::new(name, "x"));
    let mut lying = Entry::zeros("kelp/zeros.md", 3_000_000);
    lying.size = 10;
    let mut locked = Entry::new("kelp/notes.md", "x");
    locked.flags = 1;
    let many: Vec<Entry> =
        kelp().into_iter().chain((0..1000).map(|n| Entry::new(format!("kelp/{n}.md"), "x"))).collect();
    let large = (0..9).map(|n| Entry::zeros(&format!("kelp/{n}.md"), 999_000));
    let large: Vec<Entry> = kelp().into_iter().chain(large).collect();
    // One file where a system folds case.
    let sharp = kelp().into_iter().chain(["kelp/ß.md", "kelp/SS.md"].map(|name| Entry::new(name, "x")));
    let sharp: Vec<Entry> = sharp.collect();
    let mut wrong_sum = Entry::new("kelp/notes.md", "x");
    wrong_sum.sum ^= 1;
    let mut cut = zip_of(&kelp());
    cut.truncate(200);
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("pack-bad-path", named("kelp/../../evil.yml")),
        ("pack-bad-path", named("../evil.yml")),
        ("pack-bad-path", named("/etc/evil.yml")),
        ("pack-bad-path", named("kelp\\evil.yml")),
        ("pack-bad-path", named("C:/evil.yml")),
        ("pack-bad-path", named("c:evil.yml")),
        ("pack-bad-path", named("kelp/./evil.yml")),
        ("pack-bad-path", named("kelp//evil.yml")),
        ("pack-bad-path", named("kelp/evil.yml:stream")),
        ("pack-bad-path", named("kelp/con.yml")),
        ("pack-bad-path", named("kelp/Lpt1.yml")),
        ("pack-bad-path", named("kelp/CONIN$")),
        ("pack-bad-path", named("kelp/conout$.md")),
        ("pack-bad-path", named("kelp/clock$/notes.md")),
        ("pack-bad-path", named("kelp/COM¹")),
        ("pack-bad-path", named("kelp/lpt³.yml")),
        ("pack-bad-path", named("kelp/com².tar.md")),
        ("pack-bad-path", named("kelp/nul .md")),
        ("pack-bad-path", named("kelp/evil.yml.")),
        ("pack-bad-path", named("kelp/e\u{1b}[2Jvil.yml")),
        ("pack-bad-path", named("kelp/e\u{202e}vil.yml")),
        ("pack-bad-path", named("kelp/e\0vil.yml")),
        ("pack-bad-path", named(&format!("kelp/{}.yml", "x".repeat(300)))),
        ("pack-bad-path", named("kelp/1/2/3/4/5/6/7/8/evil.yml")),
        ("pack-bad-path", named("kelp/1/2/3/4/5/6/7/evil.yml")),
        ("pack-bad-path", named("kelp/1/2/3/4/5/6/7/evil.png")),
        ("pack-bad-path", with(Entry { mode: 0o040_755, ..Entry::new("kelp/../weed/", "") })),
        ("pack-name-not-text", with(Entry::new(b"kelp/\xFF.yml", "x"))),
        ("pack-name-twice", named("kelp/PACK.YML")),
        ("pack-name-twice", named("kelp/pack.yml/inner.md")),
        ("pack-name-twice", named("KELP/kelp")),
        ("pack-name-twice", zip_of(&sharp)),
        ("pack-zip-broken", named("kelp/pack.yml")),
        ("pack-link", with(Entry { mode: 0o120_777, ..Entry::new("kelp/passwd.md", "/etc/passwd") })),
        ("pack-special-file", with(Entry { mode: 0o010_644, ..Entry::new("kelp/pipe.md", "") })),
        ("pack-special-file", named("kelp/folder.md/")),
        ("pack-special-file", with(Entry { mode: 0o060_644, ..Entry::new("kelp/disk.md", "") })),
        ("pack-file-too-large", with(Entry::zeros("kelp/zeros.md", 3_000_000))),
        ("pack-too-large", zip_of(&large)),
        ("pack-too-many-files", zip_of(&many)),
        ("file-utf-16", with(Entry::new("kelp/notes.md", b"\xFF\xFE"))),
        ("pack-zip-broken", with(locked)),
        ("pack-zip-broken", with(wrong_sum)),
        ("pack-zip-broken", with(Entry { method: 93, ..Entry::new("kelp/notes.md", "x") })),
        ("pack-zip-broken", cut),
        ("pack-zip-broken", b"no archive".to_vec()),
        ("pack-zip-broken", Vec::new()),
        ("pack-zip-too-large", vec![0; 8_000_001]),
        ("pack-without-file", zip_of(&[Entry::new("kelp/ruleset.yml", KELP)])),
        ("pack-without-ruleset", zip_of(&kelp()[..1])),
    ];
    for (error, bytes) in cases {
        place.write("evil.zip", bytes);
        let said = place.fails(&["import", "evil.zip", "--yes"], 1, error);
        assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{said:?}");
        assert_eq!(tree(&place.home).len(), 0, "{error}");
    }
    // A size that is a lie: what is read counts, whatever the archive says of itself.
    place.write("evil.zip", with(lying));
    let run = place.run(&["import", "evil.zip", "--yes"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("pack-file-too-large") || run.stderr.contains("pack-zip-broken"), "{}", run.stderr);
    assert_eq!(tree(&place.home).len(), 0);
    // Nor did anything land beside the archive.
    let left: Vec<_> = std::fs::read_dir(&place.work).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["evil.zip"]);
}

#[test]
fn one_text_for_many_files_is_no_archive() {
    // The directory says three times that its file is the first one.
    let place = Place::new("overlap");
    let mut entries = kelp();
    for n in 0..3 {
        entries.push(Entry { data: Vec::new(), ..Entry::new(format!("kelp/{n}.md"), "") });
    }
    let mut bytes = zip_of(&entries);
    let marks: Vec<usize> =
        bytes.windows(4).enumerate().filter(|(_, four)| four == b"PK\x01\x02").map(|(at, _)| at).collect();
    let first = u32::from_le_bytes(bytes[marks[0] + 42..marks[0] + 46].try_into().unwrap());
    for mark in &marks[3..] {
        bytes[mark + 42..mark + 46].copy_from_slice(&first.to_le_bytes());
    }
    place.write("evil.zip", bytes);
    place.fails(&["import", "evil.zip", "--yes"], 1, "pack-zip-broken");
}

#[cfg(unix)]
#[test]
fn hostile_folders_leave_nothing_behind() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::new("folders");
    place.kelp("1.0.0");
    let inside = place.work.join("kelp");
    let link = inside.join("secret.md");
    std::os::unix::fs::symlink("/etc/passwd", &link).unwrap();
    place.fails(&["import", "kelp", "--yes"], 1, "pack-link");
    place.fails(&["pack", "kelp"], 1, "pack-link");
    std::fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink("/etc", &link).unwrap();
    place.fails(&["import", "kelp", "--yes"], 1, "pack-link");
    std::fs::remove_file(&link).unwrap();
    let strange = inside.join(std::ffi::OsStr::from_bytes(b"n\xFFtes.md"));
    std::fs::write(&strange, "x").unwrap();
    place.fails(&["import", "kelp", "--yes"], 1, "pack-name-not-text");
    std::fs::remove_file(&strange).unwrap();
    let slash = place.write("kelp/a\\b.md", "x");
    place.fails(&["import", "kelp", "--yes"], 1, "pack-bad-path");
    std::fs::remove_file(&slash).unwrap();
    place.write("kelp/1/2/3/4/5/6/7/notes.md", "x");
    place.fails(&["import", "kelp", "--yes"], 1, "pack-bad-path");
    std::fs::remove_dir_all(inside.join("1")).unwrap();
    place.write("kelp/1/2/3/4/5/6/notes.md", "x");
    let _socket = std::os::unix::net::UnixListener::bind(inside.join("ear.md")).unwrap();
    place.fails(&["import", "kelp", "--yes"], 1, "pack-special-file");
    std::fs::remove_file(inside.join("ear.md")).unwrap();
    place.fails(&["import", "nowhere", "--yes"], 3, "file-not-there");
    place.fails(&["pack", "nowhere"], 3, "file-not-there");
    place.fine(&["import", "kelp", "--yes"]);
}

#[test]
fn a_pack_that_is_not_sound_is_not_installed() {
    let place = Place::new("unsound");
    place.kelp("1.0.0");
    place.write("kelp/kelp/cases/flood.yml", CASE.replace("total: 9", "total: 10"));
    let error = place.fails(&["import", "kelp", "--yes"], 1, "pack-case-failed");
    assert!(error.contains("kelp/kelp/cases/flood.yml:8:21") && error.contains("Nothing was installed."), "{error}");
    // What is wrong counts as work, too: it is found out what may be meant.
    let wrong: String = (0..350).map(|at| format!("  c{at}: {{roll: nothing}}\n")).collect();
    place.write("kelp/kelp/cases/wrong.yml", format!("tirada cases: 1\nruleset: kelp\ncases:\n{wrong}"));
    place.fails(&["import", "kelp", "--yes"], 1, "pack-too-slow");
    std::fs::remove_file(place.work.join("kelp/kelp/cases/wrong.yml")).unwrap();
    place.kelp("1.0.0");
    place.write("kelp/kelp/ruleset.yml", KELP.replace("highest", "hihgest"));
    place.fails(&["import", "kelp", "--yes"], 1, "not-one-of");
    place.write("kelp/kelp/ruleset.yml", KELP.replace("id: kelp", "id: weed"));
    place.fails(&["import", "kelp", "--yes"], 1, "pack-ruleset-id");
    place.kelp("1.0.0");
    place.write("kelp/people/ann.yml", "tirada character: 1\nname: Ann\nruleset: kelp\ntraits: {Gills: 3}\n");
    let before = tree(&place.home);
    let run = place.run(&["import", "kelp", "--yes"]);
    assert!(run.code == 1 && run.stderr.contains("kelp/people/ann.yml:4:"), "{}", run.stderr);
    assert_eq!(before, tree(&place.home));
    // Rules outside of the pack are out of its reach, whatever they are called.
    place.write("outside/ruleset.yml", KELP.replace("id: kelp", "id: outside"));
    place.write("kelp/people/ann.yml", "tirada character: 1\nname: Ann\nruleset: kelp\n");
    for id in ["../outside", "/etc/passwd", "~/x", "http://127.0.0.1/x"] {
        place.write("kelp/kelp/ruleset.yml", format!("tirada: 1\nid: kelp\nextends: {id}\n"));
        place.fails(&["import", "kelp", "--yes"], 1, "extends-nothing");
    }
}

#[test]
fn words_of_strangers_cannot_speak_for_the_program() {
    let place = Place::new("words");
    place.kelp("1.0.0");
    let text = manifest("kelp", "1.0.0", "")
        + "name: \"Kelp\\e[2J\"\ndoc: \"Nice.\\n- Licence: public\\nInstall it? [y/N] y\\u202e\"\n";
    place.write("kelp/pack.yml", text);
    let shown = place.fine(&["import", "kelp", "--yes"]);
    assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{shown:?}");
    assert!(shown.contains("Nice. - Licence: public Install it? [y/N] y"), "{shown}");
}

proptest! {
    /// Whatever becomes of its bytes, nothing panics, and no name leads anywhere.
    #[test]
    fn damaged_archives_are_harmless(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in proptest::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = with(Entry::zeros("kelp/notes.md", 50_000));
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Ok(bundle) = Bundle::of_zip(&bytes, "kelp.zip".to_owned()) {
            prop_assert!(bundle.bytes() <= PACK_LIMITS.bytes);
            for name in bundle.files.keys() {
                prop_assert_eq!(wrong_with(name), None);
                let leads_up = name.split(['/', '\\']).any(|part| part == "..");
                prop_assert!(!leads_up && !Path::new(name).has_root(), "{name}");
            }
        }
    }
}
