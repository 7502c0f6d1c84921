//! Sheets as people see them.

use insta::assert_snapshot;
use tirada::internals::report::document::text::TextStyle;
use tirada::internals::report::document::{bbcode, markdown, text};
use tirada::internals::report::sheet::sheet;
use tirada::internals::report::{Catalogue, Language, json};
use tirada::internals::world::{
    Answer, LastsLook, Look, MarkLook, OpenLook, PointsLook, TagLook, TrackLook, TraitLook,
};

fn one_trait(name: &str, group: Option<&str>, value: Option<Answer>, derived: bool) -> TraitLook {
    TraitLook { name: name.to_owned(), group: group.map(str::to_owned), value, derived, usual: false }
}

fn track(
    name: &str,
    boxes: i64,
    row: Option<i64>,
    marks: &[(&str, &str, i64)],
    states: &[&str],
    state: usize,
) -> TrackLook {
    let mark = |(name, sign, count): &(&str, &str, i64)| MarkLook {
        name: (*name).to_owned(),
        sign: (*sign).to_owned(),
        count: *count,
        own: None,
    };
    TrackLook {
        name: name.to_owned(),
        boxes,
        row,
        lost: marks.iter().map(|(_, _, count)| count).sum(),
        marks: marks.iter().map(mark).collect(),
        states: states.iter().map(|state| (*state).to_owned()).collect(),
        state: states.get(state).map(|state| (*state).to_owned()),
    }
}

fn points(name: &str, now: Option<i64>, max: Option<i64>, endless: bool) -> PointsLook {
    PointsLook { name: name.to_owned(), now, max, endless, internal: false, reserve: false, state: None }
}

fn tag(kind: &str, name: Option<&str>, values: &[(&str, Answer)], lasts: Option<LastsLook>) -> TagLook {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    TagLook {
        kind: kind.to_owned(),
        name: name.map(str::to_owned),
        values,
        lasts,
        usual: Vec::new(),
        turn: None,
        internal: false,
    }
}

fn nube() -> Look {
    let number = |value| Some(Answer::Number(value));
    let word = |word: &str| Answer::Text(word.to_owned());
    Look {
        name: "Nube".to_owned(),
        ruleset: "Las islas".to_owned(),
        traits: vec![
            one_trait("Brazo", Some("cuerpo"), number(3), false),
            one_trait("Zurdo", None, Some(Answer::Flag(true)), false),
            one_trait("Vista", Some("cuerpo"), number(2), false),
            one_trait("Vela", None, None, false),
            one_trait("Calado", None, number(5), true),
            one_trait("Lastre", Some("cuerpo"), number(-2), true),
        ],
        open: vec![
            OpenLook { group: "oficio".to_owned(), name: "Nudos".to_owned(), value: Answer::Number(4) },
            OpenLook { group: "oficio".to_owned(), name: "Velas rotas".to_owned(), value: Answer::Number(2) },
        ],
        tracks: vec![
            track(
                "Casco",
                9,
                Some(3),
                &[("raja", "/", 4), ("brecha", "X", 1)],
                &["Entero", "Roto", "Partido", "Hundido"],
                1,
            ),
            track("Temple", 5, None, &[("duda", "·", 2)], &[], 0),
        ],
        points: vec![
            points("Suerte", Some(2), Some(3), false),
            points("Deuda", Some(-5), None, false),
            points("Favor", Some(1), None, true),
            points("Sal", None, Some(4), false),
        ],
        tags: vec![
            tag("Mojado", None, &[], Some(LastsLook::For(1, "jornada".to_owned()))),
            tag("Capa", None, &[("tejido", word("hule")), ("rota", Answer::Flag(false))], None),
            tag("Capa", None, &[("tejido", word("lana")), ("rota", Answer::Flag(true))], None),
            tag("promesa", Some("Volver"), &[], None),
            tag("promesa", Some("Callar"), &[("tono", word("grave"))], Some(LastsLook::Until("Suerte > 3".to_owned()))),
        ],
    }
}

