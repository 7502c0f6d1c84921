//! Reports values given to an expression that it never reads.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Ready, RollRequest};
use crate::check::program::{
    Action, AnswerKind, Cell, CheckedGame, Default, Hook, Ir, LookupTable, Mention, Named, NamedRead, Op, PointsId,
    Question, Test, TraitSource,
};
use crate::check::{Program, RollSource, Side, SideOwner, all_steps, read_in_contest};
use crate::id::Id;
use crate::ruleset::steps::{Part, Parts as _};
use crate::source::nfc;

/// The names of the request, of traits and of settings, that nothing in the expression reads, whatever the
/// dice show: their values change nothing. With `interventions`, those that are possible in it read as well.
#[must_use]
pub fn unread<'r>(
    game: &CheckedGame,
    request: &'r RollRequest,
    ready: &Ready,
    interventions: bool,
) -> BTreeSet<&'r str> {
    if request.names.is_empty() && request.settings.is_empty() {
        return BTreeSet::new();
    }
    let roller = ready.person.as_ref().map(|(_, who)| *who);
    let mut reads = ReadWalk { game, roller, open: Vec::new(), seen: VisitedParts::default() };
    match &ready.prepared.program {
        Program::Value { ir, roll, .. } => {
            reads.roll(roll, None);
            reads.of(ir, None);
        }
        Program::Test(side) => {
            reads.side(side, false);
            if interventions {
                reads.interventions(side.test);
            }
        }
        Program::Opposed(left, right) => {
            reads.side(left, true);
            reads.side(right, true);
        }
    }
    if let Some(joint) = &ready.prepared.joint {
        let test = match &ready.prepared.program {
            Program::Value { .. } => None,
            Program::Test(side) | Program::Opposed(side, _) => Some(side.test),
        };
        reads.all(joint.told.iter().flatten().map(|(ir, _)| ir).chain(&joint.given), test);
    }
    reads.follow();
    let names = request.names.keys().filter(|name| !reads.seen.has(game, name));
    let settings = request.settings.keys().filter(|name| !reads.seen.has_set(game, name));
    names.chain(settings).map(String::as_str).collect()
}

/// The inputs that a contest gives to a side in its parentheses, and that nothing in it reads.
#[must_use]
pub fn unread_in_contest<'g>(game: &'g CheckedGame, ready: &Ready) -> BTreeSet<&'g str> {
    let Program::Opposed(left, right) = &ready.prepared.program else { return BTreeSet::new() };
    let mut found = BTreeSet::new();
    for side in [left, right] {
        let read = read_in_contest(game, side.test);
        let given = side.inputs.iter().enumerate().filter(|(index, given)| given.is_some() && !read.contains(index));
        let names = given.filter_map(|(index, _)| game.tests[side.test].inputs.get(index));
        found.extend(names.map(|(name, _)| &**name));
    }
    found
}

/// The traits, points, tracks and tags of the roller that formulas read.
#[derive(Debug, std::default::Default)]
struct VisitedParts {
    traits: BTreeSet<usize>,
    points: BTreeSet<PointsId>,
    open: BTreeSet<Arc<str>>,
    /// Names of their own are answers to a question: any of them may be read.
    any_open: bool,
    tables: BTreeSet<Id<LookupTable>>,
    /// Formulas of a test, so that none is followed twice: the test and its value, or its total.
    of_tests: BTreeSet<(Id<Test>, Option<usize>)>,
    options: BTreeSet<usize>,
    inputs: BTreeSet<(Id<Test>, usize)>,
    /// What tracks and tags give and ask is followed.
    conditions: bool,
}

impl VisitedParts {
    /// Whether an option, a cell or an input that was set is read.
    fn has_set(&self, game: &CheckedGame, name: &str) -> bool {
        let name = nfc(name.trim());
        if let Some(Named::Option(index)) = game.names.get(&name) {
            return self.options.contains(index);
        }
        if game.is_cell(&name) {
            let table = name.split('[').next().unwrap_or_default().trim().trim_matches(['«', '»', '"']);
            return matches!(game.names.get(table), Some(Named::Table(index)) if self.tables.contains(index));
        }
        let input = |&(test, index): &(Id<Test>, usize)| game.tests[test].inputs.get(index);
        self.inputs.iter().filter_map(input).any(|(input, _)| **input == *name)
    }

