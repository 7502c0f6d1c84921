//! Where something can be written wrong: the keys and texts of a file, with what can stand there.

use std::ops::Range;

use tirada::internals::ruleset::{File, KeyPlace, Of, Takes, keys_of};
use tirada::internals::source::{ScalarStyle, Sources};
use tirada::internals::yaml::{Entry, Node, NodeKind, YamlLimits, parse};

/// A name in front of a colon.
pub struct KeySite {
    pub text: String,
    /// As written, in bytes of the file.
    pub key: Range<usize>,
    /// A word of the format, or of what somebody's own name is the name.
    pub names: Option<Of>,
    /// It begins its line.
    pub block: bool,
    /// The names above it.
    pub path: Vec<String>,
}

/// One value.
pub struct TextSite {
    /// Without its quotes.
    pub inside: Range<usize>,
    /// With its quotes.
    pub whole: Range<usize>,
    pub takes: Takes,
    pub style: ScalarStyle,
}

/// A list or map.
pub struct GroupSite {
    pub range: Range<usize>,
    pub flow: bool,
    pub list: bool,
    /// Where each of its parts stands.
    pub parts: Vec<Range<usize>>,
    /// A row of a table.
    pub cells: bool,
}

#[derive(Default)]
pub struct Places {
    pub keys: Vec<KeySite>,
    pub texts: Vec<TextSite>,
    pub groups: Vec<GroupSite>,
    file: String,
    path: Vec<String>,
}

pub fn places(file: &File) -> Places {
    let mut sources = Sources::new();
    let id = sources.add(&*file.name, &*file.text);
    let (tree, errors) = parse(&sources, id, &YamlLimits::default());
    assert!(errors.is_empty(), "{}: {errors:?}", file.name);
    let mut places = Places { file: file.text.clone(), ..Places::default() };
    let other = ["tirada coverage", "tirada pack", "tirada translation"];
    if other.iter().all(|kind| tree.get(kind).is_none()) {
        places.node(&tree, Takes::Keys(KeyPlace::Ruleset));
    }
    places
}

impl Places {
    fn node(&mut self, node: &Node, takes: Takes) {
        if node.alias.is_some() {
            return;
        }
        match (&node.kind, takes) {
            (_, Takes::Either(many)) => {
                let fits = |takes: &&Takes| match (&node.kind, bare(**takes)) {
                    (NodeKind::Map(_), Takes::Keys(_) | Takes::Map(..) | Takes::Closed(..) | Takes::Numbered(..)) => {
                        true
                    }
                    (NodeKind::List(_), Takes::List(_) | Takes::Strictly(_)) => true,
                    (NodeKind::Map(_) | NodeKind::List(_), _) => false,
                    (_, Takes::Keys(_) | Takes::Map(..)) => false,
                    _ => true,
                };
                if let Some(takes) = many.iter().find(fits) {
                    self.node(node, *takes);
                }
            }
            (_, Takes::Count(_, _, inner) | Takes::Strictly(inner)) => self.node(node, *inner),
            (NodeKind::Scalar(scalar), _) => {
                let takes = match takes {
                    Takes::List(inner) => *inner,
                    other => other,
                };
                let whole = node.span.range();
                let quoted = matches!(scalar.style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted);
                let inside = if quoted { whole.start + 1..whole.end - 1 } else { whole.clone() };
                if self.file[inside.clone()] == *scalar.text {
                    self.texts.push(TextSite { inside, whole, takes, style: scalar.style });
                }
            }
            (NodeKind::List(items), takes) => {
                let range = node.span.range();
                let flow = self.file[range.clone()].starts_with('[');
                let parts = items.iter().map(|item| item.span.range()).collect();
                self.groups.push(GroupSite { range, flow, list: true, parts, cells: takes == Takes::Cells });
                let inner = match takes {
                    Takes::List(inner) => *inner,
                    Takes::Cells => Takes::Cells,
                    _ => Takes::Text,
                };
                items.iter().for_each(|item| self.node(item, inner));
            }
            (NodeKind::Map(entries), takes) => self.map(node, entries, takes),
            _ => {}
        }
    }

    fn map(&mut self, node: &Node, entries: &[Entry], takes: Takes) {
        let range = node.span.range();
        let flow = self.file[range.clone()].starts_with('{');
        let parts = entries.iter().map(|one| one.key.span.start..one.value.span.end.max(one.key.span.end)).collect();
        self.groups.push(GroupSite { range, flow, list: false, parts, cells: false });
        for entry in entries {
            let (names, inner) = match takes {
                Takes::Keys(place) => of_place(place, &entry.key.text),
                Takes::Cells => of_place(KeyPlace::Cell, &entry.key.text),
                Takes::Amount => of_place(KeyPlace::Gain, &entry.key.text),
                Takes::FormulaOrPending => (None, Takes::Text),
                Takes::Map(of, inner) => (Some(of), *inner),
                Takes::Closed(_, inner) => (None, *inner),
                Takes::Numbered(_, inner) => (Some(Of::Near), *inner),
                _ => (Some(Of::Near), Takes::Text),
            };
            let key = entry.key.span.range();
            let line = self.file[..key.start].rfind('\n').map_or(0, |at| at + 1);
            let block = !flow && self.file[line..key.start].trim().is_empty();
            let text = entry.key.text.to_string();
            self.keys.push(KeySite { text: text.clone(), key, names, block, path: self.path.clone() });
            self.path.push(text);
            self.node(&entry.value, inner);
            self.path.pop();
        }
    }
}

fn bare(takes: Takes) -> Takes {
    match takes {
        Takes::Count(_, _, inner) | Takes::Strictly(inner) => bare(*inner),
        other => other,
    }
}

fn of_place(place: KeyPlace, name: &str) -> (Option<Of>, Takes) {
    let known = keys_of(place);
    if let Some(key) = known.iter().find(|key| key.name == name) {
        return (None, key.takes);
    }
    if name == "change" {
        return (None, Takes::Keys(place));
    }
    if let Some(key) = keys_of(KeyPlace::Another).into_iter().find(|key| key.name == name) {
        return (None, key.takes);
    }
    // What is gained in a cell of effects.
    (Some(Of::Thing), Takes::Amount)
}
