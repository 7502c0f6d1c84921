//! `tirada roll`

use std::io::Read as _;
use std::path::Path;

use super::args::{Format, Roll};
use super::asking::Asking;
use super::r#do::game_for;
use super::given::{Given, nothing_reads};
use super::going_on;
use super::output::tell;
use super::shelves::Places;
use super::{Context, FILES, FINE, USAGE, WRONG, cannot_read, load, not_utf_8};
use crate::check::program::Game;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Effects, Evaluation, Generator, Recorder, TypedDice, typed_faces};
use crate::limits::Limits;
use crate::report::json::{self, Seed};
use crate::report::{Catalogue, json_line, roll};
use crate::session::{LoadedGame, Ready, Request, Session, unread, unread_in_contest, unused_dice};
use crate::source::decode;

pub(super) fn run(context: &mut Context, wanted: &Roll) -> u8 {
    let format = if wanted.json { Format::Json } else { wanted.format };
    let places = context.shelves(wanted.ruleset.as_deref());
    let mut session = Session::within(&places, context.limits);
    let given = match Given::read(&mut session, (&wanted.with, &wanted.set), !context.sandbox) {
        Ok(given) => given,
        Err((errors, code)) => {
            context.output.complain(&errors, &session.sources);
            return code;
        }
    };
    let game = match game_for(context, &mut session, &places, wanted.ruleset.as_deref(), given.sheets()) {
        Ok(game) => game,
        Err(code) => return code,
    };
    let often = game.game.notation.repeated(&wanted.expression).and_then(|(count, rest)| {
        Some(Roll { times: count.try_into().ok()?, expression: rest.to_owned(), ..wanted.clone() })
    });
    let wanted = often.as_ref().unwrap_or(wanted);
    match prepare(context, &mut session, &game, &given, wanted) {
        Ok((request, ready)) => {
            context.output.complain(&ready.warnings, &session.sources);
            throw(context, &session, &game.game, wanted, format, &request, &ready)
        }
        Err(code) => code,
    }
}

/// Loads a ruleset that is to be played, and speaks its language.
///
/// # Errors
///
/// The exit code; what is wrong was said.
pub(super) fn open(
    context: &mut Context,
    session: &mut Session<'_>,
    places: &Places,
    name: &str,
) -> Result<LoadedGame, u8> {
    let game = load(session, places, name).map_err(|(error, code)| {
        context.complain_alone(&error);
        code
    })?;
    context.speak_like(&game);
    context.output.complain(&game.findings, &session.sources);
    if game.is_sound() { Ok(game) } else { Err(WRONG) }
}

/// Everything but the dice: names, settings, the expression.
fn prepare(
    context: &Context,
    session: &mut Session<'_>,
    game: &LoadedGame,
    given: &Given,
    wanted: &Roll,
) -> Result<(Request, Ready), u8> {
    let text = expression(&wanted.expression, &context.limits).map_err(|error| {
        context.complain_alone(&error);
        FILES
    })?;
    let source = context.output.catalogue.text("typed", &Vec::new());
    let mut suspect = Vec::new();
    let prepared = given.request(game, &[], &session.sources, &mut suspect).and_then(|given| {
        let request = Request { text, source, ..given };
        let ready = session.prepare(&game.game, &request)?;
        let mut idle = unread_in_contest(&game.game, &ready);
        idle.extend(unread(&game.game, &request, &ready, false));
        let unread = nothing_reads(idle);
        if unread.is_empty() { Ok((request, ready)) } else { Err(unread) }
    });
    context.output.complain(&suspect, &session.sources);
    prepared.map_err(|errors| {
        context.output.complain(&errors, &session.sources);
        WRONG
    })
}

