//! Odds turn after turn: the possible states of each character after each turn, with their probabilities.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::action::{self, roles};
use super::changes::{self, about, by_person, has, is_flag, names, state_rows, tag};
use super::facts::{self, likely, unanswered};
use super::figures::{self, Measure};
use super::plot::{Curve, Picture, Plot};
use super::table::TableBuilder;
use super::{Report, Spreadsheet, outcomes, policy};
use crate::check::program::CheckedGame;
use crate::engine::Answer;
use crate::odds::{Chance, ChangeOdds, Changing, Distribution, TurnOdds};
use crate::report::Catalogue;
use crate::report::document::{Block, Document, DocumentColumn, Line};
use crate::report::json::{Json, Object, Seed};
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::world::{Look, TraitLook};

/// Beside more chances than this there is no room for bars.
const BARS: usize = 3;
/// More chances than this are shown with one place.
const EXACTLY: usize = 3;

/// The odds of several turns, and how to show them.
#[derive(Debug, Clone, Copy)]
pub struct TurnsView<'a> {
    pub game: &'a CheckedGame,
    pub expression: &'a str,
    /// What happens in a turn, in its order.
    pub happenings: &'a [TurnEvent],
    /// How all characters were before the first turn, by place at the table.
    pub before: &'a [Look],
    /// How all characters are after each turn.
    pub turns: &'a [&'a TurnOdds],
    /// Interventions that are done only where a condition holds, and that condition.
    pub policy: &'a [(String, String)],
    /// The seed of what was only sampled.
    pub seed: Option<Seed>,
}

/// An action or passing time in a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnEvent {
    /// The name of an action or of a time.
    pub name: String,
    /// It is a time that passes.
    pub passes: bool,
    /// The characters in each role, by name.
    pub roles: Vec<(String, Vec<String>)>,
    /// The answers, by name.
    pub answers: Vec<(String, String)>,
}

impl TurnsView<'_> {
    /// How many samples all of it comes from.
    fn samples(&self) -> Option<u64> {
        self.turns.iter().find_map(|turn| turn.samples)
    }

    /// How everything that changes is before the first turn.
    fn beginning(&self) -> TurnOdds {
        let (never, nothing) = (Chance::never(), Vec::new());
        let turn = TurnOdds {
            turn: 0,
            changes: nothing,
            states: Some(1),
            unable: never.clone(),
            left: never,
            unanswered: Vec::new(),
            left_out: Vec::new(),
            counted: Vec::new(),
            samples: self.samples(),
        };
        let changes = self.changing();
        let changes =
            changes.into_iter().map(|change| ChangeOdds { to: self.values(&turn, &change).into_owned(), ..change });
        TurnOdds { changes: changes.collect(), ..turn }
    }

    /// The beginning, and then turn after turn.
    fn with_beginning<'b>(&'b self, beginning: &'b TurnOdds) -> Vec<&'b TurnOdds> {
        std::iter::once(beginning).chain(self.turns.iter().copied()).collect()
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
    fn values<'b>(&self, turn: &'b TurnOdds, change: &ChangeOdds) -> Cow<'b, Distribution<Answer>> {
        let found = turn.changes.iter().find(|one| (one.who, one.what) == (change.who, change.what));
        match found {
            Some(found) => Cow::Borrowed(&found.to),
            None => {
                let look = self.before.get(change.who);
                let value = look.map_or(Answer::Number(0), |look| before(self.game, look, change));
                let unknown = turn.unanswered.iter().fold(turn.left.clone(), |sum, (_, chance)| sum.or(chance));
                let kept = unknown.not();
                Cow::Owned(Distribution::new(vec![(value, kept.ways().clone())], kept.all().clone()))
            }
        }
    }
}

/// What something was at first.
fn before(game: &CheckedGame, look: &Look, change: &ChangeOdds) -> Answer {
    match change.what {
        // These say how much more or less there is.
        Changing::Points(_) | Changing::Marks(_) => Answer::Number(0),
        Changing::State(_) => {
            let states = look.tracks.iter().map(|track| (&track.name, &track.state));
            let mut states = states.chain(look.points.iter().map(|points| (&points.name, &points.state)));
            let state = states.find(|(name, _)| **name == change.called).and_then(|(_, state)| state.clone());
            Answer::Text(state.unwrap_or_default())
        }
        Changing::Trait(_) => match look.traits.iter().find(|one| one.name == change.called) {
            Some(TraitLook { value: Some(value), .. }) => value.clone(),
            _ => Answer::Number(0),
        },
        Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) => Answer::Flag(false),
        Changing::Tags(kind) => {
            let held = look.tags.iter().filter(|tag| tag.kind == change.called);
            let kind = &game.tags[kind];
            // Cards that are counted are numbers afterwards, too.
            if kind.free_names && !change.to.is_of_numbers() {
                let mut names: Vec<String> = held.filter_map(|tag| tag.name.clone()).collect();
                names.order();
                Answer::Text(names.join(", "))
            } else if kind.several {
                Answer::Number(i64::try_from(held.count()).unwrap_or(i64::MAX))
            } else {
                Answer::Flag(held.count() > 0)
            }
        }
    }
}

