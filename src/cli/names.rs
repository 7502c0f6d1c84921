//! `tirada names`: the names that completions of shells offer, one a line.

use clap::{Args, ValueEnum};

use super::shelves::Places;
use super::{Context, FINE, WRONG, load, shelves_for};
use crate::check::program::TraitSource;
use crate::limits::Limits;
use crate::session::Session;

/// What is listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Rulesets, by id.
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
}

/// `tirada names`
#[derive(Debug, Args)]
pub struct Names {
    /// What is listed.
    #[arg(value_enum, value_name = "KIND")]
    pub kind: Kind,
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
}

pub(super) fn run(context: &Context, wanted: &Names) -> u8 {
    let places = Places::new(None);
    let mut names: Vec<String> = match wanted.kind {
        Kind::Rulesets => places.all().into_iter().map(|place| place.id).collect(),
        Kind::Packs => places.all().into_iter().filter_map(|place| Some(place.pack?.id)).collect(),
        kind => match of_a_game(context, kind, wanted.ruleset.as_deref()) {
            Ok(names) => names,
            Err(code) => return code,
        },
    };
    names.sort();
    names.dedup();
    names.iter().for_each(|name| context.output.print(name));
    FINE
}

/// Names of a ruleset; nothing where it cannot be played: whoever completes a line wants no errors.
fn of_a_game(context: &Context, kind: Kind, ruleset: Option<&str>) -> Result<Vec<String>, u8> {
    let Some(ruleset) = ruleset.map(str::to_owned).or_else(|| context.default_ruleset()) else { return Err(WRONG) };
    let places = shelves_for(Some(&ruleset));
    let mut session = Session::within(&places, Limits::FULL);
    let loaded = load(&mut session, &places, &ruleset).map_err(|(_, code)| code)?;
    let game = &loaded.game;
    let shower = crate::report::show::Shower { game, catalogue: &context.output.catalogue, worded: false };
    Ok(match kind {
        Kind::Actions => game.actions.iter().filter(|one| !one.internal).map(|one| one.name.to_string()).collect(),
        Kind::Tables => game.tables.iter().map(|one| one.name.to_string()).collect(),
        Kind::Traits => {
            let given = game.traits.iter().filter(|one| matches!(one.source, TraitSource::Given(_)));
            given.map(|one| one.name.to_string()).collect()
        }
        Kind::Rulesets | Kind::Packs | Kind::Things => shower.names().map(str::to_owned).collect(),
    })
}
