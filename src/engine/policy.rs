//! Policies: whether a requested intervention is done at a hook. Always, if a condition holds, or as the environment
//! decides.

use std::collections::BTreeMap;

use super::action_state::RequestedIntervention;
use super::failure::{Failure, There as _};
use super::machine::Machine;
use super::result::Answer;
use crate::check::program::{At, Hook, InterventionSite, Ir, Kind};
use crate::diagnostic::Code;

/// Decides about interventions that are requested for every place where they are possible.
#[derive(Debug, Clone, Default)]
pub struct Policy {
    /// Interventions that are done only if a condition holds.
    pub rules: Vec<PolicyRule>,
    /// Answers to questions of actions, with conditions; the first that holds counts.
    pub answers: Vec<AnswerRule>,
    /// What the outside sees when it decides: by intervention, then by place.
    pub sights: Vec<Vec<Vec<ObservedValue>>>,
    /// The same of how a test ends, where only that is looked at.
    pub ends: Vec<Vec<Vec<ObservedValue>>>,
}

/// An intervention that is done only if a condition holds.
#[derive(Debug, Clone)]
pub struct PolicyRule {
    pub chosen: RequestedIntervention,
    /// The condition, lowered for each place of the intervention; `None` where its names mean nothing.
    pub when: Vec<Option<Ir>>,
}

/// An answer to a question of actions that is given if a condition holds.
#[derive(Debug, Clone)]
pub struct AnswerRule {
    /// The name of the question.
    pub name: String,
    pub answer: String,
    /// The answer if the condition does not hold. `None`: another rule or the outside answers.
    pub otherwise: Option<String>,
    /// The condition, lowered for each action by its index; `None` where its names mean nothing.
    pub when: Vec<Option<Ir>>,
}

/// A value that is seen at a place where an intervention is possible.
#[derive(Debug, Clone)]
pub struct ObservedValue {
    /// As it is written in formulas.
    pub text: String,
    pub ir: Ir,
    pub kind: Kind,
}

/// An intervention that is possible, and what is seen there.
#[derive(Debug, Clone)]
pub struct Possible<'a> {
    pub intervention: usize,
    /// Which of its places it is.
    pub place: usize,
    /// Answers to its questions, as far as they were given.
    pub answers: &'a BTreeMap<String, String>,
    /// What the place is called.
    pub label: &'a str,
    /// What is seen, in the order of [`Policy::sights`]; `None` where it has no value.
    pub seen: Vec<Option<Answer>>,
    /// The faces that lie there.
    pub faces: Vec<i64>,
}

impl<'a> Machine<'a> {
    /// Whether an intervention that may be wanted here is tried at all.
    pub(super) fn is_taken(
        &mut self,
        hook: Hook,
        passed: usize,
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        let policy = self.playing(at)?.policy;
        let rule = policy.and_then(|policy| policy.rules.iter().find(|rule| rule.chosen == *chosen));
        if rule.is_none() && !self.effects.decides() {
            return Ok(true);
        }
        let places = &self.game.interventions.get(chosen.index).there(at)?.places;
        let number = places.iter().position(|place| place.takes(hook)).there(at)?;
        let place = places.get(number).there(at)?;
        if !self.is_allowed(place, chosen, at)? {
            let label = self.passed_label(passed, at)?;
            let wanted = match rule {
                Some(rule) => {
                    let when = rule.when.get(number).there(at)?.as_ref();
                    Failure::if_any(self.rule_holds(when, place, (chosen, &label), at))? != Some(false)
                }
                None => true,
            };
            if !wanted {
                self.declines(chosen, at)?;
                return Ok(false);
            }
            // Trying it says why; nothing is decided on the way.
            self.effects.tries_in_vain();
            return Ok(true);
        }
        let label = self.passed_label(passed, at)?;
        let taken = match rule {
            Some(rule) => self.rule_holds(rule.when.get(number).there(at)?.as_ref(), place, (chosen, &label), at)?,
            None => self.is_decided(number, place, (chosen, &label), at)?,
        };
        if !taken {
            self.declines(chosen, at)?;
        }
        Ok(taken)
    }

