//! Describes the steps of an action, in words close to those of its file.

use super::super::document::{Block, Document, Line};
use super::Shower;
use crate::check::program::{
    Action, Ask, DiceSelection, Duration, Ending, Gift, Ir, Loss, Lowered, Op, Over, PointsRef, RoleGiven, SlotId,
    SlotKind, Step, TagId, Target, Test, TrackId, TraitRef, Verb, WhichMark, Who,
};
use crate::id::Id;
use crate::ruleset::FormatKey;
use crate::ruleset::model::RerollKeep;
use crate::ruleset::steps::{DescribesKind, Describing, Do, Each, Oppose, Repeat, Roll};

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
        let time = |index: &usize| self.game.time(*index).name.to_string();
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
                        false => format!("{}: {bare}", time(unit)),
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
        self.shower.text(ir)
    }

    fn slot(&self, slot: usize) -> String {
        self.action.slot(slot).name.to_string()
    }

    /// A label that people wrote.
    fn label(&self, slot: usize) -> Line {
        let name = self.slot(slot);
        if name.is_empty() || name.starts_with('·') { Line::new() } else { Line::new().name(name).plain(": ") }
    }

    /// A character: a role, none, the table.
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

    fn input(&self, test: Id<Test>, index: usize) -> String {
        let input = self.shower.game.tests[test].inputs.get(index);
        input.map_or(String::new(), |(name, _)| name.to_string())
    }

    fn step(&self, document: Document, step: &Step, depth: u8) -> Document {
        let mut head = self.label(step.slot);
        if let Some(when) = &step.when {
            head = head.then(self.word("does-when")).plain(" ").then(self.formula(when)).plain(": ");
        }
        if matches!(step.verb, Verb::Broken) {
            return document;
        }
        let mut to = StepWriter { steps: self, verb: "", line: head, below: Document::new(), depth, track: None };
        let picks = self.action.slots.get(step.slot).is_some_and(|slot| matches!(slot.kind, SlotKind::Rolls(_)));
        match &step.verb {
            Verb::Steps(rolls) if picks => to.one_roll(&rolls.steps),
            // A row that is rolled: what its table is called.
            Verb::Steps(row)
                if self.is_row(step, &row.steps)
                    && let Some(first) = row.steps.first() =>
            {
                first.verb.describe(&mut to);
            }
            verb => verb.describe(&mut to),
        }
        let mut document = document.item(depth, to.line);
        document.append(to.below);
        document
    }

    /// Whether steps are those of a row that is rolled.
    fn is_row(&self, step: &Step, steps: &[Step]) -> bool {
        let slots = &self.action.slots;
        let hidden = steps.first().and_then(|first| slots.get(first.slot)).is_some_and(|slot| slot.is_hidden());
        hidden && slots.get(step.slot).is_some_and(|slot| slots.row(&slot.name).is_some())
    }

    fn named(&self, name: &str, ir: &Ir) -> Line {
        Line::new().name(name).plain(": ").then(self.formula(ir))
    }

    fn inputs(&self, test: Id<Test>, with: &[(usize, Ir)]) -> Line {
        self.with(with.iter().map(|(index, ir)| (self.input(test, *index), self.shower.formula_among(ir))))
    }

    /// The test of the intervention that is shown.
    fn changed_test(&self) -> Option<Id<Test>> {
        use crate::check::program::Hook;
        let mut places = self.shower.game.places();
        places.find(|place| std::ptr::eq(&place.action, self.action)).and_then(|place| match place.hook {
            Hook::Test(_, test) | Hook::Settled(test) => Some(test),
            Hook::Step(..) => None,
        })
    }

    fn points(&self, points: PointsRef) -> String {
        match points {
            PointsRef::Fixed(index) => self.shower.game.points[index].name.to_string(),
            PointsRef::Slot(slot) => self.slot(slot),
        }
    }

    fn of_trait(&self, one: TraitRef) -> String {
        match one {
            TraitRef::Fixed(index) => self.shower.game.traits.get(index).map_or("", |one| &*one.name).to_owned(),
            TraitRef::Slot(slot) => self.slot(slot),
        }
    }

    fn given(&self, given: &Gift) -> Line {
        match given {
            Gift::Points(points, ir) => self.named(&self.points(*points), ir),
            Gift::Trait(index, ir) => self.named(&self.of_trait(*index), ir),
            Gift::Tag(kind, name, values, lasts) => {
                let kind = &self.shower.game.tags[*kind];
                let mut line = Line::new().name(&kind.name);
                if let Some(name) = name {
                    line = line.plain(" ").then(self.formula(name));
                }
                let named = |(index, ir): &(usize, Ir)| Some(self.named(&kind.values.get(*index)?.0, ir));
                let mut inside: Vec<Line> = values.iter().filter_map(named).collect();
                inside.extend(lasts.as_ref().map(|lasts| self.shower.as_said(&self.shower.lasts(lasts))));
                if inside.is_empty() { line } else { line.plain(" (").then(Line::join(inside, ", ")).plain(")") }
            }
        }
    }

    fn taken(&self, taken: &Loss) -> Line {
        match taken {
            Loss::Points(points, ir) => self.named(&self.points(*points), ir),
            Loss::Trait(index, ir) => self.named(&self.of_trait(*index), ir),
            Loss::Tags(kind, Some(ir)) => self.named(&self.shower.game.tags[*kind].name, ir),
            Loss::Tags(kind, None) => Line::new().name(&self.shower.game.tags[*kind].name),
            Loss::Tag(slot, Some(ir)) => self.named(&self.slot(*slot), ir),
            Loss::Tag(slot, None) => Line::new().name(self.slot(*slot)),
            Loss::Named(_, which, who, Some(ir)) => self.named(&self.of(who, self.shower.formula(which)), ir),
            Loss::Named(_, which, who, None) => Line::new().name(self.of(who, self.shower.formula(which))),
        }
    }

    fn of(&self, who: &Who, name: String) -> String {
        match self.who(who) {
            Some(who) => format!("{who}.{name}"),
            None => name,
        }
    }

    fn target(&self, target: &Target) -> String {
        let value = |kind: Option<TagId>, index: usize| {
            let kind = kind.map(|kind| &self.shower.game.tags[kind]);
            kind.and_then(|kind| kind.values.get(index)).map_or(String::new(), |(name, _)| name.to_string())
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
            Target::Points(points, who) => self.of(who, self.points(*points)),
            Target::Trait(index, who) => self.of(who, self.of_trait(*index)),
            Target::NamedValue(.., which, who) => self.of(who, self.shower.formula(which)),
            Target::KindValue(kind, index, who) => {
                let name = &self.shower.game.tags[*kind].name;
                self.of(who, format!("{name}.{}", value(Some(*kind), *index)))
            }
        }
    }
}

