//! Checks the model of a ruleset and compiles it to a game: names, kinds, cycles, gaps. All errors are reported in one
//! pass.

mod actions;
mod answers;
mod call_steps;
mod change_steps;
mod character_kinds;
mod contest_inputs;
mod dead_stores;
mod decks;
mod declarations;
pub mod dice_words;
mod direction;
mod entries;
mod expect_formulas;
mod hooks;
mod ineffective_changes;
pub mod interval;
mod joint;
mod key_suggestions;
mod lints;
mod liveness;
mod lower;
mod missing_dice;
mod notations;
mod own_dice;
mod picked_test;
mod policy;
mod prepare;
pub mod program;
mod reserved_words;
mod rolled_row;
pub mod root_causes;
mod row_ranges;
mod steps;
mod tables;
mod test_lowering;
pub mod toposort;
mod translation;
mod unanswered_reads;
mod unused_values;
mod visitors;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::{Budget, Limits};
use crate::ruleset::model::{DefaultDecl, Formula, QuestionDecl, QuestionKind, Reading, Ruleset, TraitKind, Word};
use crate::source::{Sources, Span};
use crate::syntax::FormulaProblem;

pub(crate) use crate::ruleset::steps::all_steps;
pub use answers::{answer_of, bad_answer, row_called, row_for};
pub use contest_inputs::read_in_contest;
pub(crate) use dice_words::{Split, split};
pub use expect_formulas::{watch, watch_part};
pub(crate) use ineffective_changes::{follows_inputs, may_throw, named_of_roll};
pub use joint::{JointQuery, NO_OUTCOME, ResultProperty};
pub use lints::{COMMANDS, Sought, lints, reachable, seen_behind};
pub(crate) use liveness::AlsoRead;
pub(crate) use lower::quoted_where_needed;
pub use lower::{FUNCTIONS, is_function};
use lower::{FormulaSite, Lower, MOST_COPIED, Scope};
pub(crate) use notations::quoted;
pub use policy::{policy_condition, policy_sight};
pub use prepare::{Asking, Prepared, Program, RollSource, Settings, Side, SideOwner, prepare};
use program::{
    AnswerKind, Arithmetic, At, CheckedGame, Default, Ir, Kind, NO_SLOTS, Named, OptionDef, Origin, Trait, TraitSource,
};
pub(crate) use reserved_words::{outcome_word, unquoted};
pub use root_causes::settled;
pub(crate) use row_ranges::words as range_words;
pub use translation::{Spoken, Untranslated, translated};
pub(crate) use unused_values::in_action;

static NOBODY: BTreeMap<String, i64> = BTreeMap::new();

/// Checks a ruleset; returns the game as far as it could be built, and all diagnostics. The game is playable only if
/// none of them is an error.
#[must_use]
pub fn check(ruleset: &Ruleset, sources: &Sources, limits: Limits) -> (CheckedGame, Vec<Diagnostic>) {
    let game = CheckedGame {
        id: ruleset.id.text.clone(),
        name: ruleset.name.clone(),
        language: ruleset.language.clone(),
        doc: ruleset.doc.clone(),
        accent: ruleset.accent,
        rounding: ruleset.rounding,
        notation: ruleset.dice.notation,
        own_die: ruleset.dice.sides.as_ref().and_then(|(sides, _)| u32::try_from(*sides).ok()),
        unread: ruleset.unread.iter().map(|word| word.text.clone()).collect(),
        limits,
        ..CheckedGame::default()
    };
    let mut checker = Checker {
        game,
        sources,
        errors: Vec::new(),
        places: HashMap::new(),
        raw: ruleset,
        circular: HashSet::new(),
        variants: hooks::Variants::default(),
        budget: Budget::new(limits.checking),
        spent: false,
    };
    checker.reserved(ruleset);
    checker.declare(ruleset);
    checker.build_tables(ruleset);
    checker.declare_things(ruleset);
    checker.declare_kinds(ruleset);
    checker.declare_actions(ruleset);
    checker.options(ruleset);
    checker.roll(ruleset);
    checker.fill_tables(ruleset);
    checker.traits(ruleset);
    checker.tests(ruleset);
    checker.things(ruleset);
    checker.actions(ruleset);
    checker.turns(ruleset);
    checker.effects(ruleset);
    checker.interventions(ruleset);
    checker.gathered(ruleset);
    checker.read_of_kinds();
    checker.unanswered();
    checker.classes_of_nothing(ruleset);
    checker.answers_without_names();
    checker.missing_dice();
    checker.idle_changes(ruleset);
    checker.given_to_contests(ruleset);
    checker.late_sets(ruleset);
    checker.orders_of_hands();
    checker.unused(ruleset);
    checker.gone();
    // Without any dice, their names cannot be read either.
    let diceless = checker.game.die_names.is_empty() && checker.errors.iter().any(|one| one.code == Code::NoOwnDie);
    checker.errors.retain(|one| !diceless || one.code != Code::UnknownName || one.has_suggestion());
    only_once(&mut checker.errors);
    root_causes::follow_ups(&mut checker.errors, &ruleset.slips, &checker.game.origins);
    (checker.game, checker.errors)
}

