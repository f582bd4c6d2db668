//! C's arithmetic on bit patterns. In: operation, type, operands. Out: the wrapped result and what C leaves
//! undefined about it.

use crate::ir::{BinaryOp, ErrorKind, FloatType, IntType, UnaryOp};

/// The operand as a signed number, extended from its width.
fn signed(ty: IntType, bits: u64) -> i64 {
    let shift = 64 - u32::from(ty.bits);
    ((bits << shift) as i64) >> shift
}

/// Addition, subtraction, multiplication, division, remainder and bit operations: the wrapped result, or what
/// is wrong. Signed overflow has both.
#[inline]
pub(super) fn int_binary(op: BinaryOp, ty: IntType, a: u64, b: u64) -> (u64, Option<ErrorKind>) {
    match op {
        BinaryOp::BitAnd => return (a & b, None),
        BinaryOp::BitOr => return (a | b, None),
        BinaryOp::BitXor => return (a ^ b, None),
        BinaryOp::Div | BinaryOp::Rem if b == 0 => return (0, Some(ErrorKind::DivisionByZero)),
        _ => {}
    }
    if !ty.signed {
        let result = match op {
            BinaryOp::Add => a.wrapping_add(b),
            BinaryOp::Sub => a.wrapping_sub(b),
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::Div => a / b,
            BinaryOp::Rem => a % b,
            _ => return (int_compare(op, ty, a, b), None),
        };
        return (ty.wrap(result), None);
    }
    let (x, y) = (signed(ty, a), signed(ty, b));
    let (result, overflow) = match op {
        BinaryOp::Add => x.overflowing_add(y),
        BinaryOp::Sub => x.overflowing_sub(y),
        BinaryOp::Mul => x.overflowing_mul(y),
        BinaryOp::Div => x.overflowing_div(y),
        // The remainder of the smallest number by -1 is 0, but computing it overflows in C.
        BinaryOp::Rem => (x.wrapping_rem(y), y == -1 && i128::from(x) == ty.min()),
        _ => return (int_compare(op, ty, a, b), None),
    };
    let wrapped = ty.wrap(result as u64);
    let overflow = overflow || signed(ty, wrapped) != result;
    (wrapped, overflow.then_some(ErrorKind::SignedOverflow))
}

/// A comparison of integers: 0 or 1.
#[inline]
pub(super) fn int_compare(op: BinaryOp, ty: IntType, a: u64, b: u64) -> u64 {
    let order = if ty.signed { signed(ty, a).cmp(&signed(ty, b)) } else { a.cmp(&b) };
    u64::from(match op {
        BinaryOp::Eq => order.is_eq(),
        BinaryOp::Ne => order.is_ne(),
        BinaryOp::Lt => order.is_lt(),
        BinaryOp::Le => order.is_le(),
        BinaryOp::Gt => order.is_gt(),
        _ => order.is_ge(),
    })
}

/// A shift; the amount has its own type. Bits that a left shift pushes out are lost; of a signed number, that is an
/// overflow if the value changes.
pub(super) fn shift(op: BinaryOp, ty: IntType, a: u64, amount_ty: IntType, amount: u64) -> (u64, Option<ErrorKind>) {
    let amount = amount_ty.value(amount);
    if amount < 0 || amount >= i128::from(ty.bits) {
        return (0, Some(ErrorKind::OversizedShift));
    }
    let amount = amount as u32;
    let result = match op {
        BinaryOp::Shl => {
            let result = ty.wrap(a << amount);
            let overflow = ty.signed && ty.value(result) != ty.value(a) << amount;
            return (result, overflow.then_some(ErrorKind::SignedOverflow));
        }
        _ if ty.signed => (signed(ty, a) >> amount) as u64,
        _ => a >> amount,
    };
    (ty.wrap(result), None)
}

/// Negation: the wrapped result, and whether it overflowed.
pub(super) fn negate(ty: IntType, a: u64) -> (u64, Option<ErrorKind>) {
    let overflow = ty.signed && ty.value(a) == ty.min();
    (ty.wrap(a.wrapping_neg()), overflow.then_some(ErrorKind::SignedOverflow))
}

