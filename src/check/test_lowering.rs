//! Lowers tests: inputs, roll, values in the order of their dependencies, total, outcomes.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use super::lower::{InputName, Want};
use super::program::{AnswerKind, Ir, Kind, Named, NamedFormula, Op, Opposed, Outcome, Test, TestValue};
use super::reserved_words::CLASSES;
use super::{Checker, FormulaSite, Scope, program, toposort};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{self, Formula, OptionalDecl, Ruleset, Word};
use crate::source::{Span, whole};
use crate::syntax::our_word;

/// Values of a test, and what comes with them.
struct TestValues {
    values: Vec<TestValue>,
    kinds: Vec<(Arc<str>, Kind)>,
    early: Early,
    margin: OptionalDecl<Ir>,
    /// Whether the margin needs what the total is compared with.
    margin_needs: bool,
}

/// The values that are known before any dice fall, each in its place. The others have no name here.
struct Early(Vec<(Arc<str>, Kind)>);

/// The name of a value that dice decide, where only the others can be read.
const DECIDED_BY_DICE: &str = "·";

/// Names of a test that are looked through for one of its throws, in a unit of work.
const NAMES: usize = 8;

impl Early {
    /// What is only known when the dice have fallen.
    fn later(&self, raw: &model::TestDecl) -> Vec<Arc<str>> {
        let names = raw.values.iter().zip(&self.0).filter(|(_, (known, _))| **known == *DECIDED_BY_DICE);
        let of_outcomes =
            raw.outcomes.iter().flat_map(|outcome| &outcome.values).map(|(name, _)| name.text.as_str().into());
        let names = names.map(|((name, _), _)| name.text.as_str().into()).chain(of_outcomes);
        names.chain(["total", "margin"].map(Arc::from)).collect()
    }
}

