//! The prompt at a campaign that a server has open: lines are executed at the server, as on the GM's page, and the
//! moves of others are shown.

use std::io::IsTerminal as _;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, ExternalPrinter as _, Helper};
use serde::Deserialize;
use serde_json::{Value, json};
use ureq::Agent;

use super::seats::Seat;
use super::table::door;
use crate::cli::output::Output;
use crate::cli::prompt::is_quit;
use crate::cli::prompt::pipe::{Piped, each_line};
use crate::cli::{CommandContext, FILES, FINE, OutputFormat, WRONG};
use crate::diagnostic::{Args, Code, Diagnostic};
use crate::limits::Limits;
use crate::report::document::Document;
use crate::report::{Catalogue, Language, is_visible, visible, visible_lines};

/// The server is on this machine, and answers at once unless it waits for a user's answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often the server is asked whether there is a question, while a line waits.
const POLL: Duration = Duration::from_millis(100);
/// How often it is asked for what others did, while a line is typed.
const LOOK: Duration = Duration::from_millis(500);
/// How long to wait where it says that it was asked too often.
const PAUSE: Duration = Duration::from_millis(250);
/// Bytes of an answer.
const MOST: u64 = 16 << 20;

/// The server's table, with the GM's link.
#[derive(Clone)]
struct Host {
    agent: Agent,
    /// The address of the table, with a slash at its end.
    base: String,
    token: String,
}

/// The visible state of the server's table.
#[derive(Deserialize)]
struct RemoteView {
    game: String,
    /// The language of the table.
    language: String,
    log: Vec<RemoteEntry>,
    question: Option<RemoteQuestion>,
}

#[derive(Deserialize)]
struct RemoteEntry {
    number: u64,
    by: Option<String>,
    line: String,
    /// The line as readers see it; `None` if its result already says it.
    words: Option<String>,
    text: String,
}

#[derive(Deserialize)]
struct RemoteQuestion {
    number: u64,
    /// Whom the rules ask; nothing for the GM.
    to: Option<String>,
    words: String,
    /// What is being done, and the answers so far.
    #[serde(default)]
    about: Option<String>,
    /// What is sent, and what is read.
    options: Vec<(String, String)>,
    dice: Vec<i64>,
    /// What holds without an answer.
    otherwise: Option<String>,
}

/// The server's response to a line.
#[derive(Deserialize)]
struct ServerReply {
    done: bool,
    #[serde(default)]
    code: String,
    #[serde(default)]
    lines: Vec<String>,
    /// The byte from which on what may stand at the end of a line replaces it.
    #[serde(default)]
    start: usize,
    /// What may stand there, each with what it is.
    #[serde(default)]
    found: Vec<(String, String)>,
}

/// Completion by the server.
struct Tab(Host);

impl Completer for Tab {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, _: &rustyline::Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let line = line.get(..at).unwrap_or(line);
        let Ok(said) = self.0.act(&json!({ "what": "complete", "line": line })) else { return Ok((at, Vec::new())) };
        let pair = |(text, about): (String, String)| {
            let shown = if about.is_empty() { text.clone() } else { format!("{text}  {about}") };
            Pair { display: visible(&shown).into_owned(), replacement: text }
        };
        let found = said.found.into_iter().filter(|(text, _)| is_visible(text)).map(pair);
        Ok((said.start.min(at), found.collect()))
    }
}

impl Helper for Tab {}

impl Hinter for Tab {
    type Hint = String;
}

impl Highlighter for Tab {}

impl Validator for Tab {}

/// The server stopped answering.
struct Disconnected;

impl Host {
    fn state(&self) -> Result<RemoteView, Disconnected> {
        let asked = self.agent.get(format!("{}state", self.base)).header("authorization", &self.secret());
        let asked = asked.config().timeout_global(Some(PATIENCE)).build();
        let body = asked.call().map_err(|_| Disconnected)?.into_body().with_config().limit(MOST).read_to_vec();
        serde_json::from_slice(&body.map_err(|_| Disconnected)?).map_err(|_| Disconnected)
    }

