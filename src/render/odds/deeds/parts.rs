//! The parts of what an action leads to that are the same turn after turn.

use std::collections::BTreeSet;

use super::super::charts::{self, Manner, Title};
use super::super::figures;
use super::{Rows, value};
use crate::check::program::Game;
use crate::eval::Answer;
use crate::odds::{ChangeOdds, Changing, Distribution, UNNAMED, numbers};
use crate::render::Catalogue;
use crate::render::document::{Document, Line};
use crate::state::TABLE;

/// So many numbers are told in a line; more have a table.
const IN_A_LINE: usize = 3;
/// So many words are.
const WORDS_IN_A_LINE: usize = 8;

/// Whether values take a table.
pub(super) fn has_table(values: &Distribution<Answer>) -> bool {
    let count = values.ways().len();
    count > WORDS_IN_A_LINE || (numbers(values).is_some() && count > IN_A_LINE)
}

/// Values with a name: certain or few in a line, many in a table with bars.
pub(super) fn told(title: Title<'_>, values: &Distribution<Answer>, manner: Manner, catalogue: &Catalogue) -> Document {
    let numbers = numbers(values);
    let count = values.ways().len();
    let missing = values.left();
    if numbers.is_some() && count > IN_A_LINE {
        let mut document = Document::new().gap();
        document.append(charts::distribution(values, title, manner, catalogue));
        if !missing.is_never() {
            document = document.line(none(&missing, manner, catalogue));
        }
        return document;
    }
    let word = |answer: &Answer| Line::new().strong(value(answer, title.signed, catalogue));
    if count > WORDS_IN_A_LINE {
        let rows = values.chances().map(|(answer, chance)| (word(answer), chance)).collect();
        return Document::new().gap().chart(charts::names(title.text, rows, manner, catalogue));
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
        parts.push(none(&missing, manner, catalogue));
    }
    if let Some(mean) = numbers.filter(|_| title.signed).and_then(|numbers| numbers.mean()) {
        let mean = Line::new().strong(figures::mean(&mean, manner.samples));
        parts.push(Line::new().plain(format!("{} ", catalogue.text("odds-mean", &Vec::new()))).then(mean));
    }
    Document::new().line(line.then(Line::join(parts, " · ")))
}

/// How often there is no value.
fn none(chance: &crate::odds::Chance, manner: Manner, catalogue: &Catalogue) -> Line {
    let words = figures::percent_and_aside(chance, manner.samples);
    Line::new().plain(format!("{} ", catalogue.text("odds-none", &Vec::new()))).then(words)
}

/// Changes with whose they are: the order of the table, states first.
pub(in crate::render::odds) fn by_person<'c>(
    changes: &'c [ChangeOdds],
    catalogue: &Catalogue,
) -> Vec<(String, Vec<&'c ChangeOdds>)> {
    let mut people: Vec<(usize, String, Vec<&ChangeOdds>)> = Vec::new();
    for change in changes {
        match people.iter_mut().find(|(who, ..)| *who == change.who) {
            Some((.., all)) => all.push(change),
            None => {
                let table = || catalogue.text("deed-table", &Vec::new());
                let name = if change.who == TABLE { table() } else { change.name.clone() };
                people.push((change.who, name, vec![change]));
            }
        }
    }
    people.sort_by_key(|(who, ..)| *who);
    for (.., changes) in &mut people {
        changes.sort_by_key(|change| match change.what {
            Changing::State(index) => (0, index),
            Changing::Marks(index) => (1, index),
            Changing::Points(index) => (2, index),
            Changing::Tags(index) => (3, index),
            Changing::Trait(index) => (4, index),
        });
    }
    people.into_iter().map(|(_, name, changes)| (name, changes)).collect()
}

/// What a change is about: points, a track, a tag.
pub(in crate::render::odds) fn about(change: &ChangeOdds, catalogue: &Catalogue) -> String {
    match change.what {
        Changing::Marks(_) => catalogue.text("odds-marks", &vec![("name", change.called.as_str().into())]),
        _ => change.called.clone(),
    }
}

/// The states of a track in the ruleset's order, and whatever else there is.
pub(in crate::render::odds) fn state_rows(
    game: &Game,
    track: usize,
    change: &ChangeOdds,
    catalogue: &Catalogue,
) -> Rows {
    let order = game.tracks.get(track).map(|track| track.states.as_slice()).unwrap_or_default();
    let place = |answer: &Answer| match answer {
        Answer::Text(name) => order.iter().position(|state| *state.name == **name).unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    let mut rows: Vec<_> = change.to.chances().collect();
    rows.sort_by_key(|(answer, _)| place(answer));
    rows.into_iter().map(|(answer, chance)| (Line::new().strong(value(answer, false, catalogue)), chance)).collect()
}

/// How somebody is afterwards.
pub(in crate::render::odds) fn afterwards(
    game: &Game,
    changes: &[&ChangeOdds],
    manner: Manner,
    catalogue: &Catalogue,
) -> Document {
    let mut document = Document::new();
    let mut had: Rows = Vec::new();
    for change in changes {
        let title = about(change, catalogue);
        let signed = matches!(change.what, Changing::Points(_) | Changing::Marks(_));
        match change.what {
            Changing::State(track) if change.to.ways().len() > 1 => {
                let rows = state_rows(game, track, change, catalogue);
                document = document.chart(charts::names(&title, rows, manner, catalogue));
            }
            // Of those that one has or has not, all that one may have stand together.
            Changing::Tags(_) if is_flag(change) => {
                had.push((Line::new().strong(&title), change.to.chance(&Answer::Flag(true))));
            }
            Changing::Tags(_) if change.to.ways().len() > 1 && numbers(&change.to).is_none() => {
                let names = names(&change.to);
                // What all have in common has not changed.
                let whole = change.to.whole();
                let differs = |name: &&String| change.to.chance_that(|answer| has(answer, name)) != whole;
                let each = names.iter().filter(differs).map(|name| {
                    let chance = change.to.chance_that(|answer| has(answer, name));
                    let line = Line::new().strong(tag(name, catalogue));
                    line.plain(" ").then(figures::percent_and_aside(&chance, manner.samples))
                });
                let line = Line::new().name(&title).plain(": ").then(Line::join(each, " · "));
                document = document.line(line);
            }
            _ => document.append(told(Title { text: &title, signed }, &change.to, manner, catalogue)),
        }
    }
    if !had.is_empty() {
        let title = catalogue.text("odds-has", &Vec::new());
        document = document.gap().chart(charts::names(&title, had, manner, catalogue));
    }
    document
}

/// The names of all tags that somebody may have afterwards.
pub(in crate::render::odds) fn names(values: &Distribution<Answer>) -> BTreeSet<String> {
    let texts = values.ways().iter().filter_map(|(answer, _)| match answer {
        Answer::Text(text) => Some(text),
        _ => None,
    });
    texts.flat_map(|text| text.split(", ")).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Whether there is a tag of this name among several.
pub(in crate::render::odds) fn has(answer: &Answer, name: &str) -> bool {
    matches!(answer, Answer::Text(text) if text.split(", ").any(|one| one == name))
}

/// A tag's name, which may not be known yet.
pub(in crate::render::odds) fn tag(name: &str, catalogue: &Catalogue) -> String {
    if name == UNNAMED { catalogue.text("odds-unnamed", &Vec::new()) } else { name.to_owned() }
}

/// Whether a tag is had or not, and nothing else is known of it.
pub(in crate::render::odds) fn is_flag(change: &ChangeOdds) -> bool {
    change.to.ways().iter().all(|(answer, _)| matches!(answer, Answer::Flag(_)))
}
