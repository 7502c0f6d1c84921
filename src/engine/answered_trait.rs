//! Answers that select a trait: the value of a label or of a question of a test, and the owner of that trait.

use super::action_state::RunningAction;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value, too_large};
use super::questions::only;
use crate::check::program::{AnswerKind, AnswerOwner, At, Ir, Named, NamedRead, Op, TraitRef};
use crate::diagnostic::Code;
use crate::source::nfc;
use crate::world::{Event, NOBODY, owned};

/// A trait of a character.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct OwnedTrait {
    pub(super) name: String,
    /// The index of the character.
    pub(super) who: usize,
}

/// A value, and the trait that it is the number of, where it is the answer to a question for one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct AnsweredValue {
    pub(super) value: Value,
    pub(super) named: Option<Box<OwnedTrait>>,
}

impl AnsweredValue {
    pub(super) fn new(value: Value, named: Option<OwnedTrait>) -> Self {
        Self { value, named: named.map(Box::new) }
    }
}

impl From<Value> for AnsweredValue {
    fn from(value: Value) -> Self {
        Self { value, named: None }
    }
}

impl<'a> Machine<'a> {
    /// Lets a label be one of several answers; `false`: there is none.
    pub(super) fn copy_answer(&mut self, from: usize, to: usize, at: At) -> Result<bool, Failure> {
        self.ask_late(from, at)?;
        let Some(answer) = self.act(at)?.slots.get(from).there(at)?.clone() else { return Ok(false) };
        *self.act(at)?.slots.get_mut(to).there(at)? = Some(answer);
        Ok(true)
    }

    /// The trait that an answer in words names.
    pub(super) fn named_in(
        &mut self,
        kind: &AnswerKind,
        of: AnswerOwner,
        text: &str,
        at: At,
    ) -> Result<Option<OwnedTrait>, Failure> {
        let AnswerKind::Trait(list, open) = kind else { return Ok(None) };
        let text = nfc(text.trim());
        let text = text.trim_matches(['«', '»', '"']);
        let Some(who) = self.of_whom(of, at)?.first().copied() else { return Ok(None) };
        let game = self.game;
        let names = list.iter().filter_map(|index| game.traits.get(*index)).map(|one| &*one.name);
        let found = match only(names.clone(), text).and_then(|at| names.clone().nth(at)) {
            Some(name) => Some(name.to_owned()),
            None if *open && crate::source::whole(text).is_none() => {
                let own = &self.playing(at)?.world.people.get(who).there(at)?.open;
                only(own.keys().map(String::as_str), text).and_then(|at| own.keys().nth(at)).cloned()
            }
            None => None,
        };
        Ok(found.map(|name| OwnedTrait { name, who }))
    }

    /// The answer that a formula gives to a question: its value, and the trait, if it comes to one.
    pub(super) fn answer_by(&mut self, ir: &'a Ir, kind: &AnswerKind) -> Result<AnsweredValue, Failure> {
        self.in_own_room(|machine| machine.answer_here(ir, kind))
    }

    /// The same of a formula that is part of what was typed.
    pub(super) fn answer_here(&mut self, ir: &'a Ir, kind: &AnswerKind) -> Result<AnsweredValue, Failure> {
        if !matches!(kind, AnswerKind::Trait(..)) {
            return Ok(self.value(ir)?.into());
        }
        let mut chosen = ir;
        while let Op::If(condition, then, otherwise) = &chosen.op {
            chosen = if self.flag(condition)? { then } else { otherwise };
        }
        let value = self.value(chosen)?;
        Ok(AnsweredValue::new(value, self.named_by(chosen)?))
    }

