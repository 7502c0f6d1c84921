//! The dice have fallen: what each thing that can still be done would make of them, the best
//! first.

use serde::Serialize;

use super::csv::{decimal, line};
use super::json::{Object, Outcome, Success, Summary, Unanswered, Value, ends, summary, unanswered, values};
use super::svg::plots::{Curve, Places, Plot};
use super::svg::{count, picture};
use super::{figures, outcomes};
use crate::check::program::Game;
use crate::diagnostic::Diagnostic;
use crate::odds::{Chance, Course, Distribution, Ratio};
use crate::render::Catalogue;
use crate::render::document::{Chart, ChartRow, Column, Document, Line};
use crate::render::visible::{json_line, visible};

/// So many courses are shown, and besides them what leaving the dice comes to.
const SHOWN: usize = 20;
/// So many are drawn.
const DRAWN: usize = 12;

/// What can be done, and how it is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct AfterView<'a> {
    /// The game.
    pub game: &'a Game,
    /// The expression as it was typed.
    pub expression: &'a str,
    /// The faces that fell.
    pub faces: &'a [i64],
    /// What can be done, the best first; one of them is to leave the dice as they lie.
    pub courses: &'a [Course],
    /// What cannot be done, and why.
    pub impossible: &'a [(String, Diagnostic)],
    /// Show all courses, however many there are.
    pub all: bool,
}

impl AfterView<'_> {
    fn title(&self, catalogue: &Catalogue) -> Line {
        let faces: Vec<String> = self.faces.iter().map(i64::to_string).collect();
        let title = catalogue.text("odds-fallen", &vec![("dice", faces.join(" ").into())]);
        Line::new().code(self.expression).plain(" · ").plain(title)
    }

    fn left(&self) -> Option<&Course> {
        self.courses.iter().find(|course| course.intervention.is_none())
    }

    /// How much more likely a success is than if the dice are left.
    fn difference(&self, course: &Course) -> Option<Ratio> {
        let left = self.left()?.odds.success()?;
        course.odds.success().map(|success| Ratio::difference(&success, &left))
    }

    /// What is shown of all courses: the best, and to leave the dice.
    fn shown(&self) -> Vec<&Course> {
        let courses = self.courses.iter().enumerate();
        let shown = courses.filter(|(at, course)| self.all || *at < SHOWN || course.intervention.is_none());
        shown.map(|(_, course)| course).collect()
    }
}

/// What is done: `push 4 1 · quirk Lucky`.
fn done(course: &Course, catalogue: &Catalogue) -> Line {
    let Some(name) = &course.intervention else {
        return Line::new().dim(catalogue.text("odds-leave", &Vec::new()));
    };
    let again: Vec<String> = course.again.iter().map(i64::to_string).collect();
    let first = Line::new().strong(name);
    let first = if again.is_empty() { first } else { first.plain(" ").name(again.join(" ")) };
    let answers = course.answers.iter().map(|(name, answer)| Line::new().plain(format!("{name} ")).name(answer));
    Line::join([first].into_iter().chain(answers), " · ")
}

/// What is paid: `Ann: Luck 1`; whose is left out where all is one person's.
fn paid(course: &Course, alone: bool) -> String {
    let cost = course.cost.iter().map(|(who, what, count)| match alone {
        true => format!("{what} {count}"),
        false => format!("{who}: {what} {count}"),
    });
    cost.collect::<Vec<_>>().join(", ")
}

/// The view as a document.
#[must_use]
pub fn document(view: &AfterView<'_>, catalogue: &Catalogue) -> Document {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut document = Document::new().heading(view.title(catalogue));
    let shown = view.shown();
    let payers = view.courses.iter().flat_map(|course| &course.cost).map(|(who, ..)| who);
    let alone = payers.collect::<std::collections::BTreeSet<_>>().len() < 2;
    let most = shown.iter().filter_map(|course| course.odds.success()).max().unwrap_or_else(Chance::always);
    let rows = shown.iter().map(|course| {
        let success = course.odds.success();
        let difference = view.difference(course).filter(|_| course.intervention.is_some());
        ChartRow {
            cells: vec![
                done(course, catalogue),
                Line::new().plain(paid(course, alone)),
                Line::new().plain(outcomes::mean(&course.odds).as_ref().map(figures::decimal).unwrap_or_default()),
                Line::new().plain(difference.as_ref().map(figures::points).unwrap_or_default()),
                Line::new().number(success.as_ref().map(figures::percent).unwrap_or_default()),
            ],
            bars: vec![success.map(|success| figures::part(&success, &most)).unwrap_or_default()],
        }
    });
    document = document.chart(Chart {
        columns: vec![
            Column::left(say("odds-course")),
            Column::left(say("odds-cost")),
            Column::right(say("odds-mean")),
            Column::right(say("odds-difference")),
            Column::right(say("odds-success")),
        ],
        bars: vec![4],
        spare: vec![2],
        folds: false,
        rows: rows.collect(),
    });
    if let Some(hidden) = view.courses.len().checked_sub(shown.len()).filter(|hidden| *hidden > 0) {
        let text = catalogue.text("odds-worse", &vec![("count", hidden.into())]);
        document = document.line(Line::new().dim(format!("{text} {}", say("odds-show-all"))));
    }
    for course in &shown {
        for line in outcomes::unanswered(&course.odds.unanswered, None, catalogue) {
            document = document.line(done(course, catalogue).plain(": ").then(line));
        }
        let left = course.odds.undecided.clone();
        if !left.is_never() {
            let line = catalogue.text("odds-undecided", &vec![("chance", figures::percent(&left).into())]);
            document = document.line(done(course, catalogue).plain(": ").plain(line));
        }
    }
    for (name, why) in view.impossible {
        let line = Line::new().name(name).plain(": ");
        document = document.line(line.plain(visible(&catalogue.text(why.code, &why.args))));
    }
    document
}

