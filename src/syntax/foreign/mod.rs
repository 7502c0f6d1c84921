//! Notations that people bring along: of spreadsheets, other programs, another language.
//!
//! Their words are data, in `words.txt`. What is rewritten has to be readable; whether it means
//! anything in a game is for others to say.

mod arithmetic;
mod conditions;
mod dice;
mod frame;
mod pieces;

use std::collections::HashMap;
use std::sync::OnceLock;

use super::grammar::offset;
use super::parse::read;
use super::pool::between;
use super::{TextSpan, TokenKind, tokens};
use crate::sort::Sort as _;
use crate::source::fold;
use pieces::{Change, Pieces, is_balanced};

const WORDS: &str = include_str!("words.txt");

/// Texts that are longer are not looked at.
const LONGEST: usize = 1000;
/// How often one rule is applied.
const MOST: usize = 20;

/// Our word for that of another program, from a section of `words.txt`, without case and accents: the first, if there
/// are several.
#[must_use]
pub fn our_word(section: &str, theirs: &str) -> Option<&'static str> {
    our_words(section, theirs).first().copied()
}

/// All our words for that of another program, in the order of `words.txt`. The caller chooses the one that fits.
#[must_use]
pub fn our_words(section: &str, theirs: &str) -> &'static [&'static str] {
    table().get(section).and_then(|words| words.get(&fold(theirs))).map_or(&[], Vec::as_slice)
}

/// What is written first for one of our words, if the section has it.
#[must_use]
pub fn their_word(section: &str, ours: &str) -> Option<&'static str> {
    let lines = WORDS.lines().map(str::trim).skip_while(|line| line.strip_prefix('[') != Some(&*format!("{section}]")));
    let own = lines.skip(1).take_while(|line| !line.starts_with('['));
    let (_, theirs) = own.filter_map(|line| line.split_once(": ")).find(|(word, _)| *word == ours)?;
    theirs.split(", ").next()
}

/// Whether an answer is one of the words for none.
#[must_use]
pub fn is_none(answer: &str) -> bool {
    our_word("answers", answer.trim()) == Some("none")
}

/// Whether a word is one of ours, in a section of `words.txt`.
#[must_use]
pub fn is_our_word(section: &str, word: &str) -> bool {
    table().get(section).is_some_and(|words| words.values().any(|ours| ours.contains(&word)))
}

/// Our words by what others write, without case and accents.
type Words = HashMap<String, Vec<&'static str>>;

/// Our words by section and by what others write.
fn table() -> &'static HashMap<&'static str, Words> {
    static TABLE: OnceLock<HashMap<&'static str, Words>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: HashMap<&str, Words> = HashMap::new();
        let mut section = "";
        for line in WORDS.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name;
            } else if let Some((ours, theirs)) = line.split_once(": ") {
                for word in theirs.split(", ") {
                    let meant = table.entry(section).or_default().entry(fold(word)).or_default();
                    if !meant.contains(&ours) {
                        meant.push(ours);
                    }
                }
            }
        }
        table
    })
}

/// A part of a text, and how it is written here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Translated {
    /// The part that is written otherwise.
    pub span: TextSpan,
    /// How it is written.
    pub replacement: String,
    /// Nothing else can be meant.
    pub sure: bool,
    /// It may be meant otherwise so often that it has to be shown.
    pub doubtful: bool,
    /// Whether other programs mean something that no formula can express: then it is not suggested.
    pub ambiguous: bool,
}

/// A change of what is written as others write it.
type Rewrite = fn(&Pieces<'_>, &dyn Fn(&str) -> bool) -> Change;

/// How certain it is that a change is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Certainty {
    /// Nothing else can be meant.
    Sure,
    /// Others mean it so.
    Usual,
    /// It may well be meant otherwise.
    Doubtful,
    /// Others mean something else by it, which no formula can say.
    Ambiguous,
}

use Certainty::{Ambiguous, Doubtful, Sure, Usual};

