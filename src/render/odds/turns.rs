//! The same turn after turn: how likely everybody is how after each.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::deeds::{self, about, by_person, changes_json, has, is_flag, names, state_rows, tag};
use super::figures;
use super::json::{Likely, Object, Unanswered, unanswered};
use super::outcomes;
use super::svg::picture;
use super::svg::plots::{Curve, Places, Plot};
use crate::check::program::Game;
use crate::eval::Answer;
use crate::odds::{Chance, ChangeOdds, Changing, Distribution, Ratio, TurnOdds};
use crate::render::Catalogue;
use crate::render::document::{Chart, ChartRow, Column, Document, Line};
use crate::render::json::Seed;
use crate::render::visible::json_line;
use crate::state::{Look, TraitLook, Words};

/// Beside more chances than this there is no room for bars.
const BARS: usize = 3;
/// More chances than this are told with one place.
const EXACTLY: usize = 3;

/// What happens each turn, and how it is to be shown.
#[derive(Debug, Clone, Copy)]
pub struct TurnsView<'a> {
    /// The game.
    pub game: &'a Game,
    /// What was typed.
    pub expression: &'a str,
    /// What happens in a turn, in its order.
    pub happenings: &'a [Happens],
    /// How everybody was before the first turn, by place at the table.
    pub before: &'a [Look],
    /// How everybody is after each turn.
    pub turns: &'a [TurnOdds],
    /// The seed of what was only sampled.
    pub seed: Option<Seed>,
}

/// One thing that happens in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Happens {
    /// The name of an action or of a time.
    pub name: String,
    /// It is a time that passes.
    pub passes: bool,
    /// Who plays each role, by name.
    pub roles: Vec<(String, Vec<String>)>,
    /// What was answered, by name.
    pub answers: Vec<(String, String)>,
}

impl TurnsView<'_> {
    fn title(&self, catalogue: &Catalogue) -> Line {
        let titles = self.happenings.iter().map(|one| {
            if one.passes {
                Line::new().plain(catalogue.text("deed-passes", &vec![("time", one.name.as_str().into())]))
            } else {
                deeds::title(&one.name, &one.roles, &one.answers)
            }
        });
        Line::join(titles, " → ")
    }

    /// How many samples all of it comes from.
    pub(super) fn samples(&self) -> Option<u64> {
        self.turns.iter().find_map(|turn| turn.samples)
    }

    /// How everything that changes is before the first turn.
    pub(super) fn beginning(&self) -> TurnOdds {
        let (never, nothing) = (Chance::never(), Vec::new());
        let turn = TurnOdds {
            turn: 0,
            changes: nothing,
            states: Some(1),
            unable: never.clone(),
            left: never,
            unanswered: Vec::new(),
            left_out: Vec::new(),
            samples: self.samples(),
        };
        let changes = self.changing();
        let changes = changes.into_iter().map(|change| ChangeOdds { to: self.values(&turn, &change), ..change });
        TurnOdds { changes: changes.collect(), ..turn }
    }

    /// The beginning, and then turn after turn.
    fn with_beginning(&self) -> Vec<TurnOdds> {
        std::iter::once(self.beginning()).chain(self.turns.iter().cloned()).collect()
    }

    /// Everything that changes in some turn, each once, as it is in the last turn where it does.
    fn changing(&self) -> Vec<ChangeOdds> {
        let mut all: BTreeMap<(usize, Changing), &ChangeOdds> = BTreeMap::new();
        for change in self.turns.iter().flat_map(|turn| &turn.changes) {
            all.insert((change.who, change.what), change);
        }
        all.into_values().cloned().collect()
    }

    /// How likely each value of something is after a turn: where it has not changed yet, it is
    /// what it was.
    fn values(&self, turn: &TurnOdds, change: &ChangeOdds) -> Distribution<Answer> {
        let found = turn.changes.iter().find(|one| (one.who, one.what) == (change.who, change.what));
        match found {
            Some(found) => found.to.clone(),
            None => {
                let look = self.before.get(change.who);
                let value = look.map_or(Answer::Number(0), |look| before(self.game, look, change));
                let unknown = turn.unanswered.iter().fold(turn.left.clone(), |sum, (_, chance)| sum.or(chance));
                let kept = unknown.not();
                Distribution::new(vec![(value, kept.ways().clone())], kept.all().clone())
            }
        }
    }
}

