//! Dice to throw.

use std::sync::Arc;

use super::ir::{At, Ir};
use crate::diagnostic::Code;
use crate::syntax::CompareOp;

/// Dice to throw.
#[derive(Debug, Clone)]
pub struct Pool {
    pub count: Count,
    /// Of what kind.
    pub die: Die,
    /// What is done to them, in order.
    pub modifiers: Vec<PoolModifier>,
    /// Numbers of the die and the modifiers that are known when the dice are thrown.
    pub late: Vec<Late>,
    /// As they are written.
    pub text: String,
    pub at: At,
}

impl Pool {
    pub fn formulas(&self) -> impl Iterator<Item = &Ir> {
        let count = match &self.count {
            Count::Computed(ir) => Some(&**ir),
            Count::Fixed(_) => None,
        };
        count.into_iter().chain(self.late.iter().filter_map(|late| match late {
            Late::Sides(ir) | Late::Modifier(_, ir) => Some(ir),
            Late::Highest(_) => None,
        }))
    }
}

/// A number of dice that is known when they are thrown.
#[derive(Debug, Clone)]
pub enum Late {
    Sides(Ir),
    /// The number of the modifier with this index.
    Modifier(usize, Ir),
    /// The same where it is the highest face.
    Highest(usize),
}

/// How many dice.
#[derive(Debug, Clone)]
pub enum Count {
    Fixed(u32),
    /// As many as a formula says.
    Computed(Box<Ir>),
}

/// The faces of a die.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Die {
    /// 1 to n.
    Sides(u32),
    /// These.
    Faces(Arc<[i64]>),
}

impl PoolModifier {
    /// The same with another number.
    #[must_use]
    pub fn with(self, number: i64) -> Self {
        let n = u32::try_from(number).unwrap_or(u32::MAX);
        match self {
            Self::KeepHighest(_) => Self::KeepHighest(n),
            Self::KeepLowest(_) => Self::KeepLowest(n),
            Self::KeepMiddle(_) => Self::KeepMiddle(n),
            Self::DropHighest(_) => Self::DropHighest(n),
            Self::DropLowest(_) => Self::DropLowest(n),
            Self::Explode(op, _) => Self::Explode(op, number),
            Self::Compound(op, _) => Self::Compound(op, number),
            Self::Reroll(op, _) => Self::Reroll(op, number),
            Self::RerollOnce(op, _) => Self::RerollOnce(op, number),
        }
    }

    /// Whether its number is one of dice.
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::Explode(..) | Self::Compound(..) | Self::Reroll(..) | Self::RerollOnce(..))
    }

    /// Whether it throws single dice again.
    #[must_use]
    pub fn throws_again(self) -> bool {
        matches!(self, Self::Reroll(..) | Self::RerollOnce(..))
    }

    /// Whether no die is thrown again that shows so much or more.
    #[must_use]
    pub fn spares_from(self, least: i64) -> bool {
        match self {
            Self::Reroll(op, value) | Self::RerollOnce(op, value) => match op {
                CompareOp::Less | CompareOp::Equal => value < least || op == CompareOp::Less && value == least,
                CompareOp::LessOrEqual => value < least,
                CompareOp::Greater | CompareOp::GreaterOrEqual | CompareOp::NotEqual => false,
            },
            _ => true,
        }
    }

    /// The lowest and the highest face that dice can end with that were thrown again, whatever they showed.
    #[must_use]
    pub fn faces_left(self, die: &Die) -> Option<(i64, i64)> {
        let left = |face: &i64| !matches!(self, Self::Reroll(op, value) if op.holds(*face, value));
        match die {
            Die::Sides(sides) => {
                let faces = || 1..=i64::from(*sides);
                Some((faces().find(left)?, faces().rev().find(left)?))
            }
            Die::Faces(faces) => {
                let left = || faces.iter().copied().filter(left);
                Some((left().min()?, left().max()?))
            }
        }
    }

    /// The error if every throw of a die would bring another.
    #[must_use]
    pub fn never_ends(self, die: &Die) -> Option<Code> {
        let always = |op, value| {
            let (hits, faces) = die.matching(op, value);
            hits == faces
        };
        match self {
            Self::Explode(op, value) | Self::Compound(op, value) => always(op, value).then_some(Code::ExplodesForever),
            Self::Reroll(op, value) => always(op, value).then_some(Code::RerollsForever),
            _ => None,
        }
    }
}

impl Die {
    /// The highest face.
    #[must_use]
    pub fn highest(&self) -> i64 {
        match self {
            Self::Sides(sides) => i64::from(*sides),
            Self::Faces(faces) => faces.iter().copied().max().unwrap_or(0),
        }
    }

    /// Whether it has a face.
    #[must_use]
    pub fn has(&self, face: i64) -> bool {
        match self {
            Self::Sides(sides) => (1..=i64::from(*sides)).contains(&face),
            Self::Faces(faces) => faces.contains(&face),
        }
    }

    /// How many faces there are, and how many of them compare so.
    #[must_use]
    pub fn matching(&self, op: CompareOp, value: i64) -> (u64, u64) {
        match self {
            Self::Sides(sides) => {
                let sides = i64::from(*sides);
                let below = (value.saturating_sub(1)).clamp(0, sides);
                let equal = i64::from((1..=sides).contains(&value));
                let above = sides - below - equal;
                let hits = match op {
                    CompareOp::Equal => equal,
                    CompareOp::NotEqual => below + above,
                    CompareOp::Less => below,
                    CompareOp::LessOrEqual => below + equal,
                    CompareOp::Greater => above,
                    CompareOp::GreaterOrEqual => above + equal,
                };
                (hits.unsigned_abs(), sides.unsigned_abs())
            }
            Self::Faces(faces) => {
                let hits = faces.iter().filter(|&&face| op.holds(face, value)).count();
                (hits as u64, faces.len() as u64)
            }
        }
    }
}

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sides(sides) => write!(f, "d{sides}"),
            Self::Faces(faces) => {
                let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
                write!(f, "d{{{}}}", faces.join(","))
            }
        }
    }
}

/// What is done to dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PoolModifier {
    /// Keep the highest n.
    KeepHighest(u32),
    /// Keep the lowest n.
    KeepLowest(u32),
    /// Keep the n in the middle.
    KeepMiddle(u32),
    /// Drop the highest n.
    DropHighest(u32),
    /// Drop the lowest n.
    DropLowest(u32),
    /// Another die for each that meets the condition.
    Explode(CompareOp, i64),
    /// The same, added to the die itself.
    Compound(CompareOp, i64),
    /// Throw again while the condition holds.
    Reroll(CompareOp, i64),
    /// Throw again once.
    RerollOnce(CompareOp, i64),
}
