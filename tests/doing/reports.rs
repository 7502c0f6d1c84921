//! Reports of actions.

use super::table;

#[test]
fn a_strike() {
    let home = table("strike");
    transcripts!(
        &home,
        &[
            "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Gun --set skill=Knife --dice 2,7,5",
            "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Gun --dice 2,2,2",
            "do strike --as attacker=bob.yml --as 'target one=bob.yml' --set weapon=Axe --set skill=2 --dice 2,7,9",
        ]
    );
}

#[test]
fn interventions() {
    let home = table("interventions");
    let strike = "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Fist --set skill=Knife";
    transcripts!(
        &home,
        &[
            &format!(
                "{strike} --choose 'push dice=1,5 quirk=Lucky' --choose 'push 1 lucky Bob at=Ann' --choose 'hit harder' --dice 1,1,5,10,10,3"
            ),
            &format!("{strike} --choose 'push 1' --choose '«hit harder» at=base' --dice 1,1,5,7"),
            &format!("{strike} --choose 'push 1 yes' --dice 1,1,5"),
            &format!("{strike} --as pusher=bob.yml --choose 'push 1 at=Ann' --dice 1,1,5,9"),
        ]
    );
}

#[test]
fn the_better_of_two_rolls() {
    let home = table("steady");
    let strike = "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Axe --choose steady";
    transcripts!(
        &home,
        &[
            &format!("{strike} --dice 2,8,9,1,3,4"),
            &format!("{strike} --dice 2,3,9,1,8,4"),
            &format!("{strike} --choose 'push 1' --choose steady --dice 1,8,9,1,3,4,10,9,9,1"),
        ],
    );
}

#[test]
fn falling_and_dying() {
    let home = table("falling");
    let hurt = super::BOB.replace("tags:", "marks: {Flesh: {scratch: 10}}\ntags:");
    std::fs::write(home.join("bob.yml"), hurt).unwrap();
    transcripts!(
        &home,
        &["do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Axe --dice 2,8,9,3,9,8"]
    );
}

#[test]
fn two_sides() {
    let home = table("chase");
    let chase = "do chase --as hunter=ann.yml --as prey=bob.yml";
    transcripts!(
        &home,
        &[
            &format!("{chase} --dice 1,2,3,4,5,6"),
            &format!("{chase} --dice 1,10,10,4,5,6,2,9 --choose 'push 1' --choose 'push 4 pusher=Ann at=Bob'"),
        ]
    );
}

#[test]
fn tags_points_of_the_table_and_words() {
    let home = table("scare");
    transcripts!(
        &home,
        &[
            "do scare --as ann.yml --set P=2 --choose how=hard",
            "do scare --as ann.yml --as table=table.yml --set P=5 --set how=mild",
            "do scare --as poor=ann.yml --set P=5 --set how=hard --dice 5",
            "do 'name it' --as bob.yml --choose 'word=Slow of foot'",
            "do refresh --as ann.yml --set quirk=brash",
            "do 'LINE UP' --as all=ann.yml --as all=bob.yml",
            "do 'line up' -r knocks",
        ]
    );
}

#[test]
fn in_other_forms() {
    let home = table("forms");
    let strike =
        "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Gun --choose 'push 5' --dice 2,7,5,1";
    transcripts!(
        &home,
        &[
            &format!("{strike} --format markdown"),
            &format!("{strike} --format bbcode"),
            &format!("{strike} --lang es"),
            &format!("{strike} --explain"),
        ]
    );
}

#[test]
fn a_seed_gives_the_same() {
    let home = table("seed");
    let strike = ["do", "strike", "--as", "attacker=ann.yml", "--as", "target one=bob.yml", "--set", "weapon=Gun"];
    let with = |more: &[&str]| super::run(&home, &[&strike[..], more].concat());
    assert_eq!(with(&["--seed", "7"]).stdout, with(&["--seed", "7"]).stdout);
    let mut line: serde_json::Value = serde_json::from_str(&with(&["--json"]).stdout).unwrap();
    let seed = line["seed"].to_string();
    let again: serde_json::Value = serde_json::from_str(&with(&["--json", "--seed", &seed]).stdout).unwrap();
    assert_eq!((&line["seed_given"], &again["seed_given"]), (&false.into(), &true.into()));
    line["seed_given"] = true.into();
    assert_eq!(line, again);
}
