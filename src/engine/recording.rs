//! Records dice and answers, so that an action can be replayed up to the place where a player intervenes.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::effects::{Asked, Decision, Effects, Observer, Refusal};
use super::result::Answer;
use crate::check::program::Die;

/// One answer of the outside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RecordedInput {
    /// Dice fell, and in which roll.
    Dice(RecordedRoll, Die, Vec<i64>),
    /// A number: the name of the value that was asked for, and the answer.
    Number(String, Option<i64>),
    /// A decision: the action, the question, and the answer.
    Word(String, String, Option<String>),
    /// An offer to decide: the intervention, the question, and the answer.
    Offer(String, String, Option<String>),
}

/// The roll that dice belong to: its label, the roller, its number among rolls with both in common, and the
/// intervention that throws them again.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct RecordedRoll {
    label: String,
    who: String,
    nth: usize,
    intervention: Option<String>,
}

/// All answers of the outside during an action.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    came: Vec<RecordedInput>,
    /// By place for interventions: the number of answers at the time when it was left.
    places: Vec<usize>,
}

impl Record {
    /// The faces, in the order in which they fell.
    #[must_use]
    pub fn faces(&self) -> Vec<i64> {
        let faces =
            |one: &RecordedInput| if let RecordedInput::Dice(_, _, faces) = one { faces.clone() } else { Vec::new() };
        self.came.iter().flat_map(faces).collect()
    }

    /// The faces that fell after a place was left and are not in `now`.
    #[must_use]
    pub fn lost_after(&self, place: usize, now: &Self) -> Vec<i64> {
        let mut there: Vec<&RecordedInput> = now.came.iter().collect();
        let lost = self.from(place).1.iter().filter(|one| match there.iter().position(|other| other == one) {
            Some(at) => {
                there.remove(at);
                false
            }
            None => true,
        });
        lost.flat_map(|one| if let RecordedInput::Dice(_, _, faces) = one { faces.clone() } else { Vec::new() })
            .collect()
    }

    /// The answers up to the end of a place, and the later ones. Before a place that was not left yet there are none.
    fn from(&self, place: usize) -> (&[RecordedInput], &[RecordedInput]) {
        let end = self.places.get(place).map_or(0, |end| (*end).min(self.came.len()));
        self.came.split_at(end)
    }
}

/// Records the answers of the outside. Recorded answers come first.
pub struct Recorder<'a> {
    outside: &'a mut dyn Effects,
    /// Recorded answers that are given again, in order.
    again: VecDeque<RecordedInput>,
    /// Answers that are given again wherever the same is asked.
    answers: Vec<RecordedInput>,
    /// Recorded faces by roll: the same dice thrown in the same roll show them again.
    fallen: BTreeMap<RecordedRoll, VecDeque<(Die, Vec<i64>)>>,
    /// The roll whose dice are being thrown.
    roll: RecordedRoll,
    /// The number of rolls so far, by label and roller.
    rolls: BTreeMap<(String, String), usize>,
    /// The rolls around the current one, in which an intervention runs.
    outer: Vec<RecordedRoll>,
    /// Answers may be asked for in another order than they were recorded in.
    loose: bool,
    record: Record,
}

impl<'a> Recorder<'a> {
    /// A recorder without recorded answers.
    pub fn new(outside: &'a mut dyn Effects) -> Self {
        Self {
            outside,
            again: VecDeque::new(),
            answers: Vec::new(),
            fallen: BTreeMap::new(),
            roll: RecordedRoll::default(),
            rolls: BTreeMap::new(),
            outer: Vec::new(),
            loose: false,
            record: Record::default(),
        }
    }

    /// Replays inputs up to `place`. After it, rerolled dice keep their recorded faces, other dice are thrown again,
    /// and recorded answers hold except those of the interveners in `gone`.
    pub fn again(outside: &'a mut dyn Effects, before: &Record, place: usize, gone: &[&str]) -> Self {
        let (again, later) = before.from(place);
        let holds = |one: &&RecordedInput| match one {
            RecordedInput::Number(..) => true,
            RecordedInput::Word(action, ..) | RecordedInput::Offer(action, ..) => !gone.contains(&action.as_str()),
            RecordedInput::Dice(..) => false,
        };
        let mut recorder = Self::new(outside);
        recorder.again = again.iter().cloned().collect();
        recorder.answers = later.iter().filter(holds).cloned().collect();
        recorder.lay(later, |_| true);
        recorder
    }

    /// What was thrown in a roll is thrown there again, whatever is left out between: rerolls of an intervention that
    /// does not happen now are no dice of the next roll.
    pub fn roll_by_roll(outside: &'a mut dyn Effects, before: &Record) -> Self {
        let answers = before.came.iter().filter(|one| !matches!(one, RecordedInput::Dice(..)));
        let mut recorder = Self { answers: answers.cloned().collect(), ..Self::new(outside) };
        recorder.lay(&before.came, |_| true);
        recorder
    }

    /// An intervention is done once more that was done in another record after a place: what was answered to it,
    /// and dice that fell then.
    #[must_use]
    pub fn repeating(mut self, before: &Record, place: usize, intervention: &str) -> Self {
        let (earlier, later) = before.from(place);
        let own = |one: &&RecordedInput| matches!(one, RecordedInput::Word(action, ..) | RecordedInput::Offer(action, ..) if action == intervention);
        self.answers.extend(later.iter().filter(own).cloned());
        // Those that lie there already were repeated before: of two rerolls in one roll the second shows its own faces.
        let laid = self.fallen.iter().flat_map(|(roll, fallen)| std::iter::repeat_n(roll, fallen.len()));
        let mut there: Vec<RecordedRoll> = laid.cloned().collect();
        there.extend(self.again.iter().skip(earlier.len()).filter_map(|one| match one {
            RecordedInput::Dice(roll, ..) => Some(roll.clone()),
            _ => None,
        }));
        self.lay(later, |roll| match there.iter().position(|one| one == roll) {
            None => true,
            Some(at) => {
                there.swap_remove(at);
                false
            }
        });
        self
    }

