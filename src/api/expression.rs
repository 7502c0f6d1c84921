//! Expressions: rolls and odds.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Serialize, Serializer};

use super::dice::Dice;
use super::game::{Game, Inner};
use super::problems::Problems;
use super::table::Table;
use super::text::{Format, write};
use crate::check::Settings;
use crate::engine::{Answer, Evaluation, OutcomeResult, evaluate, value_of};
use crate::odds::{Chance, Odds, OddsLimits, Sampling};
use crate::report::document::text::TextStyle;
use crate::report::json::{self, Seed};
use crate::report::odds::{ExpressionView, OddsFormat, Report as _, write_odds};
use crate::report::roll;
use crate::session::{Ready, RollRequest};
use crate::source::Sources;
use crate::world::World;

/// Values for what an expression reads.
///
/// ```
/// use tirada::{Dice, Game, Given};
///
/// let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\ntraits: {Wick: {number: 0..9}}\n";
/// let lamp = Game::from_text(rules)?;
/// let trim = lamp.prepare_with("2d6 + Wick", &Given::new().with("Wick", 3))?;
/// assert_eq!(trim.roll(&mut Dice::faces(&[2, 4]))?.total(), Some(9));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Given {
    names: BTreeMap<String, String>,
    settings: Settings,
    person: Option<(World, usize)>,
}

impl Given {
    /// No values.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.prepare_with("2", &tirada::Given::new())?.value(&mut tirada::Dice::seeded(1))?, 2);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a trait or points of the character who rolls, by name.
    ///
    /// ```
    /// # let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\ntraits: {Wick: {number: 0..9}}\n";
    /// # let lamp = tirada::Game::from_text(rules)?;
    /// let trim = lamp.prepare_with("Wick + 1", &tirada::Given::new().with("Wick", 3))?;
    /// assert_eq!(trim.value(&mut tirada::Dice::seeded(1))?, 4);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn with(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.names.insert(name.to_owned(), value.to_string());
        self
    }

    /// Sets an input of a test, or an option of the ruleset, by name.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_jump.txt")]
    /// let jump = lamp.prepare_with("jump()", &tirada::Given::new().set("gap", 4))?;
    /// let roll = jump.roll(&mut tirada::Dice::faces(&[1, 3]))?;
    /// assert_eq!(roll.outcome().and_then(|outcome| outcome.success), Some(true));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn set(mut self, name: &str, value: impl std::fmt::Display) -> Self {
        self.settings.insert(name.to_owned(), value.to_string());
        self
    }

    /// Makes a character at a table roll, in their current state. The others there can be read as `Name.trait`.
    ///
    /// # Errors
    ///
    /// If no character there has this name.
    ///
    /// ```
    /// # let rules = "tirada: 1\nid: lamp\nname: Lamp\ndice: {roll: 2d6}\ntraits: {Wick: {number: 0..9}}\n";
    /// # let lamp = tirada::Game::from_text(rules)?;
    /// let mut table = lamp.table();
    /// table.sit("ada.yml", "tirada character: 1\nruleset: lamp\nname: Ada\ntraits: {Wick: 5}\n")?;
    /// let given = tirada::Given::new().roller(&table, "Ada")?;
    /// assert_eq!(lamp.prepare_with("Wick", &given)?.value(&mut tirada::Dice::seeded(1))?, 5);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn roller(self, table: &Table, name: &str) -> Result<Self, Problems> {
        let person = Some((table.world().clone(), table.place_of(name)?));
        Ok(Self { person, ..self })
    }
}

/// A checked expression, which can be rolled any number of times. It is cheap to clone, and can be used from several
/// threads at once.
///
/// ```
/// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
/// let roll = lamp.prepare("2d6 + 1")?;
/// let again = roll.clone();
/// let value = std::thread::spawn(move || again.value(&mut tirada::Dice::seeded(7))).join().unwrap()?;
/// assert_eq!(value, roll.value(&mut tirada::Dice::seeded(7))?);
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Expression(Arc<CheckedExpression>);

#[derive(Debug)]
struct CheckedExpression {
    game: Arc<Inner>,
    text: String,
    ready: Ready,
    /// The game's texts and its own.
    sources: Sources,
    warnings: Problems,
}

