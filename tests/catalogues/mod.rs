//! The two catalogues say the same things, in words for people, and exactly
//! those that the program says.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

pub mod scan;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use fluent_bundle::FluentResource;
use tirada::internals::diagnostic::{Arg, Code};
use tirada::internals::report::{Catalogue, Language};

use scan::{Literal, files, literals, messages, variables, words};

/// What only somebody who reads the program would understand.
const INTERNAL: &[&str] = &[
    "AST",
    "None",
    "Ok",
    "Some",
    "Span",
    "ast",
    "bool",
    "enum",
    "f64",
    "fn",
    "frame",
    "granit",
    "hook",
    "i32",
    "i64",
    "lexer",
    "lowered",
    "miette",
    "panic",
    "parser",
    "pest",
    "saphyr",
    "serde",
    "slot",
    "slots",
    "span",
    "stacktrace",
    "str",
    "struct",
    "token",
    "tokens",
    "u32",
    "u64",
    "u8",
    "unwrap",
    "usize",
    "utf8",
];

/// Calls whose first string is the id of a message.
const CALLS: &[&str] = &[".help(", ".help_with(", "catalogue.text(", "catalogue.attribute("];

/// Calls whose second argument is the id, when nothing but a place comes first.
const CALLS_AFTER_A_PLACE: &[&str] = &[".label(", ".label_with("];

fn in_src() -> Vec<Literal> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    files(&src, "rs").iter().flat_map(|path| literals(&fs::read_to_string(path).unwrap())).collect()
}

/// The codes that a Rust text names.
fn named(rust: &str) -> BTreeSet<&str> {
    let rests = rust.split("Code::").skip(1);
    rests.filter_map(|rest| rest.split(|letter: char| !letter.is_alphanumeric()).next()).collect()
}

/// The ids of a file of messages.
fn ids(fluent: &str) -> Vec<String> {
    let heads = fluent.lines().filter(|line| line.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    heads.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())).collect()
}

/// Whether a literal stands where an id is expected.
fn is_id(literal: &Literal) -> bool {
    let before = literal.before.as_str();
    if CALLS.iter().any(|call| before.ends_with(call)) {
        return true;
    }
    let Some(place) = before.strip_suffix(',') else { return false };
    CALLS_AFTER_A_PLACE.iter().any(|call| {
        place.rfind(call).is_some_and(|at| {
            let argument = &place[at + call.len()..];
            argument.matches('(').count() == argument.matches(')').count() && !argument.contains([',', '"', ';'])
        })
    })
}

#[test]
fn every_file_is_well_formed_and_built_in() {
    for language in Language::ALL {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/messages").join(language.tag());
        for path in files(&folder, "ftl") {
            let read = FluentResource::try_new(fs::read_to_string(&path).unwrap());
            assert!(read.is_ok(), "{}: {:?}", path.display(), read.err().unwrap().1);
        }
        let written: Vec<String> = messages(language.tag()).into_keys().filter(|id| !id.contains('.')).collect();
        assert_eq!(Catalogue::new(language).ids(), written, "{language:?}");
    }
}

