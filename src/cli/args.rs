//! The arguments of the command line. Commands and flags are English in every language; their descriptions are
//! messages.

use std::path::PathBuf;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::report::Catalogue;
use crate::report::odds::OddsFormat;

mod campaign;
mod packs;

pub use campaign::*;
pub use packs::{ImportArgs, LockArgs, PackArgs, RemoveArgs, UpdateArgs};

/// The whole command line.
#[derive(Debug, Parser)]
#[command(name = "tirada", version, disable_help_subcommand = true)]
pub struct Cli {
    /// Language tag of messages; the default is the locale.
    #[arg(long, global = true, value_name = "LANG")]
    pub lang: Option<String>,
    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "auto|always|never")]
    pub color: Colour,
    /// For strangers: only rolls and odds, and no files.
    #[arg(long, global = true)]
    pub sandbox: bool,
    /// What to do; nothing: the prompt.
    #[command(subcommand)]
    pub command: Option<CliCommand>,
    /// How the prompt starts.
    #[command(flatten)]
    pub prompt: PromptArgs,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that can show it.
    Auto,
    Always,
    Never,
}

/// Flags of the prompt.
#[derive(Debug, Args)]
pub struct PromptArgs {
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The seed of the dice.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Ignores `tirada.lock`.
    #[arg(long)]
    pub ignore_lock: bool,
}

/// The commands of the program.
#[derive(Debug, Subcommand)]
pub enum CliCommand {
    /// Rolls an expression.
    Roll(RollArgs),
    /// Odds of an expression.
    Odds(Box<OddsArgs>),
    /// Does something that the game describes.
    #[command(name = "do")]
    Act(DoArgs),
    /// Shows characters.
    Sheet(SheetArgs),
    /// A table in a browser.
    Serve(super::serve::ServeArgs),
    /// Verifies the dice of a table.
    Verify(super::verify::VerifyArgs),
    /// Lists rulesets.
    List(ListArgs),
    /// Shows a ruleset or a part of it.
    Show(ShowArgs),
    /// Writes a ruleset as a reference.
    Doc(super::doc::DocArgs),
    /// Creates a ruleset.
    New(super::new::NewArgs),
    /// Creates a character file.
    NewCharacter(super::new_character::NewCharacterArgs),
    /// Compares rulesets.
    Diff(super::diff::DiffArgs),
    /// Checks rulesets, cases, characters and packs.
    Check(super::check::CheckArgs),
    /// Replays cases.
    Test(super::test::TestArgs),
    /// Makes a pack of a folder.
    Pack(PackArgs),
    /// Installs a pack.
    Import(ImportArgs),
    /// Removes a pack.
    Remove(RemoveArgs),
    /// Fetches packs again from their sources.
    Update(UpdateArgs),
    /// Writes a lock file with the rulesets of a table.
    Lock(LockArgs),
    /// Commands for campaigns.
    Campaign(CampaignArgs),
    /// Prints the log of a campaign.
    Log(LogArgs),
    /// Prints a JSON Schema for editors.
    Schema(super::schema::SchemaArgs),
    /// Prints completions for a shell.
    Completions(CompletionsArgs),
    /// Lists names for completions.
    #[command(hide = true)]
    Names(super::names::NamesArgs),
    /// Prints manual pages.
    Man(ManArgs),
}

/// How results are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For readers, in a terminal.
    Text,
    /// For programs; see `docs/json.md`.
    Json,
    /// For pages and chats.
    Markdown,
    /// For forums without Markdown.
    Bbcode,
}

/// How a result is written.
#[derive(Debug, Clone, Copy, Args)]
pub struct FormatArgs {
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, value_name = "text|json|markdown|bbcode")]
    pub format: OutputFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

impl FormatArgs {
    /// The format that was asked for in either way.
    pub fn format(self) -> OutputFormat {
        if self.json { OutputFormat::Json } else { self.format }
    }
}

/// `tirada roll`
#[derive(Debug, Clone, Args)]
pub struct RollArgs {
    /// The expression; `-` reads it from standard input.
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    pub expression: String,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The dice that fell.
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    pub dice: Option<String>,
    /// The seed of the dice.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Number of rolls; with a seed, seeds count up from it.
    #[arg(
        short = 'n',
        long = "times",
        value_name = "TIMES",
        default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with = "dice"
    )]
    pub times: u64,
    /// Traits, or a character's file.
    #[arg(long = "with", value_name = "NAME=VALUE|FILE", allow_hyphen_values = true)]
    pub with: Vec<String>,
    /// Values of inputs and options.
    #[arg(long = "set", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Prints every step of the computation.
    #[arg(long)]
    pub explain: bool,
    /// Ignores `tirada.lock`.
    #[arg(long)]
    pub ignore_lock: bool,
    #[command(flatten)]
    pub written: FormatArgs,
}

/// One thing of several that happen one after the other, as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// An action: its name, or a whole sentence.
    Act(String),
    /// A time that passes.
    Pass(String),
}

/// What there is for expressions only.
const NOT_WITH_ACTIONS: [&str; 6] = ["expression", "base", "over", "at_least", "at_most", "margin"];

