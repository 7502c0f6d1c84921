//! The characters at the table: loading them from files, and saving them.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::command::LineRange;
use super::state::{CommandResult, LineContext, PromptState};
use super::variables;
use super::words;
use crate::check::program::Named;
use crate::cli::seats::wrong_in;
use crate::diagnostic::{Code, Diagnostic, Note, nearest};
use crate::report::document::{Document, Line};
use crate::report::sheet::sheet;
use crate::ruleset::{CharacterFile, File, read_change};

use crate::session::{LoadNumbers, another_game, beyond_at, offer_in_file, person_in, sheet_in};
use crate::source::{Span, nfc};
use crate::world::{Env, FileOwner, Look, Person, Rewritten, TABLE, World, read_person, write_person};
use crate::yaml::{Entry, Key, Node, NodeKind};

/// The name under which the table itself is kept.
pub(super) const THE_TABLE: &str = "table";

/// The file of a character: its path, its owner, and the character in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SavedFile {
    path: String,
    owner: FileOwner,
    person: Person,
}

impl SavedFile {
    #[cfg(feature = "store")]
    pub(super) fn path(&self) -> &str {
        &self.path
    }
}

/// A character whose file differs from the current state.
struct Unsaved {
    name: String,
    key: (Option<String>, usize),
    saved: SavedFile,
    now: Person,
}

/// Whether the same is true of two. The numbers of tags are the table's.
fn same(one: &Person, other: &Person) -> bool {
    let plain = |person: &Person| {
        let mut person = person.clone();
        person.tags.iter_mut().for_each(|tag| tag.number = 0);
        person
    };
    plain(one) == plain(other)
}

/// The parts of a list of files; names with blanks stand in quotes.
pub(super) fn files(text: &str, part: &LineRange) -> Vec<LineRange> {
    let mut found = Vec::new();
    let (mut start, mut quote): (Option<usize>, Option<char>) = (None, None);
    for (at, letter) in text.get(part.clone()).unwrap_or("").char_indices() {
        let at = part.start + at;
        match (quote, letter) {
            (Some(close), _) if letter == close => quote = None,
            (Some(_), _) => {}
            (None, '"' | '«' | '“') => {
                start.get_or_insert(at);
                quote = Some(match letter {
                    '«' => '»',
                    '“' => '”',
                    _ => '"',
                });
            }
            (None, _) if letter.is_whitespace() => found.extend(start.take().map(|start| start..at)),
            (None, _) => {
                start.get_or_insert(at);
            }
        }
    }
    found.extend(start.map(|start| start..part.end));
    found
}

