//! The results of an action: test by test, then the computed values of its steps, then the changes of each character.

use super::changes::{self, TablesOfChanges, by_person};
use super::expression::below_outcomes;
use super::facts::{self, by_label, ends, likely, margin, success, summary, totals, unanswered, values};
use super::plot::{Picture, Plot, ends as plot_of_ends};
use super::table::{self, ChanceStyle, Title};
use super::{Report, Spreadsheet, figures, outcomes, policy};
use crate::check::program::CheckedGame;
use crate::odds::{ActionOdds, Chance, TestOdds};
use crate::report::Catalogue;
use crate::report::document::with_minus_signs;
use crate::report::document::{Block, Document, DocumentColumn, Line};
use crate::report::json::{Json, Object, Seed};
use crate::report::numbers::number_with_minus;
use crate::world::TABLE;

/// More sentences than this are left out.
const SENTENCES: usize = 8;

/// The odds of an action, and how to show them.
#[derive(Debug, Clone, Copy)]
pub struct ActionView<'a> {
    pub game: &'a CheckedGame,
    pub expression: &'a str,
    /// The name of the action.
    pub action: &'a str,
    /// The characters in each role, by name.
    pub roles: &'a [(String, Vec<String>)],
    /// The answers, by name.
    pub answers: &'a [(String, String)],
    /// The faces that have fallen in it.
    pub fallen: &'a [i64],
    /// Interventions that are done only where a condition holds, and that condition.
    pub policy: &'a [(String, String)],
    /// What best play makes as large as it can be, as it was typed.
    pub goal: Option<&'a str>,
    /// What it leads to.
    pub odds: &'a ActionOdds,
    /// Show values at the ends too, however unlikely they are.
    pub all: bool,
    /// The seed of what was only sampled.
    pub seed: Option<Seed>,
}

/// ` · the dice show 4 1`, if dice have fallen.
pub(super) fn fallen(faces: &[i64], catalogue: &Catalogue) -> Line {
    let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
    match faces.as_slice() {
        [] => Line::new(),
        faces => Line::new().plain(" · ").plain(catalogue.text("odds-fallen", &vec![("dice", faces.join(" ").into())])),
    }
}

/// `strike · attacker Ann, target Bob · weapon Club`
pub(super) fn title(action: &str, roles: &[(String, Vec<String>)], answers: &[(String, String)]) -> Line {
    let played = roles.iter().filter(|(_, people)| !people.is_empty());
    let roles = played.map(|(role, people)| Line::new().plain(format!("{role} ")).name(people.join(", ")));
    let answers = answers
        .iter()
        .map(|(name, answer)| Line::new().plain(format!("{name} ")).name(number_with_minus(answer.clone())));
    let parts = [Line::join(roles, ", "), Line::join(answers, " · ")];
    let parts = parts.into_iter().filter(|part| !part.is_empty());
    Line::join([Line::new().code(action)].into_iter().chain(parts), " · ")
}

/// The characters in each role, as JSON.
pub(super) fn roles(roles: &[(String, Vec<String>)]) -> serde_json::Value {
    roles.iter().map(|(role, people)| (role.clone(), people.clone())).collect()
}

impl Report for ActionView<'_> {
    fn title(&self, catalogue: &Catalogue) -> Line {
        title(self.action, self.roles, self.answers).then(fallen(self.fallen, catalogue))
    }

    fn document(&self, catalogue: &Catalogue) -> Document {
        self.below(Document::new().heading(self.title(catalogue)), catalogue)
    }

    fn picture(&self, catalogue: &Catalogue) -> Picture {
        let numbers = |below: String, values| changes::plot_of_numbers(below, values, self.all, catalogue);
        let mut plots = Vec::new();
        for test in &self.odds.tests {
            let who = if test.who.is_empty() { String::new() } else { format!(" · {}", test.who.join(", ")) };
            let below = format!("{}{who}", test.label);
            let ends = plot_of_ends(&[(test.label.as_str(), &test.odds)], catalogue);
            plots.extend(ends.map(|plot| Plot { below, ..plot }));
            let shown = test.odds.shown.iter();
            plots.extend(shown.filter_map(|(label, values)| numbers(format!("{} · {label}", test.label), values)));
        }
        plots.extend(self.odds.values.iter().filter_map(|(label, values)| numbers(label.clone(), values)));
        for (who, changes) in by_person(&self.odds.changes, catalogue) {
            for change in changes {
                plots.extend(changes::plot(self.game, &who, change, self.all, catalogue));
            }
        }
        Picture {
            description: plots.iter().map(Plot::in_words).collect(),
            groups: plots.into_iter().map(|plot| vec![plot]).collect(),
        }
    }

    fn facts(&self, catalogue: &Catalogue) -> Json {
        Json::Object(self.object(catalogue).and(facts::samples(self.odds.samples, self.seed)))
    }

    fn sheet(&self, catalogue: &Catalogue) -> Spreadsheet {
        let odds = self.odds;
        let mut sheet = Spreadsheet::new(changes::COLUMNS, odds.samples.is_some());
        sheet.expression = self.expression.to_owned();
        sheet.ruleset.clone_from(&self.game.id);
        sheet.samples = odds.samples;
        policy::rows(&mut sheet, odds.best.as_ref(), catalogue);
        for test in &odds.tests {
            sheet.more = vec![test.who.join(", "), test.label.clone()];
            sheet.row(String::new(), &test.rolled, None, "rolled");
            sheet.odds(&test.odds, catalogue);
        }
        for (label, values) in &odds.values {
            sheet.more = vec![String::new(), label.clone()];
            sheet.values(values, "computed");
        }
        changes::rows(&mut sheet, &odds.changes, None);
        for (text, chance) in &odds.said {
            sheet.row(text.clone(), chance, None, "said");
        }
        sheet.perhaps(&odds.refused, "refused");
        sheet.perhaps(&odds.left, "left");
        sheet.unanswered(&odds.unanswered);
        sheet
    }

    fn bytes(&self) -> u64 {
        let tests = self.odds.tests.iter().map(|test| test.odds.written());
        let values = self.odds.values.iter().map(|(_, values)| values.written());
        let changes = self.odds.changes.iter().map(|change| change.to.written());
        tests.chain(values).chain(changes).fold(0, u64::saturating_add)
    }
}

