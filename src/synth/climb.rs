//! How bounds rise: to the next constant of the program, in longer and longer steps, so that a loop to a million
//! needs a few models and not a million.

use crate::domain::{Bound, UpperBound};
use crate::logic::Bits;

/// Moves to the very next threshold before steps become longer.
const PATIENCE: u32 = 8;

/// Raises a bound to cover a point: the first time to the value seen, later to a threshold.
pub(super) fn raise(upper: &mut dyn UpperBound, point: &[Bits], thresholds: &[i128]) {
    let value = upper.value(&point[point.len() - upper.arity()..]);
    let bound = match upper.bound() {
        Bound::None => Bound::AtMost(value),
        Bound::AtMost(_) => {
            let next = thresholds.partition_point(|&threshold| threshold < value);
            let skipped = match upper.moves() {
                moves if moves <= PATIENCE => 0,
                moves => 1usize.checked_shl(moves - PATIENCE).unwrap_or(usize::MAX),
            };
            let found = next.checked_add(skipped).and_then(|position| thresholds.get(position));
            found.filter(|&&bound| bound < upper.limit()).map_or(Bound::Any, |&bound| Bound::AtMost(bound))
        }
        Bound::Any => Bound::Any,
    };
    upper.set_bound(bound);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::TermId;
    use crate::memory::Memory;

    /// A bound of a single number of 32 bits.
    struct Single {
        bound: Bound,
        moves: u32,
    }

    impl UpperBound for Single {
        fn bound(&self) -> Bound {
            self.bound
        }

        fn arity(&self) -> usize {
            1
        }

        fn moves(&self) -> u32 {
            self.moves
        }

        fn set_bound(&mut self, bound: Bound) {
            (self.bound, self.moves) = (bound, self.moves + 1);
        }

        fn value(&self, point: &[Bits]) -> i128 {
            point[0].to_i128().unwrap_or(0)
        }

        fn limit(&self) -> i128 {
            i128::from(i32::MAX)
        }

        fn at_most(&self, _memory: &mut Memory, _slots: &[TermId], _bound: i128) -> TermId {
            TermId::TRUE
        }
    }

    #[test]
    fn a_bound_reaches_a_million_in_few_steps() {
        let mut upper = Single { bound: Bound::None, moves: 0 };
        let thresholds = [0, 1, 2, 999_999, 1_000_000, 1_000_001];
        let mut see = |value: i128| {
            raise(&mut upper, &[Bits::from_signed(value, 32)], &thresholds);
            upper.bound()
        };
        assert_eq!(see(1), Bound::AtMost(1));
        assert_eq!(see(2), Bound::AtMost(2));
        assert_eq!(see(3), Bound::AtMost(999_999));
        assert_eq!(see(1_000_000), Bound::AtMost(1_000_000));
        assert_eq!(see(1_000_002), Bound::Any);
    }

    #[test]
    fn steps_become_longer_after_a_while() {
        let mut upper = Single { bound: Bound::None, moves: 0 };
        let thresholds: Vec<i128> = (0..200).collect();
        let mut reached = Vec::new();
        while upper.bound() != Bound::Any {
            let next = match upper.bound() {
                Bound::AtMost(bound) => bound + 1,
                Bound::None | Bound::Any => 0,
            };
            raise(&mut upper, &[Bits::from_signed(next, 32)], &thresholds);
            reached.push(upper.bound());
        }
        assert_eq!(reached[3], Bound::AtMost(3));
        assert!(reached.len() < 20, "{reached:?}");
    }
}
