//! Actions, interventions, passing time and undo at the prompt.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::characters::{THE_TABLE, advise};
use super::command::{LineRange, is_expression, trimmed, uncommented};
use super::roll::{LineDice, PromptEffects};
use super::state::{Asker, CommandResult, LineContext, NoAnswers, PromptState};
use super::variables;
use super::words;
use crate::check::program::{Action, AnswerKind, Named, SlotKind};
use crate::check::quoted_where_needed;
use crate::diagnostic::{Code, Diagnostic, Note, nearest};
use crate::engine::{ActionCall, Decision, Passing, RequestedIntervention};
use crate::report::Language;
use crate::report::action::{ReportDetail, report, report_from, short};
use crate::report::document::Document;
use crate::report::show::Shower;
use crate::session::command::{
    CommandSpec, ParameterValues, ParsedCommand, begins_with, spoken_action, spoken_interventions, understand_as,
    with_interventions,
};
use crate::session::{
    ActionRequest, InterventionRequest, LoadedGame, Move, action_call, askable, for_another_test, wish_of,
};
use crate::source::{Span, fold};
use crate::world::World;

/// What a line without a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Does an action.
    Acts,
    /// Intervenes in the last move.
    Intervenes,
    /// An expression is rolled.
    Rolls,
}

/// The actions and interventions that can be typed at a table.
#[derive(Debug)]
pub(super) struct CommandList {
    /// Actions first, then interventions.
    pub(super) all: Vec<CommandSpec>,
    actions: usize,
}

impl CommandList {
    pub(super) fn actions(&self) -> &[CommandSpec] {
        self.all.get(..self.actions).unwrap_or_default()
    }

    pub(super) fn interventions(&self) -> &[CommandSpec] {
        self.all.get(self.actions..).unwrap_or_default()
    }
}

/// The cached [`CommandList`], with the state that it was computed from.
pub(super) struct CommandListCache {
    game: Arc<LoadedGame>,
    by: Option<String>,
    language: Language,
    world: World,
    sayable: Arc<CommandList>,
}

