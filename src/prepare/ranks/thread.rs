//! Ways that are bound to end in an error, made straight.
//!
//! In: a program. Out: the same program, in which a branch whose one side only sets and tests constants until it
//! reports an error goes there at once: `sorted = 0; break;` before `assert(sorted)` is as good as the failing assertion
//! itself, so that the comparison before it is seen to lead to the error. Variables whose life ends on the way still
//! end there, as memory may be lost by that; otherwise only integers in registers are set, and nothing is executed
//! after the error.

use super::errors::leads_to_error;
use crate::ir::{
    BinaryOp, Block, BlockId, Body, CastOp, Expr, ExprKind, FunctionKind, LocalId, Program, SiteId, Statement,
    StatementKind, Terminator, TerminatorKind,
};
use indexmap::IndexMap;

/// Blocks that are followed to an error.
const MAX_HOPS: usize = 12;

/// The program with straight ways to errors.
pub(super) fn thread_errors(program: &Program) -> Program {
    let mut result = program.clone();
    let mut sites = result.sites;
    for function in result.functions.iter_mut() {
        let FunctionKind::Defined(body) = &mut function.kind else { continue };
        let old = body.clone();
        for (id, block) in old.blocks.enumerated() {
            let TerminatorKind::Branch { condition, then, otherwise } = &block.terminator.kind else { continue };
            let mut straight = |target: BlockId| {
                let Some((mut ends, error)) = way_to_error(program, &old, target) else { return target };
                for statement in &mut ends {
                    statement.site = SiteId(sites);
                    sites += 1;
                }
                let terminator = Terminator { kind: TerminatorKind::Goto(error), span: block.terminator.span };
                body.blocks.push(Block { statements: ends, terminator, loop_span: None })
            };
            let (then, otherwise) = (straight(*then), straight(*otherwise));
            let kind = TerminatorKind::Branch { condition: condition.clone(), then, otherwise };
            body.blocks[id].terminator.kind = kind;
        }
    }
    result.sites = sites;
    result
}

/// The block that reports the error to which a block is bound to lead, and whose lives end on the way; `None` if the
/// block leads there as it is.
fn way_to_error(program: &Program, body: &Body, mut block: BlockId) -> Option<(Vec<Statement>, BlockId)> {
    if leads_to_error(program, body, block) {
        return None;
    }
    let mut known: IndexMap<LocalId, u64> = IndexMap::new();
    let mut ends = Vec::new();
    for _ in 0..MAX_HOPS {
        for statement in &body.blocks[block].statements {
            match &statement.kind {
                StatementKind::Assign { target, value } => {
                    value.ty.as_int()?;
                    match constant(value, &known) {
                        Some(bits) => {
                            known.insert(*target, bits);
                        }
                        None if matches!(value.kind, ExprKind::Register(_)) => {
                            known.swap_remove(target);
                        }
                        None => return None,
                    }
                }
                StatementKind::StorageDead(local) => {
                    known.swap_remove(local);
                    ends.push(statement.clone());
                }
                _ => return None,
            }
        }
        block = match &body.blocks[block].terminator.kind {
            TerminatorKind::Goto(next) => *next,
            TerminatorKind::Branch { condition, then, otherwise } => {
                if constant(condition, &known)? != 0 {
                    *then
                } else {
                    *otherwise
                }
            }
            _ => return None,
        };
        if leads_to_error(program, body, block) {
            return Some((ends, block));
        }
    }
    None
}

/// The value of an expression of constants and registers that are known.
fn constant(expr: &Expr, known: &IndexMap<LocalId, u64>) -> Option<u64> {
    match &expr.kind {
        ExprKind::Int(bits) => Some(*bits),
        ExprKind::Register(register) => known.get(register).copied(),
        ExprKind::Cast(CastOp::IntToInt, operand) => {
            let (from, to) = (operand.ty.as_int()?, expr.ty.as_int()?);
            Some(to.wrap(from.value(constant(operand, known)?) as u64))
        }
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
            let equal = constant(left, known)? == constant(right, known)?;
            Some(u64::from(equal == (*op == BinaryOp::Eq)))
        }
        _ => None,
    }
}
