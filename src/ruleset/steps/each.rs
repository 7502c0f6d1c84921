//! `each`: steps for every character in a role, or for every tag of a kind that a character has.

use super::{Fact, Flow, Phase, Running, kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{StepDecl, Word};
use crate::ruleset::read::{Fields, FormatKey, NEAR, OF_WHOM, Of, Reader, STEPS, Takes, due, key};
use crate::yaml::NodeKind;

kind! {
    Each lowered by checker {
        /// What each is called, and of whom or what.
        each: (P::Name, P::Over) = key("each", Takes::Count(1, 1, &Takes::Map(Of::New, &NEAR))), pair;
        /// The owner of the tags.
        owner: P::Early<Option<P::Name>> = OF_WHOM;
        steps: Vec<P::Step> = due("steps", STEPS), inside;
    }
    does |each| [Fact::Each(&each.each.0, &each.each.1)]
}

impl<P: Phase> Each<P> {
    fn run<'a, R: Running<'a, P>>(&'a self, run: &mut R) -> Result<Flow, R::Failure> {
        let all = run.all_of(&self.each.1)?;
        let mut rest = all.as_slice();
        while let Some((one, after)) = rest.split_first() {
            rest = after;
            if run.next(&self.each, *one, after)? && run.steps(&self.steps)? == Flow::Stops {
                return Ok(Flow::Stops);
            }
        }
        Ok(Flow::Goes)
    }
}

/// `each: {helper: helpers}`
fn pair(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<(Word, Word)> {
    let node = fields.get(key.name)?;
    match &node.kind {
        NodeKind::Bad => None,
        NodeKind::Map(entries) if entries.len() == 1 => reader.words_by_name(node, key.name).into_iter().next(),
        _ => {
            reader.report(Diagnostic::error(Code::BadEach, node.span));
            None
        }
    }
}

fn inside(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Vec<StepDecl>> {
    Some(reader.required(fields, key, "each").map(|node| reader.steps(node)).unwrap_or_default())
}
