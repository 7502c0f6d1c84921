//! Odds of what people at a table do: one ruleset, and files of people.

use std::path::PathBuf;

use crate::cli::args::Odds as Wanted;
use crate::cli::r#do::casting::Casting;
use crate::cli::r#do::game_for;
use crate::cli::given::Given;
use crate::cli::{Context, FINE, USAGE};
use crate::diagnostic::{Code, Diagnostic};
use crate::session::{LoadedGame, Session};

/// What went wrong, and the exit code.
pub(super) type Wrong = (Vec<Diagnostic>, u8);

/// The only ruleset that is named, if one is.
///
/// # Errors
///
/// The exit code where there are several, which was said.
pub(super) fn only<'w>(context: &Context, named: &'w [String]) -> Result<Option<&'w str>, u8> {
    match named {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        _ => {
            context.complain_alone(&Diagnostic::error(Code::OddsOneRuleset, None));
            Err(USAGE)
        }
    }
}

/// Reads the game and what was given, and shows something of them; the exit code.
pub(super) fn with_given(
    context: &mut Context,
    wanted: &Wanted,
    show: impl FnOnce(&Context, &mut Session<'_>, &LoadedGame, &Given) -> Result<(), Wrong>,
) -> u8 {
    let named = match only(context, &wanted.rulesets) {
        Ok(named) => named,
        Err(code) => return code,
    };
    let places = context.shelves(named);
    let mut session = Session::within(&places, context.limits);
    let told = |context: &Context, session: &Session<'_>, (errors, code): Wrong| {
        context.output.complain(&errors, &session.sources);
        code
    };
    let given = match Given::read(&mut session, (&wanted.with, &wanted.set), !context.sandbox) {
        Ok(given) => given,
        Err(wrong) => return told(context, &session, wrong),
    };
    let game = match game_for(context, &mut session, &places, named, given.sheets()) {
        Ok(game) => game,
        Err(code) => return code,
    };
    match show(context, &mut session, &game, &given) {
        Ok(()) => FINE,
        Err(wrong) => told(context, &session, wrong),
    }
}

/// Reads the game and the files, and shows something of them; the exit code.
pub(super) fn with_people(
    context: &mut Context,
    wanted: &Wanted,
    show: impl FnOnce(&Context, &mut Session<'_>, &LoadedGame, &Casting) -> Result<(), Wrong>,
) -> u8 {
    let named = match only(context, &wanted.rulesets) {
        Ok(named) => named,
        Err(code) => return code,
    };
    let places = context.shelves(named);
    let mut session = Session::within(&places, context.limits);
    let files: Vec<PathBuf> = wanted.with.iter().map(PathBuf::from).collect();
    let casting = match Casting::read(&mut session, &wanted.cast, &files) {
        Ok(casting) => casting,
        Err((errors, code)) => {
            context.output.complain(&errors, &session.sources);
            return code;
        }
    };
    let game = match game_for(context, &mut session, &places, named, casting.sheets()) {
        Ok(game) => game,
        Err(code) => return code,
    };
    match show(context, &mut session, &game, &casting) {
        Ok(()) => FINE,
        Err((errors, code)) => {
            context.output.complain(&errors, &session.sources);
            code
        }
    }
}
