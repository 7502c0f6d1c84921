//! The prompt at a terminal: editing, history, Tab, colours, questions.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::path::PathBuf;

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use super::PromptConfig;
use super::complete::{Candidate, CompletionState, answers, command_word, complete, offered};
use super::highlight::highlight;
use super::state::{Asker, PromptLine, PromptState};
use super::{history, words};
use crate::check::answer_of;
use crate::check::program::{AnswerKind, CheckedGame, Die};
use crate::cli::OutputFormat;
use crate::cli::terminal_effects::{Missing, again, fallen, in_words, meant, takes_numbers};
use crate::diagnostic::{Args, Code, Diagnostic};
use crate::engine::{Answer, AskedFor, Decision, ValueRequest};
use crate::report::document::{Document, Line};

use crate::report::{Catalogue, is_visible, roll, visible, visible_lines, width};
use crate::source::Sources;

#[cfg(all(unix, feature = "serve"))]
use super::signals::{asked as end_asked, listen, reading};

/// Options that are shown with a question; Tab shows all.
const MOST_OPTIONS: usize = 12;

type Lines = Editor<EditorHelper, MemHistory>;

/// Completion, hints and colours for the editor.
struct EditorHelper {
    view: CompletionState,
    files: FilenameCompleter,
    /// A question is being asked, and not a line.
    question: Option<AnswerCheck>,
    colour: bool,
}

/// Longer lines, in bytes, are not coloured: they would be drawn anew with every key.
const LONGEST_COLOURED: usize = 500;

/// Which answers a question accepts.
enum AnswerCheck {
    /// As the game says.
    Kind(AnswerKind),
    /// One of these words, or others.
    Words(Vec<String>),
}

impl Helper for EditorHelper {}

impl Hinter for EditorHelper {
    type Hint = String;
}

impl Validator for EditorHelper {}

impl Completer for EditorHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = match &self.question {
            Some(question) => {
                let typed = line.get(..cursor).unwrap_or(line);
                (
                    0,
                    match question {
                        AnswerCheck::Kind(kind) => answers(typed, kind, &self.view),
                        AnswerCheck::Words(words) => offered(typed, words),
                    },
                )
            }
            None if loads(line, &self.view.catalogue) => {
                let (start, files) = self.files.complete(line, cursor, context)?;
                let seen = files.into_iter().filter(|file| is_visible(&file.replacement));
                return Ok((start, seen.collect()));
            }
            None => complete(line, cursor, &self.view),
        };
        // What is put into the line is what Enter does: nothing that cannot be seen, and no second line.
        let found: Vec<Candidate> = found.into_iter().filter(|one| is_visible(&one.text)).collect();
        let widest = found.iter().map(|one| width(&one.name)).max().unwrap_or(0).min(32);
        Ok((start, found.into_iter().map(|one| listed(one, widest)).collect()))
    }
}

/// Whether files are named on a line.
fn loads(line: &str, catalogue: &Catalogue) -> bool {
    line.trim_start().split_once(char::is_whitespace).is_some_and(|(word, _)| command_word(word, catalogue) == "load")
}

/// A candidate as it is listed: its name, and in a column of their own the values.
fn listed(one: Candidate, widest: usize) -> Pair {
    let gap = " ".repeat(widest.saturating_sub(width(&one.name)).saturating_add(2));
    let display = if one.about.is_empty() { one.name } else { format!("{}{gap}{}", one.name, one.about) };
    Pair { display: visible(&display).into_owned(), replacement: one.text }
}

impl Highlighter for EditorHelper {
    // What was pasted or recalled is drawn as it is shown: nothing that a terminal obeys.
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.colour || self.question.is_some() || line.len() > LONGEST_COLOURED || !is_visible(line) {
            return visible_lines(line);
        }
        let is_name = |word: &str| self.view.game.game.names.contains_key(word) || self.view.lets.contains_key(word);
        Cow::Owned(highlight(line, &is_name))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.colour { Cow::Owned(format!("\u{1b}[1m{prompt}\u{1b}[0m")) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        match candidate.split_once("  ") {
            Some((name, about)) if self.colour => Cow::Owned(format!("{name}  \u{1b}[2m{about}\u{1b}[0m")),
            _ => Cow::Borrowed(candidate),
        }
    }

    fn highlight_char(&self, line: &str, at: usize, kind: CmdKind) -> bool {
        // A character typed at the end of the line is written directly, unless the line must be redrawn.
        let last = line.get(..at).and_then(|before| before.chars().next_back());
        let hidden = || last.is_some_and(|letter| !is_visible(letter.encode_utf8(&mut [0; 4])));
        kind != CmdKind::MoveCursor && (self.colour && line.len() <= LONGEST_COLOURED || hidden())
    }
}

