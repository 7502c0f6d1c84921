//! Of several things that are said about one mistake, the one that helps.

use std::collections::HashSet;

use super::program::Game;
use crate::diagnostic::{Arg, Diagnostic, Fix};
use crate::source::Span;
use crate::syntax::{Problem, TextFix, TextSpan};

fn inside(inner: TextSpan, outer: TextSpan) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Leaves out what only follows from slips: what is wrong with something that holds one, or is
/// held by it.
pub(super) fn follow_ups(errors: &mut Vec<Diagnostic>, slips: &[Span]) {
    if slips.is_empty() {
        return;
    }
    let follows = |at: Span| {
        slips.iter().any(|slip| slip.source == at.source && overlap((slip.start, slip.end), (at.start, at.end)))
    };
    errors.retain(|error| !error.at.is_some_and(follows));
}

/// Whether two places have something in common; one without length is a place in the other.
fn overlap(one: (usize, usize), other: (usize, usize)) -> bool {
    let (start, end) = (one.0.max(other.0), one.1.min(other.1));
    start < end || (start == end && (one.0 == one.1 || other.0 == other.1))
}

/// Leaves out what only follows from a slip of syntax in the same place: the first `slips` are
/// those. `known` says whether a text is a name.
pub(super) fn settle(problems: &mut Vec<Problem>, slips: usize, known: impl Fn(&str) -> bool) {
    let bounds = |span: TextSpan| (span.start as usize, span.end as usize);
    let places: Vec<TextSpan> = problems.iter().take(slips).map(|problem| problem.span).collect();
    let mut index = 0;
    problems.retain(|problem| {
        index += 1;
        index <= slips || !places.iter().any(|&slip| overlap(bounds(slip), bounds(problem.span)))
    });
    let places = |code: &str| -> Vec<TextSpan> {
        problems.iter().filter(|problem| problem.code == code).map(|problem| problem.span).collect()
    };
    let torn = places("missing-in");
    problems.retain(|problem| problem.code != "side-by-side" || !torn.iter().any(|&place| inside(problem.span, place)));
    for problem in problems.iter_mut().filter(|problem| problem.code == "side-by-side") {
        let Some(quotes) = problem.helps.iter().find(|help| help.id == "help-quotes").cloned() else { continue };
        let Some((_, crate::diagnostic::Arg::Text(quoted))) = quotes.args.first() else { continue };
        if known(name_in(quoted)) {
            problem.fixes = vec![TextFix { span: problem.span, replacement: quoted.clone(), sure: true }];
            problem.helps = vec![quotes];
        }
    }
}

/// The name in quotes with which a text begins.
fn name_in(quoted: &str) -> &str {
    let inside = quoted.strip_prefix('«').unwrap_or(quoted);
    inside.split_once('»').map_or(inside, |(name, _)| name)
}

/// Words side by side in a file: what they were meant to be is known only when all names are.
pub fn side_by_side(game: &Game, errors: &mut [Diagnostic]) {
    if errors.iter().all(|error| error.code != "side-by-side") {
        return;
    }
    let mut known: HashSet<&str> = game.names.keys().map(String::as_str).collect();
    for test in &game.tests {
        known.extend(test.inputs.iter().map(|(name, _)| &**name));
        known.extend(test.values.iter().map(|value| &*value.name));
    }
    known.extend(game.tables.iter().flat_map(|table| table.names.keys()).map(String::as_str));
    known.extend(game.actions.iter().flat_map(|action| &action.slots).map(|slot| &*slot.name));
    for error in errors.iter_mut().filter(|error| error.code == "side-by-side") {
        let Some(quotes) = error.helps.iter().find(|help| help.id == "help-quotes").cloned() else { continue };
        let Some((_, Arg::Text(quoted))) = quotes.args.first() else { continue };
        let name = name_in(quoted);
        if let (true, Some(at)) = (known.contains(name), error.at) {
            error.fixes = vec![Fix { span: at, replacement: quoted.clone(), sure: true, tried: false }];
            error.helps = vec![quotes];
        } else if name.split(' ').any(|word| !known.contains(word)) {
            // A sum of words that nobody knows is no better.
            error.fixes.clear();
        }
    }
}
