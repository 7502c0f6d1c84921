//! The two phases of a step, and its parts in each.

use std::convert::Infallible;
use std::fmt::Debug;

use super::{GainAmount, PhasedVerb};
use crate::ruleset::model::{CardsDecl, Formula, Least, QuestionDecl, RerollKeep, Start, StepDecl, Template, Word};

/// What the parts of a step are.
pub trait Phase: Clone + Debug {
    type Formula: Parts<Self>;
    /// A text with formulas in it.
    type Text: Parts<Self>;
    type Question: Parts<Self>;
    type Step: Parts<Self>;
    /// Something by its name: an action, an input, a label that gets a value.
    type Name: Parts<Self>;
    type Test: Parts<Self>;
    /// A role or label that is read.
    type Slot: Parts<Self>;
    /// Refers to a character.
    type Who: Parts<Self>;
    type Track: Parts<Self>;
    /// A deck, by the name of its cards.
    type Deck: Parts<Self>;
    /// A mark of the track.
    type Mark: Parts<Self>;
    type Points: Parts<Self>;
    /// What is given, and how much of it.
    type Given: Parts<Self>;
    /// What is taken, and how much of it.
    type Taken: Parts<Self>;
    /// What gets another value.
    type Target: Parts<Self>;
    /// Of whom or what something is done for each.
    type Over: Parts<Self>;
    /// A role of another action, and who plays it.
    type Role: Parts<Self>;
    /// How a test comes out.
    type Ending: Parts<Self>;
    /// Dice of the running test.
    type Dice: Parts<Self>;
    /// A condition on the owner of a tag.
    type Until: Parts<Self>;
    /// What lowering takes into other parts, so that nothing is left of it.
    type Early<T: Parts<Self>>: Parts<Self>;
    /// The name of something that is declared.
    type Own: Clone + Debug;
    /// A question about a value of a tag.
    type Asked: Clone + Debug;
    /// The cards of a deck.
    type Cards: Clone + Debug;
    /// A value of the tag.
    type Counted: Clone + Debug;
    /// What points begin with.
    type Start: Clone + Debug;
    /// The least that points can be.
    type Least: Clone + Debug;
    /// Something that it names other than in formulas.
    type Mention: Clone + Debug;
}

/// A step as it is in a file.
#[derive(Debug, Clone)]
pub struct Written;

impl Phase for Written {
    type Formula = Formula;
    type Text = Template;
    type Question = QuestionDecl;
    type Step = StepDecl;
    type Name = Word;
    type Test = Word;
    type Slot = Word;
    /// `None`: the only one there is.
    type Who = Option<Word>;
    /// `None`: the only one there is.
    type Track = Option<Word>;
    type Deck = Word;
    /// The name of a mark; `None`: any mark.
    type Mark = Option<Word>;
    type Points = Word;
    type Given = (Word, GainAmount);
    type Taken = (Word, Option<Formula>);
    /// A label, `label.value`, `tag.value`, points or a trait.
    type Target = Word;
    /// A role, or a kind of tag.
    type Over = Word;
    /// Without a name the only role.
    type Role = (Option<Word>, Word);
    type Ending = Word;
    /// The label of an answer, or dice of the test that have a name; `None`: all.
    type Dice = Option<Word>;
    type Until = Formula;
    type Early<T: Parts<Self>> = T;
    type Own = Word;
    type Asked = QuestionDecl;
    type Cards = CardsDecl;
    type Counted = Word;
    type Start = Start;
    type Least = Least;
    type Mention = Infallible;
}

/// A step in some phase.
pub trait Placed: Sized {
    type Phase: Phase<Step = Self>;
    fn verb(&self) -> &PhasedVerb<Self::Phase>;
}

impl Placed for StepDecl {
    type Phase = Written;
    fn verb(&self) -> &PhasedVerb<Written> {
        &self.verb
    }
}

