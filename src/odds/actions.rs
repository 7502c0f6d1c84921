//! Odds of actions: the walk over the action itself.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::card_classes::CardUsage;
use super::chance::Chance;
use super::distribution::Distribution;
use super::error::OddsError;
use super::expression::{ExpressionLeaf, ends_of_one, ends_of_two, from_leaves};
use super::face_classes::FaceClasses;
use super::mass::{Mass, together};
use super::model::{ActionOdds, ChangeOdds, Changing, Moved, TestOdds, unanswered};
use super::walk::{
    self, CountedEnds, Failed, Heap, ReachedOutcome, Rolled, RunTests, TestInterner, TestMass, Walked, Walker,
    and_then as and_then_tests, fail, keys, shown_heap,
};
use super::{OddsLimits, WalkStrategy, conservation, first_test};
use crate::check::program::{CheckedGame, TagId, Test};
use crate::diagnostic::{Code, text_of};
use crate::engine::{
    ActionCall, Answer, Done, Failure, Never, Stage, States, There as _, act, act_alone, follow, nowhere, states,
    trait_of,
};
use crate::id::Id;
use crate::limits::Budget;
use crate::sort::Gather as _;
use crate::sort::Sort as _;
use crate::source::fold;
use crate::world::{Event, HeldTag, Lasts, Person, TagValue, World};

/// What one run of an action comes to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct ActionLeaf {
    pub(super) values: Vec<(String, Answer)>,
    pub(super) changes: CharacterChanges,
    pub(super) said: Vec<String>,
    /// Every character and property that some run changes.
    pub(super) touched: BTreeSet<ChangeKey>,
    pub(super) refused: bool,
}

/// Everything that something happened to.
fn touched(before: &World, after: &World, events: &[Event]) -> BTreeSet<ChangeKey> {
    let kind = |number: i64| after.tag(number).or_else(|| before.tag(number)).map(|(_, tag)| tag.kind);
    let what = events.iter().filter_map(|event| {
        Some(match event {
            Event::Points { who, points, .. } => (*who, Changing::Points(*points)),
            Event::Marks { who, track, .. } => (*who, Changing::Marks(*track)),
            Event::Trait { who, index, .. } => (*who, Changing::Trait(*index)),
            Event::TagGained { who, tag } | Event::TagLost { who, tag, .. } => (*who, Changing::Tags(tag.kind)),
            // A tag that came and went meanwhile is on neither side.
            Event::TagValue { who, number, .. } => (*who, Changing::Tags(kind(*number)?)),
            _ => return None,
        })
    });
    what.to_set()
}

/// What differs in a character although the number of tags and marks is the same.
pub(super) fn other(game: &CheckedGame, old: &Person, new: &Person) -> Result<Vec<Changing>, Failure> {
    let mut found = Vec::new();
    for (track, now) in &new.marks {
        // Who has no marks has none of any kind.
        if old.marks.get(track).is_some_and(|was| was != now && boxes(was) == boxes(now)) {
            found.push(Changing::Kinds(*track));
        }
    }
    let kinds: BTreeSet<TagId> = old.tags.iter().map(|tag| tag.kind).to_set();
    // Which cards one has makes no other.
    let all = (game, &CardUsage::default());
    for kind in kinds {
        let free_names = game.tags[kind].free_names;
        let (was, now) = (held(old, new, kind, free_names), held(new, old, kind, free_names));
        // Names and numbers say which were gained and which were lost.
        let values =
            |all: &[&HeldTag]| all.iter().map(|tag| (tag.name.clone(), tag.values.clone())).collect::<Vec<_>>();
        let (old_values, new_values) = (values(&was), values(&now));
        if !within(&old_values, &new_values) && !within(&new_values, &old_values) {
            found.push(Changing::Values(kind));
        } else if was.len() == now.len() && tags(all, old, kind) == tags(all, new, kind) {
            let lasts = |all: &[&HeldTag]| {
                let mut lasts: Vec<Lasts> = all.iter().map(|tag| tag.lasts).collect();
                lasts.order();
                lasts
            };
            if lasts(&was) != lasts(&now) {
                found.push(Changing::Lasts(kind));
            }
        }
    }
    Ok(found)
}

/// A character's tags of a kind; of those with free names, the ones whose names the other character has too.
fn held<'p>(person: &'p Person, other: &Person, kind: TagId, free_names: bool) -> Vec<&'p HeldTag> {
    let named = |name: &Option<String>| other.tags.iter().any(|tag| tag.kind == kind && tag.name == *name);
    person.tags.iter().filter(|tag| tag.kind == kind && (!free_names || named(&tag.name))).collect()
}

/// Whether all of these are among the others, as many times.
fn within(some: &[(Option<String>, Vec<TagValue>)], all: &[(Option<String>, Vec<TagValue>)]) -> bool {
    let count = |list: &[(Option<String>, Vec<TagValue>)], one| list.iter().filter(|other| *other == one).count();
    some.iter().all(|one| count(some, one) <= count(all, one))
}

