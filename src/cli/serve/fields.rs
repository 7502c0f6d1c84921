//! Parses the fields of a request.

use std::cell::RefCell;

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;

use super::request::{PointsChange, RequestKind, TableRequest};
use super::seats::{LinkChange, Seat};
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

/// The fields of a request that are not read yet.
struct RequestFields<'f>(RefCell<Vec<(&'f str, &'f str)>>);

impl<'f> RequestFields<'f> {
    fn new(all: &'f [(String, String)]) -> Self {
        Self(RefCell::new(all.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()))
    }

    /// The values of all fields of this name.
    fn all(&self, name: &str) -> Vec<&'f str> {
        self.0.borrow_mut().extract_if(.., |(one, _)| *one == name).map(|(_, value)| value).collect()
    }

    /// The value of the first one.
    fn value(&self, name: &str) -> Option<&'f str> {
        let mut all = self.0.borrow_mut();
        let at = all.iter().position(|(one, _)| *one == name)?;
        Some(all.remove(at).1)
    }

    /// What was filled in: names begin with `f.`.
    fn parts(&self) -> Vec<(String, String)> {
        let own = self.0.borrow_mut().extract_if(.., |(name, _)| name.starts_with("f.")).collect::<Vec<_>>();
        own.into_iter()
            .filter_map(|(name, value)| Some((name.strip_prefix("f.")?.to_owned(), value.to_owned())))
            .collect()
    }

    /// The first field that says something and that nothing has read.
    fn unread(&self) -> Option<&'f str> {
        self.0.borrow().iter().find(|(_, value)| !value.trim().is_empty()).map(|(name, _)| *name)
    }
}

/// What a request asks for.
fn wanted(fields: &RequestFields<'_>) -> Option<RequestKind> {
    let value = |name: &str| fields.value(name).map(str::to_owned);
    let number = |name: &str| value(name)?.trim().parse::<u64>().ok();
    let all = |name: &str| {
        let own = fields.all(name).into_iter().filter(|value| !value.is_empty());
        own.map(str::to_owned).collect::<Vec<_>>()
    };
    // The button that was pressed comes last.
    let what = fields.all("what").pop()?;
    Some(match what {
        "line" => RequestKind::Line(value("line")?),
        "script" => RequestKind::Script(value("line")?),
        "act" | "odds" => RequestKind::Act { name: value("name")?, parts: fields.parts(), odds: what == "odds" },
        "intervene" => RequestKind::Intervene {
            name: value("name")?,
            by: value("by")?,
            at: value("at").unwrap_or_default(),
            parts: fields.parts(),
        },
        "mark" => RequestKind::Mark { who: value("who")?, track: value("track")?, at: value("at")?.parse().ok()? },
        "points" => {
            let change = match value("by") {
                Some(by) => PointsChange::By(by.parse().ok()?),
                None => PointsChange::To(value("to")?.parse().ok()?),
            };
            RequestKind::Points { who: value("who")?, name: value("name")?, change }
        }
        "answer" => {
            // What was pressed, or typed if nothing was.
            let typed = value("typed").unwrap_or_default();
            let text = fields.all("text").pop().map_or(typed, str::to_owned);
            // Several dice are ticked one by one.
            let picked = all("pick").join(", ");
            let text = if text.is_empty() { picked } else { text };
            let rest = match value("rest").as_deref() {
                Some("yes") => true,
                None | Some("" | "no") => false,
                Some(_) => return None,
            };
            // What was typed before all of it was left is no answer.
            let text = if rest { String::new() } else { text };
            RequestKind::Answer { question: number("question")?, text, rest, parts: fields.parts() }
        }
        "cancel" => {
            // One form has the buttons for both.
            all("text");
            all("typed");
            all("pick");
            fields.parts();
            RequestKind::Cancel(match value("question") {
                Some(question) => Some(question.trim().parse().ok()?),
                None => None,
            })
        }
        "reveal" => RequestKind::Reveal(number("entry")?),
        "note" => RequestKind::Note(value("line")?),
        "tell" => {
            let image = value("image").filter(|name| !name.is_empty());
            RequestKind::Tell { to: all("to"), text: value("line")?, image }
        }
        "begin" => RequestKind::Begin(all("who")),
        "npc" => RequestKind::Npc { name: value("name")?, count: value("count").unwrap_or_default() },
        "create" => RequestKind::Create(value("name")?),
        "fill" => RequestKind::Fill { who: value("who")?, parts: fields.parts() },
        // One form has the buttons for all three, and says to whom only one of them hands it.
        "renew" | "revoke" => {
            value("to");
            RequestKind::Link(value("who")?, if what == "renew" { LinkChange::Renewed } else { LinkChange::Revoked })
        }
        "hand" => RequestKind::Link(value("who")?, LinkChange::HandedTo(value("to")?)),
        "undo" => RequestKind::Undo,
        "redo" => RequestKind::Redo,
        "complete" => RequestKind::Complete(value("line")?),
        _ => return None,
    })
}

/// A request with what is said beside it. What cannot be understood is not taken for something else.
///
/// # Errors
///
/// The name of a field that means nothing there; none where something else cannot be understood.
pub(super) fn wish(fields: &[(String, String)], seat: Seat, language: Language) -> Result<TableRequest, Option<&str>> {
    let fields = RequestFields::new(fields);
    let wanted = wanted(&fields).ok_or(None::<&str>)?;
    // What is no line has no dice and shows nothing.
    let is_line = !matches!(
        wanted,
        RequestKind::Answer { .. }
            | RequestKind::Cancel(_)
            | RequestKind::Reveal(_)
            | RequestKind::Complete(_)
            | RequestKind::Link(..)
    );
    let beside = |name: &str| if is_line { fields.value(name) } else { None };
    let hidden = match beside("hidden") {
        Some("yes") => true,
        None | Some("" | "no") => false,
        Some(_) => return Err(None),
    };
    let seen = match fields.value("seen").filter(|text| !text.is_empty()) {
        Some(text) => Some(text.parse().map_err(|_| None::<&str>)?),
        None => None,
    };
    // One form has the buttons for an action and for its odds, and these throw nothing.
    let throws = !matches!(wanted, RequestKind::Act { odds: true, .. });
    let dice = beside("dice").filter(|_| throws).unwrap_or("").to_owned();
    match fields.unread() {
        Some(name) => Err(Some(name)),
        None => Ok(TableRequest { wanted, dice, hidden, seen, seat, language: Some(language) }),
    }
}
