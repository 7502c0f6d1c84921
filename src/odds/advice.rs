//! Advice in few words: the shortest condition over observations that is true exactly where a decision is best.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;
use num_traits::Zero as _;

use super::ENDS;
use super::chance::Chance;
use super::conservation::{self, lost};
use super::error::OddsError;
use super::face_classes::FaceClasses;
use super::model::{Advice, BestWhen, Take};
use super::walk::{BestDecision, DecisionKey, faces_of};
use crate::check::program::{CheckedGame, Hook};
use crate::check::quoted_where_needed;
use crate::engine::{Answer, Policy};
use crate::limits::Budget;
use crate::sort::{Gather as _, Sort as _};

/// The most visible values that are tried for conditions of three.
const MOST_TRIED: usize = 12;
/// The most alternatives (`or`) and comparisons of a short condition.
const MOST_TERMS: usize = 4;
const MOST_ATOMS: usize = 8;
/// The most faces of which counts are tried.
const MOST_COUNTED: usize = 12;
/// The most answers to a question that are listed one by one.
const MOST_ANSWERS: usize = 12;
/// Work of looking at one situation.
const LOOK: u64 = 150;

/// A situation: the visible values, and whether the condition has to be true in it.
type Observation<'a> = (&'a [Option<Answer>], bool);

/// A comparison of a visible value: with a least and a greatest number, or with one answer.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Atom {
    Range { sight: usize, from: Option<i64>, to: Option<i64> },
    Is { sight: usize, answer: Answer },
}

type Terms = Vec<Vec<Atom>>;

/// The advice for one decision, from the best alternative in each situation.
pub(super) fn advice(
    (game, policy, merging): (&CheckedGame, &Policy, Option<&FaceClasses>),
    key: &DecisionKey,
    situations: &[(BestDecision, BigUint)],
    all: &BigUint,
    budget: &Budget,
) -> Result<Vec<Advice>, OddsError> {
    let situations = &agreed(situations)[..];
    let at = key.at;
    let sights = at.and_then(|(intervention, place)| policy.sights.get(intervention)?.get(place));
    let sights = sights.map_or(&[][..], Vec::as_slice).iter().map(|sight| &*sight.text);
    let texts: Vec<&str> = sights.chain(key.labels.iter().map(String::as_str)).collect();
    let intervention = match at {
        Some((index, _)) => Some(game.interventions.get(index).ok_or_else(|| conservation::lost())?.name.to_string()),
        None => None,
    };
    let mut takes: BTreeMap<&str, BigUint> = BTreeMap::new();
    let mut decided = BigUint::zero();
    for (advised, ways) in situations {
        decided += ways;
        if let Some(take) = &advised.take {
            *takes.entry(take).or_default() += ways;
        }
    }
    if takes.is_empty() {
        takes.insert("yes", BigUint::zero());
    }
    let all_of = |taken: &BigUint, take: Take, when: BestWhen| Advice {
        intervention: intervention.clone(),
        place: key.label.clone(),
        answers: key.answers.clone(),
        question: key.question.clone(),
        take,
        unseen: matches!(when, BestWhen::Situations(_)) && hangs_on_more(situations),
        when,
        decided: Chance::new(decided.clone(), all.clone()),
        taken: Chance::new(taken.clone(), all.clone()),
    };
    if key.question.is_some() && takes.len() > 1 {
        if let Some(faces) = faces_taken(situations, merging) {
            return Ok(vec![all_of(&decided, Take::Faces(faces), BestWhen::Always)]);
        }
        if let Some(rule) = rule_taken(situations, merging) {
            return Ok(vec![all_of(&decided, Take::Answer(rule), BestWhen::Always)]);
        }
        if takes.len() > MOST_ANSWERS {
            return Ok(vec![all_of(&decided, Take::Each, listed(key, situations, None, (&texts, merging), all))]);
        }
    }
    let mut found = Vec::new();
    for (take, taken) in takes {
        let taken_in = |one: &BestDecision| one.take.as_deref() == Some(take);
        let short = || short_condition((game, merging), key, (&texts, situations), &taken_in, budget);
        let when = match (taken.is_zero(), taken == decided) {
            (true, _) => BestWhen::Never,
            (_, true) => BestWhen::Always,
            _ => match short()? {
                Some(text) => BestWhen::Formula(text),
                None => listed(key, situations, Some(take), (&texts, merging), all),
            },
        };
        found.push(all_of(&taken, Take::Answer(answered(key, take, merging)), when));
    }
    Ok(found)
}

