//! The values that characters have: points, marks, states, sums of modifiers.

use super::action_state::ANY_NUMBER;
use super::effects::{AskedFor, CharacterFact};
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::result::{Answer, How, TraceStep};
use crate::check::program::{
    AnswerKind, At, Default, Gathering, Ir, Named, PointsId, PointsRead, State, TagId, TrackId, TrackRead,
};
use crate::diagnostic::Code;
use crate::world::{HeldTag, TABLE};

impl<'a> Machine<'a> {
    /// The value that a formula reads of points, recorded like a trait.
    pub(super) fn points_read(&mut self, index: PointsId, read: PointsRead, at: At) -> Result<i64, Failure> {
        let value = self.points(index, read, at)?;
        if self.telling() {
            let def = &self.game.points[index];
            let (name, how) = match read {
                PointsRead::Now => (def.name.to_string(), How::Held),
                PointsRead::Max => (format!("{}.max", def.name), How::Derived),
            };
            self.tell_held(&name, def.shared, value, how);
        }
        Ok(value)
    }

    /// The value that a formula reads of a track, recorded like a trait.
    pub(super) fn track_read(&mut self, index: TrackId, read: TrackRead, at: At) -> Result<i64, Failure> {
        let value = self.track(index, read, at)?;
        if self.telling() {
            let def = &self.game.tracks[index];
            let of = |mark: usize| def.marks.get(mark).there(at).map(|(mark, _)| mark);
            let name = match read {
                TrackRead::Lost => format!("{}.lost", def.name),
                TrackRead::Left => format!("{}.left", def.name),
                TrackRead::Boxes => format!("{}.boxes", def.name),
                TrackRead::Mark(mark) => format!("{}.{}", def.name, of(mark)?),
                TrackRead::LeftOf(mark) => format!("{}.{}.left", def.name, of(mark)?),
                TrackRead::BoxesOf(mark) => format!("{}.{}.boxes", def.name, of(mark)?),
            };
            self.tell_held(&name, false, value, How::Held);
        }
        Ok(value)
    }

    /// Records a number that is a value of a tag: of the current character's tag by its kind, or of any tag by its
    /// label.
    pub(super) fn tell_value_of_tag(&mut self, kind: TagId, tag: Result<&str, &str>, index: usize, held: &Value) {
        let (Value::Int(value), true) = (held, self.telling()) else { return };
        let value = *value;
        let Some((name, question)) = self.game.tags[kind].values.get(index) else { return };
        if !matches!(question.kind, AnswerKind::Number(..)) {
            return;
        }
        match tag {
            Ok(kind) => self.tell_held(&format!("{kind}.{name}"), false, value, How::Held),
            Err(label) if self.in_state.is_none() => {
                let told = format!("{}.{name}", label.trim_matches(['«', '»']));
                let how = How::Held;
                self.tell(&told, |name| TraceStep::Name { name, value: Answer::Number(value), how, formula: None });
            }
            Err(_) => {}
        }
    }

    /// Records an entry of the current character or of the table. Inside conditions of states, nothing is recorded.
    fn tell_held(&mut self, name: &str, shared: bool, value: i64, how: How) {
        if self.in_state.is_some() {
            return;
        }
        let step = |name| TraceStep::Name { name, value: Answer::Number(value), how, formula: None };
        if shared { self.tell(name, step) } else { self.tell_own(name, step) }
    }

