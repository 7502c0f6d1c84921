//! Lowers steps of actions: labels become slots, verbs become instructions.

use std::sync::Arc;

use super::Checker;
use super::actions::{ActionLowering, roles_of, slot_kind};
use super::lower::Want;
use super::program::{
    self, Ask, At, DiceSelection, Gift, Ir, Kind, Loss, Lowered, Named, Op, Over, Piece, SlotId, SlotKind, Step, TagId,
    Test, TrackId, Verb, WhichMark, Who,
};
use crate::diagnostic::{Arg, Code, Diagnostic, Note};
use crate::id::Id;
use crate::ruleset::FormatKey;
use crate::ruleset::model::{self, Formula, QuestionDecl, Template, TemplatePart, Word};
use crate::ruleset::steps::{
    Each, Effects, Gain, Give, Lose, Lowering, LowersKind, Pay, Repeat, Roll, Round, Set, Value, Written, of_boxes,
};
use crate::source::{Placement, Span};
use crate::syntax::{Expr, ExprKind, Name, TextSpan};

impl Checker<'_> {
    pub(super) fn steps(&mut self, raw: &[model::StepDecl], act: &mut ActionLowering) -> Vec<Step> {
        raw.iter().map(|step| self.one_step(step, act)).collect()
    }

    fn one_step(&mut self, raw: &model::StepDecl, act: &mut ActionLowering) -> Step {
        if let model::VerbDecl::Roll(roll) = &raw.verb
            && let Some(picked) = self.picked_test(&roll.test, act)
        {
            return self.roll_picked(raw, roll, picked, act);
        }
        if let model::VerbDecl::Roll(roll) = &raw.verb
            && let Some(table) = self.rows_rolled(roll)
        {
            return self.roll_row(raw, roll, table, act);
        }
        let when = raw.when.as_ref().map(|formula| self.flag_in(formula, act));
        if let model::VerbDecl::Roll(roll) = &raw.verb
            && let Some(slot) = act.find(&roll.test.text).and_then(|slot| act.slots.get(slot))
            && slot.kind == SlotKind::Value(Kind::Broken)
        {
            // Which test it is could not be read, which is reported where that is.
            let slot = self.label_slot(&raw.label, SlotKind::Value(Kind::Broken), act);
            return Step { slot, when, verb: Verb::Broken, at: self.at_word(&raw.label) };
        }
        let (mut verb, kind) = self.verb(&raw.verb, &raw.label, act);
        if kind != SlotKind::Nothing {
            self.not_of_a_row(&raw.label, act);
        }
        let slot = self.label_slot(&raw.label, kind, act);
        if let Verb::Ask(ask) = &mut verb {
            ask.question.slot = slot;
            if let Some(slot) = act.slots.get_mut(slot) {
                slot.optional = ask.question.question.is_optional();
            }
            act.asks_trait(slot, &ask.question);
        }
        let at = self.at_word(&raw.label);
        Step { slot, when, verb, at }
    }

    /// The origin of a word that is no formula.
    pub(super) fn at_word(&mut self, word: &Word) -> At {
        let placement = crate::source::Placement { span: word.span, style: None };
        // If the word is empty, the text at its place is used.
        let text = if word.text.is_empty() { self.sources.slice(word.span) } else { &word.text };
        let text: Arc<str> = text.into();
        let id = u32::try_from(self.game.origins.len()).unwrap_or(At::TYPED);
        let end = u32::try_from(text.len()).unwrap_or(0);
        self.game.origins.push(super::Origin { text, placement });
        At { origin: id, span: TextSpan { start: 0, end } }
    }

    /// The slot of a label. A second value must have the same kind.
    pub(super) fn label_slot(&mut self, word: &Word, kind: SlotKind, act: &mut ActionLowering) -> usize {
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

    /// The slot of a loop variable. A later loop over another kind gets a new slot for the same name.
    fn loop_slot(
        &mut self,
        word: &Word,
        kind: SlotKind,
        traits: Option<Arc<Vec<usize>>>,
        act: &mut ActionLowering,
    ) -> usize {
        let before = act.find(&word.text).and_then(|slot| Some((slot, act.slots.get(slot)?)));
        match before {
            // A role, or the variable of an enclosing loop.
            Some((slot, _)) if act.roles.contains(&slot) => {
                self.report(Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text));
            }
            Some((slot, one)) if one.kind == kind && one.traits == traits => return slot,
            Some((slot, _)) if !act.loops.contains(&slot) => {
                self.report(Diagnostic::error(Code::LabelOfTwoKinds, word.span).arg("name", &*word.text));
            }
            _ => {}
        }
        let slot = act.add(&word.text, kind);
        if let Some(list) = traits {
            act.holds_trait(slot, list);
        }
        slot
    }

    fn value_in(&mut self, formula: &Formula, act: &ActionLowering) -> (Ir, Kind) {
        self.lower(formula, act.scope(true), |lower| lower.expr(&formula.expr, &Want::Anything))
    }

    pub(super) fn kind_in(&mut self, formula: &Formula, kind: &Kind, act: &ActionLowering) -> Ir {
        self.lower(formula, act.scope(true), |lower| lower.of_kind(&formula.expr, kind))
    }

    /// Lowers a text; `throws`: whether its formulas can throw dice.
    pub(super) fn text_in(&mut self, template: &Template, at: Span, act: &ActionLowering, throws: bool) -> Ir {
        let mut pieces = Vec::new();
        for part in &template.parts {
            match part {
                TemplatePart::Text(text) => pieces.push(Piece::Text(text.clone())),
                TemplatePart::Formula(formula) => {
                    let scope = act.scope(throws);
                    let (ir, kind) = self.lower(formula, scope, |lower| lower.expr(&formula.expr, &Want::Anything));
                    pieces.push(Piece::Value(ir, kind));
                }
            }
        }
        let at = self.at_word(&Word { text: String::new(), span: at });
        Ir { op: Op::Template(pieces), at }
    }

    /// Lowers the character of a role; without one, the only character. `beside` is the key that would name it.
    pub(super) fn who(&mut self, word: Option<&Word>, beside: &str, at: Span, act: &ActionLowering) -> Who {
        let slot = match word {
            Some(word) => self.role_slot(word, act),
            None => match act.sole() {
                Some(slot) => Some(slot),
                None => {
                    let mut roles = roles_of(act).map(|role| format!("`{beside}: {role}`")).peekable();
                    let has_no_roles = roles.peek().is_none();
                    let many = act.slots.iter().find(|slot| slot.kind == SlotKind::Many).filter(|_| has_no_roles);
                    self.report(match many {
                        Some(many) => {
                            let example = format!("each: {{…: {}}}", many.name);
                            let error = Diagnostic::error(Code::StepOfMany, at).arg("name", &*many.name);
                            error.help_with("help-write", "example", example)
                        }
                        None if has_no_roles => Diagnostic::error(Code::NobodyTakesPart, at).help("help-roles"),
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

    /// Whether all these words are points of the table, which have no owner.
    pub(super) fn all_shared<'w>(&self, mut words: impl Iterator<Item = &'w Word>) -> bool {
        words.all(|word| match self.game.names.get(&word.text) {
            Some(Named::Points(index)) => self.game.points[*index].shared,
            _ => false,
        })
    }

    pub(super) fn who_or_table(
        &mut self,
        word: Option<&Word>,
        beside: &str,
        shared: bool,
        at: Span,
        act: &ActionLowering,
    ) -> Who {
        if word.is_some() || !shared {
            return self.who(word, beside, at, act);
        }
        let at = self.at_word(&Word { text: String::new(), span: at });
        Ir { op: Op::Number(0), at }
    }

    fn verb(&mut self, raw: &model::VerbDecl, label: &Word, act: &mut ActionLowering) -> (Verb, SlotKind) {
        let on_table = if let model::VerbDecl::Roll(roll) = raw { self.roll_on_table(roll) } else { None };
        let mut to = StepLowering::new(self, act, label);
        (on_table.as_ref().unwrap_or(raw).lower(&mut to).unwrap_or(Verb::Broken), to.kind)
    }

    /// Rewrites `roll` with the name of a table: runs the effects of the row, or takes its value.
    fn roll_on_table(&mut self, roll: &Roll<Written>) -> Option<model::VerbDecl> {
        let word = &roll.test;
        let Some(Named::Table(index)) = self.game.names.get(&word.text) else { return None };
        let table = Some(&self.game.tables[*index]).filter(|table| table.dice.is_some())?;
        let does = matches!(table.columns.as_slice(), [column] if column.kind == Kind::Effects);
        self.only_beside_a_test(roll, does);
        let name =
            Name { text: word.text.clone(), quoted: true, span: TextSpan { start: 0, end: word.text.len() as u32 } };
        let formula = Formula {
            expr: Expr { span: name.span, kind: ExprKind::Name(name) },
            text: word.text.as_str().into(),
            placement: Placement { span: word.span, style: None },
            one_of: Vec::new(),
        };
        Some(if does {
            model::VerbDecl::Effects(Box::new(Effects { cell: formula, to: roll.by.clone() }))
        } else {
            model::VerbDecl::Value(Box::new(Value { formula }))
        })
    }

    /// Reports keys of a roll that a table has no use for.
    pub(super) fn only_beside_a_test(&mut self, roll: &Roll<Written>, does: bool) {
        let word = &roll.test;
        let beside = [
            ("by", (!does).then_some(roll.by.as_ref()).flatten().map(|word| word.span)),
            ("with", roll.with.first().map(|(word, _)| word.span)),
            ("on", roll.on.first().map(|(word, _)| word.span)),
            ("seen", roll.seen.first().map(|step| step.label.span)),
        ];
        for (key, at) in beside {
            if let Some(at) = at {
                self.report(Diagnostic::error(Code::OnlyBesideATest, at).arg("key", key).arg("table", &*word.text));
            }
        }
    }

    /// Reports an amount that is always negative, which would do nothing.
    fn not_below_zero(&mut self, word: &Word, formula: &Formula, any: bool, instead: &'static str) {
        let number = formula.text.trim().parse::<i64>().ok().filter(|number| *number < 0 && !any);
        if let Some(number) = number {
            let example = format!("{instead}: {{{}: {}}}", word.text, number.unsigned_abs());
            let error = Diagnostic::error(Code::AmountBelowZero, formula.placement.span).arg("name", &*word.text);
            self.report(error.help_with("help-write", "example", example));
        }
    }

    /// Reports a literal number of rounds below 1 or above the limit.
    fn rounds_written(&mut self, formula: &Formula) {
        let limit = self.game.limits.rounds;
        let Ok(number) = formula.text.trim().parse::<i64>() else { return };
        let code = if number < 1 { Code::NoRounds } else { Code::TooManyRounds };
        if number < 1 || number > i64::from(limit) {
            let error = Diagnostic::error(code, formula.placement.span).arg("limit", i64::from(limit));
            self.report(error.arg("number", number));
        }
    }

    /// The dice that a word names: those of an answer, or a throw of the test.
    fn dice_again(&mut self, word: &Word, act: &ActionLowering) -> Option<DiceSelection> {
        let is_dice = |slot: &usize| matches!(act.slots.get(*slot).map(|slot| &slot.kind), Some(SlotKind::Dice));
        let hand = act.values.iter().position(|(name, kind)| **name == *word.text && *kind == Kind::Dice);
        let found = act
            .find(&word.text)
            .filter(is_dice)
            .map(|slot| DiceSelection::Answer(SlotId(slot)))
            .or(hand.map(DiceSelection::Hand));
        if found.is_none() {
            let dice = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Dice));
            let hands = act.values.iter().filter(|(_, kind)| *kind == Kind::Dice);
            let names = dice.map(|slot| &*slot.name).chain(hands.map(|(name, _)| &**name)).chain(["all"]);
            self.report(self.none_called(Diagnostic::error(Code::NotAnAnswerOfDice, word.span), word, names));
        }
        found
    }

    /// The slot of a role that is `many`.
    fn many(&mut self, word: &Word, act: &ActionLowering) -> Option<SlotId> {
        let many = |slot: &usize| act.slots.get(*slot).is_some_and(|slot| slot.kind == SlotKind::Many);
        let found = act.find(&word.text).filter(many);
        if found.is_none() {
            self.not_many(word, act);
        }
        found.map(SlotId)
    }

    /// Reports a word that is not a role for several characters.
    pub(super) fn not_many(&mut self, word: &Word, act: &ActionLowering) {
        if act.find(&word.text).is_some() {
            self.report(Diagnostic::error(Code::NotMany, word.span).arg("name", &*word.text));
            return;
        }
        let many = act.slots.iter().filter(|slot| slot.kind == SlotKind::Many);
        let names = many.map(|slot| &slot.name);
        self.report(self.none_called(Diagnostic::error(Code::UnknownRole, word.span), word, names));
    }

    /// How long a tag lasts is said in one place only.
    fn lasts_once(&mut self, what: &[(Word, model::GainAmount)], lasts: bool, until: bool, at: Span) {
        if lasts && until {
            self.report(
                Diagnostic::error(Code::LastsTwice, at).arg("name", "none").arg("first", "for").arg("second", "until"),
            );
        }
        let timed = what.iter().filter(|(_, amount)| matches!(amount, model::GainAmount::Lasts(_)));
        for (word, _) in timed.filter(|_| lasts || until) {
            let error = Diagnostic::error(Code::LastsTwice, word.span).arg("name", &*word.text);
            self.report(error.arg("first", if lasts { "for" } else { "until" }).arg("second", "none"));
        }
    }

    /// Something that is gained lasts a number of turns, so that it can be said whose.
    fn counted_in_turns(&mut self, what: &[Gift], lasts: Option<&program::Duration>, at: &Word) {
        let turns = self.raw.turns.iter().flat_map(|turns| [&turns.starts, &turns.ends]).flatten();
        let own: Vec<&str> = turns.map(|word| word.text.as_str()).collect();
        let counted = |duration: &program::Duration| match duration {
            program::Duration::Permanent => false,
            program::Duration::Times(_, time) => {
                self.game.times.get(*time).is_some_and(|time| own.contains(&&*time.name))
            }
            program::Duration::Unit(_) => !own.is_empty(),
        };
        let any = what.iter().any(|given| match given {
            Gift::Tag(kind, _, _, said) => {
                let usual = self.game.tags[*kind].lasts.as_ref();
                said.as_ref().or(lasts).or(usual).is_some_and(counted)
            }
            Gift::Points(..) | Gift::Trait(..) => false,
        });
        if !any {
            self.report(Diagnostic::error(Code::TurnOfNothing, at.span).arg("name", &*at.text));
        }
    }

    /// A condition on the owner of a tag.
    fn until(&mut self, formula: &Formula) -> usize {
        let ir = self.condition(formula);
        self.game.untils.push(ir);
        self.game.untils.len() - 1
    }
}

pub(super) struct StepLowering<'c, 'g> {
    pub(super) checker: &'c mut Checker<'g>,
    pub(super) act: &'c mut ActionLowering,
    pub(super) label: &'c Word,
    /// What the label holds.
    pub(super) kind: SlotKind,
    /// The track that was last named.
    track: Option<TrackId>,
    /// It is one of several rolls with the same label, which has its slots.
    pub(super) picked: bool,
}

impl<'c, 'g> StepLowering<'c, 'g> {
    pub(super) fn new(checker: &'c mut Checker<'g>, act: &'c mut ActionLowering, label: &'c Word) -> Self {
        Self { checker, act, label, kind: SlotKind::Nothing, track: None, picked: false }
    }
}

impl StepLowering<'_, '_> {
    fn only_in_a_test(&mut self, verb: &'static str) -> Option<Id<Test>> {
        if self.act.test.is_none() {
            self.checker.report(Diagnostic::error(Code::OnlyInATest, self.label.span).arg("verb", verb));
        }
        self.act.test
    }
}

impl Lowering<Lowered> for StepLowering<'_, '_> {
    fn value(&mut self, _: &FormatKey, formula: &Formula) -> Option<Ir> {
        let (ir, kind) = self.checker.value_in(formula, self.act);
        // The same points under another name.
        self.kind = if kind == Kind::Points { SlotKind::Points(None) } else { SlotKind::Value(kind) };
        Some(ir)
    }

    fn number(&mut self, key: &FormatKey, formula: &Formula) -> Option<Ir> {
        let number = self.checker.number_in(formula, self.act);
        if let Some((_, instead)) = of_boxes(key.name)
            && super::constant(&number).is_some_and(|number| number < 0)
        {
            let error = Diagnostic::error(Code::AmountBelowZero, formula.placement.span).arg("name", key.name);
            let amount = formula.text.trim().trim_start_matches(['-', '−']);
            self.checker.report(error.help_with("help-write", "example", format!("{instead}: {amount}")));
        }
        // `mark: Track` says on what, and not how much.
        let word = formula.text.trim().trim_matches(['«', '»']);
        if let Some(Named::Track(_)) = self.checker.game.names.get(word) {
            let mut told = self.checker.errors.iter_mut().rev().filter(|one| one.code == Code::TrackNeedsDot);
            if let Some(error) = told.next().filter(|one| one.at == Some(formula.placement.span)) {
                let example = format!("{}: 1, on: {word}", key.name);
                error.helps = Note::advice("help-write", "example", example.into()).into_iter().collect();
            }
        }
        Some(number)
    }

    fn cell(&mut self, _: &FormatKey, formula: &Formula) -> Option<Ir> {
        self.checker.lower(formula, self.act.scope(true), |lower| lower.effects(&formula.expr))
    }

    fn text(&mut self, _: &FormatKey, text: &Template) -> Option<Ir> {
        Some(self.checker.text_in(text, self.label.span, self.act, true))
    }

    fn question(&mut self, _: &FormatKey, question: &QuestionDecl) -> Option<Ask> {
        if let Some(late) = question.late {
            self.checker.report(Diagnostic::error(Code::AskedTooEarly, late).arg("why", "there"));
        }
        let mut ask = self.checker.ask_shell(question, self.act);
        ask.slot = self.act.slots.len();
        self.checker.ask_formula(question, &mut ask, self.act);
        self.kind = slot_kind(&ask, self.act);
        Some(ask)
    }

    fn steps(&mut self, _: &FormatKey, steps: &[model::StepDecl]) -> Option<Vec<Step>> {
        Some(self.checker.steps(steps, self.act))
    }

    fn who(&mut self, key: &FormatKey, who: &Option<Word>) -> Option<Who> {
        Some(self.checker.who(who.as_ref(), key.name, self.label.span, self.act))
    }

    fn track(&mut self, _: &FormatKey, track: &Option<Word>) -> Option<TrackId> {
        self.track = self.checker.track_of(track.as_ref(), self.label.span);
        self.track
    }

    fn mark(&mut self, key: &FormatKey, mark: &Option<Word>) -> Option<WhichMark> {
        let track = self.track?;
        let def = &self.checker.game.tracks[track];
        if key.name == "as" && self.checker.raw.tracks.get(track.index()).is_some_and(|raw| !raw.each.is_empty()) {
            self.kind = SlotKind::Value(Kind::Number);
        }
        let Some(word) = mark else { return Some(WhichMark::Any) };
        // A mark by its own name, or a label each of whose words is one.
        let is_mark = def.marks.iter().any(|(name, _)| **name == *word.text);
        let slot = self.act.find(&word.text).filter(|_| !is_mark);
        if let Some(slot) = slot
            && let Some(SlotKind::Value(Kind::Choice(words))) = self.act.slots.get(slot).map(|slot| &slot.kind)
        {
            let words = words.iter().map(|one| Word { text: one.clone(), span: word.span });
            let marks = words.map(|one| self.checker.mark_of(track, &one)).collect::<Option<Vec<usize>>>()?;
            let at = self.checker.at_word(word);
            return Some(WhichMark::Word(Ir { op: Op::Slot(slot), at }, marks));
        }
        self.checker.mark_of(track, word).map(WhichMark::Fixed)
    }

    fn deck(&mut self, _: &FormatKey, deck: &Word) -> Option<TagId> {
        self.checker.deck_called(deck)
    }

    fn many(&mut self, _: &FormatKey, role: &Word) -> Option<SlotId> {
        self.checker.many(role, self.act)
    }

    fn scores(&mut self, _: &FormatKey, formulas: &[Formula]) -> Option<Vec<Ir>> {
        let mut scores = Vec::new();
        for formula in formulas {
            let scope = super::Scope { slots: &self.act.slots, ..Checker::scope(super::FormulaSite::Derived) };
            scores.push(self.checker.lower(formula, scope, |lower| lower.number(&formula.expr, &Want::Anything)));
        }
        Some(scores)
    }

    fn ties(&mut self, _: &FormatKey, action: &Option<Word>) -> Option<Option<usize>> {
        Some(action.as_ref().and_then(|word| self.checker.find_action(word)))
    }

    fn dice(&mut self, key: &FormatKey, dice: &Option<Word>) -> Option<DiceSelection> {
        self.only_in_a_test(key.name)?;
        dice.as_ref().map_or(Some(DiceSelection::All), |word| self.checker.dice_again(word, self.act))
    }

    fn changes(&mut self, key: &FormatKey, list: &[(Word, Formula)]) -> Option<Vec<(usize, Ir)>> {
        let test = self.only_in_a_test(key.name)?;
        let inputs = self.checker.inputs(test, list, self.act);
        for (word, _) in list {
            let def = &self.checker.game.tests[test];
            let input = def.inputs.iter().position(|(name, _)| **name == *word.text);
            let kept = |at: usize, ir: &Ir| matches!(super::unchanged(ir).op, Op::Input(read) if read == at);
            let same = |(at, ir): &(usize, Ir)| Some(*at) == input && kept(*at, ir);
            if inputs.iter().any(same) {
                let error = Diagnostic::error(Code::ChangeWithoutEffect, word.span).arg("name", &*word.text);
                self.checker.report(error.arg("dice", "same"));
            }
        }
        Some(inputs)
    }
}

impl LowersKind<Each<Written>, Each<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Each<Written>) -> Option<Each<Lowered>> {
        let Self { checker, act, .. } = self;
        let (one, of) = &raw.each;
        if let Some(Named::Tag(kind)) = checker.game.names.get(&of.text).copied() {
            let who = checker.who(raw.owner.as_ref(), "of", self.label.span, act);
            let slot = checker.loop_slot(one, SlotKind::Value(Kind::Tag(kind)), None, act);
            let steps = checker.steps(&raw.steps, act);
            act.loops.insert(slot);
            return Some(Each { each: (slot, Over::Tags(kind, who)), owner: (), steps });
        }
        if let Some(word) = &raw.owner {
            checker.report(Diagnostic::error(Code::OfMany, word.span).arg("name", &*of.text));
        }
        let answers = act.slots.answers(&of.text);
        if let Some(first) = answers.first().and_then(|first| act.slots.get(*first)).cloned() {
            let slot = checker.loop_slot(one, first.kind, first.traits, act);
            let steps = checker.steps(&raw.steps, act);
            act.loops.insert(slot);
            let answers = answers.into_iter().map(SlotId).collect();
            return Some(Each { each: (slot, Over::Answers(answers)), owner: (), steps });
        }
        let all = checker.many(of, act);
        let slot = checker.loop_slot(one, SlotKind::Role, None, act);
        // Inside, bare names are still to say whose they are, unless no other character is there.
        act.roles.push(slot);
        let steps = checker.steps(&raw.steps, act);
        act.roles.pop();
        act.loops.insert(slot);
        Some(Each { each: (slot, Over::Role(all?)), owner: (), steps })
    }
}

