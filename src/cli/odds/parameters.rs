//! Parameters that vary from row to row: `--over NAME=VALUES`, and a range or a table after `vs`.

use std::ops::Range;

use crate::check::answer_of;
use crate::check::program::{CheckedGame, LookupTable, Named};
use crate::check::quoted_where_needed;
use crate::cli::roll::pair;
use crate::diagnostic::{Code, Diagnostic, nearest, words};
use crate::session::RollRequest;
use crate::source::{Span, fold, nfc};
use crate::syntax::{SyntaxLimits, TokenKind, joined, tokens};

/// Values that one thing may take.
const MOST_VALUES: usize = 200;
/// Things that may change at once.
pub(crate) const MOST_VARIED: usize = 2;
/// Points that all of them may make together.
pub(crate) const MOST_POINTS: usize = 2_000;

/// A parameter that varies from row to row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VariedParameter {
    /// Its name; of what is in an expression it is known only when that was checked.
    pub(crate) name: Option<String>,
    /// Its values in words.
    pub(crate) values: Vec<String>,
    /// What the values are given to.
    pub(crate) target: SweepTarget,
}

/// What the values of a parameter are assigned to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SweepTarget {
    /// They stand in the expression, in place of these bytes.
    Text(Range<usize>),
    /// An input or an option: as with `--set`.
    Setting,
    /// A trait: as with `--with`.
    Trait,
    /// A name of one's own in the expression.
    Own,
}

/// The range or the table behind the `vs` of an expression, if there is one. `at` is where
/// the expression is.
///
/// # Errors
///
/// If it has no values, or too many.
pub(crate) fn in_text(game: &CheckedGame, text: &str, at: Span) -> Result<Option<VariedParameter>, Diagnostic> {
    if text.len() > SyntaxLimits::STANDARD.text {
        return Ok(None);
    }
    let pieces = tokens(text);
    let versus =
        pieces.iter().rfind(|(span, kind)| *kind == TokenKind::Keyword && text.get(span.range()) == Some("vs"));
    let Some((versus, _)) = versus else { return Ok(None) };
    let comment = pieces.iter().find(|(_, kind)| *kind == TokenKind::Comment).map(|(span, _)| span.range().start);
    // What is asked of the same dice besides is no part of it.
    let parts = joined(text).into_iter().flat_map(|joined| joined.parts).map(|part| part.end);
    let ends = parts.chain(comment).filter(|end| *end >= versus.range().end).min();
    let rest = versus.range().end..ends.unwrap_or(text.len());
    let said = text.get(rest.clone()).unwrap_or("");
    let start = rest.start + (said.len() - said.trim_start().len());
    let place = start..start + said.trim().len();
    let said = said.trim();
    let span = Span { start: at.start + place.start, end: at.start + place.end, ..at };
    let values = match range(said) {
        Some(range) => numbers(range, said).map_err(|error| Diagnostic { at: Some(span), ..error })?,
        None => match table(game, said) {
            Some(table) => row_names(table).into_iter().map(|name| quoted_where_needed(&name)).collect(),
            None => return Ok(None),
        },
    };
    // A table whose rows have no names is left to the check of the expression.
    Ok((!values.is_empty()).then_some(VariedParameter { name: None, values, target: SweepTarget::Text(place) }))
}

/// What `--over NAME=VALUES` says of an expression.
///
/// # Errors
///
/// What is wrong with it; and whether the command line itself is.
pub(crate) fn wanted(
    game: &CheckedGame,
    given: &RollRequest,
    text: &str,
    item: &str,
) -> Result<VariedParameter, (Diagnostic, bool)> {
    let usage = |error| (error, true);
    let Some((name, said)) = pair(item).filter(|(_, said)| !said.is_empty()) else {
        return Err(usage(Diagnostic::error(Code::OverUnfinished, None).arg("text", item)));
    };
    let (name, mut target) = named(game, text, &nfc(name.trim())).map_err(|error| (error, false))?;
    let values = if let Some(range) = range(&said) {
        numbers(range, &said).map_err(usage)?
    } else if let Some(table) = table(game, &said) {
        let rows = row_names(table);
        if rows.is_empty() {
            return Err((Diagnostic::error(Code::OverNoRows, None).arg("name", &*table.name), false));
        }
        rows
    } else {
        list(game, &said).map_err(usage)?
    };
    if target == SweepTarget::Trait && !game.names.contains_key(&name) && !is_given(given, &name) {
        // A name that only the expression uses need not fit the traits of characters.
        let kind = game.open_group().map(|question| &question.kind);
        if values.iter().any(|value| kind.is_none_or(|kind| answer_of(game, kind, value).is_none())) {
            target = SweepTarget::Own;
        }
    }
    if target == SweepTarget::Own && values.iter().any(|value| value.parse::<i64>().is_err()) {
        return Err((Diagnostic::error(Code::OverNeedsNumbers, None).arg("name", &*name), false));
    }
    Ok(VariedParameter { name: Some(name), values, target })
}

