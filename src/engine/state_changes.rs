//! Changes of points, traits, marks and tags. Each is an event, which is recorded and then applied.

use super::action_state::held_of;
use super::effects::CardRead;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value, too_large};
use super::marks::{Boxes, Marking};
use super::result::TraceStep;
use crate::check::program::{
    At, Default, Duration, Gift, Ir, Kind, Loss, Lowered, Named, PointsId, PointsRead, PointsRef, TagId, TrackId,
    TraitSource, WhichMark,
};
use crate::diagnostic::Code;
use crate::ruleset::model::Overflow;
use crate::ruleset::steps::Gain;
use crate::world::{Event, HeldTag, Lasts, TABLE};

/// A tag that is compared by its name is as much as so many things that are looked at.
const TAG: usize = 4;

impl<'a> Machine<'a> {
    /// Notes an event and makes it true.
    pub(super) fn record(&mut self, event: Event, at: At) -> Result<(), Failure> {
        // It is kept as it happened, and as it is from now on.
        self.count_step(at)?;
        self.count_text(event.text(), at)?;
        self.notes_event(&event);
        self.may_have(&event, at)?;
        if let Event::TagLost { who, .. } | Event::TagValue { who, .. } | Event::TagLasts { who, .. } = &event {
            // It is looked for among all of theirs.
            let there = self.playing(at)?.world.people.get(*who).there(at)?.tags.len();
            self.look_at(there, at)?;
        }
        let play = self.playing(at)?;
        play.changed.extend(event.whom());
        play.world.apply(&event).there(at)?;
        play.events.push(event);
        let index = play.events.len() - 1;
        self.step(|_| TraceStep::Event(index));
        Ok(())
    }

    /// What the kind of a character does not have cannot come about, nor a kind that does not have what is there.
    fn may_have(&mut self, event: &Event, at: At) -> Result<(), Failure> {
        let game = self.game;
        let Some(kinds) = &game.kinds else { return Ok(()) };
        let (who, what) = match event {
            Event::Points { who, points, .. } => (*who, Named::Points(*points)),
            Event::Trait { who, index, .. } => (*who, Named::Trait(*index)),
            Event::Marks { who, track, .. } => (*who, Named::Track(*track)),
            Event::TagGained { who, tag } => (*who, Named::Tag(tag.kind)),
            _ => return Ok(()),
        };
        if who == TABLE {
            return Ok(());
        }
        self.seen_from(who, at, |machine| machine.is_of_its_kind(what, at))?;
        let (Event::Trait { to, .. }, true) = (event, what == Named::Trait(kinds.of)) else { return Ok(()) };
        let person = self.playing(at)?.world.people.get(who).there(at)?;
        match person.has_of(game).into_iter().find(|one| !kinds.have(*to, *one)) {
            None => Ok(()),
            Some(one) => Err(Failure::new(Code::KindStillHas, at)
                .arg("who", person.name.clone())
                .arg("kind", kinds.name(*to))
                .arg("name", game.name_of(one))),
        }
    }

    pub(super) fn points_index(&mut self, points: PointsRef, at: At) -> Result<PointsId, Failure> {
        match points {
            PointsRef::Fixed(index) => Ok(index),
            PointsRef::Slot(slot) => {
                self.ask_late(slot, at)?;
                let game = self.game;
                let number = self.act(at)?.number(slot).there(at)?;
                game.points.numbered(number).there(at)
            }
        }
    }

    /// Whether a character has points that never become fewer.
    fn never_ends(&mut self, who: usize, index: PointsId, at: At) -> Result<bool, Failure> {
        match &self.game.points[index].endless {
            Some(ir) => Ok(self.seen_from(who, at, |machine| machine.whole(ir))? != 0),
            None => Ok(false),
        }
    }

    /// Whether a character has enough points for a price.
    pub(super) fn has_enough(&mut self, from: &'a Ir, index: PointsId, price: &'a Ir) -> Result<bool, Failure> {
        let def = &self.game.points[index];
        let (Some(who), at) = (self.optional_character(from)?, price.at) else { return Ok(true) };
        let who = if def.shared { TABLE } else { who };
        let price = self.whole(price)?;
        let Some(min) = def.min.as_ref().filter(|_| price > 0) else { return Ok(true) };
        if self.never_ends(who, index, at)? {
            return Ok(true);
        }
        let min = self.seen_from(who, at, |machine| machine.whole(min))?;
        let now = self.seen_from(who, at, |machine| machine.points(index, PointsRead::Now, at))?;
        Ok(now.saturating_sub(price) >= min)
    }