impl PromptState<'_> {
    /// What can be typed to do something. While what it follows from stays the same, so does this.
    pub(super) fn sayable(&self) -> Arc<CommandList> {
        let (world, language) = (self.table.world(), self.catalogue.language());
        let mut known = self.said_before.borrow_mut();
        let holds = |one: &&CommandListCache| {
            Arc::ptr_eq(&one.game, &self.game) && (&one.by, one.language) == (&self.by, language) && one.world == *world
        };
        if let Some(one) = known.as_ref().filter(holds) {
            return Arc::clone(&one.sayable);
        }
        let sayable = Arc::new(self.sayable_now());
        let (game, by, world) = (Arc::clone(&self.game), self.by.clone(), world.clone());
        *known = Some(CommandListCache { game, by, language, world, sayable: Arc::clone(&sayable) });
        sayable
    }

    fn sayable_now(&self) -> CommandList {
        let world = self.seen();
        let words = self.words_for_all();
        let mut all: Vec<CommandSpec> =
            self.game().actions.iter().map(|action| spoken_action(self.game(), &world, action)).collect();
        for part in all.iter_mut().flat_map(|spoken| &mut spoken.parts).filter(|part| part.is_role && part.many) {
            if let ParameterValues::Names(names, _) = &mut part.takes {
                names.extend(words.iter().cloned());
            }
        }
        let actions = all.len();
        all.extend(spoken_interventions(self.game(), &world));
        CommandList { all, actions }
    }

    /// The characters as the player who speaks knows them; all of them for the GM.
    fn seen(&self) -> Cow<'_, World> {
        let world = self.table.world();
        match self.by.as_deref().and_then(|name| world.find(name)) {
            Some(who) => Cow::Owned(world.seen_by(who)),
            None => Cow::Borrowed(world),
        }
    }

    /// What a line does that is no command: actions come first, then interventions, then
    /// expressions. A name that expressions know and an operator behind it make an expression.
    pub(super) fn does(&self, part: &LineRange, here: &LineContext<'_>) -> LineKind {
        self.doing()(here.slice(part))
    }

    /// The same of several parts, for which it is found out once what can be done.
    pub(super) fn doing(&self) -> impl Fn(&str) -> LineKind {
        let game = self.game();
        let sayable = LazyCell::new(move || self.sayable());
        move |line| {
            let is_name = |word: &str| {
                let known = game.names.get(word).is_some_and(|named| !matches!(named, Named::Action(_)));
                known || self.lets.contains_key(word)
            };
            if (game.actions.is_empty() && game.interventions.is_empty()) || is_expression(line, &is_name) {
                LineKind::Rolls
            } else if begins_with(line, sayable.actions()) {
                LineKind::Acts
            } else if begins_with(line, sayable.interventions()) {
                LineKind::Intervenes
            } else {
                LineKind::Rolls
            }
        }
    }

    /// What is done, and the interventions that are said at once: `… + push 4 1`.
    pub(super) fn split(
        &self,
        part: &LineRange,
        here: &LineContext<'_>,
    ) -> Result<(LineRange, Vec<RequestedIntervention>), Vec<Diagnostic>> {
        let part = uncommented(here.typed.text, part);
        let sayable = self.sayable();
        let known = sayable.interventions();
        let text = here.slice(&part);
        let game = self.game();
        let is_name = |word: &str| game.names.contains_key(word) || self.lets.contains_key(word);
        let (done, interventions) = with_interventions(text, known, &is_name);
        let place =
            |range: std::ops::Range<usize>| trimmed(here.typed.text, part.start + range.start..part.start + range.end);
        let mut chosen = Vec::new();
        for range in interventions {
            let command = self.understood(&place(range), here, known, self.actor())?;
            let answers: BTreeMap<String, String> = command.answers.into_iter().collect();
            let own = self.game().intervention(command.index).own_role();
            let by = own.and_then(|role| answers.get(role)).map(String::as_str).or(self.actor()).map(str::to_owned);
            let speaker = self.by.clone();
            chosen.push(RequestedIntervention {
                index: command.index,
                at: command.at,
                by,
                answers,
                speaker,
                ..RequestedIntervention::default()
            });
        }
        Ok((if chosen.is_empty() { part } else { place(done) }, chosen))
    }

    /// Who was chosen with `as`, and is there.
    pub(super) fn actor(&self) -> Option<&str> {
        self.spoken_for().and(self.current_name())
    }

    /// What was typed behind one of some names; `actor` plays the first role.
    fn understood(
        &self,
        part: &LineRange,
        here: &LineContext<'_>,
        known: &[CommandSpec],
        actor: Option<&str>,
    ) -> Result<ParsedCommand, Vec<Diagnostic>> {
        let at = |range: std::ops::Range<usize>| Some(here.at(&(part.start + range.start..part.start + range.end)));
        let text = here.slice(part);
        understand_as(text, known, actor).map_err(|slip| vec![slip.diagnostic(text, at)])
    }

    /// Findings about what was done, each where it was said: the name of it, or the word that
    /// is wrong.
    pub(super) fn about(&self, findings: Vec<Diagnostic>, here: &LineContext<'_>, part: &LineRange) -> Vec<Diagnostic> {
        let text = here.slice(part);
        let place = |finding: &Diagnostic| -> Span {
            // What was said comes before what it was said about.
            let args = |wanted: &'static str| finding.args.iter().filter(move |(name, _)| *name == wanted);
            let said = ["text", "face", "names", "name"].into_iter().flat_map(args);
            let words = said.flat_map(|(_, arg)| match arg {
                crate::diagnostic::Arg::Text(text) => vec![text.clone()],
                crate::diagnostic::Arg::Number(number) => vec![number.to_string()],
                crate::diagnostic::Arg::List(list) => list.clone(),
                crate::diagnostic::Arg::Decimal(_) | crate::diagnostic::Arg::AnyOf(_) => Vec::new(),
            });
            let found = words.filter(|word| !word.is_empty()).find_map(|word| Some((text.find(&word)?, word.len())));
            match found {
                Some((at, length)) => here.at(&(part.start + at..part.start + at + length)),
                None => here.at(part),
            }
        };
        // What is in a text that came after the line is about the line.
        let elsewhere = |span: Span| span.source <= here.source;
        findings
            .into_iter()
            .map(|mut finding| {
                // What an action asks is said behind its name.
                for help in finding.helps.iter_mut().filter(|help| help.id == "help-give-set") {
                    help.id = "help-say-behind";
                    for (_, arg) in &mut help.args {
                        if let crate::diagnostic::Arg::Text(text) = arg {
                            let said = text.trim_matches('"');
                            *text = match said.split_once('=') {
                                Some((name, value)) => format!("{}={value}", quoted_where_needed(name)),
                                None => said.to_owned(),
                            };
                        }
                    }
                }
                let catalogue = self.answers_in.as_ref().unwrap_or(&self.catalogue);
                let shower = Shower { game: self.game(), catalogue, worded: true };
                let at = finding.at.filter(|at| elsewhere(*at)).unwrap_or_else(|| place(&finding));
                shower.condition_in(&mut finding);
                Diagnostic { at: Some(at), ..finding }
            })
            .collect()
    }

    /// Plays something: dice come from where they come from, and whatever goes wrong, nothing
    /// has happened.
    pub(super) fn played(
        &mut self,
        part: &LineRange,
        here: &LineContext<'_>,
        asker: &mut dyn Asker,
        what: impl FnOnce(&mut Self, &LoadedGame, &mut PromptEffects<'_>) -> Result<Move, Vec<Diagnostic>>,
    ) -> Result<(), Vec<Diagnostic>> {
        let made = self.with_dice(here.at(part), |state, dice| state.played_with(dice, part, here, asker, what))?;
        self.make(made);
        Ok(())
    }

    /// What becomes of something that is played with the dice of a line.
    pub(super) fn played_with(
        &mut self,
        dice: &mut LineDice,
        part: &LineRange,
        here: &LineContext<'_>,
        asker: &mut dyn Asker,
        what: impl FnOnce(&mut Self, &LoadedGame, &mut PromptEffects<'_>) -> Result<Move, Vec<Diagnostic>>,
    ) -> Result<Move, Vec<Diagnostic>> {
        let game = Arc::clone(&self.game);
        let (catalogue, settings) = (self.catalogue.clone(), self.settings.clone());
        let made = dice.throw((&game.game, &catalogue, &settings), asker, |outside| what(self, &game, outside));
        made.map_err(|errors| self.about(errors, here, part))
    }

    /// Records that an action was played.
    pub(super) fn make(&mut self, made: Move) {
        // An intervention in what is hidden.
        self.hides |= made.hidden;
        self.table.make(made);
        self.told_last = true;
    }

    /// Whether what does not go as an expression was meant as the name of something to do.
    pub(super) fn nearly(&self, part: &LineRange, here: &LineContext<'_>) -> Option<Diagnostic> {
        let text = here.slice(part);
        let game = self.game();
        // What belongs to the table is on its sheet, and a table of the game is shown.
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if fold(first) == THE_TABLE {
            let named = variables::bare(rest.trim());
            let known = game.tables.iter().map(|table| &*table.name).find(|name| fold(name) == fold(&named));
            let instead = known.map(|name| format!("{} {name}", words::spoken("show", &self.catalogue)));
            let sheet = || format!("{} {THE_TABLE}", words::spoken("sheet", &self.catalogue));
            let instead = instead.or_else(|| rest.trim().is_empty().then(sheet));
            let error = Diagnostic::error(Code::UnknownName, here.at(part)).arg("name", text);
            return instead.map(|instead| error.help_with("help-did-you-mean", "name", instead));
        }
        let actions = game.actions.iter().map(|one| one.name.to_string());
        let interventions = game.interventions.iter().map(|one| one.name.to_string());
        let commands = words::commands().map(|(word, ..)| words::spoken(word, &self.catalogue).to_owned());
        let names: Vec<String> = actions.chain(interventions).chain(commands).collect();
        let mut end = 0;
        // Nothing is called by more words than the longest name has.
        let most = names.iter().map(|name| name.split_whitespace().count()).fold(0, usize::max);
        for (before, word) in text.split_inclusive(char::is_whitespace).enumerate().take(most) {
            end += word.len();
            let words = before + 1;
            let said = text.get(..end).unwrap_or("").trim();
            let long = names.iter().filter(|name| name.split_whitespace().count() == words);
            if let Some(near) = nearest(said, long.map(String::as_str)) {
                let place = here.at(&(part.start..part.start + said.len()));
                let error = Diagnostic::error(Code::UnknownAction, place).arg("name", said);
                return Some(error.help_with("help-did-you-mean", "name", near.to_owned()));
            }
        }
        // `thrust target=Bob`: it says who plays what in something that there is not.
        let (before, _) = text.split_once('=')?;
        let sayable = self.sayable();
        let parts: Vec<String> = sayable.all.iter().flat_map(|one| &one.parts).map(|part| fold(&part.name)).collect();
        let folded = fold(before.trim_end());
        let key = parts.iter().filter(|part| folded.ends_with(&format!(" {part}"))).max_by_key(|part| part.len())?;
        let count = folded.chars().count().checked_sub(key.chars().count() + 1)?;
        let said = text.char_indices().nth(count).and_then(|(at, _)| text.get(..at))?.trim();
        let place = here.at(&(part.start..part.start + said.len()));
        let error = Diagnostic::error(Code::UnknownAction, place).arg("name", said);
        let known = game.actions.iter().filter(|one| !one.internal).map(|one| one.name.to_string());
        Some(error.help_with("help-there-is", "names", known.collect::<Vec<_>>()))
    }

    /// What is to be done, understood.
    pub(super) fn action_call(
        &self,
        part: &LineRange,
        here: &LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> Result<ActionCall, Vec<Diagnostic>> {
        let whole = &uncommented(here.typed.text, part);
        let (part, interventions) = self.split(part, here)?;
        let command = self.understood(&part, here, self.sayable().actions(), self.actor())?;
        let game = Arc::clone(&self.game);
        let action = game.game.action(command.index);
        if (asker.is_there() || self.served) && !self.people().is_empty() {
            // Who is not there is named before anybody is asked for someone else.
            let silent = self.wish(action, command.clone(), &mut NoAnswers);
            let unknown = |error: &Diagnostic| error.code == Code::UnknownPerson;
            if let Err(mut errors) = action_call(&game.game, self.table.world(), &silent, true)
                && errors.iter().any(unknown)
            {
                errors.retain(unknown);
                return Err(self.about(errors, here, whole));
            }
        }
        let wish = self.wish(action, command, asker);
        let call = action_call(&game.game, self.table.world(), &wish, true);
        let call = call.map_err(|mut errors| {
            if self.people().is_empty() {
                // Names that mean no one are those of characters who are not here.
                let missing = errors.iter().any(|error| error.code == Code::RoleMissing);
                errors.retain(|error| !missing || error.code != Code::UnknownPerson);
                let of_role = |error: &&mut Diagnostic| matches!(error.code, Code::RoleMissing | Code::UnknownPerson);
                let note = || vec![Note { id: "help-nobody-here", args: Vec::new() }];
                errors.iter_mut().filter(of_role).for_each(|error| error.helps = note());
            }
            self.about(errors, here, whole)
        })?;
        if let Some(error) = for_another_test(&game.game, &[(call.action, &call.answers)], &|_| false) {
            return Err(self.about(vec![error], here, whole));
        }
        let (mut answers, mut standing) = (call.answers, call.standing);
        // What was set counts in an action as in a roll.
        let asked = askable(&game.game, Some(&[call.action]));
        for (name, value) in self.settings.iter().filter(|(name, _)| asked.contains(name.as_str())) {
            let is_answered = answers.keys().any(|one| one.rsplit('.').next() == Some(name.as_str()));
            if !is_answered {
                answers.insert(name.clone(), value.clone());
                standing.insert(name.clone());
            }
        }
        Ok(ActionCall { interventions, answers, standing, speaker: self.by.clone(), ..call })
    }

    /// Runs the action that a line names.
    pub(super) fn act(&mut self, part: &LineRange, here: &LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        let whole = &uncommented(here.typed.text, part);
        let call = self.action_call(part, here, asker)?;
        let env = self.env();
        self.played(whole, here, asker, |state, game, outside| {
            state.session.call_at(&game.game, &state.table, &env, call, outside)
        })?;
        let turns_changed = self.table.last().is_some_and(|last| last.before.turns != last.done.world.turns);
        Ok(if turns_changed { self.with_turn(self.told(0)) } else { self.told(0) })
    }

    /// What the last move came to, from a step of its trace on.
    pub(super) fn told(&self, first: usize) -> Document {
        let Some(last) = self.table.last() else { return Document::new() };
        let game = self.game();
        if !self.verbose {
            short(game, &last.done, &self.catalogue)
        } else if first == 0 {
            report(game, &last.done, ReportDetail::Told, &self.catalogue)
        } else {
            report_from(game, &last.done, first, ReportDetail::Told, &self.catalogue)
        }
    }

    /// Resolves a command to a request. The chosen character fills the first role, and the only character a single
    /// role; the asker is asked for missing roles.
    fn wish(&self, action: &Action, command: ParsedCommand, asker: &mut dyn Asker) -> ActionRequest {
        let slots = action.role_slots();
        let mut wish = wish_of(action, command);
        let people = self.people();
        for (place, slot) in slots.iter().enumerate() {
            let said = wish.roles.iter().any(|(role, _)| role.as_deref() == Some(&*slot.name));
            let plays = |name: &str| wish.roles.iter().flat_map(|(_, names)| names).any(|one| fold(one) == fold(name));
            let name = match (self.actor().filter(|_| place == 0), people.as_slice()) {
                _ if said => None,
                (Some(actor), _) if slot.kind == SlotKind::Many || !plays(actor) => Some(actor.to_owned()),
                _ if slot.kind == SlotKind::Many => None,
                (_, []) => None,
                (_, [only]) if slots.len() == 1 => Some(only.clone()),
                _ => {
                    let decision = Decision {
                        name: &slot.name,
                        action: &action.name,
                        intervening: false,
                        whom: None,
                        by: None,
                        doc: None,
                        options: &people,
                        kind: &AnswerKind::Character(None),
                        proposed: None,
                        doing: None,
                    };
                    asker.decide(self.game(), &decision, None, &self.catalogue)
                }
            };
            wish.roles.extend(name.map(|name| (Some(slot.name.to_string()), vec![name])));
        }
        let many: Vec<&str> = slots.iter().filter(|slot| slot.kind == SlotKind::Many).map(|slot| &*slot.name).collect();
        for (role, names) in &mut wish.roles {
            if role.as_deref().is_some_and(|role| many.contains(&role)) {
                *names = self.all_of(std::mem::take(names));
            }
        }
        wish
    }

    /// Which intervention is wanted, and the answers to it.
    pub(super) fn intervening(
        &self,
        part: &LineRange,
        here: &LineContext<'_>,
    ) -> Result<(usize, BTreeMap<String, String>), Vec<Diagnostic>> {
        let part = uncommented(here.typed.text, part);
        let command = self.understood(&part, here, self.sayable().interventions(), None)?;
        Ok((command.index, command.answers.into_iter().collect()))
    }

    /// An intervention in the last move.
    pub(super) fn intervene(
        &mut self,
        part: &LineRange,
        here: &LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> CommandResult {
        let part = &uncommented(here.typed.text, part);
        let wanted = self.wanted(part, here)?;
        self.played(part, here, asker, |state, game, outside| {
            state.session.intervention_at(&game.game, &state.table, &wanted, outside)
        })?;
        let last = self.table.last();
        let first = last.and_then(|last| last.done.begun.iter().rev().nth(last.redone).copied()).unwrap_or(0);
        let dropped = last.map(|last| last.dropped.as_slice()).filter(|dropped| !dropped.is_empty());
        let dropped = dropped.map(|dropped| {
            let args = vec![("count", dropped.len().into()), ("dice", words::faces(dropped).into())];
            self.catalogue.text("prompt-dice-dropped", &args)
        });
        let undone = last.map(|last| last.undone.clone()).unwrap_or_default();
        let told = dropped.into_iter().fold(self.told(first), Document::line);
        Ok(undone.iter().fold(told, |told, name| {
            told.line(self.catalogue.text("prompt-intervention-undone", &vec![("name", name.as_str().into())]))
        }))
    }

    /// The intervention that a line asks for.
    pub(super) fn wanted(
        &self,
        part: &LineRange,
        here: &LineContext<'_>,
    ) -> Result<InterventionRequest, Vec<Diagnostic>> {
        let sayable = self.sayable();
        let command = self.understood(part, here, sayable.interventions(), self.actor())?;
        let name = self.game().intervention(command.index).name.to_string();
        let answers: BTreeMap<String, String> = command.answers.into_iter().collect();
        let by = self.actor().map(str::to_owned);
        Ok(InterventionRequest { name, at: command.at, by, answers, speaker: self.by.clone() })
    }

    /// `pass TIME`
    pub(super) fn pass(&mut self, part: &LineRange, here: &LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        let times: Vec<CommandSpec> = self
            .game()
            .times
            .iter()
            .map(|time| CommandSpec { name: time.name.to_string(), ..CommandSpec::default() })
            .collect();
        if !begins_with(here.slice(part), &times) {
            let name = variables::bare(here.slice(part));
            let error = Diagnostic::error(Code::UnknownTime, here.at(part)).arg("name", &*name);
            let times: Vec<String> = times.into_iter().map(|time| time.name).collect();
            // `3 hours`: one passes at a time.
            if let Some((count, word)) = name.split_once(char::is_whitespace)
                && count.parse::<u64>().is_ok()
                && let Some(time) = nearest(word, times.iter().map(String::as_str))
            {
                let example = format!("{} {time}", words::spoken("pass", &self.catalogue));
                return Err(vec![error.help_with("help-one-time", "example", example)]);
            }
            return Err(vec![advise(error, &name, times)]);
        }
        let command = self.understood(part, here, &times, None)?;
        let passing =
            Passing { time: command.index, answers: command.answers.into_iter().collect(), interventions: Vec::new() };
        let env = self.env();
        self.played(part, here, asker, |state, game, outside| {
            state.session.pass_at(&game.game, &state.table, &env, passing, outside)
        })?;
        Ok(self.told(0))
    }

    fn count(&self, part: Option<&LineRange>, here: &LineContext<'_>) -> Result<usize, Vec<Diagnostic>> {
        let Some(part) = part else { return Ok(1) };
        match here.slice(part).parse::<usize>() {
            Ok(count) if count > 0 => Ok(count),
            _ => Err(vec![Diagnostic::error(Code::NotACount, here.at(part)).arg("text", here.slice(part))]),
        }
    }

    /// `undo [N]`
    pub(super) fn undo(&mut self, part: Option<&LineRange>, here: &mut LineContext<'_>) -> CommandResult {
        let count = self.count(part, here)?;
        let there = self.undoable();
        if count > there {
            let place = part.map(|part| here.at(part));
            let code = if there == 0 { Code::NothingToUndo } else { Code::TooMuchToUndo };
            let error = Diagnostic::error(code, place).arg("count", there);
            // What is before them brought characters.
            let stays = self.served && self.table.moves().count() > there;
            return Err(vec![if stays { error.help("help-came-before") } else { error }]);
        }
        let mut document = Document::new();
        for _ in 0..count {
            self.hides |= self.table.last().is_some_and(|last| last.hidden);
            let line = match self.table.undo() {
                Some(taken) => words::taken_back(&self.game.game, taken, &self.catalogue),
                None => match self.back(here) {
                    Some(id) => words::used(&id),
                    None => break,
                },
            };
            document = document.line(words::labelled("prompt-undone", line, &self.catalogue));
        }
        self.told_last = self.table.last().is_some();
        self.moves_before = self.moves_before.min(self.moves_made());
        let game = Arc::clone(&self.game);
        self.session.relive(&game.game, &mut self.table);
        Ok(document)
    }

    /// `redo [N]`
    pub(super) fn redo(&mut self, part: Option<&LineRange>, here: &mut LineContext<'_>) -> CommandResult {
        let count = self.count(part, here)?;
        let there = self.redoable();
        if count > there {
            let place = part.map(|part| here.at(part));
            let code = if there == 0 { Code::NothingToRedo } else { Code::TooMuchToRedo };
            return Err(vec![Diagnostic::error(code, place).arg("count", there)]);
        }
        let mut document = Document::new();
        for _ in 0..count {
            self.hides |= self.table.next_again().is_some_and(|next| next.hidden);
            let line = match self.table.redo() {
                Some(done) => words::move_and_changes(&self.game.game, done, &self.catalogue),
                None => match self.forth(here) {
                    Some(id) => words::used(&id),
                    None => break,
                },
            };
            document = document.line(words::labelled("prompt-redone", line, &self.catalogue));
        }
        self.told_last = self.table.last().is_some();
        let game = Arc::clone(&self.game);
        self.session.relive(&game.game, &mut self.table);
        Ok(document)
    }
}
