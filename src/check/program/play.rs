//! State and actions, with indices instead of names.

use std::sync::Arc;

use super::game::{Default, Question};
use super::ir::{At, Ir, Kind};
use crate::ruleset::model::Overflow;

/// A unit of time.
#[derive(Debug, Clone)]
pub struct Time {
    pub name: Arc<str>,
    /// What is counted in these ends with it (all of them, also indirectly).
    pub ends: Vec<usize>,
    /// It lasts so many of others, which pass first.
    pub passes: Vec<(i64, usize)>,
}

/// A counter.
#[derive(Debug, Clone)]
pub struct Points {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// What there is at first; `None`: 0.
    pub start: Option<Default>,
    /// The least there can be; `None`: no bound.
    pub min: Option<Ir>,
    /// The most there can be.
    pub max: Option<Ir>,
    /// At these times it is set to that.
    pub renew: Vec<(usize, Ir)>,
    /// While it holds, nothing is taken or added.
    pub endless: Option<Ir>,
    /// It is kept once, for the table.
    pub shared: bool,
    /// The group that it belongs to.
    pub group: Option<Arc<str>>,
}

/// A row of boxes with marks.
#[derive(Debug, Clone)]
pub struct Track {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// How many boxes there are.
    pub boxes: Ir,
    /// How many of them a sheet draws in a row.
    pub row: Option<Ir>,
    /// Kinds of mark, lightest first, and their signs.
    pub marks: Vec<(Arc<str>, String)>,
    /// What happens to marks without a box.
    pub overflow: Overflow,
    /// States; the first that holds.
    pub states: Vec<State>,
}

/// A state of a track.
#[derive(Debug, Clone)]
pub struct State {
    pub name: Arc<str>,
    /// When it holds; `None`: always.
    pub when: Option<Ir>,
    /// Modifiers that it gives, by index.
    pub gives: Vec<(usize, Ir)>,
    /// The action done on entering it.
    pub enter: Option<usize>,
    /// The action done on leaving it.
    pub leave: Option<usize>,
    /// Actions done while in it: time, action.
    pub every: Vec<(usize, usize)>,
}

#[derive(Debug, Clone)]
pub struct TagKind {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// People name them.
    pub free_names: bool,
    /// Somebody may have more than one.
    pub several: bool,
    pub values: Vec<(Arc<str>, Question)>,
    /// Modifiers that it gives, by index.
    pub gives: Vec<(usize, Ir)>,
    /// How long it lasts unless it is said.
    pub lasts: Option<Duration>,
    /// Actions done while somebody has it: time, action.
    pub every: Vec<(usize, usize)>,
    /// The action done when its time is over.
    pub ends: Option<usize>,
}

/// How long something lasts.
#[derive(Debug, Clone)]
pub enum Duration {
    /// Until it is taken away.
    Permanent,
    /// So many of a unit; `None`: one.
    Times(Option<Ir>, usize),
    /// A formula that yields a unit: one of it.
    Unit(Ir),
}

/// A place for a value of a running action: a role, an answer, a labelled step.
#[derive(Debug, Clone)]
pub struct Slot {
    pub name: Arc<str>,
    /// What it holds.
    pub kind: SlotKind,
    /// It is the answer to a question for a trait.
    pub of_trait: bool,
}

/// What a slot holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SlotKind {
    /// A character.
    Role,
    /// Several characters.
    Many,
    Value(Kind),
    /// One of some points, whose owner is in this slot (or, without one, the current character).
    Points(Option<usize>),
    /// Faces of dice.
    Dice,
    /// A test that was rolled, by its index.
    Roll(usize),
    /// Two sides of a test: the test, and the slots of both roles.
    Contest(usize, usize, usize),
    /// Another action, by its index.
    Did(usize),
    /// Nothing that can be read.
    Nothing,
}

/// Something that can be done.
#[derive(Debug, Clone)]
pub struct Action {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Its slots: roles first, then questions, then labels.
    pub slots: super::SlotList,
    pub roles: usize,
    /// Its questions, by slot, in order.
    pub ask: Vec<Ask>,
    /// What has to hold, and what is said where it does not.
    pub need: Vec<(String, Ir)>,
    pub steps: Vec<Step>,
    /// When it is done by itself: time, and for whom.
    pub every: Vec<(usize, Ir)>,
}

