//! Expressions and tests: thrown, and compared with their odds.

use std::time::Instant;

use tirada::eval::{Answer, Generator, OutcomeResult};
use tirada::odds::{Bounds, Chance, Distribution, Odds, OutcomeOdds};
use tirada::session::{Builtin, Request, Session};

use crate::inputs::Ruleset;
use crate::statistics::{Seen, agrees, all_agree, mean_agrees};
use crate::{Found, Looked, Throws, seed};

/// What was seen of an expression or of a test.
#[derive(Default)]
pub struct Sample {
    values: Seen<Answer>,
    outcomes: Seen<String>,
    successes: u64,
    margins: Seen<i64>,
    shown: std::collections::BTreeMap<String, Seen<Answer>>,
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

    /// Compares everything that was seen with what is known.
    pub fn compare(&self, what: &str, odds: &Odds, throws: u64) -> Vec<Found> {
        let mut found = Vec::new();
        let mut note = |part: &str, result: Result<(), String>| {
            if let Err(why) = result {
                found.push(Found { what: format!("{what}{part}"), why });
            }
        };
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
        let nothing = Distribution::nothing();
        note(", margin", agrees(odds.margin.as_ref().unwrap_or(&nothing), &self.margins, throws));
        let labels = odds.shown.iter().map(|(label, _)| label).chain(self.shown.keys());
        let labels: std::collections::BTreeSet<&String> = labels.collect();
        let (nobody, never) = (Seen::new(), Distribution::nothing());
        for label in labels {
            let known = odds.shown.iter().find(|(one, _)| one == label).map_or(&never, |(_, known)| known);
            let seen = self.shown.get(label).unwrap_or(&nobody);
            if known.is_empty() && !seen.is_empty() {
                note(&format!(", {label}"), Err(format!("it is seen ({seen:?}) and not known")));
            } else {
                note(&format!(", {label}"), agrees(known, seen, throws));
            }
        }
        found
    }
}

/// Throws an expression again and again.
pub fn look(rules: &Ruleset, name: &str, request: &Request, throws: Throws) -> Looked {
    let mut session = Session::new(&Builtin);
    let ready = match session.prepare(&rules.game, request) {
        Ok(ready) => ready,
        Err(errors) => return Looked::refused(errors[0].code),
    };
    let start = Instant::now();
    let known = session.odds(&rules.game, &ready, &Bounds::default());
    let mut looked = Looked { odds: start.elapsed(), ..Looked::default() };
    let mut generator = Generator::new(seed(name));
    let odds = match known {
        Ok(odds) => odds,
        Err(error) => {
            for _ in 0..throws.few {
                let code = session.evaluate(&rules.game, &ready, &mut generator, &[]).err().map(|error| error.code);
                looked.same_error(error.code, code);
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
                looked.found.push(Found { what: "throw".to_owned(), why: format!("error {}", error.code) });
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
    looked.found = sample.compare("value", &odds, count);
    looked
}
