//! Odds after the roll: the effect of each possible intervention on thrown dice.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::OddsLimits;
use super::actions::{walked, walker_of};
use super::chance::Chance;
use super::distribution::Distribution;
use super::error::OddsError;
use super::expression::{ExpressionLeaf, gathered};
use super::model::{ActionOdds, Course, Courses, Odds, TestOdds};
use super::walk::{UnansweredQuestion, Walker};
use crate::check::program::{At, Hook};
use crate::check::{Prepared, Program};
use crate::diagnostic::Code;
use crate::engine::{
    ActionCall, Done, Failure, IMPOSSIBLE, Observer as _, Passed, RequestedIntervention, Stage, nowhere, roll,
};
use crate::sort::Sort as _;
use crate::world::Event;

/// Ways to answer the questions of one intervention of one character that are tried.
pub(super) const MOST_COURSES: usize = 500;

/// How many times more ways than are tried a first way has to promise before none of the others is begun: later ones may
/// leave fewer dice to pick.
const SURELY: usize = 4;

/// Steps that a look at all characters counts as, before and after each run.
const WORLD: u64 = 120;

/// No dice, as it is answered.
const NONE: &str = "none";

/// What something costs: whose points, which, how many.
type Cost = Vec<(String, String, i64)>;

/// An answer to a question of an intervention, or of the action in which it is done.
#[derive(Debug, Clone)]
struct HookAnswer {
    name: String,
    answer: String,
    /// It says which dice are thrown again.
    dice: bool,
    /// It is the intervention that asks.
    intervening: bool,
}

/// The odds of one course: those of the test, those of the action around it, and the cost.
type CourseResult = (Odds, Option<ActionOdds>, Cost);

/// The result of a course, or the question that has to be answered first.
enum CourseEnd {
    Odds(Box<CourseResult>),
    Asks(UnansweredQuestion),
}

/// A roll on the table: the places where interventions are possible, and the known faces.
#[derive(Debug, Default)]
struct KnownRoll {
    places: Vec<(usize, Passed)>,
    /// What interventions that were done before have cost at each of these places.
    paid: Vec<Cost>,
    /// The price of the intervention that is done there.
    cost: Cost,
}

impl KnownRoll {
    /// Looks at one run. The place of the intervention that is done in it has a price.
    fn note(&mut self, stage: &Stage<'_>, place: Option<usize>, done: &Done, lying: &[usize]) -> Result<(), Failure> {
        if self.places.is_empty() {
            let places = lying.iter().filter_map(|number| Some((*number, done.passed.get(*number)?.clone())));
            self.places = places.filter(|(_, passed)| matches!(passed.hook, Hook::Test(false, _))).collect();
            self.paid = self.places.iter().map(|(_, passed)| cost_at(stage, passed, done)).collect::<Result<_, _>>()?;
        }
        if let Some((place, passed)) = place.and_then(|place| Some((place, done.passed.get(place)?))) {
            let paid = self.places.iter().position(|(number, _)| *number == place).and_then(|at| self.paid.get(at));
            let cost = less(cost_at(stage, passed, done)?, paid.map_or(&[], Vec::as_slice));
            if total(&cost) > total(&self.cost) {
                self.cost = cost;
            }
        }
        Ok(())
    }
}

/// Tries one course, with these answers to questions of the action.
type Tried<'t> =
    &'t dyn Fn(&[RequestedIntervention], &BTreeMap<String, String>, &mut KnownRoll) -> Result<CourseEnd, OddsError>;

