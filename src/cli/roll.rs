//! `tirada roll`: rolls an expression.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::path::Path;

use super::args::{OutputFormat, RollArgs};
use super::r#do::with_game;
use super::given_values::{GivenValues, nothing_reads};
use super::output::tell;
use super::repeat_command::{self, CommandDice};
use super::search_path::SearchPath;
use super::terminal_effects::TerminalEffects;
use super::{CommandContext, FILES, FINE, USAGE, WRONG, cannot_read, check, load, not_utf_8};
use crate::check::program::CheckedGame;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Effects, Evaluation, Generator, Recorder, TypedDice, typed_faces};
use crate::limits::{DICE_OF_A_LINE, Limits, ROLLS};
use crate::report::json::{self, Seed};
use crate::report::{Catalogue, json_line, roll};
use crate::session::{LoadedGame, Ready, RollRequest, Session, unread, unread_in_contest, unused_dice};
use crate::source::decode;
use crate::syntax::separated;

pub(super) fn run(context: &mut CommandContext, wanted: &RollArgs) -> u8 {
    let named = wanted.ruleset.as_deref();
    let (places, files) = (context.shelves(named), !context.sandbox);
    let read = |session: &mut Session<'_>| GivenValues::read(session, (&wanted.with, &wanted.set), files);
    with_game(context, (&places, named), read, GivenValues::sheets, |context, session, game, given| {
        let often = game.game.notation.repeated(&wanted.expression).and_then(|(count, rest)| {
            Some(RollArgs { times: count.try_into().ok()?, expression: rest.to_owned(), ..wanted.clone() })
        });
        let wanted = often.as_ref().unwrap_or(wanted);
        let said = |code| (Vec::new(), code);
        let all = prepare(context, session, game, given, wanted).map_err(said)?;
        for one in &all {
            context.output.complain(&one.ready.warnings, &session.sources);
        }
        // So often by a flag is as often as the caller likes.
        let most = often.as_ref().map(|_| DICE_OF_A_LINE);
        match throw(context, session, &game.game, wanted, most, &all) {
            FINE => Ok(()),
            code => Err(said(code)),
        }
    })
}

/// Loads a ruleset that is to be played, and speaks its language.
///
/// # Errors
///
/// The exit code; what is wrong was said.
pub(super) fn open(
    context: &mut CommandContext,
    session: &mut Session<'_>,
    places: &SearchPath,
    name: &str,
) -> Result<LoadedGame, u8> {
    let game = load(session, places, name).map_err(|(error, code)| {
        context.complain_alone(&error);
        code
    })?;
    opened(context, session, game)
}

/// Reports what is wrong with a ruleset that was loaded; an unsound one is an exit code.
pub(super) fn opened(context: &mut CommandContext, session: &Session<'_>, game: LoadedGame) -> Result<LoadedGame, u8> {
    context.speak_like(&game);
    context.output.complain(&game.findings, &session.sources);
    if game.is_sound() { Ok(game) } else { Err(check::code(&game.findings)) }
}

/// An expression that is ready to be rolled.
struct PreparedRoll {
    /// As it is written.
    text: String,
    ready: Ready,
}

