//! Playing at the prompt, against an invented game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod amounts;
mod at_once;
mod everyone;
mod journal;
mod kept;
mod kinds;
mod laws;
mod loads;
mod missing_dice;
mod offers;
mod owners;
mod roles;
mod short;
mod table;
mod turns;
mod typed;

use std::cell::RefCell;
use std::collections::BTreeMap;

use tirada::internals::check::program::CheckedGame;
use tirada::internals::cli::prompt::state::{Asker, NoAnswers, PromptLine, PromptState};
use tirada::internals::cli::prompt::{FileUpdate, Library};
use tirada::internals::diagnostic::{Code, Diagnostic};
use tirada::internals::engine::{Answer, Decision, ValueRequest};
use tirada::internals::report::document::text::{self, TextStyle};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{LoadedGame, Session};
use tirada::internals::store::StoredRules;
use tirada::internals::world::World;

/// A shelf with one game, and files that are written to.
struct Files(RefCell<BTreeMap<String, String>>);

impl Files {
    fn new() -> Self {
        let files = [
            ("ann.yml", include_str!("../games/mini/people/ann.yml")),
            ("bob.yml", include_str!("../games/mini/people/bob.yml")),
            ("room.yml", include_str!("../games/mini/people/room.yml")),
            ("bad.yml", "tirada character: 1\ntraits: {Brown: 3}\n"),
            ("rules.yml", "tirada: 1\n"),
        ];
        Self(RefCell::new(files.map(|(name, text)| (name.to_owned(), text.to_owned())).into()))
    }

    fn text(&self, name: &str) -> String {
        self.0.borrow()[name].clone()
    }
}

impl Shelf for Files {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let text = match id {
            "mini" => include_str!("../games/mini/ruleset.yml"),
            "empty" => "tirada: 1\nid: empty\nname: Empty\nrounding: down\n",
            other => match self.0.borrow().get(other) {
                Some(text) => return Some(vec![File { name: format!("{id}.yml"), text: text.clone() }]),
                None => return None,
            },
        };
        // Somebody changed the rules meanwhile.
        let changed = if self.0.borrow().contains_key("changed") { "# changed\n" } else { "" };
        Some(vec![File { name: format!("{id}.yml"), text: format!("{text}{changed}") }])
    }

    fn ids(&self) -> Vec<String> {
        vec!["empty".into(), "mini".into()]
    }
}

impl Library for Files {
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<std::sync::Arc<LoadedGame>, (Diagnostic, u8)> {
        session.load(name).map(std::sync::Arc::new).map_err(|error| (error, 1))
    }

    fn read(&self, path: &str) -> Result<File, Diagnostic> {
        match self.0.borrow().get(path) {
            Some(text) => Ok(File { name: path.to_owned(), text: text.clone() }),
            None => Err(Diagnostic::error(Code::FileNotThere, None).arg("path", path)),
        }
    }

    fn seal(&self, _: Option<&StoredRules>) {}

    fn rewrite(&self, paths: &[String], texts: FileUpdate<'_>) -> Result<(), Vec<Diagnostic>> {
        let read = paths.iter().map(|path| self.read(path).map_err(|error| vec![error]));
        let texts = texts(read.collect::<Result<_, _>>()?)?;
        self.0.borrow_mut().extend(paths.iter().cloned().zip(texts));
        Ok(())
    }
}

fn state(files: &Files) -> PromptState<'_> {
    let mut state = PromptState::new(files, Catalogue::new(Language::English), true, 5);
    let (reply, _) = state.begin("mini");
    assert!(!reply.failed(), "{:?}", reply.findings);
    // What is told in full is easier to look into; `short` is about the lines that people see first.
    state.verbose = true;
    state
}

fn say_with(state: &mut PromptState<'_>, line: &str, asker: &mut dyn Asker) -> String {
    let reply = state.execute(PromptLine { text: line, source: "<typed>", number: 1 }, asker);
    let mut said = String::new();
    for one in &reply.findings {
        let at = one.at.map_or("", |span| state.sources().slice(span));
        said += &format!("{} at {at}; ", one.code.as_str());
    }
    said + text::render(&reply.document, &TextStyle::default()).trim_end()
}

pub(crate) fn say(state: &mut PromptState<'_>, line: &str) -> String {
    say_with(state, line, &mut NoAnswers)
}

