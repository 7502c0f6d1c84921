//! `tirada odds --do`: what an action leads to, once or turn after turn.

use super::advised;
use super::sampling::{Samples, some};
use super::seated::{Wrong, with_people};
use super::writing::write;
use crate::cli::args::Odds as Wanted;
use crate::cli::r#do::casting::Casting;
use crate::cli::r#do::staging::{Given, Sequence, sequence};
use crate::cli::{Context, WRONG};
use crate::diagnostic::Diagnostic;
use crate::engine::Deed;
use crate::odds::{Bounds, DeedOdds, Turn, TurnOdds};
use crate::report::odds::{ActionView, Happens, TurnsView};
use crate::session::{LoadedGame, Session, tag_named};
use crate::world::Look;

pub(super) fn run(context: &mut Context, wanted: &Wanted) -> u8 {
    with_people(context, wanted, |context, session, game, casting| show(context, session, game, casting, wanted))
}

fn show(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    casting: &Casting,
    wanted: &Wanted,
) -> Result<(), Wrong> {
    let given = Given { set: &wanted.set, choose: &wanted.choose };
    let wrong = |errors: Vec<Diagnostic>| (errors, WRONG);
    let sequence = sequence(session, game, &wanted.happenings, casting, &given).map_err(wrong)?;
    context.output.complain(&sequence.seats.suspect, &session.sources);
    let mut bounds = Bounds::within(&context.limits);
    bounds.depth = wanted.depth.unwrap_or(bounds.depth);
    match (sequence.nexts.as_slice(), wanted.turns) {
        ([next], None) => {
            if let Turn::Act(deed) = &next.turn {
                return once(context, session, game, &sequence, deed, &bounds, wanted);
            }
            turn_after_turn(context, session, game, &sequence, 1, &bounds, wanted)
        }
        (_, times) => turn_after_turn(context, session, game, &sequence, times.unwrap_or(1), &bounds, wanted),
    }
}

/// One action, once.
fn once(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    sequence: &Sequence,
    deed: &Deed,
    bounds: &Bounds,
    wanted: &Wanted,
) -> Result<(), Wrong> {
    let samples = Samples::wanted(context, wanted);
    let (env, world) = (&sequence.env, &sequence.seats.world);
    let odds: Result<DeedOdds, Diagnostic> = match samples {
        Some(samples) => samples
            .draw(|sampling| session.simulate_deed(&game.game, env, world, deed, sampling))
            .and_then(|odds| some(odds.samples).map(|()| odds)),
        None => session.deed_odds(&game.game, env, world, deed, bounds),
    };
    let odds = odds.map_err(|error| (vec![advised(wanted, error)], WRONG))?;
    let Some(next) = sequence.nexts.first() else { return Err((Vec::new(), WRONG)) };
    let expression = expression(&sequence.said);
    let view = ActionView {
        game: &game.game,
        expression: &expression,
        action: &next.name,
        roles: &next.roles,
        answers: &next.answers(&game.game, &context.output.catalogue),
        odds: &odds,
        all: wanted.all,
        seed: samples.map(|samples| samples.seed),
    };
    write(context, wanted, &view)
}

/// Everything, so many times.
fn turn_after_turn(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    sequence: &Sequence,
    times: u32,
    bounds: &Bounds,
    wanted: &Wanted,
) -> Result<(), Wrong> {
    let (env, world) = (&sequence.env, &sequence.seats.world);
    let turns: Vec<Turn> = sequence.nexts.iter().map(|next| next.turn.clone()).collect();
    let samples = Samples::wanted(context, wanted);
    let found = match samples {
        Some(samples) => samples
            .draw(|sampling| session.simulate_turns(&game.game, env, world, (&turns, times), sampling))
            .and_then(|found| some(found.first().and_then(|turn| turn.samples)).map(|()| found)),
        None => {
            let track: Result<Vec<usize>, Diagnostic> =
                wanted.track.iter().map(|name| tag_named(&game.game, name)).collect();
            let track = track.map_err(|error| (vec![error], WRONG))?;
            session.turns_odds_with(&game.game, env, world, (&turns, times), &track, bounds)
        }
    };
    let found = found.map_err(|error| (vec![advised(wanted, error)], WRONG))?;
    let before: Vec<Look> = (0..world.people.len()).map(|who| session.see(&game.game, env, world, who)).collect();
    let happens = |next: &crate::cli::r#do::staging::Next| Happens {
        name: next.name.clone(),
        passes: matches!(next.turn, Turn::Pass(_)),
        roles: next.roles.clone(),
        answers: next.answers(&game.game, &context.output.catalogue),
    };
    let happenings: Vec<Happens> = sequence.nexts.iter().map(happens).collect();
    let expression = expression(&sequence.said);
    let turns: Vec<&TurnOdds> = found.iter().collect();
    let view = TurnsView {
        game: &game.game,
        expression: &expression,
        happenings: &happenings,
        before: &before,
        turns: &turns,
        seed: samples.map(|samples| samples.seed),
    };
    write(context, wanted, &view)
}

/// What was typed, in one line.
fn expression(said: &[String]) -> String {
    said.join("; ")
}
