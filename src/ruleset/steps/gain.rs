//! `gain`: gives points, traits and tags.

use super::{AlterationKind, Fact, Flow, Phase, PhasedDuration, Running, Written, kind};
use crate::ruleset::model::{Formula, Template};
use crate::ruleset::read::{ANY_WORDS, DURATION, FORMULAS, NEAR, Of, TO_WHOM, Takes, key};

kind! {
    Gain lowered by checker {
        what: Vec<P::Given> =
            key("gain", Takes::Either(&[Takes::List(&Takes::Name(Of::Thing)), Takes::Map(Of::Thing, &Takes::Amount)]))
            => given;
        to: P::Who = TO_WHOM => who;
        /// How long, for tags.
        lasts: Option<PhasedDuration<P>> = key("for", DURATION) => lasts;
        /// Until this is true of the owner, for tags.
        until: Option<P::Until> = key("until", Takes::Formula) => until;
        /// At whose turns the duration is counted; `None`: at those of the tag's owner.
        turn: Option<P::Who> = key("turn of", NEAR) => whom;
        /// Values of the tags, by name.
        with: P::Early<Vec<(P::Name, P::Formula)>> = key("with", FORMULAS) => early;
        /// Whether amounts below zero are taken away; otherwise they count as 0.
        any: bool = key("by", Takes::OneOf(ANY_WORDS)) => any;
    }
    does |gain| {
        let how = if gain.any { AlterationKind::Either } else { AlterationKind::Gained };
        gain.what.iter().map(move |given| Fact::Gives(given, how, &gain.to, gain.lasts.as_ref()))
    }
}

impl<P: Phase> Gain<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let Some(who) = run.optional_character(&self.to)? else { return Ok(Flow::Goes) };
        for given in &self.what {
            run.give(who, given, self)?;
        }
        Ok(Flow::Goes)
    }
}

/// How much is given, or how long.
#[derive(Debug, Clone)]
pub enum GainAmount {
    /// A formula; of a tag with free names, its name.
    Formula(Formula),
    /// How long a tag lasts.
    Lasts(PhasedDuration<Written>),
    /// The name of a tag, in so many words.
    Named(Template),
    /// As long as a tag usually lasts.
    Usual,
}
