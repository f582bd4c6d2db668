//! Which registers are read later, and what loops change.
//!
//! In: a body. Out: sets of locals per block, and per loop.

use super::layout::{block_exprs, statement_exprs};
use crate::base::IdVec;
use crate::ir::{BlockId, Body, Callee, Expr, ExprKind, LocalId, LoopInfo, Statement, StatementKind};
use indexmap::IndexSet;

/// Registers that may be read before they are written, at the start of each block.
pub(super) fn live_registers(body: &Body) -> IdVec<BlockId, IndexSet<LocalId>> {
    let mut live: IdVec<BlockId, IndexSet<LocalId>> = body.blocks.ids().map(|_| IndexSet::new()).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (id, block) in body.blocks.enumerated().rev() {
            let mut now: IndexSet<LocalId> = IndexSet::new();
            for next in block.terminator.kind.successors() {
                now.extend(live[next].iter().copied());
            }
            let inside: usize = block.statements.iter().map(|s| statement_exprs(&s.kind).len()).sum();
            for expr in &block_exprs(block)[inside..] {
                add_reads(expr, &mut now);
            }
            for statement in block.statements.iter().rev() {
                if let Some(target) = written(statement) {
                    now.swap_remove(&target);
                }
                for expr in statement_exprs(&statement.kind) {
                    add_reads(expr, &mut now);
                }
            }
            if now.len() != live[id].len() {
                now.sort();
                live[id] = now;
                changed = true;
            }
        }
    }
    live
}

fn add_reads(expr: &Expr, reads: &mut IndexSet<LocalId>) {
    expr.walk(&mut |e| {
        if let ExprKind::Register(local) = e.kind {
            reads.insert(local);
        }
    });
}

/// The register that a statement sets, or the local whose life it begins.
pub(super) fn written(statement: &Statement) -> Option<LocalId> {
    match &statement.kind {
        StatementKind::Assign { target, .. }
        | StatementKind::Load { target, .. }
        | StatementKind::DynamicLive { target, .. }
        | StatementKind::StorageLive(target) => Some(*target),
        StatementKind::Call { target, .. } => *target,
        StatementKind::Store { .. }
        | StatementKind::Copy { .. }
        | StatementKind::Zero { .. }
        | StatementKind::StorageDead(_)
        | StatementKind::DynamicDead(_)
        | StatementKind::Assume(_)
        | StatementKind::Check(_)
        | StatementKind::Unsupported(_) => None,
    }
}

/// The locals that a loop sets.
pub(super) fn written_in(body: &Body, info: &LoopInfo) -> IndexSet<LocalId> {
    let statements = info.blocks.iter().flat_map(|block| &body.blocks[*block].statements);
    statements.filter_map(written).collect()
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
            body.locals[*local].storage == crate::ir::Storage::Memory
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