    /// The current value of points.
    pub(super) fn points(&mut self, index: PointsId, read: PointsRead, at: At) -> Result<i64, Failure> {
        let game = self.game;
        let def = &game.points[index];
        if def.shared
            && let Some(play) = self.play.as_deref()
            && play.who != TABLE
        {
            return self.seen_from(TABLE, at, |machine| machine.points(index, read, at));
        }
        if !def.shared {
            self.has_an_owner(&def.name, at)?;
            self.is_of_its_kind(Named::Points(index), at)?;
        }
        if read == PointsRead::Max {
            return match &def.max {
                Some(ir) => self.whole(ir),
                None => Err(Failure::new(Code::PointsWithoutMax, at).arg("name", &*def.name)),
            };
        }
        if let Some(now) = self.person().and_then(|person| person.points.get(&index)) {
            return Ok(*now);
        }
        match &def.start {
            None => Ok(0),
            // Only questions can be optional.
            Some(Default::Open) => Err(Failure::internal(at)),
            Some(Default::Value(ir)) => self.whole(ir),
            Some(Default::Pending(why)) => self.ask(&def.name, AskedFor::Trait, &ANY_NUMBER, Some(why), at),
        }
    }

    /// A formula of the ruleset whose value is a number.
    pub(super) fn whole(&mut self, ir: &'a Ir) -> Result<i64, Failure> {
        match self.formula(ir)? {
            Value::Int(value) => Ok(value),
            Value::Text(_) => Err(Failure::new(Code::TextWhereNumber, ir.at)),
        }
    }

    pub(super) fn track(&mut self, index: TrackId, read: TrackRead, at: At) -> Result<i64, Failure> {
        let game = self.game;
        let def = &game.tracks[index];
        self.has_an_owner_or_none(&def.name, at)?;
        self.is_of_its_kind(Named::Track(index), at)?;
        match read {
            TrackRead::Lost => Ok(self.lost(index)),
            TrackRead::Mark(mark) => self.marks(index).get(mark).copied().there(at),
            TrackRead::Boxes => Ok(self.whole(&def.boxes)?.max(0)),
            TrackRead::BoxesOf(mark) => self.boxes_of(index, mark, at),
            TrackRead::LeftOf(mark) => {
                let marked = self.marks(index).get(mark).copied().there(at)?;
                Ok(self.boxes_of(index, mark, at)?.saturating_sub(marked).max(0))
            }
            TrackRead::Left if !def.each.is_empty() => (0..def.each.len())
                .try_fold(0_i64, |sum, mark| Ok(sum.saturating_add(self.track(index, TrackRead::LeftOf(mark), at)?))),
            TrackRead::Left => Ok(self.whole(&def.boxes)?.saturating_sub(self.lost(index)).max(0)),
        }
    }

    /// The number of boxes of a mark.
    pub(super) fn boxes_of(&mut self, track: TrackId, mark: usize, at: At) -> Result<i64, Failure> {
        let game = self.game;
        let (_, ir) = game.tracks[track].each.get(mark).there(at)?;
        Ok(self.whole(ir)?.max(0))
    }

    fn lost(&mut self, track: TrackId) -> i64 {
        self.reads_of_track(CharacterFact::Lost, track);
        self.marks_now(track).iter().fold(0_i64, |sum, one| sum.saturating_add(*one))
    }

    /// The marked boxes of the current character, by mark.
    pub(super) fn marks(&mut self, track: TrackId) -> Vec<i64> {
        self.reads_of_track(CharacterFact::Marks, track);
        self.marks_now(track)
    }

    /// The same, without reporting a read.
    pub(super) fn marks_now(&self, track: TrackId) -> Vec<i64> {
        let kinds = self.game.tracks[track].marks.len();
        // A character without marks has none of any kind.
        let mut marks = self.person().and_then(|person| person.marks.get(&track)).cloned().unwrap_or_default();
        marks.resize(kinds, 0);
        marks
    }

    /// Reports a read of the facts behind a state that changed; initial states are known of all characters.
    fn reads_of_track(&mut self, fact: fn(usize, TrackId) -> CharacterFact, track: TrackId) {
        if let Some(play) = self.play.as_deref() {
            let changed = |owner: usize| play.changed.contains(&owner);
            if self.in_state.is_none_or(|owner| changed(owner) || changed(play.who)) {
                self.effects.reads(fact(play.who, track));
            }
        }
    }