/// Describes one step: its line and the lines below it.
struct StepWriter<'a> {
    steps: &'a StepShower<'a>,
    verb: &'static str,
    line: Line,
    below: Document,
    depth: u8,
    /// The track that was last named.
    track: Option<TrackId>,
}

impl StepWriter<'_> {
    fn push(&mut self, line: Line) {
        self.line = std::mem::take(&mut self.line).then(line);
    }

    /// What is behind a key, after a word for it.
    fn put(&mut self, key: &FormatKey, word: &str, line: Line) {
        let start =
            if key.name == self.verb { Line::new() } else { Line::new().plain(", ").then(self.steps.word(word)) };
        self.push(start.plain(" ").then(line));
    }

    fn list(&mut self, key: &FormatKey, lines: impl IntoIterator<Item = Line>) {
        self.put(key, "", Line::join(lines, ", "));
    }

    fn also(&mut self, word: &str) {
        self.push(Line::new().plain(", ").then(self.steps.word(word)));
    }

    fn branch(&mut self, head: Line, steps: &[Step]) {
        if !steps.is_empty() {
            let below = std::mem::take(&mut self.below).item(self.depth.saturating_add(1), head);
            self.below = self.steps.all(below, steps, self.depth.saturating_add(2));
        }
    }

    fn on(&self) -> Line {
        self.steps.word("does-on").plain(" ")
    }

    /// A roll of the test that an answer names: which, and then each test.
    fn one_roll(&mut self, steps: &[Step]) {
        self.verb("roll");
        let rolls: Vec<&Roll<Lowered>> = steps
            .iter()
            .filter_map(|step| if let Verb::Roll(roll) = &step.verb { Some(&**roll) } else { None })
            .collect();
        for step in steps {
            if let Verb::Value(value) = &step.verb {
                let which = self.steps.formula(&value.formula);
                self.rolls(which, &rolls);
            }
        }
    }

    fn rolls(&mut self, which: Line, rolls: &[&Roll<Lowered>]) {
        let steps = self.steps;
        let Some(first) = rolls.first() else { return };
        // In an action without roles it has no roller.
        let no_roller = matches!(first.by.op, Op::Number(-1));
        let by = if no_roller { Line::new() } else { steps.beside("does-by", &first.by) };
        let mut with: Vec<(String, Line)> = Vec::new();
        for (test, (input, ir)) in rolls.iter().flat_map(|roll| roll.with.iter().map(|one| (roll.test, one))) {
            let name = steps.input(test, *input);
            if with.iter().all(|(known, _)| *known != name) {
                with.push((name, steps.shower.formula_among(ir)));
            }
        }
        self.push(Line::new().plain(" ").then(which).then(by).then(steps.with(with)));
        self.branch(steps.word("does-seen"), &first.seen);
        let mut heads: Vec<Line> = Vec::new();
        for (test, (ending, inside)) in rolls.iter().flat_map(|roll| roll.on.iter().map(|one| (roll.test, one))) {
            let classes = &steps.shower.game.classes;
            let head = match ending {
                Ending::Outcome(index) => {
                    let outcome = steps.shower.game.tests[test].outcomes.get(*index);
                    self.on().name(crate::check::outcome_word(outcome.map_or("", |outcome| &*outcome.name), classes))
                }
                Ending::Class(class) => self.on().name(classes.get(*class).map_or("", |class| &**class)),
                Ending::Success => self.on().plain(steps.shower.say("does-success")),
                Ending::Failure => self.on().plain(steps.shower.say("does-failure")),
            };
            if !heads.contains(&head) {
                heads.push(head.clone());
                self.branch(head, inside);
            }
        }
    }
}

