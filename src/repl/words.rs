//! What the prompt says, as documents.

use std::collections::BTreeMap;

use super::command::COMMANDS;
use super::naming;
use super::rolling::{Chance, Last};
use super::state::State;
use crate::check::program::{Default, Game, Named, Op};
use crate::render::Catalogue;
use crate::render::document::{Column, Document, Line};
use crate::render::report;

/// `Zork  zork`
pub(super) fn title(game: &Game) -> Line {
    Line::new().strong(&game.name).dim(format!("  {}", game.id))
}

/// `Zurlo = 3`
pub(super) fn value(name: &str, value: &str) -> Line {
    Line::new().name(name).plain(" = ").strong(value)
}

/// `10, 5, 1`
pub(super) fn faces(faces: &[i64]) -> String {
    faces.iter().map(i64::to_string).collect::<Vec<_>>().join(", ")
}

/// Names and their values; or that there are none.
pub(super) fn values(values: &BTreeMap<String, String>, catalogue: &Catalogue, none: &str) -> Document {
    if values.is_empty() {
        return Document::new().line(catalogue.text(none, &Vec::new()));
    }
    values.iter().fold(Document::new(), |document, (name, text)| document.line(value(name, text)))
}

/// What can be chosen with `set`, and what is chosen.
pub(super) fn settings(state: &State<'_>) -> Document {
    let game = state.game();
    let shower = crate::render::show::Shower { game, catalogue: &state.catalogue };
    let mut document = Document::new();
    for (name, kind) in naming::settable(game) {
        let set = state.settings.get(name);
        let line = match (set, default_of(game, name)) {
            (Some(text), _) => value(name, text),
            (None, Some(text)) => Line::new().name(name).plain(" = ").plain(text),
            (None, None) => Line::new().name(name),
        };
        document = document.line(line.dim(format!("  {}", shower.answer_kind(kind))));
    }
    for (name, text) in state.settings.iter().filter(|(name, _)| name.contains('[')) {
        document = document.line(value(name, text));
    }
    if document.is_empty() {
        return document.line(state.catalogue.text("prompt-no-settings", &Vec::new()));
    }
    document
}

/// The default of an option in words, if it has a plain one.
fn default_of(game: &Game, name: &str) -> Option<String> {
    let Some(Named::Option(index)) = game.names.get(name) else { return None };
    let question = &game.options.get(*index)?.question;
    let Some(Default::Value(ir)) = &question.default else { return None };
    let Op::Number(number) = ir.op else { return None };
    let catalogue = Catalogue::default();
    Some(report::words(&crate::eval::shown(game, &question.kind.kind(), number), &catalogue))
}

/// The last result in full.
pub(super) fn last(last: &Last, catalogue: &Catalogue) -> Document {
    let game = &last.game.game;
    let mut document = Document::new().line(Line::new().code(&last.text));
    document.append(report::report(game, &last.evaluation, last.comment.as_deref(), catalogue));
    let steps = report::explanation(game, &last.evaluation, catalogue);
    if !steps.is_empty() {
        document = document.gap();
        document.append(steps);
    }
    let chance = match last.chance {
        Chance::Seed(seed) => catalogue.text("prompt-last-seed", &vec![("seed", seed.to_string().into())]),
        Chance::Given => catalogue.text("prompt-last-given", &Vec::new()),
        Chance::None => return document,
    };
    document.gap().line(Line::new().dim(chance))
}

/// The rulesets by id. They are not loaded for it.
pub(super) fn rulesets(state: &State<'_>) -> Document {
    let playing = state.catalogue.text("prompt-playing", &Vec::new());
    state.library.ids().into_iter().fold(Document::new(), |document, id| {
        let here = id == state.game().id;
        let line = Line::new().name(id);
        document.line(if here { line.dim(format!("  {playing}")) } else { line })
    })
}

/// Everything that can be typed.
pub(super) fn help(catalogue: &Catalogue) -> Document {
    let say = |id: &str| catalogue.text(id, &Vec::new());
    let row = |(_, usage, id): (&str, &str, &str)| vec![Line::new().code(usage), Line::from(say(id))];
    let first = vec![Line::new().code(say("prompt-example")), Line::from(say("prompt-roll"))];
    let rows = std::iter::once(first).chain(COMMANDS.into_iter().filter(|(word, ..)| *word != "exit").map(row));
    let columns = vec![Column::left(say("prompt-you-type")), Column::left(say("prompt-it-does"))];
    Document::new().table(columns, rows.collect()).gap().line(say("prompt-help-names")).line(say("prompt-help-keys"))
}

/// One command.
pub(super) fn help_of(word: &str, catalogue: &Catalogue) -> Option<Document> {
    let (_, usage, id) = COMMANDS.iter().find(|(one, ..)| *one == word)?;
    Some(Document::new().line(Line::new().code(usage).plain("  ").plain(catalogue.text(id, &Vec::new()))))
}
