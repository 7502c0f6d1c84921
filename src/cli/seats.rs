//! The characters at the table with their files, and the file of the table.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::saving::rewrite_files;
use super::search_path::read;
use super::{FILES, WRONG, cannot_read};
use crate::check::program::{CheckedGame, Named};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::CharacterFile;
use crate::ruleset::model::Word;
use crate::session::{LoadedGame, Session, another_game, offer_in_file, person_in, sheet_in};
use crate::source::{SourceId, Sources};
use crate::world::{FileOwner, Person, TABLE, World, is_reserved_name, write_person};

/// The file of a character or of the table as it was read.
#[derive(Debug, Clone)]
pub(crate) struct SheetFile {
    /// Where it is: the same file is the same path.
    pub(crate) path: PathBuf,
    /// How it was named.
    shown: String,
    source: SourceId,
    pub(crate) file: CharacterFile,
    /// Warnings about its text.
    suspect: Vec<Diagnostic>,
}

/// Reads a file of a character.
///
/// # Errors
///
/// If it cannot be read or is something else, with the exit code; or everything that is wrong
/// with it.
pub(crate) fn open(session: &mut Session<'_>, path: &Path) -> Result<SheetFile, (Vec<Diagnostic>, u8)> {
    let file = read(path).map_err(|error| (vec![cannot_read(path, &error)], FILES))?;
    let whole = path.canonicalize().map_err(|error| (vec![cannot_read(path, &error)], FILES))?;
    let source = session.sources.add(file.name, file.text);
    let shown = path.display().to_string();
    let (file, mut errors) = sheet_in(&session.sources, source, &shown);
    if errors.iter().any(Diagnostic::is_error) {
        offer_in_file(&mut errors, &session.sources, source, &session.limits, |sources, source| {
            sheet_in(sources, source, &shown).1
        });
        return Err((errors, WRONG));
    }
    Ok(SheetFile { path: whole, shown, source, file, suspect: errors })
}

/// All errors in the file of a character in a game.
pub(crate) fn wrong_in(sources: &Sources, source: SourceId, game: &CheckedGame, owner: FileOwner) -> Vec<Diagnostic> {
    let (file, mut errors) = sheet_in(sources, source, "");
    if !errors.iter().any(Diagnostic::is_error) {
        errors.append(&mut person_in(&file, game, owner, None).1);
    }
    errors
}

/// A character at the table, and its file.
#[derive(Debug, Clone)]
pub(crate) struct SeatedCharacter {
    sheet: SheetFile,
    owner: FileOwner,
    /// The index in the world.
    pub(crate) who: usize,
    /// The character as it is in the file.
    person: Person,
}

impl SeatedCharacter {
    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.sheet.path
    }
}

/// All characters at the table, with their files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seats {
    /// The current state of the characters.
    pub(crate) world: World,
    /// Their files, in the same order.
    pub(crate) list: Vec<SeatedCharacter>,
    /// Rulesets that the game is compared with: their characters are welcome as well.
    pub(crate) compared: Vec<BaselineRuleset>,
    /// Warnings about their files.
    pub(crate) suspect: Vec<Diagnostic>,
}

/// The ruleset with which the game is compared.
#[derive(Debug, Clone)]
pub(crate) struct BaselineRuleset {
    id: String,
    /// What its characters can have.
    names: HashSet<String>,
}

impl BaselineRuleset {
    pub(crate) fn with(game: &CheckedGame) -> Self {
        let names = game.names.iter().filter(|(_, named)| is_had(**named)).map(|(name, _)| name.clone());
        Self { id: game.id.clone(), names: names.collect() }
    }

    /// One of its characters in a game that knows less: without what only this ruleset has.
    fn known_to(&self, game: &CheckedGame, file: &CharacterFile) -> CharacterFile {
        let stays =
            |name: &Word| !self.names.contains(&name.text) || game.names.get(&name.text).copied().is_some_and(is_had);
        let mut file = file.clone();
        file.traits.retain(|(name, ..)| stays(name));
        file.members.retain(|(group, ..)| stays(group));
        file.tags.retain(|tag| stays(&tag.kind));
        file.marks.retain(|marks| stays(&marks.track));
        file.points.retain(|points| stays(&points.name));
        file
    }
}

