//! `tirada odds EXPR --choose`, `--policy`, `--best`: a test with interventions.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::action::{policy, told};
use super::output::write;
use super::parameters::{self, in_text};
use super::samples::SampleCount;
use super::seated_expression::{SeatedExpression, check, with_request, wrong};
use super::sweep::{Oddsmaker, sweep};
use super::{advised, bounds, explodes, pick_instead, shallower, throws_on};
use crate::check::Program;
use crate::cli::args::OddsArgs;
use crate::cli::r#do::ActionError;
use crate::cli::r#do::answers::{parts_of_policy, said};
use crate::cli::r#do::sequence;
use crate::cli::given_values::nothing_reads;
use crate::cli::{CommandContext, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{RequestedIntervention, Stage};
use crate::limits::Budget;
use crate::odds::{ActionOdds, Odds, OddsLimits, of_roll, sample_roll};
use crate::report::odds::{ActionView, Cumulation, ExpressionView, Series};
use crate::session::{
    ActionRequest, BestOf, LoadedGame, PolicyText, Ready, RollRequest, Session, chosen_of, no_test, some_samples,
};
use crate::source::Span;
use crate::world::World;

pub(super) fn run(context: &mut CommandContext, wanted: &OddsArgs, text: &str, fallen: &[i64]) -> u8 {
    with_request(context, wanted, text, |context, session, game, request| {
        let rolling = InterventionOddsRequest {
            game,
            wanted,
            fallen,
            bounds: bounds(context, wanted),
            samples: SampleCount::wanted(context, wanted),
        };
        let source = session.sources.add(request.source.clone(), &*request.text);
        let typed = Span { source, start: 0, end: request.text.len() };
        let varies = in_text(&game.game, &request.text, typed).map_err(|error| wrong(vec![error]))?.is_some();
        if varies || !wanted.over.is_empty() {
            return rolling.show_swept(context, session, &request, typed);
        }
        let checked = check(context, session, game, request).map_err(wrong)?;
        rolling.show(context, session, &checked)
    })
}

/// A request for the odds of a test with interventions.
struct InterventionOddsRequest<'a> {
    game: &'a LoadedGame,
    wanted: &'a OddsArgs,
    /// The dice that fell already.
    fallen: &'a [i64],
    bounds: OddsLimits,
    samples: Option<SampleCount>,
}

