//! The state of a prompt: takes a line and returns what to show. It does no input or output, and a line that fails
//! leaves it unchanged.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Library;
use super::abbreviations::Unclear;
use super::actions::{CommandListCache, LineKind};
use super::characters::{SavedFile, THE_TABLE};
use super::command::{LineRange, PromptCommand, parse};
use super::complete::CompletionState;
use super::paused_game::PausedGame;
use super::roll::{Last, parts};
use super::saved_rolls::{self, SavedRoll};
use super::variables::{self, allowed};
use super::words;
use crate::check::program::{CheckedGame, Die};
use crate::check::quoted_where_needed;
use crate::cli::roll::few_dice;
use crate::cli::sandbox::{closed, told};
pub use crate::cli::terminal_effects::Missing;
use crate::diagnostic::{Arg, Code, Diagnostic, Note};
use crate::engine::{Answer, Decision, Generator, ValueRequest};
use crate::limits::Limits;
use crate::report::document::Document;
use crate::report::{Catalogue, Language, roll};
use crate::session::command::begins_with;
use crate::session::{LoadedGame, MoveHistory, Session, fingerprint_of};
use crate::source::{SourceId, Sources, Span};
use crate::store::Proof;
use crate::syntax::our_word;

/// Lines after which their texts are dropped; nothing refers to them any more.
const KEPT: usize = 100;

/// A typed line with its source.
#[derive(Debug, Clone, Copy)]
pub struct PromptLine<'a> {
    /// The line as typed.
    pub text: &'a str,
    /// The name of its source in errors.
    pub source: &'a str,
    /// Its number, from 1.
    pub number: usize,
}

/// A user who answers questions while dice are rolled.
pub trait Asker {
    /// An answer; `None`: the user gives none.
    fn ask(&mut self, game: &CheckedGame, asked: &ValueRequest<'_>, catalogue: &Catalogue) -> Option<i64>;

    /// A decision in words; `None`: the user gives none. `otherwise` is the default, if there is one.
    fn decide(
        &mut self,
        _: &CheckedGame,
        _: &Decision<'_>,
        _otherwise: Option<&Answer>,
        _: &Catalogue,
    ) -> Option<String> {
        None
    }

    /// Whether the action was cancelled during a question: then the last question has no answer, and no default holds.
    fn gave_up(&self) -> bool {
        false
    }

    /// Whether users other than the acting one were asked.
    fn asked_others(&self) -> bool {
        false
    }

    /// Dice were thrown that the next asked user has not seen.
    fn fell(&mut self, _dice: &[(Die, i64)], _: &Catalogue) {}

    /// Further faces of typed dice; `None`: the user gives none.
    fn more_faces(&mut self, _: &Missing<'_>, _: &Catalogue) -> Option<Vec<i64>> {
        None
    }

    /// Whether there is a user to ask.
    fn is_there(&self) -> bool {
        false
    }
}

/// A source of seeds, one for each roll.
pub trait Seeds {
    /// The next seed, at most 53 bits, so that every JSON reader keeps it exactly.
    fn next_seed(&mut self) -> u64;