fn as_text(look: &Look, language: Language) -> String {
    text::render(
        &sheet(look, &Catalogue::new(language)),
        &TextStyle { colour: false, width: 80, ..TextStyle::default() },
    )
}

#[test]
fn a_sheet_as_text() {
    assert_snapshot!(as_text(&nube(), Language::English));
}

#[test]
fn a_sheet_in_spanish() {
    assert_snapshot!(as_text(&nube(), Language::Spanish));
}

#[test]
fn a_sheet_as_markdown() {
    assert_snapshot!(markdown::render(&sheet(&nube(), &Catalogue::new(Language::English))));
}

#[test]
fn a_sheet_as_bbcode() {
    assert_snapshot!(bbcode::render(&sheet(&nube(), &Catalogue::new(Language::English))));
}

#[test]
fn a_character_as_json() {
    assert_snapshot!(serde_json::to_string_pretty(&json::sheet(&nube())).unwrap());
}

#[test]
fn rows_fit_the_page_and_the_states() {
    let marks = [("raja", "/", 2), ("brecha", "XX", 1)];
    let look = |tracks| Look { name: "Bruma".to_owned(), ruleset: "Las islas".to_owned(), tracks, ..Look::default() };
    let all = look(vec![
        track("As many rows as states", 7, Some(3), &marks, &["Uno", "Dos", "Tres"], 2),
        track("Too few states", 7, Some(3), &marks, &["Uno", "Dos"], 1),
        track("Too many states", 4, Some(2), &marks, &["Uno", "Dos", "Tres", "Cuatro"], 0),
        track("No rows", 26, None, &marks, &["Uno", "Dos", "Tres"], 0),
        track("Rows too long", 30, Some(25), &marks, &["Uno", "Dos"], 0),
        track("More marks than boxes", 2, Some(2), &marks, &["Uno", "Dos"], 1),
        track("Nothing", 0, Some(3), &marks, &[], 0),
        track("Less than nothing", -3, Some(-1), &[], &[], 0),
        track("A whole sea", i64::MAX, Some(i64::MAX), &[("raja", "/", i64::MAX)], &[], 0),
    ]);
    assert_snapshot!(as_text(&all, Language::English));
}

#[test]
fn requirements_of_a_game_are_shown_on_sheets() {
    let folder = crate::common::folder("people-required");
    let unmet = |traits: &str| {
        let file = folder.join("bea.yml");
        std::fs::write(&file, format!("tirada character: 1\nname: Bea\nruleset: wagers\ntraits: {traits}\n")).unwrap();
        let sheet = ["sheet", file.to_str().unwrap(), "-r", "tests/games/wagers"];
        let run = crate::common::tirada(&sheet);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let sentences = ["points spent", "Lore is", "without Nerve"].into_iter().enumerate();
        let told =
            sentences.filter(|(_, sentence)| run.stderr.contains(sentence)).map(|(at, _)| at).collect::<Vec<_>>();
        assert_eq!(run.stderr.matches("requirement-unmet").count(), told.len(), "{}", run.stderr);
        told
    };
    // Each at its limit, and one beyond.
    assert_eq!(unmet("{Saddle: 4, Nerve: 2, Lore: 2}"), Vec::<usize>::new());
    assert_eq!(unmet("{Saddle: 4, Nerve: 3, Lore: 2}"), [0]);
    assert_eq!(unmet("{Saddle: 2, Nerve: 2, Lore: 3}"), Vec::<usize>::new());
    assert_eq!(unmet("{Saddle: 2, Nerve: 2, Lore: 4}"), [1]);
    assert_eq!(unmet("{Saddle: 2, Nerve: 1, Lore: 0}"), Vec::<usize>::new());
    assert_eq!(unmet("{Saddle: 2, Nerve: 0, Lore: 0}"), [2]);
}
