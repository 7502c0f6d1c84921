//! A table: one thread that owns the prompt's state. Requests come in over a channel, and after each change everybody
//! gets a new [`Shot`] of all there is to see. Pages are made from that, so nobody waits for anybody who thinks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::{oneshot, watch};

use super::SECRETS;
use super::fair::{ByHand, Fair, hex};
use super::forms::{self, Form};
use super::seats::{Fate, Known, Links, Seat, random};
use crate::check::answer_of;
use crate::check::program::{AnswerKind, Die, Game};
use crate::cli::FILES;
use crate::cli::WRONG;
use crate::cli::asking::{asked as question_of, choice, in_words, missing_dice, missing_faces, takes_numbers};
#[cfg(feature = "store")]
use crate::cli::cannot_read;
use crate::cli::prompt::Folders;
use crate::cli::prompt::complete::complete;
use crate::cli::prompt::hosting::Would;
use crate::cli::prompt::state::{Asker, Nobody, Seeds, State, Typed};
#[cfg(feature = "store")]
use crate::cli::saving::regular;
#[cfg(not(feature = "store"))]
use crate::diagnostic::Code;
use crate::diagnostic::Diagnostic;
use crate::engine::{Answer, Asked, AskedFor, Decision};
use crate::limits::Limits;
use crate::report::diagnostics::spoken;
use crate::report::document::Document;
use crate::report::{Catalogue, Language, roll};
use crate::ruleset::Accent;
use crate::source::Sources;
#[cfg(feature = "store")]
use crate::store::Sqlite;
use crate::store::{OPEN_SECRET, Proof, Storage, StoreError};
use crate::world::{Look, Turns, World};

/// Entries of the log that pages show.
const SHOWN: usize = 300;
/// Requests that wait for a table.
const WAITING: usize = 64;
/// Stack of a table: formulas may be nested as deeply as at the prompt.
const STACK: usize = 8 << 20;

/// What somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A line of the prompt.
    Line(String),
    /// An action, with what was filled in; or only its odds.
    Act {
        name: String,
        parts: Vec<(String, String)>,
        odds: bool,
    },
    /// An intervention in somebody's name, in an entry of the log.
    Intervene {
        name: String,
        by: String,
        at: String,
        parts: Vec<(String, String)>,
    },
    /// A box of a track.
    Mark {
        who: String,
        track: String,
        at: usize,
    },
    /// Points.
    Points {
        who: String,
        name: String,
        to: i64,
    },
    /// An answer to the open question; an empty one leaves it.
    Answer {
        question: u64,
        text: String,
    },
    /// A hidden entry is shown to all.
    Reveal(u64),
    Note(String),
    Undo,
    Redo,
    /// What may stand at the end of a line.
    Complete(String),
    /// A note that only some players see, beside whoever leads the game.
    Tell {
        to: Vec<String>,
        text: String,
    },
    /// Characters act in turn from now on: these, or all.
    Begin(Vec<String>),
    /// What becomes of the link of a character.
    Link(String, Fate),
    /// The server asks: everybody is to have a link.
    KeepLinks,
    /// The server asks: the session ends.
    Close,
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) seat: Seat,
    pub(super) wanted: Wanted,
    /// Faces that lie on the real table.
    pub(super) dice: String,
    /// Only the GM sees what comes of it.
    pub(super) hidden: bool,
    /// The last entry that whoever asks had seen: what is about it must be about that.
    pub(super) seen: Option<u64>,
}

impl Request {
    /// What the server itself wants.
    pub(super) fn of_the_server(wanted: Wanted) -> Self {
        Self { seat: Seat::Gm, wanted, dice: String::new(), hidden: false, seen: None }
    }
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reply {
    /// Done; the version that shows it.
    Done(u64),
    /// It was not done, and why.
    Refused(Refusal),
    Offered(usize, Vec<(String, String)>),
}

/// Why something was not done: a code, and lines for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) code: &'static str,
    pub(super) lines: Vec<String>,
}

/// An entry of the log.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// From 1 on, without gaps.
    pub(super) number: u64,
    /// The version at which it last changed.
    pub(super) changed: u64,
    /// Seconds since 1970.
    pub(super) at: u64,
    pub(super) by: Seat,
    pub(super) line: String,
    /// The line was typed, and is worth reading.
    pub(super) was_typed: bool,
    pub(super) document: Document,
    /// Dice as they fell: their kind and their face.
    pub(super) dice: Vec<(String, i64)>,
    /// How many of these, from the first on, were typed.
    pub(super) typed: usize,
    /// How its dice can be verified.
    pub(super) proof: Option<Proof>,
    /// Its numbers in the campaign.
    pub(super) kept: Vec<i64>,
    pub(super) is_note: bool,
    /// It only showed something.
    pub(super) looks: bool,
    pub(super) hidden: bool,
    /// Where it is hidden: who sees it all the same.
    pub(super) readers: Vec<String>,
    pub(super) undone: bool,
}

impl Entry {
    /// Whether nothing was done or rolled.
    pub(super) fn is_aside(&self) -> bool {
        self.is_note || self.looks
    }
}

/// A question that the rules put to somebody. The table waits for the answer.
#[derive(Debug, Clone)]
pub(super) struct Question {
    pub(super) number: u64,
    pub(super) to: Seat,
    pub(super) by: Seat,
    pub(super) words: String,
    pub(super) doc: Option<String>,
    pub(super) fallen: Vec<i64>,
    /// What is sent, and what is read.
    pub(super) options: Vec<(String, String)>,
    /// Whether anything else can be said.
    pub(super) open: bool,
    /// What holds where nothing is said.
    pub(super) otherwise: Option<String>,
}

