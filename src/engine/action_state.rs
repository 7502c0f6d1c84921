//! The state of a running action, and the formulas that read it: slots, and entries of characters.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};

use super::answered_trait::AnsweredValue;
use super::effects::CardRead;
use super::entry_points::Watched;
use super::failure::{Failure, There as _};
use super::hooks::Passed;
use super::machine::{Machine, TestFrame, Value, too_large};
use super::policy::Policy;
use super::questions::only;
use super::result::Answer;
use super::test_rolls::Ties;
use super::value_cache::ValueCache;
use crate::check::RollSource;
use crate::check::program::{
    Action, AnswerKind, At, Default, FrameRead, Gathering, GroupRead, Ir, Kind, Named, NamedRead, Op, PointsId,
    RollFact, SlotKind, TagId,
};
use crate::diagnostic::Code;
use crate::dice::CompareOp;
use crate::syntax::TextSpan;
use crate::world::{Event, HeldTag, NOBODY, Person, TagValue, UNNAMED, World};

/// What a test is read off when an action rolls it.
pub(super) static OFF_THE_TEST: RollSource = RollSource::Test;

/// A game that is being played: who is there, and the actions that are running.
#[derive(Clone)]
pub(super) struct Play<'a> {
    pub(super) world: World,
    /// The character spoken of.
    pub(super) who: usize,
    /// What is being done; the last is the innermost.
    pub(super) pending: Vec<Unfinished>,
    /// Running actions; the last is the innermost.
    pub(super) acts: Vec<RunningAction<'a>>,
    pub(super) events: Vec<Event>,
    pub(super) memory: ValueCache,
    /// Characters that are no longer as they were at first.
    pub(super) changed: BTreeSet<usize>,
    /// Answers by the names of questions.
    pub(super) answers: &'a BTreeMap<String, String>,
    /// The only character for whom these answers may decide; without one, for all.
    pub(super) speaker: Option<&'a str>,
    /// Answers of the running intervention, which come first, and for whom they may decide.
    pub(super) local: Vec<(BTreeMap<String, String>, Option<String>)>,
    /// The running interventions; the last is the innermost.
    pub(super) interveners: Vec<Intervener>,
    pub(super) used: BTreeSet<String>,
    /// Interventions that were asked for and wait for their place.
    pub(super) waiting: VecDeque<RequestedIntervention>,
    /// Interventions that were done in the first roll in which they could be, as the request did not say in which, and
    /// the rolls in which they could have been done.
    pub(super) unplaced: Vec<Unplaced>,
    /// Those of them that were not possible where they were tried, and why.
    pub(super) refused: Vec<(RequestedIntervention, Failure)>,
    /// Those that were done whenever they could be.
    pub(super) done: Vec<RequestedIntervention>,
    /// Those that were not done at all.
    pub(super) undone: Vec<(RequestedIntervention, Failure)>,
    /// Those that were possible and that were decided against.
    pub(super) declined: Vec<RequestedIntervention>,
    /// How it is decided about them.
    pub(super) policy: Option<&'a Policy>,
    /// Formulas that are evaluated when all is done.
    pub(super) watched: &'a [Watched],
    /// The places for interventions that were passed.
    pub(super) passed: Vec<Passed>,
    /// An intervention that is not done yet: only where it is allowed is noted.
    pub(super) probe: Option<&'a RequestedIntervention>,
    /// Where in the trace each intervention that was wanted begins.
    pub(super) begun: Vec<usize>,
    /// The actions that no other did and that are over.
    pub(super) outermost: Vec<super::entry_points::Outermost>,
    /// The roll whose frame is open: how many actions ran, slot, side.
    pub(super) open: Option<(usize, usize, usize)>,
    /// Tags whose formulas run.
    pub(super) own: Vec<HeldTag>,
    /// What the last of them reads of itself was told already.
    pub(super) own_is_told: bool,
    /// The tag that a running action is about: one that was due or whose time is over.
    pub(super) about: Vec<HeldTag>,
    /// What an intervention costs is being paid.
    pub(super) paying: bool,
    /// No question is to be asked.
    pub(super) quiet: bool,
    /// Steps are done: what they read and was not asked yet is asked.
    pub(super) stepping: bool,
    /// Questions are not asked: what reads the answer to one ends it.
    pub(super) postpones: bool,
    /// An expression is rolled, and people may intervene in its test.
    pub(super) rolling: bool,
    /// Both sides of the expression that was rolled.
    pub(super) contest: Vec<Saved<'a>>,
    /// Where the running roll began, if several interventions may follow one another in it.
    pub(super) chain: Option<Ties>,
    /// The words said.
    pub(super) said: Vec<String>,
    /// The outcome of the last test.
    pub(super) last: Option<super::result::OutcomeResult>,
    /// Those that an action put in order last.
    pub(super) ordered: Vec<usize>,
}