/// The same for all characters.
pub(super) fn others(game: &CheckedGame, before: &World, after: &World) -> Result<Vec<ChangeKey>, Failure> {
    let mut found = Vec::new();
    for (who, (old, new)) in before.people.shared().zip(after.people.shared()).enumerate() {
        if !Arc::ptr_eq(old, new) {
            found.extend(other(game, old, new)?.into_iter().map(|what| (who, what)));
        }
    }
    Ok(found)
}

/// Whether it says that something is other although there is as much of it.
fn says_other(what: Changing) -> bool {
    matches!(what, Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_))
}

/// What says how something is other where there is as much of it as before.
fn besides(what: Changing) -> Vec<Changing> {
    match what {
        Changing::Marks(track) => vec![Changing::Kinds(track)],
        Changing::Tags(kind) => vec![Changing::Values(kind), Changing::Lasts(kind)],
        _ => Vec::new(),
    }
}

/// Boxes that have any mark.
pub(super) fn boxes(marks: &[i64]) -> i64 {
    marks.iter().fold(0_i64, |sum, one| sum.saturating_add(*one))
}

/// Failures that say that something cannot be done now: others are mistakes.
pub(super) const REFUSED: [Code; 5] =
    [Code::NeedNotMet, Code::NotEnoughPoints, Code::TagNotThere, Code::DeckEmpty, Code::HasAnother];

/// Whether something cannot be done any more: also where an answer names a tag that was there at first.
pub(super) fn is_over(first: &Stage<'_>, failure: &Failure) -> bool {
    let was_there = |text: &str| {
        let text = fold(text);
        let called = |(name, _): (String, i64)| fold(&name) == text || text.ends_with(&format!(".{}", fold(&name)));
        let of_one =
            |person: &Person| first.game.tags.ids().flat_map(|kind| person.tags_called(first.game, kind)).any(called);
        first.world.people.iter().any(of_one)
    };
    let gone = || failure.code() == Code::BadAnswer && text_of(failure.args(), "text").is_some_and(was_there);
    REFUSED.contains(&failure.code()) || gone()
}

/// What an action led to, and how all characters were then.
type WorldLeaf = (ActionLeaf, World);

/// The same, how likely that is, and the tests that were rolled on the way.
type WeightedLeaf = (WorldLeaf, Mass, Vec<(RunTests, TestMass)>);

impl Heap for ActionLeaf {
    fn heap(&self) -> u64 {
        let said: u64 = self.said.iter().map(|text| 48 + text.len() as u64).sum();
        let changes: u64 = self.changes.values().map(Heap::heap).sum();
        // Maps have room for eleven entries at least.
        let maps = 48 * 11_u64.max(self.changes.len() as u64) + 32 * 11_u64.max(self.touched.len() as u64);
        said.saturating_add(shown_heap(&self.values)).saturating_add(changes + maps)
    }
}

impl Heap for World {
    fn heap(&self) -> u64 {
        let of = |person: &Person| {
            let maps = person.traits.len() + person.open.len() + person.points.len() + 2 * person.marks.len();
            // Maps that have anything have room for eleven entries at least.
            size_of::<Person>() as u64 + 400 + 48 * maps as u64 + 300 * person.tags.len() as u64
        };
        self.people.iter().map(of).sum()
    }
}

impl ActionLeaf {
    pub(super) fn refused() -> Self {
        Self { refused: true, ..Self::default() }
    }

    pub(super) fn of(
        (game, cards): (&CheckedGame, &CardUsage),
        before: &World,
        after: &World,
        done: Done,
    ) -> Result<Self, Failure> {
        let mut changes = changes((game, cards), before, after, &done.events)?;
        changes.extend(others(game, before, after)?.into_iter().map(|owner| (owner, Answer::Flag(true))));
        let touched = touched(before, after, &done.events);
        Ok(Self { values: done.values, changes, said: done.said, touched, refused: false })
    }

    /// This, and what came of it, from one world to another.
    fn and_then(&self, then: &Self, game: &CheckedGame, (before, after): (&World, &World)) -> Result<Self, Failure> {
        let mut both = self.clone();
        both.said.extend(then.said.iter().cloned());
        both.touched.extend(&then.touched);
        and_then(&mut both.changes, &then.changes);
        // What is other than before is not what was other in between.
        both.changes.retain(|(_, what), _| !says_other(*what));
        both.changes.extend(others(game, before, after)?.into_iter().map(|owner| (owner, Answer::Flag(true))));
        Ok(both)
    }
}

/// A character by index, and what changed.
pub(super) type ChangeKey = (usize, Changing);

/// All changes of characters, with the new values.
pub(super) type CharacterChanges = BTreeMap<ChangeKey, Answer>;

/// What was taken and given back has not changed.
fn forget_nothing(changes: &mut CharacterChanges) {
    let counts = |what: &Changing| matches!(what, Changing::Points(_) | Changing::Marks(_));
    changes.retain(|(_, what), answer| !counts(what) || *answer != Answer::Number(0));
}

/// What is other than before, and then what became of that.
pub(super) fn and_then(changes: &mut CharacterChanges, then: &CharacterChanges) {
    for ((who, what), answer) in then {
        let counts = matches!(what, Changing::Points(_) | Changing::Marks(_));
        match (changes.get_mut(&(*who, *what)), answer) {
            (Some(Answer::Number(sum)), Answer::Number(more)) if counts => *sum = sum.saturating_add(*more),
            (Some(old), new) => *old = new.clone(),
            (None, new) => {
                changes.insert((*who, *what), new.clone());
            }
        }
    }
    forget_nothing(changes);
}

