//! Choices among dice, and the values that are read from the chosen ones.
//!
//! A walk over all outcomes must enumerate each of these dice, so they become visible.

use std::sync::Arc;

use super::effects::Decision;
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value, too_large};
use super::questions::OpenQuestion;
use super::result::{Answer, TraceStep};
use super::statistic::{Statistic, worth_of};
use crate::check::program::{AnswerOwner, Ask, At, Choosing, ChosenRead, Default, Foremost, Ir, Op, Picks, TestValue};
use crate::diagnostic::Code;
use crate::sort::Sort as _;
use crate::source::{nfc, whole};
use crate::syntax::{CallArg, CompareOp, Expr, ExprKind};

/// A visible die as a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CandidateDie {
    /// Its roll, and its place there.
    pub(super) roll: usize,
    place: usize,
    face: i64,
    sides: u32,
}

/// A shared list of chosen dice.
pub(super) type ChosenDice = Arc<Vec<CandidateDie>>;

/// What a name of `let` stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Local {
    Value(Value),
    /// All dice of one roll that count.
    Roll(usize),
    Dice(ChosenDice),
}

impl CandidateDie {
    fn is_like(&self, other: &Self) -> bool {
        (self.face, self.sides) == (other.face, other.sides)
    }

    /// The identity of the die: its roll, and its index there.
    fn place(self) -> (usize, usize) {
        (self.roll, self.place)
    }
}

/// The identities of dice, in ascending order.
fn places(dice: &[CandidateDie]) -> Vec<(usize, usize)> {
    let mut places: Vec<_> = dice.iter().map(|die| die.place()).collect();
    places.order();
    places
}

impl<'a> Machine<'a> {
    /// The dice that a formula of kind dice yields.
    pub(super) fn chosen(&mut self, ir: &'a Ir) -> Result<ChosenDice, Failure> {
        self.descend(ir.at)?;
        let dice = self.chosen_inside(ir);
        self.ascend();
        let dice = dice?;
        self.count_text(0, ir.at)?;
        self.count_chosen(dice.len(), ir.at)?;
        Ok(dice)
    }

    fn chosen_inside(&mut self, ir: &'a Ir) -> Result<ChosenDice, Failure> {
        let dice = match &ir.op {
            Op::Pool(pool) => {
                let roll = self.throw_apart(pool)?;
                self.dice_that_count(roll, ir.at)?
            }
            Op::Roll => match self.roll(ir.at)? {
                Some(roll) => self.dice_that_count(roll, ir.at)?,
                None => Vec::new(),
            },
            Op::InHand(index, _) => {
                let roll = self.hand(*index, ir.at)?;
                self.dice_that_count(roll, ir.at)?
            }
            Op::Value(index) => {
                self.test_value(*index, ir.at)?;
                return self.frame.as_ref().and_then(|frame| frame.chosen.get(index)).cloned().there(ir.at);
            }
            Op::If(condition, then, otherwise) => {
                let branch = if self.flag(condition)? { then } else { otherwise };
                return self.chosen(branch);
            }
            Op::Chosen(how, of) => self.choose(how, of, ir.at)?,
            Op::Let(slot, value, body) => return self.in_let((*slot, value), |machine| machine.chosen(body)),
            Op::Local(slot) => match self.local(*slot, ir.at)? {
                Local::Dice(dice) => return Ok(Arc::clone(dice)),
                Local::Roll(roll) => {
                    let roll = *roll;
                    self.dice_that_count(roll, ir.at)?
                }
                Local::Value(_) => return Err(Failure::internal(ir.at)),
            },
            Op::Slot(slot) => self.answered_dice(*slot, ir.at)?,
            Op::Picked(input, _) => return self.picked(*input, ir.at),
            _ => return Err(Failure::internal(ir.at)),
        };
        Ok(Arc::new(dice))
    }

