//! The façade for front ends, without files or output.

mod action_request;
mod archetypes;
mod builtin;
mod case_spans;
mod cases;
mod character_bounds;
mod character_view;
pub mod command;
pub mod comparison;
pub mod coverage;
mod expectations;
mod fixes;
mod foreign_names;
mod game_files;
mod indentation;
mod lint;
mod missing_extends;
mod missing_heading;
mod notations;
mod odds;
mod overlay;
mod policy;
mod reachability;
mod reference_odds;
mod removal;
mod renames;
mod roller;
mod root_causes;
mod sealed_shelf;
mod steps;
mod suite;
mod suppression;
mod table;
mod text_columns;
mod trace;
mod translations;
mod unread_values;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use action_request::{
    ActionRequest, FinalQuestion, NamedIntervention, Playing, action_call, action_named, answer_words, cast_names,
    chosen_of, for_another_test, never_asked, time_named, wish_of,
};
pub use builtin::Builtin;
pub(crate) use cases::check_case_file;
pub use cases::{CaseReport, Mismatch, check_cases, each_case, of_another_game, read_case_file, run_case, run_cases};
pub(crate) use character_bounds::{beyond_at, person_in};
pub(crate) use foreign_names::Elsewhere;
pub use game_files::GameFiles;
pub(crate) use reachability::askable;
pub(crate) use root_causes::together;
pub use steps::CaseCharacters;
pub use suite::{PlayedCase, SuiteRun};

pub use fixes::offer_in_file;
pub(crate) use fixes::{CheckResult, offer};
pub use odds::{Impossible, answers_told, no_test, some_samples, tag_named, too_full};
pub use policy::{AnswerWanted, BestOf, ParsedPolicy, PolicyText, asked_in};
pub(crate) use roller::{another_game, sheet_in};
pub use sealed_shelf::{SealedShelf, fingerprint, fingerprint_of};
pub use suppression::{idle, silence};
pub use table::{
    InterventionRequest, Joining, LoadNumbers, Move, MoveHistory, Offered, Rolling, StoredMove, TurnMove, What,
    intervention_named,
};
pub use translations::Translations;
pub use unread_values::{unread, unread_in_contest};

use self::game_files::Trial;
use self::notations::digits_read;
use self::renames::DefinitionFiles;
use crate::check::program::{CheckedGame, Named, Origin, Test};
use crate::check::{Asking, Prepared, Program, Settings, check, prepare};
use crate::diagnostic::{Code, Diagnostic, nearest, words};
use crate::engine::{Effects, Evaluation, Fast, Generator, TypedDice, evaluate, value_of};
use crate::id::Id;
use crate::limits::{Budget, Limits, SUGGESTIONS};
use crate::report::Language;
use crate::ruleset::model::Ruleset;
use crate::ruleset::{File, Shelf, load};
use crate::sort::Gather as _;
use crate::source::{Placement, ScalarStyle, SourceId, Sources, Span, nfc};
use crate::syntax::{Notation, Suspect};
use crate::world::{Env, World};

/// Steps as which an intervention counts in each of its places.
const PLACE: u64 = 20;

/// A game, the texts that it comes from, and where others are found.
pub struct Session<'s> {
    /// All texts that errors point into.
    pub sources: Sources,
    /// Work that cases and rulesets of strangers may cause, all together: steps. A caller that trusts them leaves it as
    /// it is, without end.
    pub work: Arc<Budget>,
    /// How much each game, question and line may cause.
    pub limits: Limits,
    /// The language in which failed cases are explained.
    pub language: Language,
    shelf: &'s dyn Shelf,
    /// What other games declare.
    pub(crate) elsewhere: Arc<Elsewhere>,
    /// Expressions of files that were wrong, up to as many as changes are looked for.
    wrong: usize,
    /// The texts that stand nowhere, so that each is kept once, however often it is asked for.
    nowhere: HashMap<Arc<str>, SourceId>,
}

