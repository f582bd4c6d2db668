//! Residual loops: what is left of a loop after unwinding, over-approximated by an invariant.
//!
//! At the head, everything that the loop changes is `select ? loop-back variable : value from before` (seed 001,
//! section II-C). What the loop changes, and what loop-back pointers may point to, is not computed in advance:
//! the encoder assumes that nothing is changed, looks at the end of the body what was, and encodes again until
//! the assumption holds. [`Shapes`] carries it from one encoding to the next.

use super::Encoder;
use super::block::{Arrivals, Running, needed};
use super::state::State;
use crate::base::{Id, Span};
use crate::ir::{FunctionId, GlobalId, IntType, LocalId, LoopId, Property, Scalar, Statement};
use crate::logic::{FastMap, Sort, TermId};
use crate::memory::{Cell, Content, Memory, NODE_BITS, NodeField, Nodes, ObjectId, ObjectKind, ObjectState, Target};
use indexmap::{IndexMap, IndexSet};
use std::rc::Rc;

/// What an object is, the same in every encoding.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKey {
    /// "No object".
    None,
    /// A static object.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
    /// Made by a statement: calls and iterations on the way, then the site.
    Born(Box<[u32]>),
}

/// Objects by key.
#[derive(Default)]
pub(super) struct Keys {
    by_key: FastMap<ObjectKey, ObjectId>,
    by_object: FastMap<ObjectId, ObjectKey>,
}

impl Keys {
    pub fn bind(&mut self, object: ObjectId, key: ObjectKey) {
        self.by_object.insert(object, key.clone());
        self.by_key.insert(key, object);
    }

    pub fn object(&self, key: &ObjectKey) -> Option<ObjectId> {
        if *key == ObjectKey::None { Some(ObjectId::NONE) } else { self.by_key.get(key).copied() }
    }

    pub fn key(&self, object: ObjectId) -> ObjectKey {
        self.by_object.get(&object).cloned().unwrap_or(ObjectKey::None)
    }
}

/// What a pointer may point to, and at which offset; `None` is any.
type TargetKeys = IndexSet<(ObjectKey, Option<u64>)>;

/// Offsets of one object that are told apart.
const MAX_OFFSETS: usize = 4;

/// A cell that a loop changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct CellShape {
    width: u64,
    pointer: bool,
    targets: TargetKeys,
}