    /// What a name of `let` stands for. Dice of one throw need not be seen for it.
    pub(super) fn held(&mut self, value: &'a Ir) -> Result<Local, Failure> {
        let Op::Chosen(how, of) = &value.op else { return self.value(value).map(Local::Value) };
        if let (Choosing::All, [only]) = (how, of.as_slice()) {
            let roll = match &only.op {
                Op::Pool(pool) => Some(self.throw_apart(pool)?),
                Op::Roll => self.roll(only.at)?,
                Op::InHand(index, _) => Some(self.hand(*index, only.at)?),
                _ => None,
            };
            if let Some(roll) = roll {
                return Ok(Local::Roll(roll));
            }
        }
        self.chosen(value).map(Local::Dice)
    }

    fn choose(&mut self, how: &'a Choosing, of: &'a [Ir], at: At) -> Result<Vec<CandidateDie>, Failure> {
        if let Choosing::Place(_) = how {
            self.effects.sees_places().map_err(|refusal| Failure::refused(refusal, at))?;
        }
        let mut all = Vec::with_capacity(of.len());
        for ir in of {
            all.push(self.chosen(ir)?);
        }
        let mut all = all.into_iter();
        let gone = if matches!(how, Choosing::Rest) { all.next() } else { None };
        let all = all.flat_map(Arc::unwrap_or_clone);
        let mut dice: Vec<CandidateDie> = match how {
            Choosing::Rest => {
                let gone = places(&gone.there(at)?);
                all.filter(|die| gone.binary_search(&die.place()).is_err()).collect()
            }
            Choosing::All => all.collect(),
            Choosing::Place(number) => {
                let wanted = self.number(number)?;
                let dice: Vec<CandidateDie> = all.collect();
                let place = usize::try_from(wanted).ok().and_then(|wanted| wanted.checked_sub(1));
                let die = place.and_then(|place| dice.get(place));
                let missing = || Failure::new(Code::NoSuchDie, number.at).arg("n", wanted).arg("have", dice.len());
                vec![*die.ok_or_else(missing)?]
            }
            Choosing::Showing(conditions) => {
                let mut wanted = Vec::with_capacity(conditions.len());
                for (op, ir) in conditions {
                    wanted.push((*op, self.number(ir)?));
                }
                let meets = |die: &CandidateDie| wanted.iter().any(|(op, number)| op.holds(die.face, *number));
                let dice: Vec<CandidateDie> = all.collect();
                self.count_chosen(dice.len().saturating_mul(wanted.len().saturating_sub(1)), at)?;
                dice.into_iter().filter(meets).collect()
            }
            Choosing::Foremost(by, number) => {
                let wanted = self.number(number)?;
                if wanted < 0 {
                    return Err(Failure::new(Code::NegativeDice, number.at).arg("count", wanted));
                }
                let mut dice: Vec<CandidateDie> = all.collect();
                foremost(&mut dice, *by, wanted);
                dice
            }
        };
        // A die that is named twice is chosen once.
        dice.order_by_key(|die| die.place());
        dice.dedup_by_key(|die| die.place());
        Ok(dice)
    }

    fn dice_that_count(&mut self, roll: usize, at: At) -> Result<Vec<CandidateDie>, Failure> {
        self.uncover(roll, true, at)?;
        if self.either.contains_key(&roll) || self.unending.contains_key(&roll) {
            return Err(Failure::cut(at));
        }
        let lying = self.thrown(roll, at)?;
        let dice = lying.dice.iter().enumerate().filter(|(_, die)| die.kept);
        let chosen = dice.map(|(place, die)| {
            let sides = die.sides.unwrap_or(lying.sides);
            CandidateDie { roll, place, face: die.face, sides }
        });
        Ok(chosen.collect())
    }

