//! The prompt against an invented game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tirada::internals::check::program::CheckedGame;
use tirada::internals::cli::prompt::command::{LineRange, PromptCommand, parse};
use tirada::internals::cli::prompt::complete::complete;
use tirada::internals::cli::prompt::highlight::highlight;
use tirada::internals::cli::prompt::pipe::{PipedLine, next};
use tirada::internals::cli::prompt::state::{Asker, NoAnswers, PromptLine, PromptState};
use tirada::internals::cli::prompt::{FileUpdate, Library};
use tirada::internals::diagnostic::{Code, Diagnostic};
use tirada::internals::engine::ValueRequest;
use tirada::internals::report::document::text::{self, TextStyle};
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{LoadedGame, Session};
use tirada::internals::store::StoredRules;

const ZORK: &str = r#"
tirada: 1
id: zork
name: The Zork Game
language: en
rounding: down
dice:
  d: 6
  roll: 3d
  names: {k: lowest, Q: highest}
options:
  mood:
    one of: [calm, wild]
    default: calm
traits:
  Brawn: {number: 0..10}
  Élan: {number: 0..10, default: 2}
  Keen ear: {number: 0..10, default: 1}
  Mood: {cell: Steps, default: 0}
  Grit: {is: Brawn + Élan}
tables:
  Steps:
    ordered: yes
    columns: [mark, cost]
    rows:
      Éasy: [5, 1]
      Hard: [10, 2]
      Very Hard: [15, 3]
      Half (half): [7, 1]
  Harm:
    uses: dice
    rows: {Club: k, Axe: Q}
  Shown:
    cells: text
    rows: {One: a word}
vs: try
tests:
  try:
    doc: What everybody does
    ask:
      bonus: {number: any}
      goal: {cell: Steps}
    against: goal
    roll: 3d
    total: Q + bonus
    outcomes:
      hit: {when: total >= goal, is: success}
      miss: {is: failure}
"#;

const OTHER: &str = "tirada: 1\nid: other\nname: Other\nlanguage: es\ntraits:\n  Brawn: {number: 0..2}\n  Calm: {number: 0..9, default: 1}\n";
const BAD: &str = "tirada: 1\nid: bad\nname: Bad\nrounding: down\ntraits:\n  Brawn: {is: Nothing + 1}\n";

struct Shelves;

impl Shelf for Shelves {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let text = match id {
            "zork" => ZORK,
            "other" => OTHER,
            "bad" => BAD,
            _ => return None,
        };
        Some(vec![File { name: format!("{id}.yml"), text: text.to_owned() }])
    }

    fn ids(&self) -> Vec<String> {
        vec!["bad".into(), "other".into(), "zork".into()]
    }
}

impl Library for Shelves {
    fn open(&self, session: &mut Session<'_>, name: &str) -> Result<std::sync::Arc<LoadedGame>, (Diagnostic, u8)> {
        session.load(name).map(std::sync::Arc::new).map_err(|error| (error, 1))
    }

    fn read(&self, path: &str) -> Result<File, Diagnostic> {
        Err(Diagnostic::error(Code::FileNotThere, None).arg("path", path))
    }

    fn seal(&self, _: Option<&StoredRules>) {}

    fn rewrite(&self, _: &[String], _: FileUpdate<'_>) -> Result<(), Vec<Diagnostic>> {
        Ok(())
    }
}

fn zork() -> PromptState<'static> {
    let mut state = PromptState::new(&Shelves, Catalogue::new(Language::English), true, 5);
    let (reply, _) = state.begin("zork");
    let plain = diagnostics::plain::render(&reply.findings, state.sources(), &state.catalogue);
    assert!(reply.findings.is_empty(), "{plain}");
    state
}

/// What a line shows; an error as its code and the characters that it underlines.
fn say_with(state: &mut PromptState<'_>, line: &str, asker: &mut dyn Asker) -> String {
    let reply = state.execute(PromptLine { text: line, source: "<typed>", number: 1 }, asker);
    let mut said = String::new();
    for one in &reply.findings {
        let at = one.at.map_or("", |span| state.sources().slice(span));
        said += &format!("{} at {at}; ", one.code.as_str());
    }
    said + text::render(&reply.document, &TextStyle::default()).trim_end()
}

fn say(state: &mut PromptState<'_>, line: &str) -> String {
    say_with(state, line, &mut NoAnswers)
}

