//! Probabilities that are known from elsewhere: worked out by hand with a formula that stands
//! beside them, taken from the history of the subject, or counted here by loops over all faces
//! that know nothing of the program. The rules of the shipped games are told here once more, from
//! the books (`shared/rules/mechanics.md`; H-02 is a rule of its list) and not from their YAML.
//! Every comparison is one of fractions, exact to the last digit.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod actions;
mod again;
mod arithmetic;
mod asking;
mod cdb;
mod counting;
mod famous;
mod hitos;
mod opposed;
mod order;
mod pools;
mod sums;
mod terror;

/// Where numbers come from.
#[derive(PartialEq)]
enum Source {
    /// A formula that stands beside them (which the test works out for each value), a table of a
    /// book, or both.
    ByHand,
    /// Loops over all throws, which are counted one by one.
    Counted,
}

/// How many comparisons of a fraction each group makes. It is said here, so that none gets lost
/// unseen. These are not as many facts: each value of a distribution counts, in every notation and
/// every way in which it is asked for. The 180 of `3d10, exactly` are the 30 fractions of three order
/// statistics, asked six times each.
const COMPARED: [(&str, Source, usize); 60] = [
    ("3d10, exactly", Source::ByHand, 180),
    ("3d10, at most and at least", Source::ByHand, 90),
    ("order statistics of other pools", Source::ByHand, 404),
    ("M - m", Source::ByHand, 10),
    ("names of one roll read together", Source::Counted, 540),
    ("two rolls read apart", Source::Counted, 19),
    ("well-known tables", Source::ByHand, 243),
    ("means and variances", Source::ByHand, 17),
    ("large sums", Source::ByHand, 1508),
    ("how many dice meet a condition", Source::ByHand, 178),
    ("keeping some of the dice", Source::Counted, 169),
    ("several pools in one expression", Source::Counted, 228),
    ("as many dice as a die says", Source::Counted, 24),
    ("one die that explodes", Source::ByHand, 416),
    ("one die that explodes, against a number", Source::ByHand, 161),
    ("several dice that explode, against a number", Source::ByHand, 48),
    ("successes with dice that explode", Source::ByHand, 18),
    ("dice that are thrown again", Source::ByHand, 105),
    ("old problems", Source::ByHand, 10),
    ("birthdays", Source::ByHand, 5),
    ("strange dice", Source::ByHand, 15),
    ("dice against dice, in order", Source::ByHand, 14),
    ("dice against dice, counted", Source::Counted, 16),
    ("poker dice", Source::ByHand, 21),
    ("games without end", Source::ByHand, 21),
    ("all faces of a die", Source::Counted, 5),
    ("the highest face and how often it shows", Source::ByHand, 468),
    ("the most repeated face and how often it shows", Source::ByHand, 468),
    ("the highest face and the most repeats", Source::ByHand, 468),
    ("pools counted throw by throw", Source::Counted, 446),
    ("keeping of dice that explode", Source::Counted, 87),
    ("around the cut", Source::ByHand, 38),
    ("two sides, way by way", Source::Counted, 36),
    ("two sides, by hand", Source::ByHand, 156),
    ("two sides, pair by pair", Source::Counted, 96),
    ("opposed tests of hitos and mirada", Source::Counted, 96),
    ("chases of hitos", Source::Counted, 24),
    ("opposed actions of cdb", Source::Counted, 48),
    ("conflicts of terror", Source::Counted, 21),
    ("the ladder of hitos and mirada", Source::ByHand, 640),
    ("the ladder of hitos, throw by throw", Source::Counted, 210),
    ("criticals and fumbles of hitos and mirada", Source::ByHand, 38),
    ("tests of hitos and mirada with an aspect", Source::Counted, 226),
    ("damage of hitos and mirada", Source::Counted, 752),
    ("seven dice of hitos", Source::Counted, 64),
    ("names on the ladder of hitos", Source::ByHand, 3),
    ("the ladder of cdb", Source::ByHand, 680),
    ("degrees of cdb", Source::ByHand, 55),
    ("modifiers of cdb", Source::ByHand, 8),
    ("two ones of cdb", Source::ByHand, 11),
    ("reactions of cdb", Source::ByHand, 21),
    ("the ladder of terror", Source::ByHand, 768),
    ("pools of terror", Source::ByHand, 180),
    ("pools of terror, throw by throw", Source::Counted, 58),
    ("presages of terror", Source::ByHand, 90),
    ("an attack with everything that comes of it", Source::Counted, 52),
    ("a dangerous challenge", Source::Counted, 23),
    ("a roll for stress", Source::Counted, 29),
    ("dying, turn after turn", Source::ByHand, 24),
    ("after the dice have fallen", Source::Counted, 112),
];

/// All comparisons together: with what was worked out by hand, and with what was counted.
const ALL: [usize; 2] = [7580, 3381];

#[test]
fn so_many_fractions_are_compared() {
    let sum = |from: Source| -> usize {
        COMPARED.iter().filter(|(_, source, _)| *source == from).map(|(_, _, compared)| compared).sum()
    };
    assert_eq!([sum(Source::ByHand), sum(Source::Counted)], ALL);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/odds_known");
    let files = std::fs::read_dir(folder).unwrap().flatten();
    let texts: Vec<String> = files.map(|file| std::fs::read_to_string(file.path()).unwrap()).collect();
    for (group, ..) in COMPARED {
        // Each group is that of one test, which compares its number with the one above.
        let tests = texts.iter().map(|text| text.matches(&format!("Known::new(\"{group}\")")).count());
        assert_eq!(tests.sum::<usize>(), 1, "{group}");
    }
    let done = texts.iter().map(|text| text.matches("known.done();").count()).sum::<usize>();
    assert_eq!(done, COMPARED.len() + 1, "a group that does not end with its number (this line is one)");
}
