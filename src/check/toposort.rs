//! The topological order of labelled formulas by their dependencies.

use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{Formula, Word};
use crate::syntax::{CallArg, Expr, ExprKind};

/// Whether a word is a row or column of a table, so that it is no reference in its brackets.
pub type IsKey<'a> = &'a dyn Fn(&str, &str) -> bool;

/// The names that a formula mentions, with repetitions.
pub fn mentions<'e>(expr: &'e Expr, is_key: IsKey<'_>, found: &mut Vec<&'e str>) {
    match &expr.kind {
        ExprKind::Name(name) => found.push(&name.text),
        ExprKind::Negate(inner) | ExprKind::Not(inner) => mentions(inner, is_key, found),
        ExprKind::Binary { left, right, .. } => {
            mentions(left, is_key, found);
            mentions(right, is_key, found);
        }
        ExprKind::If { condition, then, otherwise } => {
            mentions(condition, is_key, found);
            mentions(then, is_key, found);
            mentions(otherwise, is_key, found);
        }
        ExprKind::Let { values, body, .. } => {
            values.iter().chain([&**body]).for_each(|part| mentions(part, is_key, found));
        }
        ExprKind::Call { name, args } => {
            found.push(&name.text);
            // A column follows the name of a table: `sum(3d6, Frut, plim)`.
            let named = |arg: &CallArg| match arg {
                CallArg::Value(Expr { kind: ExprKind::Name(name), .. }) => Some(name.text.clone()),
                _ => None,
            };
            let mut before: Option<String> = None;
            for arg in args {
                let name = named(arg);
                let is_column = matches!((&before, &name), (Some(table), Some(name)) if is_key(table, name));
                if !is_column {
                    arguments(std::slice::from_ref(arg), is_key, found);
                }
                before = name;
            }
        }
        ExprKind::Cell { table, keys } => {
            let mut inside = Vec::new();
            arguments(keys, is_key, &mut inside);
            found.extend(inside.into_iter().filter(|name| !is_key(&table.text, name)));
        }
        ExprKind::Pool(pool) => pool.formulas().for_each(|expr| mentions(expr, is_key, found)),
        ExprKind::Member { of, what } => {
            found.push(&of.text);
            belonging(what, is_key, found);
        }
        ExprKind::Number(_) | ExprKind::Flag(_) | ExprKind::Multiple { .. } | ExprKind::Missing => {}
    }
}

/// The names on which the part after a dot depends: only brackets contain references, other names are members.
fn belonging<'e>(what: &'e Expr, is_key: IsKey<'_>, found: &mut Vec<&'e str>) {
    match &what.kind {
        ExprKind::Name(_) => {}
        ExprKind::Member { what, .. } => belonging(what, is_key, found),
        ExprKind::Call { args, .. } => arguments(args, is_key, found),
        _ => mentions(what, is_key, found),
    }
}

fn arguments<'e>(args: &'e [CallArg], is_key: IsKey<'_>, found: &mut Vec<&'e str>) {
    for arg in args {
        match arg {
            CallArg::Value(value) | CallArg::Named { value, .. } | CallArg::Condition { value, .. } => {
                mentions(value, is_key, found)
            }
        }
    }
}

/// Indices in topological order of the references, or a cycle.
pub(crate) fn order(
    nodes: &[(Word, &Formula)],
    is_key: IsKey<'_>,
    find: impl Fn(&str) -> Option<usize>,
) -> Result<Vec<usize>, Vec<usize>> {
    let needs: Vec<Vec<usize>> = nodes
        .iter()
        .map(|(_, formula)| {
            let mut names = Vec::new();
            mentions(&formula.expr, is_key, &mut names);
            names.into_iter().filter_map(&find).collect()
        })
        .collect();
    sort(&needs)
}

/// Topological sort, or a cycle. Linear in the number of dependencies.
pub fn sort(needs: &[Vec<usize>]) -> Result<Vec<usize>, Vec<usize>> {
    #[derive(Clone, Copy, PartialEq)]
    enum VisitState {
        New,
        Open,
        Done,
    }
    let mut marks = vec![VisitState::New; needs.len()];
    let mut sorted = Vec::new();
    for root in 0..needs.len() {
        // Depth-first search with an explicit stack: chains may be long.
        let mut path: Vec<(usize, usize)> = vec![(root, 0)];
        if marks.get(root) != Some(&VisitState::New) {
            continue;
        }
        while let Some((node, next)) = path.last_mut() {
            let node = *node;
            if let Some(mark) = marks.get_mut(node) {
                *mark = VisitState::Open;
            }
            let Some(&child) = needs.get(node).and_then(|list| list.get(*next)) else {
                if let Some(mark) = marks.get_mut(node) {
                    *mark = VisitState::Done;
                }
                sorted.push(node);
                path.pop();
                continue;
            };
            *next += 1;
            match marks.get(child) {
                Some(VisitState::New) => path.push((child, 0)),
                Some(VisitState::Open) => {
                    let from = path.iter().position(|(node, _)| *node == child).unwrap_or(0);
                    let mut circle: Vec<usize> = path.iter().skip(from).map(|(node, _)| *node).collect();
                    circle.push(child);
                    return Err(circle);
                }
                _ => {}
            }
        }
    }
    Ok(sorted)
}

/// The error for a cycle: the path in the author's words, with every place on it.
pub(crate) fn circle_error(code: Code, nodes: &[(Word, &Formula)], circle: &[usize]) -> Diagnostic {
    let words: Vec<&Word> = circle.iter().filter_map(|&index| nodes.get(index)).map(|(word, _)| word).collect();
    self::circle(code, &words)
}

/// The error for a cycle of names; the last equals the first.
pub(crate) fn circle(code: Code, words: &[&Word]) -> Diagnostic {
    let path = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" → ");
    let mut error = Diagnostic::error(code, words.first().map(|word| word.span)).arg("path", path).help("help-circle");
    for word in words.iter().skip(1).take(words.len().saturating_sub(2)) {
        error = error.label(word.span, "label-on-the-way");
    }
    error
}
