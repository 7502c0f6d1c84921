//! What an action leads to as a picture: how its tests end, what its steps compute, and how everybody
//! is afterwards.

use super::{DeedView, about, by_person, state_rows};
use crate::odds::{ChangeOdds, Changing};
use crate::render::Catalogue;
use crate::render::odds::figures;
use crate::render::odds::svg::plots::{Curve, Places, Plot, ends, numbers};
use crate::render::odds::svg::{count, picture};

/// One SVG that needs nothing else.
#[must_use]
pub fn render(view: &DeedView<'_>, catalogue: &Catalogue) -> String {
    let mut plots = Vec::new();
    let mut description = Vec::new();
    for test in &view.odds.tests {
        let name = format!("{} · {}", test.label, test.who.join(", "));
        if let Some(plot) = ends(&[(test.label.as_str(), &test.odds)], catalogue) {
            description.push(in_words(&name, &plot));
            plots.push(Plot { below: name, ..plot });
        }
        for (label, values) in &test.odds.shown {
            let name = format!("{} · {label}", test.label);
            if let Some(plot) = numbers(name, values, view.all, catalogue) {
                description.push(in_words(&plot.below, &plot));
                plots.push(plot);
            }
        }
    }
    for (label, values) in &view.odds.values {
        if let Some(plot) = numbers(label.clone(), values, view.all, catalogue) {
            description.push(in_words(label, &plot));
            plots.push(plot);
        }
    }
    for (who, changes) in by_person(&view.odds.changes, catalogue) {
        for change in changes {
            let plot = match change.what {
                Changing::State(track) => Some(states(view, track, &who, change, catalogue)),
                _ => numbers(format!("{who} · {}", about(change, catalogue)), &change.to, view.all, catalogue),
            };
            if let Some(plot) = plot {
                description.push(in_words(&plot.below, &plot));
                plots.push(plot);
            }
        }
    }
    let groups: Vec<&[Plot]> = plots.iter().map(std::slice::from_ref).collect();
    picture(&view.title().words(), &description.join("\n"), &groups, catalogue)
}

fn states(view: &DeedView<'_>, track: usize, who: &str, change: &ChangeOdds, catalogue: &Catalogue) -> Plot {
    let rows = state_rows(view.game, track, change, catalogue);
    let points = rows.iter().enumerate().map(|(index, (name, chance))| {
        let words = format!("{}: {}", name.words(), figures::percent(chance));
        (count(index), figures::float(chance), words)
    });
    Plot {
        below: format!("{who} · {}", about(change, catalogue)),
        beside: catalogue.text("odds-chance", &Vec::new()),
        shares: true,
        curves: vec![Curve { name: change.called.clone(), points: points.collect() }],
        places: Places::Words(rows.iter().map(|(name, _)| name.words()).collect()),
        lines: false,
        note: None,
    }
}

/// What a plot shows, for those who do not see it.
fn in_words(name: &str, plot: &Plot) -> String {
    let points = plot.curves.iter().flat_map(|curve| &curve.points).map(|(.., words)| words.as_str());
    format!("{name}: {}", points.collect::<Vec<_>>().join("; "))
}
