//! Whatever is done, taken back and done again.

use proptest::prelude::*;

use super::{Files, say, state, world};
use tirada::internals::cli::prompt::state::{NoAnswers, PromptLine};
use tirada::internals::world::World;

#[test]
fn what_is_long_past_is_forgotten() {
    let files = Files::new();
    let mut state = state(&files);
    let most = tirada::internals::limits::Limits::FULL.moves;
    say(&mut state, "load ann.yml bob.yml");
    for _ in 0..most + 5 {
        say(&mut state, "hurt them Ann 1");
    }
    assert_eq!(state.table.moves().count(), most);
    let log = say(&mut state, "log");
    assert!(log.starts_with("7. hurt them"), "{}", log.lines().next().unwrap_or(""));
    let end = world(&state);
    assert!(say(&mut state, &format!("undo {}", most + 1)).starts_with("too-much-to-undo"));
    say(&mut state, &format!("undo {most}"));
    assert_eq!(state.table.moves().count(), 0);
    say(&mut state, &format!("redo {most}"));
    assert_eq!(world(&state), end);
}

/// A move that somebody may make.
#[derive(Debug, Clone)]
enum Made {
    Line(&'static str),
    Undo(usize),
    Redo(usize),
}

fn moves() -> impl Strategy<Value = Vec<Made>> {
    let lines = prop::sample::select(vec![
        "strike Ann bob Gun Knife",
        "strike bob Ann Fist",
        "push",
        "push pusher=Ann",
        "bigger",
        "chase Ann bob",
        "hurt them Ann 3",
        "scare bob P=2 how=hard",
        "scare Ann P=5 how=mild",
        "pass beat",
        "pass night",
        "as Ann",
        "trial(2) vs 8",
        "begin bob Ann",
        "next",
        "end",
        "drop bob",
        "load bob.yml",
        "load room.yml",
        "strike nonsense",
    ]);
    let one = prop_oneof![
        6 => lines.prop_map(Made::Line),
        2 => (1..4_usize).prop_map(Made::Undo),
        1 => (1..4_usize).prop_map(Made::Redo),
    ];
    prop::collection::vec(one, 1..24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Whatever was done: taking it all back is as if nothing ever happened, and doing it all
    /// again comes to the same; and on the way every number of moves does.
    #[test]
    fn undo_is_never_and_redo_is_the_same(made in moves(), seed in 0..1000_u64) {
        let files = Files::new();
        let mut state = state(&files);
        say(&mut state, &format!("seed {seed}"));
        say(&mut state, "load ann.yml bob.yml");
        // What there was after each number of moves.
        let mut worlds = vec![World::new(), world(&state)];
        for one in &made {
            let before = worlds.clone();
            match one {
                Made::Line(line) => {
                    let failed = state.execute(PromptLine { text: line, source: "", number: 1 }, &mut NoAnswers).failed();
                    let count = state.table.moves().count();
                    if failed || count + 1 == before.len() {
                        prop_assert_eq!(count + 1, before.len());
                        prop_assert_eq!(&world(&state), before.last().unwrap());
                    } else {
                        prop_assert_eq!(count, before.len());
                        worlds.push(world(&state));
                    }
                }
                Made::Undo(count) => {
                    let there = state.table.moves().count();
                    say(&mut state, &format!("undo {count}"));
                    if *count <= there {
                        worlds.truncate(before.len() - count);
                    }
                    prop_assert_eq!(&world(&state), worlds.last().unwrap());
                }
                Made::Redo(count) => {
                    let undone = state.table.undone();
                    say(&mut state, &format!("redo {count}"));
                    if *count <= undone {
                        for _ in 0..*count {
                            say(&mut state, "undo");
                        }
                        prop_assert_eq!(&world(&state), worlds.last().unwrap());
                        for _ in 0..*count {
                            say(&mut state, "redo");
                            worlds.push(world(&state));
                        }
                    }
                }
            }
        }
        let count = state.table.moves().count();
        prop_assert_eq!(count + 1, worlds.len());
        let end = world(&state);
        for back in (0..count).rev() {
            say(&mut state, "undo");
            prop_assert_eq!(&world(&state), &worlds[back]);
        }
        if count > 0 {
            say(&mut state, &format!("redo {count}"));
        }
        prop_assert_eq!(world(&state), end);
    }
}
