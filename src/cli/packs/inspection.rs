//! Inspects a pack: its contents, whether it is valid, and whether its cases pass.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::bundle::Bundle;
use super::dependencies::{Needs, PROGRAM, ResolvedNeed};
use super::installed::Installed;
use crate::cli::search_path::{SearchFolder, begins_rules, data_folder};
use crate::cli::seats::wrong_in;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::{Budget, Limits, PACK_LIMITS};
use crate::ruleset::{
    File, FileKind, PACK_FILE, Pack, Shelf as _, TRANSLATIONS, file_kind, kind_named, outermost, read_character,
    read_pack,
};
use crate::session::{
    Builtin, CaseCharacters, GameFiles, LoadedGame, Session, check_cases, fingerprint, of_another_game, offer_in_file,
    person_in, read_case_file, run_case, silence,
};
use crate::source::{SourceId, Sources, Span, nfc};
use crate::world::FileOwner;
use crate::yaml::{YamlLimits, parse};

/// Steps as which a case counts besides those that it makes.
const CASE: u64 = 500;

/// The same of finding out what is meant by one that is wrong, of which much may be thought in a game of many names.
const MISTAKEN: u64 = 60_000;

/// That the cases of a pack, or its rulesets, take more work than they may.
fn too_slow(at: Span) -> Diagnostic {
    let limit = i64::try_from(PACK_LIMITS.playing).unwrap_or(i64::MAX);
    Diagnostic::error(Code::PackTooSlow, at).arg("limit", limit)
}

/// A pack with the result of its inspection.
pub(super) struct InspectedPack {
    /// All its files, in memory.
    pub(super) bundle: Bundle,
    /// Its description.
    pub(super) pack: Option<Pack>,
    /// The language of its words, also where it is not fit for use.
    pub(super) language: Option<String>,
    pub(super) rulesets: Vec<Brought>,
    /// Paths of its character files.
    pub(super) characters: Vec<String>,
    pub(super) needs: Vec<ResolvedNeed>,
    pub(super) findings: Vec<Diagnostic>,
    /// The texts that it is wrong with.
    pub(super) sources: Sources,
    /// Whether its cases are played, or only read.
    playing: bool,
    /// Files that were looked at closely, warnings and all.
    pub(super) own: Vec<SourceId>,
}

/// A ruleset of a pack.
#[derive(Debug, Clone)]
pub(super) struct Brought {
    pub(super) id: String,
    /// What people call it.
    pub(super) name: String,
    /// What it extends, the nearest.
    pub(super) extends: Option<String>,
    /// Fingerprint of its files.
    pub(super) fingerprint: String,
    /// Number of cases that passed.
    pub(super) passed: usize,
    /// Cases that did not.
    pub(super) failed: usize,
}

impl InspectedPack {
    /// Whether nothing is in the way of having it.
    pub(super) fn is_sound(&self) -> bool {
        self.pack.is_some() && !self.findings.iter().any(Diagnostic::is_error)
    }
}

/// A folder with a ruleset in a pack; empty for the pack itself.
struct RulesFolder {
    folder: String,
    id: String,
    files: Vec<File>,
}

impl RulesFolder {
    /// The folder of its cases.
    fn cases(&self) -> String {
        if self.folder.is_empty() { "cases".to_owned() } else { format!("{}/cases", self.folder) }
    }
}

/// Looks into a pack as it would be among those that are there, and plays its cases.
pub(super) fn look(bundle: Bundle, installed: &[Installed]) -> InspectedPack {
    look_after(Sources::new(), bundle, installed, true)
}

