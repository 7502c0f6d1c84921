//! What an action leads to: test by test, then what its steps compute, then person by person
//! what changes.

mod csv;
mod json;
mod parts;
mod picture;

use super::charts::{self, Manner, Title};
use super::{figures, outcomes, single};
use crate::check::program::Game;
use crate::eval::Answer;
use crate::odds::{Chance, ChangeOdds, DeedOdds, TestOdds};
use crate::render::Catalogue;
use crate::render::document::{Block, Column, Document, Line};
use crate::render::json::Seed;
use crate::state::TABLE;

pub(super) use csv::of_turns as csv_of_turns;
pub use csv::render as csv;
pub use json::render as json;
pub(super) use json::{Change, changes as changes_json, roles as roles_json};
use parts::afterwards;
pub(super) use parts::{about, by_person, has, is_flag, names, state_rows, tag};
pub use picture::render as svg;

/// More sentences than this are left out.
const SENTENCES: usize = 8;

/// What an action leads to, and how it is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct DeedView<'a> {
    /// The game.
    pub game: &'a Game,
    /// What was typed.
    pub expression: &'a str,
    /// The name of the action.
    pub action: &'a str,
    /// Who plays each role, by name.
    pub roles: &'a [(String, Vec<String>)],
    /// What was answered, by name.
    pub answers: &'a [(String, String)],
    /// What it leads to.
    pub odds: &'a DeedOdds,
    /// Show values at the ends too, however unlikely they are.
    pub all: bool,
    /// The seed of what was only sampled.
    pub seed: Option<Seed>,
}

impl DeedView<'_> {
    fn manner(&self) -> Manner {
        Manner { all: self.all, samples: self.odds.samples, ..Manner::default() }
    }

    /// `strike · attacker Ann, target Bob · weapon Club`
    fn title(&self) -> Line {
        title(self.action, self.roles, self.answers)
    }
}

/// What is done, by whom, with which answers.
pub(super) fn title(action: &str, roles: &[(String, Vec<String>)], answers: &[(String, String)]) -> Line {
    let played = roles.iter().filter(|(_, people)| !people.is_empty());
    let roles = played.map(|(role, people)| Line::new().plain(format!("{role} ")).name(people.join(", ")));
    let answers = answers.iter().map(|(name, answer)| Line::new().plain(format!("{name} ")).name(answer));
    let parts = [Line::join(roles, ", "), Line::join(answers, " · ")];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    Line::join([Line::new().code(action)].into_iter().chain(parts), " · ")
}

/// The view as a document.
#[must_use]
pub fn document(view: &DeedView<'_>, catalogue: &Catalogue) -> Document {
    let odds = view.odds;
    let manner = view.manner();
    let mut document = Document::new().heading(view.title());
    for test in &odds.tests {
        document.append(of_test(test, manner, catalogue));
    }
    if !odds.values.is_empty() {
        document = document.gap();
    }
    for (label, values) in &odds.values {
        document.append(parts::told(Title { text: label, signed: false }, values, manner, catalogue));
    }
    document.append(changes(view.game, &odds.changes, manner, catalogue));
    if !odds.said.is_empty() {
        document = document.gap();
        document.append(said(view, catalogue));
    }
    let notes = notes(odds, view.seed, catalogue);
    if odds.changes.is_empty() && odds.said.is_empty() && odds.moved.is_empty() {
        document = document.gap().line(catalogue.text("odds-nothing-changes", &Vec::new()));
    } else if !notes.is_empty() {
        document = document.gap();
    }
    tidy(notes.into_iter().fold(document, Document::line))
}

/// The document with room between its parts once, and none below titles.
fn tidy(document: Document) -> Document {
    let mut tidied = Document::new();
    for block in document.blocks {
        let above = tidied.blocks.last();
        if block != Block::Gap || !matches!(above, None | Some(Block::Gap | Block::Heading(_))) {
            tidied.push(block);
        }
    }
    tidied
}

