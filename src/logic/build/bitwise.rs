//! Bitwise operations and shifts.
//!
//! Shifts by constants and masks with few runs become concatenations of extracts, the form in which bit-fields,
//! bytes and casts meet.

use super::super::bits::Bits;
use super::super::pool::{BinaryOp, Node, TermId, TermPool};

/// Runs of equal bits up to which a mask is cut into slices.
const MAX_RUNS: usize = 5;

/// Slices up to which two concatenations are combined slice by slice.
const MAX_SLICES: usize = 16;

impl TermPool {
    /// Bitwise complement.
    pub fn bvnot(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            Node::Const(constant) => {
                let value = self.bits(constant).not();
                self.bits_const(value)
            }
            Node::BvNot(inner) => inner,
            _ if self.is_choice(a) => self.map_choice(a, &mut |pool, leaf| pool.bvnot(leaf)),
            _ => {
                let width = self.width(a);
                self.bv_node(Node::BvNot(a), width)
            }
        }
    }

    /// Bitwise and.
    pub fn bvand(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitwise(BinaryOp::And, a, b)
    }

    /// Bitwise or.
    pub fn bvor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitwise(BinaryOp::Or, a, b)
    }

    /// Bitwise exclusive or.
    pub fn bvxor(&mut self, a: TermId, b: TermId) -> TermId {
        self.bitwise(BinaryOp::Xor, a, b)
    }

    fn bitwise(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(folded) = self.fold_binary(op, a, b) {
            return folded;
        }
        let (a, b) = if self.is_const(a) || (!self.is_const(b) && a > b) { (b, a) } else { (a, b) };
        if a == b {
            return if op == BinaryOp::Xor { self.bv_const(0, width) } else { a };
        }
        let complement =
            matches!(self.node(a), Node::BvNot(x) if x == b) || matches!(self.node(b), Node::BvNot(x) if x == a);
        if complement {
            return self.bits_const(if op == BinaryOp::And { Bits::zero(width) } else { Bits::ones(width) });
        }
        if let Some(constant) = self.as_bits(b).cloned()
            && let Some(result) = self.bitwise_constant(op, a, b, &constant)
        {
            return result;
        }
        match self.bitwise_slices(op, a, b) {
            Some(result) => result,
            None => self.binary_node(op, a, b),
        }
    }

    /// Cases with a constant on the right.
    fn bitwise_constant(&mut self, op: BinaryOp, a: TermId, b: TermId, constant: &Bits) -> Option<TermId> {
        let neutral = if op == BinaryOp::And { constant.is_ones() } else { constant.is_zero() };
        if neutral {
            return Some(a);
        }
        let extreme = constant.is_zero() || constant.is_ones();
        match (self.node(a), op) {
            (_, BinaryOp::Xor) if extreme => return Some(self.bvnot(a)),
            _ if extreme => return Some(b),
            (Node::Binary(inner, x, y), _) if inner == op && self.is_const(y) => {
                let joined = self.bitwise(op, y, b);
                return Some(self.bitwise(op, x, joined));
            }
            _ => {}
        }
        let runs = constant.runs();
        if op == BinaryOp::Xor || runs.len() > MAX_RUNS {
            return None;
        }
        let mut result = None;
        let mut low = 0;
        for (bit, length) in runs {
            // An and keeps the operand under ones, an or keeps it under zeros.
            let slice = if bit == (op == BinaryOp::And) {
                self.extract(low + length - 1, low, a)
            } else {
                self.bits_const(constant.extract(low + length - 1, low))
            };
            result = Some(result.map_or(slice, |below| self.concat(slice, below)));
            low += length;
        }
        result
    }

    /// Combines concatenations slice by slice, if in each slice one operand is a constant.
    fn bitwise_slices(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let cut = |t: TermId| matches!(self.node(t), Node::Concat(..));
        if !cut(a) || !(cut(b) || self.is_const(b)) {
            return None;
        }
        let mut cuts: Vec<u32> = self.slice_ends(a, MAX_SLICES)?;
        cuts.extend(self.slice_ends(b, MAX_SLICES)?);
        cuts.sort_unstable();
        cuts.dedup();
        let mut slices = Vec::with_capacity(cuts.len());
        let mut low = 0;
        for end in cuts {
            let (x, y) = (self.extract(end - 1, low, a), self.extract(end - 1, low, b));
            if !self.is_const(x) && !self.is_const(y) {
                return None;
            }
            slices.push((x, y));
            low = end;
        }
        let mut result = None;
        for (x, y) in slices {
            let slice = self.bitwise(op, x, y);
            result = Some(result.map_or(slice, |below| self.concat(slice, below)));
        }
        result
    }

    /// Left shift.
    pub fn shl(&mut self, a: TermId, amount: TermId) -> TermId {
        self.same_width(a, amount);
        match self.fold_shift(BinaryOp::Shl, a, amount) {
            Ok(folded) => folded,
            Err(Some(amount)) => self.shl_by(a, amount),
            Err(None) => self.binary_node(BinaryOp::Shl, a, amount),
        }
    }

    /// Logical right shift.
    pub fn lshr(&mut self, a: TermId, amount: TermId) -> TermId {
        self.same_width(a, amount);
        match self.fold_shift(BinaryOp::Lshr, a, amount) {
            Ok(folded) => folded,
            Err(Some(amount)) => self.lshr_by(a, amount),
            Err(None) => self.binary_node(BinaryOp::Lshr, a, amount),
        }
    }

    /// Arithmetic right shift.
    pub fn ashr(&mut self, a: TermId, amount: TermId) -> TermId {
        let width = self.same_width(a, amount);
        match self.fold_shift(BinaryOp::Ashr, a, amount) {
            Ok(folded) => folded,
            Err(Some(amount)) => {
                let high = self.extract(width - 1, amount.min(width - 1), a);
                self.sext(high, width)
            }
            Err(None) if self.is_non_negative(a) => self.lshr(a, amount),
            Err(None) => self.binary_node(BinaryOp::Ashr, a, amount),
        }
    }

    /// The folded shift, or the amount if that is constant.
    fn fold_shift(&mut self, op: BinaryOp, a: TermId, amount: TermId) -> Result<TermId, Option<u32>> {
        if let Some(folded) = self.fold_binary(op, a, amount) {
            return Ok(folded);
        }
        if self.is_zero(a) {
            return Ok(a);
        }
        Err(self.as_bits(amount).map(Bits::shift_amount))
    }

    fn shl_by(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.width(a);
        if amount == 0 {
            return a;
        }
        if amount >= width {
            return self.bv_const(0, width);
        }
        let (low, zeros) = (self.extract(width - 1 - amount, 0, a), self.bv_const(0, amount));
        self.concat(low, zeros)
    }

    pub(super) fn lshr_by(&mut self, a: TermId, amount: u32) -> TermId {
        let width = self.width(a);
        if amount >= width {
            return self.bv_const(0, width);
        }
        let high = self.extract(width - 1, amount, a);
        self.zext(high, width)
    }
}
