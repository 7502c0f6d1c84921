//! Files are changed in place: what is not to be different stays as it was written.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tirada::internals::source::Sources;
use tirada::internals::yaml::edit::DesiredValue::{Keep, Lines, List, Map, Text};
use tirada::internals::yaml::edit::{DesiredValue, Item, rewrite};
use tirada::internals::yaml::{Node, NodeKind, YamlLimits, parse};

fn map(names: &[(&str, DesiredValue)]) -> DesiredValue {
    Map(names.iter().map(|(name, wanted)| ((*name).to_owned(), wanted.clone())).collect())
}

fn lines(names: &[(&str, DesiredValue)]) -> DesiredValue {
    let Map(names) = map(names) else { panic!("a map is a map") };
    Lines(names)
}

fn text(words: &str) -> DesiredValue {
    Text(words.to_owned())
}

fn change(old: &str, wanted: DesiredValue) -> Result<String, String> {
    let mut sources = Sources::new();
    let id = sources.add("file", old);
    rewrite(&sources, id, wanted).map_err(|error| {
        let at = error.at.map_or("", |at| sources.slice(at));
        format!("{}: {at}", error.code.as_str())
    })
}

fn changed(old: &str, wanted: DesiredValue) -> String {
    change(old, wanted).unwrap()
}

#[test]
fn values_change_where_they_stand() {
    let old = "# head\na:   1   # one\n\"b c\": 'two'\nd: {e: 3, f: \"4\"} # flow\ng:\n- 5\n";
    let wanted = map(&[
        ("a", text("12")),
        ("b c", text("it's")),
        ("d", map(&[("e", Keep), ("f", text("x, y"))])),
        ("g", List(vec![Item::Old(0, text("-7"))])),
    ]);
    let new = "# head\na:   12   # one\n\"b c\": it's\nd: {e: 3, f: 'x, y'} # flow\ng:\n- -7\n";
    assert_eq!(changed(old, wanted.clone()), new);
    assert_eq!(changed(&old.replace('\n', "\r\n"), wanted), new.replace('\n', "\r\n"));
}

#[test]
fn what_was_empty_is_filled() {
    assert_eq!(changed("a:  # none\nb: 1", map(&[("a", text("2")), ("b", Keep)])), "a: 2  # none\nb: 1");
    let under = lines(&[("c", text("1")), ("d", lines(&[("e", Map(vec![]))]))]);
    let old = "b: 1\na:  # none\n  # yet\n";
    assert_eq!(
        changed(old, map(&[("b", Keep), ("a", under.clone())])),
        "b: 1\na:  # none\n  c: 1\n  d:\n    e:\n  # yet\n"
    );
    assert_eq!(changed("{a: , b}", map(&[("a", under), ("b", text("x"))])), "{a: {c: 1, d: {e: {}}} , b: x}");
    assert_eq!(changed("a: {}", map(&[("a", map(&[("b", text("1"))]))])), "a: {b: 1}");
    assert_eq!(changed("a: []", map(&[("a", List(vec![Item::New(text("b"))]))])), "a: [b]");
}

#[test]
fn names_are_added_after_the_others() {
    let old = "a:\n    b: 1 # one\n    # end\nc: 2";
    let more = lines(&[("x y", text("z")), ("w", List(vec![Item::New(map(&[("p", text("1")), ("q", text("2"))]))]))]);
    let wanted = map(&[("a", map(&[("b", Keep), ("n: m", text("3"))])), ("c", Keep), ("new", more)]);
    let new = "a:\n    b: 1 # one\n    'n: m': 3\n    # end\nc: 2\nnew:\n  x y: z\n  w:\n    - p: 1\n      q: 2";
    assert_eq!(changed(old, wanted.clone()), new);
    // A mark of the encoding is no column.
    assert_eq!(changed(&format!("\u{FEFF}{old}"), wanted.clone()), format!("\u{FEFF}{new}"));
    assert_eq!(changed(&old.replace('\n', "\r\n"), wanted), new.replace('\n', "\r\n"));
    let flow = map(&[("a", Keep), ("b", lines(&[("c", text("d"))]))]);
    assert_eq!(changed("{a: 1, # one\n}", flow), "{a: 1, b: {c: d}, # one\n}");
}

#[test]
fn names_go_with_their_own_comment() {
    let old = "a:\n  # first\n  b: 1 # one\n  # second\n  c:\n    d: 2 # two\n  # third\n  e: 3\n";
    let without_c = map(&[("a", map(&[("b", Keep), ("e", Keep)]))]);
    assert_eq!(changed(old, without_c), "a:\n  # first\n  b: 1 # one\n  # second\n  # third\n  e: 3\n");
    let nothing = map(&[("a", Map(vec![]))]);
    assert_eq!(changed(old, nothing), "a:\n  # first\n  # second\n  # third\n");
    assert_eq!(changed("a: {b: 1, c: 2, d: 3}", map(&[("a", map(&[("c", Keep)]))])), "a: {c: 2}");
    assert_eq!(changed("a: {b: 1, c: 2}", map(&[("a", Map(vec![]))])), "a: {}");
    let old = "a: {\n  b: 1, # one\n  c: 2 # two\n}\n";
    assert_eq!(changed(old, map(&[("a", map(&[("c", Keep)]))])), "a: {\n  c: 2 # two\n}\n");
    assert_eq!(changed(old, map(&[("a", map(&[("b", Keep)]))])), "a: {\n  b: 1, # one\n  \n}\n");
}

