//! Characters: the contents of their files, checked against their game.

mod tags;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::people::Person;
use crate::check::program::{AnswerKind, CheckedGame, Named, Points, Question, TraitSource};
use crate::check::{Split, answer_of, bad_answer, constant, range_words, split};
use crate::diagnostic::{Code, Diagnostic, is_slip};
use crate::ruleset::model::Word;
use crate::ruleset::{CharacterFile, Stray};
use crate::sort::Sort as _;
use crate::source::{Span, whole};
use crate::syntax::{is_dice_word, is_plain_name};

pub(super) use tags::{default_of, usual};

/// Whether a file belongs to a character or to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FileOwner {
    /// The file of a character.
    Character,
    /// The table's own, which keeps shared points and tags.
    Table,
}

impl FileOwner {
    /// Whose a file is: the table's if it says so (`table: yes`), or if it keeps points of the
    /// table and says nothing that only characters have, such as a name.
    #[must_use]
    pub fn of(file: &CharacterFile, game: &CheckedGame) -> Self {
        let shared = |name: &str| game.points.iter().any(|points| points.shared && *points.name == *name);
        let of_the_table = file.points.iter().any(|entry| shared(&entry.name.text));
        let has = !file.traits.is_empty() || !file.members.is_empty() || !file.marks.is_empty();
        let is_character = has || file.name.is_some();
        if file.table || (of_the_table && !is_character) { Self::Table } else { Self::Character }
    }
}

/// What is true of a character as its file says, and everything that is wrong with that.
/// With another character, what is not said is as it is there.
#[must_use]
pub fn read_person(
    file: &CharacterFile,
    game: &CheckedGame,
    owner: FileOwner,
    like: Option<&Person>,
) -> (Person, Vec<Diagnostic>) {
    let mut person = like.cloned().unwrap_or_default();
    person.name = match (&file.name, owner) {
        (Some(name), _) => name.clone(),
        (None, FileOwner::Character) => person.name,
        (None, FileOwner::Table) => "table".to_owned(),
    };
    let mut reader = PersonReader { game, owner, like: like.is_some(), person, errors: Vec::new() };
    reader.strays(file);
    reader.traits(file);
    reader.members(file);
    reader.points(file);
    reader.marks(file);
    reader.tags(file);
    reader.of_its_kind(file);
    (reader.person, reader.errors)
}

/// Reads a character and collects all errors.
struct PersonReader<'a> {
    game: &'a CheckedGame,
    owner: FileOwner,
    /// There was something before.
    like: bool,
    person: Person,
    errors: Vec<Diagnostic>,
}

