//! The trait that is the answer to a question: its index and its character, in the two slots after that of the answer.

use super::answering::only;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value, too_large};
use super::play::Act;
use crate::check::program::{AnswerKind, Ask, At, Ir, Named as Meant, Op, TraitRef};
use crate::diagnostic::Code;
use crate::source::nfc;
use crate::world::Event;

/// A trait of a character.
pub(super) struct Named {
    pub(super) name: String,
    /// The index of the character.
    pub(super) who: i64,
}

impl<'a> Machine<'a> {
    /// Stores the trait that the answer in a slot names; `None`: the answer is only a number.
    pub(super) fn store_answered(&mut self, slot: usize, named: Option<Named>, at: At) -> Result<(), Failure> {
        if !self.act(at)?.action.slots.get(slot).there(at)?.of_trait() {
            return Ok(());
        }
        let (name, who) = match named {
            Some(Named { name, who }) => (Some(Value::Text(name)), Some(Value::Int(who))),
            None => (None, None),
        };
        let slots = &mut self.act(at)?.slots;
        *slots.get_mut(slot + 1).there(at)? = name;
        *slots.get_mut(slot + 2).there(at)? = who;
        Ok(())
    }

    /// Lets a label be one of several answers; `false`: there is none.
    pub(super) fn copy_answer(&mut self, from: usize, to: usize, at: At) -> Result<bool, Failure> {
        self.ask_late(from, at)?;
        let named =
            if self.act(at)?.action.slots.get(from).there(at)?.of_trait() { self.trait_in(from, at)? } else { None };
        let Some(Some(value)) = self.act(at)?.slots.get(from).cloned() else { return Ok(false) };
        self.store_answered(to, named, at)?;
        self.store(to, value, at)?;
        Ok(true)
    }

    /// The trait that an answer in words names.
    pub(super) fn named_in(&mut self, ask: &'a Ask, text: &str, at: At) -> Result<Option<Named>, Failure> {
        let AnswerKind::Trait(list, open) = &ask.question.kind else { return Ok(None) };
        let text = nfc(text.trim());
        let text = text.trim_matches(['«', '»', '"']);
        let Some(who) = self.of_whom(ask.of, at)?.first().copied() else { return Ok(None) };
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
        Ok(found.map(|name| Named { name, who: who as i64 }))
    }

    /// The trait that a formula consists of, if it is nothing else.
    pub(super) fn named_by(&mut self, ir: &'a Ir, at: At) -> Result<Option<Named>, Failure> {
        if let Op::Slot(slot) = ir.op {
            return if self.act(at)?.action.slots.get(slot).there(at)?.of_trait() {
                self.trait_in(slot, at)
            } else {
                Ok(None)
            };
        }
        let Some(index) = ir.trait_read() else { return Ok(None) };
        let who = match ir.owner() {
            Some(person) => self.number(person)?,
            None => self.playing(at)?.who as i64,
        };
        let name = self.game.traits.get(index).there(at)?.name.to_string();
        Ok(Some(Named { name, who }))
    }

    /// The trait that the answer in a slot names.
    fn trait_in(&mut self, slot: usize, at: At) -> Result<Option<Named>, Failure> {
        self.ask_late(slot, at)?;
        let slots = &self.act(at)?.slots;
        Ok(match (slots.get(slot + 1), slots.get(slot + 2)) {
            (Some(Some(Value::Text(name))), Some(Some(Value::Int(who)))) => {
                Some(Named { name: name.clone(), who: *who })
            }
            _ => None,
        })
    }

    /// The error for an answer that is a number instead of a name.
    pub(super) fn nameless<T>(&mut self, slot: usize, at: At) -> Result<T, Failure> {
        let name = self.label_of(slot, at)?;
        Err(Failure::new(Code::AnswerWithoutName, at).arg("name", name))
    }

    /// Adds a number, which may be negative, to a trait.
    pub(super) fn raise(&mut self, who: usize, one: TraitRef, delta: i64, at: At) -> Result<(), Failure> {
        self.change_trait(who, one, at, |now| now.checked_add(delta))
    }

    /// Sets a trait. The value of an answer is the number of its label; rows count from 1.
    pub(super) fn set_trait(&mut self, who: usize, one: TraitRef, value: i64, at: At) -> Result<(), Failure> {
        let TraitRef::Slot(slot) = one else { return self.change_trait(who, one, at, |_| Some(value)) };
        let named = self.trait_in(slot, at)?;
        let first = match named.map(|one| self.game.names.get(&one.name).copied()) {
            Some(Some(Meant::Trait(index))) => self.game.trait_number(index, 0),
            _ => self.game.open_number(0),
        };
        self.change_trait(who, one, at, |_| value.checked_sub(first))
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
        let Some(Named { name, who: owner }) = self.trait_in(slot, at)? else { return self.nameless(slot, at) };
        let number = if let Some(Meant::Trait(index)) = game.names.get(&name).copied() {
            let now = self.seen_from(who, at, |machine| machine.one_trait(index, at))?;
            let to = change(now).ok_or_else(|| too_large(at))?;
            self.add_trait(who, index, to.checked_sub(now).ok_or_else(|| too_large(at))?, at)?;
            game.trait_number(index, to)
        } else {
            let own = self.playing(at)?.world.people.get(who).there(at)?.open.get(&name).copied();
            let question = game.open_group().there(at)?;
            let Some(from) = own else {
                let who = self.name_of(who);
                return Err(Failure::new(Code::TagNotThere, at).arg("name", name).arg("who", who));
            };
            let to = change(from).ok_or_else(|| too_large(at))?;
            if to != from {
                self.may_be(&name, question, to, at)?;
                self.record(Event::Own { who, name: name.clone(), from, to }, at)?;
            }
            game.open_number(to)
        };
        // Labels that stand for it have the new value from now on.
        if usize::try_from(owner) == Ok(who) {
            let Act { action, slots, .. } = self.act(at)?;
            let [called, whose] = [Value::Text(name), Value::Int(owner)].map(Some);
            let same = |at: &usize| slots.get(at + 1) == Some(&called) && slots.get(at + 2) == Some(&whose);
            let traits = action.slots.iter().enumerate().filter(|(_, one)| one.of_trait()).map(|(at, _)| at);
            for slot in traits.filter(same).collect::<Vec<usize>>() {
                self.store(slot, Value::Int(number), at)?;
            }
        }
        Ok(())
    }
}
