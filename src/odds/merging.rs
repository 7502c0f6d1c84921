//! Equivalence classes of faces. If only the number of dice that meet comparisons is read, all faces between two
//! thresholds are equivalent: for `count(5d10, >= 6)`, `count(5d10, 10)` a die has three classes, and five dice have 21
//! multisets instead of 2,002. The order of faces is preserved, so the best and the worst dice stay the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::program::{
    Action, AnswerKind, Ask, Choosing, ChosenRead, Default, Die, Foremost, Game, Hook, Ir, Late, Op, Pool, PoolRead,
    Test, Verb,
};
use crate::check::{RollSource, Side, all_steps};
use crate::dice::{Brings, CompareOp, PoolModifier};
use crate::engine::{Chosen, Deed, DiceRule, Policy, Stage};
use crate::id::Id;
use crate::ruleset::model::Said;

/// The numbers with which faces are compared, as the least faces that are told apart from those below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Merging {
    steps: BTreeSet<i64>,
    /// The lowest and the highest face of all dice, as far as that is known.
    faces: (i64, i64),
}

impl Merging {
    /// Those of a typed test with interventions; `None`: something may read what a die shows.
    pub(super) fn of_roll(stage: &Stage<'_>, side: &Side, chosen: &[Chosen]) -> Option<Self> {
        if !matches!(side.roll, RollSource::Test) {
            return None;
        }
        let own = std::iter::once(&side.total).chain(side.inputs.iter().flatten());
        Self::of(stage, side.test, (own.collect(), chosen))
    }

    /// The same of an action that rolls one test and reads nothing else of dice; with that test.
    pub(super) fn of_deed(stage: &Stage<'_>, deed: &Deed, goal: Option<&Ir>) -> Option<(Self, Id<Test>)> {
        let action = stage.game.actions.get(deed.action)?;
        let mut own: Vec<&Ir> = action.need.iter().map(|(_, need)| need).chain(goal).collect();
        let mut rolled = None;
        for step in all_steps(&action.steps) {
            let once = match &step.verb {
                Verb::Roll(roll) => rolled.replace(roll.test).is_none(),
                Verb::Value(_) | Verb::Say(_) | Verb::Pay(_) | Verb::Lose(_) | Verb::Gain(_) | Verb::Set(_) => true,
                _ => false,
            };
            if !once {
                return None;
            }
            own.extend(step.formulas());
        }
        if action.ask.iter().any(|ask| matches!(ask.question.kind, AnswerKind::Dice)) {
            return None;
        }
        own.extend(action.ask.iter().flat_map(Ask::formulas));
        let test = rolled.filter(|test| stage.game.tests[*test].rolls().next().is_some())?;
        Some((Self::of(stage, test, (own, &deed.interventions))?, test))
    }

    /// Those of a test, and of what is done and asked with it.
    fn of(stage: &Stage<'_>, test: Id<Test>, (own, chosen): (Vec<&Ir>, &[Chosen])) -> Option<Self> {
        let game = stage.game;
        // What follows in other rolls would read the same dice otherwise.
        let states = || game.all_states().any(|state| state.enter.is_some() || state.leave.is_some());
        if states() || game.tags.iter().any(|tag| tag.ends.is_some()) {
            return None;
        }
        let (mut lowest, mut highest) = (1, 1);
        for (_, pool) in game.tests[test].rolls() {
            lowest = lowest.min(pool.die.lowest());
            let late = pool.late.iter().any(|late| matches!(late, Late::Sides(_)));
            highest = highest.max(if late { i64::MAX } else { pool.die.highest() });
        }
        let found = Self { steps: BTreeSet::new(), faces: (lowest, highest) };
        let mut reads = FaceReads { game, test: &game.tests[test], found };
        let all = reads.test_is_counted()
            && reads.interventions_count(test, chosen)
            && own.into_iter().all(|ir| reads.counts(ir))
            && chosen.iter().flat_map(|one| one.answers.values()).all(|answer| reads.answer(answer))
            && stage.policy.is_none_or(|policy| {
                policy.answers.is_empty()
                    && policy.rules.iter().flat_map(|rule| rule.when.iter().flatten()).all(|when| reads.counts(when))
            });
        all.then_some(reads.found)
    }

    /// A policy whose decisions see only what does not tell more faces apart.
    pub(super) fn seen(&self, game: &Game, test: Id<Test>, policy: &Policy) -> Policy {
        let mut seen = policy.clone();
        let def = &game.tests[test];
        for (intervention, sights) in game.interventions.iter().zip(&mut seen.sights) {
            for (place, sights) in intervention.places.iter().zip(sights) {
                if matches!(place.hook, Hook::Test(_, one) if one == test || place.also.binary_search(&test).is_ok()) {
                    sights.retain(|sight| {
                        let mut reads = FaceReads { game, test: def, found: self.clone() };
                        reads.counts(&sight.ir) && reads.found == *self
                    });
                }
            }
        }
        seen
    }

