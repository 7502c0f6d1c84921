//! Dice fell, and then something was missing: the same command once more, with the same dice.

use crate::diagnostic::{Arg, Diagnostic, Note};
use crate::eval::Record;

/// Flags that say where dice come from and how often they are thrown, each with a value.
const DICE: [&str; 4] = ["--dice", "--seed", "--times", "-n"];

/// Adds to an error which dice fell before it, and the command that goes on with them. `words` are
/// those of this command, the program's name first.
pub(super) fn with_dice(mut error: Diagnostic, words: &[String], record: &Record, seed: Option<u64>) -> Diagnostic {
    if error.code == "too-few-dice" {
        return error.help("help-dice-rest");
    }
    let faces = record.faces();
    if faces.is_empty() {
        return error;
    }
    let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
    let mut command = vec!["tirada".to_owned()];
    command.extend(without_dice(words).map(|word| quoted(word)));
    command.push(format!("--dice {}", faces.join(",")));
    command.extend(seed.map(|seed| format!("--seed {seed}")));
    // What would have answered, as it is to be written.
    let answers = error.helps.iter().filter(|help| help.id == "help-give-set").flat_map(|help| &help.args);
    command.extend(answers.filter_map(|(_, arg)| match arg {
        Arg::Text(example) => Some(format!("--set {example}")),
        _ => None,
    }));
    let seed = seed.map_or("none".to_owned(), |seed| seed.to_string());
    let fell = vec![("dice", faces.join(" ").into()), ("seed", seed.into())];
    error.helps.push(Note { id: "help-dice-fell", args: fell });
    error.help_with("help-go-on", "command", command.join(" "))
}

/// The words of a command but for those that say where its dice come from.
fn without_dice(words: &[String]) -> impl Iterator<Item = &String> {
    let mut value = false;
    words.iter().skip(1).filter(move |word| {
        let skipped = std::mem::take(&mut value);
        value = !skipped && DICE.contains(&word.as_str());
        let joined = word.split_once('=').is_some_and(|(flag, _)| DICE.contains(&flag))
            || word.strip_prefix("-n").is_some_and(|times| times.parse::<u64>().is_ok());
        !skipped && !value && !joined
    })
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=.,:/+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_command_without_its_dice() {
        let words = [
            "/x/tirada",
            "do",
            "try it",
            "--seed",
            "5",
            "--dice=1,2",
            "-n3",
            "--set",
            "a=it's",
            "--dice",
            "3",
            "-n",
            "2",
        ];
        let words: Vec<String> = words.map(str::to_owned).to_vec();
        let kept: Vec<String> = without_dice(&words).map(|word| quoted(word)).collect();
        assert_eq!(kept.join(" "), r"do 'try it' --set 'a=it'\''s'");
    }
}
