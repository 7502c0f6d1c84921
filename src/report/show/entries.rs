//! Describes what characters have, and units of time.

use super::super::document::{Document, Line};
use super::Shower;
use crate::check::program::{Archetype, Default, Holder, Ir, Points, Requirement, State, TagKind, Time, Track};
use crate::ruleset::model::Overflow;

/// Units of time that are named of those that pass and end with one.
const MOST_TIMES: usize = 100;

impl Shower<'_> {
    fn fact(&self, document: Document, id: &str, value: Line) -> Document {
        document.item(0, Line::new().plain(self.say(id)).plain(": ").then(value))
    }

    fn facts<'i>(
        &self,
        document: Document,
        facts: impl IntoIterator<Item = (&'static str, Option<&'i Ir>)>,
    ) -> Document {
        facts
            .into_iter()
            .filter_map(|(id, ir)| Some((id, ir?)))
            .fold(document, |document, (id, ir)| self.fact(document, id, self.rule(ir)))
    }

    /// What there is of some points, and what happens to them.
    pub(in crate::report) fn points(&self, points: &Points) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&points.name));
        document = Self::doc(document, points.doc.as_ref());
        document = self.internal(document, points.internal);
        document = self.in_group(document, points.group.as_deref());
        if points.shared {
            document = document.item(0, Line::new().plain(self.say("show-of-the-table")));
        }
        document = match &points.start {
            None | Some(Default::Open) => self.fact(document, "show-start", Line::new().code("0")),
            Some(Default::Value(ir)) => self.facts(document, [("show-start", Some(ir))]),
            Some(Default::Pending(why)) => {
                let line = Line::new().dim(self.say("show-pending")).plain(" · ").plain(why);
                self.fact(document, "show-start", line)
            }
        };
        document = self.facts(
            document,
            [
                ("show-min", points.min.as_ref()),
                ("show-max", points.max.as_ref()),
                ("show-endless", points.endless.as_ref()),
            ],
        );
        for (time, ir) in &points.renew {
            let line = Line::new().name(self.time_name(*time)).plain(" = ").then(self.rule(ir));
            document = self.fact(document, "show-renew", line);
        }
        self.states(document, &Holder::from(points))
    }

    /// Boxes, marks and states.
    pub(in crate::report) fn track(&self, track: &Track) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&track.name));
        document = Self::doc(document, track.doc.as_ref());
        document = self.fact(document, "show-boxes", self.boxes(track));
        document = self.facts(document, [("show-in-row", track.row.as_ref())]);
        document = self.fact(document, "show-marks", Self::signs(track));
        let overflow = match track.overflow {
            Overflow::Worsen if !track.each.is_empty() => "show-worsen-own",
            Overflow::Worsen => "show-worsen",
            Overflow::Ignore => "show-ignore",
        };
        document = document.item(0, Line::new().plain(self.say(overflow)));
        self.states(document, &Holder::from(track))
    }

    /// How many boxes a track has: all together, or of each mark, with how much one of them takes.
    pub(in crate::report) fn boxes(&self, track: &Track) -> Line {
        let each = track.each.iter().zip(&track.worth).map(|((name, ir), (_, worth))| {
            let line = Line::new().name(name).plain(" ").then(self.rule(ir));
            let args = vec![("worth", (*worth).into())];
            if *worth > 1 { line.plain(format!(" ({})", self.catalogue.text("sheet-worth", &args))) } else { line }
        });
        if track.each.is_empty() { self.rule(&track.boxes) } else { Line::join(each, ", ") }
    }

    /// The signs of its marks.
    pub(in crate::report) fn signs(track: &Track) -> Line {
        Line::join(track.marks.iter().map(|(name, sign)| Line::new().name(name).plain(" ").code(sign)), ", ")
    }

    fn states(&self, mut document: Document, holder: &Holder<'_>) -> Document {
        if !holder.states.is_empty() {
            document = document.gap().line(Line::new().strong(self.say("show-states")));
        }
        if holder.between {
            document = document.item(0, Line::new().plain(self.say("show-between")));
        }
        holder.states.iter().fold(document, |document, state| self.state(document, state))
    }

    fn state(&self, document: Document, state: &State) -> Document {
        let line = Line::new().name(&state.name).plain(": ");
        let mut document = document.item(
            0,
            match &state.when {
                Some(when) => line.then(self.rule(when)),
                None => line.plain(self.say("step-otherwise")),
            },
        );
        document = self.gives(document, &state.gives, 1);
        for (id, action) in [("show-enter", state.enter), ("show-leave", state.leave)] {
            document = self.leads_to(document, id, action, 1);
        }
        self.due(document, &state.every, 1)
    }

    /// A kind of tag: a property or condition of a character.
    pub(in crate::report) fn tag(&self, tag: &TagKind) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&tag.name));
        document = Self::doc(document, tag.doc.as_ref());
        document = self.internal(document, tag.internal);
        if let Some(deck) = &tag.cards {
            let cards = deck.cards.iter().zip(1..).map(|(card, number)| format!("{number} {}", card.name));
            let cards: Vec<String> = cards.collect();
            document = self.fact(document, "show-cards", Line::new().plain(cards.join(", ")));
            if deck.reshuffles {
                document = document.item(0, Line::new().plain(self.say("show-reshuffles")));
            }
        }
        if tag.free_names && tag.cards.is_none() {
            document = document.item(0, Line::new().plain(self.say("show-free-names")));
        }
        if tag.several && tag.cards.is_none() {
            document = document.item(0, Line::new().plain(self.say("show-several")));
        }
        if let Some((name, _)) = tag.counted.and_then(|value| tag.values.get(value)) {
            document = self.fact(document, "show-counted", Line::new().name(name));
        }
        if let Some(duration) = &tag.lasts {
            document = self.fact(document, "show-lasts", self.as_said(&self.lasts(duration)));
        }
        document = self.gives(document, &tag.gives, 0);
        document = self.leads_to(document, "show-ends", tag.ends, 0);
        document = self.due(document, &tag.every, 0);
        if !tag.values.is_empty() {
            document = document.gap().line(Line::new().strong(self.say("show-tag-values")));
        }
        for (name, question) in &tag.values {
            let line = Line::new().name(name).plain(": ").then(self.question(question));
            let doc = question.doc.as_ref().map(|doc| format!(" · {doc}")).unwrap_or_default();
            document = document.item(0, line.dim(doc));
        }
        document
    }

    /// What passes and ends with a time, and what is done then.
    pub(in crate::report) fn time(&self, index: usize, time: &Time) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&time.name));
        let passes: Vec<String> =
            time.passes.iter().map(|(count, inner)| format!("{count} {}", self.time_name(*inner))).collect();
        let ends: Vec<String> = time.ends.iter().map(|inner| self.time_name(*inner).to_owned()).collect();
        for (id, names) in [("show-passes", passes), ("show-ends-times", ends)] {
            if !names.is_empty() {
                let (shown, more) = names.split_at(names.len().min(MOST_TIMES));
                let mut line = Line::new().name(shown.join(", "));
                if !more.is_empty() {
                    line = line.dim(format!(" +{}", more.len()));
                }
                document = self.fact(document, id, line);
            }
        }
        for points in &self.game.points {
            for (_, ir) in points.renew.iter().filter(|(unit, _)| *unit == index) {
                let line = Line::new().name(&points.name).plain(" = ").then(self.rule(ir));
                document = self.fact(document, "show-renewed", line);
            }
        }
        let states = self.game.all_states().flat_map(|state| state.every.iter().map(|due| (&*state.name, due)));
        let tags = self.game.tags.iter().flat_map(|tag| tag.every.iter().map(|due| (&*tag.name, due)));
        for (name, (_, action)) in states.chain(tags).filter(|(_, (unit, _))| *unit == index) {
            let line = Line::new().name(name).plain(" → ").name(self.action_name(*action));
            document = self.fact(document, "show-due", line);
        }
        for action in &self.game.actions {
            for (_, when) in action.every.iter().filter(|(unit, _)| *unit == index) {
                let line = Line::new().name(&action.name).plain(" · ").then(self.rule(when));
                document = self.fact(document, "show-due", line);
            }
        }
        document
    }

    /// How characters act in turn.
    pub(in crate::report) fn turns(&self, document: Document) -> Document {
        let Some(turns) = &self.game.turns else { return document };
        let mut document = document.gap().line(Line::new().strong(self.say("show-turns")));
        for (id, action) in
            [("show-turns-open", turns.open), ("show-turns-order", turns.order), ("show-turns-end", turns.end)]
        {
            document = self.leads_to(document, id, action, 0);
        }
        document = self.facts(document, [("show-turns-acts", turns.acts.as_ref())]);
        let times =
            [("show-turns-round", turns.round), ("show-turns-starts", turns.starts), ("show-turns-ends", turns.ends)];
        times
            .into_iter()
            .filter_map(|(id, time)| Some((id, time?)))
            .fold(document, |document, (id, time)| self.fact(document, id, Line::new().name(self.time_name(time))))
    }

    /// What has to be true of every character.
    pub(in crate::report) fn requires(&self, document: Document) -> Document {
        let of = |kind: Option<i64>| self.game.requirements.iter().filter(move |one| one.kind == kind).peekable();
        let told = |document: Document, depth: u8, one: &Requirement| {
            document.item(depth, Line::new().name(&one.name).plain(": ").then(self.rule(&one.condition)))
        };
        let mut document = self
            .kinds(document, |document, kind| of(Some(kind)).fold(document, |document, one| told(document, 1, one)));
        let mut all = of(None);
        if all.peek().is_some() {
            document = document.gap().line(Line::new().strong(self.say("show-requires")));
        }
        all.fold(document, |document, one| told(document, 0, one))
    }

    /// What only characters of some kinds have.
    fn kinds(&self, document: Document, require: impl Fn(Document, i64) -> Document) -> Document {
        let Some(kinds) = &self.game.kinds else { return document };
        let document = document.gap().line(Line::new().strong(self.say("show-kinds")));
        kinds.names.iter().zip(0..).fold(document, |document, (name, kind)| {
            let mut had: Vec<String> = kinds
                .owners
                .iter()
                .filter(|(_, of)| of.contains(&kind))
                .map(|(what, _)| self.game.name_of(*what))
                .collect();
            had.sort();
            let line = Line::new().name(name);
            let line = if had.is_empty() {
                line
            } else {
                line.plain(format!(": {} ", self.say("show-has"))).name(had.join(", "))
            };
            require(document.item(0, line), kind)
        })
    }

    /// A character to be made: what its sheet says, with the dice that are thrown for it.
    pub(in crate::report) fn template_of_character(&self, template: &Archetype) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&template.name));
        document = Self::doc(document, template.doc.as_ref());
        let sheet = &template.sheet;
        let pair = |name: &str, text: &str| Line::new().name(name).plain(" ").then(self.as_said(text));
        let traits = sheet.traits.iter().filter(|(.., text)| !text.is_empty());
        let traits = traits.map(|(name, _, text)| pair(&name.text, text));
        let members = sheet.members.iter().map(|(_, name, _, text)| pair(&name.text, text));
        let points = sheet.points.iter().map(|one| pair(&one.name.text, &one.text));
        let marks = sheet.marks.iter().flat_map(|track| {
            track.marks.iter().map(move |mark| pair(&format!("{} {}", track.track.text, mark.name.text), &mark.text))
        });
        let all = traits.chain(members).chain(points).chain(marks);
        document = document.line(Line::join(all, ", "));
        for tag in sheet.tags.iter().filter(|tag| !tag.denied) {
            let name = tag.name.as_ref().map(|name| format!(" {}", name.text)).unwrap_or_default();
            let values: Vec<String> =
                tag.values.iter().map(|value| format!("{} {}", value.name.text, value.text)).collect();
            let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
            document = document.item(0, Line::new().name(&tag.kind.text).plain(format!("{name}{values}")));
        }
        document
    }

    pub(in crate::report) fn time_name(&self, index: usize) -> &str {
        &self.game.time(index).name
    }

    pub(in crate::report) fn action_name(&self, index: usize) -> &str {
        &self.game.action(index).name
    }

    fn gives(&self, document: Document, gives: &[(usize, Ir)], depth: u8) -> Document {
        gives.iter().fold(document, |document, (modifier, ir)| {
            let name = self.game.modifiers.get(*modifier).map_or("", |name| &**name);
            let line = Line::new().plain(self.say("show-gives")).plain(": ").name(name).plain(" ");
            document.item(depth, line.then(self.rule(ir)))
        })
    }

    fn leads_to(&self, document: Document, id: &str, action: Option<usize>, depth: u8) -> Document {
        match action {
            Some(action) => {
                document.item(depth, Line::new().plain(self.say(id)).plain(": ").name(self.action_name(action)))
            }
            None => document,
        }
    }

    fn due(&self, document: Document, every: &[(usize, usize)], depth: u8) -> Document {
        every.iter().fold(document, |document, (time, action)| {
            let args = vec![("time", self.time_name(*time).into())];
            let line = Line::new().plain(self.say_with("show-every", &args)).plain(": ");
            document.item(depth, line.name(self.action_name(*action)))
        })
    }
}
