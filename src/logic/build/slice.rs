//! Concatenation, extraction and extension.
//!
//! Concatenations are nested to the right: the first operand is never a concatenation itself.

use super::super::pool::{BinaryOp, Node, TermId, TermPool};
use super::MAX_DEPTH;

impl TermPool {
    /// `high` above `low`.
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let mut parts = Vec::new();
        let mut rest = high;
        while let Node::Concat(first, second) = self.node(rest) {
            parts.push(first);
            rest = second;
        }
        let mut result = self.concat_flat(rest, low);
        while let Some(part) = parts.pop() {
            result = self.concat_flat(part, result);
        }
        result
    }

    /// Concatenation with a first operand that is no concatenation.
    fn concat_flat(&mut self, high: TermId, low: TermId) -> TermId {
        let (next, rest) = match self.node(low) {
            Node::Concat(next, rest) => (next, Some(rest)),
            _ => (low, None),
        };
        let joined = match (self.node(high), self.node(next)) {
            (Node::Const(a), Node::Const(b)) => {
                let value = self.bits(a).concat(self.bits(b));
                Some(self.bits_const(value))
            }
            (Node::Extract { high: top, low: cut, of: a }, Node::Extract { high: below, low: bottom, of: b })
                if a == b && cut == below + 1 =>
            {
                Some(self.extract(top, bottom, a))
            }
            // The low part of a term right below its high part.
            (Node::Extract { high: top, low: cut, of }, _) if of == next && cut == self.width(next) => {
                Some(self.extract(top, 0, of))
            }
            (Node::Const(_), Node::Ite(..)) if rest.is_none() && self.is_choice(next) => {
                return self.map_choice(next, &mut |pool, leaf| pool.concat_flat(high, leaf));
            }
            _ => None,
        };
        match (joined, rest) {
            (Some(joined), Some(rest)) => self.concat_flat(joined, rest),
            (Some(joined), None) => joined,
            (None, _) => {
                let width = self.width(high) + self.width(low);
                self.bv_node(Node::Concat(high, low), width)
            }
        }
    }

    /// Zeros added above, up to `width`.
    pub fn zext(&mut self, a: TermId, width: u32) -> TermId {
        let have = self.width(a);
        assert!(width >= have, "an extension does not shrink");
        if width == have {
            return a;
        }
        let zeros = self.bv_const(0, width - have);
        self.concat(zeros, a)
    }

    /// The operand, if the term is a zero extension.
    pub(super) fn as_zext(&self, term: TermId) -> Option<TermId> {
        match self.node(term) {
            Node::Concat(high, low) if self.is_zero(high) => Some(low),
            _ => None,
        }
    }

    /// Copies of the highest bit added above, up to `width`.
    pub fn sext(&mut self, a: TermId, width: u32) -> TermId {
        let have = self.width(a);
        assert!(width >= have, "an extension does not shrink");
        match self.node(a) {
            _ if width == have => a,
            Node::Const(constant) => {
                let value = self.bits(constant).sign_extend(width);
                self.bits_const(value)
            }
            Node::SignExtend(_, inner) => self.sext(inner, width),
            _ if self.is_non_negative(a) => self.zext(a, width),
            _ if self.is_choice(a) => self.map_choice(a, &mut |pool, leaf| pool.sext(leaf, width)),
            _ => self.bv_node(Node::SignExtend(width - have, a), width),
        }
    }

    /// Truncates or zero-extends to `width`.
    pub fn resize_unsigned(&mut self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) { self.extract(width - 1, 0, a) } else { self.zext(a, width) }
    }

    /// Truncates or sign-extends to `width`.
    pub fn resize_signed(&mut self, a: TermId, width: u32) -> TermId {
        if width < self.width(a) { self.extract(width - 1, 0, a) } else { self.sext(a, width) }
    }

    /// The ends of the slices of a concatenation, from the lowest; `None` if there are more than `limit`.
    pub(super) fn slice_ends(&self, term: TermId, limit: usize) -> Option<Vec<u32>> {
        let mut ends = Vec::new();
        let mut rest = term;
        while let Node::Concat(_, low) = self.node(rest) {
            ends.push(self.width(rest));
            rest = low;
            if ends.len() >= limit {
                return None;
            }
        }
        ends.push(self.width(rest));
        ends.reverse();
        Some(ends)
    }

    /// The bits from `low` up to and including `high`.
    pub fn extract(&mut self, high: u32, low: u32, of: TermId) -> TermId {
        self.extract_within(high, low, of, MAX_DEPTH)
    }

    /// Extraction that moves into at most `depth` nested operations.
    fn extract_within(&mut self, high: u32, low: u32, of: TermId, depth: u32) -> TermId {
        let of_width = self.width(of);
        assert!(low <= high && high < of_width, "an extract stays inside its operand");
        let width = high - low + 1;
        if width == of_width {
            return of;
        }
        match self.node(of) {
            Node::Const(constant) => {
                let value = self.bits(constant).extract(high, low);
                self.bits_const(value)
            }
            Node::Extract { low: inner_low, of: inner, .. } => {
                self.extract_within(high + inner_low, low + inner_low, inner, depth)
            }
            Node::Concat(..) => self.extract_concat(high, low, of),
            Node::SignExtend(_, inner) => {
                let inner_width = self.width(inner);
                if high < inner_width {
                    return self.extract_within(high, low, inner, depth);
                }
                let top = self.extract_within(inner_width - 1, low.min(inner_width - 1), inner, depth);
                self.sext(top, width)
            }
            Node::BvNot(inner) => {
                let inner = self.extract_within(high, low, inner, depth);
                self.bvnot(inner)
            }
            Node::Ite(condition, a, b) if depth > 0 && (self.is_cut_free(a) || self.is_cut_free(b)) => {
                let a = self.extract_within(high, low, a, depth - 1);
                let b = self.extract_within(high, low, b, depth - 1);
                self.ite(condition, a, b)
            }
            // Low bits of a result that depend only on low bits of the operands.
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), a, b)
                if depth > 0 && low == 0 && self.is_cut_free(a) && self.is_cut_free(b) =>
            {
                let a = self.extract_within(high, 0, a, depth - 1);
                let b = self.extract_within(high, 0, b, depth - 1);
                match op {
                    BinaryOp::Add => self.add(a, b),
                    BinaryOp::Sub => self.sub(a, b),
                    _ => self.mul(a, b),
                }
            }
            _ => self.bv_node(Node::Extract { high, low, of }, width),
        }
    }

    /// Whether an extract from the term is likely no new extract.
    fn is_cut_free(&self, term: TermId) -> bool {
        matches!(self.node(term), Node::Const(_) | Node::Concat(..) | Node::SignExtend(..))
    }

    /// Extraction from a concatenation: the slices it covers, each cut to size.
    fn extract_concat(&mut self, high: u32, low: u32, of: TermId) -> TermId {
        let mut parts = Vec::new();
        let mut rest = of;
        while let Node::Concat(first, second) = self.node(rest) {
            let cut = self.width(second);
            if high >= cut {
                let top = (high - cut).min(self.width(first) - 1);
                parts.push(self.extract(top, low.saturating_sub(cut), first));
            }
            if low >= cut {
                rest = first;
                break;
            }
            rest = second;
        }
        // The walk ends either in a slice that was already taken or in the lowest one.
        let covered: u32 = parts.iter().map(|part| self.width(*part)).sum();
        let mut result = match high - low + 1 - covered {
            0 => parts.pop().expect("an extract covers at least one slice"),
            missing => self.extract(low + missing - 1, low, rest),
        };
        while let Some(part) = parts.pop() {
            result = self.concat(part, result);
        }
        result
    }

    /// Whether the highest bit is known to be zero.
    pub(super) fn is_non_negative(&self, term: TermId) -> bool {
        self.sign(term) == Some(false)
    }

    /// The highest bit, if it is known.
    pub(super) fn sign(&self, term: TermId) -> Option<bool> {
        match self.node(term) {
            Node::Const(constant) => Some(self.bits(constant).is_negative()),
            Node::Concat(high, _) => self.sign(high),
            _ => self.small_facts(term).and_then(|facts| facts.sign()),
        }
    }
}
