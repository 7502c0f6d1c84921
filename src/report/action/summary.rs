//! An action in one or two lines: what was done and its outcome, then what changed. Bookkeeping is omitted;
//! [`report`](super::report) contains everything.

use std::collections::BTreeSet;

use super::changes::ChangeWriter;
use super::{Catalogue, Document, Line, outcome_line, words};
use crate::check::program::{CheckedGame, Ir, Op, SlotKind};
use crate::diagnostic::Args;
use crate::dice::Thrown;
use crate::engine::{Answer, DiceRoll, Done, OutcomeResult, SideResult, TraceStep, Verdict};
use crate::report::roll::{outcome_name, thrown};
use crate::world::Event;

/// Each outermost action, or time that passed or a roll: what the ruleset tells of it, or roles, answers, rolls and
/// what was said; then the changes, those of several characters together where they are the same.
#[must_use]
pub fn short(game: &CheckedGame, done: &Done, catalogue: &Catalogue) -> Document {
    let mut begins: Vec<usize> = done.outermost.iter().map(|one| one.begins).filter(|begins| *begins > 0).collect();
    begins.insert(0, 0);
    let (mut lines, mut many, mut silent) = (Vec::new(), "", false);
    for (number, first) in begins.iter().enumerate() {
        let told = done.outermost.iter().find(|one| one.begins == *first).and_then(|one| one.told.as_deref());
        let mut short = Short::new(game, done, *first, told, catalogue);
        let last = begins.get(number + 1).copied().unwrap_or(done.trace.len());
        for (at, step) in done.trace.iter().enumerate().take(last).skip(*first) {
            short.intervened(at, step);
            short.step(step);
        }
        if !short.many.is_empty() {
            many = short.many;
        }
        silent = begins.len() == 1 && !done.outermost.is_empty() && short.says_nothing();
        lines.push(short.line());
    }
    let changes = ChangeWriter { game, done, before: None, catalogue }.grouped(many);
    if silent && changes.is_empty() {
        lines =
            lines.into_iter().map(|line| line.dim(format!(": {}", catalogue.say("deed-nothing-changed")))).collect();
    }
    if !changes.is_empty() {
        lines.push(Line::join(changes, " · "));
    }
    lines.into_iter().filter(|line| !line.is_empty()).fold(Document::new(), Document::line)
}

/// Up to this number of characters in one role are named.
const MANY: usize = 3;

struct Short<'a> {
    game: &'a CheckedGame,
    done: &'a Done,
    catalogue: &'a Catalogue,
    /// The ruleset's own sentence.
    told: Option<&'a str>,
    /// How many interventions begin before what is shown.
    earlier: usize,
    /// What was done: the outermost action or the time that passed, and who intervened.
    head: Line,
    /// The first character in it.
    first: &'a str,
    /// The first character of each running action and intervention, outermost first.
    frames: Vec<&'a str>,
    /// The names of the same; nothing for interventions and bookkeeping.
    acts: Vec<&'a str>,
    /// Actions that it does and of whose rolls the ruleset's own text tells: the text speaks for them, too.
    spoken: BTreeSet<&'a str>,
    /// Those in one role of the action, if they are too many to be told by their names.
    many: &'a str,
    /// Nothing but roles and answers was told yet.
    open: bool,
    /// Rolls, orders and sentences; each with whether the action itself made it, so that a text of the ruleset replaces
    /// it.
    clauses: Vec<(Line, bool)>,
    said: Vec<(Line, bool)>,
    /// The last of what was rolled is dice of no test.
    loose: bool,
    /// The name of the last test that was told, or of the action that rolled it for the one that was asked for.
    test: &'a str,
    /// The tests that run, the innermost last.
    running: Vec<&'a str>,
    /// The dice of the running test as they lie, by roll.
    dice: DiceOnTable<'a>,
    /// All dice of the action itself that count, for a text of the ruleset's own.
    all: DiceOnTable<'a>,
    /// Both as they were before the running intervention threw some again: these may stay.
    before: Option<(DiceOnTable<'a>, DiceOnTable<'a>)>,
    /// The interventions that were wanted: who, which, and the answers to it.
    wanted: Vec<Line>,
    /// How many running actions and interventions there are where answers belong to the last of these.
    answering: Option<usize>,
    /// Who tied for a place in an order, with the totals of what each of them rolled to break the tie. Ties between
    /// some of the same are shown there.
    ties: Vec<Vec<(&'a str, Vec<i64>)>>,
}

