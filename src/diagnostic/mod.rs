//! Errors and warnings as data: a code, places, arguments. No wording and no
//! colour; the `render` room turns them into sentences in a language.

mod code;

pub use code::Code;

use crate::source::{Span, fold};

/// How bad it is.
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
    /// A number.
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

/// Arguments by name.
pub type Args = Vec<(&'static str, Arg)>;

/// A message of the catalogue with its arguments.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note {
    /// Identifier in the catalogues.
    pub id: &'static str,
    /// Its arguments.
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
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be seen there.
    pub note: Note,
}

/// What to put where, to mend it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fix {
    /// The text to replace.
    pub span: Span,
    /// The new text.
    pub replacement: String,
    /// Nothing else can have been meant.
    pub sure: bool,
    /// It was made and the text checked again: the finding was gone, and none had come.
    pub tried: bool,
}

/// One thing that is wrong.
///
/// `code` is at once the stable name of the kind of error and its identifier in
/// the message catalogues (attribute `.label`: what is written under the carets).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Stable name, such as `unknown-name`.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// Where; `None` where there is no text to point at.
    pub at: Option<Span>,
    /// Arguments of the message and of its label.
    pub args: Args,
    /// Other places.
    pub labels: Vec<Label>,
    /// What to do.
    pub helps: Vec<Note>,
    /// Changes that may mend it, the likeliest first. Nobody is shown one that was not tried.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// An error at a place.
    #[must_use]
    pub fn error(code: Code, at: impl Into<Option<Span>>) -> Self {
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
    pub fn warning(code: Code, at: impl Into<Option<Span>>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, at) }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, name: &'static str, value: impl Into<Arg>) -> Self {
        self.args.push((name, value.into()));
        self
    }

    /// Adds a second place with a message that takes no arguments.
    #[must_use]
    pub fn label(mut self, span: Span, id: &'static str) -> Self {
        self.labels.push(Label { span, note: Note { id, args: Vec::new() } });
        self
    }

    /// Adds a second place with a message and one argument.
    #[must_use]
    pub fn label_with(mut self, span: Span, id: &'static str, name: &'static str, value: impl Into<Arg>) -> Self {
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
    /// where none is near, says which there are. Past [`crate::limits::SUGGESTIONS`] mistakes found, neither is searched for.
    #[must_use]
    pub fn suggest<S: AsRef<str>>(
        self,
        found: usize,
        written: &str,
        at: Span,
        names: impl IntoIterator<Item = S>,
    ) -> Self {
        if !is_few(found) {
            return self;
        }
        let names: Vec<S> = names.into_iter().collect();
        match nearest(written, names.iter().map(AsRef::as_ref)) {
            Some(near) => self.instead(written, at, near, near),
            None => self.help_with("help-there-is", "names", words(&names)),
        }
    }

    /// Says what change surely mends it.
    #[must_use]
    pub fn fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, replacement: replacement.into(), sure: true, tried: false });
        self
    }

    /// Says what change may mend it.
    #[must_use]
    pub fn may_fix(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fixes.push(Fix { span, replacement: replacement.into(), sure: false, tried: false });
        self
    }

    /// Suggests a name in place of what was written; `replacement` is how it is written there.
    #[must_use]
    pub fn instead(self, written: &str, at: Span, near: &str, replacement: impl Into<String>) -> Self {
        let error = self.help_with("help-did-you-mean", "name", near);
        if is_slip(written, near) { error.fix(at, replacement) } else { error.may_fix(at, replacement) }
    }

    /// The change that is offered: one that was tried.
    #[must_use]
    pub fn fix_offered(&self) -> Option<&Fix> {
        self.fixes.iter().find(|fix| fix.tried)
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

/// Whether a word is a name but for case, accents or one letter of four or more.
#[must_use]
pub fn is_slip(written: &str, name: &str) -> bool {
    let (one, other) = (fold(written), fold(name));
    one == other || (one.chars().count() >= 4 && strsim::osa_distance(&one, &other) == 1)
}

/// The name nearest to what was written: the same but for case and accents, or at
/// most a third of its letters apart (one letter of two; a single letter is only near
/// to itself, whoever wrote it). Of several equally near, the first; what was written is not
/// near to itself.
#[must_use]
pub fn nearest<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = fold(written);
    let letters = wanted.chars().count();
    if letters > 40 {
        return None;
    }
    let budget = (letters / 3).max(usize::from(letters > 1));
    let mut close: Option<(usize, &str)> = None;
    // Half a word is that word, if it is only the half of one.
    let (mut longer, mut several) = (None, false);
    for name in names.into_iter().filter(|name| *name != written) {
        let folded = fold(name);
        if letters > 3 && folded.starts_with(&*wanted) {
            several |= longer.is_some();
            longer = longer.or(Some(name));
        }
        let most = close.map_or(budget, |(distance, _)| distance.saturating_sub(1));
        // Most names are far away, and their length says so.
        if close.is_some_and(|(distance, _)| distance == 0) || folded.chars().count().abs_diff(letters) > most {
            continue;
        }
        let same = wanted.chars().zip(folded.chars()).take_while(|(one, other)| one == other);
        let same = same.map(|(letter, _)| letter.len_utf8()).sum::<usize>()..;
        let (rest, other) = (wanted.get(same.clone()).unwrap_or(&wanted), folded.get(same).unwrap_or(&folded));
        let distance = strsim::osa_distance(rest, other);
        if distance <= most && (distance == 0 || name.chars().nth(1).is_some()) {
            close = Some((distance, name));
        }
    }
    close.map(|(_, name)| name).or(longer.filter(|_| !several))
}
