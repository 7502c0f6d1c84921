//! What a character's file says that the rules do not allow as things stand, where formulas say what they allow.

use crate::check::program::{At, Game, Ir, Kind, Named, Op, Origin, PointsRead, TrackRead};
use crate::check::range_words;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::engine::{Answer, Generator, Watched, look};
use crate::ruleset::CharacterFile;
use crate::source::{Placement, Span};
use crate::syntax::TextSpan;
use crate::world::{Env, Person, TABLE, Whose, World, read_person};

/// A character as a file says, and everything that is wrong or suspect in it. With another character, what is not
/// said is as it is there.
#[must_use]
pub(crate) fn person_in(
    file: &CharacterFile,
    game: &Game,
    whose: Whose,
    like: Option<&Person>,
) -> (Person, Vec<Diagnostic>) {
    let (person, mut found) = read_person(file, game, whose, like);
    if !found.iter().any(Diagnostic::is_error) {
        let mut world = World::new();
        let who = match (whose, world.people.get_mut(TABLE)) {
            (Whose::Table, Some(table)) => {
                table.points.clone_from(&person.points);
                TABLE
            }
            _ => world.join(person.clone()),
        };
        found.extend(beyond(file, game, &Env::default(), &world, who).into_iter().map(|one| one.warning));
    }
    (person, found)
}

/// What a change of somebody at a table says beyond what the rules allow there. What comes nearer to that is allowed.
#[must_use]
pub(crate) fn beyond_at(
    file: &CharacterFile,
    game: &Game,
    env: &Env,
    before: &World,
    after: &World,
    who: usize,
) -> Vec<Diagnostic> {
    let was = beyond(file, game, env, before, who);
    let grown = |one: &Beyond| !was.iter().any(|old| old.what == one.what && one.by < old.by);
    let refused = beyond(file, game, env, after, who).into_iter().filter(grown);
    refused.map(|one| Diagnostic { severity: Severity::Error, ..one.warning }).collect()
}

/// Points or marks beyond what formulas allow.
struct Beyond {
    what: String,
    /// How far.
    by: u64,
    warning: Diagnostic,
}

/// Points and marks that a file names and that are beyond what formulas allow; what they come to may change in play.
fn beyond(file: &CharacterFile, game: &Game, env: &Env, world: &World, who: usize) -> Vec<Beyond> {
    let Some(person) = world.people.get(who) else { return Vec::new() };
    let Some(anywhere) = file.points.iter().chain(file.marks.iter().flat_map(|one| &one.marks)).next() else {
        return Vec::new();
    };
    let at = At { origin: At::TYPED, span: TextSpan::default() };
    let mut watch: Vec<Watched> = Vec::new();
    let mut ask = |op: Op| {
        watch.push((Ir { op, at }, Kind::Number));
        watch.len() - 1
    };
    // What is compared, where it stands, and the places of its least and its most.
    let mut looked: Vec<(String, i64, Span, [Option<usize>; 2])> = Vec::new();
    for entry in &file.points {
        let Some(Named::Points(index)) = game.names.get(&entry.name.text).copied() else { continue };
        let (Some(points), Some(now)) = (game.points.get(index), person.points.get(&index)) else { continue };
        let least = points.min.as_ref().map(|ir| ask(ir.op.clone()));
        let most = points.max.is_some().then(|| ask(Op::Points(index, PointsRead::Max)));
        looked.push((points.name.to_string(), *now, entry.span, [least, most]));
    }
    for raw in &file.marks {
        let Some(Named::Track(index)) = game.names.get(&raw.track.text).copied() else { continue };
        let (Some(marks), Some(last)) = (person.marks.get(&index), raw.marks.last()) else { continue };
        let marked = marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
        let boxes = ask(Op::Track(index, TrackRead::Boxes));
        looked.push((raw.track.text.clone(), marked, last.span, [None, Some(boxes)]));
    }
    let nowhere = Placement { span: Span { end: anywhere.span.start, ..anywhere.span }, style: None };
    let typed = Origin { text: "".into(), placement: nowhere };
    let mut dice = Generator::new(0);
    let found = look(game, &typed, env, world, who, &mut dice, &watch);
    let number = |place: Option<usize>| match found.get(place?) {
        Some(Ok(Answer::Number(number))) => Some(*number),
        // What cannot be computed yet bounds nothing.
        _ => None,
    };
    let out = |(name, value, at, [least, most]): (String, i64, Span, [Option<usize>; 2])| {
        let (least, most) = (number(least), number(most));
        let under = least.filter(|least| value < *least).map(|least| least.abs_diff(value));
        let by = under.or(most.filter(|most| value > *most).map(|most| most.abs_diff(value)))?;
        let range = range_words(least.unwrap_or(if value < 0 { i64::MIN } else { 0 }), most.unwrap_or(i64::MAX));
        let warning = Diagnostic::warning(Code::BeyondBounds, at).arg("name", name.as_str()).arg("value", value);
        Some(Beyond { what: name, by, warning: warning.arg("range", range) })
    };
    looked.into_iter().filter_map(out).collect()
}