/// What there is not where people intervene in what is rolled.
const NOT_IN_ROLLS: [&str; 5] = ["more", "base", "at_least", "at_most", "margin"];

/// `tirada odds`
#[derive(Debug, Args)]
pub struct OddsArgs {
    /// The expression; `-` reads it from standard input.
    #[arg(value_name = "EXPR", allow_hyphen_values = true, required_unless_present_any = ["acts", "times"])]
    pub expression: Option<String>,
    /// More of them. Flags may come between, so that none of these begins like one.
    #[arg(value_name = "EXPR")]
    pub more: Vec<String>,
    #[arg(short, long = "ruleset", value_name = "RULESET")]
    pub rulesets: Vec<String>,
    /// Beside what the ruleset extends.
    #[arg(long)]
    pub base: bool,
    /// Actions to do, in order.
    #[arg(long = "do", value_name = "ACTION", conflicts_with_all = NOT_WITH_ACTIONS)]
    pub acts: Vec<String>,
    /// Units of time that pass.
    #[arg(long = "pass", value_name = "TIME", conflicts_with_all = NOT_WITH_ACTIONS)]
    pub times: Vec<String>,
    /// What is done and which times pass, in the order in which they were given.
    #[arg(skip)]
    pub happenings: Vec<Happening>,
    /// Who plays which role.
    #[arg(long = "as", value_name = "ROLE=FILE", conflicts_with = "expression")]
    pub cast: Vec<String>,
    /// Answers and interventions.
    #[arg(
        long = "choose",
        value_name = "NAME=VALUE|INTERVENTION",
        allow_hyphen_values = true,
        conflicts_with_all = NOT_IN_ROLLS
    )]
    pub choose: Vec<String>,
    /// Interventions that are done only where a condition holds.
    #[arg(
        long = "policy",
        value_name = "INTERVENTION: CONDITION",
        allow_hyphen_values = true,
        conflicts_with_all = NOT_IN_ROLLS
    )]
    pub policy: Vec<String>,
    /// What decisions make as large as it can be.
    #[arg(
        long,
        value_name = "FORMULA",
        allow_hyphen_values = true,
        conflicts_with_all = ["more", "base", "at_least", "at_most", "margin", "times", "turns", "simulate"]
    )]
    pub best: Option<String>,
    /// How often all of it is done.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=1000),
        conflicts_with = "expression"
    )]
    pub turns: Option<u32>,
    /// Tags that are followed from turn to turn however many states there are.
    #[arg(long, value_name = "TAG", requires = "turns", conflicts_with_all = ["expression", "simulate"])]
    pub track: Vec<String>,
    /// Traits, or a character's file.
    #[arg(long = "with", value_name = "NAME=VALUE|FILE", allow_hyphen_values = true)]
    pub with: Vec<String>,
    /// Values of inputs and options.
    #[arg(long = "set", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// What changes from row to row.
    #[arg(long = "over", value_name = "NAME=VALUES", allow_hyphen_values = true)]
    pub over: Vec<String>,
    /// Explosions of a die that are followed.
    #[arg(long, value_name = "N")]
    pub depth: Option<u32>,
    /// The dice that fell, where someone may still intervene.
    #[arg(
        long,
        value_name = "FACES",
        value_parser = clap::builder::NonEmptyStringValueParser::new(),
        allow_hyphen_values = true,
        conflicts_with_all = ["more", "base", "over", "at_least", "at_most", "margin", "times", "turns"]
    )]
    pub after: Option<String>,
    /// So many samples instead.
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..=1_000_000_000),
        conflicts_with_all = ["depth", "after"]
    )]
    pub simulate: Option<u64>,
    /// The seed of the samples.
    #[arg(long, value_name = "N", requires = "simulate")]
    pub seed: Option<u64>,
    /// Read each value or a higher one.
    #[arg(long, conflicts_with = "at_most")]
    pub at_least: bool,
    /// Read each value or a lower one.
    #[arg(long)]
    pub at_most: bool,
    /// The margins as well.
    #[arg(long)]
    pub margin: bool,
    /// Values at the ends too.
    #[arg(long)]
    pub all: bool,
    /// Draws bars in ASCII.
    #[arg(long)]
    pub plain: bool,
    /// How odds are written.
    #[arg(long, value_enum, default_value_t = OddsFormat::Text, value_name = OddsFormat::NAMES)]
    pub format: OddsFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

impl OddsArgs {
    /// How odds are written.
    pub fn format(&self) -> OddsFormat {
        if self.json { OddsFormat::Json } else { self.format }
    }

    /// Puts what is done and which times pass into the order in which they were given.
    pub fn put_in_order(&mut self, matches: &ArgMatches) {
        let places = |name: &str| matches.indices_of(name).into_iter().flatten().collect::<Vec<usize>>();
        let acts = places("acts").into_iter().zip(self.acts.iter().cloned().map(Happening::Act));
        let times = places("times").into_iter().zip(self.times.iter().cloned().map(Happening::Pass));
        let mut all: Vec<(usize, Happening)> = acts.chain(times).collect();
        all.sort_by_key(|(place, _)| *place);
        self.happenings = all.into_iter().map(|(_, happening)| happening).collect();
    }
}

