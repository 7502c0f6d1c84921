//! Formulas that read what characters have and what a running action holds.

use super::effects::Effects;
use super::failure::Failure;
use super::machine::{Machine, Value};
use crate::check::program::Ir;

impl<'a, E: Effects> Machine<'a, E> {
    pub(super) fn compute_play(&mut self, ir: &'a Ir) -> Result<Value, Failure> {
        Err(Failure::new("internal", ir.at))
    }
}
