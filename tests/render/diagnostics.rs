use insta::assert_snapshot;
use tirada::internals::diagnostic::{Arg, Code, Diagnostic};
use tirada::internals::report::diagnostics::graphical::{self, GraphicalStyle};
use tirada::internals::report::diagnostics::{json, plain, summary};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::source::{SourceId, Sources, Span};

const ENGLISH: &str = "
unknown-name = no cloud is called “{ $name }”
    .label = unknown
declared-twice = it rains twice
    .label = again
rain-before = it rained here
file-not-there = there is no sky to look at
side-by-side = the sky is { $a }, { $b } times
write-so = write it so:
    sky: blue
look = look for { $what }
cloud = a cloud
star = a star
";
const SPANISH: &str = "
unknown-name = ninguna nube se llama “{ $name }”
    .label = desconocida
declared-twice = llueve dos veces
    .label = otra vez
rain-before = aquí llovió
file-not-there = no hay cielo que mirar
side-by-side = el cielo es { $a }, { $b } veces
write-so = escríbelo así:
    sky: blue
look = busca { $what }
cloud = una nube
star = otra estrella
";

const SKY: &str = "sky:
  señal: ñu + Cúmlo # 犬
\twide: 犬犬 + Cúmlo

  rain: 3
  snow: 4
  more: 5
  hail: 6
  rain: 7
  long: one
    two
    three
";

fn catalogue(language: Language) -> Catalogue {
    Catalogue::with_messages(language, if language == Language::English { ENGLISH } else { SPANISH })
}

/// The place of the nth time that a text stands in a source.
fn find(sources: &Sources, source: SourceId, text: &str, nth: usize) -> Span {
    let start = sources.get(source).unwrap().text().match_indices(text).nth(nth).unwrap().0;
    Span { source, start, end: start + text.len() }
}

/// As if its changes had been made and checked.
fn offer(diagnostic: &mut Diagnostic) {
    diagnostic.fixes.iter_mut().for_each(|fix| fix.tried = true);
}

fn example() -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let sky = sources.add("sky.yml", SKY);
    let typed = sources.add("<expression>", "2 + ");
    let other = sources.add("a/other.yml", "snow: 3\nhail: \u{1b}[31m3\n");
    let at = |text, nth| find(&sources, sky, text, nth);
    let mut list = vec![
        Diagnostic::error(Code::DeclaredTwice, at("rain", 1))
            .label(at("rain", 0), "rain-before")
            .label(find(&sources, other, "snow", 0), "rain-before")
            .fix(at("  rain: 7\n", 0), ""),
        Diagnostic::error(Code::UnknownName, at("Cúmlo", 0))
            .arg("name", "Cúmlo")
            .help_with("look", "what", Arg::AnyOf(vec!["cloud", "star"]))
            .help("write-so")
            .fix(at("Cúmlo", 0), "Cúmulo"),
        Diagnostic::error(Code::UnknownName, at("Cúmlo", 0))
            .arg("name", "Cúmlo")
            .help_with("look", "what", Arg::AnyOf(vec!["cloud", "star"]))
            .help("write-so")
            .fix(at("Cúmlo", 0), "Cúmulo"),
        Diagnostic::error(Code::UnknownName, at("Cúmlo", 1)).arg("name", "Cúm\u{1b}[2Jlo\n"),
        Diagnostic::warning(Code::SideBySide, at("one\n    two\n    three\n", 0)).arg("a", "blue").arg("b", 3_i64),
        Diagnostic::warning(Code::FileNotThere, None),
        Diagnostic::error(Code::SideBySide, Span { source: typed, start: 4, end: 4 })
            .arg("a", "blue")
            .arg("b", 30_000_i64)
            .fix(Span { source: typed, start: 4, end: 4 }, "2"),
        Diagnostic::error(Code::UnknownName, find(&sources, other, "31m", 0)).arg("name", "31m"),
    ];
    list.iter_mut().for_each(offer);
    (sources, list)
}

#[test]
fn plain_in_english() {
    let (sources, list) = example();
    assert_snapshot!(plain::render(&list, &sources, &catalogue(Language::English)));
}

#[test]
fn plain_in_spanish() {
    let (sources, list) = example();
    assert_snapshot!(plain::render(&list, &sources, &catalogue(Language::Spanish)));
}

