//! How much is too much: all bounds on what input may ask for, in one value.

/// Bounds on evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Dice in one pool, and dice thrown in one evaluation, rerolls and explosions
    /// included.
    pub dice: u32,
    /// Suffixes behind the dice of one pool.
    pub suffixes: usize,
    /// Dice side by side in one word.
    pub word: usize,
    /// Mistakes with names of one ruleset for which the nearest name is looked for.
    pub suggestions: usize,
    /// Changes that are tried before they are suggested, of all mistakes found at once.
    pub fixes: usize,
    /// Bytes that are read again for that.
    pub fixed: usize,
    /// Formulas, cells and values evaluated inside one another.
    pub depth: usize,
    /// Steps of one evaluation.
    pub steps: u64,
    /// Parts of formulas that are followed at once to see whether they are a sum of dice.
    pub followed: u64,
    /// Steps of one action or one passing of time, with all that follows from it.
    pub playing: u64,
    /// Actions inside one another.
    pub actions: usize,
    /// Units of time that pass at once.
    pub passing: u32,
    /// Times that an opposed tie is rolled again.
    pub ties: u32,
    /// Repetitions of `-n`.
    pub times: u64,
    /// Rulesets that extend one another.
    pub extends: usize,
    /// Bytes of all formulas of a ruleset together. A formula in a text counts from the
    /// beginning of the text.
    pub formulas: usize,
    /// Moves at a table that can be taken back.
    pub moves: usize,
    /// Moves of which is kept why everything in them happened.
    pub explained: usize,
    /// Bytes of a line at the prompt or from a pipe.
    pub line: usize,
}

/// The bounds in force.
pub const LIMITS: Limits = Limits {
    dice: 10_000,
    suffixes: 16,
    word: 32,
    suggestions: 30,
    fixes: 40,
    fixed: 4 << 20,
    depth: 400,
    steps: 100_000,
    followed: 1000,
    playing: 200_000,
    actions: 32,
    passing: 10_000,
    ties: 100,
    times: 10_000_000,
    extends: 16,
    formulas: 200_000,
    moves: 1000,
    explained: 20,
    line: 1 << 16,
};

/// Bounds on packs, which come from strangers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackLimits {
    /// Files and folders of a pack, also those that are left behind.
    pub files: usize,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files together, as they are and not as they are packed.
    pub bytes: u64,
    /// Bytes of a `.zip`.
    pub zip: u64,
    /// Folders inside one another.
    pub depth: usize,
    /// Bytes of the name of a file, with its folders.
    pub name: usize,
    /// Cases.
    pub cases: usize,
    /// Packs that need one another.
    pub needs: usize,
    /// Seconds that fetching one may take.
    pub seconds: u64,
    /// Seconds that checking it and playing its cases may take.
    pub playing: u64,
    /// Other addresses that an address may lead to.
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
    playing: 60,
    redirects: 3,
};
