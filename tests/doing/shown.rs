//! What there is to do, and sheets.

use super::{ANN, table, transcript};

#[test]
fn what_there_is_to_do() {
    let home = table("list");
    insta::assert_snapshot!(transcript(
        &home,
        &[
            "do -r mini",
            "do --as ann.yml",
            "show mini strike",
            "show mini push",
            "show mini '«hit harder»'",
            "show mini chase",
            "show mini scare"
        ],
    ));
}

#[test]
fn what_characters_have() {
    let home = table("things");
    insta::assert_snapshot!(transcript(
        &home,
        &[
            "show mini",
            "show mini flesh",
            "show mini quirk",
            "show mini Dazed",
            "show mini Luck",
            "show mini Dread",
            "show mini night",
            "show mini nihgt"
        ],
    ));
}

#[test]
fn sheets() {
    let home = table("sheets");
    std::fs::write(home.join("wrong.yml"), ANN.replace("Brawn: 4", "Brawn: 14")).unwrap();
    insta::assert_snapshot!(transcript(
        &home,
        &[
            "sheet ann.yml bob.yml",
            "sheet ann.yml -r maxi",
            "sheet table.yml",
            "sheet table.yml --lang es",
            "sheet bob.yml --json",
            "sheet bob.yml --format markdown",
            "sheet wrong.yml",
            "sheet nobody.yml",
            "sheet",
        ],
    ));
}
