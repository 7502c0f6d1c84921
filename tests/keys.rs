//! One table: the keys of the format are its rows, the tools that have to know them its columns. Each key is tried in the
//! invented games: it is renamed in a file and the schema minds, it is taken away and the reference says something else.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jsonschema::Validator;
use serde_json::{Value, json};
use tirada::internals::check::program::CheckedGame;
use tirada::internals::check::{Settings, check, translated};
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::engine::{Passing, TraceStep, Turning, TypedDice};
use tirada::internals::limits::Limits;
use tirada::internals::report::reference::{Reference, markdown};
use tirada::internals::report::schema::{SchemaKind, SchemaNames};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::compare::differences;
use tirada::internals::ruleset::{
    CaseTurns, File, KeyPlace, Of, RawCase, RawStep, RawStepKind, Shelf, Takes, keys, keys_of, load, merged_tree,
};
use tirada::internals::session::{
    ActionRequest, MoveHistory, Session, StoredMove, SuiteRun, action_call, read_case_file, time_named,
};
use tirada::internals::source::{Sources, nfc};
use tirada::internals::world::{Env, FileOwner, Person, World, read_person};
use tirada::internals::yaml::{Node, YamlLimits, parse};

use crate::games::{Games, each_key_of, folder, games, words as texts};
use crate::schema::{read, schema, sort, validator};

/// What has to know every key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tool {
    /// The schema for editors knows it where it stands.
    Schema,
    /// Editors offer it there, with a sentence on it in both languages.
    Completion,
    /// The reference, and so `show`, says something else without it.
    Doc,
    Diff,
    /// A translation has something else to say without it.
    Translations,
    /// `test --coverage` counts something else without it.
    Coverage,
    /// What is done where it plays a part is taken back and done again, also after it was kept.
    Undo,
}

impl Tool {
    const ALL: [Self; 7] =
        [Self::Schema, Self::Completion, Self::Doc, Self::Diff, Self::Translations, Self::Coverage, Self::Undo];
}

const EDITORS: [Tool; 2] = [Tool::Schema, Tool::Completion];
const TYPED: &str = "how typed dice are read";
const GAINED: &str = "a cell may gain something of that name";

/// Places of files beside the rules, of which only editors know.
const BESIDE: [&str; 11] = [
    "cases",
    "case",
    "case-step",
    "case-intervention",
    "character of a case",
    "character",
    "tag of a character",
    "coverage",
    "pack",
    "translation",
    "translated",
];

/// What of a ruleset is counted when its cases are played: rows, outcomes, actions, interventions.
const COUNTED: [&str; 8] = [
    "ruleset: tables",
    "ruleset: tests",
    "ruleset: actions",
    "ruleset: interventions",
    "table: rows",
    "table: from",
    "table: ranges",
    "test: outcomes",
];

/// Keys that have nothing to do with a tool, each with the reason.
const APART: [(Tool, &str, &str); 13] = [
    (Tool::Schema, "cell: do", GAINED),
    (Tool::Schema, "cell: as", GAINED),
    (Tool::Schema, "cell: with", GAINED),
    (Tool::Doc, "ruleset: language", "which language the words are in, and no rule"),
    (Tool::Doc, "ruleset: accent", "a colour"),
    (Tool::Doc, "ruleset: vs", "for what is typed"),
    (Tool::Doc, "dice: compare", TYPED),
    (Tool::Doc, "dice: d66", TYPED),
    (Tool::Doc, "dice: others", TYPED),
    (Tool::Doc, "action: tells", "how the table is told, and no rule"),
    (Tool::Diff, "ruleset: name", "who a ruleset is, and not what it does"),
    (Tool::Diff, "ruleset: doc", "who a ruleset is, and not what it does"),
    (Tool::Translations, "ruleset: language", "a tag of a language"),
];

