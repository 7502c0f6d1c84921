//! `tirada diff`: compares rulesets, or shows the source of each value of one.

use clap::Args;

use super::args::{FormatArgs, OutputFormat};
use super::given_values::{GivenValues, nothing_reads};
use super::roll::open;
use super::seats::BaselineRuleset;
use super::{CommandContext, FINE, RulesetName, WRONG, cannot_read, named, shelves_for};
use crate::cli::search_path::{SearchPath, ruleset_files};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::limits::Limits;
use crate::odds::{OddsLimits, Shifts};
use crate::report::changes::{RulesetDiff, origins, origins_json};
use crate::ruleset::compare::{RulesetValue, differences, leaves};
use crate::ruleset::{File, Shelf};
use crate::session::comparison::{ComparedRuleset, shifts};
use crate::session::{LoadedGame, Session};
use crate::source::{Sources, fold};
use crate::yaml::Node;

/// `tirada diff`
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The ruleset to compare from: id or path.
    #[arg(value_name = "RULESET")]
    pub from: String,
    /// The second; nothing: the first is the second, and what it extends the first.
    #[arg(value_name = "RULESET")]
    pub to: Option<String>,
    /// What that does to tests.
    #[arg(long)]
    pub odds: bool,
    /// Traits, or a character's file.
    #[arg(long = "with", value_name = "NAME=VALUE|FILE", allow_hyphen_values = true, requires = "odds")]
    pub with: Vec<String>,
    /// Values of inputs and options.
    #[arg(long = "set", value_name = "NAME=VALUE", allow_hyphen_values = true, requires = "odds")]
    pub set: Vec<String>,
    #[command(flatten)]
    pub written: FormatArgs,
}

/// A loaded ruleset that is compared.
struct Opened<'p> {
    session: Session<'p>,
    game: LoadedGame,
    tree: Node,
    sources: Sources,
}

fn opened<'p>(context: &mut CommandContext, places: &'p SearchPath, name: &str) -> Result<Opened<'p>, u8> {
    let mut session = Session::within(places, Limits::FULL);
    let game = open(context, &mut session, places, name)?;
    let files = files_of(places, name).map_err(|(error, code)| {
        context.complain_alone(&error);
        code
    })?;
    // It was loaded from the same files: there is something in them.
    let (tree, sources) = session.rules(files).ok_or(WRONG)?;
    Ok(Opened { session, game, tree, sources })
}

/// The files of a ruleset, by id or path.
pub(super) fn files_of(places: &SearchPath, name: &str) -> Result<Vec<File>, (Diagnostic, u8)> {
    match named(name, places) {
        RulesetName::Id(id) => {
            places.files(&id).ok_or_else(|| (Diagnostic::error(Code::UnknownRuleset, None).arg("name", id), WRONG))
        }
        RulesetName::Path(path) => ruleset_files(&path).map_err(|error| (cannot_read(&path, &error), super::FILES)),
    }
}

pub(super) fn run(context: &mut CommandContext, wanted: &DiffArgs) -> u8 {
    match compared(context, wanted) {
        Ok(()) => FINE,
        Err(code) => code,
    }
}

fn compared(context: &mut CommandContext, wanted: &DiffArgs) -> Result<(), u8> {
    let format = wanted.written.format();
    let (first, second) = match &wanted.to {
        Some(to) => (wanted.from.clone(), to.clone()),
        None => (base_of(context, &wanted.from)?, wanted.from.clone()),
    };
    // A path is extended from its own folder, not from that of the ruleset it is compared with.
    let beside = if wanted.to.is_some() { &first } else { &second };
    let places = (shelves_for(Some(beside)), shelves_for(Some(&second)));
    // What was named first says the language.
    let (mut old, mut new) = if wanted.to.is_some() {
        let old = opened(context, &places.0, &first)?;
        context.speak_from_now_on(old.game.game.language.as_deref());
        (old, opened(context, &places.1, &second)?)
    } else {
        let new = opened(context, &places.1, &second)?;
        context.speak_from_now_on(new.game.game.language.as_deref());
        (opened(context, &places.0, &first)?, new)
    };
    let found = differences(&old.tree, &new.tree);
    let shifted = if wanted.odds { Some(odds(context, wanted, &mut old, &mut new, &found)?) } else { None };
    let names = (name(&old, &first), name(&new, &second));
    let changes = RulesetDiff {
        from: &names.0,
        to: &names.1,
        sources: [&old.sources, &new.sources],
        differences: &found,
        shifts: shifted.as_ref(),
    };
    let catalogue = &context.output.catalogue;
    match format {
        OutputFormat::Json => context.output.print(&changes.json(catalogue)),
        _ => context.output.show(&changes.document(catalogue), format),
    }
    Ok(())
}