/// A column of a table of turns.
struct TurnColumn {
    title: String,
    /// How likely it is after each turn, or what the mean is then.
    cells: Vec<Option<Measure>>,
    /// Means say how much more or less there is.
    signed: bool,
}

impl TurnColumn {
    fn is_chance(&self) -> bool {
        self.cells.iter().all(|cell| matches!(cell, Some(Measure::Chance(_))))
    }

    fn chances(&self) -> impl Iterator<Item = &Chance> {
        self.cells.iter().filter_map(|cell| match cell {
            Some(Measure::Chance(chance)) => Some(chance),
            _ => None,
        })
    }

    /// How far from what samples say the true chances may lie.
    fn widest(&self, samples: u64) -> Option<f64> {
        let reach = |chance| {
            let ([low, high], middle) = (figures::interval(chance, samples), figures::float(chance));
            (high - middle).max(middle - low)
        };
        // Of the beginning nothing is uncertain.
        self.chances().skip(1).map(reach).reduce(f64::max)
    }

    /// The line of its chances in a picture.
    fn curve(&self, view: &TurnsView<'_>) -> Curve {
        let points = view.turns.iter().zip(&self.cells).filter_map(|(turn, cell)| {
            Some((f64::from(turn.turn), format!("{} {}", turn.turn, self.title), cell.clone()?))
        });
        Curve::new(&self.title, "", points)
    }
}

/// The columns of one thing that changes.
fn tracks(view: &TurnsView<'_>, change: &ChangeOdds, prefix: bool, catalogue: &Catalogue) -> Vec<TurnColumn> {
    let after: Vec<Cow<'_, Distribution<Answer>>> = view.turns.iter().map(|turn| view.values(turn, change)).collect();
    let chances = |title: String, holds: &dyn Fn(&Answer) -> bool| {
        let cells = after.iter().map(|values| Some(Measure::Chance(values.chance_that(|answer| holds(answer)))));
        TurnColumn { title, cells: cells.collect(), signed: false }
    };
    let means = |signed: bool| {
        let mean = |values: &Cow<'_, Distribution<Answer>>| Some(Measure::Mean(values.mean()?));
        vec![TurnColumn { title: about(change, catalogue), cells: after.iter().map(mean).collect(), signed }]
    };
    let prefixed = |name: &str| if prefix { format!("{}: {name}", change.called) } else { name.to_owned() };
    match change.what {
        Changing::State(track) => {
            let every: BTreeSet<&Answer> = after.iter().flat_map(|values| values.ways()).map(|(one, _)| one).to_set();
            let all = every.into_iter().map(|answer| (answer.clone(), 1_u32.into())).collect();
            let all = ChangeOdds { to: Distribution::new(all, 1_u32.into()), ..change.clone() };
            let names = state_rows(view.game, track, &all, catalogue).into_iter().map(|(name, _)| name.words());
            let is = |name: &str| chances(prefixed(name), &|answer| changes::value(answer, false, catalogue) == name);
            names.map(|name| is(&name)).collect()
        }
        Changing::Tags(_) | Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) if is_flag(change) => {
            vec![chances(about(change, catalogue), &|answer| *answer == Answer::Flag(true))]
        }
        Changing::Tags(_) if !change.to.is_of_numbers() => {
            let names: BTreeSet<String> = after.iter().flat_map(|values| names(values)).to_set();
            // No character had one or will: it was asked for.
            if names.is_empty() {
                return vec![chances(
                    change.called.clone(),
                    &|answer| matches!(answer, Answer::Text(all) if !all.is_empty()),
                )];
            }
            let of = |name: String| {
                let title = format!("{}: {}", change.called, tag(&name, catalogue));
                chances(title, &|answer| has(answer, &name))
            };
            // What was kept all the time has not changed beside what has.
            let kept = |track: &TurnColumn| {
                track.cells.iter().all(|cell| matches!(cell, Some(Measure::Chance(one)) if one.is_always()))
            };
            let first = view.before.get(change.who).map(|look| before(view.game, look, change));
            let had = |name: &str| first.as_ref().is_some_and(|first| has(first, name));
            let all = names.into_iter().map(|name| (had(&name), of(name)));
            let (same, changed): (Vec<_>, Vec<_>) = all.partition(|(had, track)| *had && kept(track));
            let told = if changed.is_empty() { same } else { changed };
            told.into_iter().map(|(_, track)| track).collect()
        }
        Changing::Trait(_) if !change.to.is_of_numbers() => {
            let words: BTreeSet<&Answer> = after.iter().flat_map(|values| values.ways()).map(|(one, _)| one).to_set();
            let of = |word: &Answer| {
                chances(format!("{}: {}", change.called, changes::value(word, false, catalogue)), &|answer| {
                    answer == word
                })
            };
            words.into_iter().map(of).collect()
        }
        Changing::Points(_) | Changing::Marks(_) => means(true),
        Changing::Tags(_) | Changing::Trait(_) | Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) => {
            means(false)
        }
    }
}

