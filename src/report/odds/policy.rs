//! When interventions are done: given conditions, and the best decisions.

use super::Spreadsheet;
use super::facts::likely;
use super::figures;
use crate::engine::DiceRule;
use crate::odds::{Advice, BestPlay, BestWhen, Chance, Take};
use crate::report::Catalogue;
use crate::report::document::{Document, DocumentColumn, Line};
use crate::report::json::Object;
use crate::sort::Gather as _;

/// More situations than this are left out of a line.
const SITUATIONS: usize = 6;

/// `push bonus 2`, or the question and its answer: `which = 1 1`.
fn decision(advice: &Advice, catalogue: &Catalogue) -> String {
    let mut words: Vec<String> = advice.intervention.iter().cloned().collect();
    words.extend(advice.answers.iter().map(|(name, answer)| format!("{name}={answer}")));
    words.extend(advice.question.iter().map(|question| match &advice.take {
        Take::Answer(answer) if DiceRule::read(answer).is_some() => format!("{question} = {answer}"),
        Take::Answer(answer) => format!("{question} = {}", answer.replace(',', " ")),
        Take::Faces(faces) => format!("{question} = {}", all_that_show(faces, catalogue)),
        Take::Each => question.clone(),
    }));
    words.join(" ")
}

fn all_that_show(faces: &[i64], catalogue: &Catalogue) -> String {
    let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
    catalogue.text("odds-policy-faces", &vec![("faces", faces.join(" ").into())])
}

/// When something is best; `most`: so many situations are shown.
fn when(advice: &Advice, most: usize, catalogue: &Catalogue) -> String {
    match &advice.when {
        BestWhen::Always => catalogue.say("odds-policy-always"),
        BestWhen::Never => catalogue.say("odds-policy-never"),
        BestWhen::Formula(text) => text.clone(),
        BestWhen::Situations(all) => {
            let told: Vec<&str> = all.iter().take(most).map(|(text, _)| text.as_str()).collect();
            let told = told.join("; ");
            match all.len().saturating_sub(most) {
                0 => told,
                more => catalogue.text("odds-policy-more", &vec![("told", told.into()), ("count", more.into())]),
            }
        }
    }
}

/// A formula can be typed again.
fn told(advice: &Advice, when: String) -> Line {
    if matches!(advice.when, BestWhen::Formula(_)) { Line::new().code(when) } else { Line::from(when) }
}

/// How often something comes up on average: as a chance, unless it may come up several times.
fn often(times: &Chance) -> String {
    let average = figures::float(times);
    if average > 1.0 { format!("{average:.2} ×") } else { figures::percent(times) }
}

/// What is best, above everything that follows from it.
pub(super) fn best(best: &BestPlay, goal: &str, all: bool, catalogue: &Catalogue) -> Document {
    let worth = if best.flag {
        let chance = Chance::new(best.worth.above.magnitude().clone(), best.worth.below.clone());
        figures::percent_and_aside(&chance, None).words()
    } else {
        figures::decimal_and_ratio(&best.worth)
    };
    let args = vec![("goal", goal.trim().into()), ("worth", worth.into())];
    let document = Document::new().line(Line::from(catalogue.text("odds-best", &args)));
    if best.advice.is_empty() {
        return document.line(catalogue.say("odds-best-nothing"));
    }
    let most = if all { usize::MAX } else { SITUATIONS };
    let rows = best.advice.iter().map(|advice| {
        vec![
            Line::new().name(decision(advice, catalogue)),
            Line::from(advice.place.as_str()),
            told(advice, when(advice, most, catalogue) + if advice.unseen { " *" } else { "" }),
            Line::new().number(often(&advice.decided)),
            Line::new().number(often(&advice.taken)),
        ]
    });
    let columns = vec![
        DocumentColumn::left(catalogue.say("odds-policy-decision")),
        DocumentColumn::left(catalogue.say("odds-policy-at")),
        DocumentColumn::left(catalogue.say("odds-policy-when")),
        DocumentColumn::right(catalogue.say("odds-policy-decided")),
        DocumentColumn::right(catalogue.say("odds-policy-taken")),
    ];
    let document = document.table(columns, rows.collect());
    // What is answered is decided where it is done: given alone, it would be done wherever that holds.
    let answers = best.advice.iter().any(|advice| advice.intervention.is_some() && advice.question.is_some());
    let document = if answers { document.line(catalogue.say("odds-policy-answers")) } else { document };
    let unseen = best.advice.iter().any(|advice| advice.unseen);
    if unseen { document.line(catalogue.say("odds-policy-unseen")) } else { document }
}