/// An intervention that somebody may choose now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) form: Form,
    pub(super) places: Vec<String>,
}

/// A character, or the table itself.
#[derive(Debug, Clone)]
pub(super) struct Somebody {
    pub(super) look: Look,
    /// Actions with the reason why they cannot be done now.
    pub(super) actions: Vec<(Form, Option<String>)>,
    pub(super) offers: Vec<Offer>,
}

/// Everything there is to see at a table.
#[derive(Debug, Clone)]
pub(super) struct Shot {
    pub(super) version: u64,
    pub(super) game: String,
    pub(super) id: String,
    /// The colour of the game.
    pub(super) accent: Option<Accent>,
    pub(super) language: Language,
    /// The table itself first.
    pub(super) people: Vec<Arc<Somebody>>,
    pub(super) times: Vec<String>,
    pub(super) log: Vec<Arc<Entry>>,
    /// Whose turn it is, if characters act in turn.
    pub(super) turns: Option<TurnsSeen>,
    pub(super) question: Option<Arc<Question>>,
    /// The entry of the move that would be undone, and who made it.
    pub(super) last: Option<(u64, Seat)>,
    pub(super) redo: bool,
    pub(super) commitment: String,
    /// Which run of the server this is.
    pub(super) run: String,
    /// Secrets of earlier sessions, by their hashes.
    pub(super) secrets: BTreeMap<String, String>,
}

/// The order in which characters act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TurnsSeen {
    pub(super) turns: Turns,
    /// For each of them, whether they can act; or why that cannot be told.
    pub(super) able: Result<Vec<bool>, Vec<String>>,
}

/// A table, from outside.
#[derive(Debug)]
pub(super) struct Hub {
    pub(super) id: String,
    pub(super) links: Links,
    pub(super) fair: Fair,
    shot: RwLock<Arc<Shot>>,
    version: watch::Sender<u64>,
    requests: SyncSender<Envelope>,
}

/// Why a table does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// Too many requests wait for it.
    Busy,
    /// The session is closed, or the program failed.
    Ended,
}

#[derive(Debug)]
struct Envelope {
    request: Request,
    reply: oneshot::Sender<Reply>,
}

