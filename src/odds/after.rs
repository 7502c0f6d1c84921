//! Odds after the roll: what each possible intervention makes of dice that have fallen.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Bounds;
use super::chance::Chance;
use super::conserved::lost;
use super::expression::{Leaf, gathered};
use super::mass::Mass;
use super::model::{Course, Courses};
use super::trouble::Trouble;
use super::walk::{Walked, Walker};
use crate::check::program::Hook;
use crate::check::{Prepared, Program};
use crate::diagnostic::Code;
use crate::engine::{Chosen, Done, Failure, IMPOSSIBLE, Observer as _, Stage, nowhere, roll};
use crate::limits::Budget;
use crate::sort::Sort as _;
use crate::world::Event;

/// Ways to answer the questions of one intervention that are tried.
pub(super) const MOST_COURSES: usize = 500;

/// Steps that a look at all characters counts as, before and after each run.
const WORLD: u64 = 120;

/// No dice, as it is answered.
const NONE: &str = "none";

/// What something costs: whose points, which, how many.
type Cost = Vec<(String, String, i64)>;

/// An answer to a question of an intervention.
#[derive(Debug, Clone)]
struct HookAnswer {
    name: String,
    answer: String,
    /// It says which dice are thrown again.
    dice: bool,
}

/// What a course comes to, or the question that has to be answered first.
enum CourseEnd {
    Odds(Box<(super::model::Odds, Cost)>),
    Asks(String, Vec<String>, bool),
}

