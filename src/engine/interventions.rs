//! Runs interventions at their hooks: the mandatory ones first, then the requested ones in the order of the requests.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::action_state::{HeldThings, Idle, Intervener, RequestedIntervention, RunningAction, Unplaced};
use super::failure::{Failure, There as _};
use super::hooks::{Passed, is_called};
use super::machine::{Machine, Value};
use super::questions::only;
use super::result::TraceStep;
use super::value_cache::ValueCache;
use crate::check::program::{At, Hook, InterventionSite, SlotKind};
use crate::diagnostic::Code;
use crate::ruleset::steps::Flow;
use crate::world::{Event, UNNAMED};

impl<'a> Machine<'a> {
    /// Runs the interventions of a place: those that must happen, then the requested ones.
    pub(super) fn at_hook(&mut self, hook: Hook, at: At) -> Result<(), Failure> {
        // In a roll without a character there are no interventions.
        if !self.is_place(hook, at)? || self.playing(at)?.who == UNNAMED {
            return Ok(());
        }
        let number = self.arrive(hook, at)?;
        self.what_must(hook, number, at)?;
        self.what_is_wanted(hook, number, at)?;
        self.note_unplaced(hook, number, &[number], at)?;
        self.probe(hook, number, at)?;
        self.leave_place(number, at)
    }

    /// Runs the interventions of a contest. Both sides are one place: requested interventions run in the order of the
    /// requests, whichever side they are about.
    pub(super) fn at_both(&mut self, slot: usize, hook: Hook, at: At) -> Result<(), Failure> {
        if !self.is_place(hook, at)? {
            return Ok(());
        }
        let mut numbers = [0_usize; 2];
        for (side, number) in numbers.iter_mut().enumerate() {
            let outer = self.open_roll(slot, side, at)?;
            let arrived = self.arrive(hook, at).and_then(|place| self.what_must(hook, place, at).map(|()| place));
            self.close_roll(slot, side, outer, at)?;
            *number = arrived?;
        }
        for _ in 0..self.game.limits.actions {
            let mut any = false;
            for (side, number) in numbers.into_iter().enumerate() {
                let outer = self.open_roll(slot, side, at)?;
                let done = self.what_is_wanted(hook, number, at);
                self.close_roll(slot, side, outer, at)?;
                any |= done?;
            }
            if !any {
                break;
            }
        }
        for (side, number) in numbers.into_iter().enumerate() {
            let outer = self.open_roll(slot, side, at)?;
            let probed = self.note_unplaced(hook, number, &numbers, at).and_then(|()| self.probe(hook, number, at));
            self.close_roll(slot, side, outer, at)?;
            probed?;
            self.leave_place(number, at)?;
        }
        Ok(())
    }

    /// Whether any intervention of the game has this place.
    fn is_place(&mut self, hook: Hook, at: At) -> Result<bool, Failure> {
        self.look_at(self.game.interventions.len(), at)?;
        Ok(self.game.hooks.contains(&hook))
    }

    /// Records a place for interventions, and returns its number.
    fn arrive(&mut self, hook: Hook, at: At) -> Result<usize, Failure> {
        let label = self.hook_label(hook, at)?;
        let faces = self.faces_at(hook, at)?;
        // A step has no roller: its place belongs to the first role.
        let who = match hook {
            Hook::Test(..) | Hook::Settled(_) => self.roller(at)?,
            Hook::Step(..) => self.first_role(at)?.map_or(String::new(), |who| self.name_of(who)),
        };
        let role = self.role_of_roller().filter(|_| !matches!(hook, Hook::Step(..)));
        let (total, wanted, events, allowed, over) = (None, 0, 0..0, true, false);
        let passed = &mut self.playing(at)?.passed;
        passed.push(Passed { hook, label, who, role, faces, total, wanted, events, allowed, over });
        Ok(passed.len() - 1)
    }

