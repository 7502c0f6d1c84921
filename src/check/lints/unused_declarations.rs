//! Declarations that no rule mentions: options, traits, points, tracks, tags, tables and their columns, formulas with
//! parameters.

use std::collections::BTreeSet;

use crate::check::all_steps;
use crate::check::program::{
    Action, AnswerKind, CellRead, CheckedGame, ColumnPick, Gift, Ir, Kind, LookupTable, Mention, NamedRead, Op,
    PointsId, PoolRead, Question, SlotKind, TagId, TrackId, TraitSource,
};
use crate::check::unused_values::{elsewhere, every_formula, in_action as formulas_of, in_test};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{Find, Ruleset, Word};
use crate::ruleset::steps::{Fact, Part, Parts as _};

/// Bytes of cases that are searched for names; with more, all names may be there.
const MOST_READ: usize = 200_000_000;

/// Something that has a name in a game, by its index; of a column the table's and its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Declared {
    Option(usize),
    Trait(usize),
    Points(PointsId),
    Track(TrackId),
    Tag(TagId),
    Table(Id<LookupTable>),
    Column(Id<LookupTable>, usize),
    Columns(Id<LookupTable>),
    /// A formula with parameters.
    Formula(usize),
    /// Traits with free names.
    OwnNames,
}

/// Warns of what nothing mentions: no formula, no question, no step, and none of these expressions
/// of cases.
pub(super) fn unread(game: &CheckedGame, ruleset: &Ruleset, expressions: &[String]) -> Vec<Diagnostic> {
    let mentioned = mentioned(game, ruleset);
    let (mut found, mut unsourced) = (Vec::new(), Vec::new());
    // What is rolled freely may read whatever there is, so one of its kind has to be read.
    let read_here = |wanted: fn(&Declared) -> bool| mentioned.iter().any(wanted);
    let left = std::cell::Cell::new(MOST_READ);
    let in_a_case = |name: &str| {
        expressions.iter().any(|text| {
            let Some(less) = left.get().checked_sub(text.len()) else { return true };
            left.set(less);
            text.contains(name)
        })
    };
    // Where nothing is done by actions, all but options is for what people type.
    let played = !game.actions.is_empty();
    let mut look = |thing: Declared, word: &Word, code: Code, table: Option<&Word>| {
        if !played && !matches!(thing, Declared::Option(_)) {
            return;
        }
        let of_table = table.is_none_or(|table| in_a_case(&table.text));
        if !(mentioned.contains(&thing) || of_table && in_a_case(&word.text)) {
            let warning = Diagnostic::warning(code, word.span).arg("name", &*word.text);
            found.push(match table {
                Some(table) => warning.arg("table", &*table.text),
                None => warning,
            });
        }
    };
    for (index, (word, _)) in ruleset.options.iter().enumerate() {
        look(Declared::Option(index), word, Code::UnusedOption, None);
    }
    if read_here(|thing| matches!(thing, Declared::Trait(_))) {
        // What is worked out is there to be seen on the sheet; kinds of characters are distinguished by their trait.
        let kinds = game.kinds.as_ref().map(|kinds| kinds.of);
        let given = ruleset.traits.iter().enumerate().filter(|(_, one)| !one.kind.is_computed());
        let given = given.filter(|(index, _)| kinds != Some(*index));
        for (index, one) in given {
            look(Declared::Trait(index), &one.name, Code::UnusedTrait, None);
        }
    }
    for (id, one) in game.points.ids().zip(&ruleset.points) {
        look(Declared::Points(id), &one.name, Code::UnusedPoints, None);
    }
    for (id, one) in game.tracks.ids().zip(&ruleset.tracks) {
        look(Declared::Track(id), &one.name, Code::UnusedTrack, None);
    }
    for (id, one) in game.tags.ids().zip(&ruleset.tags) {
        look(Declared::Tag(id), &one.name, Code::UnusedTag, None);
    }
    let values = tag_values_read(game);
    for (one, (kind, tag)) in ruleset.tags.iter().zip(game.tags.pairs()) {
        // Words are there to be read by people, and so is what the name of a card says.
        let words = |question: &Question| matches!(question.kind, AnswerKind::Text | AnswerKind::OneOf(_));
        let told = |question: &Question| words(question) || tag.cards.is_some();
        for (at, ((word, _), (_, question))) in one.values.iter().zip(&tag.values).enumerate() {
            // The value that says how many there are is read wherever some are gained or given.
            let counts = one.counted.as_ref().is_some_and(|count| count.text == word.text);
            let read = counts || [Some(kind), None].iter().any(|kind| values.contains(&(*kind, at)));
            if played && !read && !told(question) && !in_a_case(&word.text) {
                let warning = Diagnostic::warning(Code::UnusedTagValue, word.span).arg("name", &*word.text);
                unsourced.push(warning.arg("tag", &*one.name.text));
            }
        }
    }
    let (read, given) = (tags_read(game), tags_given(game));
    for (id, one) in game.tags.ids().zip(&ruleset.tags).filter(|(_, one)| one.internal) {
        if read.contains(&id) && !given.contains(&id) {
            unsourced.push(Diagnostic::warning(Code::TagNeverGiven, one.name.span).arg("name", &*one.name.text));
        }
    }
    if read_here(|thing| matches!(thing, Declared::Formula(_))) {
        for (index, one) in ruleset.formulas.iter().enumerate() {
            look(Declared::Formula(index), &one.name, Code::UnusedFormula, None);
        }
    }
    for (id, one) in game.tables.ids().zip(&ruleset.tables) {
        if !mentioned.contains(&Declared::Table(id)) {
            if read_here(|thing| matches!(thing, Declared::Table(_))) {
                look(Declared::Table(id), &one.name, Code::UnusedTable, None);
            }
        } else if !mentioned.contains(&Declared::Columns(id)) {
            for (at, column) in one.columns.iter().enumerate() {
                if let Some(name) = &column.name {
                    look(Declared::Column(id, at), name, Code::UnusedColumn, Some(&one.name));
                }
            }
        }
    }
    found.append(&mut unsourced);
    found
}

