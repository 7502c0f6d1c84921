//! What the fields of a request mean.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;

use super::request::{Amount, Request as Wish, Wanted};
use super::seats::{Fate, Seat};
use crate::report::Language;

/// Fields of a form, or of an object in JSON whose values are texts, numbers, yes or no, or lists of those.
pub(super) fn fields(headers: &HeaderMap, body: &Bytes) -> Option<Vec<(String, String)>> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    if !kind.starts_with("application/json") {
        return form_fields(body);
    }
    let serde_json::Value::Object(object) = serde_json::from_slice(body).ok()? else { return None };
    let text = |value: serde_json::Value| match value {
        serde_json::Value::String(text) => Some(text),
        serde_json::Value::Number(number) => Some(number.to_string()),
        serde_json::Value::Bool(flag) => Some(if flag { "yes" } else { "no" }.to_owned()),
        _ => None,
    };
    let mut found = Vec::new();
    for (name, value) in object {
        match value {
            serde_json::Value::Null => {}
            serde_json::Value::Array(values) => {
                for value in values {
                    found.push((name.clone(), text(value)?));
                }
            }
            value => found.push((name, text(value)?)),
        }
    }
    Some(found)
}

/// `a=b&c=d`, as browsers send forms.
fn form_fields(body: &[u8]) -> Option<Vec<(String, String)>> {
    let text = std::str::from_utf8(body).ok()?;
    let decoded = |part: &str| -> Option<String> {
        let mut bytes = Vec::with_capacity(part.len());
        let mut rest = part.bytes();
        while let Some(byte) = rest.next() {
            bytes.push(match byte {
                b'+' => b' ',
                b'%' => {
                    let digits = [rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
                }
                byte => byte,
            });
        }
        String::from_utf8(bytes).ok()
    };
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs.map(|pair| pair.split_once('=').and_then(|(name, value)| Some((decoded(name)?, decoded(value)?)))).collect()
}

/// What a request asks for.
fn wanted(fields: &[(String, String)]) -> Option<Wanted> {
    let value = |name: &str| fields.iter().find(|(one, _)| one == name).map(|(_, value)| value.clone());
    let number = |name: &str| value(name)?.trim().parse::<u64>().ok();
    let all = |name: &str| {
        let own = fields.iter().filter(|(one, value)| one == name && !value.is_empty());
        own.map(|(_, value)| value.clone()).collect::<Vec<_>>()
    };
    let parts = || {
        let own = fields.iter().filter_map(|(name, value)| Some((name.strip_prefix("f.")?.to_owned(), value.clone())));
        own.collect::<Vec<_>>()
    };
    // The button that was pressed comes last.
    let what = fields.iter().rev().find(|(name, _)| name == "what").map(|(_, value)| value.as_str())?;
    Some(match what {
        "line" => Wanted::Line(value("line")?),
        "act" | "odds" => Wanted::Act { name: value("name")?, parts: parts(), odds: what == "odds" },
        "intervene" => Wanted::Intervene {
            name: value("name")?,
            by: value("by")?,
            at: value("at").unwrap_or_default(),
            parts: parts(),
        },
        "mark" => Wanted::Mark { who: value("who")?, track: value("track")?, at: value("at")?.parse().ok()? },
        "points" => {
            let change = match value("by") {
                Some(by) => Amount::By(by.parse().ok()?),
                None => Amount::To(value("to")?.parse().ok()?),
            };
            Wanted::Points { who: value("who")?, name: value("name")?, change }
        }
        "answer" => {
            // What was typed or pressed; a field that stayed empty says nothing.
            let mut texts = fields.iter().filter(|(name, _)| name == "text").map(|(_, text)| text.clone());
            let text = texts.rfind(|text| !text.trim().is_empty()).unwrap_or_default();
            Wanted::Answer { question: number("question")?, text }
        }
        "reveal" => Wanted::Reveal(number("entry")?),
        "note" => Wanted::Note(value("line")?),
        "tell" => {
            let image = value("image").filter(|name| !name.is_empty());
            Wanted::Tell { to: all("to"), text: value("line")?, image }
        }
        "begin" => Wanted::Begin(all("who")),
        "npc" => Wanted::Npc { name: value("name")?, count: value("count").unwrap_or_default() },
        "create" => Wanted::Create(value("name")?),
        "fill" => Wanted::Fill { who: value("who")?, parts: parts() },
        "renew" => Wanted::Link(value("who")?, Fate::Renewed),
        "hand" => Wanted::Link(value("who")?, Fate::HandedTo(value("to")?)),
        "revoke" => Wanted::Link(value("who")?, Fate::Revoked),
        "undo" => Wanted::Undo,
        "redo" => Wanted::Redo,
        "complete" => Wanted::Complete(value("line")?),
        _ => return None,
    })
}

/// Whether a request of this kind reads a field. What says nothing may stand everywhere.
fn is_read(what: &str, field: &str) -> bool {
    let own: &[&str] = match what {
        "line" | "note" | "complete" => &["line"],
        "act" | "odds" | "create" => &["name"],
        "intervene" => &["name", "by", "at"],
        "mark" => &["who", "track", "at"],
        "points" => &["who", "name", "to", "by"],
        "answer" => &["question", "text"],
        "reveal" => &["entry"],
        "tell" => &["to", "line", "image"],
        "npc" => &["name", "count"],
        "begin" | "fill" => &["who"],
        // One form has the buttons for all of them.
        "renew" | "hand" | "revoke" => &["who", "to"],
        _ => &[],
    };
    let answers = matches!(what, "act" | "odds" | "intervene" | "fill") && field.starts_with("f.");
    answers || own.contains(&field) || matches!(field, "what" | "dice" | "hidden" | "seen")
}

/// A request with what is said beside it. What cannot be understood is not taken for something else, and what nothing
/// reads is not left out.
pub(super) fn wish(fields: &[(String, String)], seat: Seat, language: Language) -> Option<Wish> {
    let what = fields.iter().rev().find(|(name, _)| name == "what").map_or("", |(_, what)| what.as_str());
    if fields.iter().any(|(name, value)| !value.trim().is_empty() && !is_read(what, name)) {
        return None;
    }
    let value = |name: &str| fields.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str());
    let hidden = match value("hidden") {
        Some("yes") => true,
        None | Some("" | "no") => false,
        Some(_) => return None,
    };
    let seen = match value("seen").filter(|text| !text.is_empty()) {
        Some(text) => Some(text.parse().ok()?),
        None => None,
    };
    let (wanted, dice) = (wanted(fields)?, value("dice").unwrap_or("").to_owned());
    Some(Wish { wanted, dice, hidden, seen, seat, language: Some(language) })
}
