//! The prompt at a terminal.

use super::Start;
use super::state::State;

pub(super) fn run(_: Start, _: State<'_>) -> u8 {
    0
}
