//! The values that rows are about.

use super::array::element_term;
use crate::ir::{IntType, Scalar};
use crate::logic::{Sort, TermId};
use crate::memory::Memory;

/// What a slot holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SlotType {
    /// An integer.
    Int(IntType),
    /// A pointer.
    Pointer,
    /// A single bit.
    Bit,
}

impl SlotType {
    /// The width of integers and bits.
    pub fn bits(self) -> u32 {
        match self {
            SlotType::Int(int) => u32::from(int.bits),
            SlotType::Pointer | SlotType::Bit => 1,
        }
    }

    /// The least and the greatest value of integers and bits.
    pub fn range(self) -> (i128, i128) {
        match self {
            SlotType::Int(int) => (int.min(), int.max()),
            SlotType::Pointer | SlotType::Bit => (0, 1),
        }
    }
}

/// Where a slot's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A value that the loop changes.
    Variable,
    /// A value that the loop does not change.
    Constant,
    /// What a loop that is over left in a variable.
    Past,
    /// A condition of the program about such values.
    Condition,
    /// Whether another loop was entered on the way.
    Select,
    /// A field of every node of a class: positions of class and field.
    Field(usize, usize),
    /// The element of an array so far behind the index that a row is about: the array as a class, and how far.
    Element(usize, u64),
    /// The index itself.
    Index(usize),
    /// Where the index lies relative to a variable.
    Position(usize),
    /// The product of two values.
    Product,
}

impl Source {
    /// The class whose nodes it is about, or the array whose indices.
    pub fn class(self) -> Option<usize> {
        match self {
            Source::Field(class, _) | Source::Element(class, _) | Source::Index(class) | Source::Position(class) => {
                Some(class)
            }
            Source::Variable
            | Source::Constant
            | Source::Past
            | Source::Condition
            | Source::Select
            | Source::Product => None,
        }
    }
}

/// A value that rows are about.
#[derive(Clone, Debug)]
pub struct Slot {
    /// In source terms.
    pub name: String,
    /// What it holds.
    pub ty: SlotType,
    /// Where it comes from.
    pub source: Source,
    /// The value before the body; for a field, the array of all nodes' values.
    pub before: TermId,
    /// The value at the end of the body.
    pub after: TermId,
}

impl Slot {
    /// The slot of a scalar, or of a bit; floating-point numbers have none.
    pub fn new(
        memory: &mut Memory,
        name: &str,
        ty: Option<Scalar>,
        source: Source,
        (before, after): (TermId, TermId),
    ) -> Option<Self> {
        let ty = match ty {
            None => SlotType::Bit,
            Some(Scalar::Int(int)) => SlotType::Int(int),
            Some(Scalar::Pointer) => SlotType::Pointer,
            Some(Scalar::Float(_)) => return None,
        };
        let mut bit = |term: TermId| match memory.pool.sort(term) {
            Sort::Bool => memory.pool.bool_to_bv(term, 1),
            _ => term,
        };
        let (before, after) = (bit(before), bit(after));
        Some(Slot { name: name.to_string(), ty, source, before, after })
    }
}

/// Which of the two values of a loop a row is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The loop-back variables.
    Before,
    /// The values at the end of the body.
    After,
}

/// The term of a slot; `node` is the node for fields, and the index for elements.
pub fn slot_term(memory: &mut Memory, slot: &Slot, side: Side, node: Option<TermId>) -> TermId {
    let term = if side == Side::Before { slot.before } else { slot.after };
    match (slot.source, node) {
        (Source::Field(..), Some(node)) => memory.element(term, node),
        (Source::Element(..) | Source::Index(_) | Source::Position(_), Some(index)) => {
            element_term(memory, slot, term, index)
        }
        _ => term,
    }
}
