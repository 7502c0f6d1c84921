//! The schemas for editors, held to a validator that is not ours: all that is shipped keeps
//! to them, and mistakes that can be seen without knowing what formulas mean do not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "schema/false_alarms.rs"]
mod false_alarms;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use serde_json::{Value, json};
use tirada::internals::report::schema::{self, SchemaKind, SchemaNames};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::{File, KeyPlace, Shelf, keys_of};
use tirada::internals::session::{LoadedGame, Session};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn english() -> Catalogue {
    Catalogue::new(Language::English)
}

pub(crate) fn schema(sort: SchemaKind, known: Option<SchemaNames<'_>>, catalogue: &Catalogue) -> Value {
    let text = schema::schema(sort, known, catalogue, None);
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text, format!("{value:#}"));
    value
}

/// A file as an editor reads it: YAML 1.2, in which `yes` is a word. Nothing where it is no YAML.
fn as_yaml(text: &str) -> Option<Value> {
    let options = serde_yaml::options! { strict_booleans: true };
    serde_yaml::from_str_with_options(text, options).ok()
}

pub(crate) fn read(text: &str) -> Value {
    as_yaml(text).unwrap_or_else(|| panic!("{text}"))
}

/// What a file is, by the key that carries its version; nothing where nobody plays it.
pub(crate) fn sort(value: &Value) -> Option<SchemaKind> {
    let is = |key: &str| value.get(key).is_some();
    if is("tirada coverage") || is("tirada mistakes") {
        return None;
    }
    let sorts = [
        ("tirada cases", SchemaKind::Cases),
        ("tirada character", SchemaKind::Character),
        ("tirada pack", SchemaKind::Pack),
        ("tirada translation", SchemaKind::Translation),
    ];
    Some(sorts.into_iter().find(|(key, _)| is(key)).map_or(SchemaKind::Ruleset, |(_, sort)| sort))
}

/// What some validators mind and others do not: values twice, or none at all.
fn lists_are_short(schema: &Value) {
    match schema {
        Value::Object(map) => {
            for (key, value) in map {
                if let ("enum" | "required" | "anyOf" | "oneOf" | "allOf", Some(list)) =
                    (key.as_str(), value.as_array())
                {
                    let twice = list.iter().enumerate().find(|(at, one)| list[..*at].contains(one));
                    assert!(twice.is_none(), "{key}: {twice:?} stands twice");
                    assert!(key == "required" || !list.is_empty(), "{key}: nothing");
                }
                lists_are_short(value);
            }
        }
        Value::Array(items) => items.iter().for_each(lists_are_short),
        _ => {}
    }
}

pub(crate) fn validator(schema: &Value) -> Validator {
    lists_are_short(schema);
    jsonschema::meta::validate(schema).unwrap_or_else(|error| panic!("{error} at {}", error.instance_path()));
    jsonschema::validator_for(schema).unwrap()
}

/// What is wrong with a value, one line for each.
fn complaints(validator: &Validator, value: &Value) -> Vec<String> {
    let short = |text: String| text.chars().take(200).collect::<String>();
    validator.iter_errors(value).map(|error| short(format!("{}: {error}", error.instance_path()))).collect()
}

fn yaml_below(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            yaml_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "yml") {
            found.push(path);
        }
    }
}

fn yaml_in(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    yaml_below(&root().join(folder), &mut found);
    found
}

/// Folders of rulesets, as a shelf.
struct Folders(Vec<PathBuf>);

impl Shelf for Folders {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let folder = self.0.iter().map(|folder| folder.join(id)).find(|folder| folder.is_dir())?;
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "yml") {
                files.push(File { name: path.display().to_string(), text: fs::read_to_string(&path).unwrap() });
            }
        }
        files.sort_by(|one, other| one.name.cmp(&other.name));
        files.retain(|file| sort(&read(&file.text)) == Some(SchemaKind::Ruleset));
        Some(files)
    }

    fn ids(&self) -> Vec<String> {
        let entries = self.0.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
        let folders = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_dir());
        let mut ids: Vec<String> =
            folders.map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
        ids.sort();
        ids
    }
}