impl Expression {
    pub(super) fn new(game: &Game, text: &str, given: &Given) -> Result<Self, Problems> {
        let inner = Arc::clone(&game.0);
        let mut session = inner.session(&inner.sources);
        let request = RollRequest {
            text: text.to_owned(),
            source: inner.typed.clone(),
            names: given.names.clone(),
            settings: given.settings.clone(),
            person: given.person.clone(),
            forgiving: true,
            odds: true,
            ..RollRequest::default()
        };
        let ready = session.prepare(&inner.program, &request);
        let sources = session.sources;
        let ready = ready.map_err(|errors| inner.problems(&errors, &sources))?;
        let warnings = inner.problems(&ready.warnings, &sources);
        Ok(Self(Arc::new(CheckedExpression { game: inner, text: text.to_owned(), ready, sources, warnings })))
    }

    /// The text as it was given.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.prepare("2d6 + 1 # jump")?.text(), "2d6 + 1 # jump");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Warnings about the expression.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert!(lamp.prepare("2d6")?.warnings().is_empty());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn warnings(&self) -> &Problems {
        &self.0.warnings
    }

    /// Rolls once, and records every step.
    ///
    /// # Errors
    ///
    /// Whatever stopped the roll: missing dice, a limit, a division by zero.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("2d6 + 1")?.roll(&mut tirada::Dice::faces(&[3, 4]))?;
    /// assert_eq!((roll.total(), roll.faces()), (Some(8), vec![3, 4]));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn roll(&self, dice: &mut Dice) -> Result<Roll, Problems> {
        let CheckedExpression { game, ready, sources, .. } = &*self.0;
        let seat = ready.person.as_ref().map(|(world, who)| (world, *who));
        let evaluation = evaluate(&game.program, &ready.prepared, &ready.env, seat, dice, &[]);
        let evaluation = evaluation.map_err(|failure| {
            game.problems(&[failure.into_diagnostic(&game.program, &ready.prepared.origin, sources)], sources)
        })?;
        Ok(Roll { expression: self.clone(), evaluation })
    }

    /// Rolls once and returns only the number. Several times faster than [`Expression::roll`]. Yes is 1 and no is 0.
    ///
    /// # Errors
    ///
    /// Whatever stopped the roll; or if the value is a text (`text-where-number`).
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("2d6 > 6")?;
    /// assert_eq!(roll.value(&mut tirada::Dice::faces(&[3, 4]))?, 1);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn value(&self, dice: &mut Dice) -> Result<i64, Problems> {
        let CheckedExpression { game, ready, sources, .. } = &*self.0;
        if let Some(generator) = dice.generator() {
            if let Some(fast) = &ready.fast {
                return Ok(fast.roll(generator));
            }
            if ready.person.is_none() {
                return value_of(&game.program, &ready.prepared, None, &ready.env, generator).map_err(|failure| {
                    game.problems(&[failure.into_diagnostic(&game.program, &ready.prepared.origin, sources)], sources)
                });
            }
        }
        match self.roll(dice)?.evaluation.value {
            Answer::Number(value) => Ok(value),
            Answer::Flag(flag) => Ok(i64::from(flag)),
            Answer::Text(_) => {
                let at = ready.prepared.origin.placement.span;
                let error = crate::diagnostic::Diagnostic::error(crate::diagnostic::Code::TextWhereNumber, at);
                Err(game.problems(&[error], sources))
            }
        }
    }

    /// Computes the exact probability of every result.
    ///
    /// # Errors
    ///
    /// Whatever stopped the computation; or if it needs more work or more memory than the limits allow.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let odds = lamp.prepare("d6 > 4")?.odds()?;
    /// let yes = odds.values().find(|(value, _)| **value == tirada::Answer::Flag(true)).unwrap().1;
    /// assert_eq!(yes.to_string(), "1/3");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn odds(&self) -> Result<RollOdds, Problems> {
        let CheckedExpression { game, text, ready, sources, .. } = &*self.0;
        let session = game.session(sources);
        let odds = session.odds(&game.program, ready, &OddsLimits::within(&session.limits));
        let odds = odds.map_err(|error| game.problems(&[error], sources))?;
        let view = ExpressionView::one(&game.program.id, text.trim(), odds);
        Ok(RollOdds { game: Arc::clone(game), view })
    }

    /// Rolls many times and counts, where [`Expression::odds`] would take too long. Costs as much as the rolls do.
    ///
    /// # Errors
    ///
    /// Whatever stopped a roll; or if so many take more work or more memory than the limits allow.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let odds = lamp.prepare("2d6")?.simulate(&tirada::Samples::new(10_000, 7))?;
    /// let seven = odds.values().find(|(value, _)| **value == tirada::Answer::Number(7)).unwrap().1;
    /// assert!((seven.approximate() - 1.0 / 6.0).abs() < 0.02);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn simulate(&self, samples: &Samples) -> Result<RollOdds, Problems> {
        let CheckedExpression { game, text, ready, sources, .. } = &*self.0;
        let Samples { times, seed, threads } = *samples;
        let sampling = Sampling { times, seed, threads, progress: &|_| {}, stop: &AtomicBool::new(false) };
        let odds = game.session(sources).simulate_expression(&game.program, ready, &sampling);
        let odds = odds.map_err(|error| game.problems(&[error], sources))?;
        let view = ExpressionView {
            seed: Some(Seed::given(seed)),
            ..ExpressionView::one(&game.program.id, text.trim(), odds)
        };
        Ok(RollOdds { game: Arc::clone(game), view })
    }
}

