//! Dice: how many, of what kind, and what is done to them.

use std::sync::Arc;

use super::{Lower, Want};
use crate::check::program::{Count, Die, Pool, PoolModifier};
use crate::limits::LIMITS;
use crate::syntax::{self, ModifierKind, Problem, TextSpan, Which};

impl Lower<'_> {
    pub(super) fn pool(&mut self, pool: &syntax::Pool, span: TextSpan) -> Option<Pool> {
        if !self.scope.throws {
            self.no_dice(span);
        }
        let count = match &pool.count {
            syntax::Count::Fixed(count) => match u32::try_from(*count) {
                Ok(count) if count <= LIMITS.dice => Count::Fixed(count),
                _ => {
                    let problem = Problem::new("too-many-dice", span).arg("limit", i64::from(LIMITS.dice));
                    self.report(problem.arg("count", *count));
                    return None;
                }
            },
            syntax::Count::Computed(expr) => Count::Computed(Box::new(self.number(expr, &Want::Anything))),
        };
        let die = match &pool.die {
            syntax::Die::Own => match self.game.own_die {
                Some(sides) => Die::Sides(sides),
                None => {
                    self.report(Problem::new("no-own-die", span));
                    return None;
                }
            },
            syntax::Die::Sides(sides) => Die::Sides(u32::try_from(*sides).unwrap_or(u32::MAX)),
            syntax::Die::Fate => Die::Faces(Arc::from([-1, 0, 1])),
            syntax::Die::Faces(faces) => Die::Faces(Arc::from(faces.as_slice())),
        };
        let mut size = match &count {
            Count::Fixed(count) => Some(*count),
            Count::Computed(_) => None,
        };
        if pool.modifiers.len() > LIMITS.suffixes {
            let limit = LIMITS.suffixes;
            self.report(Problem::new("too-many-suffixes", span).arg("limit", limit));
            return None;
        }
        let mut modifiers = Vec::new();
        for modifier in &pool.modifiers {
            modifiers.extend(self.modifier(modifier, &die, &mut size));
        }
        let written = self.text.get(span.range()).unwrap_or("");
        let text = match (&pool.die, self.game.own_die) {
            // `3d` says which die it is.
            (syntax::Die::Own, Some(sides)) => with_sides(written, sides),
            _ => written.to_owned(),
        };
        Some(Pool { count, die, modifiers, text, at: self.at(span) })
    }

    /// One modifier; `size` is how many dice are kept so far, where that is known.
    fn modifier(&mut self, modifier: &syntax::Modifier, die: &Die, size: &mut Option<u32>) -> Option<PoolModifier> {
        let span = modifier.span;
        match modifier.kind {
            ModifierKind::Keep(which, n) | ModifierKind::Drop(which, n) => {
                let keeps = matches!(modifier.kind, ModifierKind::Keep(..));
                let wanted = u32::try_from(n).ok().filter(|&n| n >= 1);
                let Some(n) = wanted else {
                    self.report(Problem::new("keep-at-least-one", span));
                    return None;
                };
                if let Some(have) = *size {
                    if n > have || (!keeps && n == have) {
                        let code = if keeps { "keep-too-many" } else { "drop-too-many" };
                        self.report(Problem::new(code, span).arg("n", i64::from(n)).arg("have", i64::from(have)));
                        return None;
                    }
                    if which == Which::Middle && (have - n) % 2 == 1 {
                        self.report(
                            Problem::new("no-middle", span).arg("n", i64::from(n)).arg("have", i64::from(have)),
                        );
                        return None;
                    }
                    *size = Some(if keeps { n } else { have - n });
                }
                Some(match (which, keeps) {
                    (Which::Highest, true) => PoolModifier::KeepHighest(n),
                    (Which::Lowest, true) => PoolModifier::KeepLowest(n),
                    (Which::Middle, _) => PoolModifier::KeepMiddle(n),
                    (Which::Highest, false) => PoolModifier::DropHighest(n),
                    (Which::Lowest, false) => PoolModifier::DropLowest(n),
                })
            }
            ModifierKind::Explode { compound, when } => {
                let (op, value) = when.map_or((syntax::CompareOp::Equal, die.highest()), |when| (when.op, when.value));
                let (hits, faces) = die.matching(op, value);
                if hits == faces {
                    self.report(Problem::new("explodes-forever", span));
                    return None;
                }
                self.never_met(hits, span);
                if compound {
                    return Some(PoolModifier::Compound(op, value));
                }
                *size = None;
                Some(PoolModifier::Explode(op, value))
            }
            ModifierKind::Reroll { once, when } => {
                let (hits, faces) = die.matching(when.op, when.value);
                if hits == faces && !once {
                    self.report(Problem::new("rerolls-forever", span));
                    return None;
                }
                self.never_met(hits, span);
                let (op, value) = (when.op, when.value);
                Some(if once { PoolModifier::RerollOnce(op, value) } else { PoolModifier::Reroll(op, value) })
            }
        }
    }

    fn never_met(&mut self, hits: u64, span: TextSpan) {
        if hits == 0 {
            self.report(Problem::warning("condition-never", span));
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