/// The kinds of tags that formulas read.
fn tags_read(game: &CheckedGame) -> BTreeSet<TagId> {
    let mut all = BTreeSet::new();
    every_formula(game, &mut |ir| {
        all.extend(ir.parts().filter_map(|part| match part.op {
            Op::HasTag(kind) | Op::TagCount(kind, _) | Op::TagValue(kind, _) => Some(kind),
            _ => None,
        }));
        all.extend(
            ir.parts()
                .filter_map(|part| if let Op::Named(_, read) = &part.op { Some(read) } else { None })
                .flat_map(NamedRead::kinds),
        );
    });
    all
}

/// The values of tags that formulas read: the kind, if it is known, and which.
fn tag_values_read(game: &CheckedGame) -> BTreeSet<(Option<TagId>, usize)> {
    let mut all = BTreeSet::new();
    let mut note = |ir: &Ir, own: Option<TagId>, kind_of: &dyn Fn(usize) -> Option<TagId>| {
        for part in ir.parts() {
            match &part.op {
                Op::TagValue(kind, value) => _ = all.insert((Some(*kind), *value)),
                Op::TagCount(kind, wanted) => all.extend(wanted.iter().map(|(value, ..)| (Some(*kind), *value))),
                Op::Named(_, NamedRead::Value(kinds)) => {
                    all.extend(kinds.iter().map(|(kind, value)| (Some(*kind), *value)))
                }
                Op::OwnValue(value) => _ = all.insert((own, *value)),
                Op::ValueOfTag(tag, value) => {
                    let kind = if let Op::Slot(slot) = tag.op { kind_of(slot) } else { None };
                    all.insert((kind, *value));
                }
                _ => {}
            }
        }
    };
    let unknown = |_: usize| None;
    for action in game.actions.iter().chain(game.places().map(|place| &place.action)).chain(game.recipes()) {
        let kind_of = |slot: usize| match action.slots.get(slot).map(|slot| &slot.kind) {
            Some(SlotKind::Value(Kind::Tag(kind))) => Some(*kind),
            _ => None,
        };
        formulas_of(action, &mut |ir| note(ir, None, &kind_of));
    }
    for (kind, tag) in game.tags.pairs() {
        tag.gives.iter().for_each(|(_, ir)| note(ir, Some(kind), &unknown));
    }
    for test in &game.tests {
        in_test(test, &mut |ir| note(ir, None, &unknown));
    }
    let gives: Vec<*const Ir> =
        game.tags.iter().flat_map(|tag| &tag.gives).map(|(_, ir)| std::ptr::from_ref(ir)).collect();
    elsewhere(game, &mut |ir| {
        let slots = ir.any_part(&|part| matches!(&part.op, Op::ValueOfTag(tag, _) if matches!(tag.op, Op::Slot(_))));
        // Those of rows were looked at with their own slots.
        if !slots && !gives.contains(&std::ptr::from_ref(ir)) {
            note(ir, None, &unknown);
        }
    });
    all
}

