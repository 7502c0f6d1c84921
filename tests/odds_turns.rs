//! Turns carried on from state to state, beside a chain that knows nothing of the program's own
//! shortcuts: each die falls by itself, everything that happens happens at the table, and people
//! are the same only where everything about them is.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common::Empty;
use std::collections::{BTreeMap, HashMap};

use num_bigint::BigUint;
use tirada::internals::check::program::{CheckedGame, Die, Origin};
use tirada::internals::engine::{Answer, Effects, Failure, Observer, Passing, Refusal, Stage, act, pass, states};
use tirada::internals::odds::{Chance, Changing, OddsLimits, Turn, TurnOdds, WalkStrategy, of_turns};
use tirada::internals::ruleset::File;
use tirada::internals::session::{ActionRequest, Session, action_call, time_named};
use tirada::internals::source::{Placement, Span};
use tirada::internals::world::{Env, Person, World};

/// Marks that grow worse, read by how many there are and by kind; states that are entered, go on
/// and are left; tags with a time, with a condition and with an end; points; things that cannot
/// be done; a trait that changes; a state that hangs on a tag as well as on marks.
const RULES: &str = "
tirada: 1
id: brume
name: Brume
rounding: down
dice: {d: 2, roll: 2d, names: {a: lowest, W: sum}}
times:
  beat: {}
traits:
  Brawn: {number: 0..9, default: 1}
points:
  Zest: {start: 2, min: 0}
tags:
  Gone: {}
  Propped: {}
  Rattled: {lasts: 1 beat, gives: {slow: -1}, ends: settle}
  Shy: {gives: {slow: -1}}
tracks:
  Flesh:
    boxes: 3
    marks: {nick: /, scar: X}
    overflow: worsen
    states:
      Fine: {when: lost < 2 and not Propped}
      Bad: {when: left > 0 or Propped, gives: {slow: -1}, enter: reel, leave: rest}
      Down: {enter: fade, every: {beat: fade}}
  Nerve:
    boxes: 2
    marks: {dent: o}
    overflow: ignore
    states:
      Calm: {when: lost < 2}
      Wild: {}
tests:
  swing:
    roll: 2d
    ask:
      goal: {number: any, default: 4}
    total: W + Brawn + sum(slow)
    against: goal
    outcomes:
      great: {when: a >= 2, is: success, values: {harm: W - 2}}
      fine: {when: margin >= 0, is: success, values: {harm: 1}}
      poor: {is: failure}
actions:
  hit:
    roles: [one, other]
    need:
      Gone: not one.Gone
      Down: one.Flesh.state != Down
    steps:
      blow: {roll: swing, by: one, on: {failure: {tired: {when: one.Zest > 0, lose: {Zest: 1}, of: one}, end: {stop: Missed.}}}}
      hurt: {do: wound, as: {who: other}, with: {harm: if other.Nerve.left = 1 then blow.harm + 1 else blow.harm}}
      fright: {when: blow.outcome = great, mark: 1, on: Nerve, of: other, as: dent}
  wound:
    roles: [who]
    ask:
      harm: {number: 0..}
    steps:
      over: {when: Gone, stop: Over.}
      falls: {lose: Propped}
      nicks: {mark: harm, on: Flesh, as: nick}
      alarm: {when: Flesh.state = Down and Zest > 0, lose: {Zest: 1}}
      shock: {when: Nerve.state = Wild and not Rattled, gain: {Rattled: yes}}
  reel:
    roles: [who]
    steps:
      stand: {roll: swing, by: who, on: {failure: {shy: {gain: {Shy: yes}, to: who, until: Flesh.state = Fine}}}}
  rest:
    roles: [who]
    steps:
      breath: {when: Flesh.state = Fine, heal: 1, on: Nerve}
  fade:
    roles: [who]
    steps:
      last:
        when: Flesh.state = Down and not Gone
        roll: swing
        by: who
        on:
          great:
            prop: {gain: {Propped: yes}, to: who}
            mend: {heal: 1, on: Flesh, from: nick}
            bare: {when: Flesh.nick = 0, gain: {Brawn: 1}, to: who}
          failure: {gone: {gain: {Gone: yes}, to: who}}
  settle:
    roles: [who]
    steps:
      calm: {when: Nerve.state = Wild, heal: 1, on: Nerve}
