//! Drafts of games: templates, filled with numbers that depend on the dice.
//!
//! Difficulties are computed from the odds of the dice, and cases from rolls of the draft itself. So the draft is
//! playable with any dice.

use crate::engine::{Evaluation, Generator, Recorder};
use crate::limits::Limits;
use crate::odds::{Chance, OddsLimits};
use crate::report::Language;
use crate::ruleset::File;
use crate::session::{RollRequest, SealedShelf, Session};
use crate::yaml::edit::scalar;

/// How a drafted game uses its dice: their sum, a pool, or rolling under a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DraftMechanic {
    /// They are added up and have to reach a number.
    Added,
    /// Those that show enough are counted.
    Pool,
    /// They must not be more than a skill.
    Under,
}

/// The dice of a drafted game: their use and their text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DraftDice {
    pub(super) manner: DraftMechanic,
    /// As they are thrown; of a pool one of them.
    pub(super) text: String,
}

/// The id, name and language of a drafted game.
#[derive(Debug, Clone)]
pub(super) struct DraftIdentity<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) language: Language,
    /// Its folder, as the command line takes it.
    pub(super) path: &'a str,
    /// What is put above each file: of a ruleset, of cases, of a character.
    pub(super) headers: [String; 3],
}

/// The files of a new game.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    /// From path within the game to text.
    pub(super) files: Vec<(&'static str, String)>,
}

/// The rules, relative to the game's folder.
pub(super) const RULES: &str = "ruleset.yml";
pub(super) const CASES: &str = "cases/first.yml";
/// The character of the draft.
pub(super) const PERSON: &str = "people/ada.yml";

/// Throws that are tried until one succeeds and one fails.
const THROWS: u64 = 2_000;
/// The chance of success of a fairly good character at each difficulty, in per cent, from easy to hard.
const CHANCES: [u32; 4] = [85, 60, 35, 12];
/// The skill of a fairly good character.
const FAIRLY_GOOD: i64 = 2;
/// How good a whole pool is, and what a die of it counts from: in a third of all throws, or nearly.
const POOL: i64 = 4;
const THIRD: i64 = 333;

macro_rules! template {
    ($language:expr, $name:literal) => {
        match $language {
            Language::English => include_str!(concat!("templates/en/", $name, ".template")),
            Language::Spanish => include_str!(concat!("templates/es/", $name, ".template")),
        }
    };
}

/// The values of the placeholders of a template, by name.
type Blanks<'a> = Vec<(&'a str, String)>;

fn filled(template: &str, blanks: &Blanks<'_>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else { break };
        text.push_str(before);
        if let Some((_, value)) = blanks.iter().find(|(blank, _)| *blank == name) {
            text.push_str(value);
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

fn about<'a>(who: &DraftIdentity<'_>, header: usize) -> Blanks<'a> {
    // The comments behind the values are in one column as long as ids are short.
    let gap = " ".repeat(20_usize.saturating_sub(who.id.chars().count()));
    vec![
        ("id", scalar(who.id)),
        ("gap", gap),
        ("name", scalar(who.name)),
        ("path", who.path.to_owned()),
        ("schema", who.headers.get(header).cloned().unwrap_or_default()),
    ]
}

/// The odds of dice by themselves: values from the lowest, with the chance of each or a higher one.
fn chances(dice: &str) -> Option<Vec<(i64, Chance)>> {
    let shelf = SealedShelf::default();
    let mut session = Session::within(&shelf, Limits::FULL);
    let game = session.load_files(vec![file(RULES, "tirada: 1\nid: draft\n")]).game;
    let request = RollRequest { text: dice.to_owned(), source: "dice".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).ok()?;
    let numbers = session.odds(&game, &ready, &OddsLimits::within(&session.limits)).ok()?.numbers()?;
    let values: Vec<i64> = numbers.ways().iter().map(|(value, _)| *value).collect();
    Some(values.into_iter().zip(numbers.at_least()).collect())
}

/// The highest value that is reached at least so often, in thousandths.
fn reached(chances: &[(i64, Chance)], thousandths: u32) -> Option<i64> {
    let mut reached = chances.iter().rev().filter(|(_, chance)| chance.parts(1000) >= thousandths);
    reached.next().or(chances.first()).map(|(value, _)| *value)
}

