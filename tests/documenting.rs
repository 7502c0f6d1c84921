//! A whole ruleset as a reference: everything is in it, nothing becomes a tag, and it prints on two
//! sheets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::{folder, tirada};
use tirada::internals::check::program::CheckedGame;
use tirada::internals::report::document::html::escape;
use tirada::internals::report::reference::{Reference, Sheets, markdown, page::page};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, Session};

/// Elements that this page has, and no others.
const ELEMENTS: [&str; 40] = [
    "a", "article", "b", "body", "br", "caption", "code", "details", "div", "em", "footer", "h1", "h2", "h3", "h4",
    "head", "header", "html", "input", "li", "main", "meta", "nav", "p", "pre", "s", "section", "span", "style",
    "summary", "table", "tbody", "td", "th", "thead", "title", "tr", "ul", "!DOCTYPE", "?",
];

const ATTRIBUTES: [&str; 13] = [
    "aria-label",
    "charset",
    "class",
    "content",
    "hidden",
    "href",
    "role",
    "id",
    "lang",
    "name",
    "placeholder",
    "scope",
    "type",
];

/// Whether a page is well-formed: elements that are known and match, attributes in quotes, and no
/// letter that should have been escaped. Nothing on it is fetched, and only its own script is run.
fn well_formed(text: &str) {
    let script = format!("<script>\n{}</script>", include_str!("../src/report/reference/page.js"));
    let text = &text.replacen(&script, "", 1);
    let mut open: Vec<&str> = Vec::new();
    let mut ids = std::collections::BTreeSet::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        let (words, tag) = rest.split_at(at);
        if open.last() != Some(&"style") {
            sound_words(words);
        }
        let end = tag.find('>').unwrap();
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "…{}", &words[words.len().saturating_sub(60)..]);
            continue;
        }
        let (name, attributes) =
            inside.trim_end_matches('/').split_once(' ').unwrap_or((inside.trim_end_matches('/'), ""));
        assert!(ELEMENTS.contains(&name), "<{inside}>");
        if name != "!DOCTYPE" {
            let mut parts = attributes.split('"');
            while let Some(key) = parts.next().filter(|key| !key.trim().is_empty()) {
                let key = key.trim().strip_suffix('=').unwrap_or_else(|| panic!("<{inside}>"));
                let value = parts.next().unwrap();
                sound_words(value);
                assert!(ATTRIBUTES.contains(&key), "<{inside}>");
                assert!(key != "href" || value.starts_with('#'), "<{inside}>");
                assert!(key != "id" || ids.insert(value.to_owned()), "twice: {value}");
            }
            if !inside.ends_with('/') {
                open.push(name);
            }
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    assert!(!text.contains("url(") && !text.contains("@import"));
    for link in text.split("href=\"#").skip(1) {
        let target = link.split('"').next().unwrap();
        assert!(ids.contains(target), "nothing is called {target}");
    }
}

fn sound_words(text: &str) {
    assert!(!text.contains(['>', '"', '\'']), "{text}");
    for part in text.split('&').skip(1) {
        assert!(["amp;", "lt;", "gt;", "quot;", "#39;"].iter().any(|known| part.starts_with(known)), "&{part}");
    }
}

fn reference(session: &mut Session<'_>, game: &CheckedGame) -> (Reference, Sheets) {
    let chances = session.chances(game);
    let language = game.language.as_deref().and_then(Language::from_tag).unwrap_or_default();
    let catalogue = Catalogue::new(language);
    (Reference::new(game, &chances, &catalogue, false), Sheets::of(game, &chances, &catalogue))
}

