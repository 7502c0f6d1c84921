//! Images of handouts at a served table: accepted formats, and storage.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

use super::verifiable_dice::hex;
use crate::cli::images::{FORMATS, address};
use crate::store::{Storage, StoreError};

/// Bytes of an image.
pub(super) const MOST: usize = 2 << 20;
/// Images of a table.
const MOST_IMAGES: usize = 200;
/// The extra that lists the images of a campaign, a line for each.
const NAMES: &str = "serve.images";

/// How the formats begin, in the order of [`FORMATS`].
const BEGINNINGS: [&[u8]; 4] = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8", b"RIFF"];

/// What an image is called; nothing if these bytes are none.
pub(super) fn name_of(bytes: &[u8]) -> Option<String> {
    let begins = |begin: &[u8], end: &str| {
        bytes.starts_with(begin) && (end != "webp" || bytes.get(8..12) == Some(b"WEBP".as_slice()))
    };
    let (_, (end, _)) = BEGINNINGS.iter().zip(FORMATS).find(|(begin, (end, _))| begins(begin, end))?;
    Some(format!("{}.{end}", hex(Sha256::digest(bytes).get(..16)?)))
}

/// Why an image is refused.
pub(super) enum ImageRefusal {
    /// There are as many as a table can have.
    TooMany,
    Store(StoreError),
}

/// The images of a table.
#[derive(Debug, Default)]
pub(super) struct Images {
    /// Those of a table without a campaign.
    held: BTreeMap<String, Arc<[u8]>>,
}

impl Images {
    /// Keeps an image.
    ///
    /// # Errors
    ///
    /// If there are too many, or if it cannot be written.
    pub(super) fn keep(
        &mut self,
        name: &str,
        bytes: &[u8],
        storage: Option<&mut (dyn Storage + 'static)>,
    ) -> Result<(), ImageRefusal> {
        let Some(storage) = storage else {
            if self.held.len() >= MOST_IMAGES {
                return Err(ImageRefusal::TooMany);
            }
            self.held.insert(name.to_owned(), bytes.into());
            return Ok(());
        };
        let mut names = storage.extra(NAMES).map_err(ImageRefusal::Store)?.unwrap_or_default();
        if names.lines().any(|one| one == name) {
            return Ok(());
        }
        if names.lines().count() >= MOST_IMAGES {
            return Err(ImageRefusal::TooMany);
        }
        names.push_str(&format!("{name}\n"));
        let extras = [(&*address(name), &*STANDARD.encode(bytes)), (NAMES, &*names)];
        storage.put_extras(&extras).map_err(ImageRefusal::Store)
    }

    /// The bytes of an image, if it is there.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub(super) fn get(&self, name: &str, storage: Option<&dyn Storage>) -> Result<Option<Arc<[u8]>>, StoreError> {
        let Some(storage) = storage else { return Ok(self.held.get(name).map(Arc::clone)) };
        let Some(text) = storage.extra(&address(name))? else { return Ok(None) };
        let bytes = STANDARD.decode(text).map_err(|_| StoreError::Damaged(address(name)))?;
        Ok(Some(bytes.into()))
    }
}
