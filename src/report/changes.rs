//! The differences between two rulesets, and the source of each value of one.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Catalogue;
use super::document::{Document, DocumentColumn, Line};
use super::json::Object;
use super::json::VersionedList;
use super::numbers::Numbers;
use super::odds::figures::Measure;
use super::visible::json_line;
use crate::diagnostic::Diagnostic;
use crate::odds::{Figure, Shift, ShiftResult, Shifts};
use crate::ruleset::compare::{Change, Difference, LocatedText, RulesetValue};
use crate::source::{Sources, Span};

/// Two rulesets and everything in which they differ.
pub struct RulesetDiff<'a> {
    /// The name of the first ruleset.
    pub from: &'a str,
    /// The name of the second ruleset.
    pub to: &'a str,
    /// The texts of both.
    pub sources: [&'a Sources; 2],
    /// What differs, in the order of the first ruleset.
    pub differences: &'a [Difference],
    /// The changed odds of tests; `None`: odds were not asked for.
    pub shifts: Option<&'a Shifts>,
}

/// Differences without a comparison around them, section by section.
pub(super) fn listed(differences: &[Difference], catalogue: &Catalogue) -> Document {
    let none = Sources::new();
    RulesetDiff { from: "", to: "", sources: [&none, &none], differences, shifts: None }.listed(catalogue)
}

/// What differences are about, in a line for each section.
pub(super) fn named(differences: &[Difference], catalogue: &Catalogue) -> Document {
    let mut document = Document::new();
    for (section, title) in SECTIONS {
        let mut names: Vec<&str> = Vec::new();
        for one in differences.iter().filter(|one| one.section == section && !one.name.is_empty()) {
            if !names.contains(&thing(one)) {
                names.push(thing(one));
            }
        }
        if !names.is_empty() {
            let names = Line::join(names.into_iter().map(|name| Line::new().name(name)).collect::<Vec<_>>(), ", ");
            document = document.item(0, Line::new().plain(catalogue.say(title)).plain(": ").then(names));
        }
    }
    document
}

/// Sections in the order in which they are read, and what they are called.
const SECTIONS: [(&str, &str); 11] = [
    ("options", "show-options"),
    ("traits", "show-traits"),
    ("tables", "show-tables"),
    ("tests", "show-tests"),
    ("points", "show-points"),
    ("tracks", "show-tracks"),
    ("tags", "show-tags"),
    ("times", "show-times"),
    ("actions", "show-actions"),
    ("interventions", "show-interventions"),
    ("templates", "show-templates"),
];

/// Keys that every author knows without being told.
const PLAIN: [&str; 3] = ["rows", "from", "ranges"];

