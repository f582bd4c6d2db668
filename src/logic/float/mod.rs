//! Floating-point numbers as bit-vectors: operations on the bits of IEEE 754 numbers of 32 and 64 bits.
//!
//! In: an operation and the bits of its operands. Out: the bits of the result, rounded to nearest, ties to even; in
//! `circuit.rs` the same as a term of bit-vectors alone. Which not-a-number results is what x86 has: the first operand that
//! is one, made quiet, or else the negative quiet one.

mod circuit;

#[cfg(test)]
mod tests;

use super::bits::Bits;
use super::pool::Sort;
use super::value::Value;

/// How a number is made whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whole {
    /// To the nearest, of two the even one: `rint`.
    Nearest,
    /// To the nearest, of two the one away from zero: `round`.
    Away,
    /// Towards zero: `trunc`.
    Zero,
    /// Towards minus infinity: `floor`.
    Down,
    /// Towards infinity: `ceil`.
    Up,
}

/// Operations on floating-point numbers. Those with one operand are given it twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    /// The square root.
    Sqrt,
    /// A number without fraction.
    Whole(Whole),
    /// Less than; not-a-number is not.
    Lt,
    /// Less than or equal.
    Le,
    /// Equal as numbers: zeros are, not-a-number is not.
    Eq,
    /// The number in the format of that width.
    Convert(u32),
    /// A signed integer as a number of that width.
    FromSigned(u32),
    /// An unsigned integer as a number of that width.
    FromUnsigned(u32),
    /// The number as an integer of that width, towards zero: modulo its range where the magnitude is below two to the
    /// width, else 0.
    ToInt(u32),
}

impl FloatOp {
    /// Whether the second operand counts.
    pub fn is_binary(self) -> bool {
        use FloatOp::*;
        matches!(self, Add | Sub | Mul | Div | Lt | Le | Eq)
    }

    /// The sort of the result for operands of a width.
    pub fn sort(self, width: u32) -> Sort {
        match self {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Sqrt | FloatOp::Whole(_) => {
                Sort::Bv(width)
            }
            FloatOp::Lt | FloatOp::Le | FloatOp::Eq => Sort::Bool,
            FloatOp::Convert(to) | FloatOp::FromSigned(to) | FloatOp::FromUnsigned(to) | FloatOp::ToInt(to) => {
                Sort::Bv(to)
            }
        }
    }

    /// A number that makes the operations with their parameters different, for hashing.
    pub(super) fn code(self) -> u64 {
        match self {
            FloatOp::Add => 0,
            FloatOp::Sub => 1,
            FloatOp::Mul => 2,
            FloatOp::Div => 3,
            FloatOp::Sqrt => 4,
            FloatOp::Lt => 5,
            FloatOp::Le => 6,
            FloatOp::Eq => 7,
            FloatOp::Whole(whole) => 8 + whole as u64,
            FloatOp::Convert(width) => 16 + (u64::from(width) << 8),
            FloatOp::FromSigned(width) => 17 + (u64::from(width) << 8),
            FloatOp::FromUnsigned(width) => 18 + (u64::from(width) << 8),
            FloatOp::ToInt(width) => 19 + (u64::from(width) << 8),
        }
    }

    /// Applies the operation to constants.
    pub fn apply(self, a: &Bits, b: &Bits) -> Value {
        let number = |bits: &Bits| bits.to_u64().unwrap_or(0);
        let (width, x, y) = (a.width(), number(a), number(b));
        let bits = |value: u64, width: u32| Value::Bv(Bits::new(value.into(), width));
        match self {
            FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => bits(self.arithmetic(width, x, y), width),
            FloatOp::Sqrt | FloatOp::Whole(_) => bits(self.arithmetic(width, x, x), width),
            FloatOp::Lt => Value::Bool(to_f64(width, x) < to_f64(width, y)),
            FloatOp::Le => Value::Bool(to_f64(width, x) <= to_f64(width, y)),
            FloatOp::Eq => Value::Bool(to_f64(width, x) == to_f64(width, y)),
            FloatOp::Convert(to) => bits(convert(width, to, x), to),
            FloatOp::FromSigned(to) => {
                let value = a.to_i128().unwrap_or(0);
                bits(if to == 32 { (value as f32).to_bits().into() } else { (value as f64).to_bits() }, to)
            }
            FloatOp::FromUnsigned(to) => {
                let value = a.to_u128().unwrap_or(0);
                bits(if to == 32 { (value as f32).to_bits().into() } else { (value as f64).to_bits() }, to)
            }
            FloatOp::ToInt(to) => {
                let value = to_f64(width, x).trunc();
                let fits = value.abs() < 2f64.powi(to as i32);
                Value::Bv(if fits { Bits::from_signed(value as i128, to) } else { Bits::zero(to) })
            }
        }
    }

