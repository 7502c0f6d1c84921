//! What people see at a table: lines instead of traces, whose turn it is, people from templates, short words.

use super::{Files, all, say, state};
use tirada::internals::cli::prompt::state::{PromptLine, PromptState};
use tirada::internals::report::{Catalogue, Language};

const RELAY: &str = "
tirada: 1
id: relay
rounding: down
dice: {d: 6, roll: 2d, names: {H: highest}}
times: {lap: {}}
traits:
  Legs: {number: 1..9}
  trick: {number: 0..9, free names: yes}
  Puff: {is: 2 * Legs - 2}
options: {level: {one of: [flat, steep], default: steep}}
points:
  Tally: {internal: yes}
  Wind: {start: Legs, max: 9}
tables: {Hurdle: {rows: {Low: {pending: the course does not say}, Tall: 5}}}
tags:
  Out: {}
  Pnj: {}
  Lined up: {internal: yes, lasts: 1 lap}
tests:
  dash:
    ask: {push: {number: any}, line: {number: any}}
    against: line
    roll: 2d
    total: H + push
    outcomes: {there: {when: total >= line, is: success}, behind: {is: failure}}
actions:
  line up:
    roles: {runners: many}
    steps:
      each one: {each: {one: runners}, steps: {stands: {gain: Lined up, to: one}, counts: {gain: {Tally: 1}, to: one}}}
  sort:
    roles: {runners: many}
    steps: {seats: {order: runners, by: [Legs]}}
  disperse:
    roles: {runners: many}
    steps: {bye: {say: Bye.}}
  trip:
    tells: ['{who} trips {other}, who loses {hit.loss}', '{who} misses {other}']
    roles: [who, other]
    ask: {how: {one of: [foot, rope], default: foot}, trick: {trait: trick, of: who, default: 0}}
    steps:
      go: {roll: dash, by: who, with: {push: who.Legs + trick, line: 6}, on: {failure: {off: {stop: No.}}}}
      hit: {do: blow, as: other}
  blow:
    internal: yes
    roles: [whom]
    steps: {loss: 2, gone: {lose: {Wind: loss}}}
  jump:
    roles: [whom]
    ask: {over: {row: Hurdle}}
    steps: {high: 'Hurdle[over]', go: {roll: dash, with: {push: Legs, line: high}}}
  sit out: {roles: [whom], steps: {gone: {gain: Out}}}
  run:
    roles: [whom]
    steps: {go: {roll: dash, with: {push: Legs, line: 6}}, counts: {gain: {Tally: 1}}}
turns: {open: line up, order: sort, end: disperse, acts: not Out, round: lap}
templates:
  street kid:
    doc: Knows every corner
    traits: {Legs: 1d3 + 2, trick: {Elbow: 1d2}}
    points: {Wind: 1}
  hound: {traits: {Legs: 7}}
";

fn relay() -> Files {
    let files = Files::new();
    let person = |name: &str, legs: u8, more: &str| {
        (format!("run/{name}.yml"), format!("tirada character: 1\nname: {name}\ntraits: {{Legs: {legs}{more}}}\n"))
    };
    let mut map = files.0.borrow_mut();
    map.insert("relay".to_owned(), RELAY.to_owned());
    map.extend([person("Una", 3, ", trick: {Hop: 2}"), person("Duo", 5, ""), person("Tria", 4, "")]);
    drop(map);
    files
}

fn at_table(files: &Files) -> PromptState<'_> {
    let mut state = state(files);
    state.verbose = false;
    all(&mut state, &["use relay", "load run/Una.yml run/Duo.yml run/Tria.yml"]);
    state
}

