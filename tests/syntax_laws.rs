//! What holds for every text and every tree.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use proptest::collection::vec;
use proptest::prelude::*;
use tirada::internals::dice::Suffix;
use tirada::internals::source::{fold, nfc};
use tirada::internals::syntax::{
    Amount, BinaryOp, Body, CallArg, CompareOp, DieExpr, Expr, ExprKind, FaceCondition, FormulaProblem, IgnoredSpan,
    Input, Modifier, Name, PoolExpr, TextSpan, is_dice_word, is_keyword, is_plain_name, parse, parse_expr, tokens,
};
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

fn at(kind: ExprKind) -> Expr {
    Expr { kind, span: TextSpan::default() }
}

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

fn plain() -> impl Strategy<Value = Name> {
    let words = prop_oneof![
        "[a-zA-Z_]{1,4}",
        "[a-zA-ZñáÜ_][a-zA-Z0-9_ñáÜ]{0,8}",
        "[dD]F?[kdrhlmo]{0,3}[0-9]?",
        Just("ñandú".to_owned()),
        Just("If".to_owned()),
        Just("vsx".to_owned()),
    ];
    words.prop_filter("not a plain name", |word| is_plain_name(word)).prop_map(|text| Name {
        text: tirada::internals::source::nfc(&text),
        quoted: false,
        span: TextSpan::default(),
    })
}

fn quoted() -> impl Strategy<Value = Name> {
    let texts =
        prop_oneof!["[a-zA-Z#»\"”é(,=]{1,6}( [a-z0-9\"»]{1,4}){0,2}", Just("if".to_owned()), Just("d6".to_owned())];
    texts
        // Nothing can be written that holds all three closing quotes.
        .prop_filter("every quote", |text| !(text.contains('»') && text.contains('"') && text.contains('”')))
        .prop_map(|text| Name { text: tirada::internals::source::nfc(&text), quoted: true, span: TextSpan::default() })
}

fn name() -> impl Strategy<Value = Name> {
    prop_oneof![3 => plain(), 1 => quoted()]
}

fn compare() -> impl Strategy<Value = CompareOp> {
    prop::sample::select(vec![
        CompareOp::Equal,
        CompareOp::NotEqual,
        CompareOp::Less,
        CompareOp::LessOrEqual,
        CompareOp::Greater,
        CompareOp::GreaterOrEqual,
    ])
}

fn binary() -> impl Strategy<Value = BinaryOp> {
    prop_oneof![
        compare().prop_map(BinaryOp::Compare),
        prop::sample::select(vec![
            BinaryOp::Or,
            BinaryOp::And,
            BinaryOp::Beats,
            BinaryOp::Add,
            BinaryOp::Subtract,
            BinaryOp::Multiply,
            BinaryOp::Divide,
            BinaryOp::DivideDown,
            BinaryOp::DivideUp,
            BinaryOp::DivideNearest,
            BinaryOp::Remainder,
        ]),
    ]
}

fn die() -> impl Strategy<Value = DieExpr> {
    prop_oneof![
        Just(DieExpr::Own),
        Just(DieExpr::Fate),
        (1..=1_000_000_i64).prop_map(|sides| DieExpr::Sides(Amount::Fixed(sides))),
        vec(prop_oneof![-9..9_i64, Just(i64::MIN), Just(i64::MAX)], 1..5).prop_map(DieExpr::Faces),
    ]
}

fn condition() -> impl Strategy<Value = FaceCondition> {
    (compare(), prop_oneof![0..20_i64, -3..0_i64, Just(i64::MIN)]).prop_map(|(op, value)| FaceCondition {
        op,
        value: Amount::Fixed(value),
        to: None,
    })
}