fn all(state: &mut PromptState<'_>, lines: &[&str]) -> String {
    lines.iter().map(|line| say(state, line)).collect::<Vec<_>>().join("\n")
}

fn world(state: &PromptState<'_>) -> World {
    state.table.world().clone()
}

#[test]
fn people_come_from_files() {
    let files = Files::new();
    let mut state = state(&files);
    assert_eq!(say(&mut state, "who"), "the table  Dread 1\nThere are no characters; `load FILE` loads one.");
    assert_eq!(say(&mut state, "load ann.yml «bob.yml» room.yml"), "Ann  ann.yml\nbob  bob.yml\ntable  room.yml");
    assert_eq!(
        say(&mut state, "who"),
        "the table  Dread 3  room.yml\nAnn  Flesh Fine 15/15 · Luck 2/5  ann.yml\nbob  Flesh Fine 15/15 · Luck 4/5 · Shield  bob.yml"
    );
    let before = world(&state);
    for (line, error) in [
        ("load ann.yml", "already-here at ann.yml; "),
        ("load bob.yml ann.yml", "already-here at bob.yml; already-here at ann.yml; "),
        ("load nowhere.yml", "file-not-there at nowhere.yml; "),
        ("load bad.yml", "unknown-trait at Brown; "),
        ("load rules.yml", "no-character-file at rules.yml; "),
        ("load", "command-unfinished at load; "),
        ("drop Zed", "nobody-of-that-name at Zed; "),
        ("as Zed", "nobody-of-that-name at Zed; "),
        ("sheet Zed", "nobody-of-that-name at Zed; "),
        ("sheet", "nobody-chosen at ; "),
        ("save Zed", "nobody-of-that-name at Zed; "),
    ] {
        assert_eq!(say(&mut state, line), error, "{line}");
    }
    assert_eq!(world(&state), before);
    assert_eq!(say(&mut state, "as"), "No character is chosen.");
    assert_eq!(say(&mut state, "as ANN"), "Ann  (`as nobody` ends it)");
    assert!(say(&mut state, "sheet").starts_with("Ann  "));
    assert!(say(&mut state, "sheet bob").starts_with("bob  "));
    assert!(say(&mut state, "sheet table").contains("Dread 3"));
    assert_eq!(say(&mut state, "Brawn + 1"), "Brawn 4 + 1\n= 5");
    assert!(say(&mut state, "bob.Brawn + Wits").ends_with("= 5"));
    assert_eq!(say(&mut state, "drop ann"), "Ann leaves");
    assert_eq!(say(&mut state, "as"), "bob", "the only one there");
    assert_eq!(say(&mut state, "undo"), "Taken back: Ann leaves");
    assert_eq!(say(&mut state, "as"), "Ann");
}

#[test]
fn let_fills_values_missing_from_a_sheet() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml", "let Wits = 5", "let mine = 2"]);
    let behind = "Brawn = 9\nThe sheet of Ann gives its value, and that one counts.";
    assert_eq!(say(&mut state, "let Brawn = 9"), behind);
    assert_eq!(say(&mut state, "Brawn"), "= 4");
    assert_eq!(say(&mut state, "Wits + mine + Knife"), "Wits 5 + mine 2 + Knife 3\n= 10");
    say(&mut state, "drop Ann");
    assert_eq!(say(&mut state, "Brawn"), "= 9");
}

