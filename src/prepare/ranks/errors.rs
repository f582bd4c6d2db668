//! Which way leads straight to an error.

use super::classes::{Comparison, comparison};
use crate::ir::{
    BinaryOp, BlockId, Body, Builtin, Callee, Check, ExprKind, FunctionKind, Program, Statement, StatementKind,
    TerminatorKind,
};

/// Empty blocks that are followed to an error.
const MAX_HOPS: usize = 8;

/// Whether a block does nothing before it reports an error.
pub(super) fn leads_to_error(program: &Program, body: &Body, mut block: BlockId) -> bool {
    let is_error = |statement: &Statement| match &statement.kind {
        StatementKind::Call { callee: Callee::Direct(callee), .. } => {
            let kind = &program.functions[*callee].kind;
            matches!(kind, FunctionKind::Builtin(Builtin::AssertFail | Builtin::ErrorCall))
        }
        StatementKind::Check(check) => matches!(check, Check::Never),
        _ => false,
    };
    let is_idle = |statement: &&Statement| {
        matches!(statement.kind, StatementKind::StorageLive(_) | StatementKind::StorageDead(_))
    };
    for _ in 0..MAX_HOPS {
        if let Some(first) = body.blocks[block].statements.iter().find(|statement| !is_idle(statement)) {
            return is_error(first);
        }
        match body.blocks[block].terminator.kind {
            TerminatorKind::Goto(next) => block = next,
            _ => return false,
        }
    }
    false
}

/// The truth value of a function's first parameter with which it does nothing but report an error.
pub(super) fn fails_on(program: &Program, body: &Body) -> Option<bool> {
    let entry = &body.blocks[Body::ENTRY];
    let idle = |s: &Statement| matches!(s.kind, StatementKind::StorageLive(_) | StatementKind::StorageDead(_));
    let TerminatorKind::Branch { condition, then, otherwise } = &entry.terminator.kind else { return None };
    let Comparison { op, left, right, negated } = comparison(condition)?;
    let tests_parameter = left.kind == ExprKind::Register(*body.params.first()?);
    let with_zero = right.is_none_or(|right| right.kind == ExprKind::Int(0));
    if !entry.statements.iter().all(idle) || !tests_parameter || !with_zero || negated {
        return None;
    }
    let if_true = match op {
        BinaryOp::Ne => *then,
        BinaryOp::Eq => *otherwise,
        _ => return None,
    };
    let if_false = if if_true == *then { *otherwise } else { *then };
    match [if_true, if_false].map(|block| leads_to_error(program, body, block)) {
        [true, false] => Some(true),
        [false, true] => Some(false),
        _ => None,
    }
}
