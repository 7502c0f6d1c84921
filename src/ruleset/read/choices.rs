//! The fixed words that keys accept, with their meanings.

use super::cases::CaseTurns;
use crate::ruleset::model::{Outside, Overflow, RerollKeep, Rounding, Tie, TurnRead};

/// The words of a list of words with what they mean.
const fn words<T: Copy, const N: usize>(list: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut at = 0;
    #[expect(clippy::indexing_slicing, reason = "computed while the program is compiled")]
    while at < N {
        words[at] = list[at].0;
        at += 1;
    }
    words
}

pub(super) const ROUNDING: [(&str, Rounding); 3] =
    [("down", Rounding::Down), ("up", Rounding::Up), ("nearest", Rounding::Nearest)];
pub(super) const OVERFLOW: [(&str, Overflow); 2] = [("worsen", Overflow::Worsen), ("ignore", Overflow::Ignore)];
pub(super) const OUTSIDE: [(&str, Outside); 2] = [("error", Outside::Error), ("nearest", Outside::Nearest)];
/// Whether a comparison right behind dice counts them.
pub(super) const COMPARE: [(&str, bool); 2] = [("total", false), ("count", true)];
/// Whether `d66` is read as digits.
pub(super) const D66: [(&str, bool); 2] = [("die", false), ("digits", true)];
pub(super) const SUCCESS: [(&str, bool); 2] = [("success", true), ("failure", false)];
pub(super) const TIES: [(&str, Tie); 4] =
    [("reroll", Tie::Reroll), ("nobody", Tie::NoWinner), ("attacker", Tie::Attacker), ("defender", Tie::Defender)];
/// Whether a role is many.
pub(super) const ROLE: [(&str, bool); 2] = [("one", false), ("many", true)];
pub(super) const ANY: [(&str, ()); 1] = [("any", ())];
/// When something is asked.
pub(super) const ASKED: [(&str, ()); 1] = [("after roll", ())];
pub(super) const OF_THE_TABLE: [(&str, bool); 1] = [("table", true)];
pub(super) const USES: [(&str, bool); 1] = [("dice", true)];
pub(super) const KEEP: [(&str, RerollKeep); 3] =
    [("better", RerollKeep::Better), ("worse", RerollKeep::Worse), ("new", RerollKeep::New)];
/// What cells can be by one word.
pub(super) const CELL: [(&str, u8); 4] = [("formula", 0), ("text", 1), ("effects", 2), ("time", 3)];

/// What a trait says of the turns of characters.
pub(super) const TURN: [(&str, TurnRead); 4] =
    [("own", TurnRead::Own), ("had", TurnRead::Had), ("round", TurnRead::Round), ("place", TurnRead::Place)];
/// What a step of a case does with the turns of characters.
pub(super) const TURNING: [(&str, CaseTurns); 4] =
    [("begin", CaseTurns::Begin), ("join", CaseTurns::Join), ("next", CaseTurns::Next), ("end", CaseTurns::End)];

pub(in crate::ruleset) const ANY_WORDS: &[&str] = &words(&ANY);
pub(super) const ASKED_WORDS: &[&str] = &words(&ASKED);
pub(super) const COMPARE_WORDS: &[&str] = &words(&COMPARE);
pub(super) const D66_WORDS: &[&str] = &words(&D66);
pub(super) const TIE_WORDS: &[&str] = &words(&TIES);
pub(crate) const ROLE_WORDS: &[&str] = &words(&ROLE);
pub(super) const CELL_WORDS: &[&str] = &words(&CELL);
pub(super) const ROUNDING_WORDS: &[&str] = &words(&ROUNDING);
pub(super) const OVERFLOW_WORDS: &[&str] = &words(&OVERFLOW);
pub(super) const OUTSIDE_WORDS: &[&str] = &words(&OUTSIDE);
pub(super) const SUCCESS_WORDS: &[&str] = &words(&SUCCESS);
pub(super) const TABLE_WORDS: &[&str] = &words(&OF_THE_TABLE);
pub(super) const TURN_WORDS: &[&str] = &words(&TURN);
pub(super) const TURNING_WORDS: &[&str] = &words(&TURNING);
pub(super) const USES_WORDS: &[&str] = &words(&USES);
pub(in crate::ruleset) const KEEP_WORDS: &[&str] = &words(&KEEP);
