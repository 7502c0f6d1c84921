//! Equivalence classes of faces. If only the number of dice that meet comparisons is read, all faces between two
//! thresholds are equivalent: for `count(5d10, >= 6)`, `count(5d10, 10)` a die has three classes, and five dice have 21
//! multisets instead of 2,002. The order of faces is preserved, so the best and the worst dice stay the same. Each throw of
//! a test has classes of its own, unless its dice are compared with those of another: a choice of the worst dice of two
//! throws may be read only by their faces then, as of equivalent ones it is unknown which are lower.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::check::program::{
    Action, AnswerKind, Ask, At, CheckedGame, Choosing, ChosenRead, Default, DiceSelection, Die, Foremost, Hook, Ir,
    Late, Lowered, Op, Pool, PoolRead, RollFact, Test, Verb,
};
use crate::check::{RollSource, Side, all_steps};
use crate::dice::{Brings, CompareOp, PoolModifier};
use crate::engine::{ActionCall, DiceRule, Policy, RequestedIntervention, Stage};
use crate::id::{Id, IdVec};
use crate::ruleset::model::OptionalDecl;
use crate::ruleset::steps::{Fact, Reroll};

/// The equivalence classes of the faces of each throw of a test.
#[derive(Debug, Clone)]
pub(super) struct FaceClasses {
    throws: IdVec<Classes>,
}

/// A throw of the test, by its classes.
type Throw = Id<Classes>;

/// The classes of one throw, or of several that are compared with one another.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Classes {
    /// The pools, by their places in the ruleset.
    pools: Vec<At>,
    /// The least faces that are distinguished from those below; `None`: each face is.
    steps: Option<BTreeSet<i64>>,
    /// The lowest and the highest face of all dice, as far as that is known.
    faces: (i64, i64),
}

impl FaceClasses {
    /// Those of a typed test with interventions; `None`: each face of each throw is distinguished.
    pub(super) fn of_roll(stage: &Stage<'_>, side: &Side, chosen: &[RequestedIntervention]) -> Option<Self> {
        if !matches!(side.roll, RollSource::Test) {
            return None;
        }
        let own = std::iter::once(&side.total).chain(side.inputs.iter().flatten());
        Self::of(stage, side.test, (own.collect(), chosen))
    }

    /// The same of an action that rolls one test; with that test.
    pub(super) fn of_action(stage: &Stage<'_>, call: &ActionCall, goal: Option<&Ir>) -> Option<(Self, Id<Test>)> {
        let (test, own) = only_test(stage.game, call)?;
        let own = own.into_iter().chain(goal).collect();
        Some((Self::of(stage, test, (own, &call.interventions))?, test))
    }

    /// Those of a test, and of what is done and asked with it.
    fn of(stage: &Stage<'_>, test: Id<Test>, (own, chosen): (Vec<&Ir>, &[RequestedIntervention])) -> Option<Self> {
        let game = stage.game;
        // What follows in other rolls would read the same dice otherwise.
        if leads_on(game) {
            return None;
        }
        if stage.policy.is_some_and(|policy| !policy.answers.is_empty()) {
            return None;
        }
        let mut reads = FaceReads::of(game, &game.tests[test]);
        reads.test();
        reads.interventions(test, chosen)?;
        own.into_iter().for_each(|ir| reads.formula(ir));
        for rule in stage.policy.iter().flat_map(|policy| &policy.rules) {
            let places = &game.intervention(rule.chosen.index).places;
            let here = places.iter().zip(&rule.when).filter(|(place, _)| place.is_about(test));
            here.filter_map(|(_, when)| when.as_ref()).for_each(|when| reads.formula(when));
        }
        Some(reads.found).filter(|found| found.throws.iter().any(|classes| classes.steps.is_some()))
    }

