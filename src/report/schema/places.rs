//! The places of the format: their keys, and the keys that belong together.

use serde_json::{Map, Value, json};

use super::shapes::{described, list};
use super::{Mode, SchemaWriter};
use crate::ruleset::steps::around_steps;
use crate::ruleset::{FormatKey, KeyPlace, LIKE, OWN, Takes, keys_of, one_of, verbs};

/// Sections in which something may be like something else, by the place of their things.
fn can_be_like(place: KeyPlace) -> bool {
    let mut sections = keys_of(KeyPlace::Ruleset).into_iter().filter(|key| LIKE.contains(&key.name));
    sections.any(|key| match key.takes {
        Takes::Map(_, Takes::Keys(inner)) => *inner == place,
        Takes::Map(_, Takes::Either(shapes)) => {
            shapes.iter().any(|shape| matches!(shape, Takes::Keys(inner) if *inner == place))
        }
        _ => false,
    })
}

/// What has an order of its own, beside which a place in it can be named.
fn is_ordered(keys: &[FormatKey]) -> bool {
    keys.iter().any(|key| matches!(key.name, "rows" | "steps" | "ask" | "outcomes"))
}

fn required(names: &[&str]) -> Value {
    json!({"required": names})
}

/// One of these has to be there.
fn any_of(names: &[&str]) -> Value {
    json!(names.iter().map(|name| required(&[*name])).collect::<Vec<_>>())
}

