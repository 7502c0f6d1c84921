//! Words of the format that are allowed at the same places as names of a game. A name that would be ambiguous is an
//! error at its declaration.

use std::sync::Arc;

use super::{Checker, all_steps};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::ROLE_WORDS;
use crate::ruleset::model::{ActionDecl, InterventionDecl, RowKey, Ruleset, StepDecl, TestDecl, Word};
use crate::ruleset::steps::Fact;

/// Words of the class of an outcome, which stand beside names of outcomes.
pub(super) const CLASSES: [(&str, bool); 2] = [("success", true), ("failure", false)];

/// In formulas; in place of a character, of dice, of a duration; in a test; expected of a step.
const ANYWHERE: &[&str] = &["none", "nobody", "permanent", "table", "total", "margin", "outcome", "error", "said"];
/// In place of a number, and of dice.
const NUMBERS: &[&str] = &["all"];
/// What can be gained is allowed beside these in cells of effects.
const GAINED: &[&str] = &["say", "lose", "do", "as", "with", "steps", "pending", "row", "column"];
/// How an outcome is judged: after the dot of a roll, in conditions about it, in place of an outcome.
const OF_A_ROLL: &[&str] = &["success", "failure"];
/// A class can replace an outcome, after the dot of a roll, and among what is expected of it.
const CLASS: &[&str] = &["success", "failure", "value", "against", "faces", "comment"];
/// Expected of a roll.
const EXPECTED: &[&str] = &["success", "value", "against", "faces", "comment"];
/// In place of a character, after the dot of two sides, and what an action is to come to (`--best success`).
const ROLES: &[&str] = &["any", "tie", "winner", "loser", "tied", "success", "failure"];
/// Beside the answers to an intervention.
const ANSWERS: &[&str] = &["at"];
/// After the dot of a track.
const MARKS: &[&str] = &["lost", "left", "boxes", "state"];
/// After the dot of a tag, and beside its values on a sheet.
const TAG_VALUES: &[&str] = &["owner", "for", "until", "turn of"];
/// After the dot of a deck.
const OF_A_DECK: &[&str] = &["left", "discarded"];
const OUTCOMES: &[&str] = &["none"];
const TIMES: &[&str] = &["permanent", "none"];
/// Beside what another ruleset adds.
const PLACED: &[&str] = &["after", "before"];

