//! `tirada test`: replays cases.

mod case_update;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::search_path::{case_files, cases_elsewhere};
use super::{CommandContext, FINE, RulesetName, WRONG, check, load, named, shelves_for};
use crate::diagnostic::{Args as Values, Code, Diagnostic};
use crate::limits::{Budget, Limits};
use crate::report::cases::{CaseResult, CoveragePart, Suite, json, junit};
use crate::report::document::{Document, Line};
use crate::report::{Catalogue, json_line};
use crate::session::{Builtin, Mismatch, Session, SuiteRun};
use crate::source::Sources;

/// `tirada test`
#[derive(Debug, Args)]
pub struct TestArgs {
    /// Rulesets; none: all there are.
    #[arg(value_name = "RULESET")]
    pub rulesets: Vec<String>,
    /// Only cases with this in their names or sources.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Writes what was found into the cases.
    #[arg(long)]
    pub update: bool,
    /// Updates cases without asking.
    #[arg(long, requires = "update")]
    pub yes: bool,
    /// What no case exercises.
    #[arg(long)]
    pub coverage: bool,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = TestFormat::Text, value_name = "text|json|junit")]
    pub format: TestFormat,
}

/// How results of cases are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TestFormat {
    /// For readers, in a terminal.
    Text,
    /// For programs; see `docs/json.md`.
    Json,
    /// JUnit XML, for build servers.
    Junit,
}

/// The cases of a ruleset, played.
struct PlayedSuite {
    run: SuiteRun,
    sources: Sources,
    /// The files of its cases can be written.
    own_files: bool,
}

impl PlayedSuite {
    fn told(&self, catalogue: &Catalogue, coverage: bool) -> Suite {
        self.run.told(&self.sources, catalogue, coverage)
    }
}

pub(super) fn run(context: &mut CommandContext, wanted: &TestArgs) -> u8 {
    let places = shelves_for(wanted.rulesets.first().map(String::as_str));
    let names: Vec<String> = if wanted.rulesets.is_empty() {
        places.all().into_iter().map(|place| place.id).collect()
    } else {
        wanted.rulesets.clone()
    };
    let mut all = Vec::new();
    for name in &names {
        match one(context, wanted, name) {
            Ok(tested) => all.push(tested),
            Err(code) => return code,
        }
    }
    if let Some(filter) = wanted.filter.as_ref().filter(|_| all.iter().all(|tested| tested.run.cases.is_empty())) {
        context.complain_alone(&Diagnostic::error(Code::NoSuchCase, None).arg("name", filter.as_str()));
        return WRONG;
    }
    if wanted.update {
        return case_update::update(context, wanted, &all);
    }
    let catalogue = match wanted.format {
        TestFormat::Json => context.output.catalogue.as_it_is(),
        TestFormat::Text | TestFormat::Junit => context.output.catalogue.clone(),
    };
    let suites: Vec<Suite> = all.iter().map(|tested| tested.told(&catalogue, wanted.coverage)).collect();
    match wanted.format {
        TestFormat::Text => told(context, &all, &suites),
        TestFormat::Json => context.output.print(&json_line(&json(&suites))),
        TestFormat::Junit => context.output.print(&junit(&suites, &context.output.catalogue)),
    }
    let worst = all.iter().map(|tested| check::code(&tested.run.errors)).max().unwrap_or(FINE);
    if all.iter().any(|tested| tested.run.is_wrong()) { worst.max(WRONG) } else { FINE }
}

