//! Decks: kinds of tag whose tags are cards, each of which exists once.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::actions::ActionLowering;
use super::program::{
    AnswerKind, Card, CardValue, CheckedGame, Deck, Default, Ir, Kind, Loss, Lowered, Named, Op, Over, Piece, SlotKind,
    TagId, TagKind,
};
use super::steps::StepLowering;
use super::unused_values::every_formula;
use super::{Checker, all_steps, answer_of, bad_answer};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::RawTag;
use crate::ruleset::model::{CardsDecl, Word};
use crate::ruleset::steps::{Discard, Draw, LowersKind, Written};
use crate::source::whole;
use crate::syntax::SyntaxLimits;

/// In place of a role: what is drawn lies open on the table.
const TABLE: &str = "table";

/// A card under construction: its name so far, and its values by index; without one, the number in its name.
type CardDraft = (String, Vec<(Option<usize>, i64)>);

/// What is in braces: the index of a value (`None`: a range), and what it can be, with the words for it.
type InBraces = (Option<usize>, Vec<(String, i64)>);

/// Cards of all decks of a game together.
const CARDS: usize = 20_000;

/// More cards than one deck, or all of them, may have.
fn too_many_cards(name: &Word, of: &'static str, limit: usize) -> Diagnostic {
    Diagnostic::error(Code::TooManyCards, name.span).arg("of", of).arg("limit", limit)
}

/// `1..3` in the name of a card: so many of them.
fn range(inside: &str) -> Option<(i64, i64)> {
    let (least, most) = inside.split_once("..")?;
    Some((whole(least.trim())?, whole(most.trim())?))
}

