//! The head of a residual loop, and the end of its body.

use super::changes::TargetKeys;
use super::record::{Head, LoopVariable, Place};
use crate::base::{Id, Span};
use crate::ir::{LocalId, Scalar};
use crate::logic::{Sort, TermId};
use crate::memory::{Cell, Content, Memory, ObjectId, ObjectKind, ObjectState, Target};
use crate::ssa::Encoder;
use crate::ssa::block::Running;
use crate::ssa::state::State;
use crate::verdict::{self, Name};
use indexmap::IndexSet;
use std::rc::Rc;

/// Loops before a loop whose last values it may be related to.
const MAX_PAST_LOOPS: usize = 2;

/// Memory that is read as what it was not written as.
const SEVERAL_VIEWS: &str = "memory that a loop without a bound uses as pointers and as other things";

impl<'a> Encoder<'a> {
    pub(super) fn targets_of(&mut self, keys: &TargetKeys) -> Rc<[Target]> {
        let mut targets: Vec<Target> = keys
            .iter()
            .filter_map(|(key, offset)| self.keys.object(key).map(|object| Target { object, offset: *offset }))
            .collect();
        targets.sort_unstable();
        targets.dedup();
        targets.into()
    }

    /// A loop-back variable.
    fn loop_back(&mut self, name: &str, ty: Option<Scalar>, targets: &TargetKeys) -> TermId {
        let sort = ty.map_or(Sort::Bool, |ty| self.sort(ty));
        let variable = self.memory.pool.var(name, sort);
        if ty == Some(Scalar::Pointer) {
            let targets = self.targets_of(targets);
            self.memory.set_targets(variable, targets);
        }
        variable
    }

    /// The state at the head: see the module.
    pub(super) fn enter_head(&mut self, running: &Running<'a>, head: &mut Head, entry: State, span: Span) -> State {
        let mut state = entry;
        let (index, select, change) = (head.index, head.select, head.change);
        for (class, info) in &change.classes {
            self.prepare_class(&mut state, class, info);
        }
        for (&register, targets) in &change.registers {
            let local = &running.body.locals[register];
            let Some(ty) = local.ty.scalar() else { continue };
            let before = self.loop_back(&format!("back!{index}!r{}", register.0), Some(ty), targets);
            let value = match self.register(&state, register) {
                Some(value) => self.memory.pool.ite(select, before, value),
                None => before,
            };
            self.set_register(&mut state, register, value);
            let name = match &local.name {
                Some(name) => Name::Variable(name.clone()),
                None => Name::Temporary(register.to_string()),
            };
            head.variables.push(LoopVariable { name, ty: Some(ty), head: value, before, after: before });
            head.places.push(Place::Register(register));
        }
        for ((key, at), cell) in change.cells.iter().filter(|((key, _), _)| !change.arrays.contains_key(key)) {
            let Some(object) = self.keys.object(key) else { continue };
            let Some(current) = state.objects.get(object).cloned() else { continue };
            if cell.width > 8 {
                self.unsupported(state.guard, "a cell wider than an integer in a loop without a bound", span);
                continue;
            }
            let ty = self.cell_type(key, *at, cell);
            let before = self.loop_back(&format!("back!{index}!c{}!{at}", object.0), Some(ty), &cell.targets);
            let offset = self.memory.offset(*at);
            let read = self.memory.read(object, &current.content, offset, cell.width, cell.pointer);
            let written = read.and_then(|value| {
                let value = self.memory.pool.ite(select, before, value);
                let new = Cell { width: cell.width, value, pointer: cell.pointer };
                self.memory.write(object, &current.content, offset, new, TermId::TRUE)
            });
            let Ok(content) = written else {
                self.unsupported(state.guard, SEVERAL_VIEWS, span);
                continue;
            };
            state.objects.set(object, Rc::new(ObjectState { content, ..(*current).clone() }));
            let name = cell_name(&self.memory, object, *at, cell.width);
            head.variables.push(LoopVariable { name, ty: Some(ty), head: before, before, after: before });
            head.places.push(Place::Cell(object, *at, cell.width, cell.pointer));
        }
        self.enter_arrays(&mut state, head, span);
        for key in &change.dead {
            let Some(object) = self.keys.object(key) else { continue };
            let before = self.loop_back(&format!("back!{index}!d{}", object.0), None, &IndexSet::new());
            if let Some(target) = state.objects.get_mut(object) {
                target.dead = self.memory.pool.ite(select, before, target.dead);
            }
            let name = Name::Freed(self.memory.object_name(object));
            head.variables.push(LoopVariable { name, ty: None, head: before, before, after: before });
            head.places.push(Place::Dead(object));
        }
        self.enter_classes(&mut state, head, span);
        state
    }