/// What is other than before.
pub(super) fn changes(
    (game, cards): (&CheckedGame, &CardUsage),
    before: &World,
    after: &World,
    events: &[Event],
) -> Result<CharacterChanges, Failure> {
    let mut changes = CharacterChanges::new();
    let mut touched: BTreeSet<(usize, TagId)> = BTreeSet::new();
    for event in events {
        match event {
            Event::Points { who, points, from, to } => {
                let sum = changes.entry((*who, Changing::Points(*points))).or_insert(Answer::Number(0));
                if let Answer::Number(sum) = sum {
                    *sum = sum.saturating_add(to.saturating_sub(*from));
                }
            }
            Event::Marks { who, track, from, to } => {
                let sum = changes.entry((*who, Changing::Marks(*track))).or_insert(Answer::Number(0));
                if let Answer::Number(sum) = sum {
                    *sum = sum.saturating_add(boxes(to).saturating_sub(boxes(from)));
                }
            }
            Event::State { who, holder, to, .. } => {
                changes.insert((*who, Changing::State(*holder)), state(game, *holder, *to)?);
            }
            Event::Trait { who, index, to, .. } => {
                changes.insert((*who, Changing::Trait(*index)), trait_shown(game, *index, *to));
            }
            Event::Own { name, .. } => {
                return Err(own_trait(name));
            }
            Event::TagGained { who, tag } | Event::TagLost { who, tag, .. } => {
                touched.insert((*who, tag.kind));
            }
            Event::TagValue { .. } | Event::TagLasts { .. } | Event::Said(_) | Event::Passed(_) | Event::Turn(_) => {}
        }
    }
    for (who, kind) in touched {
        let is = tags((game, cards), after.people.get(who).there(nowhere())?, kind);
        if cards.count(kind) || tags((game, cards), before.people.get(who).there(nowhere())?, kind) != is {
            changes.insert((who, Changing::Tags(kind)), is);
        }
    }
    forget_nothing(&mut changes);
    Ok(changes)
}

/// That a trait changes which its owner named: odds do not tell these.
pub(super) fn own_trait(name: &str) -> Failure {
    Failure::new(Code::OddsOfOwnTrait, nowhere()).arg("name", name)
}

/// A trait as people see it: a number, or a word.
pub(super) fn trait_shown(game: &CheckedGame, index: usize, value: i64) -> Answer {
    Answer::of(game, &game.trait_kind(index), value)
}

pub(super) fn state(game: &CheckedGame, holder: usize, state: usize) -> Result<Answer, Failure> {
    let state = game.holder(holder).and_then(|one| one.states.get(state)).there(nowhere())?;
    Ok(Answer::Text(state.name.to_string()))
}

/// What something is where it has not changed.
fn value_before(
    (stage, cards): (&Stage<'_>, &CardUsage),
    states: &States,
    who: usize,
    what: Changing,
) -> Result<Answer, Failure> {
    match what {
        Changing::Points(_) | Changing::Marks(_) => Ok(Answer::Number(0)),
        Changing::State(holder) => state(stage.game, holder, *states.get(&(who, holder)).there(nowhere())?),
        Changing::Trait(index) => trait_of(stage, who, index).map(|value| trait_shown(stage.game, index, value)),
        Changing::Tags(kind) => Ok(tags((stage.game, cards), stage.world.people.get(who).there(nowhere())?, kind)),
        Changing::Kinds(_) | Changing::Values(_) | Changing::Lasts(_) => Ok(Answer::Flag(false)),
    }
}

/// A name as it is in a list: in quotes, if a comma in it could be taken for one between names.
fn listed(name: &str) -> String {
    if name.contains(LISTED) { format!("«{name}»") } else { name.to_owned() }
}

/// What is between the names of tags.
const LISTED: &str = ", ";

/// The names of tags that an answer lists.
pub(crate) fn names_listed(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let quoted = rest.starts_with('«').then(|| rest.find('»')).flatten().map(|at| at + '»'.len_utf8());
        let end = match quoted {
            Some(end) if rest.get(end..).is_some_and(|behind| behind.is_empty() || behind.starts_with(LISTED)) => end,
            _ => rest.find(LISTED).unwrap_or(rest.len()),
        };
        let name = rest.get(..end).filter(|name| !name.is_empty())?;
        rest = rest.get(end..)?.strip_prefix(LISTED).unwrap_or("");
        Some(name)
    })
}

/// Which tags of a kind a character has; of cards that are counted, how many.
pub(super) fn tags((game, cards): (&CheckedGame, &CardUsage), person: &Person, kind: TagId) -> Answer {
    let held = person.tags.iter().filter(|tag| tag.kind == kind);
    let (kind, counted) = (&game.tags[kind], cards.count(kind));
    if kind.free_names && !counted {
        let mut names: Vec<String> = held.filter_map(|tag| tag.name.as_deref().map(listed)).collect();
        names.order();
        Answer::Text(names.join(", "))
    } else if kind.several {
        Answer::Number(held.count() as i64)
    } else {
        Answer::Flag(held.count() > 0)
    }
}

