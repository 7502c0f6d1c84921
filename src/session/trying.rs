//! Edits that are tried: each is made, everything is checked again, and what is gone then had one cause.
//!
//! Changes that errors suggest (`fixes`), lines in the wrong column (`shifting`), lines that are missing (`headless`) and
//! names that are defined otherwise (`renamed`) are all found so. They say which edits are likely and what they would
//! mean; the limits are here.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hasher as _};

use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::limits::{Limits, MISTAKE};
use crate::ruleset::File;
use crate::sort::Sort as _;
use crate::source::{SourceId, Sources, Span};

/// How many times as much may be read as lines alone, to tell which edits are likely.
const LOOKED: usize = 4;

/// A rank that nothing exceeds: no other edit is tried.
pub(super) const CERTAIN: usize = usize::MAX;

/// Texts that were checked: what is wrong, and where that stands.
pub(crate) struct Checked {
    pub(crate) findings: Vec<Diagnostic>,
    /// The texts.
    pub(crate) sources: Sources,
    /// How many bytes were read for it.
    pub(crate) bytes: usize,
    /// Errors in what lies beside them, which nobody has been told yet.
    pub(crate) others: usize,
}

/// An edit that may be meant.
pub(super) struct Edit {
    pub(super) fix: Fix,
    /// What is told then, instead of what is gone with it.
    pub(super) error: Diagnostic,
    /// The edit is offered with it.
    pub(super) offered: bool,
}

impl Edit {
    /// Tells of it instead of what is gone with it, which is sorted.
    pub(super) fn explain(self, findings: &mut Vec<Diagnostic>, gone: Vec<usize>) {
        let Self { fix, mut error, offered } = self;
        let mut gone = gone.into_iter().peekable();
        let mut index = 0;
        findings.retain(|_| {
            index += 1;
            gone.next_if_eq(&(index - 1)).is_none()
        });
        error.fixes.extend(offered.then_some(fix));
        findings.push(error);
    }
}

/// What an edit makes of findings.
pub(super) struct Outcome {
    /// Which of those that were there are gone, sorted.
    pub(super) gone: Vec<usize>,
    /// Errors that were not there.
    pub(super) come: Vec<Code>,
    pub(super) checked: Checked,
}

impl Outcome {
    /// The errors that are gone.
    pub(super) fn errors<'d>(&self, findings: &'d [Diagnostic]) -> Vec<&'d Diagnostic> {
        self.gone.iter().filter_map(|index| findings.get(*index)).filter(|one| one.is_error()).collect()
    }
}

/// How well an edit explains findings; nothing if it does not. It may lead to more edits.
pub(super) type Judge<'j> = dyn FnMut(&[Diagnostic], &mut Edit, &Outcome, &mut Vec<Edit>) -> Option<usize> + 'j;

/// Texts in which edits may be tried, and how many more of them.
pub(super) struct Trials<'a> {
    pub(super) sources: &'a Sources,
    /// The texts that can be changed.
    pub(super) own: &'a [SourceId],
    check: &'a mut dyn FnMut(Vec<File>) -> Checked,
    pub(super) limits: &'a Limits,
    edits: usize,
    bytes: usize,
    looked: usize,
}

impl<'a> Trials<'a> {
    pub(super) fn new(
        sources: &'a Sources,
        own: &'a [SourceId],
        limits: &'a Limits,
        check: &'a mut dyn FnMut(Vec<File>) -> Checked,
    ) -> Self {
        let mut trials = Self { sources, own, check, limits, edits: 0, bytes: 0, looked: 0 };
        trials.refill();
        trials
    }

    /// As many edits as limits allow. What is suggested is tried first; searches have as much again, all together.
    pub(super) fn refill(&mut self) {
        let limits = self.limits;
        (self.edits, self.bytes, self.looked) = (limits.fixes, limits.fixed, limits.fixed.saturating_mul(LOOKED));
    }

    /// Whether no more edit may be tried.
    pub(super) fn spent(&self) -> bool {
        self.edits == 0 || self.bytes == 0
    }

    /// Takes what is looked at as lines alone; `false` if there is no more of it.
    pub(super) fn look(&mut self, bytes: usize) -> bool {
        let left = self.looked.checked_sub(bytes);
        self.looked = left.unwrap_or(0);
        left.is_some()
    }