fn modifiers() -> impl Strategy<Value = Vec<Modifier>> {
    let when = (prop::option::of(condition()), 0..9_i64, vec(condition(), 0..3), prop::option::of(1..5_u32));
    let one = (prop::sample::select(&Suffix::ALL), when).prop_map(|(suffix, (when, dice, also, most))| {
        let when = match suffix.brings() {
            _ if suffix.choice().is_some() => {
                Some(FaceCondition { op: CompareOp::Equal, value: Amount::Fixed(dice), to: None })
            }
            // There is no `!!=`, but between braces.
            Some(_) => when.filter(|when| when.op != CompareOp::NotEqual || !also.is_empty()),
            None => when.or(Some(FaceCondition { op: CompareOp::Less, value: Amount::Fixed(dice), to: None })),
        };
        let also = if when.is_some() && suffix.choice().is_none() { also } else { Vec::new() };
        let most = most.filter(|_| suffix.brings().is_some());
        Modifier { suffix, when, also, most, span: TextSpan::default() }
    });
    vec(one, 0..4).prop_map(|modifiers| {
        let mut exploded = false;
        let once = |one: &Modifier| one.suffix.brings().is_none() || !std::mem::replace(&mut exploded, true);
        modifiers.into_iter().filter(once).collect()
    })
}

fn leaf() -> impl Strategy<Value = Expr> {
    let count = prop_oneof![1..9_i64, Just(i64::MAX)].prop_map(Amount::Fixed);
    prop_oneof![
        prop_oneof![0..30_i64, Just(i64::MAX)].prop_map(|number| at(ExprKind::Number(number))),
        any::<bool>().prop_map(|flag| at(ExprKind::Flag(flag))),
        name().prop_map(|name| at(ExprKind::Name(name))),
        (0..9_i64, plain()).prop_map(|(times, word)| at(ExprKind::Multiple { times, word })),
        (count, die(), modifiers()).prop_map(|(count, die, modifiers)| at(ExprKind::Pool(PoolExpr {
            count,
            die,
            modifiers
        }))),
    ]
}

fn expr() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(6, 40, 4, |inner| {
        let value = || inner.clone();
        let arg = prop_oneof![
            2 => value().prop_map(CallArg::Value),
            1 => (name(), value()).prop_map(|(name, value)| CallArg::Named { name, value }),
        ];
        let condition =
            (compare(), value()).prop_map(|(op, value)| CallArg::Condition { op, value, span: IgnoredSpan::default() });
        let call = (name(), vec(prop_oneof![2 => arg.clone(), 1 => condition], 0..3))
            .prop_map(|(name, args)| at(ExprKind::Call { name, args }))
            .boxed();
        let cell = (name(), vec(arg, 1..3)).prop_map(|(table, keys)| at(ExprKind::Cell { table, keys })).boxed();
        prop_oneof![
            1 => value().prop_map(|value| at(ExprKind::Negate(boxed(value)))),
            1 => value().prop_map(|value| at(ExprKind::Not(boxed(value)))),
            4 => (binary(), value(), value())
                .prop_map(|(op, left, right)| at(ExprKind::Binary { op, left: boxed(left), right: boxed(right) })),
            1 => (value(), value(), value()).prop_map(|(a, b, c)| at(ExprKind::If {
                condition: boxed(a),
                then: boxed(b),
                otherwise: boxed(c)
            })),
            1 => (name(), vec(value(), 1..3), value())
                .prop_map(|(name, values, b)| at(ExprKind::Let { name, values, body: boxed(b) })),
            1 => call.clone(),
            1 => cell.clone(),
            2 => (vec(name(), 1..4), prop_oneof![name().prop_map(|name| at(ExprKind::Name(name))), call, cell])
                .prop_map(|(owners, last)| {
                    let member = |what, of| at(ExprKind::Member { of, what: boxed(what) });
                    owners.into_iter().rfold(last, member)
                }),
            1 => (value(), die(), modifiers()).prop_map(|(count, die, modifiers)| at(ExprKind::Pool(PoolExpr {
                count: Amount::Computed(boxed(count)),
                die,
                modifiers
            }))),
            1 => (value(), value(), value(), modifiers()).prop_map(|(sides, kept, again, mut modifiers)| {
                let mut add = |suffix, op, value| {
                    let when = Some(FaceCondition { op, value: Amount::Computed(boxed(value)), to: None });
                    modifiers.push(Modifier { suffix, when, also: Vec::new(), most: None, span: TextSpan::default() });
                };
                add(Suffix::KeepLowest, CompareOp::Equal, kept);
                add(Suffix::RerollOnce, CompareOp::LessOrEqual, again);
                let die = DieExpr::Sides(Amount::Computed(boxed(sides)));
                at(ExprKind::Pool(PoolExpr { count: Amount::Fixed(2), die, modifiers }))
            }),
        ]
    })
}

