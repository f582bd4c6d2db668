//! Classes in residual loops: their fields, new nodes, and what they are at a head.

use super::changes::{BornClass, ChangedCell, ObjectKey};
use super::record::{Head, LoopClass, LoopField};
use crate::base::Span;
use crate::ir::{BLOCK_ALIGN, IntType, Scalar, Statement};
use crate::logic::{Sort, TermId};
use crate::memory::{Content, NODE_BITS, NodeField, Nodes, Object, ObjectId, ObjectKind, ObjectState, Target};
use crate::ssa::Encoder;
use crate::ssa::state::State;
use indexmap::IndexSet;
use std::rc::Rc;

impl Encoder<'_> {
    /// Notes that nodes of a class have a field.
    pub(in crate::ssa) fn note_field(&mut self, object: ObjectId, offset: TermId, width: u64, pointer: bool) {
        self.note_sign(object, offset);
        let Some(at) = self.memory.pool.as_u64(offset) else { return };
        let key = self.keys.key(object);
        if let Some(changes) = &mut self.changes {
            let mut new = false;
            changes.fields.entry((key, at)).or_insert_with(|| {
                new = true;
                (width, pointer)
            });
            changes.changed |= new;
        }
    }

    /// Notes the signedness of what was written last to a place.
    pub(in crate::ssa) fn note_sign(&mut self, object: ObjectId, offset: TermId) {
        if self.changes.is_none() {
            return;
        }
        let (at, key, signed) = (self.sign_place(offset), self.keys.key(object), self.signed_access);
        if let Some(changes) = &mut self.changes {
            changes.signs.insert((key, at), signed);
        }
    }

    /// The type of a cell in rows.
    pub(super) fn cell_type(&self, key: &ObjectKey, at: u64, cell: &ChangedCell) -> Scalar {
        if cell.pointer {
            return Scalar::Pointer;
        }
        let signed = match &self.changes {
            Some(changes) => changes.signs.get(&(key.clone(), at)).copied().unwrap_or(true),
            None => true,
        };
        Scalar::Int(IntType { bits: 8 * cell.width.min(8) as u8, signed })
    }

    /// A class without nodes, with the fields that are known.
    fn empty_class(&mut self, object: ObjectId) -> Nodes {
        let mut nodes = self.memory.no_nodes();
        let key = self.keys.key(object);
        let known: Vec<(u64, (u64, bool))> = match &self.changes {
            Some(changes) => {
                changes.fields.iter().filter(|((k, _), _)| *k == key).map(|((_, at), f)| (*at, *f)).collect()
            }
            None => Vec::new(),
        };
        for (at, (width, pointer)) in known {
            let bits = self.memory.field_bits(width, pointer);
            let array = self
                .memory
                .pool
                .var(&format!("unwritten!{}!{at}!{width}!{pointer}", object.0), Sort::Array(NODE_BITS, bits));
            if pointer {
                self.memory.set_array_targets(array, Target::unset().into());
            }
            let overlaps = nodes.fields.range(..at + width).next_back().is_some_and(|(s, f)| s + f.width > at);
            if !overlaps {
                nodes.fields.insert(at, NodeField { width, pointer, array });
            }
        }
        nodes
    }

    /// Allocates the node of this iteration: number 1 of its class, which no loop-back pointer names.
    pub(in crate::ssa) fn new_node(&mut self, state: &mut State, object: ObjectId, size: TermId, at: &Statement) {
        if self.memory.objects[object].size != size || self.memory.pool.as_u64(size).is_none() {
            self.unsupported(state.guard, "allocation of symbolic size in a loop without a bound", at.span);
        }
        let node = self.memory.node(1);
        let nodes = match state.objects.get(object).map(|object| object.content.clone()) {
            Some(Content::Nodes(nodes)) => nodes,
            _ => self.empty_class(object),
        };
        let nodes = self.memory.allocate_node(object, &nodes, node, false);
        state.objects.set(
            object,
            Rc::new(ObjectState { exists: TermId::TRUE, dead: TermId::FALSE, content: Content::Nodes(nodes) }),
        );
    }

    pub(super) fn prepare_class(&mut self, state: &mut State, key: &ObjectKey, info: &BornClass) {
        let object = match self.keys.object(key) {
            Some(object) => object,
            None => {
                let size = self.memory.offset(info.size);
                let object = Object {
                    kind: ObjectKind::Heap,
                    size,
                    align: BLOCK_ALIGN,
                    name: "heap object".to_string(),
                    span: info.span,
                    class: true,
                };
                let Some(object) = self.memory.add_object(object) else {
                    self.exhausted = true;
                    return;
                };
                self.keys.bind(object, key.clone());
                object
            }
        };
        if state.objects.get(object).is_none() {
            let nodes = self.empty_class(object);
            let content = Content::Nodes(nodes);
            state.objects.set(object, Rc::new(ObjectState { exists: TermId::TRUE, dead: TermId::FALSE, content }));
        }
    }

    /// The classes at the head: an array variable per changed field.
    pub(super) fn enter_classes(&mut self, state: &mut State, head: &mut Head, span: Span) {
        let (index, select, change) = (head.index, head.select, head.change);
        let mut changed: IndexSet<&ObjectKey> = change.exists.iter().chain(&change.node_dead).collect();
        changed.extend(change.fields.keys().map(|(key, _)| key));
        for key in changed {
            let Some(object) = self.keys.object(key) else { continue };
            let Some(Content::Nodes(mut nodes)) = state.objects.get(object).map(|o| o.content.clone()) else {
                continue;
            };
            let mut fields = Vec::new();
            for ((_, at), cell) in change.fields.iter().filter(|((k, _), _)| k == key) {
                let Some(field) =
                    nodes.fields.get_mut(at).filter(|f| f.width == cell.width && f.pointer == cell.pointer)
                else {
                    self.unsupported(state.guard, "a field accessed in several sizes in a loop without a bound", span);
                    continue;
                };
                let bits = self.memory.field_bits(cell.width, cell.pointer);
                let before =
                    self.memory.pool.var(&format!("back!{index}!f{}!{at}", object.0), Sort::Array(NODE_BITS, bits));
                if cell.pointer {
                    let targets = self.targets_of(&cell.targets);
                    self.memory.set_array_targets(before, targets);
                }
                field.array = self.memory.pool.ite(select, before, field.array);
                fields.push(LoopField { at: *at, ty: Some(self.cell_type(key, *at, cell)), before, after: before });
            }
            let bit = Sort::Array(NODE_BITS, 1);
            let mut exists = nodes.exists;
            if change.exists.contains(key) {
                exists = self.memory.pool.var(&format!("back!{index}!e{}", object.0), bit);
                nodes.exists = self.memory.pool.ite(select, exists, nodes.exists);
            }
            if change.node_dead.contains(key) {
                let before = self.memory.pool.var(&format!("back!{index}!n{}", object.0), bit);
                nodes.dead = self.memory.pool.ite(select, before, nodes.dead);
                fields.push(LoopField { at: u64::MAX, ty: None, before, after: before });
            }
            let kept = self.kept_fields(key, &nodes, &fields);
            let allocates = change.classes.contains_key(key);
            head.classes.insert(object, LoopClass { object, exists: (exists, exists), fields, kept, allocates });
            if let Some(target) = state.objects.get_mut(object) {
                target.content = Content::Nodes(nodes);
            }
        }
    }

    /// The integers of a class that are not among its changed fields.
    fn kept_fields(&self, key: &ObjectKey, nodes: &Nodes, changed: &[LoopField]) -> Vec<LoopField> {
        let kept = nodes
            .fields
            .iter()
            .filter(|(at, field)| !field.pointer && field.width <= 8 && !changed.iter().any(|other| other.at == **at));
        let kept = kept.map(|(&at, field)| {
            let cell = ChangedCell { width: field.width, pointer: false, targets: IndexSet::new() };
            LoopField { at, ty: Some(self.cell_type(key, at, &cell)), before: field.array, after: field.array }
        });
        kept.collect()
    }
}