    /// Whether what a value was given to is read. The roller's name may stand before it.
    fn has(&self, game: &CheckedGame, name: &str) -> bool {
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

/// Visits formulas and all formulas that they may read.
struct ReadWalk<'a> {
    game: &'a CheckedGame,
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

    fn side(&mut self, side: &'a Side, contest: bool) {
        if matches!(side.owner, SideOwner::Person(who) if Some(who) != self.roller) {
            return;
        }
        let (game, at) = (self.game, Some(side.test));
        self.of(&side.total, at);
        self.roll(&side.roll, at);
        self.all(side.inputs.iter().flatten(), at);
        let test = &game.tests[side.test];
        self.all(test.endings(contest), at);
        self.all(test.roll.iter().flat_map(|pool| pool.formulas()), at);
        if let Some(against) = test.against.filter(|_| !contest) {
            self.input(side.test, against);
        }
        for (_, question) in &test.inputs {
            self.answers(&question.kind);
        }
    }

    /// What is read by interventions that are possible once the dice of a test have fallen.
    fn interventions(&mut self, test: Id<Test>) {
        let game = self.game;
        for index in &game.tests[test].read_outside {
            self.input(test, *index);
        }
        let hooks = [Hook::Test(false, test), Hook::Settled(test)];
        for place in game.places().filter(|place| hooks.iter().any(|hook| place.takes(*hook))) {
            self.all(place.when.iter().chain(&place.must), Some(test));
            self.action(&place.action, test);
        }
    }

    fn action(&mut self, action: &'a Action, test: Id<Test>) {
        let at = Some(test);
        self.all(action.ask.iter().flat_map(|ask| ask.formulas()), at);
        self.all(action.need.iter().map(|(_, ir)| ir), at);
        action.questions().for_each(|ask| self.answers(&ask.question.kind));
        for step in all_steps(&action.steps) {
            self.all(step.formulas(), at);
            step.verb.parts(&mut |part| match part {
                Part::Mention(Mention::Points(index)) => self.of_points(index),
                Part::Mention(Mention::Trait(index)) => self.of_trait(index),
                Part::Mention(Mention::Track(_) | Mention::Tag(_)) => self.conditions(),
                _ => {}
            });
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

    fn of_points(&mut self, index: PointsId) {
        if !self.seen.points.insert(index) {
            return;
        }
        let points = &self.game.points[index];
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
        }
        for state in self.game.all_states() {
            self.all(state.when.iter().chain(state.gives.iter().map(|(_, ir)| ir)), None);
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
            // Of another character nothing was given.
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
            Op::Group(_, _, true) => self.seen.any_open = true,
            Op::Named(_, NamedRead::Trait(list, open)) => {
                list.iter().for_each(|index| self.of_trait(*index));
                self.seen.any_open |= open;
            }
            Op::Points(index, _) => self.of_points(*index),
            Op::PointsAt(..) => game.points.ids().for_each(|index| self.of_points(index)),
            Op::Track(..)
            | Op::State(_)
            | Op::HasTag(_)
            | Op::TagCount(..)
            | Op::CardsLeft(_)
            | Op::TagValue(..)
            | Op::ValueOfTag(..)
            | Op::Named(..)
            | Op::Gather(..) => {
                self.conditions();
            }
            Op::Option(index) => {
                let option = game.options.get(*index).filter(|_| self.seen.options.insert(*index));
                if let Some(option) = option {
                    self.default(&option.question, None);
                }
            }
            Op::Input(index) | Op::Picked(index, _) => test.into_iter().for_each(|test| self.input(test, *index)),
            Op::Value(index) => self.of_test(test, Some(*index)),
            Op::OwnTotal => self.of_test(test, None),
            _ => {}
        }
        self.all(ir.children(), test);
    }

    fn input(&mut self, test: Id<Test>, index: usize) {
        let question = self.game.tests[test].inputs.get(index);
        if let Some((_, question)) = question.filter(|_| self.seen.inputs.insert((test, index))) {
            self.default(question, Some(test));
            self.all(question.picks.iter().flat_map(|picks| picks.formulas()), Some(test));
        }
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
