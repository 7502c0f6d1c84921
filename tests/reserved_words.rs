//! Every word has one meaning: a game that calls something by a word of the format gets an error,
//! or means the same as under any other name; no word hides another.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::BTreeSet;

use crate::common::{command, finish, folder, whole};
use tirada::internals::check::FUNCTIONS;
use tirada::internals::cli::prompt::command::COMMANDS;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::ruleset::{File, FormatKey, KeyPlace, Shelf, Takes, keys, keys_of, verbs};
use tirada::internals::session::{Session, run_cases};

/// A game that changes and removes, under names of each kind, what another says otherwise.
const VARIANT: &str = r#"
tirada: 1
id: law
name: Law
extends: base
change:
  options: {qoption: {default: 2}}
  points: {qpoint: {max: 9}}
  traits: {qtrait: {number: 0..20}}
  tables: {qtable: {rows: {qrow: [7, 2]}}}
  tracks: {qtrack: {states: {qstate: {when: lost < 2}}}}
  tags: {qtag: {values: {qvalue: {default: 3}}}}
  tests:
    qtest: {values: {qheld: 3}, outcomes: {qgood: {when: total >= goal}}}
  actions: {qaction: {steps: {qlabel: qrolled.qcomputed + qrolled.qheld + qrolled.qinput}}}
  interventions: {qhelp: {when: qhelper.gold > 0}}
remove:
  - tables.qgone
  - tables.qtable.rows.qdropped
  - tests.qtest.outcomes.qlost
  - actions.qaction.steps.qstruck
"#;

/// A game with a name of each kind, `q…`, in each place where such a name can stand.
const RULES: &str = r#"
tirada: 1
id: base
name: Base
rounding: down
dice: {d: 6, roll: 2d, names: {qdie: highest}}
options: {qoption: {number: 0..9, default: 1}}
classes: [qclass, plainly]
times: {qtime: {}, age: {passes: 3 qtime}}
points:
  qpoint: {start: 5, max: 6, min: none, renew: {qtime: 8}}
  gold: {start: 1}
traits:
  qtrait: {number: 0..2}
  might: {number: 0..20}
  qfree: {number: 0..20, free names: yes}
  sum up: {is: qtrait + might + qoption}
tracks:
  qtrack:
    boxes: 6
    marks: {qmark: /, heavy: X}
    overflow: worsen
    states: {qstate: {when: lost < 1}, spent: {gives: {qgiven: -1}}}
tags:
  qtag: {values: {qvalue: {number: 0.., default: 1}, spare: {number: 0.., default: 1}}, lasts: 2 qtime}
  qnamed: {free names: yes, values: {size: {number: 0.., default: 3}}}
  plain: {}
tables:
  qtable: {ordered: yes, columns: [qcolumn, beside], rows: {qrow: [5, 2], other: [1, 3], qdropped: [9, 9]}}
  qgone: {rows: {here: 1, there: 2}}
  shelf: {columns: {fx: effects, gx: effects}, rows: {one row: [{qtag: 1 qtime, say: Told.}, {qpoint: 2, qtrait: 1}]}}
tests:
  qtest:
    ask: {qinput: {number: any, default: 0}, goal: {number: any, default: 8}}
    against: goal
    roll: 2d
    values: {qcomputed: qdie + qinput, qheld: 4}
    total: qcomputed + sum(qgiven)
    show: [qcomputed]
    outcomes:
      great: {when: total >= goal + 5, is: success, values: {qlate: total - goal}}
      qlost: {when: total >= goal + 1, is: success}
      qgood: {when: total >= goal + 2, is: [success, qclass]}
      dire: {when: total < goal - 4, is: failure}
      qbad: {is: [failure, plainly]}
    opposed: {tie: nobody, outcomes: {win: qwin, lose: qlose, tie: qtie}}
