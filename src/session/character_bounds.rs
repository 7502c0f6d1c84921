//! Checks a character file against bounds that formulas compute: upper bounds of points, boxes of tracks, requirements.

use crate::check::program::{At, CheckedGame, Ir, Kind, Named, Op, Origin, PointsRead, Requirement, TrackRead};
use crate::check::range_words;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::engine::{Answer, Generator, Watched, look};
use crate::ruleset::CharacterFile;
use crate::source::{Placement, Span};
use crate::syntax::{CompareOp, TextSpan};
use crate::world::{Env, FileOwner, Person, TABLE, World, is_reserved_name, read_person};

/// A character as a file says, and everything that is wrong or suspect in it. With another character, what is not
/// said is as it is there.
#[must_use]
pub(crate) fn person_in(
    file: &CharacterFile,
    game: &CheckedGame,
    owner: FileOwner,
    like: Option<&Person>,
) -> (Person, Vec<Diagnostic>) {
    let (person, mut found) = read_person(file, game, owner, like);
    if owner == FileOwner::Character && is_reserved_name(&person.name) {
        found.push(Diagnostic::error(Code::NobodyIsCalledSo, file.named).arg("name", &*person.name));
    }
    if !found.iter().any(Diagnostic::is_error) {
        let mut world = World::new();
        let who = match (owner, world.people.get_mut(TABLE)) {
            (FileOwner::Table, Some(table)) => {
                table.points.clone_from(&person.points);
                TABLE
            }
            _ => world.join(person.clone()),
        };
        found.extend(beyond(file, game, &Env::default(), &world, who).into_iter().map(|one| one.warning));
    }
    (person, found)
}

/// What a change of a character at a table says beyond the rules there. What comes nearer to them is allowed.
#[must_use]
pub(crate) fn beyond_at(
    file: &CharacterFile,
    game: &CheckedGame,
    env: &Env,
    before: &World,
    after: &World,
    who: usize,
) -> Vec<Diagnostic> {
    let was = beyond(file, game, env, before, who);
    let grown = |one: &BoundViolation| !was.iter().any(|old| old.what == one.what && one.by <= old.by);
    let refused = beyond(file, game, env, after, who).into_iter().filter(grown);
    refused.map(|one| Diagnostic { severity: Severity::Error, ..one.warning }).collect()
}

/// Points or marks beyond what formulas allow, or a requirement that is not met.
struct BoundViolation {
    what: String,
    /// By how much the value exceeds the bound.
    by: u64,
    warning: Diagnostic,
}

