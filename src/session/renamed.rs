//! Names that are used and not there, where something that nothing uses is called otherwise.

use std::collections::HashMap;

use super::causes::name_of_nothing;
use super::fixes::{Checked, changed, stands_alone};
use crate::diagnostic::{Code, Diagnostic, Fix, nearest};
use crate::ruleset::File;
use crate::source::{SourceId, Sources, Span};
use crate::yaml::{Node, NodeKind, YamlLimits, parse};

/// Names for which a definition is looked for.
const NAMES: usize = 2;
/// Definitions that are tried for each.
const TRIES: usize = 3;

/// A name where something gets it.
struct Definition {
    name: String,
    at: Span,
    /// The key that it stands under.
    section: String,
}

/// What something is that was not found, by the keys under which its kind is defined.
fn sections(code: Code) -> &'static [&'static str] {
    match code {
        Code::UnknownTable => &["tables"],
        Code::UnknownTest => &["tests"],
        Code::UnknownAction => &["actions"],
        Code::UnknownRole => &["roles"],
        Code::UnknownInput | Code::UnknownQuestion => &["ask"],
        Code::UnknownOutcome => &["outcomes"],
        Code::UnknownRow | Code::NoSuchRow => &["rows", "from"],
        Code::UnknownColumn => &["columns"],
        Code::UnknownTime => &["times"],
        Code::NothingToGain => &["points", "tags", "traits"],
        Code::HasNo => &["values", "steps", "ask", "traits", "points", "tags"],
        _ => &[
            "ask", "values", "roles", "traits", "points", "tags", "options", "tracks", "tables", "tests", "actions",
            "given",
        ],
    }
}

/// Tells where something may have been renamed: a name that is used and not there, where renaming the only
/// definition that nothing uses mends all of it. `bytes` may be read again for that.
pub(super) fn find_renamed(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    own: &[SourceId],
    mut bytes: usize,
    check: &mut dyn FnMut(Vec<File>) -> Checked,
) {
    let mut names: Vec<(String, Code)> = Vec::new();
    for one in findings.iter() {
        if let Some(name) = name_of_nothing(one).filter(|name| names.iter().all(|(known, _)| known != name)) {
            names.push((name.to_owned(), one.code));
        }
        if names.len() > NAMES {
            return;
        }
    }
    if names.is_empty() {
        return;
    }
    let mut definitions = Vec::new();
    for &id in own {
        below(&parse(sources, id, &YamlLimits::default()).0, "", &mut definitions);
    }
    let texts: Vec<&str> = own.iter().filter_map(|&id| sources.get(id)).map(|source| &**source.text()).collect();
    let uses = |name: &str| texts.iter().map(|text| stands_alone(text, name).take(2).count()).sum::<usize>();
    let errors = |all: &[Diagnostic]| all.iter().filter(|one| one.is_error()).count();
    for (name, code) in names {
        let about = |one: &Diagnostic| name_of_nothing(one) == Some(&name);
        let count = findings.iter().filter(|one| about(one)).count();
        let near = |one: &Definition| nearest(&name, [one.name.as_str()]).is_some();
        // What is nearly the name of something is no other name.
        let slip = findings.iter().any(|one| about(one) && !one.fixes.is_empty());
        let mut fitting: Vec<&Definition> = definitions
            .iter()
            .filter(|one| one.name != name && (!slip || near(one)) && sections(code).contains(&&*one.section))
            .filter(|one| uses(&one.name) == 1)
            .collect();
        let first = findings.iter().find(|one| about(one)).and_then(|one| one.at);
        let far = |one: &Definition| {
            first.map_or(usize::MAX, |at| match at.source == one.at.source {
                true => at.start.abs_diff(one.at.start),
                false => usize::MAX,
            })
        };
        fitting.sort_by_key(|one| (!near(one), far(one)));
        // What is called otherwise altogether has to be the only one.
        if fitting.len() > 1 {
            fitting.retain(|one| near(one));
        }
        for definition in fitting.into_iter().take(TRIES) {
            let fix = Fix { span: definition.at, replacement: name.clone(), sure: false, tried: true };
            if bytes == 0 {
                return;
            }
            let Some(checked) = changed(&fix, sources, own).map(&mut *check) else { continue };
            bytes = bytes.saturating_sub(checked.bytes);
            let left = checked.findings.iter().any(about);
            if left || errors(&checked.findings) + count > errors(findings) {
                continue;
            }
            if count == 1 {
                // Which of the two is the slip, nobody can know.
                let use_of = findings.iter_mut().find(|one| about(one));
                use_of.into_iter().for_each(|one| *one = one.clone().label(definition.at, "label-unused"));
            } else {
                let mut error = Diagnostic::error(Code::DefinedOtherwise, definition.at)
                    .arg("name", &*name)
                    .arg("defined", &*definition.name)
                    .arg("count", count);
                if let Some(at) = first {
                    error = error.label(at, "label-used-here");
                }
                error.fixes.push(fix);
                // Its consequences are gone with it.
                let mut left: HashMap<String, usize> = HashMap::new();
                for one in &checked.findings {
                    *left.entry(format!("{} {:?}", one.code, one.args)).or_default() += 1;
                }
                findings.retain(|one| {
                    !about(one)
                        && left.get_mut(&format!("{} {:?}", one.code, one.args)).is_some_and(|count| {
                            let there = *count > 0;
                            *count = count.saturating_sub(1);
                            there
                        })
                });
                findings.push(error);
            }
            break;
        }
    }
}

/// Every name that something gets in a tree.
fn below(node: &Node, section: &str, found: &mut Vec<Definition>) {
    match &node.kind {
        NodeKind::Map(entries) => {
            for entry in entries {
                let name = entry.key.text.to_string();
                found.push(Definition { name, at: entry.key.span, section: section.to_owned() });
                below(&entry.value, &entry.key.text, found);
            }
        }
        NodeKind::List(items) => {
            for item in items {
                match item.as_text() {
                    Some(text) => {
                        let name = text.trim().to_owned();
                        found.push(Definition { name, at: item.span, section: section.to_owned() });
                    }
                    None => below(item, section, found),
                }
            }
        }
        _ => {}
    }
}