impl Checker<'_> {
    pub(super) fn is_deck(&self, kind: TagId) -> bool {
        self.raw.tags.get(kind.index()).is_some_and(|tag| tag.cards.is_some())
    }

    /// Notes in the hands of which decks the order of the cards may matter.
    pub(super) fn orders_of_hands(&mut self) {
        let mut ordered = BTreeSet::new();
        every_formula(&self.game, &mut |ir| {
            ordered.extend(ir.parts().filter_map(|part| match part.op {
                Op::TagValue(kind, _) => Some(kind),
                _ => None,
            }));
        });
        let game = &self.game;
        let actions = game.actions.iter().chain(game.places().map(|place| &place.action)).chain(game.recipes());
        for step in actions.flat_map(|action| all_steps(&action.steps)) {
            ordered.extend(
                step.verb.each().and_then(|(_, over)| if let Over::Tags(kind, _) = over { Some(*kind) } else { None }),
            );
        }
        for (index, kind) in self.game.tags.pairs_mut() {
            let due = !kind.every.is_empty();
            if let Some(deck) = &mut kind.cards {
                deck.ordered = due || ordered.contains(&index);
            }
        }
    }

    /// The deck that a word names.
    pub(super) fn deck_called(&mut self, word: &Word) -> Option<TagId> {
        if let Some(Named::Tag(kind)) = self.game.names.get(&word.text).copied()
            && self.is_deck(kind)
        {
            return Some(kind);
        }
        let decks = self.raw.tags.iter().filter(|tag| tag.cards.is_some()).map(|tag| &*tag.name.text);
        self.report(self.none_called(Diagnostic::error(Code::NotADeck, word.span), word, decks));
        None
    }

    /// The card in a label, or all cards of a deck that a character has.
    pub(super) fn card_called(&mut self, word: &Word, act: &ActionLowering) -> Option<Loss> {
        let slot = act.find(&word.text);
        let held = slot.and_then(|slot| act.slots.get(slot)).map(|slot| slot.kind.clone());
        match (held, self.game.names.get(&word.text).copied()) {
            (Some(SlotKind::Value(Kind::Tag(kind))), _) if self.is_deck(kind) => slot.map(|slot| Loss::Tag(slot, None)),
            (Some(SlotKind::Value(Kind::Broken)), _) => None,
            (None, Some(Named::Tag(kind))) if self.is_deck(kind) => Some(Loss::Tags(kind, None)),
            _ => {
                self.report(Diagnostic::error(Code::NotACard, word.span).arg("name", &*word.text));
                None
            }
        }
    }

    /// All cards of a deck; what is wrong with them is reported.
    pub(super) fn deck(&mut self, kind: TagId, raw: &CardsDecl) -> Deck {
        let mut deck = Deck { reshuffles: raw.reshuffles, ..Deck::default() };
        let limit = SyntaxLimits::STANDARD.faces;
        let before = self.game.tags.iter().filter_map(|tag| tag.cards.as_ref()).map(|deck| deck.cards.len()).sum();
        if before >= CARDS {
            let told = self.errors.iter().any(|error| error.code == Code::TooManyCards);
            if let Some(name) = raw.list.iter().find_map(|card| card.name.as_ref()).filter(|_| !told) {
                self.report(too_many_cards(name, "all", CARDS));
            }
            return deck;
        }
        for card in &raw.list {
            let Some(name) = &card.name else { continue };
            let drafts = self.drafts(kind, name, limit);
            let work = self.raw.tags.get(kind.index()).map_or(1, |tag| tag.values.len() + 1);
            if !self.affords(drafts.len().saturating_mul(work), name.span) {
                return deck;
            }
            let said = self.said_of(kind, card, &drafts);
            let pattern: Option<Arc<str>> = name.text.contains('{').then(|| name.text.as_str().into());
            for (own, values) in drafts {
                let named = values.iter().filter_map(|(index, _)| *index).collect();
                let numbers = values.iter().filter(|(index, _)| index.is_none()).map(|(_, number)| *number).collect();
                let Some(values) = said.as_ref().and_then(|said| complete(said, &values)) else { continue };
                if deck.cards.len() >= limit {
                    self.report(too_many_cards(name, "one", limit));
                    return deck;
                }
                if deck.cards.len().saturating_add(before) >= CARDS {
                    self.report(too_many_cards(name, "all", CARDS));
                    return deck;
                }
                match deck.names.entry(own) {
                    Entry::Occupied(there) => {
                        let name = there.key().clone();
                        self.report(Diagnostic::error(Code::DeclaredTwice, card.span).arg("name", name));
                        return deck;
                    }
                    Entry::Vacant(free) => {
                        let (name, pattern) = (free.key().as_str().into(), pattern.clone());
                        deck.cards.push(Card { name, pattern, named, numbers, values });
                        free.insert(deck.cards.len() - 1);
                    }
                }
            }
        }
        deck
    }

    /// The cards that a name with values in braces stands for.
    fn drafts(&mut self, kind: TagId, name: &Word, limit: usize) -> Vec<CardDraft> {
        let mut drafts: Vec<CardDraft> = vec![(String::new(), Vec::new())];
        let mut rest = name.text.as_str();
        loop {
            let (before, behind) = rest.split_once('{').unwrap_or((rest, ""));
            drafts.iter_mut().for_each(|(text, _)| text.push_str(before));
            if before.len() == rest.len() {
                return drafts;
            }
            let (inside, after) = behind.split_once('}').unwrap_or((behind, ""));
            let Some((index, all)) = self.values_in_braces(kind, inside.trim(), name, limit) else {
                return Vec::new();
            };
            if drafts.len().saturating_mul(all.len()) > limit {
                self.report(too_many_cards(name, "one", limit));
                return Vec::new();
            }
            drafts = drafts
                .iter()
                .flat_map(|(text, values)| {
                    all.iter().map(move |(said, value)| {
                        let mut values = values.clone();
                        values.push((index, *value));
                        (format!("{text}{said}"), values)
                    })
                })
                .collect();
            rest = after;
        }
    }

    /// Everything that a value can be, as a name says it.
    fn values_in_braces(&mut self, kind: TagId, value: &str, name: &Word, limit: usize) -> Option<InBraces> {
        let counted = |least: i64, most: i64| (least..=most).map(|number| (number.to_string(), number)).collect();
        let fits = |least: i64, most: i64| most.saturating_sub(least) < limit as i64;
        if let Some((least, most)) = range(value) {
            if least > most || !fits(least, most) {
                self.report(Diagnostic::error(Code::CardsWithoutEnd, name.span).arg("name", value));
                return None;
            }
            return Some((None, counted(least, most)));
        }
        let def = &self.game.tags[kind];
        let Some(index) = def.values.iter().position(|(one, _)| **one == *value) else {
            let error = Diagnostic::error(Code::NoSuchTagValue, name.span).arg("kind", &*def.name);
            let known: Vec<_> = def.values.iter().map(|(name, _)| Arc::clone(name)).collect();
            let word = Word { text: value.to_owned(), span: name.span };
            // The place is that of the whole name, which no fix may replace.
            let error = self.none_called(error, &word, known.iter()).map(|error| {
                let fixes = Vec::new();
                Diagnostic { fixes, ..error }
            });
            self.report(error);
            return None;
        };
        let (_, question) = def.values.get(index)?;
        if question.broken {
            return None;
        }
        let numbered = |names: Vec<String>| names.into_iter().zip(0..).collect();
        let all: Option<Vec<(String, i64)>> = match &question.kind {
            AnswerKind::Number(Some(least), Some(most)) if fits(*least, *most) => Some(counted(*least, *most)),
            AnswerKind::YesNo => Some(numbered(vec!["no".to_owned(), "yes".to_owned()])),
            AnswerKind::OneOf(words) => Some(numbered(words.to_vec())),
            AnswerKind::Row(table) => {
                let rows = self.game.tables[*table].rows.iter();
                Some(numbered(rows.map(|row| row.label.to_string()).collect()))
            }
            _ => None,
        };
        if all.is_none() {
            self.report(Diagnostic::error(Code::CardsWithoutEnd, name.span).arg("name", value));
        }
        Some((Some(index), all?))
    }

    /// The values of a card, but for those that its name says.
    fn said_of(&mut self, kind: TagId, raw: &RawTag, drafts: &[CardDraft]) -> Option<Vec<Option<CardValue>>> {
        let named: Vec<usize> = drafts.first()?.1.iter().filter_map(|(index, _)| *index).collect();
        let def = self.game.tags[kind].clone();
        let before = self.errors.len();
        for (at, index) in named.iter().enumerate() {
            if named.iter().take(at).any(|other| other == index) {
                let name = def.values.get(*index).map_or("", |(name, _)| &**name);
                self.report(Diagnostic::error(Code::DeclaredTwice, raw.span).arg("name", name));
            }
        }
        for entry in raw.lasts.iter().chain(&raw.until) {
            let key = entry.name.text.clone();
            self.report(Diagnostic::error(Code::DeckKey, entry.name.span).arg("key", key));
        }
        for entry in &raw.values {
            match def.values.iter().position(|(name, _)| **name == *entry.name.text) {
                None => {
                    let names = def.values.iter().map(|(name, _)| name);
                    let error = Diagnostic::error(Code::NoSuchTagValue, entry.name.span).arg("kind", &*def.name);
                    self.report(self.none_called(error, &entry.name, names));
                }
                Some(index) if named.contains(&index) => {
                    let name = &*entry.name.text;
                    self.report(Diagnostic::error(Code::DeclaredTwice, entry.name.span).arg("name", name));
                }
                Some(_) => {}
            }
        }
        let mut all = Vec::new();
        for (index, (name, question)) in def.values.iter().enumerate() {
            let given = raw.values.iter().find(|entry| *entry.name.text == **name);
            all.push(match given {
                _ if named.contains(&index) => None,
                Some(entry) if matches!(question.kind, AnswerKind::Text) => Some(CardValue::Text(entry.text.clone())),
                Some(entry) => {
                    let value = answer_of(&self.game, &question.kind, &entry.text);
                    if value.is_none() && !question.broken {
                        let kind = Some(&question.kind);
                        let mut error = bad_answer(&self.game, Code::TraitOutOfRange, name, &entry.text, kind);
                        error.at = Some(entry.span);
                        self.report(error);
                    }
                    value.map(CardValue::Number)
                }
                None => {
                    let usual = match &question.default {
                        Some(Default::Value(ir)) => constant(ir),
                        _ => None,
                    };
                    if usual.is_none() && !question.broken {
                        let error = Diagnostic::error(Code::TagValueMissing, raw.span).arg("name", &**name);
                        self.report(error.arg("kind", &*def.name));
                    }
                    usual
                }
            });
        }
        (self.errors.len() == before).then_some(all)
    }
}

