//! `tirada odds` and `odds` at the prompt, to the letter, in an invented game.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

use crate::common::{Run, command, finish, folder};

const KITES: &str = "\
tirada: 1
id: kites
name: Kites
dice: {d: 6, roll: 2d, names: {a: lowest, Z: highest}}
options:
  gusts: {yes no: no}
traits:
  Reach: {number: 0..10, default: 0}
tables:
  Wind:
    ordered: yes
    columns: [usual, from, to]
    find: from..to
    rows:
      Calm: [5, 4, 6]
      Stiff Breeze: [8, 7, 9]
      Gale: [11, 10, 12]
  Loose:
    ranges: {1..3: 1, 4..6: 2}
vs: flight
tests:
  flight:
    ask:
      bonus: {number: any, default: 0}
      wind: {cell: Wind}
    against: wind
    roll: 2d
    values:
      sixes: count(6)
    show: [sixes]
    total: sum() + bonus - (if gusts then 1 else 0) + 0 * Reach
    outcomes:
      soars: {when: sixes >= 2, is: success}
      flies: {when: total >= wind, is: success}
      falls: {is: failure}
    opposed: {compare: [total], tie: {reroll: {}}}
";

const MORE: &str = "\
tirada: 1
id: more
name: More Kites
extends: kites
change: {tests: {flight: {outcomes: {soars: {when: sixes >= 1, is: success}}}}}
";

/// A home with two rulesets on its shelf.
fn home(test: &str) -> PathBuf {
    let home = folder(&format!("odds-{test}"));
    let shelf = home.join(".local/share/tirada/rulesets");
    std::fs::create_dir_all(&shelf).unwrap();
    std::fs::write(shelf.join("kites.yml"), KITES).unwrap();
    std::fs::write(shelf.join("more.yml"), MORE).unwrap();
    std::fs::create_dir_all(home.join(".config/tirada")).unwrap();
    std::fs::write(home.join(".config/tirada/config.yml"), "ruleset: kites\n").unwrap();
    home
}

fn tirada_in(home: &Path, args: &[&str], input: &str) -> Run {
    let mut run = command(home);
    run.args(args);
    finish(run, input)
}

/// What `tirada odds …` says in English.
fn odds(test: &str, args: &[&str]) -> Run {
    let mut whole = vec!["--lang", "en", "odds"];
    whole.extend(args);
    tirada_in(&home(test), &whole, "")
}

/// The same where all is well.
fn fine(test: &str, args: &[&str]) -> String {
    let run = odds(test, args);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0), "{args:?}");
    run.stdout
}

/// The same where something is wrong.
fn wrong(test: &str, args: &[&str], code: i32) -> String {
    let run = odds(test, args);
    assert_eq!((run.stdout.as_str(), run.code), ("", code), "{args:?} {}", run.stderr);
    run.stderr
}

#[test]
fn values_have_their_ratios_and_bars() {
    assert_eq!(
        fine("values", &["2d4"]),
        "\
2d4
value  fraction  exactly  at least  at most
─────  ────────  ───────  ────────  ───────  ───────────────────────────────────
    2      1/16    6.25%      100%    6.25%  ████████▊
    3       1/8   12.50%    93.75%   18.75%  █████████████████▌
    4      3/16   18.75%    81.25%   37.50%  ██████████████████████████▎
    5       1/4   25.00%    62.50%   62.50%  ███████████████████████████████████
    6      3/16   18.75%    37.50%   81.25%  ██████████████████████████▎
    7       1/8   12.50%    18.75%   93.75%  █████████████████▌
    8      1/16    6.25%     6.25%     100%  ████████▊
mean 5 · deviation 1.58 · median 5 · mode 5
"
    );
    assert_eq!(
        fine("values", &["--plain", "Z", "--at-most"]),
        "\
Z
value  fraction  at most  exactly  at least
-----  --------  -------  -------  --------  -----------------------------------
    1      1/36    2.78%    2.78%      100%  #
    2       1/9   11.11%    8.33%    97.22%  ####
    3       1/4   25.00%   13.89%    88.89%  #########
    4       4/9   44.44%   19.44%    75.00%  ################
    5     25/36   69.44%   25.00%    55.56%  ########################
    6         1     100%   30.56%    30.56%  ###################################
mean 4.47 (161/36) | deviation 1.4 | median 5 | mode 6
"
    );
}