/// Reports a missing entry once, not at every use. The same holds for an error at a place that is lowered repeatedly,
/// as an intervention is for each of its tests.
fn only_once(errors: &mut Vec<Diagnostic>) {
    // A name that spells dice also leaves the die without sides.
    if errors.iter().any(|error| error.code == Code::NameIsDice) {
        errors.retain(|error| error.code != Code::NoOwnDie);
    }
    let mut seen = Vec::new();
    let mut places = HashSet::new();
    errors.retain(|error| {
        if error.at.is_some_and(|at| !places.insert((error.code, at))) {
            return false;
        }
        let thing = match error.code {
            Code::RoundingMissing | Code::NoOwnDie => None,
            Code::CellWithoutDice => error.args.first(),
            _ => return true,
        };
        let new = !seen.contains(&(error.code, thing.cloned()));
        seen.push((error.code, thing.cloned()));
        new
    });
}

/// Work units per copied part, which stays in memory.
const OF_A_PART: usize = 8;

/// Builds a game and collects diagnostics.
struct Checker<'a> {
    game: CheckedGame,
    sources: &'a Sources,
    errors: Vec<Diagnostic>,
    /// The place of each declaration, by name.
    places: HashMap<String, Span>,
    /// The ruleset as written.
    raw: &'a Ruleset,
    /// Actions that call one another in a cycle.
    circular: HashSet<usize>,
    /// The variants of each test, once all are known.
    variants: hooks::Variants,
    /// Budget of work that can grow faster than the text.
    budget: Budget,
    /// Whether exceeding the budget was reported.
    spent: bool,
}

