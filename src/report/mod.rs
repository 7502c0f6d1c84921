//! What people read: messages in their language, documents drawn as text,
//! Markdown or BBCode, and diagnostics drawn under the text they are about.
//!
//! The rooms before this one say *what* is to be said, as data; only here does
//! it get words, columns and colour. Nothing is printed here: everything
//! becomes a `String`, and no string that leaves this room can command a
//! terminal, whatever stood in a file or was typed.

pub mod cases;
pub mod changes;
pub mod deed;
pub mod diagnostics;
pub mod document;
pub mod json;
pub mod messages;
pub mod numbers;
pub mod odds;
pub mod reference;
pub mod roll;
pub mod schema;
pub mod sheet;
pub mod show;
pub mod visible;

pub use messages::{Catalogue, Language};
pub use visible::visible;
pub(crate) use visible::{is_visible, json_line, shortened, visible_drawn, visible_json, visible_lines, width};
