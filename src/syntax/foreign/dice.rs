//! Foreign dice notations: which dice count, which are kept, how often they are thrown.

use super::our_word;
use super::pattern::is_bare;
use super::pieces::{Pieces, Replacement};
use crate::dice::Suffix;
use crate::sort::Sort as _;
use crate::syntax::TokenKind;

/// `4dF.2`, `4dF.1`: how many faces of a die of pluses and minuses are blank.
pub(super) fn fudge(pieces: &Pieces<'_>, _: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let count = pieces.word(at).strip_suffix("dF").filter(|count| count.bytes().all(|it| it.is_ascii_digit()))?;
        let rest = pieces.text.get(pieces.end(at)..)?;
        let end = pieces.end(at) + 2;
        if rest.get(2..).is_some_and(|behind| behind.starts_with(|letter: char| letter.is_ascii_digit())) {
            return None;
        }
        match rest.get(..2)? {
            ".2" => Some((pieces.end(at)..end, String::new())),
            ".1" => Some((pieces.start(at)..end, format!("{count}d{{-1, 0, 0, 0, 0, 1}}"))),
            _ => None,
        }
    })
}

/// `1d[2, 4, 6]`
pub(super) fn bracketed(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let own = pieces.word(at).strip_suffix(['d', 'D'])?;
        let dice = own.bytes().all(|digit| digit.is_ascii_digit()) && !known(pieces.word(at));
        let opens = pieces.word(at + 1) == "[" && pieces.end(at) == pieces.start(at + 1);
        let close =
            pieces.indices().find(|&close| close > at && pieces.word(close) == "]").filter(|_| dice && opens)?;
        let faces = pieces.slice(pieces.end(at + 1), pieces.start(close));
        let plain = !faces.is_empty() && faces.chars().all(|letter| letter.is_ascii_digit() || " ,-".contains(letter));
        plain.then(|| (pieces.start(at + 1)..pieces.end(close), format!("{{{faces}}}")))
    })
}

/// The most sides of dice that are written out face by face.
const MOST_FACES: u32 = 20;