/// What is said: sentences are long, so they come last.
fn said(view: &DeedView<'_>, catalogue: &Catalogue) -> Document {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let (all, samples) = (&view.odds.said, view.odds.samples);
    let shown = if view.all { all.len() } else { all.len().min(SENTENCES) };
    let rows = all.iter().take(shown).map(|(text, chance)| {
        let aside = Line::new().dim(figures::aside(chance, samples).unwrap_or_default());
        vec![aside, Line::new().number(figures::percent(chance)), Line::from(text.as_str())]
    });
    let columns = vec![
        Column::right(say(figures::aside_title(samples))),
        Column::right(say("odds-chance")),
        Column::left(say("odds-said")),
    ];
    let document = Document::new().table(columns, rows.collect());
    match all.len().saturating_sub(shown) {
        0 => document,
        hidden => {
            let hidden = catalogue.text("odds-said-more", &vec![("count", hidden.into())]);
            document.line(Line::new().dim(format!("{hidden} {}", say("odds-show-all"))))
        }
    }
}

/// How often it cannot be done, what was cut, and what was only sampled.
fn notes(odds: &DeedOdds, seed: Option<Seed>, catalogue: &Catalogue) -> Vec<Line> {
    let mut notes = Vec::new();
    for moved in &odds.moved {
        let name = if moved.who == TABLE { catalogue.text("deed-table", &Vec::new()) } else { moved.name.clone() };
        let words = figures::percent_and_aside(&moved.chance, odds.samples).words();
        let id = if moved.values { "odds-values-change" } else { "odds-comes-back" };
        let args = vec![("who", name.into()), ("name", moved.called.as_str().into()), ("chance", words.into())];
        notes.push(Line::from(catalogue.text(id, &args)));
    }
    for (id, chance) in [("odds-refused", &odds.refused), ("odds-left", &odds.left)] {
        if !chance.is_never() {
            let words = figures::percent_and_aside(chance, odds.samples).words();
            notes.push(Line::from(catalogue.text(id, &vec![("chance", words.into())])));
        }
    }
    notes.extend(outcomes::unanswered(&odds.unanswered, odds.samples, catalogue));
    notes.extend(odds.samples.map(|samples| outcomes::sampled(samples, seed, catalogue)));
    notes
}

fn of_test(test: &TestOdds, manner: Manner, catalogue: &Catalogue) -> Document {
    let mut heading = Line::new().strong(&test.label).plain(" · ").plain(rolls(test, catalogue));
    if !test.rolled.is_always() {
        let words = figures::percent_and_aside(&test.rolled, manner.samples).words();
        heading = heading.plain(" · ").plain(catalogue.text("odds-rolled", &vec![("chance", words.into())]));
    }
    let mut document = Document::new().heading(heading);
    document = document.chart(charts::ends(&test.odds, manner, catalogue));
    document.append(single::below_outcomes(&test.odds, catalogue));
    // What takes a line stands before what takes a table.
    let (tables, lines): (Vec<_>, Vec<_>) = test.odds.shown.iter().partition(|(_, values)| parts::has_table(values));
    for (label, values) in lines.into_iter().chain(tables) {
        document.append(parts::told(Title { text: label, signed: false }, values, manner, catalogue));
    }
    document
}

/// Who rolls what.
fn rolls(test: &TestOdds, catalogue: &Catalogue) -> String {
    let name = |name: &String| name.as_str().into();
    match test.who.as_slice() {
        [left, right] => {
            let args = vec![("test", name(&test.test)), ("left", name(left)), ("right", name(right))];
            catalogue.text("deed-against", &args)
        }
        who => {
            let args = vec![("test", name(&test.test)), ("who", who.join(", ").into())];
            catalogue.text("deed-rolls", &args)
        }
    }
}

/// What changes, person by person.
fn changes(game: &Game, changes: &[ChangeOdds], manner: Manner, catalogue: &Catalogue) -> Document {
    let mut document = Document::new();
    for (name, changes) in by_person(changes, catalogue) {
        document = document.heading(Line::new().name(name));
        document.append(afterwards(game, &changes, manner, catalogue));
    }
    document
}

/// A value as a change: with a sign where it says how much more or less there is.
pub(super) fn value(answer: &Answer, signed: bool, catalogue: &Catalogue) -> String {
    match answer {
        Answer::Number(number) if signed => single::signed(*number),
        Answer::Text(text) if text.is_empty() => catalogue.text("odds-none", &Vec::new()),
        _ => outcomes::value(answer, catalogue),
    }
}

/// Several things with their chances.
pub(super) type Rows = Vec<(Line, Chance)>;
