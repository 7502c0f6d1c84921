//! All bounds on input in one value, and the budget of work and memory. Nothing here reads a clock: the same input is
//! refused at the same point on every machine.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A budget of work and memory for one input, with the amounts used.
///
/// The spender defines the unit of work: a node that is copied, a step of the evaluator, a state of dice.
/// `benches/work.rs` measures how long units take. Memory is in bytes.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    done: AtomicU64,
    memory: u64,
    held: AtomicU64,
    /// What was followed when it was exceeded.
    followed: Mutex<Vec<(String, u64, u64)>>,
}

/// The budget of memory was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full {
    /// The bytes that may be held at once.
    pub limit: u64,
}

/// The budget of work was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// The units that may be spent.
    pub limit: u64,
}

/// The budget of work or of memory was exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exceeded {
    Work(Exhausted),
    Memory(Full),
}

impl From<Exhausted> for Exceeded {
    fn from(spent: Exhausted) -> Self {
        Self::Work(spent)
    }
}

impl From<Full> for Exceeded {
    fn from(full: Full) -> Self {
        Self::Memory(full)
    }
}

impl Budget {
    /// A budget of `limit` units of work, without a bound on memory.
    #[must_use]
    pub const fn new(limit: u64) -> Self {
        Self::with_memory(limit, u64::MAX)
    }

    /// A budget of `limit` units of work, and of `memory` bytes held at once.
    #[must_use]
    pub const fn with_memory(limit: u64, memory: u64) -> Self {
        Self { limit, done: AtomicU64::new(0), memory, held: AtomicU64::new(0), followed: Mutex::new(Vec::new()) }
    }

    /// Notes what was followed when it turned out to be too much: what, how many times, and in how many ways each.
    pub fn follows(&self, followed: Vec<(String, u64, u64)>) {
        *self.followed.lock().unwrap_or_else(PoisonError::into_inner) = followed;
    }

    /// What was followed last when it turned out to be too much.
    #[must_use]
    pub fn followed(&self) -> Vec<(String, u64, u64)> {
        self.followed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A budget of `limit` units with the same bound on memory; nothing is held yet.
    #[must_use]
    pub fn of_work(&self, limit: u64) -> Self {
        Self::with_memory(limit, self.memory)
    }

    /// All bytes that may be held at once.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Whether half of the work is done, or half of the memory is held.
    #[must_use]
    pub fn is_half_used(&self) -> bool {
        self.done() > self.limit / 2 || self.held() > self.memory / 2
    }

    /// Counts bytes that are about to be held, until [`Self::release`].
    ///
    /// # Errors
    ///
    /// If the bound on memory is exceeded.
    #[inline]
    pub fn hold(&self, bytes: u64) -> Result<(), Full> {
        let before = self.held.fetch_add(bytes.min(u64::MAX >> 2), Ordering::Relaxed);
        if before.saturating_add(bytes) > self.memory { Err(Full { limit: self.memory }) } else { Ok(()) }
    }

    /// Whether this number of bytes can be held besides the current ones.
    ///
    /// # Errors
    ///
    /// If the bound on memory would be exceeded.
    pub fn room(&self, bytes: u64) -> Result<(), Full> {
        if self.held().saturating_add(bytes) > self.memory { Err(Full { limit: self.memory }) } else { Ok(()) }
    }

    /// Bytes that are held.
    #[must_use]
    pub fn held(&self) -> u64 {
        self.held.load(Ordering::Relaxed)
    }

    /// Releases `bytes`.
    pub fn release(&self, bytes: u64) {
        self.held.fetch_sub(bytes, Ordering::Relaxed);
    }

    /// Counts work that is about to be done.
    ///
    /// # Errors
    ///
    /// If the bound on work is exceeded. The units stay counted.
    #[inline]
    pub fn spend(&self, units: u64) -> Result<(), Exhausted> {
        // A budget that nearly overflows was exceeded long before.
        let before = self.done.fetch_add(units.min(u64::MAX >> 2), Ordering::Relaxed);
        if before.saturating_add(units) > self.limit { Err(Exhausted { limit: self.limit }) } else { Ok(()) }
    }

    /// Units that were spent.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Units that may still be spent.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.done())
    }

