//! Of several things that are said about one mistake, the one that helps.

use std::collections::HashSet;

use super::program::Game;
use crate::diagnostic::{Arg, Diagnostic, Fix};
use crate::syntax::{Problem, TextFix, TextSpan};

fn inside(inner: TextSpan, outer: TextSpan) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Leaves out what only follows from a slip of syntax in the same place; `known` says
/// whether a text is a name.
pub(super) fn settle(problems: &mut Vec<Problem>, known: impl Fn(&str) -> bool) {
    let places = |code: &str| -> Vec<TextSpan> {
        problems.iter().filter(|problem| problem.code == code).map(|problem| problem.span).collect()
    };
    let (torn, beside) = (places("missing-in"), places("side-by-side"));
    problems.retain(|problem| match problem.code {
        "side-by-side" => !torn.iter().any(|&place| inside(problem.span, place)),
        "unknown-name" => !torn.iter().chain(&beside).any(|&place| inside(problem.span, place)),
        _ => true,
    });
    for problem in problems.iter_mut().filter(|problem| problem.code == "side-by-side") {
        let Some(quotes) = problem.helps.iter().find(|help| help.id == "help-quotes").cloned() else { continue };
        let Some((_, crate::diagnostic::Arg::Text(quoted))) = quotes.args.first() else { continue };
        if known(quoted.trim_matches(['«', '»'])) {
            problem.fixes = vec![TextFix { span: problem.span, replacement: quoted.clone(), sure: true }];
            problem.helps = vec![quotes];
        }
    }
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
        let name = quoted.trim_matches(['«', '»']);
        if let (true, Some(at)) = (known.contains(name), error.at) {
            error.fixes = vec![Fix { span: at, replacement: quoted.clone(), sure: true, tried: false }];
            error.helps = vec![quotes];
        } else if name.split(' ').any(|word| !known.contains(word)) {
            // A sum of words that nobody knows is no better.
            error.fixes.clear();
        }
    }
}
