//! Actions: done again and again from the same beginning, and compared with their odds.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use tirada::internals::check::program::{AnswerKind, CheckedGame, Die, PointsId, TagId};
use tirada::internals::diagnostic::{Arg, Code, Diagnostic};
use tirada::internals::engine::{
    Answer, Decision, Done, Effects, Generator, Observer, Refusal, TraceStep, ValueRequest,
};
use tirada::internals::limits::Limits;
use tirada::internals::odds::{ActionOdds, Chance, Changing, Distribution, OddsLimits};
use tirada::internals::session::{Builtin, Playing, Session};
use tirada::internals::world::{Event, Person, World};

use crate::inputs::{Doing, Ruleset};
use crate::rolling::{Sample, unknown};
use crate::statistics::{Seen, Wrong, agrees, happens};
use crate::{Found, Looked, Throws, seed};

/// Rolls dice, and says something where a text is wanted that names something new.
struct Somebody(Generator);

impl Effects for Somebody {
    fn throw(&mut self, die: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        self.0.throw(die, count, faces)
    }

    fn answer(&mut self, asked: &ValueRequest<'_>) -> Result<Option<i64>, Refusal> {
        self.0.answer(asked)
    }

    fn decide(&mut self, asked: &Decision<'_>) -> Result<Option<String>, Refusal> {
        Ok(matches!(asked.kind, AnswerKind::Text).then(|| "…".to_owned()))
    }
}

impl Observer for Somebody {}

/// What cannot be done now.
const REFUSED: [&str; 2] = ["need-not-met", "not-enough-points"];

/// A test of an action: its label, who rolls, which, and the how manyth of these it is.
type Key = (String, Vec<String>, String, usize);

/// What was seen of an action.
#[derive(Default)]
struct Seens {
    refused: u64,
    tests: BTreeMap<Key, (u64, Sample)>,
    values: BTreeMap<String, Seen<Answer>>,
    said: BTreeMap<String, u64>,
    changes: BTreeMap<(usize, Changing), Seen<Answer>>,
}

/// The tests that an action rolled, in their order: told when they begin and when they end.
fn tests(done: &Done) -> Vec<(Key, Option<i64>, &TraceStep)> {
    let mut begun: Vec<(&String, &String, &Vec<String>)> = Vec::new();
    let mut found: Vec<(Key, Option<i64>, &TraceStep)> = Vec::new();
    for step in &done.trace {
        match step {
            TraceStep::Began { label, test, who } => begun.push((label, test, who)),
            TraceStep::Test { label, who, sides, .. } => {
                let at = begun.iter().rposition(|(one, _, rolls)| *one == label && *rolls == who).unwrap();
                let (label, test, who) = begun.remove(at);
                let same = |key: &Key| key.0 == *label && key.1 == *who && key.2 == *test;
                let before = found.iter().filter(|(key, ..)| same(key)).count();
                let key = (label.clone(), who.clone(), test.clone(), before);
                found.push((key, sides.first().and_then(|side| side.total), step));
            }
            _ => {}
        }
    }
    found
}

/// The points of somebody, before and after, as the events tell it.
fn points(done: &Done, person: usize, index: PointsId) -> i64 {
    let mut told = done.events.iter().filter_map(|event| match event {
        Event::Points { who, points, from, to } if (*who, *points) == (person, index) => Some((*from, *to)),
        _ => None,
    });
    let Some((before, first)) = told.next() else { return 0 };
    told.next_back().map_or(first, |(_, last)| last) - before
}

/// Tags of a kind, as they are said to be: the names of those that have one, otherwise whether
/// there is one, or how many.
fn tags(game: &CheckedGame, person: &Person, kind: TagId) -> Answer {
    let held: Vec<_> = person.tags.iter().filter(|tag| tag.kind == kind).collect();
    if game.tags[kind].free_names {
        let mut names: Vec<&str> = held.iter().filter_map(|tag| tag.name.as_deref()).collect();
        names.sort_unstable();
        Answer::Text(names.join(", "))
    } else if game.tags[kind].several {
        Answer::Number(held.len() as i64)
    } else {
        Answer::Flag(!held.is_empty())
    }
}