impl Checker<'_> {
    fn report(&mut self, error: impl Into<Option<Diagnostic>>) {
        self.errors.extend(error.into());
    }

    /// Counts work that can grow faster than the text; returns whether it is allowed. Exceeding the budget is reported
    /// once.
    fn affords(&mut self, work: usize, at: Span) -> bool {
        let Err(spent) = self.budget.spend(work as u64) else { return true };
        if !std::mem::replace(&mut self.spent, true) {
            let limit = i64::try_from(spent.limit).unwrap_or(i64::MAX);
            self.report(Diagnostic::error(Code::TooMuchToCheck, at).arg("limit", limit));
        }
        false
    }

    /// Registers the origin of a formula.
    fn origin(&mut self, formula: &Formula) -> u32 {
        let id = u32::try_from(self.game.origins.len()).unwrap_or(At::TYPED);
        self.game.origins.push(Origin { text: Arc::clone(&formula.text), placement: formula.placement });
        id
    }

    fn place(&mut self, formula: &Formula, problems: Vec<FormulaProblem>) {
        for problem in problems {
            let sources = self.sources;
            self.errors
                .push(problem.into_diagnostic(|span| formula.placement.locate(sources, &formula.text, span.range())));
        }
    }

    /// Lowers a formula with a function of [`Lower`].
    fn lower<T>(&mut self, formula: &Formula, scope: Scope<'_>, how: impl FnOnce(&mut Lower<'_>) -> T) -> T {
        let origin = self.origin(formula);
        let mut lower = Lower::new(&self.game, origin, &formula.text, scope);
        lower.found = self.errors.len();
        let most = if self.spent { 0 } else { MOST_COPIED };
        lower.copied_left = most;
        let result = how(&mut lower);
        let (problems, sides, repeated) = (lower.problems, lower.sides, most - lower.copied_left);
        self.place(formula, problems);
        if repeated > 0 {
            self.affords(repeated.saturating_mul(OF_A_PART), formula.placement.span);
        }
        for test in sides {
            self.game.sides_end(test);
        }
        result
    }

    fn scope(place: FormulaSite) -> Scope<'static> {
        Scope {
            place,
            reads_roll: false,
            throws: false,
            inputs: &[],
            values: &[],
            given: &[],
            table: "",
            known: &NOBODY,
            has_total: false,
            has_target: true,
            forgiving: false,
            slots: &NO_SLOTS,
            sole: None,
            roll: None,
            in_test: false,
            track: None,
            own: &[],
            people: &[],
            open: &[],
            later: &[],
            ends: &[],
            lying: None,
            early: &[],
            late: &[],
        }
    }

    fn roll(&mut self, ruleset: &Ruleset) {
        if let Some(formula) = &ruleset.dice.roll {
            self.game.roll = self.dice_of(formula, Self::scope(FormulaSite::Default));
            self.readings_fit(ruleset);
        }
    }

    /// Checks that every die name exists in the game's own roll.
    fn readings_fit(&mut self, ruleset: &Ruleset) {
        let Some(program::Pool { count: program::Count::Fixed(count), modifiers, .. }) = &self.game.roll else {
            return;
        };
        if !modifiers.is_empty() {
            return;
        }
        let count = i64::from(*count);
        for (word, reading) in &ruleset.dice.names {
            let missing = match reading {
                Reading::Middle => count % 2 == 0,
                Reading::Nth(n) => *n > count,
                Reading::Lowest | Reading::Highest | Reading::Sum => false,
            };
            if missing {
                self.report(
                    Diagnostic::error(Code::NameBeyondRoll, word.span).arg("name", &*word.text).arg("count", count),
                );
            }
        }
    }

    /// Lowers the pool of a `roll:`.
    fn dice_of(&mut self, formula: &Formula, scope: Scope<'_>) -> Option<program::Pool> {
        let scope = Scope { throws: true, ..scope };
        self.lower(formula, scope, |lower| lower.roll(&formula.expr))
    }

    fn options(&mut self, ruleset: &Ruleset) {
        for (name, question) in &ruleset.options {
            let question = self.question(question);
            let changes = ruleset.changes.iter().filter(|one| *one.option == *name.text).cloned().collect();
            self.game.options.push(OptionDef { name: Arc::from(name.text.as_str()), question, changes });
        }
    }

    /// Lowers a question with its default.
    fn question(&mut self, question: &QuestionDecl) -> program::Question {
        self.question_in(question, Self::scope(FormulaSite::Default))
    }

    /// Lowers a question whose default can read names.
    fn question_in(&mut self, question: &QuestionDecl, scope: Scope<'_>) -> program::Question {
        let kind = self.answer_kind(&question.kind);
        let broken = kind.is_none();
        let kind = kind.unwrap_or(AnswerKind::Number(None, None));
        let default = match &question.default {
            None => None,
            Some(_) if broken => None,
            Some(DefaultDecl::Pending(pending)) => Some(Default::Pending(pending.why.clone())),
            Some(DefaultDecl::Open) => Some(Default::Open),
            Some(DefaultDecl::Formula(formula)) => {
                let ir = self.answer_in_scope(formula, &kind, scope);
                self.default_in_bounds(&ir, &kind, formula);
                Some(Default::Value(ir))
            }
        };
        program::Question { kind, default, doc: question.doc.clone(), broken, picks: None, named: false }
    }

    fn default_in_bounds(&mut self, ir: &Ir, kind: &AnswerKind, formula: &Formula) {
        let Some(value) = constant(ir) else { return };
        if let AnswerKind::Number(min, max) = kind
            && (min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max))
        {
            let range = row_ranges::words(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            let error = Diagnostic::error(Code::DefaultOutOfRange, formula.placement.span);
            self.report(error.arg("value", value).arg("range", range));
        }
    }

    /// Lowers the accepted answers; `None` if they could not be read.
    fn answer_kind(&mut self, kind: &QuestionKind) -> Option<AnswerKind> {
        Some(match kind {
            QuestionKind::Broken => return None,
            QuestionKind::Number { min, max } => AnswerKind::Number(*min, *max),
            QuestionKind::YesNo => AnswerKind::YesNo,
            QuestionKind::OneOf(words) => AnswerKind::OneOf(words.iter().map(|word| word.text.clone()).collect()),
            QuestionKind::Row(table) => AnswerKind::Row(self.find_table(table)?),
            QuestionKind::Column(word) => {
                let table = self.find_table(word)?;
                let def = &self.game.tables[table];
                if !def.rows.is_empty() && def.columns.iter().all(|column| column.name.is_none()) {
                    let error = Diagnostic::error(Code::NothingToChoose, word.span).arg("name", &*word.text);
                    self.report(error.help("help-ask-a-number"));
                }
                AnswerKind::Column(table)
            }
            QuestionKind::Cell(table, column) => {
                let index = self.find_table(table)?;
                let column = match column {
                    None => 0,
                    Some(column) => self.find_column(index, column)?,
                };
                AnswerKind::Cell(index, column)
            }
            QuestionKind::Trait(words) => self.trait_answer(words),
            QuestionKind::Points(words) => self.points_answer(words),
            QuestionKind::Tag(word) => match self.game.names.get(&word.text) {
                Some(Named::Tag(kind)) => AnswerKind::Tag(*kind),
                _ => {
                    let names = self.game.tags.iter().map(|tag| &tag.name);
                    self.report(self.none_called(Diagnostic::error(Code::NoSuchTag, word.span), word, names));
                    return None;
                }
            },
            QuestionKind::Character(None) => AnswerKind::Character(None),
            QuestionKind::Character(Some(word)) => AnswerKind::Character(Some(self.kind_called(word, &["any"])?)),
            QuestionKind::Test(words) => AnswerKind::OneOf(self.tests_named(words)?),
            QuestionKind::Dice => AnswerKind::Dice,
            QuestionKind::Text => AnswerKind::Text,
        })
    }

    /// Whether a word is a row or column of a table.
    fn is_key(&self, table: &str, word: &str) -> bool {
        let Some(Named::Table(index)) = self.game.names.get(table) else { return false };
        let table = &self.game.tables[*index];
        table.names.contains_key(word) || table.columns.iter().any(|column| column.name.as_deref() == Some(word))
    }

    /// Lowers traits: given ones, then derived ones in the order of their dependencies.
    fn traits(&mut self, ruleset: &Ruleset) {
        let mut derived = Vec::new();
        let mut open: Option<&Word> = None;
        for (index, one) in ruleset.traits.iter().enumerate() {
            let mut kind = Kind::Number;
            let source = match &one.kind {
                TraitKind::Turn(read, written) => {
                    if matches!(read, program::TurnRead::Own | program::TurnRead::Had) {
                        kind = Kind::Flag;
                    }
                    TraitSource::Derived(self.lower(written, Self::scope(FormulaSite::Derived), |lower| Ir {
                        op: program::Op::Turn(*read),
                        at: lower.at(written.expr.span),
                    }))
                }
                TraitKind::Given { question, free_names } => {
                    let question = self.question(question);
                    if *free_names && let Some(first) = open.replace(&one.name) {
                        let error = Diagnostic::error(Code::FreeNamesTwice, one.name.span);
                        let error = error.arg("name", &*one.name.text).label(first.span, "label-first-here");
                        self.report(error.help("help-one-group-of-free-names"));
                    }
                    if *free_names { TraitSource::Group(question) } else { TraitSource::Given(question) }
                }
                TraitKind::Derived(formula) => {
                    derived.push((index, one.name.clone(), formula));
                    let nothing =
                        Ir { op: program::Op::Number(0), at: At { origin: At::TYPED, span: formula.expr.span } };
                    TraitSource::Derived(nothing)
                }
            };
            let name = Arc::from(one.name.text.as_str());
            let group = one.group.as_ref().map(|group| Arc::from(group.text.as_str()));
            self.game.traits.push(Trait { name, doc: one.doc.clone(), source, group, kind, ends: [None, None] });
        }
        // Dependencies of named formulas are dependencies of their callers.
        let formulas = ruleset.formulas.iter().map(|one| (one.name.clone(), &one.formula));
        let nodes: Vec<(crate::ruleset::model::Word, &Formula)> =
            derived.iter().map(|(_, name, formula)| (name.clone(), *formula)).chain(formulas).collect();
        let in_order =
            toposort::order(&nodes, &|table, name| self.is_key(table, name), |name| match self.game.names.get(name) {
                Some(Named::Trait(_) | Named::Formula(_)) => nodes.iter().position(|(word, _)| word.text == name),
                _ => None,
            });
        if let Err(circle) = &in_order {
            let error = toposort::circle_error(Code::TraitsInACircle, &nodes, circle);
            self.report(error);
        }
        // In topological order, since the kind of a trait follows from its dependencies.
        let sorted = in_order.clone().unwrap_or_else(|_| (0..nodes.len()).collect());
        for at in sorted {
            let Some((index, _, formula)) = derived.get(at) else {
                let named = at.checked_sub(derived.len());
                if let Some((at, one)) = named.and_then(|at| Some((at, ruleset.formulas.get(at)?))) {
                    self.named_formula(at, one);
                }
                continue;
            };
            let (ir, kind) = self.lower(formula, Self::scope(FormulaSite::Derived), |lower| {
                let (ir, kind) = lower.worded(&formula.expr, words_of(formula));
                if !matches!(kind, Kind::Flag | Kind::Choice(_)) {
                    lower.problems.extend(lower::misfit(lower.game, &Kind::Number, &kind, formula.expr.span));
                }
                (ir, kind)
            });
            self.words_never(formula, &ir, &kind);
            if let (Some(one), true) = (self.game.traits.get_mut(*index), in_order.is_ok()) {
                one.source = TraitSource::Derived(ir);
                one.kind = if matches!(kind, Kind::Flag | Kind::Choice(_)) { kind } else { Kind::Number };
            }
        }
        for (index, one) in ruleset.traits.iter().enumerate() {
            let ends = one.ends.each_ref().map(|end| {
                let formula = end.as_ref()?;
                let number = |lower: &mut lower::Lower<'_>| lower.number(&formula.expr, &lower::Want::Anything);
                Some(self.lower(formula, Self::scope(FormulaSite::Derived), number))
            });
            if let Some(one) = self.game.traits.get_mut(index) {
                one.ends = ends;
            }
        }
    }

    /// Warns of listed words that a formula never yields, if every branch is one of the words.
    fn words_never(&mut self, formula: &Formula, ir: &Ir, kind: &Kind) {
        let mut yielded = Vec::new();
        if formula.one_of.is_empty() || !matches!(kind, Kind::Choice(_)) || !yields(ir, &mut yielded) {
            return;
        }
        let yielded = yielded.iter().filter_map(|word| formula.one_of.get(usize::try_from(*word).ok()?));
        let yielded: Vec<&str> = yielded.map(|word| word.text.as_str()).collect();
        for word in formula.one_of.iter().filter(|word| !yielded.contains(&word.text.as_str())) {
            self.report(Diagnostic::warning(Code::WordNever, word.span).arg("name", &*word.text));
        }
    }

    /// Checks a formula with parameters by itself: its errors are reported here, not at its calls.
    fn named_formula(&mut self, at: usize, one: &crate::ruleset::model::FormulaDecl) {
        let scope = Scope { reads_roll: true, throws: true, ..Self::scope(FormulaSite::Derived) };
        let (ir, kind, sound) = self.lower(&one.formula, scope, |lower| {
            lower.locals.extend(one.parameters.iter().map(|word| (word.text.clone(), Kind::Number)));
            let (ir, kind) = lower.worded(&one.formula.expr, words_of(&one.formula));
            let sound = kind != Kind::Broken && !lower.problems.iter().any(crate::syntax::FormulaProblem::is_error);
            (ir, kind, sound)
        });
        self.words_never(&one.formula, &ir, &kind);
        if let Some(named) = self.game.formulas.get_mut(at) {
            named.sound = sound;
        }
    }
}

