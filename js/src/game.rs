//! Games, expressions, rolls and odds.

use std::collections::BTreeMap;

use serde::Deserialize;
use tirada::{File, Language, Limits, Loader};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

use crate::convert::{given, listed, plain, result, whole};
use crate::dice::Dice;
use crate::table::Table;

/// A file of rules, of cases.
#[derive(Deserialize)]
struct Text {
    name: String,
    text: String,
}

/// How a game is loaded.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    language: Option<String>,
    limits: Option<String>,
    #[serde(default)]
    rulesets: BTreeMap<String, Vec<Text>>,
}

fn files(texts: Vec<Text>) -> Vec<File> {
    texts.into_iter().map(|text| File { name: text.name, text: text.text }).collect()
}

/// Files as they were handed over: a list, or one text.
fn written(value: &JsValue, what: &str) -> Result<Vec<File>, JsError> {
    match value.as_string() {
        Some(text) => Ok(vec![File { name: "<ruleset>".to_owned(), text }]),
        None => Ok(files(given(value, what)?)),
    }
}

fn loader(options: &JsValue) -> Result<Loader, JsError> {
    let options: Options = given(options, "options")?;
    let mut loader = tirada::Game::loader();
    if let Some(tag) = &options.language {
        let wrong = || JsError::new(&format!("language: there is no “{tag}”; there are en, es"));
        loader = loader.language(Language::from_tag(tag).ok_or_else(wrong)?);
    }
    loader = match options.limits.as_deref() {
        None | Some("strangers") => loader,
        Some("full") => loader.limits(Limits::FULL),
        Some(other) => return Err(JsError::new(&format!("limits: there is no “{other}”; there are strangers, full"))),
    };
    for (id, texts) in options.rulesets {
        loader = loader.with_ruleset(&id, files(texts));
    }
    Ok(loader)
}

pub(crate) fn format(name: Option<String>) -> Result<tirada::Format, JsError> {
    match name.as_deref() {
        None | Some("text") => Ok(tirada::Format::Text),
        Some("markdown") => Ok(tirada::Format::Markdown),
        Some("bbcode") => Ok(tirada::Format::Bbcode),
        Some("html") => Ok(tirada::Format::Html),
        Some(other) => {
            Err(JsError::new(&format!("format: there is no “{other}”; there are text, markdown, bbcode, html")))
        }
    }
}

/// Everything that is wrong with a ruleset and its cases, warnings included.
#[wasm_bindgen(unchecked_return_type = "Problem[]")]
pub fn check(
    #[wasm_bindgen(unchecked_param_type = "string | TextFile[]")] rules: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "TextFile[]")] cases: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
) -> Result<JsValue, JsError> {
    let (rules, cases) = (written(&rules, "rules")?, written(&cases, "cases")?);
    listed(&loader(&options)?.check(rules, cases))
}

/// A checked game. It never changes.
#[wasm_bindgen]
pub struct Game(tirada::Game);

#[wasm_bindgen]
impl Game {
    /// A game from its files, or from one text.
    #[wasm_bindgen(unchecked_return_type = "Result<Game>")]
    pub fn load(
        #[wasm_bindgen(unchecked_param_type = "string | TextFile[]")] rules: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        result(loader(&options)?.files(written(&rules, "rules")?).map(Self))
    }

    /// A game that is built in.
    #[wasm_bindgen(js_name = builtIn, unchecked_return_type = "Result<Game>")]
    pub fn built_in(
        id: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        result(loader(&options)?.id(id).map(Self))
    }

    /// The ids of the games that are built in.
    pub fn ids() -> Vec<String> {
        tirada::Game::ids()
    }

    #[wasm_bindgen(getter)]
    pub fn id(&self) -> String {
        self.0.id().to_owned()
    }

    /// The name for people.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.0.name().to_owned()
    }

    /// The language of its words, a tag such as `es`, if the ruleset names it.
    #[wasm_bindgen(getter)]
    pub fn language(&self) -> Option<String> {
        self.0.language().map(str::to_owned)
    }

    /// The names of its actions, as `Table.act` takes them.
    #[wasm_bindgen(getter)]
    pub fn actions(&self) -> Vec<String> {
        self.0.actions().map(str::to_owned).collect()
    }

    /// The names of its tests.
    #[wasm_bindgen(getter)]
    pub fn tests(&self) -> Vec<String> {
        self.0.tests().map(str::to_owned).collect()
    }

    /// Warnings about its rules.
    #[wasm_bindgen(getter, unchecked_return_type = "Problem[]")]
    pub fn warnings(&self) -> Result<JsValue, JsError> {
        listed(self.0.warnings())
    }

    /// Checks an expression, to roll it any number of times.
    #[wasm_bindgen(unchecked_return_type = "Result<Expression>")]
    pub fn prepare(
        &self,
        text: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Given")] values: JsValue,
    ) -> Result<JsValue, JsError> {
        let values: Values = given(&values, "given")?;
        result(self.0.prepare_with(text, &values.given()).map(Expression))
    }

    /// An empty table.
    pub fn table(&self) -> Table {
        Table(self.0.table())
    }

    /// Plays the cases in some files.
    #[wasm_bindgen(js_name = playCases, unchecked_return_type = "PlayedCases")]
    pub fn play_cases(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TextFile[]")] cases: JsValue,
    ) -> Result<JsValue, JsError> {
        plain(&self.0.play_cases(written(&cases, "cases")?))
    }

    /// A reference of the game: Markdown, or a page of HTML that needs nothing else.
    pub fn doc(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "\"markdown\" | \"html\"")] format: Option<String>,
    ) -> Result<String, JsError> {
        match format.as_deref() {
            None | Some("markdown") => Ok(self.0.doc_markdown()),
            Some("html") => Ok(self.0.doc_page()),
            Some(other) => Err(JsError::new(&format!("format: there is no “{other}”; there are markdown, html"))),
        }
    }
}

