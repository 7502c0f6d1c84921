//! Tab completion of actions and interventions: names, roles, questions and possible answers.

use super::complete::{Candidate, CompletionState, matching};
use crate::session::command::{
    CommandParameter, CommandSpec, NameContext, ParameterValues, YES_NO, lengthened, understand_as,
};
use crate::source::fold;

/// The name of something to do, where the line begins with one and goes on: what it is, and
/// where what is said about it begins.
pub(super) fn begun<'v>(line: &str, view: &'v CompletionState) -> Option<(&'v CommandSpec, usize)> {
    let all = || view.actions.iter().chain(&view.interventions);
    let mut found: Option<(&CommandSpec, usize)> = None;
    for one in all() {
        let quoted = format!("«{}»", one.name);
        for name in [one.name.as_str(), quoted.as_str()] {
            // Folded texts may be longer or shorter, so letters are counted.
            let Some((end, _)) = line.char_indices().nth(name.chars().count()) else { continue };
            let Some((head, rest)) = line.split_at_checked(end) else { continue };
            if fold(head) == fold(name)
                && rest.starts_with(char::is_whitespace)
                && found.is_none_or(|(_, length)| end > length)
            {
                found = Some((one, end));
            }
        }
    }
    found
}

/// The same where the line begins with a beginning of one name alone.
pub(super) fn begun_short<'v>(line: &str, view: &'v CompletionState) -> Option<(&'v CommandSpec, usize)> {
    let (head, _) = line.split_once(char::is_whitespace)?;
    let beginning = fold(head);
    let mut all = view.actions.iter().chain(&view.interventions).filter(|one| fold(&one.name).starts_with(&beginning));
    match (all.next(), all.next()) {
        (Some(one), None) if !head.is_empty() => Some((one, head.len())),
        _ => None,
    }
}

/// Names of things to do that begin as the line does, but for those that only the rules do.
pub(super) fn names(view: &CompletionState) -> Vec<Candidate> {
    let actions = view.actions.iter().filter(|one| !view.game().is_internal(&one.name));
    let all = actions.chain(&view.interventions);
    all.map(|one| Candidate { name: one.name.clone(), about: about(one), text: format!("{} ", one.name) }).collect()
}

