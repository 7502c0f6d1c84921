//! Several things that are asked of the same dice: `A, B given C`, `test().value`. Odds alone know them.

use std::ops::Range;
use std::sync::Arc;

use super::lower::{InputName, Lower, Scope, Want};
use super::own_dice::{names_dice, reads_without_dice};
use super::prepare::{Program, TypedLine};
use super::program::{At, Ir, Kind, Op, Test, TestValue};
use crate::diagnostic::Code;
use crate::ruleset::model::OptionalDecl;
use crate::syntax::{self, Body, Expr, ExprKind, FormulaProblem, Joined, Parsed, TextSpan, TokenKind};

/// The name of the outcome if none holds.
pub const NO_OUTCOME: &str = "none";

/// Questions about the same dice as a program.
#[derive(Debug, Clone)]
pub struct JointQuery {
    /// The reported values, one or two; `None` is the result of the program itself.
    pub told: Vec<Option<(Ir, Kind)>>,
    /// The condition, if there is one.
    pub given: Option<Ir>,
    /// Whether the condition is independent of the program's result, so that it is evaluated first.
    pub first: bool,
    /// The meaning of local names, by slot: side (`None`: the whole), property.
    pub seen: Vec<(Option<usize>, ResultProperty)>,
    /// The texts of the values, and of the condition.
    pub titles: Vec<String>,
    pub condition: String,
}

/// A property of a program's result that further questions can read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultProperty {
    /// Its number or its total.
    Total,
    /// In a contest, the lead of the first side.
    Margin,
    /// The reached outcome, by index; the index after the last is none.
    Outcome,
    Success,
    Failure,
    /// Whether the outcome is of a class, by index.
    Class(usize),
    /// Whether this outcome was reached, by index.
    Called(usize),
    /// A value of the test, by index.
    Value(usize),
}

impl JointQuery {
    /// The place of the question: its condition, or else its second value.
    #[must_use]
    pub fn at(&self, program: &Program) -> At {
        let told = self.told.iter().flatten().map(|(ir, _)| ir).next();
        self.given.as_ref().or(told).map_or_else(
            || match program {
                Program::Value { ir, .. } => ir.at,
                Program::Test(side) | Program::Opposed(side, _) => side.total.at,
            },
            |ir| ir.at,
        )
    }
}

/// The names of the sides of a contest.
const SIDES: [&str; 2] = ["left", "right"];

fn judged(success: ResultProperty, failure: ResultProperty) -> [(String, Kind, ResultProperty); 2] {
    [("success".to_owned(), Kind::Flag, success), ("failure".to_owned(), Kind::Flag, failure)]
}

/// The greatest number of values.
const MOST: usize = 2;

/// Reads each part in its place, behind a test before a dot, the condition last; of too many only the first.
pub(super) fn parse(text: &str, joined: &Joined) -> Vec<Parsed> {
    let mut parts: Vec<Range<usize>> = joined.parts.iter().take(MOST + 1).chain(&joined.given).cloned().collect();
    // A comment belongs to the text before it.
    let whole = joined.given.is_some() || joined.parts.len() == parts.len();
    parts.last_mut().into_iter().filter(|_| whole).for_each(|last| last.end = text.len());
    let alone = |part: Range<usize>| {
        let mut all = " ".repeat(part.start);
        all.push_str(text.get(part).unwrap_or(""));
        syntax::parse(&all)
    };
    joined.tests.iter().take(1).cloned().chain(parts).map(alone).collect()
}

pub(super) fn span_of(range: &Range<usize>) -> TextSpan {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    TextSpan { start: offset(range.start), end: offset(range.end) }
}

