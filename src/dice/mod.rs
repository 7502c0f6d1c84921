//! Dice and their modifiers. Each modifier has its own file (`keep.rs`, `explode.rs` …) with checking, rolling,
//! counting and describing. A new modifier is a file, a [`Suffix`] with its line in `Suffix::does`, and its letters in
//! the grammar.

mod compare;
mod compound;
mod die;
mod drop;
mod explode;
mod faces;
pub(crate) mod interval;
mod keep;
mod middle;
mod one_die;
mod reroll;

pub use compare::CompareOp;
pub use die::Die;
pub use faces::{Face, Faces};
pub use interval::{Interval, deciding, ordered};
pub use one_die::{FirstDie, OneDie, merged};
pub(crate) use one_die::{MOST_FACES, SUM, SUM_BYTES};

use crate::diagnostic::Code;
use crate::limits::Exceeded;

/// The kinds of dice modifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Suffix {
    /// `kh3`: keep the highest.
    KeepHighest,
    /// `kl3`: keep the lowest.
    KeepLowest,
    /// `km1`: keep those in the middle.
    KeepMiddle,
    /// `dh1`: drop the highest.
    DropHighest,
    /// `dl1`: drop the lowest.
    DropLowest,
    /// `!`: a new die for each that meets the condition.
    Explode,
    /// `!!`: the same, added to the die itself.
    Compound,
    /// `r<=2`: throw again while the condition holds.
    Reroll,
    /// `ro1`: throw again once.
    RerollOnce,
}

/// The effect of a modifier: it chooses among the dice, or it throws more.
enum ModifierEffect {
    Chooses(&'static dyn Chooser),
    Throws(&'static dyn Thrower),
}

impl Suffix {
    /// All kinds, in the order of the documentation.
    pub const ALL: [Self; 9] = [
        Self::KeepHighest,
        Self::KeepLowest,
        Self::KeepMiddle,
        Self::DropHighest,
        Self::DropLowest,
        Self::Explode,
        Self::Compound,
        Self::Reroll,
        Self::RerollOnce,
    ];

    /// The letters of each kind, and its effect.
    fn does(self) -> (&'static str, ModifierEffect) {
        match self {
            Self::KeepHighest => ("kh", ModifierEffect::Chooses(&keep::Keep { highest: true })),
            Self::KeepLowest => ("kl", ModifierEffect::Chooses(&keep::Keep { highest: false })),
            Self::KeepMiddle => ("km", ModifierEffect::Chooses(&middle::Middle)),
            Self::DropHighest => ("dh", ModifierEffect::Chooses(&drop::Drop { highest: true })),
            Self::DropLowest => ("dl", ModifierEffect::Chooses(&drop::Drop { highest: false })),
            Self::Explode => ("!", ModifierEffect::Throws(&explode::Explode)),
            Self::Compound => ("!!", ModifierEffect::Throws(&compound::Compound)),
            Self::Reroll => ("r", ModifierEffect::Throws(&reroll::Reroll { once: false })),
            Self::RerollOnce => ("ro", ModifierEffect::Throws(&reroll::Reroll { once: true })),
        }
    }

    /// The letters, as written.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.does().0
    }

    /// The kind with these letters; `k` alone keeps the highest.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        if word == "k" {
            return Some(Self::KeepHighest);
        }
        Self::ALL.into_iter().find(|suffix| suffix.word() == word)
    }

    /// How it chooses among the dice; its number is a number of dice. `None`: it throws dice; its number is a face.
    #[must_use]
    pub fn choice(self) -> Option<&'static dyn Chooser> {
        match self.does().1 {
            ModifierEffect::Chooses(choice) => Some(choice),
            ModifierEffect::Throws(_) => None,
        }
    }

    /// How it throws more dice; `None`: it does not.
    #[must_use]
    pub fn throwing(self) -> Option<&'static dyn Thrower> {
        match self.does().1 {
            ModifierEffect::Throws(throwing) => Some(throwing),
            ModifierEffect::Chooses(_) => None,
        }
    }

    /// Where its new dice go; `None`: it adds none.
    #[must_use]
    pub fn brings(self) -> Option<Brings> {
        self.throwing()?.brings()
    }

    /// Whether it rerolls single dice.
    #[must_use]
    pub fn throws_again(self) -> bool {
        self.throwing().is_some_and(|throwing| throwing.brings().is_none())
    }

    /// Whether it repeats while the condition holds.
    #[must_use]
    pub fn goes_on(self) -> bool {
        self.throwing().is_some_and(|throwing| throwing.endless().is_some())
    }
}

/// A modifier that chooses which dice count.
pub trait Chooser: Sync {
    /// How many of `have` dice count, if its number is `n`.
    fn left(&self, n: usize, have: usize) -> usize;

    /// The index of the first of `have` ascending dice that counts, if `left` do. `None`: they cannot be chosen.
    fn first(&self, left: usize, have: usize) -> Option<usize>;

