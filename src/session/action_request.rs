//! Resolves a request by name to characters, answers and interventions by id, and runs it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Session;
use super::command::ParsedCommand;
use super::reachability::{UnpickedInputs, askable, asked_or_not};
use crate::check::program::{Action, AnswerKind, CheckedGame, Default, Named, Origin, SlotKind};
use crate::check::{Settings, answer_of, constant, watch};
use crate::diagnostic::{Arg, Code, Diagnostic, Note, nearest};
use crate::engine::{
    ActionCall, Answer, Done, Effects, Passing, Record, Recorder, RequestedIntervention, Stage, TraceStep, Turning,
    TypedDice, Watched, act, described, pass, turn,
};
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::source::{Placement, Source, Sources, Span, fold, nfc};
use crate::world::{Env, Person, World};

/// A request for an action, with names instead of indices.
#[derive(Debug, Clone, Default)]
pub struct ActionRequest {
    /// The name of the action.
    pub action: String,
    /// The characters of each role; without the name of a role, of the only one.
    pub roles: Vec<(Option<String>, Vec<String>)>,
    /// Answers to its questions, by name.
    pub answers: BTreeMap<String, String>,
    /// Interventions: name, at which label, answers.
    pub interventions: Vec<NamedIntervention>,
}

/// The name of a source without a text of its own: the request for an action.
const NOWHERE: &str = "…";

/// Codes of errors that are about answers, and not about the formula that asked for them.
const SAID: [Code; 17] = [
    Code::AnswerNotAsked,
    Code::AnswerUnused,
    Code::BadAnswer,
    Code::DecisionNeeded,
    Code::InterventionNotHere,
    Code::InterventionNotNow,
    Code::InterventionWhich,
    Code::InterventionOwn,
    Code::InterventionWhose,
    Code::InterventionWithoutEffect,
    Code::NoSuchFace,
    Code::NotFaces,
    Code::NotEnoughPoints,
    Code::NotYours,
    Code::RoleMissing,
    Code::SaidTwice,
    Code::UnknownPerson,
];

/// Whether an error has no place in a text that the user can see.
pub(super) fn is_nowhere(error: &Diagnostic, sources: &Sources) -> bool {
    error.at.is_none_or(|at| sources.get(at.source).is_none_or(|source| source.name() == NOWHERE))
}

/// A formula that is evaluated after an action, and where its text is.
#[derive(Debug, Clone)]
pub struct FinalQuestion {
    pub text: String,
    /// Its place, if it is in a file.
    pub placement: Option<Placement>,
}

/// The index of a name: as it is written, or the only one that is the same but for case and
/// accents.
pub(super) fn find<'n>(names: impl Iterator<Item = &'n str> + Clone, text: &str, forgiving: bool) -> Option<usize> {
    let text = nfc(text.trim());
    if let Some(found) = names.clone().position(|name| name == text) {
        return Some(found);
    }
    let folded = fold(&text);
    let mut same = names.enumerate().filter(|(_, name)| fold(name) == folded);
    match (same.next(), same.next()) {
        (Some((index, _)), None) if forgiving => Some(index),
        _ => None,
    }
}

pub(super) fn unknown(code: Code, name: &str, known: &[String]) -> Diagnostic {
    let error = Diagnostic::error(code, None).arg("name", name);
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => error.help_with("help-did-you-mean", "name", near.to_owned()),
        None => error.help_with("help-there-is", "names", known.to_vec()),
    }
}

/// The index of a name, or the error of this code, which suggests the nearest name or lists them all.
pub(super) fn named_in<'n>(
    names: impl Iterator<Item = &'n str> + Clone,
    name: &str,
    forgiving: bool,
    code: Code,
) -> Result<usize, Diagnostic> {
    let known = || names.clone().map(str::to_owned).collect::<Vec<String>>();
    find(names.clone(), name, forgiving).ok_or_else(|| unknown(code, name, &known()))
}

