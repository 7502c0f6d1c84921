//! Reads tests.

use std::sync::Arc;

use super::choices;
use super::keys;
use super::question::QuestionContext;
use super::takes::FormatKey;
use super::{Fields, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{Formula, OpposedDecl, OptionalDecl, OutcomeDecl, TestDecl, TieRow, Word};
use crate::syntax::our_word;
use crate::yaml::{Entry, Node, NodeKind};

/// The section under which all lines of a test that it does not know may stand, by what they are made of.
fn missing_section(test: &Node) -> Option<&'static str> {
    let strange = || {
        let entries = test.as_map().into_iter().flatten();
        entries.filter(|entry| keys::TEST.iter().all(|key| key.name != &*entry.key.text))
    };
    let has = |entry: &Entry, keys: &[FormatKey], but: &[&str]| {
        let mut inner = entry.value.as_map().into_iter().flatten().map(|entry| &*entry.key.text);
        inner.any(|name| !but.contains(&name) && keys.iter().any(|key| key.name == name))
    };
    strange().next()?;
    let all = |keys: &[FormatKey], but: &[&str]| strange().all(|entry| has(entry, keys, but));
    match () {
        () if all(&keys::OUTCOME, &["values", "doc"]) => Some("outcomes"),
        () if all(&keys::QUESTION, &["when", "doc"]) => Some("ask"),
        () => None,
    }
}