    /// The trait that a formula consists of, if it is nothing else.
    fn named_by(&mut self, ir: &'a Ir) -> Result<Option<OwnedTrait>, Failure> {
        if let Some(index) = ir.trait_read() {
            let who = match ir.owner() {
                Some(person) => self.required_character(person)?,
                None => self.current(),
            };
            let name = self.game.traits.get(index).there(ir.at)?.name.to_string();
            return Ok(Some(OwnedTrait { name, who }));
        }
        match &ir.op {
            Op::Slot(_) | Op::Input(_) | Op::Did(..) => self.trait_in(ir),
            Op::Of(person, inner) => {
                let who = self.required_character(person)?;
                self.seen_from(who, ir.at, |machine| machine.named_by(inner))
            }
            // What is kept of a roll whose dice are gone is a value of it.
            Op::InRoll(slot, side, inner) if self.kept_value((*slot, *side), inner)?.is_some() => Ok(None),
            Op::InRoll(slot, side, inner) => {
                let outer = self.open_roll(*slot, *side, ir.at)?;
                let named = self.named_by(inner);
                self.close_roll(*slot, *side, outer, ir.at)?;
                named
            }
            Op::Named(name, NamedRead::Trait(..)) => match self.value(name)? {
                Value::Text(name) => Ok(Some(OwnedTrait { name, who: self.current() })),
                Value::Int(_) => Err(Failure::internal(ir.at)),
            },
            Op::Known(name, _) => Ok(self.own_name(name)),
            _ => Ok(None),
        }
    }

    /// The trait that the current character named so, which may follow theirs in the order.
    fn own_name(&self, called: &str) -> Option<OwnedTrait> {
        let person = self.person();
        let own = person.into_iter().flat_map(|person| person.open.keys()).chain(self.env.open().keys());
        let whole = |name: &str| person.is_some_and(|person| owned(&person.name, name) == called);
        let name = own.into_iter().find(|name| *name == called || whole(name))?;
        Some(OwnedTrait { name: name.clone(), who: self.current() })
    }

    /// The current character, if there is one.
    fn current(&self) -> usize {
        self.play.as_deref().map_or(NOBODY, |play| play.who)
    }

    /// The answer to a question of the running test.
    pub(super) fn answer(&mut self, input: usize, at: At) -> Result<AnsweredValue, Failure> {
        self.input_value(input, at)?;
        let frame = self.frame.as_ref().there(at)?;
        frame.inputs.get(input).cloned().flatten().there(at)
    }

    /// The trait that is the answer which a formula reads.
    fn trait_in(&mut self, ir: &'a Ir) -> Result<Option<OwnedTrait>, Failure> {
        let at = ir.at;
        let named = match &ir.op {
            Op::Slot(slot) => {
                self.ask_late(*slot, at)?;
                self.act(at)?.slots.get(*slot).there(at)?.as_ref().map(|one| &one.named)
            }
            Op::Did(slot, inner) => {
                let did = self.act(at)?.held.did.get(slot);
                did.and_then(|did| did.slots.get(*inner)?.as_ref()).map(|one| &one.named)
            }
            Op::Input(index) => return Ok(self.answer(*index, at)?.named.map(|named| *named)),
            _ => return Err(Failure::internal(at)),
        };
        Ok(named.and_then(|named| named.as_deref().cloned()))
    }

    /// What the trait is called that is the answer which a formula reads.
    pub(super) fn name_of_answer(&mut self, ir: &'a Ir) -> Result<String, Failure> {
        // What has no answer has no name, and is reported as that.
        self.value(ir)?;
        match self.trait_in(ir)? {
            Some(named) => Ok(named.name),
            None => {
                let name = match &ir.op {
                    Op::Slot(slot) => self.label_of(*slot, ir.at)?,
                    Op::Input(index) => {
                        let test = self.frame.as_ref().there(ir.at)?.test;
                        test.inputs.get(*index).there(ir.at)?.0.to_string()
                    }
                    _ => self.words(ir.at),
                };
                Err(Failure::new(Code::AnswerWithoutName, ir.at).arg("name", name))
            }
        }
    }

