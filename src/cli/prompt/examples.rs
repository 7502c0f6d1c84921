//! Example lines for the current table that can be typed as they are.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::roll::PromptEffects;
use super::state::{Asker, LineContext, NoAnswers, PromptLine, PromptState};
use crate::check::program::{Action, AnswerKind, Ask, CheckedGame, Intervention};
use crate::check::quoted_where_needed;
use crate::engine::{Answer, Decision, Generator, ValueRequest};
use crate::report::Catalogue;
use crate::session::InterventionRequest;
use crate::session::command::{CommandParameter, CommandSpec, ParameterValues, YES_NO};

/// How many people are tried as the first in an example.
const FIRST: usize = 3;
/// Lines that are tried at most, for each of them.
const LINES: usize = 40;
/// A number that stands for any.
const ANY: i64 = 3;

/// The action or intervention that an example shows.
#[derive(Clone, Copy)]
pub(super) enum ExampleSubject<'g> {
    Action(&'g Action),
    Intervention(&'g Intervention),
}

impl<'g> ExampleSubject<'g> {
    /// The question of this name.
    fn asked(self, name: &str) -> Option<&'g Ask> {
        let called = |action: &'g Action| {
            let is_it = |ask: &&Ask| *action.slot(ask.slot).name == *name;
            action.ask.iter().find(is_it)
        };
        match self {
            Self::Action(action) => called(action),
            Self::Intervention(intervention) => intervention.places.iter().find_map(|place| called(&place.action)),
        }
    }
}

/// An example line, and the late questions that it answers.
pub(super) struct Example {
    pub(super) line: String,
    pub(super) said: Vec<String>,
}

/// Answers each required question with its first possible answer, and records it.
#[derive(Default)]
struct ExampleAnswers {
    said: Vec<(String, String)>,
}

impl Asker for ExampleAnswers {
    fn ask(&mut self, _: &CheckedGame, _: &ValueRequest<'_>, _: &Catalogue) -> Option<i64> {
        None
    }

    fn decide(
        &mut self,
        game: &CheckedGame,
        asked: &Decision<'_>,
        otherwise: Option<&Answer>,
        catalogue: &Catalogue,
    ) -> Option<String> {
        if otherwise.is_some() {
            return None;
        }
        let answer = match asked.kind {
            AnswerKind::Number(..) => any_number(game, asked.kind).to_string(),
            _ => asked.options.first()?.clone(),
        };
        if self.said.iter().all(|(name, _)| name != asked.name) {
            let read = match asked.kind {
                AnswerKind::YesNo => catalogue.say(if answer == "yes" { "yes" } else { "no" }),
                _ => quoted_where_needed(&answer),
            };
            self.said.push((asked.name.to_owned(), read));
        }
        Some(answer)
    }
}

/// A number that may be answered.
fn any_number(game: &CheckedGame, kind: &AnswerKind) -> i64 {
    let (least, most) = game.bounds(kind);
    ANY.max(least.unwrap_or(ANY)).min(most.unwrap_or(ANY))
}

impl PromptState<'_> {
    /// The first example that can be done now; where none can, what is in the way is not how it is typed.
    pub(super) fn example(&mut self, spoken: &CommandSpec, meant: ExampleSubject<'_>) -> Example {
        let (people, own, faces) = (self.people(), self.own_names(), self.table.faces());
        let mut first = None;
        // With each of the first people in front: some may not be able to do it.
        for at in 0..people.len().clamp(1, FIRST) {
            let mut people = people.clone();
            people.rotate_left(at);
            for line in lines(spoken, meant, (&people, &own, &faces), &self.game.game, &self.catalogue) {
                if let Some(example) = self.filled(&line, meant) {
                    return example;
                }
                first.get_or_insert(line);
            }
        }
        Example { line: first.unwrap_or_else(|| spoken.name.clone()), said: Vec::new() }
    }

    /// A line with what it still has to say, if it can be done then, with some dice.
    fn filled(&mut self, line: &str, meant: ExampleSubject<'_>) -> Option<Example> {
        let mut filling = ExampleAnswers::default();
        if !self.can_be_done(line, meant, &mut filling) {
            return None;
        }
        let said = filling.said.iter().map(|(name, answer)| format!("{}={answer}", quoted_where_needed(name)));
        let line = std::iter::once(line.to_owned()).chain(said).collect::<Vec<_>>().join(" ");
        if !filling.said.is_empty() && !self.can_be_done(&line, meant, &mut NoAnswers) {
            return None;
        }
        Some(Example { line, said: filling.said.into_iter().map(|(name, _)| name).collect() })
    }

    /// Whether a line could be done now. Nothing is done.
    fn can_be_done(&mut self, line: &str, meant: ExampleSubject<'_>, asker: &mut dyn Asker) -> bool {
        let texts = self.session.sources.clone();
        let typed = PromptLine { text: line, source: "", number: 1 };
        let there = LineContext::new(typed, self.session.sources.add_from_line(1, "", line));
        let part = 0..line.len();
        let (env, game, catalogue) = (self.env(), Arc::clone(&self.game), self.catalogue.clone());
        let (mut dice, settings) = (Generator::new(1), self.settings.clone());
        let done = match meant {
            ExampleSubject::Action(_) => self.action_call(&part, &there, &mut NoAnswers).and_then(|call| {
                let mut outside = PromptEffects::new(&mut dice, &game.game, &catalogue, asker, &settings);
                self.session.call_at(&game.game, &self.table, &env, call, &mut outside).map(|_| ())
            }),
            ExampleSubject::Intervention(_) => self.wanted(&part, &there).and_then(|wanted: InterventionRequest| {
                let mut outside = PromptEffects::new(&mut dice, &game.game, &catalogue, asker, &settings);
                self.session.intervention_at(&game.game, &self.table, &wanted, &mut outside).map(|_| ())
            }),
        };
        self.session.sources = texts;
        done.is_ok()
    }
}

