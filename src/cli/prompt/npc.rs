//! `npc` creates characters from the templates of the game; `create` creates others.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::characters::{advise, files as words_of};
use super::command::LineRange;
use super::state::{Asker, CommandResult, LineContext, PromptState};
use super::variables;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::engine::{Record, Recorder};
use crate::report::document::{Document, Line};
use crate::report::roll::words;
use crate::session::person_in;
use crate::source::{fold, nfc};
use crate::world::{FileOwner, is_reserved_name};

/// So many are made at once at most.
const MOST: usize = 50;

impl PromptState<'_> {
    /// `npc 3 guard`; alone it lists the templates.
    pub(super) fn npc(&mut self, part: &LineRange, here: &mut LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        let game = Arc::clone(&self.game);
        let templates = &game.game.templates;
        let said = here.slice(part).trim().to_owned();
        if said.is_empty() {
            let lines = templates.iter().map(|one| {
                let doc = one.doc.as_ref().map(|doc| format!("  {doc}")).unwrap_or_default();
                Line::new().name(&one.name).dim(doc)
            });
            let document = lines.fold(Document::new(), Document::line);
            let none = document.is_empty();
            return Ok(if none {
                document.line(self.say("npc-none", "game", game.game.name.as_str()))
            } else {
                document
            });
        }
        let (first, rest) = said.split_once(char::is_whitespace).unwrap_or((&said, ""));
        let (count, name) = match first.parse::<usize>() {
            Ok(count) if !rest.is_empty() => (Some(count), variables::bare(rest)),
            _ => (None, variables::bare(&said)),
        };
        let count = match count {
            Some(count) if !(1..=MOST).contains(&count) => {
                let error = Diagnostic::error(Code::NpcCount, here.at(part)).arg("text", first).arg("max", MOST);
                return Err(vec![error]);
            }
            count => count,
        };
        let names: Vec<String> = templates.iter().map(|one| one.name.to_string()).collect();
        let name = if self.abbreviates { self.begun(name, &names, here.at(part))? } else { name };
        let found = templates.iter().find(|one| *one.name == *name);
        let found = found.or_else(|| templates.iter().find(|one| fold(&one.name) == fold(&name)));
        let Some(template) = found else {
            let error = Diagnostic::error(Code::NoTemplate, here.at(part)).arg("name", &*name);
            return Err(vec![advise(error, &name, names)]);
        };
        let names = self.new_names(&template.name, count);
        let whole = part.clone();
        self.played(&whole, here, asker, |state, game, outside| {
            let mut recorder = Recorder::new(outside);
            let mut people = Vec::new();
            for name in &names {
                people.push(state.session.character_of(&game.game, template, name, &mut recorder)?);
            }
            state.table.joined(people, None, recorder.record())
        })?;
        let document = self.introduced(&names);
        Ok(self.may_join(&names, document))
    }

    /// What is worth knowing of characters who have just come.
    fn introduced(&mut self, names: &[String]) -> Document {
        let (game, env) = (Arc::clone(&self.game), self.env());
        let mut document = Document::new();
        for name in names {
            let Some(who) = self.table.world().find(name) else { continue };
            let look = self.session.see(&game.game, &env, self.table.world(), who).brief();
            let given = look.traits.iter().filter(|one| !one.derived);
            let given = given.filter_map(|one| Some((&one.name, words(one.value.as_ref()?, &self.catalogue))));
            let open = look.open.iter().map(|one| (&one.name, words(&one.value, &self.catalogue)));
            let line = given
                .chain(open)
                .filter(|(_, value)| value != "0")
                .fold(Line::new().name(name), |line, (name, value)| line.plain("  ").dim(name).plain(" ").plain(value));
            document = document.line(line);
        }
        document
    }

    /// `create NAME [SECTION: {…}]`: a character with what is said of it.
    pub(super) fn create(&mut self, part: &LineRange, here: &mut LineContext<'_>) -> CommandResult {
        let Some(named) = words_of(here.typed.text, part).into_iter().next() else { return Err(Vec::new()) };
        let name = nfc(variables::bare(here.slice(&named)).trim());
        if name.is_empty() || is_reserved_name(&name) {
            return Err(vec![Diagnostic::error(Code::NobodyIsCalledSo, here.at(&named)).arg("name", &*name)]);
        }
        let (mut file, mut errors) = self.change_said(named.end..part.end, here);
        file.name = Some(name.clone());
        let game = Arc::clone(&self.game);
        let (person, mut found) = person_in(&file, &game.game, FileOwner::Character, None);
        errors.append(&mut found);
        // What a file may say with a warning is beyond the limits of a new character.
        let beyond = |one: &Diagnostic| matches!(one.code, Code::BeyondBounds | Code::RequirementUnmet);
        errors.iter_mut().filter(|one| beyond(one)).for_each(|one| one.severity = Severity::Error);
        if errors.iter().any(Diagnostic::is_error) {
            return Err(self.placed(errors, here, part));
        }
        here.warnings.append(&mut errors);
        let came = self.table.joined(vec![person], None, Record::default());
        self.table.make(came.map_err(|errors| self.placed(errors, here, &named))?);
        self.told_last = true;
        let names = [name];
        let document = self.introduced(&names);
        Ok(self.may_join(&names, document))
    }

    /// Names that no character has yet: that of the template, with a number where there is more than one.
    fn new_names(&self, template: &str, count: Option<usize>) -> Vec<String> {
        let mut letters = template.chars();
        let template: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let people: BTreeSet<String> = self.people().iter().map(|one| fold(one)).collect();
        let taken = |name: &str| people.contains(&fold(name));
        if count.is_none() && !taken(&template) {
            return vec![template];
        }
        let numbered = (1..).map(|number: usize| format!("{template} {number}"));
        numbered.filter(|name| !taken(name)).take(count.unwrap_or(1)).collect()
    }

    /// Whether a character is called like one that was made from a template.
    #[must_use]
    pub fn is_npc(&self, name: &str) -> bool {
        self.game().templates.iter().any(|one| number_behind(name, &one.name).is_some())
    }

    /// The characters that were made from a template, unless one of another kind is called so.
    pub(super) fn made_of(&self, name: &str) -> Option<Vec<String>> {
        let people = self.people();
        if people.iter().any(|one| fold(one) == fold(name)) {
            return None;
        }
        self.game().templates.iter().find(|one| fold(&one.name) == fold(name))?;
        let of_it = |one: &String| number_behind(one, name).is_some_and(|number| !number.is_empty());
        let names: Vec<String> = people.into_iter().filter(of_it).collect();
        (!names.is_empty()).then_some(names)
    }
}

/// The number behind the name of a template in that of a character, or nothing behind it; `None` where it is another
/// name.
fn number_behind(name: &str, template: &str) -> Option<String> {
    let folded = fold(name);
    let number = folded.strip_prefix(&fold(template))?.trim();
    number.chars().all(|letter| letter.is_ascii_digit()).then(|| number.to_owned())
}