#[test]
fn actions_are_summarised_in_a_line_or_two() {
    let files = relay();
    let mut state = at_table(&files);
    say(&mut state, "dice 4 2");
    // What the ruleset tells, with the dice, and what changed.
    assert_eq!(say(&mut state, "trip Una Duo Hop"), "Una trips Duo, who loses 2 [4 2]\nDuo: Wind 5 → 3");
    say(&mut state, "dice 1 2");
    assert_eq!(say(&mut state, "trip Una Duo"), "Una misses Duo [1 2]");
    // Without a text of the ruleset's own: who, dice, total, outcome; bookkeeping is left out.
    say(&mut state, "dice 1 2");
    assert_eq!(say(&mut state, "run Una"), "run Una: [1 2] 5 against 6, behind");
    let last = say(&mut state, "last");
    assert!(last.contains("Tally 0 → 1") && last.contains("Legs"), "{last}");
    say(&mut state, "verbose on");
    say(&mut state, "dice 1 2");
    assert!(say(&mut state, "run Una").contains("What changed"));
}

/// What a tag is worth unless it is said is left out where it is nothing; a nothing that was said stays.
#[test]
fn zeros_of_tags_are_seen_only_with_all() {
    let files = Files::new();
    let rules = "tirada: 1\nid: task\nrounding: down\ntags:
  task: {free names: yes, values: {done: {number: any, default: 0}, left: {number: any}, pace: {number: any, default: 1}}}
";
    files.0.borrow_mut().insert("task".to_owned(), rules.to_owned());
    let una = "tirada character: 1\nname: Una\ntags: {task: {Roof: {left: 0}, Wall: {left: 2, done: 3, pace: 0}}}\n";
    files.0.borrow_mut().insert("una.yml".to_owned(), una.to_owned());
    let mut state = state(&files);
    all(&mut state, &["use task", "load una.yml"]);
    let brief = say(&mut state, "sheet Una");
    assert!(brief.contains("Roof (left 0, pace 1)") && brief.contains("Wall (done 3, left 2, pace 0)"), "{brief}");
    assert!(!say(&mut state, "who").contains("done 0"));
    assert!(say(&mut state, "sheet Una --all").contains("Roof (done 0, left 0, pace 1)"));
}

#[test]
fn bookkeeping_is_seen_only_with_all() {
    let files = relay();
    let mut state = at_table(&files);
    say(&mut state, "line up Una");
    for line in ["sheet Una", "who", "help"] {
        let brief = say(&mut state, line);
        assert!(!["Tally", "Lined up", "blow"].iter().any(|word| brief.contains(word)), "{brief}");
    }
    let full = say(&mut state, "sheet Una --all");
    assert!(full.contains("Tally 1") && full.contains("Lined up"), "{full}");
    assert!(say(&mut state, "help --all").contains("blow"));
    assert!(say(&mut state, "who --all").contains("Tally 1"));
    assert!(say(&mut state, "show --all").contains("blow") && !say(&mut state, "show").contains("blow"));
}

#[test]
fn odds_show_bookkeeping_only_with_all() {
    let files = relay();
    let mut state = at_table(&files);
    let odds = say(&mut state, "odds do run Una");
    assert!(odds.contains("there") && !odds.contains("Tally"), "{odds}");
}

#[test]
fn turns_go_round_and_skip_who_is_out() {
    let files = relay();
    let mut state = at_table(&files);
    assert!(say(&mut state, "next").starts_with("no-turns"));
    let begun = say(&mut state, "begin");
    assert!(begun.contains("1. Duo · 2. Tria · 3. Una") && begun.ends_with("Round 1 · Duo"), "{begun}");
    assert_eq!(say(&mut state, "next"), "Round 1 · Tria");
    say(&mut state, "sit out Una");
    // The round is over: time passes, and what lasted so long ends.
    let next = say(&mut state, "next");
    assert!(next.starts_with("lap passes") && next.ends_with("Round 2 · Duo"), "{next}");
    assert!(!say(&mut state, "sheet Duo --all").contains("Lined up"));
    let who = say(&mut state, "who");
    let duo = who.lines().find(|line| line.starts_with("Duo")).unwrap();
    assert!(duo.contains("its turn") && who.matches("its turn").count() == 1, "{who}");
    // All of it can be taken back.
    say(&mut state, "undo");
    assert!(say(&mut state, "sheet Duo --all").contains("Lined up"));
    assert_eq!(state.table.world().turns.as_ref().unwrap().current(), Some("Tria"));
    say(&mut state, "redo");
    say(&mut state, "drop Duo");
    assert_eq!(state.table.world().turns.as_ref().unwrap().current(), Some("Tria"));
    assert_eq!(say(&mut state, "end"), "disperse Tria, Una: Bye.");
    assert!(state.table.world().turns.is_none());
    assert!(say(&mut state, "begin Una Nil").starts_with("nobody-of-that-name at Nil"));
}

