//! The modules of `src/` import one another in one direction only, and only the front
//! ends touch files, the environment, processes, the network or the screen. Names of types are unique.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The modules, each of which may import those before it.
const MODULES: [&str; 17] = [
    "id",
    "sort",
    "limits",
    "source",
    "diagnostic",
    "dice",
    "syntax",
    "yaml",
    "ruleset",
    "check",
    "world",
    "engine",
    "odds",
    "report",
    "session",
    "api",
    "store",
];

/// They may import everything.
const FRONT_ENDS: [&str; 2] = ["cli", "main"];

/// It keeps campaigns in files, and knows what time it is; it prints nothing.
const STORE: &str = "store";

/// What only front ends may use.
const OUTSIDE: [&str; 7] = ["fs", "env", "process", "net", "os", "thread", "time"];
/// It samples on as many threads as its caller says.
const THREADS: (&str, &str) = ("src/odds/sampling.rs", "thread");
const PRINTING: [&str; 4] = ["println!", "eprintln!", "print!", "eprint!"];

fn rank(module: &str) -> Option<usize> {
    MODULES.iter().position(|one| *one == module).or_else(|| FRONT_ENDS.contains(&module).then_some(MODULES.len()))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|name| name == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

/// The code of a line, without its comment.
fn code(line: &str) -> &str {
    let line = line.trim_start();
    if line.starts_with("//") { "" } else { line.split(" // ").next().unwrap_or("") }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// The first names that follow a path prefix such as `crate::`, also in braces.
fn heads(text: &str, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(prefix) {
        if text[..at].chars().next_back().is_some_and(|letter| is_word(letter) || letter == ':') {
            continue;
        }
        let rest = &text[at + prefix.len()..];
        let Some(inner) = rest.strip_prefix('{') else {
            found.push(rest.chars().take_while(|&letter| is_word(letter)).collect());
            continue;
        };
        let (mut depth, mut item) = (0, String::new());
        for letter in inner.chars() {
            match letter {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => found.push(std::mem::take(&mut item)),
                _ if depth == 0 => item.push(letter),
                _ => {}
            }
        }
        found.push(item);
    }
    found.iter().map(|item| item.trim().chars().take_while(|&letter| is_word(letter)).collect()).collect()
}

/// What a file does that its module may not.
fn violations(path: &str, text: &str) -> Vec<String> {
    let relative = path.strip_prefix("src/").unwrap().strip_suffix(".rs").unwrap();
    let mut place: Vec<&str> = relative.split('/').collect();
    if place.last() == Some(&"mod") {
        place.pop();
    }
    let module = place[0];
    if module == "lib" {
        return Vec::new();
    }
    let Some(own) = rank(module) else {
        return vec![format!("{path}: `{module}` is no module that tests/layers.rs knows")];
    };
    let text: String = text.lines().map(code).collect::<Vec<_>>().join("\n");
    let above = "super::".repeat(place.len());
    let mut imports = heads(&text, "crate::");
    imports.extend(heads(&text, &above));
    if own == MODULES.len() {
        imports.extend(heads(&text, "tirada::"));
    }
    let mut wrong = Vec::new();
    for import in imports {
        match rank(&import) {
            Some(other) if other > own => {
                wrong.push(format!("{path}: `{module}` imports `{import}`, which comes later"))
            }
            _ => {}
        }
    }
    if own < MODULES.len() {
        let outside =
            |name: &String| OUTSIDE.contains(&name.as_str()) && module != STORE && (path, name.as_str()) != THREADS;
        for name in heads(&text, "std::").into_iter().filter(outside) {
            wrong.push(format!("{path}: `{module}` uses `std::{name}`"));
        }
        for call in PRINTING {
            let used = text.match_indices(call).any(|(at, _)| !text[..at].ends_with(is_word));
            if used {
                wrong.push(format!("{path}: `{module}` uses `{call}`"));
            }
        }
    }
    wrong.dedup();
    wrong
}

#[test]
fn modules_import_in_one_direction() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&root.join("src"), &mut paths);
    assert!(paths.len() > 40, "only {} files", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        wrong.extend(violations(&name, &fs::read_to_string(&path).unwrap()));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn violations_are_seen() {
    let seen = |path: &str, text: &str| violations(path, text).len();
    assert_eq!(seen("src/check/mod.rs", "use crate::diagnostic::{Arg, nearest};\nuse crate::source;"), 0);
    assert_eq!(seen("src/check/mod.rs", "use crate::engine::Value;"), 1);
    assert_eq!(seen("src/check/mod.rs", "use crate::{source::Span, session, report::{a, b}};"), 2);
    assert_eq!(seen("src/check/lower/mod.rs", "fn f() { super::super::world::x(); super::names::y(); }"), 1);
    assert_eq!(seen("src/check/lower/mod.rs", "// use crate::session;\nlet x = 1; // crate::session::y"), 0);
    assert_eq!(seen("src/report.rs", "use std::{fmt, fs};\nfn f() { println!(\"x\") }"), 2);
    assert_eq!(seen("src/odds/mod.rs", "use std::time::Instant;\nfn f() { std::thread::scope(|_| ()) }"), 2);
    assert_eq!(seen("src/odds/sampling.rs", "use std::time::Instant;\nfn f() { std::thread::scope(|_| ()) }"), 1);
    assert_eq!(seen("src/cli/mod.rs", "use std::fs; use crate::session; fn f() { println!(\"x\") }"), 0);
    assert_eq!(
        seen("src/store/lock.rs", "use std::fs; use crate::session; use crate::cli; fn f() { println!(\"x\") }"),
        2
    );
    assert_eq!(seen("src/attic.rs", ""), 1);
}

/// The name of the type that a line defines. An indented `type` is an associated type, which has the name that its trait
/// gives it.
fn defined_type(line: &str) -> Option<&str> {
    let words = code(line);
    let words = match words.strip_prefix("pub(") {
        Some(rest) => rest.split_once(") ")?.1,
        None => words.strip_prefix("pub ").unwrap_or(words),
    };
    let (keyword, rest) = words.split_once(' ')?;
    let defines = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => !line.starts_with(char::is_whitespace),
        _ => false,
    };
    let name = rest.split(|letter| !is_word(letter)).next().filter(|name| !name.is_empty())?;
    defines.then_some(name)
}

#[test]
fn each_name_of_a_type_is_defined_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    files(&root.join("src"), &mut paths);
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            if let Some(name) = defined_type(line) {
                let file = path.strip_prefix(root).unwrap().display();
                places.entry(name.to_owned()).or_default().push(format!("{file}:{}", number + 1));
            }
        }
    }
    assert!(places.len() > 800, "only {} types", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "one of each needs a better name: {places:#?}");
}

#[test]
fn definitions_of_types_are_seen() {
    assert_eq!(defined_type("pub(in crate::odds) struct Lamp<'a> {"), Some("Lamp"));
    assert_eq!(defined_type("    enum Lamp {"), Some("Lamp"));
    assert_eq!(defined_type("pub trait Lamp: Clone {"), Some("Lamp"));
    assert_eq!(defined_type("type Lamp = u8;"), Some("Lamp"));
    for other in ["    type Item = u8;", "// struct Lamp;", "pub struct $name;", "pub use lamp::Lamp;", "struct"] {
        assert_eq!(defined_type(other), None, "{other}");
    }
}