/// Why a key has nothing to do with a tool, by what it is.
fn by_nature(tool: Tool, (place, key): (&str, &str), takes: &[Takes]) -> Option<&'static str> {
    match tool {
        _ if place == "coverage" => Some("a file that nobody plays"),
        tool if BESIDE.contains(&place) && !EDITORS.contains(&tool) => Some("of a file beside the rules"),
        Tool::Coverage if !COUNTED.contains(&&*format!("{place}: {key}")) => {
            Some("no row, outcome, action or intervention")
        }
        Tool::Coverage if place == "table" => Some("no table is without rows"),
        Tool::Translations if key == "for" => Some("a number and a unit of time"),
        Tool::Translations if !takes.iter().any(says_words) => Some("numbers, and names that are given elsewhere"),
        _ => None,
    }
}

/// Whether an author puts words of their own behind a key.
fn says_words(takes: &Takes) -> bool {
    match takes {
        Takes::Text | Takes::Name(Of::New) | Takes::Map(Of::New, _) | Takes::Cells => true,
        Takes::Map(_, inner) | Takes::List(inner) | Takes::Strictly(inner) | Takes::Count(_, _, inner) => {
            says_words(inner)
        }
        Takes::Either(all) => all.iter().any(says_words),
        _ => false,
    }
}

/// A key where it stands in an invented game.
struct Stands {
    id: String,
    file: File,
    /// The file as an editor reads it.
    whole: Rc<Value>,
    path: Vec<String>,
    /// From the key to the end of what stands behind it.
    span: (usize, usize),
    /// The texts and names behind it.
    words: BTreeSet<String>,
}

type Row = (&'static str, &'static str);

/// Where keys stand, by place and name.
fn occurrences() -> BTreeMap<(String, String), Vec<Stands>> {
    let mut found: BTreeMap<(String, String), Vec<Stands>> = BTreeMap::new();
    let mut read_once: BTreeMap<String, Rc<Value>> = BTreeMap::new();
    for id in games() {
        each_key_of(&id, &mut |file, lists, path, entry| {
            let whole = read_once.entry(file.name.clone()).or_insert_with(|| Rc::new(read(&file.text)));
            let mut words = BTreeSet::new();
            texts(&entry.value, &mut words);
            let (start, end) = (entry.key.span.start, entry.value.span.end.max(entry.key.span.end));
            for list in lists {
                let row = ((*list).to_owned(), path.last().unwrap().clone());
                let stands = Stands {
                    id: id.clone(),
                    file: file.clone(),
                    whole: Rc::clone(whole),
                    path: path.to_vec(),
                    span: (start, end),
                    words: words.clone(),
                };
                found.entry(row).or_default().push(stands);
            }
        });
    }
    found
}

/// How many of the places where a key stands are tried at most.
const TRIED: usize = 60;
/// The same of one game.
const OF_A_GAME: usize = 4;

/// Which files the keys of a place stand in, where several kinds of file have places of that name.
fn sort_of(place: &str) -> Option<SchemaKind> {
    match place {
        "ruleset" | "template" => Some(SchemaKind::Ruleset),
        "cases" | "character of a case" => Some(SchemaKind::Cases),
        "character" => Some(SchemaKind::Character),
        "pack" => Some(SchemaKind::Pack),
        _ => None,
    }
}