/// `1d20rr1`, `4d6d1`, `2d6mi2`; `4d6 kh 3`, `4d6-L`
pub(super) fn suffix(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    let is_ours = |word: &str| word == "k" || Suffix::ALL.iter().any(|one| one.word() == word);
    let rolled = |at: Option<usize>| at.filter(|&dice| pieces.kind(dice) == Some(TokenKind::Dice));
    pieces.indices().find_map(|at| {
        let (word, end) = (pieces.word(at), pieces.end(at));
        if pieces.kind(at) == Some(TokenKind::Name) && !known(word) {
            if let Some(dice) = rolled(at.checked_sub(1)) {
                if word.len() > 1 && our_word("suffixes", word) == Some("!") {
                    // `3d6 exploding`
                    return Some((pieces.end(dice)..end, "!".to_owned()));
                }
                // `(a) d10 kh (b)`
                if is_ours(word) && pieces.word(at + 1) == "(" {
                    let uncounted = pieces.word(dice).starts_with(['d', 'D']);
                    let count = dice.checked_sub(1).filter(|&count| uncounted && pieces.word(count) == ")");
                    let start = count.map_or(pieces.start(dice), |count| pieces.end(count));
                    return Some((start..pieces.start(at + 1), format!("{}{word}", pieces.word(dice))));
                }
                let number = pieces.kind(at + 1) == Some(TokenKind::Number);
                // `2d20 kh`
                let one = !number && word.starts_with(['k', 'd']);
                let to = if one { end } else { pieces.start(at + 1) };
                let new = if one { format!("{word}1") } else { word.to_owned() };
                return (is_ours(word) && (one || number)).then(|| (pieces.end(dice)..to, new));
            }
            let dropped = [("L", "dl"), ("H", "dh")].into_iter().find(|(letter, _)| *letter == word)?.1;
            // `4d6-2L`
            let counts =
                |at: &usize| pieces.kind(*at) == Some(TokenKind::Number) && pieces.end(*at) == pieces.start(*at + 1);
            let count = at.checked_sub(1).filter(counts);
            let minus = count.unwrap_or(at).checked_sub(1).filter(|&at| matches!(pieces.word(at), "-" | "−" | "–"))?;
            let dice = rolled(minus.checked_sub(1))?;
            return Some((pieces.end(dice)..end, format!("{dropped}{}", count.map_or("1", |at| pieces.word(at)))));
        }
        let (count, behind) = word.split_once(['d', 'D']).filter(|_| rolled(Some(at)).is_some())?;
        let digits = |text: &str| text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        let (sides, mut rest) = behind.split_at(digits(behind));
        loop {
            rest = rest.trim_start_matches('!');
            let (letters, number) =
                rest.split_at(rest.find(|letter: char| !letter.is_alphabetic()).unwrap_or(rest.len()));
            let (number, others) = number.split_at(digits(number));
            if is_ours(letters) {
                rest = others;
                continue;
            }
            let from = end - rest.len();
            let ours = our_word("suffixes", letters)?;
            let all = number.parse::<u32>().is_ok_and(|number| number >= count.parse().unwrap_or(1));
            if all && matches!(ours, "dl" | "dh") {
                // `d6d6`: more dice than there are cannot be left out; as many are thrown.
                return Some((pieces.start(at)..from, format!("({})", pieces.slice(pieces.start(at), from))));
            }
            let (Ok(bound), "max" | "min" | "without") = (number.parse::<u32>(), ours) else {
                // `3d6x2` may be a product.
                let doubtful = matches!(letters, "x" | "X") && others.is_empty() && !number.is_empty();
                let means = !matches!(ours, "max" | "min" | "without") && !doubtful;
                return means.then(|| (from..from + letters.len(), ours.to_owned()));
            };
            if ours != "without"
                && matches!(count, "" | "1")
                && others.is_empty()
                && from == end - (behind.len() - sides.len())
            {
                let die = pieces.slice(pieces.start(at), from);
                return Some((pieces.start(at)..end, format!("{ours}({die}, {number})")));
            }
            let sides: u32 = sides.parse().ok().filter(|sides| (1..=MOST_FACES).contains(sides))?;
            let worth = |face: u32| match ours {
                "max" => face.max(bound),
                "min" => face.min(bound),
                // `4d6p3`: a face that does not count.
                _ if face == bound => 0,
                _ => face,
            };
            let faces = (1..=sides).map(|face| worth(face).to_string()).collect::<Vec<_>>().join(", ");
            let suffixes = pieces.slice(end - (behind.len() - digits(behind)), from);
            return Some((pieces.start(at)..end, format!("{count}d{{{faces}}}{suffixes}{others}")));
        }
    })
}

/// `RANDBETWEEN(1; 6)`, `random(6)`
pub(super) fn random(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let (word, open) = pieces.called(at, known)?;
        our_word("language", word).filter(|ours| *ours == "random")?;
        let (parts, close) = pieces.inside(open)?;
        let numbers = parts.iter().map(|part| part.parse::<u32>().ok()).collect::<Option<Vec<u32>>>()?;
        let (low, high) = match *numbers.as_slice() {
            [high] => (1, high),
            [low, high] => (low, high),
            // One of these.
            _ => return Some((pieces.start(at)..pieces.end(close), format!("d{{{}}}", parts.join(", ")))),
        };
        let sides = high.checked_sub(low)?.checked_add(1)?;
        let new = match low {
            0 => format!("(d{sides} - 1)"),
            1 => format!("d{sides}"),
            _ => format!("(d{sides} + {})", low - 1),
        };
        Some((pieces.start(at)..pieces.end(close), new))
    })
}

