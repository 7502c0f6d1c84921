//! Prints the tree as canonical text, with only the parentheses that are needed.

use std::fmt::{self, Display, Formatter, Write};

use super::{
    Amount, BinaryOp, Body, CallArg, CompareOp, DieExpr, Expr, ExprKind, FaceCondition, Input, Name, PoolExpr,
};

impl Display for Amount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => write!(f, "{number}"),
            Self::Computed(expr) => write!(f, "({expr})"),
        }
    }
}

/// How tightly things bind, loosest first.
const OPEN: u8 = 0;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SUM: u8 = 5;
const NEGATION: u8 = 7;

impl Display for Input {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.body {
            Body::Value(expr) => write!(f, "{expr}")?,
            Body::Versus { left, right } => write!(f, "{left} vs {right}")?,
        }
        match &self.comment {
            Some(comment) => write!(f, " # {comment}"),
            None => Ok(()),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        expr(f, self, OPEN, true)
    }
}

/// Quotes only where they were: what is unquoted may be read as dice side by side.
impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match () {
            () if text.is_empty() => f.write_char('…'),
            () if !self.quoted => f.write_str(text),
            () if !text.contains('»') => write!(f, "«{text}»"),
            () if !text.contains('"') => write!(f, "\"{text}\""),
            () => write!(f, "“{text}”"),
        }
    }
}

fn binding(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Compare(_) | BinaryOp::Beats => COMPARISON,
        BinaryOp::Add | BinaryOp::Subtract => SUM,
        BinaryOp::Multiply
        | BinaryOp::Divide
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::DivideNearest
        | BinaryOp::Remainder => 6,
    }
}

/// Writes an expression where nothing looser than `least` may stand. In `last`
/// place nothing follows that `not`, `if` and `let` would swallow, so that these may
/// stand there without parentheses.
fn expr(f: &mut Formatter<'_>, it: &Expr, least: u8, last: bool) -> fmt::Result {
    let needs = match &it.kind {
        ExprKind::Binary { op, .. } => binding(*op) < least,
        ExprKind::Not(_) => NOT < least && !last,
        ExprKind::If { .. } | ExprKind::Let { .. } => OPEN < least && !last,
        _ => false,
    };
    if needs {
        f.write_char('(')?;
        bare(f, it, true)?;
        return f.write_char(')');
    }
    bare(f, it, last)
}

fn bare(f: &mut Formatter<'_>, it: &Expr, last: bool) -> fmt::Result {
    match &it.kind {
        ExprKind::Number(number) => write!(f, "{number}"),
        ExprKind::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
        ExprKind::Name(name) => write!(f, "{name}"),
        ExprKind::Multiple { times, word } => write!(f, "{times}{word}"),
        ExprKind::Pool(it) => pool(f, it),
        ExprKind::Negate(value) => {
            f.write_char('-')?;
            expr(f, value, NEGATION, last)
        }
        ExprKind::Not(value) => {
            f.write_str("not ")?;
            expr(f, value, NOT, last)
        }
        ExprKind::Binary { op, left, right } => {
            let tight = binding(*op);
            // Comparisons do not go in a row, so that neither side may be one.
            expr(f, left, if tight == COMPARISON { SUM } else { tight }, false)?;
            write!(f, " {} ", op.symbol())?;
            expr(f, right, tight.saturating_add(1), last)
        }
        ExprKind::If { condition, then, otherwise } => {
            write!(f, "if {condition} then {then} else {otherwise}")
        }
        ExprKind::Let { name, values, body } => {
            write!(f, "let {name} = ")?;
            for (index, value) in values.iter().enumerate() {
                write!(f, "{}{value}", if index > 0 { ", " } else { "" })?;
            }
            write!(f, " in {body}")
        }
        ExprKind::Call { name, args } => {
            write!(f, "{name}(")?;
            list(f, args)?;
            f.write_char(')')
        }
        ExprKind::Cell { table, keys } => {
            write!(f, "{table}[")?;
            list(f, keys)?;
            f.write_char(']')
        }
        ExprKind::Member { of, what } => {
            write!(f, "{of}.")?;
            bare(f, what, last)
        }
        ExprKind::Missing => f.write_char('…'),
    }
}

fn list(f: &mut Formatter<'_>, args: &[CallArg]) -> fmt::Result {
    for (index, arg) in args.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        match arg {
            CallArg::Value(value) if seems_named(value) => write!(f, "({value})")?,
            CallArg::Value(value) => write!(f, "{value}")?,
            CallArg::Named { name, value } => write!(f, "{name} = {value}")?,
            CallArg::Condition { op, value, .. } => {
                write!(f, "{} ", op.symbol())?;
                expr(f, value, SUM, false)?;
            }
        }
    }
    Ok(())
}

/// Whether an argument begins `name =`, which would make it an input by name.
fn seems_named(value: &Expr) -> bool {
    let ExprKind::Binary { op, left, .. } = &value.kind else { return false };
    let equal = *op == BinaryOp::Compare(CompareOp::Equal) && matches!(left.kind, ExprKind::Name(_));
    let open = matches!(&left.kind, ExprKind::Binary { op: inner, .. } if binding(*inner) >= binding(*op));
    equal || open && seems_named(left)
}

fn pool(f: &mut Formatter<'_>, it: &PoolExpr) -> fmt::Result {
    if it.count != Amount::Fixed(1) {
        write!(f, "{}", it.count)?;
    }
    match &it.die {
        DieExpr::Own => f.write_char('d')?,
        DieExpr::Sides(sides) => write!(f, "d{sides}")?,
        DieExpr::Fate => f.write_str("dF")?,
        DieExpr::Faces(faces) => {
            f.write_str("d{")?;
            for (index, face) in faces.iter().enumerate() {
                write!(f, "{}{face}", if index > 0 { "," } else { "" })?;
            }
            f.write_char('}')?;
        }
    }
    let most = it.modifiers.iter().find_map(|modifier| modifier.most);
    it.modifiers.iter().try_for_each(|modifier| {
        f.write_str(modifier.suffix.word())?;
        let Some(when) = &modifier.when else { return Ok(()) };
        if modifier.also.is_empty() {
            return condition(f, when);
        }
        for (index, FaceCondition { op, value, to }) in modifier.conditions().enumerate() {
            let op = if *op == CompareOp::Equal { "" } else { op.symbol() };
            write!(f, "{}{op}{value}", if index == 0 { '{' } else { ',' })?;
            to.map_or(Ok(()), |to| write!(f, "..{to}"))?;
        }
        f.write_char('}')
    })?;
    most.map_or(Ok(()), |most| f.write_str(&crate::dice::at_most(most)))
}

fn condition(f: &mut Formatter<'_>, FaceCondition { op, value, to }: &FaceCondition) -> fmt::Result {
    if let Some(to) = to {
        return write!(f, "{value}..{to}");
    }
    let negative = matches!(value, Amount::Fixed(value) if *value < 0);
    if *op == CompareOp::Equal && !negative {
        return write!(f, "{value}");
    }
    write!(f, "{}{value}", op.symbol())
}