fn graphical(language: Language, unicode: bool, colour: bool, width: usize) -> String {
    let (sources, list) = example();
    let drawn = graphical::render(&list, &sources, &catalogue(language), &GraphicalStyle { unicode, colour, width });
    drawn.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

#[test]
fn drawn_in_english() {
    assert_snapshot!(graphical(Language::English, true, false, 80));
}

#[test]
fn drawn_in_spanish_and_ascii() {
    assert_snapshot!(graphical(Language::Spanish, false, false, 60));
}

#[test]
fn drawn_in_colour() {
    assert_snapshot!(graphical(Language::English, true, true, 0).replace('\u{1b}', "ESC"));
}

#[test]
fn json_in_both_languages() {
    let (sources, list) = example();
    let english = json::render(&list, &sources, &catalogue(Language::English));
    assert_snapshot!(english);
    let spanish = json::render(&list[1..2], &sources, &catalogue(Language::Spanish));
    assert_snapshot!("json_in_spanish", spanish);
    let value: serde_json::Value = serde_json::from_str(&english).unwrap();
    let one = &value["problems"][3];
    assert_eq!(one["text"], "Cúmlo");
    assert_eq!((&one["line"], &one["column"]), (&2.into(), &15.into()));
}

#[test]
fn how_many_there_are() {
    let (_, list) = example();
    assert_eq!(summary(&list, &catalogue(Language::English)), "5 errors, 2 warnings");
    assert_eq!(summary(&list[5..6], &catalogue(Language::Spanish)), "1 aviso");
    assert_eq!(summary(&list[..1], &catalogue(Language::Spanish)), "1 error");
    assert_eq!(summary(&[], &catalogue(Language::English)), "no errors");
}

#[test]
fn a_line_of_ten_megabytes_is_shown_in_part() {
    let mut sources = Sources::new();
    let half = "ñandú + ".repeat(600_000);
    let source = sources.add("long.yml", format!("first: 1\n{half}Cúmlo + {half}\nlast: 1\n"));
    let place = find(&sources, source, "Cúmlo", 0);
    let far = Span { source, start: 9, end: 15 };
    let mut list = vec![
        Diagnostic::error(Code::UnknownName, place)
            .arg("name", half.as_str())
            .label(far, "rain-before")
            .fix(place, half),
    ];
    list.iter_mut().for_each(offer);
    let english = catalogue(Language::English);
    let plain = plain::render(&list, &sources, &english);
    let style = GraphicalStyle { unicode: true, colour: false, width: 200 };
    let drawn = graphical::render(&list, &sources, &english, &style);
    assert!(plain.len() < 4_000 && drawn.len() < 4_000, "{} {}", plain.len(), drawn.len());
    assert_snapshot!("long_plain", plain);
    assert_snapshot!("long_drawn", drawn.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"));
}

#[test]
fn no_form_lets_a_control_character_through() {
    let (sources, list) = example();
    for language in Language::ALL {
        let catalogue = catalogue(language);
        let style = GraphicalStyle { unicode: true, colour: false, width: 80 };
        for drawn in [
            plain::render(&list, &sources, &catalogue),
            json::render(&list, &sources, &catalogue),
            graphical::render(&list, &sources, &catalogue, &style),
        ] {
            assert!(!drawn.contains(|letter: char| letter.is_control() && letter != '\n'), "{drawn}");
        }
    }
}

/// Every span of a nasty text, also those that do not fit it.
#[test]
fn no_place_is_too_strange() {
    let text =
        "a\r\n\tñ犬\u{200d}\u{1b}\n\n\u{202e}e\u{301} x, \tand on and on, wider than forty columns 犬犬犬犬 are\r\u{0}";
    let mut sources = Sources::new();
    let source = sources.add("nasty\u{1b}.yml", text);
    let empty = sources.add("empty.yml", "");
    let mut foreign = Sources::new();
    foreign.add("one", "");
    foreign.add("two", "");
    let unknown = foreign.add("three", "");
    let english = catalogue(Language::English);
    for start in 0..text.len() + 3 {
        for end in (start % 5..text.len() + 3).step_by(5) {
            let span = Span { source, start, end };
            let mut diagnostic = Diagnostic::error(Code::UnknownName, span).fix(span, "x");
            for (source, start, end) in
                [(empty, start, end), (unknown, start, end), (source, end, start), (source, 0, end)]
            {
                diagnostic = diagnostic.label(Span { source, start, end }, "rain-before");
            }
            offer(&mut diagnostic);
            let list = [diagnostic];
            for width in [0, 40] {
                let style = GraphicalStyle { unicode: true, colour: false, width };
                let drawn = graphical::render(&list, &sources, &english, &style);
                assert!(drawn.contains(['▲', '┬', '─']), "{drawn}");
                assert!(!drawn.contains("Failed"), "{drawn}");
            }
            assert!(plain::render(&list, &sources, &english).contains('^'));
            assert!(json::render(&list, &sources, &english).contains("unknown-name"));
        }
    }
}