impl ActionView<'_> {
    /// Adds everything below the title.
    pub(super) fn below(&self, mut document: Document, catalogue: &Catalogue) -> Document {
        let odds = self.odds;
        let manner = ChanceStyle { all: self.all, samples: odds.samples, ..ChanceStyle::default() };
        let tables = TablesOfChanges { game: self.game, manner, catalogue };
        for line in policy::lines(self.policy, catalogue) {
            document = document.line(line);
        }
        if let (Some(best), Some(goal)) = (&odds.best, self.goal) {
            document.append(policy::best(best, goal, self.all, catalogue));
        }
        let (told, seldom): (Vec<_>, Vec<_>) = odds.tests.iter().partition(|test| self.all || !is_seldom(test));
        for test in told {
            document.append(of_test(test, tables));
        }
        if !seldom.is_empty() {
            let text = catalogue.text("odds-seldom-rolled", &vec![("count", seldom.len().into())]);
            document = document.gap().line(Line::new().dim(format!("{text} {}", catalogue.say("odds-show-all"))));
        }
        if !odds.values.is_empty() {
            document = document.gap();
        }
        for (label, values) in &odds.values {
            document.append(tables.told(Title { text: label, signed: false }, values));
        }
        for (name, changes) in by_person(&odds.changes, catalogue) {
            document = document.heading(Line::new().name(name));
            document.append(tables.afterwards(&changes));
        }
        if !odds.said.is_empty() {
            document = document.gap();
            document.append(self.said(catalogue));
        }
        let notes = self.notes(catalogue);
        if odds.changes.is_empty() && odds.said.is_empty() && odds.moved.is_empty() {
            document = document.gap().line(catalogue.say("odds-nothing-changes"));
        } else if !notes.is_empty() {
            document = document.gap();
        }
        tidy(notes.into_iter().fold(document, Document::line))
    }

    /// Everything but samples, for programs.
    pub(super) fn object(&self, catalogue: &Catalogue) -> Object {
        let odds = self.odds;
        Object::versioned()
            .put("ruleset", self.game.id.as_str())
            .put("expression", self.expression)
            .put("action", self.action)
            .put("roles", roles(self.roles))
            .put_some("after", (!self.fallen.is_empty()).then_some(self.fallen))
            .and(policy::facts(self.policy, odds.best.as_ref()))
            // What other programs know of an expression, of the first test or that in which dice have fallen.
            .and(totals(odds.tests.get(odds.past).map(|test| &test.odds), catalogue))
            .and(action_object(odds, catalogue))
    }

    /// What is said: sentences are long, so they come last.
    fn said(&self, catalogue: &Catalogue) -> Document {
        let (all, samples) = (&self.odds.said, self.odds.samples);
        let shown = if self.all { all.len() } else { all.len().min(SENTENCES) };
        let rows = all.iter().take(shown).map(|(text, chance)| {
            let aside = Line::new().dim(figures::aside(chance, samples).unwrap_or_default());
            vec![aside, Line::new().number(figures::percent(chance)), Line::from(text.as_str())]
        });
        let columns = vec![
            DocumentColumn::right(catalogue.say(figures::aside_title(samples))),
            DocumentColumn::right(catalogue.say("odds-chance")),
            DocumentColumn::left(catalogue.say("odds-said")),
        ];
        let document = Document::new().table(columns, rows.collect());
        match all.len().saturating_sub(shown) {
            0 => document,
            hidden => {
                let hidden = catalogue.text("odds-said-more", &vec![("count", hidden.into())]);
                document.line(Line::new().dim(format!("{hidden} {}", catalogue.say("odds-show-all"))))
            }
        }
    }

    /// How often it cannot be done, what was cut, and what was only sampled.
    fn notes(&self, catalogue: &Catalogue) -> Vec<Line> {
        let odds = self.odds;
        let words = |chance| figures::percent_and_aside(chance, odds.samples).words();
        let mut notes = Vec::new();
        for moved in &odds.moved {
            let name = if moved.who == TABLE { catalogue.say("deed-table") } else { moved.name.clone() };
            let chance = words(&moved.chance);
            let args = vec![("who", name.into()), ("name", moved.called.as_str().into()), ("chance", chance.into())];
            notes.push(Line::from(catalogue.text("odds-comes-back", &args)));
        }
        for (id, chance) in [("odds-refused", &odds.refused), ("odds-left", &odds.left)] {
            if !chance.is_never() {
                notes.push(Line::from(catalogue.text(id, &vec![("chance", words(chance).into())])));
            }
        }
        notes.extend(outcomes::unanswered(&odds.unanswered, odds.samples, catalogue));
        notes.extend(outcomes::counted(&odds.counted, catalogue));
        notes.extend(odds.samples.map(|samples| outcomes::sampled(samples, self.seed, catalogue)));
        notes
    }
}

