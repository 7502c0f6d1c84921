//! `tirada sheet`

use super::args::{Format, Sheet};
use super::r#do::game_for;
use super::seats::{Seats, open};
use super::{Context, FINE, WRONG, shelves_for};
use crate::limits::Limits;
use crate::report::document::Document;
use crate::report::json;
use crate::report::json_line;
use crate::report::sheet::sheet;
use crate::session::Session;
use crate::world::{Env, Look, TABLE, Whose};

pub(super) fn run(context: &mut Context, wanted: &Sheet) -> u8 {
    let places = shelves_for(wanted.ruleset.as_deref());
    let mut session = Session::within(&places, Limits::FULL);
    let mut errors = Vec::new();
    let mut code = FINE;
    let mut sheets = Vec::new();
    for path in &wanted.files {
        match open(&mut session, path) {
            Ok(one) => sheets.push(one),
            Err((mut found, wrong)) => {
                errors.append(&mut found);
                code = code.max(wrong);
            }
        }
    }
    if !errors.is_empty() {
        context.output.complain(&errors, &session.sources);
        return code;
    }
    let format = wanted.written.format();
    let mut looks: Vec<Look> = Vec::new();
    for one in &sheets {
        // Each by its own game; they need not be of one.
        let game = match game_for(context, &mut session, &places, wanted.ruleset.as_deref(), std::slice::from_ref(one))
        {
            Ok(game) => game,
            Err(code) => return code,
        };
        let mut seats = Seats::new();
        match seats.sit(&game, one, Whose::of(&one.file, &game.game), &session.sources) {
            Ok(who) => {
                let mut look = session.see(&game.game, &Env::default(), &seats.world, who);
                if who == TABLE && format != Format::Json {
                    let called = || context.output.catalogue.say("deed-table");
                    look.name = one.file.name.clone().unwrap_or_else(called);
                }
                looks.push(look);
            }
            Err(mut found) => errors.append(&mut found),
        }
        context.output.complain(&seats.suspect, &session.sources);
    }
    if !errors.is_empty() {
        context.output.complain(&errors, &session.sources);
        return WRONG;
    }
    if format == Format::Json {
        for look in &looks {
            context.output.print(&json_line(&json::sheet(look)));
        }
        return FINE;
    }
    let mut document = Document::new();
    for (index, look) in looks.into_iter().enumerate() {
        let look = if wanted.all { look } else { look.brief() };
        if index > 0 {
            document = document.gap();
        }
        document.append(sheet(&look, &context.output.catalogue));
    }
    context.output.show(&document, format);
    FINE
}