/// The keys that the schema minds where they are called otherwise, or have a value that nothing has.
fn known_to_schemas(places: &BTreeMap<(String, String), Vec<Stands>>) -> BTreeSet<Row> {
    let english = Catalogue::new(Language::English);
    let validators: Vec<(SchemaKind, Validator)> =
        SchemaKind::ALL.into_iter().map(|one| (one, validator(&schema(one, None, &english)))).collect();
    let mut of_games: BTreeMap<(String, &str), Validator> = BTreeMap::new();
    let mut known = BTreeSet::new();
    for (place, names) in keys() {
        for key in names {
            let all = places.get(&(place.to_owned(), key.to_owned())).into_iter().flatten();
            let mut minds = |stands: &Stands| {
                let whole = Value::clone(&stands.whole);
                let Some(sort) = sort(&whole).filter(|one| sort_of(place).is_none_or(|due| due == *one)) else {
                    return false;
                };
                let (mut renamed, mut nonsense) = (whole.clone(), whole);
                let Some(beside) = beside(&mut renamed, &stands.path) else { return false };
                let value = beside.remove(key).unwrap();
                beside.insert(format!("{key} zz"), value);
                beside_insert(&mut nonsense, &stands.path, json!({"zz": [[[]]]}));
                let minds = |validator: &Validator| !validator.is_valid(&renamed) || !validator.is_valid(&nonsense);
                let (_, of_all) = validators.iter().find(|(one, _)| *one == sort).unwrap();
                if minds(of_all) {
                    return true;
                }
                // Where names of the game may stand, only a schema of the game knows what is none.
                minds(of_games.entry((stands.id.clone(), sort.name())).or_insert_with(|| {
                    let game = Session::new(&Games).load(&stands.id).unwrap();
                    let known = SchemaNames { game: &game.game, extends: !game.extends.is_empty() };
                    validator(&schema(sort, Some(known), &english))
                }))
            };
            if all.take(TRIED).any(&mut minds) {
                known.insert((place, key));
            }
        }
    }
    known
}

/// The map in which the last key of a path stands.
fn beside<'v>(whole: &'v mut Value, path: &[String]) -> Option<&'v mut serde_json::Map<String, Value>> {
    let (last, path) = path.split_last()?;
    let map = path.iter().try_fold(whole, |value, part| match value {
        Value::Array(items) => items.get_mut(part.parse::<usize>().ok()?),
        Value::Object(map) => map.get_mut(part),
        _ => None,
    });
    map?.as_object_mut().filter(|map| map.contains_key(last))
}

fn beside_insert(whole: &mut Value, path: &[String], value: Value) {
    beside(whole, path).unwrap().insert(path.last().unwrap().clone(), value);
}

/// Names of properties with a description, without those that stand behind a reference.
fn offered(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            if let Some(properties) = map.get("properties").and_then(Value::as_object) {
                found.extend(properties.keys().cloned());
            }
            map.iter().filter(|(key, _)| *key != "definitions").for_each(|(_, inner)| offered(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| offered(inner, found)),
        _ => {}
    }
}

/// The keys that editors offer in their place, each with a sentence on it in both languages.
fn offered_by_editors() -> BTreeSet<Row> {
    let english = Catalogue::new(Language::English);
    let mut places = BTreeMap::new();
    for sort in SchemaKind::ALL {
        let whole = schema(sort, None, &english);
        let definitions = whole["definitions"].as_object().unwrap();
        places.extend(definitions.iter().map(|(name, one)| (name.clone(), one.clone())));
        let mut found = BTreeSet::new();
        offered(&whole, &mut found);
        let found: serde_json::Map<_, _> = found.into_iter().map(|name| (name, json!({}))).collect();
        places.insert(format!("file {}", sort.name()), json!({"properties": found}));
    }
    let described = |place: KeyPlace, key: &str| {
        let (place, key) = (place.name().replace(' ', "-"), key.replace(' ', "-"));
        let ids = [format!("key-{place}-{key}"), format!("key-any-{key}")];
        Language::ALL.into_iter().all(|language| ids.iter().any(|id| Catalogue::new(language).has(id)))
    };
    let (mut known, mut missing) = (BTreeSet::new(), BTreeSet::new());
    for place in KeyPlace::ALL.into_iter().filter(|place| *place != KeyPlace::Coverage) {
        let name = match place {
            KeyPlace::QuestionOfTag => "question-of-tag".to_owned(),
            KeyPlace::QuestionOfTest => "question-of-test".to_owned(),
            KeyPlace::QuestionOfAction => "question-of-action".to_owned(),
            place => place.name().replace(' ', "-"),
        };
        // What these have stands in the definitions of what holds them.
        let spread = matches!(place, KeyPlace::Another | KeyPlace::Question | KeyPlace::Option)
            || ["cell", "tag-of-a-character"].contains(&&*name);
        let of_place =
            |of: &String| spread || *of == name || of.ends_with(&format!("-{name}")) || of.starts_with("file ");
        let mut found = BTreeSet::new();
        places.iter().filter(|(of, _)| of_place(of)).for_each(|(_, one)| offered(one, &mut found));
        for key in keys_of(place) {
            let row = (place.name(), key.name);
            if found.contains(key.name) && described(place, key.name) { &mut known } else { &mut missing }.insert(row);
        }
    }
    &known - &missing
}

