//! Value sets: several slots are together one of some tuples, as in a state machine.

use super::{Domain, Form, Kind, slot_value};
use crate::ir::IntType;
use crate::logic::{Bits, TermId};
use crate::memory::Memory;
use crate::template::SlotType;
use crate::verdict::{Fact, Name};

/// Tuples of constants.
pub static VALUE_SET: Kind =
    Kind { forms: &[&TUPLES], ..Kind::new("value-set", |template, material| template.tuple_rows(material.pool)) };

/// Values are together one of some tuples: what a state machine needs.
pub static TUPLES: Form = Form {
    name: "tuples",
    bottom: |types| Box::new(Tuples::bottom(types.iter().copied())),
    any_number: false,
    example: &[SlotType::Int(IntType::signed(8)), SlotType::Int(IntType::signed(8))],
};

/// Tuples of one row beyond which it says nothing.
const MAX_TUPLES: usize = 128;

/// The tuples that were seen; `None` is any.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tuples {
    types: Vec<SlotType>,
    seen: Option<Vec<Vec<Bits>>>,
}

impl Tuples {
    /// No tuple was seen yet.
    pub fn bottom(types: impl Iterator<Item = SlotType>) -> Self {
        Self { types: types.collect(), seen: Some(Vec::new()) }
    }
}

impl Domain for Tuples {
    fn join(&mut self, _memory: &Memory, point: &[Bits]) {
        let Some(seen) = &mut self.seen else { return };
        if seen.iter().any(|tuple| tuple == point) {
            return;
        }
        if seen.len() < MAX_TUPLES {
            seen.push(point.to_vec());
        } else {
            self.seen = None;
        }
    }

    fn term(&self, memory: &mut Memory, slots: &[TermId]) -> TermId {
        let Some(seen) = &self.seen else { return TermId::TRUE };
        let mut any = Vec::new();
        for tuple in seen {
            let mut all = Vec::new();
            for (&slot, value) in slots.iter().zip(tuple) {
                let value = memory.pool.bits_const(value.clone());
                all.push(memory.pool.eq(slot, value));
            }
            any.push(memory.pool.and(all));
        }
        memory.pool.or(any)
    }

    fn facts(&self, _memory: &Memory, names: &[Name]) -> Vec<Fact> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let value = |tuple: &Vec<Bits>| tuple.iter().zip(&self.types).map(|(bits, ty)| slot_value(bits, *ty)).collect();
        let mut tuples: Vec<Vec<i128>> = seen.iter().map(value).collect();
        tuples.sort_unstable();
        vec![Fact::OneOf { names: names.to_vec(), tuples }]
    }

    fn copy(&self) -> Box<dyn Domain> {
        Box::new(self.clone())
    }
}
