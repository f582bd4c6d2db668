//! Places beyond what a formula says: cuts, constructs that are not modelled.

use crate::base::Obstacle;
use crate::logic::TermId;
use crate::ssa::{Encoding, Prefixes, ResidualKind};

/// Which places.
#[derive(Clone, Copy)]
pub(super) enum Beyond {
    /// Constructs that are not modelled, external functions that may write.
    NotModelled,
    /// Where unwinding was cut.
    Residual,
}

/// Something that must not happen.
pub(super) struct Open {
    /// When it does.
    pub term: TermId,
    /// How many assumptions come before it.
    pub after: usize,
    /// What it would mean.
    pub obstacle: Obstacle,
}

/// The places of one kind, each with the condition under which it is reached.
pub(super) fn places(encoding: &mut Encoding, prefixes: &Prefixes, kind: Beyond) -> Vec<Open> {
    let list: Vec<(TermId, usize, Obstacle)> = match kind {
        Beyond::Residual => encoding
            .residuals
            .iter()
            .map(|residual| {
                let what = match residual.kind {
                    ResidualKind::Loop => "this loop needs more unwinding or an invariant",
                    ResidualKind::Recursion => "this recursion goes deeper than the bound",
                    ResidualKind::Budget => "the program is too large to unwind further here",
                };
                (residual.guard, residual.after, Obstacle::new(what, residual.span))
            })
            .collect(),
        Beyond::NotModelled => encoding
            .unsupported
            .iter()
            .chain(&encoding.externals)
            .map(|reached| {
                let obstacle = Obstacle::new(format!("not modelled: {}", reached.what), reached.span);
                (reached.guard, reached.after, obstacle)
            })
            .collect(),
    };
    let mut open = |(guard, after, obstacle)| {
        let term = encoding.memory.pool.and([guard, prefixes.before(after)]);
        Open { term, after, obstacle }
    };
    list.into_iter().map(&mut open).collect()
}
