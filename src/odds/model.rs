//! Results of odds: data, without words for people.

use super::chance::{Chance, Ratio};
use super::distribution::{Distribution, Numeric as _};
use crate::check::Prepared;
use crate::check::program::{CheckedGame, PointsId, TagId, TrackId};
use crate::engine::{Answer, Failure, Verdict};

/// How a test can end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeOdds {
    /// Its name, if the ruleset names it.
    pub name: Option<String>,
    /// Who wins, if there are two sides.
    pub verdict: Option<Verdict>,
    /// Success, failure, or neither.
    pub success: Option<bool>,
    /// What else it is, by classes of the ruleset.
    pub classes: Vec<String>,
    /// How likely it is.
    pub chance: Chance,
}

/// The odds of an expression or of a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Odds {
    /// Each value, or the total of a test (of two sides, the left one's).
    pub values: Distribution<Answer>,
    /// How a test can end, in the ruleset's order; empty for a plain expression.
    pub outcomes: Vec<OutcomeOdds>,
    /// The total less what it is compared with.
    pub margin: Option<Distribution<i64>>,
    /// Values that the ruleset shows besides, by label. What is missing to all ways is how
    /// often there is none.
    pub shown: Vec<(String, Distribution<Answer>)>,
    /// How often no outcome is known: dice that explode on and on were cut.
    pub undecided: Chance,
    /// What cannot be answered, and how likely that is: some formula fails on what the dice show.
    pub unanswered: Vec<(Failure, Chance)>,
    /// How many samples this comes from; `None`: it is exact.
    pub samples: Option<u64>,
    /// The condition under which all of this holds.
    pub given: Option<OddsCondition>,
    /// Where two things are asked for: what both come to.
    pub pairs: Option<JointOdds>,
}

/// A condition under which odds hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OddsCondition {
    /// As it was typed.
    pub condition: String,
    /// How likely it is.
    pub chance: Chance,
    /// Whether it may be less likely: in some throws explosions are not followed so far that it is known.
    pub at_most: bool,
}

/// The joint distribution of two values of the same throws.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JointOdds {
    /// The names of both.
    pub titles: Vec<String>,
    /// Of a test, the name of its outcome.
    pub values: Distribution<(Answer, Answer)>,
}

/// How likely it is that something cannot be answered, whatever the reason.
pub(super) fn unanswered(all: &[(Failure, Chance)]) -> Chance {
    all.iter().fold(Chance::never(), |sum, (_, chance)| sum.or(chance))
}

impl Odds {
    /// Those of a value that is always known, and of nothing besides.
    pub(super) fn of_values(values: Distribution<Answer>) -> Self {
        Self {
            values,
            outcomes: Vec::new(),
            margin: None,
            shown: Vec::new(),
            undecided: Chance::never(),
            unanswered: Vec::new(),
            samples: None,
            given: None,
            pairs: None,
        }
    }

    /// With the names of two things that were asked for.
    pub(super) fn titled(mut self, prepared: &Prepared) -> Self {
        if let (Some(pairs), Some(joint)) = (&mut self.pairs, &prepared.joint) {
            pairs.titles.clone_from(&joint.titles);
        }
        self
    }

    /// About how many bytes all of its values are when they are written.
    #[must_use]
    pub fn written(&self) -> u64 {
        let shown = self.shown.iter().map(|(_, values)| values.written());
        let margin = self.margin.as_ref().map(Distribution::written);
        let pairs = self.pairs.as_ref().map(|pairs| pairs.values.written());
        shown.chain(margin).chain(pairs).fold(self.values.written(), u64::saturating_add)
    }

    /// How likely values are that were cut; never where only the outcomes of a test are reported.
    #[must_use]
    pub fn cut(&self) -> Chance {
        if self.values.ways().is_empty() && !self.outcomes.is_empty() {
            return Chance::never();
        }
        self.values.whole().or(&unanswered(&self.unanswered)).not()
    }

    /// How likely a success is; `None` where nothing is one.
    #[must_use]
    pub fn success(&self) -> Option<Chance> {
        let known = self.outcomes.iter().any(|outcome| outcome.success.is_some());
        known.then(|| {
            let good = self.outcomes.iter().filter(|outcome| outcome.success == Some(true));
            good.fold(Chance::never(), |sum, outcome| sum.or(&outcome.chance))
        })
    }

