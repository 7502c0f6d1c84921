//! Questions of actions: given answers, defaults, and the environment that answers the rest.

use super::answered_trait::{AnsweredValue, OwnedTrait};
use super::effects::{CardRead, Decision, Doing};
use super::failure::{Failure, There as _};
use super::machine::{Machine, Value};
use super::result::{Answer, TraceStep};
use crate::check::program::{
    AnswerKind, AnswerOwner, Ask, At, Decider, Default, Kind, Named, Op, Pick, Question, SlotKind, TagId, TraitSource,
};
use crate::check::{answer_of, quoted_where_needed, row_called};
use crate::diagnostic::Code;
use crate::source::{fold, nfc};
use crate::world::{TABLE, TagValue, owned, told_apart};

/// A question to a player.
pub(super) struct OpenQuestion<'q, 'a> {
    pub(super) name: &'q str,
    /// The asking action; empty for a test.
    pub(super) action: &'q str,
    pub(super) by: Option<&'q str>,
    pub(super) doc: Option<&'q str>,
    pub(super) options: &'q [String],
    pub(super) kind: &'a AnswerKind,
    /// A proposed answer.
    pub(super) proposed: Option<&'q str>,
}

impl<'a> Machine<'a> {
    /// Fills the slot of a question, unless it is filled.
    pub(super) fn ask_slot(&mut self, ask: &'a Ask, at: At) -> Result<(), Failure> {
        if matches!(self.act(at)?.slots.get(ask.slot), Some(Some(_))) {
            return Ok(());
        }
        self.ask_into(ask, ask.slot, at)
    }

    /// Asks a late question when it is read, unless it has an answer.
    pub(super) fn ask_late(&mut self, slot: usize, at: At) -> Result<(), Failure> {
        let play = self.playing(at)?;
        let (stepping, postpones) = (play.stepping, play.postpones);
        let action = self.act(at)?.action;
        if postpones {
            let open = matches!(self.act(at)?.slots.get(slot), Some(None));
            return match action.ask.iter().find(|ask| ask.slot == slot).filter(|_| open) {
                // A question that cannot be asked now can be answered in advance.
                Some(ask) => self
                    .ask_slot(ask, at)
                    .map_err(|_| Failure::new(Code::DecisionNeeded, at).arg("name", &*action.name).arg("by", "none")),
                None => Ok(()),
            };
        }
        if !stepping {
            return Ok(());
        }
        match action.ask.iter().find(|ask| ask.late && ask.slot == slot) {
            Some(ask) => self.ask_slot(ask, at),
            None => Ok(()),
        }
    }

