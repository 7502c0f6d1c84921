//! What evaluation asks the outside for.

use std::collections::VecDeque;

use super::generator::Generator;
use super::result::Answer;
use crate::check::program::{AnswerKind, Die};
use crate::diagnostic::Args;

/// Why something could not be had; the machine adds the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Code of the error.
    pub code: &'static str,
    /// Its arguments.
    pub args: Args,
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

/// A decision that somebody at the table makes.
#[derive(Debug, Clone)]
pub struct Decision<'a> {
    /// The name of the question.
    pub name: &'a str,
    /// The action that asks it.
    pub action: &'a str,
    /// Who decides, if it is said.
    pub by: Option<&'a str>,
    /// One line of the author about it.
    pub doc: Option<&'a str>,
    /// What there is to choose from, if that is a list.
    pub options: &'a [String],
    /// What an answer may be.
    pub kind: &'a AnswerKind,
}

/// The outside.
pub trait Effects {
    /// Throws `count` dice of a kind and appends their faces.
    ///
    /// # Errors
    ///
    /// If these dice cannot be had.
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal>;

    /// Asks a person. `None`: there is nobody, or no answer.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn answer(&mut self, asked: &Asked<'_>) -> Result<Option<i64>, Refusal>;

    /// Asks for a decision, in words. `None`: there is nobody, or no answer.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn decide(&mut self, _: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// Tells somebody that they may decide, and what holds if they do not. `None`: it holds.
    ///
    /// # Errors
    ///
    /// If asking itself failed.
    fn offer(&mut self, _: &Decision<'_>, _otherwise: &Answer) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// A place was left where somebody could intervene: its number, from 0.
    fn passed(&mut self, _place: usize) {}
}

/// Dice from a generator; nobody answers.
impl Effects for Generator {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        match die {
            Die::Sides(sides) => faces.extend((0..count).map(|_| i64::from(self.die(*sides)))),
            Die::Faces(list) => {
                let sides = u32::try_from(list.len()).unwrap_or(u32::MAX);
                for _ in 0..count {
                    let index = self.die(sides).saturating_sub(1) as usize;
                    faces.push(list.get(index).copied().unwrap_or(0));
                }
            }
        }
        Ok(())
    }

    fn answer(&mut self, _: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }
}

/// The dice that lie on the table, in the order in which they are asked for.
#[derive(Debug, Clone)]
pub struct TypedDice {
    faces: VecDeque<i64>,
    given: usize,
}

impl TypedDice {
    /// These faces.
    #[must_use]
    pub fn new(faces: &[i64]) -> Self {
        Self { faces: faces.iter().copied().collect(), given: faces.len() }
    }

    /// How many dice nobody asked for.
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
        for thrown in 0..count {
            let Some(face) = self.faces.pop_front() else {
                let needed = self.given as u64 + u64::from(count - thrown);
                let needed = i64::try_from(needed).unwrap_or(i64::MAX);
                return Err(Refusal {
                    code: "too-few-dice",
                    args: vec![("given", self.given.into()), ("needed", needed.into())],
                });
            };
            if !die.has(face) {
                let name = match die {
                    Die::Sides(sides) => format!("d{sides}"),
                    Die::Faces(faces) => {
                        let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
                        format!("d{{{}}}", faces.join(","))
                    }
                };
                return Err(Refusal {
                    code: "impossible-face",
                    args: vec![("face", face.into()), ("die", name.into())],
                });
            }
            faces.push(face);
        }
        Ok(())
    }

    fn answer(&mut self, _: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }
}
