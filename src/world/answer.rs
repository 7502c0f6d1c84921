//! Values as readers see them: numbers, truth values, and the names of rows, columns and choices.

use serde::Serialize;

use super::TagValue;
use crate::check::program::{AnswerKind, CheckedGame, Kind};

/// A value as people see it.
///
/// ```
/// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
/// let answer = |text: &str| Ok::<_, tirada::Problems>(lamp.prepare(text)?.roll(&mut tirada::Dice::seeded(1))?.value().clone());
/// assert_eq!(answer("2 + 3")?, tirada::Answer::Number(5));
/// assert_eq!(answer("2 > 3")?, tirada::Answer::Flag(false));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// A whole number: a total, a margin, a trait.
    Number(i64),
    /// A truth value.
    Flag(bool),
    /// A text; also the name of a row, a column or a choice.
    Text(String),
}

impl Answer {
    /// A value of a kind, by name. A value without a name, such as an index beyond the table, stays a number.
    #[must_use]
    pub(crate) fn of(game: &CheckedGame, kind: &Kind, value: i64) -> Self {
        let index = usize::try_from(value).unwrap_or(usize::MAX);
        let name = match kind {
            Kind::Flag => return Self::Flag(value != 0),
            Kind::Row(table) => game.tables[*table].rows.get(index).map(|row| row.label.to_string()),
            Kind::Column(table) => game.tables[*table].columns.get(index).and_then(|one| one.name.clone()),
            Kind::Choice(words) => words.get(index).cloned(),
            Kind::Points => game.points.numbered(value).map(|points| game.points[points].name.to_string()),
            Kind::Time => game.times.get(index).map(|one| one.name.to_string()),
            _ => None,
        };
        name.map_or_else(|| Self::Number(kind.number(value)), Self::Text)
    }

    /// A stored value of a question of a kind.
    #[must_use]
    pub(crate) fn of_held(game: &CheckedGame, kind: &AnswerKind, held: &TagValue) -> Self {
        match held {
            TagValue::Number(value) => Self::of(game, &kind.kind(), *value),
            TagValue::Text(text) => Self::Text(text.clone()),
        }
    }

    /// The value as a file says it.
    #[must_use]
    pub(crate) fn written(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Flag(true) => "yes".to_owned(),
            Self::Flag(false) => "no".to_owned(),
            Self::Text(text) => text.clone(),
        }
    }
}
