//! Asking the program for odds, and comparing them with what is known.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use tirada::internals::check::program::CheckedGame;
use tirada::internals::engine::{ActionCall, Answer, Verdict};
use tirada::internals::odds::{
    ActionOdds, Chance, Course, Distribution, Odds, OddsLimits, Turn, TurnOdds, WalkStrategy, of_turns,
};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, Builtin, RollRequest, Session, action_call, read_case_file};
use tirada::internals::world::{Env, FileOwner, Person, World, read_person};

use super::COMPARED;

/// A game with somebody who asks.
pub struct Table {
    session: Session<'static>,
    game: CheckedGame,
    settings: BTreeMap<String, String>,
    strategy: WalkStrategy,
    depth: u32,
}

impl Table {
    /// At a game that is shipped.
    pub fn of(id: &str) -> Self {
        let mut session = Session::new(&Builtin);
        let loaded = session.load(id).unwrap();
        assert!(loaded.is_sound(), "{id}: {:?}", loaded.findings);
        Self::at(session, loaded.game)
    }

    /// At a game that somebody made up.
    pub fn made_up(text: &str) -> Self {
        let mut session = Session::new(&Builtin);
        let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: text.to_owned() }]);
        assert!(loaded.is_sound(), "{:?}", loaded.findings);
        Self::at(session, loaded.game)
    }

    /// Dice alone, without any game.
    pub fn bare() -> Self {
        Self::at(Session::new(&Builtin), CheckedGame::default())
    }

    fn at(session: Session<'static>, game: CheckedGame) -> Self {
        let OddsLimits { depth, strategy, .. } = OddsLimits::default();
        Self { session, game, settings: BTreeMap::new(), strategy, depth }
    }

    /// With an option of the game.
    pub fn with(mut self, option: &str, value: &str) -> Self {
        self.settings.insert(option.to_owned(), value.to_owned());
        self
    }

    /// Going through all dice face by face, without any shorter way.
    pub fn plainly(mut self) -> Self {
        self.strategy = WalkStrategy::Enumerate;
        self
    }

    /// Following so many explosions of a die.
    pub fn deep(mut self, depth: u32) -> Self {
        self.depth = depth;
        self
    }

    /// People at the table, as a file of cases writes them.
    pub fn people(&mut self, text: &str) -> World {
        let text = format!("tirada cases: 1\ncharacters:\n{text}");
        let mut errors = Vec::new();
        let file = File { name: "cases.yml".to_owned(), text };
        let read = read_case_file(&mut self.session, file, &mut errors);
        let mut world = World::new();
        for (name, sheet) in &read.characters {
            let (person, mut found) = read_person(sheet, &self.game, FileOwner::Character, None);
            errors.append(&mut found);
            world.join(Person { name: name.text.clone(), ..person });
        }
        assert!(errors.is_empty(), "{errors:?}");
        world
    }

    /// What an action of somebody leads to; `answers` are those to its questions.
    pub fn action(
        &mut self,
        world: &World,
        action: &str,
        roles: &[(&str, &str)],
        answers: &[(&str, &str)],
    ) -> ActionOdds {
        let (env, call) = self.wish(world, action, roles, answers);
        let bounds = OddsLimits { depth: self.depth, strategy: self.strategy, ..OddsLimits::default() };
        let found = self.session.action_odds(&self.game, &env, world, &call, &bounds);
        found.unwrap_or_else(|error| panic!("{action}: {} {:?}", error.code.as_str(), error.args))
    }

    /// How everybody is after each of so many turns in which somebody does the same.
    pub fn turns(&mut self, world: &World, action: &str, roles: &[(&str, &str)], times: u32) -> Vec<TurnOdds> {
        let (env, call) = self.wish(world, action, roles, &[]);
        let bounds = OddsLimits { depth: self.depth, strategy: self.strategy, ..OddsLimits::default() };
        let found = self.session.staged_odds((&self.game, &env, world), Err(""), &|stage| {
            of_turns(stage, &[Turn::Act(call.clone())], times, &[], &bounds)
        });
        found.unwrap_or_else(|error| panic!("{action}: {} {:?}", error.code.as_str(), error.args))
    }

    /// What each intervention would make of a test whose dice have fallen.
    pub fn courses(&mut self, world: &World, who: &str, text: &str, faces: &[i64]) -> Vec<Course> {
        let who = world.find(who).unwrap();
        let request = RollRequest {
            text: text.to_owned(),
            source: "<known>".to_owned(),
            settings: self.settings.clone(),
            person: Some((world.clone(), who)),
            ..RollRequest::default()
        };
        let ready = self.session.prepare(&self.game, &request).unwrap();
        let bounds = OddsLimits { depth: self.depth, strategy: self.strategy, ..OddsLimits::default() };
        let found = self.session.courses(&self.game, &ready, (world, who), (faces, &[]), &bounds);
        found.unwrap_or_else(|error| panic!("{text}: {} {:?}", error.code.as_str(), error.args)).0
    }

    fn wish(&self, world: &World, action: &str, roles: &[(&str, &str)], answers: &[(&str, &str)]) -> (Env, ActionCall) {
        let words = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let roles = roles.iter().map(words).map(|(role, who)| (Some(role), vec![who])).collect();
        let answers = answers.iter().map(words).collect();
        let wish = ActionRequest { action: action.to_owned(), roles, answers, interventions: Vec::new() };
        let (env, _) = self.session.settings(&self.game, &self.settings).unwrap();
        (env, action_call(&self.game, world, &wish, false).unwrap())
    }

    pub fn odds(&mut self, text: &str) -> Odds {
        let request = RollRequest {
            text: text.to_owned(),
            source: "<known>".to_owned(),
            settings: self.settings.clone(),
            ..RollRequest::default()
        };
        let codes = |errors: &[tirada::internals::diagnostic::Diagnostic]| -> String {
            errors
                .iter()
                .map(|error| format!("{} {:?}", error.code.as_str(), error.args))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let ready = self.session.prepare(&self.game, &request);
        let ready = ready.unwrap_or_else(|errors| panic!("{text}: {}", codes(&errors)));
        let found = self.session.odds(
            &self.game,
            &ready,
            &OddsLimits { depth: self.depth, strategy: self.strategy, ..OddsLimits::default() },
        );
        found.unwrap_or_else(|error| panic!("{text}: {}", codes(&[error])))
    }
}

