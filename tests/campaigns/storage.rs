//! What every storage does, whatever it keeps things in.

use std::collections::BTreeMap;

use super::memory::MemoryStorage;
use crate::durable::names;
use proptest::prelude::*;
use rusqlite::Connection;
use tirada::internals::cli::campaign::file_name;
use tirada::internals::report::document::Document;
use tirada::internals::ruleset::File;
use tirada::internals::store::migration::{STEPS, migrate, version};
use tirada::internals::store::{Commit, LogEntry, MoveChange, Proof, Sqlite, Storage, StoreError, StoredRules};

fn rules(text: &str) -> StoredRules {
    let file = File { name: "tally.yml".to_owned(), text: text.to_owned() };
    StoredRules {
        id: "tally".to_owned(),
        named: "tally".to_owned(),
        files: BTreeMap::from([("tally".to_owned(), vec![file])]),
    }
}

/// Something that may happen to a campaign.
#[derive(Debug, Clone)]
enum Happens {
    Made(usize),
    Undone(usize),
    Redone(usize),
    Said,
    Checked,
    Reopened,
    Adopted,
}

fn happenings() -> impl Strategy<Value = Vec<Happens>> {
    let one = prop_oneof![
        8 => (1..4_usize).prop_map(Happens::Made),
        3 => (1..4_usize).prop_map(Happens::Undone),
        2 => (1..4_usize).prop_map(Happens::Redone),
        1 => Just(Happens::Said),
        2 => Just(Happens::Checked),
        1 => Just(Happens::Reopened),
        1 => Just(Happens::Adopted),
    ];
    prop::collection::vec(one, 1..40)
}

/// Moves that hold, and those that were taken back, as they have to be.
#[derive(Default)]
struct Model {
    made: usize,
    done: Vec<usize>,
    undone: Vec<usize>,
}

/// Everybody after the moves that hold.
fn world(done: &[usize]) -> String {
    done.iter().map(usize::to_string).collect::<Vec<_>>().join(" ")
}

