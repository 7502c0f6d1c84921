//! The odds of expressions: one or several side by side, each at one point or at one for each value of one or two
//! parameters.

use std::collections::BTreeSet;

use super::facts::{self, by_label, margin, totals, unanswered};
use super::figures::Measure;
use super::pairs;
use super::plot::{Picture, Plot, SeriesOfValues, ends, values};
use super::rows::Rows;
use super::table::{self, ChanceStyle, MARGIN, Title};
use super::{Cumulation, Report, Spreadsheet, figures, outcomes, sweep};
use crate::engine::Answer;
use crate::odds::{Chance, Distribution, Odds};
use crate::report::document::{Bars, Block, Document, DocumentColumn, DocumentTable, Line};
use crate::report::json::{Json, Object, Seed};
use crate::report::{Catalogue, width};
use crate::sort::Gather as _;

/// Up to this number of additional values of a test, each is shown on its own.
const TOLD: usize = 8;
/// Names longer than this stand above the table, and letters in it.
const LONGEST_TITLE: usize = 16;
/// More series than this are shown without bars.
const BARS: usize = 3;

#[derive(Debug, Clone, Default)]
pub struct ExpressionView {
    /// What is side by side; at least one.
    pub series: Vec<Series>,
    /// What changes from point to point: nothing, or one parameter or two.
    pub parameters: Vec<Parameter>,
    /// What is read first.
    pub reading: Cumulation,
    /// Show how much more the second of two series is than the first.
    pub difference: bool,
    /// Show values at the ends too, however unlikely they are.
    pub all: bool,
    /// Show the whole distribution of margins.
    pub margins: bool,
    /// The seed of what was only sampled.
    pub seed: Option<Seed>,
}

/// A parameter that varies: its name and its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// Its values in words, in their order.
    pub values: Vec<String>,
}

/// The odds of one expression, at each point.
#[derive(Debug, Clone)]
pub struct Series {
    /// What tells it from the others: an expression, a ruleset.
    pub name: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The expression as it was typed.
    pub expression: String,
    /// Its points: one, or one for each value of the parameter; of two parameters those of
    /// the first value of the first parameter come first.
    pub points: Vec<Point>,
}

impl Series {
    /// The expression, with what else tells it from others.
    pub(super) fn title(&self) -> Line {
        let title = Line::new().code(&self.expression);
        if self.name == self.expression { title } else { title.plain(" · ").code(&self.name) }
    }
}

/// The odds at one point: for one value of each parameter.
#[derive(Debug, Clone)]
pub struct Point {
    /// The expression with the value of a parameter in it.
    pub expression: String,
    pub odds: Odds,
}

impl Series {
    /// What says most about a point in one number.
    pub(super) fn headline(&self, point: usize) -> Option<Measure> {
        self.points.get(point).and_then(|point| Measure::headline(&point.odds))
    }
}

impl ExpressionView {
    /// One series without parameters.
    #[must_use]
    pub fn one(ruleset: &str, expression: &str, odds: Odds) -> Self {
        let points = vec![Point { expression: expression.to_owned(), odds }];
        let (ruleset, expression) = (ruleset.to_owned(), expression.to_owned());
        let series = Series { name: expression.clone(), ruleset, expression, points };
        Self { series: vec![series], ..Self::default() }
    }

