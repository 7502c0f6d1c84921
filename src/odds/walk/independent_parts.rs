//! Sub-programs that are walked once by themselves if a walk of the whole would be long. The whole then branches over
//! their values.

use std::rc::Rc;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::dice::refuse;
use super::{Heap, WalkStrategy, Walked, Walker};
use crate::check::program::{Count, Die, Ir, LookupTable, Op, PoolModifier};
use crate::engine::{
    Aside, EvaluationCost, Failure, IndependentPart, PartFound, Refusal, Stop, place_of, stands_alone,
};
use crate::id::Id;
use crate::odds::error::OddsError;
use crate::odds::mass::together;

/// The number of ways from which on parts are walked by themselves.
pub(super) const MANY: u64 = 20_000;
/// The most ways of a part that is a text or a table.
const MOST_TEXTS: u64 = 100_000;
/// Work of finding out whether a part is independent.
const LOOKED: u64 = 2_000;
/// The deepest nesting of parts that are walked by themselves.
const MOST_DEEP: usize = 64;

/// The key of a part: parts with equal keys have the same distribution.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum PartKey {
    /// A part by its address, and the tables that are being read.
    Place(usize, Vec<Id<LookupTable>>),
    /// Dice of one kind, wherever they are thrown.
    Dice(u32, Die, Vec<PoolModifier>),
}

impl PartKey {
    fn of(part: &IndependentPart<'_>) -> Self {
        match &part.ir.op {
            Op::Pool(pool) if pool.late.is_empty() => match pool.count {
                Count::Fixed(count) => Self::Dice(count, pool.die.clone(), pool.modifiers.clone()),
                Count::Computed(_) => Self::Place(place_of(part.ir), part.reading.to_vec()),
            },
            _ => Self::Place(place_of(part.ir), part.reading.to_vec()),
        }
    }
}

/// A part whose distribution has to be computed first.
#[derive(Debug, Clone)]
pub(in crate::odds) struct PendingPart {
    pub(in crate::odds) ir: Rc<Ir>,
    pub(in crate::odds) reading: Vec<Id<LookupTable>>,
    key: PartKey,
}

/// The result of one run of a part.
#[derive(Debug, Clone)]
enum Came {
    This(Aside),
    Failed(Failure),
    /// Its explosions were cut.
    Lost,
}

/// The distribution of a part, and what its evaluation uses of the limits.
#[derive(Debug)]
struct PartWays {
    ways: Vec<(Came, BigUint)>,
    all: BigUint,
    taken: EvaluationCost,
}

/// Whether parts are walked by themselves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum When {
    #[default]
    Never,
    /// As soon as there are more than [`MANY`] ways.
    Later,
    Now,
}

/// The parts of a question that are independent, so that each is walked by itself.
#[derive(Debug, Default)]
pub(in crate::odds) struct IndependentParts {
    when: When,
    /// Whether any part can be walked by itself.
    any: bool,
    alone: FxHashMap<usize, bool>,
    known: FxHashMap<PartKey, Option<Rc<PartWays>>>,
    wanted: Option<PendingPart>,
    /// Keeps the addresses in use valid: no other part can get the address of one of these.
    kept: Vec<Rc<Ir>>,
    depth: usize,
}

impl IndependentParts {
    /// Called when there are many ways. Returns whether parts are walked by themselves from now on, unlike before.
    pub(super) fn begin(&mut self) -> bool {
        let begins = self.when == When::Later && self.any;
        if begins {
            self.when = When::Now;
        }
        begins
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.wanted.is_some()
    }

    /// Takes the part that has to be walked before the whole starts over.
    pub(in crate::odds) fn wanted(&mut self) -> Option<PendingPart> {
        self.wanted.take()
    }

    /// Enters a part, and returns whether the nesting is allowed.
    pub(in crate::odds) fn enter(&mut self) -> bool {
        self.depth += 1;
        self.depth <= MOST_DEEP
    }

    /// Stores the distribution of a part. Without one (`walked` is `None`), the part is evaluated in its place.
    pub(in crate::odds) fn found(
        &mut self,
        wanted: PendingPart,
        walked: Option<Walked<Aside>>,
        taken: EvaluationCost,
    ) -> Result<(), OddsError> {
        self.depth -= 1;
        let known = walked.map(|walked| {
            let mut seen: Vec<_> = walked.leaves.into_iter().map(|(one, mass)| (Came::This(one), mass)).collect();
            let is_pool = matches!(wanted.ir.op, Op::Pool(_));
            let is_lost = !walked.left.is_zero();
            seen.extend(walked.failed.into_iter().map(|(failure, mass)| (Came::Failed(failure), mass)));
            seen.push((Came::Lost, walked.left));
            let (mut ways, all) = together(seen);
            ways.retain(|(_, ways)| *ways != BigUint::ZERO);
            // In its place more may be known about explosions.
            (is_pool || !is_lost).then(|| Rc::new(PartWays { ways, all, taken }))
        });
        if let Some(Some(known)) = &known {
            crate::odds::conservation::whole(known.ways.iter().map(|(_, ways)| ways), &known.all)?;
        }
        self.known.insert(wanted.key, known.flatten());
        self.kept.push(wanted.ir);
        Ok(())
    }
}

impl Walker {
    /// Lets parts be walked by themselves where that is shorter.
    pub(in crate::odds) fn setting_aside(mut self) -> Self {
        self.parts.when = if self.strategy == WalkStrategy::Separate { When::Now } else { When::Later };
        self
    }

    /// A walker for one part, with the parts that are known already.
    pub(in crate::odds) fn with_parts(mut self, parts: IndependentParts, ir: &Ir) -> Self {
        self.parts = parts;
        // Of texts nearly all may differ, and then it was no help.
        if !matches!(ir.op, Op::Pool(_)) {
            self.most_paths = MOST_TEXTS;
        }
        self
    }

    pub(super) fn sets_parts_aside(&self) -> bool {
        self.parts.when != When::Never
    }

    pub(super) fn part(&mut self, part: &IndependentPart<'_>) -> Result<Option<PartFound>, Refusal> {
        let place = place_of(part.ir);
        let alone = match self.parts.alone.get(&place) {
            Some(alone) => *alone,
            None => {
                self.budget.spend(LOOKED).map_err(|spent| self.stop(spent.into()))?;
                *self.parts.alone.entry(place).or_insert(stands_alone(part.game, part.ir))
            }
        };
        self.parts.any |= alone;
        if !alone || self.parts.when == When::Later {
            return Ok(None);
        }
        let key = PartKey::of(part);
        let Some(known) = self.parts.known.get(&key) else {
            let wanted = PendingPart { ir: Rc::new(part.ir.clone()), reading: part.reading.to_vec(), key };
            self.parts.wanted = Some(wanted);
            return Err(self.begins_anew());
        };
        let Some(known) = known.as_ref().filter(|known| known.taken.fits(part.room)).map(Rc::clone) else {
            return Ok(None);
        };
        let at = self.choices.choose(known.ways.len());
        let (came, ways) = known.ways.get(at).ok_or_else(|| Refusal::internal())?;
        self.chosen.push(ways.clone().into(), known.all.clone().into());
        let came = match came {
            Came::This(one) => Ok(one.clone()),
            Came::Failed(failure) => Err(failure.clone()),
            Came::Lost => return Err(refuse(Stop::Lost)),
        };
        Ok(Some((came, known.taken)))
    }
}

impl Heap for Aside {
    fn heap(&self) -> u64 {
        match self {
            Self::Text(text) => 24_u64.saturating_add(text.len() as u64),
            Self::Number(_) | Self::Between(..) => 0,
        }
    }
}
