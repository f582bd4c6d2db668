//! Addition, multiplication and division.
//!
//! A sum keeps its constant outermost and on the right, `(x + y) + c`, so that offsets from one base are seen as
//! such.

use super::super::bits::Bits;
use super::super::pool::{BinaryOp, Node, TermId, TermPool};

impl TermPool {
    /// Folds constants and moves the operation into choices among constants.
    pub(super) fn fold_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            let value = op.apply(x, y);
            return Some(self.bits_const(value));
        }
        self.map_choices(a, b, |pool, a, b| match (pool.as_bits(a), pool.as_bits(b)) {
            (Some(x), Some(y)) => {
                let value = op.apply(x, y);
                pool.bits_const(value)
            }
            _ => unreachable!("leaves of a choice are constants"),
        })
    }

    /// A bit-vector as a sum of a term and a constant, either of which may be missing.
    fn split_sum(&self, term: TermId) -> (Option<TermId>, Option<Bits>) {
        let (base, offset) = self.split_offset(term);
        (base, offset.and_then(|t| self.as_bits(t)).cloned())
    }

    fn sum(&mut self, base: Option<TermId>, offset: Option<Bits>, width: u32) -> TermId {
        let offset = offset.filter(|bits| !bits.is_zero());
        match (base, offset) {
            (None, None) => self.bv_const(0, width),
            (Some(base), None) => base,
            (None, Some(offset)) => self.bits_const(offset),
            (Some(base), Some(offset)) => {
                let offset = self.bits_const(offset);
                match self.fold_binary(BinaryOp::Add, base, offset) {
                    Some(folded) => folded,
                    None => self.binary_node(BinaryOp::Add, base, offset),
                }
            }
        }
    }

    /// Sum.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let ((base_a, offset_a), (base_b, offset_b)) = (self.split_sum(a), self.split_sum(b));
        let offset = match (offset_a, offset_b) {
            (Some(x), Some(y)) => Some(x.add(&y)),
            (x, y) => x.or(y),
        };
        let base = match (base_a, base_b) {
            (Some(x), Some(y)) => Some(self.add_bases(x, y)),
            (x, y) => x.or(y),
        };
        match base {
            // The sum of two bases may have a constant of its own.
            Some(base) if base_a.is_some() && base_b.is_some() => {
                let (base, inner) = self.split_sum(base);
                let offset = match (offset, inner) {
                    (Some(x), Some(y)) => Some(x.add(&y)),
                    (x, y) => x.or(y),
                };
                self.sum(base, offset, width)
            }
            base => self.sum(base, offset, width),
        }
    }

    /// The sum of terms that are not constants and have none added.
    fn add_bases(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), _) => self.sub(b, x),
            (_, Node::Neg(y)) => self.sub(a, y),
            (Node::Binary(BinaryOp::Sub, x, y), _) if y == b => x,
            (_, Node::Binary(BinaryOp::Sub, x, y)) if y == a => x,
            (Node::BvNot(x), _) if x == b => self.all_ones(b),
            (_, Node::BvNot(y)) if y == a => self.all_ones(a),
            _ => self.binary_node(BinaryOp::Add, a.min(b), a.max(b)),
        }
    }

    fn all_ones(&mut self, like: TermId) -> TermId {
        let width = self.width(like);
        self.bits_const(Bits::ones(width))
    }

    /// Difference.
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let ((base_a, offset_a), (base_b, offset_b)) = (self.split_sum(a), self.split_sum(b));
        let offset = match (offset_a, offset_b) {
            (Some(x), Some(y)) => Some(x.sub(&y)),
            (None, Some(y)) => Some(y.neg()),
            (x, None) => x,
        };
        let base = match (base_a, base_b) {
            (Some(x), Some(y)) if x == y => None,
            (Some(x), Some(y)) => Some(self.sub_bases(x, y)),
            (None, Some(y)) => Some(self.neg_base(y)),
            (x, None) => x,
        };
        match base {
            Some(base) => {
                let offset = offset.unwrap_or_else(|| Bits::zero(width));
                let offset = self.bits_const(offset);
                self.add(base, offset)
            }
            None => self.sum(None, offset, width),
        }
    }

    /// The difference of two distinct terms that are not constants and have none added.
    fn sub_bases(&mut self, a: TermId, b: TermId) -> TermId {
        if let Node::Neg(y) = self.node(b) {
            return self.add(a, y);
        }
        if let Node::Binary(BinaryOp::Add, x, y) = self.node(a) {
            if x == b || y == b {
                return if x == b { y } else { x };
            }
            if let Node::Binary(BinaryOp::Add, z, w) = self.node(b) {
                for (p, q) in [(x, y), (y, x)] {
                    for (r, s) in [(z, w), (w, z)] {
                        if p == r {
                            return self.sub(q, s);
                        }
                    }
                }
            }
        }
        match (self.node(a), self.node(b)) {
            (_, Node::Binary(BinaryOp::Add, x, y)) if x == a => self.neg(y),
            (_, Node::Binary(BinaryOp::Add, x, y)) if y == a => self.neg(x),
            (_, Node::Binary(BinaryOp::Sub, x, y)) if x == a => y,
            (Node::Binary(BinaryOp::Sub, x, y), _) if x == b => self.neg(y),
            _ => self.binary_node(BinaryOp::Sub, a, b),
        }
    }

    /// Two's complement.
    pub fn neg(&mut self, a: TermId) -> TermId {
        let zero = self.bv_const(0, self.width(a));
        self.sub(zero, a)
    }

    /// Two's complement of a term that is not a constant and has none added.
    fn neg_base(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            Node::Neg(inner) => inner,
            Node::Binary(BinaryOp::Sub, x, y) => self.sub_bases(y, x),
            _ if self.is_choice(a) => self.map_choice(a, &mut |pool, leaf| pool.neg(leaf)),
            _ => {
                let width = self.width(a);
                self.bv_node(Node::Neg(a), width)
            }
        }
    }

    /// Product.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        if let Some(folded) = self.fold_binary(BinaryOp::Mul, a, b) {
            return folded;
        }
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        let Some(factor) = self.as_bits(b).cloned() else {
            return self.binary_node(BinaryOp::Mul, a.min(b), a.max(b));
        };
        if factor.is_zero() {
            return b;
        }
        if factor.is_one() {
            return a;
        }
        if factor.is_ones() {
            return self.neg(a);
        }
        match self.node(a) {
            // A constant distributes over an offset and joins another constant factor.
            Node::Binary(BinaryOp::Add, base, offset) if self.is_const(offset) => {
                let (base, offset) = (self.mul(base, b), self.mul(offset, b));
                self.add(base, offset)
            }
            Node::Binary(BinaryOp::Mul, base, inner) if self.is_const(inner) => {
                let factor = self.mul(inner, b);
                self.mul(base, factor)
            }
            Node::Neg(base) => {
                let factor = self.neg(b);
                self.mul(base, factor)
            }
            _ => self.binary_node(BinaryOp::Mul, a, b),
        }
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold_binary(BinaryOp::Udiv, a, b) {
            return folded;
        }
        match self.as_bits(b) {
            Some(divisor) if divisor.is_zero() => self.all_ones(b),
            Some(divisor) => match divisor.log2() {
                Some(exponent) => self.lshr_by(a, exponent),
                None => self.narrow_division(BinaryOp::Udiv, a, b, width),
            },
            None => self.binary_node(BinaryOp::Udiv, a, b),
        }
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold_binary(BinaryOp::Urem, a, b) {
            return folded;
        }
        match self.as_bits(b) {
            Some(divisor) if divisor.is_zero() => a,
            Some(divisor) => match divisor.log2() {
                Some(0) => self.bv_const(0, width),
                Some(exponent) => {
                    let low = self.extract(exponent - 1, 0, a);
                    self.zext(low, width)
                }
                None if self.is_below(a, b) => a,
                None => self.narrow_division(BinaryOp::Urem, a, b, width),
            },
            None => self.binary_node(BinaryOp::Urem, a, b),
        }
    }

    /// Division of a zero extension by a constant that fits the unextended width.
    fn narrow_division(&mut self, op: BinaryOp, a: TermId, b: TermId, width: u32) -> TermId {
        let narrow = self.as_zext(a).map(|inner| (inner, self.width(inner)));
        let divisor = self.as_bits(b).cloned();
        if let (Some((inner, narrow)), Some(divisor)) = (narrow, divisor)
            && divisor.lshr_by(narrow).is_zero()
        {
            let divisor = self.bits_const(divisor.extract(narrow - 1, 0));
            let result = self.binary_node(op, inner, divisor);
            return self.zext(result, width);
        }
        self.binary_node(op, a, b)
    }

    /// Signed quotient, rounded to zero; by zero, 1 for a negative dividend and -1 otherwise.
    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        if let Some(folded) = self.fold_binary(BinaryOp::Sdiv, a, b) {
            return folded;
        }
        match self.as_bits(b) {
            Some(divisor) if divisor.is_one() && divisor.width() > 1 => a,
            Some(divisor) if divisor.is_ones() && divisor.width() > 1 => self.neg(a),
            _ if self.is_non_negative(a) && self.is_non_negative(b) => self.udiv(a, b),
            _ => self.binary_node(BinaryOp::Sdiv, a, b),
        }
    }

    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold_binary(BinaryOp::Srem, a, b) {
            return folded;
        }
        match self.as_bits(b) {
            Some(divisor) if divisor.is_one() || divisor.is_ones() => self.bv_const(0, width),
            _ if self.is_non_negative(a) && self.is_non_negative(b) => self.urem(a, b),
            _ => self.binary_node(BinaryOp::Srem, a, b),
        }
    }
}
