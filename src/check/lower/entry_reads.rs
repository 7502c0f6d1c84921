//! Lowers reads of what characters have, and the part after a dot.

use std::collections::{BTreeMap, BTreeSet};

use super::{FormulaSite, Lower, TypedIr, Want, quoted_where_needed};
use crate::check::program::{
    CheckedGame, Gathering, GroupRead, Ir, Kind, LookupTable, Named, Op, Piece, PointsId, PointsRead, Slot, SlotKind,
    TagId, Test, TrackId, TrackRead, Trait, TraitSource,
};
use crate::diagnostic::{Code, SHOWN, nearest_of, words};
use crate::id::Id;
use crate::sort::Sort as _;
use crate::syntax::{BinaryOp, CallArg, CompareOp, Expr, ExprKind, FormulaProblem, Name, TextSpan};

/// The receiver of a member access: what is written before the dot.
pub(super) enum Receiver {
    Person(Ir),
    /// A test that was rolled: slot, test, side.
    Roll(usize, Id<Test>, usize),
    /// One of several tests that was rolled: the slot that says which.
    Rolls(usize),
    /// Two sides of a test: slot, test, the names of both roles.
    Contest(usize, Id<Test>, [String; 2]),
    /// Another action: slot, action.
    Did(usize, usize),
    /// A tag: its formula and kind.
    Tag(Ir, TagId),
    /// The answer to a question for a trait.
    Trait(Ir),
    /// A row that was rolled: the table. The label finds the slots of its columns.
    Row(Id<LookupTable>),
    /// The answer to a question for points.
    PointsAt(Ir),
    /// A track of the current character.
    Track(TrackId),
    /// Points of the current character.
    Points(PointsId),
    /// A kind of tag of the current character.
    TagKind(TagId),
}

/// The place of the table itself.
const TABLE: i64 = 0;

/// What a track can be asked.
pub(super) const TRACK: [&str; 4] = ["lost", "left", "boxes", "state"];

