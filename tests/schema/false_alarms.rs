//! What a schema refuses the program refuses as well.

use std::fs;

use serde_json::{Value, json};
use tirada::internals::report::schema::SchemaKind;
use tirada::internals::ruleset::{File, Shelf as _, read_character, read_pack};
use tirada::internals::session::{Session, check_cases, run_cases};
use tirada::internals::world::{FileOwner, read_person};
use tirada::internals::yaml;

use super::{Folders, complaints, english, known, read, schema, shelf, sort, validator, yaml_in};

/// A value at a path, changed in some way; nothing where that changes nothing.
fn changed(whole: &Value, path: &[String], how: usize) -> Option<Value> {
    let mut whole = whole.clone();
    let (last, before) = path.split_last()?;
    let mut parent = &mut whole;
    for step in before {
        parent = match parent {
            Value::Array(items) => items.get_mut(step.parse::<usize>().unwrap())?,
            other => other.get_mut(step)?,
        };
    }
    match (parent, how) {
        (Value::Object(map), 0) => {
            let value = map.remove(last)?;
            map.insert(format!("{last}x"), value);
        }
        (Value::Object(map), 1) => drop(map.remove(last)?),
        (Value::Object(map), 2) => drop(map.insert(last.clone(), json!(["one", "two"]))),
        (Value::Object(map), 3) => drop(map.insert(last.clone(), json!({"one": "two"}))),
        (Value::Object(map), 4) => drop(map.insert(last.clone(), Value::Null)),
        (Value::Object(map), 5) => drop(map.insert(last.clone(), json!("some words"))),
        (Value::Object(map), 6) => drop(map.insert(last.clone(), json!(-7))),
        (Value::Object(map), 7) => drop(map.insert("doc".to_owned(), json!("a line"))),
        (Value::Array(items), 2) => *items.get_mut(last.parse::<usize>().unwrap())? = json!(["one", "two"]),
        (Value::Array(items), 3) => *items.get_mut(last.parse::<usize>().unwrap())? = json!({"one": "two"}),
        (Value::Array(items), 5) => *items.get_mut(last.parse::<usize>().unwrap())? = json!("some words"),
        _ => return None,
    }
    Some(whole)
}

fn paths(value: &Value, path: &[String], found: &mut Vec<Vec<String>>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, value)| (at.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (key, value) in inner {
        let path = [path, &[key]].concat();
        found.push(path.clone());
        paths(value, &path, found);
    }
}

/// Whether the program takes a file of a game, in place of the one that is there.
fn is_taken(shelf: &Folders, id: &str, sort: SchemaKind, name: &str, text: String) -> bool {
    let mut session = Session::new(shelf);
    let file = File { name: name.to_owned(), text };
    if sort == SchemaKind::Ruleset {
        let mut files = shelf.files(id).unwrap();
        files.iter_mut().filter(|old| old.name == name).for_each(|old| old.text.clone_from(&file.text));
        return session.load_files(files).is_sound();
    }
    let game = session.load(id).unwrap().game;
    if sort == SchemaKind::Cases {
        let (reports, errors) = run_cases(&mut session, &game, vec![file.clone()]);
        let passed = reports.iter().all(|one| one.differences.is_empty());
        return passed && errors.is_empty() && check_cases(&mut session, &game, vec![file]).is_empty();
    }
    let source = session.sources.add(file.name, file.text);
    let (tree, mut errors) = yaml::parse(&session.sources, source, &yaml::YamlLimits::default());
    if sort == SchemaKind::Pack {
        errors.extend(read_pack(&tree, &session.sources).1);
    } else {
        let (sheet, found) = read_character(&tree, &session.sources);
        errors.extend(found);
        errors.extend(read_person(&sheet, &game, FileOwner::of(&sheet, &game), None).1);
    }
    errors.is_empty()
}

/// What a schema refuses the program refuses as well: each file of an invented game, changed in
/// some of many ways. `TIRADA_EVERY=1` tries all of them, and takes minutes.
#[test]
fn no_alarm_is_false() {
    let every: usize = std::env::var("TIRADA_EVERY").ok().and_then(|text| text.parse().ok()).unwrap_or(97);
    let (id, shelf) = ("harbour", shelf());
    let mut session = Session::new(&shelf);
    let loaded = session.load(id).unwrap();
    let (mut wrong, mut refused) = (Vec::new(), 0);
    for (at, path) in yaml_in("tests/games/harbour").into_iter().enumerate() {
        let whole = read(&fs::read_to_string(&path).unwrap());
        let Some(sort) = sort(&whole) else { continue };
        let validators = [None, Some(known(&loaded))].map(|known| validator(&schema(sort, known, &english())));
        let name = path.display().to_string();
        let mut all = Vec::new();
        paths(&whole, &[], &mut all);
        for (place, how) in all.iter().flat_map(|path| (0..8).map(move |how| (path, how))).skip(at).step_by(every) {
            let Some(value) = changed(&whole, place, how) else { continue };
            let found: Vec<String> = validators.iter().flat_map(|one| complaints(one, &value)).collect();
            let Some(first) = found.first() else { continue };
            refused += 1;
            // Nothing at all, and not the word `null`.
            let text = value.to_string().replace(":null", ": ");
            if is_taken(&shelf, id, sort, &name, text) {
                wrong.push(format!("{name} {}, {how}: {first}", place.join("/")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused > 20);
}