";

/// Dice that fall in every way, one after the other: the next run takes what the last did up to
/// the last die that has another face, and takes that.
#[derive(Default)]
struct EveryWay {
    taken: Vec<i64>,
    next: usize,
}

impl EveryWay {
    fn begin(&mut self) {
        self.next = 0;
    }

    /// Whether there is another way.
    fn advance(&mut self) -> bool {
        self.taken.truncate(self.next);
        while let Some(face) = self.taken.pop() {
            if face < SIDES {
                self.taken.push(face + 1);
                return true;
            }
        }
        false
    }
}

impl Effects for EveryWay {
    fn throw(&mut self, _: &Die, count: u32, faces: &mut Vec<i64>) -> Result<(), Refusal> {
        for _ in 0..count {
            if self.next == self.taken.len() {
                self.taken.push(1);
            }
            faces.push(self.taken[self.next]);
            self.next += 1;
        }
        Ok(())
    }
}

impl Observer for EveryWay {}

const SIDES: i64 = 2;
/// More dice than any run throws.
const MOST_DICE: u32 = 24;

/// Everybody, and whether something could not be done in this turn; out of all ways that so many
/// dice can fall for each thing that happened.
type Chain = HashMap<(World, bool), BigUint>;

struct Table {
    game: CheckedGame,
    world: World,
    turns: Vec<Turn>,
    typed: Origin,
}

fn table(session: &mut Session<'_>, text: String) -> Table {
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text }]);
    assert!(loaded.is_sound(), "{:#?}", loaded.findings);
    let (game, mut world) = (loaded.game, World::new());
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let hit = |one: &str, other: &str| {
        let play = |role: &str, who: &str| (Some(role.to_owned()), vec![who.to_owned()]);
        let roles = vec![play("one", one), play("other", other)];
        let wish = ActionRequest { action: "hit".to_owned(), roles, ..ActionRequest::default() };
        Turn::Act(action_call(&game, &world, &wish, false).unwrap())
    };
    let time = time_named(&game, "beat", false).unwrap_or_else(|error| panic!("{error:?}"));
    let turns = vec![hit("Ann", "Bob"), hit("Bob", "Ann"), Turn::Pass(Passing { time, ..Passing::default() })];
    let span = Span { source: session.sources.add("typed", ""), start: 0, end: 0 };
    let typed = Origin { text: "".into(), placement: Placement { span, style: None } };
    Table { game, world, turns, typed }
}

/// One thing happens, whatever way the dice fall.
fn step(table: &Table, turn: &Turn, chain: &Chain) -> Chain {
    let (typed, env) = (&table.typed, Env::default());
    let mut next = Chain::new();
    for ((world, unable), ways) in chain {
        let stage = Stage::new(&table.game, typed, &env, world);
        let mut dice = EveryWay::default();
        loop {
            dice.begin();
            let done = match turn {
                Turn::Act(call) => act(&stage, call, &mut dice, &[]),
                Turn::Pass(passing) => pass(&stage, passing, &mut dice, &[]),
            };
            let then = match done {
                Ok(done) => (named_alike(done.world), *unable),
                Err(failure) => (refused(&failure, world), true),
            };
            let thrown = u32::try_from(dice.next).unwrap();
            assert!(thrown <= MOST_DICE);
            *next.entry(then).or_default() += ways * BigUint::from(SIDES.unsigned_abs()).pow(MOST_DICE - thrown);
            if !dice.advance() {
                break;
            }
        }
    }
    next
}

fn refused(failure: &Failure, world: &World) -> World {
    assert_eq!(failure.code().as_str(), "need-not-met");
    world.clone()
}

/// Tags go by when somebody got them; nothing in these rules asks.
fn named_alike(mut world: World) -> World {
    let mut next = 1;
    for tag in world.people.iter_mut().flat_map(|person| &mut person.tags) {
        tag.number = next;
        next += 1;
    }
    world.next_tag = next;
    world
}

/// What is told of everybody after a turn: by whose and what, how likely each answer is.
type Told = BTreeMap<(usize, Changing), Vec<(Answer, Chance)>>;

