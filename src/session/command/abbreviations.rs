//! Expands abbreviated names: `str An Bo` for `strike Ann Bob`.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lexer::{Token, tokens};
use super::{CommandParameter, CommandSpec, NameIndex, ParameterValues};
use crate::sort::Sort as _;
use crate::source::fold;

/// An ambiguous abbreviation: its range in bytes and the candidates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ambiguity {
    pub at: Range<usize>,
    pub names: Vec<String>,
}

/// A line that is rewritten with full names.
#[derive(Default)]
struct ExpandedLine {
    text: String,
    /// How far the original was copied.
    copied: usize,
}

impl ExpandedLine {
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

/// What only some characters have, and who acts where nobody is named.
#[derive(Debug, Clone, Copy, Default)]
pub struct NameContext<'a> {
    /// By the name of the character.
    pub own: Option<&'a BTreeMap<String, Vec<String>>>,
    pub actor: Option<&'a str>,
}

impl NameContext<'_> {
    /// Whether a character can be asked for something: it is theirs, or belongs to none of them.
    fn has(&self, who: &str, name: &str) -> bool {
        let has = |names: &Vec<String>| names.iter().any(|one| one == name);
        let Some(own) = self.own else { return true };
        own.iter().any(|(one, names)| fold(one) == fold(who) && has(names)) || !own.values().any(has)
    }
}

/// The line with whole names, where it begins with a name or the unique beginning of one. `None`: it begins with none.
///
/// # Errors
///
/// What may mean several.
pub fn lengthened(line: &str, known: &[CommandSpec], having: NameContext<'_>) -> Result<Option<String>, Ambiguity> {
    let tokens = tokens(line);
    let names = NameIndex::of(known);
    let mut whole = ExpandedLine::default();
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
    let mut value_of: Option<usize> = None;
    // Roles come first, in their order: a beginning of one of their characters is no beginning of anything else.
    let mut roles = spoken.parts.iter().enumerate().filter(|(_, part)| part.is_role).peekable();
    // A line has many words: names are looked through once for all of them.
    let keys = PrefixIndex::new(spoken.parts.iter().map(|part| part.name.as_str()));
    let folded: Vec<String> = spoken.parts.iter().map(|part| fold(&part.name)).collect();
    let all = PrefixIndex::new(spoken.parts.iter().flat_map(words_of).map(String::as_str));
    let mut of_parts: Vec<Option<PrefixIndex<'_>>> = spoken.parts.iter().map(|_| None).collect();
    let none = PrefixIndex::new(std::iter::empty());
    // Who plays which role.
    let mut played: Vec<(&str, String)> = Vec::new();
    while let [token, behind @ ..] = rest {
        rest = behind;
        let is_key = behind.first().is_some_and(Token::is_equals);
        if token.is_equals() || token.quoted {
            continue;
        }
        if is_key {
            if let Some(name) = one_of(&keys, token)? {
                whole.put(line, &token.range, name);
            }
            let said = fold(&token.text);
            value_of = folded.iter().position(|name| name.starts_with(&said));
            continue;
        }
        if token.is_numbers() {
            continue;
        }
        let role = roles.peek().copied().filter(|_| value_of.is_none());
        // The part that a word is about, if that is known.
        let about = value_of.or(role.map(|(index, _)| index));
        if let Some((slot, part)) = about.and_then(|index| of_parts.get_mut(index).zip(spoken.parts.get(index)))
            && slot.is_none()
        {
            *slot = Some(PrefixIndex::new(words_of(part).iter().map(String::as_str)));
        }
        let of_part = about.and_then(|index| of_parts.get(index)?.as_ref()).unwrap_or(&none);
        let (names, of_role) = if value_of.is_some() { (of_part, &none) } else { (&all, of_part) };
        // A name of several words that is said in full stays as it is.
        let most = behind.len().saturating_add(1).min(names.words);
        let said = |count: usize| {
            let said: Vec<&str> = std::iter::once(token)
                .chain(behind)
                .take(count)
                .take_while(|token| !token.is_equals())
                .map(|token| token.text.as_str())
                .collect();
            (said.len() == count).then(|| said.join(" "))
        };
        let full = (1..=most).rev().find_map(|count| Some((count, said(count).filter(|said| names.has(said))?)));
        // Of several candidates, those that are possible here: parts of the asked character, and characters without
        // another role.
        let possible = |name: &str| {
            spoken.parts.iter().enumerate().any(|(index, part)| {
                let plays = played.iter().any(|(_, who)| fold(who) == fold(name));
                let owner = part.owner.as_ref().and_then(|owner| {
                    let said = played.iter().find(|(role, _)| role == owner).map(|(_, who)| who.as_str());
                    let is_first = spoken.parts.first().is_some_and(|first| first.name == *owner);
                    said.or(having.actor.filter(|_| is_first))
                });
                value_of.is_none_or(|asked| asked == index)
                    && words_of(part).iter().any(|word| word == name)
                    && !(part.is_role && plays)
                    && owner.is_none_or(|owner| having.has(owner, name))
            })
        };
        let one_of = |names: &PrefixIndex<'_>| match one_of(names, token) {
            Err(several) => {
                let mut left = several.names.iter().filter(|name| possible(name));
                match (left.next(), left.next()) {
                    (Some(only), None) => Ok(Some(only.clone())),
                    _ => Err(several),
                }
            }
            found => found.map(|name| name.map(str::to_owned)),
        };
        let mut plays = None;
        if let Some((count, said)) = full {
            rest = behind.get(count.saturating_sub(1)..).unwrap_or_default();
            plays = Some(said).filter(|said| of_role.has(said));
        } else if let Some(name) = of_role.begun_but(&token.text, &played) {
            whole.put(line, &token.range, &quoted(name));
            plays = Some(name.to_owned());
        } else if let Some(name) = one_of(names)? {
            whole.put(line, &token.range, &quoted(&name));
            plays = Some(name).filter(|name| of_role.has(name));
        }
        if let (Some(name), Some((_, part))) = (plays, role) {
            played.push((&part.name, name));
            if !part.many {
                roles.next();
            }
        }
    }
    Ok(Some(whole.finish(line)))
}

