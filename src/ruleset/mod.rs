//! Files of rules: from YAML to what was written in them, with every place.

mod load;
mod merge;
pub mod model;
mod read;
pub mod yaml;

pub use load::{File, Loaded, Shelf, load, merged_tree};
pub use read::{
    CaseFile, CharacterFile, Entry, FORMAT_VERSION, FileKind, RawCase, RawDeed, RawIntervention, RawMarks, RawStep,
    RawTag, file_kind, keys, read_cases, read_character,
};
