//! Runs actions and their steps.

use super::action_state::{HeldThings, Play, RequestedIntervention, RunningAction};
use super::answered_trait::AnsweredValue;
use super::effects::CardRead;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value, too_large};
use super::result::TraceStep;
use crate::check::AlsoRead;
use crate::check::program::{
    Action, At, Cell, Gift, Hook, InterventionSite, Ir, Loss, Lowered, Op, Over, PointsId, PointsRead, PointsRef,
    RoleGiven, SlotId, SlotKind, Step, Target, TrackId, WhichMark, Who,
};
use crate::diagnostic::Code;
pub(super) use crate::ruleset::steps::Flow;
use crate::ruleset::steps::{self, Do, Effects, Gain, Order, Running, RunsKind};
use crate::sort::Sort as _;
use crate::world::Event;

/// Who plays a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cast {
    One(usize),
    Many(Vec<usize>),
    Empty,
}

impl<'a> Machine<'a> {
    /// Does an action from its questions to its last step; what it ended with is returned.
    pub(super) fn run_action(
        &mut self,
        action: &'a Action,
        index: Option<usize>,
        cast: Vec<Cast>,
        given: Vec<(usize, AnsweredValue)>,
        at: At,
    ) -> Result<RunningAction<'a>, Failure> {
        let depth = self.playing(at)?.acts.len();
        if depth >= self.game.limits.actions {
            return Err(Failure::new(Code::TooManyActions, at).arg("limit", self.game.limits.actions));
        }
        let mut act =
            RunningAction { action, index, slots: vec![None; action.slots.len()], held: HeldThings::default() };
        let mut roles = Vec::new();
        let telling = self.telling() && index.is_some();
        for (slot, cast) in cast.into_iter().enumerate() {
            let role = action.slots.get(slot).there(at)?;
            let called = (&*role.name, role.of_kind);
            match &cast {
                Cast::One(who) => self.is_for(called, *who, at)?,
                Cast::Many(all) => all.iter().try_for_each(|who| self.is_for(called, *who, at))?,
                Cast::Empty => {}
            }
            if telling && cast != Cast::Empty && !role.name.starts_with('·') {
                roles.push((role.name.to_string(), self.names_in(&cast)));
            }
            let (who, many) = match (cast, role.kind == SlotKind::Many) {
                (Cast::One(who), false) => (Some(who as i64), None),
                (Cast::Empty, false) => (Some(-1), None),
                (Cast::One(who), true) => (None, Some(vec![who])),
                (Cast::Empty, true) => (None, Some(Vec::new())),
                (Cast::Many(all), _) => (None, Some(all)),
            };
            act.held.many.extend(many.map(|all| (slot, all)));
            *act.slots.get_mut(slot).there(at)? = who.map(|who| Value::Int(who).into());
        }
        for (slot, answer) in given {
            *act.slots.get_mut(slot).there(at)? = Some(answer);
        }
        self.playing(at)?.acts.push(act);
        if index.is_some() {
            self.step(|_| TraceStep::Act { name: action.name.to_string(), roles, depth });
        }
        let result = self.inside(action, index.filter(|_| depth == 0 || !action.read_outside), at);
        let act = self.playing(at)?.acts.pop();
        result?;
        if index.is_some() {
            self.step(|_| TraceStep::Over);
        }
        act.there(at)
    }

    /// The names of those who play a role.
    fn names_in(&self, cast: &Cast) -> String {
        match cast {
            Cast::One(who) => self.name_of(*who),
            Cast::Many(all) => all.iter().map(|who| self.name_of(*who)).collect::<Vec<_>>().join(", "),
            Cast::Empty => String::new(),
        }
    }

    fn inside(&mut self, action: &'a Action, alone: Option<usize>, at: At) -> Result<Flow, Failure> {
        if !self.playing(at)?.postpones {
            for ask in action.ask.iter().filter(|ask| !ask.late) {
                self.ask_slot(ask, at)?;
            }
        }
        self.needs(action)?;
        let before = std::mem::replace(&mut self.playing(at)?.stepping, true);
        // Without it, labels of the action are read by another one.
        let alone = alone.filter(|_| !action.gone.is_empty() && self.effects.joins());
        let also = match alone {
            Some(index) => self.also_read(index, at)?,
            None => None,
        };
        let flow = match also {
            Some(also) => self.steps_joined(action, &also),
            None => self.steps(&action.steps),
        };
        self.playing(at)?.stepping = before;
        flow
    }

    pub(super) fn needs(&mut self, action: &'a Action) -> Result<(), Failure> {
        for (message, ir) in &action.need {
            if self.whole(ir)? == 0 {
                let failure = Failure::new(Code::NeedNotMet, ir.at).arg("message", message.as_str());
                let failure = match option_alone(ir) {
                    Some(option) => {
                        let name = &self.game.options.get(option).there(ir.at)?.name;
                        failure.help_with("help-option-decides", "name", &**name)
                    }
                    None => failure,
                };
                let (who, whom) = self.unmet_by(ir)?;
                return Err(failure.arg("who", who).arg("whom", whom));
            }
        }
        Ok(())
    }

    /// Who does not meet the need of an action that another one does: those it speaks of, where
    /// several people take part in what was asked for. `none` where it is clear who is meant; then the same for readers
    /// to whom it is not.
    fn unmet_by(&mut self, need: &Ir) -> Result<(String, String), Failure> {
        let at = need.at;
        let acts = &self.playing(at)?.acts;
        let (Some(first), Some(own)) = (acts.first(), acts.last()) else { return Err(Failure::internal(at)) };
        let several = acts.len() > 1 && own.index.is_some() && first.people(|_| true).len() > 1;
        let about = own.people(|slot| speaks_of(need, slot));
        let about = if about.is_empty() { own.people(|slot| slot == 0) } else { about };
        let people = if several { own.people(|slot| speaks_of(need, slot)) } else { Vec::new() };
        let named = |people: Vec<usize>| match people.is_empty() {
            true => "none".to_owned(),
            false => self.names_in(&Cast::Many(people)),
        };
        Ok((named(people), named(about)))
    }

    /// What is read of the rolls of an action besides what the game reads. `None`: it may be anything.
    fn also_read(&mut self, index: usize, at: At) -> Result<Option<AlsoRead>, Failure> {
        let (game, decides) = (self.game, self.effects.decides());
        let Play { acts, watched, policy, waiting, refused, declined, done, .. } = self.playing(at)?;
        let (watched, policy, is_top) = (*watched, *policy, acts.len() == 1);
        // What is wanted at a step of this action sees whatever there is then.
        let at_a_step = |chosen: &RequestedIntervention| {
            let places = game.interventions.get(chosen.index).into_iter().flat_map(|one| &one.places);
            places.flat_map(InterventionSite::hooks).any(|hook| matches!(hook, Hook::Step(_, of, _) if of == index))
        };
        let wanted = || {
            let refused = refused.iter().map(|(chosen, _)| chosen);
            waiting.iter().chain(refused).chain(declined.iter()).chain(done.iter())
        };
        let decided = policy.is_some() || decides;
        let rules = policy.into_iter().flat_map(|policy| &policy.rules).map(|rule| &rule.chosen);
        let answers = policy.into_iter().flat_map(|policy| &policy.answers);
        let mut answered = answers.filter_map(|rule| rule.when.get(index)?.as_ref());
        if decided && (wanted().chain(rules).any(at_a_step) || answered.any(AlsoRead::reads_any)) {
            return Ok(None);
        }
        if is_top {
            return Ok(Some(AlsoRead::of(watched.iter().map(|(ir, _)| ir))));
        }
        // From outside it is read through the label of the step that does it.
        let inside = watched.iter().any(|(ir, _)| AlsoRead::reads_any(ir));
        Ok((!inside).then(AlsoRead::default))
    }

    /// The steps of an action whose labels nothing else reads. Between them, runs in which the same is so go on together.
    fn steps_joined(&mut self, action: &'a Action, also: &AlsoRead) -> Result<Flow, Failure> {
        let mut begun = None;
        for (step, gone) in action.steps.iter().zip(&action.gone) {
            if gone.is_some() && begun.is_none() {
                begun = self.parts_begin();
            }
            let thrown = self.rolls.len();
            if self.one_step(step, None)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
            let goes_on = match gone {
                Some(gone) => {
                    self.forget_rolls(gone, also, step.at)?;
                    self.step_over(&begun, step.at)?
                }
                // Its dice stay: what comes next is compared from there on.
                None => self.rolls.len() == thrown,
            };
            if !goes_on {
                begun = None;
            }
        }
        Ok(Flow::Goes)
    }

    pub(super) fn steps(&mut self, steps: &'a [Step]) -> Result<Flow, Failure> {
        self.steps_within(steps, None)
    }

    fn steps_within(&mut self, steps: &'a [Step], within: Option<usize>) -> Result<Flow, Failure> {
        for step in steps {
            if self.one_step(step, within)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
        }
        Ok(Flow::Goes)
    }

    /// Does one step; `within` is the label of the row that it is a part of, if it is one.
    fn one_step(&mut self, step: &'a Step, within: Option<usize>) -> Result<Flow, Failure> {
        self.count_step(step.at)?;
        self.forget_told();
        self.pools.clear();
        // What takes hold of a row that is rolled does so before its dice fall, and after all of it.
        let index = self.act(step.at)?.index.filter(|_| within != Some(step.slot));
        if let Some(index) = index {
            self.at_hook(Hook::Step(true, index, step.slot), step.at)?;
        }
        if let Some(when) = &step.when
            && self.whole(when)? == 0
        {
            return Ok(Flow::Goes);
        }
        let begun = self.push_pending(step.at)?;
        let flow = self.verb(step)?;
        self.pop_pending(begun, step.at)?;
        if let Some(index) = index {
            self.at_hook(Hook::Step(false, index, step.slot), step.at)?;
        }
        Ok(flow)
    }

    /// The row of `first` that holds, with what takes hold of it.
    fn with_hooks(&mut self, row: &'a Step) -> Result<Flow, Failure> {
        let index = self.act(row.at)?.index;
        if let Some(index) = index {
            self.at_hook(Hook::Step(true, index, row.slot), row.at)?;
        }
        let begun = self.push_pending(row.at)?;
        let flow = self.verb(row)?;
        self.pop_pending(begun, row.at)?;
        if let Some(index) = index {
            self.at_hook(Hook::Step(false, index, row.slot), row.at)?;
        }
        Ok(flow)
    }

    pub(super) fn store(&mut self, slot: usize, answer: impl Into<AnsweredValue>, at: At) -> Result<(), Failure> {
        let act = self.act(at)?;
        act.held.called.remove(&slot);
        *act.slots.get_mut(slot).there(at)? = Some(answer.into());
        Ok(())
    }

    /// Refuses a number that the question of a slot, or any question of the running action, would not have taken.
    pub(super) fn still_answers(&mut self, slot: Option<usize>, at: At) -> Result<(), Failure> {
        let act = self.act(at)?;
        let action = act.action;
        let set = action.ask.iter().filter(|ask| slot.is_none_or(|slot| slot == ask.slot));
        let set: Vec<_> = set.filter_map(|ask| Some((ask, act.number(ask.slot)?))).collect();
        for (ask, number) in set {
            let slot = action.slots.get(ask.slot).there(at)?;
            self.within(&slot.name, &ask.question, &Value::Int(number), at)?;
        }
        Ok(())
    }

    /// Notes the value of a label.
    fn tell_label(&mut self, slot: usize, ir: &'a Ir, value: &Value, at: At) -> Result<(), Failure> {
        if !self.telling() {
            return Ok(());
        }
        let kind = self.slot_kind(slot, at)?;
        let name = self.label_of(slot, at)?;
        if name.starts_with('·') {
            return Ok(());
        }
        let value = self.shown(value, &kind);
        let formula = if matches!(ir.op, Op::Number(_)) { String::new() } else { self.words(ir.at) };
        self.step(|_| TraceStep::Value { name, formula, value });
        Ok(())
    }

    fn verb(&mut self, step: &'a Step) -> Result<Flow, Failure> {
        step.verb.run(&mut StepRun { machine: self, slot: step.slot, at: step.at })
    }

    /// Gives a label a value.
    fn give_label(&mut self, slot: usize, ir: &'a Ir, at: At) -> Result<(), Failure> {
        let value = self.formula(ir)?;
        self.tell_label(slot, ir, &value, at)?;
        self.store(slot, value, at)
    }

    /// A formula as a text.
    pub(super) fn text(&mut self, ir: &'a Ir) -> Result<String, Failure> {
        Ok(match self.formula(ir)? {
            Value::Text(text) => text,
            Value::Int(number) => number.to_string(),
        })
    }

    /// Puts all characters in a role in order, highest first.
    fn order(&mut self, order: &'a Order<Lowered>, at: At) -> Result<(), Failure> {
        let SlotId(slot) = order.role;
        let people = self.act(at)?.held.many.get(&slot).cloned().there(at)?;
        let mut rounds = 0_u32;
        let mut round = None;
        let this = self.playing(at)?.pending.len();
        let sorted = loop {
            let mut scored = Vec::new();
            for who in &people {
                let mut score = Vec::new();
                for ir in &order.by {
                    score.push(self.seen_from(*who, at, |machine| machine.whole(ir))?);
                }
                scored.push((score, *who));
            }
            scored.order_by(|one, other| other.0.cmp(&one.0));
            let tied: Vec<usize> = scored
                .iter()
                .filter(|(score, who)| scored.iter().any(|(other, one)| one != who && other == score))
                .map(|(_, who)| *who)
                .collect();
            let (Some(action), false) = (order.ties, tied.is_empty()) else {
                break scored.into_iter().map(|(_, who)| who).collect::<Vec<usize>>();
            };
            rounds += 1;
            if rounds > self.game.limits.ties {
                return Err(Failure::new(Code::TooManyTies, at).arg("limit", i64::from(self.game.limits.ties)));
            }
            // What ties at first is what is put in order; characters that tie again have rolled for it.
            if rounds > 1 {
                self.tied(&mut round, at)?
            } else {
                round = self.ties(at)?
            }
            let def = self.game.actions.get(action).there(at)?;
            // Each tie is reported separately.
            let is_tied = |(_, who): &&(Vec<i64>, usize)| tied.contains(who);
            let tied_scores: Vec<&(Vec<i64>, usize)> = scored.iter().filter(is_tied).collect();
            for tie in tied_scores.chunk_by(|one, other| one.0 == other.0) {
                let names: Vec<String> = tie.iter().map(|(_, who)| self.name_of(*who)).collect();
                self.step(|_| TraceStep::Tied(names));
            }
            let mut rest = tied.as_slice();
            while let Some((who, after)) = rest.split_first() {
                self.set_pending(this, after.iter().map(|who| *who as i64), [], at)?;
                self.run_action(def, Some(action), vec![Cast::One(*who)], Vec::new(), at)?;
                if !after.is_empty() {
                    self.halfway(&round, at)?;
                }
                rest = after;
            }
        };
        let names: Vec<String> = sorted.iter().map(|who| self.name_of(*who)).collect();
        self.playing(at)?.ordered.clone_from(&sorted);
        self.act(at)?.held.many.insert(slot, sorted);
        self.notes_effect();
        self.step(|_| TraceStep::Ordered(names));
        Ok(())
    }

    /// Who the first role of an action is, if it has one.
    pub(super) fn first_role(&mut self, at: At) -> Result<Option<usize>, Failure> {
        let act = self.act(at)?;
        let first = act.action.slots.first().filter(|slot| slot.kind == SlotKind::Role);
        Ok(first.and_then(|_| act.character(0)))
    }
}

