//! Flags of what has to do with packs and the lock file.

use std::path::PathBuf;

use clap::Args;

/// `tirada pack`
#[derive(Debug, Args)]
pub struct Pack {
    /// The folder with `pack.yml`.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// In place of another file of that name.
    #[arg(long)]
    pub force: bool,
}

/// `tirada import`
#[derive(Debug, Args)]
pub struct Import {
    /// A folder, a `.zip` or its address.
    #[arg(value_name = "PATH|ZIP|URL", required_unless_present = "locked")]
    pub path: Option<String>,
    /// Without the question.
    #[arg(long)]
    pub yes: bool,
    /// Exactly what the lock file says.
    #[arg(long)]
    pub locked: bool,
    /// Also in place of a newer version.
    #[arg(long)]
    pub downgrade: bool,
}

/// `tirada remove`
#[derive(Debug, Args)]
pub struct Remove {
    #[arg(value_name = "PACK")]
    pub pack: String,
    /// Without the question.
    #[arg(long)]
    pub yes: bool,
}

/// `tirada update`
#[derive(Debug, Args)]
pub struct Update {
    /// The packs; none: all.
    #[arg(value_name = "PACK")]
    pub packs: Vec<String>,
    /// Without the question.
    #[arg(long)]
    pub yes: bool,
}

/// `tirada lock`
#[derive(Debug, Args)]
pub struct Lock {
    /// Rulesets by id.
    #[arg(value_name = "RULESET", conflicts_with = "check")]
    pub rulesets: Vec<String>,
    /// Compare only.
    #[arg(long)]
    pub check: bool,
    /// In place of a file that cannot be understood.
    #[arg(long, conflicts_with = "check")]
    pub force: bool,
}