/// An action by its name.
///
/// # Errors
///
/// If there is none of that name; what there is is said.
pub fn action_named(game: &CheckedGame, name: &str, forgiving: bool) -> Result<usize, Diagnostic> {
    let names: Vec<String> = game.actions.iter().map(|action| action.name.to_string()).collect();
    find(names.iter().map(String::as_str), name, forgiving).ok_or_else(|| {
        // Bookkeeping is recognised, but not recommended.
        let open = game.actions.iter().filter(|action| !action.internal).map(|action| action.name.to_string());
        let is_near = nearest(name, names.iter().map(String::as_str)).is_some();
        let listed = if is_near { names.clone() } else { open.collect() };
        unknown(Code::UnknownAction, name, &listed)
    })
}

/// A unit of time by its name.
///
/// # Errors
///
/// If there is none of that name; what there is is said.
pub fn time_named(game: &CheckedGame, name: &str, forgiving: bool) -> Result<usize, Diagnostic> {
    named_in(game.times.iter().map(|time| &*time.name), name, forgiving, Code::UnknownTime)
}

/// Turns the names of a request into indices.
///
/// # Errors
///
/// Everything that is wrong: an unknown action, roles without a character, unknown characters, unknown interventions.
pub fn action_call(
    game: &CheckedGame,
    world: &World,
    wish: &ActionRequest,
    forgiving: bool,
) -> Result<ActionCall, Vec<Diagnostic>> {
    let index = action_named(game, &wish.action, forgiving).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let action = game.action(index);
    let slots = action.role_slots();
    let mut roles: Vec<Option<Vec<usize>>> = vec![None; slots.len()];
    let people: Vec<String> = world.people.iter().skip(1).map(|person| person.name.clone()).collect();
    // What is missing may only follow from a role that could not be read.
    let mut unclear = false;
    for (role, names) in &wish.roles {
        let at = match role {
            None if slots.len() == 1 => Some(0),
            None => None,
            Some(role) => find(slots.iter().map(|slot| &*slot.name), role, forgiving),
        };
        let mut who = Vec::new();
        for name in names {
            if crate::syntax::is_none(name) {
                continue;
            }
            match find(people.iter().map(String::as_str), name, forgiving) {
                Some(index) => who.push(index + 1),
                None => errors.push(unknown(Code::UnknownPerson, name, &people)),
            }
        }
        match at.and_then(|at| roles.get_mut(at)) {
            Some(slot) => *slot = Some(who),
            None => {
                let known: Vec<String> = slots.iter().map(|slot| slot.name.to_string()).collect();
                unclear = true;
                errors.push(match role {
                    Some(role) => unknown(Code::UnknownRole, role, &known).arg("action", &*action.name),
                    None => {
                        let error = Diagnostic::error(Code::WhichRole, None).arg("action", &*action.name);
                        let cast: Vec<String> =
                            known.iter().zip(names).map(|(role, name)| format!("{role}: {name}")).collect();
                        let error = error.arg("name", names.join(", "));
                        let fits = known.len() == names.len();
                        let example = fits.then(|| format!("as: {{{}}}", cast.join(", ")));
                        match example {
                            Some(example) => error.help_with("help-write", "example", example),
                            None => error.help_with("help-one-of", "names", crate::diagnostic::words(&known)),
                        }
                    }
                });
            }
        }
    }
    let mut cast = Vec::new();
    let mut missing = Vec::new();
    for (slot, role) in slots.iter().zip(roles) {
        match role {
            Some(who) => cast.push(who),
            None if slot.kind == SlotKind::Many => cast.push(Vec::new()),
            // Where there is only one, it is they.
            None if slots.len() == 1 && people.len() == 1 => cast.push(vec![1]),
            None => {
                missing.push(slot);
                cast.push(Vec::new());
            }
        }
    }
    let fits = |person: &Person| missing.iter().any(|slot| slot.of_kind.is_none_or(|of| person.kind(game) == Some(of)));
    let fitting: Vec<String> =
        world.people.iter().skip(1).filter(|one| fits(one)).map(|person| person.name.clone()).collect();
    let missing: Vec<String> = missing.iter().map(|slot| slot.name.to_string()).collect();
    let strange = misnamed_role(game, action, &missing, wish);
    if let Some(error) = strange {
        errors.push(error);
    } else if !missing.is_empty() && !unclear {
        errors.push(
            Diagnostic::error(Code::RoleMissing, None).arg("action", &*action.name).arg("names", missing).help_with(
                "help-people-are",
                "names",
                fitting,
            ),
        );
    }
    let interventions = chosen_of(game, &wish.interventions, forgiving).unwrap_or_else(|mut found| {
        errors.append(&mut found);
        Vec::new()
    });
    let answers: BTreeMap<String, String> =
        wish.answers.iter().map(|(name, text)| (nfc(name.trim()), text.clone())).to_map();
    errors.extend(unknown_owners(world, answers.keys()));
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok(ActionCall { action: index, roles: cast, answers, interventions, spare: forgiving, ..ActionCall::default() })
}

