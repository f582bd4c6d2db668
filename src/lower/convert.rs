//! Conversions between C types.
//!
//! In: values. Out: values of the wanted type, with the conversion explicit.

use super::value::{Place, Value, by_address};
use super::{Lowering, Result, fold};
use crate::base::Span;
use crate::ir::{BinaryOp, CType, CastOp, Expr, ExprKind, FloatType, IntType, RecordKind, Scalar};

impl Value {
    /// The value of an expression without one.
    pub(super) fn void(span: Span) -> Self {
        Self { expr: Expr::int(0, IntType::INT, span), ty: CType::Void, shape: None }
    }

    /// An `int`.
    pub(super) fn int(expr: Expr) -> Self {
        Self { expr, ty: CType::Int(IntType::INT), shape: None }
    }
}

impl Lowering<'_> {
    /// Converts as by assignment or cast.
    pub(super) fn convert(&mut self, value: Value, to: &CType, span: Span) -> Result<Value> {
        if value.ty == *to {
            return Ok(value);
        }
        if *to == CType::Void {
            self.discard(value);
            return Ok(Value::void(span));
        }
        if by_address(&value.ty) || by_address(to) {
            return self.mismatch(&value.ty, to, span);
        }
        let (Some(target), false) = (to.scalar(), value.ty == CType::Void) else {
            return self.mismatch(&value.ty, to, span);
        };
        if *to == CType::Bool {
            let truth = self.boolean(value, span);
            return Ok(Value { expr: fold::cast(CastOp::IntToInt, truth, target, span), ty: CType::Bool, shape: None });
        }
        let size = Scalar::Int(self.program.types.size_type());
        let expr = value.expr;
        let expr = match (expr.ty, target) {
            (Scalar::Int(_), Scalar::Int(_)) => fold::cast(CastOp::IntToInt, expr, target, span),
            (Scalar::Int(int), Scalar::Float(float)) => {
                let exact = if float == FloatType::F32 { 24 } else { 53 };
                let cast = fold::cast(CastOp::IntToFloat, expr, target, span);
                if int.bits > exact {
                    self.note_rounding(&cast, span)?;
                }
                cast
            }
            (Scalar::Float(_), Scalar::Int(_)) => fold::cast(CastOp::FloatToInt, expr, target, span),
            (Scalar::Float(_), Scalar::Float(float)) => {
                let cast = fold::cast(CastOp::FloatToFloat, expr, target, span);
                if float == FloatType::F32 {
                    self.note_rounding(&cast, span)?;
                }
                cast
            }
            (Scalar::Pointer, Scalar::Pointer) => expr,
            (Scalar::Pointer, Scalar::Int(_)) => {
                let address = fold::cast(CastOp::PointerToInt, expr, size, span);
                fold::cast(CastOp::IntToInt, address, target, span)
            }
            (Scalar::Int(_), Scalar::Pointer) => {
                let address = fold::cast(CastOp::IntToInt, expr, size, span);
                fold::cast(CastOp::IntToPointer, address, target, span)
            }
            (Scalar::Pointer, Scalar::Float(_)) | (Scalar::Float(_), Scalar::Pointer) => {
                return self.mismatch(&value.ty, to, span);
            }
        };
        Ok(Value { expr, ty: to.clone(), shape: None })
    }

    /// A union that holds a value in a member of its type: a cast to a union, or an argument for a transparent one, of which
    /// all members are pointers.
    pub(super) fn union_of(&mut self, value: Value, ty: &CType, span: Span) -> Result<Value> {
        let CType::Record(id) = ty else { return self.mismatch(&value.ty, ty, span) };
        let record = &self.program.types.records[*id];
        let pointer = |ty: &CType| matches!(ty, CType::Pointer(_));
        let of_type = record.fields.iter().find(|field| field.ty == value.ty && field.bits.is_none());
        let member = of_type.or(record.fields.iter().find(|field| pointer(&field.ty) && pointer(&value.ty)));
        let Some(member) = member.map(|member| member.ty.clone()).filter(|_| record.kind == RecordKind::Union) else {
            return self.mismatch(&value.ty, ty, span);
        };
        let local = self.body.temporary_object(ty.clone(), span);
        let address = self.local_address(local, span);
        let value = self.convert(value, &member, span)?;
        self.write(&Place::memory(address.clone(), member), value, span)?;
        Ok(Value { expr: address, ty: ty.clone(), shape: None })
    }

    /// Two types between which there is no conversion, or none that is modelled.
    fn mismatch<T>(&mut self, from: &CType, to: &CType, span: Span) -> Result<T> {
        for ty in [from, to] {
            self.computable(ty, span)?;
        }
        self.error(span, "incompatible types")
    }

    /// Refuses types that can only be stored and copied.
    pub(super) fn computable(&mut self, ty: &CType, span: Span) -> Result<()> {
        match ty {
            CType::Float(FloatType::F80) => self.unsupported(span, "computing with `long double`"),
            CType::Record(id) => match self.opaque.get(id) {
                Some(name) => {
                    let what = format!("computing with `{name}`");
                    self.unsupported(span, what)
                }
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// An integer that is not 0 iff the scalar is not.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Result<Expr> {
        self.computable(&value.ty, span)?;
        if value.ty.scalar().is_none() {
            return self.error(span, "a scalar is needed here");
        }
        Ok(match value.expr.ty {
            Scalar::Int(_) => value.expr,
            Scalar::Float(_) | Scalar::Pointer => self.boolean(value, span),
        })
    }

    /// Whether a scalar is not zero, as an `int` of 0 or 1.
    pub(super) fn boolean(&mut self, value: Value, span: Span) -> Expr {
        if value.expr.ty == Scalar::Int(IntType::INT)
            && let ExprKind::Binary(op, ..) = &value.expr.kind
            && op.is_comparison()
        {
            return value.expr;
        }
        if value.ty == CType::Bool {
            return fold::cast(CastOp::IntToInt, value.expr, Scalar::Int(IntType::INT), span);
        }
        let zero = fold::zero(value.expr.ty, span);
        fold::binary(BinaryOp::Ne, value.expr, zero, span)
    }

    /// The integer promotions.
    pub(super) fn promote(&mut self, value: Value, span: Span) -> Result<Value> {
        match value.ty {
            CType::Bool => self.convert(value, &CType::Int(IntType::INT), span),
            CType::Int(int) if int.bits < 32 => self.convert(value, &CType::Int(IntType::INT), span),
            _ => Ok(value),
        }
    }

    /// The promotions of arguments without a parameter type.
    pub(super) fn promote_argument(&mut self, value: Value, span: Span) -> Result<Value> {
        match value.ty {
            CType::Float(FloatType::F32) => self.convert(value, &CType::Float(FloatType::F64), span),
            _ => self.promote(value, span),
        }
    }

    /// The usual arithmetic conversions.
    pub(super) fn balance(&mut self, left: Value, right: Value, span: Span) -> Result<(Value, Value)> {
        self.computable(&left.ty, span)?;
        self.computable(&right.ty, span)?;
        let left = self.promote(left, span)?;
        let right = self.promote(right, span)?;
        let Some(ty) = common_type(&left.ty, &right.ty) else {
            return self.error(span, "invalid operands");
        };
        Ok((self.convert(left, &ty, span)?, self.convert(right, &ty, span)?))
    }
}

/// The type in which two promoted arithmetic operands are computed.
pub(super) fn common_type(left: &CType, right: &CType) -> Option<CType> {
    match (left, right) {
        (CType::Float(a), CType::Float(b)) => {
            let rank = |f: &FloatType| match f {
                FloatType::F32 => 0,
                FloatType::F64 => 1,
                FloatType::F80 => 2,
            };
            Some(CType::Float(if rank(a) >= rank(b) { *a } else { *b }))
        }
        (CType::Float(_), CType::Int(_)) => Some(left.clone()),
        (CType::Int(_), CType::Float(_)) => Some(right.clone()),
        (CType::Int(a), CType::Int(b)) => {
            // With equal width the unsigned type wins; otherwise the wider one holds all values.
            let int = match a.bits.cmp(&b.bits) {
                std::cmp::Ordering::Less => *b,
                std::cmp::Ordering::Greater => *a,
                std::cmp::Ordering::Equal => IntType { bits: a.bits, signed: a.signed && b.signed },
            };
            Some(CType::Int(int))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsigned_wins_only_if_as_wide() {
        let common = |a, b| common_type(&CType::Int(a), &CType::Int(b));
        let (int, unsigned, long) = (IntType::INT, IntType::unsigned(32), IntType::signed(64));
        assert_eq!(common(int, unsigned), Some(CType::Int(unsigned)));
        assert_eq!(common(unsigned, long), Some(CType::Int(long)));
        assert_eq!(common(long, IntType::unsigned(64)), Some(CType::Int(IntType::unsigned(64))));
    }
}
