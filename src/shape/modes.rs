//! Programs that are governed by states of their own making, as those are that read a protocol: a variable is compared
//! with many constants, and what is possible next depends on which of them it holds.

use crate::ir::{BinaryOp, Expr, ExprKind, Program, StatementKind, TerminatorKind};
use std::collections::BTreeSet;

/// Constants from which on a program is such a one.
const MANY: usize = 10;

/// Whether a program compares numbers with many different constants for equality.
pub fn has_modes(program: &Program) -> bool {
    let mut constants: BTreeSet<i128> = BTreeSet::new();
    for block in program.functions.iter().filter_map(|function| function.body()).flat_map(|body| body.blocks.iter()) {
        for statement in &block.statements {
            if let StatementKind::Assign { value, .. } = &statement.kind {
                compared(value, &mut constants);
            }
        }
        match &block.terminator.kind {
            TerminatorKind::Branch { condition, .. } => compared(condition, &mut constants),
            TerminatorKind::Switch { cases, .. } => constants.extend(cases.iter().map(|case| case.low)),
            TerminatorKind::Goto(_) | TerminatorKind::Return(_) | TerminatorKind::Unreachable => {}
        }
    }
    constants.len() >= MANY
}

/// The constants that an expression compares with.
fn compared(expr: &Expr, constants: &mut BTreeSet<i128>) {
    expr.walk(&mut |e| {
        if let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, a, b) = &e.kind {
            for side in [a, b] {
                if let (ExprKind::Int(bits), Some(int)) = (&side.kind, side.ty.as_int()) {
                    constants.insert(int.value(*bits));
                }
            }
        }
    });
}
