//! `odds`: the odds of a line, with the current variables, settings and characters.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::command::{LineRange, trimmed, uncommented};
use super::state::{Asker, CommandResult, LineContext, PromptState};
use crate::check::program::CheckedGame;
use crate::cli::odds::sweep::{Oddsmaker, sweep};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::ActionCall;
use crate::limits::Budget;
use crate::odds::{ActionOdds, Odds, OddsLimits};
use crate::report::Catalogue;
use crate::report::document::Document;
use crate::report::odds::{ActionView, AfterView, ExpressionView, Series, document};
use crate::report::roll::words;
use crate::session::{Ready, RollRequest, What, answers_told, cast_names, for_another_test, never_asked};
use crate::sort::Gather as _;
use crate::source::Span;
use crate::syntax::our_word;
use crate::world::{Env, World};

/// The word before an action.
const DO: &str = "do";

/// Computes the odds of one line, within one budget.
struct PromptOdds<'a, 's>(&'a mut PromptState<'s>, OddsLimits, Rc<Budget>);

impl Oddsmaker for PromptOdds<'_, '_> {
    fn prepare(&mut self, request: &RollRequest) -> Result<Ready, Vec<Diagnostic>> {
        self.0.check(request.text.clone(), request.placement, true).map(|(ready, _)| ready)
    }

    fn odds(&mut self, ready: &Ready) -> Result<Odds, Vec<Diagnostic>> {
        self.0.session.odds_within(self.0.game(), ready, &self.1, &self.2).map_err(|error| vec![error])
    }

    fn budget(&self) -> &Budget {
        &self.2
    }
}

