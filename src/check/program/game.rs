//! A game: its declarations, by index, and its names.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::dice::Pool;
use super::die_names::DieNames;
use super::ir::{At, Ir, Kind, Op, Origin};
use super::play::{Action, Holder, Hook, Intervention, Place, Points, State, TagKind, Time, Track};
use super::play::{Archetype, PointsId, TagId, TrackId, Turns};
use crate::id::{Id, IdVec};
use crate::limits::Limits;
use crate::ruleset::Accent;
use crate::ruleset::model::{Outside, Reading, Rounding, Said, Tie};
use crate::sort::Sort as _;
use crate::source::{Sources, Span, fold, nfc};
use crate::syntax::{Expr, Notation};

/// What a name of the ruleset is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// A trait with a value.
    Trait(usize),
    /// A group of traits that people name themselves.
    Group(usize),
    Option(usize),
    Table(Id<Table>),
    Test(Id<Test>),
    /// A name of dice.
    Die(usize),
    Points(PointsId),
    Track(TrackId),
    /// A kind of tag.
    Tag(TagId),
    Action(usize),
    Formula(usize),
    /// What an outcome can be.
    Class(usize),
}

/// A formula with a name and parameters. Where it is called, it is lowered in its place.
#[derive(Debug, Clone)]
pub struct NamedFormula {
    pub name: Arc<str>,
    pub parameters: Vec<Arc<str>>,
    pub expr: Expr,
    /// The words of which it yields one, if they are listed.
    pub one_of: Option<Arc<[String]>>,
    /// Its index in the origins of the game.
    pub origin: u32,
    pub text: Arc<str>,
    /// Nothing is wrong with it by itself.
    pub sound: bool,
}

