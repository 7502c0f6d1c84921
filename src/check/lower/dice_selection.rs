//! Lowers choices among dice: the best two of several throws, all that are left.

use std::collections::BTreeSet;

use super::entry_reads::{Receiver, name_of};
use super::{Lower, TypedIr, Want, quoted_where_needed};
use crate::check::program::{Arithmetic, Choosing, ChosenRead, Foremost, Ir, Kind, Named, Op, PoolRead};
use crate::diagnostic::Code;
use crate::syntax::{CallArg, CompareOp, Expr, ExprKind, FormulaProblem, Name, SyntaxLimits, TextSpan};

/// Dice that a name of `let` stands for.
pub(super) struct LetDice {
    pub(super) slot: usize,
    pub(super) dice: Ir,
    /// All dice among which they are.
    throws: Vec<Ir>,
    /// Whether they are read as dice, and not only as the number that they come to.
    pub(super) read: bool,
}

/// What tells dice apart among which some are chosen.
fn place_of(op: &Op, ir: &Ir) -> (usize, u32) {
    match op {
        Op::Local(slot) => (*slot, u32::MAX),
        _ => (ir.at.span.range().start, ir.at.span.end),
    }
}

/// Whether these are whole throws, each of them once.
fn are_throws(dice: &[Ir]) -> bool {
    let mut seen = BTreeSet::new();
    dice.iter().all(|ir| match &ir.op {
        Op::InHand(index, of) => matches!(of.op, Op::Roll) && seen.insert(*index),
        Op::Pool(_) => true,
        _ => false,
    })
}

