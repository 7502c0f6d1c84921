//! What holds for all files: texts keep their places, nothing panics, and strings are
//! read as the YAML library for serde reads them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fmt::Write;

use proptest::prelude::*;
use tirada::internals::source::{Placement, Sources};
use tirada::internals::yaml::{Node, NodeKind, YamlLimits, parse};

/// One character and how it is written.
#[derive(Debug, Clone)]
struct Piece {
    letter: char,
    written: String,
}

fn piece(letter: char) -> Piece {
    Piece { letter, written: letter.to_string() }
}

fn letters() -> impl Strategy<Value = char> {
    prop_oneof![
        4 => prop::char::range('a', 'z'),
        1 => Just('\u{f1}'),
        1 => Just('\u{301}'),
        1 => Just('\u{1d11e}'),
        1 => Just('\u{4e2d}'),
        1 => Just('+'),
        1 => Just('('),
    ]
}

/// Words of letters, so that texts can be folded between them.
fn words() -> impl Strategy<Value = Vec<Vec<char>>> {
    prop::collection::vec(prop::collection::vec(letters(), 1..6), 1..7)
}

/// What stands between two words: blanks, or a line break with empty lines.
#[derive(Debug, Clone)]
enum Gap {
    Blanks(usize),
    Break { before: usize, empty: usize, indent: usize },
}

fn gaps() -> impl Strategy<Value = Vec<Gap>> {
    let gap = prop_oneof![
        3 => (1..3_usize).prop_map(Gap::Blanks),
        2 => (0..3_usize, 0..3_usize, 1..5_usize)
            .prop_map(|(before, empty, indent)| Gap::Break { before, empty, indent }),
    ];
    prop::collection::vec(gap, 7)
}

/// A line break of a file.
fn breaks() -> impl Strategy<Value = &'static str> {
    prop_oneof![2 => Just("\n"), 1 => Just("\r\n")]
}

/// Plain or quoted text over several lines; each decoded character with its writing.
fn folded(words: &[Vec<Piece>], gaps: &[Gap], line_break: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (word, gap) in words.iter().zip(gaps) {
        pieces.extend(word.iter().cloned());
        match gap {
            Gap::Blanks(count) => pieces.extend(std::iter::repeat_n(piece(' '), *count)),
            Gap::Break { before, empty, indent } => {
                let blanks = " ".repeat(*before);
                let after = " ".repeat(*indent + 2);
                if *empty == 0 {
                    pieces.push(Piece { letter: ' ', written: format!("{blanks}{line_break}{after}") });
                } else {
                    // The first break belongs to nothing.
                    pieces.push(Piece { letter: '\0', written: format!("{blanks}{line_break}") });
                    for _ in 0..*empty {
                        pieces.push(Piece { letter: '\n', written: line_break.to_owned() });
                    }
                    pieces.push(Piece { letter: '\0', written: after });
                }
            }
        }
    }
    pieces.extend(words.last().unwrap().iter().cloned());
    pieces
}

/// Reads `before value after`, where the value is made of pieces, and compares every
/// character's place with the one at which it was written.
fn check_places(before: &str, pieces: &[Piece], after: &str) {
    let written: String = pieces.iter().map(|piece| piece.written.as_str()).collect();
    let decoded: String = pieces.iter().map(|piece| piece.letter).filter(|&letter| letter != '\0').collect();
    let text = format!("{before}{written}{after}");
    let mut sources = Sources::new();
    let id = sources.add("game.yml", text.as_str());
    let (root, errors) = parse(&sources, id, &YamlLimits::default());
    assert_eq!(errors, [], "{text:?}");
    let node = root.get("a").unwrap();
    assert_eq!(node.as_text(), Some(decoded.as_str()), "{text:?}");
    let placement: Placement = node.placement().unwrap();
    let mut at = 0;
    let mut place = before.len();
    for piece in pieces {
        if piece.letter != '\0' {
            let end = at + piece.letter.len_utf8();
            let span = placement.locate(&sources, &decoded, at..end);
            assert_eq!(span.range(), place..place + piece.written.len(), "{:?} in {text:?}", piece.letter);
            at = end;
        }
        place += piece.written.len();
    }
    // All of it.
    let all = placement.locate(&sources, &decoded, 0..decoded.len());
    let first =
        before.len() + pieces.iter().take_while(|piece| piece.letter == '\0').map(|p| p.written.len()).sum::<usize>();
    assert_eq!(all.start, first, "{text:?}");
}

