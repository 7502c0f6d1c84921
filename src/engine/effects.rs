//! The interface between evaluation and its environment: chance, decisions, observation.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use super::failure::{Cause, Failure};
use super::generator::Generator;
use super::independent_parts::{IndependentPart, PartFound};
use super::loops::LoopRound;
use super::marks::Marking;
use super::policy::Possible;
use super::result::{Answer, OutcomeResult, SideResult};
use super::state_key::StateKey;
use super::statistic::{Statistic, Throwing};
use super::value_cache::ValueCache;
use crate::check::program::{AnswerKind, At, CheckedGame, Deck, Die, TagId, Test, TrackId};
use crate::diagnostic::{Args, Code};
use crate::dice::{CompareOp, Interval, PoolModifier};
use crate::id::Id;
use crate::limits::Budget;
use crate::world::{TagValue, World};

/// Why the environment could not provide something; the machine adds the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub cause: Cause,
    /// Arguments of the message.
    pub args: Args,
}

impl Refusal {
    /// An internal error: a state that cannot occur, with the place in the source that detected it.
    #[cold]
    #[track_caller]
    pub(crate) fn internal() -> Self {
        let place = std::panic::Location::caller();
        let place = format!("{}:{}", place.file(), place.line());
        Self { cause: Code::Internal.into(), args: vec![("where", place.into())] }
    }
}

/// The kind of a value that is asked for.
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

/// A question for a value.
#[derive(Debug, Clone)]
pub struct ValueRequest<'a> {
    /// The name, as it is written in formulas: `Oars`, `Cargo[Rum]`.
    pub name: &'a str,
    /// The kind of the value.
    pub what: AskedFor,
    /// The allowed answers.
    pub kind: &'a AnswerKind,
    /// The author's description, one line.
    pub doc: Option<&'a str>,
}

/// A question for a decision at the table.
#[derive(Debug, Clone)]
pub struct Decision<'a> {
    /// The name of the question.
    pub name: &'a str,
    /// The action that asks it.
    pub action: &'a str,
    /// Whether an intervention asks it.
    pub intervening: bool,
    /// The character about whom another action asks, or whose roll the question is about.
    pub whom: Option<&'a str>,
    /// The decider, if the rules name one.
    pub by: Option<&'a str>,
    /// The author's description, one line.
    pub doc: Option<&'a str>,
    /// The options, if they are a list.
    pub options: &'a [String],
    /// The allowed answers.
    pub kind: &'a AnswerKind,
    /// The answer that the acting player proposes to the decider.
    pub proposed: Option<&'a str>,
    /// The running action, if it is to be shown.
    pub doing: Option<&'a Doing>,
}

/// The running action or intervention, for display: actors, name, answers so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Doing {
    /// The intervener; of an action, all characters in its roles, in order.
    pub who: Vec<String>,
    pub name: String,
    /// Whether it is an intervention.
    pub intervenes: bool,
    /// Answers, each with the name of its question if it is unclear without.
    pub said: Vec<String>,
}

/// A fact about a character that a program read. Derived facts (a state, a modifier) count as this one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CharacterFact {
    /// The marks of a character's track, not only the resulting state.
    Marks(usize, TrackId),
    /// The number of marked boxes of a character's track.
    Lost(usize, TrackId),
    /// The tags of a kind.
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
    Is(usize, TagValue),
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
    /// Names of the rollers: one, or two in a contest.
    pub who: &'a [String],
    /// The result of the first side.
    pub side: &'a SideResult,
    /// The outcome, if the test has one.
    pub outcome: Option<&'a OutcomeResult>,
}

/// Chance and decisions: the source of dice and answers.
pub trait Effects: Observer {
    /// Throws `count` dice of a kind and appends their faces.
    ///
    /// # Errors
    ///
    /// If the dice are not available.
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal>;

    /// Takes `count` of these cards, each at most once, in any order, and appends them. A card is a die with a face for
    /// each card that is left, so the next die has one face less.
    ///
    /// # Errors
    ///
    /// If the cards are not available.
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
    fn answer(&mut self, _: &ValueRequest<'_>) -> Result<Option<i64>, Refusal> {
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

    /// Tells a user that they may decide, and the default. `None`: the default holds.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn offer(&mut self, _: &Decision<'_>, _otherwise: &Answer) -> Result<Option<String>, Refusal> {
        Ok(None)
    }
}

