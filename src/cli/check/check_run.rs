//! One run of the checker: reads all files under the paths and collects the diagnostics.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use crate::cli::search_path::{SearchPath, begins_rules, case_files, each_yaml_in, read, translation_files, yaml_in};
use crate::cli::{cannot_read, load, packs};
use crate::diagnostic::{Code, Diagnostic, Family};
use crate::limits::{Budget, Limits};
use crate::ruleset::{
    File, FileKind, PACK_FILE, Shelf as _, TRANSLATIONS, file_kind, kind_named, outermost, read_character, read_pack,
    read_translation, unknown_heading,
};
use crate::session::{
    CheckResult, GameFiles, LoadedGame, Session, Translations, check_case_file, check_cases, idle, offer, person_in,
    read_case_file, silence, together,
};
use crate::source::{SourceId, Sources, Span, undecoded};
use crate::world::FileOwner;
use crate::yaml::{Node, YamlLimits, parse, parse_to_the_end};

/// How many folders below those that were named are looked into.
pub(super) const DEEPEST: usize = 4;

/// A run of the checker: the session, the files read, the findings.
pub(super) struct CheckRun<'p> {
    /// Loads the rulesets and holds the texts.
    pub(super) session: Session<'p>,
    /// The errors and warnings so far.
    pub(super) findings: Vec<Diagnostic>,
    /// How many files were read.
    pub(super) files: usize,
    /// The language of the first ruleset or pack that says one.
    pub(super) language: Option<String>,
    /// Sound games, with the files of their cases.
    pub(super) suites: Vec<(Rc<LoadedGame>, Vec<File>)>,
    /// Cases of packs that were played and passed.
    pub(super) passed: usize,
    /// Whether cases of packs are played; those that fail are among the findings.
    playing: bool,
    places: &'p SearchPath,
    /// Games that were loaded, by the words that name them.
    games: BTreeMap<String, Rc<LoadedGame>>,
    /// Ids of games of which everything that is wrong has been said.
    told: BTreeSet<String>,
    /// Files that were looked at closely, warnings and all.
    own: Vec<SourceId>,
    /// Sound games with what lies beside them, whose errors may have one cause.
    folders: Vec<(Rc<LoadedGame>, GameFiles)>,
}

/// The shelves for what lies at some paths: beside it, or in it, is what it extends or belongs to.
pub(super) fn shelves(paths: &[PathBuf]) -> SearchPath {
    let mut beside: Vec<PathBuf> = Vec::new();
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    for path in paths.iter().filter_map(|path| path.canonicalize().ok()) {
        let home = path.ancestors().take(DEEPEST).find(|folder| is_ruleset(folder)).and_then(Path::parent);
        let own = path.is_dir().then_some(path.as_path());
        for folder in own.into_iter().chain(home).chain(path.parent()) {
            // As people would write it, where they are.
            let shown = match folder.strip_prefix(&here) {
                Ok(below) if below.as_os_str().is_empty() => Path::new("."),
                Ok(below) => below,
                Err(_) => folder,
            };
            if beside.iter().all(|one| one != shown) {
                beside.push(shown.to_path_buf());
            }
        }
    }
    SearchPath::beside(beside)
}

/// A file in a folder, and its kind.
struct FoundFile {
    file: File,
    kind: FileKind,
}

impl<'p> CheckRun<'p> {
    /// Reads what lies at some paths.
    pub(super) fn of(places: &'p SearchPath, paths: &[PathBuf], playing: bool) -> Self {
        let mut round = Self {
            session: Session::within(places, Limits::FULL),
            findings: Vec::new(),
            files: 0,
            language: None,
            suites: Vec::new(),
            passed: 0,
            playing,
            places,
            games: BTreeMap::new(),
            told: BTreeSet::new(),
            own: Vec::new(),
            folders: Vec::new(),
        };
        round.session.work = Arc::new(Budget::new(round.session.limits.cases));
        for path in paths {
            let is_zip = path.extension().is_some_and(|ending| ending == "zip");
            if path.is_dir() {
                let (files, found) = (round.files, round.findings.len());
                round.folder(path, 0);
                if (round.files, round.findings.len()) == (files, found) {
                    let error = Diagnostic::error(Code::NoFiles, None).arg("path", path.display().to_string());
                    round.findings.push(error);
                }
            } else if is_zip && path.is_file() {
                round.pack(path);
            } else {
                round.named(path);
            }
        }
        for (loaded, beside) in std::mem::take(&mut round.folders) {
            round.session.find_causes_among(&mut round.findings, &loaded, &beside);
        }
        leave_named_apart(&mut round.findings, &round.session.sources);
        let silenced = silence(&mut round.findings, &round.session.sources);
        let idle = idle(&round.own, &silenced, &round.session.sources);
        round.findings.extend(idle);
        round
    }

