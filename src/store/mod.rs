//! Campaigns: what happens at a table, kept line by line, so that the next session goes on where the last one ended.
//!
//! A [`Storage`] keeps lines, moves and checkpoints as texts and knows no rules: what a move did is JSON that
//! `session::Kept` writes and reads. [`Memory`] is for tests; [`Sqlite`] is a file. A line is committed as a whole, or not at
//! all, before its result is shown.

mod error;
#[cfg(feature = "store")]
mod lock;
mod memory;
#[cfg(feature = "store")]
mod migration;
#[cfg(feature = "store")]
mod sqlite;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

pub use error::{StoreError, why};
#[cfg(feature = "store")]
pub use lock::{Holder, Lock};
pub use memory::Memory;
#[cfg(feature = "store")]
pub use sqlite::{Sqlite, moment, remains};

use crate::report::document::Document;
use crate::ruleset::File;
use crate::session::fingerprint_of;
use crate::sort::Sort as _;

/// The extra under which a server keeps a secret that it has not told yet. Copies of a campaign go without: two tables must
/// never throw dice from one secret.
pub const OPEN_SECRET: &str = "serve.dice";

/// After so many moves everybody is written down as a whole, so that no more than these have to be done again to get there.
pub const BETWEEN_CHECKPOINTS: usize = 200;

/// The file beside a database whose name goes on with `end`.
#[cfg(feature = "store")]
fn beside(path: &std::path::Path, end: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The texts of a game, with those that it extends. A campaign keeps them: what it says means something only by them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    /// Its id.
    pub id: String,
    /// What it was called when the campaign began: an id, or a path.
    pub named: String,
    /// Its own files and those of what it extends, by id.
    pub files: BTreeMap<String, Vec<File>>,
}

impl Rules {
    /// The SHA-256 of all its texts; where their folder lies does not matter.
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

/// What a campaign is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct About {
    /// What it is called.
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
pub struct Sitting {
    /// Its number, from 1 on.
    pub number: i64,
    /// When it was opened, in milliseconds since 1970.
    pub opened: i64,
    /// When it was closed, or the time of its last line where the program was killed.
    pub closed: Option<i64>,
    /// How many lines it has.
    pub lines: i64,
}

/// A line of the log: what was said, and what came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number in the campaign, from 1 on; the storage gives it.
    pub number: i64,
    /// The number of its session; the storage gives it.
    pub session: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who said it; nothing: whoever leads the game.
    pub who: Option<String>,
    /// It is shown to whoever leads the game only.
    pub hidden: bool,
    /// What was typed.
    pub line: String,
    /// The seed of the dice, where they were rolled.
    pub seed: Option<u64>,
    /// The faces, in the order in which they fell.
    pub dice: Vec<i64>,
    /// What was shown.
    pub shown: Document,
    /// How its dice can be verified, where a server rolled them.
    #[serde(default)]
    pub proof: Option<Proof>,
    /// Where it is hidden: which players see it all the same.
    #[serde(default)]
    pub readers: Vec<String>,
}

impl Entry {
    /// Whether only whoever leads the game sees it, and its readers: it was hidden, or it names files of that machine.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        self.hidden || names_files(&self.line)
    }
}

/// Whether a line is a command that names files, or leads to them.
#[must_use]
pub fn names_files(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("load" | "save" | "use"))
}

/// What the dice of a line follow from, so that everybody can throw them again once the secret is told.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The SHA-256 of the secret.
    pub commitment: String,
    /// The number of the roll; nothing where all dice were typed.
    pub roll: Option<u64>,
    /// What browsers had added to the secret by then.
    pub nonces: String,
    /// The kinds of the dice, in the order in which they fell.
    pub kinds: Vec<String>,
    /// How many of these, from the first on, were typed.
    pub typed: usize,
    /// What only who knows the secret could write of the line and its dice; empty in campaigns of older programs.
    #[serde(default)]
    pub seal: String,
}

/// What a line did to the moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    #[default]
    Nothing,
    /// These were made, oldest first. What was taken back before cannot be done again any more.
    Made(Vec<String>),
    /// So many were taken back.
    Undone(usize),
    /// So many that had been taken back were done again.
    Redone(usize),
}

/// What is committed at once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Step {
    /// The line, if it belongs into the log.
    pub entry: Option<Entry>,
    /// What it did to the moves.
    pub change: Change,
    /// Everybody after it: a checkpoint.
    pub world: Option<String>,
    /// What else is true at the table now.
    pub now: String,
}

/// What a campaign goes on with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contents {
    /// Everybody before the first of the moves; nothing: an empty table.
    pub start: Option<String>,
    /// How many moves were made before.
    pub forgotten: usize,
    /// The moves since, oldest first; those that were taken back come last.
    pub moves: Vec<String>,
    /// How many of them were taken back.
    pub undone: usize,
    /// What else is true at the table; empty in a new campaign.
    pub now: String,
}

/// Where a campaign is kept. Every call that changes something does all of it or nothing, and what it did is still there
/// when the power fails after it has returned.
pub trait Storage {
    /// What the campaign is.
    ///
    /// # Errors
    ///
    /// That it cannot be read.
    fn about(&self) -> Result<About, StoreError>;

    /// The rules that it is played by.
    ///
    /// # Errors
    ///
    /// That they cannot be read.
    fn rules(&self) -> Result<Rules, StoreError>;

    /// What it goes on with: the last `most` moves that hold (up to [`BETWEEN_CHECKPOINTS`] more), and those that were taken
    /// back.
    ///
    /// # Errors
    ///
    /// That it cannot be read.
    fn contents(&self, most: usize) -> Result<Contents, StoreError>;

    /// Begins a session; its number. One that a killed program left open is closed.
    ///
    /// # Errors
    ///
    /// That it cannot be written.
    fn begin(&mut self, at: i64) -> Result<i64, StoreError>;

    /// Keeps a line; its number in the log, if it belongs there.
    ///
    /// # Errors
    ///
    /// That it cannot be written; then nothing of it is kept.
    fn commit(&mut self, step: &Step) -> Result<Option<i64>, StoreError>;

    /// Goes on by other rules with these people: what was done before can no longer be taken back, but stays in the log.
    ///
    /// # Errors
    ///
    /// That it cannot be written; then the old rules hold.
    fn adopt(&mut self, rules: &Rules, step: &Step) -> Result<(), StoreError>;

    /// Shows everyone a line of the log that was hidden.
    ///
    /// # Errors
    ///
    /// That there is no such line, or that it cannot be written.
    fn reveal(&mut self, line: i64) -> Result<(), StoreError>;

    /// What a front end keeps under a name of its own (`serve.tokens`), if it does.
    ///
    /// # Errors
    ///
    /// That it cannot be read.
    fn extra(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Keeps values under names of a front end, in place of what was there: all of them, or none.
    ///
    /// # Errors
    ///
    /// That they cannot be written.
    fn put_extras(&mut self, extras: &[(&str, &str)]) -> Result<(), StoreError>;

    /// Ends the session.
    ///
    /// # Errors
    ///
    /// That it cannot be written.
    fn end(&mut self, at: i64) -> Result<(), StoreError>;

    /// The sessions, oldest first.
    ///
    /// # Errors
    ///
    /// That they cannot be read.
    fn sessions(&self) -> Result<Vec<Sitting>, StoreError>;

    /// The lines of the log behind a number, oldest first; those of one session, or all.
    ///
    /// # Errors
    ///
    /// That they cannot be read.
    fn log(&self, session: Option<i64>, after: i64) -> Result<Vec<Entry>, StoreError>;
}

/// Milliseconds since 1970.
#[must_use]
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
