//! What something has: `zurlo.plim`.

use super::{Lower, Lowered};
use crate::syntax::{Expr, ExprKind, Name, Problem, TextSpan};

impl Lower<'_> {
    pub(super) fn member(&mut self, of: &Name, what: &Expr, span: TextSpan) -> Lowered {
        if what.kind != ExprKind::Missing {
            self.report(Problem::new("unknown-name", of.span).arg("name", &*of.text));
        }
        self.broken(span)
    }
}
