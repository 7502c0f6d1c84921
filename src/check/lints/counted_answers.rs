//! Answers from a list (rows, columns, words) that are used as numbers.

use std::collections::BTreeSet;

use super::out_of_bounds::answers;
use crate::check::actions::labels;
use crate::check::all_steps;
use crate::check::program::{
    Action, AlterationKind, Altered, AnswerKind, At, CheckedGame, Duration, Gathering, Gift, GroupRead, Hook, Ir, Kind,
    LookupTable, Op, Over, Pick, Question, Slot, SlotId, Test, TraitRef, TraitSource, Verb,
};
use crate::check::unused_values::{every_formula, in_action, in_test};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{self, Ruleset, Word};
use crate::ruleset::steps::Fact;
use crate::sort::Gather as _;
use crate::source::Sources;

/// Warns of questions for a trait that is a row, a column or a word, whose answers are added to something: they count
/// from 1, as tables do, and did not always.
pub(super) fn counted(game: &CheckedGame, ruleset: &Ruleset, sources: &Sources) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (raw, test) in ruleset.tests.iter().zip(&game.tests) {
        for (index, (name, question)) in test.inputs.iter().enumerate() {
            let word = raw.ask.iter().map(|(word, _)| word).find(|word| *word.text == **name);
            let counted = listed(game, &question.kind);
            let (Some(word), Some(what)) = (word, counted) else { continue };
            // A value that is the answer is the answer.
            let mut values: BTreeSet<usize> = BTreeSet::new();
            loop {
                let is = |op: &Op| is_one(op, index, &values);
                let same = test.values.iter().enumerate().filter(|(_, value)| flows(&value.ir, &is));
                let same: BTreeSet<usize> = same.map(|(at, _)| at).to_set();
                if same.len() == values.len() {
                    break;
                }
                values = same;
            }
            let is = |op: &Op| is_one(op, index, &values);
            let dice = test.roll.iter().flat_map(|pool| pool.formulas());
            let mut used = flows(&test.total, &is) || dice.into_iter().any(|ir| flows(ir, &is));
            let other = |table| elsewhere(game, &question.kind, table);
            in_test(test, &mut |ir| used |= adds(ir, &is) || picks(ir, &is, &other));
            if used {
                found.push(warning(word, what));
            }
        }
    }
    for (raw, action) in ruleset.actions.iter().zip(&game.actions) {
        reckoned(game, &raw.ask, &raw.steps, (action, None), &mut found);
    }
    for (raw, one) in ruleset.interventions.iter().zip(&game.interventions) {
        for place in &one.places {
            let test = match place.hook {
                Hook::Test(_, test) | Hook::Settled(test) => Some(&game.tests[test]),
                Hook::Step(..) => None,
            };
            reckoned(game, &raw.ask, &raw.steps, (&place.action, test), &mut found);
        }
    }
    grouped(game, sources, &mut found);
    let mut seen = Vec::new();
    found.retain(|one| {
        let new = !seen.contains(&one.at);
        seen.push(one.at);
        new
    });
    found
}

/// What is read of a group whose traits are one of a list: their numbers.
fn grouped(game: &CheckedGame, sources: &Sources, found: &mut Vec<Diagnostic>) {
    every_formula(game, &mut |ir| {
        // Which row is the highest is no calculation.
        let looked_up = |part: &Ir| match &part.op {
            Op::Cell(read) => match &read.row {
                Pick::Row(row) | Pick::Number(row) => Some(row.at),
                Pick::Fixed(_) | Pick::Word(..) => None,
            },
            _ => None,
        };
        let rows: Vec<At> = ir.parts().filter_map(looked_up).collect();
        for part in ir.parts() {
            let Op::Group(what, members, open) = &part.op else { continue };
            let one = matches!(what, GroupRead::Gathered(Gathering::Highest | Gathering::Lowest));
            if one && rows.contains(&part.at) {
                continue;
            }
            let given = members.iter().flat_map(Ir::parts).filter_map(|member| match member.op {
                Op::Trait(index) => game.traits.get(index).map(|one| (&*one.name, game.trait_kind(index))),
                _ => None,
            });
            let own = game.traits.iter().filter_map(|one| match &one.source {
                TraitSource::Group(question) if *open => Some((&*one.name, question.value_kind())),
                _ => None,
            });
            let counted = given.chain(own).find_map(|(name, kind)| Some((name, what_it_is(&kind)?)));
            let Some((name, what)) = counted else { continue };
            if let Some(at) = game.place_in(sources, part.at) {
                let warning = Diagnostic::warning(Code::RowCounted, at).arg("name", name);
                found.push(warning.arg("of", "group").arg("what", what));
            }
        }
    });
}

