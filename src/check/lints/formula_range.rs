//! The range of a formula for all dice and all characters.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::rc::Rc;

use super::unreachable::test_here;
use crate::check::interval::{Environment, interval};
use crate::check::lower::texts_of;
use crate::check::program::{
    AnswerKind, Cell, CellRead, CheckedGame, Choosing, ChosenRead, ColumnPick, Count, Default, Die, Gathering,
    GroupRead, Ir, LookupTable, Op, Pick, PointsId, PointsRead, Pool, PoolRead, Question, RollFact, Slot, SlotKind,
    Test, TrackRead, TraitSource, TurnRead,
};
use crate::dice::{Brings, CompareOp, Interval};
use crate::id::Id;
use crate::ruleset::model::{OptionalDecl, Reading};

/// Bounds on the nesting of followed formulas, and on the number of their parts.
const DEEPEST: usize = 60;
const MOST: usize = 20_000;

#[derive(Clone, Default)]
pub(super) struct FormulaContext<'g> {
    /// The test of the formula.
    pub(super) test: Option<&'g Test>,
    /// The total of the test, if it is not its own.
    pub(super) total: Option<&'g Ir>,
    /// The slots of the action, and inputs that interventions change.
    pub(super) kinds: &'g [Slot],
    pub(super) changed: Option<&'g BTreeSet<(Id<Test>, usize)>>,
    /// The pool for named dice, if it is not that of the test or of the game.
    pub(super) roll: Option<&'g Pool>,
    /// The named throw that is read as the roll.
    pub(super) hand: Option<usize>,
    /// Known bounds of inputs of the test.
    pub(super) inputs: BTreeMap<usize, Interval>,
    /// Known bounds of slots of the action.
    pub(super) slots: Rc<BTreeMap<usize, Interval>>,
    /// Possible texts of slots of the action, if they are known.
    pub(super) texts: Rc<BTreeMap<usize, Vec<&'g str>>>,
    /// The known outcome of a roll: its slot, the index of the outcome.
    pub(super) ended: Option<(usize, usize)>,
    /// In a branch: the slot of the roll, and the outcomes, by index, that lead there.
    pub(super) leading: Option<Rc<(usize, Vec<usize>)>>,
    /// The roll in this slot did not exceed its target; in a contest, the left side did not win.
    pub(super) below: Option<usize>,
    /// The rolled test whose outcomes are read.
    pub(super) lies: Option<Id<Test>>,
    /// Conditions of its outcomes with their assumed values.
    pub(super) assumed: Rc<[(&'g Ir, bool)]>,
    /// Outcomes and states that are never reached.
    pub(super) never: Option<&'g Unreached>,
    /// Without help or hindrance: an unbounded question has its default, and modifiers are empty.
    pub(super) unaided: bool,
    /// The remaining number of parts of formulas to follow.
    pub(super) budget: Option<&'g std::cell::Cell<usize>>,
}

/// Unreachable outcomes and states, by index.
#[derive(Default)]
pub(super) struct Unreached {
    pub(super) outcomes: BTreeSet<(Id<Test>, usize)>,
    pub(super) states: BTreeSet<(usize, usize)>,
}

/// Bounds of the number of dice, and of their faces.
#[derive(Clone, Copy)]
struct DiceRange {
    dice: Interval,
    face: Interval,
}

/// Interval analysis of formulas for all dice and all characters.
pub(super) struct Reach<'g> {
    game: &'g CheckedGame,
    here: FormulaContext<'g>,
    locals: Vec<Interval>,
    left: usize,
    depth: usize,
}

/// Tags inspected per unit of work.
const LOOKED_AT: usize = 8;

impl<'g> Reach<'g> {
    pub(super) fn new(game: &'g CheckedGame, here: FormulaContext<'g>) -> Self {
        Self { game, here, locals: Vec::new(), left: MOST, depth: 0 }
    }

    /// Whether a condition holds; `None`: it depends.
    pub(super) fn holds(&mut self, ir: &'g Ir) -> Option<bool> {
        self.range(ir).holds()
    }

    /// The range of a formula.
    pub(super) fn range(&mut self, ir: &'g Ir) -> Interval {
        let Ok(found) = interval(self, ir);
        found
    }