/// A question of an action.
#[derive(Debug, Clone)]
pub struct Ask {
    /// The slot of its answer.
    pub slot: usize,
    /// What may be answered.
    pub question: Question,
    /// Who decides: the slot of a role, or a word.
    pub by: Option<Decider>,
    /// Whose trait, points or tag.
    pub of: Whose,
    pub when: Option<Ir>,
}

#[derive(Debug, Clone)]
pub enum Decider {
    /// Whoever plays a role.
    Role(usize),
    /// Somebody who is no character.
    Word(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Whoever is spoken of.
    Current,
    /// Whoever plays a role.
    Role(usize),
    Anybody,
}

/// Something that can be done in the middle of a test or an action.
#[derive(Debug, Clone)]
pub struct Intervention {
    pub name: Arc<str>,
    /// One line about it.
    pub doc: Option<String>,
    /// Where it can be done, and what is done there.
    pub places: Vec<Place>,
}

impl Intervention {
    /// Everywhere where it takes hold; tests in their order.
    #[must_use]
    pub fn hooks(&self) -> Vec<Hook> {
        let mut found: Vec<Hook> = self.places.iter().flat_map(Place::hooks).collect();
        found.sort_by_key(|hook| match hook {
            Hook::Test(before, test) => (0, !before, *test, 0),
            Hook::Step(before, action, slot) => (1, !before, *action, *slot),
        });
        found
    }

    /// The role of the character who intervenes, where that need not be the roller or the one who acts.
    #[must_use]
    pub fn own_role(&self) -> Option<&str> {
        self.places.iter().find_map(Place::own_role)
    }
}

impl Place {
    /// The role of the character who intervenes, where that need not be the roller or the one who acts.
    #[must_use]
    pub fn own_role(&self) -> Option<&str> {
        let own = self.action.slots.get(self.outer).filter(|_| self.outer < self.action.roles)?;
        Some(&own.name)
    }
}

/// An intervention in one place. It is lowered for each: what its names mean depends on it.
#[derive(Debug, Clone)]
pub struct Place {
    pub hook: Hook,
    /// Other tests with the same inputs and values in which it takes hold in the same way: variants
    /// of that of the hook, ascending. Interventions at the same test share them.
    pub also: Arc<[usize]>,
    /// What is done. At a test its first slot is the roller; at a step its first slots are
    /// those of the action.
    pub action: Action,
    /// How many of its slots belong to what it stands in.
    pub outer: usize,
    /// Its conditions exclude that the roller is the one who intervenes.
    pub others: bool,
    /// Whether it is possible.
    pub when: Option<Ir>,
    /// Whether it is done without asking.
    pub must: Option<Ir>,
}

impl Place {
    /// Whether it takes hold there.
    #[must_use]
    pub fn takes(&self, hook: Hook) -> bool {
        match (self.hook, hook) {
            (Hook::Test(before, _), Hook::Test(other, test)) if before == other && self.hook != hook => {
                self.also.binary_search(&test).is_ok()
            }
            _ => self.hook == hook,
        }
    }

    /// Everywhere where it takes hold.
    pub fn hooks(&self) -> impl Iterator<Item = Hook> {
        let before = matches!(self.hook, Hook::Test(true, _));
        std::iter::once(self.hook).chain(self.also.iter().map(move |test| Hook::Test(before, *test)))
    }
}

/// Where an intervention takes hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hook {
    /// At a test: whether before it; which.
    Test(bool, usize),
    /// At a step of an action: whether before it; the action, the slot of the label.
    Step(bool, usize, usize),
}

#[derive(Debug, Clone)]
pub struct Step {
    /// The slot of its label.
    pub slot: usize,
    /// When it is done.
    pub when: Option<Ir>,
    pub verb: Verb,
    pub at: At,
}

/// Who something is done to, or by: a formula whose value is a character.
pub type Who = Ir;

