//! Abstract values: the parameters of rows.
//!
//! In: values of slots in models. Out: the term that a row with its current parameter stands for, and the next
//! parameter. Knows nothing of loops or solvers.

use crate::base::Id;
use crate::logic::{Bits, TermId};
use crate::memory::{Memory, ObjectId};
use crate::template::SlotType;
use indexmap::IndexMap;

/// The parameter of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// Nothing was seen yet.
    Bottom,
    /// An upper bound of a linear combination.
    AtMost(i128),
    /// The objects that a pointer may point to, each with its offsets; `None` is any offset.
    Targets(IndexMap<ObjectId, Option<Vec<u64>>>),
    /// The tuples that were seen.
    Tuples(Vec<Vec<i128>>),
    /// Anything.
    Top,
}

/// Tuples of one row beyond which it says nothing.
const MAX_TUPLES: usize = 128;

/// Offsets per object that are told apart.
const MAX_OFFSETS: usize = 4;

impl Parameter {
    /// The targets after a pointer was seen.
    pub fn join_target(&self, object: ObjectId, offset: u64) -> Parameter {
        let mut targets = match self {
            Parameter::Bottom => IndexMap::new(),
            Parameter::Targets(targets) => targets.clone(),
            Parameter::AtMost(_) | Parameter::Tuples(_) | Parameter::Top => return Parameter::Top,
        };
        match targets.entry(object).or_insert_with(|| Some(Vec::new())) {
            Some(offsets) if offsets.contains(&offset) => {}
            Some(offsets) if offsets.len() < MAX_OFFSETS => offsets.push(offset),
            any => *any = None,
        }
        Parameter::Targets(targets)
    }
}

impl Parameter {
    /// The tuples after one was seen.
    pub fn join_tuple(&self, tuple: Vec<i128>) -> Parameter {
        let mut tuples = match self {
            Parameter::Bottom => Vec::new(),
            Parameter::Tuples(tuples) => tuples.clone(),
            Parameter::AtMost(_) | Parameter::Targets(_) | Parameter::Top => return Parameter::Top,
        };
        if !tuples.contains(&tuple) {
            tuples.push(tuple);
        }
        if tuples.len() > MAX_TUPLES { Parameter::Top } else { Parameter::Tuples(tuples) }
    }
}

/// The term of a row of tuples.
pub fn tuples_term(memory: &mut Memory, terms: &[TermId], parameter: &Parameter) -> TermId {
    match parameter {
        Parameter::Bottom => TermId::FALSE,
        Parameter::Tuples(tuples) => {
            let mut any = Vec::new();
            for tuple in tuples {
                let mut all = Vec::new();
                for (&term, &value) in terms.iter().zip(tuple) {
                    let value = memory.pool.bv_signed(value, memory.pool.width(term));
                    all.push(memory.pool.eq(term, value));
                }
                any.push(memory.pool.and(all));
            }
            memory.pool.or(any)
        }
        Parameter::AtMost(_) | Parameter::Targets(_) | Parameter::Top => TermId::TRUE,
    }
}

/// A slot's value as a wide signed term, so that sums do not overflow.
fn widen(memory: &mut Memory, term: TermId, ty: SlotType, bits: u32) -> TermId {
    match ty {
        SlotType::Int(int) if int.signed => memory.pool.sext(term, bits),
        _ => memory.pool.zext(term, bits),
    }
}

/// A linear combination in bits enough for its value and every bound.
fn combination(memory: &mut Memory, terms: &[(i64, TermId, SlotType)]) -> (TermId, u32) {
    let widest = terms.iter().map(|(_, term, _)| memory.pool.width(*term)).max().unwrap_or(1);
    let weight: u64 = terms.iter().map(|(factor, _, _)| factor.unsigned_abs()).sum();
    let bits = widest + 2 + (64 - weight.leading_zeros());
    let mut sum = memory.pool.bv_const(0, bits);
    for (factor, term, ty) in terms {
        let wide = widen(memory, *term, *ty, bits);
        let product = match factor {
            1 => wide,
            -1 => memory.pool.neg(wide),
            factor => {
                let factor = memory.pool.bv_signed(i128::from(*factor), bits);
                memory.pool.mul(factor, wide)
            }
        };
        sum = memory.pool.add(sum, product);
    }
    (sum, bits)
}

/// The term of a linear row.
pub fn linear_term(memory: &mut Memory, terms: &[(i64, TermId, SlotType)], parameter: &Parameter) -> TermId {
    match parameter {
        Parameter::Bottom => TermId::FALSE,
        Parameter::AtMost(bound) => {
            let (sum, bits) = combination(memory, terms);
            let bound = memory.pool.bv_signed(*bound, bits);
            memory.pool.sle(sum, bound)
        }
        Parameter::Targets(_) | Parameter::Tuples(_) | Parameter::Top => TermId::TRUE,
    }
}

/// The term of a row of targets.
pub fn targets_term(memory: &mut Memory, pointer: TermId, parameter: &Parameter) -> TermId {
    match parameter {
        Parameter::Bottom => TermId::FALSE,
        Parameter::Targets(targets) => {
            let mut cases = Vec::new();
            for (&object, offsets) in targets {
                let there = memory.points_to(pointer, object);
                let fits = match offsets {
                    None => TermId::TRUE,
                    Some(offsets) => {
                        let offset = memory.offset_part(pointer);
                        let mut any = Vec::new();
                        for &constant in offsets {
                            let constant = memory.offset(constant);
                            any.push(memory.pool.eq(offset, constant));
                        }
                        memory.pool.or(any)
                    }
                };
                cases.push(memory.pool.and([there, fits]));
            }
            memory.pool.or(cases)
        }
        Parameter::AtMost(_) | Parameter::Tuples(_) | Parameter::Top => TermId::TRUE,
    }
}

/// The mathematical value of a slot.
pub fn slot_value(bits: &Bits, ty: SlotType) -> i128 {
    let signed = matches!(ty, SlotType::Int(int) if int.signed);
    if signed { bits.to_i128().unwrap_or(0) } else { bits.to_u128().unwrap_or(0) as i128 }
}

/// Object and offset of a pointer.
pub fn pointer_value(memory: &Memory, bits: &Bits) -> (ObjectId, u64) {
    let width = memory.offset_bits();
    let offset = bits.extract(width - 1, 0).to_u64().unwrap_or(0);
    let object = bits.lshr_by(width + crate::memory::NODE_BITS).to_u128().unwrap_or(0);
    (ObjectId::from_index(object as usize), offset)
}