impl Report for TurnsView<'_> {
    fn title(&self, catalogue: &Catalogue) -> Line {
        let titles = self.happenings.iter().map(|one| {
            if one.passes {
                Line::new().plain(catalogue.text("deed-passes", &vec![("time", one.name.as_str().into())]))
            } else {
                action::title(&one.name, &one.roles, &one.answers)
            }
        });
        Line::join(titles, " → ")
    }

    /// A table for each person.
    fn document(&self, catalogue: &Catalogue) -> Document {
        let mut document = Document::new().heading(self.title(catalogue));
        for line in policy::lines(self.policy, catalogue) {
            document = document.line(line);
        }
        let changing = self.changing();
        let left_out = self.turns.last().is_some_and(|turn| !turn.left_out.is_empty());
        if changing.is_empty() && !left_out {
            document = document.line(catalogue.say("odds-turns-change-nothing"));
        }
        let beginning = self.beginning();
        let turns = self.with_beginning(&beginning);
        let begun = &TurnsView { turns: &turns, ..*self };
        let (people, signed, widest) = begun.people(&begun.labels(catalogue), catalogue);
        document.append(people);
        let mut notes = Vec::new();
        if signed {
            notes.push(Line::new().dim(catalogue.say("odds-mean-change")));
        }
        if self.turns.iter().any(|turn| !turn.unable.is_never()) {
            let cells = self.turns.iter().map(|turn| Some(Measure::Chance(turn.unable.clone()))).collect();
            let column = TurnColumn { title: catalogue.say("odds-unable"), cells, signed: false };
            document = document.gap().block(table(self.labels(catalogue), &[column]));
        }
        if let Some(left) = self.turns.iter().map(|turn| &turn.left).max().filter(|left| !left.is_never()) {
            let words = figures::percent_and_aside(left, None).words();
            notes.push(Line::from(catalogue.text("odds-left-at-most", &vec![("chance", words.into())])));
        }
        if let Some(last) = self.turns.last() {
            notes.extend(outcomes::unanswered(&last.unanswered, last.samples, catalogue));
            notes.extend(outcomes::counted(&last.counted, catalogue));
            if let Some(first) = last.left_out.first() {
                let args = vec![("names", last.left_out.join(", ").into()), ("first", first.as_str().into())];
                notes.push(Line::from(catalogue.text("odds-tags-left-out", &args)));
            }
        }
        if let Some(samples) = self.samples() {
            notes.push(outcomes::sampled(samples, self.seed, catalogue));
            if widest > 0.0 {
                let widest = format!("{:.2}", widest * 100.0);
                notes.push(Line::from(catalogue.text("odds-within", &vec![("points", widest.into())])));
            }
        }
        notes.into_iter().fold(document, Document::line)
    }

    /// For each track of each person a line for each state, and one plot with the tags.
    fn picture(&self, catalogue: &Catalogue) -> Picture {
        let changing = self.changing();
        let beginning = self.beginning();
        let turns = self.with_beginning(&beginning);
        let view = &TurnsView { turns: &turns, ..*self };
        let plot = |beside: String, curves| {
            let below = catalogue.say("odds-turn");
            Plot { below, beside, shares: true, curves, lines: true, ..Plot::default() }
        };
        let mut plots = Vec::new();
        for (who, changes) in by_person(&changing, catalogue) {
            let mut had = Vec::new();
            for change in changes {
                let columns = tracks(view, change, false, catalogue).into_iter().filter(TurnColumn::is_chance);
                let curves = columns.map(|column| column.curve(view));
                if matches!(change.what, Changing::State(_)) {
                    plots.push(plot(format!("{who} · {}", change.called), curves.collect()));
                } else {
                    had.extend(curves);
                }
            }
            if !had.is_empty() {
                plots.push(plot(format!("{who} · {}", catalogue.say("odds-has")), had));
            }
        }
        let last = |plot: &Plot| {
            let last = plot.curves.iter().filter_map(|curve| curve.points.last()).map(|(.., words)| words.as_str());
            format!("{}: {}", plot.beside, last.collect::<Vec<_>>().join("; "))
        };
        let description = plots.iter().map(last).collect();
        Picture { description, groups: plots.into_iter().map(|plot| vec![plot]).collect() }
    }

    fn facts(&self, catalogue: &Catalogue) -> Json {
        let happens = self.happenings.iter().map(|one| match one.passes {
            true => Object::new().put("time", one.name.as_str()),
            false => Object::new().put("action", one.name.as_str()).put("roles", roles(&one.roles)),
        });
        let turns = self.turns.iter().map(|turn| {
            Object::new()
                .put("turn", turn.turn)
                .list("changes", changes::facts(&turn.changes, turn.samples))
                .object("unable", Some(likely(&turn.unable, turn.samples)))
                .put("states", turn.states)
                .put("left", turn.left.to_string())
                .list("unanswered", unanswered(&turn.unanswered, turn.samples, catalogue))
                .put("left_out", turn.left_out.clone())
                .put_some("counted", (!turn.counted.is_empty()).then(|| turn.counted.clone()))
        });
        let object = Object::versioned()
            .put("ruleset", self.game.id.as_str())
            .put("expression", self.expression)
            .list("happens", happens)
            .and(policy::facts(self.policy, None))
            .list("before", changes::facts(&self.beginning().changes, None))
            .list("turns", turns)
            .and(facts::samples(self.samples(), self.seed));
        Json::Object(object)
    }

    fn sheet(&self, _: &Catalogue) -> Spreadsheet {
        let mut sheet = Spreadsheet::new(changes::COLUMNS.into_iter().chain(["turn"]), self.samples().is_some());
        sheet.expression = self.expression.to_owned();
        sheet.ruleset.clone_from(&self.game.id);
        sheet.samples = self.samples();
        sheet.certain = true;
        changes::rows(&mut sheet, &self.beginning().changes, Some(0));
        // Before the first turn nothing is uncertain.
        sheet.certain = false;
        for turn in self.turns {
            changes::rows(&mut sheet, &turn.changes, Some(turn.turn));
            sheet.perhaps(&turn.unable, "unable");
            sheet.perhaps(&turn.left, "left");
            sheet.unanswered(&turn.unanswered);
        }
        sheet
    }

    fn bytes(&self) -> u64 {
        let values = self.turns.iter().flat_map(|turn| &turn.changes).map(|change| change.to.written());
        values.fold(0, u64::saturating_add)
    }
}