/// Answers for a character who is not at the table: `Ann.weapon`.
pub fn unknown_owners<'n>(world: &World, names: impl Iterator<Item = &'n String>) -> Option<Diagnostic> {
    let people = || world.people.iter().map(|person| person.name.as_str());
    let whom = |name: &str| name.rsplit_once('.').map(|(who, what)| (who.to_owned(), what.to_owned()));
    let strange = names.filter_map(|name| whom(name).filter(|(who, _)| people().all(|one| one != who)));
    let strange: Vec<(String, String)> = strange.collect();
    let (who, what) = strange.first()?;
    let near = nearest(who, people()).map(|near| format!("{near}.{what}"));
    let names = strange.iter().map(|(who, what)| format!("{who}.{what}"));
    let error = Diagnostic::error(Code::AnswerUnused, None).arg("names", names.collect::<Vec<_>>());
    Some(match near {
        Some(near) => error.help_with("help-did-you-mean", "name", near),
        None => error.help_with("help-people-are", "names", people().skip(1).map(str::to_owned).collect::<Vec<_>>()),
    })
}

/// Where roles are missing: an answer that nothing could ever ask for, which may be meant for one of them.
fn misnamed_role(game: &CheckedGame, action: &Action, missing: &[String], wish: &ActionRequest) -> Option<Diagnostic> {
    let known = || action.slots.iter().map(|slot| &*slot.name);
    missing.first()?;
    let strange = wish.answers.keys().filter(|name| !known().any(|slot| fold(slot) == fold(name)));
    let mut error = never_asked(game, None, strange)?;
    let said = match error.args.first() {
        Some((_, Arg::List(names))) => names.first().map_or("", String::as_str),
        _ => "",
    };
    let near = nearest(said, missing.iter().map(String::as_str)).or(nearest(said, known())).map(str::to_owned);
    error.helps.clear();
    Some(match near {
        Some(near) => error.help_with("help-did-you-mean", "name", near),
        None => error.help_with("help-there-is", "names", missing.to_vec()),
    })
}

/// An intervention as requested: its name, the label at which it happens, its answers.
pub type NamedIntervention = (String, Option<String>, BTreeMap<String, String>);

/// Interventions with indices instead of names.
///
/// # Errors
///
/// If one of them does not exist.
pub fn chosen_of(
    game: &CheckedGame,
    wanted: &[NamedIntervention],
    forgiving: bool,
) -> Result<Vec<RequestedIntervention>, Vec<Diagnostic>> {
    let known: Vec<String> = game.interventions.iter().map(|one| one.name.to_string()).collect();
    let mut found = Vec::new();
    let mut errors = Vec::new();
    for (name, at, answers) in wanted {
        match find(known.iter().map(String::as_str), name, forgiving) {
            Some(index) => {
                let answers = answers.iter().map(|(name, text)| (nfc(name.trim()), text.clone())).to_map();
                found.push(RequestedIntervention {
                    index,
                    at: at.clone(),
                    answers,
                    ..RequestedIntervention::default()
                });
            }
            None => errors.push(unknown(Code::UnknownIntervention, name, &known)),
        }
    }
    if errors.is_empty() { Ok(found) } else { Err(errors) }
}

