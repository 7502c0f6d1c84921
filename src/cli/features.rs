//! What a program says that was built without a feature which a command needs.

use crate::diagnostic::{Code, Diagnostic};

/// A feature of the build beside `cli`. In a program without it, commands that need it exist and name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Packs from addresses.
    Fetch,
    /// The table in a browser.
    Serve,
    /// Campaigns.
    Store,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fetch, Self::Serve, Self::Store];

    /// As it is written in `Cargo.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fetch => "fetch",
            Self::Serve => "serve",
            Self::Store => "store",
        }
    }

    /// Why nothing is done, and the exit code.
    #[must_use]
    pub fn missing(self, what: impl Into<String>) -> (Diagnostic, u8) {
        let help = if self == Self::Fetch { "help-feature-missing" } else { "help-feature-build" };
        let error = Diagnostic::error(Code::FeatureMissing, None).arg("what", what.into()).arg("feature", self.name());
        (error.help_with(help, "feature", self.name()), super::USAGE)
    }
}