/// One that takes what another would spoil comes before it.
const RULES: [(Rewrite, Certainty); 68] = [
    (frame::wide, Sure),
    (frame::command, Sure),
    (frame::equals, Sure),
    (frame::wrapped, Sure),
    (frame::quoted, Sure),
    (arithmetic::floored, Usual),
    (frame::remark, Usual),
    (frame::sheet, Sure),
    (frame::asked, Usual),
    (frame::plus, Sure),
    (arithmetic::times_sign, Sure),
    (conditions::bound, Sure),
    (conditions::between, Sure),
    (conditions::phrase, Usual),
    (conditions::otherwise, Sure),
    (arithmetic::half, Usual),
    (arithmetic::against, Sure),
    (arithmetic::target, Sure),
    (arithmetic::compared, Doubtful),
    (dice::fudge, Sure),
    (dice::bracketed, Sure),
    (dice::dice, Sure),
    (dice::suffix, Usual),
    (dice::multiplied, Ambiguous),
    (dice::in_words, Usual),
    (dice::random, Sure),
    (dice::failures, Usual),
    (dice::successes, Usual),
    (dice::kept, Sure),
    (dice::ends, Doubtful),
    (arithmetic::operator, Sure),
    (arithmetic::divided, Usual),
    (frame::option, Sure),
    (frame::grouped, Sure),
    (frame::percents, Usual),
    (dice::pools, Sure),
    (arithmetic::percent, Sure),
    (arithmetic::chance, Doubtful),
    (arithmetic::power, Sure),
    (arithmetic::lookup, Doubtful),
    (arithmetic::rounded, Doubtful),
    (dice::counted, Sure),
    (dice::faces, Usual),
    (conditions::joined, Sure),
    (conditions::conditional, Sure),
    (conditions::half_conditional, Usual),
    (conditions::ternary, Sure),
    (conditions::colon, Sure),
    (conditions::parted, Sure),
    (arithmetic::named, Sure),
    (arithmetic::ratio, Doubtful),
    (conditions::turned, Sure),
    (arithmetic::bars, Sure),
    (arithmetic::absolute, Sure),
    (arithmetic::added, Sure),
    (arithmetic::remainder, Sure),
    (arithmetic::function, Sure),
    (conditions::either, Sure),
    (dice::times, Sure),
    (dice::times_dice, Ambiguous),
    (dice::extreme, Doubtful),
    (dice::advantage, Sure),
    (dice::thrown_with, Doubtful),
    (conditions::word, Sure),
    (conditions::idle, Doubtful),
    (conditions::one_sided, Sure),
    (frame::separators, Sure),
    (dice::advantage_of_several, Usual),
];

/// What is written as others write it, in the notation of this language; `known` says whether a word is
/// a name and so stays what it is. Nothing if the text cannot be read then either.
#[must_use]
pub fn translated(text: &str, known: &dyn Fn(&str) -> bool) -> Option<Translated> {
    if text.len() > LONGEST {
        return None;
    }
    let mut new = text.to_owned();
    // Each after the others, as often as it applies; the pieces are looked for again when something has changed.
    let (mut at, mut applied) = (0, 0);
    let (mut sure, mut doubtful, mut ambiguous) = (true, false, false);
    loop {
        let pieces = Pieces::of(&new);
        let applies = |(at, (rule, _)): (usize, &(Rewrite, Certainty))| Some((at, rule(&pieces, known)?));
        let Some((found, (span, replacement))) = RULES.iter().enumerate().skip(at).find_map(applies) else { break };
        applied = if found == at { applied + 1 } else { 1 };
        (at, applied) = if applied == MOST { (found + 1, 0) } else { (found, applied) };
        let certainty = RULES.get(found).map_or(Doubtful, |(_, certainty)| *certainty);
        sure &= certainty == Sure;
        doubtful |= matches!(certainty, Doubtful | Ambiguous);
        ambiguous |= certainty == Ambiguous;
        new.replace_range(span, &replacement);
    }
    if new == text || !read(&new).problems.is_empty() {
        return None;
    }
    let (span, replacement) = difference(text, &new);
    Some(Translated { span, replacement, sure, doubtful, ambiguous })
}