/// What a session runs: an action, passing time, or turns.
#[derive(Debug, Clone, Copy)]
pub enum Playing<'a> {
    Action(&'a ActionCall),
    /// The same at a table or in a case, where an action that puts characters in order begins their turns.
    InTurn(&'a ActionCall),
    Passing(&'a Passing),
    /// Begins, goes on with or ends the turns of characters.
    Turning(&'a Turning, &'a Passing),
}

impl Session<'_> {
    /// Who sits at the table, by place.
    fn names(world: &World) -> Vec<String> {
        world.people.iter().map(|person| person.name.clone()).collect()
    }

    pub(super) fn origin(&mut self, question: &FinalQuestion) -> Origin {
        self.origin_of(question)
    }

    fn origin_of(&mut self, question: &FinalQuestion) -> Origin {
        let text: Arc<str> = question.text.as_str().into();
        let placement = question.placement.unwrap_or_else(|| {
            let source = self.sources.add(NOWHERE, Arc::clone(&text));
            Placement { span: Span { source, start: 0, end: text.len() }, style: None }
        });
        Origin { text, placement }
    }

    fn watched(
        &mut self,
        game: &CheckedGame,
        world: &World,
        action: Option<usize>,
        questions: &[FinalQuestion],
    ) -> Result<Vec<Watched>, Vec<Diagnostic>> {
        let names = Self::names(world);
        let mut found = Vec::new();
        let mut errors = Vec::new();
        for question in questions {
            let origin = self.origin_of(question);
            match watch(game, &self.sources, &origin, action, &names, false) {
                Ok(one) => found.push(one),
                Err(mut more) => errors.append(&mut more),
            }
        }
        if errors.is_empty() { Ok(found) } else { Err(errors) }
    }

    /// Does an action, lets time pass or goes on with turns; `questions` are asked when all is done.
    ///
    /// # Errors
    ///
    /// The errors in the request, or the one that stopped it; then nothing has happened.
    pub fn play(
        &mut self,
        (game, env, world): (&CheckedGame, &Env, &World),
        what: Playing<'_>,
        effects: &mut dyn Effects,
        questions: &[FinalQuestion],
    ) -> Result<Done, Vec<Diagnostic>> {
        let (name, action) = match what {
            Playing::Action(call) | Playing::InTurn(call) => (&*game.action(call.action).name, Some(call.action)),
            Playing::Passing(passing) => (&*game.time(passing.time).name, None),
            Playing::Turning(..) => ("", None),
        };
        let watched = self.watched(game, world, action, questions)?;
        let origin = self.nowhere(name);
        let stage = Stage::new(game, &origin, env, world);
        let done = match what {
            Playing::Action(call) => act(&stage, call, effects, &watched),
            Playing::InTurn(call) => act(&stage.in_turn(), call, effects, &watched),
            Playing::Passing(passing) => pass(&stage, passing, effects, &watched),
            Playing::Turning(turning, passing) => turn(&stage.in_turn(), turning, passing, effects, &watched),
        };
        let done = done.map_err(|failure| vec![self.stopped(failure.into_diagnostic(game, &origin, &self.sources))])?;
        let unused = match what {
            Playing::Action(call) | Playing::InTurn(call) => unused_answers(game, call, &done),
            _ if done.unused.is_empty() => None,
            _ => Some(Diagnostic::error(Code::AnswerUnused, None).arg("names", done.unused.clone())),
        };
        unused.map_or(Ok(done), |error| Err(vec![error]))
    }

    /// The errors of what was played and recorded. Rolls of which one has to be named are reported as they lay before the
    /// intervention: with the same dice, and without it.
    pub(crate) fn told_as_rolled(
        &mut self,
        (game, env, world): (&CheckedGame, &Env, &World),
        what: Playing<'_>,
        record: &Record,
        mut errors: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        let which: Vec<&mut Diagnostic> =
            errors.iter_mut().filter(|error| error.code == Code::InterventionWhich).collect();
        if which.is_empty() {
            return errors;
        }
        let mut no_dice = TypedDice::new(&[]);
        let again: &mut dyn Effects = &mut Recorder::roll_by_roll(&mut no_dice, record);
        let alone = |call: &ActionCall| ActionCall { interventions: Vec::new(), ..call.clone() };
        let without = |passing: &Passing| Passing { interventions: Vec::new(), ..passing.clone() };
        let done = match what {
            Playing::Action(call) => self.play((game, env, world), Playing::Action(&alone(call)), again, &[]),
            Playing::InTurn(call) => self.play((game, env, world), Playing::InTurn(&alone(call)), again, &[]),
            Playing::Passing(passing) => self.play((game, env, world), Playing::Passing(&without(passing)), again, &[]),
            Playing::Turning(turning, passing) => {
                self.play((game, env, world), Playing::Turning(turning, &without(passing)), again, &[])
            }
        };
        let Ok(done) = done else { return errors };
        let bare = |name: &str| name.split_once(" (").map_or(name, |(bare, _)| bare).to_owned();
        let rolls: Vec<String> = done.passed.iter().map(|one| described(&done.passed, one)).collect();
        let helps = which.into_iter().flat_map(|error| &mut error.helps).filter(|help| help.id == "help-at");
        for arg in helps.flat_map(|help| &mut help.args) {
            if let (_, Arg::List(names)) = arg {
                for name in names {
                    let roll = rolls.iter().rfind(|roll| bare(roll) == bare(name) && roll.ends_with(')'));
                    if let Some(roll) = roll {
                        name.clone_from(roll);
                    }
                }
            }
        }
        errors
    }

    /// The error without its place, if it is not a mistake of the rules.
    pub(super) fn stopped(&self, mut error: Diagnostic) -> Diagnostic {
        if is_nowhere(&error, &self.sources) || SAID.contains(&error.code) {
            error.at = None;
        }
        error
    }

    /// The place of what was typed and is no formula.
    pub(super) fn nowhere(&mut self, text: &str) -> Origin {
        self.origin_of(&FinalQuestion { text: text.to_owned(), placement: None })
    }

    /// The same for what is looked at again and again: it is kept once, however often. The sources may have been
    /// replaced since it was added.
    pub(super) fn nowhere_once(&mut self, text: &str) -> Origin {
        let is_it = |source: &Source| source.name() == NOWHERE && **source.text() == *text;
        let known = self.nowhere.get(text).filter(|id| self.sources.get(**id).is_some_and(is_it));
        match known.copied() {
            Some(source) => {
                let span = Span { source, start: 0, end: text.len() };
                Origin { text: text.into(), placement: Placement { span, style: None } }
            }
            None => {
                let origin = self.nowhere(text);
                self.nowhere.insert(Arc::clone(&origin.text), origin.placement.span.source);
                origin
            }
        }
    }

    /// Options of the table and values of cells, from settings; the rest are answers.
    ///
    /// # Errors
    ///
    /// Values out of range.
    pub fn settings(
        &self,
        game: &CheckedGame,
        settings: &Settings,
    ) -> Result<(Env, BTreeMap<String, String>), Vec<Diagnostic>> {
        let is_option = |name: &str| matches!(game.names.get(name), Some(Named::Option(_))) || game.is_cell(name);
        let (options, answers): (Settings, Settings) =
            settings.iter().map(|(name, text)| (nfc(name.trim()), text.clone())).partition(|(name, _)| is_option(name));
        let env = Env::new(game, &BTreeMap::new(), &options)?;
        Ok((env, answers))
    }
}

/// The roles of an action with the names of the characters who play them. Panics at an index that no character has.
#[must_use]
#[expect(clippy::indexing_slicing, reason = "a place that nobody has panics, as it does in a vector")]
pub fn cast_names(action: &Action, cast: &[Vec<usize>], world: &World) -> Vec<(String, Vec<String>)> {
    let names = |who: &Vec<usize>| who.iter().map(|who| world.people[*who].name.clone()).collect();
    action.role_slots().iter().zip(cast).map(|(role, who)| (role.name.to_string(), names(who))).collect()
}

/// What was typed behind the name of an action, sorted: roles and answers.
#[must_use]
pub fn wish_of(action: &Action, command: ParsedCommand) -> ActionRequest {
    let slots = action.role_slots();
    let mut wish = ActionRequest { action: action.name.to_string(), ..ActionRequest::default() };
    for (name, value) in command.answers {
        match slots.iter().find(|slot| fold(&slot.name) == fold(&name)) {
            Some(slot) => {
                // An empty name between commas is a forgotten character: it is kept, so that it is an error.
                let names = value.split(',').map(str::trim).filter(|name| !name.is_empty() || value.contains(','));
                let names: Vec<String> = names.map(str::to_owned).collect();
                match wish.roles.iter_mut().find(|(role, _)| role.as_deref() == Some(&*slot.name)) {
                    Some((_, said)) => said.extend(names),
                    None => wish.roles.push((Some(slot.name.to_string()), names)),
                }
            }
            None => {
                wish.answers.insert(name, value);
            }
        }
    }
    wish
}

/// Answers to what nothing that these actions may lead to could ever ask are a slip; without `from`, nothing in the
/// game.
pub fn never_asked<'n>(
    game: &CheckedGame,
    from: Option<&[usize]>,
    names: impl Iterator<Item = &'n String>,
) -> Option<Diagnostic> {
    let known = askable(game, from);
    // `Ann.weapon` is asked as `weapon`.
    let asked = |name: &str| known.contains(name) || matches!(game.names.get(name), Some(Named::Trait(_)));
    let mut unused: Vec<String> = names.filter(|name| !asked(bare(name))).cloned().collect();
    unused.order();
    unused.dedup();
    let first = unused.first()?;
    let near = nearest(first, known).map(str::to_owned);
    let error = Diagnostic::error(Code::AnswerUnused, None).arg("names", unused);
    Some(match near {
        Some(near) => error.help_with("help-did-you-mean", "name", near),
        None => error,
    })
}

