//! What characters have, and what stands behind a dot.

use super::names::suggest;
use super::{Lower, Lowered, Place, Want};
use crate::check::program::{Gathering, Ir, Kind, Named, Op, PointsRead, RollFact, Slot, SlotKind, TrackRead};
use crate::syntax::{Arg, Expr, ExprKind, Name, Problem, TextSpan};

/// What stands before a dot.
enum Thing {
    /// A character.
    Person(Ir),
    /// A test that was rolled: slot, test, side.
    Roll(usize, usize, usize),
    /// Two sides of a test: slot, test, the names of both roles.
    Contest(usize, usize, [String; 2]),
    /// Another action: slot, action.
    Did(usize, usize),
    /// A tag: its formula and kind.
    Tag(Ir, usize),
    /// Points in a slot, and whose they are.
    PointsIn(usize, Option<usize>),
    /// A track of whoever is spoken of.
    Track(usize),
    /// Points of whoever is spoken of.
    Points(usize),
    /// A kind of tag of whoever is spoken of.
    TagKind(usize),
}

/// What a track can be asked.
pub(super) const TRACK: [&str; 4] = ["lost", "left", "boxes", "state"];

impl Lower<'_> {
    /// What the name of something that a character has means, and its kind.
    pub(super) fn thing_named(&self, named: Named) -> Option<(Op, Kind)> {
        Some(match named {
            Named::Points(index) => (Op::Points(index, PointsRead::Now), Kind::Number),
            Named::Tag(index) => (Op::HasTag(index), Kind::Flag),
            _ => return None,
        })
    }

    /// What a slot of the running action means.
    pub(super) fn slot_named(&self, text: &str) -> Option<(Op, Kind)> {
        let slots = self.scope.slots;
        let index = slots.iter().rposition(|slot| &*slot.name == text)?;
        match &slots.get(index)?.kind {
            SlotKind::Role => Some((Op::Slot(index), Kind::Person)),
            SlotKind::Value(kind) => Some((Op::Slot(index), kind.clone())),
            SlotKind::Points(_) => Some((Op::Slot(index), Kind::Points)),
            _ => None,
        }
    }

    /// What a name means in a state of a track, and in what a tag gives.
    pub(super) fn own_named(&self, text: &str) -> Option<(Op, Kind)> {
        if let Some(index) = self.scope.own.iter().position(|(name, _)| &**name == text) {
            let kind = self.scope.own.get(index).map_or(Kind::Broken, |(_, kind)| kind.clone());
            return Some((Op::OwnValue(index), kind));
        }
        let track = self.scope.track?;
        let (read, kind) = self.track_read(track, text)?;
        Some((Op::Track(track, read), kind))
    }

    fn track_read(&self, track: usize, text: &str) -> Option<(TrackRead, Kind)> {
        let def = self.game.tracks.get(track)?;
        Some(match text {
            "lost" => (TrackRead::Lost, Kind::Number),
            "left" => (TrackRead::Left, Kind::Number),
            "boxes" => (TrackRead::Boxes, Kind::Number),
            "state" if !def.states.is_empty() => {
                let words: Vec<String> = def.states.iter().map(|state| state.name.to_string()).collect();
                (TrackRead::State, Kind::Choice(words.into()))
            }
            _ => {
                let mark = def.marks.iter().position(|(name, _)| &**name == text)?;
                (TrackRead::Mark(mark), Kind::Number)
            }
        })
    }

    /// Whether a formula speaks of what somebody has.
    fn is_somebodys(&self, op: &Op) -> bool {
        match op {
            Op::Points(index, _) => !self.game.points.get(*index).is_some_and(|one| one.shared),
            Op::Trait(_)
            | Op::PointsAt(..)
            | Op::Track(..)
            | Op::HasTag(_)
            | Op::TagCount(..)
            | Op::TagValue(..)
            | Op::Gather(..) => true,
            _ => false,
        }
    }

    /// In an action a bare name belongs to its only character; where there are several,
    /// it has to be said whose it is.
    pub(super) fn owned(&mut self, (ir, kind): Lowered, name: &str, span: TextSpan) -> Lowered {
        if self.scope.place != Place::Action || !self.is_somebodys(&ir.op) {
            return (ir, kind);
        }
        match self.scope.sole {
            Some(slot) => {
                let person = self.ir(Op::Slot(slot), span);
                (self.ir(Op::Of(Box::new(person), Box::new(ir)), span), kind)
            }
            None => {
                let roles = self.scope.slots.iter().filter(|slot| slot.kind == SlotKind::Role);
                let mut people: Vec<&str> = roles.map(|slot| &*slot.name).collect();
                if people.is_empty() {
                    // In a case, whoever sits there; the first is the table.
                    people.extend(self.scope.people.iter().skip(1).map(String::as_str));
                }
                let written = self.text.get(span.range()).unwrap_or(name);
                let whose = people.iter().map(|who| format!("{}.{written}", super::quoted_where_needed(who)));
                let whose: Vec<String> = whose.collect();
                let problem = Problem::new("whose-name", span).arg("name", name);
                self.report(problem.help_with("help-one-of", "names", whose));
                self.broken(span)
            }
        }
    }

    /// A value of kind points, where a number is due: what there is now.
    pub(super) fn now(&mut self, op: Op, span: TextSpan) -> Lowered {
        let slot = match op {
            Op::Slot(slot) => slot,
            Op::Input(_) => {
                // Of whoever rolls.
                let reference = self.ir(op, span);
                return (self.ir(Op::PointsAt(Box::new(reference), PointsRead::Now), span), Kind::Number);
            }
            _ => return (self.ir(op, span), Kind::Points),
        };
        let owner = match self.scope.slots.get(slot).map(|slot| &slot.kind) {
            Some(SlotKind::Points(owner)) => *owner,
            _ => None,
        };
        self.points_in(slot, owner, PointsRead::Now, span)
    }

    fn points_in(&mut self, slot: usize, owner: Option<usize>, read: PointsRead, span: TextSpan) -> Lowered {
        let reference = self.ir(Op::Slot(slot), span);
        let ir = self.ir(Op::PointsAt(Box::new(reference), read), span);
        let ir = match owner.or(self.scope.sole) {
            Some(owner) => {
                let person = self.ir(Op::Slot(owner), span);
                self.ir(Op::Of(Box::new(person), Box::new(ir)), span)
            }
            None => ir,
        };
        (ir, Kind::Number)
    }

    /// `a.b`, `a.b.c`
    pub(super) fn member(&mut self, of: &Name, what: &Expr, span: TextSpan) -> Lowered {
        if self.is_broken_label(of) || matches!(what.kind, ExprKind::Missing) {
            return self.broken(span);
        }
        if matches!(what.kind, ExprKind::Missing) {
            // That nothing stands there was said when it was read.
            return self.broken(span);
        }
        let Some(thing) = self.thing(of) else {
            self.unknown_owner(of);
            return self.broken(span);
        };
        self.behind(thing, &of.text, what, span)
    }

    fn thing(&mut self, of: &Name) -> Option<Thing> {
        let slots = self.scope.slots;
        if let Some(index) = slots.iter().rposition(|slot| *slot.name == *of.text) {
            return match &slots.get(index)?.kind {
                SlotKind::Role | SlotKind::Value(Kind::Person) => {
                    Some(Thing::Person(self.ir(Op::Slot(index), of.span)))
                }
                SlotKind::Value(Kind::Tag(kind)) => Some(Thing::Tag(self.ir(Op::Slot(index), of.span), *kind)),
                SlotKind::Points(owner) => Some(Thing::PointsIn(index, *owner)),
                SlotKind::Roll(test) => Some(Thing::Roll(index, *test, 0)),
                SlotKind::Contest(test, left, right) => {
                    let name =
                        |slot: &usize| slots.get(*slot).map_or(String::new(), |slot: &Slot| slot.name.to_string());
                    Some(Thing::Contest(index, *test, [name(left), name(right)]))
                }
                SlotKind::Did(action) => Some(Thing::Did(index, *action)),
                _ => None,
            };
        }
        if let Some(index) = self.scope.people.iter().position(|name| *name == of.text) {
            let index = i64::try_from(index).unwrap_or(-1);
            return Some(Thing::Person(self.ir(Op::Number(index), of.span)));
        }
        match self.game.names.get(&of.text)? {
            Named::Track(index) => Some(Thing::Track(*index)),
            Named::Points(index) => Some(Thing::Points(*index)),
            Named::Tag(index) => Some(Thing::TagKind(*index)),
            _ => None,
        }
    }

    fn unknown_owner(&mut self, of: &Name) {
        if self.game.unread.contains(&of.text) {
            return;
        }
        if let Some(problem) = self.about_label(of) {
            self.report(problem);
            return;
        }
        let slots = self.scope.slots.iter().map(|slot| slot.name.to_string());
        let people = self.scope.people.iter().cloned();
        let mut names: Vec<String> = slots.chain(people).filter(|name| !name.starts_with('·')).collect();
        if self.exact(&of.text).is_some() {
            self.report(Problem::new("nothing-behind-dot", of.span).arg("name", &*of.text));
            return;
        }
        let things = self.game.names.iter();
        names.extend(
            things
                .filter(|(_, named)| matches!(named, Named::Track(_) | Named::Points(_) | Named::Tag(_)))
                .map(|(name, _)| name.clone()),
        );
        names.sort();
        names.dedup();
        let problem = Problem::new("unknown-name", of.span).arg("name", &*of.text);
        self.report(suggest(problem, &of.text, of.span, &names));
    }

    fn behind(&mut self, thing: Thing, of: &str, what: &Expr, span: TextSpan) -> Lowered {
        match thing {
            Thing::Person(person) => {
                let (ir, kind) = self.of_somebody(what);
                if kind == Kind::Broken {
                    return self.broken(span);
                }
                (self.ir(Op::Of(Box::new(person), Box::new(ir)), span), kind)
            }
            Thing::Roll(slot, test, side) => self.of_roll(slot, test, side, what, span),
            Thing::Contest(slot, test, roles) => self.of_contest(slot, test, &roles, what, span),
            Thing::Did(slot, action) => self.of_action(slot, action, what, span),
            Thing::Tag(tag, kind) => self.of_tag(tag, kind, what, span),
            Thing::PointsIn(slot, owner) => match name_of(what) {
                Some(name) if name.text == "max" => self.points_in(slot, owner, PointsRead::Max, span),
                _ => self.not_there(of, what, &["max".to_owned()], span),
            },
            Thing::Points(_) | Thing::Track(_) | Thing::TagKind(_) => {
                let (ir, kind) = self.of_thing(&thing, of, what);
                if kind == Kind::Broken {
                    return self.broken(span);
                }
                self.owned((ir, kind), self.text.get(span.range()).unwrap_or(of), span)
            }
        }
    }

    /// What can be read of a track, points or a kind of tag of whoever is spoken of.
    fn of_thing(&mut self, thing: &Thing, of: &str, what: &Expr) -> Lowered {
        let span = what.span;
        let name = name_of(what).map(|name| name.text.clone()).unwrap_or_default();
        let known = match thing {
            Thing::Track(index) => {
                if let Some((read, kind)) = self.track_read(*index, &name) {
                    return (self.ir(Op::Track(*index, read), span), kind);
                }
                let marks = self.game.tracks.get(*index).map(|track| track.marks.as_slice()).unwrap_or_default();
                let states = self.game.tracks.get(*index).is_some_and(|track| !track.states.is_empty());
                TRACK
                    .iter()
                    .filter(|name| states || **name != "state")
                    .map(|one| (*one).to_owned())
                    .chain(marks.iter().map(|(name, _)| name.to_string()))
                    .collect()
            }
            Thing::Points(index) if name == "max" => {
                return (self.ir(Op::Points(*index, PointsRead::Max), span), Kind::Number);
            }
            Thing::Points(_) => vec!["max".to_owned()],
            Thing::TagKind(index) => {
                let values = self.game.tags.get(*index).map(|kind| kind.values.as_slice()).unwrap_or_default();
                if let Some(at) = values.iter().position(|(value, _)| **value == *name) {
                    let kind = values.get(at).map_or(Kind::Broken, |(_, question)| question.value_kind());
                    return (self.ir(Op::TagValue(*index, at), span), kind);
                }
                values.iter().map(|(name, _)| name.to_string()).collect()
            }
            _ => Vec::new(),
        };
        self.not_there(of, what, &known, span)
    }

    /// What stands behind the dot of a character.
    fn of_somebody(&mut self, what: &Expr) -> Lowered {
        let span = what.span;
        match &what.kind {
            ExprKind::Name(name) => {
                let found = match self.game.names.get(&name.text) {
                    Some(Named::Trait(index)) => Some((Op::Trait(*index), self.game.trait_kind(*index))),
                    Some(named) => self.thing_named(*named),
                    None => None,
                };
                if let Some((op, kind)) = found {
                    return (self.ir(op, span), kind);
                }
                if let Some(Named::Track(_)) = self.game.names.get(&name.text) {
                    let problem = Problem::new("track-needs-dot", span).arg("name", &*name.text);
                    let example = format!("{}.lost", self.text.get(span.range()).unwrap_or(&name.text));
                    self.report(problem.help_with("help-write", "example", example));
                    return self.broken(span);
                }
                self.nobody_has(name);
                self.broken(span)
            }
            ExprKind::Call { name, args } => match self.gathered(&name.text, args, span) {
                Some(found) => found,
                None => {
                    self.report(Problem::new("call-not-of-somebody", span).arg("name", &*name.text));
                    self.broken(span)
                }
            },
            ExprKind::Member { of, what } => {
                let thing = match self.game.names.get(&of.text) {
                    Some(Named::Track(index)) => Thing::Track(*index),
                    Some(Named::Points(index)) => Thing::Points(*index),
                    Some(Named::Tag(index)) => Thing::TagKind(*index),
                    _ => {
                        self.nobody_has(of);
                        return self.broken(span);
                    }
                };
                self.of_thing(&thing, &of.text, what)
            }
            ExprKind::Missing => self.broken(span),
            _ => {
                self.report(Problem::new("not-of-somebody", span));
                self.broken(span)
            }
        }
    }

    fn nobody_has(&mut self, name: &Name) {
        if self.game.unread.contains(&name.text) {
            return;
        }
        let mut known: Vec<String> = self
            .game
            .names
            .iter()
            .filter(|(_, named)| matches!(named, Named::Trait(_) | Named::Points(_) | Named::Tag(_) | Named::Track(_)))
            .map(|(name, _)| name.clone())
            .collect();
        known.sort();
        let problem = Problem::new("nobody-has", name.span).arg("name", &*name.text);
        self.report(suggest(problem, &name.text, name.span, &known));
    }

    /// `sum(gives)`, `count(tag, value = …)`: what modifiers come to, how many tags there are.
    pub(super) fn gathered(&mut self, what: &str, args: &[Arg], span: TextSpan) -> Option<Lowered> {
        let (first, rest) = args.split_first()?;
        let Arg::Value(expr) = first else { return None };
        if let ("count", ExprKind::Member { of, what: inner }) = (what, &expr.kind)
            && let Some(Thing::Person(person)) = self.thing(of)
            && let Some(name) = name_of(inner)
            && let Some(Named::Tag(kind)) = self.game.names.get(&name.text)
        {
            let (ir, number) = self.tag_count(*kind, rest, span);
            return Some((self.ir(Op::Of(Box::new(person), Box::new(ir)), span), number));
        }
        let name = name_of(expr)?;
        if what == "count" {
            let Some(Named::Tag(kind)) = self.game.names.get(&name.text) else { return None };
            return Some(self.tag_count(*kind, rest, span));
        }
        let how = match what {
            "sum" => Gathering::Sum,
            "highest" => Gathering::Highest,
            "lowest" => Gathering::Lowest,
            _ => return None,
        };
        if !rest.is_empty() {
            return None;
        }
        let Some(index) = self.game.modifiers.iter().position(|one| **one == *name.text) else {
            // Nothing else than a modifier is meant by a name that means nothing else.
            let typed = self.scope.place == Place::Typed && self.game.modifiers.is_empty();
            if typed || self.lookup(name).is_some() || self.game.names.contains_key(&name.text) {
                return None;
            }
            let names: Vec<String> = self.game.modifiers.iter().map(|name| name.to_string()).collect();
            let problem = Problem::new("gathered-never-given", expr.span).arg("name", &*name.text);
            self.report(suggest(problem, &name.text, expr.span, &names));
            return Some(self.broken(span));
        };
        Some((self.ir(Op::Gather(how, index), span), Kind::Number))
    }

    fn tag_count(&mut self, kind: usize, rest: &[Arg], span: TextSpan) -> Lowered {
        let mut wanted = Vec::new();
        for arg in rest {
            let Arg::Named { name, value } = arg else {
                let name = self.game.tags.get(kind).map_or("", |kind| &*kind.name);
                let value = self.game.tags.get(kind).and_then(|kind| kind.values.first());
                let problem = Problem::new("tag-value-by-name", span).arg("kind", name);
                let example = value.map(|(value, _)| {
                    let name = super::quoted_where_needed(name);
                    format!("count({name}, {} = …)", super::quoted_where_needed(value))
                });
                self.report(match example {
                    Some(example) => problem.help_with("help-write", "example", example),
                    None => problem,
                });
                continue;
            };
            let values: Vec<(std::sync::Arc<str>, Kind)> = self
                .game
                .tags
                .get(kind)
                .map(|kind| kind.values.iter().map(|(name, one)| (name.clone(), one.value_kind())).collect())
                .unwrap_or_default();
            match values.iter().position(|(value, _)| **value == *name.text) {
                Some(at) => {
                    let due = values.get(at).map_or(Kind::Broken, |(_, kind)| kind.clone());
                    let ir = self.of_kind(value, &due);
                    wanted.push((at, ir));
                }
                None => {
                    let names: Vec<String> = values.iter().map(|(name, _)| name.to_string()).collect();
                    let of = self.game.tags.get(kind).map_or("", |kind| &*kind.name);
                    let problem = Problem::new("no-such-tag-value", name.span).arg("name", &*name.text);
                    self.report(suggest(problem.arg("kind", of), &name.text, name.span, &names));
                }
            }
        }
        (self.ir(Op::TagCount(kind, wanted), span), Kind::Number)
    }

    /// A formula whose value has to be of a kind.
    pub(crate) fn of_kind(&mut self, expr: &Expr, due: &Kind) -> Ir {
        let (ir, found) = self.expr(expr, &Want::of(due));
        self.problems.extend(super::misfit(self.game, due, &found, expr.span));
        ir
    }

    /// A cell that says what is to be done.
    pub(crate) fn effects(&mut self, expr: &Expr) -> Option<Ir> {
        let ExprKind::Cell { table, keys } = &expr.kind else {
            if !matches!(expr.kind, ExprKind::Missing) {
                self.report(Problem::new("effects-need-cell", expr.span));
            }
            return None;
        };
        let before = self.problems.len();
        let (ir, kind) = self.cell(table, keys, expr.span);
        match kind {
            Kind::Effects => Some(ir),
            Kind::Broken => None,
            _ => {
                // Whatever else is wrong with it, it is another table that is meant.
                self.problems.truncate(before);
                self.report(Problem::new("effects-need-cell", expr.span));
                None
            }
        }
    }

    /// A formula that yields a unit of time.
    pub(crate) fn unit(&mut self, expr: &Expr) -> Ir {
        self.of_kind(expr, &Kind::Time)
    }

    fn of_roll(&mut self, slot: usize, test: usize, side: usize, what: &Expr, span: TextSpan) -> Lowered {
        let Some(def) = self.game.tests.get(test) else { return self.broken(span) };
        if let Some(name) = name_of(what) {
            let fact = match &*name.text {
                "outcome" => {
                    let words: Vec<String> = def.outcomes.iter().map(|outcome| outcome.name.to_string()).collect();
                    Some((RollFact::Outcome, Kind::Choice(words.into())))
                }
                "success" => Some((RollFact::Success, Kind::Flag)),
                "margin" => Some((RollFact::Margin, Kind::Number)),
                _ => None,
            };
            if let Some((fact, kind)) = fact {
                return (self.ir(Op::RollFact(slot, fact), span), kind);
            }
        }
        let (ir, kind) = self.in_test(slot, test, what);
        if kind == Kind::Broken {
            return self.broken(span);
        }
        (self.ir(Op::InRoll(slot, side, Box::new(ir)), span), kind)
    }

    /// A formula as the test sees it, values of its outcomes included.
    fn in_test(&mut self, slot: usize, test: usize, what: &Expr) -> Lowered {
        let Some(def) = self.game.tests.get(test) else { return self.broken(what.span) };
        let inputs: Vec<_> = def.inputs.iter().map(|(name, one)| (name.clone(), one.value_kind())).collect();
        let values: Vec<_> = def.values.iter().map(|value| (value.name.clone(), value.kind.clone())).collect();
        if let Some(name) = name_of(what)
            && !values.iter().any(|(value, _)| **value == *name.text)
            && let Some(late) =
                def.outcomes.iter().flat_map(|outcome| &outcome.values).find(|value| *value.name == *name.text)
        {
            return (self.ir(Op::Late(late.name.clone()), what.span), late.kind.clone());
        }
        let mut inner = Lower::new(self.game, self.origin, self.text, self.scope.clone());
        inner.scope.inputs = &inputs;
        inner.scope.values = &values;
        inner.scope.has_total = true;
        inner.scope.has_target = true;
        inner.scope.reads_roll = true;
        inner.scope.roll = None;
        inner.scope.in_test = true;
        inner.suggests = self.suggests;
        // Names of traits are those of whoever rolled.
        if let ExprKind::Name(name) = &what.kind
            && !inputs.iter().chain(&values).any(|(one, _)| **one == *name.text)
            && !matches!(&*name.text, "total" | "margin")
            && !inner.spells_dice(name)
        {
            let mut names: Vec<String> = inputs.iter().chain(&values).map(|(name, _)| name.to_string()).collect();
            names.extend(["total", "margin", "outcome", "success"].map(str::to_owned));
            let problem = Problem::new("has-no", name.span).arg("name", &*name.text).arg("of", self.label(slot));
            self.report(suggest(problem, &name.text, name.span, &names));
            return self.broken(what.span);
        }
        let found = inner.expr(what, &Want::Anything);
        let problems = std::mem::take(&mut inner.problems);
        self.problems.extend(problems);
        found
    }

    fn of_contest(&mut self, slot: usize, test: usize, roles: &[String; 2], what: &Expr, span: TextSpan) -> Lowered {
        let (name, rest) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => return self.not_there(&self.label(slot), what, &contest_names(roles), span),
        };
        if let (Some(side), Some(rest)) = (roles.iter().position(|role| *role == name.text), rest) {
            return self.of_roll_side(slot, test, side, rest, span);
        }
        let (fact, kind) = match &*name.text {
            "winner" => (RollFact::Winner, Kind::Person),
            "loser" => (RollFact::Loser, Kind::Person),
            "tied" => (RollFact::Tied, Kind::Flag),
            "margin" => (RollFact::Margin, Kind::Number),
            _ => {
                let names = contest_names(roles);
                let of = self.label(slot);
                let problem = Problem::new("has-no", name.span).arg("name", &*name.text).arg("of", of);
                self.report(suggest(problem, &name.text, name.span, &names));
                return self.broken(span);
            }
        };
        let ir = self.ir(Op::RollFact(slot, fact), if rest.is_none() { span } else { name.span });
        match (rest, &kind) {
            (None, _) => (ir, kind),
            (Some(rest), Kind::Person) => self.behind(Thing::Person(ir), &name.text, rest, span),
            (Some(_), _) => {
                self.report(Problem::new("nothing-behind-dot", name.span).arg("name", &*name.text));
                self.broken(span)
            }
        }
    }

    fn of_roll_side(&mut self, slot: usize, test: usize, side: usize, what: &Expr, span: TextSpan) -> Lowered {
        let (ir, kind) = self.in_test(slot, test, what);
        if kind == Kind::Broken {
            return self.broken(span);
        }
        (self.ir(Op::InRoll(slot, side, Box::new(ir)), span), kind)
    }

    fn of_action(&mut self, slot: usize, action: usize, what: &Expr, span: TextSpan) -> Lowered {
        let slots: &[Slot] = self.game.actions.get(action).map(|one| one.slots.as_slice()).unwrap_or_default();
        let (name, rest) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => return self.not_there(&self.label(slot), what, &[], span),
        };
        let found = slots.iter().rposition(|one| *one.name == *name.text);
        let kind = found.and_then(|at| slots.get(at)).map(|one| one.kind.clone());
        let (at, kind) = match (found, kind) {
            (Some(at), Some(SlotKind::Role)) => (at, Kind::Person),
            (Some(at), Some(SlotKind::Value(kind))) => (at, kind),
            _ => {
                let names = slots.iter().filter(|one| matches!(one.kind, SlotKind::Value(_) | SlotKind::Role));
                let names: Vec<String> = names.map(|one| one.name.to_string()).collect();
                let of = self.label(slot);
                let problem = Problem::new("has-no", name.span).arg("name", &*name.text).arg("of", of);
                self.report(suggest(problem, &name.text, name.span, &names));
                return self.broken(span);
            }
        };
        let ir = self.ir(Op::Did(slot, at), name.span);
        match (rest, &kind) {
            (None, _) => (ir, kind),
            (Some(rest), Kind::Person) => self.behind(Thing::Person(ir), &name.text, rest, span),
            (Some(rest), Kind::Tag(tag)) => {
                let tag = *tag;
                self.behind(Thing::Tag(ir, tag), &name.text, rest, span)
            }
            (Some(_), _) => {
                self.report(Problem::new("nothing-behind-dot", name.span).arg("name", &*name.text));
                self.broken(span)
            }
        }
    }

    fn of_tag(&mut self, tag: Ir, kind: usize, what: &Expr, span: TextSpan) -> Lowered {
        let (name, rest) = match &what.kind {
            ExprKind::Name(name) => (name, None),
            ExprKind::Member { of, what } => (of, Some(&**what)),
            _ => {
                let of = self.game.tags.get(kind).map_or("", |kind| &*kind.name);
                return self.not_there(of, what, &["owner".to_owned()], span);
            }
        };
        if name.text == "owner" {
            let owner = self.ir(Op::TagOwner(Box::new(tag)), span);
            return match rest {
                None => (owner, Kind::Person),
                Some(rest) => self.behind(Thing::Person(owner), "owner", rest, span),
            };
        }
        let values = self.game.tags.get(kind).map(|kind| kind.values.as_slice()).unwrap_or_default();
        let Some(at) = values.iter().position(|(value, _)| **value == *name.text) else {
            let mut names: Vec<String> = values.iter().map(|(name, _)| name.to_string()).collect();
            names.push("owner".to_owned());
            let of = self.game.tags.get(kind).map_or("", |kind| &*kind.name);
            let problem = Problem::new("no-such-tag-value", name.span).arg("name", &*name.text);
            self.report(suggest(problem.arg("kind", of), &name.text, name.span, &names));
            return self.broken(span);
        };
        let found = values.get(at).map_or(Kind::Broken, |(_, question)| question.value_kind());
        (self.ir(Op::ValueOfTag(Box::new(tag), at), span), found)
    }

    /// The label of a slot.
    fn label(&self, slot: usize) -> String {
        self.scope.slots.get(slot).map_or(String::new(), |slot| slot.name.to_string())
    }

    fn not_there(&mut self, of: &str, what: &Expr, known: &[String], span: TextSpan) -> Lowered {
        if !matches!(what.kind, ExprKind::Missing) {
            let written = self.text.get(what.span.range()).unwrap_or("").to_owned();
            let problem = Problem::new("has-no", what.span).arg("name", &*written).arg("of", of);
            self.report(suggest(problem, &written, what.span, known));
        }
        self.broken(span)
    }
}

fn contest_names(roles: &[String; 2]) -> Vec<String> {
    let facts = ["winner", "loser", "tied", "margin"].map(str::to_owned);
    facts.into_iter().chain(roles.iter().cloned()).collect()
}

fn name_of(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
