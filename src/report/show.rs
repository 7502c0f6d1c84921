//! A ruleset and its parts as documents.

mod actions;
mod entries;
mod prose;
mod steps;

use crate::world::Answer;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::Catalogue;
use super::document::{Document, DocumentColumn, Line};
use crate::check::names_words;
use crate::check::program::{
    AnswerKind, Cell, CheckedGame, Choosing, Default, Ir, Kind, LookupTable, Named, NamedFormula, Op, OptionDef, Piece,
    Question, Row, RowSelector, Test, Trait, TraitSource, TurnRead,
};
use crate::diagnostic::Args;
use crate::id::Id;
use crate::ruleset::model::OptionalDecl;
use crate::ruleset::model::{Outside, Reading, Rounding, Tie};

/// A name and its group.
type Grouped<'n> = (Option<&'n str>, String);

/// Describes a game in a language.
pub struct Shower<'a> {
    pub game: &'a CheckedGame,
    pub catalogue: &'a Catalogue,
    /// Formulas are shown in words, not as they are written.
    pub worded: bool,
}

impl<'a> Shower<'a> {
    pub(super) fn say(&self, id: &str) -> String {
        self.catalogue.say(id)
    }

    pub(super) fn say_with(&self, id: &str, args: &Args) -> String {
        self.catalogue.text(id, args)
    }