/// The same as a turn tells it, of a chain.
fn told(table: &Table, chain: &Chain, odds: &TurnOdds) -> Told {
    let (typed, env) = (&table.typed, Env::default());
    let all: BigUint = chain.values().sum();
    let held = |world: &World| {
        let stage = Stage::new(&table.game, typed, &env, world);
        states(&stage, &mut EveryWay::default()).unwrap()
    };
    let mut found: BTreeMap<(usize, Changing), Vec<(Answer, BigUint)>> = BTreeMap::new();
    for ((world, _), ways) in chain {
        let states = held(world);
        for change in &odds.changes {
            let person = &world.people[change.who];
            let answer = match change.what {
                Changing::Marks(track) => {
                    Answer::Number(person.marks.get(&track).map_or(0, |marks| marks.iter().sum()))
                }
                Changing::Points(points) => Answer::Number(person.points.get(&points).map_or(0, |now| now - 2)),
                // Sheets leave it to its default.
                Changing::Trait(index) => Answer::Number(person.traits.get(&index).copied().unwrap_or(1)),
                Changing::Tags(kind) => {
                    let count = person.tags.iter().filter(|tag| tag.kind == kind).count();
                    if table.game.tags[kind].several { Answer::Number(count as i64) } else { Answer::Flag(count > 0) }
                }
                Changing::State(holder) => {
                    let state = states[&(change.who, holder)];
                    Answer::Text(table.game.holder(holder).unwrap().states[state].name.to_string())
                }
                // Nobody has marks or tags at first that could be other ones.
                Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) => Answer::Flag(false),
            };
            let answers = found.entry((change.who, change.what)).or_default();
            match answers.iter_mut().find(|(one, _)| *one == answer) {
                Some((_, sum)) => *sum += ways,
                None => answers.push((answer, ways.clone())),
            }
        }
    }
    let chances = |answers: Vec<(Answer, BigUint)>| {
        answers.into_iter().map(|(answer, ways)| (answer, Chance::new(ways, all.clone()))).collect()
    };
    found.into_iter().map(|(what, answers)| (what, chances(answers))).collect()
}

/// Everybody's marks, points, traits, tags and states, turn after turn, and whether something could
/// not be done: the same fraction each, covered and face by face.
///
/// How many states were carried, how many there are where everything counts, and how many things change.
fn carried_as_at_the_table(rules: String, times: u32) -> (usize, usize, usize) {
    let mut session = Session::new(&Empty);
    let table = table(&mut session, rules);
    let mut carry = |strategy| {
        let bounds = OddsLimits { strategy, ..OddsLimits::default() };
        session
            .staged_odds((&table.game, &Env::default(), &table.world), Err(""), &|stage| {
                of_turns(stage, &table.turns, times, &[], &bounds)
            })
            .unwrap()
    };
    let carried = carry(WalkStrategy::Deferred);
    assert_eq!(carried, carry(WalkStrategy::Enumerate));
    let mut chain = Chain::from([((named_alike(table.world.clone()), false), BigUint::from(1_u32))]);
    let mut seen = std::collections::BTreeSet::new();
    for turn in &carried {
        chain = chain.into_iter().fold(Chain::new(), |mut begun, ((world, _), ways)| {
            *begun.entry((world, false)).or_default() += ways;
            begun
        });
        for what in &table.turns {
            chain = step(&table, what, &chain);
        }
        let all: BigUint = chain.values().sum();
        let unable: BigUint = chain.iter().filter(|((_, unable), _)| *unable).map(|(_, ways)| ways).sum();
        assert_eq!(turn.unable, Chance::new(unable, all), "turn {}", turn.turn);
        assert!(turn.left.is_never());
        for ((who, what), answers) in told(&table, &chain, turn) {
            let change = turn.changes.iter().find(|one| (one.who, one.what) == (who, what)).unwrap();
            let sort = |mut all: Vec<(Answer, Chance)>| {
                all.sort_by(|one, other| one.0.cmp(&other.0));
                all
            };
            let shown = change.to.ways().iter().map(|(answer, _)| (answer.clone(), change.to.chance(answer)));
            assert_eq!(sort(shown.collect()), sort(answers), "turn {}: {} {}", turn.turn, change.name, change.called);
            seen.insert((who, what));
        }
    }
    (carried.last().unwrap().states.unwrap(), chain.len(), seen.len())
}