/// The kinds of tags that something gives or draws, or that a template begins with.
fn tags_given(game: &CheckedGame) -> BTreeSet<TagId> {
    let actions = game.actions.iter().chain(game.places().map(|place| &place.action)).chain(game.recipes());
    let facts = actions.flat_map(|action| all_steps(&action.steps)).flat_map(|step| step.verb.facts());
    let given = facts.filter_map(|fact| match fact {
        Fact::Draws(kind, _) | Fact::Gives(Gift::Tag(kind, ..), ..) => Some(*kind),
        _ => None,
    });
    let mut all: BTreeSet<TagId> = given.collect();
    let begun = game.templates.iter().flat_map(|one| &one.sheet.tags);
    all.extend(begun.filter_map(|tag| game.tags.find(|kind| *kind.name == *tag.kind.text)));
    all
}

/// Everything that rules mention.
fn mentioned(game: &CheckedGame, ruleset: &Ruleset) -> BTreeSet<Declared> {
    let mut all = BTreeSet::new();
    let mut reads = vec![0_usize; game.holders().count()];
    let holder = |op: &Op| match op {
        Op::Track(track, _) => Some(CheckedGame::holder_of_track(*track)),
        Op::State(index) => Some(*index),
        Op::Points(index, _) => Some(game.holder_of_points(*index)),
        _ => None,
    };
    every_formula(game, &mut |ir| {
        for part in ir.parts() {
            in_formula(&part.op, &mut all);
            holder(&part.op).and_then(|index| reads.get_mut(index)).into_iter().for_each(|reads| *reads += 1);
        }
    });
    for (index, one) in game.holders().enumerate() {
        let states = one.states.iter().flat_map(|state| state.when.iter().chain(state.gives.iter().map(|(_, ir)| ir)));
        let points = index.checked_sub(game.tracks.len()).map(Id::new);
        let track = points.is_none().then(|| Id::new(index));
        let boxes = track
            .map(|track| &game.tracks[track])
            .into_iter()
            .flat_map(|one| std::iter::once(&one.boxes).chain(&one.row));
        let own = boxes.chain(states).flat_map(Ir::parts);
        let own = own.filter(|part| holder(&part.op) == Some(index)).count();
        // What states give and lead to has its effect without being named anywhere; that they read what has them has none.
        let works = one.states.iter().any(|state| {
            !state.gives.is_empty() || !state.every.is_empty() || state.enter.is_some() || state.leave.is_some()
        });
        if works || reads.get(index).is_some_and(|reads| *reads > own) {
            all.extend(points.map(Declared::Points).or(track.map(Declared::Track)));
        }
    }
    for one in &game.traits {
        if let TraitSource::Given(question) | TraitSource::Group(question) = &one.source {
            in_question(question, &mut all);
        }
    }
    let inputs = game.tests.iter().flat_map(|test| test.inputs.iter().map(|(_, question)| question));
    let values = game.tags.iter().flat_map(|tag| tag.values.iter().map(|(_, question)| question));
    for question in inputs.chain(values).chain(game.options.iter().map(|one| &one.question)) {
        in_question(question, &mut all);
    }
    let places = game.places().map(|place| &place.action);
    for action in game.actions.iter().chain(places).chain(game.recipes()) {
        in_action(action, &mut all);
    }
    for (id, table) in game.tables.pairs() {
        // It is there to be rolled on.
        if table.dice.is_some() {
            all.extend([Declared::Table(id), Declared::Columns(id)]);
        }
        for column in &table.columns {
            match column.kind {
                Kind::Row(other) => all.insert(Declared::Table(other)),
                Kind::Column(other) => all.insert(Declared::Table(other)) | all.insert(Declared::Columns(other)),
                _ => false,
            };
        }
        let names = match ruleset.tables.get(id.index()).and_then(|raw| raw.find.as_ref()) {
            Some(Find::Between(low, high)) => vec![low, high],
            Some(Find::Reached(from)) => vec![from],
            None => Vec::new(),
        };
        for name in names {
            let at = table.columns.iter().position(|column| column.name.as_deref() == Some(name.text.as_str()));
            all.extend(at.map(|at| Declared::Column(id, at)));
        }
    }
    // Calls are not kept in formulas; the caller's text has the name.
    let left = std::cell::Cell::new(MOST_READ);
    let calls = |text: &str, name: &str| {
        left.set(left.get().saturating_sub(text.len()));
        left.get() == 0 || text.contains(name)
    };
    for (index, one) in game.formulas.iter().enumerate() {
        let others = game.origins.iter().enumerate().filter(|(at, _)| *at != one.origin as usize);
        if others.into_iter().any(|(_, origin)| calls(&origin.text, &one.name)) {
            all.insert(Declared::Formula(index));
        }
    }
    // Where any skill will do, so will those that people christen themselves.
    if all.contains(&Declared::OwnNames) {
        let groups = game.traits.iter().enumerate().filter(|(_, one)| matches!(one.source, TraitSource::Group(_)));
        all.extend(groups.map(|(index, _)| Declared::Trait(index)));
    }
    // What gives or does something by itself has its effect without being named anywhere.
    for (index, tag) in game.tags.pairs() {
        if !tag.gives.is_empty() || !tag.every.is_empty() || tag.ends.is_some() || tag.free_names {
            all.insert(Declared::Tag(index));
        }
    }
    all
}