#[test]
fn others_join_the_order_that_there_is() {
    let files = relay();
    let mut state = at_table(&files);
    say(&mut state, "begin Una Duo");
    say(&mut state, "next");
    let turns = |state: &PromptState<'_>| state.table.world().turns.clone().unwrap();
    let (before, moves) = (turns(&state), state.moves_made());
    assert_eq!(before.order, ["Duo", "Una"]);
    let made = say(&mut state, "npc hound");
    assert!(made.contains("\"Hound\"") && made.contains("begin"), "{made}");
    let joined = say(&mut state, "begin Hound Tria");
    assert!(joined.ends_with("Round 1 · Una"), "{joined}");
    let after = turns(&state);
    assert_eq!(after.order.len(), 4, "{after:?}");
    assert_eq!((after.current(), after.round), (before.current(), before.round));
    // One move, that one `undo` takes back.
    assert_eq!(state.moves_made(), moves + 2);
    say(&mut state, "undo");
    assert_eq!(turns(&state), before);
    assert!(say(&mut state, "begin Duo").starts_with("in-turns-already at Duo"));
    assert!(say(&mut state, "begin Duo Nil").starts_with("nobody-of-that-name at Nil"));
}

#[test]
fn a_character_is_made_from_answers() {
    let files = relay();
    let mut state = at_table(&files);
    assert_eq!(say(&mut state, "create \"Nova Bell\" traits: {Legs: 4}"), "Nova Bell  Legs 4");
    assert!(say(&mut state, "who").contains("Nova Bell"));
    say(&mut state, "undo");
    assert!(!say(&mut state, "who").contains("Nova Bell"));
    for (line, error) in [
        ("create una", "already-here at una"),
        ("create table", "nobody-is-called-so at table"),
        ("create Nova traits: {Legs: 4000}", "trait-out-of-range at 4000"),
        ("create Nova traits: {Lags: 4}", "unknown-trait at Lags"),
        ("create", "command-unfinished at create"),
    ] {
        let said = say(&mut state, line);
        assert!(said.starts_with(error), "{line}: {said}");
    }
    assert!(!say(&mut state, "who").contains("Nova"));
}

#[test]
fn all_stands_for_everyone() {
    let files = relay();
    let mut state = at_table(&files);
    assert!(say(&mut state, "sort all").ends_with("Round 1 · Duo"));
    assert_eq!(state.table.world().turns.as_ref().unwrap().order, ["Duo", "Tria", "Una"]);
}

#[test]
fn templates_make_people_that_leave_together() {
    let files = relay();
    let mut state = at_table(&files);
    assert!(say(&mut state, "npc").starts_with("street kid  Knows every corner\nhound"));
    say(&mut state, "dice 1 2 3 1 2 2");
    let made = say(&mut state, "npc 3 Street kid");
    assert!(made.starts_with("Street kid 1  Legs 3  Elbow 2\nStreet kid 2  Legs 5  Elbow 1"), "{made}");
    assert_eq!(say(&mut state, "npc hound"), "Hound  Legs 7");
    assert_eq!(say(&mut state, "npc hound"), "Hound 1  Legs 7");
    assert!(say(&mut state, "who").contains("Street kid 3  Wind 1/9"));
    assert_eq!(say(&mut state, "drop street kid"), "Street kid 1, Street kid 2, Street kid 3 leave");
    assert!(!say(&mut state, "who").contains("Street"));
    say(&mut state, "undo");
    assert!(say(&mut state, "who").contains("Street kid 2"));
    assert!(say(&mut state, "npc hund").starts_with("no-template"));
    assert!(say(&mut state, "npc 0 hound").starts_with("npc-count"));
}

