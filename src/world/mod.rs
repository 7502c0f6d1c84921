//! The state of characters and of the table: named values, marks, points and tags; and events, the only way to change
//! it.

mod answer;
mod character;
mod character_view;
mod env;
mod people;
mod validation;
mod write;

pub use answer::Answer;
pub use character::{FileOwner, points_of, read_person};
pub use character_view::{LastsLook, Look, MarkLook, OpenLook, PointsLook, TagLook, TrackLook, TraitLook};
pub use env::Env;
pub use people::{
    Event, HeldTag, Lasts, NOBODY, People, Person, TABLE, TagValue, TurnOrder, UNNAMED, World, is_reserved_name, owned,
    told_apart,
};
pub use write::{Rewritten, whole_person, write_person};