    /// The faces of the test that a place is about.
    fn faces_at(&self, hook: Hook, at: At) -> Result<Vec<i64>, Failure> {
        if matches!(hook, Hook::Test(false, _)) { self.lying_faces(at) } else { Ok(Vec::new()) }
    }

    /// Ends a place: later interventions belong to later places.
    fn leave_place(&mut self, number: usize, at: At) -> Result<(), Failure> {
        self.effects.passed(number);
        let play = self.playing(at)?;
        let (wanted, events) = (play.begun.len(), play.events.len());
        let place = play.passed.get_mut(number).there(at)?;
        (place.wanted, place.events.end) = (wanted, events);
        Ok(())
    }

    fn what_must(&mut self, hook: Hook, number: usize, at: At) -> Result<(), Failure> {
        let game = self.game;
        for (index, intervention) in game.interventions.iter().enumerate() {
            for place in intervention.places.iter().filter(|place| place.must.is_some() && place.takes(hook)) {
                self.if_it_must(index, place, (hook, number), at)?;
            }
        }
        let play = self.playing(at)?;
        play.passed.get_mut(number).there(at)?.events.start = play.events.len();
        Ok(())
    }

    /// Runs the requested interventions of a place, and returns whether there were any.
    fn what_is_wanted(&mut self, hook: Hook, number: usize, at: At) -> Result<bool, Failure> {
        let any = if self.effects.whenever() {
            self.what_can_be(hook, number, at)?
        } else {
            self.what_is_asked(hook, number, at)?
        };
        // What was thrown again shows other faces now.
        let faces = self.faces_at(hook, at)?;
        self.playing(at)?.passed.get_mut(number).there(at)?.faces = faces;
        Ok(any)
    }

    /// Runs the next requests, as long as this is their place.
    fn what_is_asked(&mut self, hook: Hook, number: usize, at: At) -> Result<bool, Failure> {
        let game = self.game;
        let mut any = false;
        for _ in 0..self.game.limits.actions {
            let Some(chosen) = self.next_wanted(hook, number, None, at)? else { break };
            let intervention = game.interventions.get(chosen.index).there(at)?;
            let place = intervention.places.iter().find(|place| place.takes(hook));
            let place = place.there(at)?;
            any = true;
            let events = self.playing(at)?.events.len();
            let noted = self.note_placed(place, &chosen, number, at)?;
            let told = self.trace.as_ref().map_or(0, Vec::len);
            self.playing(at)?.begun.push(told);
            self.intervene(place, Some(chosen), at)?;
            self.note_price(noted, events, at)?;
        }
        Ok(any)
    }

    /// Notes that what is wanted is done in a roll, which the request may not tell from others: it names a label or a
    /// roller at most. Returns its number, if it was noted.
    pub(super) fn note_placed(
        &mut self,
        place: &InterventionSite,
        chosen: &RequestedIntervention,
        number: usize,
        at: At,
    ) -> Result<Option<usize>, Failure> {
        if !matches!(place.hook, Hook::Test(..)) || chosen.place.is_some() {
            return Ok(None);
        }
        let (chosen, rolls, spent) = (chosen.clone(), vec![number], Vec::new());
        let unplaced = &mut self.playing(at)?.unplaced;
        unplaced.push(Unplaced { chosen, rolls, spent });
        Ok(Some(unplaced.len() - 1))
    }

    /// Notes which points the intervention with this number took, if it was noted, since so many events.
    pub(super) fn note_price(&mut self, noted: Option<usize>, events: usize, at: At) -> Result<(), Failure> {
        let Some(noted) = noted else { return Ok(()) };
        let play = self.playing(at)?;
        let unplaced = play.unplaced.get_mut(noted).there(at)?;
        unplaced.spent.extend(play.events.iter().skip(events).filter_map(|event| match event {
            Event::Points { who, points, from, to } if to < from => Some((*who, *points, from.saturating_sub(*to))),
            _ => None,
        }));
        Ok(())
    }