    /// What there is in a ruleset; bookkeeping only with `all`.
    #[must_use]
    pub fn overview(&self, all: bool) -> Document {
        let game = self.game;
        let mut document = Document::new().heading(Line::new().strong(&game.name).dim(format!("  {}", game.id)));
        if let Some(doc) = &game.doc {
            document = document.line(doc.as_str());
        }
        let dice: Vec<String> =
            game.die_names.iter().map(|die| format!("{} ({})", die.name, self.reading(die.reading))).collect();
        if let Some(roll) = &game.roll {
            document =
                document.line(Line::new().plain(self.say("show-roll")).plain(" ").then(self.as_said(&roll.text)));
        }
        if !dice.is_empty() {
            document = document.line(Line::new().plain(self.say("show-dice")).plain(" ").name(dice.join(", ")));
        }
        if let Some(rounding) = game.rounding {
            let id = match rounding {
                Rounding::Down => "show-rounds-down",
                Rounding::Up => "show-rounds-up",
                Rounding::Nearest => "show-rounds-nearest",
            };
            document = document.line(self.say(id));
        }
        let alone = |name: String| (None, name);
        let grouped = |group: &'a Option<Arc<str>>, name: &str| (group.as_deref(), name.to_owned());
        let actions = game.actions.iter().filter(|one| all || !one.internal);
        let points = game.points.iter().filter(|one| all || !one.internal);
        let tags = game.tags.iter().filter(|one| all || !one.internal);
        let lists: [(&str, Vec<Grouped<'_>>); 12] = [
            ("show-actions", actions.map(|one| grouped(&one.group, &one.name)).collect()),
            ("show-interventions", game.interventions.iter().map(|one| grouped(&one.group, &one.name)).collect()),
            ("show-templates", game.templates.iter().map(|one| alone(one.name.to_string())).collect()),
            ("show-tests", game.tests.iter().map(|test| alone(self.call(test))).collect()),
            ("show-tables", game.tables.iter().map(|table| alone(table.name.to_string())).collect()),
            ("show-formulas", game.formulas.iter().map(|one| alone(one.call())).collect()),
            ("show-traits", game.traits.iter().map(|one| alone(one.name.to_string())).collect()),
            ("show-points", points.map(|one| alone(one.name.to_string())).collect()),
            ("show-tracks", game.tracks.iter().map(|track| alone(track.name.to_string())).collect()),
            ("show-tags", tags.map(|tag| alone(tag.name.to_string())).collect()),
            ("show-times", game.times.iter().map(|time| alone(time.name.to_string())).collect()),
            ("show-options", game.options.iter().map(|option| alone(option.name.to_string())).collect()),
        ];
        for (title, names) in lists {
            if !names.is_empty() {
                document = document.gap().line(Line::new().strong(self.say(title)));
                let names = names.into_iter();
                document = actions::in_groups(document, names, |document, depth, name| {
                    document.item(depth, Line::new().name(name))
                });
            }
        }
        self.requires(self.turns(document))
    }

    /// One named thing; `None` if there is no such name.
    #[must_use]
    pub fn one(&self, name: &str) -> Option<Document> {
        let Some(named) = self.game.names.get(name) else { return self.unnamed(name) };
        Some(match *named {
            Named::Table(index) => self.table(&self.game.tables[index]),
            Named::Test(index) => self.test(&self.game.tests[index]),
            Named::Trait(index) | Named::Group(index) => self.one_trait(self.game.traits.get(index)?),
            Named::Option(index) => {
                let option = self.game.options.get(index)?;
                self.option(Document::new().heading(Line::new().strong(&option.name)), option)
            }
            Named::Class(index) => self.class(index),
            Named::Formula(index) => self.named_formula(self.game.formulas.get(index)?),
            Named::Die(index) => {
                let die = self.game.die_names.get(index)?;
                let line = Line::new().strong(&die.name).plain(": ").plain(self.reading(die.reading));
                Document::new().line(line)
            }
            Named::Action(index) => self.action(self.game.actions.get(index)?),
            Named::Points(index) => self.points(&self.game.points[index]),
            Named::Track(index) => self.track(&self.game.tracks[index]),
            Named::Tag(index) => self.tag(&self.game.tags[index]),
        })
    }

    /// An option, and what it changes in the rules.
    pub(crate) fn option(&self, document: Document, option: &OptionDef) -> Document {
        let mut document = self.question_lines(document, &option.question);
        for one in &option.changes {
            let word = one.word.as_deref().unwrap_or("yes");
            let args = vec![("name", (&*option.name).into()), ("word", word.into())];
            document = document.gap().line(Line::new().plain(self.say_with("show-option-changes", &args)));
            // Who plays reads what is different, and not how it is written.
            document.append(match self.worded {
                true => super::changes::named(&one.differences, self.catalogue),
                false => super::changes::listed(&one.differences, self.catalogue),
            });
        }
        document
    }

    /// The outcomes that are of a class.
    fn class(&self, index: usize) -> Document {
        let name = self.game.classes.get(index).map_or("", |name| &**name);
        let mut document = Document::new().heading(Line::new().strong(name));
        for test in &self.game.tests {
            for outcome in test.outcomes.iter().filter(|outcome| outcome.classes.contains(&index)) {
                let line = Line::new().name(&test.name).plain(": ").outcome(outcome.success, &outcome.name);
                document = document.item(0, line);
            }
        }
        document
    }

    /// An intervention or a time, which formulas cannot name.
    fn unnamed(&self, name: &str) -> Option<Document> {
        let intervention = self.game.interventions.iter().find(|one| *one.name == *name);
        if let Some(intervention) = intervention {
            return Some(self.intervention(intervention));
        }
        if let Some(template) = self.game.templates.iter().find(|one| *one.name == *name) {
            return Some(self.template_of_character(template));
        }
        let index = self.game.times.iter().position(|time| *time.name == *name)?;
        Some(self.time(index, self.game.times.get(index)?))
    }

    /// All names that can be shown.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let others = self.game.interventions.iter().map(|one| &*one.name);
        let times = self.game.times.iter().map(|time| &*time.name);
        let templates = self.game.templates.iter().map(|one| &*one.name);
        self.game.names.keys().map(String::as_str).chain(others).chain(templates).chain(times)
    }

    pub(crate) fn reading(&self, reading: Reading) -> String {
        match reading {
            Reading::Lowest => self.say("reading-lowest"),
            Reading::Middle => self.say("reading-middle"),
            Reading::Highest => self.say("reading-highest"),
            Reading::Sum => self.say("reading-sum"),
            Reading::Nth(n) => self.say_with("reading-nth", &vec![("n", n.into())]),
        }
    }

    /// `modifier(score): score / 2 - 5`
    pub(crate) fn named_formula(&self, one: &NamedFormula) -> Document {
        let line = Line::new().strong(one.call()).plain(": ").code(&one.text);
        Document::new().line(match &one.one_of {
            Some(words) => line.then(self.words_listed(words)),
            None => line,
        })
    }