    pub(super) fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }

    /// The values of the parameters at a point, by its place.
    fn values_at(&self, point: usize) -> impl Iterator<Item = (&str, &str)> {
        let inner = self.parameters.get(1).map_or(1, |second| second.values.len().max(1));
        let indices = [point.checked_div(inner).unwrap_or(0), point.checked_rem(inner).unwrap_or(0)];
        let values = self.parameters.iter().zip(indices);
        values.filter_map(|(one, index)| Some((one.name.as_str(), one.values.get(index)?.as_str())))
    }

    /// Two series whose difference is wanted.
    pub(super) fn compared(&self) -> Option<(&Series, &Series)> {
        match self.series.as_slice() {
            [one, other] if self.difference => Some((one, other)),
            _ => None,
        }
    }

    /// One series of one point.
    fn single(&self, point: &Point, catalogue: &Catalogue) -> Document {
        let odds = &point.odds;
        let mut document = Document::new().heading(Line::new().code(&point.expression));
        let manner = ChanceStyle { reading: self.reading, all: self.all, samples: odds.samples };
        if let Some(pairs) = &odds.pairs {
            document.append(pairs::table(odds, pairs, manner, catalogue));
            return outcomes::reservations(odds, self.seed, catalogue).into_iter().fold(document, Document::line);
        }
        let is_test = !odds.outcomes.is_empty();
        if is_test {
            document = document.block(table::ends(odds, manner, catalogue));
            document.append(below_outcomes(odds, catalogue));
        }
        for (label, values) in &odds.shown {
            document = document.line(shown(label, values, catalogue));
        }
        let title = catalogue.say(if is_test { "odds-total" } else { "odds-value" });
        if !odds.values.is_empty() {
            document = if is_test { document.gap() } else { document };
            let title = Title { text: &title, signed: false };
            document.append(table::distribution(&odds.values, title, manner, catalogue));
        }
        document = outcomes::reservations(odds, self.seed, catalogue).into_iter().fold(document, Document::line);
        if let Some(margin) = odds.margin.as_ref().filter(|margin| self.margins && !margin.is_empty()) {
            let (margin, title) = (margin.map(|one| Answer::Number(*one)), catalogue.say(MARGIN));
            document = document.gap();
            document.append(table::distribution(&margin, Title { text: &title, signed: true }, manner, catalogue));
        }
        document
    }

    /// Several series of one point each.
    fn several(&self, catalogue: &Catalogue) -> Document {
        let titles = Titles::new(self);
        let all: Vec<&Odds> = self.series.iter().filter_map(|series| Some(&series.points.first()?.odds)).collect();
        let mut document = titles.above();
        let summary = self.summary(&titles, &all, catalogue);
        if !summary.rows.is_empty() {
            document = document.block(Block::Table(summary)).gap();
        }
        let values: Vec<&Distribution<Answer>> = all.iter().map(|odds| &odds.values).collect();
        document.append(self.values(&titles, &values, catalogue));
        if self.margins {
            let nothing = Distribution::nothing;
            let margin = |odds: &&Odds| {
                odds.margin.as_ref().map_or_else(nothing, |margin| margin.map(|one| Answer::Number(*one)))
            };
            let margins: Vec<Distribution<Answer>> = all.iter().map(margin).collect();
            document = document.gap().heading(Line::from(catalogue.say(MARGIN)));
            document.append(self.values(&titles, &margins.iter().collect::<Vec<_>>(), catalogue));
        }
        for (series, odds) in self.series.iter().zip(&all) {
            for line in outcomes::reservations(odds, self.seed, catalogue) {
                document = document.line(Line::new().code(&series.name).plain(": ").then(line));
            }
        }
        document
    }

    /// How tests end, and what the values come to.
    fn summary(&self, titles: &Titles, all: &[&Odds], catalogue: &Catalogue) -> DocumentTable {
        let each =
            |title: Line, of: &dyn Fn(&Odds) -> Option<Measure>| (title, all.iter().map(|odds| of(odds)).collect());
        let chance = |chance| Some(Measure::Chance(chance?));
        let mean = |mean| Some(Measure::Mean(mean?));
        let names = outcomes::names(all.iter().copied(), catalogue);
        let ends = names
            .iter()
            .map(|name| each(Line::from(name.as_str()), &|odds| chance(outcomes::chance(odds, name, catalogue))));
        let mut rows: Vec<(Line, Vec<Option<Measure>>)> = ends.collect();
        rows.extend([
            each(Line::new().strong(catalogue.say("odds-success")), &|odds| chance(odds.success())),
            each(Line::from(catalogue.say("odds-mean-margin")), &|odds| mean(outcomes::mean_margin(odds))),
            each(Line::from(catalogue.say("odds-mean")), &|odds| mean(outcomes::mean(odds))),
        ]);
        rows.retain(|(_, cells)| cells.iter().any(Option::is_some));
        // An outcome that one of them cannot come to never happens there.
        let never = Measure::Chance(Chance::never());
        let mut table = titles.table(DocumentColumn::left(""), rows, Some(&never), self, catalogue);
        let deviation = |odds: &&Odds| Some(figures::root(&odds.values.variance()?));
        let deviations: Vec<Option<String>> = all.iter().map(deviation).collect();
        if deviations.iter().any(Option::is_some) {
            let cells = deviations.into_iter().map(|text| Line::from(text.unwrap_or_else(|| "–".to_owned())));
            table.rows.push(std::iter::once(Line::from(catalogue.say("odds-deviation"))).chain(cells).collect());
        }
        table
    }

    /// Every value that is worth it in one of the series.
    fn values(&self, titles: &Titles, all: &[&Distribution<Answer>], catalogue: &Catalogue) -> Document {
        let rows = Rows::new(all, self.all);
        let reading = rows.reading(self.reading);
        let columns: Vec<Vec<_>> = all.iter().map(|values| rows.chances(values, reading)).collect();
        let lines = rows.answers.iter().enumerate().map(|(index, answer)| {
            let chances = columns.iter().map(|column| column.get(index).cloned().map(Measure::Chance));
            (rows.title(answer, false, catalogue), chances.collect())
        });
        let title = catalogue.say(table::heading(reading));
        let first = if rows.numbers { DocumentColumn::right(title) } else { DocumentColumn::left(title) };
        let mut table = titles.table(first, lines, None, self, catalogue);
        if let Some(most) = columns.iter().flatten().max().filter(|_| all.len() <= BARS) {
            let bars = columns.iter().enumerate().map(|(index, chances)| {
                let parts = chances.iter().map(|chance| figures::part(chance, most)).collect();
                Bars { behind: index.saturating_add(1), parts }
            });
            table.bars = bars.collect();
        }
        let mut document = Document::new().block(Block::Table(table));
        document.append(rows.notes(catalogue));
        document
    }

    /// The same in words, for those who do not see it.
    fn description(&self, catalogue: &Catalogue) -> Vec<String> {
        let mut lines = Vec::new();
        for series in &self.series {
            for (index, point) in series.points.iter().enumerate() {
                let mut parts = vec![series.name.clone()];
                parts.extend(self.values_at(index).map(|(name, value)| format!("{name} {value}")));
                if let Some(success) = point.odds.success() {
                    parts.push(format!("{} {}", catalogue.say("odds-success"), figures::percent(&success)));
                }
                if self.parameters.is_empty() {
                    parts.extend(point.odds.outcomes.iter().map(|outcome| {
                        format!("{} {}", outcomes::name(outcome, catalogue), figures::percent(&outcome.chance))
                    }));
                    parts.push(table::summary(&point.odds.values, point.odds.samples, catalogue).words());
                } else if let Some(mean) = outcomes::mean(&point.odds) {
                    parts.push(format!("{} {}", catalogue.say("odds-mean"), figures::decimal(&mean)));
                }
                lines.push(parts.join("; "));
            }
        }
        lines
    }
}