impl Describing<Lowered> for StepWriter<'_> {
    fn verb(&mut self, verb: &'static str) {
        self.verb = verb;
        if verb != "value" {
            self.push(self.steps.word(&format!("does-{verb}")));
        }
    }

    fn value(&mut self, _: &FormatKey, formula: &Ir) {
        self.push(self.steps.formula(formula));
    }

    fn number(&mut self, key: &FormatKey, formula: &Ir) {
        self.put(key, "", self.steps.formula(formula));
    }

    fn cell(&mut self, key: &FormatKey, formula: &Ir) {
        self.put(key, "", self.steps.formula(formula));
    }

    fn text(&mut self, key: &FormatKey, text: &Ir) {
        self.put(key, "", self.steps.formula(text));
    }

    fn question(&mut self, key: &FormatKey, ask: &Ask) {
        self.put(key, "", self.steps.shower.question(&ask.question));
    }

    fn steps(&mut self, _: &FormatKey, steps: &[Step]) {
        self.below = self.steps.all(std::mem::take(&mut self.below), steps, self.depth.saturating_add(1));
    }

    fn who(&mut self, key: &FormatKey, who: &Who) {
        self.push(self.steps.beside(&format!("does-{}", key.name.replace(' ', "-")), who));
    }

    fn track(&mut self, key: &FormatKey, track: &TrackId) {
        self.put(key, "does-on-track", Line::new().name(&self.steps.shower.game.tracks[*track].name));
        self.track = Some(*track);
    }

    fn mark(&mut self, key: &FormatKey, mark: &WhichMark) {
        let track = self.track.map(|track| &self.steps.shower.game.tracks[track]);
        let fits = |(_, worth): &(_, i64)| *worth > 1;
        let line = match mark {
            WhichMark::Any if key.name == "as" && track.is_some_and(|track| !track.worth.iter().any(fits)) => {
                Line::new().name(track.and_then(|track| track.marks.first()).map_or("", |(name, _)| &**name))
            }
            WhichMark::Any => return,
            WhichMark::Fixed(mark) => {
                let name = track.and_then(|track| track.marks.get(*mark)).map_or("", |(name, _)| &**name);
                Line::new().name(name)
            }
            WhichMark::Word(ir, _) => self.steps.formula(ir),
        };
        self.put(key, &format!("does-{}", key.name), line);
    }

    fn deck(&mut self, key: &FormatKey, deck: &TagId) {
        self.put(key, "", Line::new().name(&self.steps.shower.game.tags[*deck].name));
    }

    fn how_many(&mut self, key: &FormatKey, count: &Option<Ir>) {
        if let Some(count) = count {
            self.put(key, "does-number", self.steps.formula(count));
        }
    }

    fn holder(&mut self, key: &FormatKey, who: &Who) {
        match who.op {
            Op::Number(0) => self.put(key, "does-to", Line::new().plain(self.steps.shower.say("does-table"))),
            _ => self.who(key, who),
        }
    }

    fn many(&mut self, key: &FormatKey, role: &SlotId) {
        self.put(key, "", Line::new().name(self.steps.slot(role.0)));
    }

    fn scores(&mut self, key: &FormatKey, formulas: &[Ir]) {
        self.put(key, "does-by-order", Line::join(formulas.iter().map(|ir| self.steps.formula(ir)), ", "));
    }

    fn ties(&mut self, key: &FormatKey, action: &Option<usize>) {
        if let Some(action) = action.and_then(|index| self.steps.shower.game.actions.get(index)) {
            self.put(key, "does-ties", Line::new().name(&action.name));
        }
    }

    fn dice(&mut self, key: &FormatKey, dice: &DiceSelection) {
        let name = match *dice {
            DiceSelection::All => self.steps.shower.say("does-all-dice"),
            DiceSelection::Answer(slot) => self.steps.slot(slot.0),
            DiceSelection::Hand(index) => {
                let test = self.steps.changed_test().map(|test| &self.steps.shower.game.tests[test]);
                let hand = test.and_then(|test| test.values.get(index));
                hand.map_or(String::new(), |hand| hand.name.to_string())
            }
        };
        self.put(key, "", Line::new().name(name));
    }

    fn changes(&mut self, key: &FormatKey, inputs: &[(usize, Ir)]) {
        let test = self.steps.changed_test();
        let name = |index: usize| test.map_or(String::new(), |test| self.steps.input(test, index));
        self.list(key, inputs.iter().map(|(index, ir)| self.steps.named(&name(*index), ir)).collect::<Vec<_>>());
    }

    fn amount(&mut self, key: &FormatKey, count: &Option<Ir>) {
        let count = count.as_ref().map_or_else(|| self.steps.word("does-all"), |ir| self.steps.formula(ir));
        self.put(key, "", count);
    }

    fn showing(&mut self, key: &FormatKey, bounds: &Option<(Option<i64>, Option<i64>)>) {
        if let Some((low, high)) = bounds {
            let range = crate::check::range_words(low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
            self.put(key, "does-showing", Line::new().plain(range));
        }
    }

    fn keep(&mut self, _: &FormatKey, keep: &RerollKeep) {
        match keep {
            RerollKeep::New => {}
            RerollKeep::Better => self.also("does-keep-better"),
            RerollKeep::Worse => self.also("does-keep-worse"),
        }
    }

    fn given(&mut self, key: &FormatKey, what: &[Gift]) {
        self.list(key, what.iter().map(|given| self.steps.given(given)).collect::<Vec<_>>());
    }

    fn taken(&mut self, key: &FormatKey, what: &[Loss]) {
        self.list(key, what.iter().map(|taken| self.steps.taken(taken)).collect::<Vec<_>>());
    }

    fn paid(&mut self, key: &FormatKey, what: &[(PointsRef, Ir)]) {
        let paid = |(points, ir): &(PointsRef, Ir)| self.steps.named(&self.steps.points(*points), ir);
        self.list(key, what.iter().map(paid).collect::<Vec<_>>());
    }

    fn targets(&mut self, key: &FormatKey, what: &[(Target, Ir)]) {
        let target = |(target, ir): &(Target, Ir)| self.steps.named(&self.steps.target(target), ir);
        self.list(key, what.iter().map(target).collect::<Vec<_>>());
    }

    fn lasts(&mut self, key: &FormatKey, lasts: &Option<Duration>) {
        if let Some(lasts) = lasts {
            self.put(key, "does-for", self.steps.shower.as_said(&self.steps.shower.lasts(lasts)));
        }
    }

    fn until(&mut self, key: &FormatKey, until: &Option<usize>) {
        if let Some(ir) = until.and_then(|index| self.steps.shower.game.untils.get(index)) {
            self.put(key, "does-until", self.steps.formula(ir));
        }
    }

    fn any(&mut self, _: &FormatKey, any: &bool) {
        if *any {
            self.also("does-any");
        }
    }
}

