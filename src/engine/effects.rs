//! What evaluation asks its environment for.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::aside::{Apart, PartFound};
use super::failure::{Cause, Failure};
use super::generator::Generator;
use super::glance::{Glance, Throwing};
use super::marking::Marking;
use super::policy::Possible;
use super::remembering::Memory;
use super::result::{Answer, OutcomeResult, SideResult};
use super::situation::Situation;
use crate::check::program::{AnswerKind, Deck, Die, Game, TagId, Test, TrackId};
use crate::diagnostic::{Args, Code};
use crate::dice::{CompareOp, Interval, PoolModifier};
use crate::id::Id;
use crate::limits::Budget;
use crate::world::{Held, World};

/// Why something could not be had; the machine adds the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Why.
    pub cause: Cause,
    /// Its arguments.
    pub args: Args,
}

impl Refusal {
    /// What cannot be: a mistake of the program itself, with the place that noticed it.
    #[cold]
    #[track_caller]
    pub(crate) fn internal() -> Self {
        let place = std::panic::Location::caller();
        let place = format!("{}:{}", place.file(), place.line());
        Self { cause: Code::Internal.into(), args: vec![("where", place.into())] }
    }
}

/// What is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedFor {
    /// A trait of the character.
    Trait,
    /// An input of a test.
    Input,
    /// A cell that the book leaves out.
    Cell,
    /// An option that the book leaves out.
    Option,
}

/// A question to a person.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// The name, as it is written in formulas: `Oars`, `Cargo[Rum]`.
    pub name: &'a str,
    /// What is asked for.
    pub what: AskedFor,
    /// What an answer may be.
    pub kind: &'a AnswerKind,
    /// One line of the author about it.
    pub doc: Option<&'a str>,
}

/// A decision that is made at the table.
#[derive(Debug, Clone)]
pub struct Decision<'a> {
    /// The name of the question.
    pub name: &'a str,
    /// The action that asks it.
    pub action: &'a str,
    /// Whether an intervention asks it.
    pub intervening: bool,
    /// The character about whom another action asks it, or whose roll asks it.
    pub whom: Option<&'a str>,
    /// Who decides, if it is said.
    pub by: Option<&'a str>,
    /// One line of the author about it.
    pub doc: Option<&'a str>,
    /// What there is to choose from, if that is a list.
    pub options: &'a [String],
    /// What an answer may be.
    pub kind: &'a AnswerKind,
    /// The answer that the player who acts proposes to the decider.
    pub proposed: Option<&'a str>,
    /// What is being done, if that is told.
    pub doing: Option<&'a Doing>,
}

/// What is being done: who does it, its name, and the answers so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doing {
    /// The intervener; of an action, all characters in its roles, in order.
    pub who: Vec<String>,
    pub name: String,
    /// Whether it is an intervention.
    pub intervenes: bool,
    /// Each with the name of its question, where it says nothing without.
    pub said: Vec<String>,
}

/// Something about a character that a program read. What follows from it (a state, a modifier) is
/// not told apart from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The marks of a character's track themselves, not only the state that they lead to.
    Marks(usize, TrackId),
    /// How many boxes of a character's track have a mark, whichever.
    Lost(usize, TrackId),
    /// Tags of a kind.
    Tags(TagId),
}

/// What is read of a card, besides that it is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardRead {
    /// Which card it is, or its place in a hand.
    Itself,
    /// One of its values, by index.
    Value(usize),
    /// Whether one of its values is this one.
    Is(usize, Held),
    /// What it gives, by the place among what its kind gives: of all cards of the deck, in their order.
    Gives(usize, Arc<[i64]>),
}

/// The end of a test that an action rolled.
#[derive(Debug, Clone, Copy)]
pub struct Tested<'a> {
    /// The label of the step.
    pub label: &'a str,
    /// The test, by index.
    pub test: Id<Test>,
    /// Who rolled: one, or two.
    pub who: &'a [String],
    /// What the side came to that began it.
    pub side: &'a SideResult,
    /// How it ended.
    pub outcome: Option<&'a OutcomeResult>,
}

/// Chance and decisions: the dice that fall, and what people say.
pub trait Effects: Observer {
    /// Throws `count` dice of a kind and appends their faces.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal>;

