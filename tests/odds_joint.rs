//! Several things that the same dice show: `A given B`, `A, B`. They come to what the walk over all outcomes comes to,
//! and to what counting by hand comes to.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::{Empty, Run, command, finish, folder};
use std::collections::BTreeMap;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::engine::Answer;
use tirada::internals::odds::{Chance, Odds, OddsLimits, WalkStrategy};
use tirada::internals::ruleset::File;
use tirada::internals::session::{RollRequest, Session};

const RULES: &str = "
tirada: 1
id: plim
name: Plim
rounding: down
classes: [bright]
dice: {d: 4, roll: 3d, names: {a: lowest, z: middle, Q: highest}}
vs: glorp
tests:
  glorp:
    roll: 3d
    ask: {bonus: {number: any, default: 0}, goal: {number: any}}
    total: z + bonus
    against: goal
    values: {twins: repeats()}
    show: [twins]
    outcomes:
      great: {when: twins = 3, is: [success, bright], values: {sting: Q + 1}}
      fine: {when: margin >= 0, is: success, values: {sting: a}}
      poor: {is: failure}
    opposed: {tie: nobody}
  open:
    roll: 2d
    total: sum()
    outcomes:
      odd: {when: total % 2 = 1, is: [success, bright]}
      even: {is: failure}
tables:
  Harm: {uses: dice, columns: [all, best], rows: {Club: [a + Q, Q], Bow: [z + z, z]}}
";

fn game(session: &mut Session<'_>) -> CheckedGame {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    loaded.game
}

fn found(text: &str, strategy: WalkStrategy) -> Result<Odds, Diagnostic> {
    let mut session = Session::new(&Empty);
    let game = game(&mut session);
    let request = RollRequest { text: text.to_owned(), odds: true, ..RollRequest::default() };
    let ready = session.prepare(&game, &request).map_err(|mut errors| errors.remove(0))?;
    session.odds(&game, &ready, &OddsLimits { depth: 2, strategy, ..OddsLimits::default() })
}

