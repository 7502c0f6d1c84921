//! Schemas of the values that keys take.

use serde_json::{Map, Value, json};

use super::{Mode, SchemaWriter};
use crate::ruleset::{ENDS, KeyPlace, Of, Takes};

/// A whole number in a text.
const WHOLE: &str = r"^\s*[-+]?[0-9]+\s*$";

/// No opening bracket behind which there are no more brackets, and no closing one before which
/// there are none. Where there are quotes or comments, brackets may be in them.
const BRACKETS: &str = r##"^(?![^#"«]*[(\[][^()\[\]#"«]*$)(?![^()\[\]#"«]*[)\]])"##;

/// One value that can say anything.
pub(super) fn text() -> Value {
    json!({"type": ["string", "number", "boolean"]})
}

/// The name of something that was called so elsewhere.
pub(super) fn known_word() -> Value {
    json!({"type": ["string", "number"]})
}

/// A formula. `true` and `1.5` are none.
pub(super) fn formula() -> Value {
    json!({"type": ["string", "integer"]})
}

/// A map, or nothing at all, which is a map without anything.
pub(super) fn map(inner: &Value) -> Value {
    json!({"type": ["object", "null"], "additionalProperties": inner})
}

/// A list of such, or one.
pub(super) fn list(inner: &Value) -> Value {
    json!({"if": {"type": ["array", "null"]}, "then": {"items": inner}, "else": inner})
}

/// A list or map with so many in it. One value is a list of one.
fn counted(least: usize, most: usize, inner: &Value) -> Value {
    let alone: &[&str] = if least < 2 { &["string", "number", "boolean"] } else { &[] };
    let kinds = [&["array", "object"], alone].concat();
    let mut shape = json!({"allOf": [inner], "type": kinds, "minItems": least, "minProperties": least});
    if let (Value::Object(shape), true) = (&mut shape, most < usize::MAX) {
        shape.extend(["maxItems", "maxProperties"].map(|key| (key.to_owned(), json!(most))));
    }
    shape
}

fn is_map(takes: Takes) -> bool {
    match takes {
        Takes::Map(..) | Takes::Keys(_) | Takes::Closed(..) | Takes::Numbered(..) => true,
        Takes::Count(_, _, inner) => is_map(*inner),
        _ => false,
    }
}

/// A word as YAML may read it: `7` is a number to an editor.
pub(super) fn as_read(word: &str) -> Vec<Value> {
    let mut values = vec![json!(word)];
    let read: Option<Value> = match word {
        "true" | "True" | "TRUE" => Some(json!(true)),
        "false" | "False" | "FALSE" => Some(json!(false)),
        "null" | "Null" | "NULL" | "~" => Some(Value::Null),
        _ if word.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '-' | '+' | '.')) => {
            let whole = word.parse::<i64>().ok().map(|number| json!(number));
            whole.or_else(|| word.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| json!(number)))
        }
        _ => None,
    };
    values.extend(read);
    values
}

/// Validators differ in whether a list of values may hold one twice.
fn each_once(values: impl Iterator<Item = Value>) -> Vec<Value> {
    let mut once = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    once.extend(values.filter(|value| seen.insert(value.to_string())));
    once
}

/// One of these words, and no other.
pub(super) fn only<'w>(words: impl IntoIterator<Item = &'w str>) -> Value {
    let words = each_once(words.into_iter().flat_map(as_read));
    if words.is_empty() { json!({"not": {}}) } else { json!({"enum": words}) }
}

/// These words are offered, and others taken.
pub(super) fn rather<'w>(words: impl IntoIterator<Item = &'w str>, others: &Value) -> Value {
    let words = each_once(words.into_iter().flat_map(as_read));
    if words.is_empty() { others.clone() } else { json!({"anyOf": [{"enum": words}, others]}) }
}

/// A schema with a description. Keys next to a `$ref` are ignored, so the reference is wrapped.
pub(super) fn described(shape: Value, text: &str) -> Value {
    if text.is_empty() {
        return shape;
    }
    let mut shape = match shape {
        Value::Object(shape) if !shape.contains_key("$ref") => shape,
        Value::Bool(true) => Map::new(),
        other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
    };
    let plain = text.replace('`', "");
    if plain != text {
        shape.insert("markdownDescription".to_owned(), json!(text));
    }
    shape.insert("description".to_owned(), json!(plain));
    Value::Object(shape)
}

