//! A table: characters, what they do, and taking it back.

use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::convert::{given, plain, result};
use crate::dice::Dice;
use crate::game::{Expression, Values, format};

/// Characters at a table. Whatever they do either happens as a whole or not at all, and can be taken back.
#[wasm_bindgen]
pub struct Table(pub(crate) tirada::Table);

#[wasm_bindgen]
impl Table {
    /// A character sits down: `text` is their file, `file` what it is called in problems. Their name is returned.
    #[wasm_bindgen(unchecked_return_type = "Result<string>")]
    pub fn sit(&mut self, file: &str, text: &str) -> Result<JsValue, JsError> {
        result(self.0.sit(file, text))
    }

    /// Somebody leaves.
    #[wasm_bindgen(unchecked_return_type = "Result<void>")]
    pub fn leave(&mut self, name: &str) -> Result<JsValue, JsError> {
        result(self.0.leave(name).map(|()| JsValue::UNDEFINED))
    }

    /// The names of everybody there.
    #[wasm_bindgen(getter)]
    pub fn names(&self) -> Vec<String> {
        self.0.names().map(str::to_owned).collect()
    }

    /// Somebody as they are now.
    #[wasm_bindgen(unchecked_return_type = "Result<Character>")]
    pub fn character(&self, name: &str) -> Result<JsValue, JsError> {
        result(self.0.character(name).map(Character))
    }

    /// The file of somebody with what is true now; what they wrote themselves stays.
    #[wasm_bindgen(unchecked_return_type = "Result<string>")]
    pub fn file(&self, name: &str) -> Result<JsValue, JsError> {
        result(self.0.file(name))
    }

    /// Checks an expression that somebody here rolls, as they are now; of everybody else it reads `Name.trait`.
    #[wasm_bindgen(unchecked_return_type = "Result<Expression>")]
    pub fn prepare(
        &self,
        name: &str,
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Given")] values: JsValue,
    ) -> Result<JsValue, JsError> {
        let values: Values = given(&values, "given")?;
        let given = values.given().roller(&self.0, name);
        result(given.and_then(|given| self.0.game().prepare_with(text, &given)).map(Expression))
    }

    /// Options of the ruleset that hold at this table; those that held before no longer do.
    #[wasm_bindgen(js_name = setOptions, unchecked_return_type = "Result<void>")]
    pub fn set_options(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        let options: std::collections::BTreeMap<String, String> = given(&options, "options")?;
        let options: Vec<(&str, &str)> = options.iter().map(|(name, value)| (&**name, &**value)).collect();
        result(self.0.set_options(&options).map(|()| JsValue::UNDEFINED))
    }

    /// Somebody does something: `strike Ada Bruno weapon=Axe`.
    #[wasm_bindgen(unchecked_return_type = "Result<Played>")]
    pub fn act(&mut self, line: &str, dice: &mut Dice) -> Result<JsValue, JsError> {
        result(self.0.act(line, &mut dice.0).map(Played))
    }

    /// Somebody intervenes in what was done last: `reroll Ada 4 1`. It takes the place of the last move.
    #[wasm_bindgen(unchecked_return_type = "Result<Played>")]
    pub fn intervene(&mut self, line: &str, dice: &mut Dice) -> Result<JsValue, JsError> {
        result(self.0.intervene(line, &mut dice.0).map(Played))
    }

    /// Time passes: a unit of the ruleset, by name.
    #[wasm_bindgen(unchecked_return_type = "Result<Played>")]
    pub fn pass(&mut self, time: &str, dice: &mut Dice) -> Result<JsValue, JsError> {
        result(self.0.pass(time, &mut dice.0).map(Played))
    }

    /// Takes the last move back. Whether there was one.
    pub fn undo(&mut self) -> bool {
        self.0.undo()
    }

    /// Does again what was taken back last. Whether there was something.
    pub fn redo(&mut self) -> bool {
        self.0.redo()
    }

    /// Everything that was done and is still remembered, oldest first.
    #[wasm_bindgen(getter)]
    pub fn history(&self) -> Vec<Played> {
        self.0.history().map(Played).collect()
    }
}

/// A character as they are at one moment.
#[wasm_bindgen]
pub struct Character(tirada::Character);

#[wasm_bindgen]
impl Character {
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().to_owned()
    }

    /// For people: the whole sheet.
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Format")] format: Option<String>,
    ) -> Result<String, JsError> {
        Ok(self.0.write(self::format(format)?))
    }

    /// What `tirada sheet --json` prints.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "CharacterData")]
    pub fn to_json(&self) -> Result<JsValue, JsError> {
        plain(&self.0)
    }
}

/// Something that was done.
#[wasm_bindgen]
pub struct Played(tirada::Played);

#[wasm_bindgen]
impl Played {
    /// The name of the action, the intervention or the unit of time.
    #[wasm_bindgen(getter)]
    pub fn action(&self) -> String {
        self.0.action().to_owned()
    }

    /// What was said, a sentence each.
    #[wasm_bindgen(getter)]
    pub fn said(&self) -> Vec<String> {
        self.0.said().to_vec()
    }

    /// For people: what happened and what it came to.
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Format")] format: Option<String>,
    ) -> Result<String, JsError> {
        Ok(self.0.write(self::format(format)?))
    }

    /// For people: every step.
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Format")] format: Option<String>,
    ) -> Result<String, JsError> {
        Ok(self.0.explain(self::format(format)?))
    }

    /// What `tirada do --json` prints.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "PlayedData")]
    pub fn to_json(&self) -> Result<JsValue, JsError> {
        plain(&self.0)
    }
}