fn odds(text: &str) -> Odds {
    found(text, WalkStrategy::Deferred).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// What is asked, and under which condition.
const ASKED: [(&str, &str); 34] = [
    ("2d6", "lowest() >= 3"),
    ("2d6", "total >= 10"),
    ("3d6kh2", "count(6) >= 1"),
    ("3d4!", "total > 6"),
    ("2d4!!", "highest() > 4"),
    ("Q", "a >= 2"),
    ("a + z", "Q = 4 and a > 1"),
    ("Harm[Club]", "z = 2"),
    ("Harm[Bow, best]", "z vs 3"),
    ("Q - a", "glorp(1) vs 4"),
    ("z vs 3", "Q = 4"),
    ("z vs 3", "great"),
    ("z vs 3", "bright or a = 1"),
    ("z vs 3", "outcome = poor"),
    ("z vs 3", "not success"),
    ("z vs 3", "margin >= 1"),
    ("glorp(1) vs 3", "twins = 2"),
    ("glorp(1) vs 3", "total = 3 and bonus = 1"),
    ("open()", "odd"),
    ("open()", "highest() = 4"),
    ("2d6 vs 9", "lowest() >= 3"),
    ("a + 1", "z + 1 vs a + 2"),
    ("z + 1 vs a + 2", "margin > 0"),
    ("z + 1 vs a + 2", "total = 3"),
    ("if Q > 3 then a else z", "let x = a + z in x > 3"),
    ("let x = 2d4 in x * x", "lowest() = 2"),
    ("glorp(1, 3).twins", "total > 3"),
    ("(z + 1 vs 3).margin", "Q = 4 and success"),
    ("glorp(1, 3).sting", "success"),
    ("glorp(1, 3).sting", "great or a > 2"),
    ("(z vs 3).sting", "not poor"),
    ("z vs 3", "not poor and sting = 2"),
    ("open().total", "odd"),
    ("(z + 1 vs a + 2).left.total", "right.total > left.total"),
];

/// Questions of two sides read no dice: of those only one side's are known.
fn reads_sides(one: &str, other: &str) -> bool {
    [one, other].iter().any(|text| text.contains("vs a"))
}

#[test]
fn each_way_comes_to_what_the_walk_comes_to() {
    for (one, condition) in ASKED {
        for text in [format!("{one} given {condition}"), format!("{one}, {condition}")] {
            let plain = match found(&text, WalkStrategy::Enumerate) {
                Ok(plain) => plain,
                Err(error) if reads_sides(one, condition) => {
                    assert_eq!(error.code.as_str(), "dice-not-here", "{text}");
                    continue;
                }
                Err(error) => panic!("{text}: {error:?}"),
            };
            for strategy in [WalkStrategy::Deferred, WalkStrategy::Separate] {
                let short = found(&text, strategy).unwrap();
                let mut plain = plain.clone();
                if let (Some(plain), Some(short)) = (&mut plain.given, &short.given) {
                    // Face by face, dice that are cut say nothing of a condition.
                    assert!(plain.at_most || !short.at_most, "{text}, {strategy:?}");
                    plain.at_most = short.at_most;
                }
                assert_eq!(plain, short, "{text}, {strategy:?}");
            }
            let whole = plain.values.whole().or(&plain.cut());
            let whole = plain.unanswered.iter().fold(whole, |whole, (_, chance)| whole.or(chance));
            assert!(whole.is_always(), "{text}: {whole}");
        }
    }
}

/// A condition leaves what is likely out of all that holds with it: P(A and B) / P(B).
#[test]
fn a_condition_is_the_column_of_its_table() {
    for (one, condition) in ASKED {
        let (Ok(given), Ok(table)) = (
            found(&format!("{one} given {condition}"), WalkStrategy::Deferred),
            found(&format!("{one}, {condition}"), WalkStrategy::Deferred),
        ) else {
            assert!(reads_sides(one, condition), "{one}, {condition}");
            continue;
        };
        let whole = table.pairs.as_ref().unwrap();
        if !table.cut().is_never() {
            continue;
        }
        let holds = |answer: &Answer| match answer {
            Answer::Flag(flag) => *flag,
            // A test tells its outcome.
            Answer::Text(name) => ["great", "fine", "odd"].contains(&name.as_str()),
            _ => panic!("{condition} is no condition"),
        };
        let mut column: BTreeMap<Answer, Chance> = BTreeMap::new();
        let mut all = Chance::never();
        for ((value, beside), chance) in whole.values.chances().filter(|((_, beside), _)| holds(beside)) {
            let sum = column.entry(value.clone()).or_insert_with(Chance::never);
            (*sum, all) = (sum.or(&chance), all.or(&chance));
            assert!(holds(beside));
        }
        assert_eq!(given.given.as_ref().unwrap().chance, all, "{one} given {condition}");
        for (value, chance) in column {
            let known = match &value {
                Answer::Text(name) => {
                    given.outcomes.iter().find(|one| one.name.as_ref() == Some(name)).unwrap().chance.clone()
                }
                Answer::Flag(true) => given.success().unwrap(),
                Answer::Flag(false) if one.contains("vs") => given.success().unwrap().not(),
                value => given.values.chance(value),
            };
            // known = chance / all
            assert_eq!(known, chance.given(&all), "{value:?} of {one} given {condition}");
        }
    }
}

#[test]
fn counting_by_hand_comes_to_the_same() {
    let two = |text: &str, holds: fn(i64, i64) -> bool| {
        let odds = odds(text);
        let throws: Vec<(i64, i64)> = (1..=6).flat_map(|one| (1..=6).map(move |other| (one, other))).collect();
        let kept: Vec<_> = throws.into_iter().filter(|(one, other)| holds(*one, *other)).collect();
        assert_eq!(odds.given.as_ref().unwrap().chance, Chance::new(kept.len() as u64, 36_u32), "{text}");
        for sum in 2..=12 {
            let ways = kept.iter().filter(|(one, other)| one + other == sum).count() as u64;
            assert_eq!(odds.values.chance(&Answer::Number(sum)), Chance::new(ways, kept.len() as u64), "{text}: {sum}");
        }
    };
    two("2d6 given lowest() >= 3", |one, other| one.min(other) >= 3);
    two("2d6 given total >= 10", |one, other| one + other >= 10);
    two("2d6 given repeats() = 2 or highest() = 6", |one, other| one == other || one.max(other) == 6);
    let pairs = odds("2d6, highest()").pairs.unwrap();
    let pair = |sum, highest| pairs.values.chance(&(Answer::Number(sum), Answer::Number(highest)));
    assert_eq!(
        (pair(7, 6), pair(12, 6), pair(8, 4)),
        (Chance::new(1_u32, 18_u32), Chance::new(1_u32, 36_u32), Chance::new(1_u32, 36_u32))
    );
    assert_eq!(pairs.titles, ["2d6", "highest()"]);
    // Of six throws of three alike, four come to a great outcome and to fine ones none.
    let great = odds("z vs 3 given twins = 3");
    assert_eq!(great.success().unwrap(), Chance::always());
    assert_eq!(great.given.unwrap().chance, Chance::new(1_u32, 16_u32));
}

/// A condition counts throws in which it holds and nothing else can be told; where it is not known, it says so.
#[test]
fn conditions_count_what_has_no_answer() {
    for strategy in [WalkStrategy::Deferred, WalkStrategy::Enumerate] {
        let given = |text: &str| found(text, strategy).unwrap().given.unwrap();
        for (text, ways, all) in [
            ("6 / (1d3 - 1) given sum() < 3", 2_u32, 3_u32),
            ("6 / (1d3 - 1) given 1d3 > 1", 2, 3),
            ("1d4! given sum() > 8", 1, 16),
        ] {
            let given = given(text);
            assert_eq!(given.chance, Chance::new(ways, all), "{text}");
            assert!(!given.at_most || strategy == WalkStrategy::Enumerate, "{text}");
        }
        // Three fours in a row are followed no further: with the next die they come to 13 or more.
        let given = given("1d4! given sum() > 13");
        assert_eq!((given.chance, given.at_most), (Chance::new(1_u32, 64_u32), true));
    }
}

/// One die under a skill, against another.
const DUEL: &str = "
tirada: 1
id: duel
name: Duel
classes: [neat]
tests:
  under:
    ask: {skill: {number: 1..10}}
    against: skill
    roll: 1d10
    total: sum()
    margin: skill - total
    values: {twice: total * 2, parity: {one of: [odd, even], is: 'if total % 2 = 1 then odd else even'}}
    outcomes:
      top: {when: total = 1, is: [success, neat]}
      well: {when: total <= skill, is: success}
      badly: {is: failure}
    opposed: {compare: [outcome], tie: nobody}
";

/// What each side of a contest came to, counted over all pairs of dice.
#[test]
fn contests_know_how_each_side_ended() {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: DUEL.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    let mut asked = |text: &str| {
        let request = RollRequest { text: text.to_owned(), odds: true, ..RollRequest::default() };
        let ready = session.prepare(&loaded.game, &request).map_err(|mut errors| errors.remove(0))?;
        session.odds(&loaded.game, &ready, &OddsLimits::default())
    };
    let ended = |skill: i64, die: i64| if die == 1 { 2 } else { i64::from(die <= skill) };
    let pairs = || (1..=10).flat_map(|left| (1..=10).map(move |right| (left, right)));
    let mut same = |condition: &str, holds: &dyn Fn(i64, i64) -> bool| {
        let odds = asked(&format!("under(6) vs under(4) given {condition}")).unwrap();
        let kept: Vec<_> = pairs().filter(|(left, right)| holds(*left, *right)).collect();
        let wins = kept.iter().filter(|(left, right)| ended(6, *left) > ended(4, *right)).count();
        assert_eq!(odds.given.as_ref().unwrap().chance, Chance::new(kept.len() as u64, 100_u32), "{condition}");
        assert_eq!(odds.success().unwrap(), Chance::new(wins as u64, kept.len() as u64), "{condition}");
    };
    same("left.top", &|left, _| left == 1);
    same("left.outcome = well", &|left, _| (2..=6).contains(&left));
    same("right.failure", &|_, right| right > 4);
    same("right.neat or left.total = 3", &|left, right| right == 1 || left == 3);
    same("left.twice > right.twice", &|left, right| left > right);
    let beside = asked("under(6) vs under(4), right.outcome").unwrap().pairs.unwrap();
    let won_though = |word: &str| beside.values.chance(&(Answer::Flag(true), Answer::Text(word.to_owned())));
    assert_eq!(won_though("badly"), Chance::new(6_u32 * 6, 100_u32));
    // Two values of one test, and of both sides.
    let pairs_of = |odds: Odds| odds.pairs.unwrap().values;
    let both = pairs_of(asked("under(6).twice, parity").unwrap());
    for die in 1..=10 {
        let parity = Answer::Text(if die % 2 == 1 { "odd" } else { "even" }.to_owned());
        assert_eq!(both.chance(&(Answer::Number(2 * die), parity)), Chance::new(1_u32, 10_u32), "{die}");
    }
    let odd = pairs_of(asked("under(6).total, margin given parity = odd and success").unwrap());
    for die in [1, 3, 5] {
        assert_eq!(odd.chance(&(Answer::Number(die), Answer::Number(6 - die))), Chance::new(1_u32, 3_u32), "{die}");
    }
    let sides = pairs_of(asked("(under(6) vs under(4)).left.total, right.twice").unwrap());
    assert_eq!(sides.chance(&(Answer::Number(3), Answer::Number(14))), Chance::new(1_u32, 100_u32));
    assert_eq!(asked("under(6).twice").unwrap().values.chance(&Answer::Number(8)), Chance::new(1_u32, 10_u32));
    let error = asked("under(6) vs under(4) given left.topp").unwrap_err();
    assert_eq!(error.code.as_str(), "unknown-name");
}

#[test]
fn mistakes_are_reported_in_place() {
    for (text, code, at) in [
        ("2d6 given lowest() > 6", "given-never", "lowest() > 6"),
        ("2d6, lowest(), highest()", "joint-too-many", "highest()"),
        ("z vs 3 given z vs 4", "joint-two-tests", "z vs 4"),
        ("z given glorp(1)", "no-target", "glorp(1)"),
        ("2d6 given lowest", "unknown-name", "lowest"),
        ("2d6 given 3", "not-a-condition", "3"),
        ("2d6 + 1d4 given highest() > 2", "which-roll", "2d6 + 1d4"),
        ("2d6 given given", "unknown-name", "given"),
        ("z vs a given Q = 4", "dice-not-here", "Q"),
        ("open(), total, highest()", "joint-too-many", "highest()"),
        ("open().total, open()", "joint-two-tests", "open()"),
        ("open().total, open().total", "joint-two-tests", "open()"),
        ("open().totl, total", "unknown-name", "totl"),
        ("max(1, 2).z, Q", "name-before-dot", "."),
        ("2 * open().total", "name-before-dot", "."),
        ("let x = 2d6, 3 in highest(x)", "dice-expected", "3"),
    ] {
        let error = found(text, WalkStrategy::Deferred).unwrap_err();
        let span = error.at.unwrap();
        assert_eq!((error.code.as_str(), &text[span.start..span.end]), (code, at), "{text}");
    }
    // What is no condition and no table keeps its error.
    assert_eq!(found("1,5", WalkStrategy::Deferred).unwrap_err().code.as_str(), "not-a-whole-number");
}

/// What stands apart from what is asked changes nothing, and that is told.
#[test]
fn a_condition_of_other_dice_changes_nothing() {
    let mut session = Session::new(&Empty);
    let game = game(&mut session);
    let text = "1d8 given 1d6 > 3".to_owned();
    let ready = session.prepare(&game, &RollRequest { text, odds: true, ..RollRequest::default() }).unwrap();
    assert_eq!(ready.warnings.iter().map(|one| one.code.as_str()).collect::<Vec<_>>(), ["given-apart"]);
    assert_eq!(odds("1d8 given 1d6 > 3").values, odds("1d8").values);
}

#[test]
fn unrelated_dice_after_a_comma_are_reported() {
    for (text, apart) in [
        ("1d8, z vs 3", true),
        ("open().max(1, 2), total", true),
        ("2d6, 1d8", true),
        ("2d6, lowest()", false),
        ("z, z + 1", false),
    ] {
        let mut session = Session::new(&Empty);
        let game = game(&mut session);
        let ready = session
            .prepare(&game, &RollRequest { text: text.to_owned(), odds: true, ..RollRequest::default() })
            .unwrap();
        let codes: Vec<&str> = ready.warnings.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, if apart { vec!["joint-apart"] } else { vec![] }, "{text}");
    }
}

