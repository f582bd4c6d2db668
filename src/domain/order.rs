//! How two values compare: less, equal, greater, or some of these.

use super::array::rows_by_position;
use super::{Domain, Kind, Need, Row, SlotType, Source, View, slot_value};
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::verdict::Fact;
use std::cmp::Ordering;

/// The ways in which one value was seen to compare with another of the same type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    ty: SlotType,
    seen: Vec<Ordering>,
}

impl Order {
    /// Nothing was seen yet.
    pub fn bottom(ty: SlotType) -> Self {
        Self { ty, seen: Vec::new() }
    }
}

impl Domain for Order {
    fn join(&mut self, _memory: &Memory, point: &[Bits]) {
        let [a, b] = point else { return };
        let order = slot_value(a, self.ty).cmp(&slot_value(b, self.ty));
        if !self.seen.contains(&order) {
            self.seen.push(order);
            self.seen.sort_unstable();
        }
    }

    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId {
        let [a, b] = *slots else { return TermId::TRUE };
        if self.seen.len() == 3 {
            return TermId::TRUE;
        }
        let signed = matches!(self.ty, SlotType::Int(int) if int.signed);
        let pool = &mut memory.pool;
        let mut less = |a: TermId, b: TermId| if signed { pool.slt(a, b) } else { pool.ult(a, b) };
        let (below, above) = (less(a, b), less(b, a));
        let same = pool.eq(a, b);
        let any = self.seen.iter().map(|order| match order {
            Ordering::Less => below,
            Ordering::Equal => same,
            Ordering::Greater => above,
        });
        let any: Vec<TermId> = any.collect();
        memory.pool.or(any)
    }

    fn facts(&self, _memory: &Memory, names: &[&str]) -> Vec<Fact> {
        let [a, b] = names else { return Vec::new() };
        if self.seen.is_empty() || self.seen.len() == 3 {
            return Vec::new();
        }
        let tuples = self.seen.iter().map(|order| vec![*order as i128]).collect();
        vec![Fact::OneOf { names: vec![format!("sign({a} - {b})")], tuples }]
    }
}

/// How the elements of arrays compare with others and with variables, by their position.
pub struct Comparison;

impl Kind for Comparison {
    fn name(&self) -> &'static str {
        "order"
    }

    /// How elements compare with their neighbours, with those of other arrays and with variables.
    fn rows(&self, view: &View) -> Vec<Row> {
        rows_by_position(view, |elements, _, scalars| {
            let class = view.slots[elements[0]].source.class();
            let next = view.slots_where(|source, _| matches!(source, Source::Element(own, 1) if Some(own) == class));
            let mut others: Vec<usize> = next.into_iter().chain(elements[1..].iter().chain(scalars).copied()).collect();
            others.retain(|&other| view.slots[other].ty == view.slots[elements[0]].ty);
            others
                .into_iter()
                .map(|other| Row::new(vec![elements[0], other], Order::bottom(view.ty(elements[0]))))
                .collect()
        })
    }

    fn helps(&self, need: &Need) -> bool {
        need.arrays
    }
}
