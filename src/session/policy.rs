//! Policies in odds: when interventions are done, and the optimal policy for a goal.

use std::ops::Range;
use std::sync::Arc;

use super::Session;
use crate::check::program::{
    Action, AnswerKind, Ask, CheckedGame, Hook, InterventionSite, Ir, Kind, Origin, Slot, SlotKind, Test,
};
use crate::check::{outcome_word, policy_condition, policy_sight, quoted_where_needed, unquoted, watch_part};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{ActionCall, AnswerRule, ObservedValue, Policy, PolicyRule, RequestedIntervention, Stage, nowhere};
use crate::id::Id;
use crate::odds::{ENDS, Goal, GoalOf, OddsError, RollGoal};
use crate::source::{Placement, Span, fold};
use crate::syntax::{TextSpan, is_plain_name};
use crate::world::{Env, World};

/// The texts of `--policy` and `--best`, joined with line breaks into one source.
#[derive(Debug, Clone, Default)]
pub struct PolicyText {
    text: String,
}

impl PolicyText {
    /// Adds a line; where in it this part of it is.
    pub fn add(&mut self, line: &str, part: Range<usize>) -> Range<usize> {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        let start = self.text.len();
        self.text.push_str(line);
        start + part.start..start + part.end
    }

    /// The text in which everything else is blank: what is there stays in its place.
    fn only(&self, part: &Range<usize>) -> String {
        let blank = |text: Option<&str>| " ".repeat(text.unwrap_or_default().len());
        let (before, after) = (self.text.get(..part.start), self.text.get(part.end..));
        format!("{}{}{}", blank(before), self.text.get(part.clone()).unwrap_or_default(), blank(after))
    }
}

/// A parsed policy and goal.
#[derive(Debug, Clone)]
pub struct ParsedPolicy {
    pub policy: Policy,
    pub goal: Option<Goal>,
    /// The typed text, for the places of errors.
    origin: Origin,
}

/// What a goal is read from: the roll of an expression, or an action.
#[derive(Debug, Clone, Copy)]
pub enum BestOf<'a> {
    Action(&'a ActionCall),
    /// A test that was typed.
    Roll(Id<Test>),
}

/// A conditional answer: the question, the answer (`None`: yes), the range of the condition in bytes.
pub type AnswerWanted = (String, Option<String>, Range<usize>);

/// What a question of this name takes that an action asks, if it asks one.
#[must_use]
pub fn asked_in<'g>(action: &'g Action, name: &str) -> Option<&'g AnswerKind> {
    let called = |ask: &&Ask| *action.slot(ask.slot).name == *name;
    action.questions().find(called).map(|ask| &ask.question.kind)
}

/// More is seen nowhere.
const MOST_SIGHTS: usize = 48;
/// Faces of a die of which each is counted.
const MOST_FACES: i64 = 12;

