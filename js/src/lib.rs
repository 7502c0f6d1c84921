//! The engine of tirada for JavaScript. Everything here is a thin layer over the crate's public API: what can go
//! wrong comes back as data, and nothing is kept outside of the objects that are handed out.

mod convert;
mod dice;
mod game;
mod table;
mod types;