/// The option that alone decides a condition.
pub(super) fn option_alone(condition: &Ir) -> Option<usize> {
    let mut option = None;
    for part in condition.parts() {
        match part.op {
            Op::Option(index) => option = Some(index),
            Op::Number(_) | Op::Compare(..) | Op::Not(_) | Op::And(..) | Op::Or(..) => {}
            _ => return None,
        }
    }
    option
}

/// Whether a formula reads a slot.
fn speaks_of(ir: &Ir, slot: usize) -> bool {
    matches!(&ir.op, Op::Slot(read) if *read == slot) || ir.children().into_iter().any(|child| speaks_of(child, slot))
}

struct StepRun<'m, 'a> {
    machine: &'m mut Machine<'a>,
    /// The slot of its label.
    slot: usize,
    at: At,
}

/// Runs kinds of steps as a whole.
macro_rules! runs {
    ($($kind:ident => |$run:ident, $step:ident| $result:expr;)*) => {
        $(impl<'a> RunsKind<'a, steps::$kind<Lowered>, Failure> for StepRun<'_, 'a> {
            fn run(&mut self, $step: &'a steps::$kind<Lowered>) -> Result<Flow, Failure> {
                let $run = self;
                $result.map(Into::into)
            }
        })*
    };
}

runs! {
    Value => |run, value| run.machine.give_label(run.slot, &value.formula, run.at);
    Ask => |run, ask| run.machine.ask_into(&ask.question, run.slot, run.at);
    Roll => |run, roll| run.machine.roll_step(roll, run.slot, run.at);
    Oppose => |run, oppose| run.machine.oppose_step(oppose, run.slot, run.at);
    Do => |run, act| run.act(act);
    Repeat => |run, repeat| run.machine.repeat(repeat, run.slot, run.at);
    Draw => |run, draw| run.machine.draw(draw, run.slot, run.at);
    Shuffle => |run, shuffle| run.machine.shuffle(shuffle.deck, run.at);
    Effects => |run, effects| run.effects(effects);
    Order => |run, order| run.machine.order(order, run.at);
    Reroll => |run, reroll| run.machine.reroll(reroll, run.at);
    Change => |run, change| run.machine.change(&change.inputs, run.at);
}

