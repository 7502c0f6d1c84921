//! What is left aside, each with the reason.

/// What cases do that can be done, but has no exact odds: the error, and why.
pub const NO_ODDS: [(&str, &str, &str); 0] = [];

/// What cases do whose odds take too long for this suite.
pub const TOO_SLOW: [(&str, &str); 0] = [];

/// Tests and actions that are never sampled: ruleset, name, why.
pub const NOT_SAMPLED: [(&str, &str, &str); 0] = [];