#[test]
fn templates_are_checked_whatever_their_dice_show() {
    let files = relay();
    let mut state = state(&files);
    for (from, to, error) in [
        ("Legs: 7", "Legs: 7d2", "trait-out-of-range at 7d2"),
        ("Legs: 7", "Lags: 7", "unknown-trait at Lags"),
        ("order: sort", "order: line up", "orders-nobody at line up"),
        ("order: sort", "order: trip", "turns-need-many at trip"),
        ("round: lap", "round: leap", "unknown-time at leap"),
        ("acts: not Out", "acts: Legs", "not-a-condition at Legs"),
        ("tells: ['{who} trips", "tells: ['{1d6} trips", "dice-in-a-condition at 1d6"),
    ] {
        files.0.borrow_mut().insert("wrong".to_owned(), RELAY.replacen(from, to, 1));
        let said = say(&mut state, "use wrong");
        assert!(said.starts_with(error), "{to}: {said}");
    }
}

#[test]
fn the_beginnings_of_names_are_enough() {
    let files = relay();
    let mut state = at_table(&files);
    state.abbreviates = true;
    all(&mut state, &["dice 1 2", "tri U D", "dice 4 4", "trip Un Du how=ro tri=Ho"]);
    assert!(say(&mut state, "lo").starts_with("beginning-of-several at lo"));
    assert!(say(&mut state, "s").starts_with("beginning-of-several at s"));
    let typed = PromptLine { text: "so", source: "<typed>", number: 1 };
    assert_eq!(state.execute(typed, &mut super::NoAnswers).findings.len(), 0);
    // The beginning of a command comes before that of something to do.
    state.catalogue = Catalogue::new(Language::Spanish);
    assert!(say(&mut state, "so Du").contains("Duo"));
    assert!(say(&mut state, "2d6").contains('='));
    assert!(
        state.execute(PromptLine { text: "an", source: "<typed>", number: 1 }, &mut super::NoAnswers).findings[0]
            .args
            .contains(&("name", "anotar".into()))
    );
    let typed = PromptLine { text: "  hoja U", source: "<typed>", number: 1 };
    all(&mut state, &["deshacer", "crear Uvo", "soy Una"]);
    let several = state.execute(typed, &mut super::NoAnswers);
    assert_eq!(several.findings[0].args.first(), Some(&("text", "U".into())));
    assert!(say(&mut state, "hoja U").starts_with("beginning-of-several at U"));
    assert!(say(&mut state, "hoja Uv").starts_with("Uvo"));
    state.catalogue = Catalogue::new(Language::English);
    all(&mut state, &["drop Uvo", "as none"]);
    assert!(say(&mut state, "verb on").contains("step by step"));
    assert!(say(&mut state, "sh U").starts_with("beginning-of-several"));
    assert!(say(&mut state, "shee U").starts_with("Una"));
    // What is chosen with `set` and its name may begin as shortly as people.
    assert_eq!(say(&mut state, "set lev = f"), "level = flat");
    assert!(say(&mut state, "set li = 4").starts_with("line = 4"));
    assert_eq!(say(&mut state, "unlet lev"), say(&mut state, "unlet li").replace("line", "level"));
    assert!(say(&mut state, "beg Un Du").ends_with("Round 1 · Duo"));
    assert_eq!(say(&mut state, "odds do trip Un Du how=ro"), say(&mut state, "odds do trip Una Duo how=rope"));
    assert!(say(&mut state, "odds do trip Un Du how=ro").contains('%'));
    assert!(say(&mut state, "edit Du traits: {Legs: 4}").ends_with("Duo: Legs 5 → 4"));
    // What is exact, or rolls, is what it says.
    assert!(say(&mut state, "2d6 + 1").contains('='));
    state.abbreviates = false;
    assert!(!say(&mut state, "shee U").starts_with("Una"));
}