    /// All units that may be spent.
    #[must_use]
    pub fn limit(&self) -> u64 {
        self.limit
    }
}

/// Bounds on what one game, one question or one line may cause. You choose them when you open a game or a session; each
/// game that it loads carries them.
///
/// ```
/// use tirada::Limits;
///
/// // As for strangers, but with few dice.
/// let limits = Limits { dice: 50, ..Limits::SANDBOX };
/// assert!(limits.odds < Limits::FULL.odds);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Dice in one pool, and dice thrown in one evaluation, including rerolls and explosions.
    pub dice: u32,
    /// Suffixes after the dice of one pool.
    pub suffixes: usize,
    /// Fixes that are tried before they are suggested, for all errors of one run.
    pub fixes: usize,
    /// Bytes that are read again for that; each error found again counts as [`MISTAKE`] of them.
    pub fixed: usize,
    /// Steps of the search from the changes between two games to the tests that depend on them.
    pub reached: u64,
    /// Tests whose odds are compared at once.
    pub compared: usize,
    /// Bytes of other games that are searched for an unknown name.
    pub elsewhere: usize,
    /// Nesting of evaluated formulas, cells and values.
    pub depth: usize,
    /// Steps of one evaluation.
    pub steps: u64,
    /// Parts of formulas that are followed at once to detect a sum of dice.
    pub followed: u64,
    /// Steps of one action or one passing of time, with all consequences.
    pub playing: u64,
    /// Bytes of all texts of one evaluation, including intermediate ones.
    pub text: u64,
    /// Steps of all cases that are played at once.
    pub cases: u64,
    /// Names and values of a ruleset after merging its layers and expanding every `like`.
    pub entries: u64,
    /// Work of checking that can grow faster than the text: names and parts that are visited or copied.
    pub checking: u64,
    /// Work of one question about odds: runs and steps of the walk, states and products of passes over
    /// dice. A unit is roughly a nanosecond of a processor of 2020.
    pub odds: u64,
    /// Bytes of all states, weights and values of one question about odds.
    pub memory: u64,
    /// Bytes of odds that are written at once; for strangers also of rolls.
    pub written: u64,
    /// Work of the odds in a reference, for all tests, in the same units; or, if that is more, the product of
    /// [`Self::chances_of_byte`] and the bytes of the game.
    pub chances: u64,
    /// Work units per byte of the game; see [`Self::chances`].
    pub chances_of_byte: u64,
    /// Work of the odds of one of its tests.
    pub chance: u64,
    /// Work of the odds that warnings about a ruleset need, in the same units.
    pub lints: u64,
    /// Errors that the prompt shows of one line.
    pub shown: usize,
    /// Nested actions.
    pub actions: usize,
    /// Rounds of one `repeat`.
    pub rounds: u32,
    /// Units of time that pass at once.
    pub passing: u32,
    /// Times that an opposed tie is rolled again.
    pub ties: u32,
    /// Number of rolls of `-n`.
    pub times: u64,
    /// Rulesets that extend one another.
    pub extends: usize,
    /// Bytes of all files of a ruleset, including those that it extends.
    pub game: usize,
    /// Names and values in all of these files.
    pub named: usize,
    /// Missing cells of tables, and cells of pending rows.
    pub cells: usize,
    /// Bytes of all formulas of a ruleset. A formula in a text counts from the beginning of the text.
    pub formulas: usize,
    /// Moves at a table that can be undone.
    pub moves: usize,
    /// Moves whose explanations are kept.
    pub explained: usize,
    /// Bytes of a line at the prompt or from a pipe.
    pub line: usize,
}

/// Errors of one run for which the nearest name is searched.
pub const SUGGESTIONS: usize = 30;
/// Rolls on one line at the prompt, separated by `;`.
pub const ROLLS: usize = 100;
/// Dice of all rolls of one line, for each repetition.
pub const DICE_OF_A_LINE: usize = 50_000;
/// The greatest number of rows of a table of odds, also with `--all`.
pub const ROWS: usize = 10_000;