/// `tirada do`
#[derive(Debug, Args)]
pub struct DoArgs {
    /// The action; without one, lists the actions.
    #[arg(value_name = "ACTION")]
    pub action: Option<String>,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// Who plays which role.
    #[arg(long = "as", value_name = "ROLE=FILE")]
    pub cast: Vec<String>,
    /// Who else is there.
    #[arg(long = "with", value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Answers to questions, and values of options.
    #[arg(long = "set", value_name = "NAME=VALUE", allow_hyphen_values = true)]
    pub set: Vec<String>,
    /// Answers and interventions.
    #[arg(long = "choose", value_name = "NAME=VALUE|INTERVENTION", allow_hyphen_values = true)]
    pub choose: Vec<String>,
    /// The dice that fell.
    #[arg(long, value_name = "FACES", allow_hyphen_values = true)]
    pub dice: Option<String>,
    /// The seed of the dice.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Writes the changed characters to their files.
    #[arg(long)]
    pub write: bool,
    /// Ignores `tirada.lock`.
    #[arg(long)]
    pub ignore_lock: bool,
    /// Prints every step of the computation.
    #[arg(long)]
    pub explain: bool,
    #[command(flatten)]
    pub written: FormatArgs,
}

/// `tirada sheet`
#[derive(Debug, Args)]
pub struct SheetArgs {
    /// Character files.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[arg(short, long, value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// What is only bookkeeping and zeros, too.
    #[arg(long)]
    pub all: bool,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = PageFormat::Text, value_name = "text|json|markdown|bbcode|html")]
    pub format: PageFormat,
    /// The same as `--format json`.
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// `tirada list`
#[derive(Debug, Args)]
pub struct ListArgs {
    /// How the list is written.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, value_name = "text|json|markdown|bbcode")]
    pub format: OutputFormat,
}

/// `tirada show`
#[derive(Debug, Args)]
pub struct ShowArgs {
    #[arg(value_name = "RULESET")]
    pub ruleset: String,
    /// A table, test, trait or option of it.
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// What is only bookkeeping, too.
    #[arg(long)]
    pub all: bool,
    /// Where each value comes from.
    #[arg(long)]
    pub origin: bool,
    /// In a language into which the ruleset is translated.
    #[arg(long, value_name = "LANG", conflicts_with = "origin")]
    pub language: Option<String>,
    /// How it is written.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, value_name = "text|json|markdown|bbcode")]
    pub format: OutputFormat,
}

/// `tirada completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `tirada man`
#[derive(Debug, Args)]
pub struct ManArgs {
    /// Writes one page a command into this folder.
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// Over files that are something else.
    #[arg(long, requires = "dir")]
    pub force: bool,
}

/// The command line with descriptions in a language.
#[must_use]
pub fn command(catalogue: &Catalogue) -> Command {
    let say = |id: &str| catalogue.say(id);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version);
    localise(Cli::command().arg(version), catalogue, "cli").help_template(format!(
        "{{name}} {{version}}\n{{about}}\n\n{} {{usage}}\n\n{{all-args}}{{after-help}}\n",
        say("cli-usage")
    ))
}

/// Descriptions by name: `cli-roll`, `cli-roll-seed`; a flag that several commands
/// share is described once, as `cli-any-seed`.
fn localise(command: Command, catalogue: &Catalogue, prefix: &str) -> Command {
    let say = |id: &str| catalogue.say(id);
    let describe = |prefix: &str, arg: &Arg| {
        let own = format!("{prefix}-{}", arg.get_id());
        if catalogue.has(&own) { say(&own) } else { say(&format!("cli-any-{}", arg.get_id())) }
    };
    let mut names: Vec<String> = command.get_arguments().map(|arg| arg.get_id().to_string()).collect();
    names.push("help".to_owned());
    let mut command = command
        .about(say(prefix))
        .subcommand_help_heading(say("cli-commands"))
        .subcommand_value_name(say("cli-command"))
        .disable_help_flag(true)
        .disable_version_flag(true)
        .arg(Arg::new("help").short('h').long("help").action(ArgAction::Help))
        .help_template(format!("{{about}}\n\n{} {{usage}}\n\n{{all-args}}\n", say("cli-usage")));
    for name in names {
        command = command.mut_arg(&name, |arg| {
            let heading = if arg.is_positional() { say("cli-arguments") } else { say("cli-options") };
            let help = describe(prefix, &arg);
            {
                let takes = arg.get_action().takes_values();
                let names = arg.get_value_names().unwrap_or_default().iter();
                let names: Vec<String> = names.map(|name| catalogue.usage(name)).collect();
                let arg = arg.help(help).help_heading(heading);
                if takes { arg.value_names(names).hide_possible_values(true) } else { arg }
            }
        });
    }
    let children: Vec<String> = command.get_subcommands().map(|child| child.get_name().to_owned()).collect();
    for name in children {
        let prefix = format!("{prefix}-{name}");
        command = command.mut_subcommand(name, |child| localise(child, catalogue, &prefix));
    }
    if prefix == "cli" {
        command = command.after_help(say("cli-after"));
    }
    command
}
