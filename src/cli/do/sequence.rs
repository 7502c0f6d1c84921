//! A prepared action or passing of time: characters and answers are resolved, only the dice are missing.

use std::collections::BTreeMap;

use super::answers::{ActionAnswers, AnswerRules, Rules, said};
use super::roles::{Casting, Roles};
use crate::check::program::CheckedGame;
use crate::cli::args::Happening;
use crate::cli::seats::Seats;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{ActionCall, Passing};
use crate::odds::Turn;
use crate::report::{Catalogue, roll};
use crate::session::command::{
    CommandError, CommandSpec, ParsedCommand, spoken_action, spoken_interventions, understand, with_interventions,
};
use crate::session::{
    ActionRequest, LoadedGame, Session, action_call, action_named, answers_told, cast_names, for_another_test,
    never_asked, time_named, wish_of,
};
use crate::world::{Env, World};

/// The values of `--set`, `--choose`, `--policy` and `--best`, as typed.
pub(in crate::cli) struct ActionOptions<'a> {
    pub(in crate::cli) set: &'a [String],
    pub(in crate::cli) choose: &'a [String],
    pub(in crate::cli) policy: &'a [String],
    /// `--best`: each possible decision is made in the best way.
    pub(in crate::cli) best: bool,
}

/// An action with its characters and answers resolved.
pub(in crate::cli) struct Staged {
    pub(in crate::cli) seats: Seats,
    pub(in crate::cli) env: Env,
    pub(in crate::cli) call: ActionCall,
    pub(in crate::cli) rules: Rules,
    pub(in crate::cli) answered: AnswerRules,
    /// The characters in each role, by name.
    pub(in crate::cli) roles: Roles,
}

/// An action by its name; files play its roles.
///
/// # Errors
///
/// All errors in what was typed and in the files.
pub(in crate::cli) fn staged(
    session: &Session<'_>,
    game: &LoadedGame,
    action: &str,
    casting: &Casting,
    given: &ActionOptions<'_>,
) -> Result<Staged, Vec<Diagnostic>> {
    let index = action_named(&game.game, action, true).map_err(|error| {
        let mut errors = vec![error];
        session.name_games(&mut errors, &game.game.id);
        errors
    })?;
    let action = game.game.action(index);
    let mut seats = Seats::new();
    let (wish, roles) = casting.wish(game, action, &mut seats, &session.sources)?;
    let said = said(&game.game, &seats.world, given)?;
    let (env, answers) = session.settings(&game.game, &said.settings)?;
    let (rules, answered) = (said.rules.clone(), said.answered.clone());
    let wish = said.complete(wish, answers, casting.of_interventions(&game.game, &seats));
    let call = action_call(&game.game, &seats.world, &wish, true)?;
    if let Some(error) = for_another_test(&game.game, &[(index, &call.answers)], &|_| false) {
        return Err(vec![error]);
    }
    Ok(Staged { seats, env, call, rules, answered, roles })
}

/// An action or passing time, ready to run.
pub(in crate::cli) struct NextAction {
    pub(in crate::cli) turn: Turn,
    pub(in crate::cli) name: String,
    /// The characters in each role, by name.
    pub(in crate::cli) roles: Roles,
    pub(in crate::cli) rules: Rules,
    pub(in crate::cli) answered: AnswerRules,
}

impl NextAction {
    /// The answers, by name.
    pub(in crate::cli) fn answers(&self, game: &CheckedGame, catalogue: &Catalogue) -> Vec<(String, String)> {
        let answers = answers_told(game, self.turn.answers()).into_iter();
        answers.map(|(name, answer)| (name, roll::words(&answer, catalogue))).collect()
    }
}

/// Actions that run one after the other.
pub(in crate::cli) struct Sequence {
    pub(in crate::cli) seats: Seats,
    pub(in crate::cli) env: Env,
    pub(in crate::cli) nexts: Vec<NextAction>,
    /// What was typed of each.
    pub(in crate::cli) said: Vec<String>,
}

