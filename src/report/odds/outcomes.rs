//! The outcomes of tests, in words.

use std::collections::BTreeSet;

use super::{Catalogue, figures};
use crate::engine::{Answer, Failure};
use crate::odds::{Chance, Odds, OutcomeOdds, Ratio};
use crate::report::document::Line;
use crate::report::json::Seed;
use crate::report::numbers::with_minus;
use crate::report::roll;

/// What an outcome is called.
pub(super) fn name(outcome: &OutcomeOdds, catalogue: &Catalogue) -> String {
    roll::called(outcome.name.as_deref(), outcome.verdict, catalogue)
}

/// The name as good or bad as the outcome is.
pub(super) fn line(outcome: &OutcomeOdds, catalogue: &Catalogue) -> Line {
    Line::new().outcome(outcome.success, name(outcome, catalogue))
}

/// Whether it is a success, in a word.
pub(super) fn success(outcome: &OutcomeOdds, catalogue: &Catalogue) -> String {
    match outcome.success {
        Some(true) => catalogue.say("yes"),
        Some(false) => catalogue.say("no"),
        None => "–".to_owned(),
    }
}

/// The names of all outcomes of several odds, each once, as they come.
pub(super) fn names<'a>(all: impl IntoIterator<Item = &'a Odds>, catalogue: &Catalogue) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let outcomes = all.into_iter().flat_map(|odds| &odds.outcomes);
    outcomes.map(|outcome| name(outcome, catalogue)).filter(|name| seen.insert(name.clone())).collect()
}

/// How likely the outcome of a name is; `None` where there is no such outcome.
pub(super) fn chance(odds: &Odds, wanted: &str, catalogue: &Catalogue) -> Option<Chance> {
    let mut same = odds.outcomes.iter().filter(|outcome| name(outcome, catalogue) == wanted).peekable();
    same.peek()?;
    Some(same.fold(Chance::never(), |sum, outcome| sum.or(&outcome.chance)))
}

pub(super) fn mean_margin(odds: &Odds) -> Option<Ratio> {
    odds.margin.as_ref()?.mean()
}

/// The mean of the values, if they are numbers.
pub(super) fn mean(odds: &Odds) -> Option<Ratio> {
    odds.values.mean()
}

/// A value in words.
pub(super) fn value(answer: &Answer, catalogue: &Catalogue) -> String {
    match answer {
        Answer::Number(number) => unsigned(*number),
        _ => roll::words(answer, catalogue),
    }
}

/// A number; a minus is one.
pub(super) fn unsigned(number: i64) -> String {
    with_minus(&number.to_string())
}

pub(super) fn signed(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { unsigned(number) }
}

/// What was not followed to its end, and what was only sampled.
pub(super) fn reservations(odds: &Odds, seed: Option<Seed>, catalogue: &Catalogue) -> Vec<Line> {
    let say = |id: &str, chance: &Chance| {
        let chance = match figures::fraction(chance) {
            Some(fraction) => format!("{} ({fraction})", figures::percent(chance)),
            None => figures::percent(chance),
        };
        Line::from(catalogue.text(id, &vec![("chance", chance.into())]))
    };
    let mut lines = Vec::new();
    if let Some(given) = &odds.given {
        // Of samples, only how many there were is known.
        let chance = match odds.samples {
            None => figures::percent_and_aside(&given.chance, None).words(),
            Some(_) => figures::percent(&given.chance),
        };
        let args = vec![("condition", given.condition.as_str().into()), ("chance", chance.into())];
        let id = if given.at_most { "odds-given-at-most" } else { "odds-given" };
        lines.push(Line::from(catalogue.text(id, &args)));
    }
    let left = odds.cut();
    if !left.is_never() {
        lines.push(say("odds-left", &left));
    }
    if !odds.undecided.is_never() && !odds.outcomes.is_empty() {
        lines.push(say("odds-undecided", &odds.undecided));
    }
    lines.extend(unanswered(&odds.unanswered, odds.samples, catalogue));
    lines.extend(odds.samples.map(|samples| sampled(samples, seed, catalogue)));
    lines
}

/// What cannot be answered, how likely that is, and why.
pub(super) fn unanswered(all: &[(Failure, Chance)], samples: Option<u64>, catalogue: &Catalogue) -> Vec<Line> {
    let line = |(why, chance): (String, Chance)| {
        let chance = figures::percent_and_aside(&chance, samples).words();
        Line::from(catalogue.text("odds-unanswered", &vec![("chance", chance.into()), ("why", why.into())]))
    };
    by_why(all, catalogue).into_iter().map(line).collect()
}

/// What cannot be answered for the same reason in several places is one thing.
pub(super) fn by_why(all: &[(Failure, Chance)], catalogue: &Catalogue) -> Vec<(String, Chance)> {
    let mut found: Vec<(String, Chance)> = Vec::new();
    for (failure, chance) in all {
        let why = catalogue.seen(&catalogue.text(failure.code().as_str(), failure.args())).into_owned();
        match found.iter_mut().find(|(one, _)| *one == why) {
            Some((_, sum)) => *sum = sum.or(chance),
            None => found.push((why, chance.clone())),
        }
    }
    found
}

/// That cards are shown by how many there are.
pub(super) fn counted(decks: &[String], catalogue: &Catalogue) -> Option<Line> {
    let names = (!decks.is_empty()).then(|| decks.join(", "))?;
    Some(Line::from(catalogue.text("odds-cards-counted", &vec![("names", names.into())])))
}

/// That it is only sampled, and how.
pub(super) fn sampled(samples: u64, seed: Option<Seed>, catalogue: &Catalogue) -> Line {
    let mut args = vec![("count", samples.to_string().into())];
    args.extend(seed.map(|seed| ("seed", seed.number.to_string().into())));
    Line::from(catalogue.text(if seed.is_some() { "odds-samples-seed" } else { "odds-samples" }, &args))
}
