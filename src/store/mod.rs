//! Campaigns: the lines of a table, stored one by one, so that the next session continues where the last one ended.
//!
//! A [`Storage`] keeps lines, moves and checkpoints as texts and knows no rules: a move is JSON that
//! `session::StoredMove` writes and reads. [`Sqlite`] is a file. A line is committed completely or not at all,
//! before its result is shown.

mod error;
#[cfg(feature = "store")]
mod lock;
#[cfg(feature = "store")]
pub mod migration;
#[cfg(feature = "store")]
mod sqlite;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

pub use error::{StoreError, why};
#[cfg(feature = "store")]
pub use lock::{CampaignLock, LockHolder};
#[cfg(feature = "store")]
pub use sqlite::{Sqlite, moment, remains};

use crate::report::document::Document;
use crate::ruleset::File;
use crate::session::fingerprint_of;
use crate::sort::Sort as _;

/// The extra under which a server keeps a secret that it has not told yet. Copies of a campaign go without: two tables
/// must never throw dice from one secret.
pub const OPEN_SECRET: &str = "serve.dice";

/// The number of moves between checkpoints. A checkpoint holds all characters, so opening replays at most so many moves
/// more.
pub const BETWEEN_CHECKPOINTS: usize = 200;

/// The path of a database with `end` appended to its file name.
#[cfg(feature = "store")]
fn beside(path: &std::path::Path, end: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The texts of a game and of the games that it extends. A campaign keeps them, because its indices mean something only
/// with these texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRules {
    /// The id of the ruleset.
    pub id: String,
    /// The id or path with which the campaign was made.
    pub named: String,
    /// Its own files and those of what it extends, by id.
    pub files: BTreeMap<String, Vec<File>>,
}

impl StoredRules {
    /// The SHA-256 of all its texts. It does not depend on the path of their folder.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let files = self.files.iter().flat_map(|(id, files)| {
            let mut files: Vec<&File> = files.iter().collect();
            files.order_by(|one, other| one.name.cmp(&other.name));
            files.into_iter().map(move |file| (id, file))
        });
        let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
        let texts: Vec<(String, &str)> =
            files.flat_map(|(id, file)| [(id.clone(), ""), (last(&file.name), file.text.as_str())]).collect();
        fingerprint_of(texts.iter().map(|(name, text)| (name.as_str(), *text)))
    }
}

/// The metadata of a campaign.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name of the campaign.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// The id of the game.
    pub ruleset: String,
    /// The fingerprint of the rules that it is played by.
    pub fingerprint: String,
}

/// A session: from opening a campaign to closing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CampaignSession {
    /// Its number, from 1 on.
    pub number: i64,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    /// When it was closed, or the time of its last line if the program was killed; in milliseconds since 1970.
    pub closed: Option<i64>,
    /// The number of its lines.
    pub lines: i64,
}

/// A line of the log: what was typed, and its result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Its number in the campaign, from 1 on; the storage gives it.
    pub number: i64,
    /// The number of its session; the storage gives it.
    pub session: i64,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The player who typed it; `None`: the game master.
    pub who: Option<String>,
    /// Whether only the game master and `readers` see it.
    pub hidden: bool,
    /// The line as typed.
    pub line: String,
    /// The seed of the dice, if they were rolled.
    pub seed: Option<u64>,
    /// The faces, in the order in which they fell.
    pub dice: Vec<i64>,
    /// The result that was shown.
    pub shown: Document,
    /// How its dice can be verified, if a server rolled them.
    #[serde(default)]
    pub proof: Option<Proof>,
    /// The players who see it although it is hidden.
    #[serde(default)]
    pub readers: Vec<String>,
    /// What it did to the moves; the storage gives it. Lines of older programs do not say.
    #[serde(skip)]
    pub moves: MoveCounts,
    /// The character for whom the game master rolled.
    #[serde(default)]
    pub actor: Option<String>,
}

/// What a line did to the list of moves, in numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MoveCounts {
    #[default]
    Nothing,
    Made(usize),
    Undone(usize),
    Redone(usize),
}

impl LogEntry {
    /// Whether only the game master and its readers see it: it was hidden, or it names files of the game master's
    /// machine.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.hidden || names_files(&self.line)
    }
}

/// Whether a line is a command that reads or writes files.
#[must_use]
pub fn names_files(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("load" | "save" | "use"))
}