#[test]
fn odds_of_a_test_show_its_outcomes() {
    assert_eq!(
        fine("test", &["flight(1) vs Stiff Breeze"]),
        "\
flight(1) vs Stiff Breeze
outcome  success  fraction  chance
───────  ───────  ────────  ──────  ────────────────────────────────────────────
soars    yes          1/36   2.78%  ██▎
flies    yes           5/9  55.56%  ████████████████████████████████████████████
falls    no           5/12  41.67%  █████████████████████████████████
succeeds 58.33% (7/12) · mean margin 0, from −5 to +5
sixes: 0 69.44% · 1 27.78% · 2 2.78%

total  fraction  exactly  at least  at most
─────  ────────  ───────  ────────  ───────  ───────────────────────────────────
    3      1/36    2.78%      100%    2.78%  █████▉
    4      1/18    5.56%    97.22%    8.33%  ███████████▋
    5      1/12    8.33%    91.67%   16.67%  █████████████████▌
    6       1/9   11.11%    83.33%   27.78%  ███████████████████████▍
    7      5/36   13.89%    72.22%   41.67%  █████████████████████████████▏
    8       1/6   16.67%    58.33%   58.33%  ███████████████████████████████████
    9      5/36   13.89%    41.67%   72.22%  █████████████████████████████▏
   10       1/9   11.11%    27.78%   83.33%  ███████████████████████▍
   11      1/12    8.33%    16.67%   91.67%  █████████████████▌
   12      1/18    5.56%     8.33%   97.22%  ███████████▋
   13      1/36    2.78%     2.78%     100%  █████▉
mean 8 · deviation 2.42 · median 8 · mode 8
"
    );
}

#[test]
fn a_range_behind_vs_gives_rows() {
    assert_eq!(
        fine("range", &["flight(1) vs 4..12/4"]),
        "\
flight(1) vs 4..12/4
wind  soars   flies   falls  succeeds  mean
────  ─────  ──────  ──────  ────────  ────  ───────────────────────────────────
   4  2.78%  94.44%   2.78%    97.22%     8  ██████████████████████████████████
   8  2.78%  55.56%  41.67%    58.33%     8  ████████████████████▍
  12  2.78%   5.56%  91.67%     8.33%     8  ██▉
"
    );
    // So does a table, with the names of its rows.
    let by_name = fine("range", &["flight(1) vs wind"]);
    assert!(by_name.contains("\nStiff Breeze  2.78%  55.56%  41.67%    58.33%     8  █"), "{by_name}");
    assert_eq!(by_name.lines().count(), 6);
    // The comment stays what it is.
    assert!(fine("range", &["flight(1) vs 4..5 # both"]).starts_with("flight(1) vs 4..5 # both\nwind  soars"));
}

#[test]
fn rows_are_read_at_least_and_at_most() {
    let found = fine("read-rows", &["flight(1) vs 4..12/4", "--at-least"]);
    let below = found.split_once("\n\n").unwrap().1;
    assert!(below.starts_with("at least; across: wind\nmargin      4      8     12\n"), "{found}");
    // 35, 21 and 3 of 36 throws come to 3, 7 and 11.
    assert!(below.contains("\n     0  97.2%  58.3%   8.3%\n"), "{found}");
    assert!(below.contains("\n    +9   2.8%     0%     0%\n"), "{found}");
    let found = fine("read-rows", &["2d6 + x", "--over", "x=0..1", "--at-most"]);
    assert!(found.contains("\n\nat most; across: x\nvalue      0      1\n"), "{found}");
    assert!(found.contains("\n    3   8.3%   2.8%\n"), "{found}");
    let picture = fine("read-rows", &["2d6 + x", "--over", "x=0..1", "--at-least", "--format", "svg"]);
    assert!(picture.contains("<title>x 1 · 4: 97.22%</title>"), "{picture}");
}

#[test]
fn a_long_title_has_several_lines() {
    let words = "blown over the roofs and far out to sea";
    let text = format!("flight(1) vs 8 # {words}, {words}, {words}");
    let picture = fine("title", &[&text, "--format", "svg"]);
    let lines: Vec<&str> = picture.lines().filter(|line| line.contains("class=\"tirada-title\"")).collect();
    assert_eq!(lines.len(), 3, "{lines:#?}");
    assert!(lines.iter().all(|line| line.chars().count() < 64 + 60), "{lines:#?}");
    assert!(lines[2].ends_with("out to sea</text>"), "{lines:#?}");
}