/// Whether characters have what is called so.
fn is_had(named: Named) -> bool {
    matches!(named, Named::Trait(_) | Named::Group(_) | Named::Points(_) | Named::Track(_) | Named::Tag(_))
}

impl Seats {
    pub(crate) fn new() -> Self {
        Self { world: World::new(), ..Self::default() }
    }

    /// Adds a character, or the shared points and tags of the table, and returns the index. A file that is there
    /// already is the same character.
    ///
    /// # Errors
    ///
    /// All errors in the file.
    pub(crate) fn sit(
        &mut self,
        game: &LoadedGame,
        sheet: &SheetFile,
        owner: FileOwner,
        sources: &Sources,
    ) -> Result<usize, Vec<Diagnostic>> {
        if let Some(seat) = self.list.iter().find(|seat| seat.sheet.path == sheet.path && seat.owner == owner) {
            return Ok(seat.who);
        }
        let ruleset = sheet.file.ruleset.as_ref().map(|word| word.text.as_str());
        let compared = self.compared.iter().find(|other| ruleset == Some(&*other.id));
        if let Some(error) = another_game(&sheet.file, &game.game, &game.extends).filter(|_| compared.is_none()) {
            // Whatever else this game does not know of it follows from that.
            return Err(vec![error]);
        }
        let mut errors: Vec<Diagnostic> = Vec::new();
        let (mut person, found) = match compared {
            Some(other) => person_in(&other.known_to(&game.game, &sheet.file), &game.game, owner, None),
            None => person_in(&sheet.file, &game.game, owner, None),
        };
        let of_the_table = owner == FileOwner::Character && FileOwner::of(&sheet.file, &game.game) == FileOwner::Table;
        let (found, suspect): (Vec<_>, Vec<_>) = found.into_iter().partition(Diagnostic::is_error);
        errors.extend(found.into_iter().map(|error| match error.code {
            // It is the table's file, but it was not said that it is.
            Code::PointsOfTheTable if of_the_table => error.help_with("help-as-table", "path", &*sheet.shown),
            _ => error,
        }));
        offer_in_file(&mut errors, sources, sheet.source, &game.game.limits, |sources, source| {
            wrong_in(sources, source, &game.game, owner)
        });
        if person.name.trim().is_empty() {
            person.name = sheet.path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        }
        let found = self.world.find(&person.name).filter(|_| owner == FileOwner::Character);
        if sheet.file.name.is_none() && owner == FileOwner::Character && is_reserved_name(&person.name) {
            // It is called as its file.
            let at = crate::source::Span { source: sheet.source, start: 0, end: 0 };
            errors.push(Diagnostic::error(Code::NobodyIsCalledSo, at).arg("name", &*person.name));
        } else if found.is_some_and(|who| who != TABLE) {
            let error = Diagnostic::error(Code::NameAtTheTable, None).arg("name", &*person.name);
            errors.push(error.arg("path", &*sheet.shown));
        }
        if owner == FileOwner::Table && self.list.iter().any(|seat| seat.owner == FileOwner::Table) {
            errors.push(Diagnostic::error(Code::SaidTwice, None).arg("name", "table"));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let who = match owner {
            FileOwner::Character => {
                let who = self.world.join(person.clone());
                // Tags without names are distinguished by the numbers that they got.
                person = self.world.people.get(who).cloned().unwrap_or(person);
                who
            }
            FileOwner::Table => {
                let joined = self.world.join(person.clone());
                let table = self.world.people.remove(joined);
                if let Some(slot) = self.world.people.get_mut(TABLE) {
                    slot.points = table.points;
                    slot.tags = table.tags;
                }
                TABLE
            }
        };
        self.suspect.extend(sheet.suspect.iter().cloned().chain(suspect));
        self.list.push(SeatedCharacter { sheet: sheet.clone(), owner, who, person });
        Ok(who)
    }

    /// Whether something is kept for the table.
    pub(crate) fn has_table(&self) -> bool {
        self.list.iter().any(|seat| seat.owner == FileOwner::Table)
    }

    /// Saves what is true afterwards in the files of those for whom it has changed; the names
    /// of these files are returned.
    ///
    /// # Errors
    ///
    /// Another program changed the same in a file, or a file cannot be changed in place or written. Then no file is
    /// changed.
    pub(crate) fn save(
        &self,
        session: &mut Session<'_>,
        game: &CheckedGame,
        after: &World,
    ) -> Result<Vec<String>, Vec<Diagnostic>> {
        let mut changed: Vec<(&SeatedCharacter, &Person)> = Vec::new();
        let mut errors = Vec::new();
        for seat in &self.list {
            let Some(new) = after.people.get(seat.who) else { continue };
            let old = session.sources.get(seat.sheet.source).map(|source| source.text().to_string());
            match write_person(&session.sources, seat.sheet.source, game, seat.owner, &seat.person, new) {
                Ok(written) if old.as_ref() == Some(&written.text) => {}
                Ok(_) => changed.push((seat, new)),
                Err(error) => errors.push(error),
            }
        }
        let table = |world: &World| world.people.get(TABLE).cloned();
        if !self.has_table() && table(&self.world) != table(after) {
            let error = Diagnostic::error(Code::TableWithoutFile, None);
            errors.push(error.help_with("help-file-of-table", "ruleset", &*game.id));
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let paths: Vec<PathBuf> = changed.iter().map(|(seat, _)| seat.sheet.path.clone()).collect();
        rewrite_files(&paths, |files| {
            let texts = changed.iter().zip(files).map(|((seat, new), file)| {
                let now = session.sources.add(&*seat.sheet.shown, file.text);
                let ruleset = |file: &CharacterFile| file.ruleset.as_ref().map(|word| word.text.clone());
                let file = sheet_in(&session.sources, now, &seat.sheet.shown).0;
                if ruleset(&file) != ruleset(&seat.sheet.file) {
                    return Err(changed_since(&seat.sheet.shown, Diagnostic::internal()));
                }
                let written = write_person(&session.sources, now, game, seat.owner, &seat.person, new);
                written.map(|written| written.text).map_err(|error| changed_since(&seat.sheet.shown, error))
            });
            let (texts, errors): (Vec<_>, Vec<_>) = texts.partition(Result::is_ok);
            let errors: Vec<Diagnostic> = errors.into_iter().filter_map(Result::err).collect();
            if errors.is_empty() { Ok(texts.into_iter().flatten().collect()) } else { Err(errors) }
        })?;
        let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(paths.iter().map(name).collect())
    }
}

/// The error for a file that was valid when it was read and is not any more.
fn changed_since(shown: &str, error: Diagnostic) -> Diagnostic {
    let changed = Diagnostic::error(Code::FileChanged, None).arg("path", shown);
    Diagnostic { helps: error.helps, ..changed }.help("help-do-again")
}

/// The ruleset that files of characters name: if there are several, the one that extends the
/// others.
pub(crate) fn ruleset_of(session: &mut Session<'_>, sheets: &[SheetFile]) -> Option<(String, crate::source::Span)> {
    let mut named: Vec<(String, crate::source::Span)> = Vec::new();
    for word in sheets.iter().filter_map(|sheet| sheet.file.ruleset.as_ref()) {
        if named.iter().all(|(name, _)| *name != word.text) {
            named.push((word.text.clone(), word.span));
        }
    }
    if named.len() > 1 {
        let all = named.clone();
        let found = named.iter().position(|(name, _)| {
            let others = all.iter().filter(|(other, _)| other != name);
            session.load(name).is_ok_and(|game| others.into_iter().all(|(other, _)| game.extends.contains(other)))
        });
        return named.into_iter().nth(found.unwrap_or(0));
    }
    named.into_iter().next()
}
