//! `tirada.lock`: the exact rulesets of a table, by hash, so that it plays the same later and on other machines.

mod comments;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use self::comments::Comments;
use super::args::LockArgs;
use super::packs::{PROGRAM, PackError, changed_of, program_version, source_of};
use super::saving::replace_file;
use super::search_path::{RulesetLocation, SearchPath, each_yaml_in, read};
use super::{CommandContext, FILES, FINE, OutputFormat, WRONG, cannot_read, not_utf_8};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::limits::Limits;
use crate::report::document::{Document, DocumentColumn, Line};
use crate::ruleset::{File, FileKind, kind_named, outermost};
use crate::session::{Session, fingerprint};
use crate::source::{Sources, without_mark};
use crate::yaml::{YamlLimits, parse};

/// Its name, in the folder where the table plays.
const NAME: &str = "tirada.lock";
/// The version of its format.
const VERSION: u32 = 1;
/// The comment at the top of the file.
const HEAD: &str = "# What this table plays, to the letter. `tirada lock` writes it, `tirada lock --check` compares.\n";
/// Bytes of one at most: that of a table with 200 rulesets has half as many.
const MOST: usize = 1 << 16;
/// How much of a fingerprint people are shown.
const SHOWN: usize = 12;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LockFile {
    #[serde(rename = "tirada lock")]
    version: u32,
    program: String,
    rulesets: BTreeMap<String, Locked>,
    /// What people wrote into it besides.
    #[serde(skip)]
    comments: Comments,
}

/// A ruleset in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Locked {
    /// The pack that it is in, or the program; `None`: a folder that the user keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pack: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    /// Where the pack came from: an address, or a path below the lock file.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    sha256: String,
}

impl LockFile {
    /// The lock file of the current folder.
    ///
    /// # Errors
    ///
    /// If there is none, or if it cannot be understood.
    pub(super) fn here() -> Result<Self, PackError> {
        let file = read(Path::new(NAME)).map_err(|error| {
            let error = match error.kind() {
                std::io::ErrorKind::NotFound => Diagnostic::error(Code::LockNotThere, None),
                _ => cannot_read(Path::new(NAME), &error),
            };
            (error, FILES)
        })?;
        if let Some(error) = not_utf_8(NAME, &file.text) {
            return Err((error, FILES));
        }
        if file.text.len() > MOST {
            return Err((too_large(), FILES));
        }
        let bad = || (Diagnostic::error(Code::BadLock, None).arg("path", NAME), FILES);
        let text = without_mark(&file.text);
        let lock: Self = serde_yaml::from_str(text).map_err(|_| bad())?;
        let lock = Self { comments: Comments::of(text), ..lock };
        if lock.version > VERSION {
            let error = Diagnostic::error(Code::NewerVersion, None).arg("version", i64::from(lock.version));
            return Err((error.arg("ours", i64::from(VERSION)), WRONG));
        }
        Ok(lock)
    }

    /// What of a pack is not as the lock file says.
    pub(super) fn differences_of_pack(&self, id: &str, version: &str, states: &[(&str, &str)]) -> Vec<Diagnostic> {
        let locked: Vec<(&String, &Locked)> =
            self.rulesets.iter().filter(|(_, one)| one.pack.as_deref() == Some(id)).collect();
        if locked.is_empty() {
            return vec![Diagnostic::error(Code::LockWithoutPack, None).arg("name", id).help("help-lock-anew")];
        }
        let same = |name: &str, sum: &str| states.iter().any(|(id, state)| *id == name && *state == sum);
        let differ = locked.into_iter().filter(|(name, one)| !same(name, &one.sha256));
        differ
            .map(|(name, one)| {
                Diagnostic::error(Code::LockPackDiffers, None)
                    .arg("name", name.as_str())
                    .arg("locked", one.version.clone().unwrap_or_default())
                    .arg("version", version)
            })
            .collect()
    }

