//! Assumptions in order: something may use only those made before it.

use super::Encoding;
use crate::logic::{Sort, TermId};

/// For each number of assumptions that something comes after: a variable that stands for them all.
pub struct Prefixes(Vec<(usize, TermId)>);

impl Prefixes {
    /// Makes the variables.
    pub fn of(encoding: &mut Encoding) -> Self {
        let mut positions: Vec<usize> = encoding.obligations.iter().map(|o| o.after).collect();
        positions.extend(encoding.residuals.iter().map(|r| r.after));
        positions.extend(encoding.loops.iter().map(|l| l.after));
        positions.extend(encoding.unsupported.iter().chain(&encoding.externals).map(|r| r.after));
        positions.sort_unstable();
        positions.dedup();
        let mut variable = |position: usize| match position {
            0 => TermId::TRUE,
            _ => encoding.memory.pool.var(&format!("prefix!{position}"), Sort::Bool),
        };
        Self(positions.into_iter().map(|position| (position, variable(position))).collect())
    }

    /// What the variables mean, to be asserted: each implies the one before it and what was assumed since, of the
    /// assumptions that are kept.
    pub fn definitions(&self, encoding: &mut Encoding, keep: impl Fn(usize) -> bool) -> Vec<TermId> {
        let mut definitions = Vec::new();
        let mut previous = (0, TermId::TRUE);
        for &(position, variable) in &self.0 {
            let since = (previous.0..position).filter(|&number| keep(number));
            let facts: Vec<TermId> = since.map(|number| encoding.assumptions[number]).chain([previous.1]).collect();
            let pool = &mut encoding.memory.pool;
            let facts = pool.and(facts);
            definitions.push(pool.implies(variable, facts));
            previous = (position, variable);
        }
        definitions
    }

    /// The variable that implies all assumptions before a position.
    pub fn before(&self, position: usize) -> TermId {
        match self.0.binary_search_by_key(&position, |(position, _)| *position) {
            Ok(index) => self.0[index].1,
            Err(index) => index.checked_sub(1).map_or(TermId::TRUE, |index| self.0[index].1),
        }
    }
}
