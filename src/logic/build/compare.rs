//! Unsigned and signed order.

use super::super::bits::Bits;
use super::super::pool::{Node, TermId, TermPool};

impl TermPool {
    /// Unsigned less-than.
    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        if a == b {
            return TermId::FALSE;
        }
        if let (Some(x), Some(y)) = (self.as_bits(a), self.as_bits(b)) {
            return self.bool_const(x.ult(y));
        }
        if self.is_below(a, b) {
            return TermId::TRUE;
        }
        if let (Some(x), Some(y)) = (self.small_facts(a), self.small_facts(b))
            && x.min >= y.max
        {
            return TermId::FALSE;
        }
        if let Some(result) = self.map_choices(a, b, |pool, a, b| pool.ult(a, b)) {
            return result;
        }
        if let Some(result) = self.ult_extreme(a, b) {
            return result;
        }
        match self.narrow_order(a, b) {
            Some((a, b)) => self.ult(a, b),
            None => self.bool_node(Node::Ult(a, b)),
        }
    }

    /// Comparisons with the least and the greatest values, which are equalities.
    fn ult_extreme(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let Some(value) = self.as_bits(a) {
            let next_is_greatest = value.not().is_one();
            return if value.is_zero() {
                Some(self.ne(b, a))
            } else if value.is_ones() {
                Some(TermId::FALSE)
            } else if next_is_greatest {
                let greatest = self.bits_const(Bits::ones(self.width(b)));
                Some(self.eq(b, greatest))
            } else {
                None
            };
        }
        let value = self.as_bits(b)?;
        if value.is_zero() {
            Some(TermId::FALSE)
        } else if value.is_ones() {
            Some(self.ne(a, b))
        } else if value.is_one() {
            let zero = self.bv_const(0, self.width(a));
            Some(self.eq(a, zero))
        } else {
            None
        }
    }

    /// Removes what both operands have in common without a change of their unsigned order.
    fn narrow_order(&mut self, a: TermId, b: TermId) -> Option<(TermId, TermId)> {
        match (self.node(a), self.node(b)) {
            (Node::SignExtend(n, x), Node::SignExtend(m, y)) if n == m => return Some((x, y)),
            (Node::Concat(high_a, low_a), Node::Concat(high_b, low_b)) => {
                if high_a == high_b {
                    return Some((low_a, low_b));
                }
                if low_a == low_b {
                    return Some((high_a, high_b));
                }
            }
            _ => {}
        }
        // Equal constants at the top do not decide.
        let (top_a, top_b) = (self.constant_top(a)?, self.constant_top(b)?);
        let count = top_a.width().min(top_b.width());
        let leading = |bits: &Bits| bits.extract(bits.width() - 1, bits.width() - count);
        let width = self.width(a);
        if leading(&top_a) != leading(&top_b) || count == width {
            return None;
        }
        Some((self.extract(width - count - 1, 0, a), self.extract(width - count - 1, 0, b)))
    }

    /// The constant that a term begins with.
    fn constant_top(&self, term: TermId) -> Option<Bits> {
        match self.node(term) {
            Node::Const(constant) => Some(self.bits(constant).clone()),
            Node::Concat(high, _) => self.as_bits(high).cloned(),
            _ => None,
        }
    }

    /// Signed less-than.
    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if a == b {
            return TermId::FALSE;
        }
        match (self.sign(a), self.sign(b)) {
            (Some(x), Some(y)) if x == y => return self.ult(a, b),
            (Some(negative), Some(_)) => return self.bool_const(negative),
            _ => {}
        }
        if let Some(result) = self.map_choices(a, b, |pool, a, b| pool.slt(a, b)) {
            return result;
        }
        let extended = |t: TermId| match self.node(t) {
            Node::SignExtend(_, inner) => Some((inner, self.width(inner))),
            _ => None,
        };
        let narrow = match (extended(a), extended(b)) {
            (Some((x, n)), Some((y, m))) if n == m => return self.slt(x, y),
            (Some((x, n)), None) => self.as_bits(b).map(|value| (x, value, n, true)),
            (None, Some((y, n))) => self.as_bits(a).map(|value| (y, value, n, false)),
            _ => None,
        };
        if let Some((inner, value, inner_width, inner_is_left)) = narrow {
            let Some(low) = fit(value, inner_width) else {
                // Everything is below what is too great, and above what is too small.
                return self.bool_const(value.is_negative() != inner_is_left);
            };
            let low = self.bits_const(low);
            return if inner_is_left { self.slt(inner, low) } else { self.slt(low, inner) };
        }
        let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
        match (self.as_bits(a), self.as_bits(b)) {
            (Some(value), _) if *value == greatest => TermId::FALSE,
            (_, Some(value)) if *value == least => TermId::FALSE,
            (Some(value), _) if *value == least => self.ne(b, a),
            (_, Some(value)) if *value == greatest => self.ne(a, b),
            _ => self.bool_node(Node::Slt(a, b)),
        }
    }

    /// Unsigned at most.
    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.ult(b, a);
        self.not(above)
    }

    /// Unsigned greater-than.
    pub fn ugt(&mut self, a: TermId, b: TermId) -> TermId {
        self.ult(b, a)
    }

    /// Unsigned at least.
    pub fn uge(&mut self, a: TermId, b: TermId) -> TermId {
        self.ule(b, a)
    }

    /// Signed at most.
    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let above = self.slt(b, a);
        self.not(above)
    }

    /// Signed greater-than.
    pub fn sgt(&mut self, a: TermId, b: TermId) -> TermId {
        self.slt(b, a)
    }

    /// Signed at least.
    pub fn sge(&mut self, a: TermId, b: TermId) -> TermId {
        self.sle(b, a)
    }
}

/// A constant as a signed value of `width` bits, if it fits.
fn fit(value: &Bits, width: u32) -> Option<Bits> {
    let low = value.extract(width - 1, 0);
    (low.sign_extend(value.width()) == *value).then_some(low)
}
