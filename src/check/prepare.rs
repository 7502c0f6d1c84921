//! Typed text, checked against a game and ready to be rolled any number of times.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use super::joint::JointQuery;
use super::lower::{FormulaSite, Lower, Scope, TestCall, Want, misfit};
use super::notations::{WrittenFormula, foreign, joined_by_example, unquoted};
use super::own_dice::{names_dice, own_pools, reads_roll_deep, reads_without_dice, take_pool, throws};
use super::program::{At, CheckedGame, Ir, Kind, Op, Origin, Piece, Pool, Test};
use super::root_causes::{join_only_dice, names_of, settle};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::source::Sources;
use crate::syntax::{self, Body, Expr, FormulaProblem, TextSpan};

/// An expression ready to be rolled.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The text and its place.
    pub origin: Origin,
    /// The comment at its end.
    pub comment: Option<String>,
    pub program: Program,
    /// Further questions about the same dice: `A, B given C`. Only odds accept them.
    pub joint: Option<JointQuery>,
}

impl Program {
    /// The sides: none of a value, one of a test, two of a contest.
    #[must_use]
    pub fn sides(&self) -> Vec<&Side> {
        match self {
            Self::Value { .. } => Vec::new(),
            Self::Test(side) => vec![side],
            Self::Opposed(left, right) => vec![left, right],
        }
    }

    /// The source of named dice; in a contest, of the left side.
    #[must_use]
    pub fn source(&self) -> &RollSource {
        match self {
            Self::Value { roll, .. } => roll,
            Self::Test(side) | Self::Opposed(side, _) => &side.roll,
        }
    }
}

/// The kinds of program.
#[derive(Debug, Clone)]
pub enum Program {
    Value {
        ir: Ir,
        kind: Kind,
        /// The source of named dice.
        roll: RollSource,
    },
    Test(Side),
    /// A contest; the second side is the defender.
    Opposed(Side, Side),
}

/// One side of a test.
#[derive(Debug, Clone)]
pub struct Side {
    pub test: Id<Test>,
    /// Its inputs, in the order of the test; `None`: not given.
    pub inputs: Vec<Option<Ir>>,
    /// The total, which may extend the test's own.
    pub total: Ir,
    pub roll: RollSource,
    pub owner: SideOwner,
}

/// The owner of a side, whose entries its formulas read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SideOwner {
    Roller,
    /// The second side, which names no character.
    Unnamed,
    /// The second side, which names only this character.
    Person(usize),
    /// The second side, which names several characters.
    Several,
}

/// The source of named dice in a formula.
#[derive(Debug, Clone)]
pub enum RollSource {
    /// The game's default roll.
    Game,
    Test,
    /// The dice in the formula.
    Dice(Box<Pool>),
    /// None: nothing reads it.
    Nothing,
}

/// Settings by name: `--set`.
pub type Settings = BTreeMap<String, String>;

/// The context of a typed expression: names besides the game, and how strictly names match.
#[derive(Debug, Clone, Copy)]
pub struct Asking<'a> {
    /// Names with a value that the user typed.
    pub known: &'a BTreeMap<String, i64>,
    /// Answers to inputs and options by name.
    pub settings: &'a Settings,
    /// Whether names match without accents or case.
    pub forgiving: bool,
    /// Names of the characters at the table, by index.
    pub people: &'a [String],
    /// Free names and their values, by index of the character.
    pub open: &'a [BTreeMap<String, i64>],
    /// Whether odds are asked for, which accept several questions about the same dice.
    pub odds: bool,
}

/// Checks an expression against a game.
///
/// # Errors
///
/// All errors of the expression; warnings come with the result.
pub fn prepare(
    game: &CheckedGame,
    sources: &Sources,
    origin: Origin,
    asking: &Asking<'_>,
) -> Result<(Prepared, Vec<Diagnostic>), Vec<Diagnostic>> {
    let found = prepare_as(game, sources, origin.clone(), asking, None);
    // A valid expression keeps its meaning.
    let Some(joined) = found.is_err().then(|| syntax::joined(&origin.text)).flatten() else { return found };
    match &joined.given {
        _ if asking.odds => prepare_as(game, sources, origin, asking, Some(&joined)),
        Some(given) => {
            let before = origin.text.get(..given.start).unwrap_or("");
            let word = before.rfind("given").unwrap_or(0);
            let span = super::joint::span_of(&(word..before.trim_end().len()));
            Err(vec![Diagnostic::error(Code::GivenForOdds, origin.locate(sources, span)).help("help-ask-odds")])
        }
        None => found,
    }
}