fn reference_of(text: &str) -> (Reference, Sheets) {
    let mut session = Session::new(&Builtin);
    let loaded = session.load_files(vec![File { name: "game.yml".to_owned(), text: text.to_owned() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    reference(&mut session, &loaded.game)
}

#[test]
fn the_harbour_as_markdown() {
    let run = tirada(&["doc", "tests/games/harbour"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    insta::assert_snapshot!("harbour_markdown", run.stdout);
}

#[test]
fn bookkeeping_stands_there_only_with_all() {
    let headings = |more: &[&str]| {
        let run = tirada(&[&["doc", "tests/games/harbour"], more].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout.lines().any(|line| line.starts_with('#') && line.contains("freshen"))
    };
    assert!(!headings(&[]) && headings(&["--all"]));
    let names = tirada(&["show", "tests/games/harbour", "--all"]).stdout;
    assert!(names.contains("freshen"), "{names}");
}

#[test]
fn a_page_is_well_formed_and_names_its_language() {
    let run = tirada(&["doc", "tests/games/harbour", "--format", "html"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    well_formed(&run.stdout);
    assert!(run.stdout.contains("<html lang=\"en\">"));
    assert!(run.stdout.contains("<th scope=\"col\"") && run.stdout.contains("<th scope=\"row\""));
    assert!(run.stdout.contains("<caption>Sea</caption>"));
}

#[test]
fn a_requested_file_is_written_and_nothing_printed() {
    let folder = folder("documenting");
    let path = folder.join("harbour.html");
    let run = tirada(&["doc", "tests/games/harbour", "--format", "html", "-o", path.to_str().unwrap()]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    let page = std::fs::read_to_string(path).unwrap();
    // Its last line is a comment by which the program knows it.
    well_formed(page.trim_end().rsplit_once("\n<!-- tirada-seal:").unwrap().0);
    let nowhere = folder.join("no/such/folder.md");
    let run = tirada(&["doc", "tests/games/harbour", "-o", nowhere.to_str().unwrap()]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("file-not-written"), "{}", run.stderr);
}

#[test]
fn nothing_that_an_author_wrote_becomes_a_tag() {
    // Names hold no quotes; texts may.
    let evil = "<script>alert(1)</script>&amp;`|*_#";
    let text = format!(
        "tirada: 1\nid: evil\nname: '{evil}\"'\ndoc: '{evil}\"'\ndice: {{d: 6}}\n\
         traits:\n  '{evil}': {{number: 0..3, doc: '{evil}\"'}}\n\
         tables:\n  T:\n    doc: '{evil}\"'\n    cells: text\n    columns: ['{evil}']\n    rows: {{'{evil}': '{evil}\"'}}\n\
         actions:\n  act:\n    doc: '{evil}\"'\n    roles: ['{evil}y']\n    need: {{'{evil}\"': 1 = 1}}\n    \
         steps: {{'{evil}x': {{say: '{evil}\"'}}}}\n"
    );
    let (reference, sheets) = reference_of(&text);
    let page = page(&reference, &sheets);
    well_formed(&page);
    // Its only script is its own, word for word.
    let (_, script) = page.split_once("<script>").unwrap();
    assert_eq!(
        script.split_once("</script>").unwrap().0.trim(),
        include_str!("../src/report/reference/page.js").trim()
    );
    assert_eq!(page.matches("<script").count(), 1);
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"));
    let text = markdown::render(&reference);
    assert!(!text.lines().any(|line| !line.contains('`') && line.replace("\\<", "").contains('<')), "{text}");
}

/// What has a place of its own in a reference: every name, every row, every outcome, every state.
fn told(game: &CheckedGame) -> Vec<String> {
    let mut names: Vec<String> = game.names.keys().cloned().collect();
    // Names of dice stand in the introduction, and so they may.
    names.extend(game.tables.iter().flat_map(|table| table.names.keys().cloned()));
    names.extend(game.tables.iter().flat_map(|table| table.rows.iter().map(|row| row.label.to_string())));
    names.extend(game.tables.iter().flat_map(|table| table.column_names()));
    for test in &game.tests {
        names.extend(test.outcomes.iter().map(|outcome| outcome.name.to_string()));
        names.extend(test.inputs.iter().map(|(name, _)| name.to_string()));
        names.extend(test.values.iter().map(|value| value.name.to_string()));
    }
    for track in &game.tracks {
        names.extend(track.states.iter().map(|state| state.name.to_string()));
        names.extend(track.marks.iter().map(|(mark, _)| mark.to_string()));
    }
    names.extend(game.interventions.iter().map(|one| one.name.to_string()));
    names.extend(game.times.iter().map(|time| time.name.to_string()));
    for action in game.actions.iter().filter(|action| !game.is_internal(&action.name)) {
        names.extend(action.slots.iter().map(|slot| slot.name.to_string()).filter(|name| !name.starts_with('·')));
        names.extend(action.need.iter().map(|(message, _)| message.clone()));
        names.extend(action.doc.clone());
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn everything_of_every_game_is_in_its_reference() {
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let Ok(loaded) = session.load(&id) else { continue };
        let (reference, sheets) = reference(&mut session, &loaded.game);
        let page = page(&reference, &sheets);
        well_formed(&page);
        let printed = page.split("<section id=\"screen\">").nth(1).unwrap();
        // Where there are only dice, there are no parts.
        let Some((screen, rest)) = printed.split_once("class=\"part\"") else { continue };
        let game = &loaded.game;
        let names: Vec<String> = told(game).into_iter().filter(|name| !game.is_internal(name)).collect();
        for name in &names {
            assert!(rest.contains(&escape(name)), "{id}: “{name}” is not told");
        }
        let on_screen = |name: &str| assert!(screen.contains(&escape(name)), "{id}: “{name}” is not on the screen");
        loaded.game.tables.iter().for_each(|table| table.rows.iter().for_each(|row| on_screen(&row.label)));
        loaded.game.tests.iter().for_each(|test| on_screen(&test.name));
        game.actions.iter().filter(|action| !action.internal).for_each(|action| on_screen(&action.name));
        loaded.game.tracks.iter().flat_map(|track| &track.states).for_each(|state| on_screen(&state.name));
        let text = markdown::render(&reference).replace('\\', "");
        for name in &names {
            assert!(text.contains(name), "{id}: “{name}” is not in the Markdown");
        }
    }
}

#[test]
fn every_row_and_every_state_has_its_anchor() {
    let is_letter = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
    let slug = |name: &str| name.chars().flat_map(char::to_lowercase).map(is_letter).take(60).collect::<String>();
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let Ok(loaded) = session.load(&id) else { continue };
        let (reference, sheets) = reference(&mut session, &loaded.game);
        let page = page(&reference, &sheets);
        let ids: Vec<&str> = page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
        let unique: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
        let twice = |one: &&&str| ids.iter().filter(|other| *other == *one).count() > 1;
        assert_eq!(ids.len(), unique.len(), "{id}: {:?}", unique.iter().filter(twice).take(5).collect::<Vec<_>>());
        let parts = page.split_once("class=\"part\"").map_or("", |(_, parts)| parts);
        assert!(!parts.contains("<tr>\n<th scope=\"row\"") && !parts.contains("<tr><th scope=\"row\""), "{id}");
        let has = |anchor: String| assert!(unique.contains(&*anchor), "{id}: no anchor {anchor}");
        let game = &loaded.game;
        for table in game.tables.iter() {
            table.rows.iter().for_each(|one| has(format!("tables-{}.{}", slug(&table.name), slug(&one.label))));
        }
        for track in game.tracks.iter() {
            track.states.iter().for_each(|one| has(format!("tracks-{}.{}", slug(&track.name), slug(&one.name))));
        }
    }
}

#[test]
fn every_game_prints_legibly_on_two_sheets() {
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let Ok(loaded) = session.load(&id) else { continue };
        let (_, sheets) = reference(&mut session, &loaded.game);
        assert!(sheets.enough && sheets.sheets.len() <= 2, "{id}");
        // Six and a half points.
        assert!(sheets.fit.quarters >= 26, "{id}: {:?}", sheets.fit);
    }
}

/// The table under the title of chances of a test.
fn chances<'t>(text: &'t str, test: &str) -> &'t str {
    let entry = text.split(&format!("### {test}\n")).nth(1).unwrap();
    entry.split("**Chances**").nth(1).unwrap().split("\n#").next().unwrap().trim()
}

const TESTS: &str = "
tirada: 1
id: odd
name: Odd tests
language: en
dice: {d: 6}
traits:
  Nerve: {number: 2..9}
tables:
  Heights:
    ordered: yes
    rows: {Low: 4, High: 7}
  Gear:
    rows: {Rope: {pending: nobody knows}, Hook: 1}
tests:
  leap:
    ask: {spring: {number: any, default: 0}, height: {cell: Heights}}
    against: height
    roll: 1d6
    total: sum() + spring
    outcomes: {over: {when: total >= height, is: success}, under: {is: failure}}
  tally:
    ask: {many: {number: 1..3}}
    roll: (many)d6
    total: sum()
  hold:
    ask: {gear: {row: Gear}, idle: {number: any, default: 0}, grip: {number: 0..2, default: 0}}
    roll: 1d6
    total: sum() + Gear[gear] + Nerve + grip
    outcomes: {holds: {when: total > 7, is: success}, slips: {when: total > 5}, falls: {is: failure}}
  long:
    ask: {many: {number: 200..}, height: {number: any}}
    against: height
    roll: (many)d1000
    total: count(>= many) * highest() + lowest() * repeats()
    outcomes: {much: {when: total >= height, is: success}, little: {is: failure}}
";

#[test]
fn chances_are_shown_or_the_reason_for_their_absence() {
    let text = markdown::render(&reference_of(TESTS).0);
    // 4 and more of 1d6, and with every bonus one face more.
    let leap = chances(&text, "leap");
    assert!(leap.contains("| Heights / spring (%) | 0 | 1 | 2 | 3 | 4 | 5 | 6 |"), "{leap}");
    assert!(leap.contains("| Low 4 | 50 | 67 | 83 | 100 | 100 | 100 | 100 |"), "{leap}");
    assert!(leap.contains("| High 7 | – | 17 | 33 | 50 | 67 | 83 | 100 |"), "{leap}");
    assert!(chances(&text, "tally").contains("| mean | 3.5 | 7.0 | 10.5 |"), "{text}");
    let hold = chances(&text, "hold");
    assert!(hold.contains("With gear Hook, Nerve 2"), "{hold}");
    assert!(hold.contains("| holds | 33 | 50 | 67 |"), "{hold}");
    let began = std::time::Instant::now();
    let long = chances(&text, "long");
    assert!(long.starts_with("Its chances are not shown here:"), "{long}");
    assert!(began.elapsed().as_secs() < 20);
}

#[test]
fn formulas_are_shown_in_words() {
    let code = [" then ", "if ", "count(", "repeats()", "repeated()", "max(", "highest()", "sum()", " >= ", " * "];
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let Ok(loaded) = session.load(&id) else { continue };
        let (reference, _) = reference(&mut session, &loaded.game);
        let text = markdown::render(&reference);
        for line in text.lines() {
            // How a test is called is told as it is typed.
            let told: String = line.split('`').step_by(2).collect();
            assert!(!code.iter().any(|code| told.contains(code)), "{id}: {line}");
            assert!(!line.contains("`if ") && !line.contains("`count("), "{id}: {line}");
        }
    }
}

/// A sheet as a page has boxes, columns and the colour of its game, and says nothing twice or in vain.
#[test]
fn sheets_are_pages_of_their_own() {
    let folder = crate::common::folder("sheet-page");
    let path = folder.join("ann.yml");
    let sheet = "tirada character: 1\nname: Ann <i>\nruleset: mini\ntraits: {Brawn: 4, Wits: 2}\nmarks: {Flesh: {scratch: 1}}\n\
                 tags: {quirk: {Lucky: {}}}\n";
    std::fs::write(&path, sheet).unwrap();
    let run = tirada(&["sheet", path.to_str().unwrap(), "-r", "tests/games/mini", "--format", "html"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let page = run.stdout;
    assert!(page.contains("<h2>Ann &lt;i&gt; ") && !page.contains("Ann <i>"), "{page}");
    assert!(page.contains("<i class=\"marked\">/</i><i></i>") && !page.contains("[ ]"), "{page}");
    // What is usual says nothing.
    assert!(page.contains("<b>Lucky</b>") && !page.contains("born"), "{page}");
}
