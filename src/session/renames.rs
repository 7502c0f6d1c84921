//! Suggests renames: a name that is used and not declared, next to an entry that is declared and not used.

use std::collections::{HashMap, HashSet};

use super::fixes::{CheckResult, FindingsDiff, changed, difference, stands_alone};
use super::indentation::leave;
use super::root_causes::name_of_nothing;
use crate::diagnostic::{Arg, Code, Diagnostic, SuggestedFix, nearest};
use crate::limits::MISTAKE;
use crate::ruleset::File;
use crate::sort::Sort as _;
use crate::source::{SourceId, Sources, Span};
use crate::yaml::{Node, NodeKind, YamlLimits, parse};

/// Errors that are looked at.
const ERRORS: usize = 200;
/// Names for which a definition is looked for.
const NAMES: usize = 6;
/// Definitions that are tried for each.
const TRIES: usize = 3;
/// Bytes in which it is looked up whether anything uses a definition, for each name that is missed.
const LOOKED_UP: usize = 16_000_000;
/// What is longer is no name.
const LONGEST: usize = 60;
/// How often a name is missed, so that it may be another that something seems to use.
const OFTEN: usize = 3;

/// The files of a game that declare names, and the texts in which names are used.
pub(super) struct DefinitionFiles<'a> {
    /// Those of the ruleset.
    pub(super) rules: &'a [SourceId],
    /// Those of cases, which define people.
    pub(super) cases: &'a [SourceId],
    /// All texts in which names may be used.
    pub(super) texts: Vec<&'a str>,
}

impl DefinitionFiles<'_> {
    fn own(&self) -> Vec<SourceId> {
        self.rules.iter().chain(self.cases).copied().collect()
    }

    /// Definitions whose uses may be looked up for one name.
    fn looked_up(&self) -> usize {
        LOOKED_UP / self.texts.iter().map(|text| text.len()).sum::<usize>().max(1)
    }

    /// How often a name is somewhere; no more than twice.
    fn uses(&self, name: &str) -> usize {
        self.texts.iter().flat_map(|text| stands_alone(text, name)).take(2).count()
    }
}

/// A declaration of a name.
struct Definition {
    name: String,
    at: Span,
    /// The key that it is under.
    section: String,
    listed: bool,
}

/// A name that errors report as unknown.
struct Missed {
    name: String,
    /// In how many of them.
    count: usize,
    /// What is said of the first, and where, if that is that it is not there.
    nothing: Option<Code>,
    at: Option<Span>,
}

