//! Resolves names at run time: traits, options, inputs and values of the running test, its total; asks for missing
//! values.

use super::answered_trait::AnsweredValue;
use super::effects::{AskedFor, ValueRequest};
use super::failure::{Failure, Stop, There as _};
use super::machine::{Machine, Value, too_large};
use super::result::{Answer, How, TraceStep};
use crate::check::program::{AnswerKind, At, Default, Ir, Kind, Named, Op, Origin, Question, Test, Trait, TraitSource};
use crate::diagnostic::Code;
use crate::ruleset::model::OptionalDecl;

impl<'a> Machine<'a> {
    pub(super) fn one_trait(&mut self, index: usize, at: At) -> Result<i64, Failure> {
        let one = self.game.traits.get(index).there(at)?;
        self.is_of_its_kind(Named::Trait(index), at)?;
        if let Some(value) = self.trait_given(index) {
            self.tell_trait(one, value, How::Given, None);
            return Ok(value);
        }
        self.has_an_owner(&one.name, at)?;
        match &one.source {
            TraitSource::Derived(ir) => {
                if let Some(value) = self.trait_remembered(index) {
                    self.told_before(&one.name);
                    return Ok(value);
                }
                let rolls = self.rolls.len();
                let Value::Int(value) = self.formula(ir)? else { return Err(Failure::new(Code::TextWhereNumber, at)) };
                self.tell_trait(one, value, How::Derived, self.game.origins.get(ir.at.origin as usize));
                self.remember_trait(index, value, rolls);
                Ok(value)
            }
            TraitSource::Given(question) | TraitSource::Group(question) => {
                self.question(&one.name, question, AskedFor::Trait, at)?.value.number(at)
            }
        }
    }

    #[inline(never)]
    fn tell_trait(&mut self, one: &Trait, value: i64, how: How, formula: Option<&Origin>) {
        let game = self.game;
        self.tell_own(&one.name, |name| TraceStep::Name {
            name,
            value: match &one.source {
                TraitSource::Given(question) => Answer::of(game, &question.value_kind(), value),
                _ => Answer::of(game, &one.kind, value),
            },
            how,
            formula: formula.map(|origin| origin.text.to_string()),
        });
    }

    pub(super) fn option(&mut self, index: usize, at: At) -> Result<i64, Failure> {
        let option = self.game.options.get(index).there(at)?;
        if let Some(value) = self.env.option_value(index) {
            let game = self.game;
            self.tell(&option.name, |name| TraceStep::Name {
                name,
                value: Answer::of(game, &option.question.kind.kind(), value),
                how: How::Option,
                formula: None,
            });
            return Ok(value);
        }
        self.question(&option.name, &option.question, AskedFor::Option, at)?.value.number(at)
    }

    /// A default, or an answer from outside.
    fn question(
        &mut self,
        name: &str,
        question: &'a Question,
        what: AskedFor,
        at: At,
    ) -> Result<AnsweredValue, Failure> {
        let (answer, how) = match &question.default {
            Some(Default::Value(ir)) => (self.answer_by(ir, &question.kind)?, How::Default),
            _ => {
                let number = self.ask(name, what, &question.kind, question.doc.as_deref(), at)?;
                (Value::Int(number).into(), How::Asked)
            }
        };
        let value = self.shown(&answer.value, &question.kind.kind());
        let step = |name| TraceStep::Name { name, value, how, formula: None };
        match what {
            AskedFor::Trait => self.tell_own(name, step),
            AskedFor::Input | AskedFor::Cell | AskedFor::Option => self.tell(name, step),
        }
        Ok(answer)
    }