/// Whether the roller has a trait of that name, of those that players name.
fn is_given(given: &RollRequest, name: &str) -> bool {
    let roller = given.person.as_ref().and_then(|(world, who)| world.people.get(*who));
    given.names.contains_key(name) || roller.is_some_and(|roller| roller.open.contains_key(name))
}

/// `8..32`, `8..32/4`
fn range(text: &str) -> Option<(i64, i64, i64)> {
    let (low, rest) = text.split_once("..")?;
    let (high, step) = rest.split_once('/').unwrap_or((rest, "1"));
    let number = |text: &str| crate::source::whole(text);
    Some((number(low)?, number(high)?, number(step)?))
}

fn numbers((low, high, step): (i64, i64, i64), said: &str) -> Result<Vec<String>, Diagnostic> {
    if high < low || step < 1 {
        return Err(Diagnostic::error(Code::OverEmpty, None).arg("text", said));
    }
    let count = (i128::from(high) - i128::from(low)) / i128::from(step) + 1;
    if count > i128::try_from(MOST_VALUES).unwrap_or(i128::MAX) {
        let error = Diagnostic::error(Code::OverTooMany, None).arg("text", said).arg("limit", MOST_VALUES);
        return Err(error.arg("count", i64::try_from(count).unwrap_or(i64::MAX)));
    }
    let values = std::iter::successors(Some(low), |value| value.checked_add(step).filter(|next| *next <= high));
    Ok(values.map(|value| value.to_string()).collect())
}

/// `1,3,5`; words are allowed, but a single one is a mistake.
fn list(game: &CheckedGame, said: &str) -> Result<Vec<String>, Diagnostic> {
    let values: Vec<String> = said.split(',').map(|value| value.trim().to_owned()).collect();
    let one_word = values.len() == 1 && said.trim().parse::<i64>().is_err();
    if one_word || values.iter().any(String::is_empty) {
        let error = Diagnostic::error(Code::OverNotValues, None).arg("text", said);
        let tables = game.tables.iter().map(|table| &*table.name);
        return Err(match nearest(said, tables) {
            Some(near) => error.help_with("help-did-you-mean", "name", near),
            None => error,
        });
    }
    if values.len() > MOST_VALUES {
        let error = Diagnostic::error(Code::OverTooMany, None).arg("text", said).arg("limit", MOST_VALUES);
        return Err(error.arg("count", values.len()));
    }
    Ok(values)
}

/// The table of a name, which may lack its accents.
fn table<'a>(game: &'a CheckedGame, said: &str) -> Option<&'a LookupTable> {
    let name = nfc(said.trim().trim_matches(['«', '»', '"']));
    if let Some(Named::Table(index)) = game.names.get(&name) {
        return Some(&game.tables[*index]);
    }
    let folded = fold(&name);
    let mut same = game.tables.iter().filter(|table| fold(&table.name) == folded);
    same.next().filter(|_| !folded.is_empty() && same.next().is_none())
}

/// The names of a table's rows in order, without their other names.
fn row_names(table: &LookupTable) -> Vec<String> {
    let labels = table.rows.iter().map(|row| &*row.label).filter(|label| table.names.contains_key(*label));
    labels.take(MOST_VALUES).map(str::to_owned).collect()
}

