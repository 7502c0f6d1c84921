//! Expressions and tests: thrown, and compared with their odds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use tirada::internals::engine::{Answer, Generator, OutcomeResult};
use tirada::internals::limits::Limits;
use tirada::internals::odds::{Chance, Odds, OddsLimits, OutcomeOdds};
use tirada::internals::session::{Builtin, RollRequest, Session};

use crate::inputs::Ruleset;
use crate::statistics::{Seen, Wrong, agrees, all_agree, mean_agrees};
use crate::{Found, Looked, Throws, seed};

/// What is there and is not known.
pub fn unknown(what: String) -> Result<(), Wrong> {
    Err(Wrong::Impossible(what))
}

/// What was seen of an expression or of a test.
#[derive(Default)]
pub struct Sample {
    values: Seen<Answer>,
    outcomes: Seen<String>,
    successes: u64,
    margins: Seen<i64>,
    shown: BTreeMap<String, Seen<Answer>>,
}

impl Sample {
    /// One throw more: its value, how it ended, and what is shown besides.
    pub fn add(&mut self, value: Option<Answer>, outcome: Option<&OutcomeResult>, shown: &[(String, Answer)]) {
        if let Some(value) = value {
            *self.values.entry(value).or_insert(0) += 1;
        }
        if let Some(outcome) = outcome {
            let OutcomeResult { name, verdict, success, margin, .. } = outcome;
            *self.outcomes.entry(format!("{name:?} {verdict:?} {success:?}")).or_insert(0) += 1;
            self.successes += u64::from(*success == Some(true));
            if let Some(margin) = margin {
                *self.margins.entry(*margin).or_insert(0) += 1;
            }
        }
        for (label, answer) in shown {
            *self.shown.entry(label.clone()).or_default().entry(answer.clone()).or_insert(0) += 1;
        }
    }

    /// Compares everything that was seen with what is known. `whole`: totals, margins and what is
    /// shown have to be known.
    pub fn compare(&self, what: &str, odds: &Odds, throws: u64, whole: bool) -> Vec<Found> {
        let mut found = Vec::new();
        let mut note = |part: &str, result: Result<(), Wrong>| {
            if let Err(why) = result {
                found.push(Found { what: format!("{what}{part}"), why });
            }
        };
        if whole && odds.values.is_empty() && !self.values.is_empty() {
            note("", unknown(format!("nothing is known of it: {:?}", self.values)));
        }
        note("", agrees(&odds.values, &self.values, throws));
        if let Some(numbers) = odds.numbers() {
            let number = |answer: &Answer| if let Answer::Number(number) = answer { Some(*number) } else { None };
            let seen = self.values.iter().filter_map(|(answer, times)| Some((number(answer)?, *times)));
            note(", mean", mean_agrees(&numbers, &seen.collect()));
        }
        let name = |one: &OutcomeOdds| format!("{:?} {:?} {:?}", one.name, one.verdict, one.success);
        let outcomes: Vec<(String, Chance)> = odds.outcomes.iter().map(|one| (name(one), one.chance.clone())).collect();
        let any = outcomes.iter().fold(Chance::never(), |sum, (_, chance)| sum.or(chance));
        note(", outcome", all_agree(&outcomes, &any.not(), &self.outcomes, throws));
        if let Some(success) = odds.success() {
            note(", success", crate::statistics::happens(&success, self.successes, throws));
        }
        match &odds.margin {
            Some(margin) => note(", margin", agrees(margin, &self.margins, throws)),
            None if whole && !self.margins.is_empty() => note(", margin", unknown(format!("{:?}", self.margins))),
            None => {}
        }
        let labels = odds.shown.iter().map(|(label, _)| label);
        let labels: BTreeSet<&String> = labels.chain(self.shown.keys().filter(|_| whole)).collect();
        let nobody = Seen::new();
        for label in labels {
            let seen = self.shown.get(label).unwrap_or(&nobody);
            let result = match odds.shown.iter().find(|(one, _)| one == label) {
                Some((_, known)) => agrees(known, seen, throws),
                None => unknown(format!("it is not known and was seen: {seen:?}")),
            };
            note(&format!(", {label}"), result);
        }
        found
    }
}

/// Throws an expression again and again.
pub fn look(rules: &Ruleset, name: &str, request: &RollRequest, throws: Throws) -> Looked {
    let mut session = Session::within(&Builtin, Limits::FULL);
    let ready = match session.prepare(&rules.game, request) {
        Ok(ready) => ready,
        Err(errors) => return Looked::refused(errors[0].code.as_str()),
    };
    let start = Instant::now();
    let known = session.odds(&rules.game, &ready, &OddsLimits::within(&Limits::FULL));
    let mut looked = Looked { odds: start.elapsed(), ..Looked::default() };
    let mut generator = Generator::new(seed(name));
    let odds = match known {
        Ok(odds) => odds,
        Err(error) => {
            for _ in 0..throws.few {
                let code =
                    session.evaluate(&rules.game, &ready, &mut generator, &[]).err().map(|error| error.code.as_str());
                looked.same_error(error.code.as_str(), code);
            }
            return looked;
        }
    };
    let certain = odds.values.ways().len() == 1 && odds.values.left().is_never() && odds.outcomes.len() < 2;
    let count = if certain { throws.few } else { throws.rolls };
    let mut sample = Sample::default();
    let start = Instant::now();
    for _ in 0..count {
        let evaluation = match session.evaluate(&rules.game, &ready, &mut generator, &[]) {
            Ok(evaluation) => evaluation,
            Err(error) => {
                looked.found.push(Found::error("throw", format!("error {}", error.code.as_str())));
                return looked;
            }
        };
        looked.tests.extend(evaluation.sides.iter().filter_map(|side| side.test.clone()));
        let shown = match evaluation.sides.as_slice() {
            [side] => side.shown.as_slice(),
            _ => &[],
        };
        sample.add(Some(evaluation.value), evaluation.outcome.as_ref(), shown);
    }
    looked.thrown = start.elapsed();
    looked.throws = count;
    looked.compared = true;
    looked.rolled = true;
    looked.found = sample.compare("value", &odds, count, true);
    looked
}
