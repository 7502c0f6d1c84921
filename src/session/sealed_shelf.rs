//! A self-contained set of rulesets, and its fingerprint.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use crate::ruleset::{File, PACK_FILE, Shelf};
use crate::sort::Sort as _;

/// Rulesets in memory. Nothing outside them can be extended.
#[derive(Debug, Clone, Default)]
pub struct SealedShelf(pub BTreeMap<String, Vec<File>>);

impl Shelf for SealedShelf {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        self.0.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// The SHA-256 of the files of a ruleset: of their names, without folders, and what is in them.
/// What a pack says of itself is no part of the rules.
#[must_use]
pub fn fingerprint(files: &[File]) -> String {
    let last = |name: &str| name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    let mut named: Vec<(String, &str)> = files.iter().map(|file| (last(&file.name), file.text.as_str())).collect();
    named.retain(|(name, _)| name != PACK_FILE);
    named.order();
    fingerprint_of(named.iter().map(|(name, text)| (name.as_str(), *text)))
}

/// The SHA-256 of names and texts in this order. Lengths go in as well, so that nothing can
/// move from one to the next.
#[must_use]
pub fn fingerprint_of<'t>(texts: impl IntoIterator<Item = (&'t str, &'t str)>) -> String {
    let mut sum = Sha256::new();
    for (name, text) in texts {
        for part in [name, text] {
            sum.update((part.len() as u64).to_be_bytes());
            sum.update(part.as_bytes());
        }
    }
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
