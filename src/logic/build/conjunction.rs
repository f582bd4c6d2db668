//! Conjunction: flattening, complements, absorption and common factors.
//!
//! A *clause* is a negated conjunction, that is, a disjunction of negations.

use super::super::pool::{Node, TermId, TermPool};

/// Longer conjunctions stay one operand, so that a guard which grows by one term per step needs linear space.
const MAX_FLAT: usize = 8;

/// Operands up to which clauses are compared with each other.
const MAX_CLAUSES: usize = 16;

impl TermPool {
    /// The conjunction of any terms.
    pub(super) fn conjunction(&mut self, terms: Vec<TermId>) -> TermId {
        let Some(mut terms) = self.flatten(terms) else { return TermId::FALSE };
        while let Some(changed) = self.propagate(&terms) {
            match self.flatten(changed) {
                Some(flat) => terms = flat,
                None => return TermId::FALSE,
            }
        }
        match terms.as_slice() {
            [] => TermId::TRUE,
            [one] => *one,
            _ => match self.factor(&terms) {
                Some(factored) => factored,
                None => self.intern_and(&terms),
            },
        }
    }

    /// Opens short inner conjunctions, sorts and removes duplicates; `None` if the conjunction is false.
    fn flatten(&self, terms: Vec<TermId>) -> Option<Vec<TermId>> {
        let inner = |t: TermId| self.as_and(t).filter(|list| list.len() <= MAX_FLAT);
        let mut flat = terms;
        if flat.iter().any(|t| inner(*t).is_some()) {
            flat = flat.into_iter().flat_map(|t| inner(t).map_or(vec![t], <[TermId]>::to_vec)).collect();
        }
        flat.sort_unstable();
        flat.dedup();
        flat.retain(|t| *t != TermId::TRUE);
        let refuted =
            |t: &TermId| *t == TermId::FALSE || self.as_not(*t).is_some_and(|inner| flat.binary_search(&inner).is_ok());
        (!flat.iter().any(refuted)).then_some(flat)
    }

    /// Whether `terms`, sorted, contain a term.
    fn has(terms: &[TermId], term: TermId) -> bool {
        terms.binary_search(&term).is_ok()
    }

    /// Whether `terms`, sorted, contain the negation of a term.
    fn has_negation(&self, terms: &[TermId], term: TermId) -> bool {
        match self.node(term) {
            Node::Not(inner) => Self::has(terms, inner),
            _ => self.find(Node::Not(term)).is_some_and(|negation| Self::has(terms, negation)),
        }
    }

    /// Uses the operands to simplify one of them; `None` if there is nothing to do.
    fn propagate(&mut self, terms: &[TermId]) -> Option<Vec<TermId>> {
        if terms.len() > MAX_CLAUSES {
            return None;
        }
        for (position, &term) in terms.iter().enumerate() {
            let others = || terms.iter().copied().filter(move |t| *t != term);
            if let Some(long) = self.as_and(term) {
                // A long conjunction that was not opened may contain other operands or their negation.
                let opened = |t: TermId| self.as_and(t).filter(|list| list.len() <= MAX_CLAUSES).unwrap_or_default();
                let refutes = |t: &TermId| self.has_negation(long, *t);
                if terms.iter().any(|t| refutes(t) || opened(*t).iter().any(refutes)) {
                    return Some(vec![TermId::FALSE]);
                }
                if terms.iter().any(|t| Self::has(long, *t)) {
                    return Some(terms.iter().copied().filter(|t| !Self::has(long, *t)).collect());
                }
            }
            if let Some(clause) = self.as_not(term).and_then(|inner| self.as_and(inner)) {
                if clause.iter().any(|t| self.has_negation(terms, *t)) {
                    return Some(others().collect());
                }
                if clause.iter().any(|t| Self::has(terms, *t)) {
                    let rest = clause.iter().copied().filter(|t| !Self::has(terms, *t)).collect();
                    let rest = self.conjunction(rest);
                    let shorter = self.not(rest);
                    return Some(others().chain([shorter]).collect());
                }
            }
            if let Some((subject, value)) = self.as_value_test(term) {
                // `x = 1` decides every other comparison of x with a constant.
                for &other in &terms[position + 1..] {
                    match self.as_value_test(other) {
                        Some((s, v)) if s == subject && v != value => return Some(vec![TermId::FALSE]),
                        _ => {}
                    }
                }
                let redundant =
                    |t: TermId| self.as_not(t).and_then(|t| self.as_value_test(t)).is_some_and(|(s, _)| s == subject);
                if terms.iter().any(|t| redundant(*t)) {
                    return Some(terms.iter().copied().filter(|t| !redundant(*t)).collect());
                }
            }
        }
        None
    }

    /// Subject and constant of an equality with a constant.
    fn as_value_test(&self, term: TermId) -> Option<(TermId, TermId)> {
        match self.node(term) {
            Node::Eq(subject, value) if self.is_const(value) => Some((subject, value)),
            _ => None,
        }
    }

    /// Takes out what all clauses share: `¬(s ∧ a) ∧ ¬(s ∧ b)` is `¬(s ∧ ¬(¬a ∧ ¬b))`.
    fn factor(&mut self, terms: &[TermId]) -> Option<TermId> {
        if terms.len() > MAX_CLAUSES {
            return None;
        }
        let clauses: Option<Vec<&[TermId]>> =
            terms.iter().map(|t| self.as_not(*t).and_then(|inner| self.as_and(inner))).collect();
        let clauses = clauses?;
        let (first, others) = clauses.split_first()?;
        let shared: Vec<TermId> =
            first.iter().copied().filter(|t| others.iter().all(|clause| Self::has(clause, *t))).collect();
        if shared.is_empty() {
            return None;
        }
        let rests: Vec<Vec<TermId>> =
            clauses.iter().map(|clause| clause.iter().copied().filter(|t| !Self::has(&shared, *t)).collect()).collect();
        let refuted = rests
            .into_iter()
            .map(|rest| {
                let rest = self.conjunction(rest);
                self.not(rest)
            })
            .collect();
        let none = self.conjunction(refuted);
        let some = self.not(none);
        let mut parts = shared;
        parts.push(some);
        let all = self.conjunction(parts);
        Some(self.not(all))
    }
}
