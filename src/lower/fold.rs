//! Builds pure expressions, folding constants on the way.
//!
//! In: operands of fitting types. Out: an expression of the same value. Operations that C leaves undefined
//! for their operands stay as they are, so that checks can find them.

use crate::base::Span;
use crate::ir::{BinaryOp, CastOp, Expr, ExprKind, FloatType, IntType, Scalar, UnaryOp};

/// The value of an integer constant.
pub fn int_value(expr: &Expr) -> Option<i128> {
    match (&expr.kind, expr.ty) {
        (ExprKind::Int(bits), Scalar::Int(int)) => Some(int.value(*bits)),
        _ => None,
    }
}

/// Whether an expression is a literal.
pub fn is_constant(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_) | ExprKind::Float(_) | ExprKind::Null)
}

/// Whether an expression costs nothing to repeat and cannot fail.
pub fn is_simple(expr: &Expr) -> bool {
    !matches!(
        expr.kind,
        ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::PointerAdd(..)
            | ExprKind::PointerDiff(..)
            | ExprKind::Cast(..)
    )
}

/// Whether evaluating the expression may do what C leaves undefined.
pub fn may_fail(expr: &Expr) -> bool {
    let mut found = false;
    expr.walk(&mut |e| {
        found |= match &e.kind {
            ExprKind::Unary(UnaryOp::Neg, _) | ExprKind::PointerDiff(..) => true,
            ExprKind::Binary(op, ..) => {
                !matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor | BinaryOp::Eq | BinaryOp::Ne)
            }
            ExprKind::Cast(op, _) => *op == CastOp::FloatToInt,
            _ => false,
        }
    });
    found
}

/// A unary operation.
pub fn unary(op: UnaryOp, operand: Expr, span: Span) -> Expr {
    let ty = operand.ty;
    let folded = match (&operand.kind, ty) {
        (ExprKind::Int(bits), Scalar::Int(int)) => {
            let value = match op {
                UnaryOp::Neg => -int.value(*bits),
                UnaryOp::BitNot => !int.value(*bits),
                _ => return Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, span },
            };
            (!int.signed || (int.min()..=int.max()).contains(&value)).then(|| ExprKind::Int(int.wrap(value as u64)))
        }
        (ExprKind::Float(value), Scalar::Float(float)) => float_unary(op, *value, float).map(ExprKind::Float),
        _ => None,
    };
    let kind = folded.unwrap_or_else(|| ExprKind::Unary(op, Box::new(operand)));
    Expr { kind, ty, span }
}

/// A function of a constant float.
fn float_unary(op: UnaryOp, value: f64, float: FloatType) -> Option<f64> {
    let single = float == FloatType::F32;
    Some(match op {
        UnaryOp::Neg => -value,
        UnaryOp::Sqrt if single => f64::from((value as f32).sqrt()),
        UnaryOp::Sqrt => value.sqrt(),
        UnaryOp::Rint => value.round_ties_even(),
        UnaryOp::Round => value.round(),
        UnaryOp::Trunc => value.trunc(),
        UnaryOp::Floor => value.floor(),
        UnaryOp::Ceil => value.ceil(),
        UnaryOp::BitNot => return None,
    })
}

/// A binary operation; comparisons give `int`.
pub fn binary(op: BinaryOp, left: Expr, right: Expr, span: Span) -> Expr {
    if let Some(folded) = fold_binary(op, &left, &right, true, span) {
        return folded;
    }
    Expr::binary(op, left, right, span)
}

fn fold_binary(op: BinaryOp, left: &Expr, right: &Expr, strict: bool, span: Span) -> Option<Expr> {
    match (&left.kind, &right.kind) {
        (ExprKind::Int(_), ExprKind::Int(_)) => {
            let int = left.ty.as_int()?;
            let (a, b) = (int_value(left)?, int_value(right)?);
            if op.is_comparison() {
                return Some(Expr::int(i128::from(compare(op, &a, &b)), IntType::INT, span));
            }
            let value = arithmetic(op, a, b, int)?;
            let fits = !int.signed || (int.min()..=int.max()).contains(&value);
            (fits || !strict).then(|| Expr::int(value, int, span))
        }
        (ExprKind::Float(a), ExprKind::Float(b)) => {
            if op.is_comparison() {
                return Some(Expr::int(i128::from(compare(op, a, b)), IntType::INT, span));
            }
            let Scalar::Float(float) = left.ty else { return None };
            let value = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Sub => a - b,
                BinaryOp::Mul => a * b,
                BinaryOp::Div => a / b,
                BinaryOp::Rem => a % b,
                _ => return None,
            };
            // Doubles hold the exact result of one operation on floats well enough to round once more.
            let value = if float == FloatType::F32 { f64::from(value as f32) } else { value };
            Some(Expr { kind: ExprKind::Float(value), ty: left.ty, span })
        }
        _ if matches!(op, BinaryOp::Eq | BinaryOp::Ne) && left.ty == Scalar::Pointer => {
            let equal = same_address(left, right)?;
            Some(Expr::int(i128::from(equal == (op == BinaryOp::Eq)), IntType::INT, span))
        }
        _ => None,
    }
}