#[test]
fn an_action_and_an_intervention() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5"]);
    assert_eq!(
        say(&mut state, "strike attacker=ann target one=Bob weapon=Gun skill=Knife # at last"),
        "strike · attacker Ann, target one bob · weapon Gun · skill Knife 3
  blow: Ann rolls trial
    3d10: 2 7 5  → a 2, B 5, Z 7
    used 5 + bonus 3 = 8 vs 8
    flair: 0
    hit · margin 0
  base = 11 (Weapon[Gun] 11)
  hurt them · victim bob
    bob: Flesh 0/ 0X → 11/ 0X
bob: Fine → Bad

What changed
  bob: Flesh 0/ 0X → 11/ 0X; Fine → Bad"
    );
    say(&mut state, "dice 9, 9");
    assert_eq!(
        say(&mut state, "push 2 7 Lucky"),
        "strike · attacker Ann, target one bob · weapon Gun · skill Knife 3
  blow: Ann rolls trial
    push · Ann · quirk Lucky
      Ann: Luck 2 → 1
      3d10: 2→9 7→9 5  → a 5, B 9, Z 9
      up → 1
    used 9 + bonus 3 = 12 vs 8
    flair: 4
    hit · margin +4
  base = 14 (Weapon[Gun] 14)
  hurt them · victim bob
    bob: Flesh 0/ 0X → 14/ 0X
bob: Fine → Bad

What changed
  Ann: Luck 2 → 1
  bob: Flesh 0/ 0X → 14/ 0X; Fine → Bad"
    );
    assert!(state.waiting_dice().is_empty());
    // Somebody else, in the same place; faces that were thrown again are those that lie there.
    say(&mut state, "dice 4");
    assert!(say(&mut state, "push 5 pusher=bob who=Ann").contains("push · who Ann, pusher bob"));
    assert_eq!(
        say(&mut state, "log"),
        "1. new at the table: Ann, bob
2. strike attacker Ann, target one bob + push + push — Ann: Luck 2 → 1 · bob: Luck 4 → 3, Flesh +13/, Fine → Bad"
    );
    assert_eq!(say(&mut state, "undo"), "Taken back: push · strike attacker Ann, target one bob");
    assert_eq!(
        say(&mut state, "undo 2"),
        "Taken back: push · strike attacker Ann, target one bob\nTaken back: strike attacker Ann, target one bob"
    );
    assert_eq!(
        say(&mut state, "log"),
        "1. new at the table: Ann, bob\n`redo` does again what was taken back: 3 moves."
    );
    assert_eq!(say(&mut state, "redo 4"), "too-much-to-redo at 4; ");
    assert!(say(&mut state, "redo 3").lines().count() == 3);
    assert!(say(&mut state, "last").ends_with("The dice in the order in which they fell: 2, 7, 5, 9, 9, 4"));
}

#[test]
fn who_judges_can_cancel() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5", "strike Ann bob Gun Knife"]);
    let mut judge = Says(vec![Some("yes")], Vec::new());
    let said = say_with(&mut state, "push 2", &mut judge);
    assert!(said.contains("The judge says no."), "{said}");
    assert!(said.contains("Ann: Luck 2 → 3"), "{said}");
    // Nobody is asked again what was answered; the first answer holds in what is done again.
    assert_eq!(judge.1, ["judge: veto [yes, no] or no"]);
    let mut judge = Says(vec![None], Vec::new());
    say(&mut state, "dice 4");
    let said = say_with(&mut state, "push 2", &mut judge);
    assert!(said.contains("3d10: 2→4 7 5"), "{said}");
    assert_eq!(judge.1, ["judge: veto [yes, no] or no"]);
    assert!(said.contains("Ann: Luck 3 → 2"), "{said}");
    // What is given up is not done, whatever would hold without an answer.
    let before = (world(&state), state.table.moves().count());
    say(&mut state, "dice 5");
    assert!(say_with(&mut state, "push 4", &mut GivesUp).starts_with("decision-needed"));
    assert_eq!((world(&state), state.table.moves().count()), before);
    // Said at once, it is not asked.
    let mut judge = Says(vec![None], Vec::new());
    say_with(&mut state, "push 4 veto=yes", &mut judge);
    assert!(judge.1.is_empty());
}

/// Leaves each question.
struct GivesUp;

impl Asker for GivesUp {
    fn ask(&mut self, _: &CheckedGame, _: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        None
    }

    fn gave_up(&self) -> bool {
        true
    }
}