/// Everything at the table that can change, for the sheets that there are.
fn all(game: &CheckedGame, world: &World) -> Vec<(usize, Changing)> {
    let mut all = Vec::new();
    for who in 0..world.people.len() {
        all.extend(game.points.ids().map(|points| (who, Changing::Points(points))));
        all.extend(game.tracks.ids().flat_map(|track| {
            [(who, Changing::Marks(track)), (who, Changing::State(CheckedGame::holder_of_track(track)))]
        }));
        all.extend(game.tags.ids().map(|kind| (who, Changing::Tags(kind))));
        all.extend((0..game.traits.len()).map(|index| (who, Changing::Trait(index))));
    }
    all
}

/// What something is afterwards; nothing where it is as before.
fn after(game: &CheckedGame, before: &World, done: &Done, who: usize, what: Changing) -> Option<Answer> {
    let (was, is) = (&before.people[who], &done.world.people[who]);
    let number = |change: i64| (change != 0).then_some(Answer::Number(change));
    match what {
        Changing::Points(index) => number(points(done, who, index)),
        Changing::Marks(index) => {
            let boxes = |person: &Person| person.marks.get(&index).map_or(0, |marks| marks.iter().sum::<i64>());
            number(boxes(is) - boxes(was))
        }
        Changing::State(index) => {
            let mut told = done.events.iter().filter_map(|event| match event {
                Event::State { who: person, holder, from, to } if (*person, *holder) == (who, index) => {
                    Some((*from, *to))
                }
                _ => None,
            });
            let (first, held) = told.next()?;
            let last = told.next_back().map_or(held, |(_, last)| last);
            let name = game.holder(index).unwrap().states[last].name.to_string();
            (first != last).then_some(Answer::Text(name))
        }
        Changing::Tags(index) => {
            let (was, is) = (tags(game, was, index), tags(game, is, index));
            (was != is).then_some(is)
        }
        Changing::Trait(index) => {
            let (was, is) = (was.traits.get(&index), is.traits.get(&index));
            (was != is).then(|| Answer::Number(is.copied().unwrap_or(0)))
        }
        Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) => None,
    }
}

/// The same where nothing has happened; of a state, what it was before some change that was
/// seen.
fn before(
    game: &CheckedGame,
    world: &World,
    who: usize,
    what: Changing,
    states: &BTreeMap<(usize, usize), usize>,
) -> Answer {
    match what {
        Changing::Points(_) | Changing::Marks(_) => Answer::Number(0),
        Changing::State(index) => {
            let held = states.get(&(who, index)).map(|held| game.holder(index).unwrap().states[*held].name.to_string());
            Answer::Text(held.unwrap_or_default())
        }
        Changing::Tags(index) => tags(game, &world.people[who], index),
        Changing::Trait(index) => Answer::Number(world.people[who].traits.get(&index).copied().unwrap_or(0)),
        Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) => Answer::Flag(false),
    }
}

impl Seens {
    fn add(&mut self, game: &CheckedGame, world: &World, everything: &[(usize, Changing)], done: &Done) {
        for (key, total, step) in tests(done) {
            let TraceStep::Test { sides, outcome, .. } = step else { continue };
            let (rolled, sample) = self.tests.entry(key).or_default();
            *rolled += 1;
            let shown = sides.first().map(|side| side.shown.as_slice()).unwrap_or_default();
            sample.add(total.map(Answer::Number), outcome.as_ref(), shown);
        }
        for (label, answer) in &done.values {
            *self.values.entry(label.clone()).or_default().entry(answer.clone()).or_insert(0) += 1;
        }
        for text in done.said.iter().collect::<BTreeSet<_>>() {
            *self.said.entry(text.clone()).or_insert(0) += 1;
        }
        for (who, what) in everything {
            if let Some(answer) = after(game, world, done, *who, *what) {
                *self.changes.entry((*who, *what)).or_default().entry(answer).or_insert(0) += 1;
            }
        }
    }

