//! Documents that the prompt shows.

use super::command::COMMANDS;
use super::roll::{DiceOrigin, Last};
use super::state::PromptState;
use super::variables;
use crate::check::answer_of;
use crate::check::program::{AnswerKind, CheckedGame, Default, Named, Op};
use crate::engine::Answer;
use crate::report::action::{ReportDetail, changed_in_line, report as told};
use crate::report::document::{Document, DocumentColumn, Line};
use crate::report::numbers::with_minus;
use crate::report::roll;
use crate::report::{Catalogue, Language};
use crate::session::{Joining, Move, MoveHistory, TurnMove, What};
#[cfg(feature = "store")]
use crate::store::names_files;
use crate::syntax::{our_word, their_word};
use crate::world::TurnOrder;

/// `Zork  zork`
pub(super) fn title(game: &CheckedGame) -> Line {
    Line::new().strong(&game.name).dim(format!("  {}", game.id))
}

/// `use zork`
pub(super) fn used(id: &str) -> Line {
    Line::new().plain("use ").name(id)
}

/// `Zurlo = 3`
pub(super) fn value(name: &str, value: &str) -> Line {
    Line::new().name(name).plain(" = ").strong(value)
}

/// `10, 5, 1`
pub(super) fn faces(faces: &[i64]) -> String {
    with_minus(&faces.iter().map(i64::to_string).collect::<Vec<_>>().join(", "))
}

/// `Zurlo = 3`; what is yes or no, in the language that is spoken.
pub(super) fn given(state: &PromptState<'_>, name: &str, text: &str) -> Line {
    let game = state.game();
    let of_setting = || variables::settable(game).into_iter().find(|(one, _)| *one == name).map(|(_, kind)| kind);
    let yes_no = variables::trait_kind(game, name).or_else(of_setting).filter(|kind| matches!(kind, AnswerKind::YesNo));
    match yes_no.and_then(|kind| answer_of(game, kind, text)) {
        Some(flag) => value(name, &roll::words(&Answer::Flag(flag != 0), &state.catalogue)),
        None => value(name, text),
    }
}

/// What was said with `let`; or that nothing was.
pub(super) fn lets(state: &PromptState<'_>) -> Document {
    if state.lets.is_empty() && state.saved_rolls.is_empty() {
        return Document::new().line(state.catalogue.text("prompt-no-lets", &Vec::new()));
    }
    let values = state.lets.iter().map(|(name, text)| given(state, name, text));
    let rolls = state.saved_rolls.iter().map(|(name, saved)| saved.line(name));
    values.chain(rolls).fold(Document::new(), Document::line)
}

/// What can be chosen with `set`, and what is chosen.
pub(super) fn settings(state: &PromptState<'_>) -> Document {
    let game = state.game();
    let shower = crate::report::show::Shower { game, catalogue: &state.catalogue, worded: false };
    let mut document = Document::new();
    for (name, kind) in variables::settable(game) {
        let set = state.settings.get(name);
        let line = match (set, default_of(state, name)) {
            (Some(text), _) => given(state, name, text),
            (None, Some(text)) => Line::new().name(name).plain(" = ").plain(text),
            (None, None) => Line::new().name(name),
        };
        document = document.line(line.dim(format!("  {}", shower.answer_kind(kind))));
    }
    for (name, text) in state.settings.iter().filter(|(name, _)| game.is_cell(name)) {
        document = document.line(value(name, text));
    }
    if document.is_empty() {
        return document.line(state.catalogue.text("prompt-no-settings", &Vec::new()));
    }
    document
}

/// The default of an option in words, if it has a plain one.
fn default_of(state: &PromptState<'_>, name: &str) -> Option<String> {
    let game = state.game();
    let Some(Named::Option(index)) = game.names.get(name) else { return None };
    let question = &game.options.get(*index)?.question;
    let Some(Default::Value(ir)) = &question.default else { return None };
    let Op::Number(number) = ir.op else { return None };
    Some(roll::words(&crate::engine::Answer::of(game, &question.kind.kind(), number), &state.catalogue))
}