/// The pieces that differ, whole.
fn difference(old: &str, new: &str) -> (TextSpan, String) {
    let bounds = |text: &str| {
        let pieces = tokens(text);
        pieces.iter().flat_map(|(span, _)| [span.start as usize, span.end as usize]).collect::<Vec<_>>()
    };
    let (ours, theirs) = (bounds(old), bounds(new));
    let same = |at: usize| old.get(..at).is_some_and(|before| new.starts_with(before));
    // `**` is one sign.
    let pieces = tokens(old);
    let ends = |at: usize| {
        let sign = |(_, kind): &&(TextSpan, TokenKind)| *kind == TokenKind::Operator;
        let mut signs = pieces.iter().filter(sign).map(|(span, _)| span.range());
        signs.clone().any(|sign| sign.end == at) && signs.any(|sign| sign.start == at)
    };
    let mut starts: Vec<usize> =
        ours.iter().copied().filter(|&at| same(at) && theirs.contains(&at) && !ends(at)).collect();
    starts.order();
    starts.dedup();
    // What is called is told with its parentheses.
    let with_name = |start: usize| {
        let before = tokens(old).into_iter().rfind(|(span, _)| span.range().end <= start);
        let called = before.filter(|(_, kind)| *kind == TokenKind::Name).map(|(span, _)| span.range().start);
        let opens = |text: &str| text.get(start..).is_some_and(|rest| rest.starts_with('('));
        called.filter(|_| opens(new)).unwrap_or(start)
    };
    let end_from = |start: usize| {
        let behind = |at: usize| {
            let rest = old.get(at..)?;
            let begin = new.len().checked_sub(rest.len())?;
            (at >= start && begin >= start && new.ends_with(rest) && theirs.contains(&begin)).then_some((at, begin))
        };
        let whole = |&(end, last): &(usize, usize)| {
            // And what begins with a condition ends with its last value.
            let complete = |text: &str| is_balanced(text) && !text.trim_end().ends_with("else");
            old.get(start..end).is_some_and(is_balanced) && new.get(start..last).is_some_and(complete)
        };
        ours.iter().copied().filter_map(behind).filter(whole).min()
    };
    let last = starts.last().copied().unwrap_or(0);
    let found = starts.into_iter().rev().map(with_name).find_map(|start| Some((start, end_from(start)?)));
    let (start, (end, last)) = found.unwrap_or((with_name(last), (old.len(), new.len())));
    let replaced = old.get(start..end).unwrap_or("");
    let blanks = replaced.len() - replaced.trim_start().len();
    let gap = new.get(start..last).unwrap_or("");
    let replacement = gap.get(gap.len() - gap.trim_start().len()..).unwrap_or("");
    let kept = if blanks > 0 && replacement.len() < gap.len() { blanks } else { 0 };
    let replacement = if kept > 0 { replacement } else { gap };
    (between(offset(start + kept), offset(end)), replacement.to_owned())
}

#[cfg(test)]
mod tests {
    use super::translated;

    fn ours(text: &str) -> Option<String> {
        let known = |word: &str| matches!(word, "Force" | "Wits" | "total" | "x1" | "vs");
        let found = translated(text, &known)?;
        let mut new = text.to_owned();
        new.replace_range(found.span.range(), &found.replacement);
        Some(new)
    }

