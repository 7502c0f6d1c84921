//! Replays all cases of a game and measures their coverage.

use super::coverage::{Coverage, Exercised};
use super::{CaseReport, Session, each_case};
use crate::check::program::CheckedGame;
use crate::diagnostic::Diagnostic;
use crate::report::Catalogue;
use crate::report::cases::{CaseDifference, CaseResult, Suite};
use crate::ruleset::File;
use crate::source::Sources;

/// The report of a case, its file and its line (from 1).
#[derive(Debug, Clone)]
pub struct PlayedCase {
    pub report: CaseReport,
    pub file: String,
    /// The line in the file, from 1.
    pub line: usize,
}

impl PlayedCase {
    fn told(&self, sources: &Sources) -> CaseResult {
        let differences = self.report.differences.iter().map(|one| {
            let at = sources.get(one.at.source).map(|source| {
                let position = source.position(one.at.start);
                (source.name().to_owned(), position.line, position.column)
            });
            CaseDifference { what: one.what.clone(), expected: one.expected.clone(), found: one.found.clone(), at }
        });
        CaseResult {
            name: self.report.name.clone(),
            source: self.report.source.clone(),
            file: self.file.clone(),
            line: self.line,
            differences: differences.collect(),
            why: self.report.why.clone(),
            errors: self.report.errors.iter().map(|error| error.code).collect(),
        }
    }
}

/// The results of all cases of a game.
#[derive(Debug, Clone)]
pub struct SuiteRun {
    /// The name of the ruleset as the caller gave it.
    pub name: String,
    pub cases: Vec<PlayedCase>,
    /// The errors in the ruleset or in the files of cases.
    pub errors: Vec<Diagnostic>,
    /// `None`: no case could be played.
    pub coverage: Option<Coverage>,
}

impl SuiteRun {
    /// A ruleset whose cases cannot be played.
    #[must_use]
    pub fn broken(name: &str, errors: Vec<Diagnostic>) -> Self {
        Self { name: name.to_owned(), cases: Vec::new(), errors, coverage: None }
    }

    /// Plays the cases of some files, or those of them with `wanted` in their names or sources.
    pub fn play(
        session: &mut Session<'_>,
        game: &CheckedGame,
        name: &str,
        files: Vec<File>,
        wanted: Option<&str>,
    ) -> Self {
        let (mut cases, mut exercised) = (Vec::new(), Exercised::default());
        let errors = each_case(session, game, files, wanted, &mut |mut report, file, line| {
            // What each case read is not kept: all cases of a large game together may read millions of cells.
            exercised.join(&std::mem::take(&mut report.used));
            report.cells = Vec::new();
            cases.push(PlayedCase { report, file: file.to_owned(), line });
        });
        Self { name: name.to_owned(), cases, errors, coverage: Some(Coverage::of(game, &exercised)) }
    }

    /// Whether the ruleset or a file of cases is wrong, or a case failed.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        let failed = self.cases.iter().any(|ran| !ran.report.differences.is_empty());
        failed || self.errors.iter().any(Diagnostic::is_error)
    }

    /// As reports tell it; `coverage`: with what no case exercises.
    #[must_use]
    pub fn told(&self, sources: &Sources, catalogue: &Catalogue, coverage: bool) -> Suite {
        let errors = self.errors.iter().filter(|error| error.is_error());
        let parts = |coverage: &Coverage| coverage.parts().map(|(kind, part)| (kind, part.clone())).collect();
        Suite {
            name: self.name.clone(),
            cases: self.cases.iter().map(|ran| ran.told(sources)).collect(),
            errors: errors.map(|error| (error.code, catalogue.text(error.code.as_str(), &error.args))).collect(),
            coverage: self.coverage.as_ref().filter(|_| coverage).map(parts),
        }
    }
}