/// Checks a pack, after other texts were read. With `playing`, its cases are played; otherwise only checked.
pub(super) fn look_after(sources: Sources, bundle: Bundle, installed: &[Installed], playing: bool) -> InspectedPack {
    let mut looked = InspectedPack {
        bundle,
        pack: None,
        language: None,
        rulesets: Vec::new(),
        characters: Vec::new(),
        needs: Vec::new(),
        findings: Vec::new(),
        sources,
        playing,
        own: Vec::new(),
    };
    let Some(file) = looked.bundle.file(PACK_FILE) else {
        looked.findings.push(no_pack(&looked.bundle));
        return looked;
    };
    let source = looked.sources.add(file.name, file.text);
    let read = |sources: &Sources, source| {
        let (tree, mut findings) = parse(sources, source, &YamlLimits::default());
        let (pack, mut found) = read_pack(&tree, sources);
        findings.append(&mut found);
        (pack, findings)
    };
    let (pack, mut findings) = read(&looked.sources, source);
    offer_in_file(&mut findings, &looked.sources, source, &Limits::FULL, |sources, source| read(sources, source).1);
    let broken = findings.iter().any(Diagnostic::is_error);
    looked.findings = findings;
    looked.own.push(source);
    looked.language = pack.as_ref().map(|pack| pack.language.clone());
    let Some(pack) = pack.filter(|_| !broken) else { return looked };
    looked.inside(&pack, installed);
    if playing {
        silence(&mut looked.findings, &looked.sources);
    }
    looked.pack = Some(pack);
    looked
}

/// What is missing where there is no `pack.yml`, and what could stand in it.
fn no_pack(bundle: &Bundle) -> Diagnostic {
    let name = std::path::absolute(&bundle.shown).ok();
    let name = name.as_deref().and_then(std::path::Path::file_stem).map(|name| name.to_string_lossy().to_lowercase());
    let id = name.filter(|name| crate::ruleset::is_pack_id(name)).unwrap_or_else(|| "my-pack".to_owned());
    Diagnostic::error(Code::PackWithoutFile, None).arg("path", bundle.shown.as_str()).help_with(
        "help-pack-file",
        "id",
        id,
    )
}