/// Fractions that were compared with those of another source.
pub struct Known {
    group: &'static str,
    compared: usize,
}

impl Known {
    pub fn new(group: &'static str) -> Self {
        Self { group, compared: 0 }
    }

    /// One chance: so many ways of so many.
    pub fn chance(&mut self, what: &str, found: &Chance, ways: impl Into<BigUint>, all: impl Into<BigUint>) {
        let (ways, all) = (ways.into(), all.into());
        let same = found.ways() * &all == ways.clone() * found.all();
        assert!(same, "{what}: found {found}, known {}", Chance::new(ways, all));
        self.compared += 1;
    }

    /// Everything that a distribution holds: each thing with its ways, and nothing else.
    pub fn all<K: Ord + Clone + std::fmt::Debug, W: Into<BigUint>>(
        &mut self,
        what: &str,
        found: &Distribution<K>,
        known: impl IntoIterator<Item = (K, W)>,
        all: impl Into<BigUint>,
    ) {
        let all = all.into();
        let mut possible = 0;
        for (key, ways) in known {
            let ways: BigUint = ways.into();
            possible += usize::from(ways != BigUint::ZERO);
            self.chance(&format!("{what}: {key:?}"), &found.chance(&key), ways, all.clone());
        }
        assert_eq!(found.ways().len(), possible, "{what}: more is possible than is known: {:?}", found.ways());
    }

    /// The same of numbers.
    pub fn values<W: Into<BigUint>>(
        &mut self,
        what: &str,
        odds: &Odds,
        known: impl IntoIterator<Item = (i64, W)>,
        all: impl Into<BigUint>,
    ) {
        let numbers = odds.numbers().unwrap_or_else(|| panic!("{what}: these are no numbers"));
        self.all(what, &numbers, known, all);
    }

    /// The outcomes of a test by name, all of them.
    pub fn outcomes<W: Into<BigUint>>(
        &mut self,
        what: &str,
        odds: &Odds,
        known: impl IntoIterator<Item = (&'static str, W)>,
        all: impl Into<BigUint>,
    ) {
        let all = all.into();
        let mut names = Vec::new();
        for (name, ways) in known {
            let found = odds.outcomes.iter().find(|one| one.name.as_deref() == Some(name));
            let found = found.unwrap_or_else(|| panic!("{what}: there is no {name}"));
            self.chance(&format!("{what}: {name}"), &found.chance, ways, all.clone());
            names.push(name);
        }
        for one in &odds.outcomes {
            let name = one.name.as_deref().unwrap_or("?");
            assert!(names.contains(&name), "{what}: {name} is not known");
        }
    }

    /// Of two sides: that the left one wins, that it loses, that nobody does.
    pub fn sides<W: Into<BigUint>>(
        &mut self,
        what: &str,
        odds: &Odds,
        [win, lose, tie]: [W; 3],
        all: impl Into<BigUint>,
    ) {
        let all = all.into();
        let of = |verdict| {
            let found = odds.outcomes.iter().find(|one| one.verdict == Some(verdict));
            found.map_or_else(Chance::never, |one| one.chance.clone())
        };
        self.chance(&format!("{what}: wins"), &of(Verdict::Win), win, all.clone());
        self.chance(&format!("{what}: loses"), &of(Verdict::Lose), lose, all.clone());
        self.chance(&format!("{what}: ties"), &of(Verdict::Tie), tie, all);
    }

    /// That something holds.
    pub fn holds(&mut self, what: &str, odds: &Odds, ways: impl Into<BigUint>, all: impl Into<BigUint>) {
        self.chance(what, &odds.values.chance(&Answer::Flag(true)), ways, all);
    }

    /// As many were compared as `mod.rs` says.
    pub fn done(self) {
        let said = COMPARED.iter().find(|(group, ..)| *group == self.group);
        let (.., said) = said.unwrap_or_else(|| panic!("mod.rs does not know {:?}: {}", self.group, self.compared));
        assert_eq!(self.compared, *said, "{:?}", self.group);
    }
}
