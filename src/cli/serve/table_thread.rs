//! The thread of a table: handles requests one after the other.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::oneshot;

use super::SECRETS;
use super::forms::{self, Form, Forms};
use super::images::{ImageRefusal, Images};
use super::questions::Pages;
use super::request::{PointsChange, RequestKind, RequestRefusal, TableReply, TableRequest};
use super::seats::{LinkChange, Seat};
use super::sheets::drawn;
use super::snapshot::{LocalizedText, Offer, ShotEntry, Snapshot, TableCharacter, TurnsSeen, may_see};
use super::table::{Envelope, Hub, ID, LINKS, RequestError, no_randomness};
use super::verifiable_dice::ByHand;
use crate::cli::images::address;
use crate::cli::prompt::complete::complete;
use crate::cli::prompt::host::LineEffect;
use crate::cli::prompt::state::{NoAnswers, PromptLine, PromptState, Seeds};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Limits;
use crate::report::Catalogue;
use crate::report::diagnostics::spoken;
use crate::source::Sources;
use crate::store::{OPEN_SECRET, StoreError};
use crate::world::{Env, World};

/// Entries of the log that pages show.
pub(super) const SHOWN: usize = 300;

/// State of the table thread: connections, images and pending questions, besides the prompt's state.
pub(super) struct Desk {
    pub(super) hub: std::sync::Weak<Hub>,
    /// What the campaign is called in errors.
    pub(super) place: PathBuf,
    pub(super) incoming: Receiver<Envelope>,
    pub(super) shot: Snapshot,
    pub(super) questions: u64,
    /// The entries of the moves that lie on the table, and who made them.
    pub(super) made: Vec<(u64, Seat)>,
    /// The same for moves that were taken back.
    pub(super) taken: Vec<(u64, Seat)>,
    /// Dice that the GM typed and nothing has used yet.
    pub(super) dice: Vec<i64>,
    /// The table is to end; the request for that waits for it.
    pub(super) closing: Option<oneshot::Sender<TableReply>>,
    /// Images of handouts.
    pub(super) images: Images,
    /// What sheets and forms were made of, and the forms of interventions by character.
    pub(super) looked: Option<PeopleView>,
    /// The language of the answer to the current request.
    pub(super) words: Catalogue,
}

/// The characters and forms that were last published, with the inputs that they were computed from.
pub(super) struct PeopleView {
    pub(super) world: World,
    env: Env,
    pub(super) interventions: Vec<Vec<Arc<Form>>>,
    forms: Forms,
}

impl Desk {
    /// Answers until the table is to end. Then who waits for that, and what they are told.
    pub(super) fn serve(&mut self, state: &mut PromptState<'_>) -> Option<(oneshot::Sender<TableReply>, TableReply)> {
        while let Ok(Envelope { request, reply }) = self.incoming.recv() {
            if request.wanted == RequestKind::Close {
                self.closing = Some(reply);
            } else {
                let answer = self.answer(request, state);
                // The asker may have left.
                let _ = reply.send(answer);
            }
            if let Some(reply) = self.closing.take() {
                let closed = match self.close(state) {
                    Ok(()) => TableReply::Done(self.shot.version),
                    Err(error) => self.refused(&[error], state),
                };
                return Some((reply, closed));
            }
        }
        None
    }

