//! Odds as tables, CSV, JSON and pictures. The odds are counted here, way by way.

use std::collections::BTreeMap;

use insta::assert_snapshot;
use num_bigint::BigUint;
use tirada::internals::engine::{Answer, Verdict};
use tirada::internals::odds::{Chance, Distribution, Odds, OutcomeOdds};
use tirada::internals::report::document::text::{TextStyle, render};
use tirada::internals::report::document::{bbcode, markdown};
use tirada::internals::report::odds::{Cumulation, ExpressionView, Parameter, Point, Series, csv, document, json, svg};
use tirada::internals::report::{Catalogue, Language};

use super::xml::sound;

/// All throws of some dice of so many faces.
fn throws(dice: usize, faces: i64) -> Vec<Vec<i64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..dice {
        all = all.iter().flat_map(|one| (1..=faces).map(move |face| [one.as_slice(), &[face]].concat())).collect();
    }
    all
}

fn of<K: Ord + Clone>(ways: BTreeMap<K, u64>, all: usize) -> Distribution<K> {
    Distribution::new(ways.into_iter().map(|(key, ways)| (key, ways.into())).collect(), all.into())
}

fn counted(throws: &[Vec<i64>], value: impl Fn(&[i64]) -> Answer) -> Distribution<Answer> {
    let mut ways = BTreeMap::new();
    for throw in throws {
        *ways.entry(value(throw)).or_default() += 1;
    }
    of(ways, throws.len())
}

fn plain(values: Distribution<Answer>) -> Odds {
    Odds {
        values,
        outcomes: Vec::new(),
        margin: None,
        shown: Vec::new(),
        undecided: Chance::never(),
        unanswered: Vec::new(),
        samples: None,
        given: None,
        pairs: None,
    }
}

fn middle(throw: &[i64]) -> i64 {
    let mut sorted = throw.to_vec();
    sorted.sort_unstable();
    sorted[1]
}

/// The middle of three against a number: two ones are a mishap, two tens a triumph.
fn trial(bonus: i64, target: i64) -> Odds {
    let throws = throws(3, 10);
    let mut ends: BTreeMap<usize, u64> = BTreeMap::new();
    let mut margins = BTreeMap::new();
    let mut tens = BTreeMap::new();
    for throw in &throws {
        let count = |face: i64| throw.iter().filter(|one| **one == face).count();
        let total = middle(throw) + bonus;
        let end = match () {
            () if count(10) >= 2 => 0,
            () if count(1) >= 2 => 3,
            () if total >= target => 1,
            () => 2,
        };
        *ends.entry(end).or_default() += 1;
        *margins.entry(total - target).or_default() += 1;
        *tens.entry(Answer::Number(count(10) as i64)).or_default() += 1;
    }
    let outcome = |index: usize, name: &str, success: Option<bool>| OutcomeOdds {
        name: Some(name.to_owned()),
        verdict: None,
        success,
        classes: Vec::new(),
        chance: Chance::new(ends.get(&index).copied().unwrap_or(0), 1000_u32),
    };
    Odds {
        outcomes: vec![
            outcome(0, "triumph", Some(true)),
            outcome(1, "hit", Some(true)),
            outcome(2, "miss", Some(false)),
            outcome(3, "mishap", Some(false)),
        ],
        margin: Some(of(margins, 1000)),
        shown: vec![("tens".to_owned(), of(tens, 1000))],
        ..plain(counted(&throws, |throw| Answer::Number(middle(throw) + bonus)))
    }
}

fn series(name: &str, odds: Odds) -> Series {
    let points = vec![Point { expression: name.to_owned(), odds }];
    Series { name: name.to_owned(), ruleset: "mini".to_owned(), expression: name.to_owned(), points }
}

fn one(name: &str, odds: Odds) -> ExpressionView {
    ExpressionView::one("mini", name, odds)
}

fn the_middle() -> ExpressionView {
    one("B", plain(counted(&throws(3, 10), |throw| Answer::Number(middle(throw)))))
}

fn two_trials() -> ExpressionView {
    ExpressionView {
        series: vec![series("B + 5 vs 12", trial(5, 12)), series("B + 7 vs 12", trial(7, 12))],
        difference: true,
        ..ExpressionView::default()
    }
}

fn over(name: &str, values: impl IntoIterator<Item = i64> + Clone, odds: impl Fn(i64) -> Odds) -> ExpressionView {
    let points =
        values.clone().into_iter().map(|value| Point { expression: format!("B + 5 vs {value}"), odds: odds(value) });
    let series = Series { points: points.collect(), ..series("B + 5 vs 8..14", plain(Distribution::nothing())) };
    let values = values.into_iter().map(|value| value.to_string()).collect();
    ExpressionView {
        series: vec![series],
        parameters: vec![Parameter { name: name.to_owned(), values }],
        ..ExpressionView::default()
    }
}

