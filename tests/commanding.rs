#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use tirada::internals::session::command::{
    CommandError, CommandParameter, CommandSpec, NameContext, ParameterValues, ParsedCommand, begins_with, lengthened,
    understand,
};

fn part(name: &str, takes: ParameterValues) -> CommandParameter {
    CommandParameter {
        name: name.to_owned(),
        takes,
        many: false,
        is_role: false,
        owner: None,
        must: false,
        is_trait: false,
    }
}

fn names(list: &[&str]) -> ParameterValues {
    ParameterValues::Names(list.iter().map(|&name| name.to_owned()).collect(), false)
}

fn places() -> Option<std::sync::Arc<[String]>> {
    Some(["base", "hold on", "Ann", "Bob"].map(str::to_owned).into())
}

fn known() -> Vec<CommandSpec> {
    let people = ["Ann", "Bob", "Old Tom"];
    vec![
        CommandSpec {
            name: "push".to_owned(),
            parts: vec![
                part("quirk", names(&["Lucky", "Seen it all", "none"])),
                part("ban", names(&["yes", "no"])),
                part("dice", ParameterValues::Dice),
                part("pusher", names(&people)),
            ],
            at: places(),
        },
        CommandSpec {
            name: "push harder".to_owned(),
            parts: vec![part("how far", ParameterValues::Number)],
            at: places(),
        },
        CommandSpec {
            name: "strike".to_owned(),
            parts: vec![
                part("attacker", names(&people)),
                CommandParameter { many: true, ..part("helpers", names(&people)) },
                part("weapon", names(&["Fist", "Long gun"])),
                part("skill", ParameterValues::Names(vec!["Knife".to_owned()], true)),
                part("words", ParameterValues::Words),
            ],
            at: None,
        },
    ]
}

fn said(text: &str) -> String {
    match understand(text, &known()) {
        Ok(ParsedCommand { index, at, answers }) => {
            let answers: Vec<String> = answers.iter().map(|(name, value)| format!("{name}={value}")).collect();
            let at = at.map(|at| format!(" @{at}")).unwrap_or_default();
            format!("{}{at}: {}", known()[index].name, answers.join("; "))
        }
        Err(CommandError::Unknown(range)) => format!("unknown {}", &text[range]),
        Err(CommandError::Twice(name, range)) => format!("twice {name} {}", &text[range]),
        Err(CommandError::TooMuch(range, _)) => format!("too much {}", &text[range]),
        Err(CommandError::Counted(range, form)) => format!("counted {}, as {form}", &text[range]),
    }
}

#[test]
fn values_behind_names() {
    assert_eq!(said("push dice=4,1 quirk=Lucky pusher=Ann"), "push: dice=4, 1; quirk=Lucky; pusher=Ann");
    assert_eq!(
        said("push dice = 4, 1 quirk=Seen it all pusher=Old Tom"),
        "push: dice=4, 1; quirk=Seen it all; pusher=Old Tom"
    );
    assert_eq!(said("push quirk=«Seen it all» 4 1"), "push: quirk=Seen it all; dice=4, 1");
    assert_eq!(said("push at=base"), "push @base: ");
    assert_eq!(said("strike words=a=b"), "strike: words=a=b");
    assert_eq!(said("strike words=\"weapon=Fist\" weapon=Fist"), "strike: words=weapon=Fist; weapon=Fist");
    assert_eq!(said("strike words= weapon=Fist"), "strike: words=; weapon=Fist");
    assert_eq!(said("PUSH Quirk=lucky"), "push: quirk=lucky");
    assert_eq!(said("push other=3"), "push: other=3");
}

/// A value ends where something begins that only another part can be, so that the order is free.
#[test]
fn words_behind_values() {
    let all = "push: dice=4, 1; quirk=Lucky; pusher=Old Tom";
    for text in ["push dice=4 1 quirk=Lucky pusher=Old Tom", "push dice=4 1 quirk=Lucky Old Tom"] {
        assert_eq!(said(text), all);
    }
    assert_eq!(said("push dice=4,1 Old Tom at=base"), "push @base: dice=4, 1; pusher=Old Tom");
    assert_eq!(said("push pusher=Old Tom 4 1"), "push: pusher=Old Tom; dice=4, 1");
    assert_eq!(said("push quirk=Seen it all 4 1 Ann"), "push: quirk=Seen it all; dice=4, 1; pusher=Ann");
    assert_eq!(said("strike skill=3 Ann Fist"), "strike: skill=3; attacker=Ann; weapon=Fist");
    assert_eq!(
        said("strike weapon=Long gun Ann words=so it goes"),
        "strike: weapon=Long gun; words=so it goes; attacker=Ann"
    );
    // What nothing else can be belongs to the value, and is wrong there.
    assert_eq!(said("push dice=4 one"), "push: dice=4 one");
    assert_eq!(said("push quirk=Lucky one Bob"), "push: quirk=Lucky one Bob");
    assert_eq!(said("strike words=Ann Fist 3"), "strike: words=Ann Fist 3");
}

