//! Steps: a label, and what is done.

use super::choices;
use super::keys::{self, VERBS};
use super::question::Asked;
use super::takes::Key;
use super::{Fields, Reader};
use crate::diagnostic::{Code, Diagnostic, nearest, words};
use crate::ruleset::model::{Amount, Formula, Step, Template, Verb, Word};
use crate::syntax::our_word;
use crate::yaml::{Entry, Node, NodeKind};

fn verbs() -> impl Iterator<Item = &'static str> {
    VERBS.into_iter().map(|(verb, _)| verb.name)
}

/// A verb as it is named here, if a key is one.
fn verb_of(key: &str) -> Option<&'static str> {
    verbs().find(|verb| *verb == key)
}

fn is_beside_a_verb(key: &str) -> bool {
    key == "when" || VERBS.iter().any(|(_, beside)| beside.iter().any(|one| one.name == key))
}

impl Reader<'_> {
    /// A map from label to what is done.
    pub(crate) fn steps(&mut self, node: &Node) -> Vec<Step> {
        let steps = self.each(Some(node), "steps", |reader, entry| {
            let label = reader.key(entry);
            if let Some(verb) = verb_of(&label.text) {
                // Surely a step whose label was forgotten.
                let error = Diagnostic::error(Code::VerbAsLabel, label.span).arg("verb", verb);
                reader.report(error.help_with("help-step-label", "verb", verb));
                return None;
            }
            Some(reader.step(label, &entry.value))
        });
        steps.into_iter().flatten().collect()
    }

    fn step(&mut self, label: Word, node: &Node) -> Step {
        let broken = |label| Step { label, when: None, verb: Verb::Broken };
        let NodeKind::Map(entries) = &node.kind else {
            if node.is_bad() {
                return broken(label);
            }
            let formula = self.formula(node);
            return Step { label, when: None, verb: Verb::Value(formula) };
        };
        let Some(verb) = self.which_verb(node, entries, &label) else { return broken(label) };
        let written = VERBS.iter().find(|(key, _)| key.name == verb);
        let mut known: Vec<Key> = written.map(|(key, beside)| [&[*key], *beside].concat()).unwrap_or_default();
        known.push(keys::WHEN);
        let fields = self.fields(node, verb, &known);
        let when = fields.get("when").map(|node| self.formula(node));
        let Some(what) = fields.get(verb) else { return Step { label, when, verb: Verb::Broken } };
        let verb = self.verb(verb, what, &fields).unwrap_or(Verb::Broken);
        Step { label, when, verb }
    }

    /// The one verb of a step.
    fn which_verb(&mut self, node: &Node, entries: &[Entry], label: &Word) -> Option<&'static str> {
        let each = entries.iter().any(|entry| &*entry.key.text == "each");
        let mut found = entries.iter().filter_map(|entry| Some((verb_of(&entry.key.text)?, entry)));
        let mut found = found.by_ref().filter(|(verb, _)| !each || *verb != "steps");
        match (found.next(), found.next()) {
            (Some((verb, _)), None) => Some(verb),
            (Some((first, one)), Some((second, other))) => {
                let error = Diagnostic::error(Code::StepWithTwoVerbs, other.key.span).arg("first", first);
                self.report(error.arg("second", second).label(one.key.span, "label-other-verb"));
                None
            }
            _ => {
                let strange = entries.iter().filter(|entry| !is_beside_a_verb(&entry.key.text));
                let ours = |entry: &Entry| our_word("keys", &entry.key.text).and_then(verb_of);
                let near = |entry: &Entry| nearest(&entry.key.text, verbs()).and_then(verb_of);
                let meant = strange.clone().find_map(|entry| ours(entry).or_else(|| near(entry)));
                if meant.is_some() {
                    // What is misspelt is said with the other keys.
                    return meant;
                }
                if !entries.is_empty() && entries.iter().all(|entry| entry.value.is_empty()) {
                    self.formula(node);
                    return None;
                }
                let at = strange.clone().next().or(entries.first()).map_or(node.span, |entry| entry.key.span);
                let known: Vec<&str> = verbs().collect();
                let error = Diagnostic::error(Code::StepWithoutVerb, at).arg("label", &*label.text);
                self.report(error.arg("verbs", words(&known)));
                None
            }
        }
    }

    fn verb(&mut self, verb: &str, what: &Node, fields: &Fields<'_>) -> Option<Verb> {
        Some(match verb {
            "value" => Verb::Value(self.formula(what)),
            "ask" => Verb::Ask(Box::new(self.question(what, Asked::InAction))),
            "roll" => Verb::Roll {
                by: self.word_of(fields, "by"),
                with: self.formulas_of(fields, "with"),
                on: self.branches(fields),
                seen: fields.get("seen").map(|node| self.steps(node)).unwrap_or_default(),
                test: self.word(what)?,
            },
            "oppose" => Verb::Oppose {
                sides: self.sides(what, fields),
                with: self.formulas_of(fields, "with"),
                on: self.branches(fields),
                seen: fields.get("seen").map(|node| self.steps(node)).unwrap_or_default(),
                test: self.word(what)?,
            },
            "do" => Verb::Do {
                roles: fields.get("as").map(|node| self.played(node)).unwrap_or_default(),
                with: self.formulas_of(fields, "with"),
                action: self.word(what)?,
            },
            "first" => Verb::First(self.steps(what)),
            "steps" => Verb::Steps(self.steps(what)),
            "each" => self.each_of(what, fields)?,
            "gain" => Verb::Gain {
                what: self.gained(what),
                to: self.word_of(fields, "to"),
                lasts: fields.get("for").map(|node| self.duration(node)),
                until: fields.get("until").map(|node| self.formula(node)),
                with: self.formulas_of(fields, "with"),
                any: self.any_amount(fields),
            },
            "lose" => {
                Verb::Lose { what: self.lost(what), of: self.word_of(fields, "of"), any: self.any_amount(fields) }
            }
            "pay" => Verb::Pay {
                what: self.labelled(what, "pay"),
                from: self.word_of(fields, "from"),
                to: self.word_of(fields, "to").filter(|word| word.text != "nobody"),
            },
            "mark" => Verb::Mark {
                count: self.formula(what),
                on: self.word_of(fields, "on"),
                of: self.word_of(fields, "of"),
                mark: self.word_of(fields, "as"),
            },
            "heal" => Verb::Heal {
                count: (!is_word(what, "all")).then(|| self.formula(what)),
                on: self.word_of(fields, "on"),
                of: self.word_of(fields, "of"),
                from: self.word_of(fields, "from"),
            },
            "set" => Verb::Set { what: self.labelled(what, "set"), of: self.word_of(fields, "of") },
            "effects" => Verb::Effects { cell: self.formula(what), to: self.word_of(fields, "to") },
            "say" => Verb::Say(self.said(what)?),
            "stop" => Verb::Stop(self.said(what)?),
            "fail" => Verb::Fail(self.said(what)?),
            "order" => {
                Verb::Order { by: self.compared(fields), ties: self.word_of(fields, "ties"), role: self.word(what)? }
            }
            "reroll" => {
                let keep = fields.get("keep").and_then(|node| self.one_of(node, &choices::KEEP));
                let showing = fields.get("showing").and_then(|node| {
                    let word = self.word(node)?;
                    self.bounds(&word.text, word.span)
                });
                let dice = self.word(what)?;
                let dice = (dice.text != "all").then_some(dice);
                Verb::Reroll { dice, showing, keep_better: keep.unwrap_or(false) }
            }
            _ => Verb::Change(self.labelled(what, "change")),
        })
    }

    /// Whether an amount may be less than zero.
    fn any_amount(&mut self, fields: &Fields<'_>) -> bool {
        fields.get("by").and_then(|node| self.one_of(node, &choices::ANY)).is_some()
    }

    fn word_of(&mut self, fields: &Fields<'_>, key: &str) -> Option<Word> {
        fields.get(key).and_then(|node| self.word(node))
    }

    fn formulas_of(&mut self, fields: &Fields<'_>, key: &'static str) -> Vec<(Word, Formula)> {
        fields.get(key).map(|node| self.labelled(node, key)).unwrap_or_default()
    }

    fn said(&mut self, node: &Node) -> Option<Template> {
        if node.is_empty() {
            self.report(Diagnostic::error(Code::EmptyValue, node.span));
            return None;
        }
        self.template(node)
    }

    /// Steps by what came out.
    fn branches(&mut self, fields: &Fields<'_>) -> Vec<(Word, Vec<Step>)> {
        let mut branches = Vec::new();
        for entry in fields.get("on").map(|node| self.map(node, "on")).unwrap_or_default() {
            let name = self.key(entry);
            branches.push((name, self.steps(&entry.value)));
        }
        branches
    }

    /// Two roles, each perhaps with inputs of its own.
    fn sides(&mut self, what: &Node, fields: &Fields<'_>) -> Vec<(Word, Vec<(Word, Formula)>)> {
        let Some(node) = fields.get("sides") else {
            if !fields.unclear() {
                self.report(Diagnostic::error(Code::MissingKey, what.span).arg("key", "sides").arg("what", "oppose"));
            }
            return Vec::new();
        };
        let mut sides = Vec::new();
        if let NodeKind::Map(entries) = &node.kind {
            for entry in entries {
                let role = self.key(entry);
                sides.push((role, self.labelled(&entry.value, "sides")));
            }
        } else {
            sides.extend(self.words(node).into_iter().map(|role| (role, Vec::new())));
        }
        if sides.len() != 2 && !node.is_bad() {
            self.report(Diagnostic::error(Code::NotTwoSides, node.span).arg("found", sides.len()));
        }
        sides
    }

    /// Who plays which role of another action; without a name, its only one.
    fn played(&mut self, node: &Node) -> Vec<(Option<Word>, Word)> {
        if node.as_map().is_some() {
            return self.words_by_name(node, "as").into_iter().map(|(role, who)| (Some(role), who)).collect();
        }
        self.word(node).map(|who| (None, who)).into_iter().collect()
    }

    /// `each: {helper: helpers}`
    fn each_of(&mut self, what: &Node, fields: &Fields<'_>) -> Option<Verb> {
        let steps = fields.get("steps").map(|node| self.steps(node)).unwrap_or_default();
        if fields.get("steps").is_none() && !fields.unclear() {
            self.report(Diagnostic::error(Code::MissingKey, what.span).arg("key", "steps").arg("what", "each"));
        }
        let mut pairs = match &what.kind {
            NodeKind::Bad => return None,
            NodeKind::Map(entries) if entries.len() == 1 => self.words_by_name(what, "each").into_iter(),
            _ => {
                self.report(Diagnostic::error(Code::BadEach, what.span));
                return None;
            }
        };
        let (one, of) = pairs.next()?;
        Some(Verb::Each { one, of, whose: self.word_of(fields, "of"), steps })
    }

    /// What is given, and how much of it or how long.
    fn gained(&mut self, node: &Node) -> Vec<(Word, Amount)> {
        let mut what = Vec::new();
        if matches!(node.kind, NodeKind::Scalar(_) | NodeKind::List(_)) {
            // Only tags, for as long as they usually last.
            return self.words(node).into_iter().map(|name| (name, Amount::Usual)).collect();
        }
        for entry in self.map(node, "gain") {
            let name = self.key(entry);
            what.extend(self.amounts(&entry.value).into_iter().map(|amount| (name.clone(), amount)));
        }
        what
    }

    fn amounts(&mut self, node: &Node) -> Vec<Amount> {
        let items = if let NodeKind::List(items) = &node.kind { items } else { std::slice::from_ref(node) };
        items.iter().filter_map(|item| self.amount(item)).collect()
    }

    fn amount(&mut self, node: &Node) -> Option<Amount> {
        if node.as_map().is_some() {
            let fields = self.fields(node, "gain-name", &keys::GAINED);
            if fields.get("name").is_none() && !fields.unclear() {
                self.report(Diagnostic::error(Code::MissingKey, node.span).arg("key", "name").arg("what", "gain"));
            }
            return fields.get("name").and_then(|node| self.said(node)).map(Amount::Named);
        }
        if let Some(lasts) = self.lasting(node) {
            return Some(Amount::Lasts(lasts));
        }
        (!node.is_bad()).then(|| Amount::Formula(self.formula(node)))
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

    /// By what a role is put in order.
    fn compared(&mut self, fields: &Fields<'_>) -> Vec<Formula> {
        let Some(node) = fields.get("by") else { return Vec::new() };
        self.list(node).iter().map(|item| self.formula(item)).collect()
    }

    /// What a cell says is to be done: `steps`, or in short what is gained, lost, said and
    /// done. The labels of the short form cannot be written.
    pub(crate) fn effects(&mut self, node: &Node) -> Vec<Step> {
        if node.get("steps").is_some() {
            let fields = self.fields(node, "effects", &keys::RECIPE);
            return fields.get("steps").map(|node| self.steps(node)).unwrap_or_default();
        }
        let entries = self.map(node, "effects");
        let does = entries.iter().any(|entry| &*entry.key.text == "do");
        let values = |reader: &mut Self| node.get("with").map(|node| reader.labelled(node, "with")).unwrap_or_default();
        let mut gained: Vec<(Word, Amount)> = Vec::new();
        let mut steps: Vec<(Word, Verb)> = Vec::new();
        // All that is gained is gained at once, where the first of it stands.
        let mut place = 0;
        for entry in entries {
            let verb = match &*entry.key.text {
                "say" => self.said(&entry.value).map(Verb::Say),
                "lose" => Some(Verb::Lose { what: self.lost(&entry.value), of: None, any: false }),
                "do" => self.word(&entry.value).map(|action| {
                    let roles = node.get("as").map(|node| self.played(node)).unwrap_or_default();
                    Verb::Do { action, roles, with: values(self) }
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
            steps.insert(
                place,
                (first, Verb::Gain { what: gained, to: None, lasts: None, until: None, with, any: false }),
            );
        }
        let numbered = steps.into_iter().enumerate();
        numbered
            .map(|(at, (word, verb))| Step {
                label: Word { text: format!("·{}", at + 1), span: word.span },
                when: None,
                verb,
            })
            .collect()
    }
}

fn is_word(node: &Node, word: &str) -> bool {
    node.as_text().is_some_and(|text| text.trim() == word)
}