/// The sum of so many dice, face by face.
fn sum(dice: u32, faces: i64) -> Distribution<Answer> {
    let mut ways = BTreeMap::from([(0_i64, BigUint::from(1_u32))]);
    for _ in 0..dice {
        let mut next: BTreeMap<i64, BigUint> = BTreeMap::new();
        for (value, count) in &ways {
            for face in 1..=faces {
                *next.entry(value + face).or_default() += count;
            }
        }
        ways = next;
    }
    let all = BigUint::from(faces.unsigned_abs()).pow(dice);
    Distribution::new(ways.into_iter().map(|(value, ways)| (Answer::Number(value), ways)).collect(), all)
}

fn drawn(view: &ExpressionView, width: usize) -> String {
    drawn_in(view, width, Language::English)
}

fn drawn_in(view: &ExpressionView, width: usize, language: Language) -> String {
    let style = TextStyle { width, ..TextStyle::default() };
    let text = render(&document(view, &Catalogue::new(language)), &style);
    let widest = text.lines().map(|line| line.chars().count()).max().unwrap();
    assert!(width == 0 || widest <= width, "{widest} of {width}\n{text}");
    text
}

fn english() -> Catalogue {
    Catalogue::new(Language::English)
}

#[test]
fn a_distribution_fills_its_width() {
    for width in [40, 80, 120] {
        assert_snapshot!(format!("odds_values_{width}"), drawn(&the_middle(), width));
    }
    // Too narrow for bars it is a table still, and a pipe has room for eighty columns.
    assert_snapshot!("odds_values_20", drawn(&the_middle(), 20));
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max();
    assert_eq!(longest(&drawn(&the_middle(), 0)), Some(80));
    assert_eq!(longest(&drawn(&the_middle(), 200)), Some(200));
}

#[test]
fn bars_are_as_long_as_chances_are_high() {
    for (width, plain) in [(40, false), (63, false), (80, true), (200, true)] {
        let style = TextStyle { width, plain, ..TextStyle::default() };
        let text = render(&document(&the_middle(), &english()), &style);
        let eighths = |line: &str| -> u64 {
            let bar = line.rsplit(' ').next().unwrap().chars();
            bar.map(|letter| "▏▎▍▌▋▊▉█".chars().position(|one| one == letter).map_or(8, |at| at as u64 + 1)).sum()
        };
        let bars: Vec<u64> = text.lines().skip(3).take(10).map(eighths).collect();
        let most = *bars.iter().max().unwrap();
        for (bar, ways) in bars.iter().zip([28_u64, 76, 112, 136, 148, 148, 136, 112, 76, 28]) {
            let unit = if plain { 8 } else { 1 };
            // Half a unit is lost at most where it is rounded.
            assert!((bar * 148).abs_diff(ways * most) <= unit * 148 / 2, "{bar} of {most} for {ways}\n{text}");
        }
    }
}

#[test]
fn tests_are_drawn_with_outcomes_and_margins() {
    let trial = one("B + 5 vs 12", trial(5, 12));
    assert_snapshot!("odds_test_80", drawn(&trial, 80));
    assert_snapshot!("odds_test_40", drawn(&trial, 40));
    assert_snapshot!("odds_test_es", drawn_in(&trial, 80, Language::Spanish));
    let margins = ExpressionView { margins: true, reading: Cumulation::AtLeast, ..trial };
    assert_snapshot!("odds_test_margins", drawn(&margins, 80));
}

#[test]
fn plain_characters_are_plain() {
    let style = TextStyle { width: 80, plain: true, ..TextStyle::default() };
    let views = [one("B + 5 vs 12", trial(5, 12)), two_trials(), over("target", 8..15, |target| trial(5, target))];
    for view in &views {
        let text = render(&document(view, &english()), &style);
        assert!(text.is_ascii(), "{text}");
    }
    assert_snapshot!("odds_plain", render(&document(&views[0], &english()), &style));
}

#[test]
fn colour_is_never_the_only_signal() {
    let document = document(&one("B + 5 vs 12", trial(5, 12)), &english());
    let coloured = render(&document, &TextStyle { width: 80, colour: true, ..TextStyle::default() });
    let bare = render(&document, &TextStyle { width: 80, ..TextStyle::default() });
    let stripped = without_colour(&coloured);
    assert_ne!(coloured, bare);
    assert_eq!(stripped, bare);
}