/// Explains comments if words follow a value.
fn remark(error: &mut Diagnostic, text: &str, means: &dyn Fn(&str) -> bool) {
    let Some(at) = error.text("right").and_then(|right| text.rfind(right)) else { return };
    let (before, words) = text.split_at(at);
    let word = |word: &str| word.chars().all(char::is_alphabetic) && !means(word);
    let valued = before.trim_end().ends_with(|letter: char| letter.is_ascii_digit() || letter == ')');
    if valued && words.split_whitespace().all(word) && syntax::parse(before).problems.is_empty() {
        error.fixes.clear();
        let example = format!("{}  # {}", before.trim_end(), words.trim());
        error.helps = crate::diagnostic::Note::advice("help-remark", "example", example.into()).into_iter().collect();
    }
}

fn prepare_as(
    game: &CheckedGame,
    sources: &Sources,
    origin: Origin,
    asking: &Asking<'_>,
    joined: Option<&syntax::Joined>,
) -> Result<(Prepared, Vec<Diagnostic>), Vec<Diagnostic>> {
    let text = Arc::clone(&origin.text);
    let parsed = match joined {
        Some(joined) => super::joint::parse(&text, joined),
        None => vec![syntax::parse(&text)],
    };
    let comment = parsed.last().and_then(|part| part.input.comment.clone());
    let (bodies, problems): (Vec<Body>, Vec<Vec<FormulaProblem>>) =
        parsed.into_iter().map(|part| (part.input.body, part.problems)).unzip();
    let mut problems = problems.concat();
    let slips = problems.len();
    let Asking { known, settings, forgiving, people, open, .. } = *asking;
    let (unfit, beside) = (RefCell::default(), Cell::default());
    let typed = TypedLine { game, text: &text, known, settings, forgiving, people, open, unfit, beside };
    let program = match (joined, bodies.as_slice()) {
        (Some(joined), bodies) => typed.together(joined, bodies, &mut problems),
        (None, bodies) => bodies.first().and_then(|body| Some((typed.program(body, &mut problems)?, None))),
    };
    settle(&mut problems, slips, |name| {
        game.names.contains_key(name) || Lower::new(game, At::TYPED, &text, typed.scope()).exact(name).is_some()
    });
    let mut found: Vec<Diagnostic> =
        problems.into_iter().map(|problem| problem.into_diagnostic(|span| origin.locate(sources, span))).collect();
    found.dedup();
    join_only_dice(game, &mut found);
    // Only an invalid expression is analysed further.
    let wrong = found.iter().any(Diagnostic::is_error);
    let mut names = if wrong { names_of(game) } else { HashSet::new() };
    let given = known.keys().chain(open.iter().flat_map(BTreeMap::keys));
    names.extend(given.chain(people).map(String::as_str));
    // Without a test for `vs`, a comparison is suggested.
    let compares = found.iter().any(|one| one.code == Code::NoVersusTest);
    let means = |word: &str| {
        if matches!(word, "d" | "vs") {
            return game.has_sign(word) && !(compares && word == "vs");
        }
        let name = crate::syntax::Name { text: word.to_owned(), quoted: false, span: TextSpan::default() };
        Lower::new(game, At::TYPED, &text, typed.scope()).lookup(&name).is_some() || game.names.contains_key(word)
    };
    for written in wrong.then(|| WrittenFormula::all(&origin, sources, &found)).into_iter().flatten() {
        unquoted(&written, sources, &mut found, &names);
        foreign(&written, sources, &mut found, &means);
    }
    joined_by_example(&mut found, game, &|word| means(word) || game.has_sign(word), &names);
    for error in found.iter_mut().filter(|one| one.code == Code::SideBySide) {
        remark(error, &text, &means);
    }
    for error in found.iter_mut().filter(|one| matches!(one.code, Code::NameWithSign | Code::UnknownName)) {
        let Some(name) = error.text("name") else { continue };
        // The word is a separate answer: quotes would not help.
        let asked = game.tests.iter().any(|test| test.inputs.iter().any(|(input, _)| **input == *name));
        let means = || Lower::new(game, At::TYPED, &text, typed.scope()).exact(name).is_some();
        if asked && !game.names.contains_key(name) && !means() {
            let answer = Diagnostic::error(Code::InputAlone, error.at).arg("name", name);
            *error = answer.help_with("help-give-set", "example", format!("\"{name}=…\""));
        }
    }
    found.append(&mut typed.unfit.into_inner());
    match program {
        Some((program, joint)) if found.iter().all(|one| !one.is_error()) => {
            Ok((Prepared { origin, comment, program, joint }, found))
        }
        _ => Err(found),
    }
}