fn is_one(op: &Op, input: usize, values: &BTreeSet<usize>) -> bool {
    match op {
        Op::Input(index) => *index == input,
        Op::Value(index) => values.contains(index),
        _ => false,
    }
}

/// Of an action, or of an intervention in a test.
fn reckoned(
    game: &CheckedGame,
    ask: &[(Word, model::QuestionDecl)],
    steps: &[model::StepDecl],
    (action, test): (&Action, Option<&Test>),
    found: &mut Vec<Diagnostic>,
) {
    let mut words: Vec<&Word> = ask.iter().map(|(word, _)| word).collect();
    labels(steps, &mut words);
    let all = all_steps(&action.steps);
    for ask in action.questions() {
        let Some(what) = listed(game, &ask.question.kind) else { continue };
        // A label that is the answer is the answer.
        let mut slots = [ask.slot].into_iter().to_set();
        for step in &all {
            slots.extend(step.verb.each().and_then(|(one, over)| match over {
                Over::Answers(answers) if answers.contains(&SlotId(ask.slot)) => Some(*one),
                _ => None,
            }));
            let is = |op: &Op| matches!(op, Op::Slot(slot) if slots.contains(slot));
            if step.verb.held().is_some_and(|formula| flows(formula, &is)) {
                slots.insert(step.slot);
            }
        }
        let is = |op: &Op| matches!(op, Op::Slot(slot) if slots.contains(slot));
        let mut used = all.iter().any(|step| numbers_of(game, &step.verb, test).any(|ir| flows(ir, &is)));
        let other = |table| elsewhere(game, &ask.question.kind, table);
        in_action(action, &mut |ir| used |= adds(ir, &is) || picks(ir, &is, &other));
        let slot = action.slots.get(ask.slot).filter(|_| used);
        // Of several answers each has the name of the question and a number; where the question is, too, or not.
        let called = |slot: &Slot, word: &Word| {
            let of_several = slot.several.then(|| slot.name.rsplit_once(' ')).flatten();
            *slot.name == *word.text || of_several.is_some_and(|(name, _)| *name == *word.text)
        };
        let word = slot.and_then(|slot| words.iter().find(|word| called(slot, word)));
        found.extend(word.map(|word| warning(word, what)));
    }
}

fn warning(word: &Word, what: &'static str) -> Diagnostic {
    let warning = Diagnostic::warning(Code::RowCounted, word.span);
    warning.arg("name", &*word.text).arg("of", "answer").arg("what", what)
}

/// Whether a formula reckons with what `is` it, throws as many dice, or compares it with a number.
fn adds(ir: &Ir, is: &impl Fn(&Op) -> bool) -> bool {
    let number = |ir: &Ir| ir.any_part(&|part| matches!(part.op, Op::Number(_)));
    // A name of `let` that is the answer is the answer.
    let mut locals: BTreeSet<usize> = BTreeSet::new();
    for part in ir.parts() {
        if let Op::Let(slot, value, _) = &part.op
            && flows(value, &|op: &Op| is(op) || matches!(op, Op::Local(one) if locals.contains(one)))
        {
            locals.insert(*slot);
        }
    }
    let is = &|op: &Op| is(op) || matches!(op, Op::Local(one) if locals.contains(one));
    ir.any_part(&|part| match &part.op {
        Op::Arithmetic(_, left, right) => flows(left, is) || flows(right, is),
        Op::Compare(_, left, right) => flows(left, is) && number(right) || flows(right, is) && number(left),
        Op::Min(all) | Op::Max(all) => all.iter().any(|one| flows(one, is)) && all.iter().any(number),
        Op::Negate(inner) => flows(inner, is),
        Op::Pool(pool) | Op::Hand(_, pool) => pool.formulas().any(|ir| flows(ir, is)),
        Op::Beats(one, other) => one.formulas().chain(other.formulas()).any(|ir| flows(ir, is)),
        Op::Read { what, pool } => {
            let dice = pool.iter().flat_map(|pool| pool.formulas());
            what.formulas().chain(dice).any(|ir| flows(ir, is))
        }
        Op::Group(GroupRead::Count(wanted), ..) => wanted.iter().any(|(_, than)| flows(than, is)),
        Op::Group(GroupRead::Gathered(Gathering::Sum), members, _) => members.iter().any(|one| flows(one, is)),
        _ => false,
    })
}

