//! Readings of the language, one by one, and its errors.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod hostile;
mod mistakes;
mod notations;

use std::fmt::Write as _;

use tirada::internals::diagnostic::Arg;
use tirada::internals::syntax::{
    Amount, Body, CallArg, DieExpr, Expr, ExprKind, FormulaProblem, Name, TextSpan, TokenKind, is_dice_word,
    is_keyword, is_plain_name, parse, parse_expr, tokens,
};

/// The tree in prefix notation, for the tests where printing hides what binds.
fn shape(expr: &Expr) -> String {
    let name = |name: &Name| if name.quoted { format!("«{}»", name.text) } else { name.text.clone() };
    let list = |head: String, args: &[CallArg]| {
        let mut out = head;
        for arg in args {
            match arg {
                CallArg::Value(value) => write!(out, " {}", shape(value)),
                CallArg::Named { name: input, value } => write!(out, " {}: {}", name(input), shape(value)),
                CallArg::Condition { op, value, .. } => write!(out, " {}? {}", op.symbol(), shape(value)),
            }
            .unwrap();
        }
        format!("({out})")
    };
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Flag(flag) => flag.to_string(),
        ExprKind::Name(it) => name(it),
        ExprKind::Multiple { times, word } => format!("(times {times} {})", word.text),
        ExprKind::Pool(pool) => match &pool.count {
            Amount::Fixed(_) => format!("<{expr}>"),
            Amount::Computed(count) => {
                format!("<{} of {}>", shape(count), expr.to_string().rsplit(')').next().unwrap())
            }
        },
        ExprKind::Negate(value) => format!("(neg {})", shape(value)),
        ExprKind::Not(value) => format!("(not {})", shape(value)),
        ExprKind::Binary { op, left, right } => format!("({} {} {})", op.symbol(), shape(left), shape(right)),
        ExprKind::If { condition, then, otherwise } => {
            format!("(if {} {} {})", shape(condition), shape(then), shape(otherwise))
        }
        ExprKind::Let { name: it, values, body } => {
            let values: Vec<String> = values.iter().map(shape).collect();
            format!("(let {} {} {})", name(it), values.join(" "), shape(body))
        }
        ExprKind::Call { name: it, args } => list(name(it), args),
        ExprKind::Cell { table, keys } => list(format!("cell {}", name(table)), keys),
        ExprKind::Member { of, what } => format!("(of {} {})", name(of), shape(what)),
        ExprKind::Missing => "…".to_owned(),
    }
}

fn shape_of(text: &str) -> String {
    let parsed = parse(text);
    match &parsed.input.body {
        Body::Value(expr) => shape(expr),
        Body::Versus { left, right } => format!("(vs {} {})", shape(left), shape(right)),
    }
}

#[track_caller]
fn reads(text: &str, printed: &str) {
    let parsed = parse(text);
    assert_eq!(parsed.problems, vec![], "{text}");
    assert_eq!(parsed.input.to_string(), printed, "{text}");
    assert_eq!(parse(printed), parsed, "{text} prints as {printed}");
}

#[track_caller]
fn means(text: &str, expected: &str) {
    assert_eq!(parse(text).problems, vec![], "{text}");
    assert_eq!(shape_of(text), expected, "{text}");
}

