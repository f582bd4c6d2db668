//! Numbers: what is known of how symbols and the lengths of segments depend on each other.
//!
//! These are linear equations ([`super::equations`]) over bit patterns, read as unsigned numbers, and over lengths. Taking a node out of a
//! segment lowers its length, merging nodes adds theirs up, and a join keeps what both sides have in common. So the length of a
//! list is known to be what a counter says, however many nodes there are, and a case that contradicts it is not followed.
//! Equations are made only where [`Statics::numbers`] asks for them.

use super::comparisons::Comparison;
use super::equations::{Column, Equations, Row, add};
use super::memory::Statics;
use super::state::{Object, Shape, State};
use super::value::{Fact, ObjectId, Range, SymbolId, Value};
use crate::base::Id;
use crate::ir::IntType;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Something that has a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Name {
    Symbol(SymbolId),
    /// How many concrete objects an object stands for: of one that nodes own, all its instances. A single one has no name for it.
    Length(ObjectId),
    /// In what is known of every node of a segment: the cell at an offset.
    Cell(u64),
}

/// A linear sum of numbers.
pub(super) type Sum = Row<Column<Name>>;

/// What is known of numbers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Numbers {
    /// Sums that are zero.
    pub equations: Equations<Name>,
    /// Sums that are not.
    pub unequal: BTreeSet<Sum>,
    /// Sums that are not greater than others.
    pub comparisons: BTreeSet<Comparison>,
}

impl Numbers {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.equations.is_empty() && self.unequal.is_empty() && self.comparisons.is_empty()
    }

    /// How many terms the facts have.
    pub fn size(&self) -> usize {
        let sums = self.equations.rows().chain(&self.unequal).map(Sum::len);
        sums.sum::<usize>() + self.comparisons.iter().flat_map(|c| c.sums()).map(Sum::len).sum::<usize>()
    }

    /// The names of each fact.
    pub fn names(&self) -> impl Iterator<Item = BTreeSet<Name>> {
        let of = |row: &Sum| -> BTreeSet<Name> {
            row.keys().filter_map(|column| if let Column::Name(name) = column { Some(*name) } else { None }).collect()
        };
        let sums = self.equations.rows().chain(&self.unequal).map(of);
        sums.chain(self.comparisons.iter().map(move |c| c.sums().into_iter().flat_map(of).collect()))
    }

    /// Whether a name occurs.
    pub fn mentions(&self, name: Name) -> bool {
        self.names().any(|names| names.contains(&name))
    }

    /// Whether no numbers are as they are said to be.
    pub fn is_contradictory(&self) -> bool {
        let equal = |c: &Comparison| c.strict && self.equations.entails(&plus(c.low.clone(), &c.high, u64::MAX));
        self.equations.is_contradictory()
            || self.unequal.iter().any(|sum| self.equations.entails(sum))
            || self.comparisons.iter().any(equal)
    }

    /// What follows for some names alone.
    pub fn restricted(&self, keep: &dyn Fn(Name) -> bool) -> Self {
        let compared = self.comparisons.iter().flat_map(|c| c.sums());
        let sums: Vec<Sum> = self.unequal.iter().chain(compared).cloned().collect();
        let mut sums = self.equations.expressed(&sums, keep).into_iter();
        let unequal = (0..self.unequal.len()).filter_map(|_| sums.next()?).collect();
        let mut comparisons = BTreeSet::new();
        for comparison in &self.comparisons {
            if let (Some(Some(low)), Some(Some(high))) = (sums.next(), sums.next()) {
                comparisons.insert(Comparison { low, high, ..comparison.clone() });
            }
        }
        Self { equations: self.equations.restricted(keep), unequal, comparisons }
    }

    /// The same with each name replaced by a sum.
    pub fn substituted(&self, map: &dyn Fn(Name) -> Sum) -> Self {
        let unequal = self.unequal.iter().map(|sum| replaced(sum, map)).collect();
        let comparisons = self.comparisons.iter().map(|c| c.with(&|sum| replaced(sum, map))).collect();
        Self { equations: self.equations.substituted(map), unequal, comparisons }
    }

    /// Both at once.
    pub fn and(mut self, other: &Self) -> Self {
        other.equations.rows().for_each(|row| self.equations.insert(row.clone()));
        self.unequal.extend(other.unequal.iter().cloned());
        self.comparisons.extend(other.comparisons.iter().cloned());
        self
    }

    /// The same in the form that is theirs alone.
    pub fn canonical(&self) -> Self {
        let equations = self.equations.canonical();
        let reduced = self.unequal.iter().map(|sum| equations.reduced(sum.clone()));
        let unequal = reduced.filter(|sum| !is_constant(sum) || sum.is_empty()).collect();
        let numbers = Self { equations, comparisons: self.comparisons.clone(), unequal };
        Self { comparisons: numbers.reduced_comparisons().collect(), ..numbers }
    }

    /// Whether a sum is known not to be zero.
    pub fn excludes(&self, sum: &Sum) -> bool {
        let reduced = self.equations.reduced(sum.clone());
        let negative = plus(Sum::new(), &reduced, u64::MAX);
        let known = |other: &Sum| {
            let other = self.equations.reduced(other.clone());
            other == reduced || other == negative
        };
        (is_constant(&reduced) && !reduced.is_empty()) || self.unequal.iter().any(known)
    }
}

