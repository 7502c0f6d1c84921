//! The shipped rulesets: each loads by itself and passes its cases.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use tirada::render::{Catalogue, Language, diagnostics};
use tirada::ruleset::Shelf;
use tirada::session::{Builtin, Session, run_cases};

#[test]
fn every_shipped_ruleset_loads_alone_and_passes_its_cases() {
    let mut failures = String::new();
    for id in Builtin.ids() {
        let mut session = Session::new(&Builtin);
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
