//! Selects the most useful of several errors about one mistake.

use std::collections::{HashMap, HashSet};

use super::dice_words::{Split, split};
use super::key_suggestions::guessed;
use super::notations::{WrittenFormula, foreign, joined_by_example, quoted, unquoted};
use super::program::{AnswerKind, CheckedGame, LookupTable, Named, Origin, Question, SlotKind, TraitSource};
use crate::diagnostic::{Arg, Code, Diagnostic, Note, SuggestedFix};
use crate::id::Id;
use crate::sort::Sort as _;
use crate::source::{SourceId, Sources, Span, fold};
use crate::syntax::{FormulaProblem, TextSpan};

/// Errors that only follow from an unclosed call, because its arguments are unknown.
const OF_A_CALL: [Code; 4] = [Code::DiceExpected, Code::NotAColumn, Code::WrongNumberOfArguments, Code::TooManyInputs];

/// Removes errors that only follow from slips: in anything that contains a slip or is inside one, and a part of the
/// same formula that is no condition.
pub(super) fn follow_ups(errors: &mut Vec<Diagnostic>, slips: &[Span], origins: &[Origin]) {
    if slips.is_empty() {
        return;
    }
    let torn = |at: Span| {
        let mut wholes = origins.iter().map(|origin| origin.placement.span).filter(|whole| holds(*whole, at));
        wholes.any(|whole| slips.iter().any(|slip| holds(whole, *slip)))
    };
    errors.retain(|error| error.code != Code::NotACondition || !error.at.is_some_and(torn));
    let mut places: HashMap<SourceId, Vec<(usize, usize)>> = HashMap::new();
    slips.iter().for_each(|slip| places.entry(slip.source).or_default().push((slip.start, slip.end)));
    let places: HashMap<SourceId, SpanSet> =
        places.into_iter().map(|(source, places)| (source, SpanSet::of(places))).collect();
    let follows = |at: Span| places.get(&at.source).is_some_and(|places| places.touch(at.start, at.end));
    errors.retain(|error| !error.at.is_some_and(follows));
}

/// A set of spans in one text with queries in logarithmic time.
pub struct SpanSet {
    /// Non-empty spans by start, each with the greatest end up to it.
    wide: Vec<(usize, usize)>,
    /// Empty spans, by position.
    points: Vec<usize>,
}

impl SpanSet {
    pub fn of(places: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let (mut wide, points): (Vec<_>, Vec<_>) = places.into_iter().partition(|(start, end)| start < end);
        let mut points: Vec<usize> = points.into_iter().map(|(start, _)| start).collect();
        wide.order();
        points.order();
        let mut last = 0;
        for (_, end) in &mut wide {
            last = last.max(*end);
            *end = last;
        }
        Self { wide, points }
    }

    /// The greatest end of the non-empty spans that start before a position.
    fn end_before(&self, begins: impl Fn(usize) -> bool) -> Option<usize> {
        let count = self.wide.partition_point(|(start, _)| begins(*start));
        self.wide.get(count.checked_sub(1)?).map(|(_, end)| *end)
    }

    /// Whether one of the spans and a place [`overlap`].
    pub fn touch(&self, start: usize, end: usize) -> bool {
        let wide = if start < end {
            self.end_before(|begin| begin < end).is_some_and(|last| last > start)
        } else {
            self.end_before(|begin| begin <= start).is_some_and(|last| last >= start)
        };
        let next = self.points.get(self.points.partition_point(|point| *point < start));
        wide || next.is_some_and(|point| *point <= end)
    }

    /// Whether a non-empty span contains a place.
    pub fn hold(&self, start: usize, end: usize) -> bool {
        self.end_before(|begin| begin <= start).is_some_and(|last| last >= end)
    }
}

/// Whether two places overlap; an empty one overlaps if the other contains it.
pub fn overlap(one: (usize, usize), other: (usize, usize)) -> bool {
    let (start, end) = (one.0.max(other.0), one.1.min(other.1));
    start < end || (start == end && (one.0 == one.1 || other.0 == other.1))
}