/// Bound on errors that may belong to another notation: few errors of a line are shown.
const ELSEWHERE: usize = crate::limits::SUGGESTIONS - 10;

pub(super) struct TypedLine<'a> {
    pub(super) game: &'a CheckedGame,
    pub(super) text: &'a str,
    known: &'a BTreeMap<String, i64>,
    settings: &'a Settings,
    forgiving: bool,
    people: &'a [String],
    open: &'a [BTreeMap<String, i64>],
    /// Settings that are no valid answers; they have no place in the text.
    unfit: RefCell<Vec<Diagnostic>>,
    /// Whether the further questions read named dice, and the roll without dice of their own.
    pub(super) beside: Cell<(bool, bool)>,
}

/// A lowered side whose roll is not decided yet.
pub(super) struct Half {
    ir: Ir,
    kind: Kind,
    pub(super) call: Option<TestCall>,
    span: TextSpan,
}

impl TypedLine<'_> {
    pub(super) fn scope(&self) -> Scope<'_> {
        Scope {
            reads_roll: true,
            throws: true,
            known: self.known,
            forgiving: self.forgiving,
            people: self.people,
            open: self.open,
            ..super::Checker::scope(FormulaSite::Typed)
        }
    }

    pub(super) fn half(&self, expr: &Expr, want: &Want, problems: &mut Vec<FormulaProblem>) -> Half {
        let mut lower = Lower::new(self.game, At::TYPED, self.text, self.scope());
        lower.found = ELSEWHERE + problems.len();
        let (ir, kind) = lower.expr(expr, want);
        problems.append(&mut lower.problems);
        Half { ir, kind, call: lower.call, span: expr.span }
    }

    pub(super) fn program(&self, body: &Body, problems: &mut Vec<FormulaProblem>) -> Option<Program> {
        match body {
            Body::Value(expr) => {
                let half = self.half(expr, &Want::Anything, problems);
                if half.call.is_some() {
                    self.must_be_number(&half, problems);
                    return self.side(half, None, problems).map(Program::Test);
                }
                let (ir, roll) = self.roll_of(half.ir, RollSource::Game, half.span, DiceUse::Nothing, problems);
                Some(Program::Value { ir, kind: half.kind, roll })
            }
            Body::Versus { left, right } => {
                let left = self.half(left, &Want::Anything, problems);
                self.must_be_number(&left, problems);
                let test = left.call.as_ref().map(|call| call.test).or(self.game.versus);
                let Some(test) = test else {
                    // An unknown test was meant.
                    if problems.iter().any(|one| matches!(one.code, Code::UnknownFunction | Code::UnknownTable)) {
                        return None;
                    }
                    let problem = FormulaProblem::new(Code::NoVersusTest, left.span);
                    problems.push(if self.game.has_sign("vs") { problem.help("help-call-a-test") } else { problem });
                    return None;
                };
                let def = &self.game.tests[test];
                let against = def.against.and_then(|at| Some(def.inputs.get(at)?.1.kind.clone()));
                let want = match &against {
                    Some(super::program::AnswerKind::Cell(table, column)) => Want::CellOf(*table, *column),
                    Some(super::program::AnswerKind::Row(table)) => Want::RowOf(*table),
                    _ => Want::Anything,
                };
                let right = self.half(right, &want, problems);
                if right.kind == Kind::Flag || right.call.is_some() || throws(&right.ir) {
                    self.must_be_number(&right, problems);
                }
                if right.call.is_some() || throws(&right.ir) {
                    let mut owners = Owners::default();
                    owners.find(self.game, &right.ir);
                    let span = right.span;
                    let left = self.side(left, Some(test), problems);
                    let right = self.side(right, Some(test), problems);
                    let (left, mut right) = (left?, right?);
                    right.inputs.iter().flatten().for_each(|ir| owners.find(self.game, ir));
                    right.owner = self.side_owner(&owners, span, problems);
                    let def = &self.game.tests[left.test];
                    if def.opposed.is_none() {
                        let span = TextSpan { start: 0, end: u32::try_from(self.text.len()).unwrap_or(u32::MAX) };
                        problems.push(FormulaProblem::new(Code::NotOpposed, span).arg("test", &*def.name));
                        return None;
                    }
                    return Some(Program::Opposed(left, right));
                }
                self.against(left, right, test, problems).map(Program::Test)
            }
        }
    }

    /// Reports a total or a target that is no number.
    fn must_be_number(&self, half: &Half, problems: &mut Vec<FormulaProblem>) {
        problems.extend(match half.kind {
            Kind::Flag => Some(FormulaProblem::new(Code::ComparedTotal, half.span).help("help-compared-total")),
            _ => misfit(self.game, &Kind::Number, &half.kind, half.span),
        });
    }

    /// `E vs D` if D throws nothing: D is the target of the test.
    fn against(&self, left: Half, right: Half, test: Id<Test>, problems: &mut Vec<FormulaProblem>) -> Option<Side> {
        let def = &self.game.tests[test];
        let Some(at) = def.against else {
            problems.push(FormulaProblem::new(Code::TestWithoutTarget, right.span).arg("test", &*def.name));
            return None;
        };
        if let Some((_, question)) = def.inputs.get(at) {
            problems.extend(misfit(self.game, &question.kind.kind(), &right.kind, right.span));
        }
        let twice = left.call.as_ref().and_then(|call| call.places.get(at).copied().flatten());
        if twice.is_some() {
            let name = def.inputs.get(at).map_or("", |(name, _)| &**name).to_owned();
            problems.push(FormulaProblem::new(Code::TargetTwice, right.span).arg("name", name));
        }
        let name = def.inputs.get(at).map_or("", |(name, _)| &**name);
        if self.settings.contains_key(name) {
            problems.push(FormulaProblem::new(Code::SetAndGiven, right.span).arg("name", name));
        }
        let mut side = self.side(left, Some(test), problems)?;
        if let Some(slot) = side.inputs.get_mut(at) {
            *slot = Some(right.ir);
        }
        Some(side)
    }

    /// Decides the roll of a side.
    fn side(&self, half: Half, default: Option<Id<Test>>, problems: &mut Vec<FormulaProblem>) -> Option<Side> {
        let called = half.call.is_some();
        let (test, mut inputs) = match half.call {
            Some(call) => (call.test, call.inputs),
            None => {
                let test = default?;
                (test, vec![None; self.game.tests[test].inputs.len()])
            }
        };
        let def = &self.game.tests[test];
        for (slot, (name, question)) in inputs.iter_mut().zip(&def.inputs) {
            let Some(text) = self.settings.get(&**name) else { continue };
            if question.is_optional() && text.trim() == "none" && slot.is_none() {
                continue;
            }
            if slot.is_none() {
                *slot = self.setting(name, text, &question.kind);
            } else {
                problems.push(FormulaProblem::new(Code::SetAndGiven, half.span).arg("name", &**name));
            }
        }
        // Named throws are made whatever the total is.
        let reads = !def.has_hands()
            && def.outcomes.iter().any(|outcome| outcome.when.as_ref().is_some_and(|ir| reads_roll_deep(ir, def)));
        let read = if reads {
            DiceUse::Ends
        } else if !def.has_hands() && def.thrown_again {
            DiceUse::Again
        } else {
            DiceUse::Nothing
        };
        // A test without its own dice throws those of the game.
        let rolls = def.roll.is_some() || !def.has_hands() && self.game.roll.is_some();
        let usual = if called || rolls { RollSource::Test } else { RollSource::Nothing };
        let (total, roll) =
            if called { (half.ir, usual) } else { self.roll_of(half.ir, usual, half.span, read, problems) };
        Some(Side { test, inputs, total, roll, owner: SideOwner::Roller })
    }

    /// The owner of the second side. A name without an owner would belong to the roller of the first.
    fn side_owner(&self, owners: &Owners, span: TextSpan, problems: &mut Vec<FormulaProblem>) -> SideOwner {
        // Index 0 is the table.
        let people = self.people.get(1..).unwrap_or_default();
        if !people.is_empty()
            && let Some(bare) = owners.bare.first()
        {
            let written = self.text.get(bare.range()).filter(|written| !written.is_empty());
            let (name, at) = written.map_or((self.text.get(span.range()).unwrap_or(""), span), |name| (name, *bare));
            let examples = people.iter().map(|who| format!("{}.{name}", super::quoted_where_needed(who)));
            let problem = FormulaProblem::new(Code::WhoseName, at).arg("name", name.to_owned());
            problems.push(problem.help_with("help-one-of", "names", examples.collect::<Vec<_>>()));
        }
        let mut named = owners.named.iter();
        match (named.next(), named.next()) {
            (None, _) => SideOwner::Unnamed,
            (Some(person), None) => SideOwner::Person(*person),
            _ => SideOwner::Several,
        }
    }

    /// The value of `--set name=text`.
    fn setting(&self, name: &str, text: &str, kind: &super::program::AnswerKind) -> Option<Ir> {
        let at = At { origin: At::TYPED, span: TextSpan::default() };
        if matches!(kind, super::program::AnswerKind::Dice) {
            return Some(Ir { op: Op::Called(text.into()), at });
        }
        if matches!(kind, super::program::AnswerKind::Text) {
            return Some(Ir { op: Op::Template(vec![Piece::Text(text.trim().to_owned())]), at });
        }
        if let Some(value) = super::answer_of(self.game, kind, text) {
            return Some(Ir { op: Op::Number(value), at });
        }
        if text.trim().parse::<i64>().is_ok() {
            self.unfit.borrow_mut().push(super::bad_answer(self.game, Code::InputOutOfRange, name, text, Some(kind)));
            return None;
        }
        let (expr, wrong) = syntax::parse_expr(text);
        let mut lower = Lower::new(self.game, At::TYPED, text, self.scope());
        let ir = lower.answer(&expr, kind);
        let first = wrong.into_iter().chain(lower.problems).find(|problem| problem.is_error());
        match first {
            Some(_) => {
                self.unfit.borrow_mut().push(super::bad_answer(self.game, Code::BadSetting, name, text, Some(kind)));
                None
            }
            None => Some(ir),
        }
    }

    /// The source for named dice and for functions without dice: the default roll if dice are named; otherwise the only
    /// dice in the text; otherwise the default roll.
    fn roll_of(
        &self,
        ir: Ir,
        usual: RollSource,
        span: TextSpan,
        besides: DiceUse,
        problems: &mut Vec<FormulaProblem>,
    ) -> (Ir, RollSource) {
        let (others_name, others_read) = self.beside.get();
        let named = others_name || names_dice(&ir, self.game);
        let reads = others_read || reads_without_dice(&ir);
        if named {
            let missing = match &usual {
                RollSource::Game => self.game.roll.is_none(),
                RollSource::Nothing => true,
                _ => false,
            };
            if missing {
                problems.push(FormulaProblem::new(Code::NoRoll, span).help("help-call-a-test"));
            }
            return (ir, usual);
        }
        let is_test = !matches!(usual, RollSource::Game);
        if !reads && besides == DiceUse::Nothing {
            return (ir, if is_test { RollSource::Nothing } else { usual });
        }
        match ir.parts().map(own_pools).sum::<usize>() {
            0 if reads => {
                if matches!(usual, RollSource::Game) && self.game.roll.is_none() {
                    problems.push(FormulaProblem::new(Code::NoRoll, span).help("help-call-a-test"));
                }
                (ir, usual)
            }
            0 => (ir, RollSource::Nothing),
            1 => {
                let mut ir = ir;
                let pool = take_pool(&mut ir);
                (ir, pool.map_or(RollSource::Nothing, RollSource::Dice))
            }
            _ if !reads && besides == DiceUse::Again => (ir, RollSource::Nothing),
            _ => {
                problems.push(FormulaProblem::new(Code::WhichRoll, span).help("help-which-roll"));
                (ir, usual)
            }
        }
    }
}