#[test]
fn the_languages_have_the_same_messages_with_the_same_variables() {
    let shape = |language| -> BTreeMap<String, Vec<String>> {
        messages(language).into_iter().map(|(id, message)| (id, variables(&message.text))).collect()
    };
    let (english, spanish) = (shape("en"), shape("es"));
    let mut wrong = Vec::new();
    for id in english.keys().chain(spanish.keys()).collect::<BTreeSet<_>>() {
        match (english.get(id), spanish.get(id)) {
            (Some(one), Some(other)) if one == other => {}
            (Some(one), Some(other)) => wrong.push(format!("{id}: en has {one:?}, es has {other:?}")),
            (one, _) => wrong.push(format!("{id}: only in {}", if one.is_some() { "en" } else { "es" })),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_languages_keep_their_messages_in_the_same_files() {
    let (english, spanish) = (messages("en"), messages("es"));
    for (id, message) in english {
        if let Some(other) = spanish.get(&id) {
            assert_eq!(message.file, other.file, "{id}");
        }
    }
}

#[test]
fn messages_are_not_empty_and_name_no_internals() {
    let mut wrong = Vec::new();
    for language in Language::ALL {
        for (id, message) in messages(language.tag()) {
            // A message may be only a bearer of attributes, but none of ours is.
            if message.text.is_empty() {
                wrong.push(format!("{}: {id} is empty", language.tag()));
            }
            for call in ["Some(", "Ok(", "Err("].iter().filter(|call| message.text.contains(**call)) {
                wrong.push(format!("{}: {id} says “{call}”", language.tag()));
            }
            for word in words(&message.text).iter().filter(|word| INTERNAL.contains(&word.as_str())) {
                wrong.push(format!("{}: {id} says “{word}”", language.tag()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_message_in_both_languages() {
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        let missing: Vec<_> = Code::ALL.iter().filter(|code| !catalogue.has(code.as_str())).collect();
        assert!(missing.is_empty(), "{language:?}: {missing:#?}");
    }
}

#[test]
fn codes_are_sorted_and_read_as_they_are_spelled() {
    assert!(Code::ALL.is_sorted_by_key(|code| code.as_str()));
    for &code in Code::ALL {
        let words = code.as_str().split('-').map(|word| word[..1].to_uppercase() + &word[1..]);
        assert_eq!(format!("{code:?}"), words.collect::<String>());
        assert_eq!(code.to_string().parse(), Ok(code));
    }
    assert!("no-such-error-at-all".parse::<Code>().is_err());
}

#[test]
fn every_id_in_the_source_is_a_message() {
    let known = messages("en");
    let used: BTreeSet<String> = in_src().into_iter().filter(is_id).map(|literal| literal.value).collect();
    let missing: Vec<_> = used.iter().filter(|id| !known.contains_key(*id)).collect();
    assert!(missing.is_empty(), "used in src, but in no catalogue: {missing:#?}");
}

#[test]
fn every_message_is_used() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let texts: Vec<String> = files(&src, "rs")
        .iter()
        .filter(|path| !path.ends_with("diagnostic/code.rs"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let named: BTreeSet<&str> = texts.iter().flat_map(|text| named(text)).collect();
    let idle: Vec<_> = Code::ALL.iter().filter(|code| !named.contains(format!("{code:?}").as_str())).collect();
    assert!(idle.is_empty(), "codes that nothing uses: {idle:#?}");
    let literals = texts.iter().flat_map(|text| literals(text)).map(|literal| literal.value);
    let used: BTreeSet<String> = literals.chain(Code::ALL.iter().map(Code::to_string)).collect();
    let known = messages("en");
    // Descriptions of commands and flags are found by the names of these; that none is
    // missing is seen in the help itself (`tests/cli.rs`). So are those of the keys of the
    // format (`tests/schema.rs`), and the words for steps by their keys.
    let of_steps: BTreeSet<&str> =
        steps().into_iter().flat_map(|(verb, beside)| [vec![verb], beside].concat()).collect();
    let of_step = |id: &str| id.strip_prefix("does-").is_some_and(|key| of_steps.contains(&*key.replace('-', " ")));
    let built = |id: &str| id.starts_with("cli-") || id.starts_with("key-") || of_step(id);
    let dead: Vec<_> = known.keys().filter(|id| !id.contains('.') && !built(id) && !used.contains(*id)).collect();
    assert!(dead.is_empty(), "in the catalogues, but not in src: {dead:#?}");
}

#[test]
fn the_library_asks_for_no_message_of_the_program() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let of_program: BTreeSet<String> = files(&src.join("report/messages/en/program"), "ftl")
        .iter()
        .flat_map(|path| ids(&fs::read_to_string(path).unwrap()))
        .collect();
    assert!(of_program.len() > 400, "{}", of_program.len());
    let mut wrong = Vec::new();
    for path in files(&src, "rs") {
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap();
        // Only the program writes schemas for editors.
        if ["cli/", "store/", "report/schema", "diagnostic/code.rs", "lib.rs"].iter().any(|one| name.starts_with(one)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let codes = Code::ALL.iter().filter(|code| named(&text).contains(format!("{code:?}").as_str()));
        let literals = literals(&text).into_iter().filter(|one| !one.before.ends_with("feature="));
        let ids = literals.map(|one| one.value).chain(codes.map(Code::to_string));
        wrong.extend(ids.filter(|id| of_program.contains(id)).map(|id| format!("{name}: {id}")));
    }
    assert!(wrong.is_empty(), "messages to move out of `program/`: {wrong:#?}");
}

/// The keys of each kind of step: its own, and those beside it.
fn steps() -> Vec<(&'static str, Vec<&'static str>)> {
    let verbs = tirada::internals::ruleset::verbs().into_iter();
    verbs.map(|(verb, beside)| (verb.name, beside.into_iter().map(|key| key.name).collect())).collect()
}

#[test]
fn every_kind_of_step_has_a_word_in_both_languages() {
    for language in Language::ALL {
        let catalogue = Catalogue::new(language);
        // A formula is shown without a word.
        let verbs = steps().into_iter().map(|(verb, _)| verb).filter(|verb| *verb != "value");
        let missing: Vec<_> = verbs.filter(|verb| !catalogue.has(&format!("does-{verb}"))).collect();
        assert!(missing.is_empty(), "{language:?}: {missing:?}");
    }
}

#[test]
fn the_scanner_reads_rust() {
    let found = literals(
        r##"// "no"
        let a = 'a'; let q = '"'; let l: &'static str = r#"raw "x""#;
        Diagnostic::error(Code::One, span).label(self.span(x), "two").help("three").arg("name", "four")
            .label_with(spans.0, "five", "name", "six");
        "##,
    );
    let ids: Vec<&str> = found.iter().filter(|literal| is_id(literal)).map(|literal| literal.value.as_str()).collect();
    assert_eq!(ids, ["two", "three", "five"]);
    assert!(found.iter().any(|literal| literal.value == "raw \"x\""));
}

#[test]
fn arguments_are_filled_in() {
    let fluent = "big = { $number }
list = [{ $words }]
oats = oats
some = bread
more = wine
choice = { $what }
plural = { $number ->
    [one] one thing
   *[other] { $number } things
}
    .label = here
two-lines = first
    second";
    let english = Catalogue::with_messages(Language::English, fluent);
    let spanish = Catalogue::with_messages(Language::Spanish, fluent);
    let number = |number: i64| vec![("number", Arg::Number(number))];
    assert_eq!(english.text("big", &number(1_234_567)), "1234567");
    assert_eq!(english.text("big", &number(i64::MAX)), "9223372036854775807");
    assert_eq!(spanish.text("big", &number(i64::MIN)), "−9223372036854775808");
    assert_eq!(english.text("plural", &number(1)), "one thing");
    assert_eq!(english.text("plural", &number(2)), "2 things");
    assert_eq!(english.attribute("plural", "label", &number(2)).as_deref(), Some("here"));
    assert_eq!(english.attribute("big", "label", &number(2)), None);
    assert_eq!(english.text("two-lines", &vec![]), "first\nsecond");

    let words = vec![("words", Arg::List(vec!["a\u{1b}[2J".into(), "b".into()]))];
    assert_eq!(english.text("list", &words), "[a␛[2J, b]");

    let any = |ids: &[&'static str]| vec![("what", Arg::AnyOf(ids.to_vec()))];
    assert_eq!(english.text("choice", &any(&["more", "some", "oats"])), "wine, bread or oats");
    assert_eq!(spanish.text("choice", &any(&["oats", "some", "more"])), "oats, bread o wine");
    assert_eq!(spanish.text("choice", &any(&["some", "oats"])), "bread u oats");
    assert_eq!(spanish.text("choice", &any(&["some", "some"])), "bread");
    assert_eq!(spanish.text("choice", &any(&[])), "");

    assert_eq!(english.text("no-such-thing", &vec![]), "<no-such-thing>");
    assert_eq!(english.text("big", &vec![]), "{$number}");
}

#[test]
fn words_that_stand_for_values_are_in_the_language() {
    let (english, spanish) = (Catalogue::new(Language::English), Catalogue::new(Language::Spanish));
    for text in ["let NAME = VALUE", "NAME=VALUE|FILE", "undo [N]", "json|junit"] {
        assert_eq!(english.usage(text), text);
    }
    assert_eq!(spanish.usage("let NAME = VALUE"), "let NOMBRE = VALOR");
    assert_eq!(spanish.usage("NAME=VALUE|FILE"), "NOMBRE=VALOR|ARCHIVO");
    assert_eq!(spanish.usage("undo [N]"), "undo [N]");
}

/// Words that are the same in every language.
const EVERYWHERE: &[&str] = &["URL", "ZIP"];

#[test]
fn values_of_options_have_a_name_in_every_language() {
    let names = in_src().into_iter().filter(|literal| literal.before.ends_with("value_name="));
    let names: Vec<String> = names.map(|literal| literal.value).collect();
    assert!(names.len() > 40, "{names:?}");
    let words = names.iter().flat_map(|name| name.split(|letter: char| !letter.is_ascii_uppercase()));
    for word in words.filter(|word| word.len() > 1 && !EVERYWHERE.contains(word)) {
        assert!(Catalogue::new(Language::Spanish).has(&format!("cli-value-{}", word.to_lowercase())), "{word}");
    }
}

#[test]
fn messages_are_written_with_the_marks_of_their_language() {
    let mut wrong = Vec::new();
    for (id, message) in messages("es") {
        let said: String = message.text.split('`').step_by(2).collect();
        if said.matches('¿').count() != said.matches('?').count() {
            wrong.push(format!("es: {id} asks with one mark of two"));
        }
        if message.text.contains(['“', '”', '‘', '’']) {
            wrong.push(format!("es: {id} has English quotation marks"));
        }
    }
    for language in Language::ALL {
        for (id, message) in messages(language.tag()).into_iter().filter(|(id, _)| id.starts_with("help-")) {
            let text = message.text.trim();
            if text.starts_with(char::is_uppercase) || (text.ends_with('.') && !text.ends_with("..")) {
                wrong.push(format!("{}: {id} is no part of a line, as other help is", language.tag()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_language_is_known_by_its_tag() {
    assert_eq!(Language::from_tag("es_ES.UTF-8"), Some(Language::Spanish));
    assert_eq!(Language::from_tag("ES-mx"), Some(Language::Spanish));
    assert_eq!(Language::from_tag("en"), Some(Language::English));
    assert_eq!(Language::from_tag("C.UTF-8"), None);
    assert_eq!(Language::from_tag("est"), None);
    assert_eq!(Language::from_tag(""), None);
}

/// Reading a language is part of every start of the program. The bound is wide,
/// for a slow machine and a build that is not optimized.
#[test]
fn a_language_is_read_fast() {
    let fluent: String =
        (0..500).map(|n| format!("m{n} = the nth of {{ $a }} and {{ $b }}, or so\n    .label = here\n")).collect();
    let start = std::time::Instant::now();
    let catalogue = Catalogue::with_messages(Language::English, &fluent);
    assert!(catalogue.has("m499"));
    let taken = start.elapsed();
    assert!(taken.as_millis() < 500, "{taken:?}");
}