    /// The dice picked for an input of the running test: answered, by default, or asked for now.
    pub(super) fn picked(&mut self, input: usize, at: At) -> Result<ChosenDice, Failure> {
        let frame = self.frame.as_ref().there(at)?;
        let (test, given) = (frame.test, frame.given);
        let (name, question) = test.inputs.get(input).there(at)?;
        let picks = question.picks.as_deref().there(at)?;
        let among = picks.among.as_ref().there(at)?;
        let among = self.in_own_room(|machine| machine.chosen(among))?;
        let known = self.frame.as_ref().into_iter().flat_map(|frame| &frame.picked);
        let mut known = known.filter(|(of, there, _)| *of == input && *there == among);
        if let Some((_, _, picked)) = known.next() {
            return Ok(picked.clone());
        }
        let (least, most) = self.least_and_most(picks, among.len())?;
        let said = match given.get(input) {
            Some(Some(Ir { op: Op::Called(words), .. })) => Some(words.to_string()),
            _ if self.play.is_some() => self.given_answer(name, AnswerOwner::Current, at)?,
            _ => None,
        };
        let picked = match (said, &question.default) {
            (Some(words), _) => self.dice_called(name, &words, &among, at)?.into(),
            (None, Some(Default::Value(ir))) => self.in_own_room(|machine| machine.chosen(ir))?,
            // There is no choice.
            _ if least == among.len() || most == 0 => among.iter().copied().take(most).collect::<Vec<_>>().into(),
            _ => {
                let words = self.decide_on_dice(input, (&among, least, most), at)?;
                self.dice_called(name, &words, &among, at)?.into()
            }
        };
        self.may_be_picked(name, &picked, (&among, least, most), at)?;
        let words = self.in_words(&picked, &self.all_lying(at)?);
        let text = if words.is_empty() { "–".to_owned() } else { words.join(", ") };
        self.step(|_| TraceStep::Answered { name: name.to_string(), value: Answer::Text(text) });
        self.frame.as_mut().there(at)?.picked.push((input, among, Arc::clone(&picked)));
        Ok(picked)
    }

    /// The least and the greatest number of dice to pick, of `among` candidates.
    fn least_and_most(&mut self, picks: &'a Picks, among: usize) -> Result<(usize, usize), Failure> {
        let [exactly, most] = [&picks.exactly, &picks.most].map(Option::as_ref);
        let exactly = exactly.map(|ir| self.how_many(ir)).transpose()?;
        let most = most.map(|ir| self.how_many(ir)).transpose()?;
        Ok((exactly.unwrap_or(0).min(among), exactly.or(most).unwrap_or(usize::MAX).min(among)))
    }

    fn may_be_picked(
        &self,
        name: &str,
        picked: &[CandidateDie],
        (among, least, most): (&[CandidateDie], usize, usize),
        at: At,
    ) -> Result<(), Failure> {
        let there = places(among);
        if let Some(other) = picked.iter().find(|die| there.binary_search(&die.place()).is_err()) {
            return Err(self.not_there(name, &other.face.to_string(), among, at));
        }
        if !(least..=most).contains(&picked.len()) {
            let range = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
            let range = crate::check::range_words(range(least), range(most));
            let failure = Failure::new(Code::NumberOfDice, at).arg("name", name).arg("range", range);
            return Err(failure.arg("count", picked.len()));
        }
        Ok(())
    }

    /// The dice for a question of an intervention: answered, by default, or asked for now.
    pub(super) fn dice_asked(
        &mut self,
        ask: &'a Ask,
        name: &'a str,
        asked: bool,
        at: At,
    ) -> Result<Vec<CandidateDie>, Failure> {
        let said = if asked { self.said_by_decider(ask, name, at)? } else { None };
        let picks = ask.question.picks.as_deref().there(at)?;
        let among = match &picks.among {
            Some(ir) => self.chosen(ir)?,
            None => {
                // Of several unnamed throws, the question does not say which.
                if self.lying().is_empty() && self.frame.is_some() {
                    self.lying_pools(at)?;
                }
                for roll in self.lying() {
                    self.uncover(roll, true, at)?;
                }
                Arc::new(self.all_lying(at)?)
            }
        };
        let (least, most) = self.least_and_most(picks, among.len())?;
        let picked = match (said, &ask.question.default) {
            (Some(words), _) => self.dice_called(name, &words, &among, at)?,
            (None, Some(Default::Value(ir))) => Arc::unwrap_or_clone(self.chosen(ir)?),
            (None, _) if most == 0 || (least == 0 && self.playing(at)?.quiet) => Vec::new(),
            // There is no choice.
            (None, _) if least == among.len() => among.to_vec(),
            (None, _) => match self.offered_dice(ask, name, (&among, least, most), at)? {
                Some(words) => self.dice_called(name, &words, &among, at)?,
                None => Vec::new(),
            },
        };
        self.may_be_picked(name, &picked, (&among, least, most), at)?;
        Ok(picked)
    }

