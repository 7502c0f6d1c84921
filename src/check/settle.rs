//! Of several things that are said about one mistake, the one that helps.

use crate::syntax::{Problem, TextSpan};

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
            problem.fix = Some((problem.span, quoted.clone()));
            problem.helps = vec![quotes];
        }
    }
}
