//! What the cases of a ruleset roll and do: each expression and each action with its inputs, once.

use std::collections::{BTreeMap, BTreeSet};

use tirada::internals::check::Settings;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{ActionCall, Done, Passing, TraceStep, Turning, TypedDice};
use tirada::internals::limits::Limits;
use tirada::internals::ruleset::model::Word;
use tirada::internals::ruleset::{CaseFile, CaseTurns, CharacterFile, RawCase, RawStep, RawStepKind, TextEntry};
use tirada::internals::session::{
    ActionRequest, Builtin, NamedIntervention, Playing, RollRequest, Session, action_call, chosen_of, read_case_file,
    time_named,
};
use tirada::internals::source::nfc;
use tirada::internals::world::{Env, FileOwner, Person, World, read_person};

use crate::seed;

/// A ruleset that is shipped.
pub struct Ruleset {
    pub id: String,
    pub game: CheckedGame,
    /// What its own cases roll and do, and what those of a ruleset that it extends do where it has
    /// no case.
    pub items: Vec<Item>,
    /// What cases answer to questions, by their names.
    pub said: BTreeMap<String, BTreeSet<String>>,
}

/// Something whose odds are asked.
#[derive(Clone)]
pub struct Item {
    /// File, case, and the number of the step.
    pub name: String,
    pub what: What,
    /// In the case it can be done.
    works: bool,
}

/// An expression, or an action.
#[derive(Clone)]
pub enum What {
    Roll(Box<RollRequest>),
    Action(Box<Doing>),
}

/// An action with everything that it depends on.
#[derive(Clone)]
pub struct Doing {
    pub env: Env,
    pub world: World,
    pub call: ActionCall,
}

/// Each inherited action that has fewer cases of its own is done with the inputs of so many cases,
/// and so is each that is only done as a part of another.
const CASES: usize = 3;

impl Ruleset {
    pub fn read(id: &str) -> Self {
        let mut session = Session::within(&Builtin, Limits::FULL);
        let loaded = session.load(id).unwrap();
        assert!(loaded.is_sound(), "{id}: {:?}", loaded.findings);
        let mut reader = Reader {
            session,
            game: &loaded.game,
            items: Vec::new(),
            inner: Vec::new(),
            known: BTreeSet::new(),
            said: BTreeMap::new(),
        };
        reader.cases(id, id);
        let mut done: BTreeMap<usize, usize> = BTreeMap::new();
        let own = |item: &Item| item.action().filter(|_| item.works);
        reader.items.iter().filter_map(own).for_each(|action| *done.entry(action).or_default() += 1);
        for base in &loaded.extends {
            let first = reader.items.len();
            reader.cases(base, id);
            let inherited = reader.items.split_off(first);
            reader.items.extend(inherited.into_iter().filter(|item| {
                let before = own(item).map(|action| done.entry(action).or_default());
                before.is_some_and(|before| {
                    *before += 1;
                    *before <= CASES
                })
            }));
        }
        // What is only done as a part of something else, by itself.
        let inner = std::mem::take(&mut reader.inner);
        reader.items.extend(inner.into_iter().filter(|item| {
            let before = item.action().map(|action| done.entry(action).or_default());
            before.is_some_and(|before| {
                *before += 1;
                *before <= CASES
            })
        }));
        let Reader { mut items, said, .. } = reader;
        // Several do the same in one step.
        let mut names: BTreeMap<String, usize> = BTreeMap::new();
        for item in &mut items {
            let number = names.entry(item.name.clone()).or_default();
            *number += 1;
            if *number > 1 {
                item.name = format!("{} ({number})", item.name);
            }
        }
        Self { id: id.to_owned(), game: loaded.game, items, said }
    }
}

impl Item {
    /// The action that it does.
    fn action(&self) -> Option<usize> {
        match &self.what {
            What::Action(doing) => Some(doing.call.action),
            What::Roll(_) => None,
        }
    }
}

struct Reader<'a> {
    session: Session<'static>,
    game: &'a CheckedGame,
    items: Vec<Item>,
    /// What was done as a part of something else.
    inner: Vec<Item>,
    /// What was there before.
    known: BTreeSet<u64>,
    said: BTreeMap<String, BTreeSet<String>>,
}

