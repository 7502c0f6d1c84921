//! Formulas in foreign notations, and names without quotes: one error each, which gives the spelling that works here.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use super::program::{CheckedGame, Named, Origin};
use super::root_causes::{holds, overlap};
use crate::diagnostic::{Arg, Code, Diagnostic, MEANT, Near, Note, SuggestedFix, nearest};
use crate::ruleset::holes;
use crate::sort::Sort as _;
use crate::source::{Placement, ScalarStyle, Sources, Span, fold, nfc};
use crate::syntax::{
    TextSpan, TokenKind, TranslatedNotation, is_our_word, is_plain_name, our_word, parse, tokens, translated,
};

/// A formula as it is written.
pub(super) struct WrittenFormula<'o> {
    origin: &'o Origin,
    /// Its text; in front of one in the hole of a text stand blanks.
    text: Cow<'o, str>,
    at: Span,
}

impl<'o> WrittenFormula<'o> {
    /// What an origin holds: itself, or the holes of a text.
    pub(super) fn all(origin: &'o Origin, sources: &Sources, errors: &[Diagnostic]) -> Vec<Self> {
        let text = &*origin.text;
        let faces = |one: &Diagnostic| one.code == Code::BracesWithoutDie;
        let own = |one: &&Diagnostic| one.at.is_some_and(|at| holds(origin.placement.span, at));
        // A text has no braces but its holes.
        if !text.contains('{') || text.contains("d{") || errors.iter().filter(own).any(faces) {
            return vec![Self { origin, text: text.into(), at: origin.placement.span }];
        }
        let hole = |hole: Range<usize>| {
            let padded = format!("{}{}", " ".repeat(hole.start), text.get(hole.clone())?);
            let at = origin.placement.locate(sources, text, hole);
            Some(Self { origin, text: padded.into(), at })
        };
        holes(text).into_iter().take(MOST_HOLES).filter_map(hole).collect()
    }
}

/// Of a text with more holes the others are not looked at.
const MOST_HOLES: usize = 20;