impl SchemaWriter<'_> {
    pub(super) fn doc(&self, place: KeyPlace, key: &str) -> String {
        let key = key.replace(' ', "-");
        let own = format!("key-{}-{key}", place.name().replace(' ', "-"));
        if self.catalogue.has(&own) { self.say(&own) } else { self.say(&format!("key-any-{key}")) }
    }

    /// Keys with their descriptions and shapes.
    pub(super) fn properties(
        &mut self,
        place: KeyPlace,
        keys: impl IntoIterator<Item = FormatKey>,
        mode: Mode,
    ) -> Map<String, Value> {
        let mut properties = Map::new();
        for key in keys {
            let shape = self.shape(key.takes, mode);
            properties.insert(key.name.to_owned(), described(shape, &self.doc(place, key.name)));
        }
        properties
    }

    /// A reference to the schema of a place.
    pub(super) fn keys_in(&mut self, place: KeyPlace, mode: Mode) -> Value {
        let kind = match place {
            KeyPlace::Question => "question".to_owned(),
            KeyPlace::Option => "option".to_owned(),
            KeyPlace::QuestionOfTag => "question-of-tag".to_owned(),
            KeyPlace::QuestionOfTest => "question-of-test".to_owned(),
            KeyPlace::QuestionOfAction => "question-of-action".to_owned(),
            KeyPlace::CellKind => "kind-of-cell".to_owned(),
            _ => place.name().replace(' ', "-"),
        };
        let name = match mode {
            Mode::Whole => kind,
            Mode::Part => format!("part-of-{kind}"),
        };
        self.defined(&name.clone(), |maker| {
            if can_be_like(place) {
                let like = maker.defined(&format!("like-{}", place.name()), |maker| maker.like(place));
                let body = maker.place(place, mode);
                let is_like = json!({"type": "object", "required": ["like"]});
                return json!({"if": is_like, "then": like, "else": body});
            }
            maker.place(place, mode)
        })
    }

    /// Something that is like something else but for what it says.
    fn like(&mut self, place: KeyPlace) -> Value {
        let of_another = keys_of(KeyPlace::Another).into_iter().filter(|key| key.name != "extends");
        let mut properties = self.properties(KeyPlace::Another, of_another, Mode::Part);
        let change = self.keys_in(place, Mode::Part);
        properties.insert("change".to_owned(), described(change, &self.doc(KeyPlace::Another, "change")));
        let own = self.properties(place, keys_of(place), Mode::Part);
        for (key, shape) in own {
            // `like` of a test is known twice; `after` of an intervention is its own.
            properties.insert(key, shape);
        }
        json!({"type": "object", "properties": properties, "additionalProperties": false})
    }

    /// The schema of a place.
    pub(super) fn place(&mut self, place: KeyPlace, mode: Mode) -> Value {
        match place {
            KeyPlace::Step => self.step(mode),
            KeyPlace::Trait => self.one_trait(mode),
            KeyPlace::Case => self.case(),
            KeyPlace::CaseStep => self.case_step(),
            KeyPlace::CaseIntervention => self.case_intervention(),
            KeyPlace::Table => self.table(mode),
            KeyPlace::Another => self.change(),
            KeyPlace::Option => self.option(mode),
            _ => self.plain(place, keys_of(place), mode),
        }
    }

    /// A place where keys stand side by side.
    fn plain(&mut self, place: KeyPlace, keys: Vec<FormatKey>, mode: Mode) -> Value {
        let mut properties = self.properties(place, keys.iter().copied(), mode);
        if can_be_like(place) {
            self.beside(&mut properties, &["like"]);
        }
        if mode == Mode::Part && is_ordered(&keys) {
            self.beside(&mut properties, &["after", "before"]);
        }
        let due: Vec<&str> = keys.iter().filter(|key| key.due).map(|key| key.name).collect();
        let choices = one_of(place);
        let whole = mode == Mode::Whole && !(due.is_empty() && choices.is_empty());
        let kind = if whole { json!("object") } else { json!(["object", "null"]) };
        let mut shape = json!({"type": kind, "properties": properties, "additionalProperties": false});
        if let (true, Value::Object(shape)) = (whole, &mut shape) {
            if !due.is_empty() {
                shape.insert("required".to_owned(), json!(due));
            }
            if !choices.is_empty() {
                let how = if place == KeyPlace::Intervention { "anyOf" } else { "oneOf" };
                shape.insert(how.to_owned(), any_of(&choices));
            }
        }
        shape
    }

    /// Adds keys that say something of another thing, where the place has none of that name.
    fn beside(&mut self, properties: &mut Map<String, Value>, names: &[&str]) {
        let keys = keys_of(KeyPlace::Another).into_iter().filter(|key| names.contains(&key.name));
        for (name, shape) in self.properties(KeyPlace::Another, keys, Mode::Part) {
            properties.entry(name).or_insert(shape);
        }
    }

    /// A file of rules. One that extends another may say only what is different; so may one of
    /// several files.
    pub(super) fn ruleset(&mut self) -> Value {
        let keys = keys_of(KeyPlace::Ruleset);
        let (sections, heads): (Vec<FormatKey>, Vec<FormatKey>) =
            keys.into_iter().partition(|key| matches!(key.takes, crate::ruleset::Takes::Map(..)));
        let mut properties = self.properties(KeyPlace::Ruleset, heads, Mode::Whole);
        let another = ["extends", "change", "remove"];
        let another = keys_of(KeyPlace::Another).into_iter().filter(|key| another.contains(&key.name));
        properties.extend(self.properties(KeyPlace::Another, another, Mode::Part));
        let change = self.change();
        properties.insert("change".to_owned(), described(change, &self.doc(KeyPlace::Another, "change")));
        for key in &sections {
            properties.insert(key.name.to_owned(), described(json!(true), &self.doc(KeyPlace::Ruleset, key.name)));
        }
        let whole = self.properties(KeyPlace::Ruleset, sections.iter().copied(), Mode::Whole);
        let part = self.properties(KeyPlace::Ruleset, sections, Mode::Part);
        // A file without a head may belong to a ruleset that extends another, unless the game is known.
        let apart = match self.game {
            Some(_) if !self.extends => required(&["extends"]),
            Some(_) => json!(true),
            None => json!({"anyOf": [required(&["extends"]), {"not": required(&["tirada"])}]}),
        };
        json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
            "dependencies": {"tirada": ["id"]},
            "if": apart,
            "then": {"properties": part},
            "else": {"properties": whole},
        })
    }

    /// The schema of a `change` section, at any place.
    fn change(&mut self) -> Value {
        self.defined("change", Self::changed)
    }

    /// What a ruleset changes of the one that it extends: only what is there.
    fn changed(&mut self) -> Value {
        let keys: Vec<FormatKey> =
            keys_of(KeyPlace::Ruleset).into_iter().filter(|key| !OWN.contains(&key.name)).collect();
        let mut properties = self.properties(KeyPlace::Ruleset, keys, Mode::Part);
        if let Some(game) = self.game {
            self.only_what_is_there(game, &mut properties);
        }
        json!({"type": ["object", "null"], "properties": properties, "additionalProperties": false})
    }

    /// What a group of players decides; beside words, what the rules are for each of them.
    fn option(&mut self, mode: Mode) -> Value {
        let mut shape = self.plain(KeyPlace::Option, keys_of(KeyPlace::Option), mode);
        let patch = keys_of(KeyPlace::Option).into_iter().filter(|key| matches!(key.name, "change" | "remove" | "add"));
        let patch = self.properties(KeyPlace::Option, patch, Mode::Part);
        let rules = json!({"type": "object", "properties": patch, "additionalProperties": false});
        let rules = json!({"type": "object", "additionalProperties": rules});
        let rules = described(rules, &self.doc(KeyPlace::Option, "rules"));
        if let Some(Value::Object(properties)) = shape.get_mut("properties") {
            properties.insert("rules".to_owned(), rules);
        }
        shape
    }

    /// A trait: worked out, or asked.
    fn one_trait(&mut self, mode: Mode) -> Value {
        let all = keys_of(KeyPlace::Trait);
        let derived: Vec<FormatKey> =
            all.iter().copied().filter(|key| matches!(key.name, "is" | "doc" | "group")).collect();
        let mut derived = self.properties(KeyPlace::Trait, derived, mode);
        let turn: Vec<FormatKey> =
            all.iter().copied().filter(|key| matches!(key.name, "turn" | "doc" | "group")).collect();
        let turn = self.properties(KeyPlace::Trait, turn, mode);
        let words = keys_of(KeyPlace::Worded).into_iter().filter(|key| key.name == "one of");
        derived.extend(self.properties(KeyPlace::Worded, words, mode));
        let questions = keys_of(KeyPlace::Question);
        let mut given = self.properties(KeyPlace::Question, questions, mode);
        given.extend(self.properties(KeyPlace::Trait, all, mode));
        if mode == Mode::Part {
            return json!({"type": ["object", "null"], "properties": given, "additionalProperties": false});
        }
        json!({
            "type": "object",
            "if": required(&["is"]),
            "then": {"properties": derived, "additionalProperties": false},
            "else": {
                "if": required(&["turn"]),
                "then": {"properties": turn, "additionalProperties": false},
                "else": {
                    "properties": given,
                    "additionalProperties": false,
                    "oneOf": any_of(&one_of(KeyPlace::Question)),
                },
            },
        })
    }

    /// A step: a formula, or one thing that is done, with what belongs to it.
    fn step(&mut self, mode: Mode) -> Value {
        let verbs = verbs();
        let names: Vec<&str> = verbs.iter().map(|(verb, _)| verb.name).collect();
        let firsts = self.properties(KeyPlace::Step, verbs.iter().map(|(verb, _)| *verb), mode);
        let mut rules = Vec::new();
        for (verb, beside) in verbs {
            let keys: Vec<FormatKey> = [&[verb], &beside[..]].concat();
            let mut own = self.properties(KeyPlace::Step, keys.iter().copied(), mode);
            let mut only = required(&[verb.name]);
            let due: Vec<&str> = keys.iter().filter(|key| key.due).map(|key| key.name).collect();
            if verb.name == "steps"
                && let Value::Object(only) = &mut only
            {
                // Beside these it is no verb.
                only.insert("not".to_owned(), json!({"anyOf": any_of(&around_steps().collect::<Vec<_>>())}));
            }
            if mode == Mode::Part && is_ordered(&keys) {
                self.beside(&mut own, &["after", "before"]);
            }
            let due = if mode == Mode::Whole { due } else { Vec::new() };
            rules.push(json!({
                "if": only,
                "then": {"properties": own, "additionalProperties": false, "required": due},
            }));
        }
        let nothing = json!({"type": "object", "not": {"anyOf": any_of(&names)}});
        let otherwise = match mode {
            Mode::Whole => json!({"properties": firsts, "additionalProperties": false, "minProperties": 1}),
            Mode::Part => {
                let known = super::shapes::only(keys_of(KeyPlace::Step).iter().map(|key| key.name));
                json!({"propertyNames": known})
            }
        };
        rules.push(json!({"if": nothing, "then": otherwise}));
        json!({"type": ["string", "integer", "object"], "properties": firsts, "allOf": rules})
    }

    /// A table. Where one word says what all of its cells are, that is looked at.
    fn table(&mut self, mode: Mode) -> Value {
        let keys = keys_of(KeyPlace::Table);
        let mut shape = self.plain(KeyPlace::Table, keys, mode);
        let scalar = self.or_pending(json!({"type": ["string", "number", "boolean", "null"]}));
        let counted = self.formula();
        let counted = self.or_pending(counted);
        let effects = self.defined("effects", Self::effects);
        let rows = |cell: &Value| -> Map<String, Value> {
            let each = json!({"additionalProperties": cell});
            one_of(KeyPlace::Table).into_iter().map(|key| (key.to_owned(), each.clone())).collect()
        };
        let several = list(&effects);
        let mut rules = vec![json!({
            "if": {"required": ["cells"], "properties": {"cells": {"const": "effects"}}, "not": required(&["columns"])},
            "then": {"properties": rows(&effects)},
        })];
        rules.push(json!({
            "if": {
                "required": ["cells", "columns"],
                "properties": {"cells": {"const": "effects"}, "columns": {"type": "array", "minItems": 2}},
            },
            "then": {"properties": rows(&json!({
                "if": {"type": "object"},
                "then": {"additionalProperties": effects},
                "else": several,
            }))},
        }));
        if mode == Mode::Whole {
            let words = ["text", "time"];
            rules.push(json!({
                "if": {
                    "required": ["cells"],
                    "properties": {"cells": {"if": {"type": "object"}, "else": {"enum": words}}},
                    "not": required(&["columns"]),
                },
                "then": {"properties": rows(&scalar)},
            }));
            rules.push(json!({
                "if": {"properties": {"cells": {"const": "formula"}}, "not": required(&["columns"])},
                "then": {"properties": rows(&counted)},
            }));
        }
        if let Value::Object(shape) = &mut shape {
            shape.insert("allOf".to_owned(), json!(rules));
        }
        shape
    }

    /// A cell that says what is to be done.
    fn effects(&mut self) -> Value {
        let keys = keys_of(KeyPlace::Cell);
        let named = |names: &'static [&'static str]| keys.clone().into_iter().filter(|key| names.contains(&key.name));
        let short = self.properties(KeyPlace::Cell, named(&["say", "lose", "do", "as", "with"]), Mode::Whole);
        let long = self.properties(KeyPlace::Cell, named(&["steps"]), Mode::Whole);
        let pending = self.pending();
        let amount = self.amount();
        json!({
            "type": ["object", "null"],
            "if": required(&["steps"]),
            "then": {"properties": long, "additionalProperties": false},
            "else": {
                "if": required(&["pending"]),
                "then": pending,
                "else": {"properties": short, "additionalProperties": amount},
            },
        })
    }
}
