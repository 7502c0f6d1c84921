//! The evaluator: one interpreter for every environment.
//!
//! Evaluation asks its environment for chance and for decisions ([`Effects`]); everything else is pure.

mod addends;
mod answered_trait;
mod answering;
mod aside;
mod carrying;
mod cells;
mod changing;
mod choosing;
mod comparing;
mod dealing;
mod deed;
mod dice;
mod effects;
mod faces;
mod failure;
mod fast;
mod following;
mod generator;
mod glance;
mod having;
mod intervening;
mod joint;
mod lookups;
mod machine;
mod marking;
mod noticing;
pub mod numbers;
mod open_ended;
mod passing;
mod perform;
mod places;
mod play;
mod policy;
mod reading;
mod recording;
mod remembering;
mod repeating;
mod rerolling;
mod result;
mod roll;
mod rolling;
mod run;
mod settled;
mod sides;
mod situation;
mod states;
mod together;
mod turning;
mod unending;
mod whenever;

pub use aside::{Apart, Aside, EvaluationCost, PartFound, observe_apart, place_of, stands_alone};
pub use choosing::DiceRule;
pub(crate) use deed::nowhere;
pub use deed::{
    Deed, Done, Outermost, Passing, Stage, Telling, Watched, act, act_alone, follow, hooks, look, pass, pass_alone,
    roll, trait_of,
};
pub(crate) use effects::draw_each;
pub use effects::{
    AskedFor, CardRead, CharacterFact, Decision, Doing, Effects, Observer, Refusal, Tested, TypedDice, ValueRequest,
};
pub use faces::{NotAFace, typed_faces};
pub(crate) use failure::There;
pub use failure::{Cause, Failure, Stop};
pub use fast::Fast;
pub use generator::Generator;
pub use glance::{DieSelector, Glance, GlancePart, Throwing, beating, place, row_of, worth_of};
pub use joint::{Observed, observe_joint};
pub use marking::{Boxes, Marking};
pub use places::{Passed, described, is_called, rolls_of};
pub use play::RequestedIntervention;
pub use policy::{AnswerRule, ObservedValue, Policy, PolicyRule, Possible};
pub use recording::{Record, Recorder};
pub use remembering::Memory;
pub(crate) use result::classes;
pub use result::{Answer, Evaluation, How, OutcomeResult, SideResult, Term, TraceStep, Verdict};
pub use roll::DiceRoll;
pub use run::{evaluate, observe, observe_side, observe_total, settled, value_of};
pub use settled::has_rules;
pub use sides::{SideAlone, seat_of};
pub use situation::Situation;
pub(crate) use states::UNSAID;
pub use states::{States, states, states_of};
pub use turning::{Turning, turn};
pub use unending::{ENDLESS, Unending, window};
pub use whenever::{IMPOSSIBLE, Never};