/// Everything but the dice: names, settings, the expressions of the line. If one is wrong, none is ready.
fn prepare(
    context: &CommandContext,
    session: &mut Session<'_>,
    game: &LoadedGame,
    given: &GivenValues,
    wanted: &RollArgs,
) -> Result<Vec<PreparedRoll>, u8> {
    let text = expression(&wanted.expression, &context.limits).map_err(|error| {
        context.complain_alone(&error);
        FILES
    })?;
    let source = context.output.catalogue.say("typed");
    let mut suspect = Vec::new();
    let mut errors = Vec::new();
    let given = match given.request(game, &[], &session.sources, &mut suspect) {
        Ok(given) => given,
        Err(found) => {
            context.output.complain(&suspect, &session.sources);
            context.output.complain(&found, &session.sources);
            return Err(WRONG);
        }
    };
    let mut all = Vec::new();
    // What one of them reads is not given in vain.
    let mut idle: Option<BTreeSet<String>> = None;
    let parts = separated(&text);
    if parts.len() > ROLLS {
        let limit = i64::try_from(ROLLS).unwrap_or(i64::MAX);
        context.complain_alone(&Diagnostic::error(Code::TooManyTimes, None).arg("limit", limit));
        return Err(WRONG);
    }
    let several = parts.len() > 1;
    // Settings that none of them knows.
    let mut unknown: Option<BTreeMap<String, Diagnostic>> = None;
    for part in parts {
        // Enough to mend; the rest is read when these are right.
        if errors.len() > session.limits.shown {
            break;
        }
        let text = text.get(part).unwrap_or("").to_owned();
        let mut request = RollRequest { text, source: source.clone(), ..given.clone() };
        let mut prepared = session.prepare(&game.game, &request);
        let mut strange = BTreeMap::new();
        if let (Err(found), true) = (&prepared, several)
            && found.iter().all(|error| error.code == Code::UnknownSetting)
        {
            // Another of them may ask for it.
            let name = |error: &Diagnostic| Some((error.text("name")?.to_owned(), error.clone()));
            strange.extend(found.iter().filter_map(name));
            request.settings.retain(|name, _| !strange.contains_key(name));
            prepared = session.prepare(&game.game, &request);
        }
        let beside: BTreeSet<String> = strange.keys().cloned().collect();
        if let Some(before) = &unknown {
            strange.retain(|name, _| before.contains_key(name));
        }
        unknown = Some(strange);
        match prepared {
            Ok(ready) => {
                errors.extend(nothing_reads(unread_in_contest(&game.game, &ready)));
                let unread = unread(&game.game, &request, &ready, false).into_iter().map(str::to_owned);
                let unread: BTreeSet<String> = unread.chain(beside).collect();
                idle = Some(match idle {
                    Some(idle) => &idle & &unread,
                    None => unread,
                });
                all.push(PreparedRoll { text: request.text, ready });
            }
            Err(found) => errors.extend(found),
        }
    }
    context.output.complain(&suspect, &session.sources);
    errors.extend(unknown.into_iter().flatten().map(|(_, error)| error));
    if errors.is_empty() {
        errors = nothing_reads(idle.iter().flatten().map(String::as_str));
    }
    if errors.is_empty() {
        return Ok(all);
    }
    context.output.complain(&errors, &session.sources);
    Err(WRONG)
}

