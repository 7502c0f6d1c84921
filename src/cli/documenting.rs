//! `tirada doc`: a whole ruleset as a reference.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::roll::open;
use super::{Context, FILES, FINE, shelves_for};
use crate::diagnostic::Diagnostic;
use crate::render::reference::{Reference, markdown, page::page};
use crate::render::{Catalogue, Language};
use crate::session::Session;

/// `tirada doc`
#[derive(Debug, Args)]
pub struct Doc {
    /// The ruleset.
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = DocFormat::Markdown, value_name = "markdown|html")]
    pub format: DocFormat,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How a reference is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DocFormat {
    /// For repositories and wikis.
    Markdown,
    /// One page, to read and to print.
    Html,
}

pub(super) fn run(context: &mut Context, wanted: &Doc) -> u8 {
    let places = shelves_for(Some(&wanted.ruleset));
    let mut session = Session::new(&places);
    let loaded = match open(context, &mut session, &places, &wanted.ruleset) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let chances = session.chances(&loaded.game);
    // The program's own words on the page are in the language of the others on it.
    let language = loaded.game.language.as_deref().and_then(Language::from_tag);
    let catalogue = language.map_or_else(|| context.output.catalogue.clone(), Catalogue::new);
    let reference = Reference::new(&loaded.game, &chances, &catalogue);
    let text = match wanted.format {
        DocFormat::Markdown => markdown::render(&reference),
        DocFormat::Html => page(&reference),
    };
    let Some(path) = &wanted.output else {
        context.output.print(text.trim_end());
        return FINE;
    };
    match std::fs::write(path, text) {
        Ok(()) => FINE,
        Err(error) => {
            let error = Diagnostic::error("file-not-written", None)
                .arg("path", path.display().to_string())
                .arg("why", error.to_string());
            context.complain_alone(&error);
            FILES
        }
    }
}