/// A step, or anything else that is done for one after the other: what is left to do when it is done.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Unfinished {
    pub(super) at: At,
    /// Rounds, characters, states.
    pub(super) left: Vec<i64>,
    /// Numbers of tags.
    pub(super) tags: Vec<i64>,
}

/// An intervention that was done in the first roll in which it could be.
#[derive(Debug, Clone)]
pub(super) struct Unplaced {
    pub(super) chosen: RequestedIntervention,
    /// The rolls in which it could have been done, by the numbers of their places.
    pub(super) rolls: Vec<usize>,
    /// Whose points it took, which, and how many.
    pub(super) spent: Vec<(usize, PointsId, i64)>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedIntervention {
    /// Which, by index.
    pub index: usize,
    /// At which label, where there are several.
    pub at: Option<String>,
    /// At which place of those that are passed, by its number.
    pub place: Option<usize>,
    /// Who wants it: at a test they mean their own roll, unless stated otherwise.
    pub by: Option<String>,
    /// Answers to its questions and who plays its roles, by name.
    pub answers: BTreeMap<String, String>,
    /// The only character for whom the answers may decide; without one, for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    /// It is only looked whether it is refused: nothing is asked.
    #[serde(skip)]
    pub tried: bool,
}

/// A running intervention: who does it, and what it changes of the roll.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Intervener {
    pub(super) who: i64,
    /// It did something beside what it did to the roll and what it costs.
    pub(super) did: bool,
    /// It cost something.
    pub(super) paid: bool,
    /// It threw dice again that the roll certainly reads.
    pub(super) felt: bool,
    /// How many rolls there were where it began.
    pub(super) rolls: usize,
    /// Inputs that it changed, and the values that they had; `None`: they had none.
    pub(super) before: Vec<(usize, Option<AnsweredValue>)>,
    /// Rolls that it threw again and that may not be read.
    pub(super) again: Vec<usize>,
    /// What it did to the roll and that changed nothing.
    pub(super) idle: Vec<Idle>,
}

/// What an intervention did to a roll and that changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Idle {
    /// It changed an input that the roll does not read.
    Unread(String),
    /// It gave an input the value that it had.
    Same(String),
    /// It threw no die again; what to say for one to be thrown, if that can be said.
    NoDice(Option<String>),
    /// It threw dice again that the roll does not read.
    UnreadDice,
    /// It changed an input, and the roll comes to the same.
    Unnoticed(String),
}

#[derive(Clone)]
pub(super) struct RunningAction<'a> {
    pub(super) action: &'a Action,
    /// Its index; cells and interventions have none.
    pub(super) index: Option<usize>,
    pub(super) slots: Vec<Option<AnsweredValue>>,
    pub(super) held: HeldThings<'a>,
}

impl RunningAction<'_> {
    /// All characters in its wanted roles, each once.
    pub(super) fn people(&self, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        let cast =
            (0..self.action.roles).filter(|slot| wanted(*slot)).flat_map(|slot| match self.held.many.get(&slot) {
                Some(all) => all.clone(),
                None => self.character(slot).into_iter().collect(),
            });
        let mut seen = BTreeSet::new();
        cast.filter(|who| seen.insert(*who)).collect()
    }
}

/// What slots hold that is no value.
#[derive(Clone, Default)]
pub(super) struct HeldThings<'a> {
    pub(super) many: BTreeMap<usize, Vec<usize>>,
    pub(super) dice: BTreeMap<usize, Vec<super::dice_selection::CandidateDie>>,
    /// The same of dice that are not told one by one: all that show this.
    pub(super) showing: BTreeMap<usize, Vec<(CompareOp, i64)>>,
    pub(super) rolls: BTreeMap<usize, Vec<Option<Saved<'a>>>>,
    /// Values of rolls whose dice are gone, by slot and side; `None`: the outcome has no such value.
    pub(super) kept: BTreeMap<(usize, usize), BTreeMap<FrameRead, Option<Value>>>,
    pub(super) facts: BTreeMap<usize, Facts>,
    /// Actions that are over.
    pub(super) did: BTreeMap<usize, RunningAction<'a>>,
    /// Other names of rows that were answered, by slot.
    pub(super) called: BTreeMap<usize, String>,
}

/// A test that was rolled and can be read.
#[derive(Clone)]
pub(super) struct Saved<'a> {
    pub(super) frame: Option<TestFrame<'a>>,
    pub(super) shared: Option<usize>,
    pub(super) who: usize,
    pub(super) side: usize,
}

impl Saved<'_> {
    /// The dice that it has, by the numbers of their rolls.
    pub(super) fn rolls(&self) -> impl Iterator<Item = usize> {
        self.shared.into_iter().chain(self.frame.iter().flat_map(TestFrame::rolls))
    }
}

impl RunningAction<'_> {
    /// The dice that its rolls have, and that are answers in it.
    pub(super) fn rolls(&self, found: &mut BTreeSet<usize>) {
        found.extend(self.held.rolls.values().flatten().flatten().flat_map(Saved::rolls));
        found.extend(self.held.dice.values().flatten().map(|die| die.roll));
        self.held.did.values().for_each(|act| act.rolls(found));
    }
}

