//! Builds dice and their modifiers.

use crate::diagnostic::Code;
use std::cell::Cell;

use super::build::{Builder, read_compare};
use super::grammar::{Pair, Rule, place};
use super::{
    Amount, DieExpr, ExprKind, FaceCondition, FormulaProblem, Modifier, PoolExpr, SyntaxLimits, TextSpan, mistakes,
};
use crate::dice::{CompareOp, Suffix};

/// A suffix, the faces that are meant, and further ones.
type ReadModifier = (Suffix, Option<FaceCondition>, Vec<FaceCondition>);

impl Builder<'_> {
    /// Dice from the kind of die on, where they end, and how deep the formulas in them are.
    /// Without a count there has been an error.
    pub(super) fn pool<'i>(
        &self,
        count: Option<Amount>,
        start: u32,
        parts: impl Iterator<Item = Pair<'i>>,
    ) -> (ExprKind, u32, usize) {
        let deepest = Cell::new(0);
        let mut die = None;
        let mut end = start;
        let mut modifiers: Vec<Modifier> = Vec::new();
        let mut torn = false;
        for part in parts {
            let span = place(&part);
            end = span.end;
            match part.as_rule() {
                Rule::own => die = Some(DieExpr::Own),
                Rule::fate => die = Some(DieExpr::Fate),
                Rule::percent => die = Some(DieExpr::Sides(Amount::Fixed(100))),
                Rule::sides => die = self.sides(&part),
                Rule::inner => die = Some(DieExpr::Sides(self.inner(part, &deepest))),
                Rule::faces => die = self.faces(part),
                Rule::bad_faces => drop(self.report(FormulaProblem::new(Code::BadFaces, span).help("help-faces"))),
                Rule::bad_suffix => {
                    let problem = FormulaProblem::new(Code::UnknownSuffix, span).arg("found", part.as_str());
                    self.report(problem.help_with("help-suffixes", "suffixes", suffixes()));
                }
                Rule::at_most => self.at_most(part, &mut modifiers),
                Rule::bare => drop(self.report(mistakes::bare_suffix(&part))),
                Rule::torn if torn => {}
                rule => {
                    if rule == Rule::torn {
                        torn = true;
                        self.report(mistakes::torn(self.text, &part));
                    }
                    let Some((suffix, when, also)) = self.modifier(part, &deepest) else { continue };
                    let explodes = |suffix: Suffix| suffix.brings().is_some();
                    if explodes(suffix) && modifiers.iter().any(|modifier| explodes(modifier.suffix)) {
                        self.report(FormulaProblem::new(Code::ExplodesTwice, span).help("help-explodes-twice"));
                        continue;
                    }
                    modifiers.push(Modifier { suffix, when, also, most: None, span });
                }
            }
        }
        match (count, die) {
            (Some(count), Some(die)) => (ExprKind::Pool(PoolExpr { count, die, modifiers }), end, deepest.get()),
            _ => (ExprKind::Missing, end, deepest.get()),
        }
    }

    fn sides(&self, pair: &Pair<'_>) -> Option<DieExpr> {
        let limit = SyntaxLimits::STANDARD.sides;
        match pair.as_str().parse::<i64>() {
            Ok(0) => {
                self.report(FormulaProblem::new(Code::DieWithoutFaces, place(pair)));
                None
            }
            Ok(sides) if sides <= limit => Some(DieExpr::Sides(Amount::Fixed(sides))),
            _ => {
                self.report(FormulaProblem::new(Code::TooManySides, place(pair)).arg("limit", limit));
                None
            }
        }
    }

    fn faces(&self, pair: Pair<'_>) -> Option<DieExpr> {
        let span = place(&pair);
        let limit = SyntaxLimits::STANDARD.faces;
        let mut faces = Vec::new();
        let mut readable = true;
        for part in pair.into_inner() {
            let at = place(&part);
            if part.as_rule() == Rule::separator {
                if part.as_str() == ";" {
                    self.report(FormulaProblem::new(Code::WrongSeparator, at).fix(at, ","));
                }
            } else if let Some(face) = self.signed(&part) {
                faces.push(face);
            } else {
                readable = false;
            }
        }
        if faces.len() > limit {
            self.report(FormulaProblem::new(Code::TooManyFaces, span).arg("count", faces.len()).arg("limit", limit));
            return None;
        }
        if readable && faces.is_empty() {
            self.report(FormulaProblem::new(Code::DieWithoutFaces, span));
        }
        (readable && !faces.is_empty()).then_some(DieExpr::Faces(faces))
    }

    /// A number with a sign that touches it.
    pub(super) fn signed(&self, pair: &Pair<'_>) -> Option<i64> {
        let written = pair.as_str();
        let number = match written.strip_prefix('−') {
            Some(digits) => format!("-{digits}").parse().ok(),
            None => written.parse().ok(),
        };
        if number.is_none() {
            self.report(FormulaProblem::new(Code::NumberTooLarge, place(pair)).arg("limit", i64::MAX.to_string()));
        }
        number
    }

    /// A formula in parentheses.
    fn inner(&self, pair: Pair<'_>, deepest: &Cell<usize>) -> Amount {
        let inner = self.group(pair);
        deepest.set(deepest.get().max(inner.depth));
        Amount::Computed(Box::new(inner.expr))
    }

    /// A number of digits, or a formula.
    fn amount(&self, pair: Pair<'_>, deepest: &Cell<usize>) -> Option<Amount> {
        Some(match pair.as_rule() {
            Rule::inner => self.inner(pair, deepest),
            Rule::signed => Amount::Fixed(self.signed(&pair)?),
            _ => Amount::Fixed(self.number(&pair)?),
        })
    }

    fn modifier(&self, pair: Pair<'_>, deepest: &Cell<usize>) -> Option<ReadModifier> {
        if pair.as_rule() == Rule::burst {
            return Some((Suffix::of(pair.as_str())?, None, Vec::new()));
        }
        let torn = pair.as_rule() == Rule::torn;
        let mut parts = pair.into_inner().peekable();
        let suffix = Suffix::of(parts.next()?.as_str())?;
        match parts.peek().map(Pair::as_rule) {
            _ if torn => Some((suffix, None, Vec::new())),
            Some(Rule::any_of | Rule::bad_any | Rule::span) => {
                let part = parts.next()?;
                let mut all = match part.as_rule() {
                    Rule::span => vec![self.span(part)?],
                    _ => self.any_of(part, deepest)?,
                };
                let first = all.remove(0);
                Some((suffix, Some(first), all))
            }
            _ => Some((suffix, Some(self.condition(parts, deepest)?), Vec::new())),
        }
    }

    /// Conditions between braces: one at least.
    fn any_of(&self, pair: Pair<'_>, deepest: &Cell<usize>) -> Option<Vec<FaceCondition>> {
        let bad = || FormulaProblem::new(Code::BadConditions, place(&pair)).arg("limit", crate::dice::MOST_CONDITIONS);
        let mut all = Vec::new();
        for part in pair.clone().into_inner() {
            if part.as_rule() == Rule::separator {
                if part.as_str() == ";" {
                    let at = place(&part);
                    self.report(FormulaProblem::new(Code::WrongSeparator, at).fix(at, ","));
                }
                continue;
            }
            let mut parts = part.into_inner().peekable();
            if parts.peek().map(Pair::as_rule) == Some(Rule::span) {
                all.push(self.span(parts.next()?)?);
                continue;
            }
            let (op, face) = match (parts.next()?, parts.next()) {
                (op, Some(face)) => (read_compare(op.as_str()).0, face),
                (face, None) => (CompareOp::Equal, face),
            };
            let value = match face.as_rule() {
                Rule::inner => self.inner(face, deepest),
                _ => Amount::Fixed(self.signed(&face)?),
            };
            all.push(FaceCondition { op, value, to: None });
        }
        let faces = all.iter().map(|one| one.faces().count()).sum::<usize>();
        if all.is_empty() || faces > crate::dice::MOST_CONDITIONS {
            self.report(bad());
            return None;
        }
        Some(all)
    }

    /// Faces from one to another.
    fn span(&self, pair: Pair<'_>) -> Option<FaceCondition> {
        let at = place(&pair);
        let mut ends = pair.into_inner();
        let (from, to) = (self.signed(&ends.next()?)?, self.signed(&ends.next()?)?);
        let most = crate::dice::MOST_CONDITIONS;
        let count = to.checked_sub(from).and_then(|more| usize::try_from(more).ok()).filter(|more| *more < most);
        if count.is_none() {
            self.report(FormulaProblem::new(Code::BadFaceSpan, at).arg("limit", most));
        }
        count.map(|_| FaceCondition { op: CompareOp::Equal, value: Amount::Fixed(from), to: Some(to) })
    }

    /// How often dice explode at most.
    fn at_most(&self, pair: Pair<'_>, modifiers: &mut [Modifier]) {
        let at = place(&pair);
        let Some(written) = pair.into_inner().next() else { return };
        let Some(most) = self.number(&written) else { return };
        let exploding = modifiers.iter_mut().find(|modifier| modifier.suffix.brings().is_some());
        match (exploding, u32::try_from(most)) {
            (Some(modifier), Ok(most @ 1..)) => modifier.most = Some(most),
            _ => drop(self.report(FormulaProblem::new(Code::AtMostExplosions, at).help("help-at-most"))),
        }
    }

    /// A number, or a comparison and a number.
    fn condition<'i>(&self, mut parts: impl Iterator<Item = Pair<'i>>, deepest: &Cell<usize>) -> Option<FaceCondition> {
        let first = parts.next()?;
        if matches!(first.as_rule(), Rule::amount | Rule::inner) {
            return Some(FaceCondition { op: CompareOp::Equal, value: self.amount(first, deepest)?, to: None });
        }
        let (op, _) = read_compare(first.as_str());
        Some(FaceCondition { op, value: self.amount(parts.next()?, deepest)?, to: None })
    }
}

/// What can stand after dice, each with a number where it needs one.
fn suffixes() -> String {
    let example = |suffix: Suffix| format!("{}{}", suffix.word(), if suffix.brings().is_some() { "" } else { "1" });
    Suffix::ALL.map(example).join(", ")
}

/// Part of a text from one place to another.
pub(super) fn between(start: u32, end: u32) -> TextSpan {
    TextSpan { start, end: end.max(start) }
}