#[test]
fn anything_that_has_a_name_can_change() {
    let bonus = fine("over", &["flight() vs 8", "--over", "BONUS=-1..1"]);
    assert!(bonus.contains("\n   −1  2.78%  25.00%  72.22%    27.78%     6  █"), "{bonus}");
    // A trait, an option, a name of one's own.
    assert!(fine("over", &["2d6 + Reach", "--over", "Reach=0,10"]).contains("\n   10    17       2.42      17"));
    assert!(fine("over", &["flight() vs 8", "--over", "gusts=yes,no"]).contains("\nyes    2.78%  25.00%"));
    assert!(fine("over", &["2d6 + more", "--over", "more=1..2"]).contains("\n   2     9       2.42       9"));
    // A table's rows answer what asks for them.
    assert_eq!(
        fine("over", &["flight()", "--over", "wind=Wind", "--over", "bonus=0..2"]),
        "\
flight()
succeeds; across: bonus
wind              0      1      2
────────────  ─────  ─────  ─────
Calm          83.3%  91.7%  97.2%
Stiff Breeze  41.7%  58.3%  72.2%
Gale           8.3%  16.7%  27.8%
"
    );
    let none = odds("over", &["flight() vs 8", "--over", "Reach=0,1"]);
    assert!(none.stderr.starts_with("warning[over-no-effect]: Nothing changes with “Reach”"), "{}", none.stderr);
    assert_eq!(none.code, 0);
}