#[test]
fn names_get_values_and_refuse_what_the_game_uses() {
    let mut state = zork();
    assert_eq!(say(&mut state, "let brawn = 3"), "Brawn = 3");
    assert_eq!(say(&mut state, "let Brawn = 11"), "trait-out-of-range at 11; ");
    assert_eq!(say(&mut state, "Brawn + 1"), "Brawn 3 + 1\n= 4");
    assert_eq!(say(&mut state, "let keen ear = 4"), "Keen ear = 4");
    assert_eq!(say(&mut state, "let Mood = Hard"), "Mood = Hard");
    assert_eq!(say(&mut state, "Mood"), "= 10");
    assert_eq!(say(&mut state, "let mine = Brawn * 2 # why"), "mine = 6");
    assert_eq!(say(&mut state, "let MINE = 7"), "mine = 7");
    assert_eq!(say(&mut state, "let «my own» = mine"), "my own = 7");
    assert_eq!(say(&mut state, "«my own» + mine"), "my own 7 + mine 7\n= 14");
    for (line, error) in [
        ("let Harm = 1", "let-is-table at Harm; "),
        ("let try = 1", "let-is-test at try; "),
        ("let mood = 1", "let-is-option at mood; "),
        ("let kQ = 1", "let-is-dice at kQ; "),
        ("let Q = 1", "let-is-dice at Q; "),
        ("let d6 = 1", "let-is-dice at d6; "),
        ("let max = 1", "let-is-function at max; "),
        ("let if = 1", "let-is-keyword at if; "),
        ("let 3 = 1", "let-not-a-name at 3; "),
        ("let a+b = 1", "let-not-a-name at a+b; "),
        ("let x = Shown[One]", "let-needs-number at Shown[One]; "),
        ("let x = 2 + Nobody", "unknown-name at Nobody; "),
    ] {
        assert_eq!(say(&mut state, line), error, "{line}");
    }
    assert_eq!(say(&mut state, "let"), "Brawn = 3\nKeen ear = 4\nMood = Hard\nmine = 7\nmy own = 7");
    assert_eq!(say(&mut state, "unlet my own"), "Forgotten: my own");
    assert_eq!(say(&mut state, "unlet min"), "nothing-to-forget at min; ");
    assert_eq!(say(&mut state, "let x = 2 in x + x").lines().last(), Some("= 4"));
}

#[test]
fn saved_rolls_are_thrown_anew() {
    let mut state = zork();
    assert_eq!(
        say(&mut state, "let strike(bonus) = Q + bonus vs Hard # axe"),
        "strike(bonus) = Q + bonus vs Hard # axe"
    );
    for (dice, end) in [("6 5 1", "miss · margin −2  # axe"), ("3 2 1", "miss · margin −5  # axe")] {
        say(&mut state, &format!("dice {dice}"));
        let said = say(&mut state, "strike(2)");
        assert!(said.ends_with(end) && said.contains(dice), "{said}");
    }
    assert!(say(&mut state, "odds strike(4)").contains("hit"));
    // Each of several rolls in a line is a whole one, and so is what stands under a condition.
    say(&mut state, "dice 6 5 1 3 2 1");
    let said = say(&mut state, "strike(2); strike(2)");
    assert!(said.contains("miss · margin −2") && said.contains("miss · margin −5"), "{said}");
    assert!(say(&mut state, "odds strike(4) given hit").contains("Only where `hit`"));
    assert_eq!(say(&mut state, "let half(n) = n / 2"), "half(n) = n / 2");
    assert_eq!(say(&mut state, "half(7) + half(half(9) + 1)").lines().last(), Some("= 5"));
    assert_eq!(say(&mut state, "let pool(n, most) = (min(n, most))d6"), "pool(n, most) = (min(n, most))d6");
    say(&mut state, "dice 2 3");
    assert_eq!(say(&mut state, "pool(5, 1 + 1)").lines().last(), Some("= 5"));
    for (line, error) in [
        ("half(1, 2)", "wrong-number-of-arguments at half(1, 2); "),
        ("1 + half()", "wrong-number-of-arguments at half(); "),
        ("let f(x) = x + Nobody", "unknown-name at Nobody; "),
        ("let f(x, x) = x", "declared-twice at x; "),
        ("let f(d6) = d6", "let-not-a-name at d6; "),
        ("let Harm(x) = x", "let-is-table at Harm(x); "),
        ("let Brawn(x) = x", "saved-is-trait at Brawn; "),
        ("let max(x) = x", "let-is-function at max(x); "),
    ] {
        assert_eq!(say(&mut state, line), error, "{line}");
    }
    // A roll with `vs` is a whole one.
    let said = say(&mut state, "strike(2) + 1");
    assert!(said.starts_with("vs-") && !said.contains("missing"), "{said}");
    assert_eq!(say(&mut state, "let six = half(12) # why"), "six = 6");
    assert_eq!(say(&mut state, "unlet six"), "Forgotten: six");
    assert_eq!(say(&mut state, "let one(x) = x + 1"), "one(x) = x + 1");
    assert_eq!(say(&mut state, "let two(x) = one(x)"), "two(x) = one(x)");
    assert_eq!(say(&mut state, "let one(x) = two(x)"), "one(x) = two(x)");
    assert_eq!(say(&mut state, "one(3)"), "saved-too-deep at one(3); ");
    assert_eq!(say(&mut state, "let one = 3"), "one = 3");
    assert_eq!(
        say(&mut state, "let"),
        "one = 3\nhalf(n) = n / 2\npool(n, most) = (min(n, most))d6\nstrike(bonus) = Q + bonus vs Hard # axe\ntwo(x) = one(x)"
    );
    assert_eq!(say(&mut state, "unlet two"), "Forgotten: two");
    let offered = complete("str", 3, &state.view()).1;
    assert!(offered.iter().any(|one| one.text == "strike("), "{offered:?}");
}