impl Checker<'_> {
    /// Every name of a game means one thing wherever it can stand.
    pub(super) fn reserved(&mut self, ruleset: &Ruleset) {
        for (word, _) in &ruleset.dice.names {
            self.free(word, &[ANYWHERE, NUMBERS, EXPECTED, OF_A_ROLL]);
        }
        for (word, _) in &ruleset.options {
            self.free(word, &[ANYWHERE, NUMBERS, OF_A_ROLL]);
        }
        let traits = ruleset.traits.iter().map(|one| &one.name);
        let points = ruleset.points.iter().map(|one| &one.name);
        for word in traits.chain(points).chain(ruleset.tags.iter().map(|one| &one.name)) {
            self.free(word, &[ANYWHERE, NUMBERS, GAINED, OF_A_ROLL]);
        }
        for (tag, (word, _)) in ruleset.tags.iter().flat_map(|tag| tag.values.iter().map(move |value| (tag, value))) {
            let of_a_deck = if tag.cards.is_some() { OF_A_DECK } else { &[] };
            self.free(word, &[TAG_VALUES, of_a_deck]);
        }
        for track in &ruleset.tracks {
            self.free(&track.name, &[ANYWHERE, OF_A_ROLL]);
            track.marks.iter().for_each(|(word, _)| self.free(word, &[MARKS]));
        }
        ruleset.kinds.iter().for_each(|one| self.free(&one.name, &[ROLE_WORDS]));
        ruleset.classes.iter().for_each(|word| self.free(word, &[ANYWHERE, CLASS]));
        for time in &ruleset.times {
            self.free(&time.name, &[TIMES, OF_A_ROLL]);
        }
        for table in &ruleset.tables {
            self.free(&table.name, &[ANYWHERE, OF_A_ROLL]);
            for row in &table.rows {
                if let RowKey::Name(word) = &row.key {
                    self.free(word, &[PLACED]);
                }
            }
        }
        ruleset.formulas.iter().for_each(|one| self.free(&one.name, &[OF_A_ROLL]));
        ruleset.interventions.iter().for_each(|one| self.free(&one.name, &[OF_A_ROLL]));
        ruleset.tests.iter().for_each(|test| self.reserved_in_test(test));
        ruleset.actions.iter().for_each(|action| self.reserved_in_action(action));
        ruleset.interventions.iter().for_each(|one| self.reserved_in_intervention(one));
    }

    fn reserved_in_test(&mut self, test: &TestDecl) {
        self.free(&test.name, &[ANYWHERE, OF_A_ROLL]);
        for (word, _) in &test.ask {
            self.free(word, &[ANYWHERE, NUMBERS, OF_A_ROLL]);
        }
        let late = test.outcomes.iter().flat_map(|outcome| &outcome.values);
        for (word, _) in test.values.iter().chain(late) {
            self.free(word, &[ANYWHERE, NUMBERS, EXPECTED, OF_A_ROLL]);
        }
        for outcome in &test.outcomes {
            self.free(&outcome.name, &[OUTCOMES]);
            self.of_its_class(&outcome.name, outcome.success);
            self.of_its_classes(&outcome.name, &outcome.classes);
        }
        let words =
            test.opposed.iter().flat_map(|one| [(&one.win, Some(true)), (&one.lose, Some(false)), (&one.tied, None)]);
        for (word, class) in words.filter_map(|(word, class)| Some((word.as_ref()?, class))) {
            self.free(word, &[OUTCOMES]);
            self.of_its_class(word, class);
            self.of_its_classes(word, &[]);
        }
    }

    /// The same of the classes that the ruleset declares.
    fn of_its_classes(&mut self, name: &Word, classes: &[Word]) {
        let is = |list: &[Word]| list.iter().any(|class| class.text == name.text);
        if is(&self.raw.classes) && !is(classes) {
            self.report(Diagnostic::error(Code::OutcomeOfAnotherClass, name.span).arg("name", &*name.text));
        }
    }

    /// An outcome that is called like a class belongs to it.
    fn of_its_class(&mut self, name: &Word, class: Option<bool>) {
        if let Some((word, due)) = CLASSES.iter().find(|(word, _)| *word == name.text)
            && class != Some(*due)
        {
            self.report(Diagnostic::error(Code::OutcomeOfAnotherClass, name.span).arg("name", *word));
        }
    }

    fn reserved_in_action(&mut self, action: &ActionDecl) {
        self.free(&action.name, &[ANYWHERE, OF_A_ROLL]);
        action.roles.iter().for_each(|role| self.free(&role.name, &[ANYWHERE, ROLES]));
        action.ask.iter().for_each(|(word, _)| self.free(word, &[ANYWHERE, NUMBERS, ROLES]));
        self.reserved_in_steps(&action.steps);
    }

    fn reserved_in_intervention(&mut self, one: &InterventionDecl) {
        for word in one.roles.iter().map(|role| &role.name).chain(&one.roller) {
            self.free(word, &[ANYWHERE, ROLES, ANSWERS]);
        }
        one.ask.iter().for_each(|(word, _)| self.free(word, &[ANYWHERE, NUMBERS, ROLES, ANSWERS]));
        self.reserved_in_steps(&one.steps);
    }

    fn reserved_in_steps(&mut self, steps: &[StepDecl]) {
        for step in all_steps(steps) {
            if !step.label.text.starts_with('·') {
                self.free(&step.label, &[ANYWHERE, ROLES, PLACED]);
            }
            for fact in step.verb.facts() {
                match fact {
                    Fact::Holds(_) | Fact::Asks(_) | Fact::Rounds(_) => self.free(&step.label, &[NUMBERS]),
                    Fact::Each(one, _) => self.free(one, &[ANYWHERE, ROLES]),
                    _ => {}
                }
            }
        }
    }

    /// A name that is none of some words.
    fn free(&mut self, word: &Word, taken: &[&[&str]]) {
        if taken.iter().any(|words| words.contains(&word.text.as_str())) {
            self.report(Diagnostic::error(Code::ReservedName, word.span).arg("name", &*word.text));
        }
    }
}

/// A word of `on` without the « » that set a name apart from a class.
pub(crate) fn unquoted(word: &str) -> &str {
    let inner = |open, close| word.strip_prefix(open).and_then(|word| word.strip_suffix(close));
    inner('«', '»').or_else(|| inner('"', '"')).unwrap_or(word)
}

/// The outcome that a word of `on` means by its name.
pub(super) fn outcome_called(word: &str, outcomes: &[impl AsRef<str>], classes: &[Arc<str>]) -> Option<usize> {
    let name = unquoted(word);
    if name == word && is_class(word, classes) {
        return None;
    }
    outcomes.iter().position(|outcome| outcome.as_ref() == name)
}

/// How one outcome is written behind `on`.
pub(crate) fn outcome_word(name: &str, classes: &[Arc<str>]) -> String {
    if is_class(name, classes) { format!("«{name}»") } else { name.to_owned() }
}

pub(super) fn is_class(word: &str, classes: &[Arc<str>]) -> bool {
    CLASSES.iter().any(|(class, _)| *class == word) || classes.iter().any(|class| **class == *word)
}