/// What a loop changes.
#[derive(Clone, Debug, Default)]
struct LoopShape {
    registers: IndexMap<LocalId, TargetKeys>,
    cells: IndexMap<(ObjectKey, u64), CellShape>,
    arrays: IndexSet<ObjectKey>,
    dead: IndexSet<ObjectKey>,
    fields: IndexMap<(ObjectKey, u64), CellShape>,
    exists: IndexSet<ObjectKey>,
    node_dead: IndexSet<ObjectKey>,
    /// Classes whose allocation is inside the loop, with the size of a node.
    classes: IndexMap<ObjectKey, ClassShape>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ClassShape {
    size: u64,
    span: Span,
}

/// What all loops of a program change; grows from one encoding to the next.
#[derive(Clone, Debug, Default)]
pub struct Shapes {
    loops: IndexMap<Box<[u32]>, LoopShape>,
    /// Fields of the nodes of a class: offset to width and whether a pointer.
    fields: IndexMap<(ObjectKey, u64), (u64, bool)>,
    /// Whether what was written last to a place of an object was signed.
    signs: IndexMap<(ObjectKey, u64), bool>,
    /// Loops that constants do not decide.
    undecided: IndexSet<Box<[u32]>>,
    changed: bool,
}

impl Shapes {
    /// Whether the last encoding found a change that it had not assumed: encode again.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}

/// A value that a loop changes: a loop-back variable with the value at the end of the body.
#[derive(Clone, Debug)]
pub struct LoopVariable {
    /// In source terms.
    pub name: String,
    /// Type; `None` for a single bit.
    pub ty: Option<Scalar>,
    /// The loop-back variable.
    pub before: TermId,
    /// The value at the end of the body.
    pub after: TermId,
}

/// A field of the nodes of a class that a loop changes.
#[derive(Clone, Debug)]
pub struct LoopField {
    /// Offset in the node.
    pub at: u64,
    /// Type; `None` for a single bit.
    pub ty: Option<Scalar>,
    /// The array variable of the head.
    pub before: TermId,
    /// The array at the end of the body.
    pub after: TermId,
}

/// A class that a loop changes.
#[derive(Clone, Debug)]
pub struct LoopClass {
    /// The class.
    pub object: ObjectId,
    /// Whether a node exists, at the head: an array variable or a term; and at the end of the body.
    pub exists: (TermId, TermId),
    /// The changed fields.
    pub fields: Vec<LoopField>,
    /// Whether nodes of the class are allocated in this loop.
    pub allocates: bool,
}

/// A residual loop.
#[derive(Clone, Debug)]
pub struct LoopRecord {
    /// The loop statement.
    pub span: Span,
    /// The loop-select variable.
    pub select: TermId,
    /// The path condition of the head.
    pub head_guard: TermId,
    /// The path condition of the end of the body; `FALSE` if it is never reached.
    pub back_guard: TermId,
    /// How many assumptions come before the end of the body.
    pub after: usize,
    /// What the loop changes outside classes.
    pub variables: Vec<LoopVariable>,
    /// Values in scope that the loop does not change: both values of each are the same.
    pub constants: Vec<LoopVariable>,
    /// The classes that the loop changes.
    pub classes: Vec<LoopClass>,
    /// The loop around this one, if it is residual too.
    pub parent: Option<usize>,
}

/// Marks the residual iteration in a context.
const RESIDUAL: u32 = u32::MAX;

impl<'a> Encoder<'a> {
    pub(super) fn in_residual(&self) -> bool {
        !self.residual_stack.is_empty()
    }

    /// Notes that nodes of a class have a field.
    pub(super) fn note_field(&mut self, object: ObjectId, offset: TermId, width: u64, pointer: bool) {
        self.note_sign(object, offset);
        let Some(at) = self.memory.pool.as_u64(offset) else { return };
        let key = self.keys.key(object);
        if let Some(shapes) = &mut self.shapes {
            let mut new = false;
            shapes.fields.entry((key, at)).or_insert_with(|| {
                new = true;
                (width, pointer)
            });
            shapes.changed |= new;
        }
    }

    /// Notes the signedness of what was written last to a place.
    pub(super) fn note_sign(&mut self, object: ObjectId, offset: TermId) {
        if self.shapes.is_none() {
            return;
        }
        let (Some(at), key, signed) = (self.memory.pool.as_u64(offset), self.keys.key(object), self.signed_access)
        else {
            return;
        };
        if let Some(shapes) = &mut self.shapes {
            shapes.signs.insert((key, at), signed);
        }
    }

    /// The type of a cell in rows.
    fn cell_type(&self, key: &ObjectKey, at: u64, cell: &CellShape) -> Scalar {
        if cell.pointer {
            return Scalar::Pointer;
        }
        let signed = match &self.shapes {
            Some(shapes) => shapes.signs.get(&(key.clone(), at)).copied().unwrap_or(true),
            None => true,
        };
        Scalar::Int(IntType { bits: 8 * cell.width.min(8) as u8, signed })
    }

    /// A class without nodes, with the fields that are known.
    fn empty_class(&mut self, object: ObjectId) -> Nodes {
        let mut nodes = self.memory.no_nodes();
        let key = self.keys.key(object);
        let known: Vec<(u64, (u64, bool))> = match &self.shapes {
            Some(shapes) => {
                shapes.fields.iter().filter(|((k, _), _)| *k == key).map(|((_, at), f)| (*at, *f)).collect()
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
                self.memory.set_array_targets(array, [Target::anywhere(ObjectId::NONE)].into());
            }
            let overlaps = nodes.fields.range(..at + width).next_back().is_some_and(|(s, f)| s + f.width > at);
            if !overlaps {
                nodes.fields.insert(at, NodeField { width, pointer, array });
            }
        }
        nodes
    }

