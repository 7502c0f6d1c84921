//! A shipped ruleset, or one of the text's own, and an expression: preparing and
//! rolling end without a panic, and the shortcut throws the same dice.

#![no_main]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tirada::internals::check::program::Game;
use tirada::internals::engine::{Answer, Generator};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, RollRequest, Session};

static SHIPPED: LazyLock<Vec<Game>> = LazyLock::new(|| {
    let games = Builtin.ids().into_iter().map(|id| Session::new(&Builtin).load(&id).expect("it is there").game);
    games.collect()
});

/// A ruleset before a line of dashes, or the number of a shipped one before a space.
fuzz_target!(|text: &str| {
    if let Some((rules, expression)) = text.split_once("\n---\n") {
        let mut session = Session::new(&Builtin);
        let loaded = session.load_files(vec![File { name: "fuzz.yml".to_owned(), text: rules.to_owned() }]);
        if loaded.is_sound() {
            roll(session, &loaded.game, expression);
        }
    } else if let Some((which, expression)) = text.split_at_checked(1) {
        let which = usize::from(which.as_bytes()[0]) % SHIPPED.len();
        roll(Session::new(&Builtin), &SHIPPED[which], expression);
    }
});

fn roll(mut session: Session<'_>, game: &Game, text: &str) {
    let request = RollRequest {
        text: text.to_owned(),
        source: "<fuzz>".to_owned(),
        known: BTreeMap::from([("x".to_owned(), 3)]),
        forgiving: text.len() % 2 == 0,
        ..RollRequest::default()
    };
    let Ok(ready) = session.prepare(game, &request) else { return };
    let (mut one, mut other) = (Generator::new(1), Generator::new(1));
    for _ in 0..3 {
        let explained = session.evaluate(game, &ready, &mut one, &[]);
        let value = session.value(game, &ready, &mut other);
        if ready.fast.is_some() {
            assert_eq!(explained.map(|found| found.value), value.map(Answer::Number), "{text:?}");
        }
    }
}