/// What can be done in a step.
#[derive(Debug, Clone)]
pub enum Verb {
    Value(Ir),
    Ask(Box<Ask>),
    /// Rolls a test.
    Roll(Box<RollStep>),
    /// Two sides roll a test against each other.
    Oppose(Box<OpposeStep>),
    /// Another action: which, its roles (lists of characters where a role is many), answers by
    /// slot.
    Do(usize, Vec<RoleGiven>, Vec<(usize, Ir)>),
    /// The first that holds.
    First(Vec<Step>),
    /// Several.
    Steps(Vec<Step>),
    /// For everybody in a role, or for every tag of a kind: the slot of each, of whom or what, steps.
    Each(usize, Over, Vec<Step>),
    /// Gives.
    Gain(Box<GainStep>),
    /// Takes away.
    Lose(Vec<Taken>, Option<Who>, bool),
    /// Passes points on: which and how many, from whom, to whom.
    Pay(Vec<(PointsRef, Ir)>, Who, Option<Who>),
    /// Marks boxes: how many, track, whose, which mark.
    Mark(Ir, usize, Who, usize),
    /// Frees boxes: how many (`None`: all), track, whose, which mark (`None`: lightest first).
    Heal(Option<Ir>, usize, Who, Option<usize>),
    /// Gives slots or values of tags another value.
    Set(Vec<(Target, Ir)>),
    /// Does what a cell says: the cell, to whom.
    Effects(Ir, Who),
    Say(Ir),
    /// Ends this action, saying something.
    Stop(Ir),
    /// Refuses.
    Fail(Ir),
    /// Puts a role in order: its slot, by what (seen from each), the action of those that tie.
    Order(usize, Vec<Ir>, Option<usize>),
    /// Throws dice of the roll again.
    Reroll(Again),
    /// Gives inputs of the running test another value.
    Change(Vec<(usize, Ir)>),
    /// It could not be read.
    Broken,
}

/// What steps are done for, one after the other.
#[derive(Debug, Clone)]
pub enum Over {
    /// Everybody in the role in this slot.
    Role(usize),
    /// All tags of a kind that somebody has.
    Tags(usize, Who),
}

/// Dice that are thrown again.
#[derive(Debug, Clone, Copy)]
pub struct Again {
    pub dice: Dice,
    /// Only those that show from here to there.
    pub showing: Option<(Option<i64>, Option<i64>)>,
    /// The better of both totals counts.
    pub better: bool,
}

/// Which dice of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dice {
    All,
    /// Those that the answer in a slot names.
    Answer(usize),
    /// Those that the test calls so: the index of the value.
    Hand(usize),
}

/// Who plays a role of another action.
#[derive(Debug, Clone)]
pub enum RoleGiven {
    /// One character.
    One(Who),
    /// Everybody in a slot.
    Many(usize),
    Nobody,
}

#[derive(Debug, Clone)]
pub struct RollStep {
    pub test: usize,
    pub by: Who,
    /// Its inputs, by index.
    pub with: Vec<(usize, Ir)>,
    /// Steps by index of an outcome.
    pub on: Vec<(usize, Vec<Step>)>,
    pub success: Option<Vec<Step>>,
    pub failure: Option<Vec<Step>>,
    /// Steps after the roll.
    pub seen: Vec<Step>,
}

/// Two sides as a step.
#[derive(Debug, Clone)]
pub struct OpposeStep {
    pub test: usize,
    /// The slots of the roles.
    pub sides: [usize; 2],
    /// Inputs of each.
    pub with: [Vec<(usize, Ir)>; 2],
    /// Steps if the left, the right or nobody wins.
    pub on: [Vec<Step>; 3],
    /// Steps after the roll.
    pub seen: Vec<Step>,
}

/// What is given, to whom and for how long.
#[derive(Debug, Clone)]
pub struct GainStep {
    pub what: Vec<Given>,
    /// To whom.
    pub to: Who,
    /// How long, for tags.
    pub lasts: Option<Duration>,
    /// Until this is true of the owner: index into the game's list.
    pub until: Option<usize>,
    /// Amounts below zero take away; else they are nothing.
    pub any: bool,
}

/// One thing that is given.
#[derive(Debug, Clone)]
pub enum Given {
    Points(PointsRef, Ir),
    Trait(usize, Ir),
    /// A tag: kind, name, values by index, how long.
    Tag(usize, Option<Ir>, Vec<(usize, Ir)>, Option<Duration>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointsRef {
    /// These.
    Fixed(usize),
    /// Those in a slot.
    Slot(usize),
}

/// What is taken away.
#[derive(Debug, Clone)]
pub enum Taken {
    Points(PointsRef, Ir),
    Trait(usize, Ir),
    /// All tags of a kind.
    Tags(usize),
    /// The tag in a slot.
    Tag(usize),
}

/// What `set` gives another value.
#[derive(Debug, Clone)]
pub enum Target {
    Slot(usize),
    /// A value of the tag in a slot.
    TagValue(usize, usize),
    /// Points of this character.
    Points(PointsRef, Who),
    /// A trait of this character.
    Trait(usize, Who),
    /// A value of the tag of a kind that this character has: kind, value, whose.
    KindValue(usize, usize, Who),
}
