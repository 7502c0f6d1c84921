//! The possible next moves: actions that are not refused at once, and interventions in the last move.

use super::{
    CheckedGame, Done, Env, Move, MoveHistory, Recorder, RequestedIntervention, Session, TypedDice, World,
    matching_places,
};
use crate::check::program::{Action, AnswerKind, Die, Slot, SlotKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{
    ActionCall, Answer, Decision, Effects, Observer, Passed, Refusal, Stage, Telling, ValueRequest, act_alone,
    described,
};

/// An intervention that a character can choose now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// The index of the intervention.
    pub intervention: usize,
    /// The index of the character.
    pub who: usize,
    /// The places, as `at=` takes them; several if the player has to choose.
    pub places: Vec<String>,
    /// Why it is refused in each of them, whatever would be answered.
    pub refused: Option<Diagnostic>,
}

/// What refuses an intervention that is allowed in a place.
const REFUSALS: [Code; 3] = [Code::NeedNotMet, Code::NotEnoughPoints, Code::InterventionWithoutEffect];

/// What ends an attempt that may go on with an answer.
const OPEN: [Code; 3] = [Code::DecisionNeeded, Code::LabelNotSet, Code::NobodyThere];

/// Attempts that are made at most. What is not refused in all of them is not refused.
const ATTEMPTS: usize = 32;

/// Effects without dice that try every listed answer, one attempt each. Dice and questions without a list of answers
/// end an attempt.
#[derive(Default)]
struct Attempt {
    /// The answers of the attempt, in order: which of the list is given, and how many there are.
    given: Vec<(usize, usize)>,
    /// How many of them have been given.
    asked: usize,
    /// Whether it was ended, and so not refused.
    ended: bool,
    /// The question that nothing can answer.
    nothing: Option<String>,
    made: usize,
}

impl Attempt {
    fn end<T>(&mut self) -> Result<T, Refusal> {
        self.ended = true;
        Err(Refusal { cause: Code::DecisionNeeded.into(), args: Vec::new() })
    }

    /// Begins another attempt with other answers; `false` where all have been tried, or enough of them.
    fn again(&mut self) -> bool {
        (self.asked, self.ended) = (0, false);
        self.nothing = None;
        self.made = self.made.saturating_add(1);
        if self.made == 1 {
            return true;
        }
        while self.given.last().is_some_and(|(at, count)| at + 1 >= *count) {
            self.given.pop();
        }
        match self.given.last_mut() {
            Some((at, _)) => *at += 1,
            None => return false,
        }
        self.made <= ATTEMPTS
    }

    /// That a question has no answer.
    fn without_answer(&self) -> Option<Diagnostic> {
        let name = self.nothing.as_deref()?;
        Some(Diagnostic::error(Code::NothingAnswers, None).arg("name", name))
    }

    /// Whether all answers have been tried.
    fn is_complete(&self) -> bool {
        self.given.is_empty()
    }

    /// The next answer: first what holds without one, if anything does.
    fn next(&mut self, asked: &Decision<'_>, otherwise: Option<&Answer>) -> Result<Option<String>, Refusal> {
        let holds = |one: &&String| match otherwise {
            Some(Answer::Flag(flag)) => one.as_str() == if *flag { "yes" } else { "no" },
            Some(Answer::Text(text)) => *one == text,
            Some(Answer::Number(_)) | None => false,
        };
        let is_of_what_there_is = matches!(asked.kind, AnswerKind::Tag(_) | AnswerKind::Character(_));
        if is_of_what_there_is && asked.options.is_empty() && otherwise.is_none() {
            self.nothing = Some(asked.name.to_owned());
            return Err(Refusal { cause: Code::DecisionNeeded.into(), args: Vec::new() });
        }
        let mut answers: Vec<Option<&str>> = if otherwise.is_some() { vec![None] } else { Vec::new() };
        answers.extend(asked.options.iter().filter(|one| !holds(one)).map(|one| Some(one.as_str())));
        match asked.kind {
            AnswerKind::YesNo
            | AnswerKind::OneOf(_)
            | AnswerKind::Row(_)
            | AnswerKind::Column(_)
            | AnswerKind::Points(_) => {}
            AnswerKind::Tag(_) | AnswerKind::Character(_) => {
                if !matches!(otherwise, Some(Answer::Text(text)) if text == "none") {
                    answers.push(Some("none"));
                }
            }
            // Of these there is no list, or any number may be said as well.
            AnswerKind::Number(..)
            | AnswerKind::Cell(..)
            | AnswerKind::Trait(..)
            | AnswerKind::Dice
            | AnswerKind::Text => return self.end(),
        }
        let at = match self.given.get(self.asked) {
            Some((at, _)) => *at,
            None => {
                self.given.push((0, answers.len()));
                0
            }
        };
        self.asked = self.asked.saturating_add(1);
        match answers.get(at) {
            Some(answer) => Ok(answer.map(str::to_owned)),
            None => self.end(),
        }
    }
}

impl Effects for Attempt {
    fn throw(&mut self, _: &Die, _: u32, _: &mut Vec<i64>) -> Result<(), Refusal> {
        self.end()
    }

    fn answer(&mut self, _: &ValueRequest<'_>) -> Result<Option<i64>, Refusal> {
        self.end()
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        self.next(asked, None)
    }

    fn offer(&mut self, asked: &Decision<'_>, otherwise: &Answer) -> Result<Option<String>, Refusal> {
        self.next(asked, Some(otherwise))
    }
}

