//! What lowered steps do to characters, whatever their kind.

use super::{Action, Ask, Duration, Gift, Ir, Loss, Lowered, PointsRef, TagId, Target, TrackId, TraitRef, Who};
pub use crate::ruleset::steps::AlterationKind;
use crate::ruleset::steps::{Fact, PhasedVerb, all_steps};

/// A change of an entry of a character.
#[derive(Debug, Clone, Copy)]
pub struct Alteration<'g> {
    pub what: Altered,
    pub how: AlterationKind,
    /// `None`: of the owner of the tag.
    pub owner: Option<&'g Who>,
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

impl PhasedVerb<Lowered> {
    /// What it changes of characters, in its order.
    #[must_use]
    pub fn alterations(&self) -> Vec<Alteration<'_>> {
        self.facts().into_iter().filter_map(Alteration::of).collect()
    }
}

impl<'g> Alteration<'g> {
    /// What a fact changes, if it is a change of a character.
    #[must_use]
    pub fn of(fact: Fact<'g, Lowered>) -> Option<Self> {
        let (what, how, owner, amount, lasts) = match fact {
            Fact::Gives(given, how, to, lasts) => match given {
                Gift::Points(points, count) => (Altered::Points(*points), how, Some(to), Some(count), None),
                Gift::Trait(one, count) => (Altered::Trait(*one), how, Some(to), Some(count), None),
                Gift::Tag(kind, _, _, own) => (Altered::Tag(*kind), how, Some(to), None, own.as_ref().or(lasts)),
            },
            Fact::Takes(taken, how, of) => match taken {
                Loss::Points(points, count) => (Altered::Points(*points), how, of, Some(count), None),
                Loss::Trait(one, count) => (Altered::Trait(*one), how, of, Some(count), None),
                Loss::Tags(kind, count) => (Altered::Tag(*kind), how, of, count.as_ref(), None),
                Loss::Tag(slot, count) => (Altered::TagIn(*slot), how, of, count.as_ref(), None),
                Loss::Named(kind, _, who, count) => (Altered::Tag(*kind), how, Some(who), count.as_ref(), None),
            },
            Fact::Points(points, how, owner, amount) => (Altered::Points(*points), how, Some(owner), amount, None),
            Fact::Boxes(track, how, owner, amount) => (Altered::Track(*track), how, Some(owner), amount, None),
            Fact::Sets(target, ir) => match target {
                Target::Points(points, who) => {
                    (Altered::Points(*points), AlterationKind::Set, Some(who), Some(ir), None)
                }
                Target::Trait(one, who) => (Altered::Trait(*one), AlterationKind::Set, Some(who), Some(ir), None),
                Target::KindValue(kind, _, who) | Target::NamedValue(kind, _, _, who) => {
                    (Altered::Tag(*kind), AlterationKind::Set, Some(who), None, None)
                }
                Target::Slot(_) | Target::TagValue(..) => return None,
            },
            _ => return None,
        };
        Some(Self { what, how, owner, amount, lasts })
    }
}

impl Action {
    /// Its questions, also those in the middle of it.
    pub fn questions(&self) -> impl Iterator<Item = &Ask> {
        self.ask.iter().chain(all_steps(&self.steps).into_iter().filter_map(|step| step.verb.question()))
    }
}
