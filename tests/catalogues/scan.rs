//! Just enough reading of Rust and of Fluent to compare them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// All files below a folder with an extension.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|name| name == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A string literal of a Rust text and the text right before it.
pub struct Literal {
    pub value: String,
    pub before: String,
}

/// The string literals of a Rust text, comments left out.
pub fn literals(rust: &str) -> Vec<Literal> {
    let letters: Vec<char> = rust.chars().collect();
    let at = |index: usize| letters.get(index).copied().unwrap_or('\0');
    let mut found = Vec::new();
    let mut before = String::new();
    let mut index = 0;
    while index < letters.len() {
        if at(index) == '/' && at(index + 1) == '/' {
            while index < letters.len() && at(index) != '\n' {
                index += 1;
            }
        } else if at(index) == '\'' && (at(index + 2) == '\'' || at(index + 1) == '\\') {
            // A character, not a lifetime.
            index += 2;
            while at(index) != '\'' {
                index += 1;
            }
            index += 1;
        } else if at(index) == 'r' && (at(index + 1) == '"' || at(index + 1) == '#') && !before.ends_with(is_word) {
            let hashes = letters[index + 1..].iter().take_while(|&&letter| letter == '#').count();
            index += 1 + hashes;
            if at(index) != '"' {
                continue;
            }
            let close: String = format!("\"{}", "#".repeat(hashes));
            let rest: String = letters[index + 1..].iter().collect();
            let value = rest.split(&close).next().unwrap().to_owned();
            index += 1 + value.chars().count() + close.chars().count();
            found.push(Literal { value, before: before.clone() });
        } else if at(index) == '"' {
            let mut value = String::new();
            index += 1;
            while index < letters.len() && at(index) != '"' {
                if at(index) == '\\' {
                    index += 1;
                }
                value.push(at(index));
                index += 1;
            }
            index += 1;
            found.push(Literal { value, before: before.clone() });
            before.push('"');
        } else {
            if !at(index).is_whitespace() {
                before.push(at(index));
            }
            index += 1;
        }
        if before.len() > 400 {
            before = before.chars().skip(before.chars().count() - 120).collect();
        }
    }
    found
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// A message or an attribute (`id.attribute`) as it stands in a file.
pub struct Message {
    pub text: String,
    pub file: String,
}

/// The messages of a language by id. Fails where one stands twice.
pub fn messages(language: &str) -> BTreeMap<String, Message> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/messages").join(language);
    let mut all: BTreeMap<String, Message> = BTreeMap::new();
    for path in files(&folder, "ftl") {
        let text = fs::read_to_string(&path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        let (mut message, mut current) = (String::new(), String::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let trimmed = line.trim_start();
            let head = |text: &str| text.split_once('=').map(|(id, rest)| (id.trim().to_owned(), rest.to_owned()));
            let (id, rest) = if line.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
                message = head(line).unwrap_or_else(|| panic!("{file}: {line}")).0;
                (message.clone(), head(line).unwrap().1)
            } else if let Some((name, rest)) = trimmed.strip_prefix('.').and_then(head) {
                (format!("{message}.{name}"), rest)
            } else {
                if !line.is_empty() {
                    let known = all.get_mut(&current).unwrap_or_else(|| panic!("{file}: {line}"));
                    known.text.push('\n');
                    known.text.push_str(trimmed);
                }
                continue;
            };
            current = id.clone();
            let twice = all.insert(id, Message { text: rest.trim().to_owned(), file: file.clone() });
            assert!(twice.is_none(), "{language}/{file}: {current} stands twice, also in {}", twice.unwrap().file);
        }
    }
    all
}

/// The variables of a message, sorted.
pub fn variables(text: &str) -> Vec<String> {
    let mut names: Vec<String> = text
        .split('$')
        .skip(1)
        .map(|rest| rest.chars().take_while(|&letter| is_word(letter) || letter == '-').collect())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// The words of a message without its variables and selectors.
pub fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        plain.push_str(before);
        rest = after.trim_start_matches(|letter| is_word(letter) || letter == '-');
    }
    plain.push_str(rest);
    plain.split(|letter| !is_word(letter)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}
