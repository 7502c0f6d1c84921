//! `heal`: frees boxes of a track.

use super::{AlterationKind, Fact, Flow, Phase, Running, kind};
use crate::ruleset::model::Formula;
use crate::ruleset::read::{Fields, FormatKey, OF_WHOM, Of, Reader, Takes, key};

kind! {
    Heal {
        /// How many; `None`: all.
        count: Option<P::Formula> = key("heal", Takes::Formula), count => amount;
        track: P::Track = key("on", Takes::Name(Of::Track)) => track;
        of: P::Who = OF_WHOM => who;
        /// Of which mark; without one the lightest first.
        mark: P::Mark = key("from", Takes::Name(Of::Mark)) => mark;
    }
    does |heal| [Fact::Boxes(&heal.track, AlterationKind::Gained, &heal.of, heal.count.as_ref())]
}

impl<P: Phase> Heal<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let mut left = match &self.count {
            Some(count) => run.amount(count, false)?,
            None => i64::MAX,
        };
        let Some(who) = run.optional_character(&self.of)? else { return Ok(Flow::Goes) };
        let from = run.marks(&self.track, who)?;
        let mut to = from.clone();
        for (index, marks) in to.iter_mut().enumerate() {
            if run.is_mark(&self.mark, index)? {
                let freed = left.min(*marks);
                *marks = marks.saturating_sub(freed);
                left = left.saturating_sub(freed);
            }
        }
        run.set_marks(&self.track, who, from, to)?;
        Ok(Flow::Goes)
    }
}

fn count(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Option<Formula>> {
    let node = fields.get(key.name)?;
    let all = node.as_text().is_some_and(|text| text.trim() == "all");
    Some((!all).then(|| reader.counted(node, key)))
}
