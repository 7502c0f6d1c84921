//! Formulas of cases about a running game: the result of an action, the state of a character.

use super::lower::{FormulaSite, Lower, Scope, Want};
use super::notations::{WrittenFormula, foreign, unquoted};
use super::program::{At, CheckedGame, Ir, Kind, NO_SLOTS, Origin, SlotKind};
use super::root_causes::{join_only_dice, names_of, settle};
use crate::diagnostic::Diagnostic;
use crate::source::Sources;
use crate::syntax::{Expr, parse_expr};

/// Checks a formula that sees what an action saw (if there is one) and who sits at the table.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn watch(
    game: &CheckedGame,
    sources: &Sources,
    origin: &Origin,
    action: Option<usize>,
    people: &[String],
    forgiving: bool,
) -> Result<(Ir, Kind), Vec<Diagnostic>> {
    watch_part(game, sources, (origin, &origin.text), action, people, forgiving)
}

/// The same of a part of what was typed: `text` is that of `origin`, in which everything else is blank.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn watch_part(
    game: &CheckedGame,
    sources: &Sources,
    written: (&Origin, &str),
    action: Option<usize>,
    people: &[String],
    forgiving: bool,
) -> Result<(Ir, Kind), Vec<Diagnostic>> {
    let slots = action.and_then(|index| game.actions.get(index)).map(|action| &action.slots);
    let slots = slots.unwrap_or(&NO_SLOTS);
    let roles: Vec<usize> =
        slots.iter().enumerate().filter(|(_, slot)| slot.kind == SlotKind::Role).map(|(at, _)| at).collect();
    let rolls: Vec<usize> =
        slots.iter().enumerate().filter(|(_, slot)| matches!(slot.kind, SlotKind::Roll(_))).map(|(at, _)| at).collect();
    let only = |list: &[usize]| match list {
        [one] => Some(*one),
        _ => None,
    };
    let roll = only(&rolls);
    let scope = Scope {
        slots,
        sole: only(&roles),
        roll,
        reads_roll: roll.is_some(),
        forgiving,
        people,
        ..super::Checker::scope(FormulaSite::Action)
    };
    settled_formula(game, sources, written, scope, &|lower, expr| lower.expr(expr, &Want::Anything))
}

/// Lowers a typed formula; what is wrong with it comes in its place.
pub(super) fn settled_formula(
    game: &CheckedGame,
    sources: &Sources,
    (origin, text): (&Origin, &str),
    scope: Scope<'_>,
    lowered: &dyn Fn(&mut Lower<'_>, &Expr) -> (Ir, Kind),
) -> Result<(Ir, Kind), Vec<Diagnostic>> {
    let (expr, mut problems) = parse_expr(text);
    let slips = problems.len();
    let people = scope.people;
    let mut lower = Lower::new(game, At::TYPED, &origin.text, scope);
    let (ir, kind) = lowered(&mut lower, &expr);
    problems.append(&mut lower.problems);
    settle(&mut problems, slips, |_| false);
    if problems.is_empty() {
        return Ok((ir, kind));
    }
    let mut found: Vec<Diagnostic> =
        problems.into_iter().map(|problem| problem.into_diagnostic(|span| origin.locate(sources, span))).collect();
    found.dedup();
    join_only_dice(game, &mut found);
    let mut names = names_of(game);
    names.extend(people.iter().map(String::as_str));
    let means = |word: &str| names.contains(word) || game.has_sign(word) || word == "vs";
    for written in WrittenFormula::all(origin, sources, &found) {
        unquoted(&written, sources, &mut found, &names);
        foreign(&written, sources, &mut found, &means);
    }
    if found.iter().any(Diagnostic::is_error) { Err(found) } else { Ok((ir, kind)) }
}