fn file(name: &str, text: &str) -> File {
    File { name: name.to_owned(), text: text.to_owned() }
}

/// The numbers of a game that throws these dice.
fn numbers<'a>(dice: &DraftDice) -> Option<Blanks<'a>> {
    let chances = chances(&dice.text)?;
    let (least, most) = (chances.first()?.0, chances.last()?.0);
    let mut blanks: Blanks<'a> = vec![("dice", dice.text.clone())];
    let mut steps = |from: [i64; 4], step: i64, skill: i64| {
        for (name, value) in ["easy", "normal", "hard", "vhard"].into_iter().zip(from) {
            blanks.push((name, value.to_string()));
        }
        blanks.push(("step", step.to_string()));
        blanks.push(("double", step.saturating_mul(2).to_string()));
        blanks.push(("trait", skill.to_string()));
    };
    match dice.manner {
        DraftMechanic::Added => {
            let mut ladder = [0; 4];
            let mut last = i64::MIN;
            for (rung, percent) in ladder.iter_mut().zip(CHANCES) {
                let value = reached(&chances, percent.saturating_mul(10))?.saturating_add(FAIRLY_GOOD);
                *rung = value.max(last.saturating_add(1));
                last = *rung;
            }
            steps(ladder, 1, FAIRLY_GOOD);
        }
        DraftMechanic::Pool => {
            steps([1, 2, 3, 4], 1, POOL);
            let far = |(_, chance): &&(i64, Chance)| (i64::from(chance.parts(1000)) - THIRD).abs();
            let face = chances.iter().min_by_key(far)?.0;
            blanks.push(("face", face.to_string()));
        }
        DraftMechanic::Under => {
            let step = (most.checked_sub(least)? / 10).max(1);
            let middle = reached(&chances, 500)?;
            steps([2, 0, -2, -4].map(|times: i64| times.saturating_mul(step)), step, middle);
            blanks.push(("least", least.min(0).to_string()));
            blanks.push(("most", most.to_string()));
            blanks.push(("middle", middle.to_string()));
        }
    }
    Some(blanks)
}

/// A throw of the draft's test: its faces and its outcome.
struct DraftThrow {
    faces: Vec<i64>,
    total: i64,
    /// How far from the edge; less is a better example.
    far: u64,
    success: bool,
}

fn throw_of(evaluation: &Evaluation, faces: Vec<i64>) -> Option<DraftThrow> {
    let outcome = evaluation.outcome.as_ref()?;
    let total = evaluation.sides.first()?.total?;
    let far = outcome.margin.map_or(0, i64::unsigned_abs);
    Some(DraftThrow { faces, total, far, success: outcome.success? })
}

/// Two throws of the first test by a character with that skill: one that only just succeeds, and one that only just
/// fails.
fn throws(rules: &str, skill: &str) -> Option<(DraftThrow, DraftThrow)> {
    let shelf = SealedShelf::default();
    let mut session = Session::within(&shelf, Limits::FULL);
    let loaded = session.load_files(vec![file(RULES, rules)]);
    let test = loaded.game.tests.iter().next()?.name.clone();
    let request =
        RollRequest { text: format!("«{test}»({skill})"), source: RULES.to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&loaded.game, &request).ok()?;
    let mut best: [Option<DraftThrow>; 2] = [None, None];
    for seed in 1..=THROWS {
        let mut generator = Generator::new(seed);
        let mut recorder = Recorder::new(&mut generator);
        let Ok(evaluation) = session.evaluate(&loaded.game, &ready, &mut recorder, &[]) else { continue };
        let Some(throw) = throw_of(&evaluation, recorder.record().faces()) else { continue };
        let [bad, good] = &mut best;
        let place = if throw.success { good } else { bad };
        if place.as_ref().is_none_or(|other| throw.far < other.far) {
            *place = Some(throw);
        }
    }
    let [bad, good] = best;
    good.zip(bad)
}

fn listed(faces: &[i64]) -> String {
    faces.iter().map(i64::to_string).collect::<Vec<String>>().join(", ")
}