    /// The highest of the faces that are one with this one; `None`: all above it are, and how many is not known.
    pub(super) fn up_to(&self, face: i64) -> Option<i64> {
        let above = face.checked_add(1)?;
        let highest = Some(self.faces.1).filter(|highest| *highest < i64::MAX);
        self.steps.range(above..).next().map(|step| step - 1).or(highest)
    }

    /// The die whose faces are merged: of each that are one the lowest, as often as there are. `None`: none are.
    pub(super) fn merged(&self, die: &Die) -> Option<Die> {
        let step = |face: i64| self.steps.range(..=face).next_back().copied();
        let faces: Vec<i64> = match die {
            Die::Sides(sides) => (1..=i64::from(*sides)).collect(),
            Die::Faces(faces) => {
                let mut faces = faces.to_vec();
                faces.sort_unstable();
                faces
            }
        };
        let mut merged: Vec<i64> = Vec::with_capacity(faces.len());
        let mut last: Option<(Option<i64>, i64)> = None;
        for face in &faces {
            let (step, shown) = (step(*face), last.filter(|(before, _)| *before == step(*face)));
            let shown = shown.map_or(*face, |(_, shown)| shown);
            last = Some((step, shown));
            merged.push(shown);
        }
        (merged != faces).then(|| Die::Faces(Arc::from(merged)))
    }

    fn step(&mut self, op: CompareOp, number: i64) {
        let both = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        let at = (both || matches!(op, CompareOp::GreaterOrEqual | CompareOp::Less)).then_some(number);
        let above = both || matches!(op, CompareOp::Greater | CompareOp::LessOrEqual);
        let above = above.then_some(number).and_then(|number| number.checked_add(1));
        // Below the lowest face and above the highest there is none.
        let (lowest, highest) = self.faces;
        self.steps.extend([at, above].into_iter().flatten().filter(|step| *step > lowest && *step <= highest));
    }
}

/// What reads the dice of a test.
struct FaceReads<'a> {
    game: &'a Game,
    test: &'a Test,
    found: Merging,
}

impl<'a> FaceReads<'a> {
    fn test_is_counted(&mut self) -> bool {
        let test = self.test;
        let shown = |index: &usize| test.values.get(*index).is_some_and(|value| !matches!(value.ir.op, Op::Hand(..)));
        let defaults = test.inputs.iter().filter_map(|(_, question)| match &question.default {
            Some(Default::Value(ir)) => Some(ir),
            _ => None,
        });
        let said = [&test.margin, &test.shown_against].into_iter().filter_map(Said::formula);
        let values = test.values.iter().map(|value| &value.ir).filter(|ir| !matches!(ir.op, Op::Hand(..)));
        let formulas = std::iter::once(&test.total).chain(defaults);
        test.show.iter().all(shown)
            && test.inputs.iter().all(|(_, question)| question.picks.is_none())
            && test.rolls().all(|(_, pool)| self.throws(pool))
            && formulas.chain(said).chain(values).chain(test.outcome_formulas()).all(|ir| self.counts(ir))
    }

    /// Interventions that are wanted, that come by themselves, or that follow each such roll.
    fn interventions_count(&mut self, test: Id<Test>, chosen: &[Chosen]) -> bool {
        let game = self.game;
        for (index, intervention) in game.interventions.iter().enumerate() {
            let wanted = chosen.iter().any(|one| one.index == index);
            for place in &intervention.places {
                let at_test = [false, true].into_iter().any(|before| place.takes(Hook::Test(before, test)));
                let follows = place.takes(Hook::Settled(test));
                if !follows && (!at_test || !wanted && place.must.is_none()) {
                    continue;
                }
                let conditions = place.when.iter().chain(&place.must);
                if !(conditions.into_iter().all(|ir| self.counts(ir)) && self.is_done(&place.action)) {
                    return false;
                }
            }
        }
        true
    }