impl<'a> StepRun<'_, 'a> {
    fn act(&mut self, act: &'a Do<Lowered>) -> Result<(), Failure> {
        let Self { machine, at, .. } = self;
        let at = *at;
        let mut cast = Vec::new();
        for role in &act.roles {
            cast.push(match role {
                RoleGiven::One(ir) => machine.optional_character(ir)?.map_or(Cast::Empty, Cast::One),
                RoleGiven::Many(slot) => Cast::Many(machine.act(at)?.held.many.get(&slot.0).cloned().there(at)?),
                RoleGiven::Empty => Cast::Empty,
            });
        }
        let def = machine.game.actions.get(act.action).there(at)?;
        let mut given = Vec::new();
        for (slot, ir) in &act.with {
            // What is postponed is asked where it is read.
            if machine.is_postponed(ir)? || !machine.is_answered(ir)? {
                continue;
            }
            let ask = def.ask.iter().find(|ask| ask.slot == *slot).there(at)?;
            let answer = machine.answer_by(ir, &ask.question.kind)?;
            let name = &def.slots.get(*slot).there(at)?.name;
            machine.within(name, &ask.question, &answer.value, ir.at)?;
            given.push((*slot, answer));
        }
        let done = machine.run_action(def, Some(act.action), cast, given, at)?;
        machine.act(at)?.held.did.insert(self.slot, done);
        Ok(())
    }

    fn effects(&mut self, effects: &'a Effects<Lowered>) -> Result<(), Failure> {
        let Self { machine, at, .. } = self;
        let (at, ir) = (*at, &effects.cell);
        let Op::Cell(read) = &ir.op else { return Err(Failure::internal(at)) };
        let Some(who) = machine.optional_character(&effects.to)? else { return Ok(()) };
        let (row, column, given) = machine.place(read)?;
        let game = machine.game;
        let def = &game.tables[read.table];
        let found = def.rows.get(row).there(at)?;
        let (table, label) = (def.name.to_string(), found.label.to_string());
        let name = def.columns.get(column).and_then(|column| column.name.clone());
        machine.step(|_| TraceStep::Cell {
            table: table.clone(),
            row: label.clone(),
            column: name.clone(),
            formula: String::new(),
            value: super::result::Answer::Text("…".to_owned()),
        });
        match found.cells.get(column) {
            Some(Cell::Effects(action)) => {
                let outer = std::mem::replace(&mut machine.given, given);
                let done = machine.in_row(read.table, at, |machine| {
                    machine.run_action(action, None, vec![Cast::One(who)], Vec::new(), at)
                });
                machine.given = outer;
                done.map(|_| ())
            }
            Some(Cell::Pending(why)) => Err(Failure::new(Code::CellPending, at)
                .arg("name", format!("{table}[{label}]"))
                .arg("why", why.as_str())),
            _ => Err(Failure::internal(at)),
        }
    }
}