impl LowersKind<Repeat<Written>, Repeat<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Repeat<Written>) -> Option<Repeat<Lowered>> {
        let Self { checker, act, label, .. } = self;
        checker.rounds_written(&raw.rounds);
        let rounds = checker.number_in(&raw.rounds, act);
        self.kind = SlotKind::Value(Kind::Number);
        checker.label_slot(label, self.kind.clone(), act);
        let first = act.slots.len();
        let steps = checker.steps(&raw.round.steps, act);
        let own = first..act.slots.len();
        let until = raw.until.as_ref().map(|formula| checker.flag_in(formula, act));
        Some(Repeat { rounds, until, round: Round { steps, own } })
    }
}

impl LowersKind<Gain<Written>, Gain<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Gain<Written>) -> Option<Gain<Lowered>> {
        let Self { checker, act, label, .. } = self;
        let Gain { what, to, lasts, until, turn, with, any } = raw;
        checker.lasts_once(what, lasts.is_some(), until.is_some(), label.span);
        let lasts = lasts.as_ref().map(|duration| checker.duration(duration, act.scope(true)));
        let until = until.as_ref().map(|formula| checker.until(formula));
        let shared = checker.all_shared(what.iter().map(|(word, _)| word));
        let to = checker.who_or_table(to.as_ref(), "to", shared, label.span, act);
        let mut list = Vec::new();
        for (word, amount) in what {
            if let model::GainAmount::Formula(formula) = amount {
                checker.not_below_zero(word, formula, *any, "lose");
            }
            list.extend(checker.given(word, amount, with, act));
        }
        // Values are those of tags.
        if list.len() == what.len() && !list.iter().any(|given| matches!(given, Gift::Tag(..))) {
            for ((value, _), (word, _)) in with.iter().zip(what.iter().cycle()) {
                let error = Diagnostic::error(Code::NoSuchTagValue, value.span).arg("kind", &*word.text);
                checker.report(error.arg("name", &*value.text));
            }
        }
        let turn = turn.as_ref().and_then(Option::as_ref).map(|word| {
            // What is not known may last turns.
            if list.len() == what.len() {
                checker.counted_in_turns(&list, lasts.as_ref().filter(|_| until.is_none()), word);
            }
            checker.who_or_table(Some(word), "turn of", false, label.span, act)
        });
        Some(Gain { what: list, to, lasts, until, turn, with: (), any: *any })
    }
}