fn pairs(list: &[TextEntry]) -> BTreeMap<String, String> {
    list.iter().map(|entry| (nfc(entry.name.text.trim()), entry.text.clone())).collect()
}

/// Everybody that a case speaks of.
fn people(game: &CheckedGame, shared: &[(Word, CharacterFile)], case: &RawCase) -> World {
    let mut world = World::new();
    let mut known: BTreeMap<&str, Person> = BTreeMap::new();
    let own = |name: &str| case.characters.iter().any(|(word, _)| word.text == name);
    for (word, file) in shared.iter().filter(|(word, _)| !own(&word.text)).chain(&case.characters) {
        let base = file.like.as_ref().map(|like| {
            known.get(like.text.as_str()).cloned().unwrap_or_else(|| {
                let (_, file) = shared.iter().find(|(word, _)| word.text == like.text).unwrap();
                read_person(file, game, FileOwner::Character, None).0
            })
        });
        let table = word.text == "table";
        let whose = if table { FileOwner::Table } else { FileOwner::Character };
        let (mut person, errors) = read_person(file, game, whose, base.as_ref());
        assert!(errors.is_empty(), "{}: {errors:?}", word.text);
        person.name.clone_from(&word.text);
        if table {
            world.people[0].points = person.points;
            world.people[0].tags = person.tags;
            continue;
        }
        known.insert(&word.text, person.clone());
        world.join(person);
    }
    world
}

/// The interventions of a step; only the case itself plays them.
fn interventions(step: &RawStep) -> Vec<NamedIntervention> {
    let one = |one: &tirada::internals::ruleset::RawIntervention| {
        (one.name.text.clone(), one.at.as_ref().map(|at| at.text.clone()), pairs(&one.answers))
    };
    step.interventions.iter().map(one).collect()
}