impl InspectedPack {
    fn inside(&mut self, pack: &Pack, installed: &[Installed]) {
        let rules = self.rules(pack);
        if rules.is_empty() {
            self.findings.push(Diagnostic::error(Code::PackWithoutRuleset, pack.id.span));
            return;
        }
        let own: Vec<(String, Vec<File>)> = rules.iter().map(|one| (one.id.clone(), one.files.clone())).collect();
        self.findings.extend(clashes(pack, &own, installed));
        let mut needs = Needs { coming: pack, own: &own, installed, met: Vec::new(), findings: Vec::new() };
        let shelf = needs.shelf();
        offer_in_file(&mut needs.findings, &self.sources, pack.id.span.source, &Limits::FULL, |sources, source| {
            let (tree, mut findings) = parse(sources, source, &YamlLimits::default());
            let (pack, mut found) = read_pack(&tree, sources);
            findings.append(&mut found);
            if let Some(pack) = pack {
                let mut needs = Needs { coming: &pack, own: &own, installed, met: Vec::new(), findings };
                needs.shelf();
                findings = needs.findings;
            }
            findings
        });
        if needs.findings.is_empty() {
            needs.broken(&shelf);
        }
        let unmet = !needs.findings.is_empty();
        self.findings.append(&mut needs.findings);
        self.needs = needs.met;
        if unmet {
            // Without what it needs, everything would seem to be wrong.
            return;
        }
        let mut session = Session::within(&shelf, Limits::FULL);
        session.sources = std::mem::take(&mut self.sources);
        session.work = Arc::new(Budget::new(PACK_LIMITS.playing));
        let mut read: BTreeSet<String> = BTreeSet::from([PACK_FILE.to_owned()]);
        let (mut used, mut broken, mut sound) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for one in &rules {
            if session.work.left() == 0 {
                self.findings.push(too_slow(pack.id.span));
                break;
            }
            let beside = self.beside(one);
            let loaded = session.load_with(one.files.clone(), &beside);
            used.extend(loaded.extends.iter().cloned());
            self.findings.extend(loaded.findings.iter().map(|error| explained(error, pack, installed)));
            if loaded.is_sound() && !self.playing {
                // Warnings are for the author of a pack, and not for those who import it.
                let mut warnings = session.lint(&loaded, &self.bundle.yaml_in(&one.cases()));
                warnings.extend(loaded.silenced.iter().cloned());
                self.findings.extend(warnings);
                self.own.extend(&loaded.files);
            }
            let (passed, failed) = self.play(&mut session, pack, one, &loaded);
            if loaded.is_sound() {
                let folder = [one.folder.as_str(), TRANSLATIONS];
                let folder = folder.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
                let translations = session.translations(&loaded, self.bundle.yaml_in(&folder));
                self.findings.extend(translations.findings);
            }
            self.rulesets.push(Brought {
                id: one.id.clone(),
                name: loaded.game.name.clone(),
                extends: loaded.extends.first().cloned(),
                fingerprint: fingerprint(&one.files),
                passed,
                failed,
            });
            if loaded.is_sound() {
                sound.push((loaded, beside));
            } else {
                broken.insert(loaded.game.id.to_string());
            }
            let below = if one.folder.is_empty() { String::new() } else { format!("{}/", one.folder) };
            for name in self.bundle.files.keys() {
                let rest = name.strip_prefix(&below);
                let rest = rest.map(|rest| {
                    let inner = rest.strip_prefix("cases/");
                    inner.or_else(|| rest.strip_prefix(TRANSLATIONS)?.strip_prefix('/')).unwrap_or(rest)
                });
                if rest.is_some_and(|rest| !rest.contains('/')) {
                    read.insert(name.clone());
                }
            }
        }
        self.others(&mut session, &read, (&mut used, &broken));
        if !self.playing {
            for (loaded, beside) in sound {
                session.find_causes_among(&mut self.findings, &loaded, &beside);
            }
        }
        for need in self.needs.iter().filter(|need| need.id != PROGRAM) {
            if need.rulesets.iter().all(|ruleset| !used.contains(ruleset)) {
                let at = pack.needs.iter().find(|one| one.id.text == need.id).map(|one| one.id.span);
                self.findings.push(Diagnostic::warning(Code::PackNeedUnused, at).arg("name", need.id.as_str()));
            }
        }
        self.sources = std::mem::take(&mut session.sources);
    }

    /// The files next to a ruleset: cases, characters, translations.
    fn beside(&self, rules: &RulesFolder) -> GameFiles {
        let folder = [rules.folder.as_str(), TRANSLATIONS];
        let folder = folder.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/");
        let yaml = self.bundle.files.keys().filter(|name| name.ends_with(".yml") || name.ends_with(".yaml"));
        let people = yaml.filter_map(|name| self.bundle.file(name)).filter(|file| {
            kind_named(outermost(&file.text).iter().map(|(name, value)| (*name, *value))) == FileKind::Character
        });
        GameFiles {
            cases: self.bundle.yaml_in(&rules.cases()),
            translations: self.bundle.yaml_in(&folder),
            people: people.collect(),
        }
    }

    /// The folders with rules: its own, or those in it.
    fn rules(&self, pack: &Pack) -> Vec<RulesFolder> {
        let own = self.bundle.yaml_in("");
        if own.iter().any(begins_rules) {
            return vec![RulesFolder { folder: String::new(), id: pack.id.text.clone(), files: own }];
        }
        let tops: BTreeSet<&str> = self.bundle.files.keys().filter_map(|name| Some(name.split_once('/')?.0)).collect();
        let rules = tops.into_iter().map(|folder| {
            let files = self.bundle.yaml_in(folder);
            RulesFolder { folder: folder.to_owned(), id: nfc(folder), files }
        });
        rules.filter(|rules| rules.files.iter().any(begins_rules)).collect()
    }