/// A part of a step that others look at.
#[derive(Debug)]
pub enum Part<'s, P: Phase> {
    Formula(&'s P::Formula),
    /// A step inside of it.
    Step(&'s P::Step),
    Mention(P::Mention),
}

/// A part of a step that others change.
#[derive(Debug)]
pub enum PartMut<'s, P: Phase> {
    Formula(&'s mut P::Formula),
    /// A step inside of it.
    Step(&'s mut P::Step),
}

/// Shows its parts, in the order of their keys.
pub trait Parts<P: Phase>: Clone + Debug {
    fn parts<'s>(&'s self, _see: &mut dyn FnMut(Part<'s, P>)) {}
    fn parts_mut<'s>(&'s mut self, _see: &mut dyn FnMut(PartMut<'s, P>)) {}
}

impl<P: Phase> Parts<P> for () {}
impl<P: Phase> Parts<P> for bool {}
impl<P: Phase> Parts<P> for RerollKeep {}
impl<P: Phase> Parts<P> for i64 {}
impl<P: Phase> Parts<P> for usize {}
impl Parts<Written> for Word {}
impl Parts<Written> for Formula {}
impl Parts<Written> for Template {}
impl Parts<Written> for QuestionDecl {}
impl Parts<Written> for GainAmount {}

impl Parts<Written> for StepDecl {
    fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, Written>)) {
        see(Part::Step(self));
    }

    fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, Written>)) {
        see(PartMut::Step(self));
    }
}

macro_rules! several {
    ($($several:ident),*) => {
        $(impl<P: Phase, T: Parts<P>> Parts<P> for $several<T> {
            fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, P>)) {
                self.iter().for_each(|one| one.parts(see));
            }

            fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, P>)) {
                self.iter_mut().for_each(|one| one.parts_mut(see));
            }
        })*
    };
}
several!(Option, Vec);

impl<P: Phase, A: Parts<P>, B: Parts<P>> Parts<P> for (A, B) {
    fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, P>)) {
        self.0.parts(see);
        self.1.parts(see);
    }

    fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, P>)) {
        self.0.parts_mut(see);
        self.1.parts_mut(see);
    }
}

/// How long something lasts.
#[derive(Debug, Clone)]
pub enum PhasedDuration<P: Phase> {
    /// Until it is taken away.
    Permanent,
    /// So many of a unit; `None`: one.
    Times(Option<P::Formula>, P::Name),
    /// A formula that yields a unit: one of it.
    Unit(P::Formula),
}

impl<P: Phase> PhasedDuration<P> {
    pub fn formula(&self) -> Option<&P::Formula> {
        match self {
            Self::Permanent => None,
            Self::Times(count, _) => count.as_ref(),
            Self::Unit(formula) => Some(formula),
        }
    }
}

impl<P: Phase> Parts<P> for PhasedDuration<P> {
    fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, P>)) {
        self.formula().into_iter().for_each(|formula| formula.parts(see));
    }

    fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, P>)) {
        match self {
            Self::Permanent => {}
            Self::Times(count, _) => count.parts_mut(see),
            Self::Unit(formula) => formula.parts_mut(see),
        }
    }
}

impl<P: Phase> PhasedVerb<P> {
    /// The steps inside of it.
    pub fn inner(&self) -> Vec<&P::Step> {
        let mut steps = Vec::new();
        self.parts(&mut |part| steps.extend(if let Part::Step(step) = part { Some(step) } else { None }));
        steps
    }

    pub fn inner_mut(&mut self) -> Vec<&mut P::Step> {
        let mut steps = Vec::new();
        self.parts_mut(&mut |part| steps.extend(if let PartMut::Step(step) = part { Some(step) } else { None }));
        steps
    }

    /// Its own formulas, without those of the steps inside of it.
    pub fn formulas(&self) -> Vec<&P::Formula> {
        let mut formulas = Vec::new();
        self.parts(&mut |part| formulas.extend(if let Part::Formula(one) = part { Some(one) } else { None }));
        formulas
    }
}

/// Steps and those inside of them, each before those.
pub fn all_steps<S: Placed>(steps: &[S]) -> Vec<&S> {
    let mut found = Vec::new();
    let mut open: Vec<&S> = steps.iter().rev().collect();
    while let Some(step) = open.pop() {
        found.push(step);
        open.extend(step.verb().inner().into_iter().rev());
    }
    found
}