/// Puts what is wrong with a formula in the notation of others together in one error that says how it is
/// written here.
pub(super) fn foreign(
    formula: &WrittenFormula<'_>,
    sources: &Sources,
    errors: &mut Vec<Diagnostic>,
    known: &dyn Fn(&str) -> bool,
) {
    // A name is no formula, whatever others write so.
    let is_name = |one: &Diagnostic| one.code == Code::NameIsDice && one.at == Some(formula.at);
    if untold(formula, errors) || errors.iter().any(is_name) {
        return;
    }
    if let Some((span, step)) = assignment(&formula.text) {
        let at = instead(formula, sources, errors, span, true);
        errors.extend(at.map(|at| {
            let error = Diagnostic::error(Code::NothingIsAssigned, at).arg("written", sources.slice(at));
            error.help_with("help-as-a-step", "example", step)
        }));
        return;
    }
    let Some(TranslatedNotation { span, replacement, sure, ambiguous, .. }) = translated(&formula.text, known) else {
        return;
    };
    // The separators between arguments of an unknown function are not judged.
    let calls_nothing = |one: &Diagnostic| {
        one.code == Code::UnknownFunction && one.fixes.is_empty() && one.at.is_some_and(|at| holds(formula.at, at))
    };
    let written = formula.text.get(span.range()).unwrap_or("");
    if written.replace(';', ",") == replacement && errors.iter().any(calls_nothing) {
        errors.retain(|one| one.code != Code::WrongSeparator || one.at.is_none_or(|at| !holds(formula.at, at)));
        return;
    }
    let before = errors.len();
    // It can be read so, and then nothing is left of what could not.
    let found = instead(formula, sources, errors, span, true);
    // What is joined by a word for conditions is none itself, and what is compared asks for no test.
    let ours = replacement.trim();
    let sums = |one: &Diagnostic| one.code == Code::NotACondition && ours == "+";
    let compares = |one: &Diagnostic| one.code == Code::NoVersusTest && ours.starts_with(">=");
    let versus = errors.iter().find(|one| compares(one)).cloned();
    errors.retain(|one| !((sums(one) || compares(one)) && one.at.is_some_and(|own| holds(formula.at, own))));
    let found = found.or_else(|| (errors.len() < before).then(|| formula.origin.locate(sources, span)));
    if let Some(at) = found {
        let theirs = written.trim();
        let mut whole = formula.text.to_string();
        whole.replace_range(span.range(), &replacement);
        if ambiguous {
            let error = Diagnostic::error(Code::RollsOrProduct, at).arg("written", theirs);
            let error = error.help_with("help-product", "example", whole.trim());
            // Where it touches dice they may explode as well.
            let explodes = theirs.split_once(['x', 'X']).filter(|(dice, _)| !dice.is_empty());
            errors.push(match explodes {
                Some((dice, face)) => error.help_with("help-explode-on", "example", format!("{dice}!{face}")),
                None => error,
            });
            return;
        }
        let own_dice = ours.strip_suffix('d').is_some_and(|count| count.ends_with(|one: char| one.is_ascii_digit()));
        let joins = matches!(our_word("language", theirs), Some("and" | "or"));
        let (code, meant) = match (theirs, ours) {
            (option, "") if option.starts_with("--") => (Code::OptionInside, ""),
            (_, "") if joins => (Code::HalfAComparison, ""),
            (_, "") => (Code::NotWrittenHere, ""),
            ("", _) => (Code::HalfAComparison, ours),
            _ if own_dice && !known("d") => (Code::NoOwnDie, ""),
            _ if versus.is_some() => (Code::NoVersusTest, ours),
            _ => (Code::OtherNotation, ours),
        };
        let mut error = Diagnostic::error(code, at).arg("written", theirs).arg("meant", meant);
        if code == Code::HalfAComparison {
            let joins = |(span, _): &(TextSpan, TokenKind)| {
                let word = formula.text.get(span.range()).unwrap_or("");
                matches!(our_word("language", word), Some("and" | "or"))
            };
            let side = match tokens(&formula.text).iter().any(joins) {
                _ if meant.is_empty() => "whole",
                true => "part",
                false => "alone",
            };
            error = error.arg("side", side);
        }
        error.helps.extend(meaning(theirs, ours).and_then(|what| Note::advice("help-notation", "what", what.into())));
        if let Some(versus) = versus {
            error.helps = versus.helps;
            error = error.help_with("help-compare-total", "example", whole.trim());
        }
        let quoted = in_quotes(formula.origin, sources, at, &replacement);
        let changes =
            [(at, replacement)].into_iter().chain(quoted.map(|quoted| (formula.origin.placement.span, quoted)));
        errors.push(changes.fold(
            error,
            |error, (at, new)| {
                if sure { error.fix(at, new) } else { error.may_fix(at, new) }
            },
        ));
    }
}

/// `Luck -= 1`, `Luck++`, `Luck := 3`, where a program would change what has that name: the whole, and the step that
/// does it.
fn assignment(text: &str) -> Option<(TextSpan, String)> {
    let pieces = tokens(text);
    let word = |at: usize| pieces.get(at).and_then(|(span, _)| text.get(span.range())).unwrap_or("");
    let (first, _) = pieces.first().filter(|(_, kind)| matches!(kind, TokenKind::Name | TokenKind::QuotedName))?;
    let (last, _) = pieces.last()?;
    let name = word(0);
    let operator = text.get(first.range().end..)?.trim_start();
    let signs = operator.find(|letter: char| !"+-−*/:=".contains(letter)).unwrap_or(operator.len());
    let (signs, value) = operator.split_at_checked(signs)?;
    let step = match (signs, value.trim()) {
        ("++", "") => format!("gain: {{{name}: 1}}"),
        ("--" | "−−", "") => format!("lose: {{{name}: 1}}"),
        (_, "") => return None,
        ("+=", value) => format!("gain: {{{name}: {value}}}"),
        ("-=" | "−=", value) => format!("lose: {{{name}: {value}}}"),
        (":=", value) => format!("set: {{{name}: {value}}}"),
        ("*=" | "/=", value) => format!("set: {{{name}: {name} {} {value}}}", signs.trim_end_matches('=')),
        _ => return None,
    };
    Some((TextSpan { start: first.start, end: last.end }, step))
}

