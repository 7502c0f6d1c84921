//! Answers and choices: `--set`, `--choose`, `--policy`.

use std::collections::BTreeMap;

use super::sequence::ActionOptions;
use crate::check::program::{AnswerKind, CheckedGame};
use crate::cli::roll::pair;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::session::command::{CommandError, CommandSpec, begins_with, spoken_interventions, understand};
use crate::session::{ActionRequest, NamedIntervention, asked_in};
use crate::source::nfc;
use crate::world::World;

pub(in crate::cli) struct ActionAnswers {
    /// Options and answers, by name.
    pub(in crate::cli) settings: BTreeMap<String, String>,
    interventions: Vec<NamedIntervention>,
    /// Those that are done only where a condition holds.
    pub(in crate::cli) rules: Rules,
    /// Questions that are answered only where a condition holds.
    pub(in crate::cli) answered: AnswerRules,
    spoken: Vec<CommandSpec>,
}

/// Conditional interventions: index of the intervention, index of its `--policy`.
pub(in crate::cli) type Rules = Vec<(usize, usize)>;

/// Conditional answers (`None`: yes), with the index of their `--policy`.
pub(in crate::cli) type AnswerRules = Vec<(String, Option<String>, usize)>;

/// The intervention and the condition of a policy: how much of the text each is.
pub(in crate::cli) fn parts_of_policy(text: &str) -> Option<(&str, std::ops::Range<usize>)> {
    let (name, condition) = text.split_once(':')?;
    (!condition.trim().is_empty()).then(|| (name.trim(), text.len() - condition.len()..text.len()))
}

/// Reads what was said.
///
/// # Errors
///
/// Everything that cannot be understood.
pub(in crate::cli) fn said(
    game: &CheckedGame,
    world: &World,
    given: &ActionOptions<'_>,
) -> Result<ActionAnswers, Vec<Diagnostic>> {
    let ActionOptions { set, choose, policy, best } = *given;
    let spoken = spoken_interventions(game, world);
    let mut said = ActionAnswers {
        settings: BTreeMap::new(),
        interventions: Vec::new(),
        rules: Rules::new(),
        answered: Vec::new(),
        spoken,
    };
    let mut errors = Vec::new();
    for text in set {
        match pair(text) {
            Some((name, value)) => errors.extend(said.set(&name, value)),
            None => errors.push(Diagnostic::error(Code::NotASetting, None).arg("text", text.as_str())),
        }
    }
    for text in choose {
        let result = if begins_with(text, &said.spoken) { said.intervene(text) } else { said.choose(text) };
        errors.extend(result);
    }
    // Where nothing is chosen, everything is that may be best.
    if best && said.interventions.is_empty() {
        let of_policies: Vec<&str> =
            policy.iter().filter_map(|text| parts_of_policy(text)).map(|(name, _)| name).collect();
        let free = game.interventions.iter().filter(|one| one.places.iter().any(|place| place.must.is_none()));
        let free = free.filter(|one| !of_policies.iter().any(|text| begins_with_name(text, &one.name)));
        let people = || world.people.iter().skip(1).map(|person| person.name.clone());
        for one in free {
            // Each character at the table may be the one who does it.
            let role = one.places.iter().find_map(|place| place.own_role());
            let by: Vec<BTreeMap<String, String>> = match role {
                Some(role) => people().map(|name| BTreeMap::from([(role.to_owned(), name)])).collect(),
                None => vec![BTreeMap::new()],
            };
            said.interventions.extend(by.into_iter().map(|answers| (one.name.to_string(), None, answers)));
        }
    }
    for (number, text) in policy.iter().enumerate() {
        match parts_of_policy(text) {
            Some((name, _)) if begins_with(name, &said.spoken) => {
                said.rules.push((said.interventions.len(), number));
                errors.extend(said.intervene(name));
            }
            Some((text, _)) => match answered_by(game, text) {
                Some((name, answer)) => said.answered.push((name, answer, number)),
                None => errors.push(said.unknown(text)),
            },
            None => errors.push(Diagnostic::error(Code::PolicyWithoutCondition, None).arg("text", text.as_str())),
        }
    }
    if errors.is_empty() { Ok(said) } else { Err(errors) }
}

/// A question of an action and what is answered: `weapon=Club`; of yes and no, the name alone.
fn answered_by(game: &CheckedGame, text: &str) -> Option<(String, Option<String>)> {
    let (name, answer) = pair(text).map_or((text.to_owned(), None), |(name, answer)| (name, Some(answer)));
    let kinds: Vec<&AnswerKind> = game.actions.iter().filter_map(|action| asked_in(action, &name)).collect();
    let fits = !kinds.is_empty() && (answer.is_some() || kinds.iter().all(|kind| matches!(kind, AnswerKind::YesNo)));
    fits.then_some((name, answer))
}

/// Whether the name of an intervention is first.
fn begins_with_name(text: &str, name: &str) -> bool {
    let (text, name) = (crate::source::fold(text), crate::source::fold(name));
    let rest = text.trim_start_matches(['«', '"']).strip_prefix(&*name);
    rest.is_some_and(|rest| rest.chars().next().is_none_or(|next| !next.is_alphanumeric()))
}

impl ActionAnswers {
    fn set(&mut self, name: &str, value: String) -> Option<Diagnostic> {
        let old = self.settings.insert(nfc(name).to_string(), value);
        old.map(|_| Diagnostic::error(Code::SaidTwice, None).arg("name", name))
    }

    /// `push 4 1 quirk=Lucky`
    pub(super) fn intervene(&mut self, text: &str) -> Option<Diagnostic> {
        match understand(text, &self.spoken) {
            Ok(command) => {
                let name = self.spoken.get(command.index).map(|one| one.name.clone()).unwrap_or_default();
                self.interventions.push((name, command.at, command.answers.into_iter().collect()));
                None
            }
            Err(CommandError::Unknown(_)) => Some(self.unknown(text)),
            Err(slip) => Some(slip.diagnostic(text, |_| None)),
        }
    }

    /// `name=Limping`
    fn choose(&mut self, text: &str) -> Option<Diagnostic> {
        match pair(text) {
            Some((name, value)) => self.set(&name, value),
            None => Some(self.unknown(text)),
        }
    }

    /// It is neither a decision nor an intervention.
    fn unknown(&self, text: &str) -> Diagnostic {
        let known: Vec<String> = self.spoken.iter().map(|one| one.name.clone()).collect();
        let error = Diagnostic::error(Code::NotAChoice, None).arg("text", text);
        let first = text.split_whitespace().next().unwrap_or_default();
        let near = [text, first].iter().find_map(|word| nearest(word, known.iter().map(String::as_str)));
        match near {
            Some(near) => error.help_with("help-did-you-mean", "name", near.to_owned()),
            None => error.help_with("help-there-is", "names", known),
        }
    }

    /// What is wished for, with all that was said. `cast` are roles of interventions and who
    /// plays them where it is not said.
    pub(in crate::cli) fn complete(
        self,
        wish: ActionRequest,
        answers: BTreeMap<String, String>,
        cast: Vec<(String, String)>,
    ) -> ActionRequest {
        let mut interventions = self.interventions;
        for (name, _, answers) in &mut interventions {
            let spoken = self.spoken.iter().find(|one| one.name == *name);
            for (role, who) in &cast {
                let has = spoken.is_some_and(|one| one.parts.iter().any(|part| part.name == *role));
                if has && !answers.contains_key(role) {
                    answers.insert(role.clone(), who.clone());
                }
            }
        }
        ActionRequest { answers, interventions, ..wish }
    }
}
