//! A checksum line in files that this program generates, which shows that a file is its own and unmodified.

use super::record::fingerprint;

/// What is before the fingerprint.
pub(crate) const SEAL: &str = "tirada-seal:";
/// Letters of a fingerprint.
const LETTERS: usize = 64;

/// A text with the fingerprint of the whole behind its last [`SEAL`]. One without a seal stays as it is.
pub(crate) fn sealed(text: &str) -> String {
    let Some((before, after)) = text.rsplit_once(SEAL) else { return text.to_owned() };
    format!("{before}{SEAL}{}{after}", fingerprint(text.as_bytes()))
}

/// Whether a text is as [`sealed`] made it. Ends of lines may be those of another system.
pub(super) fn is_sealed(text: &str) -> bool {
    let text = text.replace("\r\n", "\n");
    let open = text.rsplit_once(SEAL).and_then(|(before, after)| {
        let after = after.get(LETTERS..)?;
        Some(format!("{before}{SEAL}{after}"))
    });
    open.is_some_and(|open| sealed(&open) == text)
}