    /// The words of which something is one.
    fn words_listed(&self, words: &[String]) -> Line {
        Line::new().dim(format!(" · {}", self.say_with("kind-one-of", &vec![("words", words.to_vec().into())])))
    }

    /// `watch(oars, sea)`
    pub(crate) fn call(&self, test: &Test) -> String {
        let inputs: Vec<&str> = test.inputs.iter().map(|(name, _)| &**name).collect();
        format!("{}({})", test.name, inputs.join(", "))
    }

    /// That something is bookkeeping.
    pub(super) fn internal(&self, document: Document, internal: bool) -> Document {
        if internal { document.line(Line::new().dim(self.say("show-internal"))) } else { document }
    }

    pub(super) fn doc(document: Document, doc: Option<&String>) -> Document {
        match doc {
            Some(doc) => document.line(doc.as_str()),
            None => document,
        }
    }

    /// A table, row by row.
    #[must_use]
    pub fn table(&self, table: &LookupTable) -> Document {
        let mut document = Document::new().heading(Line::new().strong(&table.name));
        document = Self::doc(document, table.doc.as_ref());
        let mut notes = Vec::new();
        if table.ordered {
            notes.push(self.say("show-ordered"));
        }
        if let Some((_, dice)) = &table.dice {
            notes.push(self.say_with("show-table-dice", &vec![("dice", dice.to_string().into())]));
        }
        if table.apart {
            notes.push(self.say("show-columns-apart"));
        }
        if let Some(again) = table.again {
            notes.push(self.say_with("show-again", &vec![("again", again.into())]));
        }
        if table.uses_dice {
            notes.push(self.say("show-uses-dice"));
        }
        if !table.given.is_empty() {
            notes.push(self.say_with("show-given", &vec![("names", table.given.clone().into())]));
        }
        if table.chosen == RowSelector::NameOrInterval {
            notes.push(self.say("show-by-number"));
        }
        if table.outside == Outside::Nearest {
            notes.push(self.say("show-nearest"));
        }
        if !notes.is_empty() {
            document = document.line(Line::new().dim(notes.join(" · ")));
        }
        let by_number = matches!(table.chosen, RowSelector::Interval);
        let row_title = if by_number { self.say("show-from") } else { self.say("show-row") };
        let mut columns =
            vec![if by_number { DocumentColumn::right(row_title) } else { DocumentColumn::left(row_title) }];
        for column in &table.columns {
            let title = column.name.clone().unwrap_or_else(|| self.say("show-value"));
            columns.push(if column.kind == Kind::Number {
                DocumentColumn::right(title)
            } else {
                DocumentColumn::left(title)
            });
        }
        // Other names of rows.
        let mut others: BTreeMap<usize, BTreeSet<&str>> = BTreeMap::new();
        for (name, index) in &table.names {
            others.entry(*index).or_default().insert(name);
        }
        // Several rows of which the book says nothing are one line.
        let is_missing = |row: &Row| row.cells.iter().all(|cell| matches!(cell, Cell::Pending(_)));
        let collapses = table.rows.iter().filter(|row| is_missing(row)).count() > 1;
        let (mut rows, mut missing) = (Vec::new(), Vec::new());
        for (index, row) in table.rows.iter().enumerate() {
            let others = others.get(&index).into_iter().flatten().filter(|other| ***other != *row.label);
            let label = others.fold(Line::new().name(&row.label), |label, other| label.plain(" / ").name(other));
            if collapses && is_missing(row) {
                missing.push(label);
                continue;
            }
            let mut cells = vec![label];
            cells.extend(row.cells.iter().zip(&table.columns).map(|(cell, column)| self.cell(cell, &column.kind)));
            rows.push(cells);
        }
        let document = document.table(columns, rows);
        if missing.is_empty() {
            return document;
        }
        document.line(Line::join(missing, ", ").plain(": ").dim(self.say("show-pending")))
    }

