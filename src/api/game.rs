//! Games: loaded once, and shared by everything that is prepared from them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::expression::{Expression, Given};
use super::problems::Problems;
use super::table::Table;
use crate::check::program;
use crate::diagnostic::Diagnostic;
use crate::limits::Limits;
use crate::report::reference::{self, Reference, Sheets};
use crate::report::{Catalogue, Language};
use crate::ruleset::{File, Shelf};
use crate::session::{Builtin, Elsewhere, Session};
use crate::sort::Sort as _;
use crate::source::Sources;

/// Rulesets that others may extend: those that were handed over, then those that are built in.
#[derive(Debug, Clone, Default)]
struct RulesetShelf(BTreeMap<String, Vec<File>>);

impl Shelf for RulesetShelf {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.get(id).cloned().or_else(|| Builtin.files(id))
    }

    fn translations(&self, id: &str) -> Vec<File> {
        if self.0.contains_key(id) { Vec::new() } else { Builtin.translations(id) }
    }

    fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = self.0.keys().cloned().chain(Builtin.ids()).collect();
        ids.order();
        ids.dedup();
        ids
    }
}

/// Options for loading games: the limits, the language of problems, the rulesets that games can extend.
///
/// ```
/// use tirada::{File, Game, Language, Limits};
///
/// let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\n";
/// let lamp = Game::loader()
///     .limits(Limits { dice: 100, ..Limits::default() })
///     .language(Language::Spanish)
///     .files(vec![File { name: "lamp.yml".into(), text: rules.into() }])?;
/// assert!(lamp.prepare("200d6").unwrap_err().has(tirada::Code::TooManyDice));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Loader {
    limits: Limits,
    language: Option<Language>,
    known: RulesetShelf,
}

impl Loader {
    /// Sets what evaluating may cost. The default is the limits for strangers ([`Limits::SANDBOX`]).
    ///
    /// ```
    /// use tirada::{File, Game, Limits};
    ///
    /// let games = Game::loader().limits(Limits { dice: 10, ..Limits::default() });
    /// assert!(games.files(vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() }])?.prepare("11d6").unwrap_err().has(tirada::Code::TooManyDice));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the language of problems and results. The default is the ruleset's language, or else English.
    ///
    /// ```
    /// use tirada::{File, Game, Language};
    ///
    /// let lamp = Game::loader().language(Language::Spanish).files(vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() }])?;
    /// assert!(lamp.prepare("2d").unwrap_err().to_string().contains("¿cuántas caras?"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn language(self, language: Language) -> Self {
        Self { language: Some(language), ..self }
    }

    /// Adds a ruleset that others can extend, beside the built-in ones.
    ///
    /// ```
    /// use tirada::{File, Game};
    ///
    /// let base = vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() }];
    /// let mine = "tirada: 1\nid: oil lamp\nname: Oil lamp\nextends: lamp\n";
    /// let game = Game::loader().with_ruleset("lamp", base).files(vec![File { name: "mine.yml".into(), text: mine.into() }])?;
    /// assert_eq!(game.id(), "oil lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn with_ruleset(mut self, id: &str, files: Vec<File>) -> Self {
        self.known.0.insert(id.to_owned(), files);
        self
    }

    /// Loads a ruleset by its id: one that was added with [`Loader::with_ruleset`], or a built-in one.
    ///
    /// # Errors
    ///
    /// If there is no ruleset with that id; or all errors in it.
    ///
    /// ```
    /// use tirada::{File, Game};
    ///
    /// let game = Game::loader().with_ruleset("lamp", vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() }]).id("lamp")?;
    /// assert_eq!(game.name(), "Lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn id(self, id: &str) -> Result<Game, Problems> {
        match self.known.files(id) {
            Some(files) => self.files(files),
            None => {
                let error = Session::within(&self.known, self.limits).load(id).err();
                let catalogue = Catalogue::new(self.language.unwrap_or_default());
                Err(Problems::new(&error.into_iter().collect::<Vec<_>>(), &Sources::new(), &catalogue))
            }
        }
    }

    /// Loads a ruleset from its files.
    ///
    /// # Errors
    ///
    /// All errors in it, and its warnings.
    ///
    /// ```
    /// use tirada::{File, Game};
    ///
    /// assert_eq!(Game::loader().files(vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() }])?.id(), "lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn files(self, files: Vec<File>) -> Result<Game, Problems> {
        let (game, problems) = self.checked(files);
        if problems.has_errors() { Err(problems) } else { Ok(game) }
    }

    /// Checks a ruleset like `tirada check`, and returns all errors and warnings. `cases` are files of its cases, which
    /// are checked as well.
    ///
    /// ```
    /// use tirada::{File, Game};
    ///
    /// let files = vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\nteste: {}\n".into() }];
    /// let problems = Game::loader().check(files, Vec::new());
    /// assert!(problems.has(tirada::Code::UnknownKey));
    /// ```
    #[must_use]
    pub fn check(self, files: Vec<File>, cases: Vec<File>) -> Problems {
        let mut session = Session::within(&self.known, self.limits);
        let loaded = session.load_files(files);
        let mut found = loaded.findings.clone();
        found.extend(session.lint(&loaded, &cases));
        if loaded.is_sound() {
            found.extend(crate::session::check_cases(&mut session, &loaded.game, cases));
            crate::session::together(&mut found, &session.sources);
        }
        Problems::new(&found, &session.sources, &self.catalogue(&loaded.game))
    }

    fn catalogue(&self, game: &program::CheckedGame) -> Catalogue {
        let own = || game.language.as_deref().and_then(Language::from_tag);
        Catalogue::new(self.language.or_else(own).unwrap_or_default())
    }

    fn checked(self, files: Vec<File>) -> (Game, Problems) {
        let mut session = Session::within(&self.known, self.limits);
        let loaded = session.load_files(files);
        let Session { sources, elsewhere, .. } = session;
        let catalogue = self.catalogue(&loaded.game);
        let problems = Problems::new(&loaded.findings, &sources, &catalogue);
        let warnings = problems.clone();
        let inner = Inner {
            program: loaded.game,
            extends: loaded.extends,
            sources,
            typed: catalogue.say("typed"),
            catalogue,
            warnings,
            known: self.known,
            limits: self.limits,
            elsewhere,
        };
        (Game(Arc::new(inner)), problems)
    }
}

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) program: program::CheckedGame,
    pub(super) extends: Vec<String>,
    pub(super) sources: Sources,
    pub(super) catalogue: Catalogue,
    /// The name of a typed text in problems.
    pub(super) typed: String,
    warnings: Problems,
    known: RulesetShelf,
    limits: Limits,
    /// What other games declare, found out when a name is first looked for there.
    elsewhere: Arc<Elsewhere>,
}

