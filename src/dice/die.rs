//! Dice and their faces.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::CompareOp;

/// The faces of a die.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Die {
    /// Faces from 1 to this number.
    Sides(u32),
    /// These faces; equal ones may repeat.
    #[serde(with = "faces")]
    Faces(Arc<[i64]>),
}

/// Faces as a list: sharing them is of no use outside of the program.
mod faces {
    use std::sync::Arc;

    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    pub(super) fn serialize<S: Serializer>(faces: &Arc<[i64]>, serializer: S) -> Result<S::Ok, S::Error> {
        (**faces).serialize(serializer)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Arc<[i64]>, D::Error> {
        Vec::<i64>::deserialize(deserializer).map(Arc::from)
    }
}

impl Die {
    #[must_use]
    pub fn highest(&self) -> i64 {
        match self {
            Self::Sides(sides) => i64::from(*sides),
            Self::Faces(faces) => faces.iter().copied().max().unwrap_or(0),
        }
    }

    #[must_use]
    pub fn lowest(&self) -> i64 {
        match self {
            Self::Sides(_) => 1,
            Self::Faces(faces) => faces.iter().copied().min().unwrap_or(0),
        }
    }

    /// How many faces it has.
    #[must_use]
    pub fn sides(&self) -> u32 {
        match self {
            Self::Sides(sides) => *sides,
            Self::Faces(faces) => u32::try_from(faces.len()).unwrap_or(u32::MAX),
        }
    }

    #[must_use]
    pub fn has(&self, face: i64) -> bool {
        match self {
            Self::Sides(sides) => (1..=i64::from(*sides)).contains(&face),
            Self::Faces(faces) => faces.contains(&face),
        }
    }

    /// How many faces there are, and how many of them compare so.
    #[must_use]
    pub fn matching(&self, op: CompareOp, value: i64) -> (u64, u64) {
        match self {
            Self::Sides(sides) => {
                let sides = i64::from(*sides);
                let below = (value.saturating_sub(1)).clamp(0, sides);
                let equal = i64::from((1..=sides).contains(&value));
                let above = sides - below - equal;
                let hits = match op {
                    CompareOp::Equal => equal,
                    CompareOp::NotEqual => below + above,
                    CompareOp::Less => below,
                    CompareOp::LessOrEqual => below + equal,
                    CompareOp::Greater => above,
                    CompareOp::GreaterOrEqual => above + equal,
                };
                (hits.unsigned_abs(), sides.unsigned_abs())
            }
            Self::Faces(faces) => {
                let hits = faces.iter().filter(|&&face| op.holds(face, value)).count();
                (hits as u64, faces.len() as u64)
            }
        }
    }
}

impl std::fmt::Display for Die {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Sides(sides) => write!(f, "d{sides}"),
            Self::Faces(faces) => {
                let faces: Vec<String> = faces.iter().map(i64::to_string).collect();
                write!(f, "d{{{}}}", faces.join(","))
            }
        }
    }
}
