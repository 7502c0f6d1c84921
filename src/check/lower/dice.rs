//! Dice: their number, their kind, and their modifiers.

use std::sync::Arc;

use super::{Lower, Want};
use crate::check::program::{Count, Late, Pool};
use crate::diagnostic::Code;
use crate::dice::{Brings, CompareOp, Die, MoreConditions, PoolModifier};
use crate::syntax::{self, Amount, FaceCondition, FormulaProblem, Name, TextSpan};

impl Lower<'_> {
    /// How as many dice as a name says are written, of a word in which both touch: `(force)d6` of `forced6`.
    pub(crate) fn many_dice(&self, word: &str) -> Option<String> {
        let name = word.trim_end_matches(|letter: char| letter.is_ascii_digit()).strip_suffix(['d', 'D'])?;
        let dice = word.strip_prefix(name).filter(|dice| dice.len() > 1)?;
        let known = Name { text: name.to_owned(), quoted: false, span: TextSpan::default() };
        (!name.is_empty() && self.lookup(&known).is_some()).then(|| format!("({name}){dice}"))
    }

    pub(super) fn pool(&mut self, pool: &syntax::PoolExpr, span: TextSpan) -> Option<Pool> {
        if !self.scope.throws {
            self.no_dice(span);
        }
        let count = match &pool.count {
            Amount::Fixed(count) => match u32::try_from(*count) {
                Ok(count) if count <= self.game.limits.dice => Count::Fixed(count),
                _ => {
                    let problem =
                        FormulaProblem::new(Code::TooManyDice, span).arg("limit", i64::from(self.game.limits.dice));
                    self.report(problem.arg("count", *count));
                    return None;
                }
            },
            Amount::Computed(expr) => Count::Computed(Box::new(self.number(expr, &Want::Anything))),
        };
        let mut late = Vec::new();
        let die = match &pool.die {
            syntax::DieExpr::Own => match self.game.own_die {
                Some(sides) => Die::Sides(sides),
                None => {
                    self.report(FormulaProblem::new(Code::NoOwnDie, span));
                    return None;
                }
            },
            syntax::DieExpr::Sides(Amount::Fixed(sides)) => Die::Sides(u32::try_from(*sides).unwrap_or(u32::MAX)),
            syntax::DieExpr::Sides(Amount::Computed(expr)) => {
                late.push(Late::Sides(self.number(expr, &Want::Anything)));
                Die::Sides(0)
            }
            syntax::DieExpr::Fate => Die::Faces(Arc::from([-1, 0, 1])),
            syntax::DieExpr::Faces(faces) => Die::Faces(Arc::from(faces.as_slice())),
        };
        if pool.modifiers.len() > self.game.limits.suffixes {
            let limit = self.game.limits.suffixes;
            self.report(FormulaProblem::new(Code::TooManySuffixes, span).arg("limit", limit));
            return None;
        }
        let known = late.is_empty().then_some(&die);
        let mut size = match &count {
            Count::Fixed(count) => Some(*count),
            Count::Computed(_) => None,
        };
        let mut modifiers = Vec::new();
        for modifier in &pool.modifiers {
            let (suffix, most, index) = (modifier.suffix, modifier.most, modifiers.len());
            let mut numbers: Vec<(CompareOp, i64)> = Vec::new();
            let first_late = late.len();
            match (&modifier.when, known) {
                (None, Some(die)) => numbers.push((CompareOp::Equal, die.highest())),
                (None, None) => {
                    late.push(Late::Highest(index));
                    numbers.push((CompareOp::Equal, 0));
                }
                (Some(_), _) => {}
            }
            for condition in modifier.conditions() {
                if let Amount::Computed(expr) = &condition.value {
                    let face = suffix.throwing().is_some();
                    let number = if face { self.face(expr) } else { self.number(expr, &Want::Anything) };
                    late.push(Late::Modifier(index, numbers.len(), number));
                }
                numbers.extend(condition.faces().map(|number| (condition.op, number.unwrap_or(0))));
            }
            let ((op, number), more) = numbers.split_first()?;
            let (op, number) = (*op, *number);
            let mut also = MoreConditions::default();
            for (slot, more) in also.iter_mut().zip(more) {
                *slot = Some(*more);
            }
            let lowered = PoolModifier { suffix, op, number, also, most };
            if late.len() > first_late {
                modifiers.push(lowered);
                size = None;
                continue;
            }
            modifiers.extend(self.modifier(lowered, known, &mut size, modifier));
        }
        let written = self.text.get(span.range()).unwrap_or("");
        let text = match (&pool.die, self.game.own_die) {
            // `3d` says which die it is.
            (syntax::DieExpr::Own, Some(sides)) => with_sides(written, sides),
            _ => written.to_owned(),
        };
        Some(Pool { count, die, modifiers, late, text, at: self.at(span) })
    }

    /// One modifier; `size` is how many dice are kept so far and `die` what they are, where that
    /// is known.
    fn modifier(
        &mut self,
        modifier: PoolModifier,
        die: Option<&Die>,
        size: &mut Option<u32>,
        written: &syntax::Modifier,
    ) -> Option<PoolModifier> {
        let span = written.span;
        let Some(choice) = modifier.suffix.choice() else {
            if modifier.suffix.brings() == Some(Brings::Dice) {
                *size = None;
            }
            let Some(die) = die else { return Some(modifier) };
            if let Some(code) = modifier.never_ends(die) {
                self.report(FormulaProblem::new(code, span));
                return None;
            }
            // Each of several conditions has to mean a face; a range of faces is one.
            let hits = |one: &FaceCondition| one.faces().flatten().map(|face| die.matching(one.op, face).0).sum();
            self.never_met(written.conditions().map(hits).min().unwrap_or(1), span);
            return Some(modifier);
        };
        if modifier.number == 0 {
            self.report(FormulaProblem::new(Code::KeepAtLeastOne, span));
            return None;
        }
        if let Some(have) = *size {
            let there = have as usize;
            let left = choice.left(modifier.dice(), there);
            let code = if modifier.dice() > there || left == 0 {
                Some(choice.too_many())
            } else {
                choice.first(left, there).is_none().then_some(Code::NoMiddle)
            };
            if let Some(code) = code {
                self.report(FormulaProblem::new(code, span).arg("n", modifier.number).arg("have", i64::from(have)));
                return None;
            }
            *size = u32::try_from(left).ok();
        }
        Some(modifier)
    }

    pub(super) fn never_met(&mut self, hits: u64, span: TextSpan) {
        if hits == 0 {
            self.report(FormulaProblem::warning(Code::ConditionNever, span));
        }
    }
}

/// `3d` and `3dkh2` with the faces of the game's own die: `3d10`, `3d10kh2`.
fn with_sides(written: &str, sides: u32) -> String {
    let from = written.rfind(')').map_or(0, |at| at + 1);
    match written.get(from..).and_then(|rest| rest.find(['d', 'D'])) {
        Some(at) => {
            let (before, after) = written.split_at(from + at + 1);
            format!("{before}{sides}{after}")
        }
        None => written.to_owned(),
    }
}
