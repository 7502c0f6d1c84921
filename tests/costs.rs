//! What a roll costs is bounded by the limits, whatever a ruleset that checks holds: measured in
//! the nodes of formulas that are evaluated, over chains, trees and contests of values.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;

use crate::common::Empty;
use allocation_counter::measure;
use proptest::prelude::*;
use tirada::internals::engine::{Evaluation, Generator};
use tirada::internals::limits::Limits;
use tirada::internals::ruleset::File;
use tirada::internals::session::{RollRequest, Session, run_cases};

/// Values that each read some of those before: by how much further back, as often as it is listed.
#[derive(Debug, Clone)]
struct Values(Vec<Vec<usize>>);

impl Values {
    /// As many parts as their formulas have.
    fn parts(&self) -> usize {
        self.0.iter().map(|reads| 4 * reads.len() + 2).sum()
    }

    fn last(&self) -> String {
        format!("v{}", self.0.len() - 1)
    }

    fn written(&self) -> String {
        let mut text = String::new();
        for (number, reads) in self.0.iter().enumerate() {
            let reads = reads.iter().map(|back| format!("min(1, v{}) + ", number.saturating_sub(back + 1)));
            let own = if number == 0 { "high".to_owned() } else { reads.collect::<String>() + "1" };
            let _ = write!(text, "v{number}: '{own}', ");
        }
        text
    }

    fn shown(&self) -> String {
        (0..self.0.len()).map(|number| format!("v{number}, ")).collect()
    }

    /// A game in which a test holds these values and reads them wherever a test can.
    fn game(&self) -> String {
        let (values, shown, last) = (self.written(), self.shown(), self.last());
        format!(
            "tirada: 1\nid: grow\nname: Grow\ndice: {{d: 6, roll: 2d, names: {{high: highest}}}}\nvs: reach\ntests:\n  reach:\n    \
             ask: {{bonus: {{number: any, default: 0}}, goal: {{number: any}}}}\n    against: goal\n    roll: 2d\n    \
             values: {{{values}late: margin + {last}, later: late + late}}\n    total: high + bonus + {last} - {last}\n    \
             show: [{shown}later]\n    outcomes:\n      far: {{when: {last} > 1000 and later > goal, is: success, values: {{more: {last} + later}}}}\n      \
             near: {{when: total >= goal, is: success}}\n      short: {{is: failure}}\n    \
             opposed: {{compare: [total, {last}], tie: nobody}}\nactions:\n  \
             pull: {{roles: [one, other], steps: {{run: {{oppose: reach, sides: [one, other], with: {{goal: 3}}}}, \
             own: {{roll: reach, by: one, with: {{goal: 3}}}}, seen: run.one.{last} + own.later}}}}\n"
        )
    }
}

fn values() -> impl Strategy<Value = Values> {
    let chain = (1_usize..60).prop_map(|length| Values(vec![vec![0, 0]; length]));
    let anyhow = prop::collection::vec(prop::collection::vec(0_usize..8, 0..4), 1..60).prop_map(Values);
    prop_oneof![chain, anyhow]
}

/// What a text comes to, and how often memory was asked for on the way.
fn rolled(game: String, text: &str) -> (Result<Evaluation, &'static str>, u64) {
    let mut result = None;
    let cost = measure(|| {
        let mut session = Session::new(&Empty);
        let loaded = session.load_files(vec![File { name: "grow.yml".to_owned(), text: game }]);
        assert!(loaded.is_sound(), "{:?}", loaded.findings);
        let request = RollRequest { text: text.to_owned(), source: "<test>".to_owned(), ..RollRequest::default() };
        let ready = session.prepare(&loaded.game, &request).unwrap();
        let found = session.evaluate(&loaded.game, &ready, &mut Generator::new(7), &[]);
        result = Some(found.map_err(|error| error.code.as_str()));
    });
    (result.unwrap(), cost.count_total)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Values are computed once for each side, however often they are read and by whomever.
    #[test]
    fn values_are_computed_once_for_each_side(values in values()) {
        for (text, sides) in [("reach(1)", 1), ("reach(1) vs 3", 1), ("reach(1) vs reach(2)", 2), ("high + 1 vs high + 2", 2)] {
            let (found, memory) = rolled(values.game(), text);
            let nodes = found.unwrap().nodes;
            // Besides the values there are the total, outcomes, and what is compared.
            let most = u64::try_from(sides * (values.parts() + 60)).unwrap();
            prop_assert!(nodes <= most, "{text}: {nodes} of {most}");
            prop_assert!(memory < 400 * (most + 200), "{text}: {memory} for {most}");
        }
    }

    /// The same where actions roll.
    #[test]
    fn contests_of_actions_compute_values_once(values in values()) {
        let cases = "tirada cases: 1\nruleset: grow\ncharacters: {A: {}, B: {}}\ncases:\n  One:\n    steps:\n      \
                     - {do: pull, as: {one: A, other: B}, dice: [2, 5, 1, 1, 3, 4], expect: {run.one.total: 5}}\n";
        let mut result = None;
        let cost = measure(|| {
            let mut session = Session::new(&Empty);
            let loaded = session.load_files(vec![File { name: "grow.yml".to_owned(), text: values.game() }]);
            let file = File { name: "cases.yml".to_owned(), text: cases.to_owned() };
            result = Some(run_cases(&mut session, &loaded.game, vec![file]));
        });
        let (reports, errors) = result.unwrap();
        prop_assert!(errors.is_empty(), "{errors:?}");
        prop_assert!(reports.iter().all(|one| one.differences.is_empty()), "{reports:?}");
        prop_assert!(cost.count_total < 600 * u64::try_from(values.parts() + 200).unwrap(), "{}", cost.count_total);
    }

    /// Tables and traits that read one another are read again each time: up to the limit and no
    /// further, which is said.
    #[test]
    fn trees_end_at_the_limit(length in 1_usize..40, reads in 1_usize..4, traits in any::<bool>()) {
        let mut game = "tirada: 1\nid: grow\nname: Grow\ndice: {d: 6}\n".to_owned();
        game += if traits { "traits:\n" } else { "tables:\n" };
        for number in 0..length {
            let next = if traits { format!("T{}", number + 1) } else { format!("T{}[a]", number + 1) };
            let sum = vec![next; reads].join(" + ");
            let _ = if traits { writeln!(game, "  T{number}: {{is: {sum}}}") } else { writeln!(game, "  T{number}: {{rows: {{a: '{sum}'}}}}") };
        }
        let _ = if traits { writeln!(game, "  T{length}: {{is: 1}}") } else { writeln!(game, "  T{length}: {{rows: {{a: 1}}}}") };
        let (found, memory) = rolled(game, if traits { "T0" } else { "T0[a]" });
        match found {
            Ok(found) => prop_assert!(found.nodes <= Limits::default().steps),
            Err(code) => prop_assert_eq!(code, "too-many-steps"),
        }
        prop_assert!(memory < 100 * Limits::default().steps, "{}", memory);
    }
}
