//! Decks: the pile, drawing, discarding, shuffling. Only cards outside the pile are stored: they are tags of the
//! characters who hold them, and the discards are tags of the table.

use super::effects::{CardRead, CharacterFact};
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use crate::check::program::{At, Cell, CheckedGame, Deck, Ir, Loss, Lowered, Op, TagId};
use crate::diagnostic::Code;
use crate::ruleset::steps::Draw;
use crate::sort::Sort as _;
use crate::world::{Event, HeldTag, Lasts, TABLE, TagValue};

impl<'a> Machine<'a> {
    /// Tags of a kind are read; of cards, this: `None`, if it is no more than how many there are and whose.
    pub(super) fn reads_tags(&mut self, kind: TagId, read: Option<CardRead>, at: At) -> Result<(), Failure> {
        self.effects.reads(CharacterFact::Tags(kind));
        read.map_or(Ok(()), |read| self.reads_card(kind, read, at))
    }

    /// Something of tags is read that may distinguish them, if they are cards.
    pub(super) fn reads_card(&mut self, kind: TagId, read: CardRead, at: At) -> Result<(), Failure> {
        if self.game.tags[kind].cards.is_none() {
            return Ok(());
        }
        self.effects.reads_card(kind, read).map_err(|refusal| Failure::refused(refusal, at))
    }

    /// What a tag gives. `told`: what that reads of it is known.
    pub(super) fn gift(&mut self, tag: HeldTag, ir: &'a Ir, told: bool, at: At) -> Result<i64, Failure> {
        let play = self.playing(at)?;
        play.own.push(tag);
        let before = std::mem::replace(&mut play.own_is_told, told);
        let value = self.whole(ir);
        let play = self.playing(at)?;
        play.own.pop();
        play.own_is_told = before;
        value
    }

    /// What a card gives is read: where that follows from its values alone, cards that give as much are alike. Returns
    /// whether it does.
    pub(super) fn reads_gift(&mut self, kind: TagId, place: usize, at: At) -> Result<bool, Failure> {
        let def = &self.game.tags[kind];
        let (Some(deck), Some((_, ir))) = (&def.cards, def.gives.get(place)) else { return Ok(false) };
        if !ir.parts().all(|part| follows(self.game, &part.op)) {
            return Ok(false);
        }
        if self.effects.knows_gifts(kind, place) {
            return Ok(true);
        }
        let mut gifts = Vec::with_capacity(deck.cards.len());
        for card in &deck.cards {
            let values = card.values.iter().map(TagValue::from).collect();
            let tag = HeldTag { number: -1, kind, name: None, values, lasts: Lasts::Permanent, turn: None };
            match self.gift(tag, ir, true, at) {
                Ok(value) => gifts.push(value),
                // Where one of them gives nothing that is known, its values are read.
                Err(failure) if failure.is_unanswerable() => return Ok(false),
                Err(failure) => return Err(failure),
            }
        }
        self.reads_card(kind, CardRead::Gives(place, gifts.into()), at)?;
        Ok(true)
    }

