//! Files of rules: from YAML to what was written in them, with every place.

pub mod compare;
mod load;
mod merge;
pub mod model;
mod read;
pub mod yaml;

pub use load::{File, Loaded, Shelf, load, merged_tree};
pub use read::{
    CaseFile, CharacterFile, Entry, FORMAT_VERSION, FileKind, Need, PACK_FILE, Pack, RawCase, RawDeed, RawIntervention,
    RawMarks, RawStep, RawTag, file_kind, is_device, is_pack_id, keys, read_cases, read_character, read_pack,
};