impl Observer for Attempt {}

impl Session<'_> {
    /// The reason why an action is refused before dice, whatever is answered and with any other characters in its roles.
    pub fn refused(
        &mut self,
        game: &CheckedGame,
        env: &Env,
        world: &World,
        index: usize,
        actor: usize,
    ) -> Option<Diagnostic> {
        let action = game.action(index);
        let origin = self.nowhere_once(&action.name);
        let mut refused = None;
        for first in 1..world.people.len().max(2) {
            let roles = cast(action, world, actor, first);
            let call = ActionCall { action: index, roles, spare: true, ..ActionCall::default() };
            let stage = Stage::new(game, &origin, env, world).quiet().postponing();
            let mut attempt = Attempt::default();
            while attempt.again() {
                let done = act_alone(&stage, &call, &mut attempt);
                match done {
                    Err(_) if attempt.nothing.is_some() => {
                        refused = refused.or_else(|| attempt.without_answer());
                    }
                    Err(failure) if !attempt.ended && !OPEN.contains(&failure.code()) => {
                        let error = failure.into_diagnostic(game, &origin, &self.sources);
                        refused.get_or_insert(self.stopped(error));
                    }
                    _ => return None,
                }
            }
            if !attempt.is_complete() {
                return None;
            }
            if action.roles < 2 {
                break;
            }
        }
        refused
    }

    /// The interventions that are allowed now, one for each character who may choose it. Performs the move again for
    /// each pair that could mean one of its places.
    pub fn offered(&mut self, game: &CheckedGame, table: &MoveHistory) -> Vec<Offered> {
        let Some(last) = table.open() else { return Vec::new() };
        let Some(chosen) = last.what.chosen() else { return Vec::new() };
        let mut found = Vec::new();
        if last.done.passed.is_empty() {
            return found;
        }
        for intervention in 0..game.interventions.len() {
            for (who, person) in table.world().people.iter().enumerate().skip(1) {
                let by = Some(person.name.clone());
                let own = RequestedIntervention { index: intervention, by, ..RequestedIntervention::default() };
                // Performing the move again says where it is allowed, and not where it could mean something.
                if matching_places::place_of(game, &own, &last.done).is_err() {
                    continue;
                }
                let mut no_dice = TypedDice::new(&[]);
                let mut again = Recorder::over(&mut no_dice, &last.record);
                let probe = (Some(&own), Telling::Nothing);
                let Ok((_, looked)) = self.once_more(game, last, chosen.clone(), probe, &mut again) else {
                    continue;
                };
                let places = match matching_places::place_of(game, &own, &looked) {
                    Ok(matching_places::MatchingPlaces::One(place)) => vec![place],
                    Ok(matching_places::MatchingPlaces::Several(places)) => places,
                    Err(_) => continue,
                };
                let places = places.into_iter().filter_map(|place| Some((place, looked.passed.get(place)?)));
                let places: Vec<(usize, &Passed)> = places.filter(|(_, passed)| passed.allowed).collect();
                if places.is_empty() {
                    continue;
                }
                let mut refused = None;
                for (place, _) in &places {
                    refused = self.refused_in(game, last, (chosen, &own), (*place, &looked));
                    if refused.is_none() {
                        break;
                    }
                }
                let places = places.into_iter().map(|(_, one)| described(&looked.passed, one)).collect();
                found.push(Offered { intervention, who, places, refused });
            }
        }
        found
    }

    /// Why an intervention is refused in a place, before dice and whatever is answered. It is tried in the move that is
    /// done again.
    pub(super) fn refused_in(
        &mut self,
        game: &CheckedGame,
        last: &Move,
        (before, own): (&[RequestedIntervention], &RequestedIntervention),
        (place, looked): (usize, &Done),
    ) -> Option<Diagnostic> {
        let kept = looked.passed.get(place).map_or(0, |passed| passed.wanted);
        let mut interventions: Vec<RequestedIntervention> = before.iter().take(kept).cloned().collect();
        interventions.push(RequestedIntervention { place: Some(place), tried: true, ..own.clone() });
        let (mut attempt, mut refused) = (Attempt::default(), None::<Diagnostic>);
        while attempt.again() {
            let mut again = Recorder::over(&mut attempt, &last.record);
            let errors =
                self.once_more(game, last, interventions.clone(), (None, Telling::Nothing), &mut again).err()?;
            let why = errors.into_iter().find(|error| REFUSALS.contains(&error.code)).filter(|_| !attempt.ended);
            let why = attempt.without_answer().or(why)?;
            // That it changes nothing with some answers is no reason where others are refused for one.
            let idle = |one: &Diagnostic| one.code == Code::InterventionWithoutEffect;
            if refused.as_ref().is_none_or(|known| idle(known) && !idle(&why)) {
                refused = Some(why);
            }
        }
        refused.filter(|_| attempt.is_complete())
    }
}

/// Roles for an attempt: the actor plays the first; the other roles take the other characters in order, from `first`
/// on.
fn cast(action: &Action, world: &World, actor: usize, first: usize) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (1..world.people.len()).filter(|who| *who != actor).collect();
    let mut next = others.iter().cycle().skip(first.saturating_sub(1));
    let role = |(place, slot): (usize, &Slot)| match slot.kind {
        _ if place == 0 => vec![actor],
        SlotKind::Many => others.clone(),
        _ => next.next().copied().into_iter().collect(),
    };
    action.slots.iter().take(action.roles).enumerate().map(role).collect()
}
