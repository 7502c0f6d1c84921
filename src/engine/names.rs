//! The words for values: rows, columns, choices.

use super::result::Answer;
use crate::check::program::{Game, Kind};

/// A value as people see it.
#[must_use]
pub fn shown(game: &Game, kind: &Kind, value: i64) -> Answer {
    let index = usize::try_from(value).unwrap_or(usize::MAX);
    let word = match kind {
        Kind::Number | Kind::Dice | Kind::Chosen | Kind::Broken | Kind::Text => return Answer::Number(value),
        Kind::Flag => return Answer::Flag(value != 0),
        Kind::Row(table) => game.tables[*table].rows.get(index).map(|row| row.label.to_string()),
        Kind::Column(table) => game.tables[*table].columns.get(index).and_then(|column| column.name.clone()),
        Kind::Choice(words) => words.get(index).cloned(),
        Kind::Points => game.points.numbered(value).map(|points| game.points[points].name.to_string()),
        Kind::Time => game.times.get(index).map(|one| one.name.to_string()),
        // Who and what these are, only the table knows.
        Kind::Person | Kind::Tag(_) | Kind::Effects => None,
    };
    match (word, kind) {
        (Some(word), _) => Answer::Text(word),
        // Also beyond the table.
        (None, kind) => Answer::Number(kind.number(value)),
    }
}
