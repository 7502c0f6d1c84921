//! Warns of values given to the roller after a roll if only the number of dice reads them: the dice have already been
//! thrown.

use std::collections::BTreeSet;

use crate::check::all_steps;
use crate::check::program::{
    Alteration, AlterationKind, Altered, CheckedGame, Count, Hook, Ir, Op, PointsRef, Step, Test, TraitRef,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::steps::Fact;
use crate::source::Sources;

/// The slot of the roller, at a test.
const ROLLER: usize = 0;

/// Warns where dice that lie do not follow what is given to their roller.
pub(super) fn lying(game: &CheckedGame, sources: &Sources) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    for place in game.places() {
        let Hook::Test(false, test) = place.hook else { continue };
        let test = &game.tests[test];
        let counts: Vec<&Ir> = counts(game, test).collect();
        if counts.is_empty() {
            continue;
        }
        for step in all_steps(&place.action.steps) {
            for name in given(game, step, &counts) {
                let warning = Diagnostic::warning(Code::DiceLieAlready, game.place_in(sources, step.at));
                let warning = warning.arg("name", name).arg("test", &*test.name).help("help-change-adds");
                if found.iter().all(|known| known.at != warning.at) {
                    found.push(warning);
                }
            }
        }
    }
    found
}

/// The formulas of how many dice a test throws.
fn counts<'g>(game: &'g CheckedGame, test: &'g Test) -> impl Iterator<Item = &'g Ir> {
    let own = test.rolls().map(|(_, pool)| pool);
    let usual = game.roll.as_ref().filter(|_| test.roll.is_none() && !test.has_hands());
    own.chain(usual).filter_map(|pool| if let Count::Computed(ir) = &pool.count { Some(&**ir) } else { None })
}

/// What a step gives the roller that these formulas read.
fn given<'g>(game: &'g CheckedGame, step: &Step, counts: &[&Ir]) -> Vec<&'g str> {
    let reads = |what: &dyn Fn(&Op) -> bool| counts.iter().any(|ir| ir.any_part(&|part| what(&part.op)));
    let gives = step.verb.facts().into_iter().filter(|fact| matches!(fact, Fact::Gives(..) | Fact::Sets(..)));
    let given = gives.filter_map(Alteration::of).filter_map(|one| match (one.what, one.how) {
        _ if !one.owner.is_some_and(|who| matches!(who.op, Op::Slot(ROLLER))) => None,
        (Altered::Points(PointsRef::Fixed(index)), _) => {
            reads(&|op| matches!(op, Op::Points(read, _) if *read == index)).then(|| &*game.points[index].name)
        }
        (Altered::Trait(TraitRef::Fixed(index)), _) => {
            let name = game.traits.get(index).map(|one| &*one.name);
            name.filter(|_| reads(&|op| matches!(op, Op::Trait(read) if *read == index)))
        }
        (Altered::Tag(kind), AlterationKind::Gained | AlterationKind::Either) => {
            let tag = &game.tags[kind];
            let gives: BTreeSet<usize> = tag.gives.iter().map(|(modifier, _)| *modifier).collect();
            let is_read = |op: &Op| match op {
                Op::Gather(_, modifier) => gives.contains(modifier),
                Op::HasTag(read) | Op::TagCount(read, _) | Op::TagValue(read, _) => *read == kind,
                _ => false,
            };
            reads(&is_read).then_some(&*tag.name)
        }
        _ => None,
    });
    given.collect()
}