/// Answers to what only other tests ask for than those that answers pick, in any of several actions with their answers.
/// `holds` says whether the default of a question is its answer, if there is no other.
#[must_use]
pub fn for_another_test(
    game: &CheckedGame,
    acts: &[(usize, &BTreeMap<String, String>)],
    holds: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let (mut names, mut over) = (BTreeSet::new(), UnpickedInputs::new());
    for (action, answers) in acts.iter().filter(|(_, answers)| !answers.is_empty()) {
        let (asked, passed) = asked_or_not(game, *action, &|picking| {
            let (name, question) = picking.question?;
            let AnswerKind::OneOf(words) = &question.kind else { return None };
            let test = |word: i64| picking.called(game, words.get(usize::try_from(word).ok()?)?);
            let said = answers.iter().filter(|(said, _)| bare(said) == name);
            let said = said.map(|(_, text)| test(answer_of(game, &question.kind, text)?));
            let said = said.collect::<Option<BTreeSet<_>>>()?;
            match &question.default {
                _ if !said.is_empty() => Some(said),
                Some(Default::Value(ir)) if holds(name) => Some(BTreeSet::from([test(constant(ir)?)?])),
                _ => None,
            }
        });
        names.extend(asked);
        over.extend(passed);
    }
    over.retain(|name, _| !names.contains(name));
    asked_by_others(&over, acts.iter().flat_map(|(_, answers)| answers.keys()))
}

