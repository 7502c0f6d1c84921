//! The words of a diagnostic, the same in every form.

use super::resolved_span::ResolvedSpan;
use crate::diagnostic::{Arg, Args, Diagnostic, Label, Note, SHOWN, Severity, SuggestedFix};
use crate::report::messages::Catalogue;
use crate::report::numbers::number_with_minus;
use crate::report::visible::shortened;
use crate::source::Sources;

/// How much of a text of the author's a message shows.
const LONGEST: usize = 100;

/// What is said about the place itself.
pub(super) fn message(diagnostic: &Diagnostic, catalogue: &Catalogue) -> String {
    one_line(&catalogue.text(diagnostic.code.as_str(), &modest(&diagnostic.args, catalogue)))
}

/// What is written under the carets, if anything.
pub(super) fn label(diagnostic: &Diagnostic, catalogue: &Catalogue) -> Option<String> {
    catalogue
        .attribute(diagnostic.code.as_str(), "label", &modest(&diagnostic.args, catalogue))
        .map(|text| one_line(&text))
}

/// What is said about another place.
pub(super) fn other(label: &Label, catalogue: &Catalogue) -> String {
    one_line(&note(&label.note, catalogue))
}

/// Advice. It may have several lines.
pub(super) fn note(note: &Note, catalogue: &Catalogue) -> String {
    catalogue.text(note.id, &modest(&note.args, catalogue))
}

/// `error` or `warning`, in the language.
pub(super) fn severity(severity: Severity, catalogue: &Catalogue) -> String {
    match severity {
        Severity::Error => catalogue.say("severity-error"),
        Severity::Warning => catalogue.say("severity-warning"),
    }
}

/// `error[code]`.
pub(super) fn title(diagnostic: &Diagnostic, catalogue: &Catalogue) -> String {
    format!("{}[{}]", severity(diagnostic.severity, catalogue), diagnostic.code)
}

/// A label, and that the place goes on below the line that is shown.
pub(super) fn with_continuation(
    label: Option<String>,
    place: &ResolvedSpan<'_>,
    catalogue: &Catalogue,
) -> Option<String> {
    let Some(line) = place.continues_to() else { return label };
    let continues = catalogue.text("continues-to-line", &vec![("line", line.into())]);
    Some(match label {
        Some(label) => format!("{label} ({continues})"),
        None => format!("… {continues}"),
    })
}

/// The lines under a diagnostic: their names, and what they say.
pub(super) fn advice(diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> Vec<(String, String)> {
    let help = catalogue.say("line-help");
    let mut lines: Vec<(String, String)> =
        diagnostic.helps.iter().map(|help_note| (help.clone(), note(help_note, catalogue))).collect();
    if let Some(change) = diagnostic.fix_offered().and_then(|fix| change(fix, diagnostic, sources, catalogue)) {
        lines.push((catalogue.say("line-fix"), change));
    }
    lines
}

/// What a fix does, and where if that is not plain.
fn change(fix: &SuggestedFix, diagnostic: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> Option<String> {
    let place = ResolvedSpan::new(fix.span, sources)?;
    let args: Args = vec![
        ("old", Arg::Text(cut(sources.slice(fix.span), catalogue))),
        ("new", Arg::Text(cut(&fix.replacement, catalogue))),
        ("place", Arg::Text(place.to_string())),
    ];
    let change = match (fix.span.start == fix.span.end, fix.replacement.is_empty()) {
        (true, _) => catalogue.text("fix-insert", &args),
        (false, true) => catalogue.text("fix-remove", &args),
        (false, false) => catalogue.text("fix-replace", &args),
    };
    if diagnostic.at == Some(fix.span) {
        return Some(change);
    }
    Some(catalogue.text("fix-elsewhere", &vec![("change", Arg::Text(change)), ("place", Arg::Text(place.to_string()))]))
}

/// Arguments that cannot spoil a message: on one line, and not without end.
fn modest(args: &Args, catalogue: &Catalogue) -> Args {
    let modest = |arg: &Arg| match arg {
        Arg::Text(text) => Arg::Text(cut(text, catalogue)),
        Arg::List(list) => {
            // Answers to a question of yes or no are read in every language.
            let flags = list.iter().any(|word| word == "yes") && list.iter().any(|word| word == "no");
            let said = |word: &String| match word.as_str() {
                "yes" | "no" if flags => catalogue.say(word),
                _ => number_with_minus(cut(word, catalogue)),
            };
            let mut words: Vec<String> = list.iter().take(SHOWN).map(said).collect();
            if list.len() > SHOWN {
                words.push(String::from("…"));
            }
            Arg::List(words)
        }
        Arg::Number(_) | Arg::Decimal(_) | Arg::AnyOf(_) => arg.clone(),
    };
    args.iter().map(|(name, arg)| (*name, modest(arg))).collect()
}

fn cut(text: &str, catalogue: &Catalogue) -> String {
    catalogue.seen(&shortened(text, LONGEST)).into_owned()
}

fn one_line(text: &str) -> String {
    text.split([' ', '\n']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