/// Says of things side by side how they may be joined only where that means something.
pub(super) fn joined_by_example(
    errors: &mut Vec<Diagnostic>,
    game: &CheckedGame,
    known: &dyn Fn(&str) -> bool,
    names: &HashSet<&str>,
) {
    let means = |text: &str| {
        let pieces = tokens(text);
        let word = |at: usize| pieces.get(at).and_then(|(span, _)| text.get(span.range())).unwrap_or("");
        let is_known = |(at, (_, kind)): (usize, &(TextSpan, TokenKind))| {
            let name = word(at).trim_matches(['«', '»', '“', '”', '"']);
            let function = || word(at + 1) == "(" && is_our_word("functions", name);
            !matches!(kind, TokenKind::Name | TokenKind::QuotedName) || known(name) || function()
        };
        parse(text).problems.is_empty() && pieces.iter().enumerate().all(is_known)
    };
    outermost(errors);
    for error in errors.iter_mut().filter(|one| one.code == Code::SideBySide) {
        let is_sum = |error: &Diagnostic| error.helps.iter().any(|help| help.id == "help-sign");
        let sum = is_sum(error);
        error.helps.retain(|help| match help.args.first() {
            Some((_, Arg::Text(example))) if matches!(help.id, "help-sign" | "help-join") => means(example),
            _ => true,
        });
        if sum && !is_sum(error) {
            error.fixes.retain(|fix| !fix.replacement.contains(['+', '*']));
        }
        if let Some(cell) = cell_of(error, game).filter(|cell| means(cell)) {
            error.helps = Note::advice("help-write", "example", (&*cell).into()).into_iter().collect();
            error.fixes = error
                .at
                .map(|span| SuggestedFix { span, replacement: cell, sure: false, tried: false })
                .into_iter()
                .collect();
            continue;
        }
        // Where no name is nearly that in quotes, it would mean nothing either.
        if let (Some(name), Some(at), true) = (quoted(error), error.at, error.fixes.iter().all(|fix| !fix.sure))
            && !names.contains(&*name)
            && let Some(near) = nearest(&name, names.iter().copied().filter(|name| name.contains(' ')))
        {
            error.helps = Note::advice(MEANT, "name", near.into()).into_iter().collect();
            error.fixes =
                vec![SuggestedFix { span: at, replacement: format!("«{near}»"), sure: false, tried: false }];
        }
    }
}

/// `Table row`: the cell of a table whose brackets are missing.
fn cell_of(error: &Diagnostic, game: &CheckedGame) -> Option<String> {
    let [table, row] = ["left", "right"].map(|side| error.text(side));
    let (table, row) = (table?, row?);
    matches!(game.names.get(table), Some(Named::Table(_))).then(|| format!("{table}[{row}]"))
}

/// Errors of which what is inside is left out.
const MOST_OUTER: usize = 20;

/// Leaves out what is side by side inside of what does so itself.
fn outermost(errors: &mut Vec<Diagnostic>) {
    let places = errors.iter().filter(|one| one.code == Code::SideBySide).filter_map(|one| one.at);
    let places: Vec<Span> = places.take(MOST_OUTER).collect();
    let inside = |at: Span| places.iter().any(|whole| whole.start < at.start && holds(*whole, at));
    errors.retain(|one| one.code != Code::SideBySide || one.at.is_none_or(|at| !inside(at)));
}

/// The name that an error of words side by side puts in quotes.
pub(crate) fn quoted(error: &Diagnostic) -> Option<String> {
    let quotes = error.helps.iter().find(|help| help.id == "help-quotes")?;
    let (_, Arg::Text(quoted)) = quotes.args.first()? else { return None };
    Some(nfc(quoted.strip_prefix('«')?.split_once('»')?.0))
}