    /// The data to verify the last thrown dice, for a player's line (`None`: the game master's).
    fn proof(&self, _by: Option<&str>, _line: &str, _thrown: &[(Die, i64)]) -> Option<Proof> {
        None
    }
}

impl Seeds for Generator {
    fn next_seed(&mut self) -> u64 {
        let mut bits = |sides: u32| u64::from(self.die(sides).saturating_sub(1));
        (bits(1 << 26) << 27) | bits(1 << 27)
    }
}

/// An asker that answers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoAnswers;

impl Asker for NoAnswers {
    fn ask(&mut self, _: &CheckedGame, _: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        None
    }
}

/// The result of a line.
#[derive(Debug)]
pub struct LineReply {
    /// Errors and warnings.
    pub findings: Vec<Diagnostic>,
    /// The output.
    pub document: Document,
    /// The source of the line, for errors under its characters.
    pub typed: SourceId,
    /// Whether the prompt ends here.
    pub quit: bool,
}

impl LineReply {
    /// Whether the line failed.
    #[must_use]
    pub fn failed(&self) -> bool {
        self.findings.iter().any(Diagnostic::is_error)
    }
}

/// The state of a prompt between two lines.
pub struct PromptState<'s> {
    pub(super) library: &'s dyn Library,
    pub(super) session: Session<'s>,
    /// Whether lines come from strangers: only rolls and odds are allowed, and each line is independent.
    pub sandbox: bool,
    /// The texts of the game alone.
    pub(super) base: Sources,
    /// The fingerprint of the texts that the game was loaded from.
    pub(super) rules: String,
    lines: usize,
    pub game: Arc<LoadedGame>,
    pub catalogue: Catalogue,
    language_open: bool,
    pub(super) said_before: RefCell<Option<CommandListCache>>,
    pub(super) lets: BTreeMap<String, String>,
    /// Those variables that players must not see.
    pub(super) secret: BTreeSet<String>,
    /// Saved rolls, by name.
    pub(super) saved_rolls: BTreeMap<String, SavedRoll>,
    pub(super) settings: BTreeMap<String, String>,
    pub(super) dice: Vec<i64>,
    /// Whether the waiting dice are for the current line only.
    pub dice_fall_now: bool,
    /// Whether dice missing after typed ones are rolled instead of asked for.
    pub(super) rolls_the_rest: bool,
    pub(super) seeds: Box<dyn Seeds>,
    /// The dice that the last line threw, with their faces.
    pub thrown: Vec<(Die, i64)>,
    /// The seed and the faces of a line that failed after its throw.
    pub(super) lying: Option<(u64, Vec<i64>)>,
    /// The author and the text of that line.
    pub(super) lying_for: (Option<String>, String),
    pub(super) doing: (Option<String>, String),
    pub(super) last: Option<Last>,
    /// The characters and the moves.
    pub table: MoveHistory,
    /// The files of loaded characters, by name (`None`: the table) and load.
    pub(super) saved: BTreeMap<(Option<String>, usize), SavedFile>,
    /// The character chosen with `as`.
    pub(super) chosen: Option<String>,
    /// The character for whom the current request of a page speaks; it is not stored.
    pub(super) speaks: Option<String>,
    /// Games that were left with `use`, the latest last.
    pub(super) left: Vec<PausedGame>,
    /// Games whose `use` was undone, the latest last.
    pub(super) returned: Vec<PausedGame>,
    /// Characters of games that were left too long ago to return to.
    pub(super) gone: Vec<String>,
    /// Whether the last result is a move at the table, not a roll.
    pub(super) told_last: bool,
    /// Whether names may be abbreviated: a user types, not a pipe or a script.
    pub abbreviates: bool,
    /// Whether actions are reported step by step, not in a line or two.
    pub verbose: bool,
    /// Whether the warning about unsaved changes was given.
    warned: bool,
    /// The storage of the table, if it is persistent.
    pub(super) keeping: Option<super::persistence::Persistence>,
    #[cfg(feature = "store")]
    pub(super) journal: super::journal::Journal,
    /// The author of the next lines; `None`: the GM.
    pub by: Option<String>,
    /// Whether the results of the next lines are shown to the GM only.
    pub hides: bool,
    /// Whether the result of the last line is hidden, by request or because it is about a hidden one.
    pub hid: bool,
    /// Whether several users type, each on their own page.
    pub(super) served: bool,
    /// The number of moves before that.
    pub(super) moves_before: usize,
    /// The language of refusals, if it is not the table's.
    pub answers_in: Option<Catalogue>,
    /// Players who see hidden results all the same.
    pub readers: Vec<String>,
    /// Numbers of stored lines in the campaign, until they are fetched.
    pub kept: Vec<i64>,
    /// The seed of the dice of this line, and their faces.
    pub(super) fell: (Option<u64>, Vec<i64>),
}

pub(super) type CommandResult = Result<Document, Vec<Diagnostic>>;

/// The result of loading a game.
pub(super) type Changed = Result<(Document, Vec<Diagnostic>), Vec<Diagnostic>>;

/// The context of the line that is executed.
pub(super) struct LineContext<'a> {
    pub(super) typed: PromptLine<'a>,
    pub(super) source: SourceId,
    pub(super) warnings: Vec<Diagnostic>,
    /// Whether texts of files were read.
    pub(super) loaded: bool,
    quit: bool,
}

impl<'a> LineContext<'a> {
    /// The context of a new line.
    pub(super) fn new(typed: PromptLine<'a>, source: SourceId) -> Self {
        Self { typed, source, warnings: Vec::new(), loaded: false, quit: false }
    }

    pub(super) fn at(&self, part: &LineRange) -> Span {
        Span { source: self.source, start: part.start, end: part.end }
    }

    pub(super) fn slice(&self, part: &LineRange) -> &str {
        self.typed.text.get(part.clone()).unwrap_or("")
    }
}

