//! A table: one thread that owns the state of the prompt. Requests arrive over a channel, and after each change all
//! pages get a new [`Snapshot`]. Pages are rendered from it, so no request waits for a player who is thinking.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{oneshot, watch};

use super::SECRETS;
use super::images::Images;
use super::request::{Silence, TableReply, TableRequest};
use super::seats::{LinkList, Links, Seat, random};
use super::snapshot::{ShotEntry, Snapshot};
use super::table_thread::{Desk, SHOWN, in_lines, told};
use super::verifiable_dice::{Fair, hex};
use crate::cli::FILES;
use crate::cli::WRONG;
#[cfg(feature = "store")]
use crate::cli::cannot_read;
#[cfg(not(feature = "store"))]
use crate::cli::features::Feature;
use crate::cli::prompt::state::{NoAnswers, PromptLine, PromptState};
use crate::cli::prompt::{Folders, SharedGames};
#[cfg(feature = "store")]
use crate::cli::saving::readable;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::Family;
use crate::report::Catalogue;
use crate::source::Sources;
#[cfg(feature = "store")]
use crate::store::Sqlite;
use crate::store::{MoveCounts, OPEN_SECRET, Storage, StoreError};

/// Requests that wait for a table.
const WAITING: usize = 64;
/// Stack of a table: formulas may be nested as deeply as at the prompt.
const STACK: usize = 8 << 20;

/// The handle of a table's thread.
#[derive(Debug)]
pub(super) struct Hub {
    pub(super) id: String,
    pub(super) links: Links,
    pub(super) fair: Fair,
    shot: RwLock<Arc<Snapshot>>,
    version: watch::Sender<u64>,
    requests: SyncSender<Envelope>,
}

#[derive(Debug)]
pub(super) struct Envelope {
    pub(super) request: TableRequest,
    pub(super) reply: oneshot::Sender<TableReply>,
}

