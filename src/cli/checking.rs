//! `tirada check` and `tirada test`

use std::path::{Path, PathBuf};

use super::args::{Check, CheckFormat};
use super::shelves::{Places, case_files, has_yaml, is_yaml, read, ruleset_files, yaml_in};
use super::{Context, FILES, FINE, WRONG, cannot_read, load, shelves_for};
use crate::diagnostic::{Args, Diagnostic};
use crate::ruleset::yaml::{YamlLimits, parse};
use crate::ruleset::{File, FileKind, PACK_FILE, file_kind, read_character, read_pack};
use crate::session::{LoadedGame, Session, check_cases};

pub(super) fn check(context: &mut Context, wanted: &Check) -> u8 {
    let mut findings = Findings::default();
    let places = shelves_for(wanted.paths.first().and_then(|path| path.to_str()));
    let mut session = Session::new(&places);
    for path in &wanted.paths {
        findings.path(&mut session, &places, path);
    }
    if wanted.format == CheckFormat::Json {
        context.output.findings_as_json(&findings.list, &session.sources);
    } else {
        context.output.complain(&findings.list, &session.sources);
        let errors = findings.list.iter().filter(|one| one.is_error()).count();
        if errors == 0 {
            let args: Args = vec![("files", findings.files.into()), ("warnings", findings.list.len().into())];
            context.output.print(&context.output.catalogue.text("check-fine", &args));
        }
    }
    let unreadable =
        findings.list.iter().any(|one| matches!(one.code, "file-not-there" | "file-forbidden" | "file-unreadable"));
    match (unreadable, findings.list.iter().any(Diagnostic::is_error)) {
        (true, _) => FILES,
        (_, true) => WRONG,
        _ => FINE,
    }
}

#[derive(Default)]
struct Findings {
    list: Vec<Diagnostic>,
    files: usize,
}

impl Findings {
    fn path(&mut self, session: &mut Session<'_>, places: &Places, path: &Path) {
        if path.is_dir() {
            self.folder(session, places, path, 0);
        } else {
            self.file(session, places, path);
        }
    }

    /// A ruleset's folder with its cases, or a folder of such folders.
    fn folder(&mut self, session: &mut Session<'_>, places: &Places, path: &Path, depth: usize) {
        if path.file_name().is_some_and(|name| name == "cases") && has_yaml(path) {
            match yaml_in(path) {
                Ok(files) => self.cases(session, places, files, path.parent()),
                Err(error) => self.list.push(cannot_read(path, &error)),
            }
            return;
        }
        if is_ruleset(path) {
            if path.join(PACK_FILE).is_file() {
                self.file(session, places, &path.join(PACK_FILE));
            }
            match ruleset_files(path) {
                Ok(mut files) => {
                    files.retain(|file| Path::new(&file.name).file_name().is_none_or(|name| name != PACK_FILE));
                    self.files += files.len();
                    let loaded = session.load_files(files);
                    let sound = loaded.is_sound();
                    let folder = path.file_name().map(|name| name.to_string_lossy().into_owned());
                    if let Some(folder) = folder.filter(|folder| sound && *folder != loaded.game.id) {
                        let warning = Diagnostic::warning("id-differs", None).arg("id", &*loaded.game.id);
                        self.list.push(warning.arg("folder", folder));
                    }
                    self.list.extend(loaded.findings.iter().cloned());
                    if sound {
                        let cases = case_files(path);
                        self.files += cases.len();
                        self.list.extend(check_cases(session, &loaded.game, cases));
                    }
                }
                Err(error) => self.list.push(cannot_read(path, &error)),
            }
            return;
        }
        let Ok(list) = std::fs::read_dir(path) else {
            self.list.push(Diagnostic::error("file-unreadable", None).arg("path", path.display().to_string()));
            return;
        };
        let mut inside: Vec<PathBuf> = list.flatten().map(|entry| entry.path()).collect();
        inside.sort();
        for path in inside {
            if is_yaml(&path) {
                self.file(session, places, &path);
            } else if path.is_dir() && depth < 4 {
                self.folder(session, places, &path, depth + 1);
            }
        }
    }

