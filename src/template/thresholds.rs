//! Bounds worth trying: what a program compares with and counts by.

use crate::ir::{Expr, ExprKind, Program, StatementKind, TerminatorKind};
use crate::logic::float_rank;
use std::collections::BTreeSet;

/// The constants of a program and their neighbours, of either sign; of floating-point numbers, their places in the order, with
/// those of rounder ones. Addresses are left out: distances within objects are
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
        match (&e.kind, e.ty.as_int()) {
            (ExprKind::Int(bits), Some(int)) => {
                constants.insert(int.value(*bits));
            }
            (ExprKind::Float(value), _) if value.is_finite() => {
                let powers = (-3..10).map(|exponent| 10f64.powi(exponent));
                for number in powers.chain([value.abs(), 2.0 * value.abs()]) {
                    // Variables of either width are compared with it.
                    constants.insert(float_rank(32, u64::from((number as f32).to_bits())));
                    constants.insert(float_rank(64, number.to_bits()));
                }
            }
            _ => {}
        }
    });
}
