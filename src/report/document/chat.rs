//! Words that chats and forums interpret: mentions and addresses.

use std::borrow::Cow;

/// The text without anything that calls people or becomes a link by itself. BBCode has no way to say so that all forums
/// share, so that `@`, and `#` before a word or a number, are written as their wide twins, and addresses with gaps.
pub fn calm(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut out = String::with_capacity(text.len().saturating_add(8));
    for_each_calm(&text, |letter, acts| {
        if acts {
            out.push(' ');
        }
        out.push(letter);
    });
    if out == *text { text } else { Cow::Owned(out) }
}

/// Each letter of a text, `@` and `#` as their wide twins where they would call people (some chats take a mention even
/// behind a backslash); and whether it makes a link of what is before it.
pub(super) fn for_each_calm(text: &str, mut each: impl FnMut(char, bool)) {
    let lower = text.to_ascii_lowercase();
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let next = letters.peek().map(|(_, next)| *next);
        let (before, behind) = lower.split_at_checked(at).unwrap_or_default();
        let acts = begins_to_link(before, letter) || goes_on_as_host(before, behind) || halves_a_commit(before, behind);
        let letter = match letter {
            '@' => '＠',
            '#' if next.is_some_and(char::is_alphanumeric) => '＃',
            letter => letter,
        };
        each(letter, acts);
    }
}

/// Whether a letter would make a link of what is before it, in lower case: `http://`, `www.`, `gh-` before a
/// number.
fn begins_to_link(before: &str, letter: char) -> bool {
    let word = before.strip_suffix("gh-").filter(|_| letter.is_ascii_digit());
    let numbered = word.is_some_and(|before| !before.ends_with(char::is_alphanumeric));
    let is_address = ["://", "mailto:"].iter().any(|start| before.ends_with(start));
    numbered || is_address || before.ends_with("www.") && letter.is_alphanumeric()
}

/// Half the digits of the name of a commit, which places where code is kept make links of.
const HALF_A_COMMIT: usize = 20;

/// Whether a place in a text, in lower case, is the middle of such a name.
fn halves_a_commit(before: &str, behind: &str) -> bool {
    let is_digit = |letter: &char| letter.is_ascii_hexdigit();
    let is_half = |count: usize, next: Option<char>| count == HALF_A_COMMIT && !next.is_some_and(char::is_alphanumeric);
    // Of what is longer, one digit more is enough to know.
    let longest = HALF_A_COMMIT + 1;
    let ends = before.chars().rev().take(longest).take_while(is_digit).count();
    is_half(ends, before.chars().rev().nth(HALF_A_COMMIT))
        && is_half(behind.chars().take(longest).take_while(is_digit).count(), behind.chars().nth(HALF_A_COMMIT))
}

/// Endings of hosts that many chats make links of where nothing else says that it is one. Formulas have names with
/// dots, too, so that these are few.
const ENDINGS: &str = "app biz com dev edu gg gov info io link live ly me net online org shop site top tv xyz";

/// Letters of the longest name of a host.
const LONGEST: usize = 253;

/// Whether a text ends in a dot with which what follows, in lower case, makes the name of a host: up to a path
/// (`gg.example/abc`), or to a common ending (`example.com`).
fn goes_on_as_host(before: &str, text: &str) -> bool {
    if !before.strip_suffix('.').is_some_and(|host| host.ends_with(char::is_alphanumeric)) {
        return false;
    }
    let is_part = |letter: &char| letter.is_alphanumeric() || matches!(letter, '.' | '-');
    let name: String = text.chars().take(LONGEST).take_while(is_part).collect();
    let behind = text.get(name.len()..).unwrap_or("");
    if behind.starts_with(|letter: char| is_part(&letter)) {
        return false;
    }
    // The full stop of a sentence is no part of it.
    let (name, is_path) = (name.trim_end_matches('.'), behind.starts_with('/') && !name.ends_with('.'));
    let top = name.rsplit('.').next().unwrap_or("");
    let is_name = name.split('.').all(|label| label.starts_with(char::is_alphanumeric));
    let is_top = top.len() > 1 && top.bytes().all(|letter| letter.is_ascii_alphabetic());
    is_name && is_top && (is_path || ENDINGS.split(' ').any(|ending| ending == top))
}
