//! Describes actions and interventions.

use super::super::document::{Document, Line};
use super::Shower;
use crate::check::program::{Action, AnswerOwner, Ask, Decider, Hook, Intervention, Slot, SlotKind};

/// Places of an intervention that are named: no more of a game's are read.
const MOST_PLACES: usize = 200;

impl Shower<'_> {
    /// An action: how it is typed, who plays in it and what it asks.
    #[must_use]
    pub fn action(&self, action: &Action) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&action.name));
        if let Some(doc) = &action.doc {
            document = document.line(doc.as_str());
        }
        document = self.internal(document, action.internal);
        document = self.in_group(document, action.group.as_deref());
        if let Some(by) = &action.by {
            document = document.line(Line::new().dim(self.say_with("show-done-by", &vec![("who", (&**by).into())])));
        }
        document = self.roles(document, action, 0);
        document = self.asks(document, &action.ask, action, false);
        document = self.needs(document, action);
        document = self.steps(document, action);
        // How the table is told of it is for those who write rulesets.
        let tells: Vec<Line> = action.tells.iter().map(|text| self.text(text)).collect();
        if tells.is_empty() || self.worded {
            return document;
        }
        let title = Line::new().strong(self.say("show-tells"));
        tells.into_iter().fold(document.gap().line(title), |document, line| document.item(0, line))
    }

    /// How an action is typed: its name, roles and questions in a line, with questions of its steps that have to be
    /// answered as well; and what each question means.
    #[must_use]
    pub fn usage(&self, action: &Action, also: &[String]) -> Document {
        let roles = action.role_slots().iter();
        let mut parts: Vec<(&str, bool, bool)> = roles.map(|slot| (&*slot.name, true, true)).collect();
        parts.extend(
            action
                .ask
                .iter()
                .filter(|ask| !ask.late)
                .map(|ask| (&*action.slot(ask.slot).name, false, ask.must_be_said())),
        );
        let mut document = Document::new().line(typed(&action.name, &parts, also));
        if let Some(doc) = &action.doc {
            document = document.line(Line::new().dim(doc));
        }
        self.asks(document, &action.ask, action, true)
    }

    /// The same of an intervention: each of its parts with whether it is a role, and whether it has to be said.
    #[must_use]
    pub fn usage_of_intervention(
        &self,
        intervention: &Intervention,
        parts: &[(&str, bool, bool)],
        also: &[String],
    ) -> Document {
        let mut document = Document::new().line(typed(&intervention.name, parts, also));
        if let Some(doc) = &intervention.doc {
            document = document.line(Line::new().dim(doc));
        }
        document = document.line(self.places(intervention));
        match intervention.places.first() {
            Some(first) => self.asks(document, &first.action.ask, &first.action, true),
            None => document,
        }
    }

    /// What there is to do, a line each: who plays in it, and what it asks. Bookkeeping is left out.
    #[must_use]
    pub fn actions(&self) -> Document {
        if self.game.actions.is_empty() {
            return Document::new()
                .line(self.say_with("show-no-actions", &vec![("game", self.game.name.as_str().into())]));
        }
        let actions = self.game.actions.iter().filter(|action| !action.internal);
        let actions = actions.map(|action| (action.group.as_deref(), action));
        let document = in_groups(Document::new(), actions, |document, depth, action| {
            let document = document.item(depth, self.signature(action, 0));
            match &action.doc {
                Some(doc) => document.told(depth.saturating_add(1), Line::new().dim(doc)),
                None => document,
            }
        });
        document.gap().line(Line::new().dim(self.say("show-optional")))
    }

    /// An action in a line: its name, who plays in it and what it asks. Of an intervention, the
    /// first slots belong to what it is in.
    pub(in crate::report) fn signature(&self, action: &Action, first: usize) -> Line {
        let roles = action.role_slots().iter().skip(first);
        let mut parts: Vec<String> = roles
            .map(|slot| match self.played_by(slot) {
                Some(who) => format!("{} {who}", slot.name),
                None => slot.name.to_string(),
            })
            .collect();
        // What has to be answered is alone, the rest in brackets.
        parts.extend(action.ask.iter().map(|ask| {
            let name = &action.slot(ask.slot).name;
            if ask.must_be_said() { name.to_string() } else { format!("[{name}]") }
        }));
        let line = Line::new().strong(&action.name);
        if parts.is_empty() { line } else { line.plain(": ").name(parts.join(", ")) }
    }

    /// That several play a role, and of which kind they are: `(several: hero)`.
    fn played_by(&self, slot: &Slot) -> Option<String> {
        let many = (slot.kind == SlotKind::Many).then(|| self.say("show-many"));
        let kind = self.game.kinds.as_ref().zip(slot.of_kind).map(|(kinds, kind)| kinds.name(kind));
        match (many, kind) {
            (many, None) => many,
            (None, Some(kind)) => Some(format!("({kind})")),
            (Some(many), Some(kind)) => Some(format!("{}: {kind})", many.trim_end_matches(')'))),
        }
    }

    /// Where an intervention takes hold.
    pub(in crate::report) fn places(&self, intervention: &Intervention) -> String {
        self.some_places(intervention, MOST_PLACES)
    }

    /// The same, with no more than so many names.
    pub(in crate::report) fn some_places(&self, intervention: &Intervention, most: usize) -> String {
        let (mut befores, mut afters, mut settled) = (Vec::new(), Vec::new(), Vec::new());
        let all = intervention.hooks();
        let more = if all.len() > most { " …" } else { "" };
        for hook in all.into_iter().take(most) {
            let (before, name) = match hook {
                Hook::Settled(test) => {
                    settled.push(self.game.tests[test].name.to_string());
                    continue;
                }
                Hook::Test(before, test) => (before, self.game.tests[test].name.to_string()),
                Hook::Step(before, action, slot) => {
                    let action = self.game.action(action);
                    (before, format!("{}.{}", action.name, action.slot(slot).name))
                }
            };
            if before { befores.push(name) } else { afters.push(name) }
        }
        let sides = [(befores, "show-before"), (afters, "show-after"), (settled, "show-settled")];
        let sides = sides.into_iter().filter(|(names, _)| !names.is_empty());
        let told: Vec<String> =
            sides.map(|(names, id)| self.catalogue.text(id, &vec![("name", names.join(", ").into())])).collect();
        format!("{}{more}", told.join("; "))
    }

    /// An intervention: where it takes hold, who plays in it and what it asks.
    #[must_use]
    pub fn intervention(&self, intervention: &Intervention) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&intervention.name));
        if let Some(doc) = &intervention.doc {
            document = document.line(doc.as_str());
        }
        document = self.in_group(document, intervention.group.as_deref());
        document = document.line(self.places(intervention));
        let Some(first) = intervention.places.first() else { return document };
        document = self.roles(document, &first.action, first.outer);
        for (id, condition) in [("show-when", &first.when), ("show-must", &first.must)] {
            if let Some(ir) = condition {
                document = document.line(Line::new().plain(self.say(id)).plain(" ").then(self.rule(ir)));
            }
        }
        document = self.asks(document, &first.action.ask, &first.action, false);
        document = self.needs(document, &first.action);
        self.steps(document, &first.action)
    }

    fn roles(&self, document: Document, action: &Action, first: usize) -> Document {
        let roles = action.role_slots().iter().skip(first);
        let names: Vec<Line> = roles
            .map(|slot| {
                let line = Line::new().name(&slot.name);
                match self.played_by(slot) {
                    Some(who) => line.plain(" ").dim(who),
                    None => line,
                }
            })
            .collect();
        if names.is_empty() {
            return document;
        }
        document.line(Line::new().plain(self.say("show-roles")).plain(" ").then(Line::join(names, ", ")))
    }

    fn needs(&self, mut document: Document, action: &Action) -> Document {
        if !action.need.is_empty() {
            document = document.gap().line(Line::new().strong(self.say("show-needs")));
            for (message, ir) in &action.need {
                document = document.item(0, self.rule(ir).plain(" · ").plain(message));
            }
        }
        document
    }

    fn asks(&self, document: Document, asks: &[Ask], action: &Action, in_words: bool) -> Document {
        if asks.is_empty() {
            return document;
        }
        let mut document = document.gap().line(Line::new().strong(self.say("show-asks")));
        for ask in asks {
            let mut line = Line::new().name(&action.slot(ask.slot).name).plain(": ").then(if in_words {
                self.question_in_words(&ask.question)
            } else {
                self.question(&ask.question)
            });
            let by = match &ask.by {
                Some(Decider::Word(word)) => Some(word.clone()),
                Some(Decider::Role(slot)) => Some(action.slot(*slot).name.to_string()),
                None => None,
            };
            if let Some(by) = by {
                line = line.dim(format!(" · {}", self.catalogue.text("show-decides", &vec![("who", by.into())])));
            }
            if let Some(part) = &ask.part {
                let said = match &part.unlike {
                    Some(unlike) => {
                        let name = self.catalogue.text("show-one-of-each", &vec![("name", (&*unlike.name).into())]);
                        Some(name)
                    }
                    None => (part.index > 0).then(|| self.say("show-not-the-same")),
                };
                line = line.dim(said.map(|said| format!(" · {said}")).unwrap_or_default());
            }
            let whose = match ask.of {
                AnswerOwner::Role(slot) if action.roles > 1 => Some(action.slot(slot).name.to_string()),
                AnswerOwner::Any => Some(self.say("show-of-anybody")),
                AnswerOwner::Role(_) | AnswerOwner::Current => None,
            };
            if let Some(whose) = whose {
                line = line.dim(format!(" · {} {whose}", self.say("does-of")));
            }
            if let Some(when) = &ask.when {
                line = line.dim(format!(" · {} ", self.say("does-when"))).then(self.rule(when));
            }
            if ask.late {
                line = line.dim(format!(" · {}", self.say("show-asked-late")));
            }
            if let Some(doc) = &ask.question.doc {
                line = line.dim(format!(" · {doc}"));
            }
            document = document.item(0, line);
        }
        document
    }
}