impl Hub {
    /// What there is to see now.
    pub(super) fn shot(&self) -> Arc<Shot> {
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
    /// That the table does not answer.
    pub(super) async fn ask(&self, request: Request) -> Result<Reply, Silence> {
        let (reply, answer) = oneshot::channel();
        match self.requests.try_send(Envelope { request, reply }) {
            Ok(()) => answer.await.map_err(|_| Silence::Ended),
            Err(TrySendError::Full(_)) => Err(Silence::Busy),
            Err(TrySendError::Disconnected(_)) => Err(Silence::Ended),
        }
    }

    fn publish(&self, shot: Shot) {
        let version = shot.version;
        *self.shot.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(shot);
        self.version.send_replace(version);
    }
}

/// How a table begins.
pub(super) struct Opening {
    /// What it is called in addresses, unless its campaign knows.
    pub(super) id: String,
    pub(super) catalogue: Catalogue,
    pub(super) language_open: bool,
    pub(super) what: Played,
    /// What dice follow from, unless a session goes on that was cut off.
    pub(super) secret: [u8; 32],
}

impl Opening {
    /// With a name and a secret that nobody knows.
    ///
    /// # Errors
    ///
    /// That the system has no random numbers, in words, and the exit code.
    pub(super) fn new(what: Played, catalogue: &Catalogue, language_open: bool) -> Result<Self, (Vec<String>, u8)> {
        match (random::<6>(), random::<32>()) {
            (Ok(id), Ok(secret)) => {
                Ok(Self { id: hex(&id), catalogue: catalogue.clone(), language_open, what, secret })
            }
            (Err(error), _) | (_, Err(error)) => Err((vec![no_randomness(catalogue, error)], FILES)),
        }
    }
}

/// What is played.
pub(super) enum Played {
    /// A campaign, and where it is served, for those who want to open it as well.
    Campaign(PathBuf, String),
    /// A game with characters from files; nothing is kept.
    Game(String, Vec<String>),
}

/// Where a campaign keeps what the server knows of it.
const ID: &str = "serve.id";
const LINKS: &str = "serve.links";

/// Opens a table; it lives as long as its hub.
///
/// # Errors
///
/// What is wrong with the campaign, the ruleset or the files, in words, and the exit code.
pub(super) fn open(opening: Opening) -> Result<Arc<Hub>, (Vec<String>, u8)> {
    let (requests, incoming) = sync_channel(WAITING);
    let (opened, result) = std::sync::mpsc::channel();
    let table = move || {
        let library = Folders::new(false);
        let Opening { id, catalogue, language_open, what, secret } = opening;
        let mut state = State::new(&library, catalogue, language_open, 0);
        let place = match &what {
            Played::Campaign(path, _) => path.clone(),
            Played::Game(..) => PathBuf::new(),
        };
        let begun = begin(&mut state, &what).and_then(|()| {
            let run = random::<8>().map_err(|error| (vec![no_randomness(&state.catalogue, error)], FILES))?;
            Ok((kept(&state, id, secret, &place)?, before(&state, &place)?, hex(&run)))
        });
        let (Before { id, links, fair, secrets }, log, run) = match begun {
            Ok(begun) => begun,
            Err(wrong) => {
                // Whoever opens it waits for this.
                let _ = opened.send(Err(wrong));
                return;
            }
        };
        state.draw_from(Box::new(fair.clone()));
        let (version, _) = watch::channel(0);
        let made: Vec<(u64, Seat)> = state.table.moves().map(|_| (0, Seat::Gm)).collect();
        let shot = Shot {
            version: 0,
            game: state.game().name.clone(),
            id: state.game().id.clone(),
            accent: state.game().accent,
            language: state.catalogue.language(),
            people: Vec::new(),
            times: state.game().times.iter().map(|time| time.name.to_string()).collect(),
            log,
            turns: None,
            question: None,
            last: made.last().cloned(),
            redo: state.table.undone() > 0,
            commitment: fair.commitment(),
            run,
            secrets,
        };
        let shared = Arc::new(Hub { id, links, fair, shot: RwLock::new(Arc::new(shot.clone())), version, requests });
        // The table ends when nobody else holds its hub.
        let hub = Arc::downgrade(&shared);
        let taken = (0..state.table.undone()).map(|_| (0, Seat::Gm)).collect();
        let speaker = state.speaker();
        let mut desk = Desk { hub, place, incoming, shot, questions: 0, made, taken, speaker, closing: None };
        desk.look(&mut state);
        // What is said to anybody is kept before.
        if let Err((_, lines)) = desk.keep_dice(&mut state).and_then(|()| desk.keep_links(&mut state, None)) {
            let _ = opened.send(Err((lines, FILES)));
            return;
        }
        desk.publish();
        if opened.send(Ok(shared)).is_ok()
            && let Some((reply, closed)) = desk.serve(&mut state)
        {
            // Whoever hears that it is closed can open the campaign again.
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

/// A code, and what is wrong in words.
type Trouble = (&'static str, Vec<String>);

/// What is wrong, in words, and the exit code.
type Wrong = (Vec<String>, u8);

fn begin(state: &mut State<'_>, what: &Played) -> Result<(), Wrong> {
    let (reply, code) = match what {
        Played::Campaign(path, address) => match campaign(path, address) {
            Ok(storage) => state.go_on(storage, path),
            Err((error, code)) => return Err((told(&[error], state), code)),
        },
        Played::Game(ruleset, _) => state.begin(ruleset),
    };
    if reply.failed() {
        return Err((told(&reply.findings, state), code));
    }
    let Played::Game(_, files) = what else { return Ok(()) };
    if files.is_empty() {
        return Ok(());
    }
    let names = files.iter().map(|file| format!("\"{file}\"")).collect::<Vec<_>>().join(" ");
    let reply = state.execute(Typed { text: &format!("load {names}"), source: "", number: 1 }, &mut Nobody);
    // What cannot be read is told apart from what is wrong in it.
    let unread = reply.findings.iter().any(|one| one.code.as_str().starts_with("file-"));
    let code = if unread { FILES } else { WRONG };
    if reply.failed() { Err((told(&reply.findings, state), code)) } else { Ok(()) }
}

/// Opens the file of a campaign, which nobody else can write from then on.
#[cfg(feature = "store")]
fn campaign(path: &Path, address: &str) -> Result<Box<dyn Storage>, (Diagnostic, u8)> {
    let failed = |error: StoreError| (error.diagnostic(path), error.exit());
    // Opening something else than a file may wait for ever.
    regular(path).map_err(|error| (cannot_read(path, &error), FILES))?;
    let storage = Sqlite::open(path).map_err(failed)?;
    if let Some(lock) = storage.lock() {
        lock.serve_at(address).map_err(failed)?;
    }
    Ok(Box::new(storage))
}

#[cfg(not(feature = "store"))]
fn campaign(path: &Path, _: &str) -> Result<Box<dyn Storage>, (Diagnostic, u8)> {
    let error = Diagnostic::error(Code::FeatureMissing, None).arg("what", path.display().to_string());
    Err((error.arg("feature", "store").help_with("help-build-with", "feature", "store"), super::super::USAGE))
}

/// What a campaign that nobody has open is called in addresses, and its links. One that was never served gets them now.
///
/// # Errors
///
/// What is wrong with the file, in words, and the exit code.
#[cfg(feature = "store")]
pub(super) fn door(path: &Path, catalogue: &Catalogue) -> Result<(String, Known), Wrong> {
    let failed = |error: StoreError| (in_lines(&error.diagnostic(path), &Sources::new(), catalogue), error.exit());
    let unread = |error| (in_lines(&cannot_read(path, &error), &Sources::new(), catalogue), FILES);
    regular(path).map_err(unread)?;
    let storage = Sqlite::read(path).map_err(failed)?;
    let kept = |name: &str| storage.extra(name).map_err(failed);
    let (id, links) = (kept(ID)?, kept(LINKS)?);
    drop(storage);
    if let (Some(id), Some(links)) = (id, links) {
        let known = Known::read(&links).ok_or_else(|| failed(StoreError::Damaged(LINKS.to_owned())))?;
        return Ok((id, known));
    }
    let mut storage = Sqlite::open(path).map_err(failed)?;
    let nothing = |error| (vec![no_randomness(catalogue, error)], FILES);
    let id = hex(&random::<6>().map_err(nothing)?);
    let known = Links::default().wanted(&[], None).map_err(nothing)?.unwrap_or_default();
    storage.put_extras(&[(ID, &id), (LINKS, &known.text())]).map_err(failed)?;
    Ok((id, known))
}

#[cfg(not(feature = "store"))]
pub(super) fn door(path: &Path, catalogue: &Catalogue) -> Result<(String, Known), Wrong> {
    let failed = |(error, code)| (in_lines(&error, &Sources::new(), catalogue), code);
    campaign(path, "").map(|_| Default::default()).map_err(failed)
}

/// What a campaign knows of where it was served.
struct Before {
    id: String,
    links: Links,
    fair: Fair,
    secrets: BTreeMap<String, String>,
}

fn kept(state: &State<'_>, id: String, secret: [u8; 32], place: &Path) -> Result<Before, Wrong> {
    let Some(storage) = state.storage() else {
        let (links, secrets) = (Links::default(), BTreeMap::new());
        return Ok(Before { id, links, fair: Fair::new(secret), secrets });
    };
    let failed = |error: StoreError| (told(&[error.diagnostic(place)], state), error.exit());
    let damaged = |name: &str| failed(StoreError::Damaged(name.to_owned()));
    let extra = |name: &str| storage.extra(name).map_err(failed);
    let links = match extra(LINKS)? {
        Some(text) => Known::read(&text).ok_or_else(|| damaged(LINKS))?,
        None => Known::default(),
    };
    let fair = match extra(OPEN_SECRET)?.filter(|kept| !kept.is_empty()) {
        Some(kept) => Fair::resume(&kept).ok_or_else(|| damaged(OPEN_SECRET))?,
        None => Fair::new(secret),
    };
    let secrets = match extra(SECRETS)? {
        Some(text) => serde_json::from_str(&text).map_err(|_| damaged(SECRETS))?,
        None => BTreeMap::new(),
    };
    Ok(Before { id: extra(ID)?.unwrap_or(id), links: Links::new(links), fair, secrets })
}

fn no_randomness(catalogue: &Catalogue, error: rand::rngs::SysError) -> String {
    catalogue.text("no-randomness", &vec![("why", error.to_string().into())])
}

/// The log of earlier sessions, as far as pages show it.
fn before(state: &State<'_>, place: &Path) -> Result<Vec<Arc<Entry>>, Wrong> {
    let Some(storage) = state.storage() else { return Ok(Vec::new()) };
    let failed = |error: StoreError| (told(&[error.diagnostic(place)], state), error.exit());
    let mut log = storage.log(None, 0).map_err(failed)?;
    log.drain(..log.len().saturating_sub(SHOWN));
    let entry = |(at, one): (usize, crate::store::Entry)| {
        // Without a proof the kinds are not known; the text tells them.
        let kinds = one.proof.iter().flat_map(|proof| proof.kinds.iter().cloned());
        let (dice, typed) = (one.dice.iter().copied(), one.proof.as_ref().map_or(0, |proof| proof.typed));
        Entry {
            number: u64::try_from(at).unwrap_or(u64::MAX).saturating_add(1),
            changed: 0,
            at: u64::try_from(one.at / 1000).unwrap_or(0),
            by: one.who.map_or(Seat::Gm, Seat::Player),
            was_typed: !one.line.starts_with("note "),
            is_note: one.line.starts_with("note "),
            looks: false,
            line: one.line,
            document: one.shown,
            dice: kinds.zip(dice).collect(),
            typed,
            proof: one.proof,
            kept: vec![one.number],
            hidden: one.hidden,
            readers: one.readers,
            undone: false,
        }
    };
    Ok(log.into_iter().enumerate().map(entry).map(Arc::new).collect())
}

/// What the thread of a table has beside the prompt's state.
struct Desk {
    hub: std::sync::Weak<Hub>,
    /// What the campaign is called in errors.
    place: PathBuf,
    incoming: Receiver<Envelope>,
    shot: Shot,
    questions: u64,
    /// The entries of the moves that lie on the table, and who made them.
    made: Vec<(u64, Seat)>,
    /// The same for moves that were taken back.
    taken: Vec<(u64, Seat)>,
    /// For whom the GM speaks.
    speaker: Option<String>,
    /// The table is to end; whoever wants that waits for it.
    closing: Option<oneshot::Sender<Reply>>,
}

impl Desk {
    /// Answers until the table is to end. Then who waits for that, and what they are told.
    fn serve(&mut self, state: &mut State<'_>) -> Option<(oneshot::Sender<Reply>, Reply)> {
        while let Ok(Envelope { request, reply }) = self.incoming.recv() {
            if request.wanted == Wanted::Close {
                self.closing = Some(reply);
            } else {
                let answer = self.answer(request, state);
                // Whoever asked may have left.
                let _ = reply.send(answer);
            }
            if let Some(reply) = self.closing.take() {
                let closed = match self.close(state) {
                    Ok(()) => Reply::Done(self.shot.version),
                    Err(error) => refused(&[error], state),
                };
                return Some((reply, closed));
            }
        }
        None
    }

    /// Ends the session. Its secret may be told once it is kept that nothing more is thrown with it.
    fn close(&mut self, state: &mut State<'_>) -> Result<(), Diagnostic> {
        let Some(hub) = self.hub.upgrade() else { return state.close() };
        if let Some(storage) = state.storage_mut() {
            if hub.fair.is_used() {
                self.shot.secrets.insert(self.shot.commitment.clone(), hub.fair.secret());
            }
            let kept = serde_json::to_string(&self.shot.secrets).map_err(StoreError::from);
            let kept = kept.and_then(|secrets| storage.put_extras(&[(SECRETS, &secrets), (OPEN_SECRET, "")]));
            kept.map_err(|error| error.diagnostic(&self.place))?;
        }
        hub.fair.tell();
        state.close()
    }

    /// Keeps what the next rolls follow from, where that is not kept yet. Why that cannot be, otherwise.
    fn keep_dice(&self, state: &mut State<'_>) -> Result<(), Trouble> {
        let Some(hub) = self.hub.upgrade() else { return Ok(()) };
        let Some(due) = hub.fair.due() else { return Ok(()) };
        let text = serde_json::to_string(&due).map_err(StoreError::from);
        let kept = text.and_then(|text| match state.storage_mut() {
            Some(storage) => storage.put_extras(&[(OPEN_SECRET, &text)]),
            None => Ok(()),
        });
        kept.map_err(|error| self.trouble(&error, state))?;
        hub.fair.kept(due);
        Ok(())
    }

    /// Keeps who may come in, where it has changed; then it holds.
    fn keep_links(&self, state: &mut State<'_>, fate: Option<(&Seat, &Fate)>) -> Result<(), Trouble> {
        let Some(hub) = self.hub.upgrade() else { return Ok(()) };
        let people: Vec<String> = self.shot.people.iter().skip(1).map(|one| one.look.name.clone()).collect();
        let wanted = hub.links.wanted(&people, fate);
        let wanted = wanted.map_err(|error| ("no-randomness", vec![no_randomness(&state.catalogue, error)]))?;
        let Some(wanted) = wanted else { return Ok(()) };
        if let Some(storage) = state.storage_mut()
            && let Err(error) = storage.put_extras(&[(ID, &hub.id), (LINKS, &wanted.text())])
        {
            return Err(self.trouble(&error, state));
        }
        hub.links.publish(wanted);
        Ok(())
    }

    /// Why something could not be kept.
    fn trouble(&self, error: &StoreError, state: &State<'_>) -> Trouble {
        let error = error.diagnostic(&self.place);
        (error.code.as_str(), told(&[error], state))
    }

    fn answer(&mut self, request: Request, state: &mut State<'_>) -> Reply {
        let Request { seat, wanted, dice, hidden, seen } = request;
        let hidden = hidden && seat.is_gm();
        let last = self.shot.last.as_ref().map(|(number, _)| *number);
        let newest = self.shot.log.iter().rev().find(|entry| !entry.is_aside() && may_see(entry, &seat));
        let newest = newest.map(|entry| entry.number);
        let text = match &wanted {
            Wanted::Line(text) => Ok(text.clone()),
            Wanted::Act { name, parts, odds: false } => forms::line(name, None, parts),
            Wanted::Act { name, parts, odds: true } => {
                forms::line(name, None, parts).map(|line| format!("odds do {line}"))
            }
            Wanted::Intervene { .. } if seen.is_some() && seen != newest => {
                return self.refuse("serve-moved-on", state);
            }
            Wanted::Intervene { name, at, parts, .. } => forms::line(name, Some(at), parts),
            Wanted::Mark { who, track, at } => match marked(&self.shot.people, who, track, *at) {
                Some(edit) if seat.is_gm() => Ok(edit),
                Some(_) => return self.refuse("serve-only-gm", state),
                None => return self.refuse("serve-moved-on", state),
            },
            Wanted::Points { who, name, to } if seat.is_gm() => forms_edit(who, "points", name, &to.to_string()),
            Wanted::Points { .. } => return self.refuse("serve-only-gm", state),
            Wanted::Undo | Wanted::Redo if seen.is_some() && seen != last && wanted == Wanted::Undo => {
                return self.refuse("serve-moved-on", state);
            }
            Wanted::Undo => Ok("undo".to_owned()),
            Wanted::Redo => Ok("redo".to_owned()),
            Wanted::Answer { .. } => return self.refuse("serve-question-gone", state),
            Wanted::Reveal(number) => return self.reveal(*number, &seat, state),
            Wanted::Note(text) if text.trim().is_empty() => return self.refuse("serve-too-long", state),
            Wanted::Note(text) => Ok(format!("note {}", text.trim())),
            Wanted::Tell { text, .. } if text.trim().is_empty() => return self.refuse("serve-too-long", state),
            Wanted::Tell { to, text } => {
                if to.iter().any(|name| !self.is_there(name)) {
                    return self.refuse("serve-moved-on", state);
                }
                Ok(format!("note {}", text.trim()))
            }
            Wanted::Begin(_) if !seat.is_gm() => return self.refuse("serve-only-gm", state),
            Wanted::Begin(names) => forms::begin(names),
            Wanted::Link(..) | Wanted::KeepLinks if !seat.is_gm() => return self.refuse("serve-only-gm", state),
            Wanted::Link(name, Fate::HandedTo(other)) if name == other || !self.is_there(other) => {
                return self.refuse("serve-moved-on", state);
            }
            Wanted::Link(name, _) if !self.is_there(name) => return self.refuse("serve-moved-on", state),
            Wanted::Link(name, fate) => {
                let whose = Seat::Player(name.clone());
                return self.links_kept(state, Some((&whose, fate)));
            }
            Wanted::KeepLinks => return self.links_kept(state, None),
            Wanted::Close => return self.refuse("serve-busy", state),
            Wanted::Complete(line) => {
                if !seat.is_gm() {
                    return Reply::Offered(line.len(), Vec::new());
                }
                let (start, found) = complete(line, line.len(), &state.view());
                return Reply::Offered(start, found.into_iter().take(20).map(|one| (one.text, one.about)).collect());
            }
        };
        match text {
            Ok(text) => {
                let by = match &wanted {
                    Wanted::Intervene { by, .. } => Some(by.clone()),
                    _ => None,
                };
                let was_typed = matches!(wanted, Wanted::Line(_));
                let (hidden, readers) = match &wanted {
                    Wanted::Tell { to, .. } => (true, to.clone()),
                    _ => (hidden, Vec::new()),
                };
                let said = Said { text: &text, by, dice: &dice, hidden, readers, was_typed };
                self.line(&said, &seat, state)
            }
            Err(text) => {
                let words = state.catalogue.text("serve-bad-text", &vec![("text", text.into())]);
                Reply::Refused(Refusal { code: "bad-text", lines: vec![words] })
            }
        }
    }

    fn is_there(&self, name: &str) -> bool {
        self.shot.people.iter().skip(1).any(|one| one.look.name == name)
    }

    fn links_kept(&mut self, state: &mut State<'_>, fate: Option<(&Seat, &Fate)>) -> Reply {
        match self.keep_links(state, fate) {
            Ok(()) => {
                // Pages whose link is worth nothing any more are told.
                self.publish();
                Reply::Done(self.shot.version)
            }
            Err((code, lines)) => Reply::Refused(Refusal { code, lines }),
        }
    }

    /// Does what a line says, if whoever says it may.
    fn line(&mut self, said: &Said<'_>, seat: &Seat, state: &mut State<'_>) -> Reply {
        let Said { text, by, dice, hidden, readers, was_typed } = said;
        if text.len() > Limits::FULL.line {
            return self.refuse("serve-too-long", state);
        }
        let typed = Typed { text, source: "", number: 1 };
        if let (Some(name), Some(by)) = (seat.name(), by)
            && by != name
        {
            return self.refuse("serve-not-yours", state);
        }
        state.speak_as(seat.name().or(by.as_deref()).or(self.speaker.as_deref()));
        let would = state.would(typed);
        // What only shows something may show what others are not to see.
        let hidden = *hidden || would == Would::Look;
        let own_undo = would == Would::Undo
            && text.trim() == "undo"
            && self.shot.last.as_ref().is_some_and(|(_, maker)| maker == seat);
        match (&would, seat.name()) {
            (Would::Leave, _) => return self.refuse("serve-not-on-a-page", state),
            // Nobody intervenes in what they do not see.
            (Would::Intervene(_), Some(_)) if !self.is_open_to(seat) => return self.refuse("serve-moved-on", state),
            (_, None) => {}
            (Would::Undo, Some(_)) if own_undo => {}
            (Would::Undo, Some(_)) => return self.refuse("serve-not-your-move", state),
            (Would::Fail(errors), Some(_)) => return refused(errors, state),
            (would, Some(name)) if would.is_own(name) => {}
            (_, Some(_)) => return self.refuse("serve-not-yours", state),
        }
        if let Err((code, lines)) = self.keep_dice(state) {
            return Reply::Refused(Refusal { code, lines });
        }
        let mut by_hand = ByHand::None;
        if !dice.trim().is_empty() {
            if !dice.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ' ' | ',' | '-')) {
                return self.refuse("serve-bad-dice", state);
            }
            let line = format!("dice {dice}");
            let laid = state.execute(Typed { text: &line, source: "", number: 1 }, &mut Nobody);
            if laid.failed() {
                return refused(&laid.findings, state);
            }
            by_hand = match state.waiting_dice().len() {
                0 => ByHand::None,
                count if state.rolls_the_rest() => ByHand::First(count),
                _ => ByHand::All,
            };
        }
        if let Some(hub) = self.hub.upgrade() {
            hub.fair.expect(by_hand);
        }
        let before = state.moves_made();
        state.by = seat.name().map(str::to_owned);
        state.hides = hidden;
        state.readers.clone_from(readers);
        state.kept.clear();
        let mut asker = Pages { desk: self, seat: seat.clone(), fallen: Vec::new() };
        let reply = state.execute(typed, &mut asker);
        state.drop_dice();
        if seat.is_gm() && by.is_none() {
            self.speaker = state.speaker();
        }
        if reply.failed() {
            return refused(&reply.findings, state);
        }
        let proof = self.hub.upgrade().and_then(|hub| Seeds::proof(&hub.fair, &state.thrown));
        let entry = Entry {
            number: self.next(),
            changed: 0,
            at: now(),
            by: seat.clone(),
            line: (*text).to_owned(),
            was_typed: *was_typed && !matches!(would, Would::Act(_) | Would::Intervene(_)),
            document: reply.document,
            dice: state.thrown.iter().map(|(die, face)| (die.to_string(), *face)).collect(),
            typed: proof.as_ref().map_or(0, |proof| proof.typed),
            proof,
            kept: std::mem::take(&mut state.kept),
            is_note: would == Would::Note,
            looks: would == Would::Look,
            hidden,
            readers: readers.clone(),
            undone: false,
        };
        self.follow(&would, before, state.moves_made(), &entry);
        self.add(entry);
        self.look(state);
        // Whoever has no link because it cannot be kept is told on the page of the links, which tries again.
        let _ = self.keep_links(state, None);
        self.publish();
        Reply::Done(self.shot.version)
    }

    /// Whether what was done or rolled last is for somebody's eyes.
    fn is_open_to(&self, seat: &Seat) -> bool {
        self.shot.log.iter().rev().find(|entry| !entry.is_aside()).is_some_and(|entry| may_see(entry, seat))
    }

    /// Keeps up with which entries are the moves that lie on the table.
    fn follow(&mut self, would: &Would, before: usize, after: usize, entry: &Entry) {
        match would {
            Would::Undo => {
                for _ in after..before {
                    let Some(one) = self.made.pop() else { break };
                    self.change(one.0, |entry| entry.undone = true);
                    self.taken.push(one);
                }
            }
            Would::Redo => {
                for _ in before..after {
                    let Some(one) = self.taken.pop() else { break };
                    self.change(one.0, |entry| entry.undone = false);
                    self.made.push(one);
                }
            }
            _ if after > before => {
                self.taken.clear();
                self.made.extend((before..after).map(|_| (entry.number, entry.by.clone())));
            }
            _ => {}
        }
        self.shot.last = self.made.last().cloned();
        self.shot.redo = !self.taken.is_empty();
    }

    fn reveal(&mut self, number: u64, seat: &Seat, state: &mut State<'_>) -> Reply {
        if !seat.is_gm() {
            return self.refuse("serve-only-gm", state);
        }
        let Some(entry) = self.shot.log.iter().find(|entry| entry.number == number) else {
            return self.refuse("serve-moved-on", state);
        };
        let shown = state.storage_mut().map(|storage| entry.kept.iter().try_for_each(|line| storage.reveal(*line)));
        if let Some(Err(error)) = shown {
            let (code, lines) = self.trouble(&error, state);
            return Reply::Refused(Refusal { code, lines });
        }
        self.change(number, |entry| entry.hidden = false);
        self.publish();
        Reply::Done(self.shot.version)
    }

    fn next(&self) -> u64 {
        self.shot.log.last().map_or(0, |entry| entry.number).saturating_add(1)
    }

    fn add(&mut self, entry: Entry) {
        let changed = self.shot.version.saturating_add(1);
        self.shot.log.push(Arc::new(Entry { changed, ..entry }));
        if self.shot.log.len() > SHOWN {
            self.shot.log.remove(0);
        }
    }

    fn change(&mut self, number: u64, what: impl FnOnce(&mut Entry)) {
        let changed = self.shot.version.saturating_add(1);
        if let Some(entry) = self.shot.log.iter_mut().find(|entry| entry.number == number) {
            let entry = Arc::make_mut(entry);
            what(entry);
            entry.changed = changed;
        }
    }

    fn refuse(&self, id: &'static str, state: &State<'_>) -> Reply {
        let code = id.strip_prefix("serve-").unwrap_or(id);
        Reply::Refused(Refusal { code, lines: vec![state.catalogue.say(id)] })
    }

    /// Looks at everybody anew.
    fn look(&mut self, state: &mut State<'_>) {
        let catalogue = state.catalogue.clone();
        let looks = state.looks();
        let offered = state.offered();
        let mut people = Vec::new();
        for (who, look) in looks.into_iter().enumerate() {
            // The GM chooses who acts; what is said for the table itself says nothing.
            let refusals = if who == crate::world::TABLE { Vec::new() } else { state.refusals(who) };
            let world = seen_by(state.table.world(), who);
            let actions = forms::actions(state.game(), &world, &catalogue);
            let reasons =
                refusals.into_iter().map(|error| error.map(|error| spoken(&error, state.sources(), &catalogue).0));
            let interventions = forms::interventions(state.game(), &world, &catalogue);
            let offers = offered.iter().filter(|one| one.who == who).filter_map(|one| {
                let form = interventions.get(one.intervention)?.clone();
                Some(Offer { form, places: one.places.clone() })
            });
            let reasons = reasons.chain(std::iter::repeat(None));
            let actions = actions.into_iter().zip(reasons).collect();
            people.push(Arc::new(Somebody { look, actions, offers: offers.collect() }));
        }
        self.shot.people = people;
        self.shot.turns = state.turns().map(|(turns, able)| {
            let able = able.map_err(|errors| told(&errors, state));
            TurnsSeen { turns, able }
        });
    }

    fn publish(&mut self) {
        self.shot.version = self.shot.version.saturating_add(1);
        if let Some(hub) = self.hub.upgrade() {
            hub.publish(self.shot.clone());
        }
    }
}

/// What somebody knows of the others: that they are there. The GM's own place, the table's, knows all.
fn seen_by(world: &World, who: usize) -> World {
    let mut world = world.clone();
    if who != crate::world::TABLE {
        for (other, person) in world.people.iter_mut().enumerate() {
            if other != who {
                person.tags.clear();
                person.open.clear();
            }
        }
    }
    world
}

/// Whether an entry of the log is for somebody's eyes.
pub(super) fn may_see(entry: &Entry, seat: &Seat) -> bool {
    let is_told = |name: &str| entry.readers.iter().any(|reader| reader == name);
    !entry.hidden || seat.is_gm() || entry.by == *seat || seat.name().is_some_and(is_told)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// What is wrong, and what helps.
fn in_lines(finding: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> Vec<String> {
    let (message, helps) = spoken(finding, sources, catalogue);
    std::iter::once(message).chain(helps).collect()
}

fn told(findings: &[Diagnostic], state: &State<'_>) -> Vec<String> {
    let one = |finding: &Diagnostic| in_lines(finding, state.sources(), &state.catalogue);
    findings.iter().filter(|finding| finding.is_error()).flat_map(one).collect()
}

fn refused(findings: &[Diagnostic], state: &State<'_>) -> Reply {
    let code = findings.iter().find(|one| one.is_error()).map_or("refused", |one| one.code.as_str());
    Reply::Refused(Refusal { code, lines: told(findings, state) })
}

/// The line that sets part of a sheet.
fn forms_edit(who: &str, section: &str, name: &str, value: &str) -> Result<String, String> {
    let plain = |text: &str| {
        if text.contains(['"', '«', '»', '\\']) || text.chars().any(char::is_control) {
            return Err(text.to_owned());
        }
        Ok(text.to_owned())
    };
    Ok(format!("edit «{}» {section}: {{\"{}\": {value}}}", plain(who)?, plain(name)?))
}

/// The line that gives a box its next mark: none, then the lightest, and after the heaviest none again.
fn marked(people: &[Arc<Somebody>], who: &str, track: &str, at: usize) -> Option<String> {
    let person = people.iter().find(|one| one.look.name == who)?;
    let track = person.look.tracks.iter().find(|one| one.name == track)?;
    let mut counts: Vec<i64> = track.marks.iter().map(|mark| mark.count).collect();
    // The heaviest are drawn first.
    let boxes = counts
        .iter()
        .enumerate()
        .rev()
        .flat_map(|(mark, count)| std::iter::repeat_n(mark, usize::try_from(*count).unwrap_or(0)));
    let now: Vec<usize> = boxes.collect();
    let mark = now.get(at).copied();
    if let Some(count) = mark.and_then(|mark| counts.get_mut(mark)) {
        *count = count.saturating_sub(1);
    }
    if let Some(count) = counts.get_mut(mark.map_or(0, |mark| mark.saturating_add(1))) {
        *count = count.saturating_add(1);
    }
    let names = track.marks.iter().zip(&counts).map(|(mark, count)| format!("\"{}\": {count}", mark.name));
    let value = format!("{{{}}}", names.collect::<Vec<_>>().join(", "));
    forms_edit(who, "marks", &track.name, &value).ok()
}

/// A line, and what was said beside it.
struct Said<'a> {
    text: &'a str,
    /// In whose name somebody intervenes.
    by: Option<String>,
    dice: &'a str,
    hidden: bool,
    readers: Vec<String>,
    was_typed: bool,
}

/// Asks whoever has a page open. Until the answer comes, the table does nothing else.
struct Pages<'d> {
    desk: &'d mut Desk,
    seat: Seat,
    fallen: Vec<i64>,
}

impl Pages<'_> {
    /// Who is to answer.
    fn to(&self, by: Option<&str>) -> Seat {
        match by {
            None => self.seat.clone(),
            Some(name) if self.desk.shot.people.iter().skip(1).any(|one| one.look.name == name) => {
                Seat::Player(name.to_owned())
            }
            // A word of the game for somebody who is no character.
            Some(_) => Seat::Gm,
        }
    }

    /// Puts a question and waits until something answers it.
    fn put(
        &mut self,
        question: Question,
        catalogue: &Catalogue,
        fits: impl Fn(&str) -> Option<String>,
    ) -> Option<String> {
        self.desk.questions = self.desk.questions.saturating_add(1);
        let number = self.desk.questions;
        let question = Question { number, fallen: std::mem::take(&mut self.fallen), ..question };
        let (to, by) = (question.to.clone(), question.by.clone());
        self.desk.shot.question = Some(Arc::new(question));
        self.desk.publish();
        let answer = loop {
            let Ok(Envelope { request, reply }) = self.desk.incoming.recv() else { break None };
            let may = request.seat.is_gm() || request.seat == to;
            let refuse = |id: &'static str| {
                let code = id.strip_prefix("serve-").unwrap_or(id);
                Reply::Refused(Refusal { code, lines: vec![catalogue.say(id)] })
            };
            let answer = match request.wanted {
                Wanted::Close => {
                    self.desk.closing = Some(reply);
                    break None;
                }
                Wanted::Answer { question, text } if question == number && text.trim().is_empty() => {
                    if may || request.seat == by {
                        let _ = reply.send(Reply::Done(self.desk.shot.version));
                        break None;
                    }
                    refuse("serve-not-your-question")
                }
                Wanted::Answer { question, text } if question == number => match fits(&text) {
                    _ if !may => refuse("serve-not-your-question"),
                    None => refuse("serve-no-answer"),
                    Some(answer) => {
                        let _ = reply.send(Reply::Done(self.desk.shot.version));
                        break Some(answer);
                    }
                },
                Wanted::Answer { .. } => refuse("serve-question-gone"),
                Wanted::Complete(line) => Reply::Offered(line.len(), Vec::new()),
                _ => refuse("serve-waiting"),
            };
            let _ = reply.send(answer);
        };
        self.desk.shot.question = None;
        self.desk.publish();
        answer
    }

    fn question(&self, to: Seat, words: String) -> Question {
        Question {
            number: 0,
            to,
            by: self.seat.clone(),
            words,
            doc: None,
            fallen: Vec::new(),
            options: Vec::new(),
            open: true,
            otherwise: None,
        }
    }
}

impl Asker for Pages<'_> {
    fn ask(&mut self, game: &Game, asked: &Asked<'_>, catalogue: &Catalogue) -> Option<i64> {
        // What the book leaves out is for whoever leads the game.
        let to = match asked.what {
            AskedFor::Trait | AskedFor::Input => self.seat.clone(),
            AskedFor::Cell | AskedFor::Option => Seat::Gm,
        };
        let question = self.question(to, asked.name.to_owned());
        let question = Question { doc: asked.doc.map(str::to_owned), ..question };
        let fits = |text: &str| answer_of(game, asked.kind, text).map(|_| text.to_owned());
        let said = self.put(question, catalogue, fits)?;
        answer_of(game, asked.kind, &said)
    }

