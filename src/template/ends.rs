//! Where strings end.
//!
//! In: the formula and one loop. Out: places at which an array of bytes that the loop looks at was 0 before it, each
//! beside the variables with which the loop computes where it reads or writes. A loop over a string stays in bounds
//! because it does not go beyond the end, which is no value that the program compares with: it is found in the stores
//! that made the array. What is found here is only worth a try; `synth` shows what holds.

use super::harvest::moving_offset;
use crate::ir::{IntType, Scalar};
use crate::logic::{BinaryOp, FastMap, FastSet, Node, Sort, TermId, TermPool};
use crate::memory::Memory;
use crate::ssa::{Encoding, LoopRecord};
use indexmap::{IndexMap, IndexSet};

/// Ends of one array.
const MAX_ENDS: usize = 2;

/// Pairs of a variable and an end in one loop.
const MAX_PAIRS: usize = 6;

/// Terms of an array that are looked at.
const MAX_TERMS: usize = 200;

/// What the formula says about the ends of strings that a loop looks at.
#[derive(Clone, Debug, Default)]
pub struct Ends {
    /// A value that the loop changes, its type, and where it would be at the end of a string.
    pub places: Vec<(TermId, IntType, TermId)>,
    /// The byte at an end, of an array that the loop changes: at the head, and at the end of the body.
    pub bytes: Vec<(TermId, TermId)>,
}

/// What arrays were before the loops that change them.
pub(super) fn entries(encoding: &Encoding, order: &[TermId]) -> FastMap<TermId, TermId> {
    let pool = &encoding.memory.pool;
    let arrays = encoding.loops.iter().flat_map(|record| record.arrays.iter().map(|array| array.before));
    let arrays: FastSet<TermId> = arrays.filter(|&array| matches!(pool.node(array), Node::Var(_))).collect();
    let mut entries = FastMap::default();
    for &term in order {
        if let Node::Ite(_, inside, before) = pool.node(term)
            && arrays.contains(&inside)
        {
            entries.entry(inside).or_insert(before);
        }
    }
    entries
}

/// Finds the ends of a loop; `view` shows terms as they are seen from its head.
pub(super) fn ends(
    memory: &mut Memory,
    record: &LoopRecord,
    view: &FastMap<TermId, TermId>,
    entries: &FastMap<TermId, TermId>,
    order: &[TermId],
) -> Ends {
    let moving = moving(memory, record);
    let mut about: FastSet<TermId> = moving.keys().copied().collect();
    let mut accesses = IndexSet::new();
    // What a loop only stores is not part of what is asked.
    let stored: Vec<TermId> = record.arrays.iter().map(|array| array.after).collect();
    let stored = memory.pool.topological(&stored, |_| false);
    for &term in order.iter().chain(&stored) {
        let mut touches = about.contains(&term);
        memory.pool.for_each_child(term, |child| touches |= about.contains(&child));
        if !touches {
            continue;
        }
        about.insert(term);
        if let Node::Select(array, index) | Node::Store(array, index, _) = memory.pool.node(term)
            && memory.pool.sort(array) == Sort::Array(memory.offset_bits(), 8)
        {
            accesses.insert((array, index));
        }
    }
    let mut ends = Ends::default();
    let mut places: IndexSet<(TermId, TermId)> = IndexSet::new();
    for (array, index) in accesses {
        let seen = memory.pool.substitute_all(&[array, index], view);
        let Some((variable, rest)) = split(&mut memory.pool, seen[1], &moving) else { continue };
        let Some(&ty) = moving.get(&variable) else { continue };
        for end in zeros(&memory.pool, seen[0], entries, record.select) {
            let place = memory.pool.sub(end, rest);
            let place = memory.pool.resize_signed(place, ty.bits.into());
            if places.len() < MAX_PAIRS
                && is_older(&memory.pool, place, record.select)
                && places.insert((variable, place))
            {
                ends.places.push((variable, ty, place));
            }
        }
    }
    for array in record.arrays.iter().filter(|array| array.ty.bits == 8 && array.before != array.after) {
        for end in zeros(&memory.pool, array.before, entries, record.select) {
            let byte = (memory.pool.select(array.before, end), memory.pool.select(array.after, end));
            ends.bytes.push(byte);
        }
    }
    ends
}

/// The integers that a loop changes, and the offsets of pointers that it moves.
fn moving(memory: &mut Memory, record: &LoopRecord) -> IndexMap<TermId, IntType> {
    let mut moving = IndexMap::new();
    for variable in &record.variables {
        match variable.ty {
            Some(Scalar::Int(ty)) if ty.bits >= 16 => {
                moving.insert(variable.before, ty);
            }
            _ => {
                moving.extend(moving_offset(memory, variable).map(|(_, ty, offset)| (offset, ty)));
            }
        }
    }
    moving
}

/// An index as one changing value and what does not change.
fn split(pool: &mut TermPool, index: TermId, moving: &IndexMap<TermId, IntType>) -> Option<(TermId, TermId)> {
    let width = pool.width(index);
    let mut found = None;
    let mut rest = pool.bv_const(0, width);
    let mut open = vec![index];
    while let Some(term) = open.pop() {
        let narrow = match pool.node(term) {
            Node::SignExtend(_, of) => of,
            Node::Concat(high, low) if pool.as_u64(high) == Some(0) => low,
            _ => term,
        };
        if moving.contains_key(&narrow) {
            if found.replace(narrow).is_some() {
                return None;
            }
            continue;
        }
        match pool.node(term) {
            Node::Binary(BinaryOp::Add, a, b) => open.extend([a, b]),
            _ => rest = pool.add(rest, term),
        }
    }
    let variable = found?;
    let changes = pool.topological(&[rest], |_| false).iter().any(|term| moving.contains_key(term));
    (!changes).then_some((variable, rest))
}

/// Places where an array is 0 that are known before a loop.
fn zeros(pool: &TermPool, array: TermId, entries: &FastMap<TermId, TermId>, select: TermId) -> Vec<TermId> {
    let mut found = Vec::new();
    let mut seen = FastSet::default();
    let mut open = vec![array];
    while let Some(term) = open.pop() {
        if found.len() == MAX_ENDS || seen.len() > MAX_TERMS || !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Store(rest, at, value) => {
                open.push(rest);
                if pool.as_u64(value) == Some(0) && is_older(pool, at, select) && !found.contains(&at) {
                    found.push(at);
                }
            }
            Node::Ite(_, a, b) => open.extend([b, a]),
            Node::Var(_) => open.extend(entries.get(&term)),
            _ => {}
        }
    }
    found
}

/// Whether a value was there before a loop, whose variables are younger.
fn is_older(pool: &TermPool, term: TermId, select: TermId) -> bool {
    pool.free_vars(&[term]).iter().all(|&variable| variable < select)
}