/// Samples to draw where exact odds would take too long: the number, the seed of their dice, and the threads that draw
/// them.
///
/// ```
/// use tirada::{Game, Samples};
///
/// let lamp = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
/// let odds = lamp.prepare("d6 >= 5")?.simulate(&Samples::new(1_000, 7))?;
/// assert_eq!(odds.samples(), Some(1_000));
/// let yes = odds.values().find(|(value, _)| **value == tirada::Answer::Flag(true)).unwrap().1;
/// assert!((yes.approximate() - 1.0 / 3.0).abs() < 0.05);
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Samples {
    times: u64,
    seed: u64,
    threads: NonZeroUsize,
}

impl Samples {
    /// So many samples with this seed, drawn on the caller's thread. The same number and seed give the same samples on
    /// every platform. For unpredictable ones, draw the seed from the system's entropy.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("3d6")?;
    /// let odds = |seed| roll.simulate(&tirada::Samples::new(500, seed)).unwrap().write(tirada::OddsFormat::Text);
    /// assert_eq!(odds(7), odds(7));
    /// assert_ne!(odds(7), odds(8));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn new(times: u64, seed: u64) -> Self {
        Self { times, seed, threads: NonZeroUsize::MIN }
    }

    /// Draws them on several threads, which the library then starts; the samples are the same on any number.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("3d6")?;
    /// let samples = tirada::Samples::new(5_000, 7);
    /// let (one, two) = (roll.simulate(&samples)?, roll.simulate(&samples.threads(NonZeroUsize::new(2).unwrap()))?);
    /// assert_eq!(one.write(tirada::OddsFormat::Text), two.write(tirada::OddsFormat::Text));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }
}

/// A roll: its value, its dice, and every step between them. Serializes to the JSON of `tirada roll --json`.
///
/// ```
/// use tirada::{Dice, Format, Game};
///
/// let roll = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?.prepare("2d6 + 1 # jump")?.roll(&mut Dice::faces(&[3, 4]))?;
/// assert_eq!((roll.total(), roll.faces()), (Some(8), vec![3, 4]));
/// assert!(roll.write(Format::Markdown).contains("**= 8**"));
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct Roll {
    expression: Expression,
    evaluation: Evaluation,
}

impl PartialEq for Roll {
    fn eq(&self, other: &Self) -> bool {
        self.expression.text() == other.expression.text() && self.evaluation == other.evaluation
    }
}

impl Roll {
    /// The value: a number (of a test, the total; of two sides, the left one's), yes or no, or a text.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("2d6 > 6")?.roll(&mut tirada::Dice::faces(&[3, 4]))?;
    /// assert_eq!(*roll.value(), tirada::Answer::Flag(true));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn value(&self) -> &Answer {
        &self.evaluation.value
    }

    /// The value, if it is a number.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("2d6")?.roll(&mut tirada::Dice::faces(&[3, 4]))?;
    /// assert_eq!(roll.total(), Some(7));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn total(&self) -> Option<i64> {
        match &self.evaluation.value {
            Answer::Number(value) => Some(*value),
            Answer::Flag(_) | Answer::Text(_) => None,
        }
    }

    /// The outcome of a test.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_jump.txt")]
    /// let roll = lamp.prepare("jump()")?.roll(&mut tirada::Dice::faces(&[3, 5]))?;
    /// let outcome = roll.outcome().unwrap();
    /// assert_eq!((outcome.name.as_deref(), outcome.margin), (Some("across"), Some(1)));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<&OutcomeResult> {
        self.evaluation.outcome.as_ref()
    }

    /// The faces of all dice, in the order in which they fell.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("d4 + 2d6")?.roll(&mut tirada::Dice::faces(&[4, 1, 6]))?;
    /// assert_eq!(roll.faces(), [4, 1, 6]);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn faces(&self) -> Vec<i64> {
        self.evaluation.rolls.iter().flat_map(|roll| roll.faces()).collect()
    }

    /// For people: the dice and the result.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("2d6")?.roll(&mut tirada::Dice::faces(&[3, 4]))?;
    /// assert!(roll.write(tirada::Format::Bbcode).contains("[b]= 7[/b]"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn write(&self, format: Format) -> String {
        let CheckedExpression { game, ready, .. } = &*self.expression.0;
        let comment = ready.prepared.comment.as_deref();
        write(&roll::report(&game.program, &self.evaluation, comment, &game.catalogue), format)
    }

    /// For people: every step, in the author's words.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let roll = lamp.prepare("2d6 + 1")?.roll(&mut tirada::Dice::faces(&[3, 4]))?;
    /// assert!(roll.explain(tirada::Format::Text).contains("2d6: 3 4"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn explain(&self, format: Format) -> String {
        let game = &self.expression.0.game;
        write(&roll::explanation(&game.program, &self.evaluation, &game.catalogue), format)
    }
}