fn escaped(letter: char, how: usize) -> String {
    let code = u32::from(letter);
    match how {
        0 if code < 0x100 => format!("\\x{code:02x}"),
        1 if code < 0x1_0000 => format!("\\u{code:04X}"),
        2 => format!("\\U{code:08x}"),
        3 if code >= 0x1_0000 => {
            let mut halves = [0; 2];
            letter.encode_utf16(&mut halves);
            format!("\\u{:04x}\\u{:04x}", halves[0], halves[1])
        }
        _ => letter.to_string(),
    }
}

fn plain_words(words: &[Vec<char>]) -> Vec<Vec<Piece>> {
    words.iter().map(|word| word.iter().map(|&letter| piece(letter)).collect()).collect()
}

/// A `|` or `>` block: lines with more or fewer blanks at their beginning.
fn block_lines() -> impl Strategy<Value = Vec<(usize, Vec<char>)>> {
    let line = (prop_oneof![3 => Just(0_usize), 1 => 1..3_usize], prop::collection::vec(letters(), 0..6));
    prop::collection::vec(line, 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn plain_texts_keep_their_places(words in words(), gaps in gaps(), line_break in breaks()) {
        let mut words = plain_words(&words);
        words[0].insert(0, piece('w'));
        // A text that begins a line with a sign, or ends with one, is none of this test's.
        let pieces = folded(&words, &gaps[..words.len() - 1], line_break);
        check_places("b: [x]\na: ", &pieces, &format!("{line_break}c: y\n"));
    }

    #[test]
    fn single_quoted_texts_keep_their_places(words in words(), gaps in gaps(), line_break in breaks()) {
        let mut words = plain_words(&words);
        for word in &mut words {
            word.push(Piece { letter: '\'', written: "''".to_owned() });
            word.push(piece('"'));
            word.push(piece(':'));
        }
        let pieces = folded(&words, &gaps[..words.len() - 1], line_break);
        check_places("b: [x]\na: '", &pieces, &format!("'{line_break}c: y\n"));
    }

    #[test]
    fn double_quoted_texts_keep_their_places(
        words in words(), gaps in gaps(), line_break in breaks(), how in prop::collection::vec(0..6_usize, 8),
    ) {
        let mut hows = how.iter().cycle();
        let mut words: Vec<Vec<Piece>> = words
            .iter()
            .map(|word| word.iter().map(|&letter| Piece { letter, written: escaped(letter, *hows.next().unwrap()) }).collect())
            .collect();
        for (word, how) in words.iter_mut().zip(hows) {
            match how {
                0 => word.push(Piece { letter: '"', written: "\\\"".to_owned() }),
                1 => word.push(Piece { letter: '\n', written: "\\n".to_owned() }),
                2 => word.push(Piece { letter: '\u{a0}', written: "\\_".to_owned() }),
                // The line goes on in the next one.
                3 => word.push(Piece { letter: '\0', written: format!("\\{line_break}   ") }),
                4 => word.push(Piece { letter: ' ', written: "\\ ".to_owned() }),
                _ => {}
            }
            word.push(piece('z'));
        }
        let pieces = folded(&words, &gaps[..words.len() - 1], line_break);
        check_places("b: [x]\na: \"", &pieces, &format!("\"{line_break}c: y\n"));
    }

    #[test]
    fn literal_blocks_keep_their_places(
        lines in block_lines(), indent in 1..4_usize, chomp in prop_oneof![Just(""), Just("-"), Just("+")],
        given in any::<bool>(), line_break in breaks(), last in 1..3_usize,
    ) {
        let mut lines = lines;
        lines.push((0, vec!['e', 'n', 'd']));
        // Without a number, the first full line says how far the lines are moved in.
        if let Some(first) = lines.iter_mut().find(|line| !line.1.is_empty()).filter(|_| !given) {
            first.0 = 0;
        }
        let mut pieces = Vec::new();
        let count = lines.len();
        for (at, (more, letters)) in lines.iter().enumerate() {
            if !letters.is_empty() {
                pieces.push(Piece { letter: '\0', written: " ".repeat(indent) });
                pieces.extend(std::iter::repeat_n(piece(' '), *more));
                pieces.extend(letters.iter().map(|&letter| piece(letter)));
            }
            let kept = at + 1 < count || chomp != "-";
            pieces.push(Piece { letter: if kept { '\n' } else { '\0' }, written: line_break.to_owned() });
        }
        for _ in 1..last {
            let letter = if chomp == "+" { '\n' } else { '\0' };
            pieces.push(Piece { letter, written: line_break.to_owned() });
        }
        let number = if given { indent.to_string() } else { String::new() };
        check_places(&format!("b: [x]\na: |{number}{chomp} # note{line_break}"), &pieces, "c: y\n");
    }

    #[test]
    fn folded_blocks_keep_their_places(
        lines in block_lines(), indent in 1..4_usize, chomp in prop_oneof![Just(""), Just("-"), Just("+")],
        line_break in breaks(),
    ) {
        let mut lines = lines;
        lines.push((0, vec!['e', 'n', 'd']));
        if let Some(first) = lines.iter_mut().find(|line| !line.1.is_empty()) {
            first.0 = 0;
        }
        let first = lines.iter().position(|line| !line.1.is_empty()).unwrap();
        let mut pieces: Vec<Piece> = Vec::new();
        for _ in 0..first {
            pieces.push(Piece { letter: '\n', written: line_break.to_owned() });
        }
        let mut at = first;
        while at < lines.len() {
            let (more, letters) = &lines[at];
            pieces.push(Piece { letter: '\0', written: " ".repeat(indent) });
            pieces.extend(std::iter::repeat_n(piece(' '), *more));
            pieces.extend(letters.iter().map(|&letter| piece(letter)));
            let Some(next) = (at + 1..lines.len()).find(|&next| !lines[next].1.is_empty()) else { break };
            let empty = next - at - 1;
            let kept = *more > 0 || lines[next].0 > 0;
            if empty == 0 && !kept {
                pieces.push(Piece { letter: ' ', written: format!("{line_break}{}", " ".repeat(indent)) });
                pieces.push(Piece { letter: '\u{1}', written: String::new() });
            } else {
                pieces.push(Piece { letter: if kept { '\n' } else { '\0' }, written: line_break.to_owned() });
                for _ in 0..empty {
                    pieces.push(Piece { letter: '\n', written: line_break.to_owned() });
                }
            }
            at = next;
        }
        // After a fold the blanks were already written.
        let mut tidy: Vec<Piece> = Vec::new();
        let mut skip = false;
        for piece in pieces {
            if piece.letter == '\u{1}' {
                skip = true;
            } else if std::mem::take(&mut skip) {
            } else {
                tidy.push(piece);
            }
        }
        tidy.push(Piece { letter: if chomp == "-" { '\0' } else { '\n' }, written: line_break.to_owned() });
        check_places(&format!("b: [x]\na: >{chomp}{line_break}"), &tidy, "c: y\n");
    }

    /// A formula with all its brackets closed is either read whole, or reported with
    /// a fix after which it is.
    #[test]
    fn formulas_are_read_whole_or_mended(formula in formulas(), around in 0..5_usize) {
        // A formula that is nothing but a name in quotes loses them, and rightly.
        prop_assume!(formula != "\"two, words\"");
        let (before, after) = [("a: ", "\nb: z"), ("{a: ", ", b: z}"), ("{b: z, a: ", "}"), ("b: [x, {a: ", "}]"), ("- a: ", "\n  b: z")][around];
        let mut text = format!("{before}{formula}{after}");
        for _ in 0..4 {
            let mut sources = Sources::new();
            let id = sources.add("game.yml", text.as_str());
            let (root, errors) = parse(&sources, id, &YamlLimits::default());
            let Some(error) = errors.first() else {
                assert_eq!(found(&root).as_deref(), Some(formula.as_str()), "{text}");
                return Ok(());
            };
            let fix = error.fixes.first().cloned().unwrap_or_else(|| panic!("no fix for {} in {text}", error.code.as_str()));
            assert_eq!(sources.slice(fix.span), formula, "{} in {text}", error.code.as_str());
            text.replace_range(fix.span.range(), &fix.replacement);
        }
        prop_assert!(false, "never mended: {}", text);
    }

    #[test]
    fn nothing_panics(text in any::<String>()) {
        check_sound(&text);
    }

    #[test]
    fn nothing_panics_on_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check_sound(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn nothing_panics_on_broken_yaml(text in r##"([ab\u{f1}]{1,2}|: ?|- ?|\n *|[\[\]{}(),] ?|["'#&*!|>%@`?]| #|\t|\\|«|»){0,40}"##) {
        check_sound(&text);
    }

    #[test]
    fn strings_are_read_as_by_serde(
        map in prop::collection::btree_map("[a-z\u{e0}-\u{ff} ]{1,8}", "[ -~\u{e0}-\u{ff}\n\t]{0,20}", 0..6),
        styles in prop::collection::vec(0..3_usize, 6),
    ) {
        let mut text = String::new();
        for ((key, value), style) in map.iter().zip(styles) {
            let _ = write!(text, "'{key}': ");
            let simple = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_lowercase());
            match style {
                0 if simple && !matches!(value.as_str(), "y" | "n" | "no" | "yes" | "on" | "off" | "null" | "true" | "false") => {
                    let _ = writeln!(text, "{value}");
                }
                1 if !value.contains(['\n', '\t']) => {
                    let _ = writeln!(text, "'{}'", value.replace('\'', "''"));
                }
                _ => {
                    let _ = writeln!(text, "{}", serde_json::to_string(value).unwrap());
                }
            }
        }
        if map.is_empty() {
            return Ok(());
        }
        check_same(&text);
    }

    #[test]
    fn what_serde_writes_is_read(map in prop::collection::btree_map("[a-z ]{1,8}", "[ -~\u{e0}-\u{ff}\n]{0,30}", 1..6)) {
        let text = serde_yaml::to_string(&map).unwrap();
        let (root, errors) = read(&text);
        // What YAML reads may still be a formula that was cut off.
        if errors.is_empty() {
            assert_eq!(strings(&root), map, "{text}");
        }
    }
}

/// Formulas as people write them, with the signs that YAML stumbles over.
fn formulas() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z]{1,3}",
        Just("3d10".to_owned()),
        Just("d{0,1}".to_owned()),
        Just("\u{ab}two words\u{bb}".to_owned()),
        Just("\"two, words\"".to_owned()),
        Just("4d6!>=9".to_owned()),
    ];
    word.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} + {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} >= {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("min({a}, {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("Row[{a}, {b}]")),
            inner.clone().prop_map(|a| format!("Row[{a}]")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!(">= {a}")),
            inner.prop_map(|a| format!("*{a}")),
        ]
    })
}

