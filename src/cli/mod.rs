//! The command line.
//!
//! Exit codes: 0, success; 1, the input is invalid (an expression, a ruleset, dice, a case that fails); 2, the command
//! line is invalid; 3, a file cannot be read or written; 4, a pipe to the prompt ended with unsaved changes.

mod args;
pub(crate) use args::OutputFormat;
pub use args::command as command_line;
#[cfg(feature = "store")]
pub mod campaign;
mod check;
mod diff;
mod r#do;
mod doc;
pub mod features;
mod given_values;
#[cfg(any(feature = "serve", feature = "store"))]
mod images;
mod list;
mod lock;
#[cfg(feature = "store")]
mod log;
mod names;
mod new;
mod new_character;
pub(crate) mod odds;
pub(crate) mod output;
pub mod packs;
mod page;
pub mod prompt;
pub mod repeat_command;
pub(crate) mod roll;
pub(crate) mod sandbox;
pub mod saving;
mod schema;
pub(crate) mod search_path;
pub(crate) mod seats;
mod serve;
mod sheet;
pub(crate) mod show;
pub mod terminal_effects;
mod test;
mod usage;
mod verify;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use args::CliCommand;
use output::Output;
use search_path::{Config, SearchPath, ruleset_files};

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;
use crate::report::Language;
use crate::ruleset::{File, FileKind, kind_named, outermost};
use crate::session::{LoadedGame, Session};
use crate::source::{Undecoded, undecoded, windows_1252};
use crate::yaml::not_read;

/// Exit code of a success.
const FINE: u8 = 0;
/// What was asked for is wrong.
const WRONG: u8 = 1;
/// The command line is wrong.
const USAGE: u8 = 2;
/// A file cannot be read or written.
pub(crate) const FILES: u8 = 3;
/// What was piped to the prompt ended, and changes are not saved.
pub(crate) const UNSAVED: u8 = 4;

/// What the name of a campaign's file ends in.
const ENDING: &str = "tirada";

/// Runs the program and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(run())
}

/// The settings and the output that every command uses.
struct CommandContext {
    output: Output,
    config: Config,
    /// Whether no language was asked for: then that of the ruleset is used.
    language_open: bool,
    /// The words of the command line, the program's name first.
    words: Vec<String>,
    /// Bounds on work, memory and sizes.
    limits: Limits,
    /// Whether the input comes from a stranger: then no files are read.
    sandbox: bool,
}

