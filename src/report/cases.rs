//! The results of cases, for readers and for programs.

use std::fmt::Write as _;

use super::document::html::escape_marks;
use super::document::with_minus_signs;
use super::json::Object;
use super::{Catalogue, visible_lines};
use crate::diagnostic::Code;

/// What is found where there is nothing of the name that a case expects something of.
pub const NOT_THERE: &str = "—";

/// The result of a case with its places resolved to file, line and column.
#[derive(Debug, Clone)]
pub struct CaseResult {
    pub name: String,
    /// Book and line, if it says so.
    pub source: Option<String>,
    /// The file that it is in, and the line, from 1.
    pub file: String,
    pub line: usize,
    /// What was found other than expected; nothing: it passed.
    pub differences: Vec<CaseDifference>,
    /// The steps that led there, and what stopped it, if it failed.
    pub why: Vec<String>,
    pub errors: Vec<Code>,
}

impl CaseResult {
    /// Whether everything is as expected.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// A value that differs from the expected one.
#[derive(Debug, Clone)]
pub struct CaseDifference {
    /// What is compared: `total`, `m`, an expression.
    pub what: String,
    pub expected: String,
    pub found: String,
    /// The file, line and column of the expectation, from 1.
    pub at: Option<(String, usize, usize)>,
}

impl CaseDifference {
    /// `place: expected this, found that`
    #[must_use]
    pub fn line(&self, catalogue: &Catalogue) -> String {
        let place = self.at.as_ref().map(|(file, line, column)| format!("{file}:{line}:{column}"));
        let values = vec![
            ("what", self.what.as_str().into()),
            ("expected", in_words(&self.expected, catalogue).into()),
            ("found", in_words(&self.found, catalogue).into()),
        ];
        format!("{}: {}", place.unwrap_or_default(), catalogue.text("case-differs", &values))
    }
}

/// A value of a case as people read it: the words of their language, and one minus sign.
fn in_words(value: &str, catalogue: &Catalogue) -> String {
    match value {
        "yes" | "no" => catalogue.say(value),
        "none" => catalogue.say("case-none"),
        NOT_THERE => catalogue.say("case-absent"),
        _ => match value.strip_prefix("error ").filter(|code| code.parse::<Code>().is_ok()) {
            Some(code) => catalogue.text("case-error", &vec![("code", code.into())]),
            None if is_plain(value) => with_minus_signs(value.to_owned()),
            None => catalogue.text("case-text", &vec![("text", value.into())]),
        },
    }
}

/// Whether a value is numbers or codes of errors, which need no quotation marks.
fn is_plain(value: &str) -> bool {
    let number = |part: &str| part.trim().strip_prefix('−').unwrap_or(part.trim()).parse::<i64>().is_ok();
    value.split(", ").all(|part| number(part) || part.parse::<Code>().is_ok())
}

/// Things of one kind: their number, and those that no case exercises.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CoveragePart {
    /// The table or test that they are of; nothing for what is alone.
    pub of: Option<String>,
    /// Their number.
    pub all: usize,
    /// Those that no case exercises, in the ruleset's order.
    pub missing: Vec<String>,
}

/// The cases of one ruleset.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The name of the ruleset.
    pub name: String,
    /// Its cases in their order.
    pub cases: Vec<CaseResult>,
    /// The errors in the files themselves.
    pub errors: Vec<(Code, String)>,
    /// What no case exercises, by kind, if it was asked for.
    pub coverage: Option<Vec<(&'static str, CoveragePart)>>,
}

impl Suite {
    /// How many cases failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }
}

/// What programs read: all suites together.
#[must_use]
pub fn json(suites: &[Suite]) -> Object {
    let failed: usize = suites.iter().map(Suite::failed).sum();
    let count: usize = suites.iter().map(|suite| suite.cases.len()).sum();
    let part = |(kind, part): &(&'static str, CoveragePart)| {
        let object = Object::new().put("what", *kind).put("of", part.of.clone()).put("all", part.all);
        object.put("missing", part.missing.clone())
    };
    let case = |case: &CaseResult| {
        let differences = case.differences.iter().map(|one| {
            let object =
                Object::new().put("what", &*one.what).put("expected", &*one.expected).put("found", &*one.found);
            let at = one.at.as_ref();
            object.put("file", at.map(|at| at.0.clone())).put("line", at.map(|at| at.1))
        });
        let object = Object::new().put("name", &*case.name).put("source", case.source.clone());
        let object = object.put("file", &*case.file).put("line", case.line).put("passed", case.passed());
        object.list("differences", differences).put("errors", codes(case.errors.iter().copied()))
    };
    let suite = |suite: &Suite| {
        let object = Object::new().put("ruleset", &*suite.name).list("cases", suite.cases.iter().map(case));
        let object = object.put("errors", codes(suite.errors.iter().map(|(code, _)| *code)));
        match &suite.coverage {
            Some(coverage) => object.list("coverage", coverage.iter().filter(|(_, part)| part.all > 0).map(part)),
            None => object,
        }
    };
    let object = Object::versioned().put("passed", count - failed).put("failed", failed);
    object.list("rulesets", suites.iter().map(suite))
}

fn codes(codes: impl Iterator<Item = Code>) -> Vec<&'static str> {
    codes.map(Code::as_str).collect()
}

/// A report in the form that build servers read (JUnit's XML).
#[must_use]
pub fn junit(suites: &[Suite], catalogue: &Catalogue) -> String {
    let count = |of: fn(&Suite) -> usize| suites.iter().map(of).sum::<usize>();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let failures: usize = suites.iter().map(Suite::failed).sum();
    // Writing to a text cannot fail.
    let _ = writeln!(
        out,
        "<testsuites tests=\"{}\" failures=\"{failures}\" errors=\"{}\">",
        count(|suite| suite.cases.len()),
        count(|suite| suite.errors.len())
    );
    for suite in suites {
        let _ = writeln!(
            out,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\">",
            escaped(&suite.name),
            suite.cases.len(),
            suite.failed(),
            suite.errors.len()
        );
        for case in &suite.cases {
            let head = format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"",
                escaped(&suite.name),
                escaped(&case.name),
                escaped(&case.file)
            );
            if case.passed() {
                let _ = writeln!(out, "{head}/>");
                continue;
            }
            let failures: Vec<String> = case.differences.iter().map(|one| one.line(catalogue)).collect();
            let failures: Vec<String> = failures.into_iter().chain(case.why.iter().cloned()).collect();
            let first = failures.first().map_or("", String::as_str);
            let _ = writeln!(out, "{head}>");
            let _ = writeln!(
                out,
                "      <failure message=\"{}\">{}</failure>",
                escaped(first),
                escaped(&failures.join("\n"))
            );
            let _ = writeln!(out, "    </testcase>");
        }
        for (_, error) in &suite.errors {
            let _ = writeln!(out, "    <system-err>{}</system-err>", escaped(error));
        }
        let _ = writeln!(out, "  </testsuite>");
    }
    out.push_str("</testsuites>");
    out
}

/// A text inside of XML. What cannot be seen, or no XML may hold, is drawn before anything is escaped.
fn escaped(text: &str) -> String {
    escape_marks(&visible_lines(text)).replace('\n', "&#10;").replace(['\u{fffe}', '\u{ffff}'], "")
}
