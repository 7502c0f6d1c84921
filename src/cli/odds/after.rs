//! `tirada odds EXPR --after FACES`: the dice have fallen, and interventions are still possible.

use super::seated::{with_expression, wrong};
use super::writing::write;
use super::{advised, bounds};
use crate::cli::args::Odds as Wanted;
use crate::cli::roll::faces;
use crate::cli::{Context, USAGE};
use crate::report::odds::AfterView;

pub(super) fn run(context: &mut Context, wanted: &Wanted, text: &str, fallen: &str) -> u8 {
    let faces = match faces(fallen) {
        Ok(faces) => faces,
        Err(error) => {
            context.complain_alone(&error);
            return USAGE;
        }
    };
    with_expression(context, wanted, text, |context, session, game, checked| {
        let world = (&checked.world, checked.who);
        let found = session.courses(&game.game, &checked.ready, world, &faces, &bounds(context, wanted));
        let (courses, impossible) = found.map_err(|error| wrong(vec![advised(wanted, error)]))?;
        let view = AfterView {
            game: &game.game,
            expression: checked.request.text.trim(),
            faces: &faces,
            courses: &courses,
            impossible: &impossible,
            all: wanted.all,
        };
        write(context, wanted, &view)
    })
}
