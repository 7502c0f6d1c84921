//! Reads the tags of a character, with their durations.

use std::collections::BTreeSet;

use super::super::character_view::until_words;
use super::super::people::{HeldTag, Lasts, TagValue};
use super::{PersonReader, sound};
use crate::check::constant;
use crate::check::program::{AnswerKind, Default, Duration, Named, Op, Piece, TagId, TagKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::{CharacterFile, KeyPlace, RawTag, TextEntry, keys_of};
use crate::source::nfc;

/// The kinds and chosen names of the tags read so far.
type SeenTags = BTreeSet<(TagId, Option<String>)>;

impl PersonReader<'_> {
    pub(super) fn tags(&mut self, file: &CharacterFile) {
        let mut seen = SeenTags::new();
        let mut told = BTreeSet::new();
        for raw in &file.tags {
            let Some(&Named::Tag(index)) = self.game.names.get(&raw.kind.text) else {
                if told.insert(raw.kind.span) {
                    let known = self.game.tags.iter().map(|tag| &*tag.name).collect();
                    let owner =
                        file.tags.iter().map(|one| &one.kind).take_while(|one| one.span.start < raw.kind.span.start);
                    let owner = owner.filter(|one| self.game.names.contains_key(&one.text)).last();
                    if let Some(owner) =
                        owner.filter(|_| keys_of(KeyPlace::TagOfCharacter).iter().any(|key| key.name == raw.kind.text))
                    {
                        let error = Diagnostic::error(Code::TooFarLeft, raw.kind.span).arg("key", &*raw.kind.text);
                        self.report(error.arg("name", &*owner.text).label(owner.span, "label-belongs-under"));
                        continue;
                    }
                    self.unknown(Code::NoSuchTag, &raw.kind, known);
                }
                continue;
            };
            let kind = &self.game.tags[index];
            if kind.free_names {
                self.named(raw, index, kind, &mut seen);
            } else {
                self.unnamed(raw, index, kind, &mut seen);
            }
        }
        for (number, tag) in (1..).zip(&mut self.person.tags) {
            tag.number = number;
        }
    }

    /// A tag of a kind that people name.
    fn named(&mut self, raw: &RawTag, index: TagId, kind: &TagKind, seen: &mut SeenTags) {
        let Some(name) = &raw.name else {
            // `name: yes` looks like a value as long as it is not known that there are names.
            let names = !raw.values.is_empty()
                && raw.values.iter().all(|entry| matches!(entry.text.trim(), "yes" | "no"))
                && raw.values.iter().all(|entry| kind.values.iter().all(|(name, _)| **name != *entry.name.text));
            if names && raw.lasts.is_none() && raw.until.is_none() && raw.turn.is_none() {
                for entry in &raw.values {
                    let bare = RawTag {
                        name: Some(entry.name.clone()),
                        denied: entry.text.trim() == "no",
                        values: Vec::new(),
                        ..raw.clone()
                    };
                    self.named(&bare, index, kind, seen);
                }
            } else if raw.denied {
                self.person.tags.retain(|tag| tag.kind != index);
            } else if raw.affirmed || raw.lasts.is_some() || raw.until.is_some() || !raw.values.is_empty() {
                let at = raw.values.first().map_or(raw.span, |entry| entry.name.span);
                self.report(Diagnostic::error(Code::TagNeedsName, at).arg("kind", &*kind.name));
            }
            return;
        };
        let own = Some(name.text.clone());
        if !seen.insert((index, own.clone())) {
            self.report(Diagnostic::error(Code::DeclaredTwice, name.span).arg("name", &*name.text));
            return;
        }
        let is_it = |tag: &HeldTag| tag.kind == index && tag.name == own;
        let old = if self.like { self.person.tags.iter().position(is_it) } else { None };
        if raw.denied {
            if let Some(old) = old {
                self.person.tags.remove(old);
            }
            return;
        }
        let tag = self.tag(raw, index, kind, own);
        match old.and_then(|old| self.person.tags.get_mut(old)) {
            Some(old) => *old = tag,
            None => self.person.tags.push(tag),
        }
    }

    /// A tag that is called as its kind.
    fn unnamed(&mut self, raw: &RawTag, index: TagId, kind: &TagKind, seen: &mut SeenTags) {
        if let Some(name) = &raw.name {
            let error = Diagnostic::error(Code::TagWithoutNames, name.span).arg("kind", &*kind.name);
            self.report(error.arg("name", &*name.text));
            return;
        }
        let first = seen.insert((index, None));
        if first {
            // What the one that it is like has of this kind is not said here.
            self.person.tags.retain(|tag| tag.kind != index);
        } else if !kind.several {
            let said = raw.values.first().or(raw.lasts.as_ref()).or(raw.until.as_ref());
            let at = said.map_or(raw.span, |entry| entry.name.span);
            self.report(Diagnostic::error(Code::TagOnlyOnce, at).arg("kind", &*kind.name));
            return;
        }
        if !raw.denied {
            let tag = self.tag(raw, index, kind, None);
            self.person.tags.push(tag);
        }
    }

    fn tag(&mut self, raw: &RawTag, index: TagId, kind: &TagKind, name: Option<String>) -> HeldTag {
        for entry in &raw.values {
            if kind.values.iter().all(|(name, _)| **name != *entry.name.text) {
                let word = &entry.name;
                let error = Diagnostic::error(Code::NoSuchTagValue, word.span).arg("name", &*word.text);
                let known = kind.values.iter().map(|(name, _)| &**name);
                let known: Vec<&str> = known.chain(["for", "until", "turn of"]).collect();
                self.suggest(error.arg("kind", &*kind.name), word, known);
            }
        }
        if let (Some(deck), Some(name)) = (&kind.cards, &raw.name)
            && !deck.names.contains_key(&name.text)
        {
            let known = deck.cards.iter().map(|card| &*card.name).collect();
            let error = Diagnostic::error(Code::NoSuchCard, name.span).arg("name", &*name.text);
            self.suggest(error.arg("kind", &*kind.name), name, known);
        }
        let mut values = Vec::new();
        for (index, (value, question)) in kind.values.iter().enumerate() {
            let of = name.as_deref();
            let name = value;
            let given = raw.values.iter().find(|entry| *entry.name.text == **name);
            let value = match given {
                Some(entry) => sound(question).and_then(|kind| self.held(entry, kind)),
                None => {
                    let default = default_of(kind, of, index);
                    if default.is_none() && !question.broken && kind.cards.is_none() {
                        let at = raw.name.as_ref().unwrap_or(&raw.kind).span;
                        let error = Diagnostic::error(Code::TagValueMissing, at).arg("name", &**name);
                        self.report(error.arg("kind", &*kind.name));
                    }
                    default
                }
            };
            values.push(value.unwrap_or(TagValue::Number(0)));
        }
        let lasts = self.lasts(raw, kind);
        let turn = raw.turn.as_ref().map(|entry| {
            let own =
                |time: usize| self.game.turns.as_ref().is_some_and(|turns| turns.own_times().any(|own| own == time));
            if !matches!(lasts, Lasts::Times(_, time) if own(time)) {
                let error = Diagnostic::error(Code::TurnOfNothing, entry.name.span).arg("name", entry.text.trim());
                self.report(error);
            }
            nfc(entry.text.trim())
        });
        HeldTag { number: 0, kind: index, name, values, lasts, turn }
    }

    fn held(&mut self, entry: &TextEntry, kind: &AnswerKind) -> Option<TagValue> {
        match kind {
            AnswerKind::Text => Some(TagValue::Text(entry.text.clone())),
            _ => self.answer(&entry.name.text, &entry.text, entry.span, kind).map(TagValue::Number),
        }
    }

    fn lasts(&mut self, raw: &RawTag, kind: &TagKind) -> Lasts {
        match (&raw.lasts, &raw.until) {
            (Some(_), Some(until)) => {
                self.report(Diagnostic::error(Code::TagForAndUntil, until.name.span));
                Lasts::Permanent
            }
            (Some(entry), None) => self.counted(entry),
            (None, Some(entry)) => self.until(entry),
            (None, None) => usual(kind).unwrap_or_else(|| {
                let at = raw.name.as_ref().unwrap_or(&raw.kind).span;
                self.report(Diagnostic::error(Code::TagNeedsTime, at).arg("kind", &*kind.name));
                Lasts::Permanent
            }),
        }
    }

    /// `3 bell`, `bell`, `permanent`
    fn counted(&mut self, entry: &TextEntry) -> Lasts {
        let text = nfc(entry.text.trim());
        if text == "permanent" {
            return Lasts::Permanent;
        }
        let (count, name) = match text.split_once(char::is_whitespace) {
            Some((count, name)) if count.parse::<i64>().is_ok() => (count.parse().unwrap_or(1), name.trim()),
            _ if text.parse::<i64>().is_ok() => {
                let names: Vec<String> = self.game.times.iter().map(|time| time.name.to_string()).collect();
                let error = Diagnostic::error(Code::CountWithoutTime, entry.span).arg("text", text);
                self.report(error.help_with("help-there-is", "names", names));
                return Lasts::Permanent;
            }
            Some(("until", name)) => (1, name.trim()),
            _ => (1, text.as_str()),
        };
        let name = name.strip_prefix('«').and_then(|name| name.strip_suffix('»')).unwrap_or(name);
        let Some(time) = self.game.times.iter().position(|time| *time.name == *name) else {
            let known: Vec<&str> = self.game.times.iter().map(|time| &*time.name).collect();
            let error = Diagnostic::error(Code::UnknownTime, entry.span).arg("name", name);
            let mut error = error.suggest(self.errors.len(), name, entry.span, known);
            // The number in front of the name is not what is wrong.
            for fix in error.fixes.iter_mut().filter(|_| name != text) {
                fix.replacement = format!("{count} {}", fix.replacement);
            }
            self.report(error);
            return Lasts::Permanent;
        };
        if count < 1 {
            self.out_of_range(&entry.name.text, count, 1..=i64::MAX, entry.span);
        }
        Lasts::Times(count, time)
    }

    /// A condition of the game, as it is written there but for blanks.
    fn until(&mut self, entry: &TextEntry) -> Lasts {
        let wanted = without_blanks(&nfc(&entry.text));
        let known: Vec<String> = (0..self.game.untils.len()).map(|index| until_words(self.game, index)).collect();
        if let Some(index) = known.iter().position(|one| without_blanks(&nfc(one)) == wanted) {
            return Lasts::Until(index);
        }
        let mut names = Vec::new();
        for one in known {
            if !names.contains(&one) {
                names.push(one);
            }
        }
        let error = Diagnostic::error(Code::NoSuchCondition, entry.span).arg("text", entry.text.trim());
        self.report(error.help_with("help-there-is", "names", names));
        Lasts::Permanent
    }
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// How long tags of a kind last unless given; nothing where that has to be computed.
pub(in crate::world) fn usual(kind: &TagKind) -> Option<Lasts> {
    match &kind.lasts {
        None | Some(Duration::Permanent) => Some(Lasts::Permanent),
        Some(Duration::Times(None, time)) => Some(Lasts::Times(1, *time)),
        Some(Duration::Times(Some(count), time)) => Some(Lasts::Times(constant(count)?, *time)),
        Some(Duration::Unit(_)) => None,
    }
}

/// The value of a tag that need not be said: what its card says, or the default where that is always the same.
pub(in crate::world) fn default_of(kind: &TagKind, name: Option<&str>, index: usize) -> Option<TagValue> {
    if let Some(deck) = &kind.cards {
        let card = deck.card(name?)?;
        return card.values.get(index).map(TagValue::from);
    }
    let (_, question) = kind.values.get(index)?;
    let Some(Default::Value(ir)) = &question.default else { return None };
    if let Op::Template(pieces) = &ir.op {
        let text = |piece: &Piece| match piece {
            Piece::Text(text) => Some(text.clone()),
            Piece::Value(..) => None,
        };
        return pieces.iter().map(text).collect::<Option<String>>().map(TagValue::Text);
    }
    constant(ir).map(TagValue::Number)
}
