//! Lowers syntax to [`Ir`]: resolves names and checks kinds. An error is recorded, a broken value replaces the formula,
//! and checking continues.

mod calls;
mod cells;
mod comparisons;
mod dice_selection;
mod members;
pub(crate) use comparisons::texts_of;
mod dice;
mod entry_reads;
mod name_resolution;
mod named_entries;
mod unset_labels;
pub(crate) use entry_reads::reads_character;
pub(crate) use name_resolution::quoted_where_needed;

pub use calls::{FUNCTIONS, is_function};

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::program::{
    AnswerKind, Arithmetic, At, CheckedGame, Ir, Kind, LookupTable, NamedFormula, Op, Outcome, Question, SlotList,
    Test, TrackId,
};
use crate::diagnostic::{Code, words};
use crate::id::Id;
use crate::ruleset::model::Rounding;
use crate::syntax::{BinaryOp, CallArg, Expr, ExprKind, FormulaProblem, Name, TextSpan};

/// The place of a formula, which decides what it may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FormulaSite {
    /// Typed by a user.
    Typed,
    /// The value of a derived trait.
    Derived,
    /// A default: a constant.
    Default,
    /// A cell of a table.
    Cell,
    Test,
    /// In an action or an intervention.
    Action,
}

/// The names that a formula can use.
#[derive(Debug, Clone)]
pub(crate) struct Scope<'a> {
    pub(crate) place: FormulaSite,
    /// Whether named dice can be read.
    pub(crate) reads_roll: bool,
    /// Whether dice can be thrown.
    pub(crate) throws: bool,
    pub(crate) inputs: &'a [InputName],
    pub(crate) values: &'a [(Arc<str>, Kind)],
    /// The values of its outcomes.
    pub(crate) late: &'a [(Arc<str>, Kind)],
    pub(crate) given: &'a [String],
    /// The table of a cell.
    pub(crate) table: &'a str,
    pub(crate) known: &'a BTreeMap<String, i64>,
    /// Whether `total` and `margin` have a meaning.
    pub(crate) has_total: bool,
    /// Whether the total is compared with a value.
    pub(crate) has_target: bool,
    /// Whether names match without accents or case if only one can be meant.
    pub(crate) forgiving: bool,
    /// Slots of the running action.
    pub(crate) slots: &'a SlotList,
    /// The slot of its only character, to whom bare names belong.
    pub(crate) sole: Option<usize>,
    /// The slot of the only roll so far, from which bare dice are read.
    pub(crate) roll: Option<usize>,
    /// Whether the formula follows the dot of a test: bare names belong to the test.
    pub(crate) in_test: bool,
    /// The track of the state that the formula defines.
    pub(crate) track: Option<TrackId>,
    /// The values of the tag that the formula belongs to.
    pub(crate) own: &'a [(Arc<str>, Kind)],
    /// Names of the characters at the table, by index.
    pub(crate) people: &'a [String],
    /// Free names and their values, by index of the character.
    pub(crate) open: &'a [BTreeMap<String, i64>],
    /// Labels that later steps set.
    pub(crate) later: &'a [Arc<str>],
    /// The outcomes of one side of a contest: `outcome`, `success` and the classes are those of the side.
    pub(crate) ends: &'a [Outcome],
    /// The test that has been rolled: its outcomes are read by the same words.
    pub(crate) lying: Option<Id<Test>>,
    /// The values of the test that are inlined in place of their names.
    pub(crate) early: &'a [NamedFormula],
}

/// An input of a test, as formulas read it.
#[derive(Debug, Clone)]
pub(crate) struct InputName {
    pub(crate) name: Arc<str>,
    pub(crate) kind: Kind,
    /// Whether its answer is a trait.
    pub(crate) of_trait: bool,
}

impl InputName {
    pub(crate) fn new((name, question): (&Arc<str>, &Question)) -> Self {
        let of_trait = matches!(question.kind, AnswerKind::Trait(..));
        Self { name: Arc::clone(name), kind: question.value_kind(), of_trait }
    }

    /// The inputs of a test.
    pub(crate) fn of(test: &Test) -> Vec<Self> {
        test.inputs.iter().map(|(name, question)| Self::new((name, question))).collect()
    }
}

/// Bound on copied parts per formula: of conditions, to compute how a side ends, and of members of groups.
pub(super) const MOST_COPIED: usize = 5_000;

/// The expected kind of a value; a bare word is looked up there first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Want {
    Anything,
    /// A number, which a row of this table and column can represent.
    CellOf(Id<LookupTable>, usize),
    RowOf(Id<LookupTable>),
    ColumnOf(Id<LookupTable>),
    Choice(Arc<[String]>),
    /// One of the game's points, as itself.
    Points,
    /// A character or a tag, or `none`.
    Thing(Kind),
    /// A unit of time.
    Time,
    /// Words to compare a text with.
    Text,
}

