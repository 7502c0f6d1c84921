use insta::assert_snapshot;
use tirada::internals::report::document::text::TextStyle;
use tirada::internals::report::document::{Document, DocumentColumn, Line, bbcode, markdown, text};

fn rich() -> Document {
    let roll = Line::new()
        .name("Nube")
        .plain(" ")
        .code("4d6kh3!")
        .dim(" = ")
        .dropped(1)
        .plain(" ")
        .die(5)
        .plain(" ")
        .exploded(6)
        .plain(" ")
        .rerolled(1)
        .die(4)
        .plain(" = ")
        .number(15)
        .comment(" # a *good* day");
    Document::new()
        .heading("Weather [b] of_the_day")
        .line(roll)
        .line(Line::new().strong("15").plain(" against 12: ").success("it rains"))
        .line(Line::new().failure("storm").plain(", ").neutral("drizzle").plain(" [url=x]not a link[/url] Wind[Row]"))
        .gap()
        .item(0, "wind from the north, which is a rather long thing to say in one line")
        .item(1, Line::new().plain("1. gust").strong(" 犬 "))
        .item(0, "calm")
        .table(
            vec![
                DocumentColumn::left("Name"),
                DocumentColumn::right("Odds"),
                DocumentColumn::left(Line::new().name("Ñandú | note")),
            ],
            vec![
                vec![Line::from("犬犬"), Line::new().number("12.5 %"), Line::from("wide")],
                vec![Line::from("drop"), Line::new().number("3 %"), Line::new().dropped(3).plain(" | ").code("a|b")],
                vec![Line::from("short row")],
            ],
        )
        .heading("As typed")
        .code("wind:\n\tblow: 3d6 # [/code] ```\n\u{1b}[31mred")
}

#[test]
fn as_text() {
    assert_snapshot!(text::render(&rich(), &TextStyle { colour: false, width: 60, ..TextStyle::default() }));
}

#[test]
fn as_narrow_text() {
    assert_snapshot!(text::render(&rich(), &TextStyle { colour: false, width: 24, ..TextStyle::default() }));
}

#[test]
fn as_coloured_text() {
    let coloured = text::render(&rich(), &TextStyle { colour: true, width: 0, ..TextStyle::default() });
    assert_snapshot!(coloured.replace('\u{1b}', "ESC"));
}

#[test]
fn as_markdown() {
    assert_snapshot!(markdown::render(&rich()));
}

#[test]
fn as_bbcode() {
    assert_snapshot!(bbcode::render(&rich()));
}

#[test]
fn colours_carry_no_meaning_of_their_own() {
    let coloured = text::render(&rich(), &TextStyle { colour: true, width: 60, ..TextStyle::default() });
    let mut stripped = String::new();
    for (index, part) in coloured.split("\u{1b}[").enumerate() {
        stripped.push_str(if index == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    let plain = text::render(&rich(), &TextStyle { colour: false, width: 60, ..TextStyle::default() });
    let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    assert_eq!(trimmed(&stripped), trimmed(&plain));
}

#[test]
fn a_table_is_wrapped_where_that_is_enough() {
    let table = Document::new().table(
        vec![DocumentColumn::left("Row"), DocumentColumn::left("What it does"), DocumentColumn::right("Cost")],
        vec![
            vec![
                Line::from("gust"),
                Line::from("lifts whatever is not nailed down and drops it elsewhere"),
                Line::from("3"),
            ],
            vec![Line::from("calm"), Line::from("nothing"), Line::from("10")],
        ],
    );
    assert_snapshot!(text::render(&table, &TextStyle { colour: false, width: 40, ..TextStyle::default() }), @"
    Row   What it does                  Cost
    ────  ────────────────────────────  ────
    gust  lifts whatever is not nailed     3
          down and drops it elsewhere
    calm  nothing                         10
    ");
}

#[test]
fn nothing_is_wider_than_asked() {
    for width in 20..90 {
        let text = text::render(&rich(), &TextStyle { colour: false, width, ..TextStyle::default() });
        for line in text.lines().filter(|line| !line.starts_with("    ")) {
            let columns: usize = line.chars().map(|letter| if letter == '犬' { 2 } else { 1 }).sum();
            assert!(columns <= width, "{columns} > {width}: {line}");
        }
    }
}