/// Only odds know it: nothing is rolled so.
#[test]
fn nothing_is_rolled_under_a_condition() {
    let mut session = Session::new(&Empty);
    let game = game(&mut session);
    let text = "2d6 given total > 3".to_owned();
    let errors = session.prepare(&game, &RollRequest { text, ..RollRequest::default() }).unwrap_err();
    let codes: Vec<&str> = errors.iter().map(|one| one.code.as_str()).collect();
    assert_eq!(codes, ["given-for-odds"]);
    let plim = tirada::Game::from_text(RULES).unwrap();
    let asked = plim.prepare("2d6 given total > 3").unwrap();
    assert_eq!(asked.odds().unwrap().values().count(), 9);
    for problems in [
        asked.roll(&mut tirada::Dice::faces(&[3, 4])).unwrap_err(),
        asked.value(&mut tirada::Dice::seeded(1)).unwrap_err(),
    ] {
        assert!(problems.to_string().contains("given-for-odds"), "{problems}");
    }
}

fn tirada_run(test: &str, args: &[&str], input: &str) -> Run {
    let home = folder(&format!("joint-{test}"));
    std::fs::write(home.join("plim.yml"), RULES).unwrap();
    let mut run = command(&home);
    run.args(["--lang", "en"]).args(args).current_dir(&home);
    finish(run, input)
}

