//! What there is to do, and sheets.

use super::{ANN, table};

#[test]
fn what_there_is_to_do() {
    let home = table("list");
    transcripts!(
        &home,
        &[
            "do -r knocks",
            "do --as ann.yml",
            "show knocks strike",
            "show knocks push",
            "show knocks '«hit harder»'",
            "show knocks chase",
            "show knocks scare"
        ]
    );
}

#[test]
fn what_characters_have() {
    let home = table("things");
    transcripts!(
        &home,
        &[
            "show knocks",
            "show knocks flesh",
            "show knocks quirk",
            "show knocks Dazed",
            "show knocks Luck",
            "show knocks Dread",
            "show knocks night",
            "show knocks nihgt"
        ]
    );
}

#[test]
fn sheets() {
    let home = table("sheets");
    std::fs::write(home.join("wrong.yml"), ANN.replace("Brawn: 4", "Brawn: 14")).unwrap();
    transcripts!(
        &home,
        &[
            "sheet ann.yml bob.yml",
            "sheet ann.yml -r more-knocks",
            "sheet table.yml",
            "sheet table.yml --lang es",
            "sheet bob.yml --json",
            "sheet bob.yml --format markdown",
            "sheet wrong.yml",
            "sheet nobody.yml",
            "sheet",
        ]
    );
}
