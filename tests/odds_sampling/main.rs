//! Sampling and odds agree: whatever the cases of the shipped rulesets roll and do is thrown
//! thousands of times and compared with its exact odds, each value, outcome and change.
//!
//! The inputs are those of the cases, each distinct one once; interventions are left aside. The
//! seed of each comes from its name, so that the same is thrown in each run. What is less likely than
//! one in a thousand million is thrown again with another seed and four times as often; if it
//! is as unlikely then, it is wrong.
//!
//! All of it is done by `TIRADA_WHOLE=1 cargo test --test odds_sampling`; without that, a part of it with
//! fewer throws.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod doing;
mod inputs;
mod lists;
mod rolling;
mod statistics;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use inputs::{Item, Ruleset, What};
use lists::{NO_ODDS, NOT_SAMPLED, TOO_SLOW};
use statistics::Wrong;
use tirada::internals::engine::TraceStep;
use tirada::internals::ruleset::Shelf as _;
use tirada::internals::session::Builtin;

/// How often something is thrown.
#[derive(Clone, Copy)]
pub struct Throws {
    /// Of an expression or a test.
    pub rolls: u64,
    /// Of an action.
    pub deeds: u64,
    /// Where there is nothing to be thrown.
    pub few: u64,
}

/// How often tests are thrown when all of it is done.
const THROWS: u64 = 4000;

const ALL: Throws = Throws { rolls: THROWS, deeds: 2000, few: 20 };
const PART: Throws = Throws { rolls: 1000, deeds: 200, few: 3 };

/// Whether all of it is done.
fn whole() -> bool {
    std::env::var_os("TIRADA_WHOLE").is_some()
}

/// Otherwise only every so manieth is tried.
const SAMPLE: usize = 37;

/// A disagreement.
#[derive(Debug, Clone)]
pub struct Found {
    /// Of what.
    pub what: String,
    /// What is wrong with it.
    pub why: Wrong,
}

impl Found {
    /// Something that nobody expects to happen at all.
    fn error(what: &str, why: String) -> Self {
        Self { what: what.to_owned(), why: Wrong::Impossible(why) }
    }
}

/// What came of looking at something.
#[derive(Debug, Default)]
pub struct Looked {
    /// It has odds, which were compared.
    compared: bool,
    /// It is an expression or a test.
    rolled: bool,
    throws: u64,
    found: Vec<Found>,
    /// The error for which it has none.
    error: Option<&'static str>,
    /// Tests that were rolled and actions that were done.
    tests: BTreeSet<String>,
    actions: BTreeSet<String>,
    /// How long its odds took, and the throws.
    odds: Duration,
    thrown: Duration,
}

impl Looked {
    /// It is wrong before anything is thrown.
    fn refused(error: &'static str) -> Self {
        Self { error: Some(error), ..Self::default() }
    }

    /// What has no odds because of an error cannot be done for the same error.
    fn same_error(&mut self, odds: &'static str, played: Option<&'static str>) {
        self.error = Some(odds);
        if played != Some(odds) && self.found.is_empty() {
            let played = played.map_or("nothing is wrong", |code| code);
            self.found.push(Found::error("error", format!("its odds: {odds}; done: {played}")));
        }
    }

    fn saw(&mut self, trace: &[TraceStep]) {
        for step in trace {
            match step {
                TraceStep::Act { name, .. } if !self.actions.contains(name) => {
                    self.actions.insert(name.clone());
                }
                TraceStep::Began { test, .. } if !self.tests.contains(test) => {
                    self.tests.insert(test.clone());
                }
                _ => {}
            }
        }
    }
}

/// The seed that belongs to a name: its bytes one after the other, as Fowler, Noll and Vo hash
/// them (FNV-1a, 64 bits).
fn seed(name: &str) -> u64 {
    name.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

fn once(rules: &Ruleset, item: &Item, name: &str, throws: Throws) -> Looked {
    match &item.what {
        What::Roll(request) => rolling::look(rules, name, request, throws),
        What::Action(doing) => doing::look(rules, name, doing, throws),
    }
}

fn look(rules: &Ruleset, item: &Item, throws: Throws) -> Looked {
    let mut looked = once(rules, item, &item.name, throws);
    let unlikely = |found: &Found| matches!(found.why, Wrong::Unlikely(_));
    if looked.found.iter().any(unlikely) {
        let more = Throws { rolls: throws.rolls * 4, deeds: throws.deeds * 4, few: throws.few };
        let again = once(rules, item, &format!("{}, again", item.name), more);
        looked.found.retain(|one| !unlikely(one) || again.found.iter().any(|other| other.what == one.what));
    }
    looked
}

/// Everything that came of one ruleset.
struct Report {
    rules: Ruleset,
    /// How many there were to look at.
    items: usize,
    looked: BTreeMap<String, Looked>,
}

/// Looks at whatever a ruleset's cases roll and do.
fn report(id: &str) -> Report {
    let start = Instant::now();
    let rules = Ruleset::read(id);
    let slow = |item: &&Item| !TOO_SLOW.iter().any(|(name, _)| *name == item.name);
    // That some are refused at the budget takes its time: only the whole run looks whether it is still so.
    let refused = |item: &&Item| NO_ODDS.iter().any(|(name, ..)| *name == item.name);
    let items = rules.items.iter().filter(slow).step_by(if whole() { 1 } else { SAMPLE });
    let items: Vec<&Item> = items.filter(|item| whole() || !refused(item)).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(BTreeMap::new());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let looked = look(&rules, item, if whole() { ALL } else { PART });
                    found.lock().unwrap().insert(item.name.clone(), looked);
                }
            });
        }
    });
    let (looked, items) = (found.into_inner().unwrap(), items.len());
    let compared = looked.values().filter(|one| one.compared);
    let (count, throws) = (compared.clone().count(), compared.clone().map(|one| one.throws).sum::<u64>());
    let time = |part: fn(&Looked) -> Duration| looked.values().map(part).sum::<Duration>();
    let (odds, thrown) = (time(|one| one.odds), time(|one| one.thrown));
    println!(
        "{id}: {count} of {items} compared, {throws} throws, {:.1?} (odds {odds:.1?}, throws {thrown:.1?})",
        start.elapsed()
    );
    let mut errors: BTreeMap<&str, usize> = BTreeMap::new();
    looked.values().filter_map(|one| one.error).for_each(|error| *errors.entry(error).or_default() += 1);
    println!("{id}: what cannot be done: {errors:?}");
    let mut slowest: Vec<(&String, &Looked)> = looked.iter().collect();
    slowest.sort_by_key(|(_, looked)| std::cmp::Reverse(looked.odds + looked.thrown));
    for (name, looked) in slowest.into_iter().take(3) {
        println!("{id}: odds {:.2?}, throws {:.2?}: {name}", looked.odds, looked.thrown);
    }
    Report { rules, items, looked }
}

