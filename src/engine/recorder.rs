//! Records dice and answers, so that an action can be replayed up to the place where a player intervenes.

use std::collections::{BTreeMap, VecDeque};

use serde::{Deserialize, Serialize};

use super::effects::{Decision, Effects, Observer, Refusal, ValueRequest};
use super::result::Answer;
use crate::check::program::Die;

/// One recorded answer of the environment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
enum RecordedInput {
    /// Thrown dice: the roll, the kind of die, the faces.
    Dice(RecordedRoll, Die, Vec<i64>),
    /// A number: the name of the requested value, and the answer.
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

/// All answers of the environment during an action.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    came: Vec<RecordedInput>,
    /// By hook: the number of answers when it was left.
    places: Vec<usize>,
}

impl Record {
    /// All faces, in the order of the throws.
    #[must_use]
    pub fn faces(&self) -> Vec<i64> {
        let faces =
            |one: &RecordedInput| if let RecordedInput::Dice(_, _, faces) = one { faces.clone() } else { Vec::new() };
        self.came.iter().flat_map(faces).collect()
    }

    /// Faces that were thrown after a hook was left and are not in `now`.
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

    /// The answers before the end of a hook, and the later ones. A hook that was not left yet has no earlier answers.
    fn from(&self, place: usize) -> (&[RecordedInput], &[RecordedInput]) {
        let end = self.places.get(place).map_or(0, |end| (*end).min(self.came.len()));
        self.came.split_at(end)
    }
}

/// Records the answers of the environment. Recorded answers are replayed first.
pub struct Recorder<'a> {
    outside: &'a mut dyn Effects,
    /// Recorded answers to replay, in order.
    again: VecDeque<RecordedInput>,
    /// Recorded answers to replay at any matching question.
    answers: Vec<RecordedInput>,
    /// Recorded faces by roll: the same dice in the same roll show them again.
    fallen: BTreeMap<RecordedRoll, VecDeque<(Die, Vec<i64>)>>,
    /// The roll whose dice are being thrown.
    roll: RecordedRoll,
    /// The number of rolls so far, by label and roller.
    rolls: BTreeMap<(String, String), usize>,
    /// The enclosing rolls, if an intervention runs in one.
    outer: Vec<RecordedRoll>,
    /// Whether questions may come in another order than recorded.
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

    /// Replays faces per roll, whatever is omitted between: rerolls of an intervention that no longer happens are not
    /// used for the next roll.
    pub fn roll_by_roll(outside: &'a mut dyn Effects, before: &Record) -> Self {
        let answers = before.came.iter().filter(|one| !matches!(one, RecordedInput::Dice(..)));
        let mut recorder = Self { answers: answers.cloned().collect(), ..Self::new(outside) };
        recorder.lay(&before.came, |_| true);
        recorder
    }

    /// Repeats an intervention of another record after a hook: its answers, and its faces.
    #[must_use]
    pub fn repeating(mut self, before: &Record, place: usize, intervention: &str) -> Self {
        let (earlier, later) = before.from(place);
        let own = |one: &&RecordedInput| matches!(one, RecordedInput::Word(action, ..) | RecordedInput::Offer(action, ..) if action == intervention);
        self.answers.extend(later.iter().filter(own).cloned());
        // Faces in use were repeated before: of two rerolls in one roll, the second shows its own faces.
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

    /// The recorded faces of the next dice of the current roll. If the dice differ, all recorded faces of the roll are
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

    /// The next recorded answer, if it fits the question.
    fn next(&mut self, fits: impl Fn(&RecordedInput) -> bool) -> Option<RecordedInput> {
        if self.again.front().is_some_and(&fits) {
            return self.again.pop_front();
        }
        if self.loose {
            let at = self.again.iter().position(fits)?;
            return self.again.remove(at);
        }
        // Nothing else happens before the hook, unless the rules changed in between.
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

    fn answer(&mut self, asked: &ValueRequest<'_>) -> Result<Option<i64>, Refusal> {
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
                // The options may no longer exist.
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
        let now = self.record.came.len();
        match places.get_mut(place) {
            Some(end) => *end = now,
            None => {
                places.resize(place, 0);
                places.push(now);
            }
        }
    }
}