impl PersonReader<'_> {
    fn report(&mut self, error: Diagnostic) {
        self.errors.push(error);
    }

    /// What characters of its kind do not have.
    fn of_its_kind(&mut self, file: &CharacterFile) {
        let Some(kinds) = self.game.kinds.as_ref().filter(|_| self.owner == FileOwner::Character) else { return };
        let Some(kind) = self.person.kind(self.game) else { return };
        let said = file.traits.iter().map(|(name, ..)| name).chain(file.members.iter().map(|(group, ..)| group));
        let said = said.chain(file.points.iter().map(|one| &one.name)).chain(file.marks.iter().map(|one| &one.track));
        let said = said.chain(file.tags.iter().filter(|tag| !tag.denied).map(|tag| &tag.kind));
        let lacked = |name: &&Word| self.game.names.get(&name.text).is_some_and(|named| !kinds.have(kind, *named));
        let mut found: Vec<(Span, String)> = said.filter(lacked).map(|name| (name.span, name.text.clone())).collect();
        // What was there before the kind changed.
        let says_kind =
            |name: &Word| matches!(self.game.names.get(&name.text), Some(Named::Trait(index)) if *index == kinds.of);
        if let (true, Some((name, ..))) = (found.is_empty(), file.traits.iter().find(|(name, ..)| says_kind(name))) {
            let still = self.person.has_of(self.game).into_iter().filter(|one| !kinds.have(kind, *one));
            found.extend(still.map(|one| (name.span, self.game.name_of(one))));
        }
        for (at, name) in found {
            let error = Diagnostic::error(Code::NotOfThisKind, at).arg("who", self.person.name.clone());
            self.report(error.arg("kind", kinds.name(kind)).arg("name", name));
        }
    }

    /// Only characters have this; the table does not.
    fn not_of_the_table(&mut self, name: &Word) -> bool {
        if self.owner == FileOwner::Table {
            self.report(Diagnostic::error(Code::NotOfTheTable, name.span).arg("name", &*name.text));
        }
        self.owner == FileOwner::Table
    }

    /// A name that is not among those of its section. Where it is one of another, that is
    /// said; else the nearest is suggested.
    fn unknown(&mut self, code: Code, name: &Word, known: Vec<&str>) {
        if matches!(&*name.text, "traits" | "points" | "tags" | "marks") {
            let error = Diagnostic::error(Code::TooFarRight, name.span).arg("key", &*name.text);
            return self.report(error.arg("of", "outer"));
        }
        if self.game.unread.contains(&name.text) {
            return;
        }
        let error = Diagnostic::error(code, name.span).arg("name", &*name.text);
        match self.section_of(&name.text) {
            Some(section) => self.report(error.help_with("help-belongs-under", "section", section)),
            None => self.suggest(error, name, known),
        }
    }

    /// The section of a sheet to which a name belongs.
    fn section_of(&self, name: &str) -> Option<&'static str> {
        Some(match self.game.names.get(name)? {
            Named::Trait(_) | Named::Group(_) => "traits",
            Named::Points(_) => "points",
            Named::Track(_) => "marks",
            Named::Tag(_) => "tags",
            _ => return None,
        })
    }

    /// What is beside the sections of the sheet: where it belongs into one, the line above it is missing, or has
    /// another name.
    fn strays(&mut self, file: &CharacterFile) {
        let mut told = Vec::new();
        for Stray { name, value, inside, error } in &file.strays {
            if let Some(section) = inside.iter().find_map(|name| self.section_of(name)) {
                let error = error.clone();
                let error = Diagnostic { helps: Vec::new(), ..error }.help_with("help-did-you-mean", "name", section);
                self.report(error.may_fix(name.span, section));
                continue;
            }
            let Some(section) = self.section_of(&name.text) else {
                self.report(error.clone());
                continue;
            };
            if !told.contains(&section) {
                told.push(section);
                let error = Diagnostic::error(Code::HeadingMissing, name.span).arg("key", &*name.text);
                self.report(error.arg("name", section).arg("of", "").arg("what", "known"));
            }
            if let (Some(Named::Trait(_)), Some((at, text))) = (self.game.names.get(&name.text), value) {
                self.one_trait(name, *at, text);
            }
        }
    }

    /// Reports an error with the nearest name.
    fn suggest(&mut self, error: Diagnostic, name: &Word, known: Vec<&str>) {
        self.report(error.suggest(self.errors.len(), &name.text, name.span, known));
    }

    /// The value that a text means, or an error where it is.
    fn answer(&mut self, name: &str, text: &str, at: Span, kind: &AnswerKind) -> Option<i64> {
        // 1 and 0 are for programs that ask; on a sheet they are numbers.
        let counted = matches!(kind, AnswerKind::YesNo) && whole(text).is_some();
        let value = answer_of(self.game, kind, text).filter(|_| !counted);
        if value.is_none() {
            let mut error = bad_answer(self.game, Code::TraitOutOfRange, name, text, Some(kind));
            error.at = Some(at);
            if let Some(near) = error.suggested().map(str::to_owned) {
                error = if is_slip(text, &near) { error.fix(at, near) } else { error.may_fix(at, near) };
            }
            self.report(error);
        }
        value
    }

    fn traits(&mut self, file: &CharacterFile) {
        for (name, at, text) in &file.traits {
            self.one_trait(name, *at, text);
        }
    }

    fn one_trait(&mut self, name: &Word, at: Span, text: &str) {
        if self.not_of_the_table(name) {
            return;
        }
        match self.game.names.get(&name.text) {
            Some(&Named::Trait(index)) if text.is_empty() => {
                let example = match self.trait_kind(index) {
                    Some(AnswerKind::Number(least, most)) => {
                        least.unwrap_or(0).min(most.unwrap_or(i64::MAX)).to_string()
                    }
                    _ => "…".to_owned(),
                };
                let error = Diagnostic::error(Code::EmptyValue, at);
                self.report(error.help_with("help-write", "example", format!("{}: {example}", name.text)));
            }
            Some(Named::Group(_)) if text.is_empty() => {}
            Some(&Named::Trait(index)) if self.is_worked_out(index, name) => {}
            Some(&Named::Trait(index)) => {
                let kind = self.trait_kind(index);
                if let Some(value) = kind.and_then(|kind| self.answer(&name.text, text, at, &kind)) {
                    self.person.traits.insert(index, value);
                }
            }
            Some(Named::Group(_)) => {
                self.report(Diagnostic::error(Code::GroupIsNotAValue, name.span).arg("name", &*name.text));
            }
            _ => self.unknown_trait(name),
        }
    }

    /// A name above some traits: where all of them are the game's own, they stand without it.
    fn unknown_group(&mut self, group: &Word, file: &CharacterFile) {
        let own = || file.members.iter().filter(|(of, ..)| of.span == group.span);
        if !own().all(|(_, name, ..)| matches!(self.game.names.get(&name.text), Some(Named::Trait(_)))) {
            return self.unknown_trait(group);
        }
        let error = Diagnostic::error(Code::UnknownTrait, group.span).arg("name", &*group.text);
        let traits: Vec<String> = own().map(|(_, name, _, value)| format!("{}: {value}", name.text)).collect();
        self.report(error.help_with("help-write", "example", format!("{{{}}}", traits.join(", "))));
    }

    fn unknown_trait(&mut self, name: &Word) {
        let is_trait = |named: &Named| matches!(named, Named::Trait(_) | Named::Group(_));
        let game = self.game;
        let mut known: Vec<&str> =
            game.names.iter().filter(|(_, named)| is_trait(named)).map(|(name, _)| name.as_str()).collect();
        known.order();
        self.unknown(Code::UnknownTrait, name, known);
    }

    /// Whether a trait is worked out, which is an error on a sheet: it would never change any more.
    fn is_worked_out(&mut self, index: usize, name: &Word) -> bool {
        let Some(TraitSource::Derived(ir)) = self.game.traits.get(index).map(|one| &one.source) else { return false };
        let error = Diagnostic::error(Code::TraitWorkedOut, name.span).arg("name", &*name.text);
        let formula = self.game.origins.get(ir.at.origin as usize).map(|origin| origin.text.to_string());
        self.report(match formula {
            Some(formula) => error.help_with("help-worked-out", "formula", formula),
            None => error,
        });
        true
    }

    /// What may be said of a trait; nothing where that could not be read.
    fn trait_kind(&self, index: usize) -> Option<AnswerKind> {
        match self.game.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Given(question) | TraitSource::Group(question)) => sound(question).cloned(),
            Some(TraitSource::Derived(_)) | None => None,
        }
    }

    /// A name of a character's own that would be read as dice, here or in the language.
    fn spells_dice(&mut self, name: &Word) -> bool {
        let spelled = !matches!(split(&name.text, &self.game.die_names), Split::None) && is_plain_name(&name.text);
        let code = if is_dice_word(&name.text) {
            Code::NameIsDice
        } else if spelled {
            Code::NameSpellsDice
        } else {
            return false;
        };
        self.report(Diagnostic::error(code, name.span).arg("name", &*name.text));
        true
    }

    fn members(&mut self, file: &CharacterFile) {
        let (mut groups, mut names) = (BTreeSet::new(), BTreeSet::new());
        for (group, name, place, text) in &file.members {
            // What is wrong with a group is reported once for all of it.
            let first = groups.insert(group.span);
            let index = match self.game.names.get(&group.text) {
                _ if self.owner == FileOwner::Table => {
                    if first {
                        self.not_of_the_table(group);
                    }
                    continue;
                }
                Some(&Named::Group(index)) => index,
                Some(Named::Trait(_)) => {
                    if first {
                        self.report(Diagnostic::error(Code::NoOpenGroup, group.span).arg("name", &*group.text));
                    }
                    continue;
                }
                _ => {
                    if first {
                        self.unknown_group(group, file);
                    }
                    continue;
                }
            };
            if self.spells_dice(name) {
                continue;
            }
            let twice = !names.insert(&name.text);
            let taken = matches!(
                self.game.names.get(&name.text),
                Some(Named::Trait(_) | Named::Group(_) | Named::Points(_) | Named::Track(_) | Named::Tag(_))
            );
            if twice || taken {
                let error = if taken {
                    Diagnostic::error(Code::NameOfTheGame, name.span)
                } else {
                    Diagnostic::error(Code::DeclaredTwice, name.span)
                };
                self.report(error.arg("name", &*name.text));
                continue;
            }
            let kind = self.trait_kind(index);
            if let Some(value) = kind.and_then(|kind| self.answer(&name.text, text, *place, &kind)) {
                self.person.open.insert(name.text.clone(), value);
            }
        }
    }

    fn points(&mut self, file: &CharacterFile) {
        for entry in &file.points {
            let name = &entry.name;
            let Some(&Named::Points(index)) = self.game.names.get(&name.text) else {
                let shared = self.owner == FileOwner::Table;
                let known = self.game.points.iter().filter(|one| one.shared == shared).map(|one| &*one.name).collect();
                self.unknown(Code::NoSuchPoints, name, known);
                continue;
            };
            let points = &self.game.points[index];
            match (points.shared, self.owner) {
                (true, FileOwner::Character) => {
                    self.report(Diagnostic::error(Code::PointsOfTheTable, name.span).arg("name", &*name.text));
                    continue;
                }
                (false, FileOwner::Table) => {
                    self.report(Diagnostic::error(Code::NotOfTheTable, name.span).arg("name", &*name.text));
                    continue;
                }
                _ => {}
            }
            if let Some(value) = self.answer(&name.text, &entry.text, entry.span, &bounds_of(points)) {
                self.person.points.insert(index, value);
            }
        }
    }

    fn marks(&mut self, file: &CharacterFile) {
        for raw in &file.marks {
            if self.not_of_the_table(&raw.track) {
                continue;
            }
            let Some(&Named::Track(index)) = self.game.names.get(&raw.track.text) else {
                let has = |track: &&crate::check::program::Track| {
                    track.marks.iter().any(|(mark, _)| **mark == *raw.track.text)
                };
                match (raw.bare, self.game.tracks.iter().find(has)) {
                    // A mark where its track should be.
                    (Some((count, at)), Some(track)) => {
                        let error = Diagnostic::error(Code::NoSuchTrack, raw.track.span).arg("name", &*raw.track.text);
                        let new = format!("{}: {{{}: {count}}}", track.name, raw.track.text);
                        let error = error.help_with("help-belongs-under", "section", &*track.name);
                        self.errors.push(error.may_fix(raw.track.span.to(at), new));
                    }
                    _ => {
                        let known = self.game.tracks.iter().map(|track| &*track.name).collect();
                        self.unknown(Code::NoSuchTrack, &raw.track, known);
                    }
                }
                continue;
            };
            let track = &self.game.tracks[index];
            if let Some((_, at)) = raw.bare {
                let error = Diagnostic::error(Code::NotAMap, at).arg("what", "marks-of-track");
                let marks = track.marks.iter().map(|(name, _)| name.to_string());
                self.errors.push(error.help_with("help-there-is", "names", crate::diagnostic::Arg::names(marks)));
                continue;
            }
            let mut counts = self.person.marks.get(&index).cloned().unwrap_or_default();
            counts.resize(track.marks.len(), 0);
            let mut last = None;
            for entry in &raw.marks {
                let name = &entry.name;
                let Some(mark) = track.marks.iter().position(|(one, _)| **one == *name.text) else {
                    let error = Diagnostic::error(Code::NoSuchMark, name.span).arg("name", &*name.text);
                    let known = track.marks.iter().map(|(name, _)| &**name).collect();
                    self.suggest(error.arg("track", &*track.name), name, known);
                    continue;
                };
                let any = AnswerKind::Number(Some(0), None);
                let value = self.answer(&name.text, &entry.text, entry.span, &any);
                let own = track.each.get(mark).and_then(|(_, ir)| constant(ir));
                if let (Some(value), Some(own)) = (value, own)
                    && value > own
                {
                    self.out_of_range(&name.text, value, 0..=own.max(0), entry.span);
                    continue;
                }
                if let (Some(value), Some(slot)) = (value, counts.get_mut(mark)) {
                    *slot = value;
                    last = Some((entry, value));
                }
            }
            let marked = counts.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
            match (last, constant(&track.boxes)) {
                (Some((entry, value)), Some(boxes)) if marked > boxes => {
                    let free = boxes.saturating_sub(marked.saturating_sub(value)).max(0);
                    self.out_of_range(&entry.name.text, value, 0..=free, entry.span);
                }
                _ => {}
            }
            self.person.marks.insert(index, counts);
        }
    }

    /// The range of numbers that are allowed, in words, as an error about a number.
    fn out_of_range(&mut self, name: &str, value: i64, allowed: RangeInclusive<i64>, at: Span) {
        let range = range_words(*allowed.start(), *allowed.end());
        let error = Diagnostic::error(Code::TraitOutOfRange, at).arg("name", name).arg("value", value);
        self.report(error.arg("range", range));
    }
}

/// How many points there can be, as far as that is always the same.
fn bounds_of(points: &Points) -> AnswerKind {
    AnswerKind::Number(points.min.as_ref().and_then(constant), points.max.as_ref().and_then(constant))
}

/// The number of points that a text means.
///
/// # Errors
///
/// If there cannot be so many, or if it is no number.
pub fn points_of(game: &CheckedGame, points: &Points, text: &str) -> Result<i64, Diagnostic> {
    let bounds = bounds_of(points);
    answer_of(game, &bounds, text)
        .ok_or_else(|| bad_answer(game, Code::TraitOutOfRange, &points.name, text, Some(&bounds)))
}

/// What a question asks for, unless that could not be read.
fn sound(question: &Question) -> Option<&AnswerKind> {
    (!question.broken).then_some(&question.kind)
}