/// Every format tells the condition and the pairs.
#[test]
fn each_format_shows_everything() {
    let mut all = String::new();
    for (text, format) in [
        ("z vs 3 given Q = 4", "text"),
        ("z vs 3, Q", "text"),
        ("3d20, highest()", "text"),
        ("2d2, highest()", "markdown"),
        ("glorp(1, 3).twins, total", "text"),
        ("open().total, highest() given odd", "json"),
        ("2d2 given highest() = 2", "bbcode"),
        ("2d2, highest() given total > 2", "csv"),
        ("2d2, highest() given total > 2", "json"),
    ] {
        let run = tirada_run("formats", &["odds", "-r", "plim.yml", text, "--format", format], "");
        assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{text}");
        all += &format!("$ odds \"{text}\" --format {format}\n{}\n", run.stdout);
    }
    insta::assert_snapshot!(all);
}

/// Where it is sampled, those count for which it holds.
#[test]
fn samples_know_conditions() {
    let args = ["odds", "-r", "plim.yml", "2d6 given total >= 10", "--simulate", "36000", "--seed", "7", "--json"];
    let run = tirada_run("samples", &args, "");
    let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let ten = found["values"][0]["decimal"].as_f64().unwrap();
    assert!((ten - 0.5).abs() < 0.03, "{ten}");
    let counted = found["samples"].as_u64().unwrap();
    assert!((5_500..6_500).contains(&counted), "{counted}");
    let never = tirada_run("samples", &["odds", "-r", "plim.yml", "2d6 given total > 12", "--simulate", "1000"], "");
    assert!(never.stderr.contains("error[given-never]"), "{}", never.stderr);
    assert!(never.stderr.contains("in none of the samples"), "{}", never.stderr);
}

