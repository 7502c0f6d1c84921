//! What is wrong with a text, where, and what mends it.

use tirada::internals::diagnostic::{Arg, Severity};
use tirada::internals::source::Sources;
use tirada::internals::syntax::{TextSpan, parse};

use super::{fails, mended, reads, shape_of, wrong};

#[test]
fn numbers_and_dice_out_of_bounds() {
    reads("9223372036854775807", "9223372036854775807");
    fails("9223372036854775808", "number-too-large@9223372036854775808");
    fails("99999999999999999999C", "number-too-large@99999999999999999999");
    fails("1.5 + a", "not-a-whole-number@1.5");
    fails(".5", "not-a-whole-number@.5");
    fails("a + 1,5", "not-a-whole-number@1,5");
    fails("f(1,5)", "");
    fails("d0", "die-without-faces@0");
    fails("d{}", "die-without-faces@{}");
    fails("0d6 + 00d", "no-dice@0 no-dice@00");
    fails("d1000001", "too-many-sides@1000001");
    fails("999999999d999999999", "too-many-sides@999999999");
    fails("d{1,x} + d{1 2", "bad-faces@{1,x} bad-faces@{1 2");
    fails("d{1;2}", "wrong-separator@;");
    let faces = |count: usize| format!("d{{{}}}", vec!["1"; count].join(","));
    fails(&faces(1000), "");
    assert!(wrong(&faces(1001)).starts_with("too-many-faces@"));
}

#[test]
fn suffixes_that_miss_something() {
    fails("4d6kh + 4d6dl", "suffix-needs-number@kh suffix-needs-number@dl");
    fails("4d6r", "suffix-needs-number@r");
    fails("3dro", "suffix-needs-number@ro");
    fails("2d6r-1", "suffix-needs-number@r");
    fails("2d6khx", "unknown-suffix@khx");
    fails("2d6!x", "unknown-suffix@x");
    fails("2d6!>= 9", "torn-suffix@!>=");
    fails("2d6!!>=x", "torn-suffix@!!>=");
    fails("2d6!= 6", "torn-suffix@!=");
    fails("10d6!!!", "explodes-twice@!");
    fails("10d6!6kh1!!", "explodes-twice@!!");
    fails("2d6 !", "stray-explode@!");
    // Of other rollers it is one sign.
    fails("!a", "stray-explode@!a");
}

#[test]
fn brackets() {
    fails("(a + b", "missing-close@(");
    assert_eq!(mended("(a + b "), "(a + b) ");
    fails("f(g(a)", "missing-close@(");
    fails("t[a", "missing-close@[");
    fails("f(", "missing-close@(");
    fails("a + b) * 2", "stray-close@)");
    assert_eq!(mended("a + b) * 2"), "a + b * 2");
    fails("(a]", "wrong-close@]");
    fails("t[a)", "wrong-close@)");
    fails("t[(a]", "missing-close@(");
    fails("{1, 2}", "braces-without-die@{1, 2}");
    fails("a » b", "stray-close@»");
    fails("()", "syntax@)");
}

#[test]
fn operators_misspelt() {
    fails("a => b or a =< b or a <> b", "misspelt-comparison@=> misspelt-comparison@=< misspelt-comparison@<>");
    assert_eq!(mended("a => b"), "a >= b");
    fails("a && b || c", "symbol-for-word@&& symbol-for-word@||");
    assert_eq!(mended("a&&b"), "a and b");
    fails("a < b < c", "chained-comparison@<");
    assert_eq!(mended("1 < a+1 < 9"), "1 < a+1 and a+1 < 9");
    assert_eq!(shape_of("a < b < c < e"), "(and (and (< a b) (< b c)) (< c e))");
    fails("a beats b = c", "chained-comparison@=");
    fails("a, b; c", "stray-separator@, stray-separator@;");
}

#[test]
fn words_that_are_missing() {
    fails("if a then b", "missing-else@if a then b");
    fails("if a", "missing-then@if a");
    fails("if a else b", "missing-then@if a");
    fails("let x = 3", "missing-in@let x = 3");
    fails("let x 3 in x", "missing-equals@let x");
    fails("let = 3 in 4", "missing-let-name@let");
    fails("let d6 = 3 in 4", "name-taken@d6");
    fails("let if = 3 in 4", "name-taken@if");
    fails("a then b", "stray-word@then");
    fails("2d6+", "syntax-end@");
    fails("a * / b", "syntax@/");
    assert_eq!(parse("2d6 + # why").input.comment.as_deref(), Some("why"));
}

#[test]
fn characters_that_mean_nothing() {
    fails("a @@ b $ + 🎲", "unknown-character@@@ unknown-character@$ unknown-character@🎲");
    fails("a..b", "syntax@..");
    let problem = parse("(a .. b)").problems.remove(0);
    let wanted = Arg::AnyOf(vec!["expected-operator", "expected-close-paren"]);
    assert_eq!((problem.code.as_str(), &problem.args[1].1), ("syntax", &wanted));
}

#[test]
fn one_pass_finds_many() {
    fails(
        "2d6x + (a b) * d0 => 4d6kh @ + f(1; 2",
        "unknown-suffix@x side-by-side@a b die-without-faces@0 misspelt-comparison@=> suffix-needs-number@kh \
         unknown-character@@ missing-close@( wrong-separator@;",
    );
}

#[test]
fn a_problem_becomes_a_diagnostic() {
    let mut sources = Sources::new();
    let source = sources.add("here", "xx m M");
    let problem = parse("m M").problems.remove(0);
    let place = |span: TextSpan| tirada::internals::source::Span {
        source,
        start: span.start as usize + 3,
        end: span.end as usize + 3,
    };
    let diagnostic = problem.into_diagnostic(place);
    assert_eq!((diagnostic.code.as_str(), diagnostic.severity), ("side-by-side", Severity::Error));
    assert_eq!(sources.slice(diagnostic.at.unwrap()), "m M");
    assert_eq!(diagnostic.fixes[0].replacement, " + ");
    assert_eq!(diagnostic.helps.len(), 3);
}
