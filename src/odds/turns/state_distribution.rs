//! The distribution over states at one time, and its update by an action.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, Zero as _};

use super::masses::{Masses, digits, product};
use super::walk_results::Model;
use crate::odds::conservation::{lost, whole};
use crate::odds::error::OddsError;

/// The distribution of states. `below` is the denominator.
#[derive(Debug)]
pub(super) struct StateDistribution {
    /// The numbers of the states.
    pub(super) states: Vec<u32>,
    /// By state: the mass of branches in which all actions of this turn could be done.
    able: Masses,
    /// By state: the mass of branches in which some action of this turn was refused.
    unable: Masses,
    /// Buffers for reuse.
    old: [Masses; 2],
    pub(super) left: BigUint,
    /// The mass of branches that could not be answered.
    pub(super) failed: BigUint,
    pub(super) below: BigUint,
}

/// The positions of states in the next distribution.
#[derive(Debug)]
struct StatePositions {
    /// By state: its position plus one; 0: it has none yet.
    places: Vec<u32>,
    next: StateDistribution,
}

impl StatePositions {
    /// The position of a state; a new one is appended.
    fn of(&mut self, state: u32) -> Result<usize, OddsError> {
        let place = self.places.get_mut(state as usize).ok_or_else(|| lost())?;
        if let Some(place) = place.checked_sub(1) {
            return Ok(place as usize);
        }
        self.next.states.push(state);
        self.next.able.push();
        self.next.unable.push();
        *place = u32::try_from(self.next.states.len()).map_err(|_| lost())?;
        Ok(self.next.states.len() - 1)
    }
}

impl StateDistribution {
    /// The distribution that is concentrated in one state.
    pub(super) fn at(state: u32) -> Result<Self, OddsError> {
        let one = BigUint::one();
        let mut able = Masses::up_to(&one);
        able.push();
        able.add_product(0, &[1], &[1])?;
        let mut unable = Masses::up_to(&one);
        unable.push();
        Ok(Self {
            states: vec![state],
            able,
            unable,
            old: Default::default(),
            left: BigUint::zero(),
            failed: BigUint::zero(),
            below: one,
        })
    }

    /// The number of digits of all numbers together.
    pub(super) fn digits(&self) -> usize {
        self.able.size()
    }

    /// The average number of digits of a number.
    pub(super) fn width(&self) -> u64 {
        (self.digits() / self.states.len().max(1)) as u64
    }

    /// Begins a turn: no action was refused yet.
    pub(super) fn begins(&mut self) -> Result<(), OddsError> {
        for at in 0..self.states.len() {
            self.able.add_product(at, self.unable.digits_of(at)?, &[1])?;
        }
        self.unable = Masses::up_to(&self.below);
        self.states.iter().for_each(|_| self.unable.push());
        Ok(())
    }

    /// Adds the probability of each state to the sums whose indices `of` gives.
    pub(super) fn sum_up(
        &self,
        sums: &mut Masses,
        mut of: impl FnMut(u32, &mut Masses, &mut Vec<usize>) -> Result<(), OddsError>,
    ) -> Result<(), OddsError> {
        let mut places = Vec::new();
        for (at, state) in self.states.iter().enumerate() {
            places.clear();
            of(*state, sums, &mut places)?;
            for place in &places {
                sums.add_product(*place, self.able.digits_of(at)?, &[1])?;
                sums.add_product(*place, self.unable.digits_of(at)?, &[1])?;
            }
        }
        Ok(())
    }

    /// The mass of branches in which some action was refused.
    pub(super) fn unable(&self) -> Result<BigUint, OddsError> {
        let mut sum = Masses::up_to(&self.below);
        sum.push();
        for at in 0..self.states.len() {
            sum.add_product(0, self.unable.digits_of(at)?, &[1])?;
        }
        sum.get(0)
    }

    /// The distribution after one action. `leads`: for each state its transition and the numbers of the target states
    /// (`None`: the state stays); `numbers`: the number of all states.
    ///
    /// # Errors
    ///
    /// That something was lost on the way.
    pub(super) fn carried(mut self, numbers: usize, leads: &[Option<(&Model, &[u32])>]) -> Result<Self, OddsError> {
        let mut belows: Vec<&BigUint> = Vec::new();
        for (model, _) in leads.iter().flatten() {
            if !belows.contains(&&model.below) {
                belows.push(&model.below);
            }
        }
        let all = belows.iter().fold(BigUint::one(), |all, below| all.lcm(below));
        let below = &self.below * &all;
        let [able, unable] = std::mem::take(&mut self.old).map(|old| Masses::up_to(&below).in_room_of(old));
        let (mut left, mut failed) = (&self.left * &all, &self.failed * &all);
        let then = Self {
            states: Vec::new(),
            able,
            unable,
            old: Default::default(),
            left: BigUint::zero(),
            failed: BigUint::zero(),
            below,
        };
        let mut places = StatePositions { places: vec![0; numbers], next: then };
        let (mut can, mut cannot) = (Vec::new(), Vec::new());
        let mut scale: Option<(&BigUint, Vec<u64>)> = None;
        let stays = digits(&all);
        for ((at, state), leads) in self.states.iter().enumerate().zip(leads) {
            let Some((model, to)) = leads else {
                let place = places.of(*state)?;
                places.next.able.add_product(place, self.able.digits_of(at)?, &stays)?;
                places.next.unable.add_product(place, self.unable.digits_of(at)?, &stays)?;
                continue;
            };
            // Most models count out of the same.
            let times = match &scale {
                Some((below, times)) if *below == &model.below => times,
                _ => &scale.insert((&model.below, digits(&(&all / &model.below)))).1,
            };
            product(self.able.digits_of(at)?, times, &mut can)?;
            product(self.unable.digits_of(at)?, times, &mut cannot)?;
            if to.len() != model.ways.len() {
                return Err(lost());
            }
            for (to, ways) in to.iter().zip(model.ways.each()) {
                let place = places.of(*to)?;
                if !can.is_empty() {
                    places.next.able.add_product(place, &can, ways)?;
                }
                if !cannot.is_empty() {
                    places.next.unable.add_product(place, &cannot, ways)?;
                }
            }
            if !model.left.is_zero() {
                left += (self.able.get(at)? + self.unable.get(at)?) * (&all / &model.below) * &model.left;
            }
            if !model.failed.is_zero() {
                failed += (self.able.get(at)? + self.unable.get(at)?) * (&all / &model.below) * &model.failed;
            }
            if !model.refused.is_zero() {
                // Nothing happens.
                let (place, refused) = (places.of(*state)?, digits(&model.refused));
                places.next.unable.add_product(place, &can, &refused)?;
                places.next.unable.add_product(place, &cannot, &refused)?;
            }
        }
        places.next.left = left;
        places.next.failed = failed;
        places.next.old = [self.able, self.unable];
        let next = places.next;
        whole([&next.sum()?, &next.left, &next.failed], &next.below)?;
        Ok(next)
    }

    /// How likely all states are together.
    fn sum(&self) -> Result<BigUint, OddsError> {
        let mut sum = Masses::up_to(&self.below);
        sum.push();
        for at in 0..self.states.len() {
            sum.add_product(0, self.able.digits_of(at)?, &[1])?;
            sum.add_product(0, self.unable.digits_of(at)?, &[1])?;
        }
        sum.get(0)
    }
}