impl RulesetDiff<'_> {
    /// The comparison for readers.
    #[must_use]
    pub fn document(&self, catalogue: &Catalogue) -> Document {
        let say = |id: &str| catalogue.say(id);
        let heading = Line::new().strong(self.from).plain(" → ").strong(self.to);
        let mut document = Document::new().heading(heading);
        if self.differences.is_empty() {
            return document.line(say("diff-nothing"));
        }
        let count = |change: Change| self.differences.iter().filter(|one| one.change == change).count();
        let counts = vec![
            ("added", count(Change::Added).into()),
            ("changed", (count(Change::Changed) + count(Change::Moved)).into()),
            ("removed", count(Change::Removed).into()),
        ];
        document = document.line(catalogue.text("diff-counts", &counts));
        document.append(self.listed(catalogue));
        document.append(self.together(catalogue));
        document.append(self.rest(catalogue));
        document
    }

    /// What differs, section by section.
    fn listed(&self, catalogue: &Catalogue) -> Document {
        let say = |id: &str| catalogue.say(id);
        let mut document = Document::new();
        let general = self.differences.iter().filter(|one| one.name.is_empty()).count();
        if general > 0 {
            document = document.gap().line(Line::new().strong(say("diff-general")));
            document.append(self.things(|one| one.name.is_empty(), catalogue));
        }
        for (section, title) in SECTIONS {
            let part = self.things(|one| one.section == section && !one.name.is_empty(), catalogue);
            if !part.is_empty() {
                document = document.gap().line(Line::new().strong(say(title)));
                document.append(part);
            }
        }
        document
    }

    /// What tests shift by where several changes may have a part in it, and what these are about.
    fn together(&self, catalogue: &Catalogue) -> Document {
        let mut document = Document::new();
        let Some(Shifts { shifts, causes, .. }) = self.shifts else { return document };
        for (shift, causes) in shifts.iter().zip(causes).filter(|(_, causes)| causes.len() > 1) {
            let mut names: Vec<&str> = Vec::new();
            for one in causes.iter().filter_map(|at| self.differences.get(*at)) {
                let name = thing(one);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            let more = names.len().saturating_sub(MOST_NAMES);
            let mut named = names.into_iter().take(MOST_NAMES).collect::<Vec<_>>().join(", ");
            if more > 0 {
                named = catalogue.text("diff-and-more", &vec![("names", named.into()), ("count", more.into())]);
            }
            let figures = odds(shift, 1, catalogue);
            if figures.is_empty() {
                continue;
            }
            if document.is_empty() {
                document = document.gap().line(Line::new().strong(catalogue.say("diff-together")));
            }
            document = document.item(0, Line::new().name(&named));
            document.append(figures);
        }
        document
    }

    /// Thing by thing, what differs in it.
    fn things(&self, wanted: impl Fn(&Difference) -> bool, catalogue: &Catalogue) -> Document {
        let mut document = Document::new();
        let mut last: Option<&str> = None;
        for (at, one) in self.differences.iter().enumerate().filter(|(_, one)| wanted(one)) {
            let name = thing(one);
            let mut depth = 0;
            if !one.path.is_empty() {
                if last != Some(name) {
                    document = document.item(0, Line::new().name(name));
                }
                depth = 1;
            }
            last = Some(name);
            document = document.item(depth, difference(one, name, catalogue));
            let Some(Shifts { shifts, places, causes, .. }) = self.shifts else { continue };
            for shift in places.get(at).into_iter().flatten() {
                if let (Some(shift), Some([_])) = (shifts.get(*shift), causes.get(*shift).map(Vec::as_slice)) {
                    document.append(odds(shift, depth + 1, catalogue));
                }
            }
        }
        document
    }

    /// Tests that are touched and do not shift, and those that could not be looked at.
    fn rest(&self, catalogue: &Catalogue) -> Document {
        let mut document = Document::new();
        let Some(Shifts { shifts, .. }) = self.shifts else { return document };
        let same: BTreeSet<&str> = shifts
            .iter()
            .filter(|shift| matches!(&shift.found, ShiftResult::Figures(pairs) if pairs.is_empty()))
            .map(|shift| shift.test.as_str())
            .collect();
        let moved = |name: &str| {
            shifts
                .iter()
                .any(|one| one.test == name && matches!(&one.found, ShiftResult::Figures(pairs) if !pairs.is_empty()))
        };
        let same: Vec<String> = same.into_iter().filter(|name| !moved(name)).map(str::to_owned).collect();
        if !same.is_empty() {
            document = document.gap().line(catalogue.text("diff-same-odds", &vec![("names", same.into())]));
        }
        let mut missing = BTreeSet::new();
        for shift in shifts {
            if let ShiftResult::Missing(errors, _) = &shift.found
                && !moved(&shift.test)
                && missing.insert(&shift.test)
            {
                if missing.len() == 1 {
                    document = document.gap().line(Line::new().strong(catalogue.say("diff-no-odds")));
                }
                let line = Line::new().name(&shift.test).plain(": ").plain(reasons(errors, catalogue));
                document = document.item(0, line);
            }
        }
        if !missing.is_empty() {
            document = document.line(Line::new().dim(catalogue.say("diff-give")));
        }
        document
    }

    /// The comparison as JSON; see `docs/json.md`.
    #[must_use]
    pub fn json(&self, catalogue: &Catalogue) -> String {
        let catalogue = &catalogue.as_it_is();
        let differences = self.differences.iter().enumerate().map(|(at, one)| {
            let [old, new] = self.sources;
            let object = Object::new()
                .put("section", one.section.as_str())
                .put("name", one.name.as_str())
                .put("path", one.path.clone())
                .put("change", word(one.change))
                .put("from", one.old.as_ref().map(|said| &*said.text))
                .put("from_at", one.old.as_ref().map(|said| place(said.at, old)))
                .put("to", one.new.as_ref().map(|said| &*said.text))
                .put("to_at", one.new.as_ref().map(|said| place(said.at, new)));
            let Some(Shifts { shifts, places, causes, .. }) = self.shifts else { return object };
            let mine = places.get(at).into_iter().flatten().filter_map(|at| Some((shifts.get(*at)?, causes.get(*at)?)));
            object.put("odds", mine.map(|(shift, causes)| shift_json(shift, causes, catalogue)).collect::<Vec<_>>())
        });
        let object = Object::versioned().put("from", self.from).put("to", self.to).list("changes", differences);
        json_line(&object)
    }
}

