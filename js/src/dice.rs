//! Where dice and decisions come from.

use js_sys::{BigUint64Array, Function};
use send_wrapper::SendWrapper;
use tirada::Choice;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::convert::plain;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(catch, js_namespace = crypto, js_name = getRandomValues)]
    fn get_random_values(numbers: &BigUint64Array) -> Result<JsValue, JsValue>;
}

/// Dice, and whoever decides what the rules leave to people.
#[wasm_bindgen]
pub struct Dice(pub(crate) tirada::Dice);

#[wasm_bindgen]
impl Dice {
    /// The same seed gives the same dice everywhere and for ever, also on the command line.
    #[wasm_bindgen(unchecked_return_type = "Dice")]
    pub fn seeded(#[wasm_bindgen(unchecked_param_type = "number | bigint")] seed: JsValue) -> Result<Dice, JsError> {
        let wrong = || JsError::new("seed: a whole number from 0 to 2^64 - 1 was expected");
        let number = match seed.as_f64() {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            Some(number) if number >= 0.0 && number.fract() == 0.0 && number <= 9_007_199_254_740_991.0 => {
                number as u64
            }
            Some(_) => return Err(wrong()),
            None => u64::try_from(seed).map_err(|_| wrong())?,
        };
        Ok(Self(tirada::Dice::seeded(number)))
    }

    /// Dice that nobody can foresee: their seed is drawn from the system's entropy (`crypto.getRandomValues`).
    pub fn random() -> Result<Dice, JsError> {
        let numbers = BigUint64Array::new_with_length(1);
        get_random_values(&numbers).map_err(|_| JsError::new("crypto.getRandomValues: there is no randomness here"))?;
        Ok(Self(tirada::Dice::seeded(numbers.get_index(0))))
    }

    /// Dice that lie on the table, in the order in which they are asked for. More than these: the error `too-few-dice`.
    pub fn faces(#[wasm_bindgen(unchecked_param_type = "number[]")] faces: Vec<i32>) -> Dice {
        let faces: Vec<i64> = faces.into_iter().map(i64::from).collect();
        Self(tirada::Dice::faces(&faces))
    }

    /// The same dice; `decide` answers the questions that the rules leave to people. Whatever it returns that is no
    /// text is no answer. These dice can no longer be used; use those that are returned.
    pub fn deciding(
        self,
        #[wasm_bindgen(unchecked_param_type = "(choice: Choice) => string | undefined")] decide: Function,
    ) -> Dice {
        let decide = SendWrapper::new(decide);
        Self(self.0.deciding(move |choice: &Choice| {
            let asked = plain(&Asked::of(choice)).ok()?;
            decide.call1(&JsValue::UNDEFINED, &asked).ok()?.as_string()
        }))
    }

    /// Faces that were given and not used; 0 for a generator.
    #[wasm_bindgen(getter)]
    pub fn left(&self) -> usize {
        self.0.left()
    }
}

/// A decision as JavaScript sees it.
#[derive(serde::Serialize)]
struct Asked<'c> {
    name: &'c str,
    action: &'c str,
    by: Option<&'c str>,
    about: Option<&'c str>,
    options: &'c [String],
}

impl<'c> Asked<'c> {
    fn of(choice: &'c Choice) -> Self {
        Self {
            name: &choice.name,
            action: &choice.action,
            by: choice.by.as_deref(),
            about: choice.about.as_deref(),
            options: &choice.options,
        }
    }
}