impl LowersKind<Give<Written>, Give<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Give<Written>) -> Option<Give<Lowered>> {
        let Self { checker, act, label, .. } = self;
        let from = raw.from.as_ref().and_then(Option::as_ref);
        let mut list = Vec::new();
        for (word, amount) in &raw.what {
            if let Some(formula) = amount {
                checker.not_below_zero(word, formula, false, "give");
            }
            match checker.taken(word, amount.as_ref(), from, act) {
                Some(taken @ (Loss::Tag(..) | Loss::Tags(..) | Loss::Named(..))) => list.push(taken),
                Some(_) => {
                    checker.report(Diagnostic::error(Code::GivenAway, word.span).arg("name", &*word.text));
                }
                None => {}
            }
        }
        // A tag in a label has an owner of its own.
        let own = from.is_none() && list.iter().all(Loss::has_owner);
        let from = (!own).then(|| checker.who(from, "from", label.span, act));
        let to = checker.who(raw.to.as_ref(), "to", label.span, act);
        Some(Give { what: list, from, to })
    }
}

impl LowersKind<Lose<Written>, Lose<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Lose<Written>) -> Option<Lose<Lowered>> {
        let Self { checker, act, label, .. } = self;
        let of = raw.of.as_ref().and_then(Option::as_ref);
        let mut list = Vec::new();
        for (word, amount) in &raw.what {
            if let Some(formula) = amount {
                checker.not_below_zero(word, formula, raw.any, "gain");
            }
            list.extend(checker.taken(word, amount.as_ref(), of, act));
        }
        // A tag in a label has an owner of its own.
        let own = of.is_none() && !list.is_empty() && list.iter().all(Loss::has_owner);
        let shared = checker.all_shared(raw.what.iter().map(|(word, _)| word));
        let of = (!own).then(|| checker.who_or_table(of, "of", shared, label.span, act));
        Some(Lose { what: list, of, any: raw.any })
    }
}