/// The invented games, where a file of one has another text.
struct Changed<'c> {
    name: &'c str,
    text: String,
}

impl Shelf for Changed<'_> {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let mut files = Games.files(id)?;
        for file in files.iter_mut().filter(|file| file.name == self.name) {
            file.text.clone_from(&self.text);
        }
        Some(files)
    }

    fn ids(&self) -> Vec<String> {
        Games.ids()
    }
}

/// A file without a key and what stands behind it; `None`: then it is no YAML any more.
fn without(file: &File, (start, end): (usize, usize)) -> Option<String> {
    let text = &file.text;
    let end = start + text[start..end].trim_end().len();
    let before = text[..start].trim_end();
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let behind = &text[end..];
    let (from, to) = if before.ends_with(['{', ',']) {
        match behind.trim_start().strip_prefix(',') {
            Some(rest) => (start, text.len() - rest.len()),
            None => (before.trim_end_matches(',').len(), end),
        }
    } else if text[line..start].contains("- ") {
        let next = behind.find('\n').map_or(text.len(), |at| end + at);
        (start, text.len() - text[next..].trim_start().len())
    } else {
        (line, behind.find('\n').map_or(text.len(), |at| end + at + 1))
    };
    let less = format!("{}{}", &text[..from], &text[to..]);
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*less);
    parse(&sources, id, &YamlLimits::default()).1.is_empty().then_some(less)
}

/// A game, and what tools say of it.
struct Told {
    game: CheckedGame,
    tree: Node,
}

impl Told {
    /// `None`: the game does not load.
    fn of(id: &str, shelf: &dyn Shelf) -> Option<Self> {
        // Nothing is offered in place of what is wrong.
        let mut sources = Sources::new();
        let loaded = load(shelf.files(id)?, shelf, &mut sources, &Limits::FULL);
        let (game, found) = check(loaded.ruleset.as_ref()?, &sources, Limits::FULL);
        if loaded.errors.iter().chain(&found).any(Diagnostic::is_error) {
            return None;
        }
        let tree = merged_tree(shelf.files(id)?, shelf, &mut Sources::new(), &Limits::FULL)?;
        Some(Self { game, tree })
    }

    fn reference(&self, catalogue: &Catalogue) -> String {
        markdown::render(&Reference::new(&self.game, &[], catalogue, true))
    }

    /// Names and texts that a translation has to say.
    fn words(&self) -> BTreeSet<String> {
        let missing = translated(&self.game, &[], 0).missing.into_iter();
        missing.map(|one| one.text.unwrap_or_else(|| one.path.last().unwrap().clone())).collect()
    }

    fn counted(&self) -> Vec<String> {
        let run = SuiteRun::play(&mut Session::new(&Games), &self.game, "", Vec::new(), None);
        run.coverage.unwrap().parts().map(|(kind, part)| format!("{kind} {part:?}")).collect()
    }

    /// Whether the absence of a key is told where it stood, as far as it stands there in what is made of all files.
    fn tells_apart(&self, less: &Self, path: &[String]) -> bool {
        let there = path.iter().try_fold(&self.tree, |node, key| node.get(key)).is_some();
        differences(&self.tree, &less.tree).iter().any(|one| {
            let told = [&[one.section.clone(), one.name.clone()][..], &one.path].concat();
            !there || told.iter().filter(|part| !part.is_empty()).zip(path).all(|(told, key)| told == key)
        })
    }
}

const WITHOUT: [Tool; 4] = [Tool::Doc, Tool::Diff, Tool::Translations, Tool::Coverage];

