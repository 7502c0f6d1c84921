//! The schema of a campaign's database, version by version.

use std::collections::BTreeSet;

use rusqlite::types::Value;
use rusqlite::{Connection, TransactionBehavior, params_from_iter};

use super::StoreError;

/// What marks a database as a campaign: the first four letters of the program's name in ASCII.
pub(super) const APPLICATION: i64 = 0x7469_7261;

/// What makes each version of the tables from the one before it; the first makes them from nothing. A step that was
/// released never changes: `tests/campaigns/` keeps a database of each version, and all of them are opened.
pub const STEPS: &[&str] = &[
    "
CREATE TABLE campaign (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE rules (
    fingerprint TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    named TEXT NOT NULL,
    files TEXT NOT NULL
) STRICT;
CREATE TABLE sessions (
    number INTEGER PRIMARY KEY,
    opened INTEGER NOT NULL,
    closed INTEGER
) STRICT;
CREATE TABLE lines (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    at INTEGER NOT NULL,
    who TEXT,
    hidden INTEGER NOT NULL,
    line TEXT NOT NULL,
    seed TEXT,
    dice TEXT NOT NULL,
    shown TEXT NOT NULL
) STRICT;
CREATE INDEX lines_of_session ON lines (session);
CREATE TABLE moves (
    number INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions,
    rules TEXT NOT NULL REFERENCES rules,
    state TEXT NOT NULL CHECK (state IN ('done', 'undone', 'gone', 'past')),
    body TEXT NOT NULL
) STRICT;
CREATE INDEX moves_by_state ON moves (state, number);
CREATE TABLE worlds (
    number INTEGER PRIMARY KEY,
    after INTEGER NOT NULL,
    rules TEXT NOT NULL REFERENCES rules,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE extras (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX worlds_by_move ON worlds (after, number);
",
    "
ALTER TABLE lines ADD COLUMN proof TEXT;
ALTER TABLE lines ADD COLUMN readers TEXT;
",
    "
ALTER TABLE lines ADD COLUMN change TEXT;
ALTER TABLE lines ADD COLUMN actor TEXT;
",
];

/// Brings the tables of a database to the newest version, or makes them.
///
/// # Errors
///
/// If a newer program made them, or if they cannot be changed; then they are what they were.
pub fn migrate(database: &mut Connection, steps: &[&str]) -> Result<(), StoreError> {
    is_known(database, steps)?;
    let (version, known) = (version(database)?, known(steps));
    if version == known {
        return Ok(());
    }
    let changes = database.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for step in steps.iter().skip(usize::try_from(version).unwrap_or(0)) {
        changes.execute_batch(step)?;
    }
    changes.pragma_update(None, "user_version", known)?;
    changes.pragma_update(None, "application_id", APPLICATION)?;
    let program = "INSERT INTO campaign VALUES ('program', ?1) ON CONFLICT DO UPDATE SET value = ?1";
    changes.execute(program, [env!("CARGO_PKG_VERSION")])?;
    changes.commit()?;
    Ok(())
}

/// A copy in memory of a database with older tables, with the newest. The database is only read, so that it may lie
/// where nothing can be written.
pub(super) fn renewed(old: &Connection) -> Result<Connection, StoreError> {
    let mut new = Connection::open_in_memory()?;
    new.pragma_update(None, "foreign_keys", false)?;
    let version = version(old)?;
    for step in STEPS.iter().take(usize::try_from(version).unwrap_or(0)) {
        new.execute_batch(step)?;
    }
    let names = "SELECT name FROM sqlite_master WHERE type = 'table'";
    let names: Vec<String> = new.prepare(names)?.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?;
    let changes = new.transaction()?;
    for name in names {
        let mut from = old.prepare(&format!("SELECT * FROM {name}"))?;
        let columns = from.column_count();
        let into = format!("INSERT INTO {name} VALUES ({})", vec!["?"; columns].join(", "));
        let mut into = changes.prepare(&into)?;
        let mut rows = from.query(())?;
        while let Some(row) = rows.next()? {
            let values: Vec<Value> = (0..columns).map(|column| row.get(column)).collect::<Result<_, _>>()?;
            into.execute(params_from_iter(values))?;
        }
    }
    changes.pragma_update(None, "user_version", version)?;
    changes.commit()?;
    migrate(&mut new, STEPS)?;
    Ok(new)
}

/// That no newer program made the tables of a database.
pub(super) fn is_known(database: &Connection, steps: &[&str]) -> Result<(), StoreError> {
    let version = version(database)?;
    if version <= known(steps) {
        return Ok(());
    }
    let program = "SELECT value FROM campaign WHERE key = 'program'";
    // How a newer program keeps its number is not known; only a table is read for it.
    let table = things(database)?.contains(&("table".to_owned(), "campaign".to_owned()));
    let program = table.then(|| database.query_row(program, (), |row| row.get(0)).ok()).flatten();
    Err(StoreError::Newer(version, program.unwrap_or_else(|| "?".to_owned())))
}

/// That a database has the tables and indices of its version and nothing else. A view or a trigger would run what
/// others wrote, without an end if they like, as soon as anything is read or written.
pub(super) fn is_ours(database: &Connection, steps: &[&str]) -> Result<(), StoreError> {
    let version = usize::try_from(version(database)?).unwrap_or(0);
    let model = Connection::open_in_memory()?;
    for step in steps.iter().take(version) {
        model.execute_batch(step)?;
    }
    let (wanted, there) = (things(&model)?, things(database)?);
    match there.symmetric_difference(&wanted).next() {
        Some((kind, name)) => Err(StoreError::Damaged(format!("{kind} {name}"))),
        None => Ok(()),
    }
}

/// What a database has: whether it is a table, an index, a view or a trigger, and its name.
fn things(database: &Connection) -> Result<BTreeSet<(String, String)>, StoreError> {
    let mut schema = database.prepare("SELECT type, name FROM sqlite_schema")?;
    let rows = schema.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn known(steps: &[&str]) -> i64 {
    i64::try_from(steps.len()).unwrap_or(i64::MAX)
}

/// The version of the tables in a database; 0 where there are none.
pub fn version(database: &Connection) -> Result<i64, StoreError> {
    Ok(database.query_row("PRAGMA user_version", (), |row| row.get(0))?)
}
