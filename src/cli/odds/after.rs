//! `tirada odds EXPR --after FACES`: the dice have fallen, and somebody may still intervene.

use super::advised;
use super::seated::{Wrong, with_given};
use super::writing::write;
use crate::cli::args::Odds as Wanted;
use crate::cli::given::{Given, nothing_reads};
use crate::cli::roll::{expression, faces};
use crate::cli::{Context, FILES, USAGE, WRONG};
use crate::diagnostic::Diagnostic;
use crate::odds::Bounds;
use crate::report::Catalogue;
use crate::report::odds::AfterView;
use crate::session::{LoadedGame, Request, Session, unread};
use crate::world::{NOBODY, Person, World};

pub(super) fn run(context: &mut Context, wanted: &Wanted, text: &str, fallen: &str) -> u8 {
    let read = faces(fallen).map_err(|error| (error, USAGE));
    let read = read
        .and_then(|faces| expression(text, &context.limits).map(|text| (faces, text)).map_err(|error| (error, FILES)));
    let (faces, text) = match read {
        Ok(read) => read,
        Err((error, code)) => {
            context.complain_alone(&error);
            return code;
        }
    };
    with_given(context, wanted, |context, session, game, given| {
        show(context, session, game, given, wanted, (text, &faces))
    })
}

fn show(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    given: &Given,
    wanted: &Wanted,
    (text, faces): (String, &[i64]),
) -> Result<(), Wrong> {
    let catalogue = &context.output.catalogue;
    let mut suspect = Vec::new();
    let given = given.request(game, &[], &session.sources, &mut suspect).map_err(wrong)?;
    context.output.complain(&suspect, &session.sources);
    let person = roller(&given, catalogue);
    let source = catalogue.text("typed", &Vec::new());
    let request = Request { text, source, person: Some(person), ..given };
    let ready = session.prepare(&game.game, &request).map_err(wrong)?;
    context.output.complain(&ready.warnings, &session.sources);
    let idle = nothing_reads(unread(&game.game, &request, &ready, true));
    if !idle.is_empty() {
        return Err(wrong(idle));
    }
    let mut bounds = Bounds::within(&context.limits);
    bounds.depth = wanted.depth.unwrap_or(bounds.depth);
    let Some((world, who)) = &ready.person else { return Err(wrong(vec![Diagnostic::internal()])) };
    let found = session.courses(&game.game, &ready, (world, *who), faces, &bounds);
    let (courses, impossible) = found.map_err(|error| wrong(vec![advised(wanted, error)]))?;
    let view = AfterView {
        game: &game.game,
        expression: request.text.trim(),
        faces,
        courses: &courses,
        impossible: &impossible,
        all: wanted.all,
    };
    write(context, wanted, &view)
}

pub(super) fn wrong(errors: Vec<Diagnostic>) -> Wrong {
    (errors, WRONG)
}

/// Everybody, and whoever rolls: without a file somebody of whom nothing is known, since others may intervene.
pub(super) fn roller(given: &Request, catalogue: &Catalogue) -> (World, usize) {
    let (mut world, who) = given.person.clone().unwrap_or_else(|| (World::new(), NOBODY));
    let who = match who {
        NOBODY => world.join(Person { name: catalogue.text("odds-somebody", &Vec::new()), ..Person::default() }),
        who => who,
    };
    (world, who)
}
