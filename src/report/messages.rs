//! Message catalogues in two languages.
//!
//! The texts are Fluent files, `messages/<language>/*.ftl`. Every file of the two folders is built in, so a new one
//! needs no line here. Those in `program/` are built in only with the feature `cli`; the library never uses them. A
//! language is parsed when its first message is needed, once per process.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use super::visible::{visible, visible_lines};
use crate::check::program::CheckedGame;
use crate::diagnostic::{Arg, Args};
use crate::report::numbers::{Numbers, with_minus};
use crate::sort::Sort as _;
use crate::source::fold;

/// Paths below `messages/` and what the files hold.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/messages.rs"));

type MessageBundle = FluentBundle<FluentResource>;

/// A language of the messages.
///
/// ```
/// assert_eq!(tirada::Language::default(), tirada::Language::English);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Language {
    #[default]
    English,
    Spanish,
}

impl Language {
    pub const ALL: [Self; 2] = [Self::English, Self::Spanish];

    /// The language that a tag such as `es`, `es-MX` or `es_ES.UTF-8` asks for.
    /// `C` and `POSIX` ask for none.
    ///
    /// ```
    /// assert_eq!(tirada::Language::from_tag("es_ES.UTF-8"), Some(tirada::Language::Spanish));
    /// assert_eq!(tirada::Language::from_tag("C"), None);
    /// ```
    #[must_use]
    pub fn from_tag(tag: &str) -> Option<Self> {
        let primary = tag.trim().split(['-', '_', '.', '@']).next().unwrap_or("");
        Self::ALL.into_iter().find(|language| language.tag().eq_ignore_ascii_case(primary))
    }

    /// Its two letters.
    ///
    /// ```
    /// assert_eq!(tirada::Language::Spanish.tag(), "es");
    /// ```
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
        }
    }
}

/// The messages of one language. Cheap to make and to clone.
#[derive(Clone, Default)]
pub struct Catalogue {
    language: Language,
    added: Option<Arc<MessageBundle>>,
    /// Whether what is filled in stays as it is.
    as_it_is: bool,
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalogue").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Catalogue {
    /// The messages of a language.
    #[must_use]
    pub fn new(language: Language) -> Self {
        Self { language, ..Self::default() }
    }

    /// The messages in the language of a game's words, or these where it does not say which that is.
    #[must_use]
    pub fn in_language_of(&self, game: &CheckedGame) -> Self {
        let language = game.language.as_deref().and_then(Language::from_tag);
        language.map_or_else(|| self.clone(), Self::new)
    }

    /// The messages of a language and others in Fluent's notation, which come
    /// before them. Those that are not well-formed are left out.
    #[must_use]
    pub fn with_messages(language: Language, fluent: &str) -> Self {
        let texts = files(language).map(str::to_owned).chain([fluent.to_owned()]);
        Self { added: Some(Arc::new(load(language, texts))), ..Self::new(language) }
    }

    #[must_use]
    pub fn language(&self) -> Language {
        self.language
    }

    /// The same messages, for a format that escapes control characters itself: arguments keep every character.
    #[must_use]
    pub(crate) fn as_it_is(&self) -> Self {
        Self { as_it_is: true, ..self.clone() }
    }