impl Lower<'_> {
    /// Whether a call chooses dice, and is nothing of the game.
    fn chooses(&self, name: &Name) -> bool {
        matches!(&*name.text, "best" | "die" | "largest" | "rest" | "showing" | "smallest" | "worst")
            && !matches!(self.game.names.get(&name.text), Some(Named::Test(_) | Named::Formula(_)))
    }

    /// Whether an argument is dice, and not only a number that they come to.
    fn is_some_dice(&self, arg: &CallArg) -> bool {
        let CallArg::Value(expr) = arg else { return false };
        match &expr.kind {
            ExprKind::Pool(_) => true,
            ExprKind::Call { name, .. } => self.chooses(name),
            ExprKind::Name(name) => match self.lookup(name) {
                Some((Op::Local(slot), kind)) => self.is_held(slot, &kind),
                Some((Op::Value(_) | Op::Input(_) | Op::Slot(_), kind)) => matches!(kind, Kind::Dice | Kind::Chosen),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a name of `let` stands for dice, or for what is wrong anyway.
    fn is_held(&self, slot: usize, kind: &Kind) -> bool {
        *kind == Kind::Broken || self.held_in(slot).is_some()
    }

    /// The dice that a name of `let` stands for.
    fn held_in(&self, slot: usize) -> Option<usize> {
        self.held.iter().rposition(|held| held.slot == slot)
    }

    /// Whether a formula yields dice, not only the number that they come to.
    fn are_dice(&self, value: &Ir) -> bool {
        match &value.op {
            Op::Pool(_) | Op::Chosen(..) => true,
            Op::InHand(_, inner) => matches!(inner.op, Op::Roll),
            Op::Local(outer) => self.held_in(*outer).is_some(),
            Op::If(_, then, otherwise) => self.are_dice(then) && self.are_dice(otherwise),
            _ => false,
        }
    }

    /// What a name of `let` in this slot stands for, if that is dice.
    pub(super) fn held_dice(&self, value: &Ir, slot: usize) -> Option<LetDice> {
        let all = |of: Ir| Ir { at: of.at, op: Op::Chosen(Choosing::All, vec![of]) };
        let dice = value.clone();
        let dice = if matches!(dice.op, Op::Chosen(..)) { dice } else { all(dice) };
        self.are_dice(value).then(|| LetDice { slot, throws: self.throws_in(&dice, slot), dice, read: false })
    }

    /// All dice among which some are chosen, each once; those that are thrown there are those of a name of `let` in this
    /// slot.
    fn throws_in(&self, ir: &Ir, slot: usize) -> Vec<Ir> {
        let (mut found, mut open) = (Vec::new(), vec![ir]);
        let (mut opened, mut seen) = (BTreeSet::new(), BTreeSet::new());
        while let Some(ir) = open.pop() {
            let held = match &ir.op {
                Op::Chosen(_, of) => {
                    open.extend(of.iter().rev());
                    continue;
                }
                Op::If(_, then, otherwise) => {
                    open.extend([&**otherwise, &**then]);
                    continue;
                }
                Op::Local(outer) if *outer != slot && opened.insert(*outer) => self.held_in(*outer),
                Op::Local(_) => None,
                _ => {
                    let own = if matches!(ir.op, Op::Pool(_)) { Op::Local(slot) } else { ir.op.clone() };
                    if seen.insert(place_of(&own, ir)) {
                        found.push(Ir { op: own, at: ir.at });
                    }
                    continue;
                }
            };
            let throws = held.and_then(|at| self.held.get(at)).into_iter().flat_map(|held| &held.throws);
            found.extend(throws.filter(|ir| seen.insert(place_of(&ir.op, ir))).cloned());
        }
        found
    }

    /// An expression in which each throw that dice are chosen from has a name of its own, so that all that is read of it
    /// is read of the same throw; `None`: there are none.
    pub(super) fn with_throws_named(
        &mut self,
        dice: &[Expr],
        build: impl FnOnce(Vec<Expr>) -> ExprKind,
    ) -> Option<ExprKind> {
        let chosen = |expr: &Expr| matches!(&expr.kind, ExprKind::Call { name, .. } if self.chooses(name));
        if !dice.iter().any(chosen) {
            return None;
        }
        let (mut dice, mut thrown) = (dice.to_vec(), Vec::new());
        let chosen = dice.iter_mut().filter(|expr| !matches!(expr.kind, ExprKind::Pool(_)));
        chosen.for_each(|expr| self.take_throws(expr, &mut thrown));
        let limit = SyntaxLimits::STANDARD.nesting;
        let (_, last) = thrown.last()?;
        if self.locals.len() + thrown.len() > limit {
            self.report(FormulaProblem::new(Code::TooDeep, last.span).arg("limit", limit).help("help-simplify"));
            return Some(ExprKind::Missing);
        }
        let name = |(name, pool): (Name, Expr), body: ExprKind| {
            let span = pool.span;
            ExprKind::Let { name, values: vec![pool], body: Box::new(body.at(span)) }
        };
        Some(thrown.into_iter().rev().fold(build(dice), |body, one| name(one, body)))
    }

    /// Takes dice that are thrown out of dice that are chosen among them; names stand in their places.
    fn take_throws(&self, expr: &mut Expr, thrown: &mut Vec<(Name, Expr)>) {
        match &mut expr.kind {
            ExprKind::Pool(_) => {
                let text = format!("·{}", self.locals.len() + thrown.len());
                let name = Name { text, quoted: true, span: expr.span };
                let named = ExprKind::Name(name.clone()).at(expr.span);
                thrown.push((name, std::mem::replace(expr, named)));
            }
            ExprKind::Call { name, args } if self.chooses(name) => {
                let dice = self.leading(args, false).0.len();
                for arg in args.iter_mut().take(dice) {
                    if let CallArg::Value(expr) = arg {
                        self.take_throws(expr, thrown);
                    }
                }
            }
            _ => {}
        }
    }

    /// Dice of several throws that `let` gives one name.
    pub(super) fn several_dice(&mut self, dice: &[Expr], span: TextSpan) -> TypedIr {
        let args: Vec<CallArg> = dice.iter().cloned().map(CallArg::Value).collect();
        let other = args.iter().zip(dice).find(|(arg, _)| !self.is_some_dice(arg));
        if let Some((_, other)) = other {
            // What is wrong with it by itself is reported first.
            let already = self.problems.len();
            self.expr(other, &Want::Anything);
            if self.problems.len() == already {
                let problem = FormulaProblem::new(Code::DiceExpected, other.span).arg("name", "let");
                self.report(problem.arg("example", "let x = 2d6, d8 in highest(x)"));
            }
            return self.broken(span);
        }
        match self.dice_of(&args, span) {
            Some(dice) => (dice, Kind::Chosen),
            None => self.broken(span),
        }
    }

    /// The dice with which arguments begin. The last argument of what needs a number is that number.
    fn leading<'e>(&self, args: &'e [CallArg], number: bool) -> (&'e [CallArg], &'e [CallArg]) {
        let most = args.len().saturating_sub(usize::from(number));
        let dice = args.iter().take(most).take_while(|arg| self.is_some_dice(arg)).count();
        args.split_at_checked(dice).unwrap_or((&[], args))
    }

    /// Whether this is read off dice that are chosen, or off several throws at once.
    pub(super) fn reads_chosen(&self, what: &str, args: &[CallArg]) -> bool {
        let chosen = |arg: &CallArg| match arg {
            CallArg::Value(Expr { kind: ExprKind::Call { name, .. }, .. }) => self.chooses(name),
            CallArg::Value(Expr { kind: ExprKind::Name(name), .. }) => {
                let found = self.lookup(name);
                matches!(&found, Some((Op::Local(slot), kind)) if self.is_held(*slot, kind))
                    || matches!(found, Some((Op::Value(_) | Op::Input(_) | Op::Slot(_), Kind::Chosen)))
            }
            _ => false,
        };
        let (dice, _) = self.leading(args, matches!(what, "count" | "nth"));
        matches!(what, "run" | "sets" | "sides") || dice.len() > 1 || dice.iter().any(chosen)
    }

    pub(super) fn read_chosen(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> TypedIr {
        let wanted = usize::from(matches!(what, "count" | "nth" | "sets"));
        let (dice, rest) = self.leading(args, wanted == 1);
        let Some(of) = self.dice_of(dice, span) else { return self.broken(span) };
        let by_table = if what == "sum" { self.worth(rest, span) } else { None };
        if by_table.is_none() && rest.len() != wanted && !(what == "count" && rest.len() > 1) {
            self.misread(what, (wanted, rest), span);
            return self.broken(span);
        }
        let read = match (what, rest) {
            ("run", _) => Some(ChosenRead::Run),
            ("sides", _) => Some(ChosenRead::Sides),
            ("sets", [arg]) => self.positional(arg).map(|expr| ChosenRead::Sets(Box::new(self.face(expr)))),
            _ => self.pool_read(what, rest, by_table).map(ChosenRead::Any),
        };
        let Some(read) = read else { return self.broken(span) };
        let ir = match (read, of) {
            // What is read of each die by itself is put together of what is read of each throw: these need not lie
            // together. Of no dice nothing is the highest, but dice that are thrown where they stand are never none.
            (ChosenRead::Any(read), Ir { op: Op::Chosen(Choosing::All, throws), .. })
                if are_throws(&throws)
                    && match read {
                        PoolRead::Count(..) | PoolRead::CountAny(_) | PoolRead::Sum | PoolRead::Worth(..) => true,
                        PoolRead::Highest | PoolRead::Lowest => {
                            throws.iter().all(|throw| matches!(throw.op, Op::Pool(_)))
                        }
                        PoolRead::Nth(_) | PoolRead::Repeats | PoolRead::Repeated => false,
                    } =>
            {
                let each: Vec<Ir> = throws.into_iter().map(|throw| Self::read_of_throw(&read, throw)).collect();
                let sum = |one, other| self.ir(Op::Arithmetic(Arithmetic::Add, Box::new(one), Box::new(other)), span);
                match read {
                    PoolRead::Highest => self.ir(Op::Max(each), span),
                    PoolRead::Lowest => self.ir(Op::Min(each), span),
                    _ => match each.into_iter().reduce(sum) {
                        Some(sum) => sum,
                        None => return self.broken(span),
                    },
                }
            }
            (read, of) => self.ir(Op::ReadOff(read, Box::new(of)), span),
        };
        (ir, Kind::Number)
    }

    /// What is read of one of several throws by itself. An explanation calls it as the throw is called.
    fn read_of_throw(read: &PoolRead, throw: Ir) -> Ir {
        let at = throw.at;
        let read = |pool| Ir { op: Op::Read { what: read.clone(), pool }, at };
        match throw.op {
            Op::InHand(index, _) => Ir { op: Op::InHand(index, Box::new(read(None))), at },
            Op::Pool(pool) => read(Some(pool)),
            op => Ir { op, at },
        }
    }

    /// `best(own, luck, 2)`, `die(own, 1)`, `rest(pair)`, `showing(own, >= 3)`: dice among others.
    pub(super) fn choose(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> TypedIr {
        let (dice, rest) = self.leading(args, false);
        if what == "rest" {
            // Of dice that are thrown here and all taken, none are left.
            let thrown = |arg: &CallArg| matches!(arg, CallArg::Value(Expr { kind: ExprKind::Pool(_), .. }));
            if dice.is_empty() || !rest.is_empty() || dice.iter().any(thrown) {
                self.report(
                    FormulaProblem::new(Code::DiceExpected, span).arg("name", what).arg("example", "rest(best(2))"),
                );
                return self.broken(span);
            }
            let values: Vec<Expr> = dice.iter().filter_map(|arg| self.positional(arg).cloned()).collect();
            if let Some(named) = self.with_throws_named(&values, |values| ExprKind::Call {
                name: Name { text: what.to_owned(), quoted: false, span },
                args: values.into_iter().map(CallArg::Value).collect(),
            }) {
                // All of it is read off the roll, or nothing.
                let roll = self.scope.roll.take();
                let found = self.expr(&named.at(span), &Want::Anything);
                self.scope.roll = roll;
                return found;
            }
            let Some(given) = self.dice_of(dice, span) else { return self.broken(span) };
            let throws = self.throws_in(&given, self.locals.len());
            // Dice that are thrown where they stand are a roll by themselves.
            let all = match throws.iter().any(|ir| matches!(ir.op, Op::Local(_))) {
                true => self.together(throws, span),
                false => self.all_dice(span),
            };
            return (self.ir(Op::Chosen(Choosing::Rest, vec![given, all]), span), Kind::Chosen);
        }
        let Some(of) = self.dice_of(dice, span) else { return self.broken(span) };
        let how = match (what, rest) {
            ("showing", [_, ..]) => match self.conditions(rest) {
                Some(conditions) => Choosing::Showing(conditions),
                None => return self.broken(span),
            },
            ("die", [place]) => {
                let Some(expr) = self.positional(place) else { return self.broken(span) };
                Choosing::Place(Box::new(self.number(expr, &Want::Anything)))
            }
            ("die" | "showing", []) => {
                self.misread(what, (1, rest), span);
                return self.broken(span);
            }
            (_, [] | [_]) => {
                let number = match rest.first() {
                    None => self.ir(Op::Number(1), span),
                    Some(arg) => {
                        let Some(expr) = self.positional(arg) else { return self.broken(span) };
                        self.number(expr, &Want::Anything)
                    }
                };
                if matches!(number.op, Op::Number(..=0)) {
                    self.report(FormulaProblem::new(Code::KeepAtLeastOne, number.at.span));
                }
                let foremost = match what {
                    "best" => Foremost::Best,
                    "worst" => Foremost::Worst,
                    "largest" => Foremost::Largest,
                    _ => Foremost::Smallest,
                };
                Choosing::Foremost(foremost, Box::new(number))
            }
            _ => {
                self.misread(what, (1, rest), span);
                return self.broken(span);
            }
        };
        (self.ir(Op::Chosen(how, vec![of]), span), Kind::Chosen)
    }

    /// All of these dice; without any, those of the roll.
    fn dice_of(&mut self, args: &[CallArg], span: TextSpan) -> Option<Ir> {
        let mut all = Vec::new();
        for arg in args {
            let CallArg::Value(expr) = arg else { return None };
            all.push(match &expr.kind {
                ExprKind::Pool(pool) => {
                    let pool = self.pool(pool, expr.span)?;
                    self.ir(Op::Pool(Box::new(pool)), expr.span)
                }
                ExprKind::Call { name, args } => match self.choose(&name.text, args, expr.span) {
                    (_, Kind::Broken) => return None,
                    (ir, _) => ir,
                },
                ExprKind::Name(name) => match self.lookup(name)? {
                    (Op::Value(index), Kind::Dice) => self.in_hand(index, expr.span),
                    (Op::Input(index), Kind::Chosen) => self.picked(index, expr.span),
                    (Op::Local(slot), _) => {
                        self.read_held(slot);
                        self.ir(Op::Local(slot), expr.span)
                    }
                    (op, _) => self.ir(op, expr.span),
                },
                _ => return None,
            });
        }
        Some(if args.is_empty() { self.all_dice(span) } else { self.together(all, span) })
    }

    /// Dice of a name of `let` are read as dice, and so are those in which they are found.
    fn read_held(&mut self, slot: usize) {
        let mut open = vec![slot];
        while let Some(slot) = open.pop() {
            let Some(held) = self.held_in(slot).and_then(|at| self.held.get_mut(at)) else { continue };
            if !std::mem::replace(&mut held.read, true) {
                let locals = held.dice.parts().filter_map(|part| match part.op {
                    Op::Local(slot) => Some(slot),
                    _ => None,
                });
                open.extend(locals);
            }
        }
    }

    /// All dice of the roll.
    pub(crate) fn all_dice(&mut self, span: TextSpan) -> Ir {
        let hands = self.scope.values.iter().enumerate().filter(|(_, (_, kind))| *kind == Kind::Dice);
        let mut all: Vec<Ir> = hands.map(|(index, _)| self.in_hand(index, span)).collect();
        if all.is_empty() {
            self.may_read_roll(span);
            all.push(self.ir(Op::Roll, span));
        }
        self.together(all, span)
    }

    fn together(&self, mut all: Vec<Ir>, span: TextSpan) -> Ir {
        match all.pop() {
            Some(only) if all.is_empty() => only,
            last => {
                all.extend(last);
                self.ir(Op::Chosen(Choosing::All, all), span)
            }
        }
    }

    /// The dice that are picked for an input of the test.
    pub(super) fn picked(&mut self, input: usize, span: TextSpan) -> Ir {
        let all = self.all_dice(span);
        self.ir(Op::Picked(input, Box::new(all)), span)
    }

    /// Dice that may be picked, or that are picked by default; `none` is none.
    pub(crate) fn picked_among(&mut self, expr: &Expr) -> Ir {
        match &expr.kind {
            ExprKind::Name(name) if name.text == "none" && self.lookup(name).is_none() => {
                return self.ir(Op::Chosen(Choosing::All, Vec::new()), expr.span);
            }
            ExprKind::Name(name) if name.text == "any" && self.lookup(name).is_none() => {
                return self.all_dice(expr.span);
            }
            ExprKind::Pool(_) => {}
            _ => {
                let args = [CallArg::Value(expr.clone())];
                if self.leading(&args, false).0.len() == 1
                    && let Some(dice) = self.dice_of(&args, expr.span)
                {
                    return dice;
                }
            }
        }
        // What is wrong with it by itself is reported first.
        let already = self.problems.len();
        self.expr(expr, &Want::Anything);
        if self.problems.len() == already {
            let problem = FormulaProblem::new(Code::DiceExpected, expr.span).arg("name", "dice");
            self.report(problem.arg("example", "best(2)"));
        }
        self.broken(expr.span).0
    }

    /// Dice of the test that have a name.
    fn in_hand(&self, index: usize, span: TextSpan) -> Ir {
        self.ir(Op::InHand(index, Box::new(self.ir(Op::Roll, span))), span)
    }

    /// What a function reads off dice, if its other arguments are right.
    pub(super) fn pool_read(&mut self, what: &str, rest: &[CallArg], by_table: Option<PoolRead>) -> Option<PoolRead> {
        if by_table.is_some() {
            return by_table;
        }
        Some(match (what, rest) {
            ("count", [_, _, ..]) => PoolRead::CountAny(self.conditions(rest)?),
            ("count", [CallArg::Condition { op, value, .. }]) => PoolRead::Count(*op, Box::new(self.face(value))),
            ("count", [arg]) => {
                let face = self.positional(arg)?;
                PoolRead::Count(CompareOp::Equal, Box::new(self.face(face)))
            }
            ("nth", [arg]) => {
                let place = self.positional(arg)?;
                PoolRead::Nth(Box::new(self.face(place)))
            }
            ("sum", _) => PoolRead::Sum,
            ("highest", _) => PoolRead::Highest,
            ("lowest", _) => PoolRead::Lowest,
            ("repeats", _) => PoolRead::Repeats,
            _ => PoolRead::Repeated,
        })
    }

    /// There are too many arguments or too few, or some are no dice.
    pub(super) fn misread(&mut self, what: &str, (wanted, rest): (usize, &[CallArg]), span: TextSpan) {
        // That there are none of a roll either says no more.
        self.problems
            .retain(|one| one.at != span || !matches!(one.code, Code::DiceBeforeARoll | Code::DiceOfWhichRoll));
        let problem = match rest.first() {
            Some(CallArg::Value(expr)) if rest.len() == wanted + 1 && !matches!(expr.kind, ExprKind::Pool(_)) => {
                let example = if wanted == 1 { format!("{what}(3d6, 2)") } else { format!("{what}(3d6)") };
                let problem =
                    FormulaProblem::new(Code::DiceExpected, expr.span).arg("name", what).arg("example", example);
                match self.gathered_of(what, expr) {
                    Some(read) => problem.help_with("help-write", "example", &*read).may_fix(span, read),
                    None => problem,
                }
            }
            _ => {
                let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span)
                    .arg("name", what)
                    .arg("expected", wanted)
                    .arg("found", rest.len());
                let value = |arg: &CallArg| match arg {
                    CallArg::Value(expr) => self.text.get(expr.span.range()),
                    _ => None,
                };
                // All that is in its parentheses.
                let opens = self.text.get(span.range()).and_then(|text| text.strip_prefix("sum("));
                let whole = rest.first().and_then(value).zip(opens).is_some_and(|(first, all)| all.starts_with(first));
                match rest.iter().map(value).collect::<Option<Vec<_>>>().filter(|_| what == "sum" && whole) {
                    // A spreadsheet adds it up.
                    Some(values) => {
                        let added = format!("({})", values.join(" + "));
                        problem.help_with("help-write", "example", added.as_str()).may_fix(span, added)
                    }
                    None => problem,
                }
            }
        };
        self.report(problem);
    }

    /// `sum(who.stat)`, as it is read of a character: `who.sum(stat)`.
    fn gathered_of(&mut self, what: &str, read: &Expr) -> Option<String> {
        let ExprKind::Member { of, what: inner } = &read.kind else { return None };
        let name = name_of(inner).filter(|_| matches!(what, "sum" | "highest" | "lowest"))?;
        let known = matches!(self.game.names.get(&name.text), Some(Named::Group(_)))
            || !self.game.members(&name.text).is_empty();
        let is_of_character = matches!(self.thing(of), Some(Receiver::Person(_)));
        let [of, name] = [of, name].map(|name| quoted_where_needed(&name.text));
        (known && is_of_character).then(|| format!("{of}.{what}({name})"))
    }
}