impl PromptState<'_> {
    /// `odds EXPRESSION`, `odds last`, `odds now`, `odds do ACTION`
    pub(super) fn odds(
        &mut self,
        part: &LineRange,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> CommandResult {
        if let Some(call) = self.action_after_do(part, here) {
            return self.odds_of_action(&call, here, asker);
        }
        let said = here.slice(&uncommented(here.typed.text, part));
        let means = |ours: &str| our_word("answers", said) == Some(ours) && !self.is_own(said);
        if means(DO) {
            let error = Diagnostic::error(Code::CommandUnfinished, here.at(part)).arg("name", format!("odds {said}"));
            let example = self.catalogue.usage(&format!("odds {said} ACTION"));
            return Err(vec![error.help_with("help-write", "example", example)]);
        }
        if means("now") {
            return self.odds_now(here.at(part));
        }
        let last = means("last");
        if last
            && self.told_last
            && let Some(told) = self.odds_of_last_action(here.at(part))
        {
            return told;
        }
        let (text, typed) = if last {
            let Some(last) = &self.last else {
                return Err(vec![Diagnostic::error(Code::NothingRolledYet, here.at(part))]);
            };
            let text = last.text.clone();
            let name = self.catalogue.text("typed", &Vec::new());
            let source = self.session.sources.add(name, text.as_str());
            // What is wrong with it now points into it and not into this line.
            here.loaded = true;
            let end = text.len();
            (text, Span { source, start: 0, end })
        } else {
            (here.slice(part).to_owned(), here.at(part))
        };
        let game = Arc::clone(&self.game);
        let request = RollRequest { text: text.clone(), ..RollRequest::default() };
        let bounds = OddsLimits::within(&self.session.limits);
        let budget = bounds.budget();
        let swept = sweep(&mut PromptOdds(self, bounds, budget), &game.game, &request, typed, Vec::new())?;
        here.warnings.extend(swept.warnings);
        let (name, ruleset) = (text.trim().to_owned(), game.game.id.clone());
        let series = Series { expression: name.clone(), name, ruleset, points: swept.points };
        let view = ExpressionView { series: vec![series], parameters: swept.parameters, ..ExpressionView::default() };
        Ok(document(&view, &self.catalogue))
    }

    /// Whether a word means something in expressions.
    pub(super) fn is_own(&self, word: &str) -> bool {
        self.game().names.contains_key(word) || self.lets.contains_key(word)
    }

    /// What is behind `do`, where that is no name that expressions know.
    pub(super) fn action_after_do(&self, part: &LineRange, here: &LineContext<'_>) -> Option<LineRange> {
        let call = self.action_in(here.slice(part))?;
        Some(part.start + call.start..part.start + call.end)
    }

    /// The same in a text.
    pub(super) fn action_in(&self, text: &str) -> Option<LineRange> {
        let said = trimmed(text, 0..text.len());
        let word = text.get(said.clone())?.split_once(char::is_whitespace)?.0;
        let does = our_word("answers", word) == Some(DO) && !self.is_own(word);
        does.then(|| trimmed(text, said.start + word.len()..said.end))
    }

    /// What an action would lead to, which is not done.
    fn odds_of_action(&mut self, part: &LineRange, here: &LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        let whole = uncommented(here.typed.text, part);
        let call = self.action_call(part, here, asker)?;
        if let Some(error) = never_asked(self.game(), Some(&[call.action]), call.answers.keys()) {
            return Err(self.about(vec![error], here, &whole));
        }
        let typed = call.answers.iter().filter(|(name, _)| !call.standing.contains(*name));
        let typed: BTreeMap<String, String> = typed.map(|(name, text)| (name.clone(), text.clone())).to_map();
        // No question is put.
        if let Some(error) = for_another_test(self.game(), &[(call.action, &typed)], &|_| true) {
            return Err(self.about(vec![error], here, &whole));
        }
        let env = self.env();
        let world = self.table.world().clone();
        let found = self.leads_to(&env, &world, &call, here.slice(&whole));
        found.map_err(|error| self.about(vec![error], here, &whole))
    }

    /// What each intervention that is possible now would change, as the dice of the last move lie.
    fn odds_now(&mut self, at: Span) -> CommandResult {
        let Some(last) = self.table.open() else {
            let error = match &self.last {
                Some(last) => Diagnostic::error(Code::NothingToIntervene, at).arg("name", "none").help_with(
                    "help-rolled-alone",
                    "text",
                    last.text.as_str(),
                ),
                None => Diagnostic::error(Code::NothingRolledYet, at),
            };
            return Err(vec![error]);
        };
        let (env, world, faces) = (last.env.clone(), last.before.clone(), last.record.faces());
        let (what, game) = (last.what.clone(), Arc::clone(&self.game));
        let interventions = last.placed();
        let bounds = OddsLimits::within(&self.session.limits);
        let placed = |error: Diagnostic| vec![Diagnostic { at: error.at.or(Some(at)), ..error }];
        let mut view = AfterView {
            game: &game.game,
            expression: "now",
            action: None,
            before: &[],
            faces: &faces,
            courses: &[],
            impossible: &[],
            all: false,
        };
        match &what {
            What::Action(call) => {
                let on = (&game.game, &env, &world);
                let call = &ActionCall { interventions, ..call.clone() };
                let mut found = self.session.courses_of_action(on, call, &faces, &bounds).map_err(placed)?;
                found.0.iter_mut().for_each(|course| course.leave_out_internal(&game.game));
                let left = found.0.iter().find(|course| course.intervention.is_none());
                let left = left.and_then(|left| left.action.as_deref()).ok_or_else(|| vec![Diagnostic::internal()])?;
                let before: Vec<_> =
                    (0..world.people.len()).map(|who| self.session.see(&game.game, &env, &world, who)).collect();
                let told = ActionSummary::of(&game.game, &world, call, &self.catalogue);
                view.action = told.view("now", left);
                (view.before, view.courses, view.impossible) = (&before, &found.0, &found.1);
                Ok(document(&view, &self.catalogue))
            }
            What::Rolled(rolling) => {
                let (ready, _) = self.check(rolling.request.text.clone(), None, true)?;
                let found = self.session.courses(
                    &game.game,
                    &ready,
                    (&world, rolling.who),
                    (&faces, &rolling.interventions),
                    &bounds,
                );
                let found = found.map_err(placed)?;
                (view.expression, view.courses, view.impossible) = (rolling.request.text.trim(), &found.0, &found.1);
                Ok(document(&view, &self.catalogue))
            }
            _ => Err(vec![Diagnostic::error(Code::NothingRolledYet, at)]),
        }
    }

    /// What the last move might have led to, if it was an action.
    fn odds_of_last_action(&mut self, at: Span) -> Option<CommandResult> {
        let last = self.table.last()?;
        let What::Action(call) = &last.what else { return None };
        let (env, world, call) = (last.env.clone(), last.before.clone(), call.clone());
        let found = self.leads_to(&env, &world, &call, "last");
        Some(found.map_err(|error| vec![Diagnostic { at: error.at.or(Some(at)), ..error }]))
    }

    fn leads_to(&mut self, env: &Env, world: &World, call: &ActionCall, typed: &str) -> Result<Document, Diagnostic> {
        let game = Arc::clone(&self.game);
        let odds = self.session.action_odds(&game.game, env, world, call, &OddsLimits::within(&self.session.limits))?;
        let odds = odds.without_internal(&game.game);
        let told = ActionSummary::of(&game.game, world, call, &self.catalogue);
        let view = told.view(typed, &odds).ok_or_else(Diagnostic::internal)?;
        Ok(document(&view, &self.catalogue))
    }
}

/// An action with the names of its roles and answers.
struct ActionSummary<'a> {
    game: &'a CheckedGame,
    call: &'a ActionCall,
    roles: Vec<(String, Vec<String>)>,
    answers: Vec<(String, String)>,
}

impl<'a> ActionSummary<'a> {
    fn of(game: &'a CheckedGame, world: &World, call: &'a ActionCall, catalogue: &Catalogue) -> Self {
        let roles = cast_names(game.action(call.action), &call.roles, world);
        let answers = answers_told(game, &call.answers).into_iter();
        let answers = answers.map(|(name, answer)| (name, words(&answer, catalogue))).collect();
        Self { game, call, roles, answers }
    }

    fn view(&'a self, expression: &'a str, odds: &'a ActionOdds) -> Option<ActionView<'a>> {
        let action = self.game.action(self.call.action);
        Some(ActionView {
            game: self.game,
            expression,
            action: &action.name,
            roles: &self.roles,
            answers: &self.answers,
            fallen: &[],
            policy: &[],
            goal: None,
            odds,
            all: false,
            seed: None,
        })
    }
}
