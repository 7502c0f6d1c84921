//! Cases, and what is done in them.

use serde_json::{Map, Value, json};

use super::shapes::{described, list, only, text};
use super::{Maker, Mode};
use crate::check::program::{Action, Game};
use crate::ruleset::{Key, Place, keys_of, one_of};

impl Maker<'_> {
    /// A case: one roll, formulas on the same dice, or steps.
    pub(super) fn case(&mut self) -> Value {
        let keys = keys_of(Place::Case);
        let (steps, rolled): (Vec<Key>, Vec<Key>) =
            keys.iter().copied().partition(|key| matches!(key.name, "source" | "characters" | "set" | "steps"));
        let played = self.properties(Place::Case, steps.iter().copied(), Mode::Whole);
        let all = self.properties(Place::Case, rolled.into_iter().chain(steps), Mode::Whole);
        let with = self.traits_of_case();
        // Where an error is expected, it may be just that.
        let fails = json!({"required": ["expect"], "properties": {"expect": {"required": ["error"]}}});
        let choices: Vec<Value> = one_of(Place::Case).into_iter().map(|key| json!({"required": [key]})).collect();
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
                "allOf": [{"if": fails, "else": {"properties": {"with": with}}}],
            },
        })
    }

    /// A step of a case. What is done says who plays which role, and what is asked.
    pub(super) fn case_step(&mut self) -> Value {
        let keys = keys_of(Place::CaseStep);
        let properties = self.properties(Place::CaseStep, keys, Mode::Whole);
        let choices: Vec<Value> = one_of(Place::CaseStep).into_iter().map(|key| json!({"required": [key]})).collect();
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

    /// An intervention of a case: where, and its roles and answers.
    pub(super) fn case_intervention(&mut self) -> Value {
        let properties = self.properties(Place::CaseIntervention, keys_of(Place::CaseIntervention), Mode::Whole);
        json!({"type": ["object", "null"], "properties": properties, "additionalProperties": list(&text())})
    }

    /// What an action says of the step that does it.
    fn rule(&self, game: &Game, action: &Action) -> Value {
        let roles: Map<String, Value> =
            action.slots.iter().take(action.roles).map(|role| (role.name.to_string(), json!(true))).collect();
        let mut asked = Map::new();
        for ask in &action.ask {
            let Some(slot) = action.slots.get(ask.slot) else { continue };
            // An answer may be a formula as well: what it usually is, is offered.
            let shape = json!({"anyOf": [self.answer(game, &ask.question), list(&text())]});
            asked.insert(slot.name.to_string(), described(shape, ask.question.doc.as_deref().unwrap_or_default()));
        }
        let whose = json!({"if": {"type": "object"}, "then": {"properties": roles, "additionalProperties": false}});
        let answers = json!({"properties": asked});
        json!({
            "if": {"required": ["do"], "properties": {"do": only([&*action.name])}},
            "then": {"properties": {"as": whose, "set": answers, "choose": answers}},
        })
    }
}
