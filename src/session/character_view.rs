//! The view of a character: formulas from their perspective, and their sheet.

use super::Session;
use super::action_request::FinalQuestion;
use crate::check::program::{
    At, CheckedGame, Default, Ir, Kind, Named, Op, PointsRead, State, TrackRead, Trait, TraitSource,
};
use crate::diagnostic::Diagnostic;
use crate::engine::{Answer, Effects, Failure, Generator, Watched, look};
use crate::syntax::TextSpan;
use crate::world::{Env, Look, MarkLook, OpenLook, PointsLook, TABLE, TagLook, TrackLook, TraitLook, World};

fn number(answer: Option<&Result<Answer, Failure>>) -> Option<i64> {
    match answer {
        Some(Ok(Answer::Number(number))) => Some(*number),
        Some(Ok(Answer::Flag(flag))) => Some(i64::from(*flag)),
        _ => None,
    }
}

impl Session<'_> {
    /// The values of formulas seen from a character.
    ///
    /// # Errors
    ///
    /// The errors in the formulas.
    pub fn look(
        &mut self,
        game: &CheckedGame,
        env: &Env,
        world: &World,
        who: usize,
        effects: &mut dyn Effects,
        questions: &[FinalQuestion],
    ) -> Result<Vec<Result<Answer, Failure>>, Vec<Diagnostic>> {
        let names: Vec<String> = world.people.iter().map(|person| person.name.clone()).collect();
        let mut watched = Vec::new();
        let mut errors = Vec::new();
        let mut first = None;
        for question in questions {
            let origin = self.origin(question);
            match crate::check::watch(game, &self.sources, &origin, None, &names, false) {
                Ok(one) => watched.push(one),
                Err(mut found) => errors.append(&mut found),
            }
            first.get_or_insert(origin);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let Some(origin) = first else { return Ok(Vec::new()) };
        Ok(look(game, &origin, env, world, who, effects, &watched))
    }

    /// Everything there is to see of a character; what their sheet does not say is left out.
    pub fn see(&mut self, game: &CheckedGame, env: &Env, world: &World, who: usize) -> Look {
        let Some(person) = world.people.get(who) else { return Look::default() };
        let at = At { origin: At::TYPED, span: TextSpan::default() };
        let mut watch: Vec<Watched> = Vec::new();
        let mut ask = |op: Op, kind: Kind| {
            watch.push((Ir { op, at }, kind));
            watch.len() - 1
        };
        let traits: Vec<usize> =
            (0..game.traits.len()).map(|index| ask(Op::Trait(index), game.trait_kind(index))).collect();
        let tracks: Vec<([usize; 4], Vec<usize>)> = game
            .tracks
            .pairs()
            .map(|(index, track)| {
                let row = track.row.clone().map_or(Op::Number(0), |ir| ir.op);
                let of_all = [
                    ask(Op::Track(index, TrackRead::Boxes), Kind::Number),
                    ask(row, Kind::Number),
                    ask(Op::Track(index, TrackRead::Lost), Kind::Number),
                    ask(Op::State(CheckedGame::holder_of_track(index)), kind_of_states(&track.states)),
                ];
                let own = 0..track.each.len();
                (of_all, own.map(|mark| ask(Op::Track(index, TrackRead::BoxesOf(mark)), Kind::Number)).collect())
            })
            .collect();
        let points: Vec<[usize; 4]> = game
            .points
            .pairs()
            .map(|(index, one)| {
                let endless = one.endless.clone();
                [
                    ask(Op::Points(index, PointsRead::Now), Kind::Number),
                    ask(Op::Points(index, PointsRead::Max), Kind::Number),
                    ask(endless.map_or(Op::Number(0), |ir| ir.op), Kind::Number),
                    ask(Op::State(game.holder_of_points(index)), kind_of_states(&one.states)),
                ]
            })
            .collect();
        let origin = self.origin(&FinalQuestion { text: String::new(), placement: None });
        let mut generator = Generator::new(0);
        let found = look(game, &origin, env, world, who, &mut generator, &watch);
        let answer = |index: usize| found.get(index).and_then(|one| one.as_ref().ok()).cloned();
        let seen = |index: usize| number(found.get(index));
        let here = who != TABLE;
        let has = |what: Named| person.lacks(game, what).is_none();
        let open_kind = game.open_group().map(crate::check::program::Question::value_kind);
        Look {
            name: person.name.clone(),
            ruleset: game.name.clone(),
            traits: game
                .traits
                .iter()
                .zip(traits)
                .enumerate()
                .filter(|(at, (one, _))| here && !matches!(one.source, TraitSource::Group(_)) && has(Named::Trait(*at)))
                .map(|(_, (one, index))| TraitLook {
                    name: one.name.to_string(),
                    group: one.group.as_ref().map(|group| group.to_string()),
                    value: answer(index),
                    usual: is_usual(one, answer(index)),
                    derived: matches!(one.source, TraitSource::Derived(_)),
                })
                .collect(),
            open: person
                .open
                .iter()
                .map(|(name, value)| OpenLook {
                    group: open_group(game),
                    name: name.clone(),
                    value: open_kind.as_ref().map_or(Answer::Number(*value), |kind| Answer::of(game, kind, *value)),
                })
                .collect(),
            tracks: game
                .tracks
                .pairs()
                .zip(tracks)
                .filter(|((track, _), _)| here && has(Named::Track(*track)))
                .filter_map(|((track, def), ([boxes, row, lost, state], own))| {
                    let marks = person.marks.get(&track).cloned().unwrap_or_default();
                    Some(TrackLook {
                        name: def.name.to_string(),
                        boxes: seen(boxes)?,
                        row: seen(row).filter(|row| *row > 0),
                        lost: seen(lost).unwrap_or(0),
                        marks: def
                            .marks
                            .iter()
                            .enumerate()
                            .map(|(at, (name, sign))| MarkLook {
                                name: name.to_string(),
                                sign: sign.clone(),
                                count: marks.get(at).copied().unwrap_or(0),
                                own: own
                                    .get(at)
                                    .and_then(|own| seen(*own))
                                    .zip(def.worth.get(at).map(|(_, worth)| *worth)),
                            })
                            .collect(),
                        states: def.states.iter().map(|state| state.name.to_string()).collect(),
                        state: text(answer(state)),
                    })
                })
                .collect(),
            points: game
                .points
                .pairs()
                .zip(points)
                .filter(|((index, one), _)| one.shared != here && has(Named::Points(*index)))
                .map(|((index, one), [now, max, endless, state])| PointsLook {
                    name: one.name.to_string(),
                    reserve: person.points.contains_key(&index) && !starts_at_zero(&one.start),
                    now: match (&one.start, seen(now)) {
                        (Some(Default::Pending(_)), None) => None,
                        (_, now) => now,
                    },
                    max: seen(max),
                    internal: one.internal,
                    state: text(answer(state)).filter(|_| !one.states.is_empty()),
                    endless: seen(endless).is_some_and(|endless| endless != 0),
                })
                .collect(),
            tags: game
                .tags
                .ids()
                .flat_map(|kind| person.tags.iter().filter(move |tag| tag.kind == kind))
                .map(|tag| TagLook::of(game, tag))
                .collect(),
        }
    }
}

/// Whether a trait is a number that the ruleset gives all that have no other.
fn is_usual(one: &Trait, value: Option<Answer>) -> bool {
    one.usual().is_some_and(|usual| value == Some(Answer::Number(usual)))
}

/// The name of the open group of traits.
fn open_group(game: &CheckedGame) -> String {
    let group = game.traits.iter().find(|one| matches!(one.source, TraitSource::Group(_)));
    group.map_or(String::new(), |group| group.name.to_string())
}

/// What the states of a track or of points may be.
fn kind_of_states(states: &[State]) -> Kind {
    let names: Vec<String> = states.iter().map(|state| state.name.to_string()).collect();
    Kind::Choice(names.into())
}

fn text(answer: Option<Answer>) -> Option<String> {
    match answer {
        Some(Answer::Text(text)) => Some(text),
        _ => None,
    }
}

/// Whether these points start at zero for every character.
fn starts_at_zero(start: &Option<Default>) -> bool {
    match start {
        None => true,
        Some(Default::Value(ir)) => matches!(ir.op, Op::Number(0)),
        Some(_) => false,
    }
}
