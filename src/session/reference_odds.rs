//! The odds of a game's tests, for its reference: selects bonuses and steps by the inputs of the tests, and computes
//! their odds.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{RollRequest, Session};
use crate::check::program::{AnswerKind, CheckedGame, LookupTable, Named, Test, TraitSource};
use crate::check::quoted_where_needed;
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::limits::Budget;
use crate::odds::{Chance, Odds, OddsLimits};
use crate::report::reference::{Steps, TestChances, TestChancesResult};
use crate::sort::Gather as _;

/// Columns of a table of chances.
const COLUMNS: i64 = 7;
/// Rows of it, where a ladder has more.
const MOST_STEPS: usize = 12;
/// Rows where there is no ladder.
const NUMBERS: i64 = 6;
/// Bonuses lie so far apart at most.
const WIDEST: i64 = 5;
/// How far explosions are followed.
const DEPTH: u32 = 8;
/// So many answers are looked for until it can be rolled.
const TRIES: usize = 24;
/// Work of a question besides that of its odds: reading it, and writing down what it comes to.
const ASKED: u64 = 50_000;

impl Session<'_> {
    /// The chances of all tests of a game, in their order.
    pub fn chances(&mut self, game: &CheckedGame) -> Vec<TestChancesResult> {
        // A large game has more tests.
        let most = self.limits.chances.max((self.sources.bytes() as u64).saturating_mul(self.limits.chances_of_byte));
        let mut left = most;
        let tests = game.tests.ids();
        tests
            .map(|index| {
                // Nothing more is asked about a test after so much work, nor about any after that of all.
                let budget = Rc::new(Budget::with_memory(self.limits.chance.min(left), self.limits.memory_beside()));
                let mut asker = ChanceWalk {
                    session: self,
                    game,
                    index,
                    budget: Rc::clone(&budget),
                    traits: BTreeMap::new(),
                    named: BTreeSet::new(),
                };
                let found = if left > 0 { asker.test() } else { Err(too_much(most)) };
                left = left.saturating_sub(budget.done());
                found
            })
            .collect()
    }
}

struct ChanceWalk<'a, 's> {
    session: &'a mut Session<'s>,
    game: &'a CheckedGame,
    index: Id<Test>,
    budget: Rc<Budget>,
    /// The assumed values of the roller's traits.
    traits: BTreeMap<String, i64>,
    /// The questions that only the name of a trait answers.
    named: BTreeSet<usize>,
}

/// An answer to a question of a test: its index and the value.
type InputAnswer = (usize, i64);

impl ChanceWalk<'_, '_> {
    fn test(&mut self) -> TestChancesResult {
        let game = self.game;
        let test = &game.tests[self.index];
        let lead = lead(test);
        let mut chances = TestChances { given: self.given(test, lead)?, ..TestChances::default() };
        let ladder = test.against.and_then(|index| self.ladder(test, index));
        let first = lead.and_then(|index| first_of(game, test, index));
        self.settle(test, &mut chances.given, lead.zip(first))?;
        chances.named.clone_from(&self.named);
        chances.traits = self.traits.iter().map(|(name, value)| (name.clone(), *value)).collect();
        if let (Some(index), Some(first)) = (lead, first) {
            let values = self.values(test, &chances.given, (index, first), ladder.as_ref())?;
            chances.lead = Some((index, values));
        }
        chances.steps = match (ladder, test.against) {
            (Some(steps), _) => steps,
            (None, Some(_)) => self.targets(&chances)?,
            (None, None) => Steps::Nothing,
        };
        let columns: Vec<Option<InputAnswer>> = match &chances.lead {
            Some((index, values)) => values.iter().map(|&value| Some((*index, value))).collect(),
            None => vec![None],
        };
        self.fill(test, &mut chances, &columns)?;
        Ok(chances)
    }

    /// Finds answers with which the test can be rolled at all: traits that it reads are as low as
    /// they can be, and where the book leaves the cell of a row open, another row is taken.
    fn settle(&mut self, test: &Test, given: &mut [InputAnswer], lead: Option<InputAnswer>) -> Result<(), Diagnostic> {
        let target = test.against.map(|_| 0);
        for _ in 0..TRIES {
            let Err(error) = self.odds(test, given, lead, target) else { return Ok(()) };
            let name = error.text("name").map(str::to_owned);
            let mended = match (error.code, name) {
                (Code::TraitWithoutValue, Some(name)) => self.give(name),
                (Code::CellPending, _) => self.next_row(test, given),
                (Code::AnswerWithoutName, Some(name)) => self.call_by_name(test, given, &name),
                _ => false,
            };
            if !mended {
                return Err(error);
            }
        }
        Err(unknown())
    }