actions:
  qaction:
    roles: [qrole, second]
    ask: {qasked: {number: any, default: 1}, qwho: {character: any, default: none}}
    steps:
      qrolled:
        roll: qtest
        by: qrole
        with: {qinput: qasked}
        on: {«qgood»: {a: {gain: {gold: 1}, to: qrole}}}
      classes:
        roll: qtest
        by: qrole
        with: {qinput: qasked}
        on: {success: {b: {gain: {gold: 10}, to: qrole}}, failure: {b: {gain: {gold: 20}, to: qrole}}}
      alone:
        roll: qtest
        by: qrole
        with: {qinput: qasked}
        on: {«qbad»: {c: {gain: {gold: 100}, to: qrole}}}
      qlabel: 0
      qstruck: {gain: {gold: 5000}, to: qrole}
      sums: qrolled.total + (if qrolled.success then 1 else 0) + qrolled.margin
      named: if qrolled.outcome = qgood then 1 else 0
  sorting:
    roles: [qsorter]
    steps:
      qsorted:
        roll: qtest
        by: qsorter
        with: {qinput: 4}
        on: {qclass: {b: {gain: {gold: 1}}}, success: {b: {gain: {gold: 10}}}, failure: {b: {gain: {gold: 20}}}}
      classed: if qsorted.qclass then 7 else 3
  contest:
    roles: [qside, foe]
    steps:
      qopposed:
        oppose: qtest
        sides: [qside, foe]
        on: {qside: {a: {gain: {gold: 1}, to: qside}}}
      even:
        oppose: qtest
        sides: [qside, foe]
        on: {tie: {b: {gain: {gold: 10}, to: qside}}}
      won: qopposed.qside.total + qopposed.margin + (if qopposed.tied then 1 else 0)
      victor: qopposed.winner
  handle:
    roles: [qholder]
    ask: {qheldtag: {tag: qnamed, default: none}, qanswer: {text: any, default: Old}}
    steps:
      n: {when: qtrack.state = qstate, gain: {gold: 50}}
      a: {gain: {qpoint: 1, qtrait: 2}}
      b: {lose: {qpoint: 3}}
      c: {pay: {qpoint: 1}, from: qholder, to: nobody}
      hurt: {mark: 1, on: qtrack, as: qmark}
      e: {mark: 2, on: qtrack, as: heavy}
      f: {heal: 1, on: qtrack, from: qmark}
      g: {gain: {qtag: 2 qtime}, with: {qvalue: 4}}
      h: {gain: {qnamed: qanswer}}
      i: {set: {qtag.qvalue: qtag.qvalue + 1}}
      j: {effects: 'shelf[one row, fx]'}
      k: {effects: 'shelf[one row, gx]'}
      l: {when: qheldtag = none, gain: {gold: 1}}
      m: {gain: {plain: permanent}}
      qfound: qtrack.lost + 10 * qtrack.left + 100 * qtrack.qmark + 1000 * qtrack.boxes
      cells: qtable[qrow] + qtable[qrow, qcolumn] + qtable[qrow + 1]
      o: {each: {qeach: qnamed}, steps: {p: {set: {qeach.size: 7}}}}
      q: {heal: all, on: qtrack}
interventions:
  qhelp:
    after: qtest
    roller: qthrower
    roles: [qhelper]
    ask: {qwhich: {dice: any}}
    when: qhelper.gold > 900
    steps: {pays: {pay: {gold: 1}, from: qhelper, to: nobody}, r: {reroll: qwhich}}
  every die:
    after: qtest
    roller: thrower
    steps: {r: {reroll: all}, c: {change: {qinput: qinput + 1}}}
  earlier:
    before: qaction.qlabel
    steps: {m: {gain: {gold: 3}, to: qrole}}
"#;

const CASES: &str = r#"
tirada cases: 1
ruleset: law
characters:
  qperson:
    traits: {qtrait: 4, might: 2, qfree: {qskill: 3}}
    tags: {qtag: {qvalue: 2, for: 3 qtime}, qnamed: {Long: {size: 2}}}
    marks: {qtrack: {qmark: 1, heavy: 1}}
    points: {qpoint: 6}
  Bo: {traits: {qtrait: 1, might: 1}}
