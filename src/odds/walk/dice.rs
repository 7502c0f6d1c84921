//! The answers of the walk when dice are thrown or read.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use num_bigint::BigUint;
use num_integer::{binomial, multinomial};
use num_traits::One as _;

use super::run_probability::Ways;
use super::tables::Next;
use super::ties::Begun;
use super::{Followed, MOST_HANDS, OpenStatistic, STEP, TestRecord, UnansweredQuestion, WalkStrategy, Walker};
use crate::check::program::{AnswerKind, At, CheckedGame, Deck, Die, TagId};
use crate::diagnostic::Code;
use crate::dice::{CompareOp, Interval, PoolModifier};
use crate::engine::{
    Answer, CardRead, Cause, CharacterFact, Decision, Effects, Failure, IndependentPart, LoopRound, Marking, Observer,
    PartFound, Possible, Refusal, StateKey, Statistic, Stop, Tested, Throwing, ValueCache, draw_each,
};
use crate::odds::after_roll::faces_in;
use crate::odds::error::OddsError;
use crate::odds::{MOST_PATHS, UNNAMED};
use crate::syntax::is_none;
use crate::world::World;

/// Dice that lie covered in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Covered {
    pub(super) table: usize,
    /// What is known of them.
    pub(super) node: usize,
    /// They were cut: only between what lies what they show is known. Which of these throws they may be.
    pub(super) cut: Option<usize>,
    /// They lie together with others now.
    pub(super) gone: bool,
    /// Of several, only the greatest or the least was seen: which of those that were seen so.
    pub(super) extreme: Option<usize>,
}

/// Of a number from so few that may be answered each is tried.
const MOST_NUMBERS: i64 = 100;

/// Work of dice that are thrown and lie covered, whatever is asked of them.
const COVERED: u64 = 150;
/// Work of a die that is thrown for all to see, or of a kind of face.
const FACE: u64 = 50;
/// Throws of which each is kept, one die after the other. Of more, each is thrown for all to see.
const MOST_KEPT: u128 = 50_000;

pub(super) fn refuse(cause: impl Into<Cause>) -> Refusal {
    Refusal { cause: cause.into(), args: Vec::new() }
}

impl Walker {
    /// What cannot be done ends the walk.
    pub(in crate::odds) fn stop(&mut self, trouble: OddsError) -> Refusal {
        self.trouble = Some(trouble);
        refuse(Stop::Cut)
    }

    /// The faces of a die, found out once.
    fn kinds(&mut self, die: &Die) -> Result<Rc<FaceCounts>, Refusal> {
        if let Some(known) = self.kinds.get(die) {
            return Ok(Rc::clone(known));
        }
        let bytes = faces_of(die).saturating_mul(size_of::<(i64, u64)>() as u64);
        self.budget.hold(bytes).map_err(|full| self.stop(full.into()))?;
        let kinds = Rc::new(FaceCounts::of(die));
        self.kinds.insert(die.clone(), Rc::clone(&kinds));
        Ok(kinds)
    }

    /// Dice of this run that lie covered.
    fn covered(&mut self, covered: usize) -> Result<&mut Covered, Refusal> {
        let entry = self.handle(covered)?.entry;
        self.covered.get_mut(entry).ok_or_else(|| Refusal::internal())
    }

