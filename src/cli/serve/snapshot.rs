//! The snapshot of a table that pages are rendered from. It contains everything; a page shows the part that its seat
//! may see.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::forms::{Field, Form};
use super::seats::Seat;
use crate::cli::images::shown;
use crate::report::document::Document;
use crate::report::{Catalogue, Language};
use crate::ruleset::Accent;
use crate::sort::Sort as _;
use crate::store::Proof;
use crate::world::{Look, TurnOrder};

/// An entry of the log.
#[derive(Debug, Clone)]
pub(super) struct ShotEntry {
    /// From 1 on, without gaps.
    pub(super) number: u64,
    /// The version at which it last changed.
    pub(super) changed: u64,
    /// Time in seconds since 1970 (UTC).
    pub(super) at: u64,
    pub(super) by: Seat,
    pub(super) line: String,
    /// The line was typed, and is worth reading.
    pub(super) was_typed: bool,
    pub(super) document: Document,
    /// Thrown dice, in order: kind and face.
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
    /// It took moves back, or made them again.
    pub(super) takes_back: bool,
    pub(super) hidden: bool,
    /// Where it is hidden: who sees it all the same.
    pub(super) readers: Vec<String>,
    pub(super) undone: bool,
}

impl ShotEntry {
    /// The image that it shows, if it does: others than the GM only write an address.
    pub(super) fn image(&self) -> Option<&str> {
        shown(&self.line).filter(|_| self.is_note && self.by.is_gm())
    }

    /// Whether nothing was done or rolled.
    pub(super) fn is_aside(&self) -> bool {
        self.is_note || self.looks
    }
}

/// A question that the rules put to a seat. The table waits for the answer.
#[derive(Debug, Clone)]
pub(super) struct PendingQuestion {
    pub(super) number: u64,
    pub(super) to: Seat,
    pub(super) by: Seat,
    pub(super) words: LocalizedText,
    /// What is being done: by whom, what, and the answers so far.
    pub(super) about: Option<String>,
    /// The entry of the log in which a character intervenes.
    pub(super) entry: Option<u64>,
    pub(super) doc: Option<String>,
    /// What the player who acts proposes to the decider.
    pub(super) proposed: Option<LocalizedText>,
    /// Several of the options can be answered together.
    pub(super) several: bool,
    /// More may be asked of the same decider, and hold without an answer.
    pub(super) more: bool,
    /// All that the decider is asked about what is being done, each with what the player who acts proposes: they can be
    /// answered together.
    pub(super) fields: Vec<(Arc<Field>, Option<String>)>,
    /// The character about whom these ask.
    pub(super) actor: Option<String>,
    /// The dice that it is about: their kind and their face.
    pub(super) fallen: Vec<(String, i64)>,
    /// What is sent, and what is read.
    pub(super) options: Vec<(String, LocalizedText)>,
    /// Whether anything else can be said.
    pub(super) open: bool,
    /// What holds where nothing is said.
    pub(super) otherwise: Option<LocalizedText>,
}

/// An intervention that may be chosen now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) form: Arc<Form>,
    pub(super) places: Vec<String>,
    /// Why it cannot be done, whatever would be answered.
    pub(super) refused: Option<LocalizedText>,
}

/// A text in all languages; each page shows its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LocalizedText(pub(super) [String; Language::ALL.len()]);

impl LocalizedText {
    /// What is said with the messages of each language.
    pub(super) fn of(say: impl Fn(&Catalogue) -> String) -> Self {
        Self(Language::ALL.map(|language| say(&Catalogue::new(language))))
    }

    pub(super) fn said_in(&self, language: Language) -> &str {
        let found = Language::ALL.into_iter().zip(&self.0).find(|(one, _)| *one == language);
        found.map_or("", |(_, words)| words)
    }
}

/// A character, or the table itself.
#[derive(Debug, Clone)]
pub(super) struct TableCharacter {
    /// The same allocation from shot to shot as long as it stays the same.
    pub(super) look: Arc<Look>,
    /// It was made of a template.
    pub(super) made: bool,
    /// Actions with the reason why they cannot be done now. Likewise.
    pub(super) actions: Arc<Vec<(Arc<Form>, Option<LocalizedText>)>>,
    pub(super) offers: Vec<Offer>,
    /// What is still to be said on a new sheet.
    pub(super) blanks: Vec<Arc<Field>>,
}

/// A snapshot of a table: everything that a page may show.
#[derive(Debug, Clone)]
pub(super) struct Snapshot {
    pub(super) version: u64,
    pub(super) game: String,
    pub(super) id: String,
    /// The colour of the game.
    pub(super) accent: Option<Accent>,
    pub(super) language: Language,
    /// The table itself first.
    pub(super) people: Vec<Arc<TableCharacter>>,
    pub(super) times: Vec<String>,
    /// What characters can be made of.
    pub(super) templates: Vec<String>,
    pub(super) log: Vec<Arc<ShotEntry>>,
    /// Whose turn it is, if characters act in turn.
    pub(super) turns: Option<TurnsSeen>,
    pub(super) question: Option<Arc<PendingQuestion>>,
    /// The entry of the move that would be undone, and who made it.
    pub(super) last: Option<(u64, Seat)>,
    /// The entry in which interventions are possible, if any are.
    pub(super) opened: Option<u64>,
    /// Who is no longer there then.
    pub(super) arrived: Vec<String>,
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
    pub(super) turns: TurnOrder,
    /// For each of them, whether they can act; or why that cannot be told.
    pub(super) able: Result<Vec<bool>, Vec<String>>,
}

impl Snapshot {
    /// Whether a player may take the last move back: it is their own, and nothing that they see came after it but what
    /// was taken back as well.
    pub(super) fn may_take_back(&self, seat: &Seat) -> bool {
        let Some((number, _)) = self.last.as_ref().filter(|(_, by)| by == seat) else { return false };
        let mut after = self.log.iter().rev().take_while(|entry| entry.number > *number);
        after.all(|entry| entry.looks || entry.undone || entry.takes_back || !may_see(entry, seat))
    }

    /// Whether a seat may see that in which interventions are possible.
    pub(super) fn is_open_to(&self, seat: &Seat) -> bool {
        let opened = self.log.iter().find(|entry| self.opened == Some(entry.number));
        opened.is_some_and(|entry| may_see(entry, seat))
    }

    /// Whether all sheets, and all that characters can do, are still what they were in an earlier shot. Compares
    /// allocations: what was made anew counts as different.
    pub(super) fn has_people_of(&self, before: &Self) -> bool {
        let is_same = |(now, then): (&Arc<TableCharacter>, &Arc<TableCharacter>)| {
            Arc::ptr_eq(&now.look, &then.look) && Arc::ptr_eq(&now.actions, &then.actions)
        };
        self.people.len() == before.people.len() && self.people.iter().zip(&before.people).all(is_same)
    }
}

/// Whether a seat may see an entry of the log.
pub(super) fn may_see(entry: &ShotEntry, seat: &Seat) -> bool {
    let is_told = |name: &str| entry.readers.iter().any(|reader| reader == name);
    !entry.hidden || seat.is_gm() || entry.by == *seat || seat.name().is_some_and(is_told)
}

/// Who sits at the table, by name: what links there can be. Those who were made of templates come last.
pub(super) fn characters(shot: &Snapshot) -> Vec<(String, Seat)> {
    let mut names: Vec<(bool, String)> =
        shot.people.iter().skip(1).map(|one| (one.made, one.look.name.clone())).collect();
    names.order();
    names.into_iter().map(|(_, name)| (name.clone(), Seat::Player(name))).collect()
}
