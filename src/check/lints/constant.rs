//! Formulas that name what varies and always come to the same, and tracks without boxes.

use super::Budget;
use super::reach::{Here, Reach};
use crate::check::program::{Game, Ir, Op};
use crate::check::unused::every_formula;
use crate::diagnostic::Diagnostic;
use crate::ruleset::model::Ruleset;
use crate::source::Sources;

/// Warns of sums, least and greatest that no trait or points can change, and of boxes that are
/// always none.
pub(super) fn constant(game: &Game, ruleset: &Ruleset, sources: &Sources, budget: &Budget) -> Vec<Diagnostic> {
    let here = &Here { budget: Some(budget), ..Here::default() };
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut add = |warning: Diagnostic| {
        if found.iter().all(|known| known.at != warning.at) {
            found.push(warning);
        }
    };
    for (raw, track) in ruleset.tracks.iter().zip(&game.tracks) {
        let most = Reach::new(game, here.clone()).range(&track.boxes).most;
        if let Some(high) = most.filter(|most| *most <= 0) {
            let at = place(game, &track.boxes, sources).unwrap_or(raw.name.span);
            let warning = Diagnostic::warning("boxes-none", at).arg("name", &*raw.name.text);
            add(warning.arg("high", high.to_string()));
        }
    }
    every_formula(game, &mut |ir| {
        outermost(game, here, ir, &mut |ir, value| {
            if let Some(at) = place(game, ir, sources) {
                let warning = Diagnostic::warning("always-same", at).arg("text", sources.slice(at));
                add(warning.arg("value", value));
            }
        })
    });
    found
}

fn place(game: &Game, ir: &Ir, sources: &Sources) -> Option<crate::source::Span> {
    let origin = game.origins.get(usize::try_from(ir.at.origin).ok()?)?;
    Some(origin.locate(sources, ir.at.span))
}

/// Visits the largest parts of a formula that always come to one number although they name something
/// that varies.
fn outermost<'g>(game: &'g Game, here: &Here<'g>, ir: &'g Ir, visit: &mut impl FnMut(&'g Ir, i64)) {
    let computes = matches!(ir.op, Op::Arithmetic(..) | Op::Min(_) | Op::Max(_) | Op::Negate(_) | Op::If(..));
    if computes {
        let value = Reach::new(game, here.clone()).range(ir).exact();
        if let Some(value) = value.filter(|_| names_what_varies(game, here, ir)) {
            visit(ir, value);
            return;
        }
    }
    for part in ir.children() {
        outermost(game, here, part, visit);
    }
}

/// Whether a formula names a trait, points or a track that can be more than one number.
fn names_what_varies<'g>(game: &'g Game, here: &Here<'g>, ir: &'g Ir) -> bool {
    ir.parts().any(|part| {
        matches!(part.op, Op::Trait(_) | Op::Points(..) | Op::Track(..))
            && Reach::new(game, here.clone()).range(part).exact().is_none()
    })
}
