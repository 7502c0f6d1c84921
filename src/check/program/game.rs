//! A game: its declarations by index, and its names.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use super::dice::Pool;
use super::die_names::DieNames;
use super::ir::{At, Ir, Kind, Op, Origin};
use super::play::{Action, Holder, Hook, Intervention, InterventionSite, Points, State, TagKind, Time, Track};
use super::play::{Archetype, PointsId, TagId, TrackId, Turns};
use crate::id::{Id, IdVec};
use crate::limits::Limits;
use crate::ruleset::model::{OptionalDecl, Outside, Reading, Rounding, Tie};
use crate::ruleset::{Accent, OptionChanges};
use crate::sort::Sort as _;
use crate::source::{Sources, Span, fold, nfc};
use crate::syntax::{Expr, Notation};
use rustc_hash::FxHashSet;

/// The meaning of a name of the ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Named {
    /// A trait with a value.
    Trait(usize),
    /// A group of free names: traits that players name.
    Group(usize),
    Option(usize),
    Table(Id<LookupTable>),
    Test(Id<Test>),
    /// A name of dice.
    Die(usize),
    Points(PointsId),
    Track(TrackId),
    /// A kind of tag.
    Tag(TagId),
    Action(usize),
    Formula(usize),
    /// A class of outcomes.
    Class(usize),
}

/// A formula with a name and parameters. It is inlined at each call.
#[derive(Debug, Clone)]
pub struct NamedFormula {
    pub name: Arc<str>,
    pub parameters: Vec<Arc<str>>,
    pub expr: Expr,
    /// The words that it can yield, if they are listed.
    pub one_of: Option<Arc<[String]>>,
    /// Index of its [`Origin`] in [`CheckedGame::origins`].
    pub origin: u32,
    pub text: Arc<str>,
    /// Whether it has no errors of its own.
    pub sound: bool,
}

impl NamedFormula {
    /// `modifier(score)`
    #[must_use]
    pub fn call(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }
}

/// The answers that a question accepts.
#[derive(Debug, Clone)]
pub enum AnswerKind {
    /// An integer within inclusive bounds.
    Number(Option<i64>, Option<i64>),
    YesNo,
    /// One of some words.
    OneOf(Arc<[String]>),
    Row(Id<LookupTable>),
    /// The number in a column of a row, or any number.
    Cell(Id<LookupTable>, usize),
    Column(Id<LookupTable>),
    /// The value of one of these traits, or (if true) of a free name.
    Trait(Arc<[usize]>, bool),
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
    /// The accepted answers.
    pub kind: AnswerKind,
    /// The answer if no player is asked.
    pub default: Option<Default>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether its kind could not be read.
    pub broken: bool,
    /// For dice: which can be picked.
    pub picks: Option<Box<Picks>>,
    /// For a trait: steps change it or read its name, so a number is no answer.
    pub named: bool,
}

/// Which dice can be picked, and how many.
#[derive(Debug, Clone)]
pub struct Picks {
    /// The candidates; without a formula, all dice of the roll.
    pub among: Option<Ir>,
    /// The exact number of dice, if it is fixed.
    pub exactly: Option<Ir>,
    /// The greatest number of dice.
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

    /// Whether it must be answered: it has no default and is not optional.
    #[must_use]
    pub fn must_be_answered(&self) -> bool {
        !matches!(self.default, Some(Default::Value(_) | Default::Open))
    }

    /// Whether it has a default, or a pending one.
    #[must_use]
    pub fn has_a_default(&self) -> bool {
        matches!(self.default, Some(Default::Value(_) | Default::Pending(_)))
    }

    /// Whether it can stay without an answer.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        matches!(self.default, Some(Default::Open))
    }

    /// Whether answers are numbers that can be compared with others.
    #[must_use]
    pub fn is_a_number(&self) -> bool {
        matches!(self.kind, AnswerKind::Number(..) | AnswerKind::Cell(..))
    }
}

#[derive(Debug, Clone)]
pub enum Default {
    Value(Ir),
    /// The book omits the value: the reason.
    Pending(String),
    /// No answer is needed.
    Open,
}

