//! Conditions of steps and interventions that no total meets, counts of tags of which there is one at most, values of
//! tags that nothing reads, and dice that nothing adds to any more.

use super::{folder, found, pairs, write};

const BRIDGES: &str = "\
tirada: 1
id: bridges
name: Bridges
language: en
rounding: down
traits: {Span: {number: 0..3}}
tags:
  Braced: {values: {ropes: {number: 1..4}, colour: {one of: [red, blue]}, note: {text: any}}, gives: {hold: 1}}
  Nailed: {several: yes, gives: {hold: ropes}, values: {ropes: {number: 1..2, default: 1}}}
  Tarred: {gives: {seal: 1}}
  Waxed: {gives: {seal: -1}}
tests:
  cross:
    ask: {span: {number: 0..3}, wind: {number: 0..5, default: 0}}
    roll: 2d6
    total: sum() + span - wind
    outcomes:
      over: {when: total >= 9, is: success}
      wet: {is: failure}
  wade:
    ask: {depth: {number: 0..9}}
    roll: 1d6
    total: sum()
    outcomes:
      over: {when: total > depth, is: success}
      wet: {is: failure}
actions:
  go:
    roles: [walker]
    steps:
      way: {roll: cross, by: walker, with: {span: walker.Span}}
      cheer: {when: way.total > 20, say: Over!}
      sigh: {when: way.total > 14, say: Over.}
      ford: {roll: wade, by: walker, with: {depth: 3}}
      gasp: {when: ford.total > 6, say: Gasp}
      twice: {when: count(Braced) > 1, say: Twice}
      nail: {when: count(Nailed) > 1, say: Twice}
      seal: {when: sum(seal) > 1, say: Tight}
      hold: {when: sum(hold) > 9, say: Tight}
      tar: {gain: [Tarred, Waxed]}
      fix: {gain: Nailed}
interventions:
  pull:
    after: cross
    when: total > 20
    steps: {again: {reroll: all}}
  push:
    after: cross
    need: {Not so far: total < 22}
    steps: {again: {reroll: all}}
  haul:
    after: [cross, wade]
    when: total > 14
    steps: {again: {reroll: all}}
";

#[test]
fn outcomes_beyond_every_total_are_reported() {
    let home = folder("checking-totals");
    write(&home.join("bridges.yml"), BRIDGES);
    let line = |text: &str| BRIDGES.lines().position(|line| line.contains(text)).map_or(0, |at| at as u64 + 1);
    let mut expected = vec![
        ("unused-tag-value", line("Braced: {values")),
        ("always-same", line("cheer:")),
        ("always-same", line("ford.total > 6")),
        ("always-same", line("twice:")),
        ("always-same", line("seal: {when")),
        ("always-same", line("when: total > 20")),
        ("always-same", line("total < 22")),
    ];
    expected.sort_by_key(|(_, line)| *line);
    assert_eq!(found(&home, &["bridges.yml"]), pairs(&expected));
    // An input that an intervention changes may be anything that its question allows.
    let helped = |span: &str| {
        let rail = "  rail:\n    after: cross\n    steps: {up: {change: {span: span + 1}}}\n  haul:\n";
        let helped = BRIDGES.replace("  haul:\n", rail).replace("span: {number: 0..3}", span);
        write(&home.join("helped.yml"), &helped.replace("id: bridges", "id: helped"));
        found(&home, &["helped.yml"])
    };
    assert_eq!(helped("span: {number: 0..3}"), pairs(&expected));
    let lines: Vec<u64> = helped("span: {number: any}").into_iter().map(|(_, line)| line).collect();
    assert_eq!(lines, [line("Braced: {values"), line("ford.total > 6"), line("twice:"), line("seal: {when")]);
}

const FORGE: &str = "\
tirada: 1
id: forge
name: The forge
language: en
rounding: down
traits: {Arm: {number: 1..6, default: 2}}
points: {Heat: {start: 2, max: 6}}
tags: {Fired: {gives: {extra: 1}}, Calm: {gives: {calm: 1}}}
tests:
  strike:
    roll: (Arm + sum(extra))d6
    total: count(>= 5) + sum(calm)
    outcomes: {hit: {when: total >= 1, is: success}, miss: {is: failure}}
  melt:
    roll: (Heat)d6
    total: count(>= 5)
    outcomes: {hit: {when: total >= 1, is: success}, miss: {is: failure}}
actions:
  work: {roles: [who], steps: {r: {roll: strike, by: who}, h: {roll: melt, by: who}, s: {say: '{Heat = Heat - 1}'}}}
interventions:
  fire up: {after: strike, steps: {g: {gain: Fired}}}
  calm down: {after: strike, steps: {g: {gain: Calm}}}
  warm up: {after: melt, steps: {g: {gain: {Heat: 1}}}}
  cool: {after: melt, steps: {p: {pay: {Heat: 1}}, r: {reroll: all}}}
  grow: {after: strike, steps: {g: {set: {Arm: Arm + 1}}}}
  idle: {after: strike, steps: {p: {pay: {Heat: 1}}, more: Heat + 1}}
";

/// After a roll its dice lie: what only their number reads adds none. Nothing else reads values of an intervention.
#[test]
fn dice_that_lie_follow_nothing_but_changes() {
    let home = folder("checking-forge");
    write(&home.join("forge.yml"), FORGE);
    let expected = [
        ("always-same", 19),
        ("dice-lie-already", 21),
        ("dice-lie-already", 23),
        ("dice-lie-already", 25),
        ("unused-value", 26),
    ];
    assert_eq!(found(&home, &["forge.yml"]), pairs(&expected));
}