/// The last result in full.
pub(super) fn last(last: &Last, catalogue: &Catalogue) -> Document {
    let game = &last.game.game;
    let mut document = Document::new().line(Line::new().code(last.line.as_ref().unwrap_or(&last.text)));
    document.append(roll::report(game, &last.evaluation, last.comment.as_deref(), catalogue));
    let steps = roll::explanation(game, &last.evaluation, catalogue);
    if !steps.is_empty() {
        document = document.gap();
        document.append(steps);
    }
    let chance = match last.chance {
        DiceOrigin::Seed(seed) => catalogue.text("prompt-last-seed", &vec![("seed", seed.to_string().into())]),
        DiceOrigin::Given => catalogue.text("prompt-last-given", &Vec::new()),
        DiceOrigin::None => return document,
    };
    document.gap().line(Line::new().dim(chance))
}

/// The rulesets by id. They are not loaded for it.
pub(super) fn rulesets(state: &PromptState<'_>) -> Document {
    let playing = state.catalogue.text("prompt-playing", &Vec::new());
    state.library.ids().into_iter().fold(Document::new(), |document, id| {
        let here = id == state.game().id;
        let line = Line::new().name(id);
        document.line(if here { line.dim(format!("  {playing}")) } else { line })
    })
}

/// Everything that can be typed.
pub(super) fn help(state: &PromptState<'_>, all: bool) -> Document {
    let say = |id: &str| state.catalogue.text(id, &Vec::new());
    let row = |(word, usage, id): (&str, &str, &str)| {
        let id = if state.sandbox && word == "odds" { "prompt-odds-for-strangers" } else { id };
        vec![Line::new().code(typed_as(word, usage, &state.catalogue)), Line::from(say(id))]
    };
    let first = vec![Line::new().code(say("prompt-example")), Line::from(say("prompt-roll"))];
    let open = |word: &str| !state.sandbox || matches!(word, "odds" | "help" | "quit");
    let shown = commands().filter(|(word, ..)| open(word));
    let rows = std::iter::once(first).chain(shown.map(row));
    let columns = vec![DocumentColumn::left(say("prompt-you-type")), DocumentColumn::left(say("prompt-it-does"))];
    let mut document = Document::new().table(columns, rows.collect()).gap();
    if state.sandbox {
        return document;
    }
    let actions: Vec<String> =
        state.game().actions.iter().filter(|one| all || !one.internal).map(|one| one.name.to_string()).collect();
    let interventions: Vec<String> = state.game().interventions.iter().map(|one| one.name.to_string()).collect();
    for (id, names) in [("prompt-help-actions", actions), ("prompt-help-interventions", interventions)] {
        if !names.is_empty() {
            // All of them: a list of names would show but the first.
            document = document.line(state.say(id, "names", names.join(", ")));
        }
    }
    if !state.game().interventions.is_empty() {
        document = document.line(say("prompt-help-at-once"));
    }
    document.line(say("prompt-help-names")).line(say("prompt-help-keys"))
}

/// A line behind a word of the prompt.
pub(super) fn labelled(id: &str, line: Line, catalogue: &Catalogue) -> Line {
    Line::new().plain(catalogue.text(id, &Vec::new())).plain(" ").then(line)
}

/// What a move was, in a few words.
pub(super) fn move_summary(game: &CheckedGame, one: &Move, catalogue: &Catalogue) -> Line {
    let name = |who: &usize| one.before.people.get(*who).map_or("", |person| &*person.name);
    let line = match &one.what {
        What::Action(call) => {
            let action = game.action(call.action);
            let cast = action.slots.iter().zip(&call.roles).filter(|(_, who)| !who.is_empty());
            let cast = cast.map(|(slot, who)| {
                let names: Vec<&str> = who.iter().map(name).collect();
                Line::new().dim(format!("{} ", slot.name)).name(names.join(", "))
            });
            let line = Line::new().strong(&action.name);
            let cast = Line::join(cast, ", ");
            if cast.is_empty() { line } else { line.plain(" ").then(cast) }
        }
        What::Passed(passing) => {
            let time = &*game.time(passing.time).name;
            let text = catalogue.text("deed-passes", &vec![("time", time.into())]);
            Line::new().plain(text)
        }
        What::Rolled(rolling) => {
            let text = rolling.request.text.trim();
            Line::new().name(name(&rolling.who)).plain(": ").code(text)
        }
        What::Joined(Joining { people, table, .. }) => {
            let names: Vec<String> = people.iter().chain(table).cloned().collect();
            let text = catalogue.text("prompt-joined", &vec![("names", names.into())]);
            Line::new().plain(text)
        }
        What::Turn(turn) => turn_line(one, turn, game, catalogue),
        What::Left(names) => Line::new().plain(left(names, catalogue)),
        What::Edited(people) => {
            let names: Vec<String> = people.iter().map(|who| name(who).to_owned()).collect();
            let count = names.len();
            let text = catalogue.text("prompt-edited", &vec![("name", names.into()), ("count", count.into())]);
            Line::new().plain(text)
        }
    };
    let interventions = one.what.interventions().iter();
    let names = interventions.map(|one| &*game.intervention(one.index).name);
    names.fold(line, |line, name| line.plain(" + ").name(name))
}