/// Work of telling what one way leads to.
const BOTH: u64 = 2_000;

/// What an action leads to.
///
/// The action is walked by itself; what follows when it has ended (states that are entered and left) is walked once for
/// all characters as they are then, in however many ways that came about.
///
/// # Errors
///
/// What stopped it, or that it would take too long.
pub fn of_action(stage: &Stage<'_>, call: &ActionCall, bounds: &OddsLimits) -> Result<ActionOdds, OddsError> {
    let (stage, budget) = (stage.quiet(), bounds.budget());
    let classes =
        if bounds.strategy == WalkStrategy::Enumerate { None } else { FaceClasses::of_action(&stage, call, None) };
    let mut walker = walker_of(&stage, bounds, &budget).merging(classes.map(|(classes, _)| classes));
    walked(&stage, call, (bounds, &budget), &mut walker, &mut |_, _| Ok(())).map_err(|trouble| trouble.made_by(&budget))
}

/// Walks an action in which the dice of the stage have fallen.
pub(super) fn walker_of(stage: &Stage<'_>, bounds: &OddsLimits, budget: &Rc<Budget>) -> Walker {
    Walker::new(bounds, budget).not_counting().counting_tests().wherever_possible().pinned(stage.fallen)
}

/// The same, of a stage without an explanation. Each run in which dice have fallen is noted.
pub(super) fn walked(
    stage: &Stage<'_>,
    call: &ActionCall,
    (bounds, budget): (&OddsLimits, &Rc<Budget>),
    walker: &mut Walker,
    note: &mut dyn FnMut(&Done, &Walker) -> Result<(), Failure>,
) -> Result<ActionOdds, OddsError> {
    let before = states(stage, walker)?;
    let mut runs = Runs::default();
    // What is wanted in a certain roll cannot be wanted in what follows, too.
    let mut whole = bounds.strategy == WalkStrategy::Enumerate
        || call.interventions.iter().any(|chosen| chosen.place.is_none())
        || !may_follow(stage.game);
    if !whole {
        walker.tell_tests(true);
        let alone = walker.walk(|walker| {
            let done = act_alone(stage, call, walker);
            whole |= done.is_ok() && walker.nothing_lies_there(nowhere()).is_err();
            done.iter().try_for_each(|done| note(done, walker))?;
            runs.leaf(stage, stage.world, done, walker)
        })?;
        if whole {
            // Dice that have fallen belong to what follows.
            (runs, walker.known) = (Runs::default(), TestInterner::default());
        } else {
            runs.left = alone.left;
            runs.failed = alone.failed;
            runs.counted = alone.counted;
            let ended = with_tests(alone.leaves, alone.rolled)?;
            let (past, never) = (walker.past, std::mem::take(&mut runs.never));
            let (fallen, version) = (walker.pin(&[]), walker.cards.version());
            walker.count_jointly();
            if !runs.follow(stage, call, &before, ended, walker)? && !runs.counted.is_empty() {
                walker.known = TestInterner::default();
                walker.pin(&fallen);
                return walked(stage, call, (bounds, budget), walker, note);
            }
            (walker.past, runs.never) = (past, never);
            if walker.cards.version() != version {
                // What follows distinguishes cards that the action did not.
                (runs, walker.known, whole) = (Runs::default(), TestInterner::default(), true);
                walker.pin(&fallen);
            }
        }
    }
    walker.tell_tests(false);
    if whole {
        let found = walker.walk(|walker| {
            let done = act(stage, call, walker, &[]).and_then(|done| {
                walker.nothing_lies_there(nowhere())?;
                note(&done, walker)?;
                Ok(done)
            });
            runs.leaf(stage, stage.world, done, walker).map(|(leaf, _)| leaf)
        })?;
        runs.take(found);
    }
    let (mut odds, key) = runs.odds(stage, &before, walker, true)?;
    let unknown = odds.left.or(&unanswered(&odds.unanswered));
    if let (Some(((label, who, index), nth)), Some(test)) = (key, odds.tests.get_mut(odds.past)) {
        let key = (label, who, index, nth);
        let within = (bounds, budget, walker.merged_faces());
        first_test::in_full(stage, call, &key, within, &unknown, &mut test.odds)?;
    }
    Ok(odds)
}

/// Whether anything may follow when an action has ended: from a state that is entered or left, or a tag that is over.
fn may_follow(game: &CheckedGame) -> bool {
    let states = game.holders().flat_map(|holder| holder.states);
    !game.untils.is_empty() || states.into_iter().any(|state| state.leave.is_some() || state.enter.is_some())
}

/// Leaves with the tests that were rolled in the runs that came to them.
fn with_tests(leaves: Vec<(WorldLeaf, Mass)>, rolled: Vec<(Rolled, TestMass)>) -> Result<Vec<WeightedLeaf>, OddsError> {
    let mut led: Vec<WeightedLeaf> = leaves.into_iter().map(|(leaf, mass)| (leaf, mass, Vec::new())).collect();
    for (Rolled { leaf, tests }, found) in rolled {
        let one = leaf.and_then(|leaf| led.get_mut(leaf)).ok_or_else(|| conservation::lost())?;
        one.2.push((tests.unwrap_or_default(), found));
    }
    Ok(led)
}

