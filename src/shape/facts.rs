//! What the search needs to know of a function again and again.

use super::value::ObjectId;
use crate::base::{Id, IdVec};
use crate::ir::{
    BinaryOp, BlockId, Body, CType, Callee, Expr, ExprKind, FunctionId, GlobalId, Liveness, LocalId, LoopTree, Program,
    Scalar, StatementKind,
};
use std::collections::BTreeSet;

/// Facts about a function.
pub(super) struct Facts {
    pub liveness: Liveness,
    /// The position of each block in an order in which a loop's blocks come before what follows the loop.
    pub order: IdVec<BlockId, u32>,
    pub is_head: IdVec<BlockId, bool>,
    /// Whether a block follows a loop.
    pub is_exit: IdVec<BlockId, bool>,
    /// Whether a block has several predecessors.
    pub is_join: IdVec<BlockId, bool>,
    /// The static objects that it, and what it calls, may name.
    pub named: BTreeSet<ObjectId>,
    /// Whether it may be called before it returns.
    pub is_recursive: bool,
}

impl Facts {
    /// Those of a function with a body.
    pub fn of(program: &Program, function: FunctionId, body: &Body) -> Self {
        let loops = LoopTree::of(body);
        let liveness = Liveness::of(body, &loops);
        let mut order: IdVec<BlockId, u32> = body.blocks.ids().map(|_| u32::MAX).collect();
        let mut next = 0;
        for &block in &loops.order {
            place_block(block, &loops, &mut order, &mut next);
        }
        let mut predecessors: IdVec<BlockId, u32> = body.blocks.ids().map(|_| 0).collect();
        for block in body.blocks.iter() {
            for successor in block.terminator.kind.successors() {
                predecessors[successor] += 1;
            }
        }
        let mut is_head: IdVec<BlockId, bool> = body.blocks.ids().map(|_| false).collect();
        for info in loops.loops.iter() {
            is_head[info.head] = true;
        }
        if let Some((_, head)) = loops.irreducible {
            is_head[head] = true;
        }
        let mut is_exit: IdVec<BlockId, bool> = body.blocks.ids().map(|_| false).collect();
        for info in loops.loops.iter() {
            let targets = info.blocks.iter().flat_map(|block| body.blocks[*block].terminator.kind.successors());
            for target in targets.filter(|target| !info.blocks.contains(target)) {
                is_exit[target] = true;
            }
        }
        let is_join = predecessors.iter().map(|&count| count > 1).collect();
        let (named, is_recursive) = reach(program, function);
        Self { liveness, order, is_head, is_exit, is_join, named, is_recursive }
    }
}

/// Numbers a block; with the head of a loop, all blocks of the loop.
fn place_block(block: BlockId, loops: &LoopTree, order: &mut IdVec<BlockId, u32>, next: &mut u32) {
    if order[block] != u32::MAX {
        return;
    }
    order[block] = *next;
    *next += 1;
    for info in loops.loops.iter().filter(|info| info.head == block) {
        for &inner in loops.order.iter().filter(|inner| info.blocks.contains(*inner)) {
            place_block(inner, loops, order, next);
        }
    }
}

/// What the text of a function, or an initialiser, names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Global(GlobalId),
    Function(FunctionId),
    /// Any function whose address is taken somewhere: a call by pointer.
    AnyFunction,
}

/// The static objects that a function may name, directly or not, and whether it may call itself.
fn reach(program: &Program, function: FunctionId) -> (BTreeSet<ObjectId>, bool) {
    let mut found: BTreeSet<Name> = BTreeSet::new();
    let mut open = names_in_body(program, function);
    while let Some(name) = open.pop() {
        if !found.insert(name) {
            continue;
        }
        match name {
            Name::Function(function) => open.extend(names_in_body(program, function)),
            Name::Global(global) => open.extend(names_in_initialiser(program, global)),
            Name::AnyFunction => {
                let bodies = program.functions.ids().flat_map(|id| addresses_in_body(program, id));
                let all = bodies.chain(program.globals.ids().flat_map(|id| names_in_initialiser(program, id)));
                open.extend(all.filter(|name| matches!(name, Name::Function(_))));
            }
        }
    }
    let globals = found.iter().filter_map(|name| match name {
        Name::Global(global) => Some(ObjectId(global.0)),
        Name::Function(_) | Name::AnyFunction => None,
    });
    (globals.collect(), found.contains(&Name::Function(function)))
}

fn names_in_initialiser(program: &Program, global: GlobalId) -> Vec<Name> {
    program.globals[global].relocations.iter().flat_map(|relocation| addresses(&relocation.value)).collect()
}

