//! Odds of what people at a table do: one ruleset, and files of people.

use std::path::PathBuf;

use super::shelves_for;
use crate::cli::args::Odds as Wanted;
use crate::cli::doing::casting::Casting;
use crate::cli::doing::game_for;
use crate::cli::{Context, FINE, USAGE};
use crate::diagnostic::Diagnostic;
use crate::session::{LoadedGame, Session};

/// What went wrong, and the exit code.
pub(super) type Wrong = (Vec<Diagnostic>, u8);

/// Reads the game and the files (`cast`: who plays which role), and shows something of them; the exit code.
pub(super) fn with_people(
    context: &mut Context,
    wanted: &Wanted,
    cast: &[String],
    files: &[String],
    show: impl FnOnce(&Context, &mut Session<'_>, &LoadedGame, &Casting) -> Result<(), Wrong>,
) -> u8 {
    let named = match wanted.rulesets.as_slice() {
        [] => None,
        [one] => Some(one.as_str()),
        _ => {
            context.complain_alone(&Diagnostic::error("odds-one-ruleset", None));
            return USAGE;
        }
    };
    let places = shelves_for(named);
    let mut session = Session::new(&places);
    let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    let casting = match Casting::read(&mut session, cast, &files) {
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