impl DescribesKind<Roll<Lowered>> for StepWriter<'_> {
    fn describe(&mut self, roll: &Roll<Lowered>) {
        self.rolls(Line::new().name(&*self.steps.shower.game.tests[roll.test].name), &[roll]);
    }
}

impl DescribesKind<Oppose<Lowered>> for StepWriter<'_> {
    fn describe(&mut self, oppose: &Oppose<Lowered>) {
        let steps = self.steps;
        let name = &*steps.shower.game.tests[oppose.test].name;
        let side = |(slot, with): &(SlotId, Vec<(usize, Ir)>)| {
            Line::new().name(steps.slot(slot.0)).then(steps.inputs(oppose.test, with))
        };
        let sides = Line::join(oppose.sides.iter().map(side), " / ");
        self.push(Line::new().plain(" ").name(name).plain(": ").then(sides));
        self.branch(steps.word("does-seen"), &oppose.seen);
        for (winner, inside) in &oppose.on {
            let side = oppose.sides.get(*winner);
            let name = side.map_or_else(|| steps.shower.say("does-tie"), |(slot, _)| steps.slot(slot.0));
            self.branch(self.on().name(name), inside);
        }
    }
}

impl DescribesKind<Do<Lowered>> for StepWriter<'_> {
    /// `do hurt as victim: target, with harm: base`
    fn describe(&mut self, act: &Do<Lowered>) {
        let steps = self.steps;
        let action = steps.shower.game.action(act.action);
        let slot = |index: usize| action.slot(index).name.to_string();
        self.push(Line::new().plain(" ").name(&action.name));
        let cast = act.roles.iter().enumerate().filter_map(|(index, role)| {
            let who = match role {
                RoleGiven::One(ir) => steps.who(ir)?,
                RoleGiven::Many(slot) => steps.slot(slot.0),
                RoleGiven::Empty => steps.shower.say("does-nobody"),
            };
            Some(Line::new().name(slot(index)).plain(": ").name(who))
        });
        let cast = Line::join(cast, ", ");
        if !cast.is_empty() {
            self.also("does-as");
            self.push(Line::new().plain(" ").then(cast));
        }
        self.push(steps.with(act.with.iter().map(|(index, ir)| (slot(*index), steps.shower.formula_among(ir)))));
    }
}

