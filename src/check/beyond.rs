//! Places beyond what a formula says: cuts, constructs that are not modelled.

use super::Obstacle;
use super::prefix::Prefixes;
use crate::logic::TermId;
use crate::ssa::{Encoding, ResidualKind};

/// Which places.
#[derive(Clone, Copy)]
pub(super) enum Beyond {
    /// Constructs that are not modelled, external functions that may write.
    NotModelled,
    /// Where unwinding was cut.
    Residual,
}

/// The places of one kind, each with the condition under which it is reached.
pub(super) fn places(encoding: &mut Encoding, prefixes: &Prefixes, kind: Beyond) -> Vec<(TermId, Obstacle)> {
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
                (residual.guard, residual.after, Obstacle { what: what.to_string(), span: residual.span })
            })
            .collect(),
        Beyond::NotModelled => encoding
            .unsupported
            .iter()
            .chain(&encoding.externals)
            .map(|reached| {
                let obstacle = Obstacle { what: format!("not modelled: {}", reached.what), span: reached.span };
                (reached.guard, reached.after, obstacle)
            })
            .collect(),
    };
    list.into_iter()
        .map(|(guard, after, obstacle)| (encoding.memory.pool.and([guard, prefixes.before(after)]), obstacle))
        .collect()
}