    fn compare(
        mut self,
        game: &CheckedGame,
        world: &World,
        odds: &ActionOdds,
        states: &BTreeMap<(usize, usize), usize>,
        throws: u64,
    ) -> Vec<Found> {
        let mut found = Vec::new();
        let mut note = |what: String, result: Result<(), Wrong>| {
            if let Err(why) = result {
                found.push(Found { what, why });
            }
        };
        note("refused".to_owned(), happens(&odds.refused, self.refused, throws));
        let mut more = Vec::new();
        for (at, test) in odds.tests.iter().enumerate() {
            let same = |one: &&tirada::internals::odds::TestOdds| {
                (&one.label, &one.who, &one.test) == (&test.label, &test.who, &test.test)
            };
            let nth = odds.tests[..at].iter().filter(same).count();
            let key = (test.label.clone(), test.who.clone(), test.test.clone(), nth);
            let what = format!("test {key:?}");
            let (rolled, sample) = self.tests.remove(&key).unwrap_or_default();
            note(format!("{what} is rolled"), happens(&test.rolled, rolled, throws));
            more.extend(sample.compare(&what, &test.odds, throws, false));
        }
        for (key, (rolled, _)) in &self.tests {
            note(format!("test {key:?}"), unknown(format!("it is not known and was rolled {rolled} times")));
        }
        let nothing = Distribution::nothing();
        let labels: BTreeSet<String> =
            odds.values.iter().map(|(label, _)| label).chain(self.values.keys()).cloned().collect();
        for label in labels {
            let known = odds.values.iter().find(|(one, _)| *one == label).map_or(&nothing, |(_, known)| known);
            let seen = self.values.remove(&label).unwrap_or_default();
            let result = if known.is_empty() {
                unknown(format!("it is not known: {seen:?}"))
            } else {
                agrees(known, &seen, throws)
            };
            note(format!("value {label}"), result);
        }
        for (text, chance) in &odds.said {
            note(format!("{text:?} is said"), happens(chance, self.said.remove(text).unwrap_or(0), throws));
        }
        for (text, times) in &self.said {
            note(format!("{text:?} is said"), unknown(format!("that is not known and was said {times} times")));
        }
        // What is other although there is as much of it is not looked for.
        let counted = |what: Changing| !matches!(what, Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_));
        for change in odds.changes.iter().filter(|change| counted(change.what)) {
            let mut seen = self.changes.remove(&(change.who, change.what)).unwrap_or_default();
            let same = throws - self.refused - seen.values().sum::<u64>();
            if same > 0 {
                *seen.entry(before(game, world, change.who, change.what, states)).or_insert(0) += same;
            }
            note(format!("{} of {}", change.called, change.name), agrees(&change.to, &seen, throws));
        }
        for ((who, what), seen) in &self.changes {
            note(
                format!("{what:?} of {}", world.people[*who].name),
                unknown(format!("it is known not to change: {seen:?}")),
            );
        }
        found.extend(more);
        found
    }
}

/// The name of the question that nobody answered.
fn question(error: &Diagnostic) -> Option<String> {
    let name =
        error.args.iter().find(|(name, _)| *name == "name").filter(|_| error.code.as_str() == "decision-needed")?;
    if let Arg::Text(text) = &name.1 { Some(text.clone()) } else { None }
}

