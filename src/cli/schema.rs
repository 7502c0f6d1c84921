//! `tirada schema`, and the schemas that are written next to files.

use std::path::{Path, PathBuf};

use clap::Args;

use super::roll::open;
use super::saving::{SEAL, replace_own_in, sealed};
use super::{CommandContext, FILES, FINE, cannot_read, shelves_for};
use crate::limits::Limits;
use crate::report::Catalogue;
use crate::report::schema::{FOLDER, SchemaKind, SchemaNames, schema};
use crate::report::visible_json;
use crate::ruleset::TRANSLATIONS;
use crate::session::{LoadedGame, Session};

/// `tirada schema`
#[derive(Debug, Args)]
pub struct SchemaArgs {
    /// The ruleset whose names it knows.
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The kind of file to describe.
    #[arg(long = "for", value_enum, value_name = "ruleset|cases|character|pack|translation")]
    pub sort: Option<SchemaKind>,
    /// Writes schemas into this folder instead.
    #[arg(long, value_name = "FOLDER")]
    pub write: Option<PathBuf>,
    /// In place of other files.
    #[arg(long, requires = "write")]
    pub force: bool,
}

/// What schemas may know of a game.
pub(crate) fn known(loaded: &LoadedGame) -> SchemaNames<'_> {
    SchemaNames { game: &loaded.game, extends: !loaded.extends.is_empty() }
}

/// The files of schemas in [`FOLDER`] below a folder, with their texts. They are found by
/// [`SchemaKind::header`] at the head of the files in that folder.
pub(crate) fn schema_files(
    folder: &Path,
    sorts: &[SchemaKind],
    known: Option<SchemaNames<'_>>,
    catalogue: &Catalogue,
) -> Vec<(PathBuf, String)> {
    let below = folder.join(FOLDER);
    let text = |sort: SchemaKind| sealed(&(schema(sort, known, catalogue, Some(SEAL)) + "\n"));
    sorts.iter().map(|sort| (below.join(sort.file_name()), text(*sort))).collect()
}

pub(super) fn run(context: &mut CommandContext, wanted: &SchemaArgs) -> u8 {
    let places = shelves_for(wanted.ruleset.as_deref());
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = match wanted.ruleset.as_deref().map(|name| open(context, &mut session, &places, name)).transpose() {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let known = loaded.as_ref().map(known);
    let catalogue = &context.output.catalogue;
    let Some(folder) = &wanted.write else {
        let sort = wanted.sort.unwrap_or(SchemaKind::Ruleset);
        context.output.print(&visible_json(schema(sort, known, catalogue, None)));
        return FINE;
    };
    if let Err(error) = std::fs::read_dir(folder) {
        context.complain_alone(&cannot_read(folder, &error));
        return FILES;
    }
    let sorts = wanted.sort.map_or(SchemaKind::ALL.to_vec(), |sort| vec![sort]);
    let files = schema_files(folder, &sorts, known, catalogue);
    match replace_own_in(&folder.join(FOLDER), &files, wanted.force) {
        Ok(()) => {
            for (sort, (path, _)) in sorts.iter().zip(files) {
                // Cases and translations lie in folders of their own.
                let (way, beside) = match sort {
                    SchemaKind::Cases => ("..", folder.join("cases")),
                    SchemaKind::Translation => ("..", folder.join(TRANSLATIONS)),
                    _ => ("", folder.clone()),
                };
                let args = vec![
                    ("path", path.display().to_string().into()),
                    ("folder", beside.display().to_string().into()),
                    ("line", sort.header(way).trim_end().into()),
                ];
                context.output.print(&catalogue.text("schema-written", &args));
            }
            FINE
        }
        Err((error, code)) => {
            context.complain_alone(&error);
            code
        }
    }
}
