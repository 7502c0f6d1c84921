//! What is saved: comments and order stay, and it is all or nothing.

use super::{ANN, BOB, TABLE, run, table, words};

fn go(home: &std::path::Path, line: &str) -> crate::common::Run {
    let words = words(line);
    run(home, &words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn text(home: &std::path::Path, name: &str) -> String {
    std::fs::read_to_string(home.join(name)).unwrap()
}

const STRIKE: &str = "do strike --as attacker=ann.yml --as 'target one=bob.yml' --set weapon=Gun";

#[test]
fn comments_and_order_stay() {
    let home = table("saved");
    let run = go(&home, &format!("{STRIKE} --set skill=Knife --choose 'push 2 Lucky' --dice 2,7,5,9 --write"));
    assert_eq!((run.stderr.as_str(), run.code), ("Saved: ann.yml, bob.yml\n", 0));
    assert_eq!(text(&home, "ann.yml"), format!("{ANN}points:\n  Luck: 1\n"));
    let hurt = "marks:\n  Flesh: {scratch: 14}\n";
    assert_eq!(text(&home, "bob.yml"), format!("{BOB}{hurt}"));
    // And again, from what was saved.
    let run = go(&home, &format!("{STRIKE} --dice 2,8,9,9,9,9 --write"));
    assert_eq!((run.stderr.as_str(), run.code), ("Saved: bob.yml\n", 0));
    let dead = BOB.replace("{Shield: {size: 2}}", "{Shield: {size: 2}, Dead: yes}");
    assert_eq!(text(&home, "bob.yml"), format!("{dead}marks:\n  Flesh: {{scratch: 5, scar: 10}}\n"));
}

#[test]
fn the_table_is_saved_too() {
    let home = table("saved-table");
    let run = go(&home, "do scare --as ann.yml --as table=table.yml --set P=1 --set how=mild --write");
    assert_eq!((run.stderr.as_str(), run.code), ("Saved: ann.yml, table.yml\n", 0));
    assert_eq!(text(&home, "table.yml"), TABLE.replace("Dread: 2", "Dread: 3"));
}

#[test]
fn a_table_without_a_file_is_not_lost_in_silence() {
    let home = table("lost-table");
    let scare = "do scare --as ann.yml --set P=1 --set how=mild --write";
    let told = crate::doing::transcript(&home, &[scare]);
    assert!(told.ends_with("[3]\n\n"), "{told}");
    insta::assert_snapshot!(told);
    assert_eq!(text(&home, "ann.yml"), ANN);
    // Without `--write` nobody asked to keep it.
    assert_eq!(go(&home, &scare.replace(" --write", "")).code, 0);
}

#[test]
fn nothing_is_saved_without_a_request() {
    let home = table("not-saved");
    go(&home, &format!("{STRIKE} --dice 2,9,5"));
    assert_eq!((text(&home, "ann.yml"), text(&home, "bob.yml")), (ANN.to_owned(), BOB.to_owned()));
}

#[test]
fn what_fails_changes_nothing() {
    let home = table("failed");
    for more in ["--choose 'push 1 quirk=Brash' --dice 1,1,1", "--dice 2,9,5,4", "--choose 'push 9' --dice 1,1,1"] {
        let run = go(&home, &format!("{STRIKE} {more} --write"));
        assert_eq!((run.stdout.as_str(), run.code), ("", 1), "{more}");
        assert_eq!((text(&home, "ann.yml"), text(&home, "bob.yml")), (ANN.to_owned(), BOB.to_owned()), "{more}");
    }
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_others_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let home = table("read-only");
    let bob = home.join("bob.yml");
    std::fs::set_permissions(&bob, std::fs::Permissions::from_mode(0o444)).unwrap();
    if std::fs::OpenOptions::new().write(true).open(&bob).is_ok() {
        // Whoever may do everything cannot be refused.
        return;
    }
    let run = go(&home, &format!("{STRIKE} --choose 'push 2 Lucky' --dice 2,7,5,9 --write"));
    assert_eq!(run.code, 3);
    // The dice have fallen, so what happened is told.
    assert!(run.stdout.starts_with("strike · "), "{}", run.stdout);
    assert!(run.stderr.contains("error[file-not-written]") && run.stderr.contains("error[nothing-saved]"));
    assert_eq!((text(&home, "ann.yml"), text(&home, "bob.yml")), (ANN.to_owned(), BOB.to_owned()));
}