impl PromptState<'_> {
    /// The place of the current character: chosen with `as`, or the only one there.
    pub(super) fn current(&self) -> Option<usize> {
        let world = self.table.world();
        match self.spoken_for() {
            Some(name) => world.find(name).filter(|who| *who != TABLE),
            None => None,
        }
        .or_else(|| (world.people.len() == 2).then_some(1))
    }

    /// The name of the current character.
    #[must_use]
    pub fn current_name(&self) -> Option<&str> {
        let person = self.table.world().people.get(self.current()?)?;
        Some(&person.name)
    }

    /// The options that were set.
    pub fn env(&self) -> Env {
        self.session.settings(self.game(), &self.options()).map(|(env, _)| env).unwrap_or_default()
    }

    /// `load FILE …`
    pub(super) fn load(&mut self, part: &LineRange, here: &mut LineContext<'_>) -> CommandResult {
        here.loaded = true;
        let mut people: Vec<(SavedFile, LineRange)> = Vec::new();
        let mut errors = Vec::new();
        let mut all: Vec<(String, LineRange)> = Vec::new();
        let mut left = 0_usize;
        for part in files(here.typed.text, part) {
            match self.library.files_of(&variables::bare(here.slice(&part))) {
                Ok((paths, more)) => {
                    all.extend(paths.into_iter().map(|path| (path, part.clone())));
                    left += more;
                }
                Err(error) => errors.push(Diagnostic { at: Some(here.at(&part)), ..error }),
            }
        }
        #[cfg(feature = "store")]
        if let [(path, part)] = all.as_slice()
            && std::path::Path::new(path).extension().is_some_and(|ending| ending == crate::cli::ENDING)
            && self.keeping.is_none()
            && !self.sandbox
        {
            return self.recover(path).map_err(|errors| self.placed(errors, here, part));
        }
        for (path, part) in all {
            // More mistakes than are shown: the rest of the line is not worth reading.
            if errors.len() > self.session.limits.shown {
                break;
            }
            match self.read_sheet(path, &part, here) {
                Ok(saved) => {
                    let name = &saved.person.name;
                    let twice = people.iter().any(|(one, _)| one.owner == saved.owner && one.person.name == *name);
                    if twice {
                        errors.push(Diagnostic::error(Code::AlreadyHere, here.at(&part)).arg("name", &**name));
                    }
                    people.push((saved, part));
                }
                Err(mut found) => errors.append(&mut found),
            }
        }
        for (saved, part) in &people {
            let name = &saved.person.name;
            let taken = match saved.owner {
                FileOwner::Table => self.unsaved().iter().any(|one| one == THE_TABLE),
                FileOwner::Character => self.table.find_character(name).is_ok(),
            };
            if taken {
                let error = Diagnostic::error(Code::AlreadyHere, here.at(part)).arg("name", &**name);
                errors.push(error.help_with("help-drop-first", "name", &**name));
            }
        }
        if let Some(last) = errors.pop() {
            // Nothing was wrong with these, and they are not here either.
            let others: Vec<String> = people.iter().map(|(saved, _)| saved.person.name.clone()).collect();
            let is_about = |error: &Diagnostic, name: &String| {
                error.args.iter().any(|(_, value)| *value == crate::diagnostic::Arg::Text(name.clone()))
            };
            let others: Vec<String> = others
                .into_iter()
                .filter(|name| !errors.iter().chain([&last]).any(|error| is_about(error, name)))
                .collect();
            let last = if others.is_empty() { last } else { last.help_with("help-none-loaded", "names", others) };
            errors.push(last);
            return Err(errors);
        }
        let mut document = Document::new();
        for (saved, _) in &people {
            let line = Line::new().name(&saved.person.name).dim(format!("  {}", saved.path));
            document = document.line(line);
        }
        if left > 0 {
            document = document.line(self.catalogue.text("load-left-out", &vec![("count", left.into())]));
        }
        let (tables, characters): (Vec<_>, Vec<_>) =
            people.into_iter().map(|(saved, _)| saved).partition(|saved| saved.owner == FileOwner::Table);
        let table = tables.into_iter().next_back();
        let names: Vec<String> = characters.iter().map(|saved| saved.person.name.clone()).collect();
        self.table.join(
            characters.iter().map(|saved| saved.person.clone()).collect(),
            table.as_ref().map(|saved| saved.person.clone()),
        )?;
        // In a campaign they no longer belong to their files.
        let came = if self.keeping.is_some() { BTreeMap::new() } else { self.table.came() };
        for saved in characters.into_iter().chain(table) {
            let owner = saved.key();
            if let Some(load) = came.get(&owner) {
                self.saved.insert((owner, *load), saved);
            }
        }
        if let Some(forgotten) = self.forget_hiding() {
            document = document.line(forgotten);
        }
        if !names.is_empty() {
            document = self.may_join(&names, document);
        }
        #[cfg(feature = "store")]
        document.append(self.left_beside(&self.paths()));
        Ok(document)
    }

    /// The files of all characters that were loaded.
    #[cfg(feature = "store")]
    fn paths(&self) -> Vec<String> {
        self.saved.values().map(|saved| saved.path.clone()).collect()
    }

    /// Whom a file tells of.
    fn read_sheet(
        &mut self,
        path: String,
        part: &LineRange,
        here: &mut LineContext<'_>,
    ) -> Result<SavedFile, Vec<Diagnostic>> {
        let place = |error: Diagnostic| vec![Diagnostic { at: Some(here.at(part)), ..error }];
        let file = self.library.read(&path).map_err(place)?;
        let stem = std::path::Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let id = self.session.sources.add(file.name, file.text);
        let (raw, mut errors) = sheet_in(&self.session.sources, id, &path);
        let game = self.game();
        // What has no place in the file is where it was named.
        let placed = |errors: Vec<Diagnostic>| {
            let at = here.at(part);
            errors.into_iter().map(|one| Diagnostic { at: one.at.or(Some(at)), ..one }).collect::<Vec<_>>()
        };
        let sources = &self.session.sources;
        if errors.iter().any(Diagnostic::is_error) {
            offer_in_file(&mut errors, sources, id, &game.limits, |sources, id| sheet_in(sources, id, &path).1);
            return Err(placed(errors));
        }
        if let Some(error) = another_game(&raw, self.game(), &self.game.extends) {
            // Whatever else this game does not know of it follows from that.
            return Err(vec![error]);
        }
        let owner = FileOwner::of(&raw, game);
        let (mut person, mut found) = person_in(&raw, game, owner, None);
        errors.append(&mut found);
        if raw.name.is_none() {
            person.name = match owner {
                FileOwner::Table => THE_TABLE.to_owned(),
                FileOwner::Character => nfc(&stem.unwrap_or_default()),
            };
        }
        if errors.iter().any(Diagnostic::is_error) {
            offer_in_file(&mut errors, sources, id, &game.limits, |sources, id| wrong_in(sources, id, game, owner));
            return Err(placed(errors));
        }
        here.warnings.append(&mut errors);
        Ok(SavedFile { path, owner, person })
    }

    /// `edit NAME SECTION: {…}`: what of a character's sheet is to be other.
    pub(super) fn edit(&mut self, part: &LineRange, here: &mut LineContext<'_>) -> CommandResult {
        let Some(name) = files(here.typed.text, part).into_iter().next() else { return Err(Vec::new()) };
        let owner = variables::bare(here.slice(&name));
        let is_table = crate::source::fold(&owner) == THE_TABLE;
        let people = if is_table { vec![TABLE] } else { self.several(&name, here)? };
        let (file, mut errors) = self.change_said(name.end..part.end, here);
        let game = Arc::clone(&self.game);
        let before = self.table.world().clone();
        let mut after = before.clone();
        let mut changed = Vec::new();
        let owner = if is_table { FileOwner::Table } else { FileOwner::Character };
        for who in &people {
            let old = before.people.get(*who).ok_or_else(|| vec![Diagnostic::internal()])?;
            let (now, mut found) = read_person(&file, &game.game, owner, Some(old));
            // What is wrong with what is said is so for each of them.
            found.retain(|one| !errors.contains(one));
            errors.append(&mut found);
            if let Some(slot) = after.people.get_mut(*who) {
                slot.clone_from(&now);
            }
            changed.push((*who, self.had(*who, old), now));
        }
        if errors.iter().any(Diagnostic::is_error) {
            return Err(self.placed(errors, here, part));
        }
        let env = self.env();
        let beyond = |who: &usize| beyond_at(&file, &game.game, &env, &before, &after, *who);
        let beyond = people.iter().map(beyond).find(|beyond| !beyond.is_empty());
        if let Some(beyond) = beyond {
            return Err(self.placed(beyond, here, part));
        }
        here.warnings.append(&mut errors);
        self.table.edit(&changed).map_err(|error| vec![error])?;
        self.told_last = true;
        Ok(crate::report::action::changed(
            &game.game,
            &self.table.last().map(|last| last.done.clone()).unwrap_or_default(),
            Some(&before),
            &self.catalogue,
        ))
    }

    /// The part of a sheet that is in a part of the line, and what is wrong with it.
    pub(super) fn change_said(&mut self, part: LineRange, here: &LineContext<'_>) -> (CharacterFile, Vec<Diagnostic>) {
        if here.slice(&part).trim().is_empty() {
            return (CharacterFile::default(), Vec::new());
        }
        // All places are places of the line.
        let text = in_braces(format!("{}{}", " ".repeat(part.start), here.slice(&part)));
        let id = self.session.sources.add("", text);
        let (mut tree, mut errors) = crate::yaml::parse(&self.session.sources, id, &crate::yaml::YamlLimits::default());
        self.in_sections(&mut tree);
        let (file, mut found) = read_change(&tree, &self.session.sources);
        errors.append(&mut found);
        (file, errors)
    }

    /// Puts what is beside the sections into the section to which its name belongs.
    fn in_sections(&self, tree: &mut Node) {
        let NodeKind::Map(entries) = &mut tree.kind else { return };
        let section = |entry: &Entry| match self.game.game.names.get(&nfc(&entry.key.text)) {
            _ if matches!(&*entry.key.text, "traits" | "tags" | "marks" | "points") => None,
            Some(Named::Trait(_)) => Some("traits"),
            Some(Named::Points(_)) => Some("points"),
            _ => None,
        };
        let mut bare = Vec::new();
        entries.retain_mut(|entry| match section(entry) {
            Some(section) => {
                let none = Node { kind: NodeKind::Empty, span: entry.key.span, alias: None };
                let value = std::mem::replace(&mut entry.value, none);
                bare.push((section, Entry { key: entry.key.clone(), value }));
                false
            }
            None => true,
        });
        for (section, entry) in bare {
            let span = entry.key.span;
            match entries.iter_mut().find(|one| &*one.key.text == section).map(|one| &mut one.value.kind) {
                Some(NodeKind::Map(inside)) if !inside.iter().any(|one| one.key.text == entry.key.text) => {
                    inside.push(entry);
                }
                Some(_) => entries.push(entry),
                None => {
                    let entry_key = entry.key.clone();
                    let value = Node { kind: NodeKind::Map(vec![entry]), span, alias: None };
                    let key = Key { text: section.into(), ..entry_key };
                    entries.push(Entry { key, value });
                }
            }
        }
    }

    /// A character with the points and traits that its sheet does not say and the ruleset does.
    fn had(&mut self, who: usize, sheet: &Person) -> Person {
        let (env, game, world) = (self.env(), Arc::clone(&self.game), self.table.world().clone());
        let look = self.session.see(&game.game, &env, &world, who);
        let mut person = sheet.clone();
        for (index, points) in game.game.points.pairs() {
            let seen = look.points.iter().find(|one| *one.name == *points.name).and_then(|one| one.now);
            if let Some(now) = seen {
                person.points.entry(index).or_insert(now);
            }
        }
        for (index, one) in game.game.traits.iter().enumerate() {
            if let Some(usual) = one.usual() {
                person.traits.entry(index).or_insert(usual);
            }
        }
        person
    }

    /// A character there by name.
    fn find_character(&self, part: &LineRange, here: &LineContext<'_>) -> Result<usize, Vec<Diagnostic>> {
        let name = variables::bare(here.slice(part));
        self.table.find_character(&name).map_err(|mut error| {
            if self.is_all(&name) {
                error.helps = Note::advice("help-one-of-all", "name", name.into()).into_iter().collect();
            }
            self.placed(vec![error], here, part)
        })
    }

    /// The characters that are named: one, all that were made of a template, or all.
    fn several(&self, part: &LineRange, here: &LineContext<'_>) -> Result<Vec<usize>, Vec<Diagnostic>> {
        let name = variables::bare(here.slice(part));
        let everyone = (TABLE.saturating_add(1)..self.table.world().people.len()).collect::<Vec<usize>>();
        if self.is_all(&name) && !everyone.is_empty() {
            return Ok(everyone);
        }
        match self.made_of(&name) {
            Some(names) => Ok(names.iter().filter_map(|name| self.table.world().find(name)).collect()),
            None => Ok(vec![self.find_character(part, here)?]),
        }
    }

    /// `drop NAME`
    pub(super) fn drop_people(&mut self, part: &LineRange, here: &LineContext<'_>) -> CommandResult {
        let names: Vec<String> = self.several(part, here)?.into_iter().map(|who| self.name_of(who)).collect();
        let unsaved = self.unsaved().iter().any(|name| names.contains(name));
        self.table.leave_together(&self.game.game, &names).map_err(|error| vec![error])?;
        let document = Document::new().line(words::left(&names, &self.catalogue));
        Ok(if unsaved { document.line(self.catalogue.text("prompt-left-unsaved", &Vec::new())) } else { document })
    }

    fn name_of(&self, who: usize) -> String {
        self.table.world().people.get(who).map_or(String::new(), |person| person.name.clone())
    }

    /// `as [NAME]`
    pub(super) fn choose(&mut self, part: Option<&LineRange>, here: &LineContext<'_>) -> CommandResult {
        let back = || {
            let typed = format!("{} {}", words::spoken("as", &self.catalogue), self.catalogue.say("prompt-word-none"));
            self.say("prompt-as-ends", "example", typed)
        };
        let mut ends = String::new();
        if let Some(part) = part {
            if crate::syntax::is_none(&variables::bare(here.slice(part))) {
                self.chosen = None;
            } else {
                let who = self.find_character(part, here)?;
                ends = format!("  {}", back());
                self.chosen = Some(self.name_of(who));
            }
        }
        Ok(Document::new().line(match self.current_name() {
            Some(name) => Line::new().strong(name).dim(ends),
            None => Line::from(self.catalogue.text("prompt-as-nobody", &Vec::new())),
        }))
    }

    pub fn who(&mut self, all: bool) -> Document {
        self.who_of(all, |_, _| true)
    }

    /// The same without those whose figures players do not know.
    #[cfg(feature = "store")]
    pub fn who_plays(&mut self) -> Document {
        self.who_of(false, |state, name| !state.is_npc(name))
    }

    fn who_of(&mut self, all: bool, which: impl Fn(&Self, &str) -> bool) -> Document {
        let names: Vec<String> = self.table.world().people.iter().map(|person| person.name.clone()).collect();
        let unsaved = self.unsaved();
        let current = self.current();
        let env = self.env();
        let game = Arc::clone(&self.game);
        let mut document = Document::new();
        let came = self.table.came();
        for (who, name) in names.iter().enumerate() {
            if who != TABLE && !which(self, name) {
                continue;
            }
            let look = self.session.see(&game.game, &env, self.table.world(), who);
            let look = if all { look } else { look.brief() };
            let facts = facts(&look, &self.catalogue.text("sheet-unknown", &Vec::new()));
            let file =
                self.file_of(&came, if who == TABLE { THE_TABLE } else { name }).map(|(_, file)| file.path.clone());
            if who == TABLE && facts.is_empty() && file.is_none() {
                continue;
            }
            let mut line = Line::new().name(if who == TABLE {
                self.catalogue.text("deed-table", &Vec::new())
            } else {
                name.clone()
            });
            if !facts.is_empty() {
                line = line.plain("  ").plain(facts.join(" · "));
            }
            if let Some(file) = file {
                line = line.dim(format!("  {file}"));
            }
            let turns = self.table.world().turns.as_ref().filter(|turns| !turns.waits);
            let turn = turns.and_then(|turns| turns.current()) == Some(&**name);
            let marks = [
                (turn, "turns-current"),
                (current == Some(who), "prompt-current"),
                (unsaved.contains(name), "prompt-unsaved"),
            ];
            for (_, id) in marks.into_iter().filter(|(holds, _)| *holds) {
                line = line.dim(format!("  {}", self.catalogue.text(id, &Vec::new())));
            }
            document = document.line(line);
        }
        if names.len() < 2 {
            document = document.line(self.catalogue.text("prompt-nobody", &Vec::new()));
        }
        document
    }

    /// `sheet [NAME]`
    pub(super) fn sheet(&mut self, part: Option<&LineRange>, all: bool, here: &LineContext<'_>) -> CommandResult {
        let people = match part {
            Some(part) if crate::source::fold(&variables::bare(here.slice(part))) == THE_TABLE => vec![TABLE],
            Some(part) => self.several(part, here)?,
            None => match self.current() {
                Some(who) => vec![who],
                None => return Err(vec![self.no_character_chosen()]),
            },
        };
        let env = self.env();
        let game = Arc::clone(&self.game);
        let mut document = Document::new();
        for who in people {
            let look = self.session.see(&game.game, &env, self.table.world(), who);
            document.append(sheet(&if all { look } else { look.brief() }, &self.catalogue));
        }
        Ok(document)
    }

    fn no_character_chosen(&self) -> Diagnostic {
        let people = self.people();
        let error = Diagnostic::error(Code::NobodyChosen, None);
        if people.is_empty() {
            error.help("help-nobody-here")
        } else {
            error.help_with("help-people-are", "names", people)
        }
    }

    /// Names of traits that characters gave themselves, by character.
    pub(super) fn own_names(&self) -> std::collections::BTreeMap<String, Vec<String>> {
        let people = self.table.world().people.iter().skip(1);
        let own = |person: &Person| {
            let tags = person.tags.iter().filter_map(|tag| tag.name.clone());
            let tags = tags.flat_map(|tag| [format!("{}.{tag}", person.name), tag]);
            (person.name.clone(), person.open.keys().cloned().chain(tags).collect())
        };
        people.map(own).collect()
    }

    /// The names of all characters there.
    #[must_use]
    pub fn people(&self) -> Vec<String> {
        self.table.world().people.iter().skip(1).map(|person| person.name.clone()).collect()
    }

    /// The file that a character, or the table, came from. `came` is of the table, once for many names.
    fn file_of(&self, came: &LoadNumbers, name: &str) -> Option<((Option<String>, usize), &SavedFile)> {
        let owner = if name == THE_TABLE { None } else { Some(name.to_owned()) };
        let load = *came.get(&owner)?;
        let key = (owner, load);
        self.saved.get(&key).map(|saved| (key.clone(), saved))
    }

    /// The files of all characters there, as `load` takes them.
    pub(super) fn files(&self) -> Vec<String> {
        let keys = self.table.came().into_iter();
        let saved = keys.filter_map(|key| self.saved.get(&key));
        let path = |saved: &SavedFile| match saved.path.contains(char::is_whitespace) {
            true => format!("«{}»", saved.path),
            false => saved.path.clone(),
        };
        saved.map(path).collect()
    }

    /// Whose file does not say what is true of them now.
    #[must_use]
    pub fn unsaved(&self) -> Vec<String> {
        let world = self.table.world();
        let mut names = Vec::new();
        for key in self.table.came() {
            let Some(saved) = self.saved.get(&key) else { continue };
            let name = key.0.unwrap_or_else(|| THE_TABLE.to_owned());
            let who = if saved.owner == FileOwner::Table { Some(TABLE) } else { world.find(&name) };
            let person = who.and_then(|who| world.people.get(who));
            if person.is_some_and(|person| !saved.says(person)) {
                names.push(name);
            }
        }
        names
    }

    /// Who is there without a file; the table, once something of it is not as it began.
    pub(super) fn fileless(&mut self) -> Vec<String> {
        if self.keeping.is_some() {
            return Vec::new();
        }
        let mut names = self.people();
        let came = self.table.came();
        names.retain(|name| self.file_of(&came, name).is_none());
        if self.file_of(&came, THE_TABLE).is_none() {
            let (env, game) = (self.env(), Arc::clone(&self.game));
            let mut look = |world: &World| self.session.see(&game.game, &env, world, TABLE);
            if look(&World::new()) != look(self.table.world()) {
                names.push(THE_TABLE.to_owned());
            }
        }
        names
    }

    /// `save [NAME]`
    pub(super) fn save(&mut self, part: Option<&LineRange>, here: &mut LineContext<'_>) -> CommandResult {
        let wanted = match part {
            None => self.unsaved(),
            Some(part)
                if variables::bare(here.slice(part)) == THE_TABLE
                    && (self.file_of(&self.table.came(), THE_TABLE).is_some()
                        || self.fileless().iter().any(|one| one == THE_TABLE)) =>
            {
                vec![THE_TABLE.to_owned()]
            }
            Some(part) => self.several(part, here)?.into_iter().map(|who| self.name_of(who)).collect(),
        };
        let changed = self.unsaved();
        here.loaded = true;
        let mut changes: Vec<Unsaved> = Vec::new();
        let came = self.table.came();
        for name in wanted.iter().filter(|name| changed.contains(name)).cloned() {
            let Some((key, saved)) = self.file_of(&came, &name) else { continue };
            let who = if saved.owner == FileOwner::Table { Some(TABLE) } else { self.table.world().find(&name) };
            let Some(now) = who.and_then(|who| self.table.world().people.get(who)).cloned() else { continue };
            let now = Person { name: saved.person.name.clone(), ..now };
            changes.push(Unsaved { name, key, saved: saved.clone(), now });
        }
        if self.keeping.is_some() {
            return Ok(Document::new().line(self.catalogue.text("prompt-kept-anyway", &Vec::new())));
        }
        if changes.is_empty() {
            let mut fileless = self.fileless();
            if part.is_some() {
                fileless.retain(|name| wanted.contains(name));
            }
            return Ok(Document::new().line(if fileless.is_empty() {
                self.catalogue.text("prompt-nothing-to-save", &Vec::new())
            } else {
                self.say("prompt-cannot-save", "names", fileless)
            }));
        }
        let paths: Vec<String> = changes.iter().map(|one| one.saved.path.clone()).collect();
        let mut merged = Vec::new();
        let library = self.library;
        library.rewrite(&paths, &mut |files| {
            let (mut texts, mut errors) = (Vec::new(), Vec::new());
            for (one, file) in changes.iter().zip(files) {
                match self.rewritten(&one.saved, &one.now, file) {
                    Ok(written) => {
                        merged.push(written.merged);
                        texts.push(written.text);
                    }
                    Err(error) => {
                        let place = part.map(|part| here.at(part));
                        errors.push(Diagnostic { at: error.at.or(place), ..error });
                    }
                }
            }
            if errors.is_empty() { Ok(texts) } else { Err(errors) }
        })?;
        let mut document = Document::new();
        for (Unsaved { name, key, saved, now }, merged) in changes.into_iter().zip(merged) {
            document = document.line(Line::new().name(&name).dim(format!("  {}", saved.path)));
            if merged {
                document = document.line(self.say("prompt-saved-both", "name", name));
            }
            // What another program changed is still unknown at this table.
            self.saved.insert(key, SavedFile { person: now, ..saved });
        }
        Ok(document)
    }

    /// The text of a file with what is true now.
    fn rewritten(&mut self, saved: &SavedFile, now: &Person, file: File) -> Result<Rewritten, Diagnostic> {
        let id = self.session.sources.add(file.name, file.text);
        let game = Arc::clone(&self.game);
        let (raw, _) = sheet_in(&self.session.sources, id, &saved.path);
        if let Some(error) = another_game(&raw, &game.game, &game.extends) {
            return Err(error);
        }
        write_person(&self.session.sources, id, &game.game, saved.owner, &saved.person, now).map_err(|error| {
            let error = Diagnostic { at: error.at.or(Some(Span { source: id, start: 0, end: 0 })), ..error };
            match (error.code, saved.key()) {
                (Code::FileNotAsRead, Some(name)) => error.help_with("help-read-again", "name", name),
                (Code::FileNotAsRead, None) => error.help("help-undo-load"),
                _ => error,
            }
        })
    }
}

