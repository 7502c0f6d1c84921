//! Questions: what an answer may be.

use super::{Fields, Reader};
use crate::diagnostic::{Diagnostic, words};
use crate::ruleset::model::{Answer, Question, QuestionKind};
use crate::ruleset::yaml::Node;

const KINDS: [&str; 6] = ["number", "yes no", "one of", "row", "cell", "column"];

impl Reader<'_> {
    /// A question; `more` are keys that its place allows besides.
    pub(crate) fn question(&mut self, node: &Node, more: &[&'static str]) -> Question {
        self.question_of(node, "question", more)
    }

    /// A question that its place calls something else.
    pub(crate) fn question_of(&mut self, node: &Node, what: &'static str, more: &[&'static str]) -> Question {
        let mut known: Vec<&'static str> = KINDS.to_vec();
        known.extend(["default", "doc"]);
        known.extend(more);
        let fields = self.fields(node, what, &known);
        let kind = self.question_kind(node, &fields);
        let doc = fields.get("doc").and_then(|node| self.text(node));
        let mut default = fields.get("default").map(|node| self.answer(node));
        if let (QuestionKind::YesNo, Some(node)) = (&kind, fields.get("yes no"))
            && !node.is_empty()
            && default.is_none()
        {
            default = Some(Answer::Formula(self.formula(node)));
        }
        Question { kind, default, doc, span: node.span, by: None, of: None, when: None }
    }

    /// What may be answered.
    fn question_kind(&mut self, node: &Node, fields: &Fields<'_>) -> QuestionKind {
        let given: Vec<&'static str> = KINDS.into_iter().filter(|kind| fields.entry(kind).is_some()).collect();
        let kind_name = match given.as_slice() {
            [one] => *one,
            [] => {
                if !fields.unclear() {
                    self.report(Diagnostic::error("question-without-kind", node.span).arg("kinds", words(&KINDS)));
                }
                return QuestionKind::Broken;
            }
            [first, second, ..] => {
                let at = fields.entry(second).map_or(node.span, |entry| entry.key.span);
                let error = Diagnostic::error("question-with-two-kinds", at).arg("first", *first);
                self.report(error.arg("second", *second));
                return QuestionKind::Broken;
            }
        };
        fields.get(kind_name).and_then(|answer| self.kind_of_answer(kind_name, answer)).unwrap_or(QuestionKind::Broken)
    }

    fn kind_of_answer(&mut self, kind_name: &str, answer: &Node) -> Option<QuestionKind> {
        Some(match kind_name {
            "number" => {
                let text = self.text(answer)?;
                let (min, max) = self.bounds(&text, answer.span)?;
                QuestionKind::Number { min, max }
            }
            "yes no" => {
                if !answer.is_empty() {
                    self.yes_no(answer)?;
                }
                QuestionKind::YesNo
            }
            "one of" => {
                let words = self.words(answer);
                if words.is_empty() {
                    if !answer.is_bad() {
                        self.report(Diagnostic::error("one-of-nothing", answer.span));
                    }
                    return None;
                }
                QuestionKind::OneOf(words)
            }
            "row" => QuestionKind::Row(self.word(answer)?),
            "column" => QuestionKind::Column(self.word(answer)?),
            _ => {
                let mut words = self.words(answer).into_iter();
                let (Some(table), column) = (words.next(), words.next()) else {
                    if answer.is_empty() {
                        self.report(Diagnostic::error("empty-value", answer.span));
                    }
                    return None;
                };
                if let Some(extra) = words.next() {
                    self.report(Diagnostic::error("cell-of-too-much", extra.span));
                }
                QuestionKind::Cell(table, column)
            }
        })
    }

    /// A default: a formula, or pending.
    fn answer(&mut self, node: &Node) -> Answer {
        match self.pending(node) {
            Some(pending) => Answer::Pending(pending),
            None => Answer::Formula(self.formula(node)),
        }
    }
}