impl TypedLine<'_> {
    /// The error of a name of `let` in one part that another part reads.
    fn named_elsewhere(&self, other: &Body, body: &Body, part: &Range<usize>) -> Option<FormulaProblem> {
        let (mut names, own) = (lets_of(other), lets_of(body));
        names.retain(|name| !own.contains(name) && !self.game.names.contains_key(*name));
        let text = self.text.get(part.clone())?;
        let reads = |span: &TextSpan| names.iter().any(|name| text.get(span.range()) == Some(*name));
        let (span, _) =
            syntax::tokens(text).into_iter().find(|(span, kind)| *kind == TokenKind::Name && reads(span))?;
        let at = part.start + span.range().start..part.start + span.range().end;
        let name = self.text.get(at.clone())?;
        Some(FormulaProblem::new(Code::UnknownName, span_of(&at)).arg("name", name).help_with(
            "help-let-ends",
            "name",
            name,
        ))
    }

    fn is_test(&self, body: &Body) -> bool {
        match body {
            Body::Versus { .. } => true,
            Body::Value(expr) => self.half(expr, &Want::Anything, &mut Vec::new()).call.is_some(),
        }
    }

    /// The program of several parts, the condition last: the test among them if there is one, else the first. Before
    /// them is the test of which they read values, if it has a dot behind it.
    pub(super) fn together(
        &self,
        joined: &Joined,
        bodies: &[Body],
        problems: &mut Vec<FormulaProblem>,
    ) -> Option<(Program, Option<JointQuery>)> {
        let spans: Vec<&Range<usize>> = joined.parts.iter().chain(&joined.given).collect();
        let words = |range: &Range<usize>| self.text.get(range.clone()).unwrap_or("").trim().to_owned();
        let (before_dot, bodies) = bodies.split_at_checked(joined.tests.len().min(1))?;
        if let Some(third) = joined.parts.get(MOST) {
            let problem = FormulaProblem::new(Code::JointTooMany, span_of(third));
            let [test, one, other] = joined.parts.iter().take(3).map(words).collect::<Vec<_>>().try_into().ok()?;
            let called = before_dot.is_empty() && test.ends_with(')') && self.is_test(bodies.first()?);
            let example = format!("{test}.{one}, {other}");
            problems.push(if called { problem.help_with("help-write", "example", example) } else { problem });
            return None;
        }
        if let (Some(body), Some(test)) = (before_dot.first(), joined.tests.first())
            && !self.is_test(body)
        {
            let dot = self.text.get(test.end..)?.find('.')? + test.end;
            problems.push(FormulaProblem::new(Code::NameBeforeDot, span_of(&(dot..dot + 1))).help("help-dot"));
            return None;
        }
        let among = bodies.iter().zip(spans.iter().copied()).enumerate().filter(|(_, (body, _))| self.is_test(body));
        let mut tests = among.map(|(at, (_, span))| (Some(at), span));
        let main = match before_dot {
            [] => tests.next().map_or(Some(0), |(at, _)| at),
            _ => None,
        };
        if let Some(second) = tests.map(|(_, span)| span).next().or(joined.tests.get(1)) {
            problems.push(FormulaProblem::new(Code::JointTwoTests, span_of(second)));
            return None;
        }
        let body = before_dot.first().or(main.and_then(|at| bodies.get(at)))?;
        let mut wrong = Vec::new();
        let program = self.program(body, &mut wrong);
        let Some(program) = program.filter(|_| !wrong.iter().any(FormulaProblem::is_error)) else {
            problems.append(&mut wrong);
            return None;
        };
        let given_at = joined.given.as_ref().map(|_| joined.parts.len());
        let (beside, locals, seen, hidden) = self.beside(&program);
        let scope = beside.scope(self.scope());
        let scope = Scope { reads_roll: !matches!(program, Program::Opposed(..)), ..scope };
        let (mut told, mut given) = (Vec::new(), None);
        for (at, body) in bodies.iter().enumerate() {
            if Some(at) != main
                && let Some(problem) = bodies.iter().find_map(|other| self.named_elsewhere(other, body, spans.get(at)?))
            {
                problems.push(problem);
                return None;
            }
            if Some(at) == main {
                match given_at == Some(at) {
                    true => given = Some(self.succeeds(&program, &seen, span_of(spans.get(at)?), problems)?),
                    false => told.push(None),
                }
                continue;
            }
            let Body::Value(expr) = body else { return None };
            let lowered = lower(self, expr, &scope, (&locals, given_at == Some(at)), problems);
            problems.extend(hidden.iter().filter_map(|name| self.either(name, &lowered.0)));
            match given_at == Some(at) {
                true => given = Some(lowered.0),
                false => told.push(Some(lowered)),
            }
        }
        let game = self.game;
        let others = || told.iter().flatten().map(|(ir, _)| ir).chain(&given);
        self.beside.set((others().any(|ir| names_dice(ir, game)), others().any(reads_without_dice)));
        let program = self.program(body, problems)?;
        let shares = |ir: &Ir| names_dice(ir, game) || reads_without_dice(ir) || sees(ir, seen.len());
        let own = |at: &Option<(Ir, Kind)>| at.as_ref().is_none_or(|(ir, _)| shares(ir));
        if problems.iter().all(|problem| !problem.is_error())
            && let Some((given, range)) = given.as_ref().zip(joined.given.as_ref())
            && !(shares(given) && told.iter().any(own))
        {
            problems.push(FormulaProblem::warning(Code::GivenApart, span_of(range)));
        }
        if problems.iter().all(|problem| !problem.is_error())
            && given.is_none()
            && let Some((_, range)) = told.iter().zip(&joined.parts).find(|(one, _)| !own(one))
        {
            problems.push(FormulaProblem::warning(Code::JointApart, span_of(range)));
        }
        let first = matches!(program, Program::Value { .. }) && given.as_ref().is_some_and(|ir| !sees(ir, seen.len()));
        let titles = joined.parts.iter().map(words).collect();
        let condition = joined.given.as_ref().map(words).unwrap_or_default();
        Some((program, Some(JointQuery { told, given, first, seen, titles, condition })))
    }

    /// Names for the end of a test or a side: its outcome, success and classes.
    fn ends(&self, test: &Test) -> Vec<(String, Kind, ResultProperty)> {
        let words = test.outcomes.iter().map(|one| one.name.to_string());
        let words: Vec<String> = words.chain([NO_OUTCOME.to_owned()]).collect();
        let mut names = vec![("outcome".to_owned(), Kind::Choice(words.into()), ResultProperty::Outcome)];
        names.extend(judged(ResultProperty::Success, ResultProperty::Failure));
        let classes = self.game.classes.iter().enumerate();
        names.extend(classes.map(|(at, name)| (name.to_string(), Kind::Flag, ResultProperty::Class(at))));
        let outcomes = test.outcomes.iter().enumerate();
        let word = |name: &str| super::outcome_word(name, &self.game.classes);
        names.extend(outcomes.map(|(at, one)| (word(&one.name), Kind::Flag, ResultProperty::Called(at))));
        names
    }

    /// The names that further questions can read: inputs and values of the test, `total` and `margin`, local names with
    /// their meaning, and outcomes whose names have another meaning in the game.
    #[expect(clippy::type_complexity, reason = "what makes up a scope")]
    fn beside(
        &self,
        program: &Program,
    ) -> (TestNames, Vec<(String, Kind)>, Vec<(Option<usize>, ResultProperty)>, Vec<String>) {
        let mut names: Vec<(String, Kind, (Option<usize>, ResultProperty))> = Vec::new();
        let whole = |(name, kind, seen): (String, Kind, ResultProperty)| (name, kind, (None, seen));
        let mut scope = TestNames::default();
        match program {
            Program::Value { kind, .. } => names.push(whole(("total".to_owned(), kind.clone(), ResultProperty::Total))),
            Program::Opposed(left, right) => {
                names.push(whole(("total".to_owned(), Kind::Number, ResultProperty::Total)));
                names.extend(judged(ResultProperty::Success, ResultProperty::Failure).map(whole));
                let sides = [&left.test, &right.test].map(|test| &self.game.tests[*test]);
                if sides.iter().all(|test| !matches!(test.margin, OptionalDecl::Nothing)) {
                    names.push(whole(("margin".to_owned(), Kind::Number, ResultProperty::Margin)));
                }
                for (at, (word, test)) in SIDES.into_iter().zip(sides).enumerate() {
                    let total = ("total".to_owned(), Kind::Number, ResultProperty::Total);
                    let ends = if test.ends_by_itself(true) { self.ends(test) } else { Vec::new() };
                    let values = (0..)
                        .zip(&test.values)
                        .filter(|(_, value)| matches!(value.kind, Kind::Number | Kind::Flag | Kind::Text));
                    let values = values
                        .map(|(at, value)| (value.name.to_string(), value.kind.clone(), ResultProperty::Value(at)));
                    let all = std::iter::once(total).chain(ends).chain(values);
                    names.extend(all.map(|(name, kind, seen)| (format!("{word}.{name}"), kind, (Some(at), seen))));
                }
            }
            Program::Test(side) => {
                let test = &self.game.tests[side.test];
                let given = |at: usize| matches!(side.inputs.get(at), Some(Some(_)));
                let default = |at: usize| test.inputs.get(at).is_some_and(|(_, question)| question.has_a_default());
                let target = test.against.is_none_or(|at| given(at) || default(at));
                let named = |value: &TestValue| (value.name.clone(), value.kind.clone());
                scope.inputs = InputName::of(test);
                scope.values.extend(test.values.iter().map(named));
                (scope.has_total, scope.has_target) = (true, target && test.has_margin());
                if target {
                    scope.late.extend(test.outcomes.iter().flat_map(|outcome| &outcome.values).map(named));
                    names.extend(self.ends(test).into_iter().map(whole));
                }
            }
        }
        let (mut locals, mut seen): (Vec<(String, Kind)>, Vec<_>) = (Vec::new(), Vec::new());
        let mut hidden = Vec::new();
        for (name, kind, what) in names {
            let around = Scope { has_target: false, ..scope.scope(self.scope()) };
            let taken = Lower::new(self.game, At::TYPED, self.text, around).exact(&name).is_some();
            if taken {
                hidden.push(name);
            } else if !locals.iter().any(|(one, _)| *one == name) {
                locals.push((name, kind));
                seen.push(what);
            }
        }
        (scope, locals, seen, hidden)
    }

    /// Reports a word that can mean an outcome or another entry, unless it is in parentheses or after a dot.
    fn either(&self, name: &str, read: &Ir) -> Option<FormulaProblem> {
        let places = read.parts().filter(|part| !matches!(part.op, Op::Number(_))).map(|part| part.at.span);
        let alone = |at: &TextSpan| {
            let (start, end) = (at.start as usize, at.end as usize);
            let (before, after) = (self.text.get(..start).unwrap_or(""), self.text.get(end..).unwrap_or(""));
            let inside = before.trim_end().ends_with('(') && after.trim_start().starts_with(')');
            self.text.get(start..end).map(super::unquoted) == Some(name) && !before.ends_with('.') && !inside
        };
        let word = super::lower::quoted_where_needed(name);
        let problem = FormulaProblem::new(Code::OutcomeOrName, places.into_iter().find(alone)?).arg("name", name);
        Some(problem.arg("outcome", format!("outcome = {word}")).arg("other", format!("({word})")))
    }

    /// A test as a condition: its success.
    fn succeeds(
        &self,
        program: &Program,
        seen: &[(Option<usize>, ResultProperty)],
        span: TextSpan,
        problems: &mut Vec<FormulaProblem>,
    ) -> Option<Ir> {
        let slot = seen.iter().position(|one| *one == (None, ResultProperty::Success));
        if slot.is_none() {
            let no_target = matches!(program, Program::Test(_));
            problems.push(FormulaProblem::new(if no_target { Code::NoTarget } else { Code::NotACondition }, span));
        }
        Some(Ir { op: Op::Local(slot?), at: At { origin: At::TYPED, span } })
    }
}

