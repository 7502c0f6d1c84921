//! Questions of the rules during an action: they are sent to the page of the decider.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::forms::Field;
use super::request::{RequestKind, RequestRefusal, TableReply};
use super::seats::Seat;
use super::snapshot::{LocalizedText, PendingQuestion};
use super::table::Envelope;
use super::table_thread::Desk;
use crate::check::answer_of;
use crate::check::program::{AnswerKind, CheckedGame, Die};
use crate::cli::prompt::state::Asker;
use crate::cli::terminal_effects::{Missing, asked as question_of, in_words, meant, takes_numbers};
use crate::engine::{Answer, AskedFor, Decision, Doing, ValueRequest};
use crate::report::{Catalogue, roll};
use crate::source::whole;

/// What is being done, in the words of the game.
fn about(doing: &Doing) -> String {
    let who = Some(doing.who.join(" → ")).filter(|who| !who.is_empty());
    let said = doing.said.iter().map(|said| if doing.intervenes { format!("«{said}»") } else { said.clone() });
    who.into_iter().chain([doing.name.clone()]).chain(said).collect::<Vec<_>>().join(", ")
}

/// Asks questions on the open pages of a seat. The table waits for the answer.
pub(super) struct Pages<'d> {
    pub(super) desk: &'d mut Desk,
    pub(super) seat: Seat,
    pub(super) fallen: Vec<(String, i64)>,
    /// Its player or the GM gave up what asks, or the server stops.
    pub(super) gave_up: bool,
    /// Fields of the form that the GM sent without an answer, and so with what holds then.
    pub(super) left_open: Vec<String>,
    /// The GM left all that is still to be asked at what holds.
    pub(super) rest: bool,
    /// The entry of the log in which a character intervenes.
    pub(super) entry: Option<u64>,
    /// Only the GM sees what comes of it.
    pub(super) hidden: bool,
    /// Somebody else was asked about it.
    pub(super) asked_others: bool,
    /// The action that a player does or the intervention, and what was said of it.
    pub(super) act: Option<(String, BTreeMap<String, String>)>,
    /// What the GM answered to several questions at once, by name; nothing before they were put.
    pub(super) together: Option<BTreeMap<String, String>>,
}