    #[test]
    fn other_notations_are_rewritten() {
        for (theirs, expected) in [
            ("/r 2d6", "2d6"),
            ("!roll 2d6 + 1", "2d6 + 1"),
            ("1_000 + Force", "1000 + Force"),
            ("2d6 + ?{Bonus|2}", "let Bonus = 2 in 2d6 + Bonus"),
            ("?{How many?|3}d6 + 1", "let «How many?» = 3 in («How many?»)d6 + 1"),
            ("IF(Force > 1; 2; 3)", "(if Force > 1 then 2 else 3)"),
            ("SI(Force > 1, SI(Wits > 2, 1, 2), 3) + 1", "(if Force > 1 then (if Wits > 2 then 1 else 2) else 3) + 1"),
            ("si Force > 1 entonces 2 sino 3", "if Force > 1 then 2 else 3"),
            ("abs(Force)", "max(Force, -Force)"),
            ("abs(Force - Wits)", "(let n = Force - Wits in max(n, -n))"),
            ("MAX(Force; Wits)", "max(Force, Wits)"),
            ("2 x Force", "2 * Force"),
            ("2x Force", "2 * Force"),
            ("2x3", "2 * 3"),
            ("Force x 2", "Force * 2"),
            ("Force > 1 y Wits > 2", "Force > 1 and Wits > 2"),
            ("Force > 1 y/o Wits > 2", "Force > 1 or Wits > 2"),
            ("Force > 1 AND NOT Wits > 2", "Force > 1 and not Wits > 2"),
            ("Force > 1 AND < 5", "Force > 1 and Force < 5"),
            ("AND Force > 1", "Force > 1"),
            ("4d6 drop lowest", "4d6dl1"),
            ("drop(4d6, 1) + 2", "4d6dl1 + 2"),
            ("Force is greater than 3", "Force > 3"),
            ("Force is less than Wits", "Force < Wits"),
            ("Force ∕ 2", "Force / 2"),
            ("keep(4d6, 3)", "4d6kh3"),
            ("2d20L", "2d20kl1"),
            ("3d6h + 1", "3d6kh1 + 1"),
            ("4d6H3", "4d6kh3"),
            ("4d6 keep highest 3 + 1", "4d6kh3 + 1"),
            ("drop lowest 4d6", "4d6dl1"),
            ("d20 adv", "2d20kh1"),
            ("1d20 + Force dis", "2d20kl1 + Force"),
            ("adv(d20) + 2", "2d20kh1 + 2"),
            ("d20 with advantage", "2d20kh1"),
            ("d20 + 2 con desventaja", "2d20kl1 + 2"),
            ("con ventaja d20", "2d20kh1"),
            ("4d6 best 3", "4d6kh3"),
            ("2d6 with disadvantage", "3d6kl2"),
            ("2d20 adv + 1", "2d20kh1 + 1"),
            ("3d20 dis", "3d20kl1"),
            ("Force·2", "Force * 2"),
            ("Force x2 + 1", "Force * 2 + 1"),
            ("2 ⋅ Force", "2 * Force"),
            ("Force•2 + 1", "Force * 2 + 1"),
            ("Forcex2 + 1", "Force * 2 + 1"),
            ("+1", "1"),
            ("if Force > 1 then +1 else -1", "if Force > 1 then 1 else -1"),
            ("max(+1, Force)", "max(1, Force)"),
            ("Force at least 3", "Force >= 3"),
            ("if (Force > 2) 3 else 4", "if (Force > 2) then 3 else 4"),
            ("if Force > 2: 3 else: 4", "if Force > 2 then 3 else 4"),
            ("test(bonus: 3, Force)", "test(bonus = 3, Force)"),
            ("Force + 1 at most 3", "Force + 1 <= 3"),
            ("Force is not Wits", "Force != Wits"),
            ("if Force is Wits then 1 else 2", "if Force = Wits then 1 else 2"),
            ("Force between 1 and 3", "Force >= 1 and Force <= 3"),
            ("if Force + 1 between 1 and 3 then 1 else 2", "if Force + 1 >= 1 and Force + 1 <= 3 then 1 else 2"),
            ("half Force", "Force / 2"),
            ("10d10ts8", "count(10d10, >= 8)"),
            ("10d10s8 + 1", "count(10d10, >= 8) + 1"),
            ("10d10cs8", "count(10d10, 8)"),
            ("10d6cs>5", "count(10d6, >5)"),
            ("10d6cs>5cf<2", "count(10d6, >5) - count(<2)"),
            ("5d10 éxitos 8", "count(5d10, >= 8)"),
            ("5d10 successes >= 8", "count(5d10, >= 8)"),
            ("5d10 successes on 6", "count(5d10, >= 6)"),
            ("4dF.2 + 1", "4dF + 1"),
            ("2dF.1", "2d{-1, 0, 0, 0, 0, 1}"),
            ("1d[2, 4, 6]", "1d{2, 4, 6}"),
            ("2d20 kh", "2d20kh1"),
            ("4d6 dl + 1", "4d6dl1 + 1"),
            ("IF(Force > 5 then 2 else 3)", "(if Force > 5 then 2 else 3)"),
            ("n = 2d6 in n + n", "let n = 2d6 in n + n"),
            ("random(1, 6)", "d6"),
            ("random(6)", "d6"),
            ("aleatorio(2; 4; 8)", "d{2, 4, 8}"),
            ("MOD(2d6, 4)", "(2d6 % 4)"),
            ("RESIDUO(Force; 2) + 1", "(Force % 2) + 1"),
            ("2d6 : 2", "2d6 / 2"),
            ("dado de 20", "d20"),
            ("un dado de 20 + 1", "d20 + 1"),
            ("3d6 max", "3d6kh1"),
            ("1d20 CD 15", "1d20 vs 15"),
            ("1d20 + 1 DC15", "1d20 + 1 vs 15"),
            ("1d20 vs DC15", "1d20 vs 15"),
            ("Wits % Force + %Force%", "Wits % Force + Force"),
            ("1 + ½ Force", "1 + Force / 2"),
            ("la mitad de Force + 1", "Force / 2 + 1"),
            ("2 * half of Force", "2 * (Force / 2)"),
            ("si Force > 1 entonces 1 si no -1", "if Force > 1 then 1 else -1"),
            ("when Force > 1 then 1 else 2", "if Force > 1 then 1 else 2"),
            ("if Force then 1 elif Wits then 2 else 3", "if Force then 1 else if Wits then 2 else 3"),
            ("SUM(Force; Wits; 2)", "(Force + Wits + 2)"),
            ("VLOOKUP(Force, Wits, 1)", "Wits[Force]"),
            ("Force + 7 vs. 12", "Force + 7 vs 12"),
            ("Force + 7 versus 12", "Force + 7 vs 12"),
            ("=Force + 1", "Force + 1"),
            ("[[2d6 + 3]]", "2d6 + 3"),
            ("`2d6`", "2d6"),
            ("2d6 + 'two words'", "2d6 + «two words»"),
            ("2d6 // for harm", "2d6 # for harm"),
            ("2d6 + @{Force}", "2d6 + Force"),
            ("1W6 + 2", "1d6 + 2"),
            ("4df", "4dF"),
            ("2d6cs>=5", "count(2d6, >=5)"),
            ("2d6 plus 3", "2d6 + 3"),
            ("2d10 mod 3", "2d10 % 3"),
            ("roll 2d6", "2d6"),
            ("the highest of 3d6", "3d6kh1"),
            ("highest of 3d6", "3d6kh1"),
            ("２d６", "2d6"),
            ("if Force > 1: 3 else 4", "if Force > 1 then 3 else 4"),
            ("Force > 1 ? 2 : 3", "if Force > 1 then 2 else 3"),
            ("Wits + (Force ? 2 : 3)", "Wits + (if Force then 2 else 3)"),
            ("Force > 1 ? 2 : Wits > 1 ? 3 : 4", "if Force > 1 then 2 else (if Wits > 1 then 3 else 4)"),
            ("max(Force > 1 ? 2 : 3, 4)", "max((if Force > 1 then 2 else 3), 4)"),
            ("2 if Force > 1 else 3", "if Force > 1 then 2 else 3"),
            ("|3 - 5|", "(let n = 3 - 5 in max(n, -n))"),
            ("2 * |Force| + 1", "2 * max(Force, -Force) + 1"),
            ("3d6 y 2d8", "3d6 + 2d8"),
            ("3d6 and 2d8", "3d6 + 2d8"),
            ("2^3", "2 * 2 * 2"),
            ("2**3 + 1", "(2 * 2 * 2) + 1"),
            ("Force²", "Force * Force"),
            ("8 / Force^2", "8 / (Force * Force)"),
            ("2d6^2", "let n = 2d6 in n * n"),
            ("max(Force, 1)^2 + 1", "(let n = max(Force, 1) in n * n) + 1"),
            ("POTENCIA(Force; 2)", "Force * Force"),
            ("45%", "d100 <= 45"),
            ("d100 <= 45%", "d100 <= 45"),
            ("Force * 45%", "Force * 45 / 100"),
            ("10% of Force", "Force * 10 / 100"),
            ("10 % de Force", "Force * 10 / 100"),
            ("max 2d6", "2d6kh1"),
            ("min 2d6 + 1", "2d6kl1 + 1"),
            ("10d6 f5", "count(10d6, 5)"),
            ("10d6>5f1", "count(10d6, >= 5) - count(1)"),
            ("10d6>=5f<2", "count(10d6, >= 5) - count(<2)"),
            ("ROUND(Force)", "Force"),
            ("REDONDEAR(Force / 2; 0) + 1", "(Force div nearest 2) + 1"),
            ("floor(Force / 2)", "Force div down 2"),
            ("Wits + ceil(Force / 2)", "Wits + (Force div up 2)"),
            ("CEILING((Force + Wits) / 2)", "(Force + Wits) div up 2"),
            ("trunc(2 * Force / 3 + 1)", "2 * Force div down 3 + 1"),
            ("floor(ceil(Force / 2) / 2)", "(Force div up 2) div down 2"),
            ("Force div 2", "Force div down 2"),
            ("Force // 2", "Force div down 2"),
            ("(Wits + Force // 2) * 2", "(Wits + Force div down 2) * 2"),
            ("Wits + Force // 2 + Force", "Wits + Force div down 2 + Force"),
            ("AND(Force > 1; Wits > 2)", "(Force > 1 and Wits > 2)"),
            ("O(Force > 1; Wits > 2 y Wits < 4)", "(Force > 1 or (Wits > 2 and Wits < 4))"),
            ("SI(Y(Force > 1; Wits > 2); 1; 0)", "(if (Force > 1 and Wits > 2) then 1 else 0)"),
            ("SI(Force > 1; 1)", "(if Force > 1 then 1 else 0)"),
            ("if AND Force > 1 then 2 else 3", "if Force > 1 then 2 else 3"),
            ("2d6 >= 3 AND <= 5", "let n = 2d6 in n >= 3 and n <= 5"),
            ("if 2d6 >= 3 AND <= 5 then 1 else 2", "if (let n = 2d6 in n >= 3 and n <= 5) then 1 else 2"),
            ("Wits + Force >= 1 AND <= 3", "Wits + Force >= 1 and Wits + Force <= 3"),
            ("count(5 or 6)", "count(5) + count(6)"),
            ("1 + count(Wits, 5 o 6)", "1 + (count(Wits, 5) + count(Wits, 6))"),
            ("count(3d6, 5 or 6)", "count(3d6, >= 5)"),
            ("count(3d6, 1..2)", "count(3d6, <= 2)"),
            ("count(3d6, 5+)", "count(3d6, >= 5)"),
            ("count(5..6)", "count(5) + count(6)"),
            ("count(5 or more)", "count(>= 5)"),
            ("count(2 or less)", "count(<= 2)"),
            ("2d6 times 3", "2d6 * 3"),
            ("VLOOKUP(Force; Table; 2)", "Table[Force]"),
            ("{2d6, Force}kh1", "max(2d6, Force)"),
            ("{2d6, 1d8} + 1", "(2d6 + 1d8) + 1"),
            ("{4d6}kh3", "4d6kh3"),
            ("count 6 in 5d6", "count(5d6, 6)"),
            ("1d20 + 5 vs CD 15", "1d20 + 5 vs 15"),
            ("1d20 + 5 >= dc 15", "1d20 + 5 >= 15"),
            ("1d20+5 TN 15", "1d20+5 vs 15"),
            ("2d6 y 10", "2d6 + 10"),
            ("10 and 2d6", "10 + 2d6"),
            ("3 dice", "3d"),
            ("3 * dice + 1", "3d + 1"),
            ("3 dice of 6 sides", "3d6"),
            ("1 + roll 2d6", "1 + 2d6"),
            ("output 3d6", "3d6"),
            ("5>3 AND", "5>3"),
            ("random.randint(1;6)", "d6"),
            ("2 * RANDBETWEEN(2, 7)", "2 * (d6 + 1)"),
            ("1d20rr1", "1d20r1"),
            ("1d20rr<3 + 1", "1d20r<3 + 1"),
            ("1d20mi10", "max(1d20, 10)"),
            ("2d6mi2", "2d{2, 2, 3, 4, 5, 6}"),
            ("4d4kh3ma3", "4d{1, 2, 3, 3}kh3"),
            ("1d6e6", "1d6!6"),
            ("3d6x", "3d6!"),
            ("4d6d1 + 2", "4d6dl1 + 2"),
            ("4d6pl1", "4d6dl1"),
            ("4d6 kh 3", "4d6kh3"),
            ("4d6-L + 1", "4d6dl1 + 1"),
            ("4d6-2L", "4d6dl2"),
            ("5d6 − 2H + 1", "5d6dh2 + 1"),
            ("4d6p3", "4d{1, 2, 0, 4, 5, 6}"),
            ("10d10f1", "count(10d10, 1)"),
            ("6d10t7 + 1", "count(6d10, >= 7) + 1"),
            ("(2d6)x3", "(2d6) * 3"),
            ("the highest of 2d6 and 3d6", "max(2d6, 3d6)"),
            ("lowest of 2d6 or 3d6 + 1", "min(2d6, 3d6) + 1"),
            ("2d6 named harm", "2d6 # harm"),
            ("output 2d6 + 1 named \"harm done\"", "2d6 + 1 # harm done"),
            ("2d6·2", "2d6 * 2"),
            ("2d6 x2", "2d6 * 2"),
            ("3d6x2", "3d6 * 2"),
            ("count 6s in 5d6", "count(5d6, 6)"),
            ("count 5d6 >= 5", "count(5d6, >= 5)"),
            ("count >= 5 en 5d6 + 1", "count(5d6, >= 5) + 1"),
        ] {
            assert_eq!(ours(theirs).as_deref(), Some(expected), "{theirs}");
        }
    }

    #[test]
    fn what_is_nobodys_notation_stays() {
        for text in [
            "Force Wits",
            "Force ? 2",
            "Force | Wits",
            "2d6 +",
            "foo(1)",
            "x",
            "Force +* 2",
            "",
            "(",
            "adv",
            "; ;",
            "let x1 = ",
            "< and < 5",
            "2 % 3",
            "Force % Wits",
            "d{1,2,3}",
            "Force^Wits",
            "count(5d6, 6)",
            "max",
            "10d6 f",
            "1 + BUSCARV(Force, Table, 3, 0)",
            "Force and Wits",
            // One division cannot express how such a sum is rounded.
            "floor(Force / 2 + Wits / 2)",
            "ceil(5 - Force / 2)",
            "ROUND(Force / 2 * 3)",
            "count(3d6, 2 or 6)",
            "if 2d6 and 1 then 2 else 3",
            "1d100mi30kh1",
            "RANDBETWEEN(6, 1)",
            "CD 15",
        ] {
            assert_eq!(ours(text), None, "{text}");
        }
    }
}
