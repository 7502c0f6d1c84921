//! Parses the arguments of a command: `name=value`, and words without a name.

use std::ops::Range;

use super::lexer::Token;
use super::{CommandError, CommandParameter, CommandSpec, NameIndex, ParameterValues, ParsedCommand};
use crate::engine::{DiceRule, typed_faces};
use crate::source::fold;

struct ArgumentParser<'a> {
    text: &'a str,
    spoken: &'a CommandSpec,
    command: ParsedCommand,
    /// The names of the parts.
    names: NameIndex,
    /// Of each part, the words that it takes.
    taken: Vec<NameIndex>,
    /// Words without a name, in groups that stand together.
    bare: Vec<&'a [Token]>,
    /// A role for many that takes no more characters.
    full: Option<&'a CommandParameter>,
}

/// What is said behind the name of something; `at` stood before it.
pub(super) fn fill(
    text: &str,
    at: &str,
    tokens: &[Token],
    spoken: &CommandSpec,
    index: usize,
    actor: Option<&str>,
) -> Result<ParsedCommand, CommandError> {
    let at = Some(at.to_owned()).filter(|at| !at.is_empty());
    let taken = |part: &CommandParameter| match &part.takes {
        ParameterValues::Names(names, _) => NameIndex::new(names.iter().map(String::as_str)),
        _ => NameIndex::new([]),
    };
    let mut filling = ArgumentParser {
        text,
        spoken,
        command: ParsedCommand { index, at, ..ParsedCommand::default() },
        names: NameIndex::new(spoken.parts.iter().map(|part| part.name.as_str())),
        taken: spoken.parts.iter().map(taken).collect(),
        bare: Vec::new(),
        full: None,
    };
    filling.named(tokens)?;
    let groups = std::mem::take(&mut filling.bare);
    let named = filling.command.clone();
    let found = filling.groups(&groups);
    let Some(part) = filling.taken_from(actor, &named, &found) else { return found.map(|()| filling.command) };
    let first = std::mem::replace(&mut filling.command, named);
    filling.command.answers.extend(actor.map(|actor| (part.name.clone(), actor.to_owned())));
    filling.full = part.many.then_some(part);
    match filling.groups(&groups) {
        Ok(()) => Ok(filling.command),
        // A role for many takes them as well.
        Err(_) if part.many && found.is_ok() => Ok(first),
        Err(slip) => Err(slip),
    }
}

/// Words as they were typed.
pub(super) fn words(text: &str, words: &[Token]) -> String {
    match words {
        [] => String::new(),
        [one] => one.text.clone(),
        [first, .., last] => {
            let text = text.get(first.range.start..last.range.end).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        }
    }
}

impl<'a> ArgumentParser<'a> {
    /// `name=value`, one after the other; what is between is kept for later.
    fn named(&mut self, tokens: &'a [Token]) -> Result<(), CommandError> {
        let mut rest = tokens;
        while let Some(equals) = self.next_key(rest, 0) {
            let key = self.key(rest, 0, equals);
            self.keep(rest.get(..key.start));
            let name = self.name(rest.get(key.clone()).unwrap_or_default());
            let place = rest.get(key.clone()).and_then(|words| words.first()).map_or(0, |word| word.range.start)
                ..rest.get(equals).map_or(0, |token| token.range.start);
            let from = equals + 1;
            let end = match rest.get(from) {
                Some(token) if token.quoted => from + 1,
                Some(_) if self.is_place(&name) => from + self.place(rest.get(from..).unwrap_or_default()),
                // A value has at least one word, unless that is the next name.
                Some(_) => {
                    let next = self.next_key(rest, from);
                    let end = next.map_or(rest.len(), |next| self.key(rest, from, next).start);
                    from + self.value(&name, rest.get(from..end).unwrap_or_default())
                }
                None => from,
            };
            let value = self.slice(rest.get(from..end).unwrap_or_default());
            self.say(&name, value, place)?;
            rest = rest.get(end..).unwrap_or_default();
        }
        self.keep(Some(rest));
        Ok(())
    }

    fn keep(&mut self, words: Option<&'a [Token]>) {
        self.bare.extend(words.filter(|words| !words.is_empty()));
    }

