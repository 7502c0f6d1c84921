//! Odds as comma-separated values: one row for each value, outcome and margin of each series.
//! The first six columns are always the same; parameters come last, each with its name.

use super::{View, outcomes};
use crate::eval::Answer;
use crate::odds::{Chance, Distribution};
use crate::render::{Catalogue, visible};

/// The columns that there always are.
pub(super) const COLUMNS: [&str; 8] =
    ["expression", "value", "probability", "decimal", "at_least", "at_most", "kind", "ruleset"];

/// All rows, the titles first.
#[must_use]
pub fn render(view: &View, catalogue: &Catalogue) -> String {
    let mut titles: Vec<String> = COLUMNS.iter().map(|&title| title.to_owned()).collect();
    titles.extend(view.parameters.iter().map(|parameter| parameter.name.clone()));
    let sampled = view.series.iter().flat_map(|series| &series.points).any(|point| point.odds.samples.is_some());
    titles.extend(INTERVAL.iter().filter(|_| sampled).map(|&title| title.to_owned()));
    let mut out = String::new();
    line(&mut out, titles);
    for series in &view.series {
        for (index, point) in series.points.iter().enumerate() {
            let values: Vec<String> = view.values_at(index).into_iter().map(|(_, value)| value.to_owned()).collect();
            let mut row = |value: String, chance: &Chance, ends: Option<(&Chance, &Chance)>, kind: &str| {
                let mut cells = vec![point.expression.clone(), value, chance.to_string(), decimal(chance)];
                cells.push(ends.map(|(least, _)| least.to_string()).unwrap_or_default());
                cells.push(ends.map(|(_, most)| most.to_string()).unwrap_or_default());
                cells.extend([kind.to_owned(), series.ruleset.clone()]);
                cells.extend(values.iter().cloned());
                cells.extend(bounds(chance, point.odds.samples));
                line(&mut out, cells);
            };
            let odds = &point.odds;
            for outcome in &odds.outcomes {
                row(outcomes::name(outcome, catalogue), &outcome.chance, None, "outcome");
            }
            if let Some(success) = odds.success() {
                row(String::new(), &success, None, "success");
            }
            distribution(&odds.values, "value", &mut row);
            if let Some(margin) = &odds.margin {
                distribution(&margin.map(|one| Answer::Number(*one)), "margin", &mut row);
            }
            for (label, values) in &odds.shown {
                distribution(values, &format!("shown {label}"), &mut row);
            }
            for (chance, kind) in [(odds.cut(), "left"), (odds.undecided.clone(), "undecided")] {
                if !chance.is_never() {
                    row(String::new(), &chance, None, kind);
                }
            }
            for (failure, chance) in &odds.unanswered {
                row(failure.code().to_owned(), chance, None, "unanswered");
            }
        }
    }
    out
}

/// The columns of what was only sampled.
pub(super) const INTERVAL: [&str; 2] = ["low", "high"];

/// The cells of these.
pub(super) fn bounds(chance: &Chance, samples: Option<u64>) -> Vec<String> {
    let interval = samples.map(|samples| super::figures::interval(chance, samples));
    interval.into_iter().flatten().map(|bound| bound.to_string()).collect()
}

pub(super) type Row<'a> = dyn FnMut(String, &Chance, Option<(&Chance, &Chance)>, &str) + 'a;

pub(super) fn distribution(values: &Distribution<Answer>, kind: &str, row: &mut Row<'_>) {
    let numbers = values.ways().iter().all(|(answer, _)| matches!(answer, Answer::Number(_)));
    let (least, most) = (values.at_least(), values.at_most());
    for ((answer, chance), ends) in values.chances().zip(least.iter().zip(&most)) {
        let word = match answer {
            Answer::Number(number) => number.to_string(),
            Answer::Flag(flag) => flag.to_string(),
            Answer::Text(text) => text.clone(),
        };
        row(word, &chance, numbers.then_some(ends), kind);
    }
}

/// The decimal as short as it can be without losing anything of what machines hold.
pub(super) fn decimal(chance: &Chance) -> String {
    super::figures::float(chance).to_string()
}

/// Whether a spreadsheet would run a cell as a formula. A number is none, and signs before words
/// (`-mM`, `+2`) only name things that it does not know.
fn is_run(cell: &str) -> bool {
    let harmless = |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '.' | ',' | '_' | '+' | '-' | '%');
    match cell.chars().next() {
        Some('=' | '@' | '＝' | '＠' | '＋' | '－') => true,
        Some('+' | '-') => !cell.chars().all(harmless),
        _ => false,
    }
}

/// One line; what holds a comma, a quote or a line break stands in quotes, and what a
/// spreadsheet would run has an apostrophe before it.
pub(super) fn line(out: &mut String, cells: Vec<String>) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        let cell = visible(cell);
        let cell = if is_run(&cell) { format!("'{cell}").into() } else { cell };
        if cell.contains([',', '"']) || cell.starts_with(' ') || cell.ends_with(' ') {
            out.push_str(&format!("\"{}\"", cell.replace('"', "\"\"")));
        } else {
            out.push_str(&cell);
        }
    }
    out.push('\n');
}