    pub(super) fn ask_into(&mut self, ask: &'a Ask, slot: usize, at: At) -> Result<(), Failure> {
        let action = self.act(at)?.action;
        let name = &*action.slots.get(slot).there(at)?.name;
        let action = &*action.name;
        let asked = match &ask.when {
            Some(ir) => self.whole(ir)? != 0,
            None => true,
        };
        if !asked {
            self.not_answered(name, at)?;
        }
        if matches!(ask.question.kind, AnswerKind::Dice) {
            let dice = self.dice_asked(ask, name, asked, at)?;
            self.act(at)?.held.dice.insert(slot, dice);
            return Ok(());
        }
        let decider = match &ask.by {
            Some(Decider::Role(slot)) => self.act(at)?.character(*slot),
            _ => None,
        };
        let postpones = self.playing(at)?.postpones;
        // What is said once holds where no condition says otherwise.
        let given = match if asked { self.answer_of_policy(name, at)? } else { None } {
            None if asked && !postpones => self.said_by_decider(ask, name, at)?,
            given => given,
        };
        let said_before = given.is_some();
        let given = given.filter(|text| !(ask.question.is_optional() && says_nothing(text)));
        let mut said = given.clone();
        let value = match (given, &ask.question.default) {
            (Some(text), _) => self.resolve(name, &ask.question.kind, ask.of, &text, decider, at)?,
            (None, Some(Default::Value(ir))) => {
                let answer = self.answer_by(ir, &ask.question.kind)?;
                let offered = if asked { self.offer(ask, slot, name, action, Some(&answer.value), at)? } else { None };
                match offered {
                    Some(text) => {
                        let value = self.resolve(name, &ask.question.kind, ask.of, &text, decider, at)?;
                        said = Some(text);
                        value
                    }
                    None => {
                        self.within(name, &ask.question, &answer.value, ir.at)?;
                        return self.store(slot, answer, at);
                    }
                }
            }
            (None, Some(Default::Open)) => {
                let offered = match asked {
                    true if !said_before && self.is_open_to_play(ask, at)? => {
                        self.one_or_none(ask, name, action, at)?
                    }
                    true => self.offer(ask, slot, name, action, None, at)?,
                    false => None,
                };
                match offered {
                    Some(text) => {
                        let value = self.resolve(name, &ask.question.kind, ask.of, &text, decider, at)?;
                        said = Some(text);
                        value
                    }
                    None => {
                        *self.act(at)?.slots.get_mut(slot).there(at)? = None;
                        return Ok(());
                    }
                }
            }
            (None, default) => {
                let why = match default {
                    Some(Default::Pending(why)) => Some(why.as_str()),
                    _ => None,
                };
                let by = self.decider(ask, at)?;
                let options = self.choices(ask, at)?;
                // No two answers are equal.
                if let Some(part) = ask.part.as_ref().filter(|part| part.index + options.len() < part.count) {
                    let failure = Failure::new(Code::TooFewAnswers, at).arg("name", &*part.of);
                    return Err(failure.arg("limit", part.count).arg("found", part.index + options.len()));
                }
                let doc = ask.question.doc.as_deref().or(why);
                let proposed = self.proposed(ask, name, at)?;
                let kind = &ask.question.kind;
                let (by, proposed) = (by.as_deref(), proposed.as_deref());
                let asked = OpenQuestion { name, action, by, doc, options: &options, kind, proposed };
                let text = self.decide(&asked, at)?;
                let value = self.resolve(name, &ask.question.kind, ask.of, &text, decider, at)?;
                said = Some(text);
                value
            }
        };
        let mut named = None;
        if let Some(text) = &said {
            named = self.named_in(&ask.question.kind, ask.of, text, at)?;
            if let Some(why) = self.picked_before(ask, &value, named.as_ref(), at)? {
                let failure = Failure::new(Code::PickedTwice, at).arg("name", name).arg("text", text.as_str());
                return Err(failure.arg("unlike", why));
            }
        }
        let called = said.as_deref().and_then(|text| self.other_name(&ask.question.kind, text, &value));
        if !self.telling() {
            self.store(slot, AnsweredValue::new(value, named), at)?;
            self.act(at)?.held.called.extend(called.map(|name| (slot, name)));
            return Ok(());
        }
        let kind = self.slot_kind(slot, at)?;
        let mut shown = called.clone().map_or_else(|| self.shown(&value, &kind), Answer::Text);
        // A trait is recorded with its name and its value.
        if let (AnswerKind::Trait(..), Some(text), Answer::Number(number)) = (&ask.question.kind, said, &shown)
            && crate::source::whole(&text).is_none()
        {
            shown = Answer::Text(format!("{} {number}", text.trim()));
        }
        self.step(|_| TraceStep::Answered { name: name.to_owned(), value: shown });
        self.store(slot, AnsweredValue::new(value, named), at)?;
        self.act(at)?.held.called.extend(called.map(|name| (slot, name)));
        Ok(())
    }

    /// The alias of a row in an answer, as the ruleset writes it.
    fn other_name(&self, kind: &AnswerKind, text: &str, value: &Value) -> Option<String> {
        let (AnswerKind::Row(table), Value::Int(row)) = (kind, value) else { return None };
        let (table, row) = (&self.game.tables[*table], usize::try_from(*row).ok()?);
        let folded = fold(text.trim());
        let known = table.names.iter().find(|(name, at)| **at == row && fold(name) == folded)?;
        table.rows.get(row).filter(|one| *one.label != *known.0).map(|_| known.0.clone())
    }

    /// The alias of a row with which a question was answered.
    pub(super) fn row_as_said(&self, pick: &Pick) -> Option<String> {
        let (Pick::Row(ir) | Pick::Number(ir)) = pick else { return None };
        let Op::Slot(slot) = ir.op else { return None };
        self.play.as_deref()?.acts.last()?.held.called.get(&slot).cloned()
    }

