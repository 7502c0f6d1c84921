//! Reads steps: a label and a verb.

use super::choices::KEEP;
use super::keys::{self, WHEN};
use super::question::QuestionContext;
use super::takes::{FormatKey, Takes};
use super::value::no_formula;
use super::{Fields, Reader, is_listed};
use crate::diagnostic::{Code, Diagnostic, nearest, words};
use crate::ruleset::model::{
    DurationDecl, Formula, GainAmount, QuestionDecl, RerollKeep, StepDecl, Template, VerbDecl, Word,
};
use crate::ruleset::steps::{Do, Gain, Lose, Say, Value, around_steps, of_boxes, verbs};
use crate::syntax::{our_words, parse_expr};
use crate::yaml::{Entry, Node, NodeKind, in_quotes};

fn names() -> impl Iterator<Item = &'static str> {
    verbs().map(|(verb, _)| verb.name)
}

/// A verb as it is named here, if a key is one.
pub(super) fn verb_of(key: &str) -> Option<&'static str> {
    names().find(|verb| *verb == key)
}

/// Whether a key of a step says more of what its verb does.
#[must_use]
pub(crate) fn stands_beside_a_verb(key: &str) -> bool {
    key == "when" || verbs().any(|(_, beside)| beside.iter().any(|one| one.name == key))
}

