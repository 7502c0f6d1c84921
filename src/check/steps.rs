//! Steps of actions: labels become slots, verbs become instructions.

use std::sync::Arc;

use super::Checker;
use super::acts::{Act, roles_of, slot_kind};
use super::lower::Want;
use super::program::{Again, At, Dice, GainStep, Ir, Kind, Named, Op, Over, Piece, SlotKind, Step, Taken, Verb, Who};
use crate::diagnostic::{Arg, Code, Diagnostic};
use crate::ruleset::model::{self, Formula, Part, Template, Word};
use crate::source::Span;
use crate::syntax::TextSpan;

impl Checker<'_> {
    pub(super) fn steps(&mut self, raw: &[model::Step], act: &mut Act) -> Vec<Step> {
        raw.iter().map(|step| self.one_step(step, act)).collect()
    }

    fn one_step(&mut self, raw: &model::Step, act: &mut Act) -> Step {
        let when = raw.when.as_ref().map(|formula| self.flag_in(formula, act));
        let (verb, kind) = self.verb(&raw.verb, &raw.label, act);
        let slot = self.label_slot(&raw.label, kind, act);
        if let Verb::Ask(ask) = &verb {
            act.asks_trait(slot, ask);
        }
        let at = self.at_word(&raw.label);
        Step { slot, when, verb, at }
    }

    /// A place in a file that is no formula.
    pub(super) fn at_word(&mut self, word: &Word) -> At {
        let placement = crate::source::Placement { span: word.span, style: None };
        // Where nothing is written that could be read, it is whatever stands there.
        let text = if word.text.is_empty() { self.sources.slice(word.span) } else { &word.text };
        let text: Arc<str> = text.into();
        let id = u32::try_from(self.game.origins.len()).unwrap_or(At::TYPED);
        let end = u32::try_from(text.len()).unwrap_or(0);
        self.game.origins.push(super::Origin { text, placement });
        At { origin: id, span: TextSpan { start: 0, end } }
    }

    /// The slot of a label; given a value again it has to be of the same kind.
    pub(super) fn label_slot(&mut self, word: &Word, kind: SlotKind, act: &mut Act) -> usize {
        let Some(slot) = act.find(&word.text) else {
            let slot = act.add(&word.text, kind.clone());
            if matches!(kind, SlotKind::Roll(_) | SlotKind::Contest(..)) {
                act.rolls.push(slot);
            }
            return slot;
        };
        if let Some(found) = act.slots.get_mut(slot) {
            match (&found.kind, &kind) {
                (_, SlotKind::Nothing) | (_, SlotKind::Value(Kind::Broken)) => {}
                (SlotKind::Nothing | SlotKind::Value(Kind::Broken), _) => found.kind = kind,
                (SlotKind::Value(Kind::Flag), SlotKind::Value(Kind::Number)) => found.kind = kind,
                (SlotKind::Value(Kind::Number), SlotKind::Value(Kind::Flag)) => {}
                (one, other) if one == other => {}
                _ if word.text.starts_with('·') => found.kind = kind,
                _ => self.report(Diagnostic::error(Code::LabelOfTwoKinds, word.span).arg("name", &*word.text)),
            }
        }
        slot
    }

    fn value_in(&mut self, formula: &Formula, act: &Act) -> (Ir, Kind) {
        self.lower(formula, act.scope(true), |lower| lower.expr(&formula.expr, &Want::Anything))
    }

    pub(super) fn kind_in(&mut self, formula: &Formula, kind: &Kind, act: &Act) -> Ir {
        self.lower(formula, act.scope(true), |lower| lower.of_kind(&formula.expr, kind))
    }

    pub(super) fn text_in(&mut self, template: &Template, at: Span, act: &Act) -> Ir {
        let mut pieces = Vec::new();
        for part in &template.parts {
            match part {
                Part::Text(text) => pieces.push(Piece::Text(text.clone())),
                Part::Formula(formula) => {
                    let (ir, kind) = self.value_in(formula, act);
                    pieces.push(Piece::Value(ir, kind));
                }
            }
        }
        let at = self.at_word(&Word { text: String::new(), span: at });
        Ir { op: Op::Template(pieces), at }
    }

    /// Whoever a role names; without one, the only
    /// character; `beside` is what would say it.
    pub(super) fn who(&mut self, word: Option<&Word>, beside: &str, at: Span, act: &Act) -> Who {
        let slot = match word {
            Some(word) => self.role_slot(word, act),
            None => match act.sole() {
                Some(slot) => Some(slot),
                None => {
                    let mut roles = roles_of(act).map(|role| format!("`{beside}: {role}`")).peekable();
                    let nobody = roles.peek().is_none();
                    let many = act.slots.iter().find(|slot| slot.kind == SlotKind::Many).filter(|_| nobody);
                    self.report(match many {
                        Some(many) => {
                            let example = format!("each: {{…: {}}}", many.name);
                            let error = Diagnostic::error(Code::StepOfMany, at).arg("name", &*many.name);
                            error.help_with("help-write", "example", example)
                        }
                        None if nobody => Diagnostic::error(Code::NobodyTakesPart, at).help("help-roles"),
                        None => {
                            Diagnostic::error(Code::StepOfWhom, at).help_with("help-one-of", "names", Arg::names(roles))
                        }
                    });
                    None
                }
            },
        };
        let at = self.at_word(&Word { text: String::new(), span: word.map_or(at, |word| word.span) });
        Ir { op: slot.map_or(Op::Number(-1), Op::Slot), at }
    }

    /// Whether these are points that belong to the table, and so to nobody at it.
    pub(super) fn all_shared<'w>(&self, mut words: impl Iterator<Item = &'w Word>) -> bool {
        words.all(|word| match self.game.names.get(&word.text) {
            Some(Named::Points(index)) => self.game.points.get(*index).is_some_and(|points| points.shared),
            _ => false,
        })
    }

    pub(super) fn who_or_table(&mut self, word: Option<&Word>, beside: &str, shared: bool, at: Span, act: &Act) -> Who {
        if word.is_some() || !shared {
            return self.who(word, beside, at, act);
        }
        let at = self.at_word(&Word { text: String::new(), span: at });
        Ir { op: Op::Number(0), at }
    }

    fn verb(&mut self, raw: &model::Verb, label: &Word, act: &mut Act) -> (Verb, SlotKind) {
        let at = label.span;
        let verb = match raw {
            model::Verb::Value(formula) => {
                let (ir, kind) = self.value_in(formula, act);
                let slot = match &ir.op {
                    // The same points under another name.
                    _ if kind == Kind::Points => SlotKind::Points(None),
                    _ => SlotKind::Value(kind.clone()),
                };
                return (Verb::Value(ir), slot);
            }
            model::Verb::Ask(question) => {
                let mut ask = self.ask_shell(question, act);
                ask.slot = act.slots.len();
                self.ask_formula(question, &mut ask, act);
                let kind = slot_kind(&ask, act);
                return (Verb::Ask(Box::new(ask)), kind);
            }
            model::Verb::Roll { test, by, with, on, seen } => {
                return self.roll_step(test, by.as_ref(), with, on, seen, label, act);
            }
            model::Verb::Oppose { test, sides, with, on, seen } => {
                return self.oppose_step(test, sides, with, on, seen, label, act);
            }
            model::Verb::Do { action, roles, with } => return self.do_step(action, roles, with, act),
            model::Verb::First(steps) => Verb::First(self.steps(steps, act)),
            model::Verb::Steps(steps) => Verb::Steps(self.steps(steps, act)),
            model::Verb::Each { one, of, whose, steps } => match self.game.names.get(&of.text) {
                Some(Named::Tag(kind)) => self.each_tag(one, (*kind, whose.as_ref()), steps, at, act),
                _ => {
                    if let Some(word) = whose {
                        self.report(Diagnostic::error(Code::OfMany, word.span).arg("name", &*of.text));
                    }
                    self.each_step(one, of, steps, act)
                }
            },
            model::Verb::Gain { what, to, lasts, until, with, any } => {
                self.lasts_once(what, lasts.is_some(), until.is_some(), at);
                let lasts = lasts.as_ref().map(|duration| self.duration(duration, act.scope(true)));
                let until = until.as_ref().map(|formula| self.until(formula));
                let shared = self.all_shared(what.iter().map(|(word, _)| word));
                let to = self.who_or_table(to.as_ref(), "to", shared, at, act);
                let mut list = Vec::new();
                for (word, amount) in what {
                    if let model::Amount::Formula(formula) = amount {
                        self.not_below_zero(word, formula, *any, "lose");
                    }
                    list.extend(self.given(word, amount, with, act));
                }
                Verb::Gain(Box::new(GainStep { what: list, to, lasts, until, any: *any }))
            }
            model::Verb::Lose { what, of, any } => {
                let mut list = Vec::new();
                let mut owned = false;
                for (word, amount) in what {
                    if let Some(formula) = amount {
                        self.not_below_zero(word, formula, *any, "gain");
                    }
                    if let Some(taken) = self.taken(word, amount.as_ref(), act) {
                        owned |= matches!(taken, Taken::Tag(_));
                        list.push(taken);
                    }
                }
                // A tag in a label has an owner of its own.
                let shared = self.all_shared(what.iter().map(|(word, _)| word));
                let of = if owned && of.is_none() {
                    None
                } else {
                    Some(self.who_or_table(of.as_ref(), "of", shared, at, act))
                };
                Verb::Lose(list, of, *any)
            }
            model::Verb::Pay { what, from, to } => {
                let mut list = Vec::new();
                for (word, formula) in what {
                    self.not_below_zero(word, formula, false, "pay");
                    let count = self.number_in(formula, act);
                    list.extend(self.paid(word, act).map(|points| (points, count)));
                }
                let shared = self.all_shared(what.iter().map(|(word, _)| word));
                let from = self.who_or_table(from.as_ref(), "from", shared, at, act);
                let to = to.as_ref().map(|word| self.who(Some(word), "to", at, act));
                Verb::Pay(list, from, to)
            }
            model::Verb::Mark { count, on, of, mark } => {
                let count = self.number_in(count, act);
                let Some(track) = self.track_of(on.as_ref(), at) else { return (Verb::Broken, SlotKind::Nothing) };
                let of = self.who(of.as_ref(), "of", at, act);
                let mark = match mark {
                    None => Some(0),
                    Some(word) => self.mark_of(track, word),
                };
                match mark {
                    Some(mark) => Verb::Mark(count, track, of, mark),
                    None => Verb::Broken,
                }
            }
            model::Verb::Heal { count, on, of, from } => {
                let count = count.as_ref().map(|formula| self.number_in(formula, act));
                let Some(track) = self.track_of(on.as_ref(), at) else { return (Verb::Broken, SlotKind::Nothing) };
                let of = self.who(of.as_ref(), "of", at, act);
                let mark = from.as_ref().and_then(|word| self.mark_of(track, word));
                Verb::Heal(count, track, of, mark)
            }
            model::Verb::Set { what, of } => Verb::Set(
                what.iter().filter_map(|(word, formula)| self.set_one(word, formula, of.as_ref(), act)).collect(),
            ),
            model::Verb::Effects { cell, to } => {
                let ir = self.lower(cell, act.scope(true), |lower| lower.effects(&cell.expr));
                let to = self.who(to.as_ref(), "to", at, act);
                match ir {
                    Some(ir) => Verb::Effects(ir, to),
                    None => Verb::Broken,
                }
            }
            model::Verb::Say(text) => Verb::Say(self.text_in(text, at, act)),
            model::Verb::Stop(text) => Verb::Stop(self.text_in(text, at, act)),
            model::Verb::Fail(text) => Verb::Fail(self.text_in(text, at, act)),
            model::Verb::Order { role, by, ties } => self.order_step(role, by, ties.as_ref(), act),
            model::Verb::Reroll { dice, showing, keep_better } => {
                if act.test.is_none() {
                    self.report(Diagnostic::error(Code::OnlyInATest, at).arg("verb", "reroll"));
                    return (Verb::Broken, SlotKind::Nothing);
                }
                match dice.as_ref().map_or(Some(Dice::All), |word| self.dice_again(word, act)) {
                    Some(dice) => Verb::Reroll(Again { dice, showing: *showing, better: *keep_better }),
                    None => Verb::Broken,
                }
            }
            model::Verb::Change(list) => self.change_step(list, at, act),
            model::Verb::Broken => Verb::Broken,
        };
        (verb, SlotKind::Nothing)
    }

    /// An amount that is always less than zero would do nothing.
    fn not_below_zero(&mut self, word: &Word, formula: &Formula, any: bool, instead: &'static str) {
        let number = formula.text.trim().parse::<i64>().ok().filter(|number| *number < 0 && !any);
        if let Some(number) = number {
            let example = format!("{instead}: {{{}: {}}}", word.text, number.unsigned_abs());
            let error = Diagnostic::error(Code::AmountBelowZero, formula.placement.span).arg("name", &*word.text);
            self.report(error.help_with("help-write", "example", example));
        }
    }

    /// Which dice a word means: those that somebody names, or those that the test calls so.
    fn dice_again(&mut self, word: &Word, act: &Act) -> Option<Dice> {
        let is_dice = |slot: &usize| matches!(act.slots.get(*slot).map(|slot| &slot.kind), Some(SlotKind::Dice));
        let hand = act.values.iter().position(|(name, kind)| **name == *word.text && *kind == Kind::Dice);
        let found = act.find(&word.text).filter(is_dice).map(Dice::Answer).or(hand.map(Dice::Hand));
        if found.is_none() {
            let dice = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Dice));
            let hands = act.values.iter().filter(|(_, kind)| *kind == Kind::Dice);
            let names = dice.map(|slot| &*slot.name).chain(hands.map(|(name, _)| &**name)).chain(["all"]);
            self.report(self.none_called(Diagnostic::error(Code::NotAnAnswerOfDice, word.span), word, names));
        }
        found
    }

    fn each_step(&mut self, one: &Word, of: &Word, steps: &[model::Step], act: &mut Act) -> Verb {
        let all = act.find(&of.text).filter(|&at| act.slots.get(at).is_some_and(|slot| slot.kind == SlotKind::Many));
        if all.is_none() {
            self.not_many(of, act);
        }
        let slot = match act.find(&one.text) {
            Some(slot) => slot,
            None => act.add(&one.text, SlotKind::Role),
        };
        // Inside, bare names are still to say whose they are, unless nobody else is there.
        act.roles.push(slot);
        let steps = self.steps(steps, act);
        act.roles.pop();
        all.map_or(Verb::Broken, |all| Verb::Each(slot, Over::Role(all), steps))
    }

    fn each_tag(
        &mut self,
        one: &Word,
        (kind, whose): (usize, Option<&Word>),
        steps: &[model::Step],
        at: Span,
        act: &mut Act,
    ) -> Verb {
        let who = self.who(whose, "of", at, act);
        let slot = match act.find(&one.text) {
            Some(slot) => slot,
            None => act.add(&one.text, SlotKind::Value(Kind::Tag(kind))),
        };
        let steps = self.steps(steps, act);
        Verb::Each(slot, Over::Tags(kind, who), steps)
    }

    /// A role that should be of several characters and is not, or is no role.
    pub(super) fn not_many(&mut self, word: &Word, act: &Act) {
        if act.find(&word.text).is_some() {
            self.report(Diagnostic::error(Code::NotMany, word.span).arg("name", &*word.text));
            return;
        }
        let many = act.slots.iter().filter(|slot| slot.kind == SlotKind::Many);
        let names = many.map(|slot| &slot.name);
        self.report(self.none_called(Diagnostic::error(Code::UnknownRole, word.span), word, names));
    }

    /// How long a tag lasts is said in one place only.
    fn lasts_once(&mut self, what: &[(Word, model::Amount)], lasts: bool, until: bool, at: Span) {
        if lasts && until {
            self.report(
                Diagnostic::error(Code::LastsTwice, at).arg("name", "none").arg("first", "for").arg("second", "until"),
            );
        }
        let timed = what.iter().filter(|(_, amount)| matches!(amount, model::Amount::Lasts(_)));
        for (word, _) in timed.filter(|_| lasts || until) {
            let error = Diagnostic::error(Code::LastsTwice, word.span).arg("name", &*word.text);
            self.report(error.arg("first", if lasts { "for" } else { "until" }).arg("second", "none"));
        }
    }

    /// A condition on the owner of a tag.
    fn until(&mut self, formula: &Formula) -> usize {
        let ir = self.condition(formula);
        self.game.untils.push(ir);
        self.game.untils.len() - 1
    }

    fn order_step(&mut self, role: &Word, by: &[Formula], ties: Option<&Word>, act: &Act) -> Verb {
        let all = act.find(&role.text).filter(|&at| act.slots.get(at).is_some_and(|slot| slot.kind == SlotKind::Many));
        let Some(all) = all else {
            self.not_many(role, act);
            return Verb::Broken;
        };
        // Seen from each of them.
        let mut lowered = Vec::new();
        for formula in by {
            let scope = super::Scope { slots: &act.slots, ..Checker::scope(super::Place::Derived) };
            lowered.push(self.lower(formula, scope, |lower| lower.number(&formula.expr, &Want::Anything)));
        }
        let ties = ties.and_then(|word| self.find_action(word));
        Verb::Order(all, lowered, ties)
    }

    fn change_step(&mut self, list: &[(Word, Formula)], at: Span, act: &Act) -> Verb {
        let Some(test) = act.test else {
            self.report(Diagnostic::error(Code::OnlyInATest, at).arg("verb", "change"));
            return Verb::Broken;
        };
        let changes = self.inputs(test, list, act);
        for (word, _) in list {
            let Some(def) = self.game.tests.get(test) else { continue };
            let input = def.inputs.iter().position(|(name, _)| **name == *word.text);
            let same = |(at, ir): &(usize, Ir)| Some(*at) == input && matches!(ir.op, Op::Input(read) if read == *at);
            if changes.iter().any(same) {
                let error = Diagnostic::error(Code::ChangeWithoutEffect, word.span).arg("name", &*word.text);
                self.report(error.arg("dice", "same"));
            }
        }
        Verb::Change(changes)
    }
}
