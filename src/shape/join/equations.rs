//! Numbers in a join: what both sides have in common.

use super::super::comparisons::Comparison;
use super::super::equations::{Column, Equations};
use super::super::numbers::{Name, Numbers, Sum, is_constant, named, number, plus, replaced};
use super::super::state::State;
use super::super::value::{ObjectId, SymbolId, Value};
use super::{Joiner, Loss};
use std::collections::BTreeSet;

/// A name of one of the sides, or (after these) one of the result.
type Both = (bool, Name);

/// Comparisons that are kept.
const MOST_KEPT: usize = 32;
/// Numbers among which those are looked for that compare in the same way whenever a loop begins again.
const MOST_COMPARED: usize = 24;

impl Joiner<'_> {
    /// Whether it is found out how numbers depend on each other.
    pub(super) fn keeps_numbers(&self) -> bool {
        self.statics.numbers && self.nodes.is_none()
    }

    /// Notes what a symbol of the result is on both sides.
    pub(super) fn note_values(&mut self, symbol: SymbolId, values: (Value, Value)) {
        if self.keeps_numbers() {
            self.numbers.insert(Name::Symbol(symbol), [number(values.0), number(values.1)]);
        }
    }

    /// Notes how long a segment of the result is on both sides.
    pub(super) fn note_length(&mut self, segment: ObjectId, lengths: [Option<Sum>; 2]) {
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
            Name::Length(id) => out.objects.contains_key(id),
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
            state.compares(&Comparison { low, high, ..comparison.clone() })
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
        // What held of constants, or equal numbers, by itself holds of numbers from now on.
        let new: Vec<Comparison> = self.comparisons(1).into_iter().filter(|c| holds(0, c)).collect();
        let counted = self.counted().into_iter().filter(|c| holds(0, c) && holds(1, c));
        let room = MOST_KEPT.saturating_sub(common.len());
        common.extend(counted.chain(new).take(room));
        let unequal = unequal.into_iter().filter(differs).collect();
        self.out.numbers = Numbers { equations: left.common(&right), unequal, comparisons: common };
        true
    }

    /// Comparisons that may hold of numbers that begin to change: with each other number, in both directions.
    fn counted(&self) -> Vec<Comparison> {
        let typed = self.numbers.iter().filter_map(|(name, sums)| match name {
            Name::Symbol(symbol) => Some((*name, self.out.symbols.get(symbol)?.range?.ty, sums)),
            Name::Length(_) | Name::Cell(_) => None,
        });
        let typed: Vec<_> = typed.take(MOST_COMPARED).collect();
        let begins = |sums: &[Option<Sum>; 2]| sums[0].as_ref().is_some_and(is_constant) && sums[0] != sums[1];
        let mut counted = Vec::new();
        for (counter, ty, _) in typed.iter().filter(|(_, _, sums)| begins(sums)) {
            for (other, other_ty, _) in typed.iter().filter(|(other, same, _)| other != counter && same.bits == ty.bits)
            {
                // Of a constant, it is not known how it is read.
                let (counter, other) = (named(*counter), named(*other));
                counted.push(Comparison::new(*other_ty, &counter, &other, false));
                counted.push(Comparison::new(*other_ty, &other, &counter, false));
            }
        }
        counted
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