#[test]
fn real_dice_wait_until_a_roll_takes_them_all() {
    let mut state = zork();
    assert_eq!(say(&mut state, "dice 6 5"), "The next roll: 6, 5");
    assert!(say(&mut state, "Q").starts_with("too-few-dice"));
    assert_eq!(state.waiting_dice(), [6, 5]);
    assert_eq!(say(&mut state, "dice 6, x, 5"), "not-a-face at x; ");
    assert_eq!(say(&mut state, "dice 6,,5"), "not-a-face at ,,; ");
    assert_eq!(say(&mut state, "dice 6, 5,"), "not-a-face at ,; ");
    assert_eq!(state.waiting_dice(), [6, 5]);
    assert_eq!(say(&mut state, "1 + 1"), "1 + 1\n= 2");
    assert_eq!(say(&mut state, "d6"), "dice-left-over at d6; ");
    say(&mut state, "dice 6, 5, 9");
    assert!(say(&mut state, "Q").starts_with("impossible-face"));
    say(&mut state, "dice 6, 5, 1");
    assert_eq!(
        say(&mut state, "try(2) vs hard"),
        "3d6: 6 5 1  → k 1, Q 6\nQ 6 + bonus 2 = 8 vs 10 (Hard)\nmiss · margin −2"
    );
    assert!(state.waiting_dice().is_empty());
    assert!(say(&mut state, "last").ends_with("With dice that were given."));
    say(&mut state, "dice 1");
    assert_eq!(say(&mut state, "dice"), "The next roll: 1");
    assert_eq!(say(&mut state, "dice none"), "No dice are waiting.");
    assert_eq!(say(&mut state, "dice"), "No dice are waiting.");
    // What is typed behind a command has a Spanish word as well.
    say(&mut state, "dice 1");
    assert_eq!(say(&mut state, "dice ninguno"), "No dice are waiting.");
    assert_eq!(say(&mut state, "dice tirar"), say(&mut state, "dice roll"));
    assert_eq!(say(&mut state, "dice preguntar"), say(&mut state, "dice ask"));
    assert_eq!(say(&mut state, "verbose sí"), say(&mut state, "verbose on"));
    assert_eq!(say(&mut state, "verbose no"), say(&mut state, "verbose off"));
}