impl Pages<'_> {
    /// Who is to answer.
    fn to(&self, by: Option<&str>) -> Seat {
        match by {
            None => self.seat.clone(),
            Some(name) if self.desk.shot.people.iter().skip(1).any(|one| one.look.name == name) => {
                Seat::Player(name.to_owned())
            }
            // A word of the game for a decider that is no character.
            Some(_) => Seat::Gm,
        }
    }

    /// Puts a question and waits until something answers it.
    fn put(
        &mut self,
        name: &str,
        question: PendingQuestion,
        catalogue: &Catalogue,
        fits: impl Fn(&str, &Seat, &Catalogue) -> Result<String, String>,
    ) -> Option<String> {
        // Once the server stops there is no answer, however many questions are left.
        if self.desk.closing.is_some() {
            self.gave_up = true;
            return None;
        }
        self.desk.questions = self.desk.questions.saturating_add(1);
        let number = self.desk.questions;
        let question = PendingQuestion { number, fallen: std::mem::take(&mut self.fallen), ..question };
        let (to, by) = (question.to.clone(), question.by.clone());
        self.asked_others |= to != self.seat;
        let (may_leave_the_rest, is_form) = (question.more, !question.fields.is_empty());
        let name = name.to_owned();
        let fields: Vec<Arc<Field>> = question.fields.iter().map(|(field, _)| Arc::clone(field)).collect();
        let unknown = |parts: &[(String, String)]| {
            let mut said = parts.iter().filter(|(_, said)| !said.is_empty());
            let is_known = |part: &String| *part == name || fields.iter().any(|field| field.name == *part);
            said.find(|(part, _)| !is_known(part)).map(|(part, _)| part.clone())
        };
        let wrong = |parts: &[(String, String)]| {
            let mut said = parts.iter().filter(|(_, said)| !said.trim().is_empty());
            let fits = |(part, said): &&(String, String)| {
                fields.iter().all(|field| field.name != *part || field.may_be(said.trim()))
            };
            said.find(|one| !fits(one)).map(|(part, _)| part.clone())
        };
        self.desk.shot.question = Some(Arc::new(question));
        self.desk.publish();
        let answer = loop {
            let Ok(Envelope { request, reply }) = self.desk.incoming.recv() else { break None };
            let may = request.seat.is_gm() || request.seat == to;
            let words = request.language.map_or_else(|| catalogue.clone(), Catalogue::new);
            let refuse = |id: &'static str| {
                let code = id.strip_prefix("serve-").unwrap_or(id);
                TableReply::Refused(RequestRefusal { code, lines: vec![words.say(id)] })
            };
            let answer = match request.wanted {
                RequestKind::Close => {
                    self.desk.closing = Some(reply);
                    self.gave_up = true;
                    break None;
                }
                RequestKind::Cancel(which) if which.is_none_or(|question| question == number) => {
                    if request.seat.is_gm() || request.seat == by {
                        let _ = reply.send(TableReply::Done(self.desk.shot.version));
                        self.gave_up = true;
                        break None;
                    }
                    refuse("serve-not-your-question")
                }
                RequestKind::Answer { question, .. } if question == number && !may => refuse("serve-not-your-question"),
                RequestKind::Answer { question, text, rest, parts } if question == number => {
                    let refused = match (unknown(&parts), wrong(&parts)) {
                        (Some(part), _) => Some(("bad-request", "serve-unknown-field", part)),
                        (None, Some(part)) => Some(("no-answer", "serve-no-answer-to", part)),
                        (None, None) => None,
                    };
                    if let Some((code, id, part)) = refused {
                        let lines = vec![words.text(id, &vec![("name", part.into())])];
                        let _ = reply.send(TableReply::Refused(RequestRefusal { code, lines }));
                        continue;
                    }
                    let own = parts.iter().find(|(part, _)| *part == name).map(|(_, said)| said.clone());
                    let text = own.filter(|_| text.trim().is_empty()).unwrap_or(text);
                    let is_empty = text.trim().is_empty();
                    match if is_empty { Ok(text) } else { fits(&text, &request.seat, &words) } {
                        Err(why) => TableReply::Refused(RequestRefusal { code: "no-answer", lines: vec![why] }),
                        Ok(answer) => {
                            self.rest |= rest && may_leave_the_rest;
                            if !parts.is_empty() && is_form {
                                self.together = Some(parts.into_iter().collect());
                            }
                            let _ = reply.send(TableReply::Done(self.desk.shot.version));
                            break Some(answer).filter(|_| !is_empty);
                        }
                    }
                }
                RequestKind::Answer { .. } | RequestKind::Cancel(_) => refuse("serve-question-gone"),
                RequestKind::Complete(line) => TableReply::Offered(line.len(), Vec::new()),
                _ => refuse("serve-waiting"),
            };
            let _ = reply.send(answer);
        };
        self.desk.shot.question = None;
        self.desk.publish();
        answer
    }

    /// What the GM is asked about an action or an intervention of a player, each with what the player proposes.
    fn fields_of(&self, name: &str) -> Vec<(Arc<Field>, Option<String>)> {
        let Some((_, said)) = &self.act else { return Vec::new() };
        let actions = self.desk.shot.people.first().into_iter().flat_map(|table| table.actions.iter());
        let interventions = self.desk.looked.iter().filter_map(|looked| looked.interventions.first()).flatten();
        let mut all = actions.map(|(form, _)| form).chain(interventions);
        let Some(form) = all.find(|form| form.name == name) else { return Vec::new() };
        let asked = form.fields.iter().filter(|field| field.is_for_gm && field.is_foreseen);
        asked.map(|field| (Arc::clone(field), said.get(&field.name).cloned())).collect()
    }

    fn question(&self, to: Seat, words: LocalizedText) -> PendingQuestion {
        PendingQuestion {
            number: 0,
            to,
            by: self.seat.clone(),
            words,
            about: None,
            entry: None,
            doc: None,
            proposed: None,
            several: false,
            more: false,
            fields: Vec::new(),
            actor: None,
            fallen: Vec::new(),
            options: Vec::new(),
            open: true,
            otherwise: None,
        }
    }
}