    /// A ruleset's folder with its cases and characters, a pack, or a folder of such folders.
    fn folder(&mut self, path: &Path, depth: usize) {
        let (before, found) = (self.files, self.findings.len());
        if path.join(PACK_FILE).is_file() && self.pack(path) {
            return;
        }
        // A file that is no text is reported at its place, when the folder is read.
        let mut index = 0;
        self.findings.retain(|one| {
            index += 1;
            index <= found || !matches!(one.code, Code::FileNotUtf8 | Code::FileUtf16)
        });
        let seen = self.files > before;
        let files = match yaml_in(path) {
            Ok(files) => files,
            Err(error) => {
                self.findings.push(cannot_read(path, &error));
                return;
            }
        };
        let mut rules = Vec::new();
        let mut others = Vec::new();
        for file in files.into_iter().filter(|file| !is_settings(Path::new(&file.name))) {
            let kind = kind_of(&file);
            if kind == FileKind::Ruleset { rules.push(file) } else { others.push(FoundFile { file, kind }) }
        }
        // The one that says `id` begins a game whose version is missing.
        let named = || rules.iter().filter(|file| RulesetHead::of(file).id.is_some()).count() == 1;
        let begins = rules.iter().any(begins_rules) || rules.len() > 1 && named();
        // Files that each begin a game of their own are no parts of one.
        if let Some(first) = rules.first().filter(|_| !begins && path.ancestors().skip(1).take(depth).any(is_ruleset)) {
            let end = first.text.lines().next().map_or(0, str::len);
            let source = self.session.sources.add(first.name.as_str(), first.text.as_str());
            self.files = self.files.saturating_add(rules.len());
            let error = Diagnostic::error(Code::PartApart, Span { source, start: 0, end });
            self.findings.push(error.help("help-part-apart"));
        } else if are_several(&rules) || !begins {
            for file in rules {
                self.rules(vec![file], None, Vec::new());
            }
        } else {
            self.rules(rules, Some(path), case_files(path));
        }
        for FoundFile { file, .. } in others.into_iter().filter(|other| !(seen && other.kind == FileKind::Pack)) {
            self.file(file, path);
        }
        let Ok(list) = std::fs::read_dir(path) else { return };
        let mut folders: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        folders.sort();
        for folder in folders {
            let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            let of_the_game = (name == "cases" || name == TRANSLATIONS) && is_ruleset(path);
            if depth < DEEPEST && !name.starts_with('.') && !of_the_game {
                self.folder(&folder, depth.saturating_add(1));
            }
        }
    }