fn input() -> impl Strategy<Value = Input> {
    let body = prop_oneof![
        2 => expr().prop_map(Body::Value),
        1 => (expr(), expr()).prop_map(|(left, right)| Body::Versus { left, right }),
    ];
    let comment = prop::option::of("[a-z#(\"«][a-z#( ]{0,8}[a-z)]");
    (body, comment).prop_map(|(body, comment)| Input { body, comment })
}

/// Pieces that make the grammar work harder than random letters do.
fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "«",
        "»",
        "\"",
        "“",
        ",",
        ";",
        "#",
        "\n",
        " ",
        "  ",
        "\u{A0}",
        "-",
        "−",
        "+",
        "*",
        "/",
        "%",
        "div up",
        "div",
        "nearest",
        "=",
        "!=",
        "<",
        ">=",
        "=>",
        "!",
        "!!",
        "vs",
        "if",
        "then",
        "else",
        "let",
        "in",
        "not",
        "and",
        "or",
        "beats",
        "yes",
        "d",
        "d6",
        "3d",
        "dF",
        "d%",
        "d{1,2}",
        "d{",
        "kh1",
        "kh",
        "r",
        "r<=2",
        "km1",
        "2",
        "0",
        "1.5",
        "99999999999999999999",
        "a",
        "mM",
        "ñu",
        "e\u{301}",
        "@",
        "🎲",
        "f(",
        "t[",
        ".",
        "a.",
        ".b",
        "a.ñu.f(",
        ".«b",
        "&&",
        "|",
    ]);
    vec((pieces, prop::sample::select(vec!["", " "])), 0..30)
        .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, gap)| [piece, gap]).collect())
}

fn within(text: &str, span: TextSpan) {
    assert!(text.get(span.range()).is_some(), "{span:?} is not a place of {text:?}");
}

fn check_arg(text: &str, arg: &CallArg) {
    match arg {
        CallArg::Value(value) => check_spans(text, value),
        CallArg::Named { name, value } => {
            within(text, name.span);
            check_spans(text, value);
        }
        CallArg::Condition { value, span, .. } => {
            within(text, span.0);
            check_spans(text, value);
        }
    }
}

fn check_spans(text: &str, expr: &Expr) {
    within(text, expr.span);
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Flag(_) | ExprKind::Missing => {}
        ExprKind::Name(name) => within(text, name.span),
        ExprKind::Multiple { word, .. } => within(text, word.span),
        ExprKind::Pool(pool) => {
            pool.modifiers.iter().for_each(|modifier| within(text, modifier.span));
            pool.formulas().for_each(|formula| check_spans(text, formula));
        }
        ExprKind::Negate(value) | ExprKind::Not(value) => check_spans(text, value),
        ExprKind::Binary { left, right, .. } => {
            check_spans(text, left);
            check_spans(text, right);
        }
        ExprKind::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|part| check_spans(text, part));
        }
        ExprKind::Let { name, values, body } => {
            within(text, name.span);
            values.iter().chain([&**body]).for_each(|part| check_spans(text, part));
        }
        ExprKind::Member { of, what } => {
            within(text, of.span);
            assert!(of.span.end < what.span.start && what.span.end == expr.span.end || what.kind == ExprKind::Missing);
            check_spans(text, what);
        }
        ExprKind::Call { args, .. } => args.iter().for_each(|arg| check_arg(text, arg)),
        ExprKind::Cell { keys, .. } => keys.iter().for_each(|key| check_arg(text, key)),
    }
}

