//! Rolling what stands on a line.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::command::Part;
use super::state::{Asker, Here, State};
use super::words;
use crate::check::program::{Die, Game, Named};
use crate::check::{Program, answer_of};
use crate::diagnostic::Diagnostic;
use crate::eval::{Answer, Asked, Decision, Effects, Evaluation, Generator, Refusal, TypedDice};
use crate::render::Catalogue;
use crate::session::{LoadedGame, Ready, Request, unused_dice};
use crate::source::Span;

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

/// Where dice come from.
pub(super) enum Source {
    /// The generator, with its seed.
    Random(u64, Generator),
    /// Somebody typed them.
    Typed(TypedDice),
}

impl Source {
    /// The seed of the generator.
    pub(super) fn seed(&self) -> Option<u64> {
        match self {
            Self::Random(seed, _) => Some(*seed),
            Self::Typed(_) => None,
        }
    }
}

impl Effects for Source {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        match self {
            Self::Random(_, generator) => generator.throw(die, count, faces),
            Self::Typed(dice) => dice.throw(die, count, faces),
        }
    }

    fn answer(&mut self, _: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        Ok(None)
    }
}

/// Dice from somewhere; questions go to somebody.
pub(super) struct Outside<'a, E> {
    pub(super) dice: &'a mut E,
    pub(super) game: &'a Game,
    pub(super) catalogue: &'a Catalogue,
    pub(super) asker: &'a mut dyn Asker,
    /// Inputs of tests that were answered in advance.
    pub(super) settings: &'a BTreeMap<String, String>,
}

impl<E: Effects> Effects for Outside<'_, E> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        self.dice.throw(die, count, faces)
    }

    fn answer(&mut self, asked: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        let set = self.settings.get(asked.name).and_then(|text| answer_of(self.game, asked.kind, text));
        Ok(set.or_else(|| self.asker.ask(self.game, asked, self.catalogue)))
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok(self.asker.decide(self.game, asked, None, self.catalogue))
    }

    fn offer(&mut self, asked: &Decision<'_>, otherwise: &Answer) -> Result<Option<String>, Refusal> {
        Ok(self.asker.decide(self.game, asked, Some(otherwise), self.catalogue))
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
        let settings = self.options();
        let inputs = self.settings.iter().filter(|(name, _)| !settings.contains_key(*name));
        let inputs: BTreeMap<String, String> = inputs.map(|(name, text)| (name.clone(), text.clone())).collect();
        let mut request = Request {
            text,
            source: String::new(),
            names,
            known,
            settings,
            forgiving: true,
            placement: None,
            person: self.current().map(|who| (self.table.world().clone(), who)),
        };
        self.fill_sheet(&mut request);
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

    /// Options and values of cells, as far as they were set.
    pub(super) fn options(&self) -> BTreeMap<String, String> {
        let is_option =
            |name: &str| name.contains('[') || matches!(self.game().names.get(name), Some(Named::Option(_)));
        let set = self.settings.iter().filter(|(name, _)| is_option(name));
        set.map(|(name, text)| (name.clone(), text.clone())).collect()
    }

    /// What was said with `let` fills what a sheet does not say. The sheet comes first.
    fn fill_sheet(&self, request: &mut Request) {
        let Some((world, who)) = &mut request.person else { return };
        let Some(person) = world.people.get_mut(*who) else { return };
        for (name, text) in &request.names {
            let Some(Named::Trait(index)) = self.game().names.get(name) else { continue };
            let kind = super::naming::trait_kind(self.game(), name);
            if let Some(value) = kind.and_then(|kind| answer_of(self.game(), kind, text)) {
                person.traits.entry(*index).or_insert(value);
            }
        }
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
        let settings = BTreeMap::new();
        let mut outside = Outside { dice, game: &game.game, catalogue: &self.catalogue, asker, settings: &settings };
        self.session.evaluate(&game.game, ready, &mut outside, &[])
    }

    /// Where the dice of something that is done come from: those that wait, or the generator.
    pub(super) fn source(&mut self) -> Source {
        if self.dice.is_empty() {
            let seed = self.draw_seed();
            Source::Random(seed, Generator::new(seed))
        } else {
            Source::Typed(TypedDice::new(&self.dice))
        }
    }

    /// Dice that wait are used all at once or not at all.
    pub(super) fn dice_are_used(&mut self, source: Source, at: Span) -> Result<(), Vec<Diagnostic>> {
        let Source::Typed(dice) = source else { return Ok(()) };
        match unused_dice(&dice) {
            // What throws nothing leaves them for the next.
            Some(_) if dice.left() == dice.given() => Ok(()),
            Some(error) => Err(vec![Diagnostic { at: Some(at), ..error }]),
            None => {
                self.dice.clear();
                Ok(())
            }
        }
    }

    /// An error about dice says which still wait.
    pub(super) fn dice_wait(&self, error: Diagnostic) -> Diagnostic {
        let about_dice = matches!(error.code, "too-few-dice" | "impossible-face" | "dice-left-over");
        if about_dice && !self.dice.is_empty() {
            error.help_with("help-dice-wait", "dice", words::faces(&self.dice))
        } else {
            error
        }
    }

    /// A seed for one roll. It fits into the numbers that every JSON reader keeps.
    fn draw_seed(&mut self) -> u64 {
        if let Some(seed) = self.next_seed.take() {
            return seed;
        }
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