    /// Whether an intervention that was done in an earlier roll could have been done here, with the points that it took
    /// there.
    fn could_be_here(&mut self, place: &'a InterventionSite, done: &Unplaced, at: At) -> Result<bool, Failure> {
        self.give_back(done, 1, at)?;
        let candidate = self.is_candidate(place, &done.chosen, at);
        self.give_back(done, -1, at)?;
        candidate
    }

    /// Gives the points that an intervention took, so many times.
    fn give_back(&mut self, done: &Unplaced, times: i64, at: At) -> Result<(), Failure> {
        if done.spent.is_empty() {
            return Ok(());
        }
        let play = self.playing(at)?;
        for (who, points, amount) in &done.spent {
            let now = play.world.people.get_mut(*who).and_then(|person| person.points.get_mut(points)).there(at)?;
            *now = now.saturating_add(amount.saturating_mul(times));
        }
        // What follows from points is found out again.
        play.memory = ValueCache::default();
        Ok(())
    }

    /// Notes of interventions that were done in an earlier roll than this, or than these two sides, whether they could
    /// have been meant here.
    fn note_unplaced(&mut self, hook: Hook, number: usize, sides: &[usize], at: At) -> Result<(), Failure> {
        let game = self.game;
        for index in 0..self.playing(at)?.unplaced.len() {
            let unplaced = self.playing(at)?.unplaced.get(index).there(at)?.clone();
            let Unplaced { chosen, rolls, .. } = &unplaced;
            let intervention = game.interventions.get(chosen.index).there(at)?;
            let Some(place) = intervention.places.iter().find(|place| place.takes(hook)) else { continue };
            // The place before a roll and the one after it are not two rolls, nor are those before and after a tie.
            let done = rolls.first().and_then(|roll| self.play.as_deref()?.passed.get(*roll));
            let comparable = done.is_some_and(|done| match (done.hook, hook) {
                (Hook::Test(before, _), Hook::Test(now, _)) => before == now && !done.over,
                _ => false,
            });
            if comparable
                && !rolls.iter().any(|roll| sides.contains(roll))
                && self.is_here(chosen, hook, number, at)?
                && self.could_be_here(place, &unplaced, at)?
            {
                self.playing(at)?.unplaced.get_mut(index).there(at)?.rolls.push(number);
            }
        }
        Ok(())
    }

    /// Takes the next request, if this is its place. With `only`, requests for other interventions are skipped.
    pub(super) fn next_wanted(
        &mut self,
        hook: Hook,
        number: usize,
        only: Option<usize>,
        at: At,
    ) -> Result<Option<RequestedIntervention>, Failure> {
        for index in 0..self.playing(at)?.waiting.len() {
            let chosen = self.playing(at)?.waiting.get(index).there(at)?.clone();
            // Places that were named come in their own order, in whatever order they were named.
            if index > 0 && chosen.at.is_none() {
                break;
            }
            let meant = only.is_none_or(|only| only == chosen.index);
            if meant && self.is_here(&chosen, hook, number, at)? {
                return Ok(self.playing(at)?.waiting.remove(index));
            }
            let passed = &self.playing(at)?.passed;
            let here = passed.get(number).there(at)?;
            if chosen.at.as_ref().is_none_or(|wanted| is_called(passed, here, wanted)) {
                break;
            }
        }
        Ok(None)
    }