/// The inputs from which the dice of a line are computed. Once the secret is published, anyone can compute them again.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The SHA-256 of the secret.
    pub commitment: String,
    /// The number of the roll; `None`: all dice were typed.
    pub roll: Option<u64>,
    /// The nonces that browsers had added to the secret by then.
    pub nonces: String,
    /// The kinds of the dice, in the order in which they fell.
    pub kinds: Vec<String>,
    /// The number of dice, from the first on, that were typed.
    pub typed: usize,
    /// A code over the line and its dice that cannot be computed without the secret; empty in campaigns of older
    /// programs.
    #[serde(default)]
    pub seal: String,
}

/// What a line did to the list of moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum MoveChange {
    #[default]
    Nothing,
    /// These were added, oldest first. Moves that were undone before cannot be redone any more.
    Made(Vec<String>),
    /// The number of moves that were undone.
    Undone(usize),
    /// The number of moves that were redone.
    Redone(usize),
}

impl MoveChange {
    /// How many moves it is about.
    #[must_use]
    pub fn counted(&self) -> MoveCounts {
        match self {
            Self::Nothing => MoveCounts::Nothing,
            Self::Made(moves) => MoveCounts::Made(moves.len()),
            Self::Undone(count) => MoveCounts::Undone(*count),
            Self::Redone(count) => MoveCounts::Redone(*count),
        }
    }
}

/// The unit of a commit: one line with its effects.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Commit {
    /// The line, if it belongs in the log.
    pub entry: Option<LogEntry>,
    /// What it did to the moves.
    pub change: MoveChange,
    /// All characters after the line, as JSON, if it is a checkpoint.
    pub world: Option<String>,
    /// The rest of the state of the table after the line, as JSON.
    pub now: String,
}

/// The state with which a campaign is opened.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// All characters before the first of the moves, as JSON; `None`: an empty table.
    pub start: Option<String>,
    /// The number of older moves, which are not in `moves`.
    pub forgotten: usize,
    /// The moves since, oldest first; undone ones come last.
    pub moves: Vec<String>,
    /// The number of moves at the end of `moves` that are undone.
    pub undone: usize,
    /// The rest of the state of the table, as JSON; empty in a new campaign.
    pub now: String,
}

/// A store of one campaign. Each call that changes something is atomic, and durable when it returns.
pub trait Storage {
    /// What the campaign is.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn about(&self) -> Result<About, StoreError>;

    /// The rules that it is played by.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn rules(&self) -> Result<StoredRules, StoreError>;

    /// What it goes on with: the last `most` moves that hold (up to [`BETWEEN_CHECKPOINTS`] more), and those that were
    /// taken back.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn contents(&self, most: usize) -> Result<Contents, StoreError>;

    /// Begins a session; its number. One that a killed program left open is closed.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn begin(&mut self, at: i64) -> Result<i64, StoreError>;

    /// Keeps a line; its number in the log, if it belongs there.
    ///
    /// # Errors
    ///
    /// If it cannot be written; then nothing of it is kept.
    fn commit(&mut self, step: &Commit) -> Result<Option<i64>, StoreError>;

    /// Goes on by other rules with these people: what was done before can no longer be taken back, but stays in the
    /// log.
    ///
    /// # Errors
    ///
    /// If it cannot be written; then the old rules hold.
    fn adopt(&mut self, rules: &StoredRules, step: &Commit) -> Result<(), StoreError>;

    /// Shows everyone a line of the log that was hidden.
    ///
    /// # Errors
    ///
    /// If there is no such line, or if it cannot be written.
    fn reveal(&mut self, line: i64) -> Result<(), StoreError>;

    /// What a front end keeps under a name of its own (`serve.tokens`), if it does.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    fn extra(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Keeps values under names of a front end, in place of what was there: all of them, or none.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    fn put_extras(&mut self, extras: &[(&str, &str)]) -> Result<(), StoreError>;

    /// Ends the session.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    fn end(&mut self, at: i64) -> Result<(), StoreError>;

    /// The sessions, oldest first.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn sessions(&self) -> Result<Vec<CampaignSession>, StoreError>;

    /// The lines of the log behind a number, oldest first; those of one session, or all.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn log(&self, session: Option<i64>, after: i64) -> Result<Vec<LogEntry>, StoreError>;
}

/// The current time in milliseconds since 1970 (UTC).
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Whether an open file is still the one at a path. Without Unix: whether there is a file.
#[cfg(unix)]
pub(crate) fn is_at(file: &std::fs::File, path: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let (Ok(opened), Ok(there)) = (file.metadata(), path.symlink_metadata()) else { return false };
    (opened.dev(), opened.ino()) == (there.dev(), there.ino())
}

#[cfg(not(unix))]
pub(crate) fn is_at(_: &std::fs::File, path: &std::path::Path) -> bool {
    path.exists()
}
