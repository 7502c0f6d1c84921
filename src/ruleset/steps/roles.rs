//! The interfaces that steps need of the checker, the engine and the reports. Each kind is lowered and described part
//! by part, by the roles of its parts, or as a whole.

use super::{Gain, Phase, PhasedDuration};
use crate::ruleset::FormatKey;
use crate::ruleset::model::{Formula, QuestionDecl, RerollKeep, StepDecl, Template, Word};
use crate::ruleset::read::Bounds;

/// Lowers steps of a kind; `None`: an error says why not.
pub trait LowersKind<W, L> {
    fn lower(&mut self, written: &W) -> Option<L>;
}

/// Describes steps of a kind.
pub trait DescribesKind<K> {
    fn describe(&mut self, step: &K);
}

/// Runs steps of a kind.
pub trait RunsKind<'a, K, F> {
    /// # Errors
    ///
    /// If it cannot be done.
    fn run(&mut self, step: &'a K) -> Result<Flow, F>;
}

/// Looks up names and lowers formulas. `None`: an error says why not.
pub trait Lowering<P: Phase> {
    fn value(&mut self, key: &FormatKey, formula: &Formula) -> Option<P::Formula>;
    fn number(&mut self, key: &FormatKey, formula: &Formula) -> Option<P::Formula>;
    fn cell(&mut self, key: &FormatKey, formula: &Formula) -> Option<P::Formula>;
    fn text(&mut self, key: &FormatKey, text: &Template) -> Option<P::Text>;
    fn question(&mut self, key: &FormatKey, question: &QuestionDecl) -> Option<P::Question>;
    fn steps(&mut self, key: &FormatKey, steps: &[StepDecl]) -> Option<Vec<P::Step>>;
    fn who(&mut self, key: &FormatKey, who: &Option<Word>) -> Option<P::Who>;
    fn track(&mut self, key: &FormatKey, track: &Option<Word>) -> Option<P::Track>;
    /// A mark of the track that was last lowered, or a word for one.
    fn mark(&mut self, key: &FormatKey, mark: &Option<Word>) -> Option<P::Mark>;
    fn deck(&mut self, key: &FormatKey, deck: &Word) -> Option<P::Deck>;
    fn many(&mut self, key: &FormatKey, role: &Word) -> Option<P::Slot>;
    /// Numbers, seen from each of a role.
    fn scores(&mut self, key: &FormatKey, formulas: &[Formula]) -> Option<Vec<P::Formula>>;
    fn ties(&mut self, key: &FormatKey, action: &Option<Word>) -> Option<Option<P::Name>>;
    fn dice(&mut self, key: &FormatKey, dice: &Option<Word>) -> Option<P::Dice>;
    fn changes(&mut self, key: &FormatKey, inputs: &[(Word, Formula)]) -> Option<Vec<(P::Name, P::Formula)>>;

    /// A number of marks, or all.
    fn amount(&mut self, key: &FormatKey, count: &Option<Formula>) -> Option<Option<P::Formula>> {
        count.as_ref().map_or(Some(None), |count| self.number(key, count).map(Some))
    }

    fn showing(&mut self, _: &FormatKey, bounds: &Option<Bounds>) -> Option<Option<Bounds>> {
        Some(*bounds)
    }

    fn keep(&mut self, _: &FormatKey, keep: &RerollKeep) -> Option<RerollKeep> {
        Some(*keep)
    }
}

/// Describes a lowered step to the reader of the rules.
pub trait Describing<P: Phase> {
    fn verb(&mut self, verb: &'static str);
    fn value(&mut self, key: &FormatKey, formula: &P::Formula);
    fn number(&mut self, key: &FormatKey, formula: &P::Formula);
    fn cell(&mut self, key: &FormatKey, formula: &P::Formula);
    fn text(&mut self, key: &FormatKey, text: &P::Text);
    fn question(&mut self, key: &FormatKey, question: &P::Question);
    fn steps(&mut self, key: &FormatKey, steps: &[P::Step]);
    fn who(&mut self, key: &FormatKey, who: &P::Who);
    fn track(&mut self, key: &FormatKey, track: &P::Track);
    fn mark(&mut self, key: &FormatKey, mark: &P::Mark);
    fn deck(&mut self, key: &FormatKey, deck: &P::Deck);
    fn how_many(&mut self, key: &FormatKey, count: &Option<P::Formula>);
    /// A character, or the table.
    fn holder(&mut self, key: &FormatKey, who: &P::Who);
    fn many(&mut self, key: &FormatKey, role: &P::Slot);
    fn scores(&mut self, key: &FormatKey, formulas: &[P::Formula]);
    fn ties(&mut self, key: &FormatKey, action: &Option<P::Name>);
    fn dice(&mut self, key: &FormatKey, dice: &P::Dice);
    fn changes(&mut self, key: &FormatKey, inputs: &[(P::Name, P::Formula)]);
    fn amount(&mut self, key: &FormatKey, count: &Option<P::Formula>);
    fn showing(&mut self, key: &FormatKey, bounds: &Option<Bounds>);
    fn keep(&mut self, key: &FormatKey, keep: &RerollKeep);
    fn given(&mut self, key: &FormatKey, what: &[P::Given]);
    fn taken(&mut self, key: &FormatKey, what: &[P::Taken]);
    fn paid(&mut self, key: &FormatKey, what: &[(P::Points, P::Formula)]);
    fn targets(&mut self, key: &FormatKey, what: &[(P::Target, P::Formula)]);
    fn lasts(&mut self, key: &FormatKey, lasts: &Option<PhasedDuration<P>>);
    fn until(&mut self, key: &FormatKey, until: &Option<P::Until>);
    fn any(&mut self, key: &FormatKey, any: &bool);

    fn whom(&mut self, key: &FormatKey, who: &Option<P::Who>) {
        who.iter().for_each(|who| self.who(key, who));
    }

    fn early<T>(&mut self, _: &FormatKey, _: &T) {}
}

/// Whether an action goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    Goes,
    Stops,
}