cases:
  A roll by itself:
    with: {qtrait: 4, might: 1}
    roll: qtest(qtrait) vs 9
    dice: [2, 5]
    expect: {qdie: 5, qcomputed: 9, qheld: 3, total: 9, value: 9, outcome: qgood, success: yes, qclass: yes, margin: 0, against: 9, error: none}
  A great one:
    roll: qtest(qinput = 9) vs 9
    dice: [2, 5]
    expect: {qlate: 5, outcome: great}
  Two sides:
    roll: qtest(4) vs qtest(2)
    dice: [2, 5, 1, 1]
    expect: {outcome: qwin, margin: 6}
  The others:
    roll: qtest(4) vs qtest(9)
    dice: [2, 5, 1, 1]
    expect: {outcome: qlose}
  None of them:
    roll: qtest(4) vs qtest(4)
    dice: [2, 5, 5, 1]
    expect: {outcome: qtie}
  A derived number:
    with: {qtrait: 4, might: 1}
    set: {qoption: 5}
    roll: «sum up»
    expect: {value: 10}
  The cells:
    each: {'qtable[qrow]': 7, 'qtable[qrow, beside]': 2, 'name(qtable, row(qtable, 1))': qrow}
  Steps:
    steps:
      - do: qaction
        as: {qrole: qperson, second: Bo}
        set: {qasked: 4, qwho: Bo}
        dice: [2, 5, 1, 1, 1, 1]
        interventions: [{earlier: {}}]
        expect:
          qrolled.total: 8
          qrolled.outcome: qgood
          qlabel: 16
          sums: 9
          named: 1
          classes.outcome: qbad
          qperson.gold: 125
          qperson.qtrait: 4
          outcome: qbad
          margin: -4
      - do: qaction
        as: {qrole: Bo, second: qperson}
        dice: [1, 1, 1, 1, 6, 6]
        expect: {Bo.gold: 121, outcome: qbad}
      - do: qaction
        as: {qrole: Bo, second: qperson}
        set: {qasked: 5}
        dice: [2, 5, 2, 5, 6, 6, 2]
        interventions: [{qhelp: {qhelper: qperson, qwhich: [6], at: alone}}]
        expect: {Bo.gold: 132, qperson.gold: 124}
      - do: sorting
        as: Bo
        dice: [2, 5]
        expect: {Bo.gold: 133, classed: 7, qsorted.qclass: yes}
      - do: sorting
        as: Bo
        dice: [1, 1]
        expect: {Bo.gold: 153, classed: 3}
      - do: contest
        as: {qside: Bo, foe: qperson}
        dice: [2, 5, 1, 1, 2, 3, 4, 1]
        expect: {Bo.gold: 164, won: 10, qopposed.qside.total: 5, victor: Bo, outcome: qtie}
      - do: handle
        as: qperson
        set: {qheldtag: Long, qanswer: New}
        expect:
          qpoint: 5
          qtrait: 7
          qfound: 6124
          cells: 15
          qtag.qvalue: 3
          count(qnamed): 2
          plain: yes
          qtrack.lost: 0
          said: Told.
      - do: handle
        as: Bo
        set: {qheldtag: none}
        expect: {gold: 215}
      - pass: qtime
        expect: {qperson.qpoint: 8, qperson.qtag: no}
"#;

/// Words of the format that are no keys and stand in no list of them.
const OTHERS: [&str; 33] = [
    "nobody",
    "none",
    "all",
    "any",
    "table",
    "permanent",
    "tie",
    "total",
    "value",
    "margin",
    "against",
    "outcome",
    "faces",
    "comment",
    "error",
    "said",
    "winner",
    "loser",
    "tied",
    "lost",
    "left",
    "boxes",
    "state",
    "owner",
    "max",
    "success",
    "failure",
    "vs",
    "beats",
    "and",
    "not",
    "then",
    "let",
];

fn words() -> BTreeSet<&'static str> {
    fn within(takes: &Takes, found: &mut BTreeSet<&'static str>) {
        match takes {
            Takes::OneOf(words) => found.extend(words.iter()),
            Takes::Closed(words, inner) => {
                found.extend(words.iter());
                within(inner, found);
            }
            Takes::List(inner) | Takes::Map(_, inner) | Takes::Count(_, _, inner) => within(inner, found),
            Takes::Either(several) => several.iter().for_each(|one| within(one, found)),
            _ => {}
        }
    }
    let mut found = BTreeSet::from(OTHERS);
    found.extend(keys().into_iter().flat_map(|(_, keys)| keys));
    found.extend(FUNCTIONS);
    let beside = verbs().into_iter().flat_map(|(verb, beside)| beside.into_iter().chain([verb]));
    let all: Vec<FormatKey> = KeyPlace::ALL.into_iter().flat_map(keys_of).chain(beside).collect();
    all.iter().for_each(|key| within(&key.takes, &mut found));
    found
}

/// The names of the game above.
fn names() -> BTreeSet<String> {
    let texts = [VARIANT, RULES, CASES].concat();
    let parts = texts.split(|letter: char| !letter.is_alphanumeric());
    parts.filter(|part| part.starts_with('q') && part.len() > 3).map(str::to_owned).collect()
}

/// A text in which a name is another word.
fn called(text: &str, name: &str, word: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(name) {
        let (before, after) = rest.split_at(at);
        parts.push(before.to_owned());
        let after = &after[name.len()..];
        let whole = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        parts.push(if whole { word } else { name }.to_owned());
        rest = after;
    }
    parts.concat() + rest
}

/// What came of a game: the words at which errors stand, and what comes out otherwise than
/// expected.
#[derive(Debug, Default)]
struct Played {
    errors: Vec<String>,
    different: Vec<String>,
}

