//! Rule files: from YAML to a model of what was written, with all places.

pub mod accent;
pub mod compare;
mod load;
mod merge;
#[doc(hidden)]
pub mod model;
mod option_patches;
#[doc(hidden)]
mod read;
mod shared_questions;
#[doc(hidden)]
pub mod steps;
mod top_level_names;

pub use accent::Accent;
pub(crate) use load::misread;
pub use load::{File, Loaded, Shelf, load, merged_tree};
pub use merge::{LIKE, OWN, Removal, members, removals_in};
pub use option_patches::OptionChanges;
pub(crate) use read::ROLE_WORDS;
pub use read::{
    CaseFile, CaseTurns, CharacterFile, FORMAT_VERSION, FileKind, FormatKey, KeyPlace, Need, Of, PACK_FILE, Pack,
    RawCase, RawIntervention, RawMarks, RawStep, RawStepKind, RawTag, Stray, TRANSLATIONS, Takes, TextEntry,
    Translated, TranslatedThing, Translation, file_kind, is_device, is_pack_id, keys, keys_of, kind_named, one_of,
    read_cases, read_change, read_character, read_pack, read_translation, unknown_heading, verbs,
};
pub(crate) use read::{
    ENDS, holes, is_section_of_cases, is_section_of_game, keys_that_hold, our_key, stands_beside_a_verb,
};
pub use top_level_names::outermost;