impl LowersKind<Pay<Written>, Pay<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Pay<Written>) -> Option<Pay<Lowered>> {
        let Self { checker, act, label, .. } = self;
        let mut list = Vec::new();
        for (word, formula) in &raw.what {
            checker.not_below_zero(word, formula, false, "pay");
            let count = checker.number_in(formula, act);
            list.extend(checker.paid(word, act).map(|points| (points, count)));
        }
        let shared = checker.all_shared(raw.what.iter().map(|(word, _)| word));
        let from = checker.who_or_table(raw.from.as_ref(), "from", shared, label.span, act);
        let to = raw.to.as_ref().map(|word| checker.who(word.as_ref(), "to", label.span, act));
        Some(Pay { what: list, from, to })
    }
}

impl LowersKind<Set<Written>, Set<Lowered>> for StepLowering<'_, '_> {
    fn lower(&mut self, raw: &Set<Written>) -> Option<Set<Lowered>> {
        let list = raw.what.iter();
        for (word, formula) in list.clone().filter(|_| raw.of.is_none()) {
            if *formula.text.trim() == *word.text {
                let error = Diagnostic::error(Code::ChangeWithoutEffect, word.span).arg("name", &*word.text);
                self.checker.report(error.arg("dice", "same"));
            }
        }
        let one = |(word, formula): &(Word, Formula)| self.checker.set_one(word, formula, raw.of.as_ref(), self.act);
        Some(Set { what: list.filter_map(one).collect(), of: () })
    }
}