/// The bytes of [`Limits::fixed`] that each error found again costs.
pub const MISTAKE: usize = 150;

impl Limits {
    /// The bounds of the command line, where the user who asks also waits.
    ///
    /// ```
    /// let game = tirada::Game::loader().limits(tirada::Limits::FULL);
    /// # let lamp = tirada::File { name: "lamp.yml".into(), text: "tirada: 1\nid: lamp\nname: Lamp\n".into() };
    /// assert!(game.files(vec![lamp])?.prepare("2000d6").is_ok());
    /// # Ok::<(), tirada::Problems>(())
    /// ```
    pub const FULL: Self = Self {
        dice: 10_000,
        suffixes: 16,
        fixes: 40,
        fixed: 280_000,
        reached: 2_000_000,
        compared: 200,
        elsewhere: 1 << 20,
        depth: 400,
        steps: 100_000,
        followed: 1000,
        playing: 200_000,
        text: 2_000_000,
        cases: 200_000_000,
        entries: 100_000,
        checking: 800_000,
        odds: 10_000_000_000,
        memory: 192 << 20,
        written: 64 << 20,
        chances: 100_000_000,
        chances_of_byte: 1_000,
        chance: 100_000_000,
        lints: 200_000_000,
        shown: 5,
        actions: 32,
        rounds: 1_000,
        passing: 10_000,
        ties: 100,
        times: 10_000_000,
        extends: 16,
        game: 2 << 20,
        named: 120_000,
        cells: 100_000,
        formulas: 200_000,
        moves: 1000,
        explained: 20,
        line: 1 << 16,
    };

    /// Bytes that odds may hold for warnings and references.
    #[must_use]
    pub(crate) const fn memory_beside(&self) -> u64 {
        self.memory / 4
    }

    /// Those for strangers: a tenth of the work. What a ruleset may be is the same, and so is what
    /// only keeps things from lying too deep inside one another.
    ///
    /// ```
    /// assert_eq!(tirada::Limits::default(), tirada::Limits::SANDBOX);
    /// ```
    pub const SANDBOX: Self = Self {
        dice: Self::FULL.dice / 10,
        fixed: Self::FULL.fixed / 10,
        reached: Self::FULL.reached / 10,
        compared: Self::FULL.compared / 10,
        steps: Self::FULL.steps / 10,
        followed: Self::FULL.followed / 10,
        playing: Self::FULL.playing / 10,
        text: Self::FULL.text / 10,
        cases: Self::FULL.cases / 10,
        odds: Self::FULL.odds / 10,
        memory: Self::FULL.memory / 10,
        written: Self::FULL.written / 10,
        chances: Self::FULL.chances / 10,
        chances_of_byte: Self::FULL.chances_of_byte / 10,
        chance: Self::FULL.chance / 10,
        lints: Self::FULL.lints / 10,
        passing: Self::FULL.passing / 10,
        times: 100,
        line: Self::FULL.line / 10,
        ..Self::FULL
    };
}

/// A library does not know who provides its input.
impl Default for Limits {
    fn default() -> Self {
        Self::SANDBOX
    }
}

/// Bounds on packs, which come from strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackLimits {
    /// Files and folders of a pack, including ignored ones.
    pub files: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files, uncompressed.
    pub bytes: u64,
    /// Bytes of a `.zip`.
    pub zip: u64,
    /// Nested folders.
    pub depth: usize,
    /// Bytes of the name of a file, with its folders.
    pub name: usize,
    /// The number of all cases.
    pub cases: usize,
    /// Packs that need one another.
    pub needs: usize,
    /// Seconds of one download.
    pub seconds: u64,
    /// Steps of all its cases together.
    pub playing: u64,
    /// Redirects of an address.
    pub redirects: u32,
}

/// The bounds on packs in force.
pub const PACK_LIMITS: PackLimits = PackLimits {
    files: 1000,
    file: 1_000_000,
    bytes: 8_000_000,
    zip: 8_000_000,
    depth: 6,
    name: 200,
    cases: 5000,
    needs: 64,
    seconds: 60,
    playing: 20_000_000,
    redirects: 3,
};