/// The text named `a`, wherever it is.
fn found(node: &Node) -> Option<String> {
    let here = node.get("a").and_then(Node::as_text).map(str::to_owned);
    here.or_else(|| node.as_map()?.iter().find_map(|entry| found(&entry.value)))
        .or_else(|| node.as_list()?.iter().find_map(found))
}

fn read(text: &str) -> (Node, Vec<&'static str>) {
    let mut sources = Sources::new();
    let id = sources.add("game.yml", text);
    let (root, errors) = parse(&sources, id, &YamlLimits::default());
    (root, errors.iter().map(|error| error.code.as_str()).collect())
}

fn strings(root: &Node) -> BTreeMap<String, String> {
    let entries = root.as_map().unwrap_or_default().iter();
    entries.map(|entry| (entry.key.text.to_string(), entry.value.as_text().unwrap_or("").to_owned())).collect()
}

fn check_same(text: &str) {
    let (root, errors) = read(text);
    let theirs: Result<BTreeMap<String, String>, _> = serde_yaml::from_str(text);
    let Ok(theirs) = theirs else { panic!("not YAML: {text:?}") };
    assert!(errors.is_empty(), "{errors:?} in {text:?}");
    assert_eq!(strings(&root), theirs, "{text}");
}

/// All places lie in the text, between characters, and every bad value was reported.
fn check_sound(text: &str) {
    let mut sources = Sources::new();
    let id = sources.add("game.yml", text);
    let (root, errors) = parse(&sources, id, &YamlLimits::default());
    for error in &errors {
        let mut spans = vec![error.at.unwrap()];
        spans.extend(error.labels.iter().map(|label| label.span));
        spans.extend(error.fixes.iter().map(|fix| fix.span));
        for span in spans {
            assert!(text.get(span.range()).is_some(), "{} at {span:?} in {text:?}", error.code.as_str());
        }
    }
    check_node(&root, text, !errors.is_empty());
    if errors.is_empty() {
        let theirs: Result<serde_json::Value, _> = serde_yaml::from_str(text);
        let _ = theirs;
    }
}

fn check_node(node: &Node, text: &str, errors: bool) {
    assert!(text.get(node.span.range()).is_some(), "{:?} in {text:?}", node.span);
    match &node.kind {
        NodeKind::Bad => assert!(errors, "nothing was said about {text:?}"),
        NodeKind::List(items) => items.iter().for_each(|item| check_node(item, text, errors)),
        NodeKind::Map(entries) => entries.iter().for_each(|entry| {
            assert!(text.get(entry.key.span.range()).is_some());
            check_node(&entry.value, text, errors);
        }),
        NodeKind::Empty | NodeKind::Scalar(_) => {}
    }
}