/// The keys without which these tools say something else, or nothing works.
fn told_of(
    places: &BTreeMap<(String, String), Vec<Stands>>,
    wanted: &dyn Fn(Tool, Row) -> bool,
) -> BTreeSet<(Tool, Row)> {
    let english = Catalogue::new(Language::English);
    let whole = games().into_iter().map(|id| {
        let told = Told::of(&id, &Games).unwrap();
        let (reference, words) = (told.reference(&english), told.words());
        (id, (told, reference, words))
    });
    let whole: BTreeMap<String, (Told, String, BTreeSet<String>)> = whole.collect();
    let mut known = BTreeSet::new();
    for (place, names) in keys().into_iter().filter(|(place, _)| !BESIDE.contains(place)) {
        for key in names {
            let row = (place, key);
            let mut open: Vec<Tool> = WITHOUT.into_iter().filter(|tool| wanted(*tool, row)).collect();
            let all = places.get(&(place.to_owned(), key.to_owned())).into_iter().flatten();
            let all = all.filter(|stands| sort(&stands.whole) == Some(SchemaKind::Ruleset));
            // Small games are tried sooner, and in each what says most.
            let mut all: Vec<&Stands> = all.collect();
            all.sort_by_key(|stands| (stands.file.text.len(), Reverse(stands.words.len())));
            let mut of_game: BTreeMap<&str, usize> = BTreeMap::new();
            all.retain(|stands| {
                let count = of_game.entry(&stands.id).or_default();
                *count += 1;
                *count <= OF_A_GAME
            });
            let (mut loads, mut tried) = (false, false);
            for stands in all {
                if open.is_empty() {
                    break;
                }
                let (with, reference, words) = &whole[&stands.id];
                // Another thing may have the same words, so that they are not gone without it.
                if open.contains(&Tool::Translations) && !words.is_disjoint(&stands.words) {
                    open.retain(|tool| *tool != Tool::Translations);
                    known.insert((Tool::Translations, row));
                }
                let Some(text) = without(&stands.file, stands.span) else { continue };
                tried = true;
                let shelf = Changed { name: &stands.file.name, text };
                let Some(less) = Told::of(&stands.id, &shelf) else { continue };
                loads = true;
                open.retain(|tool| {
                    let met = match tool {
                        Tool::Doc => *reference != less.reference(&english),
                        Tool::Diff => with.tells_apart(&less, &stands.path),
                        Tool::Translations => *words != less.words(),
                        _ => with.counted() != less.counted(),
                    };
                    if met {
                        known.insert((*tool, row));
                    }
                    !met
                });
            }
            // What nothing works without cannot be taken away.
            if tried && !loads {
                known.extend(open.into_iter().map(|tool| (tool, row)));
            }
        }
    }
    known
}

/// The characters of a case, as they come to a table.
fn people(game: &CheckedGame, shared: &[(String, Person)], case: &RawCase) -> Option<Vec<(String, Person)>> {
    let mut all = shared.to_vec();
    for (word, file) in &case.characters {
        let like = file.like.as_ref().map(|like| all.iter().find(|(name, _)| *name == like.text));
        if like.is_some() {
            return None;
        }
        let whose = if word.text == "table" { FileOwner::Table } else { FileOwner::of(file, game) };
        let (mut person, _) = read_person(file, game, whose, None);
        person.name.clone_from(&word.text);
        all.retain(|(name, _)| *name != word.text);
        all.push((word.text.clone(), person));
    }
    Some(all)
}

fn wish(action: &str, step: &RawStep, settings: &Settings) -> ActionRequest {
    let answers = step.answers().map(|entry| (nfc(entry.name.text.trim()), entry.text.clone()));
    let roles = step.roles.iter().map(|(role, names)| {
        (role.as_ref().map(|word| word.text.clone()), names.iter().map(|word| word.text.clone()).collect())
    });
    let interventions = step.interventions.iter().map(|one| {
        let answers = one.answers.iter().map(|entry| (entry.name.text.clone(), entry.text.clone())).collect();
        (one.name.text.clone(), one.at.as_ref().map(|at| at.text.clone()), answers)
    });
    ActionRequest {
        action: action.to_owned(),
        roles: roles.collect(),
        answers: answers.filter(|(name, _)| !settings.contains_key(name)).collect(),
        interventions: interventions.collect(),
    }
}

