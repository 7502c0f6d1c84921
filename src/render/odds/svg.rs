//! Odds as a picture for a post or a page: one SVG that needs nothing else.
//!
//! Colours follow the reader's light or dark scheme, and nothing is told by colour alone:
//! bars have patterns, lines have dashes and marks of their own.

mod drawing;
mod paper;
pub(super) mod plots;
mod scale;

use super::{View, charts, outcomes};
use crate::render::{Catalogue, shortened, width};
use drawing::{draw, has_lines};
use paper::Paper;
use plots::{Plot, plots};

/// How wide the picture is.
const WIDTH: f64 = 720.0;
/// How wide a letter is on average.
const LETTER: f64 = 7.2;
/// So many letters of a title stand in a line, and so many lines there are.
const TITLE: usize = 64;
const TITLE_LINES: usize = 3;
/// Names in the legend are cut here.
const LONGEST: usize = 88;

/// The view as a picture.
#[must_use]
pub fn render(view: &View, catalogue: &Catalogue) -> String {
    let plots = plots(view, catalogue);
    picture(&title(view), &description(view, catalogue), &[&plots], catalogue)
}

/// Plots below one another; each group has a legend of its own.
pub(super) fn picture(title: &str, description: &str, groups: &[&[Plot]], catalogue: &Catalogue) -> String {
    let mut paper = Paper::default();
    let mut y = 28.0;
    for line in lines(title) {
        paper.text(16.0, y, "tirada-title", &line);
        y += 20.0;
    }
    y -= 4.0;
    for plots in groups {
        let names: Vec<&str> = plots.first().map(Plot::names).unwrap_or_default();
        if names.len() > 1 {
            y = legend(&mut paper, &names, plots, y);
        }
        for plot in *plots {
            y = draw(&mut paper, plot, y);
        }
    }
    for note in groups.iter().copied().flatten().filter_map(|plot| plot.note.as_deref()) {
        paper.text(16.0, y + 4.0, "tirada-note", &shortened(note, 100));
        y += 18.0;
    }
    paper.finish(WIDTH, y + 8.0, title, description, catalogue.language().tag())
}

/// A title in as many lines as it takes, cut where that would be very many.
fn lines(title: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in title.split(' ') {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= TITLE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > TITLE_LINES {
        lines.truncate(TITLE_LINES);
        lines.iter_mut().skip(TITLE_LINES - 1).for_each(|line| line.push_str(" …"));
    }
    lines.iter().map(|line| shortened(line, TITLE).into_owned()).collect()
}

/// What the picture is about.
fn title(view: &View) -> String {
    let mut expressions: Vec<&str> = view.series.iter().map(|series| series.expression.as_str()).collect();
    expressions.dedup();
    let mut names: Vec<&str> = view.series.iter().map(|series| series.name.as_str()).collect();
    names.dedup();
    match (expressions.as_slice(), names.as_slice()) {
        ([only], [name]) if only == name => (*only).to_owned(),
        ([only], names) => format!("{only} · {}", names.join(", ")),
        (_, names) => names.join(", "),
    }
}

/// The same in words, for those who do not see it.
fn description(view: &View, catalogue: &Catalogue) -> String {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut lines = Vec::new();
    for series in &view.series {
        for (index, point) in series.points.iter().enumerate() {
            let mut parts = vec![series.name.clone()];
            parts.extend(view.values_at(index).iter().map(|(name, value)| format!("{name} {value}")));
            if let Some(success) = point.odds.success() {
                parts.push(format!("{} {}", say("odds-success"), super::figures::percent(&success)));
            }
            if view.parameters.is_empty() {
                let ends = point.odds.outcomes.iter().map(|outcome| {
                    format!("{} {}", outcomes::name(outcome, catalogue), super::figures::percent(&outcome.chance))
                });
                parts.extend(ends);
                parts.push(charts::summary(&point.odds.values, point.odds.samples, catalogue).words());
            } else if let Some(mean) = outcomes::mean(&point.odds) {
                parts.push(format!("{} {}", say("odds-mean"), super::figures::decimal(&mean)));
            }
            lines.push(parts.join("; "));
        }
    }
    lines.join("\n")
}

/// The names of several series with their marks; where it ends.
fn legend(paper: &mut Paper, names: &[&str], plots: &[Plot], mut y: f64) -> f64 {
    let bars = plots.iter().any(|plot| !has_lines(plot));
    let lines = plots.iter().any(has_lines);
    let samples = if bars && lines { 60.0 } else { 32.0 };
    let mut x = 16.0;
    for (index, name) in names.iter().enumerate() {
        let name = shortened(name, LONGEST);
        let wide = samples + LETTER * count(width(&name)) + 20.0;
        if x > 16.0 && x + wide > WIDTH - 16.0 {
            x = 16.0;
            y += 20.0;
        }
        if bars {
            paper.bar_sample(index, x, y);
        }
        if lines {
            paper.line_sample(index, x + samples - 32.0, y + 6.0);
        }
        paper.text(x + samples, y + 10.0, "tirada-label", &name);
        x += wide;
    }
    y + 26.0
}

/// A count as a length.
pub(super) fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}