    fn give(&mut self, name: String) -> bool {
        let Some(Named::Trait(index)) = self.game.names.get(&name) else { return false };
        let source = self.game.traits.get(*index).map(|one| &one.source);
        let Some(TraitSource::Given(question)) = source else { return false };
        match question.kind {
            AnswerKind::Number(least, _) => self.traits.insert(name, least.unwrap_or(0)).is_none(),
            _ => false,
        }
    }

    /// Answers a question with the first of its traits instead of a number.
    fn call_by_name(&mut self, test: &Test, given: &[InputAnswer], name: &str) -> bool {
        let asked = given.iter().map(|(index, _)| *index).find(|index| {
            let question = test.inputs.get(*index).filter(|(asked, _)| **asked == *name);
            question.is_some_and(|(_, one)| matches!(&one.kind, AnswerKind::Trait(list, _) if !list.is_empty()))
        });
        asked.is_some_and(|index| self.named.insert(index))
    }

    fn next_row(&self, test: &Test, given: &mut [InputAnswer]) -> bool {
        given.iter_mut().any(|(index, value)| {
            let table = match test.inputs.get(*index).map(|(_, question)| &question.kind) {
                Some(AnswerKind::Row(table)) => Some(&self.game.tables[*table]),
                _ => None,
            };
            let rows = table.and_then(|table| i64::try_from(table.rows.len()).ok()).unwrap_or(0);
            let more = *value + 1 < rows;
            *value += i64::from(more);
            more
        })
    }

    fn fill(
        &mut self,
        test: &Test,
        chances: &mut TestChances,
        columns: &[Option<InputAnswer>],
    ) -> Result<(), Diagnostic> {
        let steps = self.step_values(test, &chances.steps);
        let middle = steps.len().saturating_sub(1) / 2;
        let succeeds = test.outcomes.iter().any(|outcome| outcome.success == Some(true));
        chances.outcomes = vec![Vec::new(); test.outcomes.len()];
        for (row, step) in steps.iter().enumerate() {
            let mut cells = Vec::new();
            for column in columns {
                let odds = self.odds(test, &chances.given, *column, *step)?;
                cells.extend(odds.success().filter(|_| succeeds));
                if row != middle {
                    continue;
                }
                for (outcome, list) in test.outcomes.iter().zip(&mut chances.outcomes) {
                    let named = odds.outcomes.iter().filter(|one| one.name.as_deref() == Some(&*outcome.name));
                    list.push(named.fold(Chance::never(), |sum, one| sum.or(&one.chance)));
                }
                if test.outcomes.is_empty() {
                    chances.means.extend(odds.values.mean().map(|mean| mean.decimal(1)));
                }
            }
            if succeeds {
                chances.success.push(cells);
            }
        }
        Ok(())
    }

    /// Answers to what has no usual one. The first that there is will do: it is reported.
    fn given(&self, test: &Test, lead: Option<usize>) -> Result<Vec<InputAnswer>, Diagnostic> {
        let mut given = Vec::new();
        for (index, (name, question)) in test.inputs.iter().enumerate() {
            if Some(index) == lead || Some(index) == test.against || !question.must_be_answered() {
                continue;
            }
            match first_of(self.game, test, index) {
                Some(value) => given.push((index, value)),
                None => return Err(Diagnostic::error(Code::InputWithoutValue, None).arg("name", &**name)),
            }
        }
        Ok(given)
    }

    /// The rows of the ordered table that the difficulty is a cell or a row of.
    fn ladder(&self, test: &Test, against: usize) -> Option<Steps> {
        let (_, question) = test.inputs.get(against)?;
        let (AnswerKind::Cell(index, _) | AnswerKind::Row(index)) = &question.kind else { return None };
        let table = &self.game.tables[*index];
        let count = table.rows.len();
        if !table.ordered || count == 0 {
            return None;
        }
        // Of a long one, rows as far apart as they can be.
        let shown = count.min(MOST_STEPS);
        let rows = (0..shown).map(|at| at * (count - 1) / shown.saturating_sub(1).max(1)).collect();
        Some(Steps::Rows(*index, rows))
    }