/// Interventions that are done only where a condition holds.
pub(super) fn lines(policy: &[(String, String)], catalogue: &Catalogue) -> Vec<Line> {
    let line = |(decision, when): &(String, String)| {
        let args = vec![("decision", decision.as_str().into()), ("when", when.as_str().into())];
        Line::from(catalogue.text("odds-policy", &args))
    };
    policy.iter().map(line).collect()
}

/// The same for programs: what was given, and then what is best.
pub(super) fn facts(policy: &[(String, String)], best: Option<&BestPlay>) -> Object {
    let given = policy.iter().map(|(decision, when)| {
        Object::new().put("decision", decision.as_str()).put("when", when.as_str()).put("take", "yes")
    });
    let found = best.into_iter().flat_map(|best| &best.advice).map(|advice| {
        let (when, situations) = match &advice.when {
            BestWhen::Always => (Some("yes".to_owned()), None),
            BestWhen::Never => (Some("no".to_owned()), None),
            BestWhen::Formula(text) => (Some(text.clone()), None),
            BestWhen::Situations(all) => (None, Some(all)),
        };
        let (take, showing) = match &advice.take {
            Take::Answer(answer) => (Some(answer.clone()), None),
            Take::Faces(faces) => (None, Some(faces.clone())),
            Take::Each => (None, None),
        };
        let situations = situations.map(|all| all.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>());
        let name = advice.intervention.clone().or_else(|| advice.question.clone()).unwrap_or_default();
        let answers: std::collections::BTreeMap<String, String> = advice.answers.iter().cloned().to_map();
        Object::new()
            .put("decision", name)
            .put_some("answers", (!answers.is_empty()).then_some(serde_json::json!(answers)))
            .put_some("question", advice.intervention.as_ref().and(advice.question.clone()))
            .put("at", advice.place.as_str())
            .put("when", when)
            .put_some("situations", situations)
            .put_some("unseen", advice.unseen.then_some(true))
            .put("take", take)
            .put_some("showing", showing)
            .object("decided", Some(likely(&advice.decided, None)))
            .object("taken", Some(likely(&advice.taken, None)))
    });
    let given: Vec<Object> = given.chain(found).collect();
    if policy.is_empty() && best.is_none() {
        return Object::new();
    }
    let object = Object::new().list("policy", given);
    let worth = best
        .map(|best| Object::new().put("worth", best.worth.to_string()).put("decimal", figures::float_of(&best.worth)));
    if worth.is_some() { object.object("best", worth) } else { object }
}

/// The same for spreadsheets: how likely each is done.
pub(super) fn rows(sheet: &mut Spreadsheet, best: Option<&BestPlay>, catalogue: &Catalogue) {
    for advice in best.into_iter().flat_map(|best| &best.advice) {
        sheet.more = vec![advice.place.clone(), decision(advice, catalogue)];
        let when = match &advice.when {
            BestWhen::Always => "yes".to_owned(),
            BestWhen::Never => "no".to_owned(),
            BestWhen::Formula(text) => text.clone(),
            BestWhen::Situations(_) => when(advice, usize::MAX, catalogue),
        };
        sheet.row(when, &advice.taken, None, "policy");
    }
}
