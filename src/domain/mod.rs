//! Abstract values: what one row of a template says, once its parameters are known.
//!
//! In: the values of a row's slots in models, as bits. Out: a term over the slots that covers all of them. Each
//! domain writes its bottom, how it grows by a point, and its term; nothing else is asked of it, and `laws` tests
//! the same lattice laws for all. Knows nothing of loops, solvers or strategies.

mod affine;
mod linear;
mod order;
mod power;
mod targets;
mod tuples;

#[cfg(test)]
mod laws;

pub use affine::Affine;
pub use linear::{Bound, Linear};
pub use order::Order;
pub use power::Power;
pub use targets::Targets;
pub use tuples::Tuples;

use crate::logic::{Bits, TermId, float_rank};
use crate::memory::Memory;
use crate::template::{Row, SlotType, Template};
use crate::verdict::{Fact, Name};

/// What a row says.
pub trait Domain: std::fmt::Debug {
    /// Grows to cover a point: one value per slot.
    fn join(&mut self, memory: &Memory, point: &[Bits]);

    /// Whether the slots are covered, as a term. Bottom covers nothing.
    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId;

    /// What it says, given the names of the slots; nothing if it covers everything.
    fn facts(&self, memory: &Memory, names: &[Name]) -> Vec<Fact>;

    /// A copy.
    fn copy(&self) -> Box<dyn Domain>;

    /// The bound that a point is subject to, for strategies that move bounds. Most domains have none.
    fn bound_at(&mut self, _point: &[Bits]) -> Option<&mut Linear> {
        None
    }

    /// All bounds, each with the values of the keys under which it holds.
    fn bounds(&mut self) -> Vec<(Vec<Bits>, &mut Linear)> {
        Vec::new()
    }
}

/// The bottom of a row's domain.
pub fn bottom(template: &Template, row: &Row) -> Box<dyn Domain> {
    let ty = |slot: usize| template.slots[slot].ty;
    match row {
        Row::Linear(terms) => Box::new(Linear::bottom(terms.iter().map(|(factor, slot)| (*factor, ty(*slot))))),
        Row::Targets(_) => Box::new(Targets::bottom()),
        Row::Tuples(slots) => Box::new(Tuples::bottom(slots.iter().map(|&slot| ty(slot)))),
        Row::Order(a, _) => Box::new(Order::bottom(ty(*a))),
        Row::Affine(slots) => {
            let width = slots.first().map_or(1, |&slot| ty(slot).bits());
            Box::new(Affine::bottom(width, slots.len()))
        }
        Row::WhereExists(_, row) => bottom(template, row),
        Row::Power(keys, row) => Box::new(Power::bottom(keys.iter().map(|&key| ty(key)), bottom(template, row))),
    }
}

/// The mathematical value of a slot; of a floating-point number, its place in their order.
pub fn slot_value(bits: &Bits, ty: SlotType) -> i128 {
    if let SlotType::Float(width) = ty {
        return float_rank(width, bits.to_u64().unwrap_or(0));
    }
    let signed = matches!(ty, SlotType::Int(int) if int.signed);
    if signed { bits.to_i128().unwrap_or(0) } else { bits.to_u128().unwrap_or(0) as i128 }
}
