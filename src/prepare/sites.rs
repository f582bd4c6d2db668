//! Numbers for statements. What a formula says of a statement is found again in the program by its number.

use crate::ir::{Function, Program, SiteId};

/// Numbers all statements of a program.
pub(super) fn number(program: &mut Program) {
    let mut next = 0;
    let bodies = program.functions.iter_mut().filter_map(Function::body_mut);
    for statement in bodies.flat_map(|body| body.blocks.iter_mut()).flat_map(|block| &mut block.statements) {
        statement.site = SiteId(next);
        next += 1;
    }
    program.sites = next;
}
