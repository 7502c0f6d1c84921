//! Suggests a missing `extends` for a game that uses names of another one.

use super::fixes::{CheckResult, mended};
use super::indentation::leave;
use super::root_causes::name_of_nothing;
use crate::diagnostic::{Code, Diagnostic, SuggestedFix};
use crate::ruleset::{File, Shelf, outermost};
use crate::source::{SourceId, Sources, Span};

/// Names that are looked for.
const NAMES: usize = 20;
/// Games that are looked into, and those of them that are tried.
const LOOKED_INTO: usize = 40;
const TRIED: usize = 3;
/// So many sections that are called otherwise are no ruleset that extends another.
const UNREAD: usize = 3;
/// Larger games are not tried.
const MOST_BYTES: usize = 300_000;

/// Replaces errors about unknown names by one that suggests `extends`, if another game declares them and extending it
/// leaves no error. `id` is the place of the game's id.
pub(super) fn find_unextended(
    findings: &mut Vec<Diagnostic>,
    (id, sources, own): (Span, &Sources, &[SourceId]),
    shelf: &dyn Shelf,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    let missed = |one: &Diagnostic| {
        name_of_nothing(one).is_some()
            || matches!(one.code, Code::LikeOfNothing | Code::ChangeOfNothing | Code::RemoveOfNothing)
    };
    let names = findings.iter().filter(|one| missed(one)).filter_map(|one| one.text("name"));
    let names: Vec<&str> = names.take(NAMES).collect();
    // Where sections are called otherwise, their names are not known because of that.
    let unread = findings.iter().filter(|one| one.code == Code::UnknownKey && one.is_error()).count();
    let Some(source) = sources.get(id.source).filter(|_| names.len() > 1 && unread < UNREAD) else { return };
    if outermost(source.text()).iter().any(|(name, _)| *name == "extends") {
        return;
    }
    let has = |other: &String| {
        let files = shelf.files(other).unwrap_or_default();
        // All of it is read with each that is tried.
        let size: usize = files.iter().map(|file| file.text.len()).sum();
        size <= MOST_BYTES && names.iter().filter(|name| files.iter().any(|file| file.text.contains(*name))).count() > 1
    };
    let others = shelf.ids().into_iter().take(LOOKED_INTO).filter(|other| *other != sources.slice(id) && has(other));
    for other in others.take(TRIED) {
        let start = source.lines_of(&id.range()).end;
        let replacement = format!("\nextends: {other}");
        let fix = SuggestedFix { span: Span { start, end: start, ..id }, replacement, sure: false, tried: true };
        let gone = mended(findings, &fix, (sources, own), check).map_or_else(Vec::new, |(gone, _)| gone);
        // Where most of what is wrong stays, something else is meant.
        if gone.len() < 2 || 2 * gone.len() < findings.iter().filter(|one| one.is_error()).count() {
            continue;
        }
        leave(findings, gone);
        let mut error = Diagnostic::error(Code::MissingKey, id).arg("key", "extends").arg("what", "ruleset");
        error.fixes.push(fix);
        findings.push(error);
        return;
    }
}
