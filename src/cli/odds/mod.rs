//! `tirada odds`: prints odds of expressions and actions.

mod action;
mod after;
mod interventions;
pub(crate) mod output;
pub(crate) mod parameters;
mod samples;
mod seated_expression;
pub(crate) mod sweep;

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::args::OddsArgs;
use super::r#do::speak_for;
use super::given_values::{GivenValues, nothing_reads};
use super::roll::{expression, faces, open};
use super::search_path::SearchPath;
use super::seats::{BaselineRuleset, ruleset_of};
use super::{CommandContext, FILES, FINE, USAGE, WRONG, sandbox};
use crate::check::program::{CheckedGame, Op, Test};
use crate::diagnostic::{Code, Diagnostic, Note, words};
use crate::limits::Budget;
use crate::odds::{Odds, OddsLimits};
use crate::report::odds::{Cumulation, ExpressionView, Parameter, Series};
use crate::session::{LoadedGame, Ready, RollRequest, Session};
use crate::source::{Sources, Span};
use crate::syntax::{TokenKind, separated, tokens};
use samples::SampleCount;
use sweep::{Oddsmaker, Swept, sweep};

pub(super) fn run(context: &mut CommandContext, wanted: &OddsArgs) -> u8 {
    let fallen = match wanted.after.as_deref().map(faces).transpose() {
        Ok(fallen) => fallen,
        Err(error) => {
            let named = wanted.rulesets.first().map(String::as_str);
            let places = context.shelves(named);
            speak_for(context, &mut Session::within(&places, context.limits), &places, named);
            context.complain_alone(&error);
            return USAGE;
        }
    };
    let Some(expression_wanted) = &wanted.expression else {
        return action::run(context, wanted, fallen.as_deref());
    };
    if !(wanted.choose.is_empty() && wanted.policy.is_empty() && wanted.best.is_none()) {
        return interventions::run(context, wanted, expression_wanted, &fallen.unwrap_or_default());
    }
    if let Some(fallen) = fallen {
        return after::run(context, wanted, expression_wanted, &fallen);
    }
    let named = match named(context, wanted) {
        Ok(named) => named,
        Err(code) => return code,
    };
    if named.is_empty() {
        context.complain_alone(&Diagnostic::error(Code::NoDefaultRuleset, None));
        return WRONG;
    }
    let mut texts = Vec::new();
    for text in std::iter::once(expression_wanted).chain(&wanted.more) {
        match expression(text, &context.limits) {
            Ok(text) => texts.extend(separated(&text).into_iter().filter_map(|part| text.get(part).map(str::to_owned))),
            Err(error) => {
                context.complain_alone(&error);
                return FILES;
            }
        }
    }
    // A number behind the flag would be an expression of its own.
    let of_flag =
        texts.iter().filter(|_| texts.len() > 1).find(|text| text.trim().bytes().all(|byte| byte.is_ascii_digit()));
    if let Some(number) = of_flag.filter(|_| wanted.at_least || wanted.at_most) {
        let (option, way) = if wanted.at_least { ("--at-least", "more") } else { ("--at-most", "less") };
        let error = Diagnostic::error(Code::AtLeastNumber, None).arg("option", option).arg("way", way);
        let error = error.arg("number", number.trim());
        context.complain_alone(&error);
        return WRONG;
    }
    let places: Vec<SearchPath> = named.iter().map(|name| context.shelves(Some(name))).collect();
    let samples = SampleCount::wanted(context, wanted);
    let shown = load(context, wanted, &named, &places)
        .and_then(|mut games| view(context, wanted, &mut games, &texts, samples.as_ref()));
    let written = shown.and_then(|view| {
        output::write(context, wanted, &view).map_err(|(errors, code)| {
            errors.iter().for_each(|error| context.complain_alone(error));
            code
        })
    });
    written.err().unwrap_or(FINE)
}

/// The rulesets that are named; else that of the characters, else the usual one.
fn named(context: &mut CommandContext, wanted: &OddsArgs) -> Result<Vec<String>, u8> {
    if !wanted.rulesets.is_empty() {
        // The same twice is no comparison.
        let mut named = HashSet::new();
        return Ok(wanted.rulesets.iter().filter(|name| named.insert(*name)).cloned().collect());
    }
    let places = context.shelves(None);
    let mut session = Session::within(&places, context.limits);
    let given = match GivenValues::read(&mut session, (&wanted.with, &wanted.set), !context.sandbox) {
        Ok(given) => given,
        Err((errors, code)) => {
            speak_for(context, &mut session, &places, None);
            context.output.complain(&errors, &session.sources);
            return Err(code);
        }
    };
    let of_files = ruleset_of(&mut session, given.sheets()).map(|(name, _)| name);
    Ok(of_files.or_else(|| context.default_ruleset()).into_iter().collect())
}