impl From<()> for Flow {
    fn from((): ()) -> Self {
        Self::Goes
    }
}

/// Runs a lowered step.
pub trait Running<'a, P: Phase> {
    /// Why an action cannot be done.
    type Failure;
    /// Refers to points of a character.
    type Points: Copy;

    /// What could not be read cannot be run.
    fn broken(&self) -> Self::Failure;
    fn steps(&mut self, steps: &'a [P::Step]) -> Result<Flow, Self::Failure>;
    /// Whether the condition of a step holds.
    fn holds(&mut self, step: &'a P::Step) -> Result<bool, Self::Failure>;
    /// Does a step whose condition holds.
    fn row(&mut self, step: &'a P::Step) -> Result<Flow, Self::Failure>;
    /// All characters in a role, by place, or the tags that a character has, by number.
    fn all_of(&mut self, over: &'a P::Over) -> Result<Vec<i64>, Self::Failure>;
    /// Lets a label be the next of those, before the rest; `false`: it was lost meanwhile.
    fn next(&mut self, each: &'a (P::Name, P::Over), one: i64, rest: &[i64]) -> Result<bool, Self::Failure>;
    /// A character; `None`: there is none.
    fn optional_character(&mut self, who: &'a P::Who) -> Result<Option<usize>, Self::Failure>;
    /// A character, or `Some(None)`: whoever has the tag. `None`: there is no such character.
    fn owner(&mut self, who: &'a Option<P::Who>) -> Result<Option<Option<usize>>, Self::Failure> {
        who.as_ref().map_or(Ok(Some(None)), |who| Ok(self.optional_character(who)?.map(Some)))
    }
    /// How much: less than nothing is nothing, unless it may be any number.
    fn amount(&mut self, formula: &'a P::Formula, any: bool) -> Result<i64, Self::Failure>;
    fn give(&mut self, to: usize, given: &'a P::Given, gain: &'a Gain<P>) -> Result<(), Self::Failure>;
    fn take(&mut self, from: Option<usize>, taken: &'a P::Taken, any: bool) -> Result<(), Self::Failure>;
    /// Gives tags of a character, or the one in a slot, to another.
    fn pass_on(&mut self, from: Option<usize>, taken: &'a P::Taken, to: usize) -> Result<(), Self::Failure>;
    /// Puts cards of a character, or the one in a slot, among the discards.
    fn discard(&mut self, from: Option<usize>, card: &'a P::Taken) -> Result<(), Self::Failure>;
    fn points(&mut self, points: &'a P::Points) -> Result<Self::Points, Self::Failure>;
    /// Adds points, or takes them.
    fn add(
        &mut self,
        to: usize,
        points: Self::Points,
        count: i64,
        formula: &'a P::Formula,
    ) -> Result<(), Self::Failure>;
    fn set(&mut self, target: &'a P::Target, formula: &'a P::Formula) -> Result<(), Self::Failure>;
    fn mark(&mut self, count: i64, track: &P::Track, of: usize, mark: &'a P::Mark) -> Result<(), Self::Failure>;
    /// A character's marks, by kind.
    fn marks(&mut self, track: &P::Track, of: usize) -> Result<Vec<i64>, Self::Failure>;
    fn set_marks(&mut self, track: &P::Track, of: usize, from: Vec<i64>, to: Vec<i64>) -> Result<(), Self::Failure>;
    /// Whether a mark is meant: by its index.
    fn is_mark(&mut self, mark: &'a P::Mark, index: usize) -> Result<bool, Self::Failure>;
    fn say(&mut self, text: &'a P::Text) -> Result<(), Self::Failure>;
    /// Refuses with a text.
    fn fail(&mut self, text: &'a P::Text) -> Self::Failure;
}
