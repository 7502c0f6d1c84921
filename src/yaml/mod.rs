//! YAML as its author wrote it: a tree with the place of every node.
//!
//! Nothing is interpreted. `no`, `+2`, `1e3` and `~` are texts; the reader of rulesets decides what they mean. Every
//! error is reported at its place, in this program's own words, and parsing continues after it if that makes sense.

mod duplicates;
pub mod edit;
mod error_recovery;
mod hash_comments;
mod lines;
mod lint;
mod reader;
mod remedy;
mod syntax;
mod text;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use error_recovery::SourceText;
pub use hash_comments::cut_at_hash;
pub(crate) use lines::odd_blanks;

use crate::diagnostic::{Code, Diagnostic};
use crate::sort::Sort as _;
use crate::source::{Placement, ScalarStyle, SourceId, Sources, Span, Undecoded, undecoded, windows_1252};

/// How large a file may be, and what may be in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlLimits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Values and names of a file, copies by `*name` included.
    pub nodes: usize,
    /// Values and names that `*name` may copy.
    pub alias_nodes: usize,
    /// Bytes that `*name` may copy, as they are written where they are copied from.
    pub alias_bytes: usize,
    /// Lists and maps inside one another.
    pub depth: usize,
    /// Behind how many mistakes reading goes on. Each may cost as much as reading the
    /// file, but all together no more than twice a file of the largest size.
    pub repairs: usize,
}

impl Default for YamlLimits {
    fn default() -> Self {
        Self { bytes: 1 << 20, nodes: 150_000, alias_nodes: 20_000, alias_bytes: 1 << 20, depth: 64, repairs: 100 }
    }
}

/// A value with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    pub kind: NodeKind,
    /// The value as it is written, with its quotes, its brackets or the `|` of a block.
    /// A list or map without brackets goes from its first character to its last.
    pub span: Span,
    /// Where `*name` is, when the value is a copy; `span` is where it was written.
    pub alias: Option<Span>,
}

/// What a value is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// Really nothing, not even quotes.
    Empty,
    Scalar(Scalar),
    List(Vec<Node>),
    /// Names with values, in the order of the file. No name occurs twice.
    Map(Vec<Entry>),
    /// Something for which an error was reported.
    Bad,
}

/// A text, exactly as the author meant it: without quotes, line breaks folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scalar {
    pub text: Arc<str>,
    /// How it is written.
    pub style: ScalarStyle,
}

/// A name with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub key: Key,
    pub value: Node,
}

/// A name in front of a colon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The name in Unicode's composed form (NFC).
    pub text: Arc<str>,
    /// The name as it is written, with its quotes.
    pub span: Span,
    /// How it is written.
    pub style: ScalarStyle,
}

impl Node {
    /// How a text is written, to find a place inside it in the file; `None` for all
    /// other values.
    #[must_use]
    pub fn placement(&self) -> Option<Placement> {
        self.as_scalar().map(|scalar| Placement { span: self.span, style: Some(scalar.style) })
    }

    /// The text with its style.
    #[must_use]
    pub fn as_scalar(&self) -> Option<&Scalar> {
        if let NodeKind::Scalar(scalar) = &self.kind { Some(scalar) } else { None }
    }

    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        self.as_scalar().map(|scalar| &*scalar.text)
    }

    /// The items of a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Node]> {
        if let NodeKind::List(items) = &self.kind { Some(items) } else { None }
    }

    /// The names and values of a map.
    #[must_use]
    pub fn as_map(&self) -> Option<&[Entry]> {
        if let NodeKind::Map(entries) = &self.kind { Some(entries) } else { None }
    }

    /// The value of a name of a map. Takes time linear in the size of the map.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.as_map()?.iter().find(|entry| &*entry.key.text == name).map(|entry| &entry.value)
    }

    /// The number of names and values in it, itself included. A text counts once more for every hundred bytes, because
    /// copying it costs that much.
    #[must_use]
    pub fn size(&self) -> u64 {
        let inside: u64 = match &self.kind {
            NodeKind::Empty | NodeKind::Bad => 0,
            NodeKind::Scalar(scalar) => scalar.text.len() as u64 / 100,
            NodeKind::List(items) => items.iter().map(Self::size).sum(),
            NodeKind::Map(entries) => entries.iter().map(|entry| entry.value.size().saturating_add(1)).sum(),
        };
        inside.saturating_add(1)
    }

    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kind == NodeKind::Empty
    }

    /// Whether an error was reported for it, so that nothing more need be said.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.kind == NodeKind::Bad
    }
}

impl Scalar {
    /// Whether it is in quotes or a block, so that it can only be a text.
    #[must_use]
    pub fn is_quoted(&self) -> bool {
        self.style != ScalarStyle::Plain
    }
}

impl Key {
    /// How the name is written, to find a place inside it in the file.
    #[must_use]
    pub fn placement(&self) -> Placement {
        Placement { span: self.span, style: Some(self.style) }
    }
}

/// A text in quotes, as YAML reads it back; for the fixes of other rooms.
#[must_use]
pub fn in_quotes(text: &str) -> String {
    text::in_quotes(text)
}

/// Reads a source as YAML: what could be read, and everything that is wrong with it,
/// in the order of the file.
///
/// A mistake is covered and the file read again, so that those behind it are found as
/// well; what was wrong is [`NodeKind::Bad`] or missing. Mistakes after which nothing
/// can be trusted, and limits that are exceeded, end reading: then the tree holds what
/// came before. An unknown source or an empty one is [`NodeKind::Empty`].
#[must_use]
pub fn parse(sources: &Sources, id: SourceId, limits: &YamlLimits) -> (Node, Vec<Diagnostic>) {
    let (root, diagnostics, _) = parse_to_the_end(sources, id, limits);
    (root, diagnostics)
}