/// The bits of a float as a number. (`long double` is never computed with.)
pub(super) fn to_f64(ty: FloatType, bits: u64) -> f64 {
    match ty {
        FloatType::F32 => f64::from(f32::from_bits(bits as u32)),
        FloatType::F64 | FloatType::F80 => f64::from_bits(bits),
    }
}

/// A number as the bits of a float, rounded to nearest.
pub(super) fn from_f64(ty: FloatType, value: f64) -> u64 {
    match ty {
        FloatType::F32 => u64::from((value as f32).to_bits()),
        FloatType::F64 | FloatType::F80 => value.to_bits(),
    }
}

/// Whether the bits of a float are not-a-number.
fn is_nan(ty: FloatType, bits: u64) -> bool {
    to_f64(ty, bits).is_nan()
}

/// The bit that makes not-a-number quiet, and the not-a-number that x86 makes where no operand is one.
fn quiet_and_default(ty: FloatType) -> (u64, u64) {
    match ty {
        FloatType::F32 => (1 << 22, 0xffc0_0000),
        FloatType::F64 | FloatType::F80 => (1 << 51, 0xfff8_0000_0000_0000),
    }
}

/// The result of an operation as x86 has it: the first operand that is not-a-number, made quiet; else the result, and if
/// that is not-a-number, the default one. (Which bits a host's operation leaves there, its language does not say.)
fn settled(ty: FloatType, operands: &[u64], result: u64) -> u64 {
    let (quiet, default) = quiet_and_default(ty);
    match operands.iter().find(|bits| is_nan(ty, **bits)) {
        Some(operand) => operand | quiet,
        None if is_nan(ty, result) => default,
        None => result,
    }
}

/// Arithmetic on floats: each operation is rounded to the type. `None` if C has no such operation.
pub(super) fn float_binary(op: BinaryOp, ty: FloatType, a: u64, b: u64) -> Option<u64> {
    let result = if ty == FloatType::F32 {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let result = match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x / y,
            BinaryOp::Rem => x % y,
            _ => return None,
        };
        u64::from(result.to_bits())
    } else {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let result = match op {
            BinaryOp::Add => x + y,
            BinaryOp::Sub => x - y,
            BinaryOp::Mul => x * y,
            BinaryOp::Div => x / y,
            BinaryOp::Rem => x % y,
            _ => return None,
        };
        result.to_bits()
    };
    Some(settled(ty, &[a, b], result))
}

/// A function of a float, which is exact. `None` if the operation is no such function.
pub(super) fn float_function(op: UnaryOp, ty: FloatType, a: u64) -> Option<u64> {
    let x = to_f64(ty, a);
    let result = match op {
        UnaryOp::Sqrt if ty == FloatType::F32 => f64::from(f32::from_bits(a as u32).sqrt()),
        UnaryOp::Sqrt => x.sqrt(),
        UnaryOp::Rint => x.round_ties_even(),
        UnaryOp::Round => x.round(),
        UnaryOp::Trunc => x.trunc(),
        UnaryOp::Floor => x.floor(),
        UnaryOp::Ceil => x.ceil(),
        UnaryOp::Neg | UnaryOp::BitNot => return None,
    };
    Some(settled(ty, &[a], from_f64(ty, result)))
}

/// Between floats. Not-a-number keeps its sign and as much of the rest as there is room for.
pub(super) fn float_to_float(from: FloatType, to: FloatType, bits: u64) -> u64 {
    match (from, to) {
        (FloatType::F32, FloatType::F64) if is_nan(from, bits) => {
            (bits >> 31) << 63 | 0x7ff8_0000_0000_0000 | (bits & 0x7f_ffff) << 29
        }
        (FloatType::F64, FloatType::F32) if is_nan(from, bits) => {
            (bits >> 63) << 31 | 0x7fc0_0000 | (bits & 0xf_ffff_ffff_ffff) >> 29
        }
        _ => from_f64(to, to_f64(from, bits)),
    }
}