impl Serialize for Roll {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CheckedExpression { game, text, ready, .. } = &*self.expression.0;
        let comment = ready.prepared.comment.as_deref();
        let facts = json::RollInfo { game: &game.program, expression: text, seed: None, comment };
        json::object(&facts, &self.evaluation, &game.catalogue).serialize(serializer)
    }
}

/// The probability of every result of an expression: exact, or from [samples](Expression::simulate). Serializes to the
/// JSON of `tirada odds --json`.
///
/// ```
/// use tirada::{Answer, Game};
///
/// let odds = Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?.prepare("2d6")?.odds()?;
/// let seven = odds.values().find(|(value, _)| **value == Answer::Number(7)).unwrap().1;
/// assert_eq!(seven.reduced().to_string(), "1/6");
/// # Ok::<(), tirada::Problems>(())
/// ```
#[derive(Debug, Clone)]
pub struct RollOdds {
    game: Arc<Inner>,
    view: ExpressionView,
}

impl RollOdds {
    /// The odds of the only point of the only series.
    fn odds(&self) -> Option<&Odds> {
        self.view.series.first()?.points.first().map(|point| &point.odds)
    }

    /// The number of samples that were counted; `None` if the odds are exact.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// assert_eq!(lamp.prepare("2d6")?.odds()?.samples(), None);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn samples(&self) -> Option<u64> {
        self.odds().and_then(|odds| odds.samples)
    }

    /// Every possible value, ascending, with its probability.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let odds = lamp.prepare("2d6")?.odds()?;
    /// assert_eq!(odds.values().count(), 11);
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn values(&self) -> impl Iterator<Item = (&Answer, Chance)> {
        self.odds().into_iter().flat_map(|odds| odds.values.chances())
    }

    /// The outcomes of a test, in the ruleset's order, with their probabilities.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_jump.txt")]
    /// let odds = lamp.prepare("jump()")?.odds()?;
    /// let (name, chance) = odds.outcomes().next().unwrap();
    /// assert_eq!((name, chance.percent(1)), (Some("across"), "58.3".to_owned()));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub fn outcomes(&self) -> impl Iterator<Item = (Option<&str>, Chance)> {
        let outcomes = self.odds().into_iter().flat_map(|odds| &odds.outcomes);
        outcomes.map(|one| (one.name.as_deref(), one.chance.clone()))
    }

    /// The probability of a success; `None` if no outcome is one.
    ///
    /// ```
    #[doc = include_str!("examples/lamp_jump.txt")]
    /// assert_eq!(lamp.prepare("jump()")?.odds()?.success().unwrap().to_string(), "7/12");
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn success(&self) -> Option<Chance> {
        self.odds().and_then(Odds::success)
    }

    /// Writes the odds in a format: tables with bars for people, rows for spreadsheets, a picture.
    ///
    /// ```
    /// # let lamp = tirada::Game::from_text("tirada: 1\nid: lamp\nname: Lamp\n")?;
    /// let odds = lamp.prepare("2d6")?.odds()?;
    /// assert!(odds.write(tirada::OddsFormat::Svg).starts_with("<svg"));
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    #[must_use]
    pub fn write(&self, format: OddsFormat) -> String {
        write_odds(&self.view, format, &TextStyle::default(), &self.game.catalogue).trim_end().to_owned()
    }
}

impl Serialize for RollOdds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view.facts(&self.game.catalogue).serialize(serializer)
    }
}