/// Pairs stand alone, ranges may have conditions; the prompt knows both.
#[test]
fn ranges_and_the_prompt() {
    for args in [["z vs 2..4, Q", "--all"], ["z, Q", "a"]] {
        let run = tirada_run("ranges", &[&["odds", "-r", "plim.yml"], args.as_slice()].concat(), "");
        assert!(run.stderr.contains("error[joint-alone]"), "{}", run.stderr);
    }
    let run = tirada_run("ranges", &["odds", "-r", "plim.yml", "z vs 2..4 given Q = 4"], "");
    assert!(run.stdout.contains("\n   4  "), "{}", run.stdout);
    let run = tirada_run("ranges", &["-r", "plim.yml"], "odds 2d2 given total > 2\nodds z, Q\n2d2 given total > 2\n");
    insta::assert_snapshot!(format!("{}{}", run.stdout, run.stderr));
}

/// Of 36 throws of two dice one is a critical success, 20 more reach 7, three jam and 12 fail besides.
const CALLED: &str = "\
tirada: 1
id: jams
name: Jams
tests:
  shot:
    ask: {goal: {number: any}}
    roll: 2d6
    total: sum()
    against: goal
    outcomes:
      crit: {when: total >= 12, is: success}
      success: {when: total >= goal, is: success}
      jam: {when: total <= 3, is: failure}
      failure: {is: failure}
