//! What loops change.

use crate::ir::{Body, Callee, LocalId, LoopInfo, StatementKind, Storage};
use indexmap::IndexSet;

/// The locals that a loop sets.
pub(super) fn written_in(body: &Body, info: &LoopInfo) -> IndexSet<LocalId> {
    let statements = info.blocks.iter().flat_map(|block| &body.blocks[*block].statements);
    statements.filter_map(|statement| statement.kind.written()).collect()
}

/// Whether a loop can change the heap. `harmless` tells which calls do not.
pub(super) fn changes_heap(body: &Body, info: &LoopInfo, harmless: impl Fn(&Callee) -> bool) -> bool {
    let mut statements = info.blocks.iter().flat_map(|block| &body.blocks[*block].statements);
    statements.any(|statement| match &statement.kind {
        StatementKind::Store { .. }
        | StatementKind::Copy { .. }
        | StatementKind::Zero { .. }
        | StatementKind::DynamicLive { .. } => true,
        StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
            body.locals[*local].storage == Storage::Memory
        }
        StatementKind::Call { callee, .. } => !harmless(callee),
        StatementKind::Assign { .. }
        | StatementKind::Load { .. }
        | StatementKind::DynamicDead(_)
        | StatementKind::Assume(_)
        | StatementKind::Check(_)
        | StatementKind::Unsupported(_) => false,
    })
}
