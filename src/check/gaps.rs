//! Places where a formula ends: cuts, and constructs that are not modelled.

use crate::base::{Obstacle, Weight};
use crate::logic::TermId;
use crate::ssa::{Encoding, Prefixes, ResidualKind};

/// Why a formula ends somewhere.
#[derive(Clone, Copy)]
pub(super) enum Gap {
    /// Constructs that are not modelled, external functions that may write.
    NotModelled,
    /// Where unwinding was cut.
    Cut,
}

/// Something that must not happen.
pub(super) struct Hazard {
    /// When it does.
    pub term: TermId,
    /// How many assumptions come before it.
    pub after: usize,
    /// What it would mean.
    pub obstacle: Obstacle,
}

/// The places of one kind, each with the condition under which it is reached.
pub(super) fn gaps(encoding: &mut Encoding, prefixes: &Prefixes, kind: Gap) -> Vec<Hazard> {
    let list: Vec<(TermId, usize, Obstacle)> = match kind {
        Gap::Cut => encoding
            .residuals
            .iter()
            .map(|residual| {
                let what = match residual.kind {
                    ResidualKind::Loop => {
                        "this loop needs an invariant, or more unwinding: `--unwind N` if it ends after N iterations"
                    }
                    ResidualKind::Recursion => {
                        "this recursion goes deeper than the bound: `--unwind N` if it ends after N calls"
                    }
                    ResidualKind::Budget => "the program is too large to unwind further here",
                };
                (residual.guard, residual.after, Obstacle::new(Weight::Unfollowed, what, residual.span))
            })
            .collect(),
        Gap::NotModelled => encoding
            .unsupported
            .iter()
            .chain(&encoding.externals)
            .map(|reached| {
                let what = format!("not modelled: {}", reached.what);
                let obstacle = Obstacle::new(Weight::Unmodelled, what, reached.span);
                (reached.guard, reached.after, obstacle)
            })
            .collect(),
    };
    let mut hazard = |(guard, after, obstacle)| {
        let term = encoding.memory.pool.and([guard, prefixes.before(after)]);
        Hazard { term, after, obstacle }
    };
    list.into_iter().map(&mut hazard).collect()
}