    /// The end of the body: notes the values there, and what was changed without being expected to.
    pub(super) fn leave_body(
        &mut self,
        key: &[u32],
        mut head: Head,
        at_head: &State,
        back: &State,
        keep: &dyn Fn(LocalId) -> bool,
        span: Span,
    ) {
        let mut change = head.change.clone();
        let mut changed = false;
        for register in 0..back.frame.registers.len() {
            let id = LocalId::from_index(register);
            let (before, after) = (at_head.frame.registers[register], back.frame.registers[register]);
            let Some(after) = after.filter(|&after| keep(id) && Some(after) != before) else { continue };
            changed |= self.extend_targets(change.registers.entry(id), after, &mut false);
        }
        let moved = at_head.frame.addresses.iter().zip(&back.frame.addresses);
        if moved.into_iter().any(|(before, after)| before.is_some() && before != after) {
            self.unsupported(back.guard, "a variable that is declared anew by a jump", span);
        }
        changed |= self.changed_objects(&mut change, at_head, back, span);
        for (variable, place) in head.variables.iter_mut().zip(&head.places) {
            let after = self.value_at(back, *place, span).unwrap_or(variable.before);
            variable.after = self.forget_locals(after);
            if !self.within_targets(variable.before, variable.after) && !changed {
                self.unsupported(back.guard, "a pointer that a loop changes in a way that was not foreseen", span);
            }
        }
        for (object, class) in &mut head.classes {
            let Some(Content::Nodes(nodes)) = back.objects.get(*object).map(|o| &o.content) else { continue };
            class.exists.1 = nodes.exists;
            for field in &mut class.fields {
                field.after = match nodes.fields.get(&field.at) {
                    Some(other) => other.array,
                    None => nodes.dead,
                };
                if field.ty == Some(Scalar::Pointer) {
                    let mut stored = Vec::new();
                    self.stored_values(field.after, &mut stored);
                    if stored.into_iter().any(|value| self.forget_locals(value) != value) {
                        self.unsupported(back.guard, "a node that points to a variable of one iteration", span);
                    }
                }
            }
        }
        self.leave_arrays(&mut head, at_head, back);
        let last = self.formula.loops.len();
        let record = &mut self.formula.loops[head.index];
        record.last = last;
        record.back_guard = back.guard;
        record.after = self.formula.assumptions.len();
        record.variables = head.variables;
        record.classes = head.classes.into_values().collect();
        record.arrays = head.arrays;
        if let Some(changes) = self.changes.as_mut().filter(|_| changed) {
            changes.changed = true;
            changes.loops.insert(key.into(), change);
        }
    }

    /// Named integers that the loop reads and does not change.
    pub(super) fn loop_constants(
        &self,
        running: &Running<'a>,
        at_head: &State,
        back: &State,
        keep: &dyn Fn(LocalId) -> bool,
    ) -> Vec<LoopVariable> {
        let mut constants = Vec::new();
        for (id, local) in running.body.locals.enumerated() {
            let (before, after) = (at_head.frame.registers[id.index()], back.frame.registers[id.index()]);
            let (Some(value), Some(name), Some(ty @ Scalar::Int(_))) = (before, &local.name, local.ty.scalar()) else {
                continue;
            };
            if before == after && keep(id) && self.memory.pool.as_u64(value).is_none() {
                constants.push(LoopVariable::constant(Name::Variable(name.clone()), ty, value));
            }
        }
        constants
    }

