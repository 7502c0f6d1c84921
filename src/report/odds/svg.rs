//! Odds as a picture for a post or a page: a self-contained SVG.
//!
//! Colours follow the reader's light or dark scheme, and nothing is conveyed by colour alone: bars have patterns, and
//! lines have their own dashes and marks.

mod drawing;
pub mod paper;
pub mod scale;

use super::Report;
use super::plot::{Picture, Plot, count};
use crate::report::numbers::Numbers;
use crate::report::{Catalogue, shortened, width};
use drawing::{draw, has_lines};
use paper::Paper;

/// How wide the picture is.
const WIDTH: f64 = 720.0;
/// How wide a letter is on average.
const LETTER: f64 = 7.2;
/// Characters per line of a title, and the greatest number of lines.
const TITLE: usize = 64;
const TITLE_LINES: usize = 3;
/// Names in the legend are cut here.
const LONGEST: usize = 88;

/// The answer as a picture.
#[must_use]
pub fn render(report: &dyn Report, catalogue: &Catalogue) -> String {
    let title = report.title(catalogue).words();
    let Picture { description, groups } = report.picture(catalogue);
    let mut paper = Paper::new(Numbers::of(catalogue));
    let mut y = 28.0;
    for line in lines(&title) {
        paper.text(16.0, y, "tirada-title", &line);
        y += 20.0;
    }
    y -= 4.0;
    for plots in &groups {
        let names: Vec<&str> = plots.first().map(Plot::names).unwrap_or_default();
        if names.len() > 1 {
            y = legend(&mut paper, &names, plots, y);
        }
        for plot in plots {
            y = draw(&mut paper, plot, y);
        }
    }
    for note in groups.iter().flatten().filter_map(|plot| plot.note.as_deref()) {
        paper.text(16.0, y + 4.0, "tirada-note", &shortened(note, 100));
        y += 18.0;
    }
    paper.finish(WIDTH, y + 8.0, &title, &description.join("\n"), catalogue.language().tag())
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