fn run() -> u8 {
    let words: Vec<std::ffi::OsString> = std::env::args_os().collect();
    let broken = words.iter().find(|word| word.to_str().is_none()).map(|word| word.to_string_lossy().into_owned());
    let words: Vec<String> = words.into_iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let settings = |sandbox: bool| match if sandbox { Config::shipped() } else { Config::read() } {
        Ok(config) => (config, None),
        Err(error) => (Config::default(), Some(error)),
    };
    let (mut config, mut bad_config) = settings(sandbox::is_wanted(&words));
    let chosen = chosen_language(&words, &config);
    let language = chosen.unwrap_or(Language::English);
    let output = Output::new(language, args::Colour::Auto);
    if let Some(word) = broken {
        // What it says, and what it names, is unknown.
        let error = Diagnostic::error(Code::UsageNotText, None).arg("text", word);
        output.complain(&[error], &crate::source::Sources::new());
        return USAGE;
    }
    let parsed = match usage::parse(&words, &output) {
        Ok(parsed) => parsed,
        Err(code) => return code,
    };
    let output = Output::new(language, parsed.color);
    let sandbox = parsed.sandbox;
    if sandbox::is_wanted(&words) && !sandbox {
        // It was the value of something else.
        (config, bad_config) = settings(false);
    }
    let limits = if sandbox { Limits::SANDBOX } else { Limits::FULL };
    let mut context = CommandContext { output, config, language_open: chosen.is_none(), words, limits, sandbox };
    if let Some(wanted) = parsed.lang.as_deref().filter(|wanted| Language::from_tag(wanted).is_none()) {
        context.complain_alone(&unknown_language(wanted));
        return USAGE;
    }
    // These are the prompt's; each command has its own, behind its name.
    let early = [
        ("-r", parsed.prompt.ruleset.is_some()),
        ("--seed", parsed.prompt.seed.is_some()),
        ("--ignore-lock", parsed.prompt.ignore_lock),
    ];
    if let (Some(_), Some((name, _))) = (&parsed.command, early.into_iter().find(|(_, given)| *given)) {
        context.complain_alone(&Diagnostic::error(Code::UsageBeforeCommand, None).arg("name", name).help("help-usage"));
        return USAGE;
    }
    if let Some(error) = bad_config {
        context.complain_alone(&error);
        return FILES;
    }
    if !sandbox && let Err(error) = settle_what_was_interrupted().and_then(|()| SearchPath::new(None).are_folders()) {
        context.complain_alone(&error);
        return FILES;
    }
    let plays = matches!(
        parsed.command,
        None | Some(
            CliCommand::Roll(_)
                | CliCommand::Odds(_)
                | CliCommand::Act(_)
                | CliCommand::Sheet(_)
                | CliCommand::List(_)
                | CliCommand::Show(_)
                | CliCommand::Doc(_)
                | CliCommand::Check(_)
                | CliCommand::Test(_)
                | CliCommand::Diff(_)
                | CliCommand::Serve(_)
        )
    );
    let strict = match &parsed.command {
        Some(CliCommand::Roll(roll)) => !roll.ignore_lock,
        Some(CliCommand::Act(act)) => !act.ignore_lock,
        Some(CliCommand::Serve(serve)) => !serve.ignore_lock,
        // The prompt rolls, too.
        None => !parsed.prompt.ignore_lock,
        _ => false,
    };
    let named = match &parsed.command {
        Some(CliCommand::Roll(roll)) => roll.ruleset.as_deref(),
        Some(CliCommand::Odds(odds)) => odds.rulesets.first().map(String::as_str),
        Some(CliCommand::Act(act)) => act.ruleset.as_deref(),
        Some(CliCommand::Sheet(sheet)) => sheet.ruleset.as_deref(),
        Some(CliCommand::Serve(serve)) => serve.ruleset.as_deref(),
        Some(CliCommand::Show(show)) => Some(show.ruleset.as_str()),
        Some(CliCommand::Doc(doc)) => Some(doc.ruleset.as_str()),
        Some(CliCommand::Diff(diff)) => Some(diff.from.as_str()),
        None => parsed.prompt.ruleset.as_deref(),
        Some(_) => None,
    };
    // These speak of rulesets in general.
    let in_general = matches!(parsed.command, Some(CliCommand::List(_) | CliCommand::Check(_) | CliCommand::Test(_)));
    let ruleset = named.map(str::to_owned).or_else(|| context.default_ruleset()).filter(|_| !in_general);
    if plays
        && !sandbox
        && let Err(code) = lock::may_play(&mut context, strict, ruleset.as_deref())
    {
        return code;
    }
    match parsed.command {
        Some(CliCommand::Roll(roll)) => roll::run(&mut context, &roll),
        Some(CliCommand::Odds(odds)) => odds::run(&mut context, &odds),
        Some(CliCommand::Act(act)) => r#do::run(&mut context, &act),
        Some(CliCommand::Sheet(sheet)) => sheet::run(&mut context, &sheet),
        Some(CliCommand::List(list)) => list::run(&context, &list),
        Some(CliCommand::Show(show)) => show::run(&mut context, &show),
        Some(CliCommand::Doc(doc)) => doc::run(&mut context, &doc),
        Some(CliCommand::Diff(diff)) => diff::run(&mut context, &diff),
        Some(CliCommand::Check(check)) => check::run(&mut context, &check),
        Some(CliCommand::Test(test)) => test::run(&mut context, &test),
        Some(CliCommand::NewCharacter(wanted)) => new_character::run(&mut context, &wanted),
        Some(CliCommand::New(wanted)) => new::run(&mut context, &wanted),
        Some(CliCommand::Pack(wanted)) => packs::pack(&mut context, &wanted),
        Some(CliCommand::Verify(wanted)) => verify::run(&context, &wanted),
        #[cfg(feature = "serve")]
        Some(CliCommand::Serve(wanted)) => serve::run(&mut context, &wanted),
        #[cfg(not(feature = "serve"))]
        Some(CliCommand::Serve(_)) => context.refused(features::Feature::Serve.missing("tirada serve")),
        Some(CliCommand::Import(wanted)) => packs::import(&mut context, &wanted),
        Some(CliCommand::Remove(wanted)) => packs::remove(&mut context, &wanted),
        Some(CliCommand::Update(wanted)) => packs::update(&mut context, &wanted),
        #[cfg(feature = "store")]
        Some(CliCommand::Campaign(wanted)) => campaign::run(context, wanted),
        #[cfg(feature = "store")]
        Some(CliCommand::Log(wanted)) => log::run(&mut context, &wanted),
        #[cfg(not(feature = "store"))]
        Some(CliCommand::Campaign(_)) => context.refused(features::Feature::Store.missing("tirada campaign")),
        #[cfg(not(feature = "store"))]
        Some(CliCommand::Log(_)) => context.refused(features::Feature::Store.missing("tirada log")),
        Some(CliCommand::Schema(wanted)) => schema::run(&mut context, &wanted),
        Some(CliCommand::Lock(wanted)) => lock::lock(&mut context, &wanted),
        Some(CliCommand::Completions(wanted)) => usage::completions(&context, wanted.shell),
        Some(CliCommand::Names(wanted)) => names::run(&context, &wanted),
        Some(CliCommand::Man(man)) => usage::manual(&context, &man),
        None => crate::cli::prompt::run(context_for_prompt(context, parsed.prompt)),
    }
}

