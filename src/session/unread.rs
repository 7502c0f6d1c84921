//! Which values that an expression was given it never reads.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Ready;
use crate::check::program::{AnswerKind, Cell, Default, Game, Ir, Named, Op, Question, Table, Test, TraitSource};
use crate::check::{Program, RollSource, Side, Whose};
use crate::id::Id;
use crate::source::nfc;

/// The names among these that nothing in the expression reads of whoever rolls, whatever the dice show: their
/// values change nothing.
#[must_use]
pub fn unread<'n>(game: &Game, names: &'n BTreeMap<String, String>, ready: &Ready) -> BTreeSet<&'n str> {
    if names.is_empty() {
        return BTreeSet::new();
    }
    let roller = ready.person.as_ref().map(|(_, who)| *who);
    let mut reads = ReadWalk { game, roller, open: Vec::new(), seen: VisitedParts::default() };
    match &ready.prepared.program {
        Program::Value { ir, roll, .. } => {
            reads.roll(roll, None);
            reads.of(ir, None);
        }
        Program::Test(side) => reads.side(side),
        Program::Opposed(left, right) => {
            reads.side(left);
            reads.side(right);
        }
    }
    reads.follow();
    names.keys().map(String::as_str).filter(|name| !reads.seen.has(game, name)).collect()
}

/// What is read of whoever rolls.
#[derive(Debug, std::default::Default)]
struct VisitedParts {
    traits: BTreeSet<usize>,
    points: BTreeSet<usize>,
    open: BTreeSet<Arc<str>>,
    /// Names of their own are answers to a question: any of them may be read.
    any_open: bool,
    tables: BTreeSet<Id<Table>>,
    /// Formulas of a test, so that none is followed twice: the test and its value, or its total.
    of_tests: BTreeSet<(Id<Test>, Option<usize>)>,
    options: BTreeSet<usize>,
    inputs: BTreeSet<(Id<Test>, usize)>,
    /// What tracks and tags give and ask is followed.
    conditions: bool,
}

impl VisitedParts {
    /// Whether what a value was given to is read. The roller's name may stand before it.
    fn has(&self, game: &Game, name: &str) -> bool {
        let name = nfc(name.trim());
        let own = || name.split_once('.').map(|(_, own)| own.trim().trim_matches(['«', '»']).to_owned());
        let name = match game.names.contains_key(&name) || self.open.contains(name.as_str()) {
            true => name,
            false => own().unwrap_or(name),
        };
        match game.names.get(&name) {
            Some(Named::Trait(index)) => self.traits.contains(index),
            Some(Named::Points(index)) => self.points.contains(index),
            _ => self.any_open || self.open.contains(name.as_str()),
        }
    }
}

/// Follows formulas to everything that they may read.
struct ReadWalk<'a> {
    game: &'a Game,
    roller: Option<usize>,
    /// Formulas to look at, and the test in which they are.
    open: Vec<(&'a Ir, Option<Id<Test>>)>,
    seen: VisitedParts,
}

impl<'a> ReadWalk<'a> {
    fn of(&mut self, ir: &'a Ir, test: Option<Id<Test>>) {
        self.open.push((ir, test));
    }

    fn all(&mut self, list: impl IntoIterator<Item = &'a Ir>, test: Option<Id<Test>>) {
        self.open.extend(list.into_iter().map(|ir| (ir, test)));
    }

    fn roll(&mut self, roll: &'a RollSource, test: Option<Id<Test>>) {
        match roll {
            RollSource::Dice(pool) => self.all(pool.formulas(), test),
            RollSource::Game => self.all(self.game.roll.iter().flat_map(|pool| pool.formulas()), test),
            RollSource::Test | RollSource::Nothing => {}
        }
    }

    fn side(&mut self, side: &'a Side) {
        if matches!(side.whose, Whose::Person(who) if Some(who) != self.roller) {
            return;
        }
        let (game, at) = (self.game, Some(side.test));
        self.of(&side.total, at);
        self.roll(&side.roll, at);
        self.all(side.inputs.iter().flatten(), at);
        let test = &game.tests[side.test];
        self.all(test.said(), at);
        self.all(test.show.iter().filter_map(|index| test.values.get(*index)).map(|value| &value.ir), at);
        self.all(test.roll.iter().flat_map(|pool| pool.formulas()), at);
        for outcome in &test.outcomes {
            self.all(outcome.when.iter().chain(outcome.values.iter().map(|value| &value.ir)), at);
        }
        if let Some(opposed) = &test.opposed {
            self.all(opposed.compare.iter().chain(opposed.tie.iter().filter_map(|(_, when)| when.as_ref())), at);
        }
        for (_, question) in &test.inputs {
            self.answers(&question.kind);
        }
    }

