//! The report of an action: in order, what was done and by whom, dice, interventions, changes and sentences; at the end
//! the sum of all changes.

pub(super) mod changes;
mod summary;

use super::Catalogue;
use super::document::{Block, Document, Line};
use super::roll::{
    against, end_of_side, outcome_line, outcome_name, roll_line, shown_line, signed, step_line, terms_line, words,
};
use crate::check::program::CheckedGame;
use crate::diagnostic::Args;
use crate::dice::Thrown;
use crate::engine::{Answer, Done, Evaluation, OutcomeResult, SideResult, TraceStep, Verdict};
use crate::ruleset::model::RerollKeep;
use crate::world::{Event, World};
use changes::ChangeWriter;
pub use summary::short;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportDetail {
    /// The steps that matter to players.
    Told,
    /// Every step of the trace.
    Every,
}

/// A line of a report, with its depth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportLine {
    /// How many actions, tests and interventions are around it.
    pub depth: usize,
    pub line: Line,
}

/// The whole report of an action.
#[must_use]
pub fn report(game: &CheckedGame, done: &Done, detail: ReportDetail, catalogue: &Catalogue) -> Document {
    report_from(game, done, 0, detail, catalogue)
}

/// The report from a step of the trace on.
#[must_use]
pub fn report_from(
    game: &CheckedGame,
    done: &Done,
    first: usize,
    detail: ReportDetail,
    catalogue: &Catalogue,
) -> Document {
    let mut document = Document::new();
    let lines = lines_from(game, done, first, detail, catalogue);
    for ReportLine { depth, line } in lines {
        document.push(match depth.checked_sub(1) {
            None => Block::Line(line),
            Some(depth) => Block::Told { depth: u8::try_from(depth).unwrap_or(u8::MAX), line },
        });
    }
    document.append(changed(game, done, None, catalogue));
    document
}

/// What it all came to, a line for each character. Of traits that had no value in the world `before`, none is shown.
#[must_use]
pub fn changed(game: &CheckedGame, done: &Done, before: Option<&World>, catalogue: &Catalogue) -> Document {
    let summary = ChangeWriter { game, done, before, catalogue }.summary();
    let title = if summary.is_empty() { "deed-nothing-changed" } else { "deed-changed" };
    let document = Document::new().gap().line(Line::new().strong(catalogue.text(title, &Args::new())));
    summary.into_iter().fold(document, |document, line| document.told(0, line))
}

/// The same in one line, without bookkeeping; empty where nothing changed.
#[must_use]
pub fn changed_in_line(game: &CheckedGame, done: &Done, before: Option<&World>, catalogue: &Catalogue) -> Line {
    Line::join(ChangeWriter { game, done, before, catalogue }.grouped(""), " · ")
}

/// What happened, line by line.
#[must_use]
pub fn lines(game: &CheckedGame, done: &Done, detail: ReportDetail, catalogue: &Catalogue) -> Vec<ReportLine> {
    lines_from(game, done, 0, detail, catalogue)
}

fn lines_from(
    game: &CheckedGame,
    done: &Done,
    first: usize,
    detail: ReportDetail,
    catalogue: &Catalogue,
) -> Vec<ReportLine> {
    let mut teller = ReportWriter {
        game,
        done,
        detail,
        catalogue,
        changes: ChangeWriter { game, done, before: None, catalogue },
        frames: Vec::new(),
        lines: Vec::new(),
        head: false,
        answers: false,
        reasons: Vec::new(),
        outer: Vec::new(),
        of_sides: Vec::new(),
        sums: Vec::new(),
    };
    for (index, step) in done.trace.iter().enumerate() {
        if index == first {
            teller.only_around();
        }
        // Of hours that pass one after the other, the last is shown.
        let passes = |at: usize| match done.trace.get(at) {
            Some(TraceStep::Event(index)) => matches!(done.events.get(*index), Some(Event::Passed(_))),
            _ => false,
        };
        if detail != ReportDetail::Every && passes(index) && passes(index + 1) {
            continue;
        }
        teller.step(step);
    }
    teller.lines
}