impl Session<'_> {
    /// Checks what was typed. `rules` are interventions and where their conditions stand; `best` is where that is
    /// which is to be as large as it can be.
    ///
    /// # Errors
    ///
    /// All errors in it, in its place.
    pub fn decided(
        &mut self,
        game: &CheckedGame,
        world: &World,
        (typed, name): (&PolicyText, &str),
        (rules, answers): (&[(RequestedIntervention, Range<usize>)], &[AnswerWanted]),
        best: Option<(&str, BestOf<'_>)>,
    ) -> Result<ParsedPolicy, Vec<Diagnostic>> {
        let mut written = typed.clone();
        let part = best.as_ref().map(|(text, _)| written.add(text, 0..text.len()));
        let typed = written;
        let mut origin = self.typed(name, &typed);
        let people: Vec<String> = world.people.iter().map(|person| person.name.clone()).collect();
        let mut errors = Vec::new();
        let mut policy = Policy::default();
        for (chosen, part) in rules {
            let only = typed.only(part);
            let intervention = game.intervention(chosen.index);
            if policy.rules.iter().any(|rule| rule.chosen == *chosen) {
                let twice = Diagnostic::error(Code::SaidTwice, None).arg("name", &*intervention.name);
                errors.push(twice.help("help-policy-or"));
                continue;
            }
            let of_place = |place| policy_condition(game, &self.sources, (&origin, &only), place, &people).map(Some);
            match conditions(intervention.places.iter().map(of_place)) {
                Err(found) => errors.extend(found),
                Ok(when) => policy.rules.push(PolicyRule { chosen: chosen.clone(), when }),
            }
        }
        for (name, answer, part) in answers {
            let only = typed.only(part);
            let of_action = |(index, action)| {
                if asked_in(action, name).is_none() {
                    return Ok(None);
                }
                match watch_part(game, &self.sources, (&origin, &only), Some(index), &people, true)? {
                    (ir, Kind::Flag) => Ok(Some(ir)),
                    (ir, _) => {
                        let at = origin.locate(&self.sources, ir.at.span);
                        Err(vec![Diagnostic::error(Code::NotACondition, at).help("help-compare")])
                    }
                }
            };
            match conditions(game.actions.iter().enumerate().map(of_action)) {
                Err(found) => errors.extend(found),
                Ok(when) => {
                    let otherwise = answer.is_none().then(|| "no".to_owned());
                    let answer = answer.clone().unwrap_or_else(|| "yes".to_owned());
                    policy.answers.push(AnswerRule { name: name.clone(), answer, otherwise, when });
                }
            }
        }
        let mut goal = None;
        if let (Some((text, of)), Some(place)) = (best, &part) {
            let found = match of {
                BestOf::Roll(test) => roll_goal(game, test, text.trim()).map(GoalOf::Roll).map_err(|names| {
                    let (at, word) = (origin.locate(&self.sources, text_span(place)), text.trim());
                    let Some(names) = names else {
                        let bare = unquoted(word);
                        return vec![either(at, word, format!("«{bare}»"), format!("({bare})"))];
                    };
                    let error = Diagnostic::error(Code::UnknownName, at).arg("name", word);
                    let error = error.help_with("help-there-is", "names", names);
                    let is_formula = word.contains(['+', '-', '*', '/', '<', '>', '=', '(']);
                    vec![if is_formula { error.help("help-best-formula") } else { error }]
                }),
                BestOf::Action(call) => {
                    self.formula_goal(game, call, (&typed, name, place), &people, text, &mut origin)
                }
            };
            match found {
                Ok(of) => goal = Some(Goal { of, wanted: true }),
                Err(found) => errors.extend(found),
            }
            policy.sights = sights(game, &texts);
            policy.ends = sights(game, &|_, _| ENDS.map(str::to_owned).into());
        }
        if errors.is_empty() { Ok(ParsedPolicy { policy, goal, origin }) } else { Err(errors) }
    }

    /// A formula about the result of an action; a bare word that it does not know is read of its rolls.
    fn formula_goal(
        &mut self,
        game: &CheckedGame,
        call: &ActionCall,
        (typed, name, place): (&PolicyText, &str, &Range<usize>),
        people: &[String],
        text: &str,
        origin: &mut Origin,
    ) -> Result<GoalOf, Vec<Diagnostic>> {
        let watched = |this: &Self, typed: &PolicyText, origin: &Origin, place: &Range<usize>| {
            watch_part(game, &this.sources, (origin, &typed.only(place)), Some(call.action), people, true)
        };
        let mut found = watched(self, typed, origin, place);
        for readings in of_rolls(game, call, text) {
            let meant = readings.into_iter().filter_map(|reading| {
                let mut again =
                    PolicyText { text: typed.text.get(..place.start).unwrap_or_default().trim_end().to_owned() };
                let there = again.add(&reading, 0..reading.len());
                let from = self.typed(name, &again);
                Some((watched(self, &again, &from, &there).ok()?, from, reading))
            });
            let mut meant: Vec<_> = meant.collect();
            let itself = found.is_ok().then(|| format!("({})", text.trim()));
            let first = meant.first().map(|(.., reading)| reading.clone()).filter(|_| meant.len() > 1);
            if let Some((other, (.., outcome))) = itself.or(first).zip(meant.last()) {
                let at = origin.locate(&self.sources, text_span(place));
                return Err(vec![either(at, text.trim(), outcome.clone(), other)]);
            }
            if let Some((read, from, _)) = meant.pop() {
                (found, *origin) = (Ok(read), from);
                break;
            }
        }
        match found? {
            (ir, kind) if matches!(kind, Kind::Flag | Kind::Number) => Ok(GoalOf::Formula((ir, kind))),
            (ir, _) => Err(vec![Diagnostic::error(Code::BestNotANumber, origin.locate(&self.sources, ir.at.span))]),
        }
    }

    fn typed(&mut self, name: &str, typed: &PolicyText) -> Origin {
        let text: Arc<str> = typed.text.as_str().into();
        let source = self.sources.add(name, Arc::clone(&text));
        let placement = Placement { span: Span { source, start: 0, end: text.len() }, style: None };
        Origin { text, placement }
    }

    /// Odds of what is done where a policy decides about interventions; without one, the name of what is done is
    /// for what was typed.
    ///
    /// # Errors
    ///
    /// The errors in it, the error that stopped it, or that it would take too long.
    pub fn staged_odds<T>(
        &mut self,
        (game, env, world): (&CheckedGame, &Env, &World),
        decided: Result<&ParsedPolicy, &str>,
        odds: &dyn Fn(&Stage<'_>) -> Result<T, OddsError>,
    ) -> Result<T, Diagnostic> {
        let (policy, origin) = match decided {
            Ok(decided) => (Some(&decided.policy), decided.origin.clone()),
            Err(name) => (None, self.nowhere(name)),
        };
        let stage = Stage::new(game, &origin, env, world).deciding(policy);
        odds(&stage).map_err(|trouble| {
            let error = self.no_odds(game, &origin, trouble);
            if decided.is_ok() { self.of_a_condition(error, &origin) } else { self.stopped(error) }
        })
    }

    /// An error about no part of what was typed has no place.
    fn of_a_condition(&self, mut error: Diagnostic, origin: &Origin) -> Diagnostic {
        let whole = origin.placement.span;
        let at = nowhere().span;
        let empty = origin.locate(&self.sources, at);
        if error.at == Some(whole) || error.at == Some(empty) {
            error.at = None;
        }
        self.stopped(error)
    }
}

fn text_span(place: &Range<usize>) -> TextSpan {
    let short = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    TextSpan { start: short(place.start), end: short(place.end) }
}

/// That a word may be an outcome or something else, and how either is written.
fn either(at: Span, name: &str, outcome: String, other: String) -> Diagnostic {
    Diagnostic::error(Code::OutcomeOrName, Some(at)).arg("name", name).arg("outcome", outcome).arg("other", other)
}

/// What of a test is to be the best; else what there is, or nothing where the word means an outcome and a value.
fn roll_goal(game: &CheckedGame, test: Id<Test>, word: &str) -> Result<RollGoal, Option<Vec<String>>> {
    let def = &game.tests[test];
    let judged = [("success", RollGoal::Success), ("failure", RollGoal::Failure), ("total", RollGoal::Total)];
    let mut all: Vec<(String, RollGoal)> = judged.map(|(word, goal)| (word.to_owned(), goal)).into();
    if def.has_margin() {
        all.push(("margin".to_owned(), RollGoal::Margin));
    }
    for outcome in &def.outcomes {
        let word = outcome_word(&outcome.name, &game.classes);
        all.push((word, RollGoal::Outcome(outcome.name.to_string())));
        let classes = game.classes_of(outcome).into_iter();
        all.extend(classes.map(|class| (class.clone(), RollGoal::Class(class))));
    }
    let shown = def.show.iter().filter_map(|index| def.values.get(*index));
    // Those of an outcome count as 0 in others.
    let late = def.outcomes.iter().flat_map(|outcome| &outcome.values);
    for value in
        shown.chain(late).filter(|value| matches!(value.kind, Kind::Flag | Kind::Number | Kind::Dice | Kind::Chosen))
    {
        let name = value.name.to_string();
        all.push((name.clone(), RollGoal::Shown(name, value.kind == Kind::Flag)));
    }
    // In « » one outcome that is called like a class or a value, in parentheses the value; any other name may stand in
    // them, too.
    let in_parentheses = word.strip_prefix('(').and_then(|word| word.strip_suffix(')'));
    let bare = in_parentheses.unwrap_or_else(|| unquoted(word)).trim();
    let one = format!("«{bare}»");
    let words = [(bare != word).then_some(one.as_str()), Some(bare)].into_iter().flatten();
    let called =
        |word: String| all.iter().filter(|(name, _)| fold(name) == word).map(|(_, goal)| goal).collect::<Vec<_>>();
    let mut found = words.map(fold).map(called).find(|found| !found.is_empty()).unwrap_or_default();
    let value = |goal: &&RollGoal| matches!(goal, RollGoal::Shown(..));
    if found.iter().any(|goal| !value(goal)) && found.iter().any(value) {
        if bare == word {
            return Err(None);
        }
        found.retain(|goal| value(goal) == in_parentheses.is_some());
    }
    match found.first() {
        Some(goal) => Ok((*goal).clone()),
        None => {
            let mut names: Vec<String> = all.into_iter().map(|(name, _)| name).collect();
            names.dedup();
            Err(Some(names))
        }
    }
}

/// A condition for each place where it may be checked; `None` where it means nothing. If it means something nowhere,
/// the first errors.
fn conditions(
    found: impl Iterator<Item = Result<Option<Ir>, Vec<Diagnostic>>>,
) -> Result<Vec<Option<Ir>>, Vec<Diagnostic>> {
    let mut wrong = None;
    let mut when = Vec::new();
    for one in found {
        when.push(one.unwrap_or_else(|errors| {
            wrong.get_or_insert(errors);
            None
        }));
    }
    wrong.filter(|_| when.iter().all(Option::is_none)).map_or(Ok(when), Err)
}

/// What a bare word may mean that is read of a roll of an action, by roll: of the first that has it.
fn of_rolls(game: &CheckedGame, call: &ActionCall, text: &str) -> Vec<Vec<String>> {
    let word = text.trim();
    let bare = unquoted(word);
    let is_word = bare != word || is_plain_name(word);
    if !is_word {
        return Vec::new();
    }
    let action = game.action(call.action);
    let rolls = action.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Roll(_) | SlotKind::Contest(..)));
    let labels = rolls.map(|slot| quoted_where_needed(&slot.name));
    let read = |label: &String| (bare == word).then(|| format!("{label}.{word}"));
    // A class is never the one outcome that is called so.
    let is_outcome = bare != word || outcome_word(word, &game.classes) == word;
    let both = |label: String| {
        let ended = is_outcome.then(|| format!("{label}.outcome = {word}"));
        read(&label).into_iter().chain(ended).collect()
    };
    labels.map(both).collect()
}