    /// Allocates the node of this iteration: number 1 of its class, which no loop-back pointer names.
    pub(super) fn new_node(&mut self, state: &mut State, object: ObjectId, size: TermId, at: &Statement) {
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

    /// Whether an earlier encoding found that a loop is not decided by constants, and no copy is wanted.
    pub(super) fn is_residual(&self, head: u32) -> bool {
        let Some(shapes) = self.shapes.as_ref().filter(|_| self.config.unwind == 0) else { return false };
        let key: Box<[u32]> = self.context.iter().copied().chain([head, RESIDUAL]).collect();
        shapes.undecided.contains(&key)
    }

    /// Executes the residual iteration of a loop.
    pub(super) fn execute_residual(
        &mut self,
        running: &mut Running<'a>,
        id: LoopId,
        entry: State,
        span: Span,
        arrivals: &mut Arrivals,
    ) {
        let facts = running.facts.clone();
        let info = &facts.loops.loops[id];
        let key: Box<[u32]> = self.context.iter().copied().chain([info.head.0, RESIDUAL]).collect();
        let shape = match &self.shapes {
            Some(shapes) => shapes.loops.get(&key).cloned().unwrap_or_default(),
            None => LoopShape::default(),
        };
        if let Some(shapes) = &mut self.shapes {
            shapes.changed |= shapes.undecided.insert(key.clone());
        }
        let index = self.formula.loops.len();
        let select = self.memory.pool.var(&format!("select!{index}"), Sort::Bool);
        self.formula.loops.push(LoopRecord {
            span,
            select,
            head_guard: entry.guard,
            back_guard: TermId::FALSE,
            after: 0,
            variables: Vec::new(),
            constants: Vec::new(),
            classes: Vec::new(),
            parent: self.residual_stack.last().copied(),
        });
        let mut head =
            Head { index, select, shape: &shape, variables: Vec::new(), classes: IndexMap::new(), places: Vec::new() };
        let state = self.enter_head(running, &mut head, entry, span);
        let at_head = state.clone();
        self.leak_at_cut(&state, span);

        self.context.extend([info.head.0, RESIDUAL]);
        self.residual_stack.push(index);
        let mut local = Arrivals::new();
        local.entry(info.head).or_default().push(state);
        self.execute_region(running, Some(id), &mut local);
        self.residual_stack.pop();
        self.context.truncate(self.context.len() - 2);

        let back = local.swap_remove(&info.head).unwrap_or_default();
        for (target, states) in local {
            arrivals.entry(target).or_default().extend(states);
        }
        let tracks_leaks = self.config.properties.contains(Property::ValidMemtrack);
        let keep = |register| needed(&facts, running.body, tracks_leaks, info.head, register);
        if let Some(back) = self.merge(back, &keep, span) {
            let constants = self.loop_constants(running, &at_head, &back, &keep);
            self.formula.loops[index].constants = constants;
            self.leave_body(&key, head, &at_head, &back, &keep, span);
        }
    }

    fn targets_of(&mut self, keys: &TargetKeys) -> Rc<[Target]> {
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
    fn enter_head(&mut self, running: &Running<'a>, head: &mut Head, entry: State, span: Span) -> State {
        let mut state = entry;
        let (index, select, shape) = (head.index, head.select, head.shape);
        for (class, info) in &shape.classes {
            self.prepare_class(&mut state, class, info);
        }
        for (&register, targets) in &shape.registers {
            let local = &running.body.locals[register];
            let Some(ty) = local.ty.scalar() else { continue };
            let before = self.loop_back(&format!("back!{index}!r{}", register.0), Some(ty), targets);
            let value = match self.register(&state, register) {
                Some(value) => self.memory.pool.ite(select, before, value),
                None => before,
            };
            self.set_register(&mut state, register, value);
            let name = local.name.clone().unwrap_or_else(|| register.to_string());
            head.variables.push(LoopVariable { name, ty: Some(ty), before, after: before });
            head.places.push(Place::Register(register));
        }
        for ((key, at), cell) in &shape.cells {
            let Some(object) = self.keys.object(key) else { continue };
            let Some(current) = state.objects.get(object).cloned() else { continue };
            if cell.width > 8 {
                self.unsupported(state.guard, "a cell wider than an integer in a loop without a bound", span);
                continue;
            }
            let ty = self.cell_type(key, *at, cell);
            let before = self.loop_back(&format!("back!{index}!c{}!{at}", object.0), Some(ty), &cell.targets);
            let offset = self.memory.offset(*at);
            let Ok(value) = self.memory.read(object, &current.content, offset, cell.width, cell.pointer) else {
                continue;
            };
            let value = self.memory.pool.ite(select, before, value);
            let new = Cell { width: cell.width, value, pointer: cell.pointer };
            if let Ok(content) = self.memory.write(object, &current.content, offset, new, TermId::TRUE) {
                state.objects.set(object, Rc::new(ObjectState { content, ..(*current).clone() }));
            }
            let name = cell_name(&self.memory, object, *at, cell.width);
            head.variables.push(LoopVariable { name, ty: Some(ty), before, after: before });
            head.places.push(Place::Cell(object, *at, cell.width, cell.pointer));
        }
        for key in &shape.arrays {
            let Some(object) = self.keys.object(key) else { continue };
            if let Some(ObjectState { content: Content::Array { array, .. }, .. }) = state.objects.get_mut(object) {
                let any = self.memory.pool.var(&format!("back!{index}!a{}", object.0), self.memory.pool.sort(*array));
                *array = self.memory.pool.ite(select, any, *array);
            }
        }
        for key in &shape.dead {
            let Some(object) = self.keys.object(key) else { continue };
            let before = self.loop_back(&format!("back!{index}!d{}", object.0), None, &IndexSet::new());
            if let Some(target) = state.objects.get_mut(object) {
                target.dead = self.memory.pool.ite(select, before, target.dead);
            }
            let name = format!("freed({})", self.memory.objects[object].name);
            head.variables.push(LoopVariable { name, ty: None, before, after: before });
            head.places.push(Place::Dead(object));
        }
        self.enter_classes(&mut state, head, span);
        state
    }

    fn prepare_class(&mut self, state: &mut State, key: &ObjectKey, info: &ClassShape) {
        let object = match self.keys.object(key) {
            Some(object) => object,
            None => {
                let size = self.memory.offset(info.size);
                let object = crate::memory::Object {
                    kind: ObjectKind::Heap,
                    size,
                    name: "heap object".to_string(),
                    span: info.span,
                    class: true,
                    birth: None,
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
    fn enter_classes(&mut self, state: &mut State, head: &mut Head, span: Span) {
        let (index, select, shape) = (head.index, head.select, head.shape);
        let mut changed: IndexSet<&ObjectKey> = shape.exists.iter().chain(&shape.node_dead).collect();
        changed.extend(shape.fields.keys().map(|(key, _)| key));
        for key in changed {
            let Some(object) = self.keys.object(key) else { continue };
            let Some(Content::Nodes(mut nodes)) = state.objects.get(object).map(|o| o.content.clone()) else {
                continue;
            };
            let mut fields = Vec::new();
            for ((_, at), cell) in shape.fields.iter().filter(|((k, _), _)| k == key) {
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
            if shape.exists.contains(key) {
                exists = self.memory.pool.var(&format!("back!{index}!e{}", object.0), bit);
                nodes.exists = self.memory.pool.ite(select, exists, nodes.exists);
            }
            if shape.node_dead.contains(key) {
                let before = self.memory.pool.var(&format!("back!{index}!n{}", object.0), bit);
                nodes.dead = self.memory.pool.ite(select, before, nodes.dead);
                fields.push(LoopField { at: u64::MAX, ty: None, before, after: before });
            }
            let class =
                LoopClass { object, exists: (exists, exists), fields, allocates: shape.classes.contains_key(key) };
            head.classes.insert(object, class);
            if let Some(target) = state.objects.get_mut(object) {
                target.content = Content::Nodes(nodes);
            }
        }
    }

    /// The end of the body: notes the values there, and what was changed without being expected to.
    fn leave_body(
        &mut self,
        key: &[u32],
        mut head: Head,
        at_head: &State,
        back: &State,
        keep: &dyn Fn(LocalId) -> bool,
        span: Span,
    ) {
        let mut shape = head.shape.clone();
        let mut changed = false;
        for register in 0..back.frame.registers.len() {
            let id = LocalId::from_index(register);
            let (before, after) = (at_head.frame.registers[register], back.frame.registers[register]);
            let Some(after) = after.filter(|&after| keep(id) && Some(after) != before) else { continue };
            changed |= self.extend_targets(shape.registers.entry(id), after, &mut false);
        }
        let moved = at_head.frame.addresses.iter().zip(&back.frame.addresses);
        if moved.into_iter().any(|(before, after)| before.is_some() && before != after) {
            self.unsupported(back.guard, "a variable that is declared anew by a jump", span);
        }
        changed |= self.changed_objects(&mut shape, at_head, back, span);
        for (variable, place) in head.variables.iter_mut().zip(&head.places) {
            let after = self.value_at(back, *place).unwrap_or(variable.before);
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
        let record = &mut self.formula.loops[head.index];
        record.back_guard = back.guard;
        record.after = self.formula.assumptions.len();
        record.variables = head.variables;
        record.classes = head.classes.into_values().collect();
        if let Some(shapes) = self.shapes.as_mut().filter(|_| changed) {
            shapes.changed = true;
            shapes.loops.insert(key.into(), shape);
        }
    }

    /// Named integers that the loop reads and does not change.
    fn loop_constants(
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
                constants.push(LoopVariable { name: name.clone(), ty: Some(ty), before: value, after: value });
            }
        }
        constants
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

    fn value_at(&mut self, state: &State, place: Place) -> Option<TermId> {
        match place {
            Place::Register(register) => self.register(state, register),
            Place::Cell(object, at, width, pointer) => {
                let content = &state.objects.get(object)?.content;
                let offset = self.memory.offset(at);
                self.memory.read(object, content, offset, width, pointer).ok()
            }
            Place::Dead(object) => state.objects.get(object).map(|object| object.dead),
        }
    }

    /// Adds what a pointer may point to; for other values only notes that the entry exists.
    fn extend_targets<K: std::hash::Hash + Eq>(
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
    fn born_in_loop(&self, object: ObjectId) -> bool {
        match self.keys.key(object) {
            ObjectKey::Born(path) => path.len() > self.context.len() + 1 && path[self.context.len() + 1] == RESIDUAL,
            _ => false,
        }
    }

    /// Compares the memory at the head and at the end of the body.
    fn changed_objects(&mut self, shape: &mut LoopShape, at_head: &State, back: &State, span: Span) -> bool {
        let mut changed = false;
        let objects: Vec<ObjectId> = back.objects.ids().collect();
        for object in objects {
            let Some(after) = back.objects.get(object).cloned() else { continue };
            let key = self.keys.key(object);
            let Some(before) = at_head.objects.get(object).cloned() else {
                if self.memory.objects[object].class {
                    let size = self.memory.pool.as_u64(self.memory.objects[object].size).unwrap_or(0);
                    let class = ClassShape { size, span: self.memory.objects[object].span };
                    changed |= shape.classes.insert(key.clone(), class).is_none();
                    changed |= shape.exists.insert(key);
                } else if after.dead != TermId::TRUE {
                    self.unsupported(back.guard, "a stack object that outlives an iteration", span);
                }
                continue;
            };
            if Rc::ptr_eq(&before, &after) {
                continue;
            }
            if before.dead != after.dead {
                changed |= shape.dead.insert(key.clone());
            }
            match (&before.content, &after.content) {
                (Content::Nodes(before), Content::Nodes(after)) => {
                    changed |= self.changed_nodes(shape, &key, before, after);
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
                        changed |= self.changed_cell(shape.cells.entry((key.clone(), at)), &cell);
                    }
                }
                (Content::Array { array: x, .. }, Content::Array { array: y, .. }) if x == y => {}
                (Content::Array { targets: None, .. }, Content::Array { targets: None, .. }) => {
                    changed |= shape.arrays.insert(key);
                }
                _ => self.unsupported(back.guard, "an array that is first indexed in a loop without a bound", span),
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

    fn changed_cell(&mut self, entry: indexmap::map::Entry<'_, (ObjectKey, u64), CellShape>, cell: &Cell) -> bool {
        let mut changed = matches!(entry, indexmap::map::Entry::Vacant(_));
        let shape =
            entry.or_insert_with(|| CellShape { width: cell.width, pointer: cell.pointer, targets: IndexSet::new() });
        if shape.pointer && cell.pointer {
            let mut targets = std::mem::take(&mut shape.targets);
            self.add_targets(&mut targets, cell.value, &mut changed);
            shape.targets = targets;
        }
        changed
    }

    fn changed_nodes(&mut self, shape: &mut LoopShape, key: &ObjectKey, before: &Nodes, after: &Nodes) -> bool {
        let mut changed = false;
        if before.exists != after.exists {
            changed |= shape.exists.insert(key.clone());
        }
        if before.dead != after.dead {
            changed |= shape.node_dead.insert(key.clone());
        }
        for (&at, field) in &after.fields {
            if before.fields.get(&at).is_some_and(|old| old.array == field.array) {
                continue;
            }
            let mut stored = Vec::new();
            self.stored_values(field.array, &mut stored);
            let entry = shape.fields.entry((key.clone(), at));
            changed |= matches!(entry, indexmap::map::Entry::Vacant(_));
            let cell = entry.or_insert_with(|| CellShape {
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
    fn stored_values(&mut self, array: TermId, values: &mut Vec<TermId>) {
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

/// Adds a target; too many offsets of one object become any offset.
fn add_target(targets: &mut TargetKeys, key: &ObjectKey, offset: Option<u64>) -> bool {
    if targets.contains(&(key.clone(), None)) || targets.contains(&(key.clone(), offset)) {
        return false;
    }
    let known = targets.iter().filter(|(other, _)| other == key).count();
    if offset.is_none() || known >= MAX_OFFSETS {
        targets.retain(|(other, _)| other != key);
        return targets.insert((key.clone(), None));
    }
    targets.insert((key.clone(), offset))
}

/// A place whose value a loop changes.
#[derive(Clone, Copy)]
enum Place {
    Register(LocalId),
    Cell(ObjectId, u64, u64, bool),
    Dead(ObjectId),
}

/// A loop head that was entered.
struct Head<'s> {
    index: usize,
    select: TermId,
    shape: &'s LoopShape,
    variables: Vec<LoopVariable>,
    places: Vec<Place>,
    classes: IndexMap<ObjectId, LoopClass>,
}

fn cell_name(memory: &Memory, object: ObjectId, at: u64, width: u64) -> String {
    let whole = memory.pool.as_u64(memory.objects[object].size) == Some(width);
    if whole { memory.objects[object].name.clone() } else { format!("{}+{at}", memory.objects[object].name) }
}
