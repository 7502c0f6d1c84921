//! Hooks for interventions: their names, the character they belong to, and whether an intervention is allowed there.

use std::sync::Arc;

use super::action_state::{RequestedIntervention, RunningAction};
use super::faces::typed_faces;
use super::failure::{Failure, There as _};
use super::machine::Machine;
use super::result::TraceStep;
use crate::check::all_steps;
use crate::check::program::{Action, At, Hook, InterventionSite, Ir, Op, PointsRef, SlotKind, Verb};
use crate::diagnostic::Code;
use crate::ruleset::steps::{AlterationKind, Fact};
use crate::source::fold;
use crate::world::UNNAMED;

/// A hook that an action passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// The hook that was passed.
    pub hook: Hook,
    /// The label of the step or of the roll.
    pub label: Arc<str>,
    /// The roller; at a step, the character in the first role of its action.
    pub who: String,
    /// The role that the roller plays in the action.
    pub role: Option<Arc<str>>,
    /// The faces that have fallen, if a test was rolled.
    pub faces: Vec<i64>,
    /// What the roll came to.
    pub total: Option<i64>,
    /// How many interventions that were wanted had been done when it was left.
    pub wanted: usize,
    /// The events while people intervened there, by their numbers.
    pub events: std::ops::Range<usize>,
    /// Whether what is wanted now is allowed there.
    pub allowed: bool,
    /// The dice were taken up again after a tie.
    pub over: bool,
}

/// The user's name for a hook: the label, and the roller.
fn name_alone(one: &Passed) -> String {
    let label = one.label.trim_start_matches('·');
    if one.who.is_empty() { label.to_owned() } else { format!("{label} {}", one.who).trim_start().to_owned() }
}

/// The number of a hook, which is one of them, among those with the same label and roller, from 1, and their count.
fn nth(passed: &[Passed], one: &Passed) -> (usize, usize) {
    let same =
        |other: &&Passed| !other.over && other.hook == one.hook && (&other.label, &other.who) == (&one.label, &one.who);
    let before = passed.iter().take_while(|other| !std::ptr::eq(*other, one));
    (before.filter(same).count() + usize::from(!one.over), passed.iter().filter(same).count())
}

/// The user's name for a hook, numbered if several have the same name.
fn name(passed: &[Passed], one: &Passed) -> String {
    match nth(passed, one) {
        (nth, 2..) => format!("{} {nth}", name_alone(one)),
        _ => name_alone(one),
    }
}

/// The name of a hook, which is one of those that were passed, and the total of its roll.
#[must_use]
pub fn described(passed: &[Passed], one: &Passed) -> String {
    told(name(passed, one), one.total)
}

/// A roll and its total, with the minus sign of reports.
fn told(name: String, total: Option<i64>) -> String {
    match total {
        Some(total) => format!("{name} ({}{})", if total < 0 { "−" } else { "" }, total.unsigned_abs()),
        None => name,
    }
}

/// The rolls in a trace: label, roller and total, one for each side.
#[must_use]
pub fn rolls_of(trace: &[TraceStep]) -> Vec<String> {
    let tests = trace.iter().filter_map(|step| match step {
        TraceStep::Test { label, who, sides, .. } => Some((label, who.iter().zip(sides))),
        _ => None,
    });
    let names = tests.flat_map(|(label, sides)| {
        sides.map(move |(who, side)| {
            let name = format!("{} {who}", label.trim_start_matches('·'));
            told(name.trim().to_owned(), side.total)
        })
    });
    names.collect()
}

/// The role that rolls there by the ruleset: one character may play several.
fn by_role(action: &Action, slot: usize) -> Option<usize> {
    let step = all_steps(&action.steps).into_iter().find(|step| step.slot == slot)?;
    match &step.verb {
        Verb::Roll(roll) => match roll.by.op {
            Op::Slot(role) if role < action.roles => Some(role),
            _ => None,
        },
        _ => None,
    }
}

/// Whether words name a hook by its label alone, which several rolls may share.
#[must_use]
pub(super) fn is_label(passed: &Passed, words: &str) -> bool {
    !passed.who.is_empty() && fold(&passed.label) == fold(words.trim())
}

/// Whether words name a hook, which is one of those that were passed: its label, the roller, or both.
#[must_use]
pub fn is_called(passed: &[Passed], one: &Passed, words: &str) -> bool {
    let fold = |text: &str| fold(text).replace('−', "-");
    let words = fold(words.trim());
    let both = format!("{} {}", one.label, one.who);
    // The first of several has its number before the others exist.
    let numbered = format!("{} {}", name_alone(one), nth(passed, one).0);
    let names = [one.label.to_string(), one.who.clone(), both, numbered, name_alone(one), described(passed, one)];
    let role = one.role.as_deref().map(fold);
    role.as_deref() == Some(&*words) || names.iter().any(|name| !name.is_empty() && fold(name) == words)
}

