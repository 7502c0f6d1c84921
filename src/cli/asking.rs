//! Asking the person at the terminal for what the book or the sheet leaves open.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use crate::check::answer_of;
use crate::check::program::{Die, Game};
use crate::diagnostic::Args;
use crate::eval::{Asked, AskedFor, Effects, Refusal};
use crate::render::Catalogue;

/// Dice from elsewhere; questions go to the terminal, if there is one.
pub struct Asking<'a, E> {
    /// Where dice come from.
    pub dice: &'a mut E,
    /// The game.
    pub game: &'a Game,
    /// The messages.
    pub catalogue: &'a Catalogue,
    /// Whether somebody can be asked.
    pub terminal: bool,
}

/// Whether there is somebody who can be asked.
#[must_use]
pub fn somebody_there() -> bool {
    std::io::stdin().is_terminal() && std::io::stderr().is_terminal()
}

impl<E: Effects> Effects for Asking<'_, E> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        self.dice.throw(die, count, faces)
    }

    fn answer(&mut self, asked: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        if !self.terminal {
            return self.dice.answer(asked);
        }
        let id = match asked.what {
            AskedFor::Trait | AskedFor::Input => "ask-value",
            AskedFor::Cell | AskedFor::Option => "ask-pending",
        };
        let args: Args = vec![("name", asked.name.into()), ("doc", asked.doc.unwrap_or("").into())];
        let mut error = std::io::stderr();
        for _ in 0..3 {
            let _ = write!(error, "{} ", self.catalogue.text(id, &args));
            let _ = error.flush();
            let mut line = String::new();
            if std::io::stdin().lock().read_line(&mut line).unwrap_or(0) == 0 {
                return Ok(None);
            }
            if line.trim().is_empty() {
                return Ok(None);
            }
            if let Some(value) = answer_of(self.game, asked.kind, &line) {
                return Ok(Some(value));
            }
            let _ = writeln!(error, "{}", self.catalogue.text("ask-again", &args));
        }
        Ok(None)
    }
}
