//! Errors and warnings as data: a code, places, arguments. They have no wording and no colour; `report` turns them into
//! sentences.

mod code;

pub(crate) use code::Family;
pub use code::{Code, UnknownCode};

use crate::source::{Span, fold};

/// How bad it is.
///
/// ```
/// # let game = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n").unwrap();
/// let problems = game.prepare("3d6 + nothing").unwrap_err();
/// assert_eq!(problems.iter().next().unwrap().severity, tirada::Severity::Error);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Severity {
    /// Nothing can be done with what was read.
    Error,
    /// It works, but is surely not meant.
    Warning,
}

/// A value that a message shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Arg {
    /// Words of the author or the user, shown as they are.
    Text(String),
    Number(i64),
    /// A number with decimals, written with a point; each language writes its own.
    Decimal(String),
    /// Several words, joined with commas.
    List(Vec<String>),
    /// Messages of the catalogue, joined with "or" (what was expected).
    AnyOf(Vec<&'static str>),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<Vec<String>> for Arg {
    fn from(list: Vec<String>) -> Self {
        Self::names(list)
    }
}

impl Arg {
    /// Names, no more of them than are shown and one, so that it can be said that there are more.
    #[must_use]
    pub fn names<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Self::List(names.into_iter().take(SHOWN + 1).map(Into::into).collect())
    }
}

/// How many words of a list a message shows.
pub const SHOWN: usize = 40;

/// Arguments of a message: name, value.
pub type Args = Vec<(&'static str, Arg)>;

/// The argument of this name, if it is a text.
pub(crate) fn text_of<'a>(args: &'a [(&'static str, Arg)], wanted: &str) -> Option<&'a str> {
    args.iter().find_map(|(name, arg)| match arg {
        Arg::Text(text) if *name == wanted => Some(text.as_str()),
        _ => None,
    })
}

/// A message of the catalogue with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note {
    /// Identifier in the catalogues.
    pub id: &'static str,
    /// Arguments of the message, by name.
    pub args: Args,
}

impl Note {
    /// Advice with one argument, unless that is a list of nothing.
    #[must_use]
    pub fn advice(id: &'static str, name: &'static str, value: Arg) -> Option<Self> {
        let nothing = matches!(&value, Arg::List(list) if list.iter().all(|word| word.trim().is_empty()));
        (!nothing).then(|| Self { id, args: vec![(name, value)] })
    }
}

/// A second place that helps to understand the first.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Label<S = Span> {
    /// The text to replace.
    pub span: S,
    /// What is to be seen there.
    pub note: Note,
}

/// What to put where, to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SuggestedFix<S = Span> {
    /// The text to replace.
    pub span: S,
    /// Takes the place of the text at `span`.
    pub replacement: String,
    /// Nothing else can have been meant.
    pub sure: bool,
    /// It was made and the text checked again: the finding was gone, and none had come.
    pub tried: bool,
}

/// The advice that says what was meant.
pub(crate) const MEANT: &str = "help-did-you-mean";

/// One thing that is wrong.
///
/// `code` is at once the stable name of the kind of error and its identifier in
/// the message catalogues (attribute `.label`: what is written under the carets).
/// `S` is a place in a text, and `At` where it is: a place, or perhaps none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Finding<S, At> {
    /// Stable name, such as `unknown-name`.
    pub code: Code,
    pub severity: Severity,
    pub at: At,
    /// Arguments of the message and of its label.
    pub args: Args,
    /// Related places, each with a note.
    pub labels: Vec<Label<S>>,
    /// Advice, most useful first.
    pub helps: Vec<Note>,
    /// Changes that may mend it, the likeliest first. They are tried before they are shown.
    pub fixes: Vec<SuggestedFix<S>>,
}

/// Something that is wrong in a source; `None` where there is no text to point at.
pub type Diagnostic = Finding<Span, Option<Span>>;

impl Diagnostic {
    /// Something that cannot happen did, in the place of the program that says so.
    #[must_use]
    #[track_caller]
    pub(crate) fn internal() -> Self {
        let place = std::panic::Location::caller();
        Self::error(Code::Internal, None).arg("where", format!("{}:{}", place.file(), place.line()))
    }
}