    /// Dice that fell before the walk.
    fn fell(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<u32, Refusal> {
        let mut taken = 0;
        while taken < count {
            let Some(face) = self.fallen.pop_front() else { break };
            if !die.has(face) {
                return Err(Refusal {
                    cause: Code::ImpossibleFace.into(),
                    args: vec![("face", face.into()), ("die", format!("d{}", die.highest()).into())],
                });
            }
            faces.push(face);
            taken += 1;
            self.past = self.ended.len();
        }
        if taken > 0 && taken < count {
            let needed = self.pinned.len() + (count - taken) as usize;
            return Err(Refusal {
                cause: Code::TooFewDice.into(),
                args: vec![("given", self.pinned.len().into()), ("needed", needed.into())],
            });
        }
        Ok(count - taken)
    }
}

impl Walker {
    /// Of cards that nothing distinguishes only how many are drawn is chosen.
    fn draw_counted(
        &mut self,
        (kind, deck): (TagId, &Deck),
        cards: &[i64],
        count: usize,
        drawn: &mut Vec<i64>,
    ) -> Result<(), Refusal> {
        let work = (cards.len() as u64).saturating_mul(FACE);
        self.budget.spend(work).map_err(|spent| self.stop(spent.into()))?;
        let classes = self.cards.classes(kind, deck);
        let mut piles: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
        for card in cards {
            let index = usize::try_from(*card - 1).map_err(|_| Refusal::internal())?;
            piles.entry(*classes.get(index).ok_or_else(|| Refusal::internal())?).or_default().push(*card);
        }
        let (mut left, mut others, mut ways) = (count, cards.len(), BigUint::one());
        for pile in piles.values() {
            others -= pile.len();
            let least = left.saturating_sub(others);
            let most = left.min(pile.len());
            let taken = least + self.choices.choose(most - least + 1);
            left -= taken;
            drawn.extend(pile.iter().take(taken));
            ways *= ways_to_take(pile.len(), taken);
        }
        self.chosen.push(ways.into(), ways_to_take(cards.len(), count).into());
        Ok(())
    }
}

/// The deepest nesting of states from which best play is computed. Deeper runs do not merge.
const MOST_NESTED: usize = 100;

/// The number of suspended runs after which merging is judged. If nearly all of them reached new states, it saves nothing.
const TRIED: u64 = 8;
/// The same where more is known: if more than half of them reached new states, merging costs more runs than it saves.
/// Each state is reached by a run that ends there, and left by another.
const MANY_TRIED: u64 = 64;
/// The same where cards are counted: merging pays off later.
const TRIED_COUNTED: u64 = 2_000;

impl Effects for Walker {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let count = self.fell(die, count, faces)?;
        if count == 0 {
            return Ok(());
        }
        if let (Die::Sides(sides), 1) = (die, count) {
            // What explosions bring, and most of what is thrown again.
            self.budget.spend(FACE).map_err(|spent| self.stop(spent.into()))?;
            self.followed.push((Followed::Open(die.clone(), 1), u64::from(*sides)));
            faces.push(self.choices.choose(*sides as usize) as i64 + 1);
            self.chosen.push(1.into(), u64::from(*sides).into());
            return Ok(());
        }
        // Before they are written down.
        let work = u64::from(count).saturating_add(faces_of(die)).saturating_mul(FACE);
        self.budget.spend(work).map_err(|spent| self.stop(spent.into()))?;
        let kinds = self.kinds(die)?;
        if count == 1 {
            self.followed.push((Followed::Open(die.clone(), 1), kinds.faces.len() as u64));
            let at = self.choices.choose(kinds.faces.len());
            let (face, ways) = *kinds.faces.get(at).ok_or_else(|| Refusal::internal())?;
            faces.push(face);
            self.chosen.push(ways.into(), kinds.all.into());
            return Ok(());
        }
        let throws = match self.in_places {
            true => u128::from(kinds.faces.len() as u64).saturating_pow(count),
            false => sorted_throws(kinds.faces.len() as u64, count, u64::MAX.into()),
        };
        self.followed.push((Followed::Open(die.clone(), count), u64::try_from(throws).unwrap_or(u64::MAX)));
        if throws > u128::from(MOST_PATHS) {
            return Err(self.stop(OddsError::TooLong(BigUint::from(throws))));
        }
        if self.in_places {
            return (0..count).try_for_each(|_| self.throw(die, 1, faces));
        }
        // One kind of face after the other: how many of the dice show it.
        let mut left = count;
        let mut shown = Vec::with_capacity(kinds.faces.len());
        for (index, (face, _)) in kinds.faces.iter().enumerate() {
            let last = index + 1 == kinds.faces.len();
            let taken = if last { left } else { self.choices.choose(left as usize + 1) as u32 };
            left -= taken;
            shown.push(taken);
            faces.extend((0..taken).map(|_| *face));
        }
        self.chosen.push(ways_of(&kinds.faces, &shown), Ways::power(kinds.all, count));
        Ok(())
    }

