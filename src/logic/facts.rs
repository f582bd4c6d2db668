//! What is known about the value of a bit-vector term without asking a solver: an unsigned interval and
//! the bits that are the same in every assignment.
//!
//! In: a node and the facts of its operands. Out: facts that hold for every assignment of its variables.

use super::bits::mask;
use super::pool::{BinaryOp, Node, TermId, TermPool};

/// An unsigned interval and known bits of a value of at most 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    /// Least value.
    pub min: u128,
    /// Greatest value.
    pub max: u128,
    /// Bits that are zero.
    pub zeros: u128,
    /// Bits that are one.
    pub ones: u128,
    width: u32,
}

impl Facts {
    /// Nothing is recorded about wider terms.
    pub const MAX_WIDTH: u32 = 128;

    /// Any value.
    pub fn unknown(width: u32) -> Self {
        Self { min: 0, max: mask(width), zeros: 0, ones: 0, width }
    }

    /// One value.
    pub fn constant(value: u128, width: u32) -> Self {
        Self { min: value, max: value, zeros: mask(width) & !value, ones: value, width }
    }

    fn interval(min: u128, max: u128, width: u32) -> Self {
        Self { min, max, ..Self::unknown(width) }
    }

    fn known(zeros: u128, ones: u128, width: u32) -> Self {
        let all = mask(width);
        Self { zeros: zeros & all, ones: ones & all, ..Self::unknown(width) }
    }

    /// Both facts hold.
    fn meet(self, other: Self) -> Self {
        Self {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            width: self.width,
        }
    }

    /// One of the facts holds.
    fn join(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
            width: self.width,
        }
    }

    /// Lets interval and bits sharpen each other.
    fn refined(self) -> Self {
        let all = mask(self.width);
        let min = self.min.max(self.ones);
        let max = self.max.min(all & !self.zeros);
        // Above the highest bit in which the bounds differ, every value between them agrees.
        let prefix = all & !mask(Self::MAX_WIDTH - (min ^ max).leading_zeros());
        Self { min, max, zeros: self.zeros | prefix & !min, ones: self.ones | prefix & min, width: self.width }
    }

    /// The only possible value, if there is one.
    pub fn value(&self) -> Option<u128> {
        (self.min == self.max).then_some(self.min)
    }

    /// No value satisfies both facts.
    pub fn disjoint(&self, other: &Self) -> bool {
        self.max < other.min || other.max < self.min || self.zeros & other.ones != 0 || self.ones & other.zeros != 0
    }

    /// The highest bit, if it is known.
    pub fn sign(&self) -> Option<bool> {
        let sign = 1 << (self.width - 1);
        match (self.zeros & sign != 0, self.ones & sign != 0) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            _ => None,
        }
    }

    /// How many low bits are all known.
    fn low_known(&self) -> u32 {
        (self.zeros | self.ones).trailing_ones().min(self.width)
    }

    /// How many low bits are all zero.
    fn low_zeros(&self) -> u32 {
        self.zeros.trailing_ones().min(self.width)
    }

    /// The low bits of a result that depends only on as many low bits of the operands.
    fn low_bits(a: &Self, b: &Self, result: impl FnOnce(u128, u128) -> u128) -> Self {
        let low = mask(a.low_known().min(b.low_known()));
        let value = result(a.ones, b.ones);
        Self::known(low & !value, low & value, a.width)
    }

    fn shifted_left(&self, count: u32, width: u32) -> Self {
        Self {
            min: self.min << count,
            max: self.max << count,
            zeros: self.zeros << count | mask(count),
            ones: self.ones << count,
            width,
        }
    }

    /// The facts of a bit-vector node, unless nothing is known.
    pub fn of_node(pool: &TermPool, node: Node, width: u32) -> Option<Self> {
        let facts = |t: TermId| pool.facts(t);
        let result = match node {
            Node::Ite(_, a, b) => facts(a).join(facts(b)),
            Node::Neg(a) => Self::low_bits(&Self::constant(0, width), &facts(a), u128::wrapping_sub),
            Node::BvNot(a) => {
                let (a, all) = (facts(a), mask(width));
                Self { min: all - a.max, max: all - a.min, zeros: a.ones, ones: a.zeros, width }
            }
            Node::Binary(op, a, b) => Self::of_binary(op, &facts(a), &facts(b)),
            Node::Concat(high, low) => {
                let (low, high) = (facts(low), facts(high));
                let high = high.shifted_left(low.width, width);
                Self {
                    min: high.min | low.min,
                    max: high.max | low.max,
                    zeros: high.zeros & !mask(low.width) | low.zeros,
                    ones: high.ones | low.ones,
                    width,
                }
            }
            Node::Extract { high, low, of } if pool.width(of) <= Self::MAX_WIDTH => {
                let of = facts(of);
                let bits = Self::known(of.zeros >> low, of.ones >> low, width);
                // The bits above `high` must be fixed for the interval to survive the cut.
                if of.min >> high >> 1 == of.max >> high >> 1 {
                    bits.meet(Self::interval(of.min >> low & mask(width), of.max >> low & mask(width), width))
                } else {
                    bits
                }
            }
            Node::SignExtend(_, a) => {
                let a = facts(a);
                let above = mask(width) & !mask(a.width);
                match a.sign() {
                    Some(false) => Self { zeros: a.zeros | above, width, ..a },
                    Some(true) => Self { min: a.min | above, max: a.max | above, ones: a.ones | above, width, ..a },
                    None => Self::known(a.zeros, a.ones, width),
                }
            }
            _ => return None,
        };
        Some(result.refined()).filter(|facts| *facts != Self::unknown(width))
    }

    fn of_binary(op: BinaryOp, a: &Self, b: &Self) -> Self {
        let width = a.width;
        let all = mask(width);
        let unknown = Self::unknown(width);
        let within = |low: Option<u128>, high: Option<u128>| match (low, high) {
            (Some(low), Some(high)) if high <= all => Self::interval(low, high, width),
            _ => unknown,
        };
        match op {
            BinaryOp::Add => within(a.min.checked_add(b.min), a.max.checked_add(b.max)).meet(Self::low_bits(
                a,
                b,
                u128::wrapping_add,
            )),
            BinaryOp::Sub => within(a.min.checked_sub(b.max), a.max.checked_sub(b.min)).meet(Self::low_bits(
                a,
                b,
                u128::wrapping_sub,
            )),
            BinaryOp::Mul => within(a.min.checked_mul(b.min), a.max.checked_mul(b.max))
                .meet(Self::low_bits(a, b, u128::wrapping_mul))
                .meet(Self::known(mask((a.low_zeros() + b.low_zeros()).min(width)), 0, width)),
            BinaryOp::Udiv => within(a.min.checked_div(b.max), a.max.checked_div(b.min)),
            BinaryOp::Urem if a.max < b.min => *a,
            BinaryOp::Urem if b.min > 0 => Self::interval(0, a.max.min(b.max - 1), width),
            BinaryOp::Urem | BinaryOp::Lshr => Self::interval(0, a.max, width),
            BinaryOp::And => {
                Self::known(a.zeros | b.zeros, a.ones & b.ones, width).meet(Self::interval(0, a.max.min(b.max), width))
            }
            BinaryOp::Or => Self::known(a.zeros & b.zeros, a.ones | b.ones, width).meet(Self::interval(
                a.min.max(b.min),
                all,
                width,
            )),
            BinaryOp::Xor => {
                Self::known(a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros, width)
            }
            BinaryOp::Shl => Self::known(mask(a.low_zeros()), 0, width),
            BinaryOp::Sdiv | BinaryOp::Srem | BinaryOp::Ashr => unknown,
        }
    }
}

