//! Leaves out what the program does not use: declarations from headers, unused library functions, literals
//! that stood in unevaluated operands.
//!
//! In: a complete program. Out: the same program with fewer functions and static objects, renumbered.

use crate::base::{Id, IdVec};
use crate::ir::{
    Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, Global, GlobalId, GlobalKind, Program, StatementKind,
};
use indexmap::IndexSet;
use std::collections::HashSet;

/// Keeps the functions that are asked for, all variables but the optional ones, and what those need.
pub(super) fn prune(program: &mut Program, roots: &IndexSet<FunctionId>, optional: &IndexSet<GlobalId>) {
    let mut needs = Needs { functions: HashSet::new(), globals: HashSet::new(), work: Vec::new() };
    for id in roots {
        needs.function(*id);
    }
    for (id, global) in program.globals.enumerated() {
        if matches!(global.kind, GlobalKind::Variable | GlobalKind::Constant) && !optional.contains(&id) {
            needs.global(id);
        }
    }
    while let Some(item) = needs.work.pop() {
        match item {
            Item::Function(id) => needs.body(&mut program.functions[id]),
            Item::Global(id) => {
                for relocation in &mut program.globals[id].relocations {
                    needs.expr(&mut relocation.value);
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
    for function in program.functions.iter_mut() {
        rename.function(function);
    }
    for relocation in program.globals.iter_mut().flat_map(|global: &mut Global| &mut global.relocations) {
        rename.expr(&mut relocation.value);
    }
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

    fn body(&mut self, function: &mut Function) {
        visit_function(function, &mut |part| match part {
            Part::Expr(expr) => self.expr(expr),
            Part::Callee(id) => self.function(*id),
        });
    }

    fn expr(&mut self, expr: &mut Expr) {
        visit_expr(expr, &mut |kind| match kind {
            ExprKind::FunctionAddress(id) => self.function(*id),
            ExprKind::GlobalAddress(id) => self.global(*id),
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
    fn function(&self, function: &mut Function) {
        visit_function(function, &mut |part| match part {
            Part::Expr(expr) => self.expr(expr),
            Part::Callee(id) => *id = self.functions[*id].unwrap_or(*id),
        });
    }

    fn expr(&self, expr: &mut Expr) {
        visit_expr(expr, &mut |kind| match kind {
            ExprKind::FunctionAddress(id) => *id = self.functions[*id].unwrap_or(*id),
            ExprKind::GlobalAddress(id) => *id = self.globals[*id].unwrap_or(*id),
            _ => {}
        });
    }
}

/// A part of a body that may refer to functions or objects.
pub(super) enum Part<'a> {
    /// An expression.
    Expr(&'a mut Expr),
    /// The function that is called by name.
    Callee(&'a mut FunctionId),
}

/// Visits the expressions and direct callees of a function.
pub(super) fn visit_function(function: &mut Function, visit: &mut impl FnMut(Part<'_>)) {
    let FunctionKind::Defined(body) = &mut function.kind else { return };
    for block in body.blocks.iter_mut() {
        for statement in &mut block.statements {
            visit_statement(&mut statement.kind, visit);
        }
        block.terminator.kind.operand_mut().into_iter().for_each(|value| visit(Part::Expr(value)));
    }
}

/// Visits the expressions and the direct callee of a statement.
pub(super) fn visit_statement(kind: &mut StatementKind, visit: &mut impl FnMut(Part<'_>)) {
    if let StatementKind::Call { callee: Callee::Direct(id), .. } = kind {
        visit(Part::Callee(id));
    }
    kind.operands_mut().for_each(|operand| visit(Part::Expr(operand)));
}

/// Visits an expression and all below it.
pub(super) fn visit_expr(expr: &mut Expr, visit: &mut impl FnMut(&mut ExprKind)) {
    match &mut expr.kind {
        ExprKind::Unary(_, a) | ExprKind::Cast(_, a) => visit_expr(a, visit),
        ExprKind::Binary(_, a, b) | ExprKind::PointerAdd(a, b) | ExprKind::PointerDiff(a, b) => {
            visit_expr(a, visit);
            visit_expr(b, visit);
        }
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Null
        | ExprKind::Register(_)
        | ExprKind::LocalAddress(_)
        | ExprKind::GlobalAddress(_)
        | ExprKind::FunctionAddress(_) => {}
    }
    visit(&mut expr.kind);
}
