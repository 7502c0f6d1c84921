//! The joint distribution of two values of the same throws.

use std::collections::BTreeSet;

use super::facts::likely;
use super::table::{ChanceStyle, TableBuilder};
use super::{figures, outcomes};
use crate::engine::Answer;
use crate::limits::ROWS;
use crate::odds::{Chance, JointOdds, Odds};
use crate::report::Catalogue;
use crate::report::document::{Block, Document, DocumentColumn, DocumentTable, Line};
use crate::report::json::{Object, to_json};
use crate::sort::{Gather as _, Sort as _};

/// The column of the second of two things in a spreadsheet, and its key in JSON.
pub(super) const BESIDE: &str = "beside";
/// A cross table has at most so many columns of values and so many rows.
const COLUMNS: usize = 12;
const LINES: usize = 60;
/// The likeliest pairs that a list shows.
const LISTED: usize = 40;

/// A cross table, with what each thing comes to alone at its ends; where it would be large, a list of the likeliest
/// pairs.
pub(super) fn table(odds: &Odds, pairs: &JointOdds, manner: ChanceStyle, catalogue: &Catalogue) -> Document {
    let ways = pairs.values.ways();
    let second: BTreeSet<&Answer> = ways.iter().map(|((_, beside), _)| beside).to_set();
    let first: BTreeSet<&Answer> = ways.iter().map(|((value, _), _)| value).to_set();
    let titles = |at: usize| pairs.titles.get(at).map_or("", String::as_str);
    if second.len() > COLUMNS || first.len() > LINES {
        return list(pairs, [titles(0), titles(1)], manner, catalogue);
    }
    // Outcomes stand in the ruleset's order.
    let place = |value: &Answer| match value {
        Answer::Text(text) => odds.outcomes.iter().position(|one| one.name.as_deref() == Some(text)).unwrap_or(0),
        _ => 0,
    };
    let mut first: Vec<&Answer> = first.into_iter().collect();
    first.order_by_key(|value| place(value));
    let sum = |of: &dyn Fn(&Answer, &Answer) -> bool| {
        let chances = pairs.values.chances().filter(|((value, beside), _)| of(value, beside));
        chances.fold(Chance::never(), |sum, (_, chance)| sum.or(&chance))
    };
    let cell = |chance: &Chance| Line::new().number(figures::percent(chance));
    let all = Line::new().strong(catalogue.say("odds-pairs-all"));
    let mut columns = vec![DocumentColumn::left(format!("{} \\ {}", titles(0), titles(1)))];
    columns.extend(second.iter().map(|beside| DocumentColumn::right(outcomes::value(beside, catalogue))));
    columns.push(DocumentColumn::right(all.clone()));
    let row = |title: Line, of: &dyn Fn(&Answer) -> bool| {
        let cells = second.iter().map(|one| cell(&sum(&|value, beside| of(value) && beside == *one)));
        std::iter::once(title).chain(cells).chain([cell(&sum(&|value, _| of(value)))]).collect()
    };
    let lines = first.iter().map(|one| row(Line::from(outcomes::value(one, catalogue)), &|value| value == *one));
    let mut rows: Vec<Vec<Line>> = lines.collect();
    rows.push(row(all, &|_| true));
    Document::new().block(Block::Table(DocumentTable { folds: true, ..DocumentTable::new(columns, rows) }))
}

fn list(pairs: &JointOdds, [one, other]: [&str; 2], manner: ChanceStyle, catalogue: &Catalogue) -> Document {
    let mut listed: Vec<(&(Answer, Answer), Chance)> = pairs.values.chances().collect();
    listed.order_by_key(|(_, chance)| std::cmp::Reverse(chance.clone()));
    let most = if manner.all { ROWS } else { LISTED };
    let hidden = listed.split_off(most.min(listed.len()));
    let (pairs, chances): (Vec<_>, Vec<Chance>) = listed.into_iter().unzip();
    let word = |answer: &Answer| Line::from(outcomes::value(answer, catalogue));
    let table = TableBuilder::new(DocumentColumn::right(one), pairs.iter().map(|(value, _)| word(value)));
    let table = table.column(DocumentColumn::right(other), pairs.iter().map(|(_, beside)| word(beside)));
    let table = table.chances(catalogue.say("odds-chance"), &chances).bars(&chances, &chances);
    let document = Document::new().block(table.build());
    if hidden.is_empty() {
        return document;
    }
    let chance = hidden.iter().fold(Chance::never(), |sum, (_, chance)| sum.or(chance));
    let args = vec![("count", hidden.len().into()), ("chance", figures::percent(&chance).into())];
    document.line(Line::from(catalogue.text("odds-pairs-hidden", &args)))
}

/// The condition and the pairs, for programs; nothing where neither was asked for.
pub(super) fn facts(odds: &Odds) -> Object {
    let given = odds.given.as_ref().map(|given| {
        let object = Object::new().put("condition", given.condition.as_str()).and(likely(&given.chance, None));
        object.put_some("at_most", given.at_most.then_some(true))
    });
    let object = Object::new();
    let object = if given.is_some() { object.object("given", given) } else { object };
    let Some(pairs) = &odds.pairs else { return object };
    let values = pairs.values.chances().map(|((value, beside), chance)| {
        Object::new().put("value", to_json(value)).put(BESIDE, to_json(beside)).and(likely(&chance, odds.samples))
    });
    let titles: Vec<&str> = pairs.titles.iter().map(String::as_str).collect();
    object.object("pairs", Some(Object::new().put("of", titles).list("values", values.collect::<Vec<_>>())))
}
