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
pub(crate) use one_die::{MOST_FACES, SUM, SUM_BYTES};
pub use one_die::{OneDie, merged};

use crate::diagnostic::Code;
use crate::limits::Exceeded;

/// What can stand after dice.
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
    /// `!`: another die for each that meets the condition.
    Explode,
    /// `!!`: the same, added to the die itself.
    Compound,
    /// `r<=2`: throw again while the condition holds.
    Reroll,
    /// `ro1`: throw again once.
    RerollOnce,
}

/// What a modifier does: it chooses among the dice that lie there, or it throws more.
enum ModifierEffect {
    Chooses(&'static dyn Chooser),
    Throws(&'static dyn Thrower),
}

impl Suffix {
    /// All of them, in the order in which people are told of them.
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

    /// The letters that stand for each, and what it does.
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

    /// As it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.does().0
    }

    /// The modifier of these letters; `k` alone keeps the highest.
    #[must_use]
    pub fn of(word: &str) -> Option<Self> {
        if word == "k" {
            return Some(Self::KeepHighest);
        }
        Self::ALL.into_iter().find(|suffix| suffix.word() == word)
    }

    /// How it chooses among the dice, if it does: its number is one of dice. The others throw dice; theirs is a face.
    #[must_use]
    pub fn choice(self) -> Option<&'static dyn Chooser> {
        match self.does().1 {
            ModifierEffect::Chooses(choice) => Some(choice),
            ModifierEffect::Throws(_) => None,
        }
    }

    /// How it throws more dice, if it does.
    #[must_use]
    pub fn throwing(self) -> Option<&'static dyn Thrower> {
        match self.does().1 {
            ModifierEffect::Throws(throwing) => Some(throwing),
            ModifierEffect::Chooses(_) => None,
        }
    }

    /// Where the dice go that it brings, if it brings any.
    #[must_use]
    pub fn brings(self) -> Option<Brings> {
        self.throwing()?.brings()
    }

    /// Whether it throws single dice again.
    #[must_use]
    pub fn throws_again(self) -> bool {
        self.throwing().is_some_and(|throwing| throwing.brings().is_none())
    }

    /// Whether it may go on for as long as dice fall so.
    #[must_use]
    pub fn goes_on(self) -> bool {
        self.throwing().is_some_and(|throwing| throwing.endless().is_some())
    }
}

/// A modifier that chooses which dice count.
pub trait Chooser: Sync {
    /// How many of so many dice count, where its number is `n`.
    fn left(&self, n: usize, have: usize) -> usize;

    /// The first that counts of so many dice in ascending order, where `left` do. `None` where they cannot be chosen so.
    fn first(&self, left: usize, have: usize) -> Option<usize>;

    /// Whether [`Self::first`] is always known.
    fn is_certain(&self) -> bool {
        true
    }

    /// The error if there are not so many dice.
    fn too_many(&self) -> Code;
}

/// A modifier that throws dice.
pub trait Thrower: Sync {
    /// The error if every face meets its condition, where it would never end then.
    fn endless(&self) -> Option<Code>;

    /// Where the dice go that it brings; `None`: it throws those again that lie there.
    fn brings(&self) -> Option<Brings> {
        None
    }

    /// Whether a die can end with this face, whatever it showed.
    fn leaves(&self, _how: PoolModifier, _face: i64) -> bool {
        true
    }

    /// Does it to dice that lie there.
    ///
    /// # Errors
    ///
    /// If no more dice are to be had.
    fn roll(&self, how: PoolModifier, dice: &mut Vec<Thrown>, more: &mut dyn Supply) -> Result<(), Halt>;

    /// What one of the dice can end with; `None` where that depends on the others.
    ///
    /// # Errors
    ///
    /// If the budget does not suffice.
    fn count(&self, how: PoolModifier, ways: &mut OneDie, by: &Counting<'_>) -> Result<Option<()>, Exceeded>;
}

/// Where the dice go that explosions bring.
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

    /// One more for a die, by its place, that explodes for the nth time; `None`: it is not followed any further.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn follow(&mut self, place: usize, times: u32) -> Result<Option<i64>, Halt>;

    /// The next face of a die that is thrown again for as long as a condition holds.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn settle(&mut self, how: PoolModifier) -> Result<i64, Halt>;

    /// A face grows beyond all numbers.
    fn too_large(&mut self) -> Halt;
}

/// No more dice are to be had; the supplier knows why.
#[derive(Debug, Clone, Copy)]
pub struct Halt;

