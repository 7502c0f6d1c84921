//! Draws a plot: axes, bars, lines.

use super::paper::{Paper, number};
use super::scale::{Scale, label};
use super::{LETTER, WIDTH};
use crate::report::odds::plot::{AxisScale, Curve, Plot, count};
use crate::report::{shortened, width};
use crate::sort::Sort as _;

/// Room at the left for the numbers of the upward axis, and at the right.
const LEFT: f64 = 64.0;
const RIGHT: f64 = 20.0;
/// How high the drawing is, without what is written around it.
const HEIGHT: f64 = 260.0;
/// Bars narrower than this are drawn as a line; those of several series sooner, as their
/// patterns are not seen any more.
const NARROWEST: f64 = 2.5;
const NARROWEST_OF_SEVERAL: f64 = 6.0;
/// More bars than this do not say what they are.
const TALKING: usize = 150;
/// Bars at least so wide have their number above them.
const LABELLED: f64 = 40.0;
/// A line has about so many marks at most.
const MARKS: usize = 30;
/// Words below the axis are cut here.
const LONGEST: usize = 24;

/// Draws a plot from a height on; where it ends.
pub(super) fn draw(paper: &mut Paper, plot: &Plot, top: f64) -> f64 {
    let top = top + 26.0;
    let bottom = top + HEIGHT;
    paper.text(16.0, top - 12.0, "tirada-label", &plot.beside);
    let up = upward(paper, plot, top, bottom);
    let (right, slot) = rightward(plot);
    let end = labels_below(paper, plot, &right, slot, bottom);
    if has_lines(plot) {
        for (index, curve) in plot.curves.iter().enumerate() {
            draw_line(paper, index, curve, &right, &up);
        }
    } else {
        draw_bars(paper, plot, &right, &up, slot);
    }
    for (index, curve) in plot.curves.iter().enumerate() {
        if let Some((x, words)) = &curve.mean {
            paper.mean(index, &format!("M{} {}V{}", number(right.at(*x)), number(top), number(bottom)), words);
        }
    }
    let zero = number(up.at(0.0).clamp(top, bottom));
    paper.path(
        "tirada-axis",
        &format!(
            "M{} {zero}H{}M{} {}V{}",
            number(LEFT),
            number(WIDTH - RIGHT),
            number(LEFT),
            number(top),
            number(bottom)
        ),
    );
    end
}

/// Whether a plot is drawn with lines: because it is meant so, or because bars would be too
/// narrow.
pub(super) fn has_lines(plot: &Plot) -> bool {
    let (_, slot) = rightward(plot);
    let narrowest = if plot.curves.len() > 1 { NARROWEST_OF_SEVERAL } else { NARROWEST };
    plot.lines || slot / count(plot.curves.len().max(1)) < narrowest
}

/// The upward axis with its lines and numbers.
fn upward(paper: &mut Paper, plot: &Plot, top: f64, bottom: f64) -> Scale {
    let heights = || plot.curves.iter().flat_map(|curve| &curve.points).map(|(_, y, _)| *y);
    let highest = heights().fold(0.0, f64::max);
    let lowest = heights().fold(0.0, f64::min);
    let unit = if plot.shares { 100.0 } else { 1.0 };
    // Up to the next line, so that the highest stays below it; shares never go beyond 1.
    let (_, step) = Scale::new(lowest * unit, highest * unit, 0.0, 1.0).ticks(5.0, 0.0);
    let ceiling = (highest * unit / step - 1e-9).ceil() * step;
    let ceiling = if plot.shares { ceiling.min(100.0) } else { ceiling };
    let floor = (lowest * unit / step + 1e-9).floor() * step;
    let ruler = Scale::new(floor, ceiling, bottom, top);
    let (ticks, step) = ruler.ticks(5.0, 0.0);
    let mut lines = String::new();
    for tick in ticks {
        let y = ruler.at(tick);
        lines.push_str(&format!("M{} {}H{}", number(LEFT), number(y), number(WIDTH - RIGHT)));
        let sign = if plot.shares { "%" } else { "" };
        let at = format!("x=\"{}\" y=\"{}\" text-anchor=\"end\"", number(LEFT - 8.0), number(y + 4.0));
        paper.text_as(&at, &format!("{}{sign}", label(tick, step)));
    }
    paper.path("tirada-grid", &lines);
    Scale::new(floor / unit, ceiling / unit, bottom, top)
}

