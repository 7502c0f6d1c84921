//! Dependencies of packs: versions, cycles, reverse dependencies. A pack is checked against itself and its declared
//! dependencies only.

use std::collections::BTreeSet;

use semver::{Version, VersionReq};

use super::installed::Installed;
use crate::diagnostic::{Code, Diagnostic, nearest_of};
use crate::limits::{Limits, PACK_LIMITS};
use crate::ruleset::{File, Need, Pack, Shelf as _};
use crate::session::{Builtin, SealedShelf, Session};
use crate::source::Span;

/// The program itself, among the needs of packs and in lock files.
pub(crate) const PROGRAM: &str = "tirada";

/// The version of the program, which is that of the rulesets that come with it.
pub(crate) fn program_version() -> Version {
    Version::parse(env!("CARGO_PKG_VERSION")).unwrap_or(Version::new(0, 0, 0))
}

/// A dependency that is installed, with its version.
#[derive(Debug, Clone)]
pub(super) struct ResolvedNeed {
    /// Id of the required pack or ruleset.
    pub(super) id: String,
    /// The range of versions that the pack accepts.
    pub(super) range: String,
    /// The version that is there.
    pub(super) version: String,
    /// It is a pack, and does not come with the program.
    pub(super) is_pack: bool,
    /// The rulesets that it brings.
    pub(super) rulesets: Vec<String>,
}

/// Resolves the dependencies of packs.
pub(super) struct Needs<'a> {
    pub(super) coming: &'a Pack,
    /// Its rulesets: id, files.
    pub(super) own: &'a [(String, Vec<File>)],
    /// The packs that are there.
    pub(super) installed: &'a [Installed],
    pub(super) met: Vec<ResolvedNeed>,
    pub(super) findings: Vec<Diagnostic>,
}

impl<'a> Needs<'a> {
    /// The packs that are there, but for the one that the coming one replaces.
    fn others(&self) -> impl Iterator<Item = &'a Installed> + use<'a> {
        let own: &'a str = &self.coming.id.text;
        self.installed.iter().filter(move |one| one.id() != own)
    }

    /// The shelf for the coming pack.
    pub(super) fn shelf(&mut self) -> SealedShelf {
        let mut shelf = SealedShelf::default();
        let coming = self.coming;
        for need in &coming.needs {
            self.one(need, &mut shelf);
        }
        shelf.0.extend(self.own.iter().cloned());
        shelf
    }

    fn one(&mut self, need: &Need, shelf: &mut SealedShelf) {
        let id = need.id.text.as_str();
        let mut rulesets = Vec::new();
        let (version, is_pack) = if id == PROGRAM {
            (program_version(), false)
        } else if Builtin.files(id).is_some() {
            add_shipped(id, shelf);
            rulesets.push(id.to_owned());
            (program_version(), false)
        } else if id == self.coming.id.text {
            let path = vec![id.to_owned(), id.to_owned()];
            return self.findings.push(circle(need.id.span, &path));
        } else if let Some(other) = self.others().find(|one| one.id() == id) {
            let mut trail = vec![self.coming.id.text.clone()];
            let mut seen = BTreeSet::new();
            self.pack(other, need.id.span, &mut trail, &mut seen, shelf);
            rulesets.extend(other.rulesets().into_iter().map(|(id, _)| id));
            (other.pack.version.clone(), true)
        } else {
            return self.missing(need);
        };
        if !need.range.matches(&version) {
            let error = Diagnostic::error(Code::PackNeedVersion, need.range_at).arg("name", id);
            let error = error.arg("range", range_text(&need.range)).arg("version", version.to_string());
            let help = if is_pack { "help-update-need" } else { "help-update-program" };
            self.findings.push(error.help_with(help, "name", id));
        }
        let (id, range) = (id.to_owned(), range_text(&need.range));
        self.met.push(ResolvedNeed { id, range, version: version.to_string(), is_pack, rulesets });
    }