    /// Takes `count` of these cards, each once, in any order, and appends them. A card is a die with a face for each
    /// that is left, so the next die has one face less.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn draw(&mut self, cards: &[i64], count: u32, drawn: &mut Vec<i64>) -> Result<(), Refusal> {
        draw_each(cards, count, drawn, &mut |die, drawn| self.throw(&die, 1, drawn))
    }

    /// The same of the cards of a deck, by their numbers in it, from 1.
    ///
    /// # Errors
    ///
    /// If these cards cannot be had.
    fn draw_cards(
        &mut self,
        _: (TagId, &Deck),
        cards: &[i64],
        count: u32,
        drawn: &mut Vec<i64>,
    ) -> Result<(), Refusal> {
        self.draw(cards, count, drawn)
    }

    /// Asks a user. `None`: there is no user, or no answer.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn answer(&mut self, _: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// Asks for a decision, in words. `None`: there is no user, or no answer.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn decide(&mut self, _: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// Tells a user that they may decide, and what holds if they do not. `None`: it holds.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn offer(&mut self, _: &Decision<'_>, _otherwise: &Answer) -> Result<Option<String>, Refusal> {
        Ok(None)
    }
}

/// Takes cards one after the other: `throw` throws a die with a face for each that is left.
///
/// # Errors
///
/// If these dice cannot be had.
pub(crate) fn draw_each(
    cards: &[i64],
    count: u32,
    drawn: &mut Vec<i64>,
    throw: &mut dyn FnMut(Die, &mut Vec<i64>) -> Thrown,
) -> Thrown {
    let mut left = cards.to_vec();
    for _ in 0..count {
        throw(Die::Faces(left.as_slice().into()), drawn)?;
        let at = drawn.last().and_then(|drawn| left.iter().position(|card| card == drawn));
        left.remove(at.ok_or_else(Refusal::internal)?);
    }
    Ok(())
}

/// Dice were thrown, or cannot be had.
type Thrown = Result<(), Refusal>;

/// An observer of an evaluation: odds, which keep dice covered and ask of them only what is needed,
/// and records. By default, neither is done.
pub trait Observer {
    /// Dice are about to be thrown. The walk over all outcomes keeps them covered instead, and
    /// says of them only what is asked: a number for them is returned. `None`: they are thrown.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn cover(&mut self, _: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// Whether dice that are thrown now lie in the order in which they fall.
    fn in_order(&self) -> bool {
        true
    }

    /// A die is about to be read by its place among those that were thrown.
    ///
    /// # Errors
    ///
    /// If dice did not lie in the order in which they fell until now: everything has to be done anew.
    fn sees_places(&mut self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether dice are kept covered at all.
    fn covers(&self) -> bool {
        false
    }

    /// Whether parts are evaluated by themselves at all.
    fn sets_aside(&self) -> bool {
        false
    }

    /// A part is about to be evaluated: what it comes to and what that takes, where a walk has found that out by
    /// itself. `None`: it is evaluated here.
    ///
    /// # Errors
    ///
    /// If it has to be found out first, or nothing is known of it.
    fn aside(&mut self, _: &Apart<'_>) -> Result<Option<PartFound>, Refusal> {
        Ok(None)
    }

    /// What covered dice show; `None` where they have no such thing.
    ///
    /// # Errors
    ///
    /// If it cannot be said.
    fn glance(&mut self, _covered: usize, _: &Glance) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// What a sum over several covered pools comes to (how many times each counts, which, and what is read of it), or
    /// whether it compares so with a number. `None`: they have to be read one by one.
    ///
    /// # Errors
    ///
    /// If it cannot be said.
    fn glance_together(
        &mut self,
        _: &[(i64, usize, Glance)],
        _holds: Option<(CompareOp, i64)>,
    ) -> Result<Option<Option<i64>>, Refusal> {
        Ok(None)
    }

    /// Those of covered dice that show this are thrown again, as dice of this kind: a number for what lies there then.
    /// What was read of them is known; they can still be read as they were. `None`: they have to be seen.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn cover_some_again(
        &mut self,
        _covered: usize,
        _showing: &[(CompareOp, i64)],
        _: &Die,
    ) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// All faces of covered dice that count, ascending. Dice whose faces cannot be told in this way
    /// are thrown for all to see when all begins anew; so are, if all are wanted, dice some of which do not count.
    ///
    /// # Errors
    ///
    /// If it cannot be said.
    fn uncover(&mut self, _covered: usize, _all: bool) -> Result<Vec<i64>, Refusal> {
        Ok(Vec::new())
    }

