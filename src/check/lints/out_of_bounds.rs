//! Values that are always outside the bounds of their destination, and more cards than a deck has: such a step is
//! always refused.

use std::sync::Arc;

use super::formula_range::{FormulaContext, Reach};
use crate::check::program::{
    AlterationKind, Altered, CheckedGame, Gift, Ir, Kind, PointsRef, Question, SlotKind, Step, TagId, Target, Test,
    TraitRef, TraitSource, Verb,
};
use crate::check::range_words;
use crate::diagnostic::{Code, Diagnostic};
use crate::dice::Interval;
use crate::ruleset::steps::Fact;
use crate::source::Sources;

/// Warns of values in a step that no throw and no character brings to where they may be. What the interventions at a
/// test change are its inputs: `here` knows the test.
pub(super) fn unfit<'g>(
    game: &'g CheckedGame,
    here: &FormulaContext<'g>,
    step: &'g Step,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let looked = Looked { game, here };
    let mut found = Vec::new();
    for AssignedValue { name, kind, allowed, ir, by } in looked.values(step) {
        let value = looked.reach().range(ir);
        let (least, most) = if by { (None, width(allowed)) } else { (allowed.least, allowed.most) };
        let above = value.least.filter(|value| most.is_some_and(|most| *value > most)).map(|value| ("least", value));
        let below = value.most.filter(|value| least.is_some_and(|least| *value < least)).map(|value| ("most", value));
        if let (Some((ends, number)), Some(at)) = (above.or(below), game.place_in(sources, ir.at)) {
            let [low, high] = [allowed.least, allowed.most].map(|end| end.map(|end| kind.number(end)));
            let range = range_words(low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
            let warning = Diagnostic::warning(Code::NeverFits, at).arg("name", name).arg("range", range);
            let warning = warning.arg("ends", if by { "by" } else { ends });
            found.push(warning.arg("value", if by { number } else { kind.number(number) }));
        }
    }
    for fact in step.verb.facts() {
        let Fact::Draws(deck, Some(number)) = fact else { continue };
        let least = looked.reach().range(number).least;
        let cards = game.tags[*deck].cards.as_ref().and_then(|deck| i64::try_from(deck.cards.len()).ok());
        if let (Some((wanted, cards)), Some(at)) =
            (least.zip(cards).filter(|(wanted, cards)| wanted > cards), game.place_in(sources, number.at))
        {
            let warning = Diagnostic::warning(Code::NeverFits, at).arg("name", &*game.tags[*deck].name);
            found.push(warning.arg("range", cards.to_string()).arg("ends", "cards").arg("value", wanted));
        }
    }
    found
}

/// A value that a step assigns to an entry.
struct AssignedValue<'g> {
    name: &'g str,
    kind: Kind,
    /// The range of the entry.
    allowed: Interval,
    ir: &'g Ir,
    /// Whether the entry changes by the value, and is not set to it.
    by: bool,
}

/// What a step answers: inputs of tests (of `test`, where it changes them), questions of another action, values of tags.
/// Each with its name.
pub(super) fn answers<'g>(
    game: &'g CheckedGame,
    verb: &'g Verb,
    test: Option<&'g Test>,
) -> Vec<(&'g str, &'g Question, &'g Ir)> {
    let of = |questions: &'g [(Arc<str>, Question)], with: &'g [(usize, Ir)]| {
        let answer =
            move |(index, ir): &'g (usize, Ir)| questions.get(*index).map(|(name, question)| (&**name, question, ir));
        with.iter().filter_map(answer)
    };
    let mut found = Vec::new();
    for fact in verb.facts() {
        match fact {
            Fact::Rolls(test, _, with) => found.extend(of(&game.tests[*test].inputs, with)),
            Fact::Changes(inputs) => found.extend(test.into_iter().flat_map(|test| of(&test.inputs, inputs))),
            Fact::Gives(Gift::Tag(kind, _, values, _), ..) => found.extend(of(&game.tags[*kind].values, values)),
            Fact::Does(action, Some(with)) => found.extend(with.iter().filter_map(|(slot, ir)| {
                let action = game.actions.get(*action)?;
                let ask = action.ask.iter().find(|ask| ask.slot == *slot)?;
                Some((&*action.slots.get(*slot)?.name, &ask.question, ir))
            })),
            _ => {}
        }
    }
    found
}

/// From the least to the greatest number.
fn width(Interval { least, most }: Interval) -> Option<i64> {
    least.zip(most).and_then(|(least, most)| most.checked_sub(least))
}

struct Looked<'h, 'g> {
    game: &'g CheckedGame,
    here: &'h FormulaContext<'g>,
}

impl<'g> Looked<'_, 'g> {
    fn reach(&self) -> Reach<'g> {
        Reach::new(self.game, self.here.clone())
    }

    /// What answers a question.
    fn answer(&self, name: &'g str, question: &'g Question, ir: &'g Ir) -> AssignedValue<'g> {
        AssignedValue { name, kind: question.value_kind(), allowed: self.reach().of_question(question), ir, by: false }
    }

    /// What a sheet says of a trait.
    fn of_trait(&self, index: usize, ir: &'g Ir, by: bool) -> Option<AssignedValue<'g>> {
        let def = self.game.traits.get(index)?;
        let TraitSource::Given(question) = &def.source else { return None };
        let mut allowed = self.reach().of_question(question);
        let [low, high] = def.ends.each_ref().map(|end| end.as_ref().map(|end| self.reach().range(end)));
        allowed.least = allowed.least.max(low.and_then(|low| low.least));
        allowed.most = [allowed.most, high.and_then(|high| high.most)].into_iter().flatten().min();
        Some(AssignedValue { name: &def.name, kind: question.value_kind(), allowed, ir, by })
    }

    fn values(&self, step: &'g Step) -> Vec<AssignedValue<'g>> {
        let answers = answers(self.game, &step.verb, self.here.test).into_iter();
        let mut found: Vec<AssignedValue<'g>> =
            answers.map(|(name, question, ir)| self.answer(name, question, ir)).collect();
        let altered = step.verb.alterations().into_iter().filter(|one| one.how != AlterationKind::Set);
        found.extend(altered.filter_map(|one| match one.what {
            Altered::Trait(TraitRef::Fixed(index)) => self.of_trait(index, one.amount?, true),
            _ => None,
        }));
        found.extend(step.verb.targets().filter_map(|(target, ir)| self.target(target, ir)));
        found
    }

    fn target(&self, target: &'g Target, ir: &'g Ir) -> Option<AssignedValue<'g>> {
        let of_tag = |kind: &TagId, value: &usize| {
            let (name, question) = self.game.tags[*kind].values.get(*value)?;
            Some(self.answer(name, question, ir))
        };
        match target {
            Target::Points(PointsRef::Fixed(index), _) => {
                let points = &self.game.points[*index];
                let allowed = self.reach().of_points(*index);
                Some(AssignedValue { name: &points.name, kind: Kind::Number, allowed, ir, by: false })
            }
            Target::Trait(TraitRef::Fixed(index), _) => self.of_trait(*index, ir, false),
            Target::KindValue(kind, value, _) | Target::NamedValue(kind, value, ..) => of_tag(kind, value),
            Target::TagValue(slot, value) => match &self.here.kinds.get(*slot)?.kind {
                SlotKind::Value(Kind::Tag(kind)) => of_tag(kind, value),
                _ => None,
            },
            Target::Slot(_) | Target::Points(..) | Target::Trait(..) => None,
        }
    }
}
