//! Every command in the documents is run, and prints what the documents say.
//!
//! A block marked `console` holds commands behind `$ ` and their output. With
//! `TIRADA_DOCS=update` the outputs are written into the documents instead. A block below
//! a line that is only the name of a file, as in `` `kites/ruleset.yml`: ``, is written to
//! that file; below `` `kites/ruleset.yml`, one line anew: `` it takes the place of the line
//! with the same key. The commands of such a document run in the folder where its files are,
//! all others in the root of the repository.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use std::path::{Path, PathBuf};

/// Commands that cannot be run inside the tests, and why.
const LEFT_OUT: [(&str, &str); 4] = [
    ("cargo test", "would run itself"),
    ("cargo install --path .", "changes the machine of whoever tests; .ci builds the same program"),
    (".ci/run", "would run itself"),
    ("cargo bench --manifest-path benches/peers/Cargo.toml", "takes minutes; its results are quoted, not compared"),
];

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = vec![root.join("README.md"), root.join("rulesets/README.md"), root.join("grammar/README.md")];
    for folder in ["docs", "rulesets"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() && path.join("README.md").exists() {
                list.push(path.join("README.md"));
            } else if path.extension().is_some_and(|ending| ending == "md") && !list.contains(&path) {
                list.push(path);
            }
        }
    }
    list.sort();
    list
}

/// A command line as a shell would cut it.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut inside, mut open) = (None, false);
    for letter in line.chars() {
        match (inside, letter) {
            (Some(quote), letter) if letter == quote => inside = None,
            (None, '\'' | '"') => {
                inside = Some(letter);
                open = true;
            }
            (None, ' ') => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            (_, letter) => word.push(letter),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

/// The output of a command: what it says, and its exit code if that is not 0.
fn run(line: &str, home: &Path, folder: &Path) -> Option<String> {
    if LEFT_OUT.iter().any(|(command, _)| line == *command) {
        return None;
    }
    let (line, stdin) = match line.split_once(" | ") {
        Some((first, rest)) => {
            let text = words(first);
            assert_eq!(text[0], "echo", "{line}");
            (rest, format!("{}\n", text[1..].join(" ")))
        }
        None => (line, String::new()),
    };
    let line = line.strip_prefix("cargo run --release -- ").map_or(line.to_owned(), |rest| format!("tirada {rest}"));
    let words = words(&line);
    assert_eq!(words[0], "tirada", "the test cannot run `{line}`");
    let mut command = common::command(home);
    command.args(&words[1..]).current_dir(folder);
    let run = common::finish(command, &stdin);
    Some(format!("{}{}", run.stdout, run.stderr))
}

/// Whether an output is as written; a line `…` stands for any lines.
fn matches(written: &str, found: &str) -> bool {
    if !written.lines().any(|line| line == "…") {
        return written.trim_end() == found.trim_end();
    }
    let mut rest = found;
    for part in written.split("…\n").flat_map(|part| part.split("\n…")).filter(|part| !part.trim().is_empty()) {
        match rest.find(part.trim_end()) {
            Some(at) => rest = &rest[at + part.trim_end().len()..],
            None => return false,
        }
    }
    true
}

/// The file that a line says the block below it is, and whether only one line of it.
fn file_named(line: &str) -> Option<(&str, bool)> {
    let (name, rest) = line.strip_prefix('`')?.split_once('`')?;
    let inside = !name.starts_with('/') && !name.contains('\\') && name.split('/').all(|part| part != "..");
    let one_line = rest == ", one line anew:";
    (inside && name.ends_with(".yml") && (one_line || rest == ":")).then_some((name, one_line))
}

/// Writes a block to a file, or changes the one line of it that has the same key.
fn write(file: &Path, block: String, one_line: bool) {
    if !one_line {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, block).unwrap();
        return;
    }
    let before = std::fs::read_to_string(file).unwrap();
    let key = &block[..=block.find(':').unwrap()];
    let mut found = 0;
    let mut after = String::new();
    for line in before.lines() {
        if line.starts_with(key) {
            found += 1;
            after += &block;
        } else {
            after += line;
            after += "\n";
        }
    }
    assert_eq!((block.lines().count(), found), (1, 1), "{}: {block}", file.display());
    std::fs::write(file, after).unwrap();
}

/// Where the commands of a document run.
fn folder_of(path: &Path, text: &str) -> PathBuf {
    if text.lines().any(|line| file_named(line).is_some()) {
        let name: Vec<String> = path.iter().rev().take(2).map(|part| part.to_string_lossy().into_owned()).collect();
        common::folder(&format!("docs-{}", name.join("-")))
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
    }
}

#[test]
fn documents_say_what_the_program_prints() {
    let update = std::env::var("TIRADA_DOCS").is_ok_and(|value| value == "update");
    let home = common::folder("docs-home");
    let mut wrong = String::new();
    let mut commands = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        let folder = folder_of(&path, &text);
        let mut result = String::new();
        let mut lines = text.lines().peekable();
        let mut named = None;
        while let Some(line) = lines.next() {
            result += line;
            result += "\n";
            if let Some((name, one_line)) = named.take_if(|_| line.starts_with("```")) {
                let mut content = String::new();
                for line in lines.by_ref() {
                    result += line;
                    result += "\n";
                    if line.starts_with("```") {
                        break;
                    }
                    content += line;
                    content += "\n";
                }
                write(&folder.join(name), content, one_line);
                continue;
            }
            if !line.is_empty() {
                named = file_named(line);
            }
            if line.trim() != "```console" {
                continue;
            }
            while let Some(&line) = lines.peek() {
                if line.starts_with("```") {
                    break;
                }
                lines.next();
                result += line;
                result += "\n";
                let Some(command) = line.strip_prefix("$ ") else {
                    panic!("{}: output without a command: {line}", path.display());
                };
                let mut written = String::new();
                while let Some(&next) = lines.peek() {
                    if next.starts_with("$ ") || next.starts_with("```") {
                        break;
                    }
                    written += next;
                    written += "\n";
                    lines.next();
                }
                commands += 1;
                match run(command, &home, &folder) {
                    Some(found) if update && !written.contains('…') => result += found.trim_end_matches('\n'),
                    Some(found) => {
                        if !matches(&written, &found) {
                            wrong +=
                                &format!("{}: $ {command}\n--- written\n{written}--- found\n{found}\n", path.display());
                        }
                        result += &written;
                    }
                    None => result += &written,
                }
                if update && !result.ends_with('\n') {
                    result += "\n";
                }
            }
        }
        if update && result != text {
            std::fs::write(&path, result).unwrap();
        }
    }
    assert!(commands >= 10, "only {commands} commands found");
    assert!(wrong.is_empty(), "{wrong}");
}
