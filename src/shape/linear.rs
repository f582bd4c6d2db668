//! Linear terms: how sizes, offsets and numbers depend on each other.
//!
//! The *number* of a symbol is its bit pattern read as the type of its range. Symbols may be sums of others ([`Fact::sum`]), and of
//! some sums it is known that they are not negative ([`State::bounds`]). Sums are over *roots*, symbols that are
//! no sums themselves, and exact: where a computation may wrap around, none is noted. So what is said here holds
//! of numbers without end, and leaving any of it out is always sound.

use super::state::{Measure, Object, State};
use super::value::{Fact, Pointer, Range, SymbolId, Value};
use crate::ir::IntType;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Symbols in one sum.
const MOST_TERMS: usize = 4;
/// Sums that are kept as not negative.
const MOST_BOUNDS: usize = 24;
/// Factors and constants beyond which sums are given up.
const LARGEST: i128 = 1 << 100;
/// Bounds that are added up to find out how great a sum may be.
const DEPTH: usize = 2;

/// A constant and multiples of symbols, in the order of the symbols.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Linear {
    pub terms: Vec<(SymbolId, i128)>,
    pub constant: i128,
}

impl Linear {
    pub fn number(constant: i128) -> Self {
        Self { terms: Vec::new(), constant }
    }

    pub fn symbol(symbol: SymbolId) -> Self {
        Self { terms: vec![(symbol, 1)], constant: 0 }
    }

    pub fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// How often a symbol occurs.
    pub fn factor(&self, symbol: SymbolId) -> i128 {
        self.terms.iter().find(|(other, _)| *other == symbol).map_or(0, |(_, factor)| *factor)
    }

    pub fn symbols(&self) -> impl Iterator<Item = SymbolId> {
        self.terms.iter().map(|(symbol, _)| *symbol)
    }