/// Removes errors that only follow from a syntax error at the same place: the first `slips` are those. `known` tells
/// whether a text is a name.
pub(super) fn settle(problems: &mut Vec<FormulaProblem>, slips: usize, known: impl Fn(&str) -> bool) {
    let bounds = |span: TextSpan| (span.start as usize, span.end as usize);
    let places = SpanSet::of(problems.iter().take(slips).map(|problem| bounds(problem.at)));
    let mut index = 0;
    problems.retain(|problem| {
        index += 1;
        let (start, end) = bounds(problem.at);
        // The unreadable part may have been a comparison.
        index <= slips || !(places.touch(start, end) || slips > 0 && problem.code == Code::NotACondition)
    });
    let opens = problems.iter().take(slips).filter(|problem| problem.code == Code::MissingClose);
    if let Some(open) = opens.map(|problem| problem.at.start).min() {
        problems.retain(|problem| !(OF_A_CALL.contains(&problem.code) && problem.at.end > open));
    }
    // `Table(row]`: the first bracket is wrong, not the last.
    let calls = problems.iter().filter(|problem| problem.code == Code::UnknownFunction);
    let calls: Vec<u32> = calls.flat_map(|problem| problem.fixes.iter().map(|fix| fix.span.end)).collect();
    problems.retain(|problem| problem.code != Code::WrongClose || !calls.contains(&problem.at.end));
    // An unknown character makes its neighbours meaningless.
    let signs = problems.iter().filter(|problem| problem.code == Code::UnknownCharacter);
    let signs: Vec<u32> = signs.map(|problem| problem.at.end).collect();
    problems.retain(|problem| problem.code == Code::UnknownCharacter || !signs.contains(&problem.at.start));
    let torn = problems.iter().filter(|problem| problem.code == Code::MissingIn);
    let torn = SpanSet::of(torn.map(|problem| bounds(problem.at)));
    problems.retain(|problem| {
        let (start, end) = bounds(problem.at);
        problem.code != Code::SideBySide || !torn.hold(start, end)
    });
    for problem in problems.iter_mut().filter(|problem| problem.code == Code::SideBySide) {
        let Some(quotes) = problem.helps.iter().find(|help| help.id == "help-quotes").cloned() else { continue };
        let Some((_, crate::diagnostic::Arg::Text(quoted))) = quotes.args.first() else { continue };
        if known(name_in(quoted)) {
            problem.fixes =
                vec![SuggestedFix { span: problem.at, replacement: quoted.clone(), sure: true, tried: false }];
            problem.helps = vec![quotes];
        }
    }
}

/// The quoted name at the start of a text.
fn name_in(quoted: &str) -> &str {
    let inside = quoted.strip_prefix('«').unwrap_or(quoted);
    inside.split_once('»').map_or(inside, |(name, _)| name)
}

fn questions(game: &CheckedGame) -> impl Iterator<Item = &Question> {
    let of_traits = game.traits.iter().filter_map(|one| match &one.source {
        TraitSource::Given(question) | TraitSource::Group(question) => Some(question),
        TraitSource::Derived(_) => None,
    });
    let of_tests = game.tests.iter().flat_map(|test| &test.inputs).map(|(_, question)| question);
    let of_actions = game.actions.iter().flat_map(|action| &action.ask).map(|ask| &ask.question);
    game.options.iter().map(|option| &option.question).chain(of_traits).chain(of_tests).chain(of_actions)
}

fn choices(question: &Question) -> Option<&[String]> {
    if let AnswerKind::OneOf(words) = &question.kind { Some(words) } else { None }
}

