//! `tirada test`

mod updating;

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::shelves::case_files;
use super::{Context, FINE, Named, WRONG, load, named, shelves_for};
use crate::check::program::Game;
use crate::diagnostic::{Args as Values, Code, Diagnostic};
use crate::limits::{Budget, Limits};
use crate::report::cases::{Suite, Told, junit};
use crate::report::document::{Document, Line};
use crate::report::json_line;
use crate::ruleset::File;
use crate::session::exercised::{Coverage, Exercised, Part};
use crate::session::{Builtin, CaseReport, Cast, Found, Session, of_another_game, read_case_file, run_case};
use crate::source::{Sources, fold};

/// `tirada test`
#[derive(Debug, Args)]
pub struct Test {
    /// Rulesets; none: all there are.
    #[arg(value_name = "RULESET")]
    pub rulesets: Vec<String>,
    /// Only cases with this in their names or sources.
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// Writes what was found into the cases.
    #[arg(long)]
    pub update: bool,
    /// Without asking.
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
    /// For reading.
    Text,
    /// For programs.
    Json,
    /// For build servers.
    Junit,
}

/// A case and where it stands.
struct Ran {
    report: CaseReport,
    file: String,
    line: usize,
}

/// All cases of a ruleset that were wanted.
struct Tested {
    name: String,
    cases: Vec<Ran>,
    errors: Vec<Diagnostic>,
    sources: Sources,
    /// `None`: its cases could not be run.
    coverage: Option<Coverage>,
    /// The files of its cases can be written.
    own_files: bool,
}

impl Tested {
    fn failed(&self) -> usize {
        self.cases.iter().filter(|ran| !ran.report.differences.is_empty()).count()
    }

    fn is_broken(&self) -> bool {
        self.errors.iter().any(Diagnostic::is_error)
    }
}

pub(super) fn run(context: &mut Context, wanted: &Test) -> u8 {
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
    if let Some(filter) = wanted.filter.as_ref().filter(|_| all.iter().all(|tested| tested.cases.is_empty())) {
        context.complain_alone(&Diagnostic::error(Code::NoSuchCase, None).arg("name", filter.as_str()));
        return WRONG;
    }
    if wanted.update {
        return updating::update(context, wanted, &all);
    }
    match wanted.format {
        TestFormat::Text => told(context, &all, wanted.coverage),
        TestFormat::Json => context.output.print(&json_line(&for_programs(&all, wanted.coverage))),
        TestFormat::Junit => {
            let suites: Vec<Suite> = all.iter().map(|tested| suite(context, tested)).collect();
            context.output.print(&junit(&suites));
        }
    }
    if all.iter().any(|tested| tested.failed() > 0 || tested.is_broken()) { WRONG } else { FINE }
}

/// Runs the cases of one ruleset.
fn one(context: &mut Context, wanted: &Test, name: &str) -> Result<Tested, u8> {
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
    let mut tested = Tested {
        name: name.to_owned(),
        cases: Vec::new(),
        errors: Vec::new(),
        sources: Sources::new(),
        coverage: None,
        own_files: false,
    };
    if !loaded.is_sound() {
        tested.errors = loaded.findings;
        tested.sources = session.sources;
        return Ok(tested);
    }
    let (files, own_files) = match named(name, &places) {
        Named::Path(path) => (case_files(&path), true),
        Named::Id(id) => match places.find(&id).and_then(|place| place.path) {
            Some(path) => (case_files(&path), true),
            None => (Builtin::cases(&id), false),
        },
    };
    tested.own_files = own_files;
    let mut exercised = Exercised::default();
    for file in files {
        cases_of(&mut session, &loaded.game, file, wanted, &mut tested, &mut exercised);
    }
    context.output.complain(&tested.errors, &session.sources);
    tested.coverage = Some(Coverage::of(&loaded.game, &exercised));
    tested.sources = session.sources;
    Ok(tested)
}

/// Runs the cases of one file.
fn cases_of(
    session: &mut Session<'_>,
    game: &Game,
    file: File,
    wanted: &Test,
    tested: &mut Tested,
    exercised: &mut Exercised,
) {
    let name = file.name.clone();
    let filter = wanted.filter.as_deref().map(fold);
    let read = read_case_file(session, file, &mut tested.errors);
    if let Some(error) = of_another_game(&read, game) {
        tested.errors.push(error);
        return;
    }
    let cast = Cast::of(&read);
    for case in &read.cases {
        let is_wanted = filter.as_ref().is_none_or(|filter| {
            fold(&case.name.text).contains(filter) || case.source.as_ref().is_some_and(|one| fold(one).contains(filter))
        });
        // What could not be read is said, and says nothing of the rules.
        if !is_wanted || case.unread {
            continue;
        }
        let mut errors = Vec::new();
        let mut report = run_case(session, game, &cast, case, &mut errors);
        // What is wrong with somebody of all cases is said once.
        errors.retain(|error| !tested.errors.contains(error));
        tested.errors.append(&mut errors);
        // What each case read is not kept: all cases of a large game together may read millions of cells.
        exercised.join(&std::mem::take(&mut report.used));
        report.cells = Vec::new();
        let at = case.name.span;
        let line = session.sources.get(at.source).map_or(0, |source| source.position(at.start).line);
        tested.cases.push(Ran { report, file: name.clone(), line });
    }
}