points: {Shots: {start: 0}}
actions:
  shoot:
    roles: [archer]
    steps: {hit: {roll: shot, by: archer, with: {goal: 7}}}
";

#[test]
fn outcomes_named_like_classes_need_quotes() {
    let home = folder("odds-joint-called");
    std::fs::write(home.join("jams.yml"), CALLED).unwrap();
    std::fs::write(home.join("ann.yml"), "tirada character: 1\nruleset: jams\nname: Ann\n").unwrap();
    let asked = |args: &[&str]| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "odds", "-r", "jams.yml"]).args(args);
        let told = finish(run, "");
        assert_eq!((told.stderr.as_str(), told.code), ("", 0), "{args:?}");
        told.stdout
    };
    for (condition, chance) in [
        ("success", "7/12"),
        ("failure", "5/12"),
        ("«success»", "5/9"),
        ("«failure»", "1/3"),
        ("crit", "1/36"),
        ("outcome = failure", "1/3"),
    ] {
        let told = asked(&[&format!("shot() vs 7 given {condition}")]);
        assert!(told.contains(&format!("({chance}) of all throws")), "{condition}: {told}");
        let goal = condition.replace("outcome = failure", "«failure»");
        for mut args in [vec!["shot() vs 7"], vec!["--do", "shoot", "--as", "ann.yml"]] {
            args.extend(["--best", goal.as_str()]);
            let told = asked(&args);
            assert!(told.contains(&format!("({chance})")), "{args:?}: {told}");
        }
        // Behind a label as well.
        if goal.contains('«') {
            let behind = format!("hit.{goal}");
            let told = asked(&["--do", "shoot", "--as", "ann.yml", "--best", &behind]);
            assert!(told.contains(&format!("({chance})")), "{behind}: {told}");
        }
    }
}

#[test]
fn nothing_else_is_called_like_a_class() {
    let home = folder("odds-joint-class-names");
    let mark = "boxes: 3, overflow: worsen, marks: {hit: /}, states: {well: {when: lost < 1}, ill: {}}";
    for more in [
        "tags: {success: {}}",
        "traits: {failure: {number: any}}",
        "options: {success: {yes no: no}}",
        "tables: {success: {rows: {a: 1}}}",
        "formulas: {failure(x): x + 1}",
        "times: {success: {}}",
        &format!("tracks: {{failure: {{{mark}}}}}"),
        "interventions: {success: {after: shot, steps: {a: {reroll: all}}}}",
    ] {
        std::fs::write(home.join("jams.yml"), format!("{CALLED}{more}\n")).unwrap();
        let mut run = command(&home);
        run.current_dir(&home).args(["check", "jams.yml"]);
        let told = finish(run, "");
        assert!(told.stderr.contains("error[reserved-name]"), "{more}: {}", told.stderr);
    }
    for (own, other) in [("  shot:\n", "  success:\n"), ("  shoot:\n", "  failure:\n")] {
        std::fs::write(home.join("jams.yml"), CALLED.replace(own, other)).unwrap();
        let mut run = command(&home);
        run.current_dir(&home).args(["check", "jams.yml"]);
        let told = finish(run, "");
        assert!(told.stderr.contains("error[reserved-name]"), "{other}: {}", told.stderr);
    }
}

