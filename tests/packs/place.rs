//! A home of its own for each test, and packs to put into it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};

/// A game that nobody plays.
pub const KELP: &str = "tirada: 1\nid: kelp\nname: Kelp Farmers\nlanguage: en\ndice: {d: 8, roll: 2d, names: {ebb: lowest, flood: highest}}\n";
pub const CASE: &str = "tirada cases: 1\nruleset: kelp\ncases:\n  A flood:\n    source: page 1\n    roll: flood + 1\n    dice: [3, 8]\n    expect: {total: 9}\n";
/// Another one, which extends it.
pub const REEF: &str = "tirada: 1\nid: reef\nname: Kelp on the Reef\nextends: kelp\nchange: {dice: {d: 6}}\n";

/// What `pack.yml` says.
pub fn manifest(id: &str, version: &str, needs: &str) -> String {
    format!(
        "tirada pack: 1\nid: {id}\nversion: {version}\nauthors: [Ann Quay]\nlicence: MIT\nlanguage: en\nneeds: {{{needs}}}\n"
    )
}

/// A folder to work in, and a home without anything.
pub struct Place {
    pub home: PathBuf,
    pub work: PathBuf,
}

impl Place {
    pub fn new(name: &str) -> Self {
        let root = folder(&format!("packs-{name}"));
        let (home, work) = (root.join("home"), root.join("work"));
        std::fs::create_dir_all(&home).unwrap();
        std::fs::create_dir_all(&work).unwrap();
        Self { home, work }
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.work.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    /// The pack of the first game.
    pub fn kelp(&self, version: &str) {
        self.write("kelp/pack.yml", manifest("kelp", version, ""));
        self.write("kelp/kelp/ruleset.yml", KELP);
        self.write("kelp/kelp/cases/flood.yml", CASE);
    }

    /// The pack of the second one.
    pub fn reef(&self, version: &str, needs: &str) {
        self.write("reef/pack.yml", manifest("reef", version, needs));
        self.write("reef/reef/ruleset.yml", REEF);
    }

    pub fn run(&self, args: &[&str]) -> Run {
        let mut run = command(&self.home);
        run.args(args).current_dir(&self.work);
        finish(run, "")
    }

    /// A run that has to go well: what it says.
    pub fn fine(&self, args: &[&str]) -> String {
        let run = self.run(args);
        assert_eq!(run.code, 0, "{args:?}\n{}{}", run.stdout, run.stderr);
        run.stdout
    }

    /// A run that has to fail, and change nothing: what it says is wrong.
    pub fn fails(&self, args: &[&str], code: i32, error: &str) -> String {
        let before = tree(&self.home);
        let run = self.run(args);
        assert!(run.stderr.contains(&format!("error[{error}]: ")), "{args:?}: {error}\n{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, code, "{args:?}\n{}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("]: <"), "{}", run.stderr);
        assert_eq!(before, tree(&self.home), "{args:?}: something changed");
        run.stderr
    }

    /// Where packs are installed.
    pub fn shelf(&self) -> PathBuf {
        self.home.join(".local/share/tirada/rulesets")
    }
}

/// Everything below a folder, with what is in it.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.insert(path.clone(), None);
            found.extend(tree(&path));
        } else {
            found.insert(path.clone(), std::fs::read(&path).ok());
        }
    }
    found
}
