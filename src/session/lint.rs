//! Warnings that need odds: rows of an ordered table whose odds do not rise.

use std::rc::Rc;

use num_traits::Signed as _;

use super::overlay::mark;
use super::{LoadedGame, RollRequest, Session};
use crate::check::program::{Cell, CheckedGame, Count, Ir, Kind, LookupTable, Op, Pool, PoolRead, Test};
use crate::check::{constant, lints};
use crate::diagnostic::{Arg, Code, Diagnostic};
use crate::engine::Answer;
use crate::limits::Budget;
use crate::odds::{OddsLimits, Ratio};
use crate::ruleset::model::{self, Find, Ruleset};
use crate::ruleset::{File, RawStepKind, read_cases};
use crate::source::{SourceId, Sources, Span};
use crate::yaml::{YamlLimits, parse};

/// Cells of a ruleset whose odds are looked at.
const MOST_CELLS: usize = 400;
/// Tests whose odds are looked at.
const MOST_TESTS: usize = 50;
/// Dice of a cell at most, so that all of them are gone through in no time.
const MOST_DICE: u32 = 12;

impl Session<'_> {
    /// Warnings about a sound game. They do not stop anyone from playing it. What its cases roll counts as used.
    pub fn lint(&mut self, loaded: &LoadedGame, cases: &[File]) -> Vec<Diagnostic> {
        let mut found = self.lint_all(loaded, cases);
        // The user wrote these files, and not those that they extend.
        let own = |at: Span| loaded.files.contains(&at.source);
        let is_told = |one: &Diagnostic| one.at.is_none_or(own) || one.labels.iter().any(|label| own(label.span));
        let (told, others): (Vec<_>, Vec<_>) = found.drain(..).partition(is_told);
        found = told;
        found.append(&mut self.made_impossible(loaded, others));
        found
    }

    /// Of warnings about what is extended: outcomes and states that this ruleset makes impossible, told where it says
    /// what it extends.
    fn made_impossible(&self, loaded: &LoadedGame, mut others: Vec<Diagnostic>) -> Vec<Diagnostic> {
        others.retain(|one| matches!(one.code, Code::OutcomeNever | Code::StateNever));
        let Some(files) = loaded.extends.first().filter(|_| !others.is_empty()).and_then(|id| self.shelf().files(id))
        else {
            return Vec::new();
        };
        let mut alone = Session::within(self.shelf(), self.limits);
        let base = alone.load_untried(files).0;
        let known: Vec<_> = alone.lint_all(&base, &[]).iter().map(|one| mark(one, &alone.sources)).collect();
        // Tests that are like another share its outcomes.
        let mut seen = Vec::new();
        others.retain(|one| {
            let mark = mark(one, &self.sources);
            let is_new = !known.contains(&mark) && !seen.contains(&mark);
            seen.push(mark);
            is_new
        });
        let Some(here) = loaded.files.iter().find_map(|file| extends_in(*file, &self.sources)) else {
            return Vec::new();
        };
        let told = others.into_iter().map(|one| {
            let there = one.at;
            let warning = Diagnostic { at: Some(here), ..one };
            let warning = there.into_iter().fold(warning, |warning, there| warning.label(there, "label-never-now"));
            warning.help("help-change-never")
        });
        told.collect()
    }

    fn lint_all(&mut self, loaded: &LoadedGame, cases: &[File]) -> Vec<Diagnostic> {
        let Some(ruleset) = loaded.ruleset.as_ref().filter(|_| loaded.is_sound()) else { return Vec::new() };
        let mut found = lints(&loaded.game, ruleset, &expressions(cases), &self.sources);
        let mut left = MOST_CELLS;
        let budget = &Rc::new(Budget::with_memory(self.limits.lints, self.limits.memory_beside()));
        for (table, raw) in loaded.game.tables.iter().zip(&ruleset.tables) {
            for column in 0..table.columns.len() {
                let numbers = table.columns.get(column).is_some_and(|column| column.kind == Kind::Number);
                let few = table.rows.len() <= left;
                if table.ordered && numbers && few && table.given.is_empty() {
                    left -= table.rows.len();
                    self.rising(&loaded.game, (table, raw, column), budget, &mut found);
                }
            }
        }
        self.impossible(&loaded.game, ruleset, budget, &mut found);
        found
    }

    /// Warns of outcomes that no throw has, of tests that read nothing but their dice.
    fn impossible(&mut self, game: &CheckedGame, ruleset: &Ruleset, budget: &Rc<Budget>, found: &mut Vec<Diagnostic>) {
        let closed = |test: &Test| is_closed(game, test) && test.outcomes.iter().any(|outcome| outcome.when.is_some());
        let tests = game.tests.iter().zip(&ruleset.tests).filter(|(test, _)| closed(test));
        for (test, raw) in tests.take(MOST_TESTS) {
            let request = RollRequest { text: format!("«{}»()", test.name), ..RollRequest::default() };
            let Ok(ready) = self.prepare(game, &request) else { continue };
            let Ok(odds) = self.odds_within(game, &ready, &OddsLimits::within(&self.limits), budget) else { continue };
            if odds.samples.is_some() || !odds.undecided.is_never() {
                continue;
            }
            for (outcome, raw) in test.outcomes.iter().zip(&raw.outcomes) {
                let can = odds
                    .outcomes
                    .iter()
                    .any(|one| one.name.as_deref() == Some(&*outcome.name) && !one.chance.is_never());
                let known = found.iter().any(|one| one.at == Some(raw.name.span));
                if !can && !known && outcome.when.is_some() {
                    // Why is said by this alone.
                    let when = raw.when.as_ref().map(|formula| formula.placement.span);
                    found.retain(|one| {
                        one.code != Code::AlwaysSame || one.at.zip(when).is_none_or(|(at, when)| when.to(at) != when)
                    });
                    let warning = Diagnostic::warning(Code::OutcomeNever, raw.name.span).arg("why", "never");
                    found.push(warning.arg("name", &*raw.name.text));
                }
            }
        }
    }

    /// Warns of cells that fall while their column rises, or the reverse.
    fn rising(
        &mut self,
        game: &CheckedGame,
        (table, raw, column): (&LookupTable, &model::TableDecl, usize),
        budget: &Rc<Budget>,
        found: &mut Vec<Diagnostic>,
    ) {
        let mut means: Vec<(usize, Ratio)> = Vec::new();
        for at in 0..table.rows.len() {
            let Some(mean) = self.mean(game, (table, at, column), budget) else { return };
            means.push((at, mean));
        }
        let steps: Vec<(usize, i8)> = means
            .windows(2)
            .filter_map(|pair| Some((pair.get(1)?.0, way(&pair.first()?.1, &pair.get(1)?.1))))
            .collect();
        let count = |way: i8| steps.iter().filter(|(_, step)| *step == way).count();
        let (up, down, level) = (count(1), count(-1), count(0));
        // Most of the column has to say which way it goes, or its ends where one step rises and one falls; the
        // numbers that find rows go up as these do.
        let ends = match means.as_slice() {
            [first, .., last] if up == 1 && down == 1 => way(&first.1, &last.1),
            _ => 0,
        };
        let finds = finds(raw) == Some(column);
        let numbers = table.columns.iter().filter(|column| column.kind == Kind::Number).count();
        // The only numbers of a table whose rows are said to go up; what is added or taken away may well fall.
        let above = |(_, mean): &(usize, Ratio)| *mean > Ratio::new(0.into(), 1_u32.into());
        let falls = !finds && numbers == 1 && up == 0 && level == 0 && down > 0 && means.iter().all(above);
        let against = if falls || finds && down >= 1 || ends > 0 || up >= 2 && down >= 1 && down * 2 <= up {
            -1
        } else if ends < 0 || down >= 2 && up >= 1 && up * 2 <= down {
            1
        } else if level == 1 && (up >= 2 && down == 0 || down >= 2 && up == 0) {
            0
        } else {
            return;
        };
        let direction = match against {
            -1 if finds => "finds",
            _ if falls => "throughout",
            -1 => "up",
            _ if up > down => "up",
            _ => "down",
        };
        // If all cells fall, one warning covers them.
        let most = if (finds || falls) && up == 0 { 1 } else { steps.len() };
        for &(at, _) in steps.iter().filter(|(_, step)| *step == against).take(most) {
            let Some(before) = at.checked_sub(1) else { continue };
            // Numbers may well stay the same for a while; dice that do were copied.
            let thrown = [before, at].iter().all(|row| cell(table, *row, column).is_some_and(throws));
            if against == 0 && !thrown {
                continue;
            }
            let mean = |row: usize| means.get(row).map(|(_, mean)| Arg::Decimal(mean.decimal(2)));
            let (Some(mean), Some(last_mean)) = (mean(at), mean(before)) else { continue };
            let (Some(here), Some(last)) = (place(raw, at, column), place(raw, before, column)) else { continue };
            let warning = Diagnostic::warning(Code::NoRise, here).arg("way", direction);
            let label = |row: usize| table.rows.get(row).map(|row| row.label.to_string()).unwrap_or_default();
            let warning = warning.arg("row", label(at)).arg("before", label(before));
            let warning = warning.arg("mean", mean).arg("last", last_mean);
            found.push(warning.label(last, "label-row-before").help("help-no-rise"));
        }
    }

    /// What a cell comes to on average, if that is soon known.
    fn mean(
        &mut self,
        game: &CheckedGame,
        (table, row, column): (&LookupTable, usize, usize),
        budget: &Rc<Budget>,
    ) -> Option<Ratio> {
        let ir = cell(table, row, column).filter(|ir| is_quick(ir))?;
        if let Some(number) = constant(ir) {
            return Some(Ratio::new(number.into(), 1_u32.into()));
        }
        let name = table.columns.get(column).and_then(|column| column.name.as_deref());
        let label = &table.rows.get(row)?.label;
        let text = match name {
            Some(column) => format!("«{}»[«{label}», «{column}»]", table.name),
            None => format!("«{}»[«{label}»]", table.name),
        };
        let request = RollRequest { text, ..RollRequest::default() };
        let ready = self.prepare(game, &request).ok()?;
        let odds = self.odds_within(game, &ready, &OddsLimits::within(&self.limits), budget).ok()?;
        odds.values
            .map(|answer| match answer {
                Answer::Number(number) => *number,
                _ => 0,
            })
            .mean()
    }
}

