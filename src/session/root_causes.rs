//! Selects the error that names the cause, of several with the same cause.

use std::collections::{HashMap, HashSet};

use super::fixes::stands_alone;
use crate::diagnostic::{Arg, Code, Diagnostic, Family, Label, MEANT, Note};
use crate::sort::Sort as _;
use crate::source::{Source, SourceId, Sources, Span};

/// Other places that are shown of an error that is made several times.
pub(super) const SHOWN: usize = 5;
/// Damaged things whose consequences are looked for: of more, all is reported.
const MOST_TORN: usize = 50;
/// Bytes of damaged things that are looked through for names of findings, times the findings.
const MOST_READ: usize = 10_000_000;

/// Of names that are not there: what is wrong is said by the name alone.
fn names_nothing(code: Code) -> bool {
    matches!(code.family(), Some(Family::Unknown | Family::NoSuch))
        || matches!(code, Code::NothingToGain | Code::TurnOfNothing | Code::HasNo)
}

/// Whether it is said that nothing reads something, or that nothing depends on it.
pub(super) fn is_unread(one: &Diagnostic) -> bool {
    let same = || one.args.iter().any(|(_, arg)| matches!(arg, Arg::Text(text) if text == "same"));
    one.code.family() == Some(Family::Unused)
        || matches!(one.code, Code::GivenNeverGathered | Code::OptionChangesNothing | Code::SetWithoutEffect)
        || one.code == Code::ChangeWithoutEffect && !same()
}

/// The name that an error says is not there.
pub(super) fn name_of_nothing(error: &Diagnostic) -> Option<&str> {
    error.text("name").filter(|_| error.is_error() && names_nothing(error.code))
}

/// Errors of YAML and of the reader, by code and place.
pub(super) type ReadErrors = HashSet<(Code, Span)>;

/// Those of reading, but for formulas: what is wrong with one has no consequences for others.
pub(super) fn written(errors: &[Diagnostic], formulas: &[Span]) -> ReadErrors {
    let formulas: HashSet<Span> = formulas.iter().copied().collect();
    let places = errors.iter().filter(|one| one.is_error()).filter_map(|one| Some((one.code, one.at?)));
    places.filter(|(_, at)| !formulas.contains(at)).collect()
}

/// Leaves out what may well follow from an error of how a file is `written` that tears something and that no change
/// is known to mend: what is in the same thing, and what is said of names in it. Where a change is known, so is what follows.
pub(super) fn leave_consequences(findings: &mut Vec<Diagnostic>, written: &ReadErrors, sources: &Sources) {
    // Lines in the wrong column are found after reading, and nothing else.
    let is_written = |one: &Diagnostic| {
        matches!(one.code, Code::TooFarLeft | Code::TooFarRight)
            || one.at.is_some_and(|at| written.contains(&(one.code, at)))
    };
    // What another column mends is gone by now: where something else is wrong with a line, it does not belong there either.
    let stays = |one: &&Diagnostic| one.is_error() && one.fixes.is_empty();
    let wrong: HashSet<Span> = findings.iter().filter(stays).filter_map(|one| one.at).collect();
    findings.retain(|one| one.fixes.is_empty() || !shifts(one.code) || one.at.is_none_or(|at| !wrong.contains(&at)));
    let open = |one: &&Diagnostic| one.is_error() && tears(one.code) && is_written(one) && one.fixes.is_empty();
    if findings.iter().filter(open).count() > MOST_TORN {
        return;
    }
    leave_unread(findings, sources);
    leave_dice_for_names(findings, sources);
    leave_shifted_by_headings(findings, sources);
    leave_short_lists(findings, sources);
    leave_torn_lines(findings, sources);
    leave_reads_of_incomplete(findings, sources);
    leave_heirs(findings, &[], sources);
    leave_calls_without_roles(findings, sources);
    leave_cells_of_effects(findings, sources);
    let torn: Vec<Span> = findings.iter().filter(open).filter_map(|one| torn_by(one, sources)).collect();
    if torn.is_empty() {
        return;
    }
    let texts: Vec<&str> = torn.iter().map(|span| sources.slice(*span)).collect();
    // Each is looked for names of every finding: of very many in a large file all are reported.
    let length = texts.iter().map(|text| text.len()).sum::<usize>();
    if length.saturating_mul(findings.len()) > MOST_READ {
        return;
    }
    let follows = |one: &Diagnostic| {
        let inside = |at: Span| {
            torn.iter().any(|whole| whole.source == at.source && whole.start <= at.start && at.end <= whole.end)
        };
        let named =
            |word: &str| !word.trim().is_empty() && texts.iter().any(|text| stands_alone(text, word).next().is_some());
        one.at.is_some_and(inside)
            || one.args.iter().any(|(_, arg)| match arg {
                Arg::Text(word) => named(word),
                Arg::List(words) => words.iter().any(|word| named(word)),
                _ => false,
            })
    };
    // Units of time are looked up while reading.
    findings.retain(|one| is_written(one) && one.code != Code::UnknownTime || !follows(one));
    leave_heirs(findings, &torn, sources);
    one_in_a_line(findings, &is_written, sources);
    // Where lines stand where they should not, the first of several errors in the same thing says so.
    let mut torn: Vec<(Span, Code)> =
        findings.iter().filter(open).filter_map(|one| Some((one.at?, one.code))).collect();
    torn.order_by_key(|(at, _)| (at.source, at.start));
    let mut first: Vec<(Span, Code)> = Vec::new();
    let mut later: HashSet<(Span, Code)> = HashSet::new();
    for (at, code) in torn {
        let covers = |whole: &Span| whole.source == at.source && whole.start <= at.start && at.start <= whole.end;
        match first.iter().find(|(whole, _)| covers(whole)) {
            Some((_, cause)) if shifts(*cause) || shifts(code) => drop(later.insert((at, code))),
            _ => first.extend(thing_around(at, sources).map(|whole| (whole, code))),
        }
    }
    findings.retain(|one| one.at.is_none_or(|at| !later.contains(&(at, one.code))));
}

