//! Texts that would take long, go deep or be large, and those that are just within the limits.

use std::time::{Duration, Instant};

use tirada::internals::syntax::{SyntaxLimits, parse, tokens};

use super::{fails, wrong};

/// Every way to nest or to go on for ever ends at once and says which limit it met.
#[test]
fn hostile_texts_end_at_once() {
    let started = Instant::now();
    let long = 10_000_000;
    for text in ["(".repeat(100_000), "-".repeat(long), "1+".repeat(long / 2), "if ".repeat(100_000)] {
        assert!(wrong(&text[..20]).len() > 1);
        assert_eq!(parse(&text).problems[0].code.as_str(), "text-too-long");
    }
    for piece in [
        "(",
        "f(",
        "t[",
        "[",
        "-",
        "− ",
        "–",
        "not ",
        "if ",
        "let x = ",
        "a + not ",
        "(-",
        "f(not ",
        "if a then ",
        "if a then b else ",
        "let x = 1 in ",
        "t[if ",
        "-\u{A0}",
        "-\u{2003}",
        "((a)d6 + ",
        "\"a\"(",
        "1,(",
        "²if ",
        "2if ",
        "é(",
        "(d{",
        "not if ",
        "f(x = ",
        "f(>= ",
        "t[(",
        "a.",
        "a.f(",
        "a.b.t[",
    ] {
        let text: String = piece.repeat(10_000 / piece.len());
        let codes: Vec<_> = parse(&text).problems.iter().map(|problem| problem.code.as_str()).collect();
        assert!(codes.iter().any(|code| ["too-deep", "too-long-chain"].contains(code)), "{piece}: {codes:?}");
    }
    for piece in [
        "1+", "a and ", "a < ", "m ", "a vs ", "a * ", "2d6!", "@a", "))", "a,", "d6!!!", "1.5", "]", "2d6x+", "a. ",
        ".a", "3.a", "a.5",
    ] {
        let text: String = piece.repeat(10_000 / piece.len());
        assert!(!parse(&text).problems.is_empty(), "{piece}");
        let _ = tokens(&text);
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn what_is_within_the_limits_is_read() {
    let SyntaxLimits { nesting, depth, .. } = SyntaxLimits::STANDARD;
    let nest = |open: &str, middle: &str, close: &str, times: usize| {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    };
    for (open, close) in [
        ("(", ")"),
        ("f(", ")"),
        ("t[", "]"),
        ("-", ""),
        ("not ", ""),
        ("if a then b else ", ""),
        ("if ", " then b else c"),
        ("let x = 1 in ", ""),
        ("let x = ", " in x"),
        ("(", ")d6"),
        ("f(x = ", ")"),
        ("f(>= ", ")"),
    ] {
        fails(&nest(open, "a", close, nesting), "");
        assert!(wrong(&nest(open, "a", close, nesting + 1)).starts_with("too-deep@"), "{open}");
    }
    fails(&nest("(a + not -", "a", ")", nesting / 3), "");
    fails(&nest("", "a", " + a", depth - 1), "");
    fails(&nest("", "a", ".a", depth - 1), "");
    assert!(wrong(&nest("", "a", ".a", depth)).starts_with("too-long-chain@"));
    assert!(wrong(&nest("", "a", " + a", depth)).starts_with("too-long-chain@"));
    fails(&vec!["not a"; 150].join(" and "), "");
    fails(&vec!["-a"; 150].join(" + "), "");
    fails(&vec!["(if a then b else c)"; 150].join(" + "), "");
    fails(&format!("a # {}", "-(if ".repeat(500)), "");
}

/// Not a measurement, only a guard against reading a text again and again.
#[test]
fn reading_is_quick() {
    let started = Instant::now();
    for _ in 0..1000 {
        std::hint::black_box(parse(std::hint::black_box("mM+2")));
    }
    let each = started.elapsed() / 1000;
    assert!(each < Duration::from_micros(500), "{each:?}");
}
