//! Numbers in joins: ranges, offsets and sizes, and how they depend on each other in the result.
//!
//! Whenever numbers of both sides become a symbol of the result, that is noted as a [`Slot`]: what the number is on each side. A sum
//! of such symbols is known in the result if it is known on both sides. Which sums are tried: what one side knows; that a
//! size or an offset is a multiple of another number; and that one number is at most another. Their constants are those of the
//! left side or small, so that they become fewer from join to join.

use super::super::linear::Linear;
use super::super::state::{Cells, Kind, Measure, Object, Shape, State};
use super::super::value::{Fact, Pointer, Range, SymbolId, Value};
use super::{Joiner, Loss, Noted};
use crate::ir::IntType;
use std::collections::{BTreeMap, BTreeSet};

/// Bits of numbers that may be lengths.
const LEAST_BITS: u8 = 32;

/// Numbers between which relations are looked for.
const MOST_SLOTS: usize = 32;

/// A number of the result.
pub(super) struct Slot {
    /// What it is on both sides.
    pub values: (Value, Value),
    pub left: Option<Linear>,
    pub right: Option<Linear>,
    pub symbol: SymbolId,
    /// Whether it is an offset or a size.
    pub is_measure: bool,
}

impl Joiner<'_> {
    /// A new symbol for the numbers of both sides.
    fn slot(&mut self, values: (Value, Value), fact: Fact) -> Value {
        let value = self.out.symbol(fact.range);
        let Value::Symbol(symbol) = value else { return value };
        let ty = fact.range.map(|range| range.ty);
        self.out.symbols.insert(symbol, fact);
        let number = |state: &State, value: Value| ty.and_then(|ty| state.linear(value, ty));
        let (left, right) = (number(self.left, values.0), number(self.right, values.1));
        self.note_values(symbol, values);
        self.slots.push(Slot { values, left, right, symbol, is_measure: false });
        value
    }

    /// The symbol that stands for two.
    pub(super) fn paired(&mut self, x: SymbolId, y: SymbolId) -> Option<Value> {
        if let Some(&value) = self.symbols.get(&(x, y)) {
            return Some(value);
        }
        let (fx, fy) = (self.left.symbols.get(&x)?, self.right.symbols.get(&y)?);
        let tight = |state: &State, id: SymbolId, range: Range| state.range(Value::Symbol(id), range.ty);
        let range = match (fx.range, fy.range) {
            (Some(r), Some(s)) => Some(self.ranges(tight(self.left, x, r), tight(self.right, y, s))?),
            (None, _) => None,
            (Some(_), None) if self.loss == Loss::Nothing => return None,
            (Some(_), None) => None,
        };
        let (mut excluded, others) = (fx.excluded.clone(), &fy.excluded);
        excluded.retain(|value| {
            others.contains(value) || {
                fy.range.is_some_and(|range| range.ty == value.0 && (value.1 < range.low || value.1 > range.high))
            }
        });
        if self.loss == Loss::Nothing && excluded.len() < fx.excluded.len() {
            return None;
        }
        if !self.may_cover(x, Value::Symbol(y)) {
            return None;
        }
        let steps = (self.left.step_of(&self.left.root_sum(x)), self.right.step_of(&self.right.root_sum(y)));
        let alike = fx.range.zip(fy.range).is_some_and(|(r, s)| r.ty == s.ty);
        let multiple = if fx.multiple > 0 && alike { gcd(steps.0, steps.1) } else { 0 };
        if self.loss == Loss::Nothing && multiple < fx.multiple {
            return None;
        }
        let fact = Fact { range, excluded, multiple, ..Fact::default() };
        let value = self.slot((Value::Symbol(x), Value::Symbol(y)), fact);
        self.symbols.insert((x, y), value);
        self.journal.push(Noted::Symbols((x, y)));
        Some(value)
    }

    /// Where nothing may be lost, a symbol stands for one value everywhere.
    fn may_cover(&self, symbol: SymbolId, value: Value) -> bool {
        let conflicts = |slot: &Slot| slot.values.0 == Value::Symbol(symbol) && slot.values.1 != value;
        self.loss != Loss::Nothing || !self.slots.iter().any(conflicts)
    }

    /// A symbol on the left that stands for a constant on the right.
    pub(super) fn covered(&mut self, symbol: SymbolId, bits: u64, width: u64) -> Option<Value> {
        let values = (Value::Symbol(symbol), Value::Int(bits));
        if let Some(slot) = self.slots.iter().find(|slot| slot.values == values) {
            return Some(Value::Symbol(slot.symbol));
        }
        let fact = self.left.symbols.get(&symbol)?.clone();
        let fits = |range: Range| {
            let number = range.ty.value(range.ty.wrap(bits));
            u64::from(range.ty.bits) == 8 * width && range.low <= number && number <= range.high
        };
        let is_excluded = |ty: IntType, number: i128| ty.value(ty.wrap(bits)) == number;
        let excluded = fact.excluded.iter().any(|(ty, number)| is_excluded(*ty, *number));
        let steps_over = fact.multiple > 0 && !bits.is_multiple_of(fact.multiple);
        if excluded || steps_over || !fact.range.is_none_or(fits) || !self.may_cover(symbol, values.1) {
            return None;
        }
        Some(self.slot(values, Fact { sum: None, ..fact }))
    }

    /// The number that covers two, at least one of which is no symbol.
    pub(super) fn numbers(&mut self, a: Value, b: Value, width: u64) -> Option<Value> {
        let constant = matches!(a, Value::Int(_)) || matches!(b, Value::Int(_));
        if self.loss == Loss::Nothing && !matches!(a, Value::Any(_)) {
            return None;
        }
        if self.loss == Loss::Lengths && constant {
            return None;
        }
        if !matches!(width, 1 | 2 | 4 | 8) {
            return Some(Value::Any(None));
        }
        let known = |value: Value, state: &State| match value {
            Value::Any(range) => range,
            Value::Symbol(symbol) => state.symbols.get(&symbol).and_then(|fact| fact.range),
            _ => None,
        };
        let (ra, rb) = (known(a, self.left), known(b, self.right));
        let ty = match (ra, rb) {
            (Some(range), _) | (_, Some(range)) => range.ty,
            (None, None) => IntType::signed((8 * width) as u8),
        };
        if (matches!(a, Value::Any(_) | Value::Symbol(_)) && ra.is_none())
            || (matches!(b, Value::Any(_) | Value::Symbol(_)) && rb.is_none())
        {
            return match (self.loss, a) {
                (Loss::Nothing, Value::Any(None)) => Some(a),
                (Loss::Nothing, _) => None,
                _ => Some(Value::Any(None)),
            };
        }
        let (x, y) = (self.left.range(a, ty), self.right.range(b, ty));
        let joined = match a {
            Value::Int(_) => x.hull(y),
            _ => self.ranges(x, y)?,
        };
        let exact = |value: Value| matches!(value, Value::Int(_) | Value::Symbol(_));
        if self.loss == Loss::Numbers && self.nodes.is_none() && exact(a) && exact(b) {
            return Some(self.slot((a, b), Fact { range: Some(joined), ..Fact::default() }));
        }
        Some(Value::Any(Some(joined)))
    }

    fn ranges(&self, a: Range, b: Range) -> Option<Range> {
        match self.loss {
            Loss::Nothing => (b.ty.bits == a.ty.bits && a.covers(b)).then_some(a),
            Loss::Lengths if a.covers(b) => Some(a),
            Loss::Lengths => b.covers(a).then_some(b),
            Loss::Numbers if self.nodes.is_some() => Some(a.hull(b)),
            Loss::Numbers => Some(a.widen(b, &self.statics.thresholds)),
        }
    }

    /// The offsets of two pointers, and the symbol for them.
    pub(super) fn offsets(&mut self, p: Pointer, q: Pointer) -> Option<(i64, i64, Option<SymbolId>)> {
        let (x, y) = (self.left.reach(p), self.right.reach(q));
        if x == y && p.by.is_none() && q.by.is_none() {
            return Some((x.0, x.1, None));
        }
        let hull = (x.0.min(y.0), x.1.max(y.1));
        if self.nodes.is_some() {
            let by = p.by.filter(|_| p.by == q.by);
            let allowed = x == y || by.is_some() || self.loss == Loss::Numbers;
            return allowed.then_some((hull.0, hull.1, by));
        }
        if self.loss == Loss::Numbers {
            let size = self.left.object(self.statics, p.object).map_or(0, |object| object.size.0);
            let grown = stretched(widened(x), widened(y), size.into());
            let range = Range { ty: IntType::signed(64), low: grown.0, high: grown.1 };
            let by = self.measure(self.left.offset(p), self.right.offset(q), range);
            return Some((clamped(grown.0), clamped(grown.1), by));
        }
        let constant = |pointer: Pointer| pointer.offset().map(|offset| offset as u64);
        let by = self.measures((p.by, constant(p)), (q.by, constant(q)))?;
        let wider = hull == x || (self.loss == Loss::Lengths && hull == y && by.is_some());
        wider.then_some((hull.0, hull.1, by))
    }

    /// The sizes of two objects as a range, and the symbol for them.
    pub(super) fn sizes(&mut self, a: &Object, b: &Object) -> Option<((u64, u64), Option<SymbolId>)> {
        let (x, y) = (self.left.size_of(a), self.right.size_of(b));
        if x == y && a.by.is_none() && b.by.is_none() {
            return Some((x, None));
        }
        let hull = (x.0.min(y.0), x.1.max(y.1));
        if x != y && a.kind != Kind::Heap && (a.by.is_none() || b.by.is_none()) {
            return None;
        }
        if self.nodes.is_some() {
            let by = a.by.filter(|_| a.by == b.by);
            let allowed = x == y || by.is_some() || self.loss == Loss::Numbers || hull == x || hull == y;
            return allowed.then_some((hull, by));
        }
        if self.loss == Loss::Numbers {
            let wide = |(low, high): (u64, u64)| (i128::from(low), i128::from(high));
            let (low, high) = stretched(wide(x), wide(y), 0);
            let range = Range { ty: IntType::unsigned(64), low, high };
            let sum = |state: &State, object: &Object| {
                (object.by.is_some() || object.size.0 == object.size.1).then(|| state.least_size(object))
            };
            let by = self.measure(sum(self.left, a), sum(self.right, b), range);
            return Some(((low as u64, high as u64), by));
        }
        let constant = |object: &Object| (object.size.0 == object.size.1).then_some(object.size.0);
        let by = self.measures((a.by, constant(a)), (b.by, constant(b)))?;
        let wider = hull == x || (self.loss == Loss::Lengths && hull == y);
        wider.then_some((hull, by))
    }

    /// How the sizes of the nodes of two objects that become one depend on numbers in them. `None` if that would be lost, but must not be.
    pub(super) fn node_measure(
        &self,
        shape: Shape,
        a: &Object,
        b: &Object,
        cells: &Cells,
        others: &[Cells],
    ) -> Option<Option<Measure>> {
        if shape.segment().is_none() {
            return Some(None);
        }
        let is_there = |measure: &Measure| match cells.get(&measure.at).map(|cell| cell.value) {
            Some(Value::Any(Some(range))) => range.ty == measure.ty,
            Some(Value::Symbol(symbol)) => {
                self.out.symbols.get(&symbol).and_then(|fact| fact.range).is_some_and(|range| range.ty == measure.ty)
            }
            _ => false,
        };
        let mut known = self.left.measures(a).into_iter().chain(self.right.measures(b));
        let measure = known.find(|measure| {
            let both = self.left.has_measure(a, *measure) && self.right.has_measure(b, *measure);
            others.is_empty() && is_there(measure) && both
        });
        let lost = self.loss == Loss::Nothing && measure != a.measure;
        (!lost).then_some(measure)
    }

    /// The symbol for offsets or sizes, each told by a symbol or a constant, where numbers must not be lost. `None` if they would.
    fn measures(
        &mut self,
        (x, _): (Option<SymbolId>, Option<u64>),
        (y, constant): (Option<SymbolId>, Option<u64>),
    ) -> Option<Option<SymbolId>> {
        let value = match (x, y, constant) {
            (Some(x), Some(y), _) => self.paired(x, y)?,
            (Some(x), None, Some(bits)) if self.loss == Loss::Nothing => {
                let ty = self.left.symbols.get(&x)?.range?.ty;
                self.covered(x, bits, u64::from(ty.bits / 8))?
            }
            (None, ..) => return Some(None),
            _ => return None,
        };
        match value {
            Value::Symbol(symbol) => Some(Some(symbol)),
            _ => None,
        }
    }

    /// The symbol for an offset or a size that is known on both sides.
    pub(super) fn measure(&mut self, left: Option<Linear>, right: Option<Linear>, range: Range) -> Option<SymbolId> {
        let (left, right) = (left?, right?);
        if left == right && left.as_number().is_some() {
            return None;
        }
        let same = |slot: &&Slot| slot.left.as_ref() == Some(&left) && slot.right.as_ref() == Some(&right);
        if let Some(slot) = self.slots.iter().find(same) {
            return Some(slot.symbol);
        }
        let Value::Symbol(symbol) = self.out.symbol(Some(range)) else { return None };
        let multiple = gcd(self.left.step_of(&left), self.right.step_of(&right));
        self.out.symbols.insert(symbol, Fact { range: Some(range), multiple, ..Fact::default() });
        let values = (Value::Any(None), Value::Any(None));
        self.slots.push(Slot { values, left: Some(left), right: Some(right), symbol, is_measure: true });
        Some(symbol)
    }

    /// Notes how the numbers of the result depend on each other. False if the left side knows more than the right one, and nothing
    /// may be lost.
    pub(super) fn relate(&mut self) -> bool {
        if self.loss == Loss::Nothing {
            return self.covers_sums();
        }
        if !self.slots.iter().any(|slot| slot.is_measure) && self.left.bounds.is_empty() && !self.has_sums() {
            return true;
        }
        let slots = std::mem::take(&mut self.slots);
        self.relate_sums(&slots);
        self.relate_bounds(&slots);
        true
    }

    fn has_sums(&self) -> bool {
        self.left.symbols.values().any(|fact| fact.sum.is_some())
    }

    /// Whether all sums of the left side hold on the right one.
    fn covers_sums(&self) -> bool {
        let here = |id: SymbolId| {
            let slot = self.slots.iter().find(|slot| slot.values.0 == Value::Symbol(id));
            slot.and_then(|slot| slot.right.clone())
        };
        let sums = self.left.symbols.iter().filter_map(|(id, fact)| Some((*id, fact.sum.as_ref()?)));
        let same = |a: &Linear, b: &Linear| self.right.is_at_most(a, b) && self.right.is_at_most(b, a);
        sums.map(|(id, sum)| here(id).zip(sum.mapped(&here))).all(|pair| pair.is_some_and(|(a, b)| same(&a, &b)))
            && self
                .left
                .bounds
                .iter()
                .all(|bound| bound.mapped(&here).is_some_and(|bound| self.right.is_never_negative(&bound)))
    }

    /// Numbers that are sums of others on both sides.
    fn relate_sums(&mut self, slots: &[Slot]) {
        let left_of = |id: SymbolId| slots.iter().find(|slot| slot.symbol == id).and_then(|slot| slot.left.clone());
        let right_of = |id: SymbolId| slots.iter().find(|slot| slot.symbol == id).and_then(|slot| slot.right.clone());
        let holds = |sum: &Linear, slot: &Slot| {
            let same = |state: &State, a: Option<Linear>, b: Option<&Linear>| {
                a.zip(b).is_some_and(|(a, b)| state.is_at_most(&a, b) && state.is_at_most(b, &a))
            };
            same(self.left, sum.mapped(&left_of), slot.left.as_ref())
                && same(self.right, sum.mapped(&right_of), slot.right.as_ref())
        };
        let roots = roots(slots);
        let mut found: BTreeMap<SymbolId, Linear> = BTreeMap::new();
        let mut used: BTreeSet<SymbolId> = BTreeSet::new();
        for slot in slots.iter().take(MOST_SLOTS).filter(|slot| !roots.values().any(|root| *root == slot.symbol)) {
            let known = slot.left.as_ref().filter(|left| left.as_number().is_none());
            let known = known.and_then(|left| left.mapped(&|id| roots.get(&id).copied().map(Linear::symbol)));
            let free = |other: &&Slot| other.symbol != slot.symbol && !found.contains_key(&other.symbol);
            let multiple = || {
                let lengths = slots.iter().take(MOST_SLOTS).filter(|other| may_be_length(&self.out, other));
                let others = lengths.filter(free).filter(|_| slot.is_measure);
                others.filter_map(|other| multiple_of(slot, other)).find(|sum| holds(sum, slot))
            };
            let sum = known.filter(|sum| holds(sum, slot)).or_else(multiple);
            if let Some(sum) = sum.filter(|_| !used.contains(&slot.symbol)) {
                used.extend(sum.symbols());
                found.insert(slot.symbol, sum);
            }
        }
        for (symbol, sum) in found {
            let range = self.out.symbols.get(&symbol).and_then(|fact| fact.range);
            if let Some(fact) = self.out.symbols.get_mut(&symbol) {
                fact.sum = Some(sum);
            }
            // What is known of the sum is known of its parts.
            if let Some(range) = range {
                self.out.narrow(symbol, range);
            }
        }
    }

    /// Sums that are not negative on both sides.
    fn relate_bounds(&mut self, slots: &[Slot]) {
        let left_of = |id: SymbolId| slots.iter().find(|slot| slot.symbol == id).and_then(|slot| slot.left.clone());
        let right_of = |id: SymbolId| slots.iter().find(|slot| slot.symbol == id).and_then(|slot| slot.right.clone());
        let holds = |sum: &Linear| {
            let not_negative =
                |state: &State, sum: Option<Linear>| sum.is_some_and(|sum| state.is_never_negative(&sum));
            not_negative(self.left, sum.mapped(&left_of)) && not_negative(self.right, sum.mapped(&right_of))
        };
        let roots = roots(slots);
        let known = |bound: &Linear| bound.mapped(&|id| roots.get(&id).copied().map(Linear::symbol));
        let mut found: Vec<Linear> = self.left.bounds.iter().filter_map(known).filter(|bound| holds(bound)).collect();
        let out = &self.out;
        let measured: BTreeSet<SymbolId> = slots
            .iter()
            .filter(|slot| slot.is_measure)
            .flat_map(|slot| out.root_sum(slot.symbol).symbols().chain([slot.symbol]).collect::<Vec<_>>())
            .chain(self.left.bounds.iter().filter_map(known).flat_map(|bound| bound.symbols().collect::<Vec<_>>()))
            .collect();
        let numbers: Vec<&Slot> = slots.iter().filter(|slot| may_be_length(out, slot)).take(MOST_SLOTS).collect();
        let pairs = || numbers.iter().flat_map(|slot| numbers.iter().map(move |other| (slot.symbol, other.symbol)));
        // Those of two lengths first: not all are kept.
        for both in [true, false] {
            for (small, great) in pairs().filter(|(small, great)| small != great) {
                let measures = [small, great].iter().filter(|symbol| measured.contains(symbol)).count();
                if measures == 0 || (measures == 2) != both {
                    continue;
                }
                let difference = Linear::symbol(great).minus(&Linear::symbol(small));
                let bounds = [1, 0].into_iter().filter_map(|less| difference.as_ref()?.moved(-less));
                found.extend(bounds.into_iter().find(|bound| holds(bound)));
            }
        }
        for bound in found {
            if let Some(bound) = bound.mapped(&|id| Some(self.out.root_sum(id))) {
                self.out.assume(bound);
            }
        }
    }
}