impl Want {
    pub(crate) fn of(kind: &Kind) -> Self {
        match kind {
            Kind::Row(table) => Self::RowOf(*table),
            Kind::Column(table) => Self::ColumnOf(*table),
            Kind::Choice(words) => Self::Choice(Arc::clone(words)),
            Kind::Person | Kind::Tag(_) => Self::Thing(kind.clone()),
            Kind::Points => Self::Points,
            Kind::Time => Self::Time,
            Kind::Text => Self::Text,
            Kind::Number | Kind::Dice | Kind::Chosen | Kind::Flag | Kind::Effects | Kind::Broken => Self::Anything,
        }
    }
}

/// A call of a test inside an expression: the test, and its inputs.
#[derive(Debug, Clone)]
pub(crate) struct TestCall {
    pub(crate) test: Id<Test>,
    pub(crate) inputs: Vec<Option<Ir>>,
    /// The place of each input.
    pub(crate) places: Vec<Option<TextSpan>>,
}

/// Lowers formulas of one origin.
pub(crate) struct Lower<'a> {
    pub(crate) game: &'a CheckedGame,
    pub(crate) origin: u32,
    pub(crate) text: &'a str,
    pub(crate) scope: Scope<'a>,
    pub(crate) problems: Vec<FormulaProblem>,
    pub(crate) locals: Vec<(String, Kind)>,
    /// Names of `let` that stand for dice, the innermost last.
    held: Vec<dice_selection::LetDice>,
    /// What parameters of the formula that is called stand for.
    arguments: Vec<(Arc<str>, Ir)>,
    /// The stack of formulas that are being inlined, and the number of calls.
    calling: Vec<usize>,
    called: usize,
    pub(crate) call: Option<TestCall>,
    /// The number of errors in earlier formulas.
    pub(crate) found: usize,
    /// Whether the formula reads how a side ends.
    pub(crate) reads_ends: bool,
    /// The number of parts that this formula may still copy.
    pub(crate) copied_left: usize,
    /// Tests whose sides' ends are read after a dot.
    pub(crate) sides: BTreeSet<Id<Test>>,
}

type TypedIr = (Ir, Kind);

/// The error of a value of one kind in a place for another, if they do not match.
pub(crate) fn misfit(game: &CheckedGame, due: &Kind, found: &Kind, span: TextSpan) -> Option<FormulaProblem> {
    let table_name = |table: &Id<LookupTable>| &*game.tables[*table].name;
    Some(match (due, found) {
        (Kind::Broken, _) | (_, Kind::Broken) | (Kind::Number, Kind::Flag | Kind::Dice | Kind::Chosen) => return None,
        _ if due == found => return None,
        (Kind::Number, Kind::Row(table)) => FormulaProblem::new(Code::RowWhereNumber, span)
            .arg("table", table_name(table))
            .help_with("help-read-cell", "table", table_name(table)),
        (Kind::Number, Kind::Column(_)) => FormulaProblem::new(Code::ColumnWhereNumber, span),
        (Kind::Number, Kind::Choice(_)) => FormulaProblem::new(Code::WordWhereNumber, span),
        (Kind::Number, Kind::Person) => FormulaProblem::new(Code::CharacterWhereNumber, span),
        (Kind::Number, Kind::Tag(_)) => FormulaProblem::new(Code::TagWhereNumber, span),
        (_, Kind::Effects) => FormulaProblem::new(Code::EffectsWhereValue, span),
        (Kind::Person, _) => FormulaProblem::new(Code::CharacterExpected, span),
        (Kind::Tag(_), _) => FormulaProblem::new(Code::NotATag, span),
        (Kind::Points, _) => FormulaProblem::new(Code::NotPoints, span),
        (Kind::Time | Kind::Effects, _) => FormulaProblem::new(Code::NotATime, span),
        (Kind::Text, _) => FormulaProblem::new(Code::NotWords, span),
        (Kind::Number | Kind::Dice | Kind::Chosen, _) => {
            FormulaProblem::new(Code::TextWhereNumber, span).help("help-text-shown")
        }
        (Kind::Flag, _) => FormulaProblem::new(Code::YesOrNoExpected, span),
        (Kind::Row(table), _) => FormulaProblem::new(Code::NotARow, span).arg("table", table_name(table)).help_with(
            "help-there-is",
            "names",
            game.answers(&AnswerKind::Row(*table)),
        ),
        (Kind::Column(table), _) => FormulaProblem::new(Code::NotAColumn, span)
            .arg("table", table_name(table))
            .help_with("help-there-is", "names", words(game.tables[*table].column_names())),
        (Kind::Choice(choices), _) => {
            FormulaProblem::new(Code::OneOfExpected, span).help_with("help-there-is", "names", words(choices.iter()))
        }
    })
}

