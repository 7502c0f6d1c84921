//! Compares two rulesets: their rules, and the effect on odds.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::{RollRequest, Session, unread};
use crate::check::program::{AnswerKind, CheckedGame, Named, Test};
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::{Budget, Exhausted};
use crate::odds::{Odds, OddsLimits, Shift, ShiftResult, Shifts, shifted};
use crate::ruleset::compare::{Difference, Mentions};
use crate::ruleset::{File, merged_tree};
use crate::sort::without;
use crate::source::Sources;
use crate::yaml::Node;

/// What is said of all that is rolled, and names nothing.
const EVERYWHERE: [&str; 2] = ["dice", "rounding"];

/// One of the two rulesets of a comparison.
pub struct ComparedRuleset<'a, 's> {
    /// Where its texts are.
    pub session: &'a mut Session<'s>,
    pub game: &'a CheckedGame,
    /// What it says, all files and everything that it extends in one.
    pub tree: &'a Node,
}

/// What the changes do to the tests that they touch, change by change: the places of the shifts of
/// each difference. A row of a table that a test asks for is looked at with that row. Past as many tests
/// as may be compared the others are left out.
///
/// # Errors
///
/// If it takes too many steps to find the tests.
pub fn shifts(
    old: &mut ComparedRuleset<'_, '_>,
    new: &mut ComparedRuleset<'_, '_>,
    differences: &[Difference],
    given: (&RollRequest, &RollRequest),
    bounds: &OddsLimits,
) -> Result<Shifts, Diagnostic> {
    let mentions = (Mentions::of(old.tree), Mentions::of(new.tree));
    let limits = new.session.limits;
    let steps = Budget::new(limits.reached);
    let mut left_out: Vec<String> = Vec::new();
    let tests = (by_name(old.game), by_name(new.game));
    let mut reached: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    // All that is asked has one budget.
    let within = (bounds, &bounds.budget());
    let mut known: BTreeMap<(String, Option<(String, String)>), usize> = BTreeMap::new();
    let mut shifts: Vec<Shift> = Vec::new();
    let mut places = Vec::with_capacity(differences.len());
    // By test: the changes that touch it, and the row to which each is confined.
    let mut touching: HashMap<&str, Vec<(usize, Option<InputRow>)>> = HashMap::new();
    let mut read = BTreeSet::new();
    for (index, difference) in differences.iter().enumerate() {
        let mut mine = Vec::new();
        // Many rows of one table are one thing that changed.
        let names = match reached.entry((&difference.name, &*difference.section)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let too_much = |spent: Exhausted| {
                    let limit = i64::try_from(spent.limit).unwrap_or(i64::MAX);
                    Diagnostic::error(Code::DiffReachesTooMuch, None).arg("name", &*difference.name).arg("limit", limit)
                };
                let mut names = Vec::new();
                for side in [&mentions.1, &mentions.0] {
                    match &*difference.name {
                        "" if EVERYWHERE.contains(&&*difference.section) => names.extend(side.all("tests")),
                        "" => {}
                        name => names.extend(side.reaching("tests", name, &steps).map_err(too_much)?),
                    }
                }
                let mut seen = HashSet::new();
                names.retain(|name| seen.insert(*name));
                new.insert(names)
            }
        };
        for name in names.iter().copied() {
            let (Some(one), Some(other)) = (tests.0.get(name), tests.1.get(name)) else { continue };
            let set = row_input(new.game, other, difference).filter(|_| row_input(old.game, one, difference).is_some());
            touching.entry(name).or_default().push((index, set.clone()));
            let key = (name.to_owned(), set.clone());
            let at = match known.get(&key) {
                Some(at) => *at,
                None if shifts.len() >= limits.compared => {
                    left_out.push(name.to_owned());
                    continue;
                }
                None => {
                    let found = compared(old, new, name, set.as_ref(), given, within, &mut read);
                    shifts.push(Shift { test: name.to_owned(), set, found });
                    known.insert(key, shifts.len() - 1);
                    shifts.len() - 1
                }
            };
            mine.push(at);
        }
        places.push(mine);
    }
    let causes = shifts.iter().map(|shift| {
        let touching = touching.get(shift.test.as_str()).into_iter().flatten();
        // Another row of the same table has no part in it.
        let has_part = |set: &Option<InputRow>| match (set, &shift.set) {
            (Some((input, row)), Some((mine, own))) => input != mine || row == own,
            _ => true,
        };
        touching.filter(|(_, set)| has_part(set)).map(|(index, _)| *index).collect()
    });
    let causes = causes.collect();
    let mut seen = HashSet::new();
    left_out.retain(|name| seen.insert(name.clone()));
    let names = [given.0, given.1].into_iter().flat_map(|given| given.names.keys().chain(given.settings.keys()));
    let unread = names.filter(|name| left_out.is_empty() && !read.contains(*name)).cloned().collect();
    Ok(Shifts { shifts, places, causes, left_out, unread })
}

