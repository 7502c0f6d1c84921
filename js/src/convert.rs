//! Between values of JavaScript and of Rust.

use std::io;

use js_sys::JSON;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::ser::Formatter;
use tirada::Problems;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

#[wasm_bindgen(module = "/src/result.js")]
extern "C" {
    fn found(value: JsValue) -> JsValue;
    fn wrong(problems: JsValue) -> JsValue;
}

/// The greatest whole number that a number of JavaScript keeps exactly.
const MOST: u64 = (1 << 53) - 1;

/// JSON as it is, but that whole numbers which JavaScript would round are texts.
struct Exact;

impl Formatter for Exact {
    fn write_i64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        if value.unsigned_abs() > MOST { write!(writer, "\"{value}\"") } else { write!(writer, "{value}") }
    }

    fn write_u64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        if value > MOST { write!(writer, "\"{value}\"") } else { write!(writer, "{value}") }
    }
}

/// What the command line prints as JSON, as a value.
pub fn plain(value: &impl Serialize) -> Result<JsValue, JsError> {
    let mut bytes = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, Exact)).map_err(JsError::from)?;
    let text = String::from_utf8(bytes).map_err(JsError::from)?;
    JSON::parse(&text).map_err(|_| JsError::new("internal: what was written is no JSON"))
}

/// A whole number: a text where JavaScript would round it.
pub fn whole(value: i64) -> JsValue {
    #[allow(clippy::cast_precision_loss)]
    if value.unsigned_abs() > MOST { JsValue::from_str(&value.to_string()) } else { JsValue::from_f64(value as f64) }
}

/// `{ ok: true, value }` or `{ ok: false, problems }`: made by JavaScript, which calls and texts back and forth would
/// take longer than to prepare an expression.
pub fn result<T: Into<JsValue>>(one: Result<T, Problems>) -> Result<JsValue, JsError> {
    match one {
        Ok(value) => Ok(found(value.into())),
        Err(problems) => Ok(wrong(listed(&problems)?)),
    }
}

/// Problems as a list: JavaScript needs no version of what comes with the package that it calls.
pub fn listed(problems: &Problems) -> Result<JsValue, JsError> {
    plain(&problems.iter().collect::<Vec<_>>())
}

/// What somebody handed over, in a shape that it has to have.
pub fn given<T: DeserializeOwned + Default>(value: &JsValue, what: &str) -> Result<T, JsError> {
    if value.is_undefined() || value.is_null() {
        return Ok(T::default());
    }
    let wrong = || JsError::new(&format!("{what}: not what can be written as JSON"));
    let text = JSON::stringify(value).map_err(|_| wrong())?.as_string().ok_or_else(wrong)?;
    serde_json::from_str(&text).map_err(|error| JsError::new(&format!("{what}: {error}")))
}
