//! Whether memory is used as it was declared.

use crate::ir::{
    Body, Builtin, CType, Callee, Expr, ExprKind, FunctionKind, GlobalKind, Program, RecordId, RecordKind, Scalar,
    StatementKind, TerminatorKind, TypeTable,
};

/// A place that is read or written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Spot {
    /// A field of a record, by offset.
    Field(RecordId, u64),
    /// No part of a record.
    Plain,
}

/// Whether every access is to a scalar of the type that was declared there, and no number gets into memory unseen.
pub(super) fn is_typed(program: &Program) -> bool {
    let numbers = |ty: &CType| !matches!(ty, CType::Pointer(_));
    let global = program.globals.iter().any(|g| g.kind != GlobalKind::StringLiteral && numbers(&g.ty));
    !global
        && program.functions.iter().filter_map(|f| Some((f, f.body()?))).all(|(function, body)| {
            let checker = Checker { program, body, result: &function.ty.result };
            checker.check()
        })
}

/// The spot that an address leads to, if a scalar of the type is declared there.
pub(super) fn spot(types: &TypeTable, body: &Body, program: &Program, address: &Expr, ty: Scalar) -> Option<Spot> {
    let (pointee, offset) = target(body, program, address)?;
    let found = subobjects(types, pointee, offset, Spot::Plain)?;
    found.into_iter().find(|(part, _)| part.scalar() == Some(ty)).map(|(_, spot)| spot)
}

/// What an address expression points into, and at which offset. Not into literals: what they hold are numbers that no statement
/// puts there, so that they would not become ranks.
fn target<'a>(body: &'a Body, program: &'a Program, address: &Expr) -> Option<(&'a CType, u64)> {
    match &address.kind {
        ExprKind::Register(local) => match &body.locals[*local].ty {
            CType::Pointer(pointee) => Some((pointee, 0)),
            _ => None,
        },
        ExprKind::LocalAddress(local) => Some((&body.locals[*local].ty, 0)),
        ExprKind::GlobalAddress(global) => {
            let global = &program.globals[*global];
            (global.kind != GlobalKind::StringLiteral).then_some((&global.ty, 0))
        }
        ExprKind::PointerAdd(base, by) => {
            let ExprKind::Int(by) = by.kind else { return None };
            let (pointee, offset) = target(body, program, base)?;
            Some((pointee, offset.checked_add(by)?))
        }
        _ => None,
    }
}

/// The objects that begin at an offset of an object, from the outside in; `None` if a union is among them.
fn subobjects<'a>(types: &'a TypeTable, ty: &'a CType, offset: u64, spot: Spot) -> Option<Vec<(&'a CType, Spot)>> {
    let mut found = Vec::new();
    if offset == 0 {
        found.push((ty, spot));
    }
    match ty {
        CType::Record(id) => {
            let record = &types.records[*id];
            if record.kind != RecordKind::Struct {
                return None;
            }
            for field in &record.fields {
                let size = types.size_of(&field.ty).unwrap_or(0);
                if field.bits.is_none() && offset >= field.offset && offset < field.offset + size {
                    let spot = Spot::Field(*id, field.offset);
                    found.extend(subobjects(types, &field.ty, offset - field.offset, spot)?);
                }
            }
        }
        CType::Array(element, _) => {
            let size = types.size_of(element).filter(|&size| size > 0)?;
            let inner = subobjects(types, element, offset % size, spot)?;
            found.extend(inner.into_iter().filter(|(part, _)| offset != 0 || *part != ty));
        }
        _ => {}
    }
    Some(found)
}

struct Checker<'a> {
    program: &'a Program,
    body: &'a Body,
    result: &'a CType,
}

impl Checker<'_> {
    fn check(&self) -> bool {
        self.body.blocks.iter().all(|block| {
            block.statements.iter().all(|statement| self.statement(&statement.kind))
                && match &block.terminator.kind {
                    TerminatorKind::Return(Some(value)) => self.fits(self.result, value),
                    _ => true,
                }
        })
    }

    fn statement(&self, statement: &StatementKind) -> bool {
        match statement {
            StatementKind::Assign { target, value } => self.fits(&self.body.locals[*target].ty, value),
            StatementKind::Load { target, address, bits: None } => {
                let wanted = &self.body.locals[*target].ty;
                self.parts(address).is_some_and(|parts| parts.contains(&wanted))
            }
            StatementKind::Store { address, value, bits: None } => {
                let fits = |part: &&CType| part.scalar() == Some(value.ty) && self.fits(part, value);
                self.parts(address).is_some_and(|parts| parts.iter().any(fits))
            }
            StatementKind::Call { target, callee: Callee::Direct(function), args } => {
                let function = &self.program.functions[*function];
                let wanted = target.map(|target| &self.body.locals[target].ty);
                match &function.kind {
                    FunctionKind::Defined(body) => {
                        let params = body.params.iter().zip(args);
                        params.into_iter().all(|(param, arg)| self.fits(&body.locals[*param].ty, arg))
                            && wanted.is_none_or(|wanted| *wanted == function.ty.result)
                    }
                    FunctionKind::Builtin(builtin) => is_plain(*builtin),
                    FunctionKind::External => false,
                }
            }
            StatementKind::StorageLive(_)
            | StatementKind::StorageDead(_)
            | StatementKind::Assume(_)
            | StatementKind::Check(_) => true,
            _ => false,
        }
    }

    fn parts(&self, address: &Expr) -> Option<Vec<&CType>> {
        let (pointee, offset) = target(self.body, self.program, address)?;
        let parts = subobjects(&self.program.types, pointee, offset, Spot::Plain)?;
        Some(parts.into_iter().map(|(part, _)| part).collect())
    }

    /// Whether a value may be put where a type is declared: a pointer only to what it is declared to point to, and not
    /// to a number, which is known by where it is declared.
    fn fits(&self, declared: &CType, value: &Expr) -> bool {
        let CType::Pointer(pointee) = declared else { return value.ty != Scalar::Pointer };
        match &value.kind {
            ExprKind::Null => true,
            ExprKind::Register(local) => self.body.locals[*local].ty == *declared,
            _ => match **pointee {
                CType::Pointer(_) | CType::Record(_) => {
                    self.parts(value).is_some_and(|parts| parts.contains(&&**pointee))
                }
                _ => false,
            },
        }
    }
}

/// Functions that move no bytes.
fn is_plain(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Malloc
            | Builtin::Free
            | Builtin::Abort
            | Builtin::Exit
            | Builtin::AssertFail
            | Builtin::ErrorCall
            | Builtin::Assume
            | Builtin::Nondet
    )
}