#[derive(Debug, Clone)]
pub struct Trait {
    pub name: Arc<str>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Where its value comes from.
    pub source: TraitSource,
    /// The name of its group.
    pub group: Option<Arc<str>>,
    /// The kind of a computed trait: a number or a truth value.
    pub kind: Kind,
    /// Formulas of the lower and the upper bound. Their values may change in play.
    pub ends: [Option<Ir>; 2],
}

impl Trait {
    /// The default number, if the ruleset has one.
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
    /// The sheet answers this question.
    Given(Question),
    /// A group of free names; every member answers this.
    Group(Question),
    Derived(Ir),
}

/// A condition that every character sheet must meet when it is read or changed.
#[derive(Debug, Clone)]
pub struct Requirement {
    /// The sentence that is shown.
    pub name: Arc<str>,
    pub condition: Ir,
    /// The kind of characters to which it applies; `None`: all.
    pub kind: Option<i64>,
}

/// The kinds of characters of a game.
#[derive(Debug, Clone)]
pub struct CharacterKinds {
    /// Index of the trait that selects the kind; a kind is the index of one of its words.
    pub of: usize,
    /// The words of that trait, in order: the kinds.
    pub names: Arc<[String]>,
    /// The kind of a character whose sheet has no such trait.
    pub usual: i64,
    /// For entries that not all kinds have: the kinds that do.
    pub owners: HashMap<Named, BTreeSet<i64>>,
}

impl CharacterKinds {
    /// The word of a kind.
    #[must_use]
    pub fn name(&self, kind: i64) -> &str {
        usize::try_from(kind).ok().and_then(|kind| self.names.get(kind)).map_or("", String::as_str)
    }

    /// Whether characters of a kind have an entry.
    #[must_use]
    pub fn have(&self, kind: i64, what: Named) -> bool {
        self.owners.get(&what).is_none_or(|kinds| kinds.contains(&kind))
    }
}

#[derive(Debug, Clone)]
pub struct OptionDef {
    pub name: Arc<str>,
    pub question: Question,
    /// What it changes in the rules, as they are written.
    pub changes: Vec<OptionChanges>,
}

#[derive(Debug, Clone)]
pub struct LookupTable {
    pub name: Arc<str>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Whether rows can be selected by position.
    pub ordered: bool,
    /// Whether its cells read the roll.
    pub uses_dice: bool,
    /// Names of the arguments of its cells.
    pub given: Vec<String>,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    /// Index of each row by name, including aliases.
    pub names: HashMap<String, usize>,
    /// Intervals, ascending and inclusive, with the index of their row.
    pub intervals: Vec<(i64, i64, usize)>,
    pub chosen: RowSelector,
    /// The result for numbers beyond the rows.
    pub outside: Outside,
    /// The dice that are thrown if only its name is read, and their text.
    pub dice: Option<(Ir, Arc<str>)>,
    /// The greatest depth of recursion through its rows.
    pub again: Option<usize>,
    /// Each of its columns is rolled by itself.
    pub apart: bool,
}

/// How a row of a table is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSelector {
    Name,
    /// By name, or by its position in an ordered table.
    NameOrPosition,
    /// By name, or by a number through intervals.
    NameOrInterval,
    /// By a number through intervals.
    Interval,
}

#[derive(Debug, Clone)]
pub struct Column {
    /// Its name; a table without columns has one unnamed column.
    pub name: Option<String>,
    /// The kind of its cells.
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
    /// The book omits the value: the reason.
    Pending(String),
    /// Steps, as an action whose only role is the character that they apply to.
    Effects(Arc<Action>),
}

#[derive(Debug, Clone)]
pub struct Test {
    pub name: Arc<str>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// Its inputs, in order.
    pub inputs: Vec<(Arc<str>, Question)>,
    /// Index of the input that `vs` fills.
    pub against: Option<usize>,
    /// The pool that it rolls, if its throws have no names.
    pub roll: Option<Pool>,
    /// Its values; named throws come first.
    pub values: Vec<TestValue>,
    pub total: Ir,
    /// Its margin; by default the total minus the value that it is compared with.
    pub margin: OptionalDecl<Ir>,
    /// The value next to which the total is shown; by default the value that it is compared with.
    pub shown_against: OptionalDecl<Ir>,
    /// Whether the margin, and the value in `shown_against`, need a target.
    pub need_target: (bool, bool),
    /// Indices of the values that reports show.
    pub show: Vec<usize>,
    /// Its outcomes, in the order of precedence.
    pub outcomes: Vec<Outcome>,
    /// How two sides compare; `None`: it cannot be opposed.
    pub opposed: Option<Opposed>,
    /// The test that it was written as a variant of.
    pub like: Option<Id<Test>>,
    /// Whether a lower total is better.
    pub counts_down: bool,
    /// Inputs that interventions read, or actions after the roll.
    pub read_outside: BTreeSet<usize>,
    /// Of these inputs, those that interventions and rules for all its rolls read by name or through values.
    pub seen_inputs: BTreeSet<usize>,
    pub seen_values: BTreeSet<usize>,
    /// Whether interventions can reroll its dice.
    pub thrown_again: bool,
}