/// All names that files of a game can use.
pub(super) fn names_of(game: &CheckedGame) -> HashSet<&str> {
    let mut known: HashSet<&str> = game.names.keys().map(String::as_str).collect();
    for test in &game.tests {
        known.extend(test.inputs.iter().map(|(name, _)| &**name));
        known.extend(test.values.iter().map(|value| &*value.name));
    }
    known.extend(game.tables.iter().flat_map(|table| table.names.keys()).map(String::as_str));
    known.extend(game.tables.iter().flat_map(|table| &table.given).map(String::as_str));
    known.extend(game.actions.iter().flat_map(|action| &action.slots).map(|slot| &*slot.name));
    known.extend(questions(game).filter_map(|question| choices(question)).flatten().map(String::as_str));
    let outcomes = game.tests.iter().flat_map(|test| &test.outcomes).map(|outcome| &*outcome.name);
    let sides = game.tests.iter().filter_map(|test| test.opposed.as_ref());
    let sides = sides.flat_map(|one| [&one.win, &one.lose, &one.tied]).flatten().map(|name| &**name);
    let states = game.all_states().map(|state| &*state.name);
    known.extend(outcomes.chain(sides).chain(states));
    known
}

/// Refines errors in formulas once all names are known: words that form one name, and foreign notations.
pub fn settled(game: &CheckedGame, sources: &Sources, errors: &mut Vec<Diagnostic>) {
    if errors.iter().all(|error| !error.is_error()) {
        return;
    }
    misplaced(sources, errors);
    consequences(errors);
    guessed(game, sources, errors);
    in_open_calls(game, errors);
    let known = names_of(game);
    side_by_side(&known, errors);
    join_only_dice(game, errors);
    if errors.len() > MOST_ERRORS {
        return;
    }
    // An entry that is `like` another has formulas at the same place; one error is enough.
    let mut seen = HashSet::new();
    for origin in &game.origins {
        let at = origin.placement.span;
        if !seen.insert((at.source, at.start, at.end)) {
            continue;
        }
        let wrong = errors.iter().filter_map(|one| one.at).any(|at| holds(origin.placement.span, at));
        for written in wrong.then(|| WrittenFormula::all(origin, sources, errors)).into_iter().flatten() {
            unquoted(&written, sources, errors, &known);
            let totalled = asks_of_a_total(origin, sources);
            let means = |word: &str| {
                known.contains(word)
                    || game.has_sign(word)
                    || word == "vs"
                    || word == "total" && totalled
                    || may_be(game, word)
            };
            foreign(&written, sources, errors, &means);
        }
    }
    joined_by_example(errors, game, &|word| known.contains(word) || game.has_sign(word), &known);
    // Quotes are not suggested for an unknown name.
    for error in errors.iter_mut().filter(|one| one.code == Code::SideBySide) {
        let quotes = quoted(error).is_some_and(|name| !known.contains(&*name));
        error.helps.retain(|help| help.id != "help-quotes" || !quotes);
    }
}

/// Whether a formula is a condition in which a total is available.
fn asks_of_a_total(origin: &Origin, sources: &Sources) -> bool {
    let at = origin.placement.span;
    let before = sources.get(at.source).and_then(|source| source.text().get(..at.start)).unwrap_or("");
    before.trim_end_matches(['\'', '"', ' ']).ends_with("when:")
}

/// Removes errors that only follow from an unknown name: a test without a margin because its target is missing, and a
/// cell that is no number.
fn consequences(errors: &mut Vec<Diagnostic>) {
    let test = |one: &Diagnostic| one.args.iter().find(|(name, _)| *name == "test").map(|(_, test)| test.clone());
    let unasked: Vec<Arg> = errors.iter().filter(|one| one.code == Code::UnknownInput).filter_map(test).collect();
    let places: Vec<Span> =
        errors.iter().filter(|one| one.code != Code::FindNeedsNumbers).filter_map(|one| one.at).collect();
    errors.retain(|one| match one.code {
        Code::NoMargin => test(one).is_none_or(|test| !unasked.contains(&test)),
        Code::FindNeedsNumbers => one.at.is_none_or(|cell| !places.iter().any(|at| holds(cell, *at))),
        _ => true,
    });
}

