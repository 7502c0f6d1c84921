//! Actions and their steps.

use super::effects::Fact;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::play::{Act, HeldThings};
use super::result::Step as Told;
use crate::check::program::{Action, At, Cell, Hook, Ir, Op, Over, RoleGiven, SlotKind, Step, Target, Verb};
use crate::diagnostic::Code;

/// Whether a recipe goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Goes,
    Stops,
}

/// Who plays a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cast {
    One(usize),
    Many(Vec<usize>),
    Nobody,
}

impl<'a> Machine<'a> {
    /// Everybody in a role, by place, or the tags that somebody has, by number.
    fn all_of(&mut self, over: &'a Over, at: At) -> Result<Vec<i64>, Failure> {
        match over {
            Over::Role(all) => {
                let people = self.act(at)?.held.many.get(all).there(at)?;
                Ok(people.iter().map(|who| *who as i64).collect())
            }
            Over::Tags(kind, who) => {
                self.effects.reads(Fact::Tags(*kind));
                let Some(who) = self.anybody(who)? else { return Ok(Vec::new()) };
                let tags = &self.playing(at)?.world.people.get(who).there(at)?.tags;
                Ok(tags.iter().filter(|tag| tag.kind == *kind).map(|tag| tag.number).collect())
            }
        }
    }

