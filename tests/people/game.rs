//! An invented game. What formulas cannot say yet is put together by hand.

use std::sync::Arc;

use crate::common::Empty;
use tirada::internals::check::program::{
    AnswerKind, At, CheckedGame, Default, Duration, Ir, Named, Op, Origin, Piece, Points, Question, State, TagKind,
    Time, Track,
};
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::id::Id;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::model::Overflow;
use tirada::internals::ruleset::{File, read_character};
use tirada::internals::session::Session;
use tirada::internals::source::{Placement, SourceId, Sources, Span};
use tirada::internals::syntax::TextSpan;
use tirada::internals::world::{FileOwner, Person, read_person};
use tirada::internals::yaml::{YamlLimits, parse};

const RULES: &str = "
tirada: 1
id: islas
name: Las islas
rounding: down
tables:
  Velas: {rows: {Foque: 1, Mesana: 2, Gran vela: 3}}
traits:
  Brazo: {number: 0..10, group: cuerpo}
  Vista: {number: 0..10, default: 2, group: cuerpo}
  Zurdo: {yes no: no}
  Rumbo: {one of: [Norte, Sur], default: Norte}
  Vela: {row: Velas}
  oficio: {number: 0..10, free names: yes}
  Calado: {is: Brazo + Vista}
";

fn ir(op: Op) -> Ir {
    Ir { op, at: At { origin: At::TYPED, span: TextSpan::default() } }
}

fn question(kind: AnswerKind, default: Option<Op>) -> Question {
    Question {
        kind,
        default: default.map(|op| Default::Value(ir(op))),
        doc: None,
        broken: false,
        picks: None,
        named: false,
    }
}

fn points(name: &str, min: Option<i64>, max: Option<i64>, shared: bool) -> Points {
    Points {
        name: Arc::from(name),
        doc: None,
        internal: false,
        start: None,
        min: min.map(|min| ir(Op::Number(min))),
        max: max.map(|max| ir(Op::Number(max))),
        renew: Vec::new(),
        endless: None,
        shared,
        group: None,
        states: Vec::new(),
        between: false,
    }
}

fn track(name: &str, marks: &[(&str, &str)], states: &[&str]) -> Track {
    let state = |name: &&str| State {
        name: Arc::from(*name),
        when: None,
        gives: Vec::new(),
        enter: None,
        leave: None,
        every: Vec::new(),
    };
    Track {
        name: Arc::from(name),
        doc: None,
        boxes: ir(Op::Number(9)),
        each: Vec::new(),
        worth: Vec::new(),
        row: None,
        marks: marks.iter().map(|(name, sign)| (Arc::from(*name), (*sign).to_owned())).collect(),
        overflow: Overflow::Worsen,
        states: states.iter().map(state).collect(),
        between: false,
    }
}

fn tag(name: &str, values: Vec<(&str, Question)>) -> TagKind {
    TagKind {
        name: Arc::from(name),
        doc: None,
        internal: false,
        free_names: false,
        several: false,
        values: values.into_iter().map(|(name, question)| (Arc::from(name), question)).collect(),
        counted: None,
        gives: Vec::new(),
        lasts: None,
        every: Vec::new(),
        ends: None,
        cards: None,
    }
}

fn one_of(words: &[&str], default: i64) -> Question {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    question(AnswerKind::OneOf(words), Some(Op::Number(default)))
}

/// A condition of the game until which tags last.
fn until(game: &mut CheckedGame, text: &str, id: SourceId) {
    let origin = u32::try_from(game.origins.len()).unwrap();
    let placement = Placement { span: Span { source: id, start: 0, end: 0 }, style: None };
    game.origins.push(Origin { text: Arc::from(text), placement });
    let span = TextSpan { start: 0, end: u32::try_from(text.len()).unwrap() };
    game.untils.push(Ir { op: Op::Number(0), at: At { origin, span } });
}

