//! The changes of characters, and named results with few or many values.

use std::collections::BTreeSet;

use super::facts::{summary, values};
use super::figures::{self, Measure};
use super::plot::{Curve, Plot, SeriesOfValues, count, values as plot_of_values};
use super::table::{self, ChanceStyle, Title};
use super::{Cumulation, Spreadsheet, outcomes};
use crate::check::program::CheckedGame;
use crate::engine::Answer;
use crate::odds::{Chance, ChangeOdds, Changing, Distribution, UNNAMED, names_listed};
use crate::report::Catalogue;
use crate::report::document::{Document, Line};
use crate::report::json::Object;
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::world::TABLE;

/// What a row of a spreadsheet is about.
pub(super) const COLUMNS: [&str; 2] = ["who", "name"];

/// So many numbers are shown in a line; more have a table.
const IN_A_LINE: usize = 3;
const WORDS_IN_A_LINE: usize = 8;

/// Whether values take a table.
pub(super) fn has_table(values: &Distribution<Answer>) -> bool {
    let count = values.ways().len();
    count > WORDS_IN_A_LINE || (count > IN_A_LINE && values.is_of_numbers())
}

/// Changes with whose they are: the order of the table, states first.
pub(super) fn by_person<'c>(changes: &'c [ChangeOdds], catalogue: &Catalogue) -> Vec<(String, Vec<&'c ChangeOdds>)> {
    let mut people: Vec<(usize, String, Vec<&ChangeOdds>)> = Vec::new();
    for change in changes {
        match people.iter_mut().find(|(who, ..)| *who == change.who) {
            Some((.., all)) => all.push(change),
            None => {
                let table = || catalogue.say("deed-table");
                let name = if change.who == TABLE { table() } else { change.name.clone() };
                people.push((change.who, name, vec![change]));
            }
        }
    }
    people.order_by_key(|(who, ..)| *who);
    for (.., changes) in &mut people {
        changes.order_by_key(|change| match change.what {
            Changing::State(index) => (0, index),
            Changing::Marks(track) => (1, track.index()),
            Changing::Points(points) => (2, points.index()),
            Changing::Tags(kind) => (3, kind.index()),
            Changing::Trait(index) => (4, index),
            Changing::Kinds(track) => (5, track.index()),
            Changing::Values(kind) => (6, kind.index()),
            Changing::Lasts(kind) => (7, kind.index()),
        });
    }
    people.into_iter().map(|(_, name, changes)| (name, changes)).collect()
}

/// What a change is about: points, a track, a tag.
pub(super) fn about(change: &ChangeOdds, catalogue: &Catalogue) -> String {
    let id = match change.what {
        Changing::Marks(_) => "odds-marks",
        Changing::Kinds(_) => "odds-other-marks",
        Changing::Values(_) => "odds-other-values",
        Changing::Lasts(_) => "odds-other-duration",
        Changing::Points(_) | Changing::State(_) | Changing::Tags(_) | Changing::Trait(_) => {
            return change.called.clone();
        }
    };
    catalogue.text(id, &vec![("name", change.called.as_str().into())])
}