    /// Whether this is the place of a request.
    fn is_here(&mut self, chosen: &RequestedIntervention, hook: Hook, number: usize, at: At) -> Result<bool, Failure> {
        let game = self.game;
        let intervention = game.interventions.get(chosen.index).there(at)?;
        let Some(place) = intervention.places.iter().find(|place| place.takes(hook)) else { return Ok(false) };
        if chosen.place.is_some_and(|wanted| wanted != number) {
            return Ok(false);
        }
        let passed = &self.playing(at)?.passed;
        let here = passed.get(number).there(at)?;
        if chosen.at.as_ref().is_some_and(|wanted| !is_called(passed, here, wanted)) {
            return Ok(false);
        }
        if !self.is_meant(place, number, chosen, at)? {
            return Ok(false);
        }
        // Whose roll it is may be said by the role of the roller.
        if let Hook::Test(..) = hook
            && let Some(roller) = place.action.slots.first()
            && let Some(wanted) = chosen.answers.get(&*roller.name)
        {
            return Ok(self.roller(at)? == *wanted);
        }
        Ok(true)
    }

    /// The name of the roller.
    fn roller(&mut self, at: At) -> Result<String, Failure> {
        let who = self.playing(at)?.who;
        Ok(self.name_of(who))
    }

    /// What a place is called: the label of a step or a roll.
    fn hook_label(&mut self, hook: Hook, at: At) -> Result<Arc<str>, Failure> {
        let play = self.playing(at)?;
        let open = play.open;
        if let (Hook::Test(_, test), true) = (hook, play.acts.is_empty()) {
            return Ok(Arc::clone(&self.game.tests[test].name));
        }
        let act = self.act(at)?;
        let slot = match hook {
            Hook::Step(_, _, slot) => slot,
            Hook::Test(..) | Hook::Settled(_) => match open {
                Some((_, slot, _)) => slot,
                None => return Err(Failure::internal(at)),
            },
        };
        act.action.slots.get(slot).map(|slot| Arc::clone(&slot.name)).there(at)
    }

    /// Runs an intervention that must happen, if its condition holds and its price can be paid.
    fn if_it_must(
        &mut self,
        index: usize,
        place: &'a InterventionSite,
        (hook, number): (Hook, usize),
        at: At,
    ) -> Result<(), Failure> {
        self.enter(place, None, at)?;
        let must = self.possible(place, true);
        self.leave(place, at)?;
        if !must? {
            return Ok(());
        }
        // It may have been requested as well.
        let wanted = self.next_wanted(hook, number, Some(index), at)?;
        let chosen = wanted.unwrap_or(RequestedIntervention { index, ..RequestedIntervention::default() });
        let before = self.as_it_is(at)?;
        match self.intervene(place, Some(chosen), at) {
            Err(failure) if failure.code() == Code::NotEnoughPoints => {
                self.take_back(before);
                Ok(())
            }
            done => done,
        }
    }

    /// Whether an intervention is possible here (and, if so asked, whether it must be).
    pub(super) fn possible(&mut self, place: &'a InterventionSite, must: bool) -> Result<bool, Failure> {
        let typed = At { origin: At::TYPED, span: crate::syntax::TextSpan::default() };
        if Failure::if_any(self.roles_fit(typed))?.is_none() {
            return Ok(false);
        }
        let holds = match &place.when {
            Some(ir) => self.whole(ir)? != 0,
            None => true,
        };
        match (holds, must, &place.must) {
            (true, true, Some(ir)) => Ok(self.whole(ir)? != 0),
            (holds, _, _) => Ok(holds),
        }
    }