    fn passed_label(&mut self, passed: usize, at: At) -> Result<String, Failure> {
        self.playing(at)?.passed.get(passed).map(|passed| passed.label.to_string()).there(at)
    }

    /// Notes that something is not wanted here.
    fn declines(&mut self, chosen: &RequestedIntervention, at: At) -> Result<(), Failure> {
        let declined = &mut self.playing(at)?.declined;
        if !declined.contains(chosen) {
            declined.push(chosen.clone());
        }
        Ok(())
    }

    fn rule_holds(
        &mut self,
        when: Option<&'a Ir>,
        place: &'a InterventionSite,
        (chosen, label): (&RequestedIntervention, &str),
        at: At,
    ) -> Result<bool, Failure> {
        let Some(when) = when else {
            let name = &*place.action.name;
            return Err(Failure::new(Code::PolicyNotHere, at).arg("name", name).arg("place", label));
        };
        self.enter(place, Some(chosen), at)?;
        let holds = self.whole(when);
        self.leave(place, at)?;
        Ok(holds? != 0)
    }

    /// What a policy answers to a question of a running action, if it says anything.
    pub(super) fn answer_of_policy(&mut self, name: &str, at: At) -> Result<Option<String>, Failure> {
        let play = self.playing(at)?;
        let Some(policy) = play.policy.filter(|policy| !policy.answers.is_empty()) else { return Ok(None) };
        let Some(index) = play.acts.last().and_then(|act| act.index) else { return Ok(None) };
        for rule in policy.answers.iter().filter(|rule| rule.name == name) {
            let Some(when) = rule.when.get(index).there(at)? else {
                let place = self.game.actions.get(index).there(at)?.name.to_string();
                return Err(Failure::new(Code::PolicyNotHere, at).arg("name", name).arg("place", place));
            };
            if self.whole(when)? != 0 {
                return Ok(Some(rule.answer.clone()));
            }
            if rule.otherwise.is_some() {
                return Ok(rule.otherwise.clone());
            }
        }
        Ok(None)
    }

    /// Uncovers all dice: decisions see every face on the table.
    pub(super) fn see_everything(&mut self, at: At) -> Result<(), Failure> {
        let covered: Vec<usize> = self.covered.keys().copied().collect();
        covered.into_iter().try_for_each(|roll| self.uncover(roll, true, at))
    }

    /// Lets the outside decide. It sees all dice on the table.
    fn is_decided(
        &mut self,
        number: usize,
        place: &'a InterventionSite,
        (chosen, label): (&RequestedIntervention, &str),
        at: At,
    ) -> Result<bool, Failure> {
        if self.effects.sees_all() {
            self.see_everything(at)?;
        }
        let policy = self.playing(at)?.policy;
        let sights =
            policy.and_then(|policy| policy.sights.get(chosen.index)?.get(number)).map_or(&[][..], Vec::as_slice);
        let (mut seen, mut faces) = (Vec::new(), Vec::new());
        if self.effects.sees() {
            // What is looked at leaves no trace.
            let before = self.as_it_is(at)?;
            self.enter(place, Some(chosen), at)?;
            for sight in sights {
                let thrown = self.rolls.len();
                let value = Failure::if_any(self.formula(&sight.ir))?;
                // What has to be thrown first is not seen.
                let value = value.filter(|_| self.rolls.len() == thrown);
                seen.push(value.map(|value| self.shown(&value, &sight.kind)));
            }
            self.take_back(before);
            if matches!(place.hook, Hook::Test(false, _)) {
                faces = self.lying_faces(at)?;
            }
        }
        let (answers, intervention) = (&chosen.answers, chosen.index);
        let possible = Possible { intervention, place: number, answers, label, seen, faces };
        self.effects.takes(possible).map_err(|refusal| Failure::refused(refusal, at))
    }
}