    /// Ends the session. Its secret may be told once it is kept that nothing more is thrown with it.
    fn close(&mut self, state: &mut PromptState<'_>) -> Result<(), Diagnostic> {
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
    pub(super) fn keep_dice(&self, state: &mut PromptState<'_>) -> Result<(), RequestError> {
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
    pub(super) fn keep_links(
        &self,
        state: &mut PromptState<'_>,
        fate: Option<(&Seat, &LinkChange)>,
        back: bool,
    ) -> Result<(), RequestError> {
        let Some(hub) = self.hub.upgrade() else { return Ok(()) };
        let people: Vec<String> = self.shot.people.iter().skip(1).map(|one| one.look.name.clone()).collect();
        let wanted = hub.links.wanted(&people, fate, back);
        let wanted = wanted.map_err(|error| ("no-randomness", vec![no_randomness(&self.words, error)]))?;
        let Some(wanted) = wanted else { return Ok(()) };
        if let Some(storage) = state.storage_mut()
            && let Err(error) = storage.put_extras(&[(ID, &hub.id), (LINKS, wanted.text())])
        {
            return Err(self.trouble(&error, state));
        }
        hub.links.publish(wanted);
        Ok(())
    }

    /// Why something could not be kept.
    fn trouble(&self, error: &StoreError, state: &PromptState<'_>) -> RequestError {
        let error = error.diagnostic(&self.place);
        (error.code.as_str(), told_in(&[error], state, &self.words))
    }

    fn failed(&self, error: &StoreError, state: &PromptState<'_>) -> TableReply {
        let (code, lines) = self.trouble(error, state);
        TableReply::Refused(RequestRefusal { code, lines })
    }

    /// Whether a note of the GM that the seat may read shows an image.
    fn shows(&self, image: &str, seat: &Seat) -> bool {
        self.shot.log.iter().any(|entry| entry.image() == Some(image) && may_see(entry, seat))
    }

    fn answer(&mut self, request: TableRequest, state: &mut PromptState<'_>) -> TableReply {
        let TableRequest { seat, wanted, dice, hidden, seen, language } = request;
        self.words = language.map_or_else(|| state.catalogue.clone(), Catalogue::new);
        // What only the GM can hide is not shown instead.
        if hidden && !seat.is_gm() {
            return self.refuse("serve-only-gm");
        }
        let last = self.shot.last.as_ref().map(|(number, _)| *number);
        let newest = self.shot.log.iter().rev().find(|entry| !entry.is_aside() && may_see(entry, &seat));
        let newest = newest.map(|entry| entry.number);
        let text = match &wanted {
            RequestKind::Line(text) | RequestKind::Script(text) => Ok(text.clone()),
            RequestKind::Act { name, parts, odds: false } => forms::line(name, None, parts),
            RequestKind::Act { name, parts, odds: true } => {
                forms::line(name, None, parts).map(|line| format!("odds do {line}"))
            }
            RequestKind::Intervene { .. } if seen.is_some() && seen != newest => {
                return self.refuse("serve-moved-on");
            }
            RequestKind::Intervene { name, at, parts, .. } => forms::line(name, Some(at), parts),
            RequestKind::Mark { who, .. } | RequestKind::Points { who, .. } if seat.is_gm() && !self.has(who) => {
                return self.unknown_character(who, state);
            }
            RequestKind::Mark { who, track, at } => match marked(&self.shot.people, who, track, *at) {
                Some(edit) if seat.is_gm() => Ok(edit),
                Some(_) => return self.refuse("serve-only-gm"),
                None => return self.refuse("serve-moved-on"),
            },
            RequestKind::Points { who, name, change } if seat.is_gm() => {
                match changed(&self.shot.people, who, name, *change) {
                    Some(to) => forms_edit(who, "points", name, &to.to_string()),
                    None => return self.refuse("serve-moved-on"),
                }
            }
            RequestKind::Points { .. } => return self.refuse("serve-only-gm"),
            // A page without a move says 0.
            RequestKind::Undo if seen.is_some_and(|seen| seen != last.unwrap_or(0)) => {
                return self.refuse("serve-moved-on");
            }
            RequestKind::Undo => Ok("undo".to_owned()),
            RequestKind::Redo => Ok("redo".to_owned()),
            RequestKind::Answer { .. } | RequestKind::Cancel(_) => return self.refuse("serve-question-gone"),
            RequestKind::Reveal(number) => return self.reveal(*number, &seat, state),
            RequestKind::Note(text) if text.trim().is_empty() => return self.refuse("serve-too-long"),
            RequestKind::Note(text) => Ok(format!("note {}", text.trim())),
            RequestKind::Tell { text, image: None, .. } if text.trim().is_empty() => {
                return self.refuse("serve-too-long");
            }
            RequestKind::Tell { image: Some(_), .. } | RequestKind::KeepImage { .. } if !seat.is_gm() => {
                return self.refuse("serve-only-gm");
            }
            RequestKind::Tell { to, .. } if to.iter().any(|name| !self.is_there(name)) => {
                let unknown = to.iter().find(|name| !self.is_there(name)).map_or("", String::as_str);
                return self.unknown_character(unknown, state);
            }
            RequestKind::Tell { text, image, .. } => match image {
                None => Ok(format!("note {}", text.trim())),
                Some(image) => match self.images.get(image, state.storage()) {
                    Ok(Some(_)) => Ok(format!("note {}", format!("{}\n{}", text.trim(), address(image)).trim())),
                    Ok(None) => return self.refuse("serve-not-an-image"),
                    Err(error) => return self.failed(&error, state),
                },
            },
            RequestKind::KeepImage { name, bytes } => {
                return match self.images.keep(name, bytes, state.storage_mut()) {
                    Ok(()) => TableReply::Done(self.shot.version),
                    Err(ImageRefusal::TooMany) => self.refuse("serve-too-many-images"),
                    Err(ImageRefusal::Store(error)) => self.failed(&error, state),
                };
            }
            RequestKind::Image(name) if !seat.is_gm() && !self.shows(name, &seat) => return TableReply::Image(None),
            RequestKind::Image(name) => {
                return match self.images.get(name, state.storage()) {
                    Ok(found) => TableReply::Image(found),
                    Err(error) => self.failed(&error, state),
                };
            }
            RequestKind::Begin(_) if !seat.is_gm() => return self.refuse("serve-only-gm"),
            RequestKind::Begin(names) => forms::begin(names),
            RequestKind::Npc { .. } | RequestKind::Create(_) if !seat.is_gm() => return self.refuse("serve-only-gm"),
            RequestKind::Npc { name, count } => forms::npc(name, count),
            RequestKind::Create(name) if name.trim().is_empty() => return self.refuse("serve-too-long"),
            RequestKind::Create(name) => forms::create(name),
            RequestKind::Fill { who, .. } if !seat.is_gm() && seat.name() != Some(who) => {
                return self.refuse("serve-not-yours");
            }
            RequestKind::Fill { parts, .. } if parts.iter().all(|(_, value)| value.trim().is_empty()) => {
                return self.refuse("serve-too-long");
            }
            RequestKind::Fill { who, parts } => {
                let own = self.shot.people.iter().skip(1).find(|one| one.look.name == *who);
                let blanks = own.map(|one| one.blanks.as_slice()).unwrap_or_default();
                let is_blank = |name: &str| blanks.iter().any(|field| field.name == name);
                // What another client has said by now stays.
                if parts.iter().any(|(name, value)| !value.trim().is_empty() && !is_blank(name)) {
                    return self.refuse("serve-moved-on");
                }
                match forms::fill(who, blanks, parts) {
                    Ok(line) => Ok(line),
                    Err(text) => {
                        let words = self.words.text("serve-bad-member", &vec![("text", text.into())]);
                        return TableReply::Refused(RequestRefusal { code: "bad-text", lines: vec![words] });
                    }
                }
            }
            RequestKind::Link(..) | RequestKind::KeepLinks if !seat.is_gm() => return self.refuse("serve-only-gm"),
            RequestKind::Link(name, LinkChange::HandedTo(other)) if name == other => {
                return self.refuse("serve-moved-on");
            }
            RequestKind::Link(_, LinkChange::HandedTo(other)) if !self.is_there(other) => {
                return self.unknown_character(other, state);
            }
            // The player with the link of that character gets this one: without a link there is none.
            RequestKind::Link(_, LinkChange::HandedTo(other))
                if self.hub.upgrade().is_some_and(|hub| !hub.links.lead_to(other)) =>
            {
                return self.refuse("serve-no-link");
            }
            RequestKind::Link(name, _) if !self.is_there(name) => return self.unknown_character(name, state),
            RequestKind::Link(name, fate) => {
                let whose = Seat::Player(name.clone());
                return self.links_kept(state, Some((&whose, fate)));
            }
            RequestKind::KeepLinks => return self.links_kept(state, None),
            RequestKind::Close => return self.refuse("serve-busy"),
            RequestKind::Complete(line) => {
                if !seat.is_gm() {
                    return self.refuse("serve-only-gm");
                }
                let (start, found) = complete(line, line.len(), &state.view());
                return TableReply::Offered(
                    start,
                    found.into_iter().take(20).map(|one| (one.text, one.about)).collect(),
                );
            }
        };
        match text {
            Ok(text) => {
                let by = match &wanted {
                    RequestKind::Intervene { by, .. } => Some(by.clone()),
                    _ => None,
                };
                let was_typed = matches!(wanted, RequestKind::Line(_) | RequestKind::Script(_));
                let abbreviates = matches!(wanted, RequestKind::Line(_));
                let (hidden, readers) = match &wanted {
                    RequestKind::Tell { to, .. } => (true, to.clone()),
                    RequestKind::Fill { who, .. } => (true, vec![who.clone()]),
                    _ => (hidden, Vec::new()),
                };
                let fills = matches!(wanted, RequestKind::Fill { .. });
                let left_open = match &wanted {
                    RequestKind::Act { parts, .. } | RequestKind::Intervene { parts, .. } => {
                        let open = parts.iter().filter(|(_, value)| value.trim().is_empty());
                        open.map(|(name, _)| name.clone()).collect()
                    }
                    _ => Vec::new(),
                };
                let said = TypedRequest {
                    text: &text,
                    by,
                    dice: &dice,
                    hidden,
                    readers,
                    was_typed,
                    abbreviates,
                    fills,
                    left_open,
                };
                self.lines(said, &seat, state)
            }
            Err(text) => {
                let words = self.words.text("serve-bad-text", &vec![("text", text.into())]);
                TableReply::Refused(RequestRefusal { code: "bad-text", lines: vec![words] })
            }
        }
    }

    fn is_there(&self, name: &str) -> bool {
        self.shot.people.iter().skip(1).any(|one| one.look.name == name)
    }

    /// Whether there is a character of this name, or the table is called so.
    fn has(&self, name: &str) -> bool {
        self.shot.people.iter().any(|one| one.look.name == name)
    }

    /// That no character is called so.
    fn unknown_character(&self, name: &str, state: &PromptState<'_>) -> TableReply {
        self.refused(&[Diagnostic::error(Code::NobodyOfThatName, None).arg("name", name)], state)
    }

    fn links_kept(&mut self, state: &mut PromptState<'_>, fate: Option<(&Seat, &LinkChange)>) -> TableReply {
        match self.keep_links(state, fate, false) {
            Ok(()) => {
                // Pages whose link is worth nothing any more are told.
                self.publish();
                TableReply::Done(self.shot.version)
            }
            Err((code, lines)) => TableReply::Refused(RequestRefusal { code, lines }),
        }
    }

    /// Does what a line says, as often as it says. Each time is a line of the log, with a proof of its dice.
    fn lines(&mut self, mut said: TypedRequest<'_>, seat: &Seat, state: &mut PromptState<'_>) -> TableReply {
        let mut count = 1;
        if said.text.len() <= Limits::FULL.line {
            (count, said.text) = state.times(said.text);
        }
        let mut reply = self.line(&said, seat, state);
        // Dice that were sent lie there once.
        said.dice = "";
        for _ in 1..count {
            if !matches!(reply, TableReply::Done(_)) {
                break;
            }
            reply = self.line(&said, seat, state);
        }
        // What a seat says ends with its request: the GM speaks for whomever the GM chose.
        state.speak_as(None);
        state.by = None;
        reply
    }

    /// Does what a line says once, if its speaker may.
    fn line(&mut self, said: &TypedRequest<'_>, seat: &Seat, state: &mut PromptState<'_>) -> TableReply {
        let TypedRequest { text, by, dice, hidden, readers, was_typed, abbreviates, fills, left_open } = said;
        if text.len() > Limits::FULL.line {
            return self.refuse("serve-too-long");
        }
        let typed = PromptLine { text, source: "", number: 1 };
        if let (Some(name), Some(by)) = (seat.name(), by)
            && by != name
        {
            return self.refuse("serve-not-yours");
        }
        // Beginnings of names are for people; forms and programs say names in full.
        state.abbreviates = *abbreviates;
        state.speak_as(seat.name().or(by.as_deref()));
        state.by = seat.name().map(str::to_owned);
        state.answers_in = Some(self.words.clone());
        let would = state.would(typed);
        // What only shows something may show what others are not to see.
        let hidden = *hidden || matches!(would, LineEffect::Look | LineEffect::Lay);
        let own_undo = would == (LineEffect::Undo { last: true }) && self.shot.may_take_back(seat);
        match (&would, seat.name()) {
            (LineEffect::Leave, _) => return self.refuse("serve-not-on-a-page"),
            // No player intervenes in what they do not see.
            (LineEffect::Intervene(_), Some(_)) if !self.shot.is_open_to(seat) => return self.refuse("serve-moved-on"),
            (_, None) => {}
            // What is missing on one's own sheet.
            (LineEffect::Change, Some(_)) if *fills => {}
            (LineEffect::Undo { .. }, Some(_)) if own_undo => {}
            (LineEffect::Undo { .. }, Some(_)) => return self.refuse("serve-not-your-move"),
            (LineEffect::Fail(errors), Some(_)) => return self.refused(errors, state),
            (would, Some(name)) if would.is_own(name) => {}
            (would, Some(_)) => {
                let words = self.why_not_yours(would);
                return TableReply::Refused(RequestRefusal { code: "not-yours", lines: vec![words] });
            }
        }
        if let Err((code, lines)) = self.keep_dice(state) {
            return TableReply::Refused(RequestRefusal { code, lines });
        }
        let with_dice = !dice.trim().is_empty();
        if !dice.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ' ' | ',' | '-')) {
            return self.refuse("serve-bad-dice");
        }
        // Dice that the game master typed in a line wait for the game master alone, and not for a form that has its own.
        let waiting = seat.is_gm() && !with_dice;
        state.swap_dice(if waiting { std::mem::take(&mut self.dice) } else { Vec::new() });
        if with_dice {
            let line = format!("dice {dice}");
            let laid = state.execute(PromptLine { text: &line, source: "", number: 1 }, &mut NoAnswers);
            if laid.failed() {
                return self.refused(&laid.findings, state);
            }
        }
        let by_hand = match state.waiting_dice().len() {
            0 => ByHand::None,
            count if state.rolls_the_rest() => ByHand::First(count),
            _ => ByHand::All,
        };
        if let Some(hub) = self.hub.upgrade() {
            hub.fair.lay(by_hand);
        }
        let (before, rolls) = (state.moves_made(), state.table.rolls());
        state.hides = hidden;
        state.readers.clone_from(readers);
        state.kept.clear();
        state.dice_fall_now = with_dice;
        let opens = matches!(would, LineEffect::Intervene(_));
        let entry = self.shot.opened.filter(|_| opens);
        let (seat_asks, left_open) = (seat.clone(), left_open.clone());
        let act = match seat {
            Seat::Player(_) => state.said_in(typed, &would),
            Seat::Gm => None,
        };
        let together = None;
        let mut asker = Pages {
            act,
            together,
            desk: self,
            seat: seat_asks,
            fallen: Vec::new(),
            gave_up: false,
            left_open,
            rest: false,
            entry,
            hidden,
            asked_others: false,
        };
        let mut reply = state.execute_once(typed, &mut asker);
        let gave_up = asker.gave_up;
        let waiting = state.swap_dice(Vec::new());
        let dice_wait = seat.is_gm() && !with_dice;
        if dice_wait {
            self.dice = waiting;
        }
        // Dice that stand in the form that was sent wait nowhere else, and what a form asks has a field.
        let helps = |id: &str| match id {
            "help-dice-wait" | "help-dice-roll" => dice_wait,
            "help-say-behind" => *was_typed,
            _ => true,
        };
        reply.findings.iter_mut().for_each(|finding| finding.helps.retain(|help| helps(help.id)));
        if reply.failed() {
            let mut refused = self.refused(&reply.findings, state);
            // Nobody failed to decide.
            if let TableReply::Refused(RequestRefusal { lines, .. }) = &mut refused
                && let Some(first) = lines.first_mut().filter(|_| gave_up)
            {
                *first = self.words.say("serve-given-up");
            }
            return refused;
        }
        let proof = self.hub.upgrade().and_then(|hub| Seeds::proof(&hub.fair, seat.name(), text.trim(), &state.thrown));
        let entry = ShotEntry {
            number: self.next(),
            changed: 0,
            at: now(),
            by: seat.clone(),
            line: text.trim().to_owned(),
            was_typed: *was_typed && would != LineEffect::Note && !state.wording().tells_itself(text),
            document: reply.document,
            dice: state.thrown.iter().map(|(die, face)| (die.to_string(), *face)).collect(),
            typed: proof.as_ref().map_or(0, |proof| proof.typed),
            proof,
            kept: std::mem::take(&mut state.kept),
            is_note: would == LineEffect::Note,
            looks: matches!(would, LineEffect::Look | LineEffect::Lay),
            takes_back: matches!(would, LineEffect::Undo { .. } | LineEffect::Redo),
            hidden: state.hid,
            readers: readers.clone(),
            undone: false,
        };
        self.follow(&would, before, state.moves_made(), &entry);
        self.shot.last = self.made.last().filter(|_| state.undoable() > 0).cloned();
        self.shot.opened = match &would {
            _ if entry.takes_back => self.made.last().map(|(number, _)| *number),
            LineEffect::Intervene(_) => Some(entry.number),
            _ if state.moves_made() > before || state.table.rolls() > rolls => Some(entry.number),
            _ => self.shot.opened,
        };
        self.shot.arrived = state.arrived();
        let back = entry.takes_back;
        self.add(entry);
        self.look(state);
        // A link that cannot be kept is reported on the page of the links, which tries again.
        let _ = self.keep_links(state, None, back);
        self.publish();
        TableReply::Done(self.shot.version)
    }

