//! Results as text.

use crate::report::document::{Document, bbcode, html, markdown, text};

/// The format of a result for people.
///
/// ```
/// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
/// let roll = lamp.prepare("2d6")?.roll(&mut tirada::Dice::faces(&[3, 4]))?;
/// let written = |format| roll.write(format);
/// assert!(written(tirada::Format::Text).ends_with("= 7"));
/// assert!(written(tirada::Format::Html).contains("<b>= 7</b>"));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// Plain text without colours, not wrapped.
    #[default]
    Text,
    /// For chats and wikis; nothing in it pings or links.
    Markdown,
    /// For forums.
    Bbcode,
    /// Part of a page; everything is escaped.
    Html,
}

/// A document in a format, without the last line break.
pub(super) fn write(document: &Document, format: Format) -> String {
    let written = match format {
        Format::Text => text::render(document, &text::TextStyle::default()),
        Format::Markdown => markdown::render(document),
        Format::Bbcode => bbcode::render(document),
        Format::Html => html::render(document, ""),
    };
    written.trim_end().to_owned()
}
