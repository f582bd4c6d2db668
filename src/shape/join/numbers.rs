//! Numbers in a join: what both sides have in common.

use super::super::comparisons::Comparison;
use super::super::equations::{Column, Equations};
use super::super::numbers::{Name, Numbers, Sum, is_constant, named, number, plus, replaced};
use super::super::state::State;
use super::super::value::{Fact, ObjectId, Value};
use super::{Joiner, Loss, Noted};
use crate::ir::IntType;
use std::collections::BTreeSet;

/// A name of one of the sides, or (after these) one of the result.
type Both = (bool, Name);

impl Joiner<'_> {
    /// Whether it is found out how numbers depend on each other.
    pub(super) fn keeps_numbers(&self) -> bool {
        self.statics.numbers && self.nodes.is_none()
    }

    /// The symbol for two values. Where nothing may be lost, a symbol of the left side is one value of the right.
    pub(super) fn paired(&mut self, a: Value, b: Value, fact: Fact) -> Option<Value> {
        if self.loss == Loss::Nothing && self.symbols.keys().any(|(other, _)| *other == a) {
            return None;
        }
        let value = self.out.symbol(fact.range);
        if let Value::Symbol(symbol) = value {
            self.out.symbols.insert(symbol, fact);
            if self.keeps_numbers() {
                self.numbers.insert(Name::Symbol(symbol), [number(a), number(b)]);
            }
        }
        self.symbols.insert((a, b), value);
        self.journal.push(Noted::Symbols((a, b)));
        Some(value)
    }

    /// Notes how long a segment of the result is on both sides.
    pub(super) fn measure(&mut self, segment: ObjectId, lengths: [Option<Sum>; 2]) {
        if self.statics.numbers {
            self.numbers.insert(Name::Length(segment), lengths);
        }
    }

    /// When nodes become one, so does what they own: there is as much of it as there was of both together.
    pub fn add_lengths(&mut self) {
        self.forget_attempts();
        for (name, lengths) in std::mem::take(&mut self.numbers) {
            if let [Some(left), Some(right)] = lengths {
                self.out.equate(&plus(plus(named(name), &left, u64::MAX), &right, u64::MAX), 64);
            }
        }
    }

    /// What an attempt noted that failed may have no meaning any more.
    fn forget_attempts(&mut self) {
        let out = &self.out;
        self.numbers.retain(|name, _| match name {
            Name::Symbol(symbol) => out.symbols.contains_key(symbol),
            Name::Length(id) => out.objects.get(id).is_some_and(|object| object.segment().is_some()),
            Name::Cell(_) => false,
        });
    }

    /// The equations that hold on both sides. False if nothing may be lost and one of the left side does not hold on the right.
    pub(super) fn join_numbers(&mut self) -> bool {
        if !self.keeps_numbers() {
            return true;
        }
        self.forget_attempts();
        let (left, right) = (self.seen_from(0, self.left), self.seen_from(1, self.right));
        let unequal: Vec<Sum> = self.left.numbers.unequal.iter().filter_map(|sum| self.in_result(0, sum)).collect();
        let differs = |sum: &Sum| self.on_side(1, sum).is_some_and(|sum| self.right.numbers.excludes(&sum));
        let comparisons = self.comparisons(0);
        let holds = |side: usize, comparison: &Comparison| {
            let state = if side == 0 { self.left } else { self.right };
            let (low, high) = (self.on_side(side, &comparison.low), self.on_side(side, &comparison.high));
            let (Some(low), Some(high)) = (low, high) else { return false };
            let ranges = |name: Name, ty: IntType| state.range_of(name, ty);
            state.numbers.holds(&Comparison { low, high, ..comparison.clone() }, &ranges)
        };
        if self.loss == Loss::Nothing {
            let (left_unequal, left_compared) = (self.left.numbers.unequal.len(), self.left.numbers.comparisons.len());
            return unequal.len() == left_unequal
                && comparisons.len() == left_compared
                && unequal.iter().all(differs)
                && comparisons.iter().all(|comparison| holds(1, comparison))
                && left.rows().all(|row| right.entails(row));
        }
        let mut common: BTreeSet<Comparison> = comparisons.into_iter().filter(|c| holds(1, c)).collect();
        // What held of constants by itself holds of numbers from now on.
        let was_constant = |sum: &Sum| {
            let constant =
                |name: &Name| self.numbers.get(name).and_then(|sums| sums[0].as_ref()).is_some_and(is_constant);
            sum.keys().any(|column| matches!(column, Column::Name(name) if constant(name)))
        };
        let new = self.comparisons(1).into_iter().filter(|c| c.sums().into_iter().any(was_constant));
        common.extend(new.filter(|c| holds(0, c)));
        let unequal = unequal.into_iter().filter(differs).collect();
        self.out.numbers = Numbers { equations: left.common(&right), unequal, comparisons: common };
        true
    }

    /// The comparisons of one side in terms of the result.
    fn comparisons(&self, side: usize) -> Vec<Comparison> {
        let state = if side == 0 { self.left } else { self.right };
        let translate = |known: &Comparison| {
            let (low, high) = (self.in_result(side, &known.low)?, self.in_result(side, &known.high)?);
            Some(Comparison { low, high, ..known.clone() })
        };
        state.numbers.comparisons.iter().filter_map(translate).collect()
    }

    /// A sum of one side in terms of the result.
    fn in_result(&self, side: usize, sum: &Sum) -> Option<Sum> {
        let of =
            |name: Name| self.numbers.iter().find(|(_, sums)| sums[side] == Some(named(name))).map(|(new, _)| *new);
        let columns = sum.iter().map(|(column, times)| match column {
            Column::Name(name) => Some((Column::Name(of(*name)?), *times)),
            Column::One => Some((Column::One, *times)),
        });
        columns.collect()
    }

    /// A sum of the result in terms of one side.
    fn on_side(&self, side: usize, sum: &Sum) -> Option<Sum> {
        let of = |name: Name| self.numbers.get(&name).and_then(|sums| sums[side].clone());
        let known = |column: &Column<Name>| match column {
            Column::Name(name) => of(*name).is_some(),
            Column::One => true,
        };
        sum.keys().all(known).then(|| replaced(sum, &|name| of(name).unwrap_or_default()))
    }

    /// What one side says of the numbers of the result.
    fn seen_from(&self, side: usize, state: &State) -> Equations<Name> {
        let mut equations: Equations<Both> =
            state.numbers.equations.substituted(&|name| [(Column::Name((false, name)), 1)].into());
        for (name, sums) in &self.numbers {
            let Some(sum) = &sums[side] else { continue };
            let column = |column: &Column<Name>| match column {
                Column::Name(name) => Column::Name((false, *name)),
                Column::One => Column::One,
            };
            let mut row: std::collections::BTreeMap<_, _> =
                sum.iter().map(|(at, times)| (column(at), *times)).collect();
            row.insert(Column::Name((true, *name)), u64::MAX);
            equations.insert(row);
        }
        let result = equations.restricted(&|(of_result, _)| of_result);
        result.substituted(&|(_, name)| [(Column::Name(name), 1)].into())
    }
}