impl<'s> PromptState<'s> {
    /// A prompt without a game: plain dice, and no names.
    #[must_use]
    pub fn new(library: &'s dyn Library, catalogue: Catalogue, language_open: bool, seed: u64) -> Self {
        let game = LoadedGame::default();
        Self {
            library,
            session: Session::within(library, Limits::FULL),
            sandbox: false,
            base: Sources::new(),
            rules: String::new(),
            lines: 0,
            game: Arc::new(game),
            catalogue,
            language_open,
            said_before: RefCell::new(None),
            lets: BTreeMap::new(),
            secret: BTreeSet::new(),
            saved_rolls: BTreeMap::new(),
            settings: BTreeMap::new(),
            dice: Vec::new(),
            dice_fall_now: false,
            rolls_the_rest: false,
            seeds: Box::new(Generator::new(seed)),
            thrown: Vec::new(),
            lying: None,
            lying_for: (None, String::new()),
            doing: (None, String::new()),
            last: None,
            table: MoveHistory::default(),
            saved: BTreeMap::new(),
            chosen: None,
            speaks: None,
            left: Vec::new(),
            returned: Vec::new(),
            gone: Vec::new(),
            told_last: false,
            abbreviates: false,
            verbose: false,
            warned: false,
            keeping: None,
            #[cfg(feature = "store")]
            journal: super::journal::Journal::default(),
            by: None,
            hides: false,
            hid: false,
            served: false,
            moves_before: 0,
            answers_in: None,
            readers: Vec::new(),
            kept: Vec::new(),
            fell: (None, Vec::new()),
        }
    }