#[test]
fn turns_are_what_happens_at_the_table() {
    let (carried, all, seen) = carried_as_at_the_table(RULES.to_owned(), TURNS);
    // Both people, and everything that can change about each.
    assert!(seen >= 18, "{seen}");
    assert!(carried < all, "{carried} of {all}: some states are carried as one");
}

/// What follows from a blow cannot be done: then the blow was not dealt either.
#[test]
fn what_cannot_follow_was_not_done() {
    let needs = "  reel:\n    roles: [who]\n    need:\n      No zest: Zest > 0\n";
    let rules = RULES.replace("  reel:\n    roles: [who]\n", needs);
    assert_ne!(rules, RULES);
    carried_as_at_the_table(rules, TURNS);
}

/// Marks with boxes of their own, some of which take more: also where nothing reads how many there are, and where a
/// label says what found none.
#[test]
fn boxes_of_marks_are_carried_as_at_the_table() {
    let own = RULES
        .replace("    boxes: 3\n", "    boxes: {nick: 2, scar: 1}\n    worth: {scar: 2}\n")
        .replace("    boxes: 2\n", "    boxes: {dent: Brawn + 1}\n");
    assert_eq!(own.matches("boxes: {").count(), 2);
    let (.., seen) = carried_as_at_the_table(own.clone(), TURNS);
    assert!(seen >= 16, "{seen}");
    let read = own.replace(
        "on: Flesh, as: nick}\n",
        "on: Flesh}\n      spare: {when: nicks > 0, lose: {Zest: 'min(nicks, Zest)'}}\n",
    );
    assert_ne!(read, own);
    carried_as_at_the_table(read, TURNS);
}

/// Tags that nothing reads: several of a kind, with values; one that takes the place of the one before; one that lasts
/// for some time, or for ever.
fn with_idle_tags() -> String {
    let rules = RULES
        .replace(
            "  Shy: {gives",
            "  Bruise: {several: yes, values: {depth: {number: 0..}}}\n  Fame: {values: {size: {number: 0..}}}\n  Buzz: {lasts: 2 beat}\n  Shy: {gives",
        )
        .replace(
            "  wound:\n",
            "      bruise: {when: blow.outcome = great, gain: {Bruise: permanent}, with: {depth: 1d}, to: other}
      fame: {when: blow.outcome != fine, gain: {Fame: permanent}, with: {size: 1d}, to: one}
      buzz: {when: blow.outcome = poor, gain: {Buzz: yes}, to: one}
      hum: {when: blow.outcome = great, gain: {Buzz: permanent}, to: one}
  wound:
",
        );
    assert_eq!(rules.matches("Buzz").count(), 3);
    rules
}

#[test]
fn tags_that_nothing_reads_are_carried_as_at_the_table() {
    let (.., seen) = carried_as_at_the_table(with_idle_tags(), 2);
    assert!(seen >= 24, "{seen}");
}

const TURNS: u32 = 3;

/// A round that passes by itself holds a turn of everybody: what is counted in turns, and due at them, is as if it were
/// counted in rounds.
#[test]
fn a_round_that_passes_is_a_turn_of_everybody() {
    let turns = RULES
        .replace("  beat: {}\n", "  beat: {}\n  tick: {}\nturns: {round: beat, starts: tick}\n")
        .replace("lasts: 1 beat", "lasts: until tick")
        .replace("{beat: fade}", "{tick: fade}");
    assert_eq!(turns.matches("tick").count(), 4);
    assert_eq!(carried_as_at_the_table(turns.clone(), TURNS), carried_as_at_the_table(RULES.to_owned(), TURNS));
    let changes = |rules: String| {
        let mut session = Session::new(&Empty);
        let Table { game, world, turns, .. } = table(&mut session, rules);
        session
            .staged_odds((&game, &Env::default(), &world), Err(""), &|stage| {
                of_turns(stage, &turns, TURNS, &[], &OddsLimits::default())
            })
            .unwrap()
    };
    assert_eq!(changes(turns), changes(RULES.to_owned()));
}