/// What a notation means, if how it is written here does not say so by itself.
fn meaning(theirs: &str, ours: &str) -> Option<&'static str> {
    if our_word("language", theirs) == Some("target") {
        return Some("target");
    }
    let dice = tokens(theirs).first().is_some_and(|(_, kind)| *kind == TokenKind::Dice);
    // A product, and a limit in brackets behind a sum, are of no single die.
    let dice = dice && !ours.contains('*') && !theirs.contains('(');
    let signs = [
        ("{", "bound"),
        ("m", "bound"),
        ("!", "explode"),
        ("dl", "drop"),
        ("dh", "drop"),
        ("k", "keep"),
        ("r", "reroll"),
    ];
    signs.into_iter().find(|(sign, _)| dice && ours.contains(sign)).map(|(_, what)| what)
}

/// A value without quotes, with a part replaced, in the quotes that it may need then.
fn in_quotes(origin: &Origin, sources: &Sources, at: Span, replacement: &str) -> Option<String> {
    let Placement { span, style: Some(ScalarStyle::Plain) } = origin.placement else { return None };
    let mut text = sources.slice(span).to_owned();
    let part = at.start.checked_sub(span.start)?..at.end.checked_sub(span.start)?;
    text.get(part.clone())?;
    text.replace_range(part, replacement);
    (!text.contains(['\n', '\''])).then(|| format!("'{text}'"))
}

/// Whether nothing is wrong with a formula of which something better could be told than what is.
fn untold(formula: &WrittenFormula<'_>, errors: &[Diagnostic]) -> bool {
    let mut own =
        errors.iter().filter(|one| one.is_error() && one.at.is_some_and(|at| holds(formula.at, at))).peekable();
    // Words in quotes are known.
    let quoted = |one: &Diagnostic| one.code == Code::SideBySide && one.fixes.iter().any(|fix| fix.sure);
    let told = |one: &Diagnostic| {
        matches!(
            one.code,
            Code::OtherNotation
                | Code::NotWrittenHere
                | Code::OptionInside
                | Code::HalfAComparison
                | Code::TooDeep
                | Code::TextTooLong
        )
    };
    own.peek().is_none() || own.any(|one| quoted(one) || told(one))
}

/// Takes away what is wrong with a part of a formula (or with `all` that cannot be read of it), to tell
/// something else instead: where that is. Nothing if nothing is wrong there.
fn instead(
    formula: &WrittenFormula<'_>,
    sources: &Sources,
    errors: &mut Vec<Diagnostic>,
    span: TextSpan,
    all: bool,
) -> Option<Span> {
    let origin = formula.origin;
    let at = origin.locate(sources, span);
    let before = errors.len();
    let slips = if all { parse(&formula.text).problems } else { Vec::new() };
    let slips: HashSet<(Code, Span)> = slips.iter().map(|slip| (slip.code, origin.locate(sources, slip.at))).collect();
    errors.retain(|one| {
        let touches = |own: Span| holds(formula.at, own) && overlap((own.start, own.end), (at.start, at.end));
        !(one.is_error() && one.at.is_some_and(|own| touches(own) || slips.contains(&(one.code, own))))
    });
    (errors.len() < before).then_some(at)
}

/// Leaves out that words stand side by side in the parentheses of what nothing is called: they may be a remark.
fn in_unknown_calls(formula: &WrittenFormula<'_>, sources: &Sources, errors: &mut Vec<Diagnostic>) {
    let lists = errors.iter().filter(|one| one.code == Code::UnknownFunction).filter_map(|one| {
        let from = one.at.filter(|at| holds(formula.at, *at))?.end;
        let rest = sources.slice(Span { start: from, ..formula.at });
        let length = rest.find(')').filter(|_| rest.trim_start().starts_with('('))?;
        Some(Span { start: from, end: from + length, ..formula.at })
    });
    let lists: Vec<Span> = lists.collect();
    errors.retain(|one| {
        one.code != Code::SideBySide || one.at.is_none_or(|at| !lists.iter().any(|list| holds(*list, at)))
    });
}