/// Every intervention that is possible after a test whose dice show these faces, with every set
/// of dice and every other answer that it asks for; the best first. Dice of interventions that were done `before` have
/// fallen, too.
///
/// # Errors
///
/// What stopped the test itself: it is none, the faces do not fit, something is not known.
pub fn courses(
    stage: &Stage<'_>,
    prepared: &Prepared,
    who: usize,
    (faces, before): (&[i64], &[RequestedIntervention]),
    bounds: &OddsLimits,
) -> Result<Courses, OddsError> {
    let (stage, budget) = (stage.quiet(), &bounds.budget());
    let Program::Test(side) = &prepared.program else { return Err(OddsError::NoTest) };
    let at = if side.total.at.origin == At::TYPED { side.total.at } else { nowhere() };
    each(&stage, false, &|chosen, answers, lying| {
        let mut walker = Walker::new(bounds, budget).pinned(faces);
        if !chosen.is_empty() {
            walker = walker.asking();
        }
        let place = chosen.first().and_then(|chosen| chosen.place);
        let walked = walker.walk(|walker| {
            walker.worked(WORLD).map_err(|refusal| Failure::refused(refusal, nowhere()))?;
            let (evaluation, done) = roll(&stage, prepared, who, [before, chosen].concat(), walker)?;
            walker.nothing_lies_there(at)?;
            let here = done.passed.iter().position(|passed| passed.hook == Hook::Test(false, side.test));
            lying.note(&stage, place, &done, here.as_slice())?;
            ExpressionLeaf::of(evaluation, walker.open_ended())
        });
        let odds = walked.and_then(|walked| gathered(stage.game, prepared, walked.answered()?));
        ended(odds.map(|odds| (odds, None)), &mut walker, (chosen, answers), lying)
    })
}

/// The same of an action in which the dice of the stage have fallen: every intervention that is possible in the roll
/// that was thrown.
///
/// # Errors
///
/// What stopped the action itself: the faces do not fit, something is not known.
pub fn courses_of_action(stage: &Stage<'_>, call: &ActionCall, bounds: &OddsLimits) -> Result<Courses, OddsError> {
    let stage = stage.quiet();
    let budget = bounds.budget();
    let key = RefCell::new(None);
    each(&stage, !call.interventions.is_empty(), &|chosen, answers, lying| {
        let mut call = ActionCall { interventions: [&call.interventions, chosen].concat(), ..call.clone() };
        call.answers.extend(answers.clone());
        let mut walker = walker_of(&stage, bounds, &budget);
        if !chosen.is_empty() {
            walker = walker.asking();
        }
        let place = chosen.first().and_then(|chosen| chosen.place);
        let note = &mut |done: &Done, walker: &Walker| lying.note(&stage, place, done, &walker.lying);
        let odds = walked(&stage, &call, (bounds, &budget), &mut walker, note).map(|call| {
            // The same test in each course, whatever was rolled in between.
            let same = |test: &TestOdds| (test.label.clone(), test.test.clone(), test.who.clone());
            let mut key = key.borrow_mut();
            if key.is_none() {
                // Where nothing is rolled any more there is none.
                if let Some((before, [test, ..])) = call.tests.split_at_checked(call.past) {
                    let test = same(test);
                    let nth = before.iter().filter(|other| same(other) == test).count();
                    *key = Some((test, nth));
                }
            }
            let found =
                key.as_ref().and_then(|(key, nth)| call.tests.iter().filter(|test| same(test) == *key).nth(*nth));
            (found.map_or_else(|| Odds::of_values(Distribution::nothing()), |test| test.odds.clone()), Some(call))
        });
        ended(odds, &mut walker, (chosen, answers), lying)
    })
}

/// A course that was walked, or the question that stopped it, unless that was answered.
fn ended(
    odds: Result<(Odds, Option<ActionOdds>), OddsError>,
    walker: &mut Walker,
    (chosen, answers): (&[RequestedIntervention], &BTreeMap<String, String>),
    lying: &mut KnownRoll,
) -> Result<CourseEnd, OddsError> {
    let answered = |asked: &UnansweredQuestion| match asked.intervening {
        true => chosen.iter().any(|chosen| chosen.answers.contains_key(&asked.name)),
        false => answers.contains_key(&asked.name),
    };
    match (odds, walker.asked()) {
        (Err(_), Some(asked)) if !answered(&asked) => Ok(CourseEnd::Asks(asked)),
        (odds, _) => odds.map(|(odds, call)| CourseEnd::Odds(Box::new((odds, call, std::mem::take(&mut lying.cost))))),
    }
}

