//! What can be wrong with what somebody wants to do; nothing happens then.

use super::{ANN, run, table, words};

#[test]
fn roles() {
    let home = table("roles");
    std::fs::write(home.join("twin.yml"), ANN).unwrap();
    transcripts!(
        &home,
        &[
            "do strike -r knocks",
            "do strike --as attacker=ann.yml",
            "do strike --as attacker=ann.yml --as attacker=bob.yml --as 'target one=bob.yml'",
            "do strike --as ann.yml --as 'target one=bob.yml'",
            "do strike --as attacker=ann.yml --as 'target one=twin.yml'",
            "do 'line up' --as all=ann.yml --as all=ann.yml",
        ]
    );
}

#[test]
fn files() {
    let home = table("files");
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/knocks");
    std::fs::copy(format!("{games}/ruleset.yml"), home.join("rules.yml")).unwrap();
    std::fs::copy(format!("{games}/cases/strikes.yml"), home.join("cases.yml")).unwrap();
    std::fs::write(home.join("list.yml"), "- milk\n- eggs\n").unwrap();
    std::fs::write(home.join("broken.yml"), ANN.replace("craft: {", "craft: [")).unwrap();
    std::fs::write(home.join("wrong.yml"), ANN.replace("Brawn: 4", "Brwan: 4").replace("{spent: yes}", "{spent: 7}"))
        .unwrap();
    std::fs::write(home.join("other.yml"), ANN.replace("ruleset: knocks", "ruleset: more-knocks")).unwrap();
    std::fs::write(home.join("lost.yml"), ANN.replace("ruleset: knocks", "ruleset: knoks")).unwrap();
    let as_one = |file: &str| format!("do refresh --set quirk=Lucky --as {file}");
    transcripts!(
        &home,
        &[
            &as_one("nowhere.yml"),
            &as_one("rules.yml"),
            &as_one("cases.yml"),
            &as_one("list.yml"),
            &as_one("broken.yml"),
            &as_one("wrong.yml"),
            &format!("{} -r knocks", as_one("other.yml")),
            &format!("{} -r more-knocks", as_one("ann.yml")),
            &as_one("lost.yml"),
        ]
    );
}

/// The code of what is wrong, and the exit code.
fn code(home: &std::path::Path, line: &str) -> (String, i32) {
    let words = words(line);
    let run = run(home, &words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(run.stdout, "", "{line}");
    let code = run.stderr.split_once('[').and_then(|(_, rest)| rest.split_once(']')).map(|(code, _)| code);
    (code.unwrap_or_default().to_owned(), run.code)
}

#[test]
fn wrong_arguments_are_reported() {
    let home = table("said");
    let strike = "do strike --as attacker=ann.yml --as 'target one=bob.yml'";
    let gun = format!("{strike} --set weapon=Gun");
    let mistakes = [
        ("do strik -r knocks".to_owned(), "unknown-action", 1),
        (format!("{strike} --as 'target two=bob.yml'"), "unknown-role", 1),
        (strike.to_owned(), "decision-needed", 1),
        (format!("{strike} --set weapon=Gnu"), "bad-answer", 1),
        (format!("{gun} --set skil=3 --dice 2,7,5"), "answer-unused", 1),
        (format!("{gun} --set Anna.skill=3 --dice 2,7,5"), "answer-unused", 1),
        (format!("{gun} --set weapon=Axe"), "said-twice", 1),
        (format!("{gun} --choose weapon=Axe"), "said-twice", 1),
        (format!("{gun} --set weapon"), "not-a-setting", 1),
        (format!("{gun} --choose 'puhs 1'"), "not-a-choice", 1),
        (format!("{gun} --choose 'push 1 quirk=Lucky quirk=Lucky'"), "said-twice", 1),
        (format!("{gun} --choose 'push 1 Lucky yes Ann Bob' --dice 1,1,1"), "intervention-not-here", 1),
        (format!("{gun} --choose 'push 1 Lucky yes Ann Uwe'"), "says-too-much", 1),
        (format!("{gun} --choose 'push 1 quirk=Brash' --dice 1,1,1"), "need-not-met", 1),
        (format!("{gun} --choose 'push 9' --dice 1,1,1"), "no-such-face", 1),
        (
            format!("{gun} --choose 'push 1' --choose 'push 1' --choose 'push 1' --dice 1,1,1,1,1"),
            "not-enough-points",
            1,
        ),
        (format!("{gun} --dice 1,1,1,1"), "dice-left-over", 1),
        (format!("{gun} --dice 1,1"), "too-few-dice", 1),
        (format!("{gun} --dice 1,x"), "not-a-face", 2),
        (format!("{gun} --dice 1,,2"), "not-a-face", 2),
        (format!("{gun} --format text --json"), "usage-conflict", 2),
    ];
    for (line, wanted, exit) in &mistakes {
        assert_eq!(code(&home, line), ((*wanted).to_owned(), *exit), "{line}");
    }
    let lines: Vec<&str> = mistakes.iter().map(|(line, ..)| line.as_str()).collect();
    transcripts!(&home, &lines);
}

#[test]
fn the_table_and_its_name() {
    let home = table("named-table");
    std::fs::write(home.join("odd.yml"), ANN.replace("name: Ann", "name: table")).unwrap();
    std::fs::write(home.join("blank.yml"), ANN.replace("name: Ann", "name: ''")).unwrap();
    let play = |file: &str| run(&home, &["do", "line up", "--as", &format!("all={file}")]).stderr;
    assert!(play("blank.yml").contains("[empty-word]"), "{}", play("blank.yml"));
    let odd = play("odd.yml");
    assert!(odd.contains("[nobody-is-called-so]"), "{odd}");
    let lost = play("table.yml");
    assert!(lost.contains("[points-of-the-table]") && lost.contains("--as table=table.yml"), "{lost}");
}

/// Whoever rolls 12 is not asked what the rocks take, and may have said it all the same.
#[test]
fn answers_in_advance_may_not_be_needed() {
    let home = crate::common::folder("doing-in-advance");
    std::fs::write(home.join("eda.yml"), "tirada character: 1\nruleset: squalls\nname: Eda\ntraits: {Helm: 0}\n")
        .unwrap();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games/squalls");
    let steer = |price: &str| {
        let set = format!("price={price}");
        run(&home, &["do", "steer", "-r", rules, "--as", "eda.yml", "--set", &set, "--dice", "6,6"])
    };
    let fine = steer("rope");
    assert_eq!((fine.code, fine.stderr.as_str()), (0, ""));
    let wrong = steer("bogus");
    assert!(wrong.stderr.contains("[bad-answer]") && wrong.stderr.contains("rope, gear, both"), "{}", wrong.stderr);
}

#[test]
fn no_character_is_called_nobody() {
    let home = table("nobody");
    for name in ["nobody", "None"] {
        std::fs::write(home.join("odd.yml"), ANN.replace("name: Ann", &format!("name: {name}"))).unwrap();
        for args in [vec!["do", "line up", "--as", "all=odd.yml"], vec!["check", "odd.yml"]] {
            let told = run(&home, &args);
            assert!(told.stderr.contains("[nobody-is-called-so]"), "{args:?}: {}", told.stderr);
        }
    }
}