/// What something was at first.
fn before(game: &Game, look: &Look, change: &ChangeOdds) -> Answer {
    match change.what {
        // These say how much more or less there is.
        Changing::Points(_) | Changing::Marks(_) => Answer::Number(0),
        Changing::State(_) => {
            let track = look.tracks.iter().find(|track| track.name == change.called);
            Answer::Text(track.and_then(|track| track.state.clone()).unwrap_or_default())
        }
        Changing::Trait(_) => match look.traits.iter().find(|one| one.name == change.called) {
            Some(TraitLook { value: Some(Words::Number(number)), .. }) => Answer::Number(*number),
            _ => Answer::Number(0),
        },
        Changing::Tags(kind) => {
            let held = look.tags.iter().filter(|tag| tag.kind == change.called);
            match game.tags.get(kind) {
                Some(kind) if kind.free_names => {
                    let mut names: Vec<String> = held.filter_map(|tag| tag.name.clone()).collect();
                    names.sort();
                    Answer::Text(names.join(", "))
                }
                Some(kind) if kind.several => Answer::Number(i64::try_from(held.count()).unwrap_or(i64::MAX)),
                _ => Answer::Flag(held.count() > 0),
            }
        }
    }
}

/// A column of a table of turns.
struct Track {
    title: String,
    /// What it shows of each turn.
    cells: Vec<Cell>,
}

/// What is known of something after a turn.
enum Cell {
    /// How likely it is.
    Chance(Chance),
    /// A mean; and whether it has a sign.
    Mean(Option<Ratio>, bool),
}

impl Track {
    fn is_chance(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell, Cell::Chance(_)))
    }

    /// How far from what samples say the true chances may lie.
    fn widest(&self, samples: u64) -> Option<f64> {
        let reach = |cell: &Cell| match cell {
            Cell::Chance(chance) => {
                let ([low, high], middle) = (figures::interval(chance, samples), figures::float(chance));
                Some((high - middle).max(middle - low))
            }
            Cell::Mean(..) => None,
        };
        // Of the beginning nothing is uncertain.
        self.cells.iter().skip(1).filter_map(reach).reduce(f64::max)
    }
}

/// The columns of one thing that changes.
fn tracks(view: &TurnsView<'_>, change: &ChangeOdds, prefix: bool, catalogue: &Catalogue) -> Vec<Track> {
    let after: Vec<Distribution<Answer>> = view.turns.iter().map(|turn| view.values(turn, change)).collect();
    let chances = |title: String, holds: &dyn Fn(&Answer) -> bool| {
        let cells = after.iter().map(|values| Cell::Chance(values.chance_that(|answer| holds(answer))));
        Track { title, cells: cells.collect() }
    };
    let means = |signed: bool| {
        let mean = |values: &Distribution<Answer>| crate::odds::numbers(values).and_then(|numbers| numbers.mean());
        let cells = after.iter().map(|values| Cell::Mean(mean(values), signed)).collect();
        vec![Track { title: about(change, catalogue), cells }]
    };
    let prefixed = |name: &str| if prefix { format!("{}: {name}", change.called) } else { name.to_owned() };
    match change.what {
        Changing::State(track) => {
            let every: BTreeSet<&Answer> = after.iter().flat_map(|values| values.ways()).map(|(one, _)| one).collect();
            let all = every.into_iter().map(|answer| (answer.clone(), 1_u32.into())).collect();
            let all = ChangeOdds { to: Distribution::new(all, 1_u32.into()), ..change.clone() };
            let names = state_rows(view.game, track, &all, catalogue).into_iter().map(|(name, _)| name.words());
            let is = |name: &str| chances(prefixed(name), &|answer| deeds::value(answer, false, catalogue) == name);
            names.map(|name| is(&name)).collect()
        }
        Changing::Tags(_) if is_flag(change) => {
            vec![chances(change.called.clone(), &|answer| *answer == Answer::Flag(true))]
        }
        Changing::Tags(_) if crate::odds::numbers(&change.to).is_none() => {
            let names: BTreeSet<String> = after.iter().flat_map(names).collect();
            let of = |name: String| {
                let title = format!("{}: {}", change.called, tag(&name, catalogue));
                chances(title, &|answer| has(answer, &name))
            };
            // What everybody has kept all the time has not changed.
            let kept =
                |track: &Track| track.cells.iter().all(|cell| matches!(cell, Cell::Chance(one) if one.is_always()));
            let first = view.before.get(change.who).map(|look| before(view.game, look, change));
            let had = |name: &str| first.as_ref().is_some_and(|first| has(first, name));
            let all = names.into_iter().map(|name| (had(&name), of(name)));
            all.filter(|(had, track)| !(*had && kept(track))).map(|(_, track)| track).collect()
        }
        Changing::Points(_) | Changing::Marks(_) => means(true),
        Changing::Tags(_) | Changing::Trait(_) => means(false),
    }
}

