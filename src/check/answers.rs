//! Answers in words, and the rows that numbers select.

use super::program::{AnswerKind, Cell, CheckedGame, LookupTable, Op};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::id::Id;
use crate::source::{fold, nfc, whole};
use crate::syntax::translated;

/// What a person's answer means: a number, yes or no, a name. Names are taken
/// without their accents or case when only one can be meant.
#[must_use]
pub fn answer_of(game: &CheckedGame, kind: &AnswerKind, text: &str) -> Option<i64> {
    let text = nfc(text.trim());
    let text = text.trim_matches(['«', '»', '"']);
    let number = whole(text);
    let pick = |names: Vec<(&str, i64)>| -> Option<i64> {
        let exact = names.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        exact.or_else(|| nearly(text, names))
    };
    match kind {
        AnswerKind::Number(..) | AnswerKind::Trait(..) => {
            let (min, max) = game.bounds(kind);
            number.filter(|number| min.is_none_or(|min| *number >= min) && max.is_none_or(|max| *number <= max))
        }
        AnswerKind::YesNo => pick(vec![("yes", 1), ("no", 0), ("sí", 1), ("1", 1), ("0", 0)]),
        AnswerKind::OneOf(words) => pick(
            words.iter().enumerate().filter_map(|(at, word)| Some((word.as_str(), i64::try_from(at).ok()?))).collect(),
        ),
        // By its name, or by a number that belongs to it.
        AnswerKind::Row(table) => {
            row_called(game, *table, text).or_else(|| i64::try_from(row_for(game, *table, number?)?).ok())
        }
        AnswerKind::Cell(table, column) => {
            let row = match row_called(game, *table, text) {
                Some(row) => usize::try_from(row).ok()?,
                None => return number,
            };
            match game.tables[*table].rows.get(row)?.cells.get(*column)? {
                Cell::Value(ir) => match &ir.op {
                    Op::Number(value) => Some(*value),
                    Op::Negate(inner) => match inner.op {
                        Op::Number(value) => value.checked_neg(),
                        _ => None,
                    },
                    _ => None,
                },
                Cell::Pending(_) | Cell::Effects(_) => None,
            }
        }
        AnswerKind::Points(points) => {
            pick(points.iter().map(|points| (&*game.points[*points].name, points.number())).collect())
        }
        // Who and what these are, only a game that is being played can say.
        AnswerKind::Tag(_) | AnswerKind::Character(_) | AnswerKind::Dice | AnswerKind::Text => None,
        AnswerKind::Column(table) => {
            let columns = &game.tables[*table].columns;
            pick(
                columns
                    .iter()
                    .enumerate()
                    .filter_map(|(at, column)| Some((column.name.as_deref()?, i64::try_from(at).ok()?)))
                    .collect(),
            )
        }
    }
}

/// The index of the row with a name, which may be written without its accents or in another case.
#[must_use]
pub fn row_called(game: &CheckedGame, table: Id<LookupTable>, text: &str) -> Option<i64> {
    let names = &game.tables[table].names;
    let index = |row: usize| i64::try_from(row).ok();
    match names.get(text) {
        Some(row) => index(*row),
        // Digits have neither case nor accents.
        None if text.bytes().all(|byte| byte.is_ascii_digit()) => None,
        None => nearly(text, names.iter().filter_map(|(name, row)| Some((name.as_str(), index(*row)?)))),
    }
}

/// What a text means that is one of some names but for its accents or case, if only one can be meant.
fn nearly<'n>(text: &str, names: impl IntoIterator<Item = (&'n str, i64)>) -> Option<i64> {
    let folded = fold(text);
    let mut same = names.into_iter().filter(|(name, _)| fold(name) == folded);
    match (same.next(), same.next()) {
        (Some((_, value)), None) => Some(value),
        _ => None,
    }
}

/// The error for words that answer nothing: outside of the numbers that are allowed
/// (`outside` is the code for that), or none of the words.
#[must_use]
pub fn bad_answer(game: &CheckedGame, outside: Code, name: &str, text: &str, kind: Option<&AnswerKind>) -> Diagnostic {
    let range = kind.filter(|kind| matches!(kind, AnswerKind::Number(..) | AnswerKind::Trait(..))).map(|kind| {
        let (min, max) = game.bounds(kind);
        super::range_words(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX))
    });
    if let (Some(range), Some(value)) = (&range, whole(text)) {
        let range = range.clone();
        return Diagnostic::error(outside, None).arg("name", name).arg("value", value).arg("range", range);
    }
    let error = Diagnostic::error(Code::BadSetting, None).arg("name", name).arg("text", text);
    // Beside no action, a trait is answered by a number.
    let kind_of_words = kind.filter(|kind| !matches!(kind, AnswerKind::Trait(..)));
    let words = kind_of_words.map_or_else(Vec::new, |kind| game.answers(kind));
    match (range, nearest(text, words.iter().map(String::as_str))) {
        (_, Some(near)) => error.help_with("help-did-you-mean", "name", near.to_owned()),
        (Some(range), _) => {
            // `1_000`, as other programs write numbers.
            let ours = translated(text, &|_| false).map(|one| {
                let mut ours = text.to_owned();
                ours.replace_range(one.span.range(), &one.replacement);
                ours
            });
            match ours.filter(|ours| whole(ours).is_some()) {
                Some(ours) => error.help_with("help-write", "example", ours),
                None => error.help_with("help-a-number", "range", range),
            }
        }
        _ => error.help_with("help-there-is", "names", words),
    }
}

/// The row of a table that a number belongs to, if there is one.
#[must_use]
pub fn row_for(game: &CheckedGame, table: Id<LookupTable>, number: i64) -> Option<usize> {
    let table = &game.tables[table];
    let at = table.intervals.partition_point(|(low, ..)| *low <= number);
    let (low, high, row) = *table.intervals.get(at.checked_sub(1)?)?;
    (low <= number && number <= high).then_some(row)
}
