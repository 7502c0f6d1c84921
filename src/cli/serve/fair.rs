//! Dice that can be verified afterwards. The seed of a roll follows from a secret that is fixed (and whose hash is
//! published) before the first roll, from a number that each browser adds, and from the number of the roll.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};

use crate::cli::prompt::state::Seeds;

/// Bits of a seed: as many as every JSON reader keeps.
const BITS: u32 = 53;

/// What a roll was made with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Made {
    /// The number of the roll. It is never used again.
    pub(super) number: u64,
    /// What the browsers had added by then, by seat.
    pub(super) nonces: String,
}

#[derive(Debug, Default)]
struct Drawn {
    nonces: BTreeMap<String, String>,
    last: Made,
}

/// The secret of a session and what is drawn with it.
#[derive(Debug, Clone)]
pub(super) struct Fair {
    secret: [u8; 32],
    drawn: Arc<Mutex<Drawn>>,
}

impl Fair {
    pub(super) fn new(secret: [u8; 32]) -> Self {
        Self { secret, drawn: Arc::default() }
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

    /// A browser adds its own number to all further rolls, once.
    pub(super) fn add(&self, seat: &str, nonce: &str) {
        self.with(|drawn| {
            drawn.nonces.entry(seat.to_owned()).or_insert_with(|| nonce.to_owned());
        });
    }

    /// The roll that was drawn last.
    pub(super) fn last(&self) -> Made {
        self.with(|drawn| drawn.last.clone())
    }
}

impl Seeds for Fair {
    fn next_seed(&mut self) -> u64 {
        let made = self.with(|drawn| {
            let nonces = drawn.nonces.values().cloned().collect::<Vec<_>>().join(",");
            drawn.last = Made { number: drawn.last.number.saturating_add(1), nonces };
            drawn.last.clone()
        });
        seed(&self.secret, &made.nonces, made.number)
    }
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
