//! Objects: finding, reading and writing them.
//!
//! In: expressions that denote objects. Out: places; loads and stores in the body.

use super::order::AccessKind;
use super::value::{Operand, Place, PlaceKind, Value, by_address};
use super::{Lowering, Result, Stop, fold};
use crate::base::Span;
use crate::ir::{CType, Expr, ExprKind, Field, IntType, LocalId, RecordId, Scalar, StatementKind, Storage, TypeTable};
use lang_c::ast::{Expression, MemberExpression, MemberOperator};
use lang_c::span::Node;

/// A member found by name, with its offset from the start of the record that was searched.
pub(super) struct Found {
    pub offset: u64,
    pub field: Field,
}

/// Finds a member, through anonymous ones too.
pub(super) fn find_member(types: &TypeTable, record: RecordId, name: &str) -> Option<Found> {
    for field in &types.records[record].fields {
        match (&field.name, &field.ty) {
            (Some(own), _) if own == name => return Some(Found { offset: field.offset, field: field.clone() }),
            (None, CType::Record(inner)) => {
                if let Some(found) = find_member(types, *inner, name) {
                    return Some(Found { offset: field.offset + found.offset, field: found.field });
                }
            }
            _ => {}
        }
    }
    None
}

impl Lowering<'_> {
    /// An lvalue.
    pub(super) fn place(&mut self, expression: &Node<Expression>) -> Result<Place> {
        let span = self.span(expression.span);
        match self.operand(expression)? {
            Operand::Place(place) => Ok(place),
            Operand::Value(_) => self.error(span, "not an lvalue"),
        }
    }

    /// The place of a local variable.
    pub(super) fn local_place(&self, local: crate::ir::LocalId, span: Span) -> Place {
        let variable = &self.body.locals[local];
        let kind = match variable.storage {
            Storage::Register => PlaceKind::Register(local),
            Storage::Memory => PlaceKind::Memory(self.local_address(local, span)),
        };
        Place { kind, ty: variable.ty.clone(), bits: None, shape: self.shapes.get(&local).cloned() }
    }

    /// The address of a local variable in memory.
    pub(super) fn local_address(&self, local: crate::ir::LocalId, span: Span) -> Expr {
        Expr { kind: crate::ir::ExprKind::LocalAddress(local), ty: Scalar::Pointer, span }
    }

    /// The address of an object.
    pub(super) fn address(&mut self, place: &Place, span: Span) -> Result<Expr> {
        match &place.kind {
            _ if place.bits.is_some() => self.error(span, "a bit-field has no address"),
            PlaceKind::Memory(address) => Ok(address.clone()),
            // Collected before the body was lowered, so this is a construct that the collection does not know.
            PlaceKind::Register(_) => self.unsupported(span, "address of a variable"),
        }
    }

    /// A constant number of bytes.
    pub(super) fn size_constant(&self, bytes: u64, span: Span) -> Expr {
        Expr::int(i128::from(bytes), self.program.types.size_type(), span)
    }

    /// The size of a type whose objects can be accessed.
    pub(super) fn complete_size(&mut self, ty: &CType, span: Span) -> Result<u64> {
        match self.program.types.size_of(ty) {
            Some(size) => Ok(size),
            None => {
                self.computable(ty, span)?;
                self.error(span, "the type is incomplete")
            }
        }
    }

    /// `a.b` and `p->b`.
    pub(super) fn member(&mut self, member: &Node<MemberExpression>) -> Result<Operand> {
        let span = self.span(member.span);
        let name = &member.node.identifier.node.name;
        let (address, ty, is_place) = match member.node.operator.node {
            MemberOperator::Indirect => {
                let pointer = self.rvalue(&member.node.expression)?;
                match pointer.ty {
                    CType::Pointer(target) => (pointer.expr, *target, true),
                    _ => return self.error(span, "`->` needs a pointer to a struct or union"),
                }
            }
            MemberOperator::Direct => match self.operand(&member.node.expression)? {
                Operand::Place(place) => (self.address(&place, span)?, place.ty, true),
                Operand::Value(value) => (value.expr, value.ty, false),
            },
        };
        let CType::Record(record) = ty else {
            return self.error(span, format!("member `{name}` of something that is no struct or union"));
        };
        if !self.program.types.records[record].complete {
            self.computable(&CType::Record(record), span)?;
            return self.error(span, "member of an incomplete type");
        }
        let Some(found) = find_member(&self.program.types, record, name) else {
            return self.error(span, format!("no member `{name}`"));
        };
        let address = fold::pointer_add(address, self.size_constant(found.offset, span), span);
        let mut place = Place::memory(address, found.field.ty);
        place.bits = found.field.bits;
        if is_place || by_address(&place.ty) || matches!(place.ty, CType::Array(..)) {
            return Ok(Operand::Place(place));
        }
        Ok(Operand::Value(self.read(&place, span)?))
    }

    /// `*p`.
    pub(super) fn indirection(&mut self, pointer: Value, span: Span) -> Result<Operand> {
        match pointer.ty {
            CType::Pointer(target) if matches!(*target, CType::Function(_)) => {
                Ok(Operand::Value(Value { expr: pointer.expr, ty: *target, shape: None }))
            }
            CType::Pointer(target) => {
                let shape = pointer.shape.as_ref().and_then(|shape| shape.target());
                Ok(Operand::Place(Place { shape, ..Place::memory(pointer.expr, *target) }))
            }
            _ => self.error(span, "`*` needs a pointer"),
        }
    }

    /// The value of an operand: arrays and functions decay, objects are read.
    pub(super) fn value_of(&mut self, operand: Operand, span: Span) -> Result<Value> {
        match operand {
            Operand::Value(Value { expr, ty, shape }) => match ty {
                CType::Function(_) => Ok(Value { expr, ty: CType::Pointer(Box::new(ty)), shape }),
                _ => Ok(Value { expr, ty, shape }),
            },
            Operand::Place(place) => self.read(&place, span),
        }
    }

    /// Reads an object.
    pub(super) fn read(&mut self, place: &Place, span: Span) -> Result<Value> {
        let address = match &place.kind {
            PlaceKind::Register(local) => {
                self.note(AccessKind::GetRegister(*local));
                let expr = self.body.read(*local, span);
                return Ok(Value { expr, ty: place.ty.clone(), shape: place.shape.clone() });
            }
            PlaceKind::Memory(address) => address.clone(),
        };
        match &place.ty {
            CType::Array(element, _) => {
                let shape = place.shape.as_ref().and_then(|shape| shape.target()).map(|element| element.pointer());
                Ok(Value { expr: address, ty: CType::Pointer(element.clone()), shape })
            }
            CType::Void => Ok(Value::void(span)),
            ty if by_address(ty) => {
                self.complete_size(ty, span)?;
                self.note(AccessKind::Read(address.clone()));
                Ok(Value { expr: address, ty: ty.clone(), shape: None })
            }
            ty => {
                let target = self.body.temporary(ty.clone(), span);
                self.note(AccessKind::Read(address.clone()));
                self.body.emit(StatementKind::Load { target, address, bits: place.bits }, span);
                let expr = self.body.read(target, span);
                let value = Value { expr, ty: ty.clone(), shape: place.shape.clone() };
                match (place.bits, ty) {
                    // A bit-field that fits `int` is one, whatever its declared type.
                    (Some(bits), CType::Int(int)) if bits.width < 32 || int.signed && bits.width == 32 => {
                        self.convert(value, &CType::Int(IntType::INT), span)
                    }
                    (Some(bits), CType::Int(int)) if bits.width < int.bits => {
                        self.body.wide_fields.insert(target);
                        Ok(value)
                    }
                    _ => Ok(value),
                }
            }
        }
    }

    /// Writes a value of the object's type into an object.
    pub(super) fn write(&mut self, place: &Place, value: Value, span: Span) -> Result<()> {
        if matches!(value.ty, CType::Pointer(_)) && root(&value.expr).is_some_and(|it| self.body.results.contains(&it))
        {
            return Err(Stop::unsupported(span, "a pointer into the result of a call, which lives for one expression"));
        }
        self.note(Self::write_access(&place.kind));
        match &place.kind {
            PlaceKind::Register(local) => {
                let target = *local;
                if !self.retarget(&value.expr, target) {
                    self.body.emit(StatementKind::Assign { target, value: value.expr }, span);
                }
            }
            PlaceKind::Memory(address) => {
                let address = address.clone();
                if by_address(&place.ty) {
                    let size = self.complete_size(&place.ty, span)?;
                    self.body.emit(StatementKind::Copy { to: address, from: value.expr, size }, span);
                } else if place.ty.scalar().is_some() {
                    self.body.emit(StatementKind::Store { address, value: value.expr, bits: place.bits }, span);
                } else {
                    return self.error(span, "assignment to an array or function");
                }
            }
        }
        Ok(())
    }

    /// Lets the load or call that was just emitted write a variable directly, if the value is its result.
    fn retarget(&mut self, value: &Expr, variable: crate::ir::LocalId) -> bool {
        let crate::ir::ExprKind::Register(temporary) = value.kind else { return false };
        let local = &self.body.locals[temporary];
        if local.name.is_some() || local.ty.scalar() != self.body.locals[variable].ty.scalar() {
            return false;
        }
        match self.body.last().map(|statement| &mut statement.kind) {
            Some(StatementKind::Load { target, .. } | StatementKind::Call { target: Some(target), .. })
                if *target == temporary =>
            {
                *target = variable;
                true
            }
            _ => false,
        }
    }
}

/// The variable into which an address leads.
fn root(address: &Expr) -> Option<LocalId> {
    match &address.kind {
        ExprKind::LocalAddress(local) => Some(*local),
        ExprKind::PointerAdd(base, _) => root(base),
        _ => None,
    }
}
