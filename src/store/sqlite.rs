//! A campaign in a file: an SQLite database.
//!
//! While open for writing it has a write-ahead log (`-wal`, `-shm`) and `synchronous=FULL`: committed data is on the
//! disk. When it is closed it is one file again.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::FromSql;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension as _, Params, TransactionBehavior};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::migration::{APPLICATION, STEPS, is_known, is_ours, migrate, renewed, version};
use super::{
    About, CampaignLock, CampaignSession, Commit, Contents, LogEntry, MoveChange, MoveCounts, OPEN_SECRET, Storage,
    StoreError, StoredRules, beside,
};

/// How long a writer waits for a reader.
const PATIENCE: Duration = Duration::from_secs(5);

/// A campaign in a file.
#[derive(Debug)]
pub struct Sqlite {
    database: Connection,
    /// The lock against other writers; `None`: it is only read.
    lock: Option<CampaignLock>,
    session: Option<i64>,
    rules: String,
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let system = |kind: io::ErrorKind| io::Error::new(kind, error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::NotWritten(system(io::ErrorKind::StorageFull)),
            Some(ErrorCode::ReadOnly) => Self::NotWritten(system(io::ErrorKind::ReadOnlyFilesystem)),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                Self::NotWritten(system(io::ErrorKind::ResourceBusy))
            }
            Some(ErrorCode::PermissionDenied | ErrorCode::AuthorizationForStatementDenied) => {
                Self::NotWritten(system(io::ErrorKind::PermissionDenied))
            }
            Some(ErrorCode::CannotOpen) => Self::NotRead(system(io::ErrorKind::PermissionDenied)),
            Some(ErrorCode::SystemIoFailure) => Self::NotWritten(system(io::ErrorKind::Other)),
            Some(ErrorCode::NotADatabase) => Self::NotACampaign,
            _ => Self::Damaged(match error.sqlite_error() {
                Some(error) => format!("SQLite {}", error.extended_code),
                // A row that is not there, or holds something else.
                None => "SQLite".to_owned(),
            }),
        }
    }
}

impl Sqlite {
    /// Makes a campaign in a new file.
    ///
    /// # Errors
    ///
    /// If there is something already, or if it cannot be written; then there is no new file.
    pub fn create(path: &Path, name: &str, rules: &StoredRules, made: i64) -> Result<(), StoreError> {
        if let Some(log) = remains(path) {
            return Err(StoreError::Remains(log));
        }
        let waiting = beside(path, &format!("-new-{}", std::process::id()));
        // A killed program of the same number may have left them.
        for left in [beside(&waiting, "-journal"), waiting.clone()] {
            let _ = std::fs::remove_file(left);
        }
        File::create_new(&waiting).map_err(StoreError::NotWritten)?;
        let filled = Self::fill(&waiting, name, rules, made).and_then(|()| {
            // Unlike renaming, this never takes the place of something else; but not every disk has links.
            match std::fs::hard_link(&waiting, path) {
                Err(_) if path.symlink_metadata().is_err() => std::fs::rename(&waiting, path),
                linked => linked,
            }
            .map_err(StoreError::NotWritten)
        });
        // Where it was renamed it is gone.
        let _ = std::fs::remove_file(&waiting);
        filled
    }

    fn fill(path: &Path, name: &str, rules: &StoredRules, made: i64) -> Result<(), StoreError> {
        let mut database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        database.pragma_update(None, "synchronous", "FULL")?;
        migrate(&mut database, STEPS)?;
        let changes = database.transaction()?;
        put_rules(&changes, rules)?;
        for (key, value) in [("name", name), ("made", &made.to_string()), ("now", "")] {
            put(&changes, key, value)?;
        }
        changes.commit()?;
        database.close().map_err(|(_, error)| error.into())
    }

