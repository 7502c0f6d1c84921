//! One pass over the events of a file: builds the tree and collects all errors.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{Event, Options, Parser, ScalarStyle as Style, StructureStyle, Tag};

use super::duplicates::duplicates;
use super::error_recovery::{Cover, Damage, SourceText};
use super::syntax::{self, Context};
use super::text::{block_range, cut, in_quotes, line_at, shown, trimmed};
use super::{Entry, Key, Node, NodeKind, Scalar, YamlLimits};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{ScalarStyle, Span, nfc};

/// The result of one pass.
pub(super) struct Pass {
    pub root: Node,
    /// Mistakes that did not stand in the way of reading.
    pub diagnostics: Vec<Diagnostic>,
    /// Places that have to be covered before reading again.
    pub damages: Vec<Damage>,
    /// Where reading ended before the end of the file, and why.
    pub end: Option<(usize, Damage)>,
}

/// Reads a text in which some places are covered.
pub(super) fn read(place: SourceText<'_>, text: &str, covered: &[Range<usize>], limits: &YamlLimits) -> Pass {
    let mut options = Options::default();
    options.emit_unresolved_aliases = true;
    options.disallow_directives = true;
    options.flow_nesting_limit = limits.depth;
    options.block_nesting_limit = limits.depth;
    options.set_emit_comments(false);
    let mut reader = TreeBuilder::new(place, text, covered, limits);
    for event in Parser::new_from_str_with_options(text, options) {
        match event {
            Ok((event, span)) => {
                let range = span.byte_range().unwrap_or(0..0);
                let tag = span.tag_span().and_then(|tag| tag.byte_range());
                reader.event(event, range, tag);
            }
            Err(error) => {
                let at = error.marker().byte_offset().unwrap_or(0);
                let damage = syntax::damage(place, error.kind(), at, &reader.context());
                reader.end = Some((at, damage));
            }
        }
        if reader.end.is_some() {
            break;
        }
    }
    reader.finish()
}

/// A list or map that is being read.
struct OpenNode {
    kind: FrameKind,
    /// Written with brackets or braces.
    flow: bool,
    start: usize,
    /// The end of what was read of it.
    end: usize,
    anchor: usize,
    /// How many nodes there were before it.
    nodes_before: usize,
    /// How many bytes were copied before it.
    bytes_before: usize,
    /// It is in the place of a name.
    as_key: bool,
    /// It is of a kind that was reported.
    bad: bool,
}

enum FrameKind {
    List(Vec<Node>),
    Map { entries: Vec<Entry>, composed: Vec<bool>, key: KeyState },
}

/// What a map waits for.
enum KeyState {
    /// The next name.
    Missing,
    /// The value of this name; whether the name had to be composed (NFC).
    Read(Key, bool),
    /// The value of something that is no name; it is dropped.
    Dropped,
}

/// What an alias stands for.
struct Anchored {
    node: Option<Node>,
    nodes: usize,
    /// As it is written, with what is copied into it.
    bytes: usize,
}

/// Builds the tree of a file from the events of the parser: the state of one pass.
pub(super) struct TreeBuilder<'a> {
    pub(super) place: SourceText<'a>,
    pub(super) text: &'a str,
    covered: &'a [Range<usize>],
    limits: &'a YamlLimits,
    frames: Vec<OpenNode>,
    root: Option<Node>,
    documents: usize,
    nodes: usize,
    /// Nodes that were copied, or kept for copying.
    copied: usize,
    copied_bytes: usize,
    anchors: HashMap<usize, Anchored>,
    /// What has an anchor: where it is, and whether it is a text that could stand in quotes.
    anchored: Vec<(usize, Range<usize>, bool)>,
    /// Anchors that something asks for.
    asked: HashSet<usize>,
    /// Commas that end a value without brackets around it, as in JSON.
    commas: Vec<usize>,
    last: Option<Range<usize>>,
    /// The end of the last event.
    at: usize,
    diagnostics: Vec<Diagnostic>,
    damages: Vec<Damage>,
    end: Option<(usize, Damage)>,
}

