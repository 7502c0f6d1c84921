//! What an action does, step by step, in words close to those of its file.

use super::super::document::{Block, Document, Line};
use super::Shower;
use crate::check::program::{
    Action, Dice, Duration, Given, Ir, Op, OpposeStep, Over, PointsRef, Question, RoleGiven, RollStep, Step, Taken,
    Target, Verb, Who,
};

impl Shower<'_> {
    pub(super) fn steps(&self, document: Document, action: &Action) -> Document {
        if action.steps.is_empty() {
            return document;
        }
        let document = document.gap().line(Line::new().strong(self.say("show-steps")));
        StepShower { shower: self, action }.all(document, &action.steps, 0)
    }

    /// What a cell does, in one line.
    pub(super) fn effects(&self, action: &Action) -> Line {
        let told = StepShower { shower: self, action }.all(Document::new(), &action.steps, 0);
        let lines = told.blocks.into_iter().filter_map(|block| match block {
            Block::Item { line, .. } => Some(line),
            _ => None,
        });
        let line = Line::join(lines, "; ");
        if line.is_empty() { Line::new().dim("–") } else { line }
    }

    /// How long something lasts.
    pub(in crate::report) fn lasts(&self, duration: &Duration) -> String {
        let time = |index: &usize| self.game.times.get(*index).map_or("", |time| &*time.name).to_owned();
        match duration {
            Duration::Permanent => self.say("does-permanent"),
            Duration::Times(None, unit) => time(unit),
            Duration::Times(Some(ir), unit) => match ir.op {
                Op::Number(count) => format!("{count} {}", time(unit)),
                _ => {
                    let formula = self.formula(ir);
                    // It is written in brackets, so that they may be its own.
                    let bare = formula.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
                    let bare = bare.filter(|bare| !bare.contains(['(', ')'])).unwrap_or(&formula);
                    match bare.chars().all(char::is_alphanumeric) {
                        true => format!("{bare} {}", time(unit)),
                        false => format!("({bare}) {}", time(unit)),
                    }
                }
            },
            Duration::Unit(ir) => self.formula(ir),
        }
    }
}

struct StepShower<'a> {
    shower: &'a Shower<'a>,
    action: &'a Action,
}

