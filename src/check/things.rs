//! Times, points, tracks, tags and modifiers: what characters have.

use super::Checker;
use super::program::{AnswerKind, Cell};
use crate::ruleset::model::{Step, Word};

impl Checker<'_> {
    pub(super) fn trait_answer(&mut self, _words: &[Word]) -> AnswerKind {
        AnswerKind::Number(None, None)
    }

    pub(super) fn points_answer(&mut self, _words: &[Word]) -> AnswerKind {
        AnswerKind::Number(None, None)
    }

    pub(super) fn find_time(&mut self, _word: &Word) -> Option<usize> {
        None
    }

    pub(super) fn effects_cell(&mut self, _steps: &[Step], _table: usize, _given: &[String]) -> Cell {
        Cell::Pending(String::new())
    }
}