impl Report for ExpressionView {
    fn title(&self, _: &Catalogue) -> Line {
        let mut expressions: Vec<&str> = self.series.iter().map(|series| series.expression.as_str()).collect();
        expressions.dedup();
        let mut names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        names.dedup();
        Line::new().code(match (expressions.as_slice(), names.as_slice()) {
            ([only], [name]) if only == name => (*only).to_owned(),
            ([only], names) => format!("{only} · {}", names.join(", ")),
            (_, names) => names.join(", "),
        })
    }

    fn document(&self, catalogue: &Catalogue) -> Document {
        match (self.series.as_slice(), self.parameters.as_slice()) {
            ([], _) => Document::new(),
            ([only], []) => only.points.first().map(|point| self.single(point, catalogue)).unwrap_or_default(),
            (_, []) => self.several(catalogue),
            (_, [parameter]) => sweep::over_one(self, parameter, catalogue),
            (_, [rows, columns, ..]) => sweep::over_two(self, rows, columns, catalogue),
        }
    }

    fn picture(&self, catalogue: &Catalogue) -> Picture {
        let plots: Vec<Plot> = match self.parameters.as_slice() {
            [] => {
                let points = self.series.iter().filter_map(|one| Some((one.name.as_str(), &one.points.first()?.odds)));
                let all: Vec<(&str, &Odds)> = points.collect();
                let is_test = all.iter().any(|(_, odds)| !odds.outcomes.is_empty());
                let below = catalogue.say(if is_test { "odds-total" } else { "odds-value" });
                let series: Vec<SeriesOfValues<'_>> =
                    all.iter().map(|(name, odds)| SeriesOfValues::new(name, "", &odds.values)).collect();
                let values = values(below, &series, self.reading, self.all, catalogue);
                ends(&all, catalogue).into_iter().chain(values).collect()
            }
            [parameter] => sweep::plots_over_one(self, parameter, catalogue),
            [rows, columns, ..] => sweep::plot_over_two(self, rows, columns, catalogue).into_iter().collect(),
        };
        Picture { description: self.description(catalogue), groups: vec![plots] }
    }

