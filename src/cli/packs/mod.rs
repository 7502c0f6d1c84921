//! Packs: rulesets that users share. Building, importing, updating and removing them.
//!
//! Everything from outside is read into memory and inspected first (`bundle`, `inspection`). Only a valid pack is shown
//! and, if the user agrees, installed (`installed`).

mod build;
pub mod bundle;
mod dependencies;
#[cfg(feature = "fetch")]
pub mod download;
mod inspection;
mod installed;
mod summary;
mod update;

use std::path::{Path, PathBuf};

use bundle::{Bundle, shown};
use inspection::{InspectedPack, look};
use installed::{Installed, PackOrigin, install};
use summary::{Coming, ask};

use super::args::{ImportArgs, RemoveArgs};
use super::lock::LockFile;
use super::terminal_effects::is_interactive;
use super::{CommandContext, FILES, FINE, USAGE, WRONG, cannot_read};
use crate::diagnostic::{Args, Code, Diagnostic, Family, nearest};
use crate::limits::{Limits, PACK_LIMITS};
use crate::ruleset::Shelf as _;
use crate::session::Builtin;

pub(super) use build::pack;
pub(crate) use dependencies::{PROGRAM, program_version};
pub(crate) use installed::{changed_of, source_of};
pub(super) use update::update;

/// An error and the exit code.
pub(super) type PackError = (Diagnostic, u8);

/// A pack that was read, and its absolute source.
struct FetchedPack {
    bundle: Bundle,
    source: String,
}

/// Reads a pack from a folder, a `.zip` or an address.
fn read(text: &str) -> Result<FetchedPack, PackError> {
    if is_address(text) {
        let bytes = fetch(text)?;
        let bundle = Bundle::of_zip(&bytes, text.to_owned()).map_err(|error| (error, WRONG))?;
        return Ok(FetchedPack { bundle, source: text.to_owned() });
    }
    let path = Path::new(text);
    let whole = path.canonicalize().map_err(|error| (cannot_read(path, &error), FILES))?;
    let bundle = if whole.is_dir() { Bundle::of_folder(path) } else { zip_file(path) };
    let files = |error: Diagnostic| {
        let code = if is_about_a_file(error.code) { FILES } else { WRONG };
        (error, code)
    };
    Ok(FetchedPack { bundle: bundle.map_err(files)?, source: whole.display().to_string() })
}

/// Whether a text is an address and no path.
fn is_address(text: &str) -> bool {
    text.contains("://")
}

#[cfg(feature = "fetch")]
fn fetch(address: &str) -> Result<Vec<u8>, PackError> {
    download::fetch(address).map_err(|error| {
        let code = if error.code == Code::PackBadAddress { USAGE } else { FILES };
        (error, code)
    })
}

#[cfg(not(feature = "fetch"))]
fn fetch(address: &str) -> Result<Vec<u8>, Ended> {
    Err(super::features::Feature::Fetch.missing(address))
}

