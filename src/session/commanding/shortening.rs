//! Names that were typed by how they begin: `str An Bo` for `strike Ann Bob`.

use std::ops::Range;

use super::lexing::{Token, tokens};
use super::{Names, Part, Spoken, Takes};
use crate::sort::Sort as _;
use crate::source::fold;

/// Something that may mean several: where it stands, and what it may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Several {
    pub at: Range<usize>,
    pub names: Vec<String>,
}

/// A line with whole names in place of their beginnings.
#[derive(Default)]
struct Whole {
    text: String,
    /// How far the original was copied.
    copied: usize,
}

impl Whole {
    fn put(&mut self, line: &str, at: &Range<usize>, name: &str) {
        self.text.push_str(line.get(self.copied..at.start).unwrap_or(""));
        self.text.push_str(name);
        self.copied = at.end;
    }

    fn finish(mut self, line: &str) -> String {
        self.text.push_str(line.get(self.copied..).unwrap_or(""));
        self.text
    }
}

/// The line with whole names, where it begins with a name or the unique beginning of one. `None`: it begins with none.
///
/// # Errors
///
/// What may mean several.
pub fn lengthened(line: &str, known: &[Spoken]) -> Result<Option<String>, Several> {
    let tokens = tokens(line);
    let names = Names::of(known);
    let mut whole = Whole::default();
    let (spoken, used) = match names.named(&tokens) {
        Some((index, used)) => (known.get(index), used),
        None => {
            let Some((index, used)) = beginning(&tokens, known)? else { return Ok(None) };
            let spoken = known.get(index);
            if let (Some(spoken), Some(first), Some(last)) =
                (spoken, tokens.first(), tokens.get(used.saturating_sub(1)))
            {
                whole.put(line, &(first.range.start..last.range.end), &spoken.name);
            }
            (spoken, used)
        }
    };
    let Some(spoken) = spoken else { return Ok(None) };
    let mut rest = tokens.get(used..).unwrap_or_default();
    let mut value_of: Option<&Part> = None;
    // Roles come first, in their order: a beginning of one of their characters is no beginning of anything else.
    let mut roles = spoken.parts.iter().filter(|part| part.is_role).peekable();
    while let [token, behind @ ..] = rest {
        rest = behind;
        let is_key = behind.first().is_some_and(Token::is_equals);
        if token.is_equals() || token.quoted {
            continue;
        }
        if is_key {
            let keys: Vec<&str> = spoken.parts.iter().map(|part| part.name.as_str()).collect();
            if let Some(name) = one_of(&keys, token)? {
                whole.put(line, &token.range, name);
            }
            let said = fold(&token.text);
            value_of = spoken.parts.iter().find(|part| fold(&part.name).starts_with(&said));
            continue;
        }
        if token.is_numbers() {
            continue;
        }
        let parts: Vec<&Part> = match value_of {
            Some(part) => vec![part],
            None => spoken.parts.iter().collect(),
        };
        let role = roles.peek().copied().filter(|_| value_of.is_none());
        let of_role: Vec<&str> = role.into_iter().flat_map(words_of).map(String::as_str).collect();
        let names: Vec<&str> = parts.iter().flat_map(|part| words_of(part)).map(String::as_str).collect();
        // A name of several words that is said in full stays as it is.
        let longest = Names::new(names.iter().copied());
        let most = behind.len().saturating_add(1).min(longest.words());
        let full = (1..=most).rev().find(|count| {
            let said: Vec<&str> = std::iter::once(token)
                .chain(behind)
                .take(*count)
                .take_while(|token| !token.is_equals())
                .map(|token| token.text.as_str())
                .collect();
            said.len() == *count && longest.number(&said.join(" ")).is_some()
        });
        let mut plays = false;
        if let Some(count) = full {
            let said: Vec<&str> =
                std::iter::once(token).chain(behind).take(count).map(|token| token.text.as_str()).collect();
            plays = of_role.iter().any(|name| fold(name) == fold(&said.join(" ")));
            rest = behind.get(count.saturating_sub(1)..).unwrap_or_default();
        } else if let Ok(Some(name)) = unique(&of_role, &token.text) {
            whole.put(line, &token.range, &quoted(name));
            plays = true;
        } else if let Some(name) = one_of(&names, token)? {
            whole.put(line, &token.range, &quoted(name));
        }
        if plays && role.is_some_and(|role| !role.many) {
            roles.next();
        }
    }
    Ok(Some(whole.finish(line)))
}