    /// The dice for an unanswered question: none, if that is allowed and the decider does not choose now.
    fn offered_dice(
        &mut self,
        ask: &'a Ask,
        name: &str,
        (among, least, most): (&[CandidateDie], usize, usize),
        at: At,
    ) -> Result<Option<String>, Failure> {
        let options = match self.effects.weighs() {
            true => self.combinations(among, (least, most), ",", at)?,
            false => self.in_words(among, among),
        };
        let action = &*self.act(at)?.action.name;
        let by = self.decider(ask, at)?;
        let (doc, kind) = (ask.question.doc.as_deref(), &ask.question.kind);
        if least > 0 && !self.effects.weighs() {
            let asked = OpenQuestion { name, action, by: by.as_deref(), doc, options: &options, kind, proposed: None };
            return self.decide(&asked, at).map(Some);
        }
        let (whom, intervening) = (self.whom_it_is_about(at)?, self.is_intervening());
        let (whom, by, options) = (whom.as_deref(), by.as_deref(), &options);
        let doing = self.doing();
        let doing = doing.as_ref();
        let decision = Decision { name, action, intervening, whom, by, doc, options, kind, proposed: None, doing };
        let none = Answer::Text("–".to_owned());
        let said = self.effects.offer(&decision, &none).map_err(|one| Failure::refused(one, at))?;
        if said.is_none() && least > 0 {
            return Err(Failure::new(Code::DecisionNeeded, at).arg("name", name).arg("by", "none"));
        }
        Ok(said)
    }

    fn how_many(&mut self, ir: &'a Ir) -> Result<usize, Failure> {
        let number = self.in_own_room(|machine| machine.number(ir))?;
        usize::try_from(number).map_err(|_| Failure::new(Code::NegativeDice, ir.at).arg("count", number))
    }

    /// Asks which dice are picked.
    fn decide_on_dice(
        &mut self,
        input: usize,
        (among, least, most): (&[CandidateDie], usize, usize),
        at: At,
    ) -> Result<String, Failure> {
        let test = self.frame.as_ref().map(|frame| frame.test).there(at)?;
        let (name, question) = test.inputs.get(input).there(at)?;
        let quiet = self.play.as_deref().is_some_and(|play| play.quiet);
        if !quiet && self.effects.decides() {
            self.see_everything(at)?;
            let faces = self.rolls.iter().flat_map(super::roll::DiceRoll::faces).collect();
            self.effects.lie(faces, Vec::new());
        }
        let mut options = self.in_words(among, among);
        let throws = self.rolls.iter().enumerate().filter(|(roll, _)| among.iter().any(|die| die.roll == *roll));
        options.extend(throws.filter_map(|(_, roll)| roll.name.as_ref()).map(|name| name.to_string()));
        if !quiet && self.effects.weighs() {
            let alone = |word: &String| !word.contains(' ');
            let between = if options.iter().all(alone) { " " } else { ", " };
            options = self.combinations(among, (least, most), between, at)?;
        }
        let (action, doc, whom) = (&*test.name, question.doc.as_deref(), self.roller_name());
        let (kind, intervening) = (&question.kind, false);
        let doing = self.doing();
        let (whom, doing, options) = (whom.as_deref(), doing.as_ref(), &*options);
        let decision =
            Decision { name, action, intervening, whom, by: None, doc, options, kind, proposed: None, doing };
        let answer =
            if quiet { None } else { self.effects.decide(&decision).map_err(|one| Failure::refused(one, at))? };
        let weighs = self.effects.weighs();
        answer.ok_or_else(|| {
            let failure = Failure::new(Code::DecisionNeeded, at).arg("name", &**name).arg("by", "none");
            if weighs {
                return failure.help("help-picks-in-odds");
            }
            let some: Vec<String> = self.in_words(among, among).into_iter().take(least.max(1)).collect();
            failure.help_with("help-give-set", "example", format!("\"{name}={}\"", some.join(", ")))
        })
    }