    /// Adds to points (or takes from them); where there are not enough, nothing happens at all.
    pub(super) fn add_points(&mut self, who: usize, index: PointsId, delta: i64, at: At) -> Result<(), Failure> {
        let game = self.game;
        let def = &game.points[index];
        let who = if def.shared { TABLE } else { who };
        if delta == 0 {
            return Ok(());
        }
        if self.never_ends(who, index, at)? {
            return Ok(());
        }
        let from = self.seen_from(who, at, |machine| machine.points(index, PointsRead::Now, at))?;
        let mut to = from.checked_add(delta).ok_or_else(|| too_large(at))?;
        if delta > 0
            && let Some(ir) = &def.max
        {
            let max = self.seen_from(who, at, |machine| machine.whole(ir))?;
            to = to.min(max.max(from));
        }
        if delta < 0
            && let Some(ir) = &def.min
        {
            let min = self.seen_from(who, at, |machine| machine.whole(ir))?;
            if to < min {
                let name = if def.shared { "none".to_owned() } else { self.name_of(who) };
                return Err(Failure::new(Code::NotEnoughPoints, at)
                    .arg("name", &*def.name)
                    .arg("who", name)
                    .arg("have", from)
                    .arg("need", delta.saturating_neg()));
            }
        }
        if to == from {
            return Ok(());
        }
        self.record(Event::Points { who, points: index, from, to }, at)
    }

    pub(super) fn name_of(&self, who: usize) -> String {
        let person = self.play.as_deref().and_then(|play| play.world.people.get(who));
        person.map_or(String::new(), |person| person.name.clone())
    }

    pub(super) fn add_trait(&mut self, who: usize, index: usize, delta: i64, at: At) -> Result<(), Failure> {
        let game = self.game;
        let def = game.traits.get(index).there(at)?;
        if !matches!(def.source, TraitSource::Given(_)) {
            return Err(Failure::new(Code::TraitIsDerived, at).arg("name", &*def.name));
        }
        let from = self.seen_from(who, at, |machine| machine.one_trait(index, at))?;
        let to = from.checked_add(delta).ok_or_else(|| too_large(at))?;
        if to == from {
            return Ok(());
        }
        if let TraitSource::Given(question) = &def.source {
            // What no sheet may say cannot come about.
            self.may_be(&def.name, question, to, at)?;
            let ends = def.ends.each_ref().map(Option::as_ref);
            if ends.iter().any(Option::is_some) {
                let bound = |end: Option<&'a Ir>, machine: &mut Self| end.map(|ir| machine.number(ir)).transpose();
                let (least, most) =
                    self.seen_from(who, at, |machine| Ok((bound(ends[0], machine)?, bound(ends[1], machine)?)))?;
                let (from, most) = (least.unwrap_or(i64::MIN), most.unwrap_or(i64::MAX));
                if !(from..=most).contains(&to) {
                    let failure = Failure::new(Code::InputOutOfRange, at).arg("name", &*def.name).arg("value", to);
                    return Err(failure.arg("range", crate::check::range_words(from, most)));
                }
            }
        }
        self.record(Event::Trait { who, index, from, to }, at)
    }

    /// How much is given, taken, marked or healed: less than nothing is nothing, unless the rules
    /// say that it may be any number.
    pub(super) fn amount(&mut self, ir: &'a Ir, any: bool) -> Result<i64, Failure> {
        let value = self.whole(ir)?;
        if value >= 0 || any {
            return Ok(value);
        }
        self.step(|machine| TraceStep::BelowZero { formula: machine.words(ir.at), value });
        Ok(0)
    }

    pub(super) fn give(&mut self, who: usize, given: &'a Gift, step: &'a Gain<Lowered>, at: At) -> Result<(), Failure> {
        match given {
            Gift::Points(points, ir) => {
                let index = self.points_index(*points, ir.at)?;
                let delta = self.amount(ir, step.any)?;
                self.add_points(who, index, delta, ir.at)
            }
            Gift::Trait(one, ir) => {
                let delta = self.amount(ir, step.any)?;
                self.raise(who, *one, delta, ir.at)
            }
            Gift::Tag(kind, name, values, lasts) => {
                let lasts = match (step.until, lasts.as_ref().or(step.lasts.as_ref())) {
                    (Some(until), _) => Some(Lasts::Until(until)),
                    (None, Some(duration)) => self.duration(duration, at)?,
                    (None, None) => match &self.game.tags[*kind].lasts {
                        Some(duration) => self.duration(duration, at)?,
                        None => Some(Lasts::Permanent),
                    },
                };
                let Some(lasts) = lasts else { return Ok(()) };
                let turn = match &step.turn {
                    Some(ir) => self.optional_character(ir)?.filter(|one| *one != who).map(|one| self.name_of(one)),
                    None => None,
                };
                let turn = turn.filter(|_| matches!(lasts, Lasts::Times(..)));
                let name = match name {
                    Some(ir) => Some(self.text(ir)?),
                    None => None,
                };
                self.give_tag(who, *kind, name, values, (lasts, turn), at)
            }
        }
    }

