//! The terms of a sum, as reports show them.

use super::failure::{Failure, There as _};
use super::machine::{Machine, Value, too_large};
use super::result::Term;
use crate::check::program::{Arithmetic, Ir, Op};
use crate::diagnostic::Code;

impl<'a> Machine<'a> {
    /// Evaluates a sum part by part, from left to right.
    pub(super) fn addends(&mut self, ir: &'a Ir) -> Result<(Vec<Term>, i64), Failure> {
        let mut terms = Vec::new();
        if self.trace.is_none() {
            // Without an explanation the terms are not needed.
            return Ok((terms, self.number(ir)?));
        }
        self.add_terms(ir, false, &mut terms)?;
        let mut sum = 0_i64;
        for term in &terms {
            let next = if term.negative { sum.checked_sub(term.value) } else { sum.checked_add(term.value) };
            sum = next.ok_or_else(|| too_large(ir.at))?;
        }
        Ok((terms, sum))
    }

    fn add_terms(&mut self, ir: &'a Ir, negative: bool, terms: &mut Vec<Term>) -> Result<(), Failure> {
        match &ir.op {
            // A formula with a name is one term.
            Op::Arithmetic(_, inner, _) | Op::Negate(inner) if inner.at.origin != ir.at.origin => {
                let value = self.number(ir)?;
                terms.push(Term { negative, label: Some(self.words(ir.at)), value, silent: false });
                Ok(())
            }
            Op::Arithmetic(Arithmetic::Add, left, right) => {
                self.add_terms(left, negative, terms)?;
                self.add_terms(right, negative, terms)
            }
            Op::Arithmetic(Arithmetic::Subtract, left, right) => {
                self.add_terms(left, negative, terms)?;
                self.add_terms(right, !negative, terms)
            }
            Op::Negate(inner) => self.add_terms(inner, !negative, terms),
            Op::OwnTotal => {
                let frame = self.frame.as_ref().there(ir.at)?;
                let total = &frame.test.total;
                self.add_terms(total, negative, terms)
            }
            Op::Dice(dice) => {
                for (times, die) in dice {
                    let value = self.die(*die, ir.at)?;
                    let value = times.checked_mul(value).ok_or_else(|| too_large(ir.at))?;
                    let name = &*self.game.die_names.get(*die).there(ir.at)?.name;
                    let label = if *times == 1 { name.to_owned() } else { format!("{times}{name}") };
                    terms.push(Term { negative, label: Some(label), value, silent: false });
                }
                Ok(())
            }
            Op::Number(value) => {
                terms.push(Term { negative, label: None, value: *value, silent: false });
                Ok(())
            }
            _ => {
                let Value::Int(value) = self.value(ir)? else { return Err(Failure::new(Code::TextWhereNumber, ir.at)) };
                let label = self.label(ir);
                let silent = value == 0 && self.is_default(ir);
                terms.push(Term { negative, label: Some(label), value, silent });
                Ok(())
            }
        }
    }

    /// Whether a part is a name whose value is its default.
    fn is_default(&self, ir: &Ir) -> bool {
        match &ir.op {
            Op::Input(index) => self.frame.as_ref().is_some_and(|frame| matches!(frame.given.get(*index), Some(None))),
            Op::Trait(index) => self.trait_given(*index).is_none(),
            Op::Value(_) => true,
            _ => false,
        }
    }

    /// The label of a part: its name, or its formula.
    fn label(&self, ir: &Ir) -> String {
        let input = |index: usize| {
            let frame = self.frame.as_ref()?;
            Some(frame.test.inputs.get(index)?.0.to_string())
        };
        let value = |index: usize| {
            let frame = self.frame.as_ref()?;
            Some(frame.test.values.get(index)?.name.to_string())
        };
        let name = match &ir.op {
            Op::Known(name, _) => Some(name.to_string()),
            Op::Trait(index) => self.game.traits.get(*index).map(|one| one.name.to_string()),
            Op::Option(index) => self.game.options.get(*index).map(|option| option.name.to_string()),
            Op::Input(index) => input(*index),
            Op::Value(index) => value(*index),
            _ => None,
        };
        name.unwrap_or_else(|| self.words(ir.at))
    }
}
