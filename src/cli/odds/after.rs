//! `tirada odds EXPR --after FACES`: the dice have fallen, and somebody may still intervene.

use std::path::Path;

use super::seated::{Wrong, with_people};
use super::writing::{Written, write};
use crate::cli::args::Odds as Wanted;
use crate::cli::doing::casting::Casting;
use crate::cli::roll::{expression, faces, given, pair};
use crate::cli::seats::Seats;
use crate::cli::{Context, FILES, USAGE, WRONG};
use crate::diagnostic::Diagnostic;
use crate::odds::Bounds;
use crate::render::odds::after;
use crate::session::{LoadedGame, Request, Session};
use crate::state::{Person, TABLE};

pub(super) fn run(context: &mut Context, wanted: &Wanted, text: &str, fallen: &str) -> u8 {
    let (files, values): (Vec<String>, Vec<String>) =
        wanted.with.iter().cloned().partition(|item| pair(item).is_none() || Path::new(item).exists());
    let read = faces(fallen).map_err(|error| (error, USAGE));
    let read = read.and_then(|faces| expression(text).map(|text| (faces, text)).map_err(|error| (error, FILES)));
    let (faces, text) = match read {
        Ok(read) => read,
        Err((error, code)) => {
            context.complain_alone(&error);
            return code;
        }
    };
    let asked = Asked { text, faces, values };
    with_people(context, wanted, &[], &files, |context, session, game, casting| {
        show(context, session, game, casting, wanted, asked)
    })
}

/// What was rolled, what fell, and what is known of whoever rolled besides their file.
struct Asked {
    text: String,
    faces: Vec<i64>,
    values: Vec<String>,
}

fn show(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    casting: &Casting,
    wanted: &Wanted,
    asked: Asked,
) -> Result<(), Wrong> {
    let wrong = |errors: Vec<Diagnostic>| (errors, WRONG);
    let catalogue = &context.output.catalogue;
    let mut seats = Seats::new();
    casting.cast(game, &[], &mut seats).map_err(wrong)?;
    // Whoever comes first rolls; without a file, somebody of whom nothing is known.
    let who = match seats.list.iter().map(|seat| seat.who).find(|who| *who != TABLE) {
        Some(who) => who,
        None => seats.world.join(Person { name: catalogue.text("odds-somebody", &Vec::new()), ..Person::default() }),
    };
    let given = given(session, &game.game, &asked.values, &wanted.set).map_err(wrong)?;
    let source = catalogue.text("typed", &Vec::new());
    let person = Some((seats.world.clone(), who));
    let request = Request { text: asked.text, source, person, ..given };
    let ready = session.prepare(&game.game, &request).map_err(wrong)?;
    context.output.complain(&ready.warnings, &session.sources);
    let mut bounds = Bounds::default();
    bounds.depth = wanted.depth.unwrap_or(bounds.depth);
    let found = session.courses(&game.game, &ready, (&seats.world, who), &asked.faces, &bounds);
    let (courses, impossible) = found.map_err(|error| wrong(vec![error]))?;
    let view = after::AfterView {
        game: &game.game,
        expression: request.text.trim(),
        faces: &asked.faces,
        courses: &courses,
        impossible: &impossible,
        all: wanted.all,
    };
    let written = Written {
        document: &|| after::document(&view, catalogue),
        json: &|| after::json(&view, catalogue),
        csv: &|| after::csv(&view),
        svg: &|| after::svg(&view, catalogue),
    };
    write(context, wanted, &written)
}