    /// Spends work; returns whether it was left.
    fn spend(&mut self, much: usize) -> bool {
        let Some(left) = self.left.checked_sub(much).filter(|_| self.depth <= DEEPEST) else { return false };
        self.left = left;
        let Some(budget) = self.here.budget else { return true };
        let left = budget.get().checked_sub(much);
        left.into_iter().for_each(|left| budget.set(left));
        left.is_some()
    }

    fn of(&mut self, ir: &'g Ir) -> Option<Interval> {
        if let Some((_, holds)) =
            self.here.assumed.iter().find(|(known, _)| {
                known.at == ir.at && std::mem::discriminant(&known.op) == std::mem::discriminant(&ir.op)
            })
        {
            return Some(Interval::exactly(i64::from(*holds)));
        }
        Some(match &ir.op {
            Op::Local(slot) => self.locals.get(*slot).copied().unwrap_or(Interval::ANY),
            Op::Trait(index) => self.of_trait(*index),
            Op::Option(index) => {
                self.game.options.get(*index).map_or(Interval::ANY, |one| self.of_question(&one.question))
            }
            Op::Input(index) => self.of_input(*index),
            Op::Value(index) => {
                let value = self.here.test.and_then(|test| test.values.get(*index));
                value.map_or(Interval::ANY, |value| self.range(&value.ir))
            }
            Op::Total => self.of_total(),
            Op::OwnTotal => self.here.test.map_or(Interval::ANY, |test| self.range(&test.total)),
            Op::Margin => self.margin(),
            Op::InRoll(slot, _, inner) => self.in_test_of(*slot, |reach| reach.range(inner)),
            Op::RollFact(slot, fact) if let Some(found) = self.of_ended(*slot, *fact) => found,
            Op::RollFact(slot, RollFact::Margin) => match self.here.kinds.get(*slot).map(|slot| &slot.kind) {
                Some(SlotKind::Roll(_)) => {
                    let margin = self.in_test_of(*slot, Self::margin);
                    match self.here.below == Some(*slot) {
                        true => Interval { most: Some(margin.most.map_or(0, |most| most.min(0))), ..margin },
                        false => margin,
                    }
                }
                // The margin of a contest is positive if the left side is ahead.
                Some(SlotKind::Contest(..)) if self.here.below == Some(*slot) => {
                    Interval { least: None, most: Some(0) }
                }
                _ => Interval::ANY,
            },
            Op::RollFact(_, RollFact::Success | RollFact::Failure | RollFact::Class(_) | RollFact::Tied) => {
                Interval::FLAG
            }
            Op::Dice(list) => list.iter().fold(Interval::exactly(0), |sum, &(times, die)| {
                let read = self.of_die(die);
                sum + Interval::exactly(times) * read
            }),
            Op::Pool(pool) => self.of_pool(pool, &PoolRead::Sum),
            Op::Hand(_, pool) => self.of_pool(pool, &PoolRead::Sum),
            Op::InHand(index, inner) => {
                let before = self.here.hand.replace(*index);
                let found = self.range(inner);
                self.here.hand = before;
                found
            }
            Op::Roll => self.rolled().map_or(Interval::ANY, |pool| self.of_pool(pool, &PoolRead::Sum)),
            Op::Chosen(..) | Op::Picked(..) => return self.chosen(ir).map(|dice| self.of_dice(dice, &PoolRead::Sum)),
            Op::ReadOff(ChosenRead::Any(what), of) => return self.chosen(of).map(|dice| self.of_dice(dice, what)),
            Op::Read { what, pool } => {
                let pool = pool.as_deref().or_else(|| self.rolled());
                pool.map_or(Interval::ANY, |pool| self.of_pool(pool, what))
            }
            Op::Let(slot, value, body) => {
                let value = self.range(value);
                if self.locals.len() <= *slot {
                    self.locals.resize(slot + 1, Interval::ANY);
                }
                let outer = self.locals.get_mut(*slot).map(|local| std::mem::replace(local, value));
                let found = self.range(body);
                if let (Some(local), Some(outer)) = (self.locals.get_mut(*slot), outer) {
                    *local = outer;
                }
                found
            }
            Op::Cell(read) => self.of_cell(read),
            Op::RowAt(table, _) => self.rows_of(*table),
            Op::Points(index, PointsRead::Now) => self.of_points(*index),
            Op::Points(index, PointsRead::Max) => {
                self.game.points[*index].max.as_ref().map_or(Interval::ANY, |max| self.range(max))
            }
            Op::Track(index, read) => {
                let track = &self.game.tracks[*index];
                let own = match read {
                    TrackRead::Mark(mark) | TrackRead::LeftOf(mark) | TrackRead::BoxesOf(mark) => track.each.get(*mark),
                    TrackRead::Lost | TrackRead::Left | TrackRead::Boxes => None,
                };
                let boxes = self.range(own.map_or(&track.boxes, |(_, ir)| ir)).max(Interval::exactly(0));
                // Any part of the boxes may be marked; a track without boxes has its own warning.
                let part = Interval { least: Some(0), most: boxes.most.filter(|most| *most > 0) };
                if matches!(read, TrackRead::Boxes | TrackRead::BoxesOf(_)) { boxes } else { part }
            }
            // At most one tag of the kind.
            Op::TagCount(kind, _) if !self.game.tags[*kind].several => Interval::FLAG,
            Op::Turn(TurnRead::Own | TurnRead::Had) => Interval::FLAG,
            Op::TagCount(..) | Op::CardsLeft(_) | Op::Turn(_) | Op::Beats(..) => Interval::COUNT,
            Op::HasTag(_) | Op::Answered(_) => Interval::FLAG,
            Op::SameText(left, right) => match (self.texts(left), self.texts(right)) {
                (Some(left), Some(right)) if !left.iter().any(|text| right.contains(text)) => Interval::exactly(0),
                _ => Interval::FLAG,
            },
            Op::Gather(..) if self.here.unaided => Interval::exactly(0),
            Op::Gather(how, modifier) => self.gathered(*how, *modifier),
            Op::Group(what, members, open) => self.of_group(what, members, *open),
            Op::Slot(slot) => self.here.slots.get(slot).copied().unwrap_or(Interval::ANY),
            Op::Of(_, inner) => self.range(inner),
            Op::Compare(how, left, right) => return self.never_reached(*how, left, right),
            _ => return None,
        })
    }

