//! Cards that nothing distinguishes are counted together.
//!
//! What distinguishes cards of a deck is found out by the runs themselves. At first nothing does. Whatever a run reads of
//! them (a value, which card it is) splits their classes, and everything begins anew. So in the end cards of one class
//! can be exchanged without a change of anything that is read: one draw stands for all that take as many of each class,
//! and it takes the first of them.
//!
//! This begins only where cards by name would be too many ways: until then odds tell which cards someone has.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::{OddsLimits, WalkStrategy};
use crate::check::program::{Card, CheckedGame, Deck, TagId};
use crate::engine::{CardRead, Failure, There as _, nowhere};
use crate::sort::Sort as _;
use crate::world::{HeldTag, TagValue, World};

/// Of a value that is compared with more than so many others, each is distinguished.
const MOST_COMPARED: usize = 16;

/// Which properties of cards were read, and whether cards are merged by them.
#[derive(Debug, Clone, Default)]
pub(super) struct CardUsage {
    counted: bool,
    /// Decks of which cards were drawn.
    drawn: BTreeSet<TagId>,
    read: BTreeMap<TagId, DeckUsage>,
    /// The class of each card, by deck, as far as it was asked for.
    classes: BTreeMap<TagId, Arc<[usize]>>,
    /// How often something became other since they are counted.
    version: u64,
}

/// Which properties of the cards of one deck were read.
#[derive(Debug, Clone, Default)]
struct DeckUsage {
    /// Which card it is.
    itself: bool,
    /// Values by index: with which others they were compared; `None`: the value itself was read.
    values: BTreeMap<usize, Option<BTreeSet<TagValue>>>,
    /// What all cards give, by the place among what they give.
    gives: BTreeMap<usize, Arc<[i64]>>,
}

impl DeckUsage {
    fn is_new(&mut self, read: CardRead) -> bool {
        match read {
            CardRead::Itself => !std::mem::replace(&mut self.itself, true),
            CardRead::Value(index) => self.values.insert(index, None).is_none_or(|known| known.is_some()),
            CardRead::Is(index, value) => {
                let known = self.values.entry(index).or_insert_with(|| Some(BTreeSet::new()));
                let Some(all) = known else { return false };
                let new = all.insert(value);
                if all.len() > MOST_COMPARED {
                    *known = None;
                }
                new
            }
            CardRead::Gives(place, gifts) => self.gives.insert(place, gifts).is_none(),
        }
    }

    /// What of a card was read; its place in the deck comes first.
    fn of(&self, (place, card): (usize, &Card)) -> (Vec<Option<TagValue>>, Vec<Option<i64>>) {
        let values = card.values.iter().map(TagValue::from).enumerate();
        let seen = values.map(|(index, value)| match self.values.get(&index) {
            None => None,
            Some(Some(compared)) => Some(value).filter(|value| compared.contains(value)),
            Some(None) => Some(value),
        });
        (seen.collect(), self.gives.values().map(|gifts| gifts.get(place).copied()).collect())
    }
}

impl CardUsage {
    /// Cards are counted from now on, if that is anything new.
    pub(super) fn begin(&mut self) -> bool {
        let begins = !self.counted && !self.drawn.is_empty();
        self.counted |= begins;
        self.version += u64::from(begins);
        begins
    }

    /// Cards of which nothing is known yet. Those that are walked apart are counted however few ways there are.
    pub(super) fn within(bounds: &OddsLimits) -> Self {
        Self { counted: bounds.strategy == WalkStrategy::Separate, ..Self::default() }
    }

    /// Notes what is read; whether everything has to begin anew.
    pub(super) fn reads(&mut self, kind: TagId, read: CardRead) -> bool {
        let new = self.read.entry(kind).or_default().is_new(read);
        if new {
            self.classes.remove(&kind);
        }
        self.becomes_other(new)
    }

    /// Notes that cards are drawn; whether everything has to begin anew.
    pub(super) fn draws(&mut self, kind: TagId) -> bool {
        let new = self.drawn.insert(kind);
        self.becomes_other(new)
    }

    fn becomes_other(&mut self, new: bool) -> bool {
        let other = new && self.counted;
        self.version += u64::from(other);
        other
    }