    /// Each of its rulesets as it is now, if it is there.
    fn now(&self) -> BTreeMap<String, Locked> {
        let ids: Vec<&str> = self.rulesets.keys().map(String::as_str).collect();
        Locked::now(&SearchPath::new(None), &ids)
    }

    /// The packs that are there in the version that it says, and whose files are no longer those that
    /// were installed, or those that were locked: their ids and versions.
    fn changed_packs(&self, now: &BTreeMap<String, Locked>) -> BTreeSet<(&str, &str)> {
        let of_pack = |one: &Locked| Some((one.pack.clone()?, one.version.clone()?));
        let mut changed =
            changed_of(self.rulesets.values().filter_map(|one| Some((one.pack.as_deref()?, one.version.as_deref()?))));
        for (id, one) in &self.rulesets {
            let differs = now.get(id).is_some_and(|now| of_pack(now) == of_pack(one) && now.sha256 != one.sha256);
            if let (true, Some(pack), Some(version)) = (differs, one.pack.as_deref(), one.version.as_deref()) {
                changed.insert((pack, version));
            }
        }
        changed.retain(|(pack, _)| *pack != PROGRAM);
        changed
    }

    /// The packs that are not there as the lock file says, and where they come from.
    pub(super) fn packs_to_bring(&self) -> Vec<(String, Option<String>)> {
        let now = self.now();
        let changed = self.changed_packs(&now);
        let mut packs: BTreeMap<String, Option<String>> = BTreeMap::new();
        for (id, locked) in &self.rulesets {
            let Some(pack) = locked.pack.as_ref().filter(|pack| *pack != PROGRAM) else { continue };
            let differs = now.get(id).is_none_or(|now| now.sha256 != locked.sha256);
            if differs || changed.iter().any(|(changed, _)| changed == pack) {
                packs.insert(pack.clone(), locked.source.clone());
            }
        }
        packs.into_iter().collect()
    }

    /// What is installed other than the lock file says.
    fn differences(&self) -> Vec<Diagnostic> {
        let now = self.now();
        let changed = self.changed_packs(&now);
        let mut found: Vec<Diagnostic> = changed
            .iter()
            .map(|(pack, version)| {
                let error = Diagnostic::error(Code::LockPackChanged, None).arg("name", *pack).arg("version", *version);
                error.help("help-import-locked").help("help-lock-changed")
            })
            .collect();
        for (id, locked) in &self.rulesets {
            let now = now.get(id);
            let is_told = |now: &Locked| {
                let pack = now.pack.as_deref().zip(now.version.as_deref());
                // What is built in has the version of the program, of which is reported once.
                let same = locked.pack.as_deref() == Some(PROGRAM) || now.version == locked.version;
                now.sha256 == locked.sha256 && same || pack.is_some_and(|pack| changed.contains(&pack))
            };
            if now.is_some_and(is_told) {
                continue;
            }
            let error = match now {
                None => Diagnostic::error(Code::LockRulesetMissing, None).arg("name", id.as_str()),
                Some(now) => {
                    let error = Diagnostic::error(Code::LockRulesetDiffers, None).arg("name", id.as_str());
                    error.arg("found", now.words())
                }
            };
            let error = error.arg("locked", locked.words());
            let error = match locked.pack.as_deref() {
                Some(PROGRAM) => error.help_with("help-locked-program", "version", self.program.as_str()),
                Some(_) => error.help("help-import-locked"),
                None => error.help("help-locked-folder"),
            };
            found.push(error.help("help-lock-anew"));
        }
        let version = program_version().to_string();
        if version != self.program {
            let warning = Diagnostic::warning(Code::LockProgramDiffers, None).arg("locked", self.program.as_str());
            found.push(warning.arg("found", version));
        }
        found
    }
}

impl Locked {
    /// Rulesets as they are now, by id; without those that are not there.
    fn now(places: &SearchPath, ids: &[&str]) -> BTreeMap<String, Self> {
        let found = places.find_each(ids).into_iter();
        found.filter_map(|(id, place)| Some((id, Self::at(&place)?))).collect()
    }

