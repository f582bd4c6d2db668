//! Traversals of terms as graphs: each shared term is visited once, operands first, without recursion.

use super::hash::{FastMap, FastSet};
use super::pool::{Node, TermId, TermPool};

impl TermPool {
    /// Visits the operands of a term, in order.
    pub fn for_each_child(&self, term: TermId, mut visit: impl FnMut(TermId)) {
        match self.node(term) {
            Node::True | Node::False | Node::Const(_) | Node::Var(_) => {}
            Node::And(list) => self.list(list).iter().copied().for_each(visit),
            Node::Not(a)
            | Node::Neg(a)
            | Node::BvNot(a)
            | Node::Extract { of: a, .. }
            | Node::SignExtend(_, a)
            | Node::ConstArray(_, a) => visit(a),
            Node::Eq(a, b)
            | Node::Ult(a, b)
            | Node::Slt(a, b)
            | Node::Binary(_, a, b)
            | Node::Float(_, a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b) => {
                visit(a);
                visit(b);
            }
            Node::Ite(a, b, c) | Node::Store(a, b, c) => {
                visit(a);
                visit(b);
                visit(c);
            }
        }
    }

    /// The terms below `roots`, themselves included, each after its operands. Terms that `skip` accepts are left
    /// out with what only they use.
    pub fn topological(&self, roots: &[TermId], skip: impl Fn(TermId) -> bool) -> Vec<TermId> {
        let mut order = Vec::new();
        let mut seen: FastSet<TermId> = FastSet::default();
        // A term is on the stack first to push its operands, then, marked, to be taken.
        let mut stack: Vec<(TermId, bool)> = roots.iter().rev().map(|t| (*t, false)).collect();
        while let Some((term, ready)) = stack.pop() {
            if ready {
                order.push(term);
            } else if !skip(term) && seen.insert(term) {
                stack.push((term, true));
                let first = stack.len();
                self.for_each_child(term, |child| stack.push((child, false)));
                stack[first..].reverse();
            }
        }
        order
    }

    /// How many distinct terms there are below `roots`, themselves included.
    pub fn dag_size(&self, roots: &[TermId]) -> usize {
        self.topological(roots, |_| false).len()
    }

    /// The variables below `roots`, in order of first use.
    pub fn free_vars(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut order = self.topological(roots, |_| false);
        order.retain(|t| matches!(self.node(*t), Node::Var(_)));
        order
    }

    /// Replaces terms, variables or any others, by terms of the same sort, all at once.
    pub fn substitute(&mut self, term: TermId, map: &FastMap<TermId, TermId>) -> TermId {
        self.substitute_all(&[term], map)[0]
    }

    /// As [`TermPool::substitute`], for several terms that share parts.
    pub fn substitute_all(&mut self, terms: &[TermId], map: &FastMap<TermId, TermId>) -> Vec<TermId> {
        let mut done = map.clone();
        for term in self.topological(terms, |t| map.contains_key(&t)) {
            let rebuilt = self.rebuild(term, &|t| done[&t]);
            done.insert(term, rebuilt);
        }
        terms.iter().map(|t| done[t]).collect()
    }

    /// The term with its operands replaced.
    fn rebuild(&mut self, term: TermId, new: &dyn Fn(TermId) -> TermId) -> TermId {
        let mut changed = false;
        self.for_each_child(term, |child| changed |= new(child) != child);
        if !changed {
            return term;
        }
        match self.node(term) {
            Node::True | Node::False | Node::Const(_) | Node::Var(_) => term,
            Node::Not(a) => self.not(new(a)),
            Node::And(list) => {
                let operands: Vec<TermId> = self.list(list).iter().map(|t| new(*t)).collect();
                self.and(operands)
            }
            Node::Eq(a, b) => self.eq(new(a), new(b)),
            Node::Ite(c, a, b) => self.ite(new(c), new(a), new(b)),
            Node::Ult(a, b) => self.ult(new(a), new(b)),
            Node::Slt(a, b) => self.slt(new(a), new(b)),
            Node::Neg(a) => self.neg(new(a)),
            Node::BvNot(a) => self.bvnot(new(a)),
            Node::Float(op, a, b) => self.float(op, new(a), new(b)),
            Node::Binary(op, a, b) => self.binary(op, new(a), new(b)),
            Node::Concat(a, b) => self.concat(new(a), new(b)),
            Node::Extract { high, low, of } => self.extract(high, low, new(of)),
            Node::SignExtend(count, a) => {
                let a = new(a);
                self.sext(a, self.width(a) + count)
            }
            Node::Select(a, i) => self.select(new(a), new(i)),
            Node::Store(a, i, v) => self.store(new(a), new(i), new(v)),
            Node::ConstArray(width, a) => self.const_array(width, new(a)),
        }
    }
}