    /// All possible choices, in words; equal dice of one throw are interchangeable.
    fn combinations(
        &mut self,
        among: &[CandidateDie],
        (least, most): (usize, usize),
        between: &str,
        at: At,
    ) -> Result<Vec<String>, Failure> {
        let mut sorted = among.to_vec();
        sorted.order_by_key(|die| (die.face, die.sides, die.roll));
        let mut all: Vec<Vec<CandidateDie>> = vec![Vec::new()];
        for alike in sorted.chunk_by(|one, other| one.is_like(other) && one.roll == other.roll) {
            let mut more = Vec::new();
            for picked in &all {
                for count in 0..=alike.len().min(most.saturating_sub(picked.len())) {
                    self.count_step(at)?;
                    self.count_chosen(picked.len() + count, at)?;
                    more.push(picked.iter().chain(alike.iter().take(count)).copied().collect());
                }
            }
            all = more;
            self.count_steps(all.len().saturating_mul(sorted.len()), at)?;
        }
        let words = |picked: &Vec<CandidateDie>| match picked.as_slice() {
            [] => "none".to_owned(),
            picked => self.in_words(picked, among).join(between),
        };
        Ok(all.iter().filter(|picked| picked.len() >= least).map(words).collect())
    }

    /// The dice with this name: their faces (`6, 3`), their size (`d8`), the name of their throw, or a face with one of
    /// these (`3 (d8)`, `3 (gear)`).
    fn dice_called(
        &mut self,
        name: &str,
        words: &str,
        among: &[CandidateDie],
        at: At,
    ) -> Result<Vec<CandidateDie>, Failure> {
        let words = nfc(words.trim());
        let mut picked: Vec<CandidateDie> = Vec::new();
        let mut left = among.to_vec();
        if crate::syntax::is_none(&words) {
            return Ok(picked);
        }
        if let Some(rule) = DiceRule::read(&words) {
            let unknown = rule.throws.iter().any(|throw| !self.rolls.iter().any(|roll| roll.is_called(throw)));
            if unknown {
                let failure = Failure::new(Code::NotFaces, at).arg("name", name).arg("text", &*words);
                return Err(failure.help_with("help-there-is", "names", self.in_words(among, among)));
            }
            let is_of =
                |throw: &String, die: &CandidateDie| self.rolls.get(die.roll).is_some_and(|roll| roll.is_called(throw));
            let all = rule.throws.is_empty();
            let those = among.iter().filter(|die| all || rule.throws.iter().any(|throw| is_of(throw, die)));
            return Ok(rule.of(those.copied().collect()));
        }
        let close = words.replace(" (", "(");
        let parts: Vec<&str> = match close.contains(',') || self.rolls.iter().any(|roll| roll.is_called(&close)) {
            true => close.split(',').map(str::trim).collect(),
            false => words_of(&close),
        };
        let parts: Vec<&str> = parts.into_iter().map(|part| part.trim_matches(['«', '»', '"'])).collect();
        for (index, part) in parts.iter().copied().enumerate() {
            self.count_chosen(left.len(), at)?;
            let called: Vec<bool> = self.rolls.iter().map(|roll| roll.is_called(part)).collect();
            let is_called = |die: &CandidateDie| called.get(die.roll) == Some(&true);
            if left.iter().any(is_called) {
                picked.extend(left.extract_if(.., |die| is_called(die)));
                continue;
            }
            let (face, size) = match part.split_once('(') {
                Some((face, size)) => (whole(face.trim()), size.strip_suffix(')')),
                None => (whole(part), Some(part)),
            };
            let sides = size.and_then(sides_of);
            let throw: Vec<bool> =
                self.rolls.iter().map(|roll| size.is_some_and(|size| roll.is_called(size))).collect();
            let of_throw = throw.contains(&true);
            if face.is_none() && sides.is_none() || part.contains('(') && sides.is_none() && !of_throw {
                let failure = Failure::new(Code::NotFaces, at).arg("name", name).arg("text", &*words);
                return Err(failure.help_with("help-there-is", "names", self.in_words(among, among)));
            }
            let fits = |die: &CandidateDie| {
                face.is_none_or(|face| die.face == face)
                    && (sides.is_none_or(|one| die.sides == one) || of_throw)
                    && (!of_throw || throw.get(die.roll) == Some(&true))
            };
            let mut fitting = left.iter().enumerate().filter(|(_, die)| fits(die));
            let Some((place, first)) = fitting.next() else { return Err(self.not_there(name, part, among, at)) };
            // Where as many are named as there are, all of them are meant.
            let named = parts.iter().skip(index).filter(|one| **one == part).count();
            let all = fitting.clone().count() < named;
            if let Some((_, other)) = fitting.find(|(_, die)| !all && !die.is_like(first)) {
                return Err(self.which_die(part, &[*first, *other], at));
            }
            picked.push(left.remove(place));
        }
        Ok(picked)
    }