    pub(crate) fn cell(&self, cell: &Cell, kind: &Kind) -> Line {
        match cell {
            Cell::Pending(_) => Line::new().dim(self.say("show-pending")),
            Cell::Effects(action) => self.effects(action),
            Cell::Value(ir) => match (&ir.op, kind) {
                (Op::Template(pieces), _) => self.template(pieces),
                (Op::Number(number), Kind::Number) => Line::new().number(number),
                (Op::Number(number), kind) => {
                    Line::new().plain(super::roll::words(&Answer::of(self.game, kind, *number), self.catalogue))
                }
                _ => self.rule(ir),
            },
        }
    }

    /// A text with its formulas as they are written.
    pub(super) fn text(&self, ir: &Ir) -> Line {
        match &ir.op {
            Op::Template(pieces) => self.template(pieces),
            _ => self.rule(ir),
        }
    }

    pub(super) fn template(&self, pieces: &[Piece]) -> Line {
        pieces.iter().fold(Line::new(), |line, piece| match piece {
            Piece::Text(text) => line.plain(text),
            // Set off from the words around it.
            Piece::Value(ir, _) if self.worded => line.comment(self.formula(ir)),
            Piece::Value(ir, _) => line.code(format!("{{{}}}", self.game.hole(ir))),
        })
    }

    /// A formula as a part of a line.
    pub(crate) fn rule(&self, ir: &Ir) -> Line {
        self.as_said(&self.formula(ir))
    }

    /// Words for those who read, and code for those who write.
    pub(in crate::report) fn as_said(&self, text: &str) -> Line {
        match self.worded {
            true => Line::new().plain(text),
            false => Line::new().code(text),
        }
    }

    pub(crate) fn formula(&self, ir: &Ir) -> String {
        self.formula_told(ir, true)
    }

    /// A formula as one of several in a line.
    pub(super) fn formula_among(&self, ir: &Ir) -> Line {
        match &ir.op {
            Op::Template(pieces) => self.template(pieces),
            _ if self.worded => Line::new().plain(self.formula_told(ir, false)),
            _ => Line::new().code(self.formula(ir)),
        }
    }