/// Answers in turn, and what was asked.
struct Says(Vec<Option<&'static str>>, Vec<String>);

impl Asker for Says {
    fn ask(&mut self, _: &CheckedGame, _: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        None
    }

    fn decide(
        &mut self,
        _: &CheckedGame,
        asked: &Decision<'_>,
        otherwise: Option<&Answer>,
        catalogue: &Catalogue,
    ) -> Option<String> {
        let by = asked.by.map(|by| format!("{by}: ")).unwrap_or_default();
        let otherwise = otherwise.map(|one| tirada::internals::report::roll::words(one, catalogue));
        let otherwise = otherwise.map(|one| format!(" or {one}")).unwrap_or_default();
        self.1.push(format!("{by}{} [{}]{otherwise}", asked.name, asked.options.join(", ")));
        if self.0.is_empty() { None } else { self.0.remove(0).map(str::to_owned) }
    }
}

#[test]
fn what_is_missing_is_asked_or_is_an_error() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5"]);
    let before = world(&state);
    assert_eq!(say(&mut state, "strike"), "role-missing at strike; ");
    assert_eq!(world(&state), before);
    let mut somebody = Says(vec![Some("Ann"), Some("bob"), Some("Gun")], Vec::new());
    let said = say_with(&mut state, "strike", &mut somebody);
    assert!(said.starts_with("strike · attacker Ann, target one bob · weapon Gun"), "{said}");
    assert_eq!(somebody.1, ["attacker [Ann, bob]", "target one [Ann, bob]", "weapon [Fist, Club, Axe, Gun]"]);
    // Whoever is chosen plays the first role; of two, the other is not meant unsaid.
    all(&mut state, &["as bob", "dice 2 7 5"]);
    assert_eq!(say(&mut state, "strike weapon=Fist"), "role-missing at strike weapon=Fist; ");
    assert!(say(&mut state, "strike Ann weapon=Fist").contains("strike · attacker bob, target one Ann"));
    say(&mut state, "dice 2 7 5");
    assert!(say(&mut state, "STRIKE attacker=Ann weapon=Fist").starts_with("role-missing at "));
    let said = say(&mut state, "STRIKE attacker=Ann target one=bob weapon=Fist");
    assert!(said.contains("strike · attacker Ann, target one bob"), "{said}");
}

#[test]
fn errors_change_nothing() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5", "strike Ann bob Gun Knife", "undo", "redo", "undo"]);
    let before = world(&state);
    say(&mut state, "dice 1 2 3");
    for (line, error) in [
        ("striek Ann bob", "unknown-action at striek; "),
        ("thrust target one=bob", "unknown-action at thrust; "),
        ("hurt tem bob", "unknown-action at hurt tem; "),
        ("strike attacker=Ann target one=Zed weapon=Gun", "unknown-person at Zed; "),
        ("strike attacker=Ann target one=bob weapon=Gnu", "bad-answer at Gnu; "),
        ("strike attacker=Ann attacker=bob", "said-twice at attacker; "),
        ("strike attacker=Ann target one=bob weapon=Gun tone=low", "answer-unused at tone; "),
        ("strike attacker=Ann who=bob weapon=Gun", "answer-unused at who; "),
        ("strike attacker=Ann target one=bob", "decision-needed at strike attacker=Ann target one=bob; "),
        ("push 2", "nothing-to-intervene at push; "),
        ("chase Ann bob", "too-few-dice at 3d; "),
        ("pass never", "unknown-time at never; "),
        ("pass", "command-unfinished at pass; "),
        ("undo 7", "too-much-to-undo at 7; "),
        ("undo x", "not-a-count at x; "),
    ] {
        assert_eq!(say(&mut state, line), error, "{line}");
        assert_eq!(world(&state), before, "{line}");
        assert_eq!(state.waiting_dice(), [1, 2, 3], "{line}");
        assert_eq!(state.table.undone(), 1, "{line}");
    }
    all(&mut state, &["redo", "dice none"]);
    let before = world(&state);
    for (line, error) in [
        ("push 9", "no-such-face at 9; "),
        ("push 2 Brash", "need-not-met at That quirk is spent"),
        ("push 2 Lucki", "bad-answer at Lucki; "),
        ("push 2 pusher=Zed", "unknown-person at Zed; "),
        ("push 2 at=nowhere", "intervention-not-here at push 2 at=nowhere; "),
        ("push 2 tone=low", "answer-unused at tone; "),
    ] {
        let said = say(&mut state, line);
        assert_eq!(said.split(" at ").next(), error.split(" at ").next(), "{line}: {said}");
        assert_eq!(world(&state), before, "{line}");
        assert_eq!(state.table.moves().count(), 2, "{line}");
    }
    // Three times for the points that there are, and no more.
    all(&mut state, &["push 2", "push 7"]);
    let before = world(&state);
    assert!(say(&mut state, "push 5").starts_with("not-enough-points"));
    assert_eq!(world(&state), before);
    assert_eq!(say(&mut state, "use empty"), "people-not-saved at empty; ");
    assert_eq!(world(&state), before);
}

#[test]
fn the_dead_do_not_strike() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 1 1 1", "hurt them bob 11"]);
    say(&mut state, "dice 1 1 1");
    say(&mut state, "hurt them bob 4");
    let before = world(&state);
    assert!(say(&mut state, "strike bob Ann Fist").starts_with("need-not-met"));
    assert_eq!(world(&state), before);
}