impl<S: Copy, At> Finding<S, At> {
    /// An error at a place.
    #[must_use]
    pub fn error(code: Code, at: impl Into<At>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            at: at.into(),
            args: Vec::new(),
            labels: Vec::new(),
            helps: Vec::new(),
            fixes: Vec::new(),
        }
    }

    /// A warning at a place.
    #[must_use]
    pub fn warning(code: Code, at: impl Into<At>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at) }
    }

    /// Adds an argument of the message.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// The argument of this name, if it is a text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        text_of(&self.args, name)
    }

    /// Adds a second place with a message that takes no arguments.
    #[must_use]
    pub fn label(mut self, span: S, id: &'static str) -> Self {
        self.labels.push(Label { span, note: Note { id, args: Vec::new() } });
        self
    }

    /// Adds a second place with a message and one argument.
    #[must_use]
    pub fn label_with(mut self, span: S, id: &'static str, name: &'static str, value: impl Into<Arg>) -> Self {
        self.labels.push(Label { span, note: Note { id, args: vec![(name, value.into())] } });
        self
    }

    /// Adds advice without arguments.
    #[must_use]
    pub fn help(mut self, id: &'static str) -> Self {
        self.helps.push(Note { id, args: Vec::new() });
        self
    }

    /// Adds advice with one argument; a list of nothing is no advice.
    #[must_use]
    pub fn help_with(mut self, id: &'static str, name: &'static str, value: impl Into<Arg>) -> Self {
        self.helps.extend(Note::advice(id, name, value.into()));
        self
    }

    /// Suggests the nearest of the names that there are, in place of what was written;
    /// where none is near, says which there are. Past [`crate::limits::SUGGESTIONS`] mistakes found, neither is
    /// searched for.
    #[must_use]
    pub fn suggest<N: AsRef<str>>(
        self,
        found: usize,
        written: &str,
        at: S,
        names: impl IntoIterator<Item = N>,
    ) -> Self {
        if !is_few(found) {
            return self;
        }
        let names: Vec<N> = names.into_iter().collect();
        match nearest_of(written, names.iter().map(AsRef::as_ref)) {
            Some(near) => self.instead(at, near, near.name),
            None => self.help_with("help-there-is", "names", words(&names)),
        }
    }

    /// Adds a fix that is certain.
    #[must_use]
    pub fn fix(mut self, span: S, replacement: impl Into<String>) -> Self {
        self.fixes.push(SuggestedFix { span, replacement: replacement.into(), sure: true, tried: false });
        self
    }

    /// Adds a fix that may be right.
    #[must_use]
    pub fn may_fix(mut self, span: S, replacement: impl Into<String>) -> Self {
        self.fixes.push(SuggestedFix { span, replacement: replacement.into(), sure: false, tried: false });
        self
    }

    /// Suggests a name in place of what was written; `replacement` is how it is written there.
    #[must_use]
    pub fn instead(self, at: S, near: Near<'_>, replacement: impl Into<String>) -> Self {
        let error = self.help_with(MEANT, "name", near.name);
        if near.sure { error.fix(at, replacement) } else { error.may_fix(at, replacement) }
    }

    /// The change that is offered: one that was tried.
    #[must_use]
    pub fn fix_offered(&self) -> Option<&SuggestedFix<S>> {
        self.fixes.iter().find(|fix| fix.tried)
    }

    /// Whether it says what was meant.
    pub(crate) fn has_suggestion(&self) -> bool {
        self.helps.iter().any(|help| help.id == MEANT)
    }

    /// The one name that it says was meant.
    pub(crate) fn suggested(&self) -> Option<&str> {
        self.helps.iter().find(|help| help.id == MEANT).and_then(|help| text_of(&help.args, "name"))
    }

    /// Whether it is an error and not a warning.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Names as the argument of a message.
#[must_use]
pub fn words<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> Arg {
    Arg::names(names.into_iter().map(|name| name.as_ref().to_owned()))
}

/// Whether so few mistakes were found that for another one the nearest name is looked for.
#[must_use]
pub fn is_few(found: usize) -> bool {
    found < crate::limits::SUGGESTIONS
}

