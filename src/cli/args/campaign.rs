//! Flags of campaigns and their logs.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

/// `tirada campaign`
#[derive(Debug, Args)]
#[command(disable_help_subcommand = true)]
pub struct Campaign {
    /// What is done with it.
    #[command(subcommand)]
    pub command: CampaignDo,
}

/// What can be done with a campaign.
#[derive(Debug, Subcommand)]
pub enum CampaignDo {
    /// Begins one.
    New(NewCampaign),
    Play(Play),
    /// Says what is in it.
    Show(ShowCampaign),
    /// Characters join it.
    Import(ImportInto),
    /// Writes its characters into files.
    Export(Export),
    /// Copies it as a whole.
    Backup(Backup),
}

/// `tirada campaign new`
#[derive(Debug, Args)]
pub struct NewCampaign {
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
pub struct Play {
    /// Its file.
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
pub struct ShowCampaign {
    /// Its file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// For programs.
    #[arg(long)]
    pub json: bool,
}

/// `tirada campaign import`
#[derive(Debug, Args)]
pub struct ImportInto {
    /// Its file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Files of characters.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
}

/// `tirada campaign export`
#[derive(Debug, Args)]
pub struct Export {
    /// Its file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Where the files go.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub dir: PathBuf,
    /// Over files that are there.
    #[arg(long)]
    pub force: bool,
}

/// `tirada campaign backup`
#[derive(Debug, Args)]
pub struct Backup {
    /// Its file.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    #[arg(value_name = "COPY")]
    pub copy: PathBuf,
}

/// How a log or a sheet is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// For reading.
    Text,
    /// For pages and chats.
    Markdown,
    /// For forums.
    Bbcode,
    /// A page of its own.
    Html,
    /// For programs.
    Json,
}

/// `tirada log`
#[derive(Debug, Args)]
pub struct Log {
    /// The file of the campaign.
    #[arg(value_name = "CAMPAIGN")]
    pub campaign: PathBuf,
    /// Only this session.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(i64).range(1..))]
    pub session: Option<i64>,
    /// Without what only whoever leads the game may see.
    #[arg(long)]
    pub players: bool,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = PageFormat::Text, value_name = "text|markdown|bbcode|html|json")]
    pub format: PageFormat,
}
