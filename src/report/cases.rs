//! How cases went, for people and for programs. (What they cover is told where it is known.)

use std::fmt::Write as _;

use super::visible_lines;

/// A case as a report tells it.
#[derive(Debug, Clone)]
pub struct Told {
    pub name: String,
    /// The file that it stands in.
    pub file: String,
    /// Why it failed, line by line; nothing: it passed.
    pub failures: Vec<String>,
}

/// The cases of one ruleset.
#[derive(Debug, Clone)]
pub struct Suite {
    /// The ruleset.
    pub name: String,
    /// Its cases in their order.
    pub cases: Vec<Told>,
    /// What is wrong with the files themselves.
    pub errors: Vec<String>,
}

/// A report in the form that build servers read (JUnit's XML).
#[must_use]
pub fn junit(suites: &[Suite]) -> String {
    let failed = |suite: &Suite| suite.cases.iter().filter(|case| !case.failures.is_empty()).count();
    let count = |of: fn(&Suite) -> usize| suites.iter().map(of).sum::<usize>();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let failures: usize = suites.iter().map(failed).sum();
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
            failed(suite),
            suite.errors.len()
        );
        for case in &suite.cases {
            let head = format!(
                "    <testcase classname=\"{}\" name=\"{}\" file=\"{}\"",
                escaped(&suite.name),
                escaped(&case.name),
                escaped(&case.file)
            );
            if case.failures.is_empty() {
                let _ = writeln!(out, "{head}/>");
                continue;
            }
            let first = case.failures.first().map_or("", String::as_str);
            let _ = writeln!(out, "{head}>");
            let _ = writeln!(
                out,
                "      <failure message=\"{}\">{}</failure>",
                escaped(first),
                escaped(&case.failures.join("\n"))
            );
            let _ = writeln!(out, "    </testcase>");
        }
        for error in &suite.errors {
            let _ = writeln!(out, "    <system-err>{}</system-err>", escaped(error));
        }
        let _ = writeln!(out, "  </testsuite>");
    }
    out.push_str("</testsuites>");
    out
}

/// A text inside of XML. What cannot be seen, or no XML may hold, is drawn before anything is escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in visible_lines(text).chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => {}
            letter => out.push(letter),
        }
    }
    out
}
