//! `tirada names`: the names that shell completions offer, one per line.

use clap::{Arg, Args, Command, ValueEnum};

use super::args::command;
use super::search_path::SearchPath;
use super::{CommandContext, FINE, WRONG, load, shelves_for};
use crate::check::program::TraitSource;
use crate::limits::Limits;
use crate::report::Language;
use crate::session::Session;

/// The sets of names that can be listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum NameKind {
    Rulesets,
    /// Packs that are installed, by id.
    Packs,
    /// Actions of a ruleset.
    Actions,
    /// Tables of a ruleset.
    Tables,
    /// Traits that a sheet gives.
    Traits,
    /// Whatever of a ruleset can be shown.
    Things,
    /// Whatever may come next behind the words of a command line.
    Line,
}

/// `tirada names`
#[derive(Debug, Args)]
pub struct NamesArgs {
    /// The set of names to list.
    #[arg(value_enum, value_name = "KIND")]
    pub kind: NameKind,
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The words in front of the one that is completed, without the program.
    #[arg(last = true, value_name = "WORD")]
    pub words: Vec<String>,
}

pub(super) fn run(context: &CommandContext, wanted: &NamesArgs) -> u8 {
    let (kind, ruleset) = match wanted.kind {
        NameKind::Line => match WordKind::behind(&wanted.words, &command(&context.output.catalogue)) {
            Some(WordKind::Of(kind, ruleset)) => (kind, ruleset),
            Some(WordKind::Languages) => {
                Language::ALL.iter().for_each(|language| context.output.print(language.tag()));
                return FINE;
            }
            // The shell completes it by itself.
            None => return WRONG,
        },
        kind => (kind, wanted.ruleset.clone()),
    };
    let places = SearchPath::new(None);
    let mut names: Vec<String> = match kind {
        NameKind::Rulesets => places.all().into_iter().map(|place| place.id).collect(),
        NameKind::Packs => places.all().into_iter().filter_map(|place| Some(place.pack?.id)).collect(),
        kind => match of_a_game(context, kind, ruleset.as_deref()) {
            Ok(names) => names,
            Err(code) => return code,
        },
    };
    names.sort();
    names.dedup();
    names.iter().for_each(|name| context.output.print(name));
    FINE
}

/// The candidates for a word of the command line that only this program knows.
enum WordKind {
    /// Names of this kind, of this ruleset or of the default one.
    Of(NameKind, Option<String>),
    Languages,
}

impl WordKind {
    /// What comes behind some words. Shells may take `--flag=value` for three words.
    fn behind(words: &[String], whole: &Command) -> Option<Self> {
        let mut here = whole;
        let (mut flag, mut ruleset, mut said): (Option<&str>, _, Vec<&str>) = (None, None, Vec::new());
        for word in words.iter().map(String::as_str).filter(|word| *word != "=") {
            if let Some(flag) = flag.take() {
                if flag == "ruleset" {
                    ruleset = Some(word.to_owned());
                }
            } else if word.len() > 1 && word.starts_with('-') {
                let (name, value) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
                let known = here.get_arguments().chain(whole.get_arguments());
                let mut known = known.filter(|one| one.get_action().takes_values());
                let found = known.find(|one| match name.strip_prefix("--") {
                    Some(long) => one.get_long() == Some(long),
                    None => name.chars().last() == one.get_short(),
                });
                let long = found.and_then(Arg::get_long);
                match value {
                    Some(value) if long == Some("ruleset") => ruleset = Some(value.to_owned()),
                    Some(_) => {}
                    None => flag = long,
                }
            } else if let Some(below) = here.find_subcommand(word).filter(|_| said.is_empty()) {
                here = below;
            } else {
                said.push(word);
            }
        }
        let kind = match (flag, here.get_name(), said.as_slice()) {
            (Some("lang"), ..) => return Some(Self::Languages),
            (Some("ruleset" | "extends"), ..) | (None, "show" | "doc" | "diff", []) | (None, "diff", [_]) => {
                NameKind::Rulesets
            }
            (Some("do"), ..) | (None, "do", []) => NameKind::Actions,
            (Some("with"), ..) => NameKind::Traits,
            (None, "test", _) => NameKind::Rulesets,
            (None, "show", [of]) => return Some(Self::Of(NameKind::Things, Some((*of).to_owned()))),
            (None, "remove" | "update", _) => NameKind::Packs,
            _ => return None,
        };
        Some(Self::Of(kind, ruleset))
    }
}

/// Names of a ruleset for completion. Its errors are not printed.
fn of_a_game(context: &CommandContext, kind: NameKind, ruleset: Option<&str>) -> Result<Vec<String>, u8> {
    let Some(ruleset) = ruleset.map(str::to_owned).or_else(|| context.default_ruleset()) else { return Err(WRONG) };
    let places = shelves_for(Some(&ruleset));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = load(&mut session, &places, &ruleset).map_err(|(_, code)| code)?;
    let game = &loaded.game;
    let shower = crate::report::show::Shower { game, catalogue: &context.output.catalogue, worded: false };
    Ok(match kind {
        NameKind::Actions => game.actions.iter().filter(|one| !one.internal).map(|one| one.name.to_string()).collect(),
        NameKind::Tables => game.tables.iter().map(|one| one.name.to_string()).collect(),
        NameKind::Traits => {
            let given = game.traits.iter().filter(|one| matches!(one.source, TraitSource::Given(_)));
            given.map(|one| one.name.to_string()).collect()
        }
        NameKind::Rulesets | NameKind::Packs | NameKind::Things | NameKind::Line => {
            shower.names().filter(|name| !game.is_internal(name)).map(str::to_owned).collect()
        }
    })
}
