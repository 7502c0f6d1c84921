//! Words that chats and forums act on: mentions and addresses.

use std::borrow::Cow;

/// The text without anything that calls people or becomes a link by itself. Neither Markdown
/// nor BBCode has a way to say so that all chats and forums share (some of them take a mention
/// even behind a backslash), so that `@`, and `#` before a number, are written as their wide twins, and
/// addresses with a gap.
pub(super) fn calm(text: Cow<'_, str>) -> Cow<'_, str> {
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len().saturating_add(8));
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        if begins_to_link(lower.get(..at).unwrap_or(""), letter) {
            out.push(' ');
        }
        out.push(match letter {
            '@' => '＠',
            '#' if next.is_some_and(|next| next.is_ascii_digit()) => '＃',
            letter => letter,
        });
    }
    if out == *text { text } else { Cow::Owned(out) }
}

/// Whether a letter would make a link of what stands before it, in lower case: `http://`, `www.`, `gg.example/`,
/// `gh-` before a number.
fn begins_to_link(before: &str, letter: char) -> bool {
    let word = before.strip_suffix("gh-").filter(|_| letter.is_ascii_digit());
    let numbered = word.is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    let path = before.strip_suffix('/').is_some_and(|host| letter.is_alphanumeric() && is_host(host));
    numbered || path || ["://", "www.", "mailto:"].iter().any(|start| before.ends_with(start))
}

/// Whether a text ends in the name of a host, such as `gg.example`.
fn is_host(text: &str) -> bool {
    let name = text.rsplit(|letter: char| !letter.is_alphanumeric() && !matches!(letter, '.' | '-')).next();
    name.and_then(|name| name.rsplit_once('.')).is_some_and(|(host, top)| {
        host.ends_with(char::is_alphanumeric) && top.len() > 1 && top.bytes().all(|letter| letter.is_ascii_alphabetic())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_nobody_and_links_nowhere() {
        assert_eq!(calm("@everyone <@7> a@b.c".into()), "＠everyone <＠7> a＠b.c");
        assert_eq!(calm("HTTPS://a.b WWW.a.b mailto:x".into()), "HTTPS:// a.b WWW. a.b mailto: x");
        assert_eq!(calm("see #12, me/mine#3 or GH-12".into()), "see ＃12, me/mine＃3 or GH- 12");
        assert_eq!(calm("Discord.gg/abc a-b.co.uk/x".into()), "Discord.gg/ abc a-b.co.uk/ x");
        assert!(matches!(calm("#cold y/o 3.5/2 etc./so 1/2 GH-A High-5".into()), Cow::Borrowed(_)));
        assert!(matches!(calm("«Fair wind»: 1/2".into()), Cow::Borrowed(_)));
    }
}
