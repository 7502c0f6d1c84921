//! Checks the files next to a ruleset (cases, characters) against it, and uses them to decide whether a declaration or
//! its uses are misspelt: a name that all cases use is right, and the declaration is wrong.

use std::cell::Cell;
use std::sync::Arc;

use super::fixes::stands_alone;
use super::renames::{DefinitionFiles, find_renamed};
use super::root_causes::together;
use super::{CheckResult, LoadedGame, Session, check_case_file, check_cases, person_in, sheet_in};
use crate::check::program::CheckedGame;
use crate::diagnostic::{Arg, Diagnostic};
use crate::limits::{Budget, Limits};
use crate::ruleset::{File, Shelf};
use crate::source::{SourceId, Sources, Span};
use crate::world::FileOwner;

/// How much more of a whole folder than of a ruleset may be read to try changes.
const MORE: usize = 8;

/// The files next to a ruleset: cases, translations, characters.
#[derive(Debug, Clone, Default)]
pub struct GameFiles {
    pub cases: Vec<File>,
    pub translations: Vec<File>,
    /// Characters, of this game or of others.
    pub people: Vec<File>,
}

impl GameFiles {
    fn files(&self) -> impl Iterator<Item = &File> {
        self.cases.iter().chain(&self.translations).chain(&self.people)
    }

    /// Whether a file of this name is one of them.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.files().any(|file| file.name == name)
    }
}

/// Checks a game with changed files, within its limits.
pub(super) struct Trial<'s, 'b> {
    shelf: &'s dyn Shelf,
    limits: Limits,
    beside: &'b GameFiles,
    work: Arc<Budget>,
    /// Bytes of what is beside it that may still be read.
    left: Cell<usize>,
}

impl<'s, 'b> Trial<'s, 'b> {
    pub(super) fn of(session: &Session<'s>, beside: &'b GameFiles) -> Self {
        let limits = session.limits;
        let work = Arc::new(Budget::new(limits.cases / 4));
        let left = Cell::new(limits.fixed.saturating_mul(MORE));
        Self { shelf: session.shelf(), limits, beside, work, left }
    }

    /// The findings of a ruleset. If there are none, also those of files beside it that are about words no longer in
    /// its files; other findings there are not caused by the change.
    pub(super) fn rules(&self, was: &[File], rules: Vec<File>) -> CheckResult {
        let removed = removed(was, &rules);
        let mut session = self.session();
        let (loaded, _) = session.load_untried(rules);
        let bytes = session.sources.bytes();
        let mut findings = loaded.findings.clone();
        let mut others = 0;
        if loaded.is_sound() {
            let mut more = self.beside(&mut session, &loaded, &self.beside.cases);
            more.retain(Diagnostic::is_error);
            others = more.len();
            more.retain(|one| mentions(one, &removed, &session.sources));
            findings.append(&mut more);
        }
        CheckResult { findings, bytes, sources: session.sources, others }
    }

    /// The errors in a ruleset and in the files next to it.
    fn whole(&self, mut rules: Vec<File>, count: usize) -> CheckResult {
        let cases = rules.split_off(count.min(rules.len()));
        let mut session = self.session();
        let (loaded, _) = session.load_untried(rules);
        let mut findings = loaded.findings.clone();
        if loaded.is_sound() {
            findings.append(&mut self.beside(&mut session, &loaded, &cases));
        }
        CheckResult { findings, bytes: session.sources.bytes(), sources: session.sources, others: 0 }
    }

    fn session(&self) -> Session<'s> {
        let mut session = Session::within(self.shelf, self.limits);
        session.work = Arc::clone(&self.work);
        session
    }

    fn beside(&self, session: &mut Session<'_>, loaded: &LoadedGame, cases: &[File]) -> Vec<Diagnostic> {
        let bytes = self.beside.files().map(|file| file.text.len()).sum::<usize>();
        let Some(left) = self.left.get().checked_sub(bytes) else { return Vec::new() };
        self.left.set(left);
        let game = &loaded.game;
        let mut found = Vec::new();
        for file in cases {
            let id = session.sources.add(file.name.as_str(), file.text.as_str());
            found.extend(check_case_file(session, game, id));
        }
        // Only the program has translations beside a game; the library alone is smaller without what reads them here.
        #[cfg(feature = "cli")]
        found.extend(session.translations_untried(loaded, self.beside.translations.clone()).findings);
        found.extend(people(session, game, self.beside));
        found
    }
}

