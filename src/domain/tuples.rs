//! Value sets: several slots are together one of some tuples, as in a state machine.

use super::{Domain, Kind, Need, Row, SlotType, Source, View, slot_value};
use crate::logic::{Bits, Node, TermId, TermPool};
use crate::memory::Memory;
use crate::verdict::Fact;
use indexmap::IndexSet;

/// Tuples of one row beyond which it says nothing.
const MAX_TUPLES: usize = 128;

/// Values in one tuple.
const MAX_TUPLE: usize = 4;

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

    fn facts(&self, _memory: &Memory, names: &[&str]) -> Vec<Fact> {
        let Some(seen) = &self.seen else { return Vec::new() };
        let value = |tuple: &Vec<Bits>| tuple.iter().zip(&self.types).map(|(bits, ty)| slot_value(bits, *ty)).collect();
        let mut tuples: Vec<Vec<i128>> = seen.iter().map(value).collect();
        tuples.sort_unstable();
        vec![Fact::OneOf { names: names.iter().map(|name| name.to_string()).collect(), tuples }]
    }
}

/// Tuples of constants.
pub struct ValueSet;

impl Kind for ValueSet {
    fn name(&self) -> &'static str {
        "value-set"
    }

    /// The variables that get constants only, as one row.
    fn rows(&self, view: &View) -> Vec<Row> {
        let finite = finite_slots(view);
        let bottom = Tuples::bottom(finite.iter().map(|&slot| view.ty(slot)));
        if finite.is_empty() { Vec::new() } else { vec![Row::new(finite, bottom)] }
    }

    fn helps(&self, _need: &Need) -> bool {
        true
    }
}

/// Variables that get constants only, those with many first.
pub(super) fn finite_slots(view: &View) -> Vec<usize> {
    let mut finite: Vec<(usize, usize)> = Vec::new();
    for index in view.slots_where(|source, ty| source == Source::Variable && matches!(ty, SlotType::Int(_))) {
        let constants = constant_leaves(view.pool, view.slots[index].after, view.slots[index].before);
        finite.extend(constants.filter(|&count| count > 0).map(|count| (count, index)));
    }
    finite.sort_by_key(|(count, index)| (std::cmp::Reverse(*count), *index));
    finite.into_iter().map(|(_, index)| index).take(MAX_TUPLE).collect()
}

/// How many constants a value may get, if constants and the value before are all it gets.
fn constant_leaves(pool: &TermPool, after: TermId, before: TermId) -> Option<usize> {
    let mut constants = IndexSet::new();
    let mut seen = IndexSet::new();
    let mut open = vec![after];
    while let Some(term) = open.pop() {
        if !seen.insert(term) || term == before {
            continue;
        }
        match pool.node(term) {
            Node::Ite(_, a, b) => open.extend([a, b]),
            Node::Const(_) => {
                constants.insert(term);
            }
            _ => return None,
        }
    }
    Some(constants.len())
}