/// What runs of an action came to.
#[derive(Default)]
pub(super) struct Runs {
    /// The first failure that says that something cannot be done.
    first: Option<Failure>,
    /// What was wanted and could never be done.
    never: Never,
    pub(super) left: Mass,
    pub(super) failed: Failed,
    pub(super) seen: Vec<(ActionLeaf, Mass)>,
    /// The same runs by the tests that they rolled.
    pub(super) rolled: Vec<(RunTests, TestMass)>,
    /// How tests ended that are not counted there.
    counted: CountedEnds,
}

impl Runs {
    /// What a walk came to.
    pub(super) fn take(&mut self, found: Walked<ActionLeaf>) {
        self.left = found.left;
        self.failed = found.failed;
        self.seen = found.leaves;
        let tests = |rolled: Rolled| rolled.tests.unwrap_or_default();
        self.rolled = found.rolled.into_iter().map(|(rolled, found)| (tests(rolled), found)).collect();
        self.counted = found.counted;
    }

    /// All of it, and the first test; where dice have fallen, the test in which they lie. `wanted`: what could never be
    /// done is an error.
    pub(super) fn odds(
        self,
        stage: &Stage<'_>,
        before: &States,
        walker: &Walker,
        wanted: bool,
    ) -> Result<(ActionOdds, Option<(walk::TestIdentity, usize)>), OddsError> {
        let Self { first, never, left, failed, seen, rolled, counted } = self;
        if let Some(failure) = first.filter(|_| seen.iter().all(|(leaf, ..)| leaf.refused)) {
            return Err(failure.into());
        }
        if let Some(failure) = never.why().filter(|_| wanted) {
            let is_late = !stage.fallen.is_empty() && failure.code() == Code::InterventionNotHere;
            return Err(if is_late { failure.help("help-only-from-there") } else { failure }.into());
        }
        if let (true, Some((failure, _))) = (seen.is_empty(), failed.first()) {
            return Err(failure.clone().into());
        }
        let ActionOutcome { leaves, tests, cut, failed, all } =
            ActionOutcome::of(seen, (rolled, counted), left, failed)?;
        walker.budget.spend(BOTH.saturating_mul(leaves.len() as u64))?;
        let key = tests.in_order(&walker.known)?.into_iter().nth(walker.past);
        let key = key.and_then(|(test, nth)| walker.known.test_of(test).map(|test| (test.clone(), nth)));
        let mut counts = ActionCounts::default();
        leaves.into_iter().for_each(|(leaf, ways)| counts.add(leaf, &ways));
        let odds = counts.odds((stage, &walker.cards), before, (tests, &walker.known), &all, (cut, failed))?;
        Ok((ActionOdds { past: walker.past, ..odds }, key))
    }

    /// What one run came to, and all characters afterwards.
    pub(super) fn leaf(
        &mut self,
        stage: &Stage<'_>,
        before: &World,
        done: Result<Done, Failure>,
        walker: &mut Walker,
    ) -> Result<(ActionLeaf, World), Failure> {
        match done {
            Ok(mut done) => {
                self.never.narrow(&done);
                let after = std::mem::take(&mut done.world);
                Ok((ActionLeaf::of((stage.game, &walker.cards), before, &after, done)?, after))
            }
            Err(failure) if REFUSED.contains(&failure.code()) => {
                self.first.get_or_insert(failure);
                walker.refuse();
                Ok((ActionLeaf::refused(), World::default()))
            }
            Err(failure) => Err(failure),
        }
    }

    /// What follows when an action has ended, from everything that it may have led to. Whether all of it comes to an end.
    fn follow(
        &mut self,
        stage: &Stage<'_>,
        call: &ActionCall,
        before: &States,
        ended: Vec<WeightedLeaf>,
        walker: &mut Walker,
    ) -> Result<bool, OddsError> {
        let budget = Rc::clone(&walker.budget);
        let mut ends = true;
        let mut known: HashMap<World, Walked<(ActionLeaf, World)>> = HashMap::new();
        for ((leaf, world), mass, rolled) in ended {
            if leaf.refused {
                self.seen.push((leaf, mass));
                self.rolled.extend(rolled);
                continue;
            }
            if !known.contains_key(&world) {
                let after = Stage { world: &world, ..*stage };
                let walked = walker.walk(|walker| {
                    let done = follow(&after, before, &call.answers, walker);
                    self.leaf(&after, &world, done, walker)
                })?;
                known.insert(world.clone(), walked);
            }
            let walked = known.get(&world).ok_or_else(|| conservation::lost())?;
            budget.spend(BOTH.saturating_mul(walked.leaves.len() as u64))?;
            let each = 2 * size_of::<(ActionLeaf, Mass)>() as u64 + 200 + leaf.heap();
            budget.hold(each.saturating_mul(walked.leaves.len() as u64))?;
            for ((then, afterwards), later) in &walked.leaves {
                let both = match then.refused {
                    true => ActionLeaf::refused(),
                    false => leaf.and_then(then, stage.game, (stage.world, afterwards))?,
                };
                self.seen.push((both, mass.times(later)));
            }
            for (Rolled { tests: then, .. }, later) in &walked.rolled {
                for (tests, found) in &rolled {
                    self.rolled.push(match then {
                        None => (RunTests::new(), TestMass { mass: found.mass.times(&later.mass), ends: Vec::new() }),
                        Some(then) => (and_then_tests(tests, then), found.and_then(later)),
                    });
                }
            }
            ends &= walked.left.is_zero() && walked.failed.is_empty();
            ends &= walked.leaves.iter().all(|((then, _), _)| !then.refused);
            self.left.join(mass.times(&walked.left));
            for (failure, later) in &walked.failed {
                fail(&mut self.failed, failure.clone(), mass.times(later));
            }
        }
        Ok(ends)
    }
}

