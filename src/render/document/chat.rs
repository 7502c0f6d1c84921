//! Words that chats and forums act on: mentions and addresses.

use std::borrow::Cow;

/// The text without anything that calls people or becomes a link by itself. Neither Markdown
/// nor BBCode has a way to say so that all chats and forums share (some of them take a mention
/// even behind a backslash), so that `@` is written as its wide twin, and addresses with a gap.
pub(super) fn calm(text: Cow<'_, str>) -> Cow<'_, str> {
    let lower = text.to_ascii_lowercase();
    if !text.contains('@') && !lower.contains("://") && !lower.contains("www.") && !lower.contains("mailto:") {
        return text;
    }
    let mut out = String::with_capacity(text.len().saturating_add(8));
    for (at, letter) in text.char_indices() {
        let before = lower.get(..at).unwrap_or("");
        if before.ends_with("://") || before.ends_with("www.") || before.ends_with("mailto:") {
            out.push(' ');
        }
        out.push(if letter == '@' { '＠' } else { letter });
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_nobody_and_links_nowhere() {
        assert_eq!(calm("@everyone <@7> a@b.c".into()), "＠everyone <＠7> a＠b.c");
        assert_eq!(calm("HTTPS://a.b WWW.a.b mailto:x".into()), "HTTPS:// a.b WWW. a.b mailto: x");
        assert!(matches!(calm("«Fair wind»: 1/2".into()), Cow::Borrowed(_)));
    }
}