impl TermPool {
    /// The facts of a bit-vector that is narrow enough to have some.
    pub(super) fn small_facts(&self, term: TermId) -> Option<Facts> {
        (self.width(term) <= Facts::MAX_WIDTH).then(|| self.facts(term))
    }

    /// Whether the facts say that `a` is below `b`, unsigned.
    pub(super) fn is_below(&self, a: TermId, b: TermId) -> bool {
        self.small_facts(a).zip(self.small_facts(b)).is_some_and(|(a, b)| a.max < b.min)
    }

    /// The bounds of the unsigned value of a bit-vector of at most 128 bits that follow from its structure.
    pub fn unsigned_range(&self, term: TermId) -> Option<(u128, u128)> {
        self.small_facts(term).map(|facts| (facts.min, facts.max))
    }

    /// How many low bits of a bit-vector are known to be zero: its alignment.
    pub fn known_low_zeros(&self, term: TermId) -> u32 {
        match self.as_bits(term) {
            Some(bits) => bits.trailing_zeros(),
            None => self.small_facts(term).map_or(0, |facts| facts.low_zeros()),
        }
    }

    /// Whether two bit-vectors differ in every assignment, as far as their structure tells.
    pub fn must_differ(&self, a: TermId, b: TermId) -> bool {
        if a == b {
            return false;
        }
        let ((base_a, offset_a), (base_b, offset_b)) = (self.split_offset(a), self.split_offset(b));
        if base_a == base_b {
            return offset_a != offset_b;
        }
        self.small_facts(a).zip(self.small_facts(b)).is_some_and(|(a, b)| a.disjoint(&b))
    }

    /// A bit-vector as a base and a constant added to it; a constant has no base, and zero is no offset.
    pub fn split_offset(&self, term: TermId) -> (Option<TermId>, Option<TermId>) {
        match self.node(term) {
            Node::Const(constant) if self.bits(constant).is_zero() => (None, None),
            Node::Const(_) => (None, Some(term)),
            Node::Binary(BinaryOp::Add, base, offset) if self.as_bits(offset).is_some() => (Some(base), Some(offset)),
            _ => (Some(term), None),
        }
    }
}