/// Runs the cases of one ruleset.
fn one(context: &mut CommandContext, wanted: &TestArgs, name: &str) -> Result<PlayedSuite, u8> {
    let places = shelves_for(Some(name));
    let mut session = Session::within(&places, Limits::FULL);
    session.work = Arc::new(Budget::new(session.limits.cases));
    let loaded = load(&mut session, &places, name).map_err(|(error, code)| {
        context.complain_alone(&error);
        code
    })?;
    context.speak_from_now_on(loaded.game.language.as_deref());
    session.language = context.output.catalogue.language();
    context.output.complain(&loaded.findings, &session.sources);
    if !loaded.is_sound() {
        let run = SuiteRun::broken(name, loaded.findings);
        return Ok(PlayedSuite { run, sources: session.sources, own_files: false });
    }
    let path = match named(name, &places) {
        RulesetName::Path(path) => Ok(path),
        RulesetName::Id(id) => places.find(&id).and_then(|place| place.path).ok_or(id),
    };
    let own_files = path.is_ok();
    let (files, elsewhere) = match path {
        Ok(path) => (case_files(&path), cases_elsewhere(&path)),
        Err(id) => (Builtin::cases(&id), None),
    };
    let elsewhere = elsewhere.filter(|_| files.is_empty());
    let mut run = SuiteRun::play(&mut session, &loaded.game, name, files, wanted.filter.as_deref());
    run.errors.extend(elsewhere.map(|path| Diagnostic::error(Code::CasesElsewhere, None).arg("path", path)));
    context.output.complain(&run.errors, &session.sources);
    Ok(PlayedSuite { run, sources: session.sources, own_files })
}

/// Prints the results for readers.
fn told(context: &CommandContext, all: &[PlayedSuite], suites: &[Suite]) {
    let mut passed = 0_usize;
    for (tested, suite) in all.iter().zip(suites) {
        for (ran, case) in tested.run.cases.iter().zip(&suite.cases) {
            if case.passed() {
                passed += 1;
            } else {
                tell_difference(context, &tested.sources, &suite.name, case, &ran.report.errors);
            }
        }
    }
    for suite in suites {
        if let Some(coverage) = &suite.coverage {
            context.output.show(&gaps(context, &suite.name, coverage), super::OutputFormat::Text);
        }
    }
    tell_count(context, passed, suites.iter().map(Suite::failed).sum());
}

/// What no case exercises, kind by kind.
fn gaps(context: &CommandContext, name: &str, coverage: &[(&str, CoveragePart)]) -> Document {
    let catalogue = &context.output.catalogue;
    let mut document = Document::new().heading(Line::new().strong(name));
    let count = |parts: &[&CoveragePart]| {
        let all: usize = parts.iter().map(|part| part.all).sum();
        let missing: usize = parts.iter().map(|part| part.missing.len()).sum();
        (all - missing.min(all), all)
    };
    for (kind, id) in [
        ("rows", "coverage-rows"),
        ("outcomes", "coverage-outcomes"),
        ("actions", "coverage-actions"),
        ("interventions", "coverage-interventions"),
    ] {
        let parts: Vec<&CoveragePart> = coverage.iter().filter(|(of, _)| *of == kind).map(|(_, part)| part).collect();
        let (done, all) = count(&parts);
        if all == 0 {
            continue;
        }
        let values: Values = vec![("done", done.into()), ("all", all.into())];
        document = document.line(catalogue.text(id, &values));
        for part in parts.iter().filter(|part| !part.missing.is_empty()) {
            let line = match &part.of {
                Some(of) => Line::new().name(of).plain(": "),
                None => Line::new(),
            };
            document = document.item(0, line.plain(part.missing.join(", ")));
        }
    }
    document.gap()
}

/// How many cases passed, and how many did not.
pub(super) fn tell_count(context: &CommandContext, passed: usize, failed: usize) {
    let count: Values = vec![("passed", passed.into()), ("failed", failed.into())];
    context.output.print(&context.output.catalogue.text("test-count", &count));
}

/// Why a case failed.
pub(super) fn tell_difference(
    context: &CommandContext,
    sources: &Sources,
    name: &str,
    case: &CaseResult,
    errors: &[Diagnostic],
) {
    let source = case.source.as_deref().map(|source| format!(" ({source})")).unwrap_or_default();
    context.output.print(&format!("{name}: {}{source}", case.name));
    for one in &case.differences {
        context.output.print(&format!("  {}", one.line(&context.output.catalogue)));
    }
    for line in &case.why {
        context.output.print(&format!("    {line}"));
    }
    context.output.complain(errors, sources);
}

/// The path of a file of cases.
fn path_of(sources: &Sources, found: &Mismatch) -> Option<PathBuf> {
    sources.get(found.at.source).map(|source| PathBuf::from(source.name()))
}