/// The line of a file that says what it extends.
fn extends_in(file: SourceId, sources: &Sources) -> Option<Span> {
    let text = sources.get(file)?.text();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with("extends:") {
            return Some(Span { source: file, start, end: start + line.trim_end().len() });
        }
        start += line.len();
    }
    None
}

/// The expressions of cases.
fn expressions(files: &[File]) -> Vec<String> {
    let mut sources = Sources::new();
    let mut found = Vec::new();
    for file in files {
        let id = sources.add(file.name.as_str(), file.text.as_str());
        let (tree, _) = parse(&sources, id, &YamlLimits::default());
        for case in read_cases(&tree, &sources).0.cases {
            found.extend(case.roll.map(|entry| entry.text));
            found.extend(case.each.into_iter().map(|entry| entry.name.text));
            for step in case.steps {
                if let RawStepKind::Roll(entry) = step.kind {
                    found.push(entry.text);
                }
                found.extend(step.expect.into_iter().map(|entry| entry.name.text));
            }
        }
    }
    found
}

fn cell(table: &LookupTable, row: usize, column: usize) -> Option<&Ir> {
    match table.rows.get(row)?.cells.get(column)? {
        Cell::Value(ir) => Some(ir),
        Cell::Pending(_) | Cell::Effects(_) => None,
    }
}

