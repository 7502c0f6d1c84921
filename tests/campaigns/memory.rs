//! A campaign in memory: the plain model of a storage.

use std::collections::BTreeMap;

use tirada::internals::store::{
    About, CampaignSession, Commit, Contents, LogEntry, MoveChange, Storage, StoreError, StoredRules,
};

/// A campaign in memory.
#[derive(Debug, Clone)]
pub struct MemoryStorage {
    about: About,
    rules: StoredRules,
    /// All characters at the time when the current rules were set, and the number of moves before.
    start: Option<String>,
    forgotten: usize,
    /// Moves that hold, and those that were undone; the last one last.
    done: Vec<String>,
    undone: Vec<String>,
    now: String,
    sessions: Vec<CampaignSession>,
    log: Vec<LogEntry>,
    extras: BTreeMap<String, String>,
}

impl MemoryStorage {
    /// A new campaign; `made` is in milliseconds since 1970.
    #[must_use]
    pub fn new(name: &str, rules: StoredRules, made: i64) -> Self {
        let about = About { name: name.to_owned(), made, ruleset: rules.id.clone(), fingerprint: rules.fingerprint() };
        let (done, undone, sessions, log) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let extras = BTreeMap::new();
        Self { about, rules, start: None, forgotten: 0, done, undone, now: String::new(), sessions, log, extras }
    }
}

impl Storage for MemoryStorage {
    fn about(&self) -> Result<About, StoreError> {
        Ok(self.about.clone())
    }

    fn rules(&self) -> Result<StoredRules, StoreError> {
        Ok(self.rules.clone())
    }

    fn contents(&self, _: usize) -> Result<Contents, StoreError> {
        Ok(Contents {
            start: self.start.clone(),
            forgotten: self.forgotten,
            moves: self.done.iter().chain(self.undone.iter().rev()).cloned().collect(),
            undone: self.undone.len(),
            now: self.now.clone(),
        })
    }

    fn begin(&mut self, at: i64) -> Result<i64, StoreError> {
        self.end(at)?;
        let number = self.sessions.last().map_or(1, |last| last.number + 1);
        self.sessions.push(CampaignSession { number, opened: at, closed: None, lines: 0 });
        Ok(number)
    }

    fn commit(&mut self, step: &Commit) -> Result<Option<i64>, StoreError> {
        match &step.change {
            MoveChange::Nothing => {}
            MoveChange::Made(moves) => {
                self.undone.clear();
                self.done.extend(moves.iter().cloned());
            }
            MoveChange::Undone(count) => {
                let kept = self.done.len().saturating_sub(*count);
                self.undone.extend(self.done.drain(kept..).rev());
            }
            MoveChange::Redone(count) => {
                let kept = self.undone.len().saturating_sub(*count);
                self.done.extend(self.undone.drain(kept..).rev());
            }
        }
        self.now.clone_from(&step.now);
        let Some(entry) = &step.entry else { return Ok(None) };
        let number = self.log.last().map_or(1, |last| last.number + 1);
        let session = self.sessions.last_mut().ok_or_else(|| StoreError::Damaged("session".to_owned()))?;
        session.lines += 1;
        self.log.push(LogEntry { number, session: session.number, moves: step.change.counted(), ..entry.clone() });
        Ok(Some(number))
    }

    fn adopt(&mut self, rules: &StoredRules, step: &Commit) -> Result<(), StoreError> {
        self.commit(step)?;
        self.forgotten += self.done.len();
        self.done.clear();
        self.undone.clear();
        self.start.clone_from(&step.world);
        self.about = About { ruleset: rules.id.clone(), fingerprint: rules.fingerprint(), ..self.about.clone() };
        self.rules = rules.clone();
        Ok(())
    }

    fn reveal(&mut self, line: i64) -> Result<(), StoreError> {
        let found = self.log.iter_mut().find(|one| one.number == line);
        found.ok_or_else(|| StoreError::Damaged(format!("line {line}")))?.hidden = false;
        Ok(())
    }

    fn extra(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self.extras.get(name).cloned())
    }

    fn put_extras(&mut self, extras: &[(&str, &str)]) -> Result<(), StoreError> {
        self.extras.extend(extras.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        Ok(())
    }

    fn end(&mut self, at: i64) -> Result<(), StoreError> {
        if let Some(last) = self.sessions.last_mut() {
            last.closed.get_or_insert(at);
        }
        Ok(())
    }

    fn sessions(&self) -> Result<Vec<CampaignSession>, StoreError> {
        Ok(self.sessions.clone())
    }

    fn log(&self, session: Option<i64>, after: i64) -> Result<Vec<LogEntry>, StoreError> {
        let wanted = |one: &&LogEntry| one.number > after && session.is_none_or(|session| one.session == session);
        Ok(self.log.iter().filter(wanted).cloned().collect())
    }
}