fn in_formula(op: &Op, all: &mut BTreeSet<Declared>) {
    match op {
        Op::Option(index) => all.insert(Declared::Option(*index)),
        Op::Trait(index) => all.insert(Declared::Trait(*index)),
        Op::HasTag(kind) | Op::TagCount(kind, _) | Op::TagValue(kind, _) | Op::CardsLeft(kind) => {
            all.insert(Declared::Tag(*kind))
        }
        Op::Named(_, NamedRead::Trait(list, open)) => {
            all.extend(list.iter().map(|&index| Declared::Trait(index)));
            all.extend(open.then_some(Declared::OwnNames));
            true
        }
        Op::Named(_, read) => read.kinds().fold(false, |_, kind| all.insert(Declared::Tag(kind))),
        Op::Cell(read) => in_cell(read, all),
        Op::Group(_, _, true) => all.insert(Declared::OwnNames),
        Op::RowName(table, _) | Op::RowAt(table, _) => all.insert(Declared::Table(*table)),
        Op::Read { what: PoolRead::Worth(table, _), .. } => {
            all.insert(Declared::Table(*table)) | all.insert(Declared::Columns(*table))
        }
        _ => false,
    };
}

fn in_cell(read: &CellRead, all: &mut BTreeSet<Declared>) -> bool {
    all.insert(Declared::Table(read.table));
    all.insert(match read.column {
        ColumnPick::Fixed(column) => Declared::Column(read.table, column),
        ColumnPick::Column(_) | ColumnPick::Word(..) => Declared::Columns(read.table),
    })
}

fn in_question(question: &Question, all: &mut BTreeSet<Declared>) {
    match &question.kind {
        AnswerKind::Row(table) => {
            all.insert(Declared::Table(*table));
        }
        AnswerKind::Cell(table, column) => {
            all.extend([Declared::Table(*table), Declared::Column(*table, *column)]);
        }
        AnswerKind::Column(table) => all.extend([Declared::Table(*table), Declared::Columns(*table)]),
        AnswerKind::Trait(list, own_names) => {
            all.extend(list.iter().map(|&index| Declared::Trait(index)).chain(own_names.then_some(Declared::OwnNames)));
        }
        AnswerKind::Points(list) => all.extend(list.iter().map(|&index| Declared::Points(index))),
        AnswerKind::Tag(kind) => {
            all.insert(Declared::Tag(*kind));
        }
        AnswerKind::Number(..)
        | AnswerKind::YesNo
        | AnswerKind::OneOf(_)
        | AnswerKind::Character(_)
        | AnswerKind::Dice
        | AnswerKind::Text => {}
    }
}

fn in_action(action: &Action, all: &mut BTreeSet<Declared>) {
    action.questions().for_each(|ask| in_question(&ask.question, all));
    for step in all_steps(&action.steps) {
        step.verb.parts(&mut |part| {
            if let Part::Mention(mention) = part {
                all.extend(match mention {
                    Mention::Points(index) => Some(Declared::Points(index)),
                    Mention::Trait(index) => Some(Declared::Trait(index)),
                    Mention::Track(index) => Some(Declared::Track(index)),
                    Mention::Tag(kind) => Some(Declared::Tag(kind)),
                    Mention::Slot(_) => None,
                });
            }
        });
    }
}