/// A comparison of floats: 0 or 1; not-a-number differs from everything.
pub(super) fn float_compare(op: BinaryOp, ty: FloatType, a: u64, b: u64) -> u64 {
    let (x, y) = (to_f64(ty, a), to_f64(ty, b));
    u64::from(match op {
        BinaryOp::Eq => x == y,
        BinaryOp::Ne => x != y,
        BinaryOp::Lt => x < y,
        BinaryOp::Le => x <= y,
        BinaryOp::Gt => x > y,
        _ => x >= y,
    })
}

/// Negation of a float: flips the sign, also of zero and not-a-number.
pub(super) fn float_negate(ty: FloatType, a: u64) -> u64 {
    match ty {
        FloatType::F32 => a ^ 1 << 31,
        FloatType::F64 | FloatType::F80 => a ^ 1 << 63,
    }
}

/// Between integers.
pub(super) fn int_to_int(from: IntType, to: IntType, bits: u64) -> u64 {
    to.wrap(if from.signed { signed(from, bits) as u64 } else { bits })
}

/// An integer as a float, rounded once.
pub(super) fn int_to_float(from: IntType, to: FloatType, bits: u64) -> u64 {
    match (to, from.signed) {
        (FloatType::F32, true) => u64::from((signed(from, bits) as f32).to_bits()),
        (FloatType::F32, false) => u64::from((bits as f32).to_bits()),
        (_, true) => (signed(from, bits) as f64).to_bits(),
        (_, false) => (bits as f64).to_bits(),
    }
}