#[test]
fn lists_grow_and_shrink() {
    let keep = |at| Item::Old(at, Keep);
    let one = || Item::New(map(&[("x", text("1")), ("y", text("2"))]));
    let old = "a:\n- x: 5 # five\n  y: 6\n# between\n- x: 7\n- {x: 8}\nb: 1\n";
    assert_eq!(
        changed(old, map(&[("a", List(vec![keep(1), one()])), ("b", Keep)])),
        "a:\n# between\n- x: 7\n- x: 1\n  y: 2\nb: 1\n"
    );
    let first = map(&[("x", text("9"))]);
    assert_eq!(
        changed(old, map(&[("a", List(vec![Item::Old(0, first), keep(1), keep(2)])), ("b", Keep)])),
        "a:\n- x: 9 # five\n# between\n- x: 7\n- {x: 8}\nb: 1\n"
    );
    let second = map(&[("y", Keep)]);
    assert_eq!(
        changed("a:\n  - x: 5 # five\n    y: 6\n", map(&[("a", List(vec![Item::Old(0, second)]))])),
        "a:\n  - y: 6\n"
    );
    assert_eq!(changed("a: [b, c, d]", map(&[("a", List(vec![keep(2), one()]))])), "a: [d, {x: 1, y: 2}]");
    assert_eq!(changed("a: [b, c]", map(&[("a", List(vec![]))])), "a: []");
}

#[test]
fn one_thing_becomes_a_list() {
    let two = || map(&[("a", List(vec![Item::Old(0, Keep), Item::New(map(&[("x", text("1"))]))]))]);
    assert_eq!(changed("a: {x: 5} # five\n", two()), "a: [{x: 5}, {x: 1}] # five\n");
    assert_eq!(
        changed("a: # list\n  x: 5 # five\n  # and\n  y: {z: 1,\n    w: 2}\n", two()),
        "a: # list\n  - x: 5 # five\n    # and\n    y: {z: 1,\n      w: 2}\n  - x: 1\n"
    );
    let filled = map(&[("a", List(vec![Item::Old(0, Map(vec![])), Item::New(Map(vec![]))]))]);
    assert_eq!(changed("a: yes", filled), "a: [{}, {}]");
}

#[test]
fn what_is_no_longer_a_map_keeps_its_place() {
    let old = "a: # why\n  # because\n  b: 1\nc: 2\n";
    assert_eq!(changed(old, map(&[("a", text("yes")), ("c", Keep)])), "a: yes # why\n  # because\nc: 2\n");
    assert_eq!(changed("a: yes", map(&[("a", map(&[("for", text("3 bells"))]))])), "a: {for: 3 bells}");
}

#[test]
fn copies_are_not_changed() {
    let wanted = |names: &[(&str, DesiredValue)]| map(names);
    let one = map(&[("x", text("2"))]);
    assert_eq!(
        change("a: &one {x: 1}\nb: *one\n", wanted(&[("a", Keep), ("b", one.clone())])),
        Err("cannot-rewrite: b: *one".to_owned())
    );
    assert_eq!(
        change("z: 0\na: &one {x: 1}\nb: *one\n", wanted(&[("z", text("10")), ("a", one), ("b", Keep)])),
        Err("cannot-rewrite: a: &one {x: 1}".to_owned())
    );
    assert_eq!(
        change("a: &one {x: 1}\nb: *one\nc: 1\n", wanted(&[("a", Keep), ("b", Keep), ("c", text("2"))])),
        Ok("a: &one {x: 1}\nb: *one\nc: 2\n".to_owned())
    );
}

#[test]
fn any_text_is_read_back() {
    for words in
        ["", " ", "a b", "- a", "a: b", "it's \"so\"", "\\", "#", "a\nb\tc\u{7f}", "~", "«x»", "é\u{301}", "[", "1 "]
    {
        let new = changed("a: 1\n", map(&[("a", text(words)), (words, map(&[("k", text(words))]))]));
        let mut sources = Sources::new();
        let id = sources.add("file", new.as_str());
        let (tree, wrong) = parse(&sources, id, &YamlLimits::default());
        assert_eq!(wrong, vec![], "{new}");
        assert_eq!(tree.get("a").and_then(Node::as_text), Some(words), "{new}");
        let NodeKind::Map(entries) = &tree.kind else { panic!("{new}") };
        assert_eq!(entries[1].value.get("k").and_then(Node::as_text), Some(words), "{new}");
    }
}
