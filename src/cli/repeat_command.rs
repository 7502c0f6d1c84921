//! Prints the command that repeats a failed run with the same dice.

use std::ops::Range;

use super::CommandContext;
use super::roll::pair;
use crate::diagnostic::{Args, Code, Diagnostic, Note, text_of};
use crate::engine::Record;
use crate::source::Sources;

/// Flags that say where dice come from and how often they are thrown, each with a value.
const DICE: [&str; 3] = ["--dice", "--seed", "--times"];

/// The dice of a command: typed faces, the seed, and how many runs still use them.
#[derive(Clone, Copy)]
pub(super) struct CommandDice<'a> {
    pub(super) given: &'a [i64],
    pub(super) seed: Option<u64>,
    pub(super) left: u64,
}

/// Prints the errors, the dice that were thrown before them, and the command that continues with these and the rest of
/// the dice in `given`.
pub(super) fn complain(
    context: &CommandContext,
    mut errors: Vec<Diagnostic>,
    sources: &Sources,
    record: &Record,
    CommandDice { given, seed, left }: CommandDice<'_>,
) {
    for error in errors.iter_mut().filter(|error| error.code == Code::TooFewDice) {
        *error = error.clone().help("help-dice-rest");
    }
    context.output.complain(&errors, sources);
    let mut open: Vec<(&str, String)> = errors.iter().flat_map(open_answers).collect();
    let mut faces = record.faces();
    if left > 1 && !given.is_empty() {
        // All of it is thrown again.
        faces.clear();
    }
    // Those that were given and have not fallen yet are still to come.
    faces.extend(given.iter().skip(faces.len()));
    let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
    // Typed dice are known to the user; they are repeated only if an answer is missing.
    if faces.is_empty() || (seed.is_none() && open.is_empty()) {
        return;
    }
    let seed_text = seed.map_or("none".to_owned(), |seed| seed.to_string());
    let fell: Args = vec![("dice", faces.join(" ").into()), ("seed", seed_text.into())];
    context.output.tell_message("dice-fell", &fell);
    if open.is_empty() {
        // Nothing is missing: with the same dice the same would go wrong again.
        return;
    }
    let mut command = vec!["tirada".to_owned()];
    let words = corrected(&context.words, &mut open);
    command.extend(kept(&words, &open).map(|word| quoted(word)));
    // Arguments after `--` are not flags.
    let end = command.iter().position(|word| word == "--").unwrap_or(command.len());
    let rest = command.split_off(end);
    if left == 1 || !given.is_empty() {
        command.push(format!("--dice {}", faces.join(",")));
    } else if words.iter().any(|word| is_flag(word, "--times")) {
        // What its seed throws comes again first.
        command.push(format!("--times {left}"));
    }
    command.extend(seed.map(|seed| format!("--seed {seed}")));
    command.extend(open.iter().map(|(flag, name)| format!("{flag} {}", quoted(&format!("{name}=…")))));
    command.extend(rest);
    context.output.tell_message("dice-go-on", &vec![("command", command.join(" ").into())]);
}

/// What has to be answered before it goes on: the flag for it, and its name.
fn open_answers(error: &Diagnostic) -> Vec<(&'static str, String)> {
    if error.code == Code::BadAnswer {
        return error.text("name").map(|name| ("--set", name.to_owned())).into_iter().collect();
    }
    let example = |help: &Note| {
        let flag = match help.id {
            "help-give-set" => "--set",
            "help-give-with" => "--with",
            _ => return None,
        };
        let (name, _) = pair(text_of(&help.args, "example")?.trim_matches('"'))?;
        Some((flag, name))
    };
    error.helps.iter().filter_map(example).collect()
}

/// The words of a command, with room for an answer where one was given with an intervention that is none: no other
/// place takes that answer.
fn corrected(words: &[String], open: &mut Vec<(&str, String)>) -> Vec<String> {
    let mut words = words.to_vec();
    open.retain(|(_, name)| {
        let chosen = words.iter_mut().filter_map(|word| Some((answer_in(word, name)?, word)));
        let mut is_there = false;
        for (range, word) in chosen {
            word.replace_range(range, "…");
            is_there = true;
        }
        !is_there
    });
    words
}

/// Where the answer with this name is in an intervention with its answers: `call word=none 2`.
pub fn answer_in(word: &str, name: &str) -> Option<Range<usize>> {
    let at = word.match_indices('=').map(|(at, _)| at).find(|at| {
        let before = word.get(..*at).unwrap_or("").trim_end().trim_matches(['«', '»', '"']);
        let rest = before.get(..before.len().saturating_sub(name.len())).filter(|_| before.ends_with(name));
        rest.is_some_and(|rest| !rest.trim().is_empty() && rest.ends_with([' ', '«', '"']))
    })?;
    let start = at + 1;
    let value = word.get(start..)?;
    // A value without quotes goes on up to the name before the next `=`.
    let end = match value.trim_start().chars().next() {
        Some(quote @ ('«' | '"')) => {
            let close = if quote == '«' { '»' } else { quote };
            let open = value.find(quote)? + quote.len_utf8();
            open + value.get(open..)?.find(close)? + close.len_utf8()
        }
        _ => match value.find('=') {
            Some(next) => value.get(..next)?.trim_end().rfind(' ')?,
            None => value.len(),
        },
    };
    Some(start..start + end)
}

/// Whether a word is a flag, alone or with its value.
fn is_flag(word: &str, flag: &str) -> bool {
    let times =
        flag == "--times" && word.strip_prefix("-n").is_some_and(|rest| rest.parse::<u64>().is_ok() || rest.is_empty());
    times || word.strip_prefix(flag).is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
}

/// The words of a command but for those that say where its dice come from, and for answers that were none.
pub fn kept<'w>(words: &'w [String], open: &[(&str, String)]) -> impl Iterator<Item = &'w String> {
    let answers = |word: &str, next: Option<&String>| {
        let answered = next.and_then(|next| pair(next)).map(|(name, _)| name);
        matches!(word, "--set" | "--choose") && open.iter().any(|(_, name)| answered.as_ref() == Some(name))
    };
    let mut left = Vec::new();
    let mut words = words.iter().skip(1).peekable();
    while let Some(word) = words.next() {
        let alone = DICE.contains(&word.as_str()) || word == "-n";
        if alone || answers(word, words.peek().copied()) {
            words.next();
            continue;
        }
        if !DICE.iter().any(|flag| is_flag(word, flag)) {
            left.push(word);
        }
    }
    left.into_iter()
}

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "-_=.,:/+@%".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
