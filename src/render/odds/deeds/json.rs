//! What an action leads to as JSON. The shape is a contract; docs/json.md says it.

use serde::Serialize;

use super::DeedView;
use crate::eval::Answer;
use crate::odds::{ChangeOdds, Changing, Distribution, Moved, TestOdds};
use crate::render::Catalogue;
use crate::render::json::Seed;
use crate::render::odds::json::{Likely, Margin, Object, Outcome, Success, Summary, Value};
use crate::render::odds::json::{Unanswered, by_label, ends, margin, summary, unanswered, values};
use crate::render::visible::json_line;
use crate::state::TABLE;

#[derive(Serialize)]
struct Whole<'a> {
    ruleset: &'a str,
    expression: &'a str,
    action: &'a str,
    roles: Object,
    // What other programs know of an expression, of the first test.
    values: Vec<Value<'a>>,
    outcomes: Vec<Outcome>,
    #[serde(flatten)]
    success: Success,
    #[serde(flatten)]
    summary: Summary<'a>,
    tests: Vec<Test<'a>>,
    computed: Object,
    changes: Vec<Change<'a>>,
    moved: Vec<Moves<'a>>,
    said: Vec<Said<'a>>,
    refused: Likely,
    left: String,
    unanswered: Vec<Unanswered>,
    samples: Option<u64>,
    #[serde(flatten)]
    seed: Option<Seed>,
}

#[derive(Serialize)]
struct Test<'a> {
    label: &'a str,
    test: &'a str,
    who: &'a [String],
    rolled: Likely,
    outcomes: Vec<Outcome>,
    #[serde(flatten)]
    success: Success,
    values: Vec<Value<'a>>,
    #[serde(flatten)]
    summary: Summary<'a>,
    margin: Option<serde_json::Value>,
    shown: Object,
}

/// Something that changes.
#[derive(Serialize)]
pub(in crate::render::odds) struct Change<'a> {
    who: &'a str,
    what: &'static str,
    name: &'a str,
    values: Vec<Value<'a>>,
    #[serde(flatten)]
    summary: Summary<'a>,
}

#[derive(Serialize)]
struct Moves<'a> {
    who: &'a str,
    name: &'a str,
    values: bool,
    #[serde(flatten)]
    chance: Likely,
}

#[derive(Serialize)]
struct Said<'a> {
    text: &'a str,
    #[serde(flatten)]
    chance: Likely,
}

fn moves(one: &Moved, samples: Option<u64>) -> Moves<'_> {
    let who = if one.who == TABLE { "table" } else { &one.name };
    Moves { who, name: &one.called, values: one.values, chance: Likely::new(&one.chance, samples) }
}

/// One line of JSON.
#[must_use]
pub fn render(view: &DeedView<'_>, catalogue: &Catalogue) -> String {
    let odds = view.odds;
    let nothing = Distribution::nothing();
    let first = odds.tests.first().map(|test| &test.odds);
    let totals = first.map_or(&nothing, |first| &first.values);
    let whole = Whole {
        ruleset: &view.game.id,
        expression: view.expression,
        action: view.action,
        roles: roles(view.roles),
        values: values(totals, odds.samples),
        outcomes: first.map(|first| ends(first, catalogue)).unwrap_or_default(),
        success: Success::of(first),
        summary: summary(totals),
        tests: odds.tests.iter().map(|one| test(one, catalogue)).collect(),
        computed: by_label(&odds.values, odds.samples),
        changes: changes(&odds.changes, odds.samples),
        moved: odds.moved.iter().map(|one| moves(one, odds.samples)).collect(),
        said: odds.said.iter().map(|(text, chance)| Said { text, chance: Likely::new(chance, odds.samples) }).collect(),
        refused: Likely::new(&odds.refused, odds.samples),
        left: odds.left.to_string(),
        unanswered: unanswered(&odds.unanswered, odds.samples, catalogue),
        samples: odds.samples,
        seed: odds.samples.and(view.seed),
    };
    json_line(&whole)
}

/// Who plays each role.
pub(in crate::render::odds) fn roles(roles: &[(String, Vec<String>)]) -> Object {
    roles.iter().map(|(role, people)| (role.clone(), people.clone().into())).collect()
}

fn test<'a>(test: &'a TestOdds, catalogue: &Catalogue) -> Test<'a> {
    let samples = test.odds.samples;
    let margins = test.odds.margin.as_ref().map(|margin| margin.map(|one| Answer::Number(*one)));
    let margin = |margins: &Distribution<Answer>| {
        let margin: Margin<'_> = margin(margins, samples);
        serde_json::to_value(margin).unwrap_or_default()
    };
    Test {
        label: &test.label,
        test: &test.test,
        who: &test.who,
        rolled: Likely::new(&test.rolled, samples),
        outcomes: ends(&test.odds, catalogue),
        success: Success::of(Some(&test.odds)),
        values: values(&test.odds.values, samples),
        summary: summary(&test.odds.values),
        margin: margins.as_ref().map(margin),
        shown: by_label(&test.odds.shown, samples),
    }
}

/// What changes.
pub(in crate::render::odds) fn changes(changes: &[ChangeOdds], samples: Option<u64>) -> Vec<Change<'_>> {
    let one = |change| Change {
        who: who(change),
        what: what(change),
        name: &change.called,
        values: values(&change.to, samples),
        summary: summary(&change.to),
    };
    changes.iter().map(one).collect()
}

/// Whose change it is; of the table as sheets call it.
pub(super) fn who(change: &ChangeOdds) -> &str {
    if change.who == crate::state::TABLE { "table" } else { &change.name }
}

/// The word for what changes.
pub(super) fn what(change: &ChangeOdds) -> &'static str {
    match change.what {
        Changing::Points(_) => "points",
        Changing::Marks(_) => "marks",
        Changing::State(_) => "state",
        Changing::Tags(_) => "tags",
        Changing::Trait(_) => "trait",
    }
}