/// What counting the ways of one die needs.
#[derive(Debug)]
pub struct Counting<'p> {
    /// The die as it was before anything was done to it.
    pub die: &'p Die,
    /// How many explosions of one die are followed.
    pub depth: u32,
    /// How many dice there are.
    pub dice: u32,
    pub budget: &'p crate::limits::Budget,
}

/// One die on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown {
    /// Its final face (with what it compounded).
    pub face: i64,
    /// Whether it counts towards the result.
    pub kept: bool,
    /// Faces that were thrown again.
    pub rerolled: Vec<i64>,
    /// Whether it met the condition of an explosion.
    pub exploded: bool,
    /// Whether it came from an explosion.
    pub bonus: bool,
    /// How many faces it has, where that is not said of all dice of its roll.
    pub sides: Option<u32>,
}

impl Thrown {
    /// A die that shows a face, and nothing was done to it.
    #[must_use]
    pub fn plain(face: i64) -> Self {
        Self { face, kept: true, rerolled: Vec::new(), exploded: false, bonus: false, sides: None }
    }
}

/// How many conditions stand between the braces of one modifier at most.
pub const MOST_CONDITIONS: usize = 8;

/// How a limit of explosions is written behind dice.
pub(crate) fn at_most(most: u32) -> String {
    format!(" at most {most} {}", if most == 1 { "time" } else { "times" })
}

/// Comparisons beside the first one of a condition.
pub type MoreConditions = [Option<(CompareOp, i64)>; MOST_CONDITIONS - 1];

/// What is done to the dice of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PoolModifier {
    /// The kind of modifier.
    pub suffix: Suffix,
    /// How faces compare with the number, of what throws dice.
    pub op: CompareOp,
    /// A number of dice where it chooses among them, or else a face.
    pub number: i64,
    /// Further comparisons of what throws dice: one of all is enough.
    pub also: MoreConditions,
    /// How often one die brings another at most; without: as often as it falls so.
    pub most: Option<u32>,
}

impl PoolModifier {
    /// Its comparisons, of which one is enough.
    pub fn conditions(self) -> impl Iterator<Item = (CompareOp, i64)> {
        std::iter::once((self.op, self.number)).chain(self.also.into_iter().flatten())
    }

    /// The number of one of its comparisons, to be filled in.
    pub(crate) fn number_mut(&mut self, comparison: usize) -> Option<&mut i64> {
        match comparison.checked_sub(1) {
            None => Some(&mut self.number),
            Some(further) => self.also.get_mut(further)?.as_mut().map(|(_, number)| number),
        }
    }

    /// Whether a die may bring another that brought so many.
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

    /// How many faces of a die meet its condition, and how many there are.
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

    /// Which of so many dice in ascending order count: from, to (exclusive). `None` where they cannot be chosen so.
    #[must_use]
    pub fn window(self, have: usize) -> Option<(usize, usize)> {
        let Some(choice) = self.suffix.choice() else { return Some((0, have)) };
        let left = choice.left(self.dice(), have);
        let first = choice.first(left, have)?;
        Some((first, first + left))
    }

    /// Whether no die is thrown again that shows so much or more.
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

    /// The lowest and the highest face that dice can end with to which it was done, whatever they showed.
    #[must_use]
    pub fn faces_left(self, die: &Die) -> Option<(i64, i64)> {
        let left = |face: &i64| self.suffix.throwing().is_none_or(|throwing| throwing.leaves(self, *face));
        let numbers =
            self.conditions().flat_map(|(_, number)| [number.saturating_sub(1), number, number.saturating_add(1)]);
        let near: Vec<i64> = [1, die.highest()].into_iter().chain(numbers).collect();
        let left = || {
            // Of faces that follow upon one another each comparison parts those above a number from those below it.
            let (faces, all) = if let Die::Faces(faces) = die { (&**faces, true) } else { (near.as_slice(), false) };
            faces.iter().copied().filter(move |face| (all || die.has(*face)) && left(face))
        };
        Some((left().min()?, left().max()?))
    }

    /// The error if every throw of a die would bring another.
    #[must_use]
    pub fn never_ends(self, die: &Die) -> Option<Code> {
        let endless = self.suffix.throwing()?.endless().filter(|_| self.most.is_none())?;
        let (hits, faces) = self.matching(die);
        (hits == faces).then_some(endless)
    }

    /// Between what the number of dice and their faces lie when it was done.
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
            // What grows by faces below zero falls.
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