impl InterventionOddsRequest<'_> {
    fn show(
        &self,
        context: &CommandContext,
        session: &mut Session<'_>,
        checked: &SeatedExpression,
    ) -> Result<(), ActionError> {
        let SeatedExpression { request, ready, world, who } = checked;
        let odds = self.odds(session, request, ready, (world, *who)).map_err(wrong)?;
        let game = &self.game.game;
        let odds = told(odds, game, self.wanted);
        let view = ActionView {
            game,
            expression: request.text.trim(),
            action: request.text.trim(),
            roles: &[],
            answers: &[],
            fallen: self.fallen,
            policy: &policy(self.wanted),
            goal: self.wanted.best.as_deref(),
            odds: &odds,
            all: self.wanted.all,
            seed: self.samples.map(|samples| samples.seed),
        };
        write(context, self.wanted, &view)
    }

    /// The same in rows: for each value of what varies.
    fn show_swept(
        &self,
        context: &CommandContext,
        session: &mut Session<'_>,
        request: &RollRequest,
        typed: Span,
    ) -> Result<(), ActionError> {
        let mut varied = Vec::new();
        for item in &self.wanted.over {
            let one = parameters::wanted(&self.game.game, request, &request.text, item);
            varied.push(one.map_err(|(error, usage)| (vec![error], if usage { USAGE } else { WRONG }))?);
        }
        let budget = self.bounds.budget();
        let mut maker = RollingRows { rolling: self, session: &mut *session, request, budget };
        let swept = sweep(&mut maker, &self.game.game, request, typed, varied).map_err(wrong)?;
        context.output.complain(&swept.warnings, &session.sources);
        let idle = nothing_reads(swept.unread.iter().map(String::as_str));
        if !idle.is_empty() {
            return Err(wrong(idle));
        }
        let expression = request.text.trim().to_owned();
        let series =
            Series { name: self.decisions(), ruleset: self.game.game.id.clone(), expression, points: swept.points };
        let view = ExpressionView {
            series: vec![series],
            parameters: swept.parameters,
            reading: Cumulation::Exactly,
            difference: false,
            all: self.wanted.all,
            margins: false,
            seed: self.samples.map(|samples| samples.seed),
        };
        write(context, self.wanted, &view)
    }

    /// What was said of decisions, as it was typed.
    fn decisions(&self) -> String {
        let OddsArgs { choose, policy, best, .. } = self.wanted;
        let flag = |flag: &'static str| move |text: &String| format!("{flag} “{}”", text.trim());
        let said = choose.iter().map(flag("--choose")).chain(policy.iter().map(flag("--policy")));
        said.chain(best.iter().map(flag("--best"))).collect::<Vec<_>>().join(" ")
    }

    fn odds(
        &self,
        session: &mut Session<'_>,
        request: &RollRequest,
        ready: &Ready,
        (world, who): (&World, usize),
    ) -> Result<ActionOdds, Vec<Diagnostic>> {
        let (game, wanted) = (&self.game.game, self.wanted);
        let Program::Test(side) = &ready.prepared.program else {
            let at = Some(ready.prepared.origin.placement.span);
            return Err(vec![no_test(game, Some(&ready.prepared.program), at)]);
        };
        let best = wanted.best.is_some();
        let given = sequence::ActionOptions { set: &[], choose: &wanted.choose, policy: &wanted.policy, best };
        let said = said(game, world, &given)?;
        // A test that is typed asks what `--set` answers.
        if let Some((name, ..)) = said.answered.first() {
            return Err(vec![Diagnostic::error(Code::NotAChoice, None).arg("text", name.as_str())]);
        }
        if let Some(name) = said.settings.keys().next() {
            return Err(vec![Diagnostic::error(Code::NotAChoice, None).arg("text", name.as_str())]);
        }
        let rules = said.rules.clone();
        let wish = said.complete(ActionRequest::default(), BTreeMap::new(), Vec::new());
        let interventions = chosen_of(game, &wish.interventions, true)?;
        // What was typed first keeps its place: formulas of it say where they stand.
        let mut typed = PolicyText::default();
        let expression = &*ready.prepared.origin.text;
        typed.add(expression, 0..expression.len());
        let mut conditions: Vec<(RequestedIntervention, Range<usize>)> = Vec::new();
        for (number, policy) in rules {
            let line = wanted.policy.get(policy);
            let part = line.and_then(|line| Some((line, parts_of_policy(line)?.1)));
            let (Some(chosen), Some((line, part))) = (interventions.get(number), part) else {
                return Err(vec![Diagnostic::internal()]);
            };
            conditions.push((chosen.clone(), typed.add(line, part)));
        }
        let goal = wanted.best.as_deref().zip(Some(BestOf::Roll(side.test)));
        let mut decided = session.decided(game, world, (&typed, &request.source), (&conditions, &[]), goal)?;
        if let Some(goal) = &mut decided.goal {
            goal.wanted = !wanted.choose.is_empty();
        }
        let on = (game, &ready.env, world);
        let asked = (who, interventions.as_slice());
        let odds = match self.samples {
            Some(samples) => samples
                .draw(|sampling| {
                    let sample = |stage: &Stage<'_>| sample_roll(stage, &ready.prepared, asked, sampling);
                    session.staged_odds(on, Ok(&decided), &sample)
                })
                .and_then(|odds| some_samples(odds.samples).map(|()| odds)),
            None => {
                let mut exact = |bounds: &OddsLimits| {
                    session.staged_odds(on, Ok(&decided), &|stage| {
                        of_roll(&stage.after(self.fallen), &ready.prepared, asked, decided.goal.as_ref(), bounds)
                    })
                };
                exact(&self.bounds).map_err(|error| {
                    let may_help = || wanted.depth.is_none() && (throws_on(&request.text) || explodes(game));
                    shallower(may_help, (&self.bounds, error), exact)
                })
            }
        };
        let rolled = match &ready.prepared.program {
            Program::Test(side) => Some(&game.tests[side.test]),
            _ => None,
        };
        odds.map_err(|error| vec![pick_instead(game, rolled, advised(wanted, error))])
    }
}

/// The rows of a test in which interventions are wanted.
struct RollingRows<'a, 's, 'p> {
    rolling: &'a InterventionOddsRequest<'a>,
    session: &'s mut Session<'p>,
    request: &'a RollRequest,
    budget: Rc<Budget>,
}

impl Oddsmaker for RollingRows<'_, '_, '_> {
    fn prepare(&mut self, request: &RollRequest) -> Result<Ready, Vec<Diagnostic>> {
        self.session.prepare(&self.rolling.game.game, request)
    }

    fn odds(&mut self, ready: &Ready) -> Result<Odds, Vec<Diagnostic>> {
        let Some((world, who)) = &ready.person else { return Err(vec![Diagnostic::internal()]) };
        let ActionOdds { tests, left, unanswered, .. } =
            self.rolling.odds(self.session, self.request, ready, (world, *who))?;
        let test = tests.into_iter().next().ok_or_else(|| vec![Diagnostic::internal()])?;
        Ok(Odds { undecided: left, unanswered, ..test.odds })
    }

    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn intervenes(&self) -> bool {
        true
    }
}