/// The id; of a path the path, as it was written.
fn name(opened: &Opened<'_>, written: &str) -> String {
    let id = &opened.game.game.id;
    if id.is_empty() || written.contains(['/', '\\']) { written.to_owned() } else { id.clone() }
}

/// What a ruleset extends.
fn base_of(context: &mut CommandContext, name: &str) -> Result<String, u8> {
    let places = shelves_for(Some(name));
    let mut session = Session::within(&places, Limits::FULL);
    let game = open(context, &mut session, &places, name)?;
    game.extends.first().cloned().ok_or_else(|| {
        context.complain_alone(&Diagnostic::error(Code::DiffOfOne, None).arg("name", &*game.game.id));
        WRONG
    })
}

fn odds(
    context: &CommandContext,
    wanted: &DiffArgs,
    old: &mut Opened<'_>,
    new: &mut Opened<'_>,
    found: &[crate::ruleset::compare::Difference],
) -> Result<Shifts, u8> {
    let compared = [&*old, &*new].map(|one| BaselineRuleset::with(&one.game.game));
    let request = |opened: &mut Opened<'_>| {
        let mut suspect = Vec::new();
        let given = GivenValues::read(&mut opened.session, (&wanted.with, &wanted.set), !context.sandbox);
        let request = given.and_then(|given| {
            let sources = &opened.session.sources;
            given.request(&opened.game, &compared, sources, &mut suspect).map_err(|errors| (errors, WRONG))
        });
        context.output.complain(&suspect, &opened.session.sources);
        request.map_err(|(errors, code)| {
            context.output.complain(&errors, &opened.session.sources);
            code
        })
    };
    let requests = (request(old)?, request(new)?);
    let mut one = ComparedRuleset { session: &mut old.session, game: &old.game.game, tree: &old.tree };
    let mut other = ComparedRuleset { session: &mut new.session, game: &new.game.game, tree: &new.tree };
    let bounds = OddsLimits::within(&context.limits);
    let found = shifts(&mut one, &mut other, found, (&requests.0, &requests.1), &bounds).map_err(|error| {
        context.complain_alone(&error);
        WRONG
    })?;
    if !found.unread.is_empty() {
        let errors = nothing_reads(found.unread.iter().map(String::as_str));
        context.output.complain(&errors, &new.session.sources);
        return Err(WRONG);
    }
    if !found.left_out.is_empty() {
        let warning = Diagnostic::warning(Code::DiffOddsCut, None).arg("limit", other.session.limits.compared);
        context.complain_alone(&warning.arg("names", found.left_out.clone()));
    }
    Ok(found)
}

/// `tirada show … --origin`
pub(super) fn origin(
    context: &CommandContext,
    session: &Session<'_>,
    places: &SearchPath,
    wanted: &super::args::ShowArgs,
) -> u8 {
    let files = match files_of(places, &wanted.ruleset) {
        Ok(files) => files,
        Err((error, code)) => {
            context.complain_alone(&error);
            return code;
        }
    };
    let Some((tree, sources)) = session.rules(files) else { return WRONG };
    let all = leaves(&tree);
    let chosen: Vec<&RulesetValue> = match &wanted.name {
        None => all.iter().collect(),
        Some(name) => {
            let name = fold(name.trim().trim_matches(['«', '»', '"']));
            let is_it = |leaf: &&RulesetValue| leaf.path.iter().take(2).any(|part| fold(part) == name);
            all.iter().filter(is_it).collect()
        }
    };
    if chosen.is_empty() {
        let name = wanted.name.as_deref().unwrap_or_default();
        let names = all.iter().flat_map(|leaf| leaf.path.iter().take(2)).map(String::as_str);
        let mut error = Diagnostic::error(Code::NothingToShow, None).arg("name", name).arg("game", &*wanted.ruleset);
        if let Some(near) = nearest(name, names) {
            error = error.help_with("help-did-you-mean", "name", near.to_owned());
        }
        context.complain_alone(&error);
        return WRONG;
    }
    match wanted.format {
        OutputFormat::Json => context.output.print(&origins_json(&chosen, &sources)),
        format => context.output.show(&origins(&chosen, &sources, &context.output.catalogue), format),
    }
    FINE
}
