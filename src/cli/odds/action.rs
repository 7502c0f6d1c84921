//! `tirada odds --do`: the distribution of the results of an action, done once or turn after turn.

use super::output::write;
use super::samples::SampleCount;
use super::seated_expression::seated;
use super::{advised, bounds, explodes, pick_instead, shallower};
use crate::check::program::{CheckedGame, SlotKind, TagId};
use crate::cli::args::OddsArgs;
use crate::cli::r#do::ActionError;
use crate::cli::r#do::answers::parts_of_policy;
use crate::cli::r#do::roles::Casting;
use crate::cli::r#do::sequence::{ActionOptions, NextAction, Sequence, sequence};
use crate::cli::{CommandContext, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{ActionCall, RequestedIntervention};
use crate::odds::{
    ActionOdds, OddsLimits, Turn, TurnOdds, best_of_action, of_action, of_turns, sample_action, sample_turns,
};
use crate::report::odds::{ActionView, AfterView, TurnEvent, TurnsView};
use crate::session::{AnswerWanted, BestOf, LoadedGame, ParsedPolicy, PolicyText, Session, some_samples, tag_named};
use crate::world::Look;

pub(super) fn run(context: &mut CommandContext, wanted: &OddsArgs, fallen: Option<&[i64]>) -> u8 {
    let files: Vec<_> = wanted.with.iter().map(std::path::PathBuf::from).collect();
    let read = |session: &mut Session<'_>| Casting::read(session, &wanted.cast, &files);
    seated(context, wanted, read, Casting::sheets, |context, session, game, casting| {
        show(context, session, game, (casting, fallen), wanted)
    })
}

fn show(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    (casting, fallen): (&Casting, Option<&[i64]>),
    wanted: &OddsArgs,
) -> Result<(), ActionError> {
    let best = wanted.best.is_some();
    let given = ActionOptions { set: &wanted.set, choose: &wanted.choose, policy: &wanted.policy, best };
    let wrong = |errors: Vec<Diagnostic>| (errors, WRONG);
    let sequence = sequence(session, game, &wanted.happenings, casting, &given).map_err(wrong)?;
    context.output.complain(&sequence.seats.suspect, &session.sources);
    let bounds = bounds(context, wanted);
    if (best || fallen.is_some()) && sequence.nexts.len() != 1 {
        return Err(wrong(vec![Diagnostic::error(Code::BestOfOne, None)]));
    }
    let decided = decided(session, game, &sequence, wanted).map_err(wrong)?;
    let decided = decided.as_ref();
    if let ([NextAction { turn: Turn::Act(call), .. }], None) = (sequence.nexts.as_slice(), wanted.turns) {
        return once(context, session, game, &sequence, (call, decided, fallen), &bounds, wanted);
    }
    let times = wanted.turns.unwrap_or(1);
    turn_after_turn(context, session, game, &sequence, (times, decided), &bounds, wanted)
}

/// The conditions under which interventions are done, and what is to be best, if any of that was given.
fn decided(
    session: &mut Session<'_>,
    game: &LoadedGame,
    sequence: &Sequence,
    wanted: &OddsArgs,
) -> Result<Option<ParsedPolicy>, Vec<Diagnostic>> {
    if wanted.policy.is_empty() && wanted.best.is_none() {
        return Ok(None);
    }
    let mut typed = PolicyText::default();
    let mut parts = Vec::new();
    for text in &wanted.policy {
        let Some((_, condition)) = parts_of_policy(text) else { return Err(vec![Diagnostic::internal()]) };
        parts.push(typed.add(text, condition));
    }
    let mut rules: Vec<(RequestedIntervention, std::ops::Range<usize>)> = Vec::new();
    for next in &sequence.nexts {
        let interventions = match &next.turn {
            Turn::Act(call) => &call.interventions,
            Turn::Pass(passing) => &passing.interventions,
        };
        for (number, policy) in &next.rules {
            let (Some(chosen), Some(part)) = (interventions.get(*number), parts.get(*policy)) else {
                return Err(vec![Diagnostic::internal()]);
            };
            let rule = (chosen.clone(), part.clone());
            // The same holds for all that is done.
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
    }
    let mut answers: Vec<AnswerWanted> = Vec::new();
    for (name, answer, policy) in sequence.nexts.first().into_iter().flat_map(|next| &next.answered) {
        let part = parts.get(*policy).cloned().ok_or_else(Vec::new)?;
        answers.push((name.clone(), answer.clone(), part));
    }
    // Where only time passes there are no interventions.
    let used = |part: &std::ops::Range<usize>| {
        rules.iter().any(|(_, one)| one == part) || answers.iter().any(|(.., one)| one == part)
    };
    if let Some((text, _)) = wanted.policy.iter().zip(&parts).find(|(_, part)| !used(part)) {
        let name = parts_of_policy(text).map_or(text.as_str(), |(name, _)| name);
        return Err(vec![Diagnostic::error(Code::InterventionNotHere, None).arg("name", name)]);
    }
    let call = sequence.nexts.first().and_then(|next| match &next.turn {
        Turn::Act(call) => Some(call),
        Turn::Pass(_) => None,
    });
    let name = if wanted.policy.is_empty() { "--best" } else { "--policy" };
    let best = wanted.best.as_deref().zip(call.map(BestOf::Action));
    let mut decided = session.decided(&game.game, &sequence.seats.world, (&typed, name), (&rules, &answers), best)?;
    if let Some(goal) = &mut decided.goal {
        goal.wanted = !wanted.choose.is_empty();
    }
    Ok(Some(decided))
}

/// Interventions and their conditions, as they were typed.
pub(super) fn policy(wanted: &OddsArgs) -> Vec<(String, String)> {
    let parts = wanted.policy.iter().filter_map(|text| Some((parts_of_policy(text)?, text)));
    let condition = |text: &str, part: std::ops::Range<usize>| text.get(part).unwrap_or_default().trim().to_owned();
    parts.map(|((name, part), text)| (name.to_owned(), condition(text, part))).collect()
}

/// Answers for one action, done once.
fn once(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    sequence: &Sequence,
    (call, decided, fallen): (&ActionCall, Option<&ParsedPolicy>, Option<&[i64]>),
    bounds: &OddsLimits,
    wanted: &OddsArgs,
) -> Result<(), ActionError> {
    let samples = SampleCount::wanted(context, wanted);
    let Some(next) = sequence.nexts.first() else { return Err((vec![Diagnostic::internal()], WRONG)) };
    let (env, world) = (&sequence.env, &sequence.seats.world);
    let (on, by) = ((&game.game, env, world), decided.ok_or(&*next.name));
    let slots = &game.game.action(call.action).slots;
    let rolled = slots.iter().filter_map(|slot| match slot.kind {
        SlotKind::Roll(test) | SlotKind::Contest(test, ..) => Some(&game.game.tests[test]),
        _ => None,
    });
    let wrong = |error| (vec![pick_instead(&game.game, rolled.clone(), advised(wanted, error))], WRONG);
    let expression = expression(&sequence.said);
    let (answers, policy) = (next.answers(&game.game, &context.output.catalogue), policy(wanted));
    let view = |odds| ActionView {
        game: &game.game,
        expression: &expression,
        action: &next.name,
        roles: &next.roles,
        answers: &answers,
        fallen: fallen.unwrap_or_default(),
        policy: &policy,
        goal: wanted.best.as_deref(),
        odds,
        all: wanted.all,
        seed: samples.map(|samples| samples.seed),
    };
    let may_help = || wanted.depth.is_none() && explodes(&game.game);
    // What people do is said, or all of it is tried.
    if let (Some(faces), None, true) = (fallen, decided, call.interventions.is_empty()) {
        let mut tried = |bounds: &OddsLimits| session.courses_of_action(on, call, faces, bounds);
        let found = tried(bounds).map_err(|error| shallower(may_help, (bounds, error), tried));
        let (mut courses, impossible) = found.map_err(wrong)?;
        if !wanted.all {
            courses.iter_mut().for_each(|course| course.leave_out_internal(&game.game));
        }
        let left = courses.iter().find(|course| course.intervention.is_none()).and_then(|left| left.action.as_deref());
        let before: Vec<Look> = (0..world.people.len()).map(|who| session.see(&game.game, env, world, who)).collect();
        let view = AfterView {
            game: &game.game,
            expression: &expression,
            action: Some(view(left.ok_or_else(|| wrong(Diagnostic::internal()))?)),
            before: &before,
            faces,
            courses: &courses,
            impossible: &impossible,
            all: wanted.all,
        };
        return write(context, wanted, &view);
    }
    let odds: Result<ActionOdds, Diagnostic> = match samples {
        Some(samples) => samples
            .draw(|sampling| session.staged_odds(on, by, &|stage| sample_action(stage, call, sampling)))
            .and_then(|odds| some_samples(odds.samples).map(|()| odds)),
        None => {
            let mut exact = |bounds: &OddsLimits| {
                session.staged_odds(on, by, &|stage| match decided.and_then(|decided| decided.goal.as_ref()) {
                    Some(goal) => best_of_action(&stage.after(fallen.unwrap_or_default()), call, goal, bounds),
                    None => of_action(&stage.after(fallen.unwrap_or_default()), call, bounds),
                })
            };
            exact(bounds).map_err(|error| shallower(may_help, (bounds, error), exact))
        }
    };
    write(context, wanted, &view(&told(odds.map_err(wrong)?, &game.game, wanted)))
}

/// What of the odds is reported: bookkeeping of the rules only with `--all`.
pub(super) fn told(odds: ActionOdds, game: &CheckedGame, wanted: &OddsArgs) -> ActionOdds {
    if wanted.all { odds } else { odds.without_internal(game) }
}

/// Everything, so many times.
fn turn_after_turn(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    sequence: &Sequence,
    (times, decided): (u32, Option<&ParsedPolicy>),
    bounds: &OddsLimits,
    wanted: &OddsArgs,
) -> Result<(), ActionError> {
    let (env, world) = (&sequence.env, &sequence.seats.world);
    let turns: Vec<Turn> = sequence.nexts.iter().map(|next| next.turn.clone()).collect();
    let samples = SampleCount::wanted(context, wanted);
    let (on, by) = ((&game.game, env, world), decided.ok_or(""));
    let track: Result<Vec<TagId>, Diagnostic> = wanted.track.iter().map(|name| tag_named(&game.game, name)).collect();
    let track = track.map_err(|error| (vec![error], WRONG))?;
    let found = match samples {
        Some(samples) => samples
            .draw(|sampling| session.staged_odds(on, by, &|stage| sample_turns(stage, &turns, times, sampling)))
            .and_then(|found| some_samples(found.first().and_then(|turn| turn.samples)).map(|()| found)),
        None => {
            let mut exact = |bounds: &OddsLimits| {
                session.staged_odds(on, by, &|stage| of_turns(stage, &turns, times, &track, bounds))
            };
            let may_help = || wanted.depth.is_none() && explodes(&game.game);
            exact(bounds).map_err(|error| shallower(may_help, (bounds, error), exact))
        }
    };
    let found = found.map_err(|error| (vec![advised(wanted, error)], WRONG))?;
    let told = |turn: TurnOdds| if wanted.all { turn } else { turn.without_internal(&game.game, &track) };
    let found: Vec<TurnOdds> = found.into_iter().map(told).collect();
    let before: Vec<Look> = (0..world.people.len()).map(|who| session.see(&game.game, env, world, who)).collect();
    let happens = |next: &NextAction| TurnEvent {
        name: next.name.clone(),
        passes: matches!(next.turn, Turn::Pass(_)),
        roles: next.roles.clone(),
        answers: next.answers(&game.game, &context.output.catalogue),
    };
    let happenings: Vec<TurnEvent> = sequence.nexts.iter().map(happens).collect();
    let expression = expression(&sequence.said);
    let turns: Vec<&TurnOdds> = found.iter().collect();
    let view = TurnsView {
        game: &game.game,
        expression: &expression,
        happenings: &happenings,
        before: &before,
        turns: &turns,
        policy: &policy(wanted),
        seed: samples.map(|samples| samples.seed),
    };
    write(context, wanted, &view)
}

/// The typed actions in one line.
fn expression(said: &[String]) -> String {
    said.join("; ")
}
