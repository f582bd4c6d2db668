//! Linear sums in one form, so that equal sums are equal terms.
//!
//! In: factors and terms of one width. Out: the sum, with sums inside taken apart, if-then-else lifted out and like
//! terms collected. `(x + 1) + (y + 2)` and `(y + x) + 3` become one term, and a sum of choices becomes a choice of
//! sums: what a loop adds to its variables then cancels out without a solver.

use super::pool::{BinaryOp, Node, TermId, TermPool};
use std::collections::BTreeMap;

/// Choices that are lifted out of a sum.
const MAX_CHOICES: u32 = 5;

/// Nested operations that are taken apart.
const MAX_DEPTH: u32 = 12;

/// Factors by term, and the constant; modulo 2^64, cut to the width at the end.
#[derive(Clone, Default)]
struct Sum {
    factors: BTreeMap<TermId, u64>,
    constant: u64,
}

impl TermPool {
    /// The sum of products of factors and terms, and of a constant, all of one width of at most 64 bits.
    pub fn linear_sum(&mut self, terms: &[(u64, TermId)], constant: u64, width: u32) -> TermId {
        let mut sum = Sum { constant, ..Sum::default() };
        for &(factor, term) in terms {
            self.collect(&mut sum, factor, term, MAX_DEPTH);
        }
        self.build_sum(sum, width, MAX_CHOICES)
    }

    fn collect(&self, sum: &mut Sum, factor: u64, term: TermId, depth: u32) {
        let next = depth.saturating_sub(1);
        match self.node(term) {
            Node::Const(_) if self.as_u64(term).is_some() => {
                let constant = self.as_u64(term).unwrap_or(0);
                sum.constant = sum.constant.wrapping_add(factor.wrapping_mul(constant));
            }
            Node::Binary(BinaryOp::Add, a, b) if depth > 0 => {
                self.collect(sum, factor, a, next);
                self.collect(sum, factor, b, next);
            }
            Node::Binary(BinaryOp::Sub, a, b) if depth > 0 => {
                self.collect(sum, factor, a, next);
                self.collect(sum, factor.wrapping_neg(), b, next);
            }
            Node::Neg(a) if depth > 0 => self.collect(sum, factor.wrapping_neg(), a, next),
            Node::Binary(BinaryOp::Mul, a, b) if depth > 0 && self.as_u64(a).is_some() => {
                self.collect(sum, factor.wrapping_mul(self.as_u64(a).unwrap_or(0)), b, next);
            }
            Node::Binary(BinaryOp::Mul, a, b) if depth > 0 && self.as_u64(b).is_some() => {
                self.collect(sum, factor.wrapping_mul(self.as_u64(b).unwrap_or(0)), a, next);
            }
            Node::Binary(BinaryOp::Shl, a, b) if depth > 0 && self.as_u64(b).is_some_and(|by| by < 64) => {
                self.collect(sum, factor << self.as_u64(b).unwrap_or(0), a, next);
            }
            _ => {
                let entry = sum.factors.entry(term).or_default();
                *entry = entry.wrapping_add(factor);
            }
        }
    }

    fn build_sum(&mut self, mut sum: Sum, width: u32, choices: u32) -> TermId {
        let mask = u64::MAX >> (64 - width);
        sum.factors.retain(|_, factor| *factor & mask != 0);
        let choice = sum.factors.keys().find_map(|&term| match self.node(term) {
            Node::Ite(condition, ..) => Some(condition),
            _ => None,
        });
        if let Some(condition) = choice.filter(|_| choices > 0) {
            let mut sides = [Sum { constant: sum.constant, ..Sum::default() }, sum.clone()];
            sides[1].factors.clear();
            for (&term, &factor) in &sum.factors {
                let (a, b) = match self.node(term) {
                    Node::Ite(same, a, b) if same == condition => (a, b),
                    _ => (term, term),
                };
                self.collect(&mut sides[0], factor, a, MAX_DEPTH);
                self.collect(&mut sides[1], factor, b, MAX_DEPTH);
            }
            let [a, b] = sides.map(|side| self.build_sum(side, width, choices - 1));
            return self.ite(condition, a, b);
        }
        let mut result = self.bv_const(u128::from(sum.constant & mask), width);
        for (term, factor) in sum.factors {
            let factor = self.bv_const(u128::from(factor & mask), width);
            let product = self.mul(factor, term);
            result = self.add(result, product);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::bits::Bits;
    use crate::logic::{Assignment, Sort, Value};

    #[test]
    fn equal_sums_are_one_term() {
        let mut pool = TermPool::new();
        let (x, y, c) = (pool.var("x", Sort::Bv(32)), pool.var("y", Sort::Bv(32)), pool.var("c", Sort::Bool));
        let (one, two) = (pool.bv_const(1, 32), pool.bv_const(2, 32));
        let (x1, x2, y1, y2) = (pool.add(x, one), pool.add(x, two), pool.add(y, one), pool.add(y, two));
        let (a, b) = (pool.ite(c, x1, x2), pool.ite(c, y2, y1));
        let moved = pool.linear_sum(&[(1, a), (1, b)], 0, 32);
        let plain = pool.linear_sum(&[(1, y), (1, x)], 3, 32);
        assert_eq!(moved, plain);
        let nothing = pool.linear_sum(&[(2, x), (u64::MAX - 1, x)], 0, 32);
        assert_eq!(pool.as_u64(nothing), Some(0));
    }

    #[test]
    fn a_sum_keeps_its_value() {
        let mut pool = TermPool::new();
        let (x, y, c) = (pool.var("x", Sort::Bv(8)), pool.var("y", Sort::Bv(8)), pool.var("c", Sort::Bool));
        let three = pool.bv_const(3, 8);
        let (product, difference) = (pool.mul(x, three), pool.sub(x, y));
        let choice = pool.ite(c, product, difference);
        let sum = pool.linear_sum(&[(5, choice), (251, y)], 7, 8);
        for (vx, vy, vc) in [(0u8, 0u8, true), (200, 7, false), (255, 128, true), (13, 99, false)] {
            let mut values = Assignment::new();
            values.set(x, Value::Bv(Bits::new(u128::from(vx), 8)));
            values.set(y, Value::Bv(Bits::new(u128::from(vy), 8)));
            values.set(c, Value::Bool(vc));
            let choice = if vc { vx.wrapping_mul(3) } else { vx.wrapping_sub(vy) };
            let expected = choice.wrapping_mul(5).wrapping_add(vy.wrapping_mul(251)).wrapping_add(7);
            assert_eq!(pool.eval(sum, &values).bits().to_u64(), Some(u64::from(expected)));
        }
    }
}