/// The error for answers to what was passed over.
fn asked_by_others<'n>(over: &UnpickedInputs<'_>, names: impl Iterator<Item = &'n String>) -> Option<Diagnostic> {
    let unused: Vec<&String> = names.filter(|name| over.contains_key(bare(name))).collect();
    unused.first()?;
    let list = |names: &BTreeSet<&str>| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let names: Vec<String> = unused.iter().map(|name| (*name).clone()).collect();
    let error = Diagnostic::error(Code::AnswerUnused, None).arg("names", names);
    let asked: BTreeSet<&str> = unused.iter().map(|name| bare(name)).collect();
    let helps =
        asked.into_iter().filter_map(|name| Some((name, over.get(name)?))).map(|(name, [others, instead])| Note {
            id: "help-asked-by-others",
            args: vec![("name", name.into()), ("others", list(others).into()), ("picked", list(instead).into())],
        });
    Some(Diagnostic { helps: helps.collect(), ..error })
}

/// `weapon` of `Ann.weapon`.
pub(super) fn bare(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// Answers that nothing asked for are a slip. Typed ones may be for what this time did not happen.
fn unused_answers(game: &CheckedGame, call: &ActionCall, done: &Done) -> Option<Diagnostic> {
    let action = game.action(call.action);
    let asks = action.ask.iter().map(|ask| (&*action.slot(ask.slot).name, ask));
    // What is asked after a roll may not be asked at all; then it is only an answer.
    let (late, own): (Vec<_>, Vec<_>) = asks.partition(|(_, ask)| ask.late);
    for (name, ask) in &late {
        let kind = &ask.question.kind;
        let words =
            matches!(kind, AnswerKind::YesNo | AnswerKind::OneOf(_) | AnswerKind::Row(_) | AnswerKind::Column(_));
        let said = call.answers.get(*name).filter(|_| words && done.unused.iter().any(|one| one == *name));
        if let Some(said) = said.filter(|said| answer_of(game, kind, said).is_none()) {
            let error = Diagnostic::error(Code::BadAnswer, None).arg("name", *name).arg("text", &**said);
            return Some(error.help_with("help-there-is", "names", game.answers(kind)));
        }
    }
    let own: Vec<&str> = own.into_iter().map(|(name, _)| name).collect();
    // Settings of the table answer any question that is put later.
    let unused = || done.unused.iter().filter(|name| !call.standing.contains(*name));
    unused().next()?;
    let (_, over) = asked_or_not(game, call.action, &|picking| {
        let rolled = done.trace.iter().filter_map(|step| match step {
            TraceStep::Began { label, test, .. } if *label == *picking.label => picking.called(game, test),
            _ => None,
        });
        Some(rolled.collect::<BTreeSet<_>>()).filter(|tests| !tests.is_empty())
    });
    if let Some(error) = asked_by_others(&over, unused()) {
        return Some(error);
    }
    let later = if call.spare { askable(game, Some(&[call.action])) } else { BTreeSet::new() };
    let spare = |name: &str| late.iter().any(|(late, _)| *late == name) || later.contains(name) && !own.contains(&name);
    let unused: Vec<String> = unused().filter(|name| !spare(bare(name))).cloned().collect();
    let near = match unused.as_slice() {
        [] => return None,
        [one] => nearest(one, own.iter().copied()).map(str::to_owned),
        _ => None,
    };
    let error = Diagnostic::error(Code::AnswerUnused, None).arg("names", unused);
    Some(match near {
        Some(near) => error.help_with("help-did-you-mean", "name", near),
        None => error.help_with("help-there-is", "names", own.into_iter().map(str::to_owned).collect::<Vec<_>>()),
    })
}

/// A value as cases write it.
#[must_use]
pub fn answer_words(answer: &Answer) -> String {
    match answer {
        Answer::Number(number) => number.to_string(),
        Answer::Flag(true) => "yes".to_owned(),
        Answer::Flag(false) => "no".to_owned(),
        Answer::Text(text) => text.clone(),
    }
}