    fn deck(&self, kind: TagId, at: At) -> Result<&'a Deck, Failure> {
        self.game.tags[kind].cards.as_ref().there(at)
    }

    /// The cards in the pile, by index, ascending.
    fn pile(&mut self, kind: TagId, at: At) -> Result<Vec<usize>, Failure> {
        self.reads_tags(kind, None, at)?;
        let deck = self.deck(kind, at)?;
        let there = self.play.as_deref().map_or(0, |play| play.world.size());
        self.look_at(there.saturating_add(deck.cards.len()), at)?;
        let mut out = vec![false; deck.cards.len()];
        let people = self.play.as_deref().into_iter().flat_map(|play| play.world.people.iter());
        for tag in people.flat_map(|person| &person.tags).filter(|tag| tag.kind == kind) {
            let name = tag.name.as_deref().there(at)?;
            let is_out = deck.names.get(name).and_then(|index| out.get_mut(*index)).there(at)?;
            if std::mem::replace(is_out, true) {
                return Err(Failure::new(Code::CardTwice, at).arg("name", name));
            }
        }
        Ok((0..out.len()).filter(|index| !out.get(*index).is_some_and(|out| *out)).collect())
    }

    /// The number of cards in the pile.
    pub(super) fn cards_left(&mut self, kind: TagId, at: At) -> Result<i64, Failure> {
        i64::try_from(self.pile(kind, at)?.len()).map_err(|_| Failure::internal(at))
    }

    /// Draws cards in any order; they are held in the order of the deck.
    pub(super) fn draw(&mut self, draw: &'a Draw<Lowered>, slot: usize, at: At) -> Result<(), Failure> {
        let kind = draw.deck;
        let count = match &draw.number {
            Some(ir) => self.amount(ir, false)?,
            None => 1,
        };
        let Some(who) = self.optional_character(&draw.to)? else {
            let nothing = if draw.number.is_some() { 0 } else { -1 };
            return self.store(slot, Value::Int(nothing), at);
        };
        let deck = self.deck(kind, at)?;
        let mut wanted = usize::try_from(count).map_err(|_| Failure::internal(at))?;
        let mut pile = self.pile(kind, at)?;
        let mut drawn: Vec<usize> = Vec::new();
        if deck.reshuffles && wanted > pile.len() {
            wanted -= pile.len();
            let all = pile.len();
            drawn = self.off(kind, &pile, all, at)?;
            self.shuffle(draw.deck, at)?;
            pile = self.pile(kind, at)?;
            pile.retain(|card| !drawn.contains(card));
        }
        if wanted > pile.len() {
            let name = &*self.game.tags[kind].name;
            return Err(Failure::new(Code::DeckEmpty, at)
                .arg("name", name)
                .arg("left", pile.len())
                .arg("wanted", wanted));
        }
        drawn.extend(self.off(kind, &pile, wanted, at)?);
        drawn.order();
        let mut last = -1;
        for index in drawn {
            let card = deck.cards.get(index).there(at)?;
            let number = self.playing(at)?.world.next_tag;
            let (name, values) = (Some(card.name.to_string()), card.values.iter().map(TagValue::from).collect());
            let lasts = Lasts::Permanent;
            self.record(Event::TagGained { who, tag: HeldTag { number, kind, name, values, lasts, turn: None } }, at)?;
            last = number;
        }
        let value = if draw.number.is_some() { count } else { last };
        self.store(slot, Value::Int(value), at)
    }

    /// Takes cards from the pile. A card is a face with its number in the deck, from 1.
    fn off(&mut self, kind: TagId, pile: &[usize], count: usize, at: At) -> Result<Vec<usize>, Failure> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let numbers: Vec<i64> = pile.iter().map(|index| *index as i64 + 1).collect();
        let count = u32::try_from(count).map_err(|_| Failure::internal(at))?;
        let mut faces = Vec::new();
        self.count_dice(count, at)?;
        let deck = self.deck(kind, at)?;
        if let Err(refusal) = self.effects.draw_cards((kind, deck), &numbers, count, &mut faces) {
            let failure = Failure::refused(refusal, at);
            if failure.code() != Code::ImpossibleFace {
                return Err(failure);
            }
            // Like a face that a die does not have.
            let deck = &*self.game.tags[kind].name;
            let number = failure.args().iter().find(|(name, _)| *name == "face").map(|(_, face)| face.clone());
            return Err(Failure::new(Code::CardNotInPile, at).arg("number", number.there(at)?).arg("name", deck));
        }
        faces.iter().map(|face| usize::try_from(*face - 1).map_err(|_| Failure::internal(at))).collect()
    }

    pub(super) fn discard(&mut self, from: Option<usize>, card: &'a Loss, at: At) -> Result<(), Failure> {
        for (_, tag) in self.take_tags(from, card, Some(TABLE), at)? {
            self.record(Event::TagGained { who: TABLE, tag }, at)?;
        }
        Ok(())
    }

    /// Puts the discards back into the pile.
    pub(super) fn shuffle(&mut self, kind: TagId, at: At) -> Result<(), Failure> {
        self.reads_tags(kind, None, at)?;
        self.lose_tags(TABLE, kind, false, at)
    }
}

/// Whether it reads nothing but the values of the tag itself.
fn follows(game: &CheckedGame, op: &Op) -> bool {
    match op {
        Op::Cell(read) => {
            let table = &game.tables[read.table];
            let number = |cell: &Cell| matches!(cell, Cell::Value(ir) if matches!(ir.op, Op::Number(_)));
            !table.uses_dice && table.rows.iter().flat_map(|row| &row.cells).all(number)
        }
        Op::OwnValue(_) => true,
        op => op.computes(),
    }
}
