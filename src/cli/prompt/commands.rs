//! Commands of the prompt that name, choose and show.

use std::ops::Range;
use std::sync::Arc;

use super::abbreviations::command_begun;
use super::characters::advise;
use super::command::LineRange;
use super::examples::{Example, ExampleSubject};
use super::roll::DiceOrigin;
use super::state::{Asker, CommandResult, LineContext, PromptState};
use super::variables::{self, allowed};
use super::words;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::engine::{Answer, NotAFace, typed_faces};
use crate::report::document::{Document, Line};
use crate::report::roll;
use crate::report::show::Shower;
use crate::session::command::unique;
use crate::session::{action_named, intervention_named};
use crate::source::Span;

impl PromptState<'_> {
    /// `let NAME = VALUE`
    pub(super) fn give(
        &mut self,
        name: &LineRange,
        value: &LineRange,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> CommandResult {
        let target = variables::target(self.game(), &self.lets, here.slice(name))
            .map_err(|error| self.placed(vec![error], here, name))?;
        if let Some(what) = self.table_name(&target.name).filter(|_| !target.is_trait) {
            let error = Diagnostic::error(Code::LetIsTaken, here.at(name)).arg("name", &*target.name);
            return Err(vec![error.arg("what", what)]);
        }
        let kind = variables::trait_kind(self.game(), &target.name).cloned();
        let said = here.slice(value).to_owned();
        // A trait may be a word: the name of a state, of a row.
        let word = kind.filter(|kind| crate::check::answer_of(self.game(), kind, &said).is_some());
        let mut document = Document::new();
        let text = if word.is_some() {
            said
        } else {
            let last = self.roll(value, here, asker, Vec::new())?;
            let text = match &last.evaluation.value {
                Answer::Number(number) => number.to_string(),
                Answer::Flag(flag) if target.is_trait => if *flag { "yes" } else { "no" }.to_owned(),
                Answer::Flag(flag) => i64::from(*flag).to_string(),
                Answer::Text(text) if target.is_trait => text.clone(),
                Answer::Text(_) => {
                    let error = Diagnostic::error(Code::LetNeedsNumber, here.at(value)).arg("name", &*target.name);
                    return Err(vec![error]);
                }
            };
            if last.chance != DiceOrigin::None {
                let comment = last.comment.as_deref();
                document = roll::report(&last.game.game, &last.evaluation, comment, &self.catalogue);
            }
            allowed(self.game(), &target.name, &text).map_err(|found| self.placed(found, here, value))?;
            if last.chance != DiceOrigin::None {
                self.last = Some(last);
            }
            text
        };
        document = document.line(words::given(self, &target.name, &text));
        let of_sheet = self.sheet_says(&target.name).then(|| self.current_name()).flatten();
        if let Some(who) = of_sheet {
            document = document.line(self.say("prompt-let-behind-sheet", "who", who));
        }
        self.saved_rolls.remove(&target.name);
        match self.hides {
            true => self.secret.insert(target.name.clone()),
            false => self.secret.remove(&target.name),
        };
        self.lets.insert(target.name, text);
        Ok(document)
    }

    /// What a name means at the table: a character, or a trait that one has of its own.
    fn table_name(&self, name: &str) -> Option<&'static str> {
        let people = &self.table.world().people;
        let person = people.iter().skip(1).any(|person| person.name == name);
        let own = people.iter().any(|person| person.open.contains_key(name));
        if person { Some("person") } else { own.then_some("own") }
    }

    /// Forgets values given to names that mean something else by now.
    pub(super) fn forget_hiding(&mut self) -> Option<String> {
        let hiding: Vec<String> = self.lets.keys().filter(|name| self.table_name(name).is_some()).cloned().collect();
        self.lets.retain(|name, _| !hiding.contains(name));
        (!hiding.is_empty()).then(|| self.say("prompt-forgotten", "names", hiding))
    }

    /// `unlet NAME`
    pub(super) fn forget(&mut self, part: &LineRange, here: &LineContext<'_>) -> CommandResult {
        let wanted = variables::bare(here.slice(part));
        let folded = crate::source::fold(&wanted);
        let known: Vec<&String> = self.lets.keys().chain(self.settings.keys()).chain(self.saved_rolls.keys()).collect();
        let same: Vec<&String> = known.iter().copied().filter(|name| crate::source::fold(name) == folded).collect();
        let name = match same.as_slice() {
            _ if known.contains(&&wanted) => wanted,
            [only] => (*only).clone(),
            _ => {
                let mut error = Diagnostic::error(Code::NothingToForget, here.at(part)).arg("name", &*wanted);
                if let Some(near) = nearest(&wanted, known.iter().map(|name| name.as_str())) {
                    error = error.help_with("help-did-you-mean", "name", near);
                }
                return Err(vec![error]);
            }
        };
        self.lets.remove(&name);
        self.settings.remove(&name);
        self.saved_rolls.remove(&name);
        Ok(Document::new().line(self.say("prompt-forgotten", "names", vec![name])))
    }

    /// `set NAME = VALUE`
    pub(super) fn set(&mut self, name: &LineRange, value: &LineRange, here: &LineContext<'_>) -> CommandResult {
        let text = variables::bare(here.slice(value));
        let found = variables::setting(self.game(), here.slice(name), &text);
        let known = found.map_err(|errors| {
            let part = if errors.iter().any(|error| error.code == Code::UnknownSetting) { name } else { value };
            self.placed(errors, here, part)
        })?;
        let document = Document::new().line(words::given(self, &known, &text));
        self.settings.insert(known, text);
        Ok(document)
    }

    /// `dice 10,5,1`; `dice roll` and `dice ask` say where dice come from that are missing after those.
    pub(super) fn take_dice(&mut self, part: &LineRange, here: &LineContext<'_>) -> CommandResult {
        if let Some(word @ ("roll" | "ask")) = crate::syntax::our_word("answers", here.slice(part)) {
            self.rolls_the_rest = word == "roll";
            let id = if self.rolls_the_rest { "prompt-dice-rolled" } else { "prompt-dice-asked" };
            return Ok(Document::new().line(self.catalogue.text(id, &Vec::new())));
        }
        let none = crate::syntax::is_none(here.slice(part));
        let part = if none { &(part.end..part.end) } else { part };
        let place = |at: Range<usize>| here.at(&(part.start + at.start..part.start + at.end));
        let wrong = |one: NotAFace| {
            let at = place(one.at.clone());
            one.diagnostic(Some(at))
        };
        let faces = typed_faces(here.slice(part)).map_err(|found| found.into_iter().map(wrong).collect::<Vec<_>>())?;
        // Alone it shows those that wait.
        if none || !faces.is_empty() {
            self.dice = faces;
        }
        if none {
            self.lying = None;
        }
        // At a served table they are for their own line.
        let lying = self.lying.as_ref().filter(|_| !self.served);
        let lying = lying.map(|(_, dice)| dice.as_slice()).unwrap_or_default();
        let waiting = if self.dice.is_empty() { lying } else { &self.dice };
        if waiting.is_empty() {
            return Ok(Document::new().line(self.catalogue.text("prompt-no-dice", &Vec::new())));
        }
        Ok(Document::new().line(self.say("prompt-dice-wait", "dice", words::faces(waiting))))
    }

    /// `show [NAME]`
    pub(super) fn show(&self, part: Option<LineRange>, all: bool, here: &LineContext<'_>) -> CommandResult {
        let game = self.game();
        let shower = Shower { game, catalogue: &self.catalogue, worded: false };
        let Some(part) = part else { return Ok(shower.overview(all)) };
        let name = variables::bare(here.slice(&part));
        let own = self.lets.get(&name).or_else(|| self.settings.get(&name));
        let value = own.map(|value| words::given(self, &name, value));
        match (crate::cli::show::find(&shower, &name), value) {
            (Some(document), Some(value)) => Ok(document.line(value)),
            (Some(document), None) => Ok(document),
            (None, Some(value)) => Ok(Document::new().line(value)),
            (None, None) => {
                let mut known: Vec<&str> = game.names.keys().chain(self.lets.keys()).map(String::as_str).collect();
                known.sort_unstable();
                let error = Diagnostic::error(Code::NothingToShow, here.at(&part)).arg("name", &*name);
                let error = error.arg("game", &*game.id);
                let mut errors = vec![match nearest(&name, known) {
                    Some(near) => error.help_with("help-did-you-mean", "name", near.to_owned()),
                    None => error,
                }];
                self.session.name_games(&mut errors, &game.id);
                Err(errors)
            }
        }
    }

    /// `help NAME`: a command, an action, an intervention.
    pub(super) fn help_of(&mut self, part: &LineRange, here: &LineContext<'_>) -> CommandResult {
        let word = self.help_begun(variables::bare(here.slice(part)), here.at(part))?;
        if let Some(document) = words::help_of(&word, &self.catalogue) {
            return Ok(document);
        }
        let loaded = Arc::clone(&self.game);
        let game = &loaded.game;
        let (found, spoken) = match (action_named(game, &word, true), intervention_named(game, &word, true)) {
            (Ok(index), _) => {
                (game.actions.get(index).map(ExampleSubject::Action), self.sayable().actions().get(index).cloned())
            }
            (_, Ok(index)) => (
                game.interventions.get(index).map(ExampleSubject::Intervention),
                self.sayable().interventions().get(index).cloned(),
            ),
            (Err(_), Err(_)) => (None, None),
        };
        if let (Some(meant), Some(spoken)) = (found, spoken) {
            let Example { line, said } = self.example(&spoken, meant);
            let shower = Shower { game, catalogue: &self.catalogue, worded: true };
            let document = match meant {
                ExampleSubject::Action(action) => shower.usage(action, &said),
                ExampleSubject::Intervention(intervention) => {
                    let parts: Vec<(&str, bool, bool)> =
                        spoken.parts.iter().map(|part| (&*part.name, part.is_role, part.must)).collect();
                    shower.usage_of_intervention(intervention, &parts, &said)
                }
            };
            return Ok(document.line(words::labelled("prompt-for-example", Line::new().code(line), &self.catalogue)));
        }
        let error = Diagnostic::error(Code::UnknownCommand, here.at(part)).arg("name", &*word);
        let commands = words::commands().map(|(word, ..)| words::spoken(word, &self.catalogue).to_owned());
        Err(vec![advise(error, &word, commands.chain(self.action_names()).collect())])
    }

    /// The names of what can be done, without what only other actions do.
    fn action_names(&self) -> Vec<String> {
        let game = self.game();
        let actions = game.actions.iter().filter(|one| !one.internal).map(|one| one.name.to_string());
        actions.chain(game.interventions.iter().map(|one| one.name.to_string())).collect()
    }

    /// The whole name of a command, an action or an intervention, where a word is the beginning of that alone; commands
    /// come first.
    fn help_begun(&self, word: String, at: Span) -> Result<String, Vec<Diagnostic>> {
        let game = self.game();
        let is_known = words::help_of(&word, &self.catalogue).is_some()
            || action_named(game, &word, true).is_ok()
            || intervention_named(game, &word, true).is_ok();
        if is_known || !self.abbreviates {
            return Ok(word);
        }
        match command_begun(&word, &self.catalogue) {
            Ok(Some(command)) => Ok(command.to_owned()),
            Ok(None) => self.begun(word, &self.action_names(), at),
            Err(names) => self.begun(word, &names, at),
        }
    }

    /// The whole name that a word is the beginning of alone; the word itself where it is that of none.
    pub(super) fn begun(&self, word: String, names: &[String], at: Span) -> Result<String, Vec<Diagnostic>> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        match unique(&names, &word) {
            Ok(found) => Ok(found.map_or(word, str::to_owned)),
            Err(names) => {
                let error = Diagnostic::error(Code::BeginningOfSeveral, at).arg("text", word);
                Err(vec![error.arg("names", names)])
            }
        }
    }
}