    /// The files of one game, and what its cases roll; these are checked as well if it has a folder.
    fn rules(&mut self, files: Vec<File>, home: Option<&Path>, cases: Vec<File>) {
        if files.is_empty() {
            return;
        }
        self.files = self.files.saturating_add(files.len());
        let beside = home.map(|path| GameFiles {
            cases: cases.clone(),
            translations: translation_files(path),
            people: people(path, 0),
        });
        let beside = beside.unwrap_or_default();
        let loaded = self.session.load_with(files, &beside);
        self.spoken(loaded.game.language.as_deref());
        // Warnings about what is extended are the matter of those who wrote it.
        let own = |one: &&Diagnostic| one.is_error() || one.at.is_none_or(|at| loaded.files.contains(&at.source));
        self.findings.extend(loaded.findings.iter().chain(&loaded.silenced).filter(own).cloned());
        let warnings = self.session.lint(&loaded, &cases);
        self.findings.extend(warnings);
        if loaded.is_sound() {
            self.own.extend(&loaded.files);
        }
        self.told.insert(loaded.game.id.to_string());
        let Some(path) = home else { return };
        self.files = self.files.saturating_add(cases.len());
        if !loaded.is_sound() {
            for file in cases {
                read_case_file(&mut self.session, file, &mut self.findings);
            }
            return;
        }
        let folder = path.canonicalize().ok();
        let folder = folder.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
        if let Some(folder) = folder.filter(|folder| *folder != *loaded.game.id) {
            let at = loaded.ruleset.as_ref().map(|ruleset| ruleset.id.span);
            let warning = Diagnostic::warning(Code::IdDiffers, at).arg("id", &*loaded.game.id);
            self.findings.push(warning.arg("folder", folder));
        }
        self.findings.extend(check_cases(&mut self.session, &loaded.game, cases.clone()));
        self.translations(&loaded, beside.translations.clone());
        let loaded = Rc::new(loaded);
        self.suites.push((loaded.clone(), cases));
        self.folders.push((loaded, beside));
    }

    fn spoken(&mut self, language: Option<&str>) {
        self.language = self.language.take().or_else(|| language.map(str::to_owned));
    }

    /// Translations of a game: what is wrong with them, and how much they lack.
    fn translations(&mut self, loaded: &LoadedGame, files: Vec<File>) {
        self.files = self.files.saturating_add(files.len());
        let translations = self.session.translations(loaded, files);
        self.translated(loaded, translations);
    }

    fn translated(&mut self, loaded: &LoadedGame, translations: Translations) {
        let sound = !translations.findings.iter().any(Diagnostic::is_error);
        if sound {
            self.findings.extend(translations.lacks(&loaded.game));
        }
        self.findings.extend(translations.findings);
    }

    /// A file that the user named. A part of a game is checked with the rest of it.
    fn named(&mut self, path: &Path) {
        let file = match read(path) {
            Ok(file) => file,
            Err(error) => {
                self.findings.push(cannot_read(path, &error));
                return;
            }
        };
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        let kind = kind_of(&file);
        if kind == FileKind::Ruleset {
            let whole = whole_game(&file, folder);
            let cases = case_files(if whole.is_some() { folder } else { path });
            self.rules(whole.unwrap_or_else(|| vec![file]), None, cases);
            return;
        }
        self.file(file, folder);
    }

    /// A file that is no ruleset.
    fn file(&mut self, file: File, folder: &Path) {
        self.files = self.files.saturating_add(1);
        // A change may make another kind of file of it.
        self.tried(file, |round, source| match round.file_of(source).first().map(kind_of) {
            Some(FileKind::Cases) => round.cases(source, folder),
            Some(FileKind::Character) => round.character(source, folder),
            Some(FileKind::Translation) => round.translation(source, folder),
            Some(FileKind::Pack) => {
                let (tree, _) = round.tree(source);
                round.findings.extend(read_pack(&tree, &round.session.sources).1);
            }
            Some(FileKind::Unknown) => {
                let before = round.findings.len();
                let (tree, at) = round.tree(source);
                let error = unknown_heading(&tree).unwrap_or_else(|| Diagnostic::error(Code::MissingVersion, at));
                // What cannot be read may say it.
                let unread = round.findings.iter().skip(before).any(Diagnostic::is_error);
                round.findings.extend((error.code != Code::MissingVersion || !unread).then_some(error));
            }
            Some(FileKind::Ruleset) | None => {
                let files = round.file_of(source);
                let (loaded, _) = round.session.load_untried(files);
                round.findings.extend(loaded.findings);
            }
        });
    }