/// The odds of an action. Where other dice than those of the case ask what the case does not
/// answer, the answer is that of another case, or any text.
fn odds(session: &mut Session<'_>, rules: &Ruleset, doing: &mut Doing) -> Result<ActionOdds, Diagnostic> {
    let mut tried: BTreeMap<String, usize> = BTreeMap::new();
    let mut last = None;
    loop {
        let Doing { env, world, call } = &*doing;
        let error = match session.action_odds(&rules.game, env, world, call, &OddsLimits::within(&Limits::FULL)) {
            // Ties that go on are left over and named: of much of it, nothing can be compared.
            Ok(odds) => match odds.unanswered.iter().find(|(_, chance)| *chance > Chance::new(1_u32, 1000_u32)) {
                Some((failure, _)) if failure.code() == Code::TooManyTies => {
                    return Err(Diagnostic::error(failure.code(), None));
                }
                _ => return Ok(odds),
            },
            Err(error) => error,
        };
        let name = match question(&error) {
            Some(name) => name,
            // An answer that does not do, among others that may.
            None if error.code.as_str() == "bad-answer" && last.is_some() => last.clone().unwrap(),
            None => return Err(error),
        };
        let number = tried.entry(name.clone()).or_insert(0);
        let known = rules.said.get(&name).and_then(|texts| texts.iter().nth(*number).cloned());
        let text = match known {
            Some(text) => text,
            None if *number == rules.said.get(&name).map_or(0, BTreeSet::len) => "Algo".to_owned(),
            None => return Err(error),
        };
        *number += 1;
        doing.call.answers.insert(name.clone(), text);
        last = Some(name);
    }
}

/// Whether nothing in it is left to chance.
fn certain(odds: &ActionOdds) -> bool {
    let values = odds.values.iter().map(|(_, found)| found);
    let mut all = values.chain(odds.changes.iter().map(|change| &change.to));
    odds.tests.is_empty() && all.all(|found| found.ways().len() == 1) && odds.left.is_never()
}

/// Answers that a case gives to see them refused as nothing asks for them.
fn unused(error: &Diagnostic) -> Vec<String> {
    let names = error.args.iter().filter(|_| error.code.as_str() == "answer-unused");
    names.flat_map(|(_, arg)| if let Arg::List(names) = arg { names.clone() } else { Vec::new() }).collect()
}

/// Does an action again and again.
pub fn look(rules: &Ruleset, name: &str, doing: &Doing, throws: Throws) -> Looked {
    let mut session = Session::within(&Builtin, Limits::FULL);
    let mut doing = doing.clone();
    let start = Instant::now();
    let known = odds(&mut session, rules, &mut doing);
    let mut looked = Looked { odds: start.elapsed(), ..Looked::default() };
    let mut somebody = Somebody(Generator::new(seed(name)));
    let game = &rules.game;
    let odds = match known {
        Ok(odds) => odds,
        Err(error) => {
            for _ in 0..throws.few {
                let Doing { env, world, call } = &doing;
                let code = session
                    .play((game, env, world), Playing::Action(call), &mut somebody, &[])
                    .err()
                    .map(|errors| errors[0].code.as_str());
                looked.same_error(error.code.as_str(), code);
            }
            return looked;
        }
    };
    let count = if certain(&odds) { throws.few } else { throws.deeds };
    let mut seens = Seens::default();
    let mut states = BTreeMap::new();
    let everything = all(game, &doing.world);
    let mut throw = 0;
    let start = Instant::now();
    while throw < count {
        let Doing { env, world, call } = &doing;
        match session.play((game, env, world), Playing::Action(call), &mut somebody, &[]) {
            Ok(done) => {
                seens.add(game, world, &everything, &done);
                for event in &done.events {
                    if let Event::State { who, holder, from, .. } = event {
                        states.entry((*who, *holder)).or_insert(*from);
                    }
                }
                looked.saw(&done.trace);
            }
            Err(errors) if REFUSED.contains(&errors[0].code.as_str()) => seens.refused += 1,
            Err(errors) => {
                let unused = unused(&errors[0]);
                if unused.is_empty() {
                    looked.found.push(Found::error("done", format!("error {}", errors[0].code.as_str())));
                    return looked;
                }
                unused.iter().for_each(|name| {
                    doing.call.answers.remove(name);
                });
                continue;
            }
        }
        throw += 1;
        if throw % 500 == 0 {
            // It keeps the texts of everything that was asked of it.
            session = Session::within(&Builtin, Limits::FULL);
        }
    }
    looked.thrown = start.elapsed();
    looked.throws = count;
    looked.compared = true;
    looked.found = seens.compare(game, &doing.world, &odds, &states, count);
    looked
}