fn zip_file(path: &Path) -> Result<Bundle, Diagnostic> {
    use std::io::Read as _;
    let unreadable = |error: std::io::Error| cannot_read(path, &error);
    let file = crate::cli::saving::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    file.take(PACK_LIMITS.zip.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > PACK_LIMITS.zip {
        let limit = bundle::kilobytes(PACK_LIMITS.zip);
        return Err(Diagnostic::error(Code::PackZipTooLarge, None).arg("name", shown(path)).arg("limit", limit));
    }
    Bundle::of_zip(&bytes, shown(path))
}

/// The result of checking a pack without installing it.
pub(super) struct Examined {
    pub(super) findings: Vec<Diagnostic>,
    /// How many files were read.
    pub(super) files: usize,
    /// It could be looked into; else nothing is known of its rulesets.
    pub(super) whole: bool,
    /// The language of its words.
    pub(super) language: Option<String>,
    /// How many cases passed.
    pub(super) passed: usize,
    /// Files that were looked at closely, warnings and all.
    pub(super) own: Vec<crate::source::SourceId>,
}

/// Looks into a pack in a folder or a `.zip`; its texts join those of the session.
pub(super) fn examine(session: &mut crate::session::Session<'_>, path: &Path, playing: bool) -> Examined {
    let bundle = if path.is_dir() { Bundle::of_folder(path) } else { zip_file(path) };
    let bundle = match bundle {
        Ok(bundle) => bundle,
        Err(error) => {
            let findings = vec![error];
            return Examined { findings, files: 0, whole: false, language: None, passed: 0, own: Vec::new() };
        }
    };
    let sources = std::mem::take(&mut session.sources);
    let looked = inspection::look_after(sources, bundle, &Installed::all(), playing);
    session.sources = looked.sources;
    let yaml = |name: &&String| name.ends_with(".yml") || name.ends_with(".yaml");
    Examined {
        findings: looked.findings,
        files: looked.bundle.files.keys().filter(yaml).count(),
        whole: looked.pack.is_some(),
        language: looked.language,
        own: looked.own,
        passed: looked.rulesets.iter().map(|one| one.passed).sum(),
    }
}

/// What is done without asking the user.
#[derive(Debug, Clone, Copy)]
struct Agreed {
    /// Whether it is to be installed.
    yes: bool,
    /// Whether it may take the place of a newer version. What a lock file names may.
    older: bool,
}

/// What became of a pack.
enum Consent {
    Installed,
    AlreadyThere,
}

/// Looks into a pack, shows it, asks, and installs it.
fn bring(
    context: &mut CommandContext,
    read: FetchedPack,
    agreed: Agreed,
    lock: Option<&LockFile>,
) -> Result<Consent, u8> {
    let installed = Installed::all();
    let FetchedPack { bundle, source } = read;
    let looked = look(bundle, &installed);
    context.speak_from_now_on(looked.language.as_deref());
    let replaced = looked.pack.as_ref().and_then(|pack| installed.iter().find(|one| one.id() == pack.id.text));
    if let (Some(pack), Some(old)) = (&looked.pack, replaced) {
        let same = old.pack.version == pack.version && !old.is_changed();
        let same = same && old.record.as_ref().is_some_and(|was| was.fingerprint == looked.bundle.fingerprint());
        if same && looked.is_sound() {
            check_lock(context, &looked, lock)?;
            let args: Args = vec![("id", old.id().into()), ("version", pack.version.to_string().into())];
            context.output.print(&context.output.catalogue.text("pack-already-there", &args));
            return Ok(Consent::AlreadyThere);
        }
    }
    tell_findings(context, &looked);
    let Some(pack) = looked.pack.as_ref().filter(|_| looked.is_sound()) else {
        context.output.tell_message("pack-not-installed", &Vec::new());
        return Err(WRONG);
    };
    check_lock(context, &looked, lock)?;
    context.output.complain(&hidden(&looked), &looked.sources);
    let coming = Coming { looked: &looked, pack, replaced };
    context.output.announce(&coming.document(&context.output.catalogue), agreed.yes);
    let older = replaced.filter(|old| old.pack.version > pack.version && lock.is_none() && !agreed.older);
    if let Some(old) = older.filter(|_| !is_interactive()) {
        let error = Diagnostic::error(Code::PackIsOlder, None).arg("name", old.id());
        let error = error.arg("old", old.pack.version.to_string()).arg("new", pack.version.to_string());
        context.complain_alone(&error.help("help-downgrade"));
        return Err(USAGE);
    }
    let question = if older.is_some() { "pack-ask-older" } else { "pack-ask-install" };
    if (older.is_some() || !agreed.yes) && !ask(context, question)? {
        context.output.tell_message("pack-not-installed", &Vec::new());
        return Err(WRONG);
    }
    let record = PackOrigin { source, fingerprint: looked.bundle.fingerprint() };
    let target = install(&looked.bundle, &pack.id.text, &record, replaced).map_err(|error| {
        context.complain_alone(&error);
        FILES
    })?;
    let example = looked.rulesets.first().map(|one| one.id.clone()).unwrap_or_default();
    let args: Args = vec![
        ("id", pack.id.text.as_str().into()),
        ("version", pack.version.to_string().into()),
        ("path", shown(&target).into()),
        ("ruleset", example.into()),
    ];
    context.output.print(&context.output.catalogue.text("pack-installed", &args));
    Ok(Consent::Installed)
}

/// Whether an error is that a file cannot be read; what is in one is wrong otherwise.
fn is_about_a_file(code: Code) -> bool {
    code.family() == Some(Family::File) && !matches!(code, Code::FileNotUtf8 | Code::FileUtf16)
}

/// What was found in a pack, and what of it stays behind.
fn tell_findings(context: &CommandContext, looked: &InspectedPack) {
    let mut findings = looked.findings.clone();
    if !looked.bundle.left.is_empty() {
        let names: Vec<String> = looked.bundle.left.iter().cloned().collect();
        findings.push(Diagnostic::warning(Code::PackLeftBehind, None).arg("names", names));
    }
    context.output.complain(&findings, &looked.sources);
}

/// Rulesets that would be there and not be found, as another one goes before them.
fn hidden(looked: &InspectedPack) -> Vec<Diagnostic> {
    let home = super::search_path::data_folder();
    let places = super::search_path::SearchPath::new(None);
    let before = looked.rulesets.iter().filter_map(|one| {
        let path = places.find(&one.id)?.path?;
        let outside = home.as_ref().is_none_or(|home| !path.starts_with(home));
        let warning = Diagnostic::warning(Code::PackHidden, None).arg("name", one.id.as_str());
        outside.then(|| warning.arg("path", shown(&path)))
    });
    before.collect()
}

/// A pack that is to be as the lock file says.
fn check_lock(context: &CommandContext, looked: &InspectedPack, lock: Option<&LockFile>) -> Result<(), u8> {
    let (Some(lock), Some(pack)) = (lock, &looked.pack) else { return Ok(()) };
    let states = looked.rulesets.iter().map(|one| (one.id.as_str(), one.fingerprint.as_str()));
    let wrong = lock.differences_of_pack(&pack.id.text, &pack.version.to_string(), &states.collect::<Vec<_>>());
    if wrong.is_empty() {
        return Ok(());
    }
    context.output.complain(&wrong, &looked.sources);
    context.output.tell_message("pack-not-installed", &Vec::new());
    Err(WRONG)
}

pub(super) fn import(context: &mut CommandContext, wanted: &ImportArgs) -> u8 {
    let ended = |context: &CommandContext, (error, code): PackError| {
        context.complain_alone(&error);
        code
    };
    let lock = match wanted.locked.then(LockFile::here).transpose() {
        Ok(lock) => lock,
        Err(error) => return ended(context, error),
    };
    match (&wanted.path, lock) {
        (Some(path), lock) => match read(path) {
            Ok(read) => {
                let agreed = Agreed { yes: wanted.yes, older: wanted.downgrade };
                bring(context, read, agreed, lock.as_ref()).map_or_else(|code| code, |_| FINE)
            }
            Err(error) => ended(context, error),
        },
        (None, Some(lock)) => import_locked(context, &lock, wanted.yes),
        // The command line asks for one of them.
        (None, None) => USAGE,
    }
}

/// Brings all packs of a lock file that are not there as it says: what is needed first.
fn import_locked(context: &mut CommandContext, lock: &LockFile, yes: bool) -> u8 {
    let mut waiting: Vec<(String, FetchedPack)> = Vec::new();
    for (pack, source) in lock.packs_to_bring() {
        let read = match source {
            Some(source) => read(&source),
            None => Err((Diagnostic::error(Code::LockWithoutSource, None).arg("name", pack.as_str()), WRONG)),
        };
        match read {
            Ok(read) => waiting.push((pack, read)),
            Err((error, code)) => {
                context.complain_alone(&error);
                return code;
            }
        }
    }
    while !waiting.is_empty() {
        let read = next_ready(&mut waiting);
        if let Err(code) = bring(context, read, Agreed { yes, older: true }, Some(lock)) {
            return code;
        }
    }
    super::lock::compare(context, lock)
}

/// The `pack.yml` of a bundle; `None` if it is missing or unreadable, which the inspection reports.
fn pack_of(bundle: &Bundle) -> Option<crate::ruleset::Pack> {
    let file = bundle.file(crate::ruleset::PACK_FILE)?;
    let mut sources = crate::source::Sources::new();
    let id = sources.add(file.name, file.text);
    let (tree, _) = crate::yaml::parse(&sources, id, &crate::yaml::YamlLimits::default());
    crate::ruleset::read_pack(&tree, &sources).0
}

/// Removes a pack that needs none of the other waiting ones; of packs in a circle the first, which reports it.
fn next_ready(waiting: &mut Vec<(String, FetchedPack)>) -> FetchedPack {
    let ready = waiting.iter().position(|(id, read)| {
        let needs = pack_of(&read.bundle).map(|pack| pack.needs).unwrap_or_default();
        needs.iter().all(|need| need.id.text == *id || !waiting.iter().any(|(other, _)| *other == need.id.text))
    });
    waiting.remove(ready.unwrap_or(0)).1
}

fn installed_pack<'i>(installed: &'i [Installed], id: &str) -> Result<&'i Installed, Diagnostic> {
    if let Some(found) = installed.iter().find(|one| one.id() == id) {
        return Ok(found);
    }
    let error = Diagnostic::error(Code::PackUnknown, None).arg("name", id);
    let holder = installed.iter().find(|one| one.rulesets().iter().any(|(name, _)| name == id));
    Err(if let Some(holder) = holder {
        error.help_with("help-in-pack", "name", holder.id())
    } else if Builtin.files(id).is_some() {
        error.help("help-comes-with-program")
    } else if let Some(near) = nearest(id, installed.iter().map(Installed::id)) {
        error.help_with("help-did-you-mean", "name", near)
    } else {
        error.help_with("help-there-is", "names", installed.iter().map(|one| one.id().to_owned()).collect::<Vec<_>>())
    })
}