/// For reading.
fn told(context: &Context, all: &[Tested], coverage: bool) {
    let (mut passed, mut failed) = (0_usize, 0_usize);
    for tested in all {
        for ran in &tested.cases {
            if ran.report.differences.is_empty() {
                passed += 1;
            } else {
                failed += 1;
                tell_difference(context, &tested.sources, &tested.name, &ran.report);
            }
        }
    }
    if coverage {
        for tested in all {
            if let Some(coverage) = &tested.coverage {
                let document = gaps(context, &tested.name, coverage);
                context.output.show(&document, super::Format::Text);
            }
        }
    }
    tell_count(context, passed, failed);
}

/// What no case exercises, kind by kind.
fn gaps(context: &Context, name: &str, coverage: &Coverage) -> Document {
    let catalogue = &context.output.catalogue;
    let mut document = Document::new().heading(Line::new().strong(name));
    let count = |parts: &[&Part]| {
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
        let parts: Vec<&Part> = coverage.parts().filter(|(of, _)| *of == kind).map(|(_, part)| part).collect();
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

fn for_programs(all: &[Tested], coverage: bool) -> Value {
    let failed: usize = all.iter().map(Tested::failed).sum();
    let count: usize = all.iter().map(|tested| tested.cases.len()).sum();
    let rulesets = all.iter().map(|tested| {
        let cases: Vec<Value> = tested.cases.iter().map(|ran| case_json(&tested.sources, ran)).collect();
        let codes: Vec<Code> = tested.errors.iter().filter(|one| one.is_error()).map(|error| error.code).collect();
        let mut object = json!({ "ruleset": tested.name, "cases": cases, "errors": codes });
        if let (true, Some(found), Value::Object(object)) = (coverage, &tested.coverage, &mut object) {
            let parts = found
                .parts()
                .filter(|(_, part)| part.all > 0)
                .map(|(kind, part)| json!({ "what": kind, "of": part.of, "all": part.all, "missing": part.missing }));
            object.insert("coverage".to_owned(), parts.collect());
        }
        object
    });
    json!({ "passed": count - failed, "failed": failed, "rulesets": rulesets.collect::<Vec<_>>() })
}

fn case_json(sources: &Sources, ran: &Ran) -> Value {
    let differences = ran.report.differences.iter().map(|one| {
        let place = sources.get(one.at.source).map(|source| (source.name(), source.position(one.at.start).line));
        json!({
            "what": one.what,
            "expected": one.expected,
            "found": one.found,
            "file": place.map(|(file, _)| file),
            "line": place.map(|(_, line)| line),
        })
    });
    json!({
        "name": ran.report.name,
        "source": ran.report.source,
        "file": ran.file,
        "line": ran.line,
        "passed": ran.report.differences.is_empty(),
        "differences": differences.collect::<Vec<_>>(),
        "errors": ran.report.errors.iter().map(|error| error.code).collect::<Vec<_>>(),
    })
}

fn suite(context: &Context, tested: &Tested) -> Suite {
    let cases = tested.cases.iter().map(|ran| Told {
        name: ran.report.name.clone(),
        file: ran.file.clone(),
        failures: ran
            .report
            .differences
            .iter()
            .map(|one| difference(context, &tested.sources, one))
            .chain(ran.report.why.iter().cloned())
            .take(if ran.report.differences.is_empty() { 0 } else { usize::MAX })
            .collect(),
    });
    let errors = tested.errors.iter().filter(|one| one.is_error());
    Suite {
        name: tested.name.clone(),
        cases: cases.collect(),
        errors: errors.map(|error| context.output.catalogue.text(error.code.as_str(), &error.args)).collect(),
    }
}

/// `place: expected this, found that`
fn difference(context: &Context, sources: &Sources, difference: &Found) -> String {
    let place = sources.get(difference.at.source).map(|source| {
        let position = source.position(difference.at.start);
        format!("{}:{}:{}", source.name(), position.line, position.column)
    });
    let values: Values = vec![
        ("what", difference.what.as_str().into()),
        ("expected", difference.expected.as_str().into()),
        ("found", difference.found.as_str().into()),
    ];
    format!("{}: {}", place.unwrap_or_default(), context.output.catalogue.text("case-differs", &values))
}

/// How many cases passed, and how many did not.
pub(super) fn tell_count(context: &Context, passed: usize, failed: usize) {
    let count: Values = vec![("passed", passed.into()), ("failed", failed.into())];
    context.output.print(&context.output.catalogue.text("test-count", &count));
}

/// Why a case failed.
pub(super) fn tell_difference(context: &Context, sources: &Sources, name: &str, report: &CaseReport) {
    let source = report.source.as_deref().map(|source| format!(" ({source})")).unwrap_or_default();
    context.output.print(&format!("{name}: {}{source}", report.name));
    for one in &report.differences {
        context.output.print(&format!("  {}", difference(context, sources, one)));
    }
    for line in &report.why {
        context.output.print(&format!("    {line}"));
    }
    context.output.complain(&report.errors, sources);
}

/// The path of a file of cases.
fn path_of(sources: &Sources, found: &Found) -> Option<PathBuf> {
    sources.get(found.at.source).map(|source| PathBuf::from(source.name()))
}
