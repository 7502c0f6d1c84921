//! Requests to a table, and its responses.

use std::sync::Arc;

use super::seats::{LinkChange, Seat};
use crate::report::Language;

/// What a request asks of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RequestKind {
    /// A line of the prompt.
    Line(String),
    /// A line of a program, in which beginnings of names mean nothing.
    Script(String),
    /// An action, with what was filled in; or only its odds.
    Act {
        name: String,
        parts: Vec<(String, String)>,
        odds: bool,
    },
    /// An intervention in a character's name, in an entry of the log.
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
    Points {
        who: String,
        name: String,
        change: PointsChange,
    },
    /// An answer to the open question. An empty one is none: what the question says holds, or nothing is done.
    Answer {
        question: u64,
        text: String,
        /// What else is asked of the GM meanwhile holds without an answer, too.
        rest: bool,
        /// Answers to several questions at once, by name.
        parts: Vec<(String, String)>,
    },
    /// What waits for an answer is given up, if it asks this question; any, without a number.
    Cancel(Option<u64>),
    /// A hidden entry is shown to all.
    Reveal(u64),
    Note(String),
    Undo,
    Redo,
    /// What may stand at the end of a line.
    Complete(String),
    /// A note that only some players see, beside the GM.
    Tell {
        to: Vec<String>,
        text: String,
        /// The name of an image that was kept.
        image: Option<String>,
    },
    /// An image is kept for messages.
    KeepImage {
        name: String,
        bytes: Arc<[u8]>,
    },
    /// The bytes of an image.
    Image(String),
    /// So many characters are made of a template; a number where none is said and no character is called so.
    Npc {
        name: String,
        count: String,
    },
    /// A character of this name sits down, of whom nothing else is known yet.
    Create(String),
    /// What is missing on a new sheet.
    Fill {
        who: String,
        parts: Vec<(String, String)>,
    },
    /// Characters act in turn from now on: these, or all. Where others do, these join them.
    Begin(Vec<String>),
    /// What becomes of the link of a character.
    Link(String, LinkChange),
    /// The server asks: all seats are to have a link.
    KeepLinks,
    /// The server asks: the session ends.
    Close,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableRequest {
    pub(super) seat: Seat,
    pub(super) wanted: RequestKind,
    /// Faces that lie on the real table.
    pub(super) dice: String,
    /// Only the GM sees what comes of it.
    pub(super) hidden: bool,
    /// The last entry that the asker had seen: what is about it must be about that.
    pub(super) seen: Option<u64>,
    /// The language of the answer; nothing: that of the table.
    pub(super) language: Option<Language>,
}

impl TableRequest {
    /// What the server itself wants.
    pub(super) fn of_the_server(wanted: RequestKind) -> Self {
        Self::by(Seat::Gm, wanted)
    }

    /// What a seat wants, without dice, for all to see.
    pub(super) fn by(seat: Seat, wanted: RequestKind) -> Self {
        Self { seat, wanted, dice: String::new(), hidden: false, seen: None, language: None }
    }
}

/// The response of a table to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TableReply {
    /// Done; the version that shows it.
    Done(u64),
    /// It was not done, and why.
    Refused(RequestRefusal),
    Offered(usize, Vec<(String, String)>),
    /// The bytes of an image; nothing if there is none of this name.
    Image(Option<Arc<[u8]>>),
}

/// Why a request is refused: a code, and lines for readers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RequestRefusal {
    pub(super) code: &'static str,
    pub(super) lines: Vec<String>,
}

/// Why a table does not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Silence {
    /// Too many requests wait for it.
    Busy,
    /// The session is closed, or the program failed.
    Ended,
}

/// A new value of points: absolute, or relative to the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PointsChange {
    To(i64),
    /// So many more than there are when it is done.
    By(i64),
}
