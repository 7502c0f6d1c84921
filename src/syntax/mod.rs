//! Text → syntax tree with places → text.
//!
//! The grammar is `grammar/tirada.pest`; its reference for users is `grammar/README.md`. This module does not resolve
//! names; `check` does.

mod ast;
mod build;
mod dots;
mod error_recovery;
mod foreign;
mod forms;
mod grammar;
mod lex;
mod limits;
mod mistakes;
mod notation;
mod parse;
mod pool;
mod print;
mod problem;

pub use crate::dice::CompareOp;
pub use ast::*;
pub use foreign::{TranslatedNotation, is_none, is_our_word, our_word, our_words, their_word, translated};
pub use lex::{Joined, TokenKind, is_dice_word, is_keyword, is_plain_name, joined, separated, tokens};
pub use limits::SyntaxLimits;
pub use notation::{Notation, Suspect, WRITTEN_OUT};
pub use parse::{Parsed, parse, parse_expr};
pub use problem::FormulaProblem;