/// `4d6 drop lowest`, `drop lowest 4d6`, `drop(4d6, 1)`
pub(super) fn kept(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let what = pieces.ours(at, known).filter(|what| matches!(*what, "drop" | "keep" | "lowest" | "highest"))?;
        let mut which = None;
        let mut count = None;
        // `the highest of 3d6`
        let alone = !matches!(what, "drop" | "keep");
        let mut next = if alone { at } else { at + 1 };
        if alone && matches!(pieces.word(at + 1), "(" | "[") {
            return None;
        }
        if let Some((parts, close)) = pieces.inside(at + 1) {
            let (dice, count) = match parts.as_slice() {
                [dice] => (*dice, "1"),
                [dice, count] => (*dice, *count),
                _ => return None,
            };
            let letters = if what == "drop" { "dl" } else { "kh" };
            let plain = is_bare(dice) && !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
            return plain.then(|| (pieces.start(at)..pieces.end(close), format!("{dice}{letters}{count}")));
        }
        loop {
            match (pieces.ours(next, known), pieces.kind(next)) {
                (Some(word @ ("lowest" | "highest")), _) if which.is_none() => which = Some(word),
                (Some("filler"), _) => {}
                (_, Some(TokenKind::Number)) if count.is_none() => count = Some(pieces.word(next)),
                _ => break,
            }
            next += 1;
        }
        let usual = if what == "drop" { "lowest" } else { "highest" };
        let letters = match (what, which.unwrap_or(usual)) {
            ("drop", "lowest") => "dl",
            ("drop", _) => "dh",
            (_, "lowest") => "kl",
            _ => "kh",
        };
        let suffix = format!("{letters}{}", count.unwrap_or("1"));
        let is_dice = |at: usize| pieces.kind(at) == Some(TokenKind::Dice);
        if let Some(dice) = at.checked_sub(1).filter(|&dice| is_dice(dice)) {
            return Some((pieces.end(dice)..pieces.end(next - 1), suffix));
        }
        let first = at.checked_sub(1).filter(|&one| pieces.ours(one, known) == Some("filler")).unwrap_or(at);
        // `the highest of 2d6 and 3d6`
        let joins = matches!(pieces.ours(next + 1, known), Some("and" | "or")) || pieces.word(next + 1) == ",";
        if alone && joins && is_dice(next) && is_dice(next + 2) {
            let function = if letters == "kl" { "min" } else { "max" };
            let new = format!("{function}({}, {})", pieces.word(next), pieces.word(next + 2));
            return (count.is_none()).then(|| (pieces.start(first)..pieces.end(next + 2), new));
        }
        is_dice(next).then(|| (pieces.start(first)..pieces.end(next), format!("{}{suffix}", pieces.word(next))))
    })
}

/// `d20 adv`, `d20 with advantage`
pub(super) fn advantage(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    advantage_of(pieces, known, |count| count == 1)
}

/// `2d6 with advantage`: not all games mean the same by it.
pub(super) fn advantage_of_several(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    advantage_of(pieces, known, |count| count > 1)
}

/// The sides of the die that is thrown alone where advantage comes from.
const ALONE: &str = "20";

fn advantage_of(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool, meant: impl Fn(u32) -> bool) -> Replacement {
    let at = pieces.indices().find(|&at| matches!(pieces.ours(at, known), Some("advantage" | "disadvantage")))?;
    let suffix = if pieces.ours(at, known) == Some("advantage") { "kh" } else { "kl" };
    let mut dice = pieces.indices().filter(|&one| pieces.kind(one) == Some(TokenKind::Dice));
    let (Some(one), None) = (dice.next(), dice.next()) else { return None };
    let (count, sides) = pieces.word(one).split_once(['d', 'D'])?;
    if sides.is_empty() || !sides.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    // One more is rolled, and as many are kept as there were.
    let count: u32 = if count.is_empty() { 1 } else { count.parse().ok()? };
    if !meant(count) {
        return None;
    }
    // Of dice of which one alone decides, all are thrown already.
    let new = match count {
        2.. if sides == ALONE => format!("{count}d{sides}{suffix}1"),
        _ => format!("{}d{sides}{suffix}{count}", count.checked_add(1)?),
    };
    let joins = |at: usize| pieces.ours(at, known) == Some("joining");
    let from = at.checked_sub(1).filter(|&before| joins(before)).unwrap_or(at);
    let to = if joins(at + 1) { at + 1 } else { at };
    if let Some((parts, close)) = pieces.inside(at + 1) {
        let only = parts.len() == 1 && at + 2 == one && close == one + 1;
        return only.then(|| (pieces.start(at)..pieces.end(close), new));
    }
    let joined = |from: usize, to: usize| pieces.slice(from, to).trim().to_owned();
    if at < one {
        let between = joined(pieces.end(to), pieces.start(one));
        return Some((pieces.start(from)..pieces.end(one), format!("{between}{new}")));
    }
    let between = pieces.slice(pieces.end(one), pieces.start(from)).trim_end();
    let between = between.trim_end_matches('+').trim_end();
    Some((pieces.start(one)..pieces.end(at), format!("{new}{between}")))
}

