//! Flags of the commands for packs and the lock file.

use std::path::PathBuf;

use clap::Args;

/// `tirada pack`
#[derive(Debug, Args)]
pub struct PackArgs {
    /// The folder with `pack.yml`.
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub folder: PathBuf,
    /// In place of another file of that name.
    #[arg(long)]
    pub force: bool,
}

/// `tirada import`
#[derive(Debug, Args)]
pub struct ImportArgs {
    /// A folder, a `.zip` or its address.
    #[arg(value_name = "PATH|ZIP|URL", required_unless_present = "locked")]
    pub path: Option<String>,
    /// Answers the question with yes.
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
pub struct RemoveArgs {
    #[arg(value_name = "PACK")]
    pub pack: String,
    /// Answers the question with yes.
    #[arg(long)]
    pub yes: bool,
}

/// `tirada update`
#[derive(Debug, Args)]
pub struct UpdateArgs {
    /// The packs; none: all.
    #[arg(value_name = "PACK")]
    pub packs: Vec<String>,
    /// Answers the question with yes.
    #[arg(long)]
    pub yes: bool,
}

/// `tirada lock`
#[derive(Debug, Args)]
pub struct LockArgs {
    /// Ids of the rulesets to lock.
    #[arg(value_name = "RULESET", conflicts_with = "check")]
    pub rulesets: Vec<String>,
    /// Compares and writes nothing.
    #[arg(long)]
    pub check: bool,
    /// In place of a file that cannot be understood.
    #[arg(long, conflicts_with = "check")]
    pub force: bool,
}