/// The error for a tag that is no language of the messages; it lists those that are.
fn unknown_language(tag: &str) -> Diagnostic {
    let known: Vec<String> = Language::ALL.iter().map(|language| language.tag().to_owned()).collect();
    Diagnostic::error(Code::UnknownLanguage, None).arg("name", tag).help_with("help-there-is", "names", known)
}

/// Finishes or undoes what a killed program left here and among the user's rulesets. Other folders
/// follow when something in them is read.
fn settle_what_was_interrupted() -> Result<(), Diagnostic> {
    let folders = [Some(PathBuf::from(".")), search_path::data_folder()];
    let mut folders = folders.into_iter().flatten();
    folders.try_for_each(|path| saving::settle(&path).map_err(|error| cannot_read(&path, &error)))
}

fn context_for_prompt(context: CommandContext, prompt: args::PromptArgs) -> crate::cli::prompt::PromptConfig {
    crate::cli::prompt::PromptConfig {
        language_open: context.language_open,
        limits: context.limits,
        sandbox: context.sandbox,
        ruleset: prompt.ruleset.or_else(|| context.config.ruleset.clone()),
        campaign: None,
        seed: prompt.seed,
        output: context.output,
    }
}

/// The language that is asked for: `--lang`, the settings, the locale.
fn chosen_language(words: &[String], config: &Config) -> Option<Language> {
    let mut flag = words.windows(2).filter_map(|pair| match pair {
        [name, value] if name == "--lang" => Some(value.as_str()),
        _ => None,
    });
    let joined = words.iter().find_map(|word| word.strip_prefix("--lang="));
    // Of languages that there are not, the error is in the next one that is known.
    let asked = [flag.next().or(joined), config.language.as_deref()];
    if let Some(language) = asked.into_iter().flatten().find_map(Language::from_tag) {
        return Some(language);
    }
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = variables.iter().filter_map(|name| std::env::var(name).ok()).find(|value| !value.is_empty());
    match set {
        Some(tag) => Language::from_tag(&tag),
        None => sys_locale::get_locale().and_then(|tag| Language::from_tag(&tag)),
    }
}