/// Uses of the test's own dice, besides its total, that typed dice would replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DiceUse {
    Nothing,
    /// Its outcomes read them.
    Ends,
    /// Interventions may reroll them.
    Again,
}

/// The owners of the entries that a side reads.
#[derive(Debug, Default)]
struct Owners {
    named: BTreeSet<usize>,
    /// Places of reads without a named owner.
    bare: Vec<TextSpan>,
}

impl Owners {
    fn find(&mut self, game: &CheckedGame, ir: &Ir) {
        if let Op::Of(person, _) = &ir.op {
            let place = if let Op::Number(place) = person.op { usize::try_from(place).ok() } else { None };
            self.named.extend(place.filter(|place| *place != 0));
            return;
        }
        if super::lower::reads_character(game, &ir.op) {
            self.bare.push(ir.at.span);
        }
        ir.children().into_iter().for_each(|child| self.find(game, child));
    }
}

impl Lower<'_> {
    /// Lowers the pool of a `roll:`.
    pub(crate) fn roll(&mut self, expr: &Expr) -> Option<Pool> {
        match &expr.kind {
            syntax::ExprKind::Pool(_) => match self.expr(expr, &Want::Anything).0.op {
                Op::Pool(pool) => Some(*pool),
                _ => None,
            },
            syntax::ExprKind::Missing => None,
            _ => {
                let problem = FormulaProblem::new(Code::RollNotDice, expr.span);
                let meant = match &expr.kind {
                    syntax::ExprKind::Name(name) if !name.quoted => {
                        self.many_dice(&name.text).or_else(|| self.advantage(&name.text))
                    }
                    _ => None,
                };
                self.report(match (meant, self.rolled_and_read(expr)) {
                    (Some(meant), _) => problem.help_with("help-write", "example", &*meant).may_fix(expr.span, meant),
                    (None, Some(example)) => problem.help_with("help-write", "example", example),
                    (None, None) => problem,
                });
                None
            }
        }
    }

    /// Suggests separate keys for a throw and its reading: `2d6 + Name` as `roll: 2d6` and `total: sum() + Name`, `2d6
    /// + d8` as two named throws.
    fn rolled_and_read(&self, expr: &Expr) -> Option<String> {
        let (mut pools, mut only_dice) = (Vec::new(), true);
        let mut open = vec![expr];
        while let Some(part) = open.pop() {
            match &part.kind {
                syntax::ExprKind::Pool(_) => pools.push(part.span),
                syntax::ExprKind::Binary { op, left, right } => {
                    only_dice &= *op == syntax::BinaryOp::Add;
                    open.extend([&**right, &**left]);
                }
                _ => only_dice = false,
            }
        }
        let slice = |span: TextSpan| self.text.get(span.range());
        let names = ('a'..='z').zip(&pools).map(|(name, pool)| Some(format!("{name}: {}", slice(*pool)?)));
        let [pool] = pools.as_slice() else {
            let named = names.collect::<Option<Vec<_>>>().filter(|named| only_dice && named.len() > 1)?;
            return Some(format!("roll: {{{}}}", named.join(", ")));
        };
        if let syntax::ExprKind::Binary { op: syntax::BinaryOp::Compare(_), left, right } = &expr.kind {
            let rest = (left.span == *pool).then(|| self.text.get(pool.end as usize..right.span.end as usize))?;
            return Some(format!("roll: {}, total: count({})", slice(*pool)?, rest?.trim()));
        }
        let before = self.text.get(expr.span.start as usize..pool.start as usize)?;
        let after = self.text.get(pool.end as usize..expr.span.end as usize)?;
        Some(format!("roll: {}, total: {before}sum(){after}", slice(*pool)?))
    }
}