/// The problems of a text as `code@what is underlined`.
fn wrong(text: &str) -> String {
    let show = |problem: &FormulaProblem| format!("{}@{}", problem.code.as_str(), &text[problem.at.range()]);
    parse(text).problems.iter().map(show).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn fails(text: &str, expected: &str) {
    assert_eq!(wrong(text), expected, "{text}");
}

/// The text after the change that its first problem offers.
fn mended(text: &str) -> String {
    let problem = parse(text).problems.into_iter().find(|problem| !problem.fixes.is_empty()).expect("a fix");
    let fix = problem.fixes.into_iter().next().unwrap();
    let (span, replacement) = (fix.span, fix.replacement);
    let mut text = text.to_owned();
    text.replace_range(span.range(), &replacement);
    text
}

#[test]
fn operators_bind_in_order() {
    means("a or b and c", "(or a (and b c))");
    means("a and not b = c", "(and a (not (= b c)))");
    means("not not a", "(not (not a))");
    means("a + 1 >= b * 2", "(>= (+ a 1) (* b 2))");
    means("a - b - c", "(- (- a b) c)");
    means("a / b * c % d4", "(% (* (/ a b) c) <d4>)");
    means("-a * b", "(* (neg a) b)");
    means("--a", "(neg (neg a))");
    means("a - -b", "(- a (neg b))");
    means("-2C", "(neg (times 2 C))");
    means("5d6 beats 3d6 + 1", "(beats <5d6> (+ <3d6> 1))");
    means("a + not b = c", "(+ a (not (= b c)))");
    means("(a < b) = (c < e)", "(= (< a b) (< c e))");
    means("a + 1 vs b or c", "(vs (+ a 1) (or b c))");
}

#[test]
fn if_and_let_reach_far_right() {
    means("if a then b else c + 1", "(if a b (+ c 1))");
    means("1 + if a then b else c + 1", "(+ 1 (if a b (+ c 1)))");
    means("(1 + if a then b else c) + 1", "(+ (+ 1 (if a b c)) 1)");
    means("if a then if b then 1 else 2 else 3", "(if a (if b 1 2) 3)");
    means("if if a then b else c then 1 else 2", "(if (if a b c) 1 2)");
    means("let x = 2d6 in x + x", "(let x <2d6> (+ x x))");
    means("let x = let y = 1 in y in x", "(let x (let y 1 y) x)");
    means("let «x y» = 1 in «x y»", "(let «x y» 1 «x y»)");
    means("if a then b else c vs 12", "(vs (if a b c) 12)");
    means("a vs if b then 1 else 2", "(vs a (if b 1 2))");
    reads("(1 + (if a then b else (c))) * 2", "(1 + if a then b else c) * 2");
    reads("(if a then b else c) + 1", "(if a then b else c) + 1");
    reads("(not a) + b", "(not a) + b");
    reads("a and (not b)", "a and not b");
}

#[test]
fn aliases_print_in_ascii() {
    reads("a == b", "a = b");
    reads("a ≥ 1 and b ≤ 2 or c ≠ 3", "a >= 1 and b <= 2 or c != 3");
    reads("−2 × a ÷ b − 1 – 2", "-2 * a / b - 1 - 2");
    reads("“zur mol”", "«zur mol»");
    reads("4d6!≥5r≤2", "4d6!>=5r<=2");
}

#[test]
fn dice_are_one_piece() {
    for text in ["3d10", "d6", "4dF", "dF", "d", "3d", "d{0,0,1,2}", "2d{-1,0,1}", "(a + 2)d6", "(a)d", "(a)dF"] {
        reads(text, text);
    }
    reads("2D6", "2d6");
    reads("1d6", "d6");
    reads("d%", "d100");
    reads("3d%", "3d100");
    reads("4DF", "4dF");
    reads("d{ 0, −1 , 2 }", "d{0,-1,2}");
    reads("d006", "d6");
    reads("(3)d6", "(3)d6");
    reads("((2d6)d8kh1)d", "((2d6)d8kh1)d");
    reads("d1000000", "d1000000");
    reads("9223372036854775807d6", "9223372036854775807d6");
    means("d + D", "(+ <d> <d>)");
    means("d % 2", "(% <d> 2)");
    let Body::Value(Expr { kind: ExprKind::Pool(pool), .. }) = parse("3d").input.body else { panic!() };
    assert_eq!((pool.count, pool.die), (Amount::Fixed(3), DieExpr::Own));
}

#[test]
fn dice_win_over_names_only_as_whole_words() {
    // Found by fuzzing: what follows the word does not make a name of it.
    for text in ["dr<=050d", "d!5x", "dk3 + dr>=1x"] {
        assert!(!tirada::internals::syntax::parse(text).problems.is_empty(), "{text}");
    }
    means("zado + dado", "(+ zado dado)");
    means("dFuego", "dFuego");
    means("dF2", "dF2");
    means("2dado", "(times 2 dado)");
    means("DR <= 2", "(<= DR 2)");
    means("drop", "drop");
    fails("d6x", "unknown-suffix@x");
    fails("2d6x + 2d8_y", "unknown-suffix@x unknown-suffix@_y");
    fails("2d6d8", "unknown-suffix@d8");
}

#[test]
fn suffixes_touch() {
    for text in [
        "4d6kh3",
        "4d6kl1",
        "3d10km1",
        "4d6dh1",
        "4d6dl1",
        "10d6!",
        "10d6!!",
        "10d6!9",
        "10d6!>=9",
        "10d6!!>=9",
        "2d6r1",
        "2d6r<=2",
        "2d6ro1",
        "2d6ro<=2",
        "2d6r!=3",
        "4d6kh3!",
        "1000d6!kh2r1",
        "3dkh2",
        "dkh2",
        "4dFr=-1",
        "3dr<=2",
        "ddl1",
        "4dF!>=-1",
        "10d6!kh1kl1",
    ] {
        reads(text, text);
    }
    reads("4d6k3", "4d6kh3");
    reads("2d6!=6", "2d6!6");
    reads("2d6!!=6", "2d6!!6");
    reads("2d6!==6", "2d6!6");
    reads("2d6r=1", "2d6r1");
    reads("3d10km1!", "3d10km1!");
    reads("1d6r<3kh1", "d6r<3kh1");
    means("2d6!-1", "(- <2d6!> 1)");
    means("2d6! >= 9", "(>= <2d6!> 9)");
    means("2d6>=9", "(>= <2d6> 9)");
    means("2d6 != 6", "(!= <2d6> 6)");
    means("2d6kh1>=5", "(>= <2d6kh1> 5)");
    means("2d6kh1-1", "(- <2d6kh1> 1)");
}

#[test]
fn numbers_multiply_the_word_they_touch() {
    means("2C", "(times 2 C)");
    means("2CC + 3", "(+ (times 2 CC) 3)");
    means("0zu", "(times 0 zu)");
    means("2 and 3", "(and 2 3)");
    means("2and 3", "(and 2 3)");
    fails("2«C»", "side-by-side@2«C»");
    fails("2C(3)", "side-by-side@2C(3)");
    fails("(a)C", "side-by-side@(a)C");
}

#[test]
fn names() {
    means("e\u{301}te", "éte");
    means("«e\u{301}te  \n de »", "«éte de»");
    means("\"if\" + «d6»", "(+ «if» «d6»)");
    means("If + VS + _x", "(+ (+ If VS) _x)");
    means("a-b", "(- a b)");
    means("yes or no", "(or true false)");
    reads("\"a » b\"", "\"a » b\"");
    reads("“a » \" b”", "“a » \" b”");
    fails("\"\"", "empty-name@\"\"");
    fails("« »(3)", "empty-name@« »");
    fails("a + «b", "unclosed-quote@«");
    assert_eq!(mended("a + «b "), "a + «b» ");
    fails(&"x".repeat(201), &format!("name-too-long@{}", "x".repeat(201)));
    reads(&"x".repeat(200), &"x".repeat(200));
}

#[test]
fn rows_of_several_words_are_one_name() {
    means("C vs Zur Mol", "(vs C «Zur Mol»)");
    means("C vs 2 + Zur  Mol * 2", "(vs C (+ 2 (* «Zur Mol» 2)))");
    means("C vs -Zur Mol", "(vs C (neg «Zur Mol»))");
    means("t[Zur Mol 1]", "(cell t «Zur Mol 1»)");
    means("t[Zur Mol 1 + 2, Fa]", "(cell t (+ «Zur Mol 1» 2) Fa)");
    means("t[a, Fa Mol = 3]", "(cell t a «Fa Mol»: 3)");
    means("t[a, b = Zur Mol]", "(cell t a b: «Zur Mol»)");
    means("t[f(a), u[b]]", "(cell t (f a) (cell u b))");
    fails("C vs Zur 7", "side-by-side@Zur 7");
    fails("C vs (Zur Mol)", "side-by-side@Zur Mol");
    fails("C vs Zur f(1)", "side-by-side@Zur f(1)");
    fails("f(Zur Mol)", "side-by-side@Zur Mol");
    fails("Zur Mol vs 3", "side-by-side@Zur Mol");
}

#[test]
fn calls_and_cells() {
    means("f()", "(f)");
    means("f (1)", "(f 1)");
    means("«f g»(1, x = 2)", "(«f g» 1 x: 2)");
    means("count(8d6, >= 5)", "(count <8d6> >=? 5)");
    means("count(= 6)", "(count =? 6)");
    means("count(!= 2 + a)", "(count !=? (+ 2 a))");
    means("count(>= (a and b))", "(count >=? (and a b))");
    means("f((x = 2))", "(f (= x 2))");
    means("f(x == 2)", "(f (= x 2))");
    means("f(x = y = 2)", "(f x: (= y 2))");
    means("f(x >= 2, x + 1 = 2)", "(f (>= x 2) (= (+ x 1) 2))");
    means("t [a, b]", "(cell t a b)");
    means("t[a, x = 3, n = -1]", "(cell t a x: 3 n: (neg 1))");
    reads("f(x == 2 and y)", "f((x = 2 and y))");
    fails("f(>= 3 and <= 5)", "condition-not-simple@>= 3 and <= 5");
    fails("t[>= 3]", "condition-in-key@>= 3");
    fails("t[]", "empty-keys@[]");
    fails("f(1, )", "syntax@)");
    fails("f(1; 2)", "wrong-separator@;");
    fails("f(1)[2]", "keys-without-table@[2]");
    fails("[2]", "keys-without-table@[2]");
}

#[test]
fn dots_lead_to_what_something_has() {
    means("a.b", "(of a b)");
    means("a.b.c", "(of a (of b c))");
    means("-a.b * 2C + c.x", "(+ (* (neg (of a b)) (times 2 C)) (of c x))");
    means("a.«if» + «zur mol».b + \"a b\".“c”", "(+ (+ (of a «if») (of «zur mol» b)) (of «a b» «c»))");
    means("a.count(10)", "(of a (count 10))");
    means("a.b.count(>= 5, x = c.z)", "(of a (of b (count >=? 5 x: (of c z))))");
    means("a.t[b.c, x = b]", "(of a (cell t (of b c) x: b))");
    means("a.f (1)", "(of a (f 1))");
    means("t[b.c]", "(cell t (of b c))");
    means("f(a.b = 3)", "(f (= (of a b) 3))");
    means("C vs a.b", "(vs C (of a b))");
    means("a.b + 1 vs -a.b.c", "(vs (+ (of a b) 1) (neg (of a (of b c))))");
    means("(a.b)d6", "<(of a b) of d6>");
    means("if a.b then a.c else b.c", "(if (of a b) (of a c) (of b c))");
    means("a.dado + dFuego.mM", "(+ (of a dado) (of dFuego mM))");
    means("e\u{301}.a", "(of é a)");
    reads("a.«b c»[1]", "a.«b c»[1]");
    reads("a.b.c(1,2) # so", "a.b.c(1, 2) # so");
    fails("C vs Zur Mol.a", "side-by-side@Zur Mol.a");
    fails("C vs Zur Mol Fa.a", "side-by-side@Zur Mol Fa.a");
    fails("t[Zur a.b]", "side-by-side@Zur a.b");
    let Body::Value(Expr { kind: ExprKind::Member { of, what }, span }) = parse(" «a».b [1] ").input.body else {
        panic!()
    };
    assert_eq!((of.span, what.span), (TextSpan { start: 1, end: 6 }, TextSpan { start: 7, end: 12 }));
    assert_eq!(span, TextSpan { start: 1, end: 12 });
}

#[test]
fn dots_stand_between_names() {
    // Both sides touch.
    for (text, place) in [("a .b", " ."), ("a. b", ". "), ("a . b", " . "), ("(a .b)", " ."), ("C vs a. b", ". ")] {
        fails(text, &format!("dot-touches@{place}"));
        assert_eq!(mended(text), text.replace(place, "."));
    }
    fails("a .f(1) + b. t[2].c", "dot-touches@ . dot-touches@.  name-before-dot@.");
    fails("a. «b c» + c . d .e", "dot-touches@.  name-after-dot@. name-before-dot@.");
    // A name before it.
    for text in [
        ".a",
        "3.a",
        "3 .a",
        "2d6.a",
        "d.a",
        "dF.a.b",
        "2d6kh1.a",
        "f(1).a",
        "t[1].a.b(2)",
        "(a).b",
        "not .a",
        "yes.a",
        "1 + .a",
        "f(.a)",
    ] {
        fails(text, "name-before-dot@.");
    }
    fails("2C.a.b", "name-before-dot@.");
    assert_eq!(mended("2C.a.b + 1"), "2 * C.a.b + 1");
    // A name behind it.
    fails("a.", "name-after-dot@.");
    fails("a. # so", "name-after-dot@.");
    fails("(a. + b.) * c.", "name-after-dot@. name-after-dot@. name-after-dot@.");
    fails("a.(b)", "name-after-dot@.");
    fails("a.5", "name-after-dot@5");
    fails("a.2C + «b».3d6", "name-after-dot@2C name-after-dot@3d6");
    fails("a.b.d6 + a.vs.c", "name-after-dot@d6 name-after-dot@vs");
    assert_eq!(mended("a.d6 + 1"), "a.«d6» + 1");
    assert_eq!(mended("a.in"), "a.«in»");
    fails("a .d6 + a # so\n .b", "name-after-dot@d6 dot-touches@ # so\n .");
    fails("a.d{1,2}kh1", "name-after-dot@d{1,2}kh1");
    fails("a .5C", "not-a-whole-number@.5");
    fails("a.«b", "unclosed-quote@«");
    assert_eq!(mended("a.«b"), "a.«b»");
    fails("a.«».b", "empty-name@«»");
    fails("«».a", "empty-name@«»");
    // Where only a new name can stand there is no path.
    fails("let a.b = 1 in a", "dot-in-new-name@.");
    fails("2d6!kh1.x", "syntax@.");
    // Numbers and dots by the handful are no paths.
    fails("1.5.2", "not-a-whole-number@1.5 not-a-whole-number@.2");
    fails("a + .5", "not-a-whole-number@.5");
    fails("a .5", "not-a-whole-number@.5");
    fails("1.", "syntax@.");
    fails("a...b", "syntax@...");
}

#[test]
fn side_by_side() {
    fails("m M", "side-by-side@m M");
    assert_eq!(mended("m M"), "m + M");
    let helps = |text: &str| -> Vec<String> {
        let problem = parse(text).problems.remove(0);
        let text = |said: &Arg| if let Arg::Text(text) = said { text.clone() } else { String::new() };
        problem.helps.iter().map(|help| format!("{} {}", help.id, text(&help.args[0].1))).collect()
    };
    assert_eq!(helps("m M"), ["help-join mM", "help-sign m + M", "help-quotes «m M»"]);
    assert_eq!(helps("zurlo mol"), ["help-sign zurlo + mol", "help-quotes «zurlo mol»"]);
    assert_eq!(helps("zurlo en mol"), ["help-quotes «zurlo en mol»"]);
    assert_eq!(helps("C 7"), ["help-sign C + 7", "help-quotes «C 7»"]);
    assert_eq!(helps("2 (3)"), ["help-sign 2 * (3)"]);
    assert_eq!(helps("(a)(b)"), ["help-sign (a) + (b)"]);
    assert_eq!(helps("4d6 kh3"), ["help-suffix-touches 4d6kh3"]);
    assert_eq!(mended("4d6 kh3"), "4d6kh3");
    assert_eq!(mended("2 (3)"), "2 * (3)");
    assert_eq!(mended("2 zurlo"), "2 * zurlo");
    assert_eq!(mended("zurlo 2"), "zurlo + 2");
    assert_eq!(mended("1/2 zurlo"), "zurlo / 2");
    assert_eq!(mended("mol + 2/3 zurlo"), "mol + 2 * zurlo / 3");
    assert_eq!(mended("1 000"), "1000");
    assert_eq!(mended("1.000"), "1000");
    assert_eq!(mended("zurlo d6"), "(zurlo)d6");
    assert_eq!(mended("zurlo)d6"), "(zurlo)d6");
    fails("(zurlo d6", "missing-close@(");
    // Any sign may be missing there.
    assert!(parse("zurlo mol").problems.iter().all(|problem| problem.fixes.is_empty()));
    fails("d6 d6", "side-by-side@d6 d6");
    fails("d%2", "unknown-suffix@2");
    fails("a not b", "side-by-side@a not b");
    fails("zurlo en mol", "side-by-side@zurlo en mol");
}

#[test]
fn comments_and_blanks() {
    reads("mM+2 # pistol", "mM + 2 # pistol");
    reads("a#b", "a # b");
    reads("a #", "a");
    reads("a # b # c \n\n", "a # b # c");
    reads("a + # first\n b", "a + b");
    reads("a\n# first\r\n# second\n", "a # second");
    reads("\u{FEFF}a\u{A0}+\t\n\u{2003}b", "a + b");
    reads("a # so\u{200B}so ❤\u{FE0F}", "a # so\u{200B}so ❤\u{FE0F}");
    reads("«a # b» # c", "«a # b» # c");
    assert_eq!(parse("# only").input.comment.as_deref(), Some("only"));
    fails("# only", "empty-expression@");
    fails(" \n ", "empty-expression@");
    let (expr, problems) = parse_expr("a + b # dropped");
    assert_eq!((expr.to_string().as_str(), problems), ("a + b", vec![]));
}

#[test]
fn vs_stands_outside_and_once() {
    fails("a vs b vs c", "second-vs@vs");
    fails("(a vs b)", "vs-inside@vs");
    fails("f(a vs b) + t[a vs b]", "vs-inside@vs vs-inside@vs");
    fails("if a vs b then c else e", "vs-inside@vs");
    fails("(a vs 3", "missing-close@( vs-inside@vs");
    fails("vs 3", "syntax@vs");
    fails("a vs", "syntax-end@");
    let (expr, problems) = parse_expr("a vs 12");
    assert_eq!(expr.to_string(), "a");
    assert_eq!(problems[0].code.as_str(), "vs-not-here");
    assert_eq!(problems[0].at, TextSpan { start: 2, end: 4 });
}

#[test]
fn kinds_of_words() {
    for word in ["d", "D", "dF", "d6", "3d", "d6x", "dkh2", "dkh", "dr", "2d6", "d%", "ddl1"] {
        assert!(is_dice_word(word), "{word}");
    }
    for word in ["dado", "dFuego", "DR", "f", "F", "2C", "", "drop", "d 6", "r1", "dFx2"] {
        assert!(!is_dice_word(word), "{word}");
    }
    assert!(is_keyword("vs") && !is_keyword("Vs") && !is_keyword("count"));
    for word in ["a", "_", "éte", "VS", "kh3", "dado"] {
        assert!(is_plain_name(word), "{word}");
    }
    for word in ["", "a b", "2C", "vs", "d6", "a-b", " a", "«a»", "a#"] {
        assert!(!is_plain_name(word), "{word}");
    }
}

#[test]
fn pieces_for_colouring() {
    use TokenKind::*;
    let kinds = |text: &str| -> Vec<(String, TokenKind)> {
        tokens(text).into_iter().map(|(span, kind)| (text[span.range()].to_owned(), kind)).collect()
    };
    let piece = |text: &str, kind| (text.to_owned(), kind);
    assert_eq!(
        kinds("if 2C>=(«a b»+2)d6kh1 vs @ # so"),
        [
            piece("if", Keyword),
            piece("2", Number),
            piece("C", Name),
            piece(">=", Operator),
            piece("(", Bracket),
            piece("«a b»", QuotedName),
            piece("+", Operator),
            piece("2", Number),
            piece(")", Bracket),
            piece("d6kh1", Dice),
            piece("vs", Keyword),
            piece("@", Bad),
            piece("# so", Comment),
        ]
    );
    assert_eq!(kinds("a.b"), [piece("a", Name), piece(".", Operator), piece("b", Name)]);
    assert_eq!(kinds("1.5 «a"), [piece("1.5", Bad), piece("«a", Bad)]);
}