/// A ruleset that was loaded and checked.
#[derive(Debug, Default)]
pub struct LoadedGame {
    /// The game, as far as it could be made.
    pub game: CheckedGame,
    /// The errors in it.
    pub findings: Vec<Diagnostic>,
    /// What it extends, nearest first.
    pub extends: Vec<String>,
    pub files: Vec<SourceId>,
    /// Warnings about it that are silenced where they stand.
    pub silenced: Vec<Diagnostic>,
    /// What its files say; nothing if there was nothing to read.
    pub ruleset: Option<Ruleset>,
}

impl LoadedGame {
    /// Whether it may be played.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.findings.iter().all(|one| !one.is_error())
    }
}

/// Facts about a loaded ruleset that are not findings.
pub(crate) struct LoadFacts {
    /// All of it could be read: what seems wrong does not only follow from what could not.
    whole: bool,
    /// Errors in the notation of its files.
    written: root_causes::ReadErrors,
}

/// An expression to roll, with the values given for this roll.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RollRequest {
    /// The expression as typed.
    pub text: String,
    /// The name of its source in errors.
    pub source: String,
    /// Traits by name, in words: `3`, `Rum`.
    pub names: BTreeMap<String, String>,
    /// Names that the person made up, with their values.
    pub known: BTreeMap<String, i64>,
    /// Inputs and options by name.
    pub settings: Settings,
    /// Names may lack their accents or be in the wrong case.
    pub forgiving: bool,
    /// Where the expression is, if it is in a file that was read already.
    #[serde(skip)]
    pub placement: Option<Placement>,
    /// All characters at the table, and the roller's place ([`NOBODY`](crate::world::NOBODY) where no roller is named).
    /// `names` go before what is true of them.
    #[serde(skip)]
    pub person: Option<(World, usize)>,
    /// Odds are asked for: `A, B given C` may stand there.
    #[serde(skip)]
    pub odds: bool,
}

/// An expression that is ready to be rolled any number of times.
#[derive(Debug)]
pub struct Ready {
    /// The expression, checked against the game.
    pub prepared: Prepared,
    /// Values of traits, options and pending cells.
    pub env: Env,
    /// The table and the roller's place, if a character at a table rolls.
    pub person: Option<(World, usize)>,
    /// Its shortcut, if it has one.
    pub fast: Option<Fast>,
    /// Warnings about the expression.
    pub warnings: Vec<Diagnostic>,
}

impl<'s> Session<'s> {
    /// A session that finds rulesets on a shelf, within the limits for strangers.
    #[must_use]
    pub fn new(shelf: &'s dyn Shelf) -> Self {
        Self::within(shelf, Limits::default())
    }

    /// A session within limits. They travel with each game that it loads.
    #[must_use]
    pub fn within(shelf: &'s dyn Shelf, limits: Limits) -> Self {
        let work = Arc::new(Budget::new(u64::MAX));
        let elsewhere = Arc::default();
        Self {
            sources: Sources::new(),
            work,
            limits,
            language: Language::English,
            shelf,
            elsewhere,
            wrong: 0,
            nowhere: HashMap::new(),
        }
    }

    /// The same with other texts.
    fn with(&self, sources: Sources) -> Self {
        Self {
            sources,
            work: Arc::clone(&self.work),
            elsewhere: Arc::clone(&self.elsewhere),
            nowhere: HashMap::new(),
            ..*self
        }
    }

