//! Verifiable dice (commit and reveal). The seed of a roll is derived from a secret whose hash is published before the
//! first roll, a number from each browser, and the number of the roll.
//!
//! Secret, numbers and nonces are stored before they are used: a server that was killed continues with the same secret,
//! and no number is used twice.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use crate::check::program::Die;
use crate::cli::prompt::state::Seeds;
use crate::store::Proof;

/// Bits of a seed: as many as every JSON reader keeps.
const BITS: u32 = 53;
/// Numbers of rolls that are set aside at once, and how many there must be left before a line; a line draws fewer.
const SET_ASIDE: u64 = 1024;
const LEFT: u64 = 256;

/// Nonces of one seat that count, the newest, and characters of one.
const NONCES: usize = 8;
pub(in crate::cli) const NONCE: usize = 64;

/// The state of a session whose secret is not published yet.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpenSeeds {
    secret: String,
    /// By seat: those of its browsers, oldest first, with dots between them.
    nonces: BTreeMap<String, String>,
    /// Rolls up to this number may have been thrown.
    reserved: u64,
}

/// How many of the dice of a line are thrown by hand and typed in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ByHand {
    #[default]
    None,
    /// So many, and the rest is rolled.
    First(usize),
    All,
}

#[derive(Debug, Default)]
struct Drawn {
    nonces: BTreeMap<String, String>,
    /// The nonces of seats at which another came in, and that are not kept yet.
    came: BTreeMap<String, String>,
    /// The number of the last roll, and what the browsers had added by then.
    last: (u64, String),
    reserved: u64,
    by_hand: ByHand,
    /// The secret is told.
    told: bool,
}

/// The secret of a session and the seeds derived from it.
#[derive(Debug, Clone)]
pub(super) struct Fair {
    secret: [u8; 32],
    drawn: Arc<Mutex<Drawn>>,
}

impl Fair {
    pub(super) fn new(secret: [u8; 32]) -> Self {
        Self { secret, drawn: Arc::default() }
    }

    /// Goes on where a server was killed; nothing where that is not what was kept.
    pub(super) fn resume(kept: &str) -> Option<Self> {
        let OpenSeeds { secret, nonces, reserved } = serde_json::from_str(kept).ok()?;
        let secret = bytes(&secret)?.try_into().ok()?;
        let drawn = Drawn { nonces, last: (reserved, String::new()), reserved, ..Drawn::default() };
        Some(Self { secret, drawn: Arc::new(Mutex::new(drawn)) })
    }

