//! Parts of the library by themselves: quick ways against plain ones, arithmetic at its bounds, and what no game reaches.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use num_bigint::BigUint;
use proptest::prelude::*;
use tirada::internals::check::dice_words::{Split, same_but_case, split};
use tirada::internals::check::program::{Arithmetic, DieName, DieNames};
use tirada::internals::check::root_causes::{SpanSet, overlap};
use tirada::internals::check::toposort::{mentions, sort};
use tirada::internals::diagnostic::Code;
use tirada::internals::dice::{
    CompareOp, Die, Face, Faces, Interval, MoreConditions, OneDie, PoolModifier, Suffix, merged,
};
use tirada::internals::engine::numbers::{divide, remainder};
use tirada::internals::engine::{Generator, Observer as _, Recorder, Statistic};
use tirada::internals::limits::Budget;
use tirada::internals::odds::pool::{IidPool, Throws, joint};
use tirada::internals::odds::turns::masses::{Masses, digits, number, product};
use tirada::internals::ruleset::model::{Reading, Rounding};
use tirada::internals::sort::{Gather as _, Sort as _};
use tirada::internals::syntax::parse_expr;

/// Against the methods of the standard library; what is equal keeps its order.
#[test]
fn lists_are_sorted_as_by_the_standard_method() {
    for count in 0..200_usize {
        let list: Vec<(usize, usize)> = (0..count).map(|at| (at * 7919 % 31, at)).collect();
        let (mut ours, mut theirs) = (list.clone(), list.clone());
        ours.order_by_key(|(key, _)| *key);
        theirs.sort_by_key(|(key, _)| *key);
        assert_eq!(ours, theirs);
        ours.order_by(|one, other| other.0.cmp(&one.0));
        theirs.sort_by_key(|one| std::cmp::Reverse(one.0));
        assert_eq!(ours, theirs);
        // Of the same key the last counts.
        assert_eq!(list.iter().copied().to_map(), list.into_iter().collect());
    }
}

#[test]
fn behind_a_dot_only_brackets_mention_others() {
    let is_key = |table: &str, word: &str| (table, word) == ("t", "k");
    for (text, names) in [
        ("a.b", vec!["a"]),
        ("a.b.c + e", vec!["a", "e"]),
        ("a.f(b, x = c.e)", vec!["a", "b", "c"]),
        ("a.b.t[k, c + 1]", vec!["a", "c"]),
        ("t[a.k]", vec!["a"]),
    ] {
        let (expr, _) = parse_expr(text);
        let mut found = Vec::new();
        mentions(&expr, &is_key, &mut found);
        assert_eq!(found, names, "{text}");
    }
}

#[test]
fn what_is_needed_comes_first() {
    assert_eq!(sort(&[vec![1], vec![2], vec![]]), Ok(vec![2, 1, 0]));
    assert_eq!(sort(&[vec![1], vec![2], vec![1]]), Err(vec![1, 2, 1]));
    assert_eq!(sort(&[vec![0]]), Err(vec![0, 0]));
}

#[test]
fn a_word_is_cut_in_exactly_one_way() {
    let named = |name: &str| DieName { name: name.into(), reading: Reading::Lowest };
    let names: DieNames = ["a", "b", "ab", "ba"].into_iter().map(named).collect();
    assert_eq!(split("bb", &names), Split::One(vec![1, 1]));
    assert_eq!(split("ab", &names), Split::Several(vec![0, 1], vec![2]));
    assert_eq!(split("abc", &names), Split::None);
    assert_eq!(split("", &names), Split::One(vec![]));
}

#[test]
fn words_in_another_case_are_all_found() {
    assert_eq!(same_but_case("xy", &["X", "x", "Y"], 5), vec!["XY".to_owned(), "xY".to_owned()]);
}

