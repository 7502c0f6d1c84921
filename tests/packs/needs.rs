//! Who needs whom, and who has which id.

use super::place::{KELP, Place, REEF, manifest};

#[test]
fn needs_have_to_be_there_in_the_right_version() {
    let place = Place::new("needs");
    place.kelp("1.0.0");
    place.reef("1.0.0", "kelp: ^1.0");
    let error = place.fails(&["import", "reef", "--yes"], 1, "pack-need-missing");
    assert!(error.contains("reef/pack.yml:7:9"), "{error}");
    place.fine(&["import", "kelp", "--yes"]);
    place.reef("1.0.0", "kelp: ^2.0");
    place.fails(&["import", "reef", "--yes"], 1, "pack-need-version");
    place.reef("1.0.0", "kelp: ^1.0, tirada: '>=99'");
    place.fails(&["import", "reef", "--yes"], 1, "pack-need-version");
    place.reef("1.0.0", "");
    let error = place.fails(&["import", "reef", "--yes"], 1, "pack-need-unsaid");
    assert!(error.contains("reef/reef/ruleset.yml:4:10") && error.contains("kelp: ^1.0"), "{error}");
    place.reef("1.0.0", "keelp: ^1.0");
    assert!(place.fails(&["import", "reef", "--yes"], 1, "pack-need-missing").contains("did you mean “kelp”"));
    place.reef("1.0.0", "kelp: ^1.0, tirada: any");
    let shown = place.fine(&["import", "reef", "--yes"]);
    assert!(shown.contains("- Needs kelp ^1.0: 1.0.0, installed"), "{shown}");
    assert!(place.fine(&["roll", "-r", "reef", "ebb", "--dice", "3,6"]).ends_with("= 3\n"));
    // Nobody takes away what it stands on.
    let error = place.fails(&["remove", "kelp", "--yes"], 1, "pack-is-needed");
    assert!(error.contains("needed by reef"), "{error}");
    place.fine(&["remove", "reef", "--yes"]);
    place.fine(&["remove", "kelp", "--yes"]);
}

#[test]
fn a_ruleset_of_ones_own_needs_a_pack_too() {
    let place = Place::new("loose");
    place.kelp("1.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    std::fs::write(place.shelf().join("reef.yml"), REEF).unwrap();
    place.fails(&["remove", "kelp", "--yes"], 1, "pack-is-needed");
}

#[test]
fn needs_may_not_go_in_a_circle() {
    let place = Place::new("circle");
    place.write("kelp/pack.yml", manifest("kelp", "1.0.0", "kelp: any"));
    place.write("kelp/kelp/ruleset.yml", KELP);
    assert!(place.fails(&["import", "kelp", "--yes"], 1, "pack-need-circle").contains("kelp → kelp"));
    place.kelp("1.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    place.reef("1.0.0", "kelp: any");
    place.fine(&["import", "reef", "--yes"]);
    place.write("kelp/pack.yml", manifest("kelp", "1.1.0", "reef: any"));
    let error = place.fails(&["update", "kelp", "--yes"], 1, "pack-need-circle");
    assert!(error.contains("kelp → reef → kelp"), "{error}");
    // Rulesets of one pack that extend each other are no better.
    place.write("loop/pack.yml", manifest("loop", "1.0.0", ""));
    place.write("loop/one/ruleset.yml", "tirada: 1\nid: one\nextends: two\n");
    place.write("loop/two/ruleset.yml", "tirada: 1\nid: two\nextends: one\n");
    place.fails(&["import", "loop", "--yes"], 1, "extends-in-a-circle");
}

#[test]
fn a_new_version_breaks_nobody() {
    let place = Place::new("breaks");
    place.kelp("1.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    place.reef("1.0.0", "kelp: ^1.0");
    place.fine(&["import", "reef", "--yes"]);
    place.kelp("2.0.0");
    let error = place.fails(&["import", "kelp", "--yes"], 1, "pack-breaks-need");
    assert!(error.contains("kelp/pack.yml:3:10") && error.contains("“reef”"), "{error}");
    // In the right version, but without the dice that the other one changes.
    place.kelp("1.1.0");
    place.write("kelp/kelp/ruleset.yml", "tirada: 1\nid: kelp\n");
    std::fs::remove_dir_all(place.work.join("kelp/kelp/cases")).unwrap();
    place.fails(&["update", "--yes"], 1, "pack-breaks-ruleset");
    place.kelp("1.2.0");
    place.fine(&["update", "--yes"]);
}

#[test]
fn an_id_belongs_to_one() {
    let place = Place::new("clash");
    let shipped = |id: &str| KELP.replace("id: kelp", &format!("id: {id}"));
    place.write("one/pack.yml", manifest("shore", "1.0.0", ""));
    let taken = place.fine(&["list", "--format", "json"]);
    let taken: serde_json::Value = serde_json::from_str(&taken).unwrap();
    let taken = taken["rulesets"][0]["id"].as_str().unwrap().to_owned();
    place.write(&format!("one/{taken}/ruleset.yml"), shipped(&taken));
    place.fails(&["import", "one", "--yes"], 1, "pack-clash");
    place.write("two/pack.yml", manifest("tirada", "1.0.0", ""));
    place.write("two/kelp/ruleset.yml", KELP);
    place.fails(&["import", "two", "--yes"], 1, "pack-clash");
    place.write("two/pack.yml", manifest(&taken, "1.0.0", ""));
    place.fails(&["import", "two", "--yes"], 1, "pack-clash");
    // With another pack, also where only capitals differ.
    place.kelp("1.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    place.write("two/pack.yml", manifest("shore", "1.0.0", ""));
    assert!(place.fails(&["import", "two", "--yes"], 1, "pack-clash").contains("pack “kelp”"));
    place.write("three/pack.yml", manifest("shore", "1.0.0", ""));
    place.write("three/Kelp/ruleset.yml", shipped("Kelp"));
    place.fails(&["import", "three", "--yes"], 1, "pack-clash");
    place.fine(&["remove", "kelp", "--yes"]);
    // With what somebody keeps by hand.
    std::fs::write(place.shelf().join("kelp.yml"), KELP).unwrap();
    place.fails(&["import", "kelp", "--yes"], 1, "pack-clash");
    std::fs::remove_file(place.shelf().join("kelp.yml")).unwrap();
    std::fs::create_dir(place.shelf().join("kelp")).unwrap();
    std::fs::write(place.shelf().join("kelp/notes.txt"), "mine").unwrap();
    place.fails(&["import", "kelp", "--yes"], 1, "pack-clash");
}

#[test]
fn what_nobody_needs_is_a_warning() {
    let place = Place::new("unused");
    place.kelp("1.0.0");
    place.fine(&["import", "kelp", "--yes"]);
    place.write("alone/pack.yml", manifest("alone", "1.0.0", "kelp: any"));
    place.write("alone/alone/ruleset.yml", KELP.replace("id: kelp", "id: alone"));
    place.write("alone/odd.yml", "rows: 3\n");
    let run = place.run(&["import", "alone", "--yes"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for code in ["pack-need-unused", "pack-file-unread"] {
        assert!(run.stderr.contains(&format!("warning[{code}]")), "{}", run.stderr);
    }
}