/// Puts what is wrong with a name that needs quotes and has none together in one error.
pub(super) fn unquoted(
    formula: &WrittenFormula<'_>,
    sources: &Sources,
    errors: &mut Vec<Diagnostic>,
    names: &HashSet<&str>,
) {
    let text = &*formula.text;
    in_unknown_calls(formula, sources, errors);
    if text.len() > LONGEST || untold(formula, errors) {
        return;
    }
    let folded = fold(text);
    let known: Vec<(&str, String, usize)> = names
        .iter()
        .map(|name| (*name, fold(name), name.chars().count()))
        .filter(|(name, plain, _)| folded.contains(plain.as_str()) && !is_plain_name(name))
        .collect();
    if known.is_empty() && !text.contains('-') {
        return;
    }
    let mut hyphens: Vec<&str> = names.iter().copied().filter(|name| name.contains('-')).collect();
    hyphens.order_by(Ord::cmp);
    let pieces = tokens(text);
    let mut from = 0;
    for (piece, kind) in &pieces {
        let start = piece.range().start;
        if start < from || matches!(kind, TokenKind::QuotedName | TokenKind::Comment) {
            continue;
        }
        let rest = text.get(start..).unwrap_or("");
        let fits = |(name, plain, letters): &(&'_ str, String, usize)| {
            let length = rest.char_indices().nth(*letters).map_or(rest.len(), |(at, _)| at);
            // What is one piece is something else, such as dice.
            let several = piece.range().end < start + length;
            let ends = several && pieces.iter().any(|(piece, _)| piece.range().end == start + length);
            (ends && fold(rest.get(..length)?) == *plain).then(|| (length, (*name).to_owned()))
        };
        let exact = known.iter().filter_map(fits).max();
        let run = || {
            let length = hyphened(text, start)?;
            let near = nearest(text.get(start..start + length)?, hyphens.iter().copied());
            near.map(|name| (length, name.to_owned()))
        };
        let Some((length, name)) = exact.or_else(run) else { continue };
        from = start + length;
        let Ok(end) = u32::try_from(from) else { continue };
        let span = TextSpan { end, ..*piece };
        // The name is known as it is: what goes with it is missing.
        let at = formula.origin.locate(sources, span);
        let lacks = |one: &Diagnostic| matches!(one.code, Code::RoleMissing | Code::StepOfWhom | Code::StepOfMany);
        if errors.iter().any(|one| one.at == Some(at) && lacks(one)) {
            continue;
        }
        if let Some(at) = instead(formula, sources, errors, span, false) {
            let written = text.get(start..from).unwrap_or("");
            errors.push(if fold(written) == fold(&name) {
                let quoted = format!("«{name}»");
                let part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter.is_whitespace();
                let what = if name.chars().all(part) { "words" } else { "sign" };
                let error = Diagnostic::error(Code::NameWithSign, at).arg("name", &*name).arg("what", what);
                error.arg("quoted", &*quoted).fix(at, quoted)
            } else {
                let error = Diagnostic::error(Code::UnknownName, at).arg("name", written);
                error.instead(at, Near::alone(written, &name), format!("«{name}»"))
            });
        }
    }
}

/// How long the words with a `-` and no blanks between them are that begin somewhere.
fn hyphened(text: &str, start: usize) -> Option<usize> {
    let before = text.get(..start)?;
    let rest = text.get(start..)?;
    let part = |letter: char| letter.is_alphanumeric() || letter == '-' || letter == '_';
    let run = rest.get(..rest.find(|letter| !part(letter)).unwrap_or(rest.len()))?.trim_end_matches('-');
    let whole = !before.ends_with(part) && run.split('-').count() > 1;
    (whole && run.split('-').all(|word| word.chars().any(char::is_alphabetic))).then_some(run.len())
}

/// Names are not looked for in longer texts.
const LONGEST: usize = 1000;
