//! One pass over the events of a file: the tree, and everything that is wrong.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{Event, Options, Parser, ScalarStyle as Style, StructureStyle, Tag};

use super::damage::{Cover, Damage, Place};
use super::syntax::{self, Context, has_open_bracket};
use super::text::{colon_without_blank, cut, flow_end, indent_of, is_cut_off, line_at, line_parts, shown, trimmed};
use super::{Entry, Key, Node, NodeKind, Scalar, YamlLimits};
use crate::diagnostic::Diagnostic;
use crate::source::{ScalarStyle, Span, nfc};

/// What one pass found.
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
pub(super) fn read(place: Place<'_>, text: &str, covered: &[Range<usize>], limits: &YamlLimits) -> Pass {
    let mut options = Options::default();
    options.emit_unresolved_aliases = true;
    options.disallow_directives = true;
    options.flow_nesting_limit = limits.depth;
    options.block_nesting_limit = limits.depth;
    options.set_emit_comments(false);
    let mut reader = Reader::new(place, text, covered, limits);
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
struct Frame {
    kind: FrameKind,
    /// Written with brackets.
    flow: bool,
    start: usize,
    /// The end of what was read of it.
    end: usize,
    anchor: usize,
    /// How many nodes there were before it.
    nodes_before: usize,
    /// It stands where a name should.
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
    /// A name.
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
}

struct Reader<'a> {
    place: Place<'a>,
    text: &'a str,
    covered: &'a [Range<usize>],
    limits: &'a YamlLimits,
    frames: Vec<Frame>,
    root: Option<Node>,
    documents: usize,
    nodes: usize,
    /// Nodes that were copied, or kept for copying.
    copied: usize,
    anchors: HashMap<usize, Anchored>,
    last: Option<Range<usize>>,
    /// The end of the last event.
    at: usize,
    diagnostics: Vec<Diagnostic>,
    damages: Vec<Damage>,
    end: Option<(usize, Damage)>,
}