impl NamedFormula {
    /// `modifier(score)`
    #[must_use]
    pub fn call(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// What an answer may be.
#[derive(Debug, Clone)]
pub enum AnswerKind {
    /// A number within bounds.
    Number(Option<i64>, Option<i64>),
    YesNo,
    /// One of some words.
    OneOf(Arc<[String]>),
    /// A row of a table.
    Row(Id<Table>),
    /// The number in a column of a row, or any number.
    Cell(Id<Table>, usize),
    /// A column of a table.
    Column(Id<Table>),
    /// The value of one of these traits, or (if so) of a name of an open group.
    Trait(Arc<[usize]>, bool),
    /// One of these points.
    Points(Arc<[PointsId]>),
    Tag(TagId),
    Character(Option<i64>),
    /// Dice of the roll.
    Dice,
    Text,
}

impl AnswerKind {
    /// The kind of the value that an answer gives.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self {
            Self::Number(..) | Self::Cell(..) | Self::Trait(..) | Self::Dice => Kind::Number,
            Self::Points(_) => Kind::Points,
            Self::Tag(kind) => Kind::Tag(*kind),
            Self::Character(_) => Kind::Person,
            Self::Text => Kind::Text,
            Self::YesNo => Kind::Flag,
            Self::OneOf(words) => Kind::Choice(Arc::clone(words)),
            Self::Row(table) => Kind::Row(*table),
            Self::Column(table) => Kind::Column(*table),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Question {
    /// What an answer may be.
    pub kind: AnswerKind,
    /// The answer if no player is asked.
    pub default: Option<Default>,
    /// One line for the person who is asked.
    pub doc: Option<String>,
    /// Its kind could not be read.
    pub broken: bool,
    /// Of dice, which may be picked.
    pub picks: Option<Box<Picks>>,
    /// Of a trait, which steps change or whose name they read: a number is no answer.
    pub named: bool,
}

/// Which dice may be picked, and how many.
#[derive(Debug, Clone)]
pub struct Picks {
    /// Of these; of all that lie there, where an intervention does not say it.
    pub among: Option<Ir>,
    /// Exactly so many.
    pub exactly: Option<Ir>,
    /// So many at most.
    pub most: Option<Ir>,
}

impl Picks {
    pub fn formulas(&self) -> impl Iterator<Item = &Ir> {
        self.among.iter().chain(&self.exactly).chain(&self.most)
    }
}

impl Question {
    /// The kind of its answers.
    #[must_use]
    pub fn value_kind(&self) -> Kind {
        match self.picks {
            _ if self.broken => Kind::Broken,
            Some(_) => Kind::Chosen,
            None => self.kind.kind(),
        }
    }

    /// Whether it has to be answered: there is no usual answer, and it may not stay open.
    #[must_use]
    pub fn must_be_answered(&self) -> bool {
        !matches!(self.default, Some(Default::Value(_) | Default::Open))
    }

    /// Whether it has an answer if none is given, or the book should have one.
    #[must_use]
    pub fn has_a_default(&self) -> bool {
        matches!(self.default, Some(Default::Value(_) | Default::Pending(_)))
    }

    /// Whether it may stay without an answer.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        matches!(self.default, Some(Default::Open))
    }

    /// Whether answers are numbers that others can be compared with.
    #[must_use]
    pub fn is_a_number(&self) -> bool {
        matches!(self.kind, AnswerKind::Number(..) | AnswerKind::Cell(..))
    }
}

#[derive(Debug, Clone)]
pub enum Default {
    Value(Ir),
    /// The book does not say, and why.
    Pending(String),
    /// It may stay without an answer.
    Open,
}

#[derive(Debug, Clone)]
pub struct Trait {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Where its value comes from.
    pub source: TraitSource,
    /// The group that it belongs to.
    pub group: Option<Arc<str>>,
    /// What a computed one is: a number, or yes or no.
    pub kind: Kind,
    /// The formulas of its least and its greatest number. What they come to may change in play.
    pub ends: [Option<Ir>; 2],
}

impl Trait {
    /// The number that the ruleset gives where a sheet says nothing.
    #[must_use]
    pub fn usual(&self) -> Option<i64> {
        let TraitSource::Given(question) = &self.source else { return None };
        match &question.default {
            Some(Default::Value(Ir { op: Op::Number(usual), .. })) => Some(*usual),
            _ => None,
        }
    }
}

/// Where a trait's value comes from.
#[derive(Debug, Clone)]
pub enum TraitSource {
    /// From the sheet.
    Given(Question),
    /// A group of free names; every member answers this.
    Group(Question),
    Derived(Ir),
}

/// What has to be true of a character whose sheet is read or changed.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// What it says, as a sentence.
    pub name: Arc<str>,
    pub condition: Ir,
    /// The kind of characters of whom it has to be true, if not of all.
    pub kind: Option<i64>,
}

/// Kinds of characters.
#[derive(Debug, Clone)]
pub struct Kinds {
    /// The trait that says of which kind a character is; a kind is a number among its words.
    pub of: usize,
    /// Its words.
    pub names: Arc<[String]>,
    /// The kind of a character whose sheet says none.
    pub usual: i64,
    /// The kinds that have something, of what not all have.
    pub owners: HashMap<Named, BTreeSet<i64>>,
}

impl Kinds {
    /// The word for a kind.
    #[must_use]
    pub fn name(&self, kind: i64) -> &str {
        usize::try_from(kind).ok().and_then(|kind| self.names.get(kind)).map_or("", String::as_str)
    }

    /// Whether characters of a kind have something.
    #[must_use]
    pub fn have(&self, kind: i64, what: Named) -> bool {
        self.owners.get(&what).is_none_or(|kinds| kinds.contains(&kind))
    }
}

#[derive(Debug, Clone)]
pub struct OptionDef {
    pub name: Arc<str>,
    pub question: Question,
}

#[derive(Debug, Clone)]
pub struct Table {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Its rows can be counted on.
    pub ordered: bool,
    /// Its cells read the roll.
    pub uses_dice: bool,
    /// Names of what its cells need.
    pub given: Vec<String>,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Rows by name, aliases included.
    pub names: HashMap<String, usize>,
    /// Intervals and their rows, ascending, inclusive.
    pub intervals: Vec<(i64, i64, usize)>,
    /// How a row is chosen.
    pub chosen: Chosen,
    /// Numbers beyond the rows.
    pub outside: Outside,
    /// What is thrown where it is read by its name alone, and how that is written.
    pub dice: Option<(Ir, Arc<str>)>,
    /// How deep its rows may lead to it again.
    pub again: Option<usize>,
    /// Each of its columns is rolled by itself.
    pub apart: bool,
}

/// How a row of a table is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chosen {
    /// By name only.
    Name,
    /// By name or, as the rows are ordered, by number of the row.
    NameOrPosition,
    /// By name, or by a number through intervals.
    NameOrInterval,
    /// By a number through intervals.
    Interval,
}

#[derive(Debug, Clone)]
pub struct Column {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// What its cells are.
    pub kind: Kind,
}