    /// The possible texts of a formula, if they are known.
    fn texts(&self, ir: &'g Ir) -> Option<Vec<&'g str>> {
        match &ir.op {
            Op::Slot(slot) => self.here.texts.get(slot).cloned(),
            _ => texts_of(self.game, ir),
        }
    }

    /// The value of a property of a roll with a known outcome.
    fn of_ended(&self, slot: usize, fact: RollFact) -> Option<Interval> {
        let (_, at) = self.here.ended.filter(|(known, _)| *known == slot)?;
        let SlotKind::Roll(test) = self.here.kinds.get(slot)?.kind else { return None };
        let outcome = self.game.tests[test].outcomes.get(at)?;
        let flag = |flag: bool| Some(Interval::exactly(i64::from(flag)));
        match fact {
            RollFact::Outcome => Some(Interval::exactly(i64::try_from(at).ok()?)),
            RollFact::Success => flag(outcome.success == Some(true)),
            RollFact::Failure => flag(outcome.success == Some(false)),
            RollFact::Class(class) => flag(outcome.classes.contains(&class)),
            RollFact::Margin | RollFact::Winner | RollFact::Loser | RollFact::Tied => None,
        }
    }

    /// A comparison with an unreachable outcome or state.
    fn never_reached(&self, how: CompareOp, left: &Ir, right: &Ir) -> Option<Interval> {
        let Op::Number(number) = right.op else { return None };
        let (never, at) = (self.here.never?, usize::try_from(number).ok()?);
        let is_never = match inner(left) {
            Op::State(holder) => never.states.contains(&(*holder, at)),
            Op::RollFact(slot, RollFact::Outcome) => match self.here.kinds.get(*slot).map(|slot| &slot.kind) {
                Some(SlotKind::Roll(test)) => never.outcomes.contains(&(*test, at)),
                _ => false,
            },
            _ => false,
        };
        match how {
            CompareOp::Equal if is_never => Some(Interval::exactly(0)),
            CompareOp::NotEqual if is_never => Some(Interval::exactly(1)),
            _ => None,
        }
    }

    fn of_total(&mut self) -> Interval {
        let total = self.here.total.or_else(|| self.here.test.map(|test| &test.total));
        total.map_or(Interval::ANY, |total| self.range(total))
    }

    /// The range of the margin.
    pub(super) fn margin(&mut self) -> Interval {
        let Some(test) = self.here.test else { return Interval::ANY };
        match (&test.margin, test.against) {
            (OptionalDecl::Formula(margin), _) => self.range(margin),
            (OptionalDecl::Usual, Some(index)) => self.of_total() - self.of_input(index),
            _ => Interval::ANY,
        }
    }

    /// Evaluates in the context of the test in a slot of the action.
    fn in_test_of(&mut self, slot: usize, read: impl FnOnce(&mut Self) -> Interval) -> Interval {
        let index = match self.here.kinds.get(slot).map(|slot| &slot.kind) {
            Some(SlotKind::Roll(test) | SlotKind::Contest(test, ..)) => *test,
            _ => return Interval::ANY,
        };
        let (Some(changed), Some(budget)) = (self.here.changed, self.here.budget) else { return Interval::ANY };
        let inside = FormulaContext {
            changed: Some(changed),
            kinds: self.here.kinds,
            ..test_here(self.game, changed, index, budget)
        };
        let outside = std::mem::replace(&mut self.here, inside);
        let found = read(self);
        self.here = outside;
        found
    }

    /// The range of a named die, if there is one.
    pub(super) fn named_die(&mut self, name: &str) -> Interval {
        let die = self.game.die_names.iter().position(|die| *die.name == *name);
        die.map_or(Interval::ANY, |die| self.of_die(die))
    }

    pub(super) fn of_input(&mut self, index: usize) -> Interval {
        match (self.here.inputs.get(&index), self.here.test) {
            (Some(range), _) => *range,
            (None, Some(test)) => test.inputs.get(index).map_or(Interval::ANY, |(_, one)| self.of_question(one)),
            _ => Interval::ANY,
        }
    }

    fn of_trait(&mut self, index: usize) -> Interval {
        match self.game.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Given(question) | TraitSource::Group(question)) => self.of_question(question),
            Some(TraitSource::Derived(ir)) => self.range(ir),
            None => Interval::ANY,
        }
    }

    /// The range of an answer.
    pub(super) fn of_question(&mut self, question: &'g Question) -> Interval {
        let range = match &question.kind {
            _ if question.broken => Interval::ANY,
            AnswerKind::Number(least, most) => Interval { least: *least, most: *most },
            AnswerKind::YesNo => Interval::FLAG,
            AnswerKind::OneOf(words) => below(words.len()),
            AnswerKind::Row(table) => self.rows_of(*table),
            AnswerKind::Trait(traits, false) => {
                let one = |&index: &usize| {
                    let Interval { least, most } = self.of_trait(index);
                    let number = |bound: Option<i64>| bound.map(|bound| self.game.trait_number(index, bound));
                    Interval { least: number(least), most: number(most) }
                };
                let given = traits.iter().map(one).reduce(Interval::or).unwrap_or(Interval::ANY);
                // A number can be given as well, but only exceptionally.
                if self.here.unaided { given } else { Interval::ANY }
            }
            _ => Interval::ANY,
        };
        let default = match &question.default {
            Some(Default::Value(ir)) if self.here.unaided => Some(self.range(ir)),
            _ => None,
        };
        match default {
            Some(default) if range == Interval::ANY => default,
            Some(default) => range.or(default),
            None => range,
        }
    }

    fn rows_of(&self, table: Id<LookupTable>) -> Interval {
        below(self.game.tables[table].rows.len())
    }

    pub(super) fn of_points(&mut self, index: PointsId) -> Interval {
        let points = &self.game.points[index];
        let least = points.min.as_ref().and_then(|ir| self.range(ir).least);
        let most = points.max.as_ref().and_then(|ir| self.range(ir).most);
        Interval { least, most }
    }

    /// The range of a die name.
    fn of_die(&mut self, die: usize) -> Interval {
        let (Some(name), Some(pool)) = (self.game.die_names.get(die), self.rolled()) else { return Interval::ANY };
        let what = match name.reading {
            Reading::Sum => &PoolRead::Sum,
            _ => &PoolRead::Highest,
        };
        self.of_pool(pool, what)
    }

    fn rolled(&self) -> Option<&'g Pool> {
        if let Some(hand) = self.here.hand {
            return self.here.test?.rolls().filter(|(name, _)| name.is_some()).nth(hand).map(|(_, pool)| pool);
        }
        self.here.roll.or_else(|| self.here.test?.roll.as_ref()).or(self.game.roll.as_ref())
    }

    fn of_pool(&mut self, pool: &'g Pool, what: &'g PoolRead) -> Interval {
        let Some(thrown) = self.thrown(pool) else {
            return if matches!(what, PoolRead::Count(..) | PoolRead::CountAny(_) | PoolRead::Repeats) {
                Interval::COUNT
            } else {
                Interval::ANY
            };
        };
        match what {
            PoolRead::Count(op, wanted) if shows_none(pool, *op, self.range(wanted)) => Interval::exactly(0),
            _ => self.of_dice(thrown, what),
        }
    }

    /// The ranges of the number and the faces of a pool. Numbers that are computed at the throw have placeholders,
    /// which mean nothing.
    fn thrown(&mut self, pool: &'g Pool) -> Option<DiceRange> {
        if !pool.late.is_empty() {
            return None;
        }
        let mut dice = match &pool.count {
            Count::Fixed(dice) => Interval::exactly(i64::from(*dice)),
            Count::Computed(ir) => self.range(ir).max(Interval::exactly(0)),
        };
        let mut face = match &pool.die {
            Die::Sides(sides) => Interval::between(1, i64::from(*sides)),
            Die::Faces(faces) => {
                faces.iter().map(|face| Interval::exactly(*face)).reduce(Interval::or).unwrap_or(Interval::exactly(0))
            }
        };
        for modifier in &pool.modifiers {
            modifier.reach(&mut dice, &mut face);
        }
        Some(DiceRange { dice, face })
    }

    /// The ranges of chosen dice; `None`: unknown.
    fn chosen(&mut self, ir: &'g Ir) -> Option<DiceRange> {
        let part = |of: DiceRange| DiceRange { dice: Interval { least: Some(0), ..of.dice }, ..of };
        match &ir.op {
            Op::Roll => {
                let pool = self.rolled()?;
                self.thrown(pool)
            }
            Op::Pool(pool) | Op::Hand(_, pool) => self.thrown(pool),
            Op::InHand(index, inner) => {
                let before = self.here.hand.replace(*index);
                let found = self.chosen(inner);
                self.here.hand = before;
                found
            }
            Op::Picked(_, of) => self.chosen(of).map(part),
            Op::Chosen(how, of) => {
                let mut all: Option<DiceRange> = None;
                for ir in of {
                    let one = self.chosen(ir)?;
                    all = Some(match all {
                        Some(all) => DiceRange { dice: all.dice + one.dice, face: all.face.or(one.face) },
                        None => one,
                    });
                }
                let all = all.unwrap_or(DiceRange { dice: Interval::exactly(0), face: Interval::exactly(0) });
                Some(match how {
                    Choosing::All => all,
                    Choosing::Place(_) => DiceRange { dice: Interval::exactly(1), ..all },
                    Choosing::Foremost(_, number) => {
                        DiceRange { dice: all.dice.min(self.range(number).max(Interval::exactly(0))), ..all }
                    }
                    Choosing::Showing(conditions) => {
                        let none = |(how, than): &'g (CompareOp, Ir)| all.face.compare(*how, self.range(than));
                        let none = conditions.iter().map(none).all(|holds| holds == Some(false));
                        if none { DiceRange { dice: Interval::exactly(0), ..all } } else { part(all) }
                    }
                    Choosing::Rest => part(all),
                })
            }
            _ => None,
        }
    }

    /// The range of a statistic of dice.
    fn of_dice(&mut self, DiceRange { dice, face }: DiceRange, what: &'g PoolRead) -> Interval {
        match what {
            PoolRead::Sum => dice * face,
            PoolRead::Count(op, wanted) => match face.compare(*op, self.range(wanted)) {
                Some(true) => dice,
                Some(false) => Interval::exactly(0),
                None => Interval { least: Some(0), ..dice },
            },
            PoolRead::CountAny(_) | PoolRead::Repeats => Interval { least: Some(0), ..dice },
            PoolRead::Worth(..) => Interval::ANY,
            PoolRead::Nth(_) => face.or(Interval::exactly(0)),
            _ if dice.least == Some(0) => face.or(Interval::exactly(0)),
            _ => face,
        }
    }

    /// The range of a function of several traits; free names are unbounded.
    fn of_group(&mut self, what: &'g GroupRead, members: &'g [Ir], open: bool) -> Interval {
        let ranges = members.iter().map(|member| match member.op {
            Op::Trait(index) => {
                let Interval { least, most } = self.of_trait(index);
                let number = |bound: Option<i64>| bound.map(|bound| self.game.trait_number(index, bound));
                Interval { least: number(least), most: number(most) }
            }
            _ => self.range(member),
        });
        let ranges: Vec<Interval> = ranges.collect();
        let none = Interval::exactly(0);
        match what {
            GroupRead::Count(..) if open => Interval::COUNT,
            _ if open => Interval::ANY,
            GroupRead::Gathered(Gathering::Sum) => ranges.into_iter().fold(none, |sum, one| sum + one),
            GroupRead::Gathered(Gathering::Highest) => ranges.into_iter().reduce(Interval::max).unwrap_or(none),
            GroupRead::Gathered(Gathering::Lowest) => ranges.into_iter().reduce(Interval::min).unwrap_or(none),
            GroupRead::Count(wanted) => {
                let wanted: Vec<(CompareOp, Interval)> =
                    wanted.iter().map(|(how, than)| (*how, self.range(than))).collect();
                let is_met = |one: Interval| {
                    let met = wanted.iter().map(|(how, than)| one.compare(*how, *than));
                    met.reduce(
                        |any, one| if any == Some(true) || one == Some(true) { Some(true) } else { any.and(one) },
                    )
                };
                ranges.into_iter().fold(none, |sum, one| sum + Interval::flag(is_met(one).flatten()))
            }
        }
    }

    /// The range of a modifier: each tag and state may or may not give its number.
    fn gathered(&mut self, how: Gathering, modifier: usize) -> Interval {
        let game = self.game;
        let (sum, none) = (matches!(how, Gathering::Sum), Interval::exactly(0));
        // Everything that may give it is inspected.
        if !self.spend(game.tags.len() / LOOKED_AT) {
            return Interval::ANY;
        }
        let mut all = none;
        for tag in &game.tags {
            for (_, ir) in tag.gives.iter().filter(|(given, _)| *given == modifier) {
                let one = self.range(ir) * if tag.several && sum { Interval::COUNT } else { Interval::exactly(1) };
                all = if sum { all + one.or(none) } else { all.or(one) };
            }
        }
        for holder in game.holders() {
            let states = holder.states.iter().flat_map(|state| &state.gives);
            for (_, ir) in states.filter(|(given, _)| *given == modifier) {
                // Only one state holds at a time; adding them is conservative.
                let one = self.range(ir).or(none);
                all = if sum { all + one } else { all.or(one) };
            }
        }
        all
    }

    /// The range of the cells that may be read.
    fn of_cell(&mut self, read: &'g CellRead) -> Interval {
        let table = &self.game.tables[read.table];
        // Arguments and replaced dice may change the value of a cell.
        if !read.given.is_empty() || !read.worth.is_empty() {
            return Interval::ANY;
        }
        let mut all: Option<Interval> = None;
        for (at, row) in table.rows.iter().enumerate() {
            for (column, cell) in row.cells.iter().enumerate() {
                if matches!(read.row, Pick::Fixed(row) if row != at)
                    || matches!(read.column, ColumnPick::Fixed(one) if one != column)
                {
                    continue;
                }
                let Cell::Value(ir) = cell else { return Interval::ANY };
                let here = self.range(ir);
                all = Some(all.map_or(here, |before| before.or(here)));
            }
        }
        all.unwrap_or(Interval::ANY)
    }
}

impl<'g> Environment<'g> for Reach<'g> {
    type Failure = Infallible;

    fn enter(&mut self, ir: &'g Ir) -> Result<Option<Interval>, Infallible> {
        self.depth += 1;
        Ok(if self.spend(1) { self.of(ir) } else { Some(Interval::ANY) })
    }

    fn leave(&mut self) {
        self.depth -= 1;
    }
}

/// Whether no face of a pool meets a comparison.
fn shows_none(pool: &Pool, op: CompareOp, wanted: Interval) -> bool {
    let grows = pool.modifiers.iter().any(|modifier| modifier.suffix.brings() == Some(Brings::Sum));
    !grows && wanted.exact().is_some_and(|wanted| pool.die.matching(op, wanted).0 == 0)
}

/// The operation that is read, for any character.
fn inner(ir: &Ir) -> &Op {
    match &ir.op {
        Op::Of(_, of) => inner(of),
        op => op,
    }
}

/// The interval from 0 to `count` − 1.
fn below(count: usize) -> Interval {
    Interval { least: Some(0), most: i64::try_from(count.saturating_sub(1)).ok() }
}
