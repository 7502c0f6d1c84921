//! Odds of actions at a table: one ruleset and several character files.

use crate::cli::args::OddsArgs;
use crate::cli::r#do::{ActionError, with_game};
use crate::cli::given_values::{GivenValues, nothing_reads};
use crate::cli::roll::expression;
use crate::cli::seats::SheetFile;
use crate::cli::{CommandContext, FILES, USAGE, WRONG};
use crate::diagnostic::{Code, Diagnostic};
use crate::session::{LoadedGame, Ready, RollRequest, Session, unread};
use crate::world::{NOBODY, Person, World};

/// Reads the only game and what was given, and shows something of them; the exit code.
pub(super) fn seated<G>(
    context: &mut CommandContext,
    wanted: &OddsArgs,
    read: impl FnOnce(&mut Session<'_>) -> Result<G, ActionError>,
    sheets: fn(&G) -> &[SheetFile],
    show: impl FnOnce(&CommandContext, &mut Session<'_>, &LoadedGame, &G) -> Result<(), ActionError>,
) -> u8 {
    let named = match wanted.rulesets.as_slice() {
        [] => None,
        [one] => Some(&**one),
        _ => {
            context.complain_alone(&Diagnostic::error(Code::OddsOneRuleset, None));
            return USAGE;
        }
    };
    let places = context.shelves(named);
    with_game(context, (&places, named), read, sheets, |context, session, game, given| {
        show(context, session, game, given)
    })
}

/// A checked expression and the character that rolls it.
pub(super) struct SeatedExpression {
    pub(super) request: RollRequest,
    pub(super) ready: Ready,
    pub(super) world: World,
    pub(super) who: usize,
}

/// Reads the game and what was given, checks the expression, and shows something of it; the exit code.
pub(super) fn with_expression(
    context: &mut CommandContext,
    wanted: &OddsArgs,
    text: &str,
    show: impl FnOnce(&CommandContext, &mut Session<'_>, &LoadedGame, &SeatedExpression) -> Result<(), ActionError>,
) -> u8 {
    with_request(context, wanted, text, |context, session, game, request| {
        let checked = check(context, session, game, request).map_err(wrong)?;
        show(context, session, game, &checked)
    })
}

/// The same before the expression is checked: it is in the request, with the character that rolls it.
pub(super) fn with_request(
    context: &mut CommandContext,
    wanted: &OddsArgs,
    text: &str,
    show: impl FnOnce(&CommandContext, &mut Session<'_>, &LoadedGame, RollRequest) -> Result<(), ActionError>,
) -> u8 {
    let text = match expression(text, &context.limits) {
        Ok(text) => text,
        Err(error) => {
            context.complain_alone(&error);
            return FILES;
        }
    };
    let files = !context.sandbox;
    let read = |session: &mut Session<'_>| GivenValues::read(session, (&wanted.with, &wanted.set), files);
    seated(context, wanted, read, GivenValues::sheets, |context, session, game, given| {
        let catalogue = &context.output.catalogue;
        let mut suspect = Vec::new();
        let given = given.request(game, &[], &session.sources, &mut suspect).map_err(wrong)?;
        context.output.complain(&suspect, &session.sources);
        let (mut world, who) = given.person.clone().unwrap_or_else(|| (World::new(), NOBODY));
        // Without a file a character of which nothing is known rolls, since others may intervene.
        let who = match who {
            NOBODY => world.join(Person { name: catalogue.say("odds-somebody"), ..Person::default() }),
            who => who,
        };
        let request = RollRequest { text, source: catalogue.say("typed"), person: Some((world, who)), ..given };
        show(context, session, game, request)
    })
}

pub(super) fn check(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    request: RollRequest,
) -> Result<SeatedExpression, Vec<Diagnostic>> {
    let ready = session.prepare(&game.game, &request)?;
    context.output.complain(&ready.warnings, &session.sources);
    let idle = nothing_reads(unread(&game.game, &request, &ready, true));
    if !idle.is_empty() {
        return Err(idle);
    }
    let Some((world, who)) = ready.person.clone() else { return Err(vec![Diagnostic::internal()]) };
    Ok(SeatedExpression { request, ready, world, who })
}

pub(super) fn wrong(errors: Vec<Diagnostic>) -> ActionError {
    (errors, WRONG)
}