    fn at(place: &RulesetLocation) -> Option<Self> {
        let sha256 = fingerprint(&place.files()?);
        Some(match (&place.pack, &place.path) {
            (Some(pack), _) => Self {
                source: source_of(pack).and_then(|source| portable(&source)),
                pack: Some(pack.id.clone()),
                version: pack.version.clone(),
                sha256,
            },
            (None, Some(_)) => Self { pack: None, version: None, source: None, sha256 },
            (None, None) => {
                let version = Some(program_version().to_string());
                Self { pack: Some(PROGRAM.to_owned()), version, source: None, sha256 }
            }
        })
    }

    /// Which state it is, for people.
    fn words(&self) -> String {
        let sum = self.sha256.get(..SHOWN).unwrap_or(&self.sha256);
        let origin = [self.pack.as_deref(), self.version.as_deref()];
        let origin = origin.into_iter().flatten().collect::<Vec<_>>().join(" ");
        if origin.is_empty() { sum.to_owned() } else { format!("{origin} [{sum}]") }
    }
}

/// A lock file has more bytes than are read.
fn too_large() -> Diagnostic {
    Diagnostic::error(Code::FileTooLarge, None).arg("named", "yes").arg("path", NAME).arg("limit", MOST)
}

/// A source that means the same on other machines: an address, or a path below the folder of the lock file. Other paths
/// are private and are left out.
fn portable(source: &str) -> Option<String> {
    if source.contains("://") {
        return Some(source.to_owned());
    }
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let inside = Path::new(source).strip_prefix(here).ok()?;
    Some(inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/"))
}

pub(super) fn lock(context: &mut CommandContext, wanted: &LockArgs) -> u8 {
    let known = match LockFile::here() {
        Ok(lock) => Some(lock),
        Err((error, _)) if error.code == Code::LockNotThere && !wanted.check => None,
        Err((error, _)) if matches!(error.code, Code::BadLock | Code::FileTooLarge) && wanted.force => None,
        Err((error, code)) => {
            context.complain_alone(&error);
            return code;
        }
    };
    match known {
        Some(lock) if wanted.check => compare(context, &lock),
        known => write(context, wanted, known.as_ref()),
    }
}

/// Reports the differences, or that there are none.
pub(super) fn compare(context: &mut CommandContext, lock: &LockFile) -> u8 {
    if let Some(first) = lock.rulesets.keys().next() {
        context.speak_as(first);
    }
    let found = lock.differences();
    context.output.complain(&found, &Sources::new());
    if found.iter().any(Diagnostic::is_error) {
        return WRONG;
    }
    let args = vec![("path", NAME.into()), ("count", lock.rulesets.len().into())];
    context.output.print(&context.output.catalogue.text("lock-holds", &args));
    FINE
}

/// Before anything is played: reports rulesets that differ from the lock file, in the language of `ruleset`, and
/// refuses those that may not be played all the same. With `strict`, an empty lock file and a pack with changed files are
/// refused.
///
/// # Errors
///
/// The exit code.
pub(super) fn may_play(context: &mut CommandContext, strict: bool, ruleset: Option<&str>) -> Result<(), u8> {
    if Path::new(NAME).symlink_metadata().is_err() {
        return Ok(());
    }
    let (mut found, code) = match LockFile::here() {
        Ok(lock) => (lock.differences(), WRONG),
        // Wherever a file is meant, a folder is no file; what is wrong with one is wrong here.
        Err((error, code)) => {
            let code = if error.code == Code::FileIsFolder { code } else { WRONG };
            (vec![error], code)
        }
    };
    // Another program with the same rules plays the same.
    found.retain(Diagnostic::is_error);
    for one in &mut found {
        if one.code == Code::LockRulesetDiffers || one.code == Code::LockRulesetMissing || !strict {
            one.severity = Severity::Warning;
        } else {
            *one = std::mem::replace(one, Diagnostic::error(Code::BadLock, None)).help("help-ignore-lock");
        }
    }
    if let (false, Some(ruleset)) = (found.is_empty(), ruleset) {
        context.speak_as(ruleset);
    }
    context.output.complain(&found, &Sources::new());
    if found.iter().any(Diagnostic::is_error) { Err(code) } else { Ok(()) }
}

fn write(context: &mut CommandContext, wanted: &LockArgs, known: Option<&LockFile>) -> u8 {
    let places = SearchPath::new(None);
    let mut session = Session::within(&places, Limits::FULL);
    let mut ids = BTreeSet::new();
    for id in chosen(context, wanted, known) {
        let loaded = match session.load(&id) {
            Ok(loaded) => loaded,
            Err(error) => {
                context.complain_alone(&error);
                return WRONG;
            }
        };
        context.speak_from_now_on(loaded.game.language.as_deref());
        if !loaded.is_sound() {
            context.output.complain(&loaded.findings, &session.sources);
            return WRONG;
        }
        ids.insert(id);
        ids.extend(loaded.extends);
    }
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let rulesets = Locked::now(&places, &ids);
    let comments = known.map(|lock| lock.comments.clone()).unwrap_or_default();
    let file = LockFile { version: VERSION, program: program_version().to_string(), rulesets, comments };
    let text = serde_yaml::to_string(&file).map(|text| format!("{HEAD}{}", file.comments.among(&text)));
    let written = match text {
        Ok(text) if text.len() > MOST => Err(too_large()),
        Ok(text) => replace_file(Path::new(NAME), &text).map_err(|failed| failed.diagnostic()),
        Err(error) => {
            Err(Diagnostic::error(Code::FileNotWritten, None).arg("path", NAME).arg("why", error.to_string()))
        }
    };
    if let Err(error) = written {
        context.complain_alone(&error);
        return FILES;
    }
    let say = |id: &str| context.output.catalogue.say(id);
    let rows = file.rulesets.iter().map(|(id, one)| {
        let origin = match one.pack.as_deref() {
            Some(PROGRAM) => say("list-built-in"),
            Some(pack) => pack.to_owned(),
            None => say("lock-by-hand"),
        };
        vec![
            Line::new().name(id),
            Line::new().plain(origin),
            Line::new().plain(one.version.as_deref().unwrap_or_default()),
            Line::new().dim(one.sha256.get(..SHOWN).unwrap_or_default()),
        ]
    });
    let columns =
        ["list-id", "list-origin", "lock-column-version", "lock-column-sum"].map(|id| DocumentColumn::left(say(id)));
    context.output.show(&Document::new().table(columns.into(), rows.collect()), OutputFormat::Text);
    context.output.print(&context.output.catalogue.text("lock-written", &vec![("path", NAME.into())]));
    FINE
}

/// What the table plays: what was named; else what it played before, and what the characters
/// in this folder belong to; else the usual ruleset.
fn chosen(context: &CommandContext, wanted: &LockArgs, known: Option<&LockFile>) -> BTreeSet<String> {
    if !wanted.rulesets.is_empty() {
        return wanted.rulesets.iter().cloned().collect();
    }
    let mut ids: BTreeSet<String> = known.map(|lock| lock.rulesets.keys().cloned().collect()).unwrap_or_default();
    // Of whatever is no character no more is read than that.
    let is_character = |file: &File| kind_named(outermost(&file.text)) == FileKind::Character;
    for file in each_yaml_in(Path::new(".")).into_iter().flatten().filter(is_character) {
        let mut sources = Sources::new();
        let source = sources.add(file.name, file.text);
        let (tree, _) = parse(&sources, source, &YamlLimits::default());
        ids.extend(tree.get("ruleset").and_then(|node| node.as_text()).map(|id| id.trim().to_owned()));
    }
    if ids.is_empty() {
        ids.extend(context.default_ruleset());
    }
    ids
}
