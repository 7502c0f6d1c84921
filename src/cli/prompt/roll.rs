//! Rolls the expression of a line.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::actions::LineKind;
use super::command::LineRange;
use super::state::{Asker, CommandResult, LineContext, PromptState};
use super::words;
use crate::check::program::{CheckedGame, Die, Named};
use crate::check::{Program, answer_of};
use crate::cli::given_values::nothing_reads;
use crate::cli::roll::few_dice;
use crate::cli::terminal_effects::Missing;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{
    Answer, Decision, Effects, Evaluation, Generator, Observer, Refusal, RequestedIntervention, TypedDice,
    ValueRequest, has_rules,
};
use crate::limits::ROLLS;
use crate::report::document::Document;
use crate::report::{Catalogue, roll};
use crate::session::{
    LoadedGame, Move, Ready, RollRequest, Rolling, dice_left_over, unread, unread_in_contest, unused_dice,
};
use crate::source::{Placement, Span};
use crate::syntax::{SyntaxLimits, separated};
use crate::world::{NOBODY, World};

/// The origin of the dice of a roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DiceOrigin {
    /// The generator, with this seed.
    Seed(u64),
    Given,
    /// Nothing was thrown.
    None,
}

/// The last roll with its game and its text.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) game: Arc<LoadedGame>,
    pub(super) evaluation: Evaluation,
    pub(super) text: String,
    /// The line, if it is one of several on it: the dice fell for all of them.
    pub(super) line: Option<String>,
    pub(super) comment: Option<String>,
    pub(super) chance: DiceOrigin,
    /// Something changed, so that it is a move at the table.
    pub(super) moved: bool,
}

/// The result of an expression.
struct RolledExpression {
    last: Last,
    /// What happened at the table.
    made: Option<Move>,
    is_value: bool,
    contest: bool,
}

/// A source of dice: a generator with its seed, or typed faces.
enum DiceInput {
    /// The generator, with its seed.
    Random(u64, Box<Generator>),
    Typed(TypedDice),
}

/// The dice of a line. All its rolls share one source, so one seed reproduces them.
pub(super) struct LineDice {
    source: DiceInput,
    /// What fell so far.
    fallen: Vec<i64>,
    /// The dice that were thrown so far, each with its face.
    thrown: Vec<(Die, i64)>,
}

impl LineDice {
    /// Does something that throws some of them; questions go to a user.
    pub(super) fn throw<T>(
        &mut self,
        (game, catalogue, settings): (&CheckedGame, &Catalogue, &BTreeMap<String, String>),
        asker: &mut dyn Asker,
        what: impl FnOnce(&mut PromptEffects<'_>) -> T,
    ) -> T {
        let mut outside = PromptEffects::new(&mut self.source, game, catalogue, asker, settings);
        let done = what(&mut outside);
        self.fallen.extend(outside.fallen.iter().map(|(_, face)| *face));
        self.thrown.append(&mut outside.thrown);
        done
    }
}

impl DiceInput {
    /// The seed of the generator.
    fn seed(&self) -> Option<u64> {
        match self {
            Self::Random(seed, _) => Some(*seed),
            Self::Typed(_) => None,
        }
    }
}

impl Effects for DiceInput {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        match self {
            Self::Random(_, generator) => generator.throw(die, count, faces),
            Self::Typed(dice) => dice.throw(die, count, faces),
        }
    }
}

impl Observer for DiceInput {}

/// Effects of a prompt: dice from a source, questions to the [`Asker`].
pub(super) struct PromptEffects<'a> {
    pub(super) dice: &'a mut dyn Effects,
    pub(super) game: &'a CheckedGame,
    pub(super) catalogue: &'a Catalogue,
    pub(super) asker: &'a mut dyn Asker,
    /// Inputs of tests that were answered in advance.
    pub(super) settings: &'a BTreeMap<String, String>,
    /// The dice that fell, each with its face, and how many of them the user has seen.
    pub(super) fallen: Vec<(Die, i64)>,
    pub(super) seen: usize,
    /// The dice that were thrown, each with its face.
    pub(super) thrown: Vec<(Die, i64)>,
    /// Whose roll throws next, until it does.
    whom: Option<String>,
}