/// `attacker, target, weapon`
fn about(one: &CommandSpec) -> String {
    one.parts.iter().map(|part| part.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// What may stand at the end of a line that does something; `from` is where its name ends.
pub(super) fn parts(
    before: &str,
    from: usize,
    spoken: &CommandSpec,
    view: &CompletionState,
) -> (usize, Vec<Candidate>) {
    let said = before.get(from..).unwrap_or("");
    let at = spoken.at.as_ref().map(|_| CommandParameter {
        name: "at".to_owned(),
        takes: ParameterValues::Names(view.places.clone(), false),
        many: false,
        is_role: false,
        owner: None,
        must: false,
        is_trait: false,
    });
    let all: Vec<&CommandParameter> = spoken.parts.iter().chain(&at).collect();
    // The value behind the last `=`, if it is not finished.
    let equals = said.rfind('=').map(|at| (at, key(said.get(..at).unwrap_or(""), &all)));
    let mut found = Vec::new();
    if let Some((at, Some(part))) = equals {
        let value = said.get(at + 1..).unwrap_or("");
        let blank = value.len() - value.trim_start().len();
        let start = from + at + 1 + blank;
        let typed = value.trim_start();
        let earlier = said.get(..at).map(str::trim_end).unwrap_or("");
        let filled =
            Filled::of(earlier.get(..earlier.len().saturating_sub(part.name.len())).unwrap_or(""), spoken, view);
        let (fitting, others): (Vec<_>, Vec<_>) =
            values(part, view).into_iter().partition(|one| filled.fits(part, &one.name));
        // Where no other character is left, one may play several roles.
        let fitting = if fitting.is_empty() && part.is_role { others } else { fitting };
        let values = matching(typed.trim_start_matches(['«', '"', '“']), fitting);
        if !typed.contains(char::is_whitespace) || typed.starts_with(['«', '"', '“']) {
            return (start, values);
        }
        found = values;
        if !found.is_empty() {
            return (start, found);
        }
    }
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let typed = before.get(start..).unwrap_or("");
    let earlier = before.get(from..start).unwrap_or("");
    let filled = Filled::of(earlier, spoken, view);
    let open = all.iter().filter(|part| part.many || !(is_said(said, part) || filled.said(&part.name).is_some()));
    for part in open {
        let fits = |name: &str| filled.fits(part, name) && !(part.is_role && mentions(&filled.line, name));
        let about = match &part.takes {
            ParameterValues::Names(names, open) if names.iter().any(|name| fits(name)) => {
                view.takes(&ParameterValues::Names(names.iter().filter(|name| fits(name)).cloned().collect(), *open))
            }
            takes => view.takes(takes),
        };
        let text = format!("{}=", part.name);
        found.push(Candidate { name: text.clone(), about, text });
        if !typed.is_empty() {
            found.extend(values(part, view).into_iter().filter(|one| fits(&one.name)));
        }
    }
    (start, matching(typed, found))
}

/// The arguments that are already typed.
struct Filled<'v> {
    view: &'v CompletionState,
    spoken: &'v CommandSpec,
    /// What was said, with whole names.
    line: String,
    answers: Vec<(String, String)>,
    /// The character that is named first, or that acts.
    first: Option<&'v String>,
}

impl<'v> Filled<'v> {
    fn of(earlier: &str, spoken: &'v CommandSpec, view: &'v CompletionState) -> Self {
        let line = format!("«{}» {earlier}", spoken.name);
        let known = std::slice::from_ref(spoken);
        // What may mean several, or cannot be understood yet, says nothing of what else may be said.
        let line = lengthened(&line, known, NameContext { own: Some(&view.own), actor: view.actor.as_deref() })
            .ok()
            .flatten()
            .unwrap_or(line);
        let answers = understand_as(&line, known, view.actor.as_deref());
        let there = |name: &&String| mentions(&line, name);
        let first = view.people.iter().filter(there).min_by_key(|name| line.find(name.as_str()));
        let actor = view.people.iter().find(|name| view.actor.as_ref() == Some(name));
        Self {
            view,
            spoken,
            line: line.split_once('»').map_or("", |(_, said)| said).to_owned(),
            answers: answers.map(|command| command.answers).unwrap_or_default(),
            first: first.or(actor),
        }
    }

    fn said(&self, part: &str) -> Option<&str> {
        self.answers.iter().find(|(name, _)| name == part).map(|(_, value)| value.as_str())
    }

    /// Whether something is offered for a part: not what only other characters have, nor who plays another role.
    fn fits(&self, part: &CommandParameter, name: &str) -> bool {
        let roles = self.spoken.parts.iter().filter(|other| other.is_role && other.name != part.name);
        let mut played = roles.filter_map(|other| self.said(&other.name));
        if part.is_role && played.any(|who| fold(who) == fold(name)) {
            return false;
        }
        let Some(owner) = &part.owner else { return true };
        let owner = match self.said(owner) {
            Some(said) => self.view.people.iter().find(|one| fold(one) == fold(said)),
            None => self.first,
        };
        let has = |names: &Vec<String>| names.iter().any(|one| one == name);
        // Who has nothing of the kind has no list.
        let has_it = |owner: &String| self.view.own.get(owner).is_some_and(has);
        owner.is_none_or(has_it) || !self.view.own.values().any(has)
    }
}

/// Whether a name is in a text as a word of its own.
fn mentions(text: &str, name: &str) -> bool {
    let (text, name) = (fold(text), fold(name));
    let outside = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    text.match_indices(&name).any(|(at, _)| {
        let (before, rest) = text.split_at(at);
        outside(before.chars().next_back()) && outside(rest.chars().nth(name.chars().count()))
    })
}

/// Whether something was said already.
fn is_said(said: &str, part: &CommandParameter) -> bool {
    said.match_indices('=').any(|(at, _)| key(said.get(..at).unwrap_or(""), &[part]).is_some())
}

/// What the words before a `=` name.
fn key<'p>(before: &str, parts: &[&'p CommandParameter]) -> Option<&'p CommandParameter> {
    let folded = fold(before.trim_end());
    let ends = |part: &&&CommandParameter| {
        let name = fold(&part.name);
        folded.strip_suffix(name.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with(char::is_whitespace))
    };
    parts.iter().filter(ends).max_by_key(|part| part.name.len()).copied()
}

/// The answers that there are.
fn values(part: &CommandParameter, view: &CompletionState) -> Vec<Candidate> {
    let names: Vec<String> = match &part.takes {
        ParameterValues::Names(names, _) if *names == YES_NO => {
            ["yes", "no"].map(|word| view.catalogue.say(word)).to_vec()
        }
        ParameterValues::Names(names, _) => names.clone(),
        ParameterValues::Dice => view.faces.iter().map(i64::to_string).collect(),
        ParameterValues::Number | ParameterValues::Words => Vec::new(),
    };
    let text = |name: &str| if name.contains(char::is_whitespace) { format!("«{name}»") } else { name.to_owned() };
    names.into_iter().map(|name| Candidate { text: text(&name), name, about: part.name.clone() }).collect()
}