/// Whether a number is wide enough to be a length: bytes are none.
fn may_be_length(out: &State, slot: &Slot) -> bool {
    let range = out.symbols.get(&slot.symbol).and_then(|fact| fact.range);
    range.is_some_and(|range| range.ty.bits >= LEAST_BITS)
}

/// The symbols of the result that stand for single symbols of the left side.
fn roots(slots: &[Slot]) -> BTreeMap<SymbolId, SymbolId> {
    let mut roots = BTreeMap::new();
    for slot in slots {
        if let Some([(id, 1)]) = slot.left.as_ref().filter(|left| left.constant == 0).map(|left| &left.terms[..]) {
            roots.entry(*id).or_insert(slot.symbol);
        }
    }
    roots
}

/// A number as a multiple of another and a constant, as it is on one side or from one side to the other.
fn multiple_of(slot: &Slot, other: &Slot) -> Option<Linear> {
    let by_terms = |of: &Linear, in_terms: &Linear| {
        let (id, factor) = *of.terms.first()?;
        let unit = in_terms.factor(id);
        (unit != 0 && factor % unit == 0).then(|| factor / unit)
    };
    let (left, right) = (slot.left.as_ref()?, slot.right.as_ref()?);
    let (from, to) = (other.left.as_ref()?, other.right.as_ref()?);
    let by_numbers = || {
        let (rise, run) = (right.as_number()? - left.as_number()?, to.as_number()? - from.as_number()?);
        (run != 0 && rise % run == 0).then(|| rise / run)
    };
    let factor = by_terms(left, from).or_else(|| by_terms(right, to)).or_else(by_numbers).filter(|k| *k != 0)?;
    let constant = left.plus(from, -factor)?.as_number().or_else(|| right.plus(to, -factor)?.as_number())?;
    Linear::symbol(other.symbol).times(factor)?.moved(constant)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn widened((low, high): (i64, i64)) -> (i128, i128) {
    (low.into(), high.into())
}

fn clamped(number: i128) -> i64 {
    number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// The range with both; where one that is no constant grows, it grows in steps that end: to zero, to a limit, by four bits.
pub(super) fn stretched(x: (i128, i128), y: (i128, i128), limit: i128) -> (i128, i128) {
    let hull = (x.0.min(y.0), x.1.max(y.1));
    if x.0 == x.1 {
        return hull;
    }
    let step = |number: i128| {
        let steps = (0..=16).map(|step| 1i128 << (4 * step));
        steps.chain([limit]).filter(|step| *step >= number).min().unwrap_or(number)
    };
    let low = match hull.0 {
        low if low == x.0 => low,
        low if low >= 0 => 0,
        low => -step(-low),
    };
    let high = match hull.1 {
        high if high == x.1 || high <= 0 => high.max(if high == x.1 { high } else { 0 }),
        high => step(high).min(u64::MAX.into()),
    };
    (low, high)
}