impl Checker<'_> {
    pub(super) fn tests(&mut self, ruleset: &Ruleset) {
        for raw in &ruleset.tests {
            let test = self.test(raw);
            self.game.tests.push(test);
        }
    }

    fn test(&mut self, raw: &model::TestDecl) -> Test {
        self.labels_once(raw);
        let mut inputs: Vec<(Arc<str>, super::program::Question)> = Vec::new();
        let mut kinds: Vec<InputName> = Vec::new();
        // Defaults that read values wait until these are known.
        let waiting: Vec<usize> = (0..raw.ask.len())
            .filter(|at| raw.ask.get(*at).is_some_and(|(_, one)| self.reads_values(raw, one)))
            .collect();
        for (at, (name, question)) in raw.ask.iter().enumerate() {
            // A default sees the answers before it, and the roller.
            let scope = Scope { inputs: &kinds, ..Self::scope(FormulaSite::Test) };
            let question = match question.kind {
                model::QuestionKind::Dice => {
                    // It is asked when the dice lie there.
                    let hands = raw.values.iter().take(raw.hands);
                    let hands: Vec<_> = hands.map(|(name, _)| (Arc::from(name.text.as_str()), Kind::Dice)).collect();
                    let scope = Scope { reads_roll: true, values: &hands, ..scope };
                    let mut question = self.picking(question, scope.clone());
                    if let Some(picks) = question.picks.as_deref_mut().filter(|picks| picks.among.is_none()) {
                        let mut lower = super::Lower::new(&self.game, program::At::TYPED, "", scope);
                        picks.among = Some(lower.all_dice(crate::syntax::TextSpan::default()));
                    }
                    question
                }
                _ if waiting.contains(&at) => {
                    self.question_in(&model::QuestionDecl { default: None, ..question.clone() }, scope)
                }
                _ => self.question_in(question, scope),
            };
            let name: Arc<str> = Arc::from(name.text.as_str());
            kinds.push(InputName::new((&name, &question)));
            inputs.push((name, question));
        }
        let before = self.errors.len();
        let against = raw.against.as_ref().and_then(|word| self.input_of(raw, word));
        let scope = Scope { inputs: &kinds, reads_roll: true, ..Self::scope(FormulaSite::Test) };
        let numeric = against.and_then(|index| inputs.get(index)).is_some_and(|(_, question)| question.is_a_number());
        // What it is compared with may be missing: that was said.
        let lost = raw.against.is_some() && against.is_none();
        let has_margin = match raw.margin {
            OptionalDecl::Usual => numeric || lost,
            OptionalDecl::Nothing => false,
            OptionalDecl::Formula(_) => true,
        };
        let scope = Scope { has_target: has_margin, ..scope };
        let roll_scope = Scope { reads_roll: false, ..scope.clone() };
        // What may stay open is read only where it is not, and so needs nothing.
        let optional = |index: &usize| inputs.get(*index).is_some_and(|(_, question)| question.is_optional());
        let needed = against.filter(|index| !optional(index));
        let TestValues { values, kinds: value_kinds, early, margin, margin_needs } =
            self.values(raw, &scope, &roll_scope, needed);
        let early_values = if waiting.is_empty() { Vec::new() } else { self.values_as_formulas(raw, &values) };
        for at in waiting {
            let (Some((_, question)), Some(before), Some((_, input))) =
                (raw.ask.get(at), kinds.get(..at), inputs.get_mut(at).filter(|(_, input)| !input.broken))
            else {
                continue;
            };
            let scope = Scope { inputs: before, early: &early_values, ..Self::scope(FormulaSite::Test) };
            input.default = self.question_in(question, scope).default;
        }
        let roll = raw.roll.as_ref().and_then(|formula| {
            let later = early.later(raw);
            self.dice_of(formula, Scope { values: &early.0, later: &later, ..roll_scope.clone() })
        });
        for ((_, formula), value) in raw.values.iter().zip(&values) {
            self.words_never(formula, &value.ir, &value.kind);
        }
        let wants = |at| needs(&values, at);
        let scope = Scope { values: &value_kinds, ..scope };
        let total = self.lower(&raw.total, scope.clone(), |lower| lower.number(&raw.total.expr, &Want::Anything));
        let scope = Scope { has_total: true, ..scope };
        let mut outcomes: Vec<Outcome> = Vec::new();
        for outcome in &raw.outcomes {
            if let (Some(last), Some(place)) = (outcomes.last(), raw.outcomes.get(outcomes.len().saturating_sub(1)))
                && last.when.is_none()
            {
                let error =
                    Diagnostic::error(Code::UnreachableOutcome, outcome.name.span).arg("name", &*outcome.name.text);
                self.report(error.label(place.name.span, "label-always-holds").help("help-before-it"));
            }
            let when = outcome
                .when
                .as_ref()
                .map(|formula| self.lower(formula, scope.clone(), |lower| lower.flag(&formula.expr)));
            let late = self.late_values(&outcome.values, &scope);
            for ((_, formula), value) in outcome.values.iter().zip(&late) {
                self.words_never(formula, &value.ir, &value.kind);
            }
            let classes = outcome.classes.iter().filter_map(|word| self.class(word)).collect();
            let needs_target = when.as_ref().is_some_and(|ir| needs_target(ir, needed, margin_needs, wants));
            outcomes.push(Outcome {
                name: outcome.name.text.as_str().into(),
                when,
                success: outcome.success,
                classes,
                values: late,
                needs_target,
            });
        }
        let mut shown_needs = false;
        let shown_against = match &raw.shown_against {
            OptionalDecl::Usual => OptionalDecl::Usual,
            OptionalDecl::Nothing => OptionalDecl::Nothing,
            OptionalDecl::Formula(formula) => {
                let ir = self.lower(formula, scope.clone(), |lower| lower.number(&formula.expr, &Want::Anything));
                shown_needs = needs_target(&ir, needed, margin_needs, wants);
                OptionalDecl::Formula(ir)
            }
        };
        let show = raw.show.iter().filter_map(|word| self.shown(raw, word)).collect();
        let opposed =
            raw.opposed.as_ref().map(|one| self.opposed(one, &scope, (&values, &outcomes), (against, margin_needs)));
        let doc = raw.doc.clone();
        let like = raw.like.as_ref().and_then(|word| match self.game.names.get(&word.text) {
            Some(Named::Test(index)) => Some(*index),
            _ => None,
        });
        let name = raw.name.text.as_str().into();
        let need_target = (margin_needs, shown_needs);
        let mut test = Test {
            name,
            doc,
            inputs,
            against,
            roll,
            values,
            total,
            margin,
            shown_against,
            need_target,
            show,
            outcomes,
            opposed,
            like,
            counts_down: false,
            read_outside: BTreeSet::new(),
            seen_inputs: BTreeSet::new(),
            seen_values: BTreeSet::new(),
            thrown_again: false,
        };
        if lost || self.errors.iter().skip(before).any(|error| error.code == Code::NoTarget) {
            // That it has no margin is reported here, and not of what reads it elsewhere.
            test.margin = OptionalDecl::Formula(test.total.clone());
        }
        test.counts_down = super::direction::counts_down(&test);
        let falls = super::direction::compares_against_margin(&test);
        if let Some(opposed) = &mut test.opposed {
            opposed.falls = falls;
        }
        test
    }

    /// Whether the default of a question reads values of the test that are no dice.
    fn reads_values(&self, raw: &model::TestDecl, question: &model::QuestionDecl) -> bool {
        let Some(model::DefaultDecl::Formula(formula)) = &question.default else { return false };
        let mut found = Vec::new();
        toposort::mentions(&formula.expr, &|table, name| self.is_key(table, name), &mut found);
        !matches!(question.kind, model::QuestionKind::Dice)
            && raw.values.iter().skip(raw.hands).any(|(name, _)| found.contains(&name.text.as_str()))
    }

    /// The values of a test as formulas, which are put where a default reads them: they see no more than it does there.
    fn values_as_formulas(&mut self, raw: &model::TestDecl, values: &[TestValue]) -> Vec<NamedFormula> {
        let named = raw.values.iter().zip(values).skip(raw.hands);
        let named = named.map(|((word, formula), value)| NamedFormula {
            name: word.text.as_str().into(),
            parameters: Vec::new(),
            expr: formula.expr.clone(),
            one_of: super::words_of(formula),
            origin: self.origin(formula),
            text: Arc::clone(&formula.text),
            sound: value.kind != Kind::Broken,
        });
        named.collect()
    }

    /// A question about dice of a test.
    pub(super) fn picking(&mut self, question: &model::QuestionDecl, scope: Scope<'_>) -> program::Question {
        let among = question.dice.among.as_ref();
        let among = among.map(|formula| self.lower(formula, scope.clone(), |lower| lower.picked_among(&formula.expr)));
        let mut count = |formula: &Option<Formula>| {
            let formula = formula.as_ref()?;
            Some(self.lower(formula, scope.clone(), |lower| lower.number(&formula.expr, &Want::Anything)))
        };
        let (exactly, most) = (count(&question.dice.exactly), count(&question.dice.most));
        let default = match &question.default {
            None | Some(model::DefaultDecl::Open) => None,
            Some(model::DefaultDecl::Pending(pending)) => Some(program::Default::Pending(pending.why.clone())),
            Some(model::DefaultDecl::Formula(formula)) => {
                Some(program::Default::Value(self.lower(formula, scope, |lower| lower.picked_among(&formula.expr))))
            }
        };
        let picks = Some(Box::new(program::Picks { among, exactly, most }));
        program::Question {
            kind: AnswerKind::Dice,
            default,
            doc: question.doc.clone(),
            broken: false,
            picks,
            named: false,
        }
    }

    /// A class that the ruleset declares.
    fn class(&mut self, word: &Word) -> Option<usize> {
        let found = self.game.classes.iter().position(|class| **class == *word.text);
        if found.is_none() {
            let known = CLASSES.iter().map(|(class, _)| *class).chain(self.game.classes.iter().map(|class| &**class));
            let error = Diagnostic::error(Code::UnknownClass, word.span);
            let ours = our_word("values", &word.text).filter(|ours| CLASSES.iter().any(|(class, _)| class == ours));
            if let Some(ours) = ours {
                let error = error.arg("name", &*word.text).help_with("help-did-you-mean", "name", ours);
                self.report(error.fix(word.span, ours));
                return None;
            }
            let error = self.none_called(error, word, known).map(|error| {
                let all = self.game.classes.iter().map(|class| &**class);
                let all: Vec<&str> = all.filter(|class| !CLASSES.iter().any(|(word, _)| word == class)).collect();
                let all = [&all[..], &[&word.text]].concat();
                error.help_with("help-write", "example", format!("classes: [{}]", all.join(", ")))
            });
            self.report(error);
        }
        found
    }

    /// Values are lowered in the order in which they need one another, but keep the
    /// author's order. One that reads the total is lowered after it.
    fn values(
        &mut self,
        raw: &model::TestDecl,
        scope: &Scope<'_>,
        roll_scope: &Scope<'_>,
        against: Option<usize>,
    ) -> TestValues {
        let nodes: Vec<(Word, &Formula)> = raw.values.iter().map(|(name, formula)| (name.clone(), formula)).collect();
        // The total is one more label: values may read it, and it may read values.
        let total = Word { text: "total".to_owned(), span: raw.total.placement.span };
        let mut all = nodes.clone();
        all.push((total, &raw.total));
        let margin_at = all.len();
        if let OptionalDecl::Formula(formula) = &raw.margin {
            all.push((Word { text: "margin".to_owned(), span: formula.placement.span }, formula));
        }
        let places = places(&all);
        let find = |name: &str| {
            let name = if name == "margin" && all.len() == margin_at { "total" } else { name };
            places.get(name).copied()
        };
        let sorted = match toposort::order(&all, &|table, name| self.is_key(table, name), find) {
            Ok(sorted) => sorted,
            Err(circle) => {
                let error = toposort::circle_error(Code::ValuesInACircle, &all, &circle);
                self.report(error);
                (0..all.len()).collect()
            }
        };
        let kind = |index: usize| if index < raw.hands { Kind::Dice } else { Kind::Broken };
        let names = nodes.iter().enumerate();
        let mut kinds: Vec<(Arc<str>, Kind)> =
            names.map(|(index, (name, _))| (Arc::from(name.text.as_str()), kind(index))).collect();
        let mut lowered: Vec<Option<TestValue>> = nodes.iter().map(|_| None).collect();
        let mut margin = match raw.margin {
            OptionalDecl::Nothing => OptionalDecl::Nothing,
            _ => OptionalDecl::Usual,
        };
        let mut margin_needs = matches!(margin, OptionalDecl::Usual) && against.is_some();
        let mut early = Early(nodes.iter().map(|_| (Arc::from(DECIDED_BY_DICE), Kind::Broken)).collect());
        let rolls_by_values = self.rolls_by_values(raw);
        let mut later: Option<Vec<Arc<str>>> = None;
        for index in sorted {
            // Those that it reads stand before it in this order.
            let read = |at: usize| lowered.get(at).and_then(Option::as_ref).is_some_and(|one| one.needs_target);
            if let (true, OptionalDecl::Formula(formula)) = (index == margin_at, &raw.margin) {
                let scope = Scope { values: &kinds, has_total: true, ..scope.clone() };
                let already = self.errors.len();
                let ir = self.lower(formula, scope, |lower| lower.number(&formula.expr, &Want::Anything));
                if let OptionalDecl::Formula(shown) = &raw.shown_against
                    && shown.placement == formula.placement
                {
                    // It is the one that was made of what the total is shown against.
                    self.errors.truncate(already);
                }
                margin_needs = needs_target(&ir, against, true, read);
                margin = OptionalDecl::Formula(ir);
                continue;
            }
            let Some((name, formula)) = nodes.get(index) else { continue };
            if rolls_by_values && index >= raw.hands {
                // It is known before the dice if it could stand in their place.
                let already = self.errors.len();
                let found = self.value(name, formula, Scope { values: &early.0, ..roll_scope.clone() });
                let sound = self.errors.len() == already;
                self.errors.truncate(already);
                if let (true, Some(known)) = (sound, early.0.get_mut(index)) {
                    *known = (found.name, found.kind);
                    later = None;
                }
            }
            let mut value = if index < raw.hands {
                let later = later.get_or_insert_with(|| early.later(raw));
                let mut known = early.0.clone();
                // Dice are thrown in the order in which they stand: those before them lie there.
                if self.affords(nodes.len() / NAMES, formula.placement.span) {
                    for (known, (name, _)) in known.iter_mut().zip(&kinds).take(index) {
                        *known = (Arc::clone(name), Kind::Dice);
                    }
                }
                self.hand(index, name, formula, Scope { values: &known, later, ..roll_scope.clone() })
            } else {
                self.value(name, formula, Scope { values: &kinds, has_total: true, ..scope.clone() })
            };
            value.needs_target = needs_target(&value.ir, against, margin_needs, read);
            if let Some((_, kind)) = kinds.get_mut(index) {
                *kind = value.kind.clone();
            }
            if let Some(slot) = lowered.get_mut(index) {
                *slot = Some(value);
            }
        }
        TestValues { values: lowered.into_iter().flatten().collect(), kinds, early, margin, margin_needs }
    }

    /// Whether dice of a test are thrown by its values: their number, their sides.
    fn rolls_by_values(&self, raw: &model::TestDecl) -> bool {
        let hands = raw.values.iter().take(raw.hands).map(|(_, formula)| formula);
        let mut names = Vec::new();
        let is_key = |table: &str, name: &str| self.is_key(table, name);
        raw.roll.iter().chain(hands).for_each(|formula| toposort::mentions(&formula.expr, &is_key, &mut names));
        raw.values.iter().skip(raw.hands).any(|(value, _)| names.contains(&value.text.as_str()))
    }

    /// Values of an outcome: they see those of the test and one another.
    fn late_values(&mut self, raw: &[(Word, Formula)], scope: &Scope<'_>) -> Vec<TestValue> {
        let nodes: Vec<(Word, &Formula)> = raw.iter().map(|(name, formula)| (name.clone(), formula)).collect();
        let places = places(&nodes);
        let find = |name: &str| places.get(name).copied();
        let sorted = match toposort::order(&nodes, &|table, name| self.is_key(table, name), find) {
            Ok(sorted) => sorted,
            Err(circle) => {
                let error = toposort::circle_error(Code::ValuesInACircle, &nodes, &circle);
                self.report(error);
                return Vec::new();
            }
        };
        let mut kinds: Vec<(Arc<str>, Kind)> = scope.values.to_vec();
        let first = kinds.len();
        kinds.extend(nodes.iter().map(|(name, _)| (Arc::from(name.text.as_str()), Kind::Broken)));
        let mut lowered: Vec<Option<TestValue>> = nodes.iter().map(|_| None).collect();
        for index in sorted {
            let Some((name, formula)) = nodes.get(index) else { continue };
            let value = self.value(name, formula, Scope { values: &kinds, ..scope.clone() });
            if let Some((_, kind)) = kinds.get_mut(first + index) {
                *kind = value.kind.clone();
            }
            if let Some(slot) = lowered.get_mut(index) {
                *slot = Some(value);
            }
        }
        lowered.into_iter().flatten().collect()
    }

    /// Dice with a name. Where they cannot be read, an error was reported and nothing is thrown.
    fn hand(&mut self, index: usize, name: &Word, formula: &Formula, scope: Scope<'_>) -> TestValue {
        let pool = self.dice_of(formula, scope);
        let at = program::At { origin: program::At::TYPED, span: crate::syntax::TextSpan::default() };
        let op = pool.map_or(Op::Number(0), |pool| Op::Hand(index, Box::new(pool)));
        let at = if let Op::Hand(_, pool) = &op { pool.at } else { at };
        // Whatever it throws, it is dice for those who read it.
        TestValue { name: name.text.as_str().into(), ir: Ir { op, at }, kind: Kind::Dice, needs_target: false }
    }

    fn value(&mut self, name: &Word, formula: &Formula, scope: Scope<'_>) -> TestValue {
        let (ir, kind) = self.lower(formula, scope, |lower| lower.worded(&formula.expr, super::words_of(formula)));
        TestValue { name: name.text.as_str().into(), ir, kind, needs_target: false }
    }

    fn labels_once(&mut self, raw: &model::TestDecl) {
        let mut seen: HashMap<&str, Span> = HashMap::new();
        for word in raw.ask.iter().map(|(word, _)| word).chain(raw.values.iter().map(|(word, _)| word)) {
            if let Some(first) = seen.get(word.text.as_str()) {
                let error = Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text);
                self.report(error.label(*first, "label-first-here"));
            }
            seen.entry(&word.text).or_insert(word.span);
        }
    }

    fn input_of(&mut self, raw: &model::TestDecl, word: &Word) -> Option<usize> {
        let found = raw.ask.iter().position(|(name, _)| name.text == word.text);
        if found.is_none() {
            let error =
                Diagnostic::error(Code::UnknownInput, word.span).arg("name", &*word.text).arg("test", &*raw.name.text);
            let error = error.arg("several", "no");
            let names = raw.ask.iter().map(|(name, _)| name.text.as_str());
            self.report(match whole(&word.text) {
                Some(number) => error.help_with("help-write", "example", format!("shown against: {number}")),
                None => error.suggest(self.errors.len(), &word.text, word.span, names),
            });
        }
        found
    }

    fn shown(&mut self, raw: &model::TestDecl, word: &Word) -> Option<usize> {
        let found = raw.values.iter().position(|(name, _)| name.text == word.text);
        if found.is_none() {
            let error = Diagnostic::error(Code::UnknownValue, word.span).arg("name", &*word.text);
            let names = raw.values.iter().map(|(name, _)| name.text.as_str());
            self.report(error.suggest(self.errors.len(), &word.text, word.span, names));
        }
        found
    }

    fn opposed(
        &mut self,
        raw: &model::OpposedDecl,
        scope: &Scope<'_>,
        (values, outcomes): (&[TestValue], &[Outcome]),
        (against, margin_needs): (Option<usize>, bool),
    ) -> Opposed {
        let scope = Scope { ends: outcomes, ..scope.clone() };
        let mut compare = Vec::new();
        let mut ends = false;
        for formula in &raw.compare {
            let (ir, reads) =
                self.lower(formula, scope.clone(), |lower| (lower.comparing_sides(&formula.expr), lower.reads_ends));
            ends |= reads;
            compare.push(ir);
        }
        let to_target = compare.iter().any(|ir| needs_target(ir, against, margin_needs, |at| needs(values, at)));
        let mut tie: Vec<(model::Tie, Option<Ir>)> = Vec::new();
        for model::TieRow { policy, when, span } in &raw.tie {
            let before = raw.tie.get(tie.len().saturating_sub(1)).map(|row| row.span);
            if let (Some((_, None)), Some(before)) = (tie.last(), before) {
                let error = Diagnostic::error(Code::UnreachableTie, *span).label(before, "label-always-holds");
                self.report(error.help("help-before-it"));
            }
            let when = when.as_ref().map(|formula| {
                self.lower(formula, scope.clone(), |lower| (lower.flag(&formula.expr), lower.reads_ends))
            });
            ends |= when.as_ref().is_some_and(|(_, reads)| *reads);
            tie.push((*policy, when.map(|(ir, _)| ir)));
        }
        let name = |word: &Option<Word>| word.as_ref().map(|word| Arc::from(word.text.as_str()));
        let [win, lose, tied] = [&raw.win, &raw.lose, &raw.tied].map(name);
        Opposed { compare, tie, win, lose, tied, falls: false, ends, to_target }
    }
}

/// Whether a formula reads what the total is compared with, itself or through values.
fn needs_target(ir: &Ir, against: Option<usize>, margin: bool, value: impl Fn(usize) -> bool) -> bool {
    ir.any_part(&|part| match &part.op {
        Op::Margin => margin,
        Op::Input(index) => Some(*index) == against,
        Op::Value(index) => value(*index),
        _ => false,
    })
}

fn needs(values: &[TestValue], index: usize) -> bool {
    values.get(index).is_some_and(|value| value.needs_target)
}

/// Where each name is; of one that is there twice the first counts.
fn places<'n>(nodes: &'n [(Word, &Formula)]) -> HashMap<&'n str, usize> {
    nodes.iter().enumerate().rev().map(|(at, (word, _))| (word.text.as_str(), at)).collect()
}