/// A name of the game and an outcome may be the same word: then it says which it is.
#[test]
fn outcomes_and_other_names_hide_nothing() {
    let home = folder("odds-joint-either");
    let others = [
        ("tags: {NAME: {}}", ""),
        ("traits: {NAME: {number: any, default: 0}}", ""),
        ("points: {NAME: {start: 0}}", ""),
        ("options: {NAME: {yes no: no}}", ""),
        ("", "    values: {NAME: highest() > 5}\n    show: [NAME]\n"),
    ];
    std::fs::write(home.join("ann.yml"), "tirada character: 1\nruleset: jams\nname: Ann\n").unwrap();
    for (game, test) in others {
        let asked = |name: &str, args: &[&str]| {
            let rules = CALLED.replace("points: {Shots", "dice: {d: 6}\npoints: {Shots");
            let rules = rules.replace("crit:", "burnt:").replace("    outcomes:", &format!("{test}    outcomes:"));
            let points =
                |line: &str| format!("points: {{Shots: {{start: 0}}, {}", line.trim_start_matches("points: {"));
            let rules = match game.starts_with("points") {
                true => rules.replace("points: {Shots: {start: 0}}", &points(game)),
                false => rules + game + "\n",
            };
            std::fs::write(home.join("jams.yml"), rules.replace("NAME", name)).unwrap();
            let mut run = command(&home);
            run.current_dir(&home).args(["--lang", "en", "odds", "-r", "jams.yml"]).args(args);
            finish(run, "")
        };
        let act = ["--do", "shoot", "--as", "ann.yml"];
        let plain = ["shot() vs 7", "--with", "ann.yml"];
        for goal in ["given", "--best", "do"] {
            let about = |word: &str| match goal {
                "given" => vec![format!("shot() vs 7 given {word}"), "--with".into(), "ann.yml".into()],
                "--best" => [&plain[..], &["--best", word]].concat().into_iter().map(str::to_owned).collect(),
                _ => [&act[..], &["--best", word]].concat().into_iter().map(str::to_owned).collect(),
            };
            let run = |name: &str, word: &str| {
                let args = about(word);
                asked(name, &args.iter().map(String::as_str).collect::<Vec<_>>())
            };
            let (other, same) = (run("scorched", "burnt"), run("burnt", "burnt"));
            assert!(other.stdout.contains("(1/36)"), "{game}{test} {goal}: {}{}", other.stdout, other.stderr);
            // What a typed test comes to has no names of the character.
            if goal == "--best" && test.is_empty() {
                assert!(same.stdout.contains("(1/36)"), "{game} {goal}: {}{}", same.stdout, same.stderr);
                continue;
            }
            assert!(same.stderr.contains("error[outcome-or-name]"), "{game}{test} {goal}: {}", same.stderr);
            let words = match goal {
                "given" => ["outcome = burnt", "(burnt)"],
                "--best" => ["«burnt»", "(burnt)"],
                _ if test.is_empty() => ["hit.outcome = burnt", "(burnt)"],
                _ => ["hit.outcome = burnt", "hit.burnt"],
            };
            for (word, is_outcome) in words.into_iter().zip([true, false]) {
                let told = run("burnt", word);
                assert!(same.stderr.contains(&format!(" {word}")), "{word}: {}", same.stderr);
                assert!(!told.stderr.contains("outcome-or-name"), "{word}: {}", told.stderr);
                assert_eq!(told.stdout.contains("(1/36)"), is_outcome, "{game}{test} {word}: {}", told.stdout);
            }
        }
    }
}

/// Of which side of a contest a word is, has to be said.
#[test]
fn words_of_sides_are_offered_with_their_side() {
    let home = folder("odds-joint-sides");
    let rules = RULES.replace("opposed: {tie: nobody}", "opposed: {compare: [outcome, total], tie: nobody}");
    std::fs::write(home.join("plim.yml"), rules).unwrap();
    for word in ["bright", "great", "twins"] {
        let mut run = command(&home);
        let asked = format!("glorp(1, goal = 3) vs glorp(2, goal = 3) given {word}");
        run.current_dir(&home).args(["odds", "-r", "./plim.yml", &asked, "--lang", "en"]);
        let told = finish(run, "");
        let offered = format!("help: write one of these: left.{word}, right.{word}");
        assert!(told.stderr.contains(&offered), "{word}: {}{}", told.stdout, told.stderr);
    }
}
