//! The dice have been thrown: the effect of each possible intervention, the best first.

use super::action::{self, ActionView, action_object};
use super::facts::{ends, samples, success, summary, totals, unanswered, values};
use super::figures::{self, Measure};
use super::plot::{Curve, Picture, Plot, count};
use super::sheet::decimal;
use super::table::TableBuilder;
use super::turns::TurnsView;
use super::write_row;
use super::{Report, Spreadsheet, outcomes};
use crate::check::program::CheckedGame;
use crate::diagnostic::Diagnostic;
use crate::odds::{ActionOdds, Chance, Course, Ratio, TurnOdds};
use crate::report::Catalogue;
use crate::report::document::{Document, DocumentColumn, Line};
use crate::report::json::{Json, Object};
use crate::report::show::Shower;
use crate::report::visible::visible;
use crate::sort::Gather as _;
use crate::world::Look;

/// So many courses are shown, and besides them what leaving the dice comes to.
const SHOWN: usize = 20;
const DRAWN: usize = 12;

/// The possible interventions after a throw, and how to show them.
#[derive(Debug, Clone, Copy)]
pub struct AfterView<'a> {
    pub game: &'a CheckedGame,
    /// The expression as it was typed.
    pub expression: &'a str,
    /// The action in which the dice have fallen, and what it leads to if they are left.
    pub action: Option<ActionView<'a>>,
    /// Every character before it, by place at the table.
    pub before: &'a [Look],
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
    /// Whether there is anything else than to leave the dice.
    fn is_choice(&self) -> bool {
        self.courses.len() > 1 || self.action.is_none()
    }

    /// What changes for each person, with a row for each course.
    fn consequences(&self, shown: &[&Course], catalogue: &Catalogue) -> Document {
        let turn = |odds: &ActionOdds| TurnOdds {
            turn: 0,
            changes: odds.changes.clone(),
            states: None,
            unable: odds.refused.clone(),
            left: odds.left.clone(),
            unanswered: odds.unanswered.clone(),
            left_out: Vec::new(),
            counted: odds.counted.clone(),
            samples: None,
        };
        let turns: Vec<TurnOdds> = shown.iter().filter_map(|course| course.action.as_deref().map(turn)).collect();
        let turns: Vec<&TurnOdds> = turns.iter().collect();
        let (game, before) = (self.game, self.before);
        let view = TurnsView { game, expression: "", happenings: &[], before, turns: &turns, policy: &[], seed: None };
        let labels = shown.iter().map(|course| done(course, catalogue)).collect();
        let (document, signed, _) =
            view.people(&(DocumentColumn::left(catalogue.say("odds-course")), labels), catalogue);
        let counted = turns.iter().find_map(|turn| outcomes::counted(&turn.counted, catalogue));
        let signed = signed.then(|| Line::new().dim(catalogue.say("odds-mean-change")));
        signed.into_iter().chain(counted).fold(document, Document::line)
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
        return Line::new().dim(catalogue.say("odds-leave"));
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

impl Report for AfterView<'_> {
    fn title(&self, catalogue: &Catalogue) -> Line {
        match &self.action {
            Some(action) => action.title(catalogue),
            None => Line::new().code(self.expression).then(action::fallen(self.faces, catalogue)),
        }
    }

    fn document(&self, catalogue: &Catalogue) -> Document {
        let shown = self.shown();
        let payers = self.courses.iter().flat_map(|course| &course.cost).map(|(who, ..)| who);
        let alone = payers.to_set().len() < 2;
        let each = |of: &dyn Fn(&Course) -> Option<String>| -> Vec<Line> {
            shown.iter().map(|course| of(course).unwrap_or_default().into()).collect()
        };
        let difference = |course: &Course| {
            course.intervention.as_ref()?;
            self.difference(course).as_ref().map(figures::points)
        };
        let success: Vec<Option<Chance>> = shown.iter().map(|course| course.odds.success()).collect();
        let bars: Vec<Chance> = success.iter().map(|one| one.clone().unwrap_or_else(Chance::never)).collect();
        let percents = success.iter().map(|one| one.as_ref().map(figures::percent).unwrap_or_default());
        let labels = shown.iter().map(|course| done(course, catalogue));
        let mean = |course: &Course| outcomes::mean(&course.odds).as_ref().map(figures::decimal);
        let table = TableBuilder::new(DocumentColumn::left(catalogue.say("odds-course")), labels)
            .column(DocumentColumn::left(catalogue.say("odds-cost")), each(&|course| Some(paid(course, alone))))
            .column(DocumentColumn::right(catalogue.say("odds-mean")), each(&mean))
            .spare(0)
            .column(DocumentColumn::right(catalogue.say("odds-difference")), each(&difference))
            .column(
                DocumentColumn::right(catalogue.say("odds-success")),
                percents.map(|percent| Line::new().number(percent)),
            )
            .bars(&bars, success.iter().flatten());
        let mut document = Document::new().heading(self.title(catalogue));
        if self.is_choice() {
            document = document.block(table.build());
        }
        if let Some(hidden) = self.courses.len().checked_sub(shown.len()).filter(|hidden| *hidden > 0) {
            let text = catalogue.text("odds-worse", &vec![("count", hidden.into())]);
            document = document.line(Line::new().dim(format!("{text} {}", catalogue.say("odds-show-all"))));
        }
        for course in shown.iter().filter(|_| self.is_choice()) {
            let (failed, left) = match &course.action {
                Some(odds) => (&odds.unanswered, &odds.left),
                None => (&course.odds.unanswered, &course.odds.undecided),
            };
            for line in outcomes::unanswered(failed, None, catalogue) {
                document = document.line(done(course, catalogue).plain(": ").then(line));
            }
            if !left.is_never() {
                let line = catalogue.text("odds-undecided", &vec![("chance", figures::percent(left).into())]);
                document = document.line(done(course, catalogue).plain(": ").plain(line));
            }
            if let Some(refused) = course.action.as_deref().map(|odds| &odds.refused).filter(|one| !one.is_never()) {
                let line = catalogue.text("odds-refused", &vec![("chance", figures::percent(refused).into())]);
                document = document.line(done(course, catalogue).plain(": ").plain(line));
            }
        }
        // What several cannot do for one reason is reported once.
        let mut told: Vec<(String, Vec<&str>)> = Vec::new();
        let shower = Shower { game: self.game, catalogue, worded: true };
        for (name, why) in self.impossible {
            let mut why = why.clone();
            shower.condition_in(&mut why);
            let why = catalogue.text(why.code.as_str(), &why.args);
            match told.iter_mut().find(|(one, _)| *one == why) {
                Some((_, names)) if names.contains(&name.as_str()) => {}
                Some((_, names)) => names.push(name),
                None => told.push((why, vec![name])),
            }
        }
        for (why, names) in told {
            document = document.line(Line::new().name(names.join(", ")).plain(": ").plain(visible(&why)));
        }
        let Some(action) = &self.action else { return document };
        if self.is_choice() {
            document.append(self.consequences(&shown, catalogue));
            document = document.heading(Line::new().dim(catalogue.say("odds-leave")));
        }
        action.below(document, catalogue)
    }

    /// How likely a success is with each of the best courses, or what they come to.
    fn picture(&self, catalogue: &Catalogue) -> Picture {
        if let Some(action) = self.action.as_ref().filter(|_| !self.is_choice()) {
            return action.picture(catalogue);
        }
        let shares = self.courses.iter().any(|course| course.odds.success().is_some());
        let mut shown = self.shown();
        // What is left as it lies is drawn however bad it is.
        while shown.len() > DRAWN {
            let Some(worst) = shown.iter().rposition(|course| course.intervention.is_some()) else { break };
            shown.remove(worst);
        }
        let names: Vec<String> = shown.iter().map(|course| done(course, catalogue).words()).collect();
        let points = shown.iter().zip(&names).enumerate().filter_map(|(index, (course, name))| {
            let measure = match shares {
                true => Measure::Chance(course.odds.success()?),
                false => Measure::Mean(outcomes::mean(&course.odds)?),
            };
            Some((count(index), name.clone(), measure))
        });
        let curve = Curve::new(&catalogue.say("odds-success"), "", points);
        let description = curve.points.iter().map(|(.., words)| words.clone()).collect();
        let hidden = self.courses.len().saturating_sub(shown.len());
        let plot = Plot {
            beside: catalogue.say(if shares { "odds-success" } else { "odds-mean" }),
            shares,
            note: (hidden > 0).then(|| catalogue.text("odds-worse", &vec![("count", hidden.into())])),
            ..Plot::bars(catalogue.say("odds-course"), names, vec![curve], catalogue)
        };
        Picture { description, groups: vec![vec![plot]] }
    }

    fn facts(&self, catalogue: &Catalogue) -> Json {
        let courses = self.courses.iter().map(|course| {
            let cost = course.cost.iter().map(|(who, points, count)| {
                Object::new().put("who", who.as_str()).put("points", points.as_str()).put("count", *count)
            });
            Object::new()
                .put("intervention", course.intervention.as_deref())
                .put("again", course.again.clone())
                .put("answers", course.answers.iter().cloned().collect::<serde_json::Value>())
                .list("cost", cost)
                .each("values", values(&course.odds.values, None))
                .list("outcomes", ends(&course.odds, catalogue))
                .and(success(Some(&course.odds)))
                .put("difference", self.difference(course).as_ref().map(figures::float_of))
                .and(summary(&course.odds.values))
                .and(match &course.action {
                    Some(odds) => action_object(odds, catalogue),
                    None => Object::new()
                        .put("undecided", course.odds.undecided.to_string())
                        .list("unanswered", unanswered(&course.odds.unanswered, None, catalogue)),
                })
        });
        let why = |why: &Diagnostic| catalogue.text(why.code.as_str(), &why.args);
        let impossible = self.impossible.iter().map(|(name, error)| (name.clone(), why(error)));
        let object = match &self.action {
            Some(action) => action.object(catalogue).and(samples(None, None)),
            None => Object::versioned()
                .put("ruleset", self.game.id.as_str())
                .put("expression", self.expression)
                .put("after", self.faces)
                .and(totals(self.left().map(|course| &course.odds), catalogue)),
        };
        let object = object.list("courses", courses).put("impossible", impossible.collect::<serde_json::Value>());
        Json::Object(object)
    }

    /// A row for each course.
    fn sheet(&self, _: &Catalogue) -> Spreadsheet {
        let titles =
            ["expression", "intervention", "again", "answers", "cost", "success", "decimal", "difference", "mean"];
        let mut sheet = Spreadsheet::default();
        write_row(&mut sheet.text, titles);
        for course in self.courses {
            let success = course.odds.success();
            let answers = course.answers.iter().map(|(name, answer)| format!("{name}={answer}"));
            let again: Vec<String> = course.again.iter().map(i64::to_string).collect();
            let float = |ratio: Ratio| figures::float_of(&ratio).to_string();
            let row = [
                self.expression.to_owned(),
                course.intervention.clone().unwrap_or_default(),
                again.join(" "),
                answers.collect::<Vec<_>>().join("; "),
                paid(course, false),
                success.as_ref().map(Chance::to_string).unwrap_or_default(),
                success.as_ref().map(decimal).unwrap_or_default(),
                self.difference(course).map(float).unwrap_or_default(),
                outcomes::mean(&course.odds).map(float).unwrap_or_default(),
            ];
            write_row(&mut sheet.text, row.iter().map(String::as_str));
        }
        sheet
    }

    fn bytes(&self) -> u64 {
        let shown = self.courses.iter().filter_map(|course| course.action.as_deref()).zip(self.action);
        shown.map(|(odds, action)| ActionView { odds, ..action }.bytes()).fold(0, u64::saturating_add)
    }
}