/// Whether a sum has no names.
pub(super) fn is_constant(sum: &Sum) -> bool {
    sum.keys().all(|column| *column == Column::One)
}

/// A sum with each name replaced by a sum.
pub(super) fn replaced(sum: &Sum, map: &dyn Fn(Name) -> Sum) -> Sum {
    let mut new = Sum::new();
    for (column, times) in sum {
        match column {
            Column::Name(name) => add(&mut new, &map(*name), *times),
            Column::One => add(&mut new, &constant(1), *times),
        }
    }
    new
}

/// A constant.
pub(super) fn constant(number: u64) -> Sum {
    if number == 0 { Sum::new() } else { Sum::from([(Column::One, number)]) }
}

/// A number by its name.
pub(super) fn named(name: Name) -> Sum {
    Sum::from([(Column::Name(name), 1)])
}

/// A sum, and so many times another one.
pub(super) fn plus(mut sum: Sum, other: &Sum, times: u64) -> Sum {
    add(&mut sum, other, times);
    sum
}

/// The number that a value is, if it is one.
pub(super) fn number(value: Value) -> Option<Sum> {
    match value {
        Value::Int(bits) => Some(constant(bits)),
        Value::Symbol(symbol) => Some(named(Name::Symbol(symbol))),
        Value::Any(_) | Value::Pointer(_) | Value::Function(_) | Value::Dangling => None,
    }
}

/// How many concrete objects an object stands for, in all nodes that own one.
pub(super) fn length(id: ObjectId, object: &Object) -> Sum {
    match object.shape {
        Shape::Region if object.owner.is_none() => constant(1),
        Shape::Region | Shape::Optional | Shape::Segment(_) => named(Name::Length(id)),
    }
}

impl State {
    /// Notes that a sum is zero in so many bits. False if that cannot be.
    pub fn equate(&mut self, sum: &Sum, bits: u8) -> bool {
        self.numbers.equations.insert(plus(Sum::new(), sum, unit(bits)));
        !self.is_impossible()
    }

    /// Notes that a symbol is a constant from now on. False if that cannot be.
    pub fn settle_number(&mut self, symbol: SymbolId, bits: u64) -> bool {
        let name = Name::Symbol(symbol);
        if !self.numbers.mentions(name) {
            return true;
        }
        self.numbers = self.numbers.substituted(&|other| if other == name { constant(bits) } else { named(other) });
        !self.is_impossible()
    }

    /// Notes that a sum is not zero in so many bits.
    pub fn differ(&mut self, sum: &Sum, bits: u8) {
        self.numbers.unequal.insert(plus(Sum::new(), sum, unit(bits)));
    }