/// How a test or two sides ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Facts {
    pub(super) outcome: Option<i64>,
    pub(super) success: Option<bool>,
    pub(super) margin: Option<i64>,
    pub(super) winner: i64,
    pub(super) loser: i64,
    pub(super) tied: bool,
}

impl Facts {
    /// The same as the other of two sides sees it.
    pub(super) fn of_the_other(self) -> Self {
        let margin = self.margin.and_then(i64::checked_neg);
        Self { success: self.success.map(|success| !success), margin, ..self }
    }

    /// How the left of two sides compared with the right one.
    fn order(&self) -> Ordering {
        match self.success {
            Some(true) => Ordering::Greater,
            Some(false) => Ordering::Less,
            None => Ordering::Equal,
        }
    }
}

impl Play<'_> {
    /// A tag that a running action is about and that is no longer there, by its number: its time is over.
    fn just_ended(&self, number: i64) -> Option<&HeldTag> {
        self.about.iter().rev().find(|tag| tag.number == number)
    }

    /// A tag that someone had when this began, by its number, and that is no longer there.
    fn gone(&self, number: i64) -> Option<&HeldTag> {
        let lost = self.events.iter().rev().find_map(|event| match event {
            Event::TagLost { tag, .. } => Some(tag).filter(|tag| tag.number == number),
            _ => None,
        });
        lost.or_else(|| self.just_ended(number))
    }

    /// Whether the steps of an intervention run.
    pub(super) fn is_intervening(&self) -> bool {
        self.acts.last().is_some_and(|act| act.index.is_none())
    }
}

