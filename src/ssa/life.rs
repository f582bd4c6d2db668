//! Objects as they begin and end: variables, heap blocks, nodes of classes.

use super::Encoder;
use super::block::Running;
use super::formula::{Event, EventKind, ResidualKind};
use super::residual::ObjectKey;
use super::state::State;
use crate::base::Id;
use crate::ir::{LocalId, Statement, Storage};
use crate::logic::TermId;
use crate::memory::{Content, Fill, Object, ObjectId, ObjectKind, ObjectState};
use std::rc::Rc;

impl<'a> Encoder<'a> {
    /// Makes an object; in a residual loop, a node of the class of this allocation. `None` if there are too many.
    pub(super) fn new_object(
        &mut self,
        state: &mut State,
        kind: ObjectKind,
        (size, align): (TermId, u64),
        name: &str,
        at: &Statement,
    ) -> Option<ObjectId> {
        let key = ObjectKey::Born(self.context.iter().copied().chain([at.site.0]).collect());
        let class = kind == ObjectKind::Heap && self.in_residual();
        let id = match self.keys.object(&key) {
            Some(id) => id,
            None => {
                let (name, span) = (name.to_string(), at.span);
                let object = Object { kind, size, align, name, span, class };
                let Some(id) = self.memory.add_object(object) else {
                    self.exhausted = true;
                    self.residual(ResidualKind::Budget, state, at.span);
                    return None;
                };
                self.keys.bind(id, key);
                id
            }
        };
        self.event(state, at, EventKind::Birth(id));
        if class {
            if self.in_later_copy() {
                self.unsupported(state.guard, "an allocation that only a later iteration of a loop makes", at.span);
            }
            self.new_node(state, id, size, at);
        } else {
            let content = Content::new(Fill::Uninitialised);
            state.objects.set(id, Rc::new(ObjectState { exists: TermId::TRUE, dead: TermId::FALSE, content }));
        }
        Some(id)
    }

    /// The pointer to the start of an object that was just made.
    pub(super) fn new_pointer(&mut self, object: ObjectId) -> TermId {
        let node = self.memory.node(u64::from(self.memory.objects[object].class));
        let zero = self.memory.offset(0);
        self.memory.node_pointer(object, node, zero)
    }

    pub(super) fn event(&mut self, state: &State, at: &Statement, kind: EventKind) {
        self.formula.events.push(Event { site: at.site, kind, guard: state.guard, span: at.span });
    }

    pub(super) fn begin_life(&mut self, running: &Running<'a>, state: &mut State, local: LocalId, at: &Statement) {
        let variable = &running.body.locals[local];
        match variable.storage {
            Storage::Register => {
                let Some(ty) = variable.ty.scalar() else { return };
                let value = self.input("local", ty);
                self.event(state, at, EventKind::Register { value, ty });
                self.set_register(state, local, value);
            }
            Storage::Memory => {
                let size = self.program.types.size_of(&variable.ty).unwrap_or(0);
                let size = self.memory.offset(size);
                let name = variable.name.as_deref().unwrap_or("temporary");
                let align = self.program.types.align_of(&variable.ty);
                let Some(object) = self.new_object(state, ObjectKind::Stack, (size, align), name, at) else {
                    state.guard = TermId::FALSE;
                    return;
                };
                let address = self.object_start(object);
                if let Some(slot) = state.frame.addresses.get_mut(local.index()) {
                    *slot = Some(address);
                }
            }
        }
    }

    pub(super) fn end_life(&mut self, state: &mut State, local: LocalId) {
        if let Some(slot) = state.frame.registers.get_mut(local.index()) {
            *slot = None;
        }
        let address = state.frame.addresses.get_mut(local.index()).and_then(Option::take);
        if let Some(address) = address {
            self.kill(state, address);
        }
    }

    /// The object at the start of which a pointer points dies.
    pub(super) fn kill(&mut self, state: &mut State, pointer: TermId) {
        for case in self.memory.cases(pointer).iter() {
            let here = self.memory.points_to(pointer, case.object);
            self.kill_if(state, case.object, case.node, here);
        }
    }

    /// An object, or a node of a class, dies if a condition holds.
    pub(super) fn kill_if(&mut self, state: &mut State, object: ObjectId, node: TermId, condition: TermId) {
        if let Some(target) = state.objects.get_mut(object) {
            self.memory.note_death(object);
            if let Content::Nodes(nodes) = &mut target.content {
                nodes.dead = self.memory.set_node_bit(nodes.dead, node, true, condition);
                return;
            }
            target.dead = self.memory.pool.or([target.dead, condition]);
            if target.dead == TermId::TRUE {
                target.content = Content::new(Fill::Zero);
            }
        }
    }
}