    /// The dice that an intervention's answer names.
    fn answered_dice(&mut self, slot: usize, at: At) -> Result<Vec<CandidateDie>, Failure> {
        let mut dice = self.act(at)?.held.dice.get(&slot).cloned().there(at)?;
        dice.order();
        Ok(dice)
    }

    /// The dice that an intervention's answer names, by roll and current index.
    pub(super) fn answered_places(&mut self, slot: usize, at: At) -> Result<Vec<(usize, usize)>, Failure> {
        let dice = self.act(at)?.held.dice.get(&slot).cloned().there(at)?;
        let mut left = self.all_lying(at)?;
        let mut found = Vec::with_capacity(dice.len());
        for die in dice {
            // Another reroll may have moved it.
            let same = left.iter().position(|one| *one == die);
            let alike = |one: &CandidateDie| (one.roll, one.face, one.sides) == (die.roll, die.face, die.sides);
            let Some(place) = same.or_else(|| left.iter().position(alike)) else {
                let name = self.label_of(slot, at)?;
                return Err(self.not_there(&name, &die.face.to_string(), &left, at));
            };
            let die = left.remove(place);
            found.push((die.roll, die.place));
        }
        Ok(found)
    }

    /// All visible dice of the running test.
    fn all_lying(&self, at: At) -> Result<Vec<CandidateDie>, Failure> {
        let mut all = Vec::new();
        for roll in self.lying() {
            let lying = self.thrown(roll, at)?;
            let dice = lying.dice.iter().enumerate();
            all.extend(dice.map(|(place, die)| {
                let sides = die.sides.unwrap_or(lying.sides);
                CandidateDie { roll, place, face: die.face, sides }
            }));
        }
        Ok(all)
    }

    fn not_there(&self, name: &str, text: &str, among: &[CandidateDie], at: At) -> Failure {
        let failure = Failure::new(Code::NoSuchFace, at).arg("name", name).arg("face", text);
        failure.help_with("help-there-is", "names", self.in_words(among, among))
    }

    fn which_die(&self, text: &str, dice: &[CandidateDie], at: At) -> Failure {
        let failure = Failure::new(Code::WhichDie, at).arg("text", text);
        failure.help_with("help-one-of", "names", self.in_words(dice, dice))
    }

    /// Dice in words: their faces, with the name of their throw if the same lies in another, or with their sizes if these
    /// differ.
    fn in_words(&self, dice: &[CandidateDie], among: &[CandidateDie]) -> Vec<String> {
        let alike = are_alike(among);
        let name = |die: &CandidateDie| {
            let elsewhere = among.iter().any(|other| other.is_like(die) && other.roll != die.roll);
            self.rolls.get(die.roll).and_then(|roll| roll.name.as_deref()).filter(|_| elsewhere)
        };
        let words = dice.iter().map(|die| match (name(die), alike) {
            (Some(name), _) => format!("{} ({name})", die.face),
            (None, true) => die.face.to_string(),
            (None, false) => format!("{} (d{})", die.face, die.sides),
        });
        words.collect()
    }

