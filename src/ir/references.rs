//! What the parts of a program refer to by number: functions and static objects.

use super::{Body, Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, Program, StatementKind};
use indexmap::IndexSet;

impl StatementKind {
    /// The function that it calls by name.
    pub fn callee(&self) -> Option<FunctionId> {
        match self {
            StatementKind::Call { callee: Callee::Direct(id), .. } => Some(*id),
            _ => None,
        }
    }

    /// The same, to be changed.
    pub fn callee_mut(&mut self) -> Option<&mut FunctionId> {
        match self {
            StatementKind::Call { callee: Callee::Direct(id), .. } => Some(id),
            _ => None,
        }
    }
}

impl Body {
    /// The functions that it calls by name, block by block.
    pub fn callees(&self) -> impl Iterator<Item = FunctionId> {
        self.statements().filter_map(|statement| statement.kind.callee())
    }

    /// All expressions that it evaluates, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        self.blocks.iter_mut().flat_map(|block| {
            let inside = block.statements.iter_mut().flat_map(|statement| statement.kind.operands_mut());
            inside.chain(block.terminator.kind.operand_mut())
        })
    }
}

impl Function {
    /// Its body, if it has one, to be changed.
    pub fn body_mut(&mut self) -> Option<&mut Body> {
        match &mut self.kind {
            FunctionKind::Defined(body) => Some(body),
            FunctionKind::Builtin(_) | FunctionKind::External => None,
        }
    }
}

impl Program {
    /// All expressions: the pointers in static objects, and what bodies evaluate.
    pub fn operands(&self) -> impl Iterator<Item = &Expr> {
        let statics = self.globals.iter().flat_map(|global| &global.relocations).map(|relocation| &relocation.value);
        statics.chain(self.functions.iter().filter_map(Function::body).flat_map(Body::operands))
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let statics = self.globals.iter_mut().flat_map(|global| &mut global.relocations);
        let bodies = self.functions.iter_mut().filter_map(Function::body_mut).flat_map(Body::operands_mut);
        statics.map(|relocation| &mut relocation.value).chain(bodies)
    }

    /// Functions whose address some body or static object uses.
    pub fn addresses_taken(&self) -> IndexSet<FunctionId> {
        let mut found = IndexSet::new();
        for expr in self.operands() {
            expr.walk(&mut |part| {
                if let ExprKind::FunctionAddress(id) = part.kind {
                    found.insert(id);
                }
            });
        }
        found
    }

    /// Functions without body that some body or static object refers to.
    pub fn bodiless(&self) -> IndexSet<FunctionId> {
        let mut found = self.addresses_taken();
        found.extend(self.functions.iter().filter_map(Function::body).flat_map(Body::callees));
        found.retain(|id| self.functions[*id].body().is_none());
        found
    }
}
