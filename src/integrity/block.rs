//! Blocks of bytes: copying, filling and clearing whole objects, field by field.

use super::access::Range;
use super::condition::State;
use super::encode::Encoder;
use super::heap::{Candidate, View};
use super::layout::{Layout, Slot};
use crate::base::Span;
use crate::ir::{Expr, ExprKind};
use crate::logic::{Sort, TermId};

/// A field that a block of bytes touches.
struct Touched {
    slot: Slot,
    /// Bytes from the start of the block; `None` if the field is only partly in it.
    distance: Option<u64>,
}

impl Encoder<'_> {
    /// The fields that so many bytes touch.
    fn touched(&self, range: &Range, size: u64) -> Vec<Touched> {
        let types = self.conditions.heap.types;
        let end = range.offset.saturating_add(size);
        let touches = |slot: &&Slot| slot.offset < end && slot.offset + types.fields[slot.field].size > range.offset;
        let whole = |slot: &Slot| slot.offset >= range.offset && slot.offset + types.fields[slot.field].size <= end;
        let slots = range.layout.slots.iter().filter(touches);
        slots.map(|slot| Touched { slot: *slot, distance: whole(slot).then(|| slot.offset - range.offset) }).collect()
    }

    /// Any value for a field.
    fn any_content(&mut self, slot: Slot) -> TermId {
        let width = self.conditions.heap.types.fields[slot.field].size as u32 * 8;
        self.heap().pool.fresh_var("any", Sort::Bv(width))
    }

    /// Copies bytes, field by field where both sides have one.
    pub(super) fn copy(&mut self, state: &mut State, to: &Expr, from: &Expr, size: Option<u64>, span: Span) {
        let source = self.access_range(state, from, size, false, span);
        let target = self.access_range(state, to, size, true, span);
        let (Some(source), Some(target), Some(size)) = (source, target, size) else { return };
        let types = self.conditions.heap.types;
        let mut values = Vec::new();
        for Touched { slot, distance } in self.touched(&target, size) {
            let same = source.layout.slots.iter().find(|s| {
                distance.is_some_and(|distance| s.offset == source.offset + distance)
                    && types.fields[s.field].size == types.fields[slot.field].size
            });
            let value = match same {
                Some(slot) => {
                    let node = self.heap().shift(source.base, slot.owner_offset);
                    self.heap().load(&state.view, slot.field, node)
                }
                None => self.any_content(slot),
            };
            values.push((slot.field, self.heap().shift(target.base, slot.owner_offset), value));
        }
        for (field, node, value) in values {
            self.heap().store(&mut state.view, field, node, value);
        }
    }

    /// Sets bytes to one value, of which only zero is followed.
    pub(super) fn fill(&mut self, state: &mut State, to: &Expr, byte: Option<u64>, size: Option<u64>, span: Span) {
        if let (ExprKind::LocalAddress(local), Some(0)) = (&to.kind, byte)
            && let Some(field) = self.conditions.heap.types.private(*local)
            && size == self.program.types.size_of(&self.body.locals[*local].ty)
        {
            self.heap().begin_array(&mut state.view, field, true);
            return;
        }
        let target = self.access_range(state, to, size, true, span);
        let (Some(target), Some(size)) = (target, size) else { return };
        for Touched { slot, distance } in self.touched(&target, size) {
            let width = self.conditions.heap.types.fields[slot.field].size as u32 * 8;
            let value = match (byte, distance) {
                (Some(0), Some(_)) => self.heap().pool.bv_const(0, width),
                _ => self.any_content(slot),
            };
            let node = self.heap().shift(target.base, slot.owner_offset);
            self.heap().store(&mut state.view, slot.field, node, value);
        }
    }

    /// Sets all fields of an object to zero if the condition holds.
    pub(super) fn clear(&mut self, state: &mut State, layout: &Layout, base: TermId, condition: TermId) {
        let types = self.conditions.heap.types;
        for slot in &layout.slots {
            let zero = self.heap().pool.bv_const(0, types.fields[slot.field].size as u32 * 8);
            let node = self.heap().shift(base, slot.owner_offset);
            self.set(state, Candidate { condition, field: slot.field, node }, zero);
        }
    }

    /// Moves the content of a node to new memory; what is no node of that type leaves anything there.
    pub(super) fn move_content(&mut self, state: &mut State, before: &View, layout: &Layout, old: TermId, new: TermId) {
        let Some(&(0, ty)) = layout.nodes.first() else { return };
        let is_node = self.heap().is_node(before, ty, old);
        let null = self.heap().is_null(new);
        let exists = self.heap().pool.not(null);
        let condition = self.heap().pool.and([is_node, exists]);
        for slot in &layout.slots {
            let (from, to) = (self.heap().shift(old, slot.owner_offset), self.heap().shift(new, slot.owner_offset));
            let value = self.heap().load(before, slot.field, from);
            self.set(state, Candidate { condition, field: slot.field, node: to }, value);
        }
    }
}