/// All courses: nothing is done, or one intervention in the roll that was thrown. Of two sides, where something was
/// `done` already, only in the last: in an earlier one it would take the dice that fell since for its own.
fn each(stage: &Stage<'_>, done: bool, one: Tried<'_>) -> Result<Courses, OddsError> {
    let mut found = Courses { courses: Vec::new(), impossible: Vec::new() };
    let mut lying = KnownRoll::default();
    let CourseEnd::Odds(left) = one(&[], &BTreeMap::new(), &mut lying)? else { return Err(OddsError::NoTest) };
    found.courses.push(Course::of(*left, None, Vec::new()));
    let mut places = lying.places.clone();
    let last = places.len().saturating_sub(1);
    let since: Vec<_> = places.drain(..if done { last } else { 0 }).collect();
    for (index, intervention) in stage.game.interventions.iter().enumerate() {
        let before = found.courses.len();
        let mut waiting = Vec::new();
        for (number, passed) in &places {
            let place = intervention.places.iter().find(|place| place.must.is_none() && place.takes(passed.hook));
            let Some(place) = place else { continue };
            // Where several sides roll it has to be said in whose roll.
            let at = (lying.places.len() > 1).then(|| ("at".to_owned(), passed.who.clone()));
            let others = stage.world.people.iter().skip(1).map(|person| &person.name);
            let others = others.filter(|name| **name != passed.who).map(|name| Some(name.clone()));
            for who in std::iter::once(None).chain(others.filter(|_| place.own_role().is_some())) {
                let who = who.zip(place.own_role()).map(|(who, role)| (role.to_owned(), who));
                waiting.push((*number, at.clone().into_iter().collect::<Vec<_>>(), who, Vec::new(), 1_usize));
            }
        }
        waiting.reverse();
        let (mut tried, most) = (0, MOST_COURSES.saturating_mul(waiting.len()));
        let mut impossible: Option<Failure> = None;
        while let Some((number, at, who, answers, ways)) = waiting.pop() {
            tried += 1;
            if tried > most {
                return Err(OddsError::TooLong(num_bigint::BigUint::from(ways.max(tried + waiting.len()))));
            }
            let said = |intervening| {
                let said = answers.iter().filter(move |said: &&HookAnswer| said.intervening == intervening);
                said.map(|said| (said.name.clone(), said.answer.clone()))
            };
            let map = said(true).chain(who.clone()).collect();
            let chosen =
                RequestedIntervention { index, place: Some(number), answers: map, ..RequestedIntervention::default() };
            match one(&[chosen], &said(false).collect(), &mut lying) {
                Ok(CourseEnd::Odds(_)) if ways > SURELY.saturating_mul(most) => {
                    return Err(OddsError::TooLong(num_bigint::BigUint::from(ways)));
                }
                Ok(CourseEnd::Odds(came)) => {
                    let dice = answers.iter().filter(|said| said.dice);
                    let again = dice.flat_map(|said| faces_in(&said.answer)).collect();
                    let others = answers.into_iter().filter(|said| !said.dice).map(|said| (said.name, said.answer));
                    let of_others = who.is_some();
                    let answers = at.into_iter().chain(who).chain(others).collect();
                    let course = Course::of(*came, Some(intervention.name.to_string()), again);
                    found.courses.push(Course { answers, of_others, ..course });
                }
                Ok(CourseEnd::Asks(UnansweredQuestion { name, mut options, dice, intervening })) => {
                    if options.is_empty() {
                        // Without dice it may be possible, or says why it is not.
                        options.push(NONE.to_owned());
                    }
                    let ways = ways.saturating_mul(options.len());
                    for option in options.into_iter().rev() {
                        let mut more = answers.clone();
                        more.push(HookAnswer { name: name.clone(), answer: option, dice, intervening });
                        waiting.push((number, at.clone(), who.clone(), more, ways));
                    }
                }
                Err(OddsError::Stopped(failure)) if IMPOSSIBLE.contains(&failure.code()) => {
                    impossible.get_or_insert(*failure);
                }
                // What stops one course says nothing of the others.
                Err(OddsError::Stopped(failure)) if failure.stop().is_none() && failure.code() != Code::Internal => {
                    found.impossible.push((called(&intervention.name, &answers), *failure));
                }
                Err(other) => return Err(other),
            }
        }
        if let (true, Some(failure)) = (found.courses.len() == before, impossible) {
            found.impossible.push((intervention.name.to_string(), failure));
        }
        // What dice that fell since would come to is not known.
        for (_, passed) in &since {
            if intervention.places.iter().any(|place| place.must.is_none() && place.takes(passed.hook)) {
                let name = format!("{} · at {}", intervention.name, passed.who);
                found.impossible.push((name, Failure::new(Code::DiceSince, nowhere()).arg("who", passed.who.clone())));
            }
        }
    }
    found.courses.order_by(better);
    Ok(found)
}

