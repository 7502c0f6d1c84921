//! Assigns characters to roles: `--as role=file.yml`.

use std::path::{Path, PathBuf};

use crate::check::program::{Action, AnswerKind, Ask, CheckedGame, SlotKind};
use crate::cli::seats::{Seats, SheetFile, open};
use crate::diagnostic::{Code, Diagnostic, Note, nearest};
use crate::session::command::{ParameterValues, spoken_action};
use crate::session::{ActionRequest, LoadedGame, Session};
use crate::source::{Sources, fold, nfc};
use crate::world::{FileOwner, World};

/// The role of the table, which keeps what belongs to no character.
const TABLE: &str = "table";

/// Files, and the roles that `--as` assigns to them.
pub(in crate::cli) struct Casting {
    sheets: Vec<SheetFile>,
    /// A role (`None`: the only one) and a file, by index.
    cast: Vec<(Option<String>, usize)>,
    /// Those who are only there, by index.
    with: Vec<usize>,
}

/// The characters in each role, by name.
pub(in crate::cli) type Roles = Vec<(String, Vec<String>)>;

/// `role=file.yml`, or a file alone.
fn split(text: &str) -> (Option<String>, PathBuf) {
    match text.split_once('=') {
        Some((role, file)) if !Path::new(text).exists() => {
            let role = role.trim().trim_matches(['«', '»', '"']);
            (Some(nfc(role).to_string()), PathBuf::from(file.trim()))
        }
        _ => (None, PathBuf::from(text)),
    }
}

