//! `tirada odds EXPR --after FACES`: the dice have been thrown, and interventions are still possible. For actions, see
//! `action.rs`.

use super::output::write;
use super::seated_expression::{with_expression, wrong};
use super::{advised, bounds, explodes, shallower, throws_on};
use crate::cli::CommandContext;
use crate::cli::args::OddsArgs;
use crate::odds::OddsLimits;
use crate::report::odds::AfterView;

pub(super) fn run(context: &mut CommandContext, wanted: &OddsArgs, text: &str, faces: &[i64]) -> u8 {
    with_expression(context, wanted, text, |context, session, game, checked| {
        let world = (&checked.world, checked.who);
        let bounds = bounds(context, wanted);
        let tried = |bounds: &OddsLimits| session.courses(&game.game, &checked.ready, world, (faces, &[]), bounds);
        let may_help = || wanted.depth.is_none() && (throws_on(text) || explodes(&game.game));
        let found = tried(&bounds).map_err(|error| shallower(may_help, (&bounds, error), tried));
        let (courses, impossible) = found.map_err(|error| wrong(vec![advised(wanted, error)]))?;
        let view = AfterView {
            game: &game.game,
            expression: checked.request.text.trim(),
            action: None,
            before: &[],
            faces,
            courses: &courses,
            impossible: &impossible,
            all: wanted.all,
        };
        write(context, wanted, &view)
    })
}