/// What something is that was not found, by the keys under which its kind is defined.
fn sections(code: Code) -> &'static [&'static str] {
    match code {
        Code::UnknownTable => &["tables"],
        Code::UnknownTest => &["tests"],
        Code::UnknownAction => &["actions"],
        Code::UnknownIntervention => &["interventions"],
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

/// Reports a probable rename: an unknown name, if renaming an unused declaration to it removes all its errors. `bytes`
/// bounds the files that are read again.
pub(super) fn find_renamed(
    findings: &mut Vec<Diagnostic>,
    sources: &Sources,
    folder: &DefinitionFiles<'_>,
    mut bytes: usize,
    check: &mut dyn FnMut(Vec<File>) -> CheckResult,
) {
    let missed = missed(findings, sources);
    if missed.is_empty() {
        return;
    }
    let mut definitions = Vec::new();
    for &id in folder.rules {
        below(&parse(sources, id, &YamlLimits::default()).0, "", &mut definitions);
    }
    for &id in folder.cases {
        let (tree, _) = parse(sources, id, &YamlLimits::default());
        characters(&tree, &mut definitions);
    }
    for one in findings.iter().filter(|one| one.code == Code::DuplicateKey) {
        // What is called as another is read as nothing.
        let Some(at) = one.at.filter(|at| folder.rules.contains(&at.source)) else { continue };
        let name = sources.slice(at).to_owned();
        definitions.push(Definition { name, at, section: DUPLICATE.to_owned(), listed: false });
    }
    // Where an error is, something is used.
    let wrong: HashSet<Span> = findings.iter().filter(|one| one.is_error()).filter_map(|one| one.at).collect();
    definitions.retain(|one| one.section == DUPLICATE || !wrong.contains(&one.at));
    let own = folder.own();
    for missed in missed {
        let about = |one: &Diagnostic| name_of_nothing(one) == Some(&missed.name);
        let fitting = fitting(&definitions, &missed, folder, findings);
        // Of several, each might be meant.
        let alone = fitting.len() == 1;
        for (definition, replacement) in fitting.into_iter().take(TRIES) {
            if bytes == 0 {
                return;
            }
            let fix = SuggestedFix { span: definition.at, replacement, sure: false, tried: true };
            let Some(checked) = changed(&fix, sources, &own).map(&mut *check) else { continue };
            let mistakes = findings.len().saturating_add(checked.findings.len());
            bytes = bytes.saturating_sub(checked.bytes).saturating_sub(mistakes.saturating_mul(MISTAKE));
            let FindingsDiff { mut gone, come } = difference(findings, sources, &fix, &checked, &|_| false);
            gone.retain(|index| findings.get(*index).is_some_and(Diagnostic::is_error));
            gone.order();
            if !come.is_empty() || gone.is_empty() || checked.findings.iter().any(about) {
                continue;
            }
            if let (&[only], false) = (gone.as_slice(), definition.section == DUPLICATE) {
                let Some(one) = findings.get(only) else { continue };
                if !about(one) && missed.nothing.is_some() {
                    continue;
                }
                // Which of the two is the slip, only others that use one of them can tell.
                let used = one.at.filter(|at| own.contains(&at.source)).map(|span| {
                    let replacement = sources.slice(span).replace(&missed.name, &definition.name);
                    SuggestedFix { span, replacement, sure: false, tried: true }
                });
                let other = used.and_then(|fix| Some((changed(&fix, sources, &own).map(&mut *check)?, fix)));
                bytes = other.as_ref().map_or(bytes, |(other, _)| bytes.saturating_sub(other.bytes));
                let open = other.is_none_or(|(other, fix)| {
                    let others = other.others;
                    let FindingsDiff { gone, come } = difference(findings, sources, &fix, &other, &|_| false);
                    come.is_empty() && gone.contains(&only) && others <= checked.others
                });
                if open {
                    // What is read with others of its group is used by no name.
                    let grouped = sources.get(definition.at.source).is_some_and(|source| {
                        let behind = source.slice(definition.at.end..source.text().len());
                        behind.lines().next().is_some_and(|line| line.contains("group:"))
                    });
                    let one = findings.get_mut(only).filter(|_| alone && !grouped);
                    one.into_iter().for_each(|one| *one = one.clone().label(definition.at, "label-unused"));
                    break;
                }
            }
            let count = gone.len();
            let first = gone.iter().filter_map(|index| findings.get(*index)).find_map(|one| one.at);
            let mut error = Diagnostic::error(Code::DefinedOtherwise, definition.at)
                .arg("name", &*missed.name)
                .arg("defined", &*definition.name)
                .arg("count", count);
            if let Some(at) = missed.at.or(first) {
                error = error.label(at, "label-used-here");
            }
            if definition.section == DUPLICATE {
                let twice = findings.iter().find(|one| one.code == Code::DuplicateKey && one.at == Some(definition.at));
                error = twice.cloned().unwrap_or(error);
                error.fixes.clear();
            }
            error.fixes.push(fix);
            // Its consequences are gone with it.
            leave(findings, gone);
            // It is called otherwise: no fix writes what is there.
            for one in findings.iter_mut() {
                one.fixes.retain(|fix| !fix.replacement.contains(&*definition.name));
            }
            findings.push(error);
            break;
        }
    }
}

/// The section of what is called as something before it.
const DUPLICATE: &str = "\0";

/// The names that errors are about, those first that most are about.
fn missed(findings: &[Diagnostic], sources: &Sources) -> Vec<Missed> {
    let mut found: Vec<Missed> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    // What is too large is no slip in a name.
    let is_slip =
        |one: &&Diagnostic| one.is_error() && !matches!(one.code, Code::TooManyEntries | Code::TooMuchToCheck);
    for one in findings.iter().filter(is_slip).take(ERRORS) {
        let texts = one.args.iter().filter_map(|(_, arg)| match arg {
            // By these a message chooses its words.
            Arg::Text(text) => Some(text.as_str()).filter(|text| !matches!(*text, "yes" | "no")),
            _ => None,
        });
        let written = one.at.map(|at| sources.slice(at).trim_matches(['«', '»', '"', '\'']));
        // Of a path any part behind the section may be missed.
        let paths = texts.clone().filter(|text| !text.contains("..") && !text.contains(char::is_whitespace));
        let parts = paths.flat_map(|text| text.split('.').skip(1)).filter(|part| part.contains(char::is_alphabetic));
        let names: HashSet<&str> = texts.chain(written).chain(parts).filter(|name| is_name(name)).collect();
        for name in names {
            let index = *known.entry(name.to_owned()).or_insert(found.len());
            if index == found.len() {
                found.push(Missed { name: name.to_owned(), count: 0, nothing: None, at: None });
            }
            if let Some(missed) = found.get_mut(index) {
                missed.count += 1;
                if name_of_nothing(one) == Some(name) && missed.nothing.is_none() {
                    missed.nothing = Some(one.code);
                    missed.at = one.at;
                }
            }
        }
    }
    // What is said not to be there is likelier than what else is written there.
    found.order_by(|one, other| {
        let rank = |one: &Missed| (one.count, one.nothing.is_some());
        rank(other).cmp(&rank(one)).then_with(|| one.name.cmp(&other.name))
    });
    found.truncate(NAMES);
    found
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST && !text.contains('\n')
}

/// Definitions that may be what is missed, the likeliest first, each with what would have to stand there.
fn fitting<'d>(
    definitions: &'d [Definition],
    missed: &Missed,
    folder: &DefinitionFiles<'_>,
    findings: &[Diagnostic],
) -> Vec<(&'d Definition, String)> {
    let name = missed.name.as_str();
    let near = |one: &Definition| nearest(name, [one.name.as_str()]).is_some();
    let several = |one: &Definition| one.listed && one.name.split_whitespace().any(|word| word == name);
    let far = |one: &Definition| {
        missed.at.map_or(usize::MAX, |at| match at.source == one.at.source {
            true => at.start.abs_diff(one.at.start),
            false => usize::MAX,
        })
    };
    let candidates = definitions.iter().filter(|one| one.name != name && is_name(&one.name));
    let mut found: Vec<(bool, usize, &Definition)> = candidates
        .filter(|one| near(one) || several(one))
        .take(folder.looked_up())
        .map(|one| (folder.uses(&one.name) > 1, far(one), one))
        .filter(|(used, ..)| !used || missed.count >= OFTEN)
        .collect();
    found.order_by_key(|(used, far, _)| (*used, *far));
    let mut fitting: Vec<&Definition> = found.into_iter().map(|(.., one)| one).collect();
    // What is called otherwise altogether has to be the only one.
    let others = |wanted: &dyn Fn(&Definition) -> bool| {
        let alone = || definitions.iter().filter(|one| one.name != name && wanted(one));
        if alone().nth(folder.looked_up()).is_some() {
            return None;
        }
        let mut alone = alone().filter(|one| folder.uses(&one.name) == 1);
        alone.next().filter(|_| alone.next().is_none())
    };
    let slip = findings.iter().any(|one| name_of_nothing(one) == Some(name) && one.has_suggestion());
    if let Some(code) = missed.nothing.filter(|_| fitting.is_empty() && !slip) {
        fitting.extend(others(&|one| sections(code).contains(&&*one.section)));
        fitting.extend(definitions.iter().filter(|one| one.section == DUPLICATE && one.name != name));
    }
    if name.chars().count() == 1 && fitting.first().is_none_or(|one| folder.uses(&one.name) > 1) {
        // Names of dice are too short to be near to one another.
        others(&|one| one.section == "names").into_iter().for_each(|one| fitting.insert(0, one));
    }
    let replaced = |one: &'d Definition| {
        let words: Vec<&str> = one.name.split_whitespace().collect();
        (one, if several(one) { words.join(", ") } else { name.to_owned() })
    };
    fitting.into_iter().map(replaced).collect()
}

