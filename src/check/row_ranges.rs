//! Intervals of table rows: ascending, disjoint, and without gaps unless they are declared.

use crate::diagnostic::{Code, Diagnostic};
use crate::sort::Sort as _;
use crate::source::Span;

/// An interval, inclusive, and where it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowInterval {
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) row: usize,
    pub(crate) span: Span,
}

/// An interval as people write it.
pub(crate) fn words(low: i64, high: i64) -> String {
    match (low, high) {
        (i64::MIN, i64::MAX) => "any".to_owned(),
        (i64::MIN, high) => format!("..{high}"),
        (low, i64::MAX) => format!("{low}.."),
        (low, high) if low == high => low.to_string(),
        (low, high) => format!("{low}..{high}"),
    }
}

/// Sorts intervals and reports overlaps and, unless they are meant, gaps.
pub(crate) fn in_order(mut list: Vec<RowInterval>, gaps: bool, errors: &mut Vec<Diagnostic>) -> Vec<(i64, i64, usize)> {
    list.order_by_key(|interval| (interval.low, interval.high));
    let mut previous: Option<RowInterval> = None;
    for &interval in &list {
        if let Some(before) = previous {
            if interval.low <= before.high {
                let shared = words(interval.low, interval.high.min(before.high));
                let later =
                    if before.span.start <= interval.span.start { (interval, before) } else { (before, interval) };
                errors.push(
                    Diagnostic::error(Code::RangesOverlap, later.0.span)
                        .arg("shared", shared)
                        .label(later.1.span, "label-also-here")
                        .help("help-move-one-end"),
                );
            } else if interval.low - 1 > before.high && !gaps {
                let missing = words(before.high + 1, interval.low - 1);
                errors.push(
                    Diagnostic::error(Code::RangeGap, interval.span)
                        .arg("missing", missing)
                        .label(before.span, "label-before")
                        .help("help-gap"),
                );
            }
        }
        if previous.is_none_or(|before| interval.high > before.high) {
            previous = Some(interval);
        }
    }
    list.into_iter().map(|interval| (interval.low, interval.high, interval.row)).collect()
}