/// The actions whose rolls the text reads that the ruleset has for the outermost one, which begins at a step.
fn spoken<'a>(game: &'a CheckedGame, done: &Done, first: usize) -> BTreeSet<&'a str> {
    let Some(TraceStep::Act { name, .. }) = done.trace.get(first) else { return BTreeSet::new() };
    let action = game.actions.iter().find(|action| *action.name == **name);
    let read = action.into_iter().flat_map(|action| {
        action.tells.iter().flat_map(Ir::parts).filter_map(|part| match part.op {
            Op::Inside(slot, _) => match action.slots.get(slot)?.kind {
                SlotKind::Did(index) => Some(&*game.action(index).name),
                _ => None,
            },
            _ => None,
        })
    });
    read.collect()
}

/// The dice on the table, by roll.
type DiceOnTable<'a> = Vec<(usize, &'a [Thrown])>;

impl<'a> Short<'a> {
    fn new(
        game: &'a CheckedGame,
        done: &'a Done,
        first: usize,
        told: Option<&'a str>,
        catalogue: &'a Catalogue,
    ) -> Self {
        Self {
            game,
            done,
            catalogue,
            told,
            earlier: done.begun.iter().filter(|begins| **begins < first).count(),
            head: Line::new(),
            first: "",
            many: "",
            frames: Vec::new(),
            acts: Vec::new(),
            spoken: told.map_or_else(BTreeSet::new, |_| spoken(game, done, first)),
            open: true,
            clauses: Vec::new(),
            said: Vec::new(),
            loose: false,
            test: "",
            running: Vec::new(),
            dice: Vec::new(),
            all: Vec::new(),
            before: None,
            wanted: Vec::new(),
            answering: None,
            ties: Vec::new(),
        }
    }

    /// Notes an intervention that was wanted, and what was answered to it: a text of the ruleset's own tells neither.
    fn intervened(&mut self, at: usize, step: &'a TraceStep) {
        match step {
            TraceStep::Intervened { name, roles, .. }
                if self.done.begun.get(self.earlier + self.wanted.len()).is_some_and(|one| *one <= at) =>
            {
                let who = roles.iter().rev().map(|(_, who)| who.as_str()).find(|who| !who.is_empty());
                let who = who.map_or_else(Line::new, |who| Line::new().name(who).plain(", "));
                self.wanted.push(who.strong(name));
                self.answering = Some(self.frames.len() + 1);
            }
            TraceStep::Answered { name, value } if self.answering == Some(self.frames.len()) => {
                let Some(line) = self.wanted.last_mut() else { return };
                let told = std::mem::take(line);
                *line = match value {
                    Answer::Text(text) if text == "none" => told,
                    Answer::Text(text) => told.plain(" «").name(text).plain("»"),
                    Answer::Flag(true) => told.plain(", ").name(name),
                    Answer::Flag(false) => told,
                    Answer::Number(number) => told.plain(", ").dim(format!("{name} ")).number(number),
                };
            }
            TraceStep::Act { .. } | TraceStep::Intervened { .. } | TraceStep::Over => self.answering = None,
            _ => {}
        }
    }

