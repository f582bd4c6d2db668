//! Functions that compare for `qsort` and `bsearch`: how often, in which order and on which elements they are called is
//! open, and the library has only one way.
//!
//! In: a program whose library says that this is not modelled. Out: where no function that may be called does anything but
//! compare, the same program without that.

use crate::ir::{Body, Builtin, Callee, Expr, ExprKind, FunctionId, FunctionKind, Program, Scalar, StatementKind};
use indexmap::IndexSet;

/// What `qsort` and `bsearch` call first; it has no body.
const OPEN: &str = "comparisons_with_effects_without_a_model";

/// Takes the number and the order of comparisons for the library's if that makes no difference.
pub(super) fn leave_out_open_comparisons(program: &mut Program) {
    let Some((open, _)) = program.functions.enumerated().find(|(_, function)| function.name == OPEN) else { return };
    let compares = |id: &&FunctionId| {
        let params = &program.functions[**id].signature.params;
        params.len() == 2 && params.iter().all(|param| *param == Scalar::Pointer)
    };
    let mut seen = IndexSet::new();
    if !program.addresses_taken().iter().filter(compares).all(|&id| only_computes(program, id, &mut seen)) {
        return;
    }
    for function in program.functions.iter_mut() {
        let FunctionKind::Defined(body) = &mut function.kind else { continue };
        for block in body.blocks.iter_mut() {
            let is_open = |kind: &StatementKind| matches!(kind, StatementKind::Call { callee: Callee::Direct(callee), .. } if *callee == open);
            block.statements.retain(|statement| !is_open(&statement.kind));
        }
    }
}

/// Whether a call of a function changes nothing that is there before and after it, is given nothing, and goes on.
fn only_computes(program: &Program, id: FunctionId, seen: &mut IndexSet<FunctionId>) -> bool {
    if !seen.insert(id) {
        return true;
    }
    match &program.functions[id].kind {
        FunctionKind::Defined(body) => body_only_computes(program, body, seen),
        FunctionKind::Builtin(builtin) => {
            matches!(builtin, Builtin::Printf | Builtin::Fprintf | Builtin::Putchar | Builtin::Puts)
        }
        FunctionKind::External => false,
    }
}

fn body_only_computes(program: &Program, body: &Body, seen: &mut IndexSet<FunctionId>) -> bool {
    let mut statements = body.blocks.iter().flat_map(|block| &block.statements);
    statements.all(|statement| match &statement.kind {
        StatementKind::Assign { .. }
        | StatementKind::Load { .. }
        | StatementKind::StorageLive(_)
        | StatementKind::StorageDead(_)
        | StatementKind::DynamicLive { .. }
        | StatementKind::DynamicDead(_) => true,
        StatementKind::Store { address: to, .. }
        | StatementKind::Copy { to, .. }
        | StatementKind::Zero { address: to, .. } => is_own(to),
        StatementKind::Call { callee: Callee::Direct(callee), .. } => only_computes(program, *callee, seen),
        StatementKind::Call { .. }
        | StatementKind::Assume(_)
        | StatementKind::Check(_)
        | StatementKind::Unsupported(_) => false,
    })
}

/// Whether an address is in a variable of the function itself.
fn is_own(address: &Expr) -> bool {
    match &address.kind {
        ExprKind::LocalAddress(_) => true,
        ExprKind::PointerAdd(base, _) => is_own(base),
        _ => false,
    }
}
