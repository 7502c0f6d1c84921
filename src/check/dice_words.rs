//! Juxtaposed dice: splits a word such as `mCM` into names.

use super::program::DieNames;
use crate::sort::Sort as _;

/// Letters of a word that may be names of dice.
const LONGEST_SPLIT: usize = 32;
/// Letters of a word for which it is guessed what was meant.
const LONGEST: usize = 12;

/// The ways in which a word can be cut into names.
#[derive(Debug, PartialEq, Eq)]
pub enum Split {
    /// The only way to split the word.
    One(Vec<usize>),
    None,
    /// Several: the first two.
    Several(Vec<usize>, Vec<usize>),
}

/// Cuts a word into names of dice, which are compared letter by letter.
#[must_use]
pub fn split(word: &str, dice: &DieNames) -> Split {
    // Most words end as no name does.
    if word.chars().count() > LONGEST_SPLIT || !dice.may_end(word) {
        return Split::None;
    }
    // ways[i]: how the word from byte i on can be cut, at most two ways.
    let mut ways: Vec<Vec<Vec<usize>>> = vec![Vec::new(); word.len() + 1];
    if let Some(end) = ways.last_mut() {
        end.push(Vec::new());
    }
    for start in (0..word.len()).rev() {
        // Names that this place begins with, and where the rest goes on that can be cut.
        let ends = (start + 1..=word.len()).filter(|&end| ways.get(end).is_some_and(|rest| !rest.is_empty()));
        let names = ends.filter_map(|end| Some((end, dice.called(word.get(start..end)?))));
        let mut first: Vec<(usize, usize)> =
            names.flat_map(|(end, dice)| dice.iter().map(move |die| (*die, end))).collect();
        first.order();
        let longer = |(die, end): (usize, usize)| {
            let rest = ways.get(end).map_or(&[][..], Vec::as_slice);
            rest.iter().map(move |rest| std::iter::once(die).chain(rest.iter().copied()).collect())
        };
        let here: Vec<Vec<usize>> = first.into_iter().flat_map(longer).take(2).collect();
        if let Some(slot) = ways.get_mut(start) {
            *slot = here;
        }
    }
    let mut found = ways.into_iter().next().unwrap_or_default().into_iter();
    match (found.next(), found.next()) {
        (Some(one), None) => Split::One(one),
        (Some(one), Some(other)) => Split::Several(one, other),
        _ => Split::None,
    }
}

/// Words of dice that differ from this one only in case: what `cm` may have meant.
/// At most `most` of them.
#[must_use]
pub fn same_but_case(word: &str, names: &[&str], most: usize) -> Vec<String> {
    if word.chars().count() > LONGEST {
        return Vec::new();
    }
    let folded = crate::source::fold(word);
    let mut found = vec![String::new()];
    // Grow all words letter by letter; few dice have names, and words are short.
    let mut whole = Vec::new();
    let mut rounds = folded.chars().count();
    while !found.is_empty() && rounds > 0 && whole.len() < most {
        rounds -= 1;
        let mut next = Vec::new();
        for prefix in &found {
            for name in names {
                let longer = format!("{prefix}{name}");
                let key = crate::source::fold(&longer);
                if key == folded {
                    whole.push(longer);
                } else if folded.starts_with(&key) && next.len() < 64 {
                    next.push(longer);
                }
            }
        }
        found = next;
    }
    whole.order();
    whole.dedup();
    whole.truncate(most);
    whole
}