    /// How likely each class of the ruleset is that some outcome is of, in the order in which outcomes name them.
    #[must_use]
    pub fn classes(&self) -> Vec<(&str, Chance)> {
        let mut found: Vec<(&str, Chance)> = Vec::new();
        for outcome in &self.outcomes {
            for class in &outcome.classes {
                match found.iter_mut().find(|(name, _)| name == class) {
                    Some((_, chance)) => *chance = chance.or(&outcome.chance),
                    None => found.push((class, outcome.chance.clone())),
                }
            }
        }
        found
    }

    /// The values as numbers, if they are.
    #[must_use]
    pub fn numbers(&self) -> Option<Distribution<i64>> {
        let mut ways = Vec::with_capacity(self.values.ways().len());
        for (answer, count) in self.values.ways() {
            ways.push((answer.number()?, count.clone()));
        }
        (!ways.is_empty()).then(|| Distribution::new(ways, self.values.all().clone()))
    }
}

/// The odds of one test of an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestOdds {
    /// The label of the step.
    pub label: String,
    pub test: String,
    /// Who rolls: one, or two.
    pub who: Vec<String>,
    /// The probability that it is rolled.
    pub rolled: Chance,
    /// Totals, outcomes and margins; their chances are out of everything, not only of the
    /// times that it is rolled.
    pub odds: Odds,
}

/// What best play comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestPlay {
    /// What is as large as it can be: how likely something is, or what it comes to on average.
    pub worth: Ratio,
    /// It is a probability.
    pub flag: bool,
    /// What is to be done.
    pub advice: Vec<Advice>,
}

/// When something is best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Advice {
    /// The intervention and where it is possible; none for a question of an action.
    pub intervention: Option<String>,
    pub place: String,
    /// Answers to its questions that were given.
    pub answers: Vec<(String, String)>,
    /// The question that is answered, if it is not about doing the intervention at all.
    pub question: Option<String>,
    pub take: Take,
    pub when: BestWhen,
    /// Whether other answers are best in situations that are reported in the same way.
    pub unseen: bool,
    /// How likely it is that this is decided, and that it is decided so.
    pub decided: Chance,
    pub taken: Chance,
}

/// What is best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Take {
    /// This answer, as it is given; `yes` where the intervention is done.
    Answer(String),
    /// All dice that show one of these faces.
    Faces(Vec<i64>),
    /// Another answer in each situation, which is reported with it.
    Each,
}

/// In which situations something is best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BestWhen {
    Always,
    Never,
    /// Where this formula holds.
    Formula(String),
    /// In these, described by the dice there, each with how likely it is, the most likely first; there is no short
    /// formula.
    Situations(Vec<(String, Chance)>),
}

/// What stands for words that are not said yet: the name of something that only begins to be.
pub const UNNAMED: &str = "…";

/// What may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Changing {
    /// Points, by index: how many more or fewer there are.
    Points(PointsId),
    /// Boxes of a track, by index: how many more or fewer have marks.
    Marks(TrackId),
    /// The state of a track or of points, by index of a holder: which holds afterwards.
    State(usize),
    /// Tags of a kind, by index: their names afterwards.
    Tags(TagId),
    /// A trait, by index: its value afterwards.
    Trait(usize),
    /// Which marks a track has, where they are as many as before.
    Kinds(TrackId),
    /// Values of tags of a kind.
    Values(TagId),
    /// How long tags of a kind last, where nothing else of them is other.
    Lasts(TagId),
}