/// What is seen where interventions are possible: by intervention, then by place.
fn sights(
    game: &CheckedGame,
    texts: &dyn Fn(&CheckedGame, &InterventionSite) -> Vec<String>,
) -> Vec<Vec<Vec<ObservedValue>>> {
    let of = |place: &InterventionSite| {
        let mut found: Vec<ObservedValue> = Vec::new();
        for text in texts(game, place) {
            let known = found.len() >= MOST_SIGHTS || found.iter().any(|one| one.text == text);
            if let Some((ir, kind)) = policy_sight(game, &text, place).filter(|_| !known) {
                found.push(ObservedValue { text, ir, kind });
            }
        }
        found
    };
    game.interventions.iter().map(|one| one.places.iter().map(of).collect()).collect()
}

/// What may be seen there, as it is written in formulas; what means nothing there is none of it.
fn texts(game: &CheckedGame, place: &InterventionSite) -> Vec<String> {
    let mut texts = Vec::new();
    if let Hook::Test(_, test) = place.hook {
        let test = &game.tests[test];
        texts.extend(["total", "margin"].into_iter().chain(ENDS).map(str::to_owned));
        let values = test.values.iter().map(|value| quoted_where_needed(&value.name));
        texts.extend(values);
        let hands = test.values.iter().filter(|value| value.kind == Kind::Dice);
        for hand in hands {
            let name = quoted_where_needed(&hand.name);
            texts.extend((1..=MOST_FACES).map(|face| format!("count({name}, {face})")));
        }
        texts.extend(game.die_names.iter().map(|die| die.name.to_string()));
        texts.extend((1..=MOST_FACES).map(|face| format!("count({face})")));
        texts.extend(test.inputs.iter().map(|(name, _)| quoted_where_needed(name)));
    }
    let slots = place.action.slots.iter();
    let values = slots.clone().filter(|slot| matches!(slot.kind, SlotKind::Value(_)));
    texts.extend(values.map(|slot| quoted_where_needed(&slot.name)));
    for slot in slots.clone() {
        let SlotKind::Roll(test) = slot.kind else { continue };
        let label = quoted_where_needed(&slot.name);
        let test = &game.tests[test];
        let shown = test.show.iter().filter_map(|index| test.values.get(*index));
        let shown = shown.map(|value| quoted_where_needed(&value.name));
        let read = ["total", "margin"].map(str::to_owned).into_iter().chain(shown);
        texts.extend(read.map(|what| format!("{label}.{what}")));
    }
    for points in &game.points {
        let name = quoted_where_needed(&points.name);
        // A role that the ruleset gives no name has none in formulas either.
        let is_named = |slot: &&Slot| slot.kind == SlotKind::Role && !slot.name.starts_with('·');
        let roles = slots.clone().take(place.action.roles).filter(is_named);
        texts.extend(roles.map(|slot| format!("{}.{name}", quoted_where_needed(&slot.name))));
        texts.push(name);
    }
    texts
}
