//! `tirada sheet`: prints characters.

use super::args::{OutputFormat, PageFormat, SheetArgs};
use super::r#do::{game_for, speak_for};
use super::page::as_page;
use super::seats::{Seats, open};
use super::{CommandContext, FINE, WRONG, shelves_for};
use crate::limits::Limits;
use crate::report::document::Document;
use crate::report::json;
use crate::report::json_line;
use crate::report::sheet::{article, sheet};
use crate::report::visible;
use crate::ruleset::Accent;
use crate::session::Session;
use crate::world::{Env, FileOwner, Look, TABLE};

pub(super) fn run(context: &mut CommandContext, wanted: &SheetArgs) -> u8 {
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
        // Without one that is named it would be that of the file.
        if wanted.ruleset.is_some() {
            speak_for(context, &mut session, &places, wanted.ruleset.as_deref());
        }
        context.output.complain(&errors, &session.sources);
        return code;
    }
    let format = if wanted.json { PageFormat::Json } else { wanted.format };
    let (mut looks, mut accents): (Vec<Look>, Vec<Option<Accent>>) = (Vec::new(), Vec::new());
    for one in &sheets {
        // Each by its own game; they need not be of one.
        let game = match game_for(context, &mut session, &places, wanted.ruleset.as_deref(), std::slice::from_ref(one))
        {
            Ok(game) => game,
            Err(code) => return code,
        };
        let mut seats = Seats::new();
        match seats.sit(&game, one, FileOwner::of(&one.file, &game.game), &session.sources) {
            Ok(who) => {
                let mut look = session.see(&game.game, &Env::default(), &seats.world, who);
                if who == TABLE && format != PageFormat::Json {
                    let called = || context.output.catalogue.text("deed-table", &Vec::new());
                    look.name = one.file.name.clone().unwrap_or_else(called);
                }
                looks.push(look);
                accents.push(game.game.accent);
            }
            Err(mut found) => errors.append(&mut found),
        }
        context.output.complain(&seats.suspect, &session.sources);
    }
    if !errors.is_empty() {
        context.output.complain(&errors, &session.sources);
        return WRONG;
    }
    if format == PageFormat::Json {
        for look in &looks {
            context.output.print(&json_line(&json::sheet(look)));
        }
        return FINE;
    }
    let brief = |look: Look| if wanted.all { look } else { look.brief() };
    if format == PageFormat::Html {
        let names: Vec<String> = looks.iter().map(|look| visible(&look.name).into_owned()).collect();
        let sheets = looks.into_iter().zip(accents);
        let sheets = sheets.map(|(look, accent)| article(&brief(look), accent, &context.output.catalogue));
        let page = as_page(&names.join(", "), &sheets.collect::<String>(), context.output.catalogue.language());
        context.output.print(page.trim_end());
        return FINE;
    }
    let mut document = Document::new();
    for (index, look) in looks.into_iter().enumerate() {
        let look = brief(look);
        if index > 0 {
            document = document.gap();
        }
        document.append(sheet(&look, &context.output.catalogue));
    }
    match format {
        PageFormat::Markdown => context.output.show(&document, OutputFormat::Markdown),
        PageFormat::Bbcode => context.output.show(&document, OutputFormat::Bbcode),
        PageFormat::Text | PageFormat::Html | PageFormat::Json => context.output.show(&document, OutputFormat::Text),
    }
    FINE
}