    /// Enters an intervention: pushes its slots on top of those of the action around it.
    pub(super) fn enter(
        &mut self,
        place: &'a InterventionSite,
        chosen: Option<&RequestedIntervention>,
        at: At,
    ) -> Result<(), Failure> {
        let who = i64::try_from(self.playing(at)?.who).map_err(|_| Failure::internal(at))?;
        let mut act = RunningAction {
            action: &place.action,
            index: None,
            slots: vec![None; place.action.slots.len()],
            held: HeldThings::default(),
        };
        match place.hook {
            Hook::Settled(_) => return Err(Failure::internal(at)),
            Hook::Test(..) => {
                *act.slots.first_mut().there(at)? = Some(Value::Int(who).into());
            }
            Hook::Step(..) => {
                let outer = self.act(at)?;
                for (slot, value) in act.slots.iter_mut().zip(&outer.slots) {
                    *slot = value.clone();
                }
                act.held = std::mem::take(&mut outer.held);
            }
        }
        self.playing(at)?.acts.push(act);
        for slot in place.outer..place.action.roles {
            let name = &*place.action.slots.get(slot).there(at)?.name;
            let answer = chosen.and_then(|chosen| chosen.answers.get(name)).cloned();
            // The character who requests it plays its first own role.
            let by = chosen.and_then(|chosen| chosen.by.clone()).filter(|_| slot == place.outer);
            let value = match answer.or(by) {
                Some(text) => self.person_called(&text, at)?,
                // The roller, or at a step the first role of the action.
                None => match place.hook {
                    Hook::Test(..) | Hook::Settled(_) => who,
                    Hook::Step(..) => self.first_role(at)?.map_or(-1, |who| who as i64),
                },
            };
            let slot = self.act(at)?.slots.get_mut(slot).there(at)?;
            *slot = Some(Value::Int(value).into());
        }
        Ok(())
    }

    fn person_called(&mut self, text: &str, at: At) -> Result<i64, Failure> {
        if crate::syntax::is_none(text) {
            return Ok(-1);
        }
        let people = &self.playing(at)?.world.people;
        let found = only(people.iter().map(|person| person.name.as_str()), text.trim());
        let names: Vec<String> = people.iter().skip(1).map(|person| person.name.clone()).collect();
        found.and_then(|index| i64::try_from(index).ok()).ok_or_else(|| {
            let failure = Failure::new(Code::UnknownPerson, at).arg("name", text);
            let near = crate::diagnostic::nearest(text, names.iter().map(String::as_str)).map(str::to_owned);
            match near {
                Some(near) => failure.help_with("help-did-you-mean", "name", near),
                None => failure.help_with("help-there-is", "names", names),
            }
        })
    }

    /// Leaves an intervention. Labels of the action around it keep the values that it set.
    pub(super) fn leave(&mut self, place: &'a InterventionSite, at: At) -> Result<(), Failure> {
        let Some(mut act) = self.playing(at)?.acts.pop() else { return Err(Failure::internal(at)) };
        if let Hook::Step(..) = place.hook {
            let outer = self.act(at)?;
            for (slot, value) in outer.slots.iter_mut().zip(act.slots) {
                *slot = value;
            }
            outer.held = std::mem::take(&mut act.held);
            self.still_answers(None, at)?;
        }
        Ok(())
    }

    pub(super) fn intervene(
        &mut self,
        place: &'a InterventionSite,
        chosen: Option<RequestedIntervention>,
        at: At,
    ) -> Result<(), Failure> {
        if self.playing(at)?.acts.len() >= self.game.limits.actions {
            return Err(Failure::new(Code::TooManyActions, at).arg("limit", self.game.limits.actions));
        }
        self.all_roles_said(place, chosen.as_ref(), at)?;
        self.enter(place, chosen.as_ref(), at)?;
        let tried = chosen.as_ref().is_some_and(|chosen| chosen.tried);
        let answers = chosen.map(|chosen| (chosen.answers, chosen.speaker)).unwrap_or_default();
        let refused = |refusal| Failure::refused(refusal, at);
        self.effects.intervenes(Some(&place.action.name)).map_err(refused)?;
        let postpones = self.playing(at)?.postpones;
        self.playing(at)?.postpones |= tried;
        let result = self.intervene_inside(place, answers, at);
        self.playing(at)?.postpones = postpones;
        self.effects.intervenes(None).map_err(refused)?;
        self.leave(place, at)?;
        match result? {
            true if tried => Err(without_effect(&place.action.name, &[], at)),
            _ => Ok(()),
        }
    }