impl<'a> Machine<'a> {
    pub(super) fn playing(&mut self, at: At) -> Result<&mut Play<'a>, Failure> {
        self.play.as_deref_mut().there(at)
    }

    /// Whether the steps of an intervention run.
    pub(super) fn is_intervening(&self) -> bool {
        self.play.as_deref().is_some_and(Play::is_intervening)
    }

    pub(super) fn act(&mut self, at: At) -> Result<&mut RunningAction<'a>, Failure> {
        self.playing(at)?.acts.last_mut().there(at)
    }

    /// Something of the traits of a group.
    fn group(&mut self, how: &'a GroupRead, members: &'a [Ir], own: bool, at: At) -> Result<i64, Failure> {
        let mut numbers = Vec::with_capacity(members.len());
        for member in members {
            // What has no answer is not among them, nor what the character's kind does not have.
            let open = match &member.op {
                Op::Trait(index) => {
                    self.person().is_some_and(|one| one.lacks(self.game, Named::Trait(*index)).is_some())
                }
                Op::If(answered, ..) if matches!(answered.op, Op::Answered(_)) => self.whole(answered)? == 0,
                _ => false,
            };
            if !open {
                numbers.push(self.number(member)?);
            }
        }
        if own {
            let name = self.words(at);
            self.has_an_owner(&name, at)?;
            let named = self.person().map_or_else(|| self.env.open(), |person| &person.open);
            numbers.extend(named.values().map(|value| self.game.open_number(*value)));
        }
        self.look_at(numbers.len(), at)?;
        let wanted = match how {
            GroupRead::Gathered(Gathering::Highest) => return Ok(numbers.into_iter().max().unwrap_or(0)),
            GroupRead::Gathered(Gathering::Lowest) => return Ok(numbers.into_iter().min().unwrap_or(0)),
            GroupRead::Gathered(Gathering::Sum) => {
                let sum = numbers.into_iter().try_fold(0_i64, i64::checked_add);
                return sum.ok_or_else(|| too_large(at));
            }
            GroupRead::Count(wanted) => wanted,
        };
        let wanted =
            wanted.iter().map(|(op, than)| Ok((*op, self.number(than)?))).collect::<Result<Vec<_>, Failure>>()?;
        let is_met = |number: &i64| wanted.iter().any(|(op, than)| op.holds(*number, *than));
        i64::try_from(numbers.into_iter().filter(is_met).count()).map_err(|_| Failure::internal(at))
    }

    /// Something that has a name of the character's own.
    fn called(&mut self, name: &'a Ir, read: &'a NamedRead, at: At) -> Result<Value, Failure> {
        let Value::Text(name) = self.value(name)? else { return Err(Failure::internal(at)) };
        self.has_an_owner(&name, at)?;
        let known = match read {
            NamedRead::Trait(list, open) => {
                let named = |index: &&usize| self.game.traits.get(**index).is_some_and(|one| *one.name == *name);
                if let Some(index) = list.iter().find(named) {
                    let value = self.one_trait(*index, at)?;
                    return Ok(Value::Int(self.game.trait_number(*index, value)));
                }
                let own = self.person().map_or_else(|| self.env.open(), |person| &person.open);
                let same = |names: &BTreeMap<String, i64>| {
                    let at = only(names.keys().map(String::as_str), &name)?;
                    names.values().nth(at).copied()
                };
                // Typed, it may be written without accents or in another case.
                let known = own.get(&name).copied().or_else(|| same(own).filter(|_| at.origin == At::TYPED));
                let usual = self.game.open_group().and_then(|question| question.default.as_ref());
                let known = match (known, usual) {
                    _ if !open => None,
                    (None, Some(Default::Value(usual))) => Some(self.number(usual)?),
                    (known, _) => known,
                };
                known.map(|value| Value::Int(self.game.open_number(value)))
            }
            NamedRead::Tag(_) | NamedRead::Number(_) | NamedRead::Value(_) => {
                read.kinds().try_for_each(|kind| self.reads_tags(kind, Some(CardRead::Itself), at))?;
                self.look_at_tags(at)?;
                let tags = self.person().map_or(&[] as &[HeldTag], |person| &person.tags);
                let mut called = tags.iter().filter(|tag| tag.name.as_deref() == Some(&*name));
                match read {
                    NamedRead::Number(kind) => called.find(|tag| tag.kind == *kind).map(|tag| Value::Int(tag.number)),
                    NamedRead::Value(kinds) => called.find_map(|tag| {
                        let (_, value) = kinds.iter().find(|(kind, _)| *kind == tag.kind)?;
                        Some(value_of(tag.values.get(*value)?.clone()))
                    }),
                    _ => {
                        let mut kinds = read.kinds();
                        let found = kinds.any(|kind| called.clone().any(|tag| tag.kind == kind));
                        Some(Value::Int(i64::from(found)))
                    }
                }
            }
        };
        known.ok_or_else(|| match self.person() {
            Some(person) => Failure::new(Code::TagNotThere, at).arg("who", person.name.clone()).arg("name", name),
            None if !matches!(read, NamedRead::Trait(..)) => {
                Failure::new(Code::TagNotThere, at).arg("who", "none").arg("name", name)
            }
            None => {
                let example = format!("{name}=3");
                let failure = Failure::new(Code::TraitWithoutValue, at).arg("name", name).arg("who", "none");
                failure.help_with("help-give-with", "example", example)
            }
        })
    }

    /// The character spoken of, if there is one.
    pub(super) fn person(&self) -> Option<&Person> {
        let play = self.play.as_deref()?;
        play.world.people.get(play.who)
    }

    /// What a character has is read only where it is known whose it is: where several sit at the
    /// table and no roller was named, it would have no owner.
    pub(super) fn has_an_owner(&self, name: &str, at: At) -> Result<(), Failure> {
        let unowned = |who| matches!(who, NOBODY | UNNAMED);
        let Some(play) = self.play.as_deref().filter(|play| unowned(play.who) && play.world.people.len() > 1) else {
            return Ok(());
        };
        let people: Vec<&str> = play.world.people.iter().skip(1).map(|person| &*person.name).collect();
        // What a test or a cell reads is missing where it was typed.
        let typed = at.origin == At::TYPED;
        let called = self.frame.as_ref().and_then(|frame| frame.total_ir).map(|total| total.at);
        let called = called.filter(|called| called.origin == At::TYPED).unwrap_or_else(|| {
            let end = u32::try_from(self.typed.text.len()).unwrap_or(u32::MAX);
            At { origin: At::TYPED, span: TextSpan { start: 0, end } }
        });
        let failure = Failure::new(Code::WhoseName, if typed { at } else { called }).arg("name", name);
        let second = play.who == UNNAMED || self.side == 1;
        let help = if second { "help-second-side-of" } else { "help-say-who-rolls" };
        let failure = failure.help_with(help, "names", crate::diagnostic::words(&people));
        if !typed {
            return Err(failure);
        }
        // Typed without its accents or in the wrong case it is still that.
        let written = match self.game.names.contains_key(name) {
            true => crate::check::quoted_where_needed(name),
            false => self.words(at),
        };
        let whose = people.iter().map(|who| format!("{}.{written}", crate::check::quoted_where_needed(who)));
        Err(failure.help_with("help-one-of", "names", whose.collect::<Vec<_>>()))
    }

    /// What the kind of the current character does not have is an error.
    pub(super) fn is_of_its_kind(&self, what: Named, at: At) -> Result<(), Failure> {
        let Some((person, kind)) = self.person().and_then(|person| Some((person, person.lacks(self.game, what)?)))
        else {
            return Ok(());
        };
        let failure = Failure::new(Code::NotOfThisKind, at).arg("who", person.name.clone()).arg("kind", kind);
        Err(failure.arg("name", self.game.name_of(what)))
    }

    /// Only a character of its kind may play a role.
    pub(super) fn is_for(&self, (role, kind): (&str, Option<i64>), who: usize, at: At) -> Result<(), Failure> {
        let (Some(kinds), Some(kind)) = (&self.game.kinds, kind) else { return Ok(()) };
        let Some(play) = self.play.as_deref() else { return Ok(()) };
        let person = play.world.people.get(who).there(at)?;
        match person.kind(self.game) {
            Some(own) if own != kind => Err(Failure::new(Code::RoleOfAKind, at)
                .arg("name", role)
                .arg("who", person.name.clone())
                .arg("kind", kinds.name(own))
                .arg("wanted", kinds.name(kind))),
            _ => Ok(()),
        }
    }

    /// The same of those who play the roles of the innermost action.
    pub(super) fn roles_fit(&self, at: At) -> Result<(), Failure> {
        let Some(act) = self.play.as_deref().and_then(|play| play.acts.last()) else { return Ok(()) };
        for (slot, role) in act.action.slots.iter().enumerate().take(act.action.roles) {
            if let Some(who) = act.character(slot) {
                self.is_for((&role.name, role.of_kind), who, at)?;
            }
        }
        Ok(())
    }

    /// The same of tags, marks and what they give: a side of two that names no character has none.
    pub(super) fn has_an_owner_or_none(&self, name: &str, at: At) -> Result<(), Failure> {
        let unowned = self.play.as_deref().is_some_and(|play| play.who == UNNAMED);
        if unowned { Ok(()) } else { self.has_an_owner(name, at) }
    }

    fn tags_have_an_owner(&self, kind: TagId, at: At) -> Result<(), Failure> {
        self.has_an_owner_or_none(&self.game.tags[kind].name, at)
    }

    /// Evaluates seen from a character.
    pub(super) fn seen_from<T>(
        &mut self,
        who: usize,
        at: At,
        what: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let before = std::mem::replace(&mut self.playing(at)?.who, who);
        self.elsewhere |= self.in_state.is_some_and(|whose| whose != who);
        let found = what(self);
        self.playing(at)?.who = before;
        found
    }

    /// The place of a character; none is an error.
    pub(super) fn required_character(&mut self, ir: &'a Ir) -> Result<usize, Failure> {
        let value = self.number(ir)?;
        match usize::try_from(value) {
            Ok(who) => Ok(who),
            Err(_) => {
                let name = match &ir.op {
                    Op::Slot(slot) => self.label_of(*slot, ir.at)?,
                    _ => self.words(ir.at),
                };
                Err(Failure::new(Code::NobodyThere, ir.at).arg("name", name))
            }
        }
    }

    /// The place of a character, if there is one.
    pub(super) fn optional_character(&mut self, ir: &'a Ir) -> Result<Option<usize>, Failure> {
        Ok(usize::try_from(self.number(ir)?).ok())
    }

    #[inline(never)]
    pub(super) fn compute_play(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        let number = match &ir.op {
            Op::Points(index, read) => self.points_read(*index, *read, ir.at)?,
            Op::PointsAt(reference, read) => {
                let index = self.game.points.numbered(self.number(reference)?).there(ir.at)?;
                self.points_read(index, *read, ir.at)?
            }
            Op::Track(index, read) => self.track_read(*index, *read, ir.at)?,
            Op::State(holder) => self.state_read(*holder, ir.at)?,
            Op::HasTag(kind) => {
                self.tags_have_an_owner(*kind, ir.at)?;
                self.reads_tags(*kind, None, ir.at)?;
                self.look_at_tags(ir.at)?;
                i64::from(self.person().is_some_and(|person| person.tags.iter().any(|tag| tag.kind == *kind)))
            }
            Op::TagCount(kind, wanted) => {
                self.tags_have_an_owner(*kind, ir.at)?;
                self.reads_tags(*kind, None, ir.at)?;
                self.look_at_tags(ir.at)?;
                let mut values = Vec::new();
                for (index, op, wanted) in wanted {
                    let value = self.value(wanted)?;
                    let read = match op {
                        CompareOp::Equal | CompareOp::NotEqual => CardRead::Is(*index, held_of(value.clone())),
                        _ => CardRead::Value(*index),
                    };
                    self.reads_card(*kind, read, ir.at)?;
                    values.push((*index, *op, value));
                }
                let has = |tag: &&HeldTag| {
                    tag.kind == *kind
                        && values.iter().all(|(index, op, value)| {
                            tag.values.get(*index).is_some_and(|held| meets(held, *op, value))
                        })
                };
                let count = self.person().map_or(0, |person| person.tags.iter().filter(has).count());
                count as i64
            }
            Op::CardsLeft(kind) => self.cards_left(*kind, ir.at)?,
            Op::Turn(what) => self.turn_read(*what),
            Op::TagValue(kind, index) => {
                self.tags_have_an_owner(*kind, ir.at)?;
                self.reads_tags(*kind, Some(CardRead::Value(*index)), ir.at)?;
                let held = self.tag_of_kind(*kind, ir.at)?.and_then(|tag| tag.values.get(*index).cloned());
                return match held {
                    Some(held) => {
                        let held = value_of(held);
                        self.tell_value_of_tag(*kind, Ok(&self.game.tags[*kind].name), *index, &held);
                        Ok(held)
                    }
                    None => {
                        let name = self.game.tags[*kind].name.to_string();
                        let who = self.person().map_or(String::new(), |person| person.name.clone());
                        Err(Failure::new(Code::TagNotThere, ir.at).arg("name", name).arg("who", who))
                    }
                };
            }
            Op::ValueOfTag(which, index) => {
                let number = self.number(which)?;
                let read = |tag: &HeldTag| (tag.kind, tag.values.get(*index).cloned());
                let tag = self.tag_numbered(number, ir.at)?.map(|(_, tag)| read(tag));
                let tag = tag.or_else(|| self.play.as_deref()?.just_ended(number).map(read));
                if let Some((kind, _)) = &tag {
                    self.reads_tags(*kind, Some(CardRead::Value(*index)), ir.at)?;
                }
                let Some((kind, held)) = tag.and_then(|(kind, held)| Some((kind, value_of(held?)))) else {
                    let name = self.words(which.at);
                    return Err(Failure::new(Code::NoTag, ir.at).arg("name", name.trim_matches(['«', '»'])));
                };
                if self.telling() {
                    let label = self.words(which.at);
                    self.tell_value_of_tag(kind, Err(&label), *index, &held);
                }
                return Ok(held);
            }
            Op::TagOwner(tag) => {
                let number = self.number(tag)?;
                let owner = self.tag_numbered(number, ir.at)?.map(|(who, tag)| (who, tag.kind));
                if let Some((_, kind)) = owner {
                    self.reads_tags(kind, None, ir.at)?;
                }
                // A tag that is gone has no owner.
                owner.map_or(-1, |(who, _)| who as i64)
            }
            Op::OwnValue(index) => {
                let play = self.playing(ir.at)?;
                let (told, own) = (play.own_is_told, play.own.last());
                let (kind, held) = own.map(|tag| (tag.kind, tag.values.get(*index).cloned())).there(ir.at)?;
                if !told {
                    self.reads_card(kind, CardRead::Value(*index), ir.at)?;
                }
                return held.map(value_of).there(ir.at);
            }
            Op::Gather(how, modifier) => self.gather(*how, *modifier, ir.at)?,
            Op::Group(how, members, own) => self.group(how, members, *own, ir.at)?,
            Op::Named(name, read) => return self.called(name, read, ir.at),
            Op::Slot(slot) => return self.slot(*slot, ir.at),
            Op::NameOf(answer) => return self.name_of_answer(answer).map(Value::Text),
            Op::Of(person, inner) => {
                let who = self.required_character(person)?;
                return self.seen_from(who, ir.at, |machine| machine.value(inner));
            }
            Op::InRoll(slot, side, inner) => return self.in_roll(*slot, *side, inner, ir.at),
            Op::RollFact(slot, fact) => self.fact(*slot, *fact, ir.at)?,
            Op::Did(slot, inner) => {
                let act = self.act(ir.at)?;
                let found = act.held.did.get(slot).and_then(|did| did.value(*inner)).cloned();
                return found.ok_or_else(|| Failure::new(Code::LabelNotSet, ir.at).arg("name", self.words(ir.at)));
            }
            Op::Inside(slot, inner) => {
                let Some(did) = self.act(ir.at)?.held.did.remove(slot) else {
                    return Err(Failure::new(Code::LabelNotSet, ir.at).arg("name", self.words(ir.at)));
                };
                self.playing(ir.at)?.acts.push(did);
                let found = self.value(inner);
                let did = self.playing(ir.at)?.acts.pop().there(ir.at)?;
                self.act(ir.at)?.held.did.insert(*slot, did);
                return found;
            }
            Op::Late(name) => return self.late(name, ir.at),
            _ => return Err(Failure::internal(ir.at)),
        };
        Ok(Value::Int(number))
    }

    /// A tag by its number, and whose it is.
    pub(super) fn tag_numbered(&mut self, number: i64, at: At) -> Result<Option<(usize, &HeldTag)>, Failure> {
        let there = self.playing(at)?.world.size();
        self.look_at(there, at)?;
        Ok(self.playing(at)?.world.tag(number))
    }

    /// Counts the tags of the current character.
    fn look_at_tags(&mut self, at: At) -> Result<(), Failure> {
        let there = self.person().map_or(0, |person| person.tags.len());
        self.look_at(there, at)
    }

    /// The tag of a kind that the running action is about, or that the current character has.
    pub(super) fn tag_of_kind(&mut self, kind: TagId, at: At) -> Result<Option<HeldTag>, Failure> {
        let Some(play) = self.play.as_deref() else { return Ok(None) };
        if let Some(tag) = play.about.iter().rev().find(|tag| tag.kind == kind).cloned() {
            let now = self.tag_numbered(tag.number, at)?.map(|(_, tag)| tag.clone());
            return Ok(Some(now.unwrap_or(tag)));
        }
        self.look_at_tags(at)?;
        let Some(person) = self.person() else { return Ok(None) };
        let mut held = person.tags.iter().filter(|tag| tag.kind == kind);
        let (first, second) = (held.next(), held.next());
        if second.is_some() {
            let name = self.game.tags[kind].name.to_string();
            return Err(Failure::new(Code::TagOfSeveral, at).arg("name", name).arg("who", person.name.clone()));
        }
        Ok(first.cloned())
    }

    fn slot(&mut self, slot: usize, at: At) -> Result<Value, Failure> {
        self.ask_late(slot, at)?;
        let act = self.act(at)?;
        if let Some(value) = act.value(slot) {
            return Ok(value.clone());
        }
        let def = act.action.slots.get(slot).there(at)?;
        let name = def.name.to_string();
        if def.kind == SlotKind::Role {
            return Err(Failure::new(Code::NobodyThere, at).arg("name", name));
        }
        if def.optional {
            return Err(super::lookups::not_answered(&name, at));
        }
        // Which of several tests a label is has no name of its own.
        Err(Failure::new(Code::LabelNotSet, at).arg("name", name.trim_start_matches('·')))
    }

    fn fact(&mut self, slot: usize, fact: RollFact, at: At) -> Result<i64, Failure> {
        let act = self.act(at)?;
        let found = act.held.facts.get(&slot).copied();
        let name = &act.action.slots.get(slot).there(at)?.name;
        let missing = || Failure::new(Code::NotRolledYet, at).arg("name", &**name);
        let facts = found.ok_or_else(missing)?;
        match fact {
            RollFact::Outcome => {
                facts.outcome.ok_or_else(|| Failure::new(Code::NoOutcomeHolds, at).arg("name", &**name))
            }
            RollFact::Success => Ok(i64::from(facts.success == Some(true))),
            RollFact::Failure => Ok(i64::from(facts.success == Some(false))),
            RollFact::Class(class) => {
                let SlotKind::Roll(test) = act.action.slots.get(slot).there(at)?.kind else { return Err(missing()) };
                let outcomes = &self.game.tests[test].outcomes;
                let reached = facts.outcome.and_then(|index| outcomes.get(usize::try_from(index).ok()?));
                Ok(i64::from(reached.is_some_and(|outcome| outcome.classes.contains(&class))))
            }
            RollFact::Margin => match facts.margin {
                Some(margin) => Ok(margin),
                // A roll that was not counted, or has no outcome.
                None => self.margin_of(slot, at)?.ok_or_else(|| Failure::new(Code::NoTarget, at)),
            },
            RollFact::Winner => Ok(facts.winner),
            RollFact::Loser => Ok(facts.loser),
            RollFact::Tied => Ok(i64::from(facts.tied)),
        }
    }

    /// What was not counted while it was rolled: the margin of a test or of two sides.
    pub(super) fn margin_of(&mut self, slot: usize, at: At) -> Result<Option<i64>, Failure> {
        let sides = self.act(at)?.held.rolls.get(&slot).there(at)?.len();
        let mut totals = Vec::new();
        let mut opposed = None;
        for side in 0..sides {
            let outer = self.open_roll(slot, side, at)?;
            opposed = self.frame.as_ref().and_then(|frame| frame.test.opposed.as_ref());
            let found = if sides == 1 { self.margin(at).map(Some) } else { self.margin_of_side(at) };
            self.close_roll(slot, side, outer, at)?;
            totals.push(found?);
        }
        Ok(match totals.as_slice() {
            [margin] => *margin,
            [Some(left), Some(right)] => {
                let ended = self.act(at)?.held.facts.get(&slot).map(Facts::order).there(at)?;
                Some(opposed.there(at)?.margin(ended, *left, *right).ok_or_else(|| too_large(at))?)
            }
            _ => None,
        })
    }

    /// A formula seen from a test that was rolled.
    pub(super) fn in_roll(&mut self, slot: usize, side: usize, ir: &'a Ir, at: At) -> Result<Value, Failure> {
        let depth = self.playing(at)?.acts.len();
        if self.playing(at)?.open == Some((depth, slot, side)) {
            return self.value(ir);
        }
        if let Some(kept) = self.kept_value((slot, side), ir)? {
            return Ok(kept);
        }
        let outer = self.open_roll(slot, side, at)?;
        let value = self.value(ir);
        self.close_roll(slot, side, outer, at)?;
        value
    }

    /// A formula seen from a test whose dice are gone, if it was kept.
    pub(super) fn kept_value(&mut self, roll: (usize, usize), ir: &Ir) -> Result<Option<Value>, Failure> {
        let Some(kept) = self.act(ir.at)?.held.kept.get(&roll) else { return Ok(None) };
        let Some(found) = FrameRead::of(ir).and_then(|read| kept.get(&read)) else { return Ok(None) };
        match (found, &ir.op) {
            (Some(value), _) => Ok(Some(value.clone())),
            (None, Op::Late(name)) => Err(Failure::new(Code::NotInThisOutcome, ir.at).arg("name", &**name)),
            (None, _) => Err(Failure::internal(ir.at)),
        }
    }

    /// Makes a test that was rolled the running one; what ran before is returned.
    pub(super) fn open_roll(&mut self, slot: usize, side: usize, at: At) -> Result<Outer<'a>, Failure> {
        let act = self.act(at)?;
        let saved = act.held.rolls.get_mut(&slot).and_then(|sides| sides.get_mut(side)).and_then(Option::take);
        let Some(saved) = saved else {
            let name = &*act.action.slots.get(slot).there(at)?.name;
            return Err(Failure::new(Code::NotRolledYet, at).arg("name", name));
        };
        let depth = self.playing(at)?.acts.len();
        let play = self.playing(at)?;
        let open = play.open.replace((depth, slot, side));
        let who = std::mem::replace(&mut play.who, saved.who);
        Ok(Outer {
            frame: std::mem::replace(&mut self.frame, saved.frame),
            shared: std::mem::replace(&mut self.shared, saved.shared),
            source: std::mem::replace(&mut self.source, &OFF_THE_TEST),
            side: std::mem::replace(&mut self.side, saved.side),
            who,
            open,
        })
    }

    pub(super) fn close_roll(&mut self, slot: usize, side: usize, outer: Outer<'a>, at: At) -> Result<(), Failure> {
        let frame = std::mem::replace(&mut self.frame, outer.frame);
        let shared = std::mem::replace(&mut self.shared, outer.shared);
        self.source = outer.source;
        let saved_side = std::mem::replace(&mut self.side, outer.side);
        let play = self.playing(at)?;
        play.open = outer.open;
        let who = std::mem::replace(&mut play.who, outer.who);
        let act = self.act(at)?;
        // Where a failure left an intervention open, the roll is not its own: the failure is what counts.
        let sides = act.held.rolls.entry(slot).or_default();
        while sides.len() <= side {
            sides.push(None);
        }
        *sides.get_mut(side).there(at)? = Some(Saved { frame, shared, who, side: saved_side });
        Ok(())
    }

    /// A value of the outcome that the running test reached.
    fn late(&mut self, name: &str, at: At) -> Result<Value, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let (test, first) = (frame.test, frame.test.values.len());
        if test.ends_by_itself(true) && test.opposed.is_some() && frame.late.is_empty() {
            // Of two sides, the outcome may not be computed yet.
            let trace = self.trace.take();
            let reached = self.outcome(test, true);
            self.trace = trace;
            let late = reached?.map_or(&[][..], |(_, outcome)| outcome.values.as_slice());
            let frame = self.frame.as_mut().there(at)?;
            frame.values.resize(first + late.len(), None);
            frame.late = late;
        }
        let frame = self.frame.as_ref().there(at)?;
        let index = frame.late.iter().position(|value| *value.name == *name);
        match index {
            Some(index) => self.test_value(first + index, at),
            None => Err(Failure::new(Code::NotInThisOutcome, at).arg("name", name)),
        }
    }

    /// A value as people see it; who and what it is, the table knows.
    pub(super) fn shown(&self, value: &Value, kind: &Kind) -> Answer {
        let number = match value {
            Value::Int(number) => *number,
            Value::Text(text) => return Answer::Text(text.clone()),
        };
        let world = self.play.as_deref().map(|play| &play.world);
        match kind {
            Kind::Person => {
                let person = usize::try_from(number).ok().and_then(|at| world?.people.get(at));
                Answer::Text(person.map_or("none".to_owned(), |person| person.name.clone()))
            }
            Kind::Tag(_) => {
                let tag = world.and_then(|world| world.tag(number)).map(|(_, tag)| tag);
                let tag = tag.or_else(|| self.play.as_deref()?.gone(number));
                let name = tag.map(|tag| tag.name.clone().unwrap_or_else(|| self.game.tags[tag.kind].name.to_string()));
                Answer::Text(name.unwrap_or_else(|| "none".to_owned()))
            }
            kind => Answer::of(self.game, kind, number),
        }
    }
}

/// What ran before a roll was opened.
pub(super) struct Outer<'a> {
    frame: Option<TestFrame<'a>>,
    shared: Option<usize>,
    source: &'a RollSource,
    side: usize,
    who: usize,
    open: Option<(usize, usize, usize)>,
}

pub(super) static ANY_NUMBER: AnswerKind = AnswerKind::Number(None, None);

fn meets(held: &TagValue, op: CompareOp, value: &Value) -> bool {
    match (held, value) {
        (TagValue::Number(one), Value::Int(other)) => op.holds(*one, *other),
        (TagValue::Text(one), Value::Text(other)) => (one == other) == (op == CompareOp::Equal),
        _ => false,
    }
}

pub(super) fn value_of(held: TagValue) -> Value {
    match held {
        TagValue::Number(number) => Value::Int(number),
        TagValue::Text(text) => Value::Text(text),
    }
}

pub(super) fn held_of(value: Value) -> TagValue {
    match value {
        Value::Int(number) => TagValue::Number(number),
        Value::Text(text) => TagValue::Text(text),
    }
}
