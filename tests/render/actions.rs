//! What actions lead to in narrow and wide terminals, in an invented game.

use insta::assert_snapshot;
use tirada::internals::engine::ActionCall;
use tirada::internals::odds::{OddsLimits, Turn, of_turns};
use tirada::internals::report::document::text::{TextStyle, render};
use tirada::internals::report::document::{Document, bbcode};
use tirada::internals::report::odds::{ActionView, TurnEvent, TurnsView, document};
use tirada::internals::report::{Catalogue, Language};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{ActionRequest, Session, action_call};
use tirada::internals::world::{Env, Look, Person, World};

const GAME: &str = "\
tirada: 1
id: reeds
name: Reeds
rounding: down
dice: {d: 10, roll: 3d}
tags: {Lost: {}}
tracks:
  Patience:
    boxes: 12
    marks: {itch: /}
    overflow: ignore
    states: {Calm: {when: lost < 4}, Restless: {when: left > 0}, Fled: {}}
vs: wait
tests:
  wait:
    ask: {target: {number: any}}
    against: target
    roll: 3d
    total: sum()
    outcomes: {hears it: {when: total >= target + 10, is: success}, sees it: {when: total >= target, is: success}, sleeps: {is: failure}}
actions:
  watch:
    roles: [watcher]
    steps:
      long night: {roll: wait, with: {target: 16}, on: {failure: {lost: {when: watcher.Lost = no, gain: {Lost: permanent}, to: watcher}}}}
      itching: 2d6
      itches: {mark: itching, on: Patience, of: watcher}
      told: {say: 'There is not much to see here tonight, {watcher} says, and {itching} gnats.'}
";

struct Empty;

impl Shelf for Empty {
    fn ids(&self) -> Vec<String> {
        Vec::new()
    }

    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }
}

fn drawn(document: &Document, width: usize) -> String {
    let text = render(document, &TextStyle { colour: false, width, plain: false });
    assert!(text.lines().all(|line| line.chars().count() <= width), "too wide for {width}:\n{text}");
    text
}

#[test]
fn they_are_readable_at_every_width() {
    let mut session = Session::new(&Empty);
    let loaded = session.load_files(vec![File { name: "reeds.yml".to_owned(), text: GAME.into() }]);
    assert!(loaded.is_sound(), "{:?}", loaded.findings);
    let game = &loaded.game;
    let mut world = World::new();
    world.join(Person { name: "Lone Wren".to_owned(), ..Person::default() });
    let wish = ActionRequest { action: "watch".to_owned(), ..ActionRequest::default() };
    let call: ActionCall = action_call(game, &world, &wish, true).unwrap();
    let env = Env::default();
    let bounds = OddsLimits::default();
    let odds = session.action_odds(game, &env, &world, &call, &bounds).unwrap();
    let roles = [("watcher".to_owned(), vec!["Lone Wren".to_owned()])];
    let view = ActionView {
        game,
        expression: "watch",
        action: "watch",
        roles: &roles,
        answers: &[],
        fallen: &[],
        policy: &[],
        goal: None,
        odds: &odds,
        all: false,
        seed: None,
    };
    let found = session
        .staged_odds((game, &env, &world), Err(""), &|stage| {
            of_turns(stage, &[Turn::Act(call.clone())], 3, &[], &bounds)
        })
        .unwrap();
    let before: Vec<Look> = (0..2).map(|who| session.see(game, &env, &world, who)).collect();
    let watches = TurnEvent { name: "watch".to_owned(), passes: false, roles: roles.to_vec(), answers: Vec::new() };
    let after = TurnsView {
        game,
        expression: "watch",
        happenings: &[watches],
        before: &before,
        turns: &found.iter().collect::<Vec<_>>(),
        policy: &[],
        seed: None,
    };
    for (language, widths) in [(Language::English, [40, 80, 120]), (Language::Spanish, [40, 80, 120])] {
        let catalogue = Catalogue::new(language);
        for width in widths {
            let name = format!("action_{}_{width}", language.tag());
            let text = drawn(&document(&view, &catalogue), width);
            let later = drawn(&document(&after, &catalogue), width);
            assert_snapshot!(name, format!("{text}\n{later}"));
        }
    }
    let english = Catalogue::new(Language::English);
    assert_snapshot!("action_bbcode", bbcode::render(&document(&after, &english)));
}
