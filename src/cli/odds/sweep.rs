//! The odds of one expression in one game, at one or several points.

use std::collections::BTreeSet;

use super::parameters::{MOST_POINTS, MOST_VARIED, SweepTarget, VariedParameter, in_text};
use crate::check::Program;
use crate::check::program::CheckedGame;
use crate::cli::given_values::nothing_reads;
use crate::diagnostic::{Code, Diagnostic};
use crate::limits::Budget;
use crate::odds::Odds;
use crate::report::odds::{Parameter, Point};
use crate::session::{Ready, RollRequest, too_full, unread, unread_in_contest};
use crate::source::{Placement, Span};

/// The points of an expression and its parameters.
#[derive(Debug)]
pub(crate) struct Swept {
    /// The varied parameters: at most two.
    pub(crate) parameters: Vec<Parameter>,
    /// The points, those of the first value first.
    pub(crate) points: Vec<Point>,
    /// What is suspect, each once.
    pub(crate) warnings: Vec<Diagnostic>,
    /// Names that the request gives values, and that nothing reads at any point.
    pub(crate) unread: BTreeSet<String>,
}

/// Checks requests and computes their odds.
pub(crate) trait Oddsmaker {
    /// Checks a request.
    ///
    /// # Errors
    ///
    /// All errors in it.
    fn prepare(&mut self, request: &RollRequest) -> Result<Ready, Vec<Diagnostic>>;

    /// The odds of what was checked.
    ///
    /// # Errors
    ///
    /// Everything that is wrong, or what stopped it.
    fn odds(&mut self, ready: &Ready) -> Result<Odds, Vec<Diagnostic>>;

    /// Whether interventions read names that the request gives, too.
    fn intervenes(&self) -> bool {
        false
    }

    /// What all that is asked may cost.
    fn budget(&self) -> &Budget;
}

/// Goes over everything that the expression and `varied` want. `typed` is where the
/// expression of the request is.
///
/// # Errors
///
/// Everything that is wrong at the first point where something is.
pub(crate) fn sweep(
    maker: &mut dyn Oddsmaker,
    game: &CheckedGame,
    request: &RollRequest,
    typed: Span,
    varied: Vec<VariedParameter>,
) -> Result<Swept, Vec<Diagnostic>> {
    let in_text = in_text(game, &request.text, typed).map_err(|error| vec![error])?;
    let mut varied: Vec<VariedParameter> = in_text.into_iter().chain(varied).collect();
    check(&varied, request)?;
    let given = request.clone();
    let request = RollRequest { placement: Some(Placement { span: typed, style: None }), ..request.clone() };
    let unread_yet = given.names.keys().chain(given.settings.keys()).cloned().collect();
    let mut swept = Swept { parameters: Vec::new(), points: Vec::new(), warnings: Vec::new(), unread: unread_yet };
    for choice in choices(&varied) {
        let mut request = request.clone();
        for (one, value) in varied.iter().zip(&choice) {
            one.give(&mut request, value);
        }
        let place_back = |mut findings: Vec<Diagnostic>| {
            for (one, value) in varied.iter().zip(&choice) {
                one.place_back(&mut findings, value, typed);
            }
            findings
        };
        let ready = maker.prepare(&request).map_err(place_back)?;
        // What is varied and changes nothing has a warning of its own.
        let mut idle = unread_in_contest(game, &ready);
        idle.retain(|name| !varied.iter().any(|one| one.name.as_deref() == Some(*name)));
        if !idle.is_empty() {
            return Err(nothing_reads(idle));
        }
        let idle = unread(game, &given, &ready, maker.intervenes());
        swept.unread.retain(|name| idle.contains(name.as_str()));
        for warning in place_back(ready.warnings.clone()) {
            if !swept.warnings.contains(&warning) {
                swept.warnings.push(warning);
            }
        }
        let odds = maker.odds(&ready).map_err(place_back)?;
        if odds.pairs.is_some() && !varied.is_empty() {
            return Err(vec![Diagnostic::error(Code::JointAlone, Some(typed))]);
        }
        maker.budget().hold(bytes(&odds)).map_err(|full| vec![too_full(full, Some(typed))])?;
        swept.points.push(Point { expression: said(&request.text), odds });
        for one in varied.iter_mut().filter(|one| one.name.is_none()) {
            one.name = Some(compared(game, &ready.prepared.program));
        }
    }
    swept.parameters = varied.into_iter().map(parameter).collect();
    if let Some(name) = idle(&swept.parameters, &swept.points) {
        swept.warnings.push(Diagnostic::warning(Code::OverNoEffect, None).arg("name", name));
    }
    Ok(swept)
}