    /// Checks that a request names all own roles but the first, which the character who requests it plays. An
    /// intervention that must happen needs none.
    fn all_roles_said(
        &mut self,
        place: &'a InterventionSite,
        chosen: Option<&RequestedIntervention>,
        at: At,
    ) -> Result<(), Failure> {
        let own = place.action.slots.get(place.outer..place.action.roles).there(at)?;
        let said = |name: &str| chosen.is_some_and(|chosen| chosen.answers.contains_key(name));
        let missing: Vec<String> =
            own.iter().skip(1).filter(|slot| !said(&slot.name)).map(|slot| slot.name.to_string()).collect();
        if missing.is_empty() || place.must.is_some() {
            return Ok(());
        }
        let people = self.playing(at)?.world.people.iter().skip(1).map(|person| person.name.clone());
        let people: Vec<String> = people.collect();
        let failure = Failure::new(Code::RoleMissing, at).arg("action", &*place.action.name).arg("names", missing);
        Err(failure.help_with("help-people-are", "names", people))
    }

    /// Runs an intervention that was entered. Returns whether it only stopped, and what it may have said is all.
    pub(super) fn intervene_inside(
        &mut self,
        place: &'a InterventionSite,
        answers: (BTreeMap<String, String>, Option<String>),
        at: At,
    ) -> Result<bool, Failure> {
        self.roles_fit(at)?;
        if !self.possible(place, false)? {
            let condition = self.words(place.when.as_ref().there(at)?.at);
            let failure = Failure::new(Code::InterventionNotNow, at).arg("name", &*place.action.name);
            // A role that was not said can be given to another character.
            let asks = |role: &str| condition.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == role);
            let role = place.own_role().filter(|role| !answers.0.contains_key(*role) && asks(role));
            let example = role.map(|role| format!("{} {role}=…", place.action.name));
            let failure = failure.arg("condition", condition);
            return Err(match example {
                Some(example) => failure.help_with("help-somebody-else", "example", example),
                None => failure,
            });
        }
        // An answer to a question that it does not ask is a mistake.
        for answer in answers.0.keys() {
            let known =
                place.action.slots.iter().skip(place.outer.min(place.action.roles)).any(|slot| *slot.name == **answer);
            let known = known || place.action.ask.iter().any(|ask| ask.together() == Some(answer));
            let is_role = place.action.slots.iter().take(place.action.roles).any(|slot| *slot.name == **answer);
            if !known && !is_role {
                let names: Vec<String> = place
                    .action
                    .ask
                    .iter()
                    .filter_map(|ask| place.action.slots.get(ask.slot))
                    .chain(
                        place.action.slots.iter().take(place.action.roles).filter(|slot| slot.kind == SlotKind::Role),
                    )
                    .filter(|slot| !slot.is_hidden())
                    .map(|slot| slot.name.to_string())
                    .collect();
                let failure = Failure::new(Code::AnswerUnused, at).arg("names", vec![answer.clone()]);
                let near = crate::diagnostic::nearest(answer, names.iter().map(String::as_str)).map(str::to_owned);
                return Err(match near {
                    Some(near) => failure.help_with("help-did-you-mean", "name", near),
                    None => failure.help_with("help-there-is", "names", names),
                });
            }
        }
        if self.telling() {
            let (name, roles) = (place.action.name.to_string(), self.roles_of(place, at)?);
            let depth = self.playing(at)?.acts.len();
            self.step(|_| TraceStep::Intervened { name, roles, depth });
        }
        let slot = if place.outer < place.action.roles { place.outer } else { 0 };
        let intervener = self.act(at)?.number(slot).unwrap_or(-1);
        let rolls = self.rolls.len();
        let play = self.playing(at)?;
        let events = play.events.len();
        play.local.push(answers);
        play.interveners.push(Intervener {
            who: intervener,
            did: false,
            paid: false,
            felt: false,
            rolls,
            before: Vec::new(),
            again: Vec::new(),
            idle: Vec::new(),
        });
        let result = self.intervene_steps(place, at);
        let play = self.playing(at)?;
        play.local.pop();
        let mut done = play.interveners.pop().there(at)?;
        let flow = result?;
        // What comes without asking may change nothing; it costs nothing.
        let asked_for = place.must.is_none() && !matches!(place.hook, Hook::Settled(_));
        if asked_for && self.is_as_before(place, &mut done, at)? {
            return Err(without_effect(&place.action.name, &done.idle, at));
        }
        self.step(|_| TraceStep::Over);
        let says = self.playing(at)?.events.iter().skip(events).all(|event| matches!(event, Event::Said(_)));
        let untouched = done.before.is_empty() && done.again.is_empty() && done.rolls == self.rolls.len();
        let only_stopped = flow == Flow::Stops && says && untouched;
        Ok(only_stopped && (!matches!(place.hook, Hook::Step(..)) || self.labels_are_as_before(at)?))
    }

    /// Who plays the roles of a running intervention, by their names.
    fn roles_of(&mut self, place: &InterventionSite, at: At) -> Result<Vec<(String, String)>, Failure> {
        let act = self.act(at)?;
        let roles = act.action.slots.iter().enumerate().take(place.action.roles);
        let own = roles.skip(if matches!(place.hook, Hook::Test(..)) { 0 } else { place.outer });
        let people = own.filter_map(|(at, slot)| Some((slot.name.to_string(), act.number(at)?)));
        let mut people: Vec<(String, i64)> = people.collect();
        // A role without a name of its own is reported by its character alone.
        if people.len() > 1 {
            people.retain(|(role, _)| !role.starts_with('·'));
        }
        let name = |who| usize::try_from(who).map_or(String::new(), |who| self.name_of(who));
        Ok(people.into_iter().map(|(role, who)| (role, name(who))).collect())
    }

    fn intervene_steps(&mut self, place: &'a InterventionSite, at: At) -> Result<Flow, Failure> {
        for ask in &place.action.ask {
            *self.act(at)?.slots.get_mut(ask.slot).there(at)? = None;
            self.act(at)?.held.showing.remove(&ask.slot);
            if self.playing(at)?.postpones {
                continue;
            }
            if let (Hook::Test(false, _), Some(showing)) = (place.hook, self.only_rerolled(ask, at)?) {
                self.act(at)?.held.showing.insert(ask.slot, showing);
                continue;
            }
            self.ask_slot(ask, at)?;
        }
        self.needs(&place.action)?;
        self.steps(&place.action.steps)
    }
}

