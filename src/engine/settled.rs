//! Rules that apply when a test is settled: after the last intervention its outcome is final.

use super::action_state::{Facts, HeldThings, OFF_THE_TEST, RunningAction, Saved};
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::result::{OutcomeResult, Verdict};
use crate::check::program::{At, CheckedGame, Hook, InterventionSite, Ir, Op, RollFact, Test};
use crate::check::{Program, all_steps};
use crate::diagnostic::Code;
use crate::id::Id;
use crate::world::{NOBODY, UNNAMED};

/// The slots of the roller and of the roll in a rule.
const ROLLER: usize = 0;
const ROLL: usize = 1;

impl<'a> Machine<'a> {
    /// Runs the rules for a roll of an action: `slot` holds the roll, `side` is its side.
    pub(super) fn settled_roll(
        &mut self,
        slot: usize,
        side: usize,
        (test, facts): (Id<Test>, Facts),
        at: At,
    ) -> Result<(), Failure> {
        if !self.game.hooks.contains(&Hook::Settled(test)) {
            return Ok(());
        }
        let sides = self.act(at)?.held.rolls.get(&slot);
        let saved = sides.and_then(|sides| sides.get(side)).cloned().flatten().there(at)?;
        self.rules_of(&saved, (test, facts), at)
    }

    /// The same where the test itself was typed.
    pub(super) fn settled_typed(
        &mut self,
        test: Id<Test>,
        outcome: Option<&OutcomeResult>,
        who: usize,
        at: At,
    ) -> Result<(), Failure> {
        if !self.game.hooks.contains(&Hook::Settled(test)) {
            return Ok(());
        }
        let outcomes = &self.game.tests[test].outcomes;
        let reached =
            outcome.and_then(|one| outcomes.iter().position(|other| Some(&*other.name) == one.name.as_deref()));
        let facts = Facts {
            outcome: reached.map(|index| index as i64),
            success: outcome.and_then(|outcome| outcome.success),
            margin: outcome.and_then(|outcome| outcome.margin),
            winner: -1,
            loser: -1,
            tied: false,
        };
        self.source = &OFF_THE_TEST;
        let saved = Saved { frame: self.frame.take(), shared: self.shared.take(), who, side: 0 };
        // Without a number to compare with it is neither a success nor a failure.
        let ended = outcome.is_some();
        self.rules_that(&saved, (test, facts), |place| ended || !reads_end(place), at)
    }

    /// The same where two sides were typed, one after the other.
    pub(super) fn settled_contest(
        &mut self,
        tests: &[Id<Test>],
        outcome: &OutcomeResult,
        at: At,
    ) -> Result<(), Failure> {
        let sides = std::mem::take(&mut self.playing(at)?.contest);
        // Who has no character is nobody.
        let who = |side: usize| match sides.get(side).there(at)?.who {
            NOBODY | UNNAMED => Ok(-1),
            who => i64::try_from(who).map_err(|_| Failure::internal(at)),
        };
        let (winner, loser) = match outcome.verdict {
            Some(Verdict::Win) => (who(0)?, who(1)?),
            Some(Verdict::Lose) => (who(1)?, who(0)?),
            Some(Verdict::Tie) | None => (-1, -1),
        };
        let OutcomeResult { success, margin, .. } = *outcome;
        let left = Facts { outcome: None, success, margin, winner, loser, tied: winner < 0 };
        self.source = &OFF_THE_TEST;
        for ((test, saved), facts) in tests.iter().zip(&sides).zip([left, left.of_the_other()]) {
            if !self.game.hooks.contains(&Hook::Settled(*test)) {
                continue;
            }
            (self.frame, self.shared, self.side) = (saved.frame.clone(), saved.shared, saved.side);
            let before = std::mem::replace(&mut self.playing(at)?.who, saved.who);
            let own = self.end_of_side(&self.game.tests[*test], facts, at);
            self.playing(at)?.who = before;
            (self.frame, self.shared, self.side) = (None, None, 0);
            self.rules_of(saved, (*test, own?), at)?;
        }
        Ok(())
    }

    /// Runs each rule whose condition holds, in the order of the ruleset.
    pub(super) fn rules_of(&mut self, saved: &Saved<'a>, settled: (Id<Test>, Facts), at: At) -> Result<(), Failure> {
        self.rules_that(saved, settled, |_| true, at)
    }

    /// The same of some rules only.
    fn rules_that(
        &mut self,
        saved: &Saved<'a>,
        (test, facts): (Id<Test>, Facts),
        wanted: impl Fn(&InterventionSite) -> bool,
        at: At,
    ) -> Result<(), Failure> {
        // A roll without a character has no rules.
        if saved.who == UNNAMED {
            return Ok(());
        }
        let game = self.game;
        self.look_at(game.interventions.len(), at)?;
        for intervention in &game.interventions {
            for place in intervention.places.iter().filter(|place| place.hook == Hook::Settled(test) && wanted(place)) {
                if self.playing(at)?.acts.len() >= game.limits.actions {
                    return Err(Failure::new(Code::TooManyActions, at).arg("limit", game.limits.actions));
                }
                self.rule(place, saved, facts, at)?;
            }
        }
        Ok(())
    }

    /// One rule, if its condition holds; what cannot be paid is not done.
    fn rule(&mut self, place: &'a InterventionSite, saved: &Saved<'a>, facts: Facts, at: At) -> Result<(), Failure> {
        let who = i64::try_from(saved.who).map_err(|_| Failure::internal(at))?;
        let mut slots = vec![None; place.action.slots.len()];
        *slots.get_mut(ROLLER).there(at)? = Some(Value::Int(who).into());
        for slot in place.outer..place.action.roles {
            *slots.get_mut(slot).there(at)? = Some(Value::Int(who).into());
        }
        let mut held = HeldThings::default();
        held.rolls.insert(ROLL, vec![Some(saved.clone())]);
        held.facts.insert(ROLL, facts);
        self.playing(at)?.acts.push(RunningAction { action: &place.action, index: None, slots, held });
        let result = self.rule_inside(place, at);
        self.playing(at)?.acts.pop().there(at)?;
        result
    }

    fn rule_inside(&mut self, place: &'a InterventionSite, at: At) -> Result<(), Failure> {
        if !self.possible(place, false)? {
            return Ok(());
        }
        let before = self.as_it_is(at)?;
        match self.intervene_inside(place, Default::default(), at) {
            Err(failure) if failure.code() == Code::NotEnoughPoints => {
                self.take_back(before);
                Ok(())
            }
            done => done.map(|_| ()),
        }
    }
}

/// Whether a rule reads how the roll ended.
fn reads_end(place: &InterventionSite) -> bool {
    let steps = all_steps(&place.action.steps);
    let needs = place.action.need.iter().map(|(_, ir)| ir);
    let mut all = steps.iter().flat_map(|step| step.formulas()).chain(needs).chain(&place.when);
    let ends = |ir: &Ir| match ir.op {
        Op::RollFact(_, fact) => {
            matches!(
                fact,
                RollFact::Outcome | RollFact::Success | RollFact::Failure | RollFact::Class(_) | RollFact::Margin
            )
        }
        _ => false,
    };
    all.any(|ir| ir.parts().any(ends))
}

/// Whether rules follow what is rolled.
#[must_use]
pub fn has_rules(game: &CheckedGame, program: &Program) -> bool {
    let sides = match program {
        Program::Value { .. } => [None, None],
        Program::Test(side) => [Some(side), None],
        Program::Opposed(left, right) => [Some(left), Some(right)],
    };
    sides.into_iter().flatten().any(|side| game.hooks.contains(&Hook::Settled(side.test)))
}