/// The rulesets that are shipped, looked at once.
fn reports() -> &'static [Report] {
    static REPORTS: OnceLock<Vec<Report>> = OnceLock::new();
    REPORTS.get_or_init(|| {
        let ids = Builtin.ids().into_iter().filter(|id| !id.contains('.'));
        ids.map(|id| report(&id)).collect()
    })
}

#[test]
fn sampling_and_odds_agree() {
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for Report { rules, items, looked } in reports() {
        let compared = looked.values().filter(|one| one.compared).count();
        assert!(compared * 2 > *items, "{}: only {compared} of {items} could be compared", rules.id);
        for (name, looked) in looked {
            for Found { what, why } in &looked.found {
                let listed = NO_ODDS.iter().find(|(one, code, _)| one == name && Some(*code) == looked.error);
                match listed {
                    Some((one, ..)) => drop(used.insert(*one)),
                    None => wrong.push(format!("{name}: {what}: {why:?}")),
                }
            }
        }
    }
    for (name, ..) in NO_ODDS.iter().filter(|(name, ..)| whole() && !used.contains(name)) {
        wrong.push(format!("{name}: it has odds, and needs no place in NO_ODDS"));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// Every test and action of a ruleset is sampled, or stands in a list with the reason.
#[test]
fn every_test_and_action_is_sampled() {
    let mut wrong = Vec::new();
    for Report { rules, looked, .. } in reports() {
        let compared: Vec<&Looked> = looked.values().filter(|one| one.compared).collect();
        let names = |of: fn(&Looked) -> &BTreeSet<String>| -> BTreeSet<&str> {
            compared.iter().flat_map(|one| of(one)).map(String::as_str).collect()
        };
        let tests: Vec<&str> = rules.game.tests.iter().map(|test| &*test.name).collect();
        let actions: Vec<&str> = rules.game.actions.iter().map(|action| &*action.name).collect();
        for (kind, all, sampled) in
            [("tests", tests, names(|one| &one.tests)), ("actions", actions, names(|one| &one.actions))]
        {
            let (there, missing): (Vec<&str>, Vec<&str>) = all.into_iter().partition(|name| sampled.contains(name));
            println!("{}: {} {kind} are sampled: {}", rules.id, there.len(), there.join(", "));
            println!("{}: {} {kind} are not: {}", rules.id, missing.len(), missing.join(", "));
            if kind == "tests" {
                // Of these totals and margins are compared as well; of others how they end.
                let by_themselves = compared.iter().filter(|one| one.rolled).flat_map(|one| &one.tests);
                let by_themselves: BTreeSet<&str> = by_themselves.map(String::as_str).collect();
                println!("{}: {} tests are rolled by themselves: {by_themselves:?}", rules.id, by_themselves.len());
            }
            assert!(!there.is_empty() || missing.is_empty(), "{}: no {kind}", rules.id);
            let listed = |name: &str| NOT_SAMPLED.iter().any(|(id, one, _)| *id == rules.id && *one == name);
            for name in missing.iter().filter(|name| whole() && !listed(name)) {
                wrong.push(format!("{}: {kind}: {name} is never sampled", rules.id));
            }
            for name in there.iter().filter(|name| listed(name)) {
                wrong.push(format!("{}: {kind}: {name} is sampled, and needs no place in NOT_SAMPLED", rules.id));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// What is left aside is there.
#[test]
fn nothing_is_left_aside_that_is_not_there() {
    for Report { rules, .. } in reports() {
        let named = |name: &str| rules.items.iter().any(|item| item.name == name);
        let here = |name: &str| name.starts_with(&format!("{}/", rules.id)) && !name.contains(" by ");
        for name in TOO_SLOW.iter().map(|(name, _)| name).chain(NO_ODDS.iter().map(|(name, ..)| name)) {
            assert!(!here(name) || named(name), "{name}: there is no such case");
        }
    }
}