/// An intervention that changes nothing in a roll, and why.
fn without_effect(name: &str, idle: &[Idle], at: At) -> Failure {
    let named = |wanted: fn(&Idle) -> Option<&String>| idle.iter().filter_map(wanted).cloned().collect::<Vec<_>>();
    let unread = named(|idle| if let Idle::Unread(name) = idle { Some(name) } else { None });
    let same = named(|idle| if let Idle::Same(name) = idle { Some(name) } else { None });
    let unnoticed = named(|idle| if let Idle::Unnoticed(name) = idle { Some(name) } else { None });
    let dice = idle.iter().any(|idle| matches!(idle, Idle::NoDice(_)));
    let (why, names) = match idle {
        _ if !unnoticed.is_empty() => ("result", unnoticed),
        _ if idle.contains(&Idle::UnreadDice) => ("other-dice", Vec::new()),
        _ if !unread.is_empty() => ("unread", unread),
        _ if !same.is_empty() => ("same", same),
        _ if dice => ("dice", Vec::new()),
        _ => ("nothing", Vec::new()),
    };
    let failure = Failure::new(Code::InterventionWithoutEffect, at).arg("name", name).arg("why", why);
    let say = idle.iter().find_map(|idle| if let Idle::NoDice(say) = idle { say.clone() } else { None });
    let failure = failure.arg("names", names);
    match say {
        Some(say) => failure.help_with("help-give-set", "example", say),
        None => failure,
    }
}