    /// The numbers that something may be, read as a type.
    pub fn range_of(&self, name: Name, ty: IntType) -> Range {
        match name {
            Name::Symbol(symbol) => self.range(Value::Symbol(symbol), ty),
            Name::Length(_) => match self.ends_of(name) {
                Some((low, high)) => Range { ty, low, high },
                None => Range::all(ty),
            },
            Name::Cell(_) => Range::all(ty),
        }
    }

    /// Whether a number is known to be less than another one, or not to be greater.
    pub fn is_less(&self, ty: IntType, low: &Sum, high: &Sum, strict: bool) -> bool {
        self.compares(&Comparison::new(ty, low, high, strict))
    }

    /// Whether a comparison is known to hold.
    pub fn compares(&self, comparison: &Comparison) -> bool {
        let ranges = |name: Name, ty: IntType| self.range_of(name, ty);
        self.numbers.holds(comparison, &ranges) || self.are_apart(comparison)
    }

    /// Whether one number is another and a sum that is not negative, such as the length of a list.
    fn are_apart(&self, comparison: &Comparison) -> bool {
        let ty = IntType { bits: comparison.bits, signed: comparison.signed };
        let plain = |sum: &Sum| -> Option<Sum> {
            let mut terms = sum.iter();
            let plain = match (terms.next(), terms.next()) {
                (None, _) => Sum::new(),
                (Some((Column::One, number)), None) => constant(number / unit(comparison.bits)),
                (Some((Column::Name(Name::Symbol(symbol)), times)), None) if *times == unit(comparison.bits) => {
                    let number = Value::Symbol(*symbol);
                    let is_wide = self.symbols.get(symbol)?.range?.ty.bits == ty.bits;
                    (is_wide && self.range(number, ty).low >= 0).then(|| named(Name::Symbol(*symbol)))?
                }
                _ => return None,
            };
            Some(plain)
        };
        let is_negative =
            |sum: &Sum| comparison.signed && is_constant(sum) && sum.values().any(|times| *times >> 63 == 1);
        let (Some(low), Some(high)) = (plain(&comparison.low), plain(&comparison.high)) else { return false };
        let difference = self.numbers.equations.reduced(plus(high, &low, u64::MAX));
        // Numbers that are not negative differ by less than half of what there is.
        let ends = self.ends(&difference).filter(|(_, most)| *most <= i64::MAX.into());
        let least = i128::from(comparison.strict);
        !is_negative(&comparison.low)
            && !is_negative(&comparison.high)
            && comparison.bits < 64
            && ends.is_some_and(|(low, _)| low >= least)
    }

    /// The range of a symbol, with what follows from the equations: a sum of lengths is no smaller than the least of them.
    pub fn range_by_equations(&self, symbol: SymbolId, range: Range) -> Range {
        if self.numbers.equations.is_empty() || range.low < 0 {
            return range;
        }
        let name = named(Name::Symbol(symbol));
        let sum = self.numbers.equations.reduced(name.clone());
        if sum == name {
            return range;
        }
        match self.ends(&sum) {
            // Beyond, sums begin again.
            Some((low, high)) if low >= 0 && high <= u64::MAX.into() => {
                let tighter = Range { low: low.max(range.low), high: high.min(range.high), ..range };
                if tighter.low <= tighter.high { tighter } else { range }
            }
            _ => range,
        }
    }

    /// The least and greatest number that a sum may be, without any width.
    fn ends(&self, sum: &Sum) -> Option<(i128, i128)> {
        sum.iter().try_fold((0i128, 0i128), |(low, high), (column, times)| {
            let times = i128::from(*times as i64);
            let (least, most) = match column {
                Column::One => (1, 1),
                Column::Name(name) => self.ends_of(*name)?,
            };
            let (a, b) = (times.checked_mul(least)?, times.checked_mul(most)?);
            Some((low.checked_add(a.min(b))?, high.checked_add(a.max(b))?))
        })
    }