    /// Does an action from its questions to its last step; what it ended with is returned.
    pub(super) fn run_action(
        &mut self,
        action: &'a Action,
        index: Option<usize>,
        cast: Vec<Cast>,
        given: Vec<(usize, Value)>,
        at: At,
    ) -> Result<Act<'a>, Failure> {
        let depth = self.playing(at)?.acts.len();
        if depth >= self.game.limits.actions {
            return Err(Failure::new(Code::TooManyActions, at).arg("limit", self.game.limits.actions));
        }
        let mut act = Act { action, index, slots: vec![None; action.slots.len()], held: HeldThings::default() };
        let mut roles = Vec::new();
        let telling = self.telling() && index.is_some();
        for (slot, cast) in cast.into_iter().enumerate() {
            let role = action.slots.get(slot).there(at)?;
            if telling && cast != Cast::Nobody {
                roles.push((role.name.to_string(), self.names_in(&cast)));
            }
            let (value, many) = match (cast, role.kind == SlotKind::Many) {
                (Cast::One(who), false) => (Some(Value::Int(who as i64)), None),
                (Cast::Nobody, false) => (Some(Value::Int(-1)), None),
                (Cast::One(who), true) => (None, Some(vec![who])),
                (Cast::Nobody, true) => (None, Some(Vec::new())),
                (Cast::Many(all), _) => (None, Some(all)),
            };
            act.held.many.extend(many.map(|all| (slot, all)));
            *act.slots.get_mut(slot).there(at)? = value;
        }
        for (slot, value) in given {
            *act.slots.get_mut(slot).there(at)? = Some(value);
        }
        self.playing(at)?.acts.push(act);
        if index.is_some() {
            self.step(|_| Told::Act { name: action.name.to_string(), roles, depth });
        }
        let result = self.inside(action, at);
        let act = self.playing(at)?.acts.pop();
        result?;
        if index.is_some() {
            self.step(|_| Told::Over);
        }
        act.there(at)
    }

    /// The names of those who play a role.
    fn names_in(&self, cast: &Cast) -> String {
        match cast {
            Cast::One(who) => self.name_of(*who),
            Cast::Many(all) => all.iter().map(|who| self.name_of(*who)).collect::<Vec<_>>().join(", "),
            Cast::Nobody => String::new(),
        }
    }

    fn inside(&mut self, action: &'a Action, at: At) -> Result<Flow, Failure> {
        for ask in &action.ask {
            self.ask_slot(ask, at)?;
        }
        self.needs(action)?;
        self.steps(&action.steps)
    }

    pub(super) fn needs(&mut self, action: &'a Action) -> Result<(), Failure> {
        for (message, ir) in &action.need {
            if self.whole(ir)? == 0 {
                let failure = Failure::new(Code::NeedNotMet, ir.at).arg("message", message.as_str());
                return Err(failure.arg("who", self.whose_need(ir)?));
            }
        }
        Ok(())
    }

    /// Who does not meet the need of an action that another one does: those it speaks of, where
    /// several people take part in what was asked for. `none` where it is clear who is meant.
    fn whose_need(&mut self, need: &Ir) -> Result<String, Failure> {
        let at = need.at;
        let acts = &self.playing(at)?.acts;
        let (Some(first), Some(own)) = (acts.first(), acts.last()) else { return Err(Failure::internal(at)) };
        let several = acts.len() > 1 && own.index.is_some() && first.people(|_| true).len() > 1;
        let people = if several { own.people(|slot| speaks_of(need, slot)) } else { Vec::new() };
        Ok(if people.is_empty() { "none".to_owned() } else { self.names_in(&Cast::Many(people)) })
    }

    pub(super) fn steps(&mut self, steps: &'a [Step]) -> Result<Flow, Failure> {
        for step in steps {
            if self.one_step(step)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
        }
        Ok(Flow::Goes)
    }

    fn one_step(&mut self, step: &'a Step) -> Result<Flow, Failure> {
        self.count_step(step.at)?;
        self.forget_told();
        self.pools.clear();
        let index = self.act(step.at)?.index;
        if let Some(index) = index {
            self.at_hook(Hook::Step(true, index, step.slot), step.at)?;
        }
        if let Some(when) = &step.when
            && self.whole(when)? == 0
        {
            return Ok(Flow::Goes);
        }
        let flow = self.verb(step)?;
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
        let flow = self.verb(row)?;
        if let Some(index) = index {
            self.at_hook(Hook::Step(false, index, row.slot), row.at)?;
        }
        Ok(flow)
    }

    pub(super) fn store(&mut self, slot: usize, value: Value, at: At) -> Result<(), Failure> {
        *self.act(at)?.slots.get_mut(slot).there(at)? = Some(value);
        Ok(())
    }

    /// Notes the value of a label.
    fn tell_label(&mut self, slot: usize, ir: Option<&'a Ir>, value: &Value, at: At) -> Result<(), Failure> {
        if !self.telling() {
            return Ok(());
        }
        let kind = self.slot_kind(slot, at)?;
        let name = self.label_of(slot, at)?;
        if name.starts_with('·') {
            return Ok(());
        }
        let value = self.shown(value, &kind);
        let plain = ir.is_some_and(|ir| matches!(ir.op, Op::Number(_)));
        let formula = ir.filter(|_| !plain).map(|ir| self.words(ir.at)).unwrap_or_default();
        self.step(|_| Told::Value { name, formula, value });
        Ok(())
    }

    fn verb(&mut self, step: &'a Step) -> Result<Flow, Failure> {
        let at = step.at;
        match &step.verb {
            Verb::Value(ir) => {
                let value = self.formula(ir)?;
                self.tell_label(step.slot, Some(ir), &value, at)?;
                self.store(step.slot, value, at)?;
            }
            Verb::Ask(ask) => self.ask_into(ask, step.slot, at)?,
            Verb::Roll(roll) => return self.roll_step(roll, step.slot, at),
            Verb::Oppose(oppose) => return self.oppose_step(oppose, step.slot, at),
            Verb::Do(action, roles, with) => {
                let mut cast = Vec::new();
                for role in roles {
                    cast.push(match role {
                        RoleGiven::One(ir) => self.anybody(ir)?.map_or(Cast::Nobody, Cast::One),
                        RoleGiven::Many(slot) => Cast::Many(self.act(at)?.held.many.get(slot).cloned().there(at)?),
                        RoleGiven::Nobody => Cast::Nobody,
                    });
                }
                let def = self.game.actions.get(*action).there(at)?;
                let mut given = Vec::new();
                for (slot, ir) in with {
                    let value = self.formula(ir)?;
                    let ask = def.ask.iter().find(|ask| ask.slot == *slot);
                    if let (Some(ask), Some(name), Value::Int(number)) = (ask, def.slots.get(*slot), &value) {
                        self.within(&name.name, &ask.question, *number, ir.at)?;
                    }
                    given.push((*slot, value));
                }
                let done = self.run_action(def, Some(*action), cast, given, at)?;
                self.act(at)?.held.did.insert(step.slot, done.slots);
            }
            Verb::First(rows) => {
                for row in rows {
                    let holds = match &row.when {
                        None => true,
                        Some(when) => self.whole(when)? != 0,
                    };
                    if holds {
                        return self.with_hooks(row);
                    }
                }
            }
            Verb::Steps(steps) => return self.steps(steps),
            Verb::Each(one, over, steps) => {
                for each in self.all_of(over, at)? {
                    // What was lost meanwhile is left out.
                    if matches!(over, Over::Tags(..)) && self.tag_numbered(each, at)?.is_none() {
                        continue;
                    }
                    self.store(*one, Value::Int(each), at)?;
                    if self.steps(steps)? == Flow::Stops {
                        return Ok(Flow::Stops);
                    }
                }
            }
            Verb::Gain(gain) => self.gain(gain, at)?,
            Verb::Lose(list, of, any) => self.lose(list, of.as_ref(), *any, at)?,
            Verb::Pay(list, from, to) => self.pay(list, from, to.as_ref(), at)?,
            Verb::Mark(count, track, of, mark) => {
                let count = self.amount(count, false)?;
                if let Some(who) = self.anybody(of)? {
                    self.mark(count, *track, who, *mark, at)?;
                }
            }
            Verb::Heal(count, track, of, mark) => {
                let count = match count {
                    Some(ir) => Some(self.amount(ir, false)?),
                    None => None,
                };
                if let Some(who) = self.anybody(of)? {
                    self.heal(count, *track, who, *mark, at)?;
                }
            }
            Verb::Set(list) => {
                for (target, ir) in list {
                    let value = self.formula(ir)?;
                    match target {
                        Target::Slot(slot) => {
                            self.tell_label(*slot, Some(ir), &value, at)?;
                            self.store(*slot, value, at)?;
                        }
                        Target::TagValue(slot, index) => {
                            let number = match self.act(at)?.slots.get(*slot) {
                                Some(Some(Value::Int(number))) => *number,
                                _ => -1,
                            };
                            if self.tag_numbered(number, at)?.is_none() {
                                let name = self.label_of(*slot, at)?;
                                return Err(Failure::new(Code::NoTag, at).arg("name", name));
                            }
                            self.set_tag(number, *index, value, at)?;
                        }
                        Target::Points(..) | Target::Trait(..) => self.set_number(target, value, ir.at)?,
                        Target::KindValue(kind, index, who) => {
                            let who = self.somebody(who)?;
                            let tag = self.seen_from(who, at, |machine| machine.tag_of_kind(*kind, at))?;
                            let Some(tag) = tag else {
                                let name = self.game.tags.get(*kind).there(at)?.name.to_string();
                                let who = self.name_of(who);
                                return Err(Failure::new(Code::TagNotThere, at).arg("name", name).arg("who", who));
                            };
                            self.set_tag(tag.number, *index, value, at)?;
                        }
                    }
                }
            }
            Verb::Effects(ir, to) => self.effects_of(ir, to, at)?,
            Verb::Say(ir) => self.say(ir, at)?,
            Verb::Stop(ir) => {
                self.say(ir, at)?;
                return Ok(Flow::Stops);
            }
            Verb::Fail(ir) => {
                let message = match self.formula(ir)? {
                    Value::Text(text) => text,
                    Value::Int(number) => number.to_string(),
                };
                return Err(Failure::new(Code::NeedNotMet, at).arg("message", message).arg("who", "none"));
            }
            Verb::Order(slot, by, ties) => self.order(*slot, by, *ties, at)?,
            Verb::Reroll(again) => self.reroll(again, at)?,
            Verb::Change(list) => self.change(list, at)?,
            Verb::Broken => return Err(Failure::internal(at)),
        }
        Ok(Flow::Goes)
    }

    fn say(&mut self, ir: &'a Ir, at: At) -> Result<(), Failure> {
        let text = match self.formula(ir)? {
            Value::Text(text) => text,
            Value::Int(number) => number.to_string(),
        };
        if text.is_empty() {
            return Ok(());
        }
        self.playing(at)?.said.push(text.clone());
        self.record(crate::world::Event::Said(text), at)
    }

    /// Does what a cell says, to somebody.
    fn effects_of(&mut self, ir: &'a Ir, to: &'a Ir, at: At) -> Result<(), Failure> {
        let Op::Cell(read) = &ir.op else { return Err(Failure::internal(at)) };
        let Some(who) = self.anybody(to)? else { return Ok(()) };
        let (row, column, given) = self.place(read, ir.at)?;
        let game = self.game;
        let def = game.tables.get(read.table).there(at)?;
        let found = def.rows.get(row).there(at)?;
        let (table, label) = (def.name.to_string(), found.label.to_string());
        let name = def.columns.get(column).and_then(|column| column.name.clone());
        self.step(|_| Told::Cell {
            table: table.clone(),
            row: label.clone(),
            column: name.clone(),
            formula: String::new(),
            value: super::result::Answer::Text("…".to_owned()),
        });
        match found.cells.get(column) {
            Some(Cell::Effects(action)) => {
                let outer = std::mem::replace(&mut self.given, given);
                let done = self.run_action(action, None, vec![Cast::One(who)], Vec::new(), at);
                self.given = outer;
                done.map(|_| ())
            }
            Some(Cell::Pending(why)) => Err(Failure::new(Code::CellPending, at)
                .arg("name", format!("{table}[{label}]"))
                .arg("why", why.as_str())),
            _ => Err(Failure::internal(at)),
        }
    }

    /// Puts everybody in a role in order, highest first.
    fn order(&mut self, slot: usize, by: &'a [Ir], ties: Option<usize>, at: At) -> Result<(), Failure> {
        let people = self.act(at)?.held.many.get(&slot).cloned().there(at)?;
        let mut rounds = 0_u32;
        let mut round = None;
        let sorted = loop {
            let mut scored = Vec::new();
            for who in &people {
                let mut score = Vec::new();
                for ir in by {
                    score.push(self.seen_from(*who, at, |machine| machine.whole(ir))?);
                }
                scored.push((score, *who));
            }
            scored.sort_by(|one, other| other.0.cmp(&one.0));
            let tied: Vec<usize> = scored
                .iter()
                .filter(|(score, who)| scored.iter().any(|(other, one)| one != who && other == score))
                .map(|(_, who)| *who)
                .collect();
            let (Some(action), false) = (ties, tied.is_empty()) else {
                break scored.into_iter().map(|(_, who)| who).collect::<Vec<usize>>();
            };
            rounds += 1;
            if rounds > self.game.limits.ties {
                return Err(Failure::new(Code::TooManyTies, at).arg("limit", i64::from(self.game.limits.ties)));
            }
            // What ties at first is what is put in order; whoever ties again has rolled for it.
            if rounds > 1 {
                self.tied(&mut round, at)?
            } else {
                round = self.ties(at)?
            }
            let def = self.game.actions.get(action).there(at)?;
            for (number, who) in tied.iter().enumerate() {
                self.run_action(def, Some(action), vec![Cast::One(*who)], Vec::new(), at)?;
                self.halfway(&round, tied.get(number + 1..).unwrap_or_default(), at)?;
            }
        };
        let names: Vec<String> = sorted.iter().map(|who| self.name_of(*who)).collect();
        self.act(at)?.held.many.insert(slot, sorted);
        self.step(|_| Told::Ordered(names));
        Ok(())
    }

    /// Who the first role of an action is, if it has one.
    pub(super) fn first_role(&mut self, at: At) -> Result<Option<usize>, Failure> {
        let act = self.act(at)?;
        let first = act.action.slots.first().filter(|slot| slot.kind == SlotKind::Role);
        Ok(match (first, act.slots.first()) {
            (Some(_), Some(Some(Value::Int(who)))) => usize::try_from(*who).ok(),
            _ => None,
        })
    }
}

/// Whether a formula reads a slot.
fn speaks_of(ir: &Ir, slot: usize) -> bool {
    matches!(&ir.op, Op::Slot(read) if *read == slot) || ir.children().into_iter().any(|child| speaks_of(child, slot))
}
