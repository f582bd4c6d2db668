//! What a loop has changed at the end of its body.

use super::RESIDUAL;
use super::changes::{BornClass, ChangedCell, LoopChanges, ObjectKey, TargetKeys, add_target};
use crate::base::Span;
use crate::logic::TermId;
use crate::memory::{Cell, Content, Nodes, ObjectId, ObjectKind};
use crate::ssa::Encoder;
use crate::ssa::state::State;
use indexmap::IndexSet;
use std::rc::Rc;

impl Encoder<'_> {
    /// Adds what a pointer may point to; for other values only notes that the entry exists.
    pub(super) fn extend_targets<K: std::hash::Hash + Eq>(
        &mut self,
        entry: indexmap::map::Entry<'_, K, TargetKeys>,
        value: TermId,
        changed: &mut bool,
    ) -> bool {
        if let indexmap::map::Entry::Vacant(_) = entry {
            *changed = true;
        }
        let targets = entry.or_default();
        self.add_targets(targets, value, changed);
        *changed
    }

    fn add_targets(&mut self, targets: &mut TargetKeys, value: TermId, changed: &mut bool) {
        if self.memory.pool.sort(value) != self.memory.pointer_sort() {
            return;
        }
        for case in self.memory.cases(value).iter() {
            let gone = self.memory.objects[case.object].kind == ObjectKind::Stack && self.born_in_loop(case.object);
            let key = if gone { ObjectKey::None } else { self.keys.key(case.object) };
            let mut offsets = Vec::new();
            if gone || !self.constant_offsets(case.offset, &mut offsets) {
                offsets = vec![None];
            }
            for offset in offsets {
                *changed |= add_target(targets, &key, offset);
            }
        }
    }

    /// The constants at the leaves of an offset; false if it has others.
    fn constant_offsets(&self, offset: TermId, offsets: &mut Vec<Option<u64>>) -> bool {
        match self.memory.pool.node(offset) {
            crate::logic::Node::Ite(_, a, b) => self.constant_offsets(a, offsets) && self.constant_offsets(b, offsets),
            _ => match self.memory.pool.as_u64(offset) {
                Some(constant) => {
                    offsets.push(Some(constant));
                    offsets.len() <= 64
                }
                None => false,
            },
        }
    }

    /// Whether an object was made by the residual iteration that is just ending.
    pub(super) fn born_in_loop(&self, object: ObjectId) -> bool {
        match self.keys.key(object) {
            ObjectKey::Born(path) => path.len() > self.context.len() + 1 && path[self.context.len() + 1] == RESIDUAL,
            _ => false,
        }
    }

    /// Compares the memory at the head and at the end of the body.
    pub(super) fn changed_objects(
        &mut self,
        change: &mut LoopChanges,
        at_head: &State,
        back: &State,
        span: Span,
    ) -> bool {
        let mut changed = false;
        let objects: Vec<ObjectId> = back.objects.ids().collect();
        for object in objects {
            let Some(after) = back.objects.get(object).cloned() else { continue };
            let key = self.keys.key(object);
            let Some(before) = at_head.objects.get(object).cloned() else {
                if self.memory.objects[object].class {
                    let size = self.memory.pool.as_u64(self.memory.objects[object].size).unwrap_or(0);
                    let class = BornClass { size, span: self.memory.objects[object].span };
                    changed |= change.classes.insert(key.clone(), class).is_none();
                    changed |= change.exists.insert(key);
                } else if after.dead != TermId::TRUE {
                    self.unsupported(back.guard, "a stack object that outlives an iteration", span);
                }
                continue;
            };
            if Rc::ptr_eq(&before, &after) {
                continue;
            }
            if before.dead != after.dead {
                changed |= change.dead.insert(key.clone());
            }
            match (&before.content, &after.content) {
                (Content::Nodes(before), Content::Nodes(after)) => {
                    changed |= self.changed_nodes(change, &key, before, after);
                }
                (Content::Cells { fill, .. }, Content::Cells { cells, fill: fill_after }) => {
                    if fill != fill_after && after.dead != TermId::TRUE {
                        self.unsupported(
                            back.guard,
                            "an object that is cleared as a whole in a loop without a bound",
                            span,
                        );
                    }
                    let written = self.rewritten(object, &before.content, &after.content);
                    for (at, cell) in cells.iter().map(|(at, cell)| (*at, *cell)).chain(written) {
                        let offset = self.memory.offset(at);
                        let old = self.memory.read(object, &before.content, offset, cell.width, cell.pointer);
                        if old.ok() == Some(cell.value) {
                            continue;
                        }
                        changed |= self.changed_cell(change.cells.entry((key.clone(), at)), &cell);
                    }
                }
                _ => match self.changed_array(change, &key, &before.content, &after.content) {
                    Some(new) => changed |= new,
                    None => {
                        self.unsupported(
                            back.guard,
                            "an array changed in a loop without a bound, other than by writing integers",
                            span,
                        );
                    }
                },
            }
        }
        changed
    }

    /// The cells of the head with what is there at the end of the body, however it is cut into cells by then.
    fn rewritten(&mut self, object: ObjectId, before: &Content, after: &Content) -> Vec<(u64, Cell)> {
        let Some(cells) = before.cells() else { return Vec::new() };
        let mut written = Vec::new();
        for (&at, cell) in cells {
            let offset = self.memory.offset(at);
            if let Ok(value) = self.memory.read(object, after, offset, cell.width, cell.pointer) {
                written.push((at, Cell { value, ..*cell }));
            }
        }
        written
    }

    fn changed_cell(&mut self, entry: indexmap::map::Entry<'_, (ObjectKey, u64), ChangedCell>, cell: &Cell) -> bool {
        let mut changed = matches!(entry, indexmap::map::Entry::Vacant(_));
        let change =
            entry.or_insert_with(|| ChangedCell { width: cell.width, pointer: cell.pointer, targets: IndexSet::new() });
        if change.width < cell.width {
            change.width = cell.width;
            changed = true;
        }
        if change.pointer && cell.pointer {
            let mut targets = std::mem::take(&mut change.targets);
            self.add_targets(&mut targets, cell.value, &mut changed);
            change.targets = targets;
        }
        changed
    }

    fn changed_nodes(&mut self, change: &mut LoopChanges, key: &ObjectKey, before: &Nodes, after: &Nodes) -> bool {
        let mut changed = false;
        if before.exists != after.exists {
            changed |= change.exists.insert(key.clone());
        }
        if before.dead != after.dead {
            changed |= change.node_dead.insert(key.clone());
        }
        for (&at, field) in &after.fields {
            if before.fields.get(&at).is_some_and(|old| old.array == field.array) {
                continue;
            }
            let mut stored = Vec::new();
            self.stored_values(field.array, &mut stored);
            let entry = change.fields.entry((key.clone(), at));
            changed |= matches!(entry, indexmap::map::Entry::Vacant(_));
            let cell = entry.or_insert_with(|| ChangedCell {
                width: field.width,
                pointer: field.pointer,
                targets: IndexSet::new(),
            });
            if field.pointer {
                let mut targets = std::mem::take(&mut cell.targets);
                for value in stored {
                    self.add_targets(&mut targets, value, &mut changed);
                }
                cell.targets = targets;
            }
        }
        changed
    }

    /// All values that an array term may hold, as pointers; an array variable contributes what it may point to.
    pub(super) fn stored_values(&mut self, array: TermId, values: &mut Vec<TermId>) {
        let mut seen = IndexSet::new();
        let mut open = vec![array];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.memory.pool.node(term) {
                crate::logic::Node::Store(rest, _, value) => {
                    values.push(value);
                    open.push(rest);
                }
                crate::logic::Node::Ite(_, a, b) => open.extend([a, b]),
                crate::logic::Node::ConstArray(_, value) => values.push(value),
                _ => {
                    let node = self.memory.node(0);
                    let value = self.memory.element(term, node);
                    values.push(value);
                }
            }
        }
    }
}