    /// Why a player cannot do what a line would do.
    fn why_not_yours(&self, would: &LineEffect) -> String {
        match would {
            LineEffect::Reserved { name, by } => {
                let by = by.as_deref().unwrap_or("none");
                self.words.text("serve-not-for-players", &vec![("name", name.as_str().into()), ("by", by.into())])
            }
            LineEffect::Pry => self.words.say("serve-no-prying"),
            LineEffect::Look => self.words.say("serve-no-looking"),
            LineEffect::Lay => self.words.say("serve-no-laying"),
            LineEffect::Change | LineEffect::Bring | LineEffect::Redo => self.words.say("serve-only-gm"),
            _ => self.words.say("serve-not-yours"),
        }
    }

    /// Keeps up with which entries are the moves that lie on the table.
    fn follow(&mut self, would: &LineEffect, before: usize, after: usize, entry: &ShotEntry) {
        match would {
            LineEffect::Undo { .. } => {
                for _ in after..before {
                    let Some(one) = self.made.pop() else { break };
                    self.change(one.0, |entry| entry.undone = true);
                    self.taken.push(one);
                }
            }
            LineEffect::Redo => {
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
        self.shot.redo = !self.taken.is_empty();
    }

    fn reveal(&mut self, number: u64, seat: &Seat, state: &mut PromptState<'_>) -> TableReply {
        if !seat.is_gm() {
            return self.refuse("serve-only-gm");
        }
        let Some(entry) = self.shot.log.iter().find(|entry| entry.number == number) else {
            return self.refuse("serve-moved-on");
        };
        let shown = state.storage_mut().map(|storage| entry.kept.iter().try_for_each(|line| storage.reveal(*line)));
        if let Some(Err(error)) = shown {
            let (code, lines) = self.trouble(&error, state);
            return TableReply::Refused(RequestRefusal { code, lines });
        }
        // What is done about it later is no longer hidden, either.
        for (one, (made, _)) in state.table.newest_mut().zip(self.made.iter().rev()) {
            one.hidden &= *made != number;
        }
        if self.shot.opened == Some(number)
            && let Some(open) = state.table.open_mut()
        {
            open.hidden = false;
        }
        self.change(number, |entry| entry.hidden = false);
        self.publish();
        TableReply::Done(self.shot.version)
    }

    fn next(&self) -> u64 {
        self.shot.log.last().map_or(0, |entry| entry.number).saturating_add(1)
    }

    fn add(&mut self, entry: ShotEntry) {
        let changed = self.shot.version.saturating_add(1);
        self.shot.log.push(Arc::new(ShotEntry { changed, ..entry }));
        if self.shot.log.len() > SHOWN {
            self.shot.log.remove(0);
        }
    }

    fn change(&mut self, number: u64, what: impl FnOnce(&mut ShotEntry)) {
        let changed = self.shot.version.saturating_add(1);
        if let Some(entry) = self.shot.log.iter_mut().find(|entry| entry.number == number) {
            let entry = Arc::make_mut(entry);
            what(entry);
            entry.changed = changed;
        }
    }

    fn refuse(&self, id: &'static str) -> TableReply {
        let code = id.strip_prefix("serve-").unwrap_or(id);
        TableReply::Refused(RequestRefusal { code, lines: vec![self.words.say(id)] })
    }

    fn refused(&self, findings: &[Diagnostic], state: &PromptState<'_>) -> TableReply {
        let code = findings.iter().find(|one| one.is_error()).map_or("refused", |one| one.code.as_str());
        TableReply::Refused(RequestRefusal { code, lines: told_in(findings, state, &self.words) })
    }

    /// Looks at all characters anew.
    pub(super) fn look(&mut self, state: &mut PromptState<'_>) {
        let (world, env) = (state.table.world(), state.env());
        if !self.looked.as_ref().is_some_and(|looked| looked.world == *world && looked.env == env) {
            self.look_again(state, env);
        }
        let interventions = self.looked.as_ref().map(|looked| looked.interventions.as_slice()).unwrap_or_default();
        let offered = state.offered();
        let why = |error: &Diagnostic| LocalizedText::of(|words| spoken(error, state.sources(), words).0);
        for ((who, character), forms) in self.shot.people.iter_mut().enumerate().zip(interventions) {
            let offers = offered.iter().filter(|one| one.who == who).filter_map(|one| {
                let form = forms.get(one.intervention)?;
                let refused = one.refused.as_ref().map(why);
                Some(Offer { form: Arc::clone(form), places: one.places.clone(), refused })
            });
            let offers: Vec<Offer> = offers.collect();
            if offers != character.offers {
                Arc::make_mut(character).offers = offers;
            }
        }
        self.shot.turns = state.turns().map(|(turns, able)| {
            let able = able.map_err(|errors| told(&errors, state));
            TurnsSeen { turns, able }
        });
    }

    /// Makes all sheets and forms anew; those that come out as they were stay.
    fn look_again(&mut self, state: &mut PromptState<'_>, env: Env) {
        let catalogue = state.catalogue.clone();
        let (mut people, mut interventions) = (Vec::new(), Vec::new());
        let mut forms = self.looked.take().map(|looked| looked.forms).unwrap_or_default();
        for (who, look) in state.looks().into_iter().enumerate() {
            // The GM chooses who acts; what is said for the table itself says nothing.
            let refusals = if who == crate::world::TABLE { Vec::new() } else { state.refusals(who) };
            let actor = state.table.world().people.get(who).map_or("", |person| &*person.name);
            let in_words = |error: &Diagnostic| {
                // Where another character does not meet a need, the reason names it.
                let whom = error.text("whom").filter(|whom| *whom != "none" && *whom != actor).map(str::to_owned);
                let mut error = error.clone();
                for (_, who) in error.args.iter_mut().filter(|(name, _)| *name == "who") {
                    whom.iter().for_each(|whom| *who = whom.as_str().into());
                }
                LocalizedText::of(|words| spoken(&error, state.sources(), words).0)
            };
            let reasons: Vec<Option<LocalizedText>> =
                refusals.into_iter().map(|error| error.as_ref().map(in_words)).collect();
            let reasons = reasons.into_iter();
            let reasons = reasons.chain(std::iter::repeat(None));
            let world = state.table.world().seen_by(who);
            let actions = forms.actions(state.game(), &world, &catalogue).into_iter().zip(reasons).collect();
            interventions.push(forms.interventions(state.game(), &world, &catalogue));
            let blanks = match state.table.world().people.get(who).filter(|_| who != crate::world::TABLE) {
                Some(person) => forms.blanks(state.game(), person, &look, &catalogue),
                None => Vec::new(),
            };
            let before = self.shot.people.get(who);
            let made = state.is_npc(&look.name);
            people.push(Arc::new(TableCharacter {
                made,
                look: kept_or_new(before.map(|one| &one.look), look),
                actions: kept_or_new(before.map(|one| &one.actions), actions),
                offers: Vec::new(),
                blanks,
            }));
        }
        self.shot.people = people;
        forms.tidy();
        self.looked = Some(PeopleView { world: state.table.world().clone(), env, interventions, forms });
    }

    pub(super) fn publish(&mut self) {
        self.shot.version = self.shot.version.saturating_add(1);
        if let Some(hub) = self.hub.upgrade() {
            hub.publish(self.shot.clone());
        }
    }
}

/// What there was before, if it is the same.
fn kept_or_new<T: PartialEq>(before: Option<&Arc<T>>, now: T) -> Arc<T> {
    before.filter(|before| ***before == now).map_or_else(|| Arc::new(now), Arc::clone)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// What is wrong, and what helps.
pub(super) fn in_lines(finding: &Diagnostic, sources: &Sources, catalogue: &Catalogue) -> Vec<String> {
    let (message, helps) = spoken(finding, sources, catalogue);
    std::iter::once(message).chain(helps).collect()
}

pub(super) fn told(findings: &[Diagnostic], state: &PromptState<'_>) -> Vec<String> {
    told_in(findings, state, &state.catalogue)
}

fn told_in(findings: &[Diagnostic], state: &PromptState<'_>, catalogue: &Catalogue) -> Vec<String> {
    let one = |finding: &Diagnostic| in_lines(finding, state.sources(), catalogue);
    findings.iter().filter(|finding| finding.is_error()).flat_map(one).collect()
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

/// How many points a character has once they change, if it has any such.
fn changed(people: &[Arc<TableCharacter>], who: &str, name: &str, change: PointsChange) -> Option<i64> {
    match change {
        PointsChange::To(to) => Some(to),
        PointsChange::By(by) => {
            let person = people.iter().find(|one| one.look.name == who)?;
            person.look.points.iter().find(|one| one.name == name)?.now?.checked_add(by)
        }
    }
}

/// The line that gives a box its next mark: none, then the lightest, and after the heaviest none again.
fn marked(people: &[Arc<TableCharacter>], who: &str, track: &str, at: usize) -> Option<String> {
    let person = people.iter().find(|one| one.look.name == who)?;
    let track = person.look.tracks.iter().find(|one| one.name == track)?;
    let mut counts: Vec<i64> = track.marks.iter().map(|mark| mark.count).collect();
    let rows = drawn(track);
    let mut boxes = rows.iter().enumerate().flat_map(|(row, boxes)| boxes.iter().map(move |mark| (row, *mark)));
    let (row, mark) = boxes.nth(at)?;
    if let Some(count) = mark.and_then(|mark| counts.get_mut(mark)) {
        *count = count.saturating_sub(1);
    }
    let next = match (track.marks.get(row).and_then(|mark| mark.own), mark) {
        // A box of one mark only.
        (Some(_), mark) => row.saturating_add(if mark.is_some() { counts.len() } else { 0 }),
        (None, mark) => mark.map_or(0, |mark| mark.saturating_add(1)),
    };
    if let Some(count) = counts.get_mut(next) {
        *count = count.saturating_add(1);
    }
    let names = track.marks.iter().zip(&counts).map(|(mark, count)| format!("\"{}\": {count}", mark.name));
    let value = format!("{{{}}}", names.collect::<Vec<_>>().join(", "));
    forms_edit(who, "marks", &track.name, &value).ok()
}

/// A line to execute, with its answers, dice and readers.
struct TypedRequest<'a> {
    text: &'a str,
    /// In whose name it intervenes.
    by: Option<String>,
    dice: &'a str,
    hidden: bool,
    readers: Vec<String>,
    was_typed: bool,
    /// Beginnings of names stand for them.
    abbreviates: bool,
    /// It says what is missing on a sheet.
    fills: bool,
    /// Fields of a form that were sent without an answer.
    left_open: Vec<String>,
}