fn shelf() -> Folders {
    Folders(["rulesets", "tests/games"].map(|folder| root().join(folder)).to_vec())
}

/// Every ruleset that is right, by its id.
fn games(session: &mut Session<'_>) -> BTreeMap<String, LoadedGame> {
    let ids = shelf().ids();
    let games = ids.into_iter().map(|id| (id.clone(), session.load(&id).unwrap()));
    games.filter(|(_, game)| game.is_sound()).collect()
}

fn known(game: &LoadedGame) -> SchemaNames<'_> {
    SchemaNames { game: &game.game, extends: !game.extends.is_empty() }
}

/// The ruleset that a file belongs to: what it says, or the folder that it is in.
fn ruleset_of(path: &Path, value: &Value) -> Option<String> {
    if let Some(id) = value.get("ruleset").and_then(Value::as_str) {
        return Some(id.to_owned());
    }
    let folder = path.parent()?.file_name()?.to_string_lossy().into_owned();
    shelf().ids().contains(&folder).then_some(folder)
}

/// All that is shipped, and all that the tests play.
fn sound_files() -> Vec<(PathBuf, Value)> {
    let folders = ["rulesets", "docs/characters", "tests/games"];
    let paths = folders.into_iter().flat_map(yaml_in).filter(|path| !path.ends_with("rulesets/default.yml"));
    paths.map(|path| (path.clone(), read(&fs::read_to_string(&path).unwrap()))).collect()
}

#[test]
fn what_is_shipped_keeps_to_the_format() {
    let mut wrong = Vec::new();
    for one in SchemaKind::ALL {
        let validator = validator(&schema(one, None, &english()));
        let mut count = 0;
        for (path, value) in sound_files().iter().filter(|(_, value)| sort(value) == Some(one)) {
            count += 1;
            wrong.extend(complaints(&validator, value).into_iter().map(|line| format!("{}{line}", path.display())));
        }
        assert!(count > 0, "no file for {one:?}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_shipped_keeps_to_the_names_of_its_game() {
    let shelf = shelf();
    let mut session = Session::new(&shelf);
    let games = games(&mut session);
    let mut validators: BTreeMap<(String, &str), Validator> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (path, value) in sound_files() {
        let Some(sort) = sort(&value) else { continue };
        let Some(game) = ruleset_of(&path, &value).and_then(|id| games.get(&id)) else { continue };
        let validator = validators
            .entry((game.game.id.clone(), sort.name()))
            .or_insert_with(|| validator(&schema(sort, Some(known(game)), &english())));
        wrong.extend(complaints(validator, &value).into_iter().map(|line| format!("{}{line}", path.display())));
    }
    assert!(validators.len() > 8, "{:?}", validators.keys());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every key of every place, under the name by which its description is found.
fn descriptions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.extend(map.get("description").and_then(Value::as_str).map(str::to_owned));
            map.values().for_each(|inner| descriptions(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| descriptions(inner, found)),
        _ => {}
    }
}

#[test]
fn every_key_is_described_in_both_languages() {
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        let mut needed = Vec::new();
        for place in KeyPlace::ALL.into_iter().filter(|place| *place != KeyPlace::Coverage) {
            for key in keys_of(place) {
                let name = key.name.replace(' ', "-");
                let own = format!("key-{}-{name}", place.name().replace(' ', "-"));
                let any = format!("key-any-{name}");
                assert!(catalogue.has(&own) || catalogue.has(&any), "{language:?}: neither {own} nor {any}");
                needed.push(if catalogue.has(&own) { own } else { any });
            }
        }
        let unused = catalogue.ids().into_iter().filter(|id| id.starts_with("key-") && !needed.contains(id));
        assert_eq!(unused.collect::<Vec<_>>(), Vec::<String>::new());
        for sort in SchemaKind::ALL {
            let mut found = Vec::new();
            descriptions(&schema(sort, None, &catalogue), &mut found);
            assert!(found.len() > 5 && found.iter().all(|text| !text.contains(['<', '`'])), "{found:#?}");
        }
    }
}

/// Names are data: whatever they are, the schema is one.
#[test]
fn names_of_any_kind_make_a_schema() {
    let names = [
        "\"",
        "\\\\",
        "$ref",
        "#/definitions/step",
        "/",
        "~1",
        "%",
        "yes",
        "null",
        "7",
        "1.5",
        "true",
        "\u{202e}x",
        "é",
    ];
    let quoted = |name: &str| serde_json::to_string(name).unwrap();
    let mut text = "tirada: 1\nid: odd\ndice: {d: 6, roll: 1d}\ntraits:\n".to_owned();
    for (at, name) in names.iter().enumerate() {
        text += &format!("  {}: {{row: Odd, doc: {}}}\n", quoted(&format!("t{at} {name}")), quoted(name));
    }
    text += "tables:\n  Odd:\n    rows:\n";
    for (at, name) in names.iter().enumerate() {
        text += &format!("      {}: {at}\n", quoted(name));
    }
    let shelf = shelf();
    let mut session = Session::new(&shelf);
    let loaded = session.load_files(vec![File { name: "odd.yml".to_owned(), text }]);
    assert_eq!(loaded.game.traits.len(), names.len(), "{:?}", loaded.findings);
    for sort in SchemaKind::ALL {
        let schema = schema(sort, Some(known(&loaded)), &english());
        let validator = validator(&schema);
        if sort != SchemaKind::Character {
            continue;
        }
        for (at, name) in names.iter().enumerate() {
            let with = |row: Value| json!({"tirada character": 1, "traits": {format!("t{at} {name}"): row}});
            assert_eq!(complaints(&validator, &with(json!(name))), Vec::<String>::new(), "{name}");
            assert_eq!(complaints(&validator, &with(json!("nothing such"))).len(), 1, "{name}");
        }
        let seven = read("tirada character: 1\ntraits: {t9 7: 7, t10 1.5: 1.5}\n");
        assert_eq!(complaints(&validator, &seven), Vec::<String>::new());
    }
}

/// The games of the mistakes, each in a file.
struct Files(PathBuf);

impl Shelf for Files {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let path = self.0.join(format!("{id}.yml"));
        Some(vec![File { name: path.display().to_string(), text: fs::read_to_string(path).ok()? }])
    }

    fn ids(&self) -> Vec<String> {
        let mut paths = Vec::new();
        yaml_below(&self.0, &mut paths);
        paths.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect()
    }
}