#[test]
fn commands_have_names_in_the_language_that_is_spoken() {
    let files = relay();
    let mut state = at_table(&files);
    assert!(say(&mut state, "quién").starts_with("unknown-"));
    state.catalogue = Catalogue::new(Language::Spanish);
    assert!(say(&mut state, "quién").starts_with("Una"));
    assert!(say(&mut state, "empezar").ends_with("Ronda 1 · Duo"));
    assert_eq!(say(&mut state, "siguiente"), "Ronda 1 · Tria");
    assert!(say(&mut state, "deshacer").starts_with("Deshecho"));
    // A name of the game's own is meant where it has a value alone or in an expression; a tag has none.
    assert!(say(&mut state, "pnj").starts_with("street kid"));
    say(&mut state, "let pnj = 3");
    assert!(say(&mut state, "pnj + 1").ends_with("= 4"));
    assert!(say(&mut state, "pnj").ends_with('3'));
    assert!(say(&mut state, "pnj 2 hound").starts_with("Hound 1  Legs 7"));
}

#[test]
fn help_of_an_action_shows_how_it_is_typed() {
    let files = relay();
    let mut state = at_table(&files);
    let before = state.moves_made();
    let help = say(&mut state, "help trip");
    assert!(help.starts_with("trip WHO OTHER [how=…] [trick=…]\n"), "{help}");
    assert!(help.ends_with("for example: trip Una Duo"), "{help}");
    // The first row has no value: an example can be done.
    let help = say(&mut state, "help jump");
    assert!(help.ends_with("for example: jump Una Tall"), "{help}");
    assert!(say(&mut state, "2d6").contains('='), "nothing is done by showing it");
    assert_eq!(state.moves_made(), before);
}

#[test]
fn foreign_notations_are_read_if_a_ruleset_enables_them() {
    let files = relay();
    let loose = "tirada: 1\nid: loose\nrounding: down\ndice: {compare: count, d66: digits, others: yes}\n";
    files.0.borrow_mut().insert("loose".to_owned(), loose.to_owned());
    let mut state = state(&files);
    // Elsewhere it is said that others mean something else by it.
    assert!(say(&mut state, "3d10>=8").starts_with("compares-the-sum at 3d10>=8"));
    assert!(say(&mut state, "d66").starts_with("one-die-of-many at d66"));
    assert!(say(&mut state, "d20adv").starts_with("unknown-suffix"));
    say(&mut state, "use loose");
    for (dice, line, end) in [
        ("8 9 1", "3d10>=8", "= 2"),
        ("4 2", "d66", "= 42"),
        ("3 17", "d20adv", "= 17"),
        ("5", "/r 1d6[fire]", "= 5  # fire"),
        ("8 9 1", "(1 + 2)d10>=8", "= 2"),
        ("8 9 1", "3d10==8", "= 1"),
        ("8 9 1", "3d10=>9", "= 1"),
        ("3 17", "d20adv[luck]+3", "= 20  # luck"),
        ("6 2 1", "2d6![fire] + 1", "= 10  # fire"),
    ] {
        say(&mut state, &format!("dice {dice}"));
        let said = say(&mut state, line);
        assert!(said.ends_with(end), "{line}: {said}");
    }
    assert_eq!(say(&mut state, "3x d6").lines().count(), 3);
    assert_eq!(say(&mut state, "3x(d6 + 1)").lines().count(), 3);
    assert!(say(&mut state, "3x(2 + 1)").ends_with("= 9"));
}