    /// The least and greatest number that something may be, if that is never negative.
    fn ends_of(&self, name: Name) -> Option<(i128, i128)> {
        match name {
            Name::Symbol(symbol) => {
                let range = self.symbols.get(&symbol)?.range?;
                // Those that may be negative are great numbers as bit patterns.
                let all = (0, (1i128 << range.ty.bits) - 1);
                Some(if range.low >= 0 { (range.low, range.high) } else { all })
            }
            Name::Length(id) => {
                let object = self.objects.get(&id)?;
                let least = if object.owner.is_none() { object.min() } else { 0 };
                let most = match object.shape {
                    Shape::Optional if object.owner.is_none() => 1,
                    _ => u64::MAX / object.size.0.max(1),
                };
                Some((least.into(), most.into()))
            }
            Name::Cell(_) => None,
        }
    }

    /// Whether a number is known to be less than another one: one more is no number that has begun again.
    pub fn has_successor(&self, ty: IntType, sum: &Sum) -> bool {
        let below =
            Comparison::new(ty, sum, &Sum::new(), true).with(&|sum| self.numbers.equations.reduced(sum.clone()));
        let is_below = |known: &Comparison| {
            known.strict && (known.bits, known.signed, &known.low) == (below.bits, below.signed, &below.low)
        };
        self.numbers.reduced_comparisons().any(|known| is_below(&known))
    }

    /// The same state with symbols for the unknown numbers in variables and single nodes: as such, they can be compared.
    pub fn with_symbols(&self, statics: &Statics) -> State {
        let mut state = self.clone();
        let add = |value: &mut Value, width: u64, next: &mut u32, symbols: &mut BTreeMap<SymbolId, Fact>| {
            if let Value::Any(Some(range)) = *value
                && u64::from(range.ty.bits) == 8 * width
            {
                let symbol = SymbolId(*next);
                *next += 1;
                symbols.insert(symbol, Fact { range: Some(range), ..Fact::default() });
                *value = Value::Symbol(symbol);
            }
        };
        let (next, symbols) = (&mut state.next_symbol, &mut state.symbols);
        for frame in &mut state.frames {
            for (register, width) in frame.registers.iter_mut().zip(&statics.widths[frame.function.index()]) {
                if let Some(value) = register {
                    add(value, *width, next, symbols);
                }
            }
        }
        for object in state.objects.values_mut() {
            if object.shape == Shape::Region && object.owner.is_none() {
                for cell in Rc::make_mut(object).cells.values_mut() {
                    add(&mut cell.value, cell.width, next, symbols);
                }
            }
        }
        state
    }

    /// Whether what is known of numbers contradicts itself.
    pub fn is_impossible(&self) -> bool {
        let is_outside = |(symbol, fact): (&SymbolId, &Fact)| {
            let Some(range) = fact.range else { return false };
            match self.settled(Value::Symbol(*symbol), range.ty.bits) {
                Value::Int(bits) => {
                    let number = range.ty.value(bits);
                    let excluded = |(ty, other): &(IntType, i128)| ty.bits == range.ty.bits && ty.value(bits) == *other;
                    number < range.low || number > range.high || fact.excluded.iter().any(excluded)
                }
                _ => false,
            }
        };
        // There are no more nodes than addresses, and no fewer than the least number.
        let cannot_be_long = |(id, object): (&ObjectId, &Rc<Object>)| {
            let left = self.numbers.equations.reduced(named(Name::Length(*id)));
            let most = u64::MAX / object.size.0.max(1);
            let length = match left.first_key_value() {
                None => Some(0),
                Some((Column::One, length)) => Some(*length),
                Some((Column::Name(_), _)) => None,
            };
            length.is_some_and(|length| length > most || (object.owner.is_none() && length < object.min().into()))
        };
        let mut segments = self.objects.iter().filter(|(_, object)| object.segment().is_some());
        self.numbers.is_contradictory() || self.symbols.iter().any(is_outside) || segments.any(cannot_be_long)
    }

    /// The same state with constants for the symbols that the equations make constants.
    pub fn with_constants(&self) -> State {
        let mut state = self.clone();
        let settled = |(symbol, fact): (&SymbolId, &Fact)| {
            let value = self.settled(Value::Symbol(*symbol), fact.range?.ty.bits);
            matches!(value, Value::Int(_)).then_some((*symbol, value))
        };
        let constants: BTreeMap<SymbolId, Value> = self.symbols.iter().filter_map(settled).collect();
        if !constants.is_empty() {
            state.replace(&|value| match value {
                Value::Symbol(symbol) => constants.get(&symbol).copied(),
                _ => None,
            });
        }
        state
    }