/// The results of an action, for programs.
pub(super) fn action_object(odds: &ActionOdds, catalogue: &Catalogue) -> Object {
    let samples = odds.samples;
    let test = |test: &TestOdds| {
        Object::new()
            .put("label", test.label.as_str())
            .put("test", test.test.as_str())
            .put("who", test.who.clone())
            .object("rolled", Some(likely(&test.rolled, test.odds.samples)))
            .list("outcomes", ends(&test.odds, catalogue))
            .and(success(Some(&test.odds)))
            .each("values", values(&test.odds.values, test.odds.samples))
            .and(summary(&test.odds.values))
            .put("margin", margin(&test.odds).map(serde_json::Value::from))
            .named("shown", by_label(&test.odds.shown, test.odds.samples))
    };
    let moved = odds.moved.iter().map(|one| {
        let who = if one.who == TABLE { "table" } else { &one.name };
        let object = Object::new().put("who", who).put("name", one.called.as_str());
        object.and(likely(&one.chance, samples))
    });
    let said = odds.said.iter();
    Object::new()
        .list("tests", odds.tests.iter().map(test))
        .named("computed", by_label(&odds.values, samples))
        .list("changes", changes::facts(&odds.changes, samples))
        .list("moved", moved)
        .list(
            "said",
            said.map(|(text, chance)| {
                Object::new().put("text", with_minus_signs(text.clone())).and(likely(chance, samples))
            }),
        )
        .object("refused", Some(likely(&odds.refused, samples)))
        .put("left", odds.left.to_string())
        .list("unanswered", unanswered(&odds.unanswered, samples, catalogue))
        .put_some("counted", (!odds.counted.is_empty()).then(|| odds.counted.clone()))
}

/// The document with room between its parts once, and none below titles.
fn tidy(document: Document) -> Document {
    let mut tidied = Document::new();
    for block in document.blocks {
        let above = tidied.blocks.last();
        if block != Block::Gap || !matches!(above, None | Some(Block::Gap | Block::Heading(_))) {
            tidied.push(block);
        }
    }
    tidied
}

fn of_test(test: &TestOdds, tables: TablesOfChanges<'_>) -> Document {
    let TablesOfChanges { manner, catalogue, .. } = tables;
    // A test that was typed has no label.
    let labelled = if test.label.is_empty() { Line::new() } else { Line::new().strong(&test.label).plain(" · ") };
    let mut heading = labelled.plain(rolls(test, catalogue));
    if !test.rolled.is_always() {
        let words = figures::percent_and_aside(&test.rolled, manner.samples).words();
        heading = heading.plain(" · ").plain(catalogue.text("odds-rolled", &vec![("chance", words.into())]));
    }
    let mut document = Document::new().heading(heading);
    if !test.odds.outcomes.is_empty() {
        document = document.block(table::ends(&test.odds, manner, catalogue));
    }
    document.append(below_outcomes(&test.odds, catalogue));
    // What takes a line is before what takes a table.
    let (wide, lines): (Vec<_>, Vec<_>) = test.odds.shown.iter().partition(|(_, values)| changes::has_table(values));
    for (label, values) in lines.into_iter().chain(wide) {
        document.append(tables.told(Title { text: label, signed: false }, values));
    }
    document
}

/// Whether a test is rolled less often than once in 10,000 times: those who tie again and again roll more and
/// more seldom.
fn is_seldom(test: &TestOdds) -> bool {
    test.rolled < Chance::new(1_u32, 10_000_u32)
}

fn rolls(test: &TestOdds, catalogue: &Catalogue) -> String {
    let name = |name: &String| name.as_str().into();
    match test.who.as_slice() {
        [left, right] => {
            let args = vec![("test", name(&test.test)), ("left", name(left)), ("right", name(right))];
            catalogue.text("deed-against", &args)
        }
        [] => catalogue.text("deed-is-rolled", &vec![("test", name(&test.test))]),
        who => {
            let args = vec![("test", name(&test.test)), ("who", who.join(", ").into())];
            catalogue.text("deed-rolls", &args)
        }
    }
}