/// A step that has begun and not ended in the report.
enum OpenStep<'a> {
    /// An action, and what its labels and answers are so far.
    Act(Vec<(&'a str, &'a Answer)>),
    /// An intervention, with its answers so far.
    Intervention(Vec<(&'a str, &'a Answer)>),
    /// A test: its name, who rolls.
    Test(&'a str, &'a [String]),
}

struct ReportWriter<'a> {
    game: &'a CheckedGame,
    done: &'a Done,
    detail: ReportDetail,
    catalogue: &'a Catalogue,
    changes: ChangeWriter<'a>,
    frames: Vec<OpenStep<'a>>,
    lines: Vec<ReportLine>,
    /// Whether the last line is that of an action that has done nothing yet.
    head: bool,
    /// Whether answers stand in it.
    answers: bool,
    /// What the next value comes from: cells, modifiers.
    reasons: Vec<Reason<'a>>,
    /// The same for what an intervention is in the middle of.
    outer: Vec<Vec<Reason<'a>>>,
    /// What the sums of the sides come from.
    of_sides: Vec<Vec<Reason<'a>>>,
    /// The sums of both sides, which are shown if they are thrown again.
    sums: Vec<Line>,
}

/// A term of a value: a trait, a cell, a modifier.
#[derive(Debug, Clone)]
struct Reason<'a> {
    text: String,
    /// The value of a cell.
    cell: Option<&'a Answer>,
}

impl<'a> ReportWriter<'a> {
    fn say(&self, id: &str, args: &Args) -> String {
        self.catalogue.text(id, args)
    }

    /// Forgets what was told, but for the lines that say what is going on.
    fn only_around(&mut self) {
        let around: Vec<usize> =
            (0..self.frames.len()).filter_map(|depth| self.lines.iter().rposition(|one| one.depth == depth)).collect();
        let lines = std::mem::take(&mut self.lines);
        self.lines = lines.into_iter().enumerate().filter(|(at, _)| around.contains(at)).map(|(_, one)| one).collect();
        self.head = false;
    }

    fn put(&mut self, line: Line) {
        if !line.is_empty() {
            self.lines.push(ReportLine { depth: self.frames.len(), line });
        }
        self.head = false;
    }

    /// Writes a step that only [`ReportDetail::Every`] includes.
    fn detail(&mut self, step: &TraceStep) {
        if self.detail == ReportDetail::Every {
            let evaluation = Evaluation {
                value: Answer::Number(0),
                sides: Vec::new(),
                rolls: Vec::new(),
                outcome: None,
                trace: Vec::new(),
                nodes: 0,
            };
            let line = step_line(self.game, &evaluation, step, self.catalogue);
            self.put(line);
        }
    }

