//! Reads actions and interventions.

use std::collections::HashMap;

use super::Reader;
use super::choices;
use super::keys;
use super::question::QuestionContext;
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{ActionDecl, HookDecl, InterventionDecl, QuestionDecl, Role, Word};
use crate::source::{Span, nfc};
use crate::yaml::{Entry, Node, NodeKind};

impl Reader<'_> {
    pub(crate) fn action(&mut self, entry: &Entry) -> ActionDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "action", &keys::ACTION);
        let tells = fields.get("tells").map(|node| self.list(node)).unwrap_or_default();
        ActionDecl {
            name,
            doc: fields.get("doc").and_then(|node| self.prose(node)),
            internal: self.flag(&fields, "internal"),
            group: fields.get("group").and_then(|node| self.word(node)),
            by: fields.get("by").and_then(|node| self.word(node)),
            tells: tells.iter().filter_map(|node| Some((self.said(node)?, node.span))).collect(),
            roles: fields.get("roles").map(|node| self.roles(node)).unwrap_or_default(),
            ask: self.questions(fields.get("ask"), "ask", QuestionContext::InAction),
            need: fields.get("need").map(|node| self.labelled(node, "need")).unwrap_or_default(),
            steps: fields.get("steps").map(|node| self.steps(node)).unwrap_or_default(),
            every: fields.get("every").map(|node| self.labelled(node, "every")).unwrap_or_default(),
        }
    }

    pub(crate) fn intervention(&mut self, entry: &Entry) -> InterventionDecl {
        let name = self.key(entry);
        let fields = self.fields(&entry.value, "intervention", &keys::INTERVENTION);
        let mut at = Vec::new();
        for key in ["after", "before"] {
            let before = key == "before";
            for node in fields.get(key).map(|node| self.list(node)).unwrap_or_default() {
                at.extend(self.hook(node, before));
            }
        }
        if keys::HOOKS.iter().all(|key| fields.get(key).is_none()) && !fields.unclear() {
            self.report(Diagnostic::error(Code::HookMissing, name.span).arg("name", &*name.text));
        }
        let mut settled = Vec::new();
        if let Some(node) = fields.get("settled") {
            for entry in self.map(node, "settled") {
                settled.push((self.key(entry), self.words(&entry.value)));
            }
            for key in ["after", "before", "must"] {
                if let Some(node) = fields.get(key) {
                    self.report(Diagnostic::error(Code::SettledAlone, node.span).arg("key", key));
                }
            }
        }
        InterventionDecl {
            name,
            doc: fields.get("doc").and_then(|node| self.prose(node)),
            group: fields.get("group").and_then(|node| self.word(node)),
            at,
            settled,
            roller: fields.get("roller").and_then(|node| self.word(node)),
            roles: fields.get("roles").map(|node| self.roles(node)).unwrap_or_default(),
            ask: self.asked_of_intervener(fields.get("ask")),
            when: fields.get("when").map(|node| self.formula(node)),
            must: fields.get("must").map(|node| self.formula(node)),
            need: fields.get("need").map(|node| self.labelled(node, "need")).unwrap_or_default(),
            steps: fields.get("steps").map(|node| self.steps(node)).unwrap_or_default(),
        }
    }

    /// The questions of an intervention. They are asked when it is requested.
    fn asked_of_intervener(&mut self, node: Option<&Node>) -> Vec<(Word, QuestionDecl)> {
        let asked = self.questions(node, "ask", QuestionContext::InAction);
        for late in asked.iter().filter_map(|(_, question)| question.late) {
            self.report(Diagnostic::error(Code::AskedTooEarly, late).arg("why", "there"));
        }
        asked
    }

    /// `test`, or `action.label`.
    fn hook(&mut self, node: &Node, before: bool) -> Option<HookDecl> {
        let whole = self.word(node)?;
        let (text, placement) = (node.as_text()?, node.placement()?);
        let part = |written: &str, start: usize| {
            let first = start + (written.len() - written.trim_start().len());
            let place = first..first + written.trim().len();
            let name = nfc(written.trim());
            let bare = name.strip_prefix('«').and_then(|name| name.strip_suffix('»')).unwrap_or(&name).to_owned();
            Word { text: bare, span: placement.locate(self.sources, text, place) }
        };
        let Some((name, label)) = text.split_once('.') else {
            return Some(HookDecl { before, name: part(text, 0), label: None });
        };
        let (name, label) = (part(name, 0), part(label, name.len() + 1));
        if name.text.is_empty() || label.text.is_empty() {
            self.report(Diagnostic::error(Code::BadHook, node.span).arg("text", &*whole.text));
            return None;
        }
        Some(HookDecl { before, name, label: Some(label) })
    }

    /// A list of names, or a map that says of each whether it is `one` or `many`, and of which kind: `many hero`.
    fn roles(&mut self, node: &Node) -> Vec<Role> {
        let mut roles: Vec<Role> = Vec::new();
        if let NodeKind::Map(entries) = &node.kind {
            for entry in entries {
                let name = self.key(entry);
                let (many, kind) = self.count_and_kind(&entry.value);
                roles.push(Role { name, many, kind });
            }
            return roles;
        }
        if let (Some(items), Some(meant)) = (node.as_list(), self.pairs_of_list(node)) {
            let error = Diagnostic::error(Code::NotAMap, node.span).arg("what", "roles");
            let block = self.without_dashes(node);
            self.report(match block {
                Some(mended) => error.help("help-no-dashes").fix(node.span, mended),
                None => error.help_with("help-write", "example", &*meant).may_fix(node.span, meant),
            });
            return items.iter().flat_map(|item| self.roles(item)).collect();
        }
        let mut places: HashMap<String, Span> = HashMap::new();
        for name in self.names(node) {
            if let Some(&first) = places.get(&*name.text) {
                let error = Diagnostic::error(Code::RoleTwice, name.span).arg("name", &*name.text);
                self.report(error.label(first, "label-first-here"));
                continue;
            }
            places.insert(name.text.to_string(), name.span);
            roles.push(Role { name, many: false, kind: None });
        }
        roles
    }

    /// `many`, `hero`, `many hero`: whether several play a role, and of which kind.
    fn count_and_kind(&mut self, node: &Node) -> (bool, Option<Word>) {
        let Some(whole) = self.word(node) else { return (false, None) };
        let counted = |text: &str| {
            let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
            let (_, many) = choices::ROLE.into_iter().find(|(count, _)| *count == first)?;
            Some((many, rest.trim_start().len()))
        };
        let Some((many, _)) = counted(&whole.text) else { return (false, Some(whole)) };
        let kind = node.as_text().zip(node.placement()).and_then(|(text, placement)| {
            let (_, length) = counted(text.trim()).filter(|(_, length)| *length > 0)?;
            let end = text.trim_end().len();
            let place = end - length..end;
            let span = placement.locate(self.sources, text, place.clone());
            Some(Word { text: nfc(text.get(place)?).to_string(), span })
        });
        (many, kind)
    }
}