/// Whether two constant addresses are equal, where that is known.
fn same_address(left: &Expr, right: &Expr) -> Option<bool> {
    let named = |e: &Expr| {
        matches!(e.kind, ExprKind::GlobalAddress(_) | ExprKind::FunctionAddress(_) | ExprKind::LocalAddress(_))
    };
    match (&left.kind, &right.kind) {
        (ExprKind::Null, ExprKind::Null) => Some(true),
        (ExprKind::Null, _) if named(right) => Some(false),
        (_, ExprKind::Null) if named(left) => Some(false),
        _ => None,
    }
}

fn compare<T: PartialOrd>(op: BinaryOp, a: &T, b: &T) -> bool {
    match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    }
}

/// The mathematical result; `None` for division by zero and shifts out of range.
fn arithmetic(op: BinaryOp, a: i128, b: i128, int: IntType) -> Option<i128> {
    match op {
        BinaryOp::Add => Some(a + b),
        BinaryOp::Sub => Some(a - b),
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => (b != 0).then(|| a / b),
        // `INT_MIN % -1` is undefined like the division.
        BinaryOp::Rem => (b != 0 && !(b == -1 && a == int.min())).then(|| a % b),
        BinaryOp::BitAnd => Some(a & b),
        BinaryOp::BitOr => Some(a | b),
        BinaryOp::BitXor => Some(a ^ b),
        BinaryOp::Shl | BinaryOp::Shr if !(0..i128::from(int.bits)).contains(&b) => None,
        BinaryOp::Shl => Some(a << b),
        BinaryOp::Shr => Some(a >> b),
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => None,
    }
}

/// A conversion.
pub fn cast(op: CastOp, operand: Expr, ty: Scalar, span: Span) -> Expr {
    if operand.ty == ty && matches!(op, CastOp::IntToInt | CastOp::FloatToFloat) {
        return operand;
    }
    let folded = match (op, &operand.kind, ty) {
        (CastOp::IntToInt, ExprKind::Int(_), Scalar::Int(to)) => {
            int_value(&operand).map(|v| ExprKind::Int(to.wrap(v as u64)))
        }
        (CastOp::IntToFloat, ExprKind::Int(_), Scalar::Float(float)) => int_value(&operand)
            .map(|v| ExprKind::Float(if float == FloatType::F32 { f64::from(v as f32) } else { v as f64 })),
        (CastOp::FloatToFloat, ExprKind::Float(v), Scalar::Float(FloatType::F32)) => {
            Some(ExprKind::Float(f64::from(*v as f32)))
        }
        (CastOp::FloatToFloat, ExprKind::Float(v), Scalar::Float(FloatType::F64)) => Some(ExprKind::Float(*v)),
        (CastOp::FloatToInt, ExprKind::Float(v), Scalar::Int(to)) => {
            let value = v.trunc();
            let fits = value >= to.min() as f64 && value < to.max() as f64 + 1.0;
            fits.then(|| ExprKind::Int(to.wrap(value as i128 as u64)))
        }
        (CastOp::IntToPointer, ExprKind::Int(0), _) => Some(ExprKind::Null),
        (CastOp::PointerToInt, ExprKind::Null, _) => Some(ExprKind::Int(0)),
        (CastOp::PointerToInt, ExprKind::PointerAdd(base, offset), Scalar::Int(to)) => match (&base.kind, &offset.kind)
        {
            (ExprKind::Null, ExprKind::Int(bits)) => Some(ExprKind::Int(to.wrap(*bits))),
            _ => None,
        },
        // A pointer that went through an integer of its own width is the same pointer.
        (CastOp::IntToPointer, ExprKind::Cast(CastOp::PointerToInt, inner), _) => Some(inner.kind.clone()),
        _ => None,
    };
    match folded {
        Some(kind) => Expr { kind, ty, span },
        None => Expr::cast(op, operand, ty, span),
    }
}

/// A pointer moved by bytes; the offset is an unsigned integer as wide as a pointer.
pub fn pointer_add(pointer: Expr, offset: Expr, span: Span) -> Expr {
    let ExprKind::Int(bytes) = offset.kind else { return raw_pointer_add(pointer, offset, span) };
    if bytes == 0 {
        return pointer;
    }
    if let ExprKind::PointerAdd(base, inner) = &pointer.kind
        && let (ExprKind::Int(before), Scalar::Int(int)) = (&inner.kind, offset.ty)
    {
        let sum = Expr { kind: ExprKind::Int(int.wrap(before.wrapping_add(bytes))), ..offset };
        return pointer_add((**base).clone(), sum, span);
    }
    raw_pointer_add(pointer, offset, span)
}

