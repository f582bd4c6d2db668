//! How two values compare: less, equal, greater, or some of these.

use super::{Domain, Form, Kind, slot_value};
use crate::ir::IntType;
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::template::SlotType;
use crate::verdict::{Fact, Name};
use std::cmp::Ordering;

/// Equations and bounds of the elements of arrays, by their position.
pub static ARRAY: Kind = Kind::new("array", |template, _| template.element_rows());

/// How the elements of arrays compare with others and with variables, by their position.
pub static ORDER: Kind = Kind { forms: &[&COMPARISON], ..Kind::new("order", |template, _| template.order_rows()) };

/// How two values of one type compare.
pub static COMPARISON: Form = Form {
    name: "comparison",
    bottom: |types| Box::new(Order::bottom(types.first().copied().unwrap_or(SlotType::Bit))),
    any_number: false,
    example: &[SlotType::Int(IntType::signed(8)), SlotType::Int(IntType::signed(8))],
};

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

    fn facts(&self, _memory: &Memory, names: &[Name]) -> Vec<Fact> {
        let [a, b] = names else { return Vec::new() };
        if self.seen.is_empty() || self.seen.len() == 3 {
            return Vec::new();
        }
        let tuples = self.seen.iter().map(|order| vec![*order as i128]).collect();
        vec![Fact::OneOf { names: vec![Name::Sign(Box::new(a.clone()), Box::new(b.clone()))], tuples }]
    }

    fn copy(&self) -> Box<dyn Domain> {
        Box::new(self.clone())
    }
}