/// Several things in their order. People who are there play roles by what is said of them;
/// files may do so too.
///
/// # Errors
///
/// All errors in what was typed and in the files.
pub(in crate::cli) fn sequence(
    session: &Session<'_>,
    game: &LoadedGame,
    happenings: &[Happening],
    casting: &Casting,
    given: &ActionOptions<'_>,
) -> Result<Sequence, Vec<Diagnostic>> {
    let said = happenings.iter().map(|happening| match happening {
        Happening::Act(text) => text.clone(),
        Happening::Pass(text) => format!("pass {text}"),
    });
    let sequence = match happenings {
        // Where files play all roles it is what `do` does.
        [Happening::Act(name)]
            if action_named(&game.game, name, true).is_ok() && (casting.casts() || casting.sheets().is_empty()) =>
        {
            let example = |mut errors: Vec<Diagnostic>| {
                let helps = errors.iter_mut().flat_map(|error| &mut error.helps);
                helps.filter(|help| help.id == "help-do-example").for_each(|help| help.id = "help-odds-do-example");
                errors
            };
            let staged = staged(session, game, name, casting, given).map_err(example)?;
            let Staged { seats, env, call, rules, answered, roles } = staged;
            let name = game.game.action(call.action).name.to_string();
            let next = NextAction { turn: Turn::Act(call), name, roles, rules, answered };
            Sequence { seats, env, nexts: vec![next], said: Vec::new() }
        }
        _ => spoken(session, game, happenings, casting, given)?,
    };
    let sequence = Sequence { said: said.collect(), ..sequence };
    let answers = sequence.nexts.iter().flat_map(|next| match &next.turn {
        Turn::Act(call) => call.answers.keys(),
        Turn::Pass(passing) => passing.answers.keys(),
    });
    let act = |next: &NextAction| if let Turn::Act(call) = &next.turn { Some(call.action) } else { None };
    let acts: Option<Vec<usize>> = sequence.nexts.iter().map(act).collect();
    if let Some(error) = never_asked(&game.game, acts.as_deref(), answers) {
        return Err(vec![error]);
    }
    let calls = sequence.nexts.iter().filter_map(|next| match &next.turn {
        Turn::Act(call) => Some((call.action, &call.answers)),
        Turn::Pass(_) => None,
    });
    // No question is put: without an answer of a policy it has its default.
    let decided = |name: &str| sequence.nexts.iter().any(|next| next.answered.iter().any(|(one, ..)| one == name));
    match for_another_test(&game.game, &calls.collect::<Vec<_>>(), &|name| !given.best && !decided(name)) {
        Some(error) => Err(vec![error]),
        None => Ok(sequence),
    }
}

fn spoken(
    session: &Session<'_>,
    game: &LoadedGame,
    happenings: &[Happening],
    casting: &Casting,
    given: &ActionOptions<'_>,
) -> Result<Sequence, Vec<Diagnostic>> {
    let mut seats = Seats::new();
    casting.cast(game, &[], &mut seats, &session.sources)?;
    let commands = commands(game, happenings, &seats.world).map_err(|mut errors| {
        session.name_games(&mut errors, &game.game.id);
        errors
    })?;
    let actions: Vec<_> = commands.iter().flatten().map(|one| game.game.action(one.index)).collect();
    let mut cast = casting.cast(game, &actions, &mut seats, &session.sources)?.into_iter();
    let mut errors = Vec::new();
    let mut nexts = Vec::new();
    let mut env = None;
    for (happening, command) in happenings.iter().zip(commands) {
        let mut said = said(&game.game, &seats.world, given)?;
        if let Happening::Act(text) = happening {
            let (_, interventions) = parts(game, &seats.world, text);
            errors.extend(interventions.into_iter().filter_map(|one| said.intervene(one)));
        }
        let (options, answers) = session.settings(&game.game, &said.settings)?;
        env = Some(options);
        let next = match (happening, command) {
            (Happening::Act(_), Some(command)) => {
                let of_interventions = casting.of_interventions(&game.game, &seats);
                act(game, &seats, command, cast.next().unwrap_or_default(), said, answers, of_interventions)
            }
            (Happening::Pass(name) | Happening::Act(name), _) => pass(game, name, answers, said.answered.clone()),
        };
        match next {
            Ok(next) => nexts.push(next),
            Err(mut found) => {
                found.retain(|error| !errors.contains(error));
                errors.append(&mut found);
            }
        }
    }
    match env {
        Some(env) if errors.is_empty() => Ok(Sequence { seats, env, nexts, said: Vec::new() }),
        _ => Err(errors),
    }
}