/// What is counted together.
#[derive(Clone)]
enum Counted {
    Leaf(ActionLeaf),
    Tests(RunTests),
    End((usize, usize), usize),
    Cut,
    Failed(Failure),
}

/// What runs came to, out of one number of ways.
struct ActionOutcome {
    leaves: Vec<(ActionLeaf, BigUint)>,
    /// The same runs by the tests that they rolled.
    tests: TestCounts,
    cut: BigUint,
    failed: Vec<(Failure, Chance)>,
    all: BigUint,
}

impl ActionOutcome {
    fn of(
        seen: Vec<(ActionLeaf, Mass)>,
        (rolled, ends): (Vec<(RunTests, TestMass)>, CountedEnds),
        left: Mass,
        failed: Failed,
    ) -> Result<Self, OddsError> {
        let mut counted = Vec::with_capacity(seen.len() + rolled.len() + failed.len() + 1);
        counted.extend(seen.into_iter().map(|(leaf, mass)| (Counted::Leaf(leaf), mass)));
        let ended =
            |key, ends: BTreeMap<usize, Mass>| ends.into_iter().map(move |(end, mass)| (Counted::End(key, end), mass));
        for (tests, TestMass { mass, ends }) in rolled {
            counted.extend(keys(&tests).into_iter().zip(ends).flat_map(|(key, ends)| ended(key, ends)));
            counted.push((Counted::Tests(tests), mass));
        }
        counted.extend(ends.into_iter().flat_map(|(key, ends)| ended(key, ends)));
        counted.push((Counted::Cut, left));
        counted.extend(failed.into_iter().map(|(failure, mass)| (Counted::Failed(failure), mass)));
        let (counted, all) = together(counted);
        let mut told = Self {
            leaves: Vec::new(),
            tests: TestCounts::default(),
            cut: BigUint::zero(),
            failed: Vec::new(),
            all: all.clone(),
        };
        let mut rolled = BigUint::zero();
        for (what, ways) in counted {
            match what {
                Counted::Leaf(leaf) => told.leaves.push((leaf, ways)),
                Counted::Tests(tests) => {
                    told.tests.sequence(tests, &ways);
                    rolled += ways;
                }
                Counted::End(key, end) => told.tests.end(key, end, &ways),
                Counted::Cut => told.cut = ways,
                Counted::Failed(failure) => told.failed.push((failure, Chance::new(ways, all.clone()))),
            }
        }
        conservation::whole(told.leaves.iter().map(|(_, ways)| ways), &rolled)?;
        told.tests.found.values().try_for_each(|(rolled, ends)| conservation::whole(ends.values(), rolled))?;
        Ok(told)
    }
}

/// What several lists hold, in an order that each of them agrees with, where there is one.
fn in_order<T: PartialEq>(lists: impl Iterator<Item = Vec<T>>) -> Vec<T> {
    let mut order: Vec<T> = Vec::new();
    for list in lists {
        let mut place = 0;
        for key in list {
            match order.iter().position(|one| *one == key) {
                Some(at) => place = place.max(at + 1),
                None => {
                    order.insert(place.min(order.len()), key);
                    place += 1;
                }
            }
        }
    }
    order
}

/// A test by its label, who rolls it, which, and the how manyth of these it is.
pub(super) type TestKey = (String, Vec<String>, Id<Test>, usize);

/// One thing that a run came to, whatever else it came to: a report tells no more of an action.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ActionFact {
    Done,
    /// It could not be done.
    Refused,
    Changed(ChangeKey, Answer),
    /// Something happened to it, and it is as before.
    Moved(ChangeKey),
    /// The labels of the steps that have a value, in order.
    Labels(Vec<String>),
    Value(String, Answer),
    Said(String),
}

impl Heap for ActionFact {
    fn heap(&self) -> u64 {
        let text = |text: &String| 48 + text.len() as u64;
        match self {
            Self::Done | Self::Refused | Self::Moved(_) => 0,
            Self::Changed(_, answer) => answer.heap(),
            Self::Labels(labels) => labels.iter().map(text).sum(),
            Self::Value(label, answer) => text(label) + answer.heap(),
            Self::Said(said) => text(said),
        }
    }
}

