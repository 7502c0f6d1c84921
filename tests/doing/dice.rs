//! Dice that fell are never lost: what is missing is told with them, and how to go on.

use std::path::{Path, PathBuf};

use tirada::internals::cli::repeat_command::{answer_in, kept, quoted};

use super::{run, words};

const WAGER: &str = "\
tirada: 1
id: wager
rounding: down
dice: {d: 10, roll: 3d, names: {low: lowest, mid: middle, top: highest}}
traits: {Nerve: {number: 0..10}}
tests:
  throw:
    ask: {bonus: {number: any}, target: {number: any}}
    against: target
    roll: 3d
    total: mid + bonus
    outcomes: {hit: {when: total >= target, is: success}, miss: {is: failure}}
actions:
  wager:
    roles: [player]
    steps:
      opening: {roll: throw, with: {bonus: player.Nerve, target: 5}}
      the stake: {ask: {one of: [all, half], by: player}}
      reply: {roll: throw, with: {bonus: player.Nerve, target: 5}}
      luck: {value: 1d6}
";

fn table(test: &str) -> PathBuf {
    let home = crate::common::folder(&format!("doing-{test}"));
    std::fs::create_dir(home.join("the games")).unwrap();
    std::fs::write(home.join("the games/wager.yml"), WAGER).unwrap();
    let ann = "tirada character: 1\nname: Ann\nruleset: wager\ntraits: {Nerve: 2}\n";
    std::fs::write(home.join("ann.yml"), ann).unwrap();
    home
}

