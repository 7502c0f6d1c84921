//! Schemas of cases and their steps.

use serde_json::{Map, Value, json};

use super::shapes::{described, list, only, text};
use super::{Mode, SchemaWriter};
use crate::check::program::{Action, AnswerKind, CheckedGame};
use crate::ruleset::{FormatKey, KeyPlace, keys_of, one_of};

/// What of every roll can be expected, and the message about it.
const EXPECTED: [(&str, &str); 9] = [
    ("total", "expected-total"),
    ("value", "expected-value"),
    ("outcome", "expected-outcome"),
    ("success", "expected-success"),
    ("margin", "expected-margin"),
    ("against", "expected-against"),
    ("faces", "expected-faces"),
    ("comment", "expected-comment"),
    ("error", "expected-error"),
];

/// What can be expected of a step besides, and of a roll cannot.
const SAID: (&str, &str) = ("said", "expected-said");

/// A margin; there is none without something to compare with.
const NUMBER_OR_NONE: &str = r"^\s*([-+]?[0-9]+|none|error\s.*)?\s*$";

/// A name may stand in the quotes of formulas.
const QUOTED: &str = "^\\s*[«\"]";

/// A value that cannot be computed is expected by its error, whatever it would be.
const FAILS: &str = r"^\s*(error\s.*)?$";

/// Of which an error is expected: it may be wrong just there.
fn fails() -> Value {
    json!({"required": ["expect"], "properties": {"expect": {"required": ["error"]}}})
}

/// Anything of this form, or else what the shape says.
fn unless(pattern: &str, shape: &Value) -> Value {
    json!({"if": {"type": "string", "pattern": pattern}, "else": shape})
}

/// One of these words, or none, or an error.
fn word<'w>(words: impl Iterator<Item = &'w str>) -> Value {
    list(&unless(FAILS, &only(words.chain(["none"]))))
}

