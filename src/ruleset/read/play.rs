//! Reads units of time, points, tracks and tags.

use super::Fields;
use super::Reader;
use super::choices;
use super::keys;
use super::question::QuestionContext;
use super::value::no_formula;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{
    ArchetypeDecl, CardsDecl, Least, Overflow, PointsDecl, Start, StateDecl, TagDecl, TimeDecl, TrackDecl, TurnsDecl,
    Word,
};
use crate::source::nfc;
use crate::yaml::{Entry, Node};

impl Reader<'_> {
    pub(crate) fn time(&mut self, entry: &Entry) -> TimeDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "time", &keys::TIME);
        let ends = fields.get("ends").map(|node| self.words(node)).unwrap_or_default();
        let mut passes = Vec::new();
        for node in fields.get("passes").map(|node| self.list(node)).unwrap_or_default() {
            passes.extend(self.count_of_time(node));
        }
        TimeDecl { name, ends, passes }
    }

    /// `24 hours`, or `hour`.
    fn count_of_time(&mut self, node: &Node) -> Option<(i64, Word)> {
        let text = self.text(node)?;
        let written = text.trim();
        let (count, name) = match written.split_once(char::is_whitespace) {
            Some((count, name)) if count.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-') => {
                (Some(count), name.trim_start())
            }
            _ => (None, written),
        };
        let number = count.map_or(Some(1), |count| count.parse::<i64>().ok().filter(|&count| count >= 1));
        let Some(number) = number.filter(|_| !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()))
        else {
            self.report(Diagnostic::error(Code::NotACountOfTime, node.span).arg("text", written));
            return None;
        };
        let end = text.trim_end().len();
        let place = end.saturating_sub(name.len())..end;
        let span = node.placement().map_or(node.span, |placement| placement.locate(self.sources, &text, place));
        Some((number, Word { text: nfc(name), span }))
    }

    pub(crate) fn turns(&mut self, node: &Node) -> TurnsDecl {
        let fields = self.fields(node, "turns", &keys::TURNS);
        let mut word = |key| fields.get(key).and_then(|node| self.word(node));
        let (open, order, end, round) = (word("open"), word("order"), word("end"), word("round"));
        let (starts, ends) = (word("starts"), word("ends"));
        TurnsDecl { open, order, end, acts: fields.get("acts").map(|node| self.formula(node)), round, starts, ends }
    }

    pub(crate) fn template_of_character(&mut self, entry: &Entry) -> ArchetypeDecl {
        let name = self.key(entry);
        let before = self.errors.len();
        let fields = self.fields(&entry.value, "template", &keys::TEMPLATE);
        self.of_another_section(before, &entry.key);
        self.heading_of_many(before, "traits", 2);
        let doc = fields.get("doc").and_then(|node| self.prose(node));
        ArchetypeDecl { name, doc, sheet: self.sheet(&fields) }
    }

    pub(crate) fn one_points(&mut self, entry: &Entry) -> PointsDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "points", &keys::POINTS);
        let start = fields.get("start").map(|node| match self.pending(node) {
            Some(pending) => Start::Pending(pending),
            None => Start::Formula(self.formula(node)),
        });
        let min = match fields.get("min") {
            None => Least::Zero,
            Some(node) if is_none(node) => Least::None,
            Some(node) => Least::Formula(self.formula(node)),
        };
        PointsDecl {
            name,
            doc: fields.get("doc").and_then(|node| self.prose(node)),
            internal: self.flag(&fields, "internal"),
            start,
            min,
            max: fields.get("max").filter(|node| !is_none(node)).map(|node| self.formula(node)),
            renew: fields.get("renew").map(|node| self.labelled(node, "renew")).unwrap_or_default(),
            endless: fields.get("endless").map(|node| self.formula(node)),
            shared: fields.get("of").and_then(|node| self.one_of(node, &choices::OF_THE_TABLE)).unwrap_or(false),
            group: fields.get("group").and_then(|node| self.word(node)),
            states: self.each(fields.get("states"), "states", Self::state),
            between: self.between(&fields),
        }
    }

    pub(crate) fn track(&mut self, entry: &Entry) -> TrackDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "track", &keys::TRACK);
        self.due(&fields, &keys::TRACK, name.span, "track");
        let mut marks = Vec::new();
        for entry in fields.get("marks").map(|node| self.map(node, "marks")).unwrap_or_default() {
            let mark = self.key(entry);
            let sign = self.text(&entry.value).unwrap_or_default();
            marks.push((mark, sign));
        }
        if let Some(node) = fields.get("marks")
            && marks.is_empty()
            && !fields.get("marks").and_then(Node::as_map).into_iter().flatten().any(|entry| entry.value.is_bad())
            && (node.is_empty() || node.as_map().is_some())
        {
            self.report(Diagnostic::error(Code::TrackWithoutMarks, node.span).arg("track", &*name.text));
        }
        let overflow = fields.get("overflow").and_then(|node| self.one_of(node, &choices::OVERFLOW));
        let boxes = fields.get("boxes");
        let own = boxes.filter(|node| node.as_map().is_some_and(|boxes| !boxes.is_empty()));
        if let Some(node) = fields.get(if own.is_some() { "row" } else { "worth" }) {
            let key = if own.is_some() { "row" } else { "worth" };
            self.report(Diagnostic::error(Code::TrackKey, node.span).arg("key", key));
        }
        let mut worth = Vec::new();
        for entry in fields.get("worth").map(|node| self.map(node, "worth")).unwrap_or_default() {
            let mark = self.key(entry);
            let number = self.number(&entry.value);
            if number.is_some_and(|number| number < 1) {
                self.report(Diagnostic::error(Code::TrackKey, entry.value.span).arg("key", "none"));
            }
            worth.extend(number.map(|number| (mark, number)));
        }
        TrackDecl {
            doc: fields.get("doc").and_then(|node| self.prose(node)),
            boxes: match boxes.filter(|_| own.is_none()) {
                Some(node) => self.formula(node),
                None => no_formula(name.span),
            },
            each: own.map(|node| self.labelled(node, "boxes")).unwrap_or_default(),
            worth,
            row: fields.get("row").map(|node| self.formula(node)),
            marks,
            overflow: overflow.unwrap_or(Overflow::Ignore),
            states: self.each(fields.get("states"), "states", Self::state),
            between: self.between(&fields),
            name,
        }
    }

    /// Whether states in between count; an error where there are none in between.
    fn between(&mut self, fields: &Fields<'_>) -> bool {
        let states = fields.get("states").and_then(Node::as_map).map_or(0, <[Entry]>::len);
        if let Some(node) = fields.get("in between").filter(|_| states < 3) {
            self.report(Diagnostic::error(Code::NoStateBetween, node.span));
        }
        self.flag(fields, "in between")
    }

    fn state(&mut self, entry: &Entry) -> StateDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "state", &keys::STATE);
        StateDecl {
            name,
            when: fields.get("when").map(|node| self.formula(node)),
            gives: fields.get("gives").map(|node| self.labelled(node, "gives")).unwrap_or_default(),
            enter: fields.get("enter").and_then(|node| self.word(node)),
            leave: fields.get("leave").and_then(|node| self.word(node)),
            every: fields.get("every").map(|node| self.words_by_name(node, "every")).unwrap_or_default(),
        }
    }

    pub(crate) fn tag(&mut self, entry: &Entry) -> TagDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "tag", &keys::TAG);
        let free_names = self.flag(&fields, "free names");
        let several = self.flag(&fields, "several");
        let deck = fields.get("cards");
        let idle: &[&str] =
            if deck.is_some() { &["free names", "several", "counted", "lasts", "ends"] } else { &["reshuffle"] };
        for key in idle {
            if let Some(node) = fields.get(key) {
                self.report(Diagnostic::error(Code::DeckKey, node.span).arg("key", *key));
            }
        }
        let cards =
            deck.map(|node| CardsDecl { list: self.cards(&name, node), reshuffles: self.flag(&fields, "reshuffle") });
        let free_names = free_names || cards.is_some();
        TagDecl {
            name,
            cards,
            doc: fields.get("doc").and_then(|node| self.prose(node)),
            internal: self.flag(&fields, "internal"),
            free_names,
            several: several || free_names,
            values: self.questions(fields.get("values"), "values", QuestionContext::OfTag),
            counted: fields.get("counted").and_then(|node| self.word(node)),
            gives: fields.get("gives").map(|node| self.labelled(node, "gives")).unwrap_or_default(),
            lasts: fields.get("lasts").map(|node| self.duration(node)),
            every: fields.get("every").map(|node| self.words_by_name(node, "every")).unwrap_or_default(),
            ends: fields.get("ends").and_then(|node| self.word(node)),
        }
    }

    /// A map from name to name.
    pub(crate) fn words_by_name(&mut self, node: &Node, what: &'static str) -> Vec<(Word, Word)> {
        let mut list = Vec::new();
        for entry in self.map(node, what) {
            let name = self.key(entry);
            list.extend(self.word(&entry.value).map(|word| (name, word)));
        }
        list
    }
}

/// Whether something says that there is no bound.
fn is_none(node: &Node) -> bool {
    node.as_text().is_some_and(|text| text.trim() == "none")
}