    /// Reads a file, and again with each change that is suggested for it.
    fn tried(&mut self, file: File, read: impl Fn(&mut Self, SourceId)) {
        let is_text = undecoded(&file.text).is_none();
        let source = self.session.sources.add(file.name, file.text);
        if !is_text {
            // Nothing else can be said of what is not text.
            self.tree(source);
            self.own.push(source);
            return;
        }
        let look = |round: &mut Self, source| {
            let before = round.findings.len();
            read(round, source);
            round.findings.split_off(before)
        };
        let mut found = look(self, source);
        self.own.push(source);
        let sources = self.session.sources.clone();
        let (files, suites) = (self.files, self.suites.len());
        let limits = self.session.limits;
        offer(&mut found, &sources, &[source], &limits, &mut |changed| {
            let bytes = changed.iter().map(|file| file.text.len()).sum();
            let mut findings = Vec::new();
            for file in changed {
                let source = self.session.sources.add(file.name, file.text);
                findings.append(&mut look(self, source));
            }
            self.files = files;
            self.suites.truncate(suites);
            CheckResult { findings, sources: self.session.sources.clone(), bytes, others: 0 }
        });
        self.findings.append(&mut found);
    }

    /// Whether a file can be read to its end as YAML.
    fn reads(&self, source: SourceId) -> bool {
        parse_to_the_end(&self.session.sources, source, &YamlLimits::default()).1.iter().all(|one| !one.is_error())
    }

    fn tree(&mut self, source: SourceId) -> (Node, Span) {
        let (tree, broken) = parse(&self.session.sources, source, &YamlLimits::default());
        self.findings.extend(broken);
        (tree, Span { source, start: 0, end: 0 })
    }

    fn character(&mut self, source: SourceId, folder: &Path) {
        let (tree, at) = self.tree(source);
        let (sheet, found) = read_character(&tree, &self.session.sources);
        self.findings.extend(found);
        let Some(word) = &sheet.ruleset else {
            // What is written where it cannot be read may be that.
            if tree.get("ruleset").is_none() && self.reads(source) {
                let name = self.session.sources.get(source).map_or("", |source| source.name());
                self.findings.push(Diagnostic::error(Code::CharacterWithoutGame, at).arg("path", name));
            }
            return;
        };
        let loaded = self.game(&word.text, word.span, folder);
        if loaded.is_none() {
            self.findings.extend(sheet.unread());
        }
        if let Some(loaded) = loaded {
            let whose = FileOwner::of(&sheet, &loaded.game);
            let (person, found) = person_in(&sheet, &loaded.game, whose, None);
            self.findings.extend(found);
            if whose == FileOwner::Character {
                let entries = tree.as_map().unwrap_or_default();
                let traits = entries.iter().find(|entry| &*entry.key.text == "traits").map(|entry| entry.key.span);
                self.findings.extend(super::sheets::unset((&sheet, &person), &loaded.game, traits.unwrap_or(at)));
            }
        }
    }

    /// A translation that lies somewhere: together with others of the game that it is of, if it lies
    /// where those are.
    fn translation(&mut self, source: SourceId, folder: &Path) {
        let before = self.findings.len();
        let (tree, at) = self.tree(source);
        let (read, found) = read_translation(&tree, &self.session.sources);
        let game = read.ruleset.and_then(|word| self.game(&word.text, word.span, folder));
        let folder = folder.canonicalize();
        // Where no game looks for it.
        let apart = folder.is_ok_and(|folder| folder.file_name().is_none_or(|name| name != TRANSLATIONS));
        match game {
            // What was found before will be found again.
            Some(loaded) => {
                self.findings.truncate(before);
                let files = self.file_of(source);
                let translations = self.session.translations_untried(&loaded, files);
                self.translated(&loaded, translations);
                self.findings.extend(apart.then(|| Diagnostic::warning(Code::TranslationApart, at)));
            }
            None => self.findings.extend(found),
        }
    }

    fn cases(&mut self, source: SourceId, folder: &Path) {
        let before = self.findings.len();
        let (tree, at) = self.tree(source);
        let (cases, found) = crate::ruleset::read_cases(&tree, &self.session.sources);
        let Some(word) = cases.ruleset else {
            self.findings.extend(found);
            if tree.get("ruleset").is_none() && self.reads(source) {
                self.findings.push(Diagnostic::error(Code::CasesWithoutGame, at));
            }
            return;
        };
        // Cases in a game's folder are that game's, whatever they say.
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let home = whole.ends_with("cases").then(|| whole.parent()).flatten().filter(|home| is_ruleset(home));
        let named = home.and_then(|home| self.loaded(&home.display().to_string()).ok());
        let id = named.filter(|loaded| loaded.is_sound()).map_or_else(|| word.text.clone(), |one| one.game.id.clone());
        match self.game(&id, word.span, folder) {
            // What was found before will be found again.
            Some(loaded) => {
                self.findings.truncate(before);
                let files = self.file_of(source);
                let mut found = check_case_file(&mut self.session, &loaded.game, source);
                together(&mut found, &self.session.sources);
                self.findings.append(&mut found);
                self.suites.push((loaded, files));
            }
            None => self.findings.extend(found),
        }
    }

