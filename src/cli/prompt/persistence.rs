//! A persistent table: each line that changes something or rolls dice is committed before its result is shown, and the
//! next session continues from there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::characters::THE_TABLE;
use super::saved_rolls::SavedRoll;
use super::state::{CommandResult, LineReply, PromptState};
use super::variables;
use super::words;
use crate::cli::WRONG;
use crate::diagnostic::{Code, Diagnostic, Note};
use crate::limits::Limits;
use crate::report::document::{Document, Line};
use crate::ruleset::File;
use crate::session::{LoadedGame, MoveHistory, StoredMove, person_in};
use crate::source::Sources;
use crate::store::{
    BETWEEN_CHECKPOINTS, Commit, Contents, LogEntry, MoveChange, Storage, StoreError, StoredRules, now,
};
use crate::world::{FileOwner, Person, TABLE, World, whole_person};

/// Where a table is persisted.
pub struct Persistence {
    storage: Box<dyn Storage>,
    /// What it is called in errors.
    place: PathBuf,
    /// Moves since all characters were written down as a whole.
    since: usize,
    /// What was true beside the moves when the last line was kept.
    now: String,
    /// A session was begun: with its first line.
    begun: bool,
    /// What cannot be read back: memory and storage may differ, so nothing more is kept.
    lost: bool,
}

#[cfg(feature = "store")]
impl Persistence {
    /// Where a session was begun, with the moves since its last checkpoint and what was true beside them.
    pub(super) fn begun(storage: Box<dyn Storage>, place: PathBuf, since: usize, now: String) -> Self {
        Self { storage, place, since, now, begun: true, lost: false }
    }

    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    pub(super) fn storage_mut(&mut self) -> &mut (dyn Storage + 'static) {
        &mut *self.storage
    }
}

/// Session state that is persisted besides moves: variables, selected character, pending dice.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct SavedState {
    lets: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    secret: BTreeSet<String>,
    saved_rolls: BTreeMap<String, SavedRoll>,
    settings: BTreeMap<String, String>,
    dice: Vec<i64>,
    rolls_the_rest: bool,
    chosen: Option<String>,
    /// What was done last is a move, and no roll.
    told_last: bool,
    lying: Option<Result<StoredMove, String>>,
}

/// The counts of made and undone moves before a line.
pub(super) type MovePosition = (usize, usize);