    fn file(&mut self, session: &mut Session<'_>, places: &Places, path: &Path) {
        let file = match read(path) {
            Ok(file) => file,
            Err(error) => {
                self.list.push(cannot_read(path, &error));
                return;
            }
        };
        let id = session.sources.add(file.name.clone(), file.text.clone());
        let (tree, broken) = parse(&session.sources, id, &YamlLimits::default());
        match file_kind(&tree) {
            FileKind::Ruleset if is_settings(path) => {}
            FileKind::Ruleset => {
                self.files += 1;
                let loaded = session.load_files(vec![file]);
                self.list.extend(loaded.findings);
            }
            FileKind::Cases => {
                let beside = path.parent().and_then(Path::parent);
                self.cases(session, places, vec![file], beside);
            }
            FileKind::Pack => {
                self.files += 1;
                self.list.extend(broken);
                self.list.extend(read_pack(&tree, &session.sources).1);
            }
            FileKind::Character => {
                self.files += 1;
                self.list.extend(broken);
                let (sheet, found) = read_character(&tree, &session.sources);
                self.list.extend(found);
                let Some(word) = &sheet.ruleset else {
                    self.list.push(
                        Diagnostic::error("character-without-game", None).arg("path", path.display().to_string()),
                    );
                    return;
                };
                if let Some(loaded) = self.game(session, places, &word.text, word.span, None) {
                    let (_, found) = crate::state::read_character(&sheet, &loaded.game);
                    self.list.extend(found);
                }
            }
        }
    }

    fn cases(&mut self, session: &mut Session<'_>, places: &Places, files: Vec<File>, beside: Option<&Path>) {
        self.files += files.len();
        for file in files {
            let id = session.sources.add(file.name.clone(), file.text.clone());
            let (tree, _) = parse(&session.sources, id, &YamlLimits::default());
            let (cases, _) = crate::ruleset::read_cases(&tree, &session.sources);
            let Some(word) = cases.ruleset else {
                let at = crate::source::Span { source: id, start: 0, end: 0 };
                self.list.push(Diagnostic::error("cases-without-game", at));
                continue;
            };
            if let Some(loaded) = self.game(session, places, &word.text, word.span, beside) {
                self.list.extend(check_cases(session, &loaded.game, vec![file]));
            }
        }
    }

    /// The game that a file belongs to.
    fn game(
        &mut self,
        session: &mut Session<'_>,
        places: &Places,
        id: &str,
        at: crate::source::Span,
        beside: Option<&Path>,
    ) -> Option<LoadedGame> {
        let here = beside.filter(|folder| is_ruleset(folder)).and_then(|folder| ruleset_files(folder).ok());
        let loaded = match here {
            Some(files) => session.load_files(files),
            None => match load(session, places, id) {
                Ok(loaded) => loaded,
                Err((mut error, _)) => {
                    error.at = Some(at);
                    self.list.push(error);
                    return None;
                }
            },
        };
        if loaded.is_sound() {
            return Some(loaded);
        }
        self.list.push(Diagnostic::error("game-not-sound", at).arg("name", id));
        None
    }
}

/// The file that says which ruleset is the usual one.
fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "default.yml" || name == "config.yml")
}

/// Whether a folder holds a ruleset: YAML directly in it that is no setting.
fn is_ruleset(folder: &Path) -> bool {
    folder.is_dir()
        && std::fs::read_dir(folder)
            .is_ok_and(|list| list.flatten().any(|entry| is_yaml(&entry.path()) && !is_settings(&entry.path())))
        && folder.file_name().is_none_or(|name| name != "cases")
        && yaml_in(folder)
            .is_ok_and(|files| files.iter().any(|file| file.text.lines().any(|line| line.starts_with("tirada:"))))
}
