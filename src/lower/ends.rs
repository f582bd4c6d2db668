//! What runs before and after `main`: constructors, destructors, and what `atexit` was given.
//!
//! In: all units, lowered. Out: the same, with calls at the start of the entry, before its returns, and in the place of `exit`.

use super::{Lowering, known};
use crate::base::Span;
use crate::ir::{
    Body, Callee, Expr, ExprKind, FunctionId, FunctionKind, Scalar, SiteId, Statement, StatementKind, TerminatorKind,
};

/// A function that runs outside of `main`.
#[derive(Clone, Copy)]
pub(super) struct Outside {
    pub function: FunctionId,
    /// Runs after `main`, not before.
    pub after: bool,
    /// The lower, the earlier it runs before `main`, and the later after it.
    pub priority: u64,
}

impl Lowering<'_> {
    /// Spells out what runs before and after `main`.
    pub(super) fn spell_out_ends(&mut self) {
        let Some(entry) = self.config.entry.as_ref().and_then(|name| self.defined(name)) else { return };
        let missing = self.program.bodiless();
        let name = |this: &Self, id: FunctionId| this.program.functions[id].name.clone();
        let registers = missing.iter().any(|&id| name(self, id) == "atexit");
        if !registers && self.outside.is_empty() {
            return;
        }
        let exit = missing.iter().copied().find(|&id| name(self, id) == "exit");
        let span = self.program.functions[entry].span;
        let by_pointer = exit.is_some_and(|exit| self.program.addresses_taken().contains(&exit));
        let body = self.program.functions[entry].body();
        let mut targets =
            body.into_iter().flat_map(|body| body.blocks.iter()).flat_map(|b| b.terminator.kind.successors());
        let begins_loop = targets.any(|block| block == Body::ENTRY);
        if by_pointer || begins_loop || self.is_called(entry) {
            self.startup.push(("functions that run before or after `main`".into(), span));
            return;
        }
        let mut outside = std::mem::take(&mut self.outside);
        outside.sort_by_key(|outside| outside.priority);
        let mut before = Vec::new();
        let (first, last): (Vec<_>, Vec<_>) = outside.into_iter().partition(|outside| !outside.after);
        for Outside { function, .. } in &last {
            let address = Expr { kind: ExprKind::FunctionAddress(*function), ty: Scalar::Pointer, span };
            before.extend(self.library_call("atexit", vec![address], span));
        }
        before.extend(first.iter().map(|outside| {
            let callee = Callee::Direct(outside.function);
            Statement { kind: StatementKind::Call { target: None, callee, args: Vec::new() }, span, site: SiteId(0) }
        }));
        let ends =
            if registers || !last.is_empty() { self.library_call("__hw_run_exits", Vec::new(), span) } else { None };
        if let FunctionKind::Defined(body) = &mut self.program.functions[entry].kind {
            body.blocks[Body::ENTRY].statements.splice(0..0, before);
            for block in body.blocks.iter_mut() {
                if matches!(block.terminator.kind, TerminatorKind::Return(_)) {
                    block.statements.extend(ends.clone());
                }
            }
        }
        if let (Some(exit), true) = (exit, ends.is_some()) {
            self.replace_exit(exit, span);
        }
    }

    /// Lets calls of `exit` run what is to be run before.
    fn replace_exit(&mut self, exit: FunctionId, span: Span) {
        let Some(Statement { kind: StatementKind::Call { callee, .. }, .. }) =
            self.library_call("__hw_exit", Vec::new(), span)
        else {
            return;
        };
        for function in self.program.functions.iter_mut() {
            let FunctionKind::Defined(body) = &mut function.kind else { continue };
            for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
                if let StatementKind::Call { callee: called, .. } = &mut statement.kind
                    && matches!(called, Callee::Direct(id) if *id == exit)
                {
                    *called = callee.clone();
                }
            }
        }
    }

    fn defined(&self, name: &str) -> Option<FunctionId> {
        self.program.functions.enumerated().find(|(_, f)| f.name == name && f.body().is_some()).map(|(id, _)| id)
    }

    fn is_called(&mut self, function: FunctionId) -> bool {
        let bodies = self.program.functions.iter().filter_map(|function| function.body());
        let mut statements = bodies.flat_map(|body| body.blocks.iter()).flat_map(|block| &block.statements);
        let direct = statements.any(|statement| {
            matches!(&statement.kind, StatementKind::Call { callee: Callee::Direct(id), .. } if *id == function)
        });
        direct || self.program.addresses_taken().contains(&function)
    }

    /// A call of a function of the C library.
    fn library_call(&mut self, name: &str, args: Vec<Expr>, span: Span) -> Option<Statement> {
        let ty = known::lookup(name)?.function_type(&self.program.types);
        match self.external_function(name, ty, span) {
            Ok(function) => {
                let kind = StatementKind::Call { target: None, callee: Callee::Direct(function), args };
                Some(Statement { kind, span, site: SiteId(0) })
            }
            Err(stop) => {
                self.report(stop);
                None
            }
        }
    }
}
