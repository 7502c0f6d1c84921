//! What lints and the engine ask of lowered steps, whatever their kind.

use super::{Action, Ask, Duration, Given, Ir, Lowered, PointsRef, TagId, Taken, Target, Test, TrackId, TraitRef, Who};
use crate::id::Id;
use crate::ruleset::steps::{Verb, all_steps};

/// A change of an entry of a character.
#[derive(Debug, Clone, Copy)]
pub struct Alteration<'g> {
    pub what: Altered,
    pub how: AlterationKind,
    /// `None`: of whoever has the tag.
    pub whose: Option<&'g Who>,
    /// How much; `None`: a tag, all boxes, or the amount of another alteration.
    pub amount: Option<&'g Ir>,
    /// How long a tag lasts, if the step says so.
    pub lasts: Option<&'g Duration>,
}

/// What is altered.
#[derive(Debug, Clone, Copy)]
pub enum Altered {
    Points(PointsRef),
    Trait(TraitRef),
    Tag(TagId),
    /// The tag in a slot.
    TagIn(usize),
    Track(TrackId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlterationKind {
    Gained,
    Lost,
    /// Gained or lost, depending on the sign.
    Either,
    Set,
}

impl Verb<Lowered> {
    /// What it changes of characters, in its order.
    #[must_use]
    pub fn alterations(&self) -> Vec<Alteration<'_>> {
        let change =
            |what, how, whose, amount| Alteration { what, how, whose: Some(whose), amount: Some(amount), lasts: None };
        match self {
            Self::Gain(gain) => {
                let how = if gain.any { AlterationKind::Either } else { AlterationKind::Gained };
                let given = gain.what.iter().map(|given| match given {
                    Given::Points(points, count) => change(Altered::Points(*points), how, &gain.to, count),
                    Given::Trait(one, count) => change(Altered::Trait(*one), how, &gain.to, count),
                    Given::Tag(kind, _, _, lasts) => Alteration {
                        what: Altered::Tag(*kind),
                        how,
                        whose: Some(&gain.to),
                        amount: None,
                        lasts: lasts.as_ref().or(gain.lasts.as_ref()),
                    },
                });
                given.collect()
            }
            Self::Lose(lose) => {
                let how = if lose.any { AlterationKind::Either } else { AlterationKind::Lost };
                let taken = lose.what.iter().map(|taken| {
                    let (what, amount) = match taken {
                        Taken::Points(points, count) => (Altered::Points(*points), Some(count)),
                        Taken::Trait(one, count) => (Altered::Trait(*one), Some(count)),
                        Taken::Tags(kind, count) => (Altered::Tag(*kind), count.as_ref()),
                        Taken::Tag(slot, count) => (Altered::TagIn(*slot), count.as_ref()),
                    };
                    Alteration { what, how, whose: lose.of.as_ref(), amount, lasts: None }
                });
                taken.collect()
            }
            Self::Pay(pay) => {
                let paid = pay.what.iter().flat_map(|(points, price)| {
                    let from = change(Altered::Points(*points), AlterationKind::Lost, &pay.from, price);
                    let to = pay.to.iter();
                    let to = to.map(move |to| Alteration {
                        how: AlterationKind::Gained,
                        whose: Some(to),
                        amount: None,
                        ..from
                    });
                    [from].into_iter().chain(to)
                });
                paid.collect()
            }
            Self::Set(set) => {
                let targets = set.what.iter().filter_map(|(target, ir)| match target {
                    Target::Points(points, who) => Some(change(Altered::Points(*points), AlterationKind::Set, who, ir)),
                    Target::Trait(one, who) => Some(change(Altered::Trait(*one), AlterationKind::Set, who, ir)),
                    Target::KindValue(kind, _, who) | Target::NamedValue(kind, _, _, who) => {
                        let tag = change(Altered::Tag(*kind), AlterationKind::Set, who, ir);
                        Some(Alteration { amount: None, ..tag })
                    }
                    Target::Slot(_) | Target::TagValue(..) => None,
                });
                targets.collect()
            }
            Self::Mark(mark) => vec![change(Altered::Track(mark.track), AlterationKind::Lost, &mark.of, &mark.count)],
            Self::Heal(heal) => vec![Alteration {
                what: Altered::Track(heal.track),
                how: AlterationKind::Gained,
                whose: Some(&heal.of),
                amount: heal.count.as_ref(),
                lasts: None,
            }],
            _ => Vec::new(),
        }
    }

    /// The test that it rolls, with the answers that it gives: side, input, formula.
    #[must_use]
    pub fn rolled(&self) -> Option<(Id<Test>, Vec<(usize, usize, &Ir)>)> {
        fn of(side: usize, with: &[(usize, Ir)]) -> impl Iterator<Item = (usize, usize, &Ir)> {
            with.iter().map(move |(input, ir)| (side, *input, ir))
        }
        match self {
            Self::Roll(roll) => Some((roll.test, of(0, &roll.with).collect())),
            Self::Oppose(both) => {
                let sides = both.sides.iter().enumerate();
                Some((both.test, sides.flat_map(|(side, (_, with))| of(side, with)).collect()))
            }
            _ => None,
        }
    }
}

impl Action {
    /// Its questions, also those in the middle of it.
    pub fn questions(&self) -> impl Iterator<Item = &Ask> {
        let later = all_steps(&self.steps).into_iter().filter_map(|step| match &step.verb {
            Verb::Ask(ask) => Some(&ask.question),
            _ => None,
        });
        self.ask.iter().chain(later)
    }
}
