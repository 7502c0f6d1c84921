//! Finds the place in a move to which an intervention applies.

use crate::check::program::{AnswerKind, CheckedGame, Hook, Intervention, InterventionSite, SlotKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{
    Decision, Done, Effects, Passed, RequestedIntervention, described, hooks, is_called, rolls_of, typed_faces,
};
use crate::source::fold;

/// The hooks of a move that a request for an intervention matches.
pub(super) enum MatchingPlaces {
    /// The index of the only matching place.
    One(usize),
    /// The indices of all matching places; the request is ambiguous.
    Several(Vec<usize>),
}

/// A hook of a move: its index, the hook, and the place of the intervention there.
type HookMatch<'p> = (usize, &'p Passed, &'p InterventionSite);

/// The places that a request can mean: those where the intervention is possible at all; of these, the rolls that the
/// request names, otherwise those of the intervener; of these, places where it is allowed, and where the named faces
/// lie.
pub(super) fn place_of(
    game: &CheckedGame,
    wanted: &RequestedIntervention,
    done: &Done,
) -> Result<MatchingPlaces, Diagnostic> {
    let passed = &*done.passed;
    let intervention = game.intervention(wanted.index);
    let refuse = |code| Diagnostic::error(code, None).arg("name", &*intervention.name);
    if intervention.places.iter().all(|place| matches!(place.hook, Hook::Test(true, _))) {
        let example = format!("… + {}", intervention.name);
        return Err(refuse(Code::InterventionBeforeDice).help_with("help-say-with", "example", example));
    }
    let here = open(intervention, passed);
    let names = || here.iter().map(|(_, one, _)| described(passed, one)).collect::<Vec<_>>();
    if here.is_empty() {
        return Err(nowhere(game, intervention, done, refuse(Code::InterventionNotHere)));
    }
    let said: Vec<HookMatch<'_>> = here.iter().copied().filter(|there| is_said(wanted, passed, there)).collect();
    if said.is_empty() {
        return Err(refuse(Code::InterventionNotHere).help_with("help-at", "names", names()));
    }
    let mine: Vec<HookMatch<'_>> = said.iter().copied().filter(|there| is_theirs(wanted, there)).collect();
    // If the words match several rolls, such as both sides of a contest, the intervener's own roll is meant.
    let own: Vec<HookMatch<'_>> = mine.iter().copied().filter(|there| is_of_intervener(wanted, there)).collect();
    let mine = if own.is_empty() { mine } else { own };
    let fitting = if mine.is_empty() {
        // At a step a character may intervene for others.
        let steps: Vec<HookMatch<'_>> =
            said.iter().copied().filter(|(_, passed, _)| matches!(passed.hook, Hook::Step(..))).collect();
        if steps.is_empty() {
            let who = said.iter().find_map(|(_, _, place)| intervener(wanted, place)).unwrap_or_default();
            let code = if said.iter().all(|(_, _, place)| place.others) {
                Code::InterventionOwn
            } else {
                Code::InterventionWhose
            };
            return Err(refuse(code).arg("who", who).help_with("help-at", "names", names()));
        }
        steps
    } else {
        mine
    };
    let allowed: Vec<HookMatch<'_>> = fitting.iter().copied().filter(|(_, passed, _)| passed.allowed).collect();
    // Where it is allowed nowhere, doing it says why.
    let fitting = if allowed.is_empty() { fitting.last().copied().into_iter().collect() } else { allowed };
    let lying: Vec<HookMatch<'_>> = fitting.iter().copied().filter(|there| lies(wanted, there)).collect();
    let fitting = if lying.is_empty() { fitting } else { lying };
    match fitting.as_slice() {
        [(only, ..)] => Ok(MatchingPlaces::One(*only)),
        several => Ok(MatchingPlaces::Several(several.iter().map(|(number, ..)| *number).collect())),
    }
}

/// Asks which of several places is meant.
pub(super) fn ask(
    game: &CheckedGame,
    wanted: &RequestedIntervention,
    passed: &[Passed],
    several: &[usize],
    effects: &mut dyn Effects,
) -> Result<usize, Vec<Diagnostic>> {
    let intervention = game.intervention(wanted.index);
    let name = &*intervention.name;
    let several: Option<Vec<(usize, &Passed)>> = several.iter().map(|at| Some((*at, passed.get(*at)?))).collect();
    let several = several.ok_or_else(|| vec![Diagnostic::internal()])?;
    let options: Vec<String> = several.iter().map(|(_, one)| described(passed, one)).collect();
    let kind = AnswerKind::OneOf(options.clone().into());
    let question = Decision {
        name: "at",
        action: name,
        intervening: true,
        whom: None,
        by: None,
        doc: None,
        options: &options,
        kind: &kind,
        proposed: None,
        doing: None,
    };
    let said = effects.decide(&question).ok().flatten();
    let place = said.and_then(|said| several.iter().find(|(_, one)| is_called(passed, one, &said)));
    place.map(|(number, _)| *number).ok_or_else(|| {
        let error = Diagnostic::error(Code::InterventionWhich, None).arg("name", name);
        vec![error.help_with("help-at", "names", options)]
    })
}

/// Adds to the error of an intervention without a hook which rolls there were, and which hooks it has.
fn nowhere(game: &CheckedGame, intervention: &Intervention, done: &Done, error: Diagnostic) -> Diagnostic {
    let rolls = rolls_of(&done.trace);
    let hooks = hooks(game, intervention).into_iter();
    let error = hooks.fold(error, |error, (help, names)| error.help_with(help, "names", names));
    if rolls.is_empty() { error } else { error.help_with("help-rolls-were", "names", rolls) }
}

/// Where an intervention could be done at all, now that the dice lie there.
fn open<'p>(intervention: &'p Intervention, passed: &'p [Passed]) -> Vec<HookMatch<'p>> {
    let passed = passed.iter().enumerate();
    let passed = passed.filter(|(_, passed)| !passed.over && !matches!(passed.hook, Hook::Test(true, _)));
    let there = passed.filter_map(|(number, passed)| {
        let place = intervention.places.iter().find(|place| place.takes(passed.hook))?;
        Some((number, passed, place))
    });
    there.collect()
}

/// The answer that names the roller.
fn roller<'w>(wanted: &'w RequestedIntervention, place: &InterventionSite) -> Option<&'w String> {
    let slot = place.action.slots.first().filter(|_| matches!(place.hook, Hook::Test(..)))?;
    wanted.answers.get(&*slot.name)
}

