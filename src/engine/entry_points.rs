//! Entry points: runs an action, lets time pass, or reads a character. Consequences are applied at the end; an action
//! takes effect completely or not at all.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::action_state::{HeldThings, OFF_THE_TEST, Play, RequestedIntervention, RunningAction, Unplaced};
use super::effects::{CardRead, Effects};
use super::failure::{Failure, There as _};
use super::hooks::{Passed, described, rolls_of};
use super::machine::{Machine, Value};
use super::policy::Policy;
use super::result::{Answer, Evaluation, OutcomeResult, TraceStep};
use super::roll::DiceRoll;
use super::states::States;
use super::steps::Cast;
use super::test_sides::seat_of;
use super::value_cache::ValueCache;
use crate::check::program::{Action, At, CheckedGame, Hook, Intervention, Ir, Kind, Op, Origin, Piece, SlotKind};
use crate::check::{Prepared, Program};
use crate::diagnostic::Code;
use crate::syntax::TextSpan;
use crate::world::{Env, Event, TABLE, World};

/// A request for an action.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ActionCall {
    /// The index of the action.
    pub action: usize,
    /// The indices of the characters of each role, in the order of the roles.
    pub roles: Vec<Vec<usize>>,
    /// Answers to its questions, by name.
    pub answers: BTreeMap<String, String>,
    /// Requested interventions, in order.
    pub interventions: Vec<RequestedIntervention>,
    /// Whether unused answers are allowed, because questions may depend on the dice.
    pub spare: bool,
    /// The only character for whom the answers may decide; without one, for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// The answers that hold for all that is done at the table, by name: unused ones are no mistake.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub standing: BTreeSet<String>,
}

/// A request to let time pass.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Passing {
    /// The index of the unit of time.
    pub time: usize,
    /// Answers to questions of what is due, by name.
    pub answers: BTreeMap<String, String>,
    /// Requested interventions, in order.
    pub interventions: Vec<RequestedIntervention>,
}

/// How much of an action is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Telling {
    /// A trace of every step.
    Everything,
    /// No trace: only what happened.
    Nothing,
}

/// The inputs of an action besides the request.
#[derive(Debug, Clone, Copy)]
pub struct Stage<'a> {
    pub game: &'a CheckedGame,
    /// What was typed, for the places of errors.
    pub typed: &'a Origin,
    /// Options, and values of names that no character has.
    pub env: &'a Env,
    /// All characters before the action.
    pub world: &'a World,
    /// How much is explained.
    pub told: Telling,
    /// An intervention that is not done: only the places where it is allowed are recorded.
    pub probe: Option<&'a RequestedIntervention>,
    /// Decides about interventions that are requested for every place where they are possible.
    pub policy: Option<&'a Policy>,
    /// Whether actions that begin, order and end turns do so; otherwise only their steps run.
    pub turns: bool,
    /// Whether questions stay open until something reads the answer, which then fails with
    /// [`decision-needed`](Code::DecisionNeeded): whatever fails otherwise does so for any answers.
    pub postpones: bool,
    /// For odds of an action: the faces that have fallen in it so far, in the order in which they were thrown. There is
    /// no intervention before the last of them lies there.
    pub fallen: &'a [i64],
}

impl<'a> Stage<'a> {
    /// Inputs with a full explanation.
    #[must_use]
    pub fn new(game: &'a CheckedGame, typed: &'a Origin, env: &'a Env, world: &'a World) -> Self {
        Self {
            game,
            typed,
            env,
            world,
            told: Telling::Everything,
            probe: None,
            policy: None,
            turns: false,
            postpones: false,
            fallen: &[],
        }
    }

    /// The same, with turns.
    #[must_use]
    pub fn in_turn(self) -> Self {
        Self { turns: true, ..self }
    }

    /// The same, with a policy.
    #[must_use]
    pub fn deciding(self, policy: Option<&'a Policy>) -> Self {
        Self { policy, ..self }
    }

    /// The same, when these dice have fallen.
    #[must_use]
    pub fn after(self, fallen: &'a [i64]) -> Self {
        Self { fallen, ..self }
    }

