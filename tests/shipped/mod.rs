//! What the shipped games call things.
#![allow(dead_code, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod examples;

use tirada::internals::check::program::{
    Action, AnswerKind, Cell, CheckedGame, Decider, Question, Slot, Step, TraitSource, Verb,
};
use tirada::internals::ruleset::steps::all_steps;

fn choices(question: &Question, names: &mut Vec<String>) {
    if let AnswerKind::OneOf(words) = &question.kind {
        names.extend(words.iter().cloned());
    }
}

/// What may be answered in the middle, and who decides who is no character.
fn asked(steps: &[Step], names: &mut Vec<String>) {
    for step in all_steps(steps) {
        if let Verb::Ask(ask) = &step.verb {
            choices(&ask.question.question, names);
            decider(ask.question.by.as_ref(), names);
        }
    }
}

fn decider(by: Option<&Decider>, names: &mut Vec<String>) {
    if let Some(Decider::Word(word)) = by {
        names.push(word.clone());
    }
}

/// Roles, questions and labels.
fn done(action: &Action, slots: &[Slot], names: &mut Vec<String>) {
    names.extend(slots.iter().map(|slot| slot.name.to_string()));
    for ask in &action.ask {
        choices(&ask.question, names);
        decider(ask.by.as_ref(), names);
    }
    asked(&action.steps, names);
}

/// Names of what there is to be played: units of time, modifiers, marks, states, values of
/// tags, roles, questions, labels, groups.
fn played(game: &CheckedGame, names: &mut Vec<String>) {
    names.extend(game.times.iter().map(|time| time.name.to_string()));
    names.extend(game.modifiers.iter().map(|name| name.to_string()));
    names.extend(game.traits.iter().filter_map(|one| one.group.as_deref()).map(str::to_owned));
    names.extend(game.points.iter().filter_map(|one| one.group.as_deref()).map(str::to_owned));
    for track in &game.tracks {
        names.extend(track.marks.iter().map(|(mark, _)| mark.to_string()));
        names.extend(track.states.iter().map(|state| state.name.to_string()));
    }
    for (name, question) in game.tags.iter().flat_map(|tag| &tag.values) {
        names.push(name.to_string());
        choices(question, names);
    }
    for action in &game.actions {
        names.push(action.name.to_string());
        done(action, &action.slots, names);
    }
    for intervention in &game.interventions {
        names.push(intervention.name.to_string());
        for place in &intervention.places {
            done(&place.action, &place.action.slots, names);
        }
    }
    for cell in game.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells) {
        if let Cell::Effects(action) = cell {
            done(action, &action.slots, names);
        }
    }
}

/// Every name and label of a game.
pub fn names(game: &CheckedGame) -> Vec<String> {
    let mut names: Vec<String> = vec![game.id.clone(), game.name.clone()];
    names.extend(game.names.keys().cloned());
    for one in &game.traits {
        if let TraitSource::Given(question) | TraitSource::Group(question) = &one.source {
            choices(question, &mut names);
        }
    }
    game.options.iter().for_each(|option| choices(&option.question, &mut names));
    for table in &game.tables {
        names.extend(table.names.keys().cloned());
        names.extend(table.column_names());
        names.extend(table.given.iter().cloned());
    }
    for test in &game.tests {
        for (name, question) in &test.inputs {
            names.push(name.to_string());
            choices(question, &mut names);
        }
        names.extend(test.values.iter().map(|value| value.name.to_string()));
        for outcome in &test.outcomes {
            names.push(outcome.name.to_string());
            names.extend(outcome.values.iter().map(|value| value.name.to_string()));
        }
        if let Some(opposed) = &test.opposed {
            names.extend(
                [&opposed.win, &opposed.lose, &opposed.tied].into_iter().flatten().map(|name| name.to_string()),
            );
        }
    }
    for card in game.tags.iter().flat_map(|tag| &tag.cards).flat_map(|deck| &deck.cards) {
        // A name that is made of values has their names in it.
        names.extend(card.pattern.is_none().then(|| card.name.to_string()));
    }
    played(game, &mut names);
    // Names that begin with a dot are the program's own.
    names.retain(|name| !name.is_empty() && !name.starts_with('·'));
    names.sort();
    names.dedup();
    names
}