    fn step(&mut self, step: &'a TraceStep) {
        match step {
            TraceStep::Act { name, roles, .. } => {
                let cast = roles.iter().filter(|(_, who)| !who.is_empty());
                let cast = cast.map(|(role, who)| Line::new().dim(format!("{role} ")).name(who));
                self.begin(name, Line::join(cast, ", "), OpenStep::Act(Vec::new()));
            }
            TraceStep::Intervened { name, roles, .. } => {
                self.begin(name, players(roles), OpenStep::Intervention(Vec::new()));
            }
            TraceStep::Over => self.end(),
            TraceStep::Answered { name, value } => self.answered(name, value),
            TraceStep::Began { label, test, who } => self.test_begins(label, test, who),
            TraceStep::Test { sides, outcome, .. } => self.test_ends(sides, outcome.as_ref()),
            TraceStep::Rolled { roll, text, dice } | TraceStep::Rerolled { roll, text, dice, .. } => {
                self.roll(*roll, text, dice)
            }
            TraceStep::BelowZero { formula, value } => {
                let text = self.say("deed-below-zero", &Vec::new());
                self.put(Line::new().plain(formula).plain(" = ").number(*value).plain(": ").plain(text));
            }
            TraceStep::KeptOld { total, keep } => {
                let kept = if *keep == RerollKeep::Worse { "worse" } else { "better" };
                let text = self.say("deed-kept", &vec![("total", (*total).into()), ("kept", kept.into())]);
                self.put(Line::new().plain(text));
            }
            TraceStep::Changed { name, value } => {
                let value = words(value, self.catalogue);
                self.put(Line::new().name(name).plain(" → ").strong(value));
            }
            TraceStep::Value { name, formula, value } => self.value(step, name, formula, value),
            // What a cell of effects says is shown step by step.
            TraceStep::Cell { table, row, column, value: Answer::Text(text), .. } if text == "…" => {
                let key = column.as_ref().map_or_else(|| row.clone(), |column| format!("{row}, {column}"));
                self.put(Line::new().name(format!("{table}[{key}]")));
            }
            TraceStep::Event(index) => {
                if let Some(event) = self.done.events.get(*index) {
                    self.event(event);
                }
            }
            TraceStep::Ordered(names) => {
                let text = self.say("deed-order", &vec![("names", names.clone().into())]);
                self.put(Line::new().plain(text));
            }
            TraceStep::Tied(names) => {
                let text = self.say("deed-tied", &vec![("names", names.clone().into())]);
                self.put(Line::new().plain(text));
            }
            TraceStep::Tie { again: true } => {
                let tied = std::mem::take(&mut self.sums);
                tied.into_iter().for_each(|line| self.put(line));
                let detail = std::mem::replace(&mut self.detail, ReportDetail::Every);
                self.detail(step);
                self.detail = detail;
            }
            // The sum and the outcome are shown when the test is over.
            TraceStep::Total { side, terms, value } => {
                let who = self.running_test().and_then(|(_, who)| who.get(*side));
                let line = Line::new().name(who.map_or("", String::as_str)).plain(": ");
                self.sums.push(line.then(terms_line(terms)).plain(" = ").number(value));
                self.of_sides.resize(self.of_sides.len().max(side + 1), Vec::new());
                if let Some(reasons) = self.of_sides.get_mut(*side) {
                    // Which cells a test reads is its own affair.
                    *reasons = std::mem::take(&mut self.reasons);
                    reasons.retain(|reason| reason.cell.is_none());
                }
            }
            TraceStep::Cell { table, row, column, value, .. } => {
                let key = column.as_ref().map_or_else(|| row.clone(), |column| format!("{row}, {column}"));
                let text = format!("{table}[{key}] {}", words(value, self.catalogue));
                self.because(text, Some(value));
                self.detail(step);
            }
            TraceStep::Gathered { from, .. } => {
                // A modifier that is read off a table is shown once.
                while let Some(Reason { cell: Some(Answer::Number(cell)), .. }) = self.reasons.last()
                    && from.iter().any(|(_, value)| value == cell)
                {
                    self.reasons.pop();
                }
                for (name, value) in from.iter().filter(|(_, value)| *value != 0) {
                    self.because(format!("{name} {}", signed(*value)), None);
                }
                self.detail(step);
            }
            TraceStep::Name { .. } | TraceStep::Outcome { .. } | TraceStep::Tie { again: false } => self.detail(step),
        }
    }

    fn because(&mut self, text: String, cell: Option<&'a Answer>) {
        if self.reasons.iter().all(|one| one.text != text) {
            self.reasons.push(Reason { text, cell });
        }
    }

    fn begin(&mut self, name: &str, who: Line, frame: OpenStep<'a>) {
        let line = Line::new().strong(name);
        let line = if who.is_empty() { line } else { line.plain(" · ").then(who) };
        self.put(line);
        self.head = true;
        self.answers = false;
        self.outer.push(std::mem::take(&mut self.reasons));
        self.frames.push(frame);
    }

    /// The innermost action or intervention is over, and tests in it that were broken off.
    fn end(&mut self) {
        // An action inside another in which nothing happened is not worth a word.
        if self.head && !self.answers && self.frames.len() > 1 && self.detail == ReportDetail::Told {
            self.lines.pop();
        }
        while let Some(OpenStep::Test(..)) = self.frames.last() {
            self.frames.pop();
        }
        let outer = self.outer.pop().unwrap_or_default();
        self.reasons = match self.frames.pop() {
            Some(OpenStep::Intervention(_)) => outer,
            _ => Vec::new(),
        };
        self.head = false;
    }