    fn with<T>(&self, what: impl FnOnce(&mut Drawn) -> T) -> T {
        what(&mut self.drawn.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What is published when the session opens.
    pub(super) fn commitment(&self) -> String {
        hex(&Sha256::digest(self.secret))
    }

    /// What is published when it closes.
    pub(super) fn secret(&self) -> String {
        hex(&self.secret)
    }

    /// The same, once it may be told.
    pub(super) fn told(&self) -> Option<String> {
        self.with(|drawn| drawn.told).then(|| self.secret())
    }

    /// From now on the secret may be told, and nothing is thrown with it.
    pub(super) fn tell(&self) {
        self.with(|drawn| drawn.told = true);
    }

    /// Whether something was thrown with it.
    pub(super) fn is_used(&self) -> bool {
        self.with(|drawn| drawn.reserved > 0)
    }

    /// A browser adds its own number to all further rolls. Each that comes in does: one that used the link before
    /// cannot keep the numbers of others out.
    pub(super) fn add(&self, seat: &str, nonce: &str) {
        self.with(|drawn| {
            let held = drawn.came.get(seat).or_else(|| drawn.nonces.get(seat)).map_or("", String::as_str);
            let mut all: Vec<&str> = held.split('.').filter(|one| !one.is_empty() && *one != nonce).collect();
            all.push(nonce);
            let newest = all.split_off(all.len().saturating_sub(NONCES)).join(".");
            drawn.came.insert(seat.to_owned(), newest);
        });
    }

    /// What has to be kept before the next roll, if it is not kept yet.
    pub(super) fn due(&self) -> Option<OpenSeeds> {
        self.with(|drawn| {
            let left = drawn.reserved.saturating_sub(drawn.last.0);
            if drawn.came.is_empty() && left >= LEFT {
                return None;
            }
            let mut nonces = drawn.nonces.clone();
            nonces.append(&mut drawn.came.clone());
            let reserved = if left < LEFT { drawn.last.0.saturating_add(SET_ASIDE) } else { drawn.reserved };
            Some(OpenSeeds { secret: self.secret(), nonces, reserved })
        })
    }

    /// This is kept now.
    pub(super) fn kept(&self, open: OpenSeeds) {
        self.with(|drawn| {
            drawn.came.retain(|seat, came| open.nonces.get(seat) != Some(came));
            (drawn.nonces, drawn.reserved) = (open.nonces, open.reserved);
        });
    }

    /// Which dice of the next line are typed.
    pub(super) fn lay(&self, by_hand: ByHand) {
        self.with(|drawn| drawn.by_hand = by_hand);
    }
}

impl Seeds for Fair {
    fn next_seed(&mut self) -> u64 {
        let (number, nonces) = self.with(|drawn| {
            let nonces = drawn.nonces.values().cloned().collect::<Vec<_>>().join(",");
            drawn.last = (drawn.last.0.saturating_add(1), nonces);
            drawn.last.clone()
        });
        seed(&self.secret, &nonces, number)
    }

    fn proof(&self, by: Option<&str>, line: &str, thrown: &[(Die, i64)]) -> Option<Proof> {
        if thrown.is_empty() {
            return None;
        }
        let (by_hand, (number, nonces)) = self.with(|drawn| (drawn.by_hand, drawn.last.clone()));
        let typed = match by_hand {
            ByHand::None => 0,
            ByHand::First(count) => count.min(thrown.len()),
            ByHand::All => thrown.len(),
        };
        // What failed before left its number to this roll.
        let roll = (thrown.len() > typed).then_some(number);
        let dice: Vec<(String, i64)> = thrown.iter().map(|(die, face)| (die.to_string(), *face)).collect();
        let seal = seal(&self.secret, &SealContents { by, line, roll, dice: &dice, typed });
        let kinds = dice.into_iter().map(|(kind, _)| kind).collect();
        Some(Proof { commitment: self.commitment(), roll, nonces, kinds, typed, seal })
    }
}

/// The contents that a seal covers.
pub(in crate::cli) struct SealContents<'a> {
    /// Who said the line; nothing: the GM.
    pub(in crate::cli) by: Option<&'a str>,
    pub(in crate::cli) line: &'a str,
    pub(in crate::cli) roll: Option<u64>,
    pub(in crate::cli) dice: &'a [(String, i64)],
    pub(in crate::cli) typed: usize,
}

/// What vouches for a line and its dice: SHA-256(SHA-256(`seal` ‖ secret) ‖ the JSON of who said it, the line, the
/// number of the roll, the dice and how many were typed). Until the secret is told, only the server can write it.
pub(in crate::cli) fn seal(secret: &[u8], what: &SealContents<'_>) -> String {
    let SealContents { by, line, roll, dice, typed } = what;
    let mut key = Sha256::new();
    key.update(b"seal");
    key.update(secret);
    let mut hash = Sha256::new();
    hash.update(key.finalize());
    hash.update(json!([by, line, roll, dice, typed]).to_string());
    hex(&hash.finalize())
}

/// The seed of a roll: the first 53 bits of SHA-256(secret ‖ nonces, joined with commas ‖ number, 8 bytes, big-endian).
pub(in crate::cli) fn seed(secret: &[u8], nonces: &str, number: u64) -> u64 {
    let mut hash = Sha256::new();
    hash.update(secret);
    hash.update(nonces.as_bytes());
    hash.update(number.to_be_bytes());
    let first = hash.finalize().iter().take(8).fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte));
    first >> (u64::BITS - BITS)
}

pub(in crate::cli) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A secret as [`hex`] writes it.
pub(in crate::cli) fn bytes(text: &str) -> Option<Vec<u8>> {
    let pair = |at: usize| u8::from_str_radix(text.get(at..at.checked_add(2)?)?, 16).ok();
    if text.len() == 64 { (0..64).step_by(2).map(pair).collect() } else { None }
}