impl<'a> PromptEffects<'a> {
    /// Nothing has fallen yet.
    pub(super) fn new(
        dice: &'a mut dyn Effects,
        game: &'a CheckedGame,
        catalogue: &'a Catalogue,
        asker: &'a mut dyn Asker,
        settings: &'a BTreeMap<String, String>,
    ) -> Self {
        Self { dice, game, catalogue, asker, settings, fallen: Vec::new(), seen: 0, thrown: Vec::new(), whom: None }
    }

    /// The user who is asked now has to see the dice that lie there.
    fn show_dice(&mut self) {
        let unseen = self.fallen.get(self.seen..).unwrap_or_default();
        if !unseen.is_empty() {
            self.asker.fell(unseen, self.catalogue);
        }
        self.seen = self.fallen.len();
    }
}

impl Effects for PromptEffects<'_> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let (before, whom) = (faces.len(), self.whom.take());
        let thrown = self.dice.throw(die, count, faces);
        self.fallen.extend(faces.iter().skip(before).map(|face| (die.clone(), *face)));
        if let Err(refusal) = thrown {
            if refusal.cause != Code::TooFewDice.into() {
                return Err(refusal);
            }
            let missing = before.saturating_add(count as usize).saturating_sub(faces.len());
            self.show_dice();
            let missing = Missing { die, count: u32::try_from(missing).unwrap_or(count), whom: whom.as_deref() };
            let more = self.asker.more_faces(&missing, self.catalogue);
            let more = more.ok_or(refusal)?;
            self.fallen.extend(more.iter().map(|face| (die.clone(), *face)));
            self.seen = self.fallen.len();
            faces.extend(more);
        }
        self.thrown.extend(faces.iter().skip(before).map(|face| (die.clone(), *face)));
        Ok(())
    }

    fn answer(&mut self, asked: &ValueRequest<'_>) -> Result<Option<i64>, Refusal> {
        let set = self.settings.get(asked.name).and_then(|text| answer_of(self.game, asked.kind, text));
        if set.is_some() {
            return Ok(set);
        }
        self.show_dice();
        Ok(self.asker.ask(self.game, asked, self.catalogue))
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        self.show_dice();
        Ok(self.asker.decide(self.game, asked, None, self.catalogue))
    }

    fn offer(&mut self, asked: &Decision<'_>, otherwise: &Answer) -> Result<Option<String>, Refusal> {
        self.show_dice();
        let said = self.asker.decide(self.game, asked, Some(otherwise), self.catalogue);
        if said.is_none() && self.asker.gave_up() {
            let by = asked.by.unwrap_or("none");
            let args = vec![("name", asked.name.into()), ("by", by.into())];
            return Err(Refusal { cause: Code::DecisionNeeded.into(), args });
        }
        Ok(said)
    }
}

impl Observer for PromptEffects<'_> {
    fn asks_for_whom(&self) -> bool {
        true
    }

    fn throws_for(&mut self, _: &str, who: &str) {
        self.whom = Some(who.to_owned()).filter(|who| !who.is_empty());
    }

    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.dice.worked(steps)
    }
}