impl CommandContext {
    /// The ruleset of the user's settings.
    fn default_ruleset(&self) -> Option<String> {
        self.config.ruleset.clone()
    }

    /// The shelves for a ruleset named so; for strangers only what is built in.
    fn shelves(&self, ruleset: Option<&str>) -> SearchPath {
        if self.sandbox { SearchPath::built_in() } else { shelves_for(ruleset) }
    }

    fn complain_alone(&self, error: &Diagnostic) {
        self.output.complain(std::slice::from_ref(error), &crate::source::Sources::new());
    }

    /// Says why nothing is done; returns the exit code.
    #[cfg(not(all(feature = "serve", feature = "store")))]
    fn refused(&self, (error, code): (Diagnostic, u8)) -> u8 {
        self.complain_alone(&error);
        code
    }

    /// Uses the language of a ruleset that is still to be loaded, unless one was asked for: one output is in one
    /// language.
    fn speak_as(&mut self, ruleset: &str) {
        let places = self.shelves(Some(ruleset));
        let mut session = Session::within(&places, self.limits);
        // What is wrong with it is reported when it is loaded to be played.
        if let (true, Ok(loaded)) = (self.language_open, load(&mut session, &places, ruleset)) {
            self.speak_like(&loaded);
        }
    }

    /// Uses the ruleset's language, unless one was asked for.
    fn speak_like(&mut self, game: &LoadedGame) {
        self.speak_in(game.game.language.as_deref());
    }

    /// Uses the language of a ruleset or a pack, unless one was asked for.
    fn speak_in(&mut self, language: Option<&str>) {
        speak_like(&mut self.output, self.language_open, language);
    }

    /// [`CommandContext::speak_in`] for the first of several: one output is in one language.
    fn speak_from_now_on(&mut self, language: Option<&str>) {
        self.speak_in(language);
        self.language_open &= language.is_none();
    }
}

/// Uses a ruleset's language, unless one was asked for (`open`).
pub(crate) fn speak_like(output: &mut Output, open: bool, language: Option<&str>) {
    if let (true, Some(language)) = (open, language.and_then(Language::from_tag)) {
        output.speak(language);
    }
}

/// A ruleset as named with `-r`: by id or by path.
pub(crate) enum RulesetName {
    Id(String),
    Path(PathBuf),
}

/// An id, or a path to a file or folder.
pub(crate) fn named(text: &str, places: &SearchPath) -> RulesetName {
    let exists = || places.find(text).is_none() && Path::new(text).exists();
    if !places.only_built_in() && (is_path(text) || exists()) {
        return RulesetName::Path(PathBuf::from(text));
    }
    RulesetName::Id(text.to_owned())
}

/// Whether a ruleset is named by its path, whatever there is.
fn is_path(text: &str) -> bool {
    text.contains(['/', '\\']) || text.ends_with(".yml") || text.ends_with(".yaml") || text == "."
}

/// The search path for a ruleset argument. For a path, rulesets in the same folder can be extended.
pub(crate) fn shelves_for(text: Option<&str>) -> SearchPath {
    let beside = text.map(Path::new).filter(|path| path.exists()).and_then(|path| {
        let whole = path.canonicalize().ok()?;
        whole.parent().map(Path::to_path_buf)
    });
    // A ruleset that is found by its id is not a folder of that name.
    let is_path =
        text.is_some_and(|text| text.contains(['/', '\\', '.']) || SearchPath::new(None).find(text).is_none());
    SearchPath::new(beside.filter(|_| is_path))
}

/// Loads a ruleset by id or path.
///
/// # Errors
///
/// If there is none, or if its files cannot be read; with the exit code.
pub(crate) fn load(session: &mut Session<'_>, places: &SearchPath, text: &str) -> Result<LoadedGame, (Diagnostic, u8)> {
    let files = files_named(session, places, text)?;
    Ok(session.load_files(files))
}