impl DescribesKind<Repeat<Lowered>> for StepWriter<'_> {
    fn describe(&mut self, repeat: &Repeat<Lowered>) {
        let steps = self.steps;
        self.push(Line::new().plain(" ").then(steps.formula(&repeat.rounds)));
        if let Some(until) = &repeat.until {
            self.push(Line::new().plain(", ").then(steps.word("does-until")).plain(" ").then(steps.formula(until)));
        }
        self.below = steps.all(std::mem::take(&mut self.below), &repeat.round.steps, self.depth.saturating_add(1));
    }
}

impl DescribesKind<Each<Lowered>> for StepWriter<'_> {
    fn describe(&mut self, each: &Each<Lowered>) {
        let steps = self.steps;
        let (one, over) = &each.each;
        self.push(Line::new().plain(" ").name(steps.slot(*one)).plain(": "));
        self.push(match over {
            Over::Role(all) => Line::new().name(steps.slot(all.0)),
            Over::Tags(kind, who) => {
                Line::new().name(&steps.shower.game.tags[*kind].name).then(steps.beside("does-of", who))
            }
            Over::Answers(all) => all.iter().enumerate().fold(Line::new(), |line, (at, slot)| {
                line.plain(if at > 0 { ", " } else { "" }).name(steps.slot(slot.0))
            }),
        });
        self.below = steps.all(std::mem::take(&mut self.below), &each.steps, self.depth.saturating_add(1));
    }
}