/// How many names of what changed are shown at most.
const MOST_NAMES: usize = 6;

/// What a change is about.
fn thing(one: &Difference) -> &str {
    if one.name.is_empty() { &one.section } else { &one.name }
}

fn word(change: Change) -> &'static str {
    match change {
        Change::Added => "added",
        Change::Changed => "changed",
        Change::Removed => "removed",
        Change::Moved => "moved",
    }
}

fn place(at: Span, sources: &Sources) -> Value {
    match sources.get(at.source) {
        Some(source) => json!({ "file": source.name(), "line": source.position(at.start).line }),
        None => Value::Null,
    }
}

/// One difference: its place in the thing, and what it says in both.
fn difference(one: &Difference, name: &str, catalogue: &Catalogue) -> Line {
    let path: Vec<&str> = match one.path.as_slice() {
        [first, rest @ ..] if PLAIN.contains(&first.as_str()) && !rest.is_empty() => {
            rest.iter().map(String::as_str).collect()
        }
        path => path.iter().map(String::as_str).collect(),
    };
    let place = if path.is_empty() { name.to_owned() } else { path.join(" · ") };
    let text = |said: &Option<LocatedText>| {
        said.as_ref().map_or(String::new(), |said| super::shortened(&said.text, 160).into_owned())
    };
    let say = |id: &str, role: fn(Line, String) -> Line| {
        let line = Line::new().name(&place).plain(": ");
        role(line, catalogue.say(id))
    };
    match one.change {
        Change::Added => say("diff-added", |line, text| line.success(text)).plain(tail(&text(&one.new))),
        Change::Removed => say("diff-removed", |line, text| line.failure(text)).dim(tail(&text(&one.old))),
        Change::Moved => say("diff-moved", |line, text| line.neutral(text))
            .plain(" ")
            .plain(text(&one.old))
            .plain(" → ")
            .plain(text(&one.new)),
        Change::Changed => Line::new().name(&place).plain(": ").dim(text(&one.old)).plain(" → ").strong(text(&one.new)),
    }
}

fn tail(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" · {text}") }
}

/// What a test shifts by.
fn odds(shift: &Shift, depth: u8, catalogue: &Catalogue) -> Document {
    let mut document = Document::new();
    let ShiftResult::Figures(pairs) = &shift.found else { return document };
    for (old, new) in pairs {
        let Some(figure) = new.as_ref().or(old.as_ref()) else { continue };
        let mut line = Line::new().code(&shift.test);
        if let Some((input, row)) = &shift.set {
            line = line.dim(format!(" ({input}: {row})"));
        }
        line = line.plain(" ").plain(called(figure, catalogue)).plain(" ");
        let (old, new) = (old.as_ref().map(measure), new.as_ref().map(measure));
        let numbers = Numbers::of(catalogue);
        let value = |one: &Option<Measure>| one.as_ref().map_or("–".to_owned(), |one| numbers.write(&one.words()));
        line = line.dim(value(&old)).plain(" → ").strong(value(&new));
        if let Some(difference) = old.zip(new).and_then(|(old, new)| new.difference(&old)) {
            line = line.plain(format!(" ({})", numbers.write(&difference)));
        }
        document = document.item(depth, line);
    }
    document
}