impl Session<'_> {
    /// Loads a ruleset and checks everything that is beside it: what is wrong with that.
    pub fn load_and_check(&mut self, files: Vec<File>, beside: &GameFiles) -> (LoadedGame, Vec<Diagnostic>) {
        let loaded = self.load_with(files, beside);
        let mut found = Vec::new();
        if loaded.is_sound() {
            found.extend(check_cases(self, &loaded.game, beside.cases.clone()));
            found.extend(self.translations(&loaded, beside.translations.clone()).findings);
            found.extend(people(self, &loaded.game, beside));
            self.find_causes(&mut found, &loaded, beside);
        }
        (loaded, found)
    }

    /// Among the errors of a sound ruleset's cases, translations and characters, replaces those with a common cause by
    /// one at the declaration.
    pub(crate) fn find_causes_among(
        &mut self,
        findings: &mut Vec<Diagnostic>,
        loaded: &LoadedGame,
        beside: &GameFiles,
    ) {
        let name = |at: Span| self.sources.get(at.source).map_or("", |source| source.name());
        let own = |at: Span| loaded.files.contains(&at.source) || beside.has(name(at));
        let (mut found, others) =
            std::mem::take(findings).into_iter().partition(|one: &Diagnostic| one.at.is_some_and(own));
        *findings = others;
        self.find_causes(&mut found, loaded, beside);
        findings.append(&mut found);
    }

    /// The same for findings that are all about this game.
    fn find_causes(&mut self, findings: &mut Vec<Diagnostic>, loaded: &LoadedGame, beside: &GameFiles) {
        if !findings.iter().any(Diagnostic::is_error) {
            return;
        }
        let add = |file: &File| self.sources.add(file.name.as_str(), file.text.as_str());
        let cases: Vec<SourceId> = beside.cases.iter().map(add).collect();
        let trial = Trial::of(self, beside);
        let bytes = trial.left.get();
        let count = loaded.files.len();
        let folder =
            DefinitionFiles { rules: &loaded.files, cases: &cases, texts: texts(&self.sources, loaded, beside) };
        find_renamed(findings, &self.sources, &folder, bytes, &mut |files| trial.whole(files, count));
        together(findings, &self.sources);
    }
}

/// The errors in the characters of a game.
fn people(session: &mut Session<'_>, game: &CheckedGame, beside: &GameFiles) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for file in &beside.people {
        let id = session.sources.add(file.name.as_str(), file.text.as_str());
        let (sheet, errors) = sheet_in(&session.sources, id, "");
        if sheet.ruleset.as_ref().is_some_and(|word| word.text == game.id) {
            found.extend(errors);
            found.extend(person_in(&sheet, game, FileOwner::of(&sheet, game), None).1);
        }
    }
    found
}

pub(super) fn texts<'a>(sources: &'a Sources, loaded: &LoadedGame, beside: &'a GameFiles) -> Vec<&'a str> {
    let rules = loaded.files.iter().filter_map(|&id| sources.get(id)).map(|source| &**source.text());
    rules.chain(beside.files().map(|file| file.text.as_str())).collect()
}

/// The words that a change takes out of files.
fn removed(was: &[File], now: &[File]) -> Vec<String> {
    let mut found = Vec::new();
    for (was, now) in was.iter().zip(now).filter(|(was, now)| was.text != now.text) {
        let (was, now): (Vec<&str>, Vec<&str>) = (words(&was.text), words(&now.text));
        let start = was.iter().zip(&now).take_while(|(one, other)| one == other).count();
        let (was, now) = (was.get(start..).unwrap_or_default(), now.get(start..).unwrap_or_default());
        let end = was.iter().rev().zip(now.iter().rev()).take_while(|(one, other)| one == other).count();
        let now = now.get(..now.len() - end).unwrap_or_default();
        let gone = was.get(..was.len() - end).unwrap_or_default().iter().filter(|word| !now.contains(word));
        found.extend(gone.map(|word| (*word).to_owned()));
    }
    found
}

fn words(text: &str) -> Vec<&str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| !word.is_empty()).collect()
}

fn mentions(finding: &Diagnostic, words: &[String], sources: &Sources) -> bool {
    let said = finding.args.iter().flat_map(|(_, arg)| match arg {
        Arg::Text(text) => vec![text.as_str()],
        Arg::List(list) => list.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    });
    let written = finding.at.map(|at| sources.slice(at));
    said.chain(written).any(|text| words.iter().any(|word| stands_alone(text, word).next().is_some()))
}
