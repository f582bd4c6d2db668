//! Floating-point expressions as terms. `float` and `double` are exact; `long double` is any value.

use super::Encoder;
use super::state::State;
use crate::base::Span;
use crate::ir::{BinaryOp, FloatType, IntType, Scalar, UnaryOp};
use crate::logic::{FloatOp, Sort, TermId, Whole, to_f64};

/// Bits of a type that is exact in the formula.
fn exact_width(ty: FloatType) -> Option<u32> {
    match ty {
        FloatType::F32 => Some(32),
        FloatType::F64 => Some(64),
        FloatType::F80 => None,
    }
}

impl Encoder<'_> {
    /// A value that the model of floats cannot give: any.
    fn approximate_float(&mut self, ty: FloatType, span: Span) -> TermId {
        self.formula.approximate("computing with `long double`", span);
        let sort = self.sort(Scalar::Float(ty));
        self.memory.pool.fresh_var("float", sort)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn float_arithmetic(
        &mut self,
        state: &State,
        op: BinaryOp,
        a: TermId,
        b: TermId,
        ty: FloatType,
        span: Span,
    ) -> TermId {
        let op = match op {
            BinaryOp::Add => FloatOp::Add,
            BinaryOp::Sub => FloatOp::Sub,
            BinaryOp::Mul => FloatOp::Mul,
            BinaryOp::Div => FloatOp::Div,
            BinaryOp::Rem => match exact_width(ty) {
                Some(width) => return self.float_remainder(state, a, b, width, span),
                None => return self.approximate_float(ty, span),
            },
            // No other operation has operands of this type.
            _ => return self.approximate_float(ty, span),
        };
        match exact_width(ty) {
            Some(_) => self.memory.pool.float(op, a, b),
            None => self.approximate_float(ty, span),
        }
    }

    pub(super) fn float_function(&mut self, op: UnaryOp, value: TermId, ty: FloatType, span: Span) -> TermId {
        let op = match op {
            UnaryOp::Sqrt => FloatOp::Sqrt,
            UnaryOp::Rint => FloatOp::Whole(Whole::Nearest),
            UnaryOp::Round => FloatOp::Whole(Whole::Away),
            UnaryOp::Trunc => FloatOp::Whole(Whole::Zero),
            UnaryOp::Floor => FloatOp::Whole(Whole::Down),
            UnaryOp::Ceil => FloatOp::Whole(Whole::Up),
            UnaryOp::Neg | UnaryOp::BitNot => return self.approximate_float(ty, span),
        };
        match exact_width(ty) {
            Some(_) => self.memory.pool.float(op, value, value),
            None => self.approximate_float(ty, span),
        }
    }

    /// What `fmod` gives: exact for constants and where the divisor is the greater one; else a number below the divisor and
    /// not above the dividend in magnitude, with the sign of the dividend.
    fn float_remainder(&mut self, state: &State, a: TermId, b: TermId, width: u32, span: Span) -> TermId {
        if let (Some(x), Some(y)) = (self.memory.pool.as_u64(a), self.memory.pool.as_u64(b)) {
            let (x, y) = (to_f64(width, x), to_f64(width, y));
            if !x.is_nan() && !y.is_nan() && y != 0.0 && x.is_finite() {
                return self.memory.pool.float_const(x % y, width);
            }
        }
        self.formula.approximate("the remainder of floating-point numbers", span);
        let any = self.memory.pool.fresh_var("float", Sort::Bv(width));
        let pool = &mut self.memory.pool;
        let sign = pool.bv_const(1 << (width - 1), width);
        let others = pool.bvnot(sign);
        let (size_a, size_b, size) = (pool.bvand(a, others), pool.bvand(b, others), pool.bvand(any, others));
        let (infinity, zero) = (pool.float_const(f64::INFINITY, width), pool.float_const(0.0, width));
        let below = pool.float(FloatOp::Lt, size_a, size_b);
        let (number_a, finite_a) = (pool.float(FloatOp::Eq, a, a), pool.float(FloatOp::Lt, size_a, infinity));
        let (number_b, positive_b) = (pool.float(FloatOp::Eq, b, b), pool.float(FloatOp::Lt, zero, size_b));
        let defined = pool.and([number_a, finite_a, number_b, positive_b]);
        let (less, bounded) = (pool.float(FloatOp::Lt, size, size_b), pool.float(FloatOp::Le, size, size_a));
        let (sign_a, sign_any) = (pool.bvand(a, sign), pool.bvand(any, sign));
        let same_sign = pool.eq(sign_a, sign_any);
        let fine = pool.and([less, bounded, same_sign]);
        let nan = pool.is_nan(any);
        let described = pool.ite(defined, fine, nan);
        self.assume(state, described);
        self.memory.pool.ite(below, a, any)
    }

    pub(super) fn compare_floats(&mut self, op: BinaryOp, a: TermId, b: TermId, ty: FloatType, span: Span) -> TermId {
        if exact_width(ty).is_none() {
            self.formula.approximate("comparing `long double`", span);
            return self.memory.pool.fresh_var("float", Sort::Bool);
        }
        let pool = &mut self.memory.pool;
        match op {
            BinaryOp::Eq => pool.float(FloatOp::Eq, a, b),
            BinaryOp::Ne => {
                let equal = pool.float(FloatOp::Eq, a, b);
                pool.not(equal)
            }
            BinaryOp::Lt => pool.float(FloatOp::Lt, a, b),
            BinaryOp::Le => pool.float(FloatOp::Le, a, b),
            BinaryOp::Gt => pool.float(FloatOp::Lt, b, a),
            _ => pool.float(FloatOp::Le, b, a),
        }
    }

    pub(super) fn float_from_int(&mut self, value: TermId, from: IntType, to: FloatType, span: Span) -> TermId {
        match exact_width(to) {
            Some(width) if from.signed => self.memory.pool.float(FloatOp::FromSigned(width), value, value),
            Some(width) => self.memory.pool.float(FloatOp::FromUnsigned(width), value, value),
            None => self.approximate_float(to, span),
        }
    }

    pub(super) fn float_to_float(&mut self, value: TermId, from: FloatType, to: FloatType, span: Span) -> TermId {
        match (exact_width(from), exact_width(to)) {
            _ if from == to => value,
            (Some(_), Some(width)) => self.memory.pool.float(FloatOp::Convert(width), value, value),
            _ => self.approximate_float(to, span),
        }
    }

    /// A number as an integer; C leaves open what a number is that does not fit, so that is anything.
    pub(super) fn float_to_int(&mut self, value: TermId, from: FloatType, to: IntType, span: Span) -> TermId {
        let bits = u32::from(to.bits);
        let Some(width) = exact_width(from) else {
            self.formula.approximate("conversion of a `long double` to an integer", span);
            return self.memory.pool.fresh_var("float", Sort::Bv(bits));
        };
        let pool = &mut self.memory.pool;
        let above = pool.float_const((to.max() + 1) as f64, width);
        let fits_above = pool.float(FloatOp::Lt, value, above);
        // The number below the smallest integer, if there is one in this format between the two integers.
        let fraction = if width == 32 { 24 } else { 53 };
        let fits_below = if to.signed && bits > fraction {
            let smallest = pool.float_const(to.min() as f64, width);
            pool.float(FloatOp::Le, smallest, value)
        } else {
            let below = pool.float_const((to.min() - 1) as f64, width);
            pool.float(FloatOp::Lt, below, value)
        };
        let fits = pool.and([fits_above, fits_below]);
        let exact = pool.float(FloatOp::ToInt(bits), value, value);
        if fits == TermId::TRUE {
            return exact;
        }
        self.formula.approximate("conversion of a number to an integer that may not hold it", span);
        let any = self.memory.pool.fresh_var("float", Sort::Bv(bits));
        self.memory.pool.ite(fits, exact, any)
    }
}
