//! Interventions that are said together with what is done.

use super::{Files, all, say, state};

#[test]
fn interventions_are_requested_with_the_action() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5 9 9"]);
    let said = say(&mut state, "strike Ann bob Gun Knife + push 2 7 Lucky + bigger # so");
    assert!(said.contains("3d10: 2→9 7→9 5") && said.contains("Ann: Luck 2 → 1"), "{said}");
    assert_eq!(state.table.moves().count(), 2);
    // One more, and the same dice as far as that.
    say(&mut state, "dice 3");
    assert!(say(&mut state, "push 5 pusher=bob who=Ann").contains("5→3"));
    assert_eq!(state.table.last().unwrap().record.faces(), [2, 7, 5, 9, 9, 3]);
    // What follows it is done again.
    let log = say(&mut state, "log");
    assert!(log.contains("+ push + push + bigger — "), "{log}");
    all(&mut state, &["as Ann", "dice 1 2 3 10"]);
    assert!(say(&mut state, "trial(2) vs 8 + push 2 # and so").contains("3d10: 1 2→10 3"));
    say(&mut state, "dice 1 2 3");
    for (line, error) in [
        ("Brawn + push 2", "intervention-not-here"),
        ("strike Ann bob Fist + push 9 pusher=bob who=Ann", "no-such-face"),
        ("strike Ann bob Fist + push dice=1 dice=2", "said-twice"),
    ] {
        let said = say(&mut state, line);
        assert!(said.starts_with(error), "{line}: {said}");
    }
    assert_eq!(state.table.moves().count(), 4);
}
