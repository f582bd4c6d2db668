//! Functions with variable arguments.
//!
//! In: calls of such functions, and `va_list` in them. Out: a call passes its variable arguments in a block of memory
//! of the caller, in slots of [`SLOT`] bytes, and the function gets a pointer to it as its last parameter. A `va_list`
//! holds the address of the next slot. Structs are passed as the address of a copy.

use super::order::AccessKind;
use super::value::{Place, Value, by_address};
use super::{Lowering, Result, fold};
use crate::base::{IdVec, Span};
use crate::ir::{
    CType, Expr, ExprKind, FloatType, FunctionType, IntType, Local, LocalId, Scalar, SiteId, Statement, StatementKind,
    Storage,
};
use lang_c::ast::{Expression, VaArgExpression};
use lang_c::span::Node;

/// Bytes of a slot: any scalar fits.
const SLOT: u64 = 8;

/// Whether a function of this type, if it is defined here, has the hidden parameter.
pub fn takes_variable_arguments(ty: &FunctionType) -> bool {
    ty.variadic && !ty.unprototyped
}

impl Lowering<'_> {
    /// An argument without a parameter. A struct is copied, because the callee does so only when it gets there.
    pub(super) fn variable_argument(&mut self, value: Value, span: Span) -> Result<Value> {
        let CType::Record(_) = value.ty else { return Ok(value) };
        let size = self.complete_size(&value.ty, span)?;
        let copy = self.body.temporary_object(value.ty.clone(), span);
        let address = self.local_address(copy, span);
        self.body.emit(StatementKind::Copy { to: address.clone(), from: value.expr, size }, span);
        Ok(Value { expr: address, ..value })
    }

    /// `va_start(list, …)`.
    pub(super) fn start_arguments(&mut self, list: &Node<Expression>, span: Span) -> Result<Value> {
        let Some(first) = self.function.as_ref().and_then(|function| function.variable_arguments) else {
            return self.error(span, "`va_start` in a function without variable arguments");
        };
        let place = self.argument_list(list)?;
        let address = self.address(&place, span)?;
        let value = self.body.read(first, span);
        self.body.emit(StatementKind::Store { address, value, bits: None }, span);
        Ok(Value::void(span))
    }

    /// `va_copy(to, from)`.
    pub(super) fn copy_arguments(
        &mut self,
        to: &Node<Expression>,
        from: &Node<Expression>,
        span: Span,
    ) -> Result<Value> {
        let (to, from) = (self.argument_list(to)?, self.argument_list(from)?);
        let (to, from) = (self.address(&to, span)?, self.address(&from, span)?);
        let value = self.load_pointer(from, span);
        self.body.emit(StatementKind::Store { address: to, value, bits: None }, span);
        Ok(Value::void(span))
    }

    /// `va_arg(list, type)`.
    pub(super) fn next_argument(&mut self, argument: &VaArgExpression, span: Span) -> Result<Value> {
        let ty = self.type_name(&argument.type_name)?.ty;
        let list = self.argument_list(&argument.va_list)?;
        let list = self.address(&list, span)?;
        self.note(AccessKind::Write(list.clone()));
        let list = self.body.hold(list, self.void_pointer());
        let slot = self.load_pointer(list.clone(), span);
        let next = fold::pointer_add(slot.clone(), self.size_constant(SLOT, span), span);
        self.body.emit(StatementKind::Store { address: list, value: next, bits: None }, span);
        match &ty {
            CType::Float(FloatType::F80) => self.unsupported(span, "passing a `long double`"),
            ty if by_address(ty) => {
                self.complete_size(ty, span)?;
                let expr = self.load_pointer(slot, span);
                Ok(Value { expr, ty: ty.clone(), shape: None })
            }
            ty if ty.scalar().is_some() => self.read(&Place::memory(slot, ty.clone()), span),
            _ => self.error(span, "`va_arg` of a type that cannot be passed"),
        }
    }

    /// An expression that is a `va_list`.
    fn argument_list(&mut self, list: &Node<Expression>) -> Result<Place> {
        let place = self.place(list)?;
        let known = match place.ty {
            CType::Record(record) => self.opaque.get(&record).is_some_and(|name| name == "__builtin_va_list"),
            _ => false,
        };
        if known { Ok(place) } else { self.error(self.span(list.span), "not a `va_list`") }
    }

    fn load_pointer(&mut self, address: Expr, span: Span) -> Expr {
        let target = self.body.temporary(self.void_pointer(), span);
        self.body.emit(StatementKind::Load { target, address, bits: None }, span);
        self.body.read(target, span)
    }
}

/// Puts the variable arguments of a call into memory. Adds the statements before the call to `out`; the result is the
/// argument for the hidden parameter, and what holds the others and dies after the call.
pub fn pack(
    arguments: Vec<Expr>,
    size: IntType,
    locals: &mut IdVec<LocalId, Local>,
    span: Span,
    out: &mut Vec<Statement>,
) -> (Expr, Option<LocalId>) {
    if arguments.is_empty() {
        return (Expr::null(span), None);
    }
    let mut emit = |kind| out.push(Statement { kind, span, site: SiteId(0) });
    let slots = CType::Array(Box::new(CType::Int(IntType::unsigned(64))), Some(arguments.len() as u64));
    let block = locals.push(Local { name: None, ty: slots, storage: Storage::Memory, span });
    let first = Expr { kind: ExprKind::LocalAddress(block), ty: Scalar::Pointer, span };
    emit(StatementKind::StorageLive(block));
    for (index, value) in arguments.into_iter().enumerate() {
        let offset = Expr::int(i128::from(SLOT) * index as i128, size, span);
        let address = fold::pointer_add(first.clone(), offset, span);
        emit(StatementKind::Store { address, value, bits: None });
    }
    (first, Some(block))
}