fn without_colour(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in text.chars() {
        match letter {
            '\u{1b}' => inside = true,
            'm' if inside => inside = false,
            _ if inside => {}
            _ => out.push(letter),
        }
    }
    out
}

#[test]
fn long_distributions_lose_their_ends_with_a_note() {
    let view = one("100d6", plain(sum(100, 6)));
    let text = drawn(&view, 60);
    assert!(text.contains("\n  350    2.33%"), "{text}");
    assert!(text.contains("356 values at the ends are left out"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains('%')).count(), 501 - 356);
    let all = drawn(&ExpressionView { all: true, ..view }, 60);
    assert!(all.contains("\n  100   <0.01%") && !all.contains("left out"), "{all}");
    assert_eq!(all.lines().filter(|line| line.contains('%')).count(), 501);
    // What is short is whole.
    let short = drawn(&one("8d4", plain(sum(8, 4))), 80);
    assert!(short.contains("\n    8     1/65536   <0.01%") && !short.contains("left out"), "{short}");
}

#[test]
fn very_many_values_are_taken_together() {
    let view = one("d1000", plain(sum(1, 1000)));
    let text = drawn(&view, 80);
    assert!(text.contains("\n   1–19   19/1000    1.90%      100%    1.90%  █"), "{text}");
    assert!(text.contains("\n  20–39      1/50    2.00%    98.10%    3.90%  █"), "{text}");
    assert!(text.contains("\n   1000    1/1000    0.10%     0.10%     100%  █"), "{text}");
    assert!(text.contains("\nValues are grouped, 20 at a time. `--all` shows everything.\nmean 500.5"), "{text}");
    assert_eq!(text.lines().filter(|line| line.contains('%')).count(), 51);
    let all = drawn(&ExpressionView { all: true, ..view }, 80);
    assert_eq!(all.lines().filter(|line| line.contains('%')).count(), 1000);
}

#[test]
fn truncation_is_reported() {
    // One, two, or on and on.
    let values = Distribution::new(
        vec![(Answer::Number(1), BigUint::from(4_u32)), (Answer::Number(2), BigUint::from(3_u32))],
        BigUint::from(8_u32),
    );
    let odds = Odds { undecided: Chance::new(1_u32, 16_u32), outcomes: trial(1, 1).outcomes, ..plain(values) };
    let text = drawn(&one("d2!", odds.clone()), 120);
    assert!(text.contains("Left over: 12.50% (1/8), where dice explode"), "{text}");
    assert!(text.contains("No outcome is known in 6.25% (1/16)"), "{text}");
    let text = drawn(&over("n", 1..4, |_| odds.clone()), 120);
    assert!(
        text.contains("Left over: 12.50% at most") && text.contains("No outcome is known in 6.25% at most"),
        "{text}"
    );
    let json: serde_json::Value = serde_json::from_str(&json(&one("d2!", odds.clone()), &english())).unwrap();
    assert_eq!((json["left"].as_str(), json["undecided"].as_str()), (Some("1/8"), Some("1/16")));
    let sampled = Odds { samples: Some(100_000), ..odds };
    assert!(drawn(&one("d2!", sampled), 120).contains("From 100000 samples, not exact."));
}

#[test]
fn flags_and_words_are_shown_as_such() {
    let dice = throws(2, 6);
    let flag = plain(counted(&dice, |throw| Answer::Flag(throw[0] + throw[1] >= 10)));
    let word = plain(counted(&dice, |throw| Answer::Text(if throw[0] > throw[1] { "left" } else { "right" }.into())));
    assert_snapshot!("odds_flag", drawn_in(&one("2d6 >= 10", flag.clone()), 80, Language::Spanish));
    assert_snapshot!("odds_word", drawn(&one("which", word.clone()), 80));
    let read = |odds: &Odds| -> serde_json::Value {
        serde_json::from_str(&json(&one("x", odds.clone()), &english())).unwrap()
    };
    let (flag, word) = (read(&flag), read(&word));
    assert_eq!(
        (flag["values"][1]["value"].as_bool(), flag["values"][1]["probability"].as_str()),
        (Some(true), Some("1/6"))
    );
    assert_eq!((word["values"][0]["value"].as_str(), word["values"][0]["at_least"].as_str()), (Some("left"), None));
    assert!(word["mean"].is_null() && word["success"].is_null());
}