    /// Adds a number, which may be negative, to a trait.
    pub(super) fn raise(&mut self, who: usize, one: TraitRef, delta: i64, at: At) -> Result<(), Failure> {
        self.change_trait(who, one, at, |now| now.checked_add(delta))
    }

    /// Sets a trait. The value of an answer is the number of its label; rows count from 1.
    pub(super) fn set_trait(&mut self, who: usize, one: TraitRef, value: i64, at: At) -> Result<(), Failure> {
        let TraitRef::Slot(slot) = one else { return self.change_trait(who, one, at, |_| Some(value)) };
        let named = self.trait_of_slot(slot, at)?;
        let first = match self.game.names.get(&named.name).copied() {
            Some(Named::Trait(index)) => self.game.trait_number(index, 0),
            _ => self.game.open_number(0),
        };
        self.change_trait(who, one, at, |_| value.checked_sub(first))
    }

    /// The trait that the answer in a slot names.
    fn trait_of_slot(&mut self, slot: usize, at: At) -> Result<OwnedTrait, Failure> {
        self.ask_late(slot, at)?;
        let answer = self.act(at)?.slots.get(slot).there(at)?.as_ref();
        match answer.and_then(|one| one.named.as_deref()).cloned() {
            Some(named) => Ok(named),
            None => {
                let name = self.label_of(slot, at)?;
                Err(Failure::new(Code::AnswerWithoutName, at).arg("name", name))
            }
        }
    }

    fn change_trait(
        &mut self,
        who: usize,
        one: TraitRef,
        at: At,
        change: impl FnOnce(i64) -> Option<i64>,
    ) -> Result<(), Failure> {
        let game = self.game;
        let slot = match one {
            TraitRef::Fixed(index) => {
                let now = self.seen_from(who, at, |machine| machine.one_trait(index, at))?;
                let to = change(now).and_then(|to| to.checked_sub(now)).ok_or_else(|| too_large(at))?;
                return self.add_trait(who, index, to, at);
            }
            TraitRef::Slot(slot) => slot,
        };
        let named = self.trait_of_slot(slot, at)?;
        let name = &named.name;
        let number = if let Some(Named::Trait(index)) = game.names.get(name).copied() {
            let now = self.seen_from(who, at, |machine| machine.one_trait(index, at))?;
            let to = change(now).ok_or_else(|| too_large(at))?;
            self.add_trait(who, index, to.checked_sub(now).ok_or_else(|| too_large(at))?, at)?;
            game.trait_number(index, to)
        } else {
            let own = self.playing(at)?.world.people.get(who).there(at)?.open.get(name).copied();
            let question = game.open_group().there(at)?;
            let Some(from) = own else {
                let who = self.name_of(who);
                return Err(Failure::new(Code::TagNotThere, at).arg("name", &**name).arg("who", who));
            };
            let to = change(from).ok_or_else(|| too_large(at))?;
            if to != from {
                self.may_be(name, question, to, at)?;
                self.record(Event::Own { who, name: name.clone(), from, to }, at)?;
            }
            game.open_number(to)
        };
        // Labels that stand for it have the new value from now on.
        if named.who == who {
            for one in self.act(at)?.slots.iter_mut().flatten() {
                if one.named.as_deref() == Some(&named) {
                    one.value = Value::Int(number);
                }
            }
        }
        Ok(())
    }
}

impl RunningAction<'_> {
    pub(super) fn value(&self, slot: usize) -> Option<&Value> {
        self.slots.get(slot)?.as_ref().map(|one| &one.value)
    }

    pub(super) fn number(&self, slot: usize) -> Option<i64> {
        match self.value(slot)? {
            Value::Int(number) => Some(*number),
            Value::Text(_) => None,
        }
    }

    /// The character in a slot, by their place at the table.
    pub(super) fn character(&self, slot: usize) -> Option<usize> {
        usize::try_from(self.number(slot)?).ok()
    }
}