    pub(super) fn read_off(&mut self, what: &'a ChosenRead, of: &'a Ir, at: At) -> Result<i64, Failure> {
        if let (ChosenRead::Any(read), Op::Local(slot)) = (what, &of.op)
            && let Local::Roll(roll) = *self.local(*slot, of.at)?
        {
            return self.read_roll(read, roll, at);
        }
        if let Some(found) = self.extreme_die(what, of, at)? {
            return Ok(found);
        }
        let dice = self.chosen(of)?;
        let mut faces: Vec<i64> = dice.iter().map(|die| die.face).collect();
        faces.sort_unstable();
        match what {
            ChosenRead::Any(read) => {
                let stat = self.statistic_of(read, at)?;
                stat.read(&faces).ok_or_else(|| not_read(&stat, &faces, at))
            }
            ChosenRead::Sides => Ok(dice.iter().map(|die| i64::from(die.sides)).max().unwrap_or(0)),
            ChosenRead::Run => Ok(longest_run(&faces)),
            ChosenRead::Sets(number) => {
                let least = self.number(number)?;
                let sets = faces.chunk_by(|one, other| one == other);
                let large = sets.filter(|set| i64::try_from(set.len()).is_ok_and(|dice| dice >= least));
                i64::try_from(large.count()).map_err(|_| too_large(at))
            }
        }
    }

    /// The dice of a value of a test.
    pub(super) fn chosen_value(&mut self, index: usize, def: &'a TestValue) -> Result<Value, Failure> {
        let dice = self.in_own_room(|machine| machine.chosen(&def.ir))?;
        let sum = sum_of_chosen(&dice, def.ir.at)?;
        self.frame.as_mut().there(def.ir.at)?.chosen.insert(index, dice);
        Ok(Value::Int(sum))
    }

    /// Records the dice of a value, with their sizes if these differ.
    pub(super) fn tell_chosen(&mut self, index: usize, def: &'a TestValue) -> Result<(), Failure> {
        if !self.telling() {
            return Ok(());
        }
        let dice = self.frame.as_ref().and_then(|frame| frame.chosen.get(&index)).cloned().there(def.ir.at)?;
        let words = self.in_words(&dice, &self.all_lying(def.ir.at)?);
        let text = if words.is_empty() { "–".to_owned() } else { words.join(", ") };
        self.step(|machine| TraceStep::Value {
            name: def.name.to_string(),
            formula: machine.words(def.ir.at),
            value: Answer::Text(text),
        });
        Ok(())
    }
}

pub(super) fn sum_of_chosen(dice: &[CandidateDie], at: At) -> Result<i64, Failure> {
    dice.iter().try_fold(0_i64, |sum, die| sum.checked_add(die.face)).ok_or_else(|| too_large(at))
}

/// Keeps the given number of dice that come first by a criterion. Sorts: O(n log n).
fn foremost(dice: &mut Vec<CandidateDie>, by: Foremost, wanted: i64) {
    // By highest face, a small die is as good as a large one; by size, ties keep the dice with higher faces. No two
    // dice have the same key, and `!` reverses the order.
    dice.sort_unstable_by_key(|die| {
        let (face, sides) = (die.face, i64::from(die.sides));
        let key = match by {
            Foremost::Best => (!face, sides),
            Foremost::Worst => (face, sides),
            Foremost::Largest => (!sides, face),
            Foremost::Smallest => (sides, face),
        };
        (key, die.roll, die.place)
    });
    dice.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
}

/// Dice by a rule, where an answer does not say what they show: `all`, `showing(<= 2)`, `worst(2)`, `worst(gear, 2)`,
/// `worst(showing(<= 2), 3)`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DiceRule {
    /// Only those of these throws, by their names; of all if there are none.
    pub throws: Vec<String>,
    /// Only those that meet one of these conditions.
    pub showing: Option<Vec<(CompareOp, i64)>>,
    /// So many of them that come first.
    pub foremost: Option<(Foremost, i64)>,
}