    fn step(&mut self, step: &'a TraceStep) {
        match step {
            TraceStep::Act { name, roles, .. } => {
                if self.head.is_empty() {
                    self.begin(name, roles);
                }
                self.open &= self.frames.is_empty();
                let first = roles.iter().map(|(_, who)| who.as_str()).find(|who| !who.is_empty());
                // What is done by several is about each of them in turn.
                self.frames.push(first.filter(|who| !who.contains(", ")).unwrap_or(""));
                self.acts.push(if self.game.is_internal(name) { "" } else { name });
            }
            TraceStep::Intervened { name, roles, .. } => {
                // The roller and the roles of the action come first, the intervener last.
                let who = roles.iter().rev().map(|(_, who)| who.as_str()).find(|who| !who.is_empty());
                let who = who.map_or_else(Line::new, |who| Line::new().plain(" (").name(who).plain(")"));
                let head = std::mem::take(&mut self.head);
                // A test that was typed has no name of its own.
                let head = if head.is_empty() { head } else { head.plain(" + ") };
                self.head = head.strong(name).then(who);
                self.open = false;
                self.frames.push("");
                self.acts.push("");
            }
            TraceStep::Over => {
                self.before = None;
                self.frames.pop();
                self.acts.pop();
            }
            TraceStep::Answered { name, value } if self.open && self.frames.len() == 1 => {
                let said = match value {
                    Answer::Text(text) if text == "none" => return,
                    Answer::Text(text) => Line::new().name(text),
                    Answer::Flag(true) => Line::new().name(name),
                    Answer::Flag(false) => return,
                    Answer::Number(number) => Line::new().dim(format!("{name} ")).number(number),
                };
                self.head = std::mem::take(&mut self.head).plain(", ").then(said);
            }
            TraceStep::Began { test, .. } => {
                self.open = false;
                self.running.push(test);
                self.dice.clear();
            }
            TraceStep::KeptOld { .. } => {
                if let Some((dice, all)) = self.before.take() {
                    (self.dice, self.all) = (dice, all);
                }
            }
            TraceStep::Rolled { roll, dice, .. } | TraceStep::Rerolled { roll, dice, .. } => {
                if matches!(step, TraceStep::Rerolled { .. }) && self.before.is_none() {
                    self.before = Some((self.dice.clone(), self.all.clone()));
                }
                let own = self.is_own() || self.all.iter().any(|(one, _)| one == roll);
                let lists = [Some(&mut self.dice), Some(&mut self.all).filter(|_| own)];
                for list in lists.into_iter().flatten() {
                    match list.iter_mut().find(|(one, _)| one == roll) {
                        Some((_, lying)) => *lying = dice,
                        None => list.push((*roll, dice)),
                    }
                }
                // What a formula of an action throws belongs to no test that would tell its dice.
                if self.running.is_empty() && !self.frames.is_empty() && matches!(step, TraceStep::Rolled { .. }) {
                    self.dice.clear();
                    self.loose(*roll, dice, own);
                }
            }
            TraceStep::Test { who, sides, outcome, .. } => self.tested(who, sides, outcome.as_ref()),
            TraceStep::BelowZero { formula, value } => {
                let told = Line::new().plain(formula).plain(" = ").number(*value).plain(": ");
                self.said.push((told.plain(self.say("deed-below-zero")), false));
            }
            TraceStep::Tied(names) => {
                let told = self.ties.iter().any(|tie| names.iter().all(|name| tie.iter().any(|(one, _)| one == name)));
                if !told {
                    self.ties.push(names.iter().map(|name| (name.as_str(), Vec::new())).collect());
                }
            }
            TraceStep::Ordered(names) => {
                for tie in std::mem::take(&mut self.ties) {
                    self.tie(&tie);
                }
                let names: Vec<String> = (1..).zip(names).map(|(place, name)| format!("{place}. {name}")).collect();
                self.clause(Line::new().plain(names.join(" · ")));
            }
            TraceStep::Event(index) => match self.done.events.get(*index) {
                Some(Event::Said(text)) => {
                    // The character whom the sentence is about, unless it is the first one.
                    let who = self.frames.last().copied().unwrap_or("");
                    let told = who.is_empty() || who == self.first || text.contains(who);
                    let whose = if told { Line::new() } else { Line::new().name(who).plain(": ") };
                    self.said.push((whose.plain(text), self.is_own()));
                }
                Some(Event::Passed(time)) => {
                    let name = &*self.game.time(*time).name;
                    let text = self.catalogue.text("deed-passes", &vec![("time", name.into())]);
                    // Of hours that pass one after the other, the last is shown.
                    self.head = Line::new().strong(text);
                    self.open = false;
                }
                _ => {}
            },
            _ => {}
        }
    }