#[test]
fn opposed_rolls_are_reported_by_winner() {
    let side = |verdict, success, ways: u32| OutcomeOdds {
        name: None,
        verdict: Some(verdict),
        success,
        classes: Vec::new(),
        chance: Chance::new(ways, 36_u32),
    };
    let odds = Odds {
        outcomes: vec![
            side(Verdict::Win, Some(true), 15),
            side(Verdict::Lose, Some(false), 15),
            side(Verdict::Tie, None, 6),
        ],
        ..plain(sum(1, 6))
    };
    assert_snapshot!("odds_sides", drawn(&one("d6 vs d6", odds), 80));
}

#[test]
fn two_stand_side_by_side_with_the_difference() {
    for width in [40, 80, 120] {
        assert_snapshot!(format!("odds_two_{width}"), drawn(&two_trials(), width));
    }
    let least = ExpressionView { reading: Cumulation::AtLeast, ..two_trials() };
    assert_snapshot!("odds_two_at_least_es", drawn_in(&least, 80, Language::Spanish));
}

#[test]
fn long_names_get_letters() {
    let names = ["B + Swiftness + «Sharp ears» vs 12", "B + Swiftness + «Keen eyes» vs 12", "7"];
    let series = names.iter().enumerate().map(|(index, name)| series(name, trial(index as i64, 12))).collect();
    assert_snapshot!("odds_letters", drawn(&ExpressionView { series, ..ExpressionView::default() }, 80));
}

#[test]
fn a_parameter_gives_a_row_for_each_value() {
    let view = over("target", 8..15, |target| trial(5, target));
    for width in [40, 80, 120] {
        assert_snapshot!(format!("odds_over_{width}"), drawn(&view, width));
    }
    assert_snapshot!("odds_over_numbers", drawn(&over("n", 1..6, |n| plain(sum(n as u32, 6))), 80));
    let compared = ExpressionView {
        series: vec![
            Series { name: "mini".into(), ..view.series[0].clone() },
            Series {
                name: "more".into(),
                points: over("target", 8..15, |target| trial(6, target)).series[0].points.clone(),
                ..view.series[0].clone()
            },
        ],
        difference: true,
        ..view
    };
    assert_snapshot!("odds_over_compared", drawn(&compared, 80));
}

/// Bonus by target.
fn grid() -> ExpressionView {
    let parameter = |name: &str, values: std::ops::Range<i64>| Parameter {
        name: name.to_owned(),
        values: values.map(|value| value.to_string()).collect(),
    };
    let points = (0..4).flat_map(|bonus| (8..20).map(move |target| (bonus, target)));
    let points = points
        .map(|(bonus, target)| Point { expression: format!("B + {bonus} vs {target}"), odds: trial(bonus, target) });
    ExpressionView {
        series: vec![Series {
            points: points.collect(),
            ..series("B + bonus vs target", plain(Distribution::nothing()))
        }],
        parameters: vec![parameter("bonus", 0..4), parameter("target", 8..20)],
        ..ExpressionView::default()
    }
}

#[test]
fn two_parameters_make_a_grid() {
    assert_snapshot!("odds_grid_120", drawn(&grid(), 120));
    assert_snapshot!("odds_grid_50", drawn(&grid(), 50));
    let list: serde_json::Value = serde_json::from_str(&json(&grid(), &english())).unwrap();
    let point = &list.as_array().unwrap()[13];
    assert_eq!((point["parameters"]["bonus"].as_i64(), point["parameters"]["target"].as_i64()), (Some(1), Some(9)));
    assert_eq!(point["expression"].as_str(), Some("B + 1 vs 9"));
    assert_eq!(point["success"].as_str(), Some(trial(1, 9).success().unwrap().to_string().as_str()));
}

#[test]
fn pages_and_forums_get_tables() {
    let trial = document(&one("B + 5 vs 12", trial(5, 12)), &english());
    assert_snapshot!("odds_markdown", markdown::render(&trial));
    assert_snapshot!("odds_bbcode", bbcode::render(&trial));
}

#[test]
fn rows_of_csv_are_quoted_where_they_have_to_be() {
    assert_snapshot!("odds_csv", csv(&over("the, target", [12], |target| trial(5, target)), &english()));
    let name = "count(2d6, >= 5) # \"so\"";
    let text = csv(&one(name, plain(sum(1, 2))), &english());
    assert_eq!(text.lines().nth(1), Some("\"count(2d6, >= 5) # \"\"so\"\"\",1,1/2,0.5,1/1,1/2,value,mini"));
}

