//! What loops change, and what they count.

use crate::ir::{
    BinaryOp, Body, Callee, ExprKind, IntType, LocalId, LoopId, LoopInfo, LoopTree, StatementKind, Storage,
    TerminatorKind,
};
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

/// A register that a loop counts up while it is below a number.
#[derive(Clone, Copy)]
pub(super) struct Counter {
    pub ty: IntType,
    /// The number, as a bit pattern.
    pub end: u64,
}

/// Whether a loop does nothing else with a register than counting it up by one, at most once a turn and only after it was found to be
/// below a constant: what it is compared with. So it never exceeds that, unless it did from the start, and never overflows.
pub(super) fn counter(body: &Body, loops: &LoopTree, id: LoopId, local: LocalId) -> Option<Counter> {
    let info = &loops.loops[id];
    let head = &body.blocks[info.head];
    let TerminatorKind::Branch { condition, then, otherwise } = &head.terminator.kind else { return None };
    let ExprKind::Binary(BinaryOp::Lt, left, right) = &condition.kind else { return None };
    let (ExprKind::Register(compared), ExprKind::Int(end), Some(ty)) = (&left.kind, &right.kind, left.ty.as_int())
    else {
        return None;
    };
    let leaves = info.blocks.contains(then) && !info.blocks.contains(otherwise);
    let mut writes = info.blocks.iter().flat_map(|block| {
        body.blocks[*block].statements.iter().filter(|s| s.kind.written() == Some(local)).map(move |s| (*block, s))
    });
    let (block, statement) = writes.next()?;
    let StatementKind::Assign { value, .. } = &statement.kind else { return None };
    let ExprKind::Binary(BinaryOp::Add, counted, step) = &value.kind else { return None };
    let by_one =
        matches!(counted.kind, ExprKind::Register(other) if other == local) && matches!(step.kind, ExprKind::Int(1));
    let once = loops.innermost[block] == Some(id) && block != info.head && writes.next().is_none();
    (leaves && *compared == local && by_one && once).then_some(Counter { ty, end: *end })
}