    /// Dice of no test: consecutive throws are joined.
    fn loose(&mut self, roll: usize, dice: &[Thrown], own: bool) {
        let lying = self.done.rolls.get(roll).map(|roll| roll.lying(dice));
        let line = Line::join(lying.filter(|roll| !roll.dice.is_empty()).iter().map(dice_words), " ");
        if line.is_empty() {
            return;
        }
        match self.clauses.last_mut().filter(|(_, last)| self.loose && *last == own) {
            Some((last, _)) => *last = std::mem::take(last).plain(" ").then(line),
            None => self.clauses.push((line, own)),
        }
        self.loose = true;
    }

    /// `a tie between Ann (5, 8), Bob (5, 3)`
    fn tie(&mut self, tie: &[(&str, Vec<i64>)]) {
        let names = tie.iter().map(|(name, totals)| {
            let totals: Vec<String> = totals.iter().map(i64::to_string).collect();
            if totals.is_empty() { (*name).to_owned() } else { format!("{name} ({})", totals.join(", ")) }
        });
        let text = self.catalogue.text("deed-tied", &vec![("names", names.collect::<Vec<_>>().into())]);
        self.clause(Line::new().plain(text));
    }

    /// Something that was rolled or put in order.
    fn clause(&mut self, line: Line) {
        let own = self.is_own();
        self.clauses.push((line, own));
        self.loose = false;
    }

    fn says_nothing(&self) -> bool {
        self.clauses.is_empty() && self.said.is_empty() && self.told.is_none()
    }

    /// Whether the action itself runs, or one that its text speaks for.
    fn is_own(&self) -> bool {
        match self.acts.as_slice() {
            [_] => true,
            [_, inner] => self.spoken.contains(inner),
            _ => false,
        }
    }

    /// `strike Ann → Bob`
    fn begin(&mut self, name: &'a str, roles: &'a [(String, String)]) {
        let who: Vec<&'a str> = roles.iter().map(|(_, who)| who.as_str()).filter(|who| !who.is_empty()).collect();
        self.first = who.first().copied().unwrap_or("");
        let is_many = |who: &str| who.split(", ").count() > MANY;
        self.many = who.iter().copied().find(|who| is_many(who)).unwrap_or("");
        let cast = who.into_iter().map(|who| match is_many(who) {
            // They are shown one by one.
            true => Line::new().plain(format!("({})", who.split(", ").count())),
            false => Line::new().name(who),
        });
        let cast = Line::join(cast, " → ");
        self.head = Line::new().strong(name);
        if !cast.is_empty() {
            self.head = std::mem::take(&mut self.head).plain(" ").then(cast);
        }
    }