    /// An object, or a list of several.
    fn facts(&self, catalogue: &Catalogue) -> Json {
        let mut all = Vec::new();
        for series in &self.series {
            for (index, point) in series.points.iter().enumerate() {
                let value = |value: &str| value.parse::<i64>().map_or_else(|_| value.into(), Into::into);
                let parameters: serde_json::Map<_, _> =
                    self.values_at(index).map(|(name, one)| (name.to_owned(), value(one))).collect();
                let odds = &point.odds;
                let object = Object::versioned()
                    .put("ruleset", series.ruleset.as_str())
                    .put("expression", point.expression.as_str())
                    .put_some("parameters", (!parameters.is_empty()).then_some(parameters))
                    .and(totals(Some(odds), catalogue))
                    .object("margin", margin(odds))
                    .named("shown", by_label(&odds.shown, odds.samples))
                    .put("left", odds.cut().to_string())
                    .put("undecided", odds.undecided.to_string())
                    .list("unanswered", unanswered(&odds.unanswered, odds.samples, catalogue))
                    .and(pairs::facts(odds))
                    .and(facts::samples(odds.samples, self.seed));
                all.push(object);
            }
        }
        match all.pop() {
            Some(only) if all.is_empty() && self.parameters.is_empty() => Json::Object(only),
            last => {
                all.extend(last);
                Json::List(all)
            }
        }
    }

    fn sheet(&self, catalogue: &Catalogue) -> Spreadsheet {
        let sampled = self.points().any(|point| point.odds.samples.is_some());
        let beside = self.points().any(|point| point.odds.pairs.is_some()).then_some(pairs::BESIDE);
        let more = self.parameters.iter().map(|parameter| parameter.name.as_str());
        let mut sheet = Spreadsheet::new(more.chain(beside), sampled);
        for series in &self.series {
            sheet.ruleset.clone_from(&series.ruleset);
            for (index, point) in series.points.iter().enumerate() {
                let odds = &point.odds;
                sheet.expression.clone_from(&point.expression);
                sheet.more = self.values_at(index).map(|(_, value)| value.to_owned()).collect();
                sheet.more.extend(beside.map(|_| String::new()));
                sheet.samples = odds.samples;
                sheet.odds(odds, catalogue);
                sheet.together(odds);
                sheet.perhaps(&odds.cut(), "left");
                sheet.perhaps(&odds.undecided, "undecided");
                sheet.unanswered(&odds.unanswered);
            }
        }
        sheet
    }

    fn bytes(&self) -> u64 {
        self.points().fold(0, |sum: u64, point| sum.saturating_add(point.odds.written()))
    }
}

/// The titles of the columns of several series.
pub(super) struct Titles {
    names: Vec<String>,
    /// What the letters stand for, where there are letters.
    legend: Vec<(String, String)>,
    /// The expression that all have in common, where only something else differs.
    common: Option<String>,
}

impl Titles {
    pub(super) fn new(view: &ExpressionView) -> Self {
        let names: Vec<String> = view.series.iter().map(|series| series.name.clone()).collect();
        let expressions: BTreeSet<&str> = view.series.iter().map(|series| series.expression.as_str()).to_set();
        let common =
            expressions.first().filter(|only| expressions.len() == 1 && !names.iter().any(|name| name == *only));
        let common = common.map(|&only| only.to_owned());
        if names.iter().all(|name| width(name) <= LONGEST_TITLE) {
            return Self { names, legend: Vec::new(), common };
        }
        let letters = (0..names.len()).map(letter);
        let legend: Vec<(String, String)> = letters.zip(names).collect();
        Self { names: legend.iter().map(|(letter, _)| letter.clone()).collect(), legend, common }
    }

