//! How long units of work take: `cargo bench --bench work`. Each line is a question that takes much
//! of one kind of work; a budget of so many units is worth so much time. Then questions of all kinds are
//! asked within the limits and within ten times as much: none that ends within two seconds is refused.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::time::Instant;

use tirada::internals::limits::Limits;
use tirada::internals::odds::{OddsLimits, Turn, of_turns};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{ActionRequest, RollRequest, Session, action_call};
use tirada::internals::world::{Env, Person, World};

/// Rulesets come as texts here.
struct Nothing;

impl Shelf for Nothing {
    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What is asked, and how far explosions are followed.
const QUESTIONS: [(&str, &str, u32); 7] = [
    ("a walk", "3d20 * 3d20 * 2d20", 12),
    ("a pass in 64 bits", "12d20kh5", 12),
    ("a pass in 128 bits", "24d20kh5", 12),
    ("a pass in large numbers", "40d20kh5", 12),
    ("a sum of even dice", "300d100", 12),
    ("a sum of uneven dice", "40d6!", 40),
    ("pools that beat pools", "20d6 beats 20d6", 12),
];

/// Questions that take long, or would if they were not refused.
const HEAVY: [(&str, u32); 40] = [
    ("d1000000", 12),
    ("d20 + d500000", 12),
    ("100d100", 12),
    ("1000d20", 12),
    ("2000d20", 12),
    ("5000d6", 12),
    ("40d6!", 60),
    ("10d10!", 60),
    ("5d6!", 200),
    ("20d20!", 60),
    ("10d10!!kh5", 12),
    ("30d20kh9", 12),
    ("30d20kh15", 12),
    ("60d20kh5", 12),
    ("100d6kh50", 12),
    ("40d6kh20 + 40d6kh20", 12),
    ("12d6kh6 * 12d6kl6", 12),
    ("5d6 beats 5d6", 12),
    ("25d6 beats 25d6", 12),
    ("28d6 beats 28d6", 12),
    ("10d10 beats 10d10", 12),
    ("2d20 * 2d20 * 2d20", 12),
    ("4d20 * 4d20", 12),
    ("6d20kh3 * 6d20kh3", 12),
    ("d1000 * d1000", 12),
    ("d100 * d100 * d100", 12),
    ("(d20)d20", 12),
    ("(2d6)d20", 12),
    ("((d4)d4)d4", 12),
    ("((d6)d6)d6", 12),
    ("if 5d20 > 50 then 10d10 else 20d10", 12),
    ("max(20d20, 20d20)", 12),
    ("let x = 5d20 in x * x", 12),
    ("1000d10>=7", 12),
    ("100d6r1", 12),
    ("30d6ro1kh10", 12),
    ("20d6 + 20d8 + 20d10 + 20d12", 12),
    ("(10d6>=5) * (10d6>=4)", 12),
    ("highest(6d6) * 100 + highest(5d10)", 12),
    ("3d6! * 3d6!", 6),
];

/// Questions whose rows share one budget: what is asked, and the values of `x`.
const OVER: [(&str, std::ops::RangeInclusive<i64>); 5] = [
    ("20d20kh10 + x", 1..=200),
    ("d20000 + x", 1..=50),
    ("(x)d20 + 10d10", 1..=100),
    ("3d20 * (x)d6", 1..=8),
    ("(x)d6 beats 12d6", 1..=12),
];

/// People who hurt one another; turns of it are carried on.
const RULES: &str = "tirada: 1
id: work
name: Work
rounding: down
dice: {d: 6, roll: 3d, names: {a: lowest, W: sum}}
points:
  Zest: {start: 20, min: 0}
tracks:
  Flesh:
    boxes: 8
    marks: {nick: /, scar: X}
    overflow: worsen
    states:
      Fine: {when: lost < 4}
      Bad: {when: left > 0, gives: {slow: -1}}
      Down: {}
tests:
  swing:
    roll: 3d
    ask: {goal: {number: any, default: 10}}
    total: W + sum(slow)
    against: goal
    outcomes:
      great: {when: a >= 3, is: success, values: {harm: W - 8}}
      fine: {when: margin >= 0, is: success, values: {harm: 1}}
      poor: {is: failure}
actions:
  hit:
    roles: [one, other]
    need: {Down: one.Flesh.state != Down}
    steps:
      blow: {roll: swing, by: one, on: {failure: {tired: {when: one.Zest > 0, lose: {Zest: 1}, of: one}, end: {stop: Missed.}}}}
      hurt: {mark: 'max(0, blow.harm)', on: Flesh, of: other, as: nick}
  throw:
    roles: [one]
    ask: {dice: {number: 1..}}
    steps:
      much: {lose: {Zest: 'min(20, (dice)d6 / 10)'}, of: one}
";

/// What is asked of those people: an action once, with so many dice, or so many turns.
const ACTIONS: [(&str, u32); 6] = [("throw", 20), ("throw", 2_000), ("hit", 1), ("hit", 5), ("hit", 20), ("hit", 60)];

/// What a question came to: the code of its error, units, seconds.
type Came = Result<(&'static str, u64, f64), String>;

/// A question within limits.
fn ask(limits: Limits, text: &str, depth: u32) -> Came {
    over(limits, text, 0..=0, depth)
}

/// The same for several values of `x`; 0 is none.
fn over(limits: Limits, text: &str, values: std::ops::RangeInclusive<i64>, depth: u32) -> Came {
    let mut session = Session::within(&Nothing, limits);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    let bounds = OddsLimits { depth, ..OddsLimits::within(&limits) };
    let budget = bounds.budget();
    let mut kept = Vec::new();
    let (mut code, mut time) = ("", 0.0);
    for value in values {
        let known = std::iter::once(("x".to_owned(), value)).filter(|(_, value)| *value != 0).collect();
        let request =
            RollRequest { text: text.to_owned(), source: "<bench>".to_owned(), known, ..RollRequest::default() };
        let ready = session.prepare(&loaded.game, &request).map_err(|errors| format!("{text}: {errors:?}"))?;
        let began = Instant::now();
        let found = session.odds_within(&loaded.game, &ready, &bounds, &budget);
        time += began.elapsed().as_secs_f64();
        match found {
            Ok(odds) => kept.push(odds),
            Err(error) => {
                code = error.code.as_str();
                break;
            }
        }
    }
    Ok((code, budget.done(), time))
}

/// An action, or turns of it. Their units are not told.
fn call(limits: Limits, action: &str, count: u32) -> Came {
    let mut session = Session::within(&Nothing, limits);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: RULES.to_owned() }]);
    if !loaded.is_sound() {
        return Err(format!("{:?}", loaded.findings));
    }
    let (game, mut world) = (loaded.game, World::new());
    for name in ["Ann", "Bob"] {
        world.join(Person { name: name.to_owned(), ..Person::default() });
    }
    let play = |role: &str, who: &str| (Some(role.to_owned()), vec![who.to_owned()]);
    let mut wish =
        ActionRequest { action: action.to_owned(), roles: vec![play("one", "Ann")], ..ActionRequest::default() };
    match action {
        "throw" => wish.answers.extend([("dice".to_owned(), count.to_string())]),
        _ => wish.roles.push(play("other", "Bob")),
    }
    let call = action_call(&game, &world, &wish, false).map_err(|errors| format!("{action}: {errors:?}"))?;
    let (env, bounds) = (Env::default(), OddsLimits::within(&limits));
    let began = Instant::now();
    let code = if action == "throw" {
        session.action_odds(&game, &env, &world, &call, &bounds).map_or_else(|error| error.code.as_str(), |_| "")
    } else {
        let turns = [Turn::Act(call)];
        session
            .staged_odds((&game, &env, &world), Err(""), &|stage| of_turns(stage, &turns, count, &[], &bounds))
            .map_or_else(|error| error.code.as_str(), |_| "")
    };
    Ok((code, 0, began.elapsed().as_secs_f64()))
}