/// What was done at tables and could be taken back: of each game, the actions and interventions.
fn taken_back() -> BTreeMap<String, BTreeSet<String>> {
    let mut done_in: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for id in games() {
        let mut session = Session::new(&Games);
        let game = session.load(&id).unwrap().game;
        for file in folder(&format!("{id}/cases")) {
            let mut errors = Vec::new();
            let file = read_case_file(&mut session, file, &mut errors);
            let shared: Vec<(String, Person)> = file
                .characters
                .iter()
                .filter(|(_, file)| file.like.is_none())
                .map(|(word, file)| {
                    let whose = if word.text == "table" { FileOwner::Table } else { FileOwner::of(file, &game) };
                    let (mut person, _) = read_person(file, &game, whose, None);
                    person.name.clone_from(&word.text);
                    (word.text.clone(), person)
                })
                .collect();
            for case in file.cases.iter().filter(|case| !case.steps.is_empty()) {
                let Some(there) = people(&game, &shared, case) else { continue };
                let (tables, there): (Vec<_>, Vec<_>) = there.into_iter().partition(|(name, _)| name == "table");
                let mut table = MoveHistory::default();
                let there: Vec<Person> = there.into_iter().map(|(_, person)| person).collect();
                if table.join(there, tables.into_iter().next().map(|(_, person)| person)).is_err() {
                    continue;
                }
                let done = done_in.entry(id.clone()).or_default();
                one_case(&mut session, &game, case, &mut table, done);
            }
        }
    }
    done_in
}

/// Does the steps of a case at a table as far as they go, keeps them and reads them back, takes all back and does it again.
fn one_case(
    session: &mut Session<'_>,
    game: &CheckedGame,
    case: &RawCase,
    table: &mut MoveHistory,
    done: &mut BTreeSet<String>,
) {
    let mut worlds = vec![World::new(), table.world().clone()];
    for step in &case.steps {
        let settings = step.answers().map(|entry| (nfc(entry.name.text.trim()), entry.text.clone()));
        let options: Settings =
            settings.filter(|(name, _)| game.options.iter().any(|one| *one.name == **name)).collect();
        let Ok(env) = Env::new(game, &BTreeMap::new(), &options) else { return };
        let mut dice = TypedDice::new(&step.dice);
        let made = match &step.kind {
            RawStepKind::Do(word) => {
                let Ok(call) = action_call(game, table.world(), &wish(&word.text, step, &options), false) else {
                    return;
                };
                session.call_at(game, table, &env, call, &mut dice)
            }
            RawStepKind::Pass(word) => {
                let Ok(time) = time_named(game, &word.text, false) else { return };
                let answers = wish("", step, &options).answers;
                let passing = Passing { time, answers, interventions: Vec::new() };
                session.pass_at(game, table, &env, passing, &mut dice)
            }
            RawStepKind::Turns(turns, _) => {
                let named = step.roles.iter().flat_map(|(_, names)| names);
                let mut who: Vec<usize> = named.filter_map(|word| table.world().find(&word.text)).collect();
                if who.is_empty() {
                    who.extend(1..table.world().people.len());
                }
                let turning = match turns {
                    CaseTurns::Begin => Turning::Begin(who),
                    CaseTurns::Join => Turning::Join(who),
                    CaseTurns::Next => Turning::Next,
                    CaseTurns::End => Turning::End,
                };
                session.turn_at(game, table, &env, &turning, &mut dice)
            }
            RawStepKind::Roll(_) => continue,
        };
        let Ok(made) = made else { continue };
        done.extend(made.done.trace.iter().filter_map(|step| match step {
            TraceStep::Act { name, .. } | TraceStep::Intervened { name, .. } => Some(name.clone()),
            _ => None,
        }));
        worlds.push(table.make(made).done.world.clone());
    }
    let kept: Vec<StoredMove> =
        table.newest(worlds.len()).iter().map(|one| serde_json::from_value(json!(one)).unwrap()).collect();
    let mut back = MoveHistory::read_back(game, World::new(), 0, kept, 0).unwrap();
    let name = &case.name.text;
    for _ in 0..2 {
        for world in worlds.iter().rev() {
            assert!(back.world() == world, "{}: {name}: not as before", game.id);
            back.undo();
        }
        for world in worlds.iter().skip(1) {
            back.redo().unwrap();
            assert!(back.world() == world, "{}: {name}: not the same again", game.id);
        }
    }
}

