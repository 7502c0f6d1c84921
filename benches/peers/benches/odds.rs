//! Exact odds, from text to distribution: tirada beside its peers, one table, one run.
//!
//! Everybody gets the fastest of their published ways, and nobody may remember an answer:
//! xdy compiles, plans and builds anew, eurydice has a new engine each time, the Python
//! packages have new dice and evaluators and forget what they hold (`peers.py`). Before
//! anything is timed, all who answer a question have to give the same distribution.

use std::cell::RefCell;
use std::collections::BTreeMap;

use eurydice_engine::Engine;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{Answer, ActionCall, Passing, Verdict};
use tirada::internals::odds::{Chance, Odds, OddsLimits, Turn, of_turns};
use tirada::internals::ruleset::{File, Shelf, read_character};
use tirada::internals::yaml::{YamlLimits, parse};
use tirada::internals::session::{Builtin, RollRequest, Session, ActionRequest, action_call, time_named};
use tirada::internals::source::Sources;
use tirada::internals::world::{Env, Person, FileOwner, World, read_person};
use tirada_peers::{Candidate, Python, Report, TIRADA, Target, race};
use xdy::{Budget, Evaluator, Unobserved};

/// How many more dice an exploding die may bring.
const DEPTH: u32 = 8;

/// How far two probabilities may lie apart, as a part of them: some are floating point.
const APART: f64 = 1e-9;

/// Values and their probabilities, as they are compared.
type Found = BTreeMap<i64, f64>;

