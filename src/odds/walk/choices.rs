//! The choices of a run, in order.

use num_bigint::BigUint;
use num_traits::One as _;

/// One choice: the index of the alternative, and the number of alternatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct TakenBranch {
    taken: usize,
    of: usize,
}

/// The choices of a run: first those that are repeated, then new ones.
#[derive(Debug, Default)]
pub(super) struct Choices {
    path: Vec<TakenBranch>,
    next: usize,
    /// The number of choices with which every run begins.
    fixed: usize,
    /// The state of the generator, if choices are random.
    blind: Option<u64>,
}

impl Choices {
    /// Random choices.
    pub(super) fn blind(seed: u64) -> Self {
        Self { blind: Some(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1), ..Self::default() }
    }

    /// Every run begins with these choices.
    pub(super) fn start(&mut self, path: &[TakenBranch]) {
        self.path.clear();
        self.path.extend_from_slice(path);
        self.fixed = path.len();
    }

    /// How many choices every run makes.
    pub(super) fn fixed(&self) -> usize {
        self.fixed
    }

    /// The number of choices that this run has made.
    pub(super) fn made(&self) -> usize {
        self.next
    }

    /// The first `count` choices of this run.
    pub(super) fn first(&self, count: usize) -> &[TakenBranch] {
        self.path.get(..count).unwrap_or(&self.path)
    }

    pub(super) fn begin(&mut self) {
        self.next = 0;
        if self.blind.is_some() {
            self.path.clear();
        }
    }

    /// Chooses one of several.
    pub(super) fn choose(&mut self, of: usize) -> usize {
        let at = self.next;
        self.next += 1;
        if let Some(choice) = self.path.get(at) {
            return choice.taken;
        }
        let taken = match &mut self.blind {
            Some(state) => {
                // Marsaglia's xorshift: how many ways there are need not be known well.
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                (*state >> 11) as usize % of.max(1)
            }
            None => 0,
        };
        self.path.push(TakenBranch { taken, of });
        taken
    }

    /// The next way: how many choices it has in common with the last; `None` if there is no
    /// other.
    pub(super) fn advance(&mut self) -> Option<usize> {
        // What a run did not come to is not chosen.
        self.path.truncate(self.next);
        while self.path.len() > self.fixed
            && let Some(choice) = self.path.last_mut()
        {
            if choice.taken + 1 < choice.of {
                choice.taken += 1;
                return Some(self.path.len() - 1);
            }
            self.path.pop();
        }
        None
    }

    /// The same without the other alternatives of a choice.
    pub(super) fn leave(&mut self, choice: usize) -> Option<usize> {
        self.next = choice;
        self.advance()
    }

    /// How many ways there are if all are as those of this run.
    pub(super) fn product(&self) -> BigUint {
        self.path.iter().fold(BigUint::one(), |product, choice| product * choice.of)
    }
}
