//! `oppose`: two sides roll a test against each other.

use super::{Fact, kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{Formula, Word};
use crate::ruleset::read::{ANSWERS, Fields, FormatKey, NEARS, Of, Reader, SEEN, STEPS, Takes, WITH, due, key};
use crate::yaml::NodeKind;

kind! {
    Oppose lowered by checker run by engine {
        test: P::Test = key("oppose", Takes::Name(Of::Test));
        /// Left and right: the role, and its inputs.
        sides: Vec<(P::Slot, Vec<(P::Name, P::Formula)>)> =
            due("sides", Takes::Count(2, 2, &Takes::Either(&[NEARS, Takes::Map(Of::Near, &ANSWERS)]))), sides;
        /// Inputs of the test, the same for both sides.
        with: P::Early<Vec<(P::Name, P::Formula)>> = WITH;
        /// What is done by winner: a role, or `tie`; lowered 0, 1 and 2.
        on: Vec<(P::Name, Vec<P::Step>)> = key("on", Takes::Map(Of::Near, &STEPS));
        /// What is done when the dice lie there.
        seen: Vec<P::Step> = SEEN;
    }
    does |both| {
        let sides = both.sides.iter().enumerate();
        sides.map(|(side, (_, with))| Fact::Rolls(&both.test, Some(side), with))
    }
}

type SideDecl = (Word, Vec<(Word, Formula)>);

/// Two roles, each perhaps with inputs of its own.
fn sides(reader: &mut Reader<'_>, fields: &Fields<'_>, key: &FormatKey) -> Option<Vec<SideDecl>> {
    let Some(node) = reader.required(fields, key, "oppose") else { return Some(Vec::new()) };
    let mut sides = Vec::new();
    if let NodeKind::Map(entries) = &node.kind {
        for entry in entries {
            let role = reader.key(entry);
            sides.push((role, reader.labelled(&entry.value, key.name)));
        }
    } else {
        sides.extend(reader.words(node).into_iter().map(|role| (role, Vec::new())));
    }
    if sides.len() != 2 && !node.is_bad() {
        reader.report(Diagnostic::error(Code::NotTwoSides, node.span).arg("found", sides.len()));
    }
    Some(sides)
}