impl Test {
    /// A typed call, such as `test(skill, 9)`, `test vs 9` or `test + 2`, rewritten as a step of an action.
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
        // An added number most likely fills the first numeric input without a value.
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

    /// The inputs that its formulas read, directly or through its values and its total.
    pub fn inputs_behind<'t>(&'t self, formulas: impl IntoIterator<Item = &'t Ir>) -> BTreeSet<usize> {
        let mut inputs = BTreeSet::new();
        let mut values = BTreeSet::new();
        let mut open: Vec<&Ir> = formulas.into_iter().collect();
        let mut own = false;
        while let Some(ir) = open.pop() {
            for part in ir.parts() {
                match part.op {
                    Op::Input(index) => _ = inputs.insert(index),
                    Op::Picked(index, _) if inputs.insert(index) => open.extend(self.picking(index)),
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

    /// The formulas by which dice are picked for an input: among which, how many, and which of them if nobody says.
    pub fn picking(&self, input: usize) -> impl Iterator<Item = &Ir> {
        let question = self.inputs.get(input).map(|(_, question)| question).filter(|one| one.picks.is_some());
        let default = question.and_then(|question| question.default.as_ref()).and_then(|default| match default {
            Default::Value(ir) => Some(ir),
            _ => None,
        });
        question.and_then(|question| question.picks.as_deref()).into_iter().flat_map(Picks::formulas).chain(default)
    }

    /// The formulas of its outcomes.
    pub fn outcome_formulas(&self) -> impl Iterator<Item = &Ir> {
        let outcomes = self.outcomes.iter();
        outcomes.flat_map(|one| one.when.iter().chain(one.values.iter().map(|value| &value.ir)))
    }

    /// Whether its outcomes apply: in a contest, only if something reads them.
    #[must_use]
    pub fn ends_by_itself(&self, contest: bool) -> bool {
        !contest || self.opposed.as_ref().is_some_and(|opposed| opposed.ends)
    }

    /// The formulas that decide its end and what is reported of it, alone or in a contest.
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

    /// The rank of an outcome: higher is better. Successes rank above other outcomes, and these above failures. The
    /// first outcome that holds applies, so of two successes the first is the more special one; the same is true of a
    /// failure before a success. Failures after all successes rank equally, because the first of them may be milder or
    /// worse.
    #[must_use]
    pub fn rank(&self, outcome: Option<usize>) -> i64 {
        outcome.map_or(0, |index| rank_among(&self.outcomes, index))
    }

    /// Whether a number says by how much it succeeds or fails.
    #[must_use]
    pub fn has_margin(&self) -> bool {
        match self.margin {
            OptionalDecl::Usual => self.target().is_some(),
            OptionalDecl::Nothing => false,
            OptionalDecl::Formula(_) => true,
        }
    }

    /// Index of the input with which the total is compared, if that is a number.
    #[must_use]
    pub fn target(&self) -> Option<usize> {
        self.against.filter(|index| self.inputs.get(*index).is_some_and(|(_, question)| question.is_a_number()))
    }

    /// Whether its outcome always depends on the target: it has none for a roll without one.
    #[must_use]
    pub fn needs_against(&self) -> bool {
        self.against.and_then(|index| self.inputs.get(index)).is_some_and(|(_, question)| !question.is_optional())
    }

    /// Its throws, with their names if they have any.
    pub fn rolls(&self) -> impl Iterator<Item = (Option<&str>, &Pool)> {
        let hands = self.values.iter().map_while(|value| match &value.ir.op {
            super::ir::Op::Hand(_, pool) => Some((Some(&*value.name), &**pool)),
            _ => None,
        });
        self.roll.iter().map(|pool| (None, pool)).chain(hands)
    }

    /// Whether its throws have names.
    #[must_use]
    pub fn has_hands(&self) -> bool {
        self.values.first().is_some_and(|value| matches!(value.ir.op, super::ir::Op::Hand(..)))
    }
}

/// A value that a test computes, with its label.
#[derive(Debug, Clone)]
pub struct TestValue {
    pub name: Arc<str>,
    pub ir: Ir,
    pub kind: Kind,
    /// Whether it needs the target, directly or through other values.
    pub needs_target: bool,
}

#[derive(Debug, Clone)]
pub struct Outcome {
    pub name: Arc<str>,
    pub when: Option<Ir>,
    /// Success, failure, or neither.
    pub success: Option<bool>,
    /// Its classes, by index.
    pub classes: Vec<usize>,
    /// Values that are computed when it is reached.
    pub values: Vec<TestValue>,
    /// Whether the condition needs the target.
    pub needs_target: bool,
}

/// How two sides compare.
#[derive(Debug, Clone)]
pub struct Opposed {
    /// The criteria, in order: the higher value wins, the next one breaks ties.
    pub compare: Vec<Ir>,
    /// The rules for ties; the first whose condition holds applies.
    pub tie: Vec<(Tie, Option<Ir>)>,
    /// The name of the winner's outcome.
    pub win: Option<Arc<str>>,
    /// The name of the loser's outcome.
    pub lose: Option<Arc<str>>,
    /// The name of a tie.
    pub tied: Option<Arc<str>>,
    /// Whether the criteria decrease while margins increase: the lower value wins.
    pub falls: bool,
    /// Whether each side has its own outcome, which something reads.
    pub ends: bool,
    /// Whether a criterion needs the target of each side.
    pub to_target: bool,
}

/// A function of the reached outcome, as a nested conditional over the conditions of the outcomes.
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
                // If none is reached, the index after the last.
                let otherwise = found.unwrap_or_else(|| number(outcomes.len(), at));
                let op = Op::If(Box::new(when.clone()), Box::new(here), Box::new(otherwise));
                Ir { op, at: when.at }
            }
        });
    }
    found.map(|ir| ir.op)
}