/// The states of a holder in the ruleset's order, and whatever else there is.
pub(super) fn state_rows(
    game: &CheckedGame,
    holder: usize,
    change: &ChangeOdds,
    catalogue: &Catalogue,
) -> Vec<(Line, Chance)> {
    let order = game.holder(holder).map(|one| one.states).unwrap_or_default();
    let place = |answer: &Answer| match answer {
        Answer::Text(name) => order.iter().position(|state| *state.name == **name).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let mut rows: Vec<_> = change.to.chances().collect();
    rows.order_by_key(|(answer, _)| place(answer));
    rows.into_iter().map(|(answer, chance)| (Line::new().strong(value(answer, false, catalogue)), chance)).collect()
}

/// The names of all tags that a character may have afterwards.
pub(super) fn names(values: &Distribution<Answer>) -> BTreeSet<String> {
    let texts = values.ways().iter().filter_map(|(answer, _)| match answer {
        Answer::Text(text) => Some(text),
        _ => None,
    });
    texts.flat_map(|text| names_listed(text)).map(str::to_owned).to_set()
}

/// Whether there is a tag of this name among several.
pub(super) fn has(answer: &Answer, name: &str) -> bool {
    matches!(answer, Answer::Text(text) if names_listed(text).any(|one| one == name))
}

/// A tag's name, which may not be known yet.
pub(super) fn tag(name: &str, catalogue: &Catalogue) -> String {
    if name == UNNAMED { catalogue.say("odds-unnamed") } else { name.to_owned() }
}

/// Whether a tag is had or not, and nothing else is known of it.
pub(super) fn is_flag(change: &ChangeOdds) -> bool {
    change.to.ways().iter().all(|(answer, _)| matches!(answer, Answer::Flag(_)))
}

/// A value as a change: with a sign where it says how much more or less there is.
pub(super) fn value(answer: &Answer, signed: bool, catalogue: &Catalogue) -> String {
    match answer {
        Answer::Number(number) if signed => outcomes::signed(*number),
        Answer::Text(text) if text.is_empty() => catalogue.say("odds-none"),
        _ => outcomes::value(answer, catalogue),
    }
}

/// Tables of changes and of named values.
#[derive(Clone, Copy)]
pub(super) struct TablesOfChanges<'a> {
    pub(super) game: &'a CheckedGame,
    pub(super) manner: ChanceStyle,
    pub(super) catalogue: &'a Catalogue,
}

impl TablesOfChanges<'_> {
    /// Values with a name: certain or few in a line, many in a table with bars.
    pub(super) fn told(self, title: Title<'_>, values: &Distribution<Answer>) -> Document {
        let Self { manner, catalogue, .. } = self;
        let count = values.ways().len();
        let missing = values.left();
        if count > IN_A_LINE && values.is_of_numbers() {
            let mut document = Document::new().gap();
            document.append(table::distribution(values, title, manner, catalogue));
            if !missing.is_never() {
                document = document.line(self.none(&missing));
            }
            return document;
        }
        let word = |answer: &Answer| Line::new().strong(value(answer, title.signed, catalogue));
        if count > WORDS_IN_A_LINE {
            let rows = values.chances().map(|(answer, chance)| (word(answer), chance)).collect();
            return Document::new().gap().block(table::names(title.text, rows, manner, catalogue));
        }
        let line = Line::new().name(title.text).plain(": ");
        if let ([(only, _)], true) = (values.ways(), missing.is_never()) {
            return Document::new().line(line.then(word(only)));
        }
        let each = values.chances().map(|(answer, chance)| {
            let line = word(answer).plain(format!(" {}", figures::percent(&chance)));
            match manner.samples {
                Some(_) => line.dim(format!(" ({})", figures::aside(&chance, manner.samples).unwrap_or_default())),
                None => line,
            }
        });
        let mut parts: Vec<Line> = each.collect();
        // What is not the case needs no word of its own.
        let flags = values.ways().iter().all(|(answer, _)| *answer == Answer::Flag(true));
        if !missing.is_never() && !flags {
            parts.push(self.none(&missing));
        }
        if let Some(mean) = values.mean().filter(|_| title.signed) {
            let mean = Line::new().strong(figures::mean(&mean, manner.samples));
            parts.push(Line::new().plain(format!("{} ", catalogue.say("odds-mean"))).then(mean));
        }
        Document::new().line(line.then(Line::join(parts, " · ")))
    }

    /// How often there is no value.
    fn none(self, chance: &Chance) -> Line {
        let words = figures::percent_and_aside(chance, self.manner.samples);
        Line::new().plain(format!("{} ", self.catalogue.say("odds-none"))).then(words)
    }

    /// How a character is afterwards.
    pub(super) fn afterwards(self, changes: &[&ChangeOdds]) -> Document {
        let Self { game, manner, catalogue } = self;
        let mut document = Document::new();
        let mut had = Vec::new();
        for change in changes {
            let title = about(change, catalogue);
            let signed = matches!(change.what, Changing::Points(_) | Changing::Marks(_));
            match change.what {
                Changing::State(track) if change.to.ways().len() > 1 => {
                    let rows = state_rows(game, track, change, catalogue);
                    document = document.block(table::names(&title, rows, manner, catalogue));
                }
                // Of those that one has or has not, all that one may have stand together.
                Changing::Tags(_) if is_flag(change) => {
                    had.push((Line::new().strong(&title), change.to.chance(&Answer::Flag(true))));
                }
                Changing::Tags(_) if change.to.ways().len() > 1 && !change.to.is_of_numbers() => {
                    let names = names(&change.to);
                    // What was there before and is there in any case has not changed.
                    let whole = change.to.whole();
                    let differs = |name: &&String| {
                        !change.had.contains(name) || change.to.chance_that(|answer| has(answer, name)) != whole
                    };
                    let each = names.iter().filter(differs).map(|name| {
                        let chance = change.to.chance_that(|answer| has(answer, name));
                        let line = Line::new().strong(tag(name, catalogue));
                        line.plain(" ").then(figures::percent_and_aside(&chance, manner.samples))
                    });
                    let line = Line::new().name(&title).plain(": ").then(Line::join(each, " · "));
                    document = document.line(line);
                }
                _ => document.append(self.told(Title { text: &title, signed }, &change.to)),
            }
        }
        if !had.is_empty() {
            let title = catalogue.say("odds-has");
            document = document.gap().block(table::names(&title, had, manner, catalogue));
        }
        document
    }
}