    /// In whatever order the cards are drawn, they are the same: each choice of cards is walked once.
    fn draw(&mut self, cards: &[i64], count: u32, drawn: &mut Vec<i64>) -> Result<(), Refusal> {
        if !self.fallen.is_empty() {
            return draw_each(cards, count, drawn, &mut |die, drawn| self.throw(&die, 1, drawn));
        }
        let work = (cards.len() as u64).saturating_add(count.into()).saturating_mul(FACE);
        self.budget.spend(work).map_err(|spent| self.stop(spent.into()))?;
        if count == 1 {
            // Without a die for each pile that there may be.
            let at = self.choices.choose(cards.len());
            drawn.push(*cards.get(at).ok_or_else(|| Refusal::internal())?);
            self.chosen.push(1.into(), (cards.len() as u64).into());
            return Ok(());
        }
        let mut left = count as usize;
        let all = choices(cards.len(), left);
        if all > MOST_PATHS.into() {
            return Err(self.stop(OddsError::TooLong(BigUint::from(all))));
        }
        for (at, card) in cards.iter().enumerate() {
            if left > 0 && (left == cards.len() - at || self.choices.choose(2) == 1) {
                drawn.push(*card);
                left -= 1;
            }
        }
        let all = u64::try_from(all).map_err(|_| Refusal::internal())?;
        self.chosen.push(1.into(), all.into());
        Ok(())
    }

    fn draw_cards(
        &mut self,
        (kind, deck): (TagId, &Deck),
        cards: &[i64],
        count: u32,
        drawn: &mut Vec<i64>,
    ) -> Result<(), Refusal> {
        let begins = |walker: &mut Self| {
            choices(cards.len(), count as usize) > MOST_HANDS.into() && walker.counts_cards_from_now()
        };
        if self.cards.draws(kind) || begins(self) {
            return Err(self.begins_anew());
        }
        if self.cards.count(kind) && self.fallen.is_empty() {
            return self.draw_counted((kind, deck), cards, count as usize, drawn);
        }
        self.draw(cards, count, drawn)
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        // Nothing depends on what something is called that does not exist yet. What a test asks it reads.
        if matches!(asked.kind, AnswerKind::Text) && !asked.action.is_empty() {
            return Ok(Some(UNNAMED.to_owned()));
        }
        let deciding = self.is_deciding();
        if deciding || self.asking && self.asked.is_none() && self.fallen.is_empty() {
            let options = match asked.kind {
                AnswerKind::Number(Some(least), Some(most)) if most.saturating_sub(*least) < MOST_NUMBERS => {
                    (*least..=*most).map(|number| number.to_string()).collect()
                }
                _ => asked.options.to_vec(),
            };
            if deciding {
                return self.answers((asked.name, None), asked.action, options);
            }
            let (name, intervening) = (asked.name.to_owned(), asked.intervening);
            self.asked =
                (!options.is_empty()).then_some(UnansweredQuestion { name, options, dice: false, intervening });
        }
        Ok(None)
    }

    fn offer(&mut self, asked: &Decision<'_>, _: &Answer) -> Result<Option<String>, Refusal> {
        if self.is_deciding() && matches!(asked.kind, AnswerKind::Dice) {
            return self.answers_dice(asked.name, asked.action, asked.options);
        }
        if self.asking && matches!(asked.kind, AnswerKind::Dice) {
            // What dice that explosions brought show is not said.
            let fell = |answer: &&String| {
                let mut fallen = self.pinned.clone();
                let mut taken = faces_in(answer).into_iter();
                taken.all(|face| fallen.iter().position(|one| *one == face).map(|at| fallen.swap_remove(at)).is_some())
            };
            let options = asked.options.iter().filter(fell).filter(|answer| !is_none(answer)).cloned().collect();
            let (name, intervening) = (asked.name.to_owned(), asked.intervening);
            self.asked = Some(UnansweredQuestion { name, options, dice: true, intervening });
            return Err(refuse(Code::DecisionNeeded));
        }
        Ok(None)
    }
}