/// Values for what an expression reads.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Values {
    #[serde(default)]
    with: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    set: BTreeMap<String, serde_json::Value>,
}

impl Values {
    pub(crate) fn given(&self) -> tirada::Given {
        let text = |value: &serde_json::Value| match value {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let mut given = tirada::Given::new();
        for (name, value) in &self.with {
            given = given.with(name, text(value));
        }
        for (name, value) in &self.set {
            given = given.set(name, text(value));
        }
        given
    }
}

/// An expression that was checked. It never changes.
#[wasm_bindgen]
pub struct Expression(pub(crate) tirada::Expression);

#[wasm_bindgen]
impl Expression {
    /// The text, as it was given.
    #[wasm_bindgen(getter)]
    pub fn text(&self) -> String {
        self.0.text().to_owned()
    }

    /// Warnings about it.
    #[wasm_bindgen(getter, unchecked_return_type = "Problem[]")]
    pub fn warnings(&self) -> Result<JsValue, JsError> {
        listed(self.0.warnings())
    }

    /// Rolls it once.
    #[wasm_bindgen(unchecked_return_type = "Result<Roll>")]
    pub fn roll(&self, dice: &mut Dice) -> Result<JsValue, JsError> {
        result(self.0.roll(&mut dice.0).map(Roll))
    }

    /// Rolls it once for its number alone: the quickest. Yes is 1 and no is 0.
    #[wasm_bindgen(unchecked_return_type = "number | string | Problem[]")]
    pub fn value(&self, dice: &mut Dice) -> Result<JsValue, JsError> {
        match self.0.value(&mut dice.0) {
            Ok(value) => Ok(whole(value)),
            Err(problems) => listed(&problems),
        }
    }

    /// How likely everything is, exactly.
    #[wasm_bindgen(unchecked_return_type = "Result<Odds>")]
    pub fn odds(&self) -> Result<JsValue, JsError> {
        result(self.0.odds().map(Odds))
    }
}

/// A roll: its value, the dice, and how one came of the other.
#[wasm_bindgen]
pub struct Roll(tirada::Roll);

#[wasm_bindgen]
impl Roll {
    /// The value, if it is a number.
    #[wasm_bindgen(getter, unchecked_return_type = "number | string | undefined")]
    pub fn total(&self) -> JsValue {
        self.0.total().map_or(JsValue::UNDEFINED, whole)
    }

    /// The faces of all dice, in the order in which they fell.
    #[wasm_bindgen(getter, unchecked_return_type = "number[]")]
    pub fn faces(&self) -> Result<JsValue, JsError> {
        plain(&self.0.faces())
    }

    /// How a test ended, by name.
    #[wasm_bindgen(getter)]
    pub fn outcome(&self) -> Option<String> {
        self.0.outcome().and_then(|outcome| outcome.name.clone())
    }

    /// For people: the dice and what they come to.
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Format")] format: Option<String>,
    ) -> Result<String, JsError> {
        Ok(self.0.write(self::format(format)?))
    }

    /// For people: every step that led there.
    pub fn explain(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Format")] format: Option<String>,
    ) -> Result<String, JsError> {
        Ok(self.0.explain(self::format(format)?))
    }

    /// What `tirada roll --json` prints.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "RollData")]
    pub fn to_json(&self) -> Result<JsValue, JsError> {
        plain(&self.0)
    }
}

/// How likely everything is that an expression can come to.
#[wasm_bindgen]
pub struct Odds(tirada::RollOdds);

#[wasm_bindgen]
impl Odds {
    /// How likely a success is, as a fraction such as `1/6`; nothing where nothing is one.
    #[wasm_bindgen(getter)]
    pub fn success(&self) -> Option<String> {
        self.0.success().map(|chance| chance.reduced().to_string())
    }

    /// Tables with bars for people, rows for spreadsheets, a picture.
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "OddsFormat")] format: Option<String>,
    ) -> Result<String, JsError> {
        let format = match format.as_deref() {
            None | Some("text") => tirada::OddsFormat::Text,
            Some("markdown") => tirada::OddsFormat::Markdown,
            Some("bbcode") => tirada::OddsFormat::Bbcode,
            Some("csv") => tirada::OddsFormat::Csv,
            Some("svg") => tirada::OddsFormat::Svg,
            Some(other) => {
                let there = "there are text, markdown, bbcode, csv, svg";
                return Err(JsError::new(&format!("format: there is no “{other}”; {there}")));
            }
        };
        Ok(self.0.write(format))
    }

    /// What `tirada odds --json` prints.
    #[wasm_bindgen(js_name = toJSON, unchecked_return_type = "OddsData")]
    pub fn to_json(&self) -> Result<JsValue, JsError> {
        plain(&self.0)
    }
}