/// The view as a document: a table for each person.
#[must_use]
pub fn document(view: &TurnsView<'_>, catalogue: &Catalogue) -> Document {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let mut document = Document::new().heading(view.title(catalogue));
    let changing = view.changing();
    if changing.is_empty() {
        document = document.line(say("odds-nothing-changes"));
    }
    let mut signed = false;
    let turns = view.with_beginning();
    let begun = &TurnsView { turns: &turns, ..*view };
    let mut widest: f64 = 0.0;
    for (name, changes) in by_person(&changing, catalogue) {
        let prefix = changes.iter().filter(|change| matches!(change.what, Changing::State(_))).count() > 1;
        let columns: Vec<Track> = changes.iter().flat_map(|change| tracks(begun, change, prefix, catalogue)).collect();
        widest = columns.iter().filter_map(|column| column.widest(view.samples()?)).fold(widest, f64::max);
        signed |= columns.iter().flat_map(|column| &column.cells).any(|cell| matches!(cell, Cell::Mean(_, true)));
        document = document.heading(Line::new().name(name)).chart(chart(begun, &columns, catalogue));
    }
    let mut notes = Vec::new();
    if signed {
        notes.push(Line::new().dim(say("odds-mean-change")));
    }
    if view.turns.iter().any(|turn| !turn.unable.is_never()) {
        let cells = view.turns.iter().map(|turn| Cell::Chance(turn.unable.clone())).collect();
        let column = Track { title: say("odds-unable"), cells };
        document = document.gap().chart(chart(view, &[column], catalogue));
    }
    if let Some(left) = view.turns.iter().map(|turn| &turn.left).max().filter(|left| !left.is_never()) {
        let words = figures::percent_and_aside(left, None).words();
        notes.push(Line::from(catalogue.text("odds-left-at-most", &vec![("chance", words.into())])));
    }
    if let Some(last) = view.turns.last() {
        notes.extend(outcomes::unanswered(&last.unanswered, last.samples, catalogue));
        if let Some(first) = last.left_out.first() {
            let args = vec![("names", last.left_out.join(", ").into()), ("first", first.as_str().into())];
            notes.push(Line::from(catalogue.text("odds-tags-left-out", &args)));
        }
    }
    if let Some(samples) = view.samples() {
        notes.push(outcomes::sampled(samples, view.seed, catalogue));
        if widest > 0.0 {
            let widest = format!("{:.2}", widest * 100.0);
            notes.push(Line::from(catalogue.text("odds-within", &vec![("points", widest.into())])));
        }
    }
    notes.into_iter().fold(document, Document::line)
}

fn chart(view: &TurnsView<'_>, columns: &[Track], catalogue: &Catalogue) -> Chart {
    let chances = columns.iter().filter(|column| column.is_chance()).count();
    let drawn: Vec<usize> = if chances <= BARS {
        columns.iter().enumerate().filter(|(_, column)| column.is_chance()).map(|(index, _)| index).collect()
    } else {
        Vec::new()
    };
    let rows = view.turns.iter().enumerate().map(|(at, turn)| {
        let mut cells = vec![Line::new().strong(turn.turn.to_string())];
        cells.extend(columns.iter().map(|column| match column.cells.get(at) {
            Some(Cell::Chance(chance)) if chances <= EXACTLY => Line::new().number(figures::percent(chance)),
            Some(Cell::Chance(chance)) => Line::new().number(figures::short_percent(chance)),
            Some(Cell::Mean(Some(mean), true)) => Line::new().number(figures::signed(mean)),
            Some(Cell::Mean(Some(mean), false)) => Line::new().number(figures::decimal(mean)),
            Some(Cell::Mean(None, _)) | None => Line::new().plain("–"),
        }));
        let bar = |index: &usize| match columns.get(*index).and_then(|column| column.cells.get(at)) {
            Some(Cell::Chance(chance)) => figures::part(chance, &Chance::always()),
            _ => figures::part(&Chance::never(), &Chance::always()),
        };
        ChartRow { cells, bars: drawn.iter().map(bar).collect() }
    });
    let mut titles = vec![Column::right(catalogue.text("odds-turn", &Vec::new()))];
    titles.extend(columns.iter().map(|column| Column::right(column.title.as_str())));
    Chart {
        columns: titles,
        bars: drawn.iter().map(|index| index.saturating_add(1)).collect(),
        spare: Vec::new(),
        folds: true,
        rows: rows.collect(),
    }
}