impl ActionLeaf {
    /// What this is, thing by thing.
    pub(super) fn facts(self, tell: &mut dyn FnMut(ActionFact)) {
        if self.refused {
            return tell(ActionFact::Refused);
        }
        tell(ActionFact::Done);
        for (who, what) in self.touched {
            let told = |what: &Changing| self.changes.contains_key(&(who, *what));
            if !told(&what) && !besides(what).iter().any(told) {
                tell(ActionFact::Moved((who, what)));
            }
        }
        self.changes.into_iter().for_each(|(owner, answer)| tell(ActionFact::Changed(owner, answer)));
        let once: BTreeSet<String> = self.said.into_iter().to_set();
        once.into_iter().for_each(|text| tell(ActionFact::Said(text)));
        if !self.values.is_empty() {
            tell(ActionFact::Labels(self.values.iter().map(|(label, _)| label.clone()).collect()));
        }
        self.values.into_iter().for_each(|(label, answer)| tell(ActionFact::Value(label, answer)));
    }
}

/// How often each thing was seen that runs came to.
#[derive(Default)]
pub(super) struct ActionCounts {
    /// Runs in which it was done, and in which it could not be done.
    done: BigUint,
    refused: BigUint,
    changes: BTreeMap<ChangeKey, BTreeMap<Answer, BigUint>>,
    moved: BTreeMap<ChangeKey, BigUint>,
    labels: BTreeSet<Vec<String>>,
    values: BTreeMap<String, BTreeMap<Answer, BigUint>>,
    /// In the order in which texts came.
    said: Vec<(String, BigUint)>,
    /// The places of these in the list.
    places: HashMap<String, usize>,
}

impl ActionCounts {
    /// Counts runs that came to this.
    pub(super) fn add(&mut self, leaf: ActionLeaf, ways: &BigUint) {
        leaf.facts(&mut |fact| self.count(fact, ways));
    }

    /// Counts runs that came to this among other things.
    pub(super) fn count(&mut self, fact: ActionFact, ways: &BigUint) {
        match fact {
            ActionFact::Done => self.done += ways,
            ActionFact::Refused => self.refused += ways,
            ActionFact::Changed(owner, answer) => {
                *self.changes.entry(owner).or_default().entry(answer).or_default() += ways;
            }
            ActionFact::Moved(owner) => *self.moved.entry(owner).or_default() += ways,
            ActionFact::Labels(labels) => {
                self.labels.insert(labels);
            }
            ActionFact::Value(label, answer) => {
                *self.values.entry(label).or_default().entry(answer).or_default() += ways;
            }
            ActionFact::Said(text) => match self.places.get(&text).and_then(|at| self.said.get_mut(*at)) {
                Some((_, sum)) => *sum += ways,
                None => {
                    self.places.insert(text.clone(), self.said.len());
                    self.said.push((text, ways.clone()));
                }
            },
        }
    }

    /// Whether it could not be done in any run.
    pub(super) fn is_refused(&self) -> bool {
        self.done.is_zero()
    }

    /// The odds of all that was counted; what was cut, and what cannot be answered.
    ///
    /// # Errors
    ///
    /// That they are not everything.
    pub(super) fn odds(
        self,
        (stage, cards): (&Stage<'_>, &CardUsage),
        states: &States,
        (tests, known): (TestCounts, &TestInterner),
        all: &BigUint,
        (cut, failed): (BigUint, Vec<(Failure, Chance)>),
    ) -> Result<ActionOdds, OddsError> {
        let Stage { game, world, .. } = *stage;
        let unknown = unanswered(&failed).ways_of(all);
        conservation::whole([&self.done, &self.refused, &cut, &unknown], all)?;
        let tests = tests.odds(game, known, all)?;
        let mut said = self.said;
        said.order_by(|one, other| other.1.cmp(&one.1));
        let chance = |ways: BigUint| Chance::new(ways, all.clone());
        let mut changes = Vec::with_capacity(self.changes.len());
        for (owner, ways) in self.changes {
            changes.push(change((stage, cards), states, owner, ways.into_iter().collect(), &self.done, all)?);
        }
        let mut values = self.values;
        let mut labelled = Vec::with_capacity(values.len());
        for label in in_order(self.labels.into_iter()) {
            let found = values.remove(&label).ok_or_else(|| conservation::lost())?;
            labelled.push((label, Distribution::new(found.into_iter().collect(), all.clone())));
        }
        if !values.is_empty() {
            return Err(conservation::lost());
        }
        Ok(ActionOdds {
            tests,
            past: 0,
            values: labelled,
            changes,
            moved: self
                .moved
                .into_iter()
                .map(|((who, what), ways)| {
                    let name = world.people.get(who).there(nowhere())?.name.clone();
                    Ok(Moved { who, name, what, called: called(game, what)?, chance: chance(ways) })
                })
                .collect::<Result<_, Failure>>()?,
            said: said.into_iter().map(|(text, ways)| (text, chance(ways))).collect(),
            counted: cards.names(game),
            refused: chance(self.refused),
            left: chance(cut),
            unanswered: failed,
            samples: None,
            best: None,
        })
    }
}

/// The tests that runs rolled, and how often each of them ended how.
#[derive(Default)]
pub(super) struct TestCounts {
    /// The numbers of the tests of runs, in order.
    sequences: BTreeSet<RunTests>,
    /// By the number of the test and the how manyth of these it is: runs, and by how it ended.
    found: BTreeMap<(usize, usize), (BigUint, BTreeMap<usize, BigUint>)>,
}

impl TestCounts {
    /// Counts runs that rolled these tests.
    pub(super) fn sequence(&mut self, tests: RunTests, ways: &BigUint) {
        for key in keys(&tests) {
            self.found.entry(key).or_default().0 += ways;
        }
        self.sequences.insert(tests);
    }