impl Casting {
    /// Reads all files, each once.
    ///
    /// # Errors
    ///
    /// What is wrong with any of them, and the exit code.
    pub(in crate::cli) fn read(
        session: &mut Session<'_>,
        cast: &[String],
        with: &[PathBuf],
    ) -> Result<Self, (Vec<Diagnostic>, u8)> {
        let mut casting = Self { sheets: Vec::new(), cast: Vec::new(), with: Vec::new() };
        let mut errors = Vec::new();
        let mut code = 0;
        let mut add = |path: &Path, session: &mut Session<'_>, sheets: &mut Vec<SheetFile>| match open(session, path) {
            Ok(sheet) => Some(match sheets.iter().position(|one| one.path == sheet.path) {
                Some(index) => index,
                None => {
                    sheets.push(sheet);
                    sheets.len() - 1
                }
            }),
            Err((mut found, wrong)) => {
                errors.append(&mut found);
                code = code.max(wrong);
                None
            }
        };
        for text in cast {
            let (role, path) = split(text);
            if let Some(index) = add(&path, session, &mut casting.sheets) {
                casting.cast.push((role, index));
            }
        }
        for path in with {
            casting.with.extend(add(path, session, &mut casting.sheets));
        }
        if errors.is_empty() { Ok(casting) } else { Err((errors, code)) }
    }

    /// The sheets of all character files.
    pub(in crate::cli) fn sheets(&self) -> &[SheetFile] {
        &self.sheets
    }

    /// Adds all characters to the table. Returns the roles as a request, and by name.
    ///
    /// # Errors
    ///
    /// Everything that is wrong: with the files, with the roles.
    pub(super) fn wish(
        &self,
        game: &LoadedGame,
        action: &Action,
        seats: &mut Seats,
        sources: &Sources,
    ) -> Result<(ActionRequest, Roles), Vec<Diagnostic>> {
        let slots = action.role_slots();
        let names: Vec<String> = slots.iter().map(|slot| slot.name.to_string()).collect();
        let of_interventions = roles_of_interventions(&game.game);
        let mut errors = Vec::new();
        let mut roles: Roles = names.iter().map(|name| (name.clone(), Vec::new())).collect();
        let seated = self.sit(game, seats, sources, &mut errors);
        for ((role, _), name) in self.cast.iter().zip(seated) {
            let Some(name) = name else { continue };
            let place = match role {
                Some(role) if role == TABLE => continue,
                Some(role) => match position(&names, role) {
                    Some(place) => place,
                    None if position(&of_interventions, role).is_some() => continue,
                    None => {
                        let error = self.unknown_role(action, role, &names, &of_interventions);
                        if !errors.contains(&error) {
                            errors.push(error);
                        }
                        continue;
                    }
                },
                None if names.len() == 1 => 0,
                None if names.is_empty() => {
                    let error = no_roles(action);
                    if !errors.contains(&error) {
                        errors.push(error);
                    }
                    continue;
                }
                None => {
                    let error = Diagnostic::error(Code::RoleNotSaid, None).arg("name", name);
                    errors.push(error.arg("action", &*action.name).arg("names", names.clone()));
                    continue;
                }
            };
            let many = slots.get(place).is_some_and(|slot| slot.kind == SlotKind::Many);
            let Some((role, people)) = roles.get_mut(place) else { continue };
            if !many && !people.is_empty() {
                errors.push(Diagnostic::error(Code::RoleTaken, None).arg("name", role.as_str()));
            } else if people.contains(&name) {
                errors.push(Diagnostic::error(Code::InRoleTwice, None).arg("name", name).arg("role", role.as_str()));
            } else {
                people.push(name);
            }
        }
        let missing: Vec<String> = roles
            .iter()
            .zip(slots)
            .filter(|((_, people), slot)| people.is_empty() && slot.kind != SlotKind::Many)
            .map(|((role, _), _)| role.clone())
            .collect();
        if !missing.is_empty() && errors.is_empty() {
            let mut error =
                Diagnostic::error(Code::RoleWithoutFile, None).arg("action", &*action.name).arg("names", missing);
            error.helps.push(example(game, action));
            errors.push(error);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let wish = ActionRequest {
            action: action.name.to_string(),
            roles: roles.iter().map(|(role, people)| (Some(role.clone()), people.clone())).collect(),
            ..ActionRequest::default()
        };
        Ok((wish, roles))
    }

    /// Adds all characters to the table. Returns the names of those who play a role, in the order of the command line;
    /// `None`: the file has errors.
    fn sit(
        &self,
        game: &LoadedGame,
        seats: &mut Seats,
        sources: &Sources,
        errors: &mut Vec<Diagnostic>,
    ) -> Vec<Option<String>> {
        let mut sit = |sheet: &SheetFile, whose: FileOwner| match seats.sit(game, sheet, whose, sources) {
            Ok(who) => Some(seats.world.people.get(who).map(|person| person.name.clone()).unwrap_or_default()),
            Err(mut found) => {
                // The same file in another role is the same mistake.
                found.retain(|error| !errors.contains(error));
                errors.append(&mut found);
                None
            }
        };
        let mut names = Vec::with_capacity(self.cast.len());
        for (role, index) in &self.cast {
            let whose = if role.as_deref() == Some(TABLE) { FileOwner::Table } else { FileOwner::Character };
            names.push(self.sheets.get(*index).and_then(|sheet| sit(sheet, whose)));
        }
        for sheet in self.with.iter().filter_map(|index| self.sheets.get(*index)) {
            sit(sheet, FileOwner::Character);
        }
        names
    }

    /// Adds all characters to the table. Returns, for each of several actions, those of its roles that a character
    /// plays.
    ///
    /// # Errors
    ///
    /// All errors in the files, and roles that there are in none of the actions.
    pub(in crate::cli) fn cast(
        &self,
        game: &LoadedGame,
        actions: &[&Action],
        seats: &mut Seats,
        sources: &Sources,
    ) -> Result<Vec<Roles>, Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let seated = self.sit(game, seats, sources, &mut errors);
        let of_interventions = roles_of_interventions(&game.game);
        let roles_of = |action: &Action| -> Vec<String> {
            action.slots.iter().take(action.roles).map(|slot| slot.name.to_string()).collect()
        };
        let mut cast: Vec<Roles> = actions.iter().map(|_| Roles::new()).collect();
        for ((role, _), name) in self.cast.iter().zip(seated) {
            let Some(name) = name else { continue };
            let mut known = match role.as_deref() {
                Some(role) => role == TABLE || position(&of_interventions, role).is_some(),
                None => true,
            };
            for (action, roles) in actions.iter().zip(&mut cast) {
                let names = roles_of(action);
                let place = match role {
                    Some(role) => position(&names, role),
                    None => (names.len() == 1).then_some(0),
                };
                let Some((place, role)) = place.and_then(|place| Some((place, names.get(place)?))) else { continue };
                known = true;
                let many = action.slots.get(place).is_some_and(|slot| slot.kind == SlotKind::Many);
                match roles.iter_mut().find(|(one, _)| one == role) {
                    Some((_, people)) if many => people.push(name.clone()),
                    Some(_) => errors.push(Diagnostic::error(Code::RoleTaken, None).arg("name", role.as_str())),
                    None => roles.push((role.clone(), vec![name.clone()])),
                }
            }
            if let (false, Some(action), Some(role)) = (known, actions.first(), role) {
                let names: Vec<String> = actions.iter().flat_map(|action| roles_of(action)).collect();
                errors.push(self.unknown_role(action, role, &names, &of_interventions));
            }
        }
        if errors.is_empty() { Ok(cast) } else { Err(errors) }
    }

    /// Whether any role is played.
    pub(in crate::cli) fn casts(&self) -> bool {
        !self.cast.is_empty()
    }

    fn unknown_role(&self, action: &Action, role: &str, names: &[String], others: &[String]) -> Diagnostic {
        if names.is_empty() {
            return no_roles(action);
        }
        let error = Diagnostic::error(Code::UnknownRole, None).arg("name", role).arg("action", &*action.name);
        match nearest(role, names.iter().chain(others).map(String::as_str)) {
            Some(near) => error.help_with("help-did-you-mean", "name", near.to_owned()),
            None => error.help_with("help-there-is", "names", names.to_vec()),
        }
    }

    /// Who plays roles of interventions, by the names of the roles.
    pub(super) fn of_interventions(&self, game: &CheckedGame, seats: &Seats) -> Vec<(String, String)> {
        let known = roles_of_interventions(game);
        let name = |index: usize| {
            let sheet = self.sheets.get(index)?;
            let who = seats.list.iter().find(|seat| seat.path() == sheet.path)?.who;
            seats.world.people.get(who).map(|person| person.name.clone())
        };
        let cast = self.cast.iter().filter_map(|(role, index)| {
            let role = known.get(position(&known, role.as_deref()?)?)?;
            Some((role.clone(), name(*index)?))
        });
        cast.collect()
    }
}