/// A mistake that says of itself `schema: yes` is one to the schema of its game, and no other is.
/// Nothing that is right is a mistake.
#[test]
fn mistakes_that_can_be_seen_are_seen() {
    let folder = root().join("tests/mistakes");
    let shelf = Files(folder.join("games"));
    let mut session = Session::new(&shelf);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    let mut paths = Vec::new();
    yaml_below(&folder, &mut paths);
    for path in paths {
        let text = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mark = text.lines().next().unwrap().strip_prefix("# mistake: ");
        let due = mark.is_some_and(|mark| mark.contains("schema: yes"));
        let Some(value) = as_yaml(&text) else {
            assert!(!due, "{name}: no YAML at all");
            continue;
        };
        let sort = sort(&value).unwrap();
        let about = ["ruleset", "extends", "id"].into_iter().find_map(|key| value.get(key)?.as_str());
        let loaded = about.and_then(|id| session.load(id).ok()).filter(LoadedGame::is_sound);
        let validator = validator(&schema(sort, loaded.as_ref().map(known), &english()));
        let found = complaints(&validator, &value);
        if due == found.is_empty() {
            wrong.push(format!("{name}: {}", if due { "not seen".to_owned() } else { found.join(", ") }));
        }
        seen += usize::from(due);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen >= 20, "only {seen}");
}

