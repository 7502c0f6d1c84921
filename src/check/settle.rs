//! Of several things that are said about one mistake, the one that helps.

use std::collections::{HashMap, HashSet};

use super::program::{Game, Origin};
use crate::diagnostic::{Arg, Diagnostic, Fix};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::{Problem, TextFix, TextSpan, Translated, parse, translated};

/// Leaves out what only follows from slips: what is wrong with something that holds one, or is
/// held by it.
pub(super) fn follow_ups(errors: &mut Vec<Diagnostic>, slips: &[Span]) {
    if slips.is_empty() {
        return;
    }
    let mut places: HashMap<SourceId, Vec<(usize, usize)>> = HashMap::new();
    slips.iter().for_each(|slip| places.entry(slip.source).or_default().push((slip.start, slip.end)));
    let places: HashMap<SourceId, Places> =
        places.into_iter().map(|(source, places)| (source, Places::of(places))).collect();
    let follows = |at: Span| places.get(&at.source).is_some_and(|places| places.touch(at.start, at.end));
    errors.retain(|error| !error.at.is_some_and(follows));
}

/// Places in one text, of which there may be very many: they are looked through in no time.
struct Places {
    /// Those with a length by their beginnings; beside each the last end of it and of those before it.
    wide: Vec<(usize, usize)>,
    /// Those without.
    points: Vec<usize>,
}

impl Places {
    fn of(places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let (mut wide, points): (Vec<_>, Vec<_>) = places.into_iter().partition(|(start, end)| start < end);
        let mut points: Vec<usize> = points.into_iter().map(|(start, _)| start).collect();
        wide.sort_unstable();
        points.sort_unstable();
        let mut last = 0;
        for (_, end) in &mut wide {
            last = last.max(*end);
            *end = last;
        }
        Self { wide, points }
    }

    /// The last end of those with a length that begin before something.
    fn end_before(&self, begins: impl Fn(usize) -> bool) -> Option<usize> {
        let count = self.wide.partition_point(|(start, _)| begins(*start));
        self.wide.get(count.checked_sub(1)?).map(|(_, end)| *end)
    }

    /// Whether one of them and a place [`overlap`].
    fn touch(&self, start: usize, end: usize) -> bool {
        let wide = if start < end {
            self.end_before(|begin| begin < end).is_some_and(|last| last > start)
        } else {
            self.end_before(|begin| begin <= start).is_some_and(|last| last >= start)
        };
        let next = self.points.get(self.points.partition_point(|point| *point < start));
        wide || next.is_some_and(|point| *point <= end)
    }

    /// Whether a place lies in one of those with a length.
    fn hold(&self, start: usize, end: usize) -> bool {
        self.end_before(|begin| begin <= start).is_some_and(|last| last >= end)
    }
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
    let places = Places::of(problems.iter().take(slips).map(|problem| bounds(problem.span)));
    let mut index = 0;
    problems.retain(|problem| {
        index += 1;
        let (start, end) = bounds(problem.span);
        index <= slips || !places.touch(start, end)
    });
    let torn = problems.iter().filter(|problem| problem.code == "missing-in");
    let torn = Places::of(torn.map(|problem| bounds(problem.span)));
    problems.retain(|problem| {
        let (start, end) = bounds(problem.span);
        problem.code != "side-by-side" || !torn.hold(start, end)
    });
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

/// What the texts of a game's files may have as names.
fn names_of(game: &Game) -> HashSet<&str> {
    let mut known: HashSet<&str> = game.names.keys().map(String::as_str).collect();
    for test in &game.tests {
        known.extend(test.inputs.iter().map(|(name, _)| &**name));
        known.extend(test.values.iter().map(|value| &*value.name));
    }
    known.extend(game.tables.iter().flat_map(|table| table.names.keys()).map(String::as_str));
    known.extend(game.actions.iter().flat_map(|action| &action.slots).map(|slot| &*slot.name));
    known
}

/// What is wrong with the formulas of a game, where all its names are known: words that are one name
/// together, and notations of others.
pub fn settled(game: &Game, sources: &Sources, errors: &mut Vec<Diagnostic>) {
    if errors.iter().all(|error| !error.is_error()) {
        return;
    }
    let known = names_of(game);
    side_by_side(&known, errors);
    if errors.len() > MOST_ERRORS {
        return;
    }
    for origin in &game.origins {
        foreign(origin, sources, errors, &|word| known.contains(word));
    }
}

/// Past so many errors nobody is told of notations.
const MOST_ERRORS: usize = 100;

/// Puts what is wrong with a formula in the notation of others together in one error that says how it is
/// written here.
pub(super) fn foreign(origin: &Origin, sources: &Sources, errors: &mut Vec<Diagnostic>, known: &dyn Fn(&str) -> bool) {
    let place = origin.placement.span;
    let within = |at: Span| at.source == place.source && place.start <= at.start && at.end <= place.end;
    let mut own = errors.iter().filter(|one| one.is_error() && one.at.is_some_and(within)).peekable();
    // Holes in a text are not looked at, and words in quotes are known.
    let quoted = |one: &Diagnostic| one.code == "side-by-side" && one.fixes.iter().any(|fix| fix.sure);
    let told = |one: &Diagnostic| {
        matches!(one.code, "other-notation" | "not-written-here" | "half-a-comparison" | "too-deep" | "text-too-long")
    };
    if own.peek().is_none() || origin.text.contains('{') || own.any(|one| quoted(one) || told(one)) {
        return;
    }
    let Some(Translated { span, replacement }) = translated(&origin.text, known) else { return };
    let at = origin.locate(sources, span);
    let before = errors.len();
    // It can be read so, and then nothing is left of what could not.
    let slips: HashSet<(&str, Span)> =
        parse(&origin.text).problems.iter().map(|slip| (slip.code, origin.locate(sources, slip.span))).collect();
    errors.retain(|one| {
        let touches = |own: Span| within(own) && overlap((own.start, own.end), (at.start, at.end));
        !(one.is_error() && one.at.is_some_and(|own| touches(own) || slips.contains(&(one.code, own))))
    });
    if errors.len() < before {
        let written = origin.text.get(span.range()).unwrap_or("");
        let code = match (written.trim(), replacement.trim()) {
            (_, "") => "not-written-here",
            ("", _) => "half-a-comparison",
            _ => "other-notation",
        };
        let error = Diagnostic::error(code, at).arg("written", written.trim()).arg("meant", replacement.trim());
        errors.push(error.fix(at, replacement));
    }
}

/// Words side by side in a file: what they were meant to be is known only when all names are.
fn side_by_side(known: &HashSet<&str>, errors: &mut [Diagnostic]) {
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

#[cfg(test)]
mod tests {
    use super::{Places, overlap};
    use proptest::prelude::*;

    proptest! {
        /// Looked through quickly or one by one: it is the same.
        #[test]
        fn places_are_found(places in prop::collection::vec((0_usize..12, 0_usize..4), 0..8), start in 0_usize..14, length in 0_usize..4) {
            let places: Vec<(usize, usize)> = places.into_iter().map(|(start, length)| (start, start + length)).collect();
            let end = start + length;
            let known = Places::of(places.clone());
            prop_assert_eq!(known.touch(start, end), places.iter().any(|place| overlap(*place, (start, end))));
            let holds = places.iter().any(|place| place.0 < place.1 && place.0 <= start && end <= place.1);
            prop_assert_eq!(known.hold(start, end), holds);
        }
    }
}