impl<'a> TreeBuilder<'a> {
    fn new(place: SourceText<'a>, text: &'a str, covered: &'a [Range<usize>], limits: &'a YamlLimits) -> Self {
        Self {
            place,
            text,
            covered,
            limits,
            frames: Vec::new(),
            root: None,
            documents: 0,
            nodes: 0,
            copied: 0,
            copied_bytes: 0,
            anchors: HashMap::new(),
            anchored: Vec::new(),
            asked: HashSet::new(),
            commas: Vec::new(),
            last: None,
            at: 0,
            diagnostics: Vec::new(),
            damages: Vec::new(),
            end: None,
        }
    }

    fn context(&self) -> Context {
        let open = self.frames.iter().filter(|frame| frame.flow && cut(self.text, frame.start..frame.start + 1) != "?");
        Context {
            last: self.last.clone(),
            end: self.at,
            open: open.map(|frame| frame.start).collect(),
            in_list: self.in_list(),
        }
    }

    /// Everything that is still open ends here.
    fn finish(mut self) -> Pass {
        while let Some(frame) = self.frames.pop() {
            let end = frame.end;
            self.close(OpenNode { as_key: false, ..frame }, end);
        }
        // If reading stopped early, the anchor may be used after that place.
        if self.end.is_none() {
            for (id, place, quotable) in std::mem::take(&mut self.anchored) {
                if !self.asked.contains(&id) {
                    self.vanished_anchor(&place, quotable);
                }
            }
        }
        self.diagnostics.extend(self.commas_of_json());
        let span = self.place.span(0..0);
        let root = self.root.unwrap_or(Node { kind: NodeKind::Empty, span, alias: None });
        Pass { root, diagnostics: self.diagnostics, damages: self.damages, end: self.end }
    }

    /// Commas at the ends of lines are reported once, with the text without them.
    fn commas_of_json(&self) -> Option<Diagnostic> {
        let (&first, &last) = (self.commas.first()?, self.commas.last()?);
        let mut without = String::new();
        let mut from = first;
        for &comma in &self.commas {
            without.push_str(cut(self.text, from..comma));
            from = comma + 1;
        }
        let error = self.place.error(Code::YamlCommaAtEnd, first..first + 1).arg("count", self.commas.len());
        Some(error.fix(self.place.span(first..last + 1), without).help("help-comma-in-quotes"))
    }