    fn known(&mut self) -> Option<&mut Vec<(&'a str, &'a Answer)>> {
        self.frames.iter_mut().rev().find_map(|frame| match frame {
            OpenStep::Act(known) | OpenStep::Intervention(known) => Some(known),
            OpenStep::Test(..) => None,
        })
    }

    /// Answers to the questions that an action begins with stand beside its name.
    fn answered(&mut self, name: &'a str, value: &'a Answer) {
        if let Some(known) = self.known() {
            known.push((name, value));
        }
        let said = Line::new().dim(format!("{name} "));
        let said = match value {
            Answer::Number(number) => said.number(number),
            // That nothing was chosen is no word of the game.
            Answer::Text(text) if text == "none" => said.plain(self.catalogue.say("show-none")),
            _ => said.name(words(value, self.catalogue)),
        };
        match self.lines.last_mut() {
            Some(head) if self.head => {
                self.answers = true;
                head.line = std::mem::take(&mut head.line).plain(" · ").then(said);
            }
            _ => self.put(said),
        }
    }

    fn test_begins(&mut self, label: &'a str, test: &'a str, who: &'a [String]) {
        let text = match who {
            [left, right, ..] => {
                let args: Args =
                    vec![("test", test.into()), ("left", left.as_str().into()), ("right", right.as_str().into())];
                self.say("deed-against", &args)
            }
            [who] => self.say("deed-rolls", &vec![("who", who.as_str().into()), ("test", test.into())]),
            [] => self.say("deed-is-rolled", &vec![("test", test.into())]),
        };
        let line = if label.starts_with('·') { Line::new() } else { Line::new().name(label).plain(": ") };
        self.put(line.plain(text));
        self.frames.push(OpenStep::Test(test, who));
        self.reasons.clear();
        self.of_sides.clear();
        self.sums.clear();
    }

    /// The test that is shown right now, unless an action lies between.
    fn running_test(&self) -> Option<(&'a str, &'a [String])> {
        for frame in self.frames.iter().rev() {
            match frame {
                OpenStep::Test(test, who) => return Some((*test, *who)),
                OpenStep::Intervention(_) => {}
                OpenStep::Act(_) => return None,
            }
        }
        None
    }

    fn roll(&mut self, index: usize, text: &str, dice: &[Thrown]) {
        let Some(roll) = self.done.rolls.get(index) else { return };
        let mut roll = roll.lying(dice);
        text.clone_into(&mut roll.text);
        let line = roll_line(self.game, &roll);
        if self.running_test().is_some() {
            // The reasons so far belong to the inputs of the test, and perhaps to another character.
            self.reasons.clear();
        }
        // Where two roll it is said whose dice they are.
        let line = match self.running_test() {
            Some((_, who)) if who.len() > 1 => {
                let who = who.get(roll.side).map_or("", String::as_str);
                Line::new().name(who).plain(": ").then(line)
            }
            _ => line,
        };
        self.put(line);
    }

    fn test_ends(&mut self, sides: &[SideResult], outcome: Option<&OutcomeResult>) {
        let who = match self.frames.last() {
            Some(OpenStep::Test(_, who)) => *who,
            _ => &[],
        };
        let opposed = sides.len() > 1;
        for (index, side) in sides.iter().enumerate() {
            let Some(total) = side.total else { continue };
            let line = terms_line(&side.terms).plain(" = ").number(total);
            let line = match (opposed, outcome) {
                (true, _) => Line::new().name(who.get(index).map_or("", String::as_str)).plain(": ").then(line),
                (false, Some(outcome)) => line.then(against(outcome)),
                (false, None) => line,
            };
            let reasons = self.of_sides.get_mut(index).map(std::mem::take).unwrap_or_default();
            self.put(line.then(in_brackets(&reasons)).then(end_of_side(side, self.catalogue)));
            for (label, answer) in &side.shown {
                let line = shown_line(label, answer, self.catalogue);
                self.put(line);
            }
        }
        if let Some(outcome) = outcome {
            let name = self.outcome_name(outcome, who);
            let left = sides.first().and_then(|side| side.total);
            let line = outcome_line(outcome, left, name, self.catalogue);
            self.put(line);
        }
        if let Some(OpenStep::Test(..)) = self.frames.last() {
            self.frames.pop();
        }
        self.head = false;
    }