/// Leaves out what is wrong where something is read that is called like dice: it cannot be called so.
fn leave_dice_for_names(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let names: HashSet<String> = findings
        .iter()
        .filter(|one| one.code == Code::NameIsDice)
        .filter_map(|one| Some(one.text("name")?.to_owned()))
        .collect();
    let follows = |one: &Diagnostic| {
        let Some(at) = one.at else { return false };
        let behind = || {
            let before = sources.get(at.source).and_then(|file| file.text().get(..at.start)).unwrap_or("").trim_end();
            let alone = |rest: &str| !rest.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
            names.iter().any(|name| before.strip_suffix(name.as_str()).is_some_and(alone))
        };
        match one.code {
            Code::DiceNotHere => names.contains(sources.slice(at)),
            Code::KeysWithoutTable | Code::NameBeforeDot => behind(),
            _ => false,
        }
    };
    if !names.is_empty() {
        findings.retain(|one| !follows(one));
    }
}

/// Leaves out that names are not there, where a file is not read at all or ends too early: they may be in the rest of it.
fn leave_unread(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let at_the_end = |at: Span| {
        sources.get(at.source).is_some_and(|one| !one.text().get(at.end..).unwrap_or("").trim_end().contains('\n'))
    };
    let unread = |one: &Diagnostic| match one.code {
        Code::NotUtf8 | Code::Utf16 | Code::YamlUnmerged => true,
        Code::YamlUnclosedBracket | Code::YamlUnclosedQuote => one.at.is_some_and(at_the_end),
        _ => false,
    };
    if findings.iter().any(unread) {
        let meant = Diagnostic::has_suggestion;
        findings.retain(|one| !one.is_error() || meant(one) || !names_nothing(one.code));
    }
}

/// Leaves out that what follows a thing without a name does not begin in the column of its lines, and that nothing is
/// called what it would be called.
fn leave_shifted_by_headings(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let headless = findings.iter().filter(|one| one.code == Code::HeadingMissing).filter_map(|one| one.at);
    let headless: Vec<Span> = headless.take(MOST_TORN).collect();
    if headless.is_empty() {
        return;
    }
    let behind = headless.iter().filter_map(|at| {
        let source = sources.get(at.source)?;
        let column = source.position(at.start).column;
        let rest = source.text().get(at.end..)?;
        let mut start = at.end;
        rest.split_inclusive('\n').find_map(|line| {
            let key = start + line.len() - line.trim_start_matches(' ').len();
            start += line.len();
            let outside = key > at.end && !line.trim().is_empty() && source.position(key).column < column;
            outside.then_some((at.source, key))
        })
    });
    let behind: HashSet<(SourceId, usize)> = behind.collect();
    findings.retain(|one| match one.code {
        Code::YamlIndentation => one.at.is_none_or(|at| !behind.contains(&(at.source, at.start))),
        code => !names_nothing(code) && code != Code::OptionCannotChange,
    });
}