#[test]
fn json_adds_up() {
    let text = json(&one("B + 5 vs 12", trial(5, 12)), &english());
    assert_eq!(text.lines().count(), 1);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_snapshot!("odds_json", serde_json::to_string_pretty(&json).unwrap());
    let ratio = |value: &serde_json::Value| -> (u64, u64) {
        let (above, below) = value.as_str().unwrap().split_once('/').unwrap();
        (above.parse().unwrap(), below.parse().unwrap())
    };
    for list in [&json["values"], &json["outcomes"], &json["margin"]["values"]] {
        let list = list.as_array().unwrap();
        let thousandths: u64 = list.iter().map(|one| ratio(&one["probability"])).map(|(a, b)| a * 1000 / b).sum();
        assert_eq!(thousandths, 1000);
        for one in list {
            let (above, below) = ratio(&one["probability"]);
            assert_eq!(one["decimal"].as_f64(), Some(above as f64 / below as f64));
        }
    }
    assert_eq!(ratio(&json["mean"]), (21, 2));
    assert_eq!(ratio(&json["success"]), (44, 125));
    let several: serde_json::Value = serde_json::from_str(&super::odds::json(&two_trials(), &english())).unwrap();
    assert_eq!(several.as_array().map(Vec::len), Some(2));
}

#[test]
fn pictures_keep_their_shape() {
    assert_snapshot!("odds_svg_values", svg::render(&the_middle(), &english()));
    assert_snapshot!("odds_svg_two", svg::render(&two_trials(), &Catalogue::new(Language::Spanish)));
    assert_snapshot!("odds_svg_over", svg::render(&over("target", 8..15, |target| trial(5, target)), &english()));
}

#[test]
fn every_picture_is_sound() {
    let hostile = "<script>&\"'</script>]]> \u{1b}[31m «犬» ".repeat(8);
    let many = (0..14).map(|index| series(&format!("series {index}"), trial(index, 12))).collect();
    let rare = plain(Distribution::new(
        vec![(Answer::Number(i64::MIN), BigUint::from(1_u32)), (Answer::Number(i64::MAX), BigUint::from(1_u32))],
        BigUint::from(2_u32),
    ));
    let words = plain(counted(&throws(3, 6), |throw| Answer::Text(format!("a rather long word {throw:?}"))));
    let views = [
        the_middle(),
        two_trials(),
        ExpressionView { reading: Cumulation::AtLeast, ..two_trials() },
        ExpressionView { reading: Cumulation::AtMost, ..one("100d6", plain(sum(100, 6))) },
        ExpressionView { all: true, ..one("100d6", plain(sum(100, 6))) },
        one("1d1000", plain(sum(1, 1000))),
        one("7", plain(Distribution::certain(Answer::Number(7)))),
        one("nothing", plain(Distribution::nothing())),
        one(&hostile, rare),
        one("words", words),
        ExpressionView { series: many, ..ExpressionView::default() },
        over("target", 8..15, |target| trial(5, target)),
        over("n", 1..2, |n| plain(sum(n as u32, 6))),
        over("x", -5..6, |n| plain(Distribution::certain(Answer::Number(n)))),
        grid(),
        ExpressionView::default(),
    ];
    for view in &views {
        let picture = svg::render(view, &english());
        sound(&picture);
        assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        assert!(!picture.chars().any(|letter| letter.is_control() && letter != '\n'));
    }
    let hostile = svg::render(&views[8], &english());
    assert!(hostile.contains("&lt;script&gt;&amp;&quot;'&lt;/script&gt;]]&gt; ␛[31m"), "{hostile}");
}

/// What has no room beside the bars stands below.
#[test]
fn no_outcome_is_lost_where_it_is_narrow() {
    let view = over("wind", [8, 10, 12], |wind| trial(5, wind));
    let text = drawn(&view, 40);
    for name in ["triumph", "hit", "miss", "mishap", "succeeds", "mean"] {
        assert_eq!(text.matches(name).count(), 1, "{name}: {text}");
    }
    assert_eq!(text.matches("wind").count(), 1 + text.matches("\n\n").count(), "{text}");
}

/// The files of a folder whose code says a word, but for a folder of that name.
fn files_that_say(word: &str, folder: &std::path::Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != word) {
                files_that_say(word, &path, found);
            }
        } else if path.extension().is_some_and(|end| end == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
            if code.map(str::to_lowercase).any(|line| line.contains(word)) {
                found.push(path.display().to_string().replace('\\', "/").split("/src/").last().unwrap().to_owned());
            }
        }
    }
}

#[test]
fn a_format_of_odds_touches_two_files() {
    let source = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for format in ["csv", "svg"] {
        let mut found = Vec::new();
        files_that_say(format, &source, &mut found);
        // The pages of a table draw dice and icons, not odds.
        found.retain(|file| *file != format!("report/odds/{format}.rs") && !file.starts_with("cli/serve/"));
        found.sort_unstable();
        assert_eq!(found, ["report/odds.rs"], "beside the writer of {format}");
    }
}