    /// Makes an edit and checks all of it again. Those that are the `same` as what the edit is for count as gone: found
    /// again, they have come. Nothing if it cannot be made, or no more may be tried.
    pub(super) fn make(
        &mut self,
        findings: &[Diagnostic],
        fix: &Fix,
        same: &dyn Fn(&Diagnostic) -> bool,
    ) -> Option<Outcome> {
        if self.spent() {
            return None;
        }
        let files = self.changed(fix)?;
        let checked = (self.check)(files);
        self.edits -= 1;
        // All of them are compared with those that were found before.
        let mistakes = findings.len().saturating_add(checked.findings.len());
        self.bytes = self.bytes.saturating_sub(checked.bytes).saturating_sub(mistakes.saturating_mul(MISTAKE));
        let (mut gone, come) = difference(findings, self.sources, fix, &checked, same);
        gone.order();
        Some(Outcome { gone, come, checked })
    }

    /// Tries edits and keeps the one that explains findings best: what is gone with it is not told, but its error.
    pub(super) fn keep(&mut self, findings: &mut Vec<Diagnostic>, mut edits: Vec<Edit>, judge: &mut Judge<'_>) -> bool {
        let mut best: Option<(usize, Edit, Vec<usize>)> = None;
        while !edits.is_empty() && best.as_ref().is_none_or(|(rank, ..)| *rank != CERTAIN) {
            let mut edit = edits.remove(0);
            let Some(outcome) = self.make(findings, &edit.fix, &|_| false) else { continue };
            let Some(rank) = judge(findings, &mut edit, &outcome, &mut edits) else { continue };
            if best.as_ref().is_none_or(|(most, ..)| rank > *most) {
                best = Some((rank, edit, outcome.gone));
            }
        }
        let Some((_, edit, gone)) = best else { return false };
        edit.explain(findings, gone);
        true
    }

    /// The files of which one is changed.
    fn changed(&self, fix: &Fix) -> Option<Vec<File>> {
        let file = |&id: &SourceId| {
            let source = self.sources.get(id)?;
            let mut text = source.text().to_string();
            if id == fix.span.source {
                text.get(fix.span.range())?;
                text.replace_range(fix.span.range(), &fix.replacement);
            }
            Some(File { name: source.name().to_owned(), text })
        };
        self.own.iter().map(file).collect()
    }
}

/// Findings by what they say and where.
type Tally = HashMap<u64, Vec<usize>>;

/// What is gone and come after a change. Those that are the `same` as what the change is for count as gone.
fn difference(
    before: &[Diagnostic],
    sources: &Sources,
    fix: &Fix,
    after: &Checked,
    same: &dyn Fn(&Diagnostic) -> bool,
) -> (Vec<usize>, Vec<Code>) {
    let changed = name_of(fix.span.source, sources);
    let end = fix.span.start + fix.replacement.len();
    // What was written anew stands anywhere in that.
    let placed = |name, span: Span, last: usize| {
        let inside = name == changed && fix.span.start <= span.start && span.end <= last;
        (name, if inside { (fix.span.start, fix.span.start) } else { (span.start, span.end) })
    };
    let moved = |span: Span| {
        let place = |at: usize| if at >= fix.span.end { at - fix.span.end + end } else { at };
        // What is inserted at the end of something is behind it.
        let last = |at: usize| if at > fix.span.start { place(at) } else { at };
        let here = span.source == fix.span.source;
        if here { Span { start: place(span.start), end: last(span.end), ..span } } else { span }
    };
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    let mut known = Tally::new();
    for (at, other) in before.iter().enumerate() {
        if same(other) {
            gone.push(at);
            continue;
        }
        let inside =
            |span: &Span| span.source == fix.span.source && fix.span.start <= span.start && span.end <= fix.span.end;
        let place = other.at.map(|span| match inside(&span) {
            true => (changed, (fix.span.start, fix.span.start)),
            false => placed(name_of(span.source, sources), moved(span), 0),
        });
        known.entry(mark(other, place)).or_default().push(at);
    }
    for one in &after.findings {
        let at = one.at.map(|span| placed(name_of(span.source, &after.sources), span, end));
        if known.get_mut(&mark(one, at)).and_then(Vec::pop).is_none() && one.is_error() {
            come.push(one.code);
        }
    }
    gone.extend(known.into_values().flatten());
    (gone, come)
}

pub(super) fn name_of(id: SourceId, sources: &Sources) -> &str {
    sources.get(id).map_or("", |source| source.name())
}

/// What a finding says and where, as a number: it is worked out for every finding each time a change is tried.
pub(super) fn mark(finding: &Diagnostic, at: Option<(&str, (usize, usize))>) -> u64 {
    struct Hashed(DefaultHasher);
    impl std::fmt::Write for Hashed {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            self.0.write(text.as_bytes());
            Ok(())
        }
    }
    let mut hashed = Hashed(DefaultHasher::new());
    // A hash takes all that is written.
    let _ = write!(hashed, "{} {at:?} {:?}", finding.code, finding.args);
    hashed.0.finish()
}