impl Inner {
    /// A session of its own, so that nothing of it stays afterwards.
    pub(super) fn session(&self, sources: &Sources) -> Session<'_> {
        let mut session = Session::within(&self.known, self.limits);
        session.sources = sources.clone();
        session.elsewhere = Arc::clone(&self.elsewhere);
        session.language = self.catalogue.language();
        session
    }

    pub(super) fn problems(&self, found: &[Diagnostic], sources: &Sources) -> Problems {
        Problems::new(found, sources, &self.catalogue)
    }
}

/// A checked game. It is cheap to clone, and can be used from several threads at once.
///
/// ```
/// use tirada::{Dice, Game};
///
/// let game = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
/// let total = game.prepare("2d6 + 1")?.roll(&mut Dice::seeded(7))?.total();
/// assert!(total.is_some_and(|total| (3..=13).contains(&total)));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game(pub(super) Arc<Inner>);

impl Game {
    /// Options for loading games.
    ///
    /// ```
    /// for id in tirada::Game::ids() {
    ///     assert_eq!(tirada::Game::loader().id(&id)?.id(), id);
    /// }
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn loader() -> Loader {
        Loader::default()
    }

    /// Loads a built-in game by its id.
    ///
    /// # Errors
    ///
    /// If there is no built-in game with that id; the message lists the ids.
    ///
    /// ```
    /// let ids = tirada::Game::ids();
    /// assert_eq!(tirada::Game::built_in(&ids[0])?.id(), ids[0]);
    /// assert!(tirada::Game::built_in("none of them").is_err());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn built_in(id: &str) -> Result<Self, Problems> {
        Self::loader().id(id)
    }

    /// Loads a game from one text, with the limits for strangers.
    ///
    /// # Errors
    ///
    /// All errors in it.
    ///
    /// ```
    /// let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.name(), "Lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn from_text(text: &str) -> Result<Self, Problems> {
        Self::from_files(vec![File { name: "<ruleset>".to_owned(), text: text.to_owned() }])
    }

    /// Loads a game from its files, with the limits for strangers.
    ///
    /// # Errors
    ///
    /// All errors in them.
    ///
    /// ```
    /// use tirada::{File, Game};
    ///
    /// let tables = File { name: "tables.yml".into(), text: "tables: {Weather: {rows: {fog: 1, rain: 2}}}\n".into() };
    /// let mut files = vec![File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() }];
    /// files.push(tables);
    /// assert_eq!(Game::from_files(files)?.prepare("Weather[rain]")?.value(&mut tirada::Dice::seeded(1))?, 2);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn from_files(files: Vec<File>) -> Result<Self, Problems> {
        Self::loader().files(files)
    }

    /// The ids of the built-in games.
    ///
    /// ```
    /// assert!(tirada::Game::ids().iter().all(|id| tirada::Game::built_in(id).is_ok()));
    /// ```
    #[must_use]
    pub fn ids() -> Vec<String> {
        Builtin.ids()
    }

    /// The id of the game, as `tirada list` shows it and `-r` takes it.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.id(), "lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.program.id
    }

    /// The name for people.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.name(), "Lamp");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.program.name
    }

    /// The language of its words, as a tag such as `es`, if the ruleset names it.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.language(), None);
    /// assert_eq!(tirada::Game::from_text("tirada: 1\nid: farol\nname: Farol\nlanguage: es\n")?.language(), Some("es"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn language(&self) -> Option<&str> {
        self.0.program.language.as_deref()
    }

    /// Warnings about its rules.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert!(lamp.warnings().is_empty());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> &Problems {
        &self.0.warnings
    }

    /// The names of its actions, as [`Table::act`] takes them.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_table.txt")]
    /// assert_eq!(lamp.actions().collect::<Vec<_>>(), ["burn"]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn actions(&self) -> impl Iterator<Item = &str> {
        self.0.program.actions.iter().map(|action| &*action.name)
    }

    /// The names of its tests.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_jump.txt")]
    /// assert_eq!(lamp.tests().collect::<Vec<_>>(), ["jump"]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn tests(&self) -> impl Iterator<Item = &str> {
        self.0.program.tests.iter().map(|test| &*test.name)
    }

    /// Checks an expression, so that you can roll it any number of times. Names without their accents, or in the wrong
    /// case, are accepted if only one can be meant.
    ///
    /// # Errors
    ///
    /// All errors in it.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("4d6kh3")?;
    /// assert_eq!(roll.value(&mut tirada::Dice::faces(&[2, 6, 5, 4]))?, 15);
    /// assert!(lamp.prepare("4d6kh5").unwrap_err().has_errors());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn prepare(&self, text: &str) -> Result<Expression, Problems> {
        self.prepare_with(text, &Given::default())
    }

    /// Checks an expression, with values for what it and its tests read.
    ///
    /// # Errors
    ///
    /// All errors in the expression and in the values.
    ///
    /// ```
    /// # let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\ntraits: {Wick: {number: 0..9}}\n";
    /// # let lamp = tirada::Game::from_text(rules)?;
    /// let roll = lamp.prepare_with("2d6 + Wick", &tirada::Given::new().with("Wick", 3))?;
    /// assert_eq!(roll.value(&mut tirada::Dice::faces(&[1, 2]))?, 6);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn prepare_with(&self, text: &str, given: &Given) -> Result<Expression, Problems> {
        Expression::new(self, text, given)
    }

    /// Writes a reference of the game in Markdown: its tests with their odds, tables, traits and actions, in the words
    /// of its author.
    ///
    /// ```
    /// let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert!(lamp.doc_markdown().starts_with("# Lamp"));
    /// assert!(lamp.doc_page().contains("<title>Lamp</title>"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn doc_markdown(&self) -> String {
        self.documented(|reference, _| reference::markdown::render(reference))
    }

    /// Writes the reference as one page of HTML, for the screen and for printing. It loads nothing else.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert!(lamp.doc_page().starts_with("<!DOCTYPE html>"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn doc_page(&self) -> String {
        self.documented(|reference, sheets| reference::page::page(reference, &sheets()))
    }

    fn documented(&self, write: impl FnOnce(&Reference, &dyn Fn() -> Sheets) -> String) -> String {
        let inner = &self.0;
        let chances = inner.session(&inner.sources).chances(&inner.program);
        let catalogue = inner.catalogue.in_language_of(&inner.program);
        let reference = Reference::new(&inner.program, &chances, &catalogue, false);
        write(&reference, &|| Sheets::of(&inner.program, &chances, &catalogue))
    }

    /// Opens an empty table, at which characters sit down and act.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let table = lamp.table();
    /// assert_eq!(table.names().count(), 0);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(self)
    }
}