    fn formula_told(&self, ir: &Ir, alone: bool) -> String {
        let origin = self.game.origins.get(ir.at.origin as usize);
        let text = origin.map_or("", |origin| origin.words(ir.at.span));
        match ir.op {
            // It is not written: it holds where nothing is said.
            Op::Number(number) if text.trim().is_empty() => number.to_string(),
            Op::Number(_) if text.trim() == "yes" => self.say("yes"),
            _ => {
                let words = if self.worded { self.in_words(text, alone) } else { None };
                words.unwrap_or_else(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        }
    }

    /// What can be answered to a question.
    pub(crate) fn answer_to(&self, question: &Question) -> String {
        if question.named { self.say("kind-trait-named") } else { self.answer_kind(&question.kind) }
    }

    pub(crate) fn answer_kind(&self, kind: &AnswerKind) -> String {
        let table = |index: &Id<LookupTable>| self.game.tables[*index].name.to_string();
        match kind {
            AnswerKind::Number(min, max) => {
                let range = crate::check::range_words(min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                if range == "any" {
                    self.say("kind-any-number")
                } else {
                    self.say_with("kind-number", &vec![("range", range.into())])
                }
            }
            AnswerKind::YesNo => self.say("kind-yes-no"),
            AnswerKind::OneOf(words) => self.say_with("kind-one-of", &vec![("words", words.to_vec().into())]),
            AnswerKind::Row(index) => self.say_with("kind-row", &vec![("table", table(index).into())]),
            AnswerKind::Cell(index, _) => self.say_with("kind-cell", &vec![("table", table(index).into())]),
            AnswerKind::Column(index) => self.say_with("kind-column", &vec![("table", table(index).into())]),
            AnswerKind::Trait(..) => self.say("kind-trait"),
            AnswerKind::Points(_) => self.say("kind-points"),
            AnswerKind::Tag(index) => {
                let tag = &*self.game.tags[*index].name;
                self.say_with("kind-tag", &vec![("tag", tag.into())])
            }
            AnswerKind::Character(kind) => {
                let line = self.say("kind-character");
                let kind = self.game.kinds.as_ref().zip(*kind).map(|(kinds, kind)| kinds.name(kind));
                kind.map_or(line.clone(), |kind| format!("{line} ({kind})"))
            }
            AnswerKind::Dice => self.say("kind-dice"),
            AnswerKind::Text => self.say("kind-text"),
        }
    }

    /// A question, and that the rules work out what is usual where they have a formula for it: what is there may
    /// not be an answer.
    pub(super) fn question_in_words(&self, question: &Question) -> Line {
        match &question.default {
            Some(Default::Value(ir)) if !matches!(ir.op, Op::Number(_) | Op::Template(_)) => {
                let line = self.answer(question);
                line.dim(format!(" · {}", self.say("show-default-by-rules")))
            }
            _ => self.question(question),
        }
    }

    /// What may be answered; of dice that are picked, how many among which.
    fn answer(&self, question: &Question) -> Line {
        let mut line = Line::new().plain(self.answer_to(question));
        let Some(picks) = &question.picks else { return line };
        if let Some(among) = picks.among.as_ref().filter(|among| !matches!(among.op, Op::Chosen(Choosing::All, _))) {
            line = line.plain(": ").then(self.rule(among));
        }
        for (id, count) in [("show-exactly", &picks.exactly), ("show-up-to", &picks.most)] {
            if let Some(count) = count {
                line = line.plain(format!(" · {} ", self.say(id))).then(self.rule(count));
            }
        }
        line
    }

    pub(super) fn question(&self, question: &Question) -> Line {
        let line = self.answer(question);
        match &question.default {
            Some(Default::Value(ir)) => {
                let shown = match (&ir.op, &question.kind) {
                    (Op::Number(-1), AnswerKind::Character(_)) => self.say("does-nobody"),
                    (Op::Number(-1), AnswerKind::Tag(_)) => self.say("show-none"),
                    (&Op::Number(value), _) => {
                        super::roll::words(&Answer::of(self.game, &question.kind.kind(), value), self.catalogue)
                    }
                    (Op::Template(pieces), _) => self.template(pieces).words(),
                    _ => self.formula(ir),
                };
                line.dim(format!(" · {}", self.say_with("show-default", &vec![("value", shown.into())])))
            }
            Some(Default::Open) => line.dim(format!(" · {}", self.say("show-may-stay-open"))),
            Some(Default::Pending(_)) => line.dim(format!(" · {}", self.say("show-pending"))),
            None => line,
        }
    }

    pub(super) fn question_lines(&self, document: Document, question: &Question) -> Document {
        let document = document.line(self.question(question));
        Self::doc(document, question.doc.as_ref())
    }

    pub(super) fn one_trait(&self, one: &Trait) -> Document {
        let document = Document::new().heading(Line::new().strong(&one.name));
        let document = match &one.source {
            TraitSource::Derived(Ir { op: Op::Turn(what), .. }) => document.line(self.say(match what {
                TurnRead::Own => "show-turn-own",
                TurnRead::Had => "show-turn-had",
                TurnRead::Round => "show-turn-round",
                TurnRead::Place => "show-turn-place",
            })),
            TraitSource::Derived(ir) => document.line(Line::new().plain("= ").then(self.rule(ir))),
            TraitSource::Given(question) => {
                let ends = one.ends.iter().zip(["show-at-least", "show-at-most"]);
                document.line(ends.fold(self.question(question), |line, (end, word)| match end {
                    Some(ir) => line.plain(format!(" · {} ", self.say(word))).then(self.rule(ir)),
                    None => line,
                }))
            }
            TraitSource::Group(question) => {
                document.line(self.question(question)).line(Line::new().dim(self.say("show-free-names")))
            }
        };
        Self::doc(self.in_group(document, one.group.as_deref()), one.doc.as_ref())
    }

    /// The group that traits or points belong to.
    pub(super) fn in_group(&self, document: Document, group: Option<&str>) -> Document {
        match group {
            Some(group) => document.line(Line::new().dim(self.say("show-group")).plain(" ").name(group)),
            None => document,
        }
    }

    pub(super) fn test(&self, test: &Test) -> Document {
        let mut document = Document::new().heading(Line::new().strong(self.call(test)));
        document = Self::doc(document, test.doc.as_ref());
        if test.rolls().next().is_some() {
            document = document.line(Line::new().plain(self.say("show-roll")).plain(" ").then(rolls(test)));
        }
        document = document.line(Line::new().plain(self.say("show-total")).plain(" ").then(self.rule(&test.total)));
        if !test.inputs.is_empty() {
            document = document.gap().line(Line::new().strong(self.say("show-asks")));
            for (index, (name, question)) in test.inputs.iter().enumerate() {
                let mut line = Line::new().name(name).plain(": ").then(self.question(question));
                if test.against == Some(index) {
                    line = line.plain(" · ").code("vs");
                }
                if let Some(doc) = &question.doc {
                    line = line.dim(format!(" · {doc}"));
                }
                document = document.item(0, line);
            }
        }
        // Dice with names were told above.
        let mut values = test.values.iter().filter(|value| value.kind != Kind::Dice).peekable();
        if values.peek().is_some() {
            document = document.gap().line(Line::new().strong(self.say("show-values")));
            for value in values {
                let line = Line::new().name(&value.name).plain(" = ").then(self.rule(&value.ir));
                document = document.item(
                    0,
                    match &value.kind {
                        Kind::Choice(words) if names_words(&value.ir) => line.then(self.words_listed(words)),
                        _ => line,
                    },
                );
            }
        }
        let told: Vec<&str> =
            test.show.iter().filter_map(|index| test.values.get(*index)).map(|value| &*value.name).collect();
        if !told.is_empty() {
            document = document.line(Line::new().plain(self.say("show-told")).plain(" ").name(told.join(", ")));
        }
        for (said, what) in [(&test.margin, "show-margin"), (&test.shown_against, "show-shown-against")] {
            let said = match said {
                OptionalDecl::Usual => continue,
                OptionalDecl::Nothing => self.say("show-none"),
                OptionalDecl::Formula(ir) => self.formula(ir),
            };
            document = document.gap().line(Line::new().strong(self.say(what)).plain(" ").code(said));
        }
        if !test.outcomes.is_empty() {
            document = document.gap().line(Line::new().strong(self.say("show-outcomes")));
            for outcome in &test.outcomes {
                let line = Line::new().outcome(outcome.success, &outcome.name);
                let classes = self.game.classes_of(outcome);
                let line = if classes.is_empty() { line } else { line.plain(format!(" [{}]", classes.join(", "))) };
                let line = match &outcome.when {
                    Some(when) => line.plain(": ").then(self.rule(when)),
                    None => line.plain(": ").plain(self.say("step-otherwise")),
                };
                document = document.item(0, line);
                for value in &outcome.values {
                    document = document.item(1, Line::new().name(&value.name).plain(" = ").then(self.rule(&value.ir)));
                }
            }
        }
        if let Some(opposed) = &test.opposed {
            document = document.gap().line(Line::new().strong(self.say("show-opposed")));
            let compare: Vec<String> = opposed.compare.iter().map(|ir| self.formula(ir)).collect();
            let compare = if compare.is_empty() { vec![self.formula(&test.total)] } else { compare };
            document = document.item(
                0,
                Line::new().plain(self.say("show-compare")).plain(" ").then(self.as_said(&compare.join(", "))),
            );
            for (tie, when) in &opposed.tie {
                let id = match tie {
                    Tie::Reroll => "tie-reroll",
                    Tie::NoWinner => "tie-nobody",
                    Tie::Attacker => "tie-attacker",
                    Tie::Defender => "tie-defender",
                };
                let line = Line::new().plain(self.say(id));
                let line = match when {
                    Some(when) => line.plain(" · ").then(self.rule(when)),
                    None => line,
                };
                document = document.item(0, line);
            }
            let ends = [("show-win", &opposed.win), ("show-lose", &opposed.lose), ("show-tied", &opposed.tied)];
            for (id, name) in ends {
                if let Some(name) = name {
                    document = document.item(0, Line::new().plain(self.say(id)).plain(" ").name(&**name));
                }
            }
        }
        document
    }
}

/// The dice of a test, with their names if they have any.
pub(in crate::report) fn rolls(test: &Test) -> Line {
    let rolls = test.rolls().map(|(name, pool)| {
        let line = name.map_or_else(Line::new, |name| Line::new().name(name).plain(" "));
        line.code(&pool.text)
    });
    Line::join(rolls, ", ")
}