impl SchemaWriter<'_> {
    /// A text of a form, with examples of it.
    fn of_form(&self, kinds: &[&str], pattern: &str, examples: &[&str]) -> Value {
        let wrong = self.catalogue.text("schema-such-as", &vec![("examples", examples.join(", ").into())]);
        json!({"type": kinds, "pattern": pattern, "patternErrorMessage": wrong, "examples": examples})
    }

    /// A formula. A schema cannot parse one, but it finds brackets that are not closed, also because a comma cut the
    /// formula off.
    pub(super) fn formula(&self) -> Value {
        let mut shape = formula();
        if let Value::Object(shape) = &mut shape {
            shape.insert("pattern".to_owned(), json!(BRACKETS));
            shape.insert("patternErrorMessage".to_owned(), json!(self.say("schema-brackets")));
        }
        shape
    }

    /// A whole number within bounds; in quotes it is one as well.
    pub(super) fn number(&self, min: Option<i64>, max: Option<i64>) -> Value {
        let wrong = self.say("schema-whole-number");
        let mut shape = json!({"type": ["integer", "string"], "pattern": WHOLE, "patternErrorMessage": wrong});
        if let Value::Object(shape) = &mut shape {
            shape.extend(min.map(|min| ("minimum".to_owned(), json!(min))));
            shape.extend(max.map(|max| ("maximum".to_owned(), json!(max))));
        }
        shape
    }

    /// The schema of the values that a key takes.
    pub(super) fn shape(&mut self, takes: Takes, mode: Mode) -> Value {
        match takes {
            Takes::Version => json!({"const": crate::ruleset::FORMAT_VERSION}),
            Takes::Text => text(),
            Takes::Name(of) => self.name(of),
            Takes::Number(min, max) => self.number((min > i64::MIN).then_some(min), (max < i64::MAX).then_some(max)),
            Takes::YesNo => json!({"enum": ["yes", "no"]}),
            Takes::OneOf(words) => json!({"enum": words}),
            Takes::Like(pattern, examples) => self.of_form(&["string"], pattern, examples),
            Takes::Range(examples) => self.of_form(&["string", "integer"], ENDS, examples),
            Takes::Formula => self.formula(),
            Takes::FormulaOrPending => self.or_pending(formula()),
            Takes::Nothing => json!({"type": "null"}),
            Takes::Keys(place) => self.keys_in(place, mode),
            Takes::Map(of, inner) => self.map_of(of, *inner, mode),
            Takes::Closed(names, inner) => {
                let inner = self.shape(*inner, mode);
                let each: Map<String, Value> = names.iter().map(|name| ((*name).to_owned(), inner.clone())).collect();
                json!({"type": ["object", "null"], "properties": each, "additionalProperties": false})
            }
            Takes::Numbered(pattern, inner) => {
                let mut shape = map(&self.shape(*inner, mode));
                if let Value::Object(shape) = &mut shape {
                    shape.insert("propertyNames".to_owned(), json!({"pattern": pattern}));
                }
                shape
            }
            Takes::List(inner) => list(&self.shape(*inner, mode)),
            Takes::Strictly(inner) => {
                let inner = self.shape(*inner, mode);
                json!({"type": ["array", "null"], "items": inner})
            }
            Takes::Count(_, _, inner) if mode == Mode::Part => self.shape(*inner, mode),
            Takes::Count(least, most, inner) => counted(least, most, &self.shape(*inner, mode)),
            Takes::Either(these) => self.either(these, mode),
            // What its cells are is said by its table.
            Takes::Cells => json!(true),
            Takes::Amount => self.amount(),
            Takes::Expected => self.expected(),
            Takes::TraitsOfSheet => self.traits_of_sheet(),
            Takes::TagsOfSheet => self.tags_of_sheet(),
        }
    }

    /// A map and something else are distinguished by being a map, so that what is wrong with
    /// either is said of the one that was meant.
    fn either(&mut self, these: &'static [Takes], mode: Mode) -> Value {
        let maps: Vec<Value> =
            these.iter().filter(|takes| is_map(**takes)).map(|takes| self.shape(*takes, mode)).collect();
        let mut others: Vec<Value> =
            these.iter().filter(|takes| !is_map(**takes)).map(|takes| self.shape(*takes, mode)).collect();
        let other = if others.len() == 1 { others.remove(0) } else { json!({"anyOf": others}) };
        match maps.first() {
            Some(map) => json!({"if": {"type": "object"}, "then": map, "else": other}),
            None => other,
        }
    }

    /// A value, or `{pending: why}`.
    pub(super) fn or_pending(&mut self, value: Value) -> Value {
        let pending = self.pending();
        json!({"if": {"type": "object"}, "then": pending, "else": value})
    }

    pub(super) fn pending(&mut self) -> Value {
        self.defined("pending", |maker| {
            let keys = crate::ruleset::keys_of(KeyPlace::Cell);
            let pending = keys.into_iter().filter(|key| key.name == "pending");
            let properties = maker.properties(KeyPlace::Cell, pending, Mode::Whole);
            json!({"properties": properties, "required": ["pending"], "additionalProperties": false})
        })
    }

    /// How much is gained, for how long, or under which name; or a list of these.
    pub(super) fn amount(&mut self) -> Value {
        let named = self.keys_in(KeyPlace::Gain, Mode::Whole);
        let one = json!({"if": {"type": "object"}, "then": named, "else": self.formula()});
        json!({"if": {"type": "array"}, "then": {"items": one}, "else": one})
    }

    /// A map from names. Those that are known are offered; where no others can be, no
    /// others are taken.
    fn map_of(&mut self, of: Of, inner: Takes, mode: Mode) -> Value {
        if let (Of::Track, Takes::Map(Of::Mark, count)) = (of, inner) {
            return self.marks(*count);
        }
        let Some(known) = self.known(of) else { return map(&self.shape(inner, mode)) };
        let asked = (of, inner, mode);
        if let Some((_, made)) = self.maps.iter().find(|(one, _)| *one == asked) {
            return made.clone();
        }
        let shape = self.shape(inner, mode);
        // A game has thousands of names; what each of them takes is written once.
        let shape = if shape.get("$ref").is_some() { shape } else { self.alike("each-name", &shape) };
        let each: Map<String, Value> =
            known.into_iter().map(|(name, doc)| (name, described(shape.clone(), &doc))).collect();
        let others = if self.is_closed(of) { json!(false) } else { shape };
        let names = json!({"type": ["object", "null"], "properties": each, "additionalProperties": others});
        let made = self.alike("names", &names);
        self.maps.push((asked, made.clone()));
        made
    }
}
