//! `tirada list`: lists the available rulesets.

use super::args::{ListArgs, OutputFormat};
use super::search_path::SearchPath;
use super::{CommandContext, FINE};
use crate::limits::Limits;
use crate::report::document::{Document, DocumentColumn, Line};
use crate::report::json::VersionedList;
use crate::report::json_line;
use crate::session::Session;

pub(super) fn run(context: &CommandContext, wanted: &ListArgs) -> u8 {
    let places = SearchPath::new(None);
    let default = context.default_ruleset();
    let mut session = Session::within(&places, Limits::FULL);
    let say = |id: &str| context.output.catalogue.say(id);
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
    if wanted.format == OutputFormat::Json {
        context.output.print(&json_line(&VersionedList("rulesets", &objects)));
        return FINE;
    }
    let columns = ["list-id", "list-name", "list-origin", "list-notes"].map(|id| DocumentColumn::left(say(id)));
    context.output.show(&Document::new().table(columns.into(), rows), wanted.format);
    FINE
}