pub(super) fn remove(context: &mut CommandContext, wanted: &RemoveArgs) -> u8 {
    let installed = Installed::all();
    let pack = match installed_pack(&installed, &wanted.pack) {
        Ok(pack) => pack,
        Err(error) => {
            context.complain_alone(&error);
            return WRONG;
        }
    };
    context.speak_in(Some(&pack.pack.language));
    let context = &*context;
    let complain = |error: &Diagnostic, code| {
        context.complain_alone(error);
        code
    };
    let mut users: Vec<String> = installed
        .iter()
        .filter(|other| other.id() != pack.id() && other.pack.needs.iter().any(|need| need.id.text == pack.id()))
        .map(|other| other.id().to_owned())
        .collect();
    let own: Vec<String> = pack.rulesets().into_iter().map(|(id, _)| id).collect();
    users.extend(loose_users(&own));
    if !users.is_empty() {
        let error = Diagnostic::error(Code::PackIsNeeded, None).arg("name", pack.id()).arg("names", users);
        return complain(&error, WRONG);
    }
    context.output.announce(&summary::strategy(pack, &own, &context.output.catalogue), wanted.yes);
    if !wanted.yes {
        match ask(context, "pack-ask-remove") {
            Ok(true) => {}
            Ok(false) => {
                context.output.tell_message("pack-not-removed", &Vec::new());
                return WRONG;
            }
            Err(code) => return code,
        }
    }
    if let Err(error) = installed::take_away(pack) {
        return complain(&error, FILES);
    }
    let args: Args = vec![("id", pack.id().into()), ("version", pack.pack.version.to_string().into())];
    context.output.print(&context.output.catalogue.text("pack-removed", &args));
    FINE
}

/// Rulesets in the data folder, in no pack, that extend one of these.
fn loose_users(own: &[String]) -> Vec<String> {
    let places = super::search_path::SearchPath::new(None);
    let mut session = crate::session::Session::within(&places, Limits::FULL);
    let loose = places.all().into_iter().filter(|place| place.pack.is_none() && place.path.is_some());
    let users = loose.filter(|place| {
        session.load(&place.id).is_ok_and(|loaded| loaded.extends.iter().any(|base| own.contains(base)))
    });
    users.map(|place| place.id).collect()
}

/// The newest `.zip` of a pack beside the one that it came from, as `tirada pack` names them.
fn newest_beside(path: &Path, id: &str) -> Option<PathBuf> {
    let version = |path: &Path| {
        let name = path.file_name()?.to_str()?;
        semver::Version::parse(name.strip_prefix(id)?.strip_prefix('-')?.strip_suffix(".zip")?).ok()
    };
    version(path)?;
    let list = std::fs::read_dir(path.parent()?).ok()?;
    let all = list.flatten().map(|entry| entry.path()).filter_map(|path| Some((version(&path)?, path)));
    all.max_by(|(one, _), (other, _)| one.cmp(other)).map(|(_, path)| path)
}