pub fn game() -> CheckedGame {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "islas.yml".to_owned(), text: RULES.to_owned() }]);
    let wrong: Vec<&Diagnostic> = loaded.findings.iter().filter(|one| one.is_error()).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let mut game = loaded.game;
    for name in ["soplo", "jornada", "luna llena"] {
        game.times.push(Time { name: Arc::from(name), ends: Vec::new(), passes: Vec::new() });
    }
    game.points = [
        points("Suerte", Some(0), None, false),
        points("Deuda", None, Some(20), false),
        points("Marea", Some(0), None, true),
    ]
    .into_iter()
    .collect();
    game.tracks = [
        track("Casco", &[("raja", "/"), ("brecha", "X")], &["Entero", "Roto", "Hundido"]),
        track("Temple", &[("duda", "·")], &[]),
    ]
    .into_iter()
    .collect();
    let nobody = vec![Piece::Text("nadie".to_owned())];
    game.tags = [
        TagKind { lasts: Some(Duration::Times(None, 1)), ..tag("Mojado", Vec::new()) },
        TagKind {
            several: true,
            ..tag(
                "Capa",
                vec![
                    ("tejido", one_of(&["lana", "hule"], 0)),
                    (
                        "peso",
                        question(AnswerKind::Number(Some(-3), Some(9)), Some(Op::Negate(Box::new(ir(Op::Number(1)))))),
                    ),
                    ("rota", question(AnswerKind::YesNo, Some(Op::Number(0)))),
                ],
            )
        },
        TagKind {
            free_names: true,
            several: true,
            ..tag(
                "promesa",
                vec![
                    ("tono", one_of(&["grave", "leve"], 1)),
                    ("gastada", question(AnswerKind::YesNo, Some(Op::Number(0)))),
                    ("testigo", question(AnswerKind::Text, Some(Op::Template(nobody)))),
                ],
            )
        },
        TagKind { lasts: Some(Duration::Unit(ir(Op::Number(0)))), ..tag("Fiebre", Vec::new()) },
        tag("Barco", vec![("vela", question(AnswerKind::Row(Id::new(0)), None))]),
    ]
    .into_iter()
    .collect();
    let mut sources = Sources::new();
    let id = sources.add("islas.yml", RULES);
    until(&mut game, "Suerte  > 3", id);
    until(&mut game, "not Mojado", id);
    let mut names: Vec<(Arc<str>, Named)> = Vec::new();
    names.extend(game.points.pairs().map(|(at, one)| (Arc::clone(&one.name), Named::Points(at))));
    names.extend(game.tracks.pairs().map(|(at, one)| (Arc::clone(&one.name), Named::Track(at))));
    names.extend(game.tags.pairs().map(|(at, one)| (Arc::clone(&one.name), Named::Tag(at))));
    game.names.extend(names.into_iter().map(|(name, named)| (name.to_string(), named)));
    game
}

/// What a file says, and everything that is wrong with it.
pub fn read(game: &CheckedGame, text: &str, whose: FileOwner) -> (Person, Vec<Diagnostic>, Sources, SourceId) {
    let mut sources = Sources::new();
    let id = sources.add("nadie.yml", text);
    let (tree, mut errors) = parse(&sources, id, &YamlLimits::default());
    let (file, found) = read_character(&tree, &sources);
    errors.extend(found);
    let (person, found) = read_person(&file, game, whose, None);
    errors.extend(found);
    (person, errors, sources, id)
}

/// Whom a file tells of.
pub fn person(game: &CheckedGame, text: &str) -> (Person, Sources, SourceId) {
    let (person, errors, sources, id) = read(game, text, FileOwner::Character);
    assert!(errors.is_empty(), "{text}\n{}", words(&errors, &sources, Language::English));
    (person, sources, id)
}

pub fn words(errors: &[Diagnostic], sources: &Sources, language: Language) -> String {
    diagnostics::plain::render(errors, sources, &Catalogue::new(language))
}
