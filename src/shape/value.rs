//! Abstract values: what a register or a piece of memory may hold.

use super::linear::Linear;
use crate::base::define_id;
use crate::ir::{FunctionId, IntType};

define_id!(
    /// An object of a state.
    ObjectId,
    "o"
);
define_id!(
    /// An unknown value that is always the same.
    SymbolId,
    "?"
);

/// An interval of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Range {
    /// How bit patterns are read as numbers.
    pub ty: IntType,
    pub low: i128,
    pub high: i128,
}

impl Range {
    /// All values of a type.
    pub fn all(ty: IntType) -> Self {
        Self { ty, low: ty.min(), high: ty.max() }
    }

    /// One value.
    pub fn of(ty: IntType, bits: u64) -> Self {
        let value = ty.value(bits);
        Self { ty, low: value, high: value }
    }

    /// The same values read as another type: exact where both types agree on them, else all values.
    pub fn read_as(self, ty: IntType) -> Self {
        if self.ty == ty || (self.low >= ty.min() && self.high <= ty.max() && self.ty.bits == ty.bits) {
            Self { ty, ..self }
        } else {
            Self::all(ty)
        }
    }

    /// The smallest range with both.
    pub fn hull(self, other: Self) -> Self {
        let other = other.read_as(self.ty);
        Self { low: self.low.min(other.low), high: self.high.max(other.high), ..self }
    }

    /// As [`Range::hull`], but a bound that moves goes to zero or a threshold if that is on its way, else to the end of the type.
    pub fn widen(self, other: Self, thresholds: &[i128]) -> Self {
        let other = other.read_as(self.ty);
        let low = match other.low {
            low if low >= self.low => self.low,
            low => thresholds
                .iter()
                .chain(&[0])
                .filter(|end| **end <= low)
                .max()
                .map_or(self.ty.min(), |end| (*end).max(self.ty.min())),
        };
        let high = match other.high {
            high if high <= self.high => self.high,
            high => thresholds
                .iter()
                .chain(&[0])
                .filter(|end| **end >= high)
                .min()
                .map_or(self.ty.max(), |end| (*end).min(self.ty.max())),
        };
        Self { low, high, ..self }
    }

    /// Whether every value of the other is in this one.
    pub fn covers(self, other: Self) -> bool {
        let other = other.read_as(self.ty);
        self.low <= other.low && other.high <= self.high
    }
}

/// Which node of a segment a pointer leads to. Pointers to regions have `First`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Spot {
    /// The first.
    First,
    /// The last; of doubly linked segments only.
    Last,
    /// The node that the pointer itself belongs to: used by the fields of a segment and by what its nodes own.
    Each,
}

/// An address in an object: somewhere between two byte offsets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pointer {
    pub object: ObjectId,
    pub low: i64,
    pub high: i64,
    pub spot: Spot,
    /// The symbol whose number the offset is, if it is not known as a constant.
    pub by: Option<SymbolId>,
}

impl Pointer {
    /// The start of an object.
    pub fn to(object: ObjectId) -> Self {
        Self::at(object, 0, Spot::First)
    }

    /// A place in an object.
    pub fn at(object: ObjectId, offset: i64, spot: Spot) -> Self {
        Self { object, low: offset, high: offset, spot, by: None }
    }

    /// The offset, if it is known.
    pub fn offset(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Moved by so many bytes; `None` beyond any object.
    pub fn moved(self, bytes: i64) -> Option<Self> {
        let by = self.by.filter(|_| bytes == 0);
        Some(Self { low: self.low.checked_add(bytes)?, high: self.high.checked_add(bytes)?, by, ..self })
    }
}

/// What a register or a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Value {
    /// A bit pattern; zero stands for zeros of any width.
    Int(u64),
    /// Unknown, but the same wherever the symbol stands.
    Symbol(SymbolId),
    /// Unknown; becomes a symbol when it is read.
    Any(Option<Range>),
    /// An address in an object that lives.
    Pointer(Pointer),
    /// The address of a function.
    Function(FunctionId),
    /// The address of an object that lives no more.
    Dangling,
}

impl Value {
    /// The null pointer, or the number zero.
    pub const ZERO: Value = Value::Int(0);
}

/// What is known of a symbol.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Fact {
    /// The values it may have; `None` is any bit pattern.
    pub range: Option<Range>,
    /// Values that it does not have, as numbers of the type of the comparison that excluded them.
    pub excluded: Vec<(IntType, i128)>,
    /// The other symbols that it is a sum of, see [`super::linear`].
    pub sum: Option<Linear>,
    /// What its number is a multiple of; zero if that is not known.
    pub multiple: u64,
    /// What is left of it by masks and divisors, until states meet.
    pub parts: Vec<Part>,
}

/// What is left of a number by a mask or a divisor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Part {
    pub is_mask: bool,
    /// How the number is read.
    pub ty: IntType,
    pub by: u64,
    pub value: Value,
}
