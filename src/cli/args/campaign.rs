//! Flags of campaigns and their logs.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `tirada campaign`
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct CampaignArgs {
    /// What is done with it.
    #[command(subcommand)]
    pub command: CampaignCommand,
}

/// What can be done with a campaign.
#[derive(Debug, Subcommand)]
pub enum CampaignCommand {
    /// Creates a campaign.
    New(NewCampaignArgs),
    Play(PlayCampaignArgs),
    /// Prints what it contains.
    Show(ShowCampaignArgs),
    /// Adds characters from files.
    Import(ImportCampaignArgs),
    /// Writes its characters into files.
    Export(ExportCampaignArgs),
    /// Copies it as a whole.
    Backup(BackupCampaignArgs),
}

/// `tirada campaign new`
#[derive(Debug, Args)]
pub struct NewCampaignArgs {
    /// Its name, which is that of its file, too.
    #[arg(value_name = "NAME")]
    pub name: String,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Ignores `tirada.lock`.
    #[arg(long)]
    pub ignore_lock: bool,
}

/// `tirada campaign play`
#[derive(Debug, Args)]
pub struct PlayCampaignArgs {
    /// The campaign file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// The seed of the dice.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Ignores `tirada.lock`.
    #[arg(long)]
    pub ignore_lock: bool,
}

/// `tirada campaign show`
#[derive(Debug, Args)]
pub struct ShowCampaignArgs {
    /// The campaign file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Prints JSON.
    #[arg(long)]
    pub json: bool,
}

/// `tirada campaign import`
#[derive(Debug, Args)]
pub struct ImportCampaignArgs {
    /// The campaign file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Character files to add.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

/// `tirada campaign export`
#[derive(Debug, Args)]
pub struct ExportCampaignArgs {
    /// The campaign file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Where the files go.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Overwrites existing files.
    #[arg(long)]
    pub force: bool,
}

/// `tirada campaign backup`
#[derive(Debug, Args)]
pub struct BackupCampaignArgs {
    /// The campaign file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    #[arg(value_name = "COPY")]
    pub copy: PathBuf,
}

/// How a log or a sheet is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// For readers, in a terminal.
    Text,
    /// For pages and chats.
    Markdown,
    /// For forums without Markdown.
    Bbcode,
    /// A page of its own.
    Html,
    /// For programs; see `docs/json.md`.
    Json,
}

/// `tirada log`
#[derive(Debug, Args)]
pub struct LogArgs {
    /// The file of the campaign.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Number of the only session to print, from 1.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..))]
    pub session: Option<i64>,
    /// Omits what only the GM may see.
    #[arg(long)]
    pub players: bool,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = PageFormat::Text, value_name = "text|markdown|bbcode|html|json")]
    pub format: PageFormat,
}
