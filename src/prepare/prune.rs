//! Leaves out what the program does not use: declarations from headers, unused library functions, literals
//! that stood in unevaluated operands.
//!
//! In: a complete program. Out: the same program with fewer functions and static objects, renumbered.

use crate::base::{Id, IdVec};
use crate::ir::{Body, Expr, ExprKind, Function, FunctionId, GlobalId, GlobalKind, Program};
use crate::lower::Facts;
use std::collections::HashSet;

/// Keeps the functions and variables of the program itself, and what those need.
pub(super) fn prune(program: &mut Program, facts: &Facts) {
    let mut needs = Needs { functions: HashSet::new(), globals: HashSet::new(), work: Vec::new() };
    for (id, function) in program.functions.enumerated() {
        if function.body().is_some() && !facts.optional_functions.contains(&id) {
            needs.function(id);
        }
    }
    for (id, global) in program.globals.enumerated() {
        if matches!(global.kind, GlobalKind::Variable | GlobalKind::Constant) && !facts.optional_globals.contains(&id) {
            needs.global(id);
        }
    }
    while let Some(item) = needs.work.pop() {
        match item {
            Item::Function(id) => needs.body(&program.functions[id]),
            Item::Global(id) => {
                for relocation in &program.globals[id].relocations {
                    needs.expr(&relocation.value);
                }
            }
        }
    }
    let functions = renumber(program.functions.ids().map(|id| needs.functions.contains(&id)));
    let globals = renumber(program.globals.ids().map(|id| needs.globals.contains(&id)));
    let rename = Rename { functions, globals };
    program.functions = keep(&mut program.functions, &rename.functions);
    program.globals = keep(&mut program.globals, &rename.globals);
    program.entry = program.entry.and_then(|id| rename.functions[id]);
    program.functions.iter_mut().filter_map(Function::body_mut).for_each(|body| rename.callees(body));
    program.operands_mut().for_each(|expr| rename.expr(expr));
}

fn renumber<I: Id>(kept: impl Iterator<Item = bool>) -> IdVec<I, Option<I>> {
    let mut count = 0;
    kept.map(|kept| {
        count += usize::from(kept);
        kept.then(|| I::from_index(count - 1))
    })
    .collect()
}

fn keep<I: Id, T: Clone>(items: &mut IdVec<I, T>, renamed: &IdVec<I, Option<I>>) -> IdVec<I, T> {
    items.enumerated().filter(|(id, _)| renamed[*id].is_some()).map(|(_, item)| item.clone()).collect()
}

enum Item {
    Function(FunctionId),
    Global(GlobalId),
}

/// What is needed so far.
struct Needs {
    functions: HashSet<FunctionId>,
    globals: HashSet<GlobalId>,
    work: Vec<Item>,
}

impl Needs {
    fn function(&mut self, id: FunctionId) {
        if self.functions.insert(id) {
            self.work.push(Item::Function(id));
        }
    }

    fn global(&mut self, id: GlobalId) {
        if self.globals.insert(id) {
            self.work.push(Item::Global(id));
        }
    }

    fn body(&mut self, function: &Function) {
        let Some(body) = function.body() else { return };
        body.callees().for_each(|id| self.function(id));
        body.operands().for_each(|expr| self.expr(expr));
    }

    fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |part| match part.kind {
            ExprKind::FunctionAddress(id) => self.function(id),
            ExprKind::GlobalAddress(id) => self.global(id),
            _ => {}
        });
    }
}

/// New numbers of what is kept.
struct Rename {
    functions: IdVec<FunctionId, Option<FunctionId>>,
    globals: IdVec<GlobalId, Option<GlobalId>>,
}

impl Rename {
    fn callees(&self, body: &mut Body) {
        for statement in body.blocks.iter_mut().flat_map(|block| &mut block.statements) {
            if let Some(id) = statement.kind.callee_mut() {
                *id = self.functions[*id].unwrap_or(*id);
            }
        }
    }

    fn expr(&self, expr: &mut Expr) {
        expr.walk_mut(&mut |kind| match kind {
            ExprKind::FunctionAddress(id) => *id = self.functions[*id].unwrap_or(*id),
            ExprKind::GlobalAddress(id) => *id = self.globals[*id].unwrap_or(*id),
            _ => {}
        });
    }
}