/// Leaves out what cannot be read from a thing that lacks a key, and from steps and rolls where one lacks a key.
fn leave_reads_of_incomplete(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let lacking = findings.iter().filter(|one| one.code == Code::MissingKey).filter_map(|one| one.at);
    let lacking: HashSet<&str> = lacking.take(MOST_TORN).map(|at| unquoted(sources.slice(at))).collect();
    if lacking.is_empty() {
        return;
    }
    let of_it =
        |one: &Diagnostic| one.args.iter().any(|(_, arg)| matches!(arg, Arg::Text(name) if lacking.contains(&**name)));
    findings.retain(|one| match one.code {
        Code::HasNo => !of_it(one),
        code => !matches!(code, Code::NothingBehindDot | Code::LabelWithoutValue),
    });
}

/// Leaves out that a list is too short where YAML lost some of it.
fn leave_short_lists(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let lost = |one: &&Diagnostic| one.is_error() && one.code.family() == Some(Family::Yaml);
    let lost: Vec<Span> = findings.iter().filter(lost).filter_map(|one| one.at).collect();
    let short = |one: &Diagnostic| {
        one.code == Code::ListUnlikeDice
            && one.at.and_then(|at| thing_of(at, sources)).is_some_and(|thing| lost.iter().any(|at| holds(thing, *at)))
    };
    findings.retain(|one| !short(one));
}

/// Leaves out what is wrong around a line that is no name with a value, because it has no colon or a comment cuts it off:
/// that it is none, that others belong under it, and the first line behind it in another column.
pub(super) fn leave_torn_lines(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let tears = |one: &&Diagnostic| matches!(one.code, Code::YamlMissingColon | Code::YamlCommentInText);
    let lines = findings.iter().filter(tears).filter_map(|one| {
        let at = one.at?;
        let line = sources.get(at.source)?.lines_of(&at.range());
        Some((Span { start: line.start, end: line.end, ..at }, one.code))
    });
    let lines: Vec<(Span, Code)> = lines.collect();
    if lines.is_empty() {
        return;
    }
    let mut behind: HashSet<Span> = HashSet::new();
    for (line, _) in lines.iter().filter(|(_, code)| *code == Code::YamlCommentInText) {
        let indented = findings.iter().filter(|one| one.code == Code::YamlIndentation).filter_map(|one| one.at);
        let later = indented.filter(|at| at.source == line.source && at.start > line.end);
        behind.extend(later.min_by_key(|at| at.start));
    }
    let torn = |at: Span| lines.iter().any(|(line, _)| holds(*line, at));
    findings.retain(|one| match one.code {
        Code::TooFarLeft => !one.labels.iter().any(|label| torn(label.span)),
        Code::NotAMap => !one.at.is_some_and(torn),
        Code::YamlIndentation => !one.at.is_some_and(|at| behind.contains(&at)),
        _ => true,
    });
}

/// Of several cells of one table that are maps, where no column is of effects, leaves the first error.
fn leave_cells_of_effects(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let is_map = |one: &Diagnostic| {
        let text = one.at.map_or("", |at| sources.slice(at)).trim_start();
        one.code == Code::ColumnsMissing || one.code == Code::NotAFormula && text.starts_with(['{', '-', '['])
    };
    let mut tables = HashSet::new();
    findings.retain(|one| {
        let table = one.at.filter(|_| is_map(one)).and_then(|at| thing_of(at, sources));
        table.is_none_or(|table| tables.insert((table.source, table.start)))
    });
}

