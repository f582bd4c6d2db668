//! Which registers are needed where: dead ones are not merged at joins and keep no memory reachable.

use super::{Block, BlockId, Body, Expr, ExprKind, LocalId, LoopTree, StatementKind};
use crate::base::{Id, IdVec};
use bitvec::vec::BitVec;

/// Registers that are live at the start of each block.
pub struct Liveness {
    live_in: IdVec<BlockId, BitVec>,
}

impl Liveness {
    /// Solves the data-flow equations for a body.
    pub fn of(body: &Body, loops: &LoopTree) -> Self {
        let empty = BitVec::repeat(false, body.locals.len());
        let mut liveness = Self { live_in: body.blocks.ids().map(|_| empty.clone()).collect() };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in loops.order.iter().rev() {
                let live = liveness.before(&body.blocks[block], 0);
                if live != liveness.live_in[block] {
                    liveness.live_in[block] = live;
                    changed = true;
                }
            }
        }
        liveness
    }

    /// Whether a register is needed at the start of a block.
    pub fn at_start(&self, block: BlockId, register: LocalId) -> bool {
        self.live_in[block][register.index()]
    }

    /// The registers needed before a statement of a block (its position may be one past the last).
    pub fn before(&self, block: &Block, position: usize) -> BitVec {
        let mut live: BitVec = BitVec::new();
        for next in block.terminator.kind.successors() {
            let other = &self.live_in[next];
            if live.is_empty() { live = other.clone() } else { live |= other }
        }
        if live.is_empty() {
            live = self.live_in.iter().next().map_or_else(BitVec::new, |first| BitVec::repeat(false, first.len()));
        }
        block.terminator.kind.operand().into_iter().for_each(|operand| uses(operand, &mut live));
        for statement in block.statements[position..].iter().rev() {
            transfer(&statement.kind, &mut live);
        }
        live
    }
}

fn uses(expr: &Expr, live: &mut BitVec) {
    expr.walk(&mut |e| {
        if let ExprKind::Register(register) = e.kind {
            live.set(register.index(), true);
        }
    });
}

fn transfer(statement: &StatementKind, live: &mut BitVec) {
    if let Some(written) = statement.written() {
        live.set(written.index(), false);
    }
    match statement {
        StatementKind::StorageDead(local) => live.set(local.index(), false),
        StatementKind::DynamicDead(target) => live.set(target.index(), true),
        _ => statement.operands().for_each(|operand| uses(operand, live)),
    }
}
