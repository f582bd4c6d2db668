//! Assumptions in order: something may use only those made before it.

use crate::logic::{Sort, TermId};
use crate::solver::Solver;
use crate::ssa::Encoding;

/// For each number of assumptions that something comes after: a variable that implies them all.
pub(super) struct Prefixes(Vec<(usize, TermId)>);

impl Prefixes {
    /// Chains the assumptions as [`Prefixes::chain`] does, and asserts them.
    pub fn assert(encoding: &mut Encoding, solver: &mut dyn Solver) -> Self {
        let (prefixes, assertions) = Self::chain(encoding);
        for assertion in assertions {
            solver.assert(&encoding.memory.pool, assertion);
        }
        prefixes
    }

    /// Chains the assumptions: a prefix variable implies the previous one and what was assumed since. Also returns
    /// what says so, to be asserted, after the constraints of the encoding.
    pub fn chain(encoding: &mut Encoding) -> (Self, Vec<TermId>) {
        let mut assertions = encoding.memory.constraints.clone();
        let mut positions: Vec<usize> = encoding.obligations.iter().map(|o| o.after).collect();
        positions.extend(encoding.residuals.iter().map(|r| r.after));
        positions.extend(encoding.loops.iter().map(|l| l.after));
        positions.extend(encoding.unsupported.iter().chain(&encoding.externals).map(|r| r.after));
        positions.sort_unstable();
        positions.dedup();
        let mut prefixes = Vec::new();
        let mut previous = (0, TermId::TRUE);
        for position in positions {
            if position > previous.0 {
                let pool = &mut encoding.memory.pool;
                let variable = pool.var(&format!("prefix!{position}"), Sort::Bool);
                let mut facts = encoding.assumptions[previous.0..position].to_vec();
                facts.push(previous.1);
                let facts = pool.and(facts);
                assertions.push(pool.implies(variable, facts));
                previous = (position, variable);
            }
            prefixes.push((position, previous.1));
        }
        (Self(prefixes), assertions)
    }

    /// The variable that implies all assumptions before a position.
    pub fn before(&self, position: usize) -> TermId {
        match self.0.binary_search_by_key(&position, |(position, _)| *position) {
            Ok(index) => self.0[index].1,
            Err(index) => index.checked_sub(1).map_or(TermId::TRUE, |index| self.0[index].1),
        }
    }
}