/// A game of a comparison with its session and bounds.
struct RulesetSide<'p> {
    /// The name that identifies it among several.
    name: String,
    game: LoadedGame,
    session: Session<'p>,
    bounds: OddsLimits,
    /// All that is asked at once has one.
    budget: Rc<Budget>,
}

/// A game with the session of one expression.
struct ExpressionSession<'a, 'p> {
    session: &'a mut Session<'p>,
    game: &'a LoadedGame,
    bounds: OddsLimits,
    budget: &'a Rc<Budget>,
    samples: Option<&'a SampleCount>,
    /// Whether the bound on explosions was given.
    cut: bool,
}

impl Oddsmaker for ExpressionSession<'_, '_> {
    fn prepare(&mut self, request: &RollRequest) -> Result<Ready, Vec<Diagnostic>> {
        self.session.prepare(&self.game.game, request)
    }

    fn odds(&mut self, ready: &Ready) -> Result<Odds, Vec<Diagnostic>> {
        let odds = match self.samples {
            Some(samples) => {
                let game = &self.game.game;
                samples.draw(|sampling| self.session.simulate_expression(game, ready, sampling))
            }
            None => {
                let game = &self.game.game;
                let odds = self.session.odds_within(game, ready, &self.bounds, self.budget);
                let may_help = || !self.cut && (throws_on(&ready.prepared.origin.text) || explodes(game));
                odds.map_err(|error| {
                    shallower(may_help, (&self.bounds, error), |fewer| self.session.odds(game, ready, fewer))
                })
            }
        };
        odds.map_err(|error| vec![error])
    }

    fn budget(&self) -> &Budget {
        self.budget
    }
}

/// All games, each behind the one that it extends if that is wanted. The first says in which
/// language.
fn load<'p>(
    context: &mut CommandContext,
    wanted: &OddsArgs,
    named: &[String],
    places: &'p [SearchPath],
) -> Result<Vec<RulesetSide<'p>>, u8> {
    let bounds = bounds(context, wanted);
    let budget = bounds.budget();
    let mut games: Vec<RulesetSide<'p>> = Vec::new();
    for (name, places) in named.iter().zip(places) {
        let mut session = Session::within(places, context.limits);
        let game = open(context, &mut session, places, name)?;
        context.speak_from_now_on(game.game.language.as_deref());
        if wanted.base {
            let Some(base) = game.extends.first() else {
                context.complain_alone(&Diagnostic::error(Code::BaseOfNothing, None).arg("name", &*game.game.id));
                return Err(WRONG);
            };
            let mut session = Session::within(places, context.limits);
            let game = open(context, &mut session, places, base)?;
            games.push(RulesetSide { name: game.game.id.clone(), game, session, bounds, budget: Rc::clone(&budget) });
        }
        let same_id = games.iter().any(|one| one.name == game.game.id);
        let name = if same_id { name.clone() } else { game.game.id.clone() };
        games.push(RulesetSide { name, game, session, bounds, budget: Rc::clone(&budget) });
    }
    Ok(games)
}

