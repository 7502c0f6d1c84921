//! `lose`: takes points, traits and tags.

use super::{Flow, Phase, Running, kind};
use crate::ruleset::model::{Formula, Word};
use crate::ruleset::read::{ANY_WORDS, Fields, Key, LOST, OF_WHOM, Reader, Takes, key};

kind! {
    Lose by lose {
        what: Vec<P::Taken> = key("lose", LOST), lost => taken;
        /// From whom. Lowered, `None`: from whoever has the tag.
        of: Option<P::Who> = OF_WHOM => whom;
        /// Amounts below zero give; else they are nothing.
        any: bool = key("by", Takes::OneOf(ANY_WORDS)) => any;
    }
}

impl<P: Phase> Lose<P> {
    pub(super) fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let mut who = None;
        if let Some(of) = &self.of {
            who = run.anybody(of)?;
            if who.is_none() {
                return Ok(Flow::Goes);
            }
        }
        for taken in &self.what {
            run.take(who, taken, self.any)?;
        }
        Ok(Flow::Goes)
    }
}

fn lost(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &Key) -> Option<Vec<(Word, Option<Formula>)>> {
    fields.get(key.name).map(|node| reader.lost(node))
}