/// A character as a role of an action that has none.
fn no_roles(action: &Action) -> Diagnostic {
    Diagnostic::error(Code::NoRoles, None).arg("action", &*action.name)
}

/// The place of a name, also without its accents or in the wrong case.
fn position(names: &[String], wanted: &str) -> Option<usize> {
    let exact = names.iter().position(|name| name == wanted);
    let folded = fold(wanted);
    exact.or_else(|| names.iter().position(|name| fold(name) == folded))
}

fn roles_of_interventions(game: &CheckedGame) -> Vec<String> {
    let places = game.places();
    let slots = places.flat_map(|place| place.own_slots());
    let mut names: Vec<String> = slots.map(|slot| slot.name.to_string()).collect();
    names.sort();
    names.dedup();
    names
}

/// A whole command that does an action.
fn example(game: &LoadedGame, action: &Action) -> Note {
    let quoted = |text: String| if text.contains(' ') { format!("\"{text}\"") } else { text };
    let mut cast = Vec::new();
    for slot in action.slots.iter().take(action.roles) {
        let file = fold(&slot.name).replace(' ', "-");
        cast.push(format!("--as {}", quoted(format!("{}={file}.yml", slot.name))));
    }
    let mut set = Vec::new();
    let spoken = spoken_action(&game.game, &World::new(), action);
    for ask in action.ask.iter().filter(|ask| is_needed(ask)) {
        let slot = action.slot(ask.slot);
        let takes = spoken.parts.iter().find(|part| part.name == *slot.name).map(|part| &part.takes);
        let value = match takes {
            Some(ParameterValues::Number) => match ask.question.kind {
                AnswerKind::Number(Some(min), _) => min.max(1).to_string(),
                _ => "1".to_owned(),
            },
            Some(ParameterValues::Names(names, _)) => names.first().cloned().unwrap_or_else(|| "…".to_owned()),
            _ => "…".to_owned(),
        };
        set.push(format!(" --set {}", quoted(format!("{}={value}", slot.name))));
    }
    let args = vec![
        ("action", quoted(action.name.to_string()).into()),
        ("ruleset", game.game.id.as_str().into()),
        ("cast", cast.join(" ").into()),
        ("set", set.concat().into()),
    ];
    Note { id: "help-do-example", args }
}

/// Whether a question has to be answered.
fn is_needed(ask: &Ask) -> bool {
    ask.when.is_none() && ask.must_be_said() && !matches!(ask.question.kind, AnswerKind::Dice)
}
