//! `tirada campaign`, and `tirada CAMPAIGN.tirada`.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::{
    BackupCampaignArgs, CampaignArgs, CampaignCommand, ExportCampaignArgs, ImportCampaignArgs, NewCampaignArgs,
    PlayCampaignArgs, ShowCampaignArgs,
};
use super::prompt::persistence::rules_of;
use super::prompt::state::{NoAnswers, PromptLine, PromptState};
use super::prompt::{Folders, PromptConfig};
use super::repeat_command::quoted;
use super::roll::fresh_seed;
use super::saving::{note_changed, readable, replace_own_in};
use super::{CommandContext, ENDING, FILES, FINE, WRONG, cannot_read};
use crate::diagnostic::{Code, Diagnostic, Family};
use crate::report::document::{Document, Line};
use crate::report::json_line;
use crate::store::{About, CampaignSession, Sqlite, Storage as _, StoreError, moment, now};

/// Errors and the exit code.
type CampaignError = (Vec<Diagnostic>, u8);

pub(super) fn run(context: CommandContext, wanted: CampaignArgs) -> u8 {
    let mut context = context;
    let done = match &wanted.command {
        CampaignCommand::Play(play) => return go_on(context, play),
        CampaignCommand::New(new) => begin(&mut context, new),
        CampaignCommand::Show(show) => tell(&mut context, show),
        CampaignCommand::Import(import) => return join(&mut context, import),
        CampaignCommand::Export(export) => write(&mut context, export),
        CampaignCommand::Backup(backup) => copy(&context, backup),
    };
    match done {
        Ok(()) => FINE,
        Err((errors, code)) => {
            context.output.complain(&errors, &crate::source::Sources::new());
            code
        }
    }
}

/// A campaign's file as it was named, with the ending if that was left out.
fn file_of(named: &Path) -> PathBuf {
    if named.extension().is_none() && !named.exists() { named.with_extension(ENDING) } else { named.to_path_buf() }
}

/// The error about a campaign's file, with the exit code.
fn failed(path: &Path) -> impl Fn(StoreError) -> CampaignError + use<'_> {
    move |error| (vec![error.diagnostic(path)], error.exit())
}

/// Opens a campaign for reading.
pub(super) fn open(path: &Path) -> Result<(PathBuf, Sqlite), CampaignError> {
    let path = file_of(path);
    is_file(&path)?;
    let storage = Sqlite::read(&path).map_err(failed(&path))?;
    Ok((path, storage))
}

/// That there is a regular file, before anything opens it: opening a FIFO would wait.
fn is_file(path: &Path) -> Result<(), CampaignError> {
    readable(path).map_err(|error| (vec![cannot_read(path, &error)], FILES))
}

