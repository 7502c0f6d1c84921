//! `tirada check`: reports all errors in rulesets, cases, characters and packs.

mod check_run;
mod fixes;
mod sheets;
mod watch;

pub(super) use check_run::is_ruleset;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use self::check_run::CheckRun;
use super::{CommandContext, FILES, FINE, WRONG};
use crate::diagnostic::{Args as Values, Code, Diagnostic};
use crate::ruleset::File;

/// `tirada check`
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Files and folders to check.
    #[arg(value_name = "PATH", default_value = ".")]
    pub paths: Vec<PathBuf>,
    /// How findings are written.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text, value_name = "text|json|github")]
    pub format: CheckFormat,
    /// Again after every save, with the cases.
    #[arg(long, conflicts_with = "format")]
    pub watch: bool,
    /// Makes the changes that are sure, first.
    #[arg(long, conflicts_with_all = ["format", "watch"])]
    pub fix: bool,
}

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckFormat {
    /// For readers, in a terminal.
    Text,
    /// For programs; see `docs/json.md`.
    Json,
    /// Annotations of a build on GitHub.
    Github,
}

pub(super) fn run(context: &mut CommandContext, wanted: &CheckArgs) -> u8 {
    if wanted.watch {
        watch::watch(context, &wanted.paths);
    }
    if wanted.fix
        && let Err(errors) = fixes::fix(context, &wanted.paths)
    {
        context.output.complain(&errors, &crate::source::Sources::new());
        return FILES;
    }
    let places = check_run::shelves(&wanted.paths);
    let round = CheckRun::of(&places, &wanted.paths, false);
    context.speak_in(round.language.as_deref());
    let sources = &round.session.sources;
    match wanted.format {
        CheckFormat::Text => told(context, &round),
        CheckFormat::Json => context.output.findings_as_json(&round.findings, sources),
        CheckFormat::Github => context.output.findings_for_github(&round.findings, sources),
    }
    code(&round.findings)
}

/// Prints the findings for readers.
fn told(context: &CommandContext, round: &CheckRun<'_>) {
    context.output.complain(&round.findings, &round.session.sources);
    let errors = round.findings.iter().filter(|one| one.is_error()).count();
    if errors == 0 {
        let args: Values = vec![("files", round.files.into()), ("warnings", round.findings.len().into())];
        context.output.print(&context.output.catalogue.text("check-fine", &args));
    }
}

/// The files of the game of which a file is a part, if it is one of several.
pub(super) fn whole_game(file: &File, path: &Path) -> Option<Vec<File>> {
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    check_run::whole_game(file, folder)
}

/// The exit code that findings come to.
pub(super) fn code(findings: &[Diagnostic]) -> u8 {
    let unreadable = |one: &Diagnostic| {
        matches!(
            one.code,
            Code::FileNotThere
                | Code::FileIsFolder
                | Code::FileNoFolder
                | Code::FileForbidden
                | Code::FileUnreadable
                | Code::FileSpecial
                | Code::FileBusy
                | Code::NoFiles
        )
    };
    if findings.iter().any(unreadable) {
        FILES
    } else if findings.iter().any(Diagnostic::is_error) {
        WRONG
    } else {
        FINE
    }
}