    /// The same with one set of classes for all throws, for those who see all dice together; `None`: of some throw each
    /// face is distinguished.
    pub(super) fn joined(mut self) -> Option<Self> {
        self.join(&self.throws.ids().collect::<Vec<_>>());
        self.throws.iter().all(|classes| classes.steps.is_some()).then_some(self)
    }

    /// A policy whose decisions see only what does not distinguish more faces.
    pub(super) fn seen(&self, game: &CheckedGame, test: Id<Test>, policy: &Policy) -> Policy {
        let mut seen = policy.clone();
        for (intervention, sights) in game.interventions.iter().zip(&mut seen.sights) {
            for (place, sights) in intervention.places.iter().zip(sights) {
                if place.is_about(test) {
                    sights.retain(|sight| {
                        let mut reads = FaceReads { found: self.clone(), ..FaceReads::of(game, &game.tests[test]) };
                        reads.formula(&sight.ir);
                        reads.found.throws.as_slice() == self.throws.as_slice()
                    });
                }
            }
        }
        seen
    }

    /// Of joined classes the highest of the faces that are one with this one; `None`: all above it are, and how many is
    /// not known.
    pub(super) fn up_to(&self, face: i64) -> Option<i64> {
        let above = face.checked_add(1)?;
        let classes = self.throws.as_slice().first()?;
        let highest = Some(classes.faces.1).filter(|highest| *highest < i64::MAX);
        classes.steps.iter().flat_map(|steps| steps.range(above..)).next().map(|step| step - 1).or(highest)
    }