impl<'a> Running<'a, Lowered> for StepRun<'_, 'a> {
    type Failure = Failure;
    type Points = PointsId;

    fn broken(&self) -> Failure {
        Failure::internal(self.at)
    }

    fn steps(&mut self, steps: &'a [Step]) -> Result<Flow, Failure> {
        let slots = &self.machine.act(self.at)?.action.slots;
        let row = slots.get(self.slot).and_then(|slot| slots.row(&slot.name));
        self.machine.steps_within(steps, row.map(|_| self.slot))
    }

    fn holds(&mut self, step: &'a Step) -> Result<bool, Failure> {
        Ok(match &step.when {
            None => true,
            Some(when) => self.machine.whole(when)? != 0,
        })
    }

    fn row(&mut self, step: &'a Step) -> Result<Flow, Failure> {
        self.machine.with_hooks(step)
    }

    fn all_of(&mut self, over: &'a Over) -> Result<Vec<i64>, Failure> {
        let Self { machine, at, .. } = self;
        match over {
            Over::Role(all) => {
                let people = machine.act(*at)?.held.many.get(&all.0).there(*at)?;
                Ok(people.iter().map(|who| *who as i64).collect())
            }
            Over::Tags(kind, who) => {
                machine.reads_tags(*kind, Some(CardRead::Itself), *at)?;
                let Some(who) = machine.optional_character(who)? else { return Ok(Vec::new()) };
                let tags = &machine.playing(*at)?.world.people.get(who).there(*at)?.tags;
                Ok(tags.iter().filter(|tag| tag.kind == *kind).map(|tag| tag.number).collect())
            }
            Over::Answers(slots) => Ok(slots.iter().map(|slot| slot.0 as i64).collect()),
        }
    }