/// A float as an integer, towards zero. Where C leaves the result undefined it is what x86-64 computes: the
/// conversion is done in the next wider signed type, whose smallest number stands for "out of range".
pub(super) fn float_to_int(from: FloatType, to: IntType, bits: u64) -> u64 {
    let value = to_f64(from, bits).trunc();
    let within = |limit: f64| value >= -limit && value < limit;
    let two_63 = 9_223_372_036_854_775_808.0;
    match (to.bits, to.signed) {
        (64, true) => (if within(two_63) { value as i64 } else { i64::MIN }) as u64,
        (64, false) if value >= two_63 => {
            let low = value - two_63;
            (if low < two_63 { low as i64 } else { i64::MIN }) as u64 ^ 1 << 63
        }
        (64, false) | (32, false) => to.wrap((if within(two_63) { value as i64 } else { i64::MIN }) as u64),
        _ => to.wrap((if within(2_147_483_648.0) { value as i32 } else { i32::MIN }) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: IntType = IntType::INT;
    const LONG: IntType = IntType::signed(64);
    const OVERFLOW: Option<ErrorKind> = Some(ErrorKind::SignedOverflow);

    #[test]
    fn signed_arithmetic_wraps_and_tells() {
        let min = i64::MIN as u64;
        assert_eq!(int_binary(BinaryOp::Add, INT, 0x7fff_ffff, 1), (0x8000_0000, OVERFLOW));
        assert_eq!(int_binary(BinaryOp::Add, LONG, i64::MAX as u64, 1), (min, OVERFLOW));
        assert_eq!(int_binary(BinaryOp::Sub, INT, 0, 1), (0xffff_ffff, None));
        assert_eq!(int_binary(BinaryOp::Mul, INT, 0x10000, 0x10000), (0, OVERFLOW));
        assert_eq!(int_binary(BinaryOp::Div, INT, 0x8000_0000, 0xffff_ffff), (0x8000_0000, OVERFLOW));
        assert_eq!(int_binary(BinaryOp::Rem, INT, 0x8000_0000, 0xffff_ffff), (0, OVERFLOW));
        assert_eq!(int_binary(BinaryOp::Rem, LONG, min, u64::MAX), (0, OVERFLOW));
        assert_eq!(int_binary(BinaryOp::Div, INT, 0xffff_fff9, 2), (0xffff_fffd, None));
        assert_eq!(int_binary(BinaryOp::Rem, INT, 0xffff_fff9, 2), (0xffff_ffff, None));
        assert_eq!(negate(INT, 0x8000_0000), (0x8000_0000, OVERFLOW));
    }

    #[test]
    fn unsigned_arithmetic_wraps_silently() {
        let ty = IntType::unsigned(32);
        assert_eq!(int_binary(BinaryOp::Add, ty, 0xffff_ffff, 1), (0, None));
        assert_eq!(int_binary(BinaryOp::Div, ty, 7, 0).1, Some(ErrorKind::DivisionByZero));
        assert_eq!(negate(ty, 1), (0xffff_ffff, None));
    }

    #[test]
    fn shifts_check_their_amount() {
        assert_eq!(shift(BinaryOp::Shl, INT, 1, INT, 31), (0x8000_0000, OVERFLOW));
        assert_eq!(shift(BinaryOp::Shl, INT, 1, INT, 30), (0x4000_0000, None));
        assert_eq!(shift(BinaryOp::Shl, INT, 0xffff_ffff, INT, 31), (0x8000_0000, None));
        assert_eq!(shift(BinaryOp::Shl, IntType::unsigned(32), 3, INT, 31), (0x8000_0000, None));
        assert_eq!(shift(BinaryOp::Shr, INT, 0x8000_0000, INT, 31), (0xffff_ffff, None));
        assert_eq!(shift(BinaryOp::Shr, IntType::unsigned(32), 0x8000_0000, INT, 31), (1, None));
        assert_eq!(shift(BinaryOp::Shl, INT, 1, INT, 32).1, Some(ErrorKind::OversizedShift));
        assert_eq!(shift(BinaryOp::Shl, INT, 1, INT, 0xffff_ffff).1, Some(ErrorKind::OversizedShift));
    }

    #[test]
    fn comparisons_respect_signedness() {
        assert_eq!(int_compare(BinaryOp::Lt, INT, 0xffff_ffff, 0), 1);
        assert_eq!(int_compare(BinaryOp::Lt, IntType::unsigned(32), 0xffff_ffff, 0), 0);
        let nan = f64::NAN.to_bits();
        assert_eq!(float_compare(BinaryOp::Eq, FloatType::F64, nan, nan), 0);
        assert_eq!(float_compare(BinaryOp::Ne, FloatType::F64, nan, nan), 1);
    }

    #[test]
    fn floats_are_rounded_to_their_type() {
        let f = |x: f32| u64::from(x.to_bits());
        assert_eq!(float_binary(BinaryOp::Add, FloatType::F32, f(16_777_216.0), f(1.0)), Some(f(16_777_216.0)));
        assert_eq!(int_to_float(INT, FloatType::F32, 16_777_217), f(16_777_216.0));
        assert_eq!(
            int_to_float(IntType::unsigned(64), FloatType::F64, u64::MAX),
            18_446_744_073_709_551_615f64.to_bits()
        );
        assert_eq!(float_negate(FloatType::F64, 0), 1 << 63);
    }

    #[test]
    fn conversions_to_integers_are_those_of_the_processor() {
        let convert = |value: f64, ty| float_to_int(FloatType::F64, ty, value.to_bits());
        assert_eq!(convert(-1.9, INT), 0xffff_ffff);
        assert_eq!(convert(3e9, INT), 0x8000_0000);
        assert_eq!(convert(3e9, IntType::unsigned(32)), 3_000_000_000);
        assert_eq!(convert(f64::NAN, LONG), 1 << 63);
        assert_eq!(convert(1e19, IntType::unsigned(64)), 10_000_000_000_000_000_000);
        assert_eq!(convert(-1.0, IntType::unsigned(8)), 0xff);
        assert_eq!(int_to_int(IntType::signed(8), LONG, 0x80), (-128i64) as u64);
        assert_eq!(int_to_int(LONG, IntType::unsigned(16), 0x12345), 0x2345);
    }
}