impl Changing {
    /// Whether it is only bookkeeping of the rules.
    fn is_internal(self, game: &CheckedGame) -> bool {
        match self {
            Self::Points(points) => game.points[points].internal,
            Self::State(holder) => game.is_internal_holder(holder),
            Self::Tags(kind) | Self::Values(kind) | Self::Lasts(kind) => game.tags[kind].internal,
            Self::Marks(_) | Self::Kinds(_) | Self::Trait(_) => false,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangeOdds {
    /// Whose, by place at the table.
    pub who: usize,
    pub name: String,
    /// The property that may change.
    pub what: Changing,
    /// What that is called in the ruleset.
    pub called: String,
    /// Of tags with names: those that were there before.
    pub had: Vec<String>,
    /// How likely each change is, no change included.
    pub to: Distribution<Answer>,
}

/// Something that goes and comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    /// Whose, by place at the table.
    pub who: usize,
    pub name: String,
    pub what: Changing,
    /// What it is called in the ruleset.
    pub called: String,
    /// How likely.
    pub chance: Chance,
}

/// What an action leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionOdds {
    /// Its tests in the order in which they come.
    pub tests: Vec<TestOdds>,
    /// How many of them had ended when the last of the dice fell that are given.
    pub past: usize,
    /// Values that its steps compute, by label. What is missing to all ways is how often there
    /// is none.
    pub values: Vec<(String, Distribution<Answer>)>,
    /// What changes, person by person.
    pub changes: Vec<ChangeOdds>,
    /// What something happens to although all of it is as before afterwards.
    pub moved: Vec<Moved>,
    /// What is said, and how likely.
    pub said: Vec<(String, Chance)>,
    /// Decks whose cards are counted: there would be too many hands by name.
    pub counted: Vec<String>,
    /// How likely it is that it cannot be done at all (it happens only after other things were
    /// done).
    pub refused: Chance,
    /// What was cut.
    pub left: Chance,
    /// What cannot be answered, and how likely that is.
    pub unanswered: Vec<(Failure, Chance)>,
    /// How many samples this comes from; `None`: it is exact.
    pub samples: Option<u64>,
    /// Best play, where that was asked for: everything else follows from it.
    pub best: Option<BestPlay>,
}

impl ActionOdds {
    /// The same without bookkeeping of the rules.
    #[must_use]
    pub fn without_internal(mut self, game: &CheckedGame) -> Self {
        self.changes.retain(|one| !one.what.is_internal(game));
        self.moved.retain(|one| !one.what.is_internal(game));
        self.counted.retain(|name| !game.is_internal(name));
        self
    }
}

/// How each character may be after a turn, and how likely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnOdds {
    /// Which turn, from 1.
    pub turn: u32,
    /// What is other than at first, person by person.
    pub changes: Vec<ChangeOdds>,
    /// In how many different ways the characters can be now; `None`: not counted.
    pub states: Option<usize>,
    /// How likely it is that something could not be done in this turn.
    pub unable: Chance,
    /// What was cut.
    pub left: Chance,
    /// What could not be answered by now, and how likely that is.
    pub unanswered: Vec<(Failure, Chance)>,
    /// Tags that characters gain or lose and that are not followed: there would be too many states.
    pub left_out: Vec<String>,
    /// Decks whose cards are counted: there would be too many hands by name.
    pub counted: Vec<String>,
    /// How many samples this comes from; `None`: it is exact.
    pub samples: Option<u64>,
}

impl TurnOdds {
    /// The same without bookkeeping of the rules, except tags that are followed.
    #[must_use]
    pub fn without_internal(mut self, game: &CheckedGame, followed: &[TagId]) -> Self {
        let is_followed = |what| matches!(what, Changing::Tags(kind) if followed.contains(&kind));
        self.changes.retain(|one| !one.what.is_internal(game) || is_followed(one.what));
        self.left_out.retain(|name| !game.is_internal(name));
        self.counted.retain(|name| !game.is_internal(name));
        self
    }
}

impl TurnOdds {
    /// A turn of which nothing is known yet but how many samples it comes from.
    pub(super) fn sampled(turn: u32, samples: u64) -> Self {
        let (unable, left) = (Chance::never(), Chance::never());
        let (changes, unanswered, left_out, counted) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { turn, changes, states: None, unable, left, unanswered, left_out, counted, samples: Some(samples) }
    }
}

/// One way to go on when the dice have fallen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// The intervention; `None`: the dice are left as they lie.
    pub intervention: Option<String>,
    /// What is answered to its questions: name, answer.
    pub answers: Vec<(String, String)>,
    /// Another character than the roller does it.
    pub of_others: bool,
    /// The faces that are thrown again.
    pub again: Vec<i64>,
    /// What it costs: whose, what, how many.
    pub cost: Vec<(String, String, i64)>,
    /// The result of the test.
    pub odds: Odds,
    /// The result of the action in which it is rolled.
    pub action: Option<Box<ActionOdds>>,
}

impl Course {
    /// Leaves out bookkeeping of the rules.
    pub fn leave_out_internal(&mut self, game: &CheckedGame) {
        self.action = self.action.take().map(|action| Box::new(action.without_internal(game)));
    }
}

/// Everything that can be done when the dice have fallen.
#[derive(Debug, Clone)]
pub struct Courses {
    /// The best first; one of them is to leave the dice as they lie.
    pub courses: Vec<Course>,
    /// Interventions that are not possible, and why.
    pub impossible: Vec<(String, crate::engine::Failure)>,
}