/// Questions through the editor, so that they can be edited and completed.
struct AtTerminal<'a> {
    lines: &'a mut Lines,
    /// Something is between the line and what is said about it.
    between: bool,
    /// Dice that fell, to be told with the next question.
    fell: Option<String>,
    /// A question was left with Ctrl-C or Ctrl-D, or with a command.
    gave_up: bool,
    /// A question was left, and nothing holds instead of an answer.
    left: bool,
}

impl AtTerminal<'_> {
    /// A line typed behind a question, in which others may have written.
    fn answer(&mut self, question: &str) -> rustyline::Result<String> {
        if end_asked().is_some() {
            return Err(ReadlineError::Eof);
        }
        reading(|| self.lines.readline(&*visible_lines(question)))
    }

    /// A question, below the dice that fell and were not told yet.
    fn below_dice(&mut self, question: String) -> String {
        match self.fell.take() {
            Some(fell) if question.is_empty() => fell,
            Some(fell) => format!("{fell}\n{question}"),
            None => question,
        }
    }
}

impl Asker for AtTerminal<'_> {
    fn ask(&mut self, game: &CheckedGame, asked: &ValueRequest<'_>, catalogue: &Catalogue) -> Option<i64> {
        let id = match asked.what {
            AskedFor::Trait | AskedFor::Input => "ask-value",
            AskedFor::Cell | AskedFor::Option => "ask-pending",
        };
        let args: Args = vec![("name", asked.name.into())];
        let question = match asked.doc {
            Some(doc) => format!("{doc}\n{} ", catalogue.text(id, &args)),
            None => format!("{} ", catalogue.text(id, &args)),
        };
        // The editor counts the last line of a prompt alone.
        let (about, question) = question.rsplit_once('\n').unwrap_or(("", &question));
        let mut about = self.below_dice(about.to_owned());
        self.between = true;
        self.lines.helper_mut()?.question = Some(AnswerCheck::Kind(asked.kind.clone()));
        let mut value = None;
        // What is typed next answers this, until something does or the line is empty.
        loop {
            let prompt = if about.is_empty() { question.to_owned() } else { format!("{about}\n{question}") };
            let line = self.answer(&prompt).unwrap_or_default();
            if line.trim().is_empty() || leaves(&line, catalogue) {
                self.left = true;
                break;
            }
            value = answer_of(game, asked.kind, &line);
            if value.is_some() {
                break;
            }
            about = again(game, (asked.name, asked.kind), &line, Vec::new(), catalogue);
        }
        self.lines.helper_mut()?.question = None;
        value
    }

    fn decide(
        &mut self,
        game: &CheckedGame,
        asked: &Decision<'_>,
        otherwise: Option<&Answer>,
        catalogue: &Catalogue,
    ) -> Option<String> {
        let mut about = self.below_dice(decision(asked, otherwise, catalogue));
        self.between = true;
        self.lines.helper_mut()?.question = Some(AnswerCheck::Words(in_words(asked, catalogue)));
        let mut said = None;
        loop {
            let Ok(line) = self.answer(&format!("{about}\n> ")) else {
                (self.gave_up, self.left) = (true, true);
                break;
            };
            if line.trim().is_empty() {
                self.left |= otherwise.is_none();
                break;
            }
            match meant(game, asked, &line, catalogue) {
                Ok(answer) => {
                    said = Some(answer);
                    break;
                }
                Err(_) if leaves(&line, catalogue) => {
                    (self.gave_up, self.left) = (true, true);
                    break;
                }
                Err(why) => about = format!("{why}\n{}", catalogue.say("ask-how-to-leave")),
            }
        }
        self.lines.helper_mut()?.question = None;
        said
    }

    fn fell(&mut self, dice: &[(Die, i64)], catalogue: &Catalogue) {
        let faces: Vec<i64> = dice.iter().map(|(_, face)| *face).collect();
        self.fell = fallen(&faces, catalogue);
    }

    fn more_faces(&mut self, missing: &Missing<'_>, catalogue: &Catalogue) -> Option<Vec<i64>> {
        self.between = true;
        self.lines.helper_mut()?.question = Some(AnswerCheck::Words(Vec::new()));
        let question = missing.question(catalogue);
        let mut prompt = self.below_dice(format!("{question} "));
        let mut faces = None;
        loop {
            let line = self.answer(&prompt).unwrap_or_default();
            if line.trim().is_empty() || leaves(&line, catalogue) {
                self.left = true;
                break;
            }
            match missing.faces(&line, catalogue) {
                Ok(found) => {
                    faces = Some(found);
                    break;
                }
                Err(why) => prompt = format!("{why}\n{question} "),
            }
        }
        self.lines.helper_mut()?.question = None;
        faces
    }

    fn gave_up(&self) -> bool {
        self.gave_up
    }

    fn is_there(&self) -> bool {
        true
    }
}