#[derive(Debug, Clone)]
pub struct Row {
    /// Its name, or its interval as written.
    pub label: Arc<str>,
    pub cells: Vec<Cell>,
}

#[derive(Debug, Clone)]
pub enum Cell {
    /// A formula, or a text as [`Op::Template`].
    Value(Ir),
    /// The book does not say, and why.
    Pending(String),
    /// What is to be done: a recipe whose one role is whom it is done to.
    Effects(Arc<Action>),
}

#[derive(Debug, Clone)]
pub struct Test {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// What it asks, in order.
    pub inputs: Vec<(Arc<str>, Question)>,
    /// The input that `vs` fills.
    pub against: Option<usize>,
    /// What it rolls, if that has no names.
    pub roll: Option<Pool>,
    /// Its values; those that are dice come first.
    pub values: Vec<Value>,
    pub total: Ir,
    /// What its margin is; usually the total less what that is compared with.
    pub margin: Said<Ir>,
    /// What the total is shown against; usually what it is compared with.
    pub shown_against: Said<Ir>,
    /// Whether the margin needs what the total is compared with, and whether what it is shown
    /// against does.
    pub need_target: (bool, bool),
    /// Indices of the values worth telling.
    pub show: Vec<usize>,
    /// Its outcomes, in order.
    pub outcomes: Vec<Outcome>,
    /// How two sides compare, if they can.
    pub opposed: Option<Opposed>,
    /// The test that it was written as a variant of.
    pub like: Option<Id<Test>>,
    /// Less of its total is better.
    pub counts_down: bool,
    /// Inputs that interventions, or actions once it was rolled, read.
    pub read_outside: BTreeSet<usize>,
    /// Of those, the ones that interventions and rules for all its rolls read by their names, and values that they do.
    pub seen_inputs: BTreeSet<usize>,
    pub seen_values: BTreeSet<usize>,
    /// Interventions throw its dice again.
    pub thrown_again: bool,
}

impl Test {
    /// A call of it as it is typed, such as `test(skill, 9)`, `test vs 9` or `test + 2`, in the form of a step of an action.
    pub(crate) fn as_a_step(&self, typed: &str) -> String {
        let (call, target) =
            typed.split_once(" vs ").map_or((typed, None), |(call, target)| (call, Some(target.trim())));
        let (args, more) = match call.split_once('(').and_then(|(_, rest)| rest.rsplit_once(')')) {
            Some((args, more)) => (args, more.trim()),
            None => ("", call.find(['+', '-', '−']).and_then(|sign| call.get(sign..)).unwrap_or("")),
        };
        let mut given: Vec<(&str, &str)> = Vec::new();
        for (at, arg) in args.split(',').map(str::trim).filter(|arg| !arg.is_empty()).enumerate() {
            given.extend(match arg.split_once('=') {
                Some((input, value)) if self.inputs.iter().any(|(name, _)| **name == *input.trim()) => {
                    Some((input.trim(), value.trim()))
                }
                _ => self.inputs.get(at).map(|(name, _)| (&**name, arg)),
            });
        }
        // What is added is most likely the first number that is asked for and not given yet.
        let mut numbers =
            self.inputs.iter().enumerate().filter(|(at, (_, question))| {
                matches!(question.kind, AnswerKind::Number(..)) && self.against != Some(*at)
            });
        let added = numbers.find(|(_, (name, _))| given.iter().all(|(known, _)| **known != **name));
        let more = more.trim_start_matches('+').trim();
        given.extend(added.filter(|_| !more.is_empty()).map(|(_, (name, _))| (&**name, more)));
        let against = self.against.and_then(|at| self.inputs.get(at));
        given.extend(against.zip(target).map(|((name, _), target)| (&**name, target)));
        let given: Vec<String> = given.into_iter().map(|(input, value)| format!("{input}: {value}")).collect();
        match given.as_slice() {
            [] => format!("roll: {}", self.name),
            given => format!("roll: {}, with: {{{}}}", self.name, given.join(", ")),
        }
    }