/// Removes errors in calls that only follow from an earlier unclosed parenthesis.
fn in_open_calls(game: &CheckedGame, errors: &mut Vec<Diagnostic>) {
    let open: Vec<Span> = errors.iter().filter(|one| one.code == Code::MissingClose).filter_map(|one| one.at).collect();
    let behind = |at: Span| {
        let mut before = open.iter().filter(|open| open.source == at.source && open.start < at.end).peekable();
        before.peek().is_some() && {
            let whole = game.origins.iter().map(|origin| origin.placement.span).find(|whole| holds(*whole, at));
            whole.is_some_and(|whole| before.any(|open| holds(whole, *open)))
        }
    };
    errors.retain(|error| !(OF_A_CALL.contains(&error.code) && error.at.is_some_and(behind)));
}

/// Joins errors about a value of a tag that is missing because it is written inside the tag: one error at that place,
/// with the right place.
fn misplaced(sources: &Sources, errors: &mut Vec<Diagnostic>) {
    let mut told = Vec::new();
    for (index, missing) in errors.iter().enumerate() {
        let (Code::TagValueMissing, Some(tag)) = (missing.code, missing.at) else { continue };
        let is_meant = |error: &&Diagnostic| {
            let key = error.at.filter(|key| error.code == Code::UnknownKey && key.source == tag.source);
            key.is_some_and(|key| {
                key.start > tag.end && is_inside(sources, tag, key) && names(missing, sources.slice(key))
            })
        };
        if let Some(key) = errors.iter().find(is_meant).and_then(|error| error.at) {
            let example = missing.helps.iter().flat_map(|help| help.args.clone()).collect();
            told.push((index, key, vec![Note { id: "help-beside-gain", args: example }]));
        }
    }
    for (_, key, helps) in &told {
        let meant = errors.iter_mut().find(|error| error.code == Code::UnknownKey && error.at == Some(*key));
        meant.into_iter().for_each(|error| error.helps.clone_from(helps));
    }
    let mut index = 0;
    errors.retain(|_| {
        index += 1;
        told.iter().all(|(one, ..)| *one != index - 1)
    });
}

/// Whether a value of this name is among the missing ones, which `with` lists.
fn names(missing: &Diagnostic, word: &str) -> bool {
    word == "with"
        || missing.args.iter().any(|(_, arg)| matches!(arg, Arg::List(names) if names.iter().any(|name| name == word)))
}

/// Whether a key is in the mapping after a word: in its braces, or indented below it.
pub(super) fn is_inside(sources: &Sources, word: Span, key: Span) -> bool {
    let between = sources.slice(Span { start: word.end, end: key.start, ..word });
    let Some(behind) = between.trim_start().strip_prefix(':') else { return false };
    if behind.trim_start().starts_with('{') {
        return behind.matches('{').count() > behind.matches('}').count();
    }
    let before = sources.slice(Span { start: 0, end: word.start, ..word });
    let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1);
    let lines = || behind.split('\n').skip(1);
    lines().count() > 0 && lines().all(|line| line.len() - line.trim_start_matches(' ').len() > column)
}