    /// Plays the cases of a ruleset: how many passed, and how many did not.
    fn play(
        &mut self,
        session: &mut Session<'_>,
        pack: &Pack,
        rules: &RulesFolder,
        loaded: &LoadedGame,
    ) -> (usize, usize) {
        if !loaded.is_sound() {
            return (0, 0);
        }
        if nfc(&loaded.game.id) != rules.id {
            let at = loaded.files.first().map(|&source| Span { source, start: 0, end: 0 });
            let error = Diagnostic::error(Code::PackRulesetId, at).arg("id", &*loaded.game.id);
            self.findings.push(error.arg("folder", rules.id.as_str()));
        }
        let folder = rules.cases();
        if !self.playing {
            let found = check_cases(session, &loaded.game, self.bundle.yaml_in(&folder));
            self.findings.extend(found);
            return (0, 0);
        }
        let (mut passed, mut failed) = (0_usize, 0_usize);
        let mut errors = Vec::new();
        for file in self.bundle.yaml_in(&folder) {
            let cases = read_case_file(session, file, &mut errors);
            if let Some(error) = of_another_game(&cases, &loaded.game) {
                errors.push(error);
                continue;
            }
            let known = self.rulesets.iter().map(|one| one.passed + one.failed).sum::<usize>();
            if known.saturating_add(passed).saturating_add(failed).saturating_add(cases.cases.len()) > PACK_LIMITS.cases
            {
                errors.push(Diagnostic::error(Code::PackTooManyCases, pack.id.span).arg("limit", PACK_LIMITS.cases));
                break;
            }
            let cast = CaseCharacters::of(&cases);
            for case in &cases.cases {
                if session.work.spend(CASE).is_err() {
                    errors.clear();
                    errors.push(too_slow(case.name.span));
                    return self.keep(errors, (passed, failed));
                }
                let before = errors.len();
                let report = run_case(session, &loaded.game, &cast, case, &mut errors);
                if errors.len() > before || !report.errors.is_empty() {
                    let _ = session.work.spend(MISTAKEN);
                }
                if report.differences.is_empty() && report.errors.is_empty() {
                    passed = passed.saturating_add(1);
                    continue;
                }
                failed = failed.saturating_add(1);
                errors.extend(report.errors);
                for found in report.differences {
                    let error = Diagnostic::error(Code::PackCaseFailed, found.at).arg("name", report.name.as_str());
                    let error = error.arg("what", found.what).arg("expected", found.expected);
                    errors.push(error.arg("found", found.found));
                }
            }
        }
        if session.work.left() == 0 {
            errors.clear();
            errors.push(too_slow(pack.id.span));
        }
        self.keep(errors, (passed, failed))
    }

    fn keep(&mut self, errors: Vec<Diagnostic>, went: (usize, usize)) -> (usize, usize) {
        for error in errors {
            if !self.findings.contains(&error) {
                self.findings.push(error);
            }
        }
        went
    }

    /// Files that are neither rules nor cases: characters are checked, others are reported as unread.
    fn others(
        &mut self,
        session: &mut Session<'_>,
        read: &BTreeSet<String>,
        (used, broken): (&mut BTreeSet<String>, &BTreeSet<String>),
    ) {
        let yaml = |name: &&String| name.ends_with(".yml") || name.ends_with(".yaml");
        let names: Vec<String> =
            self.bundle.files.keys().filter(yaml).filter(|name| !read.contains(*name)).cloned().collect();
        for name in names {
            let Some(file) = self.bundle.file(&name) else { continue };
            let source = session.sources.add(file.name, file.text);
            let at = Span { source, start: 0, end: 0 };
            let (tree, mut found) = parse(&session.sources, source, &YamlLimits::default());
            if file_kind(&tree) != FileKind::Character {
                self.findings.push(Diagnostic::warning(Code::PackFileUnread, at));
                continue;
            }
            let (sheet, mut more) = read_character(&tree, &session.sources);
            found.append(&mut more);
            match &sheet.ruleset {
                None => found.push(Diagnostic::error(Code::CharacterWithoutGame, at).arg("path", name.as_str())),
                // What a broken ruleset does not know of them may be what is broken.
                Some(word) if broken.contains(&word.text) => drop(used.insert(word.text.clone())),
                Some(word) => match session.load(&word.text) {
                    Ok(loaded) => {
                        used.insert(word.text.clone());
                        let whose = FileOwner::of(&sheet, &loaded.game);
                        found.extend(person_in(&sheet, &loaded.game, whose, None).1);
                        offer_in_file(&mut found, &session.sources, source, &loaded.game.limits, |sources, source| {
                            wrong_in(sources, source, &loaded.game, whose)
                        });
                    }
                    Err(mut error) => {
                        error.at = Some(word.span);
                        found.push(error);
                    }
                },
            }
            self.characters.push(name);
            self.findings.append(&mut found);
        }
    }
}

