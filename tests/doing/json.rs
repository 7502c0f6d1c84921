//! The shape of what programs are told.

use super::{run, table};

#[test]
fn json_keeps_its_shape() {
    let home = table("json");
    let strike = ["do", "strike", "--as", "attacker=ann.yml", "--as", "target one=bob.yml", "--json"];
    let said = ["--set", "weapon=Gun", "--choose", "push 5 Lucky", "--dice", "2,7,5,9"];
    let run = run(&home, &[&strike[..], &said[..]].concat());
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    insta::assert_snapshot!(serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn every_kind_of_event() {
    let home = table("events");
    let mut kinds: Vec<String> = Vec::new();
    let hurt = super::BOB.replace("tags:", "marks: {Flesh: {scratch: 12}}\ntags:");
    std::fs::write(home.join("bob.yml"), hurt).unwrap();
    for line in [
        "do scare --as ann.yml --as table=table.yml --set P=2 --set how=hard --json",
        "do scare --as ann.yml --set P=5 --set how=hard --dice 5 --json",
        "do refresh --as ann.yml --set quirk=Brash --json",
        "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Axe --dice 2,8,9,3,9,8 --json",
    ] {
        let words = super::words(line);
        let run = run(&home, &words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(run.code, 0, "{}", run.stderr);
        let value: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        for event in value["events"].as_array().unwrap() {
            kinds.push(event.to_string());
        }
        assert!(value["after"].as_object().unwrap().values().all(|one| one["traits"].is_object()));
    }
    insta::assert_snapshot!(kinds.join("\n"));
}