#[test]
fn expressions_on_one_line_roll_all_or_none() {
    let mut state = zork();
    say(&mut state, "dice 6, 5, 1, 4, 2");
    let line = "try(2) vs hard; d6 + 1 # axe; d6";
    assert_eq!(say(&mut state, line), format!("dice-left-over at {line}; "));
    // The comment takes the rest of the line, so one die was too much, and nothing was rolled.
    assert_eq!(state.waiting_dice(), [6, 5, 1, 4, 2]);
    assert_eq!(
        say(&mut state, "d6; d6; d6 + d6; d6"),
        "d6: 6\n= 6\nd6: 5\n= 5\nd6: 1\nd6: 4\n(d6 = 1) + (d6 = 4)\n= 5\nd6: 2\n= 2"
    );
    assert!(state.waiting_dice().is_empty());
    assert!(say(&mut state, "last").starts_with("d6; d6; d6 + d6; d6\n"));
    // What is wrong is told of all, and where it stands.
    assert_eq!(say(&mut state, "d6; zip + 1; 2 + zap"), "unknown-name at zip; unknown-name at zap; ");
    assert_eq!(say(&mut state, "1; 2; 3 / 0"), "division-by-zero at 0; ");
    assert_eq!(say(&mut state, "1; 6 / (2 - Q + Q); 3 / (1 - 1)"), "division-by-zero at 3 / (1 - 1); ");
    // All come from one seed, as `tirada roll` throws them.
    say(&mut state, "seed 7");
    let both = say(&mut state, "5d6; 4d6");
    say(&mut state, "seed 7");
    let first = say(&mut state, "5d6");
    assert!(both.starts_with(&first) && both.len() > first.len(), "{both}");
    assert_eq!(say(&mut state, "d6;"), "stray-separator at ;; ");
    assert_eq!(say(&mut state, &("d6; ".repeat(100) + "d8 ")), "too-many-times at d8; ");
}

#[test]
fn seeds_repeat_and_are_shown() {
    let mut state = zork();
    assert_eq!(say(&mut state, "last"), "nothing-rolled-yet at ; ");
    say(&mut state, "seed 7");
    let first = say(&mut state, "10d6");
    assert_ne!(first, say(&mut state, "10d6"));
    say(&mut state, "seed 7");
    assert_eq!(first, say(&mut state, "10d6"));
    assert!(say(&mut state, "last").contains("--seed "));
    assert_eq!(say(&mut state, "seed -1"), "not-a-seed at -1; ");
}

#[test]
fn settings_answer_only_what_is_asked() {
    let mut state = zork();
    assert_eq!(say(&mut state, "set Goal = Very Hard"), "goal = Very Hard");
    assert_eq!(say(&mut state, "1 + 1"), "1 + 1\n= 2");
    say(&mut state, "dice 6 6 6");
    assert!(say(&mut state, "try(2)").ends_with("miss · margin −7"));
    say(&mut state, "dice 6 6 6");
    assert!(say(&mut state, "try(2) vs 8").ends_with("hit · margin 0"));
    assert_eq!(say(&mut state, "set mood = wilt"), "bad-setting at wilt; ");
    assert_eq!(say(&mut state, "set moot = wild"), "unknown-setting at moot; ");
    assert_eq!(say(&mut state, "set mood = wild"), "mood = wild");
    assert!(say(&mut state, "set").contains("mood = wild  one of calm, wild"));
}

#[test]
fn another_game_keeps_what_it_can() {
    let mut state = zork();
    for line in ["let Brawn = 3", "let Élan = 1", "let own = 5", "set mood = wild"] {
        say(&mut state, line);
    }
    assert_eq!(say(&mut state, "use nothing"), "unknown-ruleset at nothing; ");
    assert_eq!(say(&mut state, "use bad"), "unknown-name at Nothing; ");
    assert_eq!(say(&mut state, "Grit"), "= 4");
    assert_eq!(say(&mut state, "use other"), "Other  other\nOlvidado: Brawn, mood");
    assert_eq!(say(&mut state, "let"), "own = 5\nÉlan = 1");
    assert_eq!(say(&mut state, "Calm + own"), "Calm 1 + own 5\n= 6");
    assert!(say(&mut state, "list").contains("other  en juego"));
}

struct Answers(Vec<i64>, Vec<String>);

impl Asker for Answers {
    fn ask(&mut self, _: &CheckedGame, asked: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        self.1.push(asked.name.to_owned());
        self.0.pop()
    }
}

#[test]
fn what_is_missing_is_asked() {
    let mut state = zork();
    let mut answers = Answers(vec![4], Vec::new());
    assert_eq!(say_with(&mut state, "Grit", &mut answers), "= 6");
    assert_eq!(say_with(&mut state, "Brawn", &mut answers), "trait-without-value at Brawn; ");
    assert_eq!(answers.1, ["Brawn", "Brawn"]);
}

