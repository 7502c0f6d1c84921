//! Declarations: traits, options, tables, tests and dice share one namespace.

use std::sync::Arc;

use super::Checker;
use super::program::{DieName, LookupTable, Named, NamedFormula};
use crate::diagnostic::{Code, Diagnostic};
use crate::id::Id;
use crate::ruleset::model::{Ruleset, TraitKind, Word};
use crate::sort::Sort as _;
use crate::syntax::our_words;

impl Checker<'_> {
    pub(super) fn declare(&mut self, ruleset: &Ruleset) {
        let dice = ruleset.dice.names.iter();
        let dice = dice.map(|(word, reading)| DieName { name: word.text.as_str().into(), reading: *reading });
        self.game.die_names = dice.collect();
        for (index, (word, _)) in ruleset.dice.names.iter().enumerate() {
            self.name(word, Named::Die(index));
        }
        for (index, one) in ruleset.traits.iter().enumerate() {
            let group = matches!(one.kind, TraitKind::Given { free_names: true, .. });
            self.name(&one.name, if group { Named::Group(index) } else { Named::Trait(index) });
        }
        for (index, (word, _)) in ruleset.options.iter().enumerate() {
            self.name(word, Named::Option(index));
        }
        for (index, table) in ruleset.tables.iter().enumerate() {
            self.name(&table.name, Named::Table(Id::new(index)));
        }
        for (index, one) in ruleset.formulas.iter().enumerate() {
            self.name(&one.name, Named::Formula(index));
            let origin = self.origin(&one.formula);
            self.game.formulas.push(NamedFormula {
                name: one.name.text.as_str().into(),
                parameters: one.parameters.iter().map(|word| word.text.as_str().into()).collect(),
                expr: one.formula.expr.clone(),
                one_of: super::words_of(&one.formula),
                origin,
                text: Arc::clone(&one.formula.text),
                sound: true,
            });
        }
        for (index, word) in ruleset.classes.iter().enumerate() {
            self.name(word, Named::Class(index));
            self.game.classes.push(word.text.as_str().into());
        }
        for (index, one) in ruleset.points.iter().enumerate() {
            self.name(&one.name, Named::Points(Id::new(index)));
        }
        for (index, one) in ruleset.tracks.iter().enumerate() {
            self.name(&one.name, Named::Track(Id::new(index)));
        }
        for (index, one) in ruleset.tags.iter().enumerate() {
            self.name(&one.name, Named::Tag(Id::new(index)));
        }
        for (index, one) in ruleset.actions.iter().enumerate() {
            self.name(&one.name, Named::Action(index));
        }
        let mut labels: Vec<&Word> = ruleset.formulas.iter().flat_map(|one| &one.parameters).collect();
        for (index, test) in ruleset.tests.iter().enumerate() {
            self.name(&test.name, Named::Test(Id::new(index)));
            let inputs = test.ask.iter().map(|(word, _)| word);
            let values = test.values.iter().map(|(word, _)| word);
            let late = test.outcomes.iter().flat_map(|outcome| outcome.values.iter().map(|(word, _)| word));
            labels.extend(inputs.chain(values).chain(late));
        }
        for word in labels {
            self.label(word);
        }
        self.dice_words();
        if let Some(word) = &ruleset.versus {
            match self.game.names.get(&word.text) {
                Some(Named::Test(index)) => self.game.versus = Some(*index),
                _ if self.game.unread.contains(&word.text) => {}
                _ => {
                    let tests = ruleset.tests.iter().map(|test| test.name.text.as_str());
                    let error = Diagnostic::error(Code::UnknownTest, word.span).arg("name", &*word.text);
                    self.report(error.suggest(self.errors.len(), &word.text, word.span, tests));
                }
            }
        }
    }

    fn name(&mut self, word: &Word, named: Named) {
        if !self.sound(word) {
            // Whatever names it need not be told that it is not there.
            self.game.unread.insert(word.text.clone());
            return;
        }
        if let Some(&first) = self.places.get(&word.text) {
            self.report(
                Diagnostic::error(Code::DeclaredTwice, word.span)
                    .arg("name", &*word.text)
                    .label(first, "label-first-here"),
            );
            self.game.unread.insert(word.text.clone());
            return;
        }
        self.places.insert(word.text.clone(), word.span);
        self.game.names.insert(word.text.clone(), named);
    }

    /// A label inside a test: it may not hide a name of the ruleset.
    pub(super) fn label(&mut self, word: &Word) {
        if !self.sound(word) {
            return;
        }
        // A group of names, and a kind of tag that people name, are no values: a label may be called so.
        let no_value = match self.game.names.get(&word.text) {
            Some(Named::Group(_)) => true,
            Some(Named::Tag(index)) => self.raw.tags.get(index.index()).is_some_and(|tag| tag.free_names),
            _ => false,
        };
        if let (Some(&first), false) = (self.places.get(&word.text), no_value) {
            self.report(
                Diagnostic::error(Code::DeclaredTwice, word.span)
                    .arg("name", &*word.text)
                    .label(first, "label-first-here"),
            );
        }
    }

    /// A name that is none of those that there are: the nearest is suggested. Where one
    /// could not be read, that was said already.
    pub(super) fn none_called<S: AsRef<str>>(
        &self,
        error: Diagnostic,
        word: &Word,
        names: impl IntoIterator<Item = S>,
    ) -> Option<Diagnostic> {
        let names = names.into_iter().filter(|name| !name.as_ref().starts_with('·'));
        let error = error.arg("name", &*word.text);
        let read = !self.game.unread.contains(&word.text);
        let names: Vec<S> = names.collect();
        let ours = our_words("values", &word.text).iter().chain(our_words("keys", &word.text));
        let meant = ours.copied().find(|ours| names.iter().any(|name| name.as_ref() == *ours));
        if let (Some(ours), true) = (meant, read) {
            return Some(error.help_with("help-did-you-mean", "name", ours).fix(word.span, ours));
        }
        // Where one of them can stand is not known here: it is offered if that mends it.
        let offered = |error: Diagnostic| {
            let ours = our_words("values", &word.text).iter();
            ours.fold(error, |error, ours| error.may_fix(word.span, *ours))
        };
        read.then(|| offered(error).suggest(self.errors.len(), &word.text, word.span, names))
    }

    /// Whether a name can be used at all.
    fn sound(&mut self, word: &Word) -> bool {
        let code = if crate::syntax::is_dice_word(&word.text) {
            Code::NameIsDice
        } else if super::is_function(&word.text) {
            Code::NameIsFunction
        } else if word.text.contains(['«', '»', '"', '“', '”']) || word.text.contains(char::is_control) {
            Code::NameWithQuotes
        } else {
            return true;
        };
        let mut error = Diagnostic::error(code, word.span).arg("name", &*word.text);
        let bare = word.text.trim_matches(['«', '»', '"']).trim();
        if code == Code::NameWithQuotes && !bare.is_empty() {
            error = error.may_fix(word.span, bare);
        }
        self.report(error);
        false
    }

    /// A name may not spell dice side by side.
    fn dice_words(&mut self) {
        let mut spelled: Vec<String> = Vec::new();
        for (name, named) in &self.game.names {
            let clash = match super::dice_words::split(name, &self.game.die_names) {
                super::dice_words::Split::None => false,
                super::dice_words::Split::One(way) => !matches!(named, Named::Die(_)) || way.len() > 1,
                super::dice_words::Split::Several(..) => true,
            };
            if clash && crate::syntax::is_plain_name(name) {
                spelled.push(name.clone());
            }
        }
        spelled.order();
        for name in spelled {
            let at = self.places.get(&name).copied();
            self.report(Diagnostic::error(Code::NameSpellsDice, at).arg("name", name));
        }
    }

    pub(super) fn find_table(&mut self, word: &Word) -> Option<Id<LookupTable>> {
        if let Some(Named::Table(index)) = self.game.names.get(&word.text) {
            return Some(*index);
        }
        if !self.game.unread.contains(&word.text) {
            let error = Diagnostic::error(Code::UnknownTable, word.span).arg("name", &*word.text);
            let known = self.game.tables.iter().map(|table| &*table.name);
            self.report(error.suggest(self.errors.len(), &word.text, word.span, known));
        }
        None
    }

    pub(super) fn find_column(&mut self, table: Id<LookupTable>, word: &Word) -> Option<usize> {
        let columns = &self.game.tables[table].columns;
        let found = columns.iter().position(|column| column.name.as_deref() == Some(&*word.text));
        if found.is_none() {
            let error = Diagnostic::error(Code::UnknownColumn, word.span).arg("name", &*word.text);
            let names = columns.iter().filter_map(|column| column.name.as_deref());
            let error = error.suggest(self.errors.len(), &word.text, word.span, names);
            self.report(error);
        }
        found
    }
}