impl Course {
    fn of((odds, action, cost): CourseResult, intervention: Option<String>, again: Vec<i64>) -> Self {
        let (answers, of_others, action) = (Vec::new(), false, action.map(Box::new));
        Self { intervention, answers, of_others, again, cost, odds, action }
    }
}

/// An intervention and what is answered to its questions, in words.
fn called(name: &str, answers: &[HookAnswer]) -> String {
    let mut called = name.to_owned();
    for said in answers {
        match said.dice {
            true => called.extend([" ", &said.answer.replace(',', " ")]),
            false => called.extend([" · ", &said.name, " ", &said.answer]),
        }
    }
    called
}

/// More success first, then more of the total, then what the roller does, then what costs less.
fn better(one: &Course, other: &Course) -> std::cmp::Ordering {
    let success = |course: &Course| course.odds.success().unwrap_or_else(Chance::never);
    let mean = |course: &Course| course.odds.values.mean();
    let ranked = success(other).cmp(&success(one)).then_with(|| mean(other).cmp(&mean(one)));
    let ranked = ranked.then_with(|| one.of_others.cmp(&other.of_others));
    let ranked = ranked.then_with(|| total(&one.cost).cmp(&total(&other.cost)));
    ranked.then_with(|| one.again.len().cmp(&other.again.len())).then_with(|| one.again.cmp(&other.again))
}

/// The faces of the dice that an answer names: `4,1`, `3 (d8),1 (d6)`.
pub(super) fn faces_in(answer: &str) -> Vec<i64> {
    let dice = answer.split(',').map(|die| die.split_once('(').map_or(die, |(face, _)| face));
    dice.filter_map(|face| face.trim().parse().ok()).collect()
}

/// The points that were paid at a place.
fn cost_at(stage: &Stage<'_>, passed: &Passed, done: &Done) -> Result<Cost, Failure> {
    cost(stage, done.events.get(passed.events.clone()).ok_or_else(|| Failure::internal(nowhere()))?)
}

/// What is left of a price without what was paid before.
fn less(mut cost: Cost, paid: &[(String, String, i64)]) -> Cost {
    for (who, what, count) in &mut cost {
        let before = paid.iter().find(|(name, points, _)| name == who && points == what);
        *count = count.saturating_sub(before.map_or(0, |(.., before)| *before));
    }
    cost.retain(|(.., count)| *count > 0);
    cost
}

/// The points that were paid.
fn cost(stage: &Stage<'_>, events: &[Event]) -> Result<Cost, Failure> {
    let mut cost = Cost::new();
    for event in events {
        let Event::Points { who, points, from, to } = event else { continue };
        if to >= from {
            continue;
        }
        let person = stage.world.people.get(*who).ok_or_else(|| Failure::internal(nowhere()))?;
        let points = &stage.game.points[*points];
        let (name, called) = (person.name.clone(), points.name.to_string());
        let count = from.saturating_sub(*to);
        match cost.iter_mut().find(|(one, what, _)| *one == name && *what == called) {
            Some((.., sum)) => *sum = sum.saturating_add(count),
            None => cost.push((name, called, count)),
        }
    }
    Ok(cost)
}

/// How many points that are in all.
fn total(cost: &Cost) -> i64 {
    cost.iter().map(|(.., count)| *count).sum()
}