impl DiceRule {
    /// Parses an answer as a rule; `None` if it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.trim() == "all" {
            return Some(Self::default());
        }
        if !text.contains('(') {
            return None;
        }
        let (expr, wrong) = crate::syntax::parse_expr(text);
        let ExprKind::Call { name, args } = &expr.kind else { return None };
        if !wrong.is_empty() {
            return None;
        }
        let named = args.iter().map_while(|arg| match arg {
            CallArg::Value(Expr { kind: ExprKind::Name(name), .. }) => Some(name.text.to_string()),
            _ => None,
        });
        let throws: Vec<String> = named.collect();
        let (_, args) = args.split_at(throws.len());
        if let Some(showing) = showing(&name.text, args) {
            return Some(Self { throws, showing: Some(showing), foremost: None });
        }
        let by = match &*name.text {
            "best" => Foremost::Best,
            "worst" => Foremost::Worst,
            "largest" => Foremost::Largest,
            "smallest" => Foremost::Smallest,
            _ => return None,
        };
        let (showing, rest) = match args.split_first() {
            Some((CallArg::Value(Expr { kind: ExprKind::Call { name, args }, .. }), rest)) => {
                (Some(showing(&name.text, args)?), rest)
            }
            _ => (None, args),
        };
        let wanted = match rest {
            [] => 1,
            [CallArg::Value(value)] => number(value).filter(|wanted| *wanted > 0)?,
            _ => return None,
        };
        Some(Self { throws, showing, foremost: Some((by, wanted)) })
    }

    /// Those of these dice, which are of its throws.
    fn of(&self, mut dice: Vec<CandidateDie>) -> Vec<CandidateDie> {
        if let Some(conditions) = &self.showing {
            dice.retain(|die| conditions.iter().any(|(op, number)| op.holds(die.face, *number)));
        }
        if let Some((by, wanted)) = self.foremost {
            foremost(&mut dice, by, wanted);
        }
        dice
    }
}

/// The conditions of `showing(<= 2)`, `showing(1, 6)`.
fn showing(name: &str, args: &[CallArg]) -> Option<Vec<(CompareOp, i64)>> {
    let condition = |arg: &CallArg| match arg {
        CallArg::Condition { op, value, .. } => Some((*op, number(value)?)),
        CallArg::Value(value) => Some((CompareOp::Equal, number(value)?)),
        CallArg::Named { .. } => None,
    };
    let conditions = args.iter().map(condition).collect::<Option<Vec<_>>>()?;
    (name == "showing" && !conditions.is_empty()).then_some(conditions)
}

/// A number that is written out.
fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(number) => Some(*number),
        ExprKind::Negate(inner) => number(inner)?.checked_neg(),
        _ => None,
    }
}

/// The words of an answer, of which what is in parentheses belongs to the word before.
fn words_of(text: &str) -> Vec<&str> {
    let mut inside = false;
    let between = |letter: char| {
        inside = letter == '(' || inside && letter != ')';
        letter.is_whitespace() && !inside
    };
    text.split(between).filter(|word| !word.is_empty()).collect()
}

/// The number of sides in `d8`.
fn sides_of(text: &str) -> Option<u32> {
    text.trim().strip_prefix(['d', 'D'])?.parse().ok()
}

/// Whether all dice have the same size.
fn are_alike(dice: &[CandidateDie]) -> bool {
    dice.iter().all(|die| dice.first().is_some_and(|first| first.sides == die.sides))
}

/// The length of the longest run of consecutive faces, in ascending order.
fn longest_run(sorted: &[i64]) -> i64 {
    let (mut longest, mut run) = (0, 0);
    let mut before: Option<i64> = None;
    for &face in sorted {
        run = match before {
            Some(before) if before == face => run,
            Some(before) if before.checked_add(1) == Some(face) => run + 1,
            _ => 1,
        };
        before = Some(face);
        longest = longest.max(run);
    }
    longest
}

/// The failure of a statistic that the faces do not have.
pub(super) fn not_read(stat: &Statistic, faces: &[i64], at: At) -> Failure {
    match stat {
        Statistic::Worth(worth) => match faces.iter().find(|face| worth_of(worth, **face).is_none()) {
            Some(face) => Failure::new(Code::FaceWithoutRow, at).arg("face", *face),
            None => too_large(at),
        },
        Statistic::Nth(wanted) => Failure::new(Code::NoSuchDie, at).arg("n", *wanted).arg("have", faces.len()),
        _ => too_large(at),
    }
}
