//! Which registers are needed where: dead ones are not merged at joins and keep no memory reachable.

use super::{Block, BlockId, Body, Callee, Expr, ExprKind, LocalId, LoopTree, StatementKind, TerminatorKind};
use crate::base::Id;
use crate::base::IdVec;
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
        match &block.terminator.kind {
            TerminatorKind::Branch { condition: e, .. }
            | TerminatorKind::Switch { value: e, .. }
            | TerminatorKind::Return(Some(e)) => uses(e, &mut live),
            TerminatorKind::Goto(_) | TerminatorKind::Return(None) | TerminatorKind::Unreachable => {}
        }
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
    match statement {
        StatementKind::Assign { target, value } => {
            live.set(target.index(), false);
            uses(value, live);
        }
        StatementKind::Load { target, address, .. } => {
            live.set(target.index(), false);
            uses(address, live);
        }
        StatementKind::Store { address, value, .. } => {
            uses(address, live);
            uses(value, live);
        }
        StatementKind::Copy { to, from, .. } => {
            uses(to, live);
            uses(from, live);
        }
        StatementKind::Zero { address, .. } => uses(address, live),
        StatementKind::Call { target, callee, args } => {
            if let Some(target) = target {
                live.set(target.index(), false);
            }
            if let Callee::Indirect(pointer, _) = callee {
                uses(pointer, live);
            }
            args.iter().for_each(|arg| uses(arg, live));
        }
        StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => live.set(local.index(), false),
        StatementKind::DynamicLive { target, size } => {
            live.set(target.index(), false);
            uses(size, live);
        }
        StatementKind::DynamicDead(target) => live.set(target.index(), true),
        StatementKind::Assume(condition) => uses(condition, live),
        StatementKind::Check(check) => check.operand().into_iter().for_each(|operand| uses(operand, live)),
        StatementKind::Unsupported(_) => {}
    }
}
