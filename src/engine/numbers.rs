//! Integer division, rounded as the ruleset says.

use crate::ruleset::model::Rounding;

/// Division with the ruleset's rounding; `None` if the result does not fit.
pub fn divide(left: i64, right: i64, rounding: Rounding) -> Option<i64> {
    let down = left.checked_div_euclid(right)?;
    let rest = left.checked_rem_euclid(right)?;
    // Euclid rounds so that the rest is positive: down for a positive divisor, up
    // for a negative one.
    let (floor, exact) = (if right < 0 && rest != 0 { down.checked_sub(1)? } else { down }, rest == 0);
    match rounding {
        Rounding::Down => Some(floor),
        Rounding::Up => {
            if exact {
                Some(floor)
            } else {
                floor.checked_add(1)
            }
        }
        Rounding::Nearest => {
            // 2 · (left - floor · right) >= right, in the sign of the divisor.
            let twice = i128::from(left) * 2;
            let middle = (i128::from(floor) * 2 + 1) * i128::from(right);
            let up = if right > 0 { twice >= middle } else { twice <= middle };
            if up { floor.checked_add(1) } else { Some(floor) }
        }
    }
}

/// The remainder of floor division: it has the sign of the divisor.
pub fn remainder(left: i64, right: i64) -> Option<i64> {
    // The only remainder that does not fit while dividing is that by -1: none.
    let rest = if right == -1 { 0 } else { left.checked_rem(right)? };
    if rest != 0 && (rest < 0) != (right < 0) { rest.checked_add(right) } else { Some(rest) }
}