/// Whether what was typed to a question is a command that leaves it.
fn leaves(line: &str, catalogue: &Catalogue) -> bool {
    let word = command_word(line.trim(), catalogue);
    matches!(word, "undo" | "quit" | "exit")
}

/// What is said of a line that is not done because its question was left, or because someone cannot do it; nothing of
/// what is wrong with the line itself.
fn calmly(findings: &[Diagnostic], left: bool, catalogue: &Catalogue) -> Option<String> {
    let mut errors = findings.iter().filter(|one| one.is_error());
    let (Some(error), None) = (errors.next(), errors.next()) else { return None };
    match error.code {
        Code::NeedNotMet => {
            let told = |name: &str| error.args.iter().find(|(one, _)| *one == name).map(|(_, value)| value.clone());
            let who = told("whom").or_else(|| told("who"))?;
            Some(catalogue.text("prompt-need", &vec![("who", who), ("message", told("message")?)]))
        }
        Code::DecisionNeeded
        | Code::InterventionWhich
        | Code::TraitWithoutValue
        | Code::InputWithoutValue
        | Code::TooFewDice
        | Code::RoleMissing
            if left =>
        {
            Some(catalogue.say("prompt-not-done"))
        }
        _ => None,
    }
}

/// A decision as it is asked for: what it is and who decides, what there is to choose from,
/// and what holds if nothing is given.
fn decision(asked: &Decision<'_>, otherwise: Option<&Answer>, catalogue: &Catalogue) -> String {
    let mut lines = vec![crate::cli::terminal_effects::asked(asked, catalogue)];
    lines.extend(asked.doc.map(str::to_owned));
    if !asked.options.is_empty() {
        let options = in_words(asked, catalogue);
        // A number chooses one of them, unless it is an answer of its own.
        let numbered = !takes_numbers(asked.kind);
        let shown = options.iter().take(MOST_OPTIONS).enumerate();
        let shown: Vec<String> =
            shown.map(|(at, option)| if numbered { format!("{} {option}", at + 1) } else { option.clone() }).collect();
        let more = if asked.options.len() > MOST_OPTIONS { ", …" } else { "" };
        lines.push(format!("  {}{more}", shown.join(", ")));
    }
    if let Some(otherwise) = otherwise {
        let answer = roll::words(otherwise, catalogue);
        lines.push(catalogue.text("ask-otherwise", &vec![("answer", answer.into())]));
    }
    lines.join("\n")
}

#[cfg(not(all(unix, feature = "serve")))]
fn end_asked() -> Option<u8> {
    None
}

#[cfg(not(all(unix, feature = "serve")))]
fn listen() {}

#[cfg(not(all(unix, feature = "serve")))]
fn reading<T>(read: impl FnOnce() -> T) -> T {
    read()
}

/// Whether no line came because the terminal is gone.
fn hung_up() -> bool {
    std::thread::sleep(std::time::Duration::from_millis(60));
    end_asked().is_some()
}

