//! Operations on constants: machine integers where they fit, words otherwise.

use super::{Bits, Repr, SMALL, mask, wide};
use std::cmp::Ordering;

impl Bits {
    /// Applies the narrow form of a binary operation if both values have it, and the wide form otherwise.
    fn zip(
        &self,
        other: &Self,
        small: impl FnOnce(u128, u128) -> u128,
        wide: impl FnOnce(&[u64], &[u64]) -> Vec<u64>,
    ) -> Self {
        assert_eq!(self.width, other.width, "operands have the same width");
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => Self::new(small(*a, *b), self.width),
            (Repr::Wide(a), Repr::Wide(b)) => Self::from_words(wide(a, b), self.width),
            _ => unreachable!("the representation follows from the width"),
        }
    }

    /// Sum, modulo the width.
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, u128::wrapping_add, wide::add)
    }

    /// Difference, modulo the width.
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    /// Product, modulo the width.
    pub fn mul(&self, other: &Self) -> Self {
        self.zip(other, u128::wrapping_mul, wide::mul)
    }

    /// Two's complement.
    pub fn neg(&self) -> Self {
        self.not().add(&Self::new(1, self.width))
    }

    /// Unsigned quotient; all ones if the divisor is zero.
    pub fn udiv(&self, other: &Self) -> Self {
        if other.is_zero() {
            return Self::ones(self.width);
        }
        self.zip(other, |a, b| a / b, |a, b| wide::div_rem(a, b).0)
    }

    /// Unsigned remainder; the dividend if the divisor is zero.
    pub fn urem(&self, other: &Self) -> Self {
        if other.is_zero() {
            return self.clone();
        }
        self.zip(other, |a, b| a % b, |a, b| wide::div_rem(a, b).1)
    }

    fn magnitude(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Signed quotient, rounded to zero; by zero, 1 for a negative dividend and -1 otherwise.
    pub fn sdiv(&self, other: &Self) -> Self {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.is_negative() == other.is_negative() { quotient } else { quotient.neg() }
    }

    /// Signed remainder with the sign of the dividend; the dividend if the divisor is zero.
    pub fn srem(&self, other: &Self) -> Self {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.is_negative() { remainder.neg() } else { remainder }
    }

    /// Bitwise and.
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b, |a, b| a.iter().zip(b).map(|(a, b)| a & b).collect())
    }

    /// Bitwise or.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b, |a, b| a.iter().zip(b).map(|(a, b)| a | b).collect())
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b, |a, b| a.iter().zip(b).map(|(a, b)| a ^ b).collect())
    }

    /// Bitwise complement.
    pub fn not(&self) -> Self {
        match &self.repr {
            Repr::Small(v) => Self::new(!v, self.width),
            Repr::Wide(words) => Self::from_words(words.iter().map(|w| !w).collect(), self.width),
        }
    }

    /// Left shift by a number of bits.
    pub fn shl_by(&self, amount: u32) -> Self {
        if amount >= self.width {
            return Self::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Self::new(v << amount, self.width),
            Repr::Wide(words) => Self::from_words(wide::shl(words, amount), self.width),
        }
    }

    /// Logical right shift by a number of bits.
    pub fn lshr_by(&self, amount: u32) -> Self {
        if amount >= self.width {
            return Self::zero(self.width);
        }
        match &self.repr {
            Repr::Small(v) => Self::new(v >> amount, self.width),
            Repr::Wide(words) => Self::from_words(wide::lshr(words, amount), self.width),
        }
    }

    /// Arithmetic right shift by a number of bits.
    pub fn ashr_by(&self, amount: u32) -> Self {
        if self.is_negative() { self.not().lshr_by(amount).not() } else { self.lshr_by(amount) }
    }

    /// The value as a shift amount, at most the width.
    pub fn shift_amount(&self) -> u32 {
        self.to_u128().map_or(self.width, |v| v.min(u128::from(self.width)) as u32)
    }

    /// Left shift.
    pub fn shl(&self, amount: &Self) -> Self {
        self.shl_by(amount.shift_amount())
    }

    /// Logical right shift.
    pub fn lshr(&self, amount: &Self) -> Self {
        self.lshr_by(amount.shift_amount())
    }

    /// Arithmetic right shift.
    pub fn ashr(&self, amount: &Self) -> Self {
        self.ashr_by(amount.shift_amount())
    }

    /// This value above, `low` below.
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        if let (Repr::Small(a), Repr::Small(b)) = (&self.repr, &low.repr)
            && width <= SMALL
        {
            return Self::new(a << low.width | b, width);
        }
        self.zero_extend(width).shl_by(low.width).or(&low.zero_extend(width))
    }

    /// This value above, `count` zero bits below.
    pub fn concat_zeros(&self, count: u32) -> Self {
        self.zero_extend(self.width + count).shl_by(count)
    }

    /// The bits from `low` up to and including `high`.
    pub fn extract(&self, high: u32, low: u32) -> Self {
        assert!(low <= high && high < self.width, "an extract stays inside its operand");
        match &self.repr {
            Repr::Small(v) => Self::new(v >> low, high - low + 1),
            Repr::Wide(words) => Self::from_words(wide::lshr(words, low), high - low + 1),
        }
    }

    /// Zeros added above, up to `width`.
    pub fn zero_extend(&self, width: u32) -> Self {
        assert!(width >= self.width, "an extension does not shrink");
        match &self.repr {
            Repr::Small(v) => Self::new(*v, width),
            Repr::Wide(words) => Self::from_words(words.to_vec(), width),
        }
    }

    /// Copies of the highest bit added above, up to `width`.
    pub fn sign_extend(&self, width: u32) -> Self {
        match &self.repr {
            _ if !self.is_negative() => self.zero_extend(width),
            Repr::Small(v) if width <= SMALL => Self::new(v | !mask(self.width), width),
            _ => self.not().zero_extend(width).not(),
        }
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &Self) -> bool {
        self.unsigned_cmp(other) == Ordering::Less
    }

    /// Signed less-than.
    pub fn slt(&self, other: &Self) -> bool {
        match (self.is_negative(), other.is_negative()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }
}
