//! Values for an expression: `--with` (the roller, other characters, single values) and `--set`.

use std::path::Path;

use super::roll::pair;
use super::seats::{BaselineRuleset, Seats, SheetFile, open};
use super::{FILES, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::session::{LoadedGame, RollRequest, Session};
use crate::source::Sources;
use crate::world::{FileOwner, TABLE};

/// Whether a name is one of a file rather than of anything else.
fn looks_like_a_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "yml" || ending == "yaml") || path.components().nth(1).is_some()
}

/// The values of `--with` and `--set`, parsed and not yet checked against a game.
pub(super) struct GivenValues {
    sheets: Vec<SheetFile>,
    request: RollRequest,
}

impl GivenValues {
    /// Reads all files, and takes names and values apart. Without `files` everything is a name and a
    /// value, whatever lies there.
    ///
    /// # Errors
    ///
    /// What is no name and value, no setting and no character; and the exit code.
    pub(super) fn read(
        session: &mut Session<'_>,
        (with, set): (&[String], &[String]),
        files: bool,
    ) -> Result<Self, (Vec<Diagnostic>, u8)> {
        let request = RollRequest { forgiving: true, ..RollRequest::default() };
        let mut given = Self { sheets: Vec::new(), request };
        let mut errors = Vec::new();
        let mut code = 0;
        for item in with {
            let path = Path::new(item);
            let exists = files && path.exists();
            match pair(item).filter(|_| !exists) {
                Some((name, value)) => {
                    if given.request.names.insert(name.clone(), value).is_some() {
                        errors.push(Diagnostic::error(Code::SaidTwice, None).arg("name", name));
                    }
                }
                None if files && !exists && looks_like_a_file(path) => {
                    errors.push(Diagnostic::error(Code::FileNotThere, None).arg("path", &**item));
                    code = code.max(FILES);
                }
                None if !exists => errors.push(Diagnostic::error(Code::NotACharacter, None).arg("text", &**item)),
                None => match open(session, path) {
                    Ok(sheet) => given.sheets.push(sheet),
                    Err((mut found, wrong)) => {
                        errors.append(&mut found);
                        code = code.max(wrong);
                    }
                },
            }
        }
        for item in set {
            match pair(item) {
                Some((name, value)) => {
                    if given.request.settings.insert(name.clone(), value).is_some() {
                        errors.push(Diagnostic::error(Code::SaidTwice, None).arg("name", name));
                    }
                }
                None => errors.push(Diagnostic::error(Code::NotASetting, None).arg("text", &**item)),
            }
        }
        if errors.is_empty() { Ok(given) } else { Err((errors, code.max(WRONG))) }
    }

    /// The files of those who are there, the first of whom rolls.
    pub(super) fn sheets(&self) -> &[SheetFile] {
        &self.sheets
    }

    /// Adds all characters to the table; the first is the roller. The expression of the request is still empty.
    /// Characters of `compared`, the rulesets that the game is compared with, are accepted too, without what only their
    /// ruleset has. Warnings about the files are added to `suspect`.
    ///
    /// # Errors
    ///
    /// All errors in the files, or that they belong to another ruleset.
    pub(super) fn request(
        &self,
        game: &LoadedGame,
        compared: &[BaselineRuleset],
        sources: &Sources,
        suspect: &mut Vec<Diagnostic>,
    ) -> Result<RollRequest, Vec<Diagnostic>> {
        let mut seats = Seats::new();
        seats.compared = compared.to_vec();
        let mut errors = Vec::new();
        for sheet in &self.sheets {
            if let Err(mut found) = seats.sit(game, sheet, FileOwner::of(&sheet.file, &game.game), sources) {
                errors.append(&mut found);
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        suspect.append(&mut seats.suspect);
        let rolls = seats.list.iter().map(|seat| seat.who).find(|who| *who != TABLE);
        let person = (!seats.list.is_empty()).then(|| (seats.world, rolls.unwrap_or(crate::world::NOBODY)));
        Ok(RollRequest { person, ..self.request.clone() })
    }
}

/// The errors for names whose values nothing reads.
pub(super) fn nothing_reads<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Diagnostic> {
    names.into_iter().map(|name| Diagnostic::error(Code::GivenUnread, None).arg("name", name)).collect()
}
