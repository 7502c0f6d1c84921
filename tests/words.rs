//! No game lives in the program: the words of the shipped games and those of the
//! program's own texts have none in common but those of `tests/words.allow`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tirada::internals::ruleset::Shelf;
use tirada::internals::session::{Builtin, Session};
use tirada::internals::source::fold;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|name| name == extension) {
            found.push(path);
        }
    }
    found.sort();
}

/// The words of a text, without accents and case: three letters or more, cut at
/// capitals and at all that is no letter.
fn words(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut word = String::new();
    let mut small = false;
    for letter in text.chars().chain([' ']) {
        if !letter.is_alphabetic() || (letter.is_uppercase() && small) {
            found.insert(fold(&word));
            word.clear();
        }
        small = letter.is_lowercase();
        if letter.is_alphabetic() {
            word.push(letter);
        }
    }
    found.retain(|word| word.chars().count() >= 3);
    found
}

/// The words that may be in both, with the reason.
fn allowed() -> BTreeMap<String, String> {
    let text = fs::read_to_string(root().join("tests/words.allow")).unwrap();
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (word, reason) = line.split_once(':').unwrap_or_else(|| panic!("{line}: `word: reason`"));
            assert!(!reason.trim().is_empty(), "{line}: a reason is missing");
            (word.trim().to_owned(), reason.trim().to_owned())
        })
        .collect()
}

#[test]
fn the_program_knows_no_word_of_a_game() {
    let mut games: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let game = session.load(&id).unwrap().game;
        for name in crate::shipped::names(&game) {
            for word in words(&name) {
                games.entry(word).or_default().insert(format!("{id}: {name}"));
            }
        }
    }
    assert!(games.len() > 200, "only {} words in all shipped games", games.len());

    let mut texts = Vec::new();
    files(&root().join("src"), "rs", &mut texts);
    files(&root().join("grammar"), "pest", &mut texts);
    assert!(texts.len() > 40, "only {} files", texts.len());
    let allowed = allowed();
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in texts {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            for word in words(line) {
                let Some(names) = games.get(&word) else { continue };
                if allowed.contains_key(&word) {
                    used.insert(word);
                } else {
                    let place = path.strip_prefix(root()).unwrap().display();
                    wrong.push(format!("{place}:{}: “{word}” ({})", number + 1, names.first().unwrap()));
                }
            }
        }
    }
    for word in allowed.keys().filter(|word| !used.contains(*word)) {
        wrong.push(format!("tests/words.allow: “{word}” is in no need of being allowed"));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn words_are_cut_at_capitals_and_signs() {
    let expected: BTreeSet<String> = ["dano", "una", "cosa", "rara"].map(str::to_owned).into();
    assert_eq!(words("Daño_unaCosa(rara) a 12"), expected);
}
