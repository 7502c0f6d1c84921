//! Probability mass: a sum of ratios.

use num_bigint::BigUint;
use num_integer::Integer as _;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

/// A sum of ratios. Ratios with different denominators are added up only when the sum is read.
#[derive(Debug, Clone, Default)]
pub(super) struct Mass {
    parts: Vec<(BigUint, BigUint)>,
}

/// The most ratios that are kept separately.
const MOST_PARTS: usize = 8;

impl Mass {
    pub(super) fn add(&mut self, above: BigUint, below: &BigUint) {
        if let Some((sum, _)) = self.parts.iter_mut().find(|(_, one)| one == below) {
            *sum += above;
            return;
        }
        if self.parts.is_empty() {
            // Most have one part, and there may be a million of them.
            self.parts.reserve_exact(1);
        }
        self.parts.push((above, below.clone()));
        if self.parts.len() > MOST_PARTS {
            self.parts = vec![self.ratio()];
        }
    }

    pub(super) fn join(&mut self, other: Self) {
        for (above, below) in other.parts {
            self.add(above, &below);
        }
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut product = Self::default();
        for (above, below) in &self.parts {
            for (ways, all) in &other.parts {
                product.add(above * ways, &(below * all));
            }
        }
        product
    }

    /// Multiplies the sum by `above / below`.
    pub(super) fn scale(&mut self, above: &BigUint, below: &BigUint) {
        if self.parts.len() > 1 {
            self.parts = vec![self.ratio()];
        }
        for (sum, one) in &mut self.parts {
            *sum *= above;
            *one *= below;
            let common = sum.gcd(one);
            if !common.is_one() && !common.is_zero() {
                *sum = &*sum / &common;
                *one = &*one / &common;
            }
        }
    }

    pub(super) fn is_zero(&self) -> bool {
        self.parts.iter().all(|(above, _)| above.is_zero())
    }

    /// How many digits of 64 bits it has.
    pub(super) fn digits(&self) -> u64 {
        self.parts.iter().map(|(_, below)| 2 + below.bits() / 32).sum()
    }

    /// About how much it is.
    pub(super) fn roughly(&self) -> f64 {
        let part = |(above, below): &(BigUint, BigUint)| {
            let shift = below.bits().saturating_sub(500);
            (above >> shift).to_f64().unwrap_or(0.0) / (below >> shift).to_f64().unwrap_or(1.0)
        };
        self.parts.iter().map(part).sum()
    }

    /// Above and below the line.
    pub(super) fn ratio(&self) -> (BigUint, BigUint) {
        match self.parts.as_slice() {
            [] => (BigUint::zero(), BigUint::one()),
            [(above, below)] => (above.clone(), below.clone()),
            parts => {
                let all = parts.iter().fold(BigUint::one(), |all, (_, below)| all.lcm(below));
                let sum = parts.iter().map(|(above, below)| above * (&all / below)).sum();
                (sum, all)
            }
        }
    }
}

/// Puts masses on one number of ways: what is made of them by products and sums stays short.
pub(super) fn on_one(masses: Vec<&mut Mass>) {
    let mut all = BigUint::one();
    for (_, below) in masses.iter().flat_map(|mass| &mass.parts) {
        if *below != all {
            all = all.lcm(below);
        }
    }
    let mut common = all.clone();
    let mut ways = Vec::with_capacity(masses.len());
    for mass in &masses {
        let sum: BigUint = mass.parts.iter().map(|(above, below)| above * (&all / below)).sum();
        if !common.is_one() {
            common = common.gcd(&sum);
        }
        ways.push(sum);
    }
    let below = &all / &common;
    for (mass, sum) in masses.into_iter().zip(ways) {
        mass.parts = if sum.is_zero() { Vec::new() } else { vec![(sum / &common, below.clone())] };
    }
}

/// Everything that was seen, by what it was, out of one number of ways.
pub(super) fn together<K>(seen: Vec<(K, Mass)>) -> (Vec<(K, BigUint)>, BigUint) {
    let mut all = BigUint::one();
    for below in seen.iter().flat_map(|(_, mass)| &mass.parts).map(|(_, below)| below) {
        if *below != all {
            all = all.lcm(below);
        }
    }
    let ways = |(above, below)| if below == all { above } else { above * (&all / below) };
    let seen = seen.into_iter().map(|(key, mass)| (key, mass.parts.into_iter().map(ways).sum())).collect();
    (seen, all)
}
