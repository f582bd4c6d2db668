//! Negation and what is defined by conjunction.

use super::super::pool::{Node, TermId, TermPool};

impl TermPool {
    /// Negation.
    pub fn not(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            Node::True => TermId::FALSE,
            Node::False => TermId::TRUE,
            Node::Not(inner) => inner,
            _ => self.bool_node(Node::Not(a)),
        }
    }

    /// Whether one term is the negation of the other.
    pub(super) fn complementary(&self, a: TermId, b: TermId) -> bool {
        self.as_not(a) == Some(b) || self.as_not(b) == Some(a) || (a.0 < 2 && b.0 < 2 && a != b)
    }

    /// Disjunction; `false` if there are no terms.
    pub fn or(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let negated = terms.into_iter().map(|t| self.not(t)).collect();
        let none = self.conjunction(negated);
        self.not(none)
    }

    /// Conjunction; `true` if there are no terms.
    pub fn and(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        self.conjunction(terms.into_iter().collect())
    }

    /// Implication.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let refuted = self.not(b);
        let counterexample = self.and([a, refuted]);
        self.not(counterexample)
    }

    /// Equivalence of booleans.
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        let (plain_a, plain_b) = (self.as_not(a).unwrap_or(a), self.as_not(b).unwrap_or(b));
        let negated = (plain_a != a) != (plain_b != b);
        let equal = match (plain_a, plain_b) {
            _ if plain_a == plain_b => TermId::TRUE,
            (TermId::TRUE, other) | (other, TermId::TRUE) => other,
            (TermId::FALSE, other) | (other, TermId::FALSE) => self.not(other),
            _ => self.bool_node(Node::Eq(plain_a.min(plain_b), plain_a.max(plain_b))),
        };
        if negated { self.not(equal) } else { equal }
    }

    /// Exclusive or of booleans.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.iff(a, b);
        self.not(equal)
    }

    /// The bit-vector 1 if the boolean holds, and 0 otherwise.
    pub fn bool_to_bv(&mut self, a: TermId, width: u32) -> TermId {
        let (one, zero) = (self.bv_const(1, width), self.bv_const(0, width));
        self.ite(a, one, zero)
    }
}