    /// What an outcome is called; of two, who won.
    fn outcome_name(&self, outcome: &OutcomeResult, who: &[String]) -> String {
        let winner = match outcome.verdict {
            Some(Verdict::Win) => who.first(),
            Some(Verdict::Lose) => who.get(1),
            _ => None,
        };
        match (&outcome.name, winner, outcome.verdict) {
            (None, Some(winner), _) => self.say("deed-wins", &vec![("who", winner.as_str().into())]),
            (Some(name), _, Some(Verdict::Win | Verdict::Lose)) => {
                format!("{}: {name}", who.first().map_or("", String::as_str))
            }
            _ => outcome_name(outcome, self.catalogue),
        }
    }

    /// The value of a label, unless it only repeats another or is in the rules as it is.
    fn value(&mut self, step: &'a TraceStep, name: &'a str, formula: &'a str, value: &'a Answer) {
        let of_a_test = self.running_test().is_some_and(|(test, _)| {
            let test = self.game.tests.iter().find(|one| *one.name == *test);
            test.is_some_and(|test| {
                let late = test.outcomes.iter().flat_map(|outcome| &outcome.values);
                test.values.iter().chain(late).any(|one| *one.name == *name)
            })
        });
        if of_a_test {
            self.detail(step);
            return;
        }
        let bare = formula.trim_matches(['«', '»', '"']);
        let mut repeats = formula.is_empty();
        if let Some(known) = self.known() {
            repeats = repeats || known.iter().any(|(other, same)| (*other == bare || *other == name) && *same == value);
            known.retain(|(other, _)| *other != name);
            known.push((name, value));
        }
        // That something is not so is not worth a word.
        if repeats || *value == Answer::Flag(false) || self.detail == ReportDetail::Every {
            self.reasons.clear();
            self.detail(step);
            return;
        }
        let value = words(value, self.catalogue);
        let reasons = std::mem::take(&mut self.reasons);
        self.put(Line::new().name(name).plain(" = ").number(value).then(in_brackets(&reasons)));
    }

    fn event(&mut self, event: &Event) {
        if !matches!(self.frames.last(), Some(OpenStep::Test(..))) {
            self.reasons.clear();
        }
        match event {
            Event::Said(text) => self.put(Line::new().plain(text)),
            Event::Passed(time) => {
                let name = &*self.game.time(*time).name;
                let text = self.say("deed-passes", &vec![("time", name.into())]);
                self.put(Line::new().strong(text));
            }
            event => {
                if let Some((who, line)) = self.changes.one(event) {
                    self.put(Line::new().name(self.changes.name(who)).plain(": ").then(line));
                }
            }
        }
    }
}

/// What something comes from.
fn in_brackets(reasons: &[Reason<'_>]) -> Line {
    if reasons.is_empty() {
        return Line::new();
    }
    let texts: Vec<&str> = reasons.iter().map(|reason| reason.text.as_str()).collect();
    Line::new().dim(format!(" ({})", texts.join(", ")))
}

/// Who intervenes: a name, where it is one for all roles.
fn players(roles: &[(String, String)]) -> Line {
    let mut names: Vec<&str> = roles.iter().map(|(_, who)| who.as_str()).filter(|who| !who.is_empty()).collect();
    names.dedup();
    match names.as_slice() {
        [] => Line::new(),
        [one] => Line::new().name(one),
        _ => {
            let cast = roles.iter().filter(|(_, who)| !who.is_empty());
            Line::join(cast.map(|(role, who)| Line::new().dim(format!("{role} ")).name(who)), ", ")
        }
    }
}
