//! Documents as Markdown.