/// The distance of two pointers in bytes, of the given signed type.
pub fn pointer_diff(left: Expr, right: Expr, ty: IntType, span: Span) -> Expr {
    let split = |e: &Expr| match &e.kind {
        ExprKind::PointerAdd(base, offset) => int_value(offset).map(|offset| (base.kind.clone(), offset)),
        _ => Some((e.kind.clone(), 0)),
    };
    if let (Some((left_base, from)), Some((right_base, to))) = (split(&left), split(&right))
        && left_base == right_base
        && matches!(left_base, ExprKind::GlobalAddress(_) | ExprKind::LocalAddress(_))
    {
        return Expr::int(from - to, ty, span);
    }
    Expr { kind: ExprKind::PointerDiff(Box::new(left), Box::new(right)), ty: Scalar::Int(ty), span }
}

fn raw_pointer_add(pointer: Expr, offset: Expr, span: Span) -> Expr {
    Expr { kind: ExprKind::PointerAdd(Box::new(pointer), Box::new(offset)), ty: Scalar::Pointer, span }
}

/// An integer that is 0 iff the integer or comparison is not.
pub fn negate(operand: Expr, span: Span) -> Expr {
    if let ExprKind::Binary(op, left, right) = &operand.kind
        && !matches!(left.ty, Scalar::Float(_))
    {
        let opposite = match op {
            BinaryOp::Eq => Some(BinaryOp::Ne),
            BinaryOp::Ne => Some(BinaryOp::Eq),
            BinaryOp::Lt => Some(BinaryOp::Ge),
            BinaryOp::Ge => Some(BinaryOp::Lt),
            BinaryOp::Gt => Some(BinaryOp::Le),
            BinaryOp::Le => Some(BinaryOp::Gt),
            _ => None,
        };
        if let Some(opposite) = opposite {
            return Expr::binary(opposite, (**left).clone(), (**right).clone(), span);
        }
    }
    let zero = zero(operand.ty, operand.span);
    binary(BinaryOp::Eq, operand, zero, span)
}

/// The zero of a scalar type.
pub fn zero(ty: Scalar, span: Span) -> Expr {
    let kind = match ty {
        Scalar::Int(_) => ExprKind::Int(0),
        Scalar::Float(_) => ExprKind::Float(0.0),
        Scalar::Pointer => ExprKind::Null,
    };
    Expr { kind, ty, span }
}

/// The value of a constant integer expression where overflow wraps, as in a place that needs a constant.
pub fn evaluate(expr: &Expr) -> Expr {
    match &expr.kind {
        ExprKind::Unary(op, operand) => {
            let operand = evaluate(operand);
            match (int_value(&operand), expr.ty, op) {
                (Some(value), Scalar::Int(int), UnaryOp::Neg) => Expr::int(-value, int, expr.span),
                _ => unary(*op, operand, expr.span),
            }
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (evaluate(left), evaluate(right));
            match fold_binary(*op, &left, &right, false, expr.span) {
                Some(folded) => folded,
                None => Expr::binary(*op, left, right, expr.span),
            }
        }
        ExprKind::Cast(op, operand) => cast(*op, evaluate(operand), expr.ty, expr.span),
        ExprKind::PointerAdd(pointer, offset) => pointer_add(evaluate(pointer), evaluate(offset), expr.span),
        _ => expr.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(value: i128) -> Expr {
        Expr::int(value, IntType::INT, Span::NONE)
    }

    #[test]
    fn defined_arithmetic_is_folded_and_undefined_arithmetic_stays() {
        let value = |op, a, b| int_value(&binary(op, int(a), int(b), Span::NONE));
        assert_eq!(value(BinaryOp::Add, 2, 3), Some(5));
        assert_eq!(value(BinaryOp::Div, -7, 2), Some(-3));
        assert_eq!(value(BinaryOp::Rem, -7, 2), Some(-1));
        assert_eq!(value(BinaryOp::Shr, -8, 1), Some(-4));
        assert_eq!(value(BinaryOp::Add, i128::from(i32::MAX), 1), None);
        assert_eq!(value(BinaryOp::Div, i128::from(i32::MIN), -1), None);
        assert_eq!(value(BinaryOp::Div, 1, 0), None);
        assert_eq!(value(BinaryOp::Shl, 1, 32), None);
        assert_eq!(value(BinaryOp::Shl, 1, 31), None);
        let shifted = binary(BinaryOp::Shl, int(1), int(31), Span::NONE);
        assert_eq!(int_value(&evaluate(&shifted)), Some(i128::from(i32::MIN)));
    }

    #[test]
    fn unsigned_arithmetic_wraps() {
        let uint = |value| Expr::int(value, IntType::unsigned(32), Span::NONE);
        assert_eq!(int_value(&binary(BinaryOp::Sub, uint(0), uint(1), Span::NONE)), Some(0xffff_ffff));
        assert_eq!(int_value(&unary(UnaryOp::Neg, uint(1), Span::NONE)), Some(0xffff_ffff));
    }

    #[test]
    fn offsets_are_collected() {
        let size = |value| Expr::int(value, IntType::unsigned(32), Span::NONE);
        let pointer = pointer_add(pointer_add(Expr::null(Span::NONE), size(4), Span::NONE), size(8), Span::NONE);
        let address = cast(CastOp::PointerToInt, pointer, Scalar::Int(IntType::unsigned(32)), Span::NONE);
        assert_eq!(int_value(&address), Some(12));
    }
}