    /// Keeps recorded faces of the rolls that `which` selects.
    fn lay(&mut self, came: &[RecordedInput], mut which: impl FnMut(&RecordedRoll) -> bool) {
        for one in came {
            if let RecordedInput::Dice(roll, die, faces) = one
                && which(roll)
            {
                self.fallen.entry(roll.clone()).or_default().push_back((die.clone(), faces.clone()));
            }
        }
    }

    /// Replays a whole record without changes. Questions may come earlier than they did.
    pub fn over(outside: &'a mut dyn Effects, before: &Record) -> Self {
        Self { again: before.came.iter().cloned().collect(), loose: true, ..Self::new(outside) }
    }

    /// All answers that were given, replayed ones included.
    #[must_use]
    pub fn record(self) -> Record {
        self.record
    }

    /// The recorded faces of the next dice of the current roll. If the dice are others now, all records of the roll are
    /// dropped.
    fn fell(&mut self, die: &Die, count: u32) -> Option<Vec<i64>> {
        let fallen = self.fallen.get_mut(&self.roll)?;
        match fallen.pop_front() {
            Some((of, faces)) if of == *die && faces.len() == count as usize => Some(faces),
            _ => {
                fallen.clear();
                None
            }
        }
    }

    /// The next that comes again, if it is what is wanted now.
    fn next(&mut self, fits: impl Fn(&RecordedInput) -> bool) -> Option<RecordedInput> {
        if self.again.front().is_some_and(&fits) {
            return self.again.pop_front();
        }
        if self.loose {
            let at = self.again.iter().position(fits)?;
            return self.again.remove(at);
        }
        // Nothing else happens before the place, unless the rules were changed meanwhile.
        self.again.clear();
        let at = self.answers.iter().position(fits)?;
        Some(self.answers.remove(at))
    }
}

impl Effects for Recorder<'_> {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        let same = |one: &RecordedInput| matches!(one, RecordedInput::Dice(_, of, fell) if of == die && fell.len() == count as usize);
        let came = match self.next(same) {
            Some(RecordedInput::Dice(_, _, fell)) => Some(fell),
            _ => self.fell(die, count),
        };
        let fell = match came {
            Some(fell) => fell,
            None => {
                let mut fell = Vec::new();
                self.outside.throw(die, count, &mut fell)?;
                fell
            }
        };
        faces.extend(&fell);
        self.record.came.push(RecordedInput::Dice(self.roll.clone(), die.clone(), fell));
        Ok(())
    }

    fn answer(&mut self, asked: &Asked<'_>) -> Result<Option<i64>, Refusal> {
        let said = match self.next(|one| matches!(one, RecordedInput::Number(name, Some(_)) if name == asked.name)) {
            Some(RecordedInput::Number(_, said)) => said,
            _ => self.outside.answer(asked)?,
        };
        self.record.came.push(RecordedInput::Number(asked.name.to_owned(), said));
        Ok(said)
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        let same = |one: &RecordedInput| match one {
            RecordedInput::Word(action, name, Some(said)) => {
                // What there was to choose from may be gone.
                let there =
                    asked.options.is_empty() || asked.options.contains(said) || crate::source::whole(said).is_some();
                action == asked.action && name == asked.name && there
            }
            _ => false,
        };
        let said = match self.next(same) {
            Some(RecordedInput::Word(_, _, said)) => said,
            _ => self.outside.decide(asked)?,
        };
        self.record.came.push(RecordedInput::Word(asked.action.to_owned(), asked.name.to_owned(), said.clone()));
        Ok(said)
    }

    fn offer(&mut self, asked: &Decision<'_>, otherwise: &Answer) -> Result<Option<String>, Refusal> {
        let same = |one: &RecordedInput| matches!(one, RecordedInput::Offer(action, name, _) if action == asked.action && name == asked.name);
        let said = match self.next(same) {
            Some(RecordedInput::Offer(_, _, said)) => said,
            _ => self.outside.offer(asked, otherwise)?,
        };
        self.record.came.push(RecordedInput::Offer(asked.action.to_owned(), asked.name.to_owned(), said.clone()));
        Ok(said)
    }
}

impl Observer for Recorder<'_> {
    fn asks_for_whom(&self) -> bool {
        true
    }

    fn throws_for(&mut self, label: &str, who: &str) {
        let nth = self.rolls.entry((label.to_owned(), who.to_owned())).or_default();
        *nth += 1;
        self.roll = RecordedRoll { label: label.to_owned(), who: who.to_owned(), nth: *nth, intervention: None };
        self.outside.throws_for(label, who);
    }

    fn intervenes(&mut self, name: Option<&str>) -> Result<(), Refusal> {
        match name {
            Some(name) => {
                self.outer.push(self.roll.clone());
                self.roll.intervention = Some(name.to_owned());
            }
            None => self.roll = self.outer.pop().ok_or_else(Refusal::internal)?,
        }
        Ok(())
    }

    fn worked(&mut self, steps: u64) -> Result<(), Refusal> {
        self.outside.worked(steps)
    }

    fn passed(&mut self, place: usize) {
        let places = &mut self.record.places;
        if places.len() <= place {
            places.resize(place + 1, 0);
        }
        if let Some(end) = places.get_mut(place) {
            *end = self.record.came.len();
        }
    }
}
