//! Messages of conditions that contain braces, which only templates fill in.

use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::Ruleset;

/// Warns of each: what is in the braces is reported as it is written.
pub(super) fn sentences(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let of_actions = ruleset.actions.iter().flat_map(|one| &one.need);
    let needs = of_actions.chain(ruleset.interventions.iter().flat_map(|one| &one.need));
    let required = ruleset.require.iter().chain(ruleset.kinds.iter().flat_map(|one| &one.require));
    let filled = |text: &str| text.split_once('{').is_some_and(|(_, behind)| behind.contains('}'));
    let sentences = needs.chain(required).filter(|(sentence, _)| filled(&sentence.text));
    sentences.map(|(sentence, _)| Diagnostic::warning(Code::BracesAsWritten, sentence.span)).collect()
}
