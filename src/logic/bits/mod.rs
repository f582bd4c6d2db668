//! Fixed-width bit-vector constants of any width, with the operations of SMT-LIB.
//!
//! In: plain numbers. Out: [`Bits`], a value that knows its width. Up to 128 bits live in one machine
//! integer; wider ones are words, lowest first. Unused high bits are always zero.

mod arith;
mod wide;

use std::cmp::Ordering;
use std::fmt;

/// Widths that fit the machine-integer representation.
const SMALL: u32 = 128;

/// A bit-vector constant.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    repr: Repr,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Width at most [`SMALL`].
    Small(u128),
    /// Greater width: exactly `width.div_ceil(64)` words.
    Wide(Box<[u64]>),
}

/// The `width` lowest bits set, for widths up to 128.
pub(crate) fn mask(width: u32) -> u128 {
    if width >= SMALL { u128::MAX } else { (1 << width) - 1 }
}

impl Bits {
    /// `value` modulo two to the power of `width`.
    pub fn new(value: u128, width: u32) -> Self {
        assert!(width > 0, "a bit-vector has at least one bit");
        if width <= SMALL {
            return Self { width, repr: Repr::Small(value & mask(width)) };
        }
        let mut words = vec![0; width.div_ceil(64) as usize];
        words[0] = value as u64;
        words[1] = (value >> 64) as u64;
        Self { width, repr: Repr::Wide(words.into()) }
    }

    /// A signed `value` modulo two to the power of `width`.
    pub fn from_signed(value: i128, width: u32) -> Self {
        if width <= SMALL {
            Self::new(value as u128, width)
        } else {
            Self::new(value as u128, SMALL).sign_extend(width)
        }
    }

    /// The value with the given words, lowest first; missing words are zero and excess bits are dropped.
    pub fn from_words(mut words: Vec<u64>, width: u32) -> Self {
        if width <= SMALL {
            let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
            return Self::new(word(0) | word(1) << 64, width);
        }
        words.resize(width.div_ceil(64) as usize, 0);
        if !width.is_multiple_of(64) {
            *words.last_mut().expect("a wide value has words") &= (1 << (width % 64)) - 1;
        }
        Self { width, repr: Repr::Wide(words.into()) }
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Self {
        Self::new(0, width)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Self {
        Self::zero(width).not()
    }

    /// Only the highest bit set: the least signed value.
    pub fn signed_min(width: u32) -> Self {
        Self::new(1, 1).concat_zeros(width - 1)
    }

    /// All but the highest bit set: the greatest signed value.
    pub fn signed_max(width: u32) -> Self {
        Self::signed_min(width).not()
    }

    /// How many bits the value has.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value as words, lowest first.
    pub fn words(&self) -> Vec<u64> {
        match &self.repr {
            Repr::Small(v) if self.width <= 64 => vec![*v as u64],
            Repr::Small(v) => vec![*v as u64, (*v >> 64) as u64],
            Repr::Wide(words) => words.to_vec(),
        }
    }

    /// The unsigned value, if it is below 2^128.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.repr {
            Repr::Small(v) => Some(*v),
            Repr::Wide(words) => {
                words[2..].iter().all(|w| *w == 0).then(|| u128::from(words[0]) | u128::from(words[1]) << 64)
            }
        }
    }

    /// The unsigned value, if it is below 2^64.
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128().and_then(|v| u64::try_from(v).ok())
    }

    /// The signed value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.repr {
            Repr::Small(v) => Some(((*v << (SMALL - self.width)) as i128) >> (SMALL - self.width)),
            Repr::Wide(_) => {
                let low = self.extract(SMALL - 1, 0);
                (low.sign_extend(self.width) == *self).then(|| low.to_i128()).flatten()
            }
        }
    }

    /// The bit at a position; positions beyond the width are zero.
    pub fn bit(&self, position: u32) -> bool {
        match &self.repr {
            Repr::Small(v) => position < SMALL && v >> position & 1 == 1,
            Repr::Wide(words) => words.get(position as usize / 64).is_some_and(|w| w >> (position % 64) & 1 == 1),
        }
    }

    /// The highest bit.
    pub fn is_negative(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether all bits are zero.
    pub fn is_zero(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == 0,
            Repr::Wide(words) => words.iter().all(|w| *w == 0),
        }
    }

    /// Whether all bits are one.
    pub fn is_ones(&self) -> bool {
        match &self.repr {
            Repr::Small(v) => *v == mask(self.width),
            Repr::Wide(_) => *self == Self::ones(self.width),
        }
    }

    /// Whether the value is one.
    pub fn is_one(&self) -> bool {
        self.to_u128() == Some(1)
    }

    /// The exponent, if the value is a power of two.
    pub fn log2(&self) -> Option<u32> {
        let low = self.trailing_zeros();
        (low < self.width && *self == Self::new(1, self.width).shl_by(low)).then_some(low)
    }

    /// How many low bits are zero; the width, for zero.
    pub fn trailing_zeros(&self) -> u32 {
        match &self.repr {
            Repr::Small(v) => v.trailing_zeros().min(self.width),
            Repr::Wide(words) => {
                let zero_words = words.iter().take_while(|w| **w == 0).count();
                let partial = words.get(zero_words).map_or(0, |w| w.trailing_zeros());
                (zero_words as u32 * 64 + partial).min(self.width)
            }
        }
    }

    /// The maximal runs of equal bits from the lowest up, as (bit, length).
    pub fn runs(&self) -> Vec<(bool, u32)> {
        let mut runs: Vec<(bool, u32)> = Vec::new();
        for position in 0..self.width {
            let bit = self.bit(position);
            match runs.last_mut() {
                Some((last, length)) if *last == bit => *length += 1,
                _ => runs.push((bit, 1)),
            }
        }
        runs
    }

    /// Unsigned order of two values of the same width.
    pub fn unsigned_cmp(&self, other: &Self) -> Ordering {
        match (&self.repr, &other.repr) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            _ => self.words().iter().rev().cmp(other.words().iter().rev()),
        }
    }
}

/// By width, then unsigned value.
impl Ord for Bits {
    fn cmp(&self, other: &Self) -> Ordering {
        self.width.cmp(&other.width).then_with(|| self.unsigned_cmp(other))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As in SMT-LIB: `#x0f`, or `#b011` where the width is not a multiple of four.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.width.is_multiple_of(4) {
            write!(f, "#b")?;
            return (0..self.width).rev().try_for_each(|i| write!(f, "{}", u8::from(self.bit(i))));
        }
        write!(f, "#x")?;
        (0..self.width / 4).rev().try_for_each(|digit| {
            let value = (0..4).fold(0u8, |v, i| v | u8::from(self.bit(digit * 4 + i)) << i);
            write!(f, "{value:x}")
        })
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