fn played(text: impl Fn(&str) -> String) -> Played {
    struct Both([File; 2]);
    impl Shelf for Both {
        fn files(&self, id: &str) -> Option<Vec<File>> {
            self.0.iter().find(|file| file.name == format!("{id}.yml")).map(|file| vec![file.clone()])
        }
        fn ids(&self) -> Vec<String> {
            vec!["law".to_owned(), "base".to_owned()]
        }
    }
    let file = |name: &str, source: &str| File { name: name.to_owned(), text: text(source) };
    let shelf = Both([file("law.yml", VARIANT), file("base.yml", RULES)]);
    let mut session = Session::new(&shelf);
    let said = |session: &Session<'_>, errors: &[Diagnostic]| {
        let errors = errors.iter().filter(|one| one.is_error());
        let lines = errors.map(|one| {
            let at = one.at.unwrap_or_else(|| panic!("{one:?}"));
            let text = session.sources.get(at.source).unwrap().text();
            let (start, end) = (at.start, at.end);
            let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let to = text[end..].find('\n').map_or(text.len(), |at| at + end);
            format!("{}: {:?}: {}", one.code.as_str(), one.args, &text[from..to])
        });
        lines.collect::<Vec<String>>()
    };
    let loaded = session.load("law").unwrap();
    let mut errors = said(&session, &loaded.findings);
    if !errors.is_empty() {
        return Played { errors, different: Vec::new() };
    }
    let (reports, found) = run_cases(&mut session, &loaded.game, vec![file("cases.yml", CASES)]);
    errors.extend(said(&session, &found));
    for report in &reports {
        errors.extend(said(&session, &report.errors));
    }
    let different = reports.into_iter().flat_map(|report| {
        let name = report.name;
        report.differences.into_iter().map(move |one| format!("{name}: {}: {} / {}", one.what, one.expected, one.found))
    });
    Played { different: different.collect(), errors }
}

/// Plays the game with some of its names called otherwise. Those that get an error have their own
/// names back; the others have to mean the same as before. Yields how many those are.
fn keeps_its_meaning(mut calling: Vec<(&str, &str)>, hidden: &mut Vec<String>) -> usize {
    while !calling.is_empty() {
        let all = |text: &str| calling.iter().fold(text.to_owned(), |text, (name, word)| called(&text, name, word));
        let result = played(all);
        if result.errors.is_empty() {
            if !result.different.is_empty() {
                hidden.push(format!("{calling:?}: {}", result.different.join("; ")));
            }
            break;
        }
        let before = calling.len();
        // An error stands on a line with the word, or names it.
        let blamed = |word: &str| result.errors.iter().any(|error| called(error, word, "") != *error);
        calling.retain(|(_, word)| !blamed(word));
        if calling.len() == before {
            // Nothing says whose error it is: each by itself.
            let [_] = calling.as_slice() else {
                return calling.into_iter().map(|one| keeps_its_meaning(vec![one], hidden)).sum();
            };
            return 0;
        }
    }
    calling.len()
}

#[test]
fn no_word_hides_another() {
    let own = played(str::to_owned);
    assert!(own.errors.is_empty() && own.different.is_empty(), "{own:#?}");
    let (words, names) = (words().into_iter().collect::<Vec<_>>(), names());
    assert!(words.len() > 150 && names.len() > 35, "{} words, {} names", words.len(), names.len());
    let mut hidden = Vec::new();
    let mut same = 0;
    // Each word for each name (for one in three of them, unless all of it is wanted), all names at a time.
    let each = if whole() { 1 } else { 3 };
    for shift in (0..words.len()).step_by(each) {
        let taken = words.iter().cycle().skip(shift);
        let calling: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(taken.copied()).collect();
        same += keeps_its_meaning(calling, &mut hidden);
    }
    assert!(hidden.is_empty(), "{}", hidden.join("\n"));
    assert!(same > 20 * words.len() / each, "only {same} names mean the same");
}

#[test]
fn at_the_prompt_quotes_make_a_name_of_a_command() {
    let home = folder("meanings-prompt");
    let game = |word: &str, action: bool| {
        let (own, other) = if action { ("hold", word) } else { (word, "act") };
        format!(
            "tirada: 1\nid: law\nname: Law\ndice: {{d: 6}}\ntraits: {{{own}: {{number: 0..9}}}}\nactions:\n  {other}:\n    \
             roles: [hand]\n    steps: {{told: {{say: 'Done {{«{own}»}} times.'}}}}\n"
        )
    };
    for (word, ..) in COMMANDS {
        for action in [true, false] {
            std::fs::write(home.join("law.yml"), game(word, action)).unwrap();
            let own = if action { "hold" } else { word };
            let ann = format!("tirada character: 1\nname: Ann\nruleset: law\ntraits: {{{own}: 7}}\n");
            std::fs::write(home.join("ann.yml"), ann).unwrap();
            let mut run = command(&home);
            run.current_dir(&home).args(["-r", "./law.yml"]);
            let name = if action { format!("«{word}»") } else { format!("«{word}» + 100") };
            let said = finish(run, format!("load ann.yml\n{name}\n"));
            let wanted = if action { "Done 7 times." } else { "= 107" };
            let refused = said.stderr.contains("reserved-name");
            assert!(refused || said.stdout.contains(wanted), "{word}: {}{}", said.stdout, said.stderr);
        }
    }
}