/// Things in their order, those without a group first, then each group behind its name.
pub(super) fn in_groups<'n, T>(
    mut document: Document,
    things: impl Iterator<Item = (Option<&'n str>, T)>,
    tell: impl Fn(Document, u8, T) -> Document,
) -> Document {
    let mut groups: Vec<(Option<&str>, Vec<T>)> = vec![(None, Vec::new())];
    for (group, thing) in things {
        match groups.iter_mut().find(|(known, _)| *known == group) {
            Some((_, list)) => list.push(thing),
            None => groups.push((group, vec![thing])),
        }
    }
    for (group, list) in groups {
        if let Some(group) = group {
            document = document.item(0, Line::new().dim(group));
        }
        document = list.into_iter().fold(document, |document, thing| tell(document, u8::from(group.is_some()), thing));
    }
    document
}

/// Something to do as it is typed: its name, then its parts (whether each is a role, and whether it has to be said), in
/// brackets where that need not be.
fn typed(name: &str, parts: &[(&str, bool, bool)], also: &[String]) -> Line {
    let also = also.iter().map(|name| (name.as_str(), false, true));
    let part = |(name, is_role, must): (&str, bool, bool)| match (is_role, must) {
        (true, _) => name.to_uppercase(),
        (false, true) => format!("{name}=…"),
        (false, false) => format!("[{name}=…]"),
    };
    let words: Vec<String> = parts.iter().copied().chain(also).map(part).collect();
    let line = Line::new().strong(name);
    if words.is_empty() { line } else { line.plain(" ").name(words.join(" ")) }
}