    fn next(&mut self, (slot, over): &'a (usize, Over), one: i64, rest: &[i64]) -> Result<bool, Failure> {
        let this = self.machine.playing(self.at)?.pending.len();
        let (left, tags) = if matches!(over, Over::Tags(..)) { (&[][..], rest) } else { (rest, &[][..]) };
        self.machine.set_pending(this, left.iter().copied(), tags.iter().copied(), self.at)?;
        if matches!(over, Over::Tags(..)) && self.machine.tag_numbered(one, self.at)?.is_none() {
            return Ok(false);
        }
        if let Over::Answers(_) = over {
            return self.machine.copy_answer(
                usize::try_from(one).map_err(|_| Failure::internal(self.at))?,
                *slot,
                self.at,
            );
        }
        self.machine.store(*slot, Value::Int(one), self.at)?;
        Ok(true)
    }

    fn optional_character(&mut self, who: &'a Who) -> Result<Option<usize>, Failure> {
        self.machine.optional_character(who)
    }

    fn amount(&mut self, formula: &'a Ir, any: bool) -> Result<i64, Failure> {
        self.machine.amount(formula, any)
    }

    fn give(&mut self, to: usize, given: &'a Gift, gain: &'a Gain<Lowered>) -> Result<(), Failure> {
        self.machine.give(to, given, gain, self.at)
    }