impl Draft {
    /// A game out of nothing. `None`: these dice are none, or nothing could fail with them.
    pub(super) fn of_dice(who: &DraftIdentity<'_>, dice: &DraftDice) -> Option<Self> {
        let (rules, cases) = match dice.manner {
            DraftMechanic::Added => (template!(who.language, "added"), template!(who.language, "added-cases")),
            DraftMechanic::Pool => (template!(who.language, "pool"), template!(who.language, "pool-cases")),
            DraftMechanic::Under => (template!(who.language, "under"), template!(who.language, "under-cases")),
        };
        let numbers = numbers(dice)?;
        let skill = numbers.iter().find(|(name, _)| *name == "trait")?.1.clone();
        let with = |header: usize| [about(who, header), numbers.clone()].concat();
        let rules = filled(rules, &with(0));
        let (good, bad) = throws(&rules, &skill)?;
        let mut blanks = with(1);
        blanks.push(("good", listed(&good.faces)));
        blanks.push(("good total", good.total.to_string()));
        blanks.push(("bad", listed(&bad.faces)));
        blanks.push(("bad total", bad.total.to_string()));
        let person = filled(template!(who.language, "person"), &with(2));
        Some(Self { files: vec![(RULES, rules), (CASES, filled(cases, &blanks)), (PERSON, person)] })
    }

    /// A version of another game; `language` is that of its words.
    pub(super) fn of_game(who: &DraftIdentity<'_>, base: &Base<'_>) -> Self {
        let mut blanks = about(who, 0);
        blanks.push(("base", scalar(base.id)));
        blanks.push(("language", base.language.to_owned()));
        let value = base.value.as_ref();
        blanks.push(("change", value.map_or_else(String::new, TableNumber::as_change)));
        let removed = base.removed.clone().or_else(|| value.map(TableNumber::row_path));
        blanks.push(("removed", removed.map_or_else(String::new, |path| scalar(&path))));
        let mut files = vec![(RULES, filled(template!(who.language, "variant"), &blanks))];
        if let Some(value) = value {
            let mut blanks = about(who, 1);
            blanks.push(("base", scalar(base.id)));
            blanks.push(("formula", scalar(&value.formula)));
            blanks.push(("value", value.text.clone()));
            files.push((CASES, filled(template!(who.language, "variant-cases"), &blanks)));
        }
        Self { files }
    }
}

/// The game that a drafted game extends.
#[derive(Debug, Clone)]
pub(super) struct Base<'a> {
    pub(super) id: &'a str,
    pub(super) language: &'a str,
    /// One of its numbers, as an example of what can be changed.
    pub(super) value: Option<TableNumber>,
    /// The way to a row that nothing needs.
    pub(super) removed: Option<String>,
}

/// A number in a table: its path, and its text there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TableNumber {
    pub(super) table: String,
    pub(super) row: String,
    pub(super) column: Option<String>,
    pub(super) text: String,
    /// The formula that reads it.
    pub(super) formula: String,
}

impl TableNumber {
    fn as_change(&self) -> String {
        let (table, row) = (scalar(&self.table), scalar(&self.row));
        let value = match &self.column {
            Some(column) => format!("{{{}: {}}}", scalar(column), self.text),
            None => self.text.clone(),
        };
        format!("# change:\n#   tables:\n#     {table}:\n#       rows:\n#         {row}: {value}")
    }

    /// The way to its row, as `remove` takes it.
    pub(super) fn row_path(&self) -> String {
        format!("tables.{}.rows.{}", self.table, self.row)
    }

    /// Formulas that may read it: as people would write it, and with every name in quotes.
    pub(super) fn formulas(&self) -> [String; 2] {
        let (table, row) = (&self.table, &self.row);
        match &self.column {
            Some(column) => [format!("{table}[{row}, {column}]"), format!("«{table}»[«{row}», «{column}»]")],
            None => [format!("{table}[{row}]"), format!("«{table}»[«{row}»]")],
        }
    }
}

/// Whether a test can throw these dice.
pub(super) fn is_a_throw(dice: &str) -> bool {
    let shelf = SealedShelf::default();
    let mut session = Session::within(&shelf, Limits::FULL);
    let rules = format!("tirada: 1\nid: draft\ntests:\n  draft: {{roll: {}, total: sum()}}\n", scalar(dice));
    session.load_files(vec![file(RULES, &rules)]).is_sound()
}