impl<'a> Machine<'a> {
    /// Whether the roll is the one that the intervener means: their own or, if conditions exclude it, the only other
    /// candidate.
    pub(super) fn is_meant(
        &mut self,
        place: &'a InterventionSite,
        number: usize,
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        let is_roll = matches!(place.hook, Hook::Test(..));
        let roller = place.action.slots.first().and_then(|slot| chosen.answers.get(&*slot.name));
        if !is_roll || chosen.place.is_some() || roller.is_some() {
            return Ok(true);
        }
        // Both sides of a contest share its label, and so do the rolls of all characters in a role.
        let is_contest = self.is_contest();
        let is_shared = is_contest || self.is_one_of_many(at)?;
        let open = self.playing(at)?.passed.get(number).there(at)?;
        let shares = |words: &String| is_shared && is_label(open, words);
        let by_label = match &chosen.at {
            Some(words) if shares(words) => true,
            Some(_) => return Ok(true),
            None => false,
        };
        let said = place.own_role().and_then(|role| chosen.answers.get(role));
        let Some(who) = said.or(chosen.by.as_ref()).cloned() else {
            // Without an intervener, the next roll is meant; of two sides, the only possible one.
            return if is_contest { self.is_only_side(place, chosen, at) } else { Ok(true) };
        };
        let people = &self.playing(at)?.world.people;
        if !people.iter().any(|person| fold(&person.name) == fold(who.trim())) {
            // Running it reports that no character has this name.
            return Ok(true);
        }
        let passed = &self.playing(at)?.passed;
        let is_side = passed.iter().rev().take(2).any(|one| fold(&one.who) == fold(who.trim()));
        if (place.others || by_label) && !is_side && is_contest {
            return self.is_only_side(place, chosen, at);
        }
        let rolled = self.playing(at)?.who;
        let own = fold(&self.name_of(rolled)) == fold(who.trim());
        Ok(own != place.others)
    }

    /// The role of the current roller in its action.
    pub(super) fn role_of_roller(&self) -> Option<Arc<str>> {
        let play = self.play.as_deref()?;
        let (depth, slot, side) = play.open?;
        let act = play.acts.get(depth.checked_sub(1)?)?;
        let played = |slot: &usize| act.character(*slot) == Some(play.who);
        let role = match act.action.slots.get(slot)?.kind {
            SlotKind::Contest(_, first, second) => Some(if side == 0 { first } else { second }),
            _ => by_role(act.action, slot).or_else(|| (0..act.action.roles).find(played)),
        };
        let name = &act.action.slots.get(role?)?.name;
        (!name.starts_with('·')).then(|| Arc::clone(name))
    }

    /// Whether all characters in a role make this roll, one after the other.
    fn is_one_of_many(&mut self, at: At) -> Result<bool, Failure> {
        let play = self.playing(at)?;
        let Some((depth, slot, _)) = play.open else { return Ok(false) };
        let act = depth.checked_sub(1).and_then(|at| play.acts.get(at)).there(at)?;
        Ok(all_steps(&act.action.steps).into_iter().any(|step| {
            let is_each = step.verb.does(|fact| matches!(fact, Fact::Each(..)));
            is_each && all_steps(std::slice::from_ref(step)).into_iter().skip(1).any(|inner| inner.slot == slot)
        }))
    }

