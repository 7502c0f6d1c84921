//! `tirada odds EXPR --choose`, `--policy`, `--best`: a test with interventions.

use std::collections::BTreeMap;
use std::ops::Range;

use super::action::{policy, told};
use super::output::write;
use super::samples::SampleCount;
use super::seated_expression::{SeatedExpression, with_expression, wrong};
use super::{advised, bounds, explodes, shallower, throws_on};
use crate::check::Program;
use crate::cli::CommandContext;
use crate::cli::args::OddsArgs;
use crate::cli::r#do::Wrong;
use crate::cli::r#do::answers::{parts_of_policy, said};
use crate::cli::r#do::sequence;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Chosen, Stage};
use crate::odds::{Bounds, of_roll, sample_roll};
use crate::report::odds::ActionView;
use crate::session::{ActionRequest, BestOf, LoadedGame, PolicyText, Session, chosen_of, no_test, some_samples};

pub(super) fn run(context: &mut CommandContext, wanted: &OddsArgs, text: &str, fallen: &[i64]) -> u8 {
    with_expression(context, wanted, text, |context, session, game, checked| {
        show(context, session, game, (checked, fallen), wanted)
    })
}

fn show(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    (checked, fallen): (&SeatedExpression, &[i64]),
    wanted: &OddsArgs,
) -> Result<(), Wrong> {
    let SeatedExpression { request, ready, world, who } = checked;
    let Program::Test(side) = &ready.prepared.program else {
        let at = Some(ready.prepared.origin.placement.span);
        return Err(wrong(vec![no_test(&game.game, Some(&ready.prepared.program), at)]));
    };
    let best = wanted.best.is_some();
    let given = sequence::ActionOptions { set: &[], choose: &wanted.choose, policy: &wanted.policy, best };
    let said = said(&game.game, world, &given).map_err(wrong)?;
    // A test that is typed asks what `--set` answers.
    if let Some((name, ..)) = said.answered.first() {
        return Err(wrong(vec![Diagnostic::error(Code::NotAChoice, None).arg("text", name.as_str())]));
    }
    if let Some(name) = said.settings.keys().next() {
        return Err(wrong(vec![Diagnostic::error(Code::NotAChoice, None).arg("text", name.as_str())]));
    }
    let rules = said.rules.clone();
    let wish = said.complete(ActionRequest::default(), BTreeMap::new(), Vec::new());
    let interventions = chosen_of(&game.game, &wish.interventions, true).map_err(wrong)?;
    // What was typed first keeps its place: formulas of it say where they stand.
    let mut typed = PolicyText::default();
    let expression = &*ready.prepared.origin.text;
    typed.add(expression, 0..expression.len());
    let mut conditions: Vec<(Chosen, Range<usize>)> = Vec::new();
    for (number, policy) in rules {
        let line = wanted.policy.get(policy);
        let part = line.and_then(|line| Some((line, parts_of_policy(line)?.1)));
        let (Some(chosen), Some((line, part))) = (interventions.get(number), part) else {
            return Err(wrong(vec![Diagnostic::internal()]));
        };
        conditions.push((chosen.clone(), typed.add(line, part)));
    }
    let goal = wanted.best.as_deref().zip(Some(BestOf::Roll(side.test)));
    let mut decided =
        session.decided(&game.game, world, (&typed, &request.source), (&conditions, &[]), goal).map_err(wrong)?;
    if let Some(goal) = &mut decided.goal {
        goal.wanted = !wanted.choose.is_empty();
    }
    let bounds = bounds(context, wanted);
    let on = (&game.game, &ready.env, world);
    let asked = (*who, interventions.as_slice());
    let samples = SampleCount::wanted(context, wanted);
    let odds = match samples {
        Some(samples) => samples
            .draw(|sampling| {
                let sample = |stage: &Stage<'_>| sample_roll(stage, &ready.prepared, asked, sampling);
                session.staged_odds(on, Ok(&decided), &sample)
            })
            .and_then(|odds| some_samples(odds.samples).map(|()| odds)),
        None => {
            let mut exact = |bounds: &Bounds| {
                session.staged_odds(on, Ok(&decided), &|stage| {
                    of_roll(&stage.after(fallen), &ready.prepared, asked, decided.goal.as_ref(), bounds)
                })
            };
            exact(&bounds).map_err(|error| {
                let may_help = || wanted.depth.is_none() && (throws_on(&request.text) || explodes(&game.game));
                shallower(may_help, (&bounds, error), exact)
            })
        }
    };
    let odds = told(odds.map_err(|error| wrong(vec![advised(wanted, error)]))?, &game.game, wanted);
    let view = ActionView {
        game: &game.game,
        expression: request.text.trim(),
        action: request.text.trim(),
        roles: &[],
        answers: &[],
        fallen,
        policy: &policy(wanted),
        goal: wanted.best.as_deref(),
        odds: &odds,
        all: wanted.all,
        seed: samples.map(|samples| samples.seed),
    };
    write(context, wanted, &view)
}