    /// Counts runs in which a test ended so.
    pub(super) fn end(&mut self, key: (usize, usize), end: usize, ways: &BigUint) {
        *self.found.entry(key).or_default().1.entry(end).or_default() += ways;
    }

    /// The tests in an order in which each run can have rolled them, where there is one: which, and the how manyth of
    /// these it is. It does not depend on the order in which runs were found.
    fn in_order(&self, known: &TestInterner) -> Result<Vec<(usize, usize)>, OddsError> {
        let mut named = Vec::with_capacity(self.sequences.len());
        for tests in &self.sequences {
            let names = tests.iter().map(|test| known.test_of(*test).ok_or_else(|| conservation::lost()));
            named.push((Reverse(tests.len()), names.collect::<Result<Vec<_>, OddsError>>()?, tests));
        }
        named.order();
        Ok(in_order(named.into_iter().map(|(_, _, tests)| keys(tests))))
    }

    fn odds(mut self, game: &CheckedGame, known: &TestInterner, all: &BigUint) -> Result<Vec<TestOdds>, OddsError> {
        let mut found = Vec::new();
        for key in self.in_order(known)? {
            let (rolled, counts) = self.found.remove(&key).ok_or_else(|| conservation::lost())?;
            let mut ends: Vec<(ExpressionLeaf, BigUint)> = Vec::with_capacity(counts.len());
            for (end, ways) in counts {
                let ended = known.end_of(end).ok_or_else(|| conservation::lost())?;
                let value = ended.total.map(Answer::Number);
                let end = ended.outcome.clone().map(Box::new);
                ends.push((
                    ExpressionLeaf { value, end, shown: ended.shown.clone().into(), ..ExpressionLeaf::default() },
                    ways,
                ));
            }
            let (label, who, index) = known.test_of(key.0).cloned().ok_or_else(|| conservation::lost())?;
            let mut odds = from_leaves(&possible(game, index, &ends)?, ends, (&rolled, all))?;
            odds.undecided = Chance::never();
            // Totals that are known only of some of its rolls would mislead.
            let counted: BigUint = odds.values.ways().iter().map(|(_, ways)| ways).sum();
            if counted != rolled {
                odds.values = Distribution::nothing();
                odds.margin = None;
            }
            let test = game.tests[index].name.to_string();
            found.push(TestOdds { label, test, who, rolled: Chance::new(rolled, all.clone()), odds });
        }
        Ok(found)
    }
}

/// The ends of a test in the ruleset's order.
pub(super) fn possible(
    game: &CheckedGame,
    test: Id<Test>,
    ends: &[(ExpressionLeaf, BigUint)],
) -> Result<Vec<ReachedOutcome>, OddsError> {
    let opposed = ends.iter().any(|(leaf, _)| leaf.end.as_ref().is_some_and(|end| end.verdict.is_some()));
    if opposed { ends_of_two(game, test) } else { ends_of_one(game, test) }
}

/// How likely each change of something is; what was done without one left it as it was.
pub(super) fn change(
    (stage, cards): (&Stage<'_>, &CardUsage),
    states: &States,
    (who, what): (usize, Changing),
    mut ways: Vec<(Answer, BigUint)>,
    done: &BigUint,
    all: &BigUint,
) -> Result<ChangeOdds, Failure> {
    let changed: BigUint = ways.iter().map(|(_, ways)| ways).sum();
    if changed != *done {
        ways.push((value_before((stage, cards), states, who, what)?, done - changed));
    }
    let person = stage.world.people.get(who).there(nowhere())?;
    let (name, had) = (person.name.clone(), had((stage.game, cards), person, what));
    let to = Distribution::new(ways, all.clone());
    Ok(ChangeOdds { who, name, what, called: called(stage.game, what)?, had, to })
}

/// The names of tags that a character has, if it is about these.
pub(super) fn had(on: (&CheckedGame, &CardUsage), person: &Person, what: Changing) -> Vec<String> {
    let Changing::Tags(kind) = what else { return Vec::new() };
    match tags(on, person, kind) {
        Answer::Text(text) => names_listed(&text).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

/// What something that changes is called in the ruleset.
pub(super) fn called(game: &CheckedGame, what: Changing) -> Result<String, Failure> {
    let name = match what {
        Changing::Points(index) => Some(game.points[index].name.to_string()),
        Changing::Marks(index) | Changing::Kinds(index) => Some(game.tracks[index].name.to_string()),
        Changing::State(index) => game.holder(index).map(|one| one.name.to_string()),
        Changing::Tags(index) | Changing::Values(index) | Changing::Lasts(index) => {
            Some(game.tags[index].name.to_string())
        }
        Changing::Trait(index) => game.traits.get(index).map(|one| one.name.to_string()),
    };
    name.there(nowhere())
}