/// The command that an error gives to go on with, with an answer in the place of what is open.
fn goes_on(home: &Path, line: &str, answer: &str) -> (String, String) {
    let first = run(home, &words(line).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((first.stdout.as_str(), first.code), ("", 1), "{line}");
    let command = first.stderr.lines().find_map(|line| line.trim().strip_prefix("To go on with them: tirada "));
    let command = command.unwrap_or_else(|| panic!("{}", first.stderr)).replace('…', answer);
    let words = words(&command);
    let next = run(home, &words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((next.stderr.as_str(), next.code), ("", 0), "{command}");
    (first.stderr, next.stdout)
}

/// The faces of each roll that is told.
fn rolls(told: &str) -> Vec<Vec<i64>> {
    let lines = told.lines().filter_map(|line| line.trim().strip_prefix("3d10: "));
    let faces = |line: &str| line.split("  ").next().unwrap().split(' ').map(|face| face.parse().unwrap()).collect();
    lines.map(faces).collect()
}

const DO: &str = "do wager -r 'the games/wager.yml' --as ann.yml";

#[test]
fn missing_dice_are_reported_with_those_thrown() {
    let home = table("dice-told");
    let lines = [
        format!("{DO} --seed 7"),
        format!("{DO} --seed=7 --set 'the stake=some'"),
        format!("{DO} --dice 8,9,4"),
        // Those that have not fallen yet are kept.
        format!("{DO} --dice 8,9,4,1,2,3"),
        format!("{DO} --dice 8,9,4 --set 'the stake=half'"),
        format!("{DO} --dice 8,9,4,1,2,3 --set 'the stake=half'"),
        format!("{DO} --dice 8,9,4,1,2,3,11 --set 'the stake=half'"),
        "roll 'throw(1) + Nerve vs 9' -r 'the games/wager.yml' --seed 7".to_owned(),
        "roll 'throw(1) + Nerve vs 9' -r 'the games/wager.yml' --dice 8,9".to_owned(),
    ];
    transcripts!(&home, &lines.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn the_suggested_command_continues_with_the_same_dice() {
    let home = table("dice-on");
    let (told, done) = goes_on(&home, &format!("{DO} --seed 7"), "half");
    let fell = rolls(&done);
    let words: Vec<String> = fell[0].iter().map(i64::to_string).collect();
    assert!(told.contains(&format!("Dice that fell: {} (seed 7)", words.join(" "))), "{told}");
    assert_eq!(fell.len(), 2);
    // What follows is what the seed would have given.
    let whole = run(
        &home,
        &super::words(&format!("{DO} --seed 7 --set 'the stake=half'")).iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!(whole.stdout, done);
    // A seed that nobody gave goes on as well.
    let (told, done) = goes_on(&home, DO, "all");
    assert!(told.contains(" (seed "), "{told}");
    assert_eq!(rolls(&done).len(), 2);
    // Thrown several times, the first is what fell, and the others follow.
    let (told, rolled) = goes_on(&home, "roll 'throw(1) + Nerve vs 9' -r 'the games/wager.yml' -n 2", "3");
    let fell: Vec<&str> = told.split("Dice that fell: ").nth(1).unwrap().split(' ').take(3).collect();
    assert_eq!(rolled.lines().count(), 2, "{rolled}");
    assert!(rolled.starts_with(&format!("3d10: {}  ", fell.join(" "))), "{told}{rolled}");
    // Dice that are given are those of all of a line.
    let twice = run(&home, &["roll", "r2 2d6", "--dice", "1,2,3,4"]);
    assert_eq!((twice.stdout.lines().count(), twice.code), (2, 0), "{twice:?}");
    assert_eq!(run(&home, &["roll", "r2 2d6", "--dice", "1,2"]).code, 1);
    // What stands behind `--` stays there, and of several rolls any may ask.
    let (_, done) = goes_on(&home, "do -r 'the games/wager.yml' --as ann.yml --seed 7 -- wager", "half");
    assert_eq!(done, whole.stdout);
    let (_, rolled) = goes_on(&home, "roll '2d6; throw(1) + Nerve vs 9' -r 'the games/wager.yml' --seed 7", "3");
    assert_eq!(rolls(&rolled).len(), 1);
    let args = ["roll", "2d6; throw(1)", "-r", "the games/wager.yml", "--set", "stakes=2"];
    assert!(run(&home, &args).stderr.contains("error[unknown-setting]"));
}

#[test]
fn what_would_fail_again_gets_no_command() {
    let home = table("dice-fail");
    let rules = WAGER.replace("      luck: {value: 1d6}\n", "      luck: {fail: no luck}\n");
    std::fs::write(home.join("the games/wager.yml"), rules).unwrap();
    let line = format!("{DO} --seed 7 --set 'the stake=half'");
    let told = run(&home, &words(&line).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains("Dice that fell: ") && !told.stderr.contains("To go on"), "{}", told.stderr);
}

#[test]
fn given_dice_come_first_and_a_seed_rolls_the_rest() {
    let home = table("dice-rest");
    let line = format!("{DO} --dice 8,9,4 --seed 7 --set 'the stake=half'");
    let told = run(&home, &words(&line).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((told.stderr.as_str(), told.code), ("", 0));
    assert_eq!(rolls(&told.stdout)[0], [8, 9, 4]);
    let whole = run(
        &home,
        &words(&format!("{DO} --seed 7 --set 'the stake=half'")).iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!(rolls(&told.stdout)[1], rolls(&whole.stdout)[1]);
    let roll = run(&home, &["roll", "3d10", "-r", "the games/wager.yml", "--dice", "8", "--seed", "7"]);
    assert_eq!(rolls(&roll.stdout)[0][0], 8, "{}", roll.stdout);
}

#[test]
fn an_answer_within_an_intervention() {
    let cases = [
        ("call word=none", "call word=…"),
        ("call word=none of them", "call word=…"),
        ("call word=none of them points=2", "call word=… points=2"),
        ("call «word»=«none of» points=2", "call «word»=… points=2"),
        // One of its own, and another name.
        ("word=none", "word=none"),
        ("call sword=none", "call sword=none"),
    ];
    for (word, wanted) in cases {
        let mut word = word.to_owned();
        if let Some(range) = answer_in(&word, "word") {
            word.replace_range(range, "…");
        }
        assert_eq!(word, wanted);
    }
}

#[test]
fn the_same_command_without_its_dice() {
    let words = [
        "/x/tirada",
        "do",
        "try it",
        "--seed",
        "5",
        "--dice=1,2",
        "-n3",
        "--set",
        "a=it's",
        "--set",
        "b=1",
        "--dice",
        "3",
        "-n",
        "2",
    ];
    let words: Vec<String> = words.map(str::to_owned).to_vec();
    let left: Vec<String> = kept(&words, &[("--set", "b".to_owned())]).map(|word| quoted(word)).collect();
    assert_eq!(left.join(" "), r"do 'try it' --set 'a=it'\''s'");
}