/// The files of a ruleset by id or path.
///
/// # Errors
///
/// If there is none, or if its files cannot be read; with the exit code.
pub(crate) fn files_named(
    session: &mut Session<'_>,
    places: &SearchPath,
    text: &str,
) -> Result<Vec<File>, (Diagnostic, u8)> {
    match named(text, places) {
        RulesetName::Id(id) => session.files(&id).map_err(|error| (error, WRONG)),
        RulesetName::Path(path) => match ruleset_files(&path) {
            Ok(files) if files.is_empty() => {
                Err((Diagnostic::error(Code::NoFiles, None).arg("path", path.display().to_string()), FILES))
            }
            Ok(files) => match files.as_slice() {
                [file] if path.is_file() => match no_ruleset(file, &path) {
                    Some(error) => Err((error, WRONG)),
                    // Of a game of several files it is only a part.
                    None => Ok(check::whole_game(file, &path).unwrap_or(files)),
                },
                // A folder of cases or the like; beside rules, they are passed over.
                [first, ..] => match no_ruleset(first, &path) {
                    Some(error) => {
                        let game = path.parent().filter(|folder| check::is_ruleset(folder));
                        let game = game.map(|folder| folder.display().to_string());
                        Err((
                            match game {
                                Some(game) => error.help_with("help-did-you-mean", "name", game),
                                None => error,
                            },
                            WRONG,
                        ))
                    }
                    None => Ok(files),
                },
                [] => Ok(files),
            },
            Err(error) => Err((cannot_read(&path, &error), FILES)),
        },
    }
}

/// The error for a file of another kind, where a ruleset is asked for.
fn no_ruleset(file: &File, path: &Path) -> Option<Diagnostic> {
    let what = match kind_named(outermost(&file.text)) {
        FileKind::Character => "character",
        FileKind::Cases => "cases",
        FileKind::Pack => "pack",
        FileKind::Translation => "translation",
        FileKind::Ruleset | FileKind::Unknown => return None,
    };
    Some(Diagnostic::error(Code::NoRulesetFile, None).arg("path", path.display().to_string()).arg("what", what))
}

/// The error for a file that cannot be read.
pub(crate) fn cannot_read(path: &Path, error: &std::io::Error) -> Diagnostic {
    saving::unfit(path, error).unwrap_or_else(|| not_read(reason(path, error).to_owned(), path.display().to_string()))
}

/// Why a file cannot be read, in one word.
pub(crate) fn reason(path: &Path, error: &std::io::Error) -> &'static str {
    match error.kind() {
        // Not every system reports a folder as such.
        _ if path.is_dir() => "folder",
        std::io::ErrorKind::NotFound => "missing",
        std::io::ErrorKind::PermissionDenied => "forbidden",
        std::io::ErrorKind::NotADirectory if path.symlink_metadata().is_ok() => "no-folder",
        _ => saving::special(error).unwrap_or("unreadable"),
    }
}

/// The error for a file that is in another encoding, where its text cannot be shown.
pub(crate) fn not_utf_8(name: &str, text: &str) -> Option<Diagnostic> {
    let error = match undecoded(text)? {
        Undecoded::Wide(encoding) => Diagnostic::error(Code::FileUtf16, None).arg("encoding", encoding),
        Undecoded::Byte(at, byte) => {
            let before = text.get(..at.start).unwrap_or(text);
            let line = before.rsplit('\n').next().unwrap_or(before);
            Diagnostic::error(Code::FileNotUtf8, None)
                .arg("line", before.matches('\n').count() + 1)
                .arg("column", line.chars().count() + 1)
                .arg("byte", format!("{byte:02X}"))
                .arg("letter", windows_1252(byte).to_string())
        }
        Undecoded::Unread(why, path) => return Some(not_read(why, path)),
    };
    Some(error.arg("path", name).help("help-save-as-utf-8"))
}
