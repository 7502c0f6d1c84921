//! The result of a roll as a document: first what players need, then the explanation.

use super::Catalogue;
use super::document::{Block, Document, Line};
use crate::check::program::CheckedGame;
use crate::diagnostic::{Arg, Args};
use crate::dice::Thrown;
use crate::engine::{Answer, DiceRoll, Evaluation, How, OutcomeResult, SideResult, Term, TraceStep, Verdict};

/// A result: its dice, its sum, its outcome.
#[must_use]
pub fn report(game: &CheckedGame, evaluation: &Evaluation, comment: Option<&str>, catalogue: &Catalogue) -> Document {
    let opposed = evaluation.sides.len() > 1;
    let (mut document, counted) = ties(game, evaluation, catalogue);
    let last = evaluation.rolls.get(counted..).unwrap_or_default();
    for (index, side) in evaluation.sides.iter().enumerate() {
        for roll in last.iter().filter(|roll| !opposed || roll.side == index) {
            document = document.line(roll_line(game, roll));
        }
        for (name, dice) in picked(evaluation, index) {
            document = document.line(Line::new().dim(format!("{name} ")).name(words(dice, catalogue)));
        }
        if let Some(line) = sum_line(evaluation, side, opposed, catalogue) {
            document = document.line(line);
        }
        for (label, answer) in &side.shown {
            document = document.line(shown_line(label, answer, catalogue));
        }
    }
    let mut last = match &evaluation.outcome {
        Some(outcome) => {
            let left = match evaluation.value {
                Answer::Number(left) => Some(left),
                _ => None,
            };
            outcome_line(outcome, left, outcome_name(outcome, catalogue), catalogue)
        }
        None => Line::new().strong(format!("= {}", words(&evaluation.value, catalogue))),
    };
    if let Some(comment) = comment {
        last = last.plain("  ").comment(format!("# {comment}"));
    }
    document.line(last)
}

/// Which dice of a side were picked; of ties that were rolled again, only the last.
fn picked(evaluation: &Evaluation, side: usize) -> Vec<(&str, &Answer)> {
    let mut found = Vec::new();
    let mut now = 0;
    for step in &evaluation.trace {
        match step {
            TraceStep::Rolled { roll, .. } => now = evaluation.rolls.get(*roll).map_or(now, |roll| roll.side),
            TraceStep::Answered { name, value } if now == side => found.push((name.as_str(), value)),
            TraceStep::Tie { again: true } => found.clear(),
            _ => {}
        }
    }
    found
}

/// Ties that were rolled again, each with its dice and sums, and how many rolls those were.
fn ties(game: &CheckedGame, evaluation: &Evaluation, catalogue: &Catalogue) -> (Document, usize) {
    let mut document = Document::new();
    let (mut told, mut thrown) = (0, 0);
    let mut round = Vec::new();
    for step in &evaluation.trace {
        match step {
            TraceStep::Rolled { roll, .. } => {
                thrown = roll.saturating_add(1);
                round.extend(evaluation.rolls.get(*roll).map(|roll| roll_line(game, roll)));
            }
            TraceStep::Total { terms, value, .. } => round.push(terms_line(terms).plain(" = ").number(value)),
            TraceStep::Tie { again: true } => {
                document = round.drain(..).fold(document, Document::line);
                document = document.line(step_line(game, evaluation, step, catalogue));
                told = thrown;
            }
            _ => {}
        }
    }
    (document, told)
}

/// A value that a test tells besides.
pub(super) fn shown_line(label: &str, answer: &Answer, catalogue: &Catalogue) -> Line {
    match answer {
        Answer::Flag(true) => Line::new().strong(label),
        _ => Line::new().name(label).plain(": ").strong(words(answer, catalogue)),
    }
}

/// Appends the face of a die: dropped, exploded, or as it counts.
pub(super) fn thrown(line: Line, die: &Thrown) -> Line {
    match (die.kept, die.exploded) {
        (false, _) => line.dropped(die.face),
        (true, true) => line.exploded(die.face),
        (true, false) => line.die(die.face),
    }
}

/// `3d10: 10 5 1 → m 1, C 5, M 10`
pub(super) fn roll_line(game: &CheckedGame, roll: &DiceRoll) -> Line {
    let line = roll.name.iter().fold(Line::new(), |line, name| line.name(name).plain(" "));
    let mut line = line.dim(format!("{}:", roll.text));
    if roll.dice.is_empty() {
        return line.plain(" –");
    }
    for die in &roll.dice {
        line = line.plain(" ");
        for old in &die.rerolled {
            line = line.rerolled(old);
        }
        line = thrown(line, die);
    }
    let names = roll.names(game);
    for (index, (name, value)) in names.iter().enumerate() {
        line = line.plain(if index == 0 { "  → " } else { ", " }).name(name).plain(" ").number(value);
    }
    line
}