    /// The same, without answers.
    #[must_use]
    pub fn postponing(self) -> Self {
        Self { postpones: true, ..self }
    }

    /// The same, without an explanation.
    #[must_use]
    pub fn quiet(self) -> Self {
        Self { told: Telling::Nothing, ..self }
    }
}

/// The result of an action.
#[derive(Debug, Clone, Default)]
pub struct Done {
    /// Changes and sentences, in order.
    pub events: Vec<Event>,
    /// The state of all characters after the action.
    pub world: World,
    /// The explanation, in order; it refers to `events` and `rolls` by index.
    pub trace: Vec<TraceStep>,
    /// All rolls, in order; the trace refers to them by index.
    pub rolls: Vec<DiceRoll>,
    /// The outcome of the last test.
    pub outcome: Option<OutcomeResult>,
    /// The sentences that were said.
    pub said: Vec<String>,
    /// The values of the formulas that were watched.
    pub watched: Vec<Result<Answer, Failure>>,
    /// Names of answers that nothing asked for.
    pub unused: Vec<String>,
    /// The places for interventions, in the order in which they were passed.
    pub passed: Vec<Passed>,
    /// The index in the trace at which each requested intervention begins.
    pub begun: Vec<usize>,
    /// The actions that were asked for, in order; none where time passed.
    pub outermost: Vec<Outermost>,
    /// The values that the steps of the action computed, by label.
    pub values: Vec<(String, Answer)>,
    /// Interventions that were requested for every possible place and had none, with the reason.
    pub undone: Vec<(RequestedIntervention, Failure)>,
    /// Those that were done, or that the outside decided against.
    pub taken: Vec<RequestedIntervention>,
}

/// An action that no other action did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outermost {
    /// The index of its first step in the trace.
    pub begins: usize,
    /// The ruleset's own sentence about it, if it has one.
    pub told: Option<String>,
}

/// A formula that is evaluated at the end, and its kind.
pub type Watched = (Ir, Kind);

pub(crate) fn nowhere() -> At {
    At { origin: At::TYPED, span: TextSpan::default() }
}

fn play<'a>(world: World, answers: &'a BTreeMap<String, String>, waiting: Vec<RequestedIntervention>) -> Box<Play<'a>> {
    Box::new(Play {
        world,
        who: TABLE,
        pending: Vec::new(),
        acts: Vec::new(),
        events: Vec::new(),
        memory: ValueCache::default(),
        changed: BTreeSet::new(),
        answers,
        speaker: None,
        local: Vec::new(),
        interveners: Vec::new(),
        used: BTreeSet::new(),
        waiting: VecDeque::from(waiting),
        unplaced: Vec::new(),
        refused: Vec::new(),
        done: Vec::new(),
        undone: Vec::new(),
        declined: Vec::new(),
        policy: None,
        watched: &[],
        passed: Vec::new(),
        probe: None,
        begun: Vec::new(),
        outermost: Vec::new(),
        open: None,
        own: Vec::new(),
        own_is_told: false,
        about: Vec::new(),
        paying: false,
        quiet: false,
        stepping: false,
        postpones: false,
        rolling: false,
        contest: Vec::new(),
        chain: None,
        said: Vec::new(),
        last: None,
        ordered: Vec::new(),
    })
}

impl<'a> Play<'a> {
    fn on(mut self: Box<Self>, stage: &Stage<'a>) -> Box<Self> {
        (self.probe, self.policy, self.postpones) = (stage.probe, stage.policy, stage.postpones);
        self
    }
}

/// The state for evaluating formulas as one character of a world.
pub(super) fn seat<'a>(world: &World, who: usize) -> Box<Play<'a>> {
    let mut play = play(world.clone(), no_answers(), Vec::new());
    play.who = who;
    play
}

/// Does an action. `watch` are formulas that see what the action saw, when all is done.
///
/// # Errors
///
/// What stopped it; then nothing has happened.
pub fn act<'a>(
    stage: &Stage<'a>,
    call: &'a ActionCall,
    effects: &'a mut dyn Effects,
    watch: &'a [Watched],
) -> Result<Done, Failure> {
    let mut machine = for_action(stage, call, effects);
    machine.playing(nowhere())?.watched = watch;
    let before = machine.states(nowhere())?;
    let done = perform(&mut machine, call)?;
    machine.follow(before, Some(0), nowhere())?;
    if stage.turns {
        machine.arrange(call.action, nowhere())?;
    }
    machine.all_done(nowhere())?;
    machine.finish(done, watch)
}