    /// The inputs that formulas of it read, themselves or through its values and its total.
    pub fn inputs_behind<'t>(&'t self, formulas: impl IntoIterator<Item = &'t Ir>) -> BTreeSet<usize> {
        let mut inputs = BTreeSet::new();
        let mut values = BTreeSet::new();
        let mut open: Vec<&Ir> = formulas.into_iter().collect();
        let mut own = false;
        while let Some(ir) = open.pop() {
            for part in ir.parts() {
                match part.op {
                    Op::Input(index) => _ = inputs.insert(index),
                    Op::Value(index) if values.insert(index) => {
                        open.extend(self.values.get(index).map(|value| &value.ir));
                    }
                    Op::OwnTotal if !std::mem::replace(&mut own, true) => open.push(&self.total),
                    _ => {}
                }
            }
        }
        inputs
    }

    /// The formulas of its outcomes.
    pub fn outcome_formulas(&self) -> impl Iterator<Item = &Ir> {
        let outcomes = self.outcomes.iter();
        outcomes.flat_map(|one| one.when.iter().chain(one.values.iter().map(|value| &value.ir)))
    }

    /// Whether its outcomes count where it is rolled: as one of two sides, only if something reads them.
    #[must_use]
    pub fn ends_by_itself(&self, contest: bool) -> bool {
        !contest || self.opposed.as_ref().is_some_and(|opposed| opposed.ends)
    }

    /// What decides how it ends and what is told of it, alone or as one of two sides.
    pub fn endings(&self, contest: bool) -> impl Iterator<Item = &Ir> {
        let ends = self.ends_by_itself(contest);
        let alone = self.outcome_formulas().chain(self.shown_against.formula()).filter(move |_| ends);
        let opposed = self.opposed.iter().filter(move |_| contest);
        let opposed =
            opposed.flat_map(|one| one.compare.iter().chain(one.tie.iter().filter_map(|(_, when)| when.as_ref())));
        let shown = self.show.iter().filter_map(|index| self.values.get(*index));
        let shown = shown.filter(move |value| ends || !value.needs_target).map(|value| &value.ir);
        alone.chain(opposed).chain(shown).chain(self.margin.formula())
    }

    /// How good an outcome is, as a number: more is better. Successes are better than what is
    /// neither, and that is better than failures. The first that holds is the one, so of two
    /// successes the first is the more special one, and so is a failure before a success. Failures after
    /// all successes are alike: the first of them may be a milder one or a worse one.
    #[must_use]
    pub fn rank(&self, outcome: Option<usize>) -> i64 {
        outcome.map_or(0, |index| rank_among(&self.outcomes, index))
    }

    /// Whether there is a number by which it is made or missed.
    #[must_use]
    pub fn has_margin(&self) -> bool {
        match self.margin {
            Said::Usual => self.target().is_some(),
            Said::Nothing => false,
            Said::Formula(_) => true,
        }
    }

    /// The input with which the total is compared, if that is a number.
    #[must_use]
    pub fn target(&self) -> Option<usize> {
        self.against.filter(|index| self.inputs.get(*index).is_some_and(|(_, question)| question.is_a_number()))
    }

    /// Whether its end always depends on what it is compared with: it has no words for a roll without that.
    #[must_use]
    pub fn needs_against(&self) -> bool {
        self.against.and_then(|index| self.inputs.get(index)).is_some_and(|(_, question)| !question.is_optional())
    }

    /// What it rolls: names, if there are any, and dice.
    pub fn rolls(&self) -> impl Iterator<Item = (Option<&str>, &Pool)> {
        let hands = self.values.iter().map_while(|value| match &value.ir.op {
            super::ir::Op::Hand(_, pool) => Some((Some(&*value.name), &**pool)),
            _ => None,
        });
        self.roll.iter().map(|pool| (None, pool)).chain(hands)
    }

    /// Whether what it rolls has names.
    #[must_use]
    pub fn has_hands(&self) -> bool {
        self.values.first().is_some_and(|value| matches!(value.ir.op, super::ir::Op::Hand(..)))
    }
}

/// A labelled value.
#[derive(Debug, Clone)]
pub struct Value {
    /// Its label.
    pub name: Arc<str>,
    pub ir: Ir,
    pub kind: Kind,
    /// It needs what the total is compared with, itself or through other values.
    pub needs_target: bool,
}

#[derive(Debug, Clone)]
pub struct Outcome {
    pub name: Arc<str>,
    pub when: Option<Ir>,
    /// Success, failure, or neither.
    pub success: Option<bool>,
    /// What else it is: classes by index.
    pub classes: Vec<usize>,
    /// Values computed when it is reached.
    pub values: Vec<Value>,
    /// Whether the condition needs what the total is compared with.
    pub needs_target: bool,
}