    /// Why an answer conflicts with the earlier ones: it equals one of them (`none`), or shares this property.
    fn picked_before(
        &mut self,
        ask: &'a Ask,
        value: &Value,
        named: Option<&OwnedTrait>,
        at: At,
    ) -> Result<Option<&'a str>, Failure> {
        let Some(part) = &ask.part else { return Ok(None) };
        let is_trait = matches!(ask.question.kind, AnswerKind::Trait(..));
        let mine = self.in_common(ask, value, named.map(|one| &*one.name), at)?;
        for slot in &part.earlier {
            let Some(other) = self.act(at)?.slots.get(*slot).there(at)?.clone() else { continue };
            let called = other.named.as_ref().map(|one| &*one.name);
            let same = if is_trait {
                called.is_some() && called == named.map(|one| &*one.name)
            } else {
                other.value == *value
            };
            if same {
                return Ok(Some("none"));
            }
            let theirs = self.in_common(ask, &other.value, called, at)?;
            if let (Some(unlike), true) = (&part.unlike, mine.is_some() && mine == theirs) {
                return Ok(Some(&unlike.name));
            }
        }
        Ok(None)
    }

    /// The property of an answer that no two answers may share.
    fn in_common(
        &mut self,
        ask: &'a Ask,
        value: &Value,
        called: Option<&str>,
        at: At,
    ) -> Result<Option<TagValue>, Failure> {
        let Some(unlike) = ask.part.as_ref().and_then(|part| part.unlike.as_ref()) else { return Ok(None) };
        let game = self.game;
        let group = match (&ask.question.kind, value, unlike.value) {
            (AnswerKind::Tag(_), Value::Int(number), Some(index)) => {
                let tag = self.tag_numbered(*number, at)?;
                return Ok(tag.and_then(|(_, tag)| tag.values.get(index).cloned()));
            }
            (AnswerKind::Points(_), Value::Int(number), _) => {
                game.points.numbered(*number).and_then(|index| game.points[index].group.as_ref())
            }
            _ => called.and_then(|called| match game.names.get(called) {
                Some(Named::Trait(index)) => game.traits.get(*index)?.group.as_ref(),
                _ => game.traits.iter().find(|one| matches!(one.source, TraitSource::Group(_))).map(|one| &one.name),
            }),
        };
        Ok(group.map(|name| TagValue::Text(name.to_string())))
    }

    /// The options that do not conflict with the earlier answers.
    fn choices(&mut self, ask: &'a Ask, at: At) -> Result<Vec<String>, Failure> {
        let all = self.options(&ask.question.kind, ask.of, at)?;
        if ask.part.as_ref().is_none_or(|part| part.earlier.is_empty()) {
            return Ok(all);
        }
        let mut left = Vec::with_capacity(all.len());
        for text in all {
            let value = match self.resolve("", &ask.question.kind, ask.of, &text, None, at) {
                Ok(value) => value,
                // An ambiguous name is no option either.
                Err(failure) if failure.code() == Code::AmbiguousAnswer => continue,
                Err(failure) => return Err(failure),
            };
            let named = self.named_in(&ask.question.kind, ask.of, &text, at)?;
            if self.picked_before(ask, &value, named.as_ref(), at)?.is_none() {
                left.push(text);
            }
        }
        Ok(left)
    }

    /// Answers of an intervener to questions that are not asked are errors. (Except for an action that is checked at
    /// its end: another part of it may ask the same.)
    fn not_answered(&mut self, name: &str, at: At) -> Result<(), Failure> {
        let play = self.playing(at)?;
        let own = play.is_intervening();
        match play.local.last().and_then(|(local, _)| local.get(name)).filter(|_| own) {
            Some(text) => {
                let failure = Failure::new(Code::AnswerNotAsked, at).arg("name", name).arg("text", text.as_str());
                Err(failure.help("help-leave-out"))
            }
            None => Ok(()),
        }
    }

    /// The decider: a name, or a word.
    pub(super) fn decider(&mut self, ask: &'a Ask, at: At) -> Result<Option<String>, Failure> {
        Ok(match &ask.by {
            None => None,
            Some(Decider::Word(word)) => Some(word.clone()),
            Some(Decider::Role(slot)) => self.act(at)?.character(*slot).map(|who| self.name_of(who)),
        })
    }

    /// The character in the first role of a nested action. All players know the requested action.
    pub(super) fn whom_it_is_about(&mut self, at: At) -> Result<Option<String>, Failure> {
        let inner = self.playing(at)?.acts.len() > 1;
        let who = if inner { self.first_role(at)? } else { None };
        Ok(who.map(|who| self.name_of(who)))
    }

    /// The roller, if it is a character.
    pub(super) fn roller_name(&self) -> Option<String> {
        let play = self.play.as_deref().filter(|play| !play.acts.is_empty() && play.who != TABLE)?;
        play.world.people.get(play.who).map(|person| person.name.clone())
    }

    /// Whether best play decides about another of up to so many answers: after none comes none, and what is given
    /// together is all of them.
    fn is_open_to_play(&mut self, ask: &'a Ask, at: At) -> Result<bool, Failure> {
        let Some(part) = &ask.part else { return Ok(false) };
        let open = self.effects.decides() && !self.playing(at)?.quiet;
        if !open || self.given_by(&part.of, ask.of, at)?.is_some() {
            return Ok(false);
        }
        let act = self.act(at)?;
        Ok(part.earlier.last().is_none_or(|last| act.value(*last).is_some()))
    }

    /// Decides about an answer, or that there is none.
    fn one_or_none(&mut self, ask: &'a Ask, name: &str, action: &str, at: At) -> Result<Option<String>, Failure> {
        let left = self.choices(ask, at)?;
        if left.is_empty() {
            return Ok(None);
        }
        let options: Vec<String> = std::iter::once("none".to_owned()).chain(left).collect();
        let (by, doc, kind) = (self.decider(ask, at)?, ask.question.doc.as_deref(), &ask.question.kind);
        let asked = OpenQuestion { name, action, by: by.as_deref(), doc, options: &options, kind, proposed: None };
        Ok(Some(self.decide(&asked, at)?).filter(|text| !says_nothing(text)))
    }

    /// If a character intervenes, other deciders are offered the decision, as other players are if a player acts; they
    /// need not answer.
    fn offer(
        &mut self,
        ask: &'a Ask,
        slot: usize,
        name: &str,
        action: &str,
        value: Option<&Value>,
        at: At,
    ) -> Result<Option<String>, Failure> {
        let by = self.decider(ask, at)?;
        let play = self.playing(at)?;
        let intervening = play.is_intervening();
        let (speaker, quiet, postpones) = (play.speaker, play.quiet, play.postpones);
        let intervener = play.interveners.last().map(|one| one.who);
        let himself = match (&ask.by, intervener) {
            (None, _) => true,
            (Some(Decider::Word(_)), Some(_)) => false,
            (Some(Decider::Role(role)), Some(intervener)) => {
                self.act(at)?.number(*role).is_none_or(|who| who == intervener)
            }
            // If a player acts, questions assigned to other deciders go to them; the GM answers the others in advance.
            (Some(Decider::Role(_)), None) => speaker.is_none() || by.is_none() || by.as_deref() == speaker,
            (Some(Decider::Word(_)), None) => speaker.is_none(),
        };
        // A postponed question is answered by the attempt.
        if !postpones && (himself || quiet || (intervener.is_some() && !intervening)) {
            return Ok(None);
        }
        let options = self.choices(ask, at)?;
        let otherwise = match value {
            Some(value) => {
                let kind = self.slot_kind(slot, at)?;
                self.shown(value, &kind)
            }
            None => Answer::Text("–".to_owned()),
        };
        let doc = ask.question.doc.as_deref();
        let (options, kind) = (&*options, &ask.question.kind);
        let whom = self.whom_it_is_about(at)?;
        let (whom, by) = (whom.as_deref(), by.as_deref());
        let doing = self.doing();
        let proposed = self.proposed(ask, name, at)?;
        let (proposed, doing) = (proposed.as_deref(), doing.as_ref());
        let decision = Decision { name, action, intervening, whom, by, doc, options, kind, proposed, doing };
        self.effects.offer(&decision, &otherwise).map_err(|one| Failure::refused(one, at))
    }

    /// An answer given in advance, if its author decides.
    pub(super) fn said_by_decider(&mut self, ask: &'a Ask, name: &str, at: At) -> Result<Option<String>, Failure> {
        let found = match (self.given_by(name, ask.of, at)?, ask.together()) {
            (None, _) => self.given_together(ask, at)?,
            (Some(_), Some(together)) if self.given_by(together, ask.of, at)?.is_some() => {
                return Err(Failure::new(Code::SaidTwice, at).arg("name", name));
            }
            (found, _) => found,
        };
        let Some((text, from)) = found else { return Ok(None) };
        let by = self.decider(ask, at)?;
        let play = self.playing(at)?;
        let speaker = match from {
            Giver::Intervener => play.local.last().and_then(|(_, speaker)| speaker.as_deref()),
            Giver::Actor(_) => play.speaker,
        };
        if let (Some(speaker), Some(by)) = (speaker, by) {
            let own = matches!(ask.by, Some(Decider::Role(_))) && by == speaker;
            if !own && matches!(from, Giver::Actor(_)) && !play.local.is_empty() {
                // The acting player does not answer for the intervener.
                return Ok(None);
            }
            if !own && matches!(ask.by, Some(Decider::Word(_))) {
                // It is a proposal, with which the question to the decider begins.
                return Ok(None);
            }
            if !own {
                let failure = Failure::new(Code::NotYours, at).arg("name", name).arg("by", by.as_str());
                return Err(failure.help_with("help-they-are-asked", "by", by));
            }
        }
        // A number matches no trait of the character, and it has no name.
        let is_number = matches!(ask.question.kind, AnswerKind::Trait(..)) && crate::source::whole(&text).is_some();
        if (speaker.is_some() || ask.question.named) && is_number {
            let code = if ask.question.named { Code::AnswerWithoutName } else { Code::BadAnswer };
            let failure = Failure::new(code, at).arg("name", name).arg("text", text);
            let names = self.options(&ask.question.kind, ask.of, at)?;
            let names = self.listed(names, &ask.question.kind, at)?;
            return Err(failure.help_with("help-there-is", "names", names));
        }
        if let Giver::Actor(key) = from {
            play.used.insert(key);
        }
        Ok(Some(text))
    }

    /// The answer of the acting player or intervener to a question for another decider; an error if it is no valid
    /// answer.
    fn proposed(&mut self, ask: &'a Ask, name: &str, at: At) -> Result<Option<String>, Failure> {
        if !matches!(ask.by, Some(Decider::Word(_))) {
            return Ok(None);
        }
        let found = match self.given_by(name, ask.of, at)? {
            None => self.given_together(ask, at)?,
            found => found,
        };
        let Some((text, from)) = found else { return Ok(None) };
        let play = self.playing(at)?;
        let speaker = match from {
            Giver::Intervener => play.local.last().and_then(|(_, speaker)| speaker.as_deref()),
            // The acting player does not answer for the intervener.
            Giver::Actor(_) => play.speaker.filter(|_| play.local.is_empty()),
        };
        if speaker.is_none() {
            return Ok(None);
        }
        if let Giver::Actor(key) = from {
            play.used.insert(key);
        }
        if ask.question.is_optional() && says_nothing(&text) {
            return Ok(Some(text));
        }
        self.resolve(name, &ask.question.kind, ask.of, &text, None, at)?;
        Ok(Some(text))
    }

    /// The running action for display: the intervention, or else the requested action.
    pub(super) fn doing(&self) -> Option<Doing> {
        let trace = self.trace.as_ref()?;
        let (mut over, mut found, mut said) = (0_usize, None, Vec::new());
        for step in trace.iter().rev() {
            match step {
                TraceStep::Over => over += 1,
                TraceStep::Act { .. } | TraceStep::Intervened { .. } if over > 0 => over -= 1,
                TraceStep::Answered { name, value } if over == 0 => said.extend(match value {
                    Answer::Text(text) => Some(text.clone()),
                    Answer::Flag(true) => Some(name.clone()),
                    Answer::Flag(false) => None,
                    Answer::Number(number) => Some(format!("{name} {number}").replace('-', "−")),
                }),
                TraceStep::Act { name, roles, .. } | TraceStep::Intervened { name, roles, .. } => {
                    said.reverse();
                    let mut who = roles.iter().map(|(_, who)| who.clone()).filter(|who| !who.is_empty());
                    let intervenes = matches!(step, TraceStep::Intervened { .. });
                    // The roller comes first, the intervener last.
                    let who: Vec<String> =
                        if intervenes { who.next_back().into_iter().collect() } else { who.collect() };
                    let doing = Doing { who, name: name.clone(), intervenes, said: std::mem::take(&mut said) };
                    if intervenes {
                        return Some(doing);
                    }
                    found = Some(doing);
                }
                _ => {}
            }
        }
        found
    }

    /// One element of a list of answers: `Strength, Wits`.
    fn given_together(&mut self, ask: &'a Ask, at: At) -> Result<Option<(String, Giver)>, Failure> {
        let Some(part) = &ask.part else { return Ok(None) };
        let Some((text, from)) = self.given_by(&part.of, ask.of, at)? else { return Ok(None) };
        let said = text.split(',').map(str::trim).filter(|one| !says_nothing(one));
        // An empty list.
        let all: Vec<&str> = said.filter(|_| !text.trim().is_empty()).collect();
        if all.len() > part.count {
            let failure = Failure::new(Code::TooManyAnswers, at).arg("name", &*part.of).arg("text", text.as_str());
            return Err(failure.arg("limit", part.count));
        }
        if let (Giver::Actor(key), true) = (&from, part.index >= all.len()) {
            self.playing(at)?.used.insert(key.clone());
        }
        Ok(all.get(part.index).map(|one| ((*one).to_owned(), from)))
    }

    /// An answer given in advance.
    pub(super) fn given_answer(&mut self, name: &str, of: AnswerOwner, at: At) -> Result<Option<String>, Failure> {
        Ok(self.given_by(name, of, at)?.map(|(text, from)| {
            if let (Giver::Actor(key), Some(play)) = (from, self.play.as_deref_mut()) {
                play.used.insert(key);
            }
            text
        }))
    }

    fn given_by(&mut self, name: &str, of: AnswerOwner, at: At) -> Result<Option<(String, Giver)>, Failure> {
        let mine = self.of_a_role(name, of, at)?;
        let play = self.playing(at)?;
        if let Some(text) = play.local.last().and_then(|(local, _)| local.get(name)).filter(|_| mine.is_none()) {
            return Ok(Some((text.clone(), Giver::Intervener)));
        }
        let key = mine.unwrap_or_else(|| name.to_owned());
        Ok(play.answers.get(&key).cloned().map(|text| (text, Giver::Actor(key))))
    }

    /// An answer for a character in a role of the running action: `Ana.weapon`.
    fn of_a_role(&mut self, name: &str, of: AnswerOwner, at: At) -> Result<Option<String>, Failure> {
        let play = self.playing(at)?;
        if !play.answers.keys().any(|key| key.contains('.')) {
            return Ok(None);
        }
        let whom = if matches!(of, AnswerOwner::Role(_)) { self.of_whom(of, at)? } else { Vec::new() };
        let play = self.playing(at)?;
        let mut people: Vec<usize> = whom;
        people.push(play.who);
        if let Some(act) = play.acts.last() {
            people.extend((0..act.action.roles).filter_map(|role| act.character(role)));
        }
        let names = people.into_iter().filter_map(|who| play.world.people.get(who));
        let key = names.map(|person| format!("{}.{name}", person.name)).find(|key| play.answers.contains_key(key));
        Ok(key)
    }

    /// The labels of the running action that hold numbers or words, and what they hold by now.
    fn labels_so_far(&mut self, at: At) -> Result<Vec<(String, Option<Answer>)>, Failure> {
        if !self.effects.sees() || self.playing(at)?.acts.is_empty() {
            return Ok(Vec::new());
        }
        let act = self.act(at)?;
        let (action, values) = (act.action, act.slots.clone());
        let mut labels = Vec::new();
        for (slot, value) in action.slots.iter().zip(values) {
            let SlotKind::Value(kind @ (Kind::Number | Kind::Flag | Kind::Choice(_))) = &slot.kind else { continue };
            let value = value.map(|answered| self.shown(&answered.value, kind));
            labels.push((quoted_where_needed(&slot.name), value));
        }
        Ok(labels)
    }

    pub(super) fn decide(&mut self, asked: &OpenQuestion<'_, 'a>, at: At) -> Result<String, Failure> {
        let &OpenQuestion { name, action, by, doc, options, kind, proposed } = asked;
        // A test asks without the name of an action.
        let whom = if action.is_empty() { self.roller_name() } else { self.whom_it_is_about(at)? };
        let intervening = self.is_intervening();
        let doing = self.doing();
        let (about, doing) = (whom.as_deref(), doing.as_ref());
        let decision = Decision { name, action, intervening, whom: about, by, doc, options, kind, proposed, doing };
        let quiet = self.playing(at)?.quiet;
        if !quiet && self.effects.decides() {
            self.see_everything(at)?;
            // For an intervention, more dice are visible, and known already.
            if !intervening {
                let labels = self.labels_so_far(at)?;
                self.effects.lie(self.rolls.iter().flat_map(super::roll::DiceRoll::faces).collect(), labels);
            }
        }
        let answer =
            if quiet { None } else { self.effects.decide(&decision).map_err(|one| Failure::refused(one, at))? };
        let options = if answer.is_none() { self.listed(options.to_vec(), kind, at)? } else { Vec::new() };
        answer.ok_or_else(|| {
            let mut failure = Failure::new(Code::DecisionNeeded, at).arg("name", name).arg("by", by.unwrap_or("none"));
            if let Some(whom) = whom.filter(|_| !action.is_empty()) {
                failure = failure.help_with("help-asked-in", "action", format!("{action} {whom}"));
            }
            if !options.is_empty() {
                failure = failure.help_with("help-there-is", "names", options);
            }
            let quoted = if name.contains(' ') { format!("\"{name}=…\"") } else { format!("{name}=…") };
            failure.help_with("help-give-set", "example", quoted)
        })
    }

    /// The owners of the traits, points or tags that a question is about.
    pub(super) fn of_whom(&mut self, of: AnswerOwner, at: At) -> Result<Vec<usize>, Failure> {
        Ok(match of {
            AnswerOwner::Any => (0..self.playing(at)?.world.people.len()).collect(),
            AnswerOwner::Current => vec![self.playing(at)?.who],
            AnswerOwner::Role(slot) => self.act(at)?.character(slot).into_iter().collect(),
        })
    }

    /// The options, in words.
    pub(super) fn options(&mut self, kind: &AnswerKind, of: AnswerOwner, at: At) -> Result<Vec<String>, Failure> {
        let mut names = self.game.answers(kind);
        match kind {
            AnswerKind::Trait(_, true) => {
                for who in self.of_whom(of, at)? {
                    names.extend(self.playing(at)?.world.people.get(who).there(at)?.open.keys().cloned());
                }
            }
            AnswerKind::Tag(kind) => {
                self.reads_card(*kind, CardRead::Itself, at)?;
                let mut called: Vec<(String, String)> = Vec::new();
                for who in self.of_whom(of, at)? {
                    let game = self.game;
                    let person = self.playing(at)?.world.people.get(who).there(at)?;
                    let tags = person.tags_called(game, *kind).into_iter();
                    called.extend(tags.map(|(name, _)| (person.name.clone(), name)));
                }
                names.extend(told_apart(&called));
            }
            AnswerKind::Character(kind) => {
                let game = self.game;
                let people = self.playing(at)?.world.people.iter().skip(1);
                let fits = people.filter(|person| kind.is_none_or(|kind| person.kind(game) == Some(kind)));
                names.extend(fits.map(|person| person.name.clone()));
            }
            _ => {}
        }
        Ok(names)
    }

    /// The options for an error: a player must not learn names that only others have.
    fn listed(&mut self, mut names: Vec<String>, kind: &AnswerKind, at: At) -> Result<Vec<String>, Failure> {
        if !names.is_empty() {
            let play = self.playing(at)?;
            let speaker = match play.local.last() {
                Some((_, speaker)) => speaker.as_deref(),
                None => play.speaker,
            };
            let theirs = speaker.map(|name| play.world.names_of_others(kind, name)).unwrap_or_default();
            names.retain(|name| !theirs.contains(name));
        }
        Ok(names)
    }

    /// The value of an answer.
    pub(super) fn resolve(
        &mut self,
        name: &str,
        kind: &AnswerKind,
        of: AnswerOwner,
        text: &str,
        decider: Option<usize>,
        at: At,
    ) -> Result<Value, Failure> {
        let game = self.game;
        let text = nfc(text.trim());
        let text = text.trim_matches(['«', '»', '"']);
        let none = crate::syntax::is_none(text);
        let found = match kind {
            AnswerKind::Text => return Ok(Value::Text(text.to_owned())),
            AnswerKind::Character(_) if none => Some(-1),
            AnswerKind::Tag(_) if none => Some(-1),
            AnswerKind::Character(kind) => {
                let people = &self.playing(at)?.world.people;
                let names = people.iter().map(|person| person.name.as_str());
                let found = only(names, text);
                if let (Some(who), Some(_)) = (found, kind) {
                    self.is_for((name, *kind), who, at)?;
                }
                found.and_then(|index| i64::try_from(index).ok())
            }
            AnswerKind::Trait(list, open) => match crate::source::whole(text) {
                Some(_) => answer_of(game, kind, text),
                None => {
                    let names = list.iter().filter_map(|index| game.traits.get(*index)).map(|one| &*one.name);
                    let index = only(names, text).and_then(|at| list.get(at)).copied();
                    let whom = self.of_whom(of, at)?;
                    match (index, whom.first().copied()) {
                        (Some(index), Some(who)) => {
                            let value = self.seen_from(who, at, |machine| machine.one_trait(index, at))?;
                            Some(game.trait_number(index, value))
                        }
                        (None, Some(who)) if *open => {
                            let open = self.playing(at)?.world.people.get(who).there(at)?.open.clone();
                            let found =
                                only(open.keys().map(String::as_str), text).and_then(|at| open.values().nth(at));
                            found.map(|value| game.open_number(*value))
                        }
                        _ => None,
                    }
                }
            },
            AnswerKind::Tag(kind) => self.tag_called(name, *kind, of, text, decider, at)?,
            // A cell with a formula has its current value.
            AnswerKind::Cell(table, column) => match row_called(game, *table, text) {
                Some(row) => {
                    let row = usize::try_from(row).map_err(|_| Failure::internal(at))?;
                    return self.cell_at(*table, (row, *column), Vec::new(), Vec::new(), at);
                }
                None => crate::source::whole(text),
            },
            kind => answer_of(game, kind, text),
        };
        match found {
            Some(value) => Ok(Value::Int(value)),
            None => {
                let options = self.options(kind, of, at)?;
                let options = self.listed(options, kind, at)?;
                let mut failure = Failure::new(Code::BadAnswer, at).arg("name", name).arg("text", text);
                let is_number = matches!(kind, AnswerKind::Trait(..)) && crate::source::whole(text).is_some();
                if is_number || matches!(kind, AnswerKind::Number(..)) {
                    let (min, max) = game.bounds(kind);
                    let range = crate::check::range_words(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                    failure = failure.help_with("help-a-number", "range", range);
                } else if !options.is_empty() {
                    let near = crate::diagnostic::nearest(text, options.iter().map(String::as_str)).map(str::to_owned);
                    failure = match near {
                        Some(near) => failure.help_with("help-did-you-mean", "name", near),
                        None => failure.help_with("help-there-is", "names", options),
                    };
                }
                Err(failure)
            }
        }
    }

    /// The tag with a name. If several characters have one, the decider's is meant; otherwise the owner must be named:
    /// `Ana.name`. A tag without a name is also named by its kind or its owner.
    fn tag_called(
        &mut self,
        question: &str,
        kind: TagId,
        of: AnswerOwner,
        text: &str,
        decider: Option<usize>,
        at: At,
    ) -> Result<Option<i64>, Failure> {
        self.reads_tags(kind, Some(CardRead::Itself), at)?;
        let (game, mut found) = (self.game, Vec::<(usize, String, String, i64)>::new());
        for who in self.of_whom(of, at)? {
            let person = self.playing(at)?.world.people.get(who).there(at)?;
            let called = person.tags_called(game, kind);
            let whole = |(name, number): (String, i64)| (who, owned(&person.name, &name), name, number);
            if person.name == text && !called.iter().any(|(name, _)| name == text) {
                let nameless = |number: i64| person.tags.iter().any(|tag| tag.number == number && tag.name.is_none());
                let by_owner = called.iter().filter(|(_, number)| nameless(*number));
                found.extend(by_owner.map(|(name, number)| (who, owned(&person.name, name), text.to_owned(), *number)));
            }
            found.extend(called.into_iter().map(whole));
        }
        let folded = fold(text);
        let is_whole = found.iter().any(|(_, whole, ..)| whole == text);
        let exact = found.iter().any(|(_, _, name, _)| name == text);
        found.retain(|(_, whole, name, _)| match (is_whole, exact) {
            (true, _) => whole == text,
            (false, true) => name == text,
            (false, false) => fold(name) == folded,
        });
        if found.iter().any(|(who, ..)| Some(*who) == decider) {
            found.retain(|(who, ..)| Some(*who) == decider);
        }
        match found.as_slice() {
            [] => Ok(None),
            [(.., number)] => Ok(Some(*number)),
            several => {
                let mut names: Vec<String> = several.iter().map(|(_, whole, ..)| whole.clone()).collect();
                names.dedup();
                let failure = Failure::new(Code::AmbiguousAnswer, at).arg("name", question).arg("text", text);
                let mut owners = several.iter().map(|(who, ..)| *who);
                let first = owners.next();
                let failure = failure.arg("alike", if owners.all(|who| Some(who) == first) { "yes" } else { "no" });
                // Several tags of one character with the same name are ambiguous.
                Err(if names.len() == 1 { failure } else { failure.help_with("help-one-of", "names", names) })
            }
        }
    }

    /// The input of a test that an action rolls, from answers given in advance.
    pub(super) fn given_input(
        &mut self,
        name: &str,
        question: &'a Question,
        at: At,
    ) -> Result<Option<AnsweredValue>, Failure> {
        let kind = &question.kind;
        if self.play.is_none() {
            return Ok(None);
        }
        // An answer to a question of the action belongs to the action, which passes it on explicitly.
        let play = self.playing(at)?;
        let asks = play.acts.last().is_some_and(|act| {
            let slots = &act.action.slots;
            act.action.ask.iter().any(|ask| slots.get(ask.slot).is_some_and(|slot| *slot.name == *name))
        });
        if asks {
            return Ok(None);
        }
        // What is not a number of the test alone.
        let personal =
            matches!(kind, AnswerKind::Trait(..) | AnswerKind::Points(_) | AnswerKind::Tag(_) | AnswerKind::Text);
        let text = match self.given_answer(name, AnswerOwner::Current, at)? {
            Some(text) => text,
            None if personal && question.default.is_none() => {
                let options = self.options(kind, AnswerOwner::Current, at)?;
                let (action, by, doc, proposed) = ("", None, None, None);
                self.decide(&OpenQuestion { name, action, by, doc, options: &options, kind, proposed }, at)?
            }
            None => return Ok(None),
        };
        if question.is_optional() && says_nothing(&text) {
            return Ok(None);
        }
        let named = self.named_in(kind, AnswerOwner::Current, &text, at)?;
        let value = self.resolve(name, kind, AnswerOwner::Current, &text, None, at)?;
        Ok(Some(AnsweredValue::new(value, named)))
    }

    /// The existing answer to a question about the current character.
    pub(super) fn answered(
        &mut self,
        key: &str,
        name: &str,
        kind: &AnswerKind,
        at: At,
    ) -> Result<Option<i64>, Failure> {
        if let Some(value) = self.asked.get(key) {
            return Ok(Some(*value));
        }
        let text = match self.given_answer(key, AnswerOwner::Current, at)? {
            Some(text) => Some(text),
            None => self.given_answer(name, AnswerOwner::Current, at)?,
        };
        let Some(text) = text else { return Ok(None) };
        match self.resolve(name, kind, AnswerOwner::Current, &text, None, at)? {
            Value::Int(value) => Ok(Some(value)),
            Value::Text(_) => Err(Failure::internal(at)),
        }
    }

    /// The value of a trait that a user or a sheet gave.
    pub(super) fn trait_given(&self, index: usize) -> Option<i64> {
        match self.person() {
            // A value for this roll can replace one that the sheet does not have.
            Some(person) => person.traits.get(&index).copied().or_else(|| self.env.trait_value(index)),
            None => self.env.trait_value(index),
        }
    }
}

/// The author of an answer given in advance.
enum Giver {
    /// The acting player, under this key of the answers.
    Actor(String),
    Intervener,
}

/// Whether an answer to an optional question means none.
fn says_nothing(text: &str) -> bool {
    text.trim() == "none"
}

/// Index of the only matching name: exact, or without case and accents.
pub(super) fn only<'n>(names: impl Iterator<Item = &'n str> + Clone, text: &str) -> Option<usize> {
    if let Some(found) = names.clone().position(|name| name == text) {
        return Some(found);
    }
    let folded = fold(text);
    let mut same = names.enumerate().filter(|(_, name)| fold(name) == folded);
    match (same.next(), same.next()) {
        (Some((index, _)), None) => Some(index),
        _ => None,
    }
}