/// Does an action, but not what follows from it: states that are entered and left, tags whose
/// time is over. For that there is [`follow`].
///
/// # Errors
///
/// What stopped it; then nothing has happened.
pub fn act_alone<'a>(stage: &Stage<'a>, call: &'a ActionCall, effects: &'a mut dyn Effects) -> Result<Done, Failure> {
    let mut machine = for_action(stage, call, effects);
    let done = perform(&mut machine, call)?;
    machine.all_done(nowhere())?;
    machine.finish(done, &[])
}

/// Runs the consequences of an action: `stage` has the characters after it, `before` the states before it.
///
/// # Errors
///
/// What stopped it; then nothing has happened.
pub fn follow<'a>(
    stage: &Stage<'a>,
    before: &States,
    answers: &'a BTreeMap<String, String>,
    effects: &'a mut dyn Effects,
) -> Result<Done, Failure> {
    let Stage { game, typed, env, world, told, .. } = *stage;
    let mut machine = Machine::new(game, typed, env, effects, &OFF_THE_TEST, told == Telling::Everything);
    machine.play = Some(play(world.clone(), answers, Vec::new()).on(stage));
    machine.follow(Rc::new(before.clone()), None, nowhere())?;
    machine.finish(nothing_done(), &[])
}

fn for_action<'a>(stage: &Stage<'a>, call: &'a ActionCall, effects: &'a mut dyn Effects) -> Machine<'a> {
    let Stage { game, typed, env, world, told, .. } = *stage;
    let mut machine = Machine::new(game, typed, env, effects, &OFF_THE_TEST, told == Telling::Everything);
    let mut play = play(world.clone(), &call.answers, call.interventions.clone()).on(stage);
    play.speaker = call.speaker.as_deref();
    machine.play = Some(play);
    machine
}

fn perform<'a>(machine: &mut Machine<'a>, call: &ActionCall) -> Result<RunningAction<'a>, Failure> {
    let at = nowhere();
    let game = machine.game;
    let action = game.actions.get(call.action).there(at)?;
    let mut cast = Vec::new();
    for (slot, who) in action.slots.iter().zip(&call.roles) {
        cast.push(match (&slot.kind, who.as_slice()) {
            (SlotKind::Many, all) => Cast::Many(all.to_vec()),
            (_, [one, ..]) => Cast::One(*one),
            (_, []) => Cast::Empty,
        });
    }
    machine.run_action(action, Some(call.action), cast, Vec::new(), at)
}

/// Lets time pass.
///
/// # Errors
///
/// What stopped it; then nothing has happened.
pub fn pass<'a>(
    stage: &Stage<'a>,
    passing: &'a Passing,
    effects: &'a mut dyn Effects,
    watch: &'a [Watched],
) -> Result<Done, Failure> {
    let at = nowhere();
    let mut machine = for_passing(stage, passing, effects);
    let before = machine.states(at)?;
    let mut left = machine.game.limits.passing;
    machine.pass(passing.time, &mut left, at)?;
    machine.follow(before, Some(0), at)?;
    machine.all_done(at)?;
    machine.finish(nothing_done(), watch)
}

/// Lets time pass, but not what follows from it: for that there is [`follow`].
///
/// # Errors
///
/// What stopped it; then nothing has happened.
pub fn pass_alone<'a>(stage: &Stage<'a>, passing: &'a Passing, effects: &'a mut dyn Effects) -> Result<Done, Failure> {
    let mut machine = for_passing(stage, passing, effects);
    let mut left = machine.game.limits.passing;
    machine.pass(passing.time, &mut left, nowhere())?;
    machine.finish(nothing_done(), &[])
}