/// The situations in which the same is seen answer in the same way, as far as one answer is best in all of them: it may
/// be all the same in some, such as those in which the dice are thrown again.
fn agreed(situations: &[(BestDecision, BigUint)]) -> Vec<(BestDecision, BigUint)> {
    type Takes = BTreeSet<Option<String>>;
    let mut best: BTreeMap<Visible<'_>, Takes> = BTreeMap::new();
    let takes = |one: &BestDecision| -> Takes { one.equal.iter().chain([&one.take]).cloned().collect() };
    for (one, _) in situations {
        let here = best.entry(visible(one)).or_insert_with(|| takes(one));
        *here = here.intersection(&takes(one)).cloned().collect();
    }
    let mut agreed: BTreeMap<Visible<'_>, &Option<String>> = BTreeMap::new();
    let takes_it = |one: &BestDecision| best.get(&visible(one)).is_some_and(|all| all.contains(&one.take));
    for (one, _) in situations.iter().filter(|(one, _)| takes_it(one)) {
        agreed.entry(visible(one)).or_insert(&one.take);
    }
    for (seen, all) in &best {
        all.first().into_iter().for_each(|take| _ = agreed.entry(*seen).or_insert(take));
    }
    let mut found: BTreeMap<BestDecision, BigUint> = BTreeMap::new();
    for (one, ways) in situations {
        // Where no answer is best in all of them, each keeps its own.
        let take = (*agreed.get(&visible(one)).unwrap_or(&&one.take)).clone();
        *found.entry(BestDecision { take, equal: Vec::new(), ..one.clone() }).or_default() += ways;
    }
    found.into_iter().collect()
}

/// What is seen in a situation.
type Visible<'s> = (&'s [Option<Answer>], &'s [i64], &'s [i64]);

fn visible(one: &BestDecision) -> Visible<'_> {
    (&one.seen, &one.faces, &one.among)
}

/// Whether different answers are best where the same is seen: the dice of the other side may distinguish them.
fn hangs_on_more(situations: &[(BestDecision, BigUint)]) -> bool {
    let mut takes: BTreeMap<Visible<'_>, &Option<String>> = BTreeMap::new();
    situations.iter().any(|(one, _)| *takes.entry(visible(one)).or_insert(&one.take) != &one.take)
}

