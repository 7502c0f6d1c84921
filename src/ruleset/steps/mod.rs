//! The kinds of step: one file per kind, with its keys, its parts and how it runs.
//!
//! A kind is one type in two phases: as written, with words and formulas ([`Written`]), and as the checker lowers it,
//! with indices and instructions. Each part names its key and its role: the checker lowers a part by its role
//! ([`Lowering`]), and `tirada show` describes it by its role ([`Describing`]). The first key of a kind is its verb;
//! the others may accompany it. A kind runs through the interface of the engine ([`Running`]). What takes more is
//! implemented there for the whole kind ([`LowersKind`], [`DescribesKind`], [`RunsKind`]).

mod ask;
mod change;
mod discard;
mod r#do;
mod draw;
mod each;
mod effects;
mod facts;
mod fail;
mod first;
mod gain;
mod give;
mod heal;
mod lose;
mod mark;
mod oppose;
mod order;
mod pay;
mod phase;
mod repeat;
mod reroll;
mod roles;
mod roll;
mod say;
mod set;
mod shuffle;
#[expect(clippy::module_inception, reason = "the key of the kind")]
mod steps;
mod stop;
mod value;

pub use facts::{AlterationKind, Fact};
pub use gain::GainAmount;
pub use phase::{Part, PartMut, Parts, Phase, PhasedDuration, Placed, Written, all_steps};
pub use repeat::Round;
pub use roles::{DescribesKind, Describing, Flow, Lowering, LowersKind, Running, RunsKind};

use super::read::{Fields, FormatKey, Reader};

/// Beside a verb that counts boxes, the key that says of which mark they are, and the verb that does the opposite.
pub(crate) fn of_boxes(verb: &str) -> Option<(&'static str, &'static str)> {
    match verb {
        "mark" => Some(("as", "heal")),
        "heal" => Some(("from", "mark")),
        _ => None,
    }
}

/// Whether a key says what a step does.
pub(crate) fn is_verb(key: &str) -> bool {
    verbs().any(|(verb, _)| verb.name == key)
}

/// The verb that marks so many boxes, or frees them.
pub(crate) const fn boxes_by(change: i64) -> &'static str {
    if change < 0 { "mark" } else { "heal" }
}

/// The kinds beside which `steps` is no kind of its own.
pub(crate) fn around_steps() -> impl Iterator<Item = &'static str> {
    verbs().filter(|(_, beside)| beside.iter().any(|key| key.name == "steps")).map(|(verb, _)| verb.name)
}