/// What is done, and the interventions said behind it.
fn parts<'t>(game: &LoadedGame, world: &World, text: &'t str) -> (&'t str, Vec<&'t str>) {
    let known = spoken_interventions(&game.game, world);
    let (done, interventions) = with_interventions(text, &known, &|word| game.game.names.contains_key(word));
    let slice = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().trim();
    (slice(done), interventions.into_iter().map(slice).collect())
}

/// What was understood of each action.
fn commands(
    game: &LoadedGame,
    happenings: &[Happening],
    world: &World,
) -> Result<Vec<Option<ParsedCommand>>, Vec<Diagnostic>> {
    let known: Vec<CommandSpec> =
        game.game.actions.iter().map(|action| spoken_action(&game.game, world, action)).collect();
    let mut errors = Vec::new();
    let mut commands = Vec::new();
    for happening in happenings {
        let Happening::Act(text) = happening else {
            commands.push(None);
            continue;
        };
        let (text, _) = parts(game, world, text);
        match understand(text, &known) {
            Ok(command) => commands.push(Some(command)),
            Err(CommandError::Unknown(place)) => {
                let name = text.get(place).unwrap_or(text);
                // The error lists the names that exist.
                let unknown = || Diagnostic::error(Code::UnknownAction, None).arg("name", name);
                errors.push(action_named(&game.game, name, false).err().unwrap_or_else(unknown));
            }
            Err(slip) => errors.push(slip.diagnostic(text, |_| None)),
        }
    }
    if errors.is_empty() { Ok(commands) } else { Err(errors) }
}

fn act(
    game: &LoadedGame,
    seats: &Seats,
    command: ParsedCommand,
    cast: Roles,
    said: ActionAnswers,
    mut answers: BTreeMap<String, String>,
    of_interventions: Vec<(String, String)>,
) -> Result<NextAction, Vec<Diagnostic>> {
    let action = game.game.action(command.index);
    let mut wish: ActionRequest = wish_of(action, command);
    for (role, people) in cast {
        if wish.roles.iter().all(|(one, _)| one.as_deref() != Some(&*role)) {
            wish.roles.push((Some(role), people));
        }
    }
    // Answers for this action take precedence over answers for all.
    answers.append(&mut wish.answers);
    let (rules, answered) = (said.rules.clone(), said.answered.clone());
    let wish = said.complete(wish, answers, of_interventions);
    let call = action_call(&game.game, &seats.world, &wish, true)?;
    let roles = cast_names(action, &call.roles, &seats.world);
    Ok(NextAction { turn: Turn::Act(call), name: action.name.to_string(), roles, rules, answered })
}

fn pass(
    game: &LoadedGame,
    name: &str,
    answers: BTreeMap<String, String>,
    answered: AnswerRules,
) -> Result<NextAction, Vec<Diagnostic>> {
    let time = time_named(&game.game, name, true).map_err(|error| vec![error])?;
    let name = game.game.time(time).name.to_string();
    let passing = Passing { time, answers, interventions: Vec::new() };
    Ok(NextAction { turn: Turn::Pass(passing), name, roles: Roles::new(), rules: Rules::new(), answered })
}