    fn file_of(&self, source: SourceId) -> Vec<File> {
        let file = self.session.sources.get(source);
        file.map(|file| File { name: file.name().to_owned(), text: file.text().to_string() }).into_iter().collect()
    }

    /// A pack: whether it could be read as one.
    fn pack(&mut self, path: &Path) -> bool {
        let examined = packs::examine(&mut self.session, path, self.playing);
        self.spoken(examined.language.as_deref());
        self.findings.extend(examined.findings);
        self.own.extend(examined.own);
        self.files = self.files.saturating_add(examined.files);
        self.passed = self.passed.saturating_add(examined.passed);
        examined.whole
    }

    /// The game that a file in a folder belongs to: if the folder is one of a game that is called
    /// so, that one.
    fn game(&mut self, id: &str, at: Span, folder: &Path) -> Option<Rc<LoadedGame>> {
        let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        // Of what lies in one folder, only the game that is meant is read.
        let home = whole.ancestors().take(DEEPEST).find(|folder| is_ruleset(folder));
        if let Some(place) = home.and_then(|home| game_in(home, id)) {
            let loaded = self.loaded(&place.display().to_string());
            if let Some(loaded) = loaded.ok().filter(|loaded| *loaded.game.id == *id) {
                return self.sound(loaded, id, at);
            }
        }
        match self.loaded(id) {
            Ok(loaded) => self.sound(loaded, id, at),
            Err(mut error) => {
                if error.code == Code::UnknownRuleset {
                    let known = self.places.ids();
                    error.helps.clear();
                    error = error.suggest(self.findings.len(), id, at, known);
                }
                error.at = Some(at);
                self.findings.push(error);
                None
            }
        }
    }

    fn loaded(&mut self, named: &str) -> Result<Rc<LoadedGame>, Diagnostic> {
        if let Some(loaded) = self.games.get(named) {
            return Ok(loaded.clone());
        }
        let loaded = Rc::new(load(&mut self.session, self.places, named).map_err(|(error, _)| error)?);
        self.spoken(loaded.game.language.as_deref());
        self.games.insert(named.to_owned(), loaded.clone());
        Ok(loaded)
    }

    fn sound(&mut self, loaded: Rc<LoadedGame>, id: &str, at: Span) -> Option<Rc<LoadedGame>> {
        if loaded.is_sound() {
            return Some(loaded);
        }
        if !self.told.contains(&*loaded.game.id) {
            self.findings.push(Diagnostic::error(Code::GameNotSound, at).arg("name", id));
        }
        None
    }
}

/// The files of the game of which a file is a part. Of what is beside it no more is read than what it is, unless it is a
/// part of the same game.
pub(super) fn whole_game(file: &File, folder: &Path) -> Option<Vec<File>> {
    let is_rules = |file: &File| kind_of(file) == FileKind::Ruleset && !is_settings(Path::new(&file.name));
    let rules = || each_yaml_in(folder).into_iter().flatten().filter(is_rules);
    let own = RulesetHead::of(file);
    if own.begins && !own.is_of(folder) {
        return None;
    }
    let begun: Vec<RulesetHead> = rules().map(|file| RulesetHead::of(&file)).collect();
    let is_part = begun.len() > 1 && begun.iter().any(|one| one.begins) && !differ(&begun);
    is_part.then(|| rules().collect())
}

