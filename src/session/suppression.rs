//! Comments that suppress a warning on their line, with the reason:
//!
//! ```yaml
//! Dragon: 0   # allow no-rise: nobody ever hits it twice
//! ```

use std::collections::HashMap;

use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Source, SourceId, Sources, Span};

/// Warnings that can be silenced.
const SILENT: [Code; 41] = [
    Code::AliasOfItself,
    Code::AlwaysSame,
    Code::AmountNever,
    Code::BeyondBounds,
    Code::BoxesNone,
    Code::ConditionNever,
    Code::DeciderNear,
    Code::DiffersByAccent,
    Code::GivenUnread,
    Code::IdDiffers,
    Code::MarginUpwards,
    Code::NearInherited,
    Code::NeverMissed,
    Code::NoRise,
    Code::OutcomeNever,
    Code::PackFileUnread,
    Code::PackNeedUnused,
    Code::RowCounted,
    Code::RowNever,
    Code::SignsAlike,
    Code::StateNever,
    Code::TagNeverGiven,
    Code::TextCutAtHash,
    Code::TraitUnset,
    Code::TranslationLacks,
    Code::UnusedAnswer,
    Code::UnusedAsks,
    Code::UnusedColumn,
    Code::UnusedFormula,
    Code::UnusedGiven,
    Code::UnusedInput,
    Code::UnusedOption,
    Code::UnusedParameter,
    Code::UnusedPoints,
    Code::UnusedTable,
    Code::UnusedTag,
    Code::UnusedTagValue,
    Code::UnusedTrack,
    Code::UnusedTrait,
    Code::UnusedValue,
    Code::YamlAnchor,
];

/// `# allow CODE: reason`
struct AllowComment<'t> {
    code: &'t str,
    reason: &'t str,
    /// The place of the code.
    at: Span,
    /// First and last line that the comment covers: its own or, if the comment is alone on it, the next line that is
    /// not blank.
    lines: (usize, usize),
}

fn allowed(source: &Source, id: SourceId) -> Vec<AllowComment<'_>> {
    let text: &str = source.text();
    if !text.contains("# allow ") {
        return Vec::new();
    }
    let mut found: Vec<AllowComment<'_>> = Vec::new();
    // Comments that wait for their line.
    let mut waiting: Vec<usize> = Vec::new();
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate().map(|(at, line)| (at + 1, line)) {
        let bare = line.trim_start().starts_with('#');
        if !bare && !line.trim().is_empty() {
            for waits in waiting.drain(..) {
                if let Some(allowed) = found.get_mut(waits) {
                    allowed.lines.1 = number;
                }
            }
        }
        let begins = if bare { line.find("# allow ") } else { line.find(" # allow ").map(|at| at + 1) };
        if let Some(at) = begins {
            let rest_at = at + "# allow ".len();
            let rest = line.get(rest_at..).unwrap_or("");
            let code = rest.split(|letter: char| !(letter.is_ascii_lowercase() || letter == '-')).next().unwrap_or("");
            let after = rest.get(code.len()..).unwrap_or("");
            let reason = after.trim_start().strip_prefix(':').unwrap_or("").trim();
            if !code.is_empty() {
                let from = start + rest_at;
                let at = Span { source: id, start: from, end: from + code.len() };
                if bare {
                    waiting.push(found.len());
                }
                found.push(AllowComment { code, reason, at, lines: (number, number) });
            }
        }
        start += line.len() + 1;
    }
    found
}

/// Whether a comment is about a warning.
fn is_about(allowed: &AllowComment<'_>, warning: &Diagnostic, sources: &Sources) -> bool {
    // A warning may point into a file of another author; then the comment is at a label of it.
    let places = warning.at.into_iter().chain(warning.labels.iter().map(|label| label.span));
    let mut lines = places.filter(|at| at.source == allowed.at.source).map(|at| line_of(at, sources));
    allowed.code == warning.code.as_str() && lines.any(|line| line == allowed.lines.0 || line == allowed.lines.1)
}

fn line_of(at: Span, sources: &Sources) -> usize {
    sources.get(at.source).map_or(0, |source| source.position(at.start).line)
}

/// Removes the warnings that comments silence, and returns them.
pub fn silence(findings: &mut Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut silenced = Vec::new();
    let mut read: HashMap<SourceId, Vec<AllowComment<'_>>> = HashMap::new();
    findings.retain(|warning| {
        if warning.is_error() || !SILENT.contains(&warning.code) {
            return true;
        }
        let mut files = warning.at.into_iter().chain(warning.labels.iter().map(|label| label.span));
        let quiet = files.any(|at| {
            let all = read
                .entry(at.source)
                .or_insert_with(|| sources.get(at.source).map(|file| allowed(file, at.source)).unwrap_or_default());
            all.iter().any(|allowed| !allowed.reason.is_empty() && is_about(allowed, warning, sources))
        });
        if quiet {
            silenced.push(warning.clone());
        }
        !quiet
    });
    silenced
}

/// What is wrong with the comments of some files that silence warnings: these were silenced.
#[must_use]
pub fn idle(files: &[SourceId], silenced: &[Diagnostic], sources: &Sources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for &id in files {
        let Some(source) = sources.get(id) else { continue };
        for one in allowed(source, id) {
            if !SILENT.iter().any(|code| code.as_str() == one.code) {
                // `allow` may also begin an ordinary comment, so only a code that is nearly right is reported.
                if let Some(near) = nearest(one.code, SILENT.map(Code::as_str)) {
                    let warning = Diagnostic::warning(Code::AllowUnknown, one.at).arg("name", one.code);
                    found.push(warning.help_with("help-did-you-mean", "name", near));
                }
            } else if one.reason.is_empty() {
                let warning = Diagnostic::warning(Code::AllowWithoutReason, one.at).arg("name", one.code);
                found.push(warning.help_with("help-write", "example", format!("# allow {}: …", one.code)));
            } else if !silenced.iter().any(|warning| is_about(&one, warning, sources)) {
                let warning = Diagnostic::warning(Code::AllowNothing, one.at).arg("name", one.code);
                found.push(warning.help("help-take-away"));
            }
        }
    }
    found
}