/// Takes cards one after the other: `throw` throws a die with a face for each card that is left.
///
/// # Errors
///
/// If the cards are not available.
pub(crate) fn draw_each(
    cards: &[i64],
    count: u32,
    drawn: &mut Vec<i64>,
    throw: &mut dyn FnMut(Die, &mut Vec<i64>) -> ThrowResult,
) -> ThrowResult {
    let mut left = cards.to_vec();
    for _ in 0..count {
        throw(Die::Faces(left.as_slice().into()), drawn)?;
        let at = drawn.last().and_then(|drawn| left.iter().position(|card| card == drawn));
        left.remove(at.ok_or_else(Refusal::internal)?);
    }
    Ok(())
}

/// Success, or why the dice are not available.
type ThrowResult = Result<(), Refusal>;

/// Observes an evaluation: odds, which hide dice and ask only for the statistics that are needed, and recorders. The
/// defaults do nothing.
pub trait Observer {
    /// Dice are about to be thrown. A walk over all outcomes hides them instead and enumerates only statistics of them:
    /// it returns a handle. `None`: they are thrown.
    ///
    /// # Errors
    ///
    /// If the dice are not available.
    fn cover(&mut self, _: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// Whether dice are thrown in order, not sorted.
    fn in_order(&self) -> bool {
        true
    }

    /// A die is about to be read by its position among the thrown dice.
    ///
    /// # Errors
    ///
    /// If dice were sorted until now: the walk must restart.
    fn sees_places(&mut self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether this observer hides dice at all.
    fn covers(&self) -> bool {
        false
    }

    /// What is known of covered dice that lie by themselves: of others of which the same is known, everything is as
    /// likely.
    fn known_of(&self, _covered: usize) -> Option<(usize, usize)> {
        None
    }

    /// Whether parts are evaluated by themselves at all.
    fn sets_aside(&self) -> bool {
        false
    }

    /// A sub-program is about to be evaluated: returns its value and the resources it used, if a walk has computed it
    /// by itself. `None`: it is evaluated here.
    ///
    /// # Errors
    ///
    /// If it has to be computed first, or its value is unknown.
    fn aside(&mut self, _: &IndependentPart<'_>) -> Result<Option<PartFound>, Refusal> {
        Ok(None)
    }

    /// A statistic of hidden dice; `None` if the dice do not have it.
    ///
    /// # Errors
    ///
    /// If it is unknown.
    fn statistic(&mut self, _covered: usize, _: &Statistic) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// Whether the observer counts all values of a statistic at the end of the run, which reads nothing else.
    ///
    /// # Errors
    ///
    /// If it cannot say.
    fn leaves_open(&mut self, _covered: usize, _: &Statistic) -> Result<bool, Refusal> {
        Ok(false)
    }

    /// A sum of statistics over several hidden pools (factor, handle, statistic), or its comparison with a number.
    /// `None`: they have to be read one by one.
    ///
    /// # Errors
    ///
    /// If it is unknown.
    fn joint_statistic(
        &mut self,
        _: &[(i64, usize, Statistic)],
        _holds: Option<(CompareOp, i64)>,
    ) -> Result<Option<Option<i64>>, Refusal> {
        Ok(None)
    }

    /// The greatest (or the least) of statistics of several hidden pools (handle, statistic, and a number that is added).
    /// `None`: they have to be read one by one. `known`: only if it has been read before.
    ///
    /// # Errors
    ///
    /// If it is unknown.
    fn extreme(
        &mut self,
        _: &[(usize, Statistic, i64)],
        _greatest: bool,
        _known: bool,
    ) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// The bounds of a statistic of hidden dice, for whatever they show.
    ///
    /// # Errors
    ///
    /// An internal one if there are no such dice.
    fn bounds(&self, _covered: usize, _: &Statistic) -> Result<Interval, Refusal> {
        Ok(Interval::ANY)
    }

    /// Rerolls those hidden dice that meet a condition, as dice of this kind: returns a handle of the result.
    /// Statistics read before are known; the old dice can still be read. `None`: they have to be visible.
    ///
    /// # Errors
    ///
    /// If the dice are not available.
    fn cover_some_again(
        &mut self,
        _covered: usize,
        _showing: &[(CompareOp, i64)],
        _: &Die,
    ) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// Adds dice to hidden ones: returns a handle of all of them. `None`: they cannot be read together.
    ///
    /// # Errors
    ///
    /// If the dice are not available.
    fn cover_more(&mut self, _covered: usize, _more: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// All faces of hidden dice that count, ascending. If the faces cannot be enumerated in this way, or `all` is
    /// requested and some dice do not count, the walk restarts with these dice visible.
    ///
    /// # Errors
    ///
    /// If they are unknown.
    fn uncover(&mut self, _covered: usize, _all: bool) -> Result<Vec<i64>, Refusal> {
        Ok(Vec::new())
    }

    /// How many dice of the first pool beat those of the second; both are read nowhere else. `None`: they are thrown.
    ///
    /// # Errors
    ///
    /// If the dice are not available.
    fn beats(&mut self, _: &Throwing<'_>, _: &Throwing<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// A die is about to explode for the given number of times.
    ///
    /// # Errors
    ///
    /// If explosions are truncated there.
    fn explodes(&mut self, _times: u32) -> Result<(), Refusal> {
        Ok(())
    }

    /// A die is rerolled until a condition no longer holds: the final face. `None`: it is thrown.
    ///
    /// # Errors
    ///
    /// If it never ends.
    fn settle(&mut self, _: &Die, _: PoolModifier) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }

    /// The die that is thrown for that of a pool, if nothing distinguishes some of its faces.
    fn merged(&mut self, _: At, _: &Die) -> Option<Die> {
        None
    }

    /// Whether the state matters when two sides roll and when they tie.
    fn compares(&self) -> bool {
        false
    }

    /// Whether runs with the same state between two steps are merged.
    fn joins(&self) -> bool {
        false
    }

    /// An intervention that is not possible is tried: answers to its questions decide nothing.
    fn tries_in_vain(&mut self) {}

    /// Whether it matters how many points were taken that may have been given back since.
    fn asks_prices(&self) -> bool {
        false
    }

    /// Whether a reroll with `keep` compares only outcomes. Margins of equal outcomes are compared if something reads the
    /// dice.
    fn ranks(&self) -> bool {
        false
    }

    /// Called when something reads dice of one of two throws whose margins were not compared.
    fn ties_matter(&mut self) -> Refusal {
        Refusal::internal()
    }

    /// Two sides are about to roll, or people are about to be put in order. If they tie they may have to do
    /// it again; a number for that is returned. `now` is what is so, where anything but dice can be other
    /// the next time. Where it is not done `again`, steps or rounds begin between which runs may wait.
    fn contest(&mut self, _now: Option<StateKey>, _again: bool) -> usize {
        0
    }

    /// A contest is tied and rolled again: the first contest since the tie began, the last one, and the current state.
    ///
    /// # Errors
    ///
    /// If the run stops here.
    fn again(&mut self, _first: usize, _last: usize, _now: Option<&StateKey>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Some of the tied characters have rolled again, or a round of a loop is over: the first contest since then, and
    /// the current state. `ends`: the number of rounds is bounded. `round`: which round it was of a loop whose rounds
    /// differ in nothing but that.
    ///
    /// # Errors
    ///
    /// If the run stops here.
    fn halfway(
        &mut self,
        _first: usize,
        _now: &StateKey,
        _ends: bool,
        _round: Option<LoopRound>,
    ) -> Result<(), Refusal> {
        Ok(())
    }

    /// The end of a test in an action.
    ///
    /// # Errors
    ///
    /// If the rest of the run is not needed.
    fn tested(&mut self, _: &Tested<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether values of tests are needed that nothing else reads.
    fn curious(&self) -> bool {
        true
    }

    /// Whether margins of tests in an action are needed.
    fn counts(&self) -> bool {
        true
    }

    /// Whether requested interventions are done at every possible hook, and skipped at the others. Otherwise an
    /// impossible one is an error.
    fn whenever(&self) -> bool {
        false
    }

    /// Whether all alternatives of a decision are enumerated: options are complete answers then.
    fn weighs(&self) -> bool {
        false
    }

    /// Whether the current dice are given as thrown before: then no intervention is possible in the roll.
    fn is_past(&self) -> bool {
        false
    }

    /// Whether [`Self::takes`] decides about each possible intervention.
    fn decides(&self) -> bool {
        false
    }

    /// Whether all dice on the table are seen where it is decided.
    fn sees_all(&self) -> bool {
        true
    }

    /// Whether such a decision needs the observation.
    fn sees(&mut self) -> bool {
        true
    }

    /// A question is about to be asked after all these dice were thrown; the values that labels of its action have by
    /// then, each as it is written.
    fn lie(&mut self, _faces: Vec<i64>, _labels: Vec<(String, Option<Answer>)>) {}

    /// A requested intervention is possible: returns whether it is done.
    ///
    /// # Errors
    ///
    /// If it cannot be decided.
    fn takes(&mut self, _: Possible<'_>) -> Result<bool, Refusal> {
        Ok(true)
    }

    /// The program read a fact that may differ at another time.
    fn reads(&mut self, _: CharacterFact) {}

    /// Something of cards of a deck is read that may distinguish them.
    ///
    /// # Errors
    ///
    /// If cards were counted together that it distinguishes: everything has to be done anew.
    fn reads_card(&mut self, _: TagId, _: CardRead) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether cards of a deck that nothing distinguishes are counted together, so that which ones they are is not known.
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
    fn lays_cards(&mut self, _: &CheckedGame, _: &mut World, _keeps: &BTreeSet<i64>) -> Result<(), Failure> {
        Ok(())
    }

    /// Boxes get marks, whatever marks there are already: that alone is not read.
    fn marks(&mut self, _: &Marking) {}

    /// The cache of facts about characters from earlier runs with the same initial state, if there is one.
    fn memory(&mut self) -> Option<&mut ValueCache> {
        None
    }

    /// Truncated visible dice stay as they are: only their bounds are known.
    fn cut(&mut self) {}

    /// Whether explosions were truncated: statistics have bounds only ([`Self::range`]).
    fn open_ended(&self) -> bool {
        false
    }

    /// Bounds of a statistic of hidden dice; equal if nothing was truncated.
    ///
    /// # Errors
    ///
    /// If they are unknown.
    fn range(&mut self, _covered: usize, _: &Statistic) -> Result<Interval, Refusal> {
        Ok(Interval::ANY)
    }

    /// Replaces hidden dice of which nothing is known yet by others: returns a handle. `None`: it does not, or
    /// something is known.
    ///
    /// # Errors
    ///
    /// If the dice are not available.
    fn cover_instead(&mut self, _covered: usize, _: &Throwing<'_>) -> Result<Option<usize>, Refusal> {
        Ok(None)
    }

    /// Whether the observer needs the roll to which dice belong.
    fn asks_for_whom(&self) -> bool {
        false
    }

    /// Dice are about to be thrown for a test: its label, and the roller.
    fn throws_for(&mut self, _label: &str, _who: &str) {}

    /// An intervention of this name begins, or (`None`) the innermost one ends.
    ///
    /// # Errors
    ///
    /// If one ends that never began.
    fn intervenes(&mut self, _name: Option<&str>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Counts steps of formulas and actions.
    ///
    /// # Errors
    ///
    /// If the limit is exceeded.
    fn worked(&mut self, _steps: u64) -> Result<(), Refusal> {
        Ok(())
    }

    /// A hook was left: its number, from 0.
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

/// Dice with given faces, in the order of the throws.
#[derive(Debug)]
pub struct TypedDice {
    faces: VecDeque<i64>,
    given: usize,
    budget: Option<Arc<Budget>>,
    rest: Option<Box<Generator>>,
}

impl TypedDice {
    /// Dice that show `faces`, in order.
    #[must_use]
    pub fn new(faces: &[i64]) -> Self {
        Self { faces: faces.iter().copied().collect(), given: faces.len(), budget: None, rest: None }
    }

    /// The same dice with a budget of steps.
    #[must_use]
    pub fn within(mut self, budget: &Arc<Budget>) -> Self {
        self.budget = Some(Arc::clone(budget));
        self
    }

    /// Further dice come from a generator, in the state after these, so a seed continues.
    #[must_use]
    pub fn then(self, rest: Generator) -> Self {
        Self { rest: Some(Box::new(rest)), ..self }
    }

    /// The number of unused faces.
    #[must_use]
    pub fn left(&self) -> usize {
        self.faces.len()
    }

    /// The number of given faces.
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