/// The shortest condition on what is seen in just these situations, and on how many dice show which faces there.
fn short_condition(
    stage: (&CheckedGame, Option<&FaceClasses>),
    key: &DecisionKey,
    (texts, situations): (&[&str], &[(BestDecision, BigUint)]),
    taken_in: &dyn Fn(&BestDecision) -> bool,
    budget: &Budget,
) -> Result<Option<String>, OddsError> {
    let counts = counts(stage, key, situations);
    let (written, ranges) = counts.as_ref().map_or((&[][..], &[][..]), |(written, ranges)| (written, ranges));
    let within = |one: &BestDecision, (from, to): &(i64, i64)| {
        let number = one.faces.iter().filter(|face| (from..=to).contains(face)).count();
        i64::try_from(number).ok().map(Answer::Number)
    };
    let seen: Vec<Vec<Option<Answer>>> = situations
        .iter()
        .map(|(one, _)| {
            // What decides without having looked sees nothing but dice.
            let sights = (0..texts.len()).map(|at| one.seen.get(at).cloned().flatten());
            sights.chain(ranges.iter().map(|range| within(one, range))).collect()
        })
        .collect();
    let texts: Vec<&str> = texts.iter().copied().chain(written.iter().map(String::as_str)).collect();
    let counts_from = texts.len() - written.len();
    let rolled: Vec<Vec<Option<Answer>>> = seen
        .iter()
        .map(|seen| {
            let told = seen.iter().zip(&texts).map(|(answer, text)| answer.clone().filter(|_| !ENDS.contains(text)));
            told.collect()
        })
        .collect();
    for seen in [rolled, seen] {
        let rows = seen.iter().zip(situations).map(|(seen, (one, _))| (seen.as_slice(), taken_in(one)));
        if let Some(found) = condition(rows.collect(), &texts, counts_from, budget)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// How it is written that dice show faces from one to another, and these faces.
type Counts = (Vec<String>, Vec<(i64, i64)>);

/// How many dice show which faces can be counted where all dice of a test count.
fn counts(
    (game, merging): (&CheckedGame, Option<&FaceClasses>),
    key: &DecisionKey,
    situations: &[(BestDecision, BigUint)],
) -> Option<Counts> {
    let (intervention, place) = key.at?;
    let place = game.interventions.get(intervention)?.places.get(place)?;
    let Hook::Test(false, test) = place.hook else { return None };
    let test = &game.tests[test];
    let names: Vec<String> = test.rolls().filter_map(|(name, _)| name.map(quoted_where_needed)).collect();
    if test.rolls().any(|(_, pool)| !pool.modifiers.is_empty()) || !names.is_empty() && !place.also.is_empty() {
        return None;
    }
    let faces: BTreeSet<i64> = situations.iter().flat_map(|(one, _)| one.faces.iter().copied()).to_set();
    if faces.len() > MOST_COUNTED {
        return None;
    }
    let ends = || faces.iter().enumerate();
    let ranges = ends().flat_map(|(at, from)| faces.iter().skip(at).map(move |to| (*from, *to)));
    let ranges: Vec<(i64, i64)> = ranges.collect();
    let written = |(from, to): &(i64, i64)| {
        let shown = match (faces.first() == Some(from), up_to(merging, *to)) {
            (_, Some(to)) if *from == to => from.to_string(),
            (_, None) => format!(">= {from}"),
            _ if faces.last() == Some(to) => format!(">= {from}"),
            (true, Some(to)) => format!("<= {to}"),
            (false, Some(to)) => format!("{from}..{to}"),
        };
        let arguments: Vec<&str> = names.iter().map(String::as_str).chain([shown.as_str()]).collect();
        format!("count({})", arguments.join(", "))
    };
    Some((ranges.iter().map(written).collect(), ranges))
}

/// The highest of the faces that nothing distinguishes from this one; `None`: all above it.
fn up_to(merging: Option<&FaceClasses>, face: i64) -> Option<i64> {
    merging.map_or(Some(face), |merging| merging.up_to(face))
}

/// An answer as it is reported: dice by the faces of which nothing distinguishes which they show.
fn answered(key: &DecisionKey, take: &str, merging: Option<&FaceClasses>) -> String {
    let face = |text: &str| {
        let (face, rest) = text.split_at(text.find('(').unwrap_or(text.len()));
        let blank = if rest.is_empty() { "" } else { " " };
        let told = |face| format!("{}{blank}{rest}", face_told(face, merging));
        face.trim().parse().map_or_else(|_| text.to_owned(), told)
    };
    if key.dice && merging.is_some() {
        take.split(',').map(face).collect::<Vec<_>>().join(",")
    } else {
        take.to_owned()
    }
}

/// A face, with those that nothing distinguishes from it: `2..5`.
fn face_told(face: i64, merging: Option<&FaceClasses>) -> String {
    match up_to(merging, face) {
        Some(to) if to == face => face.to_string(),
        Some(to) => format!("{face}..{to}"),
        None => format!("{face}.."),
    }
}

/// The faces of which in all situations just those dice are taken that show one of them.
fn faces_taken(situations: &[(BestDecision, BigUint)], merging: Option<&FaceClasses>) -> Option<Vec<i64>> {
    let mut taken = BTreeSet::new();
    for (advised, _) in situations {
        taken.extend(faces_of(advised.take.as_deref()?)?);
    }
    let same = situations.iter().all(|(advised, _)| {
        let one = advised.take.as_deref().and_then(faces_of).unwrap_or_default();
        let mut all: Vec<i64> = advised.faces.iter().copied().filter(|face| taken.contains(face)).collect();
        all.order();
        one == all && !one.is_empty()
    });
    if !same {
        return None;
    }
    let with_others = |face: i64| Some(face..=up_to(merging, face)?);
    Some(taken.into_iter().map(with_others).collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
}

/// The rule by which in all situations just those dice are taken: so many of the worst or the best, perhaps only of those
/// that show no more or no less than a face.
fn rule_taken(situations: &[(BestDecision, BigUint)], merging: Option<&FaceClasses>) -> Option<String> {
    let taken: Vec<Vec<i64>> =
        situations.iter().map(|(one, _)| faces_of(one.take.as_deref()?)).collect::<Option<_>>()?;
    let most = taken.iter().map(Vec::len).max().filter(|most| *most > 0)?;
    let faces: BTreeSet<i64> = situations.iter().flat_map(|(one, _)| one.among.iter().copied()).to_set();
    let bounds = || [None].into_iter().chain(faces.iter().copied().map(Some));
    let by = |word: &str, bound: Option<i64>, rises: bool| -> Option<String> {
        let all = situations.iter().zip(&taken).all(|((one, _), taken)| {
            let within = |face: &&i64| bound.is_none_or(|bound| if rises { **face <= bound } else { **face >= bound });
            let within: Vec<i64> = one.among.iter().filter(within).copied().collect();
            let from = if rises { 0 } else { within.len().saturating_sub(most) };
            within.get(from..within.len().min(from + most)) == Some(taken)
        });
        let condition = match bound {
            None => return all.then(|| format!("{word}({most})")),
            Some(bound) if rises => format!("<= {}", up_to(merging, bound)?),
            Some(bound) => format!(">= {bound}"),
        };
        all.then(|| format!("{word}(showing({condition}), {most})"))
    };
    bounds().find_map(|bound| by("worst", bound, true)).or_else(|| bounds().find_map(|bound| by("best", bound, false)))
}

/// The situations in which this is best, or with what is best in each: by the dice or what else is seen there.
fn listed(
    key: &DecisionKey,
    situations: &[(BestDecision, BigUint)],
    take: Option<&str>,
    (texts, merging): (&[&str], Option<&FaceClasses>),
    all: &BigUint,
) -> BestWhen {
    let mut found: BTreeMap<String, BigUint> = BTreeMap::new();
    // Groups situations with equal dice; records whether the best decision differs within a group, and which other
    // observations differ.
    let mut alike: BTreeMap<&[i64], (&BestDecision, bool, BTreeSet<usize>)> = BTreeMap::new();
    for (one, _) in situations {
        let (first, differ, seen) = alike.entry(&one.faces).or_insert((one, one.faces.is_empty(), BTreeSet::new()));
        *differ |= one.take != first.take;
        seen.extend((0..texts.len()).filter(|at| one.seen.get(*at) != first.seen.get(*at)));
    }
    for (advised, ways) in situations.iter().filter(|(one, _)| take.is_none() || one.take.as_deref() == take) {
        let faces: Vec<String> = advised.faces.iter().map(|face| face_told(*face, merging)).collect();
        let other = alike.get(&*advised.faces).filter(|(_, differ, _)| *differ).map(|(.., seen)| seen);
        let seen = texts.iter().zip(&advised.seen).enumerate();
        let told = |at: &usize, text: &str| other.is_some_and(|other| other.contains(at)) && !ENDS.contains(&text);
        let seen = seen.filter(|(at, (text, _))| told(at, text));
        let words = seen.filter_map(|(_, (text, answer))| Some(equal(text, answer.as_ref()?)));
        let seen = words.collect::<Vec<_>>().join(" and ");
        let text = match (faces.is_empty(), seen.is_empty()) {
            (true, _) => seen,
            (false, true) => faces.join(" "),
            (false, false) => format!("{} ({seen})", faces.join(" ")),
        };
        let text = match (take, &advised.take) {
            (None, Some(take)) => format!("{text} → {}", answered(key, take, merging).replace(',', " ")),
            _ => text,
        };
        *found.entry(text).or_default() += ways;
    }
    let mut found: Vec<(String, Chance)> =
        found.into_iter().map(|(text, ways)| (text, Chance::new(ways, all.clone()))).collect();
    found.order_by(|one, other| other.1.cmp(&one.1));
    BestWhen::Situations(found)
}

/// The shortest condition that holds in just these situations, if there is a short one: on visible values, of which from
/// so many on are counts of dice.
fn condition(
    mut rows: Vec<Observation<'_>>,
    sights: &[&str],
    counts_from: usize,
    budget: &Budget,
) -> Result<Option<String>, OddsError> {
    rows.order();
    rows.dedup();
    let differs = |at: &usize| {
        let mut seen = rows.iter().map(|(seen, _)| seen.get(*at).and_then(Option::as_ref));
        let first = rows.first().and_then(|(seen, _)| seen.get(*at)).and_then(Option::as_ref);
        let all = rows.iter().all(|(seen, _)| seen.get(*at).is_some_and(Option::is_some));
        all && seen.any(|one| one != first)
    };
    let (values, counts): (Vec<usize>, Vec<usize>) =
        (0..sights.len()).filter(differs).partition(|at| *at < counts_from);
    let few = values.get(..MOST_TRIED).unwrap_or(&values);
    for tried in [&[&*values][..], &[&*counts], &[&*values, &*values], &[few, &*counts], &[few, few, few]] {
        if let Some(terms) = shortest(&rows, tried, budget)? {
            return Ok(Some(written(&terms, sights)?));
        }
    }
    Ok(None)
}

/// The shortest of the conditions on one visible value of each list.
fn shortest(rows: &[Observation<'_>], tried: &[&[usize]], budget: &Budget) -> Result<Option<Terms>, OddsError> {
    let mut best: Option<((usize, u64), Terms)> = None;
    let mut chosen = vec![0_usize; tried.len()];
    loop {
        let all: Option<Vec<usize>> = chosen.iter().zip(tried).map(|(at, list)| list.get(*at).copied()).collect();
        let Some(all) = all else { break };
        let different = (0..all.len()).all(|at| all.iter().take(at).all(|one| Some(one) != all.get(at)));
        if different {
            budget.spend(LOOK.saturating_mul(rows.len() as u64))?;
            if let Some(terms) = split(rows, &all) {
                let atoms = atoms(&terms);
                let short = terms.len() <= MOST_TERMS && atoms <= MOST_ATOMS;
                let length = (atoms, numbers(&terms));
                if short && best.as_ref().is_none_or(|(least, _)| length < *least) {
                    best = Some((length, terms));
                }
            }
        }
        // The next choice, as one counts.
        let mut places = chosen.iter().zip(tried);
        let Some(at) = places.rposition(|(at, list)| at + 1 < list.len()) else { break };
        chosen.iter_mut().skip(at + 1).for_each(|one| *one = 0);
        if let Some(one) = chosen.get_mut(at) {
            *one += 1;
        }
    }
    Ok(best.map(|(_, terms)| terms))
}

fn atoms(terms: &Terms) -> usize {
    let one = |atom: &Atom| match atom {
        Atom::Range { from: Some(_), to: Some(_), .. } => 2,
        _ => 1,
    };
    terms.iter().flatten().map(one).sum::<usize>() + terms.len()
}

/// The sum of the absolute numbers in a condition. Of equally long conditions, the one with small numbers reads best.
fn numbers(terms: &Terms) -> u64 {
    let one = |atom: &Atom| match atom {
        Atom::Range { from, to, .. } => [from, to].into_iter().flatten().map(|number| number.unsigned_abs()).sum(),
        Atom::Is { answer: Answer::Number(number), .. } => number.unsigned_abs(),
        Atom::Is { .. } => 0,
    };
    terms.iter().flatten().map(one).fold(0, u64::saturating_add)
}

/// A condition over these sights, if they distinguish the situations.
fn split(rows: &[Observation<'_>], sights: &[usize]) -> Option<Terms> {
    let Some((sight, rest)) = sights.split_first() else {
        let holds = rows.first().is_some_and(|(_, holds)| *holds);
        let same = rows.iter().all(|(_, one)| *one == holds);
        return same.then(|| if holds { vec![Vec::new()] } else { Vec::new() });
    };
    let mut groups: BTreeMap<&Answer, Vec<Observation<'_>>> = BTreeMap::new();
    for row in rows {
        groups.entry(row.0.get(*sight)?.as_ref()?).or_default().push(*row);
    }
    // Neighbours in which the same holds stand together.
    let mut runs: Vec<(Vec<&Answer>, Vec<Observation<'_>>, Terms)> = Vec::new();
    for (answer, rows) in groups {
        let terms = split(&rows, rest)?;
        let ordered = matches!(answer, Answer::Number(_));
        if let Some((answers, before, last)) = runs.last_mut().filter(|_| ordered) {
            let both = [before.as_slice(), &rows].concat();
            if let Some(joined) = split(&both, rest).filter(|joined| joined.len() <= last.len().max(terms.len())) {
                // Where nothing holds on one side and something on the other they are not the same.
                if joined.is_empty() == last.is_empty() && joined.is_empty() == terms.is_empty() {
                    answers.push(answer);
                    (*before, *last) = (both, joined);
                    continue;
                }
            }
        }
        runs.push((vec![answer], rows, terms));
    }
    let last = runs.len().saturating_sub(1);
    let mut found = Terms::new();
    for (at, (answers, _, terms)) in runs.iter().enumerate() {
        let (from, to) = (answers.first()?, answers.last()?);
        let atom = match (from, to) {
            (Answer::Number(from), Answer::Number(to)) if from == to && last > 0 => {
                Some(Atom::Is { sight: *sight, answer: Answer::Number(*from) })
            }
            (Answer::Number(from), Answer::Number(to)) => {
                let (from, to) = ((at > 0).then_some(*from), (at < last).then_some(*to));
                (from.is_some() || to.is_some()).then_some(Atom::Range { sight: *sight, from, to })
            }
            (answer, _) => Some(Atom::Is { sight: *sight, answer: (*answer).clone() }),
        };
        for term in terms {
            found.push(atom.iter().cloned().chain(term.iter().cloned()).collect());
        }
    }
    Some(found)
}

fn equal(text: &str, answer: &Answer) -> String {
    match answer {
        Answer::Number(number) => format!("{text} = {number}"),
        Answer::Flag(true) => text.to_owned(),
        Answer::Flag(false) => format!("not {text}"),
        Answer::Text(word) => format!("{text} = {}", quoted_where_needed(word)),
    }
}

/// As it is written in formulas.
fn written(terms: &Terms, sights: &[&str]) -> Result<String, OddsError> {
    let most = |text: &str, to: i64| if to == -1 { format!("{text} < 0") } else { format!("{text} <= {to}") };
    let atom = |atom: &Atom| {
        let (Atom::Range { sight, .. } | Atom::Is { sight, .. }) = atom;
        let text = *sights.get(*sight).ok_or_else(|| lost())?;
        Ok(match atom {
            Atom::Range { from: None, to: Some(to), .. } => most(text, *to),
            Atom::Range { from: Some(from), to: None, .. } => format!("{text} >= {from}"),
            Atom::Range { from: Some(from), to: Some(to), .. } => format!("{text} >= {from} and {}", most(text, *to)),
            Atom::Range { from: None, to: None, .. } => "yes".to_owned(),
            Atom::Is { answer, .. } => equal(text, answer),
        })
    };
    let term = |term: &Vec<Atom>| Ok(term.iter().map(atom).collect::<Result<Vec<_>, OddsError>>()?.join(" and "));
    Ok(terms.iter().map(term).collect::<Result<Vec<_>, OddsError>>()?.join(" or "))
}