/// Every intervention that is possible after a test whose dice show these faces, with every set
/// of dice and every other answer that it asks for; the best first.
///
/// # Errors
///
/// What stopped the test itself: it is none, the faces do not fit, something is not known.
pub fn courses(
    stage: &Stage<'_>,
    prepared: &Prepared,
    who: usize,
    faces: &[i64],
    bounds: &Bounds,
) -> Result<Courses, Trouble> {
    let (stage, budget) = (stage.quiet(), &bounds.budget());
    let Program::Test(side) = &prepared.program else { return Err(Trouble::NoTest) };
    let one = |chosen: Option<Chosen>| course(&stage, prepared, who, faces, chosen, (bounds, budget));
    let mut found = Courses { courses: Vec::new(), impossible: Vec::new() };
    match one(None)? {
        CourseEnd::Odds(left) => found.courses.push(Course {
            intervention: None,
            answers: Vec::new(),
            again: Vec::new(),
            cost: left.1,
            odds: left.0,
        }),
        CourseEnd::Asks(..) => return Err(Trouble::NoTest),
    }
    for (index, intervention) in stage.game.interventions.iter().enumerate() {
        let hook = Hook::Test(false, side.test);
        if !intervention.places.iter().any(|place| place.must.is_none() && place.takes(hook)) {
            continue;
        }
        let mut waiting: Vec<Vec<HookAnswer>> = vec![Vec::new()];
        let mut tried = 0;
        let mut impossible: Option<Failure> = None;
        let before = found.courses.len();
        while let Some(answers) = waiting.pop() {
            tried += 1;
            if tried > MOST_COURSES {
                return Err(Trouble::TooLong(num_bigint::BigUint::from(tried + waiting.len())));
            }
            let map = answers.iter().map(|said| (said.name.clone(), said.answer.clone())).collect();
            match one(Some(Chosen { index, answers: map, ..Chosen::default() })) {
                Ok(CourseEnd::Odds(came)) => {
                    let dice = answers.iter().filter(|said| said.dice);
                    let again = dice.map(|said| faces_of(&said.answer)).collect::<Option<Vec<_>>>();
                    let again = again.ok_or_else(|| lost())?.concat();
                    let others = answers.into_iter().filter(|said| !said.dice);
                    let answers = others.map(|said| (said.name, said.answer)).collect();
                    let name = Some(intervention.name.to_string());
                    found.courses.push(Course { intervention: name, answers, again, cost: came.1, odds: came.0 });
                }
                Ok(CourseEnd::Asks(name, mut options, dice)) => {
                    if options.is_empty() {
                        // Without dice it may be possible, or says why it is not.
                        options.push(NONE.to_owned());
                    }
                    for option in options.into_iter().rev() {
                        let mut more = answers.clone();
                        more.push(HookAnswer { name: name.clone(), answer: option, dice });
                        waiting.push(more);
                    }
                }
                Err(Trouble::Stopped(failure)) if IMPOSSIBLE.contains(&failure.code()) => {
                    impossible.get_or_insert(*failure);
                }
                // What stops one course says nothing of the others.
                Err(Trouble::Stopped(failure)) if failure.stop().is_none() && failure.code() != Code::Internal => {
                    found.impossible.push((called(&intervention.name, &answers), *failure));
                }
                Err(other) => return Err(other),
            }
        }
        if let (true, Some(failure)) = (found.courses.len() == before, impossible) {
            found.impossible.push((intervention.name.to_string(), failure));
        }
    }
    found.courses.order_by(better);
    Ok(found)
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

/// More success first, then more of the total, then what costs less.
fn better(one: &Course, other: &Course) -> std::cmp::Ordering {
    let success = |course: &Course| course.odds.success().unwrap_or_else(Chance::never);
    let mean = |course: &Course| course.odds.values.mean();
    let cost = |course: &Course| course.cost.iter().map(|(.., count)| *count).sum::<i64>();
    let ranked = success(other).cmp(&success(one)).then_with(|| mean(other).cmp(&mean(one)));
    ranked.then_with(|| cost(one).cmp(&cost(other))).then_with(|| one.again.len().cmp(&other.again.len()))
}

/// The faces that an answer names.
fn faces_of(answer: &str) -> Option<Vec<i64>> {
    if answer == NONE {
        return Some(Vec::new());
    }
    answer.split(',').map(|face| face.trim().parse().ok()).collect()
}

/// What one course leads to.
fn course(
    stage: &Stage<'_>,
    prepared: &Prepared,
    who: usize,
    faces: &[i64],
    chosen: Option<Chosen>,
    (bounds, budget): (&Bounds, &Rc<Budget>),
) -> Result<CourseEnd, Trouble> {
    let mut walker = Walker::new(bounds, budget).pinned(faces);
    if chosen.is_some() {
        walker = walker.asking();
    }
    let chosen: Vec<Chosen> = chosen.into_iter().collect();
    let walked = walker.walk(|walker| {
        walker.worked(WORLD).map_err(|refusal| Failure::refused(refusal, nowhere()))?;
        let (evaluation, done) = roll(stage, prepared, who, chosen.clone(), walker)?;
        walker.nothing_lies_there(prepared)?;
        Ok((Leaf::of(evaluation, walker.open_ended())?, cost(stage, &done)?))
    });
    let walked = match (walked, walker.asked()) {
        (Err(_), Some((name, options, dice))) => {
            let options = if dice { subsets(&options) } else { options };
            return Ok(CourseEnd::Asks(name, options, dice));
        }
        (Err(trouble), None) => return Err(trouble),
        (Ok(walked), _) => walked.answered()?,
    };
    let costs: Vec<&Cost> = walked.leaves.iter().map(|((_, cost), _)| cost).collect();
    let cost = costs.iter().max_by_key(|cost| cost.iter().map(|(.., count)| *count).sum::<i64>());
    let cost = cost.map(|cost| (*cost).clone()).unwrap_or_default();
    let mut leaves: BTreeMap<Leaf, Mass> = BTreeMap::new();
    for ((leaf, _), mass) in walked.leaves {
        leaves.entry(leaf).or_default().join(mass);
    }
    let Walked { left, failed, bytes, .. } = walked;
    let walked = Walked { leaves: leaves.into_iter().collect(), ends: Vec::new(), left, failed, bytes };
    Ok(CourseEnd::Odds(Box::new((gathered(stage.game, prepared, walked)?, cost))))
}

/// The points that were paid.
fn cost(stage: &Stage<'_>, done: &Done) -> Result<Cost, Failure> {
    let mut cost = Cost::new();
    for event in &done.events {
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

/// Every set of some of these faces, as it is answered; sets that look alike once.
pub(super) fn subsets(faces: &[String]) -> Vec<String> {
    let mut sets: Vec<Vec<&String>> = vec![Vec::new()];
    for face in faces {
        let longer: Vec<Vec<&String>> = sets
            .iter()
            .map(|set| {
                let mut set = set.clone();
                set.push(face);
                set
            })
            .collect();
        sets.extend(longer);
        sets.order();
        sets.dedup();
        if sets.len() > MOST_COURSES {
            break;
        }
    }
    sets.retain(|set| !set.is_empty());
    sets.iter().map(|set| set.iter().map(|face| face.as_str()).collect::<Vec<_>>().join(",")).collect()
}