#[test]
fn others_intervene_in_a_plain_roll() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "as Ann", "dice 1 2 3"]);
    assert!(say(&mut state, "trial(2) vs 8").ends_with("miss · margin −4"));
    let last = say(&mut state, "last");
    assert!(last.contains("\n- ") && !last.contains("\n-\n"), "{last}");
    let before = world(&state);
    assert_eq!(state.table.moves().count(), 1, "a roll changes nothing");
    say(&mut state, "dice 9");
    let said = say(&mut state, "push 2 pusher=bob at=Ann");
    assert!(said.contains("3d10: 1 2→9 3") && said.contains("bob: Luck 4 → 3"), "{said}");
    say(&mut state, "push 1");
    assert_eq!(state.table.moves().count(), 3);
    assert_eq!(
        say(&mut state, "log").lines().nth(1),
        Some("2. Ann: trial(2) vs 8 + push + push — bob: Luck 4 → 3 · Ann: Luck 2 → 1")
    );
    say(&mut state, "undo 2");
    assert_eq!(world(&state), before);
    // What was rolled is no longer the last.
    assert_eq!(say(&mut state, "push 2"), "nothing-to-intervene at push; ");
}

#[test]
fn an_earlier_roll_is_named_and_later_ones_follow() {
    let files = Files::new();
    let mut state = state(&files);
    // Both sides lie there, and both push, in whichever order.
    all(&mut state, &["load ann.yml bob.yml", "dice 1 2 3 4 5 6", "chase Ann bob"]);
    say(&mut state, "dice 10");
    assert!(say(&mut state, "push 5").contains("push · bob"));
    say(&mut state, "dice 9");
    let said = say(&mut state, "push 2 at=Ann");
    assert!(said.contains("push · Ann") && said.contains("bob: used 10 + bonus 3"), "{said}");
    let dice = state.table.last().unwrap().record.faces();
    assert_eq!(dice, [1, 2, 3, 4, 5, 6, 10, 9]);
    // Faces say which roll is meant.
    say(&mut state, "dice 8");
    assert!(say(&mut state, "push 1").contains("bob: Luck 4 → 3"));
    assert_eq!(state.table.last().unwrap().record.faces(), [1, 2, 3, 4, 5, 6, 10, 9, 8]);
}

#[test]
fn characters_are_written_back() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml room.yml"]);
    assert_eq!(say(&mut state, "save"), "There is nothing to save.");
    all(&mut state, &["dice 2 7 5", "strike Ann bob Gun Knife", "dice 9 9", "push 2 7"]);
    assert!(say(&mut state, "who").contains("bob  Flesh Bad 1/15 · Luck 4/5 · Shield  bob.yml  not saved"));
    assert_eq!(say(&mut state, "save Ann"), "Ann  ann.yml");
    let ann = files.text("ann.yml");
    assert!(ann.starts_with("# Ann, of whom much is said.\n") && ann.ends_with("points:\n  Luck: 1\n"), "{ann}");
    assert!(ann.contains("Brawn: 4   # strong"));
    assert!(!files.text("bob.yml").contains("marks"));
    assert_eq!(say(&mut state, "save"), "bob  bob.yml");
    assert!(files.text("bob.yml").contains("scratch: 14"), "{}", files.text("bob.yml"));
    assert_eq!(say(&mut state, "save"), "There is nothing to save.");
    // What was taken back is written back as well.
    all(&mut state, &["undo 2"]);
    assert_eq!(say(&mut state, "save"), "Ann  ann.yml\nbob  bob.yml");
    assert!(!files.text("bob.yml").contains("scratch: 14"), "{}", files.text("bob.yml"));
    // Somebody else changed the same in the file meanwhile: neither is written.
    all(&mut state, &["redo 2"]);
    let text = files.text("bob.yml");
    assert!(text.contains("marks:\n"), "{text}");
    let other = text.replace("marks:\n", "marks: {Flesh: {scratch: 3}}\n");
    files.0.borrow_mut().insert("bob.yml".to_owned(), other);
    assert!(say(&mut state, "save").starts_with("file-not-as-read"));
    let reply = state.execute(PromptLine { text: "save", source: "<typed>", number: 1 }, &mut NoAnswers);
    assert!(reply.findings.iter().all(|one| one.helps.iter().any(|help| help.id == "help-read-again")));
    assert!(!files.text("ann.yml").contains("Luck: 1"));
    assert!(say(&mut state, "who").contains("not saved"));
}