impl<'a> Reader<'a> {
    fn new(place: Place<'a>, text: &'a str, covered: &'a [Range<usize>], limits: &'a YamlLimits) -> Self {
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
            anchors: HashMap::new(),
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
            in_list: matches!(self.frames.last(), Some(Frame { kind: FrameKind::List(_), .. })),
        }
    }

    /// Everything that is still open ends here.
    fn finish(mut self) -> Pass {
        while let Some(frame) = self.frames.pop() {
            let end = frame.end;
            self.close(Frame { as_key: false, ..frame }, end);
        }
        let span = self.place.span(0..0);
        let root = self.root.unwrap_or(Node { kind: NodeKind::Empty, span, alias: None });
        Pass { root, diagnostics: self.diagnostics, damages: self.damages, end: self.end }
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
                    self.stop(self.place.error("yaml-several-documents", range.start..range.end.max(line.end)));
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
                let in_brackets = self.frames.last().is_some_and(|frame| frame.flow);
                let mut damage = syntax::reserved(self.place, range.start, in_brackets);
                damage.diagnostic.code = "yaml-unknown-alias";
                damage.diagnostic = damage.diagnostic.arg("name", name.as_ref());
                self.damage(damage);
                self.add(NodeKind::Bad, &range, None);
            }
            _ => {}
        }
        self.at = self.at.max(range.end);
    }

    /// Reports a place to be covered, unless it lies in one.
    fn damage(&mut self, damage: Damage) {
        let inside = |outer: &Damage| match (&outer.cover, damage.diagnostic.at) {
            (Some((cover, _)), Some(at)) => cover.contains(&at.start),
            _ => false,
        };
        if self.damages.len() <= self.limits.repairs && !self.damages.last().is_some_and(inside) {
            self.damages.push(damage);
        }
    }

    /// Reports `!5` in front of something; whether there was one.
    fn tag(&mut self, mark: Option<&Tag>, tag: Option<Range<usize>>, node: &Range<usize>) -> bool {
        if mark.is_none() {
            return false;
        }
        let in_brackets = self.frames.last().is_some_and(|frame| frame.flow);
        let tag = tag.unwrap_or(node.clone());
        let line_end = line_at(self.text, tag.start).end;
        if node.start <= line_end && !cut(self.text, node.clone()).starts_with(['{', '[']) {
            self.damage(syntax::tag(self.place, tag.start, in_brackets));
        } else {
            // In front of a whole list or map there is nothing to put in quotes.
            let error = self.place.error("yaml-tag", tag.clone()).arg("text", shown(cut(self.text, tag.clone())));
            self.damage(Damage::covered(error, tag, Cover::Blank));
        }
        true
    }

    fn is_covered(&self, at: usize) -> Option<Range<usize>> {
        let after = self.covered.partition_point(|range| range.start <= at);
        self.covered.get(after.checked_sub(1)?).filter(|range| range.contains(&at)).cloned()
    }

    fn waits_for_key(&self) -> bool {
        matches!(self.frames.last(), Some(Frame { kind: FrameKind::Map { key: KeyState::Missing, .. }, .. }))
    }

    fn open(&mut self, kind: FrameKind, style: StructureStyle, anchor: usize, range: &Range<usize>, bad: bool) {
        if self.frames.len() >= self.limits.depth {
            let at = range.start..range.end.max(range.start + 1).min(self.text.len());
            self.stop(self.place.error("yaml-too-deep", at).arg("limit", self.limits.depth));
            return;
        }
        let flow = style == StructureStyle::Flow && !range.is_empty();
        let as_key = self.waits_for_key();
        let (start, nodes_before) = (range.start, self.nodes);
        self.frames.push(Frame { kind, flow, start, end: range.end, anchor, nodes_before, as_key, bad });
    }

    /// A list or map is complete.
    fn close(&mut self, frame: Frame, end: usize) {
        let kind = match frame.kind {
            FrameKind::List(items) => NodeKind::List(items),
            FrameKind::Map { mut entries, composed, key } => {
                if let KeyState::Read(key, _) = key {
                    let span = Span { start: key.span.end, ..key.span };
                    entries.push(Entry { key, value: Node { kind: NodeKind::Bad, span, alias: None } });
                } else {
                    self.duplicates(&mut entries, &composed);
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
            self.anchor(frame.anchor, &node, nodes);
            self.put(node, &range);
        }
    }

    /// Something stands where a name should.
    fn not_a_word(&mut self, range: &Range<usize>) {
        let first_line = line_at(self.text, range.start).end;
        let at = range.start..range.end.min(first_line).max(range.start);
        let text = shown(cut(self.text, at.clone()));
        self.diagnostics.push(self.place.error("yaml-key-not-a-word", at).arg("text", text));
        if let Some(Frame { kind: FrameKind::Map { key, .. }, .. }) = self.frames.last_mut() {
            *key = KeyState::Dropped;
        }
    }

    fn anchor(&mut self, anchor: usize, node: &Node, nodes: usize) {
        if anchor == 0 {
            return;
        }
        // What is kept for copying counts like a copy.
        let fits = self.copied.saturating_add(nodes) <= self.limits.alias_nodes;
        if fits {
            self.copied += nodes;
        }
        self.anchors.insert(anchor, Anchored { node: fits.then(|| node.clone()), nodes });
    }

    fn alias(&mut self, id: usize, range: &Range<usize>) {
        self.last = Some(range.clone());
        if self.waits_for_key() {
            self.not_a_word(range);
            return;
        }
        let Some(anchored) = self.anchors.get(&id) else {
            let text = cut(self.text, range.clone()).to_owned();
            self.diagnostics.push(self.place.error("yaml-alias-of-itself", range.clone()).arg("text", text));
            self.add(NodeKind::Bad, range, None);
            return;
        };
        let nodes = anchored.nodes;
        self.copied = self.copied.saturating_add(nodes);
        let node = anchored.node.clone().filter(|_| self.copied <= self.limits.alias_nodes);
        let Some(mut node) = node else {
            self.stop(self.place.error("yaml-alias-bomb", range.clone()).arg("limit", self.limits.alias_nodes));
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
            self.stop(self.place.error("yaml-too-many-nodes", at).arg("limit", self.limits.nodes));
        }
    }

    /// Adds a value that is complete.
    fn add(&mut self, kind: NodeKind, range: &Range<usize>, anchor: Option<usize>) {
        let node = Node { kind, span: self.place.span(range.clone()), alias: None };
        if let Some(anchor) = anchor {
            self.anchor(anchor, &node, 1);
        }
        if self.waits_for_key() {
            // A name that was reported.
            if let Some(Frame { kind: FrameKind::Map { key, .. }, .. }) = self.frames.last_mut() {
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
        let range = &if block { self.block_range(range) } else { range.clone() };
        if let Some(cover) = self.is_covered(range.start) {
            self.last = Some(range.clone());
            self.add(NodeKind::Bad, &cover, Some(anchor));
            return;
        }
        if style == ScalarStyle::Plain && !bad {
            self.lint(text, range);
        }
        self.last = Some(range.clone());
        if self.waits_for_key() {
            self.key(text, style, range);
            return;
        }
        let kind = if bad { NodeKind::Bad } else { NodeKind::Scalar(Scalar { text: Arc::from(text), style }) };
        self.add(kind, range, Some(anchor));
    }

    /// Really nothing where a value may be.
    fn empty(&mut self, anchor: usize, at: usize, bad: bool) {
        if let Some(cover) = self.is_covered(at.saturating_sub(1)).filter(|cover| cover.end >= at)
            && !self.waits_for_key()
            && matches!(self.frames.last(), Some(Frame { kind: FrameKind::List(_), .. }))
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
            let in_brackets = self.frames.last().is_some_and(|frame| frame.flow);
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
            self.diagnostics.push(self.place.error("yaml-merge-key", range.clone()));
        }
        self.count(1, range);
        if let Some(Frame { kind: FrameKind::Map { key, .. }, end, .. }) = self.frames.last_mut() {
            *end = (*end).max(range.end);
            *key = if merge { KeyState::Dropped } else { KeyState::Read(Key { text: normal, span, style }, composed) };
        }
    }

    /// Reports names that stand twice in a map and keeps the first.
    fn duplicates(&mut self, entries: &mut Vec<Entry>, composed: &[bool]) {
        /// Up to here comparing each with each is the fastest.
        const FEW: usize = 12;
        let mut again: Vec<(usize, usize)> = Vec::new();
        if entries.len() <= FEW {
            for (at, entry) in entries.iter().enumerate() {
                let first = entries.iter().take(at).position(|before| before.key.text == entry.key.text);
                again.extend(first.map(|first| (first, at)));
            }
        } else {
            let mut seen: HashMap<&str, usize> = HashMap::with_capacity(entries.len());
            for (at, entry) in entries.iter().enumerate() {
                let first = *seen.entry(&entry.key.text).or_insert(at);
                if first != at {
                    again.push((first, at));
                }
            }
        }
        for &(first, at) in &again {
            let (Some(one), Some(two)) = (entries.get(first), entries.get(at)) else { continue };
            let alike = composed.get(first) != composed.get(at);
            let code = if alike { "duplicate-key-normal-form" } else { "duplicate-key" };
            let error = Diagnostic::error(code, two.key.span).arg("name", shown(&two.key.text));
            let error = error.label(one.key.span, "label-yaml-first");
            self.diagnostics.push(if alike { error.help("help-yaml-retype") } else { error });
        }
        if !again.is_empty() {
            let mut at = 0;
            let mut dropped = again.iter().map(|&(_, again)| again).peekable();
            entries.retain(|_| {
                let drop = dropped.next_if_eq(&at).is_some();
                at += 1;
                !drop
            });
        }
    }

    /// Formulas that YAML cut in pieces without a word.
    fn lint(&mut self, text: &str, range: &Range<usize>) {
        let flow = self.frames.last().is_some_and(|frame| frame.flow)
            || self.frames.iter().rev().nth(1).is_some_and(|frame| frame.flow);
        if cut(self.text, range.end..self.text.len()).trim_start_matches([' ', '\t']).starts_with('#')
            && !cut(self.text, range.end..self.text.len()).starts_with('#')
            && is_cut_off(text)
        {
            let hash = self.text.get(range.end..).and_then(|rest| rest.find('#')).map_or(range.end, |at| range.end + at);
            let end = if flow { flow_end(self.text, range.start, true) } else { 0 };
            let line = trimmed(self.text, range.start..line_at(self.text, range.end).end);
            let end = if end > hash { end } else { line.end };
            self.damage(self.place.needs_quotes("yaml-cut-at-hash", hash..end, range.start..end));
        } else if flow && has_open_bracket(text) {
            let end = flow_end(self.text, range.start, true);
            if end > range.end {
                let comma = range.end..range.end + 1;
                self.damage(self.place.needs_quotes("yaml-cut-at-comma", comma, range.start..end));
            }
        } else if !flow {
            self.lint_lines(text, range);
        } else if self.waits_for_key() && self.next_is_end_of_entry(range.end) {
            // `{name:value}`: a name without a value.
            if let Some(colon) = colon_without_blank(text).filter(|_| !cut(self.text, range.clone()).contains('\n')) {
                let mut damage = syntax::missing_space(self.place, range.clone(), colon);
                damage.cover = Some((range.clone(), Cover::Word));
                self.damage(damage);
            }
        }
    }

    fn next_is_end_of_entry(&self, at: usize) -> bool {
        cut(self.text, at..self.text.len()).trim_start().starts_with([',', '}'])
    }

    /// `name:value` on a line of its own, and lists without or with too many blanks:
    /// YAML takes them for a text.
    fn lint_lines(&mut self, text: &str, range: &Range<usize>) {
        let written = cut(self.text, range.clone());
        let several = written.contains('\n');
        let in_list = matches!(self.frames.last(), Some(Frame { kind: FrameKind::List(_), .. }));
        let dashed = |line: &str| line.trim_start().strip_prefix('-').is_some_and(|rest| !rest.is_empty());
        if several && in_list {
            let mut at = range.start;
            for line in written.split_inclusive('\n') {
                let start = trimmed(self.text, at..at + line.len()).start;
                if at > range.start && line.trim_start().starts_with("- ") {
                    let rest = line_parts(self.text, line_at(self.text, start)).value;
                    let error = self.place.error("yaml-indentation", start..rest.end);
                    let error = error.arg("text", shown(cut(self.text, start..rest.end))).help("help-yaml-indentation");
                    self.damage(Damage::covered(error, range.clone(), Cover::Word));
                    return;
                }
                at += line.len();
            }
        } else if several && dashed(written) && !written.starts_with("- ") && written.lines().skip(1).any(dashed) {
            let first = trimmed(self.text, range.start..line_at(self.text, range.start).end);
            let item = cut(self.text, first.clone()).trim_start_matches('-').to_owned();
            let error = self.place.error("yaml-missing-space", range.start..range.start + 1).arg("sign", "-");
            let mended = format!("- {item}");
            let error = error.arg("text", shown(&mended)).fix(self.place.span(first), mended);
            self.damage(Damage::covered(error, range.clone(), Cover::Word));
            return;
        }
        // A whole map that lost a blank: the first line stands by itself.
        let line = line_at(self.text, range.start);
        let alone = !in_list && !self.waits_for_key() && indent_of(cut(self.text, line.clone())) == range.start - line.start;
        let first = range.start..trimmed(self.text, range.start..line.end.min(range.end)).end;
        if alone && let Some(colon) = colon_without_blank(cut(self.text, first.clone())) {
            let name = cut(self.text, first.start..first.start + colon);
            if !name.contains(char::is_whitespace) || text.lines().count() > 1 {
                self.damage(syntax::missing_space(self.place, first, colon));
            }
        }
    }

    /// A block of text from its `|` or `>` on; YAML's own place begins with the first
    /// line that is not empty.
    fn block_range(&self, range: &Range<usize>) -> Range<usize> {
        let mut start = range.start;
        let mut line_start = self.at.min(range.start);
        let before = cut(self.text, line_start..range.end.max(range.start));
        for line in before.split_inclusive('\n') {
            if let Some(sign) = block_sign(line) {
                start = line_start + sign;
                break;
            }
            line_start += line.len();
        }
        let end = trimmed(self.text, start..range.end.max(start)).end;
        start..end.max(start)
    }
}

/// Where `|` or `>` stands at the end of a line, before its own signs and a comment.
fn block_sign(line: &str) -> Option<usize> {
    let line = line.trim_end();
    line.match_indices(['|', '>']).map(|(at, _)| at).find(|&at| {
        let before = cut(line, 0..at);
        let after = cut(line, at + 1..line.len()).trim_start_matches(|sign: char| sign.is_ascii_digit() || "+-".contains(sign));
        let lonely = before.is_empty() || before.ends_with(char::is_whitespace);
        lonely && (after.is_empty() || after.trim_start().starts_with('#') && after.starts_with(char::is_whitespace))
    })
}