impl SchemaWriter<'_> {
    /// A case: one roll, formulas on the same dice, or steps.
    pub(super) fn case(&mut self) -> Value {
        let keys = keys_of(KeyPlace::Case);
        let (steps, rolled): (Vec<FormatKey>, Vec<FormatKey>) =
            keys.iter().copied().partition(|key| matches!(key.name, "source" | "characters" | "set" | "steps"));
        let played = self.properties(KeyPlace::Case, steps.iter().copied(), Mode::Whole);
        let mut all = self.properties(KeyPlace::Case, rolled.into_iter().chain(steps), Mode::Whole);
        if let (Some(Value::Object(shape)), Some(game)) = (all.get_mut("expect"), self.game) {
            self.only_of_a_roll(game, shape);
        }
        let with = self.traits_of_case();
        let choices: Vec<Value> = one_of(KeyPlace::Case).into_iter().map(|key| json!({"required": [key]})).collect();
        json!({
            "type": "object",
            "if": {"required": ["steps"]},
            "then": {
                "properties": played,
                "additionalProperties": false,
                "allOf": [{"properties": {"steps": {"contains": {"required": ["expect"]}}}}],
            },
            "else": {
                "properties": all,
                "additionalProperties": false,
                "oneOf": choices,
                "if": {"required": ["roll"]},
                "then": {"required": ["expect"], "properties": {"expect": {"type": "object", "minProperties": 1}}},
                "allOf": [{"if": fails(), "else": {"properties": {"with": with}}}],
            },
        })
    }

    /// A step of a case. What is done says who plays which role, and what is asked.
    pub(super) fn case_step(&mut self) -> Value {
        let keys = keys_of(KeyPlace::CaseStep);
        let properties = self.properties(KeyPlace::CaseStep, keys, Mode::Whole);
        let choices: Vec<Value> =
            one_of(KeyPlace::CaseStep).into_iter().map(|key| json!({"required": [key]})).collect();
        let rules: Vec<Value> = self
            .game
            .map(|game| game.actions.iter().map(|action| self.rule(game, action)).collect())
            .unwrap_or_default();
        let mut shape = json!({
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
            "oneOf": choices,
        });
        if let (Value::Object(shape), false) = (&mut shape, rules.is_empty()) {
            shape.insert("allOf".to_owned(), json!(rules));
        }
        shape
    }

    /// What is expected: values by formulas, or several of them.
    pub(super) fn expected(&mut self) -> Value {
        let outcome = self.outcomes();
        let known = EXPECTED.into_iter().chain([SAID]).map(|(name, id)| {
            let shape = match name {
                "outcome" => outcome.clone(),
                "success" => word(["yes", "no"].into_iter()),
                "margin" | "against" => {
                    let number = self.number(None, None);
                    list(&json!({"if": {"type": "string"}, "then": {"pattern": NUMBER_OR_NONE}, "else": number}))
                }
                _ => list(&text()),
            };
            (name.to_owned(), described(shape, &self.say(id)))
        });
        let known: Map<String, Value> = known.collect();
        json!({"type": ["object", "null"], "properties": known, "additionalProperties": list(&text())})
    }

    /// The names of what can come out of the tests of a game.
    fn outcomes(&self) -> Value {
        let Some(game) = self.game else { return list(&text()) };
        let own = game.tests.iter().flat_map(|test| &test.outcomes).map(|outcome| &*outcome.name);
        let opposed = game.tests.iter().filter_map(|test| test.opposed.as_ref());
        let words = opposed.flat_map(|one| [&one.win, &one.lose, &one.tied]).flatten().map(|name| &**name);
        word(own.chain(words))
    }

    /// Of a roll nothing can be expected but what all have, the values of tests and the dice.
    fn only_of_a_roll(&self, game: &CheckedGame, shape: &mut Map<String, Value>) {
        let values = game.tests.iter().flat_map(|test| {
            let late = test.outcomes.iter().flat_map(|outcome| &outcome.values);
            test.values.iter().chain(late).map(|value| &*value.name)
        });
        let dice = game.die_names.iter().map(|die| &*die.name);
        if let Some(Value::Object(known)) = shape.get_mut("properties") {
            known.remove(SAID.0);
            let classes = game.classes.iter().map(|class| &**class);
            for name in values.chain(dice).chain(classes) {
                known.entry(name.to_owned()).or_insert_with(|| list(&text()));
            }
        }
        shape.insert("additionalProperties".to_owned(), json!(false));
    }

    /// An intervention of a case: where, and its roles and answers.
    pub(super) fn case_intervention(&mut self) -> Value {
        let properties = self.properties(KeyPlace::CaseIntervention, keys_of(KeyPlace::CaseIntervention), Mode::Whole);
        json!({"type": ["object", "null"], "properties": properties, "additionalProperties": list(&text())})
    }

    /// What an action says of the step that does it.
    fn rule(&self, game: &CheckedGame, action: &Action) -> Value {
        let roles: Map<String, Value> =
            action.role_slots().iter().map(|role| (role.name.to_string(), json!(true))).collect();
        let mut asked = Map::new();
        for ask in &action.ask {
            let slot = action.slot(ask.slot);
            // Tags, cards and dice are not known before the case is played.
            let shape = match ask.question.kind {
                AnswerKind::Number(..)
                | AnswerKind::YesNo
                | AnswerKind::OneOf(_)
                | AnswerKind::Row(_)
                | AnswerKind::Cell(..) => unless(QUOTED, &self.answer(game, &ask.question)),
                _ => list(&text()),
            };
            asked.insert(slot.name.to_string(), described(shape, ask.question.doc.as_deref().unwrap_or_default()));
        }
        let whose = json!({"if": {"type": "object"}, "then": {"properties": roles, "additionalProperties": false}});
        let answers = json!({"properties": asked});
        json!({
            "if": {"required": ["do"], "properties": {"do": only([&*action.name])}},
            "then": {
                "properties": {"as": whose},
                "if": fails(),
                "else": {"properties": {"set": answers, "choose": answers}},
            },
        })
    }
}