impl PromptState<'_> {
    /// Where the table is kept, if it is.
    #[must_use]
    pub fn storage(&self) -> Option<&dyn Storage> {
        self.keeping.as_ref().map(|keeping| &*keeping.storage)
    }

    /// The same, to be written.
    pub fn storage_mut(&mut self) -> Option<&mut (dyn Storage + 'static)> {
        self.keeping.as_mut().map(|keeping| &mut *keeping.storage)
    }

    pub(super) fn mark(&self) -> MovePosition {
        (self.table.made(), self.table.undone())
    }

    /// Continues or begins a campaign: loads its game, its characters and its moves, and opens a session. Returns the
    /// result and the exit code.
    pub fn go_on(&mut self, storage: Box<dyn Storage>, place: &Path) -> (LineReply, u8) {
        let (document, findings, code) = match self.opened(storage, place) {
            Ok((document, findings)) => (document, findings, 0),
            Err((findings, code)) => (Document::new(), findings, code),
        };
        let typed = self.session.sources.add("", place.display().to_string());
        (LineReply { findings, document, typed, quit: code != 0 }, code)
    }

    fn opened(
        &mut self,
        mut storage: Box<dyn Storage>,
        place: &Path,
    ) -> Result<(Document, Vec<Diagnostic>), (Vec<Diagnostic>, u8)> {
        let failed = |error: StoreError| (vec![error.diagnostic(place)], error.exit());
        let about = storage.about().map_err(failed)?;
        let rules = storage.rules().map_err(failed)?;
        let session = storage.sessions().map_err(failed)?.last().map_or(Some(1), |last| last.number.checked_add(1));
        let session = session.ok_or_else(|| failed(StoreError::Damaged("sessions".to_owned())))?;
        let (changed, code) = self.change_game(&rules.named);
        let current = if changed.is_ok() {
            Some(self.rules(&rules.named).map_err(|error| (vec![error], crate::cli::FILES))?)
        } else {
            None
        };
        let (mut findings, mut begun) = (Vec::new(), false);
        let is_same = current.as_ref().is_some_and(|current| current.fingerprint() == about.fingerprint);
        if !is_same {
            let fresh = Arc::clone(&self.game);
            self.library.seal(Some(&rules));
            if let (Err(mut errors), code) = self.change_game(&rules.id) {
                // The program cannot play by them any more.
                if let Err(more) = changed {
                    errors.extend(more);
                }
                return Err((errors, code.max(WRONG)));
            }
            self.read_back(storage.contents(most()).map_err(failed)?).map_err(failed)?;
            let old = |id: &str| Diagnostic::warning(Code::CampaignRulesOld, None).arg("name", id);
            match current {
                None => {
                    let is_there = changed.is_err_and(|errors| {
                        code == WRONG && errors.iter().all(|error| error.code != Code::UnknownRuleset)
                    });
                    let why = if is_there { "wrong" } else { "missing" };
                    findings.push(old(&rules.named).arg("why", why));
                }
                Some(current) => {
                    let (world, misfits) = self.translated(&fresh);
                    if misfits.is_empty() {
                        let beside = self.now().map_err(failed)?;
                        let world = Some(serde_json::to_string(&world).map_err(|error| failed(error.into()))?);
                        let step = Commit { world, now: beside, ..Commit::default() };
                        storage.begin(now()).map_err(failed)?;
                        begun = true;
                        storage.adopt(&current, &step).map_err(failed)?;
                        self.library.seal(None);
                        if let (Err(errors), code) = self.change_game(&rules.named) {
                            return Err((errors, code));
                        }
                        findings.push(
                            Diagnostic::warning(Code::CampaignRulesNew, None).arg("name", current.named.as_str()),
                        );
                    } else {
                        let old = old(&rules.named).arg("why", "changed");
                        let told = |old: Diagnostic, misfit| old.help_with("help-campaign-misfit", "what", misfit);
                        findings.push(misfits.into_iter().fold(old, told));
                    }
                }
            }
        }
        let contents = storage.contents(most()).map_err(failed)?;
        let moves = contents.moves.len();
        let now = contents.now.clone();
        self.read_back(contents).map_err(failed)?;
        if let Some(new) = findings.iter_mut().find(|one: &&mut Diagnostic| one.code == Code::CampaignRulesNew) {
            let unfit = self.unfit_rolls();
            if !unfit.is_empty() {
                new.helps.push(Note { id: "help-campaign-saved", args: vec![("names", unfit.into())] });
            }
        }
        self.left.clear();
        self.returned.clear();
        self.keeping = Some(Persistence { storage, place: place.to_path_buf(), since: moves, now, begun, lost: false });
        let args = vec![
            ("name", about.name.into()),
            ("session", session.into()),
            ("people", self.people().into()),
            ("count", self.people().len().into()),
        ];
        let mut document = Document::new().line(Line::new().dim(self.catalogue.text("campaign-opened", &args)));
        if let Some(turns) = self.table.world().turns.as_deref() {
            document = document.line(words::turn(turns, &self.catalogue));
        }
        Ok((document, findings))
    }

    /// Shows what a campaign says by the rules that it keeps; nothing is kept of what is done.
    ///
    /// # Errors
    ///
    /// If it cannot be read, with the exit code.
    pub fn look_at(&mut self, storage: &dyn Storage, place: &Path) -> Result<(), (Vec<Diagnostic>, u8)> {
        let failed = |error: StoreError| (vec![error.diagnostic(place)], error.exit());
        let rules = storage.rules().map_err(failed)?;
        self.library.seal(Some(&rules));
        if let (Err(errors), code) = self.change_game(&rules.id) {
            return Err((errors, code));
        }
        self.read_back(storage.contents(most()).map_err(failed)?).map_err(failed)
    }

    /// The texts of the game that is played now.
    ///
    /// # Errors
    ///
    /// If the files of a game that it extends are no longer there.
    pub(super) fn rules(&self, named: &str) -> Result<StoredRules, Diagnostic> {
        let own = self.game.files.iter().filter_map(|id| self.base.get(*id));
        let own = own.map(|source| File { name: source.name().to_owned(), text: source.text().to_string() });
        let mut files = BTreeMap::from([(self.game().id.to_string(), own.collect())]);
        for id in &self.game.extends {
            let missing = || Diagnostic::error(Code::UnknownRuleset, None).arg("name", id.as_str());
            files.insert(id.clone(), self.library.files(id).ok_or_else(missing)?);
        }
        Ok(StoredRules { id: self.game().id.to_string(), named: named.to_owned(), files })
    }

    /// Puts there what a campaign says.
    pub(super) fn read_back(&mut self, contents: Contents) -> Result<(), StoreError> {
        let start = match &contents.start {
            Some(text) => serde_json::from_str(text)?,
            None => World::new(),
        };
        let moves = contents.moves.iter().map(|text| serde_json::from_str::<StoredMove>(text));
        let moves = moves.collect::<Result<Vec<StoredMove>, _>>()?;
        let now: SavedState =
            if contents.now.is_empty() { SavedState::default() } else { serde_json::from_str(&contents.now)? };
        let game = Arc::clone(&self.game);
        let mut table = MoveHistory::read_back(&game.game, start, contents.forgotten, moves, contents.undone).map_err(
            |number| StoreError::Damaged(if number == 0 { "worlds".to_owned() } else { format!("moves {number}") }),
        )?;
        if let Some(lying) = now.lying {
            table.lay(&game.game, lying).ok_or_else(|| StoreError::Damaged("now".to_owned()))?;
        }
        self.table = table;
        (self.lets, self.secret) = (now.lets, now.secret);
        (self.settings, self.chosen) = (now.settings, now.chosen);
        self.saved_rolls = now.saved_rolls;
        (self.dice, self.rolls_the_rest) = (now.dice, now.rolls_the_rest);
        (self.lying, self.last) = (None, None);
        self.saved.clear();
        self.told_last = now.told_last;
        self.session.relive(&game.game, &mut self.table);
        Ok(())
    }

    fn now(&self) -> Result<String, StoreError> {
        let now = SavedState {
            lets: self.lets.clone(),
            secret: self.secret.clone(),
            saved_rolls: self.saved_rolls.clone(),
            settings: self.settings.clone(),
            dice: self.dice.clone(),
            rolls_the_rest: self.rolls_the_rest,
            chosen: self.chosen.clone(),
            told_last: self.told_last,
            lying: self.table.lying(),
        };
        Ok(serde_json::to_string(&now)?)
    }

    /// Keeps what a line did, before it is shown. Where that cannot be, the line has done nothing.
    pub(super) fn keep(
        &mut self,
        line: &str,
        before: MovePosition,
        is_told: bool,
        document: Document,
    ) -> CommandResult {
        let Some(mut keeping) = self.keeping.take() else { return Ok(document) };
        let kept = self.kept(&mut keeping, line, before, is_told, &document);
        let outcome = match kept {
            Ok(()) => Ok(document),
            Err(error) => {
                let mut errors = vec![error.diagnostic(&keeping.place).help("help-not-kept")];
                let contents = keeping.storage.contents(most());
                if let Err(error) = contents.and_then(|contents| self.read_back(contents)) {
                    errors.push(error.diagnostic(&keeping.place));
                    keeping.lost = true;
                }
                Err(errors)
            }
        };
        self.keeping = Some(keeping);
        outcome
    }

    /// Commits what a line did.
    pub(super) fn kept(
        &mut self,
        keeping: &mut Persistence,
        line: &str,
        (made, undone): MovePosition,
        is_told: bool,
        document: &Document,
    ) -> Result<(), StoreError> {
        if keeping.lost {
            return Err(StoreError::Damaged("moves".to_owned()));
        }
        let made = self.table.made().saturating_sub(made);
        let now_undone = self.table.undone();
        let change = match (made, now_undone.checked_sub(undone)) {
            (0, Some(0)) => MoveChange::Nothing,
            (0, Some(more)) => MoveChange::Undone(more),
            (0, None) => MoveChange::Redone(undone.saturating_sub(now_undone)),
            _ => {
                let moves = self.table.newest(made);
                MoveChange::Made(moves.iter().map(serde_json::to_string).collect::<Result<_, _>>()?)
            }
        };
        let now = self.now()?;
        let is_told = is_told || change != MoveChange::Nothing;
        if !is_told && now == keeping.now {
            return Ok(());
        }
        let (seed, dice) = std::mem::take(&mut self.fell);
        let entry = is_told.then(|| LogEntry {
            at: crate::store::now(),
            who: self.by.clone(),
            hidden: self.hides,
            line: line.trim().to_owned(),
            seed,
            dice,
            shown: document.clone(),
            proof: self.seeds.proof(self.by.as_deref(), line.trim(), &self.thrown),
            readers: self.readers.clone(),
            actor: self.spoken_for().cloned().filter(|_| self.by.is_none() && !self.thrown.is_empty()),
            ..LogEntry::default()
        });
        let since = keeping.since.saturating_add(made);
        let is_due = since >= BETWEEN_CHECKPOINTS && made > 0;
        let world = is_due.then(|| serde_json::to_string(self.table.world())).transpose()?;
        if !keeping.begun {
            keeping.storage.begin(crate::store::now())?;
            keeping.begun = true;
        }
        self.kept.extend(keeping.storage.commit(&Commit { entry, change, world, now: now.clone() })?);
        keeping.since = if is_due { 0 } else { since };
        keeping.now = now;
        Ok(())
    }

    /// The last roll of an earlier session, as it was shown.
    pub(super) fn last_kept(&self) -> CommandResult {
        let log = match &self.keeping {
            Some(keeping) => keeping.storage.log(None, 0).map_err(|error| vec![error.diagnostic(&keeping.place)])?,
            None => Vec::new(),
        };
        let last = log.into_iter().rev().find(|one| !one.dice.is_empty());
        let last = last.ok_or_else(|| vec![Diagnostic::error(Code::NothingRolledYet, None)])?;
        let mut document = Document::new().line(Line::new().code(last.line));
        document.append(last.shown);
        Ok(document)
    }

    /// Whether something is wrong with where the table is kept that ends the session.
    pub(super) fn is_lost(&self) -> bool {
        self.keeping.as_ref().is_some_and(|keeping| keeping.lost)
    }

    /// Closes the session of a campaign.
    ///
    /// # Errors
    ///
    /// If this cannot be written; nothing that was done is lost.
    pub fn close(&mut self) -> Result<(), Diagnostic> {
        #[cfg(feature = "store")]
        self.end_journal();
        let Some(mut keeping) = self.keeping.take() else { return Ok(()) };
        keeping.storage.end(now()).map_err(|error| error.diagnostic(&keeping.place))
    }

    /// All characters by another state of the rules, and what of them, of options and named values does not fit there.
    fn translated(&self, to: &LoadedGame) -> (World, Vec<String>) {
        let mut world = World::new();
        let mut misfits = Vec::new();
        for (at, person) in self.table.world().people.iter().enumerate() {
            let whose = if at == TABLE { FileOwner::Table } else { FileOwner::Character };
            let (read, mut wrong) = self.by_other_rules(person, whose, to);
            misfits.append(&mut wrong);
            if at == TABLE {
                if let Some(table) = world.people.get_mut(TABLE) {
                    (table.points, table.tags) = (read.points, read.tags);
                }
            } else {
                world.join(read);
            }
        }
        // The turn order stays, unless the new rules have none.
        match (self.table.world().turns.as_deref(), &to.game.turns) {
            (Some(turns), None) => misfits.extend(turns.current().map(str::to_owned)),
            (turns, _) => world.turns = turns.cloned().map(Box::new),
        }
        let of_settings =
            self.settings.iter().filter(|(name, value)| variables::setting(&to.game, name, value).is_err());
        let of_lets = self.lets.iter().filter(|(name, value)| variables::allowed(&to.game, name, value).is_err());
        misfits.extend(of_settings.chain(of_lets).map(|(name, value)| format!("{name} = {value}")));
        (world, misfits)
    }

    fn by_other_rules(&self, person: &Person, whose: FileOwner, to: &LoadedGame) -> (Person, Vec<String>) {
        let called = |what: String| format!("{}: {what}", person.name);
        let text = match whole_person(self.game(), whose, person) {
            Ok(text) => text,
            Err(error) => return (Person::default(), vec![called(self.told_alone(&error))]),
        };
        let mut sources = Sources::new();
        let id = sources.add(&*person.name, text);
        let (file, mut found) = crate::session::sheet_in(&sources, id, &person.name);
        let (mut read, wrong) = person_in(&file, &to.game, whose, None);
        found.extend(wrong);
        read.name.clone_from(&person.name);
        // More marks than boxes, too, unless it was so before.
        let (_, before) = person_in(&file, self.game(), whose, None);
        let is_beyond = |one: &Diagnostic| {
            one.code == Code::BeyondBounds && !before.iter().any(|old| old.code == one.code && old.args == one.args)
        };
        let errors = found.iter().filter(|one| one.is_error() || is_beyond(one));
        (read, errors.map(|error| called(self.told_alone(error))).collect())
    }

    /// The message of an error without the place.
    fn told_alone(&self, error: &Diagnostic) -> String {
        self.catalogue.text(error.code.as_str(), &error.args)
    }

    /// A line that is no command of the prompt: it is only written down.
    pub(super) fn note(&mut self, text: &str) -> Document {
        let line = |text| Line::new().piece(crate::report::document::TextRole::Comment, text);
        // A handout has several lines.
        text.lines().fold(Document::new(), |document, text| document.line(line(text)))
    }

    /// The sheets of all characters there as a file says them, by name; the table's last, if it keeps anything.
    ///
    /// # Errors
    ///
    /// If something cannot be written in a file.
    pub fn sheets(&self) -> Result<Vec<(String, String)>, Diagnostic> {
        let mut sheets = Vec::new();
        let people = &self.table.world().people;
        for person in people.iter().skip(1) {
            sheets.push((person.name.clone(), whole_person(self.game(), FileOwner::Character, person)?));
        }
        if let Some(table) = people.get(TABLE).filter(|table| !table.points.is_empty() || !table.tags.is_empty()) {
            sheets.push((THE_TABLE.to_owned(), whole_person(self.game(), FileOwner::Table, table)?));
        }
        Ok(sheets)
    }
}

/// How many moves are read back.
pub(super) fn most() -> usize {
    Limits::default().moves
}

/// The texts of a game that is named so.
///
/// # Errors
///
/// What is wrong with it, with the exit code.
pub fn rules_of(state: &mut PromptState<'_>, named: &str) -> Result<StoredRules, (Vec<Diagnostic>, u8)> {
    match state.change_game(named) {
        (Ok(_), _) => state.rules(named).map_err(|error| (vec![error], crate::cli::FILES)),
        (Err(errors), code) => Err((errors, code)),
    }
}