/// How two sides compare.
#[derive(Debug, Clone)]
pub struct Opposed {
    /// More wins; the next breaks ties.
    pub compare: Vec<Ir>,
    /// What a tie leads to; the first row that holds.
    pub tie: Vec<(Tie, Option<Ir>)>,
    /// What winning is called.
    pub win: Option<Arc<str>>,
    /// What losing is called.
    pub lose: Option<Arc<str>>,
    /// What a tie is called.
    pub tied: Option<Arc<str>>,
    /// Whether what the sides are compared by falls where their margins rise: less of these wins.
    pub falls: bool,
    /// Something reads how each side by itself ends: each has an outcome of its own.
    pub ends: bool,
    /// The sides are compared by something that needs what the total of each is compared with.
    pub to_target: bool,
}

/// Something of the outcome that is reached, as a formula of their conditions.
#[must_use]
pub fn by_outcome(outcomes: &[Outcome], worth: &dyn Fn(usize) -> i64) -> Option<Op> {
    let mut found: Option<Ir> = None;
    let number = |index: usize, at| Ir { op: Op::Number(worth(index)), at };
    let at = outcomes.iter().find_map(|outcome| outcome.when.as_ref()).map(|when| when.at);
    let at = at.unwrap_or(At { origin: At::TYPED, span: crate::syntax::TextSpan::default() });
    for (index, outcome) in outcomes.iter().enumerate().rev() {
        let here = number(index, at);
        found = Some(match &outcome.when {
            None => here,
            Some(when) => {
                // Where none is reached, that is what is behind the last.
                let otherwise = found.unwrap_or_else(|| number(outcomes.len(), at));
                let op = Op::If(Box::new(when.clone()), Box::new(here), Box::new(otherwise));
                Ir { op, at: when.at }
            }
        });
    }
    found.map(|ir| ir.op)
}

/// How good an outcome is among all, as a number: see [`Test::rank`].
#[must_use]
pub fn rank_among(outcomes: &[Outcome], index: usize) -> i64 {
    let count = i64::try_from(outcomes.len()).unwrap_or(i64::MAX);
    let place = i64::try_from(index).unwrap_or(count).min(count);
    let last = outcomes.iter().rposition(|outcome| outcome.success == Some(true));
    match outcomes.get(index).and_then(|outcome| outcome.success) {
        Some(true) => 1 + count - place,
        None => 0,
        Some(false) if last.is_some_and(|last| index < last) => place - 2 * count - 1,
        Some(false) => -1,
    }
}

impl Opposed {
    /// How far the left side is above the right one, in the direction in which they are compared, by the
    /// margins of both; `ended` says how they ended, seen from the left. 0 where something else decided than
    /// what margins count: no side wins by less than nothing. `None`: larger than any number.
    #[must_use]
    pub fn margin(&self, ended: Ordering, left: i64, right: i64) -> Option<i64> {
        let margin = if self.falls { right.checked_sub(left) } else { left.checked_sub(right) }?;
        Some(if margin.cmp(&0) == ended { margin } else { 0 })
    }
}

#[derive(Debug, Clone)]
pub struct DieName {
    pub name: Arc<str>,
    pub reading: Reading,
}

/// A checked game.
#[derive(Debug, Clone, std::default::Default)]
pub struct Game {
    /// Identifier.
    pub id: String,
    /// Name for people.
    pub name: String,
    /// Language tag of its words.
    pub language: Option<String>,
    /// One line about it.
    pub doc: Option<String>,
    /// The colour of its pages.
    pub accent: Option<Accent>,
    /// How divisions round.
    pub rounding: Option<Rounding>,
    /// Faces of its own die.
    pub own_die: Option<u32>,
    /// What is rolled for named dice when nothing else is.
    pub roll: Option<Pool>,
    pub die_names: DieNames,
    /// What is understood besides the language in what people type.
    pub notation: Notation,
    pub traits: Vec<Trait>,
    pub options: Vec<OptionDef>,
    pub tables: IdVec<Table>,
    pub formulas: Vec<NamedFormula>,
    /// What outcomes can be besides a success or a failure.
    pub classes: Vec<Arc<str>>,
    pub tests: IdVec<Test>,
    /// The test of a bare `E vs D`.
    pub versus: Option<Id<Test>>,
    /// All names of the ruleset.
    pub names: HashMap<String, Named>,
    /// Names of what could not be read: nothing more is said about them.
    pub unread: HashSet<String>,
    /// Where its formulas stand.
    pub origins: Vec<Origin>,
    /// Units of time.
    pub times: Vec<Time>,
    /// Counters.
    pub points: IdVec<Points>,
    pub tracks: IdVec<Track>,
    pub tags: IdVec<TagKind>,
    /// Names of modifiers, by index.
    pub modifiers: Vec<Arc<str>>,
    pub actions: Vec<Action>,
    pub interventions: Vec<Intervention>,
    /// How characters act in turn.
    pub turns: Option<Turns>,
    /// Characters to be made when they are needed.
    pub templates: Vec<Archetype>,
    pub kinds: Option<Kinds>,
    /// What has to be true of every character.
    pub requirements: Vec<Requirement>,
    /// Everywhere where one of them takes hold.
    pub hooks: HashSet<Hook>,
    /// Conditions on the owner of a tag until which it lasts.
    pub untils: Vec<Ir>,
    /// How much evaluating something of it may cause.
    pub limits: Limits,
}