fn of(line: &str) -> LogEntry {
    LogEntry {
        line: line.to_owned(),
        shown: Document::new().line(line),
        dice: vec![3, -1],
        seed: Some(u64::MAX),
        ..LogEntry::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_file_keeps_what_memory_keeps(happenings in happenings(), most in 0..9_usize) {
        let path = crate::common::folder("campaign-storage").join("c.tirada");
        Sqlite::create(&path, "c", &rules("a"), 7).unwrap();
        let mut file = Sqlite::open(&path).unwrap();
        let mut memory = MemoryStorage::new("c", rules("a"), 7);
        let mut model = Model::default();
        prop_assert_eq!(file.begin(1).unwrap(), memory.begin(1).unwrap());
        // Moves that were made by other rules.
        let mut base: Vec<usize> = Vec::new();
        for (number, one) in happenings.into_iter().enumerate() {
            let mut step = Commit { now: number.to_string(), entry: Some(of(&number.to_string())), ..Commit::default() };
            match one {
                Happens::Made(count) => {
                    model.undone.clear();
                    let made: Vec<usize> = (model.made..model.made + count).collect();
                    model.made += count;
                    model.done.extend(&made);
                    step.change = MoveChange::Made(made.iter().map(usize::to_string).collect());
                }
                Happens::Undone(count) if count <= model.done.len() => {
                    let kept = model.done.len() - count;
                    model.undone.extend(model.done.drain(kept..).rev());
                    step.change = MoveChange::Undone(count);
                }
                Happens::Redone(count) if count <= model.undone.len() => {
                    let kept = model.undone.len() - count;
                    model.done.extend(model.undone.drain(kept..).rev());
                    step.change = MoveChange::Redone(count);
                }
                // More than there is: the program never asks for it.
                Happens::Undone(_) | Happens::Redone(_) | Happens::Said => {}
                Happens::Checked => {
                    // Only after a move, as the program does.
                    model.undone.clear();
                    model.done.push(model.made);
                    step.change = MoveChange::Made(vec![model.made.to_string()]);
                    model.made += 1;
                    step.world = Some(world(&[base.clone(), model.done.clone()].concat()));
                }
                Happens::Reopened => {
                    file.end(2).unwrap();
                    memory.end(2).unwrap();
                    drop(file);
                    file = Sqlite::open(&path).unwrap();
                    prop_assert_eq!(file.begin(3).unwrap(), memory.begin(3).unwrap());
                    continue;
                }
                Happens::Adopted => {
                    base.append(&mut model.done);
                    model.undone.clear();
                    step.world = Some(world(&base));
                    let text = number.to_string();
                    file.adopt(&rules(&text), &step).unwrap();
                    memory.adopt(&rules(&text), &step).unwrap();
                    continue;
                }
            }
            prop_assert_eq!(file.commit(&step).unwrap(), memory.commit(&step).unwrap());
            let all = memory.contents(most).unwrap();
            let found = file.contents(most).unwrap();
            let texts: Vec<String> = model.done.iter().chain(model.undone.iter().rev()).map(usize::to_string).collect();
            prop_assert_eq!(&all.moves, &texts);
            prop_assert_eq!((all.undone, &all.now), (found.undone, &found.now));
            // A file may begin later, but never with fewer moves than are wanted.
            let skipped = all.moves.len() - found.moves.len();
            prop_assert_eq!(&all.moves[skipped..], &found.moves[..]);
            prop_assert_eq!(found.forgotten, all.forgotten + skipped);
            prop_assert!(found.moves.len() - found.undone >= most.min(model.done.len()));
            let before = [base.clone(), model.done[..skipped].to_vec()].concat();
            prop_assert_eq!(found.start.unwrap_or_default(), world(&before));
        }
        prop_assert_eq!(file.log(None, 0).unwrap(), memory.log(None, 0).unwrap());
        prop_assert_eq!(file.log(Some(1), 2).unwrap(), memory.log(Some(1), 2).unwrap());
        prop_assert_eq!(file.sessions().unwrap(), memory.sessions().unwrap());
        prop_assert_eq!(file.about().unwrap(), memory.about().unwrap());
        prop_assert_eq!(file.rules().unwrap(), memory.rules().unwrap());
    }
}

#[test]
fn one_program_writes_and_others_read() {
    let folder = crate::common::folder("campaign-lock");
    let path = folder.join("c.tirada");
    Sqlite::create(&path, "c", &rules("a"), 7).unwrap();
    let Err(StoreError::NotWritten(there)) = Sqlite::create(&path, "c", &rules("a"), 7) else { panic!() };
    assert_eq!(there.kind(), std::io::ErrorKind::AlreadyExists);
    let mut file = Sqlite::open(&path).unwrap();
    let Err(StoreError::Taken(Some(holder))) = Sqlite::open(&path) else { panic!() };
    assert_eq!(holder.pid, std::process::id());
    assert!(!holder.host.is_empty() && holder.since > 1_600_000_000_000, "{holder:?}");
    file.lock().unwrap().serve_at("http://127.0.0.1:1").unwrap();
    let Err(StoreError::Taken(Some(holder))) = Sqlite::open(&path) else { panic!() };
    assert_eq!(holder.address.as_deref(), Some("http://127.0.0.1:1"));
    file.begin(1).unwrap();
    file.commit(&Commit { entry: Some(of("x")), ..Commit::default() }).unwrap();
    let read = Sqlite::read(&path).unwrap();
    file.commit(&Commit { entry: Some(of("y")), ..Commit::default() }).unwrap();
    assert_eq!(read.log(None, 0).unwrap().len(), 1);
    let copy = folder.join("copy.tirada");
    read.back_up(&copy).unwrap();
    drop(read);
    drop(file);
    // Closed it is one file.
    assert_eq!(names(&folder), ["c.tirada", "copy.tirada"]);
    assert_eq!(Sqlite::read(&copy).unwrap().log(None, 0).unwrap().len(), 2);
    drop(Sqlite::open(&path).unwrap());
}

#[test]
fn a_session_that_was_killed_ends_with_its_last_line() {
    let path = crate::common::folder("campaign-session").join("c.tirada");
    Sqlite::create(&path, "c", &rules("a"), 7).unwrap();
    let mut file = Sqlite::open(&path).unwrap();
    file.begin(10).unwrap();
    file.commit(&Commit { entry: Some(LogEntry { at: 25, ..of("x") }), ..Commit::default() }).unwrap();
    drop(file);
    let mut file = Sqlite::open(&path).unwrap();
    file.begin(90).unwrap();
    assert_eq!(file.sessions().unwrap()[0].closed, Some(25));
}

#[test]
fn front_ends_keep_extras_and_reveal_hidden_lines() {
    let path = crate::common::folder("campaign-extras").join("c.tirada");
    Sqlite::create(&path, "c", &rules("a"), 7).unwrap();
    let storages: [Box<dyn Storage>; 2] =
        [Box::new(Sqlite::open(&path).unwrap()), Box::new(MemoryStorage::new("c", rules("a"), 7))];
    for mut storage in storages {
        storage.begin(1).unwrap();
        let step = Commit { entry: Some(LogEntry { hidden: true, ..of("x") }), ..Commit::default() };
        let line = storage.commit(&step).unwrap().unwrap();
        assert!(storage.log(None, 0).unwrap()[0].hidden);
        storage.reveal(line).unwrap();
        assert!(!storage.log(None, 0).unwrap()[0].hidden);
        assert!(storage.reveal(line + 1).is_err());
        assert_eq!(storage.extra("serve.tokens").unwrap(), None);
        storage.put_extras(&[("serve.tokens", "1")]).unwrap();
        storage.put_extras(&[("serve.tokens", "2"), ("serve.other", "3")]).unwrap();
        assert_eq!(storage.extra("serve.tokens").unwrap().as_deref(), Some("2"));
        assert_eq!(storage.extra("serve.other").unwrap().as_deref(), Some("3"));
        let proof =
            Proof { commitment: "abc".to_owned(), roll: Some(3), kinds: vec!["d6".to_owned()], ..Proof::default() };
        let step = Commit {
            entry: Some(LogEntry { proof: Some(proof.clone()), readers: vec!["Ann".to_owned()], ..of("y") }),
            ..Commit::default()
        };
        storage.commit(&step).unwrap();
        let last = storage.log(None, line).unwrap().remove(0);
        assert_eq!((last.proof, last.readers), (Some(proof), vec!["Ann".to_owned()]));
    }
}

#[test]
fn other_files_are_no_campaigns() {
    let folder = crate::common::folder("campaign-other");
    for (name, text) in [("empty", ""), ("text", "tirada character: 1\n"), ("long", &"x".repeat(9000))] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        for opened in [Sqlite::open(&path), Sqlite::read(&path)] {
            assert!(matches!(opened, Err(StoreError::NotACampaign)), "{name}: {opened:?}");
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    assert!(matches!(Sqlite::open(&folder.join("none")), Err(StoreError::NotRead(_))));
    assert!(matches!(Sqlite::open(&folder), Err(StoreError::NotACampaign)));
}

/// A database of each version that was ever released.
#[test]
fn campaigns_of_every_version_open() {
    let folder = crate::common::folder("campaign-versions");
    let kept = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaigns/versions");
    std::fs::create_dir(folder.join("tally")).unwrap();
    std::fs::write(folder.join("tally/ruleset.yml"), crate::durable::TALLY).unwrap();
    let mut count = 0;
    for entry in std::fs::read_dir(kept).unwrap().flatten() {
        let path = folder.join(entry.file_name());
        std::fs::copy(entry.path(), &path).unwrap();
        let whole = std::fs::read(&path).unwrap();
        let read = Sqlite::read(&path).unwrap();
        assert_eq!(read.about().unwrap().name, "old", "{}", path.display());
        let lines: Vec<String> = read.log(None, 0).unwrap().into_iter().map(|one| one.line).collect();
        assert_eq!(lines, ["load ann.yml", "reap Ann", "reap Ann", "note The end.", "undo"]);
        read.back_up(&path.with_extension("copy")).unwrap();
        drop(read);
        // Reading changes nothing, so that it can be read where nothing can be written.
        assert!(std::fs::read(&path).unwrap() == whole, "{}", path.display());
        assert_eq!(Sqlite::open(&path.with_extension("copy")).unwrap().about().unwrap().name, "old");
        let run = super::typed(&folder, &path, "who\nredo\nwho\n");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("Corn 2") && run.stdout.contains("Corn 3"), "{}", run.stdout);
        count += 1;
    }
    assert!(count >= 1);
}

#[test]
fn each_version_becomes_the_newest_or_stays() {
    let mut database = Connection::open_in_memory().unwrap();
    migrate(&mut database, STEPS).unwrap();
    let now = i64::try_from(STEPS.len()).unwrap();
    assert_eq!(version(&database).unwrap(), now);
    let bad = [STEPS, &["CREATE TABLE notes (text TEXT); CREATE TABLE notes (text TEXT)"]].concat();
    migrate(&mut database, &bad).unwrap_err();
    assert_eq!(version(&database).unwrap(), now);
    assert!(database.prepare("SELECT * FROM notes").is_err());
    let good = [STEPS, &["CREATE TABLE notes (text TEXT)"]].concat();
    migrate(&mut database, &good).unwrap();
    assert_eq!(version(&database).unwrap(), now + 1);
    database.prepare("SELECT * FROM notes").unwrap();
    // Now an older program opens it.
    let Err(StoreError::Newer(_, program)) = migrate(&mut database, STEPS) else { panic!() };
    assert_eq!(program, env!("CARGO_PKG_VERSION"));
}

#[test]
fn names_become_names_of_files() {
    assert_eq!(file_name("Ada Núñez"), "ada-núñez");
    assert_eq!(file_name("../etc/passwd"), "_etc_passwd");
    assert_eq!(file_name("  "), "_");
}

#[test]
fn names_too_long_for_a_file_are_cut_and_differ() {
    let long = "ñ".repeat(150);
    let [one, other] = ["1", "2"].map(|end| file_name(&format!("{long}{end}")));
    assert_ne!(one, other);
    assert_eq!((one.len(), other.len()), (199, 199));
    assert_eq!(file_name(&"a".repeat(200)), "a".repeat(200));
}
