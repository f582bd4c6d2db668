//! Sums of multiples of several values, each as one value: what polyhedra are made of.
//!
//! A sum is computed as C computes, in the bits of its values, so that what an iteration adds cancels out before the
//! solver sees it ([`crate::logic::TermPool::linear_sum`]); bounds of a mathematical sum of three values, in bits enough for it, are
//! much harder. Which sums: those of the user and of the program's comparisons that have three parts or more, and
//! those that `synth` looks for.

use super::domain::EQUATIONS;
use super::rows::{both_bounds, both_signs};
use super::{Addend, Combination, Harvest, Row, Side, Slot, SlotType, Source, Template};
use crate::ir::IntType;
use crate::logic::{Sort, TermId};
use crate::memory::Memory;
use crate::ssa::LoopRecord;
use crate::verdict::Name;

/// The fewest parts with which a combination is a value of its own.
const MIN_PARTS: usize = 3;

impl Template {
    /// The sums of a loop.
    pub(super) fn sum_slots(&mut self, memory: &Memory, record: &LoopRecord, harvest: &Harvest) {
        let mut combinations = self.user_combinations(memory, record, &harvest.user);
        combinations.extend(self.compared_combinations(harvest));
        combinations.retain(|combination| combination.len() >= MIN_PARTS);
        combinations.extend(harvest.searched.iter().cloned());
        for combination in combinations {
            if self.sum_of(&combination).is_none() {
                self.add_sum(combination);
            }
        }
    }

    fn add_sum(&mut self, combination: Combination) {
        let types = combination.iter().map(|(_, slot)| self.slots[*slot].ty);
        let ints: Option<Vec<IntType>> = types
            .map(|ty| match ty {
                SlotType::Int(int) => Some(int),
                SlotType::Pointer | SlotType::Bit | SlotType::Float(_) => None,
            })
            .collect();
        let Some(ints) = ints else { return };
        let Some(&first) = ints.first().filter(|first| ints.iter().all(|int| int.bits == first.bits)) else { return };
        let ty = IntType { bits: first.bits, signed: true };
        let class = combination.iter().find_map(|(_, slot)| self.slots[*slot].source.class());
        let name = |&(factor, slot): &(i64, usize)| (factor, self.slots[slot].name.clone());
        let name = Name::Sum(combination.iter().map(name).collect());
        let part = |&(factor, slot): &(i64, usize)| {
            let Slot { before, after, .. } = self.slots[slot];
            Addend { factor, before, after }
        };
        let sum: Vec<Addend> = combination.iter().map(part).collect();
        // Whether anything changes shows in these, as it does for other slots.
        let changed = sum.iter().find(|addend| addend.before != addend.after).or(sum.first());
        let Some(&Addend { before, after, .. }) = changed else { return };
        let (source, operands) = (Source::Sum(class), Vec::new());
        let slot = Slot { name, ty: SlotType::Int(ty), source, before, after, operands, sum };
        self.sums.push((combination, self.slots.len()));
        self.slots.push(slot);
    }

    /// The numbers that combinations are made of, all of one width: the fields of a class first, then variables.
    pub fn numbers(&self, class: Option<usize>) -> Vec<usize> {
        let of = |accept: &dyn Fn(Source) -> bool| {
            self.slots_where(|source, ty| accept(source) && matches!(ty, SlotType::Int(int) if int.bits >= 16))
        };
        let own = |source: Source| match source {
            Source::Field(own, _) | Source::Kept(own, _) => Some(own) == class,
            _ => false,
        };
        let mut slots = of(&own);
        slots.extend(of(&|source| source == Source::Variable));
        slots.extend(of(&|source| source == Source::Constant));
        let first = slots.first().map(|&slot| self.slots[slot].ty.bits());
        slots.retain(|&slot| Some(self.slots[slot].ty.bits()) == first);
        slots
    }

    /// The slot of a combination, if it has one.
    pub fn sum_of(&self, combination: &[(i64, usize)]) -> Option<usize> {
        self.sums.iter().find(|(known, _)| known == combination).map(|(_, slot)| *slot)
    }

    /// Both bounds of a combination.
    pub(super) fn bounds_of(&self, combination: Combination) -> [Row; 2] {
        match self.sum_of(&combination) {
            Some(slot) => both_bounds(slot),
            None => both_signs(combination),
        }
    }

    /// Both bounds of the combinations that were looked for, and equations between the fields of a node.
    pub(super) fn searched_rows(&self, record: &LoopRecord, harvest: &Harvest) -> Vec<Row> {
        let slots = harvest.searched.iter().filter_map(|combination| self.sum_of(combination));
        let mut rows: Vec<Row> = slots.flat_map(both_bounds).collect();
        for class in 0..record.classes.len() {
            let is_field = |slot: &usize| self.slots[*slot].source.class().is_some();
            let fields: Vec<usize> = self.numbers(Some(class)).into_iter().filter(is_field).collect();
            rows.extend((fields.len() > 1).then_some(Row::Of(&EQUATIONS, fields)));
        }
        rows
    }
}

/// The term of a sum on one side, at a node.
pub(super) fn sum_term(memory: &mut Memory, slot: &Slot, side: Side, node: Option<TermId>) -> TermId {
    let mut parts = Vec::new();
    for addend in &slot.sum {
        let term = if side == Side::Before { addend.before } else { addend.after };
        let value = match (memory.pool.sort(term), node) {
            (Sort::Array(..), Some(node)) => memory.element(term, node),
            _ => term,
        };
        parts.push((addend.factor as u64, value));
    }
    memory.pool.linear_sum(&parts, 0, slot.ty.bits())
}