pub(super) fn for_passing<'a>(stage: &Stage<'a>, passing: &'a Passing, effects: &'a mut dyn Effects) -> Machine<'a> {
    let Stage { game, typed, env, world, told, .. } = *stage;
    let mut machine = Machine::new(game, typed, env, effects, &OFF_THE_TEST, told == Telling::Everything);
    machine.play = Some(play(world.clone(), &passing.answers, passing.interventions.clone()).on(stage));
    machine
}

/// Rolls an expression as one character. In a typed test interventions are possible.
///
/// # Errors
///
/// What stopped it; then nothing has happened.
pub fn roll<'a>(
    stage: &Stage<'a>,
    prepared: &'a Prepared,
    who: usize,
    interventions: Vec<RequestedIntervention>,
    effects: &'a mut dyn Effects,
) -> Result<(Evaluation, Done), Failure> {
    let at = nowhere();
    let Stage { game, typed, env, world, told, .. } = *stage;
    let traced = told == Telling::Everything;
    let mut machine = Machine::new(game, typed, env, effects, prepared.program.source(), traced);
    machine.play = Some(play(world.clone(), no_answers(), interventions).on(stage));
    let before = machine.states(at)?;
    let play = machine.playing(at)?;
    play.who = who;
    play.rolling = true;
    let sides = match &prepared.program {
        Program::Value { .. } => Vec::new(),
        Program::Test(side) => vec![(side, who)],
        Program::Opposed(left, right) => [left, right].map(|side| (side, seat_of(side, who))).to_vec(),
    };
    let names: Vec<String> = sides.iter().map(|(_, who)| machine.name_of(*who)).collect();
    if let Some((side, _)) = sides.first() {
        let (test, who) = (game.tests[side.test].name.to_string(), names.clone());
        machine.step(|_| TraceStep::Began { label: "·".to_owned(), test, who });
    }
    let evaluation = machine.run(&prepared.program, &[])?;
    machine.trace = traced.then(|| evaluation.trace.clone());
    machine.rolls = evaluation.rolls.clone();
    if !sides.is_empty() {
        let (sides, outcome) = (evaluation.sides.clone(), evaluation.outcome.clone());
        machine.step(|_| TraceStep::Test { label: "·".to_owned(), who: names, sides, outcome });
    }
    if let Program::Test(side) = &prepared.program {
        let totals: Vec<Option<i64>> = evaluation.sides.iter().map(|side| side.total).collect();
        machine.rolled(Hook::Test(false, side.test), &totals, at)?;
        machine.settled_typed(side.test, evaluation.outcome.as_ref(), who, at)?;
    } else if let Some(outcome) = &evaluation.outcome {
        let tests: Vec<_> = sides.iter().map(|(side, _)| side.test).collect();
        machine.settled_contest(&tests, outcome, at)?;
    }
    machine.playing(at)?.last = evaluation.outcome.clone();
    machine.follow(before, Some(0), at)?;
    machine.all_done(at)?;
    Ok((evaluation, machine.finish(nothing_done(), &[])?))
}

/// A trait of a character: from the sheet, or its default.
///
/// # Errors
///
/// The trait has no value.
pub fn trait_of(stage: &Stage<'_>, who: usize, index: usize) -> Result<i64, Failure> {
    let mut no_dice = super::effects::TypedDice::new(&[]);
    let mut machine = Machine::new(stage.game, stage.typed, stage.env, &mut no_dice, &OFF_THE_TEST, false);
    machine.play = Some(seat(stage.world, who));
    machine.one_trait(index, nowhere())
}

/// The values of formulas as one character sees them. Nothing else happens. All together have one budget: what comes
/// after it is used up fails like the formula that used it up.
///
/// # Errors
///
/// None; each formula has its own.
pub fn look<'a>(
    game: &'a CheckedGame,
    typed: &'a Origin,
    env: &'a Env,
    world: &World,
    who: usize,
    effects: &'a mut dyn Effects,
    watch: &'a [Watched],
) -> Vec<Result<Answer, Failure>> {
    let no_dice = no_answers();
    let mut machine = Machine::new(game, typed, env, effects, &OFF_THE_TEST, false);
    let mut play = play(world.clone(), no_dice, Vec::new());
    play.who = who;
    play.quiet = true;
    machine.play = Some(play);
    let mut spent: Option<Failure> = None;
    let mut value = |(ir, kind): &'a Watched| {
        if let Some(spent) = &spent {
            return Err(spent.clone());
        }
        let value = machine.formula(ir).map(|value| machine.shown(&value, kind));
        spent = value.as_ref().err().filter(|failure| failure.is_of_a_budget()).cloned();
        value
    };
    watch.iter().map(&mut value).collect()
}