#[test]
fn expressions_and_rulesets_stand_side_by_side() {
    assert_eq!(
        fine("beside", &["--base", "-r", "more", "flight(1) vs 4..12/4"]),
        "\
flight(1) vs 4..12/4
succeeds
wind   kites    more  difference
────  ──────  ──────  ──────────
   4  97.22%  97.22%        0 pp
   8  58.33%  58.33%        0 pp
  12   8.33%  30.56%   +22.22 pp
"
    );
    let named = fine("beside", &["-r", "kites", "-r", "more", "flight(1) vs 8", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&named).unwrap();
    assert_eq!((list[0]["ruleset"].as_str(), list[0]["success"].as_str()), (Some("kites"), Some("7/12")));
    assert_eq!((list[1]["ruleset"].as_str(), list[1]["success"].as_str()), (Some("more"), Some("7/12")));
    assert_eq!(
        fine("beside", &["d4", "d6", "--plain"]),
        "\x20            d4    d6  difference
---------  ----  ----  ----------
mean        2.5   3.5       +1.00
deviation  1.12  1.71

exactly      d4                            d6                        difference
-------  ------  --------------------  ------  --------------------  ----------
      1  25.00%  ####################  16.67%  #############           -8.33 pp
      2  25.00%  ####################  16.67%  #############           -8.33 pp
      3  25.00%  ####################  16.67%  #############           -8.33 pp
      4  25.00%  ####################  16.67%  #############           -8.33 pp
      5      0%                        16.67%  #############          +16.67 pp
      6      0%                        16.67%  #############          +16.67 pp
"
    );
}

#[test]
fn every_format_holds_the_same() {
    assert_eq!(
        fine("formats", &["d2", "--format", "markdown"]),
        "\
## `d2`

| value | fraction | exactly | at least | at most |
| ---: | ---: | ---: | ---: | ---: |
| **1** | 1/2 | 50.00% | 100% | 50.00% |
| **2** | 1/2 | 50.00% | 50.00% | 100% |

mean **1.5** · deviation **0.5** · median **1** · mode **1, 2**
"
    );
    assert_eq!(
        fine("formats", &["d2", "--format", "csv"]),
        "\
expression,value,probability,decimal,at_least,at_most,kind,ruleset
d2,1,1/2,0.5,1/1,1/2,value,kites
d2,2,1/2,0.5,1/2,1/1,value,kites
"
    );
    let json = "{\"version\":1,\"ruleset\":\"kites\",\"expression\":\"d2\",\"values\":[\
        {\"value\":1,\"probability\":\"1/2\",\"decimal\":0.5,\"at_least\":\"1/1\",\"at_least_decimal\":1.0,\
        \"at_most\":\"1/2\",\"at_most_decimal\":0.5},\
        {\"value\":2,\"probability\":\"1/2\",\"decimal\":0.5,\"at_least\":\"1/2\",\"at_least_decimal\":0.5,\
        \"at_most\":\"1/1\",\"at_most_decimal\":1.0}],\
        \"outcomes\":[],\"success\":null,\"success_decimal\":null,\"mean\":\"3/2\",\"mean_decimal\":1.5,\
        \"deviation\":0.5,\"variance\":\"1/4\",\"median\":1,\"modes\":[1,2],\"margin\":null,\"shown\":{},\
        \"left\":\"0/1\",\"undecided\":\"0/1\",\"unanswered\":[],\"samples\":null}\n";
    assert_eq!(fine("formats", &["d2", "--json"]), json);
    assert_eq!(fine("formats", &["d2", "--format", "json"]), json);
    let picture = fine("formats", &["d2", "--format", "svg"]);
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    assert!(picture.contains("<title>1: 50.00%</title>"), "{picture}");
}

#[test]
fn spanish_is_spoken_where_it_is_asked_for() {
    let run = tirada_in(&home("spanish"), &["--lang", "es", "odds", "flight(1) vs 4..12/4"], "");
    assert_eq!(
        run.stdout,
        "\
flight(1) vs 4..12/4
wind   soars    flies    falls  se logra  media
────  ──────  ───────  ───────  ────────  ─────  ───────────────────────────────
   4  2,78 %  94,44 %   2,78 %   97,22 %      8  ██████████████████████████████▏
   8  2,78 %  55,56 %  41,67 %   58,33 %      8  ██████████████████▏
  12  2,78 %   5,56 %  91,67 %    8,33 %      8  ██▋
"
    );
    let run = tirada_in(&home("spanish"), &["--lang", "es", "odds", "d6 vs 9..4"], "");
    assert_eq!(
        run.stderr,
        "\
error[over-empty]: «9..4» está vacío: un intervalo va de menor a mayor, en pasos de 1 o más.
 --> <expresión>:1:7
    d6 vs 9..4
          ^^^^ no hay nada
"
    );
}

#[test]
fn what_is_wrong_points_at_what_was_typed() {
    assert_eq!(
        wrong("wrong", &["flight(1) + Reech vs 4..12"], 1),
        "\
error[unknown-name]: “Reech” means nothing here.
 --> <expression>:1:13
    flight(1) + Reech vs 4..12
                ^^^^^ not known
  help: did you mean “Reach”?
  fix: replace “Reech” with “Reach”
"
    );
    assert_eq!(wrong("wrong", &["2d6 vs Wind[Calm, usal]"], 1).lines().nth(1), Some(" --> <expression>:1:19"));
    // What stands for several values is meant as a whole.
    assert_eq!(
        wrong("wrong", &["flight(1, wind = 3) vs 4..6"], 1),
        "\
error[target-twice]: “wind” is given twice: in the parentheses and after `vs`.
 --> <expression>:1:24
    flight(1, wind = 3) vs 4..6
                           ^^^^ a second time
"
    );
    // What cannot be had at all is the whole expression.
    assert!(wrong("wrong", &["sum(1000d1000) vs 100..200/100"], 1).contains(
        "\n --> <expression>:1:1\n    sum(1000d1000) vs 100..200/100\n    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ too many"
    ));
    let of_one = wrong("wrong", &["-r", "kites", "-r", "more", "2d6 + Reech"], 1);
    assert!(of_one.contains(" --> <expression> (kites):1:7"), "{of_one}");
}

/// `6x 4d6` says how often to roll: it has no odds, but each of the rolls has.
#[test]
fn one_of_several_rolls_has_odds() {
    let run = odds("several", &["-r", "plain", "6x 2d6kh1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let one = odds("one", &["-r", "plain", "2d6kh1"]);
    assert_eq!(run.stdout.lines().skip(1).collect::<Vec<_>>(), one.stdout.lines().skip(1).collect::<Vec<_>>());
    assert!(run.stderr.contains("one-of-several") && run.stderr.contains("2d6kh1"), "{}", run.stderr);
}

/// What is wrong is told of what was typed, not of what was understood.
#[test]
fn errors_only_quote_typed_text() {
    for typed in ["8d10>=8s", "4d6 drop lowest zzz"] {
        let told = wrong("typed", &["-r", "plain", typed], 1);
        assert!(told.contains(typed) && !told.contains("count(") && !told.contains("dl1"), "{told}");
    }
}

#[test]
fn invalid_sweeps_are_refused() {
    let first = |args: &[&str], code| wrong("refused", args, code).lines().next().unwrap().to_owned();
    assert_eq!(
        first(&["flight() vs 8", "--over", "bonus"], 2),
        "error[over-unfinished]: “bonus” does not say what changes and how. Write NAME=0..15, NAME=8..32/4, NAME=1,3,5, or NAME=TABLE."
    );
    assert_eq!(
        first(&["flight() vs 8", "--over", "bonus=3..1"], 2),
        "error[over-empty]: There is nothing in “3..1”: a range goes from low to high, in steps of 1 or more."
    );
    assert_eq!(
        first(&["flight() vs 8", "--over", "bonus=1..201"], 2),
        "error[over-too-many]: “1..201” is 201 values: 200 at most."
    );
    assert_eq!(
        first(&["flight() vs 8", "--over", "bonus=1..9223372036854775807"], 2),
        "error[over-too-many]: “1..9223372036854775807” is 9223372036854775807 values: 200 at most."
    );
    assert_eq!(
        first(&["flight() vs 8", "--over", "bonus=Loose"], 1),
        "error[over-no-rows]: The rows of “Loose” have no names."
    );
    assert_eq!(
        first(&["2d6 + x", "--over", "x=Wind"], 1),
        "error[over-needs-numbers]: “x” is a name of your own, which takes numbers only."
    );
    assert_eq!(
        first(&["flight() vs 4..5", "--over", "bonus=1,2", "--over", "Reach=1,2"], 1),
        "error[over-too-many-names]: At most 2 things can change at once."
    );
    assert_eq!(
        first(&["flight() vs 1..200", "--over", "bonus=1..200"], 1),
        "error[over-too-many-points]: Together these are 40000 combinations: 2000 at most."
    );
    assert_eq!(
        first(&["flight() vs 8", "--over", "bonus=1,2", "--set", "bonus=3"], 1),
        "error[said-twice]: “bonus” is given two values."
    );
    assert_eq!(
        first(&["2d6 vs 4..5", "2d6 vs 4..6"], 1),
        "error[over-differ]: Results side by side need the same rows: one has wind=4…5, another wind=4…6."
    );
    assert_eq!(
        first(&["--base", "d6"], 1),
        "error[base-of-nothing]: “kites” extends no other ruleset that could be shown beside it."
    );
    let near = wrong("refused", &["flight() vs 8", "--over", "bonuss=1..2"], 1);
    assert!(near.contains("help: did you mean “bonus”?"), "{near}");
    let near = wrong("refused", &["flight() vs 8", "--over", "wind=Windd"], 2);
    assert!(near.contains("help: did you mean “Wind”?"), "{near}");
    assert_eq!(odds("refused", &["d6", "--at-least", "--at-most"]).code, 2);
    let number = wrong("refused", &["d6", "--at-least", "4"], 1);
    assert!(number.starts_with("error[at-least-number]: `--at-least` takes no number"), "{number}");
    assert!(number.contains("look at the row 4"), "{number}");
    assert_eq!(odds("refused", &[]).code, 2);
    assert_eq!(odds("refused", &["-r", "./nowhere.yml", "d6"]).code, 3);
}

#[test]
fn too_large_questions_are_refused_before_using_memory() {
    let much = wrong("large", &["1000d100", "--json"], 1);
    assert!(much.starts_with("error[odds-too-much]: This would be about 1269 MB: 64 MB at most"), "{much}");
    let held = wrong("large", &["1000d100 + x", "--over", "x=1..200", "--format", "svg"], 1);
    assert!(held.starts_with("error[odds-too-much-memory]: Computing this takes more than the 192 MB"), "{held}");
    assert!(held.contains("\n --> <expression>:1:1\n"), "{held}");
    // As text it is short.
    assert!(fine("large", &["500d100"]).lines().count() < 60);
}

#[test]
fn expressions_may_begin_with_minus_or_be_piped() {
    assert!(fine("minus", &["-d2 + 1", "--plain"]).contains("\n   -1       1/2"));
    assert!(fine("minus", &["--plain", "--", "d2", "-d2"]).contains("\n     -2"));
    let run = tirada_in(&home("minus"), &["odds", "-", "--json"], "d2\n");
    assert!(run.stdout.starts_with("{\"version\":1,\"ruleset\":\"kites\",\"expression\":\"d2\""), "{}", run.stderr);
}

#[test]
fn the_prompt_knows_odds() {
    let home = home("prompt");
    let input = "odds last\nlet Reach = 2\ndice 1,2\n2d6 + Reach # up\nodds last\nodds flight(Reach) vs 4..6\nodds 2d6 + Reech\nset gusts = yes\nodds flight() vs 12..12\nodds\n";
    let run = tirada_in(&home, &["--lang", "en"], input);
    assert_eq!(
        run.stdout,
        "\
Reach = 2
The next roll: 1, 2
2d6: 1 2
(2d6 = 3) + Reach 2
= 5  # up
2d6 + Reach # up
value  fraction  exactly  at least  at most
─────  ────────  ───────  ────────  ───────  ───────────────────────────────────
    4      1/36    2.78%      100%    2.78%  █████▉
    5      1/18    5.56%    97.22%    8.33%  ███████████▋
    6      1/12    8.33%    91.67%   16.67%  █████████████████▌
    7       1/9   11.11%    83.33%   27.78%  ███████████████████████▍
    8      5/36   13.89%    72.22%   41.67%  █████████████████████████████▏
    9       1/6   16.67%    58.33%   58.33%  ███████████████████████████████████
   10      5/36   13.89%    41.67%   72.22%  █████████████████████████████▏
   11       1/9   11.11%    27.78%   83.33%  ███████████████████████▍
   12      1/12    8.33%    16.67%   91.67%  █████████████████▌
   13      1/18    5.56%     8.33%   97.22%  ███████████▋
   14      1/36    2.78%     2.78%     100%  █████▉
mean 9 · deviation 2.42 · median 9 · mode 9
flight(Reach) vs 4..6
wind  soars   flies  falls  succeeds  mean
────  ─────  ──────  ─────  ────────  ────  ────────────────────────────────────
   4  2.78%  97.22%     0%      100%     9  ████████████████████████████████████
   5  2.78%  94.44%  2.78%    97.22%     9  ███████████████████████████████████
   6  2.78%  88.89%  8.33%    91.67%     9  █████████████████████████████████
gusts = yes
flight() vs 12..12
wind  soars  flies   falls  succeeds  mean
────  ─────  ─────  ──────  ────────  ────  ────────────────────────────────────
  12  2.78%     0%  97.22%     2.78%     6  █
"
    );
    let places: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with(" --> ")).collect();
    assert_eq!(places, [" --> <stdin>:1:6", " --> <stdin>:7:12", " --> <stdin>:10:1"], "{}", run.stderr);
    assert_eq!(run.code, 1);
}

const BANGS: &str = "\
tirada: 1
id: bangs
name: Bangs
rounding: down
formulas: {spread(n): 'let p = (n)d6! in sum(p) * repeats(p) + highest(p) * lowest(p)'}
points: {Fuse: {start: 3}}
tests:
  plain: {ask: {n: {number: 1..60}}, roll: (n)d6, total: sum() * repeats() + highest() * lowest()}
actions:
  blast:
    roles: [who]
    ask: {n: {number: 1..60}}
    steps:
      spread out: 'let p = (n)d6! in sum(p) * repeats(p) + highest(p) * lowest(p)'
      burns: {when: «spread out» > 90, gain: {Fuse: 1}}
";

/// That fewer explosions can be followed is said where it gives an answer, whatever throws them, and nowhere else.
#[test]
fn fewer_explosions_are_offered_where_that_helps() {
    let home = home("bangs");
    std::fs::write(home.join("bangs.yml"), BANGS).unwrap();
    std::fs::write(home.join("bo.yml"), "tirada character: 1\nname: Bo\nruleset: bangs\n").unwrap();
    let [rules, bo] = ["bangs.yml", "bo.yml"].map(|file| home.join(file).to_str().unwrap().to_owned());
    let asked = |args: &[&str]| tirada_in(&home, &[&["--lang", "en", "odds", "-r", &rules], args].concat(), "");
    let blast = ["--do", "blast", "--as", &bo, "--set", "n=10"];
    for args in [&["spread(10)"][..], &["let p = 10d6! in sum(p) * repeats(p) + highest(p) * lowest(p)"], &blast] {
        let told = asked(args);
        assert!(
            told.stderr.contains("with `--depth 2` there is an answer"),
            "{args:?}: {}{}",
            told.stdout,
            told.stderr
        );
        let told = asked(&[args, &["--depth", "2"]].concat());
        assert_eq!(told.code, 0, "{args:?}: {}", told.stderr);
    }
    let told = asked(&["plain(60), highest() * 7 + lowest() given repeats() > 3"]);
    assert!(!told.stderr.contains("--depth"), "{}", told.stderr);
}

/// Of flags that do not go together, those are named whose absence mends it.
#[test]
fn conflicting_flags_get_minimal_advice() {
    let told = |args: &[&str]| wrong("conflict", args, 2);
    let three = told(&["--do", "x", "--at-least", "--policy", "y: yes"]);
    assert!(three.contains("help: leave out `--at-least`; or leave out `--do`, `--policy`\n"), "{three}");
    let two = told(&["--do", "x", "--over", "n=1..3"]);
    assert!(!two.contains("leave out"), "{two}");
}

/// Three questions about dice have as many answers as the product of all: that is seen before they are tried.
#[test]
fn questions_with_too_many_answers_are_refused_at_once() {
    let home = home("answers");
    let rules = "\
tirada: 1
id: heaps
name: Heaps
points: {Luck: {start: 3}}
tests:
  heap: {roll: 6d6, total: sum(), outcomes: {fine: {when: total >= 25, is: success}, bad: {is: failure}}}
interventions:
  sift:
    after: heap
    ask: {a: {dice: any}, b: {dice: any}, c: {dice: any}}
    steps: {one: {reroll: a}, two: {reroll: b, keep: better}, three: {reroll: c, keep: better}}
";
    std::fs::write(home.join("heaps.yml"), rules).unwrap();
    std::fs::write(home.join("bo.yml"), "tirada character: 1\nname: Bo\nruleset: heaps\n").unwrap();
    let [rules, bo] = ["heaps.yml", "bo.yml"].map(|file| home.join(file).to_str().unwrap().to_owned());
    let began = std::time::Instant::now();
    for (dice, ways) in [("1,2,3,4,5,6", "200000"), ("6,6,6,1,1,1", "3000")] {
        let args = ["--lang", "en", "odds", "-r", &rules, "heap()", "--after", dice, "--with", &bo];
        let told = tirada_in(&home, &args, "");
        let said: String = told.stderr.split_whitespace().collect();
        assert!(said.contains(&format!("about{ways}cases")), "{dice}: {}{}", told.stdout, told.stderr);
    }
    // It took half a minute.
    assert!(began.elapsed().as_secs() < 10);
}

const LUCKY: &str = "\
tirada: 1
id: lucky
name: Lucky
points: {Luck: {start: 2}}
tests:
  first:
    roll: {a: d6, c: d6}
    total: a
    outcomes: {good: {when: 'count(c, 6) = 1', is: success}, bad: {is: failure}}
  second:
    ask: {bonus: {number: any, default: 0}}
    roll: {own: d6}
    total: own + bonus
    outcomes: {great: {when: total >= 4, is: success}, poor: {is: failure}}
  arm: {roll: d4, total: sum(), opposed: {compare: [total], tie: nobody}}
interventions:
  nudge: {after: [first, second], steps: {joins: {pay: {Luck: 1}}, r: {reroll: all}}}
  single:
    after: second
    ask: {which: {dice: any, exactly: 1}}
    steps: {pays: {pay: {Luck: 2}}, rr: {reroll: which}}
  again: {after: arm, steps: {p: {pay: {Luck: 1}}, rr: {reroll: all}}}
  aid:
    after: second
    roles: [friend]
    roller: whom
    when: friend != whom
    steps: {p: {pay: {Luck: 1}, from: friend}, more: {change: {bonus: bonus + 2}}}
actions:
  wrestle: {roles: [one, other], steps: {bout: {oppose: arm, sides: {one: {}, other: {}}}}}
";

fn lucky(args: &[&str]) -> Run {
    let home = home("lucky");
    std::fs::write(home.join("lucky.yml"), LUCKY).unwrap();
    for name in ["Ada", "Bo"] {
        let sheet = format!("tirada character: 1\\nname: {name}\\nruleset: lucky\\n").replace("\\n", "\n");
        std::fs::write(home.join(format!("{name}.yml")), sheet).unwrap();
    }
    let mut run = command(&home);
    run.current_dir(&home).args(["--lang", "en", "odds", "-r", "lucky.yml"]).args(args);
    finish(run, "")
}

/// `success` is read of the test that is rolled, also where an intervention follows several.
#[test]
fn policies_read_the_test_that_is_rolled() {
    let told = lucky(&["second()", "--with", "Ada.yml", "--policy", "nudge: not success"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("succeeds 75.00% (3/4)"), "{}", told.stdout);
}

/// A range, and what `--over` varies, have a row for each value, as if it was asked for alone.
#[test]
fn interventions_go_over_rows() {
    let ways: [&[&str]; 3] =
        [&["--choose", "nudge"], &["--policy", "nudge: not success"], &["--choose", "nudge", "--best", "success"]];
    for way in ways {
        let chances = |varied: &[&str]| {
            let told = lucky(&[&["--with", "Ada.yml", "--json"], way, varied].concat());
            assert_eq!(told.code, 0, "{way:?}: {}", told.stderr);
            let told: serde_json::Value = serde_json::from_str(&told.stdout).unwrap();
            let rows = told.as_array().cloned().unwrap_or_else(|| vec![told["tests"][0].clone()]);
            rows.into_iter().map(|row| row["success"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let rows = chances(&["second()", "--over", "bonus=0..2"]);
        let alone = ["second(0)", "second(1)", "second(2)"].map(|text| chances(&[text]));
        assert_eq!(rows, alone.concat(), "{way:?}");
        assert_eq!(rows.len(), 3);
    }
    let told = lucky(&["second()", "--over", "bonus=0..2", "--with", "Ada.yml", "--choose", "nudge"]);
    assert!(told.stdout.starts_with("second() · --choose “nudge”\nbonus"), "{}", told.stdout);
    assert!(!told.stdout.contains("Left over"), "{}", told.stdout);
    let told = lucky(&["second()", "--over", "Bold=0..2", "--with", "Ada.yml", "--choose", "nudge"]);
    assert!(told.stderr.contains("over-unknown-name"), "{}", told.stderr);
}

/// Of decisions that are worth the same, those with the fewest interventions.
#[test]
fn best_play_does_no_more_than_it_has_to() {
    let home = home("fewest");
    let rules = "\
tirada: 1
id: fewest
name: Fewest
tests:
  t: {roll: 1d6, total: sum(), outcomes: {ok: {when: total >= 4, is: success}, no: {is: failure}}}
interventions:
  bless: {after: t, steps: {r: {reroll: all, keep: better}}}
  curse: {after: t, steps: {r: {reroll: all, keep: worse}}}
";
    std::fs::write(home.join("fewest.yml"), rules).unwrap();
    for order in [["bless", "curse"], ["curse", "bless"]] {
        let mut run = command(&home);
        run.current_dir(&home).args(["--lang", "en", "odds", "-r", "fewest.yml", "t()", "--best", "success"]);
        run.args(order.map(|name| ["--choose", name]).concat());
        let told = finish(run, "").stdout;
        let row = |name: &str| told.lines().find(|line| line.starts_with(name)).unwrap_or("").to_owned();
        assert!(told.contains("75.00% (3/4)"), "{told}");
        assert!(row("bless").contains("total <= 3") && row("bless").ends_with("50.00%"), "{told}");
        assert!(row("curse").contains("never") && row("curse").ends_with("0%"), "{told}");
    }
}

/// Of two decisions to do the same, the first is taken: one condition says when.
#[test]
fn what_is_named_twice_has_one_condition() {
    let twice = ["second()", "--with", "Ada.yml", "--choose", "nudge", "--choose", "nudge", "--best", "success"];
    let told = lucky(&twice);
    let advised = "nudge     second  total <= 3    1.50 ×  75.00%";
    assert!(told.stdout.contains("87.50% (7/8)") && told.stdout.contains(advised), "{}{}", told.stdout, told.stderr);
}

/// What can no longer be paid is not asked for.
#[test]
fn impossible_interventions_decide_nothing() {
    let told = lucky(&["second()", "--with", "Ada.yml", "--choose", "nudge", "--choose", "single", "--best", "total"]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("single") && !told.stdout.contains("nudge which"), "{}", told.stdout);
}

/// Where a condition does not hold, it does not matter whether it could be paid.
#[test]
fn a_policy_that_never_holds_takes_nothing() {
    let policies = ["--policy", "nudge: not success", "--policy", "single which=worst(1): no"];
    let told = lucky(&[&["second()", "--with", "Ada.yml"], &policies[..]].concat());
    assert_eq!(told.code, 0, "{}", told.stderr);
}

/// Whoever is there may help.
#[test]
fn best_play_includes_what_others_do() {
    let told = lucky(&["second()", "--with", "Ada.yml", "--with", "Bo.yml", "--best", "success"]);
    assert!(told.stdout.contains("aid friend=Bo"), "{}{}", told.stdout, told.stderr);
}

/// The dice of the other side decide as well; advice that cannot tell them says so.
#[test]
fn advice_with_further_conditions_is_marked() {
    let goal = "if bout.winner = one then 1 else 0";
    let cast = ["--do", "wrestle", "--as", "one=Ada.yml", "--as", "other=Bo.yml"];
    let told = lucky(&[&cast[..], &["--choose", "again at=Ada", "--best", goal]].concat());
    assert!(told.stdout.contains("1; 2; 3 *") && told.stdout.contains("\n* What is best"), "{}", told.stdout);
    let told = lucky(&["arm() vs arm()", "--with", "Ada.yml", "--choose", "again", "--best", "success"]);
    assert!(told.stderr.contains("--do ACTION"), "{}", told.stderr);
}

/// Who ties throws again, and again: of all of that less than one in a thousand million is left out.
#[test]
fn orders_with_ties_are_followed_to_their_end() {
    let home = home("queue");
    let again = "{roles: {z: many}, steps: {e: {each: {one: z}, steps: {r: d4, s: {set: {one.Pace: r}}}}";
    let rules = format!(
        "tirada: 1\nid: queue\nname: Queue\npoints: {{Pace: {{}}}}\nactions:\n  start: {again}, o: {{order: z, by: [Pace], \
         ties: again}}}}}}\n  again: {again}}}}}\n"
    );
    std::fs::write(home.join("queue.yml"), rules).unwrap();
    let mut args = vec!["--lang", "en", "odds", "-r", "queue.yml", "--do", "start", "--json"];
    for (file, name) in [("a.yml", "Ada"), ("b.yml", "Bo"), ("c.yml", "Cy")] {
        std::fs::write(home.join(file), format!("tirada character: 1\nname: {name}\nruleset: queue\n")).unwrap();
    }
    args.extend(["--as", "z=a.yml", "--as", "z=b.yml", "--as", "z=c.yml"]);
    let mut run = command(&home);
    run.current_dir(&home).args(args);
    let told = finish(run, "");
    assert_eq!(told.code, 0, "{}", told.stderr);
    let found: serde_json::Value = serde_json::from_str(&told.stdout).unwrap();
    let left = found["unanswered"][0]["decimal"].as_f64().unwrap();
    assert!(left > 0.0 && left < 1e-9, "{left}");
}