/// Whether a value of this kind can be read as a number.
fn is_number(kind: &Kind) -> bool {
    matches!(kind, Kind::Number | Kind::Flag | Kind::Dice | Kind::Chosen)
}

impl<'a> Lower<'a> {
    pub(crate) fn new(game: &'a CheckedGame, origin: u32, text: &'a str, scope: Scope<'a>) -> Self {
        Self {
            game,
            origin,
            text,
            scope,
            problems: Vec::new(),
            locals: Vec::new(),
            held: Vec::new(),
            arguments: Vec::new(),
            calling: Vec::new(),
            called: 0,
            call: None,
            found: 0,
            reads_ends: false,
            copied_left: MOST_COPIED,
            sides: BTreeSet::new(),
        }
    }

    pub(crate) fn at(&self, span: TextSpan) -> At {
        At { origin: self.origin, span }
    }

    pub(crate) fn ir(&self, op: Op, span: TextSpan) -> Ir {
        Ir { op, at: self.at(span) }
    }

    pub(crate) fn report(&mut self, problem: FormulaProblem) {
        self.problems.push(problem);
    }

    pub(crate) fn broken(&self, span: TextSpan) -> TypedIr {
        (self.ir(Op::Number(0), span), Kind::Broken)
    }

    /// Lowers a formula whose value must be a number.
    pub(crate) fn number(&mut self, expr: &Expr, want: &Want) -> Ir {
        let (ir, kind) = self.expr(expr, want);
        self.as_number(ir, &kind, expr.span)
    }

    pub(super) fn as_number(&mut self, ir: Ir, kind: &Kind, span: TextSpan) -> Ir {
        self.problems.extend(misfit(self.game, &Kind::Number, kind, span));
        ir
    }

    /// Lowers a formula that yields one of these words, if there are any.
    pub(crate) fn worded(&mut self, expr: &Expr, one_of: Option<Arc<[String]>>) -> TypedIr {
        let Some(words) = one_of else { return self.expr(expr, &Want::Anything) };
        let (ir, kind) = self.expr(expr, &Want::Choice(Arc::clone(&words)));
        let due = Kind::Choice(words);
        match misfit(self.game, &due, &kind, expr.span) {
            Some(problem) => {
                self.report(problem);
                self.broken(expr.span)
            }
            None => (ir, if kind == Kind::Broken { kind } else { due }),
        }
    }

    /// Lowers a formula whose value must be a truth value.
    pub(crate) fn flag(&mut self, expr: &Expr) -> Ir {
        let (ir, kind) = self.expr(expr, &Want::Anything);
        match kind {
            Kind::Flag | Kind::Broken => {}
            _ => self.report(FormulaProblem::new(Code::NotACondition, expr.span).help("help-compare")),
        }
        ir
    }