    /// Opens a campaign for writing.
    ///
    /// # Errors
    ///
    /// If another program has it open, if it cannot be read or written, or if it is something else.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        is_there(path)?;
        OpenOptions::new().write(true).open(path).map_err(StoreError::NotWritten)?;
        let lock = CampaignLock::take(path)?;
        #[cfg(unix)]
        if std::os::unix::fs::MetadataExt::nlink(&path.metadata().map_err(StoreError::NotRead)?) > 1 {
            return Err(StoreError::Linked);
        }
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut open = Self::checked(database, Some(lock))?;
        let mode: String = open.database.query_row("PRAGMA journal_mode = WAL", (), |row| row.get(0))?;
        if mode != "wal" {
            return Err(StoreError::NotWritten(io::ErrorKind::Unsupported.into()));
        }
        open.database.pragma_update(None, "synchronous", "FULL")?;
        migrate(&mut open.database, STEPS)?;
        open.rules = open.value("rules")?;
        Ok(open)
    }

    /// Opens a campaign for reading, also while another program writes it. What is committed later is not seen.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or if it is something else.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        is_there(path)?;
        let database = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let mut open = Self::checked(database, None)?;
        open.database.execute_batch("BEGIN")?;
        if usize::try_from(version(&open.database)?) != Ok(STEPS.len()) {
            // Only what writes it brings the file itself up to date.
            open.database = renewed(&open.database)?;
            open.database.execute_batch("BEGIN")?;
        }
        open.rules = open.value("rules")?;
        Ok(open)
    }

    fn checked(database: Connection, lock: Option<CampaignLock>) -> Result<Self, StoreError> {
        database.busy_timeout(PATIENCE)?;
        // The schema of a file from a stranger must not call functions.
        database.pragma_update(None, "trusted_schema", false)?;
        let application: i64 = database.query_row("PRAGMA application_id", (), |row| row.get(0))?;
        if application != APPLICATION {
            return Err(StoreError::NotACampaign);
        }
        // Before anything is written.
        is_known(&database, STEPS)?;
        is_ours(&database, STEPS)?;
        Ok(Self { database, lock, session: None, rules: String::new() })
    }

    /// The lock of the campaign, if it is open for writing.
    #[must_use]
    pub fn lock(&self) -> Option<&CampaignLock> {
        self.lock.as_ref()
    }

    /// Writes all of it into a new file, also while it is played.
    ///
    /// # Errors
    ///
    /// If there is something already, or if it cannot be written; then there is no new file.
    pub fn back_up(&self, to: &Path) -> Result<(), StoreError> {
        if to.symlink_metadata().is_ok() {
            return Err(StoreError::NotWritten(io::ErrorKind::AlreadyExists.into()));
        }
        if let Some(log) = remains(to) {
            return Err(StoreError::Remains(log));
        }
        // SQLite does not say what is wrong with a folder.
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            std::fs::read_dir(folder).map_err(StoreError::NotWritten)?;
        }
        let name = to.to_str().ok_or_else(|| StoreError::NotWritten(io::ErrorKind::InvalidFilename.into()))?;
        // Reading began a transaction.
        if self.lock.is_none() {
            self.database.execute_batch("COMMIT")?;
        }
        let written = self.database.execute("VACUUM INTO ?1", [name]).map_err(StoreError::from);
        let written = written.and_then(|_| {
            let copy = Connection::open_with_flags(to, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
            copy.pragma_update(None, "secure_delete", true)?;
            copy.execute("DELETE FROM extras WHERE name = ?1", [OPEN_SECRET])?;
            copy.close().map_err(|(_, error)| StoreError::from(error))?;
            let file = File::open(to).map_err(StoreError::NotWritten)?;
            file.sync_all().map_err(StoreError::NotWritten)
        });
        if written.is_err() {
            let _ = std::fs::remove_file(to);
        }
        written.map_err(|error| match error {
            StoreError::NotRead(error) => StoreError::NotWritten(error),
            error => error,
        })
    }

    fn value(&self, key: &str) -> Result<String, StoreError> {
        self.one("SELECT value FROM campaign WHERE key = ?1", [key])
    }

    fn one<T: FromSql>(&self, query: &str, values: impl Params) -> Result<T, StoreError> {
        Ok(self.database.query_row(query, values, |row| row.get(0))?)
    }

    fn all(&self, query: &str, values: impl Params) -> Result<Vec<String>, StoreError> {
        let mut query = self.database.prepare(query)?;
        let rows = query.query_map(values, |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// All of what `changes` does, or nothing.
    fn change<T>(&mut self, changes: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let transaction = self.database.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = changes(&transaction)?;
        transaction.commit()?;
        Ok(done)
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        // Back to one file, which can be read on a read-only disk. This fails while another program reads it.
        if self.lock.is_some() {
            let _ = self.database.query_row("PRAGMA journal_mode = DELETE", (), |_| Ok(()));
        }
    }
}

/// The log of a database that was at this path and is not there any more, if its program was killed before the log was
/// merged.
///
/// SQLite replays whatever log has the name of a database, also into another one:
/// <https://www.sqlite.org/howtocorrupt.html>, 1.4.
#[must_use]
pub fn remains(path: &Path) -> Option<PathBuf> {
    let gone = path.symlink_metadata().is_err();
    let mut logs = ["-wal", "-journal"].into_iter().map(|end| beside(path, end));
    logs.find(|log| gone && log.symlink_metadata().is_ok())
}

/// That there is a file: SQLite would say neither why not nor what else there is.
fn is_there(path: &Path) -> Result<(), StoreError> {
    let about = std::fs::metadata(path).map_err(StoreError::NotRead)?;
    if !about.is_file() {
        return Err(StoreError::NotACampaign);
    }
    File::open(path).map(|_| ()).map_err(StoreError::NotRead)
}

fn put(database: &Connection, key: &str, value: &str) -> Result<(), StoreError> {
    let put = "INSERT INTO campaign VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2";
    database.prepare(put)?.execute([key, value])?;
    Ok(())
}

fn put_rules(database: &Connection, rules: &StoredRules) -> Result<(), StoreError> {
    let fingerprint = rules.fingerprint();
    let files = json(&rules.files)?;
    let values = [&fingerprint, &rules.id, &rules.named, &files];
    database.execute("INSERT INTO rules VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING", values)?;
    put(database, "rules", &fingerprint)
}

fn json(value: &impl Serialize) -> Result<String, StoreError> {
    Ok(serde_json::to_string(value)?)
}

fn of_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    Ok(serde_json::from_str(text)?)
}

