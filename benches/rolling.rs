//! How long things take, each by itself: `cargo bench`. Beside peers, with ratios:
//! `benches/README.md`.

use divan::{Bencher, black_box};
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::Generator;
use tirada::internals::ruleset::Shelf as _;
use tirada::internals::session::{Builtin, RollRequest, Session};

fn main() {
    divan::main();
}

fn game(session: &mut Session<'_>) -> Option<CheckedGame> {
    session.load("hitos").ok().map(|loaded| loaded.game)
}

/// A prepared expression, rolled once.
#[divan::bench(args = ["3d10", "4d6kh3", "2d6+3", "10d6!", "mM+2", "count(8d6, >= 5)"])]
fn prepared(bencher: Bencher<'_, '_>, text: &str) {
    let mut session = Session::new(&Builtin);
    let Some(game) = game(&mut session) else { return };
    let request = RollRequest { text: text.to_owned(), ..RollRequest::default() };
    let Ok(ready) = session.prepare(&game, &request) else { return };
    let mut generator = Generator::new(1);
    bencher.bench_local(|| session.value(&game, &ready, &mut generator));
}

/// From text to tree.
#[divan::bench(args = ["mM+2", "C + 7 vs 12", "if C >= 5 then M else m # …", "count(8d6, >= 5) + max(3, 2d6)"])]
fn parse(text: &str) -> tirada::internals::syntax::Parsed {
    tirada::internals::syntax::parse(black_box(text))
}

/// A ruleset from its texts to a checked game.
#[divan::bench(args = ["hitos", "cdb", "terror"])]
fn load(bencher: Bencher<'_, '_>, id: &str) {
    let Some(files) = Builtin.files(id) else { return };
    bencher.with_inputs(|| files.clone()).bench_local_values(|files| Session::new(&Builtin).load_files(files));
}