/// The numbers of something that is no test, if there are more than a few.
pub(super) fn plot_of_numbers(
    below: String,
    values: &Distribution<Answer>,
    all: bool,
    catalogue: &Catalogue,
) -> Option<Plot> {
    if values.ways().len() <= IN_A_LINE || !values.is_of_numbers() {
        return None;
    }
    let series = [SeriesOfValues::new(&below, "", values)];
    let plot = plot_of_values(below.clone(), &series, Cumulation::Exactly, all, catalogue)?;
    Some(Plot { beside: catalogue.say("odds-chance"), ..plot })
}

/// A character's change as a picture: states beside one another, or numbers if there are more than a few.
pub(super) fn plot(
    game: &CheckedGame,
    who: &str,
    change: &ChangeOdds,
    all: bool,
    catalogue: &Catalogue,
) -> Option<Plot> {
    let below = format!("{who} · {}", about(change, catalogue));
    let Changing::State(track) = change.what else { return plot_of_numbers(below, &change.to, all, catalogue) };
    let (names, chances): (Vec<Line>, Vec<Chance>) = state_rows(game, track, change, catalogue).into_iter().unzip();
    let names: Vec<String> = names.iter().map(Line::words).collect();
    let points = names.iter().zip(chances).enumerate();
    let points = points.map(|(index, (name, chance))| (count(index), name.clone(), Measure::Chance(chance)));
    let curve = Curve::new(&change.called, "", points);
    Some(Plot::bars(below, names, vec![curve], catalogue))
}

/// What changes, for programs.
pub(super) fn facts(changes: &[ChangeOdds], samples: Option<u64>) -> impl Iterator<Item = Object> {
    changes.iter().map(move |change| {
        Object::new()
            .put("who", who(change))
            .put("what", what(change))
            .put("name", change.called.as_str())
            .each("values", values(&change.to, samples))
            .and(summary(&change.to))
    })
}

/// What changes, as rows of a spreadsheet; behind them a row is about no character.
pub(super) fn rows(sheet: &mut Spreadsheet, changes: &[ChangeOdds], turn: Option<u32>) {
    let more = |who: &str, name: &str| {
        let cells = [who, name].map(str::to_owned).into_iter();
        cells.chain(turn.map(|turn| turn.to_string())).collect()
    };
    for change in changes {
        sheet.more = more(who(change), &change.called);
        sheet.values(&change.to, what(change));
    }
    sheet.more = more("", "");
}

/// Whose change it is; of the table as sheets call it.
fn who(change: &ChangeOdds) -> &str {
    if change.who == TABLE { "table" } else { &change.name }
}

/// The word for what changes.
fn what(change: &ChangeOdds) -> &'static str {
    match change.what {
        Changing::Points(_) => "points",
        Changing::Marks(_) => "marks",
        Changing::State(_) => "state",
        Changing::Tags(_) => "tags",
        Changing::Trait(_) => "trait",
        Changing::Kinds(_) => "other marks",
        Changing::Values(_) => "other values",
        Changing::Lasts(_) => "other duration",
    }
}