impl Reader<'_> {
    /// The cases of a ruleset, played with the rules of this one.
    fn cases(&mut self, of: &str, with: &str) {
        for file in Builtin::cases(of) {
            let mut errors = Vec::new();
            let name = file.name.rsplit('/').next().unwrap().to_owned();
            let read = read_case_file(&mut self.session, file, &mut errors);
            assert!(errors.is_empty(), "{of}/{name}: {errors:?}");
            for case in &read.cases {
                let by = if of == with { String::new() } else { format!(" by {with}") };
                self.case(&format!("{of}/{name}{by}: {}", case.name.text), &read, case);
            }
        }
    }

    fn case(&mut self, name: &str, file: &CaseFile, case: &RawCase) {
        let single = case.roll.iter().map(|entry| (&entry.text, entry.placement));
        let several = case.each.iter().map(|entry| (&entry.name.text, entry.name_placement));
        for (number, (text, placement)) in single.chain(several).enumerate() {
            let names = pairs(&case.with);
            let request = RollRequest {
                text: text.clone(),
                source: case.name.text.clone(),
                names,
                settings: pairs(&case.set),
                placement,
                ..RollRequest::default()
            };
            self.roll(format!("{name}, {}", number + 1), request);
        }
        if case.steps.is_empty() {
            return;
        }
        let mut world = people(self.game, &file.characters, case);
        for (number, step) in case.steps.iter().enumerate() {
            let mut settings = pairs(&case.set);
            settings.extend(pairs(&step.set));
            // A step that is refused changes nothing.
            if let Some(after) = self.step(&format!("{name}, {}", number + 1), step, &settings, &world) {
                world = after;
            }
        }
    }

    fn roll(&mut self, name: String, request: RollRequest) {
        let person = request.person.as_ref().map(|(world, who)| (world, who));
        if self.known.insert(seed(&format!("{} {:?} {:?} {person:?}", request.text, request.names, request.settings))) {
            self.items.push(Item { name, what: What::Roll(Box::new(request)), works: true });
        }
    }

    /// Everybody after a step; nothing if it is refused.
    fn step(&mut self, name: &str, step: &RawStep, settings: &Settings, world: &World) -> Option<World> {
        let game = self.game;
        let (env, answers) = self.session.settings(game, settings).ok()?;
        let mut dice = TypedDice::new(&step.dice);
        let done = match &step.kind {
            RawStepKind::Do(word) => {
                for (name, text) in &answers {
                    self.said.entry(name.clone()).or_default().insert(text.clone());
                }
                let roles = step.roles.iter().map(|(role, names)| {
                    let names = names.iter().map(|word| word.text.clone()).collect();
                    (role.as_ref().map(|word| word.text.clone()), names)
                });
                let wish = ActionRequest {
                    action: word.text.clone(),
                    roles: roles.collect(),
                    answers,
                    interventions: interventions(step),
                };
                let call = action_call(game, world, &wish, false).ok()?;
                let done = self.session.play((game, &env, world), Playing::Action(&call), &mut dice, &[]);
                let doing = Doing { env, world: world.clone(), call };
                if let Ok(done) = &done {
                    let (items, known) = (std::mem::take(&mut self.items), self.known.clone());
                    self.within(name, &doing, done, 1);
                    self.inner.extend(std::mem::replace(&mut self.items, items));
                    self.known = known;
                }
                self.action(name, doing, done.is_ok());
                done
            }
            RawStepKind::Pass(word) => {
                let time = time_named(game, &word.text, false).ok()?;
                let interventions = chosen_of(game, &interventions(step), false).ok()?;
                let passing = Passing { time, answers, interventions };
                let done = self.session.play((game, &env, world), Playing::Passing(&passing), &mut dice, &[]);
                if let Ok(done) = &done {
                    let call = ActionCall { answers: passing.answers.clone(), ..ActionCall::default() };
                    self.within(name, &Doing { env, world: world.clone(), call }, done, 0);
                }
                done
            }
            RawStepKind::Turns(what, _) => {
                let names = step.roles.iter().flat_map(|(_, names)| names);
                let turning = match what {
                    CaseTurns::Begin => Turning::Begin(names.filter_map(|name| world.find(&name.text)).collect()),
                    CaseTurns::Join => Turning::Join(names.filter_map(|name| world.find(&name.text)).collect()),
                    CaseTurns::Next => Turning::Next,
                    CaseTurns::End => Turning::End,
                };
                let passing = Passing { answers, ..Passing::default() };
                self.session.play((game, &env, world), Playing::Turning(&turning, &passing), &mut dice, &[])
            }
            RawStepKind::Roll(entry) => {
                let names = step.roles.iter().flat_map(|(_, names)| names);
                let who = names.filter_map(|name| world.find(&name.text)).next();
                let request = RollRequest {
                    text: entry.text.clone(),
                    source: entry.text.clone(),
                    settings: settings.clone(),
                    placement: entry.placement,
                    person: who.map(|who| (world.clone(), who)),
                    ..RollRequest::default()
                };
                self.roll(name.to_owned(), request);
                return Some(world.clone());
            }
        };
        done.ok().map(|done| done.world)
    }

    /// What was done within something (as time passed, or as a part of an action), by itself and by
    /// whoever did it.
    fn within(&mut self, name: &str, before: &Doing, done: &Done, least: usize) {
        for step in &done.trace {
            let TraceStep::Act { name: action, roles, depth } = step else { continue };
            if *depth < least {
                continue;
            }
            let roles = roles.iter().map(|(role, who)| (Some(role.clone()), vec![who.clone()])).collect();
            let answers = before.call.answers.clone();
            let wish = ActionRequest { action: action.clone(), roles, answers, interventions: Vec::new() };
            if let Ok(call) = action_call(self.game, &before.world, &wish, false) {
                self.action(&format!("{name}, {action}"), Doing { call, ..before.clone() }, true);
            }
        }
    }

    /// Interventions are not used: they belong to the dice that fell in the case.
    fn action(&mut self, name: &str, mut doing: Doing, works: bool) {
        doing.call.interventions = Vec::new();
        // Other dice than those of the case may ask other questions.
        doing.call.spare = true;
        let Doing { env, world, call } = &doing;
        if self.known.insert(seed(&format!("{env:?} {world:?} {} {:?} {:?}", call.action, call.roles, call.answers))) {
            self.items.push(Item { name: name.to_owned(), what: What::Action(Box::new(doing)), works });
        }
    }
}
