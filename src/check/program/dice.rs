//! Dice to throw.

use super::ir::{At, Ir};
use crate::dice::{Die, PoolModifier};

/// A throw of equal dice with its modifiers.
#[derive(Debug, Clone)]
pub struct Pool {
    pub count: Count,
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
            Late::Sides(ir) | Late::Modifier(_, _, ir) => Some(ir),
            Late::Highest(_) => None,
        }))
    }

    pub fn formulas_mut(&mut self) -> impl Iterator<Item = &mut Ir> {
        let count = if let Count::Computed(ir) = &mut self.count { Some(&mut **ir) } else { None };
        count.into_iter().chain(self.late.iter_mut().filter_map(|late| match late {
            Late::Sides(ir) | Late::Modifier(_, _, ir) => Some(ir),
            Late::Highest(_) => None,
        }))
    }
}

/// A number of dice that is known when they are thrown.
#[derive(Debug, Clone)]
pub enum Late {
    Sides(Ir),
    /// Of the modifier with this index the number, or that of one of its conditions.
    Modifier(usize, usize, Ir),
    /// The same where it is the highest face.
    Highest(usize),
}

/// The number of dice of a pool.
#[derive(Debug, Clone)]
pub enum Count {
    Fixed(u32),
    /// The value of a formula.
    Computed(Box<Ir>),
}