/// One SVG: how likely a success is with each of the best courses, or what they come to.
#[must_use]
pub fn svg(view: &AfterView<'_>, catalogue: &Catalogue) -> String {
    let shares = view.courses.iter().any(|course| course.odds.success().is_some());
    let mut shown = view.shown();
    // What is left as it lies is drawn however bad it is.
    while shown.len() > DRAWN {
        let Some(worst) = shown.iter().rposition(|course| course.intervention.is_some()) else { break };
        shown.remove(worst);
    }
    let names: Vec<String> = shown.iter().map(|course| done(course, catalogue).words()).collect();
    let points = shown.iter().zip(&names).enumerate().filter_map(|(index, (course, name))| {
        let (height, words) = if shares {
            let success = course.odds.success()?;
            (figures::float(&success), figures::percent(&success))
        } else {
            let mean = outcomes::mean(&course.odds)?;
            (figures::float_of(&mean), figures::decimal(&mean))
        };
        Some((count(index), height, format!("{name}: {words}")))
    });
    let points: Vec<(f64, f64, String)> = points.collect();
    let description: Vec<&str> = points.iter().map(|(.., words)| words.as_str()).collect();
    let description = description.join("\n");
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let hidden = view.courses.len().saturating_sub(shown.len());
    let plot = Plot {
        below: say("odds-course"),
        beside: say(if shares { "odds-success" } else { "odds-mean" }),
        shares,
        places: Places::Words(names),
        curves: vec![Curve { name: say("odds-success"), points }],
        lines: false,
        note: (hidden > 0).then(|| catalogue.text("odds-worse", &vec![("count", hidden.into())])),
    };
    picture(&view.title(catalogue).words(), &description, &[&[plot]], catalogue)
}

#[derive(Serialize)]
struct Whole<'a> {
    ruleset: &'a str,
    expression: &'a str,
    after: &'a [i64],
    values: Vec<Value<'a>>,
    outcomes: Vec<Outcome>,
    #[serde(flatten)]
    success: Success,
    #[serde(flatten)]
    summary: Summary<'a>,
    courses: Vec<One<'a>>,
    impossible: Object,
}

#[derive(Serialize)]
struct One<'a> {
    intervention: Option<&'a str>,
    again: &'a [i64],
    answers: Object,
    cost: Vec<Paid<'a>>,
    values: Vec<Value<'a>>,
    outcomes: Vec<Outcome>,
    #[serde(flatten)]
    success: Success,
    difference: Option<f64>,
    #[serde(flatten)]
    summary: Summary<'a>,
    undecided: String,
    unanswered: Vec<Unanswered>,
}

#[derive(Serialize)]
struct Paid<'a> {
    who: &'a str,
    points: &'a str,
    count: i64,
}

/// One line of JSON. The shape is a contract; docs/json.md says it.
#[must_use]
pub fn json(view: &AfterView<'_>, catalogue: &Catalogue) -> String {
    let nothing = Distribution::nothing();
    let left = view.left().map(|course| &course.odds);
    let totals = left.map_or(&nothing, |left| &left.values);
    let courses = view.courses.iter().map(|course| One {
        intervention: course.intervention.as_deref(),
        again: &course.again,
        answers: course.answers.iter().map(|(name, answer)| (name.clone(), answer.as_str().into())).collect(),
        cost: course.cost.iter().map(|(who, points, count)| Paid { who, points, count: *count }).collect(),
        values: values(&course.odds.values, None),
        outcomes: ends(&course.odds, catalogue),
        success: Success::of(Some(&course.odds)),
        difference: view.difference(course).as_ref().map(figures::float_of),
        summary: summary(&course.odds.values),
        undecided: course.odds.undecided.to_string(),
        unanswered: unanswered(&course.odds.unanswered, None, catalogue),
    });
    let why = |why: &Diagnostic| catalogue.text(why.code, &why.args);
    let whole = Whole {
        ruleset: &view.game.id,
        expression: view.expression,
        after: view.faces,
        values: values(totals, None),
        outcomes: left.map(|left| ends(left, catalogue)).unwrap_or_default(),
        success: Success::of(left),
        summary: summary(totals),
        courses: courses.collect(),
        impossible: view.impossible.iter().map(|(name, error)| (name.clone(), why(error).into())).collect(),
    };
    json_line(&whole)
}

/// A row for each course as comma-separated values, the titles first.
#[must_use]
pub fn csv(view: &AfterView<'_>) -> String {
    let titles = ["expression", "intervention", "again", "answers", "cost", "success", "decimal", "difference", "mean"];
    let mut out = String::new();
    line(&mut out, titles.map(str::to_owned).to_vec());
    for course in view.courses {
        let success = course.odds.success();
        let answers = course.answers.iter().map(|(name, answer)| format!("{name}={answer}"));
        let again: Vec<String> = course.again.iter().map(i64::to_string).collect();
        let float = |ratio: Ratio| figures::float_of(&ratio).to_string();
        let cells = vec![
            view.expression.to_owned(),
            course.intervention.clone().unwrap_or_default(),
            again.join(" "),
            answers.collect::<Vec<_>>().join("; "),
            paid(course, false),
            success.as_ref().map(Chance::to_string).unwrap_or_default(),
            success.as_ref().map(decimal).unwrap_or_default(),
            view.difference(course).map(float).unwrap_or_default(),
            outcomes::mean(&course.odds).map(float).unwrap_or_default(),
        ];
        line(&mut out, cells);
    }
    out
}