/// The words that a formula can yield, if they are listed.
fn words_of(formula: &Formula) -> Option<Arc<[String]>> {
    let words = formula.one_of.iter().map(|word| word.text.clone());
    (!formula.one_of.is_empty()).then(|| words.collect())
}

/// Collects the words that a formula yields, by index; returns whether these are all.
fn yields(ir: &Ir, found: &mut Vec<i64>) -> bool {
    match &ir.op {
        program::Op::Number(word) => {
            found.push(*word);
            true
        }
        program::Op::If(_, then, otherwise) => {
            let all = yields(then, found);
            yields(otherwise, found) && all
        }
        program::Op::Let(_, _, body) => yields(body, found),
        _ => false,
    }
}

/// Whether words that a formula yields stand in it, and do not come from elsewhere.
pub(crate) fn names_words(ir: &Ir) -> bool {
    let mut found = Vec::new();
    yields(ir, &mut found) || !found.is_empty()
}

/// Removes neutral operations: `x` of `x + 0`, `0 + x`, `x * 1`, `x / 1`.
fn unchanged(ir: &Ir) -> &Ir {
    let program::Op::Arithmetic(operator, left, right) = &ir.op else { return ir };
    match (operator, constant(left), constant(right)) {
        (Arithmetic::Add | Arithmetic::Subtract, _, Some(0)) => unchanged(left),
        (Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::DivideAs(_), _, Some(1)) => unchanged(left),
        (Arithmetic::Add, Some(0), _) | (Arithmetic::Multiply, Some(1), _) => unchanged(right),
        _ => ir,
    }
}

/// The value of a literal.
pub(crate) fn constant(ir: &Ir) -> Option<i64> {
    match &ir.op {
        program::Op::Number(value) => Some(*value),
        program::Op::Negate(inner) => match inner.op {
            program::Op::Number(value) => value.checked_neg(),
            _ => None,
        },
        _ => None,
    }
}
