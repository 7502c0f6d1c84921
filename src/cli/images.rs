//! Images of handouts: their names, and the notes that show them.
//!
//! An image is named after the hash of its bytes. The last line of a note that shows it is the address, `images/NAME`.
//! Anyone who may read the note may see the image.

use crate::report::document::html::escape;

/// What the address of an image begins with.
const FOLDER: &str = "images/";

/// The formats that every browser shows and that hold no script: how a name ends, and the type.
pub(crate) const FORMATS: [(&str, &str); 4] =
    [("png", "image/png"), ("jpg", "image/jpeg"), ("gif", "image/gif"), ("webp", "image/webp")];

/// The type of an image by its name; nothing if no image has such a name.
pub(crate) fn type_of(name: &str) -> Option<&'static str> {
    let (hash, end) = name.split_once('.')?;
    let is_hash = hash.len() == 32 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    FORMATS.iter().find(|(one, _)| is_hash && *one == end).map(|(_, kind)| *kind)
}

/// The line of a note that shows an image; also the name under which a campaign keeps its bytes, in base64.
pub(crate) fn address(name: &str) -> String {
    format!("{FOLDER}{name}")
}

/// The image that the last line of a note shows, as the note was typed: `note TEXT`.
pub(crate) fn shown(note: &str) -> Option<&str> {
    let last = note.strip_prefix("note ")?.lines().next_back()?;
    let name = last.trim().strip_prefix(FOLDER)?;
    type_of(name).map(|_| name)
}

/// HTML with an image in place of its address.
pub(crate) fn embed(html: &str, name: &str, source: &str, alt: &str) -> String {
    let image = format!("<img src=\"{}\" alt=\"{}\" loading=\"lazy\"/>", escape(source), escape(alt));
    html.replace(&address(name), &image)
}