    /// Whether [`Self::first`] is always known.
    fn is_certain(&self) -> bool {
        true
    }

    /// The error if there are too few dice.
    fn too_many(&self) -> Code;
}

/// A modifier that throws dice.
pub trait Thrower: Sync {
    /// The error if every face meets its condition, so it would never end.
    fn endless(&self) -> Option<Code>;

    /// Where its new dice go; `None`: it rerolls existing dice.
    fn brings(&self) -> Option<Brings> {
        None
    }

    /// Whether a die can end with this face, whatever it showed before.
    fn leaves(&self, _how: PoolModifier, _face: i64) -> bool {
        true
    }

    /// Applies the modifier to thrown dice.
    ///
    /// # Errors
    ///
    /// If no more dice are available.
    fn roll(&self, how: PoolModifier, dice: &mut Vec<Thrown>, more: &mut dyn Supply) -> Result<(), Halt>;

    /// Updates the distribution of one die; `None` if it depends on the other dice.
    ///
    /// # Errors
    ///
    /// If the budget does not suffice.
    fn count(&self, how: PoolModifier, ways: &mut OneDie, by: &Counting<'_>) -> Result<Option<()>, Exceeded>;
}

/// Where the dice of an explosion go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brings {
    /// Next to the dice already thrown.
    Dice,
    /// Onto the die that exploded: its face grows.
    Sum,
}

/// Where more dice come from.
pub trait Supply {
    /// Another die.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn another(&mut self) -> Result<i64, Halt>;

    /// The next die of the explosion at index `place`, which explodes for the nth time; `None`: explosions are
    /// truncated there.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn follow(&mut self, place: usize, times: u32) -> Result<Option<i64>, Halt>;

    /// The next face of a die that is rerolled while a condition holds.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn settle(&mut self, how: PoolModifier) -> Result<i64, Halt>;

    /// A face exceeds all numbers.
    fn too_large(&mut self) -> Halt;
}

/// No more dice are available; the supplier knows why.
#[derive(Debug, Clone, Copy)]
pub struct Halt;

/// Parameters of counting the distribution of one die.
#[derive(Debug)]
pub struct Counting<'p> {
    /// The die before any modifier.
    pub die: &'p Die,
    /// The bound on explosions of one die.
    pub depth: u32,
    /// The number of dice in the pool.
    pub dice: u32,
    pub budget: &'p crate::limits::Budget,
}

/// A thrown die.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown {
    /// Its final face, including compounded faces.
    pub face: i64,
    /// Whether it counts towards the result.
    pub kept: bool,
    /// Earlier faces that were rerolled.
    pub rerolled: Vec<i64>,
    /// Whether it met the condition of an explosion.
    pub exploded: bool,
    /// Whether it came from an explosion.
    pub bonus: bool,
    /// Its number of sides, if the dice of its roll differ.
    pub sides: Option<u32>,
}

impl Thrown {
    /// A die without modifiers.
    #[must_use]
    pub fn plain(face: i64) -> Self {
        Self { face, kept: true, rerolled: Vec::new(), exploded: false, bonus: false, sides: None }
    }
}

/// The greatest number of conditions between the braces of one modifier.
pub const MOST_CONDITIONS: usize = 8;

/// A limit of explosions, as written after dice.
pub(crate) fn at_most(most: u32) -> String {
    format!(" at most {most} {}", if most == 1 { "time" } else { "times" })
}

/// The comparisons of a condition after the first.
pub type MoreConditions = [Option<(CompareOp, i64)>; MOST_CONDITIONS - 1];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PoolModifier {
    /// The kind of modifier.
    pub suffix: Suffix,
    /// The comparison of a face with `number`, if it throws dice.
    pub op: CompareOp,
    /// A number of dice if it chooses among them, otherwise a face.
    pub number: i64,
    /// Further comparisons of a modifier that throws dice; any of them suffices.
    pub also: MoreConditions,
    /// The greatest number of explosions of one die; `None`: unbounded.
    pub most: Option<u32>,
}

impl PoolModifier {
    /// Its comparisons; any of them suffices.
    pub fn conditions(self) -> impl Iterator<Item = (CompareOp, i64)> {
        std::iter::once((self.op, self.number)).chain(self.also.into_iter().flatten())
    }

    /// The number of one of its comparisons, mutably.
    pub(crate) fn number_mut(&mut self, comparison: usize) -> Option<&mut i64> {
        match comparison.checked_sub(1) {
            None => Some(&mut self.number),
            Some(further) => self.also.get_mut(further)?.as_mut().map(|(_, number)| number),
        }
    }

    /// Whether a die that exploded `times` times may explode again.
    #[must_use]
    pub fn goes_on_after(self, times: u32) -> bool {
        self.most.is_none_or(|most| times < most)
    }

    /// Whether a face meets its condition.
    #[must_use]
    pub fn holds(self, face: i64) -> bool {
        self.conditions().any(|(op, number)| op.holds(face, number))
    }

