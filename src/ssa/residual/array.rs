//! Arrays that a residual loop changes: each is a solver array with a loop-back variable of its own.

use super::changes::{LoopChanges, ObjectKey};
use super::record::{Head, LoopArray};
use crate::base::Span;
use crate::ir::IntType;
use crate::logic::TermId;
use crate::memory::{Content, ObjectId, ObjectState};
use crate::ssa::Encoder;
use crate::ssa::access::MISALIGNED;
use crate::ssa::state::State;
use std::rc::Rc;

/// Where signedness is noted of what is written at places that are not constant.
const ELEMENTS: u64 = u64::MAX;

/// Arrays that a loop reads and does not change, beyond which the others are not looked at.
const MAX_SOURCES: usize = 3;

impl Encoder<'_> {
    /// The place of an object under which signedness is noted.
    pub(super) fn sign_place(&self, offset: TermId) -> u64 {
        self.memory.pool.as_u64(offset).unwrap_or(ELEMENTS)
    }

    /// The arrays at the head: what the loop makes an array of is one from the start.
    pub(super) fn enter_arrays(&mut self, state: &mut State, head: &mut Head, span: Span) {
        for (key, &element) in &head.change.arrays {
            let Some(object) = self.keys.object(key) else { continue };
            let Some(current) = state.objects.get(object).cloned() else { continue };
            let content = self.memory.indexed(object, &current.content, element);
            let Ok(Content::Array { array, element, targets: None }) = content else {
                self.unsupported(state.guard, MISALIGNED, span);
                continue;
            };
            let name = format!("back!{}!a{}", head.index, object.0);
            let before = self.memory.pool.var(&name, self.memory.pool.sort(array));
            let array = self.memory.pool.ite(head.select, before, array);
            let content = Content::Array { array, element, targets: None };
            state.objects.set(object, Rc::new(ObjectState { content, ..(*current).clone() }));
            let array = self.loop_array(key, object, element, before);
            head.arrays.push(array);
        }
    }

    /// Notes that an object is an array at the end of the body, if it is one that the loop changes; `None` if such an
    /// array cannot be one from the start.
    pub(super) fn changed_array(
        &mut self,
        change: &mut LoopChanges,
        key: &ObjectKey,
        before: &Content,
        after: &Content,
    ) -> Option<bool> {
        match (before, after) {
            (Content::Array { array: x, .. }, Content::Array { array: y, .. }) if x == y => Some(false),
            (Content::Array { targets: None, .. }, Content::Array { element, targets: None, .. })
            | (Content::Cells { .. }, Content::Array { element, targets: None, .. }) => {
                Some(change.arrays.insert(key.clone(), *element).is_none())
            }
            _ => None,
        }
    }

    /// The arrays at the end of the body: those that the loop changes, and some that it reads and does not change.
    pub(super) fn leave_arrays(&mut self, head: &mut Head, at_head: &State, back: &State) {
        let (arrays, views) = (&mut head.arrays, head.views);
        for array in arrays.iter_mut() {
            if let Some(Content::Array { array: after, .. }) = back.objects.get(array.object).map(|o| &o.content) {
                array.after = *after;
            }
        }
        let known: Vec<ObjectId> = arrays.iter().map(|array| array.object).collect();
        let mut sources = 0;
        for object in back.objects.ids().filter(|object| !known.contains(object)) {
            let Some(after) = back.objects.get(object).filter(|_| sources < MAX_SOURCES) else { continue };
            let Some(before) = at_head.objects.get(object) else { continue };
            let read = self.memory.viewed_since(views, object, &before.content);
            if let Some((array, element)) = read
                && read == self.memory.viewed_since(views, object, &after.content)
            {
                let source = self.loop_array(&self.keys.key(object), object, element, array);
                arrays.push(source);
                sources += 1;
            }
        }
    }

    fn loop_array(&mut self, key: &ObjectKey, object: ObjectId, element: u64, array: TermId) -> LoopArray {
        let signs = self.changes.as_ref().map(|changes| &changes.signs);
        let signed = signs.and_then(|signs| signs.get(&(key.clone(), ELEMENTS)).copied()).unwrap_or(true);
        let shift = self.memory.offset(u64::from(element.trailing_zeros()));
        let length = self.memory.pool.lshr(self.memory.objects[object].size, shift);
        let ty = IntType { bits: (8 * element) as u8, signed };
        LoopArray { name: self.memory.object_name(object), object, ty, length, before: array, after: array }
    }
}