impl Game {
    /// Something reads how the sides of a test end.
    pub fn sides_end(&mut self, test: Id<Test>) {
        if let Some(opposed) = &mut self.tests[test].opposed {
            opposed.ends = true;
        }
    }

    /// Whether dice may go without their sides (`d`), and whether something is rolled against a number (`vs`).
    #[must_use]
    pub fn has_sign(&self, sign: &str) -> bool {
        sign == "d" && self.own_die.is_some() || sign == "vs" && self.tests.iter().any(|test| test.against.is_some())
    }

    /// What may have states, by the index of a holder: the tracks, then the points.
    pub fn holders(&self) -> impl Iterator<Item = Holder<'_>> + Clone {
        Holder::all(self.tracks.as_slice(), self.points.as_slice())
    }

    /// A track or points.
    #[must_use]
    pub fn holder(&self, index: usize) -> Option<Holder<'_>> {
        match index.checked_sub(self.tracks.len()) {
            None => Some(Holder::from(&self.tracks[Id::new(index)])),
            Some(points) => Some(Id::new(points))
                .filter(|points| self.points.has(*points))
                .map(|points| Holder::from(&self.points[points])),
        }
    }

    /// Whether a holder is only bookkeeping of the rules, by index.
    #[must_use]
    pub fn is_internal_holder(&self, index: usize) -> bool {
        let points = index.checked_sub(self.tracks.len()).map(Id::new).filter(|points| self.points.has(*points));
        points.is_some_and(|points| self.points[points].internal)
    }

    /// The index of a holder that a track has.
    #[must_use]
    pub const fn holder_of_track(track: TrackId) -> usize {
        track.index()
    }

    /// The index of a holder that these points have.
    #[must_use]
    pub const fn holder_of_points(&self, points: PointsId) -> usize {
        self.tracks.len().saturating_add(points.index())
    }

    /// The track or the points that a holder is.
    #[must_use]
    pub fn holder_named(&self, index: usize) -> Named {
        match index.checked_sub(self.tracks.len()) {
            None => Named::Track(Id::new(index)),
            Some(points) => Named::Points(Id::new(points)),
        }
    }

    /// The name of something that a character has.
    #[must_use]
    pub fn name_of(&self, what: Named) -> String {
        let of = |index: usize| self.traits.get(index).map(|one| one.name.to_string());
        match what {
            Named::Trait(index) | Named::Group(index) => of(index).unwrap_or_default(),
            Named::Points(index) => self.points[index].name.to_string(),
            Named::Track(index) => self.tracks[index].name.to_string(),
            Named::Tag(index) => self.tags[index].name.to_string(),
            _ => String::new(),
        }
    }

    /// The times of turns that pass for every character with a round.
    pub fn turns_within(&self, time: usize) -> impl Iterator<Item = usize> + use<> {
        let turns = self.turns.as_ref().filter(|turns| turns.round == Some(time));
        turns.map(Turns::own_times).into_iter().flatten()
    }

    /// The states of everything.
    pub fn all_states(&self) -> impl Iterator<Item = &State> + Clone {
        self.holders().flat_map(|one| one.states)
    }

    /// The names of the classes that an outcome is of.
    #[must_use]
    pub fn classes_of(&self, outcome: &Outcome) -> Vec<String> {
        let classes = outcome.classes.iter().filter_map(|class| self.classes.get(*class));
        classes.map(|class| class.to_string()).collect()
    }

    /// All cells of all tables.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> + Clone {
        self.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells)
    }

    /// What cells say is to be done.
    pub fn recipes(&self) -> impl Iterator<Item = &Action> + Clone {
        self.cells().filter_map(|cell| match cell {
            Cell::Effects(action) => Some(&**action),
            Cell::Value(_) | Cell::Pending(_) => None,
        })
    }

    /// Where a part of a formula stands in its file; `None` for what was typed.
    #[must_use]
    pub fn place_in(&self, sources: &Sources, at: At) -> Option<Span> {
        Some(self.origins.get(at.origin as usize)?.locate(sources, at.span))
    }

    /// Everywhere interventions take hold.
    pub fn places(&self) -> impl Iterator<Item = &Place> + Clone {
        self.interventions.iter().flat_map(|one| &one.places)
    }

    /// What stands in a hole of a text, whole; its formula knows only the part of it that it reads.
    #[must_use]
    pub fn hole(&self, ir: &Ir) -> &str {
        let Some(origin) = self.origins.get(ir.at.origin as usize) else { return "" };
        let (before, after) = origin.text.split_at_checked(ir.at.span.start as usize).unwrap_or((&origin.text, ""));
        let begin = before.rfind('{').map_or(0, |at| at.saturating_add(1));
        let end = after.find('}').map_or(origin.text.len(), |at| before.len().saturating_add(at));
        origin.text.get(begin..end).unwrap_or("").trim()
    }

    /// The kind of a trait's value.
    #[must_use]
    pub fn trait_kind(&self, index: usize) -> Kind {
        match self.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Given(question)) => question.value_kind(),
            Some(TraitSource::Derived(_)) => self.traits.get(index).map_or(Kind::Number, |one| one.kind.clone()),
            _ => Kind::Number,
        }
    }

    /// What a trait comes to as a number: a row is counted from 1, as tables count.
    #[must_use]
    pub fn trait_number(&self, index: usize, value: i64) -> i64 {
        self.trait_kind(index).number(value)
    }

    /// The same of a trait that people name themselves.
    #[must_use]
    pub fn open_number(&self, value: i64) -> i64 {
        self.open_group().map_or(value, |question| question.value_kind().number(value))
    }

    /// Whether a name that is given a value means a cell of a table, `Table[row]`, and nothing that is
    /// called so itself.
    #[must_use]
    pub fn is_cell(&self, name: &str) -> bool {
        let Some((table, _)) = name.split_once('[') else { return false };
        let table = fold(&nfc(table.trim().trim_matches(['«', '»', '"'])));
        self.tables.iter().any(|one| fold(&one.name) == table) && !self.asks(name.trim())
    }

    /// Whether something of this name is only bookkeeping of the rules.
    #[must_use]
    pub fn is_internal(&self, name: &str) -> bool {
        match self.names.get(name) {
            Some(Named::Action(index)) => self.actions.get(*index).is_some_and(|one| one.internal),
            Some(Named::Points(index)) => self.points[*index].internal,
            Some(Named::Tag(index)) => self.tags[*index].internal,
            _ => false,
        }
    }

    /// The traits in the order in which a new sheet is asked for them: choices and what has to be answered, what is
    /// listed in groups, names of one's own in groups, and at last numbers that are usually as they are.
    #[must_use]
    pub fn traits_as_asked(&self) -> Vec<usize> {
        let place = |at: &usize| match self.traits.get(*at).map(|one| (one, &one.source)) {
            Some((_, TraitSource::Group(_))) => 2,
            Some((one, TraitSource::Given(question))) => match question.kind {
                AnswerKind::Number(..) if !question.must_be_answered() && one.group.is_none() => 3,
                AnswerKind::Number(..) if !question.must_be_answered() => 1,
                _ => 0,
            },
            _ => 0,
        };
        let mut order: Vec<usize> = (0..self.traits.len()).collect();
        order.sort_by_key(place);
        order
    }

    /// Whether a role, a question or an input is called so.
    fn asks(&self, name: &str) -> bool {
        let places = self.places().map(|place| &place.action);
        let slots = self.actions.iter().chain(places).flat_map(|action| &action.slots).map(|slot| &slot.name);
        let inputs = self.tests.iter().flat_map(|test| test.inputs.iter().map(|(name, _)| name));
        slots.chain(inputs).any(|one| **one == *name)
    }

    /// What the game offers as answers, by name. Not of people: what they have named themselves, and who they are.
    #[must_use]
    pub fn answers(&self, kind: &AnswerKind) -> Vec<String> {
        match kind {
            AnswerKind::YesNo => vec!["yes".to_owned(), "no".to_owned()],
            AnswerKind::OneOf(words) => words.to_vec(),
            AnswerKind::Row(table) | AnswerKind::Cell(table, _) => {
                let table = &self.tables[*table];
                let names: Vec<String> = table.row_names().map(str::to_owned).collect();
                // The rows of a plain list have numbers.
                let numbers = || table.rows.iter().map(|row| row.label.to_string()).collect();
                if names.is_empty() { numbers() } else { names }
            }
            AnswerKind::Column(table) => self.tables[*table].column_names(),
            AnswerKind::Points(list) => list.iter().map(|points| self.points[*points].name.to_string()).collect(),
            AnswerKind::Trait(list, _) => {
                list.iter().filter_map(|index| self.traits.get(*index)).map(|one| one.name.to_string()).collect()
            }
            AnswerKind::Tag(_) | AnswerKind::Character(_) => Vec::new(),
            AnswerKind::Number(..) | AnswerKind::Dice | AnswerKind::Text => Vec::new(),
        }
    }

    /// The least and the greatest number that is an answer, where numbers have such bounds. In place of a trait that is
    /// one of a list, whichever it is, a number of that list may stand.
    #[must_use]
    pub fn bounds(&self, kind: &AnswerKind) -> (Option<i64>, Option<i64>) {
        if let AnswerKind::Number(min, max) = kind {
            return (*min, *max);
        }
        let length = |kind: Kind| match kind {
            Kind::Row(table) => Some(self.tables[table].rows.len()),
            Kind::Column(table) => Some(self.tables[table].columns.len()),
            Kind::Choice(words) => Some(words.len()),
            _ => None,
        };
        let longest = self.kinds_behind(kind).map(length).try_fold(0, |most, length| Some(usize::max(most, length?)));
        match longest.map(i64::try_from) {
            Some(Ok(longest)) if longest > 0 => (Some(1), Some(longest)),
            _ => (None, None),
        }
    }

    /// The kinds of the traits that may be the answer to a question for one; of other questions none.
    pub fn kinds_behind(&self, kind: &AnswerKind) -> impl Iterator<Item = Kind> {
        let (list, open) = match kind {
            AnswerKind::Trait(list, open) => (Some(list), *open),
            _ => (None, false),
        };
        let own = self.open_group().filter(|_| open).map(Question::value_kind);
        list.into_iter().flat_map(|list| list.iter()).map(|&index| self.trait_kind(index)).chain(own)
    }

    /// The question that members of an open group of traits answer, if there is one.
    #[must_use]
    pub fn open_group(&self) -> Option<&Question> {
        self.traits.iter().find_map(|one| match &one.source {
            TraitSource::Group(question) => Some(question),
            _ => None,
        })
    }
}