/// Of an action without roles, leaves the error of its first step: not that of others, nor of what does it, nor that
/// the names of those who should take part are unknown in it.
fn leave_calls_without_roles(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let (mut actions, mut told, mut things) = (HashSet::new(), HashSet::new(), Vec::new());
    let mut alone: HashSet<Span> = HashSet::new();
    for at in findings.iter().filter(|one| one.code == Code::NobodyTakesPart).filter_map(|one| one.at) {
        let Some(thing) = thing_of(at, sources) else { continue };
        actions.extend(names_in(sources.slice(thing)).next());
        if told.insert((thing.source, thing.start)) {
            alone.insert(at);
            things.push(thing);
        }
    }
    findings.retain(|one| match one.code {
        Code::NobodyTakesPart => one.at.is_none_or(|at| alone.contains(&at)),
        Code::EveryNeedsOneRole => one.text("name").is_none_or(|name| !actions.contains(name)),
        Code::UnknownName | Code::UnknownRole => one.at.is_none_or(|at| !things.iter().any(|thing| holds(*thing, at))),
        _ => true,
    });
}

/// Leaves out what a thing lacks that is `like` a damaged one or one that lacks something itself, or like one that is.
fn leave_heirs(findings: &mut Vec<Diagnostic>, torn: &[Span], sources: &Sources) {
    let lacks = |one: &Diagnostic| {
        matches!(one.code, Code::MissingKey | Code::ChangeOfNothing | Code::RemoveOfNothing)
            && one.is_error()
            && one.at.is_some_and(|at| !torn.iter().any(|whole| holds(*whole, at)))
    };
    if !findings.iter().any(lacks) {
        return;
    }
    let mut damaged: HashSet<&str> = torn.iter().flat_map(|span| names_in(sources.slice(*span))).collect();
    let mut heirs: Vec<(usize, &str, &str)> = Vec::new();
    for (index, one) in findings.iter().enumerate().filter(|(_, one)| lacks(one)).take(MOST_TORN) {
        let Some(thing) = one.at.and_then(|at| thing_of(at, sources)) else { continue };
        let text = sources.slice(thing);
        let Some(name) = names_in(text).next() else { continue };
        match like(text) {
            Some(of) => heirs.push((index, name, of)),
            None if one.code == Code::MissingKey => drop(damaged.insert(name)),
            None => {}
        }
    }
    let mut gone: HashSet<usize> = HashSet::new();
    loop {
        let more = heirs.iter().filter(|(index, _, of)| damaged.contains(of) && !gone.contains(index));
        let more: Vec<(usize, &str)> = more.map(|(index, name, _)| (*index, *name)).collect();
        if more.is_empty() {
            break;
        }
        for (index, name) in more {
            gone.insert(index);
            damaged.insert(name);
        }
    }
    let mut index = 0;
    findings.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
}

fn holds(whole: Span, part: Span) -> bool {
    whole.source == part.source && whole.start <= part.start && part.end <= whole.end
}

/// The names of the things in some lines, which begin with one.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let own = text.lines().next().map_or(0, indent);
    let named =
        move |line: &&str| indent(line) == own && !line.trim().is_empty() && !line.trim_start().starts_with('#');
    text.lines().filter(named).filter_map(|line| Some(unquoted(line.split_once(':')?.0)))
}

/// What a thing is like.
fn like(text: &str) -> Option<&str> {
    let (_, rest) = ["{like: ", " like: "].iter().find_map(|start| text.split_once(start))?;
    let end = rest.find(['\n', ',', '}', '#']).unwrap_or(rest.len());
    rest.get(..end).map(unquoted)
}

fn unquoted(name: &str) -> &str {
    name.trim().trim_matches(['"', '\'', '«', '»'])
}

/// Whether an error says that lines do not stand where they belong, so that those around them are misread.
fn shifts(code: Code) -> bool {
    matches!(
        code,
        Code::TooFarLeft
            | Code::TooFarRight
            | Code::VerbAsLabel
            | Code::YamlCommentInText
            | Code::YamlIndentation
            | Code::YamlItemAmongNames
            | Code::YamlMissingColon
            | Code::YamlMissingDash
            | Code::YamlMissingSpace
            | Code::YamlNameAmongItems
    )
}

/// Of several errors of how one line is written, if YAML misreads it and no change is known for the first, leaves
/// that one. Where a change is known, what would be left after it is reported.
fn one_in_a_line(findings: &mut Vec<Diagnostic>, is_written: &dyn Fn(&Diagnostic) -> bool, sources: &Sources) {
    let line = |one: &Diagnostic| {
        let at = one.at.filter(|_| one.is_error() && is_written(one) && tears(one.code))?;
        Some((at.source, sources.get(at.source)?.position(at.start).line))
    };
    let mut lines: HashMap<(SourceId, usize), (usize, bool, bool)> = HashMap::new();
    for one in findings.iter() {
        let Some((key, at)) = line(one).zip(one.at) else { continue };
        let known = lines.entry(key).or_insert((usize::MAX, false, false));
        if at.start < known.0 {
            (known.0, known.1) = (at.start, one.fixes.is_empty());
        }
        known.2 |= one.code.family() == Some(Family::Yaml);
    }
    findings.retain(|one| match line(one).and_then(|key| lines.get(&key)) {
        Some((first, open, misread)) => !(*open && *misread) || one.at.is_some_and(|at| at.start == *first),
        None => true,
    });
}

