//! Whether stored data belongs to a game: it contains ids, which are not checked again once the table is open.

use super::{Env, Event, HeldTag, Lasts, Person, TagValue, World};
use crate::check::program::{CheckedGame, Kind, Named, Question, TrackId, TraitSource};

impl World {
    /// Whether everything that it names by number is in the game.
    #[must_use]
    pub fn fits(&self, game: &CheckedGame) -> bool {
        let now = self.turns.as_ref().is_none_or(|turns| turns.order.is_empty() || turns.now < turns.order.len());
        now && !self.people.is_empty() && self.people.iter().all(|person| person.fits(game))
    }
}

impl Person {
    fn fits(&self, game: &CheckedGame) -> bool {
        self.traits.iter().all(|(index, value)| has_trait(game, *index, *value))
            && self.points.keys().all(|points| game.points.has(*points))
            && self.marks.iter().all(|(track, marks)| has_marks(game, *track, marks))
            && self.tags.iter().all(|tag| tag.fits(game))
    }
}

impl Person {
    /// Of which kind of characters it is.
    #[must_use]
    pub fn kind(&self, game: &CheckedGame) -> Option<i64> {
        let kinds = game.kinds.as_ref()?;
        Some(self.traits.get(&kinds.of).copied().unwrap_or(kinds.usual))
    }

    /// The kind of the character, where characters of that kind do not have something.
    #[must_use]
    pub fn lacks<'g>(&self, game: &'g CheckedGame, what: Named) -> Option<&'g str> {
        let kinds = game.kinds.as_ref()?;
        let kind = self.kind(game)?;
        (!kinds.have(kind, what)).then(|| kinds.name(kind))
    }

    /// Whether a trait is missing that the character has to have: its sheet is not filled in yet.
    #[must_use]
    pub fn is_unfinished(&self, game: &CheckedGame) -> bool {
        game.traits.iter().enumerate().any(|(at, one)| match &one.source {
            TraitSource::Given(question) => {
                let is_blank = !self.traits.contains_key(&at) && self.lacks(game, Named::Trait(at)).is_none();
                is_blank && question.must_be_answered()
            }
            _ => false,
        })
    }

    /// Everything that it says of itself, by what it is.
    #[must_use]
    pub fn has_of(&self, game: &CheckedGame) -> Vec<Named> {
        let open = game.traits.iter().position(|one| matches!(one.source, TraitSource::Group(_)));
        let open = open.filter(|_| !self.open.is_empty()).map(Named::Group);
        let own = self.traits.keys().map(|index| Named::Trait(*index)).chain(open);
        let own = own.chain(self.points.keys().map(|index| Named::Points(*index)));
        let marked = self.marks.iter().filter(|(_, marks)| marks.iter().any(|one| *one > 0));
        let own = own.chain(marked.map(|(index, _)| Named::Track(*index)));
        own.chain(self.tags.iter().map(|tag| Named::Tag(tag.kind))).collect()
    }
}

impl HeldTag {
    fn fits(&self, game: &CheckedGame) -> bool {
        if !game.tags.has(self.kind) {
            return false;
        }
        let kind = &game.tags[self.kind];
        kind.values.len() == self.values.len()
            && kind.values.iter().zip(&self.values).all(|((_, question), held)| holds(game, question, held))
            && self.lasts.fits(game)
    }
}

impl Lasts {
    fn fits(self, game: &CheckedGame) -> bool {
        match self {
            Self::Permanent => true,
            Self::Times(_, time) => time < game.times.len(),
            Self::Until(index) => index < game.untils.len(),
        }
    }
}

impl Event {
    /// Whether everything that it names by number is in the game.
    #[must_use]
    pub fn fits(&self, game: &CheckedGame) -> bool {
        match self {
            Self::Points { points, .. } => game.points.has(*points),
            Self::Trait { index, from, to, .. } => [from, to].iter().all(|value| has_trait(game, *index, **value)),
            Self::Marks { track, from, to, .. } => [from, to].iter().all(|marks| has_marks(game, *track, marks)),
            Self::TagGained { tag, .. } | Self::TagLost { tag, .. } => tag.fits(game),
            Self::TagLasts { from, to, .. } => from.fits(game) && to.fits(game),
            Self::State { holder, from, to, .. } => {
                game.holder(*holder).is_some_and(|holder| *from.max(to) < holder.states.len())
            }
            Self::Passed(time) => *time < game.times.len(),
            Self::Own { .. } | Self::TagValue { .. } | Self::Said(_) | Self::Turn(_) => true,
        }
    }
}

impl Env {
    /// Whether everything that it names by number is in the game.
    #[must_use]
    pub fn fits(&self, game: &CheckedGame) -> bool {
        self.traits.iter().all(|(index, value)| has_trait(game, *index, *value))
            && self.options.iter().all(|(index, value)| {
                game.options.get(*index).is_some_and(|option| is_among(game, &option.question, *value))
            })
    }
}

fn has_trait(game: &CheckedGame, index: usize, value: i64) -> bool {
    game.traits.get(index).is_some_and(|one| match &one.source {
        TraitSource::Given(question) => is_among(game, question, value),
        _ => true,
    })
}

/// Marks have a place for each kind of mark.
fn has_marks(game: &CheckedGame, track: TrackId, marks: &[i64]) -> bool {
    game.tracks.has(track) && game.tracks[track].marks.len() == marks.len()
}

fn holds(game: &CheckedGame, question: &Question, held: &TagValue) -> bool {
    match held {
        TagValue::Number(value) => is_among(game, question, *value),
        TagValue::Text(_) => true,
    }
}

/// Whether what a value stands for is there; less than 0 stands for nothing.
fn is_among(game: &CheckedGame, question: &Question, value: i64) -> bool {
    let count = match question.value_kind() {
        Kind::Choice(words) => words.len(),
        Kind::Row(table) => game.tables[table].rows.len(),
        Kind::Column(table) => game.tables[table].columns.len(),
        _ => return true,
    };
    usize::try_from(value).is_ok_and(|value| value < count) || value < 0
}
