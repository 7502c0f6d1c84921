//! Parses faces of dice: `10,5,1` or `10 5 1`.

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The text in the place of a face.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAFace {
    /// Its bytes in the text; of an empty place, those of the commas around it.
    pub at: Range<usize>,
    text: String,
    /// Which place is empty, counted from one; 0 where something is there.
    pub place: usize,
}

impl NotAFace {
    /// What is said of it.
    pub(crate) fn diagnostic(self, at: Option<Span>) -> Diagnostic {
        Diagnostic::error(Code::NotAFace, at).arg("text", self.text).arg("place", self.place)
    }
}

/// Reads typed faces, separated by commas or spaces. U+2212 counts as a hyphen, because results are printed with it.
///
/// # Errors
///
/// Everything that is no number, and empty places between commas.
pub fn typed_faces(text: &str) -> Result<Vec<i64>, Vec<NotAFace>> {
    let (mut faces, mut wrong) = (Vec::new(), Vec::new());
    if text.trim().is_empty() {
        return Ok(faces);
    }
    let mut start = 0_usize;
    for (place, group) in text.split(',').enumerate() {
        if group.trim().is_empty() {
            let at = start.saturating_sub(1)..text.len().min(start + group.len() + 1);
            wrong.push(NotAFace { at, text: String::new(), place: place + 1 });
        }
        let mut at = start;
        for word in group.split(char::is_whitespace) {
            match crate::source::whole(word) {
                Some(face) => faces.push(face),
                None if word.is_empty() => {}
                None => wrong.push(NotAFace { at: at..at + word.len(), text: word.to_owned(), place: 0 }),
            }
            at +=
                word.len() + text.get(at + word.len()..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        }
        start += group.len() + 1;
    }
    if wrong.is_empty() { Ok(faces) } else { Err(wrong) }
}