    /// The die of a pool with merged faces: of each that are one the lowest, as often as there are. `None`: none are.
    pub(super) fn merged(&self, pool: At, die: &Die) -> Option<Die> {
        let steps = self.throws.iter().find(|classes| classes.pools.contains(&pool))?.steps.as_ref()?;
        let step = |face: i64| steps.range(..=face).next_back().copied();
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

    /// Dice of these throws are compared with one another.
    fn join(&mut self, throws: &[Throw]) {
        let Some((first, others)) = throws.split_first() else { return };
        let mut both = self.throws[*first].clone();
        for other in others {
            let other = &self.throws[*other];
            both.pools
                .extend(other.pools.iter().filter(|pool| !both.pools.contains(pool)).copied().collect::<Vec<_>>());
            both.faces = (both.faces.0.min(other.faces.0), both.faces.1.max(other.faces.1));
            both.steps = both.steps.zip(other.steps.as_ref()).map(|(steps, more)| &steps | more);
        }
        for classes in
            self.throws.iter_mut().filter(|classes| both.pools.iter().any(|pool| classes.pools.contains(pool)))
        {
            *classes = both.clone();
        }
    }

    /// The classes of a throw, and of those that are compared with it.
    fn each_of(&mut self, throw: Throw, change: impl Fn(&mut Classes)) {
        let pools = self.throws[throw].pools.clone();
        let alike = |classes: &&mut Classes| pools.iter().any(|pool| classes.pools.contains(pool));
        self.throws.iter_mut().filter(alike).for_each(change);
    }

    fn step(&mut self, throw: Throw, op: CompareOp, number: i64) {
        let both = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
        let at = (both || matches!(op, CompareOp::GreaterOrEqual | CompareOp::Less)).then_some(number);
        let above = both || matches!(op, CompareOp::Greater | CompareOp::LessOrEqual);
        let above = above.then_some(number).and_then(|number| number.checked_add(1));
        self.each_of(throw, |classes| {
            // Below the lowest face and above the highest there is none.
            let (lowest, highest) = classes.faces;
            let told = [at, above].into_iter().flatten().filter(|step| *step > lowest && *step <= highest);
            classes.steps.iter_mut().for_each(|steps| steps.extend(told.clone()));
        });
    }
}

/// The only test that an action rolls, once, and what else the action reads; `None`: there is none, or more happens.
fn only_test<'a>(game: &'a CheckedGame, call: &ActionCall) -> Option<(Id<Test>, Vec<&'a Ir>)> {
    let action = game.actions.get(call.action)?;
    let mut own: Vec<&Ir> = action.need.iter().map(|(_, need)| need).collect();
    let mut rolled = None;
    for step in all_steps(&action.steps) {
        let once = match &step.verb {
            Verb::Roll(roll) => rolled.replace(roll.test).is_none(),
            verb => is_simple(verb),
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
    Some((rolled.filter(|test| game.tests[*test].rolls().next().is_some())?, own))
}

/// Whether entering or leaving states, or tags that end, may lead to other rolls.
fn leads_on(game: &CheckedGame) -> bool {
    game.all_states().any(|state| state.enter.is_some() || state.leave.is_some())
        || game.tags.iter().any(|tag| tag.ends.is_some())
}

/// Whether best play in the only test of an action needs to see no more than how it ends: all that may be done is to throw
/// all dice again, and nothing else reads them.
pub(super) fn ends_suffice_in_action(game: &CheckedGame, call: &ActionCall, goal: &Ir) -> bool {
    only_test(game, call).is_some_and(|(test, own)| {
        own.into_iter().chain([goal]).all(|ir| !reads_roll(ir)) && ends_suffice(game, test, &call.interventions)
    })
}

/// The same of a typed test.
pub(super) fn ends_suffice(game: &CheckedGame, test: Id<Test>, chosen: &[RequestedIntervention]) -> bool {
    let Some(first) = chosen.first() else { return false };
    if leads_on(game) || chosen.iter().any(|one| one.index != first.index || !one.answers.is_empty()) {
        return false;
    }
    game.interventions.iter().enumerate().all(|(index, intervention)| {
        intervention.places.iter().all(|place| match (index == first.index, place.takes(Hook::Settled(test))) {
            (_, true) => false,
            (true, _) => !place.takes(Hook::Test(true, test)) && throws_all(&place.action),
            (false, _) => place.must.is_none(),
        })
    })
}

/// Whether an intervention asks nothing, and does nothing with dice but to throw all of them again.
fn throws_all(action: &Action) -> bool {
    let steps = all_steps(&action.steps);
    let formulas = steps.iter().flat_map(|step| step.formulas()).chain(action.need.iter().map(|(_, need)| need));
    action.ask.is_empty()
        && formulas.into_iter().all(|ir| !reads_roll(ir))
        && steps.iter().all(|step| match &step.verb {
            Verb::Reroll(again) => matches!(again.dice, DiceSelection::All) && again.showing.is_none(),
            verb => is_simple(verb),
        })
}

/// Whether a formula may read dice of a test, or what they come to.
pub(super) fn reads_roll(ir: &Ir) -> bool {
    ir.any_part(&|part| {
        matches!(
            part.op,
            Op::Roll
                | Op::Hand(..)
                | Op::InHand(..)
                | Op::Read { .. }
                | Op::Chosen(..)
                | Op::Picked(..)
                | Op::ReadOff(..)
                | Op::Called(_)
                | Op::Dice(_)
                | Op::Total
                | Op::OwnTotal
                | Op::Margin
                | Op::Value(_)
                | Op::Late(_)
                | Op::Cell(_)
                | Op::InRoll(..)
                | Op::RollFact(_, RollFact::Margin)
                | Op::Did(..)
                | Op::Inside(..)
        )
    })
}

/// Steps of an action that read dice by nothing but their formulas.
fn is_simple(verb: &Verb) -> bool {
    verb.only_does(|fact| {
        matches!(
            fact,
            Fact::Holds(_)
                | Fact::Says
                | Fact::Points(..)
                | Fact::Takes(..)
                | Fact::Gives(..)
                | Fact::Sets(..)
                | Fact::Ends(_)
        )
    })
}

/// What reads the dice of a test.
struct FaceReads<'a> {
    game: &'a CheckedGame,
    test: &'a Test,
    found: FaceClasses,
    /// Slots of the intervention that is looked at whose answers are dice, and the throws of these.
    picked: Vec<(usize, Vec<Throw>)>,
}

impl<'a> FaceReads<'a> {
    fn of(game: &'a CheckedGame, test: &'a Test) -> Self {
        let mut throws = IdVec::default();
        for (_, pool) in test.rolls() {
            let late = pool.late.iter().any(|late| matches!(late, Late::Sides(_)));
            let faces = (pool.die.lowest().min(1), if late { i64::MAX } else { pool.die.highest().max(1) });
            throws.push(Classes { pools: vec![pool.at], steps: Some(BTreeSet::new()), faces });
        }
        Self { game, test, found: FaceClasses { throws }, picked: Vec::new() }
    }

    fn all(&self) -> Vec<Throw> {
        self.found.throws.ids().collect::<Vec<_>>()
    }

    /// The throw of a name, by the index of its value.
    fn hand(&self, index: usize) -> Vec<Throw> {
        vec![Id::new(index + usize::from(self.test.roll.is_some()))]
    }

    /// Each face of these throws is distinguished.
    fn opens(&mut self, throws: &[Throw]) {
        throws.iter().for_each(|throw| self.found.each_of(*throw, |classes| classes.steps = None));
    }

    fn test(&mut self) {
        let test = self.test;
        for index in &test.show {
            if test.values.get(*index).is_none_or(|value| matches!(value.ir.op, Op::Hand(..))) {
                {
                    let throws = self.hand(*index);
                    self.opens(&throws);
                }
            }
        }
        for (_, question) in &test.inputs {
            if question.picks.is_some() {
                {
                    let throws = self.all();
                    self.opens(&throws);
                }
            }
            if let Some(Default::Value(ir)) = &question.default {
                self.formula(ir);
            }
        }
        self.all().into_iter().zip(test.rolls()).for_each(|(throw, (_, pool))| self.throws(throw, pool));
        let said = [&test.margin, &test.shown_against].into_iter().filter_map(OptionalDecl::formula);
        let values = test.values.iter().map(|value| &value.ir).filter(|ir| !matches!(ir.op, Op::Hand(..)));
        let formulas = std::iter::once(&test.total).chain(said).chain(values).chain(test.outcome_formulas());
        formulas.for_each(|ir| self.formula(ir));
    }

    /// Interventions that are wanted, that come by themselves, or that follow each such roll. `None`: it is not known what
    /// they read.
    fn interventions(&mut self, test: Id<Test>, chosen: &[RequestedIntervention]) -> Option<()> {
        let game = self.game;
        for (index, intervention) in game.interventions.iter().enumerate() {
            let wanted: Vec<&RequestedIntervention> = chosen.iter().filter(|one| one.index == index).collect();
            for place in &intervention.places {
                let at_test = [false, true].into_iter().any(|before| place.takes(Hook::Test(before, test)));
                let follows = place.takes(Hook::Settled(test));
                if !follows && (!at_test || wanted.is_empty() && place.must.is_none()) {
                    continue;
                }
                self.intervention(&place.action, &wanted)?;
                place.when.iter().chain(&place.must).for_each(|ir| self.formula(ir));
                self.picked.clear();
            }
        }
        Some(())
    }

    fn intervention(&mut self, action: &'a Action, wanted: &[&RequestedIntervention]) -> Option<()> {
        for ask in &action.ask {
            let picks = ask.question.picks.as_deref().filter(|_| matches!(ask.question.kind, AnswerKind::Dice));
            let Some(picks) = picks else {
                ask.formulas().for_each(|ir| self.formula(ir));
                continue;
            };
            let among = match &picks.among {
                Some(among) => self.dice(among, true),
                None => self.all(),
            };
            ask.when.iter().chain(&picks.exactly).chain(&picks.most).for_each(|ir| self.formula(ir));
            if let Some(Default::Value(default)) = &ask.question.default {
                self.dice(default, true);
            }
            let name = &action.slots.get(ask.slot)?.name;
            for answer in wanted.iter().filter_map(|one| one.answers.get(&**name)) {
                self.answer(answer, &among)?;
            }
            self.picked.push((ask.slot, among));
        }
        for step in all_steps(&action.steps) {
            match &step.verb {
                Verb::Reroll(again) => self.reroll(again),
                Verb::Change(_) => {}
                verb if is_simple(verb) => {}
                _ => return None,
            }
            step.formulas().for_each(|ir| self.formula(ir));
        }
        action.need.iter().for_each(|(_, need)| self.formula(need));
        Some(())
    }

    fn reroll(&mut self, again: &Reroll<Lowered>) {
        let throws = match again.dice {
            DiceSelection::Hand(index) => self.hand(index),
            DiceSelection::All | DiceSelection::Answer(_) => self.all(),
        };
        let Some((low, high)) = again.showing else { return };
        for throw in throws {
            low.into_iter().for_each(|low| self.found.step(throw, CompareOp::GreaterOrEqual, low));
            high.into_iter().for_each(|high| self.found.step(throw, CompareOp::LessOrEqual, high));
        }
    }

    /// An answer may name faces, or say by a rule which of these dice are meant. `None`: it cannot be read.
    fn answer(&mut self, text: &str, among: &[Throw]) -> Option<()> {
        if let Some(rule) = DiceRule::read(text) {
            for (op, number) in rule.showing.into_iter().flatten() {
                among.iter().for_each(|throw| self.found.step(*throw, op, number));
            }
            match rule.foremost {
                Some((Foremost::Best | Foremost::Worst, _)) if among.len() < 2 => {}
                None => {}
                Some(_) => self.opens(among),
            }
            return Some(());
        }
        for number in text.split(|letter: char| !letter.is_ascii_digit() && letter != '-') {
            let digits = number.trim_matches('-');
            if !digits.is_empty() {
                let face = digits.parse::<i64>().ok()?;
                for throw in among {
                    self.found.step(*throw, CompareOp::Equal, face);
                    self.found.step(*throw, CompareOp::Equal, -face);
                }
            }
        }
        Some(())
    }

    /// Dice that are thrown as they are, the best or worst of them, and dice that bring others or are thrown again for
    /// what they show.
    fn throws(&mut self, throw: Throw, pool: &'a Pool) {
        let chooses = |modifier: &PoolModifier| modifier.suffix.choice().is_some();
        let late = pool.late.iter().any(|late| match late {
            Late::Sides(_) => false,
            Late::Modifier(of, ..) => !pool.modifiers.get(*of).is_some_and(chooses),
            Late::Highest(_) => true,
        });
        let sums = pool.modifiers.iter().any(|modifier| modifier.suffix.brings() == Some(Brings::Sum));
        if late || sums {
            self.opens(&[throw]);
        }
        for modifier in pool.modifiers.iter().filter(|modifier| !chooses(modifier)) {
            modifier.conditions().for_each(|(op, number)| self.found.step(throw, op, number));
        }
        pool.formulas().for_each(|ir| self.formula(ir));
    }

    /// It is read of dice how many meet a condition; of anything else each face is distinguished.
    fn counts(&mut self, what: &'a PoolRead, throws: &[Throw]) {
        let conditions: Vec<(CompareOp, &Ir)> = match what {
            PoolRead::Count(op, number) => vec![(*op, number)],
            PoolRead::CountAny(all) => all.iter().map(|(op, number)| (*op, number)).collect(),
            _ => return self.opens(throws),
        };
        for (op, number) in conditions {
            match number.op {
                Op::Number(number) => throws.iter().for_each(|throw| self.found.step(*throw, op, number)),
                _ => self.opens(throws),
            }
        }
    }

    /// The throws of a formula that yields dice. `which`: it matters which dice they are, and not only what they show.
    fn dice(&mut self, ir: &'a Ir, which: bool) -> Vec<Throw> {
        match &ir.op {
            Op::Roll => self.all(),
            Op::InHand(index, inner) if matches!(inner.op, Op::Roll) => self.hand(*index),
            Op::Slot(slot) => match self.picked.iter().find(|(one, _)| one == slot) {
                Some((_, throws)) => throws.clone(),
                None => self.all(),
            },
            Op::Picked(_, inner) => self.dice(inner, which),
            Op::Chosen(how, of) => {
                let mut throws: Vec<Throw> = Vec::new();
                for ir in of {
                    let more = self.dice(ir, which);
                    throws.extend(more.into_iter().filter(|throw| !throws.contains(throw)).collect::<Vec<_>>());
                }
                how.formulas().for_each(|ir| self.formula(ir));
                match how {
                    Choosing::All | Choosing::Rest => {}
                    Choosing::Foremost(Foremost::Best | Foremost::Worst, _) if which && throws.len() > 1 => {
                        self.opens(&throws);
                    }
                    Choosing::Foremost(Foremost::Best | Foremost::Worst, _) => self.found.join(&throws),
                    Choosing::Showing(conditions) => {
                        for (op, number) in conditions {
                            match number.op {
                                Op::Number(number) => throws.iter().for_each(|one| self.found.step(*one, *op, number)),
                                _ => self.opens(&throws),
                            }
                        }
                    }
                    Choosing::Foremost(..) | Choosing::Place(_) => self.opens(&throws),
                }
                throws
            }
            _ => {
                {
                    let throws = self.all();
                    self.opens(&throws);
                }
                self.all()
            }
        }
    }

    fn formula(&mut self, ir: &'a Ir) {
        self.reads(ir, None);
    }

    /// A formula, of which what is read of the roll is read of the named throw.
    fn reads(&mut self, ir: &'a Ir, hand: Option<usize>) {
        let roll = || hand.map_or_else(|| self.all(), |hand| self.hand(hand));
        match &ir.op {
            Op::Read { what, pool: None } => {
                let roll = roll();
                self.counts(what, &roll);
                what.formulas().for_each(|ir| self.formula(ir));
            }
            Op::Roll => {
                let roll = roll();
                self.opens(&roll);
            }
            Op::InHand(index, inner) => self.reads(inner, Some(*index)),
            Op::Hand(index, pool) => {
                {
                    let throws = self.hand(*index);
                    self.opens(&throws);
                }
                pool.formulas().for_each(|ir| self.formula(ir));
            }
            Op::ReadOff(ChosenRead::Any(what), of) => {
                let throws = self.dice(of, false);
                self.counts(what, &throws);
                what.formulas().for_each(|ir| self.formula(ir));
            }
            Op::ReadOff(_, of) => {
                let throws = self.dice(of, true);
                self.opens(&throws);
            }
            Op::Chosen(..) | Op::Picked(..) => {
                let throws = self.dice(ir, true);
                self.opens(&throws);
            }
            Op::Slot(slot) => {
                if let Some((_, throws)) = self.picked.iter().find(|(one, _)| one == slot).cloned() {
                    self.opens(&throws);
                }
            }
            Op::Value(index)
                if self.test.values.get(*index).is_none_or(|value| matches!(value.ir.op, Op::Hand(..))) =>
            {
                let throws = self.hand(*index);
                self.opens(&throws);
            }
            // What is read of named dice, by tables and in other actions is not looked into.
            Op::Dice(_) | Op::Called(_) | Op::Cell(_) | Op::Inside(..) | Op::Did(..) => {
                {
                    let throws = self.all();
                    self.opens(&throws);
                }
                ir.children().into_iter().for_each(|part| self.formula(part));
            }
            // Dice that are thrown apart are others.
            _ => ir.children().into_iter().for_each(|part| self.reads(part, hand)),
        }
    }
}