    /// All texts that the findings of the last reply refer to.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.session.sources
    }

    /// The current game.
    #[must_use]
    pub fn game(&self) -> &CheckedGame {
        &self.game.game
    }

    /// The data for Tab completion.
    #[must_use]
    pub fn view(&self) -> CompletionState {
        CompletionState {
            game: Arc::clone(&self.game),
            lets: self.lets.clone(),
            settings: self.settings.clone(),
            saved: (self.saved_rolls.iter())
                .map(|(name, saved)| (name.clone(), (saved.head(name), saved.text.clone())))
                .collect(),
            rulesets: self.library.ids(),
            actions: self.sayable().actions().to_vec(),
            interventions: self.sayable().interventions().to_vec(),
            people: self.people(),
            all: self.words_for_all().pop().into_iter().collect(),
            own: self.own_names(),
            actor: self.spoken_for().cloned(),
            places: self.table.places(),
            faces: self.table.faces(),
            catalogue: self.catalogue.clone(),
        }
    }

    /// The faces for the next roll.
    #[must_use]
    pub fn waiting_dice(&self) -> &[i64] {
        &self.dice
    }

    /// Loads the ruleset of the command line; returns the exit code if that failed.
    pub fn begin(&mut self, name: &str) -> (LineReply, u8) {
        let typed = self.session.sources.add("", name);
        let (outcome, code) = self.change_game(name);
        let (document, findings) = match outcome {
            Ok((_, findings)) => (Document::new(), findings),
            Err(findings) => (Document::new(), findings),
        };
        (LineReply { findings, document, typed, quit: false }, code)
    }

    /// Executes a line, with its repetitions.
    pub fn execute(&mut self, typed: PromptLine<'_>, asker: &mut dyn Asker) -> LineReply {
        let (count, text) = self.times(typed.text);
        if count == 1 {
            return self.execute_once(PromptLine { text, ..typed }, asker);
        }
        let mut all = Document::new();
        let mut thrown = 0;
        for _ in 1..count {
            let mut reply = self.execute_once(PromptLine { text, ..typed }, asker);
            thrown += self.thrown.len();
            reply.findings.extend(few_dice(thrown).err());
            if reply.failed() {
                return reply;
            }
            all.append(roll::in_one_line(reply.document));
        }
        let mut last = self.execute_once(PromptLine { text, ..typed }, asker);
        all.append(roll::in_one_line(std::mem::take(&mut last.document)));
        LineReply { document: all, ..last }
    }

    /// The number of repetitions of a line, and the line without it.
    pub fn times<'t>(&self, line: &'t str) -> (usize, &'t str) {
        let repeated = self.game().notation.repeated(line).filter(|_| !self.sandbox);
        // Names of actions take precedence.
        repeated.filter(|_| !begins_with(line, self.sayable().actions())).unwrap_or((1, line))
    }

    /// The expanded line, as `execute` reads it. Checks of permissions use this one.
    ///
    /// # Errors
    ///
    /// If an abbreviation is ambiguous.
    pub(super) fn line_done(&mut self, line: &str) -> Result<String, Unclear> {
        let (_, line) = self.times(line);
        Ok(self.lengthened(line)?.unwrap_or_else(|| line.to_owned()))
    }

    /// Executes a line once.
    pub fn execute_once(&mut self, typed: PromptLine<'_>, asker: &mut dyn Asker) -> LineReply {
        self.lines = self.lines.saturating_add(1);
        if self.lines > KEPT {
            self.session.sources = self.base.clone();
            self.lines = 0;
        }
        self.thrown.clear();
        self.doing = (self.by.clone(), typed.text.trim().to_owned());
        let (longer, unclear) = match self.lengthened(typed.text) {
            Ok(longer) => (longer, None),
            Err(unclear) => (None, Some(unclear)),
        };
        let (said, typed) = (typed, PromptLine { text: longer.as_deref().unwrap_or(typed.text), ..typed });
        // A command in another language is shown and stored as typed; logs identify notes by the canonical command.
        let head = said.text.split_whitespace().next().unwrap_or("");
        let ours = our_word("commands", head).filter(|ours| *ours != head && longer.is_some());
        let translated = ours.is_some();
        let kept = if ours.is_some_and(|ours| ours != "note") { said.text } else { typed.text };
        let source = self.session.sources.add_from_line(typed.number, typed.source, typed.text);
        if let Some((part, error)) = unclear {
            let at = Some(Span { source, start: part.start, end: part.end });
            let findings = vec![Diagnostic { at, ..error }];
            return LineReply { findings, document: Document::new(), typed: source, quit: false };
        }
        let mut here = LineContext::new(typed, source);
        let is_name = |word: &str| {
            self.game().names.contains_key(word) || self.lets.contains_key(word) || self.saved_rolls.contains_key(word)
        };
        let outcome = match parse(typed.text, &is_name) {
            Ok(command) => {
                let before = self.mark();
                let is_told = matches!(command, PromptCommand::Roll(_) | PromptCommand::Note(_));
                self.fell = (None, Vec::new());
                let goes_back = matches!(command, PromptCommand::Undo(_) | PromptCommand::Redo(_));
                // The values of characters created here belong to the game master.
                let makes = matches!(command, PromptCommand::Npc(_) | PromptCommand::Create(_));
                let hides = self.hides;
                self.hides |= makes;
                let lying = (self.dice_fall_now && !self.dice.is_empty()).then(|| (self.table.clone(), self.told_last));
                let outcome = match self.dice_left(&here).filter(|_| lying.is_some() && !command.may_throw()) {
                    Some(error) => Err(vec![error]),
                    None => self.command(command, &mut here, asker),
                };
                let outcome = outcome.and_then(|document| match (lying, self.dice_left(&here)) {
                    // Decisions of others need no typed dice: the author of the line could not know them.
                    (Some(_), Some(_)) if asker.asked_others() => {
                        let dice = words::faces(&std::mem::take(&mut self.dice));
                        Ok(document.line(self.say("serve-dice-not-needed", "dice", dice)))
                    }
                    (Some(before), Some(error)) => {
                        (self.table, self.told_last) = before;
                        Err(vec![error])
                    }
                    _ => Ok(document),
                });
                if self.mark().0 > before.0 && !goes_back {
                    // An undone `use` can no longer be redone, like every undone move.
                    self.returned.clear();
                }
                if self.hides && !goes_back {
                    let made = self.mark().0.saturating_sub(before.0);
                    self.table.newest_mut().take(made).for_each(|one| one.hidden = true);
                }
                let outcome = outcome.and_then(|document| self.keep(kept, before, is_told, document));
                self.hid = std::mem::replace(&mut self.hides, hides);
                #[cfg(feature = "store")]
                if let Ok(document) = &outcome {
                    here.warnings.extend(self.keep_in_journal(kept, before, (is_told, document)));
                }
                outcome
            }
            Err(mistake) => {
                let name = match head {
                    _ if translated => head,
                    head if head == mistake.word => mistake.word,
                    // An abbreviated command in the language of the messages.
                    _ => words::spoken(mistake.word, &self.catalogue),
                };
                let usage = words::typed_as(mistake.word, mistake.usage, &self.catalogue);
                let error = Diagnostic::error(mistake.code, here.at(&mistake.at)).arg("name", name);
                Err(vec![error.help_with("help-write", "example", usage)])
            }
        };
        let (document, mut findings) = match outcome {
            Ok(document) => (document, Vec::new()),
            Err(findings) => (Document::new(), findings),
        };
        findings.append(&mut here.warnings);
        let scratch = (!here.loaded).then_some(here.source);
        let for_strangers = |finding: Diagnostic| if self.sandbox { told(finding) } else { finding };
        let findings = findings.into_iter().map(|finding| for_strangers(speak_prompt(finding, scratch))).collect();
        let mut findings = few(findings, here.source, self.session.limits.shown);
        let mut source = here.source;
        if let Some(longer) = longer.as_deref().filter(|_| !findings.is_empty()) {
            let echo = Echo {
                understood: source,
                said: self.session.sources.add_from_line(said.number, said.source, said.text),
                parts: replaced(said.text, longer),
            };
            source = echo.said;
            findings.iter_mut().for_each(|finding| echo.put_back(finding));
        }
        LineReply { findings, document, typed: source, quit: here.quit || self.is_lost() }
    }

    fn command(&mut self, command: PromptCommand, here: &mut LineContext<'_>, asker: &mut dyn Asker) -> CommandResult {
        if self.sandbox && !self.is_open(&command, here) {
            let part = closed_part(here.typed.text, matches!(command, PromptCommand::Odds(_)));
            let error = closed(here.slice(&part));
            return Err(vec![Diagnostic { at: Some(here.at(&part)), ..error }]);
        }
        match command {
            PromptCommand::Nothing => Ok(Document::new()),
            PromptCommand::Roll(part) if self.does(&part, here) == LineKind::Acts => self.act(&part, here, asker),
            PromptCommand::Roll(part) if self.does(&part, here) == LineKind::Intervenes => {
                self.intervene(&part, here, asker)
            }
            // Only characters can be named; the table has nothing to show.
            PromptCommand::Roll(part)
                if crate::source::fold(here.slice(&part)) == super::characters::THE_TABLE
                    && !self.game().names.contains_key(super::characters::THE_TABLE)
                    && !self.lets.contains_key(super::characters::THE_TABLE) =>
            {
                Err(self.nearly(&part, here).into_iter().collect())
            }
            PromptCommand::Roll(part) if !self.sandbox && parts(&part, here).len() > 1 => {
                self.roll_each(&part, here, asker)
            }
            PromptCommand::Roll(part) => {
                let (rolled, wanted) = match self.split(&part, here)? {
                    // Its comment is part of the roll.
                    (_, none) if none.is_empty() => (part.clone(), none),
                    split => split,
                };
                let last = self.roll(&rolled, here, asker, wanted).map_err(|errors| {
                    // An unknown first word may be an action.
                    let unknown = errors.iter().any(|error| {
                        let begins = error.at.is_some_and(|at| at.source >= here.source && at.start <= part.start);
                        let answers = error.code == Code::NameWithSign && here.slice(&part).contains('=');
                        answers
                            || begins
                                && matches!(error.code, Code::UnknownName | Code::SideBySide | Code::TestNeedsCall)
                    });
                    // A name of another game is suggested, even if a similar name exists here.
                    let other = |help: &Note| help.id == "help-other-game";
                    let unknown = unknown && !errors.iter().flat_map(|error| &error.helps).any(other);
                    match unknown.then(|| self.nearly(&part, here)).flatten() {
                        Some(error) => vec![error],
                        None => errors,
                    }
                })?;
                let document = self.rolled(&last);
                self.told_last = last.moved;
                self.last = Some(last).filter(|_| !self.sandbox);
                Ok(document)
            }
            PromptCommand::Use(part) => {
                let name = variables::bare(here.slice(&part));
                if self.keeping.is_some() {
                    return Err(vec![Diagnostic::error(Code::CampaignUses, here.at(&part)).help("help-campaign-new")]);
                }
                // The texts of the old game are no longer needed, unless this fails.
                self.session.sources = Sources::new();
                let typed = here.typed;
                here.source = self.session.sources.add_from_line(typed.number, typed.source, typed.text);
                here.loaded = true;
                let (outcome, _) = self.change_game(&name);
                match outcome {
                    Ok((document, findings)) => {
                        here.warnings = findings;
                        Ok(document)
                    }
                    Err(findings) => {
                        self.lines = KEPT;
                        Err(self.placed(findings, here, &part))
                    }
                }
            }
            PromptCommand::Let { name, value } => match saved_rolls::named(here.slice(&name)) {
                Some(saved) => self.save_roll(saved, (&name, &value), here),
                None => self.give(&name, &value, here, asker),
            },
            PromptCommand::Lets => Ok(words::lets(self)),
            PromptCommand::Unlet(part) => self.forget(&part, here),
            PromptCommand::Set { name, value } => self.set(&name, &value, here),
            PromptCommand::Settings => Ok(words::settings(self)),
            PromptCommand::Dice(part) => self.take_dice(&part, here),
            PromptCommand::Seed(part) => match here.slice(&part).parse::<u64>() {
                Ok(seed) => {
                    self.seeds = Box::new(Generator::new(seed));
                    self.lying = None;
                    Ok(Document::new().line(self.say("prompt-seeded", "seed", seed.to_string())))
                }
                Err(_) => Err(vec![Diagnostic::error(Code::NotASeed, here.at(&part)).arg("text", here.slice(&part))]),
            },
            PromptCommand::Last if self.told_last => {
                Ok(words::last_move(&self.game.game, &self.table, &self.catalogue))
            }
            PromptCommand::Last => match &self.last {
                Some(last) => Ok(words::last(last, &self.catalogue)),
                None => self.last_kept(),
            },
            PromptCommand::Odds(part) => self.odds(&part, here, asker),
            PromptCommand::Show { name, all } => self.show(name, all, here),
            PromptCommand::List => Ok(words::rulesets(self)),
            PromptCommand::Help(None) => Ok(words::help(self, false)),
            PromptCommand::HelpAll => Ok(words::help(self, true)),
            PromptCommand::Help(Some(part)) => self.help_of(&part, here),
            PromptCommand::Load(part) => self.load(&part, here),
            PromptCommand::Npc(part) => self.npc(&part, here, asker),
            PromptCommand::Create(part) => self.create(&part, here),
            PromptCommand::Who { all } => Ok(self.who(all)),
            PromptCommand::As(part) => self.choose(part.as_ref(), here),
            PromptCommand::Sheet { name, all } => self.sheet(name.as_ref(), all, here),
            PromptCommand::Verbose(wanted) => {
                self.verbose = wanted.unwrap_or(self.verbose);
                let id = if self.verbose { "prompt-is-verbose" } else { "prompt-is-short" };
                Ok(Document::new().line(self.catalogue.text(id, &Vec::new())))
            }
            PromptCommand::Edit(part) => self.edit(&part, here),
            PromptCommand::Pass(part) => self.pass(&part, here, asker),
            PromptCommand::Begin(part) => self.begin_turns(&part, here, asker),
            PromptCommand::Next => self.next_turn(here, asker),
            PromptCommand::End => self.end_turns(here, asker),
            PromptCommand::Undo(part) => self.undo(part.as_ref(), here),
            PromptCommand::Redo(part) => self.redo(part.as_ref(), here),
            PromptCommand::Log => Ok(words::log(&self.game.game, &self.table, &self.catalogue)),
            PromptCommand::Save(part) => self.save(part.as_ref(), here),
            PromptCommand::Drop(part) => self.drop_people(&part, here),
            PromptCommand::Note(part) => Ok(self.note(here.slice(&part))),
            PromptCommand::Quit => Ok(self.quit(here, asker)),
        }
    }

    /// Whether strangers may use this command: a roll or odds that do not depend on earlier lines.
    fn is_open(&self, command: &PromptCommand, here: &LineContext<'_>) -> bool {
        match command {
            PromptCommand::Nothing | PromptCommand::Help(_) | PromptCommand::HelpAll | PromptCommand::Quit => true,
            PromptCommand::Roll(part) => self.does(part, here) == LineKind::Rolls,
            PromptCommand::Odds(part) => {
                let said = here.slice(part).trim();
                let played = matches!(our_word("answers", said), Some("last" | "now")) && !self.is_own(said);
                !played && self.action_after_do(part, here).is_none()
            }
            _ => false,
        }
    }

    /// Ends the prompt. A user is warned first of unsaved changes.
    fn quit(&mut self, here: &mut LineContext<'_>, asker: &mut dyn Asker) -> Document {
        match self.leaving().filter(|_| asker.is_there()) {
            Some(document) => document,
            None => {
                here.quit = true;
                Document::new()
            }
        }
    }

    /// The warning, once, to a user who leaves with unsaved changes.
    pub fn leaving(&mut self) -> Option<Document> {
        let (unsaved, fileless) = (self.unsaved(), self.without_file());
        if (unsaved.is_empty() && fileless.is_empty()) || std::mem::replace(&mut self.warned, true) {
            return None;
        }
        let mut document = Document::new();
        for (names, id) in [(unsaved, "prompt-not-saved"), (fileless, "prompt-no-file")] {
            if !names.is_empty() {
                document = document.line(self.say(id, "names", names));
            }
        }
        Some(document)
    }

    /// The unsaved changes at the end of a pipe.
    pub(super) fn lost_at_the_end(&mut self) -> Option<Diagnostic> {
        let (mut names, fileless) = (self.unsaved(), self.without_file());
        let is_unsaved = !names.is_empty();
        names.extend(fileless.iter().cloned());
        let error = Diagnostic::error(Code::PeopleNotSaved, None).arg("names", self.called(&names));
        let error = if is_unsaved { error.help("help-save-at-the-end") } else { error };
        let error =
            if fileless.is_empty() { error } else { error.help_with("help-no-file", "names", self.called(&fileless)) };
        (!names.is_empty()).then_some(error)
    }

    /// Names of characters, and of the table in the language of the messages.
    fn called(&self, names: &[String]) -> Vec<String> {
        let called = |name: &String| if name == THE_TABLE { self.catalogue.say("deed-table") } else { name.clone() };
        names.iter().map(called).collect()
    }

    /// The unsaved changes of all games.
    pub(super) fn not_saved(&self) -> Option<Diagnostic> {
        let unsaved = self.unsaved();
        let error = Diagnostic::error(Code::PeopleNotSaved, None).arg("names", self.called(&unsaved));
        (!unsaved.is_empty()).then(|| error.help("help-save-or-drop"))
    }

    pub(super) fn say(&self, id: &str, name: &'static str, value: impl Into<Arg>) -> String {
        self.catalogue.text(id, &vec![(name, value.into())])
    }

    /// Gives findings without a place the part of the line that they are about.
    pub(super) fn placed(
        &self,
        findings: Vec<Diagnostic>,
        here: &LineContext<'_>,
        part: &LineRange,
    ) -> Vec<Diagnostic> {
        findings
            .into_iter()
            .map(|finding| Diagnostic { at: finding.at.or_else(|| Some(here.at(part))), ..finding })
            .collect()
    }

    /// Uses the language of the game, unless one was requested; English if it has none.
    fn speak_like(&mut self, loaded: &LoadedGame) {
        if self.language_open {
            let language = loaded.game.language.as_deref().and_then(Language::from_tag);
            self.catalogue = Catalogue::new(language.unwrap_or(Language::English));
        }
    }

    /// Loads another game; returns its title and warnings or its errors, and an exit code.
    pub(super) fn change_game(&mut self, name: &str) -> (Changed, u8) {
        let before = self.session.sources.texts().count();
        let loaded = match self.library.open(&mut self.session, name) {
            Ok(loaded) => loaded,
            Err((error, code)) => return (Err(vec![error]), code),
        };
        if !loaded.is_sound() {
            // Without a game, no message was in another language yet.
            if self.rules.is_empty() {
                self.speak_like(&loaded);
            }
            return (Err(loaded.findings.clone()), 1);
        }
        // A folder may be spelt in several ways.
        let rules = fingerprint_of(
            self.session
                .sources
                .texts()
                .skip(before)
                .map(|(name, text)| (name.rsplit(['/', '\\']).next().unwrap_or(name), text)),
        );
        if rules == self.rules {
            // The same game: characters and moves stay.
            self.lines = KEPT;
            let said = self.say("prompt-same-game", "name", &*loaded.game.id);
            return (Ok((Document::new().line(said), Vec::new())), 0);
        }
        if let Some(error) = self.not_saved() {
            return (Err(vec![error]), 1);
        }
        let before = PausedGame::of(self);
        let left = before.character_names();
        let same_id = loaded.game.id == self.game.game.id;
        self.rules = rules;
        self.base = self.session.sources.clone();
        self.lines = 0;
        let findings = loaded.findings.clone();
        self.speak_like(&loaded);
        self.game = loaded;
        let game = Arc::clone(&self.game);
        let mut forgotten = Vec::new();
        let made_up = BTreeMap::new();
        self.lets.retain(|name, value| {
            let target = variables::target(&game.game, &made_up, &format!("«{name}»"));
            let fits = target.is_ok_and(|target| target.is_trait || value.parse::<i64>().is_ok())
                && allowed(&game.game, name, value).is_ok();
            if !fits {
                forgotten.push(name.clone());
            }
            fits
        });
        self.saved_rolls.retain(|name, _| {
            let target = variables::target(&game.game, &made_up, &format!("«{name}»"));
            let fits = target.is_ok_and(|target| !target.is_trait);
            if !fits {
                forgotten.push(name.clone());
            }
            fits
        });
        self.settings.retain(|name, value| {
            let fits = variables::setting(&game.game, name, value).is_ok();
            if !fits {
                forgotten.push(name.clone());
            }
            fits
        });
        let mut document = Document::new().line(words::title(&self.game.game));
        // They belong to the other game.
        let files = if same_id { self.files() } else { Vec::new() };
        self.leave_game(before);
        self.table = MoveHistory::default();
        for name in self.unfit_rolls() {
            self.saved_rolls.remove(&name);
            forgotten.push(name);
        }
        self.saved.clear();
        #[cfg(feature = "store")]
        self.end_journal();
        self.chosen = None;
        self.told_last = false;
        if !left.is_empty() {
            document = document.line(self.say("prompt-all-left", "names", left));
        }
        if !files.is_empty() {
            document = document.line(self.say("prompt-load-again", "command", format!("load {}", files.join(" "))));
        }
        if !forgotten.is_empty() {
            document = document.line(self.say("prompt-forgotten", "names", forgotten));
        }
        (Ok((document, findings)), 0)
    }
}