/// A row of a table: the input of the test that asks for it, and the label.
type InputRow = (String, String);

fn by_name(game: &CheckedGame) -> HashMap<&str, &Test> {
    game.tests.iter().map(|test| (&*test.name, test)).collect()
}

fn test<'g>(game: &'g CheckedGame, name: &str) -> Option<&'g Test> {
    game.tests.iter().find(|test| &*test.name == name)
}

/// The input by which a test asks for a row that is other than before, and the row.
fn row_input(game: &CheckedGame, test: &Test, difference: &Difference) -> Option<(String, String)> {
    if difference.section != "tables" {
        return None;
    }
    let row = match difference.path.as_slice() {
        [rows, row, ..] if rows == "rows" => row,
        _ => return None,
    };
    let found = test.inputs.iter().find(|(_, question)| match &question.kind {
        AnswerKind::Row(table) => {
            let table = &game.tables[*table];
            *table.name == *difference.name && table.rows.iter().any(|one| *one.label == **row)
        }
        _ => false,
    })?;
    Some((found.0.to_string(), row.clone()))
}

fn compared(
    old: &mut ComparedRuleset<'_, '_>,
    new: &mut ComparedRuleset<'_, '_>,
    name: &str,
    set: Option<&(String, String)>,
    given: (&RollRequest, &RollRequest),
    within: (&OddsLimits, &Rc<Budget>),
    read: &mut BTreeSet<String>,
) -> ShiftResult {
    let one = match odds_of(old, name, set, given.0, within, read) {
        Ok(odds) => odds,
        Err(errors) => return ShiftResult::Missing(errors, true),
    };
    let other = match odds_of(new, name, set, given.1, within, read) {
        Ok(odds) => odds,
        Err(errors) => return ShiftResult::Missing(errors, false),
    };
    ShiftResult::Figures(shifted(&one, &other))
}

/// A test by its name, with those settings that are its own, or options or cells of the game. What it reads of what was
/// given is added to `read`; where it is not known, that may be all.
fn odds_of(
    side: &mut ComparedRuleset<'_, '_>,
    name: &str,
    set: Option<&(String, String)>,
    given: &RollRequest,
    within: (&OddsLimits, &Rc<Budget>),
    read: &mut BTreeSet<String>,
) -> Result<Odds, Vec<Diagnostic>> {
    let inputs: Vec<&str> =
        test(side.game, name).into_iter().flat_map(|test| &test.inputs).map(|(name, _)| &**name).collect();
    let mut request = RollRequest { text: format!("«{name}»()"), source: name.to_owned(), ..given.clone() };
    without(&mut request.settings, &|name| {
        let option = matches!(side.game.names.get(name), Some(Named::Option(_)));
        !(option || side.game.is_cell(name) || inputs.contains(&name.as_str()))
    });
    let given = request.clone();
    if let Some((input, row)) = set {
        request.settings.insert(input.clone(), row.clone());
    }
    let ready = side.session.prepare(side.game, &request);
    let idle = ready.as_ref().map(|ready| unread(side.game, &given, ready, false)).unwrap_or_default();
    let names = given.names.keys().chain(given.settings.keys());
    read.extend(names.filter(|name| !idle.contains(name.as_str())).cloned());
    side.session.odds_within(side.game, &ready?, within.0, within.1).map_err(|error| vec![error])
}

impl Session<'_> {
    /// What a ruleset says, all its files and everything that it extends in one, and the texts in
    /// which each value is. What is wrong with it is said where it is loaded.
    #[must_use]
    pub fn rules(&self, files: Vec<File>) -> Option<(Node, Sources)> {
        let mut sources = Sources::new();
        merged_tree(files, self.shelf, &mut sources, &self.limits).map(|tree| (tree, sources))
    }
}
