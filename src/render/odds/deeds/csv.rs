//! What an action leads to as comma-separated values: the columns of expressions, and behind them
//! whose and what each row is about.

use super::DeedView;
use super::json::{what, who};
use crate::eval::Answer;
use crate::odds::{Chance, ChangeOdds, Distribution};
use crate::render::Catalogue;
use crate::render::odds::csv::{COLUMNS, INTERVAL, bounds, decimal, distribution, line};
use crate::render::odds::{outcomes, turns::TurnsView};

/// A table that is being written.
struct Sheet<'a> {
    out: String,
    expression: &'a str,
    ruleset: &'a str,
    samples: Option<u64>,
    /// The turn, where there are several.
    turn: Option<u32>,
}

impl Sheet<'_> {
    fn titles(&mut self, turns: bool) {
        let own = ["who", "name"].into_iter().chain(turns.then_some("turn"));
        let sampled = INTERVAL.into_iter().filter(|_| self.samples.is_some());
        line(&mut self.out, COLUMNS.into_iter().chain(own).chain(sampled).map(str::to_owned).collect());
    }

    /// A row about somebody's something.
    fn row(&mut self, value: String, chance: &Chance, ends: Option<(&Chance, &Chance)>, about: (&str, &str, &str)) {
        let (kind, who, name) = about;
        let mut cells = vec![self.expression.to_owned(), value, chance.to_string(), decimal(chance)];
        cells.push(ends.map(|(least, _)| least.to_string()).unwrap_or_default());
        cells.push(ends.map(|(_, most)| most.to_string()).unwrap_or_default());
        cells.extend([kind, self.ruleset, who, name].map(str::to_owned));
        cells.extend(self.turn.map(|turn| turn.to_string()));
        cells.extend(match self.turn {
            // Before the first turn nothing is uncertain.
            Some(0) => vec![decimal(chance); bounds(chance, self.samples).len()],
            _ => bounds(chance, self.samples),
        });
        line(&mut self.out, cells);
    }

    fn values(&mut self, values: &Distribution<Answer>, (kind, who, name): (&str, &str, &str)) {
        distribution(values, kind, &mut |value, chance, ends, kind| self.row(value, chance, ends, (kind, who, name)));
    }

    fn changes(&mut self, changes: &[ChangeOdds]) {
        for change in changes {
            self.values(&change.to, (what(change), who(change), &change.called));
        }
    }

    /// What is left out where it never happens.
    fn perhaps(&mut self, chance: &Chance, kind: &str) {
        if !chance.is_never() {
            self.row(String::new(), chance, None, (kind, "", ""));
        }
    }
}

/// All rows, the titles first.
#[must_use]
pub fn render(view: &DeedView<'_>, catalogue: &Catalogue) -> String {
    let odds = view.odds;
    let (expression, ruleset) = (view.expression, view.game.id.as_str());
    let mut sheet = Sheet { out: String::new(), expression, ruleset, samples: odds.samples, turn: None };
    sheet.titles(false);
    for test in &odds.tests {
        let who = test.who.join(", ");
        let about = |kind| (kind, who.as_str(), test.label.as_str());
        sheet.row(String::new(), &test.rolled, None, about("rolled"));
        for outcome in &test.odds.outcomes {
            sheet.row(outcomes::name(outcome, catalogue), &outcome.chance, None, about("outcome"));
        }
        if let Some(success) = test.odds.success() {
            sheet.row(String::new(), &success, None, about("success"));
        }
        sheet.values(&test.odds.values, about("value"));
        if let Some(margin) = &test.odds.margin {
            sheet.values(&margin.map(|one| Answer::Number(*one)), about("margin"));
        }
        for (label, values) in &test.odds.shown {
            let kind = format!("shown {label}");
            sheet.values(values, (&kind, &who, &test.label));
        }
    }
    for (label, values) in &odds.values {
        sheet.values(values, ("computed", "", label));
    }
    sheet.changes(&odds.changes);
    for (text, chance) in &odds.said {
        sheet.row(text.clone(), chance, None, ("said", "", ""));
    }
    sheet.perhaps(&odds.refused, "refused");
    sheet.perhaps(&odds.left, "left");
    for (failure, chance) in &odds.unanswered {
        sheet.row(failure.code().to_owned(), chance, None, ("unanswered", "", ""));
    }
    sheet.out
}

/// The same turn after turn.
pub(in crate::render::odds) fn of_turns(view: &TurnsView<'_>) -> String {
    let (expression, ruleset) = (view.expression, view.game.id.as_str());
    let mut sheet = Sheet { out: String::new(), expression, ruleset, samples: view.samples(), turn: None };
    sheet.titles(true);
    sheet.turn = Some(0);
    sheet.changes(&view.beginning().changes);
    for turn in view.turns {
        sheet.turn = Some(turn.turn);
        sheet.changes(&turn.changes);
        sheet.perhaps(&turn.unable, "unable");
        sheet.perhaps(&turn.left, "left");
        for (failure, chance) in &turn.unanswered {
            sheet.row(failure.code().to_owned(), chance, None, ("unanswered", "", ""));
        }
    }
    sheet.out
}