    fn is_done(&mut self, action: &'a Action) -> bool {
        for ask in &action.ask {
            let is_dice = matches!(ask.question.kind, AnswerKind::Dice);
            if !ask.formulas().all(|ir| is_dice && self.means_dice(ir) || self.counts(ir)) {
                return false;
            }
        }
        action.need.iter().all(|(_, need)| self.counts(need))
            && action.steps.iter().all(|step| {
                if let Verb::Reroll(again) = &step.verb
                    && let Some((low, high)) = again.showing
                {
                    low.into_iter().for_each(|low| self.found.step(CompareOp::GreaterOrEqual, low));
                    high.into_iter().for_each(|high| self.found.step(CompareOp::LessOrEqual, high));
                }
                matches!(&step.verb, Verb::Reroll(_) | Verb::Change(_) | Verb::Pay(_) | Verb::Lose(_) | Verb::Gain(_))
                    && step.formulas().all(|ir| self.counts(ir))
            })
    }

    /// An answer may name faces, or say by a rule which dice are meant.
    fn answer(&mut self, text: &str) -> bool {
        if let Some(rule) = DiceRule::read(text) {
            for (op, number) in rule.showing.into_iter().flatten() {
                self.found.step(op, number);
            }
            return rule.foremost.is_none_or(|(by, _)| matches!(by, Foremost::Best | Foremost::Worst));
        }
        for number in text.split(|letter: char| !letter.is_ascii_digit() && letter != '-') {
            match number.trim_matches('-') {
                "" => {}
                digits => match digits.parse::<i64>() {
                    Ok(face) => {
                        self.found.step(CompareOp::Equal, face);
                        self.found.step(CompareOp::Equal, -face);
                    }
                    Err(_) => return false,
                },
            }
        }
        true
    }

    /// Dice that are thrown as they are, the best or worst of them, and dice that bring others or are thrown again for
    /// what they show.
    fn throws(&mut self, pool: &'a Pool) -> bool {
        let chooses = |modifier: &PoolModifier| modifier.suffix.choice().is_some();
        let late = pool.late.iter().any(|late| match late {
            Late::Sides(_) => false,
            Late::Modifier(of, ..) => !pool.modifiers.get(*of).is_some_and(chooses),
            Late::Highest(_) => true,
        });
        for modifier in pool.modifiers.iter().filter(|modifier| !chooses(modifier)) {
            if modifier.suffix.brings() == Some(Brings::Sum) {
                return false;
            }
            modifier.conditions().for_each(|(op, number)| self.found.step(op, number));
        }
        !late && pool.formulas().all(|ir| self.counts(ir))
    }

    fn compared(&mut self, op: CompareOp, number: &Ir) -> bool {
        let Op::Number(number) = number.op else { return false };
        self.found.step(op, number);
        true
    }

    /// It is read of dice how many meet a condition.
    fn is_count(&mut self, what: &PoolRead) -> bool {
        match what {
            PoolRead::Count(op, number) => self.compared(*op, number),
            PoolRead::CountAny(all) => all.iter().all(|(op, number)| self.compared(*op, number)),
            _ => false,
        }
    }

    /// A formula that yields dice, chosen by no more than the order of their faces.
    fn means_dice(&mut self, ir: &'a Ir) -> bool {
        match &ir.op {
            Op::Roll | Op::Slot(_) => true,
            Op::InHand(_, inner) | Op::Picked(_, inner) => self.means_dice(inner),
            Op::Chosen(how, of) => {
                let how = match how {
                    Choosing::All | Choosing::Rest => true,
                    Choosing::Foremost(Foremost::Best | Foremost::Worst, number) => self.counts(number),
                    Choosing::Showing(conditions) => conditions.iter().all(|(op, number)| self.compared(*op, number)),
                    Choosing::Foremost(..) | Choosing::Place(_) => false,
                };
                how && of.iter().all(|ir| self.means_dice(ir))
            }
            _ => false,
        }
    }

    /// A formula that reads of dice only how many meet a condition.
    fn counts(&mut self, ir: &'a Ir) -> bool {
        match &ir.op {
            Op::Read { what, pool: None } => self.is_count(what),
            Op::InHand(_, inner) => self.counts(inner),
            Op::ReadOff(ChosenRead::Any(what), of) => self.is_count(what) && self.means_dice(of),
            Op::Value(index) => self.test.values.get(*index).is_some_and(|value| !matches!(value.ir.op, Op::Hand(..))),
            // What is read of other dice or of other rolls is not looked into.
            Op::Roll
            | Op::Hand(..)
            | Op::Dice(_)
            | Op::Pool(_)
            | Op::Read { .. }
            | Op::Chosen(..)
            | Op::Picked(..)
            | Op::ReadOff(..)
            | Op::Called(_)
            | Op::Beats(..)
            | Op::Cell(_)
            | Op::Inside(..)
            | Op::Did(..) => false,
            _ => ir.children().into_iter().all(|part| self.counts(part)),
        }
    }
}
