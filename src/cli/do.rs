//! `tirada do`: runs an action.

pub(in crate::cli) mod answers;
pub(super) mod roles;
pub(super) mod sequence;

use super::args::{DoArgs, OutputFormat};
use super::repeat_command::{self, CommandDice};
use super::roll::{faces, fresh_seed};
use super::saving::take_changed;
use super::search_path::SearchPath;
use super::seats::{SheetFile, ruleset_of};
use super::terminal_effects::TerminalEffects;
use super::{CommandContext, FILES, FINE, USAGE, WRONG, load, shelves_for};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Effects, Generator, Recorder, TypedDice};
use crate::report::action::{ReportDetail, report};
use crate::report::json::{Seed, action as action_json};
use crate::report::json_line;
use crate::report::show::Shower;
use crate::session::{LoadedGame, Playing, Session, unused_dice};
use crate::world::TABLE;
use roles::Casting;
use sequence::{ActionOptions, Staged, staged};

pub(super) fn run(context: &mut CommandContext, wanted: &DoArgs) -> u8 {
    let places = shelves_for(wanted.ruleset.as_deref());
    let named = wanted.ruleset.as_deref();
    let read = |session: &mut Session<'_>| Casting::read(session, &wanted.cast, &wanted.with);
    with_game(context, (&places, named), read, Casting::sheets, |context, session, game, casting| {
        let Some(action) = &wanted.action else {
            if wanted.written.format() == OutputFormat::Json {
                context.complain_alone(&super::show::no_json().help("help-do-an-action"));
                return Err((Vec::new(), USAGE));
            }
            let shower = Shower { game: &game.game, catalogue: &context.output.catalogue, worded: false };
            context.output.show(&shower.actions(), wanted.written.format);
            return Ok(());
        };
        act(context, session, game, action, casting, wanted)
    })
}

/// Errors and the exit code.
pub(super) type ActionError = (Vec<Diagnostic>, u8);