    /// What is above a table with these titles.
    pub(super) fn above(&self) -> Document {
        let mut document = Document::new();
        if let Some(common) = &self.common {
            document = document.heading(Line::new().code(common));
        }
        for (letter, name) in &self.legend {
            document = document.line(Line::new().strong(letter).plain("  ").code(name));
        }
        if self.legend.is_empty() { document } else { document.gap() }
    }

    /// A table with a column for each series, and one for the difference, in which `missing`
    /// stands for what a series does not have.
    pub(super) fn table(
        &self,
        first: DocumentColumn,
        rows: impl IntoIterator<Item = (Line, Vec<Option<Measure>>)>,
        missing: Option<&Measure>,
        view: &ExpressionView,
        catalogue: &Catalogue,
    ) -> DocumentTable {
        let mut columns = vec![first];
        columns.extend(self.names.iter().map(|name| DocumentColumn::right(name.as_str())));
        if view.compared().is_some() {
            columns.push(DocumentColumn::right(catalogue.say("odds-difference")));
        }
        let rows = rows.into_iter().map(|(title, shown)| {
            let words = |one: &Option<Measure>| one.as_ref().map_or_else(|| "–".to_owned(), Measure::words);
            let mut cells: Vec<Line> =
                std::iter::once(title).chain(shown.iter().map(|one| words(one).into())).collect();
            if view.compared().is_some() {
                let of = |index| shown.get(index).and_then(Option::as_ref).or(missing);
                cells.push(apart(of(0), of(1)).into());
            }
            cells
        });
        DocumentTable { folds: true, ..DocumentTable::new(columns, rows.collect()) }
    }
}

/// How much more the second of two numbers is; nothing where they cannot be compared.
pub(super) fn apart(one: Option<&Measure>, other: Option<&Measure>) -> String {
    one.zip(other).and_then(|(one, other)| other.difference(one)).unwrap_or_default()
}

/// `A`, `B`, …, `Z`, `A2`, …
fn letter(index: usize) -> String {
    let letter = u8::try_from(index % 26).ok().and_then(|at| b'A'.checked_add(at)).map_or('?', char::from);
    if index < 26 { letter.to_string() } else { format!("{letter}{}", index / 26 + 1) }
}

/// The chance to succeed, and by how much.
pub(super) fn below_outcomes(odds: &Odds, catalogue: &Catalogue) -> Document {
    let mut parts = Vec::new();
    if let Some(success) = odds.success() {
        let line = Line::new().plain(format!("{} ", catalogue.say("odds-success")));
        parts.push(line.then(figures::percent_and_aside(&success, odds.samples)));
    }
    for (class, chance) in odds.classes() {
        let line = Line::new().name(class).plain(" ");
        parts.push(line.then(figures::percent_and_aside(&chance, odds.samples)));
    }
    if let Some(mean) = outcomes::mean_margin(odds) {
        let margins = odds.margin.as_ref().map(Distribution::ways).unwrap_or_default();
        let line = Line::new()
            .plain(format!("{} ", catalogue.say("odds-mean-margin")))
            .number(figures::mean(&mean, odds.samples));
        parts.push(match (margins.first(), margins.last()) {
            (Some((lowest, _)), Some((highest, _))) if lowest != highest => {
                let args = vec![("low", outcomes::signed(*lowest).into()), ("high", outcomes::signed(*highest).into())];
                line.plain(", ").plain(catalogue.text("odds-from-to", &args))
            }
            _ => line,
        });
    }
    if parts.is_empty() { Document::new() } else { Document::new().line(Line::join(parts, " · ")) }
}

/// A value that a test tells besides: each with its chance, or only what they come to.
fn shown(label: &str, values: &Distribution<Answer>, catalogue: &Catalogue) -> Line {
    let line = Line::new().name(label).plain(": ");
    if values.ways().len() <= TOLD {
        let each = values.chances().map(|(answer, chance)| {
            Line::new().strong(outcomes::value(answer, catalogue)).plain(format!(" {}", figures::percent(&chance)))
        });
        return line.then(Line::join(each, " · "));
    }
    line.then(table::summary(values, None, catalogue))
}
