//! Lowers calls of functions and tests.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{FormulaSite, Lower, MOST_COPIED, Scope, TestCall, TypedIr, Want, quoted_where_needed};
use crate::check::Checker;
use crate::check::program::{
    AnswerKind, Arithmetic, Ir, Kind, LookupTable, Named, Op, Pool, PoolRead, Question, RowSelector, Test,
};
use crate::diagnostic::{Code, nearest_of, words};
use crate::id::Id;
use crate::sort::Gather as _;
use crate::source::fold;
use crate::syntax::{
    self, Amount, BinaryOp, CallArg, CompareOp, DieExpr, Expr, ExprKind, FormulaProblem, Name, TextSpan, our_word,
};

/// The functions of the language, for help and suggestions.
pub const FUNCTIONS: [&str; 24] = [
    "answered", "best", "choose", "count", "die", "highest", "largest", "lowest", "max", "min", "name", "nth",
    "repeated", "repeats", "rest", "row", "rows", "run", "sets", "showing", "sides", "smallest", "sum", "worst",
];

/// Functions whose names a game may use: they were added later.
const YIELDING: [&str; 11] =
    ["best", "choose", "die", "largest", "rest", "run", "sets", "showing", "sides", "smallest", "worst"];

/// Whether a name is reserved for a function.
#[must_use]
pub fn is_function(name: &str) -> bool {
    FUNCTIONS.contains(&name) && !YIELDING.contains(&name)
}

/// Functions that read the roll if they have no arguments.
pub(super) const READS: [&str; 5] = ["highest", "lowest", "repeated", "repeats", "sum"];

/// Bound on inlined calls in one formula, including nested ones.
const MOST_CALLS: usize = 500;
/// Bound on nested calls, each of which uses the stack.
const DEEPEST: usize = 64;

/// Arguments with at most this many parts are copied to every use of the parameter.
const FEW_PARTS: usize = 12;
/// Bytes of a formula's text per part, roughly.
const BYTES_OF_A_PART: usize = 4;

/// Selects one of several alternatives by a face, the first by `low`. A balanced tree instead of a chain keeps it
/// shallow.
fn by_face(shown: &Name, of: &[&Expr], low: i64) -> Expr {
    let half = of.len().div_ceil(2);
    let (first, second) = of.split_at(half);
    let (&[one], []) = (first, second) else {
        let last = low + half as i64 - 1;
        let span = shown.span;
        let expr = |kind| Box::new(Expr { kind, span });
        let [left, right] = [ExprKind::Name(shown.clone()), ExprKind::Number(last)].map(expr);
        let condition = expr(ExprKind::Binary { op: BinaryOp::Compare(CompareOp::LessOrEqual), left, right });
        let [then, otherwise] = [(first, low), (second, last + 1)].map(|(of, low)| Box::new(by_face(shown, of, low)));
        return Expr { kind: ExprKind::If { condition, then, otherwise }, span };
    };
    one.clone()
}

/// Whether an operation has the same value at every evaluation.
fn is_the_same_each_time(op: &Op) -> bool {
    op.is_settled()
        || matches!(op, Op::Local(_) | Op::Given(_) | Op::Points(..) | Op::Slot(_) | Op::Of(..) | Op::Value(_))
}