/// A question, as each of those who can answer it puts it. Both Python packages answer all.
struct Question {
    what: &'static str,
    /// Under the ruleset `hitos`, where C, m and M are read off 3d10.
    tirada: String,
    /// How `peers.py` calls it.
    python: &'static str,
    xdy: Option<&'static str>,
    eurydice: Option<String>,
    /// Others that are measured beside them, by name.
    besides: Vec<(&'static str, Besides)>,
    target: Target,
}

/// What is measured beside an answer.
enum Besides {
    /// Another way to put it to eurydice, with the same answer.
    Eurydice(&'static str),
    /// An easier question, whose answer is another one.
    EasierForXdy(&'static str),
}

const MIDDLES_APART: &str = "(3D10 drop lowest drop highest) + 5 - ((3D10 drop lowest drop highest) + 4)";

fn questions() -> Vec<Question> {
    let question = |what, tirada: &str, python, xdy, eurydice: &str, target| Question {
        what,
        tirada: tirada.to_owned(),
        python,
        xdy,
        eurydice: Some(eurydice.to_owned()),
        besides: Vec::new(),
        target,
    };
    let below_all = Target::AtMost(1.0);
    vec![
        question(
            "the middle of 3d10: `C`",
            "C",
            "middle",
            Some("3D10 drop lowest drop highest"),
            "output 2@3d10",
            below_all,
        ),
        Question {
            besides: vec![(
                "eurydice, a function",
                Besides::Eurydice("function: ends A:s { result: 1@A + 3@A } output [ends 3d10]"),
            )],
            ..question(
                "lowest + highest: `mM`",
                "mM",
                "ends",
                None,
                "output {1,3}@3d10",
                Target::AtMostOf(0.1, "eurydice"),
            )
        },
        question(
            "`3d10km1 + 5 - (3d10km1 + 4)`",
            "3d10km1 + 5 - (3d10km1 + 4)",
            "difference",
            Some(MIDDLES_APART),
            "C: 2@3d10 output (C + 5) - (C + 4)",
            below_all,
        ),
        Question {
            besides: vec![("xdy, the row above", Besides::EasierForXdy(MIDDLES_APART))],
            ..question(
                "opposed: `C+5 vs C+4`",
                "C+5 vs C+4",
                "opposed",
                None,
                "function: side A:s { result: (((A=10) >= 2) - ((A=1) >= 2)) * 100 + 2@A } \
                 function: sign N:n { if N = 0 { result: d{} } result: (N > 0) - (N < 0) } \
                 S: [side 3d10] output [sign (S + 5) - (S + 4)]",
                below_all,
            )
        },
        repeats("highest and repeats of 6d6", "repeats-6", 6),
        repeats("highest and repeats of 12d6", "repeats-12", 12),
        repeats("highest and repeats of 20d6", "repeats-20", 20),
        // eurydice walks through all sorted rolls of the pool: here 1.2 million.
        Question { eurydice: None, ..repeats("highest and repeats of 40d6", "repeats-40", 40) },
        question(
            "`10d10kh3`",
            "10d10kh3",
            "top",
            Some("10D10 drop lowest 7"),
            "output [highest 3 of 10d10]",
            below_all,
        ),
        question("`100d6`", "100d6", "sum", Some("100D6"), "output 100d6", below_all),
        question(
            "`10d10!!kh5`, to depth 8",
            "10d10!!kh5",
            "exploding",
            None,
            "set \"explode depth\" to 8 output [highest 5 of 10d[explode d10]]",
            below_all,
        ),
        question(
            "`5d6 beats 5d6`",
            "5d6 beats 5d6",
            "beats",
            None,
            "function: beats A:s B:s { result: (1@A > 1@B) + (2@A > 2@B) + (3@A > 3@B) + (4@A > 4@B) + (5@A > 5@B) } \
             output [beats 5d6 5d6]",
            below_all,
        ),
    ]
}

/// Both read off the same dice, as hundreds and ones.
fn repeats(what: &'static str, python: &'static str, dice: u32) -> Question {
    let faces = "[highest of A=1 and [highest of A=2 and [highest of A=3 and [highest of A=4 and \
                 [highest of A=5 and A=6]]]]]";
    Question {
        what,
        tirada: format!("highest({dice}d6) * 100 + repeats()"),
        python,
        xdy: None,
        eurydice: Some(format!("function: both A:s {{ result: 1@A * 100 + {faces} }} output [both {dice}d6]")),
        besides: Vec::new(),
        target: Target::AtMostOf(0.01, "icepool"),
    }
}

fn main() {
    // Only questions that hold one of the words of the command line, if there are any.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |what: &str| words.is_empty() || words.iter().any(|word| what.contains(word));
    let mut report = Report::default();
    let python = Python::start().map(RefCell::new);
    report.section("Exact odds, from text to distribution");
    for question in questions().into_iter().filter(|question| wanted(question.what)) {
        answers_agree(&question, python.as_ref());
        report.row(question.what, race(candidates(&question, python.as_ref())), question.target);
        report.print();
    }
    report.note(
        "xdy reads only totals of a roll, of all dice except some at its ends, so it cannot answer the other questions. \
         Its row beside `C+5 vs C+4` is its answer to the row above, which has no criticals and does not roll ties \
         again. eurydice visits all sorted rolls of a pool, 1.2 million of 40d6, and is left out there.",
    );
    if python.is_none() {
        report.note("icepool and dyce were not prepared (`benches/peers/prepare`) and are missing.");
    }
    report.print();
    report.section("What no peer can be asked");
    for (what, part) in [(ATTACK, attack as fn(&mut Report)), (FIGHT, fight)] {
        if wanted(what) {
            part(&mut report);
            report.print();
        }
    }
    for again in AGAIN.iter().filter(|again| wanted(again.what)) {
        thrown_again(&mut report, again);
        report.print();
    }
    report.end();
}

// What no peer can be asked.

const ATTACK: &str = "an attack: `atacar arma=Fusil`";
const FIGHT: &str = "ten turns of a fight of two";
const TURNS: u32 = 10;

const ANA: &str = "\
tirada character: 1
name: Ana
ruleset: hitos
traits: {Fortaleza: 2, Reflejos: 3, Voluntad: 4, Intelecto: 5, Drama: 2, Guardia: 4, habilidad: {Puntería: 4}}
";

const BETO: &str = "\
tirada character: 1
name: Beto
ruleset: hitos
traits: {Fortaleza: 4, Reflejos: 2, Voluntad: 5, Intelecto: 3, Drama: 1, Guardia: 3, habilidad: {Cuchillos: 4}}
tags: {Armadura: {tipo: Casco de motorista}}
";

/// Weapon, bonus, critical, armour, massive damage, what becomes of the victim.
fn attack(report: &mut Report) {
    let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
    let game = game(&mut session);
    let (env, world) = people(&game);
    let call = attacks(&game, &world, "Ana", "Beto", "Puntería", "Fusil");
    let mut odds = || {
        let found = session.action_odds(&game, &env, &world, &call, &OddsLimits::within(&tirada::internals::limits::Limits::FULL));
        found.unwrap_or_else(|error| panic!("{error:?}"))
    };
    let found = odds();
    assert!(found.left.is_never() && found.refused.is_never(), "nothing of it is cut");
    assert_eq!(found.tests.len(), 3, "an attack, massive damage, and whether the victim dies");
    report.row(ATTACK, race(vec![Candidate::new(TIRADA, odds)]), Target::Within(20e6));
}

/// Each attacks the other, and the turn is over: how both are, turn after turn.
fn fight(report: &mut Report) {
    let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
    let game = game(&mut session);
    let (env, world) = people(&game);
    let time = time_named(&game, "turno", false).unwrap_or_else(|error| panic!("{error:?}"));
    let turns = [
        Turn::Act(attacks(&game, &world, "Ana", "Beto", "Puntería", "Pistola")),
        Turn::Act(attacks(&game, &world, "Beto", "Ana", "Cuchillos", "Cuchillo")),
        Turn::Pass(Passing { time, ..Passing::default() }),
    ];
    let mut odds = || session.staged_odds((&game, &env, &world), Err(""), &|stage| of_turns(stage, &turns, TURNS, &[], &OddsLimits::within(&tirada::internals::limits::Limits::FULL)));
    match odds() {
        Ok(found) => {
            let last = found.last().expect("the last turn");
            assert!(found.len() == TURNS as usize && last.left.is_never(), "nothing of it is cut");
            report.row(FIGHT, race(vec![Candidate::new(TIRADA, odds)]), Target::Within(1e9));
            if let Some(states) = last.states {
                report.note(&format!("After the last turn of the fight, the two characters can be in {states} states."));
            }
        }
        Err(error) => report.missing(FIGHT, error.code.as_str(), Target::Within(1e9)),
    }
}

/// Ana and Beto at a table.
fn people(game: &CheckedGame) -> (Env, World) {
    let mut world = World::new();
    for text in [ANA, BETO] {
        world.join(person(game, text));
    }
    let env = Env::new(game, &BTreeMap::new(), &BTreeMap::new());
    (env.unwrap_or_else(|errors| panic!("{errors:?}")), world)
}

/// One attacks the other; answers are there for all that may be asked on the way.
fn attacks(game: &CheckedGame, world: &World, who: &str, whom: &str, skill: &str, weapon: &str) -> ActionCall {
    let answers = [("arma", weapon), ("habilidad", skill), ("nombre", "Encasquillado"), ("secuela", "Renqueante")];
    let plays = |role: &str, name: &str| (Some(role.to_owned()), vec![name.to_owned()]);
    let wish = ActionRequest {
        action: "atacar".to_owned(),
        roles: vec![plays("atacante", who), plays("objetivo", whom)],
        answers: answers.map(|(name, text)| (name.to_owned(), text.to_owned())).into(),
        ..ActionRequest::default()
    };
    action_call(game, world, &wish, true).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// A roll in an action, of which dice are thrown again by interventions wherever that is possible.
struct Again {
    what: &'static str,
    action: &'static str,
    /// Names, and which dice, where the intervention asks.
    interventions: &'static [(&'static str, Option<&'static str>)],
    /// The probability of success as a program of its own counts it, without tirada.
    success: f64,
}

const AGAIN: [Again; 4] = [
    Again { what: "a push of 12 dice of three kinds", action: "push", interventions: &[("harder", None)], success: 0.886_908_575_558 },
    Again {
        what: "the better of two dice that explode, thrown again twice",
        action: "trait",
        interventions: &[("benny", None), ("benny", None)],
        success: 0.843_532_986_111,
    },
    Again {
        what: "three of eight dice thrown again, beside two",
        action: "pool",
        interventions: &[("will", Some("worst(3)"))],
        success: 0.766_527_421_875,
    },
    Again {
        what: "`8d10ro1!!kh4`, thrown again after a failure",
        action: "kept",
        interventions: &[("void", None)],
        success: 0.580_220_446_205,
    },
];

/// The rules of [`AGAIN`].
struct Pools;

impl Shelf for Pools {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        (id == "pools").then(|| vec![File { name: "pools.yml".to_owned(), text: include_str!("pools.yml").to_owned() }])
    }

    fn ids(&self) -> Vec<String> {
        vec!["pools".to_owned()]
    }
}

fn thrown_again(report: &mut Report, again: &Again) {
    let mut session = Session::within(&Pools, tirada::internals::limits::Limits::FULL);
    let game = loaded(&mut session, "pools");
    let who = person(&game, "tirada character: 1\nname: Ann\nruleset: pools\n");
    let mut world = World::new();
    world.join(who);
    let env = Env::new(&game, &BTreeMap::new(), &BTreeMap::new()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let wanted = again.interventions.iter().map(|(name, which)| {
        let answers = which.iter().map(|which| ("which".to_owned(), (*which).to_owned())).collect();
        ((*name).to_owned(), None, answers)
    });
    let wish = ActionRequest {
        action: again.action.to_owned(),
        roles: vec![(None, vec!["Ann".to_owned()])],
        interventions: wanted.collect(),
        ..ActionRequest::default()
    };
    let call = action_call(&game, &world, &wish, true).unwrap_or_else(|errors| panic!("{}: {errors:?}", again.what));
    let bounds = OddsLimits::within(&tirada::internals::limits::Limits::FULL);
    let mut odds = || {
        let found = session.action_odds(&game, &env, &world, &call, &bounds);
        found.unwrap_or_else(|error| panic!("{}: {error:?}", again.what))
    };
    let found = odds();
    let won = found.tests[0].odds.outcomes.iter().filter(|outcome| outcome.success == Some(true));
    let success: f64 = won.map(|outcome| part(&outcome.chance)).sum();
    assert!((success - again.success).abs() < APART, "{}: {success} is not {}", again.what, again.success);
    report.row(again.what, race(vec![Candidate::new(TIRADA, odds)]), Target::Within(50e6));
}

fn person(game: &CheckedGame, text: &str) -> Person {
    let mut sources = Sources::new();
    let id = sources.add("person.yml", text);
    let (file, errors) = read_character(&parse(&sources, id, &YamlLimits::default()).0, &sources);
    assert!(errors.is_empty(), "{errors:?}");
    let (person, errors) = read_person(&file, game, FileOwner::Character, None);
    assert!(errors.is_empty(), "{errors:?}");
    person
}

// What all can be asked.

/// Who answers the question, and what; they have to agree.
fn answers_agree(question: &Question, python: Option<&RefCell<Python>>) {
    let mut answers: Vec<(&str, Found)> = Vec::new();
    if let Some(python) = python {
        let mut python = python.borrow_mut();
        answers.extend(PYTHON.map(|peer| (peer, python.show(question.python, peer))));
    }
    answers.extend(question.xdy.map(|text| {
        let found = xdy(text).to_f64();
        ("xdy", found.into_iter().map(|(value, chance)| (i64::from(value), chance)).collect())
    }));
    answers.extend(question.eurydice.as_ref().map(|text| ("eurydice", eurydice(text))));
    for (name, besides) in &question.besides {
        if let Besides::Eurydice(text) = besides {
            answers.push((name, eurydice(text)));
        }
    }
    let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
    let game = game(&mut session);
    let own = odds(&mut session, &game, &question.tirada);
    let left = part(&own.values.left());
    let own = found(&own);
    for (peer, found) in &answers {
        for value in own.keys().chain(found.keys()) {
            let [one, other] = [&own, found].map(|found| found.get(value).copied().unwrap_or(0.0));
            // What tirada leaves over, the others count at the value that a die has by then.
            assert!(
                one - other <= APART * other && other - one <= APART * other + left,
                "{}: {value} has {one} in tirada and {other} in {peer}",
                question.what
            );
        }
        let [one, other] = [&own, found].map(|found| found.values().sum::<f64>());
        assert!((other - one - left).abs() < 1e-12, "{}: {one} and {left} in tirada, {other} in {peer}", question.what);
    }
}

const PYTHON: [&str; 2] = ["icepool", "dyce"];

/// Who takes part in the race.
fn candidates<'a>(question: &'a Question, python: Option<&'a RefCell<Python>>) -> Vec<Candidate<'a>> {
    let mut session = Session::within(&Builtin, tirada::internals::limits::Limits::FULL);
    let game = game(&mut session);
    let mut all = vec![Candidate::new(TIRADA, move || odds(&mut session, &game, &question.tirada))];
    if let Some(python) = python {
        all.extend(
            PYTHON.map(|peer| {
                Candidate::timed(peer, move |times| python.borrow_mut().time(question.python, peer, times))
            }),
        );
    }
    all.extend(question.xdy.map(|text| Candidate::new("xdy", move || xdy(text))));
    all.extend(
        question.eurydice.as_ref().map(|text| Candidate::new("eurydice", move || Engine::new().run_source(text))),
    );
    for (name, besides) in &question.besides {
        all.push(match besides {
            Besides::Eurydice(text) => Candidate::new(*name, move || Engine::new().run_source(text)),
            Besides::EasierForXdy(text) => Candidate::new(*name, move || xdy(text)),
        });
    }
    all
}

// Each of them.

fn game(session: &mut Session<'_>) -> CheckedGame {
    loaded(session, "hitos")
}

fn loaded(session: &mut Session<'_>, id: &str) -> CheckedGame {
    let loaded = session.load(id).unwrap_or_else(|_| panic!("no ruleset {id}"));
    assert!(loaded.is_sound(), "{id} has errors");
    loaded.game
}

/// From text to odds.
fn odds(session: &mut Session<'_>, game: &CheckedGame, text: &str) -> Odds {
    let request = RollRequest { text: text.to_owned(), source: String::new(), ..RollRequest::default() };
    let ready = session.prepare(game, &request).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let bounds = OddsLimits { depth: DEPTH, ..OddsLimits::within(&tirada::internals::limits::Limits::FULL) };
    session.odds(game, &ready, &bounds).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// The values, or who wins an opposed test.
fn found(odds: &Odds) -> Found {
    if odds.outcomes.is_empty() {
        let values = odds.values.chances().map(|(answer, chance)| match answer {
            Answer::Number(value) => (*value, part(&chance)),
            other => panic!("{other:?} is no number"),
        });
        return values.collect();
    }
    let mut found = Found::new();
    for outcome in &odds.outcomes {
        let value = match outcome.verdict {
            Some(Verdict::Win) => 1,
            Some(Verdict::Lose) => -1,
            _ => 0,
        };
        if !outcome.chance.is_never() {
            *found.entry(value).or_default() += part(&outcome.chance);
        }
    }
    found
}

fn part(chance: &Chance) -> f64 {
    let [ways, all] = [chance.ways(), chance.all()].map(|number| number.to_string().parse::<f64>().unwrap());
    ways / all
}

/// Its optimiser would take longer than it saves.
fn xdy(text: &str) -> xdy::Distribution {
    let function = xdy::compile_unoptimized(text).unwrap();
    Evaluator::new(function).plan_distribution([]).unwrap().build(Budget::UNLIMITED, &Unobserved).unwrap()
}

fn eurydice(text: &str) -> Found {
    let report = Engine::new().run_source(text);
    assert!(report.diagnostics.first_error().is_none(), "{text}: {:?}", report.diagnostics.first_error());
    let output = report.outputs.first().expect("an output");
    output.distribution.entries().map(|(fields, chance)| (i64::from(fields[0]), chance)).collect()
}