/// Points and marks that a file names and that are beyond what formulas allow, and requirements that are not met; what
/// they come to may change in play.
fn beyond(file: &CharacterFile, game: &CheckedGame, env: &Env, world: &World, who: usize) -> Vec<BoundViolation> {
    let Some(person) = world.people.get(who) else { return Vec::new() };
    let Some(anywhere) = place_in(file, |_| true) else { return Vec::new() };
    let at = At { origin: At::TYPED, span: TextSpan::default() };
    let mut watch: Vec<Watched> = Vec::new();
    let mut ask = |op: Op| {
        watch.push((Ir { op, at }, Kind::Number));
        watch.len() - 1
    };
    // What is compared, where it is, and the places of its least and its most.
    let mut looked: Vec<(String, i64, Span, [Option<usize>; 2])> = Vec::new();
    for entry in &file.points {
        let Some(Named::Points(index)) = game.names.get(&entry.name.text).copied() else { continue };
        let Some(now) = person.points.get(&index) else { continue };
        let points = &game.points[index];
        let least = points.min.as_ref().map(|ir| ask(ir.op.clone()));
        let most = points.max.is_some().then(|| ask(Op::Points(index, PointsRead::Max)));
        looked.push((points.name.to_string(), *now, entry.span, [least, most]));
    }
    for (name, place, _) in &file.traits {
        let Some(Named::Trait(index)) = game.names.get(&name.text).copied() else { continue };
        let (Some(def), Some(now)) = (game.traits.get(index), person.traits.get(&index)) else { continue };
        let ends = def.ends.each_ref().map(|end| end.as_ref().map(|ir| ask(ir.op.clone())));
        if ends.iter().any(Option::is_some) {
            looked.push((def.name.to_string(), *now, *place, ends));
        }
    }
    for raw in &file.marks {
        let Some(Named::Track(index)) = game.names.get(&raw.track.text).copied() else { continue };
        let (Some(marks), Some(last)) = (person.marks.get(&index), raw.marks.last()) else { continue };
        let marked = marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one));
        let boxes = ask(Op::Track(index, TrackRead::Boxes));
        looked.push((raw.track.text.clone(), marked, last.span, [None, Some(boxes)]));
        for entry in &raw.marks {
            let each = &game.tracks[index].each;
            let Some(mark) = each.iter().position(|(name, _)| **name == *entry.name.text) else { continue };
            let Some(marked) = marks.get(mark) else { continue };
            let boxes = ask(Op::Track(index, TrackRead::BoxesOf(mark)));
            looked.push((entry.name.text.clone(), *marked, entry.span, [None, Some(boxes)]));
        }
    }
    let kind = person.kind(game);
    let of_this_kind = |one: &&Requirement| who != TABLE && one.kind.is_none_or(|of| Some(of) == kind);
    let required: Vec<&Requirement> = game.requirements.iter().filter(of_this_kind).collect();
    let before = watch.len();
    for Requirement { condition, .. } in &required {
        // The sides of a comparison say how far it is from being true.
        let compared = sides(game, condition);
        let (left, right) = compared.unwrap_or((condition, condition));
        let kind = if compared.is_some() { Kind::Number } else { Kind::Flag };
        watch.push((condition.clone(), Kind::Flag));
        watch.extend([(left.clone(), kind.clone()), (right.clone(), kind)]);
    }
    let nowhere = Placement { span: Span { end: anywhere.start, ..anywhere }, style: None };
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
        Some(BoundViolation { what: name, by, warning: warning.arg("range", range) })
    };
    let judged = found.get(before..).unwrap_or_default().chunks(3);
    let unmet = required.iter().zip(judged).filter_map(|(one, found)| {
        let [Ok(Answer::Flag(false)), left, right] = found else { return None };
        let read = |word: &str| match game.names.get(word) {
            Some(Named::Trait(index)) => {
                one.condition.any_part(&|part| matches!(part.op, Op::Trait(read) if read == *index))
            }
            _ => false,
        };
        let at = place_in(file, read).unwrap_or(anywhere);
        let warning = Diagnostic::warning(Code::RequirementUnmet, at).arg("sentence", &*one.name);
        let (by, warning) = match (left, right) {
            (Ok(Answer::Number(left)), Ok(Answer::Number(right))) => {
                (left.abs_diff(*right), warning.arg("left", *left).arg("right", *right).arg("compared", "yes"))
            }
            _ => (0, warning.arg("compared", "no")),
        };
        Some(BoundViolation { what: one.name.to_string(), by, warning })
    });
    looked.into_iter().filter_map(out).chain(unmet).collect()
}

/// Both sides of a comparison of numbers. Words can only be the same or not.
fn sides<'i>(game: &CheckedGame, condition: &'i Ir) -> Option<(&'i Ir, &'i Ir)> {
    let Op::Compare(op, left, right) = &condition.op else { return None };
    let numbers = || is_number(game, left) && is_number(game, right);
    (!matches!(op, CompareOp::Equal | CompareOp::NotEqual) || numbers()).then_some((left, right))
}

/// Whether what is surely a number is on one side of `=`.
fn is_number(game: &CheckedGame, ir: &Ir) -> bool {
    match &ir.op {
        Op::Number(_) | Op::Negate(_) | Op::Arithmetic(..) | Op::Min(_) | Op::Max(_) => true,
        Op::Points(..) | Op::Track(..) | Op::TagCount(..) | Op::Gather(..) | Op::Group(..) => true,
        Op::Trait(index) => game.trait_kind(*index) == Kind::Number,
        Op::If(_, then, otherwise) => is_number(game, then) && is_number(game, otherwise),
        Op::Let(_, _, body) => is_number(game, body),
        _ => false,
    }
}

/// The place of the last value in a file whose name is sought.
fn place_in(file: &CharacterFile, sought: impl Fn(&str) -> bool) -> Option<Span> {
    let traits = file.traits.iter().map(|(name, at, _)| (&name.text, *at));
    let members = file.members.iter().map(|(_, name, at, _)| (&name.text, *at));
    let marks = file.marks.iter().flat_map(|one| &one.marks);
    let entries = file.points.iter().chain(marks).map(|one| (&one.name.text, one.span));
    let tags = file.tags.iter().map(|one| (&one.kind.text, one.span));
    let mut all = tags.chain(entries).chain(members).chain(traits);
    all.rfind(|(name, _)| sought(name)).map(|(_, at)| at)
}