#[test]
fn the_command_prints_a_schema() {
    let home = crate::common::folder("schema-printed");
    let in_home = |args: &[&str]| {
        let mut run = crate::common::command(&home);
        run.current_dir(&home).args(args);
        crate::common::finish(run, "")
    };
    let printed = |args: &[&str]| {
        let run = in_home(args);
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{args:?}");
        serde_json::from_str::<Value>(&run.stdout).unwrap()
    };
    assert_eq!(printed(&["schema"]), schema(SchemaKind::Ruleset, None, &english()));
    let spanish = Catalogue::new(Language::Spanish);
    for sort in SchemaKind::ALL {
        let found = printed(&["schema", "--for", sort.name(), "--lang", "es"]);
        assert_eq!(found, schema(sort, None, &spanish));
    }
    let games = root().join("tests/games");
    let harbour = games.join("harbour").display().to_string();
    let found = printed(&["schema", &harbour, "--for", "character"]);
    let shelf = shelf();
    let mut session = Session::new(&shelf);
    let game = session.load("harbour").unwrap();
    assert_eq!(found, schema(SchemaKind::Character, Some(known(&game)), &english()));

    let wrong = in_home(&["schema", "harbor"]);
    assert!(wrong.stdout.is_empty() && wrong.stderr.starts_with("error[unknown-ruleset]"), "{wrong:?}");
    assert_eq!(wrong.code, 1);
    assert_eq!(in_home(&["schema", "--for", "rulesets"]).code, 2);
    let wrong = in_home(&["schema", "--write", "nowhere"]);
    assert!(wrong.stdout.is_empty() && wrong.stderr.starts_with("error[file-not-there]"), "{wrong:?}");
    assert_eq!(wrong.code, 3);
    fs::write(home.join("broken.yml"), "tirada: 1\nid: broken\ntets: {}\n").unwrap();
    let wrong = in_home(&["schema", "broken.yml"]);
    assert!(wrong.stdout.is_empty() && wrong.stderr.starts_with("error[unknown-key]"), "{wrong:?}");
    assert_eq!(wrong.code, 1);
}

/// What is written is found by the line that is told with it.
#[test]
fn the_first_line_of_a_file_names_its_schema() {
    let home = crate::common::folder("schema-written");
    let in_home = |args: &[&str]| {
        let mut run = crate::common::command(&home);
        run.current_dir(&home).args(args);
        crate::common::finish(run, "")
    };
    fs::create_dir_all(home.join("game/cases")).unwrap();
    fs::create_dir_all(home.join("game/translations")).unwrap();
    let run = in_home(&["schema", "--write", "game"]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2 * SchemaKind::ALL.len());
    for (sort, told) in SchemaKind::ALL.into_iter().zip(lines.chunks(2)) {
        let folder = match sort {
            SchemaKind::Cases => "game/cases",
            SchemaKind::Translation => "game/translations",
            _ => "game",
        };
        assert_eq!(
            told[0],
            format!("Written: game/.tirada/{}, for files in {folder} with this line:", sort.file_name())
        );
        let way = told[1].strip_prefix("# yaml-language-server: $schema=").unwrap();
        let text = fs::read_to_string(home.join(folder).join(way)).unwrap();
        let mut written: Value = serde_json::from_str(&text).unwrap();
        let seal = written.as_object_mut().unwrap().remove("$comment").unwrap();
        assert!(seal.as_str().unwrap().starts_with("tirada-seal:"), "{seal}");
        assert_eq!(written, schema(sort, None, &english()));
    }
    // Schemas are no rules, and nothing changes by writing them once more.
    assert_eq!(in_home(&["schema", "--write", "game"]).stdout, run.stdout);
    assert_eq!(in_home(&["schema", "--write", "game", "--for", "pack"]).stdout.lines().count(), 2);
    fs::write(home.join("game/ruleset.yml"), "tirada: 1\nid: game\ndice: {d: 6}\n").unwrap();
    assert_eq!(in_home(&["check", "game"]).stdout, "1 file checked: no errors.\n");

    fs::create_dir_all(home.join("taken")).unwrap();
    fs::write(home.join("taken/.tirada"), "").unwrap();
    let wrong = in_home(&["schema", "--write", "taken"]);
    assert!(wrong.stdout.is_empty() && wrong.stderr.starts_with("error[file-not-written]"), "{wrong:?}");
    assert_eq!(wrong.code, 3);
}