    /// The faces that meet its condition, and the others.
    pub(crate) fn parted(self, faces: &Faces) -> (Faces, Faces) {
        faces.parted_by(self.conditions())
    }

    /// The number of faces of a die that meet its condition, and the number of all faces.
    pub fn matching(self, die: &Die) -> (u64, u64) {
        if self.also == MoreConditions::default() {
            return die.matching(self.op, self.number);
        }
        match die {
            Die::Sides(_) => {
                let (holds, others) = self.parted(&Faces::plain(die));
                (holds.len(), holds.len().saturating_add(others.len()))
            }
            Die::Faces(faces) => (faces.iter().filter(|face| self.holds(**face)).count() as u64, faces.len() as u64),
        }
    }

    /// Its number of dice.
    #[must_use]
    pub fn dice(self) -> usize {
        usize::try_from(self.number).unwrap_or(usize::MAX)
    }

    /// The range of indices, of `have` ascending dice, that count: from, to (exclusive). `None`: they cannot be chosen.
    #[must_use]
    pub fn window(self, have: usize) -> Option<(usize, usize)> {
        let Some(choice) = self.suffix.choice() else { return Some((0, have)) };
        let left = choice.left(self.dice(), have);
        let first = choice.first(left, have)?;
        Some((first, first + left))
    }

    /// Whether no die with at least this face is rerolled.
    #[must_use]
    pub fn spares_from(self, least: i64) -> bool {
        let spares = |(op, number)| match op {
            CompareOp::Less => number <= least,
            CompareOp::LessOrEqual | CompareOp::Equal => number < least,
            CompareOp::Greater | CompareOp::GreaterOrEqual | CompareOp::NotEqual => false,
        };
        !self.suffix.throws_again() || self.conditions().all(spares)
    }

    /// The faces of a die that meet its condition, and the others.
    #[must_use]
    pub fn faces_apart(self, die: &Die) -> (Vec<i64>, Vec<i64>) {
        match die {
            Die::Sides(sides) => (1..=i64::from(*sides)).partition(|face| self.holds(*face)),
            Die::Faces(faces) => faces.iter().copied().partition(|face| self.holds(*face)),
        }
    }

    /// The lowest and the highest face that a die can end with, whatever it showed before.
    #[must_use]
    pub fn faces_left(self, die: &Die) -> Option<(i64, i64)> {
        let left = |face: &i64| self.suffix.throwing().is_none_or(|throwing| throwing.leaves(self, *face));
        let numbers =
            self.conditions().flat_map(|(_, number)| [number.saturating_sub(1), number, number.saturating_add(1)]);
        let near: Vec<i64> = [1, die.highest()].into_iter().chain(numbers).collect();
        let left = || {
            // Of consecutive faces, each comparison separates those above a number from those below it.
            let (faces, all) = if let Die::Faces(faces) = die { (&**faces, true) } else { (near.as_slice(), false) };
            faces.iter().copied().filter(move |face| (all || die.has(*face)) && left(face))
        };
        Some((left().min()?, left().max()?))
    }

    /// The error if every throw of a die would explode.
    #[must_use]
    pub fn never_ends(self, die: &Die) -> Option<Code> {
        let endless = self.suffix.throwing()?.endless().filter(|_| self.most.is_none())?;
        let (hits, faces) = self.matching(die);
        (hits == faces).then_some(endless)
    }

    /// Updates the bounds of the number of dice and of their faces.
    pub fn reach(self, dice: &mut Interval, face: &mut Interval) {
        if let Some(choice) = self.suffix.choice() {
            let left = |have: Option<i64>| {
                let have = have.map_or(usize::MAX, |have| usize::try_from(have).unwrap_or(0));
                i64::try_from(choice.left(self.dice(), have)).ok()
            };
            *dice = Interval { least: left(dice.least.or(Some(0))), most: left(dice.most) };
        }
        match self.suffix.brings() {
            Some(Brings::Dice) => dice.most = None,
            // Negative faces decrease a compounded sum.
            Some(Brings::Sum) => {
                face.most = None;
                face.least = face.least.filter(|least| *least >= 0);
            }
            None => {}
        }
    }

    /// As it is written after a die.
    #[must_use]
    pub fn spelled(self, die: &Die) -> String {
        let word = self.suffix.word();
        if self.also != MoreConditions::default() {
            let written = |(op, number): (CompareOp, i64)| {
                format!("{}{number}", if op == CompareOp::Equal { "" } else { op.symbol() })
            };
            return format!("{word}{{{}}}", self.conditions().map(written).collect::<Vec<_>>().join(","));
        }
        if self.suffix.brings().is_some() && self.op == CompareOp::Equal && self.number == die.highest() {
            return word.to_owned();
        }
        let op = if self.op == CompareOp::Equal && self.number >= 0 { "" } else { self.op.symbol() };
        format!("{word}{op}{}", self.number)
    }
}