impl Asker for Pages<'_> {
    fn ask(&mut self, game: &CheckedGame, asked: &ValueRequest<'_>, catalogue: &Catalogue) -> Option<i64> {
        // What the book leaves out is for the GM.
        let to = match asked.what {
            AskedFor::Trait | AskedFor::Input => self.seat.clone(),
            AskedFor::Cell | AskedFor::Option => Seat::Gm,
        };
        let question = self.question(to, LocalizedText::of(|_| asked.name.to_owned()));
        let question = PendingQuestion { doc: asked.doc.map(str::to_owned), ..question };
        let fits = |text: &str, _: &Seat, words: &Catalogue| {
            let value = answer_of(game, asked.kind, text);
            value.map(|_| text.to_owned()).ok_or_else(|| words.say("serve-no-answer"))
        };
        let said = self.put(asked.name, question, catalogue, fits)?;
        answer_of(game, asked.kind, &said)
    }

    fn decide(
        &mut self,
        game: &CheckedGame,
        asked: &Decision<'_>,
        otherwise: Option<&Answer>,
        catalogue: &Catalogue,
    ) -> Option<String> {
        let to = self.to(asked.by);
        let stays = asked.proposed.is_none() && otherwise.is_some() && to.is_gm();
        let was_left = self.seat.is_gm() && self.left_open.iter().any(|name| name == asked.name);
        if stays && (self.rest || was_left) {
            return None;
        }
        // What was answered together with others.
        let is_outer = self.act.as_ref().is_some_and(|(action, _)| action == asked.action) && to.is_gm();
        let said = self.together.as_ref().filter(|_| is_outer).and_then(|said| said.get(asked.name)).cloned();
        if let Some(said) = said {
            let answer = meant(game, asked, &said, catalogue).ok().filter(|_| !said.trim().is_empty());
            if answer.is_some() || said.trim().is_empty() && otherwise.is_some() {
                return answer;
            }
        }
        let fields = if is_outer && self.together.is_none() { self.fields_of(asked.action) } else { Vec::new() };
        // A player is not told what only others have, and may say it.
        let world = self.desk.looked.as_ref().map(|looked| &looked.world);
        let theirs = to.name().zip(world).map(|(name, world)| world.names_of_others(asked.kind, name));
        let theirs = theirs.unwrap_or_default();
        let read = |at: usize| LocalizedText::of(|words| in_words(asked, words).swap_remove(at));
        let options = asked.options.iter().enumerate().filter(|(_, option)| !theirs.contains(*option));
        let mut options: Vec<(String, LocalizedText)> =
            options.map(|(at, option)| (option.clone(), read(at))).collect();
        let proposed = asked.proposed.and_then(|text| meant(game, asked, text, catalogue).ok());
        let said = |text: &String| {
            let known = options.iter().position(|(option, _)| option == text);
            let read = known.and_then(|at| options.get(at)).map(|(_, read)| read.clone());
            (known, read.unwrap_or_else(|| LocalizedText::of(|_| text.clone())))
        };
        let proposed = proposed.map(|text| (said(&text), text)).map(|((known, read), text)| {
            if let Some(at) = known {
                options.remove(at);
            }
            options.insert(0, (text, read.clone()));
            read
        });
        let first = otherwise.filter(|_| proposed.is_none()).map(|answer| roll::words(answer, catalogue));
        if let Some(at) =
            first.and_then(|first| options.iter().position(|(_, read)| read.said_in(catalogue.language()) == first))
        {
            let holds = options.remove(at);
            options.insert(0, holds);
        }
        // The number of a trait is not for players to say.
        let of_trait = matches!(asked.kind, AnswerKind::Trait(..));
        let closed = !asked.options.is_empty()
            && theirs.is_empty()
            && (!takes_numbers(asked.kind) || of_trait && !to.is_gm())
            && !matches!(asked.kind, AnswerKind::Tag(_) | AnswerKind::Character(_));
        let question = PendingQuestion {
            doc: asked.doc.map(str::to_owned),
            about: asked.doing.filter(|_| !self.hidden || to.is_gm()).map(about),
            entry: self.entry.filter(|_| asked.doing.is_some_and(|doing| doing.intervenes) || asked.doing.is_none()),
            proposed,
            actor: asked.doing.and_then(|doing| doing.who.first().cloned()),
            fields: if fields.len() > 1 { fields } else { Vec::new() },
            several: matches!(asked.kind, AnswerKind::Dice) && options.len() > 1,
            more: to.is_gm() && !self.seat.is_gm() && otherwise.is_some(),
            options,
            open: !closed,
            otherwise: otherwise.map(|answer| LocalizedText::of(|words| roll::words(answer, words))),
            ..self.question(to, LocalizedText::of(|words| question_of(asked, words)))
        };
        self.put(asked.name, question, catalogue, |text, seat, words| {
            let answer = meant(game, asked, text, words).ok();
            let answer = answer.filter(|answer| seat.is_gm() || !of_trait || whole(answer).is_none());
            answer.ok_or_else(|| words.say("serve-no-answer"))
        })
    }

    fn gave_up(&self) -> bool {
        self.gave_up
    }

    fn asked_others(&self) -> bool {
        self.asked_others
    }

    fn fell(&mut self, dice: &[(Die, i64)], _: &Catalogue) {
        self.fallen.extend(dice.iter().map(|(die, face)| (die.to_string(), *face)));
    }

    fn more_faces(&mut self, missing: &Missing<'_>, catalogue: &Catalogue) -> Option<Vec<i64>> {
        let question = self.question(self.seat.clone(), LocalizedText::of(|words| missing.question(words)));
        let fits = |text: &str, _: &Seat, words: &Catalogue| missing.faces(text, words).map(|_| text.to_owned());
        let said = self.put("", question, catalogue, fits)?;
        missing.faces(&said, catalogue).ok()
    }
}