    /// How long something lasts; `None`: no time at all.
    fn duration(&mut self, duration: &'a Duration, at: At) -> Result<Option<Lasts>, Failure> {
        Ok(match duration {
            Duration::Permanent => Some(Lasts::Permanent),
            Duration::Times(count, time) => {
                let count = match count {
                    Some(ir) => self.amount(ir, false)?,
                    None => 1,
                };
                (count > 0).then_some(Lasts::Times(count, *time))
            }
            Duration::Unit(ir) => {
                let time = usize::try_from(self.whole(ir)?).map_err(|_| Failure::internal(at))?;
                Some(Lasts::Times(1, time))
            }
        })
    }

    fn give_tag(
        &mut self,
        who: usize,
        kind: TagId,
        name: Option<String>,
        given: &'a [(usize, Ir)],
        (lasts, turn): (Lasts, Option<String>),
        at: At,
    ) -> Result<(), Failure> {
        let game = self.game;
        let def = &game.tags[kind];
        let mut values = Vec::new();
        for (index, (label, question)) in def.values.iter().enumerate() {
            let value = match given.iter().find(|(at, _)| *at == index) {
                Some((_, ir)) => self.formula(ir)?,
                None => match &question.default {
                    Some(Default::Value(ir)) => self.formula(ir)?,
                    _ => {
                        return Err(Failure::new(Code::TagValueMissing, at)
                            .arg("kind", &*def.name)
                            .arg("name", &**label));
                    }
                },
            };
            if let Value::Int(number) = &value {
                self.may_be(label, question, *number, at)?;
            }
            values.push(held_of(value));
        }
        let held = self.playing(at)?.world.people.get(who).there(at)?.tags.len();
        self.look_at(held.saturating_mul(TAG), at)?;
        if !self.playing(at)?.interveners.is_empty() {
            // One that gives what is there already has no effect.
            self.reads_tags(kind, None, at)?;
        }
        let tags = &self.playing(at)?.world.people.get(who).there(at)?.tags;
        let mut there =
            tags.iter().filter(|tag| tag.kind == kind && (!def.several || name.is_some() && tag.name == name));
        if let (None, Some(only), None) = (def.counted, there.next(), there.next())
            && (&only.name, &only.values, &only.lasts, &only.turn) == (&name, &values, &lasts, &turn)
        {
            // Just that is there.
            return Ok(());
        }
        if def.counted.is_some() {
            let number = self.playing(at)?.world.next_tag;
            let tag = HeldTag { number, kind, name, values, lasts, turn };
            if !self.joins(who, &tag, at)? {
                self.record(Event::TagGained { who, tag }, at)?;
            }
            return Ok(());
        }
        if !def.several {
            self.lose_tags(who, kind, false, at)?;
        } else if let Some(name) = &name {
            // The same again takes the place of the old.
            let tags = &self.playing(at)?.world.people.get(who).there(at)?.tags;
            let old = tags.iter().find(|tag| tag.kind == kind && tag.name.as_ref() == Some(name));
            if let Some(tag) = old.cloned() {
                self.record(Event::TagLost { who, tag, over: false }, at)?;
            }
        }
        let number = self.playing(at)?.world.next_tag;
        let tag = HeldTag { number, kind, name, values, lasts, turn };
        self.record(Event::TagGained { who, tag }, at)
    }

    /// Takes away all tags of a kind.
    pub(super) fn lose_tags(&mut self, who: usize, kind: TagId, over: bool, at: At) -> Result<(), Failure> {
        let held = self.playing(at)?.world.people.get(who).there(at)?.tags.len();
        self.look_at(held.saturating_mul(TAG), at)?;
        let person = self.playing(at)?.world.people.get(who).there(at)?;
        let tags: Vec<HeldTag> = person.tags.iter().filter(|tag| tag.kind == kind).cloned().collect();
        for tag in tags {
            self.record(Event::TagLost { who, tag, over }, at)?;
        }
        Ok(())
    }

