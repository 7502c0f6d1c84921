//! Translates names of declarations and of their parts.

use std::collections::HashMap;
use std::sync::Arc;

use super::Translator;
use crate::check::names_words;
use crate::check::program::{
    Action, AnswerKind, Ask, Cell, CheckedGame, Decider, Kind, Named, Question, Slot, Step, TestValue, Trait,
    TraitSource, Verb,
};
use crate::sort::Sort as _;

/// A section and the name of a thing in it.
pub(super) type SectionName<'n> = [&'n str; 2];

/// Where names of a thing can be used.
pub(super) fn scope(thing: &SectionName<'_>) -> String {
    thing.join("/")
}

impl Translator<'_> {
    /// Gives everything its name. `from` is the game as it was.
    pub(super) fn names(&mut self, game: &mut CheckedGame, from: &CheckedGame) {
        if let Some(name) = self.dictionary.of(&["name"], Some(&from.name)) {
            game.name.clone_from(&name.text);
        }
        if let Some(doc) = &mut game.doc
            && let Some(said) = self.dictionary.of(&["doc"], Some(doc))
        {
            doc.clone_from(&said.text);
        }
        let mut dice = game.die_names.to_vec();
        dice.iter_mut().for_each(|die| _ = self.thing("dice", &mut die.name));
        game.die_names = dice.into_iter().collect();
        for option in &mut game.options {
            let name = self.thing("options", &mut option.name);
            let thing = ["options", &*name];
            // They are reported in the words of the files.
            option.changes.clear();
            self.doc(&mut option.question.doc, &thing);
            self.words(&mut option.question, &thing);
        }
        for one in &mut game.traits {
            let name = self.thing("traits", &mut one.name);
            let thing = ["traits", &*name];
            self.doc(&mut one.doc, &thing);
            if let TraitSource::Given(question) | TraitSource::Group(question) = &mut one.source {
                self.doc(&mut question.doc, &thing);
                self.words(question, &thing);
            }
            if let (Kind::Choice(words), TraitSource::Derived(_)) = (&mut one.kind, &one.source) {
                self.listed(words, &thing);
            }
        }
        let done = game.actions.iter_mut().map(|one| &mut one.group);
        let done = done.chain(game.interventions.iter_mut().map(|one| &mut one.group));
        let of_points = game.points.iter_mut().map(|one| &mut one.group);
        for group in game.traits.iter_mut().map(|one| &mut one.group).chain(of_points).chain(done).flatten() {
            let from = Arc::clone(group);
            self.word(group, &["", ""]);
            self.everywhere(&from, group);
        }
        let of_kinds = game.kinds.as_mut().and_then(|kinds| Some((game.traits.get(kinds.of)?, kinds)));
        if let Some((Trait { source: TraitSource::Given(question), .. }, kinds)) = of_kinds
            && let AnswerKind::OneOf(words) = &question.kind
        {
            kinds.names = Arc::clone(words);
        }
        for one in &mut game.points {
            let name = self.thing("points", &mut one.name);
            let thing = ["points", &*name];
            self.doc(&mut one.doc, &thing);
            one.states.iter_mut().for_each(|state| self.part(&thing, "states", &mut state.name));
        }
        for track in &mut game.tracks {
            let name = self.thing("tracks", &mut track.name);
            let thing = ["tracks", &*name];
            self.doc(&mut track.doc, &thing);
            track.marks.iter_mut().for_each(|(mark, _)| self.part(&thing, "marks", mark));
            track.states.iter_mut().for_each(|state| self.part(&thing, "states", &mut state.name));
        }
        for tag in &mut game.tags {
            let name = self.thing("tags", &mut tag.name);
            let thing = ["tags", &*name];
            self.doc(&mut tag.doc, &thing);
            for (name, question) in &mut tag.values {
                self.word(name, &thing);
                self.question(question, &thing);
            }
            for card in tag.cards.iter_mut().flat_map(|deck| &mut deck.cards).filter(|card| card.pattern.is_none()) {
                self.word(&mut card.name, &thing);
            }
        }
        for time in &mut game.times {
            self.thing("times", &mut time.name);
        }
        for one in &mut game.templates {
            let name = self.thing("templates", &mut one.name);
            self.doc(&mut one.doc, &["templates", &name]);
        }
        for one in &mut game.requirements {
            self.word(&mut one.name, &["", ""]);
        }
        for modifier in &mut game.modifiers {
            let from = Arc::clone(modifier);
            self.word(modifier, &["", ""]);
            self.everywhere(&from, modifier);
        }
        for class in &mut game.classes {
            let from = Arc::clone(class);
            self.word(class, &["", ""]);
            self.everywhere(&from, class);
        }
        self.tables(game);
        for one in &mut game.formulas {
            let name = self.thing("formulas", &mut one.name);
            one.parameters.iter_mut().for_each(|parameter| self.word(parameter, &["formulas", &*name]));
            if let Some(words) = &mut one.one_of {
                self.listed(words, &["formulas", &*name]);
            }
        }
        self.tests(game);
        self.actions(game, from);
        let all = self.said.get("").cloned().unwrap_or_default();
        other_names(game, &all);
    }

    fn tables(&mut self, game: &mut CheckedGame) {
        for table in &mut game.tables {
            let name = self.thing("tables", &mut table.name);
            let thing = ["tables", &*name];
            self.doc(&mut table.doc, &thing);
            for column in table.columns.iter_mut().filter_map(|column| column.name.as_mut()) {
                let mut called: Arc<str> = column.as_str().into();
                self.part(&thing, "columns", &mut called);
                *column = called.to_string();
            }
            for given in &mut table.given {
                let mut called: Arc<str> = given.as_str().into();
                self.word(&mut called, &thing);
                *given = called.to_string();
            }
            let names = table.names.clone();
            for row in &mut table.rows {
                if names.contains_key(&*row.label) {
                    self.part(&thing, "rows", &mut row.label);
                }
                for cell in &mut row.cells {
                    if let Cell::Effects(action) = cell {
                        self.inside(Arc::make_mut(action), 0, &thing);
                    }
                }
            }
            let mut others: Vec<(&String, &usize)> = names.iter().collect();
            others.order();
            table.names = HashMap::new();
            for (name, row) in others {
                let mut called: Arc<str> = name.as_str().into();
                self.part(&thing, "rows", &mut called);
                table.names.insert(called.to_string(), *row);
            }
        }
    }

    fn tests(&mut self, game: &mut CheckedGame) {
        for test in &mut game.tests {
            let name = self.thing("tests", &mut test.name);
            let thing = ["tests", &*name];
            self.doc(&mut test.doc, &thing);
            for (name, question) in &mut test.inputs {
                self.word(name, &thing);
                self.question(question, &thing);
            }
            test.values.iter_mut().for_each(|value| self.value(value, &thing));
            for outcome in &mut test.outcomes {
                self.part(&thing, "outcomes", &mut outcome.name);
                outcome.values.iter_mut().for_each(|value| self.value(value, &thing));
            }
            if let Some(opposed) = &mut test.opposed {
                let ends = [&mut opposed.win, &mut opposed.lose, &mut opposed.tied];
                ends.into_iter().flatten().for_each(|name| self.part(&thing, "outcomes", name));
            }
        }
    }

    fn actions(&mut self, game: &mut CheckedGame, from: &CheckedGame) {
        for action in &mut game.actions {
            let name = self.thing("actions", &mut action.name);
            let thing = ["actions", &*name];
            self.doc(&mut action.doc, &thing);
            self.inside(action, 0, &thing);
        }
        for one in &mut game.interventions {
            let name = self.thing("interventions", &mut one.name);
            let thing = ["interventions", &*name];
            self.doc(&mut one.doc, &thing);
            for place in &mut one.places {
                place.action.name = Arc::clone(&one.name);
                self.inside(&mut place.action, place.outer, &thing);
                // The surrounding text has its own words for what is already there.
                use crate::check::program::Hook;
                let (section, owner) = match place.hook {
                    Hook::Step(_, action, _) => ("actions", from.actions.get(action).map(|action| &*action.name)),
                    Hook::Test(..) | Hook::Settled(_) => ("interventions", Some(&*name)),
                };
                let outer = [section, owner.unwrap_or_default()];
                place.action.slots.change(0..place.outer, |slot| self.slot(slot, &outer));
            }
        }
    }

    /// Roles, questions and labels, from the first one that belongs to the thing.
    fn inside(&mut self, action: &mut Action, first: usize, thing: &SectionName<'_>) {
        action.slots.change(first..action.slots.len(), |slot| self.slot(slot, thing));
        action.ask.iter_mut().for_each(|ask| self.ask(ask, thing));
        if let Some(by) = &mut action.by {
            self.word(by, thing);
        }
        self.asked(&mut action.steps, thing);
    }

    fn slot(&mut self, slot: &mut Slot, thing: &SectionName<'_>) {
        // Names that begin with a dot are the program's own.
        if slot.name.is_empty() || slot.name.starts_with('·') {
            return;
        }
        // One of several answers is called like their question, with a number.
        match slot.name.rsplit_once(' ').filter(|_| slot.several) {
            Some((question, number)) => {
                let mut called: Arc<str> = question.into();
                self.word(&mut called, thing);
                slot.name = format!("{called} {number}").into();
            }
            None => self.word(&mut slot.name, thing),
        }
    }

    fn ask(&mut self, ask: &mut Ask, thing: &SectionName<'_>) {
        self.question(&mut ask.question, thing);
        if let Some(part) = &mut ask.part {
            self.word(&mut part.of, thing);
        }
        if let Some(Decider::Word(word)) = &mut ask.by {
            let mut called: Arc<str> = word.as_str().into();
            self.word(&mut called, thing);
            *word = called.to_string();
        }
    }

    /// What is asked in the middle.
    fn asked<'s>(&mut self, steps: impl IntoIterator<Item = &'s mut Step>, thing: &SectionName<'_>) {
        for step in steps {
            match &mut step.verb {
                Verb::Ask(ask) => self.ask(&mut ask.question, thing),
                verb => self.asked(verb.inner_mut(), thing),
            }
        }
    }

    /// What may be answered.
    fn words(&mut self, question: &mut Question, thing: &SectionName<'_>) {
        if let AnswerKind::OneOf(words) = &mut question.kind {
            self.listed(words, thing);
        }
    }

    fn listed(&mut self, words: &mut Arc<[String]>, thing: &SectionName<'_>) {
        let mut called: Vec<String> = words.to_vec();
        for word in &mut called {
            let mut one: Arc<str> = word.as_str().into();
            self.word(&mut one, thing);
            self.everywhere(word, &one);
            *word = one.to_string();
        }
        *words = called.into();
    }

    /// A value with a name, and the words of which it is one.
    fn value(&mut self, value: &mut TestValue, thing: &SectionName<'_>) {
        self.word(&mut value.name, thing);
        if let (Kind::Choice(words), true) = (&mut value.kind, names_words(&value.ir)) {
            self.listed(words, thing);
        }
    }

    fn question(&mut self, question: &mut Question, thing: &SectionName<'_>) {
        self.words(question, thing);
        if let Some(doc) = &mut question.doc
            && let Some(said) = self.dictionary.of(&["texts", doc], None)
        {
            doc.clone_from(&said.text);
        }
    }

    /// Renames a thing; its name as it was is returned.
    fn thing(&mut self, section: &str, name: &mut Arc<str>) -> Arc<str> {
        let from = Arc::clone(name);
        if let Some(said) = self.dictionary.of(&[section, &from], None) {
            *name = said.text.as_str().into();
        }
        self.everywhere(&from, name);
        from
    }

    fn doc(&mut self, doc: &mut Option<String>, [section, name]: &SectionName<'_>) {
        if let Some(doc) = doc
            && let Some(said) = self.dictionary.of(&[section, name, "doc"], Some(doc))
        {
            doc.clone_from(&said.text);
        }
    }

    fn part(&mut self, thing: &SectionName<'_>, part: &str, name: &mut Arc<str>) {
        let namesake = self.namesake(name);
        let said = self.dictionary.part(thing, part, name, namesake.is_some()).map(|word| word.text.clone());
        let said = said.or(namesake);
        self.rename(name, said, thing);
    }

    fn word(&mut self, name: &mut Arc<str>, thing: &SectionName<'_>) {
        let namesake = self.namesake(name);
        let said = self.dictionary.word(thing, name, namesake.is_some()).map(|word| word.text.clone());
        let said = said.or(namesake);
        self.rename(name, said, thing);
    }

    /// What a thing of the game is called that has the same name and is called otherwise.
    fn namesake(&self, name: &str) -> Option<String> {
        let said = self.said.get("")?.get(name)?;
        (said != name).then(|| said.clone())
    }

    fn rename(&mut self, name: &mut Arc<str>, said: Option<String>, thing: &SectionName<'_>) {
        let from = Arc::clone(name);
        if let Some(said) = said {
            *name = said.into();
        }
        self.said.entry(scope(thing)).or_default().insert(from.to_string(), name.to_string());
    }

    fn everywhere(&mut self, from: &str, to: &str) {
        self.said.entry(String::new()).or_default().entry(from.to_owned()).or_insert_with(|| to.to_owned());
    }
}

/// Everything can be found by its other name as well, unless that is taken.
fn other_names(game: &mut CheckedGame, said: &HashMap<String, String>) {
    let mut found: Vec<(String, Named)> = game
        .names
        .iter()
        .filter_map(|(name, named)| Some((said.get(name)?.clone(), *named)))
        .filter(|(name, _)| !game.names.contains_key(name))
        .collect();
    found.order_by(|one, other| one.0.cmp(&other.0));
    for (name, named) in found {
        game.names.entry(name).or_insert(named);
    }
}
