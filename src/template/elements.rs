//! Rows about the elements of arrays that a loop changes or reads.
//!
//! A row about an array is said of **every** index κ inside of it, as a row about a class is said of every node: it is
//! a row over `a[κ]`, `a[κ+1]`, the elements of other arrays at κ, κ itself and variables. Where κ lies relative to a
//! variable, `sign(κ - i)`, is a key of the power domain: "for all κ < i: a[κ] = 0" is "the case -1 of that key has
//! the equation a[κ] = 0". Two keys cut an array into segments.
//!
//! No quantifier reaches the solver. The invariant is assumed at the indices that the formula reads (`synth`), which
//! is less than it says and so is sound; and it is checked for one free index at the end of the body, which is all
//! indices. What it says of κ beyond the end of other arrays is about the solver's arrays, which are total.

use super::domain::{COMPARISON, EQUATIONS};
use super::rows::both_bounds;
use super::{Row, Slot, SlotType, Source, Template};
use crate::ir::{IntType, Scalar};
use crate::logic::{FastSet, Node, TermId};
use crate::memory::Memory;
use crate::ssa::{LoopArray, LoopRecord};
use crate::verdict::Name;

/// Variables whose position is told apart.
const MAX_POSITIONS: usize = 4;

/// Variables that elements are compared with.
const MAX_COMPARED: usize = 3;

/// The type of `sign(κ - i)`.
const SIGN: IntType = IntType { bits: 2, signed: true };

impl Template {
    /// The slots of the arrays of a loop. They are classes with numbers after those of the nodes.
    pub(super) fn element_slots(&mut self, memory: &mut Memory, record: &LoopRecord) {
        for (number, array) in record.arrays.iter().enumerate() {
            let class = record.classes.len() + number;
            let ty = SlotType::Int(array.ty);
            let mut add = |name: Name, ty: SlotType, source: Source, (before, after): (TermId, TermId)| {
                self.slots.push(Slot { name, ty, source, before, after, operands: Vec::new(), sum: Vec::new() });
            };
            add(Name::Element(array.name.clone(), 0), ty, Source::Element(class, 0), (array.before, array.after));
            add(Name::Element(array.name.clone(), 1), ty, Source::Element(class, 1), (array.before, array.after));
            for other in record.arrays.iter().filter(|other| other.object != array.object && other.ty == array.ty) {
                add(Name::Element(other.name.clone(), 0), ty, Source::Element(class, 0), (other.before, other.after));
            }
            add(Name::Index, ty, Source::Index(class), (array.length, array.length));
            for (name, before, after) in positions(memory, record, array) {
                add(
                    Name::Sign(Box::new(Name::Index), Box::new(name)),
                    SlotType::Int(SIGN),
                    Source::Position(class),
                    (before, after),
                );
            }
        }
    }

    /// Equations and bounds of elements: for all of them, and by position.
    pub(super) fn element_rows(&self) -> Vec<Row> {
        self.rows_by_position(|elements, index, scalars| {
            // What a loop only reads is known from the loops that wrote it.
            if self.slots[elements[0]].before == self.slots[elements[0]].after {
                return Vec::new();
            }
            // Small systems of equations: large ones with factors from a few models are hard for the solver.
            let others = std::iter::once(index).chain(elements[1..].iter().chain(scalars).copied());
            let mut rows = vec![Row::Of(&EQUATIONS, vec![elements[0]])];
            rows.extend(others.map(|other| Row::Of(&EQUATIONS, vec![elements[0], other])));
            rows.extend(both_bounds(elements[0]));
            rows
        })
    }

    /// How elements compare with their neighbours, with those of other arrays and with variables.
    pub(super) fn order_rows(&self) -> Vec<Row> {
        self.rows_by_position(|elements, _, scalars| {
            let class = self.slots[elements[0]].source.class();
            let next = self.slots_where(|source, _| matches!(source, Source::Element(own, 1) if Some(own) == class));
            let mut others: Vec<usize> = next.into_iter().chain(elements[1..].iter().chain(scalars).copied()).collect();
            others.retain(|&other| self.slots[other].ty == self.slots[elements[0]].ty);
            others.into_iter().map(|other| Row::Of(&COMPARISON, vec![elements[0], other])).collect()
        })
    }