/// Whether an error of how something is written takes the rest of a thing with it.
fn tears(code: Code) -> bool {
    // Exceeded limits are reported at every place.
    let limit = {
        use Code::{YamlAliasBomb, YamlAliasOfItself, YamlTooDeep, YamlTooManyNodes};
        matches!(code, YamlAliasBomb | YamlAliasOfItself | YamlTooDeep | YamlTooManyNodes)
    };
    code.family() == Some(Family::Yaml) && !limit
        || matches!(
            code,
            Code::AlreadyThere
                | Code::ChangeOfNothing
                | Code::ColumnsMissing
                | Code::DuplicateKey
                | Code::EmptyValue
                | Code::HeadingMissing
                | Code::MissingCells
                | Code::NotAFormula
                | Code::NotAList
                | Code::NotAMap
                | Code::NotAText
                | Code::NotTwoSides
                | Code::QuestionWithTwoKinds
                | Code::QuestionWithoutKind
                | Code::RemoveOfNothing
                | Code::StepWithTwoVerbs
                | Code::StepWithoutVerb
                | Code::TableWithoutRows
                | Code::TooFarLeft
                | Code::TooFarRight
                | Code::UnknownColumn
                | Code::UnknownKey
                | Code::VerbAsLabel
                | Code::WrongNumberOfCells
        )
}

/// The lines of the thing that a place is in.
fn thing_of(at: Span, sources: &Sources) -> Option<Span> {
    let whole = thing_around(at, sources)?;
    let text = sources.slice(whole);
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    // Before the first thing of a section is the section.
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let own = lines.by_ref().map(indent).next().filter(|indent| *indent > 0).or(lines.next().map(indent)).unwrap_or(0);
    let mut start = whole.start;
    let mut found = whole.start;
    for line in text.split_inclusive('\n') {
        if start <= at.start && indent(line) == own && !line.trim().is_empty() {
            found = start;
        }
        start += line.len();
    }
    Some(Span { start: found, ..whole })
}

/// The lines of the things that an error damages. A key that occurs a second time in the last line of a thing may belong to
/// the one below, which then lacks it.
fn torn_by(error: &Diagnostic, sources: &Sources) -> Option<Span> {
    let at = error.at?;
    let whole = thing_around(at, sources)?;
    let text = sources.get(at.source)?.text();
    let is_last = text.get(at.end..whole.end)?.lines().skip(1).all(|line| line.trim().is_empty());
    if error.code == Code::DuplicateKey && is_last && text.get(whole.end..)?.starts_with(' ') {
        return thing_around(Span { start: whole.end, end: whole.end, ..whole }, sources);
    }
    Some(whole)
}

/// The lines of the thing that a place is in, with those of the one before it if the place is in its first line: that
/// may have lost it.
fn thing_around(at: Span, sources: &Sources) -> Option<Span> {
    let source = sources.get(at.source)?;
    let lines: Vec<(usize, &str)> = lines_of(source);
    let own = lines.iter().rposition(|(start, _)| *start <= at.start)?;
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_text = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let section = lines.get(..=own)?.iter().rposition(|(_, line)| is_text(line) && indent(line) == 0).unwrap_or(0);
    let things = lines.get(section + 1..)?.iter().find(|(_, line)| is_text(line)).map_or(0, |(_, line)| indent(line));
    // Where it is at the level of sections itself, all that follows may have been meant to be in it.
    let widest = if own == section { 0 } else { things };
    let starts = |line: &str| is_text(line) && indent(line) <= widest;
    let first = lines.get(..own)?.iter().rposition(|(_, line)| starts(line)).map_or(section, |at| at.max(section));
    let behind = lines.get(own + 1..)?.iter().position(|(_, line)| starts(line));
    let end = behind.and_then(|at| lines.get(own + 1 + at)).map_or(source.text().len(), |(start, _)| *start);
    Some(Span { start: lines.get(first)?.0, end, ..at })
}