    fn stop(&mut self, diagnostic: Diagnostic) {
        let at = diagnostic.at.map_or(0, |span| span.start);
        self.end = Some((at, Damage::fatal(diagnostic)));
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>, tag: Option<Range<usize>>) {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    let line = trimmed(self.text, line_at(self.text, range.start));
                    self.stop(self.place.error(Code::YamlSeveralDocuments, range.start..range.end.max(line.end)));
                }
            }
            Event::Scalar(text, style, anchor, mark) => {
                let bad = self.tag(mark.as_deref(), tag, &range);
                self.scalar(&text, style, anchor, &range, bad);
            }
            Event::SequenceStart(style, anchor, mark) => {
                let bad = self.tag(mark.as_deref(), tag, &range);
                self.open(FrameKind::List(Vec::new()), style, anchor, &range, bad);
            }
            Event::MappingStart(style, anchor, mark) => {
                let bad = self.tag(mark.as_deref(), tag, &range);
                let kind = FrameKind::Map { entries: Vec::new(), composed: Vec::new(), key: KeyState::Missing };
                self.open(kind, style, anchor, &range, bad);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(frame) = self.frames.pop() {
                    let end = if frame.flow && !range.is_empty() { range.end } else { frame.end };
                    self.close(frame, end);
                }
            }
            Event::Alias(id) => self.alias(id, &range),
            Event::UnresolvedAlias(name) => {
                self.last = Some(range.clone());
                if !self.is_settled(range.start) {
                    let in_brackets = self.in_brackets();
                    let mut damage = syntax::reserved(self.place, range.start, in_brackets);
                    damage.diagnostic.code = Code::YamlUnknownAlias;
                    damage.diagnostic = damage.diagnostic.arg("name", name.as_ref());
                    self.damage(damage);
                }
                self.add(NodeKind::Bad, &range, None);
            }
            _ => {}
        }
        self.at = self.at.max(range.end);
    }

    /// Whether nothing need be said about a place: it is going to be covered, or
    /// enough was said.
    pub(super) fn is_settled(&self, at: usize) -> bool {
        let cover = self.damages.last().and_then(|damage| damage.cover.as_ref());
        self.damages.len() > self.limits.repairs || cover.is_some_and(|(cover, _)| cover.contains(&at))
    }

    /// Reports a place to be covered, unless it lies in one.
    pub(super) fn damage(&mut self, damage: Damage) {
        if !damage.diagnostic.at.is_some_and(|at| self.is_settled(at.start)) {
            self.damages.push(damage);
        }
    }

    /// Reports `!5` in front of something; whether there was one.
    fn tag(&mut self, mark: Option<&Tag>, tag: Option<Range<usize>>, node: &Range<usize>) -> bool {
        if mark.is_none() {
            return false;
        }
        if self.is_settled(node.start) {
            return true;
        }
        let in_brackets = self.in_brackets();
        let tag = tag.unwrap_or(node.clone());
        let line_end = line_at(self.text, tag.start).end;
        if node.start <= line_end && !cut(self.text, node.clone()).starts_with(['{', '[']) {
            self.damage(syntax::tag(self.place, tag.start, in_brackets));
        } else {
            // In front of a whole list or map there is nothing to put in quotes.
            let error = self.place.error(Code::YamlTag, tag.clone()).arg("text", shown(cut(self.text, tag.clone())));
            self.damage(Damage::covered(error, tag, Cover::Blank));
        }
        true
    }

    /// The covered place that something lies in, or that lies in it.
    fn is_covered(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let after = self.covered.partition_point(|cover| cover.start < range.end.max(range.start + 1));
        self.covered.get(after.checked_sub(1)?).filter(|cover| cover.end > range.start).cloned()
    }

    /// Whether the next thing is in `{…}` or `[…]`.
    pub(super) fn in_brackets(&self) -> bool {
        // A name with a value right inside `[…]` is a map without brackets of its own.
        self.frames.iter().rev().take(2).any(|frame| frame.flow)
    }

    /// Whether the next thing is an item of a list.
    pub(super) fn in_list(&self) -> bool {
        matches!(self.frames.last(), Some(OpenNode { kind: FrameKind::List(_), .. }))
    }

    /// Whether the next thing is a name.
    pub(super) fn waits_for_key(&self) -> bool {
        matches!(self.frames.last(), Some(OpenNode { kind: FrameKind::Map { key: KeyState::Missing, .. }, .. }))
    }

    fn open(&mut self, kind: FrameKind, style: StructureStyle, anchor: usize, range: &Range<usize>, bad: bool) {
        if self.frames.len() >= self.limits.depth {
            let at = range.start..range.end.max(range.start + 1).min(self.text.len());
            self.stop(self.place.error(Code::YamlTooDeep, at).arg("limit", self.limits.depth));
            return;
        }
        let flow = style == StructureStyle::Flow && !range.is_empty();
        let as_key = self.waits_for_key();
        self.frames.push(OpenNode {
            kind,
            flow,
            start: range.start,
            end: range.end,
            anchor,
            nodes_before: self.nodes,
            bytes_before: self.copied_bytes,
            as_key,
            bad,
        });
    }

    /// A list or map is complete.
    fn close(&mut self, frame: OpenNode, end: usize) {
        let kind = match frame.kind {
            FrameKind::List(items) => NodeKind::List(items),
            FrameKind::Map { mut entries, composed, key } => {
                if let KeyState::Read(key, _) = key {
                    let span = Span { start: key.span.end, ..key.span };
                    entries.push(Entry { key, value: Node { kind: NodeKind::Bad, span, alias: None } });
                } else {
                    self.diagnostics.extend(duplicates(self.place, &mut entries, &composed));
                }
                NodeKind::Map(entries)
            }
        };
        let range = frame.start..end.max(frame.start);
        if frame.as_key {
            self.not_a_word(&range);
        }
        if !frame.as_key {
            let nodes = self.nodes.saturating_sub(frame.nodes_before) + 1;
            let kind = if frame.bad { NodeKind::Bad } else { kind };
            let node = Node { kind, span: self.place.span(range.clone()), alias: None };
            let copied = self.copied_bytes.saturating_sub(frame.bytes_before);
            self.anchor(frame.anchor, &node, nodes, range.len().saturating_add(copied));
            self.put(node, &range);
        }
    }

    /// Something is in the place of a name.
    fn not_a_word(&mut self, range: &Range<usize>) {
        let first_line = cut(self.text, range.clone()).lines().next().unwrap_or("");
        let at = range.start..range.start + first_line.len();
        let text = shown(cut(self.text, at.clone()));
        self.diagnostics.push(self.place.error(Code::YamlKeyNotAWord, at).arg("text", text));
        if let Some(OpenNode { kind: FrameKind::Map { key, .. }, .. }) = self.frames.last_mut() {
            *key = KeyState::Dropped;
        }
    }

    fn anchor(&mut self, anchor: usize, node: &Node, nodes: usize, bytes: usize) {
        if anchor == 0 {
            return;
        }
        // What is kept for copying counts like a copy.
        let fits = self.copied.saturating_add(nodes) <= self.limits.alias_nodes;
        if fits {
            self.copied += nodes;
        }
        self.anchors.insert(anchor, Anchored { node: fits.then(|| node.clone()), nodes, bytes });
        let quotable = node.as_scalar().is_some_and(|scalar| !scalar.is_quoted());
        self.anchored.push((anchor, node.span.range(), quotable));
    }

    /// Warns of `&name` in front of something at a place: YAML takes it away from what is read, and
    /// nothing asks for a copy.
    fn vanished_anchor(&mut self, place: &Range<usize>, quotable: bool) {
        let Some(start) = cut(self.text, 0..place.start).rfind('&') else { return };
        let name = cut(self.text, start..place.start).split_whitespace().next().unwrap_or("&");
        let warning = Diagnostic::warning(Code::YamlAnchor, self.place.span(start..start + name.len()));
        let warning = warning.arg("text", name);
        let whole = cut(self.text, start..place.end);
        self.diagnostics.push(if quotable && !whole.contains('\n') {
            let quoted = in_quotes(whole);
            let warning = warning.help_with("help-yaml-quotes", "text", shown(&quoted));
            warning.fix(self.place.span(start..place.end), quoted)
        } else {
            warning.help("help-yaml-no-mark")
        });
    }

    fn alias(&mut self, id: usize, range: &Range<usize>) {
        self.last = Some(range.clone());
        if self.waits_for_key() {
            self.not_a_word(range);
            return;
        }
        self.asked.insert(id);
        let Some(anchored) = self.anchors.get(&id) else {
            let text = cut(self.text, range.clone()).to_owned();
            self.diagnostics.push(self.place.error(Code::YamlAliasOfItself, range.clone()).arg("text", text));
            self.add(NodeKind::Bad, range, None);
            return;
        };
        let nodes = anchored.nodes;
        self.copied = self.copied.saturating_add(nodes);
        self.copied_bytes = self.copied_bytes.saturating_add(anchored.bytes);
        let many = self.copied > self.limits.alias_nodes;
        let node = anchored.node.as_ref().filter(|_| !many && self.copied_bytes <= self.limits.alias_bytes);
        let Some(mut node) = node.cloned() else {
            let long = !many && anchored.node.is_some();
            let (unit, limit) =
                if long { ("bytes", self.limits.alias_bytes) } else { ("values", self.limits.alias_nodes) };
            let error = self.place.error(Code::YamlAliasBomb, range.clone());
            self.stop(error.arg("unit", unit).arg("limit", limit));
            return;
        };
        node.alias = Some(self.place.span(range.clone()));
        self.count(nodes.saturating_sub(1), range);
        self.put(node, range);
    }

    fn count(&mut self, nodes: usize, range: &Range<usize>) {
        self.nodes = self.nodes.saturating_add(nodes);
        if self.nodes > self.limits.nodes && self.end.is_none() {
            let at = range.start..range.end.max(range.start);
            self.stop(self.place.error(Code::YamlTooManyNodes, at).arg("limit", self.limits.nodes));
        }
    }

    /// Adds a value that is complete.
    fn add(&mut self, kind: NodeKind, range: &Range<usize>, anchor: Option<usize>) {
        let node = Node { kind, span: self.place.span(range.clone()), alias: None };
        if let Some(anchor) = anchor {
            self.anchor(anchor, &node, 1, range.len());
        }
        if self.waits_for_key() {
            // A name that was reported.
            if let Some(OpenNode { kind: FrameKind::Map { key, .. }, .. }) = self.frames.last_mut() {
                *key = KeyState::Dropped;
            }
            self.count(1, range);
            return;
        }
        self.put(node, range);
    }

    /// Puts a value where it belongs.
    fn put(&mut self, node: Node, range: &Range<usize>) {
        self.count(1, range);
        let Some(frame) = self.frames.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        frame.end = frame.end.max(range.end);
        match &mut frame.kind {
            FrameKind::List(items) => items.push(node),
            FrameKind::Map { entries, composed, key } => {
                if let KeyState::Read(read, was_composed) = std::mem::replace(key, KeyState::Missing) {
                    entries.push(Entry { key: read, value: node });
                    composed.push(was_composed);
                }
            }
        }
    }

    fn scalar(&mut self, text: &str, style: Style, anchor: usize, range: &Range<usize>, bad: bool) {
        let style = match style {
            Style::Plain => ScalarStyle::Plain,
            Style::SingleQuoted => ScalarStyle::SingleQuoted,
            Style::DoubleQuoted => ScalarStyle::DoubleQuoted,
            Style::Literal => ScalarStyle::Literal,
            Style::Folded => ScalarStyle::Folded,
        };
        let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        if !block && range.is_empty() {
            self.empty(anchor, range.start, bad);
            return;
        }
        let range = &if block { block_range(self.text, self.at, range) } else { range.clone() };
        if let Some(cover) = self.is_covered(range) {
            self.last = Some(range.clone());
            let whole = cover.start.min(range.start)..cover.end.max(range.end);
            self.add(NodeKind::Bad, &whole, Some(anchor));
            return;
        }
        if style == ScalarStyle::Plain && !bad && !self.is_settled(range.start) {
            self.lint(text, range);
        }
        self.last = Some(range.clone());
        if self.waits_for_key() {
            if anchor != 0 {
                self.vanished_anchor(range, style == ScalarStyle::Plain);
            }
            self.key(text, style, range);
            return;
        }
        let (mut text, mut range) = (text, range.clone());
        if style == ScalarStyle::Plain && !self.in_brackets() && ends_as_in_json(text) {
            self.commas.push(range.end - 1);
            (text, range.end) = (text.trim_end_matches(','), range.end - 1);
        }
        let kind = if bad { NodeKind::Bad } else { NodeKind::Scalar(Scalar { text: Arc::from(text), style }) };
        self.add(kind, &range, Some(anchor));
    }

    /// Really nothing where a value may be.
    fn empty(&mut self, anchor: usize, at: usize, bad: bool) {
        if let Some(cover) = self.is_covered(&(at.saturating_sub(1)..at))
            && self.in_list()
        {
            self.add(NodeKind::Bad, &cover, None);
            return;
        }
        if self.waits_for_key() {
            self.not_a_word(&(at..(at + 1).min(self.text.len())));
            return;
        }
        if anchor != 0 {
            // `&name` with nothing to be named.
            let start = cut(self.text, 0..at).rfind('&').unwrap_or(at);
            let in_brackets = self.in_brackets();
            if cut(self.text, start..at).lines().count() < 2 {
                self.damage(syntax::reserved(self.place, start, in_brackets));
            }
        }
        let at = if cut(self.text, at..self.text.len()).starts_with(':') { at + 1 } else { at };
        let kind = if bad { NodeKind::Bad } else { NodeKind::Empty };
        self.add(kind, &(at..at), Some(anchor));
    }

    fn key(&mut self, text: &str, style: ScalarStyle, range: &Range<usize>) {
        let normal = if text.is_ascii() { Arc::from(text) } else { Arc::from(nfc(text)) };
        let composed = *normal != *text;
        let span = self.place.span(range.clone());
        let merge = style == ScalarStyle::Plain && text == "<<";
        if merge {
            self.diagnostics.push(self.place.error(Code::YamlMergeKey, range.clone()));
        }
        self.count(1, range);
        if let Some(OpenNode { kind: FrameKind::Map { key, .. }, end, .. }) = self.frames.last_mut() {
            *end = (*end).max(range.end);
            *key = if merge { KeyState::Dropped } else { KeyState::Read(Key { text: normal, span, style }, composed) };
        }
    }
}

/// Whether a value ends with one comma and is a single word or a formula: prose may end so.
fn ends_as_in_json(text: &str) -> bool {
    let value = text.strip_suffix(',').filter(|value| !value.ends_with(',') && !value.contains('\n'));
    value.is_some_and(|value| {
        let word = !value.is_empty() && !value.contains(char::is_whitespace);
        word || value.contains(['(', '[', '<', '>', '=', '+', '*', '/'])
    })
}