#[test]
fn errors_stand_under_their_characters() {
    let mut state = zork();
    let reply =
        state.execute(PromptLine { text: "let x = «Keen ear» + Brown", source: "<typed>", number: 3 }, &mut NoAnswers);
    let typed = diagnostics::caret_lines::TypedPosition { source: reply.typed, column: 6 };
    let style = TextStyle::default();
    let drawn =
        diagnostics::caret_lines::render(&reply.findings, state.sources(), &state.catalogue, &typed, &style).unwrap();
    assert!(drawn.starts_with(&format!("{}^^^^^ ", " ".repeat(6 + 21))), "{drawn}");
    let plain = diagnostics::plain::render(&reply.findings, state.sources(), &state.catalogue);
    assert!(plain.contains("<typed>:3:22\n"), "{plain}");
}

/// Candidates for a line whose cursor stands at `|`: where, and `name=about>text`.
fn offered(line: &str) -> String {
    let mut state = zork();
    say(&mut state, "let Brawn = 3");
    say(&mut state, "let my own = 9");
    let cursor = line.find('|').unwrap();
    let (start, found) = complete(&line.replace('|', ""), cursor, &state.view());
    let found = found.iter().map(|one| format!("{}={}>{}", one.name, one.about, one.text));
    format!("{start}: {}", found.collect::<Vec<_>>().join("; "))
}

#[test]
fn tab_offers_names_with_their_values() {
    assert_eq!(offered("2 + br|"), "4: Brawn=3>Brawn");
    assert_eq!(offered("el|"), "0: Élan=2>Élan");
    assert_eq!(offered("gri|"), "0: Grit== Brawn + Élan>Grit");
    assert_eq!(offered("2 * my|"), "4: my own=9>«my own»");
    assert_eq!(offered("2 * «my o|"), "4: my own=9>«my own»");
    assert_eq!(offered("ear|"), "0: Keen ear=1>«Keen ear»");
    assert_eq!(offered("tr|"), "0: try(bonus, goal)=What everybody does>try(");
    assert_eq!(offered("har|"), "0: Harm[…]=a table>Harm[");
    assert_eq!(offered("2Q|"), "1: Q=the highest die>Q");
    assert_eq!(offered("hig|"), "0: highest(…)=>highest(");
    assert_eq!(offered("2 + hig|"), "4: highest(…)=>highest(");
    assert_eq!(offered("mo|"), "0: Mood=0>Mood; mood=calm>mood");
    assert_eq!(offered("2 # br|"), "6: ");
    assert_eq!(offered("us|"), "0: use=changes the game; the values of `let` that it a…>use");
    assert_eq!(offered("Us|"), "0: ");
}

#[test]
fn tab_offers_rows_where_rows_are_due() {
    assert_eq!(offered("Harm[|"), "5: Club=k>Club; Axe=Q>Axe");
    assert_eq!(offered("harm[ a|"), "6: Axe=Q>Axe");
    assert_eq!(offered("Steps[very h|"), "6: Very Hard=15 · 3>Very Hard");
    assert_eq!(offered("Steps[half|"), "6: Half (half)=7 · 1>«Half (half)»");
    assert_eq!(offered("Steps[Hard, c|"), "12: cost=>cost");
    assert_eq!(offered("Q + 2 vs ea|"), "9: Éasy=5>Éasy");
    assert_eq!(offered("Q + 2 vs very |"), "9: Very Hard=15>Very Hard");
    assert_eq!(offered("try(2) vs «ha|"), "10: Hard=10>Hard; Half (half)=7>«Half (half)»");
    assert_eq!(offered("try(2, ha|"), "7: Hard=10>Hard; Half (half)=7>«Half (half)»; Harm[…]=a table>Harm[");
    assert_eq!(offered("try(go|"), "4: goal=a row of Steps, or a number>goal = ");
    assert_eq!(offered("try(2, goal = e|"), "14: Éasy=5>Éasy");
    assert_eq!(offered("try(2 + Br|"), "8: Brawn=3>Brawn");
}