    /// What makes the columns. Bonuses without bounds go as far as it takes to have an even
    /// chance against the last step of the ladder.
    fn values(
        &mut self,
        test: &Test,
        given: &[InputAnswer],
        (lead, first): InputAnswer,
        ladder: Option<&Steps>,
    ) -> Result<Vec<i64>, Diagnostic> {
        let Some((_, question)) = test.inputs.get(lead) else { return Ok(Vec::new()) };
        let row = |(rows, columns): (&LookupTable, usize)| {
            let cells = rows.rows.iter().filter_map(|row| number(row.cells.get(columns)?));
            cells.take(7).collect::<Vec<i64>>()
        };
        if let AnswerKind::Cell(table, column) = &question.kind {
            return Ok(row((&self.game.tables[*table], *column)));
        }
        let most = match &question.kind {
            AnswerKind::Number(_, most) => *most,
            _ => None,
        };
        let spread = |step: i64| -> Vec<i64> {
            let values = (0..COLUMNS).map(|at| first.saturating_add(at.saturating_mul(step)));
            values.filter(|value| most.is_none_or(|most| *value <= most)).collect()
        };
        if let Some(most) = most {
            let apart = most.saturating_sub(first).saturating_add(COLUMNS - 2) / (COLUMNS - 1);
            return Ok(spread(apart.max(1)));
        }
        if first != 0 {
            return Ok(spread(1));
        }
        let hardest = ladder.and_then(|steps| self.step_values(test, steps).pop()).flatten();
        let Some(hardest) = hardest else { return Ok(spread(2)) };
        for step in 1..WIDEST {
            let last = (COLUMNS - 1).saturating_mul(step);
            let odds = self.odds(test, given, Some((lead, last)), Some(hardest))?;
            if odds.success().is_none_or(|chance| chance.parts(2) >= 1) {
                return Ok(spread(step));
            }
        }
        Ok(spread(WIDEST))
    }

    /// Numbers to roll against, from what the least bonus often reaches to what the greatest does.
    fn targets(&mut self, chances: &TestChances) -> Result<Steps, Diagnostic> {
        let test = &self.game.tests[self.index];
        let column = |at: fn(&[i64]) -> Option<&i64>| {
            chances.lead.as_ref().and_then(|(index, values)| Some((*index, *at(values)?)))
        };
        let (least, greatest) = (column(|values| values.first()), column(|values| values.last()));
        let low = self.middle_half(test, &chances.given, least)?.0;
        let high = self.middle_half(test, &chances.given, greatest)?.1;
        let apart = (high.saturating_sub(low) / (NUMBERS - 1)).max(1);
        Ok(Steps::Numbers((0..NUMBERS).map(|at| low.saturating_add(at.saturating_mul(apart))).collect()))
    }

    /// Between what the middle half of all totals lies.
    fn middle_half(
        &mut self,
        test: &Test,
        given: &[InputAnswer],
        lead: Option<InputAnswer>,
    ) -> Result<(i64, i64), Diagnostic> {
        let odds = self.odds(test, given, lead, Some(0))?;
        let values = odds.numbers().ok_or_else(unknown)?;
        let reached = |part: u32| {
            let found = values.ways().iter().zip(values.at_most()).find(|(_, sum)| sum.parts(4) >= part);
            found.map_or(0, |((value, _), _)| *value)
        };
        Ok((reached(1), reached(3)))
    }

    /// What `vs` is given, row by row; a test without it has one row.
    fn step_values(&self, test: &Test, steps: &Steps) -> Vec<Option<i64>> {
        match steps {
            Steps::Nothing => vec![None],
            Steps::Numbers(numbers) => numbers.iter().map(|&number| Some(number)).collect(),
            Steps::Rows(table, rows) => {
                let column = test.against.and_then(|index| match test.inputs.get(index)?.1.kind {
                    AnswerKind::Cell(_, column) => Some(column),
                    _ => None,
                });
                let value = |row: &usize| {
                    let cells = &self.game.tables[*table].rows.get(*row)?.cells;
                    match column {
                        Some(column) => number(cells.get(column)?),
                        None => i64::try_from(*row).ok(),
                    }
                };
                rows.iter().map(value).collect()
            }
        }
    }