/// Reads what was given and the game, and shows something of them; the exit code. Errors are reported.
pub(super) fn with_game<G>(
    context: &mut CommandContext,
    (places, named): (&SearchPath, Option<&str>),
    read: impl FnOnce(&mut Session<'_>) -> Result<G, ActionError>,
    sheets: fn(&G) -> &[SheetFile],
    show: impl FnOnce(&mut CommandContext, &mut Session<'_>, &LoadedGame, &G) -> Result<(), ActionError>,
) -> u8 {
    let mut session = Session::within(places, context.limits);
    let given = read(&mut session);
    if given.is_err() {
        speak_for(context, &mut session, places, named);
    }
    let shown = given.and_then(|given| {
        let game = game_for(context, &mut session, places, named, sheets(&given)).map_err(|code| (Vec::new(), code))?;
        show(context, &mut session, &game, &given)
    });
    match shown {
        Ok(()) => FINE,
        Err((errors, code)) => {
            context.output.complain(&errors, &session.sources);
            code
        }
    }
}

/// Speaks the language of the game that would be played, where something is wrong before it is loaded.
pub(super) fn speak_for(
    context: &mut CommandContext,
    session: &mut Session<'_>,
    places: &SearchPath,
    named: Option<&str>,
) {
    let name = named.map(str::to_owned).or_else(|| context.default_ruleset());
    // What is wrong with the game itself does not matter yet.
    if let Some(Ok(game)) = name.map(|name| load(session, places, &name)) {
        context.speak_like(&game);
    }
}

/// The game: the one that is named, else that of the characters, else the usual one.
///
/// # Errors
///
/// The exit code; what is wrong was said.
pub(super) fn game_for(
    context: &mut CommandContext,
    session: &mut Session<'_>,
    places: &SearchPath,
    named: Option<&str>,
    sheets: &[SheetFile],
) -> Result<LoadedGame, u8> {
    let of_files = if named.is_none() { ruleset_of(session, sheets) } else { None };
    let at = of_files.as_ref().map(|(_, at)| *at);
    let name = named.map(str::to_owned).or(of_files.map(|(name, _)| name)).or_else(|| context.default_ruleset());
    let Some(name) = name else {
        context.complain_alone(&Diagnostic::error(Code::NoDefaultRuleset, None));
        return Err(WRONG);
    };
    let game = match load(session, places, &name) {
        Ok(game) => game,
        Err((mut error, code)) => {
            error.at = error.at.or(at);
            context.output.complain(&[error], &session.sources);
            return Err(code);
        }
    };
    super::roll::opened(context, session, game)
}

fn act(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    action: &str,
    casting: &Casting,
    wanted: &DoArgs,
) -> Result<(), ActionError> {
    let wrong = |errors: Vec<Diagnostic>| (errors, WRONG);
    let given = ActionOptions { set: &wanted.set, choose: &wanted.choose, policy: &[], best: false };
    let Staged { seats, env, call, roles, .. } = staged(session, game, action, casting, &given).map_err(wrong)?;
    context.output.complain(&seats.suspect, &session.sources);
    let action = game.game.action(call.action);
    let mut play = |dice: &mut dyn Effects, given: &[i64], seed: Option<u64>| {
        let mut effects = TerminalEffects::new(dice, &game.game, &context.output.catalogue);
        let mut recorder = Recorder::new(&mut effects);
        let played = session.play((&game.game, &env, &seats.world), Playing::Action(&call), &mut recorder, &[]);
        let record = recorder.record();
        played.map_err(|errors| {
            let what = Playing::Action(&call);
            let errors = session.told_as_rolled((&game.game, &env, &seats.world), what, &record, errors);
            // The dice are thrown, whatever else is missing.
            repeat_command::complain(context, errors, &session.sources, &record, CommandDice { given, seed, left: 1 });
            wrong(Vec::new())
        })
    };
    let (done, seed) = match &wanted.dice {
        Some(text) => {
            let faces = faces(text).map_err(|error| (vec![error], USAGE))?;
            let mut dice = TypedDice::new(&faces);
            if let Some(seed) = wanted.seed {
                dice = dice.then(Generator::new(seed));
            }
            let done = play(&mut dice, &faces, wanted.seed)?;
            if let Some(error) = unused_dice(&dice) {
                return Err(wrong(vec![error]));
            }
            (done, wanted.seed.map(Seed::given))
        }
        None => {
            let seed = Seed::of(wanted.seed, || fresh_seed(&context.output.catalogue));
            let number = seed.number;
            let done = play(&mut Generator::new(number), &[], Some(number))?;
            (done, Some(seed))
        }
    };
    // What is not saved is reported all the same: the dice have fallen.
    let saved = if wanted.write { seats.save(session, &game.game, &done.world) } else { Ok(Vec::new()) };
    let format = wanted.written.format();
    let shown = if format == OutputFormat::Json {
        let who: Vec<usize> = (0..seats.world.people.len()).filter(|who| *who != TABLE || seats.has_table()).collect();
        let after = who.into_iter().map(|who| session.see(&game.game, &env, &done.world, who)).collect();
        let facts = action_json::ActionInfo { game: &game.game, action: &action.name, roles: &roles, seed, after };
        context.output.try_print(&json_line(&action_json::object(&facts, &done, &context.output.catalogue)))
    } else {
        let detail = if wanted.explain { ReportDetail::Every } else { ReportDetail::Told };
        context.output.try_show(&report(&game.game, &done, detail, &context.output.catalogue), format)
    };
    // Whatever became of standard output, what became of the files is said.
    let files = saved.map_err(|mut errors| {
        errors.push(Diagnostic::error(Code::NothingSaved, None));
        (errors, FILES)
    })?;
    if wanted.write {
        drop(take_changed());
        let id = if files.is_empty() { "do-nothing-written" } else { "do-written" };
        context.output.tell_message(id, &vec![("files", files.into())]);
    }
    shown.map_err(|unwritten| (Vec::new(), context.output.unwritten(unwritten)))
}
