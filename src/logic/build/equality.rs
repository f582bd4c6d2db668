//! Equality of terms of every sort.

use super::super::bits::Bits;
use super::super::pool::{BinaryOp, Node, Sort, TermId, TermPool};

/// Nested decisions that an equality is moved into.
const MAX_PEEL: usize = 64;

impl TermPool {
    /// Equality.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert_eq!(sort, self.sort(b), "{a} and {b} have the same sort");
        match sort {
            Sort::Bool => self.iff(a, b),
            Sort::Bv(_) => self.eq_bv(a, b, true),
            Sort::Array(..) if a == b => TermId::TRUE,
            Sort::Array(..) => self.bool_node(Node::Eq(a.min(b), a.max(b))),
        }
    }

    /// Inequality.
    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    /// Whether two bit-vectors are equal, if that is obvious.
    fn quick_eq(&self, a: TermId, b: TermId) -> Option<bool> {
        if a == b { Some(true) } else { self.must_differ(a, b).then_some(false) }
    }

    fn eq_bv(&mut self, a: TermId, b: TermId, peel: bool) -> TermId {
        if let Some(decided) = self.quick_eq(a, b) {
            return self.bool_const(decided);
        }
        // A constant stands on the right.
        let (a, b) = if self.is_const(a) || (!self.is_const(b) && a > b) { (b, a) } else { (a, b) };
        if peel && let Some(result) = self.eq_ite(a, b) {
            return result;
        }
        let simpler = match self.as_bits(b).cloned() {
            Some(value) => self.eq_constant(a, &value),
            None => self.eq_terms(a, b),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.bool_node(Node::Eq(a, b)),
        }
    }

    /// Equality of a term that is no constant with a constant.
    fn eq_constant(&mut self, a: TermId, value: &Bits) -> Option<TermId> {
        let width = value.width();
        let (subject, value) = match self.node(a) {
            Node::Binary(BinaryOp::Add, base, offset) if self.is_const(offset) => {
                let offset = self.as_bits(offset)?;
                (base, value.sub(offset))
            }
            Node::Binary(BinaryOp::Sub, x, y) if value.is_zero() => return Some(self.eq(x, y)),
            Node::Binary(BinaryOp::Xor, x, y) if value.is_zero() => return Some(self.eq(x, y)),
            Node::Binary(BinaryOp::Xor, x, y) => (x, value.xor(self.as_bits(y)?)),
            Node::Binary(BinaryOp::Mul, x, y) => {
                let factor = self.as_bits(y)?.clone();
                return Some(self.eq_product(x, &factor, value));
            }
            Node::Neg(x) => (x, value.neg()),
            Node::BvNot(x) => (x, value.not()),
            Node::SignExtend(_, x) => {
                let low = value.extract(self.width(x) - 1, 0);
                if low.sign_extend(width) != *value {
                    return Some(TermId::FALSE);
                }
                (x, low)
            }
            Node::Concat(..) => return Some(self.eq_slices(a, value)),
            _ if width == 1 && value.is_zero() => {
                let one = self.bv_const(1, 1);
                return Some(self.ne(a, one));
            }
            _ => return None,
        };
        let value = self.bits_const(value);
        Some(self.eq(subject, value))
    }

    /// Equality of a concatenation with a constant, slice by slice.
    fn eq_slices(&mut self, a: TermId, value: &Bits) -> TermId {
        let mut equalities = Vec::new();
        let mut rest = a;
        loop {
            let (slice, low) = match self.node(rest) {
                Node::Concat(first, second) => (first, self.width(second)),
                _ => (rest, 0),
            };
            let part = self.bits_const(value.extract(low + self.width(slice) - 1, low));
            let equal = self.eq(slice, part);
            if equal == TermId::FALSE {
                return equal;
            }
            equalities.push(equal);
            match self.node(rest) {
                Node::Concat(_, second) => rest = second,
                _ => return self.and(equalities),
            }
        }
    }

    /// `x · factor = value`: an odd factor has an inverse, and a power of two is a shift.
    fn eq_product(&mut self, x: TermId, factor: &Bits, value: &Bits) -> TermId {
        let shift = factor.trailing_zeros();
        if value.trailing_zeros() < shift {
            return TermId::FALSE;
        }
        let top = factor.width() - 1;
        let inverse = inverse(&factor.extract(top, shift));
        let value = self.bits_const(value.extract(top, shift).mul(&inverse));
        let subject = self.extract(top - shift, 0, x);
        self.eq(subject, value)
    }

    /// Equality of two terms neither of which is a constant.
    fn eq_terms(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let ((base_a, offset_a), (base_b, offset_b)) = (self.split_offset(a), self.split_offset(b));
        if let (Some(base_a), Some(base_b), Some(offset_a), Some(offset_b)) = (base_a, base_b, offset_a, offset_b) {
            let offset = self.sub(offset_a, offset_b);
            let left = self.add(base_a, offset);
            return Some(self.eq(left, base_b));
        }
        if let Some((x, y)) = self.cancel(a, b).or_else(|| self.cancel(b, a)) {
            let y = match y {
                Some(y) => y,
                None => self.bv_const(0, self.width(x)),
            };
            return Some(self.eq(x, y));
        }
        match (self.node(a), self.node(b)) {
            (Node::Neg(x), Node::Neg(y)) | (Node::BvNot(x), Node::BvNot(y)) => Some(self.eq(x, y)),
            (Node::SignExtend(n, x), Node::SignExtend(m, y)) if n == m => Some(self.eq(x, y)),
            (Node::Binary(BinaryOp::Mul, x, k), Node::Binary(BinaryOp::Mul, y, l)) if k == l && self.is_const(k) => {
                let shift = self.as_bits(k)?.trailing_zeros();
                let top = self.width(k) - 1 - shift;
                let (x, y) = (self.extract(top, 0, x), self.extract(top, 0, y));
                Some(self.eq(x, y))
            }
            (Node::Concat(high_a, low_a), Node::Concat(high_b, low_b)) => {
                self.eq_concats((high_a, low_a), (high_b, low_b), a, b)
            }
            _ => None,
        }
    }

    /// Removes a summand of `a` that is also in `b`; the second result is missing where zero is left.
    fn cancel(&self, a: TermId, b: TermId) -> Option<(TermId, Option<TermId>)> {
        match self.node(a) {
            Node::Binary(BinaryOp::Add | BinaryOp::Xor, x, y) if x == b => Some((y, None)),
            Node::Binary(BinaryOp::Add | BinaryOp::Xor, x, y) if y == b => Some((x, None)),
            Node::Binary(BinaryOp::Sub, x, y) if x == b => Some((y, None)),
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Xor), x, y) => match self.node(b) {
                Node::Binary(other, z, w) if other == op => match () {
                    _ if x == z => Some((y, Some(w))),
                    _ if x == w => Some((y, Some(z))),
                    _ if y == z => Some((x, Some(w))),
                    _ if y == w => Some((x, Some(z))),
                    _ => None,
                },
                _ => None,
            },
            Node::Binary(BinaryOp::Sub, x, y) => match self.node(b) {
                Node::Binary(BinaryOp::Sub, z, w) if x == z => Some((y, Some(w))),
                Node::Binary(BinaryOp::Sub, z, w) if y == w => Some((x, Some(z))),
                _ => None,
            },
            _ => None,
        }
    }

    /// Equality of concatenations that are cut alike or begin with constants.
    fn eq_concats(
        &mut self,
        (high_a, low_a): (TermId, TermId),
        (high_b, low_b): (TermId, TermId),
        a: TermId,
        b: TermId,
    ) -> Option<TermId> {
        let width = self.width(a);
        let ends_b = self.slice_ends(b, MAX_PEEL)?;
        let shared = self.slice_ends(a, MAX_PEEL)?.into_iter().rev().find(|end| *end < width && ends_b.contains(end));
        let cut = match shared {
            Some(cut) => cut,
            None if self.is_const(high_a) && self.is_const(high_b) => self.width(low_a).max(self.width(low_b)),
            None => return None,
        };
        let (x, y) = (self.extract(width - 1, cut, a), self.extract(width - 1, cut, b));
        let high = self.eq(x, y);
        if high == TermId::FALSE {
            return Some(high);
        }
        let (x, y) = (self.extract(cut - 1, 0, a), self.extract(cut - 1, 0, b));
        let low = self.eq(x, y);
        Some(self.and([high, low]))
    }

    /// Moves an equality into decisions where it becomes obvious on one side.
    fn eq_ite(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if self.is_const(b) && self.is_choice(a) {
            return Some(self.map_choice(a, &mut |pool, leaf| pool.bool_const(leaf == b)));
        }
        if let (Node::Ite(c, a1, a2), Node::Ite(d, b1, b2)) = (self.node(a), self.node(b))
            && c == d
            && (self.quick_eq(a1, b1).is_some() || self.quick_eq(a2, b2).is_some())
        {
            let (then, otherwise) = (self.eq(a1, b1), self.eq(a2, b2));
            return Some(self.ite(c, then, otherwise));
        }
        self.peel(a, b).or_else(|| self.peel(b, a))
    }

    fn peel(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // (condition, side where the equality is obvious, what it is there)
        let mut steps: Vec<(TermId, bool, bool)> = Vec::new();
        let mut rest = a;
        while let Node::Ite(condition, then, otherwise) = self.node(rest)
            && steps.len() < MAX_PEEL
        {
            if let Some(known) = self.quick_eq(then, b) {
                steps.push((condition, true, known));
                rest = otherwise;
            } else if let Some(known) = self.quick_eq(otherwise, b) {
                steps.push((condition, false, known));
                rest = then;
            } else {
                break;
            }
        }
        if steps.is_empty() {
            return None;
        }
        let more = steps.len() < MAX_PEEL;
        let mut result = self.eq_bv(rest, b, more);
        while let Some((condition, side, known)) = steps.pop() {
            let known = self.bool_const(known);
            result = if side { self.ite(condition, known, result) } else { self.ite(condition, result, known) };
        }
        Some(result)
    }
}

/// The inverse of an odd constant modulo two to the power of its width, by Newton's iteration.
fn inverse(odd: &Bits) -> Bits {
    let width = odd.width();
    let two = Bits::new(2, width);
    let mut inverse = odd.clone();
    // An odd number is its own inverse modulo 8, and each step doubles the number of correct bits.
    let mut correct = 3;
    while correct < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct *= 2;
    }
    inverse
}