    /// Operations whose operands and result are numbers of one width.
    fn arithmetic(self, width: u32, x: u64, y: u64) -> u64 {
        let format = Format::of(width);
        if let Some(&operand) = [x, y].iter().find(|bits| format.is_nan(**bits)) {
            return operand | format.quiet();
        }
        let result = if width == 32 {
            let (x, y) = (f32::from_bits(x as u32), f32::from_bits(y as u32));
            u64::from(
                match self {
                    FloatOp::Add => x + y,
                    FloatOp::Sub => x - y,
                    FloatOp::Mul => x * y,
                    FloatOp::Div => x / y,
                    FloatOp::Sqrt => x.sqrt(),
                    FloatOp::Whole(Whole::Nearest) => x.round_ties_even(),
                    FloatOp::Whole(Whole::Away) => x.round(),
                    FloatOp::Whole(Whole::Zero) => x.trunc(),
                    FloatOp::Whole(Whole::Down) => x.floor(),
                    FloatOp::Whole(Whole::Up) => x.ceil(),
                    _ => panic!("{self:?} is no arithmetic"),
                }
                .to_bits(),
            )
        } else {
            let (x, y) = (f64::from_bits(x), f64::from_bits(y));
            match self {
                FloatOp::Add => x + y,
                FloatOp::Sub => x - y,
                FloatOp::Mul => x * y,
                FloatOp::Div => x / y,
                FloatOp::Sqrt => x.sqrt(),
                FloatOp::Whole(Whole::Nearest) => x.round_ties_even(),
                FloatOp::Whole(Whole::Away) => x.round(),
                FloatOp::Whole(Whole::Zero) => x.trunc(),
                FloatOp::Whole(Whole::Down) => x.floor(),
                FloatOp::Whole(Whole::Up) => x.ceil(),
                _ => panic!("{self:?} is no arithmetic"),
            }
            .to_bits()
        };
        if format.is_nan(result) { format.default_nan() } else { result }
    }
}

/// The bits of a number of 32 or 64 bits as a number; every one of 32 bits is one of 64 bits.
pub fn to_f64(width: u32, bits: u64) -> f64 {
    if width == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
}

/// Where a number stands in the order of all numbers of its width, zero at 0; what is not a number stands beyond infinity.
pub fn float_rank(width: u32, bits: u64) -> i128 {
    let magnitude = i128::from(bits & (u64::MAX >> (65 - width)));
    if bits >> (width - 1) & 1 == 1 { -magnitude } else { magnitude }
}

/// The bits of the number at a place in the order, and whether there is one.
pub fn float_at_rank(width: u32, rank: i128) -> (u64, bool) {
    let magnitude = u64::try_from(rank.unsigned_abs()).unwrap_or(u64::MAX);
    let sign = u64::from(rank < 0) << (width - 1);
    (sign | magnitude & (u64::MAX >> (65 - width)), magnitude <= Format::of(width).infinity())
}

/// Between formats; the bits of not-a-number are kept as far as there is room.
fn convert(from: u32, to: u32, bits: u64) -> u64 {
    let (source, target) = (Format::of(from), Format::of(to));
    if source.is_nan(bits) {
        let fraction = bits & source.fraction_mask();
        let fraction = if to > from {
            fraction << (target.fraction - source.fraction)
        } else {
            fraction >> (source.fraction - target.fraction)
        };
        let sign = bits >> (from - 1) << (to - 1);
        return sign | target.infinity() | target.quiet() | fraction;
    }
    if to == 32 { u64::from((to_f64(from, bits) as f32).to_bits()) } else { to_f64(from, bits).to_bits() }
}

/// The parts of a number, by its width.
#[derive(Clone, Copy)]
struct Format {
    width: u32,
    exponent: u32,
    fraction: u32,
}

impl Format {
    fn of(width: u32) -> Self {
        match width {
            32 => Self { width, exponent: 8, fraction: 23 },
            64 => Self { width, exponent: 11, fraction: 52 },
            _ => panic!("no floating-point number has {width} bits"),
        }
    }

    /// What is added to exponents.
    fn bias(self) -> i128 {
        (1 << (self.exponent - 1)) - 1
    }

    fn fraction_mask(self) -> u64 {
        (1 << self.fraction) - 1
    }

    fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << self.fraction
    }

    fn quiet(self) -> u64 {
        1 << (self.fraction - 1)
    }

    fn default_nan(self) -> u64 {
        1 << (self.width - 1) | self.infinity() | self.quiet()
    }

    fn is_nan(self, bits: u64) -> bool {
        bits & (u64::MAX >> (65 - self.width)) > self.infinity()
    }
}
