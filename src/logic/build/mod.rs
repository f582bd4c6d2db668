//! Builders of terms, which simplify as they build.
//!
//! Each builder looks a bounded distance into its operands, so that building costs constant time and never
//! recurses deeply. A rule is applied only where its result is not larger than what was asked for.

mod arith;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod conjunction;
mod equality;
mod float;
mod ite;
mod slice;

#[cfg(test)]
mod tests;

use super::bits::Bits;
use super::pool::{BinaryOp, Node, Sort, TermId, TermPool};

/// Constants at the leaves of an if-then-else tree up to which an operation moves into the tree.
const MAX_LEAVES: u32 = 8;

/// How deep an operation follows if-then-else and arithmetic that it may be moved into.
const MAX_DEPTH: u32 = 4;

impl TermPool {
    /// The bit-vector `value` modulo two to the power of `width`.
    pub fn bv_const(&mut self, value: u128, width: u32) -> TermId {
        self.bits_const(Bits::new(value, width))
    }

    /// The signed `value` modulo two to the power of `width`.
    pub fn bv_signed(&mut self, value: i128, width: u32) -> TermId {
        self.bits_const(Bits::from_signed(value, width))
    }

    /// The boolean constant.
    pub fn bool_const(&self, value: bool) -> TermId {
        if value { TermId::TRUE } else { TermId::FALSE }
    }

    /// `true`.
    pub fn true_(&self) -> TermId {
        TermId::TRUE
    }

    /// `false`.
    pub fn false_(&self) -> TermId {
        TermId::FALSE
    }

    /// The width shared by two bit-vectors.
    fn same_width(&self, a: TermId, b: TermId) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands {a} and {b} have the same width");
        width
    }

    fn is_zero(&self, term: TermId) -> bool {
        self.as_bits(term).is_some_and(Bits::is_zero)
    }

    fn is_const(&self, term: TermId) -> bool {
        matches!(self.node(term), Node::Const(_))
    }

    fn bv_node(&mut self, node: Node, width: u32) -> TermId {
        self.intern(node, Sort::Bv(width))
    }

    fn binary_node(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        self.bv_node(Node::Binary(op, a, b), width)
    }

    /// A binary bit-vector operation by its name.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::Udiv => self.udiv(a, b),
            BinaryOp::Urem => self.urem(a, b),
            BinaryOp::Sdiv => self.sdiv(a, b),
            BinaryOp::Srem => self.srem(a, b),
            BinaryOp::And => self.bvand(a, b),
            BinaryOp::Or => self.bvor(a, b),
            BinaryOp::Xor => self.bvxor(a, b),
            BinaryOp::Shl => self.shl(a, b),
            BinaryOp::Lshr => self.lshr(a, b),
            BinaryOp::Ashr => self.ashr(a, b),
        }
    }

    fn bool_node(&mut self, node: Node) -> TermId {
        self.intern(node, Sort::Bool)
    }

    /// Counts the constants at the leaves of an if-then-else tree down from `budget`; `None` if there are more
    /// or another leaf.
    fn count_leaves(&self, term: TermId, budget: u32) -> Option<u32> {
        match self.node(term) {
            Node::Const(_) => budget.checked_sub(1),
            Node::Ite(_, a, b) if budget > 1 => {
                self.count_leaves(a, budget).and_then(|rest| self.count_leaves(b, rest))
            }
            _ => None,
        }
    }

    /// Whether the term chooses among a few constants.
    fn is_choice(&self, term: TermId) -> bool {
        matches!(self.node(term), Node::Ite(..)) && self.count_leaves(term, MAX_LEAVES).is_some()
    }

    /// Applies an operation to each constant that a term chooses among.
    fn map_choice(&mut self, term: TermId, apply: &mut dyn FnMut(&mut Self, TermId) -> TermId) -> TermId {
        match self.node(term) {
            Node::Ite(condition, a, b) => {
                let (a, b) = (self.map_choice(a, apply), self.map_choice(b, apply));
                self.ite(condition, a, b)
            }
            _ => apply(self, term),
        }
    }

    /// Moves a binary operation into a choice among constants, if the other operand is a constant.
    fn map_choices(
        &mut self,
        a: TermId,
        b: TermId,
        mut apply: impl FnMut(&mut Self, TermId, TermId) -> TermId,
    ) -> Option<TermId> {
        if self.is_const(b) && self.is_choice(a) {
            Some(self.map_choice(a, &mut |pool, leaf| apply(pool, leaf, b)))
        } else if self.is_const(a) && self.is_choice(b) {
            Some(self.map_choice(b, &mut |pool, leaf| apply(pool, a, leaf)))
        } else {
            None
        }
    }
}
