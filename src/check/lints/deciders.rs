//! Words for the deciding character that nearly equal another word, which is probably a typing error.

use std::collections::{HashMap, HashSet};

use crate::check::actions::labels;
use crate::check::all_steps;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ruleset::model::{QuestionDecl, Role, Ruleset, StepDecl, Word};
use crate::sort::Sort as _;
use crate::source::Span;

/// The questions of a test, an action or an intervention, with those who take part.
struct Questionnaire<'r> {
    roles: Vec<&'r Word>,
    deciders: Vec<&'r Word>,
}

/// Warns of each word in `by` of a question or an action that is nowhere else and is nearly a role of its action, or a word
/// that decides elsewhere. Any word may decide: it is only shown.
pub(super) fn deciders(ruleset: &Ruleset) -> Vec<Diagnostic> {
    let tests = ruleset.tests.iter().map(|one| part(&[], None, &one.ask, &[], None));
    let actions = ruleset.actions.iter().map(|one| part(&one.roles, None, &one.ask, &one.steps, one.by.as_ref()));
    let interventions =
        ruleset.interventions.iter().map(|one| part(&one.roles, one.roller.as_ref(), &one.ask, &one.steps, None));
    let parts: Vec<Questionnaire<'_>> = tests.chain(actions).chain(interventions).collect();
    // An intervention sees the roles and labels of the action of its step.
    let mut known: HashSet<&str> = parts.iter().flat_map(|part| &part.roles).map(|word| word.text.as_str()).collect();
    let mut words = Vec::new();
    ruleset.actions.iter().for_each(|one| labels(&one.steps, &mut words));
    ruleset.interventions.iter().for_each(|one| labels(&one.steps, &mut words));
    let asked = ruleset.actions.iter().map(|one| &one.ask).chain(ruleset.interventions.iter().map(|one| &one.ask));
    known.extend(words.into_iter().chain(asked.flatten().map(|(word, _)| word)).map(|word| word.text.as_str()));
    let free = |word: &&&Word| !known.contains(word.text.as_str());
    // How often each is there, and where first.
    let mut places: HashMap<&str, (usize, Span)> = HashMap::new();
    for word in parts.iter().flat_map(|part| &part.deciders).filter(free) {
        places.entry(&word.text).or_insert((0, word.span)).0 += 1;
    }
    let mut found = Vec::new();
    for part in &parts {
        for word in part.deciders.iter().filter(free) {
            if places.get(word.text.as_str()).is_none_or(|(count, _)| *count > 1) {
                continue;
            }
            // Of two that stand once in a file, the second is the one that is warned of.
            let before = |at: &Span| at.source != word.span.source || at.start < word.span.start;
            let others = places.iter().filter(|(_, (count, at))| *count > 1 || before(at));
            let mut names: Vec<&str> = others.map(|(other, _)| *other).collect();
            names.order();
            let names = part.roles.iter().map(|role| role.text.as_str()).chain(names);
            if let Some(near) = nearest(&word.text, names) {
                let warning = Diagnostic::warning(Code::DeciderNear, word.span).arg("name", &*word.text);
                found.push(warning.help_with("help-did-you-mean", "name", near.to_owned()));
            }
        }
    }
    found
}

fn part<'r>(
    roles: &'r [Role],
    roller: Option<&'r Word>,
    ask: &'r [(Word, QuestionDecl)],
    steps: &'r [StepDecl],
    by: Option<&'r Word>,
) -> Questionnaire<'r> {
    let in_steps = all_steps(steps).into_iter().filter_map(|step| step.verb.question());
    let questions = ask.iter().map(|(_, question)| question).chain(in_steps);
    Questionnaire {
        roles: roles.iter().map(|role| &role.name).chain(roller).collect(),
        deciders: questions.filter_map(|question| question.by.as_ref()).chain(by).collect(),
    }
}