proptest! {
    /// Looked through quickly or one by one: it is the same.
    #[test]
    fn sets_of_places_find_what_they_touch(places in prop::collection::vec((0_usize..12, 0_usize..4), 0..8), start in 0_usize..14, length in 0_usize..4) {
        let places: Vec<(usize, usize)> = places.into_iter().map(|(start, length)| (start, start + length)).collect();
        let end = start + length;
        let known = SpanSet::of(places.clone());
        prop_assert_eq!(known.touch(start, end), places.iter().any(|place| overlap(*place, (start, end))));
        let holds = places.iter().any(|place| place.0 < place.1 && place.0 <= start && end <= place.1);
        prop_assert_eq!(known.hold(start, end), holds);
    }
}

fn bounds() -> impl Strategy<Value = (Interval, i64)> {
    let number = prop_oneof![-9_i64..10, any::<i64>(), Just(i64::MIN), Just(i64::MAX)];
    (number.clone(), number.clone(), number, any::<(bool, bool)>()).prop_map(|(one, two, three, ends)| {
        let mut sorted = [one, two, three];
        sorted.sort_unstable();
        let [least, value, most] = sorted;
        (Interval { least: ends.0.then_some(least), most: ends.1.then_some(most) }, value)
    })
}

fn holds(interval: Interval, value: i64) -> bool {
    interval.least.is_none_or(|least| least <= value) && interval.most.is_none_or(|most| value <= most)
}

proptest! {
    #[test]
    fn bounds_are_never_too_narrow((one, a) in bounds(), (other, b) in bounds()) {
        let floor = |a: i64, b: i64| a.checked_div_euclid(b);
        let ceiling = |a: i64, b: i64| floor(a, b)?.checked_add(i64::from(a.checked_rem_euclid(b)? != 0));
        let exact: [(Arithmetic, Option<i64>); 6] = [
            (Arithmetic::Add, a.checked_add(b)),
            (Arithmetic::Subtract, a.checked_sub(b)),
            (Arithmetic::Multiply, a.checked_mul(b)),
            (Arithmetic::Divide, floor(a, b).filter(|_| b > 0)),
            (Arithmetic::Divide, ceiling(a, b).filter(|_| b > 0)),
            (Arithmetic::Remainder, a.checked_rem_euclid(b).filter(|_| b > 0)),
        ];
        for (op, value) in exact {
            prop_assert!(value.is_none_or(|value| holds(one.arithmetic(op, other), value)), "{op:?}");
        }
        prop_assert!(a.checked_neg().is_none_or(|value| holds(-one, value)));
        prop_assert!(holds(one.min(other), a.min(b)) && holds(one.max(other), a.max(b)));
        prop_assert!(holds(one.or(other), a) && holds(one.or(other), b));
        prop_assert!(one.holds().is_none_or(|holds| holds == (a != 0)));
        prop_assert!(one.order(other).is_none_or(|order| order == a.cmp(&b)));
        for op in [CompareOp::Equal, CompareOp::NotEqual, CompareOp::Less, CompareOp::GreaterOrEqual] {
            prop_assert!(one.compare(op, other).is_none_or(|found| found == op.holds(a, b)));
        }
    }
}

#[test]
fn divisions_round_as_declared() {
    let table = [
        (7, 2, 3, 4, 4),
        (-7, 2, -4, -3, -3),
        (7, -2, -4, -3, -3),
        (-7, -2, 3, 4, 4),
        (6, 3, 2, 2, 2),
        (5, 3, 1, 2, 2),
        (4, 3, 1, 2, 1),
        (-4, 3, -2, -1, -1),
    ];
    for (left, right, down, up, nearest) in table {
        assert_eq!(divide(left, right, Rounding::Down), Some(down), "{left}/{right}");
        assert_eq!(divide(left, right, Rounding::Up), Some(up), "{left}/{right}");
        assert_eq!(divide(left, right, Rounding::Nearest), Some(nearest), "{left}/{right}");
    }
    assert_eq!(divide(i64::MIN, -1, Rounding::Down), None);
    assert_eq!(remainder(i64::MIN, -1), Some(0));
    assert_eq!(remainder(-6, 3), Some(0));
    assert_eq!(remainder(-7, 3), Some(2));
    assert_eq!(remainder(7, -3), Some(-2));
}