pub(super) fn run(mut start: PromptConfig, mut state: PromptState<'_>) -> u8 {
    let is_kept = start.campaign.is_some();
    listen();
    #[cfg(feature = "store")]
    state.keep_unsaved();
    if start.ruleset.is_none() && !is_kept {
        start.output.complain(&[Diagnostic::error(Code::NoDefaultRuleset, None)], &Sources::new());
    }
    // Without a game dice still roll, and `use` finds another; without its campaign nothing would be kept.
    if let Some(code) = super::begin(&mut start, &mut state).filter(|_| is_kept) {
        return code;
    }
    let mut lines = match editor(&start, &state) {
        Ok(lines) => lines,
        // A terminal that cannot be edited on is read like a pipe.
        Err(_) => return super::pipe::run(PromptConfig { ruleset: None, ..start }, state),
    };
    let history = history::place();
    // What cannot be read is said when the first line is written.
    for line in history.iter().flat_map(|path| history::read(path).unwrap_or_default()) {
        let _ = lines.add_history_entry(line);
    }
    greet(&start, &state);
    let mut kept = true;
    let typed = start.output.catalogue.text("typed", &Vec::new());
    // Lines that were pasted together are done one after the other.
    let mut pasted: VecDeque<String> = VecDeque::new();
    loop {
        if let Some(code) = end_asked() {
            // What was not saved to files stays beside them, as after a power cut.
            return if is_kept { super::end(&start, &mut state, code) } else { code };
        }
        let prompt = prompt(&state);
        let next = pasted.pop_front();
        let mut between = next.is_some();
        if let Some(line) = &next {
            start.output.print(&format!("{prompt}{line}"));
        }
        let line = match next.map_or_else(|| reading(|| lines.readline(&prompt)), Ok) {
            Ok(line) if line.contains('\n') => {
                between = true;
                pasted = line.lines().map(str::to_owned).collect();
                let Some(first) = pasted.pop_front() else { continue };
                first
            }
            Ok(line) => line,
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) if end_asked().is_some() => continue,
            Err(ReadlineError::Interrupted) => {
                start.output.tell_message("prompt-keep-going", &Vec::new());
                continue;
            }
            Err(ReadlineError::Signal(_)) => continue,
            // A terminal that is gone is heard of before the signal that says so.
            Err(ReadlineError::Eof | ReadlineError::Io(_)) if hung_up() => continue,
            Err(ReadlineError::Eof) => match state.leaving() {
                Some(document) => {
                    start.output.show(&document, OutputFormat::Text);
                    continue;
                }
                None => break,
            },
            Err(ReadlineError::Io(error)) if error.kind() == std::io::ErrorKind::InvalidData => {
                complain_alone(&start, Code::LineNotText);
                continue;
            }
            Err(_) => break,
        };
        if line.trim().is_empty() {
            continue;
        }
        if line.len() > start.limits.line {
            complain_alone(&start, Code::LineTooLong);
            continue;
        }
        if matches!(lines.add_history_entry(line.as_str()), Ok(true)) && kept {
            kept = keep(&line, history.as_ref(), &start);
            between |= !kept;
        }
        let mut asker = AtTerminal { lines: &mut lines, between, fell: None, gave_up: false, left: false };
        let reply = state.execute(PromptLine { text: &line, source: &typed, number: 1 }, &mut asker);
        start.output.speak(state.catalogue.language());
        if let Some(told) = calmly(&reply.findings, asker.left, &start.output.catalogue) {
            start.output.tell(&told);
        } else if asker.between {
            start.output.complain(&reply.findings, state.sources());
        } else {
            start.output.complain_beneath(&reply.findings, state.sources(), reply.typed, width(&prompt));
        }
        if !reply.document.is_empty() {
            start.output.show(&reply.document, OutputFormat::Text);
        }
        if reply.quit {
            break;
        }
        if let Some(helper) = lines.helper_mut() {
            helper.view = state.view();
        }
    }
    super::end(&start, &mut state, 0)
}

fn editor(start: &PromptConfig, state: &PromptState<'_>) -> rustyline::Result<Lines> {
    // What hides is drawn otherwise also where nothing is coloured.
    let (drawn, colour) = (ColorMode::Forced, start.output.colour());
    let config = Config::builder()
        .max_history_size(history::MOST)?
        .history_ignore_space(true)
        .history_ignore_dups(true)?
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .color_mode(drawn)
        .build();
    let typed = MemHistory::with_config(&config);
    let mut lines = Lines::with_history(config, typed)?;
    lines.set_helper(Some(EditorHelper {
        view: state.view(),
        files: FilenameCompleter::new(),
        question: None,
        colour,
    }));
    Ok(lines)
}

fn greet(start: &PromptConfig, state: &PromptState<'_>) {
    let catalogue = &start.output.catalogue;
    let name = match state.game().name.as_str() {
        "" => catalogue.text("prompt-no-game", &Vec::new()),
        name => name.to_owned(),
    };
    let args: Args = vec![("version", env!("CARGO_PKG_VERSION").into()), ("game", name.into())];
    let line = Line::new().dim(catalogue.text("prompt-greeting", &args));
    start.output.show(&Document::new().line(line), OutputFormat::Text);
}

/// `zork> `; with a character chosen `zork Ann> `, with dice that wait `zork [10, 5, 1]> `.
fn prompt(state: &PromptState<'_>) -> String {
    let id = match state.game().id.as_str() {
        "" => "tirada",
        id => id,
    };
    let who = state.current_name().map(|name| format!(" {name}")).unwrap_or_default();
    let id = format!("{id}{who}");
    let id = visible(&id);
    match state.waiting_dice() {
        [] => format!("{id}> "),
        dice if dice.len() <= 10 => format!("{id} [{}]> ", words::faces(dice)),
        dice => format!("{id} [{}d]> ", dice.len()),
    }
}

/// An error about a line that is not kept.
fn complain_alone(start: &PromptConfig, code: Code) {
    let limit = i64::try_from(start.limits.line).unwrap_or(i64::MAX);
    start.output.complain(&[Diagnostic::error(code, None).arg("limit", limit)], &Sources::new());
}

/// Writes a line down; says so once if that cannot be done.
fn keep(line: &str, path: Option<&PathBuf>, start: &PromptConfig) -> bool {
    let Some(path) = path else { return false };
    let kept = history::keep(path, line);
    if let Err(failed) = &kept {
        start.output.complain(&[failed.diagnostic()], &Sources::new());
        start.output.tell_message("prompt-history-lost", &vec![("path", path.display().to_string().into())]);
    }
    kept.is_ok()
}