impl Reader<'_> {
    pub(crate) fn test(&mut self, entry: &Entry) -> Option<TestDecl> {
        let name = self.key(entry);
        let before = self.errors.len();
        let fields = self.fields(&entry.value, "test", &keys::TEST);
        if let Some(section) = missing_section(&entry.value).filter(|section| fields.get(section).is_none()) {
            self.heading_of_many(before, section, 1);
        }
        let doc = fields.get("doc").and_then(|node| self.prose(node));
        let ask = self.questions(fields.get("ask"), "ask", QuestionContext::InTest);
        let against = fields.get("against").and_then(|node| self.word(node));
        // One throw, or several with names.
        let (roll, mut values) = match fields.get("roll") {
            Some(node) if node.as_map().is_some() => (None, self.labelled(node, "roll")),
            node => (node.map(|node| self.formula(node)), Vec::new()),
        };
        let hands = values.len();
        values.extend(fields.get("values").map(|node| self.values(node)).unwrap_or_default());
        let show = fields.get("show").map(|node| self.names(node)).unwrap_or_default();
        let mut outcomes = Vec::new();
        outcomes.extend(self.each(fields.get("outcomes"), "outcomes", Self::outcome));
        let opposed = fields.get("opposed").map(|node| self.opposed(node));
        self.due(&fields, &keys::TEST, name.span, "test");
        let total = fields.get("total")?;
        let total = self.formula(total);
        let shown_against = self.said_of(&fields, "shown against");
        let margin = match (self.said_of(&fields, "margin"), &shown_against) {
            // Where only that is said, it is how far the total is from it. What is wrong with it was
            // said.
            (OptionalDecl::Usual, OptionalDecl::Formula(shown)) => {
                let text: Arc<str> = format!("total - ({})", shown.text).into();
                let (expr, _) = self.parse(&text, shown.placement);
                OptionalDecl::Formula(Formula { expr, text, placement: shown.placement, one_of: Vec::new() })
            }
            (said, _) => said,
        };
        let like = fields.get("like").and_then(|node| self.word(node));
        Some(TestDecl {
            name,
            doc,
            ask,
            against,
            roll,
            hands,
            values,
            total,
            margin,
            shown_against,
            show,
            outcomes,
            opposed,
            like,
        })
    }

    /// A formula in place of what is usual, or `none`.
    fn said_of(&mut self, fields: &Fields<'_>, key: &str) -> OptionalDecl<Formula> {
        match fields.get(key) {
            None => OptionalDecl::Usual,
            Some(node) if node.as_text().is_some_and(|text| text.trim() == "none") => OptionalDecl::Nothing,
            Some(node) if node.as_text().is_some_and(|text| our_word("flags", text.trim()) == Some("no")) => {
                // As a formula it would be 0 and not nothing.
                let error = Diagnostic::error(Code::OtherNotation, node.span).arg("meant", "none");
                self.report(error.arg("written", node.as_text().unwrap_or_default().trim()).fix(node.span, "none"));
                OptionalDecl::Nothing
            }
            Some(node) => OptionalDecl::Formula(self.formula(node)),
        }
    }

    fn outcome(&mut self, entry: &Entry) -> OutcomeDecl {
        let name = self.key(entry);
        // `after` and `before` name the outcome next to which the new ones are inserted.
        if matches!(&*name.text, "after" | "before") && !matches!(entry.value.kind, NodeKind::Map(_)) {
            let error = self.further_out(entry, 1);
            self.report(error);
            return OutcomeDecl { name, when: None, success: None, classes: Vec::new(), values: Vec::new() };
        }
        let fields = self.fields(&entry.value, "outcome", &keys::OUTCOME);
        let when = fields.get("when").map(|node| self.formula(node));
        let (success, classes) = fields.get("is").map(|node| self.classes(node)).unwrap_or_default();
        OutcomeDecl {
            name,
            when,
            success,
            classes,
            values: fields.get("values").map(|node| self.values(node)).unwrap_or_default(),
        }
    }

    /// Whether an outcome is a success, and what else it is.
    fn classes(&mut self, node: &Node) -> (Option<bool>, Vec<Word>) {
        let mut success = None;
        let mut classes: Vec<Word> = Vec::new();
        let words = self.names(node);
        for word in words.iter().cloned() {
            let class = choices::SUCCESS.iter().find(|(class, _)| *class == word.text).map(|(_, class)| *class);
            let before = match class {
                Some(_) => success.is_some(),
                None => classes.iter().any(|class| class.text == word.text),
            };
            if before {
                let code = if class.is_some() { Code::SuccessAndFailure } else { Code::DeclaredTwice };
                self.report(Diagnostic::error(code, word.span).arg("name", &*word.text));
                continue;
            }
            match class {
                Some(class) => success = Some(class),
                None => classes.push(word),
            }
        }
        (success, classes)
    }

    fn opposed(&mut self, node: &Node) -> OpposedDecl {
        let fields = self.fields(node, "opposed", &keys::OPPOSED);
        let mut compare = Vec::new();
        if let Some(node) = fields.get("compare") {
            for item in self.list(node) {
                compare.push(self.formula(item));
            }
            if compare.is_empty() && !node.is_bad() {
                self.report(Diagnostic::error(Code::EmptyValue, node.span));
            }
        }
        let mut tie = Vec::new();
        match fields.get("tie") {
            Some(node) if matches!(node.kind, NodeKind::Map(_)) => {
                for entry in self.map(node, "tie") {
                    let Some(&(_, policy)) = choices::TIES.iter().find(|(name, _)| *name == &*entry.key.text) else {
                        self.none_of(&entry.key.text, entry.key.span, &choices::TIES.map(|(name, _)| name));
                        continue;
                    };
                    let fields = self.fields(&entry.value, "tie", &keys::TIE);
                    let when = fields.get("when").map(|node| self.formula(node));
                    tie.push(TieRow { policy, when, span: entry.key.span });
                }
            }
            Some(node) => {
                let policy = self.one_of(node, &choices::TIES);
                tie.extend(policy.map(|policy| TieRow { policy, when: None, span: node.span }));
            }
            None => {}
        }
        let names = fields.get("outcomes").map(|node| self.fields(node, "opposed-outcomes", &keys::OPPOSED_OUTCOMES));
        let mut name = |key: &str| names.as_ref().and_then(|names| names.get(key)).and_then(|node| self.word(node));
        let (win, lose, tied) = (name("win"), name("lose"), name("tie"));
        OpposedDecl { compare, tie, win, lose, tied }
    }
}