    pub(crate) fn expr(&mut self, expr: &Expr, want: &Want) -> TypedIr {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Number(number) => (self.ir(Op::Number(*number), span), Kind::Number),
            ExprKind::Flag(flag) => (self.ir(Op::Number(i64::from(*flag)), span), Kind::Flag),
            ExprKind::Name(name) => self.name(name, want),
            // Where one of some words is due, dice are none.
            ExprKind::Pool(_) | ExprKind::Multiple { .. } if let Some(word) = self.word_due(span, want) => word,
            ExprKind::Multiple { times, word } => self.multiple(*times, word, span),
            ExprKind::Pool(pool) => match self.pool(pool, span) {
                Some(pool) => (self.ir(Op::Pool(Box::new(pool)), span), Kind::Number),
                None => self.broken(span),
            },
            ExprKind::Negate(inner) => {
                let inner = self.number(inner, &Want::Anything);
                (self.ir(Op::Negate(Box::new(inner)), span), Kind::Number)
            }
            ExprKind::Not(inner) => {
                let inner = self.flag(inner);
                (self.ir(Op::Not(Box::new(inner)), span), Kind::Flag)
            }
            ExprKind::Binary { op, left, right } => self.binary(*op, left, right, span, want),
            ExprKind::If { condition, then, otherwise } => {
                let condition = self.flag(condition);
                let (then, first) = self.expr(then, want);
                let (other, second) = self.expr(otherwise, want);
                let kind = self.common(&first, &second, span);
                (self.ir(Op::If(Box::new(condition), Box::new(then), Box::new(other)), span), kind)
            }
            ExprKind::Let { name, values, body } => self.binding(name, values, body, span, want),
            ExprKind::Call { name, args } => self.call(name, args, span, want),
            ExprKind::Cell { table, keys } => {
                if let Some(found) = self.named_in(table, keys, span) {
                    let written = self.text.get(span.range()).unwrap_or(&table.text);
                    return self.owned(found, written, span);
                }
                let (ir, kind) = self.cell(table, keys, span);
                (self.off_the_roll(ir), kind)
            }
            ExprKind::Member { of, what } => self.member(of, what, span),
            ExprKind::Missing => self.broken(span),
        }
    }

    /// What reads as dice, as the word that is due.
    fn word_due(&self, span: TextSpan, want: &Want) -> Option<TypedIr> {
        let Want::Choice(words) = want else { return None };
        let written = self.text.get(span.range())?;
        let at = words.iter().position(|word| *word == written)?;
        Some((self.ir(Op::Number(i64::try_from(at).ok()?), span), Kind::Choice(Arc::clone(words))))
    }

    /// Dice that an action reads belong to its only roll.
    pub(crate) fn off_the_roll(&self, ir: Ir) -> Ir {
        let Some(slot) = self.scope.roll else { return ir };
        let reads = match &ir.op {
            Op::Dice(_) | Op::Roll | Op::Read { pool: None, .. } => true,
            Op::Chosen(..) | Op::ReadOff(..) | Op::Picked(..) | Op::Let(..) => {
                ir.any_part(&|part| matches!(part.op, Op::Roll))
            }
            Op::Cell(read) => self.game.tables[read.table].uses_dice,
            _ => false,
        };
        if !reads {
            return ir;
        }
        let at = ir.at;
        Ir { op: Op::InRoll(slot, 0, Box::new(ir)), at }
    }

    fn binding(&mut self, name: &Name, values: &[Expr], body: &Expr, span: TextSpan, want: &Want) -> TypedIr {
        if let Some(named) = self.with_throws_named(values, |values| ExprKind::Let {
            name: name.clone(),
            values,
            body: Box::new(body.clone()),
        }) {
            return self.expr(&named.at(span), want);
        }
        let (value, kind) = match values {
            [only] => self.expr(only, &Want::Anything),
            several => self.several_dice(several, span),
        };
        let slot = self.locals.len();
        let held = self.held_dice(&value, slot);
        if self.exact(&name.text).is_some() || self.locals.iter().any(|(local, _)| *local == name.text) {
            self.report(FormulaProblem::new(Code::NameTaken, name.span).arg("name", &*name.text));
        }
        if crate::syntax::is_dice_word(&name.text) {
            self.report(FormulaProblem::new(Code::NameIsDice, name.span).arg("name", &*name.text));
        }
        self.locals.push((name.text.clone(), kind));
        self.held.extend(held);
        let (body, kind) = self.expr(body, want);
        self.locals.pop();
        // What is only read as a number is one.
        let held = self.held.pop_if(|held| held.slot == slot).filter(|held| held.read);
        let value = held.map_or(value, |held| held.dice);
        (self.ir(Op::Let(slot, Box::new(value), Box::new(body)), span), kind)
    }

    /// The common kind of two branches.
    fn common(&mut self, first: &Kind, second: &Kind, span: TextSpan) -> Kind {
        match (first, second) {
            (Kind::Broken, other) | (other, Kind::Broken) => other.clone(),
            (Kind::Dice | Kind::Chosen, Kind::Dice | Kind::Chosen) => Kind::Chosen,
            (one, other) if one == other => one.clone(),
            // Dice beside a number are their sum.
            (one, other) if is_number(one) && is_number(other) => Kind::Number,
            _ => {
                self.report(FormulaProblem::new(Code::BranchesDiffer, span));
                Kind::Broken
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr, span: TextSpan, want: &Want) -> TypedIr {
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let before = self.problems.len();
                let (left, right) = (Box::new(self.flag(left)), Box::new(self.flag(right)));
                // Two numbers in place of conditions are one error.
                if let Some([first, second]) = self.problems.get_mut(before..)
                    && (first.code, second.code) == (Code::NotACondition, Code::NotACondition)
                {
                    first.at = span;
                    self.problems.truncate(before + 1);
                }
                let op = if op == BinaryOp::And { Op::And(left, right) } else { Op::Or(left, right) };
                (self.ir(op, span), Kind::Flag)
            }
            BinaryOp::Compare(op) => self.compare(op, left, right, span),
            BinaryOp::Beats => self.beats(left, right, span),
            // The missing operator was reported; the intended one is unknown.
            BinaryOp::Add if self.is_beside(left, right) => {
                self.expr(left, &Want::Anything);
                self.expr(right, &Want::Anything);
                self.broken(span)
            }
            BinaryOp::Add => self.arithmetic(Arithmetic::Add, left, right, span, want),
            BinaryOp::Subtract => self.arithmetic(Arithmetic::Subtract, left, right, span, want),
            BinaryOp::Multiply => self.arithmetic(Arithmetic::Multiply, left, right, span, &Want::Anything),
            BinaryOp::Divide => self.arithmetic(Arithmetic::Divide, left, right, span, &Want::Anything),
            BinaryOp::DivideDown => self.divide_as(Rounding::Down, left, right, span),
            BinaryOp::DivideUp => self.divide_as(Rounding::Up, left, right, span),
            BinaryOp::DivideNearest => self.divide_as(Rounding::Nearest, left, right, span),
            BinaryOp::Remainder => self.arithmetic(Arithmetic::Remainder, left, right, span, &Want::Anything),
        }
    }

    /// Whether there is no operator between two values.
    fn is_beside(&self, left: &Expr, right: &Expr) -> bool {
        let between = self.text.get(left.span.end as usize..right.span.start as usize);
        between.is_some_and(|between| between.trim().is_empty())
    }

    fn divide_as(&mut self, rounding: Rounding, left: &Expr, right: &Expr, span: TextSpan) -> TypedIr {
        self.arithmetic(Arithmetic::DivideAs(rounding), left, right, span, &Want::Anything)
    }

    fn arithmetic(&mut self, op: Arithmetic, left: &Expr, right: &Expr, span: TextSpan, want: &Want) -> TypedIr {
        let (first, kind) = self.expr(left, want);
        let shifts = matches!(op, Arithmetic::Add | Arithmetic::Subtract);
        if let (Kind::Row(table), true) = (&kind, shifts) {
            let table = *table;
            let (second, other) = self.expr(right, &Want::RowOf(table));
            if op == Arithmetic::Subtract && other == Kind::Row(table) {
                return (self.ir(Op::Arithmetic(op, Box::new(first), Box::new(second)), span), Kind::Number);
            }
            let second = self.as_number(second, &other, right.span);
            if !self.game.tables[table].ordered {
                let name = self.game.tables[table].name.to_string();
                self.report(FormulaProblem::new(Code::RowsWithoutOrder, span).arg("table", name));
            }
            return (self.ir(Op::Arithmetic(op, Box::new(first), Box::new(second)), span), Kind::Row(table));
        }
        let first = self.as_number(first, &kind, left.span);
        let before = self.problems.len();
        let second = self.number(right, want);
        if matches!(op, Arithmetic::Divide | Arithmetic::DivideAs(_) | Arithmetic::Remainder) {
            let read = self.problems.len() == before && !matches!(right.kind, ExprKind::Missing);
            if read && matches!(second.op, Op::Number(0)) {
                self.report(FormulaProblem::new(Code::DivisionByZero, right.span));
            }
            if op == Arithmetic::Divide && self.game.rounding.is_none() {
                self.report(FormulaProblem::new(Code::RoundingMissing, span).help("help-rounding"));
            }
        }
        (self.ir(Op::Arithmetic(op, Box::new(first), Box::new(second)), span), Kind::Number)
    }

    fn beats(&mut self, left: &Expr, right: &Expr, span: TextSpan) -> TypedIr {
        let mut side = |expr: &Expr| match &expr.kind {
            ExprKind::Pool(pool) => self.pool(pool, expr.span),
            ExprKind::Missing => None,
            _ => {
                self.report(FormulaProblem::new(Code::BeatsNeedsDice, expr.span));
                None
            }
        };
        let (Some(left), Some(right)) = (side(left), side(right)) else { return self.broken(span) };
        (self.ir(Op::Beats(Box::new(left), Box::new(right)), span), Kind::Number)
    }

    /// The value of an argument that must be positional.
    pub(crate) fn positional<'e>(&mut self, arg: &'e CallArg) -> Option<&'e Expr> {
        match arg {
            CallArg::Value(expr) => Some(expr),
            CallArg::Named { name, .. } => {
                self.report(
                    FormulaProblem::new(Code::NoInputsByName, name.span)
                        .arg("name", &*name.text)
                        .help("help-parentheses"),
                );
                None
            }
            CallArg::Condition { span, .. } => {
                self.report(FormulaProblem::new(Code::ConditionNotHere, span.0));
                None
            }
        }
    }
}
