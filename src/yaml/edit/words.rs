//! Formats new values.

use super::super::in_quotes;
use super::{DesiredValue, Item};

/// A text as YAML reads it back, in quotes where that is needed.
#[must_use]
pub fn scalar(text: &str) -> String {
    // Characters that YAML does not allow as they are, or that are invisible.
    let hidden = |letter: char| letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}');
    if text.chars().any(hidden) {
        let mut out = String::from("\"");
        for letter in text.chars() {
            match letter {
                '"' | '\\' => out.extend(['\\', letter]),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                _ if hidden(letter) => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
                _ => out.push(letter),
            }
        }
        out.push('"');
        return out;
    }
    let inside = |letter: char| letter.is_alphanumeric() || " _-.'’/+!?¡¿;%".contains(letter);
    let word = text.starts_with(char::is_alphanumeric) && !text.ends_with(' ') && text.chars().all(inside);
    if word || text.parse::<i64>().is_ok() { text.to_owned() } else { in_quotes(text) }
}

/// A value in one line, maps and lists in brackets.
pub(super) fn flow(wanted: &DesiredValue) -> String {
    match wanted {
        // Nothing is kept where nothing is.
        DesiredValue::Keep => String::new(),
        DesiredValue::Text(text) => scalar(text),
        DesiredValue::Map(names) | DesiredValue::Lines(names) => {
            let pairs: Vec<String> = names.iter().map(|(name, value)| pair(name, value)).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        DesiredValue::List(items) => {
            format!("[{}]", items.iter().map(|item| flow(of(item))).collect::<Vec<_>>().join(", "))
        }
    }
}

pub(super) fn pair(name: &str, value: &DesiredValue) -> String {
    format!("{}: {}", scalar(name), flow(value))
}

pub(super) fn of(item: &Item) -> &DesiredValue {
    match item {
        Item::Old(_, wanted) | Item::New(wanted) => wanted,
    }
}

/// A name with its value on lines of its own.
pub(super) fn entry(indent: usize, name: &str, value: &DesiredValue) -> Vec<String> {
    let blanks = " ".repeat(indent);
    let head = format!("{blanks}{}:", scalar(name));
    match value {
        DesiredValue::Map(names) | DesiredValue::Lines(names) if names.is_empty() => vec![head],
        DesiredValue::Lines(names) => {
            let mut all = vec![head];
            all.extend(names.iter().flat_map(|(name, value)| entry(indent + 2, name, value)));
            all
        }
        DesiredValue::List(items) if !items.is_empty() => {
            let mut all = vec![head];
            all.extend(items.iter().flat_map(|one| item(indent + 2, of(one))));
            all
        }
        _ => vec![format!("{head} {}", flow(value))],
    }
}

/// An item of a list on lines of its own.
pub(super) fn item(indent: usize, value: &DesiredValue) -> Vec<String> {
    let blanks = " ".repeat(indent);
    let (DesiredValue::Map(names) | DesiredValue::Lines(names)) = value else {
        return vec![format!("{blanks}- {}", flow(value))];
    };
    if names.is_empty() {
        return vec![format!("{blanks}- {{}}")];
    }
    names
        .iter()
        .enumerate()
        .map(|(at, (name, value))| format!("{blanks}{}{}", if at == 0 { "- " } else { "  " }, pair(name, value)))
        .collect()
}
