//! Schemas of character sheets.

use serde_json::{Map, Value, json};

use super::names::rows;
use super::shapes::{as_read, described, list, map, only, text};
use super::{Mode, SchemaWriter};
use crate::check::program::{AnswerKind, CheckedGame, LookupTable, Question, TagKind, TraitSource};
use crate::id::Id;
use crate::ruleset::{KeyPlace, keys_of};

fn doc_of(question: &Question) -> &str {
    question.doc.as_deref().unwrap_or_default()
}

impl SchemaWriter<'_> {
    /// What may stand in a file as the answer to a question.
    pub(super) fn answer(&self, game: &CheckedGame, question: &Question) -> Value {
        if question.broken {
            return text();
        }
        let rows = |at: Id<LookupTable>| -> Vec<&str> { rows(&game.tables[at]).collect() };
        match &question.kind {
            AnswerKind::Number(min, max) => self.number(*min, *max),
            AnswerKind::YesNo => json!({"enum": ["yes", "no"]}),
            AnswerKind::OneOf(words) => only(words.iter().map(String::as_str)),
            AnswerKind::Row(at) => only(rows(*at)),
            AnswerKind::Cell(at, _) => json!({"anyOf": [only(rows(*at)), self.number(None, None)]}),
            AnswerKind::Column(at) => {
                let names = game.tables[*at].column_names();
                only(names.iter().map(String::as_str))
            }
            AnswerKind::Trait(..) => self.number(None, None),
            AnswerKind::Points(points) => only(points.iter().map(|points| &*game.points[*points].name)),
            AnswerKind::Tag(_) | AnswerKind::Character(_) | AnswerKind::Dice | AnswerKind::Text => text(),
        }
    }

    /// Traits with their values; under a group, names with values.
    pub(super) fn traits_of_sheet(&mut self) -> Value {
        let Some(game) = self.game else {
            let one = json!({"type": ["string", "number", "boolean", "null"]});
            return map(&json!({"if": {"type": "object"}, "then": map(&text()), "else": one}));
        };
        let each: Map<String, Value> = game
            .traits
            .iter()
            .filter_map(|one| {
                let shape = match &one.source {
                    TraitSource::Given(question) => self.answer(game, question),
                    TraitSource::Group(question) => map(&self.answer(game, question)),
                    TraitSource::Derived(_) => return None,
                };
                Some((one.name.to_string(), described(shape, one.doc.as_deref().unwrap_or_default())))
            })
            .collect();
        json!({"type": ["object", "null"], "properties": each, "additionalProperties": false})
    }

    /// What is worked out may be given to a roll, but need not be.
    fn worked_out(&self) -> Value {
        let mut shape = self.number(None, None);
        if let Value::Object(shape) = &mut shape {
            shape.insert("doNotSuggest".to_owned(), json!(true));
        }
        shape
    }

    /// Traits that a case gives to the roller: also those of a group, side by side.
    pub(super) fn traits_of_case(&mut self) -> Value {
        let Some(game) = self.game else { return map(&list(&text())) };
        let mut each = Map::new();
        let mut others = json!(false);
        for one in &game.traits {
            let shape = match &one.source {
                TraitSource::Given(question) => self.answer(game, question),
                TraitSource::Derived(_) => self.worked_out(),
                TraitSource::Group(question) => {
                    others = self.answer(game, question);
                    continue;
                }
            };
            each.insert(one.name.to_string(), described(shape, one.doc.as_deref().unwrap_or_default()));
        }
        json!({"type": ["object", "null"], "properties": each, "additionalProperties": others})
    }

    /// Tags by their kinds.
    pub(super) fn tags_of_sheet(&mut self) -> Value {
        let Some(game) = self.game else {
            return json!({"type": ["object", "null"], "additionalProperties": {
                "type": ["string", "number", "boolean", "null", "object", "array"],
            }});
        };
        let mut each = Map::new();
        for kind in game.tags.as_slice() {
            let values = self.values_of_tag(game, kind);
            let values = self.alike("values-of-tag", &values);
            let shape = if kind.free_names { named_tags(&values) } else { unnamed_tags(&values) };
            let shape = self.alike("tag", &shape);
            each.insert(kind.name.to_string(), described(shape, kind.doc.as_deref().unwrap_or_default()));
        }
        json!({"type": ["object", "null"], "properties": each, "additionalProperties": false})
    }

    /// The values of one tag, and how long it lasts.
    fn values_of_tag(&mut self, game: &CheckedGame, kind: &TagKind) -> Value {
        let mut properties = Map::new();
        for key in keys_of(KeyPlace::TagOfCharacter) {
            let shape = self.defined(&format!("{}-of-tags", key.name.replace(' ', "-")), |maker| {
                let shape = maker.shape(key.takes, Mode::Whole);
                described(shape, &maker.doc(KeyPlace::TagOfCharacter, key.name))
            });
            properties.insert(key.name.to_owned(), shape);
        }
        let mut due = Vec::new();
        for (name, question) in &kind.values {
            let shape = match question.kind {
                AnswerKind::Text => list(&text()),
                _ => self.answer(game, question),
            };
            properties.insert(name.to_string(), described(shape, doc_of(question)));
            if question.default.is_none() && !question.broken {
                due.push(name.to_string());
            }
        }
        json!({"properties": properties, "additionalProperties": false, "required": due})
    }
}

/// Tags that are called as their kind: `yes`, values, or a list of these.
fn unnamed_tags(values: &Value) -> Value {
    let one = json!({"if": {"type": "object"}, "then": values, "else": {"enum": ["yes", "no", null]}});
    json!({"if": {"type": "array"}, "then": {"items": one}, "else": one})
}

/// Tags with names of their own: a name, names with values, or a list of these.
fn named_tags(values: &Value) -> Value {
    let said = json!({"if": {"type": "object"}, "then": values, "else": {"enum": ["yes", "no", null]}});
    let names = json!({"type": ["object", "string", "number", "boolean", "null"], "additionalProperties": said});
    let no_name: Vec<Value> = as_read("yes");
    let one = json!({"allOf": [names, {"not": {"enum": no_name}}]});
    json!({"if": {"type": "array"}, "then": {"items": one}, "else": one})
}
