//! `tirada odds EXPR --choose`, `--policy`, `--best`: a test in which people intervene.

use std::collections::BTreeMap;
use std::ops::Range;

use super::advised;
use super::after::{roller, wrong};
use super::deeds::policy;
use super::seated::{Wrong, with_given};
use super::writing::write;
use crate::check::Program;
use crate::cli::args::Odds as Wanted;
use crate::cli::r#do::saying::{parts_of_policy, said};
use crate::cli::r#do::staging;
use crate::cli::given::{Given, nothing_reads};
use crate::cli::roll::expression;
use crate::cli::{Context, FILES, USAGE};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Chosen;
use crate::odds::{Bounds, of_roll};
use crate::report::odds::ActionView;
use crate::session::{BestOf, LoadedGame, Request, Session, Typed, Wish, chosen_of, unread};

pub(super) fn run(context: &mut Context, wanted: &Wanted, text: &str) -> u8 {
    if wanted.simulate.is_some() {
        context.complain_alone(&Diagnostic::error(Code::OddsInterveneExact, None));
        return USAGE;
    }
    let text = match expression(text, &context.limits) {
        Ok(text) => text,
        Err(error) => {
            context.complain_alone(&error);
            return FILES;
        }
    };
    with_given(context, wanted, |context, session, game, given| show(context, session, game, given, wanted, text))
}

fn show(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    given: &Given,
    wanted: &Wanted,
    text: String,
) -> Result<(), Wrong> {
    let catalogue = &context.output.catalogue;
    let mut suspect = Vec::new();
    let given = given.request(game, &[], &session.sources, &mut suspect).map_err(wrong)?;
    context.output.complain(&suspect, &session.sources);
    let person = roller(&given, catalogue);
    let source = catalogue.text("typed", &Vec::new());
    let request = Request { text, source: source.clone(), person: Some(person), ..given };
    let ready = session.prepare(&game.game, &request).map_err(wrong)?;
    context.output.complain(&ready.warnings, &session.sources);
    let idle = nothing_reads(unread(&game.game, &request, &ready, true));
    if !idle.is_empty() {
        return Err(wrong(idle));
    }
    let Some((world, who)) = &ready.person else { return Err(wrong(vec![Diagnostic::internal()])) };
    let Program::Test(side) = &ready.prepared.program else {
        let at = Some(ready.prepared.origin.placement.span);
        let error = Diagnostic::error(Code::OddsNoTest, at).help("help-odds-a-test");
        return Err(wrong(vec![error]));
    };
    let best = wanted.best.is_some();
    let given = staging::Given { set: &[], choose: &wanted.choose, policy: &wanted.policy, best };
    let said = said(&game.game, world, &given).map_err(wrong)?;
    // A test that is typed asks what `--set` answers.
    if let Some((name, ..)) = said.answered.first() {
        return Err(wrong(vec![Diagnostic::error(Code::NotAChoice, None).arg("text", name.as_str())]));
    }
    if let Some(name) = said.settings.keys().next() {
        return Err(wrong(vec![Diagnostic::error(Code::NotAChoice, None).arg("text", name.as_str())]));
    }
    let rules = said.rules.clone();
    let wish = said.complete(Wish::default(), BTreeMap::new(), Vec::new());
    let interventions = chosen_of(&game.game, &wish.interventions, true).map_err(wrong)?;
    // What was typed first keeps its place: formulas of it say where they stand.
    let mut typed = Typed::default();
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
    let mut decided = session.decided(&game.game, world, (&typed, &source), (&conditions, &[]), goal).map_err(wrong)?;
    if let Some(goal) = &mut decided.goal {
        goal.wanted = !wanted.choose.is_empty();
    }
    let mut bounds = Bounds::within(&context.limits);
    bounds.depth = wanted.depth.unwrap_or(bounds.depth);
    let on = (&game.game, &ready.env, world);
    let odds = session.staged_odds(on, Ok(&decided), &|stage| {
        of_roll(stage, &ready.prepared, (*who, &interventions), decided.goal.as_ref(), &bounds)
    });
    let odds = odds.map_err(|error| wrong(vec![advised(wanted, error)]))?;
    let view = ActionView {
        game: &game.game,
        expression: request.text.trim(),
        action: request.text.trim(),
        roles: &[],
        answers: &[],
        policy: &policy(wanted),
        goal: wanted.best.as_deref(),
        odds: &odds,
        all: wanted.all,
        seed: None,
    };
    write(context, wanted, &view)
}