    /// Where the next `=` with a name before it is.
    fn next_key(&self, tokens: &[Token], from: usize) -> Option<usize> {
        let inside_value = from > 0;
        let mut quoted = false;
        for (at, token) in tokens.iter().enumerate().skip(from) {
            if token.is_equals() && at > from {
                let key = self.key(tokens, from, at);
                // The only word of a value is no name, unless it is one that there is.
                if !inside_value || quoted || key.start > from || self.is_known(tokens.get(key).unwrap_or_default()) {
                    return Some(at);
                }
            }
            quoted = token.quoted;
        }
        None
    }

    /// The words before `=` that name something: the longest that are known, else the last.
    fn key(&self, tokens: &[Token], from: usize, equals: usize) -> Range<usize> {
        let longest = equals.saturating_sub(self.names.words().max(1)).max(from);
        let known = (longest..equals).find(|start| self.is_known(tokens.get(*start..equals).unwrap_or_default()));
        known.unwrap_or(equals.saturating_sub(1).max(from))..equals
    }

    fn name(&self, words: &[Token]) -> String {
        let said = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        let known = self.names.number(&said).and_then(|at| self.spoken.parts.get(at));
        known.map_or(said, |part| part.name.clone())
    }

    fn is_known(&self, words: &[Token]) -> bool {
        if words.iter().any(Token::is_equals) {
            return false;
        }
        let said = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
        self.names.number(&said).is_some() || (self.spoken.at.is_some() && fold(&said) == "at")
    }

    /// Whether a name says where, and nothing of the game's.
    fn is_place(&self, name: &str) -> bool {
        self.spoken.at.is_some() && name == "at" && self.part(name).is_none()
    }

    /// How many words say where: as many as are a place that there is, else one.
    fn place(&self, words: &[Token]) -> usize {
        let known = NameIndex::new(self.spoken.at.iter().flat_map(|places| places.iter()).map(String::as_str));
        let most = words.iter().take_while(|word| !word.is_equals()).count();
        self.begin_with(words.get(..most).unwrap_or_default(), &known).unwrap_or(1)
    }

    /// How many words are the value of something: all, but for those behind a value that it can have which
    /// begin with what is said of something else.
    fn value(&self, name: &str, words: &[Token]) -> usize {
        let parts = || self.spoken.parts.iter().zip(&self.taken);
        let Some((part, names)) = parts().find(|(part, _)| part.name == name && !part.many) else { return words.len() };
        let numbers = words.iter().take_while(|word| word.is_numbers()).count();
        let count = match &part.takes {
            ParameterValues::Dice => numbers,
            ParameterValues::Number => numbers.min(1),
            ParameterValues::Names(_, number) => {
                self.begin_with(words, names).unwrap_or(if *number { numbers.min(1) } else { 0 })
            }
            ParameterValues::Words => 0,
        };
        let rest = words.get(count..).unwrap_or_default();
        let is_number = rest.first().is_some_and(Token::is_numbers);
        let takes = |(part, names): (&CommandParameter, &NameIndex)| {
            let number =
                matches!(part.takes, ParameterValues::Dice | ParameterValues::Number | ParameterValues::Names(_, true));
            part.name != name && (is_number && number || self.begin_with(rest, names).is_some())
        };
        if count > 0 && parts().any(takes) { count } else { words.len() }
    }

    fn slice(&self, tokens: &[Token]) -> String {
        words(self.text, tokens)
    }