/// A name near to what was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Near<'a> {
    /// As it is written.
    pub name: &'a str,
    /// Nothing else can have been meant: it is a slip ([`is_slip`]), and no other name is near.
    pub sure: bool,
}

impl<'a> Near<'a> {
    /// The only name that is looked at.
    #[must_use]
    pub fn alone(written: &str, name: &'a str) -> Self {
        Self { name, sure: is_slip(written, name) }
    }
}

/// Letters that a word has of which a slip is sure: of a shorter one, one letter makes another word.
const LETTERS_OF_A_SLIP: usize = 5;
/// How many letters away a name is another one that may have been meant.
const AS_NEAR: usize = 2;

/// Whether a word is a name but for case and accents; or, of five letters or more, but for two letters that changed
/// places, one that is written twice, or one that is missing. A word with another letter may well be another word.
#[must_use]
pub fn is_slip(written: &str, name: &str) -> bool {
    let (one, other) = (fold(written), fold(name));
    if one == other {
        return true;
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let rest = |letters: &[char], skipped: usize| letters.get(same + skipped..).map(<[char]>::to_vec);
    let long = one.len().min(other.len()) >= LETTERS_OF_A_SLIP;
    let swapped = || {
        let pair = |letters: &[char]| Some((*letters.get(same)?, *letters.get(same + 1)?));
        let turned = pair(&other).map(|(first, second)| (second, first));
        pair(&one).is_some() && pair(&one) == turned && rest(&one, 2) == rest(&other, 2)
    };
    let missing = || other.len() == one.len() + 1 && rest(&one, 0) == rest(&other, 1);
    let doubled = || {
        let twice = same.checked_sub(1).is_some_and(|before| one.get(before) == one.get(same));
        twice && one.len() == other.len() + 1 && rest(&one, 1) == rest(&other, 0)
    };
    long && (swapped() || missing() || doubled())
}

/// The name nearest to what was written ([`nearest_of`]).
#[must_use]
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(written, names).map(|near| near.name)
}

/// The name nearest to what was written: the same but for case and accents, or at
/// most a third of its letters apart (one letter of two; a single letter is only near
/// to itself in another case). Of several equally near names, the first. A name is not near to
/// itself.
#[must_use]
pub fn nearest_of<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<Near<'a>> {
    let wanted = fold(written);
    let letters = wanted.chars().count();
    if letters > 40 {
        return None;
    }
    let budget = (letters / 3).max(usize::from(letters > 1));
    let mut close: Option<(usize, &str)> = None;
    // How many are so near that they may have been meant.
    let mut others = 0_usize;
    // Half a word is that word, if it is only the half of one.
    let (mut longer, mut several) = (None, false);
    for name in names.into_iter().filter(|name| *name != written) {
        let folded = fold(name);
        // Of several words, whole ones.
        let begins = |rest: &str| !rest.contains(' ') || rest.starts_with(' ');
        if letters > 3 && folded.strip_prefix(&*wanted).is_some_and(begins) {
            several |= longer.is_some();
            longer = longer.or(Some(name));
        }
        let most = close.map_or(budget, |(distance, _)| distance.saturating_sub(1));
        // Most names are far away, and their length says so.
        if folded.chars().count().abs_diff(letters) > most.max(AS_NEAR) {
            continue;
        }
        let same = wanted.chars().zip(folded.chars()).take_while(|(one, other)| one == other);
        let same = same.map(|(letter, _)| letter.len_utf8()).sum::<usize>()..;
        let (rest, other) = (wanted.get(same.clone()).unwrap_or(&wanted), folded.get(same).unwrap_or(&folded));
        let distance = strsim::osa_distance(rest, other);
        others = others.saturating_add(usize::from(distance <= AS_NEAR));
        let nearer = close.is_none_or(|(known, _)| known > 0);
        if nearer && distance <= most && (distance == 0 || name.chars().nth(1).is_some()) {
            close = Some((distance, name));
        }
    }
    let half = || longer.filter(|_| !several);
    let (name, distance) = close.map(|(distance, name)| (name, distance)).or_else(|| Some((half()?, usize::MAX)))?;
    let same = distance == 0;
    Some(Near { name, sure: is_slip(written, name) && (same || others < 2) })
}