/// Everything that is to be shown; the exit code where it cannot be had.
fn view(
    context: &CommandContext,
    wanted: &OddsArgs,
    games: &mut [RulesetSide<'_>],
    texts: &[String],
    samples: Option<&SampleCount>,
) -> Result<ExpressionView, u8> {
    let several = games.len() > 1;
    let compared: Vec<BaselineRuleset> = games.iter().map(|seen| BaselineRuleset::with(&seen.game.game)).collect();
    let mut series = Vec::new();
    let mut parameters: Option<Vec<Parameter>> = None;
    let mut idle: Option<BTreeSet<String>> = None;
    for text in texts {
        for seen in &mut *games {
            let swept = one(context, wanted, seen, text, &compared, samples)?;
            if (several || texts.len() > 1) && swept.points.iter().any(|point| point.odds.pairs.is_some()) {
                context.complain_alone(&Diagnostic::error(Code::JointAlone, None));
                return Err(WRONG);
            }
            // What one expression or game reads is not given in vain.
            idle = Some(match idle {
                Some(before) => before.intersection(&swept.unread).cloned().collect(),
                None => swept.unread.clone(),
            });
            if let Some(first) = parameters.as_ref().filter(|first| **first != swept.parameters) {
                context.complain_alone(&differ(first, &swept.parameters));
                return Err(WRONG);
            }
            let name = match (several, texts.len() > 1) {
                (false, _) => text.trim().to_owned(),
                (true, false) => seen.name.clone(),
                (true, true) => format!("{} ({})", text.trim(), seen.name),
            };
            let ruleset = seen.game.game.id.clone();
            series.push(Series { name, ruleset, expression: text.trim().to_owned(), points: swept.points });
            parameters = Some(swept.parameters);
        }
    }
    let unread = nothing_reads(idle.iter().flatten().map(String::as_str));
    if !unread.is_empty() {
        unread.iter().for_each(|error| context.complain_alone(error));
        return Err(WRONG);
    }
    if wanted.margin {
        let mut points = series.iter().flat_map(|one: &Series| &one.points);
        let rows = parameters.iter().flatten().next().is_some();
        if rows || !points.any(|point| point.odds.margin.as_ref().is_some_and(|margin| !margin.is_empty())) {
            let what = if rows { "rows" } else { "none" };
            context.complain_alone(&Diagnostic::error(Code::OddsNoMargin, None).arg("what", what));
            return Err(WRONG);
        }
    }
    let reading = match (wanted.at_least, wanted.at_most) {
        (true, _) => Cumulation::AtLeast,
        (false, true) => Cumulation::AtMost,
        (false, false) => Cumulation::Exactly,
    };
    let difference = series.len() == 2;
    let parameters = parameters.unwrap_or_default();
    let seed = samples.map(|samples| samples.seed);
    Ok(ExpressionView { series, parameters, reading, difference, all: wanted.all, margins: wanted.margin, seed })
}

/// How far odds are followed.
fn bounds(context: &CommandContext, wanted: &OddsArgs) -> OddsLimits {
    let bounds = OddsLimits::within(&context.limits);
    OddsLimits { depth: wanted.depth.unwrap_or(bounds.depth), ..bounds }
}

/// An error without advice that the flags at hand rule out.
fn advised(wanted: &OddsArgs, mut error: Diagnostic) -> Diagnostic {
    let refused =
        [("--depth", wanted.depth.is_some()), ("--track", !wanted.track.is_empty()), ("--best", wanted.best.is_some())];
    let refused: Vec<&str> = refused.into_iter().filter(|(_, given)| *given).map(|(flag, _)| flag).collect();
    for help in error.helps.iter_mut().filter(|help| help.id == "help-simulate") {
        if wanted.after.is_some() {
            help.id = "help-fewer-dice-or-faces";
        } else if !refused.is_empty() {
            help.id = "help-simulate-instead";
            help.args = vec![("flags", words(&refused))];
        }
    }
    // Conditions that are said need no search.
    let refused = |help: &Note| matches!(help.id, "help-simulate-instead" | "help-fewer-dice-or-faces");
    let searched = wanted.best.is_some() && error.helps.iter().any(refused);
    if searched { error.help("help-policy-instead") } else { error }
}

/// Advice on a search that takes too long: where these tests ask which dice are picked, that can be said as well.
fn pick_instead<'g>(
    game: &'g CheckedGame,
    tests: impl IntoIterator<Item = &'g Test>,
    mut error: Diagnostic,
) -> Diagnostic {
    let advice = error.helps.iter().position(|help| help.id == "help-policy-instead");
    let asked = tests.into_iter().flat_map(|test| &test.inputs).find_map(|(name, question)| {
        let picks = question.picks.as_deref().filter(|_| question.default.is_none())?;
        let count = match picks.exactly.as_ref().or(picks.most.as_ref()).map(|count| &count.op) {
            Some(Op::Number(number)) => number.to_string(),
            _ => "…".to_owned(),
        };
        Some(format!("{name}=best({count})"))
    });
    let (Some(advice), Some(example)) = (advice, asked) else { return error };
    if game.interventions.is_empty() {
        error.helps.remove(advice);
    }
    error.help_with("help-pick-instead", "example", example)
}

/// Whether any dice of a game explode: in a test, a formula, a table or an action.
fn explodes(game: &CheckedGame) -> bool {
    game.origins.iter().any(|origin| throws_on(&origin.text))
}