    pub(super) fn ask(
        &mut self,
        name: &str,
        what: AskedFor,
        kind: &'a AnswerKind,
        doc: Option<&'a str>,
        at: At,
    ) -> Result<i64, Failure> {
        if let Some(&value) = self.asked.get(name) {
            return Ok(value);
        }
        // Two characters may lack the same; without a roller it has no owner.
        let known = self.play.as_deref().map(|play| format!("{}.{name}", self.name_of(play.who)));
        if let Some(key) = &known
            && let Some(value) = self.answered(key, name, kind, at)?
        {
            return Ok(value);
        }
        // Words and tags are no numbers.
        let quiet = self.play.as_deref().is_some_and(|play| play.quiet)
            || matches!(kind, AnswerKind::Text | AnswerKind::Tag(_));
        let asked = ValueRequest { name, what, kind, doc };
        let answer =
            if quiet { None } else { self.effects.answer(&asked).map_err(|refusal| Failure::refused(refusal, at))? };
        if let (Some(key), Some(value)) = (&known, answer) {
            self.asked.insert(key.clone(), value);
            return Ok(value);
        }
        if let Some(value) = answer {
            self.asked.insert(name.to_owned(), value);
            return Ok(value);
        }
        // Beside no action, a question for a trait is answered by a number.
        let options = if matches!(kind, AnswerKind::Trait(..)) { Vec::new() } else { self.game.answers(kind) };
        let some = match (options.first(), kind) {
            (Some(first), _) => first.clone(),
            (None, AnswerKind::Number(min, max)) => {
                3.max(min.unwrap_or(i64::MIN)).min(max.unwrap_or(i64::MAX)).to_string()
            }
            (None, AnswerKind::Trait(..)) => "3".to_owned(),
            (None, _) => "…".to_owned(),
        };
        let quoted = format!("{name}={some}");
        let quoted = if quoted.contains([' ', '[']) { format!("\"{quoted}\"") } else { quoted };
        let failure = match what {
            AskedFor::Trait => {
                let who = self.person().map(|person| person.name.clone()).filter(|name| !name.is_empty());
                let failure = Failure::new(Code::TraitWithoutValue, at).arg("name", name);
                let points = self.game.points.iter().any(|points| *points.name == *name);
                let help = if points { "help-give-points" } else { "help-give-trait" };
                match who {
                    Some(who) => failure.arg("who", who).help(help),
                    None => failure.arg("who", "none").help_with("help-give-with", "example", quoted),
                }
            }
            AskedFor::Input => Failure::new(Code::InputWithoutValue, at).arg("name", name).help_with(
                "help-give-set",
                "example",
                quoted,
            ),
            AskedFor::Cell => Failure::new(Code::CellPending, at)
                .arg("name", name)
                .arg("why", doc.unwrap_or("").to_owned())
                .help_with("help-give-set", "example", quoted),
            AskedFor::Option => {
                Failure::new(Code::OptionPending, at).arg("name", name).help_with("help-give-set", "example", quoted)
            }
        };
        Err(if options.is_empty() { failure } else { failure.help_with("help-there-is", "names", options) })
    }