/// The name that a text is the beginning of, if it is that of only one of some names and none of them itself.
///
/// # Errors
///
/// The names, where there are several.
pub fn unique<'n>(names: &[&'n str], said: &str) -> Result<Option<&'n str>, Vec<String>> {
    let said = fold(said);
    if said.is_empty() || names.iter().any(|name| fold(name) == said) {
        return Ok(None);
    }
    let mut found: Vec<&str> = names.iter().copied().filter(|name| fold(name).starts_with(&said)).collect();
    found.order();
    found.dedup();
    match found.as_slice() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        several => Err(several.iter().map(|name| (*name).to_owned()).collect()),
    }
}

fn one_of<'n>(names: &[&'n str], token: &Token) -> Result<Option<&'n str>, Several> {
    unique(names, &token.text).map_err(|names| Several { at: token.range.clone(), names })
}

/// Which name a line begins with the beginning of: as many of its words as possible.
fn beginning(tokens: &[Token], known: &[Spoken]) -> Result<Option<(usize, usize)>, Several> {
    let words = tokens.iter().take_while(|token| !token.is_equals() && !token.quoted).count();
    let names: Vec<&str> = known.iter().map(|one| one.name.as_str()).collect();
    for count in (1..=words).rev() {
        let Some(said) = tokens.get(..count) else { continue };
        let text = said.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        let at = || said.first().map_or(0, |one| one.range.start)..said.last().map_or(0, |one| one.range.end);
        match unique(&names, &text) {
            Ok(Some(name)) => return Ok(names.iter().position(|one| *one == name).map(|index| (index, count))),
            Ok(None) => {}
            Err(names) => return Err(Several { at: at(), names }),
        }
    }
    Ok(None)
}

fn words_of(part: &Part) -> &[String] {
    match &part.takes {
        Takes::Names(names, _) => names,
        Takes::Dice | Takes::Number | Takes::Words => &[],
    }
}

fn quoted(name: &str) -> String {
    if name.contains(char::is_whitespace) { format!("«{name}»") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<Spoken> {
        let part = |name: &str, names: &[&str], is_role| Part {
            name: name.to_owned(),
            takes: Takes::Names(names.iter().map(|name| (*name).to_owned()).collect(), false),
            many: false,
            is_role,
            owner: None,
        };
        let people = ["Zora", "Zed Moll", "Kip"];
        let spoken = |name: &str, parts| Spoken { name: name.to_owned(), parts, at: None };
        vec![
            spoken("plunge", vec![part("who", &people, true), part("with", &["Harpoon", "Hook"], false)]),
            spoken("plunge deep", Vec::new()),
            spoken("sink", vec![part("who", &people, true)]),
        ]
    }

    #[track_caller]
    fn becomes(line: &str, expected: &str) {
        assert_eq!(lengthened(line, &known()), Ok(Some(expected.to_owned())));
    }

    #[test]
    fn beginnings_become_names() {
        becomes("si ki", "sink Kip");
        becomes("sink ze", "sink «Zed Moll»");
        becomes("plunge zed moll har", "plunge zed moll Harpoon");
        becomes("plunge wit=hoo Kip", "plunge with=Hook Kip");
        becomes("sink Nobody", "sink Nobody");
        assert_eq!(lengthened("fly Kip", &known()), Ok(None));
    }

    #[test]
    fn what_may_mean_several_is_told() {
        let several = |line: &str| lengthened(line, &known()).map_err(|several| several.names);
        assert_eq!(several("sink z"), Err(vec!["Zed Moll".to_owned(), "Zora".to_owned()]));
        assert_eq!(several("plunge Kip h"), Err(vec!["Harpoon".to_owned(), "Hook".to_owned()]));
        assert_eq!(several("plu Kip"), Err(vec!["plunge".to_owned(), "plunge deep".to_owned()]));
    }
}
