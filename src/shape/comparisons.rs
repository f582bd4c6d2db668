//! Comparisons that are known to hold between sums of numbers.
//!
//! A comparison of machine numbers is kept as it was made, its sides in the form that the equations give them. So it is found
//! again wherever the same sums are compared, be they of variables or of the fields of nodes, and nothing is assumed of sums that wrap.

use super::equations::Column;
use super::numbers::{Name, Numbers, Sum, constant, is_constant, plus, unit};
use super::value::Range;
use crate::ir::IntType;

/// A number that is less than another one, or not greater. Both are multiplied as equations of so many bits are.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Comparison {
    pub bits: u8,
    pub signed: bool,
    pub low: Sum,
    pub high: Sum,
    /// Whether both are different.
    pub strict: bool,
}

impl Comparison {
    pub fn new(ty: IntType, low: &Sum, high: &Sum, strict: bool) -> Self {
        let scaled = |sum: &Sum| plus(Sum::new(), sum, unit(ty.bits));
        Self { bits: ty.bits, signed: ty.signed, low: scaled(low), high: scaled(high), strict }
    }

    fn ty(&self) -> IntType {
        IntType { bits: self.bits, signed: self.signed }
    }

    pub fn sums(&self) -> [&Sum; 2] {
        [&self.low, &self.high]
    }

    /// The same of other sums.
    pub fn with(&self, map: &dyn Fn(&Sum) -> Sum) -> Self {
        Self { low: map(&self.low), high: map(&self.high), ..self.clone() }
    }

    /// Whether it is true of two numbers.
    pub fn is_true(&self, low: u64, high: u64) -> bool {
        let number = |scaled: u64| self.ty().value(scaled / unit(self.bits));
        if self.strict { number(low) < number(high) } else { number(low) <= number(high) }
    }

    /// What does not hold if it does.
    pub fn reversed(&self) -> Self {
        Self { low: self.high.clone(), high: self.low.clone(), strict: !self.strict, ..self.clone() }
    }

    /// If one number is less than another, its successor is not greater.
    fn weakened(&self) -> Option<Self> {
        let next = plus(self.low.clone(), &constant(1), unit(self.bits));
        self.strict.then(|| Self { low: next, strict: false, ..self.clone() })
    }

    /// Whether it says something that ranges of single numbers do not.
    fn is_worth_keeping(&self) -> bool {
        let is_single = |sum: &Sum| sum.len() == 1 && sum.values().all(|times| *times == unit(self.bits));
        let plain = |one: &Sum, other: &Sum| is_constant(one) && (is_constant(other) || is_single(other));
        !plain(&self.low, &self.high) && !plain(&self.high, &self.low) && self.low != self.high
    }
}

/// The numbers that a name may stand for, read as a type.
pub(super) type Ranges<'r> = &'r dyn Fn(Name, IntType) -> Range;

impl Numbers {
    /// Notes a comparison that holds.
    pub fn note(&mut self, comparison: Comparison) {
        let known = comparison.with(&|sum| self.equations.reduced(sum.clone()));
        let both = [known.weakened(), Some(known)];
        self.comparisons.extend(both.into_iter().flatten().filter(Comparison::is_worth_keeping));
    }

    /// Whether a comparison is known to hold.
    pub fn holds(&self, comparison: &Comparison, ranges: Ranges) -> bool {
        let reduced = |sum: &Sum| self.equations.reduced(sum.clone());
        let asked = comparison.with(&reduced);
        let one = plus(Sum::new(), &constant(1), unit(asked.bits));
        let follows = |known: &Comparison| {
            let known = known.with(&reduced);
            let same = (known.bits, known.signed) == (asked.bits, asked.signed);
            let weaker = known.strict && !asked.strict;
            let next = || known.high == asked.high && plus(known.low.clone(), &one, 1) == asked.low;
            let before = || known.low == asked.low && plus(asked.high.clone(), &one, 1) == known.high;
            let exact = known.low == asked.low && known.high == asked.high && (known.strict || !asked.strict);
            same && (exact || (weaker && (next() || before())))
        };
        let weak = Comparison { strict: false, ..asked.clone() };
        (!asked.strict && asked.low == asked.high)
            || self.is_in_range(&asked, ranges)
            || self.is_in_range(comparison, ranges)
            || self.comparisons.iter().any(follows)
            || (asked.strict
                && self.excludes(&plus(asked.low.clone(), &asked.high, u64::MAX))
                && (self.is_in_range(&weak, ranges) || self.comparisons.contains(&weak)))
    }