    /// What an answer of this kind may read.
    fn answers(&mut self, kind: &AnswerKind) {
        match kind {
            AnswerKind::Trait(list, open) => {
                list.iter().for_each(|index| self.of_trait(*index));
                self.seen.any_open |= *open;
            }
            AnswerKind::Points(list) => list.iter().for_each(|index| self.of_points(*index)),
            _ => {}
        }
    }

    fn default(&mut self, question: &'a Question, test: Option<Id<Test>>) {
        if let Some(Default::Value(ir)) = &question.default {
            self.of(ir, test);
        }
    }

    fn of_trait(&mut self, index: usize) {
        if !self.seen.traits.insert(index) {
            return;
        }
        match self.game.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Derived(ir)) => self.of(ir, None),
            Some(TraitSource::Given(question) | TraitSource::Group(question)) => self.default(question, None),
            None => {}
        }
    }

    fn of_points(&mut self, index: usize) {
        let Some(points) = self.game.points.get(index).filter(|_| self.seen.points.insert(index)) else { return };
        if let Some(Default::Value(ir)) = &points.start {
            self.of(ir, None);
        }
        self.all(points.max.iter().chain(&points.min).chain(&points.endless), None);
    }

    /// What states and tags depend on, and what they give.
    fn conditions(&mut self) {
        if std::mem::replace(&mut self.seen.conditions, true) {
            return;
        }
        for track in &self.game.tracks {
            self.of(&track.boxes, None);
            for state in &track.states {
                self.all(state.when.iter().chain(state.gives.iter().map(|(_, ir)| ir)), None);
            }
        }
        for tag in &self.game.tags {
            self.all(tag.gives.iter().map(|(_, ir)| ir), None);
        }
    }

    fn follow(&mut self) {
        while let Some((ir, test)) = self.open.pop() {
            self.look(ir, test);
        }
    }

    fn look(&mut self, ir: &'a Ir, test: Option<Id<Test>>) {
        let game = self.game;
        if let Some((table, _)) = ir.op.pick()
            && self.seen.tables.insert(table)
        {
            for cell in game.tables[table].rows.iter().flat_map(|row| &row.cells) {
                if let Cell::Value(ir) = cell {
                    self.of(ir, test);
                }
            }
        }
        match &ir.op {
            // Of somebody else nothing was given.
            Op::Of(person, inner) => {
                self.of(person, test);
                let place = if let Op::Number(place) = person.op { usize::try_from(place).ok() } else { None };
                if place.is_none() || place == self.roller {
                    self.of(inner, test);
                }
                return;
            }
            Op::Known(name, _) => {
                self.seen.open.insert(Arc::clone(name));
            }
            Op::Trait(index) => self.of_trait(*index),
            Op::Points(index, _) => self.of_points(*index),
            Op::PointsAt(..) => (0..game.points.len()).for_each(|index| self.of_points(index)),
            Op::Track(..)
            | Op::HasTag(_)
            | Op::TagCount(..)
            | Op::TagValue(..)
            | Op::ValueOfTag(..)
            | Op::Gather(..) => {
                self.conditions();
            }
            Op::Option(index) => {
                let option = game.options.get(*index).filter(|_| self.seen.options.insert(*index));
                if let Some(option) = option {
                    self.default(&option.question, None);
                }
            }
            Op::Input(index) => {
                if let Some(id) = test
                    && let Some((_, question)) = game.tests[id].inputs.get(*index)
                    && self.seen.inputs.insert((id, *index))
                {
                    self.default(question, test);
                }
            }
            Op::Value(index) => self.of_test(test, Some(*index)),
            Op::OwnTotal => self.of_test(test, None),
            _ => {}
        }
        self.all(ir.children(), test);
    }

    /// A value of the test, or its own total.
    fn of_test(&mut self, test: Option<Id<Test>>, value: Option<usize>) {
        let Some(index) = test else { return };
        let found = &self.game.tests[index];
        if !self.seen.of_tests.insert((index, value)) {
            return;
        }
        match value {
            Some(at) => self.all(found.values.get(at).map(|value| &value.ir), test),
            None => self.of(&found.total, test),
        }
    }
}
