//! The evaluator: one interpreter for every environment.
//!
//! Evaluation asks its environment for chance and for decisions ([`Effects`]); everything else is pure.

mod action_state;
mod addends;
mod answered_trait;
mod cells;
mod comparisons;
mod decks;
mod dice;
mod dice_reads;
mod dice_selection;
mod effect_detection;
mod effects;
mod elapsed_time;
mod entry_points;
mod entry_values;
mod every_hook;
mod expression;
mod faces;
mod failure;
mod fast_path;
mod generator;
mod hooks;
mod independent_parts;
mod input_changes;
mod interval_evaluation;
mod interventions;
mod joint;
mod lookups;
mod loops;
mod machine;
mod marks;
pub mod numbers;
mod policy;
mod pool_sums;
mod questions;
mod recorder;
mod rerolls;
mod result;
mod roll;
mod settled;
mod state_changes;
mod state_key;
mod states;
mod statistic;
mod steps;
mod tag_transfers;
mod test_rolls;
mod test_sides;
mod truncated_bounds;
mod turns;
mod value_cache;

pub use action_state::RequestedIntervention;
pub use dice_selection::DiceRule;
pub(crate) use effects::draw_each;
pub use effects::{
    AskedFor, CardRead, CharacterFact, Decision, Doing, Effects, Observer, Refusal, Tested, TypedDice, ValueRequest,
};
pub(crate) use entry_points::nowhere;
pub use entry_points::{
    ActionCall, Done, Outermost, Passing, Stage, Telling, Watched, act, act_alone, follow, hooks, look, pass,
    pass_alone, roll, trait_of,
};
pub use every_hook::{IMPOSSIBLE, Never};
pub use expression::{evaluate, observe, observe_side, observe_total, settled, value_of};
pub use faces::{NotAFace, typed_faces};
pub(crate) use failure::There;
pub use failure::{Cause, Failure, Stop};
pub use fast_path::Fast;
pub use generator::Generator;
pub use hooks::{Passed, described, is_called, rolls_of};
pub use independent_parts::{Aside, EvaluationCost, IndependentPart, PartFound, observe_apart, place_of, stands_alone};
pub use joint::{Observed, observe_joint};
pub use loops::LoopRound;
pub use marks::{Boxes, Marking};
pub use policy::{AnswerRule, ObservedValue, Policy, PolicyRule, Possible};
pub use recorder::{Record, Recorder};
pub(crate) use result::classes;
pub use result::{Answer, Evaluation, How, OutcomeResult, SideResult, Term, TraceStep, Verdict};
pub use roll::DiceRoll;
pub use settled::has_rules;
pub use state_key::StateKey;
pub(crate) use states::UNSAID;
pub use states::{States, states, states_of};
pub use statistic::{DieSelector, Statistic, StatisticPart, Throwing, beating, place, row_of, worth_of};
pub use test_sides::{SideAlone, seat_of};
pub use truncated_bounds::{ENDLESS, TruncatedBounds, window};
pub use turns::{Turning, turn};
pub use value_cache::ValueCache;