/// Whether a formula reads what a character has.
pub(crate) fn reads_character(game: &CheckedGame, op: &Op) -> bool {
    match op {
        Op::Points(index, _) => !game.points[*index].shared,
        Op::State(holder) => !game.holder(*holder).is_some_and(|one| one.shared),
        Op::Trait(_)
        | Op::PointsAt(..)
        | Op::Track(..)
        | Op::HasTag(_)
        | Op::TagCount(..)
        | Op::TagValue(..)
        | Op::Gather(..)
        | Op::Group(..)
        | Op::Named(..) => true,
        _ => false,
    }
}

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
        let index = slots.find(text)?;
        match &slots.get(index)?.kind {
            SlotKind::Role => Some((Op::Slot(index), Kind::Person)),
            SlotKind::Value(kind) => Some((Op::Slot(index), kind.clone())),
            SlotKind::Points(_) => Some((Op::Slot(index), Kind::Points)),
            SlotKind::Dice => Some((Op::Slot(index), Kind::Chosen)),
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
        self.track_read(track, text)
    }

    fn track_read(&self, track: TrackId, text: &str) -> Option<(Op, Kind)> {
        let read = match text {
            "lost" => TrackRead::Lost,
            "left" => TrackRead::Left,
            "boxes" => TrackRead::Boxes,
            "state" if let Some(state) = self.state_read(CheckedGame::holder_of_track(track)) => return Some(state),
            _ => TrackRead::Mark(self.game.tracks[track].marks.iter().position(|(name, _)| &**name == text)?),
        };
        Some((Op::Track(track, read), Kind::Number))
    }

    /// `.state` of what has states.
    fn state_read(&self, holder: usize) -> Option<(Op, Kind)> {
        let states = self.game.holder(holder)?.states;
        let words: Vec<String> = states.iter().map(|state| state.name.to_string()).collect();
        (!words.is_empty()).then(|| (Op::State(holder), Kind::Choice(words.into())))
    }

    /// In an action a bare name belongs to its only character; where there are several,
    /// it has to be said whose it is.
    pub(super) fn owned(&mut self, (ir, kind): TypedIr, name: &str, span: TextSpan) -> TypedIr {
        if self.scope.place != FormulaSite::Action || !reads_character(self.game, &ir.op) {
            return (ir, kind);
        }
        match self.scope.sole {
            Some(slot) => {
                let person = self.ir(Op::Slot(slot), span);
                (self.ir(Op::Of(Box::new(person), Box::new(ir)), span), kind)
            }
            None => {
                // Typed without its accents or in the wrong case it is still that.
                let written = match self.game.names.contains_key(name) {
                    true => super::quoted_where_needed(name),
                    false => self.text.get(span.range()).unwrap_or(name).to_owned(),
                };
                let problem = self.ambiguous_owner(name, &written, span);
                self.report(problem);
                self.broken(span)
            }
        }
    }

    /// Of several characters, none is named to whom this belongs.
    pub(super) fn ambiguous_owner(&self, name: &str, written: &str, span: TextSpan) -> FormulaProblem {
        let roles = self.scope.slots.iter().filter(|slot| slot.kind == SlotKind::Role);
        let mut people: Vec<&str> = roles.map(|slot| &*slot.name).take(SHOWN + 1).collect();
        if people.is_empty() {
            // In a case, the characters at the table; the first is the table.
            people.extend(self.scope.people.iter().skip(1).map(String::as_str));
        }
        if people.is_empty() && self.scope.people.is_empty() {
            return FormulaProblem::new(Code::NobodyTakesPart, span).help("help-roles");
        }
        let examples = people.iter().map(|who| format!("{}.{written}", super::quoted_where_needed(who)));
        let problem = FormulaProblem::new(Code::WhoseName, span).arg("name", name);
        problem.help_with("help-one-of", "names", examples.collect::<Vec<_>>())
    }

    /// A value of kind points, where a number is due: what there is now.
    pub(super) fn now(&mut self, op: Op, span: TextSpan) -> TypedIr {
        let reference = self.ir(op, span);
        match reference.op {
            Op::Slot(_) | Op::Input(_) => self.points_at(reference, PointsRead::Now, span),
            _ => (reference, Kind::Points),
        }
    }

    /// What is read of points that are an answer: to a question of a test, of the roller.
    fn points_at(&mut self, reference: Ir, read: PointsRead, span: TextSpan) -> TypedIr {
        let owner = match reference.op {
            Op::Slot(slot) => match self.scope.slots.get(slot).map(|slot| &slot.kind) {
                Some(SlotKind::Points(Some(owner))) => Some(*owner),
                _ => self.scope.sole,
            },
            _ => None,
        };
        let ir = self.ir(Op::PointsAt(Box::new(reference), read), span);
        let ir = match owner {
            Some(owner) => {
                let person = self.ir(Op::Slot(owner), span);
                self.ir(Op::Of(Box::new(person), Box::new(ir)), span)
            }
            None => ir,
        };
        (ir, Kind::Number)
    }

    /// `a.b`, `a.b.c`
    pub(super) fn member(&mut self, of: &Name, what: &Expr, span: TextSpan) -> TypedIr {
        // That nothing is there was said when it was read.
        if self.is_broken_label(of) || matches!(what.kind, ExprKind::Missing) {
            return self.broken(span);
        }
        // What one of two sides came to.
        if let ExprKind::Name(name) = &what.kind
            && let text = format!("{}.{}", of.text, name.text)
            && let Some(slot) = self.locals.iter().rposition(|(local, _)| *local == text)
            && let Some((_, kind)) = self.locals.get(slot)
        {
            return (self.ir(Op::Local(slot), span), kind.clone());
        }
        let of_side = format!("{}.", of.text);
        let known: Vec<&str> = self.locals.iter().filter_map(|(local, _)| local.strip_prefix(&of_side)).collect();
        if let (ExprKind::Name(name), [_, ..]) = (&what.kind, known.as_slice()) {
            let problem = FormulaProblem::new(Code::UnknownName, name.span).arg("name", &*name.text);
            let problem = match nearest_of(&name.text, known.iter().copied()) {
                Some(near) => problem.instead(name.span, near, near.name),
                None => problem.help_with("help-there-is", "names", words(known)),
            };
            self.report(problem);
            return self.broken(span);
        }
        if let Some(Named::Table(index)) = self.game.names.get(&of.text)
            && self.game.tables[*index].dice.is_some()
        {
            return self.rolled_column(*index, what, span);
        }
        if let Some(track) = self.scope.track
            && let Some(found) = self.of_mark(track, &of.text, what, span)
        {
            return found;
        }
        let Some(thing) = self.thing(of) else {
            if let Some(found) = self.called_by(of, what, span) {
                return self.owned(found, self.text.get(span.range()).unwrap_or(&of.text), span);
            }
            self.unknown_owner(of, what);
            return self.broken(span);
        };
        self.behind(thing, &of.text, what, span)
    }

    pub(super) fn thing(&mut self, of: &Name) -> Option<Receiver> {
        if let Some((index, input)) = self.input_named(&of.text) {
            let answer = self.ir(Op::Input(index), of.span);
            if input.of_trait {
                return Some(Receiver::Trait(answer));
            }
            match input.kind {
                Kind::Points => return Some(Receiver::PointsAt(answer)),
                Kind::Tag(kind) => return Some(Receiver::Tag(answer, kind)),
                _ => {}
            }
        }
        let slots = self.scope.slots;
        if let Some(index) = slots.find(&of.text) {
            return match &slots.get(index)?.kind {
                SlotKind::Role | SlotKind::Value(Kind::Person) => {
                    Some(Receiver::Person(self.ir(Op::Slot(index), of.span)))
                }
                SlotKind::Value(Kind::Tag(kind)) => Some(Receiver::Tag(self.ir(Op::Slot(index), of.span), *kind)),
                SlotKind::Points(_) => Some(Receiver::PointsAt(self.ir(Op::Slot(index), of.span))),
                SlotKind::Value(_) if slots.get(index)?.of_trait() => {
                    Some(Receiver::Trait(self.ir(Op::Slot(index), of.span)))
                }
                SlotKind::Value(_) => slots.row(&of.text).map(Receiver::Row),
                SlotKind::Roll(test) => Some(Receiver::Roll(index, *test, 0)),
                SlotKind::Rolls(which) => Some(Receiver::Rolls(*which)),
                SlotKind::Contest(test, left, right) => {
                    let name =
                        |slot: &usize| slots.get(*slot).map_or(String::new(), |slot: &Slot| slot.name.to_string());
                    Some(Receiver::Contest(index, *test, [name(left), name(right)]))
                }
                SlotKind::Did(action) => Some(Receiver::Did(index, *action)),
                _ => None,
            };
        }
        if let Some(index) = self.scope.people.iter().position(|name| *name == of.text) {
            let index = i64::try_from(index).unwrap_or(-1);
            return Some(Receiver::Person(self.ir(Op::Number(index), of.span)));
        }
        match self.game.names.get(&of.text)? {
            Named::Track(index) => Some(Receiver::Track(*index)),
            Named::Points(index) => Some(Receiver::Points(*index)),
            Named::Tag(index) => Some(Receiver::TagKind(*index)),
            _ => None,
        }
    }

    fn unknown_owner(&mut self, of: &Name, what: &Expr) {
        if self.game.unread.contains(&of.text) {
            return;
        }
        if let Some(problem) = self.about_label(of) {
            self.report(problem);
            return;
        }
        if self.exact(&of.text).is_some() {
            self.report(FormulaProblem::new(Code::NothingBehindDot, of.span).arg("name", &*of.text));
            return;
        }
        if let Some(Named::Table(index)) = self.game.names.get(&of.text) {
            let columns = self.game.tables[*index].column_names();
            let column = name_of(what).filter(|name| columns.contains(&name.text));
            let column = column.map_or(String::new(), |name| format!(", {}", quoted_where_needed(&name.text)));
            let example = format!("{}[{}{column}]", quoted_where_needed(&of.text), self.some_row(*index));
            let problem = FormulaProblem::new(Code::TableNeedsRow, of.span).arg("name", &*of.text);
            self.report(problem.help_with("help-write", "example", example));
            return;
        }
        // Names in a test are those of the roller.
        if let Some(name) =
            name_of(what).filter(|name| self.scope.place == FormulaSite::Test && self.lookup(name).is_some())
        {
            let own = super::name_resolution::quoted_where_needed(&name.text);
            let prefix = TextSpan { start: of.span.start, end: what.span.start };
            let problem = FormulaProblem::new(Code::UnknownName, of.span).arg("name", &*of.text);
            self.report(problem.help_with("help-write", "example", own).may_fix(prefix, ""));
            return;
        }
        let mut names = BTreeSet::new();
        if self.suggests() {
            let slots = self.scope.slots.iter().map(|slot| &*slot.name);
            let people = self.scope.people.iter().map(String::as_str);
            names.extend(slots.chain(people).filter(|name| !name.starts_with('·')));
            let is_thing = |named: &Named| matches!(named, Named::Track(_) | Named::Points(_) | Named::Tag(_));
            let things = self.game.names.iter().filter(|(_, named)| is_thing(named));
            names.extend(things.map(|(name, _)| name.as_str()));
        }
        let problem = FormulaProblem::new(Code::UnknownName, of.span).arg("name", &*of.text);
        self.report(self.suggest(problem, &of.text, of.span, names));
    }

    pub(super) fn behind(&mut self, thing: Receiver, of: &str, what: &Expr, span: TextSpan) -> TypedIr {
        if let Receiver::TagKind(kind) = thing
            && let Some(found) = self.of_deck(kind, of, what, span)
        {
            return found;
        }
        match thing {
            Receiver::Person(person) => {
                if let ExprKind::Call { name, args } = &what.kind
                    && let Some(Named::Formula(index)) = self.game.names.get(&name.text)
                {
                    return self.formula_call(*index, args, span, Some(person));
                }
                let (ir, kind) = self.character_member(&person, of, what);
                if kind == Kind::Broken {
                    return self.broken(span);
                }
                (self.ir(Op::Of(Box::new(person), Box::new(ir)), span), kind)
            }
            Receiver::Roll(slot, test, side) => self.of_roll(slot, test, side, what, span),
            Receiver::Rolls(which) => self.of_one_roll(of, which, what, span),
            Receiver::Contest(slot, test, roles) => self.of_contest(slot, test, &roles, what, span),
            Receiver::Did(slot, action) => self.of_action(slot, action, what, span),
            Receiver::Tag(tag, kind) => self.of_tag(tag, kind, what, span),
            Receiver::PointsAt(points) => match name_of(what) {
                Some(name) if name.text == "max" => self.points_at(points, PointsRead::Max, span),
                Some(name) if name.text == "name" => {
                    (self.ir(Op::Template(vec![Piece::Value(points, Kind::Points)]), span), Kind::Text)
                }
                _ => self.not_there(of, what, &["max", "name"].map(str::to_owned), span),
            },
            Receiver::Row(table) => match self.column_of_row(self.scope.slots, of, table, what) {
                Some((slot, kind)) => (self.ir(Op::Slot(slot), span), kind),
                None => self.broken(span),
            },
            Receiver::Trait(answer) => match name_of(what) {
                Some(name) if name.text == "name" => (self.ir(Op::NameOf(Box::new(answer)), span), Kind::Text),
                _ => self.not_there(of, what, &["name".to_owned()], span),
            },
            Receiver::Points(_) | Receiver::Track(_) | Receiver::TagKind(_) => {
                let (ir, kind) = self.of_thing(&thing, of, what);
                if kind == Kind::Broken {
                    return self.broken(span);
                }
                let ir = self.ir(ir.op, span);
                self.owned((ir, kind), self.text.get(span.range()).unwrap_or(of), span)
            }
        }
    }

    /// `card.left`, `card.discarded`: how many cards are in the pile, and among the discards.
    fn of_deck(&mut self, kind: TagId, of: &str, what: &Expr, span: TextSpan) -> Option<TypedIr> {
        let tags = &self.game.tags[kind];
        tags.cards.as_ref()?;
        let values = tags.values.iter().map(|(value, _)| &**value);
        let name = name_of(what)?;
        let op = match &*name.text {
            text if values.clone().any(|value| *value == *text) => return None,
            "left" => Op::CardsLeft(kind),
            "discarded" => {
                let table = self.ir(Op::Number(TABLE), span);
                let count = self.ir(Op::TagCount(kind, Vec::new()), span);
                Op::Of(Box::new(table), Box::new(count))
            }
            _ => {
                let known: Vec<String> = values.chain(["left", "discarded"]).map(str::to_owned).collect();
                return Some(self.not_there(of, what, &known, span));
            }
        };
        Some((self.ir(op, span), Kind::Number))
    }

    /// `wound.left`, `.boxes` and `.worth`, where marks have boxes of their own.
    fn of_mark(&mut self, track: TrackId, mark: &str, what: &Expr, span: TextSpan) -> Option<TypedIr> {
        let def = &self.game.tracks[track];
        let at = def.each.iter().position(|(name, _)| **name == *mark)?;
        let op = match name_of(what).map(|name| &*name.text) {
            Some("left") => Op::Track(track, TrackRead::LeftOf(at)),
            Some("boxes") => Op::Track(track, TrackRead::BoxesOf(at)),
            Some("worth") => Op::Number(def.worth.get(at).map_or(1, |(_, worth)| *worth)),
            _ => return Some(self.not_there(mark, what, &["boxes", "left", "worth"].map(str::to_owned), span)),
        };
        Some((self.ir(op, span), Kind::Number))
    }

    /// What can be read of a track, points or a kind of tag of the current character.
    fn of_thing(&mut self, thing: &Receiver, of: &str, what: &Expr) -> TypedIr {
        let span = what.span;
        if let (Receiver::Track(track), ExprKind::Member { of: mark, what }) = (thing, &what.kind)
            && let Some(found) = self.of_mark(*track, &mark.text, what, span)
        {
            return found;
        }
        let name = name_of(what).map(|name| name.text.clone()).unwrap_or_default();
        let known = match thing {
            Receiver::Track(index) => {
                if let Some((op, kind)) = self.track_read(*index, &name) {
                    return (self.ir(op, span), kind);
                }
                let track = &self.game.tracks[*index];
                let states = !track.states.is_empty();
                TRACK
                    .iter()
                    .filter(|name| states || **name != "state")
                    .map(|one| (*one).to_owned())
                    .chain(track.marks.iter().map(|(name, _)| name.to_string()))
                    .collect()
            }
            Receiver::Points(index) if name == "max" => {
                return (self.ir(Op::Points(*index, PointsRead::Max), span), Kind::Number);
            }
            Receiver::Points(index) => {
                let state = self.state_read(self.game.holder_of_points(*index));
                match state {
                    Some((op, kind)) if name == "state" => return (self.ir(op, span), kind),
                    Some(_) => vec!["max".to_owned(), "state".to_owned()],
                    None => vec!["max".to_owned()],
                }
            }
            Receiver::TagKind(index) => {
                let values = self.game.tags[*index].values.as_slice();
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

    /// Lowers the part after the dot of a character.
    fn character_member(&mut self, owner: &Ir, of: &str, what: &Expr) -> TypedIr {
        let span = what.span;
        // Names of their own are known of those who sit there.
        let open = match &owner.op {
            Op::Number(place) => usize::try_from(*place).ok().and_then(|place| self.scope.open.get(place)),
            _ => None,
        };
        match &what.kind {
            ExprKind::Name(name) => {
                let found = match self.game.names.get(&name.text) {
                    Some(Named::Trait(index)) => Some((Op::Trait(*index), self.game.trait_kind(*index))),
                    Some(named) => self.thing_named(*named),
                    None => {
                        let own = open.and_then(|open| open.get(&name.text));
                        own.map(|value| (Op::Known(format!("{of}.{}", name.text).into(), *value), Kind::Number))
                    }
                };
                if let Some((op, kind)) = found {
                    return (self.ir(op, span), kind);
                }
                if let Some(Named::Track(track)) = self.game.names.get(&name.text) {
                    self.report(self.track_needs_dot(*track, &name.text, span));
                    return self.broken(span);
                }
                self.unknown_member(name, open);
                self.broken(span)
            }
            ExprKind::Call { name, args } => match self.gathered(&name.text, args, span) {
                Some(found) => found,
                None => {
                    self.report(FormulaProblem::new(Code::CallNotOfSomebody, span).arg("name", &*name.text));
                    self.broken(span)
                }
            },
            ExprKind::Cell { table, keys } => match self.named_in(table, keys, span) {
                Some(found) => found,
                None => {
                    self.report(FormulaProblem::new(Code::NotOfSomebody, span));
                    self.broken(span)
                }
            },
            ExprKind::Member { of, what } => {
                let thing = match self.game.names.get(&of.text) {
                    Some(Named::Track(index)) => Receiver::Track(*index),
                    Some(Named::Points(index)) => Receiver::Points(*index),
                    Some(Named::Tag(index)) => Receiver::TagKind(*index),
                    _ => {
                        if let Some(found) = self.called_by(of, what, span) {
                            return found;
                        }
                        self.unknown_member(of, None);
                        return self.broken(span);
                    }
                };
                self.of_thing(&thing, &of.text, what)
            }
            ExprKind::Missing => self.broken(span),
            _ => {
                self.report(FormulaProblem::new(Code::NotOfSomebody, span));
                self.broken(span)
            }
        }
    }

    fn unknown_member(&mut self, name: &Name, open: Option<&BTreeMap<String, i64>>) {
        if self.game.unread.contains(&name.text) {
            return;
        }
        let mut known = Vec::new();
        if self.suggests() {
            let is_had =
                |named: &Named| matches!(named, Named::Trait(_) | Named::Points(_) | Named::Tag(_) | Named::Track(_));
            known.extend(self.game.names.iter().filter(|(_, named)| is_had(named)).map(|(name, _)| name));
            known.extend(open.into_iter().flat_map(BTreeMap::keys));
            known.order();
        }
        let problem = FormulaProblem::new(Code::NobodyHas, name.span).arg("name", &*name.text);
        self.report(self.suggest(problem, &name.text, name.span, known));
    }

    /// `sum(gives)`, `count(tag, value = …)`: what modifiers come to, how many tags there are.
    pub(super) fn gathered(&mut self, what: &str, args: &[CallArg], span: TextSpan) -> Option<TypedIr> {
        let (first, rest) = args.split_first()?;
        let CallArg::Value(expr) = first else { return None };
        if let ("count", ExprKind::Member { of, what: inner }) = (what, &expr.kind)
            && let Some(Receiver::Person(person)) = self.thing(of)
            && let Some(name) = name_of(inner)
            && let Some(Named::Tag(kind)) = self.game.names.get(&name.text)
        {
            let (ir, number) = self.tag_count(*kind, rest, span);
            return Some((self.ir(Op::Of(Box::new(person), Box::new(ir)), span), number));
        }
        let name = name_of(expr)?;
        if let Some(found) = self.of_group(what, &name.text, rest, span) {
            return Some(found);
        }
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
            // An otherwise unknown name can only be a modifier.
            let typed = self.scope.place == FormulaSite::Typed && self.game.modifiers.is_empty();
            if typed || self.lookup(name).is_some() || self.game.names.contains_key(&name.text) {
                return None;
            }
            let problem = FormulaProblem::new(Code::GatheredNeverGiven, expr.span).arg("name", &*name.text);
            self.report(self.suggest(problem, &name.text, expr.span, &self.game.modifiers));
            return Some(self.broken(span));
        };
        Some((self.ir(Op::Gather(how, index), span), Kind::Number))
    }

    /// `sum(group)`, `highest(group)`, `lowest(group)`, `count(group, >= 3)`: of the traits of a group.
    fn of_group(&mut self, what: &str, group: &str, rest: &[CallArg], span: TextSpan) -> Option<TypedIr> {
        let is_member = |one: &Trait| {
            one.group.as_deref() == Some(group) || matches!(one.source, TraitSource::Group(_)) && *one.name == *group
        };
        let members = self.game.traits.iter().enumerate().filter(|(_, one)| is_member(one));
        let (own, given): (Vec<_>, Vec<_>) = members.partition(|(_, one)| matches!(one.source, TraitSource::Group(_)));
        let taken = self.game.modifiers.iter().any(|one| **one == *group) || self.lookup_is_value(group);
        if own.is_empty() && given.is_empty() || taken || !self.sees_traits() {
            return None;
        }
        let given: Vec<usize> = given.into_iter().map(|(index, _)| index).collect();
        let own = !own.is_empty();
        if !self.may_copy(given.len(), span) {
            return Some(self.broken(span));
        }
        let number = |index: usize| self.counted(self.ir(Op::Trait(index), span), &self.game.trait_kind(index), span);
        let members = given.iter().map(|index| number(*index)).collect();
        Some(match self.how_grouped(what, rest, span) {
            Some(how) => (self.ir(Op::Group(how, members, own), span), Kind::Number),
            None => self.broken(span),
        })
    }

    /// What is read of several numbers.
    pub(super) fn how_grouped(&mut self, what: &str, rest: &[CallArg], span: TextSpan) -> Option<GroupRead> {
        Some(match (what, rest) {
            ("sum", []) => GroupRead::Gathered(Gathering::Sum),
            ("highest", []) => GroupRead::Gathered(Gathering::Highest),
            ("lowest", []) => GroupRead::Gathered(Gathering::Lowest),
            ("count", [CallArg::Condition { .. } | CallArg::Value(_), ..]) => GroupRead::Count(self.conditions(rest)?),
            _ => {
                let wanted = if what == "count" { 2_usize } else { 1 };
                let problem = FormulaProblem::new(Code::WrongNumberOfArguments, span).arg("name", what);
                self.report(problem.arg("expected", wanted).arg("found", rest.len() + 1));
                return None;
            }
        })
    }

    /// Whether a word is a value here, and so no group.
    fn lookup_is_value(&self, text: &str) -> bool {
        self.lookup(&Name { text: text.to_owned(), quoted: true, span: TextSpan::default() }).is_some()
    }

    fn tag_count(&mut self, kind: TagId, rest: &[CallArg], span: TextSpan) -> TypedIr {
        let mut wanted = Vec::new();
        for arg in rest {
            let compared = match arg {
                CallArg::Named { name, value } => Some((name, CompareOp::Equal, value, name.span)),
                CallArg::Value(Expr { kind: ExprKind::Binary { op: BinaryOp::Compare(op), left, right }, span }) => {
                    match &left.kind {
                        ExprKind::Name(name) => Some((name, *op, &**right, *span)),
                        _ => None,
                    }
                }
                _ => None,
            };
            let Some((name, op, value, span)) = compared else {
                let name = &*self.game.tags[kind].name;
                let value = self.game.tags[kind].values.first();
                let problem = FormulaProblem::new(Code::TagValueByName, span).arg("kind", name);
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
            let values = self.game.tags[kind].values.iter().map(|(name, one)| (name.clone(), one.value_kind()));
            let values: Vec<(std::sync::Arc<str>, Kind)> = values.collect();
            match values.iter().position(|(value, _)| **value == *name.text) {
                Some(at) => {
                    let due = values.get(at).map_or(Kind::Broken, |(_, kind)| kind.clone());
                    let has_order = match &due {
                        Kind::Number | Kind::Broken => true,
                        Kind::Row(table) => self.game.tables[*table].ordered,
                        _ => false,
                    };
                    if !has_order && !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
                        self.report(FormulaProblem::new(Code::NoOrder, span));
                    }
                    let ir = self.fitting(value, &due, &Want::of(&due));
                    wanted.push((at, op, ir));
                }
                None => {
                    let names = values.iter().map(|(name, _)| name);
                    let of = &*self.game.tags[kind].name;
                    let problem = FormulaProblem::new(Code::NoSuchTagValue, name.span).arg("name", &*name.text);
                    self.report(self.suggest(problem.arg("kind", of), &name.text, name.span, names));
                }
            }
        }
        (self.ir(Op::TagCount(kind, wanted), span), Kind::Number)
    }

    /// A formula whose value has to be of a kind.
    pub(crate) fn of_kind(&mut self, expr: &Expr, due: &Kind) -> Ir {
        // Words in quotes are a text only where one is compared.
        let want = if *due == Kind::Text { Want::Anything } else { Want::of(due) };
        self.fitting(expr, due, &want)
    }

    fn fitting(&mut self, expr: &Expr, due: &Kind, want: &Want) -> Ir {
        let (ir, found) = self.expr(expr, want);
        self.problems.extend(super::misfit(self.game, due, &found, expr.span));
        ir
    }

    /// A cell that says what is to be done.
    pub(crate) fn effects(&mut self, expr: &Expr) -> Option<Ir> {
        let before = self.problems.len();
        let rolled = |name: &Name| matches!(self.exact(&name.text), Some((Op::Cell(_), Kind::Effects)));
        let (ir, kind) = match &expr.kind {
            ExprKind::Cell { table, keys } => self.cell(table, keys, expr.span),
            ExprKind::Name(name) if rolled(name) => self.name(name, &Want::Anything),
            ExprKind::Missing => return None,
            _ => {
                self.report(FormulaProblem::new(Code::EffectsNeedCell, expr.span));
                return None;
            }
        };
        match kind {
            Kind::Effects => Some(ir),
            Kind::Broken => None,
            _ => {
                // Whatever else is wrong with it, it is another table that is meant.
                self.problems.truncate(before);
                self.report(FormulaProblem::new(Code::EffectsNeedCell, expr.span));
                None
            }
        }
    }

    /// A formula that yields a unit of time.
    pub(crate) fn unit(&mut self, expr: &Expr) -> Ir {
        self.of_kind(expr, &Kind::Time)
    }

    pub(super) fn label(&self, slot: usize) -> String {
        self.scope.slots.get(slot).map_or(String::new(), |slot| slot.name.to_string())
    }

    pub(super) fn not_there(&mut self, of: &str, what: &Expr, known: &[String], span: TextSpan) -> TypedIr {
        if !matches!(what.kind, ExprKind::Missing) {
            let written = self.text.get(what.span.range()).unwrap_or("").to_owned();
            let problem = FormulaProblem::new(Code::HasNo, what.span).arg("name", &*written).arg("of", of);
            // What reads as something else is a name in quotes.
            let quoted = known.contains(&written).then(|| format!("«{written}»"));
            self.report(match quoted.filter(|_| name_of(what).is_none()) {
                Some(quoted) => problem.help_with("help-write", "example", &*quoted).fix(what.span, quoted),
                None => self.suggest(problem, &written, what.span, known),
            });
        }
        self.broken(span)
    }
}

pub(super) fn contest_names(roles: &[String; 2]) -> Vec<String> {
    let facts = ["winner", "loser", "tied", "success", "failure", "margin"].map(str::to_owned);
    facts.into_iter().chain(roles.iter().cloned()).collect()
}

pub(super) fn name_of(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