    #[must_use]
    pub fn shelf(&self) -> &'s dyn Shelf {
        self.shelf
    }

    /// Loads a ruleset by its id.
    ///
    /// # Errors
    ///
    /// If there is no such ruleset.
    pub fn load(&mut self, id: &str) -> Result<LoadedGame, Diagnostic> {
        let files = self.files(id)?;
        Ok(self.load_files(files))
    }

    /// The files of a ruleset, by its id.
    ///
    /// # Errors
    ///
    /// If there is no such ruleset.
    pub fn files(&mut self, id: &str) -> Result<Vec<File>, Diagnostic> {
        if let Some(files) = self.shelf.files(id) {
            return Ok(files);
        }
        let known = self.shelf.ids();
        let error = Diagnostic::error(Code::UnknownRuleset, None).arg("name", id);
        let mut error = match nearest(id, known.iter().map(String::as_str)) {
            Some(near) => error.help_with("help-did-you-mean", "name", near),
            None => error.help_with("help-there-is", "names", known),
        };
        self.name_games(std::slice::from_mut(&mut error), "");
        Err(error)
    }

    /// Loads a ruleset from its files. The changes that its findings suggest have been tried.
    pub fn load_files(&mut self, files: Vec<File>) -> LoadedGame {
        self.load_with(files, &GameFiles::default())
    }

    /// The same for a ruleset with what is beside it: nothing is suggested that would be wrong there.
    pub fn load_with(&mut self, files: Vec<File>, beside: &GameFiles) -> LoadedGame {
        let was = files.clone();
        let (mut loaded, LoadFacts { whole, written }) = self.load_untried(files);
        let limits = self.limits;
        let trial = Trial::of(self, beside);
        let mut check = |files| trial.rules(&was, files);
        if let Some(id) = loaded.ruleset.as_ref().map(|ruleset| ruleset.id.span).filter(|_| whole) {
            let rules = (id, &self.sources, loaded.files.as_slice());
            missing_extends::find_unextended(&mut loaded.findings, rules, self.shelf, &mut check);
        }
        fixes::offer(&mut loaded.findings, &self.sources, &loaded.files, &limits, &mut check);
        if let Some(ruleset) = &loaded.ruleset {
            text_columns::find_wordy(&mut loaded.findings, ruleset, (&self.sources, &loaded.files), &mut check);
        }
        if whole {
            let texts = game_files::texts(&self.sources, &loaded, beside);
            let folder = DefinitionFiles { rules: &loaded.files, cases: &[], texts };
            renames::find_renamed(&mut loaded.findings, &self.sources, &folder, limits.fixed / 2, &mut check);
        }
        root_causes::leave_consequences(&mut loaded.findings, &written, &self.sources);
        root_causes::together(&mut loaded.findings, &self.sources);
        loaded
    }

    /// Loads a ruleset; besides, what is not told of it.
    pub(crate) fn load_untried(&mut self, files: Vec<File>) -> (LoadedGame, LoadFacts) {
        self.load_telling(files, Session::blame_own)
    }

    /// The same; `blame` says by which lines of the ruleset's own files (then: what it extends) others are wrong.
    fn load_telling(
        &mut self,
        files: Vec<File>,
        blame: impl Fn(&Self, &mut Vec<Diagnostic>, &[SourceId], &[String]),
    ) -> (LoadedGame, LoadFacts) {
        let loaded = load(files, self.shelf, &mut self.sources, &self.limits);
        let mut findings = loaded.errors;
        let slips = loaded.ruleset.as_ref().map(|ruleset| ruleset.slips.as_slice()).unwrap_or_default();
        let written = root_causes::written(&findings, slips);
        let game = match &loaded.ruleset {
            Some(ruleset) => {
                let (game, mut found) = check(ruleset, &self.sources, self.limits);
                if !loaded.whole {
                    // Whatever seems wrong may only follow from what could not be read.
                    found.clear();
                }
                findings.append(&mut found);
                // What counts the work says so when it is too much.
                let places = game.interventions.iter().map(|one| one.places.len()).sum::<usize>() as u64;
                let _ = self.work.spend(PLACE.saturating_mul(places).saturating_add(loaded.copied));
                crate::check::settled(&game, &self.sources, &mut findings);
                if loaded.whole && findings.iter().all(|one| !one.is_error()) {
                    findings.append(&mut self.check_templates(&game));
                }
                game
            }
            None => {
                if findings.is_empty() {
                    let at = loaded.files.first().map(|&source| crate::source::Span { source, start: 0, end: 0 });
                    findings.push(Diagnostic::error(Code::NothingToRead, at));
                }
                CheckedGame::default()
            }
        };
        if findings.iter().any(|one| one.is_error() && !root_causes::is_unread(one)) {
            // What is read in a formula that could not be parsed seems to be unread.
            findings.retain(|one| !root_causes::is_unread(one));
        }
        blame(self, &mut findings, &loaded.files, &loaded.extends);
        root_causes::once(&mut findings);
        let silenced = suppression::silence(&mut findings, &self.sources);
        let (extends, files) = (loaded.extends, loaded.files);
        (
            LoadedGame { game, findings, extends, files, silenced, ruleset: loaded.ruleset },
            LoadFacts { whole: loaded.whole, written },
        )
    }

    /// Reports errors in extended files at the lines of the ruleset's own files that cause them.
    fn blame_own(&self, findings: &mut Vec<Diagnostic>, own: &[SourceId], extends: &[String]) {
        let theirs = |one: &Diagnostic| one.is_error() && one.at.is_some_and(|at| !own.contains(&at.source));
        let Some(files) = extends.first().filter(|_| findings.iter().any(theirs)).and_then(|id| self.shelf.files(id))
        else {
            return;
        };
        let mut alone = Session::within(self.shelf, self.limits);
        // What is wrong with it stays where it is: each ruleset that is extended could be wrong in its turn.
        let wrong = alone.load_telling(files, |_, _, _, _| {}).0.findings;
        let before = wrong.iter().map(|one| overlay::mark(one, &alone.sources)).collect();
        let removed = removal::blame(findings, own, &self.sources, (&alone.sources, &before));
        overlay::blame(findings, own, &self.sources, &before, removed);
        if removed {
            // What else is wrong there follows from that.
            findings.retain(|one| !theirs(one));
        }
    }

    /// Checks an expression.
    ///
    /// # Errors
    ///
    /// All errors in it and in the names given.
    pub fn prepare(&mut self, game: &CheckedGame, request: &RollRequest) -> Result<Ready, Vec<Diagnostic>> {
        let is_name =
            |word: &str| game.names.contains_key(word) || request.known.contains_key(word) || game.has_sign(word);
        if let Some((times, rest)) = game.notation.repeated(&request.text) {
            return self.prepare_one_of(game, request, times, rest);
        }
        let ours = game.notation.rewritten(&request.text, &is_name);
        if let Some(mut placement) = request.placement {
            // What is wrong with a text that was rewritten is somewhere in the whole.
            let (typed, style) = (request, placement.style);
            placement.style = if ours.is_some() { Some(ScalarStyle::Plain) } else { style };
            let rewritten = ours.map(|text| RollRequest { text, ..typed.clone() });
            let mut request = rewritten.as_ref().unwrap_or(typed);
            let mut result = self.prepare_untried(game, request, placement);
            if rewritten.is_some()
                && result.is_err()
                && let Err(found) = self.prepare_untried(game, typed, Placement { style, ..placement })
            {
                (request, placement.style, result) = (typed, style, Err(found));
            }
            result = digits_read(game, &request.text, &|_| placement.span, result);
            if let (Err(found), true) = (&mut result, self.wrong < SUGGESTIONS) {
                self.wrong += 1;
                self.offer_placed(game, request, placement, found);
            }
            return result;
        }
        let typed = request;
        let rewritten = ours.map(|text| RollRequest { text, ..typed.clone() });
        let mut request = rewritten.as_ref().unwrap_or(typed);
        let (mut source, mut placement) = self.place_typed(request);
        let mut result = self.prepare_untried(game, request, placement);
        // What is wrong is reported for what was typed.
        if rewritten.is_some() && result.is_err() {
            let (own, whole) = self.place_typed(typed);
            if let Err(found) = self.prepare_untried(game, typed, whole) {
                (request, source, placement, result) = (typed, own, whole, Err(found));
            }
        }
        let rolls =
            request.text.trim_start().trim_start_matches(|letter: char| letter.is_ascii_digit()).starts_with('#');
        if rolls && Notation::often(&request.text, &is_name).is_some() {
            // `2#d20` is no 2 with a comment.
            result = Err(vec![Diagnostic::error(Code::SeveralRolls, Some(placement.span))]);
        }
        if let Err(found) = &mut result {
            self.offer_our_notation(game, request, found, &is_name);
        }
        let place = |at: std::ops::Range<usize>| Span { source, start: at.start, end: at.end };
        result = digits_read(game, &request.text, &place, result);
        if let Ok(ready) = &mut result {
            let told = |suspect| match suspect {
                Suspect::Compared(at, ours) | Suspect::Constant(at, ours) => {
                    let warning = Diagnostic::warning(Code::ComparesTheSum, place(at));
                    Some(warning.help_with("help-to-count", "example", ours))
                }
                Suspect::Digits(at, ours) => {
                    let warning = Diagnostic::warning(Code::OneDieOfMany, place(at));
                    Some(warning.help_with("help-as-digits", "example", ours))
                }
                Suspect::Beyond(at) => {
                    Some(Diagnostic::warning(Code::ComparesTheSum, place(at)).help("help-beyond-a-die"))
                }
                Suspect::Unread(_) => None,
            };
            ready.warnings.extend(game.notation.suspects(&request.text).into_iter().filter_map(told));
        }
        let findings = match &mut result {
            Ok(ready) => &mut ready.warnings,
            Err(found) => {
                root_causes::names_once(found);
                found
            }
        };
        self.name_games(findings, &game.id);
        // Of a line, few mistakes are shown.
        let few = Limits { fixes: self.limits.shown, ..self.limits };
        fixes::offer_in_file(findings, &self.sources, placement.span.source, &few, |sources, own| {
            let text = sources.get(own).map(|source| source.text().to_string()).unwrap_or_default();
            let mut other = self.with(sources.clone());
            let placement = Placement { span: Span { source: own, start: 0, end: text.len() }, style: None };
            let request = RollRequest { text, ..request.clone() };
            other.prepare_untried(game, &request, placement).map_or_else(|found| found, |ready| ready.warnings)
        });
        result
    }

    /// A typed text among the sources, and all of it as a place.
    fn place_typed(&mut self, request: &RollRequest) -> (SourceId, Placement) {
        let source = self.sources.add(&*request.source, &*request.text);
        (source, Placement { span: Span { source, start: 0, end: request.text.len() }, style: None })
    }

    fn prepare_untried(
        &mut self,
        game: &CheckedGame,
        request: &RollRequest,
        placement: Placement,
    ) -> Result<Ready, Vec<Diagnostic>> {
        let text: Arc<str> = request.text.as_str().into();
        let origin = Origin { text, placement };
        let names: BTreeMap<String, String> =
            request.names.iter().map(|(name, value)| (nfc(name.trim()), value.clone())).to_map();
        let settings: Settings =
            request.settings.iter().map(|(name, value)| (nfc(name.trim()), value.clone())).to_map();
        let mut errors = Vec::new();
        let (env, person) =
            roller::seated(game, names, &settings, request.person.clone()).unwrap_or_else(|mut found| {
                errors.append(&mut found);
                (Env::default(), request.person.clone())
            });
        let counted = |(name, value): (&String, &i64)| (name.clone(), game.open_number(*value));
        let numbers = |open: &BTreeMap<String, i64>| open.iter().map(counted).to_map();
        let mut known = numbers(env.open());
        known.extend(request.known.iter().map(|(name, value)| (name.clone(), *value)));
        let (mut people, mut open) = (Vec::new(), Vec::new());
        if let Some((world, who)) = &person {
            known.extend(world.people.get(*who).map(|roller| numbers(&roller.open)).unwrap_or_default());
            people.extend(world.people.iter().map(|person| person.name.clone()));
            open.extend(world.people.iter().map(|person| numbers(&person.open)));
        }
        let who = Asking {
            known: &known,
            settings: &settings,
            forgiving: request.forgiving,
            people: &people,
            open: &open,
            odds: request.odds,
        };
        let (prepared, warnings) = match prepare(game, &self.sources, origin, &who) {
            Ok(ready) => ready,
            Err(mut found) => {
                errors.append(&mut found);
                return Err(errors);
            }
        };
        errors.extend(unused_settings(game, &prepared, &settings));
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut warnings = warnings;
        warnings.extend(nearly_traits(game, &env));
        let fast = if person.is_none() { Fast::of(game, &prepared) } else { None };
        Ok(Ready { prepared, env, person, fast, warnings })
    }

    /// Rolls once and explains it.
    ///
    /// # Errors
    ///
    /// The error that stopped it, with its place.
    pub fn evaluate(
        &self,
        game: &CheckedGame,
        ready: &Ready,
        effects: &mut dyn Effects,
        wanted: &[&str],
    ) -> Result<Evaluation, Diagnostic> {
        let seat = ready.person.as_ref().map(|(world, who)| (world, *who));
        evaluate(game, &ready.prepared, &ready.env, seat, effects, wanted)
            .map_err(|failure| failure.into_diagnostic(game, &ready.prepared.origin, &self.sources))
    }

    /// Rolls once for the value alone.
    ///
    /// # Errors
    ///
    /// The error that stopped it, with its place.
    #[inline]
    pub fn value(&self, game: &CheckedGame, ready: &Ready, generator: &mut Generator) -> Result<i64, Diagnostic> {
        match &ready.fast {
            Some(fast) => Ok(fast.roll(generator)),
            None if ready.person.is_some() => match self.evaluate(game, ready, generator, &[])?.value {
                crate::engine::Answer::Number(value) => Ok(value),
                crate::engine::Answer::Flag(flag) => Ok(i64::from(flag)),
                crate::engine::Answer::Text(_) => Err(Diagnostic::error(Code::TextWhereNumber, None)),
            },
            None => self.interpreted(game, ready, generator),
        }
    }

    #[inline(never)]
    fn interpreted(&self, game: &CheckedGame, ready: &Ready, generator: &mut Generator) -> Result<i64, Diagnostic> {
        value_of(game, &ready.prepared, None, &ready.env, generator)
            .map_err(|failure| failure.into_diagnostic(game, &ready.prepared.origin, &self.sources))
    }
}