/// Where a ruleset extends what is there, but is none of what its pack says that it needs, that
/// is what is wrong.
fn explained(error: &Diagnostic, pack: &Pack, installed: &[Installed]) -> Diagnostic {
    let name = error.text("name");
    let (Some(name), true) = (name, error.code == Code::ExtendsNothing) else { return error.clone() };
    let others = installed.iter().filter(|one| one.id() != pack.id.text);
    let provider = if Builtin.files(name).is_some() {
        Some((name.to_owned(), super::dependencies::program_version()))
    } else {
        let mut has = others.filter(|one| one.rulesets().iter().any(|(id, _)| id == name));
        has.next().map(|one| (one.id().to_owned(), one.pack.version.clone()))
    };
    let Some((id, version)) = provider else { return error.clone() };
    Diagnostic::error(Code::PackNeedUnsaid, error.at).arg("name", name).help_with(
        "help-write-need",
        "need",
        format!("{id}: ^{}.{}", version.major, version.minor),
    )
}

/// Errors for ids that other rulesets have.
fn clashes(pack: &Pack, own: &[(String, Vec<File>)], installed: &[Installed]) -> Vec<Diagnostic> {
    let same = |one: &str, other: &str| one.to_lowercase() == other.to_lowercase();
    let clash = |name: &str, what: &'static str, other: &str| {
        let error = Diagnostic::error(Code::PackClash, pack.id.span).arg("name", name);
        error.arg("what", what).arg("other", other)
    };
    let mut found = Vec::new();
    let shipped = Builtin.ids();
    let id = pack.id.text.as_str();
    if id == PROGRAM {
        found.push(clash(id, "program", id));
    }
    let is_own = |name: &str| own.iter().any(|(one, _)| same(one, name));
    if shipped.iter().any(|name| same(name, id)) && !is_own(id) {
        found.push(clash(id, "shipped", id));
    }
    for name in own.iter().map(|(name, _)| name.as_str()) {
        if shipped.iter().any(|other| same(other, name)) {
            found.push(clash(name, "shipped", name));
        }
    }
    // What lies on the shelf by itself, and in packs. A pack that is replaced is no matter.
    let replaced = installed.iter().find(|one| one.id() == id).map(|one| one.folder.clone());
    let Some(home) = data_folder() else { return found };
    for place in (SearchFolder { path: home.clone() }).entries() {
        let inside = place.pack.as_ref().map(|pack| pack.folder.as_path());
        if inside.is_some() && inside == replaced.as_deref() {
            continue;
        }
        let of_pack = place.pack.as_ref().map(|pack| pack.id.as_str());
        for name in own.iter().map(|(name, _)| name.as_str()).filter(|name| same(name, &place.id)) {
            found.push(match of_pack {
                Some(other) => clash(name, "pack", other),
                None => clash(name, "own", &super::bundle::shown(place.path.as_deref().unwrap_or(&home))),
            });
        }
    }
    let target = home.join(id);
    if replaced.is_none() && found.is_empty() && target.symlink_metadata().is_ok() {
        found.push(clash(id, "folder", &super::bundle::shown(&target)));
    }
    found
}