fn throw(
    context: &CommandContext,
    session: &Session<'_>,
    game: &CheckedGame,
    wanted: &RollArgs,
    most: Option<usize>,
    all: &[PreparedRoll],
) -> u8 {
    let format = wanted.written.format();
    let several = u64::try_from(all.len()).unwrap_or(u64::MAX);
    if wanted.times.saturating_mul(several) > context.limits.times {
        let limit = i64::try_from(context.limits.times).unwrap_or(i64::MAX);
        context.complain_alone(&Diagnostic::error(Code::TooManyTimes, None).arg("limit", limit));
        return USAGE;
    }
    let mut written = 0_u64;
    let mut print = |text: &str, is_drawn: bool| {
        written = written.saturating_add(u64::try_from(text.len()).unwrap_or(u64::MAX));
        if context.sandbox && written > context.limits.written {
            let limit = i64::try_from(context.limits.written >> 20).unwrap_or(i64::MAX);
            context.complain_alone(&Diagnostic::error(Code::TooMuchOutput, None).arg("limit", limit));
            return Err(WRONG);
        }
        context.output.print_as(text, is_drawn);
        Ok(())
    };
    let mut show = |evaluations: &[Evaluation], seed: Option<Seed>| {
        let found = all.iter().zip(evaluations);
        if format == OutputFormat::Json {
            let mut objects = found.map(|(one, evaluation)| {
                let comment = one.ready.prepared.comment.as_deref();
                let facts = json::RollInfo { game, expression: &one.text, seed, comment };
                json::object(&facts, evaluation, &context.output.catalogue)
            });
            // Of several, a list.
            let text = match (objects.next(), several) {
                (Some(only), 1) => json_line(&only),
                (first, _) => json_line(&first.into_iter().chain(objects).collect::<Vec<_>>()),
            };
            return print(&text, false);
        }
        for (one, evaluation) in found {
            let comment = one.ready.prepared.comment.as_deref();
            let mut document = roll::report(game, evaluation, comment, &context.output.catalogue);
            if wanted.times > 1 {
                document = roll::in_one_line(document);
            }
            if wanted.explain {
                document.append(roll::explanation(game, evaluation, &context.output.catalogue));
            }
            print(context.output.draw(&document, format).trim_end(), format == OutputFormat::Text)?;
        }
        Ok(())
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
        let from = CommandDice { given: &faces, seed: wanted.seed, left: wanted.times };
        let mut found = Vec::new();
        for _ in 0..wanted.times {
            let Some(evaluations) = each(context, session, game, all, &mut dice, from) else { return WRONG };
            found.push(evaluations);
        }
        if let Some(error) = unused_dice(&dice) {
            context.output.complain(&[error], &session.sources);
            return WRONG;
        }
        let shown = found.iter().try_for_each(|evaluations| show(evaluations, wanted.seed.map(Seed::given)));
        return shown.err().unwrap_or(FINE);
    }
    let mut thrown = 0;
    for index in 0..wanted.times {
        // From one that is given they count up; drawn ones have nothing to do with one another.
        let seed =
            Seed::of(wanted.seed.map(|first| first.wrapping_add(index)), || fresh_seed(&context.output.catalogue));
        let mut generator = Generator::new(seed.number);
        let thrown_from = CommandDice { given: &[], seed: Some(seed.number), left: wanted.times - index };
        match each(context, session, game, all, &mut generator, thrown_from) {
            Some(evaluations) => {
                thrown += dice_in(&evaluations);
                if let Err(error) = most.map_or(Ok(()), |_| few_dice(thrown)) {
                    context.complain_alone(&error);
                    return WRONG;
                }
                if let Err(code) = show(&evaluations, Some(seed)) {
                    return code;
                }
            }
            None => return WRONG,
        }
    }
    FINE
}

/// How many dice were thrown in all.
fn dice_in(evaluations: &[Evaluation]) -> usize {
    evaluations.iter().flat_map(|evaluation| &evaluation.rolls).map(|roll| roll.dice.len()).sum()
}

/// Checks that the rolls of a line have not thrown more dice than all of them may.
///
/// # Errors
///
/// If they have thrown more.
pub(crate) fn few_dice(thrown: usize) -> Result<(), Diagnostic> {
    if thrown <= DICE_OF_A_LINE {
        return Ok(());
    }
    Err(Diagnostic::error(Code::TooManyDice, None).arg("count", thrown).arg("limit", DICE_OF_A_LINE))
}

/// Rolls all of the line once, from the same dice. If one fails, none is shown; what is wrong was said.
fn each(
    context: &CommandContext,
    session: &Session<'_>,
    game: &CheckedGame,
    all: &[PreparedRoll],
    dice: &mut dyn Effects,
    from: CommandDice<'_>,
) -> Option<Vec<Evaluation>> {
    let mut effects = TerminalEffects::new(dice, game, &context.output.catalogue);
    let mut recorder = Recorder::new(&mut effects);
    let mut found = Vec::with_capacity(all.len());
    for one in all {
        match session.evaluate(game, &one.ready, &mut recorder, &[]) {
            Ok(evaluation) => {
                found.push(evaluation);
                if let Err(error) = few_dice(dice_in(&found)) {
                    context.complain_alone(&error);
                    return None;
                }
            }
            Err(error) => {
                repeat_command::complain(context, vec![error], &session.sources, &recorder.record(), from);
                return None;
            }
        }
    }
    Some(found)
}

/// An unpredictable seed. Without a source of randomness in the system there are no fair dice,
/// and the program ends.
#[must_use]
pub(crate) fn fresh_seed(catalogue: &Catalogue) -> u64 {
    drawn().unwrap_or_else(|error| {
        tell(&catalogue.text("no-randomness", &vec![("why", error.to_string().into())]));
        std::process::exit(i32::from(FILES));
    })
}

/// An unpredictable number of the system's. It fits into the numbers that every JSON reader keeps exactly.
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