/// Folded names in order, for lookup by prefix.
struct PrefixIndex<'n> {
    folded: Vec<(String, &'n str)>,
    /// Words of the one that has most.
    words: usize,
}

impl<'n> PrefixIndex<'n> {
    fn new(names: impl Iterator<Item = &'n str>) -> Self {
        let mut folded: Vec<(String, &str)> = names.map(|name| (fold(name), name)).collect();
        folded.order();
        folded.dedup();
        let words = folded.iter().map(|(name, _)| name.split_whitespace().count()).max().unwrap_or(0);
        Self { folded, words }
    }

    /// Those that begin so, which is folded.
    fn beginning(&self, said: &str) -> impl Iterator<Item = (&str, &'n str)> {
        let first = self.folded.partition_point(|(name, _)| name.as_str() < said);
        let behind = self.folded.get(first..).unwrap_or_default().iter();
        behind.take_while(move |(name, _)| name.starts_with(said)).map(|(folded, name)| (folded.as_str(), *name))
    }

    fn has(&self, said: &str) -> bool {
        let said = fold(said);
        self.beginning(&said).next().is_some_and(|(name, _)| name == said)
    }

    /// The same without those who play already.
    fn begun_but(&self, said: &str, played: &[(&str, String)]) -> Option<&'n str> {
        let plays = |name: &str| played.iter().any(|(_, who)| fold(who) == fold(name));
        match self.begun(said) {
            Ok(found) => found,
            Err(_) => {
                let said = fold(said);
                let mut left = self.beginning(&said).map(|(_, name)| name).filter(|name| !plays(name));
                left.next().filter(|_| left.next().is_none())
            }
        }
    }

    /// The name that a text is the beginning of, if it is that of only one and none of them itself.
    fn begun(&self, said: &str) -> Result<Option<&'n str>, Vec<String>> {
        let said = fold(said);
        let mut found = self.beginning(&said);
        match (found.next(), found.next()) {
            _ if said.is_empty() => Ok(None),
            (None, _) => Ok(None),
            (Some((whole, _)), _) if whole == said => Ok(None),
            (Some((_, one)), None) => Ok(Some(one)),
            _ => {
                let mut names: Vec<String> = self.beginning(&said).map(|(_, name)| name.to_owned()).collect();
                names.order();
                Err(names)
            }
        }
    }
}

/// The name that a text is the beginning of, if it is that of only one of some names and none of them itself.
///
/// # Errors
///
/// The names, where there are several.
pub fn unique<'n>(names: &[&'n str], said: &str) -> Result<Option<&'n str>, Vec<String>> {
    PrefixIndex::new(names.iter().copied()).begun(said)
}

fn one_of<'n>(names: &PrefixIndex<'n>, token: &Token) -> Result<Option<&'n str>, Ambiguity> {
    names.begun(&token.text).map_err(|names| Ambiguity { at: token.range.clone(), names })
}

/// Which name a line begins with the beginning of: as many of its words as possible.
fn beginning(tokens: &[Token], known: &[CommandSpec]) -> Result<Option<(usize, usize)>, Ambiguity> {
    let words = tokens.iter().take_while(|token| !token.is_equals() && !token.quoted).count();
    let names = PrefixIndex::new(known.iter().map(|one| one.name.as_str()));
    // What has more words than any of them is the beginning of none.
    for count in (1..=words.min(names.words)).rev() {
        let Some(said) = tokens.get(..count) else { continue };
        let text = said.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        let at = || said.first().map_or(0, |one| one.range.start)..said.last().map_or(0, |one| one.range.end);
        match names.begun(&text) {
            Ok(Some(name)) => return Ok(known.iter().position(|one| one.name == name).map(|index| (index, count))),
            Ok(None) => {}
            Err(names) => return Err(Ambiguity { at: at(), names }),
        }
    }
    Ok(None)
}

fn words_of(part: &CommandParameter) -> &[String] {
    match &part.takes {
        ParameterValues::Names(names, _) => names,
        ParameterValues::Dice | ParameterValues::Number | ParameterValues::Words => &[],
    }
}

fn quoted(name: &str) -> String {
    if name.contains(char::is_whitespace) { format!("«{name}»") } else { name.to_owned() }
}