/// What is taken back: of a move that came with an intervention that, and in what.
pub(super) fn taken_back(game: &CheckedGame, one: &Move, catalogue: &Catalogue) -> Line {
    let Some(name) = one.intervention().map(|index| game.intervention(index)) else {
        return move_summary(game, one, catalogue);
    };
    let mut before = one.clone();
    before.what.chosen_mut().into_iter().for_each(Vec::clear);
    Line::new().strong(&name.name).dim(" · ").then(move_summary(game, &before, catalogue))
}

/// The sentence that names the characters who left.
pub(super) fn left(names: &[String], catalogue: &Catalogue) -> String {
    catalogue.text("prompt-left", &vec![("name", names.join(", ").into()), ("count", names.len().into())])
}

/// `Round 2 · Ann`
pub(super) fn turn(turns: &TurnOrder, catalogue: &Catalogue) -> Line {
    let round = catalogue.text("turns-round", &vec![("round", turns.round.into())]);
    let round = Line::new().plain(round).plain(" · ");
    match turns.current() {
        Some(name) => round.strong(name),
        None => round.plain(catalogue.text("turns-no-one", &Vec::new())),
    }
}

fn turn_line(one: &Move, what: &TurnMove, game: &CheckedGame, catalogue: &Catalogue) -> Line {
    let say = |id: &str| Line::new().plain(catalogue.text(id, &Vec::new()));
    match (what, &one.done.world.turns) {
        (TurnMove::Began | TurnMove::Begun(..), Some(turns)) if one.before.turns.is_some() => {
            Line::new().plain(catalogue.text("turns-in-order", &vec![("names", turns.order.clone().into())]))
        }
        (TurnMove::Began | TurnMove::Begun(..), _) => say("turns-began"),
        (TurnMove::Ended, _) => say("turns-ended"),
        (TurnMove::Next(passing), Some(turns)) => {
            let own = |time: usize| game.turns.as_ref().is_some_and(|turns| turns.own_times().any(|own| own == time));
            let passing = passing.as_ref().filter(|passing| !own(passing.time));
            let time = passing.map(|passing| game.time(passing.time));
            let passed = time.map_or_else(Line::new, |time| {
                Line::new().plain(catalogue.text("deed-passes", &vec![("time", (&*time.name).into())])).plain(" · ")
            });
            passed.then(turn(turns, catalogue))
        }
        (TurnMove::Next(_), None) => say("turns-ended"),
    }
}

/// The same, and what it changed.
pub(super) fn move_and_changes(game: &CheckedGame, one: &Move, catalogue: &Catalogue) -> Line {
    let changed = changed_in_line(game, &one.done, Some(&one.before), catalogue);
    let line = move_summary(game, one, catalogue);
    if changed.is_empty() { line } else { line.dim(" — ").then(changed) }
}