#[derive(Serialize)]
struct Whole<'a> {
    ruleset: &'a str,
    expression: &'a str,
    happens: Vec<serde_json::Value>,
    before: Vec<deeds::Change<'a>>,
    turns: Vec<Turn<'a>>,
    samples: Option<u64>,
    #[serde(flatten)]
    seed: Option<Seed>,
}

#[derive(Serialize)]
struct Turn<'a> {
    turn: u32,
    changes: Vec<deeds::Change<'a>>,
    unable: Likely,
    states: Option<usize>,
    left: String,
    unanswered: Vec<Unanswered>,
    left_out: &'a [String],
}

/// One line of JSON. The shape is a contract; docs/json.md says it.
#[must_use]
pub fn json(view: &TurnsView<'_>, catalogue: &Catalogue) -> String {
    let happens = view.happenings.iter().map(|one| {
        let mut object = Object::new();
        if one.passes {
            object.insert("time".to_owned(), one.name.as_str().into());
        } else {
            object.insert("action".to_owned(), one.name.as_str().into());
            object.insert("roles".to_owned(), deeds::roles_json(&one.roles).into());
        }
        object.into()
    });
    let turns = view.turns.iter().map(|turn| Turn {
        turn: turn.turn,
        changes: changes_json(&turn.changes, turn.samples),
        unable: Likely::new(&turn.unable, turn.samples),
        states: turn.states,
        left: turn.left.to_string(),
        unanswered: unanswered(&turn.unanswered, turn.samples, catalogue),
        left_out: &turn.left_out,
    });
    let beginning = view.beginning();
    let whole = Whole {
        ruleset: &view.game.id,
        expression: view.expression,
        happens: happens.collect(),
        before: changes_json(&beginning.changes, None),
        turns: turns.collect(),
        samples: view.samples(),
        seed: view.samples().and(view.seed),
    };
    json_line(&whole)
}

/// All rows as comma-separated values, the titles first.
#[must_use]
pub fn csv(view: &TurnsView<'_>) -> String {
    deeds::csv_of_turns(view)
}

/// One SVG: for each track of each person a line for each state, and one with the tags.
#[must_use]
pub fn svg(view: &TurnsView<'_>, catalogue: &Catalogue) -> String {
    let changing = view.changing();
    let turns = view.with_beginning();
    let view = &TurnsView { turns: &turns, ..*view };
    let mut plots = Vec::new();
    let mut description = Vec::new();
    for (who, changes) in by_person(&changing, catalogue) {
        let mut had = Vec::new();
        for change in changes {
            let columns = tracks(view, change, false, catalogue).into_iter().filter(Track::is_chance);
            let curves = columns.map(|column| curve(view, &column));
            if matches!(change.what, Changing::State(_)) {
                let plot = plot(format!("{who} · {}", change.called), curves.collect(), catalogue);
                plots.push(plot);
            } else {
                had.extend(curves);
            }
        }
        if !had.is_empty() {
            plots.push(plot(format!("{who} · {}", catalogue.text("odds-has", &Vec::new())), had, catalogue));
        }
    }
    for plot in &plots {
        let last = plot.curves.iter().filter_map(|curve| curve.points.last()).map(|(.., words)| words.as_str());
        description.push(format!("{}: {}", plot.beside, last.collect::<Vec<_>>().join("; ")));
    }
    let groups: Vec<&[Plot]> = plots.iter().map(std::slice::from_ref).collect();
    picture(&view.title(catalogue).words(), &description.join("\n"), &groups, catalogue)
}

fn curve(view: &TurnsView<'_>, column: &Track) -> Curve {
    let points = view.turns.iter().zip(&column.cells).filter_map(|(turn, cell)| match cell {
        Cell::Chance(chance) => {
            let words = format!("{} {}: {}", turn.turn, column.title, figures::percent(chance));
            Some((f64::from(turn.turn), figures::float(chance), words))
        }
        Cell::Mean(..) => None,
    });
    Curve { name: column.title.clone(), points: points.collect() }
}

fn plot(beside: String, curves: Vec<Curve>, catalogue: &Catalogue) -> Plot {
    let below = catalogue.text("odds-turn", &Vec::new());
    Plot { below, beside, shares: true, places: Places::Numbers, curves, lines: true, note: None }
}