impl Reader<'_> {
    /// A map from label to what is done.
    pub(crate) fn steps(&mut self, node: &Node) -> Vec<StepDecl> {
        let steps = self.each(Some(node), "steps", |reader, entry| {
            let label = reader.key(entry);
            // A condition is no step either.
            if let Some(verb) = verb_of(&label.text).or_else(|| (label.text == WHEN.name).then_some(WHEN.name)) {
                // Surely a step whose label was forgotten.
                let error = Diagnostic::error(Code::VerbAsLabel, label.span).arg("verb", verb);
                reader.report(error.help_with("help-step-label", "verb", verb));
                return None;
            }
            Some(reader.step(label, &entry.value))
        });
        let steps: Vec<StepDecl> = steps.into_iter().flatten().collect();
        for (step, behind) in steps.iter().zip(steps.iter().skip(1)) {
            if step.when.is_none() && step.verb.ends() {
                let error = Diagnostic::error(Code::NeverDone, behind.label.span).arg("name", &*behind.label.text);
                self.report(error.label(step.label.span, "label-ends-it"));
            }
        }
        steps
    }

    fn step(&mut self, label: Word, node: &Node) -> StepDecl {
        let broken = |label| StepDecl { label, when: None, verb: VerbDecl::Broken };
        let NodeKind::Map(entries) = &node.kind else {
            if node.is_bad() {
                return broken(label);
            }
            if self.sentence(node) {
                return broken(label);
            }
            let formula = self.formula(node);
            return StepDecl { label, when: None, verb: VerbDecl::Value(Box::new(Value { formula })) };
        };
        if let Some(condition) = entries.iter().find(|entry| &*entry.key.text == "if")
            && entries.iter().any(|entry| ["then", "else"].contains(&&*entry.key.text))
        {
            self.report(Diagnostic::error(Code::StepWithIf, condition.key.span).help("help-step-if"));
            return broken(label);
        }
        let Some(verb) = self.which_verb(node, entries, &label) else { return broken(label) };
        let own = verbs().find(|(key, _)| key.name == verb);
        let known = own.map(|(key, beside)| [&[*key], beside, &[keys::WHEN]].concat()).unwrap_or_default();
        let before = self.errors.len();
        let fields = self.fields(node, verb, &known);
        let mut strange = entries.iter().filter(|entry| known.iter().all(|key| key.name != &*entry.key.text));
        let on = known.iter().any(|key| key.name == "on") && fields.get("on").is_none();
        if on && strange.all(|entry| entry.value.as_map().is_some()) {
            self.heading_of_many(before, "on", 1);
        }
        let when = fields.get("when").map(|node| self.formula(node));
        let known = fields.get(verb).and_then(|_| VerbDecl::read(verb, self, &fields));
        let verb = known.unwrap_or(VerbDecl::Broken);
        StepDecl { label, when, verb }
    }

    /// A sentence where a step says what it does: it is said; whether it is that.
    fn sentence(&mut self, node: &Node) -> bool {
        let said =
            node.as_text().map(str::trim).filter(|text| text.contains(' ') && text.ends_with(['.', '!', '?', '…']));
        let Some(said) = said.filter(|text| !parse_expr(text).1.is_empty()) else { return false };
        let meant = format!("{{say: {}}}", in_quotes(said));
        let error = Diagnostic::error(Code::NotAFormula, node.span).help_with("help-write", "example", &*meant);
        self.report(error.may_fix(node.span, meant));
        true
    }

    /// The one verb of a step.
    fn which_verb(&mut self, node: &Node, entries: &[Entry], label: &Word) -> Option<&'static str> {
        let is = |key: &str, verb| verb == key || our_words("keys", key).contains(&verb);
        let around = entries.iter().any(|entry| around_steps().any(|verb| is(&entry.key.text, verb)));
        let mut found = entries.iter().filter_map(|entry| Some((verb_of(&entry.key.text)?, entry)));
        let mut found = found.by_ref().filter(|(verb, _)| !around || *verb != "steps");
        match (found.next(), found.next()) {
            (Some((verb, _)), None) => Some(verb),
            (Some((first, one)), Some((second, other))) => {
                let error = Diagnostic::error(Code::StepWithTwoVerbs, other.key.span).arg("first", first);
                self.report(error.arg("second", second).label(one.key.span, "label-other-verb"));
                None
            }
            _ => {
                let strange = entries.iter().filter(|entry| !stands_beside_a_verb(&entry.key.text));
                let ours = |entry: &Entry| our_words("keys", &entry.key.text).iter().find_map(|ours| verb_of(ours));
                let near = |entry: &Entry| nearest(&entry.key.text, names()).and_then(verb_of);
                let meant = strange.clone().find_map(|entry| ours(entry).or_else(|| near(entry)));
                if meant.is_some() {
                    // Misspelt keys are reported with the other keys.
                    return meant;
                }
                if !entries.is_empty() && entries.iter().all(|entry| entry.value.is_empty()) {
                    self.formula(node);
                    return None;
                }
                let at = strange.clone().next().or(entries.first()).map_or(node.span, |entry| entry.key.span);
                let known: Vec<&str> = names().collect();
                let error = Diagnostic::error(Code::StepWithoutVerb, at).arg("label", &*label.text);
                self.report(error.arg("verbs", words(&known)));
                None
            }
        }
    }

    /// The value of a required companion key of a step.
    pub(crate) fn required<'n>(
        &mut self,
        fields: &Fields<'n>,
        key: &FormatKey,
        verb: &'static str,
    ) -> Option<&'n Node> {
        let found = fields.get(key.name);
        if let (None, false, Some(what)) = (found, fields.unclear(), fields.get(verb)) {
            self.report(Diagnostic::error(Code::MissingKey, what.span).arg("key", key.name).arg("what", verb));
        }
        found
    }

    /// A formula; `{mark: {hurt: 1}}` also names the track and the mark that it counts.
    pub(crate) fn counted(&mut self, node: &Node, key: &FormatKey) -> Formula {
        let Some((of_mark, _)) = of_boxes(key.name) else { return self.formula(node) };
        let pair = |node: &Node| -> Option<(String, String)> {
            let [entry] = node.as_map()? else { return None };
            let value = entry.value.as_scalar().map(|_| self.sources.slice(entry.value.span));
            value.map(|value| (entry.key.text.to_string(), value.to_owned()))
        };
        let nested = |node: &Node| {
            let [entry] = node.as_map()? else { return None };
            let (mark, count) = pair(&entry.value)?;
            Some(vec![vec![count, format!("on: {}", entry.key.text), format!("{of_mark}: {mark}")]])
        };
        let beside = |(name, count): (String, String)| {
            vec![vec![count.clone(), format!("{of_mark}: {name}")], vec![count, format!("on: {name}")]]
        };
        let meant = pair(node).map(beside).or_else(|| nested(node));
        let Some(meant) = meant else { return self.formula(node) };
        let line = self.line_before(node.span);
        let apart = match line.contains('{') {
            true => ", ".to_owned(),
            false => format!("\n{}", " ".repeat(line.len() - line.trim_start().len())),
        };
        let error = Diagnostic::error(Code::NotAFormula, node.span);
        let error = error.help_with("help-write", "example", format!("{}: 1, on: …, {of_mark}: …", key.name));
        self.report(meant.iter().fold(error, |error, parts| error.may_fix(node.span, parts.join(&apart))));
        no_formula(node.span)
    }

    pub(crate) fn said(&mut self, node: &Node) -> Option<Template> {
        if node.is_empty() {
            self.report(Diagnostic::error(Code::EmptyValue, node.span));
            return None;
        }
        self.template(node)
    }

    /// Who plays which role of another action; without a name, its only one.
    fn played(&mut self, node: &Node) -> Vec<(Option<Word>, Word)> {
        if node.as_map().is_some() {
            return self.words_by_name(node, "as").into_iter().map(|(role, who)| (Some(role), who)).collect();
        }
        self.word(node).map(|who| (None, who)).into_iter().collect()
    }

    /// What is given, and how much of it or how long.
    fn gained(&mut self, node: &Node) -> Vec<(Word, GainAmount)> {
        let mut what = Vec::new();
        if matches!(node.kind, NodeKind::Scalar(_) | NodeKind::List(_)) {
            // Only tags, for as long as they usually last.
            return self.words(node).into_iter().map(|name| (name, GainAmount::Usual)).collect();
        }
        for entry in self.map(node, "gain") {
            let name = self.key(entry);
            if self.in_owner(&name, &entry.value, "gain", "to") {
                continue;
            }
            what.extend(self.amounts(&entry.value).into_iter().map(|amount| (name.clone(), amount)));
        }
        what
    }

    fn amounts(&mut self, node: &Node) -> Vec<GainAmount> {
        let items = if let NodeKind::List(items) = &node.kind { items } else { std::slice::from_ref(node) };
        items.iter().filter_map(|item| self.amount(item)).collect()
    }

    fn amount(&mut self, node: &Node) -> Option<GainAmount> {
        if node.as_map().is_some() {
            let fields = self.fields(node, "gain-name", &keys::GAINED);
            if fields.get("name").is_none() && !fields.unclear() {
                self.report(Diagnostic::error(Code::MissingKey, node.span).arg("key", "name").arg("what", "gain"));
            }
            return fields.get("name").and_then(|node| self.said(node)).map(GainAmount::Named);
        }
        if let Some(lasts) = self.lasting(node) {
            return Some(GainAmount::Lasts(lasts));
        }
        (!node.is_bad()).then(|| GainAmount::Formula(self.formula(node)))
    }

    fn lost(&mut self, node: &Node) -> Vec<(Word, Option<Formula>)> {
        if node.as_map().is_some() {
            let amounts = self.labelled(node, "lose");
            return amounts.into_iter().map(|(name, amount)| (name, Some(amount))).collect();
        }
        if node.is_empty() {
            self.report(Diagnostic::error(Code::EmptyValue, node.span));
        }
        self.words(node).into_iter().map(|name| (name, None)).collect()
    }

    /// What a cell says is to be done: `steps`, or in short what is gained, lost, said and
    /// done. The labels of the short form cannot be written.
    pub(crate) fn effects(&mut self, node: &Node) -> Vec<StepDecl> {
        if node.get("steps").is_some() {
            let fields = self.fields(node, "effects", &keys::RECIPE);
            return fields.get("steps").map(|node| self.steps(node)).unwrap_or_default();
        }
        let entries = self.map(node, "effects");
        let does = entries.iter().any(|entry| &*entry.key.text == "do");
        let values = |reader: &mut Self| node.get("with").map(|node| reader.labelled(node, "with")).unwrap_or_default();
        let mut gained: Vec<(Word, GainAmount)> = Vec::new();
        let mut steps: Vec<(Word, VerbDecl)> = Vec::new();
        // All that is gained is gained at once, where the first of it is.
        let mut place = 0;
        let (mut before, mut told) = (None, None);
        for entry in entries {
            if told.is_some_and(|told| is_listed(told, entry)) {
                continue;
            }
            let cut = before.replace(entry).and_then(|before| self.cut_at_comma(node, before, entry, &[]));
            if let Some(error) = cut {
                told = error.fixes.first().map(|fix| fix.span);
                self.report(error);
                continue;
            }
            let verb = match &*entry.key.text {
                "say" => self.said(&entry.value).map(|text| VerbDecl::Say(Box::new(Say { text }))),
                "lose" => {
                    let what = self.lost(&entry.value);
                    Some(VerbDecl::Lose(Box::new(Lose { what, of: Some(None), any: false })))
                }
                "do" => self.word(&entry.value).map(|action| {
                    let roles = node.get("as").map(|node| self.played(node)).unwrap_or_default();
                    VerbDecl::Do(Box::new(Do { action, roles, with: values(self) }))
                }),
                "as" | "with" => {
                    if !does && &*entry.key.text == "as" {
                        let error = Diagnostic::error(Code::MissingKey, entry.key.span).arg("key", "do");
                        self.report(error.arg("what", "effects"));
                    }
                    continue;
                }
                _ => {
                    let name = self.key(entry);
                    if gained.is_empty() {
                        place = steps.len();
                    }
                    let amounts = self.amounts(&entry.value);
                    gained.extend(amounts.into_iter().map(|amount| (name.clone(), amount)));
                    continue;
                }
            };
            steps.extend(verb.map(|verb| (self.key(entry), verb)));
        }
        if let Some((first, _)) = gained.first() {
            let first = first.clone();
            let with = if does { Vec::new() } else { values(self) };
            let gain = Gain { what: gained, to: None, lasts: None, until: None, turn: None, with, any: false };
            steps.insert(place, (first, VerbDecl::Gain(Box::new(gain))));
        }
        let numbered = steps.into_iter().enumerate();
        numbered
            .map(|(at, (word, verb))| StepDecl {
                label: Word { text: format!("·{}", at + 1), span: word.span },
                when: None,
                verb,
            })
            .collect()
    }
}