fn main() -> Result<(), String> {
    println!("| work | units | time | ten billion units take |\n| --- | ---: | ---: | ---: |");
    for (name, text, depth) in QUESTIONS {
        let (came, units, time) = ask(Limits::FULL, text, depth)?;
        let whole = time * Limits::FULL.odds as f64 / units.max(1) as f64;
        println!("| {name}: `{text}` {came} | {units} | {:.0} ms | {whole:.1} s |", time * 1e3);
    }
    println!("\n| question | depth | units | time | within ten times as much |\n| --- | ---: | ---: | ---: | ---: |");
    let raised = Limits { odds: Limits::FULL.odds * 10, memory: Limits::FULL.memory * 10, ..Limits::FULL };
    let mut wrong = 0;
    let mut told = |text: &str, depth: &str, ask: &dyn Fn(Limits) -> Came| -> Result<(), String> {
        let (came, units, time) = ask(Limits::FULL)?;
        let more = match came {
            "" => String::new(),
            _ => {
                let (came, _, time) = ask(raised)?;
                wrong += u32::from(came.is_empty() && time < 2.0);
                format!("{:.0} ms {came}", time * 1e3)
            }
        };
        let units = if units == 0 { "–".to_owned() } else { units.to_string() };
        println!("| `{text}` {came} | {depth} | {units} | {:.0} ms | {more} |", time * 1e3);
        Ok(())
    };
    for (text, depth) in HEAVY {
        told(text, &depth.to_string(), &|limits| ask(limits, text, depth))?;
    }
    for (text, values) in OVER {
        let name = format!("{text} --over x={}..{}", values.start(), values.end());
        told(&name, "12", &|limits| over(limits, text, values.clone(), 12))?;
    }
    for (action, count) in ACTIONS {
        let name = match action {
            "throw" => format!("--do throw --set dice={count}"),
            _ => format!("--do {action} --turns {count}"),
        };
        told(&name, "12", &|limits| call(limits, action, count))?;
    }
    println!("\nRefused though they end within 2 s: {wrong}.");
    if wrong == 0 { Ok(()) } else { Err("questions that end soon are refused".to_owned()) }
}