/// `C 5 + Sight 3 + 4 = 12 vs 12`
fn sum_line(evaluation: &Evaluation, side: &SideResult, opposed: bool, catalogue: &Catalogue) -> Option<Line> {
    let total = side.total?;
    let outcome = evaluation.outcome.as_ref();
    let mut line = Line::new();
    line = line.then(terms_line(&side.terms));
    if evaluation.outcome.is_none() && side.test.is_none() {
        // A single part says nothing that the last line does not.
        let alone = side.terms.len() < 2 && side.terms.iter().all(|term| !term.negative);
        return (!alone).then_some(line);
    }
    if outcome.is_none() {
        return Some(line);
    }
    line = line.plain(" = ").number(total);
    Some(match outcome.filter(|_| !opposed) {
        Some(outcome) => line.then(against(outcome)),
        None => line.then(end_of_side(side, catalogue)),
    })
}

/// ` vs 12 · safe · margin +2`: how a side of two ends by itself.
pub(super) fn end_of_side(side: &SideResult, catalogue: &Catalogue) -> Line {
    let Some(outcome) = &side.outcome else { return Line::new() };
    let name = outcome_name(outcome, catalogue);
    against(outcome).dim(" · ").then(outcome_line(outcome, None, name, catalogue))
}

/// ` vs 12 (Hard)`
pub(super) fn against(outcome: &OutcomeResult) -> Line {
    let Some(against) = outcome.against else { return Line::new() };
    let line = Line::new().plain(" vs ").number(against);
    match &outcome.against_name {
        Some(name) => line.plain(" (").name(name).plain(")"),
        None => line,
    }
}

pub(super) fn terms_line(terms: &[Term]) -> Line {
    let told: Vec<&Term> = terms.iter().filter(|term| !term.silent).collect();
    let told = if told.is_empty() { terms.iter().collect() } else { told };
    told.iter().enumerate().fold(Line::new(), |line, (index, term)| line.then(term_line(term, index == 0)))
}

fn term_line(term: &Term, first: bool) -> Line {
    // A negative value behind a plus reads as a minus.
    let (negative, value) = if term.label.is_none() && term.value < 0 {
        (!term.negative, term.value.saturating_neg())
    } else {
        (term.negative, term.value)
    };
    let sign = match (first, negative) {
        (true, false) => "",
        (true, true) => "−",
        (false, false) => " + ",
        (false, true) => " − ",
    };
    let line = Line::new().plain(sign);
    match &term.label {
        Some(label) if is_word(label) => line.name(label).plain(" ").number(value),
        Some(label) => line.plain("(").name(label).plain(" = ").number(value).plain(")"),
        None => line.number(value),
    }
}

/// Whether a label is a name, so that its value can stand beside it without a doubt.
fn is_word(label: &str) -> bool {
    label.chars().all(|letter| letter.is_alphanumeric() || letter == ' ' || letter == '_')
        && !crate::syntax::is_dice_word(label)
        && !label.ends_with(|letter: char| letter.is_ascii_digit())
}

/// What an outcome is called.
pub(super) fn outcome_name(outcome: &OutcomeResult, catalogue: &Catalogue) -> String {
    called(outcome.name.as_deref(), outcome.verdict, catalogue)
}

/// What an outcome is called that the ruleset names so, or where a side wins.
pub(super) fn called(name: Option<&str>, verdict: Option<Verdict>, catalogue: &Catalogue) -> String {
    match (name, verdict) {
        (Some(name), _) => name.to_owned(),
        (None, Some(Verdict::Win)) => catalogue.say("outcome-win"),
        (None, Some(Verdict::Lose)) => catalogue.say("outcome-lose"),
        (None, Some(Verdict::Tie)) => catalogue.say("outcome-tie"),
        (None, None) => catalogue.say("outcome-none"),
    }
}

/// An outcome as good or bad as it is, and by how much. `left` is what the left of two
/// sides came to.
pub(super) fn outcome_line(outcome: &OutcomeResult, left: Option<i64>, name: String, catalogue: &Catalogue) -> Line {
    let line = Line::new().outcome(outcome.success, name);
    let Some(margin) = outcome.margin else { return line };
    let mut args: Args = vec![("margin", Arg::Text(signed(margin)))];
    if let (Some(left), Some(right)) = (outcome.verdict.and(left), outcome.against) {
        args.push(("left", left.into()));
        args.push(("right", right.into()));
        if let Some(decided) = &outcome.decided {
            let words = match decided.as_str() {
                "outcome" => catalogue.say("words-outcome"),
                "success" => catalogue.say("words-success"),
                "failure" => catalogue.say("words-failure"),
                "margin" => catalogue.say("words-margin"),
                "total" => catalogue.say("words-total"),
                own => own.to_owned(),
            };
            args.push(("decided", words.into()));
            return line.dim(format!(" · {}", catalogue.text("opposed-decided", &args)));
        }
        if outcome.tie_broken {
            let winner = if outcome.verdict == Some(Verdict::Win) { "attacker" } else { "defender" };
            args.push(("winner", winner.into()));
            return line.dim(format!(" · {}", catalogue.text("opposed-tied", &args)));
        }
        return line.dim(format!(" · {}", catalogue.text("opposed-margin", &args)));
    }
    line.dim(format!(" · {}", catalogue.text("margin", &args)))
}

