//! If-then-else of every sort.

use super::super::pool::{Node, Sort, TermId, TermPool};

impl TermPool {
    /// `a` if the condition holds, and `b` otherwise; both have one sort.
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        assert_eq!(sort, self.sort(b), "the branches {a} and {b} have the same sort");
        match self.node(condition) {
            Node::True => return a,
            Node::False => return b,
            Node::Not(inner) => return self.ite(inner, b, a),
            _ if a == b => return a,
            _ => {}
        }
        if sort == Sort::Bool
            && let Some(simple) = self.ite_bool(condition, a, b)
        {
            return simple;
        }
        // What a branch decides by the same condition is known inside it.
        if let Node::Ite(inner, then, _) = self.node(a)
            && inner == condition
        {
            return self.ite(condition, then, b);
        }
        if let Node::Ite(inner, _, otherwise) = self.node(b)
            && inner == condition
        {
            return self.ite(condition, a, otherwise);
        }
        if let Some(merged) = self.ite_merge(condition, a, b) {
            return merged;
        }
        self.intern(Node::Ite(condition, a, b), sort)
    }

    /// Boolean cases that are conjunctions or equivalences.
    fn ite_bool(&mut self, condition: TermId, a: TermId, b: TermId) -> Option<TermId> {
        Some(match (a, b) {
            _ if a == TermId::TRUE || a == condition => self.or([condition, b]),
            _ if a == TermId::FALSE || self.complementary(a, condition) => {
                let otherwise = self.not(condition);
                self.and([otherwise, b])
            }
            _ if b == TermId::FALSE || b == condition => self.and([condition, a]),
            _ if b == TermId::TRUE || self.complementary(b, condition) => self.implies(condition, a),
            _ if self.complementary(a, b) => self.iff(condition, a),
            _ if self.as_not(a).is_some() => {
                let (a, b) = (self.not(a), self.not(b));
                let negated = self.ite(condition, a, b);
                self.not(negated)
            }
            _ => return None,
        })
    }

    /// Joins two decisions between the same two values into one.
    fn ite_merge(&mut self, condition: TermId, a: TermId, b: TermId) -> Option<TermId> {
        if let Node::Ite(inner, then, otherwise) = self.node(b) {
            if then == a {
                let either = self.or([condition, inner]);
                return Some(self.ite(either, a, otherwise));
            }
            if otherwise == a {
                let not_inner = self.not(inner);
                let either = self.or([condition, not_inner]);
                return Some(self.ite(either, a, then));
            }
        }
        if let Node::Ite(inner, then, otherwise) = self.node(a) {
            if otherwise == b {
                let both = self.and([condition, inner]);
                return Some(self.ite(both, then, b));
            }
            if then == b {
                let not_inner = self.not(inner);
                let both = self.and([condition, not_inner]);
                return Some(self.ite(both, otherwise, b));
            }
        }
        None
    }
}