    fn take(&mut self, from: Option<usize>, taken: &'a Loss, any: bool) -> Result<(), Failure> {
        // What an intervener gives up is a cost, as what is paid.
        let Self { machine, at, .. } = self;
        let at = *at;
        let intervener = machine.playing(at)?.interveners.last().and_then(|one| usize::try_from(one.who).ok());
        if intervener.is_some() && intervener == from && matches!(taken, Loss::Points(..)) {
            return machine.paying(at, |machine| machine.take(from, taken, any, at));
        }
        machine.take(from, taken, any, at)
    }

    fn pass_on(&mut self, from: Option<usize>, taken: &'a Loss, to: usize) -> Result<(), Failure> {
        self.machine.pass_on(from, taken, to, self.at)
    }

    fn discard(&mut self, from: Option<usize>, card: &'a Loss) -> Result<(), Failure> {
        self.machine.discard(from, card, self.at)
    }

    fn points(&mut self, points: &'a PointsRef) -> Result<PointsId, Failure> {
        self.machine.points_index(*points, self.at)
    }

    fn add(&mut self, to: usize, points: PointsId, count: i64, formula: &'a Ir) -> Result<(), Failure> {
        self.machine.paying(formula.at, |machine| machine.add_points(to, points, count, formula.at))
    }