#[test]
fn names_of_several_words() {
    assert_eq!(said("push harder"), "push harder: ");
    assert_eq!(said("push harder how far=3"), "push harder: how far=3");
    assert_eq!(said("«push harder» 3"), "push harder: how far=3");
    assert_eq!(said("push harder at=base"), "push harder @base: ");
    assert_eq!(said("\"push\" harder"), "push: quirk=harder");
    // The word before `=` is what is said something about.
    assert_eq!(said("push harder=3"), "push: harder=3");
}

#[test]
fn words_without_names() {
    assert_eq!(said("push 4 1"), "push: dice=4, 1");
    assert_eq!(said("push 4,1 Lucky yes Bob"), "push: dice=4, 1; quirk=Lucky; ban=yes; pusher=Bob");
    assert_eq!(said("push seen it all 4"), "push: quirk=seen it all; dice=4");
    assert_eq!(said("push yes"), "push: ban=yes");
    assert_eq!(said("push Lukcy thing"), "push: quirk=Lukcy thing");
    assert_eq!(
        said("strike Ann Bob Old Tom Long gun 3"),
        "strike: attacker=Ann; helpers=Bob; helpers=Old Tom; weapon=Long gun; skill=3"
    );
    assert_eq!(said("strike Ann weapon=Fist"), "strike: weapon=Fist; attacker=Ann");
}

#[test]
fn slips() {
    assert_eq!(said("pull 4"), "unknown pull 4");
    assert_eq!(said("dice=4"), "unknown dice");
    assert_eq!(said(""), "unknown ");
    assert_eq!(said("push dice=4 dice=1"), "twice dice dice");
    assert_eq!(said("push at=a at=b"), "twice at at");
    assert_eq!(said("push harder 3 4"), "too much 4");
    assert_eq!(said("push harder Ann 3"), "push harder @Ann: how far=3");
    assert_eq!(said("push harder hold on 3"), "push harder @hold on: how far=3");
    assert_eq!(said("push harder Ann Bob"), "push harder @Ann: how far=Bob");
    assert_eq!(said("push dice=4 quirk=none ban=no pusher=Ann"), "push: dice=4; quirk=none; ban=no; pusher=Ann");
    assert_eq!(said("push «Seen"), "push: quirk=Seen");
    assert!(!begins_with("push=yes", &known()));
    assert!(begins_with("push", &known()));
    assert!(begins_with("push harder at=base", &known()));
}

#[test]
fn bare_names_fill_roles_before_answers() {
    let people = ["Ann", "Bob", "none"];
    let known = [CommandSpec {
        name: "favour".to_owned(),
        parts: vec![
            part("dice", ParameterValues::Dice),
            part("about", names(&people)),
            CommandParameter { is_role: true, ..part("helper", names(&people[..2])) },
        ],
        at: places(),
    }];
    let said = |text: &str| understand(text, &known).unwrap().answers;
    let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
        list.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    };
    assert_eq!(said("favour 2 Bob"), pairs(&[("dice", "2"), ("helper", "Bob")]));
    assert_eq!(said("favour Bob Ann"), pairs(&[("helper", "Bob"), ("about", "Ann")]));
    assert_eq!(said("favour Bob helper=Ann"), pairs(&[("helper", "Ann"), ("about", "Bob")]));
    assert_eq!(said("favour none Bob"), pairs(&[("about", "none"), ("helper", "Bob")]));
}