/// About how many bytes some odds take.
fn bytes(odds: &Odds) -> u64 {
    let of = |values: usize, bits: u64| {
        // A short number has nothing besides.
        let each = if bits <= 64 { 56 } else { bits / 8 + 96 };
        u64::try_from(values).unwrap_or(u64::MAX).saturating_mul(each)
    };
    let shown = odds.shown.iter().map(|(_, values)| of(values.ways().len(), values.all().bits()));
    let margin = odds.margin.as_ref().map(|values| of(values.ways().len(), values.all().bits()));
    let values = of(odds.values.ways().len(), odds.values.all().bits());
    let pairs = odds.pairs.as_ref().map(|pairs| of(2 * pairs.values.ways().len(), pairs.values.all().bits()));
    shown.chain(margin).chain(pairs).fold(values, u64::saturating_add)
}

/// A parameter of several values that changes nothing.
fn idle<'a>(parameters: &'a [Parameter], points: &[Point]) -> Option<&'a str> {
    let inner = parameters.get(1).map_or(1, |second| second.values.len());
    // The distance between points of neighbouring values, and the number of adjacent points.
    let strides = [(parameters.first(), inner), (parameters.get(1), 1)];
    let found = strides.into_iter().find_map(|(parameter, stride)| {
        let parameter = parameter.filter(|one| one.values.len() > 1)?;
        let neighbours = |at: usize| match parameter.values.len().checked_mul(stride) {
            Some(block) if at % block >= stride => points.get(at - stride).zip(points.get(at)),
            _ => None,
        };
        let mut pairs = (0..points.len()).filter_map(neighbours);
        pairs.all(|(one, next)| one.odds == next.odds).then_some(parameter)
    });
    found.map(|parameter| parameter.name.as_str())
}

/// What was varied, without the quotes that its values need in an expression.
fn parameter(varied: VariedParameter) -> Parameter {
    let in_text = matches!(varied.target, SweepTarget::Text(_));
    let bare = |value: String| if in_text { value.trim_matches(['«', '»']).to_owned() } else { value };
    let values = varied.values.into_iter().map(bare).collect();
    Parameter { name: varied.name.unwrap_or_else(|| "vs".to_owned()), values }
}

/// Whether so much can be varied, and nothing twice.
fn check(varied: &[VariedParameter], request: &RollRequest) -> Result<(), Vec<Diagnostic>> {
    if varied.len() > MOST_VARIED {
        return Err(vec![Diagnostic::error(Code::OverTooManyNames, None).arg("limit", MOST_VARIED)]);
    }
    let points = varied.iter().fold(1_usize, |points, one| points.saturating_mul(one.values.len()));
    if points > MOST_POINTS {
        let error = Diagnostic::error(Code::OverTooManyPoints, None).arg("count", points).arg("limit", MOST_POINTS);
        return Err(vec![error]);
    }
    let twice = match varied {
        [one, other] if one.name.is_some() && one.name == other.name => Some(one),
        _ => varied.iter().find(|one| one.is_said(request)),
    };
    match twice.and_then(|one| one.name.as_deref()) {
        Some(name) => Err(vec![Diagnostic::error(Code::SaidTwice, None).arg("name", name)]),
        None => Ok(()),
    }
}

/// All combinations of values, those of the first value first; one of nothing where nothing
/// is varied.
fn choices(varied: &[VariedParameter]) -> Vec<Vec<String>> {
    varied.iter().fold(vec![Vec::new()], |choices, one| {
        let with = |choice: &Vec<String>, value: &String| choice.iter().chain([value]).cloned().collect();
        choices.iter().flat_map(|choice| one.values.iter().map(move |value| with(choice, value))).collect()
    })
}

/// The name of the input that `vs` fills.
fn compared(game: &CheckedGame, program: &Program) -> String {
    let name = match program {
        Program::Test(side) | Program::Opposed(side, _) => {
            let test = &game.tests[side.test];
            test.against.and_then(|at| test.inputs.get(at)).map(|(name, _)| name.to_string())
        }
        Program::Value { .. } => None,
    };
    name.unwrap_or_else(|| "vs".to_owned())
}

/// An expression on one line.
fn said(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