impl SavedFile {
    /// Whom it tells of: a character by name, or the table.
    fn key(&self) -> Option<String> {
        (self.owner == FileOwner::Character).then(|| self.person.name.clone())
    }

    /// Whether the file says what is true of the character now.
    fn says(&self, now: &Person) -> bool {
        match self.owner {
            // The table has no other things of its own, and no name.
            FileOwner::Table => same(
                &Person { points: self.person.points.clone(), tags: self.person.tags.clone(), ..Person::default() },
                &Person { points: now.points.clone(), tags: now.tags.clone(), ..Person::default() },
            ),
            FileOwner::Character => same(&self.person, now),
        }
    }
}

/// `traits: {…} tags: {…}` as one map, with all in its place: `{traits: {…},tags: {…}}`.
fn in_braces(text: String) -> String {
    let (mut depth, mut quote, mut word, mut keys) = (0_usize, None, None, Vec::new());
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(close), _) => quote = quote.filter(|_| letter != close),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '{' | '[') => depth = depth.saturating_add(1),
            (None, '}' | ']') => depth = depth.saturating_sub(1),
            (None, ':') if depth == 0 => keys.extend(word.take()),
            (None, _) if depth == 0 && letter.is_whitespace() => word = None,
            (None, _) if depth == 0 => word = word.or(Some(at)),
            _ => {}
        }
    }
    let before = keys.iter().map(|at| at.checked_sub(1)).collect::<Option<Vec<usize>>>();
    let Some(before) = before.filter(|before| before.len() > 1) else { return text };
    if before.iter().any(|at| text.as_bytes().get(*at) != Some(&b' ')) {
        return text;
    }
    let joined = |(at, letter)| match before.binary_search(&at) {
        Ok(0) => '{',
        Ok(_) => ',',
        Err(_) => letter,
    };
    text.char_indices().map(joined).chain(['}']).collect()
}

/// States and points in a few words.
fn facts(look: &Look, unknown: &str) -> Vec<String> {
    let tracks = look.tracks.iter().map(|track| {
        let state = track.state.as_ref().map(|state| format!(" {state}")).unwrap_or_default();
        format!("{}{state} {}/{}", track.name, track.boxes.saturating_sub(track.lost), track.boxes)
    });
    let points = look.points.iter().map(|points| {
        let now = points.now.map_or_else(|| unknown.to_owned(), |now| now.to_string());
        let max = points.max.map(|max| format!("/{max}")).unwrap_or_default();
        format!("{} {now}{max}", points.name)
    });
    // Those with names of their own are many, and are on the sheet.
    let tags = look.tags.iter().filter(|tag| tag.name.is_none()).map(|tag| tag.kind.clone());
    tracks.chain(points).chain(tags).collect()
}

/// The nearest of some names, as advice.
pub(super) fn advise(error: Diagnostic, name: &str, known: Vec<String>) -> Diagnostic {
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => error.help_with("help-did-you-mean", "name", near.to_owned()),
        None if known.is_empty() => error,
        None => error.help_with("help-there-is", "names", known),
    }
}
