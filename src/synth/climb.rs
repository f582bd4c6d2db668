//! How bounds rise: to the next constant of the program, in longer and longer steps, so that a loop to a million
//! needs a few models and not a million.

use crate::logic::Bits;
use crate::template::domain::{Bound, Movable};

/// Moves to the very next threshold before steps become longer.
const PATIENCE: u32 = 8;

/// Raises a bound to cover a point: the first time to the value seen, later to a threshold.
pub(super) fn raise(linear: &mut dyn Movable, point: &[Bits], thresholds: &[i128]) {
    let value = linear.value(&point[point.len() - linear.arity()..]);
    let bound = match linear.bound() {
        Bound::None => Bound::AtMost(value),
        Bound::AtMost(_) => {
            let next = thresholds.partition_point(|&threshold| threshold < value);
            let skipped = match linear.moves() {
                moves if moves <= PATIENCE => 0,
                moves => 1usize.checked_shl(moves - PATIENCE).unwrap_or(usize::MAX),
            };
            let found = next.checked_add(skipped).and_then(|position| thresholds.get(position));
            found.filter(|&&bound| bound < linear.limit()).map_or(Bound::Any, |&bound| Bound::AtMost(bound))
        }
        Bound::Any => Bound::Any,
    };
    linear.set_bound(bound);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::IntType;
    use crate::template::SlotType;
    use crate::template::domain::Linear;

    #[test]
    fn a_bound_reaches_a_million_in_few_steps() {
        let mut linear = Linear::bottom([(1, SlotType::Int(IntType::INT))].into_iter());
        let thresholds = [0, 1, 2, 999_999, 1_000_000, 1_000_001];
        let mut see = |value: i128| {
            raise(&mut linear, &[Bits::from_signed(value, 32)], &thresholds);
            linear.bound()
        };
        assert_eq!(see(1), Bound::AtMost(1));
        assert_eq!(see(2), Bound::AtMost(2));
        assert_eq!(see(3), Bound::AtMost(999_999));
        assert_eq!(see(1_000_000), Bound::AtMost(1_000_000));
        assert_eq!(see(1_000_002), Bound::Any);
    }
}