/// The title of the first column, and the label of each row.
pub(super) type Labels = (DocumentColumn, Vec<Line>);

impl TurnsView<'_> {
    fn labels(&self, catalogue: &Catalogue) -> Labels {
        let labels = self.turns.iter().map(|turn| Line::new().strong(turn.turn.to_string()));
        (DocumentColumn::right(catalogue.say("odds-turn")), labels.collect())
    }

    /// A table for each person with a row for each turn; whether means in it say how much more or less there is, and how
    /// far from what samples say the true chances may lie.
    pub(super) fn people(&self, labels: &Labels, catalogue: &Catalogue) -> (Document, bool, f64) {
        let (mut document, mut signed, mut widest) = (Document::new(), false, 0.0);
        for (name, changes) in by_person(&self.changing(), catalogue) {
            let prefix = changes.iter().filter(|change| matches!(change.what, Changing::State(_))).count() > 1;
            let columns: Vec<TurnColumn> =
                changes.iter().flat_map(|change| tracks(self, change, prefix, catalogue)).collect();
            widest = columns.iter().filter_map(|column| column.widest(self.samples()?)).fold(widest, f64::max);
            signed |= columns.iter().any(|column| column.signed);
            document = document.heading(Line::new().name(name)).block(table(labels.clone(), &columns));
        }
        (document, signed, widest)
    }
}

/// Tracks side by side.
fn table((title, labels): Labels, columns: &[TurnColumn]) -> Block {
    let chances = columns.iter().filter(|column| column.is_chance()).count();
    let mut table = TableBuilder::new(title, labels);
    let always = Chance::always();
    for column in columns {
        let cells = column.cells.iter().map(|cell| match cell {
            Some(Measure::Mean(mean)) if column.signed => figures::signed(mean),
            Some(measure) if chances <= EXACTLY => measure.words(),
            Some(measure) => measure.short(),
            None => "–".to_owned(),
        });
        table = table.column(DocumentColumn::right(column.title.as_str()), cells.map(|cell| Line::new().number(cell)));
        if column.is_chance() && chances <= BARS {
            let bars: Vec<Chance> = column.chances().cloned().collect();
            table = table.bars(&bars, [&always]);
        }
    }
    table.folds().build()
}