#[test]
fn a_name_that_nobody_has_ends_where_something_known_begins() {
    let parts = vec![
        CommandParameter { is_role: true, ..part("attacker", names(&["Ann", "Bob"])) },
        part("weapon", names(&["Fist", "Long gun"])),
    ];
    let known = [CommandSpec { name: "hit".to_owned(), parts, at: None }];
    let said = |text: &str| {
        let answers = understand(text, &known).unwrap().answers;
        answers.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(said("hit Bbo Fist"), "attacker=Bbo; weapon=Fist");
    assert_eq!(said("hit Bbo the Bold Long gun"), "attacker=Bbo the Bold; weapon=Long gun");
    assert_eq!(said("hit Bbo the Bold"), "attacker=Bbo the Bold");
}

fn few() -> Vec<CommandSpec> {
    let part = |name: &str, names: &[&str], is_role| CommandParameter {
        name: name.to_owned(),
        takes: ParameterValues::Names(names.iter().map(|name| (*name).to_owned()).collect(), false),
        many: false,
        is_role,
        owner: None,
        must: is_role,
        is_trait: false,
    };
    let people = ["Zora", "Zed Moll", "Kip"];
    let spoken = |name: &str, parts| CommandSpec { name: name.to_owned(), parts, at: None };
    vec![
        spoken("plunge", vec![part("who", &people, true), part("with", &["Harpoon", "Hook"], false)]),
        spoken("plunge deep", Vec::new()),
        spoken("sink", vec![part("who", &people, true)]),
    ]
}

#[track_caller]
fn becomes(line: &str, expected: &str) {
    assert_eq!(lengthened(line, &few(), NameContext::default()), Ok(Some(expected.to_owned())));
}

#[test]
fn beginnings_become_names() {
    becomes("si ki", "sink Kip");
    becomes("sink ze", "sink «Zed Moll»");
    becomes("plunge zed moll har", "plunge zed moll Harpoon");
    becomes("plunge wit=hoo Kip", "plunge with=Hook Kip");
    becomes("sink Nobody", "sink Nobody");
    assert_eq!(lengthened("fly Kip", &few(), NameContext::default()), Ok(None));
}

/// A line of very many words is looked through once.
#[test]
fn work_for_beginnings_is_linear() {
    let mut known = few();
    let rows: Vec<String> = (0..500).map(|at| format!("Row {at}")).collect();
    let takes = ParameterValues::Names(rows, false);
    let part = CommandParameter {
        name: "row".to_owned(),
        takes,
        many: false,
        is_role: false,
        owner: None,
        must: false,
        is_trait: false,
    };
    known.iter_mut().for_each(|one| one.parts.push(part.clone()));
    for line in [" x", " row=x", " zed"] {
        let cost = |count: usize| {
            let line = format!("sink{}", line.repeat(count));
            allocation_counter::measure(|| drop(lengthened(&line, &known, NameContext::default()))).bytes_total
        };
        let (few, many) = (cost(500), cost(5_000));
        assert!(many < 14 * few, "{line}: {few} bytes and then {many}");
    }
    let words = "x ".repeat(5_000);
    let cost = allocation_counter::measure(|| assert_eq!(lengthened(&words, &known, NameContext::default()), Ok(None)));
    assert!(cost.bytes_total < 4 << 20, "{} bytes", cost.bytes_total);
}

#[test]
fn ambiguous_abbreviations_are_reported() {
    let several = |line: &str| lengthened(line, &few(), NameContext::default()).map_err(|several| several.names);
    assert_eq!(several("sink z"), Err(vec!["Zed Moll".to_owned(), "Zora".to_owned()]));
    assert_eq!(several("plunge Kip h"), Err(vec!["Harpoon".to_owned(), "Hook".to_owned()]));
    assert_eq!(several("plu Kip"), Err(vec!["plunge".to_owned(), "plunge deep".to_owned()]));
}

/// What has to be said comes first, and a trait, which has a name, last; numbers enough for all are taken in order.
#[test]
fn bare_numbers_mean_what_is_asked_next() {
    let must = |name: &str, is_trait: bool| CommandParameter {
        must: true,
        is_trait,
        ..part(
            name,
            if is_trait { ParameterValues::Names(vec!["Brawn".to_owned()], true) } else { ParameterValues::Number },
        )
    };
    let knack = CommandParameter { must: false, ..must("knack", true) };
    let parts = vec![must("stat", true), knack, part("bonus", ParameterValues::Number), must("against", false)];
    let known = vec![
        CommandSpec { name: "try".to_owned(), parts, at: None },
        CommandSpec { name: "rest".to_owned(), parts: vec![must("hours", false)], at: None },
    ];
    let said = |text: &str| {
        let understood = understand(text, &known);
        understood
            .map(|command| command.answers.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>())
    };
    for (text, expected) in [
        ("try Brawn 20", "stat=Brawn against=20 "),
        ("try 20", "against=20 "),
        ("try 4 20", "stat=4 against=20 "),
        ("try Brawn 1 20", "stat=Brawn bonus=1 against=20 "),
        ("try Brawn 1 20 3", "stat=Brawn bonus=1 against=20 knack=3 "),
        ("try Brawn knack=3 20", "knack=3 stat=Brawn against=20 "),
        ("rest 3 hours", "hours=3 "),
    ] {
        assert_eq!(said(text), Ok(expected.to_owned()), "{text}");
    }
    assert_eq!(said("rest 3 moons"), Err(CommandError::Counted(7..12, "rest 3".to_owned())));
}

/// Beginnings count what the character who is asked can answer, and nobody who plays already.
#[test]
fn abbreviations_match_only_what_is_allowed_there() {
    let people = names(&["Moss", "Mint"]);
    let role = |name: &str| CommandParameter { is_role: true, ..part(name, people.clone()) };
    let knack = CommandParameter { owner: Some("who".to_owned()), ..part("knack", names(&["Maps", "Masonry"])) };
    let known = vec![CommandSpec { name: "help".to_owned(), parts: vec![role("who"), role("whom"), knack], at: None }];
    let own = std::collections::BTreeMap::from([
        ("Moss".to_owned(), vec!["Maps".to_owned()]),
        ("Mint".to_owned(), vec!["Masonry".to_owned()]),
    ]);
    let having = NameContext { own: Some(&own), actor: None };
    let whole = |line: &str, having| lengthened(line, &known, having).map_err(|several| several.names);
    for (line, expected) in [
        ("help Moss M", "help Moss Mint"),
        ("help Moss Mint Ma", "help Moss Mint Maps"),
        ("help Mint Moss Ma", "help Mint Moss Masonry"),
    ] {
        assert_eq!(whole(line, having), Ok(Some(expected.to_owned())), "{line}");
    }
    assert_eq!(whole("help Moss Mint Ma", NameContext::default()), Err(vec!["Maps".to_owned(), "Masonry".to_owned()]));
}