    /// Does what a request says. An answer may take as long as the user who is asked needs.
    fn act(&self, wish: &Value) -> Result<ServerReply, Disconnected> {
        loop {
            let sent = self.agent.post(format!("{}do", self.base)).header("authorization", &self.secret());
            let sent = sent.header("accept", "application/json").header("content-type", "application/json");
            let body = sent.send(wish.to_string()).map_err(|_| Disconnected)?.into_body();
            let body = body.into_with_config().limit(MOST).read_to_vec().map_err(|_| Disconnected)?;
            let said: ServerReply = serde_json::from_slice(&body).map_err(|_| Disconnected)?;
            if said.code != "too-many-requests" {
                return Ok(said);
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn secret(&self) -> String {
        format!("Bearer {}", self.token)
    }
}

enum LineResult {
    Done,
    Refused,
}

/// The remote prompt, with the last entry of the log that it printed.
struct Guest<'o> {
    host: Host,
    output: &'o Output,
    /// The number of the last entry that was shown.
    shown: Arc<Mutex<u64>>,
    /// What a line is: of a user, or of a program.
    what: &'static str,
}

/// Plays at a campaign that is served at `address`; the exit code. Nothing if no server answers there.
pub(crate) fn play(context: &CommandContext, path: &Path, address: &str) -> Option<u8> {
    let CommandContext { output, limits, language_open, .. } = context;
    let (id, known) = door(path, &output.catalogue).ok()?;
    let token = known.of(&Seat::Gm)?;
    let config = Agent::config_builder()
        // It is on this machine.
        .proxy(None)
        .max_redirects(0)
        .http_status_as_error(false)
        .timeout_connect(Some(PATIENCE))
        .user_agent(concat!("tirada/", env!("CARGO_PKG_VERSION")))
        .build();
    let base = format!("{}/t/{id}/", address.trim_end_matches('/'));
    let host = Host { agent: Agent::new_with_config(config), base, token: token.to_owned() };
    let seen = host.state().ok()?;
    let mut output = output.clone();
    if let (true, Some(language)) = (*language_open, Language::from_tag(&seen.language)) {
        output.speak(language);
    }
    let shown = seen.log.last().map_or(0, |entry| entry.number);
    let args: Args = vec![("path", path.display().to_string().into()), ("address", address.into())];
    output.tell_message("prompt-served", &args);
    let terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    let what = if terminal { "line" } else { "script" };
    let guest = Guest { host, output: &output, shown: Arc::new(Mutex::new(shown)), what };
    let ended = if terminal { guest.at_terminal(&seen.game, *limits) } else { guest.in_pipe(*limits) };
    Some(ended.unwrap_or_else(|Disconnected| {
        output.tell_message("prompt-served-gone", &args);
        FILES
    }))
}

impl Guest<'_> {
    fn in_pipe(&self, limits: Limits) -> Result<u8, Disconnected> {
        let mut code = FINE;
        let mut gone = false;
        let read = each_line(&mut self.output.clone(), limits, &mut |_, _, line| {
            let Ok(text) = line else {
                code = WRONG;
                return true;
            };
            if is_quit(text, &self.output.catalogue) {
                return false;
            }
            match self.line(text, &mut |_| Some(String::new())) {
                Ok(LineResult::Done) => true,
                Ok(LineResult::Refused) => {
                    code = WRONG;
                    true
                }
                Err(Disconnected) => {
                    gone = true;
                    false
                }
            }
        });
        match read {
            Piped::Failed(failed) => Ok(failed),
            Piped::Ended if gone => Err(Disconnected),
            Piped::Ended => Ok(code),
        }
    }

    fn at_terminal(&self, game: &str, limits: Limits) -> Result<u8, Disconnected> {
        let config =
            Config::builder().completion_type(CompletionType::List).completion_show_all_if_ambiguous(true).build();
        let Ok(mut lines) = Editor::<Tab, DefaultHistory>::with_config(config) else { return self.in_pipe(limits) };
        lines.set_helper(Some(Tab(self.host.clone())));
        if let Ok(mut printer) = lines.create_external_printer() {
            let (host, shown) = (self.host.clone(), Arc::clone(&self.shown));
            // It ends with the program.
            std::thread::spawn(move || {
                loop {
                    std::thread::sleep(LOOK);
                    let Ok(seen) = host.state() else { return };
                    let mut last = shown.lock().unwrap_or_else(PoisonError::into_inner);
                    for entry in news(&seen, &mut last) {
                        if printer.print(format!("{}\n", visible_lines(&told(entry, None)))).is_err() {
                            return;
                        }
                    }
                }
            });
        }
        let prompt = format!("{}> ", visible(game));
        loop {
            let line = match lines.readline(&prompt) {
                Ok(line) => line,
                Err(ReadlineError::Interrupted) => {
                    self.output.tell_message("prompt-keep-going", &Vec::new());
                    continue;
                }
                Err(ReadlineError::Signal(_)) => continue,
                Err(_) => return Ok(FINE),
            };
            for line in line.lines() {
                if line.len() > limits.line {
                    let limit = i64::try_from(limits.line).unwrap_or(i64::MAX);
                    let error = Diagnostic::error(Code::LineTooLong, None).arg("limit", limit);
                    self.output.complain(&[error], &crate::source::Sources::new());
                    continue;
                }
                let _ = lines.add_history_entry(line);
                if is_quit(line, &self.output.catalogue) {
                    return Ok(FINE);
                }
                self.line(line, &mut |words| {
                    self.show(words);
                    lines.readline("? ").ok()
                })?;
            }
        }
    }

    /// Shows a text; at a terminal its lines end where words do.
    fn show(&self, text: &str) {
        if self.what == "script" {
            return self.output.print(text);
        }
        let document = text.lines().fold(Document::new(), |document, line| document.line(line));
        self.output.show(&document, OutputFormat::Text);
    }

    /// Executes a line, asks the questions of the rules to the GM, and prints the result. If a question is cancelled,
    /// the line is.
    fn line(&self, line: &str, ask: &mut dyn FnMut(&str) -> Option<String>) -> Result<LineResult, Disconnected> {
        if line.trim().is_empty() {
            return Ok(LineResult::Done);
        }
        // No other thread shows what comes of it.
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        let (said, come) = channel();
        let (host, wish) = (self.host.clone(), json!({ "what": self.what, "line": line }));
        std::thread::spawn(move || {
            // There is no receiver if the server is gone meanwhile.
            let _ = said.send(host.act(&wish));
        });
        let mut asked = None;
        let said = loop {
            match come.recv_timeout(POLL) {
                Ok(said) => break said?,
                Err(RecvTimeoutError::Disconnected) => return Err(Disconnected),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let Some(question) = self.host.state()?.question.filter(|one| asked != Some(one.number)) else { continue };
            asked = Some(question.number);
            let Some(text) = ask(&words_of(&question, &self.output.catalogue)) else {
                self.host.act(&json!({ "what": "cancel", "question": question.number }))?;
                continue;
            };
            // What is no answer is said, and asked again.
            let answered = self.host.act(&json!({ "what": "answer", "question": question.number, "text": text }))?;
            if !answered.done && !text.trim().is_empty() {
                answered.lines.iter().for_each(|line| self.output.tell(line));
                asked = None;
            }
        };
        said.lines.iter().for_each(|line| self.output.tell(line));
        let seen = self.host.state()?;
        for entry in news(&seen, &mut shown) {
            self.show(&told(entry, Some(line)));
        }
        Ok(if said.done { LineResult::Done } else { LineResult::Refused })
    }
}

/// The entries of the log since the last printed one.
fn news<'s>(seen: &'s RemoteView, shown: &mut u64) -> impl Iterator<Item = &'s RemoteEntry> + use<'s> {
    let before = *shown;
    *shown = seen.log.last().map_or(before, |entry| entry.number.max(before));
    seen.log.iter().filter(move |entry| entry.number > before)
}

/// An entry of the log; of another's line also who said what.
fn told(entry: &RemoteEntry, own: Option<&str>) -> String {
    let text = entry.text.trim_end();
    let is_own = own.is_some_and(|own| own.trim() == entry.line.trim());
    match (&entry.by, &entry.words) {
        (None, None) => text.to_owned(),
        (None, Some(_)) if is_own => text.to_owned(),
        (None, Some(line)) => format!("{line}\n{text}"),
        (Some(name), None) => format!("{name}: {text}"),
        (Some(name), Some(line)) => format!("{name}: {line}\n{text}"),
    }
}

/// A question with the dice that it is about, its answers, and what holds without one.
fn words_of(question: &RemoteQuestion, catalogue: &Catalogue) -> String {
    // The GM may answer for a player; the first answer counts.
    let mut words = question.to.iter().map(|name| format!("{name}: ")).collect::<String>();
    if !question.dice.is_empty() {
        let dice: Vec<String> = question.dice.iter().map(i64::to_string).collect();
        words.push_str(&format!("[{}] ", dice.join(", ")));
    }
    if let Some(about) = &question.about {
        words.push_str(&format!("{about}: "));
    }
    words.push_str(&question.words);
    for (sent, read) in &question.options {
        let option = if sent == read { format!("\n  {sent}") } else { format!("\n  {sent}: {read}") };
        words.push_str(&option);
    }
    if let Some(otherwise) = &question.otherwise {
        words.push('\n');
        words.push_str(&catalogue.text("ask-otherwise", &vec![("answer", otherwise.as_str().into())]));
    }
    words
}
