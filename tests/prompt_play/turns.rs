//! Turns that begin and end, with what is due then.

use super::{Files, say, state, world};
use tirada::internals::cli::prompt::state::PromptState;

fn weir() -> Files {
    let files = Files::new();
    let skipper = |name, stroke| format!("tirada character: 1\nname: {name}\ntraits: {{Stroke: {stroke}}}\n");
    let mut all = files.0.borrow_mut();
    all.insert("weir".to_owned(), include_str!("../games/skiffs/ruleset.yml").to_owned());
    all.insert("ivo.yml".to_owned(), skipper("Ivo", 4));
    all.insert("mae.yml".to_owned(), skipper("Mae", 3));
    drop(all);
    files
}

fn on_the_water(files: &Files) -> PromptState<'_> {
    let mut state = state(files);
    state.verbose = false;
    say(&mut state, "use weir");
    say(&mut state, "load ivo.yml mae.yml");
    state
}

#[test]
fn due_effects_come_with_turns_and_undo_removes_them() {
    let files = weir();
    let mut state = on_the_water(&files);
    let begun = say(&mut state, "begin");
    assert!(begun.ends_with("Round 1 · Ivo") && begun.contains("Current 0 → 1"), "{begun}");
    assert!(say(&mut state, "brace Mae").starts_with("need-not-met"));
    say(&mut state, "brace Ivo");
    say(&mut state, "hole Mae");
    let before = world(&state);
    let next = say(&mut state, "next");
    assert!(next.contains("Mae: Leak 0 → 2") && next.ends_with("Round 1 · Mae"), "{next}");
    assert!(say(&mut state, "sheet Ivo").contains("Braced"));
    let after = world(&state);
    say(&mut state, "undo");
    assert_eq!(world(&state), before);
    say(&mut state, "redo");
    assert_eq!(world(&state), after);
    let next = say(&mut state, "next");
    assert!(next.starts_with("bend passes") && next.contains("Ivo: Braced is over") && next.ends_with("Round 2 · Ivo"));
    assert!(say(&mut state, "sheet Ivo").contains("Steering yes"));
    assert!(!say(&mut state, "sheet Mae").contains("Steering"));
}

/// The turn of the next is not begun by who leaves: `next` begins it, and nobody's turn ends then.
#[test]
fn who_leaves_is_followed_by_a_turn_that_begins() {
    let files = weir();
    let mut state = on_the_water(&files);
    say(&mut state, "begin");
    say(&mut state, "hole Mae");
    let before = world(&state);
    say(&mut state, "drop Ivo");
    assert!(!say(&mut state, "sheet Mae").contains("Steering"));
    assert!(!say(&mut state, "who").contains("its turn"));
    let next = say(&mut state, "next");
    assert!(next.contains("Mae: Leak 0 → 2") && next.ends_with("Round 1 · Mae"), "{next}");
    say(&mut state, "undo");
    say(&mut state, "undo");
    assert_eq!(world(&state), before);
    assert!(say(&mut state, "sheet Ivo").contains("Steering yes"));
}

/// Where one order takes the place of another, whose turn it is goes on; without actions that order, names do.
#[test]
fn without_rules_turns_begin_in_order_of_names() {
    let files = Files::new();
    let mut state = state(&files);
    say(&mut state, "load ann.yml bob.yml");
    let begun = say(&mut state, "begin bob Ann");
    assert_eq!(begun, "Round 1 · bob");
    assert_eq!(say(&mut state, "next"), "Round 1 · Ann");
    assert_eq!(say(&mut state, "next"), "Round 2 · bob");
    say(&mut state, "drop bob");
    // It has become the turn of Ann, who goes round alone.
    assert_eq!(say(&mut state, "next"), "Round 3 · Ann");
    assert_eq!(say(&mut state, "end"), "Characters no longer act in turn.");
    assert!(say(&mut state, "end").starts_with("no-turns"));
}

/// What `begin` does is two actions where one opens and one orders: taken back and done again at once.
#[test]
fn beginning_is_one_move() {
    let files = weir();
    let text = include_str!("../games/skiffs/ruleset.yml").replace("turns: {order:", "turns: {open: hoist, order:");
    let hoist = "actions:\n  hoist:\n    roles: {fleet: many}\n    steps: {flags: {say: 'Flags!'}}\n";
    files.0.borrow_mut().insert("weir".to_owned(), text.replace("actions:\n", hoist));
    let mut state = on_the_water(&files);
    say(&mut state, "hole Mae");
    let before = world(&state);
    say(&mut state, "begin");
    let after = world(&state);
    assert_eq!(say(&mut state, "log").lines().filter(|line| line.contains(". ")).count(), 3);
    assert!(say(&mut state, "undo").contains("Characters act in turn"));
    assert_eq!(world(&state), before);
    assert!(say(&mut state, "redo").contains("Characters act in turn"));
    assert_eq!(world(&state), after);
    assert!(say(&mut state, "undo 5").starts_with("too-much-to-undo"));
    say(&mut state, "undo 3");
    assert!(state.people().is_empty());
    assert!(say(&mut state, "redo 4").starts_with("too-much-to-redo"));
    say(&mut state, "redo 3");
    assert_eq!(world(&state), after);
}

/// What opens turns is done once where nothing puts them in order, and interventions in it are possible.
#[test]
fn what_opens_turns_is_done_once() {
    let files = Files::new();
    let rules = "tirada: 1\nid: drill\nrounding: down\ntimes: {round: {}}\npoints: {Zeal: {start: 0, max: 9}}\n\
        tests: {t: {roll: 1d6, total: sum(), outcomes: {ok: {when: total > 3, is: success}, no: {is: failure}}}}\n\
        actions:\n  up: {roles: {all: many}, steps: {e: {each: {one: all}, steps: {z: {gain: {Zeal: 1}, to: one}, r: {roll: t, by: one}}}}}\n\
        interventions: {luck: {after: t, steps: {r: {reroll: all}}}}\nturns: {open: up, round: round}\n";
    let mut all = files.0.borrow_mut();
    all.insert("drill".to_owned(), rules.to_owned());
    for name in ["Ann", "Bob"] {
        all.insert(format!("{name}.yml"), format!("tirada character: 1\nname: {name}\n"));
    }
    drop(all);
    let mut state = state(&files);
    state.verbose = false;
    say(&mut state, "use drill");
    say(&mut state, "load Ann.yml Bob.yml");
    let before = world(&state);
    say(&mut state, "dice 1 2");
    let begun = say(&mut state, "begin");
    assert!(begun.contains("Zeal 0 → 1") && begun.ends_with("Round 1 · Ann"), "{begun}");
    say(&mut state, "dice 6");
    let again = say(&mut state, "luck Bob");
    assert!(again.contains("Bob [6] 6, ok") && again.contains("Zeal 0 → 1"), "{again}");
    assert!(say(&mut state, "who").contains("its turn"));
    say(&mut state, "undo");
    say(&mut state, "undo");
    assert_eq!(world(&state), before);
}