    /// The first role, if words without a name filled it although the actor could play it and the words could name
    /// another role or a place.
    fn taken_from(
        &self,
        actor: Option<&str>,
        named: &ParsedCommand,
        found: &Result<(), CommandError>,
    ) -> Option<&'a CommandParameter> {
        let actor = fold(actor?);
        let part = self.spoken.parts.iter().find(|part| part.is_role)?;
        let said = |command: &ParsedCommand| command.answers.iter().any(|(name, _)| *name == part.name);
        let mentioned = self.command.answers.iter().any(|(_, value)| fold(value) == actor);
        if said(named) || !said(&self.command) || mentioned {
            return None;
        }
        let people = |part: &&CommandParameter| match &part.takes {
            ParameterValues::Names(names, _) => names.iter().any(|name| fold(name) == actor),
            _ => false,
        };
        // They may also be a place, whose roll it is.
        let role = |(name, _): &&(String, String)| *name == part.name;
        let value = self.command.answers.iter().find(role).map(|(_, value)| fold(value));
        let places = self.spoken.at.as_ref().filter(|_| self.command.at.is_none() && self.part("at").is_none());
        let place = places.is_some_and(|places| places.iter().any(|one| Some(fold(one)) == value));
        let others = place
            || found.is_err()
            || self.open().map(|(part, _)| part).filter(people).any(|other| other.name != part.name);
        others.then_some(part)
    }

    fn part(&self, name: &str) -> Option<&'a CommandParameter> {
        self.spoken.parts.iter().find(|part| part.name == name)
    }

    fn said(&self, name: &str) -> bool {
        self.command.answers.iter().any(|(one, _)| one == name)
    }

    fn say(&mut self, name: &str, value: String, place: Range<usize>) -> Result<(), CommandError> {
        let part = self.part(name);
        if self.is_place(name) {
            return match self.command.at.replace(value) {
                None => Ok(()),
                Some(_) => Err(CommandError::Twice(name.to_owned(), place)),
            };
        }
        if self.said(name) && !part.is_some_and(|part| part.many) {
            return Err(CommandError::Twice(name.to_owned(), place));
        }
        // `4, 1` and `4 1` are the same dice.
        let value = match part.map(|part| &part.takes) {
            Some(ParameterValues::Dice) => faces(&value),
            _ => value,
        };
        self.command.answers.push((name.to_owned(), value));
        Ok(())
    }

    /// What has not been said yet, and the words that it takes.
    fn open(&self) -> impl Iterator<Item = (&'a CommandParameter, &NameIndex)> {
        let is_full = |part: &CommandParameter| self.full.is_some_and(|full| full.name == part.name);
        let open = self.spoken.parts.iter().zip(&self.taken);
        open.filter(move |(part, _)| (part.many && !is_full(part)) || !self.said(&part.name))
    }

    /// How many of these words, as many as possible, say one of these names.
    fn begin_with(&self, words: &[Token], names: &NameIndex) -> Option<usize> {
        let most = words.len().min(names.words());
        (1..=most).rev().find(|count| names.number(&self.slice(words.get(..*count).unwrap_or_default())).is_some())
    }

    fn groups(&mut self, groups: &[&'a [Token]]) -> Result<(), CommandError> {
        groups.iter().try_for_each(|group| self.group(group))
    }

    /// Words without names, which stand together.
    fn group(&mut self, words: &'a [Token]) -> Result<(), CommandError> {
        let mut rest = words;
        while let Some(first) = rest.first() {
            let place = first.range.start..rest.last().map_or(first.range.end, |last| last.range.end);
            let Some((name, count)) = self.fits(rest) else {
                let before = first.range.start.checked_sub(1).and_then(|end| self.text.get(..end));
                let counted = self.command.answers.last().filter(|(_, value)| {
                    !first.is_numbers()
                        && rest.len() == 1
                        && before.is_some_and(|before| before.trim_end().ends_with(value))
                });
                return Err(match counted.filter(|(_, value)| value.parse::<i64>().is_ok()) {
                    Some(_) => CommandError::Counted(place, before.unwrap_or_default().trim_end().to_owned()),
                    None => CommandError::TooMuch(place, self.spoken.at.is_some()),
                });
            };
            let value = self.slice(rest.get(..count).unwrap_or_default());
            let counts =
                first.is_numbers() && self.part(&name).is_some_and(|part| part.takes == ParameterValues::Number);
            self.say(&name, value, first.range.clone())?;
            rest = rest.get(count..).unwrap_or_default();
            // `3 hours`, where hours are asked for.
            if rest.first().is_some_and(|word| counts && fold(&word.text) == fold(&name)) {
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        Ok(())
    }

    /// The part that a bare number fills, among those that the words allow: required parts first, unless there are
    /// enough numbers for all; the value of a named trait only if nothing else fits.
    fn counted(&self, words: &[Token]) -> Option<&'a CommandParameter> {
        let number =
            |part: &&CommandParameter| matches!(part.takes, ParameterValues::Number | ParameterValues::Names(_, true));
        let open: Vec<&CommandParameter> = self.open().map(|(part, _)| part).filter(number).collect();
        let due = open.iter().filter(|part| part.must).count();
        let numbers = words.iter().filter(|word| word.is_numbers()).count();
        let fits = |part: &&&CommandParameter| match part.must {
            true => !part.is_trait || numbers >= due,
            false => !part.is_trait && numbers > due,
        };
        let found = open.iter().find(fits).or_else(|| open.iter().find(|part| !part.is_trait));
        found.or_else(|| open.first()).copied()
    }

    /// What the next words say, and how many of them.
    fn fits(&self, words: &[Token]) -> Option<(String, usize)> {
        let first = words.first()?;
        if first.is_numbers() {
            if let Some((dice, _)) = self.open().find(|(part, _)| part.takes == ParameterValues::Dice) {
                let count = words.iter().take_while(|word| word.is_numbers()).count();
                return Some((dice.name.clone(), count));
            }
            if let Some(part) = self.counted(words) {
                return Some((part.name.clone(), 1));
            }
        }
        if let Some(count) = rule_of_dice(words)
            && let Some((dice, _)) = self.open().find(|(part, _)| part.takes == ParameterValues::Dice)
        {
            return Some((dice.name.clone(), count));
        }
        let most = if first.quoted { words.get(..1).unwrap_or_default() } else { words };
        // Names of characters fill roles first, and then questions.
        let roles = self.open().filter(|(part, _)| part.is_role);
        for (part, names) in roles.chain(self.open().filter(|(part, _)| !part.is_role)) {
            if let Some(count) = self.begin_with(most, names) {
                return Some((part.name.clone(), count));
            }
        }
        // Unknown words: a question for free words takes them; otherwise they are an error that the caller reports.
        let whole = |part: &CommandParameter| !matches!(part.takes, ParameterValues::Dice);
        let words_of_its_own = self.open().find(|(part, _)| part.takes == ParameterValues::Words);
        // A place that nothing else can mean is where it happens: whose roll it is, or which one.
        let is_free = self.command.at.is_none() && self.part("at").is_none() && words_of_its_own.is_none();
        if let Some(places) = self.spoken.at.as_ref().filter(|_| is_free)
            && let Some(count) = self.begin_with(most, &NameIndex::new(places.iter().map(String::as_str)))
        {
            return Some(("at".to_owned(), count));
        }
        let (part, _) = words_of_its_own.or_else(|| self.open().find(|(part, _)| whole(part)))?;
        let alone = first.quoted
            || (part.takes == ParameterValues::Words && self.open().filter(|(part, _)| whole(part)).count() > 1);
        // A known name that follows belongs to another part.
        let others: Vec<&NameIndex> =
            self.open().filter(|(one, _)| one.many || one.name != part.name).map(|(_, names)| names).collect();
        let known = |from: usize| {
            let rest = words.get(from..).unwrap_or_default();
            others.iter().any(|names| self.begin_with(rest, names).is_some())
        };
        let end = (1..words.len()).find(|from| known(*from)).unwrap_or(words.len());
        Some((part.name.clone(), if alone { 1 } else { end }))
    }
}

/// How many words say by a rule which dice: `showing(<= 2)`.
fn rule_of_dice(words: &[Token]) -> Option<usize> {
    let end = words.iter().position(|word| word.text.ends_with(')'))? + 1;
    let text: Vec<&str> = words.get(..end)?.iter().map(|word| word.text.as_str()).collect();
    DiceRule::read(&text.join(" ")).map(|_| end)
}

/// `4 1` as `4, 1`
fn faces(text: &str) -> String {
    match typed_faces(text) {
        Ok(faces) => faces.iter().map(i64::to_string).collect::<Vec<_>>().join(", "),
        // What is wrong with them is said where they are asked for.
        Err(_) => text.to_owned(),
    }
}