/// Every name that something gets in a tree.
fn below(node: &Node, section: &str, found: &mut Vec<Definition>) {
    match &node.kind {
        NodeKind::Map(entries) => {
            for entry in entries {
                let name = entry.key.text.to_string();
                found.push(Definition { name, at: entry.key.span, section: section.to_owned(), listed: false });
                below(&entry.value, &entry.key.text, found);
            }
        }
        NodeKind::List(items) => {
            for item in items {
                match item.as_text() {
                    Some(_) => leaf(item, section, true, found),
                    None => below(item, section, found),
                }
            }
        }
        NodeKind::Scalar(_) => leaf(node, section, false, found),
        _ => {}
    }
}

fn leaf(node: &Node, section: &str, listed: bool, found: &mut Vec<Definition>) {
    let name = node.as_text().unwrap_or("").trim().to_owned();
    // What is said of the whole game is not used by its name; nor is a formula a name.
    if listed || NAMING.contains(&section) {
        found.push(Definition { name, at: node.span, section: section.to_owned(), listed });
    }
}

/// Keys whose values give something its name.
const NAMING: [&str; 2] = ["group", "roles"];

/// The names of characters of cases: of all in a file, or of one.
fn characters(node: &Node, found: &mut Vec<Definition>) {
    for entry in node.as_map().unwrap_or_default() {
        if &*entry.key.text == "characters" {
            for one in entry.value.as_map().unwrap_or_default() {
                let name = one.key.text.to_string();
                found.push(Definition { name, at: one.key.span, section: "characters".to_owned(), listed: false });
            }
        } else {
            characters(&entry.value, found);
        }
    }
}