/// Does something with the people of a campaign, which is only read.
pub(super) fn look<T>(
    context: &mut CommandContext,
    path: &Path,
    storage: &Sqlite,
    what: impl FnOnce(&mut CommandContext, &mut PromptState<'_>) -> T,
) -> Result<T, CampaignError> {
    let library = Folders::new(false);
    let mut state = PromptState::new(&library, context.output.catalogue.clone(), context.language_open, 0);
    if let Err((errors, code)) = state.look_at(storage, path) {
        context.output.complain(&errors, state.sources());
        return Err((Vec::new(), code));
    }
    context.output.speak(state.catalogue.language());
    Ok(what(context, &mut state))
}

/// `tirada campaign new`
fn begin(context: &mut CommandContext, wanted: &NewCampaignArgs) -> Result<(), CampaignError> {
    let path = Path::new(&wanted.name);
    if path.file_name().is_none() || wanted.name.ends_with(std::path::is_separator) {
        return Err((vec![Diagnostic::error(Code::FileIsFolder, None).arg("path", &*wanted.name)], FILES));
    }
    let path = if path.extension().is_some_and(|ending| ending == ENDING) {
        path.to_path_buf()
    } else {
        PathBuf::from(format!("{}.{ENDING}", wanted.name))
    };
    let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let Some(ruleset) = wanted.ruleset.clone().or_else(|| context.default_ruleset()) else {
        return Err((vec![Diagnostic::error(Code::NoDefaultRuleset, None)], WRONG));
    };
    super::lock::may_play(context, !wanted.ignore_lock, Some(&ruleset)).map_err(|code| (Vec::new(), code))?;
    // The campaign may be opened from elsewhere.
    let named = match Path::new(&ruleset).canonicalize() {
        Ok(whole) if super::is_path(&ruleset) => whole.display().to_string(),
        _ => ruleset,
    };
    let library = Folders::new(false);
    let mut state = PromptState::new(&library, context.output.catalogue.clone(), context.language_open, 0);
    let rules = match rules_of(&mut state, &named) {
        Ok(rules) => rules,
        Err((errors, code)) => {
            context.output.complain(&errors, state.sources());
            return Err((Vec::new(), code));
        }
    };
    context.output.speak(state.catalogue.language());
    Sqlite::create(&path, &name, &rules, now()).map_err(failed(&path))?;
    note_changed(&path);
    let args = vec![
        ("path", path.display().to_string().into()),
        ("game", state.game().name.as_str().into()),
        ("typed", quoted(&path.display().to_string()).into()),
    ];
    context.output.print(&context.output.catalogue.text("campaign-begun", &args));
    Ok(())
}

/// `tirada CAMPAIGN.tirada`
fn go_on(mut context: CommandContext, wanted: &PlayCampaignArgs) -> u8 {
    let path = file_of(&wanted.campaign);
    let opened = match is_file(&path) {
        Ok(()) => Sqlite::open(&path).map_err(|error| guest(&context, wanted, &path, error)),
        Err(ended) => Err(Err(ended)),
    };
    let opened = opened.map(|storage| (storage.rules().map(|rules| rules.named), storage));
    if let Ok((Ok(named), _)) = &opened
        && let Err(code) = super::lock::may_play(&mut context, !wanted.ignore_lock, Some(named))
    {
        return code;
    }
    match opened {
        Ok((_, storage)) => super::prompt::run(PromptConfig {
            language_open: context.language_open,
            limits: context.limits,
            sandbox: false,
            ruleset: None,
            campaign: Some((Box::new(storage), path)),
            seed: wanted.seed,
            output: context.output,
        }),
        Err(Ok(code)) => code,
        Err(Err((errors, code))) => {
            context.output.complain(&errors, &crate::source::Sources::new());
            code
        }
    }
}

/// Plays at a campaign that a server has open, if that is why it cannot be opened; the exit code, or what is wrong.
fn guest(
    context: &CommandContext,
    wanted: &PlayCampaignArgs,
    path: &Path,
    error: StoreError,
) -> Result<u8, CampaignError> {
    // The dice there are the server's.
    #[cfg(all(feature = "fetch", feature = "serve"))]
    if let (StoreError::Taken(Some(holder)), None) = (&error, wanted.seed)
        && let Some(address) = &holder.address
        && let Some(code) = super::serve::remote_prompt::play(context, path, address)
    {
        return Ok(code);
    }
    #[cfg(not(all(feature = "fetch", feature = "serve")))]
    let _ = (context, wanted);
    Err(failed(path)(error))
}

/// The JSON of `tirada campaign show`.
#[derive(Serialize)]
struct CampaignJson {
    version: u32,
    #[serde(flatten)]
    about: About,
    people: Vec<String>,
    sessions: Vec<CampaignSession>,
}

/// `tirada campaign show`
fn tell(context: &mut CommandContext, wanted: &ShowCampaignArgs) -> Result<(), CampaignError> {
    let (path, storage) = open(&wanted.campaign)?;
    let about = storage.about().map_err(failed(&path))?;
    let sessions = storage.sessions().map_err(failed(&path))?;
    let (who, names) = look(context, &path, &storage, |_, state| (state.who(false), state.people()))?;
    if wanted.json {
        context.output.print(&json_line(&CampaignJson { version: 1, about, people: names, sessions }));
        return Ok(());
    }
    let say = |id: &str, args| context.output.catalogue.text(id, &args);
    let title = Line::new().strong(&about.name).dim(format!("  {}", about.ruleset));
    let mut document = Document::new().line(title);
    document = document.line(say("campaign-made", vec![("when", moment(about.made).into())]));
    for one in sessions.iter().filter(|one| one.lines > 0) {
        let args =
            vec![("number", one.number.into()), ("when", moment(one.opened).into()), ("count", one.lines.into())];
        document = document.item(0, say("campaign-session", args));
    }
    document.append(who);
    context.output.show(&document, super::OutputFormat::Text);
    Ok(())
}

/// `tirada campaign import`
fn join(context: &mut CommandContext, wanted: &ImportCampaignArgs) -> u8 {
    let path = file_of(&wanted.campaign);
    let opened = is_file(&path).and_then(|()| Sqlite::open(&path).map_err(failed(&path)));
    let storage = match opened {
        Ok(storage) => storage,
        Err((errors, code)) => {
            context.output.complain(&errors, &crate::source::Sources::new());
            return code;
        }
    };
    let library = Folders::new(false);
    let seed = fresh_seed(&context.output.catalogue);
    let mut state = PromptState::new(&library, context.output.catalogue.clone(), context.language_open, seed);
    let (reply, code) = state.go_on(Box::new(storage), &path);
    context.output.complain(&reply.findings, state.sources());
    if code != FINE {
        return code;
    }
    context.output.speak(state.catalogue.language());
    let files = wanted.files.iter().map(|file| {
        let file = file.display().to_string();
        if file.contains(char::is_whitespace) { format!("«{file}»") } else { file }
    });
    let line = format!("load {}", files.collect::<Vec<_>>().join(" "));
    let reply = state.execute(PromptLine { text: &line, source: "", number: 1 }, &mut NoAnswers);
    let mut findings = reply.findings.clone();
    for finding in &mut findings {
        // The line was not typed by anyone.
        let made =
            |at: crate::source::Span| state.sources().get(at.source).is_some_and(|source| source.name().is_empty());
        finding.at = finding.at.filter(|at| !made(*at));
    }
    context.output.complain(&findings, state.sources());
    let failed = reply.failed();
    // A sheet that cannot be read, or one that is wrong.
    let unread = findings.iter().filter(|one| one.is_error()).all(|one| one.code.family() == Some(Family::File));
    // They are in the campaign when it is closed, and not before.
    match state.close() {
        Ok(()) if failed && unread => FILES,
        Ok(()) if failed => WRONG,
        Ok(()) => {
            note_changed(&path);
            context.output.show(&reply.document, super::OutputFormat::Text);
            FINE
        }
        Err(error) => {
            context.complain_alone(&error);
            FILES
        }
    }
}

/// `tirada campaign export`
fn write(context: &mut CommandContext, wanted: &ExportCampaignArgs) -> Result<(), CampaignError> {
    let (path, storage) = open(&wanted.campaign)?;
    let sheets = look(context, &path, &storage, |_, state| state.sheets())?;
    let sheets = sheets.map_err(|error| (vec![error], WRONG))?;
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for (name, text) in sheets {
        let file = wanted.dir.join(format!("{}.yml", file_name(&name)));
        if files.iter().any(|(other, _)| *other == file) {
            let twice =
                Diagnostic::error(Code::FileTwice, None).arg("what", "export").arg("path", file.display().to_string());
            return Err((vec![twice], WRONG));
        }
        files.push((file, text));
    }
    replace_own_in(&wanted.dir, &files, wanted.force).map_err(|(error, code)| (vec![error], code))?;
    let document = files.iter().fold(Document::new(), |document, (file, _)| document.line(file.display().to_string()));
    if !document.is_empty() {
        context.output.show(&document, super::OutputFormat::Text);
    }
    Ok(())
}

/// Bytes of the name of a file, without its ending; systems take 255 with it.
const LONGEST: usize = 200;
/// Letters of the fingerprint that tells names apart which begin alike and are longer.
const MARK: usize = 12;

/// A name as a file can be called.
pub fn file_name(whole: &str) -> String {
    let fits = |letter: char| if letter.is_alphanumeric() || "-_ .".contains(letter) { letter } else { '_' };
    let name: String = whole.chars().map(fits).collect();
    let name = name.trim().trim_start_matches('.').replace(' ', "-").to_lowercase();
    if name.len() > LONGEST {
        let sum = crate::session::fingerprint_of([(whole, "")]);
        let ends = name.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let end = ends.take_while(|end| end + MARK < LONGEST).last().unwrap_or(0);
        return format!("{}-{}", name.get(..end).unwrap_or_default(), sum.get(..MARK).unwrap_or_default());
    }
    if name.is_empty() { "_".to_owned() } else { name }
}

/// `tirada campaign backup`
fn copy(context: &CommandContext, wanted: &BackupCampaignArgs) -> Result<(), CampaignError> {
    let (_, storage) = open(&wanted.campaign)?;
    if wanted.copy.is_dir() {
        return Err((vec![cannot_read(&wanted.copy, &std::io::ErrorKind::IsADirectory.into())], FILES));
    }
    let copy = if wanted.copy.extension().is_none() { wanted.copy.with_extension(ENDING) } else { wanted.copy.clone() };
    storage.back_up(&copy).map_err(failed(&copy))?;
    note_changed(&copy);
    context.output.print(&copy.display().to_string());
    Ok(())
}