/// The kind of a file, from its top-level names; it is not parsed as YAML, so neighbouring files cost almost nothing.
fn kind_of(file: &File) -> FileKind {
    let names = outermost(&file.text);
    let said = |wanted: &str| names.iter().any(|(name, _)| *name == wanted);
    let kind = kind_named(names.iter().copied());
    if kind == FileKind::Ruleset && said("name") && !said("id") {
        // It may be a character that does not say so.
        let mut sources = Sources::default();
        let source = sources.add(file.name.clone(), file.text.clone());
        return file_kind(&parse(&sources, source, &YamlLimits::default()).0);
    }
    kind
}

/// The characters in a game's folder and below it.
fn people(folder: &Path, depth: usize) -> Vec<File> {
    let is_person = |file: &File| kind_of(file) == FileKind::Character;
    let mut found: Vec<File> = each_yaml_in(folder).into_iter().flatten().filter(is_person).collect();
    let list = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = list.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    for path in folders.into_iter().filter(|_| depth < DEEPEST) {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if name != "cases" && name != TRANSLATIONS && !name.starts_with('.') && !is_ruleset(&path) {
            found.extend(people(&path, depth + 1));
        }
    }
    found
}

/// The file that says which ruleset is the usual one.
fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "default.yml" || name == "config.yml")
}

/// Whether a folder holds a ruleset.
pub(in crate::cli) fn is_ruleset(folder: &Path) -> bool {
    folder.is_dir() && each_yaml_in(folder).is_ok_and(|mut files| files.any(|file| begins_rules(&file)))
}

/// Leaves out that names are not there that stand in a part of the game which lies apart, and is not read.
fn leave_named_apart(findings: &mut Vec<Diagnostic>, sources: &Sources) {
    let apart: Vec<Span> = findings.iter().filter(|one| one.code == Code::PartApart).filter_map(|one| one.at).collect();
    let texts: Vec<&str> = apart.iter().filter_map(|at| Some(&**sources.get(at.source)?.text())).collect();
    let named = |name: &str| {
        texts.iter().any(|text| {
            text.lines().any(|line| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.starts_with(':')))
        })
    };
    findings.retain(|one| one.code.family() != Some(Family::Unknown) || !one.text("name").is_some_and(named));
}

/// Whether files each begin a game of their own.
fn are_several(files: &[File]) -> bool {
    differ(&files.iter().map(RulesetHead::of).collect::<Vec<_>>())
}

/// Whether some begin games of different ids.
fn differ(files: &[RulesetHead]) -> bool {
    let ids: BTreeSet<&String> = files.iter().filter(|one| one.begins).flat_map(|one| &one.id).collect();
    ids.len() > 1
}

/// Where a game lies that is in a folder: all of it, or one file.
fn game_in(folder: &Path, id: &str) -> Option<PathBuf> {
    let begun: Vec<(PathBuf, RulesetHead)> =
        each_yaml_in(folder).ok()?.map(|file| (PathBuf::from(&file.name), RulesetHead::of(&file))).collect();
    let (paths, begun): (Vec<PathBuf>, Vec<RulesetHead>) = begun.into_iter().filter(|(_, one)| one.begins).unzip();
    if !differ(&begun) && begun.iter().any(|one| one.is_of(folder) || one.id.is_none()) {
        return Some(folder.to_path_buf());
    }
    paths.into_iter().zip(begun).find(|(_, one)| one.id.as_deref() == Some(id)).map(|(path, _)| path)
}

/// What the head of a ruleset's file says, without parsing the rest.
struct RulesetHead {
    /// Whether it begins a game.
    begins: bool,
    /// Whether it is called as the first file of a game that is a folder.
    first: bool,
    id: Option<String>,
}

impl RulesetHead {
    fn of(file: &File) -> Self {
        let id = outermost(&file.text).into_iter().find(|(name, _)| *name == "id").map(|(_, id)| id.to_owned());
        let first = Path::new(&file.name).file_name().is_some_and(|name| name == "ruleset.yml");
        Self { begins: begins_rules(file), first, id }
    }

    /// Whether the game that it begins is the whole folder, and not this file alone.
    fn is_of(&self, folder: &Path) -> bool {
        let whole = folder.canonicalize().ok();
        let name = whole.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
        self.begins && (self.first || (name.is_some() && name == self.id.as_deref()))
    }
}