/// The name of the intervener, if the request has one.
fn intervener<'w>(wanted: &'w RequestedIntervention, place: &InterventionSite) -> Option<&'w str> {
    let said = place.own_role().and_then(|role| wanted.answers.get(role));
    said.or(wanted.by.as_ref()).map(String::as_str)
}

/// Whether the place is among those that the words name.
fn is_said(wanted: &RequestedIntervention, passed: &[Passed], (_, one, place): &HookMatch<'_>) -> bool {
    let at = wanted.at.as_ref().is_none_or(|at| is_called(passed, one, at));
    at && roller(wanted, place).is_none_or(|roller| fold(roller.trim()) == fold(&one.who))
}

/// Whether the request names the roll, or it is the intervener's (or another's, if own rolls are excluded).
fn is_theirs(wanted: &RequestedIntervention, there: &HookMatch<'_>) -> bool {
    wanted.at.is_some() || roller(wanted, there.2).is_some() || is_of_intervener(wanted, there)
}

/// Whether the roll is the intervener's (or another's, if own rolls are excluded).
fn is_of_intervener(wanted: &RequestedIntervention, (_, one, place): &HookMatch<'_>) -> bool {
    intervener(wanted, place).is_none_or(|who| (fold(who.trim()) == fold(&one.who)) != place.others)
}

/// Whether the named faces lie at the place.
fn lies(wanted: &RequestedIntervention, (_, one, place): &HookMatch<'_>) -> bool {
    let slots = place.action.slots.iter().filter(|slot| slot.kind == SlotKind::Dice);
    let mut faces = slots.filter_map(|slot| wanted.answers.get(&*slot.name)).flat_map(|text| faces(text));
    let mut left = one.faces.clone();
    faces.all(|face| match left.iter().position(|one| *one == face) {
        Some(at) => {
            left.remove(at);
            true
        }
        None => false,
    })
}

/// `4, 1` or `4 1`
fn faces(text: &str) -> Vec<i64> {
    typed_faces(text).unwrap_or_default()
}

/// The place that is the same as one of another run: the same roll of the same person, as often as it was made.
pub(super) fn same_place(before: &[Passed], number: usize, now: &[Passed]) -> Option<usize> {
    let wanted = before.get(number)?;
    let same = |one: &Passed| one.hook == wanted.hook && one.label == wanted.label && one.who == wanted.who;
    let nth = before.iter().take(number).filter(|one| same(one)).count();
    now.iter().enumerate().filter(|(_, one)| same(one)).nth(nth).map(|(number, _)| number)
}