    fn odds(
        &mut self,
        test: &Test,
        given: &[InputAnswer],
        lead: Option<InputAnswer>,
        target: Option<i64>,
    ) -> Result<Odds, Diagnostic> {
        self.budget.spend(ASKED).map_err(|spent| too_much(spent.limit))?;
        let mut request = RollRequest { text: format!("«{}»()", test.name), ..RollRequest::default() };
        request.names.extend(self.traits.iter().map(|(name, value)| (name.clone(), value.to_string())));
        let against = test.against.zip(target);
        for (index, value) in given.iter().copied().chain(lead).chain(against) {
            if let Some((name, question)) = test.inputs.get(index) {
                request
                    .settings
                    .insert(name.to_string(), self.in_words(&question.kind, self.named.contains(&index), value));
            }
        }
        let ready = self.session.prepare(self.game, &request).map_err(|mut errors| {
            let first = if errors.is_empty() { None } else { Some(errors.swap_remove(0)) };
            first.unwrap_or_else(unknown)
        })?;
        self.session.odds_within(
            self.game,
            &ready,
            &OddsLimits { depth: DEPTH, ..OddsLimits::within(&self.game.limits) },
            &self.budget,
        )
    }

    /// An answer as it is typed; of traits a number or, if so, the name of one.
    fn in_words(&self, kind: &AnswerKind, named: bool, value: i64) -> String {
        let at = usize::try_from(value).unwrap_or_default();
        let word = match kind {
            AnswerKind::YesNo => Some(if value == 0 { "no" } else { "yes" }.to_owned()),
            AnswerKind::OneOf(words) => words.get(at).cloned(),
            AnswerKind::Row(table) => self.game.tables[*table].rows.get(at).map(|row| row.label.to_string()),
            AnswerKind::Column(table) => {
                self.game.tables[*table].columns.get(at).and_then(|column| column.name.clone())
            }
            AnswerKind::Trait(list, _) if named => {
                let one = list.get(at).and_then(|index| self.game.traits.get(*index));
                one.map(|one| quoted_where_needed(&one.name))
            }
            _ => None,
        };
        word.unwrap_or_else(|| value.to_string())
    }
}

/// The question that makes the columns: a number that the dice or the total depend on; one
/// without a usual value, or else the first; or the first that is a row of a table or a number.
fn lead(test: &Test) -> Option<usize> {
    let decide = deciding(test);
    let asked = || test.inputs.iter().enumerate().filter(|(index, _)| decide.contains(index));
    let is_number = |kind: &AnswerKind| matches!(kind, AnswerKind::Number(..));
    let open = asked().find(|(_, (_, question))| is_number(&question.kind) && question.default.is_none());
    let number = || asked().find(|(_, (_, question))| is_number(&question.kind));
    let cell = || asked().find(|(_, (_, question))| matches!(question.kind, AnswerKind::Cell(..)));
    open.or_else(number).or_else(cell).map(|(index, _)| index)
}

/// The questions that the dice and the total depend on, but for what they are compared with.
fn deciding(test: &Test) -> BTreeSet<usize> {
    let dice = test.rolls().flat_map(|(_, pool)| pool.formulas());
    let inputs = test.inputs_behind(dice.chain([&test.total])).into_iter();
    inputs.filter(|index| Some(*index) != test.against).to_set()
}

/// The first answer that a question takes.
fn first_of(game: &CheckedGame, test: &Test, index: usize) -> Option<i64> {
    match &test.inputs.get(index)?.1.kind {
        AnswerKind::Number(least, most) => Some(least.unwrap_or_else(|| most.map_or(0, |most| most.min(0)))),
        AnswerKind::Cell(table, column) => number(game.tables[*table].rows.first()?.cells.get(*column)?),
        AnswerKind::YesNo | AnswerKind::OneOf(_) | AnswerKind::Row(_) | AnswerKind::Column(_) => Some(0),
        AnswerKind::Trait(..) => Some(0),
        _ => None,
    }
}

fn number(cell: &crate::check::program::Cell) -> Option<i64> {
    use crate::check::program::{Cell, Op};
    match cell {
        Cell::Value(ir) => match ir.op {
            Op::Number(number) => Some(number),
            _ => None,
        },
        _ => None,
    }
}

/// That it takes more work than it may.
fn too_much(limit: u64) -> Diagnostic {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    Diagnostic::error(Code::OddsTooMuchWork, None).arg("limit", limit)
}

/// That no answers were found with which it can be rolled.
fn unknown() -> Diagnostic {
    Diagnostic::error(Code::ChancesUnknown, None)
}
