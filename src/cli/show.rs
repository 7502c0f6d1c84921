//! `tirada show`: prints a ruleset or a part of it.

use super::args::{OutputFormat, ShowArgs};
use super::roll::open;
use super::{CommandContext, FINE, USAGE, WRONG, shelves_for};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::limits::Limits;
use crate::report::document::Document;
use crate::report::show::Shower;
use crate::session::Session;
use crate::source::{fold, nfc};

pub(super) fn run(context: &mut CommandContext, wanted: &ShowArgs) -> u8 {
    let places = shelves_for(Some(&wanted.ruleset));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = match open(context, &mut session, &places, &wanted.ruleset) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    if wanted.origin {
        return super::diff::origin(context, &session, &places, wanted);
    }
    if wanted.format == OutputFormat::Json {
        context.complain_alone(&no_json());
        return USAGE;
    }
    let tools = (&mut session, &places);
    let spoken = match super::doc::in_language(context, tools, &wanted.ruleset, &loaded, &wanted.language) {
        Ok(spoken) => spoken,
        Err(code) => return code,
    };
    let words = spoken.as_ref().map(|game| context.output.catalogue.in_language_of(game));
    let game = spoken.as_ref().unwrap_or(&loaded.game);
    let shower = Shower { game, catalogue: words.as_ref().unwrap_or(&context.output.catalogue), worded: false };
    let document = match &wanted.name {
        None => Some(shower.overview(wanted.all)),
        Some(name) => find(&shower, name),
    };
    match document {
        Some(document) => {
            context.output.show(&document, wanted.format);
            FINE
        }
        None => {
            let name = wanted.name.as_deref().unwrap_or_default();
            let mut known: Vec<&str> = shower.names().collect();
            known.sort_unstable();
            let mut error =
                Diagnostic::error(Code::NothingToShow, None).arg("name", name).arg("game", &*loaded.game.id);
            if let Some(near) = nearest(name, known) {
                error = error.help_with("help-did-you-mean", "name", near.to_owned());
            }
            let mut found = [error];
            session.name_games(&mut found, &loaded.game.id);
            found.iter().for_each(|error| context.complain_alone(error));
            WRONG
        }
    }
}

/// The error for JSON where only people are told something.
pub(super) fn no_json() -> Diagnostic {
    Diagnostic::error(Code::FormatNotHere, None).arg("name", "json")
}

/// A thing by its name, also without its accents or in the wrong case.
pub(crate) fn find(shower: &Shower<'_>, name: &str) -> Option<Document> {
    let name = nfc(name.trim().trim_matches(['«', '»', '"']));
    if let Some(document) = shower.one(&name) {
        return Some(document);
    }
    let folded = fold(&name);
    let mut same = shower.names().filter(|one| fold(one) == folded);
    match (same.next(), same.next()) {
        (Some(only), None) => shower.one(only),
        _ => None,
    }
}