fn missing_is_reported(text: &str, input: &Input, problems: &[FormulaProblem]) {
    if format!("{input:?}").contains("Missing") {
        assert!(!problems.is_empty(), "{text:?} has no problem but something missing");
    }
}

fn holds_for(text: &str) {
    let parsed = parse(text);
    missing_is_reported(text, &parsed.input, &parsed.problems);
    for problem in &parsed.problems {
        within(text, problem.at);
        for fix in &problem.fixes {
            within(text, fix.span);
        }
    }
    match &parsed.input.body {
        Body::Value(expr) => check_spans(text, expr),
        Body::Versus { left, right } => {
            check_spans(text, left);
            check_spans(text, right);
        }
    }
    if parsed.problems.is_empty() {
        let printed = parsed.input.to_string();
        let again = parse(&printed);
        assert_eq!(again, parsed, "{text:?} prints as {printed:?}");
        assert_eq!(again.input.to_string(), printed);
    }
    let _ = parse_expr(text);
    let mut end = 0;
    for (span, _) in tokens(text) {
        within(text, span);
        assert!(span.start >= end && span.end > span.start, "pieces of {text:?} overlap");
        end = span.end;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_is_printed_reads_the_same(input in input()) {
        let printed = input.to_string();
        let parsed = parse(&printed);
        prop_assert_eq!(&parsed.problems, &vec![], "{}", printed);
        prop_assert_eq!(&parsed.input, &input, "{}", printed);
        prop_assert_eq!(parsed.input.to_string(), printed);
    }

    #[test]
    fn any_text_is_read_or_reported(text in any::<String>()) {
        holds_for(&text);
    }

    #[test]
    fn any_soup_is_read_or_reported(text in soup()) {
        holds_for(&text);
    }

    /// Numbers alone are read without the grammar.
    #[test]
    fn numbers_alone_are_read_the_same(text in "[0-9]{0,20}") {
        let parsed = parse(&text);
        let (expr, problems) = tirada::internals::syntax::parse_expr(&text);
        prop_assert_eq!(parsed.input.body, Body::Value(expr.clone()), "{}", text);
        prop_assert_eq!(parsed.problems, problems, "{}", text);
        prop_assert_eq!(expr.span.range(), 0..text.len(), "{}", text);
    }

    #[test]
    fn words_are_of_one_kind(word in "[dDkhlmrFoxñ_0-9]{1,5}|[a-z]{2,4}") {
        let kinds = [is_dice_word(&word), is_keyword(&word), is_plain_name(&word)];
        prop_assert!(kinds.iter().filter(|&&kind| kind).count() <= 1, "{word}");
        let parsed = parse(&word);
        let is_name = matches!(&parsed.input.body, Body::Value(Expr { kind: ExprKind::Name(_), .. }));
        prop_assert_eq!(is_name && parsed.problems.is_empty(), is_plain_name(&word), "{}", word);
    }
}

proptest! {
    /// The iterators of `unicode-normalization` are the measure, also for marks in any order and letters in parts.
    #[test]
    fn names_are_composed_as_by_the_library(text in "([a-zñ가-힣ᄀ-ᇿ\u{300}-\u{345}\u{93c}\u{5b0}-\u{5c2}é\u{1e69}\u{212b}]|.){0,12}") {
        prop_assert_eq!(nfc(&text), text.nfc().collect::<String>());
        let plain = text.nfd().filter(|&letter| !is_combining_mark(letter)).flat_map(char::to_lowercase);
        prop_assert_eq!(fold(&text), plain.collect::<String>());
    }
}