/// As [`parse`], and whether the end of the file was reached: if not, what seems to be
/// missing may only be unread.
#[must_use]
pub fn parse_to_the_end(sources: &Sources, id: SourceId, limits: &YamlLimits) -> (Node, Vec<Diagnostic>, bool) {
    let nothing = Span { source: id, start: 0, end: 0 };
    let Some(source) = sources.get(id) else {
        return (Node { kind: NodeKind::Empty, span: nothing, alias: None }, Vec::new(), true);
    };
    let text = source.text();
    if text.len() > limits.bytes {
        let error = Diagnostic::error(Code::FileTooLarge, nothing).arg("named", "no");
        let error = error.arg("limit", limits.bytes).arg("size", text.len());
        return (Node { kind: NodeKind::Bad, span: nothing, alias: None }, vec![error], false);
    }
    if let Some(error) = not_utf8(id, text).or_else(|| unmerged(id, text)) {
        return (Node { kind: NodeKind::Bad, span: nothing, alias: None }, vec![error], false);
    }
    let (root, mut diagnostics, whole) = read_on(SourceText { id, text }, limits);
    diagnostics.order_by_key(|diagnostic| diagnostic.at.map(|span| (span.start, span.end)));
    (root, diagnostics, whole)
}

/// The one error of a file in which two versions stand that could not be merged, one after the other.
fn unmerged(id: SourceId, text: &str) -> Option<Diagnostic> {
    let begins = |sign: &str| {
        let first = text.starts_with(sign).then_some(0);
        first.or_else(|| text.find(&format!("\n{sign}")).map(|at| at + 1))
    };
    let start = begins("<<<<<<< ")?;
    let parted = begins("=======").filter(|at| *at > start)?;
    begins(">>>>>>> ").filter(|at| *at > parted)?;
    let end = start + text.get(start..)?.lines().next()?.len();
    Some(Diagnostic::error(Code::YamlUnmerged, Span { source: id, start, end }).help("help-yaml-unmerged"))
}

/// The one error of a file that is in another encoding.
fn not_utf8(id: SourceId, text: &str) -> Option<Diagnostic> {
    let error = match undecoded(text)? {
        Undecoded::Wide(encoding) => {
            Diagnostic::error(Code::Utf16, Span { source: id, start: 0, end: 0 }).arg("encoding", encoding)
        }
        Undecoded::Byte(at, byte) => {
            let letter = windows_1252(byte).to_string();
            let error = Diagnostic::error(Code::NotUtf8, Span { source: id, start: at.start, end: at.end });
            error.arg("byte", format!("{byte:02X}")).arg("letter", letter)
        }
        Undecoded::Unread(why, path) => return Some(not_read(why, path)),
    };
    Some(error.help("help-save-as-utf-8"))
}

/// The one error of a file that could not be read.
pub(crate) fn not_read(why: String, path: String) -> Diagnostic {
    let code = match why.as_str() {
        "folder" => Code::FileIsFolder,
        "forbidden" => Code::FileForbidden,
        "missing" => Code::FileNotThere,
        "no-folder" => Code::FileNoFolder,
        "unreadable" => Code::FileUnreadable,
        _ => Code::FileSpecial,
    };
    let error = Diagnostic::error(code, None).arg("path", path);
    if code == Code::FileSpecial { error.arg("what", why) } else { error }
}

/// Reads until nothing is in the way any more, or nothing can be done about it.
fn read_on(place: SourceText<'_>, limits: &YamlLimits) -> (Node, Vec<Diagnostic>, bool) {
    let mut text = Cow::Borrowed(place.text);
    let mut covered: Vec<Range<usize>> = Vec::new();
    let mut reported: Vec<Diagnostic> = Vec::new();
    let mut farthest = None;
    let mut spent = 0_usize;
    loop {
        let pass = reader::read(place, &text, &covered, limits);
        let mut damages = pass.damages;
        let whole = damages.is_empty() && pass.end.is_none();
        // Where a pass ends no later than the one before, it is for what was covered.
        let mut consequence = false;
        // What ends the pass may come of what is covered only now.
        if damages.is_empty()
            && let Some((at, damage)) = pass.end
        {
            consequence = farthest.is_some_and(|farthest| at <= farthest);
            farthest = farthest.max(Some(at));
            damages.push(damage);
        }
        let mut bytes = text.into_owned().into_bytes();
        let before = covered.len();
        for damage in damages {
            if reported.iter().any(|known| known.at == damage.diagnostic.at) {
                continue;
            }
            if !consequence {
                reported.push(damage.diagnostic);
            }
            if let Some((range, cover)) = damage.cover {
                error_recovery::apply(&mut bytes, range.clone(), cover);
                covered.push(range);
            }
        }
        spent = spent.saturating_add(place.text.len());
        let affordable = covered.len() <= limits.repairs && spent <= place.text.len().max(limits.bytes / 2);
        let again = String::from_utf8(bytes).ok().filter(|_| affordable && covered.len() > before);
        let Some(again) = again else {
            reported.extend(pass.diagnostics);
            return (pass.root, reported, whole);
        };
        text = Cow::Owned(again);
        covered.order_by_key(|range| range.start);
    }
}