impl LowersKind<Draw<Written>, Draw<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Draw<Written>) -> Option<Draw<Lowered>> {
        let Self { checker, act, label, .. } = self;
        let deck = checker.deck_called(&raw.deck);
        let number = raw.number.as_ref().map(|formula| {
            if formula.text.trim().parse::<i64>().is_ok_and(|number| number < 0) {
                let at = formula.placement.span;
                checker.report(Diagnostic::error(Code::AmountBelowZero, at).arg("name", &*raw.deck.text));
            }
            checker.number_in(formula, act)
        });
        let shared = raw.to.as_ref().is_some_and(|word| word.text == TABLE);
        let to = checker.who_or_table(raw.to.as_ref().filter(|_| !shared), "to", shared, label.span, act);
        self.kind = SlotKind::Value(match (&number, deck) {
            (Some(_), _) => Kind::Number,
            (None, Some(kind)) => Kind::Tag(kind),
            (None, None) => Kind::Broken,
        });
        Some(Draw { deck: deck?, number, to })
    }
}

impl LowersKind<Discard<Written>, Discard<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Discard<Written>) -> Option<Discard<Lowered>> {
        let Self { checker, act, label, .. } = self;
        let of = raw.of.as_ref().and_then(Option::as_ref);
        let mut list = Vec::new();
        for (word, amount) in &raw.what {
            if let Some(formula) = amount {
                checker.report(Diagnostic::error(Code::NotACard, formula.placement.span).arg("name", &*word.text));
                continue;
            }
            list.extend(checker.card_called(word, act));
        }
        // A card in a label has an owner of its own.
        let own = of.is_none() && list.iter().all(Loss::has_owner);
        let of = (!own).then(|| checker.who(of, "of", label.span, act));
        Some(Discard { what: list, of })
    }
}

