//! Rolling what stands on a line.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::command::Part;
use super::state::{Asker, Here, State};
use super::words;
use crate::check::Program;
use crate::check::program::{Die, Game, Named};
use crate::diagnostic::Diagnostic;
use crate::eval::{Asked, Effects, Evaluation, Generator, Refusal, TypedDice};
use crate::render::Catalogue;
use crate::session::{LoadedGame, Ready, Request, unused_dice};

/// Where the dice of a roll came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Chance {
    /// The generator, with this seed.
    Seed(u64),
    /// Somebody typed them.
    Given,
    /// There were none.
    None,
}

/// The last result.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) game: Rc<LoadedGame>,
    pub(super) evaluation: Evaluation,
    pub(super) text: String,
    pub(super) comment: Option<String>,
    pub(super) chance: Chance,
}

/// Dice from somewhere; questions go to somebody.
struct Table<'a, E> {
    dice: &'a mut E,
    game: &'a Game,
    catalogue: &'a Catalogue,
    asker: &'a mut dyn Asker,
}

impl<E: Effects> Effects for Table<'_, E> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        self.dice.throw(die, count, faces)
    }

    fn answer(&mut self, asked: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        Ok(self.asker.ask(self.game, asked, self.catalogue))
    }
}

impl State<'_> {
    /// Checks a part of the line. The rest of it is blanked out, so that all places
    /// are places of the line.
    fn prepare(&mut self, part: &Part, here: &Here<'_>) -> Result<Ready, Vec<Diagnostic>> {
        let text = format!("{}{}", " ".repeat(part.start), here.slice(part));
        let is_trait = |name: &str| matches!(self.game().names.get(name), Some(Named::Trait(_)));
        let (names, known): (BTreeMap<_, _>, BTreeMap<_, _>) =
            self.lets.clone().into_iter().partition(|(name, _)| is_trait(name));
        let known = known.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect();
        let is_option =
            |name: &String| name.contains('[') || matches!(self.game().names.get(name), Some(Named::Option(_)));
        let (settings, inputs): (BTreeMap<_, _>, BTreeMap<_, _>) =
            self.settings.clone().into_iter().partition(|(name, _)| is_option(name));
        let mut request = Request {
            text,
            source: String::new(),
            names,
            known,
            settings,
            forgiving: true,
            placement: None,
            person: None,
        };
        let game = Rc::clone(&self.game);
        let ready = self.session.prepare(&game.game, &request)?;
        // An input that was set answers for every test that asks it and was not told.
        let asked = open_inputs(&game.game, &ready.prepared.program);
        let told: BTreeMap<_, _> = inputs.into_iter().filter(|(name, _)| asked.contains(name)).collect();
        if told.is_empty() {
            return Ok(ready);
        }
        request.settings.extend(told);
        self.session.prepare(&game.game, &request)
    }

    /// Rolls a part of the line.
    pub(super) fn roll(
        &mut self,
        part: &Part,
        here: &mut Here<'_>,
        asker: &mut dyn Asker,
    ) -> Result<Last, Vec<Diagnostic>> {
        let ready = self.prepare(part, here)?;
        here.warnings.extend(ready.warnings.iter().cloned());
        let game = Rc::clone(&self.game);
        let given = !self.dice.is_empty();
        let (evaluation, chance) = if given {
            let mut dice = TypedDice::new(&self.dice);
            let result = self.throw(&game, &ready, &mut dice, asker);
            let waits = |error: Diagnostic| vec![error.help_with("help-dice-wait", "dice", words::faces(&self.dice))];
            let evaluation = result.map_err(|error| {
                let about_dice = matches!(error.code, "too-few-dice" | "impossible-face");
                if about_dice { waits(error) } else { vec![error] }
            })?;
            match unused_dice(&dice) {
                // A line that throws nothing leaves them for the next.
                Some(_) if dice.left() == dice.given() => (evaluation, Chance::None),
                Some(error) => {
                    return Err(waits(Diagnostic { at: Some(here.at(part)), ..error }));
                }
                None => {
                    self.dice.clear();
                    (evaluation, Chance::Given)
                }
            }
        } else {
            let seed = self.draw_seed();
            let evaluation =
                self.throw(&game, &ready, &mut Generator::new(seed), asker).map_err(|error| vec![error])?;
            let thrown = evaluation.rolls.iter().any(|roll| !roll.dice.is_empty());
            (evaluation, if thrown { Chance::Seed(seed) } else { Chance::None })
        };
        let comment = ready.prepared.comment;
        Ok(Last { game, evaluation, text: here.slice(part).to_owned(), comment, chance })
    }

    fn throw<E: Effects>(
        &self,
        game: &LoadedGame,
        ready: &Ready,
        dice: &mut E,
        asker: &mut dyn Asker,
    ) -> Result<Evaluation, Diagnostic> {
        let mut table = Table { dice, game: &game.game, catalogue: &self.catalogue, asker };
        self.session.evaluate(&game.game, ready, &mut table, &[])
    }

    /// A seed for one roll. It fits into the numbers that every JSON reader keeps.
    fn draw_seed(&mut self) -> u64 {
        let mut bits = |sides: u32| u64::from(self.seeds.die(sides).saturating_sub(1));
        (bits(1 << 26) << 27) | bits(1 << 27)
    }
}

/// The inputs that a test asks and that the expression does not give.
fn open_inputs(game: &Game, program: &Program) -> BTreeSet<String> {
    let sides = match program {
        Program::Value { .. } => Vec::new(),
        Program::Test(side) => vec![side],
        Program::Opposed(left, right) => vec![left, right],
    };
    let mut open = BTreeSet::new();
    let mut told = BTreeSet::new();
    for side in sides {
        let Some(test) = game.tests.get(side.test) else { continue };
        for ((name, _), given) in test.inputs.iter().zip(&side.inputs) {
            if given.is_some() {
                told.insert(name.to_string())
            } else {
                open.insert(name.to_string())
            };
        }
    }
    &open - &told
}