fn throw(
    context: &Context,
    session: &Session<'_>,
    game: &Game,
    wanted: &Roll,
    format: Format,
    request: &Request,
    ready: &Ready,
) -> u8 {
    if wanted.times > context.limits.times {
        let limit = i64::try_from(context.limits.times).unwrap_or(i64::MAX);
        context.complain_alone(&Diagnostic::error(Code::TooManyTimes, None).arg("limit", limit));
        return USAGE;
    }
    let show = |evaluation: &Evaluation, seed: Option<Seed>| {
        let comment = ready.prepared.comment.as_deref();
        if format == Format::Json {
            let facts = json::Facts { game, expression: &request.text, seed, comment };
            context.output.print(&json_line(&json::object(&facts, evaluation, &context.output.catalogue)));
            return;
        }
        let mut document = roll::report(game, evaluation, comment, &context.output.catalogue);
        if wanted.times > 1 {
            document = roll::in_one_line(document);
        }
        if wanted.explain {
            document.append(roll::explanation(game, evaluation, &context.output.catalogue));
        }
        context.output.show(&document, format);
    };
    if let Some(text) = &wanted.dice {
        let faces = match faces(text) {
            Ok(faces) => faces,
            Err(error) => {
                context.complain_alone(&error);
                return USAGE;
            }
        };
        let mut dice = TypedDice::new(&faces);
        if let Some(seed) = wanted.seed {
            dice = dice.then(Generator::new(seed));
        }
        let result = one(context, session, game, ready, &mut dice, (&faces, wanted.seed));
        let left = unused_dice(&dice);
        return match (result, left) {
            (Some(evaluation), None) => {
                show(&evaluation, wanted.seed.map(Seed::given));
                FINE
            }
            (Some(_), Some(error)) => {
                context.output.complain(&[error], &session.sources);
                WRONG
            }
            (None, _) => WRONG,
        };
    }
    for index in 0..wanted.times {
        // From one that is given they count up; drawn ones have nothing to do with one another.
        let seed =
            Seed::of(wanted.seed.map(|first| first.wrapping_add(index)), || fresh_seed(&context.output.catalogue));
        let mut generator = Generator::new(seed.number);
        match one(context, session, game, ready, &mut generator, (&[], Some(seed.number))) {
            Some(evaluation) => show(&evaluation, Some(seed)),
            None => return WRONG,
        }
    }
    FINE
}

/// Rolls once; what is wrong was said.
fn one(
    context: &Context,
    session: &Session<'_>,
    game: &Game,
    ready: &Ready,
    dice: &mut dyn Effects,
    (given, seed): (&[i64], Option<u64>),
) -> Option<Evaluation> {
    let mut effects = Asking::new(dice, game, &context.output.catalogue);
    let mut recorder = Recorder::new(&mut effects);
    let found = session.evaluate(game, ready, &mut recorder, &[]);
    let record = recorder.record();
    let complain = |error| going_on::complain(context, vec![error], &session.sources, &record, (given, seed));
    found.map_err(complain).ok()
}

/// A seed that nobody can foresee. Without a source of randomness in the system there are no fair dice, and the
/// program ends.
#[must_use]
pub(crate) fn fresh_seed(catalogue: &Catalogue) -> u64 {
    drawn().unwrap_or_else(|error| {
        tell(&catalogue.text("no-randomness", &vec![("why", error.to_string().into())]));
        std::process::exit(i32::from(FILES));
    })
}

/// A number of the system's that nobody can foresee. It fits into the numbers that every JSON reader keeps exactly.
pub(crate) fn drawn() -> Result<u64, rand::rngs::SysError> {
    use rand::TryRng as _;
    rand::rngs::SysRng.try_next_u64().map(|number| number >> 11)
}

/// The expression as typed, or from standard input.
pub(super) fn expression(text: &str, limits: &Limits) -> Result<String, Diagnostic> {
    if text != "-" {
        return Ok(text.to_owned());
    }
    let mut bytes = Vec::new();
    let limit = u64::try_from(limits.line).unwrap_or(u64::MAX);
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(|error| cannot_read(Path::new("-"), &error))?;
    let text = decode(bytes);
    if let Some(error) = not_utf_8("-", &text) {
        return Err(error);
    }
    Ok(text.trim_end_matches(['\n', '\r']).to_owned())
}

/// `name=value`
pub(crate) fn pair(text: &str) -> Option<(String, String)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim().trim_matches(['«', '»', '"']);
    (!name.is_empty()).then(|| (name.to_owned(), value.trim().to_owned()))
}

/// `10,5,1`
pub(crate) fn faces(text: &str) -> Result<Vec<i64>, Diagnostic> {
    typed_faces(text).map_err(|wrong| match wrong.into_iter().next() {
        Some(first) => first.diagnostic(None),
        None => Diagnostic::error(Code::Internal, None).arg("where", format!("{}:{}", file!(), line!())),
    })
}