/// The rank of an outcome among all: see [`Test::rank`].
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
    /// The margin of the left side over the right, in the direction of the comparison, from the margins of both.
    /// `ended` is the result, seen from the left. It is 0 if something other than the margins decided, since no side
    /// wins by less than nothing. `None`: it overflows.
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

/// A checked game: names are resolved to indices, and formulas have kinds that match.
#[derive(Debug, Clone, std::default::Default)]
pub struct CheckedGame {
    /// Identifier on the command line.
    pub id: String,
    /// As readers see it.
    pub name: String,
    /// Language tag of its words.
    pub language: Option<String>,
    /// The author's description, one line.
    pub doc: Option<String>,
    /// The colour of its pages.
    pub accent: Option<Accent>,
    /// Rounding of `/`; `None` if the ruleset declares none.
    pub rounding: Option<Rounding>,
    /// Number of sides of the game's own die (`3d`).
    pub own_die: Option<u32>,
    /// The pool for named dice if nothing else is rolled.
    pub roll: Option<Pool>,
    pub die_names: DieNames,
    /// Foreign notations that are enabled in typed text.
    pub notation: Notation,
    pub traits: Vec<Trait>,
    pub options: Vec<OptionDef>,
    pub tables: IdVec<LookupTable>,
    pub formulas: Vec<NamedFormula>,
    /// Classes of outcomes, by index.
    pub classes: Vec<Arc<str>>,
    pub tests: IdVec<Test>,
    /// The test of a bare `E vs D`.
    pub versus: Option<Id<Test>>,
    /// All names of the ruleset.
    pub names: HashMap<String, Named>,
    /// Names whose declarations could not be read; errors about them are suppressed.
    pub unread: HashSet<String>,
    /// The texts of its formulas, by index.
    pub origins: Vec<Origin>,
    /// Units of time, by index.
    pub times: Vec<Time>,
    pub points: IdVec<Points>,
    pub tracks: IdVec<Track>,
    pub tags: IdVec<TagKind>,
    /// Names of modifiers, by index.
    pub modifiers: Vec<Arc<str>>,
    pub actions: Vec<Action>,
    pub interventions: Vec<Intervention>,
    /// How characters act in turn, if they do.
    pub turns: Option<Turns>,
    /// Templates of characters.
    pub templates: Vec<Archetype>,
    pub kinds: Option<CharacterKinds>,
    /// Conditions for every character sheet.
    pub requirements: Vec<Requirement>,
    /// All hooks with an intervention.
    pub hooks: FxHashSet<Hook>,
    /// Conditions on the owner that end a tag, by index.
    pub untils: Vec<Ir>,
    /// Bounds on evaluations of this game.
    pub limits: Limits,
}