    fn tested(&mut self, who: &'a [String], sides: &[SideResult], outcome: Option<&OutcomeResult>) {
        let test = self.running.pop().unwrap_or("");
        // What another action rolls, its name says best.
        let inner = self.acts.get(1..).and_then(<[_]>::last).filter(|name| !name.is_empty());
        let test = inner.copied().unwrap_or(test);
        let again = self.test == test;
        let dice = std::mem::take(&mut self.dice);
        if let ([roller], [side]) = (who, sides)
            && let Some(total) = side.total
            && let Some((_, totals)) = self.ties.iter_mut().flatten().find(|(name, _)| name == roller)
        {
            totals.push(total);
            return;
        }
        let rolled = |side: usize| {
            let of_side = |(roll, _): &&(usize, &[Thrown])| {
                sides.len() < 2 || self.done.rolls.get(*roll).is_some_and(|roll| roll.side == side)
            };
            dice_line(
                dice.iter()
                    .filter(of_side)
                    .filter_map(|(roll, lying)| self.done.rolls.get(*roll).map(|roll| roll.lying(lying))),
            )
        };
        let name = |side: usize| who.get(side).map_or("", String::as_str);
        let score = |side: usize| {
            let total = sides.get(side).and_then(|side| side.total);
            total.map_or_else(Line::new, |total| Line::new().strong(total))
        };
        let mut line = Line::new();
        if sides.len() > 1 {
            let ended = |side: usize| match sides.get(side).and_then(|side| side.outcome.as_ref()) {
                Some(one) => {
                    let name = outcome_name(one, self.catalogue);
                    Line::new().plain(" (").outcome(one.success, name).plain(")")
                }
                None => Line::new(),
            };
            let side = |side: usize| {
                Line::new().name(name(side)).plain(" ").then(rolled(side)).then(score(side)).then(ended(side))
            };
            line = side(0).plain(format!(" {} ", self.say("deed-vs"))).then(side(1));
        } else {
            // The roller, unless it is the first character; the test, if there is more than one.
            let told = self.told.is_some() && !self.is_own();
            if (!self.clauses.is_empty() || told) && !again {
                line = line.dim(format!("{test} "));
            }
            if name(0) != self.first {
                line = line.name(name(0)).plain(" ");
            }
            line = line.then(rolled(0)).then(score(0));
            if let Some(against) = outcome.and_then(|outcome| outcome.against) {
                line = line.plain(format!(" {} ", self.say("deed-vs"))).number(against);
            }
        }
        if let Some(outcome) = outcome {
            let winner = match outcome.verdict {
                Some(Verdict::Win) => Some(name(0)),
                Some(Verdict::Lose) => Some(name(1)),
                _ => None,
            };
            let called = match (winner, &outcome.name) {
                (Some(winner), None) => self.catalogue.text("deed-wins", &vec![("who", winner.into())]),
                (Some(_), Some(called)) => format!("{} {called}", name(0)),
                (None, _) => outcome_name(outcome, self.catalogue),
            };
            let bare = OutcomeResult { margin: None, ..outcome.clone() };
            line = line.plain(", ").then(outcome_line(&bare, None, called, self.catalogue));
        }
        for (label, answer) in sides.iter().flat_map(|side| &side.shown) {
            line = match answer {
                Answer::Flag(false) | Answer::Number(0) => line,
                Answer::Flag(true) => line.plain(", ").strong(label),
                _ => line.plain(", ").name(label).plain(" ").strong(words(answer, self.catalogue)),
            };
        }
        self.test = test;
        self.clause(line);
    }

    fn say(&self, id: &str) -> String {
        self.catalogue.text(id, &Args::new())
    }

    fn line(self) -> Line {
        if let Some(told) = self.told {
            let all = self.all.iter().filter_map(|(roll, lying)| Some(self.done.rolls.get(*roll)?.lying(lying)));
            let wanted = Line::join(self.wanted, " + ");
            let wanted = if wanted.is_empty() { wanted } else { wanted.plain(" → ") };
            let own = wanted.plain(told).plain(" ").then(dice_line(all));
            // No action text describes what other characters contributed.
            let others = |list: Vec<(Line, bool)>| list.into_iter().filter(|(_, own)| !own).map(|(line, _)| line);
            let parts = [Line::join(others(self.clauses), "; "), Line::join(others(self.said), " · ")];
            let others = Line::join(parts.into_iter().filter(|line| !line.is_empty()), " · ");
            return if others.is_empty() { own } else { own.plain("· ").then(others) };
        }
        // What was said of an order says more than the order.
        let is_order = |line: &Line| line.words().starts_with("1. ");
        let drops = !self.said.is_empty() && self.running.is_empty();
        let clauses = self.clauses.into_iter().map(|(line, _)| line).filter(|line| !(drops && is_order(line)));
        let said = self.said.into_iter().map(|(line, _)| line);
        let parts = [Line::join(clauses, "; "), Line::join(said, " · ")];
        let told = Line::join(parts.into_iter().filter(|line| !line.is_empty()), " · ");
        match (self.head.is_empty(), told.is_empty()) {
            (true, _) => told,
            (_, true) => self.head,
            _ => self.head.plain(": ").then(told),
        }
    }
}

/// `[3 7 9] `; what does not count is marked.
fn dice_line(rolls: impl Iterator<Item = DiceRoll>) -> Line {
    rolls.filter(|roll| !roll.dice.is_empty()).fold(Line::new(), |line, roll| line.then(dice_words(&roll)).plain(" "))
}

fn dice_words(roll: &DiceRoll) -> Line {
    let mut line = Line::new().dim("[");
    for (at, die) in roll.dice.iter().enumerate() {
        line = if at > 0 { line.plain(" ") } else { line };
        line = thrown(line, die);
    }
    line.dim("]")
}