    /// An author's text in one line: as it is, or with visible symbols for control characters.
    pub(super) fn seen<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.as_it_is { Cow::Borrowed(text) } else { visible(text) }
    }

    /// A message with its arguments filled in. An id that is not in the
    /// catalogue is shown in angle brackets. Control characters in arguments
    /// are made visible, but for line breaks and tabs.
    #[must_use]
    pub fn text(&self, id: &str, args: &Args) -> String {
        self.format(id, None, args).unwrap_or_else(|| format!("<{id}>"))
    }

    /// A message without arguments.
    #[must_use]
    pub fn say(&self, id: &str) -> String {
        self.text(id, &Args::new())
    }

    /// An attribute of a message, such as `label`, where it has one.
    #[must_use]
    pub fn attribute(&self, id: &str, attribute: &str, args: &Args) -> Option<String> {
        self.format(id, Some(attribute), args)
    }

    /// How something is written, `let NAME = VALUE`: each word in capitals that stands for a
    /// value in the words of this language (`cli-value-name`, `cli-value-value`).
    #[must_use]
    pub fn usage(&self, text: &str) -> String {
        let translated = |piece: &str| {
            let word = piece.trim_end_matches(|letter: char| !letter.is_ascii_uppercase());
            let id = format!("cli-value-{}", word.to_lowercase());
            if self.has(&id) { piece.replacen(word, &self.text(&id, &Args::new()), 1) } else { piece.to_owned() }
        };
        text.split_inclusive(|letter: char| !letter.is_ascii_uppercase()).map(translated).collect()
    }

    /// Whether there is such a message.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundle().has_message(id)
    }

    /// The ids of all messages that are built in, sorted.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = files(self.language).flat_map(ids_of).collect();
        ids.order();
        ids.dedup();
        ids
    }

    fn format(&self, id: &str, attribute: Option<&str>, args: &Args) -> Option<String> {
        let bundle = self.bundle();
        let message = bundle.get_message(id)?;
        let pattern = match attribute {
            None => message.value()?,
            Some(name) => message.get_attribute(name)?.value(),
        };
        let mut values = FluentArgs::with_capacity(args.len());
        for (name, arg) in args {
            values.set(*name, self.value(arg));
        }
        // What could not be filled in stays visible in the text as `{$name}`.
        let mut errors = Vec::new();
        Some(bundle.format_pattern(pattern, Some(&values), &mut errors).into_owned())
    }

    fn value<'a>(&self, arg: &'a Arg) -> FluentValue<'a> {
        match arg {
            Arg::Text(text) if self.as_it_is => FluentValue::String(Cow::Borrowed(text)),
            Arg::List(list) if self.as_it_is => FluentValue::String(Cow::Owned(list.join(", "))),
            Arg::Text(text) => FluentValue::String(visible_lines(text)),
            Arg::Number(number) => plain_number(*number),
            Arg::Decimal(number) => FluentValue::String(Cow::Owned(with_minus(&Numbers::of(self).write(number)))),
            Arg::List(list) => FluentValue::String(Cow::Owned(visible_lines(&list.join(", ")).into_owned())),
            Arg::AnyOf(ids) => FluentValue::String(Cow::Owned(self.any_of(ids))),
        }
    }

    /// "a, b or c".
    fn any_of(&self, ids: &[&'static str]) -> String {
        let mut words: Vec<String> = Vec::with_capacity(ids.len());
        for id in ids {
            let word = self.text(id, &Vec::new());
            if !words.contains(&word) {
                words.push(word);
            }
        }
        let Some(last) = words.pop() else { return String::new() };
        if words.is_empty() {
            return last;
        }
        // Languages with a vowel to avoid say so in the second message.
        let sound = fold(last.trim_start_matches(|letter: char| !letter.is_alphanumeric()));
        let before_o = sound.starts_with('o') || sound.starts_with("ho");
        let id = if before_o { "any-of-before-o" } else { "any-of" };
        self.text(id, &vec![("others", Arg::Text(words.join(", "))), ("last", Arg::Text(last))])
    }

    fn bundle(&self) -> &MessageBundle {
        static ENGLISH: OnceLock<MessageBundle> = OnceLock::new();
        static SPANISH: OnceLock<MessageBundle> = OnceLock::new();
        if let Some(added) = &self.added {
            return added;
        }
        let cell = match self.language {
            Language::English => &ENGLISH,
            Language::Spanish => &SPANISH,
        };
        cell.get_or_init(|| load(self.language, files(self.language)))
    }
}

/// Fluent computes in floating point: what it could not hold goes in as text, and what is below zero with
/// the minus sign of all that is shown.
fn plain_number(number: i64) -> FluentValue<'static> {
    const EXACT: i64 = 1 << 53;
    if (0..=EXACT).contains(&number) {
        FluentValue::from(number)
    } else {
        FluentValue::String(Cow::Owned(with_minus(&number.to_string())))
    }
}

/// The texts of a language: all files in its folder.
fn files(language: Language) -> impl Iterator<Item = &'static str> {
    let own = move |path: &str| path.split_once('/').is_some_and(|(folder, _)| folder == language.tag());
    FILES.iter().filter(move |(path, _)| own(path)).map(|(_, text)| *text)
}

fn load(language: Language, texts: impl Iterator<Item = impl Into<String>>) -> MessageBundle {
    let mut bundle = MessageBundle::new_concurrent(language.tag().parse().into_iter().collect());
    bundle.set_use_isolating(false);
    for text in texts {
        // A faulty message is left out and then shows as its id; a test sees to
        // it that there is none.
        let resource = FluentResource::try_new(text.into()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// In Fluent only messages start with a letter in the first column.
fn ids_of(text: &str) -> Vec<String> {
    text.lines()
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_alphabetic()))
        .filter_map(|line| line.split_once('='))
        .map(|(id, _)| id.trim_end().to_owned())
        .collect()
}
