//! Dice of a pool of which some count (`kh`, `kl`) are thrown again after the roll: which of them count is chosen
//! anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::{command, finish, folder};

const RULES: &str = "\
tirada: 1
id: keep
name: Keep
tests:
  best: {roll: 4d6kh3, total: sum(), ask: {t: {number: any, default: 12}}, against: t, outcomes: {ok: {when: total >= t, is: success}, bad: {is: failure}}}
  pair: {roll: 2d6kh1, total: sum(), ask: {t: {number: any, default: 5}}, against: t, outcomes: {ok: {when: total >= t, is: success}, bad: {is: failure}}}
  burst: {roll: 2d4!kl1, total: sum(), ask: {t: {number: any, default: 3}}, against: t, outcomes: {ok: {when: total >= t, is: success}, bad: {is: failure}}}
interventions:
  some: {after: [best, pair, burst], ask: {which: {dice: any}}, steps: {r: {reroll: which}}}
  every: {after: [best, pair, burst], steps: {r: {reroll: all}}}
  low: {after: [best, pair], steps: {r: {reroll: all, showing: 1..2}}}
  better: {after: [best, pair], steps: {r: {reroll: all, keep: better}}}
  worse: {after: [best, pair], steps: {r: {reroll: all, keep: worse}}}
actions:
  do best: {roles: [who], steps: {s: {roll: best}}}
  do pair: {roles: [who], steps: {s: {roll: pair}}}
  do burst: {roles: [who], steps: {s: {roll: burst}}}
";

fn home(test: &str) -> PathBuf {
    let home = folder(&format!("keeping-{test}"));
    std::fs::write(home.join("keep.yml"), RULES).unwrap();
    std::fs::write(home.join("ann.yml"), "tirada character: 1\nname: Ann\nruleset: keep\n").unwrap();
    home
}

fn said(home: &Path, args: &[&str]) -> String {
    let mut run = command(home);
    run.current_dir(home).args(["--lang", "en"]).args(args);
    let run = finish(run, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}: {}", run.stdout);
    run.stdout
}

#[test]
fn the_dice_that_count_are_chosen_anew() {
    let home = home("rolls");
    let rolled = |action: &str, wanted: &str, set: &str, dice: &str| {
        let mut args =
            vec!["do", "-r", "keep.yml", action, "--as", "ann.yml", "--choose", wanted, "--dice", dice, "--json"];
        if !set.is_empty() {
            args.extend(["--set", set]);
        }
        said(&home, &args)
    };
    for (action, wanted, set, dice, total) in [
        ("do pair", "every", "", "6,3,2,5", 5),
        ("do best", "some", "which=6", "3,5,6,4,1", 12),
        // The one that did not count.
        ("do best", "some", "which=3", "3,5,6,4,5", 16),
        ("do best", "some", "which=3", "3,5,6,4,1", 15),
        ("do best", "low", "", "1,2,6,4,6,6", 18),
        ("do best", "better", "", "3,5,6,4,1,6,6,6", 18),
        ("do best", "better", "", "3,5,6,4,1,1,6,6", 15),
        ("do best", "worse", "", "3,5,6,4,1,6,6,6", 15),
        ("do best", "worse", "", "3,5,6,4,1,1,6,6", 13),
        ("do burst", "every", "", "4,1,2,4,3,2", 2),
        ("do burst", "some", "which=4", "4,1,3,1", 1),
        ("do burst", "some", "which=1", "4,1,3,2", 2),
    ] {
        let out: serde_json::Value = serde_json::from_str(&rolled(action, wanted, set, dice)).unwrap();
        assert_eq!(out["tests"][0]["totals"][0], total, "{action} {wanted} {set} {dice}");
    }
}

/// All throws of so many dice with six sides.
fn throws(dice: usize) -> Vec<Vec<u32>> {
    (0..dice).fold(vec![Vec::new()], |throws, _| {
        throws.into_iter().flat_map(|throw| (1..=6).map(move |face| [throw.clone(), vec![face]].concat())).collect()
    })
}

fn highest(dice: &[u32], count: usize) -> u32 {
    let mut dice = dice.to_vec();
    dice.sort_unstable();
    dice.iter().rev().take(count).sum()
}

#[test]
fn odds_choose_the_dice_that_count_anew() {
    let home = home("odds");
    for (action, dice, kept, target) in [("do best", 4, 3, 12), ("do pair", 2, 1, 5)] {
        let (mut low, mut plain) = (0_f64, 0_f64);
        let all = throws(dice);
        for throw in &all {
            let stay: Vec<u32> = throw.iter().copied().filter(|face| *face > 2).collect();
            let again = throws(dice - stay.len());
            let succeeds = |again: &&Vec<u32>| highest(&[stay.clone(), (*again).clone()].concat(), kept) >= target;
            low += again.iter().filter(succeeds).count() as f64 / again.len() as f64 / all.len() as f64;
            plain += f64::from(u32::from(highest(throw, kept) >= target)) / all.len() as f64;
        }
        let better = 1.0 - (1.0 - plain) * (1.0 - plain);
        let wanted = [("every", plain), ("low", low), ("better", better), ("worse", plain * plain)];
        for (wanted, chance) in wanted {
            let args =
                ["odds", "-r", "keep.yml", "--do", action, "--as", "ann.yml", "--choose", wanted, "--format", "json"];
            let json: serde_json::Value = serde_json::from_str(&said(&home, &args)).unwrap();
            let values = json["values"].as_array().unwrap();
            let reached = values.iter().find(|one| one["value"].as_u64() == Some(u64::from(target))).unwrap();
            let found = reached["at_least_decimal"].as_f64().unwrap();
            assert!((found - chance).abs() < 1e-9, "{action} {wanted}: {found}, {chance} expected");
        }
    }
}

/// Of dice that were thrown again and are worse, those that stay are shown beside the total.
#[test]
fn remaining_dice_are_shown_in_short() {
    let home = home("short");
    let play = |again: &str| {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "-r", "keep.yml"]);
        finish(run, format!("load ann.yml\ndice 6,5\ndo pair Ann\ndice {again}\nbetter\n")).stdout
    };
    for (again, shown) in [("1,2", "[6 (5)]"), ("6,6", "[(6) 6]")] {
        let told = play(again);
        assert!(told.lines().last().is_some_and(|line| line.contains(shown)), "{again}: {told}");
    }
}

/// What explosions bring is thrown and kept like the rest, whichever way the odds are found.
#[test]
fn odds_of_dice_that_explode_and_are_kept() {
    let home = home("exploding");
    let out = said(&home, &["odds", "-r", "keep.yml", "--do", "do burst", "--as", "ann.yml", "--choose", "every"]);
    // The lower of both shows 3 or more in (2/4)² of the throws; a 4 brings another die, which shows less or
    // brings another again.
    let ok = |out: &str| out.lines().find(|line| line.starts_with("ok")).map(str::to_owned);
    let again = said(&home, &["odds", "-r", "keep.yml", "--do", "do burst", "--as", "ann.yml"]);
    assert_eq!(ok(&out), ok(&again), "{out}");
}