fn no_answers() -> &'static BTreeMap<String, String> {
    static NONE: BTreeMap<String, String> = BTreeMap::new();
    &NONE
}

/// An action that does nothing, and was done.
pub(super) fn nothing_done<'a>() -> RunningAction<'a> {
    static NOTHING: std::sync::OnceLock<Action> = std::sync::OnceLock::new();
    let action = NOTHING.get_or_init(Action::default);
    RunningAction { action, index: None, slots: Vec::new(), held: HeldThings::default() }
}

/// Who intervenes, if that is given.
fn intervener<'w>(intervention: &Intervention, wanted: &'w RequestedIntervention) -> Option<&'w str> {
    let said = intervention.places.iter().find_map(|place| wanted.answers.get(place.own_role()?));
    said.or(wanted.by.as_ref()).map(String::as_str)
}

/// Where an intervention takes hold, as the ruleset writes it.
#[must_use]
pub fn hooks(game: &CheckedGame, intervention: &Intervention) -> Vec<(&'static str, Vec<String>)> {
    let (before, after, settled) = ("help-before-these", "help-after-these", "help-settled-these");
    let places = intervention.hooks().into_iter().map(|hook| match hook {
        Hook::Test(true, test) => (before, game.tests[test].name.to_string()),
        Hook::Test(false, test) => (after, game.tests[test].name.to_string()),
        Hook::Settled(test) => (settled, game.tests[test].name.to_string()),
        Hook::Step(first, action, slot) => {
            let action = game.actions.get(action);
            let slot = action.and_then(|action| action.slots.get(slot));
            let name = |name: Option<&std::sync::Arc<str>>| name.map_or(String::new(), |name| name.to_string());
            (
                if first { before } else { after },
                format!("{}.{}", name(action.map(|one| &one.name)), name(slot.map(|slot| &slot.name))),
            )
        }
    });
    let mut found: Vec<(&'static str, Vec<String>)> = Vec::new();
    for (when, name) in places {
        match found.iter_mut().find(|(help, _)| *help == when) {
            Some((_, names)) => names.push(name),
            None => found.push((when, vec![name])),
        }
    }
    found
}

impl<'a> Machine<'a> {
    /// Checks that all requested interventions were done, unless they were requested only where they are possible.
    pub(super) fn all_done(&mut self, at: At) -> Result<(), Failure> {
        if self.effects.whenever() {
            self.nothing_unclear(at)?;
            return self.undone(at);
        }
        self.nothing_waits(at)?;
        self.nothing_unclear(at)
    }

    /// Checks that no request could have been about another roll than the one in which it was done, except one in which
    /// the same was done on another request.
    fn nothing_unclear(&mut self, at: At) -> Result<(), Failure> {
        let game = self.game;
        let play = self.playing(at)?;
        for Unplaced { chosen, rolls, .. } in &play.unplaced {
            let same = |other: &&RequestedIntervention| {
                (other.index, &other.by, &other.at) == (chosen.index, &chosen.by, &chosen.at)
            };
            let done = |roll: &usize| {
                let mut there = play.unplaced.iter().filter(|one| one.rolls.first() == Some(roll));
                there.any(|one| same(&&one.chosen))
            };
            let mut open = Vec::with_capacity(rolls.len());
            for roll in rolls {
                open.push((*roll, play.passed.get(*roll).there(at)?));
            }
            open.retain(|(_, passed)| !passed.over);
            // Where they are done whenever they can be, some of the same may still come.
            let coming = play.waiting.iter().filter(same).count();
            if open.iter().filter(|(roll, _)| !done(roll)).count() > coming {
                let names: Vec<String> = open.iter().map(|(_, one)| described(&play.passed, one)).collect();
                let intervention = game.interventions.get(chosen.index).there(at)?;
                let failure = Failure::new(Code::InterventionWhich, at).arg("name", &*intervention.name);
                return Err(failure.help_with("help-at", "names", names));
            }
        }
        Ok(())
    }

    /// Checks that every requested intervention found its place.
    pub(super) fn nothing_waits(&mut self, at: At) -> Result<(), Failure> {
        let game = self.game;
        match self.playing(at)?.waiting.front() {
            None => Ok(()),
            Some(left) => {
                let intervention = game.interventions.get(left.index).there(at)?;
                let here = |hook: Hook| intervention.places.iter().any(|place| place.takes(hook));
                let whose = left.at.is_none().then(|| intervener(intervention, left).map(str::to_owned)).flatten();
                let passed = &self.playing(at)?.passed;
                let names = passed.iter().filter(|one| here(one.hook) && !one.over);
                let names: Vec<String> = names.map(|one| described(passed, one)).collect();
                let failure = match whose.filter(|_| !names.is_empty()) {
                    Some(who) => {
                        let others = intervention.places.iter().all(|place| place.others);
                        let code = if others { Code::InterventionOwn } else { Code::InterventionWhose };
                        Failure::new(code, at).arg("who", who)
                    }
                    None => Failure::new(Code::InterventionNotHere, at),
                };
                let failure = failure.arg("name", &*intervention.name);
                Err(if names.is_empty() {
                    let hooks = hooks(game, intervention).into_iter();
                    let failure = hooks.fold(failure, |failure, (help, names)| failure.help_with(help, "names", names));
                    let rolls = rolls_of(self.trace.as_deref().unwrap_or_default());
                    if rolls.is_empty() { failure } else { failure.help_with("help-rolls-were", "names", rolls) }
                } else {
                    failure.help_with("help-at", "names", names)
                })
            }
        }
    }

    /// What the steps of an action computed; what people answered is not computed.
    fn computed(&self, done: &RunningAction<'a>) -> Vec<(String, Answer)> {
        let action = done.action;
        let asked = |slot: usize| slot < action.roles || action.ask.iter().any(|ask| ask.slot == slot);
        let slots = action.slots.iter().enumerate();
        let values = slots.filter_map(|(at, slot)| match (&slot.kind, done.value(at)) {
            // Of cards that are counted it is not known which one it is.
            (SlotKind::Value(Kind::Tag(kind)), _) if self.effects.counts_cards(*kind) => None,
            (SlotKind::Value(kind), Some(value)) if !asked(at) && !slot.name.starts_with('·') => {
                Some((slot.name.to_string(), self.shown(value, kind)))
            }
            _ => None,
        });
        values.collect()
    }

    /// Whether a text names a character that does not exist, such as the winner of a tie.
    fn names_missing_character(&mut self, text: &'a Ir) -> Result<bool, Failure> {
        let Op::Template(pieces) = &text.op else { return Ok(false) };
        for piece in pieces {
            if let Piece::Value(ir, Kind::Person) = piece
                && matches!(self.side_in_text(ir), Ok(None))
                && matches!(Failure::if_any(self.formula(ir))?, Some(Value::Int(..0)))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The first of some texts whose labels all have values.
    fn told(&mut self, texts: &'a [Ir]) -> Result<Option<String>, Failure> {
        for text in texts {
            if self.names_missing_character(text)? {
                continue;
            }
            match self.text(text) {
                Ok(text) => return Ok(Some(text)),
                Err(failure) if failure.is_about_what_was_not_done() => {}
                // A number was answered, which has no name.
                Err(failure) if failure.code() == Code::AnswerWithoutName => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(None)
    }

    /// Notes that the running action is over and no other did it, and what the ruleset tells of it. `begins`: see
    /// [`Outermost`].
    pub(super) fn note_outermost(&mut self, begins: usize, at: At) -> Result<(), Failure> {
        let Some(trace) = self.trace.take() else { return Ok(()) };
        let play = self.playing(at)?;
        let quiet = std::mem::replace(&mut play.quiet, true);
        let tells = &play.acts.last().there(at)?.action.tells;
        let told = self.told(tells)?;
        let play = self.playing(at)?;
        play.quiet = quiet;
        play.outermost.push(Outermost { begins, told });
        self.trace = Some(trace);
        Ok(())
    }

    pub(super) fn finish(mut self, done: RunningAction<'a>, watch: &'a [Watched]) -> Result<Done, Failure> {
        let mut watched = Vec::new();
        let values = if self.effects.curious() { self.computed(&done) } else { Vec::new() };
        let is_action = done.index.is_some();
        self.playing(nowhere())?.acts.push(done);
        if is_action {
            self.note_outermost(0, nowhere())?;
        }
        self.playing(nowhere())?.quiet = true;
        let trace = self.trace.take();
        for (ir, kind) in watch {
            if let Kind::Tag(tag) = kind {
                self.reads_card(*tag, CardRead::Itself, nowhere())?;
            }
            watched.push(self.formula(ir).map(|value| self.shown(&value, kind)));
        }
        let play = self.play.take().there(nowhere())?;
        let unused = play.answers.keys().filter(|name| !play.used.contains(*name)).cloned().collect();
        Ok(Done {
            events: play.events,
            world: play.world,
            trace: trace.unwrap_or_default(),
            rolls: self.rolls,
            outcome: play.last,
            said: play.said,
            watched,
            unused,
            passed: play.passed,
            begun: play.begun,
            outermost: play.outermost,
            values,
            undone: play.undone,
            taken: play.done,
        })
    }

    /// What follows when the outermost action has ended: states that were entered and left, tags
    /// that lasted until something is so. What that leads to is followed in turn. `events` is how many
    /// there were when it was as it is in `before`, if that was here.
    pub(super) fn follow(&mut self, mut before: Rc<States>, mut events: Option<usize>, at: At) -> Result<(), Failure> {
        let game = self.game;
        let this = self.push_pending(at)?;
        for _ in 0..self.game.limits.actions {
            // States are those from before where nothing has happened.
            let now = self.playing(at)?.events.len();
            let after = if events == Some(now) { Rc::clone(&before) } else { self.states(at)? };
            events = Some(now);
            let mut changed = false;
            let mut notices = Vec::new();
            for ((who, holder), to) in &*after {
                // A state that was unknown before was not left.
                let Some(from) = before.get(&(*who, *holder)).copied() else { continue };
                let between = game.holder(*holder).there(at)?.between;
                notices.extend(ways_there(between, from, *to).map(|(from, to)| (*who, *holder, from, to)));
            }
            before = after;
            for (place, (who, holder, from, to)) in notices.iter().copied().enumerate() {
                changed = true;
                let rest = notices.iter().skip(place).flat_map(|(who, holder, from, to)| [*who, *holder, *from, *to]);
                let states = before.iter().flat_map(|((who, holder), state)| [*who, *holder, *state]);
                self.set_pending(this, rest.chain(states).map(|number| number as i64), [], at)?;
                self.record(Event::State { who, holder, from, to }, at)?;
                let states = game.holder(holder).there(at)?.states;
                let leave = states.get(from).there(at)?.leave;
                let enter = states.get(to).there(at)?.enter;
                for action in leave.into_iter().chain(enter) {
                    self.by_itself(action, who, at)?;
                }
            }
            let states = before.iter().flat_map(|((who, holder), state)| [*who, *holder, *state]);
            self.set_pending(this, states.map(|number| number as i64), [], at)?;
            changed |= self.ended(at)?;
            if !changed {
                return self.pop_pending(this, at);
            }
        }
        Err(Failure::new(Code::TooManyActions, at).arg("limit", self.game.limits.actions))
    }
}

/// The changes that lead from one state to another: one, or one for each state on the way.
fn ways_there(between: bool, from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    let step = if between { 1 } else { from.abs_diff(to).max(1) };
    let (low, high) = (from.min(to), from.max(to));
    let places = (low..high).step_by(step);
    places.map(move |at| {
        let (at, next) = (at - low, at - low + step);
        if from < to { (from + at, from + next) } else { (from - at, from - next) }
    })
}
