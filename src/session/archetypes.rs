//! Creates characters from the templates of a game.

use super::{RollRequest, Session};
use crate::check::answer_of;
use crate::check::program::{AnswerKind, Archetype, CheckedGame, Die, Named, TraitSource};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Answer, Effects, Observer, Refusal};
use crate::source::{Placement, Span};
use crate::world::{FileOwner, Person, read_person};

/// The number of dice thrown, and the limit.
struct Room {
    thrown: u64,
    limit: u64,
}

fn number(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// How many times the dice of one roll may be thrown to check all templates.
const CHECKED: u64 = 10;

impl Session<'_> {
    /// A character as a template says; the dice in it are thrown.
    ///
    /// # Errors
    ///
    /// What is wrong with the template, or with the numbers that the dice gave.
    pub fn character_of(
        &mut self,
        game: &CheckedGame,
        template: &Archetype,
        name: &str,
        effects: &mut dyn Effects,
    ) -> Result<Person, Vec<Diagnostic>> {
        let mut room = Room { thrown: 0, limit: u64::from(self.limits.dice) };
        self.character_within(game, template, name, effects, &mut room)
    }

    /// The same, as long as there is room for its dice.
    fn character_within(
        &mut self,
        game: &CheckedGame,
        template: &Archetype,
        name: &str,
        effects: &mut dyn Effects,
        room: &mut Room,
    ) -> Result<Person, Vec<Diagnostic>> {
        let mut sheet = (*template.sheet).clone();
        sheet.name = Some(name.to_owned());
        let mut errors = Vec::new();
        let traits = sheet.traits.iter_mut().map(|(name, at, text)| (&name.text, at, text));
        let members = sheet.members.iter_mut().map(|(group, _, at, text)| (&group.text, at, text));
        for (name, at, text) in traits.chain(members) {
            let Some(kind) = kind_of(game, name) else { continue };
            match self.thrown(game, kind, text, *at, effects, room) {
                Ok(Some(number)) => *text = number.to_string(),
                Ok(None) => {}
                Err(mut found) => errors.append(&mut found),
            }
        }
        if room.thrown > room.limit {
            // Without the numbers of all dice it is no character yet.
            return Err(errors);
        }
        let (person, mut found) = read_person(&sheet, game, FileOwner::Character, None);
        if errors.is_empty() {
            errors.append(&mut found);
        }
        if errors.iter().any(Diagnostic::is_error) { Err(errors) } else { Ok(person) }
    }

    /// The number that a formula comes to; `None`: the text says the value itself.
    fn thrown(
        &mut self,
        game: &CheckedGame,
        kind: &AnswerKind,
        text: &str,
        at: Span,
        effects: &mut dyn Effects,
        room: &mut Room,
    ) -> Result<Option<i64>, Vec<Diagnostic>> {
        if text.is_empty() || answer_of(game, kind, text).is_some() || !text.contains(|c: char| c.is_ascii_digit()) {
            return Ok(None);
        }
        if room.thrown > room.limit {
            // That was said of the first of them.
            return Ok(None);
        }
        let placement = Some(Placement { span: at, style: None });
        let ready = self.prepare(game, &RollRequest { text: text.to_owned(), placement, ..RollRequest::default() })?;
        let found = self.evaluate(game, &ready, effects, &[]).map_err(|error| vec![error])?;
        room.thrown += found.rolls.iter().map(|roll| roll.dice.len() as u64).sum::<u64>();
        if room.thrown > room.limit {
            let error = Diagnostic::error(Code::TooManyDice, at).arg("count", number(room.thrown));
            return Err(vec![error.arg("limit", number(room.limit))]);
        }
        Ok(match found.value {
            Answer::Number(number) => Some(number),
            _ => None,
        })
    }

    /// What is wrong with the templates of a game, whatever their dice show.
    pub(super) fn check_templates(&mut self, game: &CheckedGame) -> Vec<Diagnostic> {
        let mut errors: Vec<Diagnostic> = Vec::new();
        // Twice the dice of each.
        let mut room = Room { thrown: 0, limit: u64::from(self.limits.dice).saturating_mul(CHECKED) };
        for template in &game.templates {
            if room.thrown > room.limit {
                break;
            }
            for highest in [false, true] {
                let found =
                    self.character_within(game, template, &template.name, &mut ExtremeDice { highest }, &mut room);
                errors.extend(found.err().unwrap_or_default());
            }
        }
        let mut seen = std::collections::HashSet::new();
        errors.retain(|error| seen.insert((error.code, error.at)));
        errors
    }
}

/// What may be said of a trait, or of the members of a group.
fn kind_of<'g>(game: &'g CheckedGame, name: &str) -> Option<&'g AnswerKind> {
    let Some(Named::Trait(index) | Named::Group(index)) = game.names.get(name) else { return None };
    match &game.traits.get(*index)?.source {
        TraitSource::Given(question) | TraitSource::Group(question) => Some(&question.kind),
        TraitSource::Derived(_) => None,
    }
}

/// An environment in which all dice show their lowest or highest face.
struct ExtremeDice {
    highest: bool,
}

impl Effects for ExtremeDice {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let lowest = match die {
            Die::Sides(_) => 1,
            Die::Faces(faces) => faces.iter().copied().min().unwrap_or(0),
        };
        let face = if self.highest { die.highest() } else { lowest };
        faces.extend(std::iter::repeat_n(face, count as usize));
        Ok(())
    }
}

impl Observer for ExtremeDice {}