#[test]
fn tab_knows_the_commands() {
    assert_eq!(offered("use o|"), "4: other=>other");
    assert_eq!(offered("show har|"), "5: Harm=a table>Harm");
    assert_eq!(offered("unlet |"), "6: Brawn=3>Brawn; my own=9>my own");
    assert_eq!(offered("let br|"), "4: Brawn=3>Brawn");
    assert_eq!(offered("let x = el|"), "8: Élan=2>Élan");
    assert_eq!(offered("set mo|"), "4: mood=one of calm, wild>mood");
    assert_eq!(offered("set mood = w|"), "11: wild=>wild");
    assert_eq!(offered("set goal = ha|"), "11: Hard=10>Hard; Half (half)=7>«Half (half)»");
    assert_eq!(
        offered("help se|"),
        "5: set=chooses an option, or answers what a test asks;…>set; seed=the same seed gives the same dice from here on>seed"
    );
    assert_eq!(offered("dice 1|"), "6: ");
    assert_eq!(offered("odds las|"), "5: last=>last");
    assert_eq!(offered("odds gri|"), "5: Grit== Brawn + Élan>Grit");
    assert_eq!(offered("odds Q + 2 vs ea|"), "14: Éasy=5>Éasy");
    assert_eq!(offered("odds Harm[a|"), "10: Axe=Q>Axe");
}

#[test]
fn checking_knows_the_commands() {
    let words: Vec<&str> = tirada::internals::cli::prompt::command::COMMANDS.iter().map(|(word, ..)| *word).collect();
    assert_eq!(words, tirada::internals::check::COMMANDS);
}

/// Several expressions on a line are read with their places there: a line of them is no longer than one may be, and
/// takes about what it is written with.
#[test]
fn work_for_rolls_on_a_line_is_linear() {
    let mut state = zork();
    let long = format!("{}1", "1d6;".repeat(15_000));
    let many = format!("{}1", "1d6;".repeat(2_400));
    let short = format!("{}1{}", "1d6;".repeat(99), " ".repeat(9_000));
    let cost = allocation_counter::measure(|| assert!(say(&mut state, &long).starts_with("text-too-long")));
    assert!(cost.bytes_total < 20 << 20, "{}", cost.bytes_total);
    let cost = allocation_counter::measure(|| assert!(say(&mut state, &many).starts_with("too-many-times")));
    assert!(cost.bytes_total < 20 << 20, "{}", cost.bytes_total);
    let cost = allocation_counter::measure(|| assert_eq!(say(&mut state, &short).matches("= ").count(), 100));
    assert!(cost.bytes_total < 100 << 20 && cost.count_total < 100_000, "{cost:?}");
}

fn read(line: &str) -> String {
    let text = |part: LineRange| line[part].to_owned();
    match parse(line, &|word| word == "last") {
        Ok(PromptCommand::Roll(part)) => format!("roll {}", text(part)),
        Ok(PromptCommand::Use(part)) => format!("use {}", text(part)),
        Ok(PromptCommand::Let { name, value }) => format!("let {} is {}", text(name), text(value)),
        Ok(PromptCommand::Set { name, value }) => format!("set {} is {}", text(name), text(value)),
        Ok(PromptCommand::Dice(part)) => format!("dice {}", text(part)),
        Ok(PromptCommand::Seed(part)) => format!("seed {}", text(part)),
        Ok(PromptCommand::Odds(part)) => format!("odds {}", text(part)),
        Ok(PromptCommand::Show { name: Some(part), .. }) => format!("show {}", text(part)),
        Ok(other) => format!("{other:?}"),
        Err(mistake) => format!("{} at {}", mistake.code, text(mistake.at)),
    }
}