/// All values of a card: those that were said, and those of its name.
fn complete(said: &[Option<CardValue>], named: &[(Option<usize>, i64)]) -> Option<Vec<CardValue>> {
    let all = said.iter().enumerate().map(|(index, value)| match value {
        Some(value) => Some(value.clone()),
        None => named.iter().find(|(at, _)| *at == Some(index)).map(|(_, value)| CardValue::Number(*value)),
    });
    all.collect()
}

/// The name of a card by a pattern, whose braces name values by what they are called in `old`.
pub(super) fn name_by(pattern: &str, old: &TagKind, game: &CheckedGame, kind: &TagKind, card: &Card) -> String {
    let mut name = String::new();
    let mut rest = pattern;
    let mut numbers = card.numbers.iter();
    while let Some((before, (inside, after))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        name.push_str(before);
        let index = old.values.iter().position(|(value, _)| **value == *inside.trim());
        let value = index.and_then(|index| Some((kind.values.get(index)?, card.values.get(index)?)));
        match value {
            None if range(inside).is_some() && numbers.len() > 0 => {
                name.extend(numbers.next().map(i64::to_string));
            }
            Some(((_, question), CardValue::Number(value))) => {
                let at = usize::try_from(*value).unwrap_or(usize::MAX);
                let word = match &question.kind {
                    AnswerKind::YesNo => Some(if *value == 0 { "no".to_owned() } else { "yes".to_owned() }),
                    AnswerKind::OneOf(words) => words.get(at).cloned(),
                    AnswerKind::Row(table) => game.tables[*table].rows.get(at).map(|row| row.label.to_string()),
                    _ => None,
                };
                name.push_str(&word.unwrap_or_else(|| value.to_string()));
            }
            // A translation that names nothing of the card keeps what it says.
            _ => {
                name.push('{');
                name.push_str(inside);
                name.push('}');
            }
        }
        rest = after;
    }
    name + rest
}

/// What a default is, where it is always the same.
fn constant(ir: &Ir) -> Option<CardValue> {
    Some(match &ir.op {
        Op::Number(value) => CardValue::Number(*value),
        Op::Negate(inner) => match inner.op {
            Op::Number(value) => CardValue::Number(value.checked_neg()?),
            _ => return None,
        },
        Op::Template(pieces) => {
            let text = |piece: &Piece| match piece {
                Piece::Text(text) => Some(text.clone()),
                Piece::Value(..) => None,
            };
            CardValue::Text(pieces.iter().map(text).collect::<Option<String>>()?)
        }
        _ => return None,
    })
}