impl Lower<'_> {
    pub(super) fn call(&mut self, name: &Name, args: &[CallArg], span: TextSpan, want: &Want) -> TypedIr {
        if let Some(Named::Test(index)) = self.game.names.get(&name.text) {
            return self.test_call(*index, name, args, span);
        }
        if let Some(Named::Formula(index)) = self.game.names.get(&name.text) {
            return self.formula_call(*index, args, span, None);
        }
        match &*name.text {
            "min" | "max" => self.extreme(&name.text, args, span),
            "count" | "sum" | "highest" | "lowest" | "nth" | "repeats" | "repeated" => {
                self.read(&name.text, args, span)
            }
            "run" | "sets" | "sides" => {
                let (ir, kind) = self.read_dice(&name.text, args, span);
                (self.off_the_roll(ir), kind)
            }
            "best" | "die" | "largest" | "rest" | "showing" | "smallest" | "worst" => {
                let (ir, kind) = self.choose(&name.text, args, span);
                (self.off_the_roll(ir), kind)
            }
            "answered" => self.answered(args, span),
            "choose" => self.one_of(name, args, span, want),
            "name" | "row" | "rows" => self.about_table(&name.text, args, span),
            _ => self.unknown_function(name, args, span),
        }
    }

    /// Inlines a call of a formula with parameters; `owner` is the character whose entries it reads, if given.
    pub(super) fn formula_call(
        &mut self,
        index: usize,
        args: &[CallArg],
        span: TextSpan,
        owner: Option<Ir>,
    ) -> TypedIr {
        let game = self.game;
        // The values of the test follow the formulas of the game.
        let early = self.scope.early;
        let own = |index: usize| early.get(index.checked_sub(game.formulas.len())?);
        let Some(def) = game.formulas.get(index).or_else(|| own(index)) else { return self.broken(span) };
        if args.len() != def.parameters.len() {
            let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", &*def.name);
            let problem = problem.arg("expected", def.parameters.len()).arg("found", args.len());
            self.report(problem.help_with("help-write", "example", def.call()));
            return self.broken(span);
        }
        // Cycles and errors are reported at the definition.
        if self.calling.contains(&index) || !def.sound {
            return self.broken(span);
        }
        self.called += 1;
        if self.called > MOST_CALLS || self.calling.len() >= DEEPEST {
            if self.called <= MOST_CALLS + 1 {
                self.report(
                    FormulaProblem::new(Code::TooManyCalls, span).arg("limit", MOST_CALLS).arg("deepest", DEEPEST),
                );
                self.called = MOST_CALLS + 1;
            }
            return self.broken(span);
        }
        // It is copied to each call.
        if !self.may_copy(def.text.len() / BYTES_OF_A_PART, span) {
            return self.broken(span);
        }
        let hidden = self.locals.len();
        let (mut arguments, mut values) = (Vec::new(), Vec::new());
        for (name, arg) in def.parameters.iter().zip(args) {
            let Some(expr) = self.positional(arg) else {
                self.locals.truncate(hidden);
                return self.broken(span);
            };
            let value = self.number(expr, &Want::Anything);
            // Arguments are evaluated at the call, not for the character whose entries the formula reads.
            let inside = owner.is_none() || matches!(value.op, Op::Number(_));
            let few = value.parts().count() <= FEW_PARTS;
            if inside && few && value.parts().all(|part| is_the_same_each_time(&part.op)) {
                arguments.push((Arc::clone(name), value));
            } else {
                values.push((self.locals.len(), name, value));
                self.locals.push((String::new(), Kind::Number));
            }
        }
        // It cannot read local names of the caller.
        let locals = self.locals.clone();
        self.locals.iter_mut().for_each(|(name, _)| name.clear());
        for (slot, name, _) in &values {
            if let Some((local, _)) = self.locals.get_mut(*slot) {
                name.as_ref().clone_into(local);
            }
        }
        let outer = (
            std::mem::replace(&mut self.arguments, arguments),
            std::mem::replace(&mut self.origin, def.origin),
            std::mem::replace(&mut self.text, &def.text),
        );
        let throws = self.scope.throws;
        let own = owner.is_some().then(|| Scope { throws, ..Checker::scope(FormulaSite::Derived) });
        let scope = own.map(|own| std::mem::replace(&mut self.scope, own));
        let before = self.problems.len();
        self.calling.push(index);
        let (mut body, kind) = self.worded(&def.expr, def.one_of.clone());
        self.calling.pop();
        self.scope = scope.unwrap_or_else(|| self.scope.clone());
        (self.arguments, self.origin, self.text) = outer;
        self.locals = locals;
        self.locals.truncate(hidden);
        // Errors of the definition are reported there.
        let wrong: Vec<Code> =
            self.problems.split_off(before).iter().filter(|one| one.is_error()).map(|one| one.code).collect();
        if !wrong.is_empty() {
            // Too many calls, or a missing owner, are errors of this call.
            self.report(if wrong.contains(&Code::TooManyCalls) {
                FormulaProblem::new(Code::TooManyCalls, span).arg("limit", MOST_CALLS).arg("deepest", DEEPEST)
            } else if wrong.contains(&Code::TooMuchToCheck) {
                FormulaProblem::new(Code::TooMuchToCheck, span).arg("limit", MOST_COPIED)
            } else if wrong.contains(&Code::WhoseName) {
                self.ambiguous_owner(&def.name, self.text.get(span.range()).unwrap_or(&def.name), span)
            } else {
                FormulaProblem::new(Code::FormulaNotHere, span).arg("name", &*def.name)
            });
            return self.broken(span);
        }
        // Explanations show the call as written.
        body.at = self.at(span);
        if let Some(person) = owner {
            body = self.ir(Op::Of(Box::new(person), Box::new(body)), span);
        }
        for (slot, _, value) in values.into_iter().rev() {
            body = self.ir(Op::Let(slot, Box::new(value), Box::new(body)), span);
        }
        (body, kind)
    }

    fn unknown_function(&mut self, name: &Name, args: &[CallArg], span: TextSpan) -> TypedIr {
        if self.scope.forgiving {
            let folded = fold(&name.text);
            let mut same = self.game.tests.pairs().filter(|(_, test)| fold(&test.name) == folded);
            if let (Some((id, _)), None) = (same.next(), same.next()) {
                return self.test_call(id, name, args, span);
            }
        }
        let formulas = self.game.formulas.iter().map(|one| &*one.name);
        let tests = self.game.tests.iter().map(|test| &*test.name).chain(formulas);
        let mut problem = FormulaProblem::new(Code::UnknownFunction, name.span).arg("name", &*name.text);
        let choosing = our_word("choosing", &name.text).or((fold(&name.text) == "choose").then_some("choose"));
        // In a spreadsheet, `choose` selects by a number, not by dice.
        let spreadsheet = self.text.get(span.range()).is_some_and(|call| call.contains(';'));
        if let Some(rounding) = our_word("rounding", &name.text).filter(|way| *way != "zero") {
            let (example, whole) = self.rounded(rounding, args);
            problem = problem.help_with("help-write", "example", &*example);
            if whole {
                problem = problem.may_fix(span, example);
            }
        } else if let Some(choose) = choosing {
            if spreadsheet {
                self.report(problem);
                return self.broken(span);
            }
            problem = problem.help_with("help-write", "example", format!("{choose}(…)")).may_fix(name.span, choose);
        } else if matches!(self.game.names.get(&name.text), Some(Named::Table(_))) {
            problem = problem.help_with("help-write", "example", format!("{}[…]", name.text));
            let list = self.text.get(name.span.end as usize..span.end as usize).unwrap_or("").trim_start();
            if let Some(keys) = list.strip_prefix('(').and_then(|list| list.strip_suffix([')', ']'])) {
                problem = problem.fix(TextSpan { start: name.span.end, ..span }, format!("[{keys}]"));
            }
        } else if let Some(near) = nearest_of(&name.text, tests.clone().chain(FUNCTIONS).filter(|_| self.suggests())) {
            problem = problem.instead(name.span, near, super::name_resolution::quoted_where_needed(near.name));
        } else {
            problem = problem.help_with("help-there-is", "names", words(tests.chain(FUNCTIONS)));
        }
        self.report(problem);
        self.broken(span)
    }

    /// The rounding division for a call such as `ceil(a / b)`; whether it is the whole call.
    fn rounded(&self, rounding: &str, args: &[CallArg]) -> (String, bool) {
        if let [CallArg::Value(Expr { kind: ExprKind::Binary { op: BinaryOp::Divide, left, right }, span })] = args {
            let part = |from: u32, to: u32| self.text.get(from as usize..to as usize).unwrap_or("").trim();
            let between = part(left.span.end, right.span.start);
            // Other divisions in it use the rounding of the ruleset.
            let whole = part(span.start, span.end).matches(['/', '÷']).count() == 1;
            if matches!(between, "/" | "÷") && whole {
                let (left, right) = (part(span.start, left.span.end), part(right.span.start, span.end));
                return (format!("({left} div {rounding} {right})"), true);
            }
        }
        (format!("… div {rounding} …"), false)
    }

    /// `answered(difficulty)`: whether a question has an answer.
    fn answered(&mut self, args: &[CallArg], span: TextSpan) -> TypedIr {
        let [CallArg::Value(which)] = args else {
            let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", "answered");
            self.report(problem.arg("expected", 1_i64).arg("found", args.len()));
            return self.broken(span);
        };
        self.is_answered(which, span)
    }

    /// Whether a question has an answer.
    pub(super) fn is_answered(&mut self, which: &Expr, span: TextSpan) -> TypedIr {
        let (ir, kind) = match &which.kind {
            // For points, the question is which, not how many.
            ExprKind::Name(name) => match self.lookup(name) {
                Some((op, Kind::Points)) => (self.ir(op, which.span), Kind::Points),
                _ => self.expr(which, &Want::Anything),
            },
            _ => self.expr(which, &Want::Anything),
        };
        if kind == Kind::Broken && !matches!(ir.op, Op::Input(_) | Op::Slot(_)) {
            return self.broken(span);
        }
        let of = |ir: Ir| Ir { at: ir.at, op: Op::Answered(Box::new(ir)) };
        let op = match ir.op {
            Op::Input(_) | Op::Slot(_) | Op::Did(..) => Op::Answered(Box::new(ir)),
            Op::InRoll(slot, side, inner) if matches!(inner.op, Op::Input(_)) => {
                Op::InRoll(slot, side, Box::new(of(*inner)))
            }
            _ => {
                self.report(FormulaProblem::new(Code::AnsweredOfWhat, which.span));
                return self.broken(span);
            }
        };
        (self.ir(op, span), Kind::Flag)
    }

    /// `choose(a, b, c)`: one of them, all equally likely, by a die with that number of sides.
    fn one_of(&mut self, name: &Name, args: &[CallArg], span: TextSpan, want: &Want) -> TypedIr {
        let Ok(sides @ 2..) = i64::try_from(args.len()) else {
            let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", &*name.text);
            self.report(problem.arg("expected", 2_i64).arg("found", args.len()));
            return self.broken(span);
        };
        let Some(of) = args.iter().map(|arg| self.positional(arg)).collect::<Option<Vec<&Expr>>>() else {
            return self.broken(span);
        };
        // Words without their quotes.
        let bare = |one: &&Expr| match &one.kind {
            ExprKind::Name(name) if !name.quoted && self.lookup(name).is_none() => Some(name.clone()),
            _ => None,
        };
        let words: Option<Vec<Name>> = of.iter().map(bare).collect();
        if let Some([first, more @ ..]) = words.as_deref() {
            let more: String = more.iter().map(|word| format!(", «{}»", word.text)).collect();
            let example = format!("{}(«{}»{more})", name.text, first.text);
            let problem = FormulaProblem::new(Code::UnknownName, first.span).arg("name", &*first.text);
            self.report(problem.help_with("help-write", "example", &*example).fix(span, example));
            return self.broken(span);
        }
        // Quoted words without another meaning are texts.
        let is_text = |one: &&Expr| match &one.kind {
            ExprKind::Name(name) => name.quoted && self.exact(&name.text).is_none(),
            _ => false,
        };
        let want = if of.iter().all(is_text) { &Want::Text } else { want };
        let die = syntax::PoolExpr {
            count: Amount::Fixed(1),
            die: DieExpr::Sides(Amount::Fixed(sides)),
            modifiers: Vec::new(),
        };
        let value = Expr { kind: ExprKind::Pool(die), span };
        // A local name that cannot be typed.
        let shown = Name { text: format!("·{}", self.locals.len()), quoted: true, span };
        let body = by_face(&shown, &of, 1);
        self.binding(&shown, &[value], &body, span, want)
    }

    fn extreme(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> TypedIr {
        let mut list = Vec::new();
        for arg in args {
            if let Some(expr) = self.positional(arg) {
                list.push(self.number(expr, &Want::Anything));
            }
        }
        if args.is_empty() {
            self.report(
                FormulaProblem::new(Code::WrongNumberOfArguments, span)
                    .arg("name", what)
                    .arg("expected", 2_i64)
                    .arg("found", 0_i64),
            );
        }
        if list.is_empty() {
            return self.broken(span);
        }
        // Of a single number it is that number; the author means the dice of a pool.
        if let ([arg], [_]) = (args, list.as_slice()) {
            let read = if what == "min" { "lowest" } else { "highest" };
            let of = self.positional(arg).and_then(|expr| self.text.get(expr.span.range())).unwrap_or("…");
            let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", what);
            let problem = problem.arg("expected", 2_i64).arg("found", 1_i64);
            self.report(problem.help_with("help-one-die", "example", format!("{read}({of})")));
            return self.broken(span);
        }
        let op = if what == "min" { Op::Min(list) } else { Op::Max(list) };
        (self.ir(op, span), Kind::Number)
    }

    /// `count(8d6, >= 5)`, `highest()` …: a statistic of dice, or of entries of characters.
    fn read(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> TypedIr {
        if let Some(found) = self.of_answers(what, args, span) {
            return found;
        }
        if let Some((ir, kind)) = self.gathered(what, args, span) {
            let written = self.text.get(span.range()).unwrap_or(what);
            return self.owned((ir, kind), written, span);
        }
        let (ir, kind) = self.read_dice(what, args, span);
        (self.off_the_roll(ir), kind)
    }

    fn read_dice(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> TypedIr {
        if self.reads_chosen(what, args) {
            return self.read_chosen(what, args, span);
        }
        let mut rest = args;
        let mut hand = None;
        let mut pool: Option<Box<Pool>> = None;
        if let Some((CallArg::Value(Expr { kind: ExprKind::Pool(dice), span: at }), more)) = args.split_first() {
            match self.pool(dice, *at) {
                Some(dice) => pool = Some(Box::new(dice)),
                None => return self.broken(span),
            }
            rest = more;
        }
        if let Some((CallArg::Value(Expr { kind: ExprKind::Name(name), .. }), more)) = args.split_first()
            && let Some((Op::Value(index), Kind::Dice)) = self.lookup(name)
        {
            hand = Some(index);
            rest = more;
        }
        if let (None, None, false, Some(CallArg::Value(expr))) = (&pool, hand, self.scope.reads_roll, rest.first())
            && let ExprKind::Name(name) = &expr.kind
            && self.lookup(name).is_none()
        {
            // An unknown name is counted, not dice.
            self.number(expr, &Want::Anything);
            return self.broken(span);
        }
        if let Some(problem) = self.other_owner(what, rest, span) {
            self.report(problem);
            return self.broken(span);
        }
        let wanted = usize::from(matches!(what, "count" | "nth"));
        if let ([arg], 1) = (rest, wanted)
            && let Some(problem) = self.condition_of_dice(what, arg)
        {
            self.report(problem);
            return self.broken(span);
        }
        if pool.is_none() && hand.is_none() {
            self.may_read_roll(span);
        }
        let by_table = if what == "sum" { self.worth(rest, span) } else { None };
        // Without dice before them, the first of several arguments must be a face: a mere name may be meant as the
        // dice.
        let named = pool.is_some() || hand.is_some();
        let dice = |arg: &CallArg| matches!(arg, CallArg::Value(Expr { kind: ExprKind::Pool(_), .. }));
        let faces = (named || rest.first().is_some_and(is_face)) && !rest.iter().any(dice);
        let several = what == "count" && rest.len() > 1 && faces;
        if by_table.is_none() && rest.len() != wanted && !several {
            self.misread(what, (wanted, rest), span);
            return self.broken(span);
        }
        let Some(what) = self.pool_read(what, rest, by_table) else { return self.broken(span) };
        if let Some(pool) = &pool
            && pool.late.is_empty()
            && !pool.modifiers.iter().any(|modifier| modifier.suffix.brings() == Some(crate::dice::Brings::Sum))
        {
            let conditions: Vec<(CompareOp, &Ir)> = match &what {
                PoolRead::Count(op, face) => vec![(*op, &**face)],
                PoolRead::CountAny(all) => all.iter().map(|(op, face)| (*op, face)).collect(),
                _ => Vec::new(),
            };
            for (op, face) in conditions {
                if let Op::Number(number) = face.op {
                    self.never_met(pool.die.matching(op, number).0, face.at.span);
                }
            }
        }
        let ir = self.ir(Op::Read { what, pool }, span);
        match hand {
            Some(index) => (self.ir(Op::InHand(index, Box::new(ir)), span), Kind::Number),
            None => (ir, Kind::Number),
        }
    }

    /// Lowers conditions, any of which a die must meet.
    pub(super) fn conditions(&mut self, args: &[CallArg]) -> Option<Vec<(CompareOp, Ir)>> {
        let mut all = Vec::new();
        for arg in args {
            all.push(match arg {
                CallArg::Condition { op, value, .. } => (*op, self.face(value)),
                arg => (CompareOp::Equal, self.positional(arg).map(|expr| self.face(expr))?),
            });
        }
        Some(all)
    }

    /// Lowers a face or an index: a number, not a condition.
    pub(super) fn face(&mut self, expr: &Expr) -> Ir {
        // In `5 or 6`, neither operand is a condition that lacks a comparison.
        if let ExprKind::Binary { op: BinaryOp::And | BinaryOp::Or, .. } = &expr.kind {
            self.report(FormulaProblem::new(Code::ConditionWhereFace, expr.span));
            return self.broken(expr.span).0;
        }
        let (ir, kind) = self.expr(expr, &Want::Anything);
        if kind == Kind::Flag {
            self.report(FormulaProblem::new(Code::ConditionWhereFace, expr.span));
        }
        self.as_number(ir, &kind, expr.span)
    }

    /// Suggests `count(2d6, >= 4)` for `count(2d6 >= 4)`, which would count the dice that show the truth value.
    fn condition_of_dice(&self, what: &str, arg: &CallArg) -> Option<FormulaProblem> {
        let (span, dice, op, value) = match arg {
            CallArg::Value(Expr { kind: ExprKind::Binary { op: BinaryOp::Compare(op), left, right }, span }) => {
                match (&left.kind, &right.kind) {
                    (ExprKind::Number(_), _) => (*span, right.span, op.turned(), left.span),
                    _ => (*span, left.span, *op, right.span),
                }
            }
            CallArg::Named { name, value } => {
                let span = TextSpan { start: name.span.start, end: value.span.end };
                (span, name.span, CompareOp::Equal, value.span)
            }
            _ => return None,
        };
        let written = |at: TextSpan| self.text.get(at.range()).unwrap_or("");
        let problem = FormulaProblem::new(Code::ConditionWhereFace, span);
        let meant = || format!("{}, {} {}", written(dice), op.symbol(), written(value));
        Some(if what == "count" { problem.fix(span, meant()) } else { problem })
    }

    /// Suggests `ally.sum(penalty)` for `sum(ally.penalty)`.
    fn other_owner(&self, what: &str, rest: &[CallArg], span: TextSpan) -> Option<FormulaProblem> {
        let [CallArg::Value(Expr { kind: ExprKind::Member { of, what: thing }, .. })] = rest else { return None };
        let ExprKind::Name(name) = &thing.kind else { return None };
        let gathered = what != "count" && self.game.modifiers.iter().any(|one| **one == *name.text);
        let counted = what == "count" && matches!(self.game.names.get(&name.text), Some(Named::Tag(_)));
        let (of, name) = (quoted_where_needed(&of.text), quoted_where_needed(&name.text));
        let meant = format!("{of}.{what}({name})");
        let problem = FormulaProblem::new(Code::WhoseFirst, span);
        (gathered || counted).then(|| problem.arg("meant", &*meant).fix(span, meant))
    }

    /// `sum(3d6, Table)`, `sum(3d6, Table, column)`: the sum of the cells that the dice select.
    pub(super) fn worth(&mut self, args: &[CallArg], span: TextSpan) -> Option<PoolRead> {
        let (CallArg::Value(Expr { kind: ExprKind::Name(name), .. }), rest) = args.split_first()? else { return None };
        let Some(Named::Table(index)) = self.game.names.get(&name.text) else { return None };
        let (index, table) = (*index, &self.game.tables[*index]);
        let column = match rest {
            [] => self.ir(Op::Number(0), span),
            [arg] => {
                let expr = self.positional(arg)?;
                let (ir, kind) = self.expr(expr, &Want::ColumnOf(index));
                self.problems.extend(super::misfit(self.game, &Kind::Column(index), &kind, expr.span));
                ir
            }
            _ => return None,
        };
        let read = match column.op {
            Op::Number(at) => usize::try_from(at).ok().and_then(|at| table.columns.get(at)),
            _ => None,
        };
        let columns: Vec<_> = read.map_or_else(|| table.columns.iter().collect(), |one| vec![one]);
        let numbers = columns.iter().all(|column| matches!(column.kind, Kind::Number | Kind::Flag | Kind::Broken));
        if !numbers || table.chosen == RowSelector::Name || table.uses_dice || !table.given.is_empty() {
            self.report(FormulaProblem::new(Code::NoWorthOfDice, name.span).arg("table", &*table.name));
        }
        Some(PoolRead::Worth(index, Box::new(column)))
    }

    fn test_call(&mut self, id: Id<Test>, name: &Name, args: &[CallArg], span: TextSpan) -> TypedIr {
        // In files, some tests are not declared yet.
        if !self.may_call() {
            let problem = FormulaProblem::new(Code::TestNotHere, span).arg("name", &*name.text);
            // In an action, a step rolls a test.
            let whole = span.range().len() == self.text.trim().len() && self.scope.place == FormulaSite::Action;
            self.report(if whole {
                problem.help_with("help-write", "example", self.game.tests[id].as_a_step(self.text.trim()))
            } else {
                problem
            });
            return self.broken(span);
        }
        let test = &self.game.tests[id];
        let mut inputs = vec![None; test.inputs.len()];
        let mut places: Vec<Option<TextSpan>> = vec![None; test.inputs.len()];
        let mut next = 0;
        for arg in args {
            let (at, expr, place) = match arg {
                CallArg::Value(expr) => {
                    let at = next;
                    next += 1;
                    (Some(at).filter(|&at| at < test.inputs.len()), expr, expr.span)
                }
                CallArg::Named { name, value } => {
                    let known = |wanted: &str| test.inputs.iter().position(|(input, _)| &**input == wanted);
                    let mut at = known(&name.text);
                    if at.is_none() && self.scope.forgiving {
                        let folded = fold(&name.text);
                        let mut same = test.inputs.iter().filter(|(input, _)| fold(input) == folded);
                        if let (Some((input, _)), None) = (same.next(), same.next()) {
                            at = known(input);
                        }
                    }
                    if at.is_none() {
                        let mut problem = FormulaProblem::new(Code::UnknownInput, name.span)
                            .arg("name", &*name.text)
                            .arg("test", &*test.name)
                            .arg("several", "no");
                        let names = test.inputs.iter().map(|(input, _)| &**input);
                        if let Some(near) = nearest_of(&name.text, names.clone().filter(|_| self.suggests())) {
                            problem = problem.instead(name.span, near, near.name);
                        } else {
                            problem = problem.help_with("help-inputs-are", "names", words(names));
                        }
                        self.report(problem);
                        continue;
                    }
                    (at, value, name.span)
                }
                CallArg::Condition { span, .. } => {
                    self.report(FormulaProblem::new(Code::ConditionNotHere, span.0));
                    continue;
                }
            };
            let Some(at) = at else {
                let problem = FormulaProblem::new(Code::TooManyInputs, place)
                    .arg("test", &*test.name)
                    .arg("count", test.inputs.len());
                let names = words(test.inputs.iter().map(|(input, _)| input));
                self.report(problem.help_with("help-inputs-are", "names", names));
                continue;
            };
            let Some((input, question)) = test.inputs.get(at) else { continue };
            let value = self.answer(expr, &question.kind);
            if let (Some(slot), Some(seen)) = (inputs.get_mut(at), places.get_mut(at)) {
                if seen.is_some() {
                    self.report(FormulaProblem::new(Code::InputTwice, place).arg("name", &**input));
                }
                *slot = Some(value);
                *seen = Some(place);
            }
        }
        if self.call.is_some() {
            self.report(FormulaProblem::new(Code::SeveralTests, span));
        }
        self.call = Some(TestCall { test: id, inputs, places });
        (self.ir(Op::OwnTotal, span), Kind::Number)
    }

    /// Lowers an answer to a question: its kind must match, and a bare word is a row, column or choice first.
    pub(crate) fn answer(&mut self, expr: &Expr, kind: &AnswerKind) -> Ir {
        let want = match kind {
            AnswerKind::Trait(list, open) => return self.answer_of_trait(expr, list, *open),
            AnswerKind::Number(..) | AnswerKind::YesNo => Want::Anything,
            AnswerKind::Text => Want::Text,
            // They are said when they lie there.
            AnswerKind::Dice => {
                self.report(FormulaProblem::new(Code::DicePickedLater, expr.span));
                return self.broken(expr.span).0;
            }
            AnswerKind::Points(_) => Want::Points,
            AnswerKind::Tag(kind) => Want::Thing(Kind::Tag(*kind)),
            AnswerKind::Character(_) => Want::Thing(Kind::Person),
            AnswerKind::OneOf(words) => Want::Choice(words.clone()),
            AnswerKind::Row(table) => Want::RowOf(*table),
            AnswerKind::Cell(table, column) => Want::CellOf(*table, *column),
            AnswerKind::Column(table) => Want::ColumnOf(*table),
        };
        // A number selects the row that it belongs to.
        if let (AnswerKind::Row(table), ExprKind::Number(number)) = (kind, &expr.kind)
            && let Some(row) = crate::check::row_for(self.game, *table, *number)
        {
            return self.ir(Op::Number(row as i64), expr.span);
        }
        // What the character calls so.
        if let (AnswerKind::Tag(kind), ExprKind::Name(name)) = (kind, &expr.kind)
            && let Some(tag) = self.tag_named(*kind, name)
        {
            return tag;
        }
        let (ir, found) = self.expr(expr, &want);
        let due = kind.kind();
        self.problems.extend(super::misfit(self.game, &due, &found, expr.span));
        ir
    }

    /// Lowers the number of one of these traits, or of a free name. A trait that is a row, and the row itself, are the
    /// number of the row, from 1.
    fn answer_of_trait(&mut self, expr: &Expr, list: &[usize], open: bool) -> Ir {
        let kinds = list.iter().map(|index| self.game.trait_kind(*index));
        let own = self.game.open_group().filter(|_| open).map(Question::value_kind);
        let tables = kinds.chain(own).filter_map(|kind| if let Kind::Row(table) = kind { Some(table) } else { None });
        let tables: BTreeSet<Id<LookupTable>> = tables.to_set();
        let row = match &expr.kind {
            ExprKind::Name(name) if !self.game.names.contains_key(&name.text) => {
                let has = |table: &&Id<LookupTable>| self.game.tables[**table].names.contains_key(&name.text);
                let mut having = tables.iter().filter(has);
                having.next().copied().filter(|_| having.next().is_none())
            }
            _ => None,
        };
        let (ir, found) = self.expr(expr, &row.map_or(Want::Anything, Want::RowOf));
        if matches!(found, Kind::Row(table) if tables.contains(&table)) {
            return self.counted(ir, &found, expr.span);
        }
        self.problems.extend(super::misfit(self.game, &Kind::Number, &found, expr.span));
        ir
    }

    /// A value as a number: a row is counted from 1 ([`Kind::number`]).
    pub(super) fn counted(&self, ir: Ir, kind: &Kind, span: TextSpan) -> Ir {
        let first = kind.number(0);
        if first == 0 {
            return ir;
        }
        let first = self.ir(Op::Number(first), span);
        self.ir(Op::Arithmetic(Arithmetic::Add, Box::new(ir), Box::new(first)), span)
    }
}

/// Whether an argument only gives faces.
pub(super) fn is_face(arg: &CallArg) -> bool {
    match arg {
        CallArg::Condition { .. } => true,
        CallArg::Value(expr) => match &expr.kind {
            ExprKind::Number(_) => true,
            ExprKind::Negate(inner) => matches!(inner.kind, ExprKind::Number(_)),
            _ => false,
        },
        CallArg::Named { .. } => false,
    }
}