/// How things lie from left to right, and how much room each has.
fn rightward(plot: &Plot) -> (Scale, f64) {
    let room = WIDTH - RIGHT - LEFT;
    match &plot.places {
        AxisScale::Words(words) => {
            let slot = room / count(words.len().max(1));
            (Scale::new(0.0, count(words.len()), LEFT + slot / 2.0, WIDTH - RIGHT + slot / 2.0), slot)
        }
        AxisScale::Numbers => {
            let mut places: Vec<f64> = plot.curves.iter().flat_map(|curve| &curve.points).map(|(x, ..)| *x).collect();
            places.order_by(f64::total_cmp);
            places.dedup();
            let (low, high) = (places.first().copied().unwrap_or(0.0), places.last().copied().unwrap_or(1.0));
            let gaps = places.iter().zip(places.iter().skip(1)).map(|(one, next)| next - one);
            let gap = gaps.fold(f64::INFINITY, f64::min);
            let gap = if gap.is_finite() { gap } else { 1.0 };
            // Bars need half of their room beyond the first and the last; lines a little.
            let beyond = if plot.lines { ((high - low) / 60.0).min(gap / 2.0) } else { gap / 2.0 };
            let scale = Scale::new(low - beyond, high + beyond, LEFT, WIDTH - RIGHT);
            (scale, scale.at(gap) - scale.at(0.0))
        }
    }
}

/// What is below the axis; where it ends.
fn labels_below(paper: &mut Paper, plot: &Plot, right: &Scale, slot: f64, bottom: f64) -> f64 {
    let mut marks = String::new();
    let mut end = bottom + 20.0;
    match &plot.places {
        AxisScale::Numbers => {
            let (low, high) = right.ends();
            let widest = label(low, 1.0).len().max(label(high, 1.0).len());
            let about = (WIDTH - LEFT - RIGHT) / (LETTER * count(widest) + 16.0);
            let (ticks, step) = right.ticks(about.min(12.0), 1.0);
            for tick in ticks {
                let x = right.at(tick);
                marks.push_str(&format!("M{} {}v5", number(x), number(bottom)));
                let at = format!("x=\"{}\" y=\"{}\" text-anchor=\"middle\"", number(x), number(end));
                paper.text_as(&at, &label(tick, step));
            }
        }
        AxisScale::Words(words) => {
            let longest = words.iter().map(|word| width(word)).max().unwrap_or(0).min(LONGEST);
            let level = LETTER * count(longest) + 8.0 <= slot;
            // Where there are very many, not every one can be named.
            let every = (16.0 / slot).ceil().max(1.0);
            for (index, word) in words.iter().enumerate().filter(|(index, _)| count(*index) % every < 0.5) {
                let x = right.at(count(index));
                marks.push_str(&format!("M{} {}v5", number(x), number(bottom)));
                let word = shortened(word, LONGEST);
                let at = if level {
                    format!("x=\"{}\" y=\"{}\" text-anchor=\"middle\"", number(x), number(end))
                } else {
                    let (x, y) = (number(x + 4.0), number(bottom + 14.0));
                    format!("transform=\"translate({x} {y}) rotate(-40)\" text-anchor=\"end\"")
                };
                paper.text_as(&at, &word);
            }
            if !level {
                end = bottom + 18.0 + 0.65 * LETTER * count(longest);
            }
        }
    }
    paper.path("tirada-axis", &marks);
    let middle = number((LEFT + WIDTH - RIGHT) / 2.0);
    paper.text_as(&format!("x=\"{middle}\" y=\"{}\" text-anchor=\"middle\"", number(end + 20.0)), &plot.below);
    end + 32.0
}

/// Bars side by side, one for each series.
fn draw_bars(paper: &mut Paper, plot: &Plot, right: &Scale, up: &Scale, slot: f64) {
    let many = count(plot.curves.len().max(1));
    let group = (slot * 0.82).min(64.0 * many);
    let wide = group / many;
    let all: usize = plot.curves.iter().map(|curve| curve.points.len()).sum();
    for (index, curve) in plot.curves.iter().enumerate() {
        let mut path = String::new();
        for (x, y, words) in &curve.points {
            let left = right.at(*x) - group / 2.0 + wide * count(index);
            let (zero, top) = (up.at(0.0), up.at(*y));
            let (high, low) = (top.min(zero), top.max(zero));
            if all <= TALKING {
                paper.bar(index, (left, high), (wide, low - high), words);
            } else {
                path.push_str(&format!(
                    "M{} {}V{}h{}V{}z",
                    number(left),
                    number(low),
                    number(high),
                    number(wide),
                    number(low)
                ));
            }
            if wide >= LABELLED && plot.shares {
                let at = format!("x=\"{}\" y=\"{}\"", number(left + wide / 2.0), number(high - 4.0));
                let percent = words.rsplit(": ").next().unwrap_or(words);
                paper.text_as(&format!("{at} text-anchor=\"middle\" class=\"tirada-small\""), percent);
            }
        }
        if !path.is_empty() {
            paper.bars(index, &path);
        }
    }
}

/// A line with marks.
fn draw_line(paper: &mut Paper, index: usize, curve: &Curve, right: &Scale, up: &Scale) {
    let path = curve.points.iter().enumerate().map(|(at, (x, y, _))| {
        format!("{}{} {}", if at == 0 { "M" } else { "L" }, number(right.at(*x)), number(up.at(*y)))
    });
    paper.curve(index, &path.collect::<String>());
    let every = curve.points.len().div_ceil(MARKS).max(1);
    for (x, y, words) in curve.points.iter().step_by(every) {
        paper.mark(index, right.at(*x), up.at(*y), words);
    }
}