    /// How many dice of two pools, which are seen nowhere else, beat theirs. `None`: they are thrown.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn beats(&mut self, _: &Throwing<'_>, _: &Throwing<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// One die is about to explode, so many times by now.
    ///
    /// # Errors
    ///
    /// If it is not followed any further.
    fn explodes(&mut self, _times: u32) -> Result<(), Refusal> {
        Ok(())
    }

    /// A die is thrown again until something no longer holds: the face it ends with. `None`: it
    /// is thrown.
    ///
    /// # Errors
    ///
    /// If it never ends.
    fn settle(&mut self, _: &Die, _: PoolModifier) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// Whether it matters what is so when two sides roll and when they tie.
    fn compares(&self) -> bool {
        false
    }

    /// Whether runs in which the same is so between two steps go on together.
    fn joins(&self) -> bool {
        false
    }

    /// Two sides are about to roll, or people are about to be put in order. If they tie they may have to do
    /// it again; a number for that is returned. `now` is what is so, where anything but dice can be other
    /// the next time.
    fn contest(&mut self, _now: Option<Situation>) -> usize {
        0
    }

    /// A contest is tied and rolled again: the first of all that began since what was tied, the last of them,
    /// and what is so now.
    ///
    /// # Errors
    ///
    /// If it is not followed any further here.
    fn again(&mut self, _first: usize, _last: usize, _now: Option<&Situation>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Of those who tied, some have rolled again, or a round of several is over: the first contest since then, and
    /// what is so now. `ends`: it does not go on for ever.
    ///
    /// # Errors
    ///
    /// If it is not followed any further here.
    fn halfway(&mut self, _first: usize, _now: &Situation, _ends: bool) -> Result<(), Refusal> {
        Ok(())
    }

    /// The end of a test that an action rolled.
    ///
    /// # Errors
    ///
    /// If the rest of the run is not needed.
    fn tested(&mut self, _: &Tested<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether values of tests that nothing else reads are needed.
    fn curious(&self) -> bool {
        true
    }

    /// Whether the margins of tests of an action are needed.
    fn counts(&self) -> bool {
        true
    }

    /// Whether interventions that are wanted are done whenever they can be: where they cannot,
    /// all goes on without them. Else that is an error.
    fn whenever(&self) -> bool {
        false
    }

    /// Whether each way to decide is gone through: what there is to choose from are whole answers then.
    fn weighs(&self) -> bool {
        false
    }

    /// Whether what is rolled now fell before: then no intervention in it is possible any more.
    fn is_past(&self) -> bool {
        false
    }

    /// Whether it is decided here, each time that it is possible, whether such an intervention is done
    /// ([`Self::takes`]).
    fn decides(&self) -> bool {
        false
    }

    /// Whether it has to be known what is seen where that is decided.
    fn sees(&mut self) -> bool {
        true
    }

    /// A question is about to be asked when these dice lie there, all that were thrown.
    fn lie(&mut self, _faces: Vec<i64>) {}

    /// An intervention that is wanted is possible: whether it is done.
    ///
    /// # Errors
    ///
    /// If it cannot be decided.
    fn takes(&mut self, _: Possible<'_>) -> Result<bool, Refusal> {
        Ok(true)
    }

    /// The program read something that may be other at another time.
    fn reads(&mut self, _: Fact) {}

    /// Something of cards of a deck is read that may tell them apart.
    ///
    /// # Errors
    ///
    /// If cards were counted together that it tells apart: everything has to be done anew.
    fn reads_card(&mut self, _: TagId, _: CardRead) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether cards of a deck that nothing tells apart are counted together, so that which ones they are is not known.
    fn counts_cards(&self, _: TagId) -> bool {
        false
    }

    /// Whether it is known what all cards of a deck give, by the place among what they give, or not wanted.
    fn knows_gifts(&self, _: TagId, _place: usize) -> bool {
        true
    }

    /// Lays cards that are counted so that worlds which differ in nothing else are the same. `keeps`: numbers of tags
    /// that something speaks of; those of other cards become 0.
    ///
    /// # Errors
    ///
    /// An internal one, if there are others than those of the deck.
    fn lays_cards(&mut self, _: &Game, _: &mut World, _keeps: &BTreeSet<i64>) -> Result<(), Failure> {
        Ok(())
    }

    /// Boxes get marks, whatever marks there are already: that alone is not read.
    fn marks(&mut self, _: &Marking) {}

    /// What was found out about people in earlier runs of the same from the
    /// same beginning, if it is kept.
    fn memory(&mut self) -> Option<&mut Memory> {
        None
    }

    /// Dice that lie open stay as they are: only between what they lie is known.
    fn cut(&mut self) {}

    /// Whether dice were cut: of what they show only bounds are known ([`Self::range`]).
    fn open_ended(&self) -> bool {
        false
    }

    /// The least and the most that covered dice can show: the same where they were not cut.
    ///
    /// # Errors
    ///
    /// If it cannot be said.
    fn range(&mut self, _covered: usize, _: &Glance) -> Result<Interval, Refusal> {
        Ok(Interval::ANY)
    }

    /// Other dice lie covered instead of these, of which nothing is known yet: a number for them. `None`: they do not, or
    /// something is known.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn cover_instead(&mut self, _covered: usize, _: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// Whether the observer wants to know for which roll dice are thrown.
    fn asks_for_whom(&self) -> bool {
        false
    }

    /// Dice are about to be thrown for a test: its label and who rolls it.
    fn throws_for(&mut self, _label: &str, _who: &str) {}

    /// An intervention of this name begins, or the last that began has ended.
    ///
    /// # Errors
    ///
    /// If one ends that never began.
    fn intervenes(&mut self, _name: Option<&str>) -> Result<(), Refusal> {
        Ok(())
    }

    /// So many steps of formulas and actions were made.
    ///
    /// # Errors
    ///
    /// If no more may be made.
    fn worked(&mut self, _steps: u64) -> Result<(), Refusal> {
        Ok(())
    }

    /// A place for interventions was left: its number, from 0.
    fn passed(&mut self, _place: usize) {}
}

/// Dice from a generator; no question is answered.
impl Observer for Generator {}

impl Effects for Generator {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        match die {
            Die::Sides(sides) => faces.extend((0..count).map(|_| i64::from(self.die(*sides)))),
            Die::Faces(list) => {
                let sides = u32::try_from(list.len()).map_err(|_| Refusal::internal())?;
                for _ in 0..count {
                    let index = self.die(sides).saturating_sub(1) as usize;
                    faces.push(list.get(index).copied().ok_or_else(|| Refusal::internal())?);
                }
            }
        }
        Ok(())
    }
}

/// The dice that lie on the table, in the order in which they are asked for.
#[derive(Debug)]
pub struct TypedDice {
    faces: VecDeque<i64>,
    given: usize,
    budget: Option<Arc<Budget>>,
    rest: Option<Box<Generator>>,
}

impl TypedDice {
    /// These faces.
    #[must_use]
    pub fn new(faces: &[i64]) -> Self {
        Self { faces: faces.iter().copied().collect(), given: faces.len(), budget: None, rest: None }
    }

