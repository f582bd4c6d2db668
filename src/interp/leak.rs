//! Memory that can no longer be reached.
//!
//! Roots are static objects and the variables of active calls: named ones while they are in scope, temporaries
//! while their value is still needed. Whatever looks like an address into an object counts as a pointer to it,
//! one past its end included, so that no pointer is missed; what is called lost is lost.

use super::code::{FunctionCode, Pc, Slot};
use super::machine::Machine;
use super::memory::{Object, State};
use super::outcome::ObjectKind;
use super::value::{ObjectId, Value};
use crate::base::Id;
use crate::ir::{FunctionId, Storage};
use bitvec::vec::BitVec;
use indexmap::IndexMap;

impl Machine<'_, '_> {
    /// The first heap object that is allocated and cannot be reached.
    pub fn lost(&self) -> Option<ObjectId> {
        self.unreached(false)
    }

    /// The first heap object that cannot even be reached through memory that was freed. The difference matters
    /// for `free(p); p = p->next`: what `p->next` points to is lost already, but the read is the error to report.
    pub fn lost_for_good(&self) -> Option<ObjectId> {
        self.unreached(true)
    }

    fn unreached(&self, through_freed: bool) -> Option<ObjectId> {
        self.not_freed()?;
        let reached = self.reachable(through_freed);
        let heap = |object: &Object| {
            let counts = object.kind == ObjectKind::Heap && object.state == State::Live;
            counts && !self.forgiven.contains(&(object.site, object.visit))
        };
        self.memory.objects().find(|(id, object)| heap(object) && !reached[id.index()]).map(|(id, _)| id)
    }

    fn reachable(&self, through_freed: bool) -> BitVec {
        let mut reached = BitVec::repeat(false, self.memory.objects().count());
        let mut work: Vec<ObjectId> = Vec::new();
        let mut reach = |id: ObjectId, work: &mut Vec<ObjectId>| {
            let conducts = match self.memory.object(id).state {
                State::Live => true,
                State::Freed => through_freed,
                State::OutOfScope => false,
            };
            if conducts && !reached.replace(id.index(), true) {
                work.push(id);
            }
        };
        for (id, object) in self.memory.objects() {
            // Variables and arrays are killed when their scope ends.
            if !matches!(object.kind, ObjectKind::Heap | ObjectKind::Nothing) {
                reach(id, &mut work);
            }
        }
        for value in self.root_values() {
            if !matches!(value.object, ObjectId::NONE | ObjectId::NULL) {
                reach(value.object, &mut work);
            }
            if let Some(id) = self.memory.find(value.bits) {
                reach(id, &mut work);
            }
        }
        let word = if self.memory.mask() == u64::MAX { 8 } else { 4 };
        let heap = self.memory.objects().filter(|(_, object)| object.kind == ObjectKind::Heap);
        let (low, high) = heap.fold((u64::MAX, 0), |(low, high), (_, object)| {
            (low.min(object.base), high.max(object.base + object.size))
        });
        while let Some(id) = work.pop() {
            for &pointer in self.memory.provenances(id) {
                if pointer != ObjectId::NONE {
                    reach(pointer, &mut work);
                }
            }
            let object = self.memory.object(id);
            let size = if object.state == State::Live { object.size } else { 0 };
            for window in self.memory.bytes(id, 0, size).windows(word) {
                let address = window.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                if (low..=high).contains(&address)
                    && let Some(found) = self.memory.find(address)
                {
                    reach(found, &mut work);
                }
            }
        }
        reached
    }

    /// The values of registers that count.
    fn root_values(&self) -> Vec<Value> {
        let mut roots: Vec<Value> = self.held.into_iter().collect();
        let mut tables: IndexMap<FunctionId, Vec<BitVec>> = IndexMap::new();
        for (depth, frame) in self.frames.iter().enumerate() {
            let innermost = depth + 1 == self.frames.len() && self.held.is_none();
            let Some(code) = self.code.functions[frame.function.index()].as_ref() else { continue };
            let Some(body) = self.program.functions[frame.function].body() else { continue };
            let table = tables.entry(frame.function).or_insert_with(|| liveness(code));
            let mut live =
                table.get(if innermost { self.pc } else { frame.pc + 1 } as usize).cloned().unwrap_or_default();
            // An outer frame waits for the result of its call.
            let awaited = (!innermost).then(|| code.effect_writes(&code.steps[frame.pc as usize].effect)).flatten();
            if let Some(target) = awaited.filter(|&target| (target as usize) < live.len()) {
                live.set(target as usize, false);
            }
            for (local, declared) in body.locals.enumerated() {
                let value = self.values[frame.base + local.index()];
                let counts = declared.storage == Storage::Register
                    && (declared.name.is_some() || live.get(local.index()).is_some_and(|bit| *bit));
                if counts && !value.is_unset() {
                    roots.push(value);
                }
            }
        }
        roots
    }
}

/// Per step, the slots that may be read before they are set.
fn liveness(code: &FunctionCode) -> Vec<BitVec> {
    let slots = code.slots as usize;
    let mut table: Vec<BitVec> = vec![BitVec::repeat(false, slots); code.steps.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for pc in (0..code.steps.len()).rev() {
            let mut live: BitVec = BitVec::repeat(false, slots);
            for next in code.successors(pc as Pc) {
                live |= &table[next as usize];
            }
            let step = &code.steps[pc];
            if let Some(target) = code.effect_writes(&step.effect) {
                live.set(target as usize, false);
            }
            let mut read = |slot: Slot| live.set(slot as usize, true);
            code.effect_reads(&step.effect).into_iter().for_each(&mut read);
            for op in code.ops[step.ops.0 as usize..step.ops.1 as usize].iter().rev() {
                live.set(op.dst as usize, false);
                op.reads().for_each(|slot| live.set(slot as usize, true));
            }
            if live != table[pc] {
                table[pc] = live;
                changed = true;
            }
        }
    }
    table
}
