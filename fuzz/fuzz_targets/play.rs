//! Any bytes are played without a panic: as cases of a small game that has everything, or as
//! that game with cases of its own.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tirada::internals::ruleset::File;
use tirada::internals::session::{Builtin, Session, check_cases, run_cases};

const GAME: &str = include_str!("../play.yml");
const CASES: &str = include_str!("../play.cases.yml");

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let is_game = text.starts_with("tirada: 1");
    let (game, cases) = if is_game { (text.as_str(), CASES) } else { (GAME, text.as_str()) };
    let file = |name: &str, text: &str| File { name: name.to_owned(), text: text.to_owned() };
    let mut session = Session::new(&Builtin);
    let loaded = session.load_files(vec![file("game.yml", game)]);
    if !loaded.is_sound() {
        return;
    }
    let _ = check_cases(&mut session, &loaded.game, vec![file("cases.yml", cases)]);
    let _ = run_cases(&mut session, &loaded.game, vec![file("cases.yml", cases)]);
});