impl StepShower<'_> {
    fn all(&self, mut document: Document, steps: &[Step], depth: u8) -> Document {
        for step in steps {
            document = self.step(document, step, depth);
        }
        document
    }

    /// A word for what is done, in the language that is spoken.
    fn word(&self, id: &str) -> Line {
        Line::new().strong(self.shower.say(id))
    }

    fn formula(&self, ir: &Ir) -> Line {
        match &ir.op {
            Op::Template(pieces) => self.shower.template(pieces),
            _ => Line::new().code(self.shower.formula(ir)),
        }
    }

    fn slot(&self, slot: usize) -> String {
        self.action.slots.get(slot).map_or(String::new(), |slot| slot.name.to_string())
    }

    /// A label that people wrote.
    fn label(&self, slot: usize) -> Line {
        let name = self.slot(slot);
        if name.is_empty() || name.starts_with('·') { Line::new() } else { Line::new().name(name).plain(": ") }
    }

    /// A character: a role, nobody, the table.
    fn who(&self, ir: &Who) -> Option<String> {
        match ir.op {
            Op::Slot(slot) => Some(self.slot(slot)).filter(|name| !name.starts_with('·')),
            Op::Number(-1) => Some(self.shower.say("does-nobody")),
            Op::Number(_) => None,
            _ => Some(self.shower.formula(ir)),
        }
    }

    /// `, of attacker`
    fn beside(&self, beside: &str, who: &Who) -> Line {
        match self.who(who) {
            Some(name) => Line::new().plain(", ").then(self.word(beside)).plain(" ").name(name),
            None => Line::new(),
        }
    }

    /// `, with bonus: skill, target: 8`
    fn with(&self, with: impl IntoIterator<Item = (String, Line)>) -> Line {
        let parts: Vec<Line> =
            with.into_iter().map(|(name, line)| Line::new().name(name).plain(": ").then(line)).collect();
        if parts.is_empty() {
            return Line::new();
        }
        Line::new().plain(", ").then(self.word("does-with")).plain(" ").then(Line::join(parts, ", "))
    }

    fn input(&self, test: usize, index: usize) -> String {
        let test = self.shower.game.tests.get(test);
        test.and_then(|test| test.inputs.get(index)).map_or(String::new(), |(name, _)| name.to_string())
    }

    fn step(&self, document: Document, step: &Step, depth: u8) -> Document {
        let mut head = self.label(step.slot);
        if let Some(when) = &step.when {
            head = head.then(self.word("does-when")).plain(" ").then(self.formula(when)).plain(": ");
        }
        self.verb(document, step, head, depth)
    }

    fn verb(&self, document: Document, step: &Step, head: Line, depth: u8) -> Document {
        let deeper = depth.saturating_add(1);
        let game = self.shower.game;
        let put = |document: Document, line: Line| document.item(depth, head.clone().then(line));
        let track = |index: usize| game.tracks.get(index).map_or("", |track| &*track.name).to_owned();
        let mark = |index: usize, mark: usize| {
            let marks = game.tracks.get(index).map(|track| track.marks.as_slice()).unwrap_or_default();
            marks.get(mark).map_or(String::new(), |(name, _)| name.to_string())
        };
        match &step.verb {
            Verb::Value(ir) => put(document, self.formula(ir)),
            Verb::Ask(ask) => put(document, self.word("does-ask").plain(" ").then(self.shower.question(&ask.question))),
            Verb::Roll(roll) => self.roll(document, roll, head, depth),
            Verb::Oppose(oppose) => self.oppose(document, oppose, head, depth),
            Verb::Do(action, roles, with) => put(document, self.other(*action, roles, with)),
            Verb::First(steps) => self.all(put(document, self.word("does-first")), steps, deeper),
            Verb::Steps(steps) => self.all(put(document, self.word("does-steps")), steps, deeper),
            Verb::Each(one, all, steps) => {
                let line = self.word("does-each").plain(" ").name(self.slot(*one)).plain(": ");
                let line = match all {
                    Over::Role(all) => line.name(self.slot(*all)),
                    Over::Tags(kind, who) => {
                        let kind = game.tags.get(*kind).map_or("", |kind| &*kind.name);
                        line.name(kind).then(self.beside("does-of", who))
                    }
                };
                self.all(put(document, line), steps, deeper)
            }
            Verb::Gain(gain) => {
                let what: Vec<Line> = gain.what.iter().map(|given| self.given(given)).collect();
                let mut line = self
                    .word("does-gain")
                    .plain(" ")
                    .then(Line::join(what, ", "))
                    .then(self.beside("does-to", &gain.to));
                if let Some(duration) = &gain.lasts {
                    line = line.plain(", ").then(self.word("does-for")).plain(" ").code(self.shower.lasts(duration));
                }
                if let Some(ir) = gain.until.and_then(|index| game.untils.get(index)) {
                    line = line.plain(", ").then(self.word("does-until")).plain(" ").then(self.formula(ir));
                }
                put(document, if gain.any { line.plain(", ").then(self.word("does-any")) } else { line })
            }
            Verb::Lose(list, of, any) => {
                let what: Vec<Line> = list.iter().map(|taken| self.taken(taken)).collect();
                let of = of.as_ref().map_or_else(Line::new, |of| self.beside("does-of", of));
                let line = self.word("does-lose").plain(" ").then(Line::join(what, ", ")).then(of);
                put(document, if *any { line.plain(", ").then(self.word("does-any")) } else { line })
            }
            Verb::Pay(list, from, to) => {
                let what = list.iter().map(|(points, ir)| self.named(&self.points(*points), ir));
                let line =
                    self.word("does-pay").plain(" ").then(Line::join(what, ", ")).then(self.beside("does-from", from));
                let to = to.as_ref().map_or_else(Line::new, |to| self.beside("does-to", to));
                put(document, line.then(to))
            }
            Verb::Mark(count, index, of, kind) => {
                let line = self
                    .word("does-mark")
                    .plain(" ")
                    .then(self.formula(count))
                    .plain(", ")
                    .then(self.word("does-on-track"));
                let line = line.plain(" ").name(track(*index)).then(self.beside("does-of", of));
                put(document, line.plain(", ").then(self.word("does-as")).plain(" ").name(mark(*index, *kind)))
            }
            Verb::Heal(count, index, of, kind) => {
                let count = count.as_ref().map_or_else(|| self.word("does-all"), |ir| self.formula(ir));
                let line = self
                    .word("does-heal")
                    .plain(" ")
                    .then(count)
                    .plain(", ")
                    .then(self.word("does-on-track"))
                    .plain(" ");
                let line = line.name(track(*index)).then(self.beside("does-of", of));
                put(
                    document,
                    match kind {
                        Some(kind) => {
                            line.plain(", ").then(self.word("does-from")).plain(" ").name(mark(*index, *kind))
                        }
                        None => line,
                    },
                )
            }
            Verb::Set(list) => {
                let what = list.iter().map(|(target, ir)| self.named(&self.target(target), ir));
                put(document, self.word("does-set").plain(" ").then(Line::join(what, ", ")))
            }
            Verb::Effects(cell, to) => put(
                document,
                self.word("does-effects").plain(" ").then(self.formula(cell)).then(self.beside("does-to", to)),
            ),
            Verb::Say(ir) => put(document, self.word("does-say").plain(" ").then(self.formula(ir))),
            Verb::Stop(ir) => put(document, self.word("does-stop").plain(" ").then(self.formula(ir))),
            Verb::Fail(ir) => put(document, self.word("does-fail").plain(" ").then(self.formula(ir))),
            Verb::Order(slot, by, ties) => {
                let by = Line::join(by.iter().map(|ir| self.formula(ir)), ", ");
                let line = self
                    .word("does-order")
                    .plain(" ")
                    .name(self.slot(*slot))
                    .plain(", ")
                    .then(self.word("does-by-order"))
                    .plain(" ");
                let ties = ties.and_then(|index| game.actions.get(index));
                put(
                    document,
                    match ties {
                        Some(action) => {
                            line.then(by).plain(", ").then(self.word("does-ties")).plain(" ").name(&action.name)
                        }
                        None => line.then(by),
                    },
                )
            }
            Verb::Reroll(again) => {
                let dice = match again.dice {
                    Dice::All => self.shower.say("does-all-dice"),
                    Dice::Answer(slot) => self.slot(slot),
                    Dice::Hand(index) => {
                        let test = self.changed_test().and_then(|test| self.shower.game.tests.get(test));
                        let hand = test.and_then(|test| test.values.get(index));
                        hand.map_or(String::new(), |hand| hand.name.to_string())
                    }
                };
                let mut line = self.word("does-reroll").plain(" ").name(dice);
                if let Some((low, high)) = again.showing {
                    let range = crate::check::range_words(low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
                    line = line.plain(", ").then(self.word("does-showing")).plain(" ").plain(range);
                }
                put(document, if again.better { line.plain(", ").then(self.word("does-keep-better")) } else { line })
            }
            Verb::Change(list) => {
                let test = self.changed_test();
                let what = list.iter().map(|(index, ir)| {
                    let name = test.map_or(String::new(), |test| self.input(test, *index));
                    self.named(&name, ir)
                });
                put(document, self.word("does-change").plain(" ").then(Line::join(what, ", ")))
            }
            Verb::Broken => document,
        }
    }

    fn named(&self, name: &str, ir: &Ir) -> Line {
        Line::new().name(name).plain(": ").then(self.formula(ir))
    }

    /// The test in which the intervention that is shown stands.
    fn changed_test(&self) -> Option<usize> {
        use crate::check::program::Hook;
        let mut places = self.shower.game.places();
        places.find(|place| std::ptr::eq(&place.action, self.action)).and_then(|place| match place.hook {
            Hook::Test(_, test) => Some(test),
            Hook::Step(..) => None,
        })
    }

    fn roll(&self, document: Document, roll: &RollStep, head: Line, depth: u8) -> Document {
        let test = self.shower.game.tests.get(roll.test);
        let name = test.map_or("", |test| &*test.name);
        let with = roll.with.iter().map(|(index, ir)| (self.input(roll.test, *index), self.formula(ir)));
        let line =
            self.word("does-roll").plain(" ").name(name).then(self.beside("does-by", &roll.by)).then(self.with(with));
        let mut document = document.item(depth, head.then(line));
        document = self.branch(document, self.word("does-seen"), &roll.seen, depth);
        for (outcome, steps) in &roll.on {
            let name = test.and_then(|test| test.outcomes.get(*outcome)).map_or("", |outcome| &*outcome.name);
            document = self.branch(
                document,
                self.word("does-on").plain(" ").name(crate::check::outcome_word(name)),
                steps,
                depth,
            );
        }
        for (name, steps) in [("does-success", &roll.success), ("does-failure", &roll.failure)] {
            let steps = steps.as_deref().unwrap_or_default();
            document =
                self.branch(document, self.word("does-on").plain(" ").plain(self.shower.say(name)), steps, depth);
        }
        document
    }

    fn branch(&self, document: Document, head: Line, steps: &[Step], depth: u8) -> Document {
        if steps.is_empty() {
            return document;
        }
        self.all(document.item(depth.saturating_add(1), head), steps, depth.saturating_add(2))
    }

    fn oppose(&self, document: Document, oppose: &OpposeStep, head: Line, depth: u8) -> Document {
        let name = self.shower.game.tests.get(oppose.test).map_or("", |test| &*test.name);
        let sides = oppose.sides.iter().zip(&oppose.with).map(|(slot, with)| {
            let with = with.iter().map(|(index, ir)| (self.input(oppose.test, *index), self.formula(ir)));
            Line::new().name(self.slot(*slot)).then(self.with(with))
        });
        let line = self.word("does-oppose").plain(" ").name(name).plain(": ").then(Line::join(sides, " / "));
        let mut document = document.item(depth, head.then(line));
        document = self.branch(document, self.word("does-seen"), &oppose.seen, depth);
        let [left, right] = oppose.sides.map(|slot| self.slot(slot));
        for (name, steps) in [left, right, self.shower.say("does-tie")].into_iter().zip(&oppose.on) {
            document = self.branch(document, self.word("does-on").plain(" ").name(name), steps, depth);
        }
        document
    }

    /// `do hurt as victim: target, with harm: base`
    fn other(&self, action: usize, roles: &[RoleGiven], with: &[(usize, Ir)]) -> Line {
        let Some(action) = self.shower.game.actions.get(action) else { return Line::new() };
        let slot = |index: usize| action.slots.get(index).map_or(String::new(), |slot| slot.name.to_string());
        let line = self.word("does-do").plain(" ").name(&action.name);
        let cast: Vec<Line> = roles
            .iter()
            .enumerate()
            .filter_map(|(index, role)| {
                let who = match role {
                    RoleGiven::One(ir) => self.who(ir)?,
                    RoleGiven::Many(slot) => self.slot(*slot),
                    RoleGiven::Nobody => self.shower.say("does-nobody"),
                };
                Some(Line::new().name(slot(index)).plain(": ").name(who))
            })
            .collect();
        let line = match cast.is_empty() {
            true => line,
            false => line.plain(", ").then(self.word("does-as")).plain(" ").then(Line::join(cast, ", ")),
        };
        line.then(self.with(with.iter().map(|(index, ir)| (slot(*index), self.formula(ir)))))
    }

    fn points(&self, points: PointsRef) -> String {
        match points {
            PointsRef::Fixed(index) => self.shower.game.points.get(index).map_or("", |one| &*one.name).to_owned(),
            PointsRef::Slot(slot) => self.slot(slot),
        }
    }

    fn of_trait(&self, index: usize) -> String {
        self.shower.game.traits.get(index).map_or("", |one| &*one.name).to_owned()
    }

    fn given(&self, given: &Given) -> Line {
        match given {
            Given::Points(points, ir) => self.named(&self.points(*points), ir),
            Given::Trait(index, ir) => self.named(&self.of_trait(*index), ir),
            Given::Tag(kind, name, values, lasts) => {
                let kind = self.shower.game.tags.get(*kind);
                let mut line = Line::new().name(kind.map_or("", |kind| &*kind.name));
                if let Some(name) = name {
                    line = line.plain(" ").then(self.formula(name));
                }
                let questions: &[(_, Question)] = kind.map(|kind| kind.values.as_slice()).unwrap_or_default();
                let mut inside: Vec<Line> =
                    values.iter().filter_map(|(index, ir)| Some(self.named(&questions.get(*index)?.0, ir))).collect();
                inside.extend(lasts.as_ref().map(|lasts| Line::new().code(self.shower.lasts(lasts))));
                if inside.is_empty() { line } else { line.plain(" (").then(Line::join(inside, ", ")).plain(")") }
            }
        }
    }

    fn taken(&self, taken: &Taken) -> Line {
        match taken {
            Taken::Points(points, ir) => self.named(&self.points(*points), ir),
            Taken::Trait(index, ir) => self.named(&self.of_trait(*index), ir),
            Taken::Tags(kind) => Line::new().name(self.shower.game.tags.get(*kind).map_or("", |kind| &*kind.name)),
            Taken::Tag(slot) => Line::new().name(self.slot(*slot)),
        }
    }

    fn target(&self, target: &Target) -> String {
        let value = |kind: Option<usize>, index: usize| {
            let kind = kind.and_then(|kind| self.shower.game.tags.get(kind));
            kind.and_then(|kind| kind.values.get(index)).map_or(String::new(), |(name, _)| name.to_string())
        };
        let of = |who: &Who, name: String| match self.who(who) {
            Some(who) => format!("{who}.{name}"),
            None => name,
        };
        match target {
            Target::Slot(slot) => self.slot(*slot),
            Target::TagValue(slot, index) => {
                use crate::check::program::{Kind, SlotKind};
                let kind = match self.action.slots.get(*slot).map(|slot| &slot.kind) {
                    Some(SlotKind::Value(Kind::Tag(kind))) => Some(*kind),
                    _ => None,
                };
                format!("{}.{}", self.slot(*slot), value(kind, *index))
            }
            Target::Points(points, who) => of(who, self.points(*points)),
            Target::Trait(index, who) => of(who, self.of_trait(*index)),
            Target::KindValue(kind, index, who) => {
                let name = self.shower.game.tags.get(*kind).map_or("", |kind| &*kind.name);
                of(who, format!("{name}.{}", value(Some(*kind), *index)))
            }
        }
    }
}
