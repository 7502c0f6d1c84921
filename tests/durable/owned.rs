//! What somebody else wrote is not written over.

use super::{place, run};

#[test]
fn a_file_that_is_not_ours_stays() {
    let home = place("owned");
    let text = |name: &str| std::fs::read_to_string(home.join(name)).unwrap();
    let refused = |args: &[&str], name: &str, error: &str| {
        let before = text(name);
        let run = run(&home, args);
        assert!(run.code != 0 && run.stderr.contains(&format!("error[{error}]")), "{args:?}: {}", run.stderr);
        assert_eq!(text(name), before);
        let forced = [args, ["--force"].as_slice()].concat();
        assert_eq!(super::run(&home, &forced).code, 0, "{forced:?}");
        assert_ne!(text(name), before);
    };
    let fine = |args: &[&str]| assert_eq!(run(&home, args).code, 0, "{args:?}");
    std::fs::write(home.join("notes.md"), "# My notes\n\nMade with care.\n").unwrap();
    refused(&["doc", "tally", "-o", "notes.md"], "notes.md", "file-not-ours");
    // Its own it replaces, in every form and language.
    fine(&["doc", "tally", "-o", "notes.md", "--format", "html"]);
    fine(&["doc", "tally", "-o", "notes.md", "--format", "html", "--lang", "es"]);
    fine(&["doc", "tally", "-o", "notes.md"]);
    std::fs::write(home.join("notes.md"), "").unwrap();
    fine(&["doc", "tally", "-o", "notes.md"]);
    // What somebody changed in one is theirs, in every form.
    for form in ["markdown", "html"] {
        let page = ["doc", "tally", "-o", "page", "--format", form];
        fine(&page);
        std::fs::write(home.join("page"), text("page").replacen("Tally", "Our Tally", 1)).unwrap();
        refused(&page, "page", "file-not-ours");
        std::fs::write(home.join("page"), text("page") + "More.\n").unwrap();
        refused(&page, "page", "file-not-ours");
        // Ends of lines may be those of another system.
        std::fs::write(home.join("page"), text("page").replace('\n', "\r\n")).unwrap();
        fine(&page);
    }
    // What is to be filled in is somebody's work from then on.
    let missing = ["doc", "tally", "--language", "es", "--missing", "-o", "es.yml"];
    fine(&missing);
    fine(&missing);
    let filled = text("es.yml").replace("Corn:", "Corn: Maíz");
    assert_ne!(filled, text("es.yml"));
    std::fs::write(home.join("es.yml"), filled).unwrap();
    refused(&missing, "es.yml", "file-not-ours");

    let schema = "tally/.tirada/cases.schema.json";
    fine(&["schema", "--write", "tally"]);
    fine(&["schema", "tally", "--write", "tally"]);
    let edited = text(schema).replacen("\"type\": \"", "\"type\":  \"", 1);
    assert_ne!(edited, text(schema));
    std::fs::write(home.join(schema), edited).unwrap();
    refused(&["schema", "--write", "tally"], schema, "file-not-ours");
    std::fs::write(home.join(schema), "{\"$id\": \"urn:elsewhere\"}").unwrap();
    refused(&["schema", "--write", "tally"], schema, "file-not-ours");

    std::fs::write(home.join("tirada.lock"), "key: somebody else's\n").unwrap();
    refused(&["lock", "tally"], "tirada.lock", "bad-lock");
    fine(&["lock", "tally"]);

    let pages = ["man", "--dir", "pages/man"];
    fine(&pages);
    fine(&["man", "--dir", "pages/man", "--lang", "es"]);
    let edited = text("pages/man/tirada-odds.1").replace("\\-\\-json", "\\-\\-JSON");
    assert_ne!(edited, text("pages/man/tirada-odds.1"));
    std::fs::write(home.join("pages/man/tirada-odds.1"), edited).unwrap();
    refused(&pages, "pages/man/tirada-odds.1", "file-not-ours");
    fine(&pages);
    std::fs::write(home.join("pages/man/tirada-roll.1"), ".TH tirada-roll 1\n.SH NAME\nby hand\n").unwrap();
    refused(&pages, "pages/man/tirada-roll.1", "file-not-ours");

    std::fs::create_dir(home.join("kites")).unwrap();
    let run = run(&home, &["new", "Kites", "--dice", "2d6"]);
    assert!(run.code == 1 && run.stderr.contains("error[new-exists]"), "{}", run.stderr);
    assert_eq!(super::names(&home.join("kites")), [""; 0]);
}