impl Kind {
    /// What a value of this kind is as a number: one of a list is counted from 1, as tables count rows, and kept from 0.
    #[must_use]
    pub fn number(&self, value: i64) -> i64 {
        if self.is_one_of_a_list() { value.saturating_add(1) } else { value }
    }

    /// Whether it is one of a list: a row, a column or a word.
    #[must_use]
    pub fn is_one_of_a_list(&self) -> bool {
        matches!(self, Self::Row(_) | Self::Column(_) | Self::Choice(_))
    }
}

impl Table {
    /// The names of its rows, in their order, then their other names.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        let labels = self.rows.iter().map(|row| &*row.label).filter(|label| self.names.contains_key(*label));
        // There may be thousands, and few are asked for.
        let others = std::iter::once_with(|| {
            let names = self.names.iter();
            let others = names.filter(|(name, row)| self.rows.get(**row).is_some_and(|row| *row.label != ***name));
            let mut others: Vec<&str> = others.map(|(name, _)| name.as_str()).collect();
            others.order_by(Ord::cmp);
            others
        });
        labels.chain(others.flatten())
    }

    /// The names of its columns, if they have any.
    #[must_use]
    pub fn column_names(&self) -> Vec<String> {
        self.columns.iter().filter_map(|column| column.name.clone()).collect()
    }
}