fn called(figure: &Figure, catalogue: &Catalogue) -> String {
    match figure {
        Figure::Success(_) => catalogue.say("odds-success"),
        Figure::Mean(_) => catalogue.say("odds-mean"),
        Figure::Outcome(name, _) => name.clone(),
        Figure::Shown(label, _, always) => {
            let id = if *always { "diff-mean-of" } else { "diff-mean-where" };
            catalogue.text(id, &vec![("name", label.as_str().into())])
        }
        Figure::Exactly(label, value, _) => {
            let total = || catalogue.say("odds-total");
            format!("{} = {}", label.clone().unwrap_or_else(total), super::roll::words(value, catalogue))
        }
    }
}

fn measure(figure: &Figure) -> Measure {
    match figure {
        Figure::Success(chance) | Figure::Outcome(_, chance) | Figure::Exactly(.., chance) => {
            Measure::Chance(chance.clone())
        }
        Figure::Mean(mean) | Figure::Shown(_, mean, _) => Measure::Mean(mean.clone()),
    }
}

/// Why there are no odds, in one line.
fn reasons(errors: &[Diagnostic], catalogue: &Catalogue) -> String {
    let said: Vec<String> =
        errors.iter().take(3).map(|error| catalogue.text(error.code.as_str(), &error.args)).collect();
    said.join(" ")
}

fn shift_json(shift: &Shift, causes: &[usize], catalogue: &Catalogue) -> Value {
    let set = shift.set.as_ref().map(|(input, row)| json!({ (input.as_str()): row }));
    match &shift.found {
        ShiftResult::Figures(pairs) => {
            let figures = pairs.iter().filter_map(|(old, new)| {
                let figure = new.as_ref().or(old.as_ref())?;
                let (what, name) = match figure {
                    Figure::Success(_) => ("success", None),
                    Figure::Outcome(name, _) => ("outcome", Some(name)),
                    Figure::Mean(_) => ("mean", None),
                    Figure::Shown(name, ..) => ("shown", Some(name)),
                    Figure::Exactly(name, ..) => ("value", name.as_ref()),
                };
                let value = match figure {
                    Figure::Exactly(_, value, _) => Some(super::json::to_json(value)),
                    _ => None,
                };
                let exact = |figure: &Option<Figure>| {
                    figure.as_ref().map(|figure| match measure(figure) {
                        Measure::Chance(chance) => chance.reduced().to_string(),
                        Measure::Mean(mean) => mean.to_string(),
                    })
                };
                let mut object = json!({ "what": what, "name": name, "from": exact(old), "to": exact(new) });
                if let (Some(value), Value::Object(object)) = (value, &mut object) {
                    object.insert("value".to_owned(), value);
                }
                Some(object)
            });
            let figures: Vec<Value> = figures.collect();
            json!({ "test": shift.test, "set": set, "changes": causes.len(), "figures": figures })
        }
        ShiftResult::Missing(errors, first) => json!({
            "test": shift.test,
            "set": set,
            "changes": causes.len(),
            "missing": reasons(errors, catalogue),
            "of": if *first { "from" } else { "to" },
        }),
    }
}

/// Where each value comes from: everything below a thing, or all there is.
#[must_use]
pub fn origins(leaves: &[&RulesetValue], sources: &Sources, catalogue: &Catalogue) -> Document {
    let columns = ["origin-what", "origin-value", "origin-where"].map(|id| DocumentColumn::left(catalogue.say(id)));
    let rows = leaves.iter().map(|leaf| {
        vec![
            Line::new().name(leaf.path.join(" · ")),
            Line::new().plain(super::shortened(&leaf.said.text, 60)),
            Line::new().dim(written_at(leaf.said.at, sources)),
        ]
    });
    Document::new().table(columns.into(), rows.collect())
}

/// The same for programs.
#[must_use]
pub fn origins_json(leaves: &[&RulesetValue], sources: &Sources) -> String {
    let all = leaves
        .iter()
        .map(|leaf| json!({ "path": leaf.path, "value": leaf.said.text, "at": place(leaf.said.at, sources) }));
    json_line(&VersionedList("values", &all.collect::<Vec<Value>>()))
}

fn written_at(at: Span, sources: &Sources) -> String {
    match sources.get(at.source) {
        Some(source) => format!("{}:{}", source.name(), source.position(at.start).line),
        None => "–".to_owned(),
    }
}