    /// What was found with another version does not fit to what is found now.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Whether cards of any deck are counted.
    pub(super) fn are_counted(&self) -> bool {
        self.counted && !self.drawn.is_empty()
    }

    /// Whether cards of a deck are counted.
    pub(super) fn count(&self, kind: TagId) -> bool {
        self.counted && self.drawn.contains(&kind) && !self.read.get(&kind).is_some_and(|read| read.itself)
    }

    /// Whether it is known what all cards give.
    pub(super) fn know_gifts(&self, kind: TagId, place: usize) -> bool {
        self.read.get(&kind).is_some_and(|read| read.gives.contains_key(&place))
    }

    /// The decks whose cards are counted, as they are called.
    pub(super) fn names(&self, game: &CheckedGame) -> Vec<String> {
        self.drawn.iter().filter(|kind| self.count(**kind)).map(|kind| game.tags[*kind].name.to_string()).collect()
    }

    /// The class of each card of a deck.
    pub(super) fn classes(&mut self, kind: TagId, deck: &Deck) -> Arc<[usize]> {
        if let Some(known) = self.classes.get(&kind) {
            return Arc::clone(known);
        }
        let nothing = DeckUsage::default();
        let read = self.read.get(&kind).unwrap_or(&nothing);
        let mut numbers = BTreeMap::new();
        let all = deck.cards.iter().enumerate().map(|card| {
            let next = numbers.len();
            *numbers.entry(read.of(card)).or_insert(next)
        });
        let classes: Arc<[usize]> = all.collect();
        self.classes.insert(kind, Arc::clone(&classes));
        classes
    }

    /// Lays the cards that are counted so that all worlds in which everybody has as many of each class are the same: they
    /// become the first of their class, in order. `keeps`: numbers of tags that something speaks of; all others become
    /// 0.
    pub(super) fn lay(&mut self, game: &CheckedGame, world: &mut World, keeps: &BTreeSet<i64>) -> Result<(), Failure> {
        let counted: Vec<TagId> = self.drawn.iter().copied().filter(|kind| self.count(*kind)).collect();
        for kind in counted {
            let deck = game.tags[kind].cards.as_ref().there(nowhere())?;
            let classes = self.classes(kind, deck);
            // Who has a card with other values than those of the deck has just that one.
            let place = |tag: &HeldTag| {
                let index = *deck.names.get(tag.name.as_deref()?)?;
                let card = deck.cards.get(index)?;
                let same = card.values.iter().map(TagValue::from).eq(tag.values.iter().cloned());
                Some((index, *classes.get(index)?, same))
            };
            let mut fixed = BTreeSet::new();
            for tag in world.people.iter().flat_map(|person| &person.tags).filter(|tag| tag.kind == kind) {
                let (index, _, same) = place(tag).there(nowhere())?;
                fixed.extend((!same).then_some(index));
            }
            let mut free: BTreeMap<usize, VecDeque<usize>> = BTreeMap::new();
            for (index, class) in classes.iter().enumerate().filter(|(index, _)| !fixed.contains(index)) {
                free.entry(*class).or_default().push_back(index);
            }
            for person in world.people.iter_mut() {
                if !person.tags.iter().any(|tag| tag.kind == kind) {
                    continue;
                }
                let (cards, others): (Vec<HeldTag>, Vec<HeldTag>) =
                    std::mem::take(&mut person.tags).into_iter().partition(|tag| tag.kind == kind);
                let mut cards: Vec<(usize, i64, HeldTag)> = cards
                    .into_iter()
                    .map(|mut tag| {
                        let (index, class, same) = place(&tag)?;
                        tag.number = if keeps.contains(&tag.number) { tag.number } else { 0 };
                        Some((if same { class } else { classes.len() + index }, tag.number, tag))
                    })
                    .collect::<Option<_>>()
                    .there(nowhere())?;
                cards.order_by_key(|(class, number, _)| (*class, *number));
                person.tags = others;
                for (class, _, mut tag) in cards {
                    if let Some(free) = free.get_mut(&class).filter(|_| class < classes.len()) {
                        let card = free.pop_front().and_then(|index| deck.cards.get(index)).there(nowhere())?;
                        tag.name = Some(card.name.to_string());
                        tag.values = card.values.iter().map(TagValue::from).collect();
                    }
                    person.tags.push(tag);
                }
            }
        }
        Ok(())
    }
}
