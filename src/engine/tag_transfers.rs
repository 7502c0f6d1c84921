//! Transfers of tags between characters: whole tags, or an amount of a counted tag.

use super::effects::CardRead;
use super::failure::{Failure, There as _};
use super::machine::Machine;
use crate::check::program::{At, Loss, TagId};
use crate::diagnostic::Code;
use crate::world::{Event, HeldTag, TagValue};

impl<'a> Machine<'a> {
    /// The tags to transfer, with their owners.
    fn tags_meant(&mut self, from: Option<usize>, taken: &'a Loss, at: At) -> Result<Vec<(usize, HeldTag)>, Failure> {
        match (taken, from) {
            (Loss::Tag(slot, _), _) => {
                self.ask_late(*slot, at)?;
                // What was not asked for is none.
                let number = self.act(at)?.number(*slot).unwrap_or(-1);
                let found = self.tag_numbered(number, at)?;
                Ok(found.map(|(who, tag)| (who, tag.clone())).into_iter().collect())
            }
            (Loss::Tags(kind, _), Some(who)) => {
                self.reads_tags(*kind, None, at)?;
                let tags = &self.playing(at)?.world.people.get(who).there(at)?.tags;
                Ok(tags.iter().filter(|tag| tag.kind == *kind).map(|tag| (who, tag.clone())).collect())
            }
            (Loss::Named(_, which, who, _), _) => {
                let Some(who) = self.optional_character(who)? else { return Ok(Vec::new()) };
                let number = self.seen_from(who, at, |machine| machine.number(which))?;
                let found = self.tag_numbered(number, at)?;
                Ok(found.map(|(who, tag)| (who, tag.clone())).into_iter().collect())
            }
            _ => Err(Failure::internal(at)),
        }
    }

    /// Takes tags from those who have them, or some of one that is counted, and gives what was taken. `stays` keeps
    /// what it has.
    ///
    /// # Errors
    ///
    /// If there are not so many.
    pub(super) fn take_tags(
        &mut self,
        from: Option<usize>,
        taken: &'a Loss,
        stays: Option<usize>,
        at: At,
    ) -> Result<Vec<(usize, HeldTag)>, Failure> {
        let count = match taken {
            Loss::Tag(_, Some(ir)) | Loss::Tags(_, Some(ir)) | Loss::Named(.., Some(ir)) => {
                Some(self.amount(ir, false)?)
            }
            _ => None,
        };
        let found = self.tags_meant(from, taken, at)?;
        if let (Loss::Tags(kind, _), Some(who), Some(count), true) = (taken, from, count, found.is_empty())
            && count > 0
        {
            return Err(self.too_few(who, (*kind, None), (0, count), at));
        }
        let mut gone = Vec::new();
        for (who, mut tag) in found.into_iter().filter(|(who, _)| stays != Some(*who)) {
            let Some(count) = count else {
                self.record(Event::TagLost { who, tag: tag.clone(), over: false }, at)?;
                gone.push((who, tag));
                continue;
            };
            self.reads_tags(tag.kind, Some(CardRead::Itself), at)?;
            let value = self.game.tags[tag.kind].counted.there(at)?;
            let there = counted(&tag, value, at)?;
            if count > there {
                return Err(self.too_few(who, (tag.kind, tag.name.as_deref()), (there, count), at));
            }
            if count == there {
                self.record(Event::TagLost { who, tag: tag.clone(), over: false }, at)?;
                gone.push((who, tag));
            } else if count > 0 {
                self.recount(who, &tag, value, there.saturating_sub(count), at)?;
                *tag.values.get_mut(value).there(at)? = TagValue::Number(count);
                // It is another one, which gets its number where it comes to.
                tag.number = self.playing(at)?.world.next_tag;
                gone.push((who, tag));
            }
        }
        Ok(gone)
    }

    fn too_few(&self, who: usize, (kind, name): (TagId, Option<&str>), (have, need): (i64, i64), at: At) -> Failure {
        let name = name.unwrap_or(&self.game.tags[kind].name);
        let failure = Failure::new(Code::NotEnoughPoints, at).arg("name", name).arg("who", self.name_of(who));
        failure.arg("have", have).arg("need", need)
    }

    /// Says how many there are of a tag that is counted.
    fn recount(&mut self, who: usize, tag: &HeldTag, value: usize, to: i64, at: At) -> Result<(), Failure> {
        let game = self.game;
        let (label, question) = game.tags[tag.kind].values.get(value).there(at)?;
        self.may_be(label, question, to, at)?;
        let from = tag.values.get(value).there(at)?.clone();
        self.record(Event::TagValue { who, number: tag.number, value, from, to: TagValue::Number(to) }, at)
    }

    /// Adds a tag that is counted to one that is alike but for its number, if there is such a one.
    ///
    /// # Errors
    ///
    /// If another one is there, in whose place it would come.
    pub(super) fn joins(&mut self, who: usize, tag: &HeldTag, at: At) -> Result<bool, Failure> {
        let def = &self.game.tags[tag.kind];
        // Of cards there is each once: none is like another, unless they are counted.
        self.reads_tags(tag.kind, def.counted.map(|_| CardRead::Itself), at)?;
        let tags = &self.playing(at)?.world.people.get(who).there(at)?.tags;
        let alike = |one: &&HeldTag| {
            let same = |(at, (one, other)): (usize, (&TagValue, &TagValue))| def.counted == Some(at) || one == other;
            let values = one.values.iter().zip(&tag.values).enumerate().all(same);
            values && (&one.name, &one.lasts, &one.turn) == (&tag.name, &tag.lasts, &tag.turn)
        };
        let mut there = tags.iter().filter(|one| one.kind == tag.kind);
        if let Some(value) = def.counted
            && let Some(old) = there.clone().find(alike).cloned()
        {
            let (old_count, more) = (counted(&old, value, at)?, counted(tag, value, at)?);
            self.recount(who, &old, value, old_count.saturating_add(more), at)?;
            return Ok(true);
        }
        if there.any(|one| !def.several || tag.name.is_some() && one.name == tag.name) {
            let name = tag.name.as_deref().unwrap_or(&def.name).to_owned();
            return Err(Failure::new(Code::HasAnother, at).arg("name", name).arg("who", self.name_of(who)));
        }
        Ok(false)
    }

    /// Gives tags to another character.
    pub(super) fn pass_on(&mut self, from: Option<usize>, taken: &'a Loss, to: usize, at: At) -> Result<(), Failure> {
        for (_, tag) in self.take_tags(from, taken, Some(to), at)? {
            if !self.joins(to, &tag, at)? {
                self.record(Event::TagGained { who: to, tag }, at)?;
            }
        }
        Ok(())
    }
}

/// How many there are of a tag.
fn counted(tag: &HeldTag, value: usize, at: At) -> Result<i64, Failure> {
    match tag.values.get(value) {
        Some(TagValue::Number(number)) => Ok(*number),
        _ => Err(Failure::internal(at)),
    }
}