    fn set(&mut self, target: &'a Target, ir: &'a Ir) -> Result<(), Failure> {
        let Self { machine, at, .. } = self;
        let at = *at;
        if let Target::Slot(slot) = target {
            machine.give_label(*slot, ir, at)?;
            return machine.still_answers(Some(*slot), ir.at);
        }
        let value = machine.formula(ir)?;
        match target {
            Target::Slot(_) => Err(Failure::internal(at)),
            Target::TagValue(slot, index) => {
                machine.ask_late(*slot, at)?;
                let number = machine.act(at)?.number(*slot).unwrap_or(-1);
                if machine.tag_numbered(number, at)?.is_none() {
                    let name = machine.label_of(*slot, at)?;
                    return Err(Failure::new(Code::NoTag, at).arg("name", name));
                }
                machine.set_tag(number, *index, value, at)
            }
            // What is missing is added, what is too much taken.
            Target::Points(points, who) => {
                let Value::Int(value) = value else { return Err(Failure::new(Code::TextWhereNumber, ir.at)) };
                let index = machine.points_index(*points, ir.at)?;
                let Some(who) = machine.optional_character(who)? else { return Ok(()) };
                let now = machine.seen_from(who, ir.at, |machine| machine.points(index, PointsRead::Now, ir.at))?;
                machine.add_points(who, index, value.checked_sub(now).ok_or_else(|| too_large(ir.at))?, ir.at)
            }
            Target::Trait(one, who) => {
                let Value::Int(value) = value else { return Err(Failure::new(Code::TextWhereNumber, ir.at)) };
                let Some(who) = machine.optional_character(who)? else { return Ok(()) };
                machine.set_trait(who, *one, value, ir.at)
            }
            Target::NamedValue(_, index, which, who) => {
                let who = machine.required_character(who)?;
                let number = machine.seen_from(who, at, |machine| machine.number(which))?;
                machine.set_tag(number, *index, value, at)
            }
            Target::KindValue(kind, index, who) => {
                let who = machine.required_character(who)?;
                let tag = machine.seen_from(who, at, |machine| machine.tag_of_kind(*kind, at))?;
                let Some(tag) = tag else {
                    let name = machine.game.tags[*kind].name.to_string();
                    let who = machine.name_of(who);
                    return Err(Failure::new(Code::TagNotThere, at).arg("name", name).arg("who", who));
                };
                machine.set_tag(tag.number, *index, value, at)
            }
        }
    }

    fn mark(&mut self, count: i64, track: &TrackId, of: usize, mark: &'a WhichMark) -> Result<(), Failure> {
        match self.machine.mark(count, *track, of, mark, self.at)? {
            Some(over) => self.machine.store(self.slot, Value::Int(over), self.at),
            None => Ok(()),
        }
    }

    fn marks(&mut self, track: &TrackId, of: usize) -> Result<Vec<i64>, Failure> {
        self.machine.seen_from(of, self.at, |machine| Ok(machine.marks(*track)))
    }

    fn set_marks(&mut self, track: &TrackId, of: usize, from: Vec<i64>, to: Vec<i64>) -> Result<(), Failure> {
        if to == from {
            return Ok(());
        }
        self.machine.record(Event::Marks { who: of, track: *track, from, to }, self.at)
    }

    fn is_mark(&mut self, mark: &'a WhichMark, index: usize) -> Result<bool, Failure> {
        Ok(self.machine.mark_called(mark, self.at)?.is_none_or(|mark| mark == index))
    }

    fn say(&mut self, text: &'a Ir) -> Result<(), Failure> {
        let text = self.machine.text(text)?;
        if text.is_empty() {
            return Ok(());
        }
        self.machine.playing(self.at)?.said.push(text.clone());
        self.machine.record(Event::Said(text), self.at)
    }

    fn fail(&mut self, text: &'a Ir) -> Failure {
        match self.machine.text(text) {
            Ok(message) => Failure::new(Code::NeedNotMet, self.at).arg("message", message).arg("who", "none"),
            Err(failure) => failure,
        }
    }
}
