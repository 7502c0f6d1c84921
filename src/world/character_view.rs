//! The visible state of a character: plain data, for sheets and for programs. The evaluator of formulas fills it in.

use super::Answer;
use super::people::{HeldTag, Lasts, TagValue};
use crate::check::program::{CheckedGame, Default, Op, Question};

/// The visible state of a character.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Look {
    pub name: String,
    /// The name of its game, for people.
    pub ruleset: String,
    /// Its traits, in the order of the game.
    pub traits: Vec<TraitLook>,
    /// Names of its own in open groups.
    pub open: Vec<OpenLook>,
    /// Its tracks, in the order of the game.
    pub tracks: Vec<TrackLook>,
    /// Its points, in the order of the game.
    pub points: Vec<PointsLook>,
    /// Its tags, those of a kind together.
    pub tags: Vec<TagLook>,
}

/// A trait of a character, as reports show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraitLook {
    pub name: String,
    /// The group that it belongs to.
    pub group: Option<String>,
    /// Its value, as far as there is one.
    pub value: Option<Answer>,
    /// Whether a formula computes it.
    pub derived: bool,
    /// The default, which all have that have no other.
    pub usual: bool,
}

/// A name that the character's file adds to an open group, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenLook {
    /// The group that allows free names.
    pub group: String,
    pub name: String,
    pub value: Answer,
}

/// A track: its boxes, marks and state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackLook {
    pub name: String,
    /// The number of boxes.
    pub boxes: i64,
    /// How many of them stand in a row.
    pub row: Option<i64>,
    /// How many have a mark.
    pub lost: i64,
    /// Kinds of mark, lightest first.
    pub marks: Vec<MarkLook>,
    /// All of its states, in the order of the game.
    pub states: Vec<String>,
    /// The state that holds.
    pub state: Option<String>,
}

/// A kind of mark on a track, and how many there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkLook {
    pub name: String,
    pub sign: String,
    /// How many boxes have it.
    pub count: i64,
    /// How many boxes it has for itself, if so, and how much one of them takes.
    pub own: Option<(i64, i64)>,
}

impl TrackLook {
    /// The boxes in rows, each with the index of its mark: those with the heaviest marks first, so many in a row; or
    /// a row for each mark, where each has boxes of its own. Of all boxes that are more than `most`, none.
    #[must_use]
    pub fn rows(&self, most: usize, in_row: usize) -> Vec<Vec<Option<usize>>> {
        let count = |number: i64| usize::try_from(number).unwrap_or(0);
        let all = count(self.boxes);
        if all > most {
            return Vec::new();
        }
        let filled = |mark: usize, boxes: usize| std::iter::repeat_n(Some(mark), boxes);
        if self.marks.iter().any(|mark| mark.own.is_some()) {
            let row = |(mark, look): (usize, &MarkLook)| {
                let boxes = count(look.own.map_or(0, |(boxes, _)| boxes));
                let mut row: Vec<Option<usize>> = filled(mark, count(look.count).min(boxes)).collect();
                row.resize(boxes, None);
                row
            };
            return self.marks.iter().enumerate().map(row).collect();
        }
        let marks = self.marks.iter().enumerate().rev();
        let mut boxes: Vec<Option<usize>> =
            marks.flat_map(|(mark, look)| filled(mark, count(look.count).min(all))).take(all).collect();
        boxes.resize(all, None);
        boxes.chunks(in_row.max(1)).map(<[_]>::to_vec).collect()
    }
}

/// Points of a character, as reports show them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointsLook {
    pub name: String,
    /// How many there are now; `None`: not said.
    pub now: Option<i64>,
    /// The most there can be.
    pub max: Option<i64>,
    /// The state that holds.
    pub state: Option<String>,
    /// Nothing is taken or added.
    pub endless: bool,
    /// Bookkeeping of the rules.
    pub internal: bool,
    /// The character had some of them once: that none is left is news.
    pub reserve: bool,
}

impl PointsLook {
    /// There are none, and that is no news.
    #[must_use]
    pub fn says_nothing(&self) -> bool {
        self.now == Some(0) && self.max.is_none() && !self.reserve
    }
}

/// A tag of a character, as reports show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TagLook {
    pub kind: String,
    pub name: Option<String>,
    /// Its values by name.
    pub values: Vec<(String, Answer)>,
    /// Those of them that are the number that the ruleset gives unless another is said.
    pub usual: Vec<String>,
    /// How long it lasts; `None`: until it is taken away.
    pub lasts: Option<LastsLook>,
    /// At whose turns that is counted, where that is another.
    pub turn: Option<String>,
    /// Bookkeeping of the rules.
    pub internal: bool,
}

impl Look {
    /// The same without bookkeeping and without zeros that say nothing: points that only count something,
    /// numbers that are worked out, and those that are 0 unless a sheet says something else, also in tags; what is worked
    /// out and does not hold, and words of tags that hold of all of which nothing else is given.
    #[must_use]
    pub fn brief(mut self) -> Self {
        self.traits.retain(|one| match one.value {
            Some(Answer::Number(0)) => !(one.derived || one.usual),
            Some(Answer::Flag(false)) => !one.derived,
            _ => true,
        });
        self.points.retain(|one| !one.internal && !one.says_nothing());
        self.tags.retain(|one| !one.internal);
        for TagLook { values, usual, .. } in &mut self.tags {
            let says_nothing = |value: &Answer| matches!(value, Answer::Number(0) | Answer::Text(_));
            values.retain(|(name, value)| !says_nothing(value) || !usual.contains(name));
        }
        self
    }
}

/// How long a tag lasts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LastsLook {
    /// So many of a unit of time.
    For(i64, String),
    /// Until this is true, as it is written.
    Until(String),
}

impl LastsLook {
    /// How long something lasts; `None`: until it is taken away.
    #[must_use]
    pub fn of(game: &CheckedGame, lasts: Lasts) -> Option<Self> {
        match lasts {
            Lasts::Permanent => None,
            Lasts::Times(count, time) => Some(Self::For(count, game.time(time).name.to_string())),
            Lasts::Until(index) => Some(Self::Until(until_words(game, index))),
        }
    }
}

impl TagLook {
    /// A tag that a character has.
    #[must_use]
    pub fn of(game: &CheckedGame, tag: &HeldTag) -> Self {
        let kind = &game.tags[tag.kind];
        let values = kind.values.iter().zip(&tag.values);
        let is_usual = |question: &Question, held: &TagValue| match (&question.default, held) {
            (Some(Default::Value(ir)), TagValue::Number(value)) => {
                matches!(ir.op, Op::Number(usual) if usual == *value)
            }
            _ => false,
        };
        let usual = values.clone().filter(|((_, question), held)| is_usual(question, held));
        Self {
            kind: kind.name.to_string(),
            name: tag.name.clone(),
            usual: usual.map(|((name, _), _)| name.to_string()).collect(),
            values: values
                .map(|((name, question), held)| (name.to_string(), Answer::of_held(game, &question.kind, held)))
                .collect(),
            lasts: LastsLook::of(game, tag.lasts),
            turn: tag.turn.clone(),
            internal: kind.internal,
        }
    }
}

/// A condition until which something lasts, as the game writes it, on one line.
#[must_use]
pub(super) fn until_words(game: &CheckedGame, index: usize) -> String {
    let words = game.untils.get(index).and_then(|ir| {
        let origin = game.origins.get(usize::try_from(ir.at.origin).ok()?)?;
        Some(origin.words(ir.at.span))
    });
    words.unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ")
}