/// A part of a step, as its type says.
pub(in crate::ruleset) trait FromKey: Sized {
    /// Reads what is behind a key; `None`: nothing can be made of the step.
    fn from_key(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Self>;
}

macro_rules! from_key {
    ($($type:ty = |$reader:ident, $found:ident, $key:ident| $read:expr;)*) => {
        $(impl FromKey for $type {
            fn from_key($reader: &mut Reader<'_>, fields: &Fields<'_>, $key: &FormatKey) -> Option<Self> {
                let $found = fields.get($key.name);
                $read
            }
        })*
    };
}

from_key! {
    Word = |reader, found, _key| reader.word(found?);
    Option<Word> = |reader, found, _key| Some(found.and_then(|node| reader.word(node)));
    Option<Option<Word>> = |reader, found, _key| Some(Some(found.and_then(|node| reader.word(node))));
    Formula = |reader, found, key| Some(reader.counted(found?, key));
    Option<Formula> = |reader, found, _key| Some(found.map(|node| reader.formula(node)));
    Template = |reader, found, _key| reader.said(found?);
    QuestionDecl = |reader, found, _key| Some(reader.question(found?, QuestionContext::InAction));
    Option<DurationDecl> = |reader, found, _key| Some(found.map(|node| reader.duration(node)));
    Vec<StepDecl> = |reader, found, _key| Some(found.map(|node| reader.steps(node)).unwrap_or_default());
    Vec<Formula> = |reader, found, _key| {
        let list = found.map(|node| reader.list(node)).unwrap_or_default();
        Some(list.iter().map(|item| reader.formula(item)).collect())
    };
    Vec<(Word, Formula)> = |reader, found, key| {
        Some(found.map(|node| reader.labelled(node, key.name)).unwrap_or_default())
    };
    Vec<(Word, Vec<StepDecl>)> = |reader, found, key| {
        let entries = found.map(|node| reader.map(node, key.name)).unwrap_or_default();
        Some(entries.iter().map(|entry| (reader.key(entry), reader.steps(&entry.value))).collect())
    };
    Vec<(Option<Word>, Word)> = |reader, found, _key| Some(found.map(|node| reader.played(node)).unwrap_or_default());
    Vec<(Word, GainAmount)> = |reader, found, _key| Some(reader.gained(found?));
    Vec<(Word, Option<Formula>)> = |reader, found, _key| Some(reader.lost(found?));
    RerollKeep = |reader, found, _key| Some(found.and_then(|node| reader.one_of(node, &KEEP)).unwrap_or_default());
    // Whether its one word is there.
    bool = |reader, found, key| {
        let Takes::OneOf(words) = key.takes else { return None };
        let known: Vec<(&str, ())> = words.iter().map(|word| (*word, ())).collect();
        Some(found.and_then(|node| reader.one_of(node, &known)).is_some())
    };
}
