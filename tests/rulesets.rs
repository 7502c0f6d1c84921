//! The shipped rulesets: each loads by itself and passes its cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, Session, run_cases};

/// A ruleset and those that it extends, and no other.
struct Alone(Vec<String>);

impl Alone {
    fn new(id: &str) -> Self {
        let mut ids = vec![id.to_owned()];
        ids.extend(Session::new(&Builtin).load(id).unwrap().extends);
        Self(ids)
    }
}

impl Shelf for Alone {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        if self.0.iter().any(|one| one == id) { Builtin.files(id) } else { None }
    }

    fn ids(&self) -> Vec<String> {
        self.0.clone()
    }
}

#[test]
fn every_shipped_ruleset_loads_alone_and_passes_its_cases() {
    let mut failures = String::new();
    for id in Builtin.ids() {
        let shelf = Alone::new(&id);
        let mut session = Session::new(&shelf);
        let loaded = session.load(&id).unwrap();
        let catalogue = Catalogue::new(Language::English);
        if !loaded.findings.is_empty() {
            failures += &diagnostics::plain::render(&loaded.findings, &session.sources, &catalogue);
            continue;
        }
        let (reports, errors) = run_cases(&mut session, &loaded.game, Builtin::cases(&id));
        failures += &diagnostics::plain::render(&errors, &session.sources, &catalogue);
        assert!(!reports.is_empty(), "{id} has no cases");
        for report in reports {
            for difference in report.differences {
                failures += &format!(
                    "{id}: {}: {}: expected {}, found {}\n",
                    report.name, difference.what, difference.expected, difference.found
                );
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// Every cell of every table is read by some case of its ruleset, or of the one that it
/// was inherited from. Cells that the book leaves out are read by cases that expect so.
#[test]
fn the_cases_see_every_cell_of_every_table() {
    let mut seen = std::collections::BTreeSet::new();
    let mut cells = Vec::new();
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
        let loaded = session.load(&id).unwrap();
        let (reports, _) = run_cases(&mut session, &loaded.game, Builtin::cases(&id));
        let families: Vec<String> = std::iter::once(id.clone()).chain(loaded.extends.clone()).collect();
        for (table, row, column) in reports.into_iter().flat_map(|report| report.cells) {
            for family in &families {
                seen.insert((family.clone(), table.clone(), row.clone(), column.clone()));
            }
        }
        for table in &loaded.game.tables {
            for row in &table.rows {
                for (cell, column) in row.cells.iter().zip(&table.columns) {
                    if matches!(cell, tirada::internals::check::program::Cell::Value(_)) {
                        let key = (table.name.to_string(), row.label.to_string(), column.name.clone());
                        cells.push((families.clone(), key));
                    }
                }
            }
        }
    }
    let unseen: Vec<_> = cells
        .iter()
        .filter(|(families, (table, row, column))| {
            !families.iter().any(|family| seen.contains(&(family.clone(), table.clone(), row.clone(), column.clone())))
        })
        .collect();
    assert!(cells.len() > 500, "{}", cells.len());
    assert!(unseen.is_empty(), "no case reads these cells: {unseen:#?}");
}

#[test]
fn removing_a_used_table_is_one_error_at_its_line() {
    let id = "hitos";
    let tables = Session::new(&Builtin).load(id).unwrap().game.tables;
    for table in tables.iter().map(|table| &table.name) {
        let text = format!("tirada: 1\nid: variant\nname: Variant\nextends: {id}\nremove:\n  - 'tables.{table}'\n");
        let mut session = Session::new(&Builtin);
        let loaded = session.load_files(vec![File { name: "variant.yml".to_owned(), text }]);
        let errors: Vec<_> = loaded.findings.iter().filter(|one| one.is_error()).collect();
        let said = diagnostics::plain::render(&loaded.findings, &session.sources, &Catalogue::new(Language::English));
        assert!(errors.len() <= 1, "{id}, {table}: {said}");
        for error in errors {
            assert_eq!(error.code.as_str(), "removed-but-used", "{id}, {table}: {said}");
            assert_eq!(session.sources.get(error.at.unwrap().source).unwrap().name(), "variant.yml");
        }
    }
}