/// Lines that do something: people of the table, or names of roles, and the first of what can be answered; then the same
/// with one other answer each, and with an answer to one question more that need not be answered.
fn lines(
    spoken: &CommandSpec,
    meant: ExampleSubject<'_>,
    (people, own, faces): (&[String], &BTreeMap<String, Vec<String>>, &[i64]),
    game: &CheckedGame,
    catalogue: &Catalogue,
) -> Vec<String> {
    // What only others have is not for the first of them to use.
    let has = |names: &Vec<String>, name: &String| names.contains(name);
    let first = people.first().and_then(|first| own.get(first));
    let fits =
        |name: &&String| first.is_some_and(|names| has(names, name)) || !own.values().any(|names| has(names, name));
    // No character is named twice; where there is no other, the name of the part stands for one.
    let mut named: Vec<&String> = Vec::new();
    let mut another = |part: &CommandParameter| {
        let can_be = |name: &&String| matches!(&part.takes, ParameterValues::Names(names, _) if names.contains(name));
        let found = people.iter().find(|name| can_be(name) && !named.contains(name));
        named.extend(found);
        vec![found.map_or_else(|| part.name.to_uppercase(), |name| quoted_where_needed(name))]
    };
    // Of each part, what can stand there; nothing of what need not be said.
    let mut parts: Vec<Vec<String>> = vec![vec![spoken.name.clone()]];
    let mut more = Vec::new();
    let (roles, questions): (Vec<&CommandParameter>, Vec<&CommandParameter>) =
        spoken.parts.iter().partition(|part| part.is_role);
    for part in roles {
        parts.push(another(part));
    }
    let mut optional: Vec<&CommandParameter> = Vec::new();
    for part in questions {
        let key = quoted_where_needed(&part.name);
        let ask = meant.asked(&part.name);
        let must = match (ask, meant) {
            (Some(ask), _) => ask.must_be_said(),
            (None, ExampleSubject::Action(_)) => false,
            (None, ExampleSubject::Intervention(_)) => part.must,
        };
        // What would answer a question before it needs the name of its own.
        let said = |name: &String| {
            let taken = |other: &&CommandParameter| matches!(&other.takes, ParameterValues::Names(names, _) if names.contains(name));
            let said = quoted_where_needed(name);
            if optional.iter().any(taken) { format!("{key}={said}") } else { said }
        };
        let is_character = ask.is_some_and(|ask| matches!(ask.question.kind, AnswerKind::Character(_)));
        let answers: Vec<String> = match &part.takes {
            ParameterValues::Names(..) if must && is_character => another(part),
            ParameterValues::Names(names, _) if *names == YES_NO => {
                ["yes", "no"].map(|word| format!("{key}={}", catalogue.say(word))).to_vec()
            }
            ParameterValues::Names(names, _) => {
                let some: Vec<&String> = names.iter().filter(|name| *name != "none").collect();
                let fitting: Vec<&String> = some.iter().copied().filter(|name| fits(name)).collect();
                let names = if fitting.is_empty() { some } else { fitting };
                names.into_iter().map(said).collect()
            }
            ParameterValues::Number => {
                let number = ask.map_or(ANY, |ask| any_number(game, &ask.question.kind));
                vec![format!("{key}={number}")]
            }
            ParameterValues::Dice => match faces {
                [] => vec!["1".to_owned()],
                faces => faces.iter().map(i64::to_string).collect(),
            },
            ParameterValues::Words => vec![format!("{key}=…")],
        };
        if must {
            parts.push(if answers.is_empty() { vec![format!("{key}=…")] } else { answers });
        } else {
            optional.push(part);
            if part.takes == ParameterValues::Number {
                more.extend(answers);
            }
        }
    }
    let line = |at: usize, other: &str| {
        let words = parts.iter().enumerate().map(|(index, words)| match index == at {
            true => other,
            false => words.first().map_or("", String::as_str),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let plain = line(usize::MAX, "");
    let others = parts.iter().enumerate().flat_map(|(at, words)| words.iter().skip(1).map(move |word| (at, word)));
    let others = others.map(|(at, word)| line(at, word));
    let more = more.iter().map(|said| format!("{plain} {said}"));
    std::iter::once(plain.clone()).chain(others).chain(more).take(LINES).collect()
}
