//! What the packages beside this one are built with is what this one is tested with.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use tirada::internals::cli::features::Feature;

/// Packages by name and version, with what they depend on as the lock file says it.
type Packages = BTreeMap<(String, String), Vec<String>>;

fn packages(lock: &str) -> Packages {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(lock)).unwrap();
    let quoted = |text: &str| text.split('"').nth(1).unwrap().to_owned();
    let mut found = Packages::new();
    for package in text.split("[[package]]").skip(1) {
        let value = |key: &str| quoted(package.lines().find(|line| line.starts_with(key)).unwrap());
        let needs = package.split_once("dependencies = [").map_or("", |(_, rest)| rest.split(']').next().unwrap());
        let needs = needs.lines().filter(|line| line.contains('"')).map(quoted).collect();
        found.insert((value("name = "), value("version = ")), needs);
    }
    found
}

/// A package by name, with all that it needs. What a line of a lock file names has a version only
/// where several are there.
fn needed(packages: &Packages, name: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![name.to_owned()];
    while let Some(need) = waiting.pop() {
        let mut words = need.split(' ');
        let (name, version) = (words.next().unwrap(), words.next());
        for (package, needs) in packages {
            if package.0 == name && version.is_none_or(|version| package.1 == version) && found.insert(package.clone())
            {
                waiting.extend(needs.iter().cloned());
            }
        }
    }
    found
}

#[test]
fn lock_files_beside_this_one_follow_it() {
    let own = packages("Cargo.lock");
    assert!(own.len() > 100, "{}", own.len());
    for (lock, least) in [("fuzz/Cargo.lock", 100), ("benches/peers/Cargo.lock", 100), ("js/Cargo.lock", 40)] {
        let others = packages(lock);
        let used = needed(&others, "tirada");
        assert!(used.len() > least, "{lock}: {}", used.len());
        let names: BTreeSet<&String> = own.keys().map(|(name, _)| name).collect();
        // What only they need of it, such as a feature that somebody else turns on, follows nothing.
        let other: Vec<_> =
            used.iter().filter(|package| names.contains(&package.0) && !own.contains_key(*package)).collect();
        assert!(other.is_empty(), "{lock} has other versions: {other:?}; `cargo update -p NAME --precise VERSION`");
        // A dependency that is gone: `--locked` refuses to build with it.
        let direct = |packages: &Packages| -> BTreeSet<String> {
            let (_, needs) = packages.iter().find(|((name, _), _)| name == "tirada").expect("the package");
            needs.iter().map(|need| need.split(' ').next().unwrap().to_owned()).collect()
        };
        let gone: Vec<_> = direct(&others).difference(&direct(&own)).cloned().collect();
        assert!(gone.is_empty(), "{lock} needs {gone:?} that tirada does not: `cargo metadata` there mends it");
    }
}

/// Each feature beside `cli` has commands that say so in a program without it.
#[test]
fn commands_name_the_feature_that_they_need() {
    let manifest = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).unwrap();
    let (_, features) = manifest.split_once("\n[features]\n").unwrap();
    let features = features.split("\n[").next().unwrap();
    let names = features.lines().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
    let mut names: Vec<&str> = names.filter(|name| !["default", "cases", "cli"].contains(name)).collect();
    names.sort_unstable();
    assert_eq!(names, Feature::ALL.map(Feature::name));
    let source: String = crate::catalogues::scan::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli"), "rs")
        .into_iter()
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    for feature in Feature::ALL {
        assert!(source.contains(&format!("Feature::{feature:?}.missing(")), "{feature:?}");
    }
}
