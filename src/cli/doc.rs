//! `tirada doc`: writes a ruleset as a reference.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::roll::open;
use super::saving::{SEAL, replace_own, sealed};
use super::search_path::{SearchPath, translation_files};
use super::{CommandContext, FINE, RulesetName, WRONG, check, named, shelves_for};
use crate::check::program::CheckedGame;
use crate::check::translated;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;
use crate::report::reference::{Reference, Sheets, markdown, page::page, to_fill_in};
use crate::ruleset::Shelf as _;
use crate::session::{LoadedGame, Session, Translations};

/// `tirada doc`
#[derive(Debug, Args)]
pub struct DocArgs {
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = DocFormat::Markdown, value_name = "markdown|html")]
    pub format: DocFormat,
    /// With bookkeeping of the rules.
    #[arg(long, conflicts_with = "missing")]
    pub all: bool,
    /// In a language into which the ruleset is translated.
    #[arg(long, value_name = "LANG")]
    pub language: Option<String>,
    /// What the translation lacks instead.
    #[arg(long, requires = "language", conflicts_with = "format")]
    pub missing: bool,
    /// The file to write.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// In place of another file.
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// How a reference is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DocFormat {
    /// For repositories and wikis.
    Markdown,
    /// One page, to read and to print.
    Html,
}

pub(super) fn run(context: &mut CommandContext, wanted: &DocArgs) -> u8 {
    let places = shelves_for(Some(&wanted.ruleset));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = match open(context, &mut session, &places, &wanted.ruleset) {
        Ok(loaded) => loaded,
        Err(code) => return code,
    };
    let text = match &wanted.language {
        Some(language) if wanted.missing => {
            let translations = read_translations(&mut session, &places, &wanted.ruleset, &loaded);
            context.output.complain(&translations.findings, &session.sources);
            if translations.findings.iter().any(Diagnostic::is_error) {
                return WRONG;
            }
            let spoken = translations.spoken(&loaded.game, language);
            let spoken = spoken.unwrap_or_else(|| translated(&loaded.game, &[], 0));
            let (count, total) = (spoken.missing.len(), spoken.total);
            let args = vec![("count", count.into()), ("total", total.into()), ("language", language.as_str().into())];
            context.output.tell_message("translation-to-fill-in", &args);
            if spoken.missing.is_empty() {
                return FINE;
            }
            to_fill_in(&loaded.game, language, &spoken.missing)
        }
        _ => {
            let spoken = match in_language(context, (&mut session, &places), &wanted.ruleset, &loaded, &wanted.language)
            {
                Ok(spoken) => spoken,
                Err(code) => return code,
            };
            let game = spoken.as_ref().unwrap_or(&loaded.game);
            let chances = session.chances(&loaded.game);
            let catalogue = context.output.catalogue.in_language_of(game);
            let reference = Reference::new(game, &chances, &catalogue, wanted.all);
            match wanted.format {
                DocFormat::Markdown => markdown::render(&reference),
                DocFormat::Html => page(&reference, &Sheets::of(game, &chances, &catalogue)),
            }
        }
    };
    let Some(path) = &wanted.output else {
        context.output.print(text.trim_end());
        return FINE;
    };
    // What is to be filled in has no seal: it is the author's from then on.
    let text = if wanted.missing { text } else { sealed(&format!("{}\n<!-- {SEAL} -->\n", text.trim_end())) };
    match replace_own(&[(path.clone(), text)], wanted.force) {
        Ok(()) => FINE,
        Err((error, code)) => {
            context.complain_alone(&error);
            code
        }
    }
}

fn read_translations(session: &mut Session<'_>, places: &SearchPath, name: &str, loaded: &LoadedGame) -> Translations {
    let own = match named(name, places) {
        RulesetName::Id(id) => places.translations(&id),
        RulesetName::Path(path) => translation_files(&path),
    };
    session.translations(loaded, own)
}

/// The game in the language that was asked for, unless that is its own anyway.
///
/// # Errors
///
/// The exit code, after it was said that there is no such translation or what is wrong with it.
pub(super) fn in_language(
    context: &CommandContext,
    (session, places): (&mut Session<'_>, &SearchPath),
    name: &str,
    loaded: &LoadedGame,
    language: &Option<String>,
) -> Result<Option<CheckedGame>, u8> {
    let Some(language) = language.as_deref().filter(|wanted| loaded.game.language.as_deref() != Some(wanted)) else {
        return Ok(None);
    };
    let translations = read_translations(session, places, name, loaded);
    context.output.complain(&translations.findings, &session.sources);
    if translations.findings.iter().any(Diagnostic::is_error) {
        return Err(check::code(&translations.findings));
    }
    let Some(spoken) = translations.spoken(&loaded.game, language) else {
        let error =
            Diagnostic::error(Code::NoTranslation, None).arg("language", language).arg("game", &*loaded.game.id);
        let known = translations.languages();
        let error = if known.is_empty() { error } else { error.help_with("help-there-is", "names", known) };
        context.complain_alone(&error.help_with("help-begin-translation", "language", language));
        return Err(WRONG);
    };
    if !spoken.missing.is_empty() {
        let count: crate::diagnostic::Arg = spoken.missing.len().into();
        let args = vec![("count", count), ("total", spoken.total.into()), ("language", language.into())];
        context.output.tell_message("translation-in-part", &args);
    }
    Ok(Some(spoken.game))
}