impl PromptState<'_> {
    /// Checks a part of the line. The rest of it is blanked out, so that all places
    /// are places of the line.
    pub(super) fn prepare(
        &mut self,
        part: &LineRange,
        here: &LineContext<'_>,
    ) -> Result<(Ready, RollRequest), Vec<Diagnostic>> {
        let text = format!("{}{}", " ".repeat(part.start), here.slice(part));
        self.check(text, None, false)
    }

    /// What was named with `let`, as far as the player who speaks was told.
    fn lets_told(&self) -> impl Iterator<Item = (&String, &String)> {
        self.lets.iter().filter(|(name, _)| self.by.is_none() || !self.secret.contains(*name))
    }

    /// Checks an expression with all that is in force here, which is returned as well.
    pub(super) fn check(
        &mut self,
        text: String,
        placement: Option<Placement>,
        odds: bool,
    ) -> Result<(Ready, RollRequest), Vec<Diagnostic>> {
        let world = self.table.world();
        let who = self.current().unwrap_or(NOBODY);
        let is_trait = |name: &str| matches!(self.game().names.get(name), Some(Named::Trait(_)));
        let (mut names, known): (BTreeMap<_, _>, BTreeMap<_, _>) =
            self.lets_told().map(|(name, value)| (name.clone(), value.clone())).partition(|(name, _)| is_trait(name));
        // `let` says what a sheet does not say.
        names.retain(|name, _| !self.sheet_says(name));
        let known = known.into_iter().filter_map(|(name, value)| Some((name, value.parse().ok()?))).collect();
        let settings = self.options();
        let inputs = self.settings.iter().filter(|(name, _)| !settings.contains_key(*name));
        let inputs: BTreeMap<String, String> = inputs.map(|(name, text)| (name.clone(), text.clone())).collect();
        let mut request = RollRequest {
            text,
            source: String::new(),
            names,
            known,
            settings,
            forgiving: true,
            placement,
            // Where no character ever sat down, what is not said is asked for.
            person: (*world != World::new()).then(|| (world.clone(), who)),
            odds,
        };
        let game = Arc::clone(&self.game);
        let ready = self.session.prepare(&game.game, &request)?;
        let idle = nothing_reads(unread_in_contest(&game.game, &ready));
        if !idle.is_empty() {
            return Err(idle);
        }
        // An input that was set answers for every test that asks it and was not told.
        let asked = open_inputs(&game.game, &ready.prepared.program);
        let told: BTreeMap<_, _> = inputs.into_iter().filter(|(name, _)| asked.contains(name)).collect();
        if told.is_empty() {
            return Ok((ready, request));
        }
        let set = RollRequest { settings: told.clone(), ..RollRequest::default() };
        request.settings.extend(told);
        let mut ready = self.session.prepare(&game.game, &request)?;
        let idle = unread(&game.game, &set, &ready, true).into_iter();
        ready.warnings.extend(idle.map(|name| Diagnostic::warning(Code::GivenUnread, None).arg("name", name)));
        Ok((ready, request))
    }

    /// Whether the roller's sheet says what a trait is worth.
    pub(super) fn sheet_says(&self, name: &str) -> bool {
        let roller = self.current().and_then(|who| self.table.world().people.get(who));
        match (self.game().names.get(name), roller) {
            (Some(Named::Trait(index)), Some(roller)) => roller.traits.contains_key(index),
            _ => false,
        }
    }

    /// Options and values of cells, as far as they were set.
    pub(super) fn options(&self) -> BTreeMap<String, String> {
        let is_option =
            |name: &str| self.game().is_cell(name) || matches!(self.game().names.get(name), Some(Named::Option(_)));
        let set = self.settings.iter().filter(|(name, _)| is_option(name));
        set.map(|(name, text)| (name.clone(), text.clone())).collect()
    }

    /// Runs a line with its dice. After an error, waiting and thrown dice are kept; the caller undoes changes at the
    /// table.
    pub(super) fn with_dice<T>(
        &mut self,
        at: Span,
        what: impl FnOnce(&mut Self, &mut LineDice) -> Result<T, Vec<Diagnostic>>,
    ) -> Result<T, Vec<Diagnostic>> {
        let lying = self.lying.clone();
        let mut line = LineDice { source: self.source(), fallen: Vec::new(), thrown: Vec::new() };
        let seed = line.source.seed();
        let done = what(self, &mut line);
        let LineDice { source, fallen, thrown } = line;
        self.thrown = thrown;
        self.lie(&done, lying.clone(), &fallen, seed);
        done.map_err(|errors| errors.into_iter().map(|error| self.told_lying(error, &fallen, seed)).collect())
            .and_then(|done| self.dice_are_used(source, (lying, &fallen), at).map(|()| done))
            .map_err(|errors: Vec<_>| errors.into_iter().map(|error| self.dice_wait(error, &fallen)).collect())
    }

    /// Rolls a part of the line.
    pub(super) fn roll(
        &mut self,
        part: &LineRange,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
        wanted: Vec<RequestedIntervention>,
    ) -> Result<Last, Vec<Diagnostic>> {
        let at = here.at(part);
        let ready = self.prepare(part, here)?;
        let rolled = self.with_dice(at, |state, dice| state.roll_with(dice, ready, part, here, asker, wanted))?;
        Ok(self.lie_on_table(rolled, part, here))
    }

    /// What becomes of a part of the line with the dice of the line; nothing lies on the table yet.
    fn roll_with(
        &mut self,
        dice: &mut LineDice,
        (ready, request): (Ready, RollRequest),
        part: &LineRange,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
        wanted: Vec<RequestedIntervention>,
    ) -> Result<RolledExpression, Vec<Diagnostic>> {
        here.warnings.extend(ready.warnings.iter().cloned());
        let game = Arc::clone(&self.game);
        let catalogue = self.catalogue.clone();
        let settings = BTreeMap::new();
        let (comment, program) = (ready.prepared.comment.clone(), &ready.prepared.program);
        let is_value = matches!(program, Program::Value { .. });
        let open = matches!(program, Program::Test(_)) && !game.game.interventions.is_empty();
        let contest = matches!(program, Program::Opposed(..));
        let follows = contest && has_rules(&game.game, program);
        let who = ready.person.as_ref().map_or(NOBODY, |(_, who)| *who);
        if let Some(one) = wanted.first().filter(|_| !open || who == NOBODY) {
            let name = &*game.game.intervention(one.index).name;
            let error = Diagnostic::error(Code::InterventionNotHere, here.at(part)).arg("name", name);
            return Err(vec![error.help_with("help-rolled-alone", "text", here.slice(part))]);
        }
        let rolled = dice.throw((&game.game, &catalogue, &settings), asker, |outside| match ready.person {
            // Others may intervene in it.
            Some((_, who)) if (open || follows) && who != NOBODY => {
                let request = RollRequest { placement: None, person: None, ..request };
                let rolling = Rolling { request, prepared: Some(Arc::new(ready.prepared)), who, interventions: wanted };
                let rolled = self.session.roll_at(&game.game, &self.table, &ready.env, rolling, outside);
                rolled.map(|(evaluation, made)| (evaluation, Some(made)))
            }
            _ => self.session.evaluate(&game.game, &ready, outside, &[]).map(|evaluation| (evaluation, None)),
        });
        let (evaluation, made) = rolled.map_err(|error| vec![error])?;
        let thrown = evaluation.rolls.iter().any(|roll| !roll.dice.is_empty());
        let chance = match (thrown, dice.source.seed()) {
            (false, _) => DiceOrigin::None,
            (true, Some(seed)) => DiceOrigin::Seed(seed),
            (true, None) => DiceOrigin::Given,
        };
        let text = here.slice(part).to_owned();
        let last = Last { game, evaluation, text, line: None, comment, chance, moved: false };
        Ok(RolledExpression { last, made, is_value, contest })
    }

    /// Records a roll, in which interventions may be possible.
    fn lie_on_table(&mut self, rolled: RolledExpression, part: &LineRange, here: &LineContext<'_>) -> Last {
        let RolledExpression { mut last, made, is_value, contest } = rolled;
        // Other dice than the game's own are rolled beside what is being done.
        let beside = is_value && !last.evaluation.rolls.iter().any(|roll| roll.named);
        match made {
            Some(made) if made.done.events.is_empty() && !contest => {
                self.table.roll(Move { hidden: self.hides, ..made });
            }
            Some(made) if !made.done.events.is_empty() => {
                last.moved = true;
                self.table.make(made);
            }
            _ if last.chance != DiceOrigin::None && !beside => self.table.roll_alone(here.slice(part)),
            _ => {}
        }
        last
    }

    /// What was rolled last and, where something changed by it, what.
    pub(super) fn rolled(&self, last: &Last) -> Document {
        match last.moved {
            true => self.told(0),
            false => roll::report(&last.game.game, &last.evaluation, last.comment.as_deref(), &self.catalogue),
        }
    }

    /// Rolls several expressions of a line from the same dice, one after the other. Where one is wrong, none is rolled;
    /// where one fails, what was rolled before it is taken back.
    pub(super) fn roll_each(
        &mut self,
        part: &LineRange,
        here: &mut LineContext<'_>,
        asker: &mut dyn Asker,
    ) -> CommandResult {
        let (text, limit) = (here.slice(part), SyntaxLimits::STANDARD.text);
        if text.len() > limit {
            // Each of them is read with its place on the line.
            let error = Diagnostic::error(Code::TextTooLong, here.at(part)).arg("length", text.len());
            return Err(vec![error.arg("limit", limit).help("help-split")]);
        }
        let all = parts(part, here);
        if let Some(one) = all.get(ROLLS) {
            let limit = i64::try_from(ROLLS).unwrap_or(i64::MAX);
            return Err(vec![Diagnostic::error(Code::TooManyTimes, here.at(one)).arg("limit", limit)]);
        }
        let mut errors = Vec::new();
        let does: Vec<LineKind> = {
            let doing = self.doing();
            all.iter().map(|one| doing(here.slice(one))).collect()
        };
        for (one, does) in all.iter().zip(does) {
            // More mistakes than are shown: the rest of the line is not worth reading.
            if errors.len() > self.session.limits.shown {
                break;
            }
            if does == LineKind::Rolls {
                errors.extend(self.prepare(one, here).err().into_iter().flatten());
            } else {
                errors.push(Diagnostic::error(Code::OnlyRolls, here.at(one)).arg("name", here.slice(one).trim()));
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let (table, told_last) = (self.table.clone(), self.told_last);
        let at = here.at(part);
        let rolled = self.with_dice(at, |state, dice| {
            let mut lasts = Vec::new();
            for one in &all {
                let ready = state.prepare(one, here)?;
                let rolled = state.roll_with(dice, ready, one, here, asker, Vec::new())?;
                let last = state.lie_on_table(rolled, one, here);
                lasts.push((state.rolled(&last), last));
                few_dice(dice.thrown.len()).map_err(|error| vec![Diagnostic { at: Some(at), ..error }])?;
            }
            Ok(lasts)
        });
        let lasts = rolled.inspect_err(|_| (self.table, self.told_last) = (table, told_last))?;
        let mut document = Document::new();
        for (told, last) in lasts {
            document.append(told);
            self.told_last = last.moved;
            self.last = Some(Last { line: Some(here.slice(part).to_owned()), ..last });
        }
        Ok(document)
    }

    /// Where the dice of something that is done come from: those that wait, or the generator.
    fn source(&mut self) -> DiceInput {
        if self.dice.is_empty() {
            let seed = self.draw_seed();
            DiceInput::Random(seed, Box::new(Generator::new(seed)))
        } else {
            let dice = TypedDice::new(&self.dice);
            if !self.rolls_the_rest {
                return DiceInput::Typed(dice);
            }
            let seed = self.draw_seed();
            DiceInput::Typed(dice.then(Generator::new(seed)))
        }
    }

    /// After something was missing, the same dice lie ready for what throws the next.
    fn lie<T, E>(&mut self, done: &Result<T, E>, before: Option<(u64, Vec<i64>)>, fallen: &[i64], seed: Option<u64>) {
        if done.is_ok() {
            self.fell = (seed.filter(|_| !fallen.is_empty()), fallen.to_vec());
        }
        if done.is_err() && seed.is_some() {
            self.lying_for.clone_from(&self.doing);
        }
        self.lying = match (done, seed) {
            // Of more that lay ready the rest stays.
            (Err(_), Some(seed)) => {
                let more = before.map(|(_, dice)| dice).filter(|dice| dice.starts_with(fallen));
                Some((seed, more.unwrap_or_else(|| fallen.to_vec())))
            }
            (Ok(_), Some(_)) if fallen.is_empty() => before,
            (Ok(_), Some(_)) => None,
            // Those that were typed come first.
            (_, None) => before,
        };
        // Dice thrown after the typed ones are kept for the next attempt.
        if done.is_err() && seed.is_none() && fallen.len() > self.dice.len() {
            self.dice = fallen.to_vec();
        }
    }

    /// What lies ready after something was missing is reported: the same dice wait for the next roll, or at a served table
    /// for the same line.
    fn told_lying(&self, error: Diagnostic, fallen: &[i64], seed: Option<u64>) -> Diagnostic {
        match &self.lying {
            Some((_, lying)) if !fallen.is_empty() && seed.is_some() => {
                about(error, if self.served { "help-dice-seen" } else { "help-dice-lie" }, lying)
            }
            _ => error,
        }
    }

    /// Dice that wait, typed or `lying` ready from a seed, are used all at once or not at all: these have fallen.
    fn dice_are_used(
        &mut self,
        source: DiceInput,
        (lying, fallen): (Option<(u64, Vec<i64>)>, &[i64]),
        at: Span,
    ) -> Result<(), Vec<Diagnostic>> {
        let DiceInput::Typed(dice) = source else {
            let part = |faces: &Vec<i64>| !fallen.is_empty() && !fallen.starts_with(faces);
            // At a served table they must not hold up the others.
            let Some((_, faces)) = lying.as_ref().filter(|(_, faces)| !self.served && part(faces)) else {
                return Ok(());
            };
            let used = faces.iter().zip(fallen).take_while(|(one, other)| one == other).count();
            let error = about(dice_left_over(faces.len(), used), "help-dice-wait", faces);
            self.lying = lying;
            return Err(vec![Diagnostic { at: Some(at), ..error }]);
        };
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

    /// The error for dice that wait where a line does not throw them.
    pub(super) fn dice_left(&self, here: &LineContext<'_>) -> Option<Diagnostic> {
        let error = unused_dice(&TypedDice::new(&self.dice))?;
        Some(Diagnostic { at: Some(here.at(&(0..here.typed.text.len()))), ..error })
    }

    /// An error about dice, or after dice fell, says which still wait.
    fn dice_wait(&self, error: Diagnostic, fallen: &[i64]) -> Diagnostic {
        use Code::{DecisionNeeded, DiceLeftOver, ImpossibleFace, TooFewDice};
        let about_dice = matches!(error.code, TooFewDice | ImpossibleFace | DiceLeftOver | DecisionNeeded);
        if self.dice.is_empty() || !about_dice && fallen.is_empty() {
            return error;
        }
        let few = error.code == Code::TooFewDice;
        let error = about(error, "help-dice-wait", &self.dice);
        if few { error.help("help-dice-roll") } else { error }
    }

    /// A seed for one roll. It fits into the numbers that every JSON reader keeps.
    fn draw_seed(&mut self) -> u64 {
        // At a served table others have seen those that lie: they are thrown for the line that threw them, or never.
        if self.served && self.lying_for != self.doing {
            self.lying = None;
        }
        if let Some((seed, _)) = self.lying.take() {
            return seed;
        }
        self.seeds.next_seed()
    }
}

/// The expressions of a part of the line.
pub(super) fn parts(part: &LineRange, here: &LineContext<'_>) -> Vec<LineRange> {
    separated(here.slice(part)).into_iter().map(|one| part.start + one.start..part.start + one.end).collect()
}

/// Advice about some dice.
fn about(mut error: Diagnostic, id: &'static str, dice: &[i64]) -> Diagnostic {
    let args = vec![("count", dice.len().into()), ("dice", words::faces(dice).into())];
    error.helps.push(crate::diagnostic::Note { id, args });
    error
}

/// The inputs that a test asks and that the expression does not give.
fn open_inputs(game: &CheckedGame, program: &Program) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    let mut told = BTreeSet::new();
    for side in program.sides() {
        let test = &game.tests[side.test];
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
