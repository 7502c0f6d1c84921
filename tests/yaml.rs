//! Small files, right and wrong: what is read, and what is said about the rest.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write;

use tirada::internals::ruleset::outermost;
use tirada::internals::source::Sources;
use tirada::internals::yaml::{Node, NodeKind, YamlLimits, parse};

/// A tree on one line.
fn shown(node: &Node) -> String {
    match &node.kind {
        NodeKind::Empty => "-".to_owned(),
        NodeKind::Bad => "BAD".to_owned(),
        NodeKind::Scalar(scalar) => format!("{:?}", scalar.text),
        NodeKind::List(items) => format!("[{}]", items.iter().map(shown).collect::<Vec<_>>().join(", ")),
        NodeKind::Map(entries) => {
            let entries = entries.iter().map(|entry| format!("{}: {}", entry.key.text, shown(&entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The tree, and a line for each error: code, line:column, the underlined text, and
/// what to write instead.
fn read(text: &str) -> (String, String) {
    read_within(text, &YamlLimits::default())
}

fn read_within(text: &str, limits: &YamlLimits) -> (String, String) {
    let mut sources = Sources::new();
    let id = sources.add("game.yml", text);
    let (root, diagnostics) = parse(&sources, id, limits);
    let mut errors = String::new();
    for error in diagnostics {
        let at = error.at.unwrap();
        assert!(text.get(at.range()).is_some(), "{} points between characters", error.code.as_str());
        let position = sources.get(id).unwrap().position(at.start);
        let _ = write!(errors, "{} {}:{} {}", error.code.as_str(), position.line, position.column, sources.slice(at));
        if let Some(fix) = error.fixes.into_iter().next() {
            let mut mended = text.to_owned();
            mended.replace_range(fix.span.range(), &fix.replacement);
            let _ = write!(errors, " -> {}", mended.lines().nth(position.line - 1).unwrap_or(""));
        }
        errors.push('\n');
    }
    (shown(&root), errors.trim_end().to_owned())
}

#[track_caller]
fn check(text: &str, tree: &str, errors: &str) {
    assert_eq!(read(text), (tree.to_owned(), errors.to_owned()), "\n{text}");
}

#[test]
fn everything_is_text() {
    check(
        "a: no\nb: +2\nc: 1e3\nd: ~\ne: null\nf: 12:30\ng: 3..\nh:\ni: ''\nj: [x, , ]".replace(", , ", ", ").as_str(),
        r#"{a: "no", b: "+2", c: "1e3", d: "~", e: "null", f: "12:30", g: "3..", h: -, i: "", j: ["x"]}"#,
        "",
    );
    check("", "-", "");
    check("# nothing\n\n", "-", "");
    check("--- \na: b", r#"{a: "b"}"#, "");
}

#[test]
fn formulas_that_need_no_quotes() {
    for formula in
        ["C > 3", "3d10 !>=9", "4d6kh3 + 2", "min(3, x) # note", "(a)d{0, 1}", "Row[x, y]", "d%", "5d6!", "x #"]
    {
        let (_, errors) = read(&format!("rule: {formula}\nnext: 1"));
        assert_eq!(errors, "", "{formula}");
    }
}

#[test]
fn cut_at_a_hash() {
    let quoted = "yaml-cut-at-hash 1:13 # x) -> a: 'min(3, C # x)'";
    check("a: min(3, C # x)\nb: 2", r#"{a: BAD, b: "2"}"#, quoted);
    // A comment that closes nothing is one.
    check("a: min(3, C # x\nb: 2", r#"{a: "min(3, C", b: "2"}"#, "");
    check("a: x + # y", "{a: BAD}", "yaml-cut-at-hash 1:8 # y -> a: 'x + # y'");
    check("a: x, # y", "{a: BAD}", "yaml-cut-at-hash 1:7 # y -> a: 'x, # y'");
    check(
        "a: [1, min(2 # x, y), 3]",
        r#"{a: ["1", BAD, "3"]}"#,
        "yaml-cut-at-hash 1:14 # x, y) -> a: [1, 'min(2 # x, y)', 3]",
    );
    check("a: b # c\n  d\ne: f", r#"{a: "b", e: "f"}"#, "yaml-comment-in-text 1:6 # c");
    check("a: b\n  # c\n  d\ne: f", r#"{a: "b", e: "f"}"#, "yaml-comment-in-text 2:3 # c");
}

#[test]
fn cut_at_a_comma_or_bracket() {
    check("a: {a: min(3, b)}", "{a: {a: BAD}}", "yaml-cut-at-comma 1:13 , -> a: {a: 'min(3, b)'}");
    check("[if(a, b), c]", r#"[BAD, "c"]"#, "yaml-cut-at-comma 1:6 , -> ['if(a, b)', c]");
    check("[min(1, Row[x, y] + 2), c]", r#"[BAD, "c"]"#, "yaml-cut-at-comma 1:7 , -> ['min(1, Row[x, y] + 2)', c]");
    check("{min(1, 2): c, d: e}", r#"{d: "e"}"#, "yaml-cut-at-comma 1:7 , -> {'min(1, 2)': c, d: e}");
    check("{x: Hurt[Knife], y: 2}", r#"{x: BAD, y: "2"}"#, "yaml-bracket-in-value 1:9 [ -> {x: 'Hurt[Knife]', y: 2}");
    check("{x: (a)d{0,1}}", "{x: BAD}", "yaml-bracket-in-value 1:9 { -> {x: '(a)d{0,1}'}");
    check("a: [«x, y», z]", r#"{a: [BAD, "z"]}"#, "yaml-cut-at-comma 1:7 , -> a: ['«x, y»', z]");
}

#[test]
fn values_that_start_with_a_sign_of_yaml() {
    for (value, sign) in [
        ("> 3", ">"),
        (">= 10", ">"),
        ("| x", "|"),
        ("%20", "%"),
        ("@x", "@"),
        ("`x`", "`"),
        ("- x", "-"),
        ("? x", "?"),
        (": x", ":"),
        ("[x] + 2", "["),
        ("{x}d6", "{"),
        ("]", "]"),
        ("&x", "&"),
    ] {
        let expected = format!("yaml-reserved-start 1:4 {sign} -> a: '{value}'");
        check(&format!("a: {value}\nb: 2"), r#"{a: BAD, b: "2"}"#, &expected);
    }
    for value in ["> 3", ">= 10", "%20", "@x", "`x`", "- x"] {
        let sign = &value[..1];
        check(
            &format!("{{a: {value}, b: 2}}"),
            r#"{a: BAD, b: "2"}"#,
            &format!("yaml-reserved-start 1:5 {sign} -> {{a: '{value}', b: 2}}"),
        );
    }
    check("a: *2 + x\nb: 2", r#"{a: BAD, b: "2"}"#, "yaml-unknown-alias 1:4 * -> a: '*2 + x'");
    check("a: [*2, b]", r#"{a: [BAD, "b"]}"#, "yaml-unknown-alias 1:5 * -> a: ['*2', b]");
    check("a: !5\nb: 2", r#"{a: BAD, b: "2"}"#, "yaml-tag 1:4 !5 -> a: '!5'");
    check("a: !>=9 x\nb: 2", r#"{a: BAD, b: "2"}"#, "yaml-tag 1:4 !>=9 -> a: '!>=9 x'");
    check("a: !!str b", "{a: BAD}", "yaml-tag 1:4 !!str -> a: b");
    check("a: !x\n  b: c", r#"{a: {b: "c"}}"#, "yaml-tag 1:4 !x");
}

#[test]
fn text_around_quotes_and_colons() {
    check(
        "when: \"x\" and y\nb: 2",
        r#"{when: BAD, b: "2"}"#,
        "yaml-text-after-quote 1:11 and y -> when: '\"x\" and y'",
    );
    check(
        "{when: \"x\" and y, b: 2}",
        r#"{when: BAD, b: "2"}"#,
        "yaml-text-after-quote 1:12 and y -> {when: '\"x\" and y', b: 2}",
    );
    check("- 'x' and y\n- z", r#"[BAD, "z"]"#, "yaml-text-after-quote 1:7 and y -> - \"'x' and y\"");
    check("key: value: more\nb: 2", r#"{key: BAD, b: "2"}"#, "yaml-colon-in-value 1:11 : -> key: {value: more}");
    check("{a: b: c, d: e}", r#"{a: BAD, d: "e"}"#, "yaml-colon-in-value 1:6 : -> {a: 'b: c', d: e}");
    check("a: 'x\nb: 2", r#"{a: BAD, b: "2"}"#, "yaml-unclosed-quote 1:4 ' -> a: 'x'");
    check("a: \"x\n  b: \"y\"\nc: 2", r#"{a: BAD, c: "2"}"#, "yaml-unclosed-quote 1:4 \"");
    check(r#"a: "x\q""#, "{a: BAD}", r"yaml-escape 1:6 \q -> a: 'x\q'");
    check(r#"[x, "\x4g", y]"#, r#"["x", BAD, "y"]"#, r"yaml-escape 1:6 \x4 -> [x, '\x4g', y]");
}

#[test]
fn blanks() {
    check("key:value\nb: 2", r#"{b: "2"}"#, "yaml-missing-space 1:4 : -> key: value");
    check("b: 2\n\"key\":value", r#"{b: "2"}"#, "yaml-missing-space 2:6 : -> \"key\": value");
    check("a:\n  key:value", "{a: {}}", "yaml-missing-space 2:6 : ->   key: value");
    check("{b:3, c: 4}", r#"{c: "4"}"#, "yaml-missing-space 1:3 : -> {b: 3, c: 4}");
    check("a:\n  -x\n  -y", "{a: BAD}", "yaml-missing-space 2:3 - ->   - x");
    check("a:\n  - x\n  -y", r#"{a: ["x", BAD]}"#, "yaml-missing-space 3:3 - ->   - y");
    check("a: 1\nb\nc: 3", r#"{a: "1", c: "3"}"#, "yaml-missing-colon 2:1 b");
    check("a: 1\nbee\n  d: 2\nc: 3", r#"{a: "1", c: "3"}"#, "yaml-missing-colon 2:1 bee -> bee:");
    check("a:\n\tb: d", "{a: BAD}", "yaml-tab 2:1 \t ->   b: d");
    check("a:\n  b: 1\n   c: 2\nd: 3", r#"{a: {b: "1"}, d: "3"}"#, "yaml-indentation 3:4 c ->   c: 2");
    check("a:\n  b: 1\n c: 2\n e: 4\nd: 3", r#"{a: {b: "1"}, d: "3"}"#, "yaml-indentation 3:2 c ->   c: 2");
    check("a:\n  - x\n    - y\nd: 3", r#"{a: [BAD], d: "3"}"#, "yaml-indentation 3:5 - y");
    check("a: b\n- c\nd: e", r#"{a: "b", d: "e"}"#, "yaml-item-among-names 2:1 -");
    check("a:\n  - x\n  y: z\nb: c", r#"{a: ["x"], b: "c"}"#, "yaml-name-among-items 3:3 y");
}

#[test]
fn characters_that_cannot_be_seen() {
    check("a: b\0c\nd: e", r#"{a: BAD, d: "e"}"#, "yaml-control-character 1:5 \0 -> a: bc");
    check("a: 'b\0c'\nd: e", r#"{a: BAD, d: "e"}"#, "yaml-control-character 1:6 \0 -> a: 'bc'");
    check("a: b\u{7}c\nd: e", r#"{a: BAD, d: "e"}"#, "yaml-control-character 1:5 \u{7} -> a: bc");
    check("\u{feff}a: b", r#"{a: "b"}"#, "");
    check("a: \u{feff}b", "{a: BAD}", "yaml-control-character 1:4 \u{feff} -> a: b");
}

#[test]
fn brackets() {
    check("a: [b\nc: 3", r#"{a: BAD, c: "3"}"#, "yaml-unclosed-bracket 1:4 [ -> a: [b]");
    check("a: {b: 3\nc: 3", r#"{a: BAD, c: "3"}"#, "yaml-unclosed-bracket 1:4 { -> a: {b: 3}");
    check("a: [b}\nc: 3", r#"{a: BAD, c: "3"}"#, "yaml-unclosed-bracket 1:4 [ -> a: [b]");
    check("a: [b]]\nc: 3", r#"{a: ["b"], c: "3"}"#, "yaml-extra-bracket 1:7 ] -> a: [b]");
    check("a: [x, , y]", r#"{a: ["x", "y"]}"#, "yaml-extra-comma 1:8 , -> a: [x,  y]");
    check("{a: 1,\n b: 2\n c: 3}", r#"{a: "1", b: "2 c"}"#, "yaml-missing-comma 3:2 c");
}

#[test]
fn names() {
    check("a: 1\nb: 2\na: 3", r#"{a: "1", b: "2"}"#, "duplicate-key 3:1 a");
    check("a: 1\na: 2\n'a': 3", r#"{a: "1"}"#, "duplicate-key 2:1 a\nduplicate-key 3:1 'a'");
    check("ni\u{f1}o: 1\nnin\u{303}o: 2", "{ni\u{f1}o: \"1\"}", "duplicate-key-normal-form 2:1 nin\u{303}o");
    check("<<: {a: b}\nc: d", r#"{c: "d"}"#, "yaml-merge-key 1:1 <<");
    check("? [a, b]\n: c\nd: e", r#"{d: "e"}"#, "yaml-key-not-a-word 1:3 [a, b]");
    check("{{a: b}: c, d: e}", r#"{d: "e"}"#, "yaml-key-not-a-word 1:2 {a: b}");
    check(": b", "{}", "yaml-key-not-a-word 1:1 :");
    let mut many: String = (0..40).map(|at| format!("n{at}: x\n")).collect();
    many.push_str("n7: y");
    assert_eq!(read(&many).1, "duplicate-key 41:1 n7");
}

#[test]
fn duplicate_keys_show_both_places() {
    let mut sources = Sources::new();
    let id = sources.add("game.yml", "a: 1\nb: 2\na: 3");
    let (_, errors) = parse(&sources, id, &YamlLimits::default());
    assert_eq!(sources.slice(errors[0].labels[0].span), "a");
    assert_eq!(errors[0].labels[0].span.start, 0);
}

#[test]
fn documents_and_directives() {
    check("a: 1\n---\nb: 2", r#"{a: "1"}"#, "yaml-several-documents 2:1 ---");
    check("%YAML 1.2\n---\na: b", r#"{a: "b"}"#, "yaml-directive 1:1 %YAML 1.2");
}

#[test]
fn copies() {
    let mut sources = Sources::new();
    let text = "a: &x [1, 2]\nb: *x\nc: &y {d: *x}\ne: *y";
    let id = sources.add("game.yml", text);
    let (root, errors) = parse(&sources, id, &YamlLimits::default());
    assert_eq!(errors, []);
    assert_eq!(shown(&root), r#"{a: ["1", "2"], b: ["1", "2"], c: {d: ["1", "2"]}, e: {d: ["1", "2"]}}"#);
    let copy = root.get("b").unwrap();
    assert_eq!(sources.slice(copy.span), "[1, 2]");
    assert_eq!(sources.slice(copy.alias.unwrap()), "*x");
    assert_eq!(copy.alias.unwrap().start, 16);
    check("a: &x [*x]", "{a: [BAD]}", "yaml-alias-of-itself 1:8 *x");
    check("a: &x 1\n*x : 2", r#"{a: "1"}"#, "yaml-anchor 1:4 &x -> a: '&x 1'\nyaml-key-not-a-word 2:1 *x");
}

#[test]
fn places() {
    let mut sources = Sources::new();
    let text = "a: 'x'\nb: |- # note\n\n  one\n  two\n\nc:\n  - d\n  - {e: f}\ng:\n\"h\": >\n  z\n";
    let id = sources.add("game.yml", text);
    let (root, errors) = parse(&sources, id, &YamlLimits::default());
    assert_eq!(errors, []);
    let written = |name: &str| sources.slice(root.get(name).unwrap().span);
    assert_eq!(written("a"), "'x'");
    assert_eq!(written("b"), "|- # note\n\n  one\n  two");
    assert_eq!(written("c"), "- d\n  - {e: f}");
    assert_eq!(written("h"), ">\n  z");
    assert_eq!(root.get("g").unwrap().span.start, text.find("\"h\"").unwrap() - 1);
    assert_eq!(sources.slice(root.get("c").unwrap().as_list().unwrap()[1].span), "{e: f}");
    assert_eq!(sources.slice(root.as_map().unwrap()[4].key.span), "\"h\"");
    assert_eq!(sources.slice(root.span).len(), text.trim_end().len());
}

#[test]
fn all_mistakes_at_once() {
    check(
        "a: >= 10\nb: {c: min(1, 2), d: Row[3]}\ne:f\ng: 'h\ni: [j\nk: !5\nl: x: y\nm: n\nm: o\n",
        r#"{a: BAD, b: {c: BAD, d: BAD}, g: BAD, i: BAD, k: BAD, l: BAD, m: "n"}"#,
        "yaml-reserved-start 1:4 > -> a: '>= 10'\n\
         yaml-cut-at-comma 2:13 , -> b: {c: 'min(1, 2)', d: Row[3]}\n\
         yaml-bracket-in-value 2:25 [ -> b: {c: min(1, 2), d: 'Row[3]'}\n\
         yaml-missing-space 3:2 : -> e: f\n\
         yaml-unclosed-quote 4:4 '\n\
         yaml-unclosed-bracket 5:4 [\n\
         yaml-tag 6:4 !5 -> k: '!5'\n\
         yaml-colon-in-value 7:5 : -> l: {x: y}\n\
         duplicate-key 9:1 m",
    );
}

fn codes(text: &str) -> Vec<&'static str> {
    let mut sources = Sources::new();
    let id = sources.add("game.yml", text);
    parse(&sources, id, &YamlLimits::default()).1.iter().map(|error| error.code.as_str()).collect()
}

#[test]
fn bombs() {
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for at in 1..20 {
        let before = format!("*a{}", at - 1);
        let _ = writeln!(laughs, "a{at}: &a{at} [{}]", vec![before; 9].join(", "));
    }
    assert_eq!(codes(&laughs), ["yaml-alias-bomb"]);
    let nested: String = (0..60).map(|at| format!("&a{at} [")).collect();
    let found = codes(&format!("{nested}{}{}", "x, ".repeat(30_000), "]".repeat(60)));
    assert_eq!((found.len(), found.iter().all(|code| *code == "yaml-anchor")), (60, true));
    assert_eq!(codes(&"[".repeat(100_000)), ["yaml-too-deep"]);
    assert_eq!(codes(&"{a: ".repeat(100_000)), ["yaml-too-deep"]);
    assert_eq!(codes(&"- ".repeat(100_000)), ["yaml-too-deep"]);
    assert_eq!(codes(&"? ".repeat(100_000)), ["yaml-too-deep"]);
    assert_eq!(codes(&format!("a: {}", "x".repeat(10 << 20))), ["file-too-large"]);
    assert_eq!(codes(&format!("a: {}", "x".repeat(900_000))), [""; 0]);
    assert_eq!(codes(&(0..1_000_000).map(|at| format!("n{at}: x\n")).collect::<String>()), ["file-too-large"]);
    assert_eq!(codes(&(0..80_000).map(|at| format!("n{at}: x\n")).collect::<String>()), ["yaml-too-many-nodes"]);
    assert_eq!(codes(&format!("[{}]", "x,".repeat(400_000))), ["yaml-too-many-nodes"]);
}

#[test]
fn a_thousand_mistakes_end_soon() {
    for line in [
        "a: >= 10\n",
        "- {a: f(b, c)}\n",
        "a:b\n",
        "- 'x\n",
        "a: [b\n",
        "- {a: f(b, c}\n",
        "- [f(\n",
        "a: 'x' y\n",
        "- x #y\n  z\n",
        "- [f(,",
    ] {
        let found = codes(&line.repeat(20_000));
        assert!(!found.is_empty() && found.iter().any(|code| code.starts_with("yaml-")), "{line}");
    }
}

#[test]
fn one_long_line_of_mistakes_ends_soon() {
    for piece in ["f(,", "!a,", "*a,", "*a(,", "{[]: x},", "&a,", "f(\n,", "f( #\n,", "f(x, y),", "'x' y,", "x[,"] {
        let found = codes(&format!("[{}]", piece.repeat((1 << 17) / piece.len())));
        assert!(!found.is_empty() || piece.contains('\n'), "{piece}");
    }
}

#[test]
fn names_are_the_same_in_lines_and_in_brackets() {
    let expected = [("tirada", "1"), ("id", "plim"), ("dice", "")];
    assert_eq!(outermost("# x\ntirada: 1\nid: plim # x: y\ndice:\n  d: 6\n# a: b\n"), expected);
    let expected = [("tirada", "1"), ("id", "plim"), ("dice", "{d: 6}")];
    assert_eq!(outermost("{tirada: 1, id: 'plim', dice: {d: 6}}"), expected);
    assert_eq!(outermost("# x\n---\n{ \"tirada\":1,\n# a: b,\n \"id\" : \"plim\", dice: {d: 6}}"), expected);
    let tricky = "{a: [x, {tirada: 1}, \"}, id: y\"], b:c: x't, 'it''s': {z: 1}, \"\\\"}\": 2}";
    let names: Vec<&str> = outermost(tricky).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b:c", "it''s", "\\\"}"]);
}
