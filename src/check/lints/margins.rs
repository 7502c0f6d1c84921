//! Margins that count upwards in a test that counts downwards, and totals that are only true or false.

use crate::check::direction::{reads_input, total_counts_down};
use crate::check::program::{CheckedGame, Op, Outcome};
use crate::check::quoted_where_needed;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{OptionalDecl, Ruleset};
use crate::syntax::{BinaryOp, Expr, ExprKind};

/// Warns of each test that succeeds at or below what its total is compared with, and says nothing of its margin: that
/// is how far the total lies above, so that the worst failure has the greatest. So it does where the total reads that
/// number itself, as the number that dice of a pool have to reach.
pub(super) fn margins(game: &CheckedGame, ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for (raw, test) in ruleset.tests.iter().zip(&game.tests) {
        let Some(against) = raw.against.as_ref().filter(|_| matches!(test.margin, OptionalDecl::Usual)) else {
            continue;
        };
        let told = found.iter().any(|one| one.at == Some(against.span));
        // Of a total that is a comparison, that is reported.
        let is_bit = matches!(test.total.op, Op::Compare(..));
        let reads = |input| !is_bit && reads_input(test, &test.total, input);
        if !told && matches!(test.shown_against, OptionalDecl::Usual) && test.against.is_some_and(reads) {
            let warning = Diagnostic::warning(Code::MarginReadTwice, against.span).arg("test", &*test.name);
            let warning = warning.arg("name", &*against.text);
            found.push(warning.help_with("help-write", "example", "margin: none"));
        } else if !told && test.against.is_some() && total_counts_down(test) {
            let example = format!("margin: {} - total", quoted_where_needed(&against.text));
            let warning = Diagnostic::warning(Code::MarginUpwards, against.span).arg("test", &*test.name);
            let warning = warning.help_with("help-write", "example", example);
            let turned = |outcome: &&Outcome| {
                outcome.when.as_ref().is_some_and(|when| when.any_part(&|part| matches!(part.op, Op::Margin)))
            };
            found.push(match test.outcomes.iter().find(turned) {
                Some(outcome) => warning.help_with("help-margin-turned", "name", &*outcome.name),
                None => warning,
            });
        }
    }
    found
}

/// Warns of each test whose total is a comparison, where an outcome compares it again: it is 0 or 1.
pub(super) fn comparisons(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let is_bit = |expr: &Expr| matches!(expr.kind, ExprKind::Number(0 | 1) | ExprKind::Flag(_));
    let compares = |expr: &Expr, of: &dyn Fn(&Expr) -> bool| match &expr.kind {
        ExprKind::Binary { op: BinaryOp::Compare(_), left, right } => {
            of(left) && !is_bit(right) || of(right) && !is_bit(left)
        }
        _ => false,
    };
    let is_total = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if name.text == "total");
    let mut found = Vec::new();
    for raw in &ruleset.tests {
        let total = &raw.total;
        let ExprKind::Binary { op: BinaryOp::Compare(op), left, right } = &total.expr.kind else { continue };
        let again = |when: &&crate::ruleset::model::Formula| {
            let mut part = &when.expr;
            while let ExprKind::Binary { op: BinaryOp::And, left, .. } = &part.kind {
                part = left;
            }
            compares(part, &is_total)
        };
        let Some(_) = raw.outcomes.iter().filter_map(|one| one.when.as_ref()).find(again) else { continue };
        let part = |expr: &Expr| total.text.get(expr.span.range()).unwrap_or_default();
        let warning = Diagnostic::warning(Code::TotalIsACondition, total.placement.span).arg("test", &*raw.name.text);
        let warning = warning.help_with("help-write", "example", format!("total: {}", part(left)));
        found.push(warning.help_with("help-write", "example", format!("when: total {} {}", op.symbol(), part(right))));
    }
    found
}