    /// The current state, as a formula reads it.
    pub(super) fn state_read(&mut self, holder: usize, at: At) -> Result<i64, Failure> {
        let of = self.game.holder(holder).there(at)?;
        if holder < self.game.tracks.len() {
            self.has_an_owner_or_none(of.name, at)?;
        } else if !of.shared {
            self.has_an_owner(of.name, at)?;
        }
        self.is_of_its_kind(self.game.holder_named(holder), at)?;
        let state = self.state(holder, at)?;
        i64::try_from(state).map_err(|_| Failure::internal(at))
    }

    /// The index of the current state of a track or of points.
    pub(super) fn state(&mut self, holder: usize, at: At) -> Result<usize, Failure> {
        let def = self.game.holder(holder).there(at)?;
        let who = self.play.as_deref().map_or(TABLE, |play| play.who);
        if def.shared && who != TABLE {
            return self.seen_from(TABLE, at, |machine| machine.state(holder, at));
        }
        if let Some(state) = self.state_remembered(holder) {
            return Ok(state);
        }
        let outer = self.in_state;
        self.in_state = outer.or(Some(who));
        let found = self.first_state(def.states);
        self.in_state = outer;
        let state = found?.there(at)?;
        self.remember_state(holder, state);
        Ok(state)
    }

    fn first_state(&mut self, states: &'a [State]) -> Result<Option<usize>, Failure> {
        for (index, state) in states.iter().enumerate() {
            let holds = match &state.when {
                None => true,
                Some(ir) => self.whole(ir)? != 0,
            };
            if holds {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// The combined value of a modifier for the current character.
    pub(super) fn gather(&mut self, how: Gathering, modifier: usize, at: At) -> Result<i64, Failure> {
        let game = self.game;
        let telling = self.telling();
        let mut found: Vec<(String, i64)> = Vec::new();
        let called = game.modifiers.get(modifier).there(at)?;
        self.has_an_owner_or_none(called, at)?;
        let gives = |tag: &HeldTag| game.tags[tag.kind].gives.iter().any(|(given, _)| *given == modifier);
        let count = self.person().map_or(0, |person| person.tags.len());
        self.look_at(count, at)?;
        for index in 0..count {
            let tag = self.person().and_then(|person| person.tags.get(index)).there(at)?;
            if !gives(tag) {
                continue;
            }
            let (tag, kind) = (tag.clone(), &game.tags[tag.kind]);
            let name = if telling { tag.name.clone().unwrap_or_else(|| kind.name.to_string()) } else { String::new() };
            let gives = kind.gives.iter().enumerate().filter(|(_, (given, _))| *given == modifier);
            for (place, (_, ir)) in gives {
                let told = self.reads_gift(tag.kind, place, at)?;
                found.push((name.clone(), self.gift(tag.clone(), ir, told, at)?));
            }
        }
        for (index, holder) in game.holders().enumerate() {
            if !holder.states.iter().any(|state| state.gives.iter().any(|(given, _)| *given == modifier)) {
                continue;
            }
            // Without a character, or without the entry for its kind, there is no effect.
            if self.person().is_none_or(|person| person.lacks(game, game.holder_named(index)).is_some()) {
                continue;
            }
            let state = self.state(index, at)?;
            let state = holder.states.get(state).there(at)?;
            for (_, ir) in state.gives.iter().filter(|(given, _)| *given == modifier) {
                let value = self.whole(ir)?;
                found.push((if telling { state.name.to_string() } else { String::new() }, value));
            }
        }
        let values = found.iter().map(|(_, value)| *value);
        let total = match how {
            Gathering::Sum => values.fold(0_i64, i64::saturating_add),
            Gathering::Highest => values.max().unwrap_or(0),
            Gathering::Lowest => values.min().unwrap_or(0),
        };
        if !found.is_empty() {
            self.step(|_| TraceStep::Gathered { modifier: called.to_string(), from: found, value: total });
        }
        Ok(total)
    }
}
