//! C's integer types and ranges of values. Knows conversions and which operations stay in range, so that the
//! generator can tell defined behaviour from undefined without running anything.

use heapwright::config::DataModel;

/// An integer type of C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, clippy::enum_variant_names)]
pub enum Int {
    Bool,
    Char,
    SignedChar,
    UnsignedChar,
    Short,
    UnsignedShort,
    Int,
    UnsignedInt,
    Long,
    UnsignedLong,
    LongLong,
    UnsignedLongLong,
}

impl Int {
    /// All of them.
    pub const ALL: [Int; 12] = [
        Int::Bool,
        Int::Char,
        Int::SignedChar,
        Int::UnsignedChar,
        Int::Short,
        Int::UnsignedShort,
        Int::Int,
        Int::UnsignedInt,
        Int::Long,
        Int::UnsignedLong,
        Int::LongLong,
        Int::UnsignedLongLong,
    ];

    /// C's spelling.
    pub fn name(self) -> &'static str {
        match self {
            Int::Bool => "_Bool",
            Int::Char => "char",
            Int::SignedChar => "signed char",
            Int::UnsignedChar => "unsigned char",
            Int::Short => "short",
            Int::UnsignedShort => "unsigned short",
            Int::Int => "int",
            Int::UnsignedInt => "unsigned int",
            Int::Long => "long",
            Int::UnsignedLong => "unsigned long",
            Int::LongLong => "long long",
            Int::UnsignedLongLong => "unsigned long long",
        }
    }

    /// The conversion of `printf` for the promoted type.
    pub fn format(self) -> &'static str {
        match self {
            Int::UnsignedInt => "%u",
            Int::Long => "%ld",
            Int::UnsignedLong => "%lu",
            Int::LongLong => "%lld",
            Int::UnsignedLongLong => "%llu",
            _ => "%d",
        }
    }

    /// What follows `__VERIFIER_nondet_` in the name of the function that gives an input of this type.
    pub fn input_name(self) -> &'static str {
        match self {
            Int::Bool => "bool",
            Int::Char | Int::SignedChar => "char",
            Int::UnsignedChar => "uchar",
            Int::Short => "short",
            Int::UnsignedShort => "ushort",
            Int::Int => "int",
            Int::UnsignedInt => "uint",
            Int::Long => "long",
            Int::UnsignedLong => "ulong",
            Int::LongLong => "longlong",
            Int::UnsignedLongLong => "ulonglong",
        }
    }

    /// Whether negative values exist.
    pub fn signed(self) -> bool {
        matches!(self, Int::Char | Int::SignedChar | Int::Short | Int::Int | Int::Long | Int::LongLong)
    }

    /// Width; of `_Bool`, the one bit that holds its value.
    pub fn bits(self, model: DataModel) -> u32 {
        match self {
            Int::Bool => 1,
            Int::Char | Int::SignedChar | Int::UnsignedChar => 8,
            Int::Short | Int::UnsignedShort => 16,
            Int::Int | Int::UnsignedInt => 32,
            Int::Long | Int::UnsignedLong => 8 * model.pointer_bytes() as u32,
            Int::LongLong | Int::UnsignedLongLong => 64,
        }
    }

    /// All values.
    pub fn range(self, model: DataModel) -> Range {
        let bits = self.bits(model);
        if self.signed() {
            Range { low: -(1 << (bits - 1)), high: (1 << (bits - 1)) - 1 }
        } else {
            Range { low: 0, high: (1i128 << bits) - 1 }
        }
    }

    /// The type after integer promotion.
    pub fn promoted(self) -> Int {
        if self < Int::Int { Int::Int } else { self }
    }

    /// The unsigned type of the same width.
    pub fn to_unsigned(self) -> Int {
        match self.promoted() {
            Int::Long | Int::UnsignedLong => Int::UnsignedLong,
            Int::LongLong | Int::UnsignedLongLong => Int::UnsignedLongLong,
            _ => Int::UnsignedInt,
        }
    }

    /// The type in which two operands meet (usual arithmetic conversions).
    pub fn common(self, other: Int, model: DataModel) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        if a.signed() == b.signed() {
            return a.max(b);
        }
        let (signed, unsigned) = if a.signed() { (a, b) } else { (b, a) };
        if signed < unsigned {
            unsigned
        } else if signed.bits(model) > unsigned.bits(model) {
            signed
        } else {
            signed.to_unsigned()
        }
    }
}

/// An inclusive range of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// Smallest value.
    pub low: i128,
    /// Largest value.
    pub high: i128,
}

impl Range {
    /// The range from `low` to `high`.
    pub fn new(low: i128, high: i128) -> Self {
        Self { low, high }
    }

    /// Whether all of `other` is within.
    pub fn covers(self, other: Range) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// Whether no value is negative.
    pub fn is_natural(self) -> bool {
        self.low >= 0
    }

    /// The smallest range around both.
    pub fn hull(self, other: Range) -> Range {
        Range::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The range after a conversion to a type.
    pub fn converted(self, ty: Int, model: DataModel) -> Range {
        let all = ty.range(model);
        if all.covers(self) { self } else { all }
    }

    /// The range of a function of two operands that is monotone in each, from its corners; `None` if one
    /// of them cannot be computed.
    pub fn corners(self, other: Range, f: impl Fn(i128, i128) -> Option<i128>) -> Option<Range> {
        let (mut low, mut high) = (i128::MAX, i128::MIN);
        for a in [self.low, self.high] {
            for b in [other.low, other.high] {
                let value = f(a, b)?;
                low = low.min(value);
                high = high.max(value);
            }
        }
        Some(Range { low, high })
    }

    /// The range of all bit patterns that are no longer than the longest of a natural range.
    pub fn bit_closure(self) -> Range {
        Range::new(0, (1i128 << (128 - self.high.leading_zeros())) - 1)
    }
}