pub(super) fn signed(number: i64) -> String {
    if number > 0 { format!("+{number}") } else { number.to_string() }
}

/// The same on one line, for many results one below the other.
#[must_use]
pub fn in_one_line(document: Document) -> Document {
    let lines = document.blocks.into_iter().filter_map(|block| match block {
        Block::Line(line) => Some(line),
        _ => None,
    });
    Document::new().line(Line::join(lines, "  ·  "))
}

/// A value in words.
#[must_use]
pub fn words(answer: &Answer, catalogue: &Catalogue) -> String {
    match answer {
        Answer::Number(number) => number.to_string(),
        Answer::Flag(true) => catalogue.say("yes"),
        Answer::Flag(false) => catalogue.say("no"),
        Answer::Text(text) => text.clone(),
    }
}

/// The whole explanation, step by step.
#[must_use]
pub fn explanation(game: &CheckedGame, evaluation: &Evaluation, catalogue: &Catalogue) -> Document {
    let lines = evaluation.trace.iter().map(|step| step_line(game, evaluation, step, catalogue));
    lines.filter(|line| !line.is_empty()).fold(Document::new(), |document, line| document.item(0, line))
}

#[must_use]
pub fn step_line(game: &CheckedGame, evaluation: &Evaluation, step: &TraceStep, catalogue: &Catalogue) -> Line {
    match step {
        // Steps of actions are shown by the report of an action.
        TraceStep::Act { name, .. } | TraceStep::Intervened { name, .. } => Line::new().strong(name),
        TraceStep::Event(_)
        | TraceStep::Began { .. }
        | TraceStep::Over
        | TraceStep::Test { .. }
        | TraceStep::Ordered(_)
        | TraceStep::Tied(_)
        | TraceStep::KeptOld { .. }
        | TraceStep::BelowZero { .. } => Line::new(),
        TraceStep::Answered { name, value } | TraceStep::Changed { name, value } => {
            Line::new().name(name).plain(" = ").number(words(value, catalogue))
        }
        TraceStep::Gathered { modifier, from, value } => {
            let mut line = Line::new().name(modifier).plain(" = ").number(value);
            for (index, (name, value)) in from.iter().enumerate() {
                line = line.dim(format!("{}{name} {value}", if index == 0 { " (" } else { ", " }));
            }
            line.dim(")")
        }
        TraceStep::Rerolled { from, to, .. } => {
            let faces = |list: &[i64]| list.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
            Line::new().rerolled(faces(from)).plain(" → ").number(faces(to))
        }
        TraceStep::Rolled { roll, .. } => {
            evaluation.rolls.get(*roll).map_or_else(Line::new, |roll| roll_line(game, roll))
        }
        TraceStep::Name { name, value, how, formula } => {
            let line = Line::new().name(name).plain(" = ").number(words(value, catalogue));
            let how = match how {
                How::Given => "step-given",
                How::Default => "step-default",
                How::Derived => "step-derived",
                How::Option => "step-option",
                How::Asked => "step-asked",
                How::Held => "step-held",
            };
            let how = catalogue.say(how);
            match formula {
                Some(formula) => line.dim(format!(" ({how}: {formula})")),
                None => line.dim(format!(" ({how})")),
            }
        }
        TraceStep::Cell { table, row, column, formula, value } => {
            let key = column.as_ref().map_or_else(|| row.clone(), |column| format!("{row}, {column}"));
            let line = Line::new().name(format!("{table}[{key}]"));
            let shown = words(value, catalogue);
            let line = if formula.is_empty() || *formula == shown { line } else { line.plain(" = ").code(formula) };
            line.plain(" = ").number(shown)
        }
        TraceStep::Value { name, formula, value } => {
            let line = Line::new().name(name);
            let shown = words(value, catalogue);
            let line = if formula.is_empty() || *formula == shown { line } else { line.plain(" = ").code(formula) };
            line.plain(" = ").number(shown)
        }
        TraceStep::Total { terms, value, .. } => {
            let line = Line::new().plain(catalogue.say("step-total")).plain(" = ");
            line.then(terms_line(terms)).plain(" = ").number(value)
        }
        TraceStep::Outcome { name, because } => {
            let line = Line::new().strong(name);
            match because {
                Some(because) => {
                    let args: Args = vec![("condition", because.as_str().into())];
                    line.plain(": ").plain(catalogue.text("step-because", &args))
                }
                None => line.plain(": ").plain(catalogue.say("step-otherwise")),
            }
        }
        TraceStep::Tie { again } => {
            Line::new().plain(catalogue.say(if *again { "step-tie-again" } else { "step-tie" }))
        }
    }
}
