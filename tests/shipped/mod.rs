//! What the shipped games call things.

use tirada::check::program::{AnswerKind, Game, Question, TraitSource};

fn choices(question: &Question, names: &mut Vec<String>) {
    if let AnswerKind::OneOf(words) = &question.kind {
        names.extend(words.iter().cloned());
    }
}

/// Every name and label of a game.
pub fn names(game: &Game) -> Vec<String> {
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
    names
}
