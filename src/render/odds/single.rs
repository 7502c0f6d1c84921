//! One distribution: how a test ends, every value, and what they come to.

use super::charts::{self, MARGIN, Manner, Title};
use super::{Series, View, figures, outcomes};
use crate::eval::Answer;
use crate::odds::{Distribution, Odds};
use crate::render::Catalogue;
use crate::render::document::{Document, Line};

/// Values that a test tells besides are told one by one up to so many.
const TOLD: usize = 8;

/// One series of one point.
pub(super) fn document(view: &View, series: &Series, catalogue: &Catalogue) -> Document {
    let Some(point) = series.points.first() else { return Document::new() };
    let odds = &point.odds;
    let mut document = Document::new().heading(Line::new().code(&point.expression));
    let manner = Manner::of(view, odds);
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let is_test = !odds.outcomes.is_empty();
    if is_test {
        document = document.chart(charts::ends(odds, manner, catalogue));
        document.append(below_outcomes(odds, catalogue));
    }
    for (label, values) in &odds.shown {
        document = document.line(shown(label, values, catalogue));
    }
    let title = say(if is_test { "odds-total" } else { "odds-value" });
    if !odds.values.is_empty() {
        document = if is_test { document.gap() } else { document };
        document.append(charts::distribution(&odds.values, Title { text: &title, signed: false }, manner, catalogue));
    }
    for line in outcomes::reservations(odds, view.seed, catalogue) {
        document = document.line(line);
    }
    if let Some(margin) = odds.margin.as_ref().filter(|margin| view.margins && !margin.is_empty()) {
        document = document.gap();
        document.append(charts::distribution(
            &margin.map(|one| Answer::Number(*one)),
            Title { text: &say(MARGIN), signed: true },
            manner,
            catalogue,
        ));
    }
    document
}

/// The chance to succeed, and by how much.
pub(super) fn below_outcomes(odds: &Odds, catalogue: &Catalogue) -> Document {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut parts = Vec::new();
    if let Some(success) = odds.success() {
        let line = Line::new().plain(format!("{} ", say("odds-success")));
        parts.push(line.then(figures::percent_and_aside(&success, odds.samples)));
    }
    if let Some(mean) = outcomes::mean_margin(odds) {
        let margins = odds.margin.as_ref().map(Distribution::ways).unwrap_or_default();
        let line =
            Line::new().plain(format!("{} ", say("odds-mean-margin"))).number(figures::mean(&mean, odds.samples));
        parts.push(match (margins.first(), margins.last()) {
            (Some((lowest, _)), Some((highest, _))) if lowest != highest => {
                let args = vec![("low", signed(*lowest).into()), ("high", signed(*highest).into())];
                line.plain(", ").plain(catalogue.text("odds-from-to", &args))
            }
            _ => line,
        });
    }
    if parts.is_empty() { Document::new() } else { Document::new().line(Line::join(parts, " · ")) }
}

pub(super) fn signed(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { number.to_string().replace('-', "−") }
}

/// A value that a test tells besides: each with its chance, or only what they come to.
pub(super) fn shown(label: &str, values: &Distribution<Answer>, catalogue: &Catalogue) -> Line {
    let line = Line::new().name(label).plain(": ");
    if values.ways().len() <= TOLD {
        let each = values.chances().map(|(answer, chance)| {
            Line::new().strong(outcomes::value(answer, catalogue)).plain(format!(" {}", figures::percent(&chance)))
        });
        return line.then(Line::join(each, " · "));
    }
    line.then(charts::summary(values, None, catalogue))
}