    /// Puts an installed pack on the shelf, with all that it needs in its turn.
    fn pack(
        &mut self,
        one: &'a Installed,
        at: Span,
        trail: &mut Vec<String>,
        seen: &mut BTreeSet<String>,
        shelf: &mut SealedShelf,
    ) {
        trail.push(one.id().to_owned());
        if seen.insert(one.id().to_owned()) && seen.len() <= PACK_LIMITS.needs {
            shelf.0.extend(one.rulesets());
            for need in &one.pack.needs {
                let id = need.id.text.as_str();
                if trail.iter().any(|name| name == id) {
                    let mut path = trail.clone();
                    path.push(id.to_owned());
                    self.findings.push(circle(at, &path));
                } else if Builtin.files(id).is_some() {
                    add_shipped(id, shelf);
                } else if let Some(next) = self.others().find(|one| one.id() == id) {
                    self.pack(next, at, trail, seen, shelf);
                }
            }
        }
        trail.pop();
    }

    fn missing(&mut self, need: &Need) {
        let id = need.id.text.as_str();
        let known: Vec<&str> = self.others().map(Installed::id).collect();
        let shipped = Builtin.ids();
        let names = known.into_iter().chain(shipped.iter().map(String::as_str));
        let error = Diagnostic::error(Code::PackNeedMissing, need.id.span).arg("name", id);
        let error = match nearest_of(id, names) {
            Some(near) => error.instead(need.id.span, near, near.name),
            None => error.help_with("help-import-need", "name", id),
        };
        self.findings.push(error);
    }

    /// What the coming pack would break of those that are there.
    pub(super) fn broken(&mut self, shelf: &SealedShelf) {
        let id = self.coming.id.text.clone();
        let version = self.coming.version.clone();
        let others: Vec<&Installed> = self.others().collect();
        for other in others {
            let Some(need) = other.pack.needs.iter().find(|need| need.id.text == id) else { continue };
            if !need.range.matches(&version) {
                let error = Diagnostic::error(Code::PackBreaksNeed, self.coming.version_at).arg("name", other.id());
                let error = error.arg("id", &*id).arg("range", range_text(&need.range));
                self.findings.push(error.arg("version", version.to_string()));
                continue;
            }
            let mut whole = shelf.clone();
            for need in other.pack.needs.iter().filter(|need| need.id.text != id) {
                let next = self.others().find(|one| one.id() == need.id.text);
                match next {
                    Some(next) => {
                        let mut seen = BTreeSet::new();
                        // Circles were reported for what the coming pack needs.
                        let before = self.findings.len();
                        self.pack(next, need.id.span, &mut Vec::new(), &mut seen, &mut whole);
                        self.findings.truncate(before);
                    }
                    None => add_shipped(&need.id.text, &mut whole),
                }
            }
            let rulesets = other.rulesets();
            whole.0.extend(rulesets.iter().cloned());
            for (name, files) in rulesets {
                if !Session::within(&whole, Limits::FULL).load_files(files).is_sound() {
                    let error = Diagnostic::error(Code::PackBreaksRuleset, None).arg("name", other.id());
                    self.findings.push(error.arg("ruleset", name).arg("id", &*id));
                }
            }
        }
    }
}

/// The versions that will do, as they are written in `pack.yml`.
pub(super) fn range_text(range: &VersionReq) -> String {
    if *range == VersionReq::STAR { "any".to_owned() } else { range.to_string() }
}

fn circle(at: Span, path: &[String]) -> Diagnostic {
    Diagnostic::error(Code::PackNeedCircle, at).arg("path", path.join(" → "))
}

/// A ruleset that comes with the program, with those that it extends.
fn add_shipped(id: &str, shelf: &mut SealedShelf) {
    let mut ids = vec![id.to_owned()];
    ids.extend(Session::within(&Builtin, Limits::FULL).load(id).map(|loaded| loaded.extends).unwrap_or_default());
    for id in ids {
        if let Some(files) = Builtin.files(&id) {
            shelf.0.insert(id, files);
        }
    }
}