/// The keys that played a part in what was done and taken back.
fn undone(places: &BTreeMap<(String, String), Vec<Stands>>) -> BTreeSet<Row> {
    let done = taken_back();
    let played = |stands: &Stands| {
        let Some(done) = done.get(&stands.id) else { return false };
        match (&*stands.path[0], stands.path.get(1)) {
            ("actions" | "interventions", Some(name)) => done.contains(name),
            _ => !done.is_empty(),
        }
    };
    let rows = keys().into_iter().flat_map(|(place, names)| names.into_iter().map(move |key| (place, key)));
    let all = |(place, key): &Row| places.get(&((*place).to_owned(), (*key).to_owned())).into_iter().flatten();
    rows.filter(|row| all(row).any(&played)).collect()
}

#[test]
fn every_key_reaches_every_tool() {
    let places = occurrences();
    let takes = |row: Row| -> Vec<Takes> {
        let all = KeyPlace::ALL.into_iter().filter(|place| place.name() == row.0).flat_map(keys_of);
        all.filter(|key| key.name == row.1).map(|key| key.takes).collect()
    };
    let nature = |tool: Tool, row: Row| by_nature(tool, row, &takes(row));
    let mut known: BTreeSet<(Tool, Row)> = BTreeSet::new();
    known.extend(known_to_schemas(&places).into_iter().map(|row| (Tool::Schema, row)));
    known.extend(offered_by_editors().into_iter().map(|row| (Tool::Completion, row)));
    known.extend(told_of(&places, &|tool, row| nature(tool, row).is_none()));
    known.extend(undone(&places).into_iter().map(|row| (Tool::Undo, row)));
    let apart = |tool: Tool, (place, key): Row| {
        let name = format!("{place}: {key}");
        APART.iter().find(|(of, row, _)| *of == tool && *row == name).map(|(.., why)| *why)
    };
    let mut table = format!("{:<40}", "");
    for tool in Tool::ALL {
        table += &format!(" {:<12}", format!("{tool:?}").to_lowercase());
    }
    let (mut missing, mut idle) = (Vec::new(), Vec::new());
    let mut rows: Vec<Row> = Vec::new();
    for (place, names) in keys() {
        rows.extend(names.into_iter().map(|key| (place, key)));
    }
    rows.dedup();
    for row in rows {
        let mut line = format!("{:<40}", format!("{}: {}", row.0, row.1));
        let mut lacks = false;
        for tool in Tool::ALL {
            let met = known.contains(&(tool, row));
            let word = match (met, nature(tool, row).or_else(|| apart(tool, row))) {
                (true, _) => "yes",
                (false, Some(_)) => "–",
                (false, None) => "MISSING",
            };
            lacks |= word == "MISSING";
            if met && apart(tool, row).is_some() {
                idle.push(format!("{tool:?} {}: {}", row.0, row.1));
            }
            line += &format!(" {word:<12}");
        }
        if lacks {
            missing.push(line);
        }
    }
    missing.dedup();
    assert!(missing.is_empty(), "keys that do not reach all tools:\n{table}\n{}\n", missing.join("\n"));
    assert!(idle.is_empty(), "apart without need: {idle:#?}");
    let all: Vec<String> = keys()
        .into_iter()
        .flat_map(|(place, keys)| keys.into_iter().map(move |key| format!("{place}: {key}")))
        .collect();
    let unknown: Vec<&str> =
        APART.iter().map(|(_, row, _)| *row).filter(|row| !all.iter().any(|one| one == row)).collect();
    assert!(unknown.is_empty(), "no such keys: {unknown:?}");
}