impl Walker {
    /// Whether it is worth it that runs wait for one another, as far as that is known.
    fn pays(&self) -> bool {
        let (new, tried) = self.joined;
        let first = if self.cards.are_counted() { TRIED_COUNTED } else { TRIED };
        tried < first || tried < MANY_TRIED.max(first) && new * 10 <= tried * 9 || new * 2 <= tried
    }
}

impl Observer for Walker {
    fn cover(&mut self, throwing: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        if self.strategy == WalkStrategy::Enumerate || self.in_order() {
            return Ok(None);
        }
        let table = self.tables.of(throwing, self.depth, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Some(table) = table else { return Ok(None) };
        self.budget.spend(COVERED).map_err(|spent| self.stop(spent.into()))?;
        Ok(Some(self.lies_covered(table)))
    }

    fn sets_aside(&self) -> bool {
        self.sets_parts_aside()
    }

    fn aside(&mut self, part: &IndependentPart<'_>) -> Result<Option<PartFound>, Refusal> {
        self.part(part)
    }

    fn weighs(&self) -> bool {
        true
    }

    fn in_order(&self) -> bool {
        self.in_places || !self.fallen.is_empty()
    }

    fn sees_places(&mut self) -> Result<(), Refusal> {
        if std::mem::replace(&mut self.in_places, true) { Ok(()) } else { Err(self.begins_anew()) }
    }

    fn known_of(&self, covered: usize) -> Option<(usize, usize)> {
        let handle = self.handle(covered).ok().filter(|handle| handle.parts.is_empty())?;
        let known = self
            .covered
            .get(handle.entry)
            .filter(|known| known.cut.is_none() && !known.gone && known.extreme.is_none())?;
        Some((known.table, known.node))
    }

    fn covers(&self) -> bool {
        self.strategy != WalkStrategy::Enumerate
    }

    fn statistic(&mut self, covered: usize, stat: &Statistic) -> Result<Option<i64>, Refusal> {
        let handle = self.handle(covered)?;
        if !handle.parts.is_empty() {
            return self.sees_some(&handle, stat);
        }
        let Covered { table, node, cut, extreme, .. } = *self.covered(covered)?;
        if cut.is_some() {
            return self.range(covered, stat)?.exact().map(Some).ok_or_else(|| refuse(Stop::Cut));
        }
        let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
        if let Some(holds) = dice.always(stat) {
            return Ok(Some(i64::from(holds)));
        }
        if !dice.sees(stat) {
            self.tables.open_all(table).map_err(|_| Refusal::internal())?;
            return Err(self.begins_anew());
        }
        let next = self.tables.next(table, node, stat, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let (nodes, may_be_cut) = match next {
            Next::Known(value) => return Ok(value),
            Next::Choose(..) if extreme.is_some() => {
                self.see_each(handle.entry)?;
                return self.statistic(covered, stat);
            }
            Next::Choose(nodes, cut) => (nodes, cut),
        };
        self.followed.push((Followed::Covered(table), nodes.len() as u64 + u64::from(may_be_cut)));
        let at = self.choices.choose(nodes.len() + usize::from(may_be_cut));
        let place = self.covered(covered)?;
        if at < nodes.len() {
            place.node = nodes.start + at;
            let node = place.node;
            return self.tables.seen(table, node).map_err(|_| Refusal::internal());
        }
        if !may_be_cut {
            return Err(Refusal::internal());
        }
        place.cut = Some(0);
        self.covered_cut = true;
        self.statistic(covered, stat)
    }

    fn leaves_open(&mut self, covered: usize, stat: &Statistic) -> Result<bool, Refusal> {
        let handle = self.handle(covered)?;
        let Covered { table, node, cut, extreme, gone } = *self.covered(covered)?;
        if !handle.parts.is_empty() || cut.is_some() || extreme.is_some() || gone || !self.fallen.is_empty() {
            return Ok(false);
        }
        let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
        if dice.always(stat).is_some() || !dice.sees(stat) {
            return Ok(false);
        }
        let next = self.tables.next(table, node, stat, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Next::Choose(nodes, false) = next else { return Ok(false) };
        let seen = self.tables.each_seen(table, nodes.clone()).map_err(|_| Refusal::internal())?;
        if !seen.into_iter().all(|(seen, _)| seen.is_some()) {
            return Ok(false);
        }
        self.left_open = Some(OpenStatistic { table, from: nodes.start, until: nodes.end });
        Ok(true)
    }

    fn joint_statistic(
        &mut self,
        parts: &[(i64, usize, Statistic)],
        holds: Option<(CompareOp, i64)>,
    ) -> Result<Option<Option<i64>>, Refusal> {
        self.sees_together(parts, holds)
    }

    fn extreme(
        &mut self,
        parts: &[(usize, Statistic, i64)],
        greatest: bool,
        known: bool,
    ) -> Result<Option<i64>, Refusal> {
        self.extreme_of(parts, greatest, known)
    }

    fn bounds(&self, covered: usize, stat: &Statistic) -> Result<Interval, Refusal> {
        let handle = self.handle(covered)?;
        if !handle.parts.is_empty() {
            return Ok(Interval::ANY);
        }
        let lies = self.covered.get(handle.entry).ok_or_else(|| Refusal::internal())?;
        let dice = self.tables.dice(lies.table).map_err(|_| Refusal::internal())?;
        Ok(if lies.cut.is_some() { dice.range(stat) } else { dice.reach(stat) })
    }

    fn cover_some_again(
        &mut self,
        covered: usize,
        showing: &[(CompareOp, i64)],
        die: &Die,
    ) -> Result<Option<usize>, Refusal> {
        self.throws_some_again(covered, showing, die)
    }

    fn cover_more(&mut self, covered: usize, more: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        let table = self.tables.of(more, self.depth, &self.budget).map_err(|trouble| self.stop(trouble))?;
        let Some(table) = table else { return Ok(None) };
        self.budget.spend(COVERED).map_err(|spent| self.stop(spent.into()))?;
        self.lies_with(covered, table)
    }

    fn uncover(&mut self, covered: usize, all: bool) -> Result<Vec<i64>, Refusal> {
        let handle = self.handle(covered)?;
        let table = self.covered(covered)?.table;
        if !handle.parts.is_empty() {
            return Err(self.opens(&handle));
        }
        let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
        // Seen one after the other, from the lowest, dice are all that they show.
        let count = dice.count as usize;
        let window = if dice.is_whole() { dice.window(count) } else { None };
        // So many throws would all be kept, one die after the other.
        let kinds = dice.each.faces.len();
        let many = || dice.count > 1 && sorted_throws(kinds, dice.count, MOST_KEPT) > MOST_KEPT;
        let may = |&(from, to): &(usize, usize)| (!all || to - from == count) && !(to - from == count && many());
        let Some((from, to)) = window.filter(may) else {
            self.tables.open(table).map_err(|_| Refusal::internal())?;
            return Err(self.begins_anew());
        };
        self.budget.spend(FACE.saturating_mul((to - from) as u64)).map_err(|spent| self.stop(spent.into()))?;
        let mut faces = Vec::with_capacity(to - from);
        for nth in 1..=(to - from) as i64 {
            faces.push(self.statistic(covered, &Statistic::Nth(nth))?.ok_or_else(|| Refusal::internal())?);
        }
        Ok(faces)
    }

    fn beats(&mut self, left: &Throwing<'_>, right: &Throwing<'_>) -> Result<Option<i64>, Refusal> {
        if self.strategy == WalkStrategy::Enumerate || !self.fallen.is_empty() {
            return Ok(None);
        }
        let found =
            self.tables.beaten(left, right, (self.depth, &self.budget)).map_err(|trouble| self.stop(trouble))?;
        let Some(found) = found else { return Ok(None) };
        let (beaten, all) = &*found;
        let at = self.choices.choose(beaten.len());
        let (value, ways) = beaten.get(at).ok_or_else(|| Refusal::internal())?;
        self.chosen.push(ways.clone().into(), all.clone().into());
        Ok(Some(*value))
    }

    fn explodes(&mut self, times: u32) -> Result<(), Refusal> {
        if times <= self.depth || !self.fallen.is_empty() {
            return Ok(());
        }
        Err(refuse(Stop::Lost))
    }

    fn settle(&mut self, die: &Die, how: PoolModifier) -> Result<Option<i64>, Refusal> {
        self.budget.spend(faces_of(die).saturating_mul(FACE)).map_err(|spent| self.stop(spent.into()))?;
        let kinds = self.kinds(die)?;
        let stay: Vec<(i64, u64)> = kinds.faces.iter().copied().filter(|(face, _)| !how.holds(*face)).collect();
        if stay.is_empty() {
            return Err(self.stop(OddsError::NeverEnds));
        }
        let (face, ways) = *stay.get(self.choices.choose(stay.len())).ok_or_else(|| Refusal::internal())?;
        self.chosen.push(ways.into(), stay.iter().map(|(_, ways)| *ways).sum::<u64>().into());
        Ok(Some(face))
    }

    fn merged(&mut self, pool: At, die: &Die) -> Option<Die> {
        // Faces that fell already are what they are.
        let merging = self.merging.as_ref().filter(|_| self.fallen.is_empty())?;
        let key = (pool, die.clone());
        if !self.merged.contains_key(&key) {
            let merged = merging.merged(pool, die);
            self.merged.insert(key.clone(), merged);
        }
        self.merged.get(&key)?.clone()
    }

    fn compares(&self) -> bool {
        true
    }

    fn joins(&self) -> bool {
        self.strategy != WalkStrategy::Enumerate && !self.alone && !self.joins_late
    }

    fn tries_in_vain(&mut self) {
        self.decides_nothing();
    }

    fn asks_prices(&self) -> bool {
        self.asking
    }

    fn ranks(&self) -> bool {
        self.ranks
    }

    fn ties_matter(&mut self) -> Refusal {
        self.ranks = false;
        self.begins_anew()
    }

    fn contest(&mut self, now: Option<StateKey>, again: bool) -> usize {
        self.begun.push(Begun {
            choices: self.choices.made(),
            covered: self.covered.len(),
            fallen: self.fallen.len(),
            told: self.told(),
            now,
            again,
        });
        self.begun.len()
    }

    fn again(&mut self, first: usize, last: usize, now: Option<&StateKey>) -> Result<(), Refusal> {
        if self.is_deciding() { Err(self.never_ends()) } else { self.ties_again(first, last, now) }
    }

    fn halfway(&mut self, first: usize, now: &StateKey, ends: bool, round: Option<LoopRound>) -> Result<(), Refusal> {
        match (self.is_deciding(), ends) {
            (true, false) => Err(self.never_ends()),
            // Where it is decided, what nothing equals is no situation of its own. Further in, runs go on one by one.
            (_, true)
                if self.deciding.is_some()
                    && !(self.is_deciding() && now.is_comparable() && self.nested < MOST_NESTED) =>
            {
                Ok(())
            }
            // Runs that wait between steps ask their dice in another order than those that do not.
            (_, true) if now.is_step() && !self.pays() => {
                self.alone = true;
                Err(self.begins_anew())
            }
            _ => self.waits(first, now, ends, round),
        }
    }

    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.budget.spend(steps.saturating_mul(STEP)).map_err(|spent| self.stop(spent.into()))
    }

    fn tested(&mut self, test: &Tested<'_>) -> Result<(), Refusal> {
        match &self.until {
            Some((label, who, index, place)) => {
                if test.label == label && test.who == who.as_slice() && test.test == *index {
                    self.ended.push(TestRecord::of(test));
                }
                if self.ended.len() > *place { Err(refuse(Stop::Over)) } else { Ok(()) }
            }
            None => {
                self.ended.extend(self.curious.then(|| TestRecord::of(test)));
                Ok(())
            }
        }
    }

    fn curious(&self) -> bool {
        self.curious
    }

    fn whenever(&self) -> bool {
        self.whenever
    }

    fn is_past(&self) -> bool {
        !self.fallen.is_empty()
    }

    fn passed(&mut self, place: usize) {
        // A throw of no dice has nothing to show.
        let thrown = |covered: &Covered| self.tables.dice(covered.table).is_ok_and(|dice| dice.count > 0);
        let nothing_else = self.choices.made() == 0 && !self.covered.iter().any(thrown);
        if !self.pinned.is_empty() && !self.is_past() && nothing_else && self.ended.len() == self.past {
            self.lying.push(place);
        }
    }

    fn decides(&self) -> bool {
        self.is_deciding()
    }

    fn sees_all(&self) -> bool {
        !self.sees_ends()
    }

    fn sees(&mut self) -> bool {
        self.needs_sight()
    }

    fn lie(&mut self, faces: Vec<i64>, labels: Vec<(String, Option<Answer>)>) {
        self.sees_dice(faces, labels);
    }

    fn takes(&mut self, possible: Possible<'_>) -> Result<bool, Refusal> {
        self.is_taken(possible)
    }

    fn reads(&mut self, fact: CharacterFact) {
        self.facts.insert(fact);
    }

    fn reads_card(&mut self, kind: TagId, read: CardRead) -> Result<(), Refusal> {
        // Outside a walk nothing was counted yet.
        let anew = self.cards.reads(kind, read) && self.memory.is_some();
        if anew { Err(self.begins_anew()) } else { Ok(()) }
    }

    fn counts_cards(&self, kind: TagId) -> bool {
        self.cards.count(kind)
    }

    fn knows_gifts(&self, kind: TagId, place: usize) -> bool {
        self.cards.know_gifts(kind, place)
    }

    fn lays_cards(&mut self, game: &CheckedGame, world: &mut World, keeps: &BTreeSet<i64>) -> Result<(), Failure> {
        self.cards.lay(game, world, keeps)
    }

    fn marks(&mut self, marking: &Marking) {
        self.made.push(marking.clone());
    }

    fn memory(&mut self) -> Option<&mut ValueCache> {
        self.memory.as_mut()
    }

    fn counts(&self) -> bool {
        self.counts
    }

    fn cut(&mut self) {
        self.cut = true;
    }

    fn open_ended(&self) -> bool {
        self.cut || self.covered_cut
    }

    fn range(&mut self, covered: usize, stat: &Statistic) -> Result<Interval, Refusal> {
        let Covered { table, cut, .. } = *self.covered(covered)?;
        let Some(part) = cut else {
            let seen = self.statistic(covered, stat);
            let is_cut = self.covered(covered)?.cut.is_some();
            return match seen {
                Err(_) if is_cut => self.range(covered, stat),
                seen => seen.map(|seen| seen.map_or(Interval::ANY, Interval::exactly)),
            };
        };
        let alike = self.tables.apart(table, part, stat).map_err(|trouble| self.stop(trouble))?;
        let Some(alike) = alike else {
            let dice = self.tables.dice(table).map_err(|_| Refusal::internal())?;
            return Ok(dice.range(stat));
        };
        let at = self.choices.choose(alike.len());
        let found = *alike.get(at).ok_or_else(|| Refusal::internal())?;
        if alike.len() > 1 {
            let ways = |part| self.tables.ways_of_part(table, part).cloned().map_err(|_| Refusal::internal());
            let (some, all) = (ways(found.part)?, ways(part)?);
            self.chosen.push(some.into(), all.into());
            self.covered(covered)?.cut = Some(found.part);
        }
        Ok(found.range)
    }

    fn cover_instead(&mut self, covered: usize, throwing: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        let joined = !self.handle(covered)?.parts.is_empty();
        let &mut Covered { node, cut, extreme, .. } = self.covered(covered)?;
        if node != 0 || cut.is_some() || extreme.is_some() || joined {
            return Ok(None);
        }
        self.cover(throwing)
    }
}

/// In how many ways dice show so many of each kind of face.
fn ways_of(kinds: &[(i64, u64)], shown: &[u32]) -> Ways {
    let both = || kinds.iter().map(|(_, times)| *times).zip(shown.iter().copied());
    // Most throws have few dice, and their ways have room in a machine word.
    let same = || shown.iter().filter(|taken| **taken > 1);
    let orders = orders_of(shown.iter().sum());
    let orders = orders.and_then(|orders| same().try_fold(orders, |orders, taken| Some(orders / orders_of(*taken)?)));
    let word = orders.and_then(|orders| {
        both().try_fold(u128::from(orders), |ways, (times, taken)| match times {
            1 => Some(ways),
            times => ways.checked_mul(u128::from(times).checked_pow(taken)?),
        })
    });
    word.map_or_else(
        || {
            let orders = multinomial(&shown.iter().map(|taken| BigUint::from(*taken)).collect::<Vec<_>>());
            Ways::Large(both().fold(orders, |ways, (times, taken)| ways * BigUint::from(times).pow(taken)))
        },
        Ways::Word,
    )
}

/// In how many orders so many things can lie, if that has room in a word.
fn orders_of(things: u32) -> Option<u64> {
    (1..=u64::from(things)).try_fold(1_u64, u64::checked_mul)
}

/// Dice as they are reported in words: a die of other faces than 1 to n by how many it has.
pub(super) fn named(count: u32, die: &Die) -> String {
    match die {
        Die::Sides(sides) => format!("{count}d{sides}"),
        Die::Faces(faces) => format!("{count}d{}", faces.len()),
    }
}

/// How many sorted throws there are of so many dice with so many faces; beyond a bound any number beyond it.
fn sorted_throws(faces: u64, count: u32, bound: u128) -> u128 {
    let (count, mut throws) = (u128::from(count), 1_u128);
    for at in 1..u128::from(faces) {
        throws = throws.saturating_mul(count + at) / at;
        if throws > bound {
            break;
        }
    }
    throws
}

/// How many ways there are to take some of these cards, in whatever order.
fn choices(cards: usize, some: usize) -> u128 {
    let mut ways = 1_u128;
    for at in 0..some.min(cards - some) {
        ways = ways.saturating_mul((cards - at) as u128) / (at as u128 + 1);
        if ways > u128::from(u64::MAX) {
            break;
        }
    }
    ways
}

/// The same, however many they are.
fn ways_to_take(cards: usize, some: usize) -> BigUint {
    match u64::try_from(choices(cards, some)) {
        Ok(ways) => ways.into(),
        Err(_) => binomial(BigUint::from(cards), BigUint::from(some.min(cards - some))),
    }
}

/// How many faces a die has.
fn faces_of(die: &Die) -> u64 {
    match die {
        Die::Sides(sides) => u64::from(*sides),
        Die::Faces(faces) => faces.len() as u64,
    }
}

/// The faces of a die, ascending, and how many of each there are; and of all.
#[derive(Debug)]
pub(super) struct FaceCounts {
    faces: Vec<(i64, u64)>,
    all: u64,
}

impl FaceCounts {
    fn of(die: &Die) -> Self {
        let mut faces: Vec<i64> = match die {
            Die::Sides(sides) => (1..=i64::from(*sides)).collect(),
            Die::Faces(faces) => faces.to_vec(),
        };
        faces.sort_unstable();
        let all = faces.len() as u64;
        let mut kinds: Vec<(i64, u64)> = Vec::new();
        for face in faces {
            match kinds.last_mut() {
                Some((last, ways)) if *last == face => *ways += 1,
                _ => kinds.push((face, 1)),
            }
        }
        Self { faces: kinds, all }
    }
}