#[test]
fn an_intervention_that_never_began_does_not_end() {
    let mut dice = Generator::new(1);
    let mut recorder = Recorder::new(&mut dice);
    assert!(recorder.intervenes(Some("again")).is_ok());
    assert!(recorder.intervenes(None).is_ok());
    let refusal = recorder.intervenes(None).err().map(|refusal| refusal.cause);
    assert_eq!(refusal, Some(Code::Internal.into()));
}

/// As of a die whose faces are written out, of which each is looked at.
#[test]
fn faces_that_are_left_are_found_at_the_ends() {
    use CompareOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let ops = [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual];
    for suffix in Suffix::ALL {
        for (op, number) in ops.into_iter().flat_map(|op| (-2..9).map(move |number| (op, number))) {
            let mut also = MoreConditions::default();
            also[0] = (number % 2 == 0).then_some((CompareOp::Equal, 3));
            let how = PoolModifier { suffix, op, number, also, most: None };
            for sides in 1..6_u32 {
                let written = Die::Faces((1..=i64::from(sides)).collect());
                assert_eq!(how.faces_left(&Die::Sides(sides)), how.faces_left(&written), "{how:?} d{sides}");
                assert_eq!(how.matching(&Die::Sides(sides)), how.matching(&written), "{how:?} d{sides}");
            }
        }
    }
}

fn faces(list: &[(i64, u32)]) -> Faces {
    Faces::listed(list.iter().map(|(face, ways)| (*face, BigUint::from(*ways))))
}

fn list(faces: &Faces) -> Vec<Face> {
    faces.written(&Budget::new(u64::MAX)).expect("no bound")
}

/// Runs say what lists of single faces say.
#[test]
fn runs_are_as_lists() {
    use CompareOp::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    let all = [
        faces(&[]),
        faces(&[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)]),
        faces(&[(2, 3), (3, 3), (7, 1), (8, 2), (9, 2)]),
        faces(&[(-1, 1), (4, 5), (5, 1)]),
        faces(&[(3, 2), (4, 2)]),
        faces(&[(i64::MIN, 1), (i64::MAX, 1)]),
    ];
    for one in &all {
        let written = list(one);
        assert_eq!(one.len(), written.len() as u64);
        assert_eq!(one.ways(), written.iter().map(|(_, ways)| ways).sum::<BigUint>());
        assert_eq!(&Faces::listed(written.clone()), one);
        for op in [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual] {
            for number in (-2..11).chain([i64::MIN, i64::MAX]) {
                let parted = one.parted(op, number);
                let (holds, others) =
                    written.iter().cloned().partition::<Vec<_>, _>(|(face, _)| op.holds(*face, number));
                assert_eq!((list(&parted.0), list(&parted.1)), (holds, others), "{op:?} {number} of {one:?}");
            }
        }
        for other in &all {
            let both: Vec<Face> = written.iter().cloned().chain(list(other)).collect();
            let share = written.iter().any(|(face, _)| list(other).iter().any(|(one, _)| one == face));
            assert_eq!(list(&one.with(other)), merged(both), "{one:?} {other:?}");
            assert_eq!(one.with(other), other.with(one));
            assert_eq!(one.share(other), share);
        }
    }
}

fn chosen(suffix: Suffix, number: i64) -> PoolModifier {
    PoolModifier { suffix, op: CompareOp::Equal, number, also: Default::default(), most: None }
}

fn dice(count: u32, faces: &[(i64, u32)], keep: &[(Suffix, i64)]) -> IidPool {
    IidPool {
        count,
        each: OneDie {
            faces: Faces::listed(faces.iter().map(|(face, ways)| (*face, BigUint::from(*ways)))),
            exploding: Faces::default(),
            all: faces.iter().map(|(_, ways)| ways).sum::<u32>().into(),
            cut_from: None,
            gathered: false,
            first: None,
        },
        depth: 0,
        ends_there: false,
        keep: keep.iter().map(|(suffix, number)| chosen(*suffix, *number)).collect(),
    }
}