#[test]
fn lines_are_commands_or_rolls() {
    assert_eq!(read("  3d6 + 2 # sword "), "roll 3d6 + 2 # sword");
    assert_eq!(read(""), "Nothing");
    assert_eq!(read("  # only a note"), "Nothing");
    assert_eq!(read("use  ./zork.yml # mine"), "use ./zork.yml");
    assert_eq!(read("let Zurlo = 3"), "let Zurlo is 3");
    assert_eq!(read("let «zur = mol» = 2d6 # why"), "let «zur = mol» is 2d6 # why");
    assert_eq!(read("let zur mol=3"), "let zur mol is 3");
    assert_eq!(read("set zur = mol # x"), "set zur is mol");
    assert_eq!(read("let"), "Lets");
    assert_eq!(read("set"), "Settings");
    assert_eq!(read("dice 10, 5 1"), "dice 10, 5 1");
    assert_eq!(read("dice"), "dice ");
    assert_eq!(read("seed 7"), "seed 7");
    assert_eq!(read("show Zur Mol"), "show Zur Mol");
    assert_eq!(read("odds  2d6 + 1 # both "), "odds 2d6 + 1 # both");
    assert_eq!(read("odds # nothing"), "command-unfinished at odds");
    assert_eq!(read("exit"), "Quit");
    // What is rolled may say so.
    assert_eq!(read("roll  Foods # supper"), "roll Foods # supper");
    assert_eq!(read("roll(2)"), "roll roll(2)");
    assert_eq!(read("roll"), "command-unfinished at roll");
}

#[test]
fn a_let_with_its_in_is_an_expression() {
    assert_eq!(read("let x = 2d6 in x + x"), "roll let x = 2d6 in x + x");
    assert_eq!(read("let y = let x = 2d6 in x + x"), "let y is let x = 2d6 in x + x");
}

#[test]
fn before_an_operator_a_command_word_is_a_name() {
    assert_eq!(read("last"), "Last");
    assert_eq!(read("last + 2"), "roll last + 2");
    assert_eq!(read("last vs 3"), "roll last vs 3");
    assert_eq!(read("(last)"), "roll (last)");
    assert_eq!(read("drop(4d6, 1)"), "roll drop(4d6, 1)");
    assert_eq!(read("odds(2d6)"), "odds (2d6)");
    assert_eq!(read("«last»"), "roll «last»");
    assert_eq!(read("seed -2"), "seed -2");
    assert_eq!(read("lasting"), "roll lasting");
    assert_eq!(read("Last"), "roll Last");
}

#[test]
fn mistakes_have_their_place() {
    assert_eq!(read("use"), "command-unfinished at use");
    assert_eq!(read("let x"), "command-unfinished at x");
    assert_eq!(read("let x ="), "command-unfinished at =");
    assert_eq!(read("let x = # 3"), "command-unfinished at =");
    assert_eq!(read("let = 3"), "command-unfinished at let");
    assert_eq!(read("quit now"), "command-says-too-much at now");
}

#[test]
fn lines_are_read_within_bounds() {
    let mut input: &[u8] = b"2d6\r\n\n123456\n1234567\n\xc3\xb1\xff\n12345\xc3\xb1\nend";
    let mut read = || next(&mut input, 6).unwrap();
    assert_eq!(read(), Some(PipedLine::Line("2d6".into())));
    assert_eq!(read(), Some(PipedLine::Line(String::new())));
    assert_eq!(read(), Some(PipedLine::Line("123456".into())));
    assert_eq!(read(), Some(PipedLine::TooLong("123456".into())));
    assert_eq!(read(), Some(PipedLine::NotText("ñ\u{FFFD}".into(), 2)));
    assert_eq!(read(), Some(PipedLine::TooLong("12345".into())));
    assert_eq!(read(), Some(PipedLine::Line("end".into())));
    assert_eq!(read(), None);
}

/// The line with its colours as letters.
fn coloured(line: &str) -> String {
    let text = highlight(line, &|_| false);
    assert_eq!(anstream::adapter::strip_str(&text).to_string(), line);
    let letters = [("\u{1b}[33m", "<n:"), ("\u{1b}[32m", "<w:"), ("\u{1b}[36m", "<d:"), ("\u{1b}[35m", "<k:")];
    let more = [("\u{1b}[31m", "<bad:"), ("\u{1b}[2m", "<c:"), ("\u{1b}[1m", ""), ("\u{1b}[0m", ">")];
    letters.iter().chain(&more).fold(text, |text, (code, letter)| text.replace(code, letter))
}

#[test]
fn what_is_typed_is_coloured() {
    assert_eq!(coloured(" 3d6 + Zurlo/2  # mine"), " <d:3d6> + <w:Zurlo>/<n:2>  <c:# mine>");
    assert_eq!(coloured("let «a b» = 2"), "<k:let> <w:«a b»> = <n:2>");
    assert_eq!(coloured("use zork"), "<k:use> <w:zork>");
    assert_eq!(coloured("«open"), "<bad:«open>");
    assert_eq!(coloured(""), "");
}