/// Whether a formula throws or reads dice.
fn throws(ir: &Ir) -> bool {
    let throws = |op: &Op| matches!(op, Op::Dice(_) | Op::Pool(_) | Op::Roll | Op::Read { .. } | Op::Beats(..));
    ir.any_part(&|part| throws(&part.op))
}

/// Whether these are few dice that end at once.
fn few(pool: &Pool) -> bool {
    matches!(pool.count, Count::Fixed(dice) if dice <= MOST_DICE)
        && !pool.modifiers.iter().any(|modifier| modifier.suffix.goes_on())
}

/// Whether all its throws are few enough to enumerate, and it reads no character.
fn is_quick(ir: &Ir) -> bool {
    ir.parts().all(|part| match &part.op {
        Op::Pool(pool) => few(pool),
        Op::Read { pool, .. } => pool.is_none(),
        Op::Beats(..)
        | Op::Trait(_)
        | Op::Points(..)
        | Op::Track(..)
        | Op::Gather(..)
        | Op::Group(..)
        | Op::Named(..)
        | Op::Cell(_) => false,
        _ => true,
    })
}

/// Whether the second is more (1), less (-1), or the same.
fn way(first: &Ratio, second: &Ratio) -> i8 {
    let more = second.less(first).above;
    i8::from(more.is_positive()) - i8::from(more.is_negative())
}

/// The column by which numbers find the rows of a table.
fn finds(raw: &model::TableDecl) -> Option<usize> {
    let (Find::Between(from, _) | Find::Reached(from)) = raw.find.as_ref()?;
    raw.columns.iter().position(|column| column.name.as_ref().is_some_and(|name| name.text == from.text))
}

/// Whether a test reads nothing but few dice of its own, so that every throw of it is gone through.
fn is_closed(game: &CheckedGame, test: &Test) -> bool {
    let late = test.outcomes.iter().flat_map(|outcome| &outcome.when);
    let mut formulas = test.values.iter().map(|value| &value.ir).chain([&test.total]).chain(late);
    let only_dice = |part: &Ir| match &part.op {
        Op::Pool(pool) | Op::Hand(_, pool) => few(pool),
        Op::Read { pool, what } => pool.as_deref().is_none_or(few) && !matches!(what, PoolRead::Worth(..)),
        Op::Local(_) | Op::Value(_) | Op::Total | Op::OwnTotal | Op::Dice(_) | Op::Roll | Op::InHand(..) => true,
        op => op.computes() || matches!(op, Op::Let(..)),
    };
    test.roll.as_ref().or(game.roll.as_ref()).is_none_or(few) && formulas.all(|ir| ir.parts().all(only_dice))
}

/// The place of a cell.
fn place(raw: &model::TableDecl, row: usize, column: usize) -> Option<Span> {
    let row = raw.rows.get(row)?;
    Some(match row.cells.get(column) {
        Some(model::CellDecl::Formula(formula)) => formula.placement.span,
        _ => row.span,
    })
}