#[expect(clippy::indexing_slicing, reason = "an index of another game panics, as it does in a vector")]
impl CheckedGame {
    /// The action at an index of this game. Panics at any other.
    #[must_use]
    #[track_caller]
    pub fn action(&self, index: usize) -> &Action {
        &self.actions[index]
    }

    /// The intervention at an index of this game. Panics at any other.
    #[must_use]
    #[track_caller]
    pub fn intervention(&self, index: usize) -> &Intervention {
        &self.interventions[index]
    }

    /// The unit of time at an index of this game. Panics at any other.
    #[must_use]
    #[track_caller]
    pub fn time(&self, index: usize) -> &Time {
        &self.times[index]
    }
}

impl CheckedGame {
    /// The names of all traits, in no particular order.
    pub fn trait_names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().filter(|(_, named)| matches!(named, Named::Trait(_))).map(|(name, _)| name.as_str())
    }

    /// Marks a test as one whose sides end by themselves.
    pub fn sides_end(&mut self, test: Id<Test>) {
        if let Some(opposed) = &mut self.tests[test].opposed {
            opposed.ends = true;
        }
    }

    /// Whether the game uses a sign: dice without sides (`d`), or a comparison (`vs`).
    #[must_use]
    pub fn has_sign(&self, sign: &str) -> bool {
        sign == "d" && self.own_die.is_some() || sign == "vs" && self.tests.iter().any(|test| test.against.is_some())
    }

    /// All holders of states, by index: the tracks, then the points.
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

    /// The index of a track as a holder.
    #[must_use]
    pub const fn holder_of_track(track: TrackId) -> usize {
        track.index()
    }

    /// The index of points as a holder.
    #[must_use]
    pub const fn holder_of_points(&self, points: PointsId) -> usize {
        self.tracks.len().saturating_add(points.index())
    }

    /// The track or points of a holder.
    #[must_use]
    pub fn holder_named(&self, index: usize) -> Named {
        match index.checked_sub(self.tracks.len()) {
            None => Named::Track(Id::new(index)),
            Some(points) => Named::Points(Id::new(points)),
        }
    }

    /// The name of an entry of characters.
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

    /// The states of all tracks and points.
    pub fn all_states(&self) -> impl Iterator<Item = &State> + Clone {
        self.holders().flat_map(|one| one.states)
    }

    /// The names of the classes of an outcome.
    #[must_use]
    pub fn classes_of(&self, outcome: &Outcome) -> Vec<String> {
        let classes = outcome.classes.iter().filter_map(|class| self.classes.get(*class));
        classes.map(|class| class.to_string()).collect()
    }

    /// All cells of all tables.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> + Clone {
        self.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells)
    }

    /// The actions in cells of effects.
    pub fn recipes(&self) -> impl Iterator<Item = &Action> + Clone {
        self.cells().filter_map(|cell| match cell {
            Cell::Effects(action) => Some(&**action),
            Cell::Value(_) | Cell::Pending(_) => None,
        })
    }

    /// The place of a part of a formula in its file; `None` for typed text.
    #[must_use]
    pub fn place_in(&self, sources: &Sources, at: At) -> Option<Span> {
        Some(self.origins.get(at.origin as usize)?.locate(sources, at.span))
    }

    /// All hooks of all interventions, with their lowered actions.
    pub fn places(&self) -> impl Iterator<Item = &InterventionSite> + Clone {
        self.interventions.iter().flat_map(|one| &one.places)
    }

    /// The whole text of a hole; its formula knows only the part that it reads.
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

    /// The value of a trait as a number: a row is counted from 1, as in tables.
    #[must_use]
    pub fn trait_number(&self, index: usize, value: i64) -> i64 {
        self.trait_kind(index).number(value)
    }

    /// The same for a free name.
    #[must_use]
    pub fn open_number(&self, value: i64) -> i64 {
        self.open_group().map_or(value, |question| question.value_kind().number(value))
    }

    /// Whether an assigned name means a cell, `Table[row]`, and no entry of that name.
    #[must_use]
    pub fn is_cell(&self, name: &str) -> bool {
        let Some((table, _)) = name.split_once('[') else { return false };
        let table = fold(&nfc(table.trim().trim_matches(['«', '»', '"'])));
        self.tables.iter().any(|one| fold(&one.name) == table) && !self.asks(name.trim())
    }

    /// Whether an entry is only bookkeeping of the rules.
    #[must_use]
    pub fn is_internal(&self, name: &str) -> bool {
        match self.names.get(name) {
            Some(Named::Action(index)) => self.actions.get(*index).is_some_and(|one| one.internal),
            Some(Named::Points(index)) => self.points[*index].internal,
            Some(Named::Tag(index)) => self.tags[*index].internal,
            _ => false,
        }
    }

    /// The traits in the order of the questions for a new sheet: choices and required traits, grouped traits, free
    /// names, and finally numbers that usually keep their default.
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

    /// Whether a role, a question or an input has this name.
    fn asks(&self, name: &str) -> bool {
        let places = self.places().map(|place| &place.action);
        let slots = self.actions.iter().chain(places).flat_map(|action| &action.slots).map(|slot| &slot.name);
        let inputs = self.tests.iter().flat_map(|test| test.inputs.iter().map(|(name, _)| name));
        slots.chain(inputs).any(|one| **one == *name)
    }

    /// The answers that the game itself offers, by name: no characters, and no names given by players.
    #[must_use]
    pub fn answers(&self, kind: &AnswerKind) -> Vec<String> {
        match kind {
            AnswerKind::YesNo => vec!["yes".to_owned(), "no".to_owned()],
            AnswerKind::OneOf(words) => words.to_vec(),
            AnswerKind::Row(table) | AnswerKind::Cell(table, _) => {
                let table = &self.tables[*table];
                let names: Vec<String> = table.row_names().map(str::to_owned).collect();
                // The rows of a plain list can be selected by number.
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

    /// Inclusive bounds of numeric answers, if there are any. A number can take the place of a trait that is one of a
    /// list; then the bounds are those of the list.
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

    /// The kinds of the traits that can answer a question; none for other questions.
    pub fn kinds_behind(&self, kind: &AnswerKind) -> impl Iterator<Item = Kind> {
        let (list, open) = match kind {
            AnswerKind::Trait(list, open) => (Some(list), *open),
            _ => (None, false),
        };
        let own = self.open_group().filter(|_| open).map(Question::value_kind);
        list.into_iter().flat_map(|list| list.iter()).map(|&index| self.trait_kind(index)).chain(own)
    }

    /// The traits of a group, by index, without those that people name themselves.
    #[must_use]
    pub fn members(&self, group: &str) -> Vec<usize> {
        let all = self.traits.iter().enumerate();
        let own = |one: &Trait| matches!(one.source, TraitSource::Group(_));
        all.filter(|(_, one)| one.group.as_deref() == Some(group) && !own(one)).map(|(index, _)| index).collect()
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
    /// A value of this kind as a number: an element of a list is counted from 1, and stored from 0.
    #[must_use]
    pub fn number(&self, value: i64) -> i64 {
        if self.is_one_of_a_list() { value.saturating_add(1) } else { value }
    }

    /// Whether it is an element of a list: a row, a column or a word.
    #[must_use]
    pub fn is_one_of_a_list(&self) -> bool {
        matches!(self, Self::Row(_) | Self::Column(_) | Self::Choice(_))
    }
}

impl LookupTable {
    /// The names of its rows in order, then their other names.
    pub fn row_names(&self) -> impl Iterator<Item = &str> {
        let labels = self.rows.iter().map(|row| &*row.label).filter(|label| self.names.contains_key(*label));
        // There may be thousands, and few are needed.
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