/// The moves so far, numbered.
pub(super) fn log(game: &CheckedGame, table: &MoveHistory, catalogue: &Catalogue) -> Document {
    let moves: Vec<&Move> = table.moves().collect();
    let mut number = table.forgotten();
    let mut document = Document::new();
    for (index, one) in moves.iter().enumerate() {
        // The move that replaces it is listed instead.
        if moves.get(index + 1).is_some_and(|next| next.instead) {
            continue;
        }
        number = number.saturating_add(1);
        let line = Line::new().dim(format!("{number}. ")).then(move_and_changes(game, one, catalogue));
        document = document.line(line);
    }
    if document.is_empty() {
        document = document.line(catalogue.text("prompt-nothing-done", &Vec::new()));
    }
    if table.undone() > 0 {
        let args = vec![("count", table.undone().into())];
        document = document.line(Line::new().dim(catalogue.text("prompt-to-redo", &args)));
    }
    document
}

/// The last move in full.
pub(super) fn last_move(game: &CheckedGame, table: &MoveHistory, catalogue: &Catalogue) -> Document {
    let Some(last) = table.last() else { return Document::new() };
    let mut document = told(game, &last.done, ReportDetail::Every, catalogue);
    if last.done.trace.is_empty() {
        document = Document::new().line(move_and_changes(game, last, catalogue));
    }
    let dice = faces(&last.record.faces());
    if dice.is_empty() {
        return document;
    }
    document.gap().line(Line::new().dim(catalogue.text("prompt-last-dice", &vec![("dice", dice.into())])))
}

/// The help of one command; `None` if there is no such command.
pub(super) fn help_of(word: &str, catalogue: &Catalogue) -> Option<Document> {
    let ours = our_word("commands", word).filter(|_| catalogue.language() != Language::English).unwrap_or(word);
    let (word, usage, id, _) = COMMANDS.iter().find(|(one, ..)| *one == ours)?;
    let usage = typed_as(word, usage, catalogue);
    Some(Document::new().line(Line::new().code(usage).plain("  ").plain(catalogue.text(id, &Vec::new()))))
}

/// The commands, without second words for the same.
pub(super) fn commands() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let commands = COMMANDS.into_iter().filter(|(word, ..)| !matches!(*word, "exit" | "leave"));
    commands.map(|(word, usage, id, _)| (word, usage, id))
}

/// A command in the language that is spoken.
pub(super) fn spoken(word: &'static str, catalogue: &Catalogue) -> &'static str {
    their_word("commands", word).filter(|_| catalogue.language() != Language::English).unwrap_or(word)
}

/// A line with its command in the language that is spoken.
#[cfg(feature = "store")]
pub(crate) fn as_spoken(line: &str, catalogue: &Catalogue) -> String {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (head, rest) = line.split_at(end);
    let command = COMMANDS.iter().find(|(word, ..)| *word == head);
    let rest = if names_files(line) { without_folders(rest) } else { rest.to_owned() };
    format!("{}{rest}", command.map_or(head, |(word, ..)| spoken(word, catalogue)))
}

/// A text in which each file has its name alone: where it lies says something of the machine, and not of the game.
#[cfg(feature = "store")]
pub(crate) fn without_folders(text: &str) -> String {
    let name = |path: &str| path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(path).to_owned();
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(first) = rest.chars().next() {
        let quoted = rest.strip_prefix('«').and_then(|rest| rest.split_once('»'));
        if let Some((path, behind)) = quoted {
            out.push_str(&format!("«{}»", name(path)));
            rest = behind;
        } else if first.is_whitespace() {
            out.push(first);
            rest = rest.get(first.len_utf8()..).unwrap_or("");
        } else {
            let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
            let (path, behind) = rest.split_at(end);
            out.push_str(&name(path));
            rest = behind;
        }
    }
    out
}

/// How a command is typed in the language that is spoken, where it has a word of its own for it.
pub(super) fn typed_as(word: &str, usage: &str, catalogue: &Catalogue) -> String {
    let said = catalogue.usage(usage);
    match their_word("commands", word).filter(|_| catalogue.language() != Language::English) {
        Some(theirs) => {
            let other = |section, ours| their_word(section, ours).unwrap_or(ours);
            let flags = format!("{}|{}", other("flags", "yes"), other("flags", "no"));
            let word_of = |id: &str| format!("|{}", catalogue.say(id));
            let said = said.replacen(word, theirs, 1).replace("on|off", &flags);
            said.replace("|all", &word_of("prompt-word-all")).replace("|none", &word_of("prompt-word-none"))
        }
        None => said,
    }
}