/// The names that a part binds around all of it.
fn lets_of(body: &Body) -> Vec<&str> {
    let Body::Value(expr) = body else { return Vec::new() };
    let (mut names, mut expr) = (Vec::new(), expr);
    while let ExprKind::Let { name, body, .. } = &expr.kind {
        names.push(&*name.text);
        expr = body;
    }
    names
}

/// Whether a formula reads the result of the program, which the first `locals` local names hold.
fn sees(ir: &Ir, locals: usize) -> bool {
    ir.any_part(&|part| match part.op {
        Op::Local(slot) => slot < locals,
        Op::Total | Op::Margin | Op::OwnTotal | Op::Value(_) | Op::Late(_) | Op::InHand(..) => true,
        _ => false,
    })
}

/// The names of a test that further questions can read.
#[derive(Default)]
struct TestNames {
    inputs: Vec<InputName>,
    values: Vec<(Arc<str>, Kind)>,
    /// Values of its outcomes.
    late: Vec<(Arc<str>, Kind)>,
    has_total: bool,
    has_target: bool,
}

impl TestNames {
    fn scope<'s>(&'s self, around: Scope<'s>) -> Scope<'s> {
        let Self { inputs, values, late, has_total, has_target } = self;
        Scope { inputs, values, late, has_total: *has_total, has_target: *has_target, ..around }
    }
}

fn lower(
    typed: &TypedLine<'_>,
    expr: &Expr,
    scope: &Scope<'_>,
    (locals, flag): (&[(String, Kind)], bool),
    problems: &mut Vec<FormulaProblem>,
) -> (Ir, Kind) {
    let mut lower = Lower::new(typed.game, At::TYPED, typed.text, scope.clone());
    lower.locals = locals.to_vec();
    let lowered = if flag { (lower.flag(expr), Kind::Flag) } else { lower.expr(expr, &Want::Anything) };
    problems.append(&mut lower.problems);
    lowered
}