    /// Named integers that the nearest loops before a loop ended with, or knew: counters are often related to those of a
    /// loop that is over, read again or not.
    pub(super) fn past_values(&self, index: usize, constants: &[LoopVariable]) -> Vec<LoopVariable> {
        let parent = self.formula.loops[index].parent;
        let over = self.formula.loops[..index].iter().rev().filter(|record| record.parent == parent);
        let mut past: Vec<LoopVariable> = Vec::new();
        for variable in over.take(MAX_PAST_LOOPS).flat_map(|record| record.variables.iter().chain(&record.constants)) {
            let known = constants.iter().chain(&past).any(|other| other.head == variable.head);
            if let (Some(ty), false) = (variable.ty, known)
                && variable.is_number()
            {
                let mut name = Name::Old(Box::new(variable.name.clone()));
                while past.iter().any(|other| other.name == name) {
                    name = Name::Old(Box::new(name));
                }
                past.push(LoopVariable::constant(name, ty, variable.head));
            }
        }
        past
    }

    /// A pointer at the end of the body; the variables of this iteration are gone, and what pointed to them points
    /// nowhere.
    fn forget_locals(&mut self, value: TermId) -> TermId {
        if self.memory.pool.sort(value) != self.memory.pointer_sort() {
            return value;
        }
        let mut result = value;
        for case in self.memory.cases(value).iter() {
            if self.memory.objects[case.object].kind == ObjectKind::Stack && self.born_in_loop(case.object) {
                let there = self.memory.points_to(value, case.object);
                let address = self.memory.pool.fresh_var("gone", Sort::Bv(self.memory.offset_bits()));
                let nowhere = self.memory.pointer(ObjectId::NONE, address);
                result = self.memory.pool.ite(there, nowhere, result);
            }
        }
        result
    }

    /// Whether what a pointer may point to is among what its loop-back variable may point to.
    fn within_targets(&mut self, before: TermId, after: TermId) -> bool {
        if self.memory.pool.sort(before) != self.memory.pointer_sort() {
            return true;
        }
        let known: Vec<ObjectId> = self.memory.cases(before).iter().map(|case| case.object).collect();
        let reached = self.memory.cases(after);
        reached.iter().all(|case| known.contains(&case.object) || self.is_gone(after, case.object))
    }

    /// Whether a case is only there because the cases of a term do not follow its conditions: a variable of the
    /// iteration that [`Self::forget_locals`] has taken out.
    fn is_gone(&mut self, pointer: TermId, object: ObjectId) -> bool {
        let there = self.memory.points_to(pointer, object);
        there == TermId::FALSE || (self.memory.objects[object].kind == ObjectKind::Stack && self.born_in_loop(object))
    }

    /// What a place holds, unless it is gone.
    fn value_at(&mut self, state: &State, place: Place, span: Span) -> Option<TermId> {
        match place {
            Place::Register(register) => self.register(state, register),
            Place::Cell(object, at, width, pointer) => {
                let content = &state.objects.get(object)?.content;
                let offset = self.memory.offset(at);
                let value = self.memory.read(object, content, offset, width, pointer);
                if value.is_err() {
                    self.unsupported(state.guard, SEVERAL_VIEWS, span);
                }
                value.ok()
            }
            Place::Dead(object) => state.objects.get(object).map(|object| object.dead),
        }
    }
}

fn cell_name(memory: &Memory, object: ObjectId, at: u64, width: u64) -> Name {
    let whole = memory.pool.as_u64(memory.objects[object].size) == Some(width);
    match memory.object_name(object) {
        verdict::Object::Named(name) if whole => Name::Variable(name),
        object if whole => Name::Whole(object),
        object => Name::Content(verdict::Place::new(object, at)),
    }
}