/// `count(5 or 6)`, `count(3d6, 5+)`, `count(1..2)`
pub(super) fn faces(pieces: &Pieces<'_>, known: &dyn Fn(&str) -> bool) -> Replacement {
    pieces.indices().find_map(|at| {
        let word = pieces.word(at);
        if our_word("functions", word) != Some("count") || known(word) {
            return None;
        }
        let (parts, close) = pieces.inside(at + 1)?;
        let (dice, met) = match parts.as_slice() {
            [met] => (None, *met),
            [dice, met] => (Some(*dice), *met),
            _ => return None,
        };
        let call = |met: &str| match dice {
            Some(dice) => format!("count({dice}, {met})"),
            None => format!("count({met})"),
        };
        let new = match Met::of(met)? {
            Met::Bound(bound) => call(&bound),
            Met::Faces(faces) => {
                let thrown = dice.filter(|_| pieces.kind(at + 2) == Some(TokenKind::Dice));
                let sides = thrown.and_then(|dice| dice.split_once(['d', 'D'])?.1.parse::<u32>().ok());
                let (first, last) = (*faces.first()?, *faces.last()?);
                let row = faces.windows(2).all(|two| matches!(two, [one, next] if one + 1 == *next));
                match thrown {
                    Some(_) if row && sides == Some(last) => call(&format!(">= {first}")),
                    Some(_) if row && sides.is_some() && first == 1 => call(&format!("<= {last}")),
                    // Written twice they would be thrown twice.
                    Some(_) => return None,
                    None => {
                        let each = faces.iter().map(|face| call(&face.to_string())).collect::<Vec<_>>().join(" + ");
                        let whole = at == 0 && close + 1 == pieces.list.len();
                        if whole { each } else { format!("({each})") }
                    }
                }
            }
        };
        Some((pieces.start(at)..pieces.end(close), new))
    })
}

/// What dice may show, as others write it.
enum Met {
    /// A comparison with a face.
    Bound(String),
    /// A list of faces, ascending.
    Faces(Vec<u32>),
}

impl Met {
    /// How many faces are written out one by one.
    const MOST: usize = 5;

    /// `5+`, `5 or more`, `5 or 6`, `5..6`
    fn of(text: &str) -> Option<Self> {
        if let Some(number) = text.strip_suffix('+') {
            return number.trim().parse::<u32>().ok().map(|number| Self::Bound(format!(">= {number}")));
        }
        if let Some((from, to)) = text.split_once("..") {
            let (from, to) = (from.trim().parse::<u32>().ok()?, to.trim().parse::<u32>().ok());
            let Some(to) = to else { return Some(Self::Bound(format!(">= {from}"))) };
            let few = from < to && (to - from) as usize <= Self::MOST;
            return few.then(|| Self::Faces((from..=to).collect()));
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [number, or, bound] = words.as_slice()
            && our_word("language", or) == Some("or")
            && let Some(sign) = our_word("bounds", bound)
        {
            return number.parse::<u32>().ok().map(|number| Self::Bound(format!("{sign} {number}")));
        }
        let mut faces = Vec::new();
        for (at, word) in words.iter().enumerate() {
            if at % 2 == 0 {
                faces.push(word.parse::<u32>().ok()?);
            } else if our_word("language", word) != Some("or") && !matches!(*word, "|" | "||") {
                return None;
            }
        }
        faces.order();
        faces.dedup();
        (words.len() % 2 == 1 && (2..=Self::MOST).contains(&faces.len())).then_some(Self::Faces(faces))
    }
}