/// Whatever is asked, in any order: looking at each throw comes to what a pass comes to.
#[test]
fn a_pass_sees_the_same() {
    let holds = |stat: &Statistic, wanted| Statistic::Holds(Box::new(stat.clone()), CompareOp::GreaterOrEqual, wanted);
    let count = Statistic::Count(CompareOp::Equal, 3);
    let stats = [
        Statistic::Sum,
        Statistic::Worth([(-9, 2, 4), (3, 9, -1_000_000)].into()),
        Statistic::Worth([(1, 2, 4)].into()),
        Statistic::Named(vec![(2, Reading::Lowest), (-1, Reading::Highest)]),
        Statistic::Named(vec![(1, Reading::Middle)]),
        holds(&count, 2),
        holds(&Statistic::Nth(2), 2),
        count,
        Statistic::CountAny(vec![(CompareOp::Equal, 1), (CompareOp::GreaterOrEqual, 3)]),
        Statistic::Highest,
        Statistic::Lowest,
        Statistic::Nth(2),
        Statistic::Repeats,
        Statistic::Repeated,
    ];
    let pools = [
        dice(0, &[(1, 1), (2, 1)], &[]),
        dice(1, &[(1, 1), (2, 1), (3, 1)], &[]),
        dice(3, &[(1, 1), (2, 1), (3, 1), (4, 1)], &[]),
        dice(4, &[(-1, 2), (0, 3), (3, 1)], &[]),
        dice(5, &[(1, 1), (3, 2), (4, 1)], &[(Suffix::KeepHighest, 3)]),
        dice(4, &[(1, 1), (2, 1), (3, 5)], &[(Suffix::DropHighest, 1), (Suffix::KeepLowest, 2)]),
        dice(6, &[(7, 3)], &[(Suffix::KeepMiddle, 2)]),
    ];
    for dice in &pools {
        let mut throws = Throws::of(dice).expect("few throws");
        for first in &stats {
            for second in &stats {
                let both: &[Statistic] =
                    &if first == second { vec![first.clone()] } else { vec![first.clone(), second.clone()] };
                let mut rows = Vec::new();
                for alike in throws.apart(dice, first, throws.all()).expect("small") {
                    if first == second {
                        rows.push((vec![alike.value], BigUint::from(alike.ways)));
                        continue;
                    }
                    let more = throws.apart(dice, second, alike.throws).expect("small").into_iter();
                    rows.extend(more.map(|then| (vec![alike.value, then.value], BigUint::from(then.ways))));
                }
                assert_eq!(
                    rows,
                    joint(dice, both, &Budget::new(u64::MAX)).expect("small").rows,
                    "{both:?} of {dice:?}"
                );
            }
        }
    }
}

/// Numbers that carry over many digits come to the same as those of the library.
#[test]
fn large_numbers_add_up_as_those_of_the_library() {
    let mut seed = 7_u64;
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if seed.is_multiple_of(3) { u64::MAX } else { seed }
    };
    for width in 1..6_usize {
        for more in 1..4_usize {
            let (one, other): (Vec<u64>, Vec<u64>) =
                ((0..width).map(|_| next()).collect(), (0..more).map(|_| next()).collect());
            let most = number(&one) * number(&other) * 3_u32;
            let mut masses = Masses::up_to(&most);
            masses.push();
            masses.push();
            for times in 1..=3_u32 {
                masses.add_product(1, &one, &other).unwrap();
                assert_eq!(masses.get(1).unwrap(), number(&one) * number(&other) * times);
            }
            assert_eq!(masses.get(0).unwrap(), BigUint::default());
            assert_eq!(digits(&masses.get(1).unwrap()), masses.digits_of(1).unwrap());
            let mut found = vec![5, 5];
            product(&one, &other, &mut found).unwrap();
            assert_eq!(number(&found), number(&one) * number(&other));
        }
    }
}
