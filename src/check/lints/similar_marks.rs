//! Marks of one track that cannot be distinguished on a sheet.

use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::Ruleset;

/// Warns of each mark with the sign of an earlier one of its track.
pub(super) fn signs(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for track in &ruleset.tracks {
        for (at, (mark, sign)) in track.marks.iter().enumerate() {
            let earlier = track.marks.iter().take(at).find(|(_, other)| other.trim() == sign.trim());
            let Some((first, _)) = earlier else { continue };
            let warning = Diagnostic::warning(Code::SignsAlike, mark.span).arg("sign", sign.trim());
            let warning = warning.arg("name", &*mark.text).arg("first", &*first.text);
            found.push(warning.label(first.span, "label-first-here"));
        }
    }
    found
}
