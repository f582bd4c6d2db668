//! Objects that others change: those declared `extern volatile` and defined nowhere.
//!
//! In: the program, with what has no definition marked. Out: the program in which every read of such an object is an
//! input of its own. An object that the program defines holds what was last written to it, `volatile` or not.

use crate::base::{IdVec, Span, Unsupported};
use crate::ir::{
    Builtin, CType, Callee, Expr, ExprKind, Function, FunctionId, FunctionKind, FunctionType, GlobalId, GlobalKind,
    Program, Scalar, Signature, SiteId, Statement, StatementKind,
};
use indexmap::{IndexMap, IndexSet};

/// Lets each read of those of the objects that nobody defines give any value.
pub(super) fn read_anything(program: &mut Program, volatile: &IndexSet<GlobalId>) {
    let others = |id: &&GlobalId| program.globals[**id].kind == GlobalKind::External;
    let objects: IndexSet<GlobalId> = volatile.iter().filter(others).copied().collect();
    if objects.is_empty() {
        return;
    }
    let mut readers = Readers { objects, made: IndexMap::new(), next: program.functions.len() };
    let names: IdVec<GlobalId, String> = program.globals.iter().map(|global| global.name.clone()).collect();
    for function in program.functions.iter_mut() {
        let FunctionKind::Defined(body) = &mut function.kind else { continue };
        let locals = &body.locals;
        for block in body.blocks.iter_mut() {
            let old = std::mem::take(&mut block.statements);
            for statement in old {
                readers.statement(statement, |local| locals[local].ty.clone(), &mut block.statements);
            }
        }
    }
    for ((global, ty), _) in readers.made {
        let name = format!("value of `{}`", names[global]);
        let ty = FunctionType { result: ty, params: Vec::new(), variadic: false, unprototyped: false };
        let signature = Signature { result: ty.result.scalar(), params: Vec::new(), variadic: false };
        let kind = FunctionKind::Builtin(Builtin::Nondet);
        program.functions.push(Function { name, ty, signature, kind, library: false, span: Span::NONE });
    }
}

/// The functions that stand for reads, by object and type.
struct Readers {
    objects: IndexSet<GlobalId>,
    made: IndexMap<(GlobalId, CType), FunctionId>,
    next: usize,
}

impl Readers {
    fn statement(
        &mut self,
        statement: Statement,
        type_of: impl Fn(crate::ir::LocalId) -> CType,
        out: &mut Vec<Statement>,
    ) {
        let span = statement.span;
        match &statement.kind {
            StatementKind::Load { target, address, bits: None } if self.object(address).is_some() => {
                let (target, global) = (*target, self.object(address));
                // The read itself stays: it may be outside of an array.
                out.push(statement);
                if let Some(global) = global {
                    let callee = Callee::Direct(self.reader(global, type_of(target)));
                    let kind = StatementKind::Call { target: Some(target), callee, args: Vec::new() };
                    out.push(Statement { kind, span, site: SiteId(0) });
                }
            }
            StatementKind::Store { address, value, bits: None } if self.object(address).is_some() => {
                let escapes = self.is_mentioned(value);
                self.refuse(escapes, span, out);
                out.push(statement);
            }
            _ => {
                let found = statement.kind.operands().any(|operand| self.is_mentioned(operand));
                self.refuse(found, span, out);
                out.push(statement);
            }
        }
    }

    fn refuse(&self, found: bool, span: Span, out: &mut Vec<Statement>) {
        if found {
            let what = Unsupported { what: "a pointer to an `extern volatile` object, or a part of it".into(), span };
            out.push(Statement { kind: StatementKind::Unsupported(what), span, site: SiteId(0) });
        }
    }

    /// The object that an address leads into.
    fn object(&self, address: &Expr) -> Option<GlobalId> {
        match &address.kind {
            ExprKind::GlobalAddress(global) if self.objects.contains(global) => Some(*global),
            ExprKind::PointerAdd(base, _) => self.object(base),
            _ => None,
        }
    }

    fn is_mentioned(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.walk(&mut |part| found |= matches!(&part.kind, ExprKind::GlobalAddress(id) if self.objects.contains(id)));
        found
    }

    fn reader(&mut self, global: GlobalId, ty: CType) -> FunctionId {
        // The value of a pointer is any address, whatever it should point to.
        let ty = if ty.scalar() == Some(Scalar::Pointer) { CType::Pointer(Box::new(CType::Void)) } else { ty };
        let next = FunctionId(self.next as u32);
        let id = *self.made.entry((global, ty)).or_insert(next);
        self.next += usize::from(id == next);
        id
    }
}
