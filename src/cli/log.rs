//! `tirada log`: prints the log of a campaign.

use serde::Serialize;

use super::args::{LogArgs, PageFormat};
use super::campaign::{look, open};
use super::images::{address, embed, shown, type_of};
use super::page::as_page;
use super::prompt::{as_spoken, without_folders};
use super::{CommandContext, FINE, OutputFormat, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::report::document::{Block, Document, Line, TextRole, html, markdown, text};
use crate::report::json::VersionedList;
use crate::report::{Catalogue, json_line, visible};
use crate::store::{About, CampaignSession, LogEntry, Storage as _, moment, names_files};
use crate::syntax::our_word;

/// Letters of a moment before its time of day.
const DAY: usize = "2026-11-24 ".len();

pub(super) fn run(context: &mut CommandContext, wanted: &LogArgs) -> u8 {
    match written(context, wanted) {
        Ok(()) => FINE,
        Err((errors, code)) => {
            context.output.complain(&errors, &crate::source::Sources::new());
            code
        }
    }
}

fn written(context: &mut CommandContext, wanted: &LogArgs) -> Result<(), (Vec<Diagnostic>, u8)> {
    let (path, storage) = open(&wanted.campaign)?;
    let failed = |error: crate::store::StoreError| (vec![error.diagnostic(&path)], error.exit());
    let about = storage.about().map_err(failed)?;
    let mut sessions = storage.sessions().map_err(failed)?;
    let newest = sessions.last().map(|one| one.number);
    if let Some(number) = wanted.session {
        let last = sessions.len();
        sessions.retain(|one| one.number == number);
        if sessions.is_empty() {
            let none = Diagnostic::error(Code::NoSuchSession, None).arg("number", number).arg("count", last);
            return Err((vec![none], WRONG));
        }
    }
    let mut entries = storage.log(wanted.session, 0).map_err(failed)?;
    entries.retain(|one| !(wanted.players && one.is_hidden()));
    let (who, worded) = look(context, &path, &storage, |_, state| {
        let wording = state.wording();
        let worded: Vec<Option<String>> = entries.iter().map(|one| wording.in_words(&one.line)).collect();
        (if wanted.players { state.who_plays() } else { state.who(false) }, worded)
    })?;
    let catalogue = &context.output.catalogue;
    if wanted.format == PageFormat::Json {
        let entries: Vec<LogEntryJson<'_>> = entries.iter().map(LogEntryJson::from).collect();
        context.output.print(&json_line(&VersionedList("entries", &entries)));
        return Ok(());
    }
    let mut document = told(&sessions, &entries, &worded, catalogue);
    // What holds now is not how an earlier session ended.
    if wanted.session.is_none() || wanted.session == newest {
        document = document.heading(catalogue.say("log-now"));
        document.append(who);
    }
    match wanted.format {
        PageFormat::Html => {
            let mut page = page(&about, &document, catalogue);
            for name in entries.iter().filter(|one| one.who.is_none()).filter_map(|one| shown(&one.line)) {
                if let (Some(bytes), Some(kind)) = (storage.extra(&address(name)).map_err(failed)?, type_of(name)) {
                    page = embed(&page, name, &format!("data:{kind};base64,{bytes}"), &catalogue.say("log-image"));
                }
            }
            context.output.print(page.trim_end());
        }
        PageFormat::Markdown => context.output.show(&document, OutputFormat::Markdown),
        PageFormat::Bbcode => context.output.show(&document, OutputFormat::Bbcode),
        PageFormat::Text | PageFormat::Json => context.output.show(&document, OutputFormat::Text),
    }
    Ok(())
}

/// The lines of some sessions with their results.
fn told(
    sessions: &[CampaignSession],
    entries: &[LogEntry],
    worded: &[Option<String>],
    catalogue: &Catalogue,
) -> Document {
    let mut document = Document::new();
    for session in sessions {
        let lines = entries.iter().zip(worded).filter(|(one, _)| one.session == session.number);
        let lines: Vec<(&LogEntry, &Option<String>)> = lines.collect();
        if lines.is_empty() {
            continue;
        }
        let args = vec![("number", session.number.into()), ("when", moment(session.opened).into())];
        document = document.heading(catalogue.text("log-session", &args));
        for (one, worded) in lines {
            if let Some((note, more)) = note_in(&one.shown) {
                document = document.line(head(one, catalogue).then(note));
                document = more.into_iter().fold(document, |document, line| document.told(0, line));
                continue;
            }
            // How a sheet was written says less than what is different on it.
            let told = one.shown.blocks.iter().filter(|_| edits(&one.line)).filter_map(|block| match block {
                Block::Told { line, .. } | Block::Item { line, .. } => Some(line.clone()),
                _ => None,
            });
            let changes = Line::join(told, " · ");
            if !changes.is_empty() {
                document = document.line(head(one, catalogue).then(changes));
                continue;
            }
            document = document.line(match worded {
                Some(worded) => head(one, catalogue).plain(worded),
                None => head(one, catalogue).code(as_spoken(&one.line, catalogue)),
            });
            let told = |line: &Line| if names_files(&one.line) { with_names_alone(line) } else { line.clone() };
            for block in &one.shown.blocks {
                document.push(match block {
                    Block::Line(line) => Block::Told { depth: 0, line: told(line) },
                    Block::Told { depth, line } => Block::Told { depth: depth.saturating_add(1), line: told(line) },
                    other => other.clone(),
                });
            }
        }
    }
    if document.is_empty() { document.line(catalogue.say("log-empty")) } else { document }
}

/// A line in which files have their names alone.
fn with_names_alone(line: &Line) -> Line {
    let pieces = line.pieces().iter();
    pieces.fold(Line::new(), |line, piece| line.piece(piece.role, without_folders(&piece.text)))
}

/// Whether a line changes a sheet.
fn edits(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    word == "edit" || our_word("commands", word) == Some("edit")
}

/// The time of a line, who does not see it, and the player who typed it or for whom it was rolled; the game master is not
/// named.
fn head(one: &LogEntry, catalogue: &Catalogue) -> Line {
    let at = moment(one.at);
    let line = Line::new().dim(format!("{} ", at.get(DAY..).unwrap_or(&at)));
    let line = match one.readers.as_slice() {
        _ if !one.is_hidden() => line,
        [] => line.dim(format!("({}) ", catalogue.say("log-hidden"))),
        readers => line.dim(format!("({}) ", catalogue.text("log-private", &vec![("names", readers.to_vec().into())]))),
    };
    match one.who.as_ref().or(one.actor.as_ref()) {
        Some(who) => line.name(who).plain(": "),
        None => line,
    }
}

/// A note, where nothing else was shown: its first line, and the others.
fn note_in(shown: &Document) -> Option<(Line, Vec<Line>)> {
    let lines = shown.blocks.iter().map(|block| match block {
        Block::Line(line) if line.pieces().iter().all(|piece| piece.role == TextRole::Comment) => Some(line.clone()),
        _ => None,
    });
    let lines: Vec<Line> = lines.collect::<Option<_>>()?;
    let (first, more) = lines.split_first()?;
    Some((first.clone(), more.to_vec()))
}

/// A log as a page; what is text has no tags.
fn page(about: &About, document: &Document, catalogue: &Catalogue) -> String {
    let title = visible(&about.name);
    // Sessions stand right below the title.
    let body = html::render(document, &html::escape(&title)).replace("h4>", "h2>");
    as_page(&title, &body, catalogue.language())
}

/// The JSON of an entry of the log.
#[derive(Serialize)]
struct LogEntryJson<'e> {
    number: i64,
    session: i64,
    at: i64,
    who: Option<&'e str>,
    actor: Option<&'e str>,
    hidden: bool,
    line: &'e str,
    dice: &'e [i64],
    seed: Option<u64>,
    text: String,
    markdown: String,
}

impl<'e> From<&'e LogEntry> for LogEntryJson<'e> {
    fn from(one: &'e LogEntry) -> Self {
        let plain = text::TextStyle { colour: false, width: 0, plain: false };
        Self {
            number: one.number,
            session: one.session,
            at: one.at,
            who: one.who.as_deref(),
            actor: one.actor.as_deref(),
            hidden: one.is_hidden(),
            line: &one.line,
            dice: &one.dice,
            seed: one.seed,
            text: text::render(&one.shown, &plain).trim_end().to_owned(),
            markdown: markdown::render(&one.shown).trim_end().to_owned(),
        }
    }
}