    /// Whether a sum is zero in so many bits, if that is known.
    pub fn is_zero(&self, sum: &Sum, bits: u8) -> Option<bool> {
        let left = self.numbers.equations.reduced(plus(Sum::new(), sum, unit(bits)));
        match left.first_key_value() {
            None => Some(true),
            Some((Column::One, _)) => Some(false),
            Some((Column::Name(_), _)) => None,
        }
    }

    /// A value of so many bits, as a constant if the equations make it one.
    pub fn settled(&self, value: Value, bits: u8) -> Value {
        let (Value::Symbol(_), Some(sum)) = (value, number(value)) else { return value };
        let left = self.numbers.equations.reduced(plus(Sum::new(), &sum, unit(bits)));
        match left.first_key_value() {
            None => Value::ZERO,
            Some((Column::One, constant)) if constant % unit(bits) == 0 => Value::Int(constant / unit(bits)),
            _ => value,
        }
    }

    /// Replaces the length of a segment by a sum.
    pub fn change_length(&mut self, id: ObjectId, sum: &Sum) {
        if self.numbers.mentions(Name::Length(id)) {
            self.numbers = self.numbers.substituted(&|name| match name {
                Name::Length(other) if other == id => sum.clone(),
                name => named(name),
            });
        }
    }

    /// Some nodes of a segment, or of what its nodes own, become another one.
    pub fn split_length(&mut self, id: ObjectId, part: ObjectId) {
        self.change_length(id, &plus(named(Name::Length(id)), &named(Name::Length(part)), 1));
    }

    /// An object that may be a single one from now on has no name for its length any more.
    pub fn count_single(&mut self, id: ObjectId) {
        if self.objects.get(&id).is_some_and(|object| object.shape == Shape::Region && object.owner.is_none()) {
            self.change_length(id, &constant(1));
        }
    }

    /// Whether the equations leave a segment without nodes.
    pub fn has_no_length(&self, id: ObjectId) -> bool {
        self.numbers.mentions(Name::Length(id)) && self.is_zero(&named(Name::Length(id)), 64) == Some(true)
    }

    /// Two objects become one segment.
    pub fn add_lengths(&mut self, statics: &Statics, from: (ObjectId, &Object), to: (ObjectId, &Object), id: ObjectId) {
        if statics.numbers {
            let (a, b) = (length(from.0, from.1), length(to.0, to.1));
            self.equate(&plus(plus(named(Name::Length(id)), &a, u64::MAX), &b, u64::MAX), 64);
        }
    }

    /// The equations between symbols and segments that are left.
    pub fn numbers_of(&self, symbols: &BTreeSet<SymbolId>) -> Numbers {
        self.numbers.restricted(&|name| match name {
            Name::Symbol(symbol) => symbols.contains(&symbol),
            Name::Length(id) => self.objects.contains_key(&id),
            Name::Cell(_) => false,
        })
    }

    /// The symbols that equations link, directly or not, to some symbols or to the lengths of some segments.
    pub fn linked(&self, symbols: &BTreeSet<SymbolId>, objects: &BTreeSet<ObjectId>) -> BTreeSet<SymbolId> {
        let mut names: BTreeSet<Name> = symbols.iter().map(|symbol| Name::Symbol(*symbol)).collect();
        names.extend(objects.iter().map(|object| Name::Length(*object)));
        loop {
            let more: BTreeSet<Name> = self.numbers.names().filter(|row| !row.is_disjoint(&names)).flatten().collect();
            if more.is_subset(&names) {
                break;
            }
            names.extend(more);
        }
        let symbol = |name: Name| if let Name::Symbol(symbol) = name { Some(symbol) } else { None };
        names.into_iter().filter_map(symbol).collect()
    }
}

/// What equations that hold in so many bits are multiplied with.
pub(super) fn unit(bits: u8) -> u64 {
    1 << (64 - u32::from(bits.clamp(1, 64)))
}