/// What a name means that is to change: a trait, an option, a name in the expression, an input.
fn named(game: &CheckedGame, text: &str, name: &str) -> Result<(String, SweepTarget), Diagnostic> {
    if game.is_cell(name) {
        return Ok((name.to_owned(), SweepTarget::Setting));
    }
    let in_expression = names_in(text);
    let is_theirs = |named: &Named| matches!(named, Named::Trait(_) | Named::Points(_));
    let traits = game.names.iter().filter(|(_, named)| is_theirs(named)).map(|(name, _)| &**name);
    let options = game.options.iter().map(|option| &*option.name);
    // Where people name traits themselves, a name of one's own is such a trait.
    let own_target = if game.open_group().is_some() { SweepTarget::Trait } else { SweepTarget::Own };
    let own = in_expression.iter().map(String::as_str).filter(|name| !game.names.contains_key(*name));
    let inputs = game.tests.iter().flat_map(|test| test.inputs.iter().map(|(name, _)| &**name));
    let known: Vec<(&str, &SweepTarget)> = traits
        .map(|name| (name, &SweepTarget::Trait))
        .chain(options.map(|name| (name, &SweepTarget::Setting)))
        .chain(own.map(|name| (name, &own_target)))
        .chain(inputs.map(|name| (name, &SweepTarget::Setting)))
        .collect();
    let folded = fold(name);
    let exact = known.iter().find(|(one, _)| *one == name);
    if let Some((name, target)) = exact.or_else(|| known.iter().find(|(one, _)| fold(one) == folded)) {
        return Ok(((*name).to_owned(), (*target).clone()));
    }
    let error = Diagnostic::error(Code::OverUnknownName, None).arg("name", name);
    let mut names: Vec<&str> = known.into_iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    Err(match nearest(name, names.iter().copied()) {
        Some(near) => error.help_with("help-did-you-mean", "name", near),
        None => error.help_with("help-there-is", "names", words(&names)),
    })
}

/// The names that stand in an expression.
fn names_in(text: &str) -> Vec<String> {
    if text.len() > SyntaxLimits::STANDARD.text {
        return Vec::new();
    }
    let names = tokens(text).into_iter().filter(|(_, kind)| matches!(kind, TokenKind::Name | TokenKind::QuotedName));
    let names = names.filter_map(|(span, _)| text.get(span.range()));
    names.map(|name| nfc(name.trim_matches(['«', '»', '"', '“', '”']).trim())).collect()
}

impl VariedParameter {
    /// The request with a value in it.
    pub(crate) fn give(&self, request: &mut RollRequest, value: &str) {
        let name = || self.name.clone().unwrap_or_default();
        match &self.target {
            SweepTarget::Text(place) => {
                if request.text.is_char_boundary(place.start) && request.text.is_char_boundary(place.end) {
                    request.text.replace_range(place.clone(), value);
                }
            }
            SweepTarget::Setting => {
                request.settings.insert(name(), value.to_owned());
            }
            SweepTarget::Trait => {
                request.names.insert(name(), value.to_owned());
            }
            SweepTarget::Own => {
                request.known.extend(value.parse().ok().map(|value: i64| (name(), value)));
            }
        }
    }

    /// Whether the request says already what this is to be.
    pub(crate) fn is_said(&self, request: &RollRequest) -> bool {
        let Some(name) = &self.name else { return false };
        request.names.contains_key(name) || request.settings.contains_key(name)
    }

    /// Moves places in a text with a value to those in the text that was typed, which is
    /// at `at`. What lies in the value lies in what stood for it.
    pub(crate) fn place_back(&self, findings: &mut [Diagnostic], value: &str, at: Span) {
        let SweepTarget::Text(place) = &self.target else { return };
        let (from, until) = (at.start + place.start, at.start + place.end);
        let changed = from + value.len();
        // What stands for the whole expression ends with it.
        let place = |offset: usize, within: usize| match offset {
            offset if offset <= from => offset,
            offset if offset >= changed => (offset - changed + until).min(at.end),
            _ => within,
        };
        let back = |span: &mut Span| {
            if span.source == at.source {
                let start = place(span.start, from);
                *span = Span { start, end: place(span.end, until).max(start), ..*span };
            }
        };
        for finding in findings {
            finding.at.iter_mut().for_each(back);
            finding.labels.iter_mut().for_each(|label| back(&mut label.span));
            // A fix there would change text that the user did not type.
            finding.fixes.retain(|fix| fix.span.source != at.source || fix.span.end <= from);
        }
    }
}