/// Whether a text has dice that explode.
fn throws_on(text: &str) -> bool {
    let explodes = |dice: &str| dice.contains('!');
    explodes(text)
        && tokens(text)
            .into_iter()
            .any(|(span, kind)| kind == TokenKind::Dice && text.get(span.range()).is_some_and(explodes))
}

/// An error with the advice to follow fewer explosions, where that is known to give an answer. `may_help`: something
/// explodes, and it was not said how far that is followed.
fn shallower<T>(
    may_help: impl FnOnce() -> bool,
    (bounds, mut error): (&OddsLimits, Diagnostic),
    odds: impl FnOnce(&OddsLimits) -> Result<T, Diagnostic>,
) -> Diagnostic {
    let refused = error.helps.iter().any(|help| help.id == "help-simulate");
    if refused && may_help() {
        // What is refused before it is begun has left most of the work.
        let part = if error.code == Code::OddsTooMuchWork { SHALLOW_WORK } else { SHALLOW_WORK_LEFT };
        let fewer = OddsLimits { depth: SHALLOW, work: bounds.work / part, ..*bounds };
        if odds(&fewer).is_ok() {
            error = error.help_with("help-depth", "depth", i64::from(SHALLOW));
        }
    }
    error
}

/// Explosions that are followed where more are refused, and the part of the work that finding out may cost: where all of
/// it is done, and where it is not.
const SHALLOW: u32 = 2;
const SHALLOW_WORK: u64 = 10;
const SHALLOW_WORK_LEFT: u64 = 2;

/// Two expressions or games whose rows are not the same.
fn differ(one: &[Parameter], other: &[Parameter]) -> Diagnostic {
    let words = |list: &[Parameter]| {
        let each = list.iter().map(|one| match (one.values.first(), one.values.last()) {
            (Some(first), Some(last)) if first != last => format!("{}={first}…{last}", one.name),
            (Some(only), _) => format!("{}={only}", one.name),
            _ => one.name.clone(),
        });
        let words: Vec<String> = each.collect();
        if words.is_empty() { "–".to_owned() } else { words.join(", ") }
    };
    Diagnostic::error(Code::OverDiffer, None).arg("one", words(one)).arg("other", words(other))
}

/// One expression in one game; the exit code where it has no odds, which was said.
fn one(
    context: &CommandContext,
    wanted: &OddsArgs,
    seen: &mut RulesetSide<'_>,
    text: &str,
    compared: &[BaselineRuleset],
    samples: Option<&SampleCount>,
) -> Result<Swept, u8> {
    let complain = |findings: &[Diagnostic], sources: &Sources, code: u8| {
        let told = |one: &Diagnostic| {
            if context.sandbox { sandbox::told(one.clone()) } else { advised(wanted, one.clone()) }
        };
        let findings: Vec<Diagnostic> = findings.iter().map(told).collect();
        context.output.complain(&findings, sources);
        code
    };
    let mut suspect = Vec::new();
    let given = GivenValues::read(&mut seen.session, (&wanted.with, &wanted.set), !context.sandbox)
        .and_then(|given| {
            let request = given.request(&seen.game, compared, &seen.session.sources, &mut suspect);
            request.map_err(|errors| (errors, WRONG))
        })
        .map_err(|(errors, code)| complain(&errors, &seen.session.sources, code))?;
    complain(&suspect, &seen.session.sources, FINE);
    let mut varied = Vec::new();
    for item in &wanted.over {
        match parameters::wanted(&seen.game.game, &given, text, item) {
            Ok(one) => varied.push(one),
            Err((error, usage)) => {
                return Err(complain(&[error], &seen.session.sources, if usage { USAGE } else { WRONG }));
            }
        }
    }
    let typed = context.output.catalogue.say("typed");
    let name = if compared.len() > 1 { format!("{typed} ({})", seen.name) } else { typed };
    let source = seen.session.sources.add(name, text);
    let span = Span { source, start: 0, end: text.len() };
    let request = RollRequest { text: text.to_owned(), odds: true, ..given };
    let mut maker = ExpressionSession {
        session: &mut seen.session,
        game: &seen.game,
        bounds: seen.bounds,
        budget: &seen.budget,
        samples,
        cut: wanted.depth.is_some(),
    };
    let swept = sweep(&mut maker, &seen.game.game, &request, span, varied);
    let swept = swept.map_err(|errors| complain(&errors, &seen.session.sources, WRONG))?;
    complain(&swept.warnings, &seen.session.sources, FINE);
    Ok(swept)
}