/// The first word of a line that strangers may not use; of `odds do ACTION` the first two.
fn closed_part(line: &str, odds: bool) -> LineRange {
    let start = line.len().saturating_sub(line.trim_start().len());
    let end = |from: usize| {
        line.get(from..).and_then(|rest| rest.find(char::is_whitespace)).map_or(line.len(), |at| from + at)
    };
    let first = end(start);
    let gap = line.get(first..).map_or(0, |rest| rest.len().saturating_sub(rest.trim_start().len()));
    start..if odds { end(first.saturating_add(gap)) } else { first }
}

/// The first errors of a line, and the number of the others: nobody fixes a hundred at once.
fn few(mut findings: Vec<Diagnostic>, line: SourceId, most: usize) -> Vec<Diagnostic> {
    let mut shown = 0_usize;
    let before = findings.len();
    let mut next = None;
    findings.retain(|one| {
        let of_the_line = one.is_error() && one.at.is_some_and(|at| at.source == line);
        shown = shown.saturating_add(usize::from(of_the_line));
        let stays = !of_the_line || shown <= most;
        next = next.or(one.at.filter(|_| !stays));
        stays
    });
    let more = before.saturating_sub(findings.len());
    if more > 0 {
        findings.push(Diagnostic::error(Code::MoreMistakes, next).arg("count", more));
    }
    findings
}