    /// Whether the current side of a contest is the only possible one, if nothing names it. If neither is possible,
    /// running the intervention reports why.
    fn is_only_side(
        &mut self,
        place: &'a InterventionSite,
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        let (_, slot, side) = self.playing(at)?.open.there(at)?;
        if self.side_to_come(slot, 1 - side, at)? == UNNAMED {
            // No intervention applies to a roll without a character.
            return Ok(true);
        }
        let own = self.is_candidate(place, chosen, at)?;
        let lies = |act: &mut RunningAction<'a>| {
            act.held.rolls.get(&slot).and_then(|sides| sides.get(1 - side)?.as_ref()).is_some()
        };
        let coming = if lies(self.act(at)?) { None } else { Some(self.side_to_come(slot, 1 - side, at)?) };
        let other = match coming {
            Some(who) => self.is_allowed_for(who, place, chosen, at)?,
            None => {
                let outer = self.open_roll(slot, 1 - side, at)?;
                let other = self.is_candidate(place, chosen, at);
                self.close_roll(slot, 1 - side, outer, at)?;
                other?
            }
        };
        match (own, other) {
            (true, true) => {}
            (false, false) => return Ok(side == 0),
            (only, _) => return Ok(only),
        }
        let passed = &self.playing(at)?.passed;
        let sides = passed.iter().filter(|one| !one.over && one.total.is_none() && place.takes(one.hook));
        let mut names: Vec<String> = sides.map(|one| described(passed, one)).collect();
        if let Some(who) = coming {
            names.push(format!("{} {}", self.label_of(slot, at)?, self.name_of(who)));
        }
        names.drain(..names.len().saturating_sub(2));
        let failure = Failure::new(Code::InterventionWhich, at).arg("name", &*place.action.name);
        Err(failure.help_with("help-at", "names", names))
    }

    /// The character on a side of a contest.
    fn side_to_come(&mut self, slot: usize, side: usize, at: At) -> Result<usize, Failure> {
        let act = self.act(at)?;
        let SlotKind::Contest(_, first, second) = act.action.slots.get(slot).there(at)?.kind else {
            return Err(Failure::internal(at));
        };
        let role = if side == 0 { first } else { second };
        if act.action.slots.get(role).there(at)?.kind == SlotKind::Side {
            return Ok(UNNAMED);
        }
        act.character(role).there(at)
    }

    /// Whether a request would be allowed in the roll of a side that has not thrown yet, as far as that depends on the
    /// roller.
    fn is_allowed_for(
        &mut self,
        who: usize,
        place: &'a InterventionSite,
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        let open = std::mem::replace(&mut self.playing(at)?.who, who);
        let frame = self.frame.take();
        let allowed = self.is_allowed(place, chosen, at);
        self.frame = frame;
        self.playing(at)?.who = open;
        allowed
    }

    /// Whether a request can mean the current roll: it is allowed there, and the roll shows the faces that the request
    /// names.
    pub(super) fn is_candidate(
        &mut self,
        place: &'a InterventionSite,
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        let slots = place.action.slots.iter().filter(|slot| slot.kind == SlotKind::Dice);
        let named = slots
            .filter_map(|slot| chosen.answers.get(&*slot.name))
            .filter_map(|text| typed_faces(text).ok())
            .flatten();
        let named: Vec<i64> = named.collect();
        if !named.is_empty() {
            for roll in self.lying() {
                self.uncover(roll, true, at)?;
            }
        }
        let mut lying = self.lying_faces(at)?;
        for face in named {
            let Some(index) = lying.iter().position(|one| *one == face) else { return Ok(false) };
            lying.swap_remove(index);
        }
        self.is_allowed(place, chosen, at)
    }

    /// Records whether the probed request would be allowed at this hook.
    pub(super) fn probe(&mut self, hook: Hook, number: usize, at: At) -> Result<(), Failure> {
        let game = self.game;
        let Some(chosen) = self.playing(at)?.probe else { return Ok(()) };
        let places = &game.interventions.get(chosen.index).there(at)?.places;
        let Some(place) = places.iter().find(|place| place.takes(hook)) else { return Ok(()) };
        let allowed = self.is_allowed(place, chosen, at)?;
        self.playing(at)?.passed.get_mut(number).there(at)?.allowed = allowed;
        Ok(())
    }

    /// Whether an intervention is allowed in the current roll or at this step. Conditions that depend on an answer are
    /// checked when it runs, which also reports those that fail.
    pub(super) fn is_allowed(
        &mut self,
        place: &'a InterventionSite,
        chosen: &RequestedIntervention,
        at: At,
    ) -> Result<bool, Failure> {
        self.enter(place, Some(chosen), at)?;
        let allowed = self.conditions_hold(place);
        self.leave(place, at)?;
        Ok(Failure::if_any(allowed)?.unwrap_or(true))
    }

    /// Whether the conditions that do not depend on answers hold.
    fn conditions_hold(&mut self, place: &'a InterventionSite) -> Result<bool, Failure> {
        if !self.possible(place, false)? {
            return Ok(false);
        }
        for (_, need) in &place.action.need {
            let answered = |ir: &Ir| matches!(ir.op, Op::Slot(slot) if slot >= place.action.roles);
            let answered = need.parts().any(answered);
            if !answered && self.whole(need)? == 0 {
                return Ok(false);
            }
        }
        // An intervention that cannot be paid for is not done.
        for step in place.action.steps.iter().filter(|step| step.when.is_none()) {
            for fact in step.verb.facts() {
                let Fact::Points(points, AlterationKind::Lost, from, Some(price)) = fact else { continue };
                let answered = price.any_part(&|part| matches!(part.op, Op::Slot(slot) if slot >= place.action.roles));
                if let PointsRef::Fixed(points) = points
                    && !answered
                    && !self.has_enough(from, *points, price)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Records the totals of the last rolls of a test, one for each side.
    pub(super) fn rolled(&mut self, hook: Hook, totals: &[Option<i64>], at: At) -> Result<(), Failure> {
        let open = |passed: &&mut Passed| passed.hook == hook && passed.total.is_none() && !passed.over;
        let passed = self.playing(at)?.passed.iter_mut().rev().filter(open);
        // In this order, no more hooks are searched than rolls were made.
        for (total, passed) in totals.iter().rev().zip(passed) {
            passed.total = *total;
        }
        Ok(())
    }
}