/// Declares a kind of step: its parts, each with its key, where its type does not say it how it is read, and its role.
/// `lowered by checker` leaves lowering to it; without roles, those who describe it do that as a whole. `run by engine`
/// leaves running to it. `does` says what it does, for all that ask that of any kind.
macro_rules! kind {
    ($kind:ident $(lowered by $checker:ident)? $(run by $engine:ident)? {
        $($(#[$doc:meta])* $part:ident: $type:ty = $key:expr $(, $read:expr)? => $role:ident;)*
    } does |$it:pat_param| $facts:expr) => {
        kind!(@declare $kind { $($(#[$doc])* $part: $type = $key $(, $read)?;)* } |$it| $facts);
        kind!(@lower $kind $($checker)? { $($part $key => $role;)* });
        kind!(@run $kind $($engine)?);

        impl<P: $crate::ruleset::steps::Phase, D: $crate::ruleset::steps::Describing<P>>
            $crate::ruleset::steps::DescribesKind<$kind<P>> for D
        {
            fn describe(&mut self, step: &$kind<P>) {
                $(self.$role(&$key, &step.$part);)*
            }
        }
    };
    ($kind:ident lowered by checker $(run by $engine:ident)? {
        $($(#[$doc:meta])* $part:ident: $type:ty = $key:expr $(, $read:expr)?;)*
    } does |$it:pat_param| $facts:expr) => {
        kind!(@declare $kind { $($(#[$doc])* $part: $type = $key $(, $read)?;)* } |$it| $facts);
        kind!(@run $kind $($engine)?);
    };
    (@declare $kind:ident {
        $($(#[$doc:meta])* $part:ident: $type:ty = $key:expr $(, $read:expr)?;)*
    } |$it:pat_param| $facts:expr) => {
        #[derive(Debug, Clone)]
        pub struct $kind<P: $crate::ruleset::steps::Phase> {
            $($(#[$doc])* pub $part: $type,)*
        }

        impl $kind<$crate::ruleset::steps::Written> {
            pub(super) const KEYS: &[$crate::ruleset::FormatKey] = &[$($key),*];
            pub(super) const VERB: &str = kind!(@first $($key;)*);

            pub(super) fn read(
                reader: &mut $crate::ruleset::read::Reader<'_>,
                fields: &$crate::ruleset::read::Fields<'_>,
            ) -> Option<Self> {
                $(let $part = kind!(@read reader, fields, &$key $(, $read)?);)*
                Some(Self { $($part: $part?),* })
            }
        }

        impl<P: $crate::ruleset::steps::Phase> $kind<P> {
            pub(super) fn facts<'s>(&'s self, see: &mut dyn FnMut($crate::ruleset::steps::Fact<'s, P>)) {
                let $it = self;
                $facts.into_iter().for_each(see);
            }
        }

        impl<P: $crate::ruleset::steps::Phase> $crate::ruleset::steps::Parts<P> for $kind<P> {
            fn parts<'s>(&'s self, see: &mut dyn FnMut($crate::ruleset::steps::Part<'s, P>)) {
                $(self.$part.parts(see);)*
            }

            fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut($crate::ruleset::steps::PartMut<'s, P>)) {
                $(self.$part.parts_mut(see);)*
            }
        }
    };
    (@lower $kind:ident { $($part:ident $key:expr => $role:ident;)* }) => {
        impl<P: $crate::ruleset::steps::Phase, L: $crate::ruleset::steps::Lowering<P>>
            $crate::ruleset::steps::LowersKind<$kind<$crate::ruleset::steps::Written>, $kind<P>> for L
        {
            fn lower(&mut self, written: &$kind<$crate::ruleset::steps::Written>) -> Option<$kind<P>> {
                $(let $part = self.$role(&$key, &written.$part);)*
                Some($kind { $($part: $part?),* })
            }
        }
    };
    (@lower $kind:ident checker { $($rest:tt)* }) => {};
    (@run $kind:ident) => {
        impl<'a, P: $crate::ruleset::steps::Phase, R: $crate::ruleset::steps::Running<'a, P>>
            $crate::ruleset::steps::RunsKind<'a, $kind<P>, R::Failure> for R
        {
            fn run(&mut self, step: &'a $kind<P>) -> Result<$crate::ruleset::steps::Flow, R::Failure> {
                step.run(self)
            }
        }
    };
    (@run $kind:ident engine) => {};
    (@first $key:expr; $($more:expr;)*) => { $key.name };
    (@read $reader:ident, $fields:ident, $key:expr) => {
        $crate::ruleset::read::FromKey::from_key($reader, $fields, $key)
    };
    (@read $reader:ident, $fields:ident, $key:expr, $read:expr) => {
        $read($reader, $fields, $key)
    };
}
use kind;

macro_rules! kinds {
    ($($module:ident::$kind:ident),*) => {
        $(pub use $module::$kind;)*

        /// What is done in a step.
        #[derive(Debug, Clone)]
        pub enum PhasedVerb<P: Phase> {
            $($kind(Box<$kind<P>>),)*
            /// It could not be read, and an error says so.
            Broken,
        }

        /// The key of every kind, with those that may stand beside it.
        pub(crate) fn verbs() -> impl Iterator<Item = (&'static FormatKey, &'static [FormatKey])> {
            [$($kind::<Written>::KEYS),*].into_iter().filter_map(<[FormatKey]>::split_first)
        }

        impl PhasedVerb<Written> {
            /// Reads a step of the kind that a key names.
            pub(crate) fn read(verb: &str, reader: &mut Reader<'_>, fields: &Fields<'_>) -> Option<Self> {
                match verb {
                    $($kind::<Written>::VERB => Some(Self::$kind(Box::new($kind::read(reader, fields)?))),)*
                    _ => None,
                }
            }

            /// Looks up its names and lowers its formulas; `None`: an error says why not.
            pub fn lower<P: Phase, L>(&self, to: &mut L) -> Option<PhasedVerb<P>>
            where
                L: Lowering<P> $(+ LowersKind<$kind<Written>, $kind<P>>)*,
            {
                match self {
                    $(Self::$kind(one) => to.lower(&**one).map(|one| PhasedVerb::$kind(Box::new(one))),)*
                    Self::Broken => None,
                }
            }
        }

        impl<P: Phase> PhasedVerb<P> {
            /// Shows what it does, in its order.
            fn each_fact<'s>(&'s self, see: &mut dyn FnMut(Fact<'s, P>)) {
                match self {
                    $(Self::$kind(one) => one.facts(see),)*
                    Self::Broken => see(Fact::Unknown),
                }
            }

            pub fn describe<D: Describing<P> $(+ DescribesKind<$kind<P>>)*>(&self, to: &mut D) {
                match self {
                    $(Self::$kind(one) => {
                        to.verb($kind::<Written>::VERB);
                        to.describe(&**one);
                    })*
                    Self::Broken => {}
                }
            }

            /// # Errors
            ///
            /// If it cannot be done.
            pub fn run<'a, F, R>(&'a self, run: &mut R) -> Result<Flow, F>
            where
                R: Running<'a, P, Failure = F> $(+ RunsKind<'a, $kind<P>, F>)*,
            {
                match self {
                    $(Self::$kind(one) => run.run(&**one),)*
                    Self::Broken => Err(run.broken()),
                }
            }
        }

        impl<P: Phase> Parts<P> for PhasedVerb<P> {
            fn parts<'s>(&'s self, see: &mut dyn FnMut(Part<'s, P>)) {
                match self {
                    $(Self::$kind(one) => one.parts(see),)*
                    Self::Broken => {}
                }
            }

            fn parts_mut<'s>(&'s mut self, see: &mut dyn FnMut(PartMut<'s, P>)) {
                match self {
                    $(Self::$kind(one) => one.parts_mut(see),)*
                    Self::Broken => {}
                }
            }
        }
    };
}

kinds!(
    value::Value,
    ask::Ask,
    roll::Roll,
    oppose::Oppose,
    r#do::Do,
    first::First,
    steps::Steps,
    each::Each,
    repeat::Repeat,
    gain::Gain,
    give::Give,
    lose::Lose,
    draw::Draw,
    discard::Discard,
    shuffle::Shuffle,
    pay::Pay,
    mark::Mark,
    heal::Heal,
    set::Set,
    effects::Effects,
    say::Say,
    stop::Stop,
    fail::Fail,
    order::Order,
    reroll::Reroll,
    change::Change
);
