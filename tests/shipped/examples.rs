//! Examples that `help` gives, in the shipped games: each can be done as it stands.

use std::sync::Arc;

use crate::prompt_play::say;
use tirada::internals::cli::prompt::state::{NoAnswers, PromptLine, PromptState};
use tirada::internals::cli::prompt::{FileUpdate, Library};
use tirada::internals::diagnostic::{Code, Diagnostic};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, LoadedGame, Session};
use tirada::internals::store::StoredRules;

/// The built-in games, and no files.
struct Shipped;

impl Shelf for Shipped {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        Builtin.files(id)
    }

    fn ids(&self) -> Vec<String> {
        Builtin.ids()
    }
}

impl Library for Shipped {
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<Arc<LoadedGame>, (Diagnostic, u8)> {
        session.load(name).map(Arc::new).map_err(|error| (error, 1))
    }

    fn read(&self, path: &str) -> Result<File, Diagnostic> {
        Err(Diagnostic::error(Code::FileNotThere, None).arg("path", path))
    }

    fn seal(&self, _: Option<&StoredRules>) {}

    fn rewrite(&self, _: &[String], _: FileUpdate<'_>) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }
}

/// What a line would be refused for that is not how it is written.
const NOT_NOW: [Code; 6] = [
    Code::NeedNotMet,
    Code::TagNotThere,
    Code::NotEnoughPoints,
    Code::InterventionNotHere,
    Code::InterventionNotNow,
    Code::NothingToIntervene,
];

/// The examples of all that can be done in a game at a table with these people, in which a roll lies open; with what is
/// wrong about each.
fn examples(game: &str, lines: &[&str]) -> (usize, Vec<String>) {
    let library = Shipped;
    let mut state = PromptState::new(&library, Catalogue::new(Language::Spanish), true, 5);
    assert!(!state.begin(game).0.failed());
    for line in lines {
        let reply = state.execute(PromptLine { text: line, source: "<typed>", number: 1 }, &mut NoAnswers);
        assert!(!reply.failed(), "{game}: {line}: {:?}", reply.findings);
    }
    let loaded = Arc::clone(&state.game);
    let actions = loaded.game.actions.iter().filter(|one| !one.internal).map(|one| one.name.to_string());
    let names: Vec<String> = actions.chain(loaded.game.interventions.iter().map(|one| one.name.to_string())).collect();
    let mut wrong = Vec::new();
    for name in &names {
        let help = say(&mut state, &format!("help «{name}»"));
        let (usage, example) = (help.lines().next().unwrap(), help.lines().last().unwrap());
        let Some((_, example)) = example.split_once("por ejemplo: ") else {
            wrong.push(format!("{name} has no example: {help}"));
            continue;
        };
        assert!(usage.starts_with(name.as_str()), "{help}");
        if example.split([' ', '=']).any(|word| word == "none") {
            wrong.push(format!("{example} is not Spanish"));
        }
        // A blank stands for what nobody at this table has.
        if example.contains('…') {
            continue;
        }
        let moves = state.moves_made();
        let reply = state.execute(PromptLine { text: example, source: "<typed>", number: 1 }, &mut NoAnswers);
        let codes: Vec<Code> = reply.findings.iter().filter(|one| one.is_error()).map(|one| one.code).collect();
        if codes.iter().any(|code| !NOT_NOW.contains(code)) {
            wrong.push(format!("{example}: {codes:?}"));
        }
        if state.moves_made() > moves {
            say(&mut state, "undo");
        }
    }
    (names.len(), wrong)
}

#[test]
fn every_example_can_be_done_as_it_stands() {
    let hitos = ["npc 3 sectario", "hacer una prueba «Sectario 1» Fortaleza dificultad=10"];
    let cdb = ["npc 3 soldado"];
    let terror = ["npc 3 vigilante"];
    let mirada = ["npc 3 pandillero"];
    let mut all = Vec::new();
    for (game, lines) in [("hitos", &hitos[..]), ("cdb", &cdb), ("terror", &terror), ("mirada", &mirada)] {
        let (count, wrong) = examples(game, lines);
        assert!(count > 10, "{game}: {count}");
        all.extend(wrong.into_iter().map(|wrong| format!("{game}: {wrong}")));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