#[test]
fn time_passes_and_can_be_taken_back() {
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load ann.yml bob.yml", "dice 2 7 5", "strike Ann bob Gun Knife", "dice 9 9", "push 2 7"]);
    let before = world(&state);
    let said = say(&mut state, "pass night");
    assert!(said.contains("Ann: Luck 1 → 2"), "{said}");
    say(&mut state, "undo");
    assert_eq!(world(&state), before);
}

#[test]
fn seeds_repeat_what_is_done() {
    let run = || {
        let files = Files::new();
        let mut state = state(&files);
        all(
            &mut state,
            &[
                "load ann.yml bob.yml",
                "seed 3",
                "strike Ann bob Gun Knife",
                "strike bob Ann Fist",
                "push",
                "chase Ann bob",
            ],
        )
    };
    assert_eq!(run(), run());
    // What came to nothing took no dice.
    let files = Files::new();
    let mut state = state(&files);
    let first = all(&mut state, &["load ann.yml bob.yml", "seed 3", "strike Ann bob Gun Knife"]);
    let again =
        all(&mut state, &["undo 2", "load ann.yml bob.yml", "seed 3", "strike Ann bob", "strike Ann bob Gun Knife"]);
    assert_eq!(first.lines().last(), again.lines().last());
}

#[test]
fn nothing_is_lost_without_a_word() {
    struct Here;
    impl Asker for Here {
        fn ask(&mut self, _: &CheckedGame, _: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
            None
        }
        fn is_there(&self) -> bool {
            true
        }
    }
    let files = Files::new();
    let mut state = state(&files);
    all(&mut state, &["load bob.yml", "hurt them bob 3"]);
    let quit =
        |state: &mut PromptState<'_>| state.execute(PromptLine { text: "quit", source: "", number: 1 }, &mut Here).quit;
    assert!(!quit(&mut state));
    assert!(quit(&mut state));
    assert!(say(&mut state, "drop bob").contains("`undo` brings them back"));
    assert_eq!(say(&mut state, "use empty"), "Empty  empty");
}

#[test]
fn names_that_are_two_things() {
    let files = Files::new();
    let mut state = state(&files);
    assert_eq!(say(&mut state, "let push = 7"), "let-is-taken at push; ");
    // A character who comes later takes the name back.
    say(&mut state, "let Ann = 7");
    assert!(say(&mut state, "load ann.yml bob.yml").contains("Forgotten: Ann"));
    all(&mut state, &["dice 2 7 5", "strike Ann bob Gun Knife"]);
    say(&mut state, "dice 9");
    assert!(say(&mut state, "push 2").contains("2→9"));
    // Without a die it changes what is read already.
    assert!(say(&mut state, "«push»").starts_with("intervention-without-effect"));
    say(&mut state, "dice 4");
    assert!(say(&mut state, "«push» 7").contains("push · Ann"));
}

#[test]
fn a_correction_shows_the_old_value() {
    let files = Files::new();
    let mut state = state(&files);
    say(&mut state, "load ann.yml");
    for (line, told) in [
        // What her sheet does not say, the ruleset does.
        ("edit Ann points: {Luck: 3}", "Luck 2 → 3"),
        ("edit Ann traits: {Wits: 0}", "Wits 2 → 0"),
        ("edit Ann points: {Luck: 1}", "Luck 3 → 1"),
        ("edit Ann traits: {craft: {Knife: 5, Rope: 4}}", "Ann: Knife 3 → 5; Rope 0 → 4"),
        ("edit Ann tags: {quirk: {Brash: {spent: no}}}", "quirk Brash: spent yes → no"),
        ("edit Ann tags: {Shield: {size: 2}}", "gets Shield"),
        ("edit Ann tags: {Shield: {size: 3}}", "Shield: size 2 → 3"),
        ("edit Ann tags: {Dazed: {for: 1 beat}}", "gets Dazed"),
        ("edit Ann tags: {Dazed: {for: 3 beat}}", "Dazed 1 beat → 3 beat"),
        ("edit Ann tags: {Shield: no}", "loses Shield"),
    ] {
        let said = say(&mut state, line);
        assert!(said.contains(told), "{line}: {said}");
    }
    assert_eq!(world(&state).people[1].tags.len(), 3);
}
