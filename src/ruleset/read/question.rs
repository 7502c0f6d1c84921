//! Questions: what an answer may be.

use super::Reader;
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::{Answer, Question, QuestionKind};
use crate::ruleset::yaml::{Node, NodeKind};

const KINDS: [&str; 6] = ["number", "yes no", "one of", "row", "cell", "column"];

impl Reader<'_> {
    /// A question; `more` are keys that its place allows besides.
    pub(crate) fn question(&mut self, node: &Node, more: &[&'static str]) -> Option<Question> {
        let mut known: Vec<&'static str> = KINDS.to_vec();
        known.extend(["default", "doc"]);
        known.extend(more);
        let fields = self.fields(node, "question", &known);
        let given: Vec<&'static str> = KINDS.into_iter().filter(|kind| fields.entry(kind).is_some()).collect();
        let kind_name = match given.as_slice() {
            [one] => *one,
            [] => {
                if !matches!(node.kind, NodeKind::Bad) {
                    let kinds: Vec<String> = KINDS.iter().map(|&kind| kind.to_owned()).collect();
                    self.report(Diagnostic::error("question-without-kind", node.span).arg("kinds", kinds));
                }
                return None;
            }
            [_, second, ..] => {
                let at = fields.entry(second).map_or(node.span, |entry| entry.key.span);
                self.report(
                    Diagnostic::error("question-with-two-kinds", at)
                        .arg("first", *given.first()?)
                        .arg("second", *second),
                );
                return None;
            }
        };
        let answer = fields.get(kind_name)?;
        let mut default = match fields.get("default") {
            Some(node) => self.answer(node),
            None => None,
        };
        let kind = match kind_name {
            "number" => {
                let text = self.text(answer)?;
                let (min, max) = self.bounds(&text, answer.span)?;
                QuestionKind::Number { min, max }
            }
            "yes no" => {
                if !matches!(answer.kind, NodeKind::Empty) {
                    self.yes_no(answer)?;
                    default = default.or_else(|| self.formula(answer).map(Answer::Formula));
                }
                QuestionKind::YesNo
            }
            "one of" => {
                let words = self.words(answer);
                if words.is_empty() {
                    self.report(Diagnostic::error("one-of-nothing", answer.span));
                    return None;
                }
                QuestionKind::OneOf(words)
            }
            "row" => QuestionKind::Row(self.word(answer)?),
            "column" => QuestionKind::Column(self.word(answer)?),
            _ => {
                let words = self.words(answer);
                let mut words = words.into_iter();
                let table = words.next()?;
                let column = words.next();
                if let Some(extra) = words.next() {
                    self.report(Diagnostic::error("cell-of-too-much", extra.span));
                }
                QuestionKind::Cell(table, column)
            }
        };
        let doc = fields.get("doc").and_then(|node| self.text(node));
        Some(Question { kind, default, doc, span: node.span })
    }

    /// A default: a formula, or pending.
    fn answer(&mut self, node: &Node) -> Option<Answer> {
        if let Some(pending) = self.pending(node) {
            return Some(Answer::Pending(pending));
        }
        self.formula(node).map(Answer::Formula)
    }
}