    /// The same, for those who do no more than so many steps with them.
    #[must_use]
    pub fn within(mut self, budget: &Arc<Budget>) -> Self {
        self.budget = Some(Arc::clone(budget));
        self
    }

    /// Whatever is thrown after them comes from a generator, as if it had thrown these as well: what
    /// a seed began goes on with the same seed.
    #[must_use]
    pub fn then(self, rest: Generator) -> Self {
        Self { rest: Some(Box::new(rest)), ..self }
    }

    /// How many dice were not asked for.
    #[must_use]
    pub fn left(&self) -> usize {
        self.faces.len()
    }

    /// How many dice there were.
    #[must_use]
    pub fn given(&self) -> usize {
        self.given
    }
}

impl Effects for TypedDice {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let mut rest = Vec::new();
        if let Some(generator) = &mut self.rest {
            generator.throw(die, count, &mut rest)?;
        }
        for thrown in 0..count {
            let rolled = rest.get(thrown as usize).copied();
            let Some(face) = self.faces.pop_front().or(rolled) else {
                let needed = self.given + (count - thrown) as usize;
                return Err(Refusal {
                    cause: Code::TooFewDice.into(),
                    args: vec![("given", self.given.into()), ("needed", needed.into())],
                });
            };
            if !die.has(face) {
                return Err(Refusal {
                    cause: Code::ImpossibleFace.into(),
                    args: vec![("face", face.into()), ("die", die.to_string().into())],
                });
            }
            faces.push(face);
        }
        Ok(())
    }
}

impl Observer for TypedDice {
    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        let Some(Err(spent)) = self.budget.as_ref().map(|budget| budget.spend(steps)) else { return Ok(()) };
        let limit = i64::try_from(spent.limit).unwrap_or(i64::MAX);
        Err(Refusal { cause: Code::PackTooSlow.into(), args: vec![("limit", limit.into())] })
    }
}