/// The error for dice that were given and not used.
#[must_use]
pub fn unused_dice(dice: &TypedDice) -> Option<Diagnostic> {
    (dice.left() > 0).then(|| dice_left_over(dice.given(), dice.given() - dice.left()))
}

/// The error for dice of which only some are thrown.
#[must_use]
pub fn dice_left_over(given: usize, used: usize) -> Diagnostic {
    Diagnostic::error(Code::DiceLeftOver, None).arg("given", given).arg("used", used)
}

/// A character's own names that are nearly those of traits: a slip, most likely.
fn nearly_traits(game: &CheckedGame, env: &Env) -> Vec<Diagnostic> {
    // A request that asks much of a large game gives no names, and does not wait for them to be gone through.
    if env.open().is_empty() {
        return Vec::new();
    }
    let traits: Vec<&str> = game.trait_names().collect();
    env.open()
        .keys()
        .filter_map(|name| {
            let near = nearest(name, traits.iter().copied())?;
            let warning = Diagnostic::warning(Code::NearlyATrait, None).arg("name", &**name);
            Some(warning.help_with("help-did-you-mean", "name", near))
        })
        .collect()
}

/// Settings that are no input of the test, no option and no cell.
fn unused_settings(game: &CheckedGame, prepared: &Prepared, settings: &Settings) -> Vec<Diagnostic> {
    let tests: Vec<Id<Test>> = match &prepared.program {
        Program::Value { .. } => Vec::new(),
        Program::Test(side) => vec![side.test],
        Program::Opposed(left, right) => vec![left.test, right.test],
    };
    let inputs: Vec<&str> =
        tests.iter().flat_map(|test| game.tests[*test].inputs.iter().map(|(name, _)| &**name)).collect();
    let mut errors = Vec::new();
    for name in settings.keys() {
        let is_option = matches!(game.names.get(name), Some(Named::Option(_)));
        if is_option || game.is_cell(name) || inputs.contains(&name.as_str()) {
            continue;
        }
        let options = game.options.iter().map(|option| &*option.name);
        let known: Vec<&str> = inputs.iter().copied().chain(options).collect();
        let mut error = Diagnostic::error(Code::UnknownSetting, None).arg("name", &**name);
        if let Some(near) = nearest(name, known.iter().copied()) {
            error = error.help_with("help-did-you-mean", "name", near);
        } else if !matches!(game.names.get(name), Some(Named::Trait(_))) {
            error = error.help_with("help-there-is", "names", words(&known));
        }
        if matches!(game.names.get(name), Some(Named::Trait(_))) {
            error = error.help_with("help-give-with", "example", format!("{name}=3"));
        }
        errors.push(error);
    }
    errors
}