    pub(super) fn take(&mut self, who: Option<usize>, taken: &'a Loss, any: bool, at: At) -> Result<(), Failure> {
        match (taken, who) {
            (Loss::Tag(..) | Loss::Tags(..) | Loss::Named(..), _) => self.take_tags(who, taken, None, at).map(|_| ()),
            (Loss::Points(points, ir), Some(who)) => {
                let index = self.points_index(*points, ir.at)?;
                let delta = self.amount(ir, any)?.checked_neg().ok_or_else(|| too_large(ir.at))?;
                self.add_points(who, index, delta, ir.at)
            }
            (Loss::Trait(one, ir), Some(who)) => {
                let delta = self.amount(ir, any)?.checked_neg().ok_or_else(|| too_large(ir.at))?;
                self.raise(who, *one, delta, ir.at)
            }
            (_, None) => Err(Failure::internal(at)),
        }
    }

    /// Marks boxes; what finds no free box overflows as the track says. Gives how much found none, where each mark
    /// has boxes of its own.
    pub(super) fn mark(
        &mut self,
        count: i64,
        track: TrackId,
        who: usize,
        mark: &'a WhichMark,
        at: At,
    ) -> Result<Option<i64>, Failure> {
        let game = self.game;
        let def = &game.tracks[track];
        let own = !def.each.is_empty();
        if count <= 0 {
            return Ok(own.then_some(0));
        }
        let mark = match self.mark_called(mark, at)? {
            None if own && def.worth.iter().any(|(_, worth)| *worth > 1) => None,
            mark => Some(mark.unwrap_or(0)),
        };
        let see = |machine: &mut Self| Ok(if own { machine.marks(track) } else { machine.marks_now(track) });
        let from = self.seen_from(who, at, see)?;
        let boxes = self.seen_from(who, at, |machine| {
            if !own {
                return Ok(Boxes::Shared(machine.whole(&def.boxes)?.max(0)));
            }
            let mut each = Vec::new();
            for (mark, (_, worth)) in def.worth.iter().enumerate() {
                each.push((machine.boxes_of(track, mark, at)?, *worth));
            }
            Ok(Boxes::Each(each))
        })?;
        let (kinds, worsens) = (def.marks.len(), def.overflow == Overflow::Worsen);
        let marking = Marking { who, track, mark, count, boxes, kinds, worsens };
        let (to, over) = marking.placed(&from).there(at)?;
        let over = own.then_some(over);
        self.effects.marks(&marking);
        self.playing(at)?.changed.insert(who);
        if to != from {
            self.record(Event::Marks { who, track, from, to }, at)?;
        }
        Ok(over)
    }

    /// The mark that a step names; `None`: none.
    pub(super) fn mark_called(&mut self, mark: &'a WhichMark, at: At) -> Result<Option<usize>, Failure> {
        match mark {
            WhichMark::Any => Ok(None),
            WhichMark::Fixed(mark) => Ok(Some(*mark)),
            WhichMark::Word(ir, marks) => {
                let word = usize::try_from(self.whole(ir)?).map_err(|_| Failure::internal(at))?;
                marks.get(word).copied().there(at).map(Some)
            }
        }
    }

    /// Gives a value of a tag another value.
    pub(super) fn set_tag(&mut self, number: i64, value: usize, new: Value, at: At) -> Result<(), Failure> {
        let found = self.tag_numbered(number, at)?;
        let found = found.and_then(|(who, tag)| Some((who, tag.kind, tag.values.get(value)?.clone())));
        let Some((who, kind, from)) = found else {
            let name = self.words(at);
            return Err(Failure::new(Code::NoTag, at).arg("name", name));
        };
        self.reads_card(kind, CardRead::Itself, at)?;
        let game = self.game;
        let question = game.tags[kind].values.get(value);
        if let (Some((label, question)), Value::Int(number)) = (question, &new) {
            self.may_be(label, question, *number, at)?;
        }
        let to = held_of(new);
        if from == to {
            return Ok(());
        }
        self.record(Event::TagValue { who, number, value, from, to }, at)
    }

    /// The kind of value of a slot, for showing it.
    pub(super) fn slot_kind(&mut self, slot: usize, at: At) -> Result<Kind, Failure> {
        let act = self.act(at)?;
        Ok(match act.action.slots.get(slot).map(|slot| &slot.kind) {
            Some(crate::check::program::SlotKind::Value(kind)) => kind.clone(),
            Some(crate::check::program::SlotKind::Points(_)) => Kind::Points,
            Some(crate::check::program::SlotKind::Role) => Kind::Person,
            _ => Kind::Number,
        })
    }
}
