//! The sources of dice and decisions.

use serde::Serialize;

use crate::check::program::Die;
use crate::engine::{Answer, Decision, Effects, Generator, Observer, Refusal, TypedDice};

/// A decision that a person makes during an action.
///
/// ```
/// use tirada::Dice;
///
/// let dice = Dice::seeded(1).deciding(|choice| match choice.options.as_slice() {
///     // The first answer that the rules allow; none where any number or text is possible.
///     [first, ..] => Some(first.clone()),
///     [] => None,
/// });
/// assert_eq!(dice.left(), 0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Choice {
    /// The name of the question.
    pub name: String,
    /// The action that asks it.
    pub action: String,
    /// Who decides, if the rules say so.
    pub by: Option<String>,
    /// The explanation of its author, one line.
    pub about: Option<String>,
    /// The possible answers; empty if any number or any text is possible.
    pub options: Vec<String>,
}

impl Choice {
    fn of(decision: &Decision<'_>) -> Self {
        Self {
            name: decision.name.to_owned(),
            action: decision.action.to_owned(),
            by: decision.by.map(str::to_owned),
            about: decision.doc.map(str::to_owned),
            options: decision.options.to_vec(),
        }
    }
}

type DecideFn = Box<dyn FnMut(&Choice) -> Option<String> + Send>;

/// A source of dice, and of decisions that the rules leave to people.
///
/// ```
/// use tirada::{Dice, Game};
///
/// let roll = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap().prepare("3d6").unwrap();
/// assert_eq!(roll.roll(&mut Dice::faces(&[1, 5, 6])).unwrap().total(), Some(12));
/// assert_eq!(roll.roll(&mut Dice::seeded(7)).unwrap(), roll.roll(&mut Dice::seeded(7)).unwrap());
/// ```
pub struct Dice {
    thrown: DiceSource,
    decider: Option<DecideFn>,
}

enum DiceSource {
    Seeded(Box<Generator>),
    Faces(TypedDice),
}

impl Dice {
    /// Dice of a generator (ChaCha8): the same seed gives the same dice on every platform and in every release. For
    /// unpredictable dice, draw the seed from the system's entropy.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("3d6")?;
    /// let total = roll.roll(&mut tirada::Dice::seeded(7))?.total();
    /// assert_eq!(total, roll.roll(&mut tirada::Dice::seeded(7))?.total());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self { thrown: DiceSource::Seeded(Box::new(Generator::new(seed))), decider: None }
    }

    /// Given faces, in the order in which they are used. If a roll needs more, that is an error (`too-few-dice`); faces
    /// that are not used stay ([`Dice::left`]).
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("3d6")?;
    /// assert_eq!(roll.roll(&mut tirada::Dice::faces(&[1, 5, 6]))?.total(), Some(12));
    /// assert!(roll.roll(&mut tirada::Dice::faces(&[1, 5])).unwrap_err().has(tirada::Code::TooFewDice));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn faces(faces: &[i64]) -> Self {
        Self { thrown: DiceSource::Faces(TypedDice::new(faces)), decider: None }
    }

    /// The same dice, with a function that makes decisions. It returns the answer in words, or `None` for no decision,
    /// which is an error if an answer is needed (`decision-needed`).
    ///
    /// ```
    /// let rules = "
    /// tirada: 1
    /// id: lamp
    /// name: Lamp
    /// actions:
    ///   signal:
    ///     roles: [keeper]
    ///     steps:
    ///       light: {ask: {one of: [red, green]}}
    ///       tell: {say: 'The light is {light}.'}
    /// ";
    /// let mut table = tirada::Game::from_text(rules)?.table();
    /// table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\n")?;
    /// let mut dice = tirada::Dice::seeded(1).deciding(|choice| choice.options.last().cloned());
    /// assert_eq!(table.act("signal Ada", &mut dice)?.said(), ["The light is green."]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn deciding(self, decider: impl FnMut(&Choice) -> Option<String> + Send + 'static) -> Self {
        Self { decider: Some(Box::new(decider)), ..self }
    }

    /// The number of given faces that are not used yet; 0 for a generator.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let mut dice = tirada::Dice::faces(&[4, 2, 6]);
    /// lamp.prepare("2d6")?.roll(&mut dice)?;
    /// assert_eq!(dice.left(), 1);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn left(&self) -> usize {
        match &self.thrown {
            DiceSource::Seeded(_) => 0,
            DiceSource::Faces(dice) => dice.left(),
        }
    }

    /// The generator, where that is all there is.
    pub(super) fn generator(&mut self) -> Option<&mut Generator> {
        match &mut self.thrown {
            DiceSource::Seeded(generator) => Some(generator),
            DiceSource::Faces(_) => None,
        }
    }
}

impl std::fmt::Debug for Dice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dice").field("left", &self.left()).field("deciding", &self.decider.is_some()).finish()
    }
}

impl Observer for Dice {}

impl Effects for Dice {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        match &mut self.thrown {
            DiceSource::Seeded(generator) => generator.throw(die, count, faces),
            DiceSource::Faces(dice) => dice.throw(die, count, faces),
        }
    }

    fn decide(&mut self, decision: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok(self.decider.as_mut().and_then(|decide| decide(&Choice::of(decision))))
    }

    fn offer(&mut self, decision: &Decision<'_>, _otherwise: &Answer) -> Result<Option<String>, Refusal> {
        self.decide(decision)
    }
}