/// Maps findings in an expanded line to the line as typed.
struct Echo {
    understood: SourceId,
    said: SourceId,
    /// The replaced part, in the typed line and in the expanded one.
    parts: (LineRange, LineRange),
}

impl Echo {
    fn put_back(&self, finding: &mut Diagnostic) {
        let (said, understood) = &self.parts;
        finding.fixes.retain(|fix| {
            fix.span.source != self.understood || fix.span.end <= understood.start || fix.span.start >= understood.end
        });
        let place = |at: usize, inside: usize| match at {
            _ if at <= understood.start => at,
            _ if at >= understood.end => at - understood.end + said.end,
            _ => inside,
        };
        let put = |span: &mut Span| {
            if span.source == self.understood {
                let (start, end) = (place(span.start, said.start), place(span.end, said.end));
                *span = Span { source: self.said, start, end };
            }
        };
        finding.at.iter_mut().for_each(put);
        finding.labels.iter_mut().for_each(|label| put(&mut label.span));
        finding.fixes.iter_mut().for_each(|fix| put(&mut fix.span));
    }
}

/// The part in which two lines differ, in each of them.
fn replaced(said: &str, understood: &str) -> (LineRange, LineRange) {
    let alike = said.chars().zip(understood.chars()).take_while(|(one, other)| one == other);
    let start = alike.map(|(letter, _)| letter.len_utf8()).sum::<usize>();
    let rest = |text: &'_ str| text.get(start..).unwrap_or("").to_owned();
    let (one, other) = (rest(said), rest(understood));
    let alike = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other);
    let end = alike.map(|(letter, _)| letter.len_utf8()).sum::<usize>();
    (start..said.len() - end, start..understood.len() - end)
}

/// The finding with advice for the prompt instead of the command line. Places in a later text were checked as parts of
/// the line.
fn speak_prompt(mut finding: Diagnostic, typed: Option<SourceId>) -> Diagnostic {
    let move_to = |span: &mut Span| {
        if let Some(typed) = typed.filter(|&typed| span.source > typed) {
            span.source = typed;
        }
    };
    finding.at.iter_mut().for_each(move_to);
    finding.labels.iter_mut().for_each(|label| move_to(&mut label.span));
    finding.fixes.iter_mut().for_each(|fix| move_to(&mut fix.span));
    for help in &mut finding.helps {
        help.id = match help.id {
            "help-give-with" | "help-open-name" => "help-let-here",
            "help-give-set" => "help-set-here",
            "help-other-game" | "help-shown-in-game" => "help-other-game-here",
            _ => continue,
        };
        for (_, arg) in &mut help.args {
            if let Arg::Text(text) = arg {
                *text = text.trim_start_matches("--with ").trim_matches('"').replace('=', " = ");
                if let ("help-let-here", Some((name, value))) = (help.id, text.split_once(" = ")) {
                    *text = format!("{} = {value}", quoted_where_needed(name));
                }
            }
        }
    }
    finding
}