/// What a line does to the database.
fn write(database: &Connection, session: i64, rules: &str, step: &Commit) -> Result<Option<i64>, StoreError> {
    let written = match &step.entry {
        None => None,
        Some(one) => {
            let (seed, dice, shown) = (one.seed.map(|seed| seed.to_string()), json(&one.dice)?, json(&one.shown)?);
            let proof = one.proof.as_ref().map(json).transpose()?;
            let readers = if one.readers.is_empty() { None } else { Some(json(&one.readers)?) };
            let change = json(&step.change.counted())?;
            database
                .prepare("INSERT INTO lines VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?
                .execute((
                    session, one.at, &one.who, one.hidden, &one.line, seed, dice, shown, proof, readers, change,
                    &one.actor,
                ))?;
            Some(database.last_insert_rowid())
        }
    };
    match &step.change {
        MoveChange::Nothing => {}
        MoveChange::Made(moves) => {
            give_up_undone(database)?;
            let mut made = database.prepare("INSERT INTO moves VALUES (NULL, ?1, ?2, 'done', ?3)")?;
            for body in moves {
                made.execute((session, rules, body))?;
            }
        }
        MoveChange::Undone(count) => {
            let last = "SELECT number FROM moves WHERE state = 'done' ORDER BY number DESC LIMIT ?1";
            set_state(database, "undone", last, *count)?;
        }
        MoveChange::Redone(count) => {
            let next = "SELECT number FROM moves WHERE state = 'undone' ORDER BY number LIMIT ?1";
            set_state(database, "done", next, *count)?;
        }
    }
    if let Some(world) = &step.world {
        let after = "SELECT coalesce(max(number), 0) FROM moves WHERE state IN ('done', 'past')";
        let after: i64 = database.query_row(after, (), |row| row.get(0))?;
        database.execute("INSERT INTO worlds VALUES (NULL, ?1, ?2, ?3)", (after, rules, world))?;
    }
    put(database, "now", &step.now)?;
    Ok(written)
}

/// What was taken back cannot be done again any more.
fn give_up_undone(database: &Connection) -> Result<(), StoreError> {
    database.execute("DELETE FROM worlds WHERE after IN (SELECT number FROM moves WHERE state = 'undone')", ())?;
    database.execute("UPDATE moves SET state = 'gone' WHERE state = 'undone'", ())?;
    Ok(())
}

fn set_state(database: &Connection, state: &str, which: &str, count: usize) -> Result<(), StoreError> {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let changed =
        database.execute(&format!("UPDATE moves SET state = '{state}' WHERE number IN ({which})"), [count])?;
    if i64::try_from(changed).ok() == Some(count) {
        return Ok(());
    }
    Err(StoreError::Damaged(format!("{state}: {changed}/{count}")))
}

impl Storage for Sqlite {
    fn about(&self) -> Result<About, StoreError> {
        let made = self.value("made")?;
        let made = made.parse().map_err(|_| StoreError::Damaged(format!("made: {made}")))?;
        let ruleset = self.one("SELECT id FROM rules WHERE fingerprint = ?1", [&self.rules])?;
        Ok(About { name: self.value("name")?, made, ruleset, fingerprint: self.rules.clone() })
    }

    fn rules(&self) -> Result<StoredRules, StoreError> {
        let query = "SELECT id, named, files FROM rules WHERE fingerprint = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let (id, named, files): (String, String, String) = self.database.query_row(query, [&self.rules], row)?;
        Ok(StoredRules { id, named, files: of_json(&files)? })
    }

    fn contents(&self, most: usize) -> Result<Contents, StoreError> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        // The move before the first that is wanted; where there are fewer, the last by other rules.
        let past: i64 = self.one("SELECT coalesce(max(number), 0) FROM moves WHERE state = 'past'", ())?;
        let first = "SELECT number FROM moves WHERE state = 'done' ORDER BY number DESC LIMIT 1 OFFSET ?1";
        let first: Option<i64> = self.database.query_row(first, [most], |row| row.get(0)).optional()?;
        let start =
            "SELECT after, body FROM worlds WHERE after BETWEEN ?1 AND ?2 ORDER BY after DESC, number DESC LIMIT 1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let found: Option<(i64, String)> =
            self.database.query_row(start, (past, first.unwrap_or(past)), row).optional()?;
        let after = found.as_ref().map_or(past, |(after, _)| *after);
        let before = "SELECT count(*) FROM moves WHERE state IN ('done', 'past') AND number <= ?1";
        let forgotten: i64 = self.one(before, [after])?;
        let moves = "SELECT body FROM moves WHERE state = ?1 AND number > ?2 ORDER BY number";
        let mut moves_back = self.all(moves, ("done", after))?;
        let undone = self.all(moves, ("undone", after))?;
        let count = undone.len();
        moves_back.extend(undone);
        Ok(Contents {
            start: found.map(|(_, body)| body),
            forgotten: usize::try_from(forgotten).map_err(|_| StoreError::Damaged(format!("moves: {forgotten}")))?,
            moves: moves_back,
            undone: count,
            now: self.value("now")?,
        })
    }

    fn begin(&mut self, at: i64) -> Result<i64, StoreError> {
        let number = self.change(|database| {
            let last = "UPDATE sessions SET closed = coalesce((SELECT max(at) FROM lines WHERE session = sessions.number), opened) WHERE closed IS NULL";
            database.execute(last, ())?;
            database.execute("INSERT INTO sessions (opened) VALUES (?1)", [at])?;
            Ok(database.last_insert_rowid())
        })?;
        self.session = Some(number);
        Ok(number)
    }

    fn commit(&mut self, step: &Commit) -> Result<Option<i64>, StoreError> {
        let session = self.session.ok_or_else(|| StoreError::Damaged("session".to_owned()))?;
        let rules = self.rules.clone();
        self.change(|database| write(database, session, &rules, step))
    }

    fn adopt(&mut self, rules: &StoredRules, step: &Commit) -> Result<(), StoreError> {
        let session = self.session.ok_or_else(|| StoreError::Damaged("session".to_owned()))?;
        let fingerprint = rules.fingerprint();
        self.change(|database| {
            give_up_undone(database)?;
            // Under the new rules, stored ids may refer to other names, so old moves cannot be undone.
            database.execute("UPDATE moves SET state = 'past' WHERE state = 'done'", ())?;
            put_rules(database, rules)?;
            write(database, session, &fingerprint, step)
        })?;
        self.rules = fingerprint;
        Ok(())
    }

    fn reveal(&mut self, line: i64) -> Result<(), StoreError> {
        match self.database.execute("UPDATE lines SET hidden = 0 WHERE number = ?1", [line])? {
            1 => Ok(()),
            _ => Err(StoreError::Damaged(format!("line {line}"))),
        }
    }

    fn extra(&self, name: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT value FROM extras WHERE name = ?1";
        Ok(self.database.query_row(query, [name], |row| row.get(0)).optional()?)
    }

    fn put_extras(&mut self, extras: &[(&str, &str)]) -> Result<(), StoreError> {
        self.change(|database| {
            let put = "INSERT INTO extras VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2";
            for (name, value) in extras {
                database.execute(put, [name, value])?;
            }
            Ok(())
        })
    }

    fn end(&mut self, at: i64) -> Result<(), StoreError> {
        let Some(session) = self.session.take() else { return Ok(()) };
        self.database.execute("UPDATE sessions SET closed = ?1 WHERE number = ?2", (at, session))?;
        Ok(())
    }

    fn sessions(&self) -> Result<Vec<CampaignSession>, StoreError> {
        let query = "SELECT number, opened, closed, (SELECT count(*) FROM lines WHERE session = sessions.number) FROM sessions ORDER BY number";
        let mut query = self.database.prepare(query)?;
        let row = |row: &rusqlite::Row<'_>| {
            Ok(CampaignSession { number: row.get(0)?, opened: row.get(1)?, closed: row.get(2)?, lines: row.get(3)? })
        };
        let rows = query.query_map((), row)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn log(&self, session: Option<i64>, after: i64) -> Result<Vec<LogEntry>, StoreError> {
        let query = "SELECT number, session, at, who, hidden, line, seed, dice, shown, proof, readers, change, \
                     actor FROM lines \
                     WHERE number > ?1 AND (?2 IS NULL OR session = ?2) ORDER BY number";
        let mut query = self.database.prepare(query)?;
        let mut rows = query.query((after, session))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let text = |column: usize| row.get::<_, String>(column);
            let seed: Option<String> = row.get(6)?;
            let seed = seed.map(|seed| seed.parse().map_err(|_| StoreError::Damaged(format!("seed: {seed}"))));
            let (proof, readers): (Option<String>, Option<String>) = (row.get(9)?, row.get(10)?);
            let change: Option<String> = row.get(11)?;
            found.push(LogEntry {
                number: row.get(0)?,
                session: row.get(1)?,
                at: row.get(2)?,
                who: row.get(3)?,
                hidden: row.get(4)?,
                line: text(5)?,
                seed: seed.transpose()?,
                dice: of_json(&text(7)?)?,
                shown: of_json(&text(8)?)?,
                proof: proof.map(|proof| of_json(&proof)).transpose()?,
                readers: readers.map_or_else(|| Ok(Vec::new()), |readers| of_json(&readers))?,
                moves: change.map_or_else(|| Ok(MoveCounts::Nothing), |change| of_json(&change))?,
                actor: row.get(12)?,
            });
        }
        Ok(found)
    }
}

/// A moment in the time zone of this machine, as `2026-11-24 14:05`.
#[must_use]
pub fn moment(at: i64) -> String {
    let said = Connection::open_in_memory().and_then(|clock| {
        clock
            .query_row("SELECT strftime('%Y-%m-%d %H:%M', ?1 / 1000, 'unixepoch', 'localtime')", [at], |row| row.get(0))
    });
    said.unwrap_or_else(|_| at.to_string())
}