    /// This and a multiple of another; `None` if it gets too large.
    pub fn plus(&self, other: &Self, times: i128) -> Option<Self> {
        let mut terms = self.terms.clone();
        for (symbol, factor) in &other.terms {
            let more = factor.checked_mul(times)?;
            match terms.binary_search_by_key(symbol, |(symbol, _)| *symbol) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(more)?,
                Err(at) => terms.insert(at, (*symbol, more)),
            }
        }
        terms.retain(|(_, factor)| *factor != 0);
        let constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        let small = |number: i128| (-LARGEST..=LARGEST).contains(&number);
        let fits = terms.len() <= MOST_TERMS && small(constant) && terms.iter().all(|(_, factor)| small(*factor));
        fits.then_some(Self { terms, constant })
    }

    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(other, -1)
    }

    pub fn times(&self, factor: i128) -> Option<Self> {
        Self::default().plus(self, factor)
    }

    /// This moved by a constant.
    pub fn moved(&self, by: i128) -> Option<Self> {
        self.plus(&Self::number(by), 1)
    }

    /// The exact part of a number, if all is divisible by it.
    pub fn divided(&self, by: i128) -> Option<Self> {
        let divisible = by != 0 && self.terms.iter().all(|(_, f)| f % by == 0) && self.constant % by == 0;
        divisible.then(|| Self {
            terms: self.terms.iter().map(|(symbol, factor)| (*symbol, factor / by)).collect(),
            constant: self.constant / by,
        })
    }

    /// With other terms in the place of symbols; `None` if one has none, or the sum gets too large.
    pub fn mapped(&self, map: &dyn Fn(SymbolId) -> Option<Linear>) -> Option<Self> {
        let start = Self::number(self.constant);
        self.terms.iter().try_fold(start, |sum, (symbol, factor)| sum.plus(&map(*symbol)?, *factor))
    }

    /// As small as a sum can be that is not negative where this is not.
    fn reduced(mut self) -> Self {
        let divisor = self.terms.iter().fold(0, |divisor, (_, factor)| gcd(divisor, factor.abs()));
        if divisor > 1 {
            self.terms.iter_mut().for_each(|(_, factor)| *factor /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl State {
    /// The number of a value read as a type, as a sum of roots.
    pub fn linear(&self, value: Value, ty: IntType) -> Option<Linear> {
        match value {
            Value::Int(bits) => Some(Linear::number(ty.value(ty.wrap(bits)))),
            Value::Symbol(symbol) => {
                let fact = self.symbols.get(&symbol)?;
                let range = fact.range.filter(|range| range.ty.bits == ty.bits)?;
                let same = range.ty == ty || {
                    let known = self.range(value, range.ty);
                    known.low >= ty.min() && known.high <= ty.max()
                };
                same.then(|| self.root_sum(symbol))
            }
            Value::Any(_) | Value::Pointer(_) | Value::Function(_) | Value::Dangling => None,
        }
    }

    /// A symbol as a sum of roots.
    pub fn root_sum(&self, symbol: SymbolId) -> Linear {
        let sum = self.symbols.get(&symbol).and_then(|fact| fact.sum.clone());
        sum.unwrap_or_else(|| Linear::symbol(symbol))
    }

    /// What a sum is a multiple of.
    pub fn step_of(&self, sum: &Linear) -> u64 {
        let multiple = |symbol: &SymbolId| self.symbols.get(symbol).map_or(1, |fact| fact.multiple.max(1));
        let steps = sum.terms.iter().map(|(symbol, factor)| factor.saturating_mul(multiple(symbol).into()).abs());
        u64::try_from(steps.fold(sum.constant.abs(), gcd)).unwrap_or(1)
    }

    /// The offset of a pointer.
    pub fn offset(&self, pointer: Pointer) -> Option<Linear> {
        match pointer.by {
            Some(symbol) => Some(self.root_sum(symbol)),
            None => pointer.offset().map(|offset| Linear::number(offset.into())),
        }
    }

    /// The least and greatest offset of a pointer.
    pub fn reach(&self, pointer: Pointer) -> (i64, i64) {
        let Some(offset) = pointer.by.map(|symbol| self.root_sum(symbol)) else { return (pointer.low, pointer.high) };
        let clamp = |number: i128| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let low = self.least(&offset).map_or(pointer.low, |low| clamp(low).max(pointer.low));
        let high = self.greatest(&offset).map_or(pointer.high, |high| clamp(high).min(pointer.high));
        (low, high)
    }

    /// How great a sum is at most.
    pub fn greatest(&self, sum: &Linear) -> Option<i128> {
        self.greatest_with(sum, DEPTH)
    }

    /// How small a sum is at least.
    pub fn least(&self, sum: &Linear) -> Option<i128> {
        Some(-self.greatest(&sum.times(-1)?)?)
    }

    fn greatest_with(&self, sum: &Linear, depth: usize) -> Option<i128> {
        let by_ranges = sum.terms.iter().try_fold(sum.constant, |total, (symbol, factor)| {
            let range = self.symbols.get(symbol)?.range?;
            let end = if *factor > 0 { range.high } else { range.low };
            total.checked_add(end.checked_mul(*factor)?)
        });
        if depth == 0 || sum.terms.is_empty() {
            return by_ranges;
        }
        let mut best = by_ranges;
        for bound in &self.bounds {
            // A bound is not negative: added as often as makes a symbol disappear, it makes the sum no smaller.
            for (symbol, factor) in &bound.terms {
                let here = sum.factor(*symbol);
                if here == 0 || here.signum() == factor.signum() || here % factor != 0 {
                    continue;
                }
                let Some(more) = sum.plus(bound, -here / factor) else { continue };
                if let Some(greatest) = self.greatest_with(&more, depth - 1) {
                    best = Some(best.map_or(greatest, |best| best.min(greatest)));
                }
            }
        }
        best
    }

    pub fn is_never_negative(&self, sum: &Linear) -> bool {
        self.least(sum).is_some_and(|least| least >= 0)
    }

    /// Whether the difference of two sums is never negative.
    pub fn is_at_most(&self, small: &Linear, great: &Linear) -> bool {
        great.minus(small).is_some_and(|difference| self.is_never_negative(&difference))
    }

    /// Notes that a sum is not negative. False if that is impossible.
    pub fn assume(&mut self, sum: Linear) -> bool {
        let sum = sum.reduced();
        if self.greatest(&sum).is_some_and(|greatest| greatest < 0) {
            return false;
        }
        if self.is_never_negative(&sum) {
            return true;
        }
        if sum.terms.len() > 1 {
            self.bounds.retain(|bound| bound.terms != sum.terms);
            if self.bounds.len() < MOST_BOUNDS {
                self.bounds.push(sum.clone());
            }
        }
        sum.terms.iter().all(|(symbol, factor)| self.tighten(&sum, *symbol, *factor))
    }

    /// What follows for the range of one symbol from a sum that is not negative. False if that is impossible.
    fn tighten(&mut self, sum: &Linear, symbol: SymbolId, factor: i128) -> bool {
        let rest = sum.plus(&Linear::symbol(symbol), -factor);
        let Some(rest) = rest.and_then(|rest| self.greatest_with(&rest, 0)) else { return true };
        let Some(range) = self.symbols.get(&symbol).and_then(|fact| fact.range) else { return true };
        // factor * symbol >= -rest
        let (low, high) = match factor {
            1.. => (-(rest.div_euclid(factor)), range.high),
            _ => (range.low, rest.div_euclid(-factor)),
        };
        let tighter = Range { low: low.max(range.low), high: high.min(range.high), ..range };
        tighter.low <= tighter.high && (tighter == range || self.narrow(symbol, tighter))
    }

    /// Notes that a symbol lies in a range, which is a part of what was known. False if that is impossible.
    pub fn narrow(&mut self, symbol: SymbolId, range: Range) -> bool {
        let Some(fact) = self.symbols.get(&symbol) else { return true };
        let known = fact.range.map(|range| range.ty);
        let range = match known {
            Some(ty) if ty.bits == range.ty.bits && range.low >= ty.min() && range.high <= ty.max() => {
                Range { ty, ..range }
            }
            None => range,
            // The number of the symbol is another one from now on.
            Some(_) => {
                self.forget_sums(symbol);
                range
            }
        };
        if range.low == range.high {
            return self.fix(symbol, range.ty, range.low);
        }
        let Some(fact) = self.symbols.get_mut(&symbol) else { return true };
        fact.range = Some(range);
        match fact.sum.clone() {
            Some(sum) => {
                let over = sum.moved(-range.low).is_none_or(|sum| self.assume(sum));
                let under = sum.times(-1).and_then(|sum| sum.moved(range.high));
                over && under.is_none_or(|sum| self.assume(sum))
            }
            None => true,
        }
    }

    /// A symbol, read as a type, is one number. False if that is impossible.
    fn fix(&mut self, symbol: SymbolId, ty: IntType, number: i128) -> bool {
        let Some(fact) = self.symbols.remove(&symbol) else { return true };
        let bits = ty.wrap(number as u64);
        let is_excluded = |of: IntType, other: i128| of.bits == ty.bits && of.value(bits) == other;
        if fact.excluded.iter().any(|(of, other)| is_excluded(*of, *other)) || !self.settle_number(symbol, bits) {
            return false;
        }
        self.put_for(symbol, Value::Int(bits), None, Some(number));
        let equal = fact.sum.and_then(|sum| sum.moved(-number));
        let known = equal.is_none_or(|sum| sum.times(-1).is_none_or(|under| self.assume(under)) && self.assume(sum));
        known && self.substitute(symbol, &Linear::number(number))
    }

    /// Puts a value in the place of a symbol, and another symbol or a number where it tells an offset or a size.
    fn put_for(&mut self, symbol: SymbolId, value: Value, by: Option<SymbolId>, number: Option<i128>) {
        let pointer = |mut pointer: Pointer| {
            if let Some(offset) = number.and_then(|number| i64::try_from(number).ok()) {
                (pointer.low, pointer.high) = (offset, offset);
            }
            Pointer { by, ..pointer }
        };
        self.replace(&|old| match old {
            Value::Symbol(other) if other == symbol => Some(value),
            Value::Pointer(old) if old.by == Some(symbol) => Some(Value::Pointer(pointer(old))),
            _ => None,
        });
        for part in self.symbols.values_mut().flat_map(|fact| &mut fact.parts) {
            if part.value == Value::Symbol(symbol) {
                part.value = value;
            }
        }
        for object in self.objects.values_mut().filter(|object| object.by == Some(symbol)) {
            let object = Rc::make_mut(object);
            object.by = by;
            if let Some(size) = number.and_then(|number| u64::try_from(number).ok()) {
                object.size = (size, size);
            }
        }
    }

    /// What a symbol was is now known by another value.
    pub fn succeed(&mut self, symbol: SymbolId, value: Value) {
        let ty = |id: SymbolId| self.symbols.get(&id).and_then(|fact| fact.range).map(|range| range.ty);
        let number = match (value, ty(symbol)) {
            (Value::Int(bits), Some(ty)) => Some(Linear::number(ty.value(ty.wrap(bits)))),
            (Value::Symbol(new), Some(old)) if ty(new) == Some(old) => Some(self.root_sum(new)),
            _ => None,
        };
        let by = match value {
            Value::Symbol(new) if number.is_some() => Some(new),
            _ => None,
        };
        self.put_for(symbol, value, by, number.as_ref().and_then(Linear::as_number));
        match number {
            Some(number) => drop(self.substitute(symbol, &number)),
            None => self.forget_sums(symbol),
        }
        self.symbols.remove(&symbol);
    }

    /// Puts a sum in the place of a root. False if that is impossible.
    pub fn substitute(&mut self, symbol: SymbolId, sum: &Linear) -> bool {
        let map = |other: SymbolId| Some(if other == symbol { sum.clone() } else { Linear::symbol(other) });
        let mut constants = Vec::new();
        for (id, fact) in &mut self.symbols {
            if fact.sum.as_ref().is_some_and(|sum| sum.factor(symbol) != 0) {
                fact.sum = fact.sum.as_ref().and_then(|sum| sum.mapped(&map));
                let number = fact.sum.as_ref().and_then(Linear::as_number);
                constants.extend(number.zip(fact.range).map(|(number, range)| (*id, range.ty, number)));
            }
        }
        let (touched, kept) = std::mem::take(&mut self.bounds).into_iter().partition(|sum| sum.factor(symbol) != 0);
        self.bounds = kept;
        let touched: Vec<Linear> = touched;
        let possible = touched.iter().filter_map(|bound| bound.mapped(&map)).all(|bound| self.assume(bound));
        let in_type = |ty: IntType, number: i128| number >= ty.min() && number <= ty.max();
        possible && constants.into_iter().all(|(id, ty, number)| in_type(ty, number) && self.fix(id, ty, number))
    }

    /// Forgets how a symbol depends on others.
    pub fn forget_sums(&mut self, symbol: SymbolId) {
        for (id, fact) in &mut self.symbols {
            if *id == symbol || fact.sum.as_ref().is_some_and(|sum| sum.factor(symbol) != 0) {
                fact.sum = None;
            }
            if *id == symbol {
                fact.multiple = 0;
            }
        }
        self.bounds.retain(|bound| bound.factor(symbol) == 0);
    }

    /// A new symbol that is a sum.
    pub fn sum_symbol(&mut self, range: Range, sum: Option<Linear>) -> Value {
        let value = self.symbol(Some(range));
        if let Value::Symbol(symbol) = value
            && let Some(fact) = self.symbols.get_mut(&symbol)
        {
            fact.sum = sum;
        }
        value
    }

    /// The symbols that tell offsets and sizes.
    fn measuring_symbols(&self) -> BTreeSet<SymbolId> {
        let mut symbols: BTreeSet<SymbolId> = self.objects.values().filter_map(|object| object.by).collect();
        self.all_values(&mut |value| {
            if let Value::Pointer(Pointer { by: Some(symbol), .. }) = value {
                symbols.insert(symbol);
            }
        });
        for run in self.objects.values().flat_map(|object| &object.runs) {
            let symbol = |value: Value| if let Value::Symbol(symbol) = value { Some(symbol) } else { None };
            symbols.extend([Some(run.from), run.to].into_iter().flatten().filter_map(symbol));
        }
        symbols
    }

    /// Looks at all values.
    fn all_values(&self, look: &mut dyn FnMut(Value)) {
        let registers = self.frames.iter().flat_map(|frame| frame.registers.iter().flatten());
        registers.chain(&self.held).chain(&self.scratch).for_each(|value| look(*value));
        self.objects.values().flat_map(|object| object.values()).for_each(look);
    }

    /// Leaves sums only where they tell of offsets and sizes, and only over symbols that occur in values, offsets and sizes.
    pub fn project(&mut self) {
        self.symbols.values_mut().for_each(|fact| fact.parts.clear());
        self.join_bounds();
        let measures = self.measuring_symbols();
        if measures.is_empty() {
            self.symbols.values_mut().for_each(|fact| fact.sum = None);
            self.bounds.clear();
            return;
        }
        let mut anchored = measures.clone();
        self.all_values(&mut |value| {
            if let Value::Symbol(symbol) = value {
                anchored.insert(symbol);
            }
        });
        self.symbols.retain(|symbol, fact| anchored.contains(symbol) || fact.sum.is_none());
        let loose = |sum: &Linear| sum.symbols().find(|symbol| !anchored.contains(symbol));
        // A root that occurs nowhere else is expressed by what is a sum of it.
        while let Some((symbol, sum, root)) = self
            .symbols
            .iter()
            .filter_map(|(id, fact)| Some((*id, fact.sum.clone()?, loose(fact.sum.as_ref()?)?)))
            .min_by_key(|(id, sum, root)| (sum.factor(*root).abs(), *id))
        {
            self.express(symbol, &sum, root);
        }
        while let Some(root) = self.bounds.iter().find_map(loose) {
            self.eliminate(root);
        }
        self.symbols.retain(|symbol, _| anchored.contains(symbol));
        self.keep_relevant(measures);
    }

    /// Where bounds say that two sums are the same, one symbol less is a root: of what arrays with runs are told.
    fn join_bounds(&mut self) {
        if self.objects.values().all(|object| object.runs.is_empty()) {
            return;
        }
        let pair = |bounds: &[Linear]| {
            bounds.iter().enumerate().find_map(|(index, bound)| {
                let other = bounds.iter().skip(index + 1).position(|other| bound.times(-1).as_ref() == Some(other))?;
                let root = bound.terms.iter().rev().find(|(_, factor)| factor.abs() == 1)?;
                Some((index, index + 1 + other, *root))
            })
        };
        while let Some((first, second, (root, factor))) = pair(&self.bounds) {
            self.bounds.remove(second);
            let bound = self.bounds.remove(first);
            let sum = bound.plus(&Linear::symbol(root), -factor).and_then(|rest| rest.times(-factor));
            let (Some(sum), Some(fact)) = (sum, self.symbols.get_mut(&root)) else { continue };
            fact.sum = Some(sum.clone());
            let range = fact.range;
            self.substitute(root, &sum);
            if let Some(range) = range {
                self.narrow(root, range);
            }
        }
    }

    /// Makes a symbol a root in the place of one that it is a sum of.
    fn express(&mut self, symbol: SymbolId, sum: &Linear, root: SymbolId) {
        let factor = sum.factor(root);
        if let Some(known) = self.symbols.get(&symbol).and_then(|fact| fact.range) {
            let range = self.range(Value::Symbol(symbol), known.ty);
            let multiple = self.step_of(sum);
            if let Some(fact) = self.symbols.get_mut(&symbol) {
                (fact.sum, fact.range, fact.multiple) = (None, Some(range), multiple);
            }
        }
        // factor * root = symbol - others
        let others = sum.plus(&Linear::symbol(root), -factor);
        let times_root = others.and_then(|others| Linear::symbol(symbol).minus(&others));
        let instead = |sum: &Linear, scale: i128| {
            let here = sum.factor(root) * scale;
            let without = sum.times(scale)?.plus(&Linear::symbol(root), -here)?;
            (here % factor == 0).then_some(())?;
            without.plus(times_root.as_ref()?, here / factor)
        };
        for fact in self.symbols.values_mut() {
            if fact.sum.as_ref().is_some_and(|sum| sum.factor(root) != 0) {
                fact.sum = fact.sum.as_ref().and_then(|sum| instead(sum, 1));
            }
        }
        let (touched, kept): (Vec<Linear>, Vec<Linear>) =
            std::mem::take(&mut self.bounds).into_iter().partition(|bound| bound.factor(root) != 0);
        self.bounds = kept;
        for bound in touched.iter().filter_map(|bound| instead(bound, factor.abs())) {
            self.assume(bound);
        }
    }

    /// What bounds say without a symbol.
    fn eliminate(&mut self, root: SymbolId) {
        let range = self.symbols.get(&root).and_then(|fact| fact.range);
        let (touched, kept): (Vec<Linear>, Vec<Linear>) =
            std::mem::take(&mut self.bounds).into_iter().partition(|bound| bound.factor(root) != 0);
        self.bounds = kept;
        let mut found = Vec::new();
        for bound in &touched {
            let factor = bound.factor(root);
            if let Some(range) = range {
                let end = if factor > 0 { range.high } else { range.low };
                let fixed = bound.plus(&Linear::symbol(root), -factor);
                found.extend(fixed.and_then(|sum| sum.moved(factor.checked_mul(end)?)));
            }
            for other in touched.iter().filter(|other| factor > 0 && other.factor(root) < 0) {
                found.extend(bound.times(-other.factor(root)).and_then(|sum| sum.plus(other, factor)));
            }
        }
        for bound in found {
            self.assume(bound);
        }
    }

    /// Forgets sums that have nothing to do with offsets and sizes.
    fn keep_relevant(&mut self, measures: BTreeSet<SymbolId>) {
        let mut relevant: BTreeSet<SymbolId> =
            measures.iter().flat_map(|symbol| self.root_sum(*symbol).symbols().collect::<Vec<_>>()).collect();
        loop {
            let before = relevant.len();
            for bound in &self.bounds {
                if bound.symbols().any(|symbol| relevant.contains(&symbol)) {
                    relevant.extend(bound.symbols());
                }
            }
            if relevant.len() == before {
                break;
            }
        }
        for fact in self.symbols.values_mut() {
            if fact.sum.as_ref().is_some_and(|sum| !sum.symbols().all(|symbol| relevant.contains(&symbol))) {
                fact.sum = None;
            }
        }
        self.bounds.retain(|bound| bound.symbols().any(|symbol| relevant.contains(&symbol)));
        self.bounds.sort();
    }

    /// How the size of an object may depend on numbers in it.
    pub fn measures(&self, object: &Object) -> Vec<Measure> {
        let Some(size) = object.by.map(|symbol| self.root_sum(symbol)) else {
            return object.measure.into_iter().collect();
        };
        let measure = |at: u64, value: Value| {
            let Value::Symbol(symbol) = value else { return None };
            let (ty, number) = (self.symbols.get(&symbol)?.range?.ty, self.root_sum(symbol));
            let (id, unit) = *number.terms.first()?;
            let factor = (size.factor(id) % unit == 0).then(|| size.factor(id) / unit).filter(|factor| *factor != 0)?;
            let more = size.plus(&number, -factor)?.as_number()?;
            Some(Measure { at, ty, factor, more })
        };
        object.cells.iter().filter_map(|(at, cell)| measure(*at, cell.value)).collect()
    }

    /// Whether the size of an object depends on a number in it in one way.
    pub fn has_measure(&self, object: &Object, measure: Measure) -> bool {
        if object.segment().is_some() {
            return object.measure == Some(measure);
        }
        let cell = object.cells.get(&measure.at).filter(|cell| 8 * cell.width == u64::from(measure.ty.bits));
        let number = cell.and_then(|cell| self.linear(cell.value, measure.ty));
        let size = number.and_then(|number| number.times(measure.factor)?.moved(measure.more));
        let known = object.by.is_some() || object.size.0 == object.size.1;
        known && size == Some(self.least_size(object))
    }

    /// The symbol for the size of a node that was taken out of a segment, whose number becomes a symbol, too.
    pub fn measured(&mut self, node: &mut Object, measure: Measure) -> Option<SymbolId> {
        let cell = node.cells.get_mut(&measure.at)?;
        if let Value::Any(range) = cell.value {
            cell.value = self.symbol(Some(range?));
        }
        let number = self.linear(cell.value, measure.ty)?;
        let sum = number.times(measure.factor)?.moved(measure.more)?;
        let ty = IntType::unsigned(64);
        let range = Range { ty, low: node.size.0.into(), high: node.size.1.into() };
        let Value::Symbol(symbol) = self.sum_symbol(range, Some(sum)) else { return None };
        self.narrow(symbol, range);
        Some(symbol)
    }

    /// The symbols that are sums, or occur in sums, or tell an offset or a size.
    pub fn symbols_in_sums(&self) -> BTreeSet<SymbolId> {
        let mut symbols = self.measuring_symbols();
        for (id, fact) in &self.symbols {
            if let Some(sum) = &fact.sum {
                symbols.insert(*id);
                symbols.extend(sum.symbols());
            }
        }
        symbols.extend(self.bounds.iter().flat_map(|bound| bound.symbols().collect::<Vec<_>>()));
        symbols
    }

    /// Sums of some symbols only, as a call knows them.
    pub fn sums_among(&self, symbols: &BTreeSet<SymbolId>) -> (Vec<(SymbolId, Fact)>, Vec<Linear>) {
        let inside = |sum: &Linear| sum.symbols().all(|symbol| symbols.contains(&symbol));
        let facts = self.symbols.iter().filter(|(id, _)| symbols.contains(id)).map(|(id, fact)| {
            let sum = fact.sum.clone().filter(inside);
            (*id, Fact { sum, ..fact.clone() })
        });
        (facts.collect(), self.bounds.iter().filter(|bound| inside(bound)).cloned().collect())
    }
}
