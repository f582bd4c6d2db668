//! Bounds worth trying: what a program compares with and counts by.

use crate::ir::{Expr, ExprKind, Program, StatementKind, TerminatorKind};
use std::collections::BTreeSet;

/// The constants of a program and their neighbours, of either sign. Addresses are left out: distances within objects are
/// seldom bounds.
pub fn thresholds(program: &Program) -> Vec<i128> {
    let mut constants: BTreeSet<i128> = BTreeSet::from([0, 1]);
    for body in program.functions.iter().filter_map(|function| function.body()) {
        for block in body.blocks.iter() {
            for statement in &block.statements {
                match &statement.kind {
                    StatementKind::Assign { value, .. }
                    | StatementKind::Store { value, .. }
                    | StatementKind::Assume(value) => collect(value, &mut constants),
                    StatementKind::Call { args, .. } => args.iter().for_each(|arg| collect(arg, &mut constants)),
                    _ => {}
                }
            }
            if let TerminatorKind::Switch { cases, .. } = &block.terminator.kind {
                constants.extend(cases.iter().flat_map(|case| [case.low, case.high]));
            }
            block.terminator.kind.operand().into_iter().for_each(|value| collect(value, &mut constants));
        }
    }
    let near = constants.into_iter().flat_map(|constant| [constant - 1, constant, constant + 1]);
    near.flat_map(|near| [near, -near]).collect::<BTreeSet<i128>>().into_iter().collect()
}

fn collect(expr: &Expr, constants: &mut BTreeSet<i128>) {
    expr.walk(&mut |e| {
        if let (ExprKind::Int(bits), Some(int)) = (&e.kind, e.ty.as_int()) {
            constants.insert(int.value(*bits));
        }
    });
}