fn lines_of(source: &Source) -> Vec<(usize, &str)> {
    let mut start = 0;
    let line = |line| {
        let at = start;
        start += str::len(line);
        (at, line)
    };
    source.text().split_inclusive('\n').map(line).collect()
}

/// Puts errors about one name that is not there together in the first of them, unless a change is offered: then each
/// has its own. So with different names that are unknown in one line, where nothing else is meant. A name that a test is
/// given as an input was meant to be asked for, whatever else is called nearly so.
pub(crate) fn together(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let given = findings.iter().filter(|one| one.code == Code::UnknownInput && one.fixes.is_empty());
    let given: HashSet<String> = given.filter_map(|one| one.text("name").map(str::to_owned)).collect();
    for one in findings.iter_mut().filter(|one| one.code == Code::UnknownName) {
        if one.text("name").is_some_and(|name| given.contains(name)) {
            one.fixes.clear();
            one.helps.retain(|help| help.id != MEANT);
        }
    }
    let mut first: HashMap<String, usize> = HashMap::new();
    let mut in_line: HashMap<(Code, SourceId, usize), usize> = HashMap::new();
    let mut more: Vec<(usize, Label)> = Vec::new();
    let mut index = 0;
    findings.retain(|one| {
        let lonely = one.is_error() && one.fixes.is_empty() && lacks_a_name(one.code);
        let name = one.text("name").or_else(|| one.text("table"));
        if let (true, Some(name), Some(at)) = (lonely, name, one.at) {
            let label = |id| Label { span: at, note: Note { id, args: Vec::new() } };
            // What is behind a dot of something that is not there is not there either.
            let whole = name.split_once('.').map(|(whole, _)| whole);
            let meant = one.has_suggestion();
            let key = match (one.code, one.text("test")) {
                (Code::NeverSo, _) => format!("{name} {:?}", one.args),
                // Another action may have a step of that name.
                (Code::LabelWithoutValue, _) => format!("{name} {:?}", thing_of(at, sources)),
                // A test whose outcomes are not there.
                (Code::UnknownOutcome, Some(test)) if !meant => format!("{test}.outcomes"),
                _ => name.to_owned(),
            };
            if let Some(kept) = first.get(&key).or_else(|| first.get(whole?)) {
                more.push((*kept, label("label-here-too")));
                return false;
            }
            let line = match one.code {
                Code::UnknownName => sources.get(at.source).map(|source| source.position(at.start).line),
                // Where there are none at all, a section is missing.
                Code::UnknownTime if one.helps.is_empty() => Some(0),
                _ => None,
            };
            if let (false, Some(line)) = (meant, line) {
                let kept = *in_line.entry((one.code, at.source, line)).or_insert(index);
                first.insert(name.to_owned(), kept);
                if kept != index {
                    more.push((kept, label("label-nor-this")));
                    return false;
                }
            }
            first.entry(key).or_insert(index);
        }
        index += 1;
        true
    });
    for (kept, label) in more {
        if let Some(one) = findings.get_mut(kept).filter(|one| one.labels.len() < SHOWN) {
            one.labels.push(label);
        }
    }
}

/// Leaves out that a name is not there where that is written already.
pub(super) fn names_once(findings: &mut Vec<Diagnostic>) {
    let mut said: HashSet<(Code, String)> = HashSet::new();
    findings.retain(|one| name_of_nothing(one).is_none_or(|name| said.insert((one.code, name.to_owned()))));
}

/// Of names that are not there, whatever they would be, and of what the declaration of a name lacks.
fn lacks_a_name(code: Code) -> bool {
    let lacking = [
        Code::NobodyHas,
        Code::LabelWithoutValue,
        Code::GatheredNeverGiven,
        Code::NotMany,
        Code::RowByNameOnly,
        Code::RowsWithoutOrder,
        Code::NeverSo,
    ];
    names_nothing(code) || lacking.contains(&code)
}

/// Leaves out what was found twice in one place.
pub(super) fn once(findings: &mut Vec<Diagnostic>) {
    let mut seen = HashSet::new();
    let first = |one: &Diagnostic| one.at.is_none_or(|at| seen.insert((one.code, at, one.args.clone())));
    findings.retain(first);
}