fn names_in_body(program: &Program, function: FunctionId) -> Vec<Name> {
    let mut names = addresses_in_body(program, function);
    let Some(body) = program.functions[function].body() else { return names };
    for statement in body.statements() {
        match &statement.kind {
            StatementKind::Call { callee: Callee::Direct(callee), .. } => names.push(Name::Function(*callee)),
            StatementKind::Call { callee: Callee::Indirect(..), .. } => names.push(Name::AnyFunction),
            _ => {}
        }
    }
    names
}

/// The objects and functions whose addresses a function names.
fn addresses_in_body(program: &Program, function: FunctionId) -> Vec<Name> {
    let Some(body) = program.functions[function].body() else { return Vec::new() };
    body.operands().flat_map(addresses).collect()
}

fn addresses(expr: &Expr) -> Vec<Name> {
    let mut names = Vec::new();
    expr.walk(&mut |part| match part.kind {
        ExprKind::GlobalAddress(global) => names.push(Name::Global(global)),
        ExprKind::FunctionAddress(function) => names.push(Name::Function(function)),
        _ => {}
    });
    names
}

/// Constants that a program compares numbers with, and their neighbours, in order: where numbers that grow may stop.
pub(super) fn thresholds(program: &Program) -> Vec<i128> {
    let mut found = BTreeSet::new();
    for operand in program.functions.iter().filter_map(|function| function.body()).flat_map(|body| body.operands()) {
        operand.walk(&mut |part| {
            if let ExprKind::Binary(op, a, b) = &part.kind
                && op.is_comparison()
            {
                for side in [a, b] {
                    if let (ExprKind::Int(bits), Some(int)) = (&side.kind, side.ty.as_int()) {
                        let number = int.value(*bits);
                        found.extend([number - 1, number, number + 1]);
                    }
                }
            }
        });
    }
    found.into_iter().collect()
}

/// Bytes of the registers of each function.
pub(super) fn widths(program: &Program) -> Vec<Vec<u64>> {
    of_registers(program, |ty| ty.scalar().map_or(0, |scalar| program.types.scalar_size(scalar)))
}

/// Which registers of each function are indices of arrays that may hold pointers: of elements that are read or written as such,
/// or are as large and passed on.
pub(super) fn indices(program: &Program) -> Vec<Vec<bool>> {
    let mut indices = of_registers(program, |_| false);
    let width = program.types.data_model.pointer_bytes();
    for (function, found) in program.functions.iter().zip(&mut indices) {
        let statements =
            function.body().into_iter().flat_map(|body| body.blocks.iter()).flat_map(|block| &block.statements);
        for statement in statements {
            let body = function.body();
            let is_pointer =
                |local: LocalId| body.is_some_and(|body| body.locals[local].ty.scalar() == Some(Scalar::Pointer));
            let places: Vec<&Expr> = match &statement.kind {
                StatementKind::Load { target, address, .. } if is_pointer(*target) => vec![address],
                StatementKind::Store { address, value, .. } if value.ty == Scalar::Pointer => vec![address],
                StatementKind::Call { args, .. } => args.iter().collect(),
                StatementKind::Assign { value, .. } if value.ty == Scalar::Pointer => vec![value],
                _ => Vec::new(),
            };
            for place in places {
                place.walk(&mut |part| {
                    if let ExprKind::PointerAdd(_, bytes) = &part.kind
                        && is_scaled(bytes, width)
                    {
                        bytes.walk(&mut |part| {
                            if let ExprKind::Register(register) = part.kind {
                                found[register.index()] = true;
                            }
                        });
                    }
                });
            }
        }
    }
    indices
}

/// Whether a distance is that of elements of so many bytes at least.
fn is_scaled(bytes: &Expr, width: u64) -> bool {
    let mut scaled = false;
    bytes.walk(&mut |part| {
        if let ExprKind::Binary(BinaryOp::Mul, a, b) = &part.kind {
            scaled |= [a, b].iter().any(|side| matches!(side.kind, ExprKind::Int(size) if size >= width));
        }
    });
    scaled
}

/// Which registers of each function lead to pointers.
pub(super) fn links(program: &Program) -> Vec<Vec<bool>> {
    of_registers(program, |ty| matches!(ty, CType::Pointer(to) if matches!(**to, CType::Pointer(_))))
}

fn of_registers<T>(program: &Program, what: impl Fn(&CType) -> T) -> Vec<Vec<T>> {
    let of = |body: &Body| body.locals.iter().map(|local| what(&local.ty)).collect();
    program.functions.iter().map(|function| function.body().map_or_else(Vec::new, of)).collect()
}