    /// Whether the ranges of both sides say that a comparison holds.
    fn is_in_range(&self, comparison: &Comparison, ranges: Ranges) -> bool {
        let ty = comparison.ty();
        let ends = |sum: &Sum| {
            let ends = sum.iter().try_fold((0i128, 0i128), |(low, high), (column, times)| {
                if times % unit(ty.bits) != 0 {
                    return None;
                }
                let times = i128::from(*times as i64 / unit(ty.bits) as i64);
                let (least, most) = match column {
                    Column::One => (1, 1),
                    Column::Name(name) => {
                        let range = ranges(*name, ty);
                        (range.low, range.high)
                    }
                };
                let (a, b) = (times.checked_mul(least)?, times.checked_mul(most)?);
                Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
            });
            // A constant may be read with the other sign; beyond the type, sums begin again.
            let (low, high) = ends?;
            match is_constant(sum) {
                true => Some(Range::of(ty, ty.wrap(low as u64))),
                false => Some(Range { ty, low, high }).filter(|range| low >= ty.min() && range.high <= ty.max()),
            }
        };
        let (low, high) = (ends(&comparison.low), ends(&comparison.high));
        let (low, high) = (low.unwrap_or(Range::all(ty)), high.unwrap_or(Range::all(ty)));
        if comparison.strict { low.high < high.low } else { low.high <= high.low }
    }

    /// The comparisons in the form that the equations give them, but for those that say nothing.
    pub fn reduced_comparisons(&self) -> impl Iterator<Item = Comparison> {
        let reduced = self.comparisons.iter().map(|known| known.with(&|sum| self.equations.reduced(sum.clone())));
        reduced.filter(Comparison::is_worth_keeping)
    }

    /// What of these comparisons and of others holds for both.
    pub fn common_comparisons(&self, other: &Self, mine: Ranges, theirs: Ranges) -> Vec<Comparison> {
        let all = self.reduced_comparisons().chain(other.reduced_comparisons());
        let mut common: Vec<Comparison> = all.filter(|c| self.holds(c, mine) && other.holds(c, theirs)).collect();
        common.sort();
        common.dedup();
        common
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::named;
    use super::*;
    use crate::shape::value::SymbolId;

    fn symbol(id: u32) -> Sum {
        named(Name::Symbol(SymbolId(id)))
    }

    fn any(_: Name, ty: IntType) -> Range {
        Range::all(ty)
    }

    #[test]
    fn a_successor_is_not_greater() {
        let mut numbers = Numbers::default();
        numbers.note(Comparison::new(IntType::INT, &symbol(0), &symbol(1), true));
        let next = plus(symbol(0), &constant(1), 1);
        assert!(numbers.holds(&Comparison::new(IntType::INT, &next, &symbol(1), false), &any));
        assert!(numbers.holds(&Comparison::new(IntType::INT, &symbol(0), &symbol(1), false), &any));
        assert!(!numbers.holds(&Comparison::new(IntType::INT, &next, &symbol(1), true), &any));
        assert!(!numbers.holds(&Comparison::new(IntType::unsigned(32), &symbol(0), &symbol(1), true), &any));
    }

    #[test]
    fn equal_sums_compare_alike() {
        let mut numbers = Numbers::default();
        numbers.note(Comparison::new(IntType::INT, &symbol(2), &symbol(3), false));
        // Symbol 2 is the sum of 0 and 1, and so is symbol 4.
        for result in [2, 4] {
            let sum = plus(symbol(0), &symbol(1), 1);
            numbers.equations.insert(plus(Sum::new(), &plus(sum, &symbol(result), u64::MAX), unit(32)));
        }
        assert!(numbers.holds(&Comparison::new(IntType::INT, &symbol(4), &symbol(3), false), &any));
    }

    #[test]
    fn what_is_not_greater_and_different_is_less() {
        let mut numbers = Numbers::default();
        numbers.note(Comparison::new(IntType::INT, &symbol(0), &symbol(1), false));
        let less = Comparison::new(IntType::INT, &symbol(0), &symbol(1), true);
        assert!(!numbers.holds(&less, &any));
        numbers.unequal.insert(plus(Sum::new(), &plus(symbol(0), &symbol(1), u64::MAX), unit(32)));
        assert!(numbers.holds(&less, &any));
    }
}