    /// Whether a question of the running test has an answer.
    pub(super) fn input_answered(&mut self, index: usize, at: At) -> Result<bool, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let (test, given) = (frame.test, frame.given);
        if matches!(frame.inputs.get(index), Some(Some(_))) {
            return Ok(true);
        }
        let (name, question) = test.inputs.get(index).there(at)?;
        if !question.is_optional() || matches!(given.get(index), Some(Some(_))) {
            return Ok(true);
        }
        Ok(self.given_input(name, question, at)?.is_some())
    }

    /// Whether a formula is only a question that is put where it is read, and was not read yet.
    pub(super) fn is_postponed(&mut self, ir: &'a Ir) -> Result<bool, Failure> {
        if !self.playing(ir.at)?.postpones {
            return Ok(false);
        }
        let Op::Slot(slot) = ir.op else { return Ok(false) };
        let act = self.act(ir.at)?;
        let asks = act.action.ask.iter().any(|ask| ask.slot == slot);
        Ok(asks && matches!(act.slots.get(slot), Some(None)))
    }

    /// Whether a formula is more than a question that has no answer.
    pub(super) fn is_answered(&mut self, ir: &'a Ir) -> Result<bool, Failure> {
        match &ir.op {
            Op::Input(index) => self.input_answered(*index, ir.at),
            Op::Slot(slot) => {
                let act = self.act(ir.at)?;
                let open = act.action.slots.get(*slot).is_some_and(|slot| slot.optional);
                if open || self.playing(ir.at)?.postpones {
                    self.ask_late(*slot, ir.at)?;
                }
                let act = self.act(ir.at)?;
                Ok(!open || matches!(act.slots.get(*slot), Some(Some(_))))
            }
            Op::Did(slot, inner) => {
                let act = self.act(ir.at)?;
                Ok(act.held.did.get(slot).and_then(|did| did.slots.get(*inner)).is_some_and(Option::is_some))
            }
            Op::InRoll(slot, side, inner) if matches!(inner.op, Op::Input(_)) => {
                let outer = self.open_roll(*slot, *side, ir.at)?;
                let answered = self.is_answered(inner);
                self.close_roll(*slot, *side, outer, ir.at)?;
                answered
            }
            _ => Ok(true),
        }
    }

    /// The answer to a question of the running test, which is a number.
    pub(super) fn input(&mut self, index: usize, at: At) -> Result<i64, Failure> {
        self.input_value(index, at)?.number(at)
    }

    pub(super) fn input_value(&mut self, index: usize, at: At) -> Result<Value, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        if let Some(Some(answer)) = frame.inputs.get(index) {
            return Ok(answer.value.clone());
        }
        let (test, given, called) = (frame.test, frame.given, frame.total_ir.map_or(at, |total| total.at));
        let Some((name, question)) = test.inputs.get(index) else { return Err(Failure::internal(at)) };
        if question.picks.is_some() {
            let dice = self.picked(index, at)?;
            return super::dice_selection::sum_of_chosen(&dice, at).map(Value::Int);
        }
        let answer = match given.get(index) {
            Some(Some(ir)) => {
                let answer = self.answer_here(ir, &question.kind)?;
                self.within(name, question, &answer.value, ir.at)?;
                answer
            }
            _ => match self.given_input(name, question, at)? {
                Some(answer) => {
                    self.within(name, question, &answer.value, at)?;
                    answer
                }
                None if question.is_optional() => return Err(not_answered(name, at)),
                // What is missing is missing where the test is called.
                None => self.question(name, question, AskedFor::Input, called)?,
            },
        };
        let value = answer.value.clone();
        *self.frame.as_mut().and_then(|frame| frame.inputs.get_mut(index)).there(at)? = Some(answer);
        Ok(value)
    }

    pub(super) fn within(&self, name: &str, question: &Question, value: &Value, at: At) -> Result<(), Failure> {
        let Value::Int(value) = *value else { return Ok(()) };
        let (min, max) = self.game.bounds(&question.kind);
        if min.is_some_and(|min| value < min) || max.is_some_and(|max| value > max) {
            let range = crate::check::range_words(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            return Err(Failure::new(Code::InputOutOfRange, at)
                .arg("name", name)
                .arg("value", value)
                .arg("range", range));
        }
        Ok(())
    }

    /// What a sheet keeps is also one of the rows or words that there are: a label may pass the end of its
    /// table, which is read as the table says.
    pub(super) fn may_be(&self, name: &str, question: &Question, value: i64, at: At) -> Result<(), Failure> {
        let kind = question.value_kind();
        let words: Vec<String> = match &kind {
            Kind::Row(table) => self.game.tables[*table].rows.iter().map(|row| row.label.to_string()).collect(),
            Kind::Column(table) => self.game.tables[*table].column_names(),
            Kind::Choice(words) => words.to_vec(),
            Kind::Flag => vec!["no".to_owned(), "yes".to_owned()],
            _ => return self.within(name, question, &Value::Int(value), at),
        };
        if usize::try_from(value).is_ok_and(|value| value < words.len()) {
            return Ok(());
        }
        let last = i64::try_from(words.len()).unwrap_or(i64::MAX).saturating_sub(1);
        let failure = Failure::new(Code::InputOutOfRange, at)
            .arg("name", name)
            .arg("value", kind.number(value))
            .arg("range", crate::check::range_words(kind.number(0), kind.number(last)));
        Err(failure.help_with("help-there-is", "names", words))
    }

    pub(super) fn test_value(&mut self, index: usize, at: At) -> Result<Value, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        if let Some(Some(value)) = frame.values.get(index) {
            return Ok(value.clone());
        }
        if frame.bounds.get(&index).is_some_and(|bound| bound.cut) {
            return Err(Failure::cut(at));
        }
        if let Some(flag) = self.told_by_outcome(&|when| matches!(when.op, Op::Value(one) if one == index)) {
            return Ok(Value::Int(flag.into()));
        }
        let test = frame.test;
        let late = frame.late;
        let own = test.values.get(index);
        let def = own.or_else(|| late.get(index.checked_sub(test.values.len())?)).there(at)?;
        let found = match def.kind {
            Kind::Chosen => self.chosen_value(index, def),
            _ => self.formula(&def.ir),
        };
        let value = match found {
            Err(failure) if self.is_open_ended(&failure) => {
                // Each time it would be found out anew.
                self.frame.as_mut().there(at)?.bounds.entry(index).or_default().cut = true;
                return Err(failure);
            }
            value => value?,
        };
        *self.frame.as_mut().and_then(|frame| frame.values.get_mut(index)).there(at)? = Some(value.clone());
        // Dice with a name were told when they were thrown.
        if def.kind == Kind::Chosen {
            self.tell_chosen(index, def)?;
        } else if def.kind != Kind::Dice {
            self.step(|machine| TraceStep::Value {
                name: def.name.to_string(),
                formula: machine.words(def.ir.at),
                value: value.clone().answer(machine.game, &def.kind),
            });
        }
        Ok(value)
    }

    pub(super) fn total(&mut self, at: At) -> Result<i64, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        if let Some(total) = frame.total {
            return Ok(total);
        }
        let ir = frame.total_ir.there(at)?;
        if frame.cut {
            return Err(Failure::cut(at));
        }
        let total = self.number(ir);
        self.remember_total(&total);
        total
    }

    /// What the total is, or that it cannot be known.
    pub(super) fn remember_total(&mut self, total: &Result<i64, Failure>) {
        if let Some(frame) = &mut self.frame {
            frame.total = total.as_ref().ok().copied();
            frame.cut = matches!(total, Err(failure) if failure.stop() == Some(Stop::Cut));
        }
    }

    /// By how much the running test is made or missed, if it can be said: what a side of two is
    /// compared by has no margin of its own, unless the test says what that is.
    pub(super) fn margin_of_side(&mut self, at: At) -> Result<Option<i64>, Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let compared = test.opposed.as_ref().is_some_and(|opposed| opposed.to_target);
        match &test.margin {
            OptionalDecl::Usual if compared && test.target().is_some() => self.margin(at).map(Some),
            OptionalDecl::Usual => self.total(at).map(Some),
            OptionalDecl::Nothing => Ok(None),
            OptionalDecl::Formula(_) if !test.need_target.0 || self.knows_target(test) => self.margin(at).map(Some),
            OptionalDecl::Formula(_) => Ok(None),
        }
    }

    /// Whether what the total of the running test is compared with has been said, so that no question is needed.
    pub(super) fn knows_target(&self, test: &Test) -> bool {
        let Some(frame) = &self.frame else { return false };
        test.against.is_some_and(|index| {
            matches!(frame.inputs.get(index), Some(Some(_)))
                || matches!(frame.given.get(index), Some(Some(_)))
                || test.inputs.get(index).is_some_and(|(_, question)| question.has_a_default())
        })
    }

    pub(super) fn margin(&mut self, at: At) -> Result<i64, Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let target = match &test.margin {
            OptionalDecl::Formula(ir) => {
                let Value::Int(margin) = self.formula(ir)? else {
                    return Err(Failure::new(Code::TextWhereNumber, ir.at));
                };
                return Ok(margin);
            }
            OptionalDecl::Usual => test.against,
            OptionalDecl::Nothing => None,
        };
        let Some(target) = target else { return Err(Failure::new(Code::NoTarget, at)) };
        let total = self.total(at)?;
        let target = self.input(target, at)?;
        total.checked_sub(target).ok_or_else(|| too_large(at))
    }
}

/// A question without an answer is read: the checker finds that in files.
pub(super) fn not_answered(name: &str, at: At) -> Failure {
    Failure::new(Code::MayBeUnanswered, at).arg("name", name).help_with("help-guard-answer", "name", name)
}