    /// Rows for each array, made of the elements at κ, κ itself and variables: for all κ, and for those at each position.
    fn rows_by_position(&self, inner: impl Fn(&[usize], usize, &[usize]) -> Vec<Row>) -> Vec<Row> {
        let mut rows = Vec::new();
        let classes = self.slots_where(|source, _| matches!(source, Source::Index(_)));
        for index in classes {
            let Source::Index(class) = self.slots[index].source else { continue };
            let ty = self.slots[index].ty;
            let elements = self.slots_where(|source, _| source == Source::Element(class, 0));
            let positions = self.slots_where(|source, _| source == Source::Position(class));
            let mut scalars = self.slots_where(|source, other| {
                matches!(source, Source::Variable | Source::Constant) && other.bits() == ty.bits() && is_number(other)
            });
            scalars.truncate(MAX_COMPARED);
            let inner = inner(&elements, index, &scalars);
            let mut keys: Vec<Vec<usize>> = vec![Vec::new()];
            keys.extend(positions.iter().map(|&position| vec![position]));
            for keys in keys {
                rows.extend(inner.iter().map(|row| match keys.is_empty() {
                    true => row.clone(),
                    false => Row::Power(keys.clone(), Box::new(row.clone())),
                }));
            }
        }
        rows
    }
}

fn is_number(ty: SlotType) -> bool {
    matches!(ty, SlotType::Int(_))
}

/// Variables as indices of an array, those first with which the loop computes where it writes.
fn positions(memory: &mut Memory, record: &LoopRecord, array: &LoopArray) -> Vec<(Name, TermId, TermId)> {
    let written = written_at(memory, array.after);
    let order = memory.pool.topological(&written, |_| false);
    let writes: FastSet<TermId> = order.into_iter().collect();
    let mut candidates: Vec<_> = record.variables.iter().chain(&record.constants).collect();
    candidates.sort_by_key(|variable| !writes.contains(&variable.before));
    let mut positions = Vec::new();
    for variable in candidates {
        let sides = [variable.before, variable.after];
        let [before, after] = match variable.ty {
            Some(Scalar::Int(int)) if int.bits >= 8 => sides.map(|side| match int.signed {
                // As an address is computed from it: `long long` is wider than an address of 32 bits.
                true => memory.pool.resize_signed(side, memory.offset_bits()),
                false => memory.pool.resize_unsigned(side, memory.offset_bits()),
            }),
            Some(Scalar::Pointer) if memory.cases(variable.before).iter().any(|case| case.object == array.object) => {
                let shift = memory.offset(u64::from(array.ty.bits / 8).trailing_zeros().into());
                sides.map(|side| {
                    let offset = memory.offset_part(side);
                    memory.pool.ashr(offset, shift)
                })
            }
            _ => continue,
        };
        positions.push((variable.name.clone(), before, after));
    }
    positions.truncate(MAX_POSITIONS);
    positions
}

/// The indices of all stores in an array term.
fn written_at(memory: &Memory, array: TermId) -> Vec<TermId> {
    let mut written = Vec::new();
    let mut seen = FastSet::default();
    let mut open = vec![array];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match memory.pool.node(term) {
            Node::Store(rest, at, _) => {
                written.push(at);
                open.push(rest);
            }
            Node::Ite(_, a, b) => open.extend([a, b]),
            _ => {}
        }
    }
    written
}

/// The term of a slot about an array at an index.
pub(super) fn element_term(memory: &mut Memory, slot: &Slot, term: TermId, index: TermId) -> TermId {
    match slot.source {
        Source::Element(_, distance) => {
            let distance = memory.offset(distance);
            let at = memory.pool.add(index, distance);
            memory.pool.select(term, at)
        }
        Source::Index(_) => {
            let bits = slot.ty.bits();
            match bits < memory.offset_bits() {
                true => memory.pool.extract(bits - 1, 0, index),
                false => memory.pool.zext(index, bits),
            }
        }
        Source::Position(_) => {
            let [below, at, above] = [-1, 0, 1].map(|sign| memory.pool.bv_signed(sign, SIGN.bits.into()));
            let (less, same) = (memory.pool.slt(index, term), memory.pool.eq(index, term));
            let rest = memory.pool.ite(same, at, above);
            memory.pool.ite(less, below, rest)
        }
        Source::Variable
        | Source::Constant
        | Source::Past
        | Source::Condition
        | Source::Select
        | Source::Product
        | Source::Field(..)
        | Source::Kept(..)
        | Source::NodeCondition(_)
        | Source::Sum(_) => term,
    }
}
