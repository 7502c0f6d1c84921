//! `pay`: transfers points.

use super::{AlterationKind, Fact, Flow, Phase, Running, kind};
use crate::ruleset::model::Word;
use crate::ruleset::read::{Fields, FormatKey, NEAR, Of, Reader, TO_WHOM, Takes, key};

kind! {
    Pay lowered by checker {
        what: Vec<(P::Points, P::Formula)> = key("pay", Takes::Map(Of::Thing, &Takes::Formula)) => paid;
        from: P::Who = key("from", NEAR) => who;
        /// `None`: the points are lost.
        to: Option<P::Who> = TO_WHOM, to => whom;
    }
    does |pay| pay.what.iter().flat_map(|(points, price)| {
        let from = Fact::Points(points, AlterationKind::Lost, &pay.from, Some(price));
        let to = pay.to.iter().map(move |to| Fact::Points(points, AlterationKind::Gained, to, None));
        [from].into_iter().chain(to)
    })
}

impl<P: Phase> Pay<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let from = run.optional_character(&self.from)?;
        let to = match &self.to {
            Some(to) => run.optional_character(to)?,
            None => None,
        };
        for (points, formula) in &self.what {
            let points = run.points(points)?;
            let count = run.amount(formula, false)?;
            if let Some(from) = from {
                run.add(from, points, count.saturating_neg(), formula)?;
            }
            if let Some(to) = to {
                run.add(to, points, count, formula)?;
            }
        }
        Ok(Flow::Goes)
    }
}

fn to(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Option<Option<Word>>> {
    let word = fields.get(key.name).and_then(|node| reader.word(node));
    Some(word.filter(|word| word.text != "nobody").map(Some))
}
