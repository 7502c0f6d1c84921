//! Formulas about interventions: conditions of policies, goals, and the values that a decision can observe.

use super::actions::ActionLowering;
use super::expect_formulas::settled_formula;
use super::lower::{InputName, Lower, Want};
use super::program::{self, At, CheckedGame, Hook, Ir, Kind, Origin, SlotKind};
use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::parse_expr;

/// The names that an intervention sees in one of its places before its questions are answered.
fn seen(game: &CheckedGame, place: &program::InterventionSite) -> ActionLowering {
    let mut act = ActionLowering::default();
    if let Hook::Test(before, test) = place.hook {
        let def = &game.tests[test];
        act.test = Some(test);
        act.lying = (!before).then_some(test);
        act.no_margin = !def.has_margin();
        act.inputs = InputName::of(def);
        act.values = def.values.iter().map(|value| (value.name.clone(), value.kind.clone())).collect();
    }
    act.slots = place.action.slots.iter().take(place.action.roles).cloned().collect();
    let roles = act.slots.iter().enumerate().filter(|(_, slot)| slot.kind == SlotKind::Role);
    act.roles = roles.map(|(at, _)| at).collect();
    act
}

/// Checks a condition that decides about an intervention in one of its places. `text` is that of `origin`, in which
/// everything but the condition is blank.
///
/// # Errors
///
/// Everything that is wrong with it there.
pub fn policy_condition(
    game: &CheckedGame,
    sources: &Sources,
    (origin, text): (&Origin, &str),
    place: &program::InterventionSite,
    people: &[String],
) -> Result<Ir, Vec<Diagnostic>> {
    let act = seen(game, place);
    let mut scope = act.scope(false);
    (scope.forgiving, scope.people) = (true, people);
    let lowered = |lower: &mut Lower<'_>, expr: &crate::syntax::Expr| (lower.flag(expr), Kind::Flag);
    settled_formula(game, sources, (origin, text), scope, &lowered).map(|(ir, _)| ir)
}

/// What is seen in a place of an intervention under these words; `None` where they mean nothing there.
#[must_use]
pub fn policy_sight(game: &CheckedGame, text: &str, place: &program::InterventionSite) -> Option<(Ir, Kind)> {
    let (expr, problems) = parse_expr(text);
    if !problems.is_empty() {
        return None;
    }
    let act = seen(game, place);
    let mut lower = Lower::new(game, At::TYPED, text, act.scope(false));
    let lowered = lower.expr(&expr, &Want::Anything);
    lower.problems.is_empty().then_some(lowered)
}