    fn decide(
        &mut self,
        game: &Game,
        asked: &Decision<'_>,
        otherwise: Option<&Answer>,
        catalogue: &Catalogue,
    ) -> Option<String> {
        let options = asked.options.iter().cloned().zip(in_words(asked, catalogue)).collect();
        let closed = !asked.options.is_empty()
            && !takes_numbers(asked.kind)
            && !matches!(asked.kind, AnswerKind::Tag(_) | AnswerKind::Character);
        let question = Question {
            doc: asked.doc.map(str::to_owned),
            options,
            open: !closed,
            otherwise: otherwise.map(|answer| roll::words(answer, catalogue)),
            ..self.question(self.to(asked.by), question_of(asked, catalogue))
        };
        self.put(question, catalogue, |text| choice(game, asked, text))
    }

    fn fell(&mut self, faces: &[i64], _: &Catalogue) {
        self.fallen.extend(faces);
    }

    fn more_faces(&mut self, die: &Die, count: u32, catalogue: &Catalogue) -> Option<Vec<i64>> {
        let question = self.question(self.seat.clone(), missing_dice(die, count, catalogue));
        let said = self.put(question, catalogue, |text| missing_faces(die, count, text).map(|_| text.to_owned()))?;
        missing_faces(die, count, &said)
    }
}

/// Who sits at the table, by name: what links there can be.
pub(super) fn characters(shot: &Shot) -> BTreeMap<String, Seat> {
    let names = shot.people.iter().skip(1).map(|one| one.look.name.clone());
    names.map(|name| (name.clone(), Seat::Player(name))).collect()
}