/// Removes the suggestion to add juxtaposed words that are not dice.
pub(super) fn join_only_dice(game: &CheckedGame, errors: &mut [Diagnostic]) {
    for error in errors.iter_mut().filter(|error| error.code == Code::SideBySide) {
        let other = error.args.iter().any(
            |(name, arg)| matches!((*name, arg), ("left" | "right", Arg::Text(word)) if split(word, &game.die_names) == Split::None),
        );
        error.helps.retain(|help| !other || help.id != "help-join");
        let text = |wanted: &str| match error.args.iter().find(|(name, _)| *name == wanted) {
            Some((_, Arg::Text(text))) => text.clone(),
            _ => String::new(),
        };
        let (left, right) = (text("left"), text("right"));
        let two = error.helps.iter().any(|help| help.id == "help-sign");
        let near = |table: Id<LookupTable>| nearest_row(&game.tables[table], &right);
        // `test 2`, `Table row`
        let meant = match game.names.get(left.trim_matches(['«', '»'])) {
            Some(Named::Test(_)) if right.parse::<i64>().is_ok() => Some(format!("{left}({right})")),
            Some(Named::Table(table)) => near(*table).map(|row| format!("{left}[{row}]")),
            // `role trait`
            None if is_held(game, &right) && has_role(game, &left) => Some(format!("{left}.{right}")),
            _ => None,
        };
        if let (Some(meant), Some(at), true) = (meant, error.at, two) {
            error.helps = Note::advice("help-write", "example", meant.as_str().into()).into_iter().collect();
            error.fixes = vec![SuggestedFix { span: at, replacement: meant, sure: false, tried: false }];
        }
    }
}

/// Whether `a.b` can be an entry of a role, or `a = b` a comparison of an answer with a possible one.
pub(super) fn may_be(game: &CheckedGame, text: &str) -> bool {
    if let Some((role, what)) = text.split_once('.') {
        return is_held(game, what) && has_role(game, role);
    }
    let Some((asked, answer)) = text.split_once(" = ") else { return false };
    let of_traits = game.traits.iter().filter_map(|one| match &one.source {
        TraitSource::Given(question) | TraitSource::Group(question) => Some((&*one.name, question)),
        TraitSource::Derived(_) => None,
    });
    let of_tests = game.tests.iter().flat_map(|test| &test.inputs).map(|(name, question)| (&**name, question));
    let of_actions = game.actions.iter().flat_map(|action| {
        action.ask.iter().filter_map(|ask| Some((&*action.slots.get(ask.slot)?.name, &ask.question)))
    });
    let mut all = of_traits.chain(of_tests).chain(of_actions).filter(|(name, _)| *name == asked);
    all.any(|(_, question)| choices(question).is_some_and(|words| words.iter().any(|word| word == answer)))
}

/// Whether a name is an entry of characters.
fn is_held(game: &CheckedGame, name: &str) -> bool {
    let held = game.names.get(name.trim_matches(['«', '»']));
    matches!(held, Some(Named::Trait(_) | Named::Track(_) | Named::Points(_) | Named::Tag(_)))
}

/// Whether an action has a role of this name.
fn has_role(game: &CheckedGame, name: &str) -> bool {
    let name = name.trim_matches(['«', '»']);
    let roles = game.actions.iter().flat_map(|action| &action.slots).filter(|slot| slot.kind == SlotKind::Role);
    roles.into_iter().any(|slot| &*slot.name == name)
}

/// The row that matches a word without case and accents.
fn nearest_row(table: &LookupTable, word: &str) -> Option<String> {
    let wanted = fold(word);
    table.row_names().find(|name| fold(name) == wanted).map(str::to_owned)
}

/// Bound on errors for which foreign notations are searched.
const MOST_ERRORS: usize = 100;

pub(super) fn holds(whole: Span, part: Span) -> bool {
    whole.source == part.source && whole.start <= part.start && part.end <= whole.end
}

/// Refines errors of juxtaposed words, which need all names.
fn side_by_side(known: &HashSet<&str>, errors: &mut [Diagnostic]) {
    for error in errors.iter_mut().filter(|error| error.code == Code::SideBySide) {
        let Some(quotes) = error.helps.iter().find(|help| help.id == "help-quotes").cloned() else { continue };
        let Some((_, Arg::Text(quoted))) = quotes.args.first() else { continue };
        let name = name_in(quoted);
        if let (true, Some(at)) = (known.contains(name), error.at) {
            error.fixes = vec![SuggestedFix { span: at, replacement: quoted.clone(), sure: true, tried: false }];
            error.helps = vec![quotes];
        } else if name.split(' ').any(|word| !known.contains(word)) {
            // A sum of unknown words is no better.
            error.fixes.clear();
        }
    }
}
