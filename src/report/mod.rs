//! Output for readers: messages in their language, documents drawn as text, Markdown or BBCode, and diagnostics drawn
//! under the text they are about.
//!
//! Earlier modules produce data; only this module adds words, columns and colour. It prints nothing: every result is a
//! `String`, and none of them can control a terminal, whatever a file or a user contains.

pub mod action;
pub mod cases;
pub mod changes;
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