impl Hub {
    /// What there is to see now.
    pub(super) fn shot(&self) -> Arc<Snapshot> {
        Arc::clone(&self.shot.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Wakes up whenever there is something new to see.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    /// Whether a page hears what changes.
    pub(super) fn is_watched(&self) -> bool {
        self.version.receiver_count() > 0
    }

    /// Asks for something.
    ///
    /// # Errors
    ///
    /// If the table does not answer.
    pub(super) async fn ask(&self, request: TableRequest) -> Result<TableReply, Silence> {
        let (reply, answer) = oneshot::channel();
        match self.requests.try_send(Envelope { request, reply }) {
            Ok(()) => answer.await.map_err(|_| Silence::Ended),
            Err(TrySendError::Full(_)) => Err(Silence::Busy),
            Err(TrySendError::Disconnected(_)) => Err(Silence::Ended),
        }
    }

    pub(super) fn publish(&self, shot: Snapshot) {
        let version = shot.version;
        *self.shot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shot);
        self.version.send_replace(version);
    }
}

/// What a table starts with.
pub(super) struct Opening {
    /// What it is called in addresses, unless its campaign knows.
    pub(super) id: String,
    pub(super) catalogue: Catalogue,
    pub(super) language_open: bool,
    pub(super) what: TableSource,
    /// What dice follow from, unless a session goes on that was cut off.
    pub(super) secret: [u8; 32],
    /// Games that other tables play.
    pub(super) games: Arc<SharedGames>,
}

impl Opening {
    /// With a random name and secret.
    ///
    /// # Errors
    ///
    /// If the system has no random numbers, in words, and the exit code.
    pub(super) fn new(
        what: TableSource,
        catalogue: &Catalogue,
        language_open: bool,
    ) -> Result<Self, (Vec<String>, u8)> {
        match (random::<6>(), random::<32>()) {
            (Ok(id), Ok(secret)) => {
                let games = Arc::default();
                Ok(Self { id: hex(&id), catalogue: catalogue.clone(), language_open, what, secret, games })
            }
            (Err(error), _) | (_, Err(error)) => Err((vec![no_randomness(catalogue, error)], FILES)),
        }
    }
}

pub(super) enum TableSource {
    /// A campaign, and where it is served, for those who want to open it as well.
    Campaign(PathBuf, String),
    /// A game with characters from files; nothing is kept.
    Game(String, Vec<String>),
}

/// Where a campaign keeps what the server knows of it.
pub(super) const ID: &str = "serve.id";
pub(super) const LINKS: &str = "serve.links";

/// Opens a table; it lives as long as its hub.
///
/// # Errors
///
/// What is wrong with the campaign, the ruleset or the files, in words, and the exit code.
pub(super) fn open(opening: Opening) -> Result<Arc<Hub>, (Vec<String>, u8)> {
    let (requests, incoming) = sync_channel(WAITING);
    let (opened, result) = std::sync::mpsc::channel();
    let table = move || {
        let Opening { id, catalogue, language_open, what, secret, games } = opening;
        let library = Folders::sharing(games);
        let mut state = PromptState::new(&library, catalogue, language_open, 0);
        let place = match &what {
            TableSource::Campaign(path, _) => path.clone(),
            TableSource::Game(..) => PathBuf::new(),
        };
        let begun = begin(&mut state, &what).and_then(|()| {
            let run = random::<8>().map_err(|error| (vec![no_randomness(&state.catalogue, error)], FILES))?;
            Ok((kept(&state, id, secret, &place)?, before(&state, &place)?, hex(&run)))
        });
        let (ServedBefore { id, links, fair, secrets }, Earlier { log, made, taken }, run) = match begun {
            Ok(begun) => begun,
            Err(wrong) => {
                // The opener waits for this.
                let _ = opened.send(Err(wrong));
                return;
            }
        };
        state.draw_from(Box::new(fair.clone()));
        let (version, _) = watch::channel(0);
        let shot = Snapshot {
            version: 0,
            game: state.game().name.clone(),
            id: state.game().id.clone(),
            accent: state.game().accent,
            language: state.catalogue.language(),
            people: Vec::new(),
            templates: state.game().templates.iter().map(|one| one.name.to_string()).collect(),
            times: state.game().times.iter().map(|time| time.name.to_string()).collect(),
            log,
            turns: None,
            question: None,
            last: made.last().filter(|_| state.undoable() > 0).cloned(),
            opened: made.last().map(|(number, _)| *number),
            arrived: state.arrived(),
            redo: state.table.undone() > 0,
            commitment: fair.commitment(),
            run,
            secrets,
        };
        let shared = Arc::new(Hub { id, links, fair, shot: RwLock::new(Arc::new(shot.clone())), version, requests });
        // The table ends when its hub is held nowhere else.
        let hub = Arc::downgrade(&shared);
        let mut desk = Desk {
            hub,
            place,
            incoming,
            shot,
            questions: 0,
            made,
            taken,
            dice: Vec::new(),
            closing: None,
            images: Images::default(),
            looked: None,
            words: state.catalogue.clone(),
        };
        desk.look(&mut state);
        // What is said to users is kept before.
        if let Err((_, lines)) = desk.keep_dice(&mut state).and_then(|()| desk.keep_links(&mut state, None, false)) {
            let _ = opened.send(Err((lines, FILES)));
            return;
        }
        desk.publish();
        if opened.send(Ok(shared)).is_ok()
            && let Some((reply, closed)) = desk.serve(&mut state)
        {
            // A caller that hears that it is closed can open the campaign again.
            drop(state);
            let _ = reply.send(closed);
        }
    };
    let thread = std::thread::Builder::new().name("table".to_owned()).stack_size(STACK).spawn(table);
    match thread.map(|_| result.recv()) {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err((Vec::new(), WRONG)),
        Err(error) => Err((vec![error.to_string()], WRONG)),
    }
}

/// An error as a code and as lines for readers.
pub(super) type RequestError = (&'static str, Vec<String>);

/// The errors in words, and the exit code.
type CommandFailure = (Vec<String>, u8);

fn begin(state: &mut PromptState<'_>, what: &TableSource) -> Result<(), CommandFailure> {
    let (reply, code) = match what {
        TableSource::Campaign(path, address) => match campaign(path, address) {
            Ok(storage) => state.go_on(storage, path),
            Err((error, code)) => return Err((told(&[error], state), code)),
        },
        TableSource::Game(ruleset, _) => state.begin(ruleset),
    };
    if reply.failed() {
        return Err((told(&reply.findings, state), code));
    }
    let TableSource::Game(_, files) = what else { return Ok(()) };
    if files.is_empty() {
        return Ok(());
    }
    let names = files.iter().map(|file| format!("\"{file}\"")).collect::<Vec<_>>().join(" ");
    let reply = state.execute(PromptLine { text: &format!("load {names}"), source: "", number: 1 }, &mut NoAnswers);
    // What cannot be read is distinguished from what is wrong in it.
    let unread = reply.findings.iter().any(|one| one.code.family() == Some(Family::File));
    let code = if unread { FILES } else { WRONG };
    if reply.failed() { Err((told(&reply.findings, state), code)) } else { Ok(()) }
}

/// Opens the file of a campaign, which no other program can write from then on.
#[cfg(feature = "store")]
fn campaign(path: &Path, address: &str) -> Result<Box<dyn Storage>, (Diagnostic, u8)> {
    let failed = |error: StoreError| (error.diagnostic(path), error.exit());
    // Opening something else than a file may wait for ever.
    readable(path).map_err(|error| (cannot_read(path, &error), FILES))?;
    let storage = Sqlite::open(path).map_err(failed)?;
    if let Some(lock) = storage.lock() {
        lock.serve_at(address).map_err(failed)?;
    }
    Ok(Box::new(storage))
}

#[cfg(not(feature = "store"))]
fn campaign(path: &Path, _: &str) -> Result<Box<dyn Storage>, (Diagnostic, u8)> {
    Err(Feature::Store.missing(path.display().to_string()))
}

/// What a campaign that is not open is called in addresses, and its links. One that was never served gets them now.
///
/// # Errors
///
/// What is wrong with the file, in words, and the exit code.
#[cfg(feature = "store")]
pub(super) fn door(path: &Path, catalogue: &Catalogue) -> Result<(String, LinkList), CommandFailure> {
    let failed = |error: StoreError| (in_lines(&error.diagnostic(path), &Sources::new(), catalogue), error.exit());
    let unread = |error| (in_lines(&cannot_read(path, &error), &Sources::new(), catalogue), FILES);
    readable(path).map_err(unread)?;
    let storage = Sqlite::read(path).map_err(failed)?;
    let kept = |name: &str| storage.extra(name).map_err(failed);
    let (id, links) = (kept(ID)?, kept(LINKS)?);
    drop(storage);
    if let (Some(id), Some(links)) = (id, links) {
        let known = LinkList::read(&links).ok_or_else(|| failed(StoreError::Damaged(LINKS.to_owned())))?;
        return Ok((id, known));
    }
    let mut storage = Sqlite::open(path).map_err(failed)?;
    let nothing = |error| (vec![no_randomness(catalogue, error)], FILES);
    let id = hex(&random::<6>().map_err(nothing)?);
    let known = Links::default().wanted(&[], None, false).map_err(nothing)?.unwrap_or_default();
    storage.put_extras(&[(ID, &id), (LINKS, known.text())]).map_err(failed)?;
    Ok((id, known))
}

#[cfg(not(feature = "store"))]
pub(super) fn door(path: &Path, catalogue: &Catalogue) -> Result<(String, LinkList), Wrong> {
    let failed = |(error, code)| (in_lines(&error, &Sources::new(), catalogue), code);
    campaign(path, "").map(|_| Default::default()).map_err(failed)
}

/// What a campaign stores of an earlier server: links, secrets, nonces.
struct ServedBefore {
    id: String,
    links: Links,
    fair: Fair,
    secrets: BTreeMap<String, String>,
}

fn kept(state: &PromptState<'_>, id: String, secret: [u8; 32], place: &Path) -> Result<ServedBefore, CommandFailure> {
    let Some(storage) = state.storage() else {
        let (links, secrets) = (Links::default(), BTreeMap::new());
        return Ok(ServedBefore { id, links, fair: Fair::new(secret), secrets });
    };
    let failed = |error: StoreError| (told(&[error.diagnostic(place)], state), error.exit());
    let damaged = |name: &str| failed(StoreError::Damaged(name.to_owned()));
    let extra = |name: &str| storage.extra(name).map_err(failed);
    let links = match extra(LINKS)? {
        Some(text) => LinkList::read(&text).ok_or_else(|| damaged(LINKS))?,
        None => LinkList::default(),
    };
    let fair = match extra(OPEN_SECRET)?.filter(|kept| !kept.is_empty()) {
        Some(kept) => Fair::resume(&kept).ok_or_else(|| damaged(OPEN_SECRET))?,
        None => Fair::new(secret),
    };
    let secrets = match extra(SECRETS)? {
        Some(text) => serde_json::from_str(&text).map_err(|_| damaged(SECRETS))?,
        None => BTreeMap::new(),
    };
    Ok(ServedBefore { id: extra(ID)?.unwrap_or(id), links: Links::new(links), fair, secrets })
}

pub(super) fn no_randomness(catalogue: &Catalogue, error: rand::rngs::SysError) -> String {
    catalogue.text("no-randomness", &vec![("why", error.to_string().into())])
}

/// The log of earlier sessions, as far as pages show it; and which entries are the moves that lie on the table and those
/// that were taken back.
struct Earlier {
    log: Vec<Arc<ShotEntry>>,
    made: Vec<(u64, Seat)>,
    taken: Vec<(u64, Seat)>,
}

fn before(state: &PromptState<'_>, place: &Path) -> Result<Earlier, CommandFailure> {
    let failed = |error: StoreError| (told(&[error.diagnostic(place)], state), error.exit());
    let log = state.storage().map_or_else(|| Ok(Vec::new()), |storage| storage.log(None, 0)).map_err(failed)?;
    let (mut made, mut taken, mut undone) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (at, one) in log.iter().enumerate() {
        match one.moves {
            MoveCounts::Nothing => {}
            MoveCounts::Made(count) => {
                taken.clear();
                made.extend(std::iter::repeat_n(at, count));
            }
            MoveCounts::Undone(count) => {
                let back = made.split_off(made.len().saturating_sub(count));
                undone.extend(back.iter().copied());
                taken.extend(back.into_iter().rev());
            }
            MoveCounts::Redone(count) => {
                let again = taken.split_off(taken.len().saturating_sub(count));
                again.iter().for_each(|at| _ = undone.remove(at));
                made.extend(again.into_iter().rev());
            }
        }
    }
    let old = log.len().saturating_sub(SHOWN);
    let number = |at: usize| u64::try_from(at.saturating_sub(old)).unwrap_or(u64::MAX).saturating_add(1);
    let by = |one: &crate::store::LogEntry| one.who.clone().map_or(Seat::Gm, Seat::Player);
    // Of moves that older programs made, or whose entries are no longer shown, no entry is known.
    let last = |moves: &[usize], count: usize| -> Vec<(u64, Seat)> {
        let known = moves.get(moves.len().saturating_sub(count)..).unwrap_or_default();
        let unknown = std::iter::repeat_n((0, Seat::Gm), count.saturating_sub(known.len()));
        let seat = |at: &usize| match log.get(*at).filter(|_| *at >= old) {
            Some(one) => (number(*at), by(one)),
            None => (0, Seat::Gm),
        };
        unknown.chain(known.iter().map(seat)).collect()
    };
    let made = last(&made, state.table.moves().count());
    let taken = last(&taken, state.table.undone());
    let wording = state.wording();
    let entry = |(at, one): (usize, &crate::store::LogEntry)| {
        // Without a proof the kinds are not known; the text tells them.
        let kinds = one.proof.iter().flat_map(|proof| proof.kinds.iter().cloned());
        let (dice, typed) = (one.dice.iter().copied(), one.proof.as_ref().map_or(0, |proof| proof.typed));
        Arc::new(ShotEntry {
            number: number(at),
            changed: 0,
            at: u64::try_from(one.at / 1000).unwrap_or(0),
            by: by(one),
            was_typed: !one.line.starts_with("note ") && !wording.tells_itself(&one.line),
            is_note: one.line.starts_with("note "),
            looks: false,
            takes_back: matches!(one.moves, MoveCounts::Undone(_) | MoveCounts::Redone(_)),
            hidden: one.is_hidden(),
            line: one.line.clone(),
            document: one.shown.clone(),
            dice: kinds.zip(dice).collect(),
            typed,
            proof: one.proof.clone(),
            kept: vec![one.number],
            readers: one.readers.clone(),
            undone: undone.contains(&at),
        })
    };
    Ok(Earlier { log: log.iter().enumerate().skip(old).map(entry).collect(), made, taken })
}
