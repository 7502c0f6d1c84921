//! `tirada list` and `tirada show`

use super::args::{Format, List, Show};
use super::shelves::Places;
use super::{Context, FINE, USAGE, WRONG, load, shelves_for};
use crate::diagnostic::{Diagnostic, nearest};
use crate::limits::Limits;
use crate::render::document::{Column, Document, Line};
use crate::render::json_line;
use crate::render::show::Shower;
use crate::session::Session;
use crate::source::{fold, nfc};

pub(super) fn list(context: &Context, wanted: &List) -> u8 {
    let places = Places::new(None);
    let default = context.default_ruleset();
    let mut session = Session::within(&places, Limits::FULL);
    let say = |id: &str| context.output.catalogue.text(id, &Vec::new());
    let mut rows = Vec::new();
    let mut objects = Vec::new();
    for place in places.all() {
        let Ok(loaded) = session.load(&place.id) else { continue };
        let is_default = default.as_deref() == Some(&place.id);
        let source = place.pack.as_ref().and_then(super::packs::source_of);
        let (kind, origin) = match (&place.pack, &place.path) {
            (Some(pack), _) => {
                let args =
                    vec![("name", pack.id.as_str().into()), ("version", pack.version.as_deref().unwrap_or("?").into())];
                ("pack", context.output.catalogue.text("list-pack", &args))
            }
            (None, Some(path)) => ("folder", path.display().to_string()),
            (None, None) => ("shipped", say("list-built-in")),
        };
        objects.push(serde_json::json!({
            "id": place.id,
            "name": loaded.game.name,
            "language": loaded.game.language,
            "extends": loaded.extends.first(),
            "path": place.path.as_ref().map(|path| path.display().to_string()),
            "origin": kind,
            "pack": place.pack.as_ref().map(|pack| serde_json::json!({
                "id": pack.id,
                "version": pack.version,
                "source": source,
            })),
            "default": is_default,
            "sound": loaded.is_sound(),
        }));
        let mut notes = Vec::new();
        if is_default {
            notes.push(say("list-default"));
        }
        if let Some(base) = loaded.extends.first() {
            notes.push(context.output.catalogue.text("list-extends", &vec![("name", base.as_str().into())]));
        }
        if !loaded.is_sound() {
            notes.push(say("list-broken"));
        }
        rows.push(vec![
            Line::new().name(&place.id),
            Line::new().plain(&loaded.game.name),
            Line::new().dim(origin),
            Line::new().plain(notes.join(", ")),
        ]);
    }
    if wanted.format == Format::Json {
        context.output.print(&json_line(&objects));
        return FINE;
    }
    let columns = ["list-id", "list-name", "list-origin", "list-notes"].map(|id| Column::left(say(id)));
    context.output.show(&Document::new().table(columns.into(), rows), wanted.format);
    FINE
}

pub(super) fn show(context: &mut Context, wanted: &Show) -> u8 {
    let places = shelves_for(Some(&wanted.ruleset));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = match load(&mut session, &places, &wanted.ruleset) {
        Ok(loaded) => loaded,
        Err((error, code)) => {
            context.complain_alone(&error);
            return code;
        }
    };
    context.speak_like(&loaded);
    context.output.complain(&loaded.findings, &session.sources);
    if !loaded.is_sound() {
        return WRONG;
    }
    if wanted.origin {
        return super::diffing::origin(context, &session, &places, wanted);
    }
    if wanted.format == Format::Json {
        context.complain_alone(&no_json());
        return USAGE;
    }
    let tools = (&mut session, &places);
    let spoken = match super::documenting::in_language(context, tools, &wanted.ruleset, &loaded, &wanted.language) {
        Ok(spoken) => spoken,
        Err(code) => return code,
    };
    let words = spoken.as_ref().map(|game| super::documenting::words_of(context, game));
    let game = spoken.as_ref().unwrap_or(&loaded.game);
    let shower = Shower { game, catalogue: words.as_ref().unwrap_or(&context.output.catalogue) };
    let document = match &wanted.name {
        None => Some(shower.overview()),
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
            let mut error = Diagnostic::error("nothing-to-show", None).arg("name", name).arg("game", &*loaded.game.id);
            if let Some(near) = nearest(name, known) {
                error = error.help_with("help-did-you-mean", "name", near.to_owned());
            }
            context.complain_alone(&error);
            WRONG
        }
    }
}

/// The error for JSON where only people are told something.
pub(super) fn no_json() -> Diagnostic {
    Diagnostic::error("format-not-here", None).arg("name", "json")
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