/// Whether a formula reads a row of a table by the number of what `is` it, where that may be something of `other` lists.
fn picks(ir: &Ir, is: &impl Fn(&Op) -> bool, other: &impl Fn(Id<LookupTable>) -> bool) -> bool {
    ir.any_part(&|part| match &part.op {
        Op::Cell(read) => match &read.row {
            Pick::Row(row) | Pick::Number(row) => flows(row, is) && other(read.table),
            Pick::Fixed(_) | Pick::Word(..) => false,
        },
        _ => false,
    })
}

/// Whether a trait that may be the answer is one of a list, and no row of this table.
fn elsewhere(game: &CheckedGame, kind: &AnswerKind, table: Id<LookupTable>) -> bool {
    game.kinds_behind(kind).any(|kind| kind.is_one_of_a_list() && kind != Kind::Row(table))
}

/// Whether a formula may come to what `is` it.
fn flows(ir: &Ir, is: &impl Fn(&Op) -> bool) -> bool {
    is(&ir.op)
        || match &ir.op {
            Op::If(_, then, otherwise) => flows(then, is) || flows(otherwise, is),
            Op::Let(_, _, body) => flows(body, is),
            Op::Min(all) | Op::Max(all) => all.iter().any(|one| flows(one, is)),
            Op::Group(GroupRead::Gathered(Gathering::Highest | Gathering::Lowest), members, _) => {
                members.iter().any(|one| flows(one, is))
            }
            _ => false,
        }
}

/// The formulas of a step that it takes as numbers, whatever they count.
fn numbers_of<'g>(game: &'g CheckedGame, verb: &'g Verb, test: Option<&'g Test>) -> impl Iterator<Item = &'g Ir> {
    let is_number = |question: &Question| matches!(question.kind, AnswerKind::Number(..) | AnswerKind::Cell(..));
    let answers = answers(game, verb, test).into_iter().filter(|(_, question, _)| is_number(question));
    let mut found: Vec<&Ir> = answers.map(|(.., ir)| ir).collect();
    for one in verb.alterations() {
        let number = match one.what {
            // A trait may be set to a word.
            Altered::Trait(of) if one.how == AlterationKind::Set => {
                matches!(of, TraitRef::Fixed(index) if game.trait_kind(index) == Kind::Number)
            }
            _ => true,
        };
        found.extend(one.amount.filter(|_| number));
    }
    found.extend(verb.facts().into_iter().filter_map(|fact| match fact {
        Fact::Draws(_, number) => number,
        Fact::Gives(Gift::Tag(.., Some(Duration::Times(times, _))), ..) => times.as_ref(),
        Fact::Rounds(number) => Some(number),
        _ => None,
    }));
    found.into_iter()
}

/// What the answer is, if it may be a trait that is one of a list: the word of the message.
fn listed(game: &CheckedGame, kind: &AnswerKind) -> Option<&'static str> {
    game.kinds_behind(kind).find_map(|kind| what_it_is(&kind))
}

fn what_it_is(kind: &Kind) -> Option<&'static str> {
    match kind {
        Kind::Row(_) => Some("row"),
        Kind::Column(_) => Some("column"),
        Kind::Choice(_) => Some("word"),
        _ => None,
    }
}
